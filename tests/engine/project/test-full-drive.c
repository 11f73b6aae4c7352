/* test-full-drive.c: where there is no room for a working copy, nothing is left of it, and none is taken for damaged
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <errno.h>

#include "faulty-drive.h"
#include "project-db-test.h"
#include "venule-document-tracks.h"
#include "venule-error.h"
#include "working-copy-test.h"

static void
fill (int n_writes)
{
  drive.calls_left = n_writes;
  drive.code = ENOSPC;
  drive.fired = FALSE;
}

static void
test_nothing_is_left_of_what_was_begun (ProjectDbFixture *self,
                                        gconstpointer     data)
{
  int n = 0;

  do
    {
      g_autoptr(GError) error = NULL;
      g_autoptr(VenuleWorkingCopy) working_copy = NULL;

      fill (n++);
      working_copy = venule_working_copy_new (&error);
      drive.calls_left = -1;
      g_assert_true ((working_copy == NULL) == (error != NULL));
      if (working_copy != NULL)
        venule_working_copy_discard (working_copy);
      g_clear_pointer (&working_copy, venule_working_copy_free);
      g_assert_true (working_copy_is_tidy ());
    }
  while (drive.fired);
  g_assert_cmpint (n, >, 10);
}

/* In the folder of working copies. */
static guint
count_files (void)
{
  g_autofree char *folder = g_build_filename (g_get_user_state_dir (), "venule", "documents", NULL);
  g_autoptr(GDir) dir = g_dir_open (folder, 0, NULL);
  guint n = 0;

  while (g_dir_read_name (dir) != NULL)
    n++;

  return n;
}

static void
test_unsaved_changes_are_not_damaged (ProjectDbFixture *self,
                                      gconstpointer     data)
{
  g_autoptr(VenuleDocument) document = NULL;
  int n = 0, n_full = 0;

  working_copy_leave_unsaved (self->path);

  for (gboolean fired = TRUE; fired;)
    {
      g_autoptr(GPtrArray) damaged = NULL, leftovers = NULL;
      g_autoptr(GError) error = NULL;

      fill (n++);
      g_assert_null (venule_working_copy_open (self->path, VENULE_WORKING_COPY_ASK, &error));
      fired = drive.fired;
      n_full += g_error_matches (error, VENULE_ERROR, VENULE_ERROR_NO_SPACE);
      g_assert_true (fired || g_error_matches (error, VENULE_ERROR, VENULE_ERROR_QUESTION));
      fill (n);
      damaged = venule_working_copy_dup_damaged ();
      g_assert_cmpuint (damaged->len, ==, 0);
      fill (n);
      leftovers = venule_working_copy_dup_leftovers (NULL);
      g_assert_cmpuint (leftovers->len, ==, 1);
      drive.calls_left = -1;
      g_assert_cmpuint (count_files (), ==, 2); /* the database and its note */
    }
  g_assert_cmpint (n_full, >, 5);

  document = working_copy_open_document (self->path, VENULE_WORKING_COPY_RECOVER);
  g_assert_cmpuint (working_copy_count_tracks (document), ==, 3);
  venule_working_copy_discard (venule_document_get_working_copy (document));
}

int
main (int   argc,
      char *argv[])
{
  working_copy_set_up_state ();
  g_test_init (&argc, &argv, NULL);
  faulty_drive_take_over ();

  g_test_add ("/full-drive/nothing-is-left-of-what-was-begun", ProjectDbFixture, NULL, project_db_set_up,
              test_nothing_is_left_of_what_was_begun, project_db_tear_down);
  g_test_add ("/full-drive/unsaved-changes-are-not-damaged", ProjectDbFixture, NULL, project_db_set_up,
              test_unsaved_changes_are_not_damaged, project_db_tear_down);

  return g_test_run ();
}
