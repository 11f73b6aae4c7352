/* test-working-copy.c: nothing that was done is lost: locks, leftovers, saving in a thread
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <gio/gio.h>
#include <glib/gstdio.h>
#include <string.h>

#include "project-db-test.h"
#include "venule-document-tracks.h"
#include "venule-error.h"
#include "venule-review-verdicts.h"
#include "working-copy-test.h"

/* ---- Locks ---- */

static void
test_a_second_window_is_read_only (ProjectDbFixture *self,
                                   gconstpointer     data)
{
  const guint id = 1;
  g_autofree char *other = g_build_filename (self->folder, "other.venule", NULL);
  g_autofree char *link = g_build_filename (self->folder, "link.venule", NULL);
  g_autoptr(VenuleDocument) first = working_copy_new_document (), second = NULL, third = NULL;
  g_autoptr(GError) error = NULL;

  working_copy_run_once (first, 4);
  working_copy_save (first, self->path);
  g_clear_object (&first);
  g_assert_true (working_copy_is_tidy ());

  first = working_copy_open_document (self->path, VENULE_WORKING_COPY_ASK);
  g_assert_false (venule_working_copy_get_read_only (venule_document_get_working_copy (first)));
  g_assert_cmpint (symlink (self->path, link), ==, 0);
  second = working_copy_open_document (link, VENULE_WORKING_COPY_ASK);
  g_assert_true (venule_working_copy_get_read_only (venule_document_get_working_copy (second)));

  /* It can be looked at and changed, and kept under another name alone. */
  venule_document_remove_tracks (second, &id, 1, NULL);
  g_assert_cmpuint (working_copy_count_tracks (second), ==, 3);
  g_assert_false (venule_document_save (second, NULL, &error));
  g_assert_error (error, VENULE_ERROR, VENULE_ERROR_WRITE);
  g_clear_error (&error);
  working_copy_save (second, other);
  g_assert_false (venule_working_copy_get_read_only (venule_document_get_working_copy (second)));
  g_assert_cmpuint (working_copy_count_tracks (first), ==, 4);

  /* Nor may it be replaced under another's hands. */
  g_assert_false (venule_document_save (first, other, &error));
  g_assert_error (error, VENULE_ERROR, VENULE_ERROR_WRITE);
  g_clear_error (&error);

  g_clear_object (&first);
  third = working_copy_open_document (self->path, VENULE_WORKING_COPY_ASK);
  g_assert_false (venule_working_copy_get_read_only (venule_document_get_working_copy (third)));
  g_clear_object (&second);
  g_clear_object (&third);
  g_assert_true (working_copy_is_tidy ());
}

static void
test_a_file_that_another_program_changed_is_not_replaced (ProjectDbFixture *self,
                                                          gconstpointer     data)
{
  g_autoptr(VenuleDocument) document = working_copy_new_document ();
  g_autoptr(GError) error = NULL;

  working_copy_run_once (document, 4);
  working_copy_save (document, self->path);
  project_db_run_sql (self->path, "UPDATE document SET revision = revision + 100");
  working_copy_run_once (document, 2);
  g_assert_false (venule_document_save (document, NULL, &error));
  g_assert_error (error, VENULE_ERROR, VENULE_ERROR_WRITE);
  g_assert_nonnull (strstr (error->message, "another program"));
  venule_working_copy_discard (venule_document_get_working_copy (document));
}

/* ---- Leftovers ---- */

static void
test_what_was_discarded_is_gone (ProjectDbFixture *self,
                                 gconstpointer     data)
{
  g_autoptr(VenuleDocument) document = working_copy_new_document ();

  working_copy_run_once (document, 4);
  g_assert_cmpuint (working_copy_count_leftovers (), ==, 0); /* it is being worked on */
  venule_working_copy_discard (venule_document_get_working_copy (document));
  g_clear_object (&document);
  g_assert_true (working_copy_is_tidy ());
}

