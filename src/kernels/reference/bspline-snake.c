/* bspline-snake.c: what a contour is worth
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * Two references. What a contour is worth by its points alone: from these the controls of the closed uniform cubic
 * B-spline, and from them all that is reported. And the way of the snake, which is a smooth one (cpu/bspline-snake.c),
 * so that every backend comes to the same end.
 */

#include "reference.h"

#include "../vnk-numerics.h"

#include <math.h>

#define CONTROLS VNK_SPLINE_CONTROLS
#define POINTS VNK_CONTOUR_POINTS
#define SAMPLES (POINTS / CONTROLS)
#define MIN_SCORE 0.1

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

/* Fills in (or NULL) by how much ln (score + 0.1) grows with each of the gradients, were there no floor. */
static double
contour_score (const double *p, const vnk_bspline_snake_params *params, double *growth)
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
  double score = rest > 0.0 ? (mean * mean + weight * (a * a + b * b) / 2.0) / rest : 0.0;

  for (int k = 0; growth != NULL && k < POINTS; k++)
    {
      double wave = a * cos (2.0 * M_PI * k / POINTS) + b * sin (2.0 * M_PI * k / POINTS);
      double of_signal = 2.0 * (mean + weight * wave) / POINTS;
      double of_rest = 2.0 * (p[k] - mean - wave) / (POINTS - 1);

      growth[k] = rest > 0.0 ? (of_signal - score * of_rest) / (rest * (score + MIN_SCORE)) : 0.0;
    }
  return score;
}

static double
gradient_at (const vnk_plane *gx, const vnk_plane *gy, Point from, Point normal, double distance)
{
  Point at = { from.x + distance * normal.x, from.y + distance * normal.y };

  return interpolate (gx, at) * normal.x + interpolate (gy, at) * normal.y;
}

static void
measure_shape (const Point *points, vnk_reference_shape *shape)
{
  double area = 0.0, perimeter = 0.0;

  shape->x = shape->y = 0.0;
  for (int k = 0; k < POINTS; k++)
    {
      Point from = points[k];
      Point to = points[(k + 1) % POINTS];
      double cross = from.x * to.y - to.x * from.y;

      area += cross / 2.0;
      shape->x += (from.x + to.x) * cross / 6.0;
      shape->y += (from.y + to.y) * cross / 6.0;
      perimeter += hypot (to.x - from.x, to.y - from.y);
    }
  shape->x /= area;
  shape->y /= area;
  shape->radius = sqrt (area / M_PI);
  shape->roundness = 4.0 * M_PI * area / (perimeter * perimeter);
}

/* Everything about the contour of some controls, whose points and normals, gradients and (or NULL) slopes it fills
 * in. */
static vnk_reference_shape
measure (const vnk_plane *gx, const vnk_plane *gy, const vnk_bspline_snake_params *params, const Point *controls,
         double reach,
         Point *points, Point *normals, double *p, double *slopes)
{
  vnk_reference_shape shape = { 0 };

  for (int k = 0; k < POINTS; k++)
    {
      Point tangent;

      evaluate (controls, k / SAMPLES, (double) (k % SAMPLES) / SAMPLES, &points[k], &tangent);

      double length = hypot (tangent.x, tangent.y);

      normals[k] = (Point) { tangent.y / length, -tangent.x / length };
      p[k] = 0.5 * gradient_at (gx, gy, points[k], normals[k], 0.0) +
             0.25 * gradient_at (gx, gy, points[k], normals[k], 1.0) +
             0.25 * gradient_at (gx, gy, points[k], normals[k], -1.0);
      if (slopes != NULL)
        slopes[k] = (gradient_at (gx, gy, points[k], normals[k], reach) -
                     gradient_at (gx, gy, points[k], normals[k], -reach)) / (2.0 * reach);
      shape.mean_square += p[k] * p[k] / POINTS;
    }
  measure_shape (points, &shape);
  shape.score = contour_score (p, params, NULL);
  return shape;
}

vnk_reference_shape
vnk_reference_contour (const vnk_plane *gx, const vnk_plane *gy, const vnk_bspline_snake_params *params,
                       const vnk_contour *contour)
{
  Point controls[CONTROLS], points[POINTS], normals[POINTS];
  double p[POINTS];

  solve_controls (contour, controls);
  return measure (gx, gy, params, controls, 0.0, points, normals, p, NULL);
}

/* ---- The way of a snake ---- */

typedef struct {
  Point  start;
  double radius;
  Point  controls[CONTROLS];
  Point  sum[CONTROLS];
  double weight;
} Snake;

/* Control j of a circle around the origin. */
static Point
circle_control (double radius, int j)
{
  double distance = radius * 6.0 / (4.0 + 2.0 * cos (2.0 * M_PI / CONTROLS));

  return (Point) { distance * cos (2.0 * M_PI * j / CONTROLS), distance * sin (2.0 * M_PI * j / CONTROLS) };
}

static void
count (Snake *self, double score)
{
  double weight = pow (score + MIN_SCORE, 8.0);

  self->weight += weight;
  for (int j = 0; j < CONTROLS; j++)
    {
      self->sum[j].x += weight * self->controls[j].x;
      self->sum[j].y += weight * self->controls[j].y;
    }
}

