/* translation-last.cuh: the sums of tiles, and what is known of a movement
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * With the movement found, each tile is summed up by two warps, its upper and its lower half, wherever there is room on
 * the device. The block that comes to its end last adds up what all have found, and reports.
 */

#pragma once

#include "translation-shared.cuh"

#define LAST_WARPS 8
#define LAST_TILES (LAST_WARPS / 2) /* of a block */
#define LAST_ROWS (VNK_TRANSLATION_TILE / 2)
#define LAST_FIRST 4                /* thread of a tile's first column: gradients take one more on both sides */

struct TranslationLastShared
{
  TranslationAim aim;
  double         sums[TRANSLATION_SUMS];
  double         parts[LAST_WARPS][TRANSLATION_SUMS];
  double         sums_of[TRANSLATION_SUMS];
  float          halves[LAST_WARPS][TRANSLATION_SUMS];
  bool           last;
};

/* By one warp: each thread's sums over its column of half a tile. */
static __device__ __forceinline__ void
translation_sum_half (const TranslationLevel &level, const TranslationAim &aim, int x0, int y0,
                      float (&main)[TRANSLATION_MAIN_SUMS], float (&more)[TRANSLATION_SUMS - TRANSLATION_MAIN_SUMS])
{
  int lane = threadIdx.x % 32, x = x0 + lane - LAST_FIRST;
  const float *first = level.first + min (max (x, 0), level.width - 1);
  const float *second = level.second + min (max (x + aim.whole_x, 0), level.width - 1);
  bool mine = lane >= LAST_FIRST && lane < LAST_FIRST + VNK_TRANSLATION_TILE && x >= aim.left && x <= aim.right;
  float in[LAST_ROWS + TRANSLATION_TAPS + 1], around[LAST_ROWS + 2], moved[LAST_ROWS + 2];

#pragma unroll
  for (int k = 0; k < TRANSLATION_MAIN_SUMS; k++)
    main[k] = 0.0f;
#pragma unroll
  for (int k = 0; k < TRANSLATION_SUMS - TRANSLATION_MAIN_SUMS; k++)
    more[k] = 0.0f;
  if (y0 > aim.bottom || y0 + LAST_ROWS <= aim.top || x0 > aim.right || x0 + VNK_TRANSLATION_TILE <= aim.left)
    return;

#pragma unroll
  for (int j = 0; j < LAST_ROWS + TRANSLATION_TAPS + 1; j++)
    in[j] = second[min (max (y0 + aim.whole_y + j - TRANSLATION_BEFORE - 1, 0), level.height - 1) *
                   (ptrdiff_t) level.stride];
#pragma unroll
  for (int j = 0; j < LAST_ROWS + 2; j++)
    around[j] = first[min (max (y0 + j - 1, 0), level.height - 1) * (ptrdiff_t) level.stride];

#pragma unroll
  for (int j = 0; j < LAST_ROWS + 2; j++)
    {
      float column = 0.0f;

      moved[j] = 0.0f;
#pragma unroll
      for (int i = 0; i < TRANSLATION_TAPS; i++)
        column = fmaf (aim.taps_y[i], in[j + i], column);
#pragma unroll
      for (int i = 0; i < TRANSLATION_TAPS; i++)
        moved[j] = fmaf (aim.taps_x[i], __shfl_sync (0xffffffffu, column, (lane + i - TRANSLATION_BEFORE) & 31),
                         moved[j]);
    }

#pragma unroll
  for (int j = 0; j < LAST_ROWS; j++)
    {
      bool counts = mine && y0 + j >= aim.top && y0 + j <= aim.bottom;
      float weight = counts ? level.weight != NULL
                     ? level.weight[(y0 + j) * (ptrdiff_t) level.stride + x] : 1.0f : 0.0f;
      float f = around[j + 1];
      float left = __shfl_sync (0xffffffffu, f, (lane - 1) & 31), right = __shfl_sync (0xffffffffu, f, (lane + 1) & 31);
      float before = __shfl_sync (0xffffffffu, moved[j + 1], (lane - 1) & 31);
      float behind = __shfl_sync (0xffffffffu, moved[j + 1], (lane + 1) & 31);
      float gx = 0.5f * (right - left), gy = 0.5f * (around[j + 2] - around[j]);
      float jx = 0.5f * (behind - before), jy = 0.5f * (moved[j + 2] - moved[j]);
      float r = moved[j + 1] - aim.gain * f - aim.offset;
      float fit = 1.0f + weight * r * r * aim.inverse;
      float w = __fdividef (weight, fit * fit), slope = __fdividef (4.0f - 3.0f * fit, fit);

      translation_add_pixel (aim, weight, f, gx, gy, moved[j + 1], main);
      more[TRANSLATION_GX_JX - TRANSLATION_MAIN_SUMS] += slope * w * gx * jx;
      more[TRANSLATION_GX_JY - TRANSLATION_MAIN_SUMS] += slope * 0.5f * w * (gx * jy + gy * jx);
      more[TRANSLATION_GY_JY - TRANSLATION_MAIN_SUMS] += slope * w * gy * jy;
      more[TRANSLATION_S - TRANSLATION_MAIN_SUMS] += slope * w;
    }
}

