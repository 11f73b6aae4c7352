/* venule-test-hodges-lehmann.c: the Hodges-Lehmann shift between two samples
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-test-two.h"

#include <gsl/gsl_cdf.h>
#include <math.h>
#include <string.h>

#include "venule-order.h"
#include "venule-test-ranks.h"

#define Z 1.959963984540054 /* of the normal distribution, two-sided 95 % */
#define TAIL 0.025
#define HALVINGS 60         /* of an interval of length 1: to the last digit of a double */

/* ---- Cliff's delta ---- */

/* Variance of the share U / (m n) where it is @theta: Hanley and McNeil's for exponential samples, with both sizes
 * replaced by their mean (Newcombe 2006, method 5). */
static double
variance_of_share (double theta,
                   double m,
                   double n)
{
  double others = (m + n) / 2 - 1;

  return theta * (1 - theta) * (1 + others * ((1 - theta) / (2 - theta) + theta / (1 + theta))) / (m * n);
}

/* Between @theta and @end (0 or 1): where @theta lies just 1.96 standard errors off. */
static double
find_end (double theta,
          double end,
          double m,
          double n)
{
  double inside = theta, outside = end;

  for (int i = 0; i < HALVINGS; i++)
    {
      double middle = (inside + outside) / 2;
      double off = theta - middle;

      if (off * off <= Z * Z * variance_of_share (middle, m, n))
        inside = middle;
      else
        outside = middle;
    }

  return (inside + outside) / 2;
}

VenuleInterval
venule_test_delta (double u,
                   guint  n_a,
                   guint  n_b)
{
  double theta = u / ((double) n_a * n_b);

  return (VenuleInterval) { 2 * theta - 1, 2 * find_end (theta, 0, n_a, n_b) - 1,
                            2 * find_end (theta, 1, n_a, n_b) - 1 };
}

/* ---- Hodges–Lehmann ---- */

/* Whole numbers in the order of the doubles. */
static guint64
to_order (double value)
{
  guint64 bits;

  memcpy (&bits, &value, sizeof bits);
  return bits >> 63 ? ~bits : bits | G_GUINT64_CONSTANT (1) << 63;
}

static double
from_order (guint64 order)
{
  guint64 bits = order >> 63 ? order & ~(G_GUINT64_CONSTANT (1) << 63) : ~order;
  double value;

  memcpy (&value, &bits, sizeof value);
  return value;
}

/* Pairs whose difference is @limit at most. Both rise, so that one walk through both does. */
static guint64
count_up_to (const GArray *a,
             const GArray *b,
             double        limit)
{
  guint64 n = 0;
  guint j = 0;

  for (guint i = 0; i < a->len; i++)
    {
      while (j < b->len && g_array_index (a, double, i) - g_array_index (b, double, j) > limit)
        j++;
      n += b->len - j;
    }

  return n;
}

/* The @k-th smallest difference, from 1, without making them all: the least number with @k differences up to it. */
static double
find_difference (const GArray *a,
                 const GArray *b,
                 guint64       k)
{
  guint64 low = to_order (g_array_index (a, double, 0) - g_array_index (b, double, b->len - 1));
  guint64 high = to_order (g_array_index (a, double, a->len - 1) - g_array_index (b, double, 0));

  /* Not −0. */
  return from_order (venule_bisect (low, high, i, count_up_to (a, b, from_order (i)) < k)) + 0.0;
}

/* Means of two of the values, each with itself too, that are @limit at most. */
static guint64
count_means_up_to (const GArray *sorted,
                   double        limit)
{
  guint64 n = 0;
  guint j = sorted->len;

  for (guint i = 0; i < sorted->len; i++)
    {
      double value = g_array_index (sorted, double, i);

      while (j > 0 && value + (g_array_index (sorted, double, j - 1) - value) / 2 > limit)
        j--;
      if (j <= i)
        break;
      n += j - i;
    }

  return n;
}

double
venule_test_walsh_mean (const GArray *sorted,
                        guint64       k)
{
  guint64 low, high;

  g_return_val_if_fail (sorted != NULL && sorted->len > 0, NAN);

  low = to_order (g_array_index (sorted, double, 0));
  high = to_order (g_array_index (sorted, double, sorted->len - 1));
  return from_order (venule_bisect (low, high, i, count_means_up_to (sorted, from_order (i)) < k)) + 0.0;
}

/* The largest k such that U without ties is below k with 2.5 % at most; 0: there is none. */
static guint64
find_rank_exact (guint m,
                 guint n)
{
  gsize width = (gsize) m * n + 1;
  g_autofree double *ways = g_new0 (double, (m + 1) * width);
  double all = 0, below = 0;
  guint64 k;

  /* U of k of the values is the sum of how many of the others lie below each: one value after the other, from the
   * smallest. */
  ways[0] = 1;
  for (guint i = 0; i < m + n; i++)
    for (guint taken = MIN (i + 1, m); taken > 0; taken--)
      {
        guint others = i + 1 - taken;

        if (others > n)
          continue;
        for (gsize u = others; u < width; u++)
          ways[taken * width + u] += ways[(taken - 1) * width + u - others];
      }
  for (gsize u = 0; u < width; u++)
    all += ways[m * width + u];
  for (k = 0; k < width; k++)
    {
      below += ways[m * width + k];
      if (below > TAIL * all)
        break;
    }

  return k;
}

static guint64
find_rank (guint m,
           guint n)
{
  double product = (double) m * n;

  if (m + n <= VENULE_TEST_MAX_EXACT)
    return find_rank_exact (MIN (m, n), MAX (m, n));

  /* M. Hollander, D. A. Wolfe, Nonparametric Statistical Methods (1999) 4.3 */
  return (guint64) fmax (floor (product / 2 - Z * sqrt (product * (m + n + 1.0) / 12)), 0);
}

VenuleInterval
venule_test_hodges_lehmann (const GArray *a,
                            const GArray *b)
{
  g_autoptr(GArray) first = NULL;
  g_autoptr(GArray) second = NULL;
  VenuleInterval shift = { NAN, NAN, NAN };
  guint64 n, k;

  g_return_val_if_fail (a != NULL && b != NULL && a->len > 0 && b->len > 0, shift);

  first = venule_test_sort (a);
  second = venule_test_sort (b);
  n = (guint64) a->len * b->len;
  shift.value = find_difference (first, second, (n + 1) / 2);
  if (n % 2 == 0)
    shift.value = (shift.value + find_difference (first, second, n / 2 + 1)) / 2;

  k = find_rank (a->len, b->len);
  if (k > 0)
    {
      shift.low = find_difference (first, second, k);
      shift.high = find_difference (first, second, n - k + 1);
    }

  return shift;
}
