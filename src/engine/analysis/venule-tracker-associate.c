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
#include "venule-neighbours.h"

#define GATE_ALONG 0.9      /* times the expected radius */
#define GATE_ACROSS 0.7
#define EXPLAINED 0.9       /* times the expected radius: a detection so near to a tracklet begins no other */
#define EXPLAINED_MISSED 0.7 /* the same for a tracklet that no detection agrees with just now */
#define DETECTION_GAIN 0.3  /* pull of a tracklet's position towards the detection */
#define CONFIRM_CLEAR 3     /* clear detections that make a cell */
#define CONFIRM_FAINT 5     /* faint ones, of something that moves */
#define FIXTURE_SUPPORTS 6
#define MOVED 0.5           /* cell diameters along the flow: further than the jitter of what stands still */

/* px */
static double
gate_along_flow (const VenuleTracker  *self,
                 const VenuleTracklet *tracklet)
{
  double gate = GATE_ALONG * self->radius;

  /* A tracklet that lost its cell may find it again ahead of or behind where it coasted to. */
  if (tracklet->coasted > 0)
    gate += MIN (0.5 * self->max_velocity * MIN (tracklet->coasted, self->step + self->interval), 2 * self->radius);
  return gate;
}

/* Distance in gates; INFINITY outside. */
static double
association_cost (const VenuleTracker   *self,
                  VenuleTracklet        *tracklet,
                  const VenuleDetection *detection,
                  double                 gate_along)
{
  const VenuleSpot *spot = venule_tracklet_last (tracklet);
  double along, across;

  venule_tracker_to_flow (self, detection->x - spot->x, detection->y - spot->y, &along, &across);

  double cost = hypot (along / gate_along, across / (GATE_ACROSS * self->radius));
  return cost <= 1 ? cost : INFINITY;
}

/**
 * venule_tracker_believes:
 * @self: the tracker
 * @tracklet: a tracklet
 *
 * A wall never moves and a streak is never seen twice in the same shape: what is faint must move like a cell, and what stands
 * still must look like one.
 *
 * Returns: whether the detections so far make it a cell
 */
gboolean
venule_tracker_believes (const VenuleTracker *self,
                         VenuleTracklet      *tracklet)
{
  const VenuleSpot *first = venule_tracklet_spot (tracklet, 0);
  const VenuleSpot *last = venule_tracklet_spot (tracklet, tracklet->last_support);
  double along, across;

  venule_tracker_to_flow (self, last->x - first->x, last->y - first->y, &along, &across);
  if (tracklet->score_sum >= VENULE_CLEAR_SCORE * tracklet->supports)
    return tracklet->supports >= CONFIRM_CLEAR;
  return tracklet->supports >= CONFIRM_FAINT && along >= MOVED * 2 * self->radius;
}

static void
support (VenuleTracker         *self,
         VenuleTracklet        *tracklet,
         const VenuleDetection *detection)
{
  VenuleSpot *spot = venule_tracklet_last (tracklet);
  double gain = tracklet->coasted > 0 ? 1 : DETECTION_GAIN;

  spot->x += gain * (detection->x - spot->x);
  spot->y += gain * (detection->y - spot->y);
  spot->source = VENULE_SPOT_DETECTED;
  spot->score = (float) detection->score;
  tracklet->supports++;
  tracklet->misses = 0;
  tracklet->coasted = 0;
  tracklet->score_sum += detection->score;
  tracklet->last_support = tracklet->spots->len - 1;
  if (!tracklet->confirmed && venule_tracker_believes (self, tracklet))
    {
      tracklet->confirmed = TRUE;
      tracklet->id = ++self->n_confirmed;
    }
}

/* A faint thing that has stood at its place for some time: part of the wall, most likely. It is never shown, but what it looks
 * like must not be taken for a cell that passes by. */
static gboolean
is_fixture (const VenuleTracker *self,
            VenuleTracklet      *tracklet)
{
  const VenuleSpot *first = venule_tracklet_spot (tracklet, 0), *last = venule_tracklet_last (tracklet);

  return !tracklet->confirmed && tracklet->supports >= FIXTURE_SUPPORTS &&
         hypot (last->x - first->x, last->y - first->y) < 0.3 * self->radius;
}

/* Which of the tracklets may have which of the detections that nobody has yet. (element-type VenuleAssignmentPair) */
static GArray *
possible_pairs (VenuleTracker    *self,
                GPtrArray        *tracklets,
                GArray           *detections,
                VenuleNeighbours *places,
                const gboolean   *used)
{
  GArray *pairs = g_array_new (FALSE, FALSE, sizeof (VenuleAssignmentPair));
  g_autoptr (GArray) near = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint i = 0; i < tracklets->len; i++)
    {
      VenuleTracklet *tracklet = g_ptr_array_index (tracklets, i);
      const VenuleSpot *spot = venule_tracklet_last (tracklet);
      double gate = gate_along_flow (self, tracklet);

      venule_neighbours_find (places, spot->x, spot->y, gate, near);
      for (guint k = 0; k < near->len; k++)
        {
          guint j = g_array_index (near, guint, k);
          const VenuleDetection *detection = &g_array_index (detections, VenuleDetection, j);
          VenuleAssignmentPair pair = { i, j, used[j] ? INFINITY : association_cost (self, tracklet, detection, gate) };

          if (isfinite (pair.cost))
            g_array_append_val (pairs, pair);
        }
    }
  return pairs;
}

