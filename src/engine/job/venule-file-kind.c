/* venule-file-kind.c: whether a file is a document
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-file-kind.h"

#include <gio/gio.h>
#include <glib/gi18n-lib.h>
#include <string.h>

#include "venule-display-name.h"
#include "venule-error.h"
#include "venule-project-db.h"

static const char magic[] = "SQLite format 3";

/* Of SQLite's header, with the application's number. */
#define HEADER_SIZE 72
#define APPLICATION_AT 68

/* Whether the file is a database, whose header it gives. */
static gboolean
read_header (const char *path,
             guint8     *header)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  /* Opening a pipe would wait for its other end. */
  g_autoptr (GFileInputStream) stream = g_file_test (path, G_FILE_TEST_IS_REGULAR)
  ? g_file_read (file, NULL, NULL) : NULL;
  gsize size = 0;

  return stream != NULL && g_input_stream_read_all (G_INPUT_STREAM (stream), header, HEADER_SIZE, &size, NULL, NULL) &&
         size >= sizeof magic && memcmp (header, magic, sizeof magic) == 0;
}

gboolean
venule_file_is_document (const char *path)
{
  guint8 header[HEADER_SIZE] = { 0 };

  return venule_file_has_ending (path, ".venule") || read_header (path, header);
}

gboolean
venule_file_holds_document (const char *path)
{
  guint8 header[HEADER_SIZE] = { 0 };
  guint32 application;

  if (!read_header (path, header))
    return FALSE;
  memcpy (&application, header + APPLICATION_AT, sizeof application);
  return GUINT32_FROM_BE (application) == VENULE_PROJECT_DB_APPLICATION_ID;
}

gboolean
venule_file_check_video (const char  *path,
                         GError     **error)
{
  g_autofree char *name = venule_display_name_dup_base (path);

  if (!g_file_test (path, G_FILE_TEST_IS_REGULAR) || !venule_file_is_document (path))
    return TRUE;

  g_set_error (error, VENULE_ERROR, VENULE_ERROR_NOT_A_VIDEO,
               _("“%s” is a document, and a video is wanted. “venule-cli export” writes the results of a document."),
               name);
  return FALSE;
}

gboolean
venule_file_has_ending (const char *path,
                        const char *ending)
{
  g_autofree char *lower = g_ascii_strdown (path, -1);

  return g_str_has_suffix (lower, ending);
}
