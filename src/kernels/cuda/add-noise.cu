/* add-noise.cu: noise that is the same each time
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "cuda.cuh"

#include "../vnk-hash.h"

#define BLOCK_X 32
#define BLOCK_Y 8

static __global__ void
roughen (vnk_view from, vnk_view to, float scale, uint32_t seed)
{
  int x = (int) (blockIdx.x * BLOCK_X + threadIdx.x);

  if (x >= to.width)
    return;

  /* Rounded twice, as on a processor that cannot do both at once. */
  for (int y = (int) (blockIdx.y * BLOCK_Y + threadIdx.y); y < to.height; y += (int) (gridDim.y * BLOCK_Y))
    to.data[(ptrdiff_t) y * to.stride + x] =
      __fadd_rn (from.data[(ptrdiff_t) y * from.stride + x], __fmul_rn (scale, (float) vnk_hash_noise (seed, x, y)));
}

vnk_status
vnk_cuda_add_noise (vnk_backend *backend, vnk_plane *plane, float scale, uint32_t seed)
{
  vnk_cuda *cuda;
  vnk_view from, to;

  if (!vnk_check_add_noise (plane, scale))
    return VNK_ERROR_INVALID;
  VNK_TRY (vnk_cuda_begin (backend, &cuda));
  VNK_TRY (vnk_cuda_read (cuda, plane, &from));
  VNK_TRY (vnk_cuda_write (cuda, plane, &to));

  dim3 grid (vnk_cuda_blocks (plane->width, BLOCK_X), vnk_cuda_rows ((plane->height + BLOCK_Y - 1) / BLOCK_Y));

  VNK_LAUNCH (cuda, roughen, grid, dim3 (BLOCK_X, BLOCK_Y), 0, from, to, scale, seed);
  VNK_TRY (vnk_cuda_written (cuda, plane, &to));
  return vnk_cuda_end (cuda);
}
