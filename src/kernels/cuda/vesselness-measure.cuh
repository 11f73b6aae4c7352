/* vesselness-measure.cuh: what vessels there are at any of the scales
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * A block has a tile of rows, and of a stack several slices of it, one scale after the other: all scales are there, so
 * that a result is written once. A thread has two pixels side by side, which share what they read of their
 * surroundings. In a stack it goes through the slices: each is copied to shared memory while the one before it is
 * worked on, and its sums are made once, for the five Hessians to which it counts.
 */

#pragma once

#include "vesselness-hessian.cuh"
#include "warp.cuh"

#define VNK_VESSEL_PAIR 2
#define VNK_VESSEL_X (32 * VNK_VESSEL_PAIR)
#define VNK_VESSEL_Y 8
#ifndef V_JUDGE
#define V_JUDGE __forceinline__
#endif
#ifndef V_BLOCKS
#define V_BLOCKS 2
#endif
#ifndef V_NORM_BLOCKS
#define V_NORM_BLOCKS 2
#endif
#define VNK_VESSEL_Z 20 /* slices of a tile, at most, for two blocks to fit */
#define VNK_VESSEL_NORM_Z 100
#define VNK_VESSEL_THREADS (VNK_VESSEL_X / VNK_VESSEL_PAIR * VNK_VESSEL_Y)
#define VNK_VESSEL_COLUMNS (VNK_VESSEL_X + 4)
#define VNK_VESSEL_PIXELS (VNK_VESSEL_COLUMNS * (VNK_VESSEL_Y + 4))
#define VNK_VESSEL_EACH ((VNK_VESSEL_PIXELS + VNK_VESSEL_THREADS - 1) / VNK_VESSEL_THREADS)

struct vnk_vessel_job {
  vnk_smoothed             stack;
  vnk_sigmas               sigmas;
  int                      deep;    /* slices of a tile of a stack */
  vnk_vesselness_weighting weighting;
  float                    c;       /* 0: half of the root of what is in */
  unsigned int            *largest; /* the bits of the largest S² */
  vnk_view                 vesselness, scale; /* scale.data may be NULL */
  vnk_view                 direction[3];
};

/* What a kernel is to do: to find the largest S² of all, the vesselness and its scale, or these and the direction. */
enum vnk_vessel_kind {
  VNK_VESSEL_NORM,
  VNK_VESSEL_MEASURE,
  VNK_VESSEL_DIRECT
};

/* ---- A slice with its surroundings ---- */

/* Where the pixels that a thread copies lie in a slice. */
static __device__ __forceinline__ void
vnk_vessel_find_places (const vnk_smoothed &stack, int left, int top, int (&places)[VNK_VESSEL_EACH])
{
#pragma unroll
  for (int j = 0; j < VNK_VESSEL_EACH; j++)
    {
      int i = (int) threadIdx.x + j * VNK_VESSEL_THREADS;

      places[j] = vnk_mirror (top - 2 + i / VNK_VESSEL_COLUMNS, stack.height) * stack.stride +
                  vnk_mirror (left - 2 + i % VNK_VESSEL_COLUMNS, stack.width);
    }
}

static __device__ __forceinline__ void
vnk_vessel_read (const float *slice, const int (&places)[VNK_VESSEL_EACH], float (&values)[VNK_VESSEL_EACH])
{
#pragma unroll
  for (int j = 0; j < VNK_VESSEL_EACH; j++)
    values[j] = slice[places[j]];
}

static __device__ __forceinline__ void
vnk_vessel_put (const float (&values)[VNK_VESSEL_EACH], float *tile)
{
#pragma unroll
  for (int j = 0; j < VNK_VESSEL_EACH; j++)
    {
      int i = (int) threadIdx.x + j * VNK_VESSEL_THREADS;

      if (i < VNK_VESSEL_PIXELS)
        tile[i] = values[j];
    }
}

