/* gicov.cu: the score of circles around every pixel
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * The sums are those of cpu/gicov.c, one pass over a circle's distinct pixels. A block keeps the gradients of a tile and
 * of what its largest circle reaches in shared memory, as pairs, so that one access brings both; a thread takes several
 * pixels, so that a point's weights are fetched once for all of them. Where a tile would not fit it reads the plane.
 */

#include "cuda.cuh"

#include "../vnk-circle.h"

#include <float.h>
#include <stdlib.h>
#include <string.h>

#define TILE 32 /* pixels of a row: a warp */
#define ROWS 4  /* warps of a block */

/* A pixel of a circle on which a single point falls takes one of these: where it is, cos and sin; any other takes two:
 * where it is, Σcos, Σsin, Σcos² and Σsin cos, Σsin². Where it is: elements from the centre, as the bits of an int. */
typedef float4 Weights;

struct Circle {
  int   first; /* of its weights */
  int   n_single;
  int   n_shared;
  int   reach;
  float radius;
};

struct Table {
  Circle         circles[VNK_MAX_RADII];
  int            n;
  int            reach; /* the largest */
  float          points;
  float          half_weight;
  float          noise;
  const Weights *weights;
};

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
  float least = (float) VNK_VARIANCE_FLOOR * sums.square / table.points;
  float denominator = (variance > least ? variance : least) + table.noise;
  float value = (m * m + table.half_weight * amplitude) / (denominator > FLT_MIN ? denominator : FLT_MIN);

  if (value > best->score)
    *best = { value, radius, m };
}

/* Gradients in shared memory, or in the planes. */
struct Tile {
  const float2 *pairs;

  __device__ __forceinline__ float2 at (ptrdiff_t place) const { return pairs[place]; }
};

struct Pair {
  const float *x, *y;

  __device__ __forceinline__ float2 at (ptrdiff_t place) const { return { __ldg (x + place), __ldg (y + place) }; }
};

/* A circle around `pixels` pixels, `step` elements apart from one to the next. */
template<int pixels, bool harmonic, typename Source>
static __device__ __forceinline__ void
scan_circle (const Table &table, const Circle &circle, const Source &source, ptrdiff_t centre, ptrdiff_t step, Sums *sums)
{
  const Weights *weights = table.weights + circle.first;

  for (int i = 0; i < pixels; i++)
    sums[i] = { 0.0f, 0.0f, 0.0f, 0.0f };

#pragma unroll 4
  for (int n = 0; n < circle.n_single; n++)
    {
      Weights single = __ldg (&weights[n]);
      ptrdiff_t place = centre + __float_as_int (single.x);

#pragma unroll
      for (int i = 0; i < pixels; i++)
        add_single<harmonic> (&sums[i], single, source.at (place + i * step));
    }

  weights += circle.n_single;
#pragma unroll 2
  for (int n = 0; n < circle.n_shared; n++)
    {
      Weights shared = __ldg (&weights[2 * n]);
      Weights more = __ldg (&weights[2 * n + 1]);
      ptrdiff_t place = centre + __float_as_int (shared.x);

#pragma unroll
      for (int i = 0; i < pixels; i++)
        add_shared<harmonic> (&sums[i], shared, more, source.at (place + i * step));
    }
}

static __device__ __forceinline__ bool
fits (int at, int reach, int size)
{
  return at >= reach && at < size - reach;
}

/* Fills a tile and what is `reach` around it with pairs; outside the planes with 0, which no circle uses. */
static __device__ void
fill_tile (float2 *pairs, const vnk_view &gx, const vnk_view &gy, int left, int top, int width, int height)
{
  for (int v = (int) threadIdx.y; v < height; v += ROWS)
    for (int u = (int) threadIdx.x; u < width; u += TILE)
      {
        int x = left + u;
        int y = top + v;
        bool inside = x >= 0 && x < gx.width && y >= 0 && y < gx.height;

        pairs[v * width + u] = { inside ? gx.data[(ptrdiff_t) y * gx.stride + x] : 0.0f,
                                 inside ? gy.data[(ptrdiff_t) y * gy.stride + x] : 0.0f };
      }
  __syncthreads ();
}

template<int pixels, bool harmonic, typename Source>
static __device__ __forceinline__ void
scan_pixels (const Table &table, const vnk_view &gx, const Source &source, ptrdiff_t centre, ptrdiff_t step, int x, int y,
             Best *best)
{
  Sums sums[pixels];

  for (int k = 0; k < table.n; k++)
    {
      const Circle &circle = table.circles[k];
      bool any = false;

#pragma unroll
      for (int i = 0; i < pixels; i++)
        any |= fits (y + i * ROWS, circle.reach, gx.height);
      if (!any || !fits (x, circle.reach, gx.width))
        continue;

      scan_circle<pixels, harmonic> (table, circle, source, centre, step, sums);
#pragma unroll
      for (int i = 0; i < pixels; i++)
        if (fits (y + i * ROWS, circle.reach, gx.height))
          keep_better<harmonic> (&best[i], sums[i], table, circle.radius);
    }
}

