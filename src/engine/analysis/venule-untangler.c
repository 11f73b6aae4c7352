/* venule-untangler.c: whether two cells that met went on as themselves
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-untangler.h"

#include <math.h>

#include "venule-arm.h"
#include "venule-neighbours.h"
#include "venule-share.h"

#define NEAR 1.3            /* times the radius: cells so near may be taken for each other */
#define APART 6             /* frames apart that end a meeting */
#define ALONG_WEIGHT 0.5    /* where a way leads to across a long meeting says little */
#define LEAST_PART 32       /* frames that a thread looks through at a time … */
#define MOST_PARTS 64       /* … or as many as make so many parts */
#define NEEDED 1.0          /* paths are exchanged only when that is so much likelier (natural logarithm) */

/* Two paths near each other, from frame @first to @last. @a and @b number the paths as they were followed. */
typedef struct {
  guint  a, b;
  gint64 first, last;
} Meeting;

typedef struct {
  GPtrArray *tracklets;
  guint     *holder;        /* which tracklet has the rest of the path that was followed as this one */
  double     radius;
  double     flow_x, flow_y;
} Untangler;

/* How unlike the cell that went away is to the one that came. */
static double
unlikeness (const Untangler *self,
            const VenuleArm *before,
            const VenuleArm *after)
{
  VenuleArmCosts costs = venule_arm_compare (before, after, self->radius);

  return costs.velocity + ALONG_WEIGHT * costs.along + costs.across + costs.size + costs.look;
}

static VenuleArm
read_arm (const Untangler *self,
          VenuleTracklet  *tracklet,
          gint64           frame,
          int              step)
{
  int from = (int) venule_arm_spot_from (tracklet, frame);

  return venule_arm_read (tracklet, self->flow_x, self->flow_y, from + step, step);
}

/* By how much likelier it is that they exchanged their paths. */
static double
compare (const Untangler *self,
         VenuleTracklet  *a,
         VenuleTracklet  *b,
         const Meeting   *meeting)
{
  VenuleArm before_a = read_arm (self, a, meeting->first, -1), before_b = read_arm (self, b, meeting->first, -1);
  VenuleArm after_a = read_arm (self, a, meeting->last, 1), after_b = read_arm (self, b, meeting->last, 1);

  if (MIN (MIN (before_a.n, before_b.n), MIN (after_a.n, after_b.n)) < VENULE_ARM_SPOTS)
    return -INFINITY;
  return unlikeness (self, &before_a, &after_a) + unlikeness (self, &before_b, &after_b) -
         unlikeness (self, &before_a, &after_b) - unlikeness (self, &before_b, &after_a);
}

/* The frame of a meeting at which the two are nearest to each other. */
static gint64
nearest (VenuleTracklet *a,
         VenuleTracklet *b,
         const Meeting  *meeting)
{
  gint64 at = meeting->first;
  double least = INFINITY;
  guint i = venule_arm_spot_from (a, meeting->first), k = venule_arm_spot_from (b, meeting->first);

  while (i < a->spots->len && k < b->spots->len && venule_tracklet_spot (a, i)->frame <= meeting->last)
    {
      const VenuleSpot *p = venule_tracklet_spot (a, i), *q = venule_tracklet_spot (b, k);
      double distance = hypot (p->x - q->x, p->y - q->y);

      if (p->frame == q->frame && distance < least)
        {
          least = distance;
          at = p->frame;
        }
      if (p->frame <= q->frame)
        i++;
      if (q->frame <= p->frame)
        k++;
    }
  return at;
}

/* From @frame on, each has the other's path. */
static void
exchange (const Untangler *self,
          VenuleTracklet  *a,
          VenuleTracklet  *b,
          gint64           frame)
{
  guint i = venule_arm_spot_from (a, frame), k = venule_arm_spot_from (b, frame);
  guint n_a = a->spots->len - i, n_b = b->spots->len - k;
  double rate_a = (double) a->chances / a->spots->len, rate_b = (double) b->chances / b->spots->len;
  g_autofree VenuleSpot *spots = g_memdup2 (&g_array_index (a->spots, VenuleSpot, i), n_a * sizeof (VenuleSpot));
  g_autofree VenuleStep *steps = g_memdup2 (&g_array_index (a->steps, VenuleStep, i), n_a * sizeof (VenuleStep));
  double velocity = a->velocity;

  g_array_set_size (a->spots, i);
  g_array_set_size (a->steps, i);
  g_array_append_vals (a->spots, &g_array_index (b->spots, VenuleSpot, k), n_b);
  g_array_append_vals (a->steps, &g_array_index (b->steps, VenuleStep, k), n_b);
  g_array_set_size (b->spots, k);
  g_array_set_size (b->steps, k);
  g_array_append_vals (b->spots, spots, n_a);
  g_array_append_vals (b->steps, steps, n_a);
  venule_tracklet_mend_step (a, i, 2 * self->radius);
  venule_tracklet_mend_step (b, k, 2 * self->radius);
  a->velocity = b->velocity;
  b->velocity = velocity;
  venule_arm_count (a, rate_a * i + rate_b * n_b);
  venule_arm_count (b, rate_b * k + rate_a * n_a);
}

