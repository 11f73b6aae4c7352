/* maxima.cu: pixels that are the largest of their surroundings
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * The pixels of a plateau are joined to a tree whose root is the first of them: a pixel's parent is an earlier one, or
 * itself, and two trees become one by making the later root a child of the earlier. Whatever the order in which that
 * happens, the roots are the same in the end. Roots are counted by blocks of pixels, in row order, and written where
 * those before them end.
 */

#include "cuda.cuh"

#include <string.h>

#define THREADS 256
#define PIXELS 4 /* of a thread, THREADS apart */
#define BLOCK (THREADS * PIXELS)
#define SCAN 1024
#define AT_ONCE 1024 /* candidates that are sent before their number is known */
#define NONE (-1)

struct Planes {
  vnk_view score, radius, mean, more, dilated; /* more: may have no data */
};

/* What is sent to the host. */
struct Found {
  int           n;
  vnk_candidate candidates[AT_ONCE];
};

static __device__ __forceinline__ bool
is_maximum (const Planes &planes, float threshold, int border, int x, int y)
{
  if (x < border || x >= planes.score.width - border || y < border || y >= planes.score.height - border)
    return false;

  float score = planes.score.data[(ptrdiff_t) y * planes.score.stride + x];

  return score > threshold && score == planes.dilated.data[(ptrdiff_t) y * planes.dilated.stride + x];
}

static __global__ void
find_maxima (Planes planes, float threshold, int border, int *parents)
{
  int n = planes.score.width * planes.score.height;

  for (int i = 0; i < PIXELS; i++)
    {
      long long at = (long long) blockIdx.x * BLOCK + i * THREADS + threadIdx.x;

      if (at < n)
        {
          int y = (int) at / planes.score.width;
          int x = (int) at - y * planes.score.width;

          parents[at] = is_maximum (planes, threshold, border, x, y) ? (int) at : NONE;
        }
    }
}

/* Makes the way shorter for those who come later: a pixel's parent becomes that one's parent. A thread that has changed it
 * in between goes on with what it found there, so that nothing is lost. */
static __device__ int
root_of (volatile int *parents, int at)
{
  for (;;)
    {
      int parent = parents[at];
      int above = parents[parent];

      if (parent == above)
        return parent;
      parents[at] = above;
      at = above;
    }
}

static __device__ void
join (int *parents, int a, int b)
{
  for (;;)
    {
      a = root_of (parents, a);
      b = root_of (parents, b);
      if (a == b)
        return;

      int first = min (a, b);
      int later = max (a, b);
      int before = atomicMin (&parents[later], first);

      if (before == later)
        return;
      /* It was no root any more: what it had for a parent belongs to the same tree. */
      a = first;
      b = before;
    }
}

/* Of the eight neighbours the four that come before: each pair of neighbours is looked at once. */
static __global__ void
join_plateaus (vnk_view score, int *parents)
{
  int n = score.width * score.height;

  for (int i = 0; i < PIXELS; i++)
    {
      long long at = (long long) blockIdx.x * BLOCK + i * THREADS + threadIdx.x;

      if (at >= n || parents[at] == NONE)
        continue;

      int y = (int) at / score.width;
      int x = (int) at - y * score.width;
      float own = score.data[(ptrdiff_t) y * score.stride + x];

      for (int k = 0; k < 4; k++)
        {
          int u = k < 3 ? x - 1 + k : x - 1;
          int v = k < 3 ? y - 1 : y;

          if (u < 0 || u >= score.width || v < 0 || parents[v * score.width + u] == NONE ||
              score.data[(ptrdiff_t) v * score.stride + u] != own)
            continue;
          join (parents, (int) at, v * score.width + u);
        }
    }
}

static __global__ void
count_roots (const int *parents, int n, int *counts)
{
  int count = 0;

  for (int i = 0; i < PIXELS; i++)
    {
      long long at = (long long) blockIdx.x * BLOCK + i * THREADS + threadIdx.x;

      count += __syncthreads_count (at < n && parents[at] == (int) at);
    }
  if (threadIdx.x == 0)
    counts[blockIdx.x] = count;
}

/* Turns the counts into the sums of those before each; the sum of all is the number of maxima. */
static __global__ void
sum_counts (int *counts, int n, Found *found)
{
  __shared__ int warps[SCAN / 32];
  int lane = (int) threadIdx.x % 32;
  int warp = (int) threadIdx.x / 32;
  int before = 0;

  for (int first = 0; first < n; first += SCAN)
    {
      int at = first + (int) threadIdx.x;
      int own = at < n ? counts[at] : 0;
      int sum = own;

      for (int by = 1; by < 32; by *= 2)
        {
          int left = __shfl_up_sync (0xffffffffu, sum, by);

          sum += lane >= by ? left : 0;
        }
      if (lane == 31)
        warps[warp] = sum;
      __syncthreads ();

      int start = before;

      for (int i = 0; i < SCAN / 32; i++)
        {
          start += i < warp ? warps[i] : 0;
          before += warps[i];
        }
      if (at < n)
        counts[at] = start + sum - own;
      __syncthreads ();
    }
  if (threadIdx.x == 0)
    found->n = before;
}

