/* venule-cli-figure-size.c: sizes and ranges of figures on the command line
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-cli-figure-size.h"

#include <math.h>

gboolean
venule_cli_parse_pair (const char *text,
                       const char *separator,
                       double     *first,
                       double     *second)
{
  g_auto (GStrv) parts = g_strsplit (text, separator, -1);
  double *numbers[] = { first, second };

  if (g_strv_length (parts) != 2)
    return FALSE;
  for (guint i = 0; i < 2; i++)
    {
      char *end;
      double number = g_ascii_strtod (parts[i], &end);

      if (*parts[i] == '\0')
        continue;
      if (*end != '\0' || !isfinite (number))
        return FALSE;
      *numbers[i] = number;
    }
  return TRUE;
}

gboolean
venule_cli_parse_size (const char          *text,
                       VenuleFigureOptions *figure)
{
  static const char *const names[] = { "column", "one-and-a-half", "two-columns" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      if (g_str_equal (text, names[i]))
        {
          venule_figure_options_set_preset (figure, (VenuleFigurePreset) i);
          return TRUE;
        }
    }
  return venule_cli_parse_pair (text, "x", &figure->width, &figure->height);
}
