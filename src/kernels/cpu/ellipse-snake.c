/* ellipse-snake.c: a snake of radii around a centre
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
#include <string.h>

#define POINTS VNK_ELLIPSE_POINTS
#define PARTS 4  /* of a sum over the points, so that it is vector code */
#define LANES 16 /* pixels whose largest slopes are looked for at once */

/* The slopes of the field along x and y, side by side: those of a pixel and of the next come with one access. Behind
 * the last pixel there is a row and a pixel of zeros. */
typedef struct {
  const float *value;
  const float *pairs;
  ptrdiff_t    stride; /* pairs */
  ptrdiff_t    value_stride;
  int          width, height;
  float        softness; /* squared: at this magnitude the normalised gradient is 1/√2 */
} Slopes;

typedef struct {
  double x, y;
} Point;

/* The directions of the radii. */
typedef struct {
  double x[POINTS], y[POINTS];
} Normals;

typedef float Quad __attribute__ ((vector_size (16)));

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

/* Each lane of `largest` keeps the largest square of a slope that it has seen. */
VNK_CLONES static void
differentiate_row (const float *above, const float *row, const float *below, float scale_y, float *restrict pairs,
                   int width, float *restrict largest)
{
  for (int x = 0; x < width; x++)
    pairs[2 * x + 1] = (below[x] - above[x]) * scale_y;
  for (int x = 1; x < width - 1; x++)
    pairs[2 * x] = (row[x + 1] - row[x - 1]) * 0.5f;
  pairs[0] = width > 1 ? row[1] - row[0] : 0.0f;
  pairs[2 * (width - 1)] = width > 1 ? row[width - 1] - row[width - 2] : 0.0f;

  for (int x = 0; x + LANES <= width; x += LANES)
    for (int i = 0; i < LANES; i++)
      {
        float square = pairs[2 * (x + i)] * pairs[2 * (x + i)] + pairs[2 * (x + i) + 1] * pairs[2 * (x + i) + 1];

        largest[i] = square > largest[i] ? square : largest[i];
      }
  for (int x = width / LANES * LANES; x < width; x++)
    {
      float square = pairs[2 * x] * pairs[2 * x] + pairs[2 * x + 1] * pairs[2 * x + 1];

      largest[0] = square > largest[0] ? square : largest[0];
    }
}

static bool
slopes_init (Slopes *self, vnk_scratch *scratch, const vnk_plane *field)
{
  ptrdiff_t stride = field->width;
  size_t size = (size_t) stride * (size_t) field->height;
  size_t behind = (size_t) stride + 1;
  float *pairs = vnk_scratch_get (scratch, 2 * (size + behind) * sizeof (float));
  float lanes[LANES] = { 0 };
  float largest = 0.0f;

  if (pairs == NULL)
    return false;

  for (int y = 0; y < field->height; y++)
    {
      int above = y > 0 ? y - 1 : 0;
      int below = y < field->height - 1 ? y + 1 : y;

      differentiate_row (vnk_plane_row (field, above), vnk_plane_row (field, y), vnk_plane_row (field, below),
                         below - above == 2 ? 0.5f : 1.0f, pairs + 2 * y * stride, field->width, lanes);
    }
  for (int i = 0; i < LANES; i++)
    largest = lanes[i] > largest ? lanes[i] : largest;
  memset (pairs + 2 * size, 0, 2 * behind * sizeof (float));

  *self = (Slopes) {
    field->data, pairs, stride, field->stride, field->width, field->height,
    (float) (VNK_SLOPE_SOFTNESS * VNK_SLOPE_SOFTNESS) * largest
  };
  return true;
}

/* The slopes under the contour's points, which lie inside the window: on its last row and column what lies behind them
 * counts nothing. */
static void
slopes_at (const Slopes *slopes, const double *x, const double *y, float *restrict gx, float *restrict gy)
{
  for (int i = 0; i < POINTS; i++)
    {
      int left = (int) x[i];
      int top = (int) y[i];
      float fx = (float) (x[i] - left);
      float fy = (float) (y[i] - top);
      const float *at = slopes->pairs + 2 * (top * slopes->stride + left);
      Quad above, below;

      memcpy (&above, at, sizeof above);
      memcpy (&below, at + 2 * slopes->stride, sizeof below);
      above += (below - above) * fy;
      gx[i] = above[0] + fx * (above[2] - above[0]);
      gy[i] = above[1] + fx * (above[3] - above[1]);
    }
}

VNK_INLINE double
sum_up (const double *parts)
{
  return (parts[0] + parts[1]) + (parts[2] + parts[3]);
}

/* Moves the centre to the middle of the contour: the first harmonic of the radii is a shift of the whole. Without it
 * the radii alone take up a displacement and the centre follows too slowly to be seen by the tolerance. */
VNK_INLINE Point
recentre (const Normals *normals, double *restrict radii)
{
  double x[PARTS] = { 0 }, y[PARTS] = { 0 };

  for (int i = 0; i < POINTS; i += PARTS)
    for (int k = 0; k < PARTS; k++)
      {
        x[k] += radii[i + k] * normals->x[i + k];
        y[k] += radii[i + k] * normals->y[i + k];
      }

  Point shift = { 2.0 / POINTS * sum_up (x), 2.0 / POINTS * sum_up (y) };

  for (int i = 0; i < POINTS; i++)
    radii[i] -= shift.x * normals->x[i] + shift.y * normals->y[i];
  return shift;
}

