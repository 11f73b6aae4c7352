/* venule-cli-document.c: a document that a command reads
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-cli-document.h"

#include <glib/gi18n.h>
#include <string.h>

#include "venule-document-read.h"
#include "venule-error.h"

static const char magic[] = "SQLite format 3";

gboolean
venule_cli_is_document (const char *path)
{
  g_autofree char *lower = g_ascii_strdown (path, -1);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GFileInputStream) stream = g_file_read (file, NULL, NULL);
  char start[sizeof magic] = { 0 };
  gsize size = 0;

  if (g_str_has_suffix (lower, ".venule"))
    return TRUE;

  return stream != NULL && g_input_stream_read_all (G_INPUT_STREAM (stream), start, sizeof start, &size, NULL, NULL) &&
         size == sizeof start && memcmp (start, magic, sizeof magic) == 0;
}

/* What to do about it. */
static void
hint (GError *error)
{
  if (g_error_matches (error, VENULE_ERROR, VENULE_ERROR_DAMAGED))
    {
      g_autofree char *message = g_steal_pointer (&error->message);

      /* Translators: %s is a sentence about a damaged file */
      error->message = g_strdup_printf (_("%s “venule-cli convert --rescue” reads what can still be read of it."), message);
    }
}

VenuleDocument *
venule_cli_open_document (const char  *path,
                          GError     **error)
{
  GError *failure = NULL;
  VenuleDocument *document = venule_document_read (path, &failure);

  if (failure != NULL)
    {
      hint (failure);
      g_propagate_error (error, failure);
    }
  return document;
}

gboolean
venule_cli_show_run (VenuleDocument  *document,
                     gint64           run,
                     GError         **error)
{
  if (run != 0)
    return venule_document_show_run (document, run, error);
  if (venule_document_get_run_facts (document) != NULL)
    return TRUE;

  g_set_error_literal (error, VENULE_ERROR, VENULE_ERROR_INVALID,
                       _("The document holds no results: no run of it has ended. Open it and press Run."));
  return FALSE;
}
