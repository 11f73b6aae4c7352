/* venule-batch-gather.c: the results of many videos together
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-batch-gather.h"

#include <glib/gi18n-lib.h>

#include "venule-batch-key.h"
#include "venule-display-name.h"
#include "venule-document-measures.h"
#include "venule-document-read.h"
#include "venule-error.h"
#include "venule-export.h"
#include "venule-save.h"
#include "venule-study-report.h"

#define STUDY "study" VENULE_STUDY_SUFFIX
#define COMPARISON "comparison"

static const char *const labels[] = { "animal", "group", "time_point", "recording" };

/* ---- A row a recording ---- */

/* Velocities in µm/s and in px/s are not put into one column. */
static const char *const names[] = { "measures-px.csv", "measures.csv" };

typedef struct {
  VenuleTable *tables[2]; /* not calibrated, calibrated; NULL: no row yet */
} Tables;

static VenuleTable *
take_table (Tables   *self,
            gboolean  calibrated)
{
  static const char *const titles[] = { "id", "animal", "group", "time_point", "recording", "video", NULL };
  VenuleTable **table = &self->tables[calibrated ? 1 : 0];

  if (*table != NULL)
    return *table;
  *table = venule_table_new (titles, NULL);
  for (guint id = 0; id < VENULE_N_QUANTITIES; id++)
    {
      g_autofree char *column = venule_quantity_dup_column (id, calibrated);

      venule_table_add_title (*table, column);
    }
  return *table;
}

/* Those of the manifest, where it has any: the document may be older. */
static void
add_labels (VenuleTable    *table,
            VenuleManifest *manifest,
            guint           row,
            VenuleDocument *document)
{
  const VenuleMeasureSettings *measures = venule_document_get_measure_settings (document);
  const char *own[G_N_ELEMENTS (labels)] = { measures->animal, measures->group, measures->time_point,
                                             measures->recording };

  for (guint i = 0; i < G_N_ELEMENTS (labels); i++)
    {
      const char *value = venule_manifest_get_value (manifest, row, labels[i]);

      venule_table_add_text (table, value != NULL ? value : own[i]);
    }
}

static gboolean
add_measures (Tables          *tables,
              VenuleManifest  *manifest,
              guint            row,
              const char      *path,
              GError         **error)
{
  g_autoptr (VenuleDocument) document = venule_document_read (path, error);
  g_autoptr (VenuleMeasures) measured = NULL;
  g_autofree char *video = NULL;
  VenuleTable *table;

  if (document == NULL)
    return FALSE;
  measured = venule_document_measure_as (document, venule_document_get_measure_settings (document));
  if (measured == NULL)
    return TRUE;
  video = venule_source_dup_display_name (venule_document_get_source (document));
  table = take_table (tables, measured->calibrated);
  venule_table_add_text (table, venule_manifest_get_value (manifest, row, "id"));
  add_labels (table, manifest, row, document);
  venule_table_add_text (table, video);
  for (guint id = 0; id < VENULE_N_QUANTITIES; id++)
    venule_table_add_quantity (table, venule_measures_get (measured, id));
  return TRUE;
}

static gboolean
save_tables (const Tables  *tables,
             const char    *folder,
             GError       **error)
{
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *path = g_build_filename (folder, names[i], NULL);
      g_autoptr (GBytes) content = tables->tables[i] != NULL ? venule_table_to_csv (tables->tables[i]) : NULL;

      if (content != NULL && !venule_save_file (path, content, error))
        return FALSE;
    }
  return TRUE;
}