/* Of the thread's two pixels. */
static __device__ __forceinline__ void
vnk_vessel_sum (const float *tile, vnk_slice_sums (&sums)[VNK_VESSEL_PAIR])
{
  const float *from = tile + (int) threadIdx.x / 32 * VNK_VESSEL_COLUMNS + (int) threadIdx.x % 32 * VNK_VESSEL_PAIR;
  float rows[5][6];

#pragma unroll
  for (int i = 0; i < 5; i++)
#pragma unroll
    for (int j = 0; j < 6; j += 2)
      {
        float2 pair = *reinterpret_cast<const float2 *> (from + i * VNK_VESSEL_COLUMNS + j);

        rows[i][j] = pair.x;
        rows[i][j + 1] = pair.y;
      }
#pragma unroll
  for (int e = 0; e < VNK_VESSEL_PAIR; e++)
    sums[e] = vnk_sum_slice (rows, 2 + e);
}

/* ---- What it says ---- */

static __device__ __forceinline__ float
vnk_vessel_factor (const vnk_sigmas &sigmas, int k)
{
  float square = sigmas.values[k] * sigmas.values[k];

  return sigmas.dark ? -square : square;
}

static __device__ __forceinline__ void
vnk_vessel_weigh (const vnk_vessel_job &job, vnk_vesselness_weighting *weighting)
{
  float c = job.c;

  if (c == 0.0f)
    c = fmaxf (0.5f * sqrtf (__uint_as_float (*job.largest)), (float) VNK_VESSELNESS_LEAST_C);
  *weighting = job.weighting;
  weighting->structure = 0.5f / (c * c);
}

static __device__ __forceinline__ void
vnk_vessel_note_largest (float square, unsigned int *largest)
{
  unsigned int bits = vnk_warp_max (__float_as_uint (square));

  if (threadIdx.x % VNK_WARP == 0)
    atomicMax (largest, bits);
}

static __device__ __forceinline__ void
vnk_vessel_write (const vnk_view &view, int x, int row, float value)
{
  view.data[(ptrdiff_t) row * view.stride + x] = value;
}

static __device__ __forceinline__ void
vnk_vessel_write_best (const vnk_vessel_job &job, int x, int row, float best, float sigma)
{
  vnk_vessel_write (job.vesselness, x, row, best);
  if (job.scale.data != NULL)
    vnk_vessel_write (job.scale, x, row, best > 0.0f ? sigma : 0.0f);
}

template<vnk_vessel_kind KIND>
static __global__ void
vnk_vessels_of_picture (const __grid_constant__ vnk_vessel_job job)
{
  __shared__ __align__ (8) float tile[VNK_VESSEL_PIXELS];
  int left = (int) blockIdx.x * VNK_VESSEL_X, x = left + (int) threadIdx.x % 32 * VNK_VESSEL_PAIR;
  vnk_vesselness_weighting weighting = {};
  float largest = 0.0f;

  if (KIND != VNK_VESSEL_NORM)
    vnk_vessel_weigh (job, &weighting);
  for (int top = (int) blockIdx.y * VNK_VESSEL_Y; top < job.stack.height; top += (int) gridDim.y * VNK_VESSEL_Y)
    {
      int y = top + (int) threadIdx.x / 32, places[VNK_VESSEL_EACH];
      float values[VNK_VESSEL_EACH], best[VNK_VESSEL_PAIR] = {}, sigma[VNK_VESSEL_PAIR] = {};
      vnk_hessian chosen[VNK_VESSEL_PAIR] = {};

      vnk_vessel_find_places (job.stack, left, top, places);
      vnk_vessel_read (job.stack.data, places, values);
      for (int k = 0; k < job.sigmas.n; k++)
        {
          vnk_slice_sums sums[VNK_VESSEL_PAIR];

          __syncthreads ();
          vnk_vessel_put (values, tile);
          __syncthreads ();
          if (k + 1 < job.sigmas.n)
            vnk_vessel_read (job.stack.data + (k + 1) * job.stack.size, places, values);
          vnk_vessel_sum (tile, sums);
#pragma unroll
          for (int e = 0; e < VNK_VESSEL_PAIR; e++)
            {
              vnk_hessian h = vnk_hessian_of (sums[e], vnk_vessel_factor (job.sigmas, k));

              if (KIND == VNK_VESSEL_NORM)
                largest = x + e < job.stack.width && y < job.stack.height
                            ? vnk_larger (vnk_norm_square (&h), largest) : largest;
              else if (h.xx + h.yy <= 0.0f) /* else the larger eigenvalue is above 0 */
                {
                  float smallest, value = vnk_vesselness_2 (h, &weighting, &smallest);

                  if (value > best[e])
                    {
                      best[e] = value;
                      sigma[e] = job.sigmas.values[k];
                      chosen[e] = h;
                    }
                }
            }
        }
#pragma unroll
      for (int e = 0; e < VNK_VESSEL_PAIR; e++)
        if (KIND != VNK_VESSEL_NORM && x + e < job.stack.width && y < job.stack.height)
          {
            vnk_vessel_write_best (job, x + e, y, best[e], sigma[e]);
            if (KIND == VNK_VESSEL_DIRECT)
              {
                float along_x, along_y;

                vnk_direction_2 (chosen[e], &along_x, &along_y);
                vnk_vessel_write (job.direction[0], x + e, y, best[e] > 0.0f ? along_x : 0.0f);
                vnk_vessel_write (job.direction[1], x + e, y, best[e] > 0.0f ? along_y : 0.0f);
              }
          }
    }
  if (KIND == VNK_VESSEL_NORM)
    vnk_vessel_note_largest (largest, job.largest);
}

