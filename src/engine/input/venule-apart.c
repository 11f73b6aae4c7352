/* venule-apart.c: questions to a drive that may not answer
 *
 * As venule-file.c does with reading: whether a folder is there and what is in it is asked by a thread that can be left.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-apart.h"

#include <gio/gio.h>

#include "venule-thread.h"
/* How often who waits looks whether it was cancelled, µs. */
#define PATIENCE (20 * 1000)

typedef struct {
  gatomicrefcount  ref_count; /* of who waits, and of the thread */
  VenuleApartFunc  func;
  gpointer         data;
  GDestroyNotify   free_data; /* NULL: who waited has taken the data back */
  GMutex           mutex;
  GCond            changed;
  gboolean         done;
} Job;

static void
job_unref (Job *job)
{
  if (!g_atomic_ref_count_dec (&job->ref_count))
    return;

  if (job->free_data != NULL)
    job->free_data (job->data);
  g_mutex_clear (&job->mutex);
  g_cond_clear (&job->changed);
  g_free (job);
}

static gpointer
work (gpointer data)
{
  Job *job = data;

  job->func (job->data);
  g_mutex_lock (&job->mutex);
  job->done = TRUE;
  g_cond_broadcast (&job->changed);
  g_mutex_unlock (&job->mutex);
  job_unref (job);
  return NULL;
}

/**
 * venule_apart_run_until:
 * @func: what is to be done; it must touch nothing but its data
 * @data: for @func
 * @free_data: frees @data
 * @deadline: how long to wait, in the time of g_get_monotonic_time()
 *
 * Calls @func in a thread of its own, which stays behind with @data at the deadline, or when this thread's current
 * cancellable is cancelled. Where the system has no thread left this one waits for the drive.
 *
 * Returns: %TRUE when it was done: @data still belongs to the caller; %FALSE when not: @data does not
 */
gboolean
venule_apart_run_until (VenuleApartFunc func,
                        gpointer        data,
                        GDestroyNotify  free_data,
                        gint64          deadline)
{
  GCancellable *cancellable = g_cancellable_get_current ();
  Job *job = g_new0 (Job, 1);
  GThread *thread;
  gboolean done;

  g_atomic_ref_count_init (&job->ref_count);
  g_atomic_ref_count_inc (&job->ref_count);
  g_mutex_init (&job->mutex);
  g_cond_init (&job->changed);
  job->func = func;
  job->data = data;
  job->free_data = free_data;
  thread = venule_thread_new ("venule-apart", work, job, NULL);
  if (thread != NULL)
    g_thread_unref (thread);
  else
    work (job);

  g_mutex_lock (&job->mutex);
  while (!job->done && !g_cancellable_is_cancelled (cancellable) && g_get_monotonic_time () < deadline)
    g_cond_wait_until (&job->changed, &job->mutex, g_get_monotonic_time () + PATIENCE);
  done = job->done;
  if (done)
    job->free_data = NULL;
  g_mutex_unlock (&job->mutex);
  job_unref (job);
  return done;
}

/**
 * venule_apart_run:
 * @func: what is to be done; it must touch nothing but its data
 * @data: for @func
 * @free_data: frees @data
 *
 * Calls @func. Where this thread has a current cancellable, a thread of its own does, as in venule_apart_run_until().
 *
 * Returns: %TRUE when it was done: @data still belongs to the caller; %FALSE when cancelled: @data does not
 */
gboolean
venule_apart_run (VenuleApartFunc func,
                  gpointer        data,
                  GDestroyNotify  free_data)
{
  if (g_cancellable_get_current () != NULL)
    return venule_apart_run_until (func, data, free_data, G_MAXINT64);

  func (data);
  return TRUE;
}
