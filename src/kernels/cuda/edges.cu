/* edges.cu: the magnitude of the gradient, scaled
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "window.cuh"

#define THREADS 128

static __global__ void
magnitude_kernel (vnk_view in, vnk_view out, unsigned int *largest)
{
  int x = (int) (blockIdx.x * blockDim.x + threadIdx.x);
  float block_largest = 0.0f;

  if (x < in.width)
    for (int y = (int) blockIdx.y; y < in.height; y += (int) gridDim.y)
      {
        const float *row = in.data + (size_t) y * in.stride;
        const float *above = y > 0 ? row - in.stride : row;
        const float *below = y < in.height - 1 ? row + in.stride : row;
        float gx = (row[min (x + 1, in.width - 1)] - row[max (x - 1, 0)]) * vnk_difference_scale (x, in.width);
        float gy = (below[x] - above[x]) * vnk_difference_scale (y, in.height);
        float magnitude = vnk_edge_magnitude (gx, gy);

        out.data[(size_t) y * out.stride + x] = magnitude;
        block_largest = fmaxf (block_largest, magnitude);
      }

  unsigned int bits = vnk_warp_max (__float_as_uint (block_largest));

  if (threadIdx.x % VNK_WARP == 0)
    atomicMax (largest, bits);
}

static __global__ void
scale_kernel (vnk_view out, const unsigned int *largest)
{
  float scale = vnk_edge_scale (__uint_as_float (*largest));
  int x = (int) (blockIdx.x * blockDim.x + threadIdx.x);

  if (x >= out.width)
    return;
  for (int y = (int) blockIdx.y; y < out.height; y += (int) gridDim.y)
    out.data[(size_t) y * out.stride + x] = fminf (out.data[(size_t) y * out.stride + x] * scale, 1.0f);
}

vnk_status
vnk_cuda_edges (vnk_backend *backend, const vnk_plane *in, vnk_plane *out)
{
  vnk_cuda *cuda;
  vnk_view from, to;

  if (!vnk_check_edges (in, out))
    return VNK_ERROR_INVALID;

  VNK_TRY (vnk_cuda_begin (backend, &cuda));
  VNK_TRY (vnk_cuda_read (cuda, in, &from));
  VNK_TRY (vnk_cuda_write (cuda, out, &to));
  VNK_TRY (vnk_cuda_part (cuda, &from, &to));

  unsigned int *largest = (unsigned int *) vnk_cuda_scratch (cuda, sizeof *largest);
  dim3 grid (vnk_cuda_blocks (to.width, THREADS), (unsigned int) min (to.height, 1024));

  if (largest == NULL)
    return VNK_ERROR_NO_MEMORY;

  VNK_CUDA (cuda, cudaMemsetAsync (largest, 0, sizeof *largest, cuda->stream));
  VNK_LAUNCH (cuda, magnitude_kernel, grid, THREADS, 0, from, to, largest);
  VNK_LAUNCH (cuda, scale_kernel, grid, THREADS, 0, to, largest);
  VNK_TRY (vnk_cuda_written (cuda, out, &to));
  return vnk_cuda_end (cuda);
}
