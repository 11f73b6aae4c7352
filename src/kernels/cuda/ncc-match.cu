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

#define MAX_MEMORY ((size_t) 512 << 20) /* bytes of scratch for the large matches that are done at a time */
#define MAX_BLOCKS 512                  /* for one match */
#define MAX_SHARED 256                  /* matches whose blocks fetch plans and return results themselves */

static __device__ __forceinline__ NccResult
ncc_nothing (const NccPlan &plan)
{
  return { plan.guess_x, plan.guess_y, 0.0f, 0.0f, 0 };
}

/* ---- In shared memory ---- */

/* The matches of two planes among those of a launch. */
struct NccPart
{
  vnk_view       first, second;
  const NccPlan *plans;
  NccResult     *results;
  int            block; /* of the first */
};

struct NccParts
{
  NccPart parts[VNK_MAX_BATCH];
  int     n;
  int     n_matches;
};

/* That a match belongs to. */
static __device__ __forceinline__ const NccPart &
find_part (const NccParts &all, int match)
{
  int at = 0;

  for (int step = VNK_MAX_BATCH / 2; step > 0; step /= 2)
    if (at + step < all.n && all.parts[at + step].block <= match)
      at += step;
  return all.parts[at];
}

/* BLOCKS: for so many on a multiprocessor at least. */
template <int BLOCKS>
static __global__ void __launch_bounds__ (NCC_THREADS, BLOCKS)
ncc_small (const __grid_constant__ NccParts all)
{
  if ((int) blockIdx.x >= all.n_matches)
    return;

  const NccPart &part = find_part (all, (int) blockIdx.x);
  const vnk_view first = part.first, second = part.second;
  NccResult *results = part.results;
  VNK_DYNAMIC_SHARED (unsigned char, memory);
  __shared__ NccShared shared;
  __shared__ NccPlan plan;
  NccWork work;

  if (threadIdx.x == 0)
    {
      plan = part.plans[(int) blockIdx.x - part.block];
      results[plan.index] = ncc_nothing (plan);
    }
  __syncthreads ();
  ncc_place (plan, memory, &work);

  ncc_smooth_columns (first, plan.source, work.between, threadIdx.x, NCC_THREADS);
  __syncthreads ();
  ncc_smooth_rows (work.between, plan.source, work.values, threadIdx.x, NCC_THREADS);
  __syncthreads ();
  ncc_smooth_columns (second, plan.region, work.between, threadIdx.x, NCC_THREADS);
  ncc_make_patch (plan, first, work, &shared);
  if (work.patch->flat)
    return;
  ncc_smooth_rows (work.between, plan.region, work.region, threadIdx.x, NCC_THREADS);
  __syncthreads ();
  ncc_add_rows (work, plan.region, threadIdx.x, NCC_THREADS);
  __syncthreads ();
  ncc_fill_map (plan, work, threadIdx.x, NCC_THREADS);
  __syncthreads ();
  ncc_finish (plan, work, &shared, &results[plan.index]);
}

/* ---- In device memory ---- */

static __device__ __forceinline__ NccWork
ncc_work (const NccPlan &plan, unsigned char *memory)
{
  NccWork work;

  ncc_place (plan, memory + plan.memory, &work);
  return work;
}

static __global__ void __launch_bounds__ (NCC_THREADS)
ncc_patches (vnk_view first, const NccPlan *plans, unsigned char *memory, NccResult *results)
{
  __shared__ NccShared shared;
  const NccPlan plan = plans[blockIdx.x];
  NccWork work = ncc_work (plan, memory);

  if (threadIdx.x == 0)
    results[plan.index] = ncc_nothing (plan);
  ncc_smooth_columns (first, plan.source, work.between, threadIdx.x, NCC_THREADS);
  __syncthreads ();
  ncc_smooth_rows (work.between, plan.source, work.values, threadIdx.x, NCC_THREADS);
  __syncthreads ();
  ncc_make_patch (plan, first, work, &shared);
}

/* The steps of a region, each by a row of blocks. */
enum NccStep
{
  NCC_COLUMNS,
  NCC_ROWS,
  NCC_ADD,
  NCC_MAP,
};

static __global__ void __launch_bounds__ (NCC_THREADS)
ncc_regions (vnk_view second, const NccPlan *plans, unsigned char *memory, NccStep step)
{
  const NccPlan plan = plans[blockIdx.y];
  NccWork work = ncc_work (plan, memory);
  int thread = blockIdx.x * NCC_THREADS + threadIdx.x, n_threads = gridDim.x * NCC_THREADS;

  if (work.patch->flat)
    return;
  if (step == NCC_COLUMNS)
    ncc_smooth_columns (second, plan.region, work.between, thread, n_threads);
  else if (step == NCC_ROWS)
    ncc_smooth_rows (work.between, plan.region, work.region, thread, n_threads);
  else if (step == NCC_ADD)
    ncc_add_rows (work, plan.region, thread, n_threads);
  else
    ncc_fill_map (plan, work, thread, n_threads);
}