/* ---- Stacks ---- */

/*
 * Most voxels are no vessel at a scale, or one that another scale has surpassed, which a few products tell. What is
 * left waits in a queue of its warp until there is some for each of its threads: eigenvalues are the dear part.
 */
struct vnk_vessel_waiting { /* an odd number of words, for threads not to meet in a bank of the memory */
  vnk_hessian h;
  int         place;
};

#define VNK_VESSEL_KEPT (VNK_VESSEL_PAIR * VNK_VESSEL_THREADS) /* voxels of a slice */
#define VNK_VESSEL_QUEUE ((VNK_VESSEL_PAIR + 1) * VNK_WARP)

/* Of a block: behind it, the best value of each of its voxels so far, and then which scale that was. */
struct vnk_vessel_room {
  float              tiles[2][VNK_VESSEL_PIXELS]; /* all that a norm has */
  vnk_vessel_waiting queues[VNK_VESSEL_THREADS / VNK_WARP][VNK_VESSEL_QUEUE];
};

/* Where a block is, and its room. */
struct vnk_vessel_tile {
  int              left, top, first;
  int              n; /* slices */
  bool             inside[VNK_VESSEL_PAIR]; /* this thread's pixels */
  int              places[VNK_VESSEL_EACH];
  vnk_vessel_room *room;
  float           *values;
  unsigned char   *scales;
};

static __device__ __forceinline__ int
vnk_vessel_place (int e, int z)
{
  return (z * VNK_VESSEL_PAIR + e) * VNK_VESSEL_THREADS + (int) threadIdx.x;
}

/*
 * Whether the two eigenvalues that are larger in size may be below 0: then so is the sum of any two, and H − tr H I,
 * whose eigenvalues these are but for their sign, has no minor below 0, by more than rounding.
 */
static __device__ __forceinline__ bool
vnk_vessel_may_be (const vnk_hessian &h, float square)
{
  const float least = 4e-5f, small = 5.42101086e-20f; /* 2⁻⁶⁴: else products of three would overflow */
  float trace = h.xx + h.yy + h.zz;
  float a = h.xx - trace, b = h.yy - trace, c = h.zz - trace, minor = a * b - h.xy * h.xy;
  float det = small * c * minor - small * h.xz * (h.xz * b - h.xy * h.yz) - small * h.yz * (h.yz * a - h.xy * h.xz);

  return !(trace > 0.0f) && !(a < least * trace) && !(minor < -least * square) &&
         !(det < least * small * trace * square);
}

