/* venule-tracker-follow.c: one frame on: prediction, correlation, snake
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-tracker-private.h"

#include <math.h>

#include "venule-contour.h"

#define PATCH_RADIUS 1.1      /* times the expected radius: the cell with its rim, little of what lies behind */
#define SEARCH_MIN 2.0        /* px both ways along the flow */
#define SEARCH_SHARE 0.4      /* of the predicted step: cells speed up and slow down */
#define SEARCH_ACROSS 2
#define LONGEST_FORESEEN 0.35 /* s */
#define GOOD_CORRELATION 0.6
#define POOR_CORRELATION 0.4
#define MOTION_GAIN 0.3
#define SNAKE_GAIN 0.15       /* correlation is precise but drifts, the snake is coarse but does not */
#define SNAKE_MAX_PULL 0.3    /* times the expected radius */
#define SNAKE_MIN_SCORE 0.25

static void
reserve (VenuleTracker *self,
         guint          n)
{
  if (n <= self->capacity)
    return;
  self->capacity = MAX (2 * self->capacity, MAX (n, 64));
  self->matches = g_renew (vnk_match, self->matches, self->capacity);
  self->cells = g_renew (vnk_cell, self->cells, self->capacity);
}

/* s over which motion is foreseen: after a long gap in the recording only what stood still can be found again, and a velocity
 * of a hundredth of a pixel a second would lead away from it. */
static double
foreseen (const VenuleTracker *self)
{
  return MIN (self->step, MAX (LONGEST_FORESEEN, self->interval));
}

/* px along the flow */
static double
predicted_step (const VenuleTracker  *self,
                const VenuleTracklet *tracklet)
{
  return CLAMP (tracklet->velocity * foreseen (self), -VNK_MAX_SEARCH, VNK_MAX_SEARCH);
}

static void
fill_match (const VenuleTracker *self,
            const VenuleRegion  *region,
            VenuleTracklet      *tracklet,
            vnk_match           *match)
{
  const VenuleSpot *last = venule_tracklet_last (tracklet);
  double step = predicted_step (self, tracklet), reach, dx, dy;

  if (tracklet->n_moves < 3)
    {
      /* Nothing is known yet: from standing still to the fastest that is to be followed, around what was seen so far. */
      double fastest = MIN (self->max_velocity * foreseen (self), VNK_MAX_SEARCH);

      if (tracklet->n_moves == 0)
        step = fastest / 2;
      reach = fastest / 2 + 1;
    }
  else
    {
      reach = SEARCH_MIN + SEARCH_SHARE * fabs (step);
    }

  venule_tracker_from_flow (self, step, 0, &dx, &dy);
  match->x = (float) (last->x - region->x0);
  match->y = (float) (last->y - region->y0);
  match->guess_x = (float) (match->x + dx);
  match->guess_y = (float) (match->y + dy);
  match->radius = (float) (PATCH_RADIUS * self->radius);
  match->along = (int) MIN (ceil (reach), VNK_MAX_SEARCH);
  match->across = SEARCH_ACROSS;
}

/* Where the cell is believed to be before the snake looks. */
static gboolean
accept_match (const VenuleTracker *self,
              VenuleTracklet      *tracklet,
              const vnk_match     *match,
              double              *x,
              double              *y)
{
  double along, across;
  double needed = tracklet->n_moves < 3 ? GOOD_CORRELATION : POOR_CORRELATION;

  if (match->correlation >= needed)
    {
      venule_tracker_to_flow (self, match->new_x - match->x, match->new_y - match->y, &along, &across);
      venule_tracklet_update_motion (tracklet, along, across, self->step,
                                     match->correlation >= GOOD_CORRELATION ? MOTION_GAIN : MOTION_GAIN / 2);
      *x = match->new_x;
      *y = match->new_y;
      return TRUE;
    }

  /* Coasting: on at the known velocity, along the wall. */
  venule_tracker_from_flow (self, predicted_step (self, tracklet), 0, x, y);
  *x += match->x;
  *y += match->y;
  return FALSE;
}

static void
fill_cell (const VenuleTracker *self,
           const VenuleRegion  *region,
           VenuleTracklet      *tracklet,
           double               x,
           double               y,
           vnk_cell            *cell)
{
  cell->x = (float) x;
  cell->y = (float) y;
  cell->path_offset = (float) venule_tracklet_path_offset (tracklet, self->flow_x, self->flow_y, x + region->x0,
                                                           y + region->y0);
  for (int i = 0; i < VNK_ELLIPSE_POINTS; i++)
    cell->radii[i] = tracklet->radii[i];
}

