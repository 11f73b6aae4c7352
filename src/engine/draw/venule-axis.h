/* venule-axis.h: round numbers for the ticks of an axis, and how they are written
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * venule_axis_step:
 * @range: length of the axis, above 0
 * @most_steps: how many steps there is room for, 1 at least
 *
 * Returns: the smallest of 1, 2 and 5 times a power of ten of which not more than @most_steps fit into @range
 */
double venule_axis_step          (double  range,
                                  int     most_steps);

/**
 * venule_axis_round_length:
 * @longest: above 0
 *
 * Returns: the largest of 1, 2 and 5 times a power of ten that is not above @longest
 */
double venule_axis_round_length  (double  longest);

/* Decimals that a multiple of @step needs: 0 for 20, 1 for 0.5. */
int    venule_axis_decimals      (double  step);

/* Decimals for three significant digits of @number. */
int    venule_axis_significant   (double  number);

/* With '.' in any locale and a true minus sign: (transfer full). */
char  *venule_axis_format_number (double  number,
                                  int     decimals);

/* The same, or as the desktop writes numbers: (transfer full). */
char  *venule_axis_dup_number    (double  number,
                                  int     decimals,
                                  gboolean local);

G_END_DECLS
