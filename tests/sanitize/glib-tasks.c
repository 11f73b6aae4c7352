/* glib-tasks.c: what a GTask hands from thread to thread, seen by ThreadSanitizer
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/* A task goes to its thread, and comes back, by locks within GLib and GIO, which are not built with the sanitizer: what
 * was written before looks as if it had no order with what is read after. What the program calls is found here first,
 * and says so. That these locks do their work was seen with a GLib that was built with the sanitizer. */

#include <dlfcn.h>
#include <gio/gio.h>
#include <sanitizer/tsan_interface.h>
#include <stdlib.h>

/* Of the sanitizer. */
void AnnotateIgnoreReadsBegin  (const char *file, int line);
void AnnotateIgnoreReadsEnd    (const char *file, int line);
void AnnotateIgnoreWritesBegin (const char *file, int line);
void AnnotateIgnoreWritesEnd   (const char *file, int line);

typedef struct {
  GTask           *task;
  GTaskThreadFunc  function;
} Work;

/* What runs in this thread, if it does. */
static _Thread_local GTask *running;

static void
find (const char *name,
      void       *function)
{
  *(void **) function = dlsym (RTLD_NEXT, name);
  if (*(void **) function == NULL)
    abort ();
}

/* Where a task in a thread hands over its result, GIO still reads the task's name and makes what the other thread
 * frees: after what is said here, so it is not looked at. Where a task ends in the thread that it is of, its callback
 * may run at once: that is looked at. */
static gboolean
begin_return (GTask *task)
{
  __tsan_release (task);
  if (running != task)
    return FALSE;

  AnnotateIgnoreReadsBegin (__FILE__, __LINE__);
  AnnotateIgnoreWritesBegin (__FILE__, __LINE__);
  return TRUE;
}

static void
end_return (gboolean ignored)
{
  if (!ignored)
    return;

  AnnotateIgnoreWritesEnd (__FILE__, __LINE__);
  AnnotateIgnoreReadsEnd (__FILE__, __LINE__);
}

static gpointer
run (gpointer data)
{
  g_autofree Work *work = data;
  GTask *task = work->task;

  __tsan_acquire (task);
  running = task;
  work->function (task, g_task_get_source_object (task), g_task_get_task_data (task), g_task_get_cancellable (task));

  gboolean ignored = begin_return (task);

  g_object_unref (task);
  end_return (ignored);
  return NULL;
}

/* In a thread of its own: GIO's, from a pool, hands the result over when all that is seen here is at its end. */
void
g_task_run_in_thread (GTask           *task,
                      GTaskThreadFunc  function)
{
  Work *work = g_new (Work, 1);

  *work = (Work) { .task = g_object_ref (task), .function = function };
  __tsan_release (task);
  g_thread_unref (g_thread_new ("task", run, work));
}

void
g_task_return_pointer (GTask          *task,
                       gpointer        result,
                       GDestroyNotify  destroy)
{
  void (*return_pointer) (GTask *, gpointer, GDestroyNotify);

  find ("g_task_return_pointer", &return_pointer);

  gboolean ignored = begin_return (task);

  return_pointer (task, result, destroy);
  end_return (ignored);
}

void
g_task_return_boolean (GTask    *task,
                       gboolean  result)
{
  void (*return_boolean) (GTask *, gboolean);

  find ("g_task_return_boolean", &return_boolean);

  gboolean ignored = begin_return (task);

  return_boolean (task, result);
  end_return (ignored);
}

void
g_task_return_error (GTask  *task,
                     GError *error)
{
  void (*return_error) (GTask *, GError *);

  find ("g_task_return_error", &return_error);

  gboolean ignored = begin_return (task);

  return_error (task, error);
  end_return (ignored);
}

gpointer
g_task_propagate_pointer (GTask   *task,
                          GError **error)
{
  gpointer (*propagate) (GTask *, GError **);

  find ("g_task_propagate_pointer", &propagate);
  __tsan_acquire (task);
  return propagate (task, error);
}

gboolean
g_task_propagate_boolean (GTask   *task,
                          GError **error)
{
  gboolean (*propagate) (GTask *, GError **);

  find ("g_task_propagate_boolean", &propagate);
  __tsan_acquire (task);
  return propagate (task, error);
}
