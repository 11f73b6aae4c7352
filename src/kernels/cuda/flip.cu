/* flip.cu: a plane as in a mirror
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "cuda.cuh"

#define BLOCK_X 32
#define BLOCK_Y 8

/* A thread has the two pixels that take each other's place: of those of the first half of the columns, or of the
 * rows. */
static __global__ void
mirror (vnk_view from, vnk_view to, bool upside_down)
{
  int columns = upside_down ? to.width : (to.width + 1) / 2;
  int rows = upside_down ? (to.height + 1) / 2 : to.height;
  int x = (int) (blockIdx.x * BLOCK_X + threadIdx.x);

  if (x >= columns)
    return;

  for (int y = (int) (blockIdx.y * BLOCK_Y + threadIdx.y); y < rows; y += (int) (gridDim.y * BLOCK_Y))
    {
      int u = upside_down ? x : to.width - 1 - x;
      int v = upside_down ? to.height - 1 - y : y;
      float near = from.data[(ptrdiff_t) y * from.stride + x];
      float far = from.data[(ptrdiff_t) v * from.stride + u];

      to.data[(ptrdiff_t) y * to.stride + x] = far;
      to.data[(ptrdiff_t) v * to.stride + u] = near;
    }
}

vnk_status
vnk_cuda_flip (vnk_backend *backend, vnk_plane *plane, bool upside_down)
{
  vnk_cuda *cuda;
  vnk_view from, to;

  if (!vnk_plane_valid (plane))
    return VNK_ERROR_INVALID;
  VNK_TRY (vnk_cuda_begin (backend, &cuda));
  VNK_TRY (vnk_cuda_read (cuda, plane, &from));
  VNK_TRY (vnk_cuda_write (cuda, plane, &to));

  dim3 grid (vnk_cuda_blocks (plane->width, BLOCK_X), vnk_cuda_rows ((plane->height + BLOCK_Y - 1) / BLOCK_Y));

  VNK_LAUNCH (cuda, mirror, grid, dim3 (BLOCK_X, BLOCK_Y), 0, from, to, upside_down);
  VNK_TRY (vnk_cuda_written (cuda, plane, &to));
  return vnk_cuda_end (cuda);
}
