/* resample.c: a turned and scaled copy
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "cpu.h"

#include <math.h>
#include <string.h>

#define BLOCK 32              /* pixels of a row that are computed at once */

typedef struct {
  vnk_cpu   *cpu;
  vnk_plane  in;               /* at least two pixels wide */
  double     x, y;
  double     step_x, step_y;
  int        n;                /* samples of a pixel, each way */
  int        whole_x, whole_y; /* the step, rounded, */
  float      rest_x, rest_y;   /* and what that leaves */
  vnk_plane *out;
} ResampleJob;

/* Adds a bilinear sample to each of a block of pixels; the first one's is at (x, y). Positions are a whole number and a
 * small rest, so that a float does not round them far from the origin. Outside the plane a sample moves to the border,
 * the last pixel's place being that of the one before it, all the way to its right: two neighbours are always there,
 * and come with one access. A processor's own gather is slower than that. */
VNK_CLONES static void
add_samples (const ResampleJob *job, double x, double y, float *restrict sum)
{
  int stride = job->in.height > 1 ? (int) job->in.stride : 0;
  int last_x = job->in.width - 2;
  int last_y = job->in.height > 1 ? job->in.height - 2 : 0;
  int base_x = (int) floor (x);
  int base_y = (int) floor (y);
  float start_x = (float) (x - base_x);
  float start_y = (float) (y - base_y);
  int place[BLOCK];
  float right[BLOCK], down[BLOCK];
  float above[BLOCK][2], below[BLOCK][2];

  for (int i = 0; i < BLOCK; i++)
    {
      float u = start_x + (float) i * job->rest_x;
      float v = start_y + (float) i * job->rest_y;
      float floor_u = floorf (u);
      float floor_v = floorf (v);
      int x0 = base_x + i * job->whole_x + (int) floor_u;
      int y0 = base_y + i * job->whole_y + (int) floor_v;

      right[i] = x0 < 0 ? 0.0f : x0 > last_x ? 1.0f : u - floor_u;
      down[i] = y0 < 0 ? 0.0f : y0 > last_y ? 1.0f : v - floor_v;
      x0 = x0 < 0 ? 0 : x0 > last_x ? last_x : x0;
      y0 = y0 < 0 ? 0 : y0 > last_y ? last_y : y0;
      place[i] = y0 * stride + x0;
    }

  for (int i = 0; i < BLOCK; i++)
    {
      const float *pixel = job->in.data + place[i];

      memcpy (above[i], pixel, sizeof above[i]);
      memcpy (below[i], pixel + stride, sizeof below[i]);
    }

  for (int i = 0; i < BLOCK; i++)
    {
      float a = (1.0f - right[i]) * above[i][0] + right[i] * above[i][1];
      float b = (1.0f - right[i]) * below[i][0] + right[i] * below[i][1];

      sum[i] += (1.0f - down[i]) * a + down[i] * b;
    }
}

static void
resample_row (void *data, int j, int thread)
{
  const ResampleJob *job = data;
  float *out = vnk_plane_row (job->out, j);
  float scale = 1.0f / (float) (job->n * job->n);

  for (int first = 0; first < job->out->width; first += BLOCK)
    {
      float total[BLOCK] = { 0 };
      int pixels = job->out->width - first < BLOCK ? job->out->width - first : BLOCK;

      /* Sums of sums: they round less than one long one. */
      for (int b = 0; b < job->n; b++)
        {
          float sum[BLOCK] = { 0 };

          for (int a = 0; a < job->n; a++)
            {
              double along = first + (a + 0.5) / job->n - 0.5;
              double across = j + (b + 0.5) / job->n - 0.5;

              add_samples (job, job->x + along * job->step_x - across * job->step_y,
                           job->y + along * job->step_y + across * job->step_x, sum);
            }
          for (int i = 0; i < BLOCK; i++)
            total[i] += sum[i];
        }
      for (int i = 0; i < pixels; i++)
        out[first + i] = total[i] * scale;
    }
}

/* ---- Along the rows ---- */

/* Adds a mean of two rows. */
VNK_CLONES static void
add_rows (const float *above, const float *below, float down, float *restrict sum, int n)
{
  for (int x = 0; x < n; x++)
    sum[x] += (1.0f - down) * above[x] + down * below[x];
}

