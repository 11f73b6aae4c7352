/* shift-find.cuh: from the smallest level of a picture that has moved to the largest
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * One cluster of blocks goes from the smallest level to the largest by itself: the blocks share the tiles of a pass,
 * wait for each other, and then each works out the same step, so that nothing goes to the host in between. Which block
 * had which tile does not show in the result: a tile's sums are one warp's, and the total is formed in a fixed order.
 */

#pragma once

#include "shift-median.cuh"

/* ---- What the blocks share ---- */

/* By all threads, when the state has changed. */
static __device__ void
shift_take_aim (const ShiftLevel &level, ShiftShared *shared)
{
  const ShiftState &state = shared->state;
  ShiftAim *aim = &shared->aim;
  int t = threadIdx.x;

  __syncthreads ();
  if (t < 2 * SHIFT_TAPS)
    {
      double at = t < SHIFT_TAPS ? state.dx : state.dy;

      (t < SHIFT_TAPS ? aim->taps_x : aim->taps_y)[t % SHIFT_TAPS] = shift_tap (at - floor (at), t % SHIFT_TAPS);
    }
  else if (t == 32)
    {
      aim->whole_x = (int) floor (state.dx);
      aim->whole_y = (int) floor (state.dy);
      shift_set_bounds (aim, level);
    }
  else if (t == 64)
    {
      aim->gain = (float) state.gain;
      aim->offset = (float) state.offset;
      aim->inverse = (float) (1.0 / (state.scale * state.scale));
    }
  __syncthreads ();
}

static __device__ __forceinline__ float *
shift_tile_sums (const ShiftJob &job, int set, int slot)
{
  return job.tiles + ((ptrdiff_t) set * job.n_slots + slot) * SHIFT_SUMS;
}

/* The sums over the n slots of a set from `first` on, for the first SHIFT_MAIN_SUMS values or those behind them. */
template <int FIRST, int N>
static __device__ void
shift_add_tiles (const ShiftJob &job, int set, int n, ShiftShared *shared)
{
  constexpr int SHARES = 32 / N;
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  double sum = 0.0;

  for (int i = warp * SHARES + lane / N; i < n; i += SHIFT_WARPS * SHARES)
    sum += (double) shift_tile_sums (job, set, i)[FIRST + lane % N];
#pragma unroll
  for (int step = N; step < 32; step *= 2)
    sum += __shfl_xor_sync (0xffffffffu, sum, step);
  if (lane < N)
    shared->parts[warp][FIRST + lane] = sum;
  __syncthreads ();
  if (threadIdx.x < N)
    {
      sum = 0.0;
      for (int i = 0; i < SHIFT_WARPS; i++)
        sum += shared->parts[i][FIRST + threadIdx.x];
      shared->sums[FIRST + threadIdx.x] = sum;
    }
  __syncthreads ();
}

/* Of the tasks of warps: few of them are spread over all blocks. */
static __device__ __forceinline__ int
shift_first_task (void)
{
  return blockIdx.x + threadIdx.x / 32 * gridDim.x;
}

static __device__ __forceinline__ float *
shift_own_patches (const ShiftShared *shared)
{
  return shared->patches + threadIdx.x / 32 * SHIFT_PATCHES;
}

/* One pass; the sums are then in each block. */
template <bool LAST>
static __device__ void
shift_sum_up (const ShiftJob &job, const ShiftLevel &level, int set, ShiftShared *shared)
{
  for (int tile = shift_first_task (); tile < level.tiles; tile += gridDim.x * SHIFT_WARPS)
    shift_sum_tile<false, LAST> (level, shared->aim, tile, shift_own_patches (shared),
                                 shift_tile_sums (job, set, tile));
  vnk_cluster_wait ();
  shift_add_tiles<0, SHIFT_MAIN_SUMS> (job, set, level.tiles, shared);
  if constexpr (LAST)
    shift_add_tiles<SHIFT_MAIN_SUMS, SHIFT_SUMS - SHIFT_MAIN_SUMS> (job, set, level.tiles, shared);
}

/* ---- Smaller levels ---- */