/* One round over the tracklets that are (or are not) known: cells and fixtures choose before what may be chance. */
static void
associate_round (VenuleTracker    *self,
                 GArray           *detections,
                 VenuleNeighbours *places,
                 gboolean          known,
                 gboolean         *used)
{
  g_autoptr (GPtrArray) chosen = g_ptr_array_new ();

  for (guint i = 0; i < self->live->len; i++)
    {
      VenuleTracklet *tracklet = g_ptr_array_index (self->live, i);

      if ((tracklet->confirmed || is_fixture (self, tracklet)) == known)
        g_ptr_array_add (chosen, tracklet);
    }

  g_autoptr (GArray) pairs = possible_pairs (self, chosen, detections, places, used);
  g_autofree int *rows = g_new (int, chosen->len);
  venule_assignment_solve_pairs ((const VenuleAssignmentPair *) pairs->data, pairs->len, chosen->len, detections->len,
                                 rows);

  for (guint i = 0; i < chosen->len; i++)
    {
      VenuleTracklet *tracklet = g_ptr_array_index (chosen, i);

      if (rows[i] >= 0)
        {
          used[rows[i]] = TRUE;
          support (self, tracklet, &g_array_index (detections, VenuleDetection, rows[i]));
        }
      else
        {
          tracklet->misses++;
        }
    }
}

static gboolean
explains (const VenuleTracker   *self,
          VenuleTracklet        *tracklet,
          const VenuleDetection *detection)
{
  const VenuleSpot *spot = venule_tracklet_last (tracklet);
  double reach = tracklet->misses == 0 ? EXPLAINED : EXPLAINED_MISSED;

  return hypot (spot->x - detection->x, spot->y - detection->y) < reach * self->radius;
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

  memcpy (spot.contour, detection->contour, sizeof spot.contour);
  g_ptr_array_add (self->live, venule_tracklet_new (self->n_begun++, &spot, detection->radius));
}

/* @near is room to work in. */
static void
mark_explained (VenuleTracker    *self,
                VenuleTracklet   *tracklet,
                GArray           *detections,
                VenuleNeighbours *places,
                GArray           *near,
                gboolean         *used)
{
  const VenuleSpot *spot = venule_tracklet_last (tracklet);

  venule_neighbours_find (places, spot->x, spot->y, EXPLAINED * self->radius, near);
  for (guint k = 0; k < near->len; k++)
    {
      guint j = g_array_index (near, guint, k);

      used[j] |= explains (self, tracklet, &g_array_index (detections, VenuleDetection, j));
    }
}

/* The best detections come first, and what they begin explains others in turn. */
static void
begin_unexplained (VenuleTracker    *self,
                   GArray           *detections,
                   VenuleNeighbours *places,
                   gboolean         *used,
                   gint64            frame,
                   double            time)
{
  g_autoptr (GArray) near = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint i = 0; i < self->live->len; i++)
    mark_explained (self, g_ptr_array_index (self->live, i), detections, places, near, used);

  for (guint j = 0; j < detections->len; j++)
    if (!used[j])
      {
        begin_tracklet (self, &g_array_index (detections, VenuleDetection, j), frame, time);
        mark_explained (self, g_ptr_array_index (self->live, self->live->len - 1), detections, places, near, used);
      }
}

/**
 * venule_tracker_associate:
 * @self: the tracker
 * @detections: (element-type VenuleDetection): of the new frame, the best first
 * @frame: its number
 * @time: s
 *
 * Gives each tracklet the detection that agrees with it (least total distance, the certain cells first), and begins a tracklet
 * with each detection that none explains.
 */
void
venule_tracker_associate (VenuleTracker *self,
                          GArray        *detections,
                          gint64         frame,
                          double         time)
{
  g_autoptr (VenuleNeighbours) places = venule_neighbours_new (detections->len);
  g_autofree gboolean *used = g_new0 (gboolean, detections->len + 1);

  for (guint i = 0; i < self->live->len; i++)
    ((VenuleTracklet *) g_ptr_array_index (self->live, i))->chances++;
  for (guint j = 0; j < detections->len; j++)
    {
      const VenuleDetection *detection = &g_array_index (detections, VenuleDetection, j);

      venule_neighbours_add (places, detection->x, detection->y);
    }

  associate_round (self, detections, places, TRUE, used);
  associate_round (self, detections, places, FALSE, used);
  begin_unexplained (self, detections, places, used, frame, time);
}
