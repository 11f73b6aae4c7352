/* pyramid-down.cu: a plane of half the size
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "deferred-launch.cuh"

static __device__ __forceinline__ float
row_at (const float *row, int x, int last)
{
  return row[min (max (2 * x - 1, 0), last)] + row[min (2 * x + 2, last)] +
         3.0f * (row[2 * x] + row[min (2 * x + 1, last)]);
}

/* z: which part. */
template <int N>
static __global__ void
halve (const __grid_constant__ vnk_parts<vnk_deferred_pyramid_down, N> all)
{
  const vnk_view &in = all.parts[N > 1 ? blockIdx.z : 0].in, &out = all.parts[N > 1 ? blockIdx.z : 0].out;
  int x = (int) (blockIdx.x * VNK_DEFERRED_BLOCK_X + threadIdx.x);
  int last_x = in.width - 1;
  int last_y = in.height - 1;

  vnk_start_kernel_behind ();
  if (x >= out.width)
    return;
  vnk_wait_for_kernel_before ();

  for (int y = (int) (blockIdx.y * VNK_DEFERRED_BLOCK_Y + threadIdx.y); y <
       out.height; y += (int) (gridDim.y * VNK_DEFERRED_BLOCK_Y))
    {
      const float *a = in.data + (ptrdiff_t) max (2 * y - 1, 0) * in.stride;
      const float *b = in.data + (ptrdiff_t) (2 * y) * in.stride;
      const float *c = in.data + (ptrdiff_t) min (2 * y + 1, last_y) * in.stride;
      const float *d = in.data + (ptrdiff_t) min (2 * y + 2, last_y) * in.stride;
      float sum = row_at (a, x, last_x) + row_at (d, x, last_x) +
                  3.0f * (row_at (b, x, last_x) + row_at (c, x, last_x));

      out.data[(ptrdiff_t) y * out.stride + x] = sum * (1.0f / 64.0f);
    }
}

vnk_status
vnk_cuda_launch_pyramid_down (vnk_cuda *cuda, const vnk_deferred_launch *const *steps, int n)
{
  return n == 1 ? vnk_cuda_launch_parts (cuda, halve<1>, &vnk_deferred_launch::pyramid_down,
                                         &vnk_deferred_pyramid_down::out,
                                         steps, n)
                : vnk_cuda_launch_parts (cuda, halve<VNK_DEFERRED_BATCH>, &vnk_deferred_launch::pyramid_down,
                                         &vnk_deferred_pyramid_down::out,
                                         steps, n);
}

vnk_status
vnk_cuda_pyramid_down (vnk_backend *backend, const vnk_plane *in, vnk_plane *out)
{
  const vnk_plane *planes[VNK_DEFERRED_PLANES] = { in, out };
  vnk_deferred_launch step = {};
  vnk_cuda *cuda;

  if (!vnk_check_pyramid_down (in, out))
    return VNK_ERROR_INVALID;
  VNK_TRY (vnk_cuda_begin_together (backend, &cuda));
  step.kind = VNK_DEFERRED_PYRAMID_DOWN;
  VNK_TRY (vnk_cuda_read (cuda, in, &step.pyramid_down.in));
  VNK_TRY (vnk_cuda_write (cuda, out, &step.pyramid_down.out));

  const float *from = step.pyramid_down.in.data;

  VNK_TRY (vnk_cuda_part (cuda, &step.pyramid_down.in, &step.pyramid_down.out));
  VNK_TRY (vnk_cuda_launch_or_defer (cuda, &step, planes, step.pyramid_down.in.data != from));
  VNK_TRY (vnk_cuda_written (cuda, out, &step.pyramid_down.out));
  return vnk_cuda_end (cuda);
}
