/* main.c: venule, the application
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include <glib/gi18n.h>
#include <signal.h>

#include "venule-application.h"
#include "venule-locale.h"

/* Without its schema GLib would abort: as when the program is started from the build folder by hand. */
static gboolean
has_settings (void)
{
  GSettingsSchemaSource *source = g_settings_schema_source_get_default ();
  g_autoptr (GSettingsSchema) schema = NULL;

  if (source != NULL)
    schema = g_settings_schema_source_lookup (source, VENULE_APP_ID, TRUE);
  return schema != NULL;
}

int
main (int    argc,
      char **argv)
{
  g_autoptr (VenuleApplication) application = NULL;

  /* A file that may not grow (ulimit -f) fails to be written, which is told. */
  signal (SIGXFSZ, SIG_IGN);
  venule_locale_init ();
  g_set_application_name (C_("name of the application", "Venule"));

  if (!has_settings ())
    {
      g_printerr ("venule: %s\n", _("The program is not installed completely: its settings are missing. Start it with "
                                    "tools/run, or install it with “ninja -C build install”."));
      return 1;
    }

  application = venule_application_new ();
  return g_application_run (G_APPLICATION (application), argc, argv);
}