/* What the radii's movement and the pull towards the path leave: in place. Returns the summed movement. */
VNK_CLONES static double
follow_slopes (const vnk_ellipse_snake_params *params, const Normals *normals, double softness, double expected_y,
               const float *gx, const float *gy, Point *centre, double *restrict radii)
{
  double step = (double) params->step;
  double edge_weight = (double) params->edge_weight;
  double size_weight = (double) params->size_weight;
  double expected_radius = (double) params->expected_radius;
  double force_x[POINTS], force_y[POINTS], before[POINTS];
  double x[PARTS] = { 0 }, y[PARTS] = { 0 }, movement[PARTS] = { 0 };

  for (int i = 0; i < POINTS; i++)
    {
      float square = gx[i] * gx[i] + gy[i] * gy[i] + (float) softness;
      float scale = square > 0.0f ? 1.0f / __builtin_sqrtf (square) : 0.0f;

      force_x[i] = (double) (gx[i] * scale);
      force_y[i] = (double) (gy[i] * scale);
    }
  for (int i = 0; i < POINTS; i++)
    {
      before[i] = radii[i];
      radii[i] += step * (edge_weight * (force_x[i] * normals->x[i] + force_y[i] * normals->y[i]) +
                          size_weight * (expected_radius - radii[i]));
    }
  for (int i = 0; i < POINTS; i += PARTS)
    for (int k = 0; k < PARTS; k++)
      {
        x[k] += force_x[i + k];
        y[k] += force_y[i + k];
      }

  Point shift = recentre (normals, radii);

  shift.x += step * edge_weight / POINTS * sum_up (x);
  shift.y += step * (edge_weight / POINTS * sum_up (y) + (double) params->path_weight * (expected_y - centre->y));
  centre->x += shift.x;
  centre->y += shift.y;
  for (int i = 0; i < POINTS; i++)
    radii[i] = radii[i] > VNK_ELLIPSE_MIN_RADIUS ? radii[i] : VNK_ELLIPSE_MIN_RADIUS;
  for (int i = 0; i < POINTS; i += PARTS)
    for (int k = 0; k < PARTS; k++)
      movement[k] += __builtin_fabs (radii[i + k] - before[i + k]);
  return sum_up (movement) + fabs (shift.x) + fabs (shift.y);
}

/* One iteration in place; returns the summed movement, or −1 when the snake reaches over the window's border. */
static double
evolve (const Slopes *slopes, const vnk_ellipse_snake_params *params, const Normals *normals, double expected_y,
        Point *centre, double *radii)
{
  double x[POINTS], y[POINTS];
  float gx[POINTS], gy[POINTS];
  int outside = 0;

  for (int i = 0; i < POINTS; i++)
    {
      x[i] = centre->x + radii[i] * normals->x[i];
      y[i] = centre->y + radii[i] * normals->y[i];
      outside += !(x[i] >= 0.0 && x[i] <= slopes->width - 1) + !(y[i] >= 0.0 && y[i] <= slopes->height - 1);
    }
  if (outside > 0)
    return -1.0;

  slopes_at (slopes, x, y, gx, gy);
  return follow_slopes (params, normals, (double) slopes->softness, expected_y, gx, gy, centre, radii);
}

static float
mean_under (const Slopes *slopes, const Normals *normals, Point centre, const double *radii)
{
  double sum = 0.0;

  for (int i = 0; i < POINTS; i++)
    {
      Point at = { centre.x + radii[i] * normals->x[i], centre.y + radii[i] * normals->y[i] };

      if (inside (slopes, at))
        sum += bilinear (slopes->value, slopes->value_stride, slopes->width, slopes->height, at);
    }
  return (float) (sum / POINTS);
}

vnk_status
vnk_cpu_ellipse_snake (vnk_cpu_thread *thread, const vnk_plane *field, const vnk_ellipse_snake_params *params,
                       vnk_cpu_snake *snake)
{
  Slopes slopes;
  Normals normals;
  double radii[POINTS];
  Point centre = { (double) snake->x, (double) snake->y };

  if (!slopes_init (&slopes, &thread->slopes, field))
    return VNK_ERROR_NO_MEMORY;

  for (int i = 0; i < POINTS; i++)
    {
      double angle = 2.0 * M_PI * i / POINTS;

      normals.x[i] = cos (angle);
      normals.y[i] = sin (angle);
      radii[i] = (double) snake->radii[i];
    }

  snake->left = false;
  for (int i = 0; i < params->max_iterations; i++)
    {
      double moved = evolve (&slopes, params, &normals, (double) snake->expected_y, &centre, radii);

      snake->left = moved < 0.0;
      if (moved <= (double) params->tolerance)
        break;
    }

  snake->x = (float) centre.x;
  snake->y = (float) centre.y;
  for (int i = 0; i < POINTS; i++)
    snake->radii[i] = (float) radii[i];
  snake->score = mean_under (&slopes, &normals, centre, radii);
  return VNK_OK;
}
