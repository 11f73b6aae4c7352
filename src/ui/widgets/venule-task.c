/* venule-task.c: work in threads that neither keeps a widget alive nor outlives the program
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-task.h"

#include "venule-thread.h"
typedef struct {
  GWeakRef       owner;
  VenuleTaskDone done;
} Work;

/**
 * venule_task_run:
 * @task: what is to be done; not for a widget
 * @work: does it and then returns the task's result
 *
 * As venule_thread_run_task(), and the application does not end before the work has: what a thread still uses
 * (resources, tables of libraries) is torn down when a program ends. Whoever closes a window cancels the work, which
 * then ends within a moment.
 */
void
venule_task_run (GTask           *task,
                 GTaskThreadFunc  work)
{
  GApplication *application = g_application_get_default ();

  if (application != NULL)
    {
      g_application_hold (application);
      g_signal_connect_swapped (task, "notify::completed", G_CALLBACK (g_application_release), application);
    }
  venule_thread_run_task (task, work);
}

static void
on_completed (GObject      *source,
              GAsyncResult *result,
              gpointer      data)
{
  Work *work = data;
  g_autoptr (GObject) owner = g_weak_ref_get (&work->owner);

  if (owner != NULL)
    work->done (owner, G_TASK (result));
  g_weak_ref_clear (&work->owner);
  g_free (work);
}

/**
 * venule_task_start:
 * @owner: (type GObject): a widget, which may go while the work is under way; its dispose should cancel the work
 * @cancellable: (nullable): for @work
 * @source_tag: of the task
 * @work: does it and then returns the task's result; gets no source object
 * @data: (transfer full) (nullable): for @work
 * @free_data: (nullable): frees @data, in whatever thread
 * @done: takes the result
 *
 * Works for a widget. Were the widget the source of the task it would live as long as the work, without a word that it
 * was closed, and could end in the thread, which may be the last to let go of the task.
 */
void
venule_task_start (gpointer         owner,
                   GCancellable    *cancellable,
                   gpointer         source_tag,
                   GTaskThreadFunc  work,
                   gpointer         data,
                   GDestroyNotify   free_data,
                   VenuleTaskDone   done)
{
  Work *kept = g_new0 (Work, 1);
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, on_completed, kept);

  g_weak_ref_init (&kept->owner, owner);
  kept->done = done;
  g_task_set_source_tag (task, source_tag);
  g_task_set_task_data (task, data, free_data);
  venule_task_run (task, work);
}
