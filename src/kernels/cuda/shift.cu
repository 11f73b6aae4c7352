/* shift.cu: how far the whole picture has moved
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "shift-find.cuh"
#include "shift-last.cuh"

#define LEVEL_ROW 32    /* floats at whose multiples a level's rows start */
#define FILL_THREADS 256
#define FILL_X 64       /* pixels of the largest level that a block fills */
#define FILL_Y 16
#define FILL_IN 2       /* pixels around them that smoothing takes for the pixels that halving takes */
#define FILL_WIDE (FILL_X + 2)
#define FILL_HIGH (FILL_Y + 2)

/* ---- The largest level and the next ---- */

/* By one block: the mean of a few pixels spread over the plane will do. */
static __device__ float
sample_mean (const vnk_view &plane, float *parts)
{
  int n = (int) ((ptrdiff_t) plane.width * plane.height / FILL_THREADS), at = threadIdx.x * n;
  float mean = n > 0 ? plane.data[at / plane.width * (ptrdiff_t) plane.stride + at % plane.width] : plane.data[0];

  for (int step = 16; step > 0; step /= 2)
    mean += __shfl_xor_sync (0xffffffffu, mean, step);
  if (threadIdx.x % 32 == 0)
    parts[threadIdx.x / 32] = mean;
  __syncthreads ();
  mean = 0.0f;
  for (int i = 0; i < FILL_THREADS / 32; i++)
    mean += parts[i] / FILL_THREADS;
  return mean;
}

/* A pixel smoothed both ways, 1 2 1; `in` is the tile's pixel there. */
static __device__ __forceinline__ float
smooth (const float *in, float mean)
{
  constexpr int ROW = FILL_X + 2 * FILL_IN;
  float columns[3];

#pragma unroll
  for (int i = 0; i < 3; i++)
    columns[i] = 0.25f * (in[i - 1 - ROW] + in[i - 1 + ROW]) + 0.5f * in[i - 1] - mean;
  return 0.25f * (columns[0] + columns[2]) + 0.5f * columns[1];
}

/* A pixel of the next level, of the smoothed ones around it that are in the plane. */
static __device__ __forceinline__ float
halve (const float (&smoothed)[FILL_HIGH][FILL_WIDE], const ShiftLevel &level, int left, int top, int x, int y)
{
  float rows[4];
  int columns[4];

#pragma unroll
  for (int i = 0; i < 4; i++)
    columns[i] = min (max (2 * x - 1 + i, 0), level.width - 1) - left + 1;
#pragma unroll
  for (int j = 0; j < 4; j++)
    {
      const float *row = smoothed[min (max (2 * y - 1 + j, 0), level.height - 1) - top + 1];

      rows[j] = row[columns[0]] + row[columns[3]] + 3.0f * (row[columns[1]] + row[columns[2]]);
    }
  return (rows[0] + rows[3] + 3.0f * (rows[1] + rows[2])) * (1.0f / 64.0f);
}

/* From the caller's planes; y: which of the three. A block fills a tile of the largest level, and what lies over it in the
 * next one. */