/* Pixels (x, y + i·ROWS) are a thread's. */
template<int pixels, bool harmonic, bool tiled>
static __global__ void
gicov (vnk_view gx, vnk_view gy, const __grid_constant__ Table table, vnk_view score, vnk_view radius, vnk_view mean)
{
  VNK_DYNAMIC_SHARED (float2, pairs);
  int left = (int) blockIdx.x * TILE;
  int x = left + (int) threadIdx.x;

  for (int top = (int) blockIdx.y * ROWS * pixels; top < gx.height; top += (int) gridDim.y * ROWS * pixels)
    {
      int y = top + (int) threadIdx.y;
      Best best[pixels];

      for (int i = 0; i < pixels; i++)
        best[i] = { 0.0f, 0.0f, 0.0f };

      if (tiled)
        {
          int width = TILE + 2 * table.reach;

          __syncthreads ();
          fill_tile (pairs, gx, gy, left - table.reach, top - table.reach, width, ROWS * pixels + 2 * table.reach);
          scan_pixels<pixels, harmonic> (table, gx, Tile { pairs },
                                         (ptrdiff_t) (threadIdx.y + table.reach) * width + threadIdx.x + table.reach,
                                         ROWS * width, x, y, best);
        }
      else
        {
          scan_pixels<pixels, harmonic> (table, gx, Pair { gx.data, gy.data }, (ptrdiff_t) y * gx.stride + x,
                                         (ptrdiff_t) ROWS * gx.stride, x, y, best);
        }

      for (int i = 0; i < pixels && x < gx.width && y + i * ROWS < gx.height; i++)
        {
          score.data[(ptrdiff_t) (y + i * ROWS) * score.stride + x] = best[i].score;
          radius.data[(ptrdiff_t) (y + i * ROWS) * radius.stride + x] = best[i].radius;
          mean.data[(ptrdiff_t) (y + i * ROWS) * mean.stride + x] = best[i].mean;
        }
    }
}

/* ---- The tables ---- */

/* What is kept from call to call: the table of these parameters for gradients that lie `stride` elements apart. */
struct Kept {
  vnk_gicov_params params;
  int              stride;
  Table            table;
  vnk_keep         memory;
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

/* Writes the circle's weights, those of single points first, and returns their number. */
static int
fill_circle (Circle *circle, const vnk_gicov_params *params, int index, int stride, Weights *weights)
{
  vnk_circle_point points[VNK_MAX_POINTS];
  Weights shared[2 * VNK_MAX_POINTS];

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
  memcpy (weights + circle->n_single, shared, 2 * (size_t) circle->n_shared * sizeof *shared);
  return circle->n_single + 2 * circle->n_shared;
}

static vnk_status
fill_table (vnk_cuda *cuda, Kept *kept, int stride)
{
  const vnk_gicov_params *params = &kept->params;
  Table *table = &kept->table;
  size_t most = (size_t) params->n_radii * 2 * VNK_MAX_POINTS * sizeof (Weights);
  void *memory = vnk_cuda_keep_get (cuda, &kept->memory, most);
  void *room;
  int used = 0;

  kept->stride = 0;
  if (memory == NULL)
    return vnk_cuda_no_memory (cuda);
  VNK_TRY (vnk_cuda_room (cuda, most, &room));
  for (int i = 0; i < params->n_radii; i++)
    {
      table->circles[i].first = used;
      used += fill_circle (&table->circles[i], params, i, stride, static_cast<Weights *> (room) + used);
    }
  VNK_TRY (vnk_cuda_send (cuda, memory, room, (size_t) used * sizeof (Weights)));

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
    vnk_cuda_keep_clear (&kept->memory);
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

template<int pixels, bool tiled>
static vnk_status
launch (vnk_cuda *cuda, const vnk_view *gx, const vnk_view *gy, const Table *table, size_t shared, const vnk_view *out)
{
  dim3 grid (vnk_cuda_blocks (gx->width, TILE), vnk_cuda_rows ((gx->height + ROWS * pixels - 1) / (ROWS * pixels)));
  dim3 block (TILE, ROWS);

  if (table->half_weight > 0.0f)
    {
      VNK_TRY (vnk_cuda_allow_shared (cuda, gicov<pixels, true, tiled>, shared));
      VNK_LAUNCH (cuda, (gicov<pixels, true, tiled>), grid, block, shared, *gx, *gy, *table, out[0], out[1], out[2]);
    }
  else
    {
      VNK_TRY (vnk_cuda_allow_shared (cuda, gicov<pixels, false, tiled>, shared));
      VNK_LAUNCH (cuda, (gicov<pixels, false, tiled>), grid, block, shared, *gx, *gy, *table, out[0], out[1], out[2]);
    }
  return VNK_OK;
}

static size_t
tile_size (int reach, int pixels)
{
  return (size_t) (TILE + 2 * reach) * (size_t) (ROWS * pixels + 2 * reach) * sizeof (float2);
}

static vnk_status
scan (vnk_cuda *cuda, const vnk_view *gx, const vnk_view *gy, const vnk_gicov_params *params, const vnk_view *out)
{
  Kept *kept = kept_of (cuda);

  if (kept == NULL)
    return VNK_ERROR_NO_MEMORY;
  measure_circles (kept, params);
  choose_fitting (kept, gx->width, gx->height);

  int reach = kept->table.reach;
  bool tiled = tile_size (reach, 4) <= cuda->max_shared;
  int stride = tiled ? TILE + 2 * reach : gx->stride;
  long long blocks = (long long) vnk_cuda_blocks (gx->width, TILE) * vnk_cuda_blocks (gx->height, 4 * ROWS);

  if (kept->stride != stride)
    VNK_TRY (fill_table (cuda, kept, stride));

  if (!tiled)
    return launch<1, false> (cuda, gx, gy, &kept->table, 0, out);
  /* With few blocks smaller ones fill the device better. */
  if (blocks < 4 * cuda->n_processors)
    return launch<2, true> (cuda, gx, gy, &kept->table, tile_size (reach, 2), out);
  return launch<4, true> (cuda, gx, gy, &kept->table, tile_size (reach, 4), out);
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
