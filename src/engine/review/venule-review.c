/* venule-review.c: the places of a result that are most likely wrong
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-review.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "venule-enum-names.h"
#include "venule-order.h"
#include "venule-statistics.h"
#include "venule-velocity.h"

/* Below this no review is needed. */
#define MIN_PROBABILITY 0.05
/* No place is certain. */
#define MAX_PROBABILITY 0.95
/* Bound on the log odds of a quality of 0 or 1. */
#define MAX_DOUBT 5.0
/* In radii. */
#define EDGE_MARGIN 1.5
#define JOIN_REACH 2.0
#define TOUCH_REACH 1.2
#define MIN_JUMP 0.6
#define MAX_JUMP 4.0
/* In s. */
#define JOIN_SECONDS 1.0
#define UNSEEN_SECONDS 0.4
#define MAX_UNSEEN_SECONDS 3.0
/* Of a size to the usual one, or the reverse. */
#define MIN_RATIO 1.4
#define MAX_RATIO 3.0
/* Of two cells that touch: spots that are skipped on either side, as one may have been taken for the other there;
 * and over how long their motion is looked at. Gain in radii. */
#define APART 3
#define MOTION_SECONDS 0.5
#define MAX_GAIN 3.0
/* Spots around a step that say how far a step is. */
#define JUMP_AROUND 7

typedef struct {
  GPtrArray               *tracks;
  const VenuleSettings    *settings;
  const VenuleReviewRange *range;
  GArray                  *places;
  double                   radius;   /* expected, px */
  double                   usual;    /* median of the tracks' mean radii, px */
  double                   flow_x, flow_y;
} Search;

/* Log odds that something is wrong at a place: constant + amount × how much of the reason there is + doubt × log odds
 * by the quality of the track. A track that may go on as another one is a kind of its own. */
typedef struct {
  double constant, amount, doubt;
} Odds;

#define CONTINUES VENULE_REVIEW_SAMPLE

/* Fitted by "tools/calibrate-review --seeds 31,32": constant, amount, doubt. No cell of the made videos is of an
 * implausible size or moves against the flow: these two are guesses. */
static const Odds odds[] = {
  { -0.978, 0.000, 0.869 }, /* quality: 915 places, 24 wrong */
  { -2.536, 1.311, 0.180 }, /* jump: 120 places, 20 wrong */
  { 3.481, -0.522, 0.106 }, /* begins: 17 places, 13 wrong */
  { 3.861, -0.940, 0.138 }, /* ends: 21 places, 9 wrong */
  { -0.236, 0.472, 0.554 }, /* touches: 808 places, 53 wrong */
  { -3.900, 5.600, 0.000 }, /* size: none */
  { -0.400, 0.000, 0.000 }, /* speed: none */
  { -0.514, -1.385, 0.000 }, /* unseen: 40 places, 8 wrong */
  { 1.099, 0.000, 0.000 }, /* continues: 1 place, 1 wrong */
};

VENULE_DEFINE_ENUM_NAMES (VenuleReviewReason, venule_review_reason,
                          "quality", "jump", "begins", "ends", "touches", "size", "speed", "unseen", "sample")

char *
venule_review_place_describe (const VenuleReviewPlace *place)
{
  switch (place->reason)
    {
    case VENULE_REVIEW_QUALITY:
      return g_strdup (_("The cell is hardly visible, or none."));
    case VENULE_REVIEW_JUMP:
      return g_strdup (_("The track jumps here."));
    case VENULE_REVIEW_BEGINS:
      return g_strdup (_("The track begins inside the vessel."));
    case VENULE_REVIEW_ENDS:
      return place->other != 0
             ? g_strdup_printf (_("The track ends inside the vessel; track %u may be its continuation."),
                                                  place->other)
                               : g_strdup (_("The track ends inside the vessel."));
    case VENULE_REVIEW_TOUCHES:
      return g_strdup_printf (_("It touches track %u; the two may be exchanged from here on."), place->other);
    case VENULE_REVIEW_SIZE:
      return g_strdup (_("The cell is unusually large or small."));
    case VENULE_REVIEW_SPEED:
      return g_strdup (_("The cell moves against the flow."));
    case VENULE_REVIEW_UNSEEN:
      return g_strdup (_("The cell was not seen here; its path is filled in."));
    case VENULE_REVIEW_SAMPLE:
    default:
      return g_strdup (_("Nothing is doubtful here: a sample, to tell how good the rest is."));
    }
}

