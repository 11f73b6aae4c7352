/* vesselness.cu: bright or dark vessels of several sizes
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * The stack is smoothed scale by scale, and all scales are kept; then one pass over them measures the vessels, after
 * one that finds c where it is not given. Smoothing along y and x is one kernel, along z another. A thread makes
 * several pixels that follow each other along the axis: each value that it reads counts for all of them.
 */

#include "vesselness-measure.cuh"

#define COLUMNS 128
#define ROWS 16
#define THREADS 256
#define THREADS_OF_STACK 160 /* of which more blocks fit */
#define RUN 8  /* pixels of a thread, along y and z */
#define QUAD 4 /* along x */
#define DEPTH_X 32
#define DEPTH_Y 8

/* Weights from one end to the other, and noughts behind them; the radius is a multiple of four. */
struct vnk_taps {
  int   radius;
  float weights[2 * VNK_VESSELNESS_MAX_RADIUS + 1 + RUN];
};

/* sums[j] = Σ weights[i] · read (i + j). */
template<int N, typename Read>
static __device__ __forceinline__ void
slide (const vnk_taps &taps, Read read, float (&sums)[N])
{
  float weights[N] = {};

  for (int first = 0; first < 2 * taps.radius + N; first += N)
    {
      float values[N];

      read (first, values);
#pragma unroll
      for (int i = 0; i < N; i++)
        {
          weights[i] = taps.weights[first + i];
#pragma unroll
          for (int j = 0; j < N; j++)
            sums[j] += weights[(i - j) & (N - 1)] * values[i];
        }
    }
}

/* Of a line of n values, from place `start` on, which may be before its first one. */
static __device__ __forceinline__ void
slide_along (const vnk_taps &taps, const float *line, int start, int n, ptrdiff_t step, float (&sums)[RUN])
{
  if (start >= 0 && start + 2 * taps.radius + RUN <= n)
    slide (taps, [=] (int first, float (&values)[RUN]) {
#pragma unroll
      for (int j = 0; j < RUN; j++)
        values[j] = line[(start + first + j) * step];
    }, sums);
  else
    slide (taps, [=] (int first, float (&values)[RUN]) {
#pragma unroll
      for (int j = 0; j < RUN; j++)
        values[j] = line[vnk_mirror (start + first + j, n) * step];
    }, sums);
}

/* A picture of a stack at a time: rows of columns along y, then along x. */
static __global__ void
smooth_picture (const __grid_constant__ vnk_smoothed from, const __grid_constant__ vnk_smoothed to,
                const __grid_constant__ vnk_taps taps)
{
  VNK_DYNAMIC_SHARED (float, tile);
  int pitch = COLUMNS + 2 * taps.radius;
  int left = (int) blockIdx.x * COLUMNS;
  int n_bands = (to.height + ROWS - 1) / ROWS;

  for (int band = (int) blockIdx.y; band < n_bands * to.depth; band += (int) gridDim.y)
    {
      int top = band % n_bands * ROWS, z = band / n_bands;
      const float *slice = from.data + (ptrdiff_t) z * from.height * from.stride;

      for (int i = (int) threadIdx.x; i < pitch * (ROWS / RUN); i += (int) blockDim.x)
        {
          int column = i % pitch, y = top + i / pitch * RUN - taps.radius;
          const float *at = slice + vnk_mirror (left - taps.radius + column, from.width);
          float sums[RUN] = {};

          slide_along (taps, at, y, from.height, from.stride, sums);
          for (int j = 0; j < RUN; j++)
            tile[(i / pitch * RUN + j) * pitch + column] = sums[j];
        }
      __syncthreads ();
      for (int i = (int) threadIdx.x; i < COLUMNS / QUAD * ROWS; i += (int) blockDim.x)
        {
          int x = left + i % (COLUMNS / QUAD) * QUAD, y = top + i / (COLUMNS / QUAD);
          const float *row = tile + i / (COLUMNS / QUAD) * pitch + (x - left);
          float sums[QUAD] = {};

          if (x >= to.width || y >= to.height)
            continue;
          slide (taps, [=] (int first, float (&values)[QUAD]) {
            float4 quad = *reinterpret_cast<const float4 *> (row + first);

            values[0] = quad.x;
            values[1] = quad.y;
            values[2] = quad.z;
            values[3] = quad.w;
          }, sums);
          *reinterpret_cast<float4 *> (to.data + ((ptrdiff_t) z * to.height + y) * to.stride + x) =
            make_float4 (sums[0], sums[1], sums[2], sums[3]);
        }
      __syncthreads ();
    }
}

