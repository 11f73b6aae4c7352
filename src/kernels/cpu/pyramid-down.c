/* pyramid-down.c: a plane of half the size
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "cpu.h"

typedef struct {
  const vnk_plane *in;
  vnk_plane       *out;
  vnk_cpu_thread  *threads;
} PyramidDownJob;

VNK_CLONES static void
sum_rows (const float *a, const float *b, const float *c, const float *d, float *out, int n)
{
  for (int x = 0; x < n; x++)
    out[x] = (a[x] + d[x] + 3.0f * (b[x] + c[x])) * (1.0f / 64.0f);
}

/* `sum` has its border replicated: sum[−1] and two elements behind its end may be read. */
VNK_CLONES static void
sum_columns (const float *sum, float *out, int n)
{
  for (int x = 0; x < n; x++)
    out[x] = sum[2 * x - 1] + sum[2 * x + 2] + 3.0f * (sum[2 * x] + sum[2 * x + 1]);
}

static void
pyramid_down_row (void *data, int y, int thread)
{
  const PyramidDownJob *job = data;
  const vnk_plane *in = job->in;
  float *sum = (float *) job->threads[thread].row.memory + 1;
  int last = in->height - 1;

  sum_rows (vnk_plane_row (in, vnk_clamp_int (2 * y - 1, 0, last)), vnk_plane_row (in, 2 * y),
            vnk_plane_row (in, vnk_clamp_int (2 * y + 1, 0, last)),
            vnk_plane_row (in, vnk_clamp_int (2 * y + 2, 0, last)), sum, in->width);
  sum[-1] = sum[0];
  sum[in->width] = sum[in->width + 1] = sum[in->width - 1];
  sum_columns (sum, vnk_plane_row (job->out, y), job->out->width);
}

vnk_status
vnk_cpu_pyramid_down (vnk_backend *backend, const vnk_plane *in, vnk_plane *out)
{
  vnk_cpu *cpu = vnk_cpu_self (backend);

  if (!vnk_check_pyramid_down (in, out))
    return VNK_ERROR_INVALID;
  for (int i = 0; i < cpu->n_threads; i++)
    if (vnk_scratch_get (&cpu->threads[i].row, ((size_t) in->width + 3) * sizeof (float)) == NULL)
      return VNK_ERROR_NO_MEMORY;

  PyramidDownJob job = { in, out, cpu->threads };

  vnk_pool_run (cpu->pool, out->height, pyramid_down_row, &job);
  return VNK_OK;
}
