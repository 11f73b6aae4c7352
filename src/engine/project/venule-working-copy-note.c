/* venule-working-copy-note.c: the note beside a working copy
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-working-copy-private.h"

#include <glib/gi18n-lib.h>

#include "venule-error.h"
#include "venule-load.h"

#define GROUP "working"
#define MAX_NOTE (64 << 10)

gboolean
venule_working_copy_write_note (VenuleWorkingCopy *self,
                                GError           **error)
{
  g_autoptr(GKeyFile) note = g_key_file_new ();
  g_autofree char *path = g_strconcat (self->base, ".note", NULL);
  g_autoptr(GError) failure = NULL;

  if (self->target != NULL)
    {
      g_autofree char *uri = g_filename_to_uri (self->target, NULL, NULL);

      g_key_file_set_string (note, GROUP, "file", uri);
    }
  if (self->stamp != NULL)
    g_key_file_set_string (note, GROUP, "stamp", self->stamp);
  g_key_file_set_int64 (note, GROUP, "saved-revision", self->saved_revision);
  if (g_key_file_save_to_file (note, path, &failure))
    return TRUE;

  if (g_error_matches (failure, G_FILE_ERROR, G_FILE_ERROR_NOSPC))
    venule_working_copy_set_full (error);
  else
    g_set_error (error, VENULE_ERROR, VENULE_ERROR_WRITE,
                 _("The working copy of the document could not be written: %s"), failure->message);

  return FALSE;
}

void
venule_working_copy_read_note (VenuleWorkingCopy *self)
{
  g_autoptr(GKeyFile) note = g_key_file_new ();
  g_autofree char *path = g_strconcat (self->base, ".note", NULL);
  g_autofree char *text = NULL, *uri = NULL;
  gsize size;

  self->saved_revision = -1;
  /* A pipe in its place would be waited for. */
  text = venule_load_file (path, MAX_NOTE, &size, NULL);
  if (text == NULL || !g_key_file_load_from_data (note, text, size, G_KEY_FILE_NONE, NULL))
    return;

  uri = g_key_file_get_string (note, GROUP, "file", NULL);
  self->target = uri != NULL ? g_filename_from_uri (uri, NULL, NULL) : NULL;
  self->stamp = g_key_file_get_string (note, GROUP, "stamp", NULL);
  if (g_key_file_has_key (note, GROUP, "saved-revision", NULL))
    self->saved_revision = g_key_file_get_int64 (note, GROUP, "saved-revision", NULL);
}

gboolean
venule_working_copy_has_note (VenuleWorkingCopy *self)
{
  g_autofree char *path = g_strconcat (self->base, ".note", NULL);

  return g_file_test (path, G_FILE_TEST_EXISTS);
}
