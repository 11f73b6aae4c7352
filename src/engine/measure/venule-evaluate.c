/* venule-evaluate.c: found tracks against the truth
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-evaluate.h"

#include "venule-assignment.h"
#include "venule-evaluate-private.h"
#include "venule-statistics.h"

/* The points of one frame in both tables. */
typedef struct {
  guint truth, n_truth;
  guint found, n_found;
} Frame;

static inline guint *
count_of (const Comparison *self,
          guint            *counts,
          guint             true_track,
          guint             found_track)
{
  return &counts[(gsize) true_track * self->found->n_tracks + found_track];
}

/* px between the two; infinite when that is too far for a match. */
static double
distance (const Comparison *self,
          guint             truth,
          guint             found)
{
  const VenuleEvaluatePoint *t = true_point (self, truth);
  const VenuleEvaluatePoint *f = found_point (self, found);
  double limit = self->options->max_distance > 0 ? self->options->max_distance : t->radius;
  double d = hypot (t->x - f->x, t->y - f->y);

  return d <= limit ? d : INFINITY;
}

/* The next frame that has points in either table. */
static gboolean
next_frame (const Comparison *self,
            Frame            *frame)
{
  gint64 number = G_MAXINT64;

  frame->truth += frame->n_truth;
  frame->found += frame->n_found;
  frame->n_truth = frame->n_found = 0;
  if (frame->truth < self->truth->points->len)
    number = true_point (self, frame->truth)->frame;
  if (frame->found < self->found->points->len)
    number = MIN (number, found_point (self, frame->found)->frame);

  while (frame->truth + frame->n_truth < self->truth->points->len &&
         true_point (self, frame->truth + frame->n_truth)->frame == number)
    frame->n_truth++;
  while (frame->found + frame->n_found < self->found->points->len &&
         found_point (self, frame->found + frame->n_found)->frame == number)
    frame->n_found++;

  return frame->n_truth + frame->n_found > 0;
}

/*
 * Matches the points of one frame one to one. @kept: (nullable): for each true track the found track that it is to keep
 * when that is near enough, as the CLEAR measures want it. Ignored cells take part: a spot belongs to the cell that it
 * is on.
 */
static void
match_frame (const Comparison *self,
             const Frame      *frame,
             const int        *kept,
             int              *partner)
{
  g_autofree double *cost = g_new (double, (gsize) frame->n_truth * frame->n_found + 1);
  g_autofree int *row_to_col = g_new (int, frame->n_truth + 1);
  g_autofree gboolean *settled_truth = g_new0 (gboolean, frame->n_truth + 1);
  g_autofree gboolean *settled_found = g_new0 (gboolean, frame->n_found + 1);

  for (guint i = 0; i < frame->n_truth; i++)
    partner[frame->truth + i] = -1;

  for (guint i = 0; kept != NULL && i < frame->n_truth; i++)
    {
      int track = kept[true_point (self, frame->truth + i)->track];

      for (guint j = 0; j < frame->n_found; j++)
        {
          if ((int) found_point (self, frame->found + j)->track == track && !settled_found[j] &&
              isfinite (distance (self, frame->truth + i, frame->found + j)))
            {
              partner[frame->truth + i] = frame->found + j;
              settled_truth[i] = settled_found[j] = TRUE;
            }
        }
    }

  for (guint i = 0; i < frame->n_truth; i++)
    {
      for (guint j = 0; j < frame->n_found; j++)
        cost[i * frame->n_found + j] = settled_truth[i] || settled_found[j]
                                         ? INFINITY
                                         : distance (self, frame->truth + i, frame->found + j);
    }

  venule_assignment_solve (cost, frame->n_truth, frame->n_found, row_to_col);
  for (guint i = 0; i < frame->n_truth; i++)
    {
      if (row_to_col[i] >= 0)
        partner[frame->truth + i] = frame->found + row_to_col[i];
    }
}

static double
ratio (double numerator,
       double denominator)
{
  return denominator > 0 ? numerator / denominator : NAN;
}

