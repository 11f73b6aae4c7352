/* venule-project-db-contents.c: settings, video and runs of a document
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-early-writer.h"
#include "venule-project-db-private.h"

#include <glib/gi18n-lib.h>

#include "venule-error.h"
#include "venule-settings-text.h"
#include "venule-spots-blob.h"

VenuleRunMetadata *
venule_run_metadata_copy (const VenuleRunMetadata *self)
{
  VenuleRunMetadata *copy = g_memdup2 (self, sizeof *self);

  copy->device = g_strdup (self->device);
  copy->versions = g_strdup (self->versions);
  copy->light = venule_light_ref (self->light);

  return copy;
}

void
venule_run_metadata_free (VenuleRunMetadata *self)
{
  if (self == NULL)
    return;

  g_free (self->device);
  g_free (self->versions);
  venule_light_unref (self->light);
  g_free (self);
}

/* A statement for change(). */
static sqlite3_stmt *
prepare_change (VenuleProjectDb *self,
                const char      *text,
                GError         **error)
{
  return venule_project_db_make_writable (self, error) ? venule_sql_prepare (self->database, text, error) : NULL;
}

/* Does @statement, which is consumed, as a transaction. */
static gboolean
change (VenuleProjectDb *self,
        sqlite3_stmt    *statement,
        GError         **error)
{
  g_autoptr(sqlite3_stmt) owned = statement;

  if (owned == NULL || !venule_project_db_begin (self, error))
    return FALSE;
  if (venule_sql_do (owned, error))
    return venule_project_db_commit (self, error);

  venule_project_db_rollback (self);

  return FALSE;
}

static void
bind_text (sqlite3_stmt *statement,
           int           column,
           const char   *text)
{
  sqlite3_bind_text (statement, column, text, -1, SQLITE_TRANSIENT);
}

/* ---- Settings ---- */

gboolean
venule_project_db_set_settings (VenuleProjectDb      *self,
                                const VenuleSettings *settings,
                                GError              **error)
{
  g_autofree char *text = venule_settings_to_text (settings);
  sqlite3_stmt *statement = prepare_change (self, "UPDATE document SET settings = ?", error);

  gboolean changed;

  if (statement == NULL)
    return FALSE;
  bind_text (statement, 1, text);

  /* A slider that is drawn changes them many times a second: what a killed program has written still lasts, only a
   * power cut may take the last of them. */
  if (self->depth == 0)
    venule_sql_run (self->database, "PRAGMA synchronous = NORMAL", NULL);
  changed = change (self, statement, error);
  if (self->depth == 0)
    venule_sql_run (self->database, "PRAGMA synchronous = FULL", NULL);

  return changed;
}

VenuleSettings *
venule_project_db_dup_settings (VenuleProjectDb *self,
                                GError         **error)
{
  g_autoptr(sqlite3_stmt) statement = venule_sql_prepare (self->database, "SELECT settings FROM document", error);

  if (statement == NULL)
    return NULL;
  if (!venule_sql_next (statement, NULL) || sqlite3_column_type (statement, 0) == SQLITE_NULL)
    return venule_settings_new ();

  return venule_settings_from_text (venule_sql_get_text (statement, 0), error);
}

/* ---- Video ---- */

gboolean
venule_project_db_set_video (VenuleProjectDb          *self,
                             const VenuleSourceRecord *record,
                             GError                  **error)
{
  sqlite3_stmt *statement =
    prepare_change (self, "INSERT OR REPLACE INTO video VALUES (1, ?, ?, ?, ?, ?)", error);
  gsize size;
  const void *frames = g_bytes_get_data (record->frames, &size);
  g_autoptr(GBytes) with_checksum = venule_spots_blob_add_checksum (frames, size);

  frames = g_bytes_get_data (with_checksum, &size);
  if (statement == NULL)
    return FALSE;
  bind_text (statement, 1, record->path);
  sqlite3_bind_int64 (statement, 2, record->size);
  bind_text (statement, 3, record->hash);
  bind_text (statement, 4, record->facts);
  sqlite3_bind_blob64 (statement, 5, frames, size, SQLITE_TRANSIENT);

  return change (self, statement, error);
}

VenuleSourceRecord *
venule_project_db_dup_video (VenuleProjectDb *self,
                             GError         **error)
{
  return venule_project_db_dup_video_of (self->database, error);
}

