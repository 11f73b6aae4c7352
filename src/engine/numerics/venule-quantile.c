/* venule-quantile.c: quantiles that are found for every count
 *
 * GSL looks for them by steps that do not converge for some numbers (2 of 260 cells and 1159 events are the first), and
 * then ends the program. Halving takes longer and always ends; it is for those numbers alone, so that all others stay
 * as they are to the last digit.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-quantile.h"

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_errno.h>
#include <math.h>

typedef double (*Share) (double x, double a, double b);

/* GSL's handler is the program's; no code here waits for it. */
static void
keep_alive (void)
{
  static gsize done;

  if (g_once_init_enter (&done))
    {
      gsl_set_error_handler_off ();
      g_once_init_leave (&done, 1);
    }
}

/* Where @share, which grows, passes @p: to the last bit of a double. */
static double
halve (Share  share,
       double a,
       double b,
       double p,
       double low,
       double high)
{
  double middle = (low + high) / 2;

  while (middle > low && middle < high)
    {
      if (share (middle, a, b) < p)
        low = middle;
      else
        high = middle;
      middle = (low + high) / 2;
    }

  return middle;
}

static double
share_of_chisq (double x,
                double df,
                double unused)
{
  return gsl_cdf_chisq_P (x, df);
}

double
venule_quantile_chisq (double p,
                       double df)
{
  double found;

  keep_alive ();
  found = gsl_cdf_chisq_Pinv (p, df);

  /* Its standard deviation is √(2 df). */
  return isfinite (found) ? found : halve (share_of_chisq, df, 0, p, 0, df + 40 * sqrt (2 * df) + 100);
}

double
venule_quantile_beta (double p,
                      double a,
                      double b)
{
  double found;

  keep_alive ();
  found = gsl_cdf_beta_Pinv (p, a, b);

  return isfinite (found) ? found : halve (gsl_cdf_beta_P, a, b, p, 0, 1);
}
