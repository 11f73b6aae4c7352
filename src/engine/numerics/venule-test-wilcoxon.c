/* venule-test-wilcoxon.c: the signed-rank test, counted out or with the normal distribution
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-test-paired.h"

#include <glib/gi18n-lib.h>
#include <gsl/gsl_cdf.h>
#include <math.h>

#include "venule-error.h"
#include "venule-test-ranks.h"
#include "venule-test-two.h"

#define Z 1.959963984540054 /* of the normal distribution, two-sided 95 % */
#define TAIL 0.025

gboolean
venule_test_check_paired (const GArray *const  *samples,
                          guint                 n_samples,
                          GError              **error)
{
  if (!venule_test_check (samples, n_samples, error))
    return FALSE;
  for (guint i = 1; i < n_samples; i++)
    if (samples[i]->len != samples[0]->len)
      {
        g_set_error_literal (error, VENULE_ERROR, VENULE_ERROR_INVALID,
                             _("Values that are compared in pairs must be of the same animals: their numbers differ."));
        return FALSE;
      }

  return TRUE;
}

/* ---- p ---- */

/* Ways to give signs to ranks, by the sum of the positive ones: of twice the ranks, which are whole. (transfer full) */
static double *
count_ways (const guint64 *doubled,
            guint          n,
            gsize         *width)
{
  gsize reached = 0;
  double *ways;

  *width = (gsize) n * (n + 1) + 1;
  ways = g_new0 (double, *width);
  ways[0] = 1;
  for (guint i = 0; i < n; i++)
    {
      gsize rank = doubled[i];

      for (gsize s = reached + 1; s-- > 0;)
        ways[s + rank] += ways[s];
      reached += rank;
    }

  return ways;
}

static double
count_out (const VenuleRanks *ranks,
           guint64            observed)
{
  gsize width;
  g_autofree double *ways = count_ways (ranks->doubled, ranks->n, &width);
  gint64 total = (gint64) (width - 1);
  /* From the mean, twice, as that may be half of a whole number. */
  gint64 off = ABS (2 * (gint64) observed - total);
  double all = 0, far = 0;

  for (gsize s = 0; s < width; s++)
    {
      all += ways[s];
      if (ABS (2 * (gint64) s - total) >= off)
        far += ways[s];
    }

  return fmin (far / all, 1);
}

static void
approximate (VenuleWilcoxon    *result,
             const VenuleRanks *ranks)
{
  double n = ranks->n, mean = n * (n + 1) / 4;
  double variance = n * (n + 1) * (2 * n + 1) / 24 - ranks->ties / 48;
  double off = fmax (fabs (result->w - mean) - 0.5, 0);

  result->z = copysign (off / sqrt (variance), result->w - mean);
  result->p = fmin (2 * gsl_cdf_ugaussian_Q (fabs (result->z)), 1);
}

/* ---- Hodges–Lehmann ---- */

/* The largest k such that T⁺ without ties is below k with 2.5 % at most; 0: there is none. */
static guint64
find_rank (guint n)
{
  g_autofree guint64 *doubled = NULL;
  g_autofree double *ways = NULL;
  double all = 0, below = 0;
  gsize width;

  if (n > VENULE_TEST_MAX_EXACT_PAIRS)
    return (guint64) fmax (floor (n * (n + 1.0) / 4 - Z * sqrt (n * (n + 1.0) * (2 * n + 1.0) / 24)), 0);

  doubled = g_new (guint64, n);
  for (guint i = 0; i < n; i++)
    doubled[i] = 2 * (guint64) (i + 1);
  ways = count_ways (doubled, n, &width);
  for (gsize s = 0; s < width; s += 2)
    all += ways[s];
  for (gsize s = 0; s < width; s += 2)
    {
      below += ways[s];
      if (below > TAIL * all)
        return s / 2;
    }

  return width / 2;
}

static VenuleInterval
find_shift (const GArray *differences)
{
  guint64 n = differences->len, n_means = n * (n + 1) / 2, k = find_rank (differences->len);
  g_autoptr(GArray) sorted = venule_test_sort (differences);
  VenuleInterval shift = { venule_test_walsh_mean (sorted, (n_means + 1) / 2), NAN, NAN };

  if (n_means % 2 == 0)
    shift.value = (shift.value + venule_test_walsh_mean (sorted, n_means / 2 + 1)) / 2;
  if (k > 0)
    {
      shift.low = venule_test_walsh_mean (sorted, k);
      shift.high = venule_test_walsh_mean (sorted, n_means + 1 - k);
    }

  return shift;
}

/* ---- All of it ---- */

gboolean
venule_test_wilcoxon (const GArray    *a,
                      const GArray    *b,
                      VenuleWilcoxon  *result,
                      GError         **error)
{
  const GArray *const samples[] = { a, b };
  g_autoptr(GArray) differences = NULL;
  g_autoptr(GArray) sizes = NULL;
  g_autoptr(GArray) positive = NULL;
  g_autoptr(VenuleRanks) ranks = NULL;
  guint64 sum = 0, total;

  g_return_val_if_fail (a != NULL && b != NULL && result != NULL, FALSE);

  if (!venule_test_check_paired (samples, G_N_ELEMENTS (samples), error))
    return FALSE;

  differences = g_array_new (FALSE, FALSE, sizeof (double));
  sizes = g_array_new (FALSE, FALSE, sizeof (double));
  positive = g_array_new (FALSE, FALSE, sizeof (gboolean));
  for (guint i = 0; i < a->len; i++)
    {
      double difference = g_array_index (a, double, i) - g_array_index (b, double, i), size = fabs (difference);
      gboolean is_positive = difference > 0;

      g_array_append_val (differences, difference);
      if (size == 0)
        continue;
      g_array_append_val (sizes, size);
      g_array_append_val (positive, is_positive);
    }
  ranks = venule_ranks_new ((const GArray *const[]) { sizes }, 1);
  for (guint i = 0; i < ranks->n; i++)
    if (g_array_index (positive, gboolean, i))
      sum += ranks->doubled[i];
  total = (guint64) ranks->n * (ranks->n + 1);

  *result = (VenuleWilcoxon) {
    .n = a->len, .n_zero = a->len - ranks->n, .w = (double) sum / 2, .z = NAN, .ties = ranks->ties > 0,
    .exact = ranks->n <= VENULE_TEST_MAX_EXACT_PAIRS,
    .r = total > 0 ? (2 * (double) sum - (double) total) / (double) total : NAN, .shift = find_shift (differences),
  };
  if (result->exact)
    result->p = count_out (ranks, sum);
  else
    approximate (result, ranks);

  return TRUE;
}
