/* venule-document-sample.c: the user's marks, kept beside the results as a run of their own
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-validation-sample.h"

#include <glib/gi18n-lib.h>

#include "venule-document-private.h"
#include "venule-error.h"
#include "venule-project-db-private.h"

gboolean
venule_document_begin_sample (VenuleDocument               *self,
                              const VenuleValidationSample *sample,
                              GError                      **error)
{
  g_autoptr(GPtrArray) none = g_ptr_array_new ();
  g_autoptr(VenuleValidationSample) copy = NULL;
  g_autofree char *text = NULL;
  VenuleRunMetadata metadata;
  gint64 run;

  g_return_val_if_fail (VENULE_IS_DOCUMENT (self), FALSE);
  g_return_val_if_fail (sample != NULL, FALSE);

  if (self->running || self->run_metadata == NULL || self->run_settings == NULL)
    {
      g_set_error_literal (error, VENULE_ERROR, VENULE_ERROR_INVALID,
                           _("There is nothing to compare yet: run the analysis first."));
      return FALSE;
    }
  if (!venule_document_keep_run (self, error))
    return FALSE;

  copy = venule_validation_sample_copy (sample);
  copy->run = self->run;
  text = venule_validation_sample_to_text (copy);
  metadata = (VenuleRunMetadata){
    .device = (char *) "by hand",
    .versions = text,
    .detect_interval = 1,
    .first_frame = self->run_metadata->first_frame,
    .last_frame = self->run_metadata->last_frame,
    .complete = TRUE,
  };
  run = venule_project_db_add_run (self->db, self->run_settings, &metadata, none, NULL, error);

  return run > 0 && venule_document_show_run (self, run, error);
}

VenuleValidationSample *
venule_document_dup_sample (VenuleDocument *self)
{
  g_return_val_if_fail (VENULE_IS_DOCUMENT (self), NULL);

  return self->run_metadata != NULL ? venule_validation_sample_from_text (self->run_metadata->versions) : NULL;
}

static gboolean
write_text (VenuleProjectDb *db,
            gint64           run,
            const char      *text,
            GError         **error)
{
  g_autoptr(sqlite3_stmt) statement = NULL;

  if (!venule_project_db_begin (db, error))
    return FALSE;

  statement = venule_sql_prepare (db->database, "UPDATE run SET versions = ? WHERE id = ?", error);
  if (statement != NULL && sqlite3_bind_text (statement, 1, text, -1, SQLITE_TRANSIENT) == SQLITE_OK &&
      sqlite3_bind_int64 (statement, 2, run) == SQLITE_OK && venule_sql_do (statement, error))
    return venule_project_db_commit (db, error);

  venule_project_db_rollback (db);

  return FALSE;
}

gboolean
venule_document_set_sample_done (VenuleDocument  *self,
                                 guint            done,
                                 GError         **error)
{
  g_autoptr(VenuleValidationSample) sample = venule_document_dup_sample (self);
  g_autofree char *text = NULL;

  g_return_val_if_fail (sample != NULL && done <= sample->starts->len, FALSE);

  sample->done = done;
  text = venule_validation_sample_to_text (sample);
  if (!write_text (self->db, self->run, text, error))
    return FALSE;

  g_free (self->run_metadata->versions);
  self->run_metadata->versions = g_steal_pointer (&text);
  venule_document_set_modified (self, TRUE);

  return TRUE;
}

/* (transfer full) (nullable): what was to be marked in a run. */
static VenuleValidationSample *
read_sample (VenuleDocument *self,
             gint64          run)
{
  g_autoptr(VenuleSettings) settings = NULL;
  VenuleRunMetadata *metadata = NULL;
  VenuleValidationSample *sample;

  if (!venule_project_db_read_run (self->db, run, &settings, &metadata, NULL))
    return NULL;

  sample = venule_validation_sample_from_text (metadata->versions);
  venule_run_metadata_free (metadata);

  return sample;
}

gboolean
venule_document_is_sample (VenuleDocument *self,
                           gint64          run)
{
  g_autoptr(VenuleValidationSample) sample = NULL;

  g_return_val_if_fail (VENULE_IS_DOCUMENT (self), FALSE);

  sample = read_sample (self, run);

  return sample != NULL;
}

gint64
venule_document_find_sample (VenuleDocument          *self,
                             VenuleValidationSample **sample)
{
  g_autoptr(GArray) runs = NULL;

  g_return_val_if_fail (VENULE_IS_DOCUMENT (self), 0);

  runs = venule_document_dup_runs (self);
  for (guint i = runs->len; i-- > 0;)
    {
      gint64 run = g_array_index (runs, gint64, i);
      g_autoptr(VenuleValidationSample) found = read_sample (self, run);

      if (found == NULL)
        continue;
      if (sample != NULL)
        *sample = g_steal_pointer (&found);
      return run;
    }

  return 0;
}

GPtrArray *
venule_document_dup_run_tracks (VenuleDocument  *self,
                                gint64           run,
                                GError         **error)
{
  g_return_val_if_fail (VENULE_IS_DOCUMENT (self), NULL);

  return venule_project_db_dup_tracks (self->db, run, error);
}
