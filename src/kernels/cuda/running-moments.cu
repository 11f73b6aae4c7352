/* running-moments.cu: a running mean and spread
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "deferred-launch.cuh"

/* z: which part. */
template <int N>
static __global__ void
average (const __grid_constant__ vnk_parts<vnk_deferred_running_moments, N> all)
{
  const vnk_deferred_running_moments &part = all.parts[N > 1 ? blockIdx.z : 0];
  int x = (int) (blockIdx.x * VNK_DEFERRED_BLOCK_X + threadIdx.x);

  vnk_start_kernel_behind ();
  if (x >= part.in.width)
    return;
  vnk_wait_for_kernel_before ();

  for (int y = (int) (blockIdx.y * VNK_DEFERRED_BLOCK_Y + threadIdx.y); y <
       part.in.height; y += (int) (gridDim.y * VNK_DEFERRED_BLOCK_Y))
    {
      float *mean = &part.mean.data[(ptrdiff_t) y * part.mean.stride + x];
      float *spread = &part.spread.data[(ptrdiff_t) y * part.spread.stride + x];
      float before = *mean, around = *spread;
      float difference = (part.in.data[(ptrdiff_t) y * part.in.stride + x] - part.offset) * part.scale - before;

      *mean = before + part.share * difference;
      *spread = around + part.spread_share * (difference * difference - around);
    }
}

vnk_status
vnk_cuda_launch_running_moments (vnk_cuda *cuda, const vnk_deferred_launch *const *steps, int n)
{
  return n == 1 ? vnk_cuda_launch_parts (cuda, average<1>, &vnk_deferred_launch::running_moments,
                                         &vnk_deferred_running_moments::in, steps, n)
                : vnk_cuda_launch_parts (cuda, average<VNK_DEFERRED_BATCH>, &vnk_deferred_launch::running_moments,
                                         &vnk_deferred_running_moments::in, steps, n);
}

/* The planes may be the host's: what has been copied to the device is changed there, and copied back. */
vnk_status
vnk_cuda_running_moments (vnk_backend *backend, const vnk_plane *in, float scale, float offset, float share,
                          float spread_share, vnk_plane *mean, vnk_plane *spread)
{
  const vnk_plane *planes[VNK_DEFERRED_PLANES] = { in, mean, spread };
  vnk_deferred_launch step = {};
  vnk_deferred_running_moments *part = &step.running_moments;
  vnk_cuda *cuda;

  if (!vnk_check_running_moments (in, scale, offset, share, spread_share, mean, spread))
    return VNK_ERROR_INVALID;
  VNK_TRY (vnk_cuda_begin_together (backend, &cuda));
  step.kind = VNK_DEFERRED_RUNNING_MOMENTS;
  VNK_TRY (vnk_cuda_read (cuda, in, &part->in));
  VNK_TRY (vnk_cuda_read (cuda, mean, &part->mean));
  VNK_TRY (vnk_cuda_read (cuda, spread, &part->spread));
  part->scale = scale;
  part->offset = offset;
  part->share = share;
  part->spread_share = spread_share;
  VNK_TRY (vnk_cuda_launch_or_defer (cuda, &step, planes, false));
  VNK_TRY (vnk_cuda_written (cuda, mean, &part->mean));
  VNK_TRY (vnk_cuda_written (cuda, spread, &part->spread));
  return vnk_cuda_end (cuda);
}