/* One that has waited, at scale k. */
template<vnk_vessel_kind KIND>
static __device__ __forceinline__ void
vnk_vessel_judge (const vnk_vessel_job &job, const vnk_vesselness_weighting &weighting, const vnk_vessel_tile &tile,
                  const vnk_vessel_waiting &waiting, int k)
{
  vnk_hessian h = waiting.h;
  int place = waiting.place;
  float smallest, value = vnk_vesselness_3 (h, &weighting, &smallest);

  if (!(value > tile.values[place]))
    return;
  tile.values[place] = value;
  tile.scales[place] = (unsigned char) k;
  if (KIND == VNK_VESSEL_DIRECT)
    {
      int thread = place % VNK_VESSEL_THREADS, e = place / VNK_VESSEL_THREADS % VNK_VESSEL_PAIR;
      int x = tile.left + thread % 32 * VNK_VESSEL_PAIR + e;
      int row = (tile.first + place / VNK_VESSEL_KEPT) * job.stack.height + tile.top + thread / 32;
      float along[3];

      vnk_direction_3 (h, smallest, &along[0], &along[1], &along[2]);
      for (int i = 0; i < 3; i++)
        vnk_vessel_write (job.direction[i], x, row, along[i]);
    }
}

/* All that are there. */
template<vnk_vessel_kind KIND>
static __device__ __forceinline__ void
vnk_vessel_write_all (const vnk_vessel_job &job, const vnk_vessel_tile &tile)
{
  int x = tile.left + (int) threadIdx.x % 32 * VNK_VESSEL_PAIR, y = tile.top + (int) threadIdx.x / 32;

  for (int e = 0; e < VNK_VESSEL_PAIR; e++)
    for (int z = 0; tile.inside[e] && z < tile.n; z++)
      {
        int row = (tile.first + z) * job.stack.height + y, place = vnk_vessel_place (e, z);
        float best = tile.values[place];

        vnk_vessel_write_best (job, x + e, row, best, best > 0.0f ? job.sigmas.values[tile.scales[place]] : 0.0f);
        for (int j = 0; KIND == VNK_VESSEL_DIRECT && best == 0.0f && j < 3; j++)
          vnk_vessel_write (job.direction[j], x + e, row, 0.0f);
      }
}

/* Has the pixels wait that may be better than what there is; returns how many wait. */
static __device__ __forceinline__ int
vnk_vessel_sieve (const vnk_vessel_tile &tile, const vnk_hessian &h, float square, float most, int e, int z,
                  int n_waiting)
{
  int place = vnk_vessel_place (e, z);
  bool wait = tile.inside[e] && most * square > tile.values[place] && vnk_vessel_may_be (h, square);
  unsigned int waiting = __ballot_sync (VNK_WHOLE_WARP, wait), before = (1u << threadIdx.x % VNK_WARP) - 1;

  if (wait)
    tile.room->queues[threadIdx.x / VNK_WARP][n_waiting + __popc (waiting & before)] = { h, place };
  return n_waiting + __popc (waiting);
}

/* A tile at scale k. */
template<vnk_vessel_kind KIND>
static __device__ __forceinline__ void
vnk_vessel_go_through (const vnk_vessel_job &job, const vnk_vesselness_weighting &weighting,
                       const vnk_vessel_tile &tile, int k, float *largest)
{
  const vnk_smoothed &stack = job.stack;
  const float *from = stack.data + k * stack.size;
  const vnk_vessel_waiting *queue = tile.room->queues[threadIdx.x / VNK_WARP];
  ptrdiff_t slice = (ptrdiff_t) stack.height * stack.stride;
  vnk_slice_sums slices[VNK_VESSEL_PAIR][5] = {};
  float values[VNK_VESSEL_EACH], by = vnk_vessel_factor (job.sigmas, k);
  float most = weighting.structure * vnk_rise (weighting.plate) * 1.00001f; /* times S²: no vesselness is above */
  int lane = (int) threadIdx.x % VNK_WARP, n_waiting = 0, turn = 0;

  vnk_vessel_read (from + vnk_mirror (tile.first - 2, stack.depth) * slice, tile.places, values);
#pragma unroll 1
  for (int start = -4; start < tile.n; start += 5)
#pragma unroll
    for (int step = 0; step < 5; step++) /* the sums stay where they are: place `step` is the newest slice's */
      {
        int z = start + step;
        vnk_slice_sums sums[VNK_VESSEL_PAIR];

        if (z >= tile.n)
          break;
        vnk_vessel_put (values, tile.room->tiles[turn]);
        __syncthreads ();
        if (z + 1 < tile.n)
          vnk_vessel_read (from + vnk_mirror (tile.first + z + 3, stack.depth) * slice, tile.places, values);
        vnk_vessel_sum (tile.room->tiles[turn], sums);
        turn ^= 1;
#pragma unroll
        for (int e = 0; e < VNK_VESSEL_PAIR; e++)
          {
            slices[e][step] = sums[e];
            if (z < 0)
              continue;

            vnk_hessian h = vnk_hessian_of (slices[e][(step + 1) % 5], slices[e][(step + 2) % 5],
                                            slices[e][(step + 3) % 5], slices[e][(step + 4) % 5], slices[e][step], by,
                                            job.sigmas.slices);
            float square = vnk_norm_square (&h);

            if (KIND == VNK_VESSEL_NORM)
              *largest = tile.inside[e] ? vnk_larger (square, *largest) : *largest;
            else
              n_waiting = vnk_vessel_sieve (tile, h, square, most, e, z, n_waiting);
          }
        /* For both pixels at once: of a copy for each, ptxas 13 made code that ended as an “illegal instruction”. */
        if (KIND != VNK_VESSEL_NORM)
#pragma unroll 1
          while (n_waiting >= VNK_WARP)
            {
              n_waiting -= VNK_WARP;
              __syncwarp ();
              vnk_vessel_judge<KIND> (job, weighting, tile, queue[n_waiting + lane], k);
              __syncwarp ();
            }
      }
  if (KIND != VNK_VESSEL_NORM)
    {
      __syncwarp ();
      if (lane < n_waiting)
        vnk_vessel_judge<KIND> (job, weighting, tile, queue[lane], k);
      __syncwarp ();
    }
}

