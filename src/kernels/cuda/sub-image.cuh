/* sub-image.cuh: a pixel of a window, and of its edges
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "warp.cuh"

/* Where a window lies: the plane's pixel next to its centre, and the centre relative to that. Far from the origin a
 * float would round positions; relative to a pixel nearby it does not. */
struct vnk_window_place {
  int    base_x, base_y;
  double x, y;           /* of the first pixel of the middle row, from the base */
  double flow_x, flow_y;
  double middle;         /* row */
};

static __device__ __forceinline__ vnk_window_place
vnk_window_at (double x, double y, double flow_x, double flow_y, int width, int height)
{
  double base_x = floor (x);
  double base_y = floor (y);
  double left = -0.5 * (width - 1);

  return { (int) base_x, (int) base_y, fma (left, flow_x, x - base_x), fma (left, flow_y, y - base_y), flow_x, flow_y,
           0.5 * (height - 1) };
}

/* The first pixel of a row, from the base. */
static __device__ __forceinline__ float2
vnk_window_row (const vnk_window_place &window, int row)
{
  double across = row - window.middle;

  return make_float2 ((float) fma (-across, window.flow_y, window.x), (float) fma (across, window.flow_x, window.y));
}

static __device__ __forceinline__ float
vnk_window_pixel (const vnk_view &in, const vnk_window_place &window, float2 row, int column)
{
  float x = fmaf ((float) column, (float) window.flow_x, row.x);
  float y = fmaf ((float) column, (float) window.flow_y, row.y);
  float floor_x = floorf (x);
  float floor_y = floorf (y);
  float fx = x - floor_x;
  float fy = y - floor_y;
  int x0 = window.base_x + (int) floor_x;
  int y0 = window.base_y + (int) floor_y;
  int left = min (max (x0, 0), in.width - 1);
  int right = min (max (x0 + 1, 0), in.width - 1);
  const float *above = in.data + min (max (y0, 0), in.height - 1) * in.stride;
  const float *below = in.data + min (max (y0 + 1, 0), in.height - 1) * in.stride;
  float p = above[left];
  float q = below[left];

  p = fmaf (fx, above[right] - p, p);
  q = fmaf (fx, below[right] - q, q);
  return fmaf (fy, q - p, p);
}

/* Of the difference between the neighbours on both sides, or of the one that there is. */
static __device__ __forceinline__ float
vnk_difference_scale (int position, int length)
{
  return position > 0 && position < length - 1 ? 0.5f : 1.0f;
}

static __device__ __forceinline__ float
vnk_edge_magnitude (float gx, float gy)
{
  return vnk_fast_sqrt (fmaf (gx, gx, __fmul_rn (gy, gy)));
}

/* What brings the largest magnitude to 1. */
static __device__ __forceinline__ float
vnk_edge_scale (float largest)
{
  return largest > VNK_FLAT_GRADIENT ? 1.0f / largest : 0.0f;
}