static void
test_what_was_not_saved_is_recovered (ProjectDbFixture *self,
                                      gconstpointer     data)
{
  const guint id = 2;
  g_autoptr(VenuleDocument) document = working_copy_new_document ();
  g_autoptr(GPtrArray) leftovers = NULL;
  g_autoptr(VenuleWorkingCopy) working_copy = NULL;
  g_autoptr(GError) error = NULL;
  g_autofree char *undo_name = NULL;

  working_copy_run_once (document, 4);
  working_copy_save (document, self->path);
  venule_document_remove_tracks (document, &id, 1, NULL);
  g_clear_object (&document); /* neither saved nor discarded */

  leftovers = venule_working_copy_dup_leftovers (NULL);
  g_assert_cmpuint (leftovers->len, ==, 1);
  g_assert_cmpstr (((VenuleLeftover *) g_ptr_array_index (leftovers, 0))->target, ==, self->path);

  working_copy = venule_working_copy_recover (g_ptr_array_index (leftovers, 0), &error);
  g_assert_no_error (error);
  document = working_copy_document_of (g_steal_pointer (&working_copy));
  g_assert_true (venule_document_get_modified (document));
  g_assert_cmpuint (working_copy_count_tracks (document), ==, 3);
  undo_name = venule_document_dup_undo_name (document);
  g_assert_cmpstr (undo_name, ==, "Delete Track 2");
  working_copy_save (document, NULL);
  g_clear_object (&document);
  g_assert_true (working_copy_is_tidy ());

  document = working_copy_open_document (self->path, VENULE_WORKING_COPY_ASK);
  g_assert_cmpuint (working_copy_count_tracks (document), ==, 3);
  g_assert_true (venule_document_undo (document));
  g_assert_cmpuint (working_copy_count_tracks (document), ==, 4);
  venule_working_copy_discard (venule_document_get_working_copy (document));
}

static void
test_opening_asks_for_what_was_not_saved (ProjectDbFixture *self,
                                          gconstpointer     data)
{
  g_autoptr(VenuleDocument) document = NULL;
  g_autoptr(GError) error = NULL;

  working_copy_leave_unsaved (self->path);

  g_assert_null (venule_working_copy_open (self->path, VENULE_WORKING_COPY_ASK, &error));
  g_assert_error (error, VENULE_ERROR, VENULE_ERROR_QUESTION);
  document = working_copy_open_document (self->path, VENULE_WORKING_COPY_RECOVER);
  g_assert_cmpuint (working_copy_count_tracks (document), ==, 3);
  g_clear_object (&document);
  document = working_copy_open_document (self->path, VENULE_WORKING_COPY_FORGET);
  g_assert_cmpuint (working_copy_count_tracks (document), ==, 4);
  g_assert_false (venule_document_get_modified (document));
  g_clear_object (&document);
  g_assert_true (working_copy_is_tidy ());
}

/* What was not saved and is damaged now is not shown, and not thrown away for it. */
static void
test_a_damaged_leftover_is_set_aside (ProjectDbFixture *self,
                                      gconstpointer     data)
{
  g_autofree char *key = g_compute_checksum_for_string (G_CHECKSUM_SHA256, self->path, -1);
  g_autofree char *name = g_strconcat (key, ".venule-work", NULL);
  g_autofree char *copy = g_build_filename (g_get_user_state_dir (), "venule", "documents", name, NULL);
  g_autoptr(VenuleDocument) document = NULL;
  g_autoptr(GPtrArray) damaged = NULL;

  working_copy_leave_unsaved (self->path);
  g_assert_true (g_file_set_contents (copy, "half of", -1, NULL));

  document = working_copy_open_document (self->path, VENULE_WORKING_COPY_ASK);
  g_assert_cmpuint (working_copy_count_tracks (document), ==, 4);
  g_clear_object (&document);
  damaged = venule_working_copy_dup_damaged ();
  g_assert_cmpuint (damaged->len, ==, 1);
  g_assert_cmpstr (((VenuleLeftover *) g_ptr_array_index (damaged, 0))->target, ==, self->path);
  venule_leftover_remove (g_ptr_array_index (damaged, 0));
  g_assert_true (working_copy_is_tidy ());
}

