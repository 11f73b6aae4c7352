/* translation-find.cuh: from the smallest level of a picture that has moved to the largest
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * One cluster of blocks goes from the smallest level to the largest by itself: the blocks share the strips of a pass,
 * tell each other their sums, wait for each other, and then each works out the same step, so that nothing goes to the
 * host, or through the device's memory, in between. The order of all additions is that of the picture's shares, of
 * which a block may have several: the result is the same for any number of blocks.
 */

#pragma once

#include "translation-median.cuh"

/* ---- What the blocks share ---- */

/* Of the tasks of warps: few of them are spread over all blocks. */
static __device__ __forceinline__ int
translation_first_task (void)
{
  return blockIdx.x + threadIdx.x / 32 * gridDim.x;
}

/* In pairs: short chains. */
template <int N>
static __device__ __forceinline__ double
translation_add_pairs (const double (&values)[N])
{
  double sums[N / 2];

#pragma unroll
  for (int i = 0; i < N / 2; i++)
    sums[i] = values[i] + values[i + N / 2];
  if constexpr (N > 2)
    return translation_add_pairs (sums);
  else
    return sums[0];
}

/* By one warp: its part of a share. */
static __device__ __forceinline__ double
translation_sum_part (const TranslationLevel &level, int share, int shares, const TranslationAim &aim)
{
  double own = 0.0;

  for (int strip = share + (int) threadIdx.x / 32 * shares; strip < level.strips; strip += shares * TRANSLATION_WARPS)
    {
      float sums[TRANSLATION_MAIN_SUMS];

      if (level.small)
        translation_sum_strip<TRANSLATION_FEW_ROWS> (level, aim, strip, sums);
      else
        translation_sum_strip<TRANSLATION_ROWS> (level, aim, strip, sums);
      own += (double) translation_warp_sums (sums, (int) threadIdx.x % 32);
    }
  return own;
}

/* One pass; the sums are then known to the first warp of each block. */
static __device__ void
translation_sum_up (const TranslationLevel &level, int shares, int set, TranslationShared *shared)
{
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32, t = (int) threadIdx.x, mine = shares / (int) gridDim.x;

  for (int first = 0; first < mine; first += TRANSLATION_SHARES)
    {
      int n = min (mine - first, TRANSLATION_SHARES);

      for (int i = 0; i < n; i++)
        {
          double own = translation_sum_part (level, blockIdx.x + (first + i) * gridDim.x, shares, shared->aim);

          if (lane % 2 == 0)
            shared->parts[i][warp][lane / 2] = own;
        }
      __syncthreads ();
      if (t < TRANSLATION_MAIN_SUMS * n)
        {
          double values[TRANSLATION_WARPS];

#pragma unroll
          for (int i = 0; i < TRANSLATION_WARPS; i++)
            values[i] = shared->parts[t / TRANSLATION_MAIN_SUMS][i][t % TRANSLATION_MAIN_SUMS];
          shared->own[t / TRANSLATION_MAIN_SUMS][t % TRANSLATION_MAIN_SUMS] = translation_add_pairs (values);
        }
      __syncthreads ();
      if (t < TRANSLATION_MAIN_SUMS * n * (int) gridDim.x)
        {
          int k = t % TRANSLATION_MAIN_SUMS, i = t / TRANSLATION_MAIN_SUMS % n;

          vnk_cluster_write (&shared->all[set][blockIdx.x + (first + i) * gridDim.x][k], t / TRANSLATION_MAIN_SUMS / n,
                             shared->own[i][k]);
        }
    }
  vnk_cluster_wait ();
  if (threadIdx.x < TRANSLATION_MAIN_SUMS)
    {
      double values[VNK_LARGEST_CLUSTER];

#pragma unroll
      for (int i = 0; i < VNK_LARGEST_CLUSTER; i++)
        values[i] = i < shares ? shared->all[set][i][threadIdx.x] : 0.0;
      shared->sums[threadIdx.x] = translation_add_pairs (values);
    }
  if (threadIdx.x < 32)
    __syncwarp ();
}

/* ---- Smaller levels ---- */

/* A pixel of the plane of half the size. */
static __device__ __forceinline__ float
translation_halved (const float *in, const TranslationLevel &from, int x, int y)
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

