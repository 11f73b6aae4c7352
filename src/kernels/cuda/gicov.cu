/* gicov.cu: the score of circles around every pixel
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * The sums are those of cpu/gicov.c, one pass over a circle's distinct pixels. A block keeps in shared memory the
 * weights of all circles, and the gradients of a tile and of what its largest circle reaches, as pairs, so that one
 * access brings both. A thread takes several pixels and several points at a time: all that it reads for them is on its
 * way before the first of it is used. The circles are shared out among groups of threads, each with the same pixels, so
 * that a multiprocessor always has something to do; the best of the groups is the best of all. Where a tile would not
 * fit a thread reads the planes.
 */

#include "cuda.cuh"

#include "../vnk-circle.h"

#include <float.h>
#include <stdlib.h>
#include <string.h>

#define TILE 32    /* pixels of a row: a warp */
#define SINGLES 4  /* points that are read at once; numbers are made multiples of it by points of weight 0 */
#define SHARED 2
#define MAX_GROUPS 4
#define MAX_WEIGHTS (2 * (VNK_MAX_POINTS + SINGLES + SHARED)) /* of a circle */

/* A pixel of a circle on which a single point falls takes one of these: where it is, cos and sin; any other takes two:
 * where it is, Σcos, Σsin, Σcos² and Σsin cos, Σsin². Where it is: elements from the centre, as the bits of an int. */
typedef float4 Weights;

struct Circle {
  int   first; /* of its weights */
  int   n_single;
  int   n_shared;
  int   reach;
  float radius;
  int   group; /* of threads, whose it is */
};

struct Table {
  Circle         circles[VNK_MAX_RADII];
  int            n;
  int            n_weights;
  int            reach; /* the largest */
  float          points;
  float          half_weight;
  float          noise;
  const Weights *weights;
};

/* Whose score is 0 has no radius. */
struct Best {
  float score, radius, mean;
};

struct Sums {
  float p, square, cos, sin;
};

template<bool harmonic>
static __device__ __forceinline__ void
add_single (Sums *sums, const Weights &weights, float2 gradient)
{
  float p = gradient.x * weights.y + gradient.y * weights.z;

  sums->p += p;
  sums->square += p * p;
  if (harmonic)
    {
      sums->cos += p * weights.y;
      sums->sin += p * weights.z;
    }
}

template<bool harmonic>
static __device__ __forceinline__ void
add_shared (Sums *sums, const Weights &weights, const Weights &more, float2 gradient)
{
  float u = gradient.x * weights.w + gradient.y * more.x;
  float v = gradient.x * more.x + gradient.y * more.y;

  sums->p += gradient.x * weights.y;
  sums->p += gradient.y * weights.z;
  sums->square += gradient.x * u;
  sums->square += gradient.y * v;
  if (harmonic)
    {
      sums->cos += u;
      sums->sin += v;
    }
}

template<bool harmonic>
static __device__ __forceinline__ void
keep_better (Best *best, const Sums &sums, const Table &table, float radius)
{
  float m = sums.p / table.points;
  float a = 2.0f * sums.cos / table.points;
  float b = 2.0f * sums.sin / table.points;
  float amplitude = harmonic ? a * a + b * b : 0.0f;
  float rest = sums.square - table.points * m * m - 0.5f * table.points * amplitude;
  float variance = rest / (table.points - 1.0f);
  float minimum = (float) VNK_VARIANCE_FLOOR * sums.square / table.points;
  float denominator = (variance > minimum ? variance : minimum) + table.noise;
  float value = (m * m + table.half_weight * amplitude) / (denominator > FLT_MIN ? denominator : FLT_MIN);

  if (value > best->score)
    *best = { value, radius, m };
}

/* Weights and gradients in shared memory, or where they are. */
struct Tile {
  const Weights *all;
  const float2  *pairs;

  __device__ __forceinline__ Weights weights (int n) const { return all[n]; }
  __device__ __forceinline__ float2  at (int place) const { return pairs[place]; }
};

struct Planes {
  const Weights *all;
  const float   *x, *y;

  __device__ __forceinline__ Weights weights (int n) const { return __ldg (all + n); }
  __device__ __forceinline__ float2  at (int place) const { return { __ldg (x + place), __ldg (y + place) }; }
};

