/* venule-blur.c: a row of numbers, smoothed
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-blur.h"

#include <math.h>

#include "venule-statistics.h"

#define REACH 3 /* standard deviations */

void
venule_blur (float  *values,
             guint   n,
             double  sigma)
{
  int reach = (int) ceil (REACH * sigma);
  g_autofree float *weights = g_new (float, reach + 1), *padded = g_new (float, n + 2 * (guint) reach);
  float sum = 0;

  for (int i = -reach; i <= reach; i++)
    sum += weights[ABS (i)] = expf (-0.5f * (float) (i * i / (sigma * sigma)));
  for (int i = 0; i < (int) n + 2 * reach; i++)
    padded[i] = values[CLAMP (i - reach, 0, (int) n - 1)] / sum;
  for (guint i = 0; i < n; i++)
    {
      const float *at = padded + i + reach;

      values[i] = weights[0] * at[0];
      for (int k = 1; k <= reach; k++)
        values[i] += weights[k] * (at[-k] + at[k]);
    }
}

float
venule_median_of (const float *values,
                  guint        n)
{
  g_autoptr (GArray) sorted = g_array_new (FALSE, FALSE, sizeof (double));

  for (guint i = 0; i < n; i++)
    {
      double value = (double) values[i];

      g_array_append_val (sorted, value);
    }
  return (float) venule_statistics_quantile (sorted, 0.5);
}

void
venule_median (float *values,
               guint  n,
               guint  reach)
{
  g_autofree float *padded = g_new (float, n + 2 * reach);

  for (guint i = 0; i < n + 2 * reach; i++)
    padded[i] = values[CLAMP ((int) i - (int) reach, 0, (int) n - 1)];
  for (guint i = 0; i < n; i++)
    values[i] = venule_median_of (padded + i, 2 * reach + 1);
}
