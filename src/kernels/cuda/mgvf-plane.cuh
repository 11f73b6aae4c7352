/* mgvf-plane.cuh: motion gradient vector flow of a window that registers cannot hold
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * The same steps in the same order as in mgvf-tile.cuh, so that the result is the same to the bit; but everything lies
 * in memory, shared or the device's. Each warp takes rows of blocks of 2 x 2 pixels.
 */

#pragma once

#include "mgvf-step.cuh"

/* A field: even columns first, then odd ones. */
struct vnk_grid {
  int    width, height;
  int    columns; /* words of a row of either */
  size_t half;    /* words of the even columns */
};

static __host__ __device__ __forceinline__ vnk_grid
vnk_grid_for (int width, int height)
{
  int columns = (width + 1) / 2;

  return { width, height, columns, (size_t) columns * (size_t) height };
}

/* Words of a field. */
static __host__ __device__ __forceinline__ size_t
vnk_grid_words (const vnk_grid &grid)
{
  return 2 * grid.half;
}

static __device__ __forceinline__ size_t
vnk_grid_column (const vnk_grid &grid, int x)
{
  return (x & 1 ? grid.half : 0) + (size_t) (x >> 1);
}

static __device__ __forceinline__ size_t
vnk_grid_at (const vnk_grid &grid, int x, int y)
{
  return vnk_grid_column (grid, x) + (size_t) y * (size_t) grid.columns;
}

static __device__ __forceinline__ vnk_neighbours
vnk_grid_neighbours (const vnk_grid &grid, const float *field, int x, int y)
{
  size_t west = vnk_grid_column (grid, max (x - 1, 0));
  size_t here = vnk_grid_column (grid, x);
  size_t east = vnk_grid_column (grid, min (x + 1, grid.width - 1));
  const float *row = field + (size_t) y * (size_t) grid.columns;
  const float *above = y > 0 ? row - grid.columns : row;
  const float *below = y < grid.height - 1 ? row + grid.columns : row;

  return { { row[east], below[east], below[here], below[west] }, { row[west], above[west], above[here], above[east] } };
}

/* Updates the pixels of one colour; `changes`, if not NULL, collects each block's |ΔV|. */
template<int COLUMN, int ROW>
static __device__ __forceinline__ void
vnk_grid_sor_colour (const vnk_grid &grid, const vnk_solver &solver, float *field, const float *edges,
                     const float *wanted, float *changes)
{
  int warps = (int) blockDim.x / VNK_WARP;

  for (int j = (int) threadIdx.x / VNK_WARP; 2 * j + ROW < grid.height; j += warps)
    for (int i = (int) threadIdx.x % VNK_WARP; 2 * i + COLUMN < grid.width; i += VNK_WARP)
      {
        size_t here = vnk_grid_at (grid, 2 * i + COLUMN, 2 * j + ROW);
        float old = field[here];
        float value = vnk_sor_step (solver, solver.omega, old, edges[here], wanted[here],
                                    vnk_grid_neighbours (grid, field, 2 * i + COLUMN, 2 * j + ROW));

        if (changes != NULL)
          changes[(size_t) j * (size_t) grid.columns + (size_t) i] += fabsf (value - old);
        field[here] = value;
      }
}

/* What the blocks of this thread have moved; their changes start anew. */
static __device__ __forceinline__ unsigned int
vnk_grid_units (const vnk_grid &grid, const vnk_solver &solver, float *changes)
{
  int warps = (int) blockDim.x / VNK_WARP;
  unsigned int units = 0;

  for (int j = (int) threadIdx.x / VNK_WARP; 2 * j < grid.height; j += warps)
    for (int i = (int) threadIdx.x % VNK_WARP; i < grid.columns; i += VNK_WARP)
      {
        float *change = &changes[(size_t) j * (size_t) grid.columns + (size_t) i];

        units = min (units + vnk_mgvf_units (*change, solver), VNK_MGVF_MAX);
        *change = 0.0f;
      }
  return units;
}

/* As vnk_tile_sor(); the changes are 0 at first. */
static __device__ __forceinline__ int
vnk_grid_sor (const vnk_grid &grid, const vnk_solver &solver, float *field, const float *edges, float *changes,
              unsigned int *sums)
{
  int sweep = 0;
  int sum = 0;

  while (sweep < solver.max_sweeps)
    {
      vnk_grid_sor_colour<1, 1> (grid, solver, field, edges, edges, changes);
      __syncthreads ();
      vnk_grid_sor_colour<0, 1> (grid, solver, field, edges, edges, changes);
      __syncthreads ();
      vnk_grid_sor_colour<1, 0> (grid, solver, field, edges, edges, changes);
      __syncthreads ();
      vnk_grid_sor_colour<0, 0> (grid, solver, field, edges, edges, changes);
      sweep++;
      vnk_mgvf_add_units (&sums[sum], vnk_grid_units (grid, solver, changes));
      __syncthreads ();
      if (sums[sum] <= solver.limit)
        break;
      sum = sum == 2 ? 0 : sum + 1;
      if (threadIdx.x == 0)
        sums[sum == 2 ? 0 : sum + 1] = 0;
    }
  return sweep;
}
