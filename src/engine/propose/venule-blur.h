/* venule-blur.h: a row of numbers, smoothed
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* By a Gaussian of @sigma places; beyond its ends the last number goes on. */
void venule_blur   (float  *values,
                    guint   n,
                    double  sigma);
/* Each becomes the median of those that are at most @reach away. */
void venule_median (float  *values,
                    guint   n,
                    guint   reach);
float venule_median_of (const float *values,
                        guint        n);

G_END_DECLS