static double
doubt_of (VenuleTrack *track)
{
  double quality = venule_track_get_quality (track);

  return CLAMP (log ((1 - quality) / quality), -MAX_DOUBT, MAX_DOUBT);
}

static void
add_place (Search             *self,
           VenuleTrack        *track,
           guint               other,
           gint64              frame,
           VenuleReviewReason  reason,
           double              amount)
{
  const Odds *here = &odds[reason == VENULE_REVIEW_ENDS && other != 0 ? CONTINUES : reason];
  VenuleReviewPlace place = {
    .track = venule_track_get_id (track), .other = other, .frame = frame, .reason = reason, .amount = amount,
    .doubt = doubt_of (track),
  };

  place.probability = 1 / (1 + exp (-here->constant - here->amount * place.amount - here->doubt * place.doubt));
  place.probability = fmin (place.probability, MAX_PROBABILITY);
  if (self->range->all || place.probability >= MIN_PROBABILITY)
    g_array_append_val (self->places, place);
}

/* Place in the tissue, along the flow (0) and across (1). */
static double
tissue (const Search      *self,
        const VenulePlace *place,
        int                axis)
{
  double x = place->x - place->shift_x;
  double y = place->y - place->shift_y;

  return axis == 0 ? x * self->flow_x + y * self->flow_y : y * self->flow_x - x * self->flow_y;
}

/* ---- Reasons ---- */

static void
look_at_quality (Search      *self,
                 VenuleTrack *track)
{
  add_place (self, track, 0, venule_track_get_first_frame (track), VENULE_REVIEW_QUALITY, 0);
}

static double
mean_radius (VenuleTrack *track)
{
  guint n;
  const VenulePlace *places = venule_track_get_places (track, &n);
  double sum = 0;

  for (guint i = 0; i < n; i++)
    sum += places[i].radius;

  return n > 0 ? sum / n : 0;
}

/* By its logarithm. */
static void
look_at_size (Search      *self,
              VenuleTrack *track)
{
  double ratio = fabs (log (mean_radius (track) / self->usual));

  if (isfinite (ratio) && ratio > log (MIN_RATIO))
    add_place (self, track, 0, venule_track_get_first_frame (track), VENULE_REVIEW_SIZE,
               fmin (ratio, log (MAX_RATIO)));
}

static void
look_at_speed (Search      *self,
               VenuleTrack *track)
{
  VenuleTrackMeasures measures;

  if (venule_track_get_kind (track) == VENULE_CELL_ADHERENT)
    return;
  venule_track_measure (track, self->settings, &measures);
  if (measures.mean_velocity < 0 && -measures.displacement > self->radius)
    add_place (self, track, 0, venule_track_get_first_frame (track), VENULE_REVIEW_SPEED, 0);
}

static double
median_step (const Search      *self,
             const VenulePlace *places,
             guint              from,
             guint              to,
             int                axis)
{
  g_autoptr(GArray) steps = g_array_new (FALSE, FALSE, sizeof (double));

  for (guint i = from; i < to; i++)
    {
      double step = (tissue (self, &places[i + 1], axis) - tissue (self, &places[i], axis)) /
                    (places[i + 1].frame - places[i].frame);

      g_array_append_val (steps, step);
    }

  return venule_statistics_quantile (steps, 0.5);
}

