/* venule-tracker-predict.c: where a cell should be in the next frame, and where its picture is found again
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-tracker-private.h"

#include <math.h>

#define PATCH_RADIUS 1.1      /* times the expected radius: the cell with its rim, little of what lies behind */
#define SEARCH_MIN 2.0        /* px both ways along the flow and across it … */
#define SEARCH_RADII 0.18     /* … or so many expected radii, where that is more: a larger picture of a cell moves by
                                 more px */
#define SEARCH_SHARE 0.4      /* of the predicted step: cells speed up and slow down */
#define LONGEST_FORESEEN 0.35 /* s */
#define KNOWN_MOVES 3         /* after which a cell's own velocity is believed */
#define JITTER 0.15           /* times the expected radius: of a foreseen place */
#define ACROSS 0.15           /* times the expected radius: the same across the flow */
#define SPEED_CHANGE 0.25      /* of the velocity, from a frame to the next */
#define PRIOR_REACH 1.0       /* diameters across the vessel within which cells are alike */
#define MIN_PRIORS 3

static void
reserve (VenuleTracker *self,
         guint          n)
{
  if (n <= self->capacity)
    return;
  self->capacity = MAX (2 * self->capacity, MAX (n, 64));
  self->matches = g_renew (vnk_ncc_match, self->matches, self->capacity);
}

/* s over which motion is foreseen: after a long gap in the recording only what stood still can be found again, and a
 * velocity of a hundredth of a pixel a second would lead away from it. */
static double
foreseen (const VenuleTracker *self)
{
  return MIN (self->step, MAX (LONGEST_FORESEEN, self->interval));
}

/* Mean velocity of the cells at this place across the vessel, px/s; FALSE where there were too few. */
static gboolean
usual_velocity (const VenuleTracker *self,
                double               across,
                double              *velocity)
{
  double sum = 0, weights = 0;

  for (guint i = 0; i < self->priors->len; i++)
    {
      const VenuleVelocityPrior *prior = &g_array_index (self->priors, VenuleVelocityPrior, i);
      double off = (prior->across - across) / (PRIOR_REACH * 2 * self->radius);
      double weight = exp (-off * off / 2);

      sum += weight * prior->velocity;
      weights += weight;
    }
  if (weights < MIN_PRIORS)
    return FALSE;
  *velocity = sum / weights;

  return TRUE;
}

/* Where the motion along the flow leads, and how far off that may be. */
static void
foresee (const VenuleTracker *self,
         VenuleTracklet      *tracklet,
         VenulePrediction    *prediction)
{
  const VenuleSpot *last = venule_tracklet_last (tracklet);
  double time = foreseen (self), doubts = 1 + 0.5 * tracklet->misses, velocity, dx, dy;
  double fastest = MIN (self->max_velocity * time, VNK_MAX_SEARCH);
  double step, jitter = JITTER * self->radius;

  if (tracklet->n_moves >= KNOWN_MOVES)
    {
      step = CLAMP (tracklet->velocity * time, -VNK_MAX_SEARCH, VNK_MAX_SEARCH);
      prediction->along_sd = hypot (jitter * (1 + 0.1 * tracklet->misses), SPEED_CHANGE * step * doubts);
    }
  else if (tracklet->n_moves > 0)
    {
      step = CLAMP (tracklet->velocity * time, -VNK_MAX_SEARCH, VNK_MAX_SEARCH);
      prediction->along_sd = hypot (2 * jitter, 0.2 * fastest) * doubts;
    }
  else if (usual_velocity (self, -self->flow_y * last->x + self->flow_x * last->y, &velocity))
    {
      step = CLAMP (velocity * time, 0, fastest);
      prediction->along_sd = hypot (2 * jitter, MAX (0.6 * step, 0.15 * fastest)) * doubts;
    }
  else
    {
      step = fastest / 3;
      prediction->along_sd = hypot (2 * jitter, fastest / 3) * doubts;
    }
  prediction->across_sd = ACROSS * self->radius * (1 + 0.1 * tracklet->misses) + 0.05 * fabs (step);
  venule_tracker_from_flow (self, step, 0, &dx, &dy);
  prediction->x = last->x + dx + self->moved_x;
  prediction->y = last->y + dy + self->moved_y;
  prediction->from_seen = step + venule_tracker_since_seen (self, tracklet);
}

