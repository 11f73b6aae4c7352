/* venule-agreement.c: agreement of found tracks with those that the user marked
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-agreement.h"

#include <math.h>

#include "venule-assignment.h"

typedef struct {
  VenuleAgreement              *result;
  GPtrArray                    *manual, *found;
  const VenuleSettings         *settings;
  const VenuleAgreementOptions *options;
  GHashTable                   *by_frame; /* frame → GArray of guint: positions in found */
  GHashTable                   *frames;   /* those that have marks */
  guint                        *on_mark;  /* of each found track: spots on any mark */
  guint                        *partner;  /* of each found track: position of the marked one + 1 */
  GArray                       *pairs;    /* VenuleAssignmentPair: cost is −(marks in common) */
} Work;

static void
work_clear (Work *self)
{
  g_hash_table_unref (self->by_frame);
  g_hash_table_unref (self->frames);
  g_free (self->on_mark);
  g_free (self->partner);
  g_array_unref (self->pairs);
}

static gboolean
counts (const Work        *self,
        const VenulePlace *place)
{
  return (self->options->frames == NULL || g_hash_table_contains (self->frames, &place->frame)) &&
         place->frame >= self->options->first_frame && place->frame <= self->options->last_frame &&
         venule_vessel_contains (self->settings->vessel, self->options->frame_width, self->options->frame_height,
                                 place->x, place->y);
}

static void
list_found_by_frame (Work *self)
{
  for (guint i = 0; i < self->found->len; i++)
    {
      guint n;
      const VenulePlace *spots = venule_track_get_places (g_ptr_array_index (self->found, i), &n);

      for (guint j = 0; j < n; j++)
        {
          GArray *there = g_hash_table_lookup (self->by_frame, &spots[j].frame);

          if (there == NULL)
            {
              there = g_array_new (FALSE, FALSE, sizeof (guint));
              g_hash_table_insert (self->by_frame, g_memdup2 (&spots[j].frame, sizeof (gint64)), there);
            }
          g_array_append_val (there, i);
        }
    }
}

static double
distance_to (VenuleTrack      *found,
             const VenulePlace *mark)
{
  const VenulePlace *spot = venule_track_get_place_at (found, mark->frame);

  return hypot (spot->x - mark->x, spot->y - mark->y);
}

/* Counts for one mark which found tracks lie there: @common by position. */
static void
look_around (Work             *self,
             const VenulePlace *mark,
             GHashTable       *common)
{
  GArray *there = g_hash_table_lookup (self->by_frame, &mark->frame);
  gboolean found = FALSE;

  for (guint i = 0; there != NULL && i < there->len; i++)
    {
      guint at = g_array_index (there, guint, i);
      gpointer key = GUINT_TO_POINTER (at);

      if (distance_to (g_ptr_array_index (self->found, at), mark) > self->result->reach)
        continue;
      found = TRUE;
      self->on_mark[at]++;
      g_hash_table_insert (common, key, GUINT_TO_POINTER (GPOINTER_TO_UINT (g_hash_table_lookup (common, key)) + 1));
    }
  self->result->n_marks_found += found;
}

static int
compare_pairs (gconstpointer a,
               gconstpointer b)
{
  const VenuleAssignmentPair *p = a;
  const VenuleAssignmentPair *q = b;

  return p->row != q->row ? p->row - q->row : p->col - q->col;
}

static void
list_pairs (Work  *self,
            guint  manual)
{
  g_autoptr(GHashTable) common = g_hash_table_new (NULL, NULL);
  GHashTableIter iter;
  gpointer key, value;
  guint n;
  const VenulePlace *marks = venule_track_get_places (g_ptr_array_index (self->manual, manual), &n);

  for (guint i = 0; i < n; i++)
    {
      if (!counts (self, &marks[i]))
        continue;
      self->result->marks[manual]++;
      g_hash_table_add (self->frames, g_memdup2 (&marks[i].frame, sizeof (gint64)));
      look_around (self, &marks[i], common);
    }
  self->result->n_marks += self->result->marks[manual];

  g_hash_table_iter_init (&iter, common);
  while (g_hash_table_iter_next (&iter, &key, &value))
    {
      VenuleAssignmentPair pair = { (int) manual, (int) GPOINTER_TO_UINT (key), -(double) GPOINTER_TO_UINT (value) };

      if (2 * GPOINTER_TO_UINT (value) >= self->result->marks[manual])
        g_array_append_val (self->pairs, pair);
    }
}

