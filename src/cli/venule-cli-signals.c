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
#include <pthread.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

/* s: within these another signal is the same request. Batch systems, and Ctrl+C in a script, send several. */
#define SAME_REQUEST 10

typedef struct {
  VenuleCliStop stop;
  gpointer      data;
} Watch;

/* A signal handler has no other way to know them. */
static int ends[2] = { -1, -1 };
static guint source;
static pthread_t main_thread;
static volatile sig_atomic_t since; /* s, of a monotonic clock; 0: not asked */

/* In the main thread alone, which keeps signals out while files take their places (venule_output_save_all()). */
static void
note (int number)
{
  int before = errno;
  struct timespec now;

  clock_gettime (CLOCK_MONOTONIC, &now);
  if (!pthread_equal (pthread_self (), main_thread))
    pthread_kill (main_thread, number);
  /* A full pipe has told it already. */
  else if (since == 0 && write (ends[1], "", 1) >= 0)
    since = (sig_atomic_t) now.tv_sec;
  else if (since != 0 && now.tv_sec - since >= SAME_REQUEST)
    {
      signal (number, SIG_DFL);
      raise (number);
    }
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
  main_thread = pthread_self ();
  watch = g_new (Watch, 1);
  *watch = (Watch) { stop, data };
  source = g_unix_fd_add_full (G_PRIORITY_DEFAULT, ends[0], G_IO_IN, on_noted, watch, g_free);

  for (guint i = 0; i < G_N_ELEMENTS (asking); i++)
    {
      struct sigaction action = { .sa_handler = note, .sa_flags = SA_RESTART };
      struct sigaction before;

      for (guint k = 0; k < G_N_ELEMENTS (asking); k++)
        sigaddset (&action.sa_mask, asking[k]);
      if (sigaction (asking[i], NULL, &before) == 0 && before.sa_handler != SIG_IGN)
        sigaction (asking[i], &action, NULL);
    }
}

void
venule_cli_signals_leave (void)
{
  g_clear_handle_id (&source, g_source_remove);
}

gboolean
venule_cli_signals_asked (void)
{
  return since != 0;
}
