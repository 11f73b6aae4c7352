/* ncc-steps.cuh: the steps of a match, for one block or many
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * The steps and their numbers are those of cpu/ncc-match.c and cpu/ncc-subpixel.c, where the sources stand. Each is
 * done by `n_threads` threads, of which this is number `thread`; they are all of a block, or those of a whole row of
 * blocks.
 */

#pragma once

#include "cluster.cuh"

#define NCC_MARGIN 6 /* px around the searched region: a shift's neighbour, a step along the flow, the cubic */
#define NCC_THREADS 256
#define NCC_WARPS (NCC_THREADS / 32)
#define NCC_QUAD 4           /* adjacent shifts of a thread */
#define NCC_SPLIT 4          /* adjacent threads that share the rows of a patch */
#define NCC_SUMS 12

/* A part of a plane; its first pixel is (x, y) of the plane, possibly outside. */
struct NccBox
{
  int x, y, width, height;
  int stride;
};

/* What the host works out of a match. */
struct NccPlan
{
  double x, y, radius;
  float  guess_x, guess_y;
  double vx, vy;     /* the flow */
  double gx, gy;     /* the expected shift */
  int    near_x, near_y; /* that to whole pixels */
  double along, across;
  NccBox source; /* the patch's square, of the first plane */
  NccBox region; /* of the second: all that any shift can reach */
  NccBox map;    /* of shifts */
  size_t memory; /* bytes from the start of the scratch memory, for a match that does not fit into shared memory */
  int    index;  /* among the matches */
};

/* First and last pixel of a patch's row that are in the disc and in the plane, from the square's first. */
struct NccRow
{
  int   first, last;
  float lack_first, lack_last; /* by how much less than 1 these count; of a single one the first says it */
};

/* What is known of a patch. */
struct NccPatch
{
  double weight; /* pixels, each as it counts */
  int    flat;
};

/* Where everything lies. */
struct NccWork
{
  double   *sums;    /* of the region's rows up to before each pixel: of its values */
  double   *squares; /* and of their squares */
  NccRow   *rows;
  float    *values; /* of the patch times how much they count, 0 outside of it; mean 0, Σ² = 1 */
  float    *region;
  float    *map; /* correlations of whole shifts */
  float    *between; /* a region between both ways of smoothing; shares its memory with the sums */
  NccPatch *patch;
};

struct NccResult
{
  float x, y, correlation, curvature;
  int   at_border;
};

static __host__ __device__ __forceinline__ size_t
ncc_floats (const NccBox &box)
{
  return (size_t) box.stride * (size_t) box.height;
}

/* Lays everything out from `memory` on, a multiple of 8 bytes; returns the bytes it takes. */
static __host__ __device__ __forceinline__ size_t
ncc_place (const NccPlan &plan, unsigned char *memory, NccWork *work)
{
  size_t region = ncc_floats (plan.region);

  work->sums = (double *) memory;
  work->squares = work->sums + region;
  work->between = (float *) memory;
  work->patch = (NccPatch *) (work->squares + region);
  work->rows = (NccRow *) (work->patch + 1);
  work->values = (float *) (work->rows + plan.source.height);
  work->region = work->values + ncc_floats (plan.source);
  work->map = work->region + region;
  return (size_t) ((unsigned char *) (work->map + ncc_floats (plan.map)) - memory);
}

static __device__ __forceinline__ bool
ncc_within (const NccPlan &plan, int dx, int dy)
{
  double x = dx - plan.gx, y = dy - plan.gy;
  double s = __dadd_rn (__dmul_rn (x, plan.vx), __dmul_rn (y, plan.vy));
  double t = __dadd_rn (__dmul_rn (y, plan.vx), -__dmul_rn (x, plan.vy));

  return fabs (s) <= plan.along + 0.5 && fabs (t) <= plan.across + 0.5;
}

/* ---- Sums over a block ---- */

/* Memory of a block's reductions. */
struct NccShared
{
  double parts[NCC_WARPS][NCC_SUMS];
  double total[NCC_SUMS];
  double x, y; /* a shift */
  int    peak_x, peak_y;
  int    done;
};

/* The sums over the block's threads, for all of them. */
template <int N>
static __device__ __forceinline__ void
ncc_block_sums (NccShared *shared, double (&values)[N])
{
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32;

#pragma unroll
  for (int k = 0; k < N; k++)
    {
#pragma unroll
      for (int step = 16; step > 0; step /= 2)
        values[k] += __shfl_xor_sync (0xffffffffu, values[k], step);
      if (lane == 0)
        shared->parts[warp][k] = values[k];
    }
  __syncthreads ();
  if (threadIdx.x < N)
    {
      double sum = 0.0;

      for (int i = 0; i < NCC_WARPS; i++)
        sum += shared->parts[i][threadIdx.x];
      shared->total[threadIdx.x] = sum;
    }
  __syncthreads ();
#pragma unroll
  for (int k = 0; k < N; k++)
    values[k] = shared->total[k];
}