VenuleSourceRecord *
venule_project_db_dup_video_of (sqlite3 *database,
                                GError **error)
{
  g_autoptr(sqlite3_stmt) statement =
    venule_sql_prepare (database, "SELECT path, size, sha256, facts, frames FROM video", error);
  g_autoptr(GBytes) frames = NULL;
  VenuleSourceRecord *record;

  if (statement == NULL || !venule_sql_next (statement, error))
    return NULL;
  frames =
    venule_spots_blob_strip_checksum (sqlite3_column_blob (statement, 4), (gsize) sqlite3_column_bytes (statement, 4));
  if (frames == NULL)
    {
      g_set_error_literal (error, VENULE_ERROR, VENULE_ERROR_DAMAGED,
                           _("What the document knows of the frames of its video is damaged."));
      return NULL;
    }

  record = venule_source_record_new ();
  record->path = g_strdup (venule_sql_get_text (statement, 0));
  record->size = sqlite3_column_int64 (statement, 1);
  if (sqlite3_column_type (statement, 2) == SQLITE_TEXT)
    record->hash = g_strdup (venule_sql_get_text (statement, 2));
  record->facts = g_strdup (venule_sql_get_text (statement, 3));
  record->frames = g_steal_pointer (&frames);

  return record;
}

/* ---- Runs ---- */

gint64
venule_project_db_get_run (VenuleProjectDb *self)
{
  gint64 run = 0;

  venule_sql_get_number (self->database, "SELECT run.id FROM document JOIN run ON run.id = document.run", 0, &run,
                         NULL);

  return run;
}

gboolean
venule_project_db_show_run (VenuleProjectDb *self,
                            gint64           run,
                            GError         **error)
{
  sqlite3_stmt *statement = prepare_change (self, "UPDATE document SET run = ?", error);

  if (statement == NULL)
    return FALSE;
  sqlite3_bind_int64 (statement, 1, run);

  return change (self, statement, error);
}

GArray *
venule_project_db_dup_runs (VenuleProjectDb *self,
                            GError         **error)
{
  g_autoptr(sqlite3_stmt) statement = venule_sql_prepare (self->database, "SELECT id FROM run ORDER BY id", error);
  GArray *runs;

  if (statement == NULL)
    return NULL;

  runs = g_array_new (FALSE, FALSE, sizeof (gint64));
  while (venule_sql_next (statement, NULL))
    {
      gint64 run = sqlite3_column_int64 (statement, 0);

      g_array_append_val (runs, run);
    }

  return runs;
}

gint64
venule_project_db_insert_run (VenuleProjectDb         *self,
                              const VenuleSettings    *settings,
                              const VenuleRunMetadata *metadata,
                              GError                 **error)
{
  g_autofree char *text = venule_settings_to_text (settings);
  g_autoptr(sqlite3_stmt) statement =
    venule_sql_prepare (self->database, "INSERT INTO run VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?)", error);

  if (statement == NULL)
    return 0;
  bind_text (statement, 1, text);
  bind_text (statement, 2, metadata->device != NULL ? metadata->device : "");
  bind_text (statement, 3, metadata->versions);
  sqlite3_bind_int (statement, 4, metadata->detect_interval);
  sqlite3_bind_int64 (statement, 5, metadata->first_frame);
  sqlite3_bind_int64 (statement, 6, metadata->last_frame);
  sqlite3_bind_int64 (statement, 7, metadata->unregistered_frames);
  sqlite3_bind_int (statement, 8, metadata->complete);

  if (!venule_sql_do (statement, error))
    return 0;
  if (sqlite3_last_insert_rowid (self->database) <= VENULE_PROJECT_DB_LAST_NUMBER)
    return sqlite3_last_insert_rowid (self->database);

  venule_project_db_set_full (error);

  return 0;
}

void
venule_project_db_set_full (GError **error)
{
  g_set_error_literal (error, VENULE_ERROR, VENULE_ERROR_TOO_LARGE,
                       _("The document has no more numbers for tracks or runs. Export its tracks and import them into "
                         "a new one."));
}

gboolean
venule_project_db_update_run (VenuleProjectDb         *self,
                              gint64                   run,
                              const VenuleRunMetadata *metadata,
                              GError                 **error)
{
  g_autoptr(sqlite3_stmt) statement = venule_sql_prepare (
    self->database, "UPDATE run SET device = ?2, detect_interval = ?3, first_frame = ?4, last_frame = ?5,"
                    " unregistered_frames = ?6, versions = ?7 WHERE id = ?1", error);

  if (statement == NULL)
    return FALSE;
  sqlite3_bind_int64 (statement, 1, run);
  bind_text (statement, 2, metadata->device != NULL ? metadata->device : "");
  sqlite3_bind_int (statement, 3, metadata->detect_interval);
  sqlite3_bind_int64 (statement, 4, metadata->first_frame);
  sqlite3_bind_int64 (statement, 5, metadata->last_frame);
  sqlite3_bind_int64 (statement, 6, metadata->unregistered_frames);
  bind_text (statement, 7, metadata->versions);

  return venule_sql_do (statement, error);
}

