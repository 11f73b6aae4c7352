/* venule-document-edits.c: what a person changes in the tracks, each one step that can be taken back
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-document-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "venule-classify.h"
#include "venule-track-private.h"

/* ---- From the store to the screen ---- */

static gboolean
same_spots (VenuleTrack *a,
            VenuleTrack *b)
{
  guint n, m;
  const VenuleSpot *first = venule_track_get_spots (a, &n);
  const VenuleSpot *second = venule_track_get_spots (b, &m);

  if (n != m)
    return FALSE;
  for (guint i = 0; i < n; i++)
    if (first[i].frame != second[i].frame || first[i].x != second[i].x || first[i].y != second[i].y ||
        first[i].radius != second[i].radius || first[i].source != second[i].source || first[i].time != second[i].time ||
        memcmp (first[i].contour, second[i].contour, sizeof first[i].contour) != 0)
      return FALSE;

  return TRUE;
}

/* A track that is on the screen stays the same object. */
static void
update_track (VenuleTrack *track,
              VenuleTrack *stored)
{
  guint n;
  const VenuleSpot *spots = venule_track_get_spots (stored, &n);

  venule_track_set_kind (track, venule_track_get_kind (stored));
  venule_track_set_quality (track, venule_track_get_quality (stored));
  venule_track_set_edited (track, venule_track_get_edited (stored));
  if (same_spots (track, stored))
    return;

  GArray *copy = g_array_sized_new (FALSE, FALSE, sizeof (VenuleSpot), MAX (n, 1));

  g_array_append_vals (copy, spots, n);
  venule_track_take_spots (track, copy);
  venule_track_emit_changed (track);
}

/* Reads what the edit has changed from the store: @ids (element-type guint). */
static gboolean
refresh (VenuleDocument  *self,
         GArray          *ids,
         GError         **error)
{
  g_autoptr(GHashTable) gone = g_hash_table_new (NULL, NULL); /* ids */
  g_autoptr(GPtrArray) tracks = g_ptr_array_new_with_free_func (g_object_unref);
  GPtrArray *old = venule_track_store_get_tracks (self->tracks);

  for (guint i = 0; i < ids->len; i++)
    {
      guint id = g_array_index (ids, guint, i);
      VenuleTrack *track = venule_track_store_get_track (self->tracks, id);
      g_autoptr(GError) failure = NULL;
      g_autoptr(VenuleTrack) stored = venule_store_dup_track (self->store, self->run, id, &failure);

      if (failure != NULL)
        {
          g_propagate_error (error, g_steal_pointer (&failure));
          return FALSE;
        }
      if (stored == NULL)
        g_hash_table_add (gone, GUINT_TO_POINTER (id));
      else if (track != NULL)
        update_track (track, stored);
      else
        g_ptr_array_add (tracks, g_steal_pointer (&stored));
    }

  for (guint i = 0; i < old->len; i++)
    {
      VenuleTrack *track = g_ptr_array_index (old, i);

      if (!g_hash_table_contains (gone, GUINT_TO_POINTER (venule_track_get_id (track))))
        g_ptr_array_add (tracks, g_object_ref (track));
    }
  venule_document_put_tracks (self, tracks);

  return TRUE;
}

/* The end of every edit, whether it was written or not. */
static void
finish_edit (VenuleDocument *self,
             gboolean        written,
             GArray         *ids,
             GError         *error)
{
  if (!written || !refresh (self, ids, &error))
    {
      venule_document_fail (self, error);
      g_clear_error (&error);
      return;
    }

  venule_document_set_modified (self, TRUE);
  venule_document_notify_history (self);
  venule_document_emit_changed (self);
}

/* ---- Edits ---- */

/* What decides the class of a track that nobody has edited, and can change after a run. */
static char *
describe_measuring (VenuleDocument *self)
{
  char pixel_size[G_ASCII_DTOSTR_BUF_SIZE], window[G_ASCII_DTOSTR_BUF_SIZE];

  g_ascii_dtostr (pixel_size, sizeof pixel_size, self->run_settings->calibration.pixel_size_um);
  g_ascii_dtostr (window, sizeof window, self->run_settings->velocity_window);

  return g_strdup_printf ("%s %s", pixel_size, window);
}

static gboolean
begin_edit (VenuleDocument  *self,
            const char      *name,
            GError         **error)
{
  g_autofree char *measured = describe_measuring (self);

  if (!venule_document_keep_run (self, error) || !venule_store_begin (self->store, error))
    return FALSE;
  if (venule_store_begin_step (self->store, self->run, name, measured, error))
    return TRUE;

  venule_store_rollback (self->store);

  return FALSE;
}

static gboolean
end_edit (VenuleDocument  *self,
          gboolean         made,
          GError         **error)
{
  if (made && venule_store_end_step (self->store, error))
    return venule_store_commit (self->store, error);

  venule_store_rollback (self->store);

  return FALSE;
}

static char *
name_of_deletion (GArray *ids)
{
  if (ids->len == 1)
    return g_strdup_printf (_("Delete Track %u"), g_array_index (ids, guint, 0));

  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "Delete %u Track", "Delete %u Tracks", ids->len), ids->len);
}

