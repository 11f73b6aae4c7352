/* glib-references.c: GLib's counted references made of what ThreadSanitizer sees
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/* GLib counts the references to frames (g_atomic_rc_box) and files (gatomicrefcount) with atomic operations of its own,
 * and is not built with the sanitizer, which then sees no order between the last use in one thread and the end in
 * another. What the program calls is found here first, and counts in the same way. */

#include <dlfcn.h>
#include <glib-object.h>
#include <sanitizer/tsan_interface.h>
#include <stdlib.h>

typedef struct {
  _Alignas (16) int count;
} Box;

static Box *
box_of (gpointer content)
{
  return (Box *) content - 1;
}

gpointer
(g_atomic_rc_box_alloc0) (gsize size)
{
  Box *box = calloc (1, sizeof *box + size);

  if (box == NULL)
    abort ();
  box->count = 1;
  return box + 1;
}

gpointer
(g_atomic_rc_box_acquire) (gpointer content)
{
  __atomic_add_fetch (&box_of (content)->count, 1, __ATOMIC_RELAXED);
  return content;
}

void
g_atomic_rc_box_release_full (gpointer       content,
                              GDestroyNotify clear)
{
  if (__atomic_sub_fetch (&box_of (content)->count, 1, __ATOMIC_ACQ_REL) > 0)
    return;

  if (clear != NULL)
    clear (content);
  free (box_of (content));
}

void
g_atomic_rc_box_release (gpointer content)
{
  g_atomic_rc_box_release_full (content, NULL);
}

void
(g_atomic_ref_count_init) (gatomicrefcount *count)
{
  *count = 1;
}

void
(g_atomic_ref_count_inc) (gatomicrefcount *count)
{
  __atomic_add_fetch (count, 1, __ATOMIC_RELAXED);
}

gboolean
(g_atomic_ref_count_dec) (gatomicrefcount *count)
{
  return __atomic_sub_fetch (count, 1, __ATOMIC_ACQ_REL) == 0;
}

/* Whoever ends an object comes after all who have let go of it. */
void
g_object_unref (gpointer object)
{
  static void (*unref) (gpointer);
  void (*found) (gpointer) = __atomic_load_n (&unref, __ATOMIC_RELAXED);

  if (found == NULL)
    {
      *(void **) &found = dlsym (RTLD_NEXT, "g_object_unref");
      if (found == NULL)
        abort ();
      __atomic_store_n (&unref, found, __ATOMIC_RELAXED);
    }
  __tsan_release (object);
  __tsan_acquire (object);
  found (object);
}
