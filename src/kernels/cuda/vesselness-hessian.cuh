/* vesselness-hessian.cuh: the Hessian of smoothed pictures and stacks
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "cuda.cuh"

#include "../vnk-vesselness.h"

/* A stack at each of several scales, one behind the other. */
struct vnk_smoothed {
  float *data;
  int    width, height, depth;
  int    stride;
  size_t size; /* from a scale to the next */
};

struct vnk_sigmas {
  int   n;
  bool  dark;
  float values[VNK_MAX_SIGMAS];
};

/* What a slice tells about the pixel in its middle: its mean and derivatives along x and y, times 6 or 36 where a mean
 * across is in them. */
struct vnk_slice_sums {
  float none, x, y, xx, yy, xy;
};

/* Of pixel `column` of a row, the third of five. */
static __device__ __forceinline__ vnk_slice_sums
vnk_sum_slice (const float (&rows)[5][6], int column)
{
  float mean[5], once[3], twice[3];

#pragma unroll
  for (int i = 0; i < 5; i++)
    mean[i] = vnk_across (rows[i][column - 1], rows[i][column], rows[i][column + 1]);
#pragma unroll
  for (int i = 0; i < 3; i++)
    {
      const float *at = &rows[i + 1][column];

      once[i] = 0.5f * (at[1] - at[-1]);
      twice[i] = vnk_second (at[-2], at[-1], at[0], at[1], at[2]);
    }
  return { vnk_across (mean[1], mean[2], mean[3]), vnk_across (once[0], once[1], once[2]), 0.5f * (mean[3] - mean[1]),
           vnk_across (twice[0], twice[1], twice[2]), vnk_second (mean[0], mean[1], mean[2], mean[3], mean[4]),
           0.5f * (once[2] - once[0]) };
}

/* `by` is sigma², below 0 for dark vessels. */
static __device__ __forceinline__ vnk_hessian
vnk_hessian_of (const vnk_slice_sums &sums, float by)
{
  return { by * (1.0f / 6.0f) * sums.xx, by * (1.0f / 6.0f) * sums.yy, 0.0f, by * sums.xy, 0.0f, 0.0f };
}

/* Of five slices that follow each other. */
static __device__ __forceinline__ vnk_hessian
vnk_hessian_of (const vnk_slice_sums *slices, float by)
{
  const vnk_slice_sums &b = slices[1], &m = slices[2], &d = slices[3];
  float sixth = by * (1.0f / 6.0f), part = by * (1.0f / 36.0f);

  return { part * vnk_across (b.xx, m.xx, d.xx), part * vnk_across (b.yy, m.yy, d.yy),
           part * vnk_second (slices[0].none, b.none, m.none, d.none, slices[4].none),
           sixth * vnk_across (b.xy, m.xy, d.xy), sixth * 0.5f * (d.x - b.x), sixth * 0.5f * (d.y - b.y) };
}