/* px along the flow from where a detection saw the cell last to where it is believed to be. */
double
venule_tracker_since_seen (const VenuleTracker *self,
                           VenuleTracklet      *tracklet)
{
  const VenuleSpot *last = venule_tracklet_last (tracklet);
  const VenuleSpot *seen = venule_tracklet_spot (tracklet, tracklet->last_hit);
  double along, across;

  venule_tracker_to_flow (self, last->x - seen->x, last->y - seen->y, &along, &across);
  return along;
}

static void
fill_match (const VenuleTracker    *self,
            const VenuleRoiPlanes  *roi,
            VenuleTracklet         *tracklet,
            const VenulePrediction *prediction,
            vnk_ncc_match          *match)
{
  const VenuleSpot *last = venule_tracklet_last (tracklet);
  double least = MAX (SEARCH_MIN, SEARCH_RADII * self->radius), reach, dx = 0, dy = 0;

  if (tracklet->n_moves < KNOWN_MOVES)
    {
      /* Nothing is known yet: from standing still to the fastest that is to be followed, around what was seen so
       * far. */
      double fastest = MIN (self->max_velocity * foreseen (self), VNK_MAX_SEARCH);

      reach = fastest / 2 + 1;
      if (tracklet->n_moves == 0)
        {
          venule_tracker_from_flow (self, fastest / 2, 0, &dx, &dy);
          dx += last->x + self->moved_x - prediction->x;
          dy += last->y + self->moved_y - prediction->y;
        }
    }
  else
    {
      reach = least + SEARCH_SHARE * hypot (prediction->x - self->moved_x - last->x,
                                            prediction->y - self->moved_y - last->y);
    }

  match->x = (float) (last->x - roi->x0);
  match->y = (float) (last->y - roi->y0);
  match->guess_x = (float) (prediction->x + dx - roi->x0);
  match->guess_y = (float) (prediction->y + dy - roi->y0);
  match->radius = (float) (PATCH_RADIUS * self->radius);
  match->along = (int) MIN (ceil (reach), VNK_MAX_SEARCH);
  match->across = (int) ceil (least);
}

/**
 * venule_tracker_predict:
 * @self: the tracker
 * @backend: the kernels
 * @roi: planes with the new frame and the one before
 * @error: return location
 *
 * Predicts where the cell of every live tracklet is: from its own velocity (at first that of the cells that passed
 * there before), and by correlation.
 *
 * Returns: %FALSE with a #VenuleError
 */
gboolean
venule_tracker_predict (VenuleTracker         *self,
                        vnk_backend           *backend,
                        const VenuleRoiPlanes *roi,
                        GError               **error)
{
  guint n = self->live->len;

  g_array_set_size (self->predictions, n);
  if (n == 0)
    return TRUE;
  reserve (self, n);

  for (guint i = 0; i < n; i++)
    {
      VenulePrediction *prediction = &g_array_index (self->predictions, VenulePrediction, i);

      *prediction = (VenulePrediction){ .detection = -1 };
      foresee (self, g_ptr_array_index (self->live, i), prediction);
      fill_match (self, roi, g_ptr_array_index (self->live, i), prediction, &self->matches[i]);
    }
  if (!venule_kernels_check (backend->ncc_match (backend, &roi->previous, &roi->image, (float) self->flow_x,
                                                 (float) self->flow_y, self->matches, n), error))
    return FALSE;

  for (guint i = 0; i < n; i++)
    {
      VenulePrediction *prediction = &g_array_index (self->predictions, VenulePrediction, i);

      prediction->match_x = self->matches[i].new_x + roi->x0;
      prediction->match_y = self->matches[i].new_y + roi->y0;
      prediction->correlation = self->matches[i].correlation;
      prediction->match_is_cut = self->matches[i].at_border;
    }
  return TRUE;
}
