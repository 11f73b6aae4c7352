/* venule-interval.h: an estimate with its interval of confidence
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * VenuleInterval:
 * @value: the estimate; %NAN: cannot be had
 * @low: lower end of its 95 % confidence interval; %NAN: cannot be had
 * @high: upper end
 */
typedef struct {
  double value, low, high;
} VenuleInterval;

G_END_DECLS