/* What was begun without a file lies under another name than that of the file in which it was saved. */
static void
test_opening_asks_for_what_was_begun_without_a_file (ProjectDbFixture *self,
                                                     gconstpointer     data)
{
  const guint id = 2;
  g_autoptr(VenuleDocument) document = working_copy_new_document ();
  g_autoptr(GPtrArray) others = NULL;
  g_autoptr(VenuleWorkingCopy) other = NULL;
  g_autoptr(GError) error = NULL;

  working_copy_run_once (document, 4);
  working_copy_save (document, self->path);
  venule_document_remove_tracks (document, &id, 1, NULL);
  other = venule_working_copy_open (self->path, VENULE_WORKING_COPY_ASK, &error);
  g_assert_no_error (error);
  g_assert_true (venule_working_copy_get_read_only (other)); /* somebody works on it: nothing is left */
  g_clear_pointer (&other, venule_working_copy_free);
  g_clear_object (&document);

  others = venule_working_copy_dup_leftovers (self->path);
  g_assert_cmpuint (others->len, ==, 0); /* opening asks */
  g_assert_null (venule_working_copy_open (self->path, VENULE_WORKING_COPY_ASK, &error));
  g_assert_error (error, VENULE_ERROR, VENULE_ERROR_QUESTION);
  document = working_copy_open_document (self->path, VENULE_WORKING_COPY_RECOVER);
  g_assert_cmpuint (working_copy_count_tracks (document), ==, 3);
  g_assert_true (venule_document_get_modified (document));
  g_assert_false (venule_working_copy_get_read_only (venule_document_get_working_copy (document)));
  g_clear_object (&document);

  document = working_copy_open_document (self->path, VENULE_WORKING_COPY_FORGET);
  g_assert_cmpuint (working_copy_count_tracks (document), ==, 4);
  g_clear_object (&document);
  g_assert_true (working_copy_is_tidy ());
}

/* Of the only working copy that is there, without its ending. */
static char *
only_base (void)
{
  g_autofree char *folder = g_build_filename (g_get_user_state_dir (), "venule", "documents", NULL);
  g_autoptr(GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name = g_dir_read_name (dir);
  g_autofree char *key = g_strndup (name, strcspn (name, "."));

  return g_build_filename (folder, key, NULL);
}

/* As a program leaves it that was killed at the worst of times. */
static void
test_what_is_half_made_is_swept (ProjectDbFixture *self,
                                 gconstpointer     data)
{
  const char *halves[] = { "a.lock", "b.part", "c.note", "d.venule-work", "e.venule-work-wal", "f.note.A1B2C3" };
  g_autofree char *folder = g_build_filename (g_get_user_state_dir (), "venule", "documents", NULL);
  g_autoptr(VenuleDocument) document = working_copy_new_document ();
  g_autofree char *base = only_base ();
  g_autofree char *held = g_strconcat (base, ".lock", NULL);

  working_copy_run_once (document, 4);
  for (guint i = 0; i < G_N_ELEMENTS (halves); i++)
    {
      g_autofree char *path = g_build_filename (folder, halves[i], NULL);

      g_assert_true (g_file_set_contents (path, i % 2 == 0 ? "" : "half of", -1, NULL));
    }

  g_assert_cmpuint (working_copy_count_leftovers (), ==, 0);
  for (guint i = 0; i < G_N_ELEMENTS (halves); i++)
    {
      g_autofree char *path = g_build_filename (folder, halves[i], NULL);

      g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));
    }

  /* What somebody works on stays. */
  g_assert_true (g_file_test (held, G_FILE_TEST_EXISTS));
  venule_working_copy_discard (venule_document_get_working_copy (document));
  g_clear_object (&document);
  g_assert_true (working_copy_is_tidy ());
}