/* ---- Smoothed copies ---- */

static __device__ __forceinline__ float
ncc_binomial (float a, float b, float c, float d, float e)
{
  return (a + e + 4.0f * (b + d) + 6.0f * c) * (1.0f / 16.0f);
}

/* The plane's value at the box's middle, taken off so that sums of squares do not cancel. */
static __device__ __forceinline__ float
ncc_middle (const vnk_view &plane, const NccBox &box)
{
  int x = min (max (box.x + box.width / 2, 0), plane.width - 1);
  int y = min (max (box.y + box.height / 2, 0), plane.height - 1);

  return plane.data[y * (ptrdiff_t) plane.stride + x];
}

/* Down the columns, with two more on both sides: rows of width + 4. */
static __device__ __forceinline__ void
ncc_smooth_columns (const vnk_view &plane, const NccBox &box, float *out, int thread, int n_threads)
{
  float middle = ncc_middle (plane, box);
  int wide = box.width + 4;

  for (int y = thread / 32; y < box.height; y += n_threads / 32)
    {
      const float *rows[5];

      for (int k = 0; k < 5; k++)
        rows[k] = plane.data + min (max (box.y + y + k - 2, 0), plane.height - 1) * (ptrdiff_t) plane.stride;
      for (int i = thread % 32; i < wide; i += 32)
        {
          int x = min (max (box.x + i - 2, 0), plane.width - 1);

          out[y * wide + i] = ncc_binomial (rows[0][x] - middle, rows[1][x] - middle, rows[2][x] - middle,
                                            rows[3][x] - middle, rows[4][x] - middle);
        }
    }
}

static __device__ __forceinline__ void
ncc_smooth_rows (const float *in, const NccBox &box, float *out, int thread, int n_threads)
{
  int wide = box.width + 4;

  for (int y = thread / 32; y < box.height; y += n_threads / 32)
    for (int x = thread % 32; x < box.stride; x += 32)
      {
        const float *from = in + y * wide + x;

        out[y * box.stride + x] = x < box.width ? ncc_binomial (from[0], from[1], from[2], from[3], from[4]) : 0.0f;
      }
}

/* Sums from a row's start to before each pixel, one thread a row and kind. */
static __device__ __forceinline__ void
ncc_add_rows (const NccWork &work, const NccBox &box, int thread, int n_threads)
{
  for (int i = thread; i < 2 * box.height; i += n_threads)
    {
      bool squared = i >= box.height;
      int row = (squared ? i - box.height : i) * box.stride;
      const float *in = work.region + row;
      double *out = (squared ? work.squares : work.sums) + row;
      double sum = 0.0;

#pragma unroll 4
      for (int x = 0; x < box.stride; x++)
        {
          double value = (double) in[x];

          out[x] = sum;
          sum += squared ? value * value : value;
        }
    }
}

/* ---- The patch ---- */

/* By how much less than 1 a pixel counts so far from the centre. */
static __device__ __forceinline__ double
ncc_lack (double dx, double dy, double radius)
{
  double distance = sqrt (__dadd_rn (__dmul_rn (dx, dx), __dmul_rn (dy, dy)));

  return fmin (fmax ((distance - radius + VNK_NCC_EDGE) / (2.0 * VNK_NCC_EDGE), 0.0), 1.0);
}

/* How much a pixel of the patch counts. */
static __device__ __forceinline__ float
ncc_weight (const NccRow &row, int x)
{
  return 1.0f - (x == row.first ? row.lack_first : 0.0f) - (x == row.last ? row.lack_last : 0.0f);
}

