/* venule-tracklet.c: a cell being followed: its spots and what is known of its motion
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-tracklet.h"

#include <math.h>

#define REST_REACH 0.4   /* times the radius: what stays so near rests */
#define LONG_REST 0.7    /* s */
#define FEWEST_PULLS 5 /* below this a median says little */

/**
 * venule_tracklet_new:
 * @serial: the order in which they begin
 * @first: first spot; copied
 * @expected_radius: px, of the circle that the first snake starts from
 *
 * Returns: (transfer full): a tracklet of one spot that one detection supports
 */
VenuleTracklet *
venule_tracklet_new (guint             serial,
                     const VenuleSpot *first,
                     double            expected_radius)
{
  VenuleTracklet *self = g_new0 (VenuleTracklet, 1);

  self->serial = serial;
  self->spots = g_array_new (FALSE, FALSE, sizeof (VenuleSpot));
  g_array_append_vals (self->spots, first, 1);
  self->pulls = g_array_new (FALSE, FALSE, sizeof (VenulePoint));
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
  g_array_unref (self->pulls);
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
  self->last_support = MIN (self->last_support, self->spots->len - 1);
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

static int
compare_doubles (const void *a,
                 const void *b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return (x > y) - (x < y);
}

/* Median of the component at @offset bytes in each pull. */
static double
median_pull (VenuleTracklet *self,
             gsize           offset)
{
  g_autofree double *values = g_new (double, self->pulls->len);

  for (guint i = 0; i < self->pulls->len; i++)
    values[i] = *(const double *) (self->pulls->data + i * sizeof (VenulePoint) + offset);
  qsort (values, self->pulls->len, sizeof *values, compare_doubles);
  return values[self->pulls->len / 2];
}

VenulePoint
venule_tracklet_centre_offset (VenuleTracklet *self)
{
  VenulePoint offset = { 0, 0 };

  if (self->pulls->len < FEWEST_PULLS)
    return offset;
  offset.x = median_pull (self, offsetof (VenulePoint, x));
  offset.y = median_pull (self, offsetof (VenulePoint, y));
  return offset;
}

guint
venule_tracklet_without_faint_rest (VenuleTracklet *self,
                                    double          radius,
                                    double          clear)
{
  const VenuleSpot *first = venule_tracklet_spot (self, 0), *last = venule_tracklet_last (self);
  guint n = self->spots->len, n_detected = 0;
  double sum = 0;

  /* Asked in every frame: what never went away is not looked through each time. */
  if (hypot (first->x - last->x, first->y - last->y) < 2 * radius)
    return n;

  for (; n > 0; n--)
    {
      const VenuleSpot *spot = venule_tracklet_spot (self, n - 1);

      if (hypot (spot->x - last->x, spot->y - last->y) > REST_REACH * radius)
        break;
      if (spot->source == VENULE_SPOT_DETECTED)
        {
          sum += spot->score;
          n_detected++;
        }
    }
  if (n == 0 || last->time - venule_tracklet_spot (self, n - 1)->time < LONG_REST || sum >= clear * n_detected)
    return self->spots->len;
  return n;
}

double
venule_tracklet_quality (VenuleTracklet *self)
{
  double share = (double) self->supports / MAX (self->chances, self->supports);
  double clarity = self->score_sum / self->supports;

  /* A track of few detections may be chance. */
  return share * clarity * (1 - exp (-(double) self->supports / 3));
}
