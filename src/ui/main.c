/* main.c: venule, the application
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <glib/gi18n.h>
#include <locale.h>

#include "venule-application.h"
#include "venule-config.h"

int
main (int    argc,
      char **argv)
{
  g_autoptr (VenuleApplication) application = NULL;

  setlocale (LC_ALL, "");
  bindtextdomain (GETTEXT_PACKAGE, VENULE_LOCALEDIR);
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
  textdomain (GETTEXT_PACKAGE);
  g_set_application_name (C_("name of the application", "Venule"));

  application = venule_application_new ();
  return g_application_run (G_APPLICATION (application), argc, argv);
}