/* Velocity along the flow in the tissue between two spots, px/s. */
static double
velocity_between (const Work       *self,
                  const VenulePlace *from,
                  const VenulePlace *to)
{
  const VenuleVessel *vessel = self->settings->vessel;
  double dx = (to->x - to->shift_x) - (from->x - from->shift_x);
  double dy = (to->y - to->shift_y) - (from->y - from->shift_y);
  double length = hypot (vessel->flow_x, vessel->flow_y);
  double way = length > 0 ? (dx * vessel->flow_x + dy * vessel->flow_y) / length : hypot (dx, dy);

  return to->time > from->time ? way / (to->time - from->time) : NAN;
}

static void
add_pair (Work  *self,
          guint  manual,
          guint  found)
{
  VenuleTrack *track = g_ptr_array_index (self->found, found);
  VenuleAgreementPair pair = { .manual = manual, .found = venule_track_get_id (track),
                               .manual_velocity = NAN, .found_velocity = NAN };
  const VenulePlace *first = NULL, *last = NULL;
  double sum = 0;
  guint n;
  const VenulePlace *marks = venule_track_get_places (g_ptr_array_index (self->manual, manual), &n);

  for (guint i = 0; i < n; i++)
    {
      double distance;

      if (!counts (self, &marks[i]) || venule_track_get_place_at (track, marks[i].frame) == NULL)
        continue;
      distance = distance_to (track, &marks[i]);
      if (distance > self->result->reach)
        continue;
      pair.common++;
      sum += distance * distance;
      if (!venule_place_has_shift (venule_track_get_place_at (track, marks[i].frame)))
        continue;
      first = first != NULL ? first : &marks[i];
      last = &marks[i];
    }
  pair.distance = sqrt (sum / pair.common);
  if (first != last)
    {
      /* A copy: asking for a second spot may replace the first. */
      VenulePlace start = *venule_track_get_place_at (track, first->frame);
      VenulePlace end = *venule_track_get_place_at (track, last->frame);
      VenulePlace from = *first, to = *last;

      /* The picture's movement is that which the analysis measured, for both. */
      from.shift_x = start.shift_x;
      from.shift_y = start.shift_y;
      to.shift_x = end.shift_x;
      to.shift_y = end.shift_y;
      pair.manual_velocity = velocity_between (self, &from, &to);
      pair.found_velocity = velocity_between (self, &start, &end);
    }
  g_array_append_val (self->result->pairs, pair);
  self->partner[found] = manual + 1;
}

static void
pair_up (Work *self)
{
  g_autofree int *partners = g_new (int, MAX (self->manual->len, 1));

  for (guint i = 0; i < self->manual->len; i++)
    list_pairs (self, i);
  g_array_sort (self->pairs, compare_pairs);
  venule_assignment_solve_pairs ((const VenuleAssignmentPair *) self->pairs->data, self->pairs->len,
                                 (int) self->manual->len, (int) self->found->len, partners);

  for (guint i = 0; i < self->manual->len; i++)
    {
      if (self->result->marks[i] == 0)
        self->result->n_outside++;
      else if (partners[i] >= 0)
        add_pair (self, i, (guint) partners[i]);
      else
        g_array_append_val (self->result->missed, i);
    }
  self->result->n_manual = self->manual->len - self->result->n_outside;
}

