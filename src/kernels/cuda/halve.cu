/* halve.cu: a plane of half the size
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "cuda.cuh"

#define BLOCK_X 32
#define BLOCK_Y 8

static __device__ __forceinline__ float
row_at (const float *row, int x, int last)
{
  return row[min (max (2 * x - 1, 0), last)] + row[min (2 * x + 2, last)] +
         3.0f * (row[2 * x] + row[min (2 * x + 1, last)]);
}

static __global__ void
halve (vnk_view in, vnk_view out)
{
  int x = (int) (blockIdx.x * BLOCK_X + threadIdx.x);
  int last_x = in.width - 1;
  int last_y = in.height - 1;

  if (x >= out.width)
    return;

  for (int y = (int) (blockIdx.y * BLOCK_Y + threadIdx.y); y < out.height; y += (int) (gridDim.y * BLOCK_Y))
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
vnk_cuda_halve (vnk_backend *backend, const vnk_plane *in, vnk_plane *out)
{
  vnk_cuda *cuda;
  vnk_view from, to;

  if (!vnk_check_halve (in, out))
    return VNK_ERROR_INVALID;
  VNK_TRY (vnk_cuda_begin (backend, &cuda));
  VNK_TRY (vnk_cuda_read (cuda, in, &from));
  VNK_TRY (vnk_cuda_write (cuda, out, &to));
  VNK_TRY (vnk_cuda_part (cuda, &from, &to));

  dim3 grid (vnk_cuda_blocks (out->width, BLOCK_X), vnk_cuda_rows ((out->height + BLOCK_Y - 1) / BLOCK_Y));

  VNK_LAUNCH (cuda, halve, grid, dim3 (BLOCK_X, BLOCK_Y), 0, from, to);
  VNK_TRY (vnk_cuda_written (cuda, out, &to));
  return vnk_cuda_end (cuda);
}