/* A pixel of the plane of half the size. */
static __device__ __forceinline__ float
shift_halved (const float *in, const ShiftLevel &from, int x, int y)
{
  float rows[4];

#pragma unroll
  for (int j = 0; j < 4; j++)
    {
      const float *row = in + min (max (2 * y + j - 1, 0), from.height - 1) * (ptrdiff_t) from.stride;

      rows[j] = row[max (2 * x - 1, 0)] + row[min (2 * x + 2, from.width - 1)] +
                3.0f * (row[2 * x] + row[min (2 * x + 1, from.width - 1)]);
    }
  return (rows[0] + rows[3] + 3.0f * (rows[1] + rows[2])) * (1.0f / 64.0f);
}

static __device__ void
shift_halve (const ShiftLevel &from, const ShiftLevel &to)
{
  for (int i = blockIdx.x * SHIFT_THREADS + threadIdx.x; i < to.width * to.height; i += gridDim.x * SHIFT_THREADS)
    {
      int y = i / to.width, x = i - y * to.width;
      ptrdiff_t at = y * (ptrdiff_t) to.stride + x;
      /* All that is read before anything is written, so that nothing waits for it in between. */
      float first = shift_halved (from.first, from, x, y), second = shift_halved (from.second, from, x, y);
      float weight = to.weight != NULL ? shift_halved (from.weight, from, x, y) : 1.0f;

      to.first[at] = first;
      to.second[at] = second;
      if (to.weight != NULL)
        to.weight[at] = weight;
    }
}

/* ---- The search ---- */

/* Candidate `index` of a square of whole shifts around the guess. */
static __device__ __forceinline__ void
shift_candidate_at (int index, int range, double guess_x, double guess_y, ShiftState *state)
{
  state->dx = round (guess_x) + index % (2 * range + 1) - range;
  state->dy = round (guess_y) + index / (2 * range + 1) - range;
}

/* By one warp: how well a candidate correlates. */
static __device__ void
shift_judge_candidate (const ShiftJob &job, const ShiftLevel &level, int set, int candidate, ShiftShared *shared)
{
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  double sum = 0.0;

#pragma unroll 8
  for (int i = lane / SHIFT_MAIN_SUMS; i < level.tiles; i += 2)
    sum += (double) shift_tile_sums (job, set, candidate * level.tiles + i)[lane % SHIFT_MAIN_SUMS];
  sum += __shfl_xor_sync (0xffffffffu, sum, SHIFT_MAIN_SUMS);
  if (lane < SHIFT_MAIN_SUMS)
    shared->parts[warp][lane] = sum;
  __syncwarp ();
  if (lane == 0)
    shared->correlation[candidate] =
      shift_correlate (shared->parts[warp], &shared->gain[candidate], &shared->offset[candidate]);
  __syncwarp ();
}

/* The best whole shift of the smallest level; of those as good the nearest to the guess. */
static __device__ bool
shift_search (const ShiftJob &job, ShiftShared *shared)
{
  const ShiftLevel &level = job.levels[job.n_levels - 1];
  double part = 1.0 / (1 << (job.n_levels - 1));
  double guess_x = part * (double) job.guess.x, guess_y = part * (double) job.guess.y, best = 0.0, nearest = INFINITY;
  int range = (int) ceil (part * (double) job.guess.range), n = (2 * range + 1) * (2 * range + 1);
  int at_once = min (max (job.n_slots / level.tiles, 1), SHIFT_CANDIDATES), set = 0;
  ShiftState tried = { 0.0, 0.0, 0.0, 0.0, INFINITY };

  for (int first = 0; first < n; first += at_once, set ^= 1)
    {
      int some = min (at_once, n - first);

      for (int i = shift_first_task (); i < some * level.tiles; i += gridDim.x * SHIFT_WARPS)
        {
          int candidate = i / level.tiles, tile = i - candidate * level.tiles;
          ShiftAim aim = {};

          shift_candidate_at (first + candidate, range, guess_x, guess_y, &tried);
          aim.whole_x = (int) tried.dx;
          aim.whole_y = (int) tried.dy;
          shift_set_bounds (&aim, level);
          shift_sum_tile<true, false> (level, aim, tile, shift_own_patches (shared), shift_tile_sums (job, set, i));
        }
      vnk_cluster_wait ();

      for (int candidate = threadIdx.x / 32; candidate < some; candidate += SHIFT_WARPS)
        shift_judge_candidate (job, level, set, candidate, shared);
      for (int i = threadIdx.x; i < some; i += SHIFT_THREADS)
        {
          shift_candidate_at (first + i, range, guess_x, guess_y, &tried);

          double x = tried.dx - guess_x, y = tried.dy - guess_y;

          shared->distance[i] = __dadd_rn (__dmul_rn (x, x), __dmul_rn (y, y));
        }
      __syncthreads ();
      for (int i = 0; i < some && threadIdx.x == 0; i++)
        {
          double correlation = shared->correlation[i], distance = shared->distance[i];
          bool same = fabs (correlation - best) <= (double) VNK_SAME_CORRELATION;

          if (correlation <= 0.0 || (same ? distance >= nearest : correlation < best))
            continue;
          best = correlation;
          nearest = distance;
          shift_candidate_at (first + i, range, guess_x, guess_y, &tried);
          shared->state = tried;
          shared->state.gain = shared->gain[i];
          shared->state.offset = shared->offset[i];
        }
      __syncthreads ();
    }
  if (threadIdx.x == 0)
    shared->any = best > 0.0;
  __syncthreads ();
  return shared->any;
}

