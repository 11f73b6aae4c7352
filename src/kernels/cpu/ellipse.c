/* ellipse.c: a snake of radii around a centre
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * Source: Ray, Acton, "Motion gradient vector flow", IEEE TMI 23 (2004) 1466; Boyer et al., IPDPS 2009. With F the
 * gradient of the field, normalised so that it is near 1 on a flank and falls to 0 on the ridge, n_i the direction of
 * radius r_i, R the expected radius and y_e the expected cross-flow position, an iteration moves
 *   r_i by step (λ_edge F_i·n_i + λ_size (R − r_i)),
 *   x by step λ_edge mean F_x,  y by step (λ_edge mean F_y + λ_path (y_e − y)).
 */

#include "cpu.h"

#include <math.h>

typedef struct {
  const float *value, *gx, *gy;
  ptrdiff_t    stride; /* of gx and gy */
  ptrdiff_t    value_stride;
  int          width, height;
  float        softness; /* squared: at this magnitude the normalised gradient is 1/√2 */
} Slopes;

typedef struct {
  double x, y;
} Point;

static double
bilinear (const float *data, ptrdiff_t stride, int width, int height, Point at)
{
  int x = vnk_clamp_int ((int) at.x, 0, width - 1);
  int y = vnk_clamp_int ((int) at.y, 0, height - 1);
  int right = x < width - 1 ? 1 : 0;
  ptrdiff_t below = y < height - 1 ? stride : 0;
  double fx = at.x - x;
  double fy = at.y - y;
  const float *p = data + y * stride + x;

  return (1.0 - fy) * ((1.0 - fx) * (double) p[0] + fx * (double) p[right]) +
         fy * ((1.0 - fx) * (double) p[below] + fx * (double) p[below + right]);
}

static bool
inside (const Slopes *slopes, Point at)
{
  return at.x >= 0.0 && at.x <= slopes->width - 1 && at.y >= 0.0 && at.y <= slopes->height - 1;
}

VNK_CLONES static float
differentiate_row (const float *above, const float *row, const float *below, float scale_y, float *gx, float *gy,
                   int width)
{
  float largest = 0.0f;

  for (int x = 0; x < width; x++)
    {
      int left = x > 0 ? x - 1 : 0;
      int right = x < width - 1 ? x + 1 : width - 1;

      gx[x] = (row[right] - row[left]) * (right - left == 2 ? 0.5f : 1.0f);
      gy[x] = (below[x] - above[x]) * scale_y;

      float square = gx[x] * gx[x] + gy[x] * gy[x];

      largest = square > largest ? square : largest;
    }
  return largest;
}

static bool
slopes_init (Slopes *self, vnk_scratch *scratch, const vnk_plane *field)
{
  ptrdiff_t stride = field->width;
  size_t size = (size_t) stride * (size_t) field->height;
  float *memory = vnk_scratch_get (scratch, 2 * size * sizeof (float));
  float largest = 0.0f;

  if (memory == NULL)
    return false;

  for (int y = 0; y < field->height; y++)
    {
      int above = y > 0 ? y - 1 : 0;
      int below = y < field->height - 1 ? y + 1 : y;
      float row_largest = differentiate_row (vnk_plane_row (field, above), vnk_plane_row (field, y),
                                             vnk_plane_row (field, below), below - above == 2 ? 0.5f : 1.0f,
                                             memory + y * stride, memory + (ptrdiff_t) size + y * stride,
                                             field->width);

      largest = row_largest > largest ? row_largest : largest;
    }

  *self = (Slopes) {
    field->data, memory, memory + size, stride, field->stride, field->width, field->height,
    (float) (VNK_SLOPE_SOFTNESS * VNK_SLOPE_SOFTNESS) * largest
  };
  return true;
}

static Point
force_at (const Slopes *slopes, Point at)
{
  double gx = bilinear (slopes->gx, slopes->stride, slopes->width, slopes->height, at);
  double gy = bilinear (slopes->gy, slopes->stride, slopes->width, slopes->height, at);
  double square = gx * gx + gy * gy + (double) slopes->softness;

  if (square <= 0.0)
    return (Point) { 0.0, 0.0 };
  return (Point) { gx / sqrt (square), gy / sqrt (square) };
}

/* Moves the centre to the middle of the contour: the first harmonic of the radii is a shift of the whole. Without it
 * the radii alone take up a displacement and the centre follows too slowly to be seen by the tolerance. */
