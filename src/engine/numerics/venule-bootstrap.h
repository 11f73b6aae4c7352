/* venule-bootstrap.h: how uncertain a number is
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * VenuleEstimate:
 * @value: the number; %NAN: cannot be had
 * @se: its standard error; %NAN: cannot be had
 * @low: lower end of its 95 % interval
 * @high: upper end
 * @n: of how many values it is made
 */
typedef struct {
  double value, se, low, high;
  guint  n;
} VenuleEstimate;

/* Values of which all are drawn from; of more, the interval is that of a normal distribution, which is the same
 * then. */
#define VENULE_BOOTSTRAP_MAX_VALUES 5000

/* Each value is that of one cell, which is what is drawn: with replacement, as many as there are. The intervals are
 * bias-corrected and accelerated (B. Efron, J. Am. Stat. Assoc. 82, 171, 1987), of 800 to 2000 samples; the same @seed
 * gives the same numbers. Fewer than two values have no standard error and no interval. */

/* Mean, with SD/√n as its standard error. */
void venule_bootstrap_mean     (const double    *values,
                                guint            n,
                                guint32          seed,
                                VenuleEstimate  *estimate);
/* Standard deviation (n − 1). */
void venule_bootstrap_sd       (const double    *values,
                                guint            n,
                                guint32          seed,
                                VenuleEstimate  *estimate);
/* Median. Its samples are drawn without drawing the values: the rank of the middle one of a sample is distributed as
 * the middle one of n uniform numbers, which is a Beta distribution (Efron & Tibshirani, An Introduction to the
 * Bootstrap, 1993); percentiles. */
void venule_bootstrap_median   (const double    *values,
                                guint            n,
                                guint32          seed,
                                VenuleEstimate  *estimate);
/* Σ @above / Σ @below. */
void venule_bootstrap_ratio    (const double    *above,
                                const double    *below,
                                guint            n,
                                guint32          seed,
                                VenuleEstimate  *estimate);

/* Σ @values, where it is chance too how many there are: a compound Poisson process. Its standard error is √Σx². */
void venule_estimate_total     (const double    *values,
                                guint            n,
                                VenuleEstimate  *estimate);
/* Things that were counted: √n, and the exact interval of a Poisson distribution (F. Garwood, Biometrika 28, 437,
 * 1936). */
void venule_estimate_count     (guint            count,
                                VenuleEstimate  *estimate);
/* @k of @n: √(p(1 − p)/n), and the exact interval of C. J. Clopper and E. S. Pearson, Biometrika 26, 404 (1934). */
void venule_estimate_share     (guint            k,
                                guint            n,
                                VenuleEstimate  *estimate);

/* In another unit. */
void venule_estimate_scale     (VenuleEstimate  *estimate,
                                double           factor);
/* A further relative error that is common to all values: of a pixel size. Squares are added. */
void venule_estimate_widen     (VenuleEstimate  *estimate,
                                double           relative);

G_END_DECLS
