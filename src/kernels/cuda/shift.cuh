/* shift.cuh: one pass over the pixels of a picture that has moved
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/* The sums are those of cpu/shift-sums.c. A warp takes a tile of 16 x 16 pixels: half of it its upper, half its lower
 * rows, each thread a column. */

#pragma once

#include "async.cuh"
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

/* Points spread over a level, row by row. */
struct ShiftLattice
{
  int step, first, columns, points;
};

struct ShiftLevel
{
  int          width, height, stride;
  int          tiles_x, tiles;
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

/* What a warp needs of a tile: the second plane where its pixels have moved to and the first one with a pixel more on
 * all sides, row by row. */
#define SHIFT_REACH (SHIFT_TAPS - 1)
#define SHIFT_SECOND (VNK_SHIFT_TILE + SHIFT_REACH)
#define SHIFT_FIRST (VNK_SHIFT_TILE + 2)
#define SHIFT_SECOND_ROW 22 /* so that the two halves of a warp read different banks */
#define SHIFT_PATCH ((SHIFT_SECOND + 2) * (SHIFT_SECOND + 2))
#define SHIFT_PATCHES (SHIFT_PATCH + SHIFT_FIRST * SHIFT_FIRST)

/* A square of a plane from (x, y) on, by one warp. Outside the plane, where no pixel counts, any value will do. */
template <int SIDE, int ROW>
static __device__ __forceinline__ void
shift_fetch (const ShiftLevel &level, const float *plane, int x, int y, float *out)
{
  int column = threadIdx.x % 32;
  const float *from = plane + min (max (x + column, 0), level.width - 1);

  if (column >= SIDE)
    return;
#pragma unroll 7
  for (int row = 0; row < SIDE; row++)
    {
      int v = min (max (y + row, 0), level.height - 1);

      vnk_copy_or_zero (out + row * ROW + column, from + v * (ptrdiff_t) level.stride, true);
    }
}

/* The second plane at p + d for N pixels of a column, of which the first begins at `in`. */
template <int ROW, int N>
static __device__ __forceinline__ void
shift_move (const ShiftAim &aim, const float *in, float (&out)[N])
{
  float between[N + SHIFT_REACH];

#pragma unroll
  for (int j = 0; j < N + SHIFT_REACH; j++)
    {
      between[j] = 0.0f;
#pragma unroll
      for (int i = 0; i < SHIFT_TAPS; i++)
        between[j] = fmaf (aim.taps_x[i], in[j * ROW + i], between[j]);
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

/* By one warp: the sums of a tile. WHOLE: d is a whole number. LAST: those with the second plane's gradient too.
 * `patches` are SHIFT_PATCHES floats of shared memory. */
template <bool WHOLE, bool LAST>
static __device__ __forceinline__ void
shift_sum_tile (const ShiftLevel &level, const ShiftAim &aim, int tile, float *patches, float *out)
{
  constexpr int MORE = LAST ? 1 : 0;
  constexpr int SIDE = WHOLE ? VNK_SHIFT_TILE : SHIFT_SECOND + 2 * MORE;
  constexpr int ROW = WHOLE ? VNK_SHIFT_TILE : LAST ? SIDE : SHIFT_SECOND_ROW;
  int lane = threadIdx.x % 32, tile_y = tile / level.tiles_x, tile_x = tile - tile_y * level.tiles_x;
  int x0 = tile_x * VNK_SHIFT_TILE, y0 = tile_y * VNK_SHIFT_TILE;
  int column = lane % VNK_SHIFT_TILE, row = lane / VNK_SHIFT_TILE * SHIFT_ROWS, x = x0 + column, y = y0 + row;
  int before = WHOLE ? 0 : 2 + MORE;
  float sums[SHIFT_SUMS] = { 0.0f };

  if (aim.left <= aim.right && aim.top <= aim.bottom && x0 <= aim.right && x0 + VNK_SHIFT_TILE > aim.left &&
      y0 <= aim.bottom && y0 + VNK_SHIFT_TILE > aim.top)
    {
      float moved[SHIFT_ROWS + 2 * MORE], jx[SHIFT_ROWS], weights[SHIFT_ROWS];
      const float *second = patches + row * ROW + column;
      const float *first = patches + SHIFT_PATCH + (row + 1) * SHIFT_FIRST + column + 1;

      shift_fetch<SIDE, ROW> (level, level.second, x0 + aim.whole_x - before, y0 + aim.whole_y - before, patches);
      shift_fetch<SHIFT_FIRST, SHIFT_FIRST> (level, level.first, x0 - 1, y0 - 1, patches + SHIFT_PATCH);
#pragma unroll
      for (int j = 0; j < SHIFT_ROWS; j++)
        {
          bool counts = x >= aim.left && x <= aim.right && y + j >= aim.top && y + j <= aim.bottom;

          weights[j] = counts ? 1.0f : 0.0f;
          if (counts && level.weight != NULL)
            weights[j] = level.weight[(y + j) * (ptrdiff_t) level.stride + x];
        }
      vnk_copies_done ();
      __syncwarp ();

      if constexpr (WHOLE)
#pragma unroll
        for (int j = 0; j < SHIFT_ROWS; j++)
          moved[j] = second[j * ROW];
      else
        shift_move<ROW> (aim, second + MORE, moved);
      if constexpr (LAST)
        {
          float moved_left[SHIFT_ROWS];

          shift_move<ROW> (aim, second + ROW, moved_left);
          shift_move<ROW> (aim, second + ROW + 2, jx);
#pragma unroll
          for (int j = 0; j < SHIFT_ROWS; j++)
            jx[j] = 0.5f * (jx[j] - moved_left[j]);
        }

#pragma unroll
      for (int j = 0; j < SHIFT_ROWS; j++)
        {
          const float *at = first + j * SHIFT_FIRST;
          float weight = weights[j], f = at[0];
          float r = moved[j + MORE] - aim.gain * f - aim.offset;
          float fit = WHOLE ? 1.0f : 1.0f + weight * r * r * aim.inverse;
          float w = WHOLE ? weight : __fdividef (weight, fit * fit);
          float gx = 0.5f * (at[1] - at[-1]), gy = 0.5f * (at[SHIFT_FIRST] - at[-SHIFT_FIRST]);
          float wx = w * gx, wy = w * gy, wf = w * f, wr = w * r;

          /* Where whole shifts are tried the gradients are not asked for. */
          if constexpr (!WHOLE)
            {
              sums[SHIFT_GX_GX] = fmaf (wx, gx, sums[SHIFT_GX_GX]);
              sums[SHIFT_GX_GY] = fmaf (wx, gy, sums[SHIFT_GX_GY]);
              sums[SHIFT_GY_GY] = fmaf (wy, gy, sums[SHIFT_GY_GY]);
              sums[SHIFT_GX_F] = fmaf (wx, f, sums[SHIFT_GX_F]);
              sums[SHIFT_GY_F] = fmaf (wy, f, sums[SHIFT_GY_F]);
              sums[SHIFT_GX] += wx;
              sums[SHIFT_GY] += wy;
              sums[SHIFT_GX_R] = fmaf (wx, r, sums[SHIFT_GX_R]);
              sums[SHIFT_GY_R] = fmaf (wy, r, sums[SHIFT_GY_R]);
            }
          sums[SHIFT_F_F] = fmaf (wf, f, sums[SHIFT_F_F]);
          sums[SHIFT_F] += wf;
          sums[SHIFT_1] += w;
          sums[SHIFT_F_R] = fmaf (wf, r, sums[SHIFT_F_R]);
          sums[SHIFT_R] += wr;
          sums[SHIFT_R_R] = fmaf (wr, r, sums[SHIFT_R_R]);
          if constexpr (LAST)
            {
              float jy = 0.5f * (moved[j + 2] - moved[j]);
              float slope = __fdividef (4.0f - 3.0f * fit, fit);

              sums[SHIFT_GX_JX] += slope * wx * jx[j];
              sums[SHIFT_GX_JY] += slope * 0.5f * (wx * jy + wy * jx[j]);
              sums[SHIFT_GY_JY] += slope * wy * jy;
              sums[SHIFT_S] += slope * w;
            }
        }
    }

  /* The next tile's copies must not come before all have read this one's. */
  __syncwarp ();

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
