/* runtime.cuh: CUDA's runtime, or its emulation on the processor
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#ifdef VNK_CUDA_EMULATED
#include <cuda-emulation.h>
#else
/* Only the emulation keeps track of asynchronous copies. */
#define vnk_races_copy(place, size)
#define vnk_races_copies_done()
#include <cuda_runtime.h>

#define VNK_LAUNCH_(kernel, grid, block, shared, stream, ...) kernel<<<grid, block, shared, stream>>> (__VA_ARGS__)

/* Shared memory whose size the launch gives; the same bytes each time it stands in a kernel. */
#define VNK_DYNAMIC_SHARED(Type, name) \
  extern __shared__ __align__ (16) unsigned char vnk_dynamic_shared[]; \
  Type *name = reinterpret_cast<Type *> (vnk_dynamic_shared)
#endif
