/* cluster.cuh: a few blocks that wait for each other, and launches of such and of kernels that begin early
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * A cluster (compute capability 9) is a group of blocks that run at the same time and have a barrier of their own. On
 * older devices, and in the emulation, one block stands for it: a kernel must give the same result, to rounding, for
 * any number. Source: PTX ISA 8, "barrier.cluster".
 */

#pragma once

#include "async.cuh"
#include "cuda.cuh"

#define VNK_LARGEST_CLUSTER 16 /* blocks */
#define VNK_PORTABLE_CLUSTER 8 /* blocks of one that needs no leave */

/* Waits for all threads of the cluster; what they have written to global memory may then be read. */
static __device__ __forceinline__ void
vnk_cluster_wait (void)
{
#if VNK_HAS_EARLY_START
  asm volatile ("barrier.cluster.arrive.aligned;\n\tbarrier.cluster.wait.aligned;" ::: "memory");
#else
  __syncthreads ();
#endif
}

/* Where a variable in shared memory is in one of the cluster's blocks. */
static __device__ __forceinline__ unsigned int
vnk_cluster_map (const void *shared, int block)
{
  unsigned int there = 0;

#if VNK_HAS_EARLY_START
  asm ("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(there)
       : "r"((unsigned int) __cvta_generic_to_shared (shared)), "r"(block));
#endif
  return there;
}

/* Writes a variable in one of the cluster's blocks, which may read it when all have waited for each other. */
static __device__ __forceinline__ void
vnk_cluster_write (double *shared, int block, double value)
{
#if VNK_HAS_EARLY_START
  asm volatile ("st.shared::cluster.f64 [%0], %1;" ::"r"(vnk_cluster_map (shared, block)), "d"(value) : "memory");
#else
  *shared = value;
#endif
}

/* Launches clusters of `cluster` blocks. With `early` they begin before the kernel before them in the stream has ended,
 * and must call vnk_wait_for_kernel_before() ere they read what that one writes. */
template <typename Kernel, typename... Arguments>
static inline vnk_status
vnk_cuda_launch_with (vnk_cuda *cuda, Kernel *kernel, dim3 grid, dim3 threads, size_t shared, int cluster, bool early,
                      Arguments... arguments)
{
#ifdef VNK_CUDA_EMULATED
  VNK_LAUNCH (cuda, kernel, grid, threads, shared, arguments...);
#else
  cudaLaunchConfig_t config = {};
  cudaLaunchAttribute attributes[2] = {};

  config.gridDim = grid;
  config.blockDim = threads;
  config.dynamicSmemBytes = shared;
  config.stream = cuda->stream;
  config.attrs = attributes;
  if (early && cuda->capability >= 90)
    {
      attributes[config.numAttrs].id = cudaLaunchAttributeProgrammaticStreamSerialization;
      attributes[config.numAttrs++].val.programmaticStreamSerializationAllowed = 1;
    }
  if (cluster > 1)
    {
      attributes[config.numAttrs].id = cudaLaunchAttributeClusterDimension;
      attributes[config.numAttrs].val.clusterDim.x = (unsigned int) cluster;
      attributes[config.numAttrs].val.clusterDim.y = 1;
      attributes[config.numAttrs++].val.clusterDim.z = 1;
    }
  VNK_TRY (vnk_cuda_before_launch (cuda));
  VNK_CUDA (cuda, cudaLaunchKernelEx (&config, kernel, arguments...));
#endif
  return VNK_OK;
}

/* The largest cluster of a kernel that this device can run, up to `most` blocks. */
template <typename Kernel>
static inline int
vnk_cuda_largest_cluster (const vnk_cuda *cuda, Kernel *kernel, int threads, size_t shared, int maximum)
{
#ifndef VNK_CUDA_EMULATED
  if (cuda->capability < 90)
    return 1;

  if (maximum > VNK_PORTABLE_CLUSTER)
    cudaFuncSetAttribute (reinterpret_cast<const void *> (kernel), cudaFuncAttributeNonPortableClusterSizeAllowed, 1);
  for (int size = maximum; size > 1; size /= 2)
    {
      cudaLaunchConfig_t config = {};
      cudaLaunchAttribute attribute = {};
      int clusters = 0;

      config.gridDim = dim3 ((unsigned int) size);
      config.blockDim = dim3 ((unsigned int) threads);
      config.dynamicSmemBytes = shared;
      config.attrs = &attribute;
      config.numAttrs = 1;
      attribute.id = cudaLaunchAttributeClusterDimension;
      attribute.val.clusterDim.x = (unsigned int) size;
      attribute.val.clusterDim.y = 1;
      attribute.val.clusterDim.z = 1;
      if (cudaOccupancyMaxActiveClusters (&clusters, kernel, &config) == cudaSuccess && clusters > 0)
        return size;
      cudaGetLastError ();
    }
#endif
  return 1;
}

/* Launches a few blocks that stay for long, and wait for nobody, as clusters: so they lie side by side, and leave whole
 * groups of multiprocessors to another stream's cluster, which would else wait for them to end. Blocks beyond `blocks`
 * have nothing to do. */
template <typename Kernel, typename... Arguments>
static inline vnk_status
vnk_cuda_launch_near (vnk_cuda *cuda, Kernel *kernel, int blocks, int threads, size_t shared, Arguments... arguments)
{
  const void *name = reinterpret_cast<const void *> (kernel);
  vnk_cuda_near *near = NULL;

  for (int i = 0; i < VNK_CUDA_NEAR && near == NULL; i++)
    if (cuda->near[i].kernel == name && cuda->near[i].threads == threads && cuda->near[i].shared == shared)
      near = &cuda->near[i];
  if (near == NULL)
    {
#ifdef VNK_CUDA_EMULATED
      /* There is none, but there shall be blocks that have nothing to do. */
      int cluster = VNK_PORTABLE_CLUSTER;
#else
      int cluster = vnk_cuda_largest_cluster (cuda, kernel, threads, shared, VNK_PORTABLE_CLUSTER);
#endif

      near = &cuda->near[cuda->next_near++ % VNK_CUDA_NEAR];
      *near = { name, threads, shared, cluster };
    }

  int grid = (blocks + near->cluster - 1) / near->cluster * near->cluster;

  return vnk_cuda_launch_with (cuda, kernel, dim3 ((unsigned int) grid), dim3 ((unsigned int) threads), shared,
                               near->cluster, false, arguments...);
}