/* By one block: the sums of its tiles, and those of all of them. */
static __device__ void
translation_sum_tiles (const TranslationJob &job, TranslationLastShared *shared)
{
  const TranslationLevel &level = job.levels[0];
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32, tile = blockIdx.x * LAST_TILES + warp / 2;
  float main[TRANSLATION_MAIN_SUMS], more[TRANSLATION_SUMS - TRANSLATION_MAIN_SUMS];
  int down = tile / job.tiles_x, right = tile - down * job.tiles_x;

  translation_sum_half (level, shared->aim, right * VNK_TRANSLATION_TILE,
                        down * VNK_TRANSLATION_TILE + warp % 2 * LAST_ROWS, main, more);

  float sum = translation_warp_sums (main, lane);

  if (lane % 2 == 0)
    shared->halves[warp][lane / 2] = sum;
#pragma unroll
  for (int k = 0; k < TRANSLATION_SUMS - TRANSLATION_MAIN_SUMS; k++)
    {
#pragma unroll
      for (int step = 16; step > 0; step /= 2)
        more[k] += __shfl_xor_sync (0xffffffffu, more[k], step);
      if (lane == 0)
        shared->halves[warp][TRANSLATION_MAIN_SUMS + k] = more[k];
    }
  __syncthreads ();

  for (int i = threadIdx.x; i < LAST_TILES * TRANSLATION_SUMS; i += 32 * LAST_WARPS)
    {
      int own = i / TRANSLATION_SUMS, k = i - own * TRANSLATION_SUMS;

      if ((int) blockIdx.x * LAST_TILES + own < job.tiles)
        job.tile_sums[(blockIdx.x * LAST_TILES + own) * TRANSLATION_SUMS + k] =
          shared->halves[2 * own][k] + shared->halves[2 * own + 1][k];
    }
  if (threadIdx.x < TRANSLATION_SUMS)
    {
      double all = 0.0;

#pragma unroll
      for (int i = 0; i < LAST_WARPS; i++)
        all += (double) shared->halves[i][threadIdx.x];
      job.block_sums[blockIdx.x * TRANSLATION_SUMS + threadIdx.x] = all;
    }
}

/* By the last block: the sums of all blocks. */
static __device__ void
translation_add_last (const TranslationJob &job, int n_blocks, TranslationLastShared *shared)
{
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32;

  if (lane < TRANSLATION_SUMS)
    {
      double sum = 0.0;

#pragma unroll 10
      for (int i = warp; i < n_blocks; i += LAST_WARPS)
        sum += __ldcg (&job.block_sums[i * TRANSLATION_SUMS + lane]);
      shared->parts[warp][lane] = sum;
    }
  __syncthreads ();
  if (threadIdx.x < TRANSLATION_SUMS)
    {
      double sum = 0.0;

#pragma unroll
      for (int i = 0; i < LAST_WARPS; i++)
        sum += shared->parts[i][threadIdx.x];
      shared->sums[threadIdx.x] = sum;
    }
  __syncthreads ();
}

