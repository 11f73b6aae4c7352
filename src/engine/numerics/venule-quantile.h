/* venule-quantile.h: quantiles that are found for every count
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The value below which a share @p of the distribution lies: of χ² with @df degrees of freedom, of Beta(@a, @b). */
double venule_quantile_chisq (double p,
                              double df);
double venule_quantile_beta  (double p,
                              double a,
                              double b);

G_END_DECLS
