/* venule-detector.c: finds the cells of one frame
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-detector.h"

#include <math.h>
#include <string.h>

#include "venule-cnn-detector.h"
#include "venule-contour.h"
#include "venule-gicov-detector.h"
#include "venule-spatial-index.h"

#define REFINE_HARMONIC_WEIGHT 1.0 /* the snake is on the cell already: both halves count alike for its centre */
#define REFINE_NOISE 2.0     /* gray levels² per px² */
#define TYPICAL_CONTOUR 7.0  /* score of a contour that speaks neither for a cell nor against it */
#define MAX_CONTOUR 5.0      /* times that: clearer contours do not count for more, fainter ones not for less */
#define CONTOUR_WEIGHT 0.5   /* against the network's log odds; a circle's score says nothing else than its contour's */
#define BETWEEN 0.005        /* px about the middle of two pixels: a snake begins at either */
#define HALO_REACH 2.2       /* times the expected radius */
#define SENSITIVITY_RANGE 5.0 /* of log odds, from one end of the slider to the other */

/* Where a snake begins, and how much it counts of all those for the same one of what was found. */
typedef struct {
  guint  found;
  double weight;
} Start;

struct _VenuleDetector
{
  VenuleVessel            *vessel;
  int                      frame_width;
  int                      frame_height;
  double                   radius;         /* expected, px */
  double                   odds;           /* by which the slider multiplies the odds of a score */
  double                   lowest;         /* score of the faintest that is wanted */
  double                   contour_weight; /* against the detector's log odds */
  VenuleCnnDetector       *cnn;            /* one of these two */
  VenuleGicovDetector     *gicov;
  vnk_bspline_snake_params refine;
  VenuleHarmonics          harmonics;
  guint                    n_runs;     /* that came to their end */
  GArray                  *found;      /* of VenuleCandidate */
  GArray                  *starts;     /* of Start: one or more for each that was found, in its order */
  GArray                  *candidates; /* of vnk_candidate, one for each start */
  GArray                  *contours;   /* of vnk_contour */
};

/**
 * venule_detector_new:
 * @settings: valid settings
 * @backend: where its planes shall be
 * @roi: the planes that it will see
 * @frame_width: px
 * @frame_height: px
 * @lowest_score: score (0 to 1) of the faintest cell that is wanted; %VENULE_CLEAR_SCORE for cells that are believed
 *   on the sight of one frame
 * @error: return location
 *
 * Returns: (transfer full) (nullable): the detector; %NULL with %VENULE_ERROR_NO_MEMORY
 */
VenuleDetector *
venule_detector_new (const VenuleSettings  *settings,
                     vnk_backend           *backend,
                     const VenuleRoiPlanes *roi,
                     int                    frame_width,
                     int                    frame_height,
                     double                 lowest_score,
                     GError               **error)
{
  g_autoptr (VenuleDetector) self = g_new0 (VenuleDetector, 1);

  self->vessel = venule_vessel_copy (settings->vessel);
  self->frame_width = frame_width;
  self->frame_height = frame_height;
  self->radius = settings->cell_diameter / 2;
  self->odds = exp (SENSITIVITY_RANGE * (settings->sensitivity - VENULE_DEFAULT_SENSITIVITY));
  self->lowest = lowest_score;
  if (settings->detector == VENULE_DETECTOR_NETWORK && !(settings->ablation & VENULE_ABLATE_CONTOUR))
    self->contour_weight = CONTOUR_WEIGHT;
  vnk_bspline_snake_paper_params (&self->refine);
  venule_harmonics_init (&self->harmonics);
  self->refine.harmonic_weight = REFINE_HARMONIC_WEIGHT;
  self->refine.noise = REFINE_NOISE;
  self->found = g_array_new (FALSE, FALSE, sizeof (VenuleCandidate));
  self->starts = g_array_new (FALSE, FALSE, sizeof (Start));
  self->candidates = g_array_new (FALSE, FALSE, sizeof (vnk_candidate));
  self->contours = g_array_new (FALSE, FALSE, sizeof (vnk_contour));

  if (settings->detector == VENULE_DETECTOR_GICOV)
    self->gicov = venule_gicov_detector_new (settings, backend, roi, error);
  else
    self->cnn = venule_cnn_detector_new (settings, backend, frame_width, frame_height, error);
  if (self->gicov == NULL && self->cnn == NULL)
    return NULL;

  return g_steal_pointer (&self);
}

