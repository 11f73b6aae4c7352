/* venule-document-transfer.c: what was corrected in a run, in the next one
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-document-tracks.h"

#include <glib/gi18n-lib.h>

#include "venule-correction-transfer.h"
#include "venule-document-private.h"

gint64
venule_document_get_run_before (VenuleDocument *self)
{
  g_return_val_if_fail (VENULE_IS_DOCUMENT (self), 0);

  return self->run_before;
}

/* ---- From one run to another ---- */

/* Returns: (transfer full) (nullable) (element-type VenuleTrack): those of the tracks @ids that are in a run */
static GPtrArray *
dup_tracks (VenuleDocument  *self,
            gint64           run,
            GArray          *ids,
            GError         **error)
{
  g_autoptr(GPtrArray) tracks = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < ids->len; i++)
    {
      g_autoptr(GError) failure = NULL;
      VenuleTrack *track = venule_project_db_dup_track (self->db, run, g_array_index (ids, guint, i), &failure);

      if (track != NULL)
        g_ptr_array_add (tracks, track);
      else if (failure != NULL)
        {
          g_propagate_error (error, g_steal_pointer (&failure));
          return NULL;
        }
    }

  return g_steal_pointer (&tracks);
}

/* Makes what was corrected in @run in the tracks of the present one, as a step. @live: @run is one in progress.
 * Returns: (transfer full) (nullable): the conflicts */
static GPtrArray *
transfer (VenuleDocument *self,
          gint64          run,
          gboolean        live,
          guint          *n_transferred,
          GError        **error)
{
  g_autoptr(GArray) ids = venule_project_db_dup_corrected (self->db, run, error);
  g_autoptr(GPtrArray) tracks = ids != NULL ? dup_tracks (self, run, ids, error) : NULL;
  g_autoptr(GPtrArray) originals = tracks != NULL ? venule_project_db_dup_originals (self->db, run, error) : NULL;
  g_autoptr(GPtrArray) conflicts = g_ptr_array_new_with_free_func ((GDestroyNotify) venule_conflict_free);
  g_autoptr(VenuleEdit) edit = NULL;

  if (originals == NULL)
    return NULL;

  edit = venule_correction_transfer_make (self, tracks, originals, live, conflicts, n_transferred);
  edit->name = g_strdup (live ? N_("Edits During the Run") : N_("Carry Corrections Over"));

  return venule_document_do_edit (self, edit, error) ? g_steal_pointer (&conflicts) : NULL;
}

GPtrArray *
venule_document_transfer_edits (VenuleDocument *self,
                                gint64          from_run,
                                guint          *n_transferred,
                                GError        **error)
{
  guint n;

  g_return_val_if_fail (VENULE_IS_DOCUMENT (self), NULL);
  g_return_val_if_fail (!self->running && self->run_settings != NULL, NULL);

  return transfer (self, from_run, FALSE, n_transferred != NULL ? n_transferred : &n, error);
}

/* ---- What was edited during a run ---- */

static gboolean
transfer_and_keep_conflicts (VenuleDocument *self,
                             gint64          run,
                             gboolean        live,
                             GError        **error)
{
  guint n = 0;
  GPtrArray *conflicts = transfer (self, run, live, &n, error);

  if (conflicts == NULL)
    return FALSE;
  if (self->conflicts == NULL)
    self->conflicts = g_ptr_array_new_with_free_func ((GDestroyNotify) venule_conflict_free);
  self->n_transferred += n;
  g_ptr_array_extend_and_steal (self->conflicts, conflicts);

  return TRUE;
}

/* What was corrected while this run went on is newer than what was in the run before, and has the last word. */
static void
transfer_from_before (VenuleDocument *self)
{
  g_autoptr(GError) error = NULL;

  if (self->run_before == 0 || self->run_metadata == NULL || !self->run_metadata->complete)
    return;
  if (transfer_and_keep_conflicts (self, self->run_before, FALSE, &error))
    self->run_before = 0;
  else
    venule_document_fail (self, error);
}

/* What was edited in an attempt does not stand without what was edited in one before it. */
static gboolean
transfer_all_left (VenuleDocument *self,
                   GError        **error)
{
  for (guint i = 0; i < self->live.left->len; i++)
    if (!transfer_and_keep_conflicts (self, g_array_index (self->live.left, gint64, i), TRUE, error))
      return FALSE;

  return TRUE;
}

void
venule_document_transfer_left (VenuleDocument *self)
{
  g_autoptr(GError) error = NULL;

  if (!venule_document_left_edits (self))
    return;

  self->live.transferring = TRUE;
  transfer_from_before (self);
  if (!transfer_all_left (self, &error))
    {
      /* The edits stay in the run in progress, which is what a program that is killed now comes back with. */
      g_array_set_size (self->live.left, 0);
      self->unshown = self->run > 0;
    }
  self->live.transferring = FALSE;
  if (error != NULL || !venule_document_remove_left (self, &error))
    venule_document_fail (self, error);
}

/* ---- A run that came to no frame ---- */

/* What was edited needs a run to be of: without one before, a run of what was made by hand, as after an edit in a
 * document without a run. */
static gboolean
show_before (VenuleDocument  *self,
             GError         **error)
{
  if (self->run_before == 0 && venule_document_left_edits (self))
    return venule_document_keep_run (self, error);
  g_clear_pointer (&self->run_settings, venule_settings_free);

  return self->run_before == 0 || venule_document_show_run (self, self->run_before, error);
}

/* Of that run nothing came either: only tracks that are gone had been edited. */
static void
leave_empty (VenuleDocument *self)
{
  if (self->run == 0 || g_list_model_get_n_items (G_LIST_MODEL (self)) > 0 ||
      venule_project_db_get_last_step (self->db, self->run) > 0)
    return;

  g_array_append_val (self->live.left, self->run);
  self->run = 0;
  g_clear_pointer (&self->run_settings, venule_settings_free);
}

static void
show_edits (VenuleDocument *self)
{
  gboolean by_hand = self->run_before == 0;
  g_autoptr(GError) error = NULL;

  if (!show_before (self, &error))
    {
      venule_document_fail (self, error);
      return;
    }
  self->run_before = 0; /* what was corrected in it is there */
  venule_document_transfer_left (self);
  if (by_hand)
    leave_empty (self);
  if (!venule_document_remove_left (self, &error))
    venule_document_fail (self, error);
}

void
venule_document_drop_run (VenuleDocument *self)
{
  gint64 saved_step = self->saved.step_before;

  g_clear_pointer (&self->live.early_writer, venule_early_writer_unref);
  g_clear_pointer (&self->run_metadata, venule_run_metadata_free);
  show_edits (self);
  self->saved.step = saved_step;
  venule_document_update_modified (self);
  venule_document_update_stale (self);
  g_object_notify (G_OBJECT (self), "run-settings");
  venule_document_notify_history (self);
  venule_document_emit_changed (self);
}

GPtrArray *
venule_document_steal_conflicts (VenuleDocument *self,
                                 guint          *n_transferred)
{
  g_return_val_if_fail (VENULE_IS_DOCUMENT (self), NULL);
  g_return_val_if_fail (n_transferred != NULL, NULL);

  *n_transferred = self->n_transferred;
  self->n_transferred = 0;

  return g_steal_pointer (&self->conflicts);
}