/* Spots of a found track in frames that have marks. */
static guint
count_judged (const Work  *self,
              VenuleTrack *track)
{
  guint n, judged = 0;
  const VenulePlace *spots = venule_track_get_places (track, &n);

  for (guint i = 0; i < n; i++)
    judged += counts (self, &spots[i]) && g_hash_table_contains (self->frames, &spots[i].frame);

  return judged;
}

static void
judge_found (Work *self)
{
  VenuleAgreement *result = self->result;

  for (guint i = 0; i < self->found->len; i++)
    {
      VenuleTrack *track = g_ptr_array_index (self->found, i);
      guint id = venule_track_get_id (track);
      guint judged = count_judged (self, track);

      if (judged == 0)
        continue;
      if (self->partner[i] == 0 && venule_track_get_kind (track) == VENULE_CELL_FREE)
        {
          result->n_free++;
          continue;
        }
      result->n_judged++;
      if (self->partner[i] != 0)
        continue;
      if (2 * self->on_mark[i] >= judged)
        g_array_append_val (result->split_tracks, id);
      else if (result->complete)
        g_array_append_val (result->false_tracks, id);
    }
  result->recall = venule_interval_of_share (result->pairs->len, result->n_manual);
  result->precision = venule_interval_of_share (result->n_judged - result->false_tracks->len,
                                                result->complete ? result->n_judged : 0);
}

/* ---- Marks that are no tracks ---- */

/* (element-type int64): the frames that have marks, in their order; and the marks that count, by track. */
static GArray *
list_frames (Work *self)
{
  GArray *frames = g_array_new (FALSE, FALSE, sizeof (gint64));

  for (guint i = 0; i < self->manual->len; i++)
    {
      guint n;
      const VenulePlace *marks = venule_track_get_places (g_ptr_array_index (self->manual, i), &n);

      for (guint j = 0; j < n; j++)
        {
          if (!counts (self, &marks[j]))
            continue;
          self->result->marks[i]++;
          if (g_hash_table_add (self->frames, g_memdup2 (&marks[j].frame, sizeof (gint64))))
            g_array_append_val (frames, marks[j].frame);
        }
      self->result->n_marks += self->result->marks[i];
      self->result->n_outside += self->result->marks[i] == 0;
    }

  return frames;
}

static void
list_frame_pairs (Work   *self,
                  gint64  frame,
                  GArray *there)
{
  g_array_set_size (self->pairs, 0);
  for (guint i = 0; i < self->manual->len; i++)
    {
      const VenulePlace *mark = venule_track_get_place_at (g_ptr_array_index (self->manual, i), frame);

      for (guint j = 0; mark != NULL && counts (self, mark) && there != NULL && j < there->len; j++)
        {
          guint at = g_array_index (there, guint, j);
          VenuleAssignmentPair pair = { (int) i, (int) at, distance_to (g_ptr_array_index (self->found, at), mark) };

          if (pair.cost <= self->result->reach)
            g_array_append_val (self->pairs, pair);
        }
    }
}

/* Found cells of a frame that were not marked. */
static void
judge_frame (Work   *self,
             gint64  frame,
             GArray *there)
{
  for (guint i = 0; there != NULL && i < there->len; i++)
    {
      guint at = g_array_index (there, guint, i);
      VenuleTrack *track = g_ptr_array_index (self->found, at);
      gboolean marked = self->partner[at] != 0;
      guint id = venule_track_get_id (track);

      self->partner[at] = 0;
      if (!counts (self, venule_track_get_place_at (track, frame)))
        continue;
      if (!marked && venule_track_get_kind (track) == VENULE_CELL_FREE)
        {
          self->result->n_free++;
          continue;
        }
      self->result->n_spots++;
      if (!marked && self->result->complete && self->on_mark[at]++ == 0)
        g_array_append_val (self->result->false_tracks, id);
    }
}

