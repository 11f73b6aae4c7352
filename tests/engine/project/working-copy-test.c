/* working-copy-test.c: what the tests of working copies share
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "working-copy-test.h"

#include <glib/gstdio.h>
#include <unistd.h>

#include "fake-source.h"
#include "project-db-test.h"
#include "venule-document-tracks.h"

void
working_copy_set_up_state (void)
{
  g_autofree char *state = g_strdup (g_access ("/dev/shm", W_OK) == 0 ? "/dev/shm/venule-state-XXXXXX"
                                                                      : "/tmp/venule-state-XXXXXX");

  g_assert_nonnull (g_mkdtemp (state));
  g_setenv ("XDG_STATE_HOME", state, TRUE);
}

VenuleDocument *
working_copy_document_of (VenuleWorkingCopy *working_copy)
{
  g_autoptr(VenuleSource) source = fake_source_new (30, 2000, TRUE);
  g_autoptr(GError) error = NULL;
  VenuleDocument *document = venule_document_new_from_working_copy (source, working_copy, &error);

  g_assert_no_error (error);

  return document;
}

VenuleDocument *
working_copy_new_document (void)
{
  g_autoptr(GError) error = NULL;
  VenuleWorkingCopy *working_copy = venule_working_copy_new (&error);

  g_assert_no_error (error);

  return working_copy_document_of (working_copy);
}

VenuleDocument *
working_copy_open_document (const char             *path,
                            VenuleWorkingCopyChoice choice)
{
  g_autoptr(GError) error = NULL;
  VenuleWorkingCopy *working_copy = venule_working_copy_open (path, choice, &error);

  g_assert_no_error (error);

  return working_copy_document_of (working_copy);
}

void
working_copy_run_once (VenuleDocument *document,
                       guint           n)
{
  g_autoptr(VenuleSettings) settings = project_db_random_settings ();
  g_autoptr(GPtrArray) tracks = project_db_random_tracks (n);

  settings->calibration.pixel_size_um = venule_document_get_settings (document)->calibration.pixel_size_um;
  venule_document_begin_run (document, settings);
  venule_document_finish_run (document, tracks);
}

void
working_copy_save (VenuleDocument *document,
                   const char     *path)
{
  g_autoptr(GError) error = NULL;

  venule_document_save (document, path, &error);
  g_assert_no_error (error);
}

void
working_copy_leave_unsaved (const char *path)
{
  const guint id = 2;
  g_autoptr(VenuleDocument) document = working_copy_new_document ();

  working_copy_run_once (document, 4);
  working_copy_save (document, path);
  g_clear_object (&document);
  document = working_copy_open_document (path, VENULE_WORKING_COPY_ASK);
  venule_document_remove_tracks (document, &id, 1, NULL);
}

guint
working_copy_count_tracks (VenuleDocument *document)
{
  return g_list_model_get_n_items (G_LIST_MODEL (document));
}

guint
working_copy_count_leftovers (void)
{
  g_autoptr(GPtrArray) leftovers = venule_working_copy_dup_leftovers (NULL);

  return leftovers->len;
}

gboolean
working_copy_is_tidy (void)
{
  g_autofree char *folder = g_build_filename (g_get_user_state_dir (), "venule", "documents", NULL);
  g_autoptr(GDir) dir = g_dir_open (folder, 0, NULL);

  return dir == NULL || g_dir_read_name (dir) == NULL;
}
