/* glib-queues.c: what GLib's queues hand from thread to thread, seen by ThreadSanitizer
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/* The locks within a GAsyncQueue are GLib's own, which is not built with the sanitizer: what was written before
 * something was queued looks as if it had no order with what is read after. What the program calls is found here first,
 * and says so. */

#include <dlfcn.h>
#include <glib.h>
#include <sanitizer/tsan_interface.h>
#include <stdlib.h>

static void
find (const char *name,
      void       *function)
{
  *(void **) function = dlsym (RTLD_NEXT, name);
  if (*(void **) function == NULL)
    abort ();
}

void
g_async_queue_push (GAsyncQueue *queue,
                    gpointer     data)
{
  void (*push) (GAsyncQueue *, gpointer);

  find ("g_async_queue_push", &push);
  __tsan_release (queue);
  push (queue, data);
}

gpointer
g_async_queue_pop (GAsyncQueue *queue)
{
  gpointer (*pop) (GAsyncQueue *);

  find ("g_async_queue_pop", &pop);

  gpointer data = pop (queue);

  __tsan_acquire (queue);
  return data;
}