static __global__ void __launch_bounds__ (NCC_THREADS)
ncc_ends (const NccPlan *plans, unsigned char *memory, NccResult *results)
{
  __shared__ NccShared shared;
  const NccPlan plan = plans[blockIdx.x];
  NccWork work = ncc_work (plan, memory);

  if (!work.patch->flat)
    ncc_finish (plan, work, &shared, &results[plan.index]);
}

/* ---- The operation ---- */

/* As cpu/ncc-match.c lays them out. Returns the bytes that the match takes. */
static size_t
make_plan (const vnk_ncc_match *match, int index, double vx, double vy, NccPlan *plan)
{
  int side = 2 * (int) ceil ((double) match->radius) + 1;
  NccWork ignored;

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
  NccBox *map = &plan->map, *source = &plan->source;

  map->x = (int) floor (plan->gx - reach_x) - 1;
  map->y = (int) floor (plan->gy - reach_y) - 1;
  map->width = (int) ceil (plan->gx + reach_x) + 2 - map->x;
  map->height = (int) ceil (plan->gy + reach_y) + 2 - map->y;
  map->stride = map->width;
  *source = { (int) ceil (plan->x - plan->radius - VNK_NCC_EDGE), (int) ceil (plan->y - plan->radius - VNK_NCC_EDGE),
              side, side, side };
  plan->region = { source->x + map->x - NCC_MARGIN, source->y + map->y - NCC_MARGIN,
                   side + map->width + 2 * NCC_MARGIN, side + map->height + 2 * NCC_MARGIN, 0 };
  /* An odd number of floats, so that threads in different rows do not wait for each other. */
  plan->region.stride = plan->region.width | 1;
  return (ncc_place (*plan, NULL, &ignored) + 255) / 256 * 256;
}

static vnk_status
run_large (vnk_cuda *cuda, const vnk_view &first, const vnk_view &second, const NccPlan *plans, int n,
           unsigned char *memory, size_t max_work, NccResult *results)
{
  static const NccStep steps[] = { NCC_COLUMNS, NCC_ROWS, NCC_ADD, NCC_MAP };
  size_t blocks = max_work / (NCC_THREADS * NCC_SPLIT) + 1;
  dim3 grid ((unsigned int) (blocks < MAX_BLOCKS ? blocks : MAX_BLOCKS), (unsigned int) n);

  VNK_LAUNCH (cuda, ncc_patches, n, NCC_THREADS, 0, first, plans, memory, results);
  for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++)
    VNK_LAUNCH (cuda, ncc_regions, grid, NCC_THREADS, 0, second, plans, memory, steps[i]);
  VNK_LAUNCH (cuda, ncc_ends, n, NCC_THREADS, 0, plans, memory, results);
  return VNK_OK;
}

/* What of the matches is done together: the small ones at once, the large ones as far as there is memory. */
struct NccBatch
{
  NccPlan *plans; /* the small ones first */
  int      n, n_small;
  size_t   shared; /* bytes of the largest small one */
  size_t   large;  /* bytes of the large ones that are done at a time */
};

static void
make_batch (const vnk_cuda *cuda, const vnk_ncc_match *matches, double vx, double vy, NccBatch *batch)
{
  /* Beside it lie the few hundred bytes of the block's own. */
  size_t maximum = cuda->max_shared - 4096, all = 0;
  int n_large = 0;

  for (int i = 0; i < batch->n; i++)
    {
      NccPlan plan;
      size_t bytes = make_plan (&matches[i], i, vx, vy, &plan);

      plan.memory = bytes;
      if (bytes > maximum)
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
    batch->large = all < MAX_MEMORY ? all : batch->large > MAX_MEMORY ? batch->large : MAX_MEMORY;
}

/* In the order of the batch: where the kernels find them. */
static vnk_status
send_plans (vnk_cuda *cuda, const NccBatch *batch, NccPlan **plans)
{
  size_t size = (size_t) batch->n * sizeof (NccPlan);

  if (batch->n <= MAX_SHARED && batch->n_small == batch->n)
    return vnk_cuda_share (cuda, batch->plans, size, reinterpret_cast<void **> (plans));

  *plans = (NccPlan *) vnk_cuda_scratch (cuda, size);
  if (*plans == NULL)
    return vnk_cuda_no_memory (cuda);
  return vnk_cuda_upload (cuda, *plans, batch->plans, (size_t) batch->n_small * sizeof (NccPlan));
}

/* Few have as many registers as they like, of many more are at work side by side: the result is the same. */
static vnk_status
launch_small (vnk_cuda *cuda, const NccParts &parts, size_t shared)
{
  if (parts.n_matches <= cuda->n_processors)
    {
      VNK_TRY (vnk_cuda_allow_shared (cuda, ncc_small<1>, shared));
      return vnk_cuda_launch_near (cuda, ncc_small<1>, parts.n_matches, NCC_THREADS, shared, parts);
    }
  VNK_TRY (vnk_cuda_allow_shared (cuda, ncc_small<3>, shared));
  VNK_LAUNCH (cuda, ncc_small<3>, (unsigned int) parts.n_matches, NCC_THREADS, shared, parts);
  return VNK_OK;
}

static vnk_status
run_batch (vnk_cuda *cuda, const vnk_view &first, const vnk_view &second, NccBatch *batch, NccResult *results)
{
  unsigned char *memory = NULL;
  int start = batch->n_small;
  NccPlan *plans;

  if (batch->large > 0)
    memory = (unsigned char *) vnk_cuda_scratch (cuda, batch->large);
  if (batch->large > 0 && memory == NULL)
    return vnk_cuda_no_memory (cuda);

  VNK_TRY (send_plans (cuda, batch, &plans));
  if (batch->n_small > 0)
    {
      NccParts parts = {};

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
          NccPlan *plan = &batch->plans[end++];
          size_t size = plan->memory, pixels = ncc_floats (plan->map) + ncc_floats (plan->region);

          plan->memory = bytes;
          bytes += size;
          work = pixels > work ? pixels : work;
        }
      VNK_TRY (vnk_cuda_upload (cuda, plans + start, batch->plans + start,
                                (size_t) (end - start) * sizeof (NccPlan)));
      VNK_TRY (run_large (cuda, first, second, plans + start, end - start, memory, work, results));
      start = end;
    }
  return VNK_OK;
}

