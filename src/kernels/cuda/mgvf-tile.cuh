/* mgvf-tile.cuh: motion gradient vector flow of a window whose pixels lie in registers
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * A block solves for one window. A thread owns a strip of the window, two pixels wide and 2·T high: its pixels of the
 * field and of the edges stay in its registers. The field lies in shared memory, too, for the neighbours: even columns
 * first, then odd ones, so that threads side by side read words side by side. Outside the window the nearest pixel
 * stands in: the addresses of what lies around a strip are clamped.
 *
 * All rows but the last few are there for sure, and ask nothing. If strips have T or T − 1 blocks of 2 x 2 pixels these
 * are 2·T − 3 rows; if all have T blocks, all but the last row, which the window may lack.
 *
 * A thread first reads what it needs for a colour, then works on its pixels side by side, for one would wait for itself
 * most of the time, and then writes.
 */

#pragma once

#include "mgvf-step.cuh"

/* How a window is cut into strips. */
struct vnk_tiling {
  int width, height;
  int columns;       /* strips side by side */
  int strips;        /* one below the other */
  int tall;          /* the first so many of a column have T blocks, the others T − 1 */
};

static __host__ __device__ __forceinline__ vnk_tiling
vnk_tiling_for (int width, int height, int tile)
{
  int blocks = (height + 1) / 2;
  int strips = (blocks + tile - 1) / tile;

  return { width, height, (width + 1) / 2, strips, blocks - strips * (tile - 1) };
}

static inline int
vnk_tiling_threads (const vnk_tiling &tiling)
{
  return (tiling.columns * tiling.strips + VNK_WARP - 1) / VNK_WARP * VNK_WARP;
}

/* Words of shared memory of a field whose rows have PITCH words for the even columns, and as many for the odd ones. */
static __host__ __device__ __forceinline__ int
vnk_tile_words (int height, int pitch)
{
  return 2 * height * pitch;
}

/* EVEN: all strips have T blocks. */
template<int T, int PITCH, bool EVEN>
struct vnk_tile {
  /* Rows that every strip has. */
  static constexpr int SURE = EVEN ? 2 * T - 1 : T == 1 ? 1 : 2 * T - 3;

  float field[2 * T][2];
  float edge[2 * T][2];
  float weights[2 * T - SURE + 1][2]; /* what a pixel's step is multiplied by: of sure rows, and of the others */
  int   even, odd;     /* where the first row of both columns is; if there is no odd one, the even one */
  int   left, right;   /* where the first row of the columns around is */
  int   above, below;  /* what leads from the first row to the rows around */
  int   x, y;          /* first pixel */
  int   rows;
  bool  owns;          /* pixels at all */
  bool  whole;         /* there is an odd column */

  __device__ __forceinline__
  vnk_tile (const vnk_tiling &tiling, float weight)
  {
    int index = (int) threadIdx.x;
    int half = tiling.height * PITCH;

    owns = index < tiling.columns * tiling.strips;

    int strip = owns ? index / tiling.columns : 0;
    int column = owns ? index % tiling.columns : 0;
    int low_strips = EVEN ? 0 : max (strip - tiling.tall, 0);
    int blocks = EVEN || strip < tiling.tall ? T : T - 1;

    x = 2 * column;
    y = 2 * (strip * T - low_strips);
    rows = min (2 * blocks, tiling.height - y);
    whole = x + 1 < tiling.width;
    even = y * PITCH + column;
    odd = whole ? even + half : even;
    left = column > 0 ? even + half - 1 : even;
    right = x + 2 < tiling.width ? even + 1 : odd;
    above = y > 0 ? -PITCH : 0;
    below = (y + rows < tiling.height ? rows : rows - 1) * PITCH;
    for (int i = 0; i <= 2 * T - SURE; i++)
      {
        weights[i][0] = owns && has (SURE - 1 + i) ? weight : 0.0f;
        weights[i][1] = whole ? weights[i][0] : 0.0f;
      }
  }

  __device__ __forceinline__ bool
  has (int row) const
  {
    return row < SURE || row < rows;
  }

  __device__ __forceinline__ bool
  has (int row, int column) const
  {
    return owns && has (row) && (column == 0 || whole);
  }

  __device__ __forceinline__ float
  weight (int row, int column) const
  {
    return weights[row < SURE ? 0 : row - SURE + 1][column];
  }

  __device__ __forceinline__ int
  own (int column) const
  {
    return column == 0 ? even : odd;
  }

  /* From the first row to that one, −1 … 2·T; behind the last one to the one that follows or stands in. */
  __device__ __forceinline__ int
  offset (int row) const
  {
    return row < 0 ? above : has (row) ? row * PITCH : below;
  }

  /* The same where pixels of even rows are updated: there what follows the last one is not of interest, and may be
   * about to change. */
  __device__ __forceinline__ int
  offset_even (int row) const
  {
    if (row < 0)
      return above;
    if (has (row))
      return row * PITCH;
    return row % 2 == 1 && has (row - 1) ? (row - 1) * PITCH : 0;
  }