/* Frame by frame: precision, recall, distances. */
static void
compare_spots (Comparison       *self,
               VenuleEvaluation *evaluation)
{
  double squares = 0;
  Frame frame = { 0 };

  while (next_frame (self, &frame))
    match_frame (self, &frame, NULL, self->partner);

  for (guint i = 0; i < self->truth->points->len; i++)
    {
      const VenuleEvaluatePoint *t = true_point (self, i);
      int j = self->partner[i];

      evaluation->n_truth += !t->ignored;
      if (j < 0)
        continue;
      if (t->ignored)
        {
          self->dropped[j] = TRUE;
          evaluation->n_ignored++;
          continue;
        }
      evaluation->true_positives++;
      squares += distance (self, i, j) * distance (self, i, j);
      (*count_of (self, self->pairs, t->track, found_point (self, j)->track))++;
    }

  evaluation->n_found = self->found->points->len - evaluation->n_ignored;
  evaluation->false_positives = evaluation->n_found - evaluation->true_positives;
  evaluation->false_negatives = evaluation->n_truth - evaluation->true_positives;
  evaluation->precision = ratio (evaluation->true_positives, evaluation->n_found);
  evaluation->recall = ratio (evaluation->true_positives, evaluation->n_truth);
  evaluation->f1 = ratio (2.0 * evaluation->true_positives, evaluation->n_truth + evaluation->n_found);
  evaluation->rmse = sqrt (ratio (squares, evaluation->true_positives));
}

/* The CLEAR measure: with pairs that hold on to each other, and switches where they do not. */
static void
compare_in_time (Comparison       *self,
                 VenuleEvaluation *evaluation)
{
  g_autofree int *partner = g_new (int, self->truth->points->len + 1);
  g_autofree int *last = g_new (int, self->truth->n_tracks + 1);
  g_autofree int *kept = g_new (int, self->truth->n_tracks + 1);
  g_autofree int *owner = g_new (int, self->found->n_tracks + 1);
  guint right = 0;
  guint false_spots = 0;
  Frame frame = { 0 };

  for (guint i = 0; i < self->truth->n_tracks; i++)
    last[i] = kept[i] = -1;
  for (guint j = 0; j < self->found->n_tracks; j++)
    owner[j] = -1;

  while (next_frame (self, &frame))
    {
      guint ignored = 0;
      guint matched = 0;

      match_frame (self, &frame, kept, partner);
      for (guint i = frame.truth; i < frame.truth + frame.n_truth; i++)
        {
          const VenuleEvaluatePoint *t = true_point (self, i);
          int track;

          if (partner[i] < 0)
            continue;
          track = found_point (self, partner[i])->track;
          if (t->ignored)
            {
              ignored++;
            }
          else
            {
              matched++;
              evaluation->switches += last[t->track] >= 0 && last[t->track] != track;
            }
          /* A found track that went over to another cell is no longer kept for the first one. */
          if (owner[track] >= 0 && owner[track] != (int) t->track)
            kept[owner[track]] = -1;
          owner[track] = t->track;
          kept[t->track] = last[t->track] = track;
        }
      right += matched;
      false_spots += frame.n_found - matched - ignored;
    }

  evaluation->mota = 1 - ratio ((double) evaluation->n_truth - right + false_spots + evaluation->switches,
                                evaluation->n_truth);
}

static void
count_together (Comparison *self)
{
  Frame frame = { 0 };

  while (next_frame (self, &frame))
    {
      for (guint i = frame.truth; i < frame.truth + frame.n_truth; i++)
        {
          if (true_point (self, i)->ignored)
            continue;
          for (guint j = frame.found; j < frame.found + frame.n_found; j++)
            {
              if (!self->dropped[j] && isfinite (distance (self, i, j)))
                (*count_of (self, self->together, true_point (self, i)->track, found_point (self, j)->track))++;
            }
        }
    }
}

/* One found track for a true one, for the whole recording. Any pair is allowed, as one that explains nothing costs
 * nothing: what counts is the number of spots explained, not that of pairs. */
static void
compare_identities (Comparison       *self,
                    VenuleEvaluation *evaluation)
{
  gsize n = (gsize) self->truth->n_tracks * self->found->n_tracks;
  g_autofree double *cost = g_new (double, n + 1);
  double explained = 0;

  count_together (self);
  for (gsize i = 0; i < n; i++)
    cost[i] = -(double) self->together[i];

  venule_assignment_solve (cost, self->truth->n_tracks, self->found->n_tracks, self->found_of);
  for (guint i = 0; i < self->truth->n_tracks; i++)
    {
      int j = self->found_of[i];
      guint frames = j >= 0 ? *count_of (self, self->together, i, j) : 0;

      if (frames == 0)
        self->found_of[i] = -1;
      explained += frames;
    }
  evaluation->idf1 = ratio (2 * explained, evaluation->n_truth + evaluation->n_found);
}