/* Killed after the file was copied: nobody has changed anything yet. */
static void
test_a_copy_without_its_note_is_no_leftover (ProjectDbFixture *self,
                                             gconstpointer     data)
{
  g_autofree char *key = g_compute_checksum_for_string (G_CHECKSUM_SHA256, self->path, -1);
  g_autofree char *name = g_strconcat (key, ".venule-work", NULL);
  g_autofree char *copy = g_build_filename (g_get_user_state_dir (), "venule", "documents", name, NULL);
  g_autoptr(GFile) from = g_file_new_for_path (self->path);
  g_autoptr(GFile) to = g_file_new_for_path (copy);
  g_autoptr(VenuleDocument) document = working_copy_new_document ();

  working_copy_run_once (document, 4);
  working_copy_save (document, self->path);
  g_clear_object (&document);

  g_assert_true (g_file_copy (from, to, G_FILE_COPY_NONE, NULL, NULL, NULL, NULL));
  document = working_copy_open_document (self->path, VENULE_WORKING_COPY_ASK);
  g_assert_cmpuint (working_copy_count_tracks (document), ==, 4);
  g_clear_object (&document);
  g_assert_true (g_file_copy (from, to, G_FILE_COPY_NONE, NULL, NULL, NULL, NULL));
  g_assert_cmpuint (working_copy_count_leftovers (), ==, 0);
  g_assert_true (working_copy_is_tidy ());
}

/* As everywhere else: what it leads to is replaced. */
static void
test_a_link_to_a_document_stays_one (ProjectDbFixture *self,
                                     gconstpointer     data)
{
  g_autofree char *link = g_build_filename (self->folder, "link.venule", NULL);
  g_autofree char *target = NULL;
  g_autoptr(VenuleDocument) document = working_copy_new_document ();

  working_copy_run_once (document, 4);
  working_copy_save (document, self->path);
  g_clear_object (&document);
  g_assert_cmpint (symlink (self->path, link), ==, 0);

  document = working_copy_open_document (link, VENULE_WORKING_COPY_ASK);
  working_copy_run_once (document, 6);
  working_copy_save (document, NULL);
  g_clear_object (&document);
  target = g_file_read_link (link, NULL);
  g_assert_cmpstr (target, ==, self->path);
  document = working_copy_open_document (self->path, VENULE_WORKING_COPY_ASK);
  g_assert_cmpuint (working_copy_count_tracks (document), ==, 6);
}

/* ---- What appears meanwhile ---- */

static void
assert_alone (ProjectDbFixture *self,
              const char       *content)
{
  g_autoptr(GDir) dir = g_dir_open (self->folder, 0, NULL);
  g_autofree char *now = NULL;

  g_assert_true (g_file_get_contents (self->path, &now, NULL, NULL));
  g_assert_cmpstr (now, ==, content);
  g_assert_nonnull (g_dir_read_name (dir));
  g_assert_null (g_dir_read_name (dir));
}

/* Whether it is there for the first time or once more, after the last look at it. */
static void
test_what_appears_during_a_saving_is_not_replaced (ProjectDbFixture *self,
                                                   gconstpointer     data)
{
  for (gboolean again = FALSE; again <= TRUE; again++)
    {
      g_autoptr(VenuleDocument) document = working_copy_new_document ();
      VenuleWorkingCopy *working_copy = venule_document_get_working_copy (document);
      g_autoptr(VenuleSaving) saving = NULL;
      g_autoptr(GError) error = NULL;

      working_copy_run_once (document, 4);
      if (again)
        working_copy_save (document, self->path);
      saving = venule_working_copy_begin_save (working_copy, self->path, TRUE, &error);
      g_assert_no_error (error);
      g_assert_true (g_file_set_contents (self->path, "another", -1, NULL));
      g_assert_false (venule_saving_write (saving, &error));
      g_assert_error (error, VENULE_ERROR, VENULE_ERROR_WRITE);
      assert_alone (self, "another");
      g_unlink (self->path);
      venule_working_copy_discard (working_copy);
    }
}

