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
 * Strips of a column have T or T − 1 blocks of 2 x 2 pixels, and the last may lack its last row.
 */

#pragma once

#include "mgvf.cuh"

#define VNK_TILE_MOST_THREADS 512

/* How a window is cut into strips. */
struct vnk_tiling {
  int width, height;
  int columns;       /* strips side by side */
  int strips;        /* one below the other */
  int tall;          /* the first so many of a column have T blocks, the others T − 1 */
};

static inline vnk_tiling
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

template<int T, int PITCH>
struct vnk_tile {
  /* Rows that every strip has. */
  static constexpr int SURE = T == 1 ? 1 : 2 * T - 3;

  float field[2 * T][2];
  float edge[2 * T][2];
  int   even, odd;     /* where the first row of both columns is; if there is no odd one, the even one */
  int   left, right;   /* where the first row of the columns around is */
  int   above, below;  /* what leads from the first row to the rows around */
  int   x, y;          /* first pixel */
  int   rows;
  bool  owns;          /* pixels at all */
  bool  whole;         /* there is an odd column */

  __device__ __forceinline__
  vnk_tile (const vnk_tiling &tiling)
  {
    int index = (int) threadIdx.x;
    int half = tiling.height * PITCH;

    owns = index < tiling.columns * tiling.strips;

    int strip = owns ? index / tiling.columns : 0;
    int column = owns ? index % tiling.columns : 0;
    int short_strips = max (strip - tiling.tall, 0);

    x = 2 * column;
    y = 2 * (strip * T - short_strips);
    rows = min (2 * (strip < tiling.tall ? T : T - 1), tiling.height - y);
    whole = x + 1 < tiling.width;
    even = y * PITCH + column;
    odd = whole ? even + half : even;
    left = column > 0 ? even + half - 1 : even;
    right = x + 2 < tiling.width ? even + 1 : odd;
    above = y > 0 ? -PITCH : 0;
    below = (y + rows < tiling.height ? rows : rows - 1) * PITCH;
  }

  __device__ __forceinline__ bool
  has (int row) const
  {
    return row < SURE || row < rows;
  }

  /* From the first row to that one, −1 … 2·T, of which the strip may not have the last ones. */
  __device__ __forceinline__ int
  offset (int row) const
  {
    return row < 0 ? above : has (row) ? row * PITCH : below;
  }

  __device__ __forceinline__ int
  own (int column) const
  {
    return column == 0 ? even : odd;
  }

  /* The strip's own columns, and the rows around it. */
  __device__ __forceinline__ float
  at (const float *words, int row, int column, float below_it) const
  {
    if (row < 0)
      return words[own (column) + above];
    if (row == 2 * T)
      return below_it;
    return has (row) ? field[row][column] : below_it;
  }

  /* Takes a pixel's new value over, for this thread and for the others. */
  __device__ __forceinline__ void
  put (float *words, int row, int column, float value)
  {
    field[row][column] = value;
    if (column == 0 && !whole)
      field[row][1] = value;
    if (has (row) && owns && (column == 0 || whole))
      words[own (column) + row * PITCH] = value;
  }

  /* How much of a weight a pixel gets: all, or nothing if it is none. */
  __device__ __forceinline__ float
  share (int row, int column, float weight) const
  {
    return owns && has (row) && (column == 0 || whole) ? weight : 0.0f;
  }
};

/* The neighbours of a strip's pixel, from the columns around: `side` is the one next to its own column. */
template<int T, int PITCH>
static __device__ __forceinline__ vnk_neighbours
vnk_tile_neighbours (const vnk_tile<T, PITCH> &tile, const float *words, int row, int column, const float (&side)[3],
                     const float (&below_it)[2])
{
  float other[3] = { tile.at (words, row - 1, 1 - column, below_it[1 - column]), tile.field[row][1 - column],
                     tile.at (words, row + 1, 1 - column, below_it[1 - column]) };
  float north = tile.at (words, row - 1, column, below_it[column]);
  float south = tile.at (words, row + 1, column, below_it[column]);

  if (column == 0)
    return { { other[1], other[2], south, side[2] }, { side[1], side[0], north, other[0] } };
  return { { side[1], side[2], south, other[2] }, { other[1], other[0], north, side[0] } };
}