static gboolean
is_whole (const Comparison *self,
          guint             true_track,
          guint             n_spots)
{
  for (guint j = 0; j < self->found->n_tracks; j++)
    {
      gboolean alone = TRUE;

      if (*count_of (self, self->pairs, true_track, j) < VENULE_EVALUATE_COVER * n_spots)
        continue;
      for (guint other = 0; other < self->truth->n_tracks; other++)
        alone = alone && (other == true_track ||
                          *count_of (self, self->pairs, other, j) < VENULE_EVALUATE_LONG_TRACK);
      if (alone)
        return TRUE;
    }

  return FALSE;
}

static void
compare_tracks (Comparison       *self,
                VenuleEvaluation *evaluation)
{
  g_autofree guint *true_spots = g_new0 (guint, self->truth->n_tracks + 1);
  g_autofree guint *found_spots = g_new0 (guint, self->found->n_tracks + 1);

  for (guint i = 0; i < self->truth->points->len; i++)
    true_spots[true_point (self, i)->track] += !true_point (self, i)->ignored;
  for (guint j = 0; j < self->found->points->len; j++)
    found_spots[found_point (self, j)->track] += !self->dropped[j];

  for (guint j = 0; j < self->found->n_tracks; j++)
    evaluation->n_found_tracks += found_spots[j] > 0;
  for (guint i = 0; i < self->truth->n_tracks; i++)
    {
      evaluation->n_true_tracks += true_spots[i] > 0;
      if (true_spots[i] < VENULE_EVALUATE_LONG_TRACK)
        continue;
      evaluation->n_long_tracks++;
      evaluation->n_whole_tracks += is_whole (self, i, true_spots[i]);
    }
  evaluation->wholeness = ratio (evaluation->n_whole_tracks, evaluation->n_long_tracks);
}

static void
collect_common (Comparison *self)
{
  Frame frame = { 0 };

  while (next_frame (self, &frame))
    {
      for (guint i = frame.truth; i < frame.truth + frame.n_truth; i++)
        {
          const VenuleEvaluatePoint *t = true_point (self, i);
          Common *common = &self->commons[t->track];

          common->n_true += !t->ignored;

          for (guint j = frame.found; j < frame.found + frame.n_found; j++)
            {
              const VenuleEvaluatePoint *f = found_point (self, j);

              if (t->ignored || self->found_of[t->track] != (int) f->track || !isfinite (distance (self, i, j)))
                continue;
              common->n++;
              /* Where the picture's movement is unknown no velocity begins or ends. */
              if (isnan (f->shift_x))
                continue;
              if (common->found_first == NULL)
                {
                  common->true_first = t;
                  common->found_first = f;
                }
              common->true_last = t;
              common->found_last = f;
            }
        }
    }
}

double
venule_evaluate_displacement (const VenuleEvaluateOptions *options,
                              const VenuleEvaluatePoint   *from,
                              const VenuleEvaluatePoint   *to,
                              gboolean                     in_tissue)
{
  const VenuleVessel *vessel = options->vessel;
  double dx = to->x - from->x - (in_tissue ? to->shift_x - from->shift_x : 0);
  double dy = to->y - from->y - (in_tissue ? to->shift_y - from->shift_y : 0);
  double flow_x, flow_y;

  if (vessel == NULL || !venule_vessel_has_flow (vessel))
    return hypot (dx, dy);

  venule_vessel_get_flow (vessel, &flow_x, &flow_y);
  return flow_x * dx + flow_y * dy;
}

/* Pearson's r. */
static double
correlation (const GArray *a,
             const GArray *b)
{
  double mean_a = venule_statistics_mean (a);
  double mean_b = venule_statistics_mean (b);
  double aa = 0;
  double bb = 0;
  double ab = 0;

  for (guint i = 0; i < a->len; i++)
    {
      double da = g_array_index (a, double, i) - mean_a;
      double db = g_array_index (b, double, i) - mean_b;

      aa += da * da;
      bb += db * db;
      ab += da * db;
    }

  return ratio (ab, sqrt (aa * bb));
}

