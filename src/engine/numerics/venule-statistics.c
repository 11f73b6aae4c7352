/* venule-statistics.c: mean, spread and quantiles of a few numbers
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-statistics.h"

#include <math.h>

#include "venule-order.h"

double
venule_statistics_mean (const GArray *values)
{
  double sum = 0;

  for (guint i = 0; i < values->len; i++)
    sum += g_array_index (values, double, i);

  return values->len > 0 ? sum / values->len : NAN;
}

double
venule_statistics_sd (const GArray *values)
{
  double mean = venule_statistics_mean (values);
  double sum = 0;

  if (values->len < 2)
    return NAN;

  /* In two passes: the sum of squares alone loses the digits of nearly equal values. */
  for (guint i = 0; i < values->len; i++)
    {
      double deviation = g_array_index (values, double, i) - mean;

      sum += deviation * deviation;
    }

  return sqrt (sum / (values->len - 1));
}

double
venule_statistics_quantile (GArray *values,
                            double  p)
{
  double position, below;
  guint i;

  if (values->len == 0)
    return NAN;

  g_array_sort (values, venule_compare_doubles);
  position = CLAMP (p, 0, 1) * (values->len - 1);
  i = (guint) position;
  below = g_array_index (values, double, i);
  if (i + 1 == values->len)
    return below;

  return below + (position - i) * (g_array_index (values, double, i + 1) - below);
}

double
venule_statistics_distance (GArray *a,
                            GArray *b)
{
  double largest = 0;
  guint i = 0, j = 0;

  if (a->len == 0 || b->len == 0)
    return NAN;

  g_array_sort (a, venule_compare_doubles);
  g_array_sort (b, venule_compare_doubles);
  while (i < a->len && j < b->len)
    {
      double at = fmin (g_array_index (a, double, i), g_array_index (b, double, j));

      /* Equal values step together. */
      while (i < a->len && g_array_index (a, double, i) == at)
        i++;
      while (j < b->len && g_array_index (b, double, j) == at)
        j++;
      largest = fmax (largest, fabs ((double) i / a->len - (double) j / b->len));
    }

  return largest;
}
