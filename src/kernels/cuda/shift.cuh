/* shift.cuh: one pass over the pixels of a picture that has moved
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/* The sums are those of cpu/shift-sums.c. A warp takes a tile of 16 x 16 pixels: half of it its upper, half its lower
 * rows, each thread a column. */

#pragma once

#include "cuda.cuh"

#define SHIFT_LEVELS 8
#define SHIFT_TAPS 6
#define SHIFT_ROWS (VNK_SHIFT_TILE / 2) /* of a thread */

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

struct ShiftLevel
{
  int    width, height, stride;
  int    tiles_x, tiles;
  float *first, *second, *weight; /* no weight: NULL */
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
shift_tap (double fraction, int i)
{
  double weight = 1.0;
  int scale = 1;

#pragma unroll
  for (int j = 0; j < SHIFT_TAPS; j++)
    {
      weight *= j == i ? 1.0 : fraction + 2.0 - j;
      scale *= j == i ? 1 : i - j;
    }
  return (float) (weight / scale);
}

/* Interpolation takes two pixels before and three behind, and the gradients one more on both sides. */
static __device__ __forceinline__ void
shift_set_bounds (ShiftAim *aim, const ShiftLevel &level)
{
  aim->left = max (1, 3 - aim->whole_x);
  aim->top = max (1, 3 - aim->whole_y);
  aim->right = level.width - 2 - max (0, 3 + aim->whole_x);
  aim->bottom = level.height - 2 - max (0, 3 + aim->whole_y);
}

/* The second plane at p + d for N pixels of a column, from y on. Of pixels that do not count any value will do. */
template <bool WHOLE, int N>
static __device__ __forceinline__ void
shift_move (const ShiftLevel &level, const ShiftAim &aim, int x, int y, float (&out)[N])
{
  if constexpr (WHOLE)
    {
      const float *in = level.second + x + aim.whole_x;

#pragma unroll
      for (int j = 0; j < N; j++)
        out[j] = in[min (max (y + j + aim.whole_y, 0), level.height - 1) * (ptrdiff_t) level.stride];
    }
  else
    {
      const float *in = level.second + x + aim.whole_x - 2;
      float between[N + SHIFT_TAPS - 1];

#pragma unroll
      for (int j = 0; j < N + SHIFT_TAPS - 1; j++)
        {
          const float *row = in + min (max (y + j + aim.whole_y - 2, 0), level.height - 1) * (ptrdiff_t) level.stride;

          between[j] = 0.0f;
#pragma unroll
          for (int i = 0; i < SHIFT_TAPS; i++)
            between[j] = fmaf (aim.taps_x[i], row[i], between[j]);
        }
#pragma unroll
      for (int j = 0; j < N; j++)
        {
          out[j] = 0.0f;
#pragma unroll
          for (int i = 0; i < SHIFT_TAPS; i++)
            out[j] = fmaf (aim.taps_y[i], between[j + i], out[j]);
        }
    }
}

/* Sums of 16 values over a warp: thread 2k and the one behind it receive that of value k. */
static __device__ __forceinline__ float
shift_warp_sums (const float (&values)[SHIFT_SUMS], int lane)
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

/* By one warp: the sums of a tile. LAST: those with the second plane's gradient too. */
template <bool WHOLE, bool LAST>
static __device__ __forceinline__ void
shift_sum_tile (const ShiftLevel &level, const ShiftAim &aim, int tile, float *out)
{
  int lane = threadIdx.x % 32, tile_y = tile / level.tiles_x, tile_x = tile - tile_y * level.tiles_x;
  int x0 = tile_x * VNK_SHIFT_TILE, y0 = tile_y * VNK_SHIFT_TILE;
  int x = x0 + lane % VNK_SHIFT_TILE, y = y0 + lane / VNK_SHIFT_TILE * SHIFT_ROWS;
  float sums[SHIFT_SUMS] = { 0.0f };

  if (aim.left <= aim.right && aim.top <= aim.bottom && x0 <= aim.right && x0 + VNK_SHIFT_TILE > aim.left &&
      y0 <= aim.bottom && y0 + VNK_SHIFT_TILE > aim.top)
    {
      bool counts = x >= aim.left && x <= aim.right;
      int column = min (max (x, aim.left), aim.right);
      constexpr int MORE = LAST ? 1 : 0;
      float moved[SHIFT_ROWS + 2 * MORE], moved_left[SHIFT_ROWS], moved_right[SHIFT_ROWS], f[SHIFT_ROWS + 2];

      shift_move<WHOLE> (level, aim, column, y - MORE, moved);
      if constexpr (LAST)
        {
          shift_move<WHOLE> (level, aim, column - 1, y, moved_left);
          shift_move<WHOLE> (level, aim, column + 1, y, moved_right);
        }
#pragma unroll
      for (int j = 0; j < SHIFT_ROWS + 2; j++)
        f[j] = level.first[min (max (y + j - 1, 0), level.height - 1) * (ptrdiff_t) level.stride + column];

#pragma unroll
      for (int j = 0; j < SHIFT_ROWS; j++)
        {
          ptrdiff_t at = min (y + j, level.height - 1) * (ptrdiff_t) level.stride + column;
          bool here = counts && y + j >= aim.top && y + j <= aim.bottom;
          float weight = !here ? 0.0f : level.weight != NULL ? level.weight[at] : 1.0f;
          float gx = 0.5f * (level.first[at + 1] - level.first[at - 1]);
          float gy = 0.5f * (f[j + 2] - f[j]);
          float r = moved[j + MORE] - aim.gain * f[j + 1] - aim.offset;
          float fit = 1.0f + weight * r * r * aim.inverse;
          float w = weight / (fit * fit);
          float wx = w * gx, wy = w * gy, wf = w * f[j + 1], wr = w * r;

          sums[SHIFT_GX_GX] = fmaf (wx, gx, sums[SHIFT_GX_GX]);
          sums[SHIFT_GX_GY] = fmaf (wx, gy, sums[SHIFT_GX_GY]);
          sums[SHIFT_GY_GY] = fmaf (wy, gy, sums[SHIFT_GY_GY]);
          sums[SHIFT_GX_F] = fmaf (wx, f[j + 1], sums[SHIFT_GX_F]);
          sums[SHIFT_GY_F] = fmaf (wy, f[j + 1], sums[SHIFT_GY_F]);
          sums[SHIFT_GX] += wx;
          sums[SHIFT_GY] += wy;
          sums[SHIFT_F_F] = fmaf (wf, f[j + 1], sums[SHIFT_F_F]);
          sums[SHIFT_F] += wf;
          sums[SHIFT_1] += w;
          sums[SHIFT_GX_R] = fmaf (wx, r, sums[SHIFT_GX_R]);
          sums[SHIFT_GY_R] = fmaf (wy, r, sums[SHIFT_GY_R]);
          sums[SHIFT_F_R] = fmaf (wf, r, sums[SHIFT_F_R]);
          sums[SHIFT_R] += wr;
          sums[SHIFT_R_R] = fmaf (wr, r, sums[SHIFT_R_R]);
          if constexpr (LAST)
            {
              float jx = 0.5f * (moved_right[j] - moved_left[j]);
              float jy = 0.5f * (moved[j + 2] - moved[j]);
              float slope = (4.0f - 3.0f * fit) / fit;

              sums[SHIFT_GX_JX] += slope * wx * jx;
              sums[SHIFT_GX_JY] += slope * 0.5f * (wx * jy + wy * jx);
              sums[SHIFT_GY_JY] += slope * wy * jy;
              sums[SHIFT_S] += slope * w;
            }
        }
    }

  float sum = shift_warp_sums (sums, lane);

  if (lane % 2 == 0)
    out[lane / 2] = sum;
  if constexpr (LAST)
#pragma unroll
    for (int k = SHIFT_MAIN_SUMS; k < SHIFT_SUMS; k++)
      {
#pragma unroll
        for (int step = 16; step > 0; step /= 2)
          sums[k] += __shfl_xor_sync (0xffffffffu, sums[k], step);
        if (lane == 0)
          out[k] = sums[k];
      }
}
