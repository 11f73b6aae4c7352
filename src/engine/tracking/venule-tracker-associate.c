/* venule-tracker-associate.c: which detection is which cell
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-tracker-private.h"

#include <math.h>
#include <string.h>

#include "venule-assignment.h"
#include "venule-detector.h"
#include "venule-spatial-index.h"

#define UNLIKELY 13.0        /* cost of leaving a tracklet without a detection: three standard errors each way */
#define GATE 3.0            /* times the expected radius, beyond which nothing is considered */
#define STOPPED 3.0         /* what it costs to have stopped */
#define STOPPED_SD 0.15     /* times the expected radius: of a place where a cell stands */
#define APPEARANCE_SD 0.5   /* spreads of the gray levels */
#define APPEARANCE_MAX 7.0  /* cells turn, and pass others */
#define SCORE_WEIGHT 0.5
#define EXPLAINED 0.6       /* times the expected radius: a detection so near to a tracklet begins no other */
#define FRESH_SCORE 0.3     /* of a detection that may begin a tracklet */
#define CONFIRM_CLEAR 3     /* clear detections that make a cell */
#define CONFIRM_FAINT 6     /* faint ones, of something that moves */
#define FIXTURE_HITS 6
#define MOVED 0.5           /* cell diameters along the flow: further than the jitter of what stands still */

static double
square (double x)
{
  return x * x;
}

/* @along: px from where the motion leads. A cell goes on as it did, or it has stopped since it was seen last. */
static double
along_cost (const VenuleTracker    *self,
            const VenulePrediction *prediction,
            double                  along)
{
  double goes_on = square (along / prediction->along_sd) / 2;
  double stopped = STOPPED + square ((along + prediction->from_seen) / (STOPPED_SD * self->radius)) / 2;

  return MIN (goes_on, stopped);
}

static double
appearance_cost (const VenuleTracklet  *tracklet,
                 const VenuleDetection *detection)
{
  double sum = 0;

  if (tracklet->n_appearances == 0)
    return 0;
  for (int i = 0; i < VENULE_APPEARANCE; i++)
    sum += square ((detection->appearance[i] - tracklet->appearance[i]) / APPEARANCE_SD) / 2;
  return MIN (sum, APPEARANCE_MAX);
}

/* How unlikely it is that the detection is the tracklet's cell: minus the logarithm of a likelihood, but for a
 * constant. */
static double
association_cost (const VenuleTracker    *self,
                  const VenuleTracklet   *tracklet,
                  const VenulePrediction *prediction,
                  const VenuleDetection  *detection)
{
  double along, across;

  venule_tracker_to_flow (self, detection->x - prediction->x, detection->y - prediction->y, &along, &across);
  return along_cost (self, prediction, along) + square (across / prediction->across_sd) / 2 +
         appearance_cost (tracklet, detection) - SCORE_WEIGHT * log (MAX (detection->score, 1e-3));
}

/**
 * venule_tracker_believes:
 * @self: the tracker
 * @tracklet: a tracklet
 *
 * A wall never moves and a streak is never seen twice in the same shape: what is faint must move like a cell, and what
 * stands still must look like one.
 *
 * Returns: whether the detections so far make it a cell
 */
gboolean
venule_tracker_believes (const VenuleTracker *self,
                         VenuleTracklet      *tracklet)
{
  const VenuleSpot *first = venule_tracklet_spot (tracklet, 0);
  const VenuleSpot *last = venule_tracklet_spot (tracklet, tracklet->last_hit);
  double along, across;

  if (tracklet->held)
    return TRUE;
  venule_tracker_to_flow (self, last->x - first->x, last->y - first->y, &along, &across);
  if (tracklet->score_sum >= VENULE_CLEAR_SCORE * tracklet->hits)
    return tracklet->hits >= CONFIRM_CLEAR;
  return tracklet->hits >= CONFIRM_FAINT && along >= MOVED * 2 * self->radius;
}

/* A faint thing that has stood at its place for some time: part of the wall, most likely. It is never shown, but what
 * it looks like must not be taken for a cell that passes by. */