/**
 * venule_detector_move:
 * @self: the detector
 * @backend: where its planes shall be from now on
 * @error: return location
 *
 * Gives up the planes, whose backend failed, and takes others.
 *
 * Returns: %FALSE with %VENULE_ERROR_NO_MEMORY
 */
gboolean
venule_detector_move (VenuleDetector  *self,
                      vnk_backend     *backend,
                      GError         **error)
{
  return self->gicov != NULL ? venule_gicov_detector_move (self->gicov, backend, error)
                               : venule_cnn_detector_move (self->cnn, backend, error);
}

void
venule_detector_begin_anew (VenuleDetector *self,
                            double          lowest_score)
{
  self->n_runs = 0;
  self->lowest = lowest_score;
}

void
venule_detector_free (VenuleDetector *self)
{
  if (self == NULL)
    return;

  g_clear_pointer (&self->cnn, venule_cnn_detector_free);
  g_clear_pointer (&self->gicov, venule_gicov_detector_free);
  venule_vessel_free (self->vessel);
  g_array_unref (self->found);
  g_array_unref (self->starts);
  g_array_unref (self->candidates);
  g_array_unref (self->contours);
  g_free (self);
}

/* How far the polygon's points lie beside the line of a ray; those of all, one after the other, are vector code. */
static void
measure_sides (const vnk_contour *contour,
               double             x,
               double             y,
               double             dx,
               double             dy,
               double            *sides)
{
  for (int i = 0; i < VNK_CONTOUR_POINTS; i++)
    {
      double px = contour->points[i][0] - x, py = contour->points[i][1] - y;

      sides[i] = px * dy - py * dx;
    }
}

