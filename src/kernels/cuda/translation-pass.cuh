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

#define TRANSLATION_LEVELS 8
#define TRANSLATION_TAPS 6

enum
{
  TRANSLATION_GX_GX,
  TRANSLATION_GX_GY,
  TRANSLATION_GY_GY,
  TRANSLATION_GX_F,
  TRANSLATION_GY_F,
  TRANSLATION_GX,
  TRANSLATION_GY,
  TRANSLATION_F_F,
  TRANSLATION_F,
  SHIFT_1,
  TRANSLATION_GX_R,
  TRANSLATION_GY_R,
  TRANSLATION_F_R,
  TRANSLATION_R,
  TRANSLATION_R_R,
  TRANSLATION_NONE, /* makes it a power of two */
  TRANSLATION_GX_JX, /* these only in the last pass */
  TRANSLATION_GX_JY,
  TRANSLATION_GY_JY,
  TRANSLATION_S,
  TRANSLATION_SUMS,
};

#define TRANSLATION_MAIN_SUMS TRANSLATION_GX_JX

/* Points spread over a level, row by row. */
struct TranslationGrid
{
  int step, first, columns, points;
};

struct TranslationLevel
{
  int             width, height, stride;
  int             strips_x, strips;
  bool            small; /* strips have few rows */
  TranslationGrid grid;
  float          *first, *second, *weight; /* no weight: NULL */
};

/* Where a pass looks: second (p + d) against gain · first (p) + offset. */
struct TranslationAim
{
  int   whole_x, whole_y;
  int   left, top, right, bottom; /* first and last pixel that counts */
  float taps_x[TRANSLATION_TAPS], taps_y[TRANSLATION_TAPS];
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
  for (int j = 0; j < TRANSLATION_TAPS; j++)
    weight *= j == i ? 1.0 : fraction + 2.0 - j;
  return (float) weight;
}

/* Interpolation takes two pixels before and three behind, and the gradients one more on both sides. */
static __device__ __forceinline__ void
translation_set_bounds (TranslationAim *aim, const TranslationLevel &level)
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

#define TRANSLATION_STRIP (32 - TRANSLATION_TAPS + 1) /* columns of a strip; the threads beside them only hold pixels */
#define TRANSLATION_ROWS 12                     /* and rows, of a large level */
#define TRANSLATION_FEW_ROWS 4                  /* and of a small one */
#define TRANSLATION_BEFORE 2                    /* pixels before a place that its interpolation takes */

/* Adds a pixel: f of the first plane, with its gradient, and what is left of the second. */
static __device__ __forceinline__ void
translation_add_pixel (const TranslationAim &aim, float weight, float f, float gx, float gy, float moved,
                       float (&sums)[TRANSLATION_MAIN_SUMS])
{
  float r = moved - aim.gain * f - aim.offset;
  float fit = 1.0f + weight * r * r * aim.inverse;
  float w = __fdividef (weight, fit * fit);
  float wx = w * gx, wy = w * gy, wf = w * f, wr = w * r;

  sums[TRANSLATION_GX_GX] = fmaf (wx, gx, sums[TRANSLATION_GX_GX]);
  sums[TRANSLATION_GX_GY] = fmaf (wx, gy, sums[TRANSLATION_GX_GY]);
  sums[TRANSLATION_GY_GY] = fmaf (wy, gy, sums[TRANSLATION_GY_GY]);
  sums[TRANSLATION_GX_F] = fmaf (wx, f, sums[TRANSLATION_GX_F]);
  sums[TRANSLATION_GY_F] = fmaf (wy, f, sums[TRANSLATION_GY_F]);
  sums[TRANSLATION_GX] += wx;
  sums[TRANSLATION_GY] += wy;
  sums[TRANSLATION_GX_R] = fmaf (wx, r, sums[TRANSLATION_GX_R]);
  sums[TRANSLATION_GY_R] = fmaf (wy, r, sums[TRANSLATION_GY_R]);
  sums[TRANSLATION_F_F] = fmaf (wf, f, sums[TRANSLATION_F_F]);
  sums[TRANSLATION_F] += wf;
  sums[SHIFT_1] += w;
  sums[TRANSLATION_F_R] = fmaf (wf, r, sums[TRANSLATION_F_R]);
  sums[TRANSLATION_R] += wr;
  sums[TRANSLATION_R_R] = fmaf (wr, r, sums[TRANSLATION_R_R]);
}

/* By one warp: each thread's sums over its column of a strip. Outside the plane, where no pixel counts, any value will
 * do. */
template <int ROWS>
static __device__ __forceinline__ void
translation_sum_strip (const TranslationLevel &level, const TranslationAim &aim, int strip,
                       float (&sums)[TRANSLATION_MAIN_SUMS])
{
  int lane = threadIdx.x % 32, down = strip / level.strips_x;
  int x0 = (strip - down * level.strips_x) * TRANSLATION_STRIP, y0 = down * ROWS, x = x0 + lane - TRANSLATION_BEFORE;
  const float *first = level.first + min (max (x, 0), level.width - 1);
  const float *second = level.second + min (max (x + aim.whole_x, 0), level.width - 1);
  bool mine =
    lane >= TRANSLATION_BEFORE && lane < TRANSLATION_BEFORE + TRANSLATION_STRIP && x >= aim.left && x <= aim.right;
  float in[ROWS + TRANSLATION_TAPS - 1], around[ROWS + 2], weights[ROWS];

#pragma unroll
  for (int k = 0; k < TRANSLATION_MAIN_SUMS; k++)
    sums[k] = 0.0f;
  if (y0 > aim.bottom || y0 + ROWS <= aim.top || x0 > aim.right || x0 + TRANSLATION_STRIP <= aim.left)
    return;

#pragma unroll
  for (int j = 0; j < ROWS + TRANSLATION_TAPS - 1; j++)
    in[j] = second[min (max (y0 + aim.whole_y + j - TRANSLATION_BEFORE, 0), level.height - 1) *
                   (ptrdiff_t) level.stride];
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
      for (int i = 0; i < TRANSLATION_TAPS; i++)
        column = fmaf (aim.taps_y[i], in[j + i], column);
#pragma unroll
      for (int i = 0; i < TRANSLATION_TAPS; i++)
        moved = fmaf (aim.taps_x[i], __shfl_sync (0xffffffffu, column, (lane + i - TRANSLATION_BEFORE) & 31), moved);

      float left = __shfl_sync (0xffffffffu, f, (lane - 1) & 31), right = __shfl_sync (0xffffffffu, f, (lane + 1) & 31);

      translation_add_pixel (aim, weights[j], f, 0.5f * (right - left), 0.5f * (around[j + 2] - around[j]), moved,
                             sums);
    }
}
