/* venule-tracker-associate.c: which detection is which cell
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-tracker-private.h"

#include <math.h>

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
#define CONFIRM_CLEAR 3     /* clear detections that make a cell */
#define CONFIRM_FAINT 6     /* faint ones, of something that moves */
#define FIXTURE_HITS 6
#define MOVED 0.5           /* cell diameters: further than the jitter of what stands still */

static double
square (double x)
{
  return x * x;
}

/* A cell goes on as it did, or it has stopped since it was seen last. */
static double
place_cost (const VenuleTracker    *self,
            const VenulePrediction *prediction,
            const VenuleDetection  *detection)
{
  VenulePoint off = venule_tracker_turn (prediction->way, detection->x - prediction->x, detection->y - prediction->y);
  double goes_on = square (off.x / prediction->along_sd) / 2 + square (off.y / prediction->across_sd) / 2;
  double stopped = STOPPED + square (hypot (detection->x - prediction->rest.x, detection->y - prediction->rest.y) /
                                     (STOPPED_SD * self->radius)) / 2;

  return MIN (goes_on, stopped);
}

double
venule_tracker_look_cost (const float *appearance,
                          const float *other)
{
  double sum = 0;

  for (int i = 0; i < VENULE_APPEARANCE; i++)
    sum += square ((other[i] - appearance[i]) / APPEARANCE_SD) / 2;
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
  double cost = place_cost (self, prediction, detection) - SCORE_WEIGHT * log (MAX (detection->score, 1e-3));

  return tracklet->n_appearances > 0
         ? cost + venule_tracker_look_cost (tracklet->appearance, detection->appearance) : cost;
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

  if (tracklet->held)
    return TRUE;
  if (tracklet->score_sum >= VENULE_CLEAR_SCORE * tracklet->hits)
    return tracklet->hits >= CONFIRM_CLEAR;
  return tracklet->hits >= CONFIRM_FAINT &&
         hypot (last->x - first->x, last->y - first->y) >= MOVED * 2 * self->radius;
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
                                      hypot (prediction->x - prediction->rest.x, prediction->y - prediction->rest.y) +
                                        self->radius / 2),
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
