/* venule-evaluate-cells.c: found cells against true ones, cell by cell
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-evaluate-private.h"
#include "venule-statistics.h"

#define CREEPING_UM 1.0 /* µm/s: what is slower does not roll, as in venule_classify_track() */

/* What is known of a true cell after one pass over its points. */
typedef struct {
  const VenuleEvaluatePoint *first, *last; /* in the crop */
  double                     low, high;    /* how far it came along the flow since the first, px */
} Path;

static VenuleEvaluateCell *
cell_at (const VenuleEvaluateCells *self,
         guint                      i)
{
  return &g_array_index (self->cells, VenuleEvaluateCell, i);
}

static VenuleEvaluateTrack *
track_at (const VenuleEvaluateCells *self,
          guint                      j)
{
  return &g_array_index (self->tracks, VenuleEvaluateTrack, j);
}

/* The truth has frames alone; how long one lasts is read from the found spots. NaN when they do not say. */
static double
seconds_a_frame (const Comparison *comparison)
{
  const VenuleEvaluatePoint *first, *last;

  if (comparison->found->points->len == 0)
    return NAN;

  first = found_point (comparison, 0);
  last = found_point (comparison, comparison->found->points->len - 1);

  return last->frame > first->frame ? (last->time - first->time) / (last->frame - first->frame) : NAN;
}

/* @velocity: px/s; NaN for a single frame. */
static VenuleCellKind
class_of (const Path *path,
          double      velocity,
          double      pixel_size)
{
  const VenuleEvaluatePoint *point = path->first;

  if (point->kind == VENULE_EVALUATE_FREE)
    return VENULE_CELL_FREE;
  if (point->kind == VENULE_EVALUATE_ADHERENT || path->high - path->low < VENULE_EVALUATE_MOVED * point->radius ||
      (pixel_size > 0 && fabs (velocity) * pixel_size < CREEPING_UM))
    return VENULE_CELL_ADHERENT;

  return VENULE_CELL_ROLLING;
}

/* The points come by frame. */
static void
follow_cells (VenuleEvaluateCells *self,
              const Comparison    *comparison,
              Path                *paths)
{
  for (guint i = 0; i < comparison->truth->points->len; i++)
    {
      const VenuleEvaluatePoint *t = true_point (comparison, i);
      Path *path = &paths[t->track];
      double way;

      if (t->outside)
        continue;
      if (path->first == NULL)
        path->first = t;
      path->last = t;
      way = venule_evaluate_displacement (comparison->options, path->first, t, TRUE);
      path->low = MIN (path->low, way);
      path->high = MAX (path->high, way);
      cell_at (self, t->track)->frames++;
    }
}

static void
describe_cells (VenuleEvaluateCells *self,
                const Comparison    *comparison)
{
  g_autofree Path *paths = g_new0 (Path, comparison->truth->n_tracks + 1);
  double frame_time = seconds_a_frame (comparison);

  follow_cells (self, comparison, paths);
  for (guint i = 0; i < comparison->truth->n_tracks; i++)
    {
      VenuleEvaluateCell *cell = cell_at (self, i);
      const Common *common = &comparison->commons[i];
      const Path *path = &paths[i];
      int found = comparison->found_of[i];

      cell->id = g_string_chunk_insert (self->ids, g_ptr_array_index (comparison->truth->ids, i));
      cell->track = found >= 0 ? g_string_chunk_insert (self->ids, g_ptr_array_index (comparison->found->ids, found)) :
                    NULL;
      cell->velocity = NAN;
      cell->common_true = common->measured ? common->v_true : NAN;
      cell->common_found = common->measured ? common->v_found : NAN;
      if (path->first == NULL) /* never in the crop: only its name is known */
        continue;
      if (path->last->frame > path->first->frame)
        cell->velocity = venule_evaluate_displacement (comparison->options, path->first, path->last, TRUE) /
                         (frame_time * (path->last->frame - path->first->frame));
      cell->class = class_of (path, cell->velocity, comparison->options->pixel_size);
      cell->counts = cell->frames >= (cell->class == VENULE_CELL_FREE ? VENULE_EVALUATE_FREE_TRACK
                                                                      : VENULE_EVALUATE_LONG_TRACK);
    }
}

