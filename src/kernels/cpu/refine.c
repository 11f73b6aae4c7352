/* refine.c: a closed B-spline snake around a candidate
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * Source: Dong, Ray, Acton, IEEE TMI 24 (2005) 910: a closed uniform cubic B-spline that climbs the score
 *   S = (m² + w (a² + b²)/2) / D,  D = s² + c,
 * of the outward gradients p_k at its points, k = 0 … N − 1, θ_k = 2πk/N (vnk.h; published: w = c = 0). Moving point k
 * along its normal changes S by ∂S/∂p_k · ∂p_k/∂t. With the residual ρ_k = p_k − m − a cos θ_k − b sin θ_k
 *   ∂S/∂p_k = 2/(N D) · (m + w (a cos θ_k + b sin θ_k) − S ρ_k N/(N − 1)),
 * and the slope of p along the normal is taken over the reach both ways, so that an edge is felt from there. The step
 * is halved until the score rises; contours that leave the neighbourhood of the candidate are not taken.
 */

#include "cpu.h"

#include <math.h>
#include <string.h>

#define CONTROLS VNK_SPLINE_CONTROLS
#define POINTS VNK_CONTOUR_POINTS
#define SAMPLES (POINTS / CONTROLS)
#define HALVINGS 4

/* Shares of a contour's own: it may not shrink or grow, wander or crumple more than this. */
#define LEAST_RADIUS 0.6
#define LARGEST_RADIUS 1.6
#define LARGEST_SHIFT 0.75
#define LEAST_ROUNDNESS 0.6

typedef struct {
  double x, y;
} Point;

/* Contribution of a control to a point and to its tangent. */
typedef struct {
  double value[POINTS][CONTROLS];
  double tangent[POINTS][CONTROLS];
  Point  wave[POINTS]; /* cos θ_k, sin θ_k */
} Basis;

typedef struct {
  Point  points[POINTS];
  Point  normals[POINTS];
  double area, perimeter;
  Point  centre;
  double p[POINTS];
  double mean;
  Point  harmonic;    /* a, b */
  double denominator;
  double score;
} Contour;

typedef struct {
  const vnk_plane         *gx, *gy;
  const vnk_refine_params *params;
  const vnk_candidate     *candidates;
  vnk_contour             *out;
  Basis                    basis;
} RefineJob;

static void
basis_init (Basis *self)
{
  memset (self, 0, sizeof *self);
  for (int k = 0; k < POINTS; k++)
    {
      int segment = k / SAMPLES;
      double t = (double) (k % SAMPLES) / SAMPLES;
      double u = 1.0 - t;
      double angle = 2.0 * M_PI * k / POINTS;
      double value[4] = { u * u * u / 6.0, (3.0 * t * t * t - 6.0 * t * t + 4.0) / 6.0,
                          (3.0 * u * u * u - 6.0 * u * u + 4.0) / 6.0, t * t * t / 6.0 };
      double tangent[4] = { -0.5 * u * u, 1.5 * t * t - 2.0 * t, -1.5 * u * u + 2.0 * u, 0.5 * t * t };

      self->wave[k] = (Point) { cos (angle), sin (angle) };
      for (int i = 0; i < 4; i++)
        {
          int control = (segment + i + CONTROLS - 1) % CONTROLS;

          self->value[k][control] = value[i];
          self->tangent[k][control] = tangent[i];
        }
    }
}

/* The gradient at a place between pixels along a direction. */
static double
gradient_along (const vnk_plane *gx, const vnk_plane *gy, Point at, Point along)
{
  double x = fmin (fmax (at.x, 0.0), gx->width - 1);
  double y = fmin (fmax (at.y, 0.0), gx->height - 1);
  int x0 = (int) x;
  int y0 = (int) y;
  int x1 = x0 < gx->width - 1 ? x0 + 1 : x0;
  int y1 = y0 < gx->height - 1 ? y0 + 1 : y0;
  double weights[4] = { (1.0 - (x - x0)) * (1.0 - (y - y0)), (x - x0) * (1.0 - (y - y0)),
                        (1.0 - (x - x0)) * (y - y0), (x - x0) * (y - y0) };
  const vnk_plane *planes[2] = { gx, gy };
  double sums[2];

  for (int i = 0; i < 2; i++)
    {
      const float *above = vnk_plane_row (planes[i], y0);
      const float *below = vnk_plane_row (planes[i], y1);

      sums[i] = weights[0] * (double) above[x0] + weights[1] * (double) above[x1] + weights[2] * (double) below[x0] +
                weights[3] * (double) below[x1];
    }
  return sums[0] * along.x + sums[1] * along.y;
}

/* p_k: over the width of an edge, so that the noise of a single pixel does not lead the way. */
static double
outward_gradient (const RefineJob *job, Point at, Point normal)
{
  Point ahead = { at.x + normal.x, at.y + normal.y };
  Point behind = { at.x - normal.x, at.y - normal.y };

  return 0.5 * gradient_along (job->gx, job->gy, at, normal) +
         0.25 * (gradient_along (job->gx, job->gy, ahead, normal) +
                 gradient_along (job->gx, job->gy, behind, normal));
}

