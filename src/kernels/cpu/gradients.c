/* gradients.c: central differences
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "cpu.h"

typedef struct {
  const vnk_plane *in;
  vnk_plane       *gx;
  vnk_plane       *gy;
} GradientsJob;

VNK_CLONES static void
central_x (const float *in, float *out, int width)
{
  for (int x = 1; x < width - 1; x++)
    out[x] = 0.5f * (in[x + 1] - in[x - 1]);

  out[0] = width > 1 ? in[1] - in[0] : 0.0f;
  if (width > 1)
    out[width - 1] = in[width - 1] - in[width - 2];
}

VNK_CLONES static void
difference_y (const float *above, const float *below, float *out, int width, float scale)
{
  for (int x = 0; x < width; x++)
    out[x] = scale * (below[x] - above[x]);
}

static void
gradients_row (void *data, int y, int thread)
{
  const GradientsJob *job = data;
  int height = job->in->height;
  int above = y > 0 ? y - 1 : y;
  int below = y < height - 1 ? y + 1 : y;

  central_x (vnk_plane_row (job->in, y), vnk_plane_row (job->gx, y), job->in->width);
  difference_y (vnk_plane_row (job->in, above), vnk_plane_row (job->in, below), vnk_plane_row (job->gy, y),
                job->in->width, below - above == 2 ? 0.5f : 1.0f);
}

vnk_status
vnk_cpu_gradients (vnk_backend *backend, const vnk_plane *in, vnk_plane *gx, vnk_plane *gy)
{
  if (!vnk_check_gradients (in, gx, gy))
    return VNK_ERROR_INVALID;

  GradientsJob job = { in, gx, gy };

  vnk_pool_run (vnk_cpu_self (backend)->pool, in->height, gradients_row, &job);
  return VNK_OK;
}