/* A thread takes a pixel of one of the planes. */
static __device__ void
translation_halve (const TranslationLevel &from, const TranslationLevel &to)
{
  int n = to.width * to.height, planes = to.weight != NULL ? 3 : 2;

  for (int i = blockIdx.x * TRANSLATION_THREADS + threadIdx.x; i < planes * n; i += gridDim.x * TRANSLATION_THREADS)
    {
      int plane = i / n, at = i - plane * n, y = at / to.width, x = at - y * to.width;
      const float *in = plane == 0 ? from.first : plane == 1 ? from.second : from.weight;
      float *out = plane == 0 ? to.first : plane == 1 ? to.second : to.weight;

      out[y * (ptrdiff_t) to.stride + x] = translation_halved (in, from, x, y);
    }
}

/* ---- The search ---- */

/* Candidate `index` of a square of whole shifts around the guess. */
static __device__ __forceinline__ void
translation_candidate_at (int index, int range, double guess_x, double guess_y, int *dx, int *dy)
{
  *dx = (int) round (guess_x) + index % (2 * range + 1) - range;
  *dy = (int) round (guess_y) + index / (2 * range + 1) - range;
}

/* By one warp: the sums of a piece of the planes under a whole shift. The gradients are not asked for. */
static __device__ void
translation_try_piece (const TranslationLevel &level, int dx, int dy, int piece, float *out)
{
  int lane = threadIdx.x % 32, pieces_x = (level.width + 31) / 32, down = piece / pieces_x;
  int x = (piece - down * pieces_x) * 32 + lane, y0 = down * TRANSLATION_PIECE_ROWS;
  float sums[TRANSLATION_MAIN_SUMS] = { 0.0f };
  TranslationAim aim;

  aim.whole_x = dx;
  aim.whole_y = dy;
  translation_set_bounds (&aim, level);
  if (x >= aim.left && x <= aim.right)
#pragma unroll 8
    for (int y = max (y0, aim.top); y <= min (y0 + TRANSLATION_PIECE_ROWS - 1, aim.bottom); y++)
      {
        ptrdiff_t at = y * (ptrdiff_t) level.stride + x;
        float w = level.weight != NULL ? level.weight[at] : 1.0f, f = level.first[at];
        float r = level.second[at + dy * (ptrdiff_t) level.stride + dx];

        sums[TRANSLATION_F_F] = fmaf (w * f, f, sums[TRANSLATION_F_F]);
        sums[TRANSLATION_F] = fmaf (w, f, sums[TRANSLATION_F]);
        sums[SHIFT_1] += w;
        sums[TRANSLATION_F_R] = fmaf (w * f, r, sums[TRANSLATION_F_R]);
        sums[TRANSLATION_R] = fmaf (w, r, sums[TRANSLATION_R]);
        sums[TRANSLATION_R_R] = fmaf (w * r, r, sums[TRANSLATION_R_R]);
      }

  float tried[8] = { sums[TRANSLATION_F_F], sums[TRANSLATION_F],  sums[SHIFT_1], sums[TRANSLATION_F_R],
                     sums[TRANSLATION_R],   sums[TRANSLATION_R_R], 0.0f,          0.0f };

  /* Halves of them change sides until each thread has one: thread 4k that of value k. */
#pragma unroll
  for (int n = 4; n > 0; n /= 2)
#pragma unroll
    for (int i = 0; i < n; i++)
      {
        bool upper = (lane & (4 * n)) != 0;
        float kept = upper ? tried[i + n] : tried[i], sent = upper ? tried[i] : tried[i + n];

        tried[i] = kept + __shfl_xor_sync (0xffffffffu, sent, 4 * n);
      }
  tried[0] += __shfl_xor_sync (0xffffffffu, tried[0], 2);
  tried[0] += __shfl_xor_sync (0xffffffffu, tried[0], 1);
  if (lane % 4 == 0 && lane / 4 < TRANSLATION_TRIED)
    out[lane / 4] = tried[0];
}

/* By one thread: how well a candidate correlates. */
static __device__ void
translation_judge_candidate (int candidate, TranslationShared *shared)
{
  const double *tried = shared->search.tried[candidate];
  double sums[TRANSLATION_MAIN_SUMS] = { 0.0 };

  sums[TRANSLATION_F_F] = tried[0];
  sums[TRANSLATION_F] = tried[1];
  sums[SHIFT_1] = tried[2];
  sums[TRANSLATION_F_R] = tried[3];
  sums[TRANSLATION_R] = tried[4];
  sums[TRANSLATION_R_R] = tried[5];
  shared->search.correlation[candidate] = translation_correlate (sums, &shared->search.gain[candidate],
                                                                 &shared->search.offset[candidate]);
}

/* By one warp: of some candidates from `first` on, and the best before them, the one that correlates best; of those as
 * good, the nearest to the guess, and of those as near the first. */
