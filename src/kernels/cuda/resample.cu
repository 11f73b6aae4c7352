/* resample.cu: a turned and scaled copy
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * A pixel's place is worked out in double and split into a whole number and a rest; its samples lie around that by
 * distances which a float holds well enough.
 */

#include "cuda.cuh"

#include <math.h>

#define BLOCK_X 32
#define BLOCK_Y 8

struct Grid {
  double x, y;
  double step_x, step_y;
  int    n; /* samples of a pixel, each way */
};

static __device__ __forceinline__ float
bilinear (const vnk_view &in, int whole_x, int whole_y, float x, float y)
{
  float floor_x = floorf (x);
  float floor_y = floorf (y);
  float right = x - floor_x;
  float down = y - floor_y;
  int left = whole_x + (int) floor_x;
  int above = whole_y + (int) floor_y;
  int x0 = min (max (left, 0), in.width - 1);
  int x1 = min (max (left + 1, 0), in.width - 1);
  const float *row = in.data + (ptrdiff_t) min (max (above, 0), in.height - 1) * in.stride;
  const float *next = in.data + (ptrdiff_t) min (max (above + 1, 0), in.height - 1) * in.stride;
  float a = (1.0f - right) * row[x0] + right * row[x1];
  float b = (1.0f - right) * next[x0] + right * next[x1];

  return (1.0f - down) * a + down * b;
}

static __global__ void
sample (vnk_view in, Grid grid, vnk_view out)
{
  int i = (int) (blockIdx.x * BLOCK_X + threadIdx.x);
  float step_x = (float) grid.step_x;
  float step_y = (float) grid.step_y;
  float share = 1.0f / (float) grid.n;

  if (i >= out.width)
    return;

  for (int j = (int) (blockIdx.y * BLOCK_Y + threadIdx.y); j < out.height; j += (int) (gridDim.y * BLOCK_Y))
    {
      double x = grid.x + i * grid.step_x - j * grid.step_y;
      double y = grid.y + i * grid.step_y + j * grid.step_x;
      double floor_x = floor (x);
      double floor_y = floor (y);
      int whole_x = (int) floor_x;
      int whole_y = (int) floor_y;
      float rest_x = (float) (x - floor_x);
      float rest_y = (float) (y - floor_y);
      float total = 0.0f;

      /* Sums of sums: they round less than one long one. */
      for (int b = 0; b < grid.n; b++)
        {
          float across = ((float) b + 0.5f) * share - 0.5f;
          float sum = 0.0f;

          for (int a = 0; a < grid.n; a++)
            {
              float along = ((float) a + 0.5f) * share - 0.5f;

              sum += bilinear (in, whole_x, whole_y, rest_x + (along * step_x - across * step_y),
                               rest_y + (along * step_y + across * step_x));
            }
          total += sum;
        }
      out.data[(ptrdiff_t) j * out.stride + i] = total * (share * share);
    }
}

vnk_status
vnk_cuda_resample (vnk_backend *backend, const vnk_plane *in, float x, float y, float step_x, float step_y,
                   vnk_plane *out)
{
  vnk_cuda *cuda;
  vnk_view from, to;

  if (!vnk_check_resample (in, x, y, step_x, step_y, out))
    return VNK_ERROR_INVALID;
  VNK_TRY (vnk_cuda_begin (backend, &cuda));
  VNK_TRY (vnk_cuda_read (cuda, in, &from));
  VNK_TRY (vnk_cuda_write (cuda, out, &to));
  VNK_TRY (vnk_cuda_part (cuda, &from, &to));

  double step = hypot ((double) step_x, (double) step_y);
  Grid pixels = { x, y, step_x, step_y, (int) fmax (1.0, ceil (step - VNK_RESAMPLE_SLACK)) };
  dim3 grid (vnk_cuda_blocks (out->width, BLOCK_X), vnk_cuda_rows ((out->height + BLOCK_Y - 1) / BLOCK_Y));

  VNK_LAUNCH (cuda, sample, grid, dim3 (BLOCK_X, BLOCK_Y), 0, from, pixels, to);
  VNK_TRY (vnk_cuda_written (cuda, out, &to));
  return vnk_cuda_end (cuda);
}