static gboolean
add_track (VenuleProjectDb   *self,
           gint64             run,
           VenuleTrack       *track,
           VenuleEarlyWriter *early_writer,
           GError           **error)
{
  gint64 path = early_writer != NULL ? venule_early_writer_get_path (early_writer, track) : 0;

  return path > 0 ? venule_project_db_put_row (self, run, track, path, error)
                  : venule_project_db_put_track (self, run, track, error);
}

gint64
venule_project_db_add_run (VenuleProjectDb         *self,
                           const VenuleSettings    *settings,
                           const VenuleRunMetadata *metadata,
                           GPtrArray               *tracks,
                           VenuleEarlyWriter       *early_writer,
                           GError                 **error)
{
  gboolean added;
  gint64 run = 0;

  if (!venule_project_db_begin (self, error))
    return 0;

  run = venule_project_db_insert_run (self, settings, metadata, error);
  added = run > 0;
  added = added && venule_project_db_put_light (self, run, metadata->light, error);
  for (guint i = 0; added && i < tracks->len; i++)
    added = add_track (self, run, g_ptr_array_index (tracks, i), early_writer, error);
  if (added && venule_project_db_show_run (self, run, error) && venule_project_db_commit (self, error))
    return run;

  venule_project_db_rollback (self);

  return 0;
}

gboolean
venule_project_db_remove_run (VenuleProjectDb *self,
                              gint64           run,
                              GError         **error)
{
  static const char *const statements[] = { "DELETE FROM change WHERE step IN (SELECT id FROM step WHERE run = ?)",
                                            "DELETE FROM measure_change WHERE step IN (SELECT id FROM step WHERE "
                                            "run = ?)",
                                            "DELETE FROM step WHERE run = ?", "DELETE FROM track WHERE run = ?",
                                            "DELETE FROM answer WHERE run = ?", "DELETE FROM light WHERE run = ?",
                                            "DELETE FROM run WHERE id = ?" };
  gboolean removed = venule_project_db_begin (self, error);

  for (guint i = 0; removed && i < G_N_ELEMENTS (statements); i++)
    removed = venule_sql_do_with (self->database, statements[i], run, 0, error);
  if (removed)
    return venule_project_db_commit (self, error);

  venule_project_db_rollback (self);

  return FALSE;
}

gboolean
venule_project_db_read_run (VenuleProjectDb    *self,
                            gint64              run,
                            VenuleSettings    **settings,
                            VenuleRunMetadata **metadata,
                            GError            **error)
{
  g_autoptr(sqlite3_stmt) statement = venule_sql_prepare (
    self->database, "SELECT settings, device, versions, detect_interval, first_frame, last_frame, unregistered_frames,"
                    " complete FROM run WHERE id = ?", error);

  if (statement == NULL)
    return FALSE;
  sqlite3_bind_int64 (statement, 1, run);
  if (!venule_sql_next (statement, error))
    {
      if (error != NULL && *error == NULL)
        g_set_error_literal (error, VENULE_ERROR, VENULE_ERROR_DAMAGED, _("The document holds no such run."));
      return FALSE;
    }

  *settings = venule_settings_from_text (venule_sql_get_text (statement, 0), error);
  if (*settings == NULL)
    return FALSE;

  *metadata = g_new0 (VenuleRunMetadata, 1);
  (*metadata)->device = g_strdup (venule_sql_get_text (statement, 1));
  if (sqlite3_column_type (statement, 2) == SQLITE_TEXT)
    (*metadata)->versions = g_strdup (venule_sql_get_text (statement, 2));
  (*metadata)->detect_interval = sqlite3_column_int (statement, 3);
  (*metadata)->first_frame = sqlite3_column_int64 (statement, 4);
  (*metadata)->last_frame = sqlite3_column_int64 (statement, 5);
  (*metadata)->unregistered_frames = sqlite3_column_int64 (statement, 6);
  (*metadata)->complete = sqlite3_column_int (statement, 7) != 0;

  return TRUE;
}

gboolean
venule_project_db_set_run_settings (VenuleProjectDb      *self,
                                    gint64                run,
                                    const VenuleSettings *settings,
                                    GError              **error)
{
  g_autofree char *text = venule_settings_to_text (settings);
  sqlite3_stmt *statement = prepare_change (self, "UPDATE run SET settings = ? WHERE id = ?", error);

  if (statement == NULL)
    return FALSE;
  bind_text (statement, 1, text);
  sqlite3_bind_int64 (statement, 2, run);

  return change (self, statement, error);
}
