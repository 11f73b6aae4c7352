/* glib-locks.c: GLib's locks made of what ThreadSanitizer sees
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/* GLib makes its locks of futexes and is not built with the sanitizer, which then takes all that they protect for
 * races. What the program calls is found here first. */

#include <errno.h>
#include <glib.h>
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

static void
check (int status)
{
  if (status != 0)
    abort ();
}

/* GLib's locks need no initialisation where they are zero, so each is made when it is first used. */
static pthread_mutex_t *
mutex_of (GMutex *mutex)
{
  pthread_mutex_t *made, *found = __atomic_load_n ((pthread_mutex_t **) &mutex->p, __ATOMIC_ACQUIRE);

  if (found != NULL)
    return found;
  made = malloc (sizeof *made);
  check (pthread_mutex_init (made, NULL));
  if (__atomic_compare_exchange_n ((pthread_mutex_t **) &mutex->p, &found, made, FALSE, __ATOMIC_ACQ_REL,
                                   __ATOMIC_ACQUIRE))
    return made;
  check (pthread_mutex_destroy (made));
  free (made);
  return found;
}

static pthread_cond_t *
cond_of (GCond *cond)
{
  pthread_cond_t *made, *found = __atomic_load_n ((pthread_cond_t **) &cond->p, __ATOMIC_ACQUIRE);
  pthread_condattr_t attributes;

  if (found != NULL)
    return found;
  made = malloc (sizeof *made);
  check (pthread_condattr_init (&attributes));
  check (pthread_condattr_setclock (&attributes, CLOCK_MONOTONIC));
  check (pthread_cond_init (made, &attributes));
  if (__atomic_compare_exchange_n ((pthread_cond_t **) &cond->p, &found, made, FALSE, __ATOMIC_ACQ_REL,
                                   __ATOMIC_ACQUIRE))
    return made;
  check (pthread_cond_destroy (made));
  free (made);
  return found;
}

void
g_mutex_init (GMutex *mutex)
{
  mutex->p = NULL;
}

void
g_mutex_clear (GMutex *mutex)
{
  if (mutex->p != NULL)
    check (pthread_mutex_destroy (mutex->p));
  free (mutex->p);
  mutex->p = NULL;
}

void
g_mutex_lock (GMutex *mutex)
{
  check (pthread_mutex_lock (mutex_of (mutex)));
}

gboolean
g_mutex_trylock (GMutex *mutex)
{
  int status = pthread_mutex_trylock (mutex_of (mutex));

  if (status == EBUSY)
    return FALSE;
  check (status);
  return TRUE;
}

void
g_mutex_unlock (GMutex *mutex)
{
  check (pthread_mutex_unlock (mutex_of (mutex)));
}

void
g_cond_init (GCond *cond)
{
  cond->p = NULL;
}

void
g_cond_clear (GCond *cond)
{
  if (cond->p != NULL)
    check (pthread_cond_destroy (cond->p));
  free (cond->p);
  cond->p = NULL;
}

void
g_cond_wait (GCond  *cond,
             GMutex *mutex)
{
  check (pthread_cond_wait (cond_of (cond), mutex_of (mutex)));
}

gboolean
g_cond_wait_until (GCond  *cond,
                   GMutex *mutex,
                   gint64  end_time)
{
  struct timespec end = { end_time / G_USEC_PER_SEC, end_time % G_USEC_PER_SEC * 1000 };
  int status = pthread_cond_clockwait (cond_of (cond), mutex_of (mutex), CLOCK_MONOTONIC, &end);

  if (status == ETIMEDOUT)
    return FALSE;
  check (status);
  return TRUE;
}

void
g_cond_signal (GCond *cond)
{
  check (pthread_cond_signal (cond_of (cond)));
}

void
g_cond_broadcast (GCond *cond)
{
  check (pthread_cond_broadcast (cond_of (cond)));
}

/* GLib makes the lock of its error domains with the first error, in whichever thread that is, and finds it itself. */
static void __attribute__ ((constructor))
make_lock_of_errors (void)
{
  g_error_free (g_error_new_literal (g_quark_from_static_string ("tests-sanitize"), 0, ""));
}
