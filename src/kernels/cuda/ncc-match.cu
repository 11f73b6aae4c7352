/* ncc-match.cu: where a patch is found again
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * One block a match does all of it in shared memory: smoothing, the search over all whole shifts, the steps to a
 * fraction of a pixel. What is too large for that goes through device memory, step by step, with as many blocks as
 * there is work; the steps are the same.
 */

#include "ncc-subpixel.cuh"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MOST_MEMORY ((size_t) 512 << 20) /* bytes of scratch for the large matches that are done at a time */
#define MOST_BLOCKS 512                  /* for one match */
#define MOST_SHARED 256                  /* matches whose blocks fetch plans and return results themselves */

static __device__ __forceinline__ MatchResult
ncc_nothing (const MatchPlan &plan)
{
  return { plan.guess_x, plan.guess_y, 0.0f, 0.0f, 0 };
}

/* ---- In shared memory ---- */

/* The matches of two planes among those of a launch. */
struct MatchPart
{
  vnk_view         first, second;
  const MatchPlan *plans;
  MatchResult     *results;
  int              block; /* of the first */
};

struct MatchParts
{
  MatchPart parts[VNK_MOST_GATHERED];
  int       n;
  int       n_matches;
};

/* That a match belongs to. */
static __device__ __forceinline__ const MatchPart &
find_part (const MatchParts &all, int match)
{
  int at = 0;

  for (int step = VNK_MOST_GATHERED / 2; step > 0; step /= 2)
    if (at + step < all.n && all.parts[at + step].block <= match)
      at += step;
  return all.parts[at];
}

/* BLOCKS: for so many on a multiprocessor at least. */
template <int BLOCKS>
static __global__ void __launch_bounds__ (MATCH_THREADS, BLOCKS)
ncc_small (const __grid_constant__ MatchParts all)
{
  if ((int) blockIdx.x >= all.n_matches)
    return;

  const MatchPart &part = find_part (all, (int) blockIdx.x);
  const vnk_view first = part.first, second = part.second;
  MatchResult *results = part.results;
  VNK_DYNAMIC_SHARED (unsigned char, memory);
  __shared__ MatchShared shared;
  __shared__ MatchPlan plan;
  MatchWork work;

  if (threadIdx.x == 0)
    {
      plan = part.plans[(int) blockIdx.x - part.block];
      results[plan.index] = ncc_nothing (plan);
    }
  __syncthreads ();
  ncc_place (plan, memory, &work);

  ncc_smooth_columns (first, plan.source, work.between, threadIdx.x, MATCH_THREADS);
  __syncthreads ();
  ncc_smooth_rows (work.between, plan.source, work.values, threadIdx.x, MATCH_THREADS);
  __syncthreads ();
  ncc_smooth_columns (second, plan.region, work.between, threadIdx.x, MATCH_THREADS);
  ncc_make_patch (plan, first, work, &shared);
  if (work.patch->flat)
    return;
  ncc_smooth_rows (work.between, plan.region, work.region, threadIdx.x, MATCH_THREADS);
  __syncthreads ();
  ncc_add_rows (work, plan.region, threadIdx.x, MATCH_THREADS);
  __syncthreads ();
  ncc_fill_map (plan, work, threadIdx.x, MATCH_THREADS);
  __syncthreads ();
  ncc_finish (plan, work, &shared, &results[plan.index]);
}

/* ---- In device memory ---- */

static __device__ __forceinline__ MatchWork
ncc_work (const MatchPlan &plan, unsigned char *memory)
{
  MatchWork work;

  ncc_place (plan, memory + plan.memory, &work);
  return work;
}

static __global__ void __launch_bounds__ (MATCH_THREADS)
ncc_patches (vnk_view first, const MatchPlan *plans, unsigned char *memory, MatchResult *results)
{
  __shared__ MatchShared shared;
  const MatchPlan plan = plans[blockIdx.x];
  MatchWork work = ncc_work (plan, memory);

  if (threadIdx.x == 0)
    results[plan.index] = ncc_nothing (plan);
  ncc_smooth_columns (first, plan.source, work.between, threadIdx.x, MATCH_THREADS);
  __syncthreads ();
  ncc_smooth_rows (work.between, plan.source, work.values, threadIdx.x, MATCH_THREADS);
  __syncthreads ();
  ncc_make_patch (plan, first, work, &shared);
}

/* The steps of a region, each by a row of blocks. */
enum MatchStep
{
  MATCH_COLUMNS,
  MATCH_ROWS,
  MATCH_ADD,
  MATCH_MAP,
};

