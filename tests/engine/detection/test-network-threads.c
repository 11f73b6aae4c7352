/* test-network-threads.c: jobs of a batch begin at the same time, and all of them find the network
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <glib.h>
#include <sched.h>
#include <sys/wait.h>
#include <unistd.h>

#include "venule-network.h"

#define N_PROCESSES 80
#define N_THREADS 4

static gpointer
ask (gpointer ready)
{
  g_atomic_int_inc ((gint *) ready);
  while (g_atomic_int_get ((gint *) ready) < N_THREADS)
    sched_yield ();
  g_free (venule_network_dup_version ());
  return NULL;
}

static void
ask_at_once (void)
{
  GThread *threads[N_THREADS];
  gint ready = 0;

  for (guint i = 0; i < N_THREADS; i++)
    threads[i] = g_thread_new ("ask", ask, &ready);
  for (guint i = 0; i < N_THREADS; i++)
    g_thread_join (threads[i]);
}

/* The first time in a process is what matters. */
static void
test_threads_find_the_network (void)
{
  for (guint i = 0; i < N_PROCESSES; i++)
    {
      pid_t child = fork ();
      int status;

      g_assert_cmpint (child, >=, 0);
      if (child == 0)
        {
          ask_at_once ();
          _exit (0);
        }
      g_assert_cmpint (waitpid (child, &status, 0), ==, child);
      g_assert_cmpint (status, ==, 0);
    }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/network/threads-find-it", test_threads_find_the_network);
  return g_test_run ();
}
