/* local-normalise.cu: a plane less its background, over its own deviation from it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * A box's sum is a run of its columns' sums. Those slide down a strip of rows; a run is the difference of two sums from
 * the left, which a block works out for its pixels and a radius on either side. All in double, and in an order that
 * depends on the plane's size alone.
 */

#include "cuda.cuh"

#define STRIP 8     /* rows over which a column's sum slides; few, as one waits for the other */
#define COLUMNS 64  /* threads of a block that slide */
#define THREADS 256 /* pixels of a row that a block flattens */
#define WARPS (THREADS / 32)

struct Sums {
  double *data; /* of the box's rows, of each column */
  int     stride;
};

static __global__ void
sum_columns (vnk_view in, int radius, Sums sums)
{
  int x = (int) (blockIdx.x * COLUMNS + threadIdx.x);

  if (x >= in.width)
    return;

  for (int strip = (int) blockIdx.y; strip * STRIP < in.height; strip += (int) gridDim.y)
    {
      int first = strip * STRIP;
      int last = min (first + STRIP, in.height);
      double sum = 0.0;

#pragma unroll 8
      for (int y = max (first - radius, 0); y < min (first + radius, in.height); y++)
        sum += (double) in.data[(ptrdiff_t) y * in.stride + x];
#pragma unroll
      for (int i = 0; i < STRIP; i++)
        {
          int y = first + i;
          int below = y + radius, above = y - radius - 1;
          float comes = in.data[(ptrdiff_t) min (below, in.height - 1) * in.stride + x];
          float goes = in.data[(ptrdiff_t) min (max (above, 0), in.height - 1) * in.stride + x];

          sum += below < in.height ? (double) comes : 0.0;
          sum -= above >= 0 && i > 0 ? (double) goes : 0.0;
          if (y < last)
            sums.data[(ptrdiff_t) y * sums.stride + x] = sum;
        }
    }
}

/* The sum of one value of each thread, in the first one. */
static __device__ double
sum_of_block (double value, double *warps)
{
  int lane = (int) threadIdx.x % 32;
  int warp = (int) threadIdx.x / 32;

  for (int by = 16; by > 0; by /= 2)
    value += __shfl_down_sync (0xffffffffu, value, by);
  if (lane == 0)
    warps[warp] = value;
  __syncthreads ();
  if (threadIdx.x == 0)
    for (int i = 1; i < (int) blockDim.x / 32; i++)
      value += warps[i];
  return value;
}

/* Turns n values into the sums of all before each and itself; `each` of them are a thread's. */
static __device__ void
sum_from_left (double *values, int n, int each, double *warps)
{
  int lane = (int) threadIdx.x % 32;
  int warp = (int) threadIdx.x / 32;
  int first = min ((int) threadIdx.x * each, n);
  int last = min (first + each, n);
  double own = 0.0;

  for (int i = first; i < last; i++)
    values[i] = own += values[i];

  double sum = own;

  for (int by = 1; by < 32; by *= 2)
    {
      double left = __shfl_up_sync (0xffffffffu, sum, by);

      sum += lane >= by ? left : 0.0;
    }
  if (lane == 31)
    warps[warp] = sum;
  __syncthreads ();

  double before = sum - own;

  for (int i = 0; i < warp; i++)
    before += warps[i];
  for (int i = first; i < last; i++)
    values[i] += before;
  __syncthreads ();
}

