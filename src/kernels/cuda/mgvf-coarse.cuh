/* mgvf-coarse.cuh: a start for motion gradient vector flow from smaller maps
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * As in cpu/mgvf-coarse.c, by one block. Each map is halved until it is small; then fields are found from the smallest
 * to the largest, in registers or in memory as that of the map itself, with the same result.
 */

#pragma once

#include "mgvf-plane.cuh"
#include "mgvf-tile.cuh"

/* How many maps there are below one of that size. */
static __host__ __device__ __forceinline__ int
vnk_coarse_levels (int width, int height)
{
  int n = 0;

  for (; width >= VNK_MGVF_MIN_SIDE && height >= VNK_MGVF_MIN_SIDE; n++)
    {
      width = (width + 1) / 2;
      height = (height + 1) / 2;
    }
  return n;
}

/* Of the map that has been halved `level` times. */
static __host__ __device__ __forceinline__ vnk_grid
vnk_coarse_grid (int width, int height, int level)
{
  return vnk_grid_for ((width + (1 << level) - 1) >> level, (height + (1 << level) - 1) >> level);
}

static __device__ __forceinline__ vnk_halves
vnk_grid_halves (const vnk_grid &grid, float *data)
{
  return { data, grid.half, (size_t) grid.columns };
}

/* A smaller map. */
struct vnk_coarse_map {
  vnk_grid   grid;
  vnk_halves anchors;
  vnk_halves wanted;
};

/* Words of the maps up to that level, one after the other. */
static __host__ __device__ __forceinline__ size_t
vnk_coarse_words (int width, int height, int levels)
{
  size_t words = 0;

  for (int i = 1; i <= levels; i++)
    words += 2 * vnk_grid_words (vnk_coarse_grid (width, height, i));
  return words;
}

static __device__ __forceinline__ vnk_coarse_map
vnk_coarse_map_at (const vnk_grid &grid, float *memory)
{
  return { grid, vnk_grid_halves (grid, memory), vnk_grid_halves (grid, memory + vnk_grid_words (grid)) };
}

/* Fills a map from the one of twice the size, of which At::operator() (x, y) is a pixel's anchor and what it wants. */
template<typename At>
static __device__ __forceinline__ void
vnk_coarse_halve (const At &from, int width, int height, const vnk_coarse_map &to)
{
  int n = to.grid.width * to.grid.height;

  for (int i = (int) threadIdx.x; i < n; i += (int) blockDim.x)
    {
      int y = i / to.grid.width;
      int x = i - y * to.grid.width;
      int right = min (2 * x + 1, width - 1);
      int below = min (2 * y + 1, height - 1);
      float2 pixels[4] = { from (2 * x, 2 * y), from (right, 2 * y), from (2 * x, below), from (right, below) };
      float sum = 0.0f, pull = 0.0f;

#pragma unroll
      for (int k = 0; k < 4; k++)
        {
          sum = __fadd_rn (sum, pixels[k].x);
          pull = fmaf (pixels[k].x, pixels[k].y, pull);
        }
      to.anchors.at (x, y) = 0.25f * sum;
      to.wanted.at (x, y) = sum > 0.0f ? pull / sum : 0.0f;
    }
}

struct vnk_coarse_of_map {
  const vnk_coarse_map &map;

  __device__ __forceinline__ float2
  operator() (int x, int y) const
  {
    return make_float2 (map.anchors.at (x, y), map.wanted.at (x, y));
  }
};

static __device__ __forceinline__ float
vnk_coarse_mix (float a, float b)
{
  return fmaf (0.25f, b - a, a);
}

/* A pixel of a field of twice the size. */
static __device__ __forceinline__ float
vnk_coarse_widened (const vnk_halves &from, const vnk_grid &grid, int x, int y)
{
  int u = x >> 1, v = y >> 1;
  int beside = min (max (x & 1 ? u + 1 : u - 1, 0), grid.width - 1);
  int over = min (max (y & 1 ? v + 1 : v - 1, 0), grid.height - 1);

  return vnk_coarse_mix (vnk_coarse_mix (from.at (u, v), from.at (u, over)),
                         vnk_coarse_mix (from.at (beside, v), from.at (beside, over)));
}

/* That of a map which has been halved so often. */
static __device__ __forceinline__ vnk_solver
vnk_coarse_solver (const vnk_solver &solver, int level)
{
  float share = 1.0f / (float) (1 << 2 * level);
  vnk_solver coarse = solver;

  coarse.mu *= share;
  coarse.spread *= share;
  return coarse;
}

