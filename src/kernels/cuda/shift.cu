/* shift.cu: how far the whole picture has moved
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "shift-find.cuh"

#define LEVEL_ROW 32          /* floats at whose multiples a level's rows start */
#define MEAN_SAMPLES 256
#define STRIP 30        /* columns that a warp smooths */
#define STRIP_ROWS 16

/* ---- The largest level ---- */

/* Half of a warp's own and a quarter of both neighbours' values. */
static __device__ __forceinline__ float
smooth_across (float value)
{
  float before = __shfl_up_sync (0xffffffffu, value, 1), behind = __shfl_down_sync (0xffffffffu, value, 1);

  return 0.25f * (before + behind) + 0.5f * value;
}

/* From the caller's planes; z: which of the three. A warp takes a strip of columns, with one more on both sides. */
static __global__ void __launch_bounds__ (MEAN_SAMPLES)
fill_level (vnk_view first, vnk_view second, vnk_view weight, const __grid_constant__ ShiftJob job)
{
  __shared__ float parts[MEAN_SAMPLES / 32];
  const ShiftLevel &level = job.levels[0];
  int n = level.width * level.height / MEAN_SAMPLES, at = threadIdx.x * n;
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32;

  vnk_start_kernel_behind ();

  /* The mean of a few pixels spread over the plane will do. */
  float mean = n > 0 ? first.data[at / level.width * (ptrdiff_t) first.stride + at % level.width] : first.data[0];

  for (int step = 16; step > 0; step /= 2)
    mean += __shfl_xor_sync (0xffffffffu, mean, step);
  if (lane == 0)
    parts[warp] = mean;
  __syncthreads ();
  mean = 0.0f;
  for (int i = 0; i < MEAN_SAMPLES / 32; i++)
    mean += parts[i] / MEAN_SAMPLES;
  if (threadIdx.x == 0 && blockIdx.x == 0 && blockIdx.y == 0 && blockIdx.z == 0)
    *job.mean = (double) mean;

  vnk_view in = first;
  float *out = blockIdx.z == 0 ? level.first : blockIdx.z == 1 ? level.second : level.weight;
  int x = (blockIdx.x * (MEAN_SAMPLES / 32) + warp) * STRIP + lane - 1;
  int column = min (max (x, 0), level.width - 1);
  bool mine = lane > 0 && lane <= STRIP && x < level.width;

  if (blockIdx.z == 1)
    in = second;
  else if (blockIdx.z == 2)
    in = weight;
  for (int top = blockIdx.y * STRIP_ROWS; top < level.height; top += gridDim.y * STRIP_ROWS)
    for (int y = top; y < min (top + STRIP_ROWS, level.height); y++)
      {
        float value = in.data[y * (ptrdiff_t) in.stride + column];

        if (blockIdx.z < 2)
          {
            float above = in.data[max (y - 1, 0) * (ptrdiff_t) in.stride + column];
            float below = in.data[min (y + 1, level.height - 1) * (ptrdiff_t) in.stride + column];

            value = smooth_across (0.25f * (above + below) + 0.5f * value - mean);
          }
        else
          value = value > 0.0f ? fminf (value, 1.0f) : 0.0f;
        if (mine)
          out[y * (ptrdiff_t) level.stride + x] = value;
      }
}

/* ---- The aligned plane ---- */

static __global__ void
align (vnk_view in, vnk_view out, const ShiftResult *result)
{
  __shared__ float taps[2 * SHIFT_TAPS];
  int x = blockIdx.x * blockDim.x + threadIdx.x, t = threadIdx.y * blockDim.x + threadIdx.x;
  float dx = result->dx, dy = result->dy;
  int left = x + (int) floorf (dx) - 2;

  if (t < 2 * SHIFT_TAPS)
    {
      double at = (double) (t < SHIFT_TAPS ? dx : dy);

      taps[t] = shift_tap (at - floor (at), t % SHIFT_TAPS);
    }
  __syncthreads ();

  for (int y = blockIdx.y * blockDim.y + threadIdx.y; x < out.width && y < out.height; y += gridDim.y * blockDim.y)
    {
      int top = y + (int) floorf (dy) - 2;
      float sum = 0.0f;

#pragma unroll
      for (int j = 0; j < SHIFT_TAPS; j++)
        {
          const float *row = in.data + min (max (top + j, 0), in.height - 1) * (ptrdiff_t) in.stride;
          float part = 0.0f;

#pragma unroll
          for (int i = 0; i < SHIFT_TAPS; i++)
            part = fmaf (taps[i], row[min (max (left + i, 0), in.width - 1)], part);
          sum = fmaf (taps[SHIFT_TAPS + j], part, sum);
        }
      out.data[y * (ptrdiff_t) out.stride + x] = sum;
    }
}

/* ---- The operation ---- */

/* A grid has no more rows of blocks. */
static unsigned int
blocks_of_rows (int height, int block)
{
  unsigned int n = vnk_cuda_blocks (height, block);

  return n < 65535 ? n : 65535;
}

static int
count_levels (int width, int height, double range)
{
  int n = 1;

  while (n < SHIFT_LEVELS && range > 2.0 && width >= 2 * VNK_SHIFT_LEAST_SIDE && height >= 2 * VNK_SHIFT_LEAST_SIDE)
    {
      width = (width + 1) / 2;
      height = (height + 1) / 2;
      range /= 2.0;
      n++;
    }
  return n;
}

static ShiftLattice
make_lattice (int width, int height)
{
  ShiftLattice lattice;
  int step = (int) ceil (sqrt ((double) width * height / VNK_SHIFT_SAMPLES));

  lattice.step = step;
  lattice.first = step / 2;
  lattice.columns = (width - lattice.first + step - 1) / step;
  lattice.points = lattice.columns * ((height - lattice.first + step - 1) / step);
  return lattice;
}

