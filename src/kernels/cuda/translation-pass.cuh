/* translation-pass.cuh: one pass over the pixels of a picture that has moved
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * The sums are those of cpu/translation-sums.c. In most passes a warp takes a strip of columns, a thread each, and a
 * few rows: all of its pixels are on their way before the first is used, and what a thread needs of the columns beside
 * its own it has from its neighbours. The last pass wants sums of tiles of 16 x 16 pixels, see translation-last.cuh.
 */

#pragma once

#include "async.cuh"
#include "cuda.cuh"

#define SHIFT_LEVELS 8
#define SHIFT_TAPS 6

enum
{
  SHIFT_GX_GX,
  SHIFT_GX_GY,
  SHIFT_GY_GY,
  SHIFT_GX_F,
  SHIFT_GY_F,
  SHIFT_GX,
  SHIFT_GY,
  SHIFT_F_F,
  SHIFT_F,
  SHIFT_1,
  SHIFT_GX_R,
  SHIFT_GY_R,
  SHIFT_F_R,
  SHIFT_R,
  SHIFT_R_R,
  SHIFT_NONE, /* makes it a power of two */
  SHIFT_GX_JX, /* these only in the last pass */
  SHIFT_GX_JY,
  SHIFT_GY_JY,
  SHIFT_S,
  SHIFT_SUMS,
};

#define SHIFT_MAIN_SUMS SHIFT_GX_JX

/* Points spread over a level, row by row. */
struct ShiftLattice
{
  int step, first, columns, points;
};

struct ShiftLevel
{
  int          width, height, stride;
  int          strips_x, strips;
  bool         small; /* strips have few rows */
  ShiftLattice lattice;
  float       *first, *second, *weight; /* no weight: NULL */
};

/* Where a pass looks: second (p + d) against gain · first (p) + offset. */
struct ShiftAim
{
  int   whole_x, whole_y;
  int   left, top, right, bottom; /* first and last pixel that counts */
  float taps_x[SHIFT_TAPS], taps_y[SHIFT_TAPS];
  float gain, offset, inverse; /* 1/c² */
};

/* The i-th of six weights of neighbours for a place `fraction` behind the third: the polynomial through them
 * (Lagrange). */
static __device__ __forceinline__ float
translation_tap (double fraction, int i)
{
  /* 1 over the product of i − j. */
  double share = i == 0 || i == 5 ? 1.0 / 120.0 : i == 1 || i == 4 ? 1.0 / 24.0 : 1.0 / 12.0;
  double weight = i % 2 == 0 ? -share : share;

#pragma unroll
  for (int j = 0; j < SHIFT_TAPS; j++)
    weight *= j == i ? 1.0 : fraction + 2.0 - j;
  return (float) weight;
}

/* Interpolation takes two pixels before and three behind, and the gradients one more on both sides. */
static __device__ __forceinline__ void
translation_set_bounds (ShiftAim *aim, const ShiftLevel &level)
{
  aim->left = max (1, 3 - aim->whole_x);
  aim->top = max (1, 3 - aim->whole_y);
  aim->right = level.width - 2 - max (0, 3 + aim->whole_x);
  aim->bottom = level.height - 2 - max (0, 3 + aim->whole_y);
}

/* Sums of 16 values over a warp: thread 2k and the one behind it receive that of value k. */
template <int N>
static __device__ __forceinline__ float
translation_warp_sums (const float (&values)[N], int lane)
{
  float sums[8];

#pragma unroll
  for (int i = 0; i < 8; i++)
    {
      float kept = lane & 16 ? values[i + 8] : values[i], sent = lane & 16 ? values[i] : values[i + 8];

      sums[i] = kept + __shfl_xor_sync (0xffffffffu, sent, 16);
    }
#pragma unroll
  for (int n = 4; n > 0; n /= 2)
#pragma unroll
    for (int i = 0; i < n; i++)
      {
        bool upper = (lane & (2 * n)) != 0;
        float kept = upper ? sums[i + n] : sums[i], sent = upper ? sums[i] : sums[i + n];

        sums[i] = kept + __shfl_xor_sync (0xffffffffu, sent, 2 * n);
      }
  return sums[0] + __shfl_xor_sync (0xffffffffu, sums[0], 1);
}

#define SHIFT_STRIP (32 - SHIFT_TAPS + 1) /* columns of a strip; the threads beside them only hold pixels */
#define SHIFT_ROWS 12                     /* and rows, of a large level */
#define SHIFT_FEW_ROWS 4                  /* and of a small one */
#define SHIFT_BEFORE 2                    /* pixels before a place that its interpolation takes */

