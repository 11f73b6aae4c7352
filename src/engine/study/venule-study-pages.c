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

GBytes *
venule_study_make_pages (VenuleStudy   *study,
                         int           *done,
                         GPtrArray     *unpictured,
                         GCancellable  *cancellable,
                         GError       **error)
{
  g_autoptr(GPtrArray) pages = g_ptr_array_new_with_free_func ((GDestroyNotify) venule_report_free);

  g_return_val_if_fail (VENULE_IS_STUDY (study), NULL);

  for (guint i = 0; i < venule_study_get_n (study); i++)
    {
      VenuleStudyRecording *recording = venule_study_get (study, i);
      VenuleReport *page;

      if (!venule_study_recording_get_included (recording))
        continue;
      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return NULL;
      page = make_page (study, recording, cancellable, error);
      if (page == NULL)
        return NULL;
      g_ptr_array_add (pages, page);
      if (unpictured != NULL && venule_report_get_problem (page) != NULL)
        g_ptr_array_add (unpictured, g_strdup (venule_report_get_problem (page)));
      if (done != NULL)
        g_atomic_int_inc (done);
    }

  return venule_report_make_pdf (pages, error);
}
