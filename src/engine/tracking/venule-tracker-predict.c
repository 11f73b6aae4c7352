/* venule-tracker-predict.c: where a cell should be in the next frame, and where its picture is found again
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-tracker-private.h"

#include <math.h>

#define PATCH_RADIUS 1.1      /* times the expected radius: the cell with its rim, little of what lies behind */
#define SEARCH_MIN 2.0        /* px both ways … */
#define SEARCH_RADII 0.18     /* … or so many expected radii, where that is more: a larger picture of a cell moves by
                                 more px */
#define SEARCH_SHARE 0.4      /* of the predicted step, along it: cells speed up and slow down */
#define SEARCH_SD 2.0         /* standard errors of a place that is foreseen badly */
#define LONGEST_FORESEEN 0.35 /* s */
#define KNOWN_MOVES 3         /* after which a cell's own velocity is believed */
#define JITTER 0.15           /* times the expected radius: of a foreseen place */
#define ACROSS 0.15           /* times the expected radius, across its way, … */
#define ACROSS_SHARE 0.05     /* … and of the step */
#define SPEED_CHANGE 0.25     /* of the velocity, from a frame to the next */

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

/* Where the cell's motion leads, and how far off that may be. */
static void
foresee (const VenuleTracker *self,
         VenuleTracklet      *tracklet,
         VenulePrediction    *prediction)
{
  const VenuleSpot *last = venule_tracklet_last (tracklet);
  const VenuleSpot *seen = venule_tracklet_spot (tracklet, tracklet->last_hit);
  double time = foreseen (self), doubts = 1 + 0.5 * tracklet->misses, jitter = JITTER * self->radius;
  double fastest = MIN (self->max_velocity * time, VNK_MAX_SEARCH), length, scale;
  VenulePoint velocity = tracklet->velocity;
  VenuleMotion usual = { 0 };

  if (tracklet->n_moves == 0 && venule_motion_field_get (self->field, (VenulePoint){ last->x, last->y }, &usual))
    velocity = usual.velocity;
  length = hypot (velocity.x, velocity.y) * time;
  scale = length > VNK_MAX_SEARCH ? VNK_MAX_SEARCH / length : 1;
  length *= scale;
  prediction->way = length > VENULE_MOVES * 2 * self->radius * time
                    ? (VenulePoint){ velocity.x * time * scale / length, velocity.y * time * scale / length }
                    : (VenulePoint){ self->flow_x, self->flow_y };
  prediction->across_sd = self->lateral * (ACROSS * self->radius * (1 + 0.1 * tracklet->misses) +
                                           ACROSS_SHARE * length);

  if (tracklet->n_moves >= KNOWN_MOVES)
    {
      prediction->along_sd = hypot (jitter * (1 + 0.1 * tracklet->misses), SPEED_CHANGE * length * doubts);
    }
  else if (tracklet->n_moves > 0)
    {
      prediction->along_sd = hypot (2 * jitter, MAX (0.2 * MIN (fastest, 2 * self->radius), SPEED_CHANGE * length)) *
                             doubts;
    }
  else if (length > 0)
    {
      prediction->along_sd = hypot (2 * jitter, MAX (MAX (0.6 * length, 0.15 * fastest), usual.along_sd * time)) *
                             doubts;
      prediction->across_sd = hypot (prediction->across_sd, usual.across_sd * time);
    }
  else
    {
      prediction->along_sd = prediction->across_sd = hypot (2 * jitter, fastest / 2) * doubts;
    }
  prediction->x = last->x + velocity.x * time * scale + self->moved_x;
  prediction->y = last->y + velocity.y * time * scale + self->moved_y;
  prediction->rest = (VenulePoint){ seen->x + self->moved_x, seen->y + self->moved_y };
}

/* How far to search both ways along the flow and across it, so that all of what lies so far along the cell's way and
 * across that is searched. */
static void
fill_reach (const VenuleTracker    *self,
            const VenulePrediction *prediction,
            double                  along,
            double                  across,
            vnk_ncc_match          *match)
{
  VenulePoint way = venule_tracker_turn ((VenulePoint){ self->flow_x, self->flow_y }, prediction->way.x,
                                         prediction->way.y);

  match->along = (int) MIN (ceil (fabs (way.x) * along + fabs (way.y) * across), VNK_MAX_SEARCH);
  match->across = (int) MIN (ceil (fabs (way.y) * along + fabs (way.x) * across), VNK_MAX_SEARCH);
}

static void
fill_match (const VenuleTracker    *self,
            const VenuleRoiPlanes  *roi,
            VenuleTracklet         *tracklet,
            const VenulePrediction *prediction,
            vnk_ncc_match          *match)
{
  const VenuleSpot *last = venule_tracklet_last (tracklet);
  double least = MAX (SEARCH_MIN, SEARCH_RADII * self->radius);
  double step = hypot (prediction->x - self->moved_x - last->x, prediction->y - self->moved_y - last->y);

  match->x = (float) (last->x - roi->x0);
  match->y = (float) (last->y - roi->y0);
  match->guess_x = (float) (prediction->x - roi->x0);
  match->guess_y = (float) (prediction->y - roi->y0);
  match->radius = (float) (PATCH_RADIUS * self->radius);
  if (tracklet->n_moves >= KNOWN_MOVES)
    fill_reach (self, prediction, least + SEARCH_SHARE * step, least, match);
  else
    fill_reach (self, prediction, MAX (least, SEARCH_SD * prediction->along_sd),
                MAX (least, SEARCH_SD * prediction->across_sd), match);
}

/**
 * venule_tracker_predict:
 * @self: the tracker
 * @backend: the kernels
 * @roi: planes with the new frame and the one before
 * @error: return location
 *
 * Predicts where the cell of every live tracklet is: from its own velocity (at first that of the cells that passed
 * there before), whichever way it goes, and by correlation.
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
