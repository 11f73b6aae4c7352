/* window.cu: a sub-image along the flow
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "window.cuh"

static __global__ void
window_kernel (vnk_view in, double x, double y, double flow_x, double flow_y, vnk_view out)
{
  vnk_window_place window = vnk_window_at (x, y, flow_x, flow_y, out.width, out.height);
  int column = (int) (blockIdx.x * blockDim.x + threadIdx.x);

  if (column >= out.width)
    return;
  for (int row = (int) blockIdx.y; row < out.height; row += (int) gridDim.y)
    out.data[(size_t) row * out.stride + column] = vnk_window_pixel (in, window, vnk_window_row (window, row), column);
}

vnk_status
vnk_cuda_window (vnk_backend *backend, const vnk_plane *in, float x, float y, float flow_x, float flow_y,
                 vnk_plane *out)
{
  vnk_cuda *cuda;
  vnk_view from, to;

  if (!vnk_check_window (in, x, y, flow_x, flow_y, out))
    return VNK_ERROR_INVALID;

  VNK_TRY (vnk_cuda_begin (backend, &cuda));
  VNK_TRY (vnk_cuda_read (cuda, in, &from));
  VNK_TRY (vnk_cuda_write (cuda, out, &to));
  VNK_TRY (vnk_cuda_part (cuda, &from, &to));
  VNK_LAUNCH (cuda, window_kernel, dim3 (vnk_cuda_blocks (to.width, 128), (unsigned int) min (to.height, 65535)), 128,
              0, from, (double) x, (double) y, (double) flow_x, (double) flow_y, to);
  VNK_TRY (vnk_cuda_written (cuda, out, &to));
  return vnk_cuda_end (cuda);
}
