/* dilate.cu: the largest value within a disc
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * A disc is a stack of horizontal runs. The maximum of a run of any length is that of two overlapping runs whose
 * lengths are powers of two, and those come by doubling: table k holds, at x, the maximum of 2^k pixels from x on, the
 * plane going on beyond its sides as −∞.
 */

#include "cuda.cuh"

#include <math.h>
#include <string.h>

#define MAX_TABLES 11 /* 2^10 ≤ 2·VNK_MAX_RADIUS + 1 < 2^11 */
#define THREADS 256
#define BLOCK_X 64
#define BLOCK_Y 4
#define MAX_BYTES ((size_t) 256 << 20) /* of tables; a larger plane is done in bands */

/* A row of the disc: two runs of a table, from x − reach on. */
struct Run {
  short table;
  short first;
  short second;
};

/* ROWS: there is room for; what a launch does not need to bring along makes it faster. */
template<int ROWS>
struct Disc {
  int reach;
  int n_tables;
  Run runs[ROWS]; /* of the rows 0 … reach below the centre, and as many above */
};

#define FEW_ROWS 64
typedef Disc<VNK_MAX_RADIUS + 1> AnyDisc;

/* Row-major: row, table, x; `first_row` is the plane's row of the first. */
struct Tables {
  float *data;
  int    stride;
  int    first_row;
  int    n_rows;
};

/* A block works out all tables of THREADS pixels of a row, and what it needs of the pixels to their right for that. */
static __global__ void
fill_tables (vnk_view in, int reach, int n_tables, Tables tables)
{
  VNK_DYNAMIC_SHARED (float, row);
  int right = (1 << (n_tables - 1)) - 1;
  int n = THREADS + right;
  float *from = row;
  float *to = row + n;
  int first = (int) blockIdx.x * THREADS;
  int at = first + (int) threadIdx.x;

  for (int y = (int) blockIdx.y; y < tables.n_rows; y += (int) gridDim.y)
    {
      const float *pixels = in.data + (ptrdiff_t) (tables.first_row + y) * in.stride;
      float *table = tables.data + (ptrdiff_t) y * n_tables * tables.stride + at;

      for (int i = (int) threadIdx.x; i < n; i += THREADS)
        {
          int x = first + i - reach;

          from[i] = x >= 0 && x < in.width ? pixels[x] : -INFINITY;
        }
      __syncthreads ();
      if (at < tables.stride)
        table[0] = from[threadIdx.x];

      for (int k = 1; k < n_tables; k++)
        {
          int half = 1 << (k - 1);

          for (int i = (int) threadIdx.x; i < n - half; i += THREADS)
            to[i] = fmaxf (from[i], from[i + half]);
          n -= half;
          __syncthreads ();

          float *swapped = from;

          from = to;
          to = swapped;
          if (at < tables.stride)
            table[(ptrdiff_t) k * tables.stride] = from[threadIdx.x];
        }
      n = THREADS + right;
      __syncthreads ();
    }
}

static __device__ __forceinline__ float
largest_of_row (const Tables &tables, int n_tables, int row, int x, const Run &run)
{
  const float *table = tables.data + ((ptrdiff_t) row * n_tables + run.table) * tables.stride + x;

  return fmaxf (table[run.first], table[run.second]);
}

/* Rows first … last − 1 of the plane. */
template<int ROWS>
static __global__ void
dilate (Tables tables, const __grid_constant__ Disc<ROWS> disc, int first, int last, vnk_view out)
{
  int x = (int) (blockIdx.x * BLOCK_X + threadIdx.x);

  if (x >= out.width)
    return;

  for (int y = first + (int) (blockIdx.y * BLOCK_Y + threadIdx.y); y < last; y += (int) gridDim.y * BLOCK_Y)
    {
      int row = y - tables.first_row;
      float largest = largest_of_row (tables, disc.n_tables, row, x, disc.runs[0]);

      for (int below = 1; below <= disc.reach; below++)
        {
          if (row - below >= 0)
            largest = fmaxf (largest, largest_of_row (tables, disc.n_tables, row - below, x, disc.runs[below]));
          if (row + below < tables.n_rows)
            largest = fmaxf (largest, largest_of_row (tables, disc.n_tables, row + below, x, disc.runs[below]));
        }
      out.data[(ptrdiff_t) y * out.stride + x] = largest;
    }
}