/* Updates the pixels of one colour. */
template<int COLUMN, int ROW, int T, int PITCH, typename Flow>
static __device__ __forceinline__ void
vnk_tile_sor_colour (vnk_tile<T, PITCH> &tile, const Flow &flow, const vnk_solver &solver, float *words,
                     float (&change)[T])
{
  const float *side_words = words + (COLUMN == 0 ? tile.left : tile.right);
  float below_it[2] = { words[tile.even + tile.below], words[tile.odd + tile.below] };
  float side[3];

  side[2] = side_words[tile.offset (ROW - 1)];
#pragma unroll
  for (int i = 0; i < T; i++)
    {
      int row = 2 * i + ROW;

      side[0] = side[2];
      side[1] = side_words[tile.offset (row)];
      side[2] = side_words[tile.offset (row + 1)];

      float old = tile.field[row][COLUMN];
      float step = vnk_sor_step (flow, solver, tile.share (row, COLUMN, solver.omega), old, tile.edge[row][COLUMN],
                                 vnk_tile_neighbours (tile, words, row, COLUMN, side, below_it));
      float value = old + step;

      change[i] += fabsf (value - old);
      tile.put (words, row, COLUMN, value);
    }
}

/* The field lies in the tiles and in `words`. Returns the number of sweeps. `sums` are three words of shared memory, all
 * 0, and a barrier lies behind. */
template<int T, int PITCH, typename Flow>
static __device__ __forceinline__ int
vnk_tile_sor (vnk_tile<T, PITCH> &tile, const Flow &flow, const vnk_solver &solver, float *words, unsigned int *sums)
{
  int sweep = 0;
  int sum = 0;

  while (sweep < solver.max_sweeps)
    {
      float change[T] = {};
      unsigned int units = 0;

      vnk_tile_sor_colour<1, 1> (tile, flow, solver, words, change);
      __syncthreads ();
      vnk_tile_sor_colour<0, 1> (tile, flow, solver, words, change);
      __syncthreads ();
      vnk_tile_sor_colour<1, 0> (tile, flow, solver, words, change);
      __syncthreads ();
      vnk_tile_sor_colour<0, 0> (tile, flow, solver, words, change);
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

/* The same by the published iteration. `words` are two fields, of which the first holds the start; `last` receives where
 * the last one is. */
template<int T, int PITCH, typename Flow>
static __device__ __forceinline__ int
vnk_tile_jacobi (vnk_tile<T, PITCH> &tile, const Flow &flow, const vnk_solver &solver, int height, float *words,
                 unsigned int *sums, float **last)
{
  float *from = words;
  float *to = words + vnk_tile_words (height, PITCH);
  int sweep = 0;
  int sum = 0;

  while (sweep < solver.max_sweeps)
    {
      float below_it[2] = { from[tile.even + tile.below], from[tile.odd + tile.below] };
      float before[2] = { from[tile.even + tile.above], from[tile.odd + tile.above] };
      float left[3], right[3];
      float change = 0.0f;
      unsigned int units = 0;

      left[1] = from[tile.left + tile.above];
      right[1] = from[tile.right + tile.above];
      left[2] = from[tile.left];
      right[2] = from[tile.right];
#pragma unroll
      for (int row = 0; row < 2 * T; row++)
        {
          float old[2] = { tile.field[row][0], tile.field[row][1] };
          float after[2] = { tile.at (from, row + 1, 0, below_it[0]), tile.at (from, row + 1, 1, below_it[1]) };

          left[0] = left[1];
          left[1] = left[2];
          left[2] = from[tile.left + tile.offset (row + 1)];
          right[0] = right[1];
          right[1] = right[2];
          right[2] = from[tile.right + tile.offset (row + 1)];

          vnk_neighbours even = { { old[1], after[1], after[0], left[2] }, { left[1], left[0], before[0], before[1] } };
          vnk_neighbours odd = { { right[1], right[2], after[1], after[0] },
                                 { old[0], before[0], before[1], right[0] } };
          float values[2] = { vnk_jacobi_step (flow, solver, tile.share (row, 0, solver.spread), old[0],
                                               tile.edge[row][0], even),
                              vnk_jacobi_step (flow, solver, tile.share (row, 1, solver.spread), old[1],
                                               tile.edge[row][1], odd) };

          change += fabsf (values[0] - old[0]);
          change += fabsf (values[1] - old[1]);
          if (row % 2 == 1)
            {
              units += vnk_mgvf_units (change, solver);
              change = 0.0f;
            }
          before[0] = old[0];
          before[1] = old[1];
          tile.put (to, row, 1, values[1]);
          tile.put (to, row, 0, values[0]);
        }
      sweep++;
      vnk_mgvf_add_units (&sums[sum], units);
      __syncthreads ();

      float *swap = from;

      from = to;
      to = swap;
      if (sums[sum] <= solver.limit)
        break;
      sum = sum == 2 ? 0 : sum + 1;
      if (threadIdx.x == 0)
        sums[sum == 2 ? 0 : sum + 1] = 0;
    }
  *last = from;
  return sweep;
}
