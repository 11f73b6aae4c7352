/* running-moments.c: a running mean and spread
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "cpu.h"

typedef struct {
  const vnk_plane *in;
  float            scale, offset;
  float            share, spread_share;
  vnk_plane       *mean, *spread;
} RunningMomentsJob;

VNK_CLONES static void
take_in (const float *in, const RunningMomentsJob *job, float *restrict mean, float *restrict spread, int n)
{
  float scale = job->scale, offset = job->offset;
  float share = job->share, spread_share = job->spread_share;

  for (int x = 0; x < n; x++)
    {
      float difference = (in[x] - offset) * scale - mean[x];

      mean[x] += share * difference;
      spread[x] += spread_share * (difference * difference - spread[x]);
    }
}

static void
running_moments_row (void *data, int y, int thread)
{
  const RunningMomentsJob *job = data;

  take_in (vnk_plane_row (job->in, y), job, vnk_plane_row (job->mean, y), vnk_plane_row (job->spread, y),
           job->in->width);
}

vnk_status
vnk_cpu_running_moments (vnk_backend *backend, const vnk_plane *in, float scale, float offset, float share,
                         float spread_share, vnk_plane *mean, vnk_plane *spread)
{
  if (!vnk_check_running_moments (in, scale, offset, share, spread_share, mean, spread))
    return VNK_ERROR_INVALID;

  RunningMomentsJob job = { in, scale, offset, share, spread_share, mean, spread };

  vnk_pool_run (vnk_cpu_self (backend)->pool, in->height, running_moments_row, &job);
  return VNK_OK;
}