static void
decide (Untangler     *self,
        const Meeting *meeting)
{
  VenuleTracklet *a = g_ptr_array_index (self->tracklets, self->holder[meeting->a]);
  VenuleTracklet *b = g_ptr_array_index (self->tracklets, self->holder[meeting->b]);
  guint holder = self->holder[meeting->a];

  if (compare (self, a, b, meeting) < NEEDED)
    return;
  exchange (self, a, b, nearest (a, b, meeting));
  self->holder[meeting->a] = self->holder[meeting->b];
  self->holder[meeting->b] = holder;
}

/* ---- Who meets whom ---- */

static int
compare_meetings (const void *a,
                  const void *b)
{
  const Meeting *p = a, *q = b;

  if (p->last != q->last)
    return p->last < q->last ? -1 : 1;
  if (p->a != q->a)
    return p->a < q->a ? -1 : 1;
  return (p->b > q->b) - (p->b < q->b);
}

static gint64 *
key_of (guint a,
        guint b)
{
  gint64 key = (gint64) a << 32 | b;

  return g_memdup2 (&key, sizeof key);
}

/* Those that are near each other in one frame: a meeting goes on, or begins. */
static void
note_near (GHashTable *open,
           GArray     *meetings,
           guint       a,
           guint       b,
           gint64      frame)
{
  g_autofree gint64 *key = key_of (a, b);
  gpointer index;

  if (g_hash_table_lookup_extended (open, key, NULL, &index))
    {
      Meeting *meeting = &g_array_index (meetings, Meeting, GPOINTER_TO_UINT (index));

      if (frame - meeting->last <= APART)
        {
          meeting->last = frame;
          return;
        }
    }
  Meeting meeting = { a, b, frame, frame };
  g_hash_table_insert (open, g_steal_pointer (&key), GUINT_TO_POINTER (meetings->len));
  g_array_append_val (meetings, meeting);
}

/* A tracklet, and its first spot that is not before the frame that is looked at. */
typedef struct {
  guint index;
  guint at;
} Walker;

/* Two tracklets near each other in a frame. */
typedef struct {
  guint  a, b;
  gint64 frame;
} Pair;

/* What several threads share: each takes some frames. */
typedef struct {
  const Untangler *untangler;
  gint64           first;
  gint64           n_frames; /* of a part */
  GArray         **pairs;    /* of Pair: for each part, frame by frame */
} Search;

/* Of the tracklets @here, those that have a spot in @frame, which is behind the one before. */
static void
meet_in_frame (const Untangler *self,
               GArray          *here,
               gint64           frame,
               GArray          *pairs)
{
  g_autoptr (VenuleNeighbours) places = venule_neighbours_new (here->len);
  g_autoptr (GArray) near = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autoptr (GArray) who = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autoptr (GArray) spots = g_array_new (FALSE, FALSE, sizeof (VenuleSpot *));

  for (guint k = 0; k < here->len; k++)
    {
      Walker *walker = &g_array_index (here, Walker, k);
      VenuleTracklet *tracklet = g_ptr_array_index (self->tracklets, walker->index);
      VenuleSpot *spot;

      while (walker->at < tracklet->spots->len && venule_tracklet_spot (tracklet, walker->at)->frame < frame)
        walker->at++;
      spot = walker->at < tracklet->spots->len ? venule_tracklet_spot (tracklet, walker->at) : NULL;
      if (spot == NULL || spot->frame != frame)
        continue;
      venule_neighbours_add (places, spot->x, spot->y);
      g_array_append_val (who, walker->index);
      g_array_append_val (spots, spot);
    }
  for (guint k = 0; k < who->len; k++)
    {
      const VenuleSpot *p = g_array_index (spots, VenuleSpot *, k);

      venule_neighbours_find (places, p->x, p->y, NEAR * self->radius, near);
      for (guint m = 0; m < near->len; m++)
        {
          guint other = g_array_index (near, guint, m);
          const VenuleSpot *q = g_array_index (spots, VenuleSpot *, other);
          Pair pair = { g_array_index (who, guint, k), g_array_index (who, guint, other), frame };

          if (other > k && hypot (p->x - q->x, p->y - q->y) < NEAR * self->radius)
            g_array_append_val (pairs, pair);
        }
    }
}

