/* test-races.c: what cuda-races.cpp says of kernels of which it is known
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <glib.h>

#include "racy.h"

static const char *const racy[] = {
  "neighbours", "rounds", "lanes", "lanes-that-shuffle", "lanes-that-wait-for-others", "other-warps", "many-readers",
  "atomics-and-plain", "bytes-of-two", "copies", "same-place", "last-adds-without-fence",
};
static const char *const good[] = {
  "neighbours-that-wait", "rounds-that-wait", "lanes-that-wait", "atomics", "bytes-side-by-side",
  "copies-that-are-waited-for", "own-shared", "last-adds", "one-kernel-after-the-other",
};

static void
test_racy (gconstpointer data)
{
  g_assert_cmpint (racy_run (data), >, 0);
}

static void
test_good (gconstpointer data)
{
  g_assert_cmpint (racy_run (data), ==, 0);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (racy); i++)
    {
      g_autofree char *path = g_strconcat ("/races/found/", racy[i], NULL);

      g_test_add_data_func (path, racy[i], test_racy);
    }
  for (guint i = 0; i < G_N_ELEMENTS (good); i++)
    {
      g_autofree char *path = g_strconcat ("/races/none/", good[i], NULL);

      g_test_add_data_func (path, good[i], test_good);
    }
  return g_test_run ();
}