static Point
recentre (const Point *normals, double *radii)
{
  Point shift = { 0.0, 0.0 };

  for (int i = 0; i < VNK_ELLIPSE_POINTS; i++)
    {
      shift.x += 2.0 * radii[i] * normals[i].x / VNK_ELLIPSE_POINTS;
      shift.y += 2.0 * radii[i] * normals[i].y / VNK_ELLIPSE_POINTS;
    }
  for (int i = 0; i < VNK_ELLIPSE_POINTS; i++)
    radii[i] -= shift.x * normals[i].x + shift.y * normals[i].y;
  return shift;
}

/* One iteration in place; returns the summed movement, or −1 when the snake reaches over the window's border. */
static double
evolve (const Slopes *slopes, const vnk_ellipse_params *params, const Point *normals, double expected_y, Point *centre,
        double *radii)
{
  double step = (double) params->step;
  double before[VNK_ELLIPSE_POINTS];
  Point points[VNK_ELLIPSE_POINTS];
  Point mean = { 0.0, 0.0 };

  for (int i = 0; i < VNK_ELLIPSE_POINTS; i++)
    {
      points[i] = (Point) { centre->x + radii[i] * normals[i].x, centre->y + radii[i] * normals[i].y };
      if (!inside (slopes, points[i]))
        return -1.0;
    }

  for (int i = 0; i < VNK_ELLIPSE_POINTS; i++)
    {
      Point force = force_at (slopes, points[i]);
      double outward = force.x * normals[i].x + force.y * normals[i].y;

      before[i] = radii[i];
      radii[i] += step * ((double) params->edge_weight * outward +
                          (double) params->size_weight * ((double) params->expected_radius - radii[i]));
      mean.x += force.x / VNK_ELLIPSE_POINTS;
      mean.y += force.y / VNK_ELLIPSE_POINTS;
    }

  Point shift = recentre (normals, radii);
  double moved = 0.0;

  shift.x += step * (double) params->edge_weight * mean.x;
  shift.y += step * ((double) params->edge_weight * mean.y +
                     (double) params->path_weight * (expected_y - centre->y));
  centre->x += shift.x;
  centre->y += shift.y;
  for (int i = 0; i < VNK_ELLIPSE_POINTS; i++)
    {
      radii[i] = fmax (radii[i], VNK_ELLIPSE_MIN_RADIUS);
      moved += fabs (radii[i] - before[i]);
    }
  return moved + fabs (shift.x) + fabs (shift.y);
}

static float
mean_under (const Slopes *slopes, const Point *normals, Point centre, const double *radii)
{
  double sum = 0.0;

  for (int i = 0; i < VNK_ELLIPSE_POINTS; i++)
    {
      Point at = { centre.x + radii[i] * normals[i].x, centre.y + radii[i] * normals[i].y };

      if (inside (slopes, at))
        sum += bilinear (slopes->value, slopes->value_stride, slopes->width, slopes->height, at);
    }
  return (float) (sum / VNK_ELLIPSE_POINTS);
}

vnk_status
vnk_cpu_ellipse_one (vnk_cpu_thread *thread, const vnk_plane *field, const vnk_ellipse_params *params,
                     vnk_ellipse *snake)
{
  Slopes slopes;
  Point normals[VNK_ELLIPSE_POINTS];
  double radii[VNK_ELLIPSE_POINTS];
  Point centre = { (double) snake->x, (double) snake->y };

  if (!slopes_init (&slopes, &thread->slopes, field))
    return VNK_ERROR_NO_MEMORY;

  for (int i = 0; i < VNK_ELLIPSE_POINTS; i++)
    {
      double angle = 2.0 * M_PI * i / VNK_ELLIPSE_POINTS;

      normals[i] = (Point) { cos (angle), sin (angle) };
      radii[i] = (double) snake->radii[i];
    }

  snake->left = false;
  snake->iterations = 0;
  while (snake->iterations < params->max_iterations)
    {
      double moved = evolve (&slopes, params, normals, (double) snake->expected_y, &centre, radii);

      if (moved < 0.0)
        {
          snake->left = true;
          break;
        }
      snake->iterations++;
      if (moved <= (double) params->tolerance)
        break;
    }

  snake->x = (float) centre.x;
  snake->y = (float) centre.y;
  for (int i = 0; i < VNK_ELLIPSE_POINTS; i++)
    snake->radii[i] = (float) radii[i];
  snake->score = mean_under (&slopes, normals, centre, radii);
  return VNK_OK;
}

vnk_status
vnk_cpu_ellipse (vnk_backend *backend, const vnk_plane *field, const vnk_ellipse_params *params, vnk_ellipse *snake)
{
  if (!vnk_check_ellipse (field, params, snake))
    return VNK_ERROR_INVALID;
  return vnk_cpu_ellipse_one (&vnk_cpu_self (backend)->threads[0], field, params, snake);
}