/* A circle around `pixels` pixels, the first at `centre` and `step` elements from one to the next. */
template<int pixels, bool harmonic, typename Source>
static __device__ __forceinline__ void
scan_circle (const Circle &circle, const Source &source, int centre, int step, Sums *sums)
{
  int n = circle.first;

#pragma unroll
  for (int i = 0; i < pixels; i++)
    sums[i] = { 0.0f, 0.0f, 0.0f, 0.0f };

#pragma unroll 1
  for (int end = n + circle.n_single; n < end; n += SINGLES)
    {
      Weights weights[SINGLES];
      float2 gradients[SINGLES][pixels];

#pragma unroll
      for (int k = 0; k < SINGLES; k++)
        weights[k] = source.weights (n + k);
#pragma unroll
      for (int k = 0; k < SINGLES; k++)
#pragma unroll
        for (int i = 0; i < pixels; i++)
          gradients[k][i] = source.at (centre + __float_as_int (weights[k].x) + i * step);
#pragma unroll
      for (int k = 0; k < SINGLES; k++)
#pragma unroll
        for (int i = 0; i < pixels; i++)
          add_single<harmonic> (&sums[i], weights[k], gradients[k][i]);
    }

#pragma unroll 1
  for (int end = n + 2 * circle.n_shared; n < end; n += 2 * SHARED)
    {
      Weights weights[2 * SHARED];
      float2 gradients[SHARED][pixels];

#pragma unroll
      for (int k = 0; k < 2 * SHARED; k++)
        weights[k] = source.weights (n + k);
#pragma unroll
      for (int k = 0; k < SHARED; k++)
#pragma unroll
        for (int i = 0; i < pixels; i++)
          gradients[k][i] = source.at (centre + __float_as_int (weights[2 * k].x) + i * step);
#pragma unroll
      for (int k = 0; k < SHARED; k++)
#pragma unroll
        for (int i = 0; i < pixels; i++)
          add_shared<harmonic> (&sums[i], weights[2 * k], weights[2 * k + 1], gradients[k][i]);
    }
}

static __device__ __forceinline__ bool
fits (int at, int reach, int size)
{
  return at >= reach && at < size - reach;
}

/* Fills a tile and what is around it with pairs; outside the planes with 0, which no circle uses. */
template<int rows>
static __device__ __forceinline__ void
fill_tile (float2 *pairs, const vnk_view &gx, const vnk_view &gy, int left, int top, int width, int height)
{
  for (int u = (int) threadIdx.x; u < width; u += TILE)
    {
      int x = left + u;
      bool column_inside = x >= 0 && x < gx.width;

#pragma unroll 4
      for (int v = (int) (threadIdx.z * blockDim.y + threadIdx.y); v < height; v += rows)
        {
          int y = top + v;
          bool inside = column_inside && y >= 0 && y < gx.height;

          pairs[v * width + u] = { inside ? __ldg (gx.data + y * gx.stride + x) : 0.0f,
                                   inside ? __ldg (gy.data + y * gy.stride + x) : 0.0f };
        }
    }
}

template<int rows, int pixels, bool harmonic, typename Source>
static __device__ __forceinline__ void
scan_pixels (const Table &table, const vnk_view &gx, const Source &source, int centre, int step, int x, int y,
             Best *best)
{
  Sums sums[pixels];

  for (int k = 0; k < table.n; k++)
    {
      const Circle &circle = table.circles[k];
      bool any = false;

      if (circle.group != (int) threadIdx.z)
        continue;

#pragma unroll
      for (int i = 0; i < pixels; i++)
        any |= fits (y + i * rows, circle.reach, gx.height);
      if (!any || !fits (x, circle.reach, gx.width))
        continue;

      scan_circle<pixels, harmonic> (circle, source, centre, step, sums);
#pragma unroll
      for (int i = 0; i < pixels; i++)
        if (fits (y + i * rows, circle.reach, gx.height))
          keep_better<harmonic> (&best[i], sums[i], table, circle.radius);
    }
}

/* The first group of threads receives the best of all: of equal scores that of the smallest circle, as if one thread
 * had gone through them. `others` has staged for those of the other groups. */
template<int rows, int pixels, int groups>
static __device__ __forceinline__ void
choose_best (Best *best, Best *others)
{
  constexpr int SIZE = TILE * rows;
  int thread = (int) (threadIdx.y * TILE + threadIdx.x);

  if (threadIdx.z > 0)
#pragma unroll
    for (int i = 0; i < pixels; i++)
      others[((threadIdx.z - 1) * pixels + i) * SIZE + thread] = best[i];
  __syncthreads ();
  if (threadIdx.z > 0)
    return;
#pragma unroll
  for (int group = 0; group < groups - 1; group++)
#pragma unroll
    for (int i = 0; i < pixels; i++)
      {
        Best other = others[(group * pixels + i) * SIZE + thread];

        if (other.score > best[i].score || (other.score == best[i].score && other.radius < best[i].radius))
          best[i] = other;
      }
}

