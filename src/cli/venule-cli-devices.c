/* venule-cli-devices.c: what can compute on this machine
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include <glib/gi18n.h>

#include "venule-backend.h"
#include "venule-cli.h"
#include "venule-device-benchmark.h"
#include "venule-display-name.h"
#include "venule-number.h"

static const char help_text[] = N_(
  "Usage:\n"
  "  venule-cli devices [--no-speed]\n"
  "\n"
  "Lists the usable processors and graphics cards, one line each: name, whether it is\n"
  "ready, description and speed, or the reason why it cannot be used. The name is\n"
  "the value for --device. The speed is that of analysing a small synthetic video,\n"
  "without reading a file. Measuring it takes less than a second for each device and\n"
  "is left out with --no-speed.\n");

static void
print_device (const VenuleDeviceInfo *info,
              gboolean                speed)
{
  double frames_per_second = 0;
  g_autofree char *description = venule_device_dup_shown (info->description);
  g_autoptr (GError) error = NULL;

  g_print ("%-6s %-11s %s", info->name, info->ready ? _("ready") : _("not ready"), description);
  if (info->ready && speed)
    {
      g_autofree char *number = NULL;

      if (venule_device_benchmark_measure (info, NULL, &frames_per_second, &error))
        {
          number = venule_number_dup_significant (frames_per_second, 3);
          /* Translators: of a video that is analysed */
          g_print (_(": %s frames/s"), number);
        }
      else
        g_print (": %s", error->message);
    }
  g_print ("\n");
}

int
venule_cli_devices (int    argc,
                    char **argv)
{
  if (argc == 2 && (g_str_equal (argv[1], "--help") || g_str_equal (argv[1], "-h")))
    {
      g_print ("%s", _(help_text));
      return VENULE_CLI_DONE;
    }

  gboolean speed = argc < 2 || !g_str_equal (argv[1], "--no-speed");

  if (argc > (speed ? 1 : 2))
    {
      g_autofree char *shown = venule_display_name_dup_excerpt (argv[speed ? 1 : 2]);

      return venule_cli_fail (VENULE_CLI_USAGE, _("devices: unexpected argument “%s”."), shown);
    }

  g_autoptr (GPtrArray) devices = venule_backend_list_devices ();
  for (guint i = 0; i < devices->len; i++)
    print_device (g_ptr_array_index (devices, i), speed);
  if (speed)
    g_print (_("Frames/s: analysis of a synthetic video of %d×%d px with %d cells, without reading a file.\n"),
             VENULE_DEVICE_BENCHMARK_WIDTH, VENULE_DEVICE_BENCHMARK_HEIGHT, VENULE_DEVICE_BENCHMARK_CELLS);
  return VENULE_CLI_DONE;
}