/* (element-type guint): those of @ids that are there, each once. */
static GArray *
find_tracks (VenuleDocument *self,
             const guint    *ids,
             guint           n)
{
  g_autoptr(GHashTable) seen = g_hash_table_new (NULL, NULL);
  GArray *found = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint i = 0; i < n; i++)
    if (venule_document_get_track (self, ids[i]) != NULL && g_hash_table_add (seen, GUINT_TO_POINTER (ids[i])))
      g_array_append_val (found, ids[i]);

  return found;
}

void
venule_document_delete_tracks (VenuleDocument *self,
                               const guint    *ids,
                               guint           n)
{
  g_autoptr(GArray) found = NULL;
  g_autofree char *name = NULL;
  GError *error = NULL;
  gboolean made;

  g_return_if_fail (VENULE_IS_DOCUMENT (self));
  g_return_if_fail (ids != NULL || n == 0);

  found = find_tracks (self, ids, n);
  if (found->len == 0 || self->running)
    return;

  name = name_of_deletion (found);
  made = begin_edit (self, name, &error);
  if (made)
    {
      for (guint i = 0; made && i < found->len; i++)
        made = venule_store_delete_track (self->store, self->run, g_array_index (found, guint, i), &error);
      made = end_edit (self, made, &error);
    }
  finish_edit (self, made, found, error);
}

void
venule_document_set_track_kind (VenuleDocument *self,
                                guint           id,
                                VenuleCellKind  kind)
{
  g_autoptr(VenuleTrack) edited = NULL;
  g_autoptr(GArray) ids = NULL;
  g_autofree char *name = NULL;
  VenuleTrack *track;
  GError *error = NULL;
  gboolean made;

  g_return_if_fail (VENULE_IS_DOCUMENT (self));

  track = venule_document_get_track (self, id);
  if (track == NULL || venule_track_get_kind (track) == kind || self->running)
    return;

  edited = venule_track_new (id);
  venule_track_set_kind (edited, kind);
  venule_track_set_quality (edited, venule_track_get_quality (track));
  venule_track_set_edited (edited, TRUE);
  ids = find_tracks (self, &id, 1);
  name = g_strdup_printf (_("Change Class of Track %u"), id);
  made = begin_edit (self, name, &error) &&
         end_edit (self, venule_store_put_class (self->store, self->run, edited, &error), &error);
  finish_edit (self, made, ids, error);
}

/* ---- To and fro ---- */

char *
venule_document_dup_undo_name (VenuleDocument *self)
{
  g_return_val_if_fail (VENULE_IS_DOCUMENT (self), NULL);

  return self->run > 0 ? venule_store_dup_undo_name (self->store, self->run) : NULL;
}

char *
venule_document_dup_redo_name (VenuleDocument *self)
{
  g_return_val_if_fail (VENULE_IS_DOCUMENT (self), NULL);

  return self->run > 0 ? venule_store_dup_redo_name (self->store, self->run) : NULL;
}

gboolean
venule_document_can_undo (VenuleDocument *self)
{
  g_autofree char *name = venule_document_dup_undo_name (self);

  return name != NULL;
}

gboolean
venule_document_can_redo (VenuleDocument *self)
{
  g_autofree char *name = venule_document_dup_redo_name (self);

  return name != NULL;
}

/* Tracks that come back from a time when they were measured otherwise are classified as all others are now. */
static void
classify_again (VenuleDocument *self,
                const char     *measured)
{
  g_autofree char *now = describe_measuring (self);
  GPtrArray *tracks = venule_track_store_get_tracks (self->tracks);
  g_autoptr(GError) error = NULL;

  if (g_strcmp0 (now, measured) == 0)
    return;

  venule_classify_tracks (tracks, self->run_settings);
  if (!venule_document_write_classes (self, &error))
    venule_document_fail (self, error);
}

static gboolean
walk (VenuleDocument *self,
      gboolean        back)
{
  g_autoptr(GArray) ids = NULL;
  g_autofree char *measured = NULL;
  GError *error = NULL;
  gboolean walked;

  if (self->run == 0 || self->running || !(back ? venule_document_can_undo (self) : venule_document_can_redo (self)))
    return FALSE;

  walked = venule_store_begin (self->store, &error);
  if (walked)
    {
      walked = back ? venule_store_undo (self->store, self->run, &ids, &measured, &error)
                    : venule_store_redo (self->store, self->run, &ids, &measured, &error);
      if (walked)
        walked = venule_store_commit (self->store, &error);
      else
        venule_store_rollback (self->store);
    }
  finish_edit (self, walked, ids, error);
  if (walked)
    classify_again (self, measured);

  return walked;
}

gboolean
venule_document_undo (VenuleDocument *self)
{
  g_return_val_if_fail (VENULE_IS_DOCUMENT (self), FALSE);

  return walk (self, TRUE);
}

gboolean
venule_document_redo (VenuleDocument *self)
{
  g_return_val_if_fail (VENULE_IS_DOCUMENT (self), FALSE);

  return walk (self, FALSE);
}
