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
#define VNK_VESSEL_Z 16
#define VNK_VESSEL_THREADS (VNK_VESSEL_X / VNK_VESSEL_PAIR * VNK_VESSEL_Y)
#define VNK_VESSEL_COLUMNS (VNK_VESSEL_X + 4)
#define VNK_VESSEL_PIXELS (VNK_VESSEL_COLUMNS * (VNK_VESSEL_Y + 4))
#define VNK_VESSEL_EACH ((VNK_VESSEL_PIXELS + VNK_VESSEL_THREADS - 1) / VNK_VESSEL_THREADS)

struct vnk_vessel_job {
  vnk_smoothed             stack;
  vnk_sigmas               sigmas;
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

/* The best of each of a block's voxels so far, and which scale that was. */
struct vnk_vessel_best {
  float         *values;
  unsigned char *scales;
};

static __device__ __forceinline__ int
vnk_vessel_place (int e, int z)
{
  return (e * VNK_VESSEL_Z + z) * VNK_VESSEL_THREADS + (int) threadIdx.x;
}

/* A voxel at scale k. */
template<vnk_vessel_kind KIND>
static __device__ __forceinline__ void
vnk_vessel_judge (const vnk_vessel_job &job, const vnk_vesselness_weighting &weighting, const vnk_hessian &h, int k,
                  int x, int row, int place, const vnk_vessel_best &best)
{
  float smallest, value;

  if (h.xx + h.yy + h.zz > 0.0f) /* then one of the two larger eigenvalues is above 0 */
    return;
  value = vnk_vesselness_3 (h, &weighting, &smallest);
  if (!(value > best.values[place]))
    return;
  best.values[place] = value;
  best.scales[place] = (unsigned char) k;
  if (KIND == VNK_VESSEL_DIRECT)
    {
      float along[3];

      vnk_direction_3 (h, smallest, &along[0], &along[1], &along[2]);
      for (int i = 0; i < 3; i++)
        vnk_vessel_write (job.direction[i], x, row, along[i]);
    }
}

template<vnk_vessel_kind KIND>
static __global__ void
__launch_bounds__ (VNK_VESSEL_THREADS, KIND == VNK_VESSEL_NORM ? 3 : 2)
vnk_vessels_of_stack (const __grid_constant__ vnk_vessel_job job)
{
  __shared__ __align__ (8) float tiles[2][VNK_VESSEL_PIXELS];
  const int n_kept = KIND == VNK_VESSEL_NORM ? 1 : VNK_VESSEL_PAIR * VNK_VESSEL_Z * VNK_VESSEL_THREADS;
  __shared__ float best_values[n_kept];
  __shared__ unsigned char best_scales[n_kept];
  vnk_vessel_best best = { best_values, best_scales };
  const vnk_smoothed &stack = job.stack;
  ptrdiff_t slice = (ptrdiff_t) stack.height * stack.stride;
  int left = (int) blockIdx.x * VNK_VESSEL_X, x = left + (int) threadIdx.x % 32 * VNK_VESSEL_PAIR;
  int n_rows = (stack.height + VNK_VESSEL_Y - 1) / VNK_VESSEL_Y;
  int n_tiles = n_rows * ((stack.depth + VNK_VESSEL_Z - 1) / VNK_VESSEL_Z), turn = 0;
  vnk_vesselness_weighting weighting = {};
  float largest = 0.0f;

  if (KIND != VNK_VESSEL_NORM)
    vnk_vessel_weigh (job, &weighting);
  for (int i = (int) blockIdx.y; i < n_tiles; i += (int) gridDim.y)
    {
      int top = i % n_rows * VNK_VESSEL_Y, first = i / n_rows * VNK_VESSEL_Z;
      int y = top + (int) threadIdx.x / 32, n = min (VNK_VESSEL_Z, stack.depth - first);
      int places[VNK_VESSEL_EACH];
      bool inside[VNK_VESSEL_PAIR];

      vnk_vessel_find_places (stack, left, top, places);
      for (int e = 0; e < VNK_VESSEL_PAIR; e++)
        {
          inside[e] = x + e < stack.width && y < stack.height;
          for (int z = 0; KIND != VNK_VESSEL_NORM && z < n; z++)
            best.values[vnk_vessel_place (e, z)] = 0.0f;
        }
      for (int k = 0; k < job.sigmas.n; k++)
        {
          const float *from = stack.data + k * stack.size;
          vnk_slice_sums slices[VNK_VESSEL_PAIR][5] = {};
          float values[VNK_VESSEL_EACH], by = vnk_vessel_factor (job.sigmas, k);

          vnk_vessel_read (from + vnk_mirror (first - 2, stack.depth) * slice, places, values);
#pragma unroll 1
          for (int z = -4; z < n; z++, turn ^= 1)
            {
              vnk_slice_sums sums[VNK_VESSEL_PAIR];

              vnk_vessel_put (values, tiles[turn]);
              __syncthreads ();
              if (z + 1 < n)
                vnk_vessel_read (from + vnk_mirror (first + z + 3, stack.depth) * slice, places, values);
              vnk_vessel_sum (tiles[turn], sums);
#pragma unroll
              for (int e = 0; e < VNK_VESSEL_PAIR; e++)
                {
#pragma unroll
                  for (int j = 0; j < 4; j++)
                    slices[e][j] = slices[e][j + 1];
                  slices[e][4] = sums[e];
                  if (z < 0 || !inside[e])
                    continue;

                  vnk_hessian h = vnk_hessian_of (slices[e], by);

                  if (KIND == VNK_VESSEL_NORM)
                    largest = vnk_larger (vnk_norm_square (&h), largest);
                  else
                    vnk_vessel_judge<KIND> (job, weighting, h, k, x + e, (first + z) * stack.height + y,
                                            vnk_vessel_place (e, z), best);
                }
            }
        }
      for (int e = 0; KIND != VNK_VESSEL_NORM && e < VNK_VESSEL_PAIR; e++)
        for (int z = 0; inside[e] && z < n; z++)
          {
            int row = (first + z) * stack.height + y, place = vnk_vessel_place (e, z);

            vnk_vessel_write_best (job, x + e, row, best.values[place],
                                   best.values[place] > 0.0f ? job.sigmas.values[best.scales[place]] : 0.0f);
            for (int j = 0; KIND == VNK_VESSEL_DIRECT && best.values[place] == 0.0f && j < 3; j++)
              vnk_vessel_write (job.direction[j], x + e, row, 0.0f);
          }
    }
  if (KIND == VNK_VESSEL_NORM)
    vnk_vessel_note_largest (largest, job.largest);
}