static __global__ void __launch_bounds__ (MATCH_THREADS)
ncc_regions (vnk_view second, const MatchPlan *plans, unsigned char *memory, MatchStep step)
{
  const MatchPlan plan = plans[blockIdx.y];
  MatchWork work = ncc_work (plan, memory);
  int thread = blockIdx.x * MATCH_THREADS + threadIdx.x, n_threads = gridDim.x * MATCH_THREADS;

  if (work.patch->flat)
    return;
  if (step == MATCH_COLUMNS)
    ncc_smooth_columns (second, plan.region, work.between, thread, n_threads);
  else if (step == MATCH_ROWS)
    ncc_smooth_rows (work.between, plan.region, work.region, thread, n_threads);
  else if (step == MATCH_ADD)
    ncc_add_rows (work, plan.region, thread, n_threads);
  else
    ncc_fill_map (plan, work, thread, n_threads);
}

static __global__ void __launch_bounds__ (MATCH_THREADS)
ncc_ends (const MatchPlan *plans, unsigned char *memory, MatchResult *results)
{
  __shared__ MatchShared shared;
  const MatchPlan plan = plans[blockIdx.x];
  MatchWork work = ncc_work (plan, memory);

  if (!work.patch->flat)
    ncc_finish (plan, work, &shared, &results[plan.index]);
}

/* ---- The operation ---- */

/* As cpu/ncc-match.c lays them out. Returns the bytes that the match takes. */
static size_t
make_plan (const vnk_ncc_match *match, int index, double vx, double vy, MatchPlan *plan)
{
  int side = 2 * (int) ceil ((double) match->radius) + 1;
  MatchWork ignored;

  memset (plan, 0, sizeof *plan);
  plan->index = index;
  plan->x = match->x;
  plan->y = match->y;
  plan->radius = match->radius;
  plan->guess_x = match->guess_x;
  plan->guess_y = match->guess_y;
  plan->vx = vx;
  plan->vy = vy;
  plan->gx = (double) match->guess_x - plan->x;
  plan->gy = (double) match->guess_y - plan->y;
  plan->near_x = (int) lround (plan->gx);
  plan->near_y = (int) lround (plan->gy);
  plan->along = match->along;
  plan->across = match->across;

  double reach_x = (plan->along + 0.5) * fabs (vx) + (plan->across + 0.5) * fabs (vy);
  double reach_y = (plan->along + 0.5) * fabs (vy) + (plan->across + 0.5) * fabs (vx);
  MatchBox *map = &plan->map, *source = &plan->source;

  map->x = (int) floor (plan->gx - reach_x) - 1;
  map->y = (int) floor (plan->gy - reach_y) - 1;
  map->width = (int) ceil (plan->gx + reach_x) + 2 - map->x;
  map->height = (int) ceil (plan->gy + reach_y) + 2 - map->y;
  map->stride = map->width;
  *source = { (int) ceil (plan->x - plan->radius), (int) ceil (plan->y - plan->radius), side, side, side };
  plan->region = { source->x + map->x - MATCH_MARGIN, source->y + map->y - MATCH_MARGIN,
                   side + map->width + 2 * MATCH_MARGIN, side + map->height + 2 * MATCH_MARGIN, 0 };
  /* An odd number of floats, so that threads in different rows do not wait for each other. */
  plan->region.stride = plan->region.width | 1;
  return (ncc_place (*plan, NULL, &ignored) + 255) / 256 * 256;
}

static vnk_status
run_large (vnk_cuda *cuda, const vnk_view &first, const vnk_view &second, const MatchPlan *plans, int n,
           unsigned char *memory, size_t most_work, MatchResult *results)
{
  static const MatchStep steps[] = { MATCH_COLUMNS, MATCH_ROWS, MATCH_ADD, MATCH_MAP };
  size_t blocks = most_work / (MATCH_THREADS * MATCH_SPLIT) + 1;
  dim3 grid ((unsigned int) (blocks < MOST_BLOCKS ? blocks : MOST_BLOCKS), (unsigned int) n);

  VNK_LAUNCH (cuda, ncc_patches, n, MATCH_THREADS, 0, first, plans, memory, results);
  for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++)
    VNK_LAUNCH (cuda, ncc_regions, grid, MATCH_THREADS, 0, second, plans, memory, steps[i]);
  VNK_LAUNCH (cuda, ncc_ends, n, MATCH_THREADS, 0, plans, memory, results);
  return VNK_OK;
}

