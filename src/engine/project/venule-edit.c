/* venule-edit.c: one edit: from what is to be there to what is there
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-edit.h"

#include <glib/gi18n-lib.h>

#include "venule-classify.h"
#include "venule-document-private.h"
#include "venule-error.h"
#include "venule-track-private.h"

VenuleEdit *
venule_edit_new (char *name)
{
  VenuleEdit *self = g_new0 (VenuleEdit, 1);

  self->name = name;
  self->put = g_ptr_array_new_with_free_func (g_object_unref);
  self->marked = g_ptr_array_new_with_free_func (g_object_unref);
  self->removed = g_array_new (FALSE, FALSE, sizeof (guint));

  return self;
}

void
venule_edit_free (VenuleEdit *self)
{
  if (self == NULL)
    return;

  g_free (self->name);
  g_ptr_array_unref (self->put);
  g_ptr_array_unref (self->marked);
  g_array_unref (self->removed);
  g_free (self);
}

void
venule_edit_put (VenuleEdit  *self,
                 VenuleTrack *track)
{
  g_ptr_array_add (self->put, track);
}

VenuleTrack *
venule_edit_mark (VenuleEdit  *self,
                  VenuleTrack *track)
{
  VenuleTrack *marked = venule_track_new (venule_track_get_id (track));

  venule_track_take_marks (marked, track);
  g_ptr_array_add (self->marked, marked);

  return marked;
}

void
venule_edit_remove (VenuleEdit *self,
                    guint       id)
{
  g_array_append_val (self->removed, id);
}

char *
venule_edit_join_notes (const char *first,
                        const char *second)
{
  if (first == NULL || second == NULL || g_str_equal (first, second))
    return g_strdup (first != NULL ? first : second);

  return g_strconcat (first, "\n", second, NULL);
}

/* ---- What it is about ---- */

static gboolean
check_unlocked (VenuleTrack  *track,
                GError      **error)
{
  if (!venule_track_get_locked (track))
    return TRUE;

  g_set_error (error, VENULE_ERROR, VENULE_ERROR_INVALID, _("Track %u is locked. Unlock it to change it."),
               venule_track_get_id (track));

  return FALSE;
}

GArray *
venule_document_find_tracks (VenuleDocument *self,
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

gboolean
venule_document_check_locks (VenuleDocument  *self,
                             GArray          *ids,
                             GError         **error)
{
  for (guint i = 0; i < ids->len; i++)
    if (!check_unlocked (venule_document_get_track (self, g_array_index (ids, guint, i)), error))
      return FALSE;

  return TRUE;
}

VenuleTrack *
venule_document_find_track (VenuleDocument  *self,
                            guint            id,
                            GError         **error)
{
  VenuleTrack *track = venule_document_get_track (self, id);

  if (track != NULL)
    return check_unlocked (track, error) ? track : NULL;

  g_set_error (error, VENULE_ERROR, VENULE_ERROR_NOT_FOUND, _("Track %u is no longer there."), id);

  return NULL;
}

guint
venule_document_next_id (VenuleDocument *self)
{
  GPtrArray *tracks = venule_track_list_get_tracks (self->tracks);
  guint last = tracks->len > 0 ? venule_track_get_id (g_ptr_array_index (tracks, tracks->len - 1)) : 0;

  last = MAX (last, self->run > 0 ? venule_project_db_get_last_id (self->db, self->run) : 0);

  return self->running ? MAX (last + 1, VENULE_LIVE_RUN_FIRST_ID) : last + 1;
}

/* ---- Making it ---- */

/* The border between those that roll and those that flow is that of all tracks as they are before. */
static void
classify (VenuleDocument *self,
          VenuleEdit     *edit)
{
  double border;

  if (edit->put->len == 0)
    return;

  border = venule_classify_find_border (venule_track_list_get_tracks (self->tracks), self->run_settings);
  for (guint i = 0; i < edit->put->len; i++)
    venule_classify_one (g_ptr_array_index (edit->put, i), self->run_settings, border);
}

static void
add_ids (GArray    *ids,
         GPtrArray *tracks)
{
  for (guint i = 0; i < tracks->len; i++)
    {
      guint id = venule_track_get_id (g_ptr_array_index (tracks, i));

      g_array_append_val (ids, id);
    }
}

/* (element-type guint) */
static GArray *
dup_ids (VenuleEdit *edit)
{
  GArray *ids = g_array_copy (edit->removed);

  add_ids (ids, edit->put);
  add_ids (ids, edit->marked);

  return ids;
}

/* What the edit puts into the database, in its step. */
static gboolean
put (VenuleDocument  *self,
     VenuleEdit      *edit,
     GError         **error)
{
  gboolean written = TRUE;

  for (guint i = 0; written && i < edit->removed->len; i++)
    written = venule_project_db_delete_track (self->db, self->run, g_array_index (edit->removed, guint, i), error);
  for (guint i = 0; written && i < edit->put->len; i++)
    written = venule_project_db_put_track (self->db, self->run, g_ptr_array_index (edit->put, i), error);
  for (guint i = 0; written && i < edit->marked->len; i++)
    written = venule_project_db_put_marks (self->db, self->run, g_ptr_array_index (edit->marked, i), error);

  return written;
}

/* In a run the tracks go on growing. */
static gboolean
put_in_run (VenuleDocument  *self,
            VenuleEdit      *edit,
            GError         **error)
{
  g_autoptr(GArray) ids = g_array_copy (edit->removed);

  add_ids (ids, edit->put);

  return venule_live_run_begin_edit (self->live.run, self->tracks, ids, error) && put (self, edit, error) &&
         venule_live_run_end_edit (self->live.run, ids, edit->put, error);
}

static gboolean
write_edit (VenuleDocument  *self,
            VenuleEdit      *edit,
            GArray          *ids,
            GError         **error)
{
  gboolean written = venule_document_catch_up (self, ids, error) &&
                     venule_document_begin_edit (self, edit->name, FALSE, error) &&
                     (self->running ? put_in_run (self, edit, error) : put (self, edit, error));

  return venule_document_end_edit (self, ids, written, error);
}

gboolean
venule_document_do_edit (VenuleDocument  *self,
                         VenuleEdit      *edit,
                         GError         **error)
{
  g_autoptr(GArray) ids = dup_ids (edit);

  if (ids->len == 0)
    return TRUE;
  classify (self, edit);
  if (!write_edit (self, edit, ids, error))
    return FALSE;
  venule_document_show_edit (self, ids);

  return TRUE;
}