/* ---- In registers ---- */

/* Blocks of 2 x 2 pixels of a thread's strip of the smaller maps, and whether all strips have as many. */
template<int T>
struct vnk_coarse_cut {
  static constexpr int TILE = (T + 3) / 4;
  static constexpr bool EVEN = TILE == 1;
};

/* Words of the fields of the smaller maps before that one. */
static __host__ __device__ __forceinline__ int
vnk_coarse_tile_words (int height, int pitch, int level)
{
  int words = 0;

  for (int i = 1; i < level; i++)
    words += vnk_tile_words ((height + (1 << i) - 1) >> i, pitch);
  return words;
}

static __device__ __forceinline__ vnk_halves
vnk_coarse_tile_field (float *words, const vnk_grid &grid, int height, int pitch, int level)
{
  return { words + vnk_coarse_tile_words (height, pitch, level), (size_t) (grid.height * pitch), (size_t) pitch };
}

/* The field of one of the smaller maps, from that of the next smaller one, unless it is the smallest. */
template<int T, int PITCH, bool EVEN>
static __device__ __forceinline__ void
vnk_coarse_tile_solve (const vnk_coarse_map &map, const vnk_halves &field, bool smallest, const vnk_halves &smaller,
                       const vnk_grid &smaller_grid, const vnk_solver &solver)
{
  vnk_tile<T, PITCH, EVEN> tile (vnk_tiling_for (map.grid.width, map.grid.height, T), solver.omega);
  float wanted[2 * T][2];
  float change[T] = {};

#pragma unroll
  for (int row = 0; row < 2 * T; row++)
#pragma unroll
    for (int column = 1; column >= 0; column--)
      {
        int x = tile.x + column, y = tile.y + row;
        bool own = tile.has (row, column);
        float start = 0.0f;

        tile.edge[row][column] = own ? map.anchors.at (x, y) : 0.0f;
        wanted[row][column] = own ? map.wanted.at (x, y) : 0.0f;
        if (own)
          start = smallest ? wanted[row][column] : vnk_coarse_widened (smaller, smaller_grid, x, y);
        tile.put (field.data, row, column, start);
      }
  __syncthreads ();

  for (int i = 0; i < solver.coarse_sweeps; i++)
    {
      vnk_tile_sor_colour<1, 1> (tile, wanted, solver, field.data, change);
      __syncthreads ();
      vnk_tile_sor_colour<0, 1> (tile, wanted, solver, field.data, change);
      __syncthreads ();
      vnk_tile_sor_colour<1, 0> (tile, wanted, solver, field.data, change);
      __syncthreads ();
      vnk_tile_sor_colour<0, 0> (tile, wanted, solver, field.data, change);
      __syncthreads ();
    }
}

/* Finds the start of a field that is solved for in tiles of T; `edges` as in vnk_coarse_halve(). `words` is where that
 * field will be, `maps` memory for vnk_coarse_words(). Returns that of the largest of the smaller maps, which must have
 * been read before the field is written. */
template<int T, int PITCH, typename At>
static __device__ __forceinline__ vnk_halves
vnk_coarse_tile_start (const At &edges, int width, int height, const vnk_solver &solver, float *words, float *maps)
{
  int n = vnk_coarse_levels (width, height);
  vnk_halves smaller = {};
  vnk_grid smaller_grid = {};

  for (int i = 1; i <= n; i++)
    {
      vnk_coarse_map map = vnk_coarse_map_at (vnk_coarse_grid (width, height, i),
                                              maps + vnk_coarse_words (width, height, i - 1));

      if (i == 1)
        vnk_coarse_halve (edges, width, height, map);
      else
        {
          vnk_grid grid = vnk_coarse_grid (width, height, i - 1);
          vnk_coarse_map larger = vnk_coarse_map_at (grid, maps + vnk_coarse_words (width, height, i - 2));

          vnk_coarse_halve (vnk_coarse_of_map { larger }, grid.width, grid.height, map);
        }
      __syncthreads ();
    }
  for (int i = n; i > 0; i--)
    {
      vnk_coarse_map map = vnk_coarse_map_at (vnk_coarse_grid (width, height, i),
                                              maps + vnk_coarse_words (width, height, i - 1));
      vnk_halves field = vnk_coarse_tile_field (words, map.grid, height, PITCH, i);

      vnk_coarse_tile_solve<vnk_coarse_cut<T>::TILE, PITCH, vnk_coarse_cut<T>::EVEN> (
        map, field, i == n, smaller, smaller_grid, vnk_coarse_solver (solver, i));
      smaller = field;
      smaller_grid = map.grid;
    }
  return smaller;
}

