/* venule-detector.c: finds the cells of one frame
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-detector.h"

#include <math.h>
#include <string.h>

#include "venule-contour.h"

#define N_RADII 9
#define N_POINTS 96
#define SMALLEST_RADIUS 0.8  /* times the expected radius */
#define LARGEST_RADIUS 1.5
#define HARMONIC_WEIGHT 0.5  /* ALGORITHMS.md has 0.3; 0.5 finds more faint cells in tests/scene, seeds 1 and 2 */
#define REFINE_HARMONIC_WEIGHT 1.0 /* the snake is on the cell already: both halves count alike for its centre */
#define NOISE 2.0            /* gray levels² per px² */
#define TOTAL_NOISE 6.0      /* with that of the camera */
#define BASE_THRESHOLD 4.0
#define SUPPRESSION 0.75     /* of a diameter: no two cells are closer in one frame */
#define HALO_REACH 2.2       /* times the expected radius */
#define FIRST_CAPACITY 4096  /* candidates; more where a frame has more */

struct _VenuleDetector
{
  VenuleVessel     *vessel;
  int               frame_width;
  int               frame_height;
  double            radius;      /* expected, px */
  double            half_score;  /* kernel score that counts as one half */
  double            threshold;   /* kernel score of the faintest candidate */
  vnk_gicov_params  gicov;
  vnk_refine_params refine;
  vnk_plane         score;
  vnk_plane         best_radius;
  vnk_plane         mean;
  vnk_plane         dilated;
  vnk_candidate    *candidates;
  vnk_contour      *contours;
  int               capacity;    /* candidates and contours */
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
reserve (VenuleDetector *self,
         int             capacity)
{
  self->capacity = capacity;
  self->candidates = g_renew (vnk_candidate, self->candidates, capacity);
  self->contours = g_renew (vnk_contour, self->contours, capacity);
}

/**
 * venule_detector_new:
 * @settings: valid settings
 * @region: the planes that it will see
 * @frame_width: px
 * @frame_height: px
 * @lowest_score: score (0 to 1) of the faintest candidate that is wanted; %VENULE_CLEAR_SCORE for cells that are believed
 *   on the sight of one frame
 * @error: return location
 *
 * Returns: (transfer full) (nullable): the detector; %NULL with %VENULE_ERROR_NO_MEMORY
 */
VenuleDetector *
venule_detector_new (const VenuleSettings  *settings,
                     const VenuleRegion    *region,
                     int                    frame_width,
                     int                    frame_height,
                     double                 lowest_score,
                     GError               **error)
{
  g_autoptr (VenuleDetector) self = g_new0 (VenuleDetector, 1);
  int width = region->image.width, height = region->image.height;

  self->vessel = venule_vessel_copy (settings->vessel);
  self->frame_width = frame_width;
  self->frame_height = frame_height;
  self->radius = settings->cell_diameter / 2;
  /* Half the slider is a factor of two. */
  self->half_score = BASE_THRESHOLD * exp2 (2 * (VENULE_DEFAULT_SENSITIVITY - settings->sensitivity));
  self->threshold = self->half_score * lowest_score / (1 - lowest_score);
  fill_gicov_params (&self->gicov, self->radius);
  vnk_refine_params_published (&self->refine);
  self->refine.harmonic_weight = REFINE_HARMONIC_WEIGHT;
  self->refine.noise = NOISE;
  self->score = vnk_plane_new (width, height);
  self->best_radius = vnk_plane_new (width, height);
  self->mean = vnk_plane_new (width, height);
  self->dilated = vnk_plane_new (width, height);
  reserve (self, FIRST_CAPACITY);

  if (self->score.data == NULL || self->best_radius.data == NULL || self->mean.data == NULL ||
      self->dilated.data == NULL)
    {
      venule_region_check (VNK_ERROR_NO_MEMORY, error);
      return NULL;
    }
  return g_steal_pointer (&self);
}

void
venule_detector_free (VenuleDetector *self)
{
  if (self == NULL)
    return;

  vnk_plane_clear (&self->score);
  vnk_plane_clear (&self->best_radius);
  vnk_plane_clear (&self->mean);
  vnk_plane_clear (&self->dilated);
  venule_vessel_free (self->vessel);
  g_free (self->candidates);
  g_free (self->contours);
  g_free (self);
}

static int
compare_candidates (const void *a,
                    const void *b)
{
  const vnk_candidate *first = a, *second = b;

  if (first->score != second->score)
    return first->score < second->score ? 1 : -1;
  if (first->y != second->y)
    return first->y < second->y ? -1 : 1;
  return (first->x > second->x) - (first->x < second->x);
}

/* Radii of a contour at equal angles from +x, seen from (x, y): where a ray meets the polygon last. */
static void
contour_radii (const vnk_contour *contour,
               double             x,
               double             y,
               float             *radii)
{
  for (int k = 0; k < VENULE_CONTOUR_POINTS; k++)
    {
      double angle = 2 * G_PI * k / VENULE_CONTOUR_POINTS;
      double dx = cos (angle), dy = sin (angle), best = contour->radius;
      gboolean met = FALSE;

      for (int i = 0; i < VNK_CONTOUR_POINTS; i++)
        {
          const float *p = contour->points[i], *q = contour->points[(i + 1) % VNK_CONTOUR_POINTS];
          double px = p[0] - x, py = p[1] - y, ex = q[0] - p[0], ey = q[1] - p[1];
          double det = ex * dy - ey * dx;

          if (fabs (det) < 1e-9)
            continue;
          double u = -(px * dy - py * dx) / det;
          double t = -(px * ey - py * ex) / det;

          if (u < 0 || u > 1 || t < 0)
            continue;
          best = met ? MAX (best, t) : t;
          met = TRUE;
        }
    radii[k] = (float) best;
    }
}

/* The snake may only polish what the circle found: one that ran away or collapsed is not believed. */
static gboolean
contour_is_sane (const vnk_contour   *contour,
                 const vnk_candidate *candidate)
{
  return isfinite (contour->x) && isfinite (contour->y) && isfinite (contour->radius) &&
         hypot (contour->x - candidate->x, contour->y - candidate->y) < 0.5 * candidate->radius &&
         contour->radius > 0.6 * candidate->radius && contour->radius < 1.5 * candidate->radius &&
         contour->roundness > 0.6;
}

static void
fill_detection (const VenuleDetector *self,
                const VenuleRegion   *region,
                const vnk_candidate  *candidate,
                const vnk_contour    *contour,
                VenuleDetection      *detection)
{
  memset (detection, 0, sizeof *detection);
  detection->x = candidate->x + region->x0;
  detection->y = candidate->y + region->y0;
  detection->radius = candidate->radius;
  detection->score = candidate->score / (candidate->score + self->half_score);
  detection->bright = candidate->mean < 0;

  if (contour_is_sane (contour, candidate))
    {
      detection->x = contour->x + region->x0;
      detection->y = contour->y + region->y0;
      detection->radius = contour->radius;
      contour_radii (contour, contour->x, contour->y, detection->contour);
      venule_contour_smooth (detection->contour, detection->contour, VENULE_CONTOUR_POINTS);
    }
}

/* Beside a clear cell its own halo, or the gap between it and the wall, looks like a faint cell of the other polarity. */
static gboolean
is_halo (const VenuleDetector  *self,
         const VenuleDetection *detection,
         GArray                *clearer)
{
  if (detection->score >= VENULE_CLEAR_SCORE)
    return FALSE;

  for (guint i = 0; i < clearer->len; i++)
    {
      const VenuleDetection *other = &g_array_index (clearer, VenuleDetection, i);

      /* The best come first. */
      if (other->score <= VENULE_CLEAR_SCORE)
        break;
      if (other->bright != detection->bright &&
          hypot (other->x - detection->x, other->y - detection->y) < HALO_REACH * self->radius)
        return TRUE;
    }
  return FALSE;
}

/* All of them, however many: what is left out at the end of a list would be a part of the picture. */
static gboolean
find_maxima (VenuleDetector  *self,
             vnk_backend     *backend,
             int             *n,
             GError         **error)
{
  for (;;)
    {
      if (!venule_region_check (backend->maxima (backend, &self->score, &self->best_radius, &self->mean, &self->dilated,
                                                 (float) self->threshold, 1, self->candidates, self->capacity, n),
                                error))
        return FALSE;
      if (*n <= self->capacity)
        return TRUE;
      reserve (self, *n);
    }
}

/**
 * venule_detector_run:
 * @self: the detector
 * @backend: the kernels
 * @region: planes with the frame loaded
 * @detections: (element-type VenuleDetection): filled, the best score first
 * @error: return location
 *
 * Finds the cells whose centre lies in the crop. Dong, Ray, Acton (2005), with the first angular harmonic of the gradient
 * counted as signal, for cells with one bright and one dark side.
 *
 * Returns: %FALSE with a #VenuleError
 */
gboolean
venule_detector_run (VenuleDetector      *self,
                     vnk_backend         *backend,
                     const VenuleRegion  *region,
                     GArray              *detections,
                     GError             **error)
{
  int n = 0;

  g_array_set_size (detections, 0);
  /* A quiet camera shows every streak: what its noise does not add to the variance is added here. */
  self->gicov.noise = (float) MAX (NOISE, TOTAL_NOISE - region->gradient_noise);

  if (!venule_region_check (backend->gicov (backend, &region->gx, &region->gy, &self->gicov, &self->score,
                                            &self->best_radius, &self->mean), error) ||
      !venule_region_check (backend->dilate (backend, &self->score, (float) (2 * SUPPRESSION * self->radius),
                                             &self->dilated), error) ||
      !find_maxima (self, backend, &n, error))
    return FALSE;

  qsort (self->candidates, n, sizeof *self->candidates, compare_candidates);

  if (!venule_region_check (backend->refine (backend, &region->gx, &region->gy, &self->refine, self->candidates, n,
                                             self->contours), error))
    return FALSE;

  for (int i = 0; i < n; i++)
    {
      VenuleDetection detection;

      fill_detection (self, region, &self->candidates[i], &self->contours[i], &detection);
      if (venule_vessel_contains (self->vessel, self->frame_width, self->frame_height, detection.x, detection.y) &&
          !is_halo (self, &detection, detections))
        g_array_append_val (detections, detection);
    }
  return TRUE;
}
