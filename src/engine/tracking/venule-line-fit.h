/* venule-line-fit.h: the straight line at constant velocity that fits places best
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-vessel.h"

G_BEGIN_DECLS

/**
 * VenuleLineFit:
 *
 * Sums over places and times, all 0 at first. Times are best counted from the first one.
 */
typedef struct {
  double n, t, x, y, tt, tx, ty;
} VenuleLineFit;

void        venule_line_fit_add (VenuleLineFit       *self,
                                 double               time,
                                 double               x,
                                 double               y);
VenulePoint venule_line_fit_at  (const VenuleLineFit *self,
                                 double               time);

G_END_DECLS
