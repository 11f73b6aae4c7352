/* robust-weights.cu: how far pixels that come and go are to be trusted
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * Each block finds the median by itself: that takes less time than a launch more. The bits of numbers, turned so that
 * they rise as the numbers do, are found one by one, from the first: a bit of the median is 1 when too few of the
 * samples lie below it.
 */

#include "cuda.cuh"

#include "../vnk-sample-grid.h"

#define THREADS 1024
#define SAMPLES (VNK_ROBUST_WEIGHTS_SAMPLES / THREADS) /* of a thread */
#define PIXELS 4                              /* of a thread, at least */
#define NO_SAMPLE 0xffffffffu                 /* above all numbers */

struct RobustWeightsJob {
  vnk_view        spread, mask, weight;
  vnk_sample_grid grid;
  float           cutoff, min_spread;
};

static __device__ __forceinline__ unsigned int
rising_bits (float value)
{
  unsigned int bits = __float_as_uint (value);

  return bits & 0x80000000u ? ~bits : bits | 0x80000000u;
}

static __device__ __forceinline__ float
number_of (unsigned int rising)
{
  return __uint_as_float (rising & 0x80000000u ? rising & 0x7fffffffu : ~rising);
}

/* The samples of a block's threads; returns how many there are. */
static __device__ __forceinline__ int
take_samples (const RobustWeightsJob &job, unsigned int (&samples)[SAMPLES])
{
  int points = job.grid.columns * job.grid.rows, n = 0;

#pragma unroll
  for (int i = 0; i < SAMPLES; i++)
    {
      int point = i * THREADS + (int) threadIdx.x, row = point / job.grid.columns;
      int x = job.grid.left + (point - row * job.grid.columns) * job.grid.step;
      int y = job.grid.top + row * job.grid.step;
      bool counts = point < points && job.mask.data[(ptrdiff_t) y * job.mask.stride + x] > 0.0f;

      samples[i] = counts ? rising_bits (job.spread.data[(ptrdiff_t) y * job.spread.stride + x]) : NO_SAMPLE;
      n += __syncthreads_count (counts);
    }
  return n;
}

/* By the block: the sample that has `rank` others before it. */
static __device__ __forceinline__ float
select_sample (const unsigned int (&samples)[SAMPLES], int rank)
{
  unsigned int found = 0;

  for (unsigned int bit = 0x80000000u; bit > 0; bit >>= 1)
    {
      int below = 0;

#pragma unroll
      for (int i = 0; i < SAMPLES; i++)
        below += __syncthreads_count (samples[i] < (found | bit));
      if (below <= rank)
        found |= bit;
    }
  return number_of (found);
}

static __global__ void __launch_bounds__ (THREADS)
weigh (const __grid_constant__ RobustWeightsJob job)
{
  unsigned int samples[SAMPLES];
  int n = take_samples (job, samples);
  float usual = job.cutoff * fmaxf (n > 0 ? select_sample (samples, n / 2) : 0.0f, job.min_spread);
  long long pixels = (long long) job.weight.width * job.weight.height;

  for (long long i = (long long) blockIdx.x * THREADS + threadIdx.x; i < pixels; i += (long long) gridDim.x * THREADS)
    {
      int y = (int) (i / job.weight.width), x = (int) (i - (long long) y * job.weight.width);
      float share = job.spread.data[(ptrdiff_t) y * job.spread.stride + x] / usual;

      job.weight.data[(ptrdiff_t) y * job.weight.stride + x] =
        job.mask.data[(ptrdiff_t) y * job.mask.stride + x] / (1.0f + share * share);
    }
}

vnk_status
vnk_cuda_robust_weights (vnk_backend *backend, const vnk_plane *spread, const vnk_plane *mask, float cutoff,
                         float min_spread, vnk_plane *weight)
{
  vnk_cuda *cuda;
  RobustWeightsJob job = {};

  if (!vnk_check_robust_weights (spread, mask, cutoff, min_spread, weight))
    return VNK_ERROR_INVALID;
  VNK_TRY (vnk_cuda_begin (backend, &cuda));
  VNK_TRY (vnk_cuda_read (cuda, spread, &job.spread));
  VNK_TRY (vnk_cuda_read (cuda, mask, &job.mask));
  VNK_TRY (vnk_cuda_write (cuda, weight, &job.weight));
  VNK_TRY (vnk_cuda_part (cuda, &job.spread, &job.weight));
  VNK_TRY (vnk_cuda_part (cuda, &job.mask, &job.weight));
  job.grid = vnk_sample_grid_new (spread->width, spread->height, VNK_ROBUST_WEIGHTS_SAMPLES);
  job.cutoff = cutoff;
  job.min_spread = min_spread;

  long long blocks = ((long long) spread->width * spread->height + PIXELS * THREADS - 1) / (PIXELS * THREADS);

  VNK_LAUNCH (cuda, weigh, (unsigned int) (blocks < cuda->n_processors ? blocks : cuda->n_processors), THREADS, 0, job);
  VNK_TRY (vnk_cuda_written (cuda, weight, &job.weight));
  return vnk_cuda_end (cuda);
}
