/* venule-agreement-report.c: how well an analysis agrees with manual work
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-agreement-report.h"

#include <glib/gi18n-lib.h>

#include "venule-error.h"

static gboolean
check_results (VenuleDocument  *document,
               GError         **error)
{
  g_autoptr(VenuleValidationSample) shown = venule_document_dup_sample (document);
  gboolean complete =
    venule_document_get_run_metadata (document) != NULL && venule_document_get_run_settings (document) != NULL;

  if (shown != NULL)
    g_set_error_literal (error, VENULE_ERROR, VENULE_ERROR_INVALID,
                         _("The marks of the sample are shown. Go back to the results, which they are compared "
                           "with."));
  else if (!complete)
    g_set_error_literal (error, VENULE_ERROR, VENULE_ERROR_INVALID,
                         _("There is nothing to compare yet: run the analysis first."));
  return shown == NULL && complete;
}

static GPtrArray *
list_tracks (VenuleDocument *document)
{
  GPtrArray *tracks = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (document)); i++)
    g_ptr_array_add (tracks, g_list_model_get_item (G_LIST_MODEL (document), i));

  return tracks;
}

/* @manual: (transfer full); @options: the rest of it is filled from the document */
static VenuleAgreementReport *
report_new (VenuleDocument         *document,
            VenuleImport           *manual,
            GPtrArray              *found,
            VenuleAgreementOptions  options)
{
  const VenuleRunMetadata *metadata = venule_document_get_run_metadata (document);
  const VenuleSettings *settings = venule_document_get_run_settings (document);
  VenuleSource *source = venule_document_get_source (document);
  VenuleAgreementReport *self = g_new0 (VenuleAgreementReport, 1);

  options.frame_width = venule_source_get_width (source);
  options.frame_height = venule_source_get_height (source);
  options.first_frame = metadata->first_frame;
  options.last_frame = metadata->last_frame;
  self->agreement = venule_agreement_new (manual->tracks, found, settings, &options);
  self->manual = manual;
  self->calibration = settings->calibration;

  return self;
}

VenuleAgreementReport *
venule_agreement_report_new (VenuleDocument             *document,
                             const char                 *path,
                             const VenuleImportOptions  *import,
                             double                      reach,
                             gboolean                    complete,
                             GError                    **error)
{
  g_autoptr(GPtrArray) found = NULL;
  VenuleImport *manual = check_results (document, error) ? venule_import_read (path, document, import, error) : NULL;
  VenuleAgreementReport *self;

  if (manual == NULL)
    return NULL;

  found = list_tracks (document);
  self = report_new (document, manual, found, (VenuleAgreementOptions) { .reach = reach, .complete = complete,
                                                                         .loose = manual->n_alone > 0 });
  self->name = g_filename_display_basename (path);

  return self;
}

/* (transfer full): marked tracks as if they had been read from a file. */
static VenuleImport *
make_import (GPtrArray *pieces)
{
  VenuleImport *manual = g_new0 (VenuleImport, 1);

  manual->tracks = g_ptr_array_ref (pieces);
  manual->names = g_ptr_array_new_with_free_func (g_free);
  manual->format = g_strdup (_("Venule"));
  manual->said_unit = TRUE;
  for (guint i = 0; i < pieces->len; i++)
    g_ptr_array_add (manual->names, g_strdup_printf ("%u", venule_track_get_id (g_ptr_array_index (pieces, i))));

  return manual;
}

VenuleAgreementReport *
venule_agreement_report_new_for_sample (VenuleDocument  *document,
                                        double           reach,
                                        GError         **error)
{
  g_autoptr(VenuleValidationSample) sample = NULL;
  g_autoptr(GPtrArray) marked = NULL, manual = NULL, tracks = NULL, found = NULL;
  g_autoptr(GArray) frames = NULL;
  VenuleAgreementReport *self;
  gint64 run;

  if (!check_results (document, error))
    return NULL;
  run = venule_document_find_sample (document, &sample);
  if (run == 0 || sample->done == 0)
    {
      g_set_error_literal (error, VENULE_ERROR, VENULE_ERROR_INVALID,
                           _("No stretch of a sample has been marked by hand yet."));
      return NULL;
    }
  marked = venule_document_dup_run_tracks (document, run, error);
  if (marked == NULL)
    return NULL;

  tracks = list_tracks (document);
  manual = venule_validation_sample_dup_pieces (sample, document, marked);
  found = venule_validation_sample_dup_pieces (sample, document, tracks);
  frames = venule_validation_sample_dup_done (sample);
  self = report_new (document, make_import (manual), found, (VenuleAgreementOptions) { .reach = reach, .complete = TRUE,
                                                                                      .frames = frames });
  self->name = g_strdup ("a random sample marked by hand");
  self->sample = g_steal_pointer (&sample);

  return self;
}

void
venule_agreement_report_free (VenuleAgreementReport *self)
{
  venule_agreement_free (self->agreement);
  venule_import_free (self->manual);
  venule_validation_sample_free (self->sample);
  g_free (self->name);
  g_free (self);
}
