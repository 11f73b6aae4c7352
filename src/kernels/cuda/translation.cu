/* translation.cu: how far the whole picture has moved
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "translation-find.cuh"
#include "translation-last.cuh"

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
halve (const float (&smoothed)[FILL_HIGH][FILL_WIDE], const TranslationLevel &level, int left, int top, int x, int y)
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

/* From the caller's planes; y: which of the three, z: which of the tasks. A block fills a tile of the largest level,
 * and what lies over it in the next one. */
template <int N>
static __global__ void __launch_bounds__ (FILL_THREADS)
fill_levels (const __grid_constant__ TranslationTasks<N> all)
{
  __shared__ float in[FILL_Y + 2 * FILL_IN][FILL_X + 2 * FILL_IN];
  __shared__ float smoothed[FILL_HIGH][FILL_WIDE];
  __shared__ float parts[FILL_THREADS / 32];
  const TranslationTask &task = all.tasks[N > 1 ? blockIdx.z : 0];
  const TranslationJob &job = task.job;
  const TranslationLevel &level = job.levels[0];
  int z = (int) blockIdx.y, across = (level.width + FILL_X - 1) / FILL_X, down = (int) blockIdx.x / across;
  int left = ((int) blockIdx.x - down * across) * FILL_X, top = down * FILL_Y;
  const vnk_view &first = task.first;
  vnk_view from = z == 0 ? first : z == 1 ? task.second : task.weight;
  float *to = z == 0 ? level.first : z == 1 ? level.second : level.weight;
  constexpr int WIDE = FILL_X + 2 * FILL_IN, HIGH = FILL_Y + 2 * FILL_IN;

  vnk_start_kernel_behind ();
  if ((int) blockIdx.x >= task.fill_blocks || from.data == NULL)
    return;
  vnk_wait_for_kernel_before ();
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

  const TranslationLevel &next = job.levels[1];
  int x = left / 2 + (int) threadIdx.x % (FILL_X / 2), y = top / 2 + (int) threadIdx.x / (FILL_X / 2);

  to = z == 0 ? next.first : z == 1 ? next.second : next.weight;
  if (x < next.width && y < next.height)
    to[y * (ptrdiff_t) next.stride + x] = halve (smoothed, level, left, top, x, y);
}

/* ---- The aligned plane ---- */

#define ALIGN_X 32
#define ALIGN_Y 8

/* z: which of the tasks. */
template <int N>
static __global__ void
align (const __grid_constant__ TranslationTasks<N> all)
{
  __shared__ float taps[2 * TRANSLATION_TAPS];
  int x = blockIdx.x * blockDim.x + threadIdx.x, t = threadIdx.y * blockDim.x + threadIdx.x;

  const TranslationTask &task = all.tasks[N > 1 ? blockIdx.z : 0];
  const vnk_view &in = task.second, &out = task.out;
  const TranslationResult *result = task.job.result;

  if (out.data == NULL)
    return;
  vnk_wait_for_kernel_before ();

  float dx = result->dx, dy = result->dy;
  int left = x + (int) floorf (dx) - 2;

  if (t < 2 * TRANSLATION_TAPS)
    {
      double at = (double) (t < TRANSLATION_TAPS ? dx : dy);

      taps[t] = translation_tap (at - floor (at), t % TRANSLATION_TAPS);
    }
  __syncthreads ();

  for (int y = blockIdx.y * blockDim.y + threadIdx.y; x < out.width && y < out.height; y += gridDim.y * blockDim.y)
    {
      int top = y + (int) floorf (dy) - 2;
      float sum = 0.0f;

#pragma unroll
      for (int j = 0; j < TRANSLATION_TAPS; j++)
        {
          const float *row = in.data + min (max (top + j, 0), in.height - 1) * (ptrdiff_t) in.stride;
          float part = 0.0f;

#pragma unroll
          for (int i = 0; i < TRANSLATION_TAPS; i++)
            part = fmaf (taps[i], row[min (max (left + i, 0), in.width - 1)], part);
          sum = fmaf (taps[TRANSLATION_TAPS + j], part, sum);
        }
      out.data[y * (ptrdiff_t) out.stride + x] = sum;
    }
}

