/* snake.cuh: a snake of radii around a centre
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * What the snake does is in vnk.h and cpu/ellipse-snake.c. One warp moves it, a point a lane. An iteration is one long
 * chain of operations, each of which waits for the one before; so the chain is kept short:
 *  - the slopes of the field are computed once, and lie side by side;
 *  - forces, no longer than 1, are added as whole numbers, which a warp does in one instruction;
 *  - the first harmonic of the radii is 0 after an iteration, unless one of them was held at its least: of the next one
 *    only that of the forces counts;
 *  - whether the snake has settled or left is found out while the next iteration is on its way, which is then dropped.
 */

#pragma once

#include "warp.cuh"

#define VNK_SNAKE_ONE 67108864.0f       /* units of a force in double precision: 2^26 */
#define VNK_SNAKE_LIMIT (1u << 26)      /* units of the tolerance */
#define VNK_SNAKE_MAX 134217600.0f     /* units that a lane may add; below 2^27 */

/* Directions of the radii, as the CPU has them. */
struct vnk_normals {
  double x[VNK_ELLIPSE_POINTS];
  double y[VNK_ELLIPSE_POINTS];
};

struct vnk_snake_params {
  double       keep;        /* of a radius: 1 − step λ_size */
  double       grow;        /* step λ_size R */
  double       edge;        /* step λ_edge */
  double       path;        /* step λ_path */
  float        units;       /* in 1 px of movement */
  unsigned int limit;       /* units; an iteration that moves no more is the last */
  int          max_iterations;
};

static inline vnk_normals
vnk_snake_normals (void)
{
  vnk_normals normals;

  for (int i = 0; i < VNK_ELLIPSE_POINTS; i++)
    {
      double angle = 2.0 * 3.14159265358979323846 * i / VNK_ELLIPSE_POINTS;

      normals.x[i] = cos (angle);
      normals.y[i] = sin (angle);
    }
  return normals;
}

static inline vnk_snake_params
vnk_snake_params_for (const vnk_ellipse_snake_params *params)
{
  double step = (double) params->step;
  double size = step * (double) params->size_weight;
  double tolerance = (double) params->tolerance;
  double units = tolerance > 0.0 ? VNK_SNAKE_LIMIT / tolerance : 1e30;

  return { 1.0 - size, size * (double) params->expected_radius, step * (double) params->edge_weight,
           step * (double) params->path_weight, (float) (units < 1e30 ? units : 1e30),
           tolerance > 0.0 ? VNK_SNAKE_LIMIT : 0, params->max_iterations };
}

/* The slopes of a field, row by row, and what makes them forces: the largest is brought to 1. */
struct vnk_slopes {
  const float2 *data;
  int           width, height;
  float         scale;
};

static __device__ __forceinline__ float
vnk_slopes_scale (float largest_square)
{
  return largest_square > 1e-37f ? 1.0f / sqrtf (largest_square) : 0.0f;
}

/* A snake's numbers: float in windows of so many pixels at most, where it holds a place to 4e-6 px and a step takes
 * less than half of the time; double in larger ones. */
#define VNK_SNAKE_SMALL 128

static __host__ __device__ __forceinline__ bool
vnk_snake_is_small (int width, int height)
{
  return max (width, height) <= VNK_SNAKE_SMALL;
}

static __device__ __forceinline__ float
vnk_fma (float a, float b, float c)
{
  return fmaf (a, b, c);
}

static __device__ __forceinline__ double
vnk_fma (double a, double b, double c)
{
  return fma (a, b, c);
}

/* A point's place: the pixel to its left and above, and what is beyond that. */
struct vnk_spot {
  int   x, y;
  float fx, fy;
  bool  inside;
};

/* `position` is less than it by ½, so that rounding to the nearest whole number rounds it down. At a whole number it
 * may round down by 1: then the share of the next pixel is 1. Adding and subtracting a large number rounds, and leaves
 * the whole number in the low bits of the sum. */
static __device__ __forceinline__ void
vnk_snake_split (double position, int last, int *pixel, float *share)
{
  const double large = 6755399441055744.0;
  double sum = position + large;
  long long bits = __double_as_longlong (sum);

  *pixel = min (max ((int) bits, 0), last);
  *share = (float) (position - (sum - large)) + 0.5f;
}

#define VNK_SNAKE_LARGE 12582912.0f       /* 1.5·2^23, */
#define VNK_SNAKE_LARGE_BITS 0x4b400000u  /* and its bits */

static __device__ __forceinline__ void
vnk_snake_split (float position, int last, int *pixel, float *share)
{
  float sum = position + VNK_SNAKE_LARGE;

  *pixel = min (max ((int) (__float_as_uint (sum) - VNK_SNAKE_LARGE_BITS), 0), last);
  *share = (position - (sum - VNK_SNAKE_LARGE)) + 0.5f;
}