/* Adds a pixel: f of the first plane, with its gradient, and what is left of the second. */
static __device__ __forceinline__ void
translation_add_pixel (const ShiftAim &aim, float weight, float f, float gx, float gy, float moved,
                       float (&sums)[SHIFT_MAIN_SUMS])
{
  float r = moved - aim.gain * f - aim.offset;
  float fit = 1.0f + weight * r * r * aim.inverse;
  float w = __fdividef (weight, fit * fit);
  float wx = w * gx, wy = w * gy, wf = w * f, wr = w * r;

  sums[SHIFT_GX_GX] = fmaf (wx, gx, sums[SHIFT_GX_GX]);
  sums[SHIFT_GX_GY] = fmaf (wx, gy, sums[SHIFT_GX_GY]);
  sums[SHIFT_GY_GY] = fmaf (wy, gy, sums[SHIFT_GY_GY]);
  sums[SHIFT_GX_F] = fmaf (wx, f, sums[SHIFT_GX_F]);
  sums[SHIFT_GY_F] = fmaf (wy, f, sums[SHIFT_GY_F]);
  sums[SHIFT_GX] += wx;
  sums[SHIFT_GY] += wy;
  sums[SHIFT_GX_R] = fmaf (wx, r, sums[SHIFT_GX_R]);
  sums[SHIFT_GY_R] = fmaf (wy, r, sums[SHIFT_GY_R]);
  sums[SHIFT_F_F] = fmaf (wf, f, sums[SHIFT_F_F]);
  sums[SHIFT_F] += wf;
  sums[SHIFT_1] += w;
  sums[SHIFT_F_R] = fmaf (wf, r, sums[SHIFT_F_R]);
  sums[SHIFT_R] += wr;
  sums[SHIFT_R_R] = fmaf (wr, r, sums[SHIFT_R_R]);
}

/* By one warp: each thread's sums over its column of a strip. Outside the plane, where no pixel counts, any value will
 * do. */
template <int ROWS>
static __device__ __forceinline__ void
translation_sum_strip (const ShiftLevel &level, const ShiftAim &aim, int strip, float (&sums)[SHIFT_MAIN_SUMS])
{
  int lane = threadIdx.x % 32, down = strip / level.strips_x;
  int x0 = (strip - down * level.strips_x) * SHIFT_STRIP, y0 = down * ROWS, x = x0 + lane - SHIFT_BEFORE;
  const float *first = level.first + min (max (x, 0), level.width - 1);
  const float *second = level.second + min (max (x + aim.whole_x, 0), level.width - 1);
  bool mine = lane >= SHIFT_BEFORE && lane < SHIFT_BEFORE + SHIFT_STRIP && x >= aim.left && x <= aim.right;
  float in[ROWS + SHIFT_TAPS - 1], around[ROWS + 2], weights[ROWS];

#pragma unroll
  for (int k = 0; k < SHIFT_MAIN_SUMS; k++)
    sums[k] = 0.0f;
  if (y0 > aim.bottom || y0 + ROWS <= aim.top || x0 > aim.right || x0 + SHIFT_STRIP <= aim.left)
    return;

#pragma unroll
  for (int j = 0; j < ROWS + SHIFT_TAPS - 1; j++)
    in[j] = second[min (max (y0 + aim.whole_y + j - SHIFT_BEFORE, 0), level.height - 1) * (ptrdiff_t) level.stride];
#pragma unroll
  for (int j = 0; j < ROWS + 2; j++)
    around[j] = first[min (max (y0 + j - 1, 0), level.height - 1) * (ptrdiff_t) level.stride];
#pragma unroll
  for (int j = 0; j < ROWS; j++)
    {
      bool counts = mine && y0 + j >= aim.top && y0 + j <= aim.bottom;

      weights[j] = counts ? 1.0f : 0.0f;
      if (counts && level.weight != NULL)
        weights[j] = level.weight[(y0 + j) * (ptrdiff_t) level.stride + x];
    }

#pragma unroll
  for (int j = 0; j < ROWS; j++)
    {
      float column = 0.0f, moved = 0.0f, f = around[j + 1];

#pragma unroll
      for (int i = 0; i < SHIFT_TAPS; i++)
        column = fmaf (aim.taps_y[i], in[j + i], column);
#pragma unroll
      for (int i = 0; i < SHIFT_TAPS; i++)
        moved = fmaf (aim.taps_x[i], __shfl_sync (0xffffffffu, column, (lane + i - SHIFT_BEFORE) & 31), moved);

      float left = __shfl_sync (0xffffffffu, f, (lane - 1) & 31), right = __shfl_sync (0xffffffffu, f, (lane + 1) & 31);

      translation_add_pixel (aim, weights[j], f, 0.5f * (right - left), 0.5f * (around[j + 2] - around[j]), moved,
                             sums);
    }
}
