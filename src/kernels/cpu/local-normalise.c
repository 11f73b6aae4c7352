/* local-normalise.c: a plane less its background, over its own deviation from it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * A box's sum is one of its columns' sums, and those follow from the row above's by a row that comes and one that goes.
 * In double precision nothing of this shows. A strip of rows starts anew, so that threads need not wait for each other
 * and the sums are the same for any number of them.
 */

#include "cpu.h"

#include <math.h>
#include <string.h>

#define STRIP 32 /* rows */
#define LANES 8

typedef struct {
  const vnk_plane *in;
  int              radius;
  float            scale;
  float            limit;
  double          *sums;       /* of each thread: of the box's columns, and of all columns before each */
  double          *deviations; /* Σ |in − m| of each row */
  vnk_plane       *out;
} LocalNormaliseJob;

VNK_CLONES static void
add_row (double *restrict sums, const float *restrict row, double sign, int n)
{
  for (int x = 0; x < n; x++)
    sums[x] += sign * (double) row[x];
}

/* out = in − (end − start)·share; returns Σ |out|. */
VNK_CLONES static double
subtract_means (const float *restrict in, const double *restrict end, const double *restrict start, double share,
                float *restrict out, int n)
{
  double sums[LANES] = { 0 };
  double total = 0.0;
  int x = 0;

  for (; x + LANES <= n; x += LANES)
    for (int i = 0; i < LANES; i++)
      {
        double value = (double) in[x + i] - (end[x + i] - start[x + i]) * share;

        out[x + i] = (float) value;
        sums[i] += fabs (value);
      }
  for (; x < n; x++)
    {
      double value = (double) in[x] - (end[x] - start[x]) * share;

      out[x] = (float) value;
      total += fabs (value);
    }
  for (int i = 0; i < LANES; i++)
    total += sums[i];
  return total;
}

VNK_CLONES static void
scale_row (float *row, int width, float scale, float limit)
{
  for (int x = 0; x < width; x++)
    {
      float value = row[x] * scale;

      value = value < -limit ? -limit : value;
      row[x] = value > limit ? limit : value;
    }
}

/* Pixels first … last − 1 of a row, whose boxes the plane's left or right border cuts. */
static double
subtract_cut_means (const LocalNormaliseJob *job, int y, int rows, const double *before, int first, int last)
{
  int width = job->in->width;
  double sum = 0.0;

  for (int x = first; x < last; x++)
    {
      int left = x > job->radius ? x - job->radius : 0;
      int right = width - x > job->radius ? x + job->radius + 1 : width;

      sum += subtract_means (vnk_plane_row (job->in, y) + x, before + right, before + left,
                             1.0 / ((double) (right - left) * rows), vnk_plane_row (job->out, y) + x, 1);
    }
  return sum;
}

/* Returns Σ |in − m| of a row, given the sums of its box's `rows` rows; `before` has room for one more of those. */
static double
local_normalise_row (const LocalNormaliseJob *job, int y, int rows, const double *columns, double *before)
{
  int width = job->in->width;
  int radius = job->radius;
  int first = radius < width ? radius : width; /* whole boxes: first … last − 1 */
  int last = width - radius > first ? width - radius : first;
  double sum = 0.0;

  before[0] = 0.0;
  for (int x = 0; x < width; x++)
    before[x + 1] = before[x] + columns[x];

  sum += subtract_cut_means (job, y, rows, before, 0, first);
  if (last > first)
    sum += subtract_means (vnk_plane_row (job->in, y) + first, before + first + radius + 1, before + first - radius,
                           1.0 / ((2.0 * radius + 1.0) * rows), vnk_plane_row (job->out, y) + first, last - first);
  return sum + subtract_cut_means (job, y, rows, before, last, width);
}

static void
local_normalise_strip (void *data, int strip, int thread)
{
  const LocalNormaliseJob *job = data;
  const vnk_plane *in = job->in;
  int first = strip * STRIP;
  int last = in->height - first > STRIP ? first + STRIP - 1 : in->height - 1;
  double *columns = job->sums + (ptrdiff_t) thread * (2 * (ptrdiff_t) in->width + 1);
  int top = 0, bottom = -1; /* rows in `columns` */

  memset (columns, 0, (size_t) in->width * sizeof *columns);
  for (int y = first; y <= last; y++)
    {
      int want_top = y > job->radius ? y - job->radius : 0;
      int want_bottom = in->height - 1 - y > job->radius ? y + job->radius : in->height - 1;

      if (y == first)
        {
          top = want_top;
          bottom = want_top - 1;
        }
      while (bottom < want_bottom)
        add_row (columns, vnk_plane_row (in, ++bottom), 1.0, in->width);
      while (top < want_top)
        add_row (columns, vnk_plane_row (in, top++), -1.0, in->width);
      job->deviations[y] = local_normalise_row (job, y, bottom - top + 1, columns, columns + in->width);
    }
}

static void
scale_item (void *data, int y, int thread)
{
  const LocalNormaliseJob *job = data;

  scale_row (vnk_plane_row (job->out, y), job->out->width, job->scale, job->limit);
}

vnk_status
vnk_cpu_local_normalise (vnk_backend *backend, const vnk_plane *in, int radius, float noise, float limit,
                         vnk_plane *out)
{
  vnk_cpu *cpu = vnk_cpu_self (backend);

  if (!vnk_check_local_normalise (in, radius, noise, limit, out))
    return VNK_ERROR_INVALID;

  size_t sums = (size_t) cpu->n_threads * (2 * (size_t) in->width + 1);
  double *memory = vnk_scratch_get (&cpu->tables, (sums + (size_t) in->height) * sizeof (double));

  if (memory == NULL)
    return VNK_ERROR_NO_MEMORY;

  LocalNormaliseJob job = { in, radius, 0.0f, limit, memory, memory + sums, out };
  double deviation = 0.0;

  vnk_pool_run (cpu->pool, (in->height + STRIP - 1) / STRIP, local_normalise_strip, &job);
  for (int y = 0; y < in->height; y++)
    deviation += job.deviations[y];
  job.scale = (float) (1.0 / (VNK_SD_OF_DEVIATION * (deviation / in->width / in->height) + (double) noise));
  vnk_pool_run (cpu->pool, in->height, scale_item, &job);
  return VNK_OK;
}
