/* csv-compare.h: whether a spreadsheet shows what a table says
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <string.h>

#include "venule-csv.h"

/* @theirs is what LibreOffice made of a sheet: it leaves out the zeros at the end of a number. */
static inline void
assert_same_tables (const char *own,
                    const char *theirs)
{
  g_autoptr (VenuleCsvReader) a = venule_csv_reader_new (own, ',');
  g_autoptr (VenuleCsvReader) b = venule_csv_reader_new (theirs, ',');

  while (venule_csv_reader_next (a))
    {
      g_assert_true (venule_csv_reader_next (b));
      g_assert_cmpuint (venule_csv_reader_get_n_fields (a), ==, venule_csv_reader_get_n_fields (b));
      for (guint i = 0; i < venule_csv_reader_get_n_fields (a); i++)
        {
          const char *field = venule_csv_reader_get_field (a, (int) i),
                     *shown = venule_csv_reader_get_field (b, (int) i);
          char *end;
          double number = g_ascii_strtod (field, &end);

          if (*field != '\0' && *end == '\0' && strpbrk (field, ".e") != NULL)
            g_assert_cmpfloat_with_epsilon (g_ascii_strtod (shown, NULL), number, 1e-12);
          else
            g_assert_cmpstr (shown, ==, field);
        }
    }
  g_assert_false (venule_csv_reader_next (b));
}
