/* warp.cuh: sums and maxima of whole numbers over a warp and a block
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/* Whole numbers: their sum does not depend on the order in which it is made, nor on the number of threads. */

#pragma once

#include "cuda.cuh"

#define VNK_WARP 32
#define VNK_WHOLE_WARP 0xffffffffu

static __device__ __forceinline__ unsigned int
vnk_warp_add (unsigned int value)
{
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
  return __reduce_add_sync (VNK_WHOLE_WARP, value);
#else
  for (int distance = VNK_WARP / 2; distance > 0; distance /= 2)
    value += __shfl_xor_sync (VNK_WHOLE_WARP, value, distance);
  return value;
#endif
}

static __device__ __forceinline__ int
vnk_warp_add (int value)
{
  return (int) vnk_warp_add ((unsigned int) value);
}

static __device__ __forceinline__ unsigned int
vnk_warp_max (unsigned int value)
{
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
  return __reduce_max_sync (VNK_WHOLE_WARP, value);
#else
  for (int distance = VNK_WARP / 2; distance > 0; distance /= 2)
    {
      unsigned int other = __shfl_xor_sync (VNK_WHOLE_WARP, value, distance);

      value = other > value ? other : value;
    }
  return value;
#endif
}

/* In a fixed order: lane i adds that of lane i xor 16, 8, 4, 2, 1. */
static __device__ __forceinline__ double
vnk_warp_add (double value)
{
  for (int distance = VNK_WARP / 2; distance > 0; distance /= 2)
    value += __shfl_xor_sync (VNK_WHOLE_WARP, value, distance);
  return value;
}

static __device__ __forceinline__ float
vnk_warp_add (float value)
{
  for (int distance = VNK_WARP / 2; distance > 0; distance /= 2)
    value += __shfl_xor_sync (VNK_WHOLE_WARP, value, distance);
  return value;
}

/* The largest of a block's values, none of them negative: `shared` starts as 0, and all threads have seen that. */
static __device__ __forceinline__ float
vnk_block_max (float value, unsigned int *shared)
{
  /* The bits of such numbers are in the same order as they are. */
  unsigned int largest = vnk_warp_max (__float_as_uint (value));

  if (threadIdx.x % VNK_WARP == 0)
    atomicMax (shared, largest);
  __syncthreads ();
  return __uint_as_float (*shared);
}

/* To within a unit or two in the last place, in one instruction; for numbers far from 0 and infinity. */
static __device__ __forceinline__ float
vnk_fast_reciprocal (float value)
{
#ifdef VNK_CUDA_EMULATED
  return 1.0f / value;
#else
  float result;

  asm ("rcp.approx.ftz.f32 %0, %1;" : "=f"(result) : "f"(value));
  return result;
#endif
}

static __device__ __forceinline__ float
vnk_fast_sqrt (float value)
{
#ifdef VNK_CUDA_EMULATED
  return sqrtf (value);
#else
  float result;

  asm ("sqrt.approx.ftz.f32 %0, %1;" : "=f"(result) : "f"(value));
  return result;
#endif
}

static __device__ __forceinline__ float
vnk_fast_rsqrt (float value)
{
#ifdef VNK_CUDA_EMULATED
  return 1.0f / sqrtf (value);
#else
  float result;

  asm ("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(result) : "f"(value));
  return result;
#endif
}

/* 1 where a is above b, else 0: as a number, for predicates are few. */
static __device__ __forceinline__ float
vnk_above (float a, float b)
{
#ifdef VNK_CUDA_EMULATED
  return a > b ? 1.0f : 0.0f;
#else
  float result;

  asm ("set.gt.f32.f32 %0, %1, %2;" : "=f"(result) : "f"(a), "f"(b));
  return result;
#endif
}
