/* venule-cli-document.c: a document that a command reads
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-cli-document.h"

#include <glib/gi18n.h>
#include <string.h>

#include "venule-error.h"
#include "venule-name.h"

static const char magic[] = "SQLite format 3";

gboolean
venule_cli_is_document (const char *path)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GFileInputStream) stream = g_file_read (file, NULL, NULL);
  char start[sizeof magic] = { 0 };
  gsize size = 0;

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

static VenuleDocument *
open_document (const char  *path,
               GError     **error)
{
  g_autofree char *name = venule_name_dup_base_shown (path);
  g_autoptr (VenuleStore) store = venule_store_open_copy (path, error);
  g_autoptr (VenuleSourceRecord) record = NULL;
  g_autoptr (VenuleSource) source = NULL;
  g_autoptr (GError) failure = NULL;

  if (store == NULL)
    return NULL;

  record = venule_store_dup_video (store, &failure);
  if (record == NULL)
    {
      if (failure != NULL)
        g_propagate_error (error, g_steal_pointer (&failure));
      else
        g_set_error (error, VENULE_ERROR, VENULE_ERROR_INVALID, _("The document “%s” has no video."), name);
      return NULL;
    }
  source = venule_source_new_recorded (record, error);
  if (source == NULL)
    return NULL;

  return venule_document_new_from_store (source, g_steal_pointer (&store), error);
}

VenuleDocument *
venule_cli_open_document (const char  *path,
                          GError     **error)
{
  GError *failure = NULL;
  VenuleDocument *document = open_document (path, &failure);

  if (failure != NULL)
    {
      hint (failure);
      g_propagate_error (error, failure);
    }
  return document;
}