/* The largest of all steps against those around it, in radii. */
static void
look_for_jump (Search      *self,
               VenuleTrack *track)
{
  guint n;
  const VenulePlace *places = venule_track_get_places (track, &n);
  double largest = 0;
  guint where = 0;

  for (guint i = 0; n > 3 && i + 1 < n; i++)
    {
      guint from = i > JUMP_AROUND ? i - JUMP_AROUND : 0;
      guint to = MIN (i + 1 + JUMP_AROUND, n - 1);
      gint64 frames = places[i + 1].frame - places[i].frame;
      double along = tissue (self, &places[i + 1], 0) - tissue (self, &places[i], 0);
      double across = tissue (self, &places[i + 1], 1) - tissue (self, &places[i], 1);
      double jump;

      /* Most steps are small: the medians are asked for where it may matter. */
      if (hypot (along, across) < MIN_JUMP * self->radius)
        continue;
      jump = hypot (along - frames * median_step (self, places, from, to, 0),
                    across - frames * median_step (self, places, from, to, 1)) / self->radius;
      if (jump > largest)
        {
          largest = jump;
          where = i + 1;
        }
    }
  if (largest > MIN_JUMP)
    add_place (self, track, 0, places[where].frame, VENULE_REVIEW_JUMP, fmin (largest, MAX_JUMP));
}

static void
look_for_unseen (Search      *self,
                 VenuleTrack *track)
{
  guint n;
  const VenulePlace *places = venule_track_get_places (track, &n);
  double longest = 0;
  guint where = 0, since = 0;

  for (guint i = 0; i < n; i++)
    {
      if (places[i].source != VENULE_SPOT_INTERPOLATED)
        since = i;
      else if (places[i].time - places[since].time > longest)
        {
          longest = places[i].time - places[since].time;
          where = (since + i + 1) / 2;
        }
    }
  if (longest > UNSEEN_SECONDS)
    add_place (self, track, 0, places[where].frame, VENULE_REVIEW_UNSEEN,
               fmin (longest, MAX_UNSEEN_SECONDS));
}

/* ---- Beginnings and ends ---- */

/* Whether a cell could have come or gone there: at the crop's edge. */
static gboolean
is_at_edge (const Search      *self,
            const VenulePlace *place)
{
  double reach = EDGE_MARGIN * place->radius;

  for (int i = 0; i < 8; i++)
    {
      double angle = i * G_PI / 4;

      if (!venule_vessel_contains (self->settings->vessel, self->range->frame_width, self->range->frame_height,
                                   place->x + reach * cos (angle), place->y + reach * sin (angle)))
        return TRUE;
    }

  return FALSE;
}

/* px/s along and across of the last or the first half second. */
static void
velocity_at_end (const Search *self,
                 VenuleTrack  *track,
                 gboolean      last,
                 double       *along,
                 double       *across)
{
  guint n;
  const VenulePlace *places = venule_track_get_places (track, &n);
  guint at = last ? n - 1 : 0;
  guint from = at;
  double dt;

  while (last ? from > 0 && places[at].time - places[from].time < 0.5
              : from + 1 < n && places[from].time - places[at].time < 0.5)
    from += last ? -1 : 1;
  dt = places[at].time - places[from].time;
  *along = dt != 0 ? (tissue (self, &places[at], 0) - tissue (self, &places[from], 0)) / dt : 0;
  *across = dt != 0 ? (tissue (self, &places[at], 1) - tissue (self, &places[from], 1)) / dt : 0;
}

