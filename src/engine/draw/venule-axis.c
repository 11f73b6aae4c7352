/* venule-axis.c: round numbers for the ticks of an axis, and how they are written
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-axis.h"

#include <math.h>
#include <string.h>

#include "venule-number.h"

#define MAX_DECIMALS 9
/* 5.000000001 is 5: a step that fits must not be refused for a rounding error. */
#define ROUNDING 1e-9

double
venule_axis_step (double range,
                  int    most_steps)
{
  double least, power;

  g_return_val_if_fail (range > 0 && isfinite (range), 1);
  g_return_val_if_fail (most_steps >= 1, range);

  least = range / most_steps;
  power = pow (10, floor (log10 (least)));
  for (int i = 0; i < 2; i++, power *= 10)
    {
      static const int digits[] = { 1, 2, 5 };

      for (guint j = 0; j < G_N_ELEMENTS (digits); j++)
        if (digits[j] * power >= least * (1 - ROUNDING))
          return digits[j] * power;
    }

  return power;
}

double
venule_axis_round_length (double longest)
{
  double power, digit;

  g_return_val_if_fail (longest > 0 && isfinite (longest), 1);

  power = pow (10, floor (log10 (longest)));
  digit = longest / power * (1 + ROUNDING);

  return power * (digit >= 5 ? 5 : digit >= 2 ? 2 : 1);
}

int
venule_axis_decimals (double step)
{
  return CLAMP ((int) -floor (log10 (step) + ROUNDING), 0, MAX_DECIMALS);
}

int
venule_axis_significant (double number)
{
  if (number == 0 || !isfinite (number))
    return 0;

  return CLAMP (2 - (int) floor (log10 (fabs (number))), 0, MAX_DECIMALS);
}

char *
venule_axis_format_number (double number,
                           int    decimals)
{
  char format[8], digits[512];

  g_snprintf (format, sizeof format, "%%.%df", decimals);
  g_ascii_formatd (digits, sizeof digits, format, number);
  if (digits[0] != '-')
    return g_strdup (digits);
  if (strspn (digits + 1, "0.") == strlen (digits + 1))
    return g_strdup (digits + 1);

  return g_strconcat ("−", digits + 1, NULL);
}

char *
venule_axis_dup_number (double   number,
                        int      decimals,
                        gboolean local)
{
  return local ? venule_number_dup_shown (number, decimals) : venule_axis_format_number (number, decimals);
}