static void
disc_init (AnyDisc *disc, float radius)
{
  disc->reach = (int) radius;
  disc->n_tables = 1;
  while ((1 << disc->n_tables) <= 2 * disc->reach + 1)
    disc->n_tables++;

  for (int below = 0; below <= disc->reach; below++)
    {
      int half = (int) sqrt ((double) radius * radius - (double) below * below);
      int table = 0;

      while ((2 << table) <= 2 * half + 1)
        table++;
      disc->runs[below] = { (short) table, (short) (disc->reach - half),
                            (short) (disc->reach + half + 1 - (1 << table)) };
    }
}

/* Rows first … last − 1. */
static vnk_status
dilate_band (vnk_cuda *cuda, const vnk_view *from, const AnyDisc *disc, int first, int last, Tables *tables,
             const vnk_view *to)
{
  int top = first > disc->reach ? first - disc->reach : 0;
  int bottom = from->height - last > disc->reach ? last + disc->reach : from->height;
  size_t shared = 2 * (size_t) (THREADS + (1 << (disc->n_tables - 1)) - 1) * sizeof (float);

  tables->first_row = top;
  tables->n_rows = bottom - top;

  dim3 rows (vnk_cuda_blocks (tables->stride, THREADS), vnk_cuda_rows (tables->n_rows));
  dim3 pixels (vnk_cuda_blocks (from->width, BLOCK_X), vnk_cuda_rows ((last - first + BLOCK_Y - 1) / BLOCK_Y));

  VNK_LAUNCH (cuda, fill_tables, rows, THREADS, shared, *from, disc->reach, disc->n_tables, *tables);
  if (disc->reach < FEW_ROWS)
    {
      Disc<FEW_ROWS> small = { disc->reach, disc->n_tables, {} };

      memcpy (small.runs, disc->runs, (size_t) (disc->reach + 1) * sizeof (Run));
      VNK_LAUNCH (cuda, (dilate<FEW_ROWS>), pixels, dim3 (BLOCK_X, BLOCK_Y), 0, *tables, small, first, last, *to);
    }
  else
    VNK_LAUNCH (cuda, (dilate<VNK_MAX_RADIUS + 1>), pixels, dim3 (BLOCK_X, BLOCK_Y), 0, *tables, *disc, first, last,
                *to);
  return VNK_OK;
}

vnk_status
vnk_cuda_dilate (vnk_backend *backend, const vnk_plane *in, float radius, vnk_plane *out)
{
  vnk_cuda *cuda;
  vnk_view from, to;
  AnyDisc disc;

  if (!vnk_check_dilate (in, radius, out))
    return VNK_ERROR_INVALID;
  VNK_TRY (vnk_cuda_begin (backend, &cuda));
  VNK_TRY (vnk_cuda_read (cuda, in, &from));
  VNK_TRY (vnk_cuda_write (cuda, out, &to));

  disc_init (&disc, radius);

  Tables tables = { NULL, (in->width + 2 * disc.reach + 31) / 32 * 32, 0, 0 };
  size_t row_size = (size_t) disc.n_tables * (size_t) tables.stride * sizeof (float);
  ptrdiff_t max_rows = (ptrdiff_t) (MAX_BYTES / row_size) - 2 * disc.reach;
  int band = max_rows >= in->height ? in->height : max_rows > 64 ? (int) max_rows : 64;
  int held = band < in->height - 2 * disc.reach ? band + 2 * disc.reach : in->height;

  if (band < in->height)
    VNK_TRY (vnk_cuda_part (cuda, &from, &to));
  tables.data = static_cast<float *> (vnk_cuda_scratch (cuda, row_size * (size_t) held));
  if (tables.data == NULL)
    return vnk_cuda_no_memory (cuda);

  for (int first = 0; first < in->height; first += band)
    VNK_TRY (dilate_band (cuda, &from, &disc, first, in->height - first > band ? first + band : in->height, &tables,
                          &to));
  VNK_TRY (vnk_cuda_written (cuda, out, &to));
  return vnk_cuda_end (cuda);
}
