/* venule-bootstrap.c: how uncertain a number is
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-bootstrap.h"

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>
#include <math.h>

#include "venule-quantile.h"
#include "venule-statistics.h"

#define MAX_SAMPLES 2000u
#define MIN_SAMPLES 800u
#define MAX_DRAWS 4000000u
#define NORMAL_95 1.959963984540054
#define ROUNDING 1e-12 /* relative: values that differ by less are the same */

typedef struct {
  const double *above;
  const double *below; /* NULL: a mean or a standard deviation */
  guint         n;
  gboolean      spread;
  double        middle; /* of the values: sums of squares about it lose no digits */
} Sample;

static double
statistic (const Sample *self,
           double        n,
           double        sum,
           double        other)
{
  if (self->below != NULL)
    return sum / other;
  if (self->spread)
    return sqrt (fmax (other - sum * sum / n, 0) / (n - 1));

  return self->middle + sum / n;
}

static void
add (const Sample *self,
     guint         i,
     double        sign,
     double       *sum,
     double       *other)
{
  double x = self->above[i] - self->middle;

  *sum += sign * x;
  if (self->below != NULL)
    *other += sign * self->below[i];
  else if (self->spread)
    *other += sign * x * x;
}

/* (transfer full) (element-type double): statistics of samples; those that cannot be had are left out. */
static GArray *
draw (const Sample *self,
      guint32       seed)
{
  guint n_samples = CLAMP (MAX_DRAWS / self->n, MIN_SAMPLES, MAX_SAMPLES);
  GArray *drawn = g_array_sized_new (FALSE, FALSE, sizeof (double), n_samples);
  gsl_rng *random = gsl_rng_alloc (gsl_rng_taus2);

  gsl_rng_set (random, seed);
  for (guint k = 0; k < n_samples; k++)
    {
      double sum = 0, other = 0, value;

      for (guint i = 0; i < self->n; i++)
        add (self, (guint) (((guint64) gsl_rng_get (random) * self->n) >> 32), 1, &sum, &other);
      value = statistic (self, self->n, sum, other);
      if (isfinite (value))
        g_array_append_val (drawn, value);
    }
  gsl_rng_free (random);

  return drawn;
}

/* From what each value contributes, by leaving it out. @se: of the jackknife. */
static double
acceleration (const Sample *self,
              double        sum,
              double        other,
              double       *se)
{
  double mean = 0, squares = 0, cubes = 0;
  g_autofree double *without = g_new (double, self->n);

  for (guint i = 0; i < self->n; i++)
    {
      double s = sum, o = other;

      add (self, i, -1, &s, &o);
      without[i] = statistic (self, self->n - 1, s, o);
      mean += without[i] / self->n;
    }
  for (guint i = 0; i < self->n; i++)
    {
      double d = mean - without[i];

      squares += d * d;
      cubes += d * d * d;
    }
  *se = sqrt (squares * (self->n - 1) / self->n);

  return squares > 0 && isfinite (squares) ? cubes / (6 * pow (squares, 1.5)) : 0;
}

/* The quantile that stands for that of an unbiased statistic at @z. */
static double
corrected (double bias,
           double a,
           double z)
{
  return gsl_cdf_ugaussian_P (bias + (bias + z) / (1 - a * (bias + z)));
}

static void
set_interval (GArray         *drawn,
              double          a,
              VenuleEstimate *estimate)
{
  guint below = 0, same = 0;
  double share, bias;

  if (drawn->len < MIN_SAMPLES / 2)
    return;
  for (guint i = 0; i < drawn->len; i++)
    {
      below += g_array_index (drawn, double, i) < estimate->value;
      same += g_array_index (drawn, double, i) == estimate->value;
    }
  share = CLAMP ((below + same / 2.0) / drawn->len, 0.5 / drawn->len, 1 - 0.5 / drawn->len);
  bias = gsl_cdf_ugaussian_Pinv (share);
  estimate->low = venule_statistics_quantile (drawn, corrected (bias, a, -NORMAL_95));
  estimate->high = venule_statistics_quantile (drawn, corrected (bias, a, NORMAL_95));
}

static void
set_normal (VenuleEstimate *estimate)
{
  estimate->low = estimate->value - NORMAL_95 * estimate->se;
  estimate->high = estimate->value + NORMAL_95 * estimate->se;
}

static void
estimate_sample (const Sample   *self,
                 guint32         seed,
                 VenuleEstimate *estimate)
{
  double sum = 0, other = 0, a;

  *estimate = (VenuleEstimate){ NAN, NAN, NAN, NAN, self->n };
  if (self->n == 0)
    return;
  for (guint i = 0; i < self->n; i++)
    add (self, i, 1, &sum, &other);
  estimate->value = statistic (self, self->n, sum, other);
  if (self->n < (self->spread ? 3 : 2) || !isfinite (estimate->value))
    return;

  a = acceleration (self, sum, other, &estimate->se);
  if (estimate->se <= ROUNDING * fabs (estimate->value))
    {
      estimate->se = 0;
      estimate->low = estimate->high = estimate->value;
    }
  else if (self->n > VENULE_BOOTSTRAP_MAX_VALUES)
    {
      set_normal (estimate);
    }
  else
    {
      g_autoptr(GArray) drawn = draw (self, seed);

      set_interval (drawn, a, estimate);
    }
}