static void
tables_clear (Tables *self)
{
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    g_clear_pointer (&self->tables[i], venule_table_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Tables, tables_clear)

/* ---- The study ---- */

static void
label (VenuleStudyRecording *recording,
       VenuleManifest       *manifest,
       guint                 row)
{
  const char *animal = venule_manifest_get_value (manifest, row, "animal");
  const char *group = venule_manifest_get_value (manifest, row, "group");
  const char *time_point = venule_manifest_get_value (manifest, row, "time_point");

  if (animal != NULL)
    venule_study_recording_set_animal (recording, animal);
  if (group != NULL)
    venule_study_recording_set_group (recording, group);
  if (time_point != NULL)
    venule_study_recording_set_time_point (recording, time_point);
}

/* @sentence: what is wrong with a row. */
static void
note (VenuleBatchGathered *self,
      const char          *id,
      const char          *sentence)
{
  g_ptr_array_add (self->notes, g_strdup_printf ("%s: %s", id, sentence));
}

static void
add_row (VenuleBatchGathered *self,
         VenuleStudy         *study,
         Tables              *tables,
         VenuleManifest      *manifest,
         guint                row,
         const char          *folder)
{
  const char *id = venule_manifest_get_value (manifest, row, "id");
  g_autofree char *own = g_build_filename (folder, id != NULL ? id : "", NULL);
  g_autofree char *path = venule_batch_dup_document (own, id != NULL ? id : "");
  g_autoptr (GError) error = NULL;
  VenuleStudyRecording *recording;

  if (id == NULL || !g_file_test (path, G_FILE_TEST_EXISTS))
    {
      note (self, id != NULL ? id : "?", _("There are no results of it."));
      self->n_missing++;
      return;
    }
  recording = venule_study_add (study, path);
  if (recording == NULL)
    return;
  label (recording, manifest, row);
  if (venule_study_recording_load (recording, 0, &error) && add_measures (tables, manifest, row, path, &error))
    {
      self->n_recordings++;
      return;
    }
  note (self, id, error->message);
  self->n_missing++;
  venule_study_recording_set_included (recording, FALSE);
}

static gboolean
compare (VenuleBatchGathered  *self,
         VenuleStudy          *study,
         const char           *folder,
         gboolean              pages,
         GError              **error)
{
  g_autofree char *comparison = g_build_filename (folder, COMPARISON, NULL);
  g_autoptr (GPtrArray) unpictured = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GError) failure = NULL;
  g_autoptr (VenuleStudyResults) results = venule_study_compare (study, &failure);

  if (results == NULL)
    {
      g_ptr_array_add (self->notes, g_strdup (failure->message));
      return TRUE;
    }
  if (!venule_study_report_save (study, results, VENULE_GROUPS_BOX, VENULE_GROUPS_PERCENT, NULL, pages, unpictured,
                                 comparison, error))
    return FALSE;
  for (guint i = 0; i < results->warnings->len; i++)
    g_ptr_array_add (self->notes, g_strdup (results->warnings->pdata[i]));
  for (guint i = 0; i < unpictured->len; i++)
    g_ptr_array_add (self->notes, g_strdup (unpictured->pdata[i]));
  self->paragraph = venule_study_results_dup_paragraph (results);
  return TRUE;
}

/* What a person has set in the study that is there stays; its recordings are those of the manifest. */
static void
take_choices (VenuleStudy *study,
              const char  *path)
{
  g_autoptr (VenuleStudy) before = venule_study_open (path, NULL);

  if (before == NULL)
    return;
  venule_study_set_quantity (study, venule_study_get_quantity (before)->id);
  venule_study_set_grouping (study, venule_study_get_grouping (before));
  venule_study_set_correction (study, venule_study_get_correction (before));
  venule_study_set_paired (study, venule_study_get_paired (before));
}

VenuleBatchGathered *
venule_batch_gather (VenuleManifest  *manifest,
                     const char      *folder,
                     gboolean         pages,
                     GCancellable    *cancellable,
                     GError         **error)
{
  g_autoptr (VenuleBatchGathered) self = g_new0 (VenuleBatchGathered, 1);
  g_autoptr (VenuleStudy) study = venule_study_new ();
  g_auto (Tables) tables = { 0 };

  self->notes = g_ptr_array_new_with_free_func (g_free);
  self->study = g_build_filename (folder, STUDY, NULL);
  if (!venule_save_check_directory (folder, error))
    return NULL;
  take_choices (study, self->study);
  for (guint i = 0; i < venule_manifest_get_n_rows (manifest); i++)
    {
      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return NULL;
      add_row (self, study, &tables, manifest, i, folder);
    }
  if (self->n_recordings == 0)
    {
      g_set_error_literal (error, VENULE_ERROR, VENULE_ERROR_NOT_FOUND,
                           _("None of the videos has results; there is nothing to put together."));
      return NULL;
    }
  if (!save_tables (&tables, folder, error) || !venule_study_save (study, self->study, error) ||
      !compare (self, study, folder, pages, error))
    return NULL;
  return g_steal_pointer (&self);
}

void
venule_batch_gathered_free (VenuleBatchGathered *self)
{
  if (self == NULL)
    return;

  g_free (self->study);
  g_free (self->paragraph);
  g_ptr_array_unref (self->notes);
  g_free (self);
}
