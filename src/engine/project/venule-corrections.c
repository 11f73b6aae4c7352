/* venule-corrections.c: what a person corrected in one run, for another
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-corrections.h"

#include "venule-track-private.h"

VenuleCorrections *
venule_corrections_new (void)
{
  VenuleCorrections *self = g_new0 (VenuleCorrections, 1);

  self->kept = g_ptr_array_new_with_free_func (g_object_unref);
  self->marked = g_ptr_array_new_with_free_func (g_object_unref);
  self->owned = g_ptr_array_new_with_free_func (g_object_unref);

  return self;
}

void
venule_corrections_free (VenuleCorrections *self)
{
  if (self == NULL)
    return;

  g_ptr_array_unref (self->kept);
  g_ptr_array_unref (self->marked);
  g_ptr_array_unref (self->owned);
  g_free (self);
}

/* ---- What was corrected ---- */

static void
add (GPtrArray   *array,
     VenuleTrack *track)
{
  g_ptr_array_add (array, g_object_ref (track));
}

void
venule_corrections_add (VenuleCorrections *self,
                        VenuleTrack       *track,
                        VenuleTrack       *original,
                        gboolean           changed)
{
  if (track == NULL)
    {
      if (original == NULL)
        return;
      add (self->owned, original);
      self->n_deleted++;
      return;
    }

  if (!changed && !venule_track_get_locked (track))
    {
      add (self->marked, track);
      return;
    }

  add (self->kept, track);
  add (self->owned, track);
  if (changed && original != NULL)
    add (self->owned, original);
}

VenuleCorrections *
venule_corrections_collect (GPtrArray  *tracks,
                            GPtrArray  *originals)
{
  VenuleCorrections *self = venule_corrections_new ();
  g_autoptr(GHashTable) before = g_hash_table_new (NULL, NULL); /* id → VenuleTrack */
  GHashTableIter iter;
  gpointer deleted;

  for (guint i = 0; i < originals->len; i++)
    {
      VenuleTrack *track = g_ptr_array_index (originals, i);

      g_hash_table_insert (before, GUINT_TO_POINTER (venule_track_get_id (track)), track);
    }

  for (guint i = 0; i < tracks->len; i++)
    {
      VenuleTrack *track = g_ptr_array_index (tracks, i), *original;
      gpointer id = GUINT_TO_POINTER (venule_track_get_id (track));

      original = g_hash_table_lookup (before, id);
      venule_corrections_add (self, track, original,
                              original == NULL || !venule_track_has_same_spots (track, original));
      g_hash_table_remove (before, id);
    }

  g_hash_table_iter_init (&iter, before);
  while (g_hash_table_iter_next (&iter, NULL, &deleted))
    venule_corrections_add (self, NULL, deleted, TRUE);

  return self;
}
