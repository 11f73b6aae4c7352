/* ring-statistics.cu: what discs of a plane look like
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "warp.cuh"

#define THREADS 128
#define WARPS (THREADS / VNK_WARP)
#define RINGS 3
#define INNER 2 /* rings of which the slopes are taken, too */
#define SUMS (RINGS + 2)

/* A block looks at one disc. */
static __global__ void __launch_bounds__ (THREADS)
ring_statistics_kernel (vnk_view in, vnk_ring_statistics *looks)
{
  __shared__ double parts[WARPS][SUMS];
  __shared__ int counts[RINGS];
  const double limits[RINGS] = VNK_RING_RADII;
  vnk_ring_statistics *look = &looks[blockIdx.x];
  double u = look->x, v = look->y, radius = look->radius;
  double sums[SUMS] = { 0.0 };
  int reach = (int) ceil (limits[RINGS - 1] * radius);
  int side = 2 * reach + 1;
  int left = (int) lround (u) - reach, top = (int) lround (v) - reach;

  if (threadIdx.x < RINGS)
    counts[threadIdx.x] = 0;
  __syncthreads ();

  for (int i = (int) threadIdx.x; i < side * side; i += THREADS)
    {
      int x = left + i % side, y = top + i / side;
      double dx = (x - u) / radius, dy = (y - v) / radius, distance = hypot (dx, dy);
      int ring = distance < limits[0] ? 0 : distance < limits[1] ? 1 : 2;

      if (x < 0 || x >= in.width || y < 0 || y >= in.height || distance > limits[RINGS - 1])
        continue;

      double value = (double) in.data[(ptrdiff_t) y * in.stride + x];

#pragma unroll
      for (int k = 0; k < RINGS; k++)
        sums[k] += k == ring ? value : 0.0;
      sums[RINGS] += ring < INNER ? 2.0 * dx * value : 0.0;
      sums[RINGS + 1] += ring < INNER ? 2.0 * dy * value : 0.0;
      atomicAdd (&counts[ring], 1);
    }

#pragma unroll
  for (int k = 0; k < SUMS; k++)
    {
      sums[k] = vnk_warp_add (sums[k]);
      if (threadIdx.x % VNK_WARP == 0)
        parts[threadIdx.x / VNK_WARP][k] = sums[k];
    }
  __syncthreads ();
  if (threadIdx.x < SUMS)
    {
      int n = threadIdx.x < RINGS ? counts[threadIdx.x] : counts[0] + counts[1];
      double sum = 0.0;

      for (int i = 0; i < WARPS; i++)
        sum += parts[i][threadIdx.x];
      look->values[threadIdx.x] = (float) (sum / max (n, 1));
    }
}

vnk_status
vnk_cuda_ring_statistics (vnk_backend *backend, const vnk_plane *in, vnk_ring_statistics *looks, int n)
{
  vnk_cuda *cuda;
  vnk_view from;

  if (!vnk_check_ring_statistics (in, looks, n))
    return VNK_ERROR_INVALID;
  if (n == 0)
    return VNK_OK;

  size_t size = (size_t) n * sizeof *looks;

  VNK_TRY (vnk_cuda_begin (backend, &cuda));
  VNK_TRY (vnk_cuda_read (cuda, in, &from));

  vnk_ring_statistics *on_device = static_cast<vnk_ring_statistics *> (vnk_cuda_scratch (cuda, size));

  if (on_device == NULL)
    return vnk_cuda_no_memory (cuda);
  VNK_TRY (vnk_cuda_upload (cuda, on_device, looks, size));
  VNK_LAUNCH (cuda, ring_statistics_kernel, (unsigned int) n, THREADS, 0, from, on_device);
  VNK_TRY (vnk_cuda_download (cuda, looks, on_device, size));
  return vnk_cuda_end (cuda);
}