static gboolean
is_fixture (const VenuleTracker *self,
            VenuleTracklet      *tracklet)
{
  const VenuleSpot *first = venule_tracklet_spot (tracklet, 0), *last = venule_tracklet_last (tracklet);

  return !tracklet->confirmed && tracklet->hits >= FIXTURE_HITS &&
         hypot (last->x - first->x, last->y - first->y) < 0.3 * self->radius;
}

/* (transfer full): numbered like the detections. */
VenuleSpatialIndex *
venule_tracker_places_of (GArray *detections)
{
  VenuleSpatialIndex *places = venule_spatial_index_new (detections->len);

  for (guint j = 0; j < detections->len; j++)
    {
      const VenuleDetection *detection = &g_array_index (detections, VenuleDetection, j);

      venule_spatial_index_add (places, detection->x, detection->y);
    }
  return places;
}

/* Which of the tracklets may have which of the free detections. (element-type VenuleAssignmentPair) */
static GArray *
possible_pairs (VenuleTracker      *self,
                GArray             *chosen,
                GArray             *detections,
                VenuleSpatialIndex *places,
                const gboolean     *used)
{
  GArray *pairs = g_array_new (FALSE, FALSE, sizeof (VenuleAssignmentPair));
  g_autoptr (GArray) near = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint row = 0; row < chosen->len; row++)
    {
      guint i = g_array_index (chosen, guint, row);
      const VenuleTracklet *tracklet = g_ptr_array_index (self->live, i);
      const VenulePrediction *prediction = &g_array_index (self->predictions, VenulePrediction, i);
      VenuleAssignmentPair alone = { row, detections->len + row, UNLIKELY };

      /* A column of its own: left alone rather than paired with what is unlikely. */
      g_array_append_val (pairs, alone);
      venule_spatial_index_find (places, prediction->x, prediction->y,
                                 MAX (MIN (GATE * self->radius,
                                           4.5 * MAX (prediction->along_sd, prediction->across_sd)),
                                      fabs (prediction->from_seen) + self->radius / 2),
                                 near);
      for (guint k = 0; k < near->len; k++)
        {
          guint j = g_array_index (near, guint, k);
          const VenuleDetection *detection = &g_array_index (detections, VenuleDetection, j);
          VenuleAssignmentPair pair = { row, j, association_cost (self, tracklet, prediction, detection) };

          if (!used[j] && pair.cost < UNLIKELY)
            g_array_append_val (pairs, pair);
        }
    }
  return pairs;
}

/* One round over the tracklets that are (or are not) known: cells and fixtures choose before what may be chance. */
static void
associate_round (VenuleTracker      *self,
                 GArray             *detections,
                 VenuleSpatialIndex *places,
                 gboolean            known,
                 gboolean           *used)
{
  g_autoptr (GArray) chosen = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint i = 0; i < self->live->len; i++)
    {
      VenuleTracklet *tracklet = g_ptr_array_index (self->live, i);

      if ((tracklet->confirmed || is_fixture (self, tracklet)) == known)
        g_array_append_val (chosen, i);
    }

  g_autoptr (GArray) pairs = possible_pairs (self, chosen, detections, places, used);
  g_autofree int *columns = g_new (int, chosen->len + 1);
  venule_assignment_solve_pairs ((const VenuleAssignmentPair *) pairs->data, pairs->len, chosen->len,
                                 detections->len + chosen->len, columns);

  for (guint row = 0; row < chosen->len; row++)
    {
      guint i = g_array_index (chosen, guint, row);

      if (columns[row] >= (int) detections->len)
        continue;
      g_array_index (self->predictions, VenulePrediction, i).detection = columns[row];
      used[columns[row]] = TRUE;
    }
}

/**
 * venule_tracker_associate:
 * @self: the tracker, with its predictions
 * @detections: (element-type VenuleDetection): of the new frame
 *
 * Assigns to each prediction the detection that is most likely its cell, or none: the assignment of greatest joint
 * likelihood, confirmed cells first.
 */
void
venule_tracker_associate (VenuleTracker *self,
                          GArray        *detections)
{
  g_autoptr (VenuleSpatialIndex) places = venule_tracker_places_of (detections);
  g_autofree gboolean *used = g_new0 (gboolean, detections->len + 1);

  associate_round (self, detections, places, TRUE, used);
  associate_round (self, detections, places, FALSE, used);
}