/* By one block: the rows' ends, and the values made mean 0 and Σ² = 1. */
static __device__ __forceinline__ void
ncc_make_patch (const NccPlan &plan, const vnk_view &plane, const NccWork &work, NccShared *shared)
{
  const NccBox &box = plan.source;
  double sums[2] = { 0.0, 0.0 }, square[1] = { 0.0 };

  for (int i = threadIdx.x; i < box.height; i += NCC_THREADS)
    {
      int y = box.y + i;
      double below = y - plan.y;
      double outer = plan.radius + VNK_NCC_EDGE;
      double rest = __dadd_rn (__dmul_rn (outer, outer), -__dmul_rn (below, below));
      double half = sqrt (fmax (0.0, rest));
      bool inside = y >= 0 && y < plane.height && fabs (below) <= outer;
      int first = (int) fmax (0.0, ceil (plan.x - half)), last = (int) fmin (plane.width - 1.0, floor (plan.x + half));
      NccRow row = { 0, -1, 0.0f, 0.0f };

      if (inside && last >= first)
        row = { first - box.x, last - box.x, (float) ncc_lack (first - plan.x, below, plan.radius),
                last > first ? (float) ncc_lack (last - plan.x, below, plan.radius) : 0.0f };
      work.rows[i] = row;
    }
  __syncthreads ();

  for (int i = threadIdx.x; i < box.width * box.height; i += NCC_THREADS)
    {
      int y = i / box.width, x = i - y * box.width;
      bool inside = x >= work.rows[y].first && x <= work.rows[y].last;
      double weight = inside ? (double) ncc_weight (work.rows[y], x) : 0.0;

      sums[0] += weight;
      sums[1] += weight * (double) work.values[i];
    }
  ncc_block_sums (shared, sums);

  double mean = sums[0] > 0.0 ? sums[1] / sums[0] : 0.0;

  for (int i = threadIdx.x; i < box.width * box.height; i += NCC_THREADS)
    {
      int y = i / box.width, x = i - y * box.width;
      double value = (double) work.values[i] - mean;

      if (x >= work.rows[y].first && x <= work.rows[y].last)
        square[0] += (double) ncc_weight (work.rows[y], x) * value * value;
    }
  ncc_block_sums (shared, square);

  bool flat = sums[0] < VNK_NCC_MIN_PIXELS || square[0] <= VNK_FLAT_VARIANCE * sums[0];
  double scale = flat ? 0.0 : 1.0 / sqrt (square[0]);

  for (int i = threadIdx.x; i < box.width * box.height; i += NCC_THREADS)
    {
      int y = i / box.width, x = i - y * box.width;
      bool inside = x >= work.rows[y].first && x <= work.rows[y].last;
      float weight = inside ? ncc_weight (work.rows[y], x) : 0.0f;

      work.values[i] = weight * (float) (((double) work.values[i] - mean) * scale);
    }
  if (threadIdx.x == 0)
    *work.patch = { sums[0], flat };
  __syncthreads ();
}

/* ---- Whole shifts ---- */

/* Takes off what a pixel counts less. */
static __device__ __forceinline__ void
ncc_take_off (const float *in, float lack, double (&sums)[NCC_QUAD], double (&squares)[NCC_QUAD])
{
#pragma unroll
  for (int k = 0; k < NCC_QUAD; k++)
    {
      sums[k] -= (double) lack * (double) in[k];
      squares[k] -= (double) lack * (double) in[k] * (double) in[k];
    }
}

/* Correlations of four adjacent shifts by four threads, which share the patch's rows and then have one each. */
static __device__ __forceinline__ void
ncc_fill_map (const NccPlan &plan, const NccWork &work, int thread, int n_threads)
{
  const NccBox &map = plan.map, &region = plan.region, &source = plan.source;
  int quads = (map.width + NCC_QUAD - 1) / NCC_QUAD, n = quads * map.height, part = thread % NCC_SPLIT;
  double pixels = work.patch->weight;

  /* All threads of a warp go round equally often. */
  for (int i = thread / NCC_SPLIT; i - thread % 32 / NCC_SPLIT < n; i += n_threads / NCC_SPLIT)
    {
      int j = min (i, n - 1) / quads, first = (min (i, n - 1) - j * quads) * NCC_QUAD;
      float products[NCC_QUAD] = { 0.0f, 0.0f, 0.0f, 0.0f };
      double sums[NCC_QUAD] = { 0.0, 0.0, 0.0, 0.0 }, squares[NCC_QUAD] = { 0.0, 0.0, 0.0, 0.0 };

      for (int r = part; r < source.height; r += NCC_SPLIT)
        {
          NccRow row = work.rows[r];

          if (row.last < row.first)
            continue;

          int at = (r + j + NCC_MARGIN) * region.stride + row.first + first + NCC_MARGIN;
          int end = at + row.last - row.first + 1;
          const float *values = work.values + r * source.stride + row.first, *in = work.region + at;
          float a = in[0], b = in[1], c = in[2];

#pragma unroll 4
          for (int k = 0; k <= row.last - row.first; k++)
            {
              float value = values[k], d = in[k + 3];

              products[0] = fmaf (value, a, products[0]);
              products[1] = fmaf (value, b, products[1]);
              products[2] = fmaf (value, c, products[2]);
              products[3] = fmaf (value, d, products[3]);
              a = b;
              b = c;
              c = d;
            }
#pragma unroll
          for (int k = 0; k < NCC_QUAD; k++)
            {
              sums[k] += work.sums[end + k] - work.sums[at + k];
              squares[k] += work.squares[end + k] - work.squares[at + k];
            }
          if (row.lack_first > 0.0f)
            ncc_take_off (work.region + at, row.lack_first, sums, squares);
          if (row.lack_last > 0.0f)
            ncc_take_off (work.region + end - 1, row.lack_last, sums, squares);
        }

#pragma unroll
      for (int k = 0; k < NCC_QUAD; k++)
        {
#pragma unroll
          for (int step = 1; step < NCC_SPLIT; step *= 2)
            {
              products[k] += __shfl_xor_sync (0xffffffffu, products[k], step);
              sums[k] += __shfl_xor_sync (0xffffffffu, sums[k], step);
              squares[k] += __shfl_xor_sync (0xffffffffu, squares[k], step);
            }

          double rest = squares[k] - sums[k] * sums[k] / pixels;

          if (i < n && part == k && first + k < map.width)
            work.map[j * map.stride + first + k] =
              rest > VNK_FLAT_VARIANCE * pixels ? (float) ((double) products[k] / sqrt (rest)) : 0.0f;
        }
    }
}

