/* ellipse.cu: a snake on a field
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "snake.cuh"

#define THREADS 256

struct PlaneField {
  vnk_view view;

  __device__ __forceinline__ float
  at (int x, int y) const
  {
    return view.data[(size_t) y * (size_t) view.stride + (size_t) x];
  }
};

struct EllipseJob {
  PlaneField       field;
  float2          *slopes;
  unsigned int    *largest; /* square of a slope, as bits */
  vnk_snake_params params;
  vnk_normals      normals;
  vnk_ellipse     *snake;
};

static __global__ void
slopes_kernel (const __grid_constant__ EllipseJob job)
{
  int warps = (int) blockDim.x / VNK_WARP;
  int first = (int) blockIdx.x * warps + (int) threadIdx.x / VNK_WARP;
  float largest = vnk_slopes_fill (job.field, job.field.view.width, job.field.view.height, first,
                                   (int) gridDim.x * warps, job.slopes);
  unsigned int bits = vnk_warp_max (__float_as_uint (largest));

  if (threadIdx.x % VNK_WARP == 0)
    atomicMax (job.largest, bits);
}

static __global__ void
snake_kernel (const __grid_constant__ EllipseJob job)
{
  vnk_slopes slopes = { job.slopes, job.field.view.width, job.field.view.height,
                        vnk_slopes_scale (__uint_as_float (*job.largest)) };
  vnk_snake snake = vnk_snake_start (job.normals, (double) job.snake->x, (double) job.snake->y,
                                     (double) job.snake->expected_y, job.snake->radii);

  vnk_snake_run (slopes, job.params, snake);

  double sum = vnk_warp_add (vnk_snake_under (job.field, slopes, snake));

  /* All lanes have read where it starts; what they exchanged since orders nothing in memory. */
  __syncwarp ();
  if (snake.point)
    job.snake->radii[threadIdx.x] = (float) snake.radius;
  if (threadIdx.x > 0)
    return;
  job.snake->x = (float) (snake.x + 0.5);
  job.snake->y = (float) (snake.y + 0.5);
  job.snake->score = (float) (sum / VNK_ELLIPSE_POINTS);
  job.snake->left = snake.left;
  job.snake->iterations = snake.iterations;
}

vnk_status
vnk_cuda_ellipse (vnk_backend *backend, const vnk_plane *field, const vnk_ellipse_params *params, vnk_ellipse *snake)
{
  vnk_cuda *cuda;
  EllipseJob job;

  if (!vnk_check_ellipse (field, params, snake))
    return VNK_ERROR_INVALID;

  VNK_TRY (vnk_cuda_begin (backend, &cuda));
  VNK_TRY (vnk_cuda_read (cuda, field, &job.field.view));
  job.slopes = (float2 *) vnk_cuda_scratch (cuda, (size_t) field->width * (size_t) field->height * sizeof (float2));
  job.largest = (unsigned int *) vnk_cuda_scratch (cuda, sizeof *job.largest);
  job.snake = (vnk_ellipse *) vnk_cuda_scratch (cuda, sizeof *job.snake);
  job.params = vnk_snake_params_for (params);
  job.normals = vnk_snake_normals ();
  if (job.slopes == NULL || job.largest == NULL || job.snake == NULL)
    return VNK_ERROR_NO_MEMORY;

  VNK_CUDA (cuda, cudaMemsetAsync (job.largest, 0, sizeof *job.largest, cuda->stream));
  VNK_TRY (vnk_cuda_upload (cuda, job.snake, snake, sizeof *snake));
  VNK_LAUNCH (cuda, slopes_kernel, min (vnk_cuda_blocks (field->height, THREADS / VNK_WARP), 1024u), THREADS, 0, job);
  VNK_LAUNCH (cuda, snake_kernel, 1, VNK_WARP, 0, job);
  VNK_TRY (vnk_cuda_download (cuda, snake, job.snake, sizeof *snake));
  return vnk_cuda_end (cuda);
}
