/* vesselness-measure.cuh: what vessels there are at any of the scales
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * A block has a tile of rows, and of a stack several slices of it, one scale after the other: all scales are there, so
 * that a result is written once. Its part of a scale is copied to shared memory with its surroundings; then a thread
 * goes through the slices of its pixel. A slice's sums are made once, for the five Hessians to which it counts.
 */

#pragma once

#include "vesselness-hessian.cuh"
#include "warp.cuh"

#define VNK_VESSEL_X 32
#define VNK_VESSEL_Y 8
#define VNK_VESSEL_Z 8
#define VNK_VESSEL_THREADS (VNK_VESSEL_X * VNK_VESSEL_Y)
#define VNK_VESSEL_COLUMNS (VNK_VESSEL_X + 4)
#define VNK_VESSEL_PIXELS (VNK_VESSEL_COLUMNS * (VNK_VESSEL_Y + 4))

struct vnk_vessel_job {
  vnk_smoothed             stack;
  vnk_sigmas               sigmas;
  vnk_vesselness_weighting weighting;
  float                    c;       /* 0: half of the root of what is in */
  unsigned int            *largest; /* the bits of the largest S² */
  vnk_view                 vesselness, scale; /* scale.data may be NULL */
};

/* Copies n slices from `first` on, of which the tile at (x, y) is the middle part. */
static __device__ __forceinline__ void
vnk_vessel_copy (const vnk_smoothed &stack, int k, int x, int y, int first, int n, float *tile)
{
  for (int i = (int) threadIdx.x; i < VNK_VESSEL_PIXELS; i += VNK_VESSEL_THREADS)
    {
      int u = vnk_mirror (x - 2 + i % VNK_VESSEL_COLUMNS, stack.width);
      int v = vnk_mirror (y - 2 + i / VNK_VESSEL_COLUMNS, stack.height);
      const float *from = stack.data + k * stack.size + (ptrdiff_t) v * stack.stride + u;

      for (int z = 0; z < n; z++)
        tile[z * VNK_VESSEL_PIXELS + i] =
          from[(ptrdiff_t) vnk_mirror (first + z, stack.depth) * stack.height * stack.stride];
    }
}

static __device__ __forceinline__ vnk_slice_sums
vnk_vessel_sum (const float *tile)
{
  int middle = ((int) threadIdx.x / VNK_VESSEL_X + 2) * VNK_VESSEL_COLUMNS + (int) threadIdx.x % VNK_VESSEL_X + 2;

  return vnk_sum_slice ([=] (int dx, int dy) { return tile[middle + dy * VNK_VESSEL_COLUMNS + dx]; });
}

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
vnk_vessel_write (const vnk_vessel_job &job, int x, int row, float value, float sigma)
{
  job.vesselness.data[(ptrdiff_t) row * job.vesselness.stride + x] = value;
  if (job.scale.data != NULL)
    job.scale.data[(ptrdiff_t) row * job.scale.stride + x] = value > 0.0f ? sigma : 0.0f;
}

/* With NORM the largest S² of all is found, else the vesselness. */
template<bool NORM>
static __global__ void
vnk_vessels_of_picture (const __grid_constant__ vnk_vessel_job job)
{
  __shared__ float tile[VNK_VESSEL_PIXELS];
  int left = (int) blockIdx.x * VNK_VESSEL_X, x = left + (int) threadIdx.x % VNK_VESSEL_X;
  vnk_vesselness_weighting weighting = {};
  float largest = 0.0f;

  if (!NORM)
    vnk_vessel_weigh (job, &weighting);
  for (int top = (int) blockIdx.y * VNK_VESSEL_Y; top < job.stack.height; top += (int) gridDim.y * VNK_VESSEL_Y)
    {
      int y = top + (int) threadIdx.x / VNK_VESSEL_X;
      bool inside = x < job.stack.width && y < job.stack.height;
      float best = 0.0f, sigma = 0.0f;

      for (int k = 0; k < job.sigmas.n; k++)
        {
          __syncthreads ();
          vnk_vessel_copy (job.stack, k, left, top, 0, 1, tile);
          __syncthreads ();

          vnk_hessian h = vnk_hessian_of (vnk_vessel_sum (tile), vnk_vessel_factor (job.sigmas, k));

          if (NORM)
            largest = inside ? vnk_larger (vnk_norm_square (&h), largest) : largest;
          else if (h.xx + h.yy <= 0.0f) /* else the larger eigenvalue is above 0 */
            {
              float smallest, value = vnk_vesselness_2 (h, &weighting, &smallest);

              sigma = value > best ? job.sigmas.values[k] : sigma;
              best = vnk_larger (value, best);
            }
        }
      if (!NORM && inside)
        vnk_vessel_write (job, x, y, best, sigma);
    }
  if (NORM)
    vnk_vessel_note_largest (largest, job.largest);
}