/* From its beginning on, and a document without a working copy knows of it, too. */
static void
test_a_claimed_name_belongs_to_one_alone (ProjectDbFixture *self,
                                          gconstpointer     data)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(VenuleWorkingCopy) first = venule_working_copy_new (NULL), second = venule_working_copy_new (NULL);
  g_autofree char *db = g_build_filename (self->folder, "store", NULL);
  g_autoptr(VenuleDocument) document = project_db_new_document (db, 3);

  g_assert_true (venule_working_copy_claim (first, self->path, &error));
  g_assert_false (venule_working_copy_claim (second, self->path, NULL));
  g_assert_false (venule_working_copy_check_path (self->path, TRUE, NULL));
  g_assert_false (venule_document_save (document, self->path, NULL));
  g_assert_false (g_file_test (self->path, G_FILE_TEST_EXISTS));
  g_assert_true (venule_working_copy_save (first, NULL, FALSE, &error));
  g_clear_pointer (&first, venule_working_copy_free);

  g_assert_false (venule_working_copy_claim (second, self->path, NULL));
  g_clear_pointer (&second, venule_working_copy_free);
  g_assert_false (venule_document_save_new (document, self->path, NULL));
  g_assert_true (venule_document_save (document, self->path, &error));
  g_assert_no_error (error);
}

/* ---- Saving in a thread ---- */

typedef struct {
  gboolean  done;
  gboolean  saved;
  GError   *error;
} Saved;

static void
on_saved (GObject      *object,
          GAsyncResult *result,
          gpointer      user_data)
{
  Saved *saved = user_data;

  saved->saved = venule_document_save_finish (VENULE_DOCUMENT (object), result, &saved->error);
  saved->done = TRUE;
}

static void
wait_until_saved (Saved *saved)
{
  while (!saved->done)
    g_main_context_iteration (NULL, TRUE);
}

static guint
count_tracks_in (const char *path)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(VenuleProjectDb) db = venule_project_db_open_copy (path, &error);
  g_autoptr(GPtrArray) tracks = NULL;

  g_assert_no_error (error);
  tracks = venule_project_db_dup_tracks (db, venule_project_db_get_run (db), &error);
  g_assert_no_error (error);

  return tracks->len;
}

/* What is changed meanwhile is in the file or counts as unsaved, and is in the file when it is saved again. */
static void
test_edits_during_a_saving_are_not_lost (ProjectDbFixture *self,
                                         gconstpointer     data)
{
  g_autoptr(VenuleDocument) document = working_copy_new_document ();

  working_copy_run_once (document, 200);
  for (guint round = 1; round <= 10; round++)
    {
      Saved saved = { 0 };
      double progress = -1;

      venule_document_save_async (document, round == 1 ? self->path : NULL, on_saved, &saved);
      g_assert_true (venule_document_get_saving (document, &progress));
      g_assert_cmpfloat (progress, >=, 0);
      g_usleep ((gulong) g_test_rand_int_range (0, 4000));
      venule_document_remove_tracks (document, &round, 1, NULL);
      g_assert_cmpuint (working_copy_count_tracks (document), ==, 200 - round);
      wait_until_saved (&saved);
      g_assert_no_error (saved.error);
      g_assert_true (saved.saved);
      g_assert_false (venule_document_get_saving (document, NULL));
      g_assert_cmpint (venule_document_get_modified (document), ==, count_tracks_in (self->path) == 201 - round);
      g_assert_cmpint (venule_document_get_modified (document), ==, count_tracks_in (self->path) != 200 - round);
    }
  working_copy_save (document, NULL);
  g_assert_cmpuint (count_tracks_in (self->path), ==, 190);
  g_assert_false (venule_document_get_modified (document));
}