static __global__ void __launch_bounds__ (FILL_THREADS)
fill_levels (vnk_view first, vnk_view second, vnk_view weight, const __grid_constant__ ShiftJob job)
{
  __shared__ float in[FILL_Y + 2 * FILL_IN][FILL_X + 2 * FILL_IN];
  __shared__ float smoothed[FILL_HIGH][FILL_WIDE];
  __shared__ float parts[FILL_THREADS / 32];
  const ShiftLevel &level = job.levels[0];
  int z = (int) blockIdx.y, across = (level.width + FILL_X - 1) / FILL_X, down = (int) blockIdx.x / across;
  int left = ((int) blockIdx.x - down * across) * FILL_X, top = down * FILL_Y;
  vnk_view from = z == 0 ? first : z == 1 ? second : weight;
  float *to = z == 0 ? level.first : z == 1 ? level.second : level.weight;
  constexpr int WIDE = FILL_X + 2 * FILL_IN, HIGH = FILL_Y + 2 * FILL_IN;

  vnk_start_kernel_behind ();
#pragma unroll
  for (int i = threadIdx.x; i < WIDE * HIGH; i += FILL_THREADS)
    {
      int x = min (max (left - FILL_IN + i % WIDE, 0), level.width - 1);
      int y = min (max (top - FILL_IN + i / WIDE, 0), level.height - 1);

      in[i / WIDE][i % WIDE] = from.data[y * (ptrdiff_t) from.stride + x];
    }

  float mean = sample_mean (first, parts);

  if (threadIdx.x == 0 && blockIdx.x == 0 && z == 0)
    job.found->mean = (double) mean;

#pragma unroll
  for (int i = threadIdx.x; i < FILL_WIDE * FILL_HIGH; i += FILL_THREADS)
    {
      int u = i % FILL_WIDE, v = i / FILL_WIDE, x = left + u - 1, y = top + v - 1;
      int column = min (max (x, 0), level.width - 1) - left + FILL_IN;
      int row = min (max (y, 0), level.height - 1) - top + FILL_IN;
      /* Far beyond the plane, where nothing is read. */
      const float *at = &in[min (row, HIGH - 2)][min (column, WIDE - 2)];
      float value = z < 2 ? smooth (at, mean) : fminf (fmaxf (*at, 0.0f), 1.0f);

      smoothed[v][u] = value;
      if (u > 0 && u <= FILL_X && v > 0 && v <= FILL_Y && x < level.width && y < level.height)
        to[y * (ptrdiff_t) level.stride + x] = value;
    }
  if (job.n_levels < 2)
    return;
  __syncthreads ();

  const ShiftLevel &next = job.levels[1];
  int x = left / 2 + (int) threadIdx.x % (FILL_X / 2), y = top / 2 + (int) threadIdx.x / (FILL_X / 2);

  to = z == 0 ? next.first : z == 1 ? next.second : next.weight;
  if (x < next.width && y < next.height)
    to[y * (ptrdiff_t) next.stride + x] = halve (smoothed, level, left, top, x, y);
}

/* ---- The aligned plane ---- */

#define ALIGN_X 32
#define ALIGN_Y 8