static __global__ void
smooth_depth (const __grid_constant__ vnk_smoothed from, const __grid_constant__ vnk_smoothed to,
              const __grid_constant__ vnk_taps taps)
{
  int x = (int) (blockIdx.x * DEPTH_X + threadIdx.x);
  int n_runs = (to.depth + RUN - 1) / RUN;

  if (x >= to.width)
    return;
  for (int i = (int) (blockIdx.y * DEPTH_Y + threadIdx.y); i < n_runs * to.height;
       i += (int) gridDim.y * DEPTH_Y)
    {
      int y = i % to.height, z = i / to.height * RUN;
      const float *at = from.data + (ptrdiff_t) y * from.stride + x;
      float sums[RUN] = {};

      slide_along (taps, at, z - taps.radius, from.depth, (ptrdiff_t) from.height * from.stride, sums);
#pragma unroll
      for (int j = 0; j < RUN; j++)
        if (z + j < to.depth)
          to.data[((ptrdiff_t) (z + j) * to.height + y) * to.stride + x] = sums[j];
    }
}

/* ---- From the host ---- */

static vnk_taps
taps_of (double variance)
{
  vnk_taps taps = {};
  float half[VNK_VESSELNESS_MAX_RADIUS + 1];
  int radius = vnk_vesselness_weights (variance, half);

  taps.radius = (radius + 3) / 4 * 4;
  for (int i = -radius; i <= radius; i++)
    taps.weights[taps.radius + i] = half[i < 0 ? -i : i];
  return taps;
}

/* The stack at one scale. */
static vnk_smoothed
scale_of (const vnk_smoothed *stack, int k)
{
  vnk_smoothed one = *stack;

  one.data += k * stack->size;
  return one;
}

static vnk_status
smooth_all (vnk_cuda *cuda, const vnk_view *in, const vnk_vesselness_params *params, float spacing,
            const vnk_smoothed *stack, const vnk_smoothed *half)
{
  vnk_smoothed image = { in->data, stack->width, stack->height, stack->depth, in->stride, 0 };
  unsigned int bands = vnk_cuda_rows ((stack->height + ROWS - 1) / ROWS * stack->depth);
  dim3 columns (vnk_cuda_blocks (stack->width, DEPTH_X),
                vnk_cuda_rows (((stack->depth + RUN - 1) / RUN * stack->height + DEPTH_Y - 1) / DEPTH_Y));

  for (int k = 0; k < params->n_sigmas; k++)
    {
      vnk_vesselness_step step = vnk_vesselness_step_to (params->sigmas, k, spacing);
      vnk_taps taps = taps_of (step.flat);
      vnk_smoothed from = step.from_before ? scale_of (stack, k - 1) : image, to = scale_of (stack, k);
      size_t shared = (size_t) ROWS * (size_t) (COLUMNS + 2 * taps.radius) * sizeof (float);

      VNK_LAUNCH (cuda, smooth_picture, dim3 (vnk_cuda_blocks (to.width, COLUMNS), bands),
                  stack->depth > 1 ? THREADS_OF_STACK : THREADS, shared, from, stack->depth > 1 ? *half : to, taps);
      if (stack->depth > 1)
        VNK_LAUNCH (cuda, smooth_depth, columns, dim3 (DEPTH_X, DEPTH_Y), 0, *half, to, taps_of (step.deep));
    }
  return VNK_OK;
}

template<vnk_vessel_kind KIND>
static vnk_status
launch_of_stack (vnk_cuda *cuda, const vnk_vessel_job *of_all)
{
  vnk_vessel_job job = *of_all;
  size_t shared = sizeof (vnk_vessel_room::tiles), kept = VNK_VESSEL_KEPT * (sizeof (float) + 1);
  int n_tiles = (job.stack.height + VNK_VESSEL_Y - 1) / VNK_VESSEL_Y;

  job.deep = VNK_VESSEL_NORM_Z;
  if (KIND != VNK_VESSEL_NORM)
    {
      job.deep = (int) ((cuda->max_shared - sizeof (vnk_vessel_room)) / kept);
      job.deep = job.deep < VNK_VESSEL_Z ? job.deep : VNK_VESSEL_Z;
      shared = sizeof (vnk_vessel_room) + (size_t) job.deep * kept;
    }
  n_tiles *= (job.stack.depth + job.deep - 1) / job.deep * (KIND == VNK_VESSEL_NORM ? job.sigmas.n : 1);
  VNK_TRY (vnk_cuda_allow_shared (cuda, vnk_vessels_of_stack<KIND>, shared));
  VNK_LAUNCH (cuda, vnk_vessels_of_stack<KIND>, dim3 (vnk_cuda_blocks (job.stack.width, VNK_VESSEL_X),
                                                      vnk_cuda_rows (n_tiles)), VNK_VESSEL_THREADS, shared, job);
  return VNK_OK;
}

