/* sample.c: a turned and scaled copy
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "cpu.h"

#include <math.h>
#include <string.h>

#define BLOCK 32              /* pixels of a row that are computed at once */
#define MOST_SIDE (1 << 20)   /* px, of `out` */
#define LEAST_STEP 0.0625     /* px */
#define MOST_STEP 64.0        /* px */

typedef struct {
  const vnk_plane *in;
  double           x, y;
  double           step_x, step_y;
  int              n;          /* samples of a pixel, each way */
  int              whole_x, whole_y; /* the step, rounded, */
  float            rest_x, rest_y;   /* and what that leaves */
  vnk_plane       *out;
} SampleJob;

/* Adds a bilinear sample to each of a block of pixels; the first one's is at (x, y). Positions are a whole number and a
 * small rest, so that a float does not round them far from the origin. */
VNK_CLONES static void
add_samples (const SampleJob *job, double x, double y, float *restrict sum)
{
  const float *restrict data = job->in->data;
  int stride = (int) job->in->stride;
  int last_x = job->in->width - 1;
  int last_y = job->in->height - 1;
  int base_x = (int) floor (x);
  int base_y = (int) floor (y);
  float start_x = (float) (x - base_x);
  float start_y = (float) (y - base_y);
  int whole_x = job->whole_x, whole_y = job->whole_y;
  float rest_x = job->rest_x, rest_y = job->rest_y;

  for (int i = 0; i < BLOCK; i++)
    {
      float u = start_x + (float) i * rest_x;
      float v = start_y + (float) i * rest_y;
      float floor_u = floorf (u);
      float floor_v = floorf (v);
      float fu = u - floor_u;
      float fv = v - floor_v;
      int x0 = base_x + i * whole_x + (int) floor_u;
      int y0 = base_y + i * whole_y + (int) floor_v;
      int x1 = x0 + 1;
      int y1 = y0 + 1;

      x0 = x0 < 0 ? 0 : x0 > last_x ? last_x : x0;
      x1 = x1 < 0 ? 0 : x1 > last_x ? last_x : x1;
      y0 = (y0 < 0 ? 0 : y0 > last_y ? last_y : y0) * stride;
      y1 = (y1 < 0 ? 0 : y1 > last_y ? last_y : y1) * stride;

      float above = data[y0 + x0] + fu * (data[y0 + x1] - data[y0 + x0]);
      float below = data[y1 + x0] + fu * (data[y1 + x1] - data[y1 + x0]);

      sum[i] += above + fv * (below - above);
    }
}

static void
sample_row (void *data, int j, int thread)
{
  const SampleJob *job = data;
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

vnk_status
vnk_cpu_sample (vnk_backend *backend, const vnk_plane *in, float x, float y, float step_x, float step_y,
                vnk_plane *out)
{
  double step = hypot ((double) step_x, (double) step_y);

  if (!vnk_plane_valid (in) || !vnk_plane_valid (out) || in->data == out->data || out->width > MOST_SIDE ||
      out->height > MOST_SIDE || !vnk_position_valid (x, y) || !(step >= LEAST_STEP) || !(step <= MOST_STEP))
    return VNK_ERROR_INVALID;

  int whole_x = (int) lrintf (step_x);
  int whole_y = (int) lrintf (step_y);
  SampleJob job = {
    in, (double) x, (double) y, (double) step_x, (double) step_y, (int) fmax (1.0, ceil (step - VNK_SAMPLE_SLACK)),
    whole_x, whole_y, step_x - (float) whole_x, step_y - (float) whole_y, out
  };

  vnk_pool_run (vnk_cpu_self (backend)->pool, out->height, sample_row, &job);
  return VNK_OK;
}