/* Ctrl+Z back to what was saved, and Ctrl+Shift+Z forward to it: there is nothing to ask about. */
static void
test_going_back_to_what_was_saved (ProjectDbFixture *self,
                                   gconstpointer     data)
{
  g_autoptr(VenuleDocument) document = working_copy_new_document ();
  g_autoptr(VenuleSettings) before = NULL;
  g_autoptr(VenuleSettings) after = NULL;

  working_copy_run_once (document, 6);
  venule_document_remove_tracks (document, (const guint[]) { 1 }, 1, NULL);
  venule_document_remove_tracks (document, (const guint[]) { 2 }, 1, NULL);
  working_copy_save (document, self->path);

  venule_document_remove_tracks (document, (const guint[]) { 3 }, 1, NULL);
  g_assert_true (venule_document_get_modified (document));
  g_assert_true (venule_document_undo (document));
  g_assert_false (venule_document_get_modified (document));
  g_assert_false (venule_working_copy_get_unsaved (venule_document_get_working_copy (document)));
  g_assert_true (venule_document_go_to_step (document, 0));
  g_assert_true (venule_document_get_modified (document));
  g_assert_true (venule_document_go_to_step (document, 2));
  g_assert_false (venule_document_get_modified (document));
  g_assert_true (venule_document_redo (document));
  g_assert_true (venule_document_get_modified (document));
  g_assert_true (venule_document_undo (document));

  /* A setting that is as it was before. */
  before = venule_settings_copy (venule_document_get_settings (document));
  after = venule_settings_copy (before);
  after->cell_diameter += 1;
  venule_document_set_settings (document, after);
  g_assert_true (venule_document_get_modified (document));
  venule_document_set_settings (document, before);
  g_assert_false (venule_document_get_modified (document));

  /* Nothing is left for the next start. */
  g_clear_object (&document);
  g_assert_true (working_copy_is_tidy ());
  document = working_copy_open_document (self->path, VENULE_WORKING_COPY_ASK);
  g_assert_false (venule_document_get_modified (document));
  g_assert_cmpuint (working_copy_count_tracks (document), ==, 4);
  g_assert_true (venule_document_undo (document));
  g_assert_true (venule_document_get_modified (document));
  g_assert_true (venule_document_redo (document));
  g_assert_false (venule_document_get_modified (document));
}

/* Another step in the place of a saved one: Undo cannot reach the saved state any more. */
static void
test_another_way_than_what_was_saved (ProjectDbFixture *self,
                                      gconstpointer     data)
{
  g_autoptr(VenuleDocument) document = working_copy_new_document ();

  working_copy_run_once (document, 6);
  venule_document_remove_tracks (document, (const guint[]) { 1 }, 1, NULL);
  working_copy_save (document, self->path);
  g_assert_true (venule_document_undo (document));
  for (guint id = 2; id <= 3; id++)
    {
      venule_document_remove_tracks (document, &id, 1, NULL);
      g_assert_true (venule_document_get_modified (document));
    }
  g_assert_true (venule_document_undo (document));
  g_assert_true (venule_document_get_modified (document));
  g_assert_true (venule_document_undo (document));
  g_assert_true (venule_document_get_modified (document));

  /* What is no step stays unsaved, whatever is taken back. */
  working_copy_save (document, NULL);
  venule_document_remove_tracks (document, (const guint[]) { 6 }, 1, NULL);
  g_assert_true (
    venule_document_put_verdict (document, &(VenuleReviewVerdict){ .track = 2, .probability = 0.5 }, NULL));
  g_assert_true (venule_document_undo (document));
  g_assert_true (venule_document_get_modified (document));
  venule_working_copy_discard (venule_document_get_working_copy (document));
}

