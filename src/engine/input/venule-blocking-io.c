/* venule-blocking-io.c: a thread for calls to a drive that may not answer
 *
 * A read from a network folder that does not answer, or from a drive that retries a bad sector, cannot be cancelled:
 * the calling thread stays in the kernel until it returns. So a second thread makes the call and can be abandoned.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-blocking-io.h"

#include <gio/gio.h>

#include "venule-thread.h"

/* Interval at which a waiting caller checks for cancellation, µs. */
#define PATIENCE (20 * 1000)

struct _VenuleBlockingIo
{
  gatomicrefcount     ref_count; /* held by the caller, and by the thread */
  gpointer            data;
  GDestroyNotify      free_data; /* NULL: the caller keeps the data */
  GMutex              mutex;
  GCond               changed;
  VenuleBlockingFunc  func;      /* the running call; NULL: none */
  gboolean            quit;
};

static void
unref (VenuleBlockingIo *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;

  if (self->free_data != NULL)
    self->free_data (self->data);
  g_mutex_clear (&self->mutex);
  g_cond_clear (&self->changed);
  g_free (self);
}

static gpointer
work (gpointer data)
{
  VenuleBlockingIo *self = data;

  g_mutex_lock (&self->mutex);
  while (self->func != NULL || !self->quit)
    {
      VenuleBlockingFunc func = self->func;

      if (func == NULL)
        {
          g_cond_wait (&self->changed, &self->mutex);
          continue;
        }
      g_mutex_unlock (&self->mutex);
      func (self->data);
      g_mutex_lock (&self->mutex);
      self->func = NULL;
      g_cond_broadcast (&self->changed);
    }
  g_mutex_unlock (&self->mutex);
  unref (self);
  return NULL;
}

/**
 * venule_blocking_io_new:
 * @data: (transfer full): for the calls; may be accessed while none is running
 * @free_data: frees @data, after the last call
 * @error: (nullable): return location
 *
 * Errors: %VENULE_ERROR_NO_MEMORY.
 *
 * Returns: (transfer full): the thread, or %NULL when the system has none left: @data is still the caller's
 */
VenuleBlockingIo *
venule_blocking_io_new (gpointer         data,
                        GDestroyNotify   free_data,
                        GError         **error)
{
  VenuleBlockingIo *self = g_new0 (VenuleBlockingIo, 1);
  GThread *thread;

  g_atomic_ref_count_init (&self->ref_count);
  g_atomic_ref_count_inc (&self->ref_count);
  g_mutex_init (&self->mutex);
  g_cond_init (&self->changed);
  self->data = data;
  thread = venule_thread_new ("venule-blocking-io", work, self, error);
  if (thread == NULL)
    {
      unref (self);
      unref (self);
      return NULL;
    }
  g_thread_unref (thread);
  self->free_data = free_data;
  return self;
}

/**
 * venule_blocking_io_free:
 * @self: (transfer full): a thread
 *
 * Releases the thread and its data without blocking.
 */
void
venule_blocking_io_free (VenuleBlockingIo *self)
{
  g_mutex_lock (&self->mutex);
  self->quit = TRUE;
  g_cond_broadcast (&self->changed);
  g_mutex_unlock (&self->mutex);
  unref (self);
}

static gboolean
wait_until_idle (VenuleBlockingIo *self,
                 gint64            deadline)
{
  GCancellable *cancellable = g_cancellable_get_current ();

  while (self->func != NULL)
    {
      gint64 now = g_get_monotonic_time ();

      if (now >= deadline || g_cancellable_is_cancelled (cancellable))
        return FALSE;
      if (cancellable == NULL && deadline == G_MAXINT64)
        g_cond_wait (&self->changed, &self->mutex);
      else
        g_cond_wait_until (&self->changed, &self->mutex, MIN (deadline, now + PATIENCE));
    }
  return TRUE;
}

/**
 * venule_blocking_io_call:
 * @self: a thread
 * @func: (nullable): called in it, after the running call; %NULL: only wait for that one
 * @deadline: when to give up, in the time of g_get_monotonic_time(); %G_MAXINT64: never
 *
 * Returns: %TRUE when no call is running any more; %FALSE when cancelled, or at the deadline
 */
gboolean
venule_blocking_io_call (VenuleBlockingIo   *self,
                         VenuleBlockingFunc  func,
                         gint64              deadline)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->mutex);

  if (!wait_until_idle (self, deadline))
    return FALSE;
  /* Called before each read: do not wake the thread for nothing. */
  if (func == NULL)
    return TRUE;

  self->func = func;
  g_cond_broadcast (&self->changed);
  return wait_until_idle (self, deadline);
}

/**
 * venule_blocking_io_run:
 * @func: a blocking call
 * @data: for @func
 * @free_data: frees @data
 * @deadline: as in venule_blocking_io_call()
 *
 * Makes one call in a thread of its own, or in this thread where nothing ends the waiting for it, or the system has no
 * thread left.
 *
 * Returns: %TRUE when it was done: @data still belongs to the caller; %FALSE when not: @data does not
 */
gboolean
venule_blocking_io_run (VenuleBlockingFunc func,
                        gpointer           data,
                        GDestroyNotify     free_data,
                        gint64             deadline)
{
  gboolean can_end = deadline < G_MAXINT64 || g_cancellable_get_current () != NULL;
  VenuleBlockingIo *self = can_end ? venule_blocking_io_new (data, free_data, NULL) : NULL;
  gboolean done;

  if (self == NULL)
    {
      func (data);
      return TRUE;
    }

  done = venule_blocking_io_call (self, func, deadline);
  if (done)
    self->free_data = NULL;
  venule_blocking_io_free (self);
  return done;
}
