/* venule-test-mann-whitney.c: the rank sum test, counted out or with the normal distribution
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-test-two.h"

#include <gsl/gsl_cdf.h>
#include <math.h>

#include "venule-test-ranks.h"

/* Share of the ways to choose @n_a of the doubled ranks whose sum lies as far from its mean as @observed, or farther.
 * The number of ways to make each sum of each number of ranks grows rank by rank; sums are whole, so that nothing is
 * lost in comparing. */
static double
count_out (const VenuleRanks *ranks,
           guint              n_a,
           gint64             observed)
{
  guint n = ranks->n;
  gint64 mean = (gint64) n_a * (n + 1);
  gint64 off = ABS (observed - mean);
  gsize width = (gsize) n * (n + 1) + 1;
  g_autofree double *ways = g_new0 (double, (n_a + 1) * width);
  gsize reached = 0;
  double all = 0, far = 0;

  ways[0] = 1;
  for (guint i = 0; i < n; i++)
    {
      gsize rank = ranks->doubled[i];

      reached += rank;
      for (guint k = MIN (i + 1, n_a); k > 0; k--)
        {
          double *to = ways + k * width;
          const double *from = ways + (k - 1) * width;

          for (gsize s = rank; s <= reached; s++)
            to[s] += from[s - rank];
        }
    }
  for (gsize s = 0; s < width; s++)
    {
      double there = ways[n_a * width + s];

      all += there;
      if (ABS ((gint64) s - mean) >= off)
        far += there;
    }

  return fmin (far / all, 1);
}

static void
approximate (VenuleMannWhitney *result,
             const VenuleRanks *ranks)
{
  double m = result->n_a, n = result->n_b, all = m + n;
  double variance = m * n / 12 * (all + 1 - ranks->ties / (all * (all - 1)));
  double off = fmax (fabs (result->u - m * n / 2) - 0.5, 0);

  /* All values equal: nothing speaks for a difference. */
  if (!(variance > 0))
    {
      result->z = 0;
      result->p = 1;
      return;
    }
  result->z = copysign (off / sqrt (variance), result->u - m * n / 2);
  result->p = fmin (2 * gsl_cdf_ugaussian_Q (fabs (result->z)), 1);
}

gboolean
venule_test_mann_whitney (const GArray       *a,
                          const GArray       *b,
                          VenuleMannWhitney  *result,
                          GError            **error)
{
  const GArray *const groups[] = { a, b };
  g_autoptr(VenuleRanks) ranks = NULL;
  guint64 sum_a = 0, sum_b = 0;

  g_return_val_if_fail (a != NULL && b != NULL && result != NULL, FALSE);

  if (!venule_test_check (groups, G_N_ELEMENTS (groups), error))
    return FALSE;

  ranks = venule_ranks_new (groups, G_N_ELEMENTS (groups));
  for (guint i = 0; i < ranks->n; i++)
    *(i < a->len ? &sum_a : &sum_b) += ranks->doubled[i];
  *result = (VenuleMannWhitney) {
    .n_a = a->len, .n_b = b->len, .z = NAN, .ties = ranks->ties > 0, .exact = ranks->n <= VENULE_TEST_MAX_EXACT,
    .u = sum_a / 2.0 - a->len * (a->len + 1.0) / 2,
  };
  if (!result->exact)
    approximate (result, ranks);
  else if (a->len <= b->len)
    result->p = count_out (ranks, a->len, (gint64) sum_a);
  else
    result->p = count_out (ranks, b->len, (gint64) sum_b);
  result->delta = venule_test_delta (result->u, a->len, b->len);
  result->shift = venule_test_hodges_lehmann (a, b);

  return TRUE;
}
