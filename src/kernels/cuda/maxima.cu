/* maxima.cu: pixels that are the largest of their surroundings
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * All blocks put what maxima they find on one list, in whatever order; the block that comes to its end last sorts it,
 * and joins plateaus. Where the list is too short, one kernel after the other does the same for all pixels.
 *
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
#define LISTED 2048  /* pixels of a list */
#define FEW 256      /* candidates that the last block brings to the host itself */
#define NONE (-1)

struct Planes {
  vnk_view score, radius, mean, growth, dilated; /* growth: may have no data */
};

/* The list of all blocks; it is empty when an operation begins. */
struct List {
  int n;     /* pixels that were found, also those for which there was no room */
  int ended; /* blocks */
  int pixels[LISTED];
};

/* What the last block says; n is −1 when the list was too short. */
struct FewFound {
  int           n;
  vnk_candidate candidates[FEW];
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

/* Which pixels belong to no maximum stays as it is while the parents of others change. */
static __device__ bool
has_parent (const volatile int *parents, int at)
{
  return parents[at] != NONE;
}

/* Makes the way shorter for those who come later: a pixel's parent becomes that one's parent. A thread that has changed
 * it in between goes on with what it found there, so that nothing is lost. */
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

      if (at >= n || !has_parent (parents, (int) at))
        continue;

      int y = (int) at / score.width;
      int x = (int) at - y * score.width;
      float own = score.data[(ptrdiff_t) y * score.stride + x];

      for (int k = 0; k < 4; k++)
        {
          int u = k < 3 ? x - 1 + k : x - 1;
          int v = k < 3 ? y - 1 : y;

          if (u < 0 || u >= score.width || v < 0 || !has_parent (parents, v * score.width + u) ||
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
sum_counts (int *counts, int n, int *found)
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
    *found = before;
}

static __device__ __forceinline__ vnk_candidate
candidate_at (const Planes &planes, int pixel)
{
  int y = pixel / planes.score.width;
  int x = pixel - y * planes.score.width;

  return { x, y, planes.score.data[(ptrdiff_t) y * planes.score.stride + x],
           planes.radius.data[(ptrdiff_t) y * planes.radius.stride + x],
           planes.mean.data[(ptrdiff_t) y * planes.mean.stride + x],
           planes.growth.data != NULL ? planes.growth.data[(ptrdiff_t) y * planes.growth.stride + x] : 0.0f };
}

static __global__ void
write_candidates (Planes planes, const int *parents, const int *starts, int capacity, vnk_candidate *candidates)
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
        candidates[place] = candidate_at (planes, (int) at);
      __syncthreads ();
    }
}

/* ---- By the last block ---- */

struct Sorted {
  int pixels[LISTED];
  int firsts[2][LISTED]; /* places in the list, of two rounds */
  int warps[THREADS / 32];
  int last;
};

/* Sorts n pixels: each has its place by the number of those before it. */
static __device__ void
sort_pixels (const int *from, int *to, int n)
{
  for (int i = (int) threadIdx.x; i < n; i += THREADS)
    {
      int own = from[i], place = 0;

#pragma unroll 8
      for (int k = 0; k < n; k++)
        place += from[k] < own ? 1 : 0;
      to[place] = own;
    }
  __syncthreads ();
}

/* The place of a pixel in the list, or NONE. */
static __device__ int
find_pixel (const int *pixels, int n, int pixel)
{
  int low = 0, high = n;

  while (low < high)
    {
      int middle = (low + high) / 2;

      if (pixels[middle] < pixel)
        low = middle + 1;
      else
        high = middle;
    }
  return low < n && pixels[low] == pixel ? low : NONE;
}

/* The place of the first pixel that is known to be of one plateau with pixel i, of it and its neighbours. */
static __device__ int
first_around (const vnk_view &score, const Sorted &sorted, const int *firsts, int n, int i)
{
  int y = sorted.pixels[i] / score.width;
  int x = sorted.pixels[i] - y * score.width;
  int first = firsts[i];
  float around[3][3];

#pragma unroll
  for (int k = 0; k < 9; k++)
    around[k / 3][k % 3] = score.data[(ptrdiff_t) min (max (y + k / 3 - 1, 0), score.height - 1) * score.stride +
                                      min (max (x + k % 3 - 1, 0), score.width - 1)];
#pragma unroll
  for (int k = 0; k < 9; k++)
    {
      int u = x + k % 3 - 1, v = y + k / 3 - 1;

      if (k == 4 || around[k / 3][k % 3] != around[1][1] || u < 0 || v < 0 || u >= score.width || v >= score.height)
        continue;

      int other = find_pixel (sorted.pixels, n, v * score.width + u);

      if (other != NONE)
        first = min (first, firsts[other]);
    }
  return min (first, firsts[first]);
}