static __device__ void
translation_choose (int first, int some, int range, double guess_x, double guess_y, TranslationShared *shared)
{
  int lane = threadIdx.x, chosen = INT32_MAX;
  double best = 0.0, nearest = INFINITY;

  for (int i = lane; i < some; i += 32)
    best = fmax (best, shared->search.correlation[i]);
  for (int step = 16; step > 0; step /= 2)
    best = fmax (best, __shfl_xor_sync (0xffffffffu, best, step));
  for (int i = lane; i < some; i += 32)
    if (shared->search.correlation[i] > 0.0 && shared->search.correlation[i] >= best - (double) VNK_SAME_CORRELATION &&
        shared->search.distance[i] < nearest)
      {
        nearest = shared->search.distance[i];
        chosen = i;
      }
  for (int step = 16; step > 0; step /= 2)
    {
      double distance = __shfl_xor_sync (0xffffffffu, nearest, step);
      int other = __shfl_xor_sync (0xffffffffu, chosen, step);

      if (distance < nearest || (distance == nearest && other < chosen))
        {
          nearest = distance;
          chosen = other;
        }
    }
  if (lane > 0 || chosen == INT32_MAX)
    return;

  double correlation = shared->search.correlation[chosen];
  bool same = fabs (correlation - shared->best) <= (double) VNK_SAME_CORRELATION;

  if (same ? nearest >= shared->nearest : correlation < shared->best)
    return;

  int dx, dy;

  translation_candidate_at (first + chosen, range, guess_x, guess_y, &dx, &dy);
  shared->best = correlation;
  shared->nearest = nearest;
  shared->state = { (double) dx, (double) dy, shared->search.gain[chosen], shared->search.offset[chosen], INFINITY };
}

/* The best whole shift of the smallest level. */
static __device__ bool
translation_search (const TranslationJob &job, TranslationShared *shared)
{
  const TranslationLevel &level = job.levels[job.n_levels - 1];
  double part = 1.0 / (1 << (job.n_levels - 1));
  double guess_x = part * (double) job.guess.x, guess_y = part * (double) job.guess.y;
  int range = (int) ceil (part * (double) job.guess.range), n = (2 * range + 1) * (2 * range + 1);
  int pieces = (level.width + 31) / 32 * ((level.height + TRANSLATION_PIECE_ROWS - 1) / TRANSLATION_PIECE_ROWS);
  int at_once = min (max (job.n_slots / pieces, 1), TRANSLATION_CANDIDATES), set = 0;

  if (threadIdx.x == 0)
    {
      shared->best = 0.0;
      shared->nearest = INFINITY;
    }
  for (int first = 0; first < n; first += at_once, set ^= 1)
    {
      int some = min (at_once, n - first);
      float *slots = job.slots + (ptrdiff_t) set * job.n_slots * TRANSLATION_TRIED;

      for (int i = translation_first_task (); i < some * pieces; i += gridDim.x * TRANSLATION_WARPS)
        {
          int candidate = i / pieces, dx, dy;

          translation_candidate_at (first + candidate, range, guess_x, guess_y, &dx, &dy);
          translation_try_piece (level, dx, dy, i - candidate * pieces, slots + (ptrdiff_t) i * TRANSLATION_TRIED);
        }
      vnk_cluster_wait ();

      for (int i = threadIdx.x; i < some * TRANSLATION_TRIED; i += TRANSLATION_THREADS)
        {
          int candidate = i / TRANSLATION_TRIED, k = i - candidate * TRANSLATION_TRIED;
          const float *from = slots + (ptrdiff_t) candidate * pieces * TRANSLATION_TRIED + k;
          double sum = 0.0;

#pragma unroll 8
          for (int piece = 0; piece < pieces; piece++)
            sum += (double) from[piece * TRANSLATION_TRIED];
          shared->search.tried[candidate][k] = sum;
        }
      for (int i = threadIdx.x; i < some; i += TRANSLATION_THREADS)
        {
          int dx, dy;

          translation_candidate_at (first + i, range, guess_x, guess_y, &dx, &dy);

          double x = dx - guess_x, y = dy - guess_y;

          shared->search.distance[i] = __dadd_rn (__dmul_rn (x, x), __dmul_rn (y, y));
        }
      __syncthreads ();
      if ((int) threadIdx.x < some)
        translation_judge_candidate (threadIdx.x, shared);
      __syncthreads ();
      if (threadIdx.x < 32)
        translation_choose (first, some, range, guess_x, guess_y, shared);
      __syncthreads ();
    }
  return shared->best > 0.0;
}

/* ---- The scale of the residuals ---- */

