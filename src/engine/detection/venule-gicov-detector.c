/* venule-gicov-detector.c: cells found by the gradient around circles
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-gicov-detector.h"

#include <string.h>

#include "venule-maxima.h"

#define N_RADII 9
#define N_POINTS 96
#define SMALLEST_RADIUS 0.8  /* times the expected radius */
#define LARGEST_RADIUS 1.5
#define HARMONIC_WEIGHT 0.5  /* finds more faint cells in tests/scene, seeds 1 and 2, than 0.3 does */
#define NOISE 2.0            /* gray levels² per px² */
#define TOTAL_NOISE 6.0      /* with that of the camera */
#define BASE_THRESHOLD 4.0   /* of the kernel's score, that counts as one half */
#define SUPPRESSION 0.75     /* of a diameter: no two cells are closer in one frame */

struct _VenuleGicovDetector
{
  double            radius;      /* expected, px */
  vnk_gicov_params  gicov;
  vnk_plane         score;
  vnk_plane         best_radius;
  vnk_plane         mean;
  vnk_plane         dilated;
  GArray           *candidates;  /* of vnk_candidate */
};

static void
fill_gicov_params (vnk_gicov_params *params,
                   double            radius)
{
  memset (params, 0, sizeof *params);
  params->n_radii = N_RADII;
  for (int i = 0; i < N_RADII; i++)
    params->radii[i] = (float) (radius * (SMALLEST_RADIUS + (LARGEST_RADIUS - SMALLEST_RADIUS) * i / (N_RADII - 1)));
  params->n_points = N_POINTS;
  params->truncate = false;
  params->harmonic_weight = HARMONIC_WEIGHT;
  params->noise = NOISE;
}

static void
clear_planes (VenuleGicovDetector *self)
{
  vnk_plane_clear (&self->score);
  vnk_plane_clear (&self->best_radius);
  vnk_plane_clear (&self->mean);
  vnk_plane_clear (&self->dilated);
}

static gboolean
take_planes (VenuleGicovDetector  *self,
             vnk_backend          *backend,
             int                   width,
             int                   height,
             GError              **error)
{
  vnk_plane *const planes[] = { &self->score, &self->best_radius, &self->mean, &self->dilated };

  clear_planes (self);
  for (guint i = 0; i < G_N_ELEMENTS (planes); i++)
    if (!venule_kernels_check (venule_plane_new (backend, width, height, planes[i]), error))
      return FALSE;
  return TRUE;
}

/**
 * venule_gicov_detector_new:
 * @settings: valid settings
 * @backend: where its planes shall be
 * @roi: the planes that it will see
 * @error: return location
 *
 * Returns: (transfer full) (nullable): the detector; %NULL with %VENULE_ERROR_NO_MEMORY
 */
VenuleGicovDetector *
venule_gicov_detector_new (const VenuleSettings  *settings,
                           vnk_backend           *backend,
                           const VenuleRoiPlanes *roi,
                           GError               **error)
{
  g_autoptr(VenuleGicovDetector) self = g_new0 (VenuleGicovDetector, 1);
  int width = roi->width, height = roi->height;

  self->radius = settings->cell_diameter / 2;
  fill_gicov_params (&self->gicov, self->radius);
  self->candidates = g_array_new (FALSE, FALSE, sizeof (vnk_candidate));

  return take_planes (self, backend, width, height, error) ? g_steal_pointer (&self) : NULL;
}

gboolean
venule_gicov_detector_move (VenuleGicovDetector  *self,
                            vnk_backend          *backend,
                            GError              **error)
{
  return take_planes (self, backend, self->score.width, self->score.height, error);
}

void
venule_gicov_detector_free (VenuleGicovDetector *self)
{
  if (self == NULL)
    return;

  clear_planes (self);
  g_clear_pointer (&self->candidates, g_array_unref);
  g_free (self);
}

/**
 * venule_gicov_detector_run:
 * @self: the detector
 * @backend: the kernels
 * @roi: planes with the frame loaded
 * @threshold: score of the faintest that is wanted, above 0 and below 1
 * @found: (element-type VenuleCandidate): filled, the best score first
 * @error: return location
 *
 * Dong, Ray, Acton (2005), with the first angular harmonic of the gradient counted as signal, for cells with one bright
 * and one dark side.
 *
 * Returns: %FALSE with a #VenuleError
 */
gboolean
venule_gicov_detector_run (VenuleGicovDetector   *self,
                           vnk_backend           *backend,
                           const VenuleRoiPlanes *roi,
                           double                 threshold,
                           GArray                *found,
                           GError               **error)
{
  float lowest = (float) (BASE_THRESHOLD * threshold / (1 - threshold));

  g_array_set_size (found, 0);
  /* A quiet camera shows every streak: what its noise does not add to the variance is added here. */
  self->gicov.noise = (float) MAX (NOISE, TOTAL_NOISE - roi->gradient_noise);
  self->gicov.min_score = lowest;

  if (!venule_kernels_check (backend->gicov (backend, &roi->gx, &roi->gy, &self->gicov, &self->score,
                                             &self->best_radius, &self->mean), error) ||
      !venule_kernels_check (backend->dilate (backend, &self->score, (float) (2 * SUPPRESSION * self->radius),
                                              &self->dilated), error) ||
      !venule_maxima_find (backend, &self->score, &self->best_radius, &self->mean, NULL, &self->dilated, lowest, 1,
                           self->candidates, error))
    return FALSE;

  for (guint i = 0; i < self->candidates->len; i++)
    {
      const vnk_candidate *candidate = &g_array_index (self->candidates, vnk_candidate, i);
      VenuleCandidate one = {
        .x = candidate->x + roi->x0,
        .y = candidate->y + roi->y0,
        .radius = candidate->radius,
        .score = candidate->score / (candidate->score + BASE_THRESHOLD),
        .bright = candidate->mean_gradient < 0,
      };

      g_array_append_val (found, one);
    }

  return TRUE;
}
