/* venule-parallel.c: loops that several threads share
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-parallel.h"

/* More would mostly wait for memory. */
#define MAX_HELPERS 3

typedef struct {
  VenuleParallelFunc func;
  gpointer           data; /* valid until all iterations are done */
  int                n;
  int                next; /* atomic: the first iteration that no thread has taken */
  GMutex             lock;
  GCond              changed;
  int                n_done;
} Loop;

static void
loop_clear (gpointer data)
{
  Loop *self = data;

  g_mutex_clear (&self->lock);
  g_cond_clear (&self->changed);
}

/* A helper may come to a loop that has long ended, so each owns a reference. */
static void
help (gpointer data,
      gpointer user_data)
{
  Loop *self = data;
  int n_done = 0;

  for (int i = g_atomic_int_add (&self->next, 1); i < self->n; i = g_atomic_int_add (&self->next, 1), n_done++)
    self->func (self->data, (guint) i);

  g_mutex_lock (&self->lock);
  self->n_done += n_done;
  g_cond_signal (&self->changed);
  g_mutex_unlock (&self->lock);
  g_atomic_rc_box_release_full (self, loop_clear);
}

/* Its threads stay: loops often follow each other, and starting a thread takes ten times as long as waking one. */
static GThreadPool *
get_helpers (void)
{
  static gsize helpers = 0;

  if (g_once_init_enter (&helpers))
    {
      int n = (int) MIN (g_get_num_processors () - 1, MAX_HELPERS);

      g_once_init_leave (&helpers, (gsize) g_thread_pool_new (help, NULL, n, TRUE, NULL));
    }
  return (GThreadPool *) helpers;
}

void
venule_parallel_for (guint              n,
                     VenuleParallelFunc func,
                     gpointer           data)
{
  GThreadPool *helpers = get_helpers ();
  guint n_helpers = n > 0 ? MIN (g_thread_pool_get_num_threads (helpers), n - 1) : 0;
  Loop *loop = g_atomic_rc_box_new0 (Loop);

  loop->func = func;
  loop->data = data;
  loop->n = (int) n;
  g_mutex_init (&loop->lock);
  g_cond_init (&loop->changed);

  for (guint i = 0; i < n_helpers; i++)
    g_thread_pool_push (helpers, g_atomic_rc_box_acquire (loop), NULL);
  help (g_atomic_rc_box_acquire (loop), NULL);

  g_mutex_lock (&loop->lock);
  while (loop->n_done < loop->n)
    g_cond_wait (&loop->changed, &loop->lock);
  g_mutex_unlock (&loop->lock);
  g_atomic_rc_box_release_full (loop, loop_clear);
}