/* Finds for each pixel the first of its plateau, further from round to round; returns where they are. */
static __device__ int *
join_sorted (const vnk_view &score, Sorted *sorted, int n)
{
  int *from = sorted->firsts[0];
  int *to = sorted->firsts[1];
  bool changes = true;

  while (changes)
    {
      bool changed = false;

      for (int i = (int) threadIdx.x; i < n; i += THREADS)
        {
          to[i] = first_around (score, *sorted, from, n, i);
          changed |= to[i] != from[i];
        }
      changes = __syncthreads_or (changed);

      int *swap = from;

      from = to;
      to = swap;
    }
  return from;
}

/* Writes the first of each plateau, in their order; returns how many there are. */
static __device__ int
write_sorted (const Planes &planes, Sorted *sorted, const int *firsts, int n, int capacity, FewFound *few,
              vnk_candidate *rest)
{
  int lane = (int) threadIdx.x % 32;
  int warp = (int) threadIdx.x / 32;
  int start = 0;

  for (int first = 0; first < n; first += THREADS)
    {
      int i = first + (int) threadIdx.x;
      bool is_root = i < n && firsts[i] == i;
      unsigned int roots = __ballot_sync (0xffffffffu, is_root);

      if (lane == 0)
        sorted->warps[warp] = __popc (roots);
      __syncthreads ();

      int place = start + __popc (roots & ((1u << lane) - 1));

      for (int k = 0; k < THREADS / 32; k++)
        {
          place += k < warp ? sorted->warps[k] : 0;
          start += sorted->warps[k];
        }
      if (is_root && place < capacity)
        *(place < FEW ? &few->candidates[place] : &rest[place - FEW]) = candidate_at (planes, sorted->pixels[i]);
      __syncthreads ();
    }
  return start;
}

static __global__ void __launch_bounds__ (THREADS)
find_few (Planes planes, float threshold, int border, int capacity, List *list, FewFound *few, vnk_candidate *rest)
{
  __shared__ Sorted sorted;
  int n = planes.score.width * planes.score.height;

  for (int i = 0; i < PIXELS; i++)
    {
      long long at = (long long) blockIdx.x * BLOCK + i * THREADS + threadIdx.x;
      int y = (int) min (at, (long long) n - 1) / planes.score.width;
      int x = (int) min (at, (long long) n - 1) - y * planes.score.width;

      if (at < n && is_maximum (planes, threshold, border, x, y))
        {
          int place = atomicAdd (&list->n, 1);

          if (place < LISTED)
            list->pixels[place] = (int) at;
        }
    }
  __threadfence ();
  __syncthreads ();
  if (threadIdx.x == 0)
    sorted.last = atomicAdd (&list->ended, 1) == (int) gridDim.x - 1;
  __syncthreads ();
  if (!sorted.last)
    return;
  __threadfence ();

  int found = __ldcg (&list->n);

  for (int i = (int) threadIdx.x; i < min (found, LISTED); i += THREADS)
    {
      sorted.firsts[1][i] = __ldcg (&list->pixels[i]);
      sorted.firsts[0][i] = i;
    }
  __syncthreads ();
  if (threadIdx.x == 0)
    list->n = list->ended = 0;
  if (found > LISTED)
    {
      if (threadIdx.x == 0)
        few->n = -1;
      return;
    }
  sort_pixels (sorted.firsts[1], sorted.pixels, found);

  int *firsts = join_sorted (planes.score, &sorted, found);
  int roots = write_sorted (planes, &sorted, firsts, found, capacity, few, rest);

  if (threadIdx.x == 0)
    few->n = roots;
}

/* ---- All pixels ---- */

/* Scratch for n pixels. */
struct Work {
  int           *parents;
  int           *counts;
  int           *found; /* how many maxima there are */
  vnk_candidate *candidates;
};

static bool
work_init (Work *work, vnk_cuda *cuda, int n, int capacity)
{
  size_t maximum = (size_t) min (capacity, n);

  work->parents = static_cast<int *> (vnk_cuda_scratch (cuda, (size_t) n * sizeof (int)));
  work->counts = static_cast<int *> (vnk_cuda_scratch (cuda, (size_t) vnk_cuda_blocks (n, BLOCK) * sizeof (int)));
  work->found = static_cast<int *> (vnk_cuda_scratch (cuda, sizeof *work->found));
  work->candidates = static_cast<vnk_candidate *> (vnk_cuda_scratch (cuda, maximum * sizeof *work->candidates));
  return work->parents != NULL && work->counts != NULL && work->found != NULL && work->candidates != NULL;
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
  VNK_LAUNCH (cuda, write_candidates, blocks, THREADS, 0, *planes, work->parents, work->counts, capacity,
              work->candidates);
  return VNK_OK;
}