/* The slices z … z + VNK_VESSEL_Z − 1 of a tile at a scale. */
template<bool NORM>
static __device__ __forceinline__ void
vnk_vessels_of_tile (const vnk_vessel_job &job, const vnk_vesselness_weighting &weighting, int k, const float *tile,
                     int n, float *best, float *sigma, float *largest)
{
  vnk_slice_sums slices[5];
  float by = vnk_vessel_factor (job.sigmas, k);

#pragma unroll
  for (int i = 0; i < 4; i++)
    slices[i + 1] = vnk_vessel_sum (tile + i * VNK_VESSEL_PIXELS);
#pragma unroll 1
  for (int i = 0; i < n; i++)
    {
#pragma unroll
      for (int j = 0; j < 4; j++)
        slices[j] = slices[j + 1];
      slices[4] = vnk_vessel_sum (tile + (i + 4) * VNK_VESSEL_PIXELS);

      vnk_hessian h = vnk_hessian_of (slices, by);

      if (NORM)
        *largest = vnk_larger (vnk_norm_square (&h), *largest);
      else if (h.xx + h.yy + h.zz <= 0.0f) /* else one of the two larger eigenvalues is above 0 */
        {
          float smallest, value = vnk_vesselness_3 (h, &weighting, &smallest);
          int at = i * VNK_VESSEL_THREADS + (int) threadIdx.x;

          if (value > best[at])
            {
              best[at] = value;
              sigma[at] = job.sigmas.values[k];
            }
        }
    }
}

template<bool NORM>
static __global__ void
vnk_vessels_of_stack (const __grid_constant__ vnk_vessel_job job)
{
  __shared__ float tile[(VNK_VESSEL_Z + 4) * VNK_VESSEL_PIXELS];
  __shared__ float best[NORM ? 1 : VNK_VESSEL_Z * VNK_VESSEL_THREADS];
  __shared__ float sigma[NORM ? 1 : VNK_VESSEL_Z * VNK_VESSEL_THREADS];
  int left = (int) blockIdx.x * VNK_VESSEL_X, x = left + (int) threadIdx.x % VNK_VESSEL_X;
  int n_rows = (job.stack.height + VNK_VESSEL_Y - 1) / VNK_VESSEL_Y;
  int n_tiles = n_rows * ((job.stack.depth + VNK_VESSEL_Z - 1) / VNK_VESSEL_Z);
  vnk_vesselness_weighting weighting = {};
  float largest = 0.0f;

  if (!NORM)
    vnk_vessel_weigh (job, &weighting);
  for (int i = (int) blockIdx.y; i < n_tiles; i += (int) gridDim.y)
    {
      int top = i % n_rows * VNK_VESSEL_Y, first = i / n_rows * VNK_VESSEL_Z;
      int y = top + (int) threadIdx.x / VNK_VESSEL_X, n = min (VNK_VESSEL_Z, job.stack.depth - first);
      bool inside = x < job.stack.width && y < job.stack.height;

      for (int j = (int) threadIdx.x; !NORM && j < VNK_VESSEL_Z * VNK_VESSEL_THREADS; j += VNK_VESSEL_THREADS)
        best[j] = sigma[j] = 0.0f;
      for (int k = 0; k < job.sigmas.n; k++)
        {
          __syncthreads ();
          vnk_vessel_copy (job.stack, k, left, top, first - 2, n + 4, tile);
          __syncthreads ();
          if (inside)
            vnk_vessels_of_tile<NORM> (job, weighting, k, tile, n, best, sigma, &largest);
        }
      for (int j = 0; !NORM && inside && j < n; j++)
        vnk_vessel_write (job, x, (first + j) * job.stack.height + y, best[j * VNK_VESSEL_THREADS + threadIdx.x],
                          sigma[j * VNK_VESSEL_THREADS + threadIdx.x]);
    }
  if (NORM)
    vnk_vessel_note_largest (largest, job.largest);
}