/* What of the matches is done together: the small ones at once, the large ones as far as there is memory. */
struct MatchBatch
{
  MatchPlan *plans; /* the small ones first */
  int        n, n_small;
  size_t     shared; /* bytes of the largest small one */
  size_t     large;  /* bytes of the large ones that are done at a time */
};

static void
make_batch (const vnk_cuda *cuda, const vnk_ncc_match *matches, double vx, double vy, MatchBatch *batch)
{
  /* Beside it lie the few hundred bytes of the block's own. */
  size_t most = cuda->max_shared - 4096, all = 0;
  int n_large = 0;

  for (int i = 0; i < batch->n; i++)
    {
      MatchPlan plan;
      size_t bytes = make_plan (&matches[i], i, vx, vy, &plan);

      plan.memory = bytes;
      if (bytes > most)
        {
          batch->plans[batch->n - ++n_large] = plan;
          batch->large = bytes > batch->large ? bytes : batch->large;
          all += bytes;
          continue;
        }
      batch->plans[batch->n_small++] = plan;
      batch->shared = bytes > batch->shared ? bytes : batch->shared;
    }
  if (all > batch->large)
    batch->large = all < MOST_MEMORY ? all : batch->large > MOST_MEMORY ? batch->large : MOST_MEMORY;
}

/* In the order of the batch: where the kernels find them. */
static vnk_status
send_plans (vnk_cuda *cuda, const MatchBatch *batch, MatchPlan **plans)
{
  size_t size = (size_t) batch->n * sizeof (MatchPlan);

  if (batch->n <= MOST_SHARED && batch->n_small == batch->n)
    return vnk_cuda_share (cuda, batch->plans, size, reinterpret_cast<void **> (plans));

  *plans = (MatchPlan *) vnk_cuda_scratch (cuda, size);
  if (*plans == NULL)
    return vnk_cuda_no_memory (cuda);
  return vnk_cuda_upload (cuda, *plans, batch->plans, (size_t) batch->n_small * sizeof (MatchPlan));
}

/* Few have as many registers as they like, of many more are at work side by side: the result is the same. */
static vnk_status
launch_small (vnk_cuda *cuda, const MatchParts &parts, size_t shared)
{
  if (parts.n_matches <= cuda->n_processors)
    {
      VNK_TRY (vnk_cuda_allow_shared (cuda, ncc_small<1>, shared));
      return vnk_cuda_launch_near (cuda, ncc_small<1>, parts.n_matches, MATCH_THREADS, shared, parts);
    }
  VNK_TRY (vnk_cuda_allow_shared (cuda, ncc_small<3>, shared));
  VNK_LAUNCH (cuda, ncc_small<3>, (unsigned int) parts.n_matches, MATCH_THREADS, shared, parts);
  return VNK_OK;
}

static vnk_status
run_batch (vnk_cuda *cuda, const vnk_view &first, const vnk_view &second, MatchBatch *batch, MatchResult *results)
{
  unsigned char *memory = NULL;
  int start = batch->n_small;
  MatchPlan *plans;

  if (batch->large > 0)
    memory = (unsigned char *) vnk_cuda_scratch (cuda, batch->large);
  if (batch->large > 0 && memory == NULL)
    return vnk_cuda_no_memory (cuda);

  VNK_TRY (send_plans (cuda, batch, &plans));
  if (batch->n_small > 0)
    {
      MatchParts parts = {};

      parts.parts[0] = { first, second, plans, results, 0 };
      parts.n = 1;
      parts.n_matches = batch->n_small;
      VNK_TRY (launch_small (cuda, parts, batch->shared));
    }

  while (start < batch->n)
    {
      size_t bytes = 0, work = 0;
      int end = start;

      while (end < batch->n && end - start < 65535 && bytes + batch->plans[end].memory <= batch->large)
        {
          MatchPlan *plan = &batch->plans[end++];
          size_t size = plan->memory, pixels = ncc_floats (plan->map) + ncc_floats (plan->region);

          plan->memory = bytes;
          bytes += size;
          work = pixels > work ? pixels : work;
        }
      VNK_TRY (vnk_cuda_upload (cuda, plans + start, batch->plans + start,
                                (size_t) (end - start) * sizeof (MatchPlan)));
      VNK_TRY (run_large (cuda, first, second, plans + start, end - start, memory, work, results));
      start = end;
    }
  return VNK_OK;
}