/* By one block: adds N values over its threads. */
template <int N>
static __device__ void
translation_add_up (double (&values)[N], TranslationLastShared *shared)
{
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32;

  /* Code that runs but once takes its time to get here: little of it. */
#pragma unroll 1
  for (int step = 16; step > 0; step /= 2)
#pragma unroll
    for (int k = 0; k < N; k++)
      values[k] += __shfl_xor_sync (0xffffffffu, values[k], step);
#pragma unroll
  for (int k = 0; k < N; k++)
    if (lane == 0)
      shared->parts[warp][k] = values[k];
  __syncthreads ();
  if (threadIdx.x < N)
    {
      double sum = 0.0;

#pragma unroll 1
      for (int i = 0; i < LAST_WARPS; i++)
        sum += shared->parts[i][threadIdx.x];
      shared->sums_of[threadIdx.x] = sum;
    }
  __syncthreads ();
#pragma unroll
  for (int k = 0; k < N; k++)
    values[k] = shared->sums_of[k];
}

/* By one block: the variance is that over tiles as clusters. `result` is only changed where something is known. */
static __device__ void
translation_report_all (const TranslationJob &job, const TranslationState &state, TranslationLastShared *shared,
                        TranslationResult *result)
{
  TranslationEquations e;

  if (!translation_equations (shared->sums, &e))
    return;

  /* How far each tile alone would push the shift, and tiles that hold the texture, counted by their share of it: a few
   * of them say little about their scatter. */
  double values[5] = { 0.0, 0.0, 0.0, 0.0, 0.0 };

#pragma unroll 1
  for (int i = threadIdx.x; i < job.tiles; i += 32 * LAST_WARPS)
    {
      const float *tile = job.tile_sums + i * TRANSLATION_SUMS;
      double f = (double) __ldcg (&tile[TRANSLATION_F_R]), one = (double) __ldcg (&tile[TRANSLATION_R]);
      double x = (double) __ldcg (&tile[TRANSLATION_GX_R]) - e.x_f * f - e.x_1 * one;
      double y = (double) __ldcg (&tile[TRANSLATION_GY_R]) - e.y_f * f - e.y_1 * one;
      double gradient = (double) __ldcg (&tile[TRANSLATION_GX_GX]) + (double) __ldcg (&tile[TRANSLATION_GY_GY]);

      values[0] += x * x;
      values[1] += x * y;
      values[2] += y * y;
      values[3] += gradient;
      values[4] += gradient * gradient;
    }
  translation_add_up (values, shared);

  double clusters = values[4] > 0.0 ? values[3] * values[3] / values[4] : 0.0;
  double scatter[3] = { values[0], values[1], values[2] };

  if (threadIdx.x == 0 && clusters > VNK_TRANSLATION_MIN_CLUSTERS)
    translation_report (job.guess, state, e, shared->sums, clusters, scatter, job.found->mean, result);
}

/* y: which of the tasks. */
template <int N>
static __global__ void __launch_bounds__ (32 * LAST_WARPS)
translation_last (const __grid_constant__ TranslationTasks<N> all)
{
  __shared__ TranslationLastShared shared;
  const TranslationTask &task = all.tasks[N > 1 ? blockIdx.y : 0];
  const TranslationJob &job = task.job;
  float limit = job.guess.range * job.guess.range;
  TranslationResult result = { job.guess.x, job.guess.y, 1.0f, 0.0f, limit, 0.0f, limit, 0 };

  vnk_start_kernel_behind ();
  if ((int) blockIdx.x >= task.last_blocks)
    return;
  vnk_wait_for_kernel_before ();

  TranslationState state = job.found->state;
  bool known = job.found->known != 0;

  if (known)
    {
      translation_take_aim (job.levels[0], state, &shared.aim);
      translation_sum_tiles (job, &shared);
    }
  __threadfence ();
  __syncthreads ();
  if (threadIdx.x == 0)
    shared.last = atomicAdd (&job.found->ended, 1) == task.last_blocks - 1;
  __syncthreads ();
  if (!shared.last)
    return;

  __threadfence ();
  if (known)
    {
      translation_add_last (job, task.last_blocks, &shared);
      translation_report_all (job, state, &shared, &result);
    }
  if (threadIdx.x == 0)
    {
      *job.result = *job.to_host = result;
      vnk_cuda_set_ready (&job.to_host->ready);
    }
}
