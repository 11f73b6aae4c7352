/* test-signals.c: the first request to stop is heard, those that follow are the same, and a late one ends the program
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <fcntl.h>
#include <glib.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "venule-cli-signals.h"

static const int signals[] = { SIGINT, SIGTERM, SIGHUP };
static time_t later; /* s, that have gone by for the program under test */

/* In place of the C library's. */
int
clock_gettime (clockid_t        clock,
               struct timespec *now)
{
  int result = (int) syscall (SYS_clock_gettime, clock, now);

  now->tv_sec += later;
  return result;
}

static void
on_stop (gpointer data)
{
  guint *stops = data;

  ++*stops;
}

/* Whether the program went on, and had been told once in all. */
static gboolean
goes_on (int          number,
         const guint *stops)
{
  raise (number);
  while (g_main_context_iteration (NULL, FALSE))
    ;
  return *stops == 1 && venule_cli_signals_asked ();
}

/* Runs @program, which ends with 0 if all is well; (transfer none): how it ended. */
static int
run (void (*program) (int number),
     int number)
{
  int status;
  pid_t child = fork ();

  if (child == 0)
    {
      signal (number, SIG_DFL); /* whoever runs the test may ignore it, as nohup does, and then it stays ignored */
      program (number);
      _exit (0);
    }
  g_assert_cmpint (waitpid (child, &status, 0), ==, child);
  return status;
}

static void
ask_for_ten_seconds (int number)
{
  guint stops = 0;

  venule_cli_signals_watch (on_stop, &stops);
  if (venule_cli_signals_asked ())
    _exit (1);
  for (guint i = 0; i < 4; i++)
    {
      later = 3 * i;
      if (!goes_on (number, &stops))
        _exit (2);
    }
  /* It still writes what it has. */
  venule_cli_signals_leave ();
  if (!goes_on (number, &stops))
    _exit (3);
}

static void
ask_again_later (int number)
{
  guint stops = 0;

  venule_cli_signals_watch (on_stop, &stops);
  if (!goes_on (number, &stops))
    _exit (1);
  later = 10;
  goes_on (number, &stops);
}

static void
test_repeats_are_the_same_request (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (signals); i++)
    {
      int status = run (ask_for_ten_seconds, signals[i]);

      g_assert_true (WIFEXITED (status));
      g_assert_cmpint (WEXITSTATUS (status), ==, 0);
    }
}

/* By the signal itself, so that whoever started it sees what ended it. */
static void
test_a_late_request_ends_it (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (signals); i++)
    {
      int status = run (ask_again_later, signals[i]);

      g_assert_true (WIFSIGNALED (status));
      g_assert_cmpint (WTERMSIG (status), ==, signals[i]);
    }
}

/* It has made it, too, and nothing is in it yet. */
static void
test_a_folder_in_which_another_run_writes_stays (void)
{
  g_autofree char *folder = g_dir_make_tmp ("venule-cli-XXXXXX", NULL);
  int theirs = g_open (folder, O_RDONLY | O_DIRECTORY, 0), lock;
  g_autoptr(GError) error = NULL;

  g_assert_cmpint (flock (theirs, LOCK_EX), ==, 0);
  venule_cli_signals_set_made (folder);
  g_assert_false (venule_cli_signals_lock (folder, &lock, &error));
  g_assert_nonnull (error);
  venule_cli_signals_remove_made ();
  g_assert_true (g_file_test (folder, G_FILE_TEST_IS_DIR));

  g_close (theirs, NULL);
  venule_cli_signals_set_made (folder);
  g_assert_true (venule_cli_signals_lock (folder, &lock, NULL));
  venule_cli_signals_remove_made ();
  g_assert_false (g_file_test (folder, G_FILE_TEST_EXISTS));
  g_close (lock, NULL);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/signals/repeats-are-the-same-request", test_repeats_are_the_same_request);
  g_test_add_func ("/signals/a-late-request-ends-it", test_a_late_request_ends_it);
  g_test_add_func ("/signals/a-folder-in-which-another-run-writes-stays",
                   test_a_folder_in_which_another_run_writes_stays);

  return g_test_run ();
}