static void
test_a_saving_that_fails_changes_nothing (ProjectDbFixture *self,
                                          gconstpointer     data)
{
  g_autofree char *nowhere = g_build_filename (self->folder, "missing", "test.venule", NULL);
  g_autoptr(VenuleDocument) document = working_copy_new_document ();
  Saved saved = { 0 };

  working_copy_run_once (document, 5);
  venule_document_save_async (document, nowhere, on_saved, &saved);
  wait_until_saved (&saved);
  g_assert_false (saved.saved);
  g_assert_error (saved.error, VENULE_ERROR, VENULE_ERROR_WRITE);
  g_clear_error (&saved.error);
  g_assert_true (venule_document_get_modified (document));
  g_assert_null (venule_working_copy_get_path (venule_document_get_working_copy (document)));

  working_copy_save (document, self->path);
  saved.done = FALSE;
  venule_document_save_async (document, nowhere, on_saved, &saved);
  wait_until_saved (&saved);
  g_assert_error (saved.error, VENULE_ERROR, VENULE_ERROR_WRITE);
  g_clear_error (&saved.error);
  g_assert_false (venule_working_copy_get_unsaved (venule_document_get_working_copy (document)));
  g_assert_cmpstr (venule_working_copy_get_path (venule_document_get_working_copy (document)), ==, self->path);
}

/* The document is not gone before it is written, whoever lets go of it. */
static void
test_a_document_outlives_its_saving (ProjectDbFixture *self,
                                     gconstpointer     data)
{
  VenuleDocument *document = working_copy_new_document ();
  Saved saved = { 0 };

  working_copy_run_once (document, 100);
  venule_document_save_async (document, self->path, on_saved, &saved);
  g_object_unref (document);
  wait_until_saved (&saved);
  g_assert_true (saved.saved);
  g_main_context_iteration (NULL, FALSE);
  g_assert_cmpuint (count_tracks_in (self->path), ==, 100);
  g_assert_true (working_copy_is_tidy ());
}

int
main (int    argc,
      char **argv)
{
  working_copy_set_up_state ();
  g_test_init (&argc, &argv, NULL);

#define ADD(name, function) \
  g_test_add ("/working-copy/" name, ProjectDbFixture, NULL, project_db_set_up, function, project_db_tear_down)
  ADD ("a-second-window-is-read-only", test_a_second_window_is_read_only);
  ADD ("a-file-that-another-program-changed-is-not-replaced",
       test_a_file_that_another_program_changed_is_not_replaced);
  ADD ("what-was-discarded-is-gone", test_what_was_discarded_is_gone);
  ADD ("what-was-not-saved-is-recovered", test_what_was_not_saved_is_recovered);
  ADD ("opening-asks-for-what-was-not-saved", test_opening_asks_for_what_was_not_saved);
  ADD ("a-damaged-leftover-is-set-aside", test_a_damaged_leftover_is_set_aside);
  ADD ("opening-asks-for-what-was-begun-without-a-file", test_opening_asks_for_what_was_begun_without_a_file);
  ADD ("what-is-half-made-is-swept", test_what_is_half_made_is_swept);
  ADD ("a-copy-without-its-note-is-no-leftover", test_a_copy_without_its_note_is_no_leftover);
  ADD ("a-link-to-a-document-stays-one", test_a_link_to_a_document_stays_one);
  ADD ("what-appears-during-a-saving-is-not-replaced", test_what_appears_during_a_saving_is_not_replaced);
  ADD ("a-claimed-name-belongs-to-one-alone", test_a_claimed_name_belongs_to_one_alone);
  ADD ("edits-during-a-saving-are-not-lost", test_edits_during_a_saving_are_not_lost);
  ADD ("going-back-to-what-was-saved", test_going_back_to_what_was_saved);
  ADD ("another-way-than-what-was-saved", test_another_way_than_what_was_saved);
  ADD ("a-saving-that-fails-changes-nothing", test_a_saving_that_fails_changes_nothing);
  ADD ("a-document-outlives-its-saving", test_a_document_outlives_its_saving);
#undef ADD

  return g_test_run ();
}
