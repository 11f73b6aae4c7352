/* robust-weights.c: how far pixels that come and go are to be trusted
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "cpu.h"

#include "../vnk-sample-grid.h"

typedef struct {
  const vnk_plane *spread, *mask;
  float            usual; /* spread at which a pixel counts half */
  vnk_plane       *weight;
} RobustWeightsJob;

/* The value that would stand at `at`, were they sorted (C. A. R. Hoare, Communications of the ACM 4 (1961) 321). */
static float
select_value (float *values, int n, int at)
{
  int low = 0, high = n - 1;

  while (low < high)
    {
      float middle = values[low + (high - low) / 2];
      int i = low, j = high;

      while (i <= j)
        {
          while (values[i] < middle)
            i++;
          while (values[j] > middle)
            j--;
          if (i <= j)
            {
              float value = values[i];

              values[i++] = values[j];
              values[j--] = value;
            }
        }
      if (at <= j)
        high = j;
      else if (at >= i)
        low = i;
      else
        break;
    }
  return values[at];
}

static float
median_spread (const vnk_plane *spread, const vnk_plane *mask)
{
  vnk_sample_grid grid = vnk_sample_grid_new (spread->width, spread->height, VNK_ROBUST_WEIGHTS_SAMPLES);
  float samples[VNK_ROBUST_WEIGHTS_SAMPLES];
  int n = 0;

  for (int j = 0; j < grid.rows; j++)
    {
      int y = grid.top + j * grid.step;
      const float *masks = vnk_plane_row (mask, y), *spreads = vnk_plane_row (spread, y);

      for (int x = grid.left; x < spread->width; x += grid.step)
        if (masks[x] > 0.0f)
          samples[n++] = spreads[x];
    }
  return n > 0 ? select_value (samples, n, n / 2) : 0.0f;
}

VNK_CLONES static void
weigh (const float *spread, const float *mask, float usual, float *weight, int n)
{
  for (int x = 0; x < n; x++)
    {
      float share = spread[x] / usual;

      weight[x] = mask[x] / (1.0f + share * share);
    }
}

static void
robust_weights_row (void *data, int y, int thread)
{
  const RobustWeightsJob *job = data;

  weigh (vnk_plane_row (job->spread, y), vnk_plane_row (job->mask, y), job->usual, vnk_plane_row (job->weight, y),
         job->weight->width);
}

vnk_status
vnk_cpu_robust_weights (vnk_backend *backend, const vnk_plane *spread, const vnk_plane *mask, float cutoff,
                        float min_spread, vnk_plane *weight)
{
  if (!vnk_check_robust_weights (spread, mask, cutoff, min_spread, weight))
    return VNK_ERROR_INVALID;

  float median = median_spread (spread, mask);
  RobustWeightsJob job = { spread, mask, cutoff * (median > min_spread ? median : min_spread), weight };

  vnk_pool_run (vnk_cpu_self (backend)->pool, spread->height, robust_weights_row, &job);
  return VNK_OK;
}
