/* venule-motion-map.c: where in the picture something moves
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-motion-map.h"

#include <math.h>

#include "venule-statistics.h"

#define BLUR 1.2        /* places: of the frames, which leaves little of the camera's noise */
#define MAP_BLUR 3.0    /* places: of the map; cells are seen in some of its places only */
#define DEAD 0.02       /* of the median of all standard deviations */
#define DEAD_MARGIN 4   /* places: its edge moves with the picture */
#define GAP 10.0        /* places: between lanes of cells */
#define SPECK 5.0       /* places: half the width of what is no vessel */
#define BINS 128

/* Adds the variance of each place over some frames to @sums. */
static void
add_variance (VenuleMap *sums,
              GPtrArray *frames,
              guint      first,
              guint      n_frames)
{
  gsize n = (gsize) sums->width * sums->height;
  g_autofree double *mean = g_new0 (double, n), *squares = g_new0 (double, n);

  for (guint i = 0; i < n_frames; i++)
    {
      g_autoptr (VenuleMap) map = venule_map_copy (g_ptr_array_index (frames, first + i));

      venule_map_blur (map, BLUR);
      for (gsize k = 0; k < n; k++)
        {
          double deviation = (double) map->values[k] - mean[k];

          mean[k] += deviation / (i + 1);
          squares[k] += deviation * ((double) map->values[k] - mean[k]);
        }
    }
  for (gsize k = 0; k < n; k++)
    sums->values[k] += (float) (squares[k] / n_frames);
}

static VenuleMap *
measure (const VenuleGlimpse  *glimpse,
         gboolean              across,
         VenuleMap            *seen,
         GError              **error)
{
  g_autoptr (VenuleMap) deviation = venule_map_new (glimpse->width, glimpse->height);
  guint n_stretches = venule_glimpse_n_stretches (glimpse), n_parts = across ? 1 : n_stretches;
  g_autoptr (GPtrArray) spread = NULL;

  if (across)
    {
      spread = venule_glimpse_dup_still (glimpse, 0, n_stretches, glimpse->length, seen, error);
      if (spread == NULL)
        return NULL;
    }
  for (guint i = 0; i < n_parts; i++)
    add_variance (deviation, across ? spread : glimpse->frames, i * glimpse->length, glimpse->length);
  for (gsize k = 0; k < (gsize) deviation->width * deviation->height; k++)
    deviation->values[k] = sqrtf (deviation->values[k] / (float) n_parts);
  return g_steal_pointer (&deviation);
}

/* Takes what has always the same brightness off @alive; the usual deviation is returned. */
static double
find_dead (const VenuleMap *deviation,
           VenuleMap       *alive)
{
  g_autoptr (GArray) all = g_array_new (FALSE, FALSE, sizeof (double));
  g_autoptr (VenuleMap) dead = venule_map_new (alive->width, alive->height);
  gsize n = (gsize) deviation->width * deviation->height;
  double median;

  for (gsize k = 0; k < n; k++)
    {
      double value = (double) deviation->values[k];

      g_array_append_val (all, value);
    }
  median = venule_statistics_quantile (all, 0.5);
  for (gsize k = 0; k < n; k++)
    dead->values[k] = (double) deviation->values[k] <= DEAD * median;
  venule_map_open (dead, 1);
  venule_map_grow (dead, DEAD_MARGIN);
  for (gsize k = 0; k < n; k++)
    alive->values[k] *= 1 - dead->values[k];
  return median;
}

/* The threshold between two classes. */
static double
find_threshold (const VenuleMap *motion,
                const VenuleMap *alive,
                double          *separation)
{
  gsize n = (gsize) motion->width * motion->height;
  double low = G_MAXDOUBLE, high = -G_MAXDOUBLE, counts[BINS] = { 0 };
  double all = 0, mean = 0, square = 0, below = 0, sum = 0, best = -1, threshold = 0;

  for (gsize k = 0; k < n; k++)
    if (alive->values[k] > 0)
      {
        low = MIN (low, (double) motion->values[k]);
        high = MAX (high, (double) motion->values[k]);
      }
  *separation = 0;
  if (!(high > low))
    return INFINITY;
  for (gsize k = 0; k < n; k++)
    if (alive->values[k] > 0)
      counts[MIN ((int) (((double) motion->values[k] - low) / (high - low) * BINS), BINS - 1)]++;
  for (int i = 0; i < BINS; i++)
    {
      all += counts[i];
      mean += counts[i] * i;
      square += counts[i] * i * i;
    }
  mean /= all;
  for (int i = 0; i < BINS - 1; i++)
    {
      below += counts[i] / all;
      sum += counts[i] / all * i;
      if (below > 0 && below < 1 && (mean * below - sum) * (mean * below - sum) / (below * (1 - below)) > best)
        {
          best = (mean * below - sum) * (mean * below - sum) / (below * (1 - below));
          threshold = low + (i + 1) * (high - low) / BINS;
        }
    }
  *separation = best / MAX (square / all - mean * mean, 1e-9);
  return threshold;
}

VenuleMotionMap *
venule_motion_map_new (const VenuleGlimpse  *glimpse,
                       gboolean              across,
                       GError              **error)
{
  g_autoptr (VenuleMotionMap) self = g_new0 (VenuleMotionMap, 1);
  gsize n = (gsize) glimpse->width * glimpse->height;
  double usual, threshold;

  self->alive = venule_map_copy (glimpse->seen);
  self->motion = measure (glimpse, across, self->alive, error);
  if (self->motion == NULL)
    return NULL;
  self->inside = venule_map_new (glimpse->width, glimpse->height);
  usual = find_dead (self->motion, self->alive);
  venule_map_blur (self->motion, MAP_BLUR);
  for (gsize k = 0; k < n; k++)
    self->motion->values[k] = logf (self->motion->values[k] + (float) (1e-3 * usual) + 1e-9f);
  threshold = find_threshold (self->motion, self->alive, &self->separation);
  for (gsize k = 0; k < n; k++)
    self->inside->values[k] = self->alive->values[k] > 0 && (double) self->motion->values[k] > threshold;
  venule_map_close (self->inside, GAP);
  venule_map_open (self->inside, SPECK);
  venule_map_fill (self->inside);
  return g_steal_pointer (&self);
}

void
venule_motion_map_free (VenuleMotionMap *self)
{
  if (self == NULL)
    return;

  venule_map_free (self->motion);
  venule_map_free (self->alive);
  venule_map_free (self->inside);
  g_free (self);
}