/* How far off, in radii, @next begins from where @track would be by then; infinite where it cannot go on as that. */
static double
distance_to_next (const Search *self,
                  VenuleTrack  *track,
                  VenuleTrack  *next)
{
  guint n;
  const VenulePlace *end = venule_track_get_places (track, &n) + n - 1;
  const VenulePlace *begin = venule_track_get_places (next, NULL);
  double dt = begin->time - end->time;
  double along, across, next_along, next_across, along_off, across_off;

  if (begin->frame <= end->frame || dt > JOIN_SECONDS)
    return INFINITY;

  velocity_at_end (self, track, TRUE, &along, &across);
  velocity_at_end (self, next, FALSE, &next_along, &next_across);
  along_off = tissue (self, begin, 0) - tissue (self, end, 0) - dt * (along + next_along) / 2;
  across_off = tissue (self, begin, 1) - tissue (self, end, 1) - dt * (across + next_across) / 2;

  return hypot (along_off, across_off) / self->radius;
}

static int
compare_beginnings (gconstpointer a,
                    gconstpointer b)
{
  VenuleTrack *p = *(VenuleTrack *const *) a;
  VenuleTrack *q = *(VenuleTrack *const *) b;
  gint64 difference = venule_track_get_first_frame (p) - venule_track_get_first_frame (q);

  return difference != 0 ? (difference > 0) - (difference < 0)
                         : (venule_track_get_id (p) > venule_track_get_id (q)) -
                         (venule_track_get_id (p) < venule_track_get_id (q));
}

/* The best continuation among @begun, which is sorted by beginnings. */
static VenuleTrack *
find_next (const Search *self,
           VenuleTrack  *track,
           GPtrArray    *begun,
           double       *distance)
{
  gint64 last = venule_track_get_last_frame (track);
  double end = venule_track_get_place_at (track, last)->time;
  VenuleTrack *best = NULL;
  guint first = (guint) venule_bisect (0, begun->len, i,
                                       venule_track_get_first_frame (g_ptr_array_index (begun, i)) <= last);

  *distance = JOIN_REACH;
  for (guint i = first; i < begun->len; i++)
    {
      VenuleTrack *next = g_ptr_array_index (begun, i);
      double off;

      if (venule_track_get_places (next, NULL)->time - end > JOIN_SECONDS)
        break;
      off = distance_to_next (self, track, next);
      if (off < *distance)
        {
          *distance = off;
          best = next;
        }
    }

  return best;
}

static void
look_at_ends (Search *self)
{
  g_autoptr(GPtrArray) begun = g_ptr_array_new ();
  g_autoptr(GHashTable) continued = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < self->tracks->len; i++)
    g_ptr_array_add (begun, g_ptr_array_index (self->tracks, i));
  g_ptr_array_sort (begun, compare_beginnings);

  for (guint i = 0; i < self->tracks->len; i++)
    {
      VenuleTrack *track = g_ptr_array_index (self->tracks, i);
      gint64 last = venule_track_get_last_frame (track);
      double distance;
      VenuleTrack *next;

      if (last >= self->range->last_frame)
        continue;
      next = find_next (self, track, begun, &distance);
      if (next != NULL)
        {
          g_hash_table_add (continued, next);
          add_place (self, track, venule_track_get_id (next), last, VENULE_REVIEW_ENDS, distance);
        }
      else if (venule_track_get_kind (track) != VENULE_CELL_FREE &&
               !is_at_edge (self, venule_track_get_place_at (track, last)))
        {
          add_place (self, track, 0, last, VENULE_REVIEW_ENDS, log (venule_track_get_n_spots (track)));
        }
    }
  for (guint i = 0; i < self->tracks->len; i++)
    {
      VenuleTrack *track = g_ptr_array_index (self->tracks, i);
      gint64 first = venule_track_get_first_frame (track);

      if (first > self->range->first_frame && !g_hash_table_contains (continued, track) &&
          venule_track_get_kind (track) != VENULE_CELL_FREE &&
          !is_at_edge (self, venule_track_get_place_at (track, first)))
        add_place (self, track, 0, first, VENULE_REVIEW_BEGINS, log (venule_track_get_n_spots (track)));
    }
}

/* ---- Touching ---- */

typedef struct {
  VenuleTrack       *track;
  const VenulePlace *place;
} Seen;