/* Back within the limits: 0.6 to 1.6 radii, 0.75 of one off, 0.6 of a circle's roundness. */
static bool
hold (Snake *self, const vnk_reference_shape *shape)
{
  double off = hypot (shape->x - self->start.x, shape->y - self->start.y);
  double near = fmin (1.0, 0.75 * self->radius / off);
  double size = fmin (fmax (shape->radius, 0.6 * self->radius), 1.6 * self->radius);
  double uneven = shape->roundness < 0.6 ? sqrt ((1.0 / 0.6 - 1.0) / (1.0 / shape->roundness - 1.0)) : 1.0;

  if (near == 1.0 && size == shape->radius && uneven == 1.0)
    return false;
  for (int j = 0; j < CONTROLS; j++)
    {
      Point even = circle_control (size, j);
      Point own = { (self->controls[j].x - shape->x) * size / shape->radius,
                    (self->controls[j].y - shape->y) * size / shape->radius };

      self->controls[j].x = self->start.x + near * (shape->x - self->start.x) + even.x + uneven * (own.x - even.x);
      self->controls[j].y = self->start.y + near * (shape->y - self->start.y) + even.y + uneven * (own.y - even.y);
    }
  return true;
}

/* What the points' slopes ask of the controls: of all together, or of each. */
static void
gather (const Snake *self, const vnk_reference_shape *shape, bool whole, const double *force, const Point *normals,
        Point *moves)
{
  for (int j = 0; j < CONTROLS; j++)
    {
      Point outward = { self->controls[j].x - shape->x, self->controls[j].y - shape->y };
      double length = hypot (outward.x, outward.y);

      moves[j] = (Point) { 0.0, 0.0 };
      for (int k = 0; k < POINTS; k++)
        {
          /* A control's share of a point: a spline of unit controls. */
          Point units[CONTROLS] = { [0] = { 0.0, 0.0 } }, share, tangent;

          units[j].x = 1.0;
          evaluate (units, k / SAMPLES, (double) (k % SAMPLES) / SAMPLES, &share, &tangent);
          if (whole)
            {
              moves[j].x += force[k] * (2.0 * normals[k].x + outward.x / length);
              moves[j].y += force[k] * (2.0 * normals[k].y + outward.y / length);
            }
          else
            {
              moves[j].x += share.x * force[k] * normals[k].x;
              moves[j].y += share.x * force[k] * normals[k].y;
            }
        }
    }
}

static void
climb (Snake *self, const vnk_reference_shape *shape, bool whole, double step, const double *growth,
       const double *slopes, const Point *normals)
{
  Point moves[CONTROLS];
  double force[POINTS], largest = 0.0;

  for (int k = 0; k < POINTS; k++)
    force[k] = growth[k] * slopes[k] * (whole ? 4.0 : 8.0);
  gather (self, shape, whole, force, normals, moves);
  for (int j = 0; j < CONTROLS; j++)
    largest = fmax (largest, hypot (moves[j].x, moves[j].y));
  for (int j = 0; j < CONTROLS; j++)
    {
      self->controls[j].x += step * moves[j].x / sqrt (1.0 + largest * largest);
      self->controls[j].y += step * moves[j].y / sqrt (1.0 + largest * largest);
    }
}

void
vnk_reference_bspline_snake (const vnk_plane *gx, const vnk_plane *gy, const vnk_bspline_snake_params *params,
                             const vnk_candidate *candidate, double (*out)[2])
{
  Snake self = { .start = { candidate->x, candidate->y }, .radius = (double) candidate->radius };
  Point points[POINTS], normals[POINTS];
  double p[POINTS], slopes[POINTS], growth[POINTS], first = 0.0;
  int n = params->iterations;

  for (int j = 0; j < CONTROLS; j++)
    self.controls[j] = (Point) { self.start.x + circle_control (self.radius, j).x,
                                 self.start.y + circle_control (self.radius, j).y };
  for (int i = 0; i <= n; i++)
    {
      double time = n > 1 ? (double) i / (n - 1) : 0.0;
      double reach = (double) params->reach + time * (fmin ((double) params->reach, 1.0) - (double) params->reach);
      vnk_reference_shape shape = measure (gx, gy, params, self.controls, reach, points, normals, p, slopes);

      first = i == 0 ? shape.score : first;
      count (&self, shape.score);
      if (i == n)
        break;
      contour_score (p, params, growth);
      hold (&self, &shape);
      climb (&self, &shape, i < 0.3 * n, (double) params->step * (1.0 - 0.75 * time), growth, slopes, normals);
    }

  for (int j = 0; j < CONTROLS; j++)
    self.controls[j] = (Point) { self.sum[j].x / self.weight, self.sum[j].y / self.weight };

  vnk_reference_shape shape = measure (gx, gy, params, self.controls, 1.0, points, normals, p, NULL);

  if (hold (&self, &shape))
    shape = measure (gx, gy, params, self.controls, 1.0, points, normals, p, NULL);

  double gain = shape.score >= 1.1 * first ? 1.0 : fmax ((shape.score - first) / (0.1 * first), 0.0);

  for (int j = 0; j < CONTROLS; j++)
    {
      Point circle = circle_control (self.radius, j);

      self.controls[j].x = gain * self.controls[j].x + (1.0 - gain) * (self.start.x + circle.x);
      self.controls[j].y = gain * self.controls[j].y + (1.0 - gain) * (self.start.y + circle.y);
    }
  measure (gx, gy, params, self.controls, 1.0, points, normals, p, NULL);
  for (int k = 0; k < POINTS; k++)
    {
      out[k][0] = points[k].x;
      out[k][1] = points[k].y;
    }
}
