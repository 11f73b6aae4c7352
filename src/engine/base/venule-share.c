/* venule-share.c: work that several processors share while one waits for it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-share.h"

/* More would mostly wait for memory. */
#define MOST_HELPERS 3

#define WAIT (500 * G_TIME_SPAN_MILLISECOND)

typedef struct {
  gatomicrefcount references;
  VenuleShareFunc func;
  gpointer        data; /* valid until all parts are done */
  int             n;
  int             next; /* atomic: the first part that nobody does yet */
  GMutex          mutex;
  GCond           cond;
  int             done;
} Share;

static void
share_unref (Share *self)
{
  if (!g_atomic_ref_count_dec (&self->references))
    return;

  g_mutex_clear (&self->mutex);
  g_cond_clear (&self->cond);
  g_free (self);
}

static void
take_parts (Share *self)
{
  int done = 0;

  for (int part = g_atomic_int_add (&self->next, 1); part < self->n; part = g_atomic_int_add (&self->next, 1))
    {
      self->func (self->data, (guint) part);
      done++;
    }

  g_mutex_lock (&self->mutex);
  self->done += done;
  g_cond_signal (&self->cond);
  g_mutex_unlock (&self->mutex);
}

/* Threads that have helped wait a while for more: pieces of work often follow each other, and it takes ten times as long to begin
 * a thread as to wake one. */
static GMutex waiting_mutex;
static GCond waiting_cond;
static guint n_waiting;                        /* threads, … */
static GQueue waiting_shares = G_QUEUE_INIT;   /* … and what is there for them: never more than there are threads */

/* Returns: (nullable): NULL: nobody wanted help for long */
static Share *
wait_for_more (void)
{
  gint64 end = g_get_monotonic_time () + WAIT;
  Share *share;

  g_mutex_lock (&waiting_mutex);
  n_waiting++;
  while (g_queue_is_empty (&waiting_shares) && g_cond_wait_until (&waiting_cond, &waiting_mutex, end))
    ;
  share = g_queue_pop_head (&waiting_shares);
  n_waiting--;
  g_mutex_unlock (&waiting_mutex);

  return share;
}

static gpointer
help (gpointer data)
{
  for (Share *share = data; share != NULL; share = wait_for_more ())
    {
      take_parts (share);
      share_unref (share);
    }

  return NULL;
}

/* Has one more thread take parts, one that waits if there is one. */
static void
call_helper (Share *self)
{
  GThread *thread = NULL;
  gboolean woken;

  g_atomic_ref_count_inc (&self->references);
  g_mutex_lock (&waiting_mutex);
  woken = n_waiting > g_queue_get_length (&waiting_shares);
  if (woken)
    {
      g_queue_push_tail (&waiting_shares, self);
      g_cond_signal (&waiting_cond);
    }
  g_mutex_unlock (&waiting_mutex);
  if (woken)
    return;

  thread = g_thread_try_new ("venule-share", help, self, NULL);
  if (thread != NULL)
    g_thread_unref (thread);
  else
    share_unref (self);
}

/* Asked once: the system looks into files for it. */
static guint
get_most_helpers (void)
{
  static gsize most = 0;

  if (g_once_init_enter (&most))
    g_once_init_leave (&most, MIN (g_get_num_processors () - 1, MOST_HELPERS) + 1);

  return (guint) most - 1;
}

void
venule_share (guint           n,
              VenuleShareFunc func,
              gpointer        data)
{
  guint helpers = MIN (get_most_helpers (), n > 0 ? n - 1 : 0);
  Share *share = g_new0 (Share, 1);

  g_atomic_ref_count_init (&share->references);
  g_mutex_init (&share->mutex);
  g_cond_init (&share->cond);
  share->func = func;
  share->data = data;
  share->n = (int) n;

  for (guint i = 0; i < helpers; i++)
    call_helper (share);

  take_parts (share);
  g_mutex_lock (&share->mutex);
  while (share->done < share->n)
    g_cond_wait (&share->cond, &share->mutex);
  g_mutex_unlock (&share->mutex);
  share_unref (share);
}