static __global__ void
write_candidates (Planes planes, const int *parents, const int *starts, int capacity, Found *found,
                  vnk_candidate *rest)
{
  __shared__ int warps[THREADS / 32];
  int n = planes.score.width * planes.score.height;
  int lane = (int) threadIdx.x % 32;
  int warp = (int) threadIdx.x / 32;
  int start = starts[blockIdx.x];

  for (int i = 0; i < PIXELS; i++)
    {
      long long at = (long long) blockIdx.x * BLOCK + i * THREADS + threadIdx.x;
      bool is_root = at < n && parents[at] == (int) at;
      unsigned int roots = __ballot_sync (0xffffffffu, is_root);

      if (lane == 0)
        warps[warp] = __popc (roots);
      __syncthreads ();

      int place = start + __popc (roots & ((1u << lane) - 1));

      for (int k = 0; k < THREADS / 32; k++)
        {
          place += k < warp ? warps[k] : 0;
          start += warps[k];
        }
      if (is_root && place < capacity)
        {
          int y = (int) at / planes.score.width;
          int x = (int) at - y * planes.score.width;
          vnk_candidate *to = place < AT_ONCE ? &found->candidates[place] : &rest[place - AT_ONCE];

          *to = { x, y, planes.score.data[(ptrdiff_t) y * planes.score.stride + x],
                  planes.radius.data[(ptrdiff_t) y * planes.radius.stride + x],
                  planes.mean.data[(ptrdiff_t) y * planes.mean.stride + x],
                  planes.more.data != NULL ? planes.more.data[(ptrdiff_t) y * planes.more.stride + x] : 0.0f };
        }
      __syncthreads ();
    }
}

/* Scratch for n pixels. */
struct Work {
  int           *parents;
  int           *counts;
  Found         *found;
  vnk_candidate *rest;
};

static bool
work_init (Work *work, vnk_cuda *cuda, int n, int capacity)
{
  int rest = capacity > AT_ONCE ? (capacity < n ? capacity : n) - AT_ONCE : 0;

  rest = rest > 0 ? rest : 0;
  work->parents = static_cast<int *> (vnk_cuda_scratch (cuda, (size_t) n * sizeof (int)));
  work->counts = static_cast<int *> (vnk_cuda_scratch (cuda, (size_t) vnk_cuda_blocks (n, BLOCK) * sizeof (int)));
  work->found = static_cast<Found *> (vnk_cuda_scratch (cuda, sizeof (Found)));
  work->rest = static_cast<vnk_candidate *> (vnk_cuda_scratch (cuda, (size_t) rest * sizeof (vnk_candidate)));
  return work->parents != NULL && work->counts != NULL && work->found != NULL && work->rest != NULL;
}

static vnk_status
search (vnk_cuda *cuda, const Planes *planes, float threshold, int border, int capacity, const Work *work)
{
  int n = planes->score.width * planes->score.height;
  unsigned int blocks = vnk_cuda_blocks (n, BLOCK);

  VNK_LAUNCH (cuda, find_maxima, blocks, THREADS, 0, *planes, threshold, border, work->parents);
  VNK_LAUNCH (cuda, join_plateaus, blocks, THREADS, 0, planes->score, work->parents);
  VNK_LAUNCH (cuda, count_roots, blocks, THREADS, 0, work->parents, n, work->counts);
  VNK_LAUNCH (cuda, sum_counts, 1, SCAN, 0, work->counts, (int) blocks, work->found);
  VNK_LAUNCH (cuda, write_candidates, blocks, THREADS, 0, *planes, work->parents, work->counts, capacity, work->found,
              work->rest);
  return VNK_OK;
}

vnk_status
vnk_cuda_maxima (vnk_backend *backend, const vnk_plane *score, const vnk_plane *radius, const vnk_plane *mean,
                 const vnk_plane *more, const vnk_plane *dilated, float threshold, int border, vnk_candidate *out,
                 int capacity, int *n)
{
  vnk_cuda *cuda;
  Planes planes = {};
  Work work;
  Found found;

  if (!vnk_check_maxima (score, radius, mean, more, dilated, threshold, border, out, capacity, n))
    return VNK_ERROR_INVALID;

  size_t pixels = (size_t) score->width * (size_t) score->height;
  int at_once = capacity < AT_ONCE ? capacity : AT_ONCE;

  VNK_TRY (vnk_cuda_begin (backend, &cuda));
  if (pixels > INT32_MAX - BLOCK)
    return VNK_ERROR_NO_MEMORY;
  VNK_TRY (vnk_cuda_read (cuda, score, &planes.score));
  VNK_TRY (vnk_cuda_read (cuda, radius, &planes.radius));
  VNK_TRY (vnk_cuda_read (cuda, mean, &planes.mean));
  if (more != NULL)
    VNK_TRY (vnk_cuda_read (cuda, more, &planes.more));
  VNK_TRY (vnk_cuda_read (cuda, dilated, &planes.dilated));
  /* No maximum is so far from two borders: and a larger one would make the sums overflow. */
  border = border < INT32_MAX / 4 ? border : INT32_MAX / 4;
  if (!work_init (&work, cuda, (int) pixels, capacity))
    return vnk_cuda_no_memory (cuda);
  VNK_TRY (search (cuda, &planes, threshold, border, capacity, &work));

  VNK_TRY (vnk_cuda_download (cuda, &found, work.found, offsetof (Found, candidates) + (size_t) at_once * sizeof *out));
  VNK_TRY (vnk_cuda_wait (cuda));
  *n = found.n;

  int first = found.n < at_once ? found.n : at_once;
  int all = found.n < capacity ? found.n : capacity;

  if (first > 0)
    memcpy (out, found.candidates, (size_t) first * sizeof *out);
  if (all > first)
    VNK_TRY (vnk_cuda_download (cuda, out + first, work.rest, (size_t) (all - first) * sizeof *out));
  return vnk_cuda_end (cuda);
}