static void
begin_tracklet (VenuleTracker         *self,
                const VenuleDetection *detection,
                gint64                 frame,
                double                 time)
{
  VenuleSpot spot = {
    .frame = frame,
    .time = time,
    .x = detection->x,
    .y = detection->y,
    .radius = (float) detection->radius,
    .score = (float) detection->score,
    .source = VENULE_SPOT_DETECTED,
  };
  VenuleObservation step = {
    .move_sd = (float) (VNK_MAX_SEARCH * self->radius),
    .seen_x = (float) detection->x,
    .seen_y = (float) detection->y,
    .seen_sd = (float) (VENULE_SEEN_SD * self->radius / sqrt (MAX (detection->score, 0.1))),
  };

  memcpy (spot.contour, detection->contour, sizeof spot.contour);
  memcpy (step.appearance, detection->appearance, sizeof step.appearance);
  VenuleTracklet *tracklet = venule_tracklet_new (self->n_begun++, &spot, &step);
  venule_tracklet_update_appearance (tracklet, detection->appearance);
  g_ptr_array_add (self->live, tracklet);
}

/* Where a cell is followed already, a detection so near is a second sight of it. */
static void
explain (const VenuleTracker *self,
         VenuleTracklet      *tracklet,
         GArray              *detections,
         VenuleSpatialIndex  *places,
         GArray              *near,
         gboolean            *explained)
{
  const VenuleSpot *spot = venule_tracklet_last (tracklet);

  venule_spatial_index_find (places, spot->x, spot->y, EXPLAINED * self->radius, near);
  for (guint k = 0; k < near->len; k++)
    {
      guint j = g_array_index (near, guint, k);
      const VenuleDetection *detection = &g_array_index (detections, VenuleDetection, j);

      if (hypot (spot->x - detection->x, spot->y - detection->y) < EXPLAINED * self->radius)
        explained[j] = TRUE;
    }
}

/* What belongs to no cell so far may be one that flows freely. */
static void
note_loose (VenuleTracker  *self,
            GArray         *detections,
            const gboolean *known,
            gint64          frame,
            double          time)
{
  venule_free_flow_begin_frame (self->free_flow, frame, time);
  for (guint j = 0; j < detections->len; j++)
    {
      if (!known[j])
        venule_free_flow_add (self->free_flow, &g_array_index (detections, VenuleDetection, j));
    }
}

void
venule_tracker_begin (VenuleTracker *self,
                      GArray        *detections,
                      gint64         frame,
                      double         time)
{
  g_autoptr (VenuleSpatialIndex) places = venule_tracker_places_of (detections);
  g_autoptr (GArray) near = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autofree gboolean *explained = g_new0 (gboolean, detections->len + 1);
  g_autofree gboolean *used = g_new0 (gboolean, detections->len + 1);
  g_autofree gboolean *known = g_new0 (gboolean, detections->len + 1);

  for (guint i = 0; i < self->predictions->len; i++)
    {
      int j = g_array_index (self->predictions, VenulePrediction, i).detection;

      if (j < 0)
        continue;
      used[j] = TRUE;
      known[j] = ((VenuleTracklet *) g_ptr_array_index (self->live, i))->confirmed;
    }
  if (!(self->ablation & VENULE_ABLATE_FREE_FLOW))
    note_loose (self, detections, known, frame, time);

  for (guint i = 0; i < self->live->len; i++)
    explain (self, g_ptr_array_index (self->live, i), detections, places, near, explained);

  /* In the order of the detector's scores: what the clearer ones begin explains others in turn. */
  for (guint j = 0; j < detections->len; j++)
    {
      const VenuleDetection *detection = &g_array_index (detections, VenuleDetection, j);

      if (used[j] || explained[j] || detection->score < FRESH_SCORE)
        continue;
      begin_tracklet (self, detection, frame, time);
      explain (self, g_ptr_array_index (self->live, self->live->len - 1), detections, places, near, explained);
    }
}
