/* venule-document-store.c: a document and where it lasts
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-document-private.h"

/* ---- Out of the database ---- */

/* What a run of the database is made of, before it is shown. */
typedef struct {
  VenuleSettings    *settings;
  VenuleRunMetadata *metadata;
  GPtrArray         *tracks;
} Run;

static void
run_clear (Run *run)
{
  g_clear_pointer (&run->settings, venule_settings_free);
  g_clear_pointer (&run->metadata, venule_run_metadata_free);
  g_clear_pointer (&run->tracks, g_ptr_array_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Run, run_clear)

static gboolean
read_run (VenuleDocument  *self,
          gint64           number,
          Run             *run,
          GError         **error)
{
  if (!venule_project_db_read_run (self->db, number, &run->settings, &run->metadata, error))
    return FALSE;
  run->metadata->light = venule_project_db_dup_light (self->db, number);
  run->tracks = venule_project_db_dup_tracks (self->db, number, error);

  return run->tracks != NULL &&
         venule_project_db_check_tracks (self->db, number, run->tracks, run->settings, run->metadata, self->source,
                                         error);
}

static void
take_run (VenuleDocument *self,
          gint64          number,
          Run            *run)
{
  venule_settings_free (self->run_settings);
  self->run_settings = g_steal_pointer (&run->settings);
  self->run = number;
  venule_document_update_attached (self);
  venule_run_metadata_free (self->run_metadata);
  self->run_metadata = g_steal_pointer (&run->metadata);
  self->unshown = FALSE;
  self->group.step = 0;
  venule_document_put_tracks (self, run->tracks);
  venule_document_update_stale (self);
}

static gboolean
load (VenuleDocument  *self,
      GError         **error)
{
  g_auto(Run) run = { 0 };
  VenuleSettings *settings = venule_project_db_dup_settings (self->db, error);
  VenuleMeasureSettings *measures = settings != NULL ? venule_project_db_dup_measures (self->db, error) : NULL;
  gint64 shown;

  if (settings == NULL || measures == NULL)
    {
      venule_settings_free (settings);
      return FALSE;
    }
  venule_settings_free (self->settings);
  self->settings = settings;
  venule_measure_settings_free (self->measures);
  self->measures = measures;
  venule_document_update_attached (self);

  shown = venule_project_db_get_run (self->db);
  if (shown == 0)
    return TRUE;
  if (!read_run (self, shown, &run, error))
    return FALSE;
  take_run (self, shown, &run);

  return TRUE;
}

/* The database stays the caller's when there is no document. */
static VenuleDocument *
document_new (VenuleSource    *source,
              VenuleProjectDb *db,
              GError         **error)
{
  g_autoptr(VenuleDocument) self = g_object_new (VENULE_TYPE_DOCUMENT, "source", source, NULL);

  self->db = db;
  if (load (self, error))
    {
      venule_document_set_modified (self, FALSE);
      return g_steal_pointer (&self);
    }
  self->db = NULL;

  return NULL;
}

VenuleDocument *
venule_document_new_from_db (VenuleSource    *source,
                             VenuleProjectDb *db,
                             GError         **error)
{
  g_autoptr(VenuleProjectDb) owned = db;
  VenuleDocument *self;

  g_return_val_if_fail (VENULE_IS_SOURCE (source), NULL);
  g_return_val_if_fail (db != NULL, NULL);

  self = document_new (source, db, error);
  if (self != NULL)
    g_steal_pointer (&owned);

  return self;
}

/* A document that is killed before it was ever saved is of use with its video alone. */
gboolean
venule_document_keep_video (VenuleDocument  *self,
                            GError         **error)
{
  g_autoptr(VenuleSourceRecord) record = venule_source_dup_record (self->source, FALSE);

  return venule_project_db_set_video (self->db, record, error);
}

VenuleDocument *
venule_document_new_from_working_copy (VenuleSource      *source,
                                       VenuleWorkingCopy *working_copy,
                                       GError           **error)
{
  g_autoptr(VenuleWorkingCopy) owned = working_copy;
  g_autoptr(VenuleDocument) self = NULL;
  g_autoptr(VenuleSourceRecord) record = NULL;

  g_return_val_if_fail (VENULE_IS_SOURCE (source), NULL);
  g_return_val_if_fail (working_copy != NULL, NULL);

  self = document_new (source, venule_working_copy_get_db (working_copy), error);
  if (self == NULL)
    return NULL;

  record = venule_project_db_dup_video (self->db, NULL);
  if (record == NULL)
    {
      if (!venule_document_keep_video (self, error))
        {
          self->db = NULL;
          return NULL;
        }
      venule_working_copy_set_saved (working_copy);
    }
  self->working_copy = g_steal_pointer (&owned);
  venule_document_set_modified (self, venule_working_copy_get_unsaved (working_copy));
  self->checking = !venule_working_copy_get_settled (working_copy, NULL);

  return g_steal_pointer (&self);
}

gboolean
venule_document_get_checking (VenuleDocument *self)
{
  g_return_val_if_fail (VENULE_IS_DOCUMENT (self), FALSE);

  return self->checking;
}

gboolean
venule_document_check (VenuleDocument  *self,
                       double          *progress,
                       GError         **error)
{
  g_return_val_if_fail (VENULE_IS_DOCUMENT (self), FALSE);

  if (!self->checking)
    return TRUE;
  if (!venule_working_copy_get_settled (self->working_copy, progress) ||
      !venule_working_copy_settle (self->working_copy, error))
    return FALSE;

  venule_document_set_checking (self, FALSE);
  venule_document_notify_history (self);

  return TRUE;
}

VenuleWorkingCopy *
venule_document_get_working_copy (VenuleDocument *self)
{
  g_return_val_if_fail (VENULE_IS_DOCUMENT (self), NULL);

  return self->working_copy;
}

/* ---- Into the database ---- */

void
venule_document_keep_live (VenuleDocument          *self,
                           const VenuleRunMetadata *metadata)
{
  g_autoptr(GError) error = NULL;

  g_return_if_fail (VENULE_IS_DOCUMENT (self));
  g_return_if_fail (metadata != NULL);

  if (!self->running || self->group.ids != NULL || !venule_project_db_has_file (self->db))
    return;

  /* What could not be written may still be at the end of the run. */
  if (!venule_live_run_keep (self->live.run, metadata, &error))
    venule_document_fail (self, error);
  self->run = venule_live_run_get_number (self->live.run);
}

gboolean
venule_document_catch_up (VenuleDocument  *self,
                          GArray          *ids,
                          GError         **error)
{
  gboolean written = !self->running || venule_live_run_catch_up (self->live.run, self->tracks, ids, error);

  if (self->running)
    self->run = venule_live_run_get_number (self->live.run);

  return written;
}

static gboolean
is_edited (VenuleDocument *self,
           gint64          run)
{
  return venule_project_db_get_last_step (self->db, run) > 0;
}

void
venule_document_leave_live_run (VenuleDocument *self,
                                gboolean        anew)
{
  g_autoptr(GArray) ids = NULL;
  g_autoptr(GError) error = NULL;

  g_return_if_fail (self->live.run != NULL);

  if (self->run > 0 && (!anew || is_edited (self, self->run)))
    {
      ids = venule_project_db_dup_corrected (self->db, self->run, &error);
      if (ids == NULL || !venule_document_catch_up (self, ids, &error))
        venule_document_fail (self, error);
      g_array_append_val (self->live.left, self->run);
    }
  else if (self->run > 0 && !venule_project_db_remove_run (self->db, self->run, &error))
    venule_document_fail (self, error);
  g_clear_pointer (&self->live.run, venule_live_run_free);
  self->run = 0;
}

gboolean
venule_document_left_edits (VenuleDocument *self)
{
  for (guint i = 0; i < self->live.left->len; i++)
    if (is_edited (self, g_array_index (self->live.left, gint64, i)))
      return TRUE;

  return FALSE;
}

static gboolean
remove_left (VenuleDocument  *self,
             GError         **error)
{
  for (guint i = 0; i < self->live.left->len; i++)
    if (!venule_project_db_remove_run (self->db, g_array_index (self->live.left, gint64, i), error))
      return FALSE;

  return TRUE;
}

gboolean
venule_document_remove_left (VenuleDocument  *self,
                             GError         **error)
{
  gint64 run = self->run;
  gboolean removed;

  if (self->live.left->len == 0 || self->live.transferring)
    return TRUE;
  if (!venule_project_db_begin (self->db, error))
    return FALSE;
  removed = remove_left (self, error) && venule_project_db_show_run (self->db, run, error);
  if (removed && run > 0)
    {
      run = venule_project_db_close_up_run (self->db, run, error);
      removed = run > 0;
    }
  if (!removed)
    {
      venule_project_db_rollback (self->db);
      return FALSE;
    }
  if (!venule_project_db_commit (self->db, error))
    return FALSE;

  self->run = run;
  g_array_set_size (self->live.left, 0);

  return TRUE;
}

/* Until the edits are made in the linked tracks, a killed program comes back with the run in progress, which has
 * them. Returns the number of the run, or 0. */
static gint64
add_run (VenuleDocument  *self,
         gboolean         edited,
         GError         **error)
{
  VenuleRunMetadata unknown = { .last_frame = -1 };
  gint64 shown = venule_project_db_get_run (self->db), run;

  if (!edited && !remove_left (self, error))
    return 0;
  run =
    venule_project_db_add_run (self->db, self->run_settings, self->run_metadata != NULL ? self->run_metadata : &unknown,
                               venule_track_list_get_tracks (self->tracks), self->live.early_writer, error);

  return run == 0 || !edited || venule_project_db_show_run (self->db, shown, error) ? run : 0;
}

/* Whoever goes on in the linked tracks finds them when the document is opened again. */
static gboolean
show_own (VenuleDocument  *self,
          GError         **error)
{
  if (self->unshown && !venule_project_db_show_run (self->db, self->run, error))
    return FALSE;
  self->unshown = FALSE;

  return TRUE;
}

gboolean
venule_document_keep_run (VenuleDocument  *self,
                          GError         **error)
{
  gboolean edited = venule_document_left_edits (self);
  gint64 run;

  if (self->run_settings == NULL || self->running)
    return TRUE;
  if (self->run > 0)
    return show_own (self, error) && venule_document_remove_left (self, error);

  if (!venule_document_keep_video (self, error) || !venule_project_db_begin (self->db, error))
    return FALSE;
  run = add_run (self, edited, error);
  if (run == 0)
    {
      venule_project_db_rollback (self->db);
      return FALSE;
    }
  if (!venule_project_db_commit (self->db, error))
    return FALSE;

  self->run = run;
  if (!edited)
    g_array_set_size (self->live.left, 0);

  return TRUE;
}

VenuleEarlyWriter *
venule_document_begin_early_writer (VenuleDocument *self)
{
  g_return_val_if_fail (VENULE_IS_DOCUMENT (self), NULL);

  g_clear_pointer (&self->live.early_writer, venule_early_writer_unref);
  if (self->saving == NULL)
    self->live.early_writer = venule_early_writer_new (self->db, self->live.early_writer_min);

  return self->live.early_writer != NULL ? venule_early_writer_ref (self->live.early_writer) : NULL;
}

void
venule_document_set_early_writer_min (VenuleDocument *self,
                                      guint64         min_spots)
{
  g_return_if_fail (VENULE_IS_DOCUMENT (self));

  self->live.early_writer_min = min_spots;
}

void
venule_document_set_live_period (VenuleDocument *self,
                                 gint64          period)
{
  g_return_if_fail (VENULE_IS_DOCUMENT (self));
  g_return_if_fail (period >= 0);

  self->live.period = period;
}

gboolean
venule_document_write_classes (VenuleDocument  *self,
                               GError         **error)
{
  GPtrArray *tracks = venule_track_list_get_tracks (self->tracks);
  gboolean written;

  if (!venule_project_db_begin (self->db, error))
    return FALSE;

  written = venule_project_db_set_run_settings (self->db, self->run, self->run_settings, error);
  for (guint i = 0; written && i < tracks->len; i++)
    written = venule_project_db_put_marks (self->db, self->run, g_ptr_array_index (tracks, i), error);
  if (written)
    return venule_project_db_commit (self->db, error);

  venule_project_db_rollback (self->db);

  return FALSE;
}

/* ---- Runs ---- */

void
venule_document_set_run_metadata (VenuleDocument          *self,
                                  const VenuleRunMetadata *metadata)
{
  VenuleRunMetadata *copy;

  g_return_if_fail (VENULE_IS_DOCUMENT (self));
  g_return_if_fail (metadata != NULL);

  copy = venule_run_metadata_copy (metadata);
  venule_run_metadata_free (self->run_metadata);
  self->run_metadata = copy;
}

const VenuleRunMetadata *
venule_document_get_run_metadata (VenuleDocument *self)
{
  g_return_val_if_fail (VENULE_IS_DOCUMENT (self), NULL);

  return self->run_metadata;
}

gboolean
venule_document_get_cut_off (VenuleDocument *self)
{
  g_return_val_if_fail (VENULE_IS_DOCUMENT (self), FALSE);

  return self->run_metadata != NULL && venule_source_get_cut_off (self->source) &&
         self->run_metadata->last_frame >= venule_source_get_n_frames (self->source) - 1;
}

gint64
venule_document_get_run (VenuleDocument *self)
{
  g_return_val_if_fail (VENULE_IS_DOCUMENT (self), 0);

  return self->running ? 0 : self->run;
}

GArray *
venule_document_dup_runs (VenuleDocument *self)
{
  GArray *runs;

  g_return_val_if_fail (VENULE_IS_DOCUMENT (self), NULL);

  runs = venule_project_db_dup_runs (self->db, NULL);

  return runs != NULL ? runs : g_array_new (FALSE, FALSE, sizeof (gint64));
}

VenuleRunMetadata *
venule_document_dup_run_metadata (VenuleDocument *self,
                                  gint64          run)
{
  g_autoptr(VenuleSettings) settings = NULL;
  VenuleRunMetadata *metadata = NULL;

  g_return_val_if_fail (VENULE_IS_DOCUMENT (self), NULL);

  return venule_project_db_read_run (self->db, run, &settings, &metadata, NULL) ? metadata : NULL;
}

gboolean
venule_document_show_run (VenuleDocument  *self,
                          gint64           number,
                          GError         **error)
{
  g_auto(Run) run = { 0 };
  gboolean own;

  g_return_val_if_fail (VENULE_IS_DOCUMENT (self), FALSE);
  g_return_val_if_fail (!self->running, FALSE);

  own = number == self->run;
  if (!venule_document_keep_run (self, error))
    return FALSE;
  /* The end of a run that could not be written before may have given it another number. */
  number = own ? self->run : number;
  if (!read_run (self, number, &run, error) || !venule_project_db_show_run (self->db, number, error))
    return FALSE;

  take_run (self, number, &run);
  venule_document_set_modified (self, TRUE);
  g_object_notify (G_OBJECT (self), "run-settings");
  venule_document_notify_history (self);
  venule_document_emit_changed (self);

  return TRUE;
}
