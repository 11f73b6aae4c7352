/* venule-target-edit.c: what leads from one state of what is to be there to the next
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-target-private.h"

#include "venule-document-tracks.h"
#include "venule-track-private.h"

static void
take_said (VenuleTrack *to,
           VenuleTrack *from)
{
  g_autofree char *note = venule_edit_join_notes (venule_track_get_note (to), venule_track_get_note (from));

  if (venule_track_get_kind_said (from))
    {
      venule_track_set_kind (to, venule_track_get_kind (from));
      venule_track_set_kind_said (to, TRUE);
      venule_track_set_edited (to, TRUE);
    }
  venule_track_set_hidden (to, venule_track_get_hidden (from));
  venule_track_set_color (to, venule_track_get_color (from));
  venule_track_set_note (to, note);
}

/* Whether an id has the spots that the run found there. */
static gboolean
is_found (VenuleTrack             *found,
          const VenuleTargetPlace *place)
{
  return found != NULL && (place == NULL || (place->source != NULL && place->put == NULL));
}

/* (transfer full): what is said of a track that the run found, and of @source. */
static VenuleTrack *
say (VenuleTrack *found,
     VenuleTrack *source)
{
  VenuleTrack *said = venule_track_new (venule_track_get_id (found));

  venule_track_take_marks (said, found);
  if (source != NULL)
    take_said (said, source);

  return said;
}

static void
put_found (VenuleEdit              *edit,
           VenuleTrack             *found,
           const VenuleTargetPlace *before,
           const VenuleTargetPlace *after)
{
  VenuleTrack *source = after != NULL ? after->source : NULL;
  g_autoptr(VenuleTrack) was = NULL, is = NULL;

  if (!is_found (found, before))
    {
      VenuleTrack *track = venule_track_copy (found, venule_track_get_id (found));

      venule_edit_put (edit, track);
      if (source != NULL)
        take_said (track, source);
      return;
    }

  was = say (found, before != NULL ? before->source : NULL);
  is = say (found, source);
  if (!venule_track_has_same_marks (was, is))
    venule_edit_mark (edit, is);
}

/* A class that nobody said follows from the spots, where they are written. */
static void
put_corrected (VenuleEdit              *edit,
               const VenuleTargetPlace *before,
               const VenuleTargetPlace *after)
{
  VenuleTrack *put = before != NULL ? before->put : NULL;

  if (put == after->put)
    return;
  if (put == NULL || !venule_track_has_same_spots (put, after->put) ||
      (venule_track_get_kind_said (put) && !venule_track_get_kind_said (after->put)))
    {
      venule_edit_put (edit, g_object_ref (after->put));
      return;
    }
  if (!venule_track_get_kind_said (after->put))
    venule_track_set_kind (after->put, venule_track_get_kind (put));
  if (!venule_track_has_same_marks (put, after->put))
    venule_edit_mark (edit, after->put);
}

static void
lead (VenuleEdit              *edit,
      guint                    id,
      VenuleTrack             *found,
      const VenuleTargetPlace *before,
      const VenuleTargetPlace *after)
{
  gboolean was_there = is_found (found, before) || (before != NULL && before->put != NULL);

  if (is_found (found, after))
    put_found (edit, found, before, after);
  else if (after != NULL && after->put != NULL)
    put_corrected (edit, before, after);
  else if (was_there)
    venule_edit_remove (edit, id);
}

static int
compare_numbers (gconstpointer a,
                 gconstpointer b)
{
  guint first = *(const guint *) a, second = *(const guint *) b;

  return (first > second) - (first < second);
}

VenuleEdit *
venule_target_make_edit (VenuleDocument *document,
                         GHashTable     *before,
                         GHashTable     *after)
{
  VenuleEdit *edit = venule_edit_new (NULL);
  g_autoptr(GArray) ids = g_array_new (FALSE, FALSE, sizeof (guint));
  GHashTableIter iter;
  gpointer id;

  g_hash_table_iter_init (&iter, after);
  while (g_hash_table_iter_next (&iter, &id, NULL))
    g_array_append_vals (ids, &(guint){ GPOINTER_TO_UINT (id) }, 1);
  g_hash_table_iter_init (&iter, before);
  while (g_hash_table_iter_next (&iter, &id, NULL))
    if (!g_hash_table_contains (after, id))
      g_array_append_vals (ids, &(guint){ GPOINTER_TO_UINT (id) }, 1);

  g_array_sort (ids, compare_numbers);
  for (guint i = 0; i < ids->len; i++)
    {
      guint next = g_array_index (ids, guint, i);

      lead (edit, next, venule_document_get_track (document, next), g_hash_table_lookup (before, GUINT_TO_POINTER (next)),
            g_hash_table_lookup (after, GUINT_TO_POINTER (next)));
    }

  return edit;
}