/* Each frame by itself: marks and found spots one to one. */
static void
compare_frames (Work *self)
{
  g_autoptr(GArray) frames = list_frames (self);
  g_autofree int *partners = g_new (int, MAX (self->manual->len, 1));
  g_autofree gboolean *found = g_new0 (gboolean, MAX (self->manual->len, 1));
  VenuleAgreement *result = self->result;

  for (guint i = 0; i < frames->len; i++)
    {
      gint64 frame = g_array_index (frames, gint64, i);
      GArray *there = g_hash_table_lookup (self->by_frame, &frame);

      list_frame_pairs (self, frame, there);
      venule_assignment_solve_pairs ((const VenuleAssignmentPair *) self->pairs->data, self->pairs->len,
                                     (int) self->manual->len, (int) self->found->len, partners);
      for (guint j = 0; j < self->manual->len; j++)
        {
          if (partners[j] < 0)
            continue;
          found[j] = TRUE;
          self->partner[partners[j]] = j + 1;
          result->n_marks_found++;
        }
      judge_frame (self, frame, there);
    }
  for (guint i = 0; i < self->manual->len; i++)
    {
      if (self->result->marks[i] > 0 && !found[i])
        g_array_append_val (result->missed, i);
    }
  result->n_manual = self->manual->len - result->n_outside;
  result->recall = venule_interval_of_share (result->n_marks_found, result->n_marks);
  result->precision = venule_interval_of_share (result->n_marks_found, result->complete ? result->n_spots : 0);
}

static void
compare_velocities (VenuleAgreement *result)
{
  g_autofree double *manual = g_new (double, MAX (result->pairs->len, 1));
  g_autofree double *found = g_new (double, MAX (result->pairs->len, 1));
  guint n = 0;

  for (guint i = 0; i < result->pairs->len; i++)
    {
      const VenuleAgreementPair *pair = &g_array_index (result->pairs, VenuleAgreementPair, i);

      if (isnan (pair->manual_velocity) || isnan (pair->found_velocity))
        continue;
      manual[n] = pair->manual_velocity;
      found[n++] = pair->found_velocity;
    }
  venule_agreement_compare (result, manual, found, n);
}

VenuleAgreement *
venule_agreement_new (GPtrArray                    *manual,
                      GPtrArray                    *found,
                      const VenuleSettings         *settings,
                      const VenuleAgreementOptions *options)
{
  VenuleAgreement *self = g_new0 (VenuleAgreement, 1);
  Work work = {
    .result = self, .manual = manual, .found = found, .settings = settings,
    .options = options,
    .by_frame = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, (GDestroyNotify) g_array_unref),
    .frames = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL),
    .on_mark = g_new0 (guint, MAX (found->len, 1)),
    .partner = g_new0 (guint, MAX (found->len, 1)),
    .pairs = g_array_new (FALSE, FALSE, sizeof (VenuleAssignmentPair)),
  };

  self->pairs = g_array_new (FALSE, FALSE, sizeof (VenuleAgreementPair));
  self->marks = g_new0 (guint, MAX (manual->len, 1));
  self->missed = g_array_new (FALSE, FALSE, sizeof (guint));
  self->false_tracks = g_array_new (FALSE, FALSE, sizeof (guint));
  self->split_tracks = g_array_new (FALSE, FALSE, sizeof (guint));
  self->reach = options->reach > 0 ? options->reach : settings->cell_diameter / 2;
  self->complete = options->complete;

  self->loose = options->loose;

  for (guint i = 0; options->frames != NULL && i < options->frames->len; i++)
    g_hash_table_add (work.frames, g_memdup2 (&g_array_index (options->frames, gint64, i), sizeof (gint64)));
  list_found_by_frame (&work);
  if (options->loose)
    {
      compare_frames (&work);
    }
  else
    {
      pair_up (&work);
      judge_found (&work);
    }
  compare_velocities (self);
  work_clear (&work);

  return self;
}

void
venule_agreement_free (VenuleAgreement *self)
{
  g_array_unref (self->pairs);
  g_free (self->marks);
  g_array_unref (self->missed);
  g_array_unref (self->false_tracks);
  g_array_unref (self->split_tracks);
  g_free (self);
}