static int
compare_seen (gconstpointer a,
              gconstpointer b)
{
  const VenulePlace *p = ((const Seen *) a)->place;
  const VenulePlace *q = ((const Seen *) b)->place;

  if (p->frame != q->frame)
    return p->frame < q->frame ? -1 : 1;
  return (p->x > q->x) - (p->x < q->x);
}

/* Two tracks that touch: where they are nearest, once. */
typedef struct {
  VenuleTrack *a, *b;
  gint64       frame;
  double       distance; /* in sums of radii */
} Touch;

static void
note_touch (GHashTable *touches,
            const Seen *a,
            const Seen *b,
            double      distance)
{
  guint64 low = MIN (venule_track_get_id (a->track), venule_track_get_id (b->track));
  guint64 high = MAX (venule_track_get_id (a->track), venule_track_get_id (b->track));
  guint64 key = (low << 32) | high;
  Touch *touch = g_hash_table_lookup (touches, &key);

  if (touch == NULL)
    {
      touch = g_new (Touch, 1);
      *touch = (Touch) { a->track, b->track, a->place->frame, INFINITY };
      g_hash_table_insert (touches, g_memdup2 (&key, sizeof key), touch);
    }
  if (distance < touch->distance)
    {
      touch->distance = distance;
      touch->frame = a->place->frame;
    }
}

/* Where a track is and how fast, along and across, in radii and radii per second, over up to half a second before or
 * after. */
typedef struct {
  double along, across, v_along, v_across;
} Motion;

/* FALSE: it has not been there long enough. */
static gboolean
find_motion (const Search *self,
             VenuleTrack  *track,
             gint64        frame,
             gboolean      after,
             Motion       *motion)
{
  guint n;
  const VenulePlace *places = venule_track_get_places (track, &n);
  guint here = (guint) (venule_track_get_place_at (track, frame) - places);
  guint near = after ? MIN (here + APART, n - 1) : here > APART ? here - APART : 0;
  guint far = near;
  double dt;

  while (after ? far + 1 < n && places[far].time - places[near].time < MOTION_SECONDS
               : far > 0 && places[near].time - places[far].time < MOTION_SECONDS)
    far += after ? 1 : -1;
  if (near == far)
    return FALSE;

  dt = places[far].time - places[near].time;
  motion->along = tissue (self, &places[near], 0) / self->radius;
  motion->across = tissue (self, &places[near], 1) / self->radius;
  motion->v_along = (tissue (self, &places[far], 0) / self->radius - motion->along) / dt;
  motion->v_across = (tissue (self, &places[far], 1) / self->radius - motion->across) / dt;

  return TRUE;
}

/* How badly one motion goes on as the other, in radii. */
static double
mismatch (const Motion *before,
          const Motion *after)
{
  return fabs (after->across - before->across) +
         MOTION_SECONDS * hypot (after->v_along - before->v_along, after->v_across - before->v_across);
}

/* By how many radii two tracks that touch would go on better as each other; 0 where that cannot be said. */
static double
find_gain (const Search *self,
           const Touch  *touch)
{
  Motion a[2], b[2];
  double gain;

  if (!find_motion (self, touch->a, touch->frame, FALSE, &a[0]) ||
      !find_motion (self, touch->a, touch->frame, TRUE, &a[1]) ||
      !find_motion (self, touch->b, touch->frame, FALSE, &b[0]) ||
      !find_motion (self, touch->b, touch->frame, TRUE, &b[1]))
    return 0;
  gain = mismatch (&a[0], &a[1]) + mismatch (&b[0], &b[1]) - mismatch (&a[0], &b[1]) - mismatch (&b[0], &a[1]);

  return CLAMP (gain, -MAX_GAIN, MAX_GAIN);
}