/* Whether the block that solves for a map in tiles of `tile` has threads enough for the smaller ones, and room for
 * their fields. */
static inline bool
vnk_coarse_tiles_fit (const vnk_tiling &tiling, int tile, int pitch)
{
  int n = vnk_coarse_levels (tiling.width, tiling.height);

  for (int i = 1; i <= n; i++)
    {
      vnk_grid grid = vnk_coarse_grid (tiling.width, tiling.height, i);

      if (vnk_tiling_threads (vnk_tiling_for (grid.width, grid.height, (tile + 3) / 4)) > vnk_tiling_threads (tiling))
        return false;
    }
  return vnk_coarse_tile_words (tiling.height, pitch, n + 1) <= vnk_tile_words (tiling.height, pitch);
}

/* ---- In memory ---- */

/* Where a map's memory is: the largest in `other`, the smaller ones where the field will be. */
static __device__ __forceinline__ float *
vnk_coarse_grid_memory (int width, int height, int level, float *field, float *other)
{
  if (level == 1)
    return other;
  for (int i = 2; i < level; i++)
    field += 3 * vnk_grid_words (vnk_coarse_grid (width, height, i));
  return field;
}

/* As vnk_coarse_tile_start(); the start is put into the field, and `other` is 0 afterwards. */
template<typename At>
static __device__ __forceinline__ void
vnk_coarse_grid_start (const At &edges, const vnk_grid &full, const vnk_solver &solver, float *field, float *other)
{
  int width = full.width, height = full.height;
  int n = vnk_coarse_levels (width, height);

  for (int i = 1; i <= n; i++)
    {
      vnk_coarse_map map = vnk_coarse_map_at (vnk_coarse_grid (width, height, i),
                                              vnk_coarse_grid_memory (width, height, i, field, other));

      if (i == 1)
        vnk_coarse_halve (edges, width, height, map);
      else
        {
          vnk_grid grid = vnk_coarse_grid (width, height, i - 1);
          vnk_coarse_map larger = vnk_coarse_map_at (grid, vnk_coarse_grid_memory (width, height, i - 1, field, other));

          vnk_coarse_halve (vnk_coarse_of_map { larger }, grid.width, grid.height, map);
        }
      __syncthreads ();
    }
  for (int i = n; i >= 0; i--)
    {
      vnk_grid grid = vnk_coarse_grid (width, height, i);
      float *memory = i == 0 ? field : vnk_coarse_grid_memory (width, height, i, field, other);
      size_t words = vnk_grid_words (grid);
      vnk_halves to = vnk_grid_halves (grid, i == 0 ? field : memory + 2 * words);
      vnk_solver coarse = vnk_coarse_solver (solver, i);
      vnk_grid smaller_grid = vnk_coarse_grid (width, height, i + 1);
      vnk_halves smaller = {};

      if (i < n)
        smaller = vnk_grid_halves (smaller_grid, vnk_coarse_grid_memory (width, height, i + 1, field, other) +
                                                   2 * vnk_grid_words (smaller_grid));
      for (int j = (int) threadIdx.x; j < grid.width * grid.height; j += (int) blockDim.x)
        {
          int y = j / grid.width, x = j - y * grid.width;

          to.at (x, y) = i < n
          ? vnk_coarse_widened (smaller, smaller_grid, x, y) : memory[words + vnk_grid_at (grid, x, y)];
        }
      __syncthreads ();
      if (i == 0)
        break;

      for (int k = 0; k < solver.coarse_sweeps; k++)
        {
          vnk_grid_sor_colour<1, 1> (grid, coarse, to.data, memory, memory + words, NULL);
          __syncthreads ();
          vnk_grid_sor_colour<0, 1> (grid, coarse, to.data, memory, memory + words, NULL);
          __syncthreads ();
          vnk_grid_sor_colour<1, 0> (grid, coarse, to.data, memory, memory + words, NULL);
          __syncthreads ();
          vnk_grid_sor_colour<0, 0> (grid, coarse, to.data, memory, memory + words, NULL);
          __syncthreads ();
        }
    }
  for (size_t j = threadIdx.x; j < vnk_grid_words (full); j += blockDim.x)
    other[j] = 0.0f;
  __syncthreads ();
}
