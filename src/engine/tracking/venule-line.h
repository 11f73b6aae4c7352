/* venule-line.h: the straight line at constant velocity that fits places best
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-vessel.h"

G_BEGIN_DECLS

/**
 * VenuleLine:
 *
 * Sums over places and times, all 0 at first. Times are best counted from the first one.
 */
typedef struct {
  double n, t, x, y, tt, tx, ty;
} VenuleLine;

void        venule_line_add (VenuleLine       *self,
                             double            time,
                             double            x,
                             double            y);
VenulePoint venule_line_at  (const VenuleLine *self,
                             double            time);

G_END_DECLS
