/* main.c: venule, the application
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <glib/gi18n.h>

#include "venule-application.h"
#include "venule-locale.h"

int
main (int    argc,
      char **argv)
{
  g_autoptr (VenuleApplication) application = NULL;

  venule_locale_init ();
  g_set_application_name (C_("name of the application", "Venule"));

  application = venule_application_new ();
  return g_application_run (G_APPLICATION (application), argc, argv);
}