/* By all pixels, one kernel after the other. */
static vnk_status
search_all (vnk_cuda *cuda, const Planes *planes, float threshold, int border, vnk_candidate *out, int capacity, int *n)
{
  Work work;

  if (!work_init (&work, cuda, planes->score.width * planes->score.height, capacity))
    return vnk_cuda_no_memory (cuda);
  VNK_TRY (search (cuda, planes, threshold, border, capacity, &work));
  VNK_TRY (vnk_cuda_download (cuda, n, work.found, sizeof *n));
  VNK_TRY (vnk_cuda_wait (cuda));
  if (*n > 0 && capacity > 0)
    VNK_TRY (vnk_cuda_download (cuda, out, work.candidates, (size_t) min (*n, capacity) * sizeof *out));
  return vnk_cuda_end (cuda);
}

/* An empty list. */
static List *
list_of (vnk_cuda *cuda)
{
  bool is_new = cuda->maxima.memory == NULL;
  List *list = static_cast<List *> (vnk_cuda_buffer_get (cuda, &cuda->maxima, sizeof (List)));

  if (is_new && list != NULL && vnk_cuda_check (cuda, cudaMemsetAsync (list, 0, sizeof *list, cuda->stream)) != VNK_OK)
    return NULL;
  return list;
}

/* By a list; `n` is −1 when it was too short. */
static vnk_status
search_few (vnk_cuda *cuda, const Planes *planes, float threshold, int border, vnk_candidate *out, int capacity, int *n)
{
  unsigned int blocks = vnk_cuda_blocks (planes->score.width * planes->score.height, BLOCK);
  List *list = list_of (cuda);
  vnk_candidate *rest = static_cast<vnk_candidate *> (vnk_cuda_scratch (cuda, (LISTED - FEW) * sizeof *rest));
  FewFound few;
  void *to;

  few.n = 0;
  if (list == NULL || rest == NULL)
    return vnk_cuda_no_memory (cuda);
  VNK_TRY (vnk_cuda_share (cuda, &few, sizeof few, &to));
  VNK_LAUNCH (cuda, find_few, blocks, THREADS, 0, *planes, threshold, border, capacity, list,
              static_cast<FewFound *> (to), rest);
  VNK_TRY (vnk_cuda_wait (cuda));
  *n = few.n;

  int all = few.n < capacity ? few.n : capacity;
  int first = all < FEW ? all : FEW;

  if (first > 0)
    memcpy (out, few.candidates, (size_t) first * sizeof *out);
  if (all > first)
    VNK_TRY (vnk_cuda_download (cuda, out + first, rest, (size_t) (all - first) * sizeof *out));
  return vnk_cuda_end (cuda);
}

vnk_status
vnk_cuda_maxima (vnk_backend *backend, const vnk_plane *score, const vnk_plane *radius, const vnk_plane *mean,
                 const vnk_plane *growth, const vnk_plane *dilated, float threshold, int border, vnk_candidate *out,
                 int capacity, int *n)
{
  vnk_cuda *cuda;
  Planes planes = {};
  int found = 0;

  if (!vnk_check_maxima (score, radius, mean, growth, dilated, threshold, border, out, capacity, n))
    return VNK_ERROR_INVALID;

  size_t pixels = (size_t) score->width * (size_t) score->height;

  VNK_TRY (vnk_cuda_begin (backend, &cuda));
  if (pixels > INT32_MAX - BLOCK)
    return VNK_ERROR_NO_MEMORY;
  VNK_TRY (vnk_cuda_read (cuda, score, &planes.score));
  VNK_TRY (vnk_cuda_read (cuda, radius, &planes.radius));
  VNK_TRY (vnk_cuda_read (cuda, mean, &planes.mean));
  if (growth != NULL)
    VNK_TRY (vnk_cuda_read (cuda, growth, &planes.growth));
  VNK_TRY (vnk_cuda_read (cuda, dilated, &planes.dilated));
  /* No maximum is so far from two borders: and a larger one would make the sums overflow. */
  border = border < INT32_MAX / 4 ? border : INT32_MAX / 4;

  VNK_TRY (search_few (cuda, &planes, threshold, border, out, capacity, &found));
  if (found < 0)
    VNK_TRY (search_all (cuda, &planes, threshold, border, out, capacity, &found));
  *n = found;
  return VNK_OK;
}