/* Pixels (x, y + i·rows) are a thread's. */
template<int rows, int pixels, int groups, bool harmonic, bool tiled>
static __global__ void
__launch_bounds__ (TILE *rows *groups)
gicov (vnk_view gx, vnk_view gy, const __grid_constant__ Table table, vnk_view score, vnk_view radius, vnk_view mean)
{
  VNK_DYNAMIC_SHARED (Weights, weights);
  float2 *pairs = reinterpret_cast<float2 *> (weights + table.n_weights);
  int left = (int) blockIdx.x * TILE;
  int x = left + (int) threadIdx.x;

  if (tiled)
    for (int i = (int) ((threadIdx.z * rows + threadIdx.y) * TILE + threadIdx.x); i < table.n_weights;
         i += TILE * rows * groups)
      weights[i] = __ldg (&table.weights[i]);

  for (int top = (int) blockIdx.y * rows * pixels; top < gx.height; top += (int) gridDim.y * rows * pixels)
    {
      int y = top + (int) threadIdx.y;
      Best best[pixels];

#pragma unroll
      for (int i = 0; i < pixels; i++)
        best[i] = { 0.0f, 0.0f, 0.0f };

      if (tiled)
        {
          int width = TILE + 2 * table.reach;
          Tile tile = { weights, pairs };

          __syncthreads ();
          fill_tile<rows * groups> (pairs, gx, gy, left - table.reach, top - table.reach, width,
                           rows * pixels + 2 * table.reach);
          __syncthreads ();

          int centre = ((int) threadIdx.y + table.reach) * width + (int) threadIdx.x + table.reach;

          scan_pixels<rows, pixels, harmonic> (table, gx, tile, centre, rows * width, x, y, best);
          if (groups > 1)
            {
              /* The tile has been read by all. */
              __syncthreads ();
              choose_best<rows, pixels, groups> (best, reinterpret_cast<Best *> (pairs));
            }
        }
      else
        {
          Planes planes = { table.weights, gx.data, gy.data };

          scan_pixels<rows, pixels, harmonic> (table, gx, planes, y * gx.stride + x, rows * gx.stride, x, y, best);
        }

#pragma unroll
      for (int i = 0; i < pixels; i++)
        if (threadIdx.z == 0 && x < gx.width && y + i * rows < gx.height)
          {
            score.data[(y + i * rows) * score.stride + x] = best[i].score;
            radius.data[(y + i * rows) * radius.stride + x] = best[i].radius;
            mean.data[(y + i * rows) * mean.stride + x] = best[i].mean;
          }
    }
}

/* ---- The tables ---- */

/* What is kept from call to call: the table of these parameters for gradients that lie `stride` elements apart. */
struct Kept {
  vnk_gicov_params  params;
  int               stride;
  Table             table;
  vnk_device_buffer memory;
};

static bool
same_params (const vnk_gicov_params *a, const vnk_gicov_params *b)
{
  return a->n_radii == b->n_radii && a->n_points == b->n_points && a->truncate == b->truncate &&
         a->harmonic_weight == b->harmonic_weight && a->noise == b->noise &&
         memcmp (a->radii, b->radii, (size_t) a->n_radii * sizeof a->radii[0]) == 0;
}

static int
compare_points (const void *a, const void *b)
{
  const vnk_circle_point *p = static_cast<const vnk_circle_point *> (a);
  const vnk_circle_point *q = static_cast<const vnk_circle_point *> (b);

  return p->dy != q->dy ? (p->dy > q->dy) - (p->dy < q->dy) : (p->dx > q->dx) - (p->dx < q->dx);
}

static float
float_of_bits (int bits)
{
  float value;

  memcpy (&value, &bits, sizeof value);
  return value;
}

/* Adds points of weight 0 until there are a multiple of `step`; each takes `each` weights. */
static int
fill_up (Weights *weights, int n, int step, int each)
{
  for (; n % step != 0; n++)
    memset (weights + n * each, 0, (size_t) each * sizeof *weights);
  return n;
}