/* The velocities of a true and a found track over what they have in common, unless that is too little. */
static void
measure_common (const Comparison *self,
                Common           *common)
{
  /* One that does not say how the picture moved can be compared by places in the picture alone. */
  gboolean in_tissue = self->truth->shifted && self->found->shifted;
  double time;

  if (common->n < 2 || common->found_first == NULL ||
      common->n < MIN (VENULE_EVALUATE_LONG_TRACK, (common->n_true + 1) / 2))
    return;
  time = common->found_last->time - common->found_first->time;
  if (!(time > 0))
    return;

  common->measured = TRUE;
  common->v_true = venule_evaluate_displacement (self->options, common->true_first, common->true_last, in_tissue) /
                   time;
  common->v_found = venule_evaluate_displacement (self->options, common->found_first, common->found_last, in_tissue) /
                    time;
  common->moving = fabs (common->v_true) * time >= VENULE_EVALUATE_MOVED * common->true_first->radius;
}

static void
compare_velocities (Comparison       *self,
                    VenuleEvaluation *evaluation)
{
  g_autoptr(GArray) true_velocities = g_array_new (FALSE, FALSE, sizeof (double));
  g_autoptr(GArray) found_velocities = g_array_new (FALSE, FALSE, sizeof (double));
  g_autoptr(GArray) errors = g_array_new (FALSE, FALSE, sizeof (double));
  g_autoptr(GArray) biases = g_array_new (FALSE, FALSE, sizeof (double));

  for (guint i = 0; i < self->truth->n_tracks; i++)
    {
      Common *common = &self->commons[i];
      double error, bias;

      measure_common (self, common);
      if (!common->measured)
        continue;
      g_array_append_val (true_velocities, common->v_true);
      g_array_append_val (found_velocities, common->v_found);
      if (!common->moving)
        continue;
      bias = (common->v_found - common->v_true) / fabs (common->v_true);
      error = fabs (bias);
      g_array_append_val (errors, error);
      g_array_append_val (biases, bias);
    }

  evaluation->n_velocities = true_velocities->len;
  evaluation->n_moving = errors->len;
  evaluation->velocity_error = venule_statistics_quantile (errors, 0.5);
  evaluation->velocity_bias = venule_statistics_quantile (biases, 0.5);
  evaluation->velocity_correlation = correlation (true_velocities, found_velocities);
}

void
venule_evaluate_options_init (VenuleEvaluateOptions *options)
{
  *options = (VenuleEvaluateOptions){
    .kinds = VENULE_EVALUATE_ROLLING | VENULE_EVALUATE_ADHERENT,
    .first_frame = 0,
    .last_frame = G_MAXINT64,
  };
}

gboolean
venule_evaluate (const char                   *truth_path,
                 const char                   *spots_path,
                 const VenuleEvaluateOptions  *options,
                 VenuleEvaluation             *evaluation,
                 VenuleEvaluateCells         **cells,
                 GError                      **error)
{
  g_autoptr(VenuleEvaluateTable) truth = venule_evaluate_read_truth (truth_path, options, error);
  g_autoptr(VenuleEvaluateTable) found = NULL;
  g_autofree int *partner = NULL;
  g_autofree gboolean *dropped = NULL;
  g_autofree guint *together = NULL;
  g_autofree guint *pairs = NULL;
  g_autofree int *found_of = NULL;
  g_autofree Common *commons = NULL;
  g_autoptr(GHashTable) claims = NULL;
  Comparison comparison;
  gsize n;

  if (truth == NULL)
    return FALSE;
  found = venule_evaluate_read_spots (spots_path, options, error);
  if (found == NULL || !venule_evaluate_check_frames (truth, found, options, error) ||
      !venule_evaluate_check_size (truth, found, error))
    return FALSE;
  if (options->tracks_path != NULL &&
      ((claims = venule_evaluate_read_claims (options->tracks_path, options, error)) == NULL ||
       !venule_evaluate_check_claims (found, claims, options, error)))
    return FALSE;

  n = (gsize) truth->n_tracks * found->n_tracks;
  partner = g_new (int, truth->points->len + 1);
  dropped = g_new0 (gboolean, found->points->len + 1);
  together = g_new0 (guint, n + 1);
  pairs = g_new0 (guint, n + 1);
  found_of = g_new (int, truth->n_tracks + 1);
  commons = g_new0 (Common, truth->n_tracks + 1);
  comparison = (Comparison){ options, truth, found, partner, dropped, together, pairs, found_of, commons };

  *evaluation = (VenuleEvaluation){ 0 };
  compare_spots (&comparison, evaluation);
  compare_in_time (&comparison, evaluation);
  compare_identities (&comparison, evaluation);
  compare_tracks (&comparison, evaluation);
  collect_common (&comparison);
  compare_velocities (&comparison, evaluation);
  if (cells != NULL)
    *cells = venule_evaluate_compare_cells (&comparison, claims);

  return TRUE;
}