static void
search_part (gpointer data,
             guint    part)
{
  const Search *search = data;
  GPtrArray *tracklets = search->untangler->tracklets;
  gint64 first = search->first + part * search->n_frames, end = first + search->n_frames, last = G_MININT64;
  g_autoptr (GArray) here = g_array_new (FALSE, FALSE, sizeof (Walker));
  GArray *pairs = g_array_new (FALSE, FALSE, sizeof (Pair));

  for (guint i = 0; i < tracklets->len; i++)
    {
      VenuleTracklet *tracklet = g_ptr_array_index (tracklets, i);
      Walker walker = { i, 0 };

      if (venule_tracklet_spot (tracklet, 0)->frame >= end)
        break;
      if (tracklet->flowing || venule_tracklet_last (tracklet)->frame < first)
        continue;
      walker.at = venule_arm_spot_from (tracklet, first);
      last = MAX (last, venule_tracklet_last (tracklet)->frame);
      g_array_append_val (here, walker);
    }
  for (gint64 frame = first; frame < end && frame <= last; frame++)
    meet_in_frame (search->untangler, here, frame, pairs);
  search->pairs[part] = pairs;
}

/* (element-type Meeting): in the order in which they end. */
static GArray *
find_meetings (const Untangler *self)
{
  GArray *meetings = g_array_new (FALSE, FALSE, sizeof (Meeting));
  g_autoptr (GHashTable) open = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  Search search = { .untangler = self, .first = G_MAXINT64 };
  gint64 last = G_MININT64;
  guint n_parts;

  for (guint i = 0; i < self->tracklets->len; i++)
    {
      search.first = MIN (search.first, venule_tracklet_spot (g_ptr_array_index (self->tracklets, i), 0)->frame);
      last = MAX (last, venule_tracklet_last (g_ptr_array_index (self->tracklets, i))->frame);
    }
  if (last < search.first)
    return meetings;
  search.n_frames = MAX (LEAST_PART, (last - search.first) / MOST_PARTS + 1);
  n_parts = (guint) ((last - search.first) / search.n_frames + 1);
  search.pairs = g_new0 (GArray *, n_parts);
  venule_share (n_parts, search_part, &search);

  for (guint part = 0; part < n_parts; part++)
    {
      const GArray *pairs = search.pairs[part];

      for (guint i = 0; i < pairs->len; i++)
        {
          const Pair *pair = &g_array_index (pairs, Pair, i);

          note_near (open, meetings, pair->a, pair->b, pair->frame);
        }
      g_array_unref (search.pairs[part]);
    }
  g_free (search.pairs);
  g_array_sort (meetings, compare_meetings);
  return meetings;
}

/**
 * venule_untangle:
 * @tracklets: (element-type VenuleTracklet): of a whole run, sorted by their beginning, in places of the tissue
 * @radius: expected, of a cell, px
 * @flow_x: unit vector along the flow
 * @flow_y: the same
 *
 * Where two cells were on top of each other the tracker, which knows only what came before, may have gone on with each as the
 * other. Here both sides are known: where velocity, place across the vessel, size and look before and after speak for it, the
 * two paths are exchanged.
 */
void
venule_untangle (GPtrArray *tracklets,
                 double     radius,
                 double     flow_x,
                 double     flow_y)
{
  g_autofree guint *holder = g_new (guint, tracklets->len + 1);
  Untangler self = { tracklets, holder, radius, flow_x, flow_y };
  g_autoptr (GArray) meetings = find_meetings (&self);

  for (guint i = 0; i < tracklets->len; i++)
    holder[i] = i;
  for (guint i = 0; i < meetings->len; i++)
    decide (&self, &g_array_index (meetings, Meeting, i));
}
