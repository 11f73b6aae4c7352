/* shift-median.cuh: the k-th smallest of the residuals
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/* Exact: digit by digit of their bits from the highest on, which rise as the values do. */

#pragma once

#include "shift-shared.cuh"

/* By one block: a number per thread becomes the sum of those before it; returns the sum of all. */
static __device__ int
shift_sum_before (int *number, ShiftShared *shared)
{
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32, own = *number, sum = own, total = 0, before = 0;

#pragma unroll
  for (int step = 1; step < 32; step *= 2)
    {
      int other = __shfl_up_sync (0xffffffffu, sum, step);

      sum += lane >= step ? other : 0;
    }
  if (lane == 31)
    shared->warps[warp] = sum;
  __syncthreads ();
  for (int i = 0; i < SHIFT_WARPS; i++)
    {
      before += i < warp ? shared->warps[i] : 0;
      total += shared->warps[i];
    }
  __syncthreads ();
  *number = before + sum - own;
  return total;
}

/* By one block: puts the samples that count beside each other in shared memory, as far as there is room. Returns how
 * many there are. */
static __device__ int
shift_gather_samples (const ShiftJob &job, int points, ShiftShared *shared)
{
  int n = 0;

  for (int first = 0; first < points && n < VNK_SHIFT_SAMPLES; first += SHIFT_THREADS)
    {
      float value = first + (int) threadIdx.x < points ? job.samples[first + threadIdx.x] : -1.0f;
      int at = value >= 0.0f, more = shift_sum_before (&at, shared);

      if (value >= 0.0f && n + at < VNK_SHIFT_SAMPLES)
        shared->patches[n + at] = value;
      n += more;
    }
  __syncthreads ();
  return min (n, VNK_SHIFT_SAMPLES);
}

/* By one block: the samples of each thread as whole numbers that rise as they do, the largest where there is none.
 * Returns how many there are. Of too many the first VNK_SHIFT_SAMPLES in their order count. */
static __device__ int
shift_take_samples (const ShiftJob &job, int points, unsigned (&keys)[SHIFT_ITEMS], ShiftShared *shared)
{
  int n = 0;

  if (threadIdx.x == 0)
    shared->n = 0;
  __syncthreads ();
#pragma unroll
  for (int i = 0; i < SHIFT_ITEMS; i++)
    {
      int at = i * SHIFT_THREADS + threadIdx.x;
      float value = at < points ? job.samples[at] : -1.0f;

      keys[i] = value >= 0.0f ? __float_as_uint (value) : UINT32_MAX;
      n += __popc (__ballot_sync (0xffffffffu, value >= 0.0f));
    }
  if (threadIdx.x % 32 == 0)
    atomicAdd (&shared->n, n);
  __syncthreads ();
  n = shared->n;
  if (points <= SHIFT_ITEMS * SHIFT_THREADS && n <= VNK_SHIFT_SAMPLES)
    return n;

  n = shift_gather_samples (job, points, shared);
#pragma unroll
  for (int i = 0; i < SHIFT_ITEMS; i++)
    {
      int at = i * SHIFT_THREADS + threadIdx.x;

      keys[i] = at < n ? __float_as_uint (shared->patches[at]) : UINT32_MAX;
    }
  __syncthreads ();
  return n;
}

/* By one warp: the digit of the k-th smallest of what was counted, and how far it is from the first of that digit. */
static __device__ void
shift_find_digit (const int *counts, int k, unsigned found, ShiftShared *shared)
{
  constexpr int EACH = SHIFT_DIGITS / 32;
  int lane = threadIdx.x, own[EACH], sum = 0;

#pragma unroll
  for (int i = 0; i < EACH; i++)
    {
      own[i] = counts[lane * EACH + i];
      sum += own[i];
    }

  int before = sum;

#pragma unroll
  for (int step = 1; step < 32; step *= 2)
    {
      int other = __shfl_up_sync (0xffffffffu, before, step);

      before += lane >= step ? other : 0;
    }
  before -= sum;
#pragma unroll
  for (int i = 0; i < EACH; i++)
    {
      if (k >= before && k < before + own[i])
        {
          shared->found = found << 8 | (unsigned) (lane * EACH + i);
          shared->rank = k - before;
        }
      before += own[i];
    }
}

/* By one block: the k-th smallest, eight bits after the other from the highest on. */
static __device__ float
shift_select_kth (const unsigned (&keys)[SHIFT_ITEMS], int k, ShiftShared *shared)
{
  unsigned found = 0;

  for (int i = threadIdx.x; i < SHIFT_DIGITS; i += SHIFT_THREADS)
    shared->counts[0][i] = 0;
  __syncthreads ();
  for (int pass = 0; pass < 4; pass++)
    {
      int *counts = shared->counts[pass % 2], shift = 24 - 8 * pass;

#pragma unroll
      for (int i = 0; i < SHIFT_ITEMS; i++)
        {
          bool counted = keys[i] != UINT32_MAX && (pass == 0 || keys[i] >> (shift + 8) == found);
          unsigned digit = counted ? keys[i] >> shift & (SHIFT_DIGITS - 1) : SHIFT_DIGITS;
          unsigned same = __match_any_sync (0xffffffffu, digit);

          /* Many are the same: the first thread of those adds for all of them. */
          if (counted && (same & ((1u << threadIdx.x % 32) - 1)) == 0)
            atomicAdd (&counts[digit], __popc (same));
        }
      for (int i = threadIdx.x; i < SHIFT_DIGITS; i += SHIFT_THREADS)
        shared->counts[1 - pass % 2][i] = 0;
      __syncthreads ();
      if (threadIdx.x < 32)
        shift_find_digit (counts, k, found, shared);
      __syncthreads ();
      found = shared->found;
      k = shared->rank;
    }
  return __uint_as_float (found);
}
