/* venule-cli-devices.c: what can compute on this machine
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include <glib/gi18n.h>

#include "venule-backend.h"
#include "venule-cli.h"

static const char help_text[] = N_(
  "Usage:\n"
  "  venule-cli devices\n"
  "\n"
  "Lists what can compute on this machine, one line each: name, whether it is\n"
  "ready, and the reason when it is not. The name is what --device takes.\n");

int
venule_cli_devices (int    argc,
                    char **argv)
{
  if (argc == 2 && (g_str_equal (argv[1], "--help") || g_str_equal (argv[1], "-h")))
    {
      g_print ("%s", _(help_text));
      return VENULE_CLI_DONE;
    }
  if (argc > 1)
    return venule_cli_fail (VENULE_CLI_USAGE, _("devices: unexpected argument “%s”."), argv[1]);

  g_autoptr (GPtrArray) devices = venule_backend_list_devices ();
  for (guint i = 0; i < devices->len; i++)
    {
      const VenuleDeviceInfo *info = g_ptr_array_index (devices, i);

      g_print ("%-6s %-11s %s\n", info->name, info->ready ? _("ready") : _("not ready"), info->description);
    }
  return VENULE_CLI_DONE;
}