static double
mean_of (const double *values,
         guint         n)
{
  double sum = 0;

  for (guint i = 0; i < n; i++)
    sum += values[i];

  return n > 0 ? sum / n : 0;
}

void
venule_bootstrap_mean (const double   *values,
                       guint           n,
                       guint32         seed,
                       VenuleEstimate *estimate)
{
  const Sample sample = { .above = values, .n = n, .middle = mean_of (values, n) };

  estimate_sample (&sample, seed, estimate);
}

void
venule_bootstrap_sd (const double   *values,
                     guint           n,
                     guint32         seed,
                     VenuleEstimate *estimate)
{
  const Sample sample = { .above = values, .n = n, .spread = TRUE, .middle = mean_of (values, n) };

  estimate_sample (&sample, seed, estimate);
}

void
venule_bootstrap_ratio (const double   *above,
                        const double   *below,
                        guint           n,
                        guint32         seed,
                        VenuleEstimate *estimate)
{
  const Sample sample = { .above = above, .below = below, .n = n };

  estimate_sample (&sample, seed, estimate);
}

void
venule_bootstrap_median (const double   *values,
                         guint           n,
                         guint32         seed,
                         VenuleEstimate *estimate)
{
  g_autoptr(GArray) sorted = g_array_sized_new (FALSE, FALSE, sizeof (double), n);
  g_autoptr(GArray) drawn = g_array_sized_new (FALSE, FALSE, sizeof (double), MAX_SAMPLES);
  gsl_rng *random;

  if (n > 0)
    g_array_append_vals (sorted, values, n);
  *estimate = (VenuleEstimate){ venule_statistics_quantile (sorted, 0.5), NAN, NAN, NAN, n };
  if (n < 2)
    return;

  random = gsl_rng_alloc (gsl_rng_taus2);
  gsl_rng_set (random, seed);
  for (guint k = 0; k < MAX_SAMPLES; k++)
    {
      guint m = (n + 1) / 2;
      double u = gsl_ran_beta (random, m, n + 1 - m), value;

      value = g_array_index (sorted, double, MIN ((guint) (u * n), n - 1));
      if (n % 2 == 0)
        {
          /* The next one of n uniform numbers: the least of those above it. */
          double next = 1 - (1 - u) * pow (gsl_rng_uniform_pos (random), 1.0 / (n - m));

          value = (value + g_array_index (sorted, double, MIN ((guint) (next * n), n - 1))) / 2;
        }
      g_array_append_val (drawn, value);
    }
  gsl_rng_free (random);
  estimate->se = venule_statistics_sd (drawn);
  estimate->low = venule_statistics_quantile (drawn, 0.025);
  estimate->high = venule_statistics_quantile (drawn, 0.975);
}

/* ---- What is counted ---- */

void
venule_estimate_total (const double   *values,
                       guint           n,
                       VenuleEstimate *estimate)
{
  double sum = 0, squares = 0;

  for (guint i = 0; i < n; i++)
    {
      sum += values[i];
      squares += values[i] * values[i];
    }
  *estimate = (VenuleEstimate){ .value = sum, .se = sqrt (squares), .n = n };
  /* Of nothing seen there is no spread to tell how much might have been. */
  if (n == 0)
    {
      estimate->se = estimate->low = estimate->high = NAN;
      return;
    }
  set_normal (estimate);
  estimate->low = fmax (estimate->low, 0);
}

void
venule_estimate_count (guint           count,
                       VenuleEstimate *estimate)
{
  *estimate = (VenuleEstimate){ count, sqrt (count), count > 0 ? venule_quantile_chisq (0.025, 2.0 * count) / 2 : 0,
                                venule_quantile_chisq (0.975, 2.0 * count + 2) / 2, count };
}

void
venule_estimate_share (guint           k,
                       guint           n,
                       VenuleEstimate *estimate)
{
  double p = n > 0 ? (double) k / n : NAN;

  *estimate = (VenuleEstimate){ p, sqrt (p * (1 - p) / n), NAN, NAN, n };
  if (n == 0)
    return;
  estimate->low = k > 0 ? venule_quantile_beta (0.025, k, n - k + 1.0) : 0;
  estimate->high = k < n ? venule_quantile_beta (0.975, k + 1.0, n - k) : 1;
}

void
venule_estimate_scale (VenuleEstimate *estimate,
                       double          factor)
{
  estimate->value *= factor;
  estimate->se *= factor;
  estimate->low *= factor;
  estimate->high *= factor;
}

void
venule_estimate_widen (VenuleEstimate *estimate,
                       double          relative)
{
  double error = fabs (estimate->value * relative);

  if (error <= 0)
    return;
  /* What is known to one value alone has at least this error. */
  if (!isfinite (estimate->low) || !isfinite (estimate->high))
    estimate->low = estimate->high = estimate->value;
  estimate->se = isfinite (estimate->se) ? hypot (estimate->se, error) : error;
  estimate->low = estimate->value - hypot (estimate->value - estimate->low, NORMAL_95 * error);
  estimate->high = estimate->value + hypot (estimate->high - estimate->value, NORMAL_95 * error);
}
