/* venule-tracklet.c: a cell being followed: its spots and what is known of its motion
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-tracklet.h"

#include <math.h>

/**
 * venule_tracklet_new:
 * @id: number
 * @first: first spot; copied
 * @expected_radius: px, of the circle that the first snake starts from
 *
 * Returns: (transfer full): a tracklet of one spot that one detection supports
 */
VenuleTracklet *
venule_tracklet_new (guint             id,
                     const VenuleSpot *first,
                     double            expected_radius)
{
  VenuleTracklet *self = g_new0 (VenuleTracklet, 1);

  self->id = id;
  self->spots = g_array_new (FALSE, FALSE, sizeof (VenuleSpot));
  g_array_append_vals (self->spots, first, 1);
  self->supports = 1;
  self->chances = 1;
  self->score_sum = first->score;
  for (int i = 0; i < VNK_ELLIPSE_POINTS; i++)
    self->radii[i] = (float) expected_radius;
  return self;
}

void
venule_tracklet_free (VenuleTracklet *self)
{
  if (self == NULL)
    return;

  g_array_unref (self->spots);
  g_free (self);
}

VenuleSpot *
venule_tracklet_spot (VenuleTracklet *self,
                      guint           index)
{
  return &g_array_index (self->spots, VenuleSpot, index);
}

VenuleSpot *
venule_tracklet_last (VenuleTracklet *self)
{
  return venule_tracklet_spot (self, self->spots->len - 1);
}

void
venule_tracklet_truncate (VenuleTracklet *self,
                          guint           n)
{
  if (n < self->spots->len)
    g_array_set_size (self->spots, n);
  self->n_reported = MIN (self->n_reported, self->spots->len);
}

void
venule_tracklet_update_motion (VenuleTracklet *self,
                               double          along,
                               double          across,
                               double          interval,
                               double          gain)
{
  /* The first measurements are all that is known: plain means until the gain is reached. */
  double weight = MAX (gain, 1.0 / (self->n_moves + 1));

  self->velocity += weight * (along / interval - self->velocity);
  self->drift += weight * (across / interval - self->drift);
  self->n_moves++;
}

double
venule_tracklet_path_offset (VenuleTracklet *self,
                             double          flow_x,
                             double          flow_y,
                             double          x,
                             double          y)
{
  guint n = MIN (self->spots->len, VENULE_PATH_LENGTH);
  double sum = 0;

  for (guint i = self->spots->len - n; i < self->spots->len; i++)
    {
      const VenuleSpot *spot = venule_tracklet_spot (self, i);

      sum += -flow_y * (spot->x - x) + flow_x * (spot->y - y);
    }
  return sum / n;
}

double
venule_tracklet_quality (VenuleTracklet *self)
{
  double share = (double) self->supports / MAX (self->chances, self->supports);
  double clarity = self->score_sum / self->supports;

  /* A track of few detections may be chance. */
  return share * clarity * (1 - exp (-(double) self->supports / 3));
}
