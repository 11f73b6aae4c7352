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
  float slices; /* a px */
};

/* What a slice tells about the pixel in its middle: its mean and derivatives along x and y, as whole multiples: 36 of
 * the mean, 12 of the first derivatives, 72 of the second ones, 4 of the mixed one. */
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

      once[i] = at[1] - at[-1];
      twice[i] = vnk_second (at[-2], at[-1], at[0], at[1], at[2]);
    }
  return { vnk_across (mean[1], mean[2], mean[3]), vnk_across (once[0], once[1], once[2]), mean[3] - mean[1],
           vnk_across (twice[0], twice[1], twice[2]), vnk_second (mean[0], mean[1], mean[2], mean[3], mean[4]),
           once[2] - once[0] };
}

/* `by` is sigma², below 0 for dark vessels. */
static __device__ __forceinline__ vnk_hessian
vnk_hessian_of (const vnk_slice_sums &sums, float by)
{
  return { by * (1.0f / 72.0f) * sums.xx, by * (1.0f / 72.0f) * sums.yy, 0.0f, by * 0.25f * sums.xy, 0.0f, 0.0f };
}

/* Of five slices that follow each other, of which there are so many to a px. */
static __device__ __forceinline__ vnk_hessian
vnk_hessian_of (const vnk_slice_sums &a, const vnk_slice_sums &b, const vnk_slice_sums &m, const vnk_slice_sums &d,
                const vnk_slice_sums &e, float by, float slices)
{
  float twice = by * (1.0f / 432.0f), mixed = by * (1.0f / 24.0f);
  float deep = twice * slices * slices, mixed_deep = mixed * slices;

  return { twice * vnk_across (b.xx, m.xx, d.xx), twice * vnk_across (b.yy, m.yy, d.yy),
           deep * vnk_second (a.none, b.none, m.none, d.none, e.none),
           mixed * vnk_across (b.xy, m.xy, d.xy), mixed_deep * (d.x - b.x), mixed_deep * (d.y - b.y) };
}