/* ---- What a task needs ---- */

static int
count_levels (int width, int height, double range)
{
  int n = 1;

  while (n < TRANSLATION_LEVELS && range > 2.0 && width >= 2 * VNK_TRANSLATION_MIN_SIDE && height >= 2 *
         VNK_TRANSLATION_MIN_SIDE)
    {
      width = (width + 1) / 2;
      height = (height + 1) / 2;
      range /= 2.0;
      n++;
    }
  return n;
}

static TranslationGrid
make_grid (int width, int height)
{
  TranslationGrid grid;
  int step = (int) ceil (sqrt ((double) width * height / VNK_TRANSLATION_SAMPLES));

  grid.step = step;
  grid.first = step / 2;
  grid.columns = (width - grid.first + step - 1) / step;
  grid.points = grid.columns * ((height - grid.first + step - 1) / step);
  return grid;
}

/* Where the levels lie: floats from the first. Returns how many all take. */
static size_t
lay_out_levels (TranslationJob *job, int width, int height, bool weighted, size_t *at)
{
  size_t floats = 0;

  job->n_levels = count_levels (width, height, (double) job->guess.range);
  for (int i = 0; i < job->n_levels; i++)
    {
      TranslationLevel *level = &job->levels[i];

      level->grid = make_grid (width, height);
      level->width = width;
      level->height = height;
      level->stride = (width + LEVEL_ROW - 1) / LEVEL_ROW * LEVEL_ROW;
      level->strips_x = (width + TRANSLATION_STRIP - 1) / TRANSLATION_STRIP;
      level->strips = level->strips_x * ((height + TRANSLATION_FEW_ROWS - 1) / TRANSLATION_FEW_ROWS);
      level->small = level->strips <= VNK_LARGEST_CLUSTER * TRANSLATION_WARPS;
      if (!level->small)
        level->strips = level->strips_x * ((height + TRANSLATION_ROWS - 1) / TRANSLATION_ROWS);
      at[i] = floats;
      floats += (weighted ? 3 : 2) * (size_t) level->stride * (size_t) height;
      width = (width + 1) / 2;
      height = (height + 1) / 2;
    }

  job->shares = VNK_LARGEST_CLUSTER;
  while (job->shares > 1 && job->shares / 2 * TRANSLATION_WARPS >= job->levels[0].strips)
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
allocate (vnk_cuda *cuda, TranslationJob *job, int width, int height, bool weighted)
{
  size_t at[TRANSLATION_LEVELS], points = 0, floats = lay_out_levels (job, width, height, weighted, at);
  const TranslationLevel *smallest = &job->levels[job->n_levels - 1];
  int pieces = (smallest->width + 31) / 32 * ((smallest->height + TRANSLATION_PIECE_ROWS - 1) / TRANSLATION_PIECE_ROWS);
  bool complete = true;

  for (int i = 0; i < job->n_levels; i++)
    if ((size_t) job->levels[i].grid.points > points)
      points = (size_t) job->levels[i].grid.points;
  job->n_slots = pieces > TRANSLATION_MIN_SLOTS ? pieces : TRANSLATION_MIN_SLOTS;
  job->tiles_x = (width + VNK_TRANSLATION_TILE - 1) / VNK_TRANSLATION_TILE;
  job->tiles = job->tiles_x * ((height + VNK_TRANSLATION_TILE - 1) / VNK_TRANSLATION_TILE);

  float *levels = (float *) take (cuda, floats * sizeof (float), &complete);

  job->samples = (float *) take (cuda, points * sizeof (float), &complete);
  job->slots = (float *) take (cuda, 2 * (size_t) job->n_slots * TRANSLATION_TRIED * sizeof (float), &complete);
  job->tile_sums = (float *) take (cuda, (size_t) job->tiles * TRANSLATION_SUMS * sizeof (float), &complete);
  job->block_sums = (double *) take (cuda, (size_t) vnk_cuda_blocks (job->tiles, LAST_TILES) * TRANSLATION_SUMS *
                                     sizeof (double), &complete);
  job->found = (TranslationFound *) take (cuda, sizeof *job->found, &complete);
  job->result = (TranslationResult *) take (cuda, sizeof *job->result, &complete);
  if (!complete)
    return vnk_cuda_no_memory (cuda);

  for (int i = 0; i < job->n_levels; i++)
    {
      TranslationLevel *level = &job->levels[i];
      size_t size = (size_t) level->stride * (size_t) level->height;

      level->first = levels + at[i];
      level->second = level->first + size;
      level->weight = weighted ? level->second + size : NULL;
    }
  return VNK_OK;
}

/* As few blocks a task as leave room for all tasks, where there are many: the fewer the less they wait for each
 * other. */
static int
cluster_for (const vnk_cuda *cuda, int shares, int n)
{
  int maximum = n <= 6 ? VNK_LARGEST_CLUSTER : n <= 12 ? VNK_LARGEST_CLUSTER / 2 : VNK_LARGEST_CLUSTER / 4;

  maximum = maximum < cuda->translation_blocks ? maximum : cuda->translation_blocks;
  return maximum < shares ? maximum : shares;
}

template <int N>
static vnk_status
launch (vnk_cuda *cuda, const TranslationTasks<N> &all, int n)
{
  unsigned int fill = 1, last = 1, planes = 2, across = 0, down = 0, tasks = (unsigned int) n;
  int shares = VNK_LARGEST_CLUSTER;

  for (int i = 0; i < n; i++)
    {
      const TranslationTask *task = &all.tasks[i];

      fill = max (fill, (unsigned int) task->fill_blocks);
      last = max (last, (unsigned int) task->last_blocks);
      planes = task->weight.data != NULL ? 3 : planes;
      shares = min (shares, task->job.shares);
      if (task->out.data == NULL)
        continue;
      across = max (across, vnk_cuda_blocks (task->out.width, ALIGN_X));
      down = max (down, vnk_cuda_rows ((task->out.height + ALIGN_Y - 1) / ALIGN_Y));
    }
  if (cuda->translation_blocks == 0)
    cuda->translation_blocks = min (vnk_cuda_largest_cluster (cuda, translation_find<1>, TRANSLATION_THREADS, 0,
                                                              VNK_LARGEST_CLUSTER),
                                    vnk_cuda_largest_cluster (cuda, translation_find<VNK_MAX_BATCH>,
                                                              TRANSLATION_THREADS,
                                                              0, VNK_LARGEST_CLUSTER));

  int blocks = cluster_for (cuda, shares, n);

  VNK_TRY (vnk_cuda_launch_with (cuda, fill_levels<N>, dim3 (fill, planes, tasks), FILL_THREADS, 0, 1, true, all));
  VNK_TRY (vnk_cuda_launch_with (cuda, translation_find<N>, dim3 ((unsigned int) blocks, tasks), TRANSLATION_THREADS, 0,
                                 blocks,
                                 true, all));
  VNK_TRY (vnk_cuda_launch_with (cuda, translation_last<N>, dim3 (last, tasks), 32 * LAST_WARPS, 0, 1, true, all));
  if (across == 0)
    return VNK_OK;
  return vnk_cuda_launch_with (cuda, align<N>, dim3 (across, down, tasks), dim3 (ALIGN_X, ALIGN_Y), 0, 1, true, all);
}

/* ---- The operation ---- */

/* What is asked for. */
struct TranslationRequest
{
  TranslationTask   task;
  TranslationResult found;
};

/* Memory for what the task needs. */
static vnk_status
prepare (vnk_cuda *cuda, TranslationRequest *request)
{
  TranslationTask *task = &request->task;
  void *to_host;

  VNK_TRY (allocate (cuda, &task->job, task->first.width, task->first.height, task->weight.data != NULL));
  task->fill_blocks = (int) (vnk_cuda_blocks (task->first.width, FILL_X) * vnk_cuda_blocks (task->first.height,
                                                                                            FILL_Y));
  task->last_blocks = (int) vnk_cuda_blocks (task->job.tiles, LAST_TILES);
  VNK_TRY (vnk_cuda_share (cuda, &request->found, sizeof request->found, &to_host));
  task->job.to_host = (TranslationResult *) to_host;
  return VNK_OK;
}

static vnk_status
run_one (vnk_cuda *cuda, TranslationRequest *request)
{
  TranslationTasks<1> all = {};

  VNK_TRY (prepare (cuda, request));
  all.tasks[0] = request->task;
  return launch (cuda, all, 1);
}

static vnk_status
run_batch (vnk_cuda *cuda, void *const *requests, int n)
{
  TranslationRequest *const *them = reinterpret_cast<TranslationRequest *const *> (requests);
  TranslationTasks<VNK_MAX_BATCH> all = {};

  if (n == 1)
    {
      VNK_TRY (run_one (cuda, them[0]));
      return vnk_cuda_end (cuda);
    }

  VNK_TRY (vnk_cuda_reserve (cuda, (size_t) n * (sizeof (TranslationResult) + VNK_SHARED_STEP)));
  for (int i = 0; i < n; i++)
    {
      VNK_TRY (prepare (cuda, them[i]));
      all.tasks[i] = them[i]->task;
    }
  VNK_TRY (launch (cuda, all, n));
  return vnk_cuda_end (cuda);
}

static vnk_status
run (vnk_cuda *cuda, const vnk_plane *first, const vnk_plane *weight, const vnk_plane *second,
     TranslationRequest *request,
     vnk_plane *aligned)
{
  TranslationTask *task = &request->task;
  bool on_device = first->device != NULL && second->device != NULL && (weight == NULL || weight->device != NULL) &&
                   (aligned == NULL || aligned->device != NULL);
  bool batches = on_device && vnk_cuda_batches (cuda);

  if (!batches)
    VNK_TRY (vnk_cuda_flush (cuda));
  VNK_TRY (vnk_cuda_read (cuda, first, &task->first));
  VNK_TRY (vnk_cuda_read (cuda, second, &task->second));
  if (weight != NULL)
    VNK_TRY (vnk_cuda_read (cuda, weight, &task->weight));
  if (aligned != NULL)
    {
      VNK_TRY (vnk_cuda_write (cuda, aligned, &task->out));
      VNK_TRY (vnk_cuda_part (cuda, &task->second, &task->out));
    }
  if (batches)
    VNK_TRY (vnk_cuda_batcher_run (cuda, VNK_BATCH_TRANSLATION, run_batch, request));
  else
    VNK_TRY (run_one (cuda, request));
  if (aligned != NULL)
    VNK_TRY (vnk_cuda_written (cuda, aligned, &task->out));
  /* What the host wants to know is there before the plane is aligned. */
  return on_device && !batches ? vnk_cuda_wait_until_ready (cuda, &task->job.to_host->ready) : vnk_cuda_end (cuda);
}

vnk_status
vnk_cuda_translation (vnk_backend *backend, const vnk_plane *first, const vnk_plane *weight, const vnk_plane *second,
                      vnk_translation *shift, vnk_plane *aligned)
{
  vnk_cuda *cuda;
  TranslationRequest request = {};

  if (!vnk_check_translation (first, weight, second, shift, aligned))
    return VNK_ERROR_INVALID;
  VNK_TRY (vnk_cuda_begin_together (backend, &cuda));
  request.task.job.guess = { shift->guess_x, shift->guess_y, shift->range };
  VNK_TRY (run (cuda, first, weight, second, &request, aligned));

  shift->dx = request.found.dx;
  shift->dy = request.found.dy;
  shift->gain = request.found.gain;
  shift->offset = request.found.offset;
  shift->variance_xx = request.found.variance_xx;
  shift->variance_xy = request.found.variance_xy;
  shift->variance_yy = request.found.variance_yy;
  return VNK_OK;
}
