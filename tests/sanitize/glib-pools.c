/* glib-pools.c: what GLib's thread pools and its initialisations hand from thread to thread, seen by ThreadSanitizer
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/* The queue of a pool and the end of a g_once_init_enter() are within GLib, which is not built with the sanitizer. What
 * the program calls is found here first, and says so. */

#include <dlfcn.h>
#include <glib.h>
#include <sanitizer/tsan_interface.h>
#include <stdlib.h>

typedef struct {
  GFunc    func;
  gpointer user_data;
} Work;

static void
find (const char *name,
      void       *function)
{
  *(void **) function = dlsym (RTLD_NEXT, name);
  if (*(void **) function == NULL)
    abort ();
}

static void
work (gpointer data,
      gpointer user_data)
{
  Work *self = user_data;

  __tsan_acquire (data);
  self->func (data, self->user_data);
}

/* A pool lives as long as the program. */
GThreadPool *
g_thread_pool_new (GFunc      func,
                   gpointer   user_data,
                   gint       max_threads,
                   gboolean   exclusive,
                   GError   **error)
{
  GThreadPool *(*new) (GFunc, gpointer, gint, gboolean, GError **);
  Work *self = malloc (sizeof *self);

  find ("g_thread_pool_new", &new);
  *self = (Work) { func, user_data };
  return new (work, self, max_threads, exclusive, error);
}

gboolean
g_thread_pool_push (GThreadPool  *pool,
                    gpointer      data,
                    GError      **error)
{
  gboolean (*push) (GThreadPool *, gpointer, GError **);

  find ("g_thread_pool_push", &push);
  __tsan_release (data);
  return push (pool, data, error);
}

gboolean
(g_once_init_enter) (volatile void *location)
{
  gboolean (*enter) (volatile void *);

  find ("g_once_init_enter", &enter);

  gboolean first = enter (location);

  __tsan_acquire ((void *) location);
  return first;
}

void
(g_once_init_leave) (volatile void *location,
                     gsize          result)
{
  void (*leave) (volatile void *, gsize);

  find ("g_once_init_leave", &leave);
  __tsan_release ((void *) location);
  leave (location, result);
}
