/* venule-study-pages.c: the recordings of a comparison, a page each
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-study-report.h"

#include <glib/gi18n-lib.h>

#include "venule-document-read.h"
#include "venule-error.h"
#include "venule-report.h"

static void
take_label (char       **label,
            const char  *of_study)
{
  if (*of_study == '\0')
    return;
  g_free (*label);
  *label = g_strdup (of_study);
}

/* As in the study: its labels, and its time of adherence. */
static VenuleMeasureSettings *
dup_settings (VenuleStudy          *study,
              VenuleStudyRecording *recording,
              VenuleDocument       *document)
{
  VenuleMeasureSettings *settings = venule_measure_settings_copy (venule_document_get_measure_settings (document));

  take_label (&settings->animal, venule_study_recording_get_animal (recording));
  take_label (&settings->group, venule_study_recording_get_group (recording));
  take_label (&settings->time_point, venule_study_recording_get_time_point (recording));
  if (venule_study_get_adherent_seconds (study) > 0)
    settings->adherent_seconds = venule_study_get_adherent_seconds (study);

  return settings;
}

static VenuleReport *
make_page (VenuleStudy           *study,
           VenuleStudyRecording  *recording,
           GCancellable          *cancellable,
           GError               **error)
{
  g_autoptr(VenuleDocument) document = venule_document_read (venule_study_recording_get_path (recording), error);
  g_autoptr(VenuleMeasureSettings) settings = NULL;
  VenuleResults results;

  if (document == NULL)
    return NULL;
  if (venule_document_get_run_metadata (document) == NULL)
    {
      g_set_error (error, VENULE_ERROR, VENULE_ERROR_INVALID, _("“%s” has no results: no run of it has ended."),
                   venule_study_recording_get_name (recording));
      return NULL;
    }

  settings = dup_settings (study, recording, document);
  venule_results_init (&results, document);
  results.measure_settings = settings;

  return venule_report_new (&results, cancellable, error);
}

/* What receives pages, and sentences of those that have no picture or cannot be made. */
typedef struct {
  GPtrArray *pages, *unpictured, *left_out;
} Pages;

static gboolean
add_page (Pages                 *self,
          VenuleStudy           *study,
          VenuleStudyRecording  *recording,
          GCancellable          *cancellable,
          GError               **error)
{
  g_autoptr(GError) failure = NULL;
  VenuleReport *page = make_page (study, recording, cancellable, &failure);

  if (page == NULL && (self->left_out == NULL || g_error_matches (failure, G_IO_ERROR, G_IO_ERROR_CANCELLED)))
    {
      g_propagate_error (error, g_steal_pointer (&failure));
      return FALSE;
    }

  if (page == NULL)
    g_ptr_array_add (self->left_out, g_strdup_printf (_("“%s” is left out. %s"),
                                                      venule_study_recording_get_name (recording), failure->message));
  else
    g_ptr_array_add (self->pages, page);
  if (page != NULL && self->unpictured != NULL && venule_report_get_problem (page) != NULL)
    g_ptr_array_add (self->unpictured, g_strdup (venule_report_get_problem (page)));

  return TRUE;
}

GBytes *
venule_study_make_pages (VenuleStudy   *study,
                         int           *done,
                         GPtrArray     *unpictured,
                         GPtrArray     *left_out,
                         GCancellable  *cancellable,
                         GError       **error)
{
  g_autoptr(GPtrArray) pages = g_ptr_array_new_with_free_func ((GDestroyNotify) venule_report_free);
  Pages self = { pages, unpictured, left_out };

  g_return_val_if_fail (VENULE_IS_STUDY (study), NULL);

  for (guint i = 0; i < venule_study_get_n (study); i++)
    {
      VenuleStudyRecording *recording = venule_study_get (study, i);

      if (!venule_study_recording_get_included (recording))
        continue;
      if (g_cancellable_set_error_if_cancelled (cancellable, error) ||
          !add_page (&self, study, recording, cancellable, error))
        return NULL;
      if (done != NULL)
        g_atomic_int_inc (done);
    }
  if (pages->len == 0 && left_out != NULL && left_out->len > 0)
    {
      g_set_error_literal (error, VENULE_ERROR, VENULE_ERROR_INVALID, g_ptr_array_index (left_out, 0));
      return NULL;
    }

  return venule_report_make_pdf (pages, error);
}
