/* venule-agreement-statistics.c: two methods of measuring against each other
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-agreement.h"

#include <gsl/gsl_cdf.h>
#include <math.h>

/* Of the normal distribution, two-sided 95 %. */
#define Z 1.959963984540054

static const VenuleInterval nothing = { NAN, NAN, NAN };

typedef struct {
  double mean_manual, mean_found;
  double var_manual, var_found, covariance; /* n − 1 */
} Moments;

static void
find_moments (const double *manual,
              const double *found,
              guint         n,
              Moments      *moments)
{
  *moments = (Moments) { 0 };
  for (guint i = 0; i < n; i++)
    {
      moments->mean_manual += manual[i] / n;
      moments->mean_found += found[i] / n;
    }
  for (guint i = 0; i < n; i++)
    {
      double a = manual[i] - moments->mean_manual;
      double b = found[i] - moments->mean_found;

      moments->var_manual += a * a / (n - 1);
      moments->var_found += b * b / (n - 1);
      moments->covariance += a * b / (n - 1);
    }
}

static VenuleInterval
around (double value,
        double half)
{
  return (VenuleInterval) { value, value - half, value + half };
}

/* Fisher's z; needs four pairs that do not lie on a line. */
static VenuleInterval
find_correlation (const Moments *moments,
                  guint          n)
{
  VenuleInterval r = nothing;
  double spread = sqrt (moments->var_manual * moments->var_found);

  if (n < 3 || !(spread > 0))
    return r;

  r.value = CLAMP (moments->covariance / spread, -1, 1);
  if (n > 3 && fabs (r.value) < 1)
    {
      double half = Z / sqrt (n - 3.0);

      r.low = tanh (atanh (r.value) - half);
      r.high = tanh (atanh (r.value) + half);
    }
  return r;
}

void
venule_agreement_compare (VenuleAgreement *self,
                          const double    *manual,
                          const double    *found,
                          guint            n)
{
  Moments moments;
  double variance, t, bias, half;

  self->n_velocities = n;
  self->bias = self->lower = self->upper = self->correlation = nothing;
  self->sd = self->concordance = NAN;
  if (n == 0)
    return;
  if (n == 1)
    {
      self->bias.value = found[0] - manual[0];
      return;
    }

  find_moments (manual, found, n, &moments);
  bias = moments.mean_found - moments.mean_manual;
  variance = fmax (moments.var_manual + moments.var_found - 2 * moments.covariance, 0);
  self->sd = sqrt (variance);
  t = gsl_cdf_tdist_Pinv (0.975, n - 1);
  self->bias = around (bias, t * self->sd / sqrt (n));
  /* Variance of a limit: s²/n + z² s²/(2 (n − 1)). */
  half = t * self->sd * sqrt (1.0 / n + Z * Z / (2.0 * (n - 1)));
  self->lower = around (bias - Z * self->sd, half);
  self->upper = around (bias + Z * self->sd, half);
  self->correlation = find_correlation (&moments, n);
  /* L. I. Lin, Biometrics 45 (1989) 255, with n in the denominators. */
  if (moments.var_manual + moments.var_found + bias * bias > 0)
    self->concordance = 2 * moments.covariance * (n - 1) / n /
                        ((moments.var_manual + moments.var_found) * (n - 1) / n + bias * bias);
}

/* E. B. Wilson, J. Am. Stat. Assoc. 22 (1927) 209 */
VenuleInterval
venule_interval_of_share (guint n,
                          guint of)
{
  double p, middle, half, scale;

  if (of == 0)
    return nothing;

  p = (double) n / of;
  scale = 1 + Z * Z / of;
  middle = (p + Z * Z / (2.0 * of)) / scale;
  half = Z * sqrt (p * (1 - p) / of + Z * Z / (4.0 * of * of)) / scale;

  return (VenuleInterval) { p, fmax (middle - half, 0), fmin (middle + half, 1) };
}
