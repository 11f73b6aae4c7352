/* average.cu: a running mean and spread
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "cuda.cuh"

#define BLOCK_X 32
#define BLOCK_Y 8

struct Shares {
  float scale, offset;
  float mean, spread;
};

static __global__ void
average (vnk_view in, Shares shares, vnk_view old_mean, vnk_view old_spread, vnk_view mean, vnk_view spread)
{
  int x = (int) (blockIdx.x * BLOCK_X + threadIdx.x);

  if (x >= in.width)
    return;

  for (int y = (int) (blockIdx.y * BLOCK_Y + threadIdx.y); y < in.height; y += (int) (gridDim.y * BLOCK_Y))
    {
      float before = old_mean.data[(ptrdiff_t) y * old_mean.stride + x];
      float around = old_spread.data[(ptrdiff_t) y * old_spread.stride + x];
      float difference = (in.data[(ptrdiff_t) y * in.stride + x] - shares.offset) * shares.scale - before;

      mean.data[(ptrdiff_t) y * mean.stride + x] = before + shares.mean * difference;
      spread.data[(ptrdiff_t) y * spread.stride + x] = around + shares.spread * (difference * difference - around);
    }
}

vnk_status
vnk_cuda_average (vnk_backend *backend, const vnk_plane *in, float scale, float offset, float share,
                  float spread_share, vnk_plane *mean, vnk_plane *spread)
{
  vnk_cuda *cuda;
  vnk_view from, old_mean, old_spread, new_mean, new_spread;

  if (!vnk_check_average (in, scale, offset, share, spread_share, mean, spread))
    return VNK_ERROR_INVALID;
  VNK_TRY (vnk_cuda_begin (backend, &cuda));
  VNK_TRY (vnk_cuda_read (cuda, in, &from));
  VNK_TRY (vnk_cuda_read (cuda, mean, &old_mean));
  VNK_TRY (vnk_cuda_read (cuda, spread, &old_spread));
  VNK_TRY (vnk_cuda_write (cuda, mean, &new_mean));
  VNK_TRY (vnk_cuda_write (cuda, spread, &new_spread));

  dim3 grid (vnk_cuda_blocks (in->width, BLOCK_X), vnk_cuda_rows ((in->height + BLOCK_Y - 1) / BLOCK_Y));
  Shares shares = { scale, offset, share, spread_share };

  VNK_LAUNCH (cuda, average, grid, dim3 (BLOCK_X, BLOCK_Y), 0, from, shares, old_mean, old_spread, new_mean,
              new_spread);
  VNK_TRY (vnk_cuda_written (cuda, mean, &new_mean));
  VNK_TRY (vnk_cuda_written (cuda, spread, &new_spread));
  return vnk_cuda_end (cuda);
}
