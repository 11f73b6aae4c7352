/* gradients.cu: central differences
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "cuda.cuh"

#define BLOCK_X 32
#define BLOCK_Y 8

static __global__ void
gradients (vnk_view in, vnk_view gx, vnk_view gy)
{
  int x = (int) (blockIdx.x * BLOCK_X + threadIdx.x);

  if (x >= in.width)
    return;

  int left = x > 0 ? x - 1 : 0;
  int right = x < in.width - 1 ? x + 1 : x;

  for (int y = (int) (blockIdx.y * BLOCK_Y + threadIdx.y); y < in.height; y += (int) (gridDim.y * BLOCK_Y))
    {
      int above = y > 0 ? y - 1 : 0;
      int below = y < in.height - 1 ? y + 1 : y;
      const float *row = in.data + (ptrdiff_t) y * in.stride;
      float across = row[right] - row[left];
      float down = in.data[(ptrdiff_t) below * in.stride + x] - in.data[(ptrdiff_t) above * in.stride + x];

      gx.data[(ptrdiff_t) y * gx.stride + x] = right - left == 2 ? 0.5f * across : across;
      gy.data[(ptrdiff_t) y * gy.stride + x] = below - above == 2 ? 0.5f * down : down;
    }
}

vnk_status
vnk_cuda_gradients (vnk_backend *backend, const vnk_plane *in, vnk_plane *gx, vnk_plane *gy)
{
  vnk_cuda *cuda;
  vnk_view from, to_x, to_y;

  if (!vnk_check_gradients (in, gx, gy))
    return VNK_ERROR_INVALID;
  VNK_TRY (vnk_cuda_begin (backend, &cuda));
  VNK_TRY (vnk_cuda_read (cuda, in, &from));
  VNK_TRY (vnk_cuda_write (cuda, gx, &to_x));
  VNK_TRY (vnk_cuda_write (cuda, gy, &to_y));
  VNK_TRY (vnk_cuda_part (cuda, &from, &to_x));
  VNK_TRY (vnk_cuda_part (cuda, &from, &to_y));

  dim3 grid (vnk_cuda_blocks (in->width, BLOCK_X), vnk_cuda_rows ((in->height + BLOCK_Y - 1) / BLOCK_Y));

  VNK_LAUNCH (cuda, gradients, grid, dim3 (BLOCK_X, BLOCK_Y), 0, from, to_x, to_y);
  VNK_TRY (vnk_cuda_written (cuda, gx, &to_x));
  VNK_TRY (vnk_cuda_written (cuda, gy, &to_y));
  return vnk_cuda_end (cuda);
}