/* A block has all scales of a tile; where only the norm is asked for, one of them. */
template<vnk_vessel_kind KIND>
static __global__ void
__launch_bounds__ (VNK_VESSEL_THREADS, 2)
vnk_vessels_of_stack (const __grid_constant__ vnk_vessel_job job)
{
  VNK_DYNAMIC_SHARED (vnk_vessel_room, room);
  const vnk_smoothed &stack = job.stack;
  int left = (int) blockIdx.x * VNK_VESSEL_X, x = left + (int) threadIdx.x % 32 * VNK_VESSEL_PAIR;
  int n_rows = (stack.height + VNK_VESSEL_Y - 1) / VNK_VESSEL_Y, n_layers = (stack.depth + job.deep - 1) / job.deep;
  int n_parts = KIND == VNK_VESSEL_NORM ? job.sigmas.n : 1, n_sigmas = job.sigmas.n / n_parts;
  vnk_vesselness_weighting weighting = {};
  float largest = 0.0f;

  if (KIND != VNK_VESSEL_NORM)
    vnk_vessel_weigh (job, &weighting);
  for (int i = (int) blockIdx.y; i < n_rows * n_layers * n_parts; i += (int) gridDim.y)
    {
      int first = i / n_rows % n_layers * job.deep, part = i / n_rows / n_layers;
      vnk_vessel_tile tile = { left, i % n_rows * VNK_VESSEL_Y, first, min (job.deep, stack.depth - first), {}, {},
                               room };

      tile.values = reinterpret_cast<float *> (room + 1);
      tile.scales = reinterpret_cast<unsigned char *> (tile.values + job.deep * VNK_VESSEL_KEPT);
      vnk_vessel_find_places (stack, left, tile.top, tile.places);
      for (int e = 0; e < VNK_VESSEL_PAIR; e++)
        {
          tile.inside[e] = x + e < stack.width && tile.top + (int) threadIdx.x / 32 < stack.height;
          for (int z = 0; KIND != VNK_VESSEL_NORM && z < tile.n; z++)
            tile.values[vnk_vessel_place (e, z)] = 0.0f;
        }
      for (int k = part * n_sigmas; k < (part + 1) * n_sigmas; k++)
        {
          __syncthreads (); /* all have read the last slice before */
          vnk_vessel_go_through<KIND> (job, weighting, tile, k, &largest);
        }
      if (KIND != VNK_VESSEL_NORM)
        vnk_vessel_write_all<KIND> (job, tile);
    }
  if (KIND == VNK_VESSEL_NORM)
    vnk_vessel_note_largest (largest, job.largest);
}
