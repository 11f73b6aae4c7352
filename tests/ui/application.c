/* application.c: tests within an application
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "application.h"

#include <gio/gio.h>

static void
on_activate (GApplication *application,
             int          *result)
{
  *result = g_test_run ();
}

/* As g_test_run(), and returns when what the tests began in threads has ended, too, as the program does. */
int
application_run_tests (void)
{
  g_autoptr (GApplication) application = g_application_new (NULL, G_APPLICATION_DEFAULT_FLAGS);
  int result = 1;

  g_application_set_default (application);
  g_signal_connect (application, "activate", G_CALLBACK (on_activate), &result);
  g_application_run (application, 0, NULL);
  return result;
}
