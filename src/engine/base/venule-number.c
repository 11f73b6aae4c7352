/* venule-number.c: numbers as people read them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-number.h"

#include <math.h>
#include <string.h>

#define MINUS "−"

const char *
venule_number_scan (const char *text,
                    double     *number)
{
  const char *digit = text + (*text == '-' || *text == '+');
  char *end;

  *number = NAN;
  if (!g_ascii_isdigit (*digit == '.' ? digit[1] : *digit) || (*digit == '0' && g_ascii_tolower (digit[1]) == 'x'))
    return NULL;
  *number = g_ascii_strtod (text, &end);
  return isfinite (*number) ? end : NULL;
}

gboolean
venule_number_read (const char *text,
                    double      low,
                    double      high,
                    double     *number)
{
  const char *end = venule_number_scan (text, number);

  return end != NULL && *end == '\0' && *number >= low && *number <= high;
}

char *
venule_number_dup_shown (double number,
                         int    decimals)
{
  g_autofree char *digits = g_strdup_printf ("%.*f", decimals, fabs (number));

  if (!isfinite (number))
    return g_strdup ("–");
  return number < 0 && strpbrk (digits, "123456789") != NULL
         ? g_strconcat (MINUS, digits, NULL) : g_steal_pointer (&digits);
}

char *
venule_number_dup_significant (double number,
                               int    digits)
{
  char rounded[32];
  int decimals;

  g_return_val_if_fail (digits >= 1 && digits <= 9, NULL);

  if (number == 0 || !isfinite (number))
    return venule_number_dup_shown (number, 0);

  /* Rounded first: 9.996 has three digits as 10.0. */
  g_snprintf (rounded, sizeof rounded, "%.*e", digits - 1, number);
  number = g_strtod (rounded, NULL);
  decimals = digits - 1 - (int) floor (log10 (fabs (number)));
  return venule_number_dup_shown (number, MAX (decimals, 0));
}

char *
venule_number_dup_parseable (const char *text)
{
  GString *plain = g_string_new (text);

  g_string_replace (plain, MINUS, "-", 0);
  return g_string_free (plain, FALSE);
}