/* ---- The scale of the residuals ---- */

static __device__ float
shift_sample_residual (const ShiftLevel &level, const ShiftAim &aim, int x, int y)
{
  int u = x + aim.whole_x, v = y + aim.whole_y;
  float weight = level.weight != NULL ? level.weight[y * (ptrdiff_t) level.stride + x] : 1.0f, sum = 0.0f;

  if (weight <= 0.0f || u < 2 || v < 2 || u > level.width - 4 || v > level.height - 4)
    return -1.0f;

#pragma unroll
  for (int j = 0; j < SHIFT_TAPS; j++)
    {
      const float *row = level.second + (v + j - 2) * (ptrdiff_t) level.stride + u - 2;
      float part = 0.0f;

#pragma unroll
      for (int i = 0; i < SHIFT_TAPS; i++)
        part = fmaf (aim.taps_x[i], row[i], part);
      sum = fmaf (aim.taps_y[j], part, sum);
    }
  return sqrtf (weight) * fabsf (sum - aim.gain * level.first[y * (ptrdiff_t) level.stride + x] - aim.offset);
}

/* The scale of the state that is aimed at. */
static __device__ void
shift_measure_scale (const ShiftJob &job, const ShiftLevel &level, ShiftShared *shared)
{
  const ShiftLattice &lattice = level.lattice;

  for (int i = blockIdx.x * SHIFT_THREADS + threadIdx.x; i < lattice.points; i += gridDim.x * SHIFT_THREADS)
    job.samples[i] = shift_sample_residual (level, shared->aim, lattice.first + i % lattice.columns * lattice.step,
                                      lattice.first + i / lattice.columns * lattice.step);
  vnk_cluster_wait ();

  unsigned keys[SHIFT_ITEMS];
  int n = shift_take_samples (job, lattice.points, keys, shared);
  double sd = n > 0 ? 1.4826 * (double) shift_select_kth (keys, n / 2, shared) : 0.0;

  if (threadIdx.x == 0)
    {
      shared->state.scale = VNK_SHIFT_TOLERANCE * fmax (sd, VNK_SHIFT_LEAST_SD);
      shared->aim.inverse = (float) (1.0 / (shared->state.scale * shared->state.scale));
    }
  __syncthreads ();
}

/* ---- From level to level ---- */

static __device__ bool
shift_settle (const ShiftJob &job, int at, int *set, ShiftShared *shared)
{
  const ShiftLevel &level = job.levels[at];
  double settled = at > 0 ? VNK_SHIFT_NEARLY_SETTLED : VNK_SHIFT_SETTLED;

  for (int i = 0; i < VNK_SHIFT_STEPS; i++)
    {
      shift_take_aim (level, shared);
      if (i < VNK_SHIFT_SCALINGS)
        shift_measure_scale (job, level, shared);
      shift_sum_up<false> (job, level, *set, shared);
      *set ^= 1;
      if (threadIdx.x == 0)
        shared->length = shift_take_step (&shared->state, shared->sums);
      __syncthreads ();

      double length = shared->length;

      if (length < 0.0)
        return false;
      if (length < settled && i >= VNK_SHIFT_SCALINGS - 1)
        break;
    }
  return true;
}

