/* venule-document-commit.c: from an edit to the database, and from the database to the screen
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-document-private.h"

#include <glib/gi18n-lib.h>

#include "venule-error.h"
#include "venule-order.h"
#include "venule-track-private.h"

/* ---- From the database to the screen ---- */

/* A track that is on the screen stays the same object. */
static void
update_track (VenuleDocument *self,
              VenuleTrack    *track,
              VenuleTrack    *stored)
{
  gboolean same = venule_track_has_same_spots (track, stored);

  venule_track_list_take_spots (self->tracks, track, stored);
  venule_track_take_marks (track, stored);
  if (!same)
    venule_track_emit_changed (track);
}

static void
tell_change (gpointer                     data,
             const VenuleTrackListChange *change)
{
  g_list_model_items_changed (G_LIST_MODEL (data), change->position, change->removed, change->added);
}

/* Reads what the edit has changed from the database: @ids (element-type guint). */
static gboolean
refresh (VenuleDocument  *self,
         GArray          *ids,
         GError         **error)
{
  g_autoptr(GArray) removed = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autoptr(GPtrArray) added = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < ids->len; i++)
    {
      guint id = g_array_index (ids, guint, i);
      VenuleTrack *track = venule_track_list_get_track (self->tracks, id);
      g_autoptr(GError) failure = NULL;
      g_autoptr(VenuleTrack) stored = venule_project_db_dup_track (self->db, self->run, id, &failure);

      if (failure != NULL)
        {
          g_propagate_error (error, g_steal_pointer (&failure));
          return FALSE;
        }
      if (stored != NULL && track != NULL)
        update_track (self, track, stored);
      else if (stored != NULL)
        g_ptr_array_add (added, g_steal_pointer (&stored));
      else if (track != NULL)
        g_array_append_val (removed, id);
    }
  venule_track_list_change (self->tracks, removed, added, tell_change, self);

  return TRUE;
}

void
venule_document_sort_ids (GArray *ids)
{
  guint n = 0;

  g_array_sort (ids, venule_compare_uints);
  for (guint i = 0; i < ids->len; i++)
    if (i == 0 || g_array_index (ids, guint, i) != g_array_index (ids, guint, n - 1))
      g_array_index (ids, guint, n++) = g_array_index (ids, guint, i);
  g_array_set_size (ids, n);
}

void
venule_document_show_edit (VenuleDocument *self,
                           GArray         *ids)
{
  g_autoptr(GError) error = NULL;

  if (!refresh (self, ids, &error))
    {
      venule_document_fail (self, error);
      return;
    }

  venule_document_update_modified (self);
  venule_document_notify_history (self);
  venule_document_emit_changed (self);
}

/* ---- From an edit to the database ---- */

/* What decides the class of a track that the user gave none, and can change after a run. */
char *
venule_document_describe_measuring (VenuleDocument *self)
{
  char pixel_size[G_ASCII_DTOSTR_BUF_SIZE];

  /* Before the first run. */
  if (self->run_settings == NULL)
    return g_strdup ("");

  return g_strdup (g_ascii_dtostr (pixel_size, sizeof pixel_size, self->run_settings->calibration.pixel_size_um));
}

/* Its number; 0: it could not be begun. */
static gint64
begin_step (VenuleDocument  *self,
            const char      *name,
            gboolean         of_document,
            GError         **error)
{
  g_autofree char *measured = venule_document_describe_measuring (self);

  /* The step at which the document was saved has been taken back, and will be forgotten: its number may come again. */
  if (venule_project_db_get_last_step (self->db, self->run) < self->saved.step ||
      venule_project_db_get_last_step (self->db, 0) < self->saved.measure_step)
    self->saved.step = self->saved.step_before = -1;
  if (self->group.step > 0 && self->group.of_document == of_document)
    return venule_project_db_resume_step (self->db, self->group.step, error) ? self->group.step : 0;

  self->group.of_document = of_document;

  return venule_project_db_begin_step (self->db, self->run, of_document,
                                       self->group.depth > 0 ? self->group.name : name, measured, error);
}

/* The main thread must not wait. */
gboolean
venule_document_check_writable (VenuleDocument  *self,
                                GError         **error)
{
  if (self->working_copy == NULL || venule_working_copy_get_settled (self->working_copy, NULL))
    return TRUE;

  g_set_error_literal (error, VENULE_ERROR, VENULE_ERROR_INVALID,
                       _("The document is still being checked. It can be changed in a moment."));

  return FALSE;
}

/* The first edit of a group begins a transaction for all of them. */
static gboolean
begin_group (VenuleDocument  *self,
             GError         **error)
{
  if (self->group.depth == 0 || self->group.ids != NULL)
    return TRUE;
  if (!venule_project_db_begin (self->db, error))
    return FALSE;

  self->group.ids = g_array_new (FALSE, FALSE, sizeof (guint));

  return TRUE;
}

/* All of the group was taken back: so it is shown. */
static void
drop_group (VenuleDocument *self)
{
  g_autoptr(GArray) ids = g_steal_pointer (&self->group.ids);

  venule_project_db_rollback (self->db);
  self->group.step = 0;
  if (self->live.run != NULL)
    venule_live_run_update (self->live.run);
  if (ids != NULL && ids->len > 0)
    venule_document_show_edit (self, ids);
}

void
venule_document_commit_group (VenuleDocument *self)
{
  g_autoptr(GError) error = NULL;

  if (self->group.ids == NULL)
    return;
  if (!venule_project_db_commit (self->db, &error))
    {
      drop_group (self);
      venule_document_fail (self, error);
      return;
    }

  g_clear_pointer (&self->group.ids, g_array_unref);
}

gboolean
venule_document_begin_edit (VenuleDocument  *self,
                            const char      *name,
                            gboolean         of_document,
                            GError         **error)
{
  g_autoptr(GArray) none = g_array_new (FALSE, FALSE, sizeof (guint));

  if (!venule_document_check_writable (self, error) || !venule_document_catch_up (self, none, error))
    return FALSE;
  if (!venule_document_keep_run (self, error) || !begin_group (self, error) ||
      !venule_project_db_begin (self->db, error))
    return FALSE;

  self->open_step = begin_step (self, name, of_document, error);

  return self->open_step > 0;
}

gboolean
venule_document_end_edit (VenuleDocument  *self,
                          GArray          *ids,
                          gboolean         made,
                          GError         **error)
{
  if (made && venule_project_db_end_step (self->db, error) && venule_project_db_commit (self->db, error))
    {
      self->group.step = self->group.depth > 0 ? self->open_step : 0;
      if (self->group.ids != NULL && ids != NULL)
        g_array_append_vals (self->group.ids, ids->data, ids->len);
      if (self->live.run != NULL)
        venule_live_run_update (self->live.run);
      return TRUE;
    }

  drop_group (self);

  return FALSE;
}