static vnk_status
run (vnk_cuda *cuda, const vnk_plane *first, const vnk_plane *second, MatchBatch *batch, MatchResult *found)
{
  size_t size = (size_t) batch->n * sizeof (MatchResult);
  vnk_view from, to;

  VNK_TRY (vnk_cuda_flush (cuda));
  VNK_TRY (vnk_cuda_read (cuda, first, &from));
  VNK_TRY (vnk_cuda_read (cuda, second, &to));

  if (batch->n <= MOST_SHARED)
    {
      void *shared;

      memset (found, 0, size);
      VNK_TRY (vnk_cuda_share (cuda, found, size, &shared));
      VNK_TRY (run_batch (cuda, from, to, batch, (MatchResult *) shared));
      return vnk_cuda_end (cuda);
    }

  MatchResult *results = (MatchResult *) vnk_cuda_scratch (cuda, size);

  if (results == NULL)
    return vnk_cuda_no_memory (cuda);
  VNK_TRY (run_batch (cuda, from, to, batch, results));
  VNK_TRY (vnk_cuda_download (cuda, found, results, size));
  return vnk_cuda_end (cuda);
}

/* What is asked for of two planes. */
struct MatchAsk {
  vnk_view     first, second;
  MatchBatch  *batch;
  MatchResult *found;
};

/* All of them small. */
static vnk_status
answer (vnk_cuda *cuda, void *const *asks, int n)
{
  MatchAsk *const *all = reinterpret_cast<MatchAsk *const *> (asks);
  MatchParts parts = {};
  size_t size = 0, shared = 0;

  for (int i = 0; i < n; i++)
    {
      size += (size_t) all[i]->batch->n * (sizeof (MatchPlan) + sizeof (MatchResult)) + 2 * VNK_SHARED_STEP;
      shared = all[i]->batch->shared > shared ? all[i]->batch->shared : shared;
    }
  VNK_TRY (vnk_cuda_reserve (cuda, size));

  for (int i = 0; i < n; i++)
    {
      const MatchAsk *ask = all[i];
      MatchPart *part = &parts.parts[parts.n++];
      size_t results = (size_t) ask->batch->n * sizeof (MatchResult);
      MatchPlan *plans;

      part->first = ask->first;
      part->second = ask->second;
      part->block = parts.n_matches;
      parts.n_matches += ask->batch->n;
      VNK_TRY (send_plans (cuda, ask->batch, &plans));
      part->plans = plans;
      memset (ask->found, 0, results);
      VNK_TRY (vnk_cuda_share (cuda, ask->found, results, reinterpret_cast<void **> (&part->results)));
    }
  VNK_TRY (launch_small (cuda, parts, shared));
  return vnk_cuda_end (cuda);
}

static vnk_status
run_or_gather (vnk_cuda *cuda, const vnk_plane *first, const vnk_plane *second, MatchBatch *batch, MatchResult *found)
{
  MatchAsk ask = {};

  if (batch->n > MOST_SHARED || batch->n_small < batch->n || first->device == NULL || second->device == NULL ||
      !vnk_cuda_gathers (cuda))
    return run (cuda, first, second, batch, found);

  ask.batch = batch;
  ask.found = found;
  VNK_TRY (vnk_cuda_read (cuda, first, &ask.first));
  VNK_TRY (vnk_cuda_read (cuda, second, &ask.second));
  return vnk_cuda_gather_run (cuda, VNK_GATHER_MATCH, answer, &ask);
}

vnk_status
vnk_cuda_ncc_match (vnk_backend *backend, const vnk_plane *first, const vnk_plane *second, float flow_x, float flow_y,
                    vnk_ncc_match *matches, int n)
{
  vnk_cuda *cuda;

  if (!vnk_check_ncc_match (first, second, flow_x, flow_y, matches, n))
    return VNK_ERROR_INVALID;
  VNK_TRY (vnk_cuda_begin_together (backend, &cuda));
  if (n == 0)
    return VNK_OK;

  MatchBatch batch = { (MatchPlan *) malloc ((size_t) n * sizeof (MatchPlan)), n, 0, 0, 0 };
  MatchResult *found = (MatchResult *) malloc ((size_t) n * sizeof (MatchResult));
  vnk_status status = VNK_ERROR_NO_MEMORY;

  if (batch.plans != NULL && found != NULL)
    {
      make_batch (cuda, matches, (double) flow_x, (double) flow_y, &batch);
      status = run_or_gather (cuda, first, second, &batch, found);
    }
  for (int i = 0; i < n && status == VNK_OK; i++)
    {
      matches[i].new_x = found[i].x;
      matches[i].new_y = found[i].y;
      matches[i].correlation = found[i].correlation;
      matches[i].curvature = found[i].curvature;
      matches[i].at_border = found[i].at_border != 0;
    }
  free (batch.plans);
  free (found);
  return status;
}
