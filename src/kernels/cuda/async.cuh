/* async.cuh: copies that a thread does not wait for, and kernels that begin before the one before them has ended
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * On devices that lack one of these (and in the emulation) the plain way stands beside it, with the same result.
 * Source: PTX ISA 8, "cp.async" and "griddepcontrol".
 */

#pragma once

#include "cuda.cuh"

#if !defined (VNK_CUDA_EMULATED) && defined (__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
#define VNK_HAS_ASYNC_COPY 1
#else
#define VNK_HAS_ASYNC_COPY 0
#endif

#if !defined (VNK_CUDA_EMULATED) && defined (__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
#define VNK_HAS_EARLY_START 1
#else
#define VNK_HAS_EARLY_START 0
#endif

/* 16 bytes to shared memory; both places are multiples of 16. They are there after vnk_copies_done() and a barrier. */
static __device__ __forceinline__ void
vnk_copy_16 (float *shared, const float *global)
{
#if VNK_HAS_ASYNC_COPY
  asm volatile ("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"((unsigned) __cvta_generic_to_shared (shared)),
                "l"(global) : "memory");
#else
  *(float4 *) shared = *(const float4 *) global;
  vnk_races_copy (shared, 16);
#endif
}

/* 16 bytes, or 0 when they are not there; then nothing is read. */
static __device__ __forceinline__ void
vnk_copy_16_or_zero (float *shared, const float *global, bool there)
{
#if VNK_HAS_ASYNC_COPY
  asm volatile ("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"((unsigned) __cvta_generic_to_shared (shared)),
                "l"(global), "r"(there ? 16 : 0) : "memory");
#else
  *(float4 *) shared = there ? *(const float4 *) global : make_float4 (0.0f, 0.0f, 0.0f, 0.0f);
  vnk_races_copy (shared, 16);
#endif
}

/* One float, or 0 when it is not there; then nothing is read. */
static __device__ __forceinline__ void
vnk_copy_or_zero (float *shared, const float *global, bool there)
{
#if VNK_HAS_ASYNC_COPY
  asm volatile ("cp.async.ca.shared.global [%0], [%1], 4, %2;" ::"r"((unsigned) __cvta_generic_to_shared (shared)),
                "l"(global), "r"(there ? 4 : 0) : "memory");
#else
  *shared = there ? *global : 0.0f;
  vnk_races_copy (shared, 4);
#endif
}

static __device__ __forceinline__ void
vnk_copies_done (void)
{
#if VNK_HAS_ASYNC_COPY
  asm volatile ("cp.async.wait_all;" ::: "memory");
#else
  vnk_races_copies_done ();
#endif
}

/* What the kernel before this one in its stream has written may be read behind this. */
static __device__ __forceinline__ void
vnk_wait_for_kernel_before (void)
{
#if VNK_HAS_EARLY_START
  asm volatile ("griddepcontrol.wait;" ::: "memory");
#endif
}

/* The kernel behind this one may begin, up to its vnk_wait_for_kernel_before(). */
static __device__ __forceinline__ void
vnk_start_kernel_behind (void)
{
#if VNK_HAS_EARLY_START
  asm volatile ("griddepcontrol.launch_dependents;" ::: "memory");
#endif
}