/* For each found track the spots on every single true cell (@on, cells × tracks) and on cells that do not count. */
static void
count_matches (VenuleEvaluateCells *self,
               const Comparison    *comparison,
               guint               *on,
               guint               *uncounted)
{
  guint n_found = comparison->found->n_tracks;

  for (guint j = 0; j < comparison->found->points->len; j++)
    track_at (self, found_point (comparison, j)->track)->spots++;

  for (guint i = 0; i < comparison->truth->points->len; i++)
    {
      const VenuleEvaluatePoint *t = true_point (comparison, i);
      guint j;

      if (comparison->partner[i] < 0)
        continue;
      j = found_point (comparison, comparison->partner[i])->track;
      on[(gsize) t->track * n_found + j]++;
      uncounted[j] += t->outside || !cell_at (self, t->track)->counts;
      track_at (self, j)->matched += !t->ignored;
      track_at (self, j)->ignored += t->ignored;
    }
}

/* For each found track its spots that are matched with no cell though they lie on one that another is matched with. */
static void
count_second_sights (const Comparison *comparison,
                     guint            *seconds)
{
  g_autofree gboolean *matched = g_new0 (gboolean, comparison->found->points->len + 1);
  guint start = 0;

  for (guint i = 0; i < comparison->truth->points->len; i++)
    if (comparison->partner[i] >= 0)
      matched[comparison->partner[i]] = TRUE;

  for (guint j = 0; j < comparison->found->points->len; j++)
    {
      const VenuleEvaluatePoint *f = found_point (comparison, j);
      gboolean second = FALSE;

      while (start < comparison->truth->points->len && true_point (comparison, start)->frame < f->frame)
        start++;
      for (guint i = start; i < comparison->truth->points->len && !matched[j] && !second; i++)
        {
          const VenuleEvaluatePoint *t = true_point (comparison, i);

          if (t->frame > f->frame)
            break;
          second = comparison->partner[i] >= 0 && hypot (t->x - f->x, t->y - f->y) <= t->radius;
        }
      seconds[f->track] += second;
    }
}

/* How far each track's places are off its cell on the whole, and how far they scatter about that. */
static void
measure_offsets (VenuleEvaluateCells *self,
                 const Comparison    *comparison)
{
  typedef struct {
    double n, x, y, square;
  } Sums;
  g_autofree Sums *sums = g_new0 (Sums, comparison->truth->n_tracks + 1);
  double n = 0, offset = 0, jitter = 0;

  for (guint i = 0; i < comparison->truth->points->len; i++)
    {
      const VenuleEvaluatePoint *t = true_point (comparison, i);
      int j = comparison->partner[i];
      Sums *of = &sums[t->track];

      if (j < 0 || t->ignored || (int) found_point (comparison, j)->track != comparison->found_of[t->track])
        continue;

      double x = found_point (comparison, j)->x - t->x, y = found_point (comparison, j)->y - t->y;
      of->n++;
      of->x += x;
      of->y += y;
      of->square += x * x + y * y;
    }
  for (guint i = 0; i < comparison->truth->n_tracks; i++)
    {
      const Sums *of = &sums[i];

      if (of->n == 0)
        continue;
      n += of->n;
      offset += (of->x * of->x + of->y * of->y) / of->n;
      jitter += of->square - (of->x * of->x + of->y * of->y) / of->n;
    }
  self->offset = n > 0 ? sqrt (offset / n) : NAN;
  self->jitter = n > 0 ? sqrt (MAX (jitter, 0) / n) : NAN;
}

static void
describe_tracks (VenuleEvaluateCells *self,
                 const Comparison    *comparison,
                 GHashTable          *claims)
{
  guint n_found = comparison->found->n_tracks;
  g_autofree guint *on = g_new0 (guint, (gsize) comparison->truth->n_tracks * n_found + 1);
  g_autofree guint *uncounted = g_new0 (guint, n_found + 1);
  g_autofree guint *seconds = g_new0 (guint, n_found + 1);

  count_matches (self, comparison, on, uncounted);
  count_second_sights (comparison, seconds);
  for (guint j = 0; j < n_found; j++)
    {
      VenuleEvaluateTrack *track = track_at (self, j);
      const char *id = g_ptr_array_index (comparison->found->ids, j);
      const VenuleEvaluateClaim *claim = claims != NULL ? g_hash_table_lookup (claims, id) : NULL;
      guint most = 0;

      for (guint i = 0; i < comparison->truth->n_tracks; i++)
        most = MAX (most, on[(gsize) i * n_found + j]);
      track->id = g_string_chunk_insert (self->ids, id);
      track->claimed = claim != NULL;
      track->class = claim != NULL ? claim->kind : VENULE_CELL_OTHER;
      track->quality = claim != NULL ? claim->quality : NAN;
      track->velocity = claim != NULL ? claim->velocity : NAN;
      track->standard_error = claim != NULL ? claim->standard_error : NAN;
      track->false_track = 2 * (track->matched + track->ignored) < track->spots;
      track->duplicate = track->false_track &&
                         2 * seconds[j] > track->spots - track->matched - track->ignored;
      track->right = most >= VENULE_EVALUATE_COVER * track->spots;
      track->counts = 2 * uncounted[j] <= track->spots;
      track->judged = 2 * track->ignored <= track->spots;
      self->n_false += track->false_track;
      self->n_duplicates += track->duplicate;
    }
}

