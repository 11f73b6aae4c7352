/* venule-thread.c: threads that may not be had
 *
 * Where processes or memory are limited (ulimit -u, -v, a container) the system refuses a thread. g_thread_new() ends
 * the program then, and g_task_run_in_thread() waits for ever for a thread of its pool.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-thread.h"

#include <glib/gi18n-lib.h>

#include "venule-error.h"

/* Pango starts up to three at once, and others may be started beside them. */
#define RESERVE 8

/**
 * venule_thread_new:
 * @name: of the thread
 * @func: runs in it
 * @data: for @func
 * @error: (nullable): return location
 *
 * Errors: %VENULE_ERROR_NO_MEMORY.
 *
 * Returns: (transfer full): the thread, or %NULL when the system has none left
 */
GThread *
venule_thread_new (const char   *name,
                   GThreadFunc   func,
                   gpointer      data,
                   GError      **error)
{
  g_autoptr (GError) failure = NULL;
  GThread *thread = g_thread_try_new (name, func, data, &failure);

  if (thread == NULL)
    g_set_error (error, VENULE_ERROR, VENULE_ERROR_NO_MEMORY,
                 _("The system gives Venule no more threads (%s). Close other programs, or raise the limit of "
                   "processes or of memory (“ulimit -u”, “ulimit -v”), and try again."),
                 failure->message);
  return thread;
}

typedef struct {
  GMutex   lock;
  GCond    opened;
  gboolean open;
} Gate;

static gpointer
wait_at_gate (gpointer data)
{
  Gate *gate = data;

  g_mutex_lock (&gate->lock);
  while (!gate->open)
    g_cond_wait (&gate->opened, &gate->lock);
  g_mutex_unlock (&gate->lock);
  return NULL;
}

/**
 * venule_thread_check:
 * @error: return location
 *
 * Asked before a library is called that starts threads with g_thread_new(), as Pango does when it looks for fonts.
 *
 * Errors: %VENULE_ERROR_NO_MEMORY.
 *
 * Returns: whether there is room for a few threads
 */
gboolean
venule_thread_check (GError **error)
{
  GThread *threads[RESERVE];
  Gate gate = { 0 };
  guint n = 0;

  g_mutex_init (&gate.lock);
  g_cond_init (&gate.opened);
  while (n < RESERVE && (threads[n] = venule_thread_new ("venule-check", wait_at_gate, &gate, error)) != NULL)
    n++;
  g_mutex_lock (&gate.lock);
  gate.open = TRUE;
  g_cond_broadcast (&gate.opened);
  g_mutex_unlock (&gate.lock);
  for (guint i = 0; i < n; i++)
    g_thread_join (threads[i]);
  g_cond_clear (&gate.opened);
  g_mutex_clear (&gate.lock);
  return n == RESERVE;
}

typedef struct {
  GTask           *task;
  GTaskThreadFunc  work;
} Work;

static gpointer
run (gpointer data)
{
  g_autofree Work *self = data;

  self->work (self->task, g_task_get_source_object (self->task), g_task_get_task_data (self->task),
              g_task_get_cancellable (self->task));
  g_object_unref (self->task);
  return NULL;
}

/**
 * venule_thread_run_task:
 * @task: a task
 * @work: does it in a thread of its own, and returns the task's result
 *
 * As g_task_run_in_thread(); where the system has no thread left the task returns that error.
 */
void
venule_thread_run_task (GTask           *task,
                        GTaskThreadFunc  work)
{
  Work *self = g_new (Work, 1);
  GError *error = NULL;
  GThread *thread;

  *self = (Work) { .task = g_object_ref (task), .work = work };
  thread = venule_thread_new ("venule-task", run, self, &error);
  if (thread != NULL)
    {
      g_thread_unref (thread);
      return;
    }
  g_task_return_error (task, error);
  g_object_unref (task);
  g_free (self);
}
