/* venule-statistics.h: mean, spread and quantiles of a few numbers
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* All take (element-type double) and give %NAN where there are too few values (a spread needs two). */
double venule_statistics_mean     (const GArray *values);
/* With n − 1 in the denominator. */
double venule_statistics_sd       (const GArray *values);
/* Linear between order statistics (type 7 of Hyndman & Fan 1996, the default of R and NumPy). @p: 0 to 1. Sorts
 * @values. */
double venule_statistics_quantile (GArray       *values,
                                   double        p);
/* Kolmogorov–Smirnov distance of two samples: the largest difference of their cumulative shares, 0 to 1. Sorts both. */
double venule_statistics_distance (GArray       *a,
                                   GArray       *b);

G_END_DECLS