  /* Takes a pixel's new value over, for this thread and for the others. */
  __device__ __forceinline__ void
  put (float *words, int row, int column, float value)
  {
    field[row][column] = value;
    if (column == 0 && !whole)
      field[row][1] = value;
    if (has (row, column))
      words[own (column) + row * PITCH] = value;
  }
};

/* What a colour's pixels see: three columns, from the row above the first of them to the one below the last. */
template<int T>
struct vnk_tile_view {
  float side[2 * T + 1]; /* the column beside the strip */
  float own[2 * T + 1];
  float other[2 * T + 1];
};

template<int COLUMN, int ROW, int T, int PITCH, bool EVEN>
static __device__ __forceinline__ void
vnk_tile_look (const vnk_tile<T, PITCH, EVEN> &tile, const float *words, vnk_tile_view<T> &view)
{
  const float *side = words + (COLUMN == 0 ? tile.left : tile.right);

#pragma unroll
  for (int i = 0; i <= 2 * T; i++)
    {
      int row = i + ROW - 1;
      int known = row < 0 ? 0 : row == 2 * T ? row - 1 : row;

      view.side[i] = side[ROW == 0 ? tile.offset_even (row) : tile.offset (row)];
      view.own[i] = tile.field[known][COLUMN];
      view.other[i] = tile.field[known][1 - COLUMN];

      /* Around the strip, or where it ends early. */
      if (row < 0 || (ROW == 1 && row % 2 == 0 && row >= tile.SURE))
        {
          float own = words[tile.own (COLUMN) + tile.offset (row)];
          float other = words[tile.own (1 - COLUMN) + tile.offset (row)];

          view.own[i] = row >= 0 && row < 2 * T && tile.has (row) ? view.own[i] : own;
          view.other[i] = row >= 0 && row < 2 * T && tile.has (row) ? view.other[i] : other;
        }
      if (ROW == 0 && row % 2 == 1 && row >= tile.SURE)
        {
          view.own[i] = tile.has (row) ? view.own[i] : tile.field[known - 1][COLUMN];
          view.other[i] = tile.has (row) ? view.other[i] : tile.field[known - 1][1 - COLUMN];
        }
    }
}

/* Updates the pixels of one colour. A thread without any must not even look: others write. */
template<int COLUMN, int ROW, int T, int PITCH, bool EVEN>
static __device__ __forceinline__ void
vnk_tile_sor_colour (vnk_tile<T, PITCH, EVEN> &tile, const float (&wanted)[2 * T][2], const vnk_solver &solver,
                     float *words, float (&change)[T])
{
  vnk_tile_view<T> view;
  float values[T];

  if (!tile.owns)
    return;

  vnk_tile_look<COLUMN, ROW> (tile, words, view);
#pragma unroll
  for (int i = 0; i < T; i++)
    {
      const float *side = &view.side[2 * i];
      const float *own = &view.own[2 * i];
      const float *other = &view.other[2 * i];
      const float *west = COLUMN == 0 ? side : other;
      const float *east = COLUMN == 0 ? other : side;
      int row = 2 * i + ROW;
      vnk_neighbours neighbours = { { east[1], east[2], own[2], west[2] }, { west[1], west[0], own[0], east[0] } };

      values[i] = vnk_sor_step (solver, tile.weight (row, COLUMN), own[1], tile.edge[row][COLUMN],
                                wanted[row][COLUMN], neighbours);
      change[i] += fabsf (values[i] - own[1]);
    }
#pragma unroll
  for (int i = 0; i < T; i++)
    tile.put (words, 2 * i + ROW, COLUMN, values[i]);
}

/* The field lies in the tiles and in `words`, and the tiles' weight is ω. Returns the number of sweeps. `sums` are
 * three words of shared memory, all 0, and a barrier lies behind. */
template<int T, int PITCH, bool EVEN>
static __device__ __forceinline__ int
vnk_tile_sor (vnk_tile<T, PITCH, EVEN> &tile, const vnk_solver &solver, float *words, unsigned int *sums)
{
  int sweep = 0;
  int sum = 0;

  while (sweep < solver.max_sweeps)
    {
      float change[T] = {};
      unsigned int units = 0;

      vnk_tile_sor_colour<1, 1> (tile, tile.edge, solver, words, change);
      __syncthreads ();
      vnk_tile_sor_colour<0, 1> (tile, tile.edge, solver, words, change);
      __syncthreads ();
      vnk_tile_sor_colour<1, 0> (tile, tile.edge, solver, words, change);
      __syncthreads ();
      vnk_tile_sor_colour<0, 0> (tile, tile.edge, solver, words, change);
      sweep++;

#pragma unroll
      for (int i = 0; i < T; i++)
        units += vnk_mgvf_units (change[i], solver);
      vnk_mgvf_add_units (&sums[sum], units);
      __syncthreads ();
      if (sums[sum] <= solver.limit)
        break;
      sum = sum == 2 ? 0 : sum + 1;
      /* Of the sum before the last: all have read it. */
      if (threadIdx.x == 0)
        sums[sum == 2 ? 0 : sum + 1] = 0;
    }
  return sweep;
}