/* Sorted by frame and x, so that neighbours are near in the list. */
static void
look_for_touches (Search *self)
{
  g_autoptr(GHashTable) touches = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, g_free);
  g_autoptr(GArray) seen = g_array_new (FALSE, FALSE, sizeof (Seen));
  GHashTableIter iter;
  gpointer value;

  for (guint i = 0; i < self->tracks->len; i++)
    {
      guint n;
      const VenulePlace *places = venule_track_get_places (g_ptr_array_index (self->tracks, i), &n);

      for (guint j = 0; j < n; j++)
        g_array_append_val (seen, ((Seen) { g_ptr_array_index (self->tracks, i), &places[j] }));
    }
  g_array_sort (seen, compare_seen);
  for (guint i = 0; i < seen->len; i++)
    {
      const Seen *a = &g_array_index (seen, Seen, i);

      for (guint j = i + 1; j < seen->len; j++)
        {
          const Seen *b = &g_array_index (seen, Seen, j);
          double distance = hypot (b->place->x - a->place->x, b->place->y - a->place->y) / self->radius;

          if (b->place->frame != a->place->frame || b->place->x - a->place->x > TOUCH_REACH * self->radius)
            break;
          if (distance < TOUCH_REACH && a->track != b->track)
            note_touch (touches, a, b, distance);
        }
    }

  g_hash_table_iter_init (&iter, touches);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    {
      const Touch *touch = value;
      gboolean ordered = venule_track_get_id (touch->a) < venule_track_get_id (touch->b);

      add_place (self, ordered ? touch->a : touch->b, venule_track_get_id (ordered ? touch->b : touch->a), touch->frame,
                 VENULE_REVIEW_TOUCHES, find_gain (self, touch));
    }
}

/* ---- All ---- */

static int
compare_places (gconstpointer a,
                gconstpointer b)
{
  const VenuleReviewPlace *p = a;
  const VenuleReviewPlace *q = b;

  if (p->probability != q->probability)
    return p->probability > q->probability ? -1 : 1;
  if (p->track != q->track)
    return p->track < q->track ? -1 : 1;
  if (p->reason != q->reason)
    return p->reason < q->reason ? -1 : 1;
  return (p->other > q->other) - (p->other < q->other);
}

static double
usual_radius (GPtrArray *tracks,
              double     expected)
{
  g_autoptr(GArray) radii = g_array_new (FALSE, FALSE, sizeof (double));

  for (guint i = 0; i < tracks->len; i++)
    {
      double radius = mean_radius (g_ptr_array_index (tracks, i));

      g_array_append_val (radii, radius);
    }

  return radii->len >= 5 ? venule_statistics_quantile (radii, 0.5) : expected;
}

GArray *
venule_review_find (GPtrArray               *tracks,
                    const VenuleSettings    *settings,
                    const VenuleReviewRange *range)
{
  g_autoptr(GPtrArray) looked_at = g_ptr_array_new ();
  Search self = {
    .tracks = looked_at, .settings = settings, .range = range,
    .places = g_array_new (FALSE, FALSE, sizeof (VenuleReviewPlace)), .radius = settings->cell_diameter / 2,
  };

  venule_vessel_get_flow (settings->vessel, &self.flow_x, &self.flow_y);
  for (guint i = 0; i < tracks->len; i++)
    {
      VenuleTrack *track = g_ptr_array_index (tracks, i);

      if (venule_track_get_n_spots (track) > 0 && !venule_track_get_locked (track))
        g_ptr_array_add (looked_at, track);
    }
  self.usual = usual_radius (looked_at, self.radius);
  for (guint i = 0; i < looked_at->len; i++)
    {
      VenuleTrack *track = g_ptr_array_index (looked_at, i);

      look_at_quality (&self, track);
      look_at_size (&self, track);
      look_at_speed (&self, track);
      look_for_jump (&self, track);
      look_for_unseen (&self, track);
    }
  look_at_ends (&self);
  look_for_touches (&self);
  g_array_sort (self.places, compare_places);

  return self.places;
}