/* Writes the circle's weights, those of single points first, and returns their number. */
static int
fill_circle (Circle *circle, const vnk_gicov_params *params, int index, int stride, Weights *weights)
{
  vnk_circle_point points[VNK_MAX_POINTS];
  Weights shared[2 * (VNK_MAX_POINTS + SHARED)];

  vnk_circle_points (params, index, points, &circle->reach);
  qsort (points, (size_t) params->n_points, sizeof points[0], compare_points);
  circle->radius = params->radii[index];
  circle->n_single = circle->n_shared = 0;

  for (int first = 0; first < params->n_points;)
    {
      double c = 0.0, s = 0.0, cc = 0.0, sc = 0.0, ss = 0.0;
      float place = float_of_bits (points[first].dy * stride + points[first].dx);
      int n = first;

      for (; n < params->n_points && compare_points (&points[n], &points[first]) == 0; n++)
        {
          c += points[n].cos;
          s += points[n].sin;
          cc += points[n].cos * points[n].cos;
          sc += points[n].cos * points[n].sin;
          ss += points[n].sin * points[n].sin;
        }
      if (n == first + 1)
        {
          weights[circle->n_single++] = { place, (float) c, (float) s, 0.0f };
        }
      else
        {
          shared[2 * circle->n_shared] = { place, (float) c, (float) s, (float) cc };
          shared[2 * circle->n_shared++ + 1] = { (float) sc, (float) ss, 0.0f, 0.0f };
        }
      first = n;
    }
  circle->n_single = fill_up (weights, circle->n_single, SINGLES, 1);
  circle->n_shared = fill_up (shared, circle->n_shared, SHARED, 2);
  memcpy (weights + circle->n_single, shared, 2 * (size_t) circle->n_shared * sizeof *shared);
  return circle->n_single + 2 * circle->n_shared;
}

static vnk_status
fill_table (vnk_cuda *cuda, Kept *kept, int stride)
{
  const vnk_gicov_params *params = &kept->params;
  Table *table = &kept->table;
  size_t maximum = (size_t) params->n_radii * MAX_WEIGHTS * sizeof (Weights);
  void *memory = vnk_cuda_buffer_get (cuda, &kept->memory, maximum);
  void *staged;
  int used = 0;

  kept->stride = 0;
  if (memory == NULL)
    return vnk_cuda_no_memory (cuda);
  VNK_TRY (vnk_cuda_stage (cuda, maximum, &staged));
  for (int i = 0; i < params->n_radii; i++)
    {
      table->circles[i].first = used;
      used += fill_circle (&table->circles[i], params, i, stride, static_cast<Weights *> (staged) + used);
    }
  VNK_TRY (vnk_cuda_send (cuda, memory, staged, (size_t) used * sizeof (Weights)));

  table->n_weights = used;
  table->points = (float) params->n_points;
  table->half_weight = 0.5f * params->harmonic_weight;
  table->noise = params->noise;
  table->weights = static_cast<const Weights *> (memory);
  kept->stride = stride;
  return VNK_OK;
}

static Kept *
kept_of (vnk_cuda *cuda)
{
  if (cuda->gicov == NULL)
    cuda->gicov = static_cast<Kept *> (calloc (1, sizeof (Kept)));
  return static_cast<Kept *> (cuda->gicov);
}

void
vnk_cuda_gicov_clear (vnk_cuda *cuda)
{
  Kept *kept = static_cast<Kept *> (cuda->gicov);

  if (kept != NULL)
    vnk_cuda_buffer_clear (&kept->memory);
  free (kept);
}

/* ---- The operation ---- */

/* How far each circle reaches, for new parameters. */
static void
measure_circles (Kept *kept, const vnk_gicov_params *params)
{
  vnk_circle_point points[VNK_MAX_POINTS];

  if (same_params (&kept->params, params))
    return;
  for (int i = 0; i < params->n_radii; i++)
    vnk_circle_points (params, i, points, &kept->table.circles[i].reach);
  kept->params = *params;
  kept->stride = 0;
}

/* Shares the circles out, the largest first, each to the group that has the least to do. */
static void
share_circles (Table *table, int groups)
{
  int loads[MAX_GROUPS] = { 0 };

  for (int k = table->n - 1; k >= 0; k--)
    {
      Circle *circle = &table->circles[k];

      circle->group = 0;
      for (int i = 1; i < groups; i++)
        if (loads[i] < loads[circle->group])
          circle->group = i;
      loads[circle->group] += circle->n_single + 2 * circle->n_shared;
    }
}

/* The circles that fit into the plane: those are the first, as they grow. */
static void
choose_fitting (Kept *kept, int width, int height)
{
  Table *table = &kept->table;

  table->reach = 0;
  for (table->n = 0; table->n < kept->params.n_radii; table->n++)
    {
      int reach = table->circles[table->n].reach;

      if (2 * reach >= width || 2 * reach >= height)
        break;
      table->reach = reach;
    }
}