static vnk_status
run (vnk_cuda *cuda, const vnk_plane *first, const vnk_plane *second, NccBatch *batch, NccResult *found)
{
  size_t size = (size_t) batch->n * sizeof (NccResult);
  vnk_view from, to;

  VNK_TRY (vnk_cuda_flush (cuda));
  VNK_TRY (vnk_cuda_read (cuda, first, &from));
  VNK_TRY (vnk_cuda_read (cuda, second, &to));

  if (batch->n <= MAX_SHARED)
    {
      void *shared;

      memset (found, 0, size);
      VNK_TRY (vnk_cuda_share (cuda, found, size, &shared));
      VNK_TRY (run_batch (cuda, from, to, batch, (NccResult *) shared));
      return vnk_cuda_end (cuda);
    }

  NccResult *results = (NccResult *) vnk_cuda_scratch (cuda, size);

  if (results == NULL)
    return vnk_cuda_no_memory (cuda);
  VNK_TRY (run_batch (cuda, from, to, batch, results));
  VNK_TRY (vnk_cuda_download (cuda, found, results, size));
  return vnk_cuda_end (cuda);
}

/* What is asked for of two planes. */
struct NccRequest {
  vnk_view   first, second;
  NccBatch  *batch;
  NccResult *found;
};

/* All of them small. */
static vnk_status
run_batch (vnk_cuda *cuda, void *const *requests, int n)
{
  NccRequest *const *all = reinterpret_cast<NccRequest *const *> (requests);
  NccParts parts = {};
  size_t size = 0, shared = 0;

  for (int i = 0; i < n; i++)
    {
      size += (size_t) all[i]->batch->n * (sizeof (NccPlan) + sizeof (NccResult)) + 2 * VNK_SHARED_STEP;
      shared = all[i]->batch->shared > shared ? all[i]->batch->shared : shared;
    }
  VNK_TRY (vnk_cuda_reserve (cuda, size));

  for (int i = 0; i < n; i++)
    {
      const NccRequest *request = all[i];
      NccPart *part = &parts.parts[parts.n++];
      size_t results = (size_t) request->batch->n * sizeof (NccResult);
      NccPlan *plans;

      part->first = request->first;
      part->second = request->second;
      part->block = parts.n_matches;
      parts.n_matches += request->batch->n;
      VNK_TRY (send_plans (cuda, request->batch, &plans));
      part->plans = plans;
      memset (request->found, 0, results);
      VNK_TRY (vnk_cuda_share (cuda, request->found, results, reinterpret_cast<void **> (&part->results)));
    }
  VNK_TRY (launch_small (cuda, parts, shared));
  return vnk_cuda_end (cuda);
}

static vnk_status
run_or_batch (vnk_cuda *cuda, const vnk_plane *first, const vnk_plane *second, NccBatch *batch, NccResult *found)
{
  NccRequest request = {};

  if (batch->n > MAX_SHARED || batch->n_small < batch->n || first->device == NULL || second->device == NULL ||
      !vnk_cuda_batches (cuda))
    return run (cuda, first, second, batch, found);

  request.batch = batch;
  request.found = found;
  VNK_TRY (vnk_cuda_read (cuda, first, &request.first));
  VNK_TRY (vnk_cuda_read (cuda, second, &request.second));
  return vnk_cuda_batcher_run (cuda, VNK_BATCH_NCC_MATCH, run_batch, &request);
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

  NccBatch batch = { (NccPlan *) malloc ((size_t) n * sizeof (NccPlan)), n, 0, 0, 0 };
  NccResult *found = (NccResult *) malloc ((size_t) n * sizeof (NccResult));
  vnk_status status = VNK_ERROR_NO_MEMORY;

  if (batch.plans != NULL && found != NULL)
    {
      make_batch (cuda, matches, (double) flow_x, (double) flow_y, &batch);
      status = run_or_batch (cuda, first, second, &batch, found);
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