/* By one block: adds N values over its threads. */
template <int N>
static __device__ void
shift_add_up (double (&values)[N], ShiftShared *shared)
{
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32;

#pragma unroll
  for (int k = 0; k < N; k++)
    {
#pragma unroll
      for (int step = 16; step > 0; step /= 2)
        values[k] += __shfl_xor_sync (0xffffffffu, values[k], step);
      if (lane == 0)
        shared->parts[warp][k] = values[k];
    }
  __syncthreads ();
  for (int k = 0; k < N; k++)
    {
      values[k] = 0.0;
      for (int i = 0; i < SHIFT_WARPS; i++)
        values[k] += shared->parts[i][k];
    }
}

/* By one block: the variance is that over tiles as clusters. */
static __device__ void
shift_report (const ShiftJob &job, int set, ShiftShared *shared)
{
  const ShiftLevel &level = job.levels[0];
  ShiftEquations e;

  if (!shift_equations (shared->sums, &e))
    return;

  /* How far each tile alone would push the shift, and tiles that hold the texture, counted by their share of it: a few
   * of them say little about their scatter. */
  double values[5] = { 0.0, 0.0, 0.0, 0.0, 0.0 };

  for (int i = threadIdx.x; i < level.tiles; i += SHIFT_THREADS)
    {
      const float *tile = shift_tile_sums (job, set, i);
      double f = (double) tile[SHIFT_F_R], one = (double) tile[SHIFT_R];
      double x = (double) tile[SHIFT_GX_R] - e.x_f * f - e.x_1 * one;
      double y = (double) tile[SHIFT_GY_R] - e.y_f * f - e.y_1 * one;
      double gradient = (double) tile[SHIFT_GX_GX] + (double) tile[SHIFT_GY_GY];

      values[0] += x * x;
      values[1] += x * y;
      values[2] += y * y;
      values[3] += gradient;
      values[4] += gradient * gradient;
    }
  shift_add_up (values, shared);

  double clusters = values[4] > 0.0 ? values[3] * values[3] / values[4] : 0.0;
  double scatter[3] = { values[0], values[1], values[2] };

  if (threadIdx.x == 0 && clusters > VNK_SHIFT_LEAST_CLUSTERS)
    shift_report (job.guess, shared->state, e, shared->sums, clusters, scatter, *job.mean, job.result);
}

static __global__ void __launch_bounds__ (SHIFT_THREADS)
shift_find (const __grid_constant__ ShiftJob job)
{
  __shared__ ShiftShared shared;
  VNK_DYNAMIC_SHARED (float, patches);
  int set = 0;

  if (threadIdx.x == 0)
    shared.patches = patches;
  __syncthreads ();

  vnk_wait_for_kernel_before ();
  if (blockIdx.x == 0 && threadIdx.x == 0)
    *job.result = { job.guess.x, job.guess.y, 1.0f, 0.0f, job.guess.range * job.guess.range, 0.0f,
                    job.guess.range * job.guess.range };
  for (int i = 1; i < job.n_levels; i++)
    {
      shift_halve (job.levels[i - 1], job.levels[i]);
      vnk_cluster_wait ();
    }

  if (!shift_search (job, &shared))
    return;
  vnk_cluster_wait ();
  for (int i = job.n_levels - 1; i >= 0; i--)
    {
      if (!shift_settle (job, i, &set, &shared))
        return;
      if (threadIdx.x == 0 && i > 0)
        {
          shared.state.dx *= 2.0;
          shared.state.dy *= 2.0;
        }
      __syncthreads ();
    }

  shift_take_aim (job.levels[0], &shared);
  shift_sum_up<true> (job, job.levels[0], set, &shared);
  if (blockIdx.x == 0)
    shift_report (job, set, &shared);
}
