/* venule-number.h: numbers as people read them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * venule_number_scan:
 * @text: a text that begins with a number
 * @number: (out): the number
 *
 * Decimal, with a point in every language: no space before it, no hexadecimal digits, no “nan” and no “inf”.
 *
 * Returns: (nullable): what stands behind the number; %NULL when there is none, or none that is finite
 */
const char *venule_number_scan      (const char *text,
                                     double     *number);

/* Whether all of @text is such a number, from @low to @high; otherwise @number is no number. */
gboolean venule_number_read         (const char *text,
                                     double      low,
                                     double      high,
                                     double     *number);

/**
 * venule_number_dup_shown:
 * @number: any number
 * @decimals: how many
 *
 * As the desktop writes numbers, with a true minus sign as in the figures; what rounds to nothing has no sign.
 *
 * Returns: (transfer full): the text; "–" for what is no finite number
 */
char *venule_number_dup_shown       (double number,
                                     int    decimals);

/**
 * venule_number_dup_significant:
 * @number: any number
 * @digits: how many of its digits mean something, 1 to 9
 *
 * Returns: (transfer full): the number with that many digits: 0.123, 12.3, 12300 with three
 */
char *venule_number_dup_significant (double number,
                                     int    digits);

/**
 * venule_number_dup_parseable:
 * @text: a text that a person reads
 *
 * Returns: (transfer full): the text with ASCII's hyphen for each true minus sign, as other programs read numbers
 */
char *venule_number_dup_parseable   (const char *text);

G_END_DECLS
