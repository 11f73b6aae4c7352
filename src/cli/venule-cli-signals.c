/* venule-cli-signals.c: requests to stop
 *
 * g_unix_signal_add() would need a thread of GLib's, and end the program where the system has none left.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-cli-signals.h"

#include <errno.h>
#include <fcntl.h>
#include <glib-unix.h>
#include <signal.h>
#include <unistd.h>

typedef struct {
  VenuleCliStop stop;
  gpointer      data;
} Watch;

/* A signal handler has no other way to know them. */
static int ends[2] = { -1, -1 };
static guint source;

static void
note (int number)
{
  int before = errno;

  /* A full pipe has told it already. */
  if (write (ends[1], "", 1) < 0)
    (void) 0;
  errno = before;
}

static gboolean
on_noted (int          fd,
          GIOCondition condition,
          gpointer     data)
{
  const Watch *watch = data;
  char bytes[64];

  while (read (fd, bytes, sizeof bytes) > 0)
    ;
  watch->stop (watch->data);
  return G_SOURCE_CONTINUE;
}

void
venule_cli_signals_watch (VenuleCliStop stop,
                          gpointer      data)
{
  const int asking[] = { SIGINT, SIGTERM, SIGHUP };
  Watch *watch;

  /* Without a pipe a signal ends the program at once, as it does before. */
  if (!g_unix_open_pipe (ends, FD_CLOEXEC, NULL))
    return;
  g_unix_set_fd_nonblocking (ends[0], TRUE, NULL);
  g_unix_set_fd_nonblocking (ends[1], TRUE, NULL);
  watch = g_new (Watch, 1);
  *watch = (Watch) { stop, data };
  source = g_unix_fd_add_full (G_PRIORITY_DEFAULT, ends[0], G_IO_IN, on_noted, watch, g_free);

  for (guint i = 0; i < G_N_ELEMENTS (asking); i++)
    {
      struct sigaction action = { .sa_handler = note, .sa_flags = SA_RESTART };
      struct sigaction before;

      sigemptyset (&action.sa_mask);
      if (sigaction (asking[i], NULL, &before) == 0 && before.sa_handler != SIG_IGN)
        sigaction (asking[i], &action, NULL);
    }
}

void
venule_cli_signals_leave (void)
{
  g_clear_handle_id (&source, g_source_remove);
}