static __global__ void
align (vnk_view in, vnk_view out, const ShiftResult *result)
{
  __shared__ float taps[2 * SHIFT_TAPS];
  int x = blockIdx.x * blockDim.x + threadIdx.x, t = threadIdx.y * blockDim.x + threadIdx.x;

  vnk_wait_for_kernel_before ();

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

/* Where the levels lie: floats from the first. Returns how many all take. */
static size_t
lay_out_levels (ShiftJob *job, int width, int height, bool weighted, size_t *at)
{
  size_t floats = 0;

  job->n_levels = count_levels (width, height, (double) job->guess.range);
  for (int i = 0; i < job->n_levels; i++)
    {
      ShiftLevel *level = &job->levels[i];

      level->lattice = make_lattice (width, height);
      level->width = width;
      level->height = height;
      level->stride = (width + LEVEL_ROW - 1) / LEVEL_ROW * LEVEL_ROW;
      level->strips_x = (width + SHIFT_STRIP - 1) / SHIFT_STRIP;
      level->strips = level->strips_x * ((height + SHIFT_FEW_ROWS - 1) / SHIFT_FEW_ROWS);
      level->small = level->strips <= VNK_LARGEST_CLUSTER * SHIFT_WARPS;
      if (!level->small)
        level->strips = level->strips_x * ((height + SHIFT_ROWS - 1) / SHIFT_ROWS);
      at[i] = floats;
      floats += (weighted ? 3 : 2) * (size_t) level->stride * (size_t) height;
      width = (width + 1) / 2;
      height = (height + 1) / 2;
    }

  job->shares = VNK_LARGEST_CLUSTER;
  while (job->shares > 1 && job->shares / 2 * SHIFT_WARPS >= job->levels[0].strips)
    job->shares /= 2;
  return floats;
}

static void *
take (vnk_cuda *cuda, size_t size, bool *complete)
{
  void *memory = vnk_cuda_scratch (cuda, size);

  *complete = *complete && memory != NULL;
  return memory;
}

static vnk_status
allocate (vnk_cuda *cuda, ShiftJob *job, int width, int height, bool weighted)
{
  size_t at[SHIFT_LEVELS], points = 0, floats = lay_out_levels (job, width, height, weighted, at);
  const ShiftLevel *smallest = &job->levels[job->n_levels - 1];
  int pieces = (smallest->width + 31) / 32 * ((smallest->height + SHIFT_PIECE_ROWS - 1) / SHIFT_PIECE_ROWS);
  bool complete = true;

  for (int i = 0; i < job->n_levels; i++)
    if ((size_t) job->levels[i].lattice.points > points)
      points = (size_t) job->levels[i].lattice.points;
  job->n_slots = pieces > SHIFT_LEAST_SLOTS ? pieces : SHIFT_LEAST_SLOTS;
  job->tiles_x = (width + VNK_SHIFT_TILE - 1) / VNK_SHIFT_TILE;
  job->tiles = job->tiles_x * ((height + VNK_SHIFT_TILE - 1) / VNK_SHIFT_TILE);

  float *levels = (float *) take (cuda, floats * sizeof (float), &complete);

  job->samples = (float *) take (cuda, points * sizeof (float), &complete);
  job->slots = (float *) take (cuda, 2 * (size_t) job->n_slots * SHIFT_TRIED * sizeof (float), &complete);
  job->tile_sums = (float *) take (cuda, (size_t) job->tiles * SHIFT_SUMS * sizeof (float), &complete);
  job->block_sums = (double *) take (cuda, (size_t) vnk_cuda_blocks (job->tiles, LAST_TILES) * SHIFT_SUMS * sizeof (double),
                                     &complete);
  job->found = (ShiftFound *) take (cuda, sizeof *job->found, &complete);
  job->result = (ShiftResult *) take (cuda, sizeof *job->result, &complete);
  if (!complete)
    return vnk_cuda_no_memory (cuda);

  for (int i = 0; i < job->n_levels; i++)
    {
      ShiftLevel *level = &job->levels[i];
      size_t size = (size_t) level->stride * (size_t) level->height;

      level->first = levels + at[i];
      level->second = level->first + size;
      level->weight = weighted ? level->second + size : NULL;
    }
  return VNK_OK;
}

static vnk_status
launch (vnk_cuda *cuda, const vnk_view &one, const vnk_view &weights, const vnk_view &two, const ShiftJob &job)
{
  const ShiftLevel &level = job.levels[0];
  dim3 grid (vnk_cuda_blocks (level.width, FILL_X) * vnk_cuda_blocks (level.height, FILL_Y),
             weights.data != NULL ? 3 : 2);

  if (cuda->shift_blocks == 0)
    cuda->shift_blocks = vnk_cuda_largest_cluster (cuda, shift_find, SHIFT_THREADS, 0);

  int blocks = cuda->shift_blocks < job.shares ? cuda->shift_blocks : job.shares;

  VNK_LAUNCH (cuda, fill_levels, grid, FILL_THREADS, 0, one, two, weights, job);
  VNK_TRY (vnk_cuda_launch_with (cuda, shift_find, dim3 ((unsigned int) blocks), SHIFT_THREADS, 0, blocks, true, job));
  return vnk_cuda_launch_with (cuda, shift_last, dim3 (vnk_cuda_blocks (job.tiles, LAST_TILES)), 32 * LAST_WARPS, 0, 1,
                               true, job);
}

static vnk_status
run (vnk_cuda *cuda, const vnk_plane *first, const vnk_plane *weight, const vnk_plane *second, ShiftResult *found,
     const vnk_shift *shift, vnk_plane *aligned)
{
  vnk_view one, two, weights = { NULL, 0, 0, 0 }, out;
  ShiftJob job = {};
  void *to_host;

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
  VNK_TRY (vnk_cuda_share (cuda, found, sizeof *found, &to_host));
  job.to_host = (ShiftResult *) to_host;
  VNK_TRY (launch (cuda, one, weights, two, job));
  if (aligned != NULL)
    {
      dim3 pixels (vnk_cuda_blocks (first->width, ALIGN_X), vnk_cuda_rows ((first->height + ALIGN_Y - 1) / ALIGN_Y));

      VNK_TRY (vnk_cuda_launch_with (cuda, align, pixels, dim3 (ALIGN_X, ALIGN_Y), 0, 1, true, two, out,
                                     (const ShiftResult *) job.result));
      VNK_TRY (vnk_cuda_written (cuda, aligned, &out));
    }
  return vnk_cuda_end (cuda);
}

vnk_status
vnk_cuda_shift (vnk_backend *backend, const vnk_plane *first, const vnk_plane *weight, const vnk_plane *second,
                vnk_shift *shift, vnk_plane *aligned)
{
  vnk_cuda *cuda;
  ShiftResult found = {};

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
