/* venule-test-correction.c: p where many tests are made together
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-test-many.h"

#include <math.h>

#include "venule-enum-names.h"

static int
compare_indirectly (gconstpointer a,
                    gconstpointer b,
                    gpointer      user_data)
{
  const double *p = user_data;
  double first = p[*(const guint *) a], second = p[*(const guint *) b];

  return (first > second) - (first < second);
}

/* From the smallest p on, each times the number of those not yet rejected; never below an earlier one. */
static void
step_down (const double *p,
           const guint  *order,
           guint         n,
           double       *corrected)
{
  double least = 0;

  for (guint i = 0; i < n; i++)
    {
      least = fmax (least, fmin ((n - i) * p[order[i]], 1));
      corrected[order[i]] = least;
    }
}

/* From the largest p on, each times n over its rank; never above an earlier one. */
static void
step_up (const double *p,
         const guint  *order,
         guint         n,
         double       *corrected)
{
  double most = 1;

  for (guint i = n; i > 0; i--)
    {
      most = fmin (most, p[order[i - 1]] * n / i);
      corrected[order[i - 1]] = most;
    }
}

void
venule_test_correct (const double     *p,
                     guint             n,
                     VenuleCorrection  correction,
                     double           *corrected)
{
  g_autofree guint *order = NULL;

  g_return_if_fail (n == 0 || (p != NULL && corrected != NULL));

  order = g_new (guint, MAX (n, 1));
  for (guint i = 0; i < n; i++)
    order[i] = i;
  g_qsort_with_data (order, (int) n, sizeof *order, compare_indirectly, (gpointer) p);

  switch (correction)
    {
    case VENULE_CORRECTION_BONFERRONI:
      for (guint i = 0; i < n; i++)
        corrected[i] = fmin (n * p[i], 1);
      break;
    case VENULE_CORRECTION_BENJAMINI_HOCHBERG:
      step_up (p, order, n, corrected);
      break;
    case VENULE_CORRECTION_HOLM:
    default:
      step_down (p, order, n, corrected);
    }
}

VENULE_DEFINE_ENUM_NAMES (VenuleCorrection, venule_correction,
                          [VENULE_CORRECTION_HOLM] = "holm",
                          [VENULE_CORRECTION_BONFERRONI] = "bonferroni",
                          [VENULE_CORRECTION_BENJAMINI_HOCHBERG] = "benjamini-hochberg")