template<vnk_vessel_kind KIND>
static vnk_status
launch (vnk_cuda *cuda, const vnk_vessel_job *job)
{
  const vnk_smoothed *stack = &job->stack;
  int n_tiles = (stack->height + VNK_VESSEL_Y - 1) / VNK_VESSEL_Y;

  if (stack->depth > 1)
    return launch_of_stack<KIND> (cuda, job);
  VNK_LAUNCH (cuda, vnk_vessels_of_picture<KIND>, dim3 (vnk_cuda_blocks (stack->width, VNK_VESSEL_X),
                                                        vnk_cuda_rows (n_tiles)), VNK_VESSEL_THREADS, 0, *job);
  return VNK_OK;
}

static vnk_status
measure_all (vnk_cuda *cuda, const vnk_vessel_job *job)
{
  if (job->c == 0.0f)
    {
      VNK_CUDA (cuda, cudaMemsetAsync (job->largest, 0, sizeof *job->largest, cuda->stream));
      VNK_TRY (launch<VNK_VESSEL_NORM> (cuda, job));
    }
  return job->direction[0].data != NULL ? launch<VNK_VESSEL_DIRECT> (cuda, job)
                                        : launch<VNK_VESSEL_MEASURE> (cuda, job);
}

vnk_status
vnk_cuda_vesselness (vnk_backend *backend, const vnk_plane *in, const vnk_vesselness_params *params,
                     vnk_plane *vesselness, vnk_plane *scale, vnk_plane *direction)
{
  vnk_cuda *cuda;
  vnk_view from;

  if (!vnk_check_vesselness (in, params, vesselness, scale, direction))
    return VNK_ERROR_INVALID;
  VNK_TRY (vnk_cuda_begin (backend, &cuda));
  VNK_TRY (vnk_cuda_read (cuda, in, &from));

  int stride = (in->width + 31) / 32 * 32;
  size_t size = (size_t) stride * (size_t) in->height;
  vnk_smoothed stack = { NULL, in->width, in->height / params->depth, params->depth, stride, size }, half = stack;
  vnk_vessel_job job = {};
  float spacing = params->depth > 1 && params->spacing > 0.0f ? params->spacing : 1.0f;
  int n_directions = direction == NULL ? 0 : params->depth > 1 ? 3 : 2;

  stack.data = static_cast<float *> (vnk_cuda_scratch (cuda, (size_t) params->n_sigmas * size * sizeof (float)));
  half.data = params->depth > 1 ? static_cast<float *> (vnk_cuda_scratch (cuda, size * sizeof (float))) : stack.data;
  job.largest = static_cast<unsigned int *> (vnk_cuda_scratch (cuda, sizeof *job.largest));
  if (stack.data == NULL || half.data == NULL || job.largest == NULL)
    return vnk_cuda_no_memory (cuda);

  VNK_TRY (vnk_cuda_write (cuda, vesselness, &job.vesselness));
  if (scale != NULL)
    VNK_TRY (vnk_cuda_write (cuda, scale, &job.scale));
  for (int i = 0; i < n_directions; i++)
    VNK_TRY (vnk_cuda_write (cuda, &direction[i], &job.direction[i]));
  job.stack = stack;
  job.sigmas.n = params->n_sigmas;
  job.sigmas.dark = params->dark;
  job.sigmas.slices = 1.0f / spacing;
  memcpy (job.sigmas.values, params->sigmas, sizeof job.sigmas.values);
  job.weighting.plate = 0.5f / (params->alpha * params->alpha);
  job.weighting.blob = 0.5f / (params->beta * params->beta);
  job.c = params->c;

  VNK_TRY (smooth_all (cuda, &from, params, spacing, &stack, &half));
  VNK_TRY (measure_all (cuda, &job));
  VNK_TRY (vnk_cuda_written (cuda, vesselness, &job.vesselness));
  if (scale != NULL)
    VNK_TRY (vnk_cuda_written (cuda, scale, &job.scale));
  for (int i = 0; i < n_directions; i++)
    VNK_TRY (vnk_cuda_written (cuda, &direction[i], &job.direction[i]));
  return vnk_cuda_end (cuda);
}