/* Adds to each of a block of pixels what lies in a row at places a step apart. */
VNK_CLONES static void
add_places (const ResampleJob *job, const float *row, double x, float *restrict sum)
{
  int last_x = job->in.width - 2;
  int base_x = (int) floor (x);
  float start_x = (float) (x - base_x);
  int place[BLOCK];
  float right[BLOCK], pairs[BLOCK][2];

  for (int i = 0; i < BLOCK; i++)
    {
      float u = start_x + (float) i * job->rest_x;
      float floor_u = floorf (u);
      int x0 = base_x + i * job->whole_x + (int) floor_u;

      right[i] = x0 < 0 ? 0.0f : x0 > last_x ? 1.0f : u - floor_u;
      place[i] = x0 < 0 ? 0 : x0 > last_x ? last_x : x0;
    }
  for (int i = 0; i < BLOCK; i++)
    memcpy (pairs[i], row + place[i], sizeof pairs[i]);
  for (int i = 0; i < BLOCK; i++)
    sum[i] += (1.0f - right[i]) * pairs[i][0] + right[i] * pairs[i][1];
}

/* The same when the copy is not turned: all samples of a row of `out` that lie side by side share their rows of `in`,
 * which are put together first. */
static void
resample_straight_row (void *data, int j, int thread)
{
  const ResampleJob *job = data;
  float *out = vnk_plane_row (job->out, j);
  float *row = job->cpu->threads[thread].row.memory;
  float scale = 1.0f / (float) (job->n * job->n);
  int last_y = job->in.height - 1;

  memset (row, 0, (size_t) job->in.width * sizeof (float));
  for (int b = 0; b < job->n; b++)
    {
      double y = fmin (fmax (job->y + (j + (b + 0.5) / job->n - 0.5) * job->step_x, 0.0), last_y);
      int top = (int) y;

      add_rows (vnk_plane_row (&job->in, top), vnk_plane_row (&job->in, top < last_y ? top + 1 : top),
                (float) (y - top), row, job->in.width);
    }

  for (int first = 0; first < job->out->width; first += BLOCK)
    {
      float sum[BLOCK] = { 0 };
      int pixels = job->out->width - first < BLOCK ? job->out->width - first : BLOCK;

      for (int a = 0; a < job->n; a++)
        add_places (job, row, job->x + (first + (a + 0.5) / job->n - 0.5) * job->step_x, sum);
      for (int i = 0; i < pixels; i++)
        out[first + i] = sum[i] * scale;
    }
}

/* A plane of one column has its pixels twice, side by side. */
static bool
widen (vnk_cpu *cpu, vnk_plane *plane)
{
  if (plane->width > 1)
    return true;

  float *memory = vnk_scratch_get (&cpu->tables, 2 * (size_t) plane->height * sizeof (float));

  if (memory == NULL)
    return false;
  for (int y = 0; y < plane->height; y++)
    memory[2 * (ptrdiff_t) y] = memory[2 * (ptrdiff_t) y + 1] = *vnk_plane_row (plane, y);
  *plane = (vnk_plane) { memory, 2, plane->height, 2 };
  return true;
}

vnk_status
vnk_cpu_resample (vnk_backend *backend, const vnk_plane *in, float x, float y, float step_x, float step_y,
                  vnk_plane *out)
{
  vnk_cpu *cpu = vnk_cpu_self (backend);
  double step = hypot ((double) step_x, (double) step_y);

  if (!vnk_check_resample (in, x, y, step_x, step_y, out))
    return VNK_ERROR_INVALID;

  int whole_x = (int) lrintf (step_x);
  int whole_y = (int) lrintf (step_y);
  ResampleJob job = {
    cpu, *in, (double) x, (double) y, (double) step_x, (double) step_y,
    (int) fmax (1.0, ceil (step - VNK_RESAMPLE_SLACK)),
    whole_x, whole_y, step_x - (float) whole_x, step_y - (float) whole_y, out
  };

  if (!widen (cpu, &job.in))
    return VNK_ERROR_NO_MEMORY;
  if (step_y != 0.0f)
    {
      vnk_pool_run (cpu->pool, out->height, resample_row, &job);
      return VNK_OK;
    }

  for (int i = 0; i < cpu->n_threads; i++)
    if (vnk_scratch_get (&cpu->threads[i].row, (size_t) job.in.width * sizeof (float)) == NULL)
      return VNK_ERROR_NO_MEMORY;
  vnk_pool_run (cpu->pool, out->height, resample_straight_row, &job);
  return VNK_OK;
}
