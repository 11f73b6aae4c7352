/* venule-free-memory.c: how much memory there is for more
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-free-memory.h"

#include <string.h>
#include <sys/resource.h>

#define SHARE 0.8
#define UNKNOWN ((gsize) 1 << 30)

/* Of the machine, as the kernel estimates it. */
static double
get_available (void)
{
  g_autofree char *text = NULL;
  const char *line;

  if (!g_file_get_contents ("/proc/meminfo", &text, NULL, NULL))
    return UNKNOWN;
  line = strstr (text, "MemAvailable:");
  return line != NULL ? 1024 * g_ascii_strtod (line + strlen ("MemAvailable:"), NULL) : UNKNOWN;
}

static gboolean
read_number (const char *folder,
             const char *name,
             double     *number)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autofree char *text = NULL;

  if (!g_file_get_contents (path, &text, NULL, NULL) || !g_ascii_isdigit (*text))
    return FALSE;
  *number = g_ascii_strtod (text, NULL);
  return TRUE;
}

/* The least that any group above this process leaves (cgroup v2: Slurm, containers, systemd). */
static double
get_share (void)
{
  g_autofree char *text = NULL;
  g_autofree char *folder = NULL;
  double least = G_MAXDOUBLE, limit, used;
  const char *path;

  if (!g_file_get_contents ("/proc/self/cgroup", &text, NULL, NULL) || (path = strstr (text, "0::")) == NULL)
    return least;
  folder = g_strdup_printf ("/sys/fs/cgroup%.*s", (int) strcspn (path + 3, "\n"), path + 3);
  while (g_str_has_prefix (folder, "/sys/fs/cgroup"))
    {
      char *above = g_path_get_dirname (folder);

      if (read_number (folder, "memory.max", &limit) && read_number (folder, "memory.current", &used))
        least = MIN (least, limit - used);
      g_free (folder);
      folder = above;
    }
  return MAX (least, 0);
}

gsize
venule_free_memory_get (void)
{
  double bytes = MIN (get_available (), get_share ());
  struct rlimit limit;

  if (getrlimit (RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY)
    bytes = MIN (bytes, (double) limit.rlim_cur);
  return (gsize) (SHARE * bytes);
}
