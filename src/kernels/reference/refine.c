/* refine.c: what a contour is worth
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * The way of a snake depends on which of two nearly equal scores is larger; its end is what counts. Here the end is
 * measured: from its points the controls of the closed uniform cubic B-spline, and from them all that is reported.
 */

#include "reference.h"

#include "../vnk-numerics.h"

#include <math.h>

#define CONTROLS VNK_SPLINE_CONTROLS
#define POINTS VNK_CONTOUR_POINTS
#define SAMPLES (POINTS / CONTROLS)

typedef struct {
  double x, y;
} Point;

/* A spline passes its knot j at (c_{j−1} + 4 c_j + c_{j+1}) / 6. Solved for the controls by iteration: the 4 outweighs
 * the two 1, so that each round halves the error at least. */
static void
solve_controls (const vnk_contour *contour, Point *controls)
{
  for (int j = 0; j < CONTROLS; j++)
    controls[j] = (Point) { (double) contour->points[j * SAMPLES][0], (double) contour->points[j * SAMPLES][1] };

  for (int round = 0; round < 100; round++)
    for (int j = 0; j < CONTROLS; j++)
      {
        const float *knot = contour->points[j * SAMPLES];
        Point before = controls[(j + CONTROLS - 1) % CONTROLS];
        Point after = controls[(j + 1) % CONTROLS];

        controls[j] = (Point) { (6.0 * (double) knot[0] - before.x - after.x) / 4.0,
                                (6.0 * (double) knot[1] - before.y - after.y) / 4.0 };
      }
}

/* Place and direction at t (0 … 1) of a segment, by de Boor's repeated interpolation. */
static void
evaluate (const Point *controls, int segment, double t, Point *place, Point *tangent)
{
  Point d[4];

  for (int i = 0; i < 4; i++)
    d[i] = controls[(segment + i + CONTROLS - 1) % CONTROLS];

  for (int level = 1; level <= 3; level++)
    for (int i = 3; i >= level; i--)
      {
        /* Knots at whole numbers: segment [0, 1], control i counts from knot i − 3 on over 4 − level intervals. */
        double share = (t - (i - 3)) / (4 - level);

        if (level == 3)
          *tangent = (Point) { d[3].x - d[2].x, d[3].y - d[2].y };
        d[i] = (Point) { (1.0 - share) * d[i - 1].x + share * d[i].x, (1.0 - share) * d[i - 1].y + share * d[i].y };
      }
  *place = d[3];
}

static double
interpolate (const vnk_plane *plane, Point at)
{
  double x = fmin (fmax (at.x, 0.0), plane->width - 1);
  double y = fmin (fmax (at.y, 0.0), plane->height - 1);
  int x0 = (int) x;
  int y0 = (int) y;
  int x1 = x0 + 1 < plane->width ? x0 + 1 : x0;
  int y1 = y0 + 1 < plane->height ? y0 + 1 : y0;
  const float *data = plane->data;

  return (1.0 - (y - y0)) * ((1.0 - (x - x0)) * (double) data[y0 * plane->stride + x0] +
                             (x - x0) * (double) data[y0 * plane->stride + x1]) +
         (y - y0) * ((1.0 - (x - x0)) * (double) data[y1 * plane->stride + x0] +
                     (x - x0) * (double) data[y1 * plane->stride + x1]);
}

static double
contour_score (const double *p, const vnk_refine_params *params)
{
  double weight = (double) params->harmonic_weight;
  double mean = 0.0, a = 0.0, b = 0.0, mean_square = 0.0, variance = 0.0;

  for (int k = 0; k < POINTS; k++)
    {
      mean += p[k] / POINTS;
      mean_square += p[k] * p[k] / POINTS;
      a += 2.0 * p[k] * cos (2.0 * M_PI * k / POINTS) / POINTS;
      b += 2.0 * p[k] * sin (2.0 * M_PI * k / POINTS) / POINTS;
    }
  if (!(weight > 0.0))
    a = b = 0.0;
  for (int k = 0; k < POINTS; k++)
    variance += pow (p[k] - mean - a * cos (2.0 * M_PI * k / POINTS) - b * sin (2.0 * M_PI * k / POINTS), 2.0) /
                (POINTS - 1);

  double rest = fmax (variance, VNK_VARIANCE_FLOOR * mean_square) + (double) params->noise;

  return rest > 0.0 ? (mean * mean + weight * (a * a + b * b) / 2.0) / rest : 0.0;
}

vnk_reference_shape
vnk_reference_contour (const vnk_plane *gx, const vnk_plane *gy, const vnk_refine_params *params,
                       const vnk_contour *contour)
{
  static const double across[3] = { -1.0, 0.0, 1.0 };
  static const double shares[3] = { 0.25, 0.5, 0.25 };
  vnk_reference_shape shape = { 0 };
  Point controls[CONTROLS], points[POINTS];
  double p[POINTS] = { 0 };
  double area = 0.0, perimeter = 0.0;

  solve_controls (contour, controls);
  for (int k = 0; k < POINTS; k++)
    {
      Point tangent;

      evaluate (controls, k / SAMPLES, (double) (k % SAMPLES) / SAMPLES, &points[k], &tangent);

      double length = hypot (tangent.x, tangent.y);
      Point normal = { tangent.y / length, -tangent.x / length };

      for (int i = 0; i < 3; i++)
        {
          Point at = { points[k].x + across[i] * normal.x, points[k].y + across[i] * normal.y };

          p[k] += shares[i] * (interpolate (gx, at) * normal.x + interpolate (gy, at) * normal.y);
        }
      shape.mean_square += p[k] * p[k] / POINTS;
    }

  for (int k = 0; k < POINTS; k++)
    {
      Point from = points[k];
      Point to = points[(k + 1) % POINTS];
      double cross = from.x * to.y - to.x * from.y;

      area += cross / 2.0;
      shape.x += (from.x + to.x) * cross / 6.0;
      shape.y += (from.y + to.y) * cross / 6.0;
      perimeter += hypot (to.x - from.x, to.y - from.y);
    }
  shape.x /= area;
  shape.y /= area;
  shape.radius = sqrt (area / M_PI);
  shape.roundness = 4.0 * M_PI * area / (perimeter * perimeter);
  shape.score = contour_score (p, params);
  return shape;
}