template<typename Real>
static __device__ __forceinline__ vnk_spot
vnk_snake_spot (const vnk_slopes &slopes, Real x, Real y)
{
  vnk_spot spot;

  vnk_snake_split (x, slopes.width - 1, &spot.x, &spot.fx);
  vnk_snake_split (y, slopes.height - 1, &spot.y, &spot.fy);
  spot.inside = x >= (Real) -0.5 && x <= (Real) slopes.width - (Real) 1.5 && y >= (Real) -0.5 &&
                y <= (Real) slopes.height - (Real) 1.5;
  return spot;
}

static __device__ __forceinline__ float
vnk_snake_mix (float a, float b, float share)
{
  return fmaf (share, b - a, a);
}

/* A force, and how much of it lies along the normal. */
struct vnk_snake_push {
  float x, y, outward;
};

static __device__ __forceinline__ vnk_snake_push
vnk_snake_force (const vnk_slopes &slopes, const vnk_spot &spot, float normal_x, float normal_y)
{
  const float2 *p = slopes.data + spot.y * slopes.width + spot.x;
  int right = spot.x < slopes.width - 1 ? 1 : 0;
  int below = spot.y < slopes.height - 1 ? slopes.width : 0;
  float2 a = p[0], b = p[right], c = p[below], d = p[below + right];
  float above_x = vnk_snake_mix (a.x, b.x, spot.fx);
  float above_y = vnk_snake_mix (a.y, b.y, spot.fx);
  float gx = slopes.scale * vnk_snake_mix (above_x, vnk_snake_mix (c.x, d.x, spot.fx), spot.fy);
  float gy = slopes.scale * vnk_snake_mix (above_y, vnk_snake_mix (c.y, d.y, spot.fx), spot.fy);
  float square = fmaf (gx, gx, fmaf (gy, gy, (float) (VNK_SLOPE_SOFTNESS * VNK_SLOPE_SOFTNESS)));
  float outward = fmaf (gx, normal_x, gy * normal_y);
  float inverse = vnk_fast_rsqrt (square);

  return { gx * inverse, gy * inverse, outward * inverse };
}

/* The sum of the forces of all points. Each is rounded to whole units first, which a warp adds in one instruction; the
 * large number does that where the sum is no larger than 2^22 units, as with 2^17 of them in 1. */
static __device__ __forceinline__ double
vnk_snake_sum (double, float force, bool point)
{
  int units = (int) rintf (force * VNK_SNAKE_ONE);

  return (double) vnk_warp_add (point ? units : 0) * (1.0 / (double) VNK_SNAKE_ONE);
}

static __device__ __forceinline__ float
vnk_snake_sum (float, float force, bool point)
{
  const float one = 131072.0f;
  unsigned int bits = __float_as_uint (fmaf (point ? force : 0.0f, one, VNK_SNAKE_LARGE));
  unsigned int sum = vnk_warp_add (bits) - (VNK_WARP - 1) * VNK_SNAKE_LARGE_BITS;

  return (__uint_as_float (sum) - VNK_SNAKE_LARGE) * (1.0f / one);
}

/* A lane's part of a snake: the centre is everyone's, less ½. */
struct vnk_snake {
  double x, y;
  double radius;
  double normal_x, normal_y;
  double expected_y; /* less ½ */
  bool   point;      /* the lane has one */
  bool   left;
  int    iterations;
};