static void
measure_shape (Contour *self)
{
  double area = 0.0, perimeter = 0.0, x = 0.0, y = 0.0;

  /* Relative to the first point: the cross products of far away positions would cancel. */
  Point origin = self->points[0];

  for (int k = 0; k < POINTS; k++)
    {
      Point a = { self->points[k].x - origin.x, self->points[k].y - origin.y };
      Point b = { self->points[(k + 1) % POINTS].x - origin.x, self->points[(k + 1) % POINTS].y - origin.y };
      double cross = a.x * b.y - b.x * a.y;

      area += 0.5 * cross;
      x += (a.x + b.x) * cross / 6.0;
      y += (a.y + b.y) * cross / 6.0;
      perimeter += hypot (b.x - a.x, b.y - a.y);
    }
  self->area = area;
  self->perimeter = perimeter;
  self->centre = area > 0.0 ? (Point) { origin.x + x / area, origin.y + y / area } : origin;
}

/* ρ_k: what mean and harmonic leave of p_k. */
static double
residual (const Contour *self, const Basis *basis, int k)
{
  return self->p[k] - self->mean - self->harmonic.x * basis->wave[k].x - self->harmonic.y * basis->wave[k].y;
}

static void
measure_score (Contour *self, const RefineJob *job)
{
  double weight = (double) job->params->harmonic_weight;
  double sum = 0.0, square = 0.0, rest = 0.0;
  Point wave = { 0.0, 0.0 };

  for (int k = 0; k < POINTS; k++)
    {
      double p = outward_gradient (job, self->points[k], self->normals[k]);

      self->p[k] = p;
      sum += p;
      square += p * p;
      wave.x += p * job->basis.wave[k].x;
      wave.y += p * job->basis.wave[k].y;
    }

  self->mean = sum / POINTS;
  self->harmonic = weight > 0.0 ? (Point) { 2.0 * wave.x / POINTS, 2.0 * wave.y / POINTS } : (Point) { 0.0, 0.0 };
  for (int k = 0; k < POINTS; k++)
    rest += pow (residual (self, &job->basis, k), 2.0);

  double amplitude = self->harmonic.x * self->harmonic.x + self->harmonic.y * self->harmonic.y;

  self->denominator = fmax (rest / (POINTS - 1), VNK_VARIANCE_FLOOR * square / POINTS) + (double) job->params->noise;
  self->score = self->denominator > 0.0
                    ? (self->mean * self->mean + 0.5 * weight * amplitude) / self->denominator : 0.0;
}

static void
measure (Contour *self, const RefineJob *job, const Point *controls)
{
  for (int k = 0; k < POINTS; k++)
    {
      Point at = { 0.0, 0.0 };
      Point tangent = { 0.0, 0.0 };

      for (int j = 0; j < CONTROLS; j++)
        {
          at.x += job->basis.value[k][j] * controls[j].x;
          at.y += job->basis.value[k][j] * controls[j].y;
          tangent.x += job->basis.tangent[k][j] * controls[j].x;
          tangent.y += job->basis.tangent[k][j] * controls[j].y;
        }

      double length = hypot (tangent.x, tangent.y);

      self->points[k] = at;
      self->normals[k] = length > 0.0 ? (Point) { tangent.y / length, -tangent.x / length } : (Point) { 0.0, 0.0 };
    }
  measure_shape (self);
  measure_score (self, job);
}

static bool
acceptable (const Contour *self, const vnk_candidate *candidate)
{
  double radius = (double) candidate->radius;

  if (self->area <= M_PI * pow (LEAST_RADIUS * radius, 2.0) || self->area > M_PI * pow (LARGEST_RADIUS * radius, 2.0))
    return false;
  return hypot (self->centre.x - candidate->x, self->centre.y - candidate->y) <= LARGEST_SHIFT * radius &&
         4.0 * M_PI * self->area >= LEAST_ROUNDNESS * self->perimeter * self->perimeter;
}

/* ∂S/∂t of every point, but for a common factor. */
static void
point_slopes (const Contour *contour, const RefineJob *job, double *slopes)
{
  double reach = (double) job->params->reach;

  for (int k = 0; k < POINTS; k++)
    {
      Point normal = contour->normals[k];
      Point ahead = { contour->points[k].x + reach * normal.x, contour->points[k].y + reach * normal.y };
      Point behind = { contour->points[k].x - reach * normal.x, contour->points[k].y - reach * normal.y };
      Point wave = job->basis.wave[k];
      double slope = (gradient_along (job->gx, job->gy, ahead, normal) -
                      gradient_along (job->gx, job->gy, behind, normal)) / (2.0 * reach);
      double signal = contour->mean + (double) job->params->harmonic_weight *
                                          (contour->harmonic.x * wave.x + contour->harmonic.y * wave.y);
      double spread = contour->score * residual (contour, &job->basis, k) * POINTS / (POINTS - 1);

      slopes[k] = (signal - spread) * slope;
    }
}