static void
count_classes (VenuleEvaluateCells *self)
{
  for (guint i = 0; i < self->cells->len; i++)
    {
      if (cell_at (self, i)->counts)
        self->n_true[cell_at (self, i)->class]++;
    }
  for (guint j = 0; j < self->tracks->len; j++)
    {
      if (track_at (self, j)->counts && track_at (self, j)->claimed)
        self->n_found[track_at (self, j)->class]++;
    }
  for (guint k = 0; k < VENULE_EVALUATE_N_CLASSES; k++)
    self->count_error[k] = self->claimed && self->n_true[k] > 0
                             ? ((double) self->n_found[k] - self->n_true[k]) / self->n_true[k]
                             : NAN;
}

static void
compare_rolling_velocities (VenuleEvaluateCells *self)
{
  g_autoptr(GArray) true_velocities = g_array_new (FALSE, FALSE, sizeof (double));
  g_autoptr(GArray) found_velocities = g_array_new (FALSE, FALSE, sizeof (double));

  for (guint i = 0; i < self->cells->len; i++)
    {
      const VenuleEvaluateCell *cell = cell_at (self, i);

      if (cell->counts && cell->class == VENULE_CELL_ROLLING && isfinite (cell->velocity))
        g_array_append_val (true_velocities, cell->velocity);
    }
  for (guint j = 0; j < self->tracks->len; j++)
    {
      const VenuleEvaluateTrack *track = track_at (self, j);

      if (track->counts && track->claimed && track->class == VENULE_CELL_ROLLING && isfinite (track->velocity))
        g_array_append_val (found_velocities, track->velocity);
    }

  self->velocity_ks = NAN;
  if (self->claimed && self->n_true[VENULE_CELL_ROLLING] > 0)
    self->velocity_ks = true_velocities->len > 0 && found_velocities->len > 0
                          ? venule_statistics_distance (true_velocities, found_velocities)
                          : 1;
}

static void
judge_qualities (VenuleEvaluateCells *self)
{
  g_autofree double *said = g_new (double, self->tracks->len + 1);
  g_autofree gboolean *right = g_new (gboolean, self->tracks->len + 1);
  guint n = 0;

  for (guint j = 0; j < self->tracks->len; j++)
    {
      const VenuleEvaluateTrack *track = track_at (self, j);

      if (!track->claimed || !track->judged || isnan (track->quality))
        continue;
      said[n] = track->quality;
      right[n] = track->right;
      n++;
    }
  venule_probability_calibration_measure (said, right, n, &self->calibration);
}

VenuleEvaluateCells *
venule_evaluate_compare_cells (const Comparison *comparison,
                               GHashTable       *claims)
{
  VenuleEvaluateCells *self = g_new0 (VenuleEvaluateCells, 1);

  self->ids = g_string_chunk_new (1024);
  self->cells = g_array_new (FALSE, TRUE, sizeof (VenuleEvaluateCell));
  self->tracks = g_array_new (FALSE, TRUE, sizeof (VenuleEvaluateTrack));
  g_array_set_size (self->cells, comparison->truth->n_tracks);
  g_array_set_size (self->tracks, comparison->found->n_tracks);
  self->claimed = claims != NULL;
  self->notes = venule_evaluate_list_notes (comparison->truth, comparison->found, comparison->options);

  describe_cells (self, comparison);
  describe_tracks (self, comparison, claims);
  measure_offsets (self, comparison);
  count_classes (self);
  compare_rolling_velocities (self);
  judge_qualities (self);

  return self;
}

void
venule_evaluate_cells_free (VenuleEvaluateCells *self)
{
  if (self == NULL)
    return;

  g_array_unref (self->cells);
  g_array_unref (self->tracks);
  g_string_chunk_free (self->ids);
  g_ptr_array_unref (self->notes);
  g_free (self);
}