/* Moves the snake until it has settled or left. */
template<typename Real>
static __device__ __forceinline__ void
vnk_snake_move (const vnk_slopes &slopes, const vnk_snake_params &params, vnk_snake &snake)
{
  const Real each = (Real) (1.0 / VNK_ELLIPSE_POINTS);
  Real keep = (Real) params.keep, grow = (Real) params.grow, edge = (Real) params.edge, path = (Real) params.path;
  Real x = (Real) snake.x, y = (Real) snake.y, own = (Real) snake.radius, expected_y = (Real) snake.expected_y;
  Real normal_x = (Real) snake.normal_x, normal_y = (Real) snake.normal_y;
  unsigned int lane_units = 0;
  bool held = true, point = snake.point;

  for (;;)
    {
      Real radius = vnk_fma (keep, own, grow);
      vnk_spot spot = vnk_snake_spot (slopes, vnk_fma (own, normal_x, x), vnk_fma (own, normal_y, y));
      vnk_snake_push push = vnk_snake_force (slopes, spot, (float) normal_x, (float) normal_y);
      Real shift_x = 0, shift_y = 0;

      /* Twice the mean over the points. */
      if (held)
        {
          shift_x = vnk_warp_add (point ? radius * normal_x : (Real) 0) * ((Real) 2 * each);
          shift_y = vnk_warp_add (point ? radius * normal_y : (Real) 0) * ((Real) 2 * each);
        }

      Real outward_x = vnk_snake_sum ((Real) 0, push.outward * (float) normal_x, point);
      Real outward_y = vnk_snake_sum ((Real) 0, push.outward * (float) normal_y, point);
      Real sum_x = vnk_snake_sum ((Real) 0, push.x, point);
      Real sum_y = vnk_snake_sum ((Real) 0, push.y, point);

      shift_x = vnk_fma ((Real) 2 * edge * each, outward_x, shift_x);
      shift_y = vnk_fma ((Real) 2 * edge * each, outward_y, shift_y);
      radius = vnk_fma (edge, (Real) push.outward, radius);
      radius = vnk_fma (-shift_x, normal_x, vnk_fma (-shift_y, normal_y, radius));
      shift_x = vnk_fma (edge * each, sum_x, shift_x);
      shift_y = vnk_fma (edge * each, sum_y, shift_y);
      shift_y = vnk_fma (path, expected_y - y, shift_y);

      /* Of the iteration before; the one at hand is kept only if that one was not the last. */
      if (snake.iterations > 0 && vnk_warp_add (lane_units) <= params.limit)
        break;
      if (snake.iterations == params.max_iterations)
        break;
      if (__any_sync (VNK_WHOLE_WARP, point && !spot.inside))
        {
          snake.left = true;
          break;
        }

      held = __any_sync (VNK_WHOLE_WARP, point && radius < (Real) VNK_ELLIPSE_MIN_RADIUS);
      radius = radius < (Real) VNK_ELLIPSE_MIN_RADIUS ? (Real) VNK_ELLIPSE_MIN_RADIUS : radius;

      float moved = point ? fabsf ((float) (radius - own)) : 0.0f;

      if (threadIdx.x % VNK_WARP == 0)
        moved += fabsf ((float) shift_x) + fabsf ((float) shift_y);
      lane_units = (unsigned int) ceilf (fminf (moved * params.units, VNK_SNAKE_MAX));
      own = radius;
      x += shift_x;
      y += shift_y;
      snake.iterations++;
    }

  snake.x = (double) x;
  snake.y = (double) y;
  snake.radius = (double) own;
}

static __device__ __forceinline__ void
vnk_snake_run (const vnk_slopes &slopes, const vnk_snake_params &params, vnk_snake &snake)
{
  if (vnk_snake_is_small (slopes.width, slopes.height))
    vnk_snake_move<float> (slopes, params, snake);
  else
    vnk_snake_move<double> (slopes, params, snake);
}

/* The lane's value of the field under its point, 0 outside of it. Field::at (x, y) is a pixel. */
template<typename Field>
static __device__ __forceinline__ double
vnk_snake_under (const Field &field, const vnk_slopes &slopes, const vnk_snake &snake)
{
  double x = fma (snake.radius, snake.normal_x, snake.x) + 0.5;
  double y = fma (snake.radius, snake.normal_y, snake.y) + 0.5;

  if (!snake.point || !(x >= 0.0 && x <= slopes.width - 1 && y >= 0.0 && y <= slopes.height - 1))
    return 0.0;

  int x0 = (int) x;
  int y0 = (int) y;
  int x1 = min (x0 + 1, slopes.width - 1);
  int y1 = min (y0 + 1, slopes.height - 1);
  double above = (double) field.at (x0, y0);
  double below = (double) field.at (x0, y1);

  above = fma (x - x0, (double) field.at (x1, y0) - above, above);
  below = fma (x - x0, (double) field.at (x1, y1) - below, below);
  return fma (y - y0, below - above, above);
}

/* What a lane starts from: the radius of its point. */
static __device__ __forceinline__ vnk_snake
vnk_snake_start (const vnk_normals &normals, double x, double y, double expected_y, const float *radii)
{
  int lane = (int) (threadIdx.x % VNK_WARP);
  bool point = lane < VNK_ELLIPSE_POINTS;
  int i = point ? lane : 0;

  return { x - 0.5, y - 0.5, (double) radii[i], normals.x[i], normals.y[i], expected_y - 0.5, point, false, 0 };
}

/* The slopes of a field, of the warp's rows from `first` on; returns the largest square that the thread has seen. */
template<typename Field>
static __device__ __forceinline__ float
vnk_slopes_fill (const Field &field, int width, int height, int first, int step, float2 *slopes)
{
  float largest = 0.0f;

  for (int y = first; y < height; y += step)
    for (int x = (int) threadIdx.x % VNK_WARP; x < width; x += VNK_WARP)
      {
        int left = max (x - 1, 0);
        int right = min (x + 1, width - 1);
        int above = max (y - 1, 0);
        int below = min (y + 1, height - 1);
        float gx = (field.at (right, y) - field.at (left, y)) * (right - left == 2 ? 0.5f : 1.0f);
        float gy = (field.at (x, below) - field.at (x, above)) * (below - above == 2 ? 0.5f : 1.0f);

        slopes[(size_t) y * (size_t) width + (size_t) x] = make_float2 (gx, gy);
        largest = fmaxf (largest, fmaf (gx, gx, __fmul_rn (gy, gy)));
      }
  return largest;
}
