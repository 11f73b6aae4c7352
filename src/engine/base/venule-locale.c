/* venule-locale.c: the language of the program
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-locale.h"

#include <glib.h>
#include <libintl.h>
#include <locale.h>

#include "venule-config.h"

/**
 * venule_locale_init:
 *
 * Takes the locale from the environment and finds Venule's translations: where they were installed, or in the folder
 * that `VENULE_LOCALEDIR` names, which lets a program speak every language from its build folder. Programs call this
 * first in main().
 */
void
venule_locale_init (void)
{
  const char *folder = g_getenv ("VENULE_LOCALEDIR");

  setlocale (LC_ALL, "");
  bindtextdomain (GETTEXT_PACKAGE, folder != NULL ? folder : VENULE_LOCALEDIR);
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
  textdomain (GETTEXT_PACKAGE);
}

/**
 * venule_locale_begin_plain_numbers:
 *
 * Returns: what venule_locale_end_plain_numbers() takes
 */
locale_t
venule_locale_begin_plain_numbers (void)
{
  locale_t before = uselocale ((locale_t) 0);
  locale_t plain = newlocale (LC_NUMERIC_MASK, "C", duplocale (before));

  return uselocale (plain);
}

/**
 * venule_locale_end_plain_numbers:
 * @before: of venule_locale_begin_plain_numbers()
 */
void
venule_locale_end_plain_numbers (locale_t before)
{
  freelocale (uselocale (before));
}
