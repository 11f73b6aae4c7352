/* add-noise.c: noise that is the same each time
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "cpu.h"
#include "../vnk-hash.h"

typedef struct {
  vnk_plane *plane;
  float      scale;
  uint32_t   seed;
} AddNoiseJob;

/* Without VNK_CLONES: a multiplication and an addition in one would round differently on each processor. */
static void
add_noise_row (void *data, int y, int thread)
{
  const AddNoiseJob *job = data;
  float *row = vnk_plane_row (job->plane, y);

  for (int x = 0; x < job->plane->width; x++)
    row[x] += job->scale * vnk_hash_noise (job->seed, x, y);
}

vnk_status
vnk_cpu_add_noise (vnk_backend *backend, vnk_plane *plane, float scale, uint32_t seed)
{
  if (!vnk_check_add_noise (plane, scale))
    return VNK_ERROR_INVALID;

  AddNoiseJob job = { plane, scale, seed };

  vnk_pool_run (vnk_cpu_self (backend)->pool, plane->height, add_noise_row, &job);
  return VNK_OK;
}