/* The snake's radii are measured from the flow direction; a spot's from +x. */
static void
fill_contour (const VenuleTracker *self,
              const float         *radii,
              VenuleSpot          *spot)
{
  double turn = atan2 (self->flow_y, self->flow_x) / (2 * G_PI) * VNK_ELLIPSE_POINTS;
  double sum = 0;

  for (int k = 0; k < VENULE_CONTOUR_POINTS; k++)
    {
      double at = k - turn;
      double whole = floor (at), part = at - whole;
      int i = ((int) whole % VNK_ELLIPSE_POINTS + VNK_ELLIPSE_POINTS) % VNK_ELLIPSE_POINTS;

      spot->contour[k] = (float) ((1 - part) * radii[i] + part * radii[(i + 1) % VNK_ELLIPSE_POINTS]);
      sum += radii[k];
    }
  spot->radius = (float) (sum / VNK_ELLIPSE_POINTS);
}

static gboolean
snake_is_sane (const VenuleTracker *self,
               const vnk_cell      *cell,
               double               pull)
{
  double sum = 0;

  for (int i = 0; i < VNK_ELLIPSE_POINTS; i++)
    sum += cell->new_radii[i];
  sum /= VNK_ELLIPSE_POINTS;
  return !cell->lost && cell->score >= SNAKE_MIN_SCORE && pull <= self->radius && sum > 0.5 * self->radius &&
         sum < 1.8 * self->radius;
}

static void
append_spot (VenuleTracker      *self,
             const VenuleRegion *region,
             VenuleTracklet     *tracklet,
             const vnk_match    *match,
             const vnk_cell     *cell,
             gboolean            matched,
             gint64              frame,
             double              time)
{
  VenuleSpot spot = *venule_tracklet_last (tracklet);
  double pull_x = cell->new_x - cell->x, pull_y = cell->new_y - cell->y;
  double pull = hypot (pull_x, pull_y);
  gboolean outlined = snake_is_sane (self, cell, pull);

  spot.frame = frame;
  spot.time = time;
  spot.x = cell->x + region->x0;
  spot.y = cell->y + region->y0;
  spot.source = matched ? VENULE_SPOT_TRACKED : VENULE_SPOT_INTERPOLATED;
  spot.score = (float) CLAMP (matched ? match->correlation : 0, 0, 1);

  if (outlined)
    {
      double gain = SNAKE_GAIN * MIN (1, SNAKE_MAX_PULL * self->radius / MAX (pull, 1e-6));

      VenulePoint rest = { (1 - gain) * pull_x, (1 - gain) * pull_y };

      spot.x += gain * pull_x;
      spot.y += gain * pull_y;
      g_array_append_val (tracklet->pulls, rest);
      venule_contour_smooth (cell->new_radii, tracklet->radii, VNK_ELLIPSE_POINTS);
      fill_contour (self, tracklet->radii, &spot);
    }

  tracklet->coasted = matched ? 0 : tracklet->coasted + self->step;
  g_array_append_val (tracklet->spots, spot);
}

/**
 * venule_tracker_follow:
 * @self: the tracker
 * @backend: the kernels
 * @region: planes with the new frame and the one before
 * @frame: number of the new frame
 * @time: s
 * @error: return location
 *
 * Appends to every live tracklet its spot in the new frame.
 *
 * Returns: %FALSE with a #VenuleError
 */
gboolean
venule_tracker_follow (VenuleTracker       *self,
                       vnk_backend         *backend,
                       const VenuleRegion  *region,
                       gint64               frame,
                       double               time,
                       GError             **error)
{
  guint n = self->live->len;
  g_autofree gboolean *matched = g_new0 (gboolean, n + 1);

  if (n == 0)
    return TRUE;
  reserve (self, n);

  for (guint i = 0; i < n; i++)
    fill_match (self, region, g_ptr_array_index (self->live, i), &self->matches[i]);
  if (!venule_region_check (backend->match (backend, &region->previous, &region->image, (float) self->flow_x,
                                            (float) self->flow_y, self->matches, n), error))
    return FALSE;

  for (guint i = 0; i < n; i++)
    {
      VenuleTracklet *tracklet = g_ptr_array_index (self->live, i);
      double x, y;

      matched[i] = accept_match (self, tracklet, &self->matches[i], &x, &y);
      fill_cell (self, region, tracklet, x, y, &self->cells[i]);
    }
  if (!venule_region_check (backend->track (backend, &region->image, &self->track, self->cells, n), error))
    return FALSE;

  for (guint i = 0; i < n; i++)
    append_spot (self, region, g_ptr_array_index (self->live, i), &self->matches[i], &self->cells[i], matched[i],
                 frame, time);
  return TRUE;
}