static __device__ __forceinline__ float
ncc_map_at (const NccPlan &plan, const NccWork &work, int dx, int dy)
{
  return work.map[(dy - plan.map.y) * plan.map.stride + dx - plan.map.x];
}

/* A shift and how far it is from the expected one. */
struct NccNear
{
  double distance; /* squared */
  int    place;
};

/* By one block: the best whole shift; of those as good as the best the nearest to the expected one. */
static __device__ __forceinline__ void
ncc_find_peak (const NccPlan &plan, const NccWork &work, NccShared *shared)
{
  const NccBox &map = plan.map;
  int inner = map.width - 2, n = inner * (map.height - 2), lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  float best = ncc_map_at (plan, work, plan.near_x, plan.near_y);
  NccNear nearest = { INFINITY, n };

  for (int i = threadIdx.x; i < n; i += NCC_THREADS)
    {
      int dx = map.x + 1 + i % inner, dy = map.y + 1 + i / inner;

      if (ncc_map_at (plan, work, dx, dy) > best && ncc_within (plan, dx, dy))
        best = ncc_map_at (plan, work, dx, dy);
    }
  for (int step = 16; step > 0; step /= 2)
    best = fmaxf (best, __shfl_xor_sync (0xffffffffu, best, step));
  if (lane == 0)
    shared->parts[warp][0] = (double) best;
  __syncthreads ();
  for (int k = 0; k < NCC_WARPS; k++)
    best = fmaxf (best, (float) shared->parts[k][0]);
  __syncthreads ();

  for (int i = threadIdx.x; i < n; i += NCC_THREADS)
    {
      int dx = map.x + 1 + i % inner, dy = map.y + 1 + i / inner;
      double x = dx - plan.gx, y = dy - plan.gy;
      double distance = __dadd_rn (__dmul_rn (x, x), __dmul_rn (y, y));

      if (ncc_map_at (plan, work, dx, dy) < best - VNK_SAME_CORRELATION || distance >= nearest.distance ||
          !ncc_within (plan, dx, dy))
        continue;
      nearest = { distance, i };
    }
  for (int step = 16; step > 0; step /= 2)
    {
      NccNear other = { __shfl_xor_sync (0xffffffffu, nearest.distance, step),
                          __shfl_xor_sync (0xffffffffu, nearest.place, step) };

      if (other.distance < nearest.distance || (other.distance == nearest.distance && other.place < nearest.place))
        nearest = other;
    }
  if (lane == 0)
    {
      shared->parts[warp][0] = nearest.distance;
      shared->parts[warp][1] = (double) nearest.place;
    }
  __syncthreads ();
  if (threadIdx.x == 0)
    {
      for (int k = 1; k < NCC_WARPS; k++)
        {
          NccNear other = { shared->parts[k][0], (int) shared->parts[k][1] };

          if (other.distance < nearest.distance || (other.distance == nearest.distance && other.place < nearest.place))
            nearest = other;
        }
      shared->peak_x = nearest.place < n ? map.x + 1 + nearest.place % inner : plan.near_x;
      shared->peak_y = nearest.place < n ? map.y + 1 + nearest.place / inner : plan.near_y;
    }
  __syncthreads ();
}

static __device__ __forceinline__ bool
ncc_rises_beyond (const NccPlan &plan, const NccWork &work, int peak_x, int peak_y)
{
  float peak = ncc_map_at (plan, work, peak_x, peak_y);

  for (int dy = peak_y - 1; dy <= peak_y + 1; dy++)
    for (int dx = peak_x - 1; dx <= peak_x + 1; dx++)
      if (!ncc_within (plan, dx, dy) && ncc_map_at (plan, work, dx, dy) > peak + VNK_SAME_CORRELATION)
        return true;
  return false;
}

static __device__ __forceinline__ double
ncc_parabola_peak (double before, double at, double after)
{
  double bend = before - 2.0 * at + after;

  if (bend >= (double) -VNK_SAME_CORRELATION)
    return 0.0;
  return fmin (fmax (0.5 * (before - after) / bend, -0.5), 0.5);
}