static vnk_status
allocate (vnk_cuda *cuda, ShiftJob *job, int width, int height, bool weighted)
{
  size_t at[SHIFT_LEVELS], floats = 0, points = 0, tiles;

  job->n_levels = count_levels (width, height, (double) job->guess.range);
  for (int i = 0; i < job->n_levels; i++)
    {
      ShiftLevel *level = &job->levels[i];
      size_t samples;

      level->lattice = make_lattice (width, height);
      samples = (size_t) level->lattice.points;
      level->width = width;
      level->height = height;
      level->stride = (width + LEVEL_ROW - 1) / LEVEL_ROW * LEVEL_ROW;
      level->tiles_x = (width + VNK_SHIFT_TILE - 1) / VNK_SHIFT_TILE;
      level->tiles = level->tiles_x * ((height + VNK_SHIFT_TILE - 1) / VNK_SHIFT_TILE);
      at[i] = floats;
      floats += (weighted ? 3 : 2) * (size_t) level->stride * (size_t) height;
      points = samples > points ? samples : points;
      width = (width + 1) / 2;
      height = (height + 1) / 2;
    }
  job->n_slots = job->levels[0].tiles > SHIFT_LEAST_SLOTS ? job->levels[0].tiles : SHIFT_LEAST_SLOTS;
  tiles = 2 * (size_t) job->n_slots * SHIFT_SUMS;
  points = (points + 1) / 2 * 2;

  float *memory = (float *) vnk_cuda_scratch (cuda, (floats + tiles + points) * sizeof (float) + 64);

  if (memory == NULL)
    return cuda->dead ? VNK_ERROR_DEVICE : VNK_ERROR_NO_MEMORY;
  job->mean = (double *) memory;
  job->result = (ShiftResult *) (job->mean + 1);
  job->tiles = memory + 16;
  job->samples = job->tiles + tiles;
  for (int i = 0; i < job->n_levels; i++)
    {
      ShiftLevel *level = &job->levels[i];
      size_t size = (size_t) level->stride * (size_t) level->height;

      level->first = job->samples + points + at[i];
      level->second = level->first + size;
      level->weight = weighted ? level->second + size : NULL;
    }
  return VNK_OK;
}

static vnk_status
run (vnk_cuda *cuda, const vnk_plane *first, const vnk_plane *weight, const vnk_plane *second, ShiftResult *found,
     const vnk_shift *shift, vnk_plane *aligned)
{
  vnk_view one, two, weights = { NULL, 0, 0, 0 }, out;
  ShiftJob job = {};

  VNK_TRY (vnk_cuda_read (cuda, first, &one));
  VNK_TRY (vnk_cuda_read (cuda, second, &two));
  if (weight != NULL)
    VNK_TRY (vnk_cuda_read (cuda, weight, &weights));
  if (aligned != NULL)
    {
      VNK_TRY (vnk_cuda_write (cuda, aligned, &out));
      VNK_TRY (vnk_cuda_part (cuda, &two, &out));
    }
  job.guess = { shift->guess_x, shift->guess_y, shift->range };
  VNK_TRY (allocate (cuda, &job, first->width, first->height, weight != NULL));
  VNK_TRY (vnk_cuda_allow_shared (cuda, shift_find, SHIFT_DYNAMIC));
  if (cuda->shift_blocks == 0)
    cuda->shift_blocks = vnk_cuda_largest_cluster (cuda, shift_find, SHIFT_THREADS, SHIFT_DYNAMIC);

  int blocks = cuda->shift_blocks;
  dim3 grid (vnk_cuda_blocks (first->width, STRIP * MEAN_SAMPLES / 32), blocks_of_rows (first->height, STRIP_ROWS),
             weight != NULL ? 3 : 2);

  while (blocks > 1 && blocks / 2 * SHIFT_WARPS >= job.levels[0].tiles)
    blocks /= 2;
  VNK_LAUNCH (cuda, fill_level, grid, MEAN_SAMPLES, 0, one, two, weights, job);
  VNK_TRY (vnk_cuda_launch_with (cuda, shift_find, dim3 ((unsigned int) blocks), SHIFT_THREADS, SHIFT_DYNAMIC, blocks,
                                 true, job));
  if (aligned != NULL)
    {
      dim3 pixels (vnk_cuda_blocks (first->width, 32), blocks_of_rows (first->height, 8));

      VNK_LAUNCH (cuda, align, pixels, dim3 (32, 8), 0, two, out, job.result);
      VNK_TRY (vnk_cuda_written (cuda, aligned, &out));
    }
  VNK_TRY (vnk_cuda_download (cuda, found, job.result, sizeof *found));
  return vnk_cuda_end (cuda);
}

vnk_status
vnk_cuda_shift (vnk_backend *backend, const vnk_plane *first, const vnk_plane *weight, const vnk_plane *second,
                vnk_shift *shift, vnk_plane *aligned)
{
  vnk_cuda *cuda;
  ShiftResult found;

  if (!vnk_check_shift (first, weight, second, shift, aligned))
    return VNK_ERROR_INVALID;
  VNK_TRY (vnk_cuda_begin (backend, &cuda));
  VNK_TRY (run (cuda, first, weight, second, &found, shift, aligned));

  shift->dx = found.dx;
  shift->dy = found.dy;
  shift->gain = found.gain;
  shift->offset = found.offset;
  shift->variance_xx = found.variance_xx;
  shift->variance_xy = found.variance_xy;
  shift->variance_yy = found.variance_yy;
  return VNK_OK;
}
