/* venule-enum-names.c: names of the values of an enumeration, for files and the command line
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-enum-names.h"

int
venule_names_find (const char *const *names,
                   guint              n,
                   const char        *text)
{
  for (guint i = 0; i < n; i++)
    if (g_strcmp0 (names[i], text) == 0)
      return (int) i;

  return -1;
}
