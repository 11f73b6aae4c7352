/* child.c: programs that tests start, and end
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/* GSubprocess has a thread of its own, and g_subprocess_wait() looks without its lock whether the program has ended, of
 * which ThreadSanitizer tells in each test that waits so. */

#include "child.h"

#include <errno.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

static gboolean
read_byte (int      fd,
           GString *said)
{
  char byte;
  ssize_t n;

  do
    n = read (fd, &byte, 1);
  while (n < 0 && errno == EINTR);
  if (n == 1)
    g_string_append_c (said, byte);
  return n == 1;
}

char *
child_stop (const char *const *argv,
            gboolean           errors,
            const char        *sign,
            gulong             after,
            int                signal,
            int               *status)
{
  g_autoptr(GError) error = NULL;
  GString *said = g_string_new (NULL);
  GPid child;
  int fd;

  g_spawn_async_with_pipes (NULL, (char **) argv, NULL,
                            G_SPAWN_DO_NOT_REAP_CHILD | (errors ? G_SPAWN_STDOUT_TO_DEV_NULL : G_SPAWN_DEFAULT), NULL,
                            NULL, &child, NULL, errors ? NULL : &fd, errors ? &fd : NULL, &error);
  g_assert_no_error (error);
  while (!g_str_has_suffix (said->str, sign) && read_byte (fd, said))
    ;
  g_usleep (after);
  kill (child, signal);
  while (read_byte (fd, said))
    ;
  close (fd);
  while (waitpid (child, status, 0) < 0)
    g_assert_cmpint (errno, ==, EINTR);
  g_spawn_close_pid (child);

  return g_string_free (said, FALSE);
}
