/* dilate.c: the largest value within a disc
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * A disc is a stack of horizontal runs. The maximum of a run of any length is that of two overlapping runs whose
 * lengths are powers of two, and those come by doubling: table k holds, at x, the maximum of 2^k pixels from x on.
 */

#include "cpu.h"

#include <math.h>

#define MAX_TABLES 12 /* 2^11 > 2·VNK_MAX_RADIUS + 1 */

typedef struct {
  int below;    /* rows below the centre */
  int table;
  int first;    /* start of the left run, from x − reach */
  int second;   /* start of the right run */
} Run;

typedef struct {
  const vnk_plane *in;
  vnk_plane       *out;
  int              reach;
  int              n_tables;
  float           *tables;       /* row-major: row, table, x */
  ptrdiff_t        table_stride; /* elements of one table of one row */
  const Run       *runs;
  int              n_runs;
} DilateJob;

VNK_CLONES static void
larger_of (const float *a, const float *b, float *out, int n)
{
  for (int i = 0; i < n; i++)
    out[i] = a[i] > b[i] ? a[i] : b[i];
}

VNK_CLONES static void
raise_by (const float *a, const float *b, float *out, int n)
{
  for (int i = 0; i < n; i++)
    {
      float larger = a[i] > b[i] ? a[i] : b[i];

      out[i] = larger > out[i] ? larger : out[i];
    }
}

static float *
table_at (const DilateJob *job, int y, int table)
{
  return job->tables + ((ptrdiff_t) y * job->n_tables + table) * job->table_stride;
}

static void
tables_row (void *data, int y, int thread)
{
  const DilateJob *job = data;
  int width = job->in->width;
  int padded = width + 2 * job->reach;
  const float *in = vnk_plane_row (job->in, y);
  float *base = table_at (job, y, 0);

  for (int i = 0; i < job->reach; i++)
    base[i] = base[padded - 1 - i] = -INFINITY;
  for (int x = 0; x < width; x++)
    base[job->reach + x] = in[x];

  for (int k = 1; k < job->n_tables; k++)
    {
      const float *half = table_at (job, y, k - 1);

      larger_of (half, half + (1 << (k - 1)), table_at (job, y, k), padded - (1 << k) + 1);
    }
}

static void
dilate_row (void *data, int y, int thread)
{
  const DilateJob *job = data;
  int width = job->in->width;
  float *out = vnk_plane_row (job->out, y);
  const float *centre = table_at (job, y, 0) + job->reach;

  larger_of (centre, centre, out, width);
  for (int i = 0; i < job->n_runs; i++)
    {
      const Run *run = &job->runs[i];
      int row = y + run->below;

      if (row < 0 || row >= job->in->height)
        continue;

      const float *table = table_at (job, row, run->table);

      raise_by (table + run->first, table + run->second, out, width);
    }
}

static int
fill_runs (float radius, Run *runs)
{
  int reach = (int) radius;
  int n = 0;

  for (int below = -reach; below <= reach; below++)
    {
      int half = (int) sqrt ((double) radius * radius - (double) below * below);
      int length = 2 * half + 1;
      int table = 0;

      while ((2 << table) <= length)
        table++;
      runs[n++] = (Run) { below, table, reach - half, reach + half + 1 - (1 << table) };
    }
  return n;
}

vnk_status
vnk_cpu_dilate (vnk_backend *backend, const vnk_plane *in, float radius, vnk_plane *out)
{
  vnk_cpu *cpu = vnk_cpu_self (backend);

  if (!vnk_check_dilate (in, radius, out))
    return VNK_ERROR_INVALID;

  Run runs[2 * VNK_MAX_RADIUS + 1];
  int n_tables = 1;

  while ((1 << n_tables) <= 2 * (int) radius + 1)
    n_tables++;

  ptrdiff_t table_stride = ((ptrdiff_t) in->width + 2 * (int) radius + 15) & ~(ptrdiff_t) 15;
  size_t size = (size_t) table_stride * (size_t) n_tables * (size_t) in->height * sizeof (float);
  float *tables = vnk_scratch_get (&cpu->tables, size);

  if (tables == NULL)
    return VNK_ERROR_NO_MEMORY;

  DilateJob job = { in, out, (int) radius, n_tables, tables, table_stride, runs, fill_runs (radius, runs) };

  vnk_pool_run (cpu->pool, in->height, tables_row, &job);
  vnk_pool_run (cpu->pool, in->height, dilate_row, &job);
  return VNK_OK;
}
