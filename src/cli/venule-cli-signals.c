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
#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "venule-save.h"
#include "venule-temp-file.h"

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
static char *sentence;              /* in the encoding of the terminal */
static char *made;                  /* a folder */

/* By the signal itself, so that whoever started the program sees what ended it. */
static void
end (int number)
{
  venule_temp_file_remove_begun ();
  if (made != NULL)
    rmdir (made);
  signal (number, SIG_DFL);
  raise (number);
}

/* In the main thread alone, which keeps signals out while files take their places (venule_save_all()). */
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
    end (number);
  errno = before;
}

/* In the main thread alone, as note(). */
static void
stop_at_once (int number)
{
  if (!pthread_equal (pthread_self (), main_thread))
    pthread_kill (main_thread, number);
  else
    {
      /* A terminal that is gone does not hear it. */
      G_GNUC_UNUSED gssize written = write (STDERR_FILENO, sentence, strlen (sentence));

      end (number);
    }
}

static void
handle (void (*handler) (int number))
{
  const int asking[] = { SIGINT, SIGTERM, SIGHUP };

  main_thread = pthread_self ();
  for (guint i = 0; i < G_N_ELEMENTS (asking); i++)
    {
      struct sigaction action = { .sa_handler = handler, .sa_flags = SA_RESTART };
      struct sigaction before;

      for (guint k = 0; k < G_N_ELEMENTS (asking); k++)
        sigaddset (&action.sa_mask, asking[k]);
      if (sigaction (asking[i], NULL, &before) == 0 && before.sa_handler != SIG_IGN)
        sigaction (asking[i], &action, NULL);
    }
}

void
venule_cli_signals_stop_at_once (void)
{
  g_autofree char *text = g_strdup_printf ("venule-cli: %s\n", _("Stopped; what had been begun was removed."));
  const char *charset;

  if (!g_get_console_charset (&charset))
    sentence = g_convert_with_fallback (text, -1, charset, "UTF-8", "?", NULL, NULL, NULL);
  if (sentence == NULL)
    sentence = g_steal_pointer (&text);
  handle (stop_at_once);
}

void
venule_cli_signals_set_made (const char *folder)
{
  made = g_strdup (folder);
}

/* One that holds something stays. */
void
venule_cli_signals_remove_made (void)
{
  if (made != NULL)
    g_rmdir (made);
}

gboolean
venule_cli_signals_lock (const char  *folder,
                         int         *lock,
                         GError     **error)
{
  if (venule_save_lock (folder, lock, error))
    return TRUE;

  made = NULL; /* while a signal may look at it, it is not freed */

  return FALSE;
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
venule_cli_signals_hear (void)
{
  /* Without a pipe a signal ends the program at once, as it does before. */
  if (ends[0] >= 0 || !g_unix_open_pipe (ends, FD_CLOEXEC, NULL))
    return;
  g_unix_set_fd_nonblocking (ends[0], TRUE, NULL);
  g_unix_set_fd_nonblocking (ends[1], TRUE, NULL);
  handle (note);
}

void
venule_cli_signals_watch (VenuleCliStop stop,
                          gpointer      data)
{
  Watch *watch;

  venule_cli_signals_hear ();
  if (ends[0] < 0)
    return;
  watch = g_new (Watch, 1);
  *watch = (Watch) { stop, data };
  source = g_unix_fd_add_full (G_PRIORITY_DEFAULT, ends[0], G_IO_IN, on_noted, watch, g_free);
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