template<int rows, int pixels, int groups, bool tiled>
static vnk_status
launch (vnk_cuda *cuda, const vnk_view *gx, const vnk_view *gy, const Table *table, size_t shared, const vnk_view *out)
{
  dim3 grid (vnk_cuda_blocks (gx->width, TILE), vnk_cuda_rows ((gx->height + rows * pixels - 1) / (rows * pixels)));
  dim3 block (TILE, rows, groups);

  if (table->half_weight > 0.0f)
    {
      VNK_TRY (vnk_cuda_allow_shared (cuda, gicov<rows, pixels, groups, true, tiled>, shared));
      VNK_LAUNCH (cuda, (gicov<rows, pixels, groups, true, tiled>), grid, block, shared, *gx, *gy, *table, out[0],
                  out[1], out[2]);
    }
  else
    {
      VNK_TRY (vnk_cuda_allow_shared (cuda, gicov<rows, pixels, groups, false, tiled>, shared));
      VNK_LAUNCH (cuda, (gicov<rows, pixels, groups, false, tiled>), grid, block, shared, *gx, *gy, *table, out[0],
                  out[1], out[2]);
    }
  return VNK_OK;
}

/* Bytes of a tile of so many rows, or of what the groups have found in it. */
static size_t
tile_size (const Table *table, int rows)
{
  size_t tile = (size_t) (TILE + 2 * table->reach) * (size_t) (rows + 2 * table->reach) * sizeof (float2);
  size_t found = (size_t) (MAX_GROUPS - 1) * TILE * (size_t) rows * sizeof (Best);

  return tile > found ? tile : found;
}

static vnk_status
scan (vnk_cuda *cuda, const vnk_view *gx, const vnk_view *gy, const vnk_gicov_params *params, const vnk_view *out)
{
  Kept *kept = kept_of (cuda);

  if (kept == NULL)
    return VNK_ERROR_NO_MEMORY;
  measure_circles (kept, params);
  choose_fitting (kept, gx->width, gx->height);

  Table *table = &kept->table;
  size_t max_weights = (size_t) params->n_radii * MAX_WEIGHTS * sizeof (Weights);
  bool tiled = tile_size (table, 16) + max_weights <= cuda->max_shared;
  int stride = tiled ? TILE + 2 * table->reach : gx->stride;
  long long blocks = (long long) vnk_cuda_blocks (gx->width, TILE) * vnk_cuda_blocks (gx->height, 16);

  if (kept->stride != stride)
    VNK_TRY (fill_table (cuda, kept, stride));

  size_t weights = (size_t) table->n_weights * sizeof (Weights);

  /* With few blocks smaller ones fill the device better. */
  bool small = tiled && blocks < 4 * cuda->n_processors;

  share_circles (table, tiled ? small ? 4 : 2 : 1);
  if (!tiled)
    return launch<4, 1, 1, false> (cuda, gx, gy, table, 0, out);
  if (small)
    return launch<2, 4, 4, true> (cuda, gx, gy, table, weights + tile_size (table, 8), out);
  return launch<4, 4, 2, true> (cuda, gx, gy, table, weights + tile_size (table, 16), out);
}

vnk_status
vnk_cuda_gicov (vnk_backend *backend, const vnk_plane *gx, const vnk_plane *gy, const vnk_gicov_params *params,
                vnk_plane *score, vnk_plane *radius, vnk_plane *mean)
{
  vnk_plane *const planes[3] = { score, radius, mean };
  vnk_cuda *cuda;
  vnk_view from_x, from_y, to[3];

  if (!vnk_check_gicov (gx, gy, params, score, radius, mean))
    return VNK_ERROR_INVALID;
  VNK_TRY (vnk_cuda_begin (backend, &cuda));
  VNK_TRY (vnk_cuda_read (cuda, gx, &from_x));
  VNK_TRY (vnk_cuda_read (cuda, gy, &from_y));
  for (int i = 0; i < 3; i++)
    {
      VNK_TRY (vnk_cuda_write (cuda, planes[i], &to[i]));
      VNK_TRY (vnk_cuda_part (cuda, &from_x, &to[i]));
      VNK_TRY (vnk_cuda_part (cuda, &from_y, &to[i]));
    }
  /* The weights' places are the same in both. */
  if (from_x.stride != from_y.stride)
    VNK_TRY (vnk_cuda_copy (cuda, &from_y, from_x.stride));

  VNK_TRY (scan (cuda, &from_x, &from_y, params, to));
  for (int i = 0; i < 3; i++)
    VNK_TRY (vnk_cuda_written (cuda, planes[i], &to[i]));
  return vnk_cuda_end (cuda);
}
