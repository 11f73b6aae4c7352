/* working-test.c: what the tests of working copies share
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "working-test.h"

#include <glib/gstdio.h>
#include <unistd.h>

#include "fake-source.h"
#include "project-db-test.h"

void
working_set_up_state (void)
{
  g_autofree char *state = g_strdup (g_access ("/dev/shm", W_OK) == 0 ? "/dev/shm/venule-state-XXXXXX"
                                                                      : "/tmp/venule-state-XXXXXX");

  g_assert_nonnull (g_mkdtemp (state));
  g_setenv ("XDG_STATE_HOME", state, TRUE);
}

VenuleDocument *
working_document_of (VenuleWorking *working)
{
  g_autoptr(VenuleSource) source = fake_source_new (30, 2000, TRUE);
  g_autoptr(GError) error = NULL;
  VenuleDocument *document = venule_document_new_from_working (source, working, &error);

  g_assert_no_error (error);

  return document;
}

VenuleDocument *
working_new_document (void)
{
  g_autoptr(GError) error = NULL;
  VenuleWorking *working = venule_working_new (&error);

  g_assert_no_error (error);

  return working_document_of (working);
}

VenuleDocument *
working_open_document (const char          *path,
                       VenuleWorkingChoice  choice)
{
  g_autoptr(GError) error = NULL;
  VenuleWorking *working = venule_working_open (path, choice, &error);

  g_assert_no_error (error);

  return working_document_of (working);
}

void
working_run_once (VenuleDocument *document,
                  guint           n)
{
  g_autoptr(VenuleSettings) settings = project_db_random_settings ();
  g_autoptr(GPtrArray) tracks = project_db_random_tracks (n);

  settings->calibration.pixel_size_um = venule_document_get_settings (document)->calibration.pixel_size_um;
  venule_document_begin_run (document, settings);
  venule_document_finish_run (document, tracks);
}

void
working_save (VenuleDocument *document,
              const char     *path)
{
  g_autoptr(GError) error = NULL;

  venule_document_save (document, path, &error);
  g_assert_no_error (error);
}

guint
working_count_tracks (VenuleDocument *document)
{
  return g_list_model_get_n_items (G_LIST_MODEL (document));
}

guint
working_count_leftovers (void)
{
  g_autoptr(GPtrArray) leftovers = venule_working_dup_leftovers (NULL);

  return leftovers->len;
}

gboolean
working_is_tidy (void)
{
  g_autofree char *folder = g_build_filename (g_get_user_state_dir (), "venule", "documents", NULL);
  g_autoptr(GDir) dir = g_dir_open (folder, 0, NULL);

  return dir == NULL || g_dir_read_name (dir) == NULL;
}