/* out = in − m, and Σ |in − m| of the block's pixels. */
static __global__ void
subtract_means (vnk_view in, int radius, Sums sums, vnk_view out, double *deviations)
{
  VNK_DYNAMIC_SHARED (double, left_sums);
  __shared__ double warps[WARPS];
  int first = (int) blockIdx.x * THREADS;
  int n = THREADS + 2 * radius;
  int each = (n + THREADS - 1) / THREADS;
  int x = first + (int) threadIdx.x;

  for (int y = (int) blockIdx.y; y < in.height; y += (int) gridDim.y)
    {
      for (int i = (int) threadIdx.x; i < n; i += THREADS)
        {
          int u = first - radius + i;

          left_sums[i] = u >= 0 && u < in.width ? sums.data[(ptrdiff_t) y * sums.stride + u] : 0.0;
        }
      __syncthreads ();
      sum_from_left (left_sums, n, each, warps);

      double deviation = 0.0;

      if (x < in.width)
        {
          int columns = min (x + radius, in.width - 1) - max (x - radius, 0) + 1;
          int rows = min (y + radius, in.height - 1) - max (y - radius, 0) + 1;
          int at = (int) threadIdx.x;
          double sum = left_sums[at + 2 * radius] - (at > 0 ? left_sums[at - 1] : 0.0);
          double value = (double) in.data[(ptrdiff_t) y * in.stride + x] - sum / ((double) columns * rows);

          out.data[(ptrdiff_t) y * out.stride + x] = (float) value;
          deviation = fabs (value);
        }
      deviation = sum_of_block (deviation, warps);
      if (threadIdx.x == 0)
        deviations[(ptrdiff_t) y * gridDim.x + blockIdx.x] = deviation;
      __syncthreads ();
    }
}

static __global__ void
find_scale (const double *deviations, int n, double pixels, float noise, float *scale)
{
  __shared__ double warps[WARPS];
  double sum = 0.0;

  for (int i = (int) threadIdx.x; i < n; i += THREADS)
    sum += deviations[i];
  sum = sum_of_block (sum, warps);
  if (threadIdx.x == 0)
    *scale = (float) (1.0 / (VNK_SD_OF_DEVIATION * (sum / pixels) + (double) noise));
}

static __global__ void
scale_all (vnk_view out, const float *scale, float limit)
{
  int x = (int) (blockIdx.x * THREADS + threadIdx.x);
  float by = *scale;

  if (x >= out.width)
    return;
  for (int y = (int) blockIdx.y; y < out.height; y += (int) gridDim.y)
    {
      float *at = &out.data[(ptrdiff_t) y * out.stride + x];

      *at = fminf (fmaxf (*at * by, -limit), limit);
    }
}

vnk_status
vnk_cuda_local_normalise (vnk_backend *backend, const vnk_plane *in, int radius, float noise, float limit,
                          vnk_plane *out)
{
  vnk_cuda *cuda;
  vnk_view from, to;

  if (!vnk_check_local_normalise (in, radius, noise, limit, out))
    return VNK_ERROR_INVALID;
  VNK_TRY (vnk_cuda_begin (backend, &cuda));
  VNK_TRY (vnk_cuda_read (cuda, in, &from));
  VNK_TRY (vnk_cuda_write (cuda, out, &to));
  VNK_TRY (vnk_cuda_part (cuda, &from, &to));

  unsigned int blocks = vnk_cuda_blocks (in->width, THREADS);
  int n = (int) blocks * in->height;
  int stride = (in->width + 31) / 32 * 32;
  double *deviations = static_cast<double *> (vnk_cuda_scratch (cuda, (size_t) n * sizeof (double)));
  double *columns = static_cast<double *> (vnk_cuda_scratch (cuda, (size_t) stride * (size_t) in->height *
                                                                     sizeof (double)));
  float *scale = static_cast<float *> (vnk_cuda_scratch (cuda, sizeof (float)));

  if (deviations == NULL || columns == NULL || scale == NULL)
    return vnk_cuda_no_memory (cuda);

  Sums sums = { columns, stride };
  dim3 strips (vnk_cuda_blocks (in->width, COLUMNS), vnk_cuda_rows ((in->height + STRIP - 1) / STRIP));
  dim3 rows (blocks, vnk_cuda_rows (in->height));
  size_t shared = (size_t) (THREADS + 2 * radius) * sizeof (double);

  VNK_LAUNCH (cuda, sum_columns, strips, COLUMNS, 0, from, radius, sums);
  VNK_LAUNCH (cuda, subtract_means, rows, THREADS, shared, from, radius, sums, to, deviations);
  VNK_LAUNCH (cuda, find_scale, 1, THREADS, 0, deviations, n, (double) in->width * in->height, noise, scale);
  VNK_LAUNCH (cuda, scale_all, rows, THREADS, 0, to, scale, limit);
  VNK_TRY (vnk_cuda_written (cuda, out, &to));
  return vnk_cuda_end (cuda);
}