static __device__ float
translation_sample_residual (const TranslationLevel &level, const TranslationAim &aim, int x, int y)
{
  int u = x + aim.whole_x, v = y + aim.whole_y;
  float weight = level.weight != NULL ? level.weight[y * (ptrdiff_t) level.stride + x] : 1.0f, sum = 0.0f;

  if (weight <= 0.0f || u < 2 || v < 2 || u > level.width - 4 || v > level.height - 4)
    return -1.0f;

#pragma unroll
  for (int j = 0; j < TRANSLATION_TAPS; j++)
    {
      const float *row = level.second + (v + j - 2) * (ptrdiff_t) level.stride + u - 2;
      float part = 0.0f;

#pragma unroll
      for (int i = 0; i < TRANSLATION_TAPS; i++)
        part = fmaf (aim.taps_x[i], row[i], part);
      sum = fmaf (aim.taps_y[j], part, sum);
    }
  return sqrtf (weight) * fabsf (sum - aim.gain * level.first[y * (ptrdiff_t) level.stride + x] - aim.offset);
}

/* The scale of the state that is aimed at. */
static __device__ void
translation_measure_scale (const TranslationJob &job, const TranslationLevel &level, TranslationShared *shared)
{
  const TranslationGrid &grid = level.grid;

  for (int i = blockIdx.x * TRANSLATION_THREADS + threadIdx.x; i < grid.points; i += gridDim.x * TRANSLATION_THREADS)
    job.samples[i] = translation_sample_residual (level, shared->aim,
                                                  grid.first + i % grid.columns * grid.step,
                                                  grid.first + i / grid.columns * grid.step);
  vnk_cluster_wait ();

  double sd = 1.4826 * fmax ((double) translation_median (job.samples, grid.points, shared), 0.0);

  if (threadIdx.x == 0)
    {
      shared->state.scale = VNK_TRANSLATION_TOLERANCE * fmax (sd, VNK_TRANSLATION_MIN_SD);
      shared->aim.inverse = (float) (1.0 / (shared->state.scale * shared->state.scale));
    }
  __syncthreads ();
}

/* ---- From level to level ---- */

static __device__ bool
translation_settle (const TranslationJob &job, int at, int *set, TranslationShared *shared)
{
  const TranslationLevel &level = job.levels[at];
  double settled = at > 0 ? VNK_TRANSLATION_NEARLY_SETTLED : VNK_TRANSLATION_SETTLED;

  double length = 0.0;

  for (int i = 0; i < VNK_TRANSLATION_STEPS; i++)
    {
      translation_take_aim (level, shared->state, &shared->aim);
      if (i == 0 || (i == 1 && at == 0 && length >= VNK_TRANSLATION_NEARLY_SETTLED))
        translation_measure_scale (job, level, shared);
      translation_sum_up (level, job.shares, *set, shared);
      *set ^= 1;
      if (threadIdx.x == 0)
        shared->length = translation_take_step (&shared->state, shared->sums);
      __syncthreads ();

      length = shared->length;
      if (length < 0.0)
        return false;
      if (length < settled)
        break;
    }
  return true;
}

static __device__ bool
translation_go_down (const TranslationJob &job, TranslationShared *shared)
{
  int set = 0;

  if (!translation_search (job, shared))
    return false;
  for (int i = job.n_levels - 1; i >= 0; i--)
    {
      if (!translation_settle (job, i, &set, shared))
        return false;
      /* All have read the length. */
      __syncthreads ();
      if (threadIdx.x == 0 && i > 0)
        {
          shared->state.dx *= 2.0;
          shared->state.dy *= 2.0;
        }
      __syncthreads ();
    }
  return true;
}

/* y: which of the tasks. */
template <int N>
static __global__ void __launch_bounds__ (TRANSLATION_THREADS)
translation_find (const __grid_constant__ TranslationTasks<N> all)
{
  __shared__ TranslationShared shared;
  const TranslationJob &job = all.tasks[N > 1 ? blockIdx.y : 0].job;

  /* Nothing is sent to a block that has not begun. */
  vnk_cluster_wait ();
  vnk_wait_for_kernel_before ();
  /* Those of level 1 are there. */
  for (int i = 2; i < job.n_levels; i++)
    {
      translation_halve (job.levels[i - 1], job.levels[i]);
      vnk_cluster_wait ();
    }

  bool known = translation_go_down (job, &shared);

  vnk_start_kernel_behind ();
  if (blockIdx.x == 0 && threadIdx.x == 0)
    {
      job.found->state = shared.state;
      job.found->known = known;
      job.found->ended = 0;
    }
  /* None ends while another may still read its sums. */
  vnk_cluster_wait ();
}
