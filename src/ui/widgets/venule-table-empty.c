/* venule-table-empty.c: why a table has no rows
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-table-empty.h"

#include <glib/gi18n.h>

#include "venule-validation-sample.h"

static gboolean
is_marking (VenuleDocument *document)
{
  g_autoptr (VenuleValidationSample) sample = venule_document_dup_sample (document);

  return sample != NULL;
}

static const char *
choose (VenuleDocument *document,
        const char     *before,
        const char     *marking,
        const char     *after)
{
  if (!document || venule_document_get_running (document) || !venule_document_get_run_settings (document))
    return before;
  return is_marking (document) ? marking : after;
}

const char *
venule_table_empty_tracks (VenuleDocument *document)
{
  return choose (document, _("Tracks appear here while the analysis runs."), _("The cells that you mark appear here."),
                 _("There are no tracks."));
}

const char *
venule_table_empty_spots (VenuleDocument *document)
{
  return choose (document, _("The cells of each frame appear here while the analysis runs."),
                 _("Your marks appear here."), _("There are no cells."));
}