/* The direction in which the controls climb, its longest movement 1: as a whole, by a shift and a growth, or each on
 * its own. False on a summit. */
static bool
ascent (const Contour *contour, const RefineJob *job, bool whole, const Point *controls, Point *direction)
{
  double slopes[POINTS];
  double growth = 0.0, largest = 0.0;
  Point shift = { 0.0, 0.0 };

  point_slopes (contour, job, slopes);
  memset (direction, 0, CONTROLS * sizeof *direction);
  for (int k = 0; k < POINTS; k++)
    {
      Point normal = contour->normals[k];

      growth += slopes[k] / POINTS;
      shift.x += 2.0 * slopes[k] * normal.x / POINTS;
      shift.y += 2.0 * slopes[k] * normal.y / POINTS;
      for (int j = 0; j < CONTROLS && !whole; j++)
        {
          direction[j].x += job->basis.value[k][j] * slopes[k] * normal.x;
          direction[j].y += job->basis.value[k][j] * slopes[k] * normal.y;
        }
    }

  for (int j = 0; j < CONTROLS; j++)
    {
      Point outward = { controls[j].x - contour->centre.x, controls[j].y - contour->centre.y };
      double length = hypot (outward.x, outward.y);

      if (whole && length > 0.0)
        direction[j] = (Point) { shift.x + growth * outward.x / length, shift.y + growth * outward.y / length };
      largest = fmax (largest, hypot (direction[j].x, direction[j].y));
    }
  if (!(largest > 0.0))
    return false;
  for (int j = 0; j < CONTROLS; j++)
    direction[j] = (Point) { direction[j].x / largest, direction[j].y / largest };
  return true;
}

/* One step uphill; false when there is none to be had. */
static bool
climb (const RefineJob *job, const vnk_candidate *candidate, bool whole, Point *controls, Contour *current)
{
  Point direction[CONTROLS];
  double step = (double) job->params->step;

  if (!ascent (current, job, whole, controls, direction))
    return false;

  for (int i = 0; i < HALVINGS; i++, step *= 0.5)
    {
      Point moved[CONTROLS];
      Contour trial;

      for (int j = 0; j < CONTROLS; j++)
        moved[j] = (Point) { controls[j].x + step * direction[j].x, controls[j].y + step * direction[j].y };
      measure (&trial, job, moved);
      if (trial.score > current->score && acceptable (&trial, candidate))
        {
          memcpy (controls, moved, sizeof moved);
          *current = trial;
          return true;
        }
    }
  return false;
}

static void
store (const Contour *contour, vnk_contour *out)
{
  out->x = (float) contour->centre.x;
  out->y = (float) contour->centre.y;
  out->radius = (float) sqrt (fmax (contour->area, 0.0) / M_PI);
  out->score = (float) contour->score;
  out->roundness = contour->perimeter > 0.0
                       ? (float) (4.0 * M_PI * contour->area / (contour->perimeter * contour->perimeter)) : 0.0f;
  for (int k = 0; k < POINTS; k++)
    {
      out->points[k][0] = (float) contour->points[k].x;
      out->points[k][1] = (float) contour->points[k].y;
    }
}

static void
refine_item (void *data, int item, int thread)
{
  const RefineJob *job = data;
  const vnk_candidate *candidate = &job->candidates[item];
  Point controls[CONTROLS];
  Contour contour;

  /* The spline runs inside its controls: at a knot at (4 + 2 cos 40°) / 6 of their distance, and as far in between to
   * within 0.1 %. */
  double distance = (double) candidate->radius * 6.0 / (4.0 + 2.0 * cos (2.0 * M_PI / CONTROLS));

  for (int j = 0; j < CONTROLS; j++)
    {
      double angle = 2.0 * M_PI * j / CONTROLS;

      controls[j] = (Point) { candidate->x + distance * cos (angle), candidate->y + distance * sin (angle) };
    }

  measure (&contour, job, controls);


  /* First as a whole, which noise hardly leads astray, then each control on its own. */
  bool whole = true;

  for (int i = 0; i < job->params->iterations; i++)
    {
      whole = whole && 2 * i < job->params->iterations && climb (job, candidate, true, controls, &contour);
      if (!whole && !climb (job, candidate, false, controls, &contour))
        break;
    }
  store (&contour, &job->out[item]);
}

vnk_status
vnk_cpu_refine (vnk_backend *backend, const vnk_plane *gx, const vnk_plane *gy, const vnk_refine_params *params,
                const vnk_candidate *candidates, int n, vnk_contour *out)
{
  if (!vnk_check_refine (gx, gy, params, candidates, n, out))
    return VNK_ERROR_INVALID;

  RefineJob job = { gx, gy, params, candidates, out };

  basis_init (&job.basis);
  vnk_pool_run (vnk_cpu_self (backend)->pool, n, refine_item, &job);
  return VNK_OK;
}
