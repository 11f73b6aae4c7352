/* translation-median.cuh: the k-th smallest of the residuals
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/* Exact: digit by digit of their bits from the highest on, which rise as the values do. Once only one value begins with
 * the digits that were found, it is that one. */

#pragma once

#include "translation-shared.cuh"

/* By one block: a number per thread becomes the sum of those before it; returns the sum of all. */
static __device__ int
translation_sum_before (int *number, TranslationShared *shared)
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
#pragma unroll
  for (int i = 0; i < TRANSLATION_WARPS; i++)
    {
      before += i < warp ? shared->warps[i] : 0;
      total += shared->warps[i];
    }
  *number = before + sum - own;
  return total;
}

/* By one block: the samples of each thread as whole numbers that rise as they do, the largest where there is none. */
static __device__ void
translation_take_samples (const float *samples, int points, unsigned (&keys)[TRANSLATION_ITEMS])
{
#pragma unroll
  for (int i = 0; i < TRANSLATION_ITEMS; i++)
    {
      int at = i * TRANSLATION_THREADS + threadIdx.x;
      float value = at < points ? samples[at] : -1.0f;

      keys[i] = value >= 0.0f ? __float_as_uint (value) : UINT32_MAX;
    }
}

/* By one block: puts the first samples that count beside each other in shared memory, as many as there may be. Returns
 * how many there are. */
static __device__ int
translation_gather_samples (const float *samples, int points, TranslationShared *shared)
{
  int n = 0;

  for (int first = 0; first < points && n < VNK_TRANSLATION_SAMPLES; first += TRANSLATION_THREADS)
    {
      float value = first + (int) threadIdx.x < points ? samples[first + threadIdx.x] : -1.0f;
      int at = value >= 0.0f, more = translation_sum_before (&at, shared);

      if (value >= 0.0f && n + at < VNK_TRANSLATION_SAMPLES)
        shared->samples[n + at] = value;
      n += more;
      __syncthreads ();
    }
  return min (n, VNK_TRANSLATION_SAMPLES);
}

/* By one block: counts the digits of the keys whose higher digits are `found`, `bits` of them from `shift` on,
 * and finds the one with the key that is sought, number `rank` of them; of rank −1: that in the middle. Returns how
 * many were counted. */
static __device__ int
translation_find_digit (const unsigned (&keys)[TRANSLATION_ITEMS], int shift, int bits, bool any, unsigned found,
                        int rank, TranslationShared *shared)
{
  constexpr int EACH = TRANSLATION_DIGITS / TRANSLATION_THREADS;
  int own[EACH], before = 0;

#pragma unroll
  for (int i = 0; i < EACH; i += 4)
    *(int4 *) &shared->counts[threadIdx.x * EACH + i] = make_int4 (0, 0, 0, 0);
  __syncthreads ();
#pragma unroll
  for (int i = 0; i < TRANSLATION_ITEMS; i++)
    if (keys[i] != UINT32_MAX && (any || keys[i] >> (shift + bits) == found))
      atomicAdd (&shared->counts[keys[i] >> shift & ((1u << bits) - 1)], 1);
  __syncthreads ();
  /* Four at once: one by one threads would wait for each other's banks. */
#pragma unroll
  for (int i = 0; i < EACH; i += 4)
    {
      int4 four = *(const int4 *) &shared->counts[threadIdx.x * EACH + i];

      own[i] = four.x;
      own[i + 1] = four.y;
      own[i + 2] = four.z;
      own[i + 3] = four.w;
      before += four.x + four.y + four.z + four.w;
    }

  int total = translation_sum_before (&before, shared);

  if (rank < 0)
    rank = total / 2;
#pragma unroll
  for (int i = 0; i < EACH; i++)
    {
      if (rank >= before && rank < before + own[i])
        {
          shared->digit = threadIdx.x * EACH + i;
          shared->rank = rank - before;
          shared->same = own[i];
        }
      before += own[i];
    }
  __syncthreads ();
  return total;
}

/* By one block: the key in the middle, number n/2 of n that rise; UINT32_MAX: there is none. `n` receives how many
 * there are; of too many nothing else is found out. */
static __device__ unsigned
translation_find_median (const unsigned (&keys)[TRANSLATION_ITEMS], int *n, TranslationShared *shared)
{
  static const int bits[3] = { 12, 12, 7 };
  int shift = 31;
  unsigned found = 0;

#pragma unroll
  for (int pass = 0; pass < 3; pass++)
    {
      shift -= bits[pass];

      int total = translation_find_digit (keys, shift, bits[pass], pass == 0, found, pass == 0 ? -1 : shared->rank,
                                          shared);

      if (pass == 0)
        *n = total;
      if (pass == 0 && (total == 0 || total > VNK_TRANSLATION_SAMPLES))
        return UINT32_MAX;
      found = found << bits[pass] | (unsigned) shared->digit;
      if (shared->same == 1)
        break;
    }

  if (shift == 0)
    return found;
#pragma unroll
  for (int i = 0; i < TRANSLATION_ITEMS; i++)
    if (keys[i] != UINT32_MAX && keys[i] >> shift == found)
      shared->found = keys[i];
  __syncthreads ();
  return shared->found;
}

/* By one block: the middle one of the samples that count; −1: there is none. Of too many the first
 * VNK_TRANSLATION_SAMPLES in their order count. */
static __device__ float
translation_median (const float *samples, int points, TranslationShared *shared)
{
  unsigned keys[TRANSLATION_ITEMS], found = UINT32_MAX;
  int n = INT32_MAX;

  if (points <= TRANSLATION_ITEMS * TRANSLATION_THREADS)
    {
      translation_take_samples (samples, points, keys);
      found = translation_find_median (keys, &n, shared);
    }
  if (n > VNK_TRANSLATION_SAMPLES)
    {
      n = translation_gather_samples (samples, points, shared);
      translation_take_samples (shared->samples, n, keys);
      found = translation_find_median (keys, &n, shared);
    }
  return found == UINT32_MAX ? -1.0f : __uint_as_float (found);
}