/* Radii of a contour at equal angles from +x, seen from (x, y): where a ray meets the polygon last. */
static void
contour_radii (const vnk_contour *contour,
               double             x,
               double             y,
               float             *radii)
{
  /* Of more than any rounding: a side whose ends lie so far on one side of the ray does not meet it. */
  double clear = 1e-6 * contour->radius;

  for (int k = 0; k < VENULE_CONTOUR_POINTS; k++)
    {
      double angle = 2 * G_PI * k / VENULE_CONTOUR_POINTS;
      double dx = cos (angle), dy = sin (angle), best = contour->radius;
      double sides[VNK_CONTOUR_POINTS];
      gboolean met = FALSE;

      measure_sides (contour, x, y, dx, dy, sides);
      for (int i = 0; i < VNK_CONTOUR_POINTS; i++)
        {
          int next = (i + 1) % VNK_CONTOUR_POINTS;
          const float *p = contour->points[i], *q = contour->points[next];

          if (MIN (sides[i], sides[next]) > clear || MAX (sides[i], sides[next]) < -clear)
            continue;

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

/* The snake may only polish what was found: one that ran away or collapsed is not believed. */
static gboolean
contour_is_sane (const vnk_contour   *contour,
                 const vnk_candidate *candidate)
{
  return isfinite (contour->x) && isfinite (contour->y) && isfinite (contour->radius) &&
         hypot (contour->x - candidate->x, contour->y - candidate->y) < 0.5 * candidate->radius &&
         contour->radius > 0.6 * candidate->radius && contour->radius < 1.5 * candidate->radius &&
         contour->roundness > 0.6;
}

/* The network looks at the whole of a cell, the contour's score (that of GICOV, with both halves) at its edge alone:
 * either sees faults of the other. */
static double
judge (const VenuleDetector  *self,
       const VenuleCandidate *found,
       const vnk_contour     *contour)
{
  double odds = self->odds * found->score / MAX (1 - found->score, 1e-9);

  if (isfinite (contour->score))
    odds *= pow (CLAMP (contour->score / TYPICAL_CONTOUR, 1 / MAX_CONTOUR, MAX_CONTOUR), self->contour_weight);
  return odds / (1 + odds);
}

/* The CNN locates the centre of a cell better than its contour does; for GICOV circles, which have one start each, it
 * is the other way round. */
static void
fill_detection (const VenuleDetector  *self,
                const VenuleRoiPlanes *roi,
                guint                  index,
                guint                 *start,
                VenuleDetection       *detection)
{
  const VenuleCandidate *found = &g_array_index (self->found, VenuleCandidate, index);
  double sums[VENULE_CONTOUR_POINTS] = { 0 }, weights = 0;

  memset (detection, 0, sizeof *detection);
  detection->x = found->x;
  detection->y = found->y;
  detection->radius = found->radius;
  detection->bright = found->bright;
  memcpy (detection->appearance, found->appearance, sizeof detection->appearance);

  for (; *start < self->starts->len && g_array_index (self->starts, Start, *start).found == index; (*start)++)
    {
      const vnk_contour *contour = &g_array_index (self->contours, vnk_contour, *start);
      double weight = g_array_index (self->starts, Start, *start).weight;
      float radii[VENULE_CONTOUR_POINTS];

      detection->score += weight * judge (self, found, contour);
      if (!contour_is_sane (contour, &g_array_index (self->candidates, vnk_candidate, *start)))
        continue;
      if (self->gicov != NULL)
        {
          detection->x = contour->x + roi->x0;
          detection->y = contour->y + roi->y0;
          detection->radius = contour->radius;
        }
      contour_radii (contour, detection->x - roi->x0, detection->y - roi->y0, radii);
      for (int k = 0; k < VENULE_CONTOUR_POINTS; k++)
        sums[k] += weight * radii[k];
      weights += weight;
    }

  if (weights <= 0)
    return;
  for (int k = 0; k < VENULE_CONTOUR_POINTS; k++)
    detection->contour[k] = (float) (sums[k] / weights);
  venule_contour_smooth (&self->harmonics, detection->contour, detection->contour);
}

/* Beside a clear cell its own halo, or the gap between it and the wall, looks to a circle like a faint cell of the
 * other polarity. */
static gboolean
is_halo (const VenuleDetector  *self,
         const VenuleDetection *detection,
         const VenuleDetection *all,
         const GArray          *near)
{
  for (guint k = 0; k < near->len; k++)
    {
      const VenuleDetection *other = &all[g_array_index (near, guint, k)];

      if (other->score > VENULE_CLEAR_SCORE && other->bright != detection->bright &&
          hypot (other->x - detection->x, other->y - detection->y) < HALO_REACH * self->radius)
        return TRUE;
    }
  return FALSE;
}

static void
drop_halos (const VenuleDetector *self,
            GArray               *detections)
{
  g_autoptr (VenuleSpatialIndex) places = venule_spatial_index_new (detections->len);
  g_autoptr (GArray) near = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autofree gboolean *dropped = g_new0 (gboolean, detections->len + 1);
  VenuleDetection *all = (VenuleDetection *) detections->data;
  guint n_kept = 0;

  for (guint i = 0; i < detections->len; i++)
    venule_spatial_index_add (places, all[i].x, all[i].y);
  for (guint i = 0; i < detections->len; i++)
    {
      if (all[i].score >= VENULE_CLEAR_SCORE)
        continue;
      venule_spatial_index_find (places, all[i].x, all[i].y, HALO_REACH * self->radius, near);
      dropped[i] = is_halo (self, &all[i], all, near);
    }

  for (guint i = 0; i < detections->len; i++)
    if (!dropped[i])
      all[n_kept++] = all[i];
  g_array_set_size (detections, n_kept);
}

static gboolean
find (VenuleDetector        *self,
      vnk_backend           *backend,
      const VenuleRoiPlanes *roi,
      GError               **error)
{
  double odds = self->odds * pow (MAX_CONTOUR, self->contour_weight);
  double threshold = self->lowest / (self->lowest + odds * (1 - self->lowest));

  if (self->gicov != NULL)
    return venule_gicov_detector_run (self->gicov, backend, roi, threshold, self->found, error);
  return venule_cnn_detector_run (self->cnn, backend, roi, self->n_runs, threshold, self->found, error);
}

/* The nearest pixel, and near the middle of two the other one as well, so that no rounding decides between them.
 * Returns how many there are. */
static int
find_pixels (double  at,
             int    *pixels,
             double *weights)
{
  double past = at - lround (at), share = (fabs (past) - 0.5 + BETWEEN) / (2 * BETWEEN);

  pixels[0] = (int) lround (at);
  pixels[1] = pixels[0] + (past > 0 ? 1 : -1);
  weights[1] = MAX (share, 0);
  weights[0] = 1 - weights[1];
  return share > 0 ? 2 : 1;
}

static void
add_starts (VenuleDetector        *self,
            const VenuleRoiPlanes *roi,
            guint                  index)
{
  const VenuleCandidate *found = &g_array_index (self->found, VenuleCandidate, index);
  double weights_x[2], weights_y[2];
  int x[2], y[2], n_x = find_pixels (found->x, x, weights_x), n_y = find_pixels (found->y, y, weights_y);

  for (int j = 0; j < n_y; j++)
    for (int i = 0; i < n_x; i++)
      {
        vnk_candidate candidate = { .x = x[i] - roi->x0, .y = y[j] - roi->y0, .radius = (float) found->radius };
        Start start = { index, weights_x[i] * weights_y[j] };

        g_array_append_val (self->candidates, candidate);
        g_array_append_val (self->starts, start);
      }
}

static gboolean
outline (VenuleDetector        *self,
         vnk_backend           *backend,
         const VenuleRoiPlanes *roi,
         GError               **error)
{
  g_array_set_size (self->starts, 0);
  g_array_set_size (self->candidates, 0);
  for (guint i = 0; i < self->found->len; i++)
    add_starts (self, roi, i);
  g_array_set_size (self->contours, self->candidates->len);

  return venule_kernels_check (backend->bspline_snake (backend, &roi->gx, &roi->gy, &self->refine,
                                                       (const vnk_candidate *) self->candidates->data,
                                                       (int) self->candidates->len,
                                                       (vnk_contour *) self->contours->data), error);
}

/**
 * venule_detector_run:
 * @self: the detector
 * @backend: the kernels
 * @roi: planes with the frame loaded
 * @detections: (element-type VenuleDetection): filled, in the order of the detector's scores (the contour counts later)
 * @error: return location
 *
 * Finds the cells whose centre lies in the crop, and outlines each by a snake.
 *
 * Returns: %FALSE with a #VenuleError
 */
gboolean
venule_detector_run (VenuleDetector        *self,
                     vnk_backend           *backend,
                     const VenuleRoiPlanes *roi,
                     GArray                *detections,
                     GError               **error)
{
  g_array_set_size (detections, 0);
  if (!venule_roi_planes_find_gradients (roi, backend, error) || !find (self, backend, roi, error) ||
      !outline (self, backend, roi, error))
    return FALSE;

  for (guint i = 0, start = 0; i < self->found->len; i++)
    {
      VenuleDetection detection;

      fill_detection (self, roi, i, &start, &detection);
      if (detection.score >= self->lowest &&
          venule_vessel_contains (self->vessel, self->frame_width, self->frame_height, detection.x, detection.y))
        g_array_append_val (detections, detection);
    }
  if (self->gicov != NULL)
    drop_halos (self, detections);
  self->n_runs++;
  return TRUE;
}
