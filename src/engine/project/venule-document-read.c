/* venule-document-read.c: a document that is only looked at
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-document-read.h"

#include <glib/gi18n-lib.h>

#include "venule-display-name.h"
#include "venule-error.h"
#include "venule-validation-sample.h"

/* A document may have been saved while its user marked a sample: what is wanted of it are the results that the marks
 * are for. */
static gboolean
show_results (VenuleDocument  *document,
              GError         **error)
{
  g_autoptr(VenuleValidationSample) sample = venule_document_dup_sample (document);

  return sample == NULL || venule_document_show_run (document, sample->run, error);
}

VenuleDocument *
venule_document_read (const char  *path,
                      GError     **error)
{
  g_autoptr(VenuleProjectDb) db = NULL;
  g_autoptr(VenuleSourceRecord) record = NULL;
  g_autoptr(VenuleSource) source = NULL;
  g_autoptr(VenuleDocument) document = NULL;
  g_autoptr(GError) failure = NULL;

  g_return_val_if_fail (path != NULL, NULL);

  db = venule_project_db_open_copy (path, error);
  if (db == NULL)
    return NULL;

  record = venule_project_db_dup_video (db, &failure);
  if (failure != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&failure));
      return NULL;
    }
  if (record == NULL)
    {
      g_autofree char *name = venule_display_name_dup_base (path);

      g_set_error (error, VENULE_ERROR, VENULE_ERROR_INVALID, _("The document “%s” has no video."), name);
      return NULL;
    }
  source = venule_source_new_recorded (record, error);

  document = source != NULL ? venule_document_new_from_db (source, g_steal_pointer (&db), error) : NULL;

  return document != NULL && show_results (document, error) ? g_steal_pointer (&document) : NULL;
}
