/* test-working.c: nothing that was done is lost: locks, leftovers, killed programs
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <gio/gio.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../child.h"
#include "fake-source.h"
#include "store-test.h"
#include "venule-error.h"

static const char *own_path;

/* ---- Help ---- */

static VenuleDocument *
document_of (VenuleWorking *working)
{
  g_autoptr(VenuleSource) source = fake_source_new (30, 2000, TRUE);
  g_autoptr(GError) error = NULL;
  VenuleDocument *document = venule_document_new_from_working (source, working, &error);

  g_assert_no_error (error);

  return document;
}

static VenuleDocument *
new_document (void)
{
  g_autoptr(GError) error = NULL;
  VenuleWorking *working = venule_working_new (&error);

  g_assert_no_error (error);

  return document_of (working);
}

static VenuleDocument *
open_document (const char          *path,
               VenuleWorkingChoice  choice)
{
  g_autoptr(GError) error = NULL;
  VenuleWorking *working = venule_working_open (path, choice, &error);

  g_assert_no_error (error);

  return document_of (working);
}

static void
run_once (VenuleDocument *document,
          guint           n)
{
  g_autoptr(VenuleSettings) settings = store_random_settings ();
  g_autoptr(GPtrArray) tracks = store_random_tracks (n);

  venule_document_begin_run (document, settings);
  venule_document_finish_run (document, tracks);
}

static void
save (VenuleDocument *document,
      const char     *path)
{
  g_autoptr(GError) error = NULL;

  venule_document_save (document, path, &error);
  g_assert_no_error (error);
}

static guint
count_tracks (VenuleDocument *document)
{
  return g_list_model_get_n_items (G_LIST_MODEL (document));
}

static guint
count_leftovers (void)
{
  g_autoptr(GPtrArray) leftovers = venule_working_dup_leftovers (NULL);

  return leftovers->len;
}

/* Whether anything at all lies in the folder of working copies. */
static gboolean
is_tidy (void)
{
  g_autofree char *folder = g_build_filename (g_get_user_state_dir (), "venule", "documents", NULL);
  g_autoptr(GDir) dir = g_dir_open (folder, 0, NULL);

  return dir == NULL || g_dir_read_name (dir) == NULL;
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

/* ---- Locks ---- */

static void
test_a_second_window_is_read_only (StoreFixture  *self,
                                   gconstpointer  data)
{
  const guint id = 1;
  g_autofree char *other = g_build_filename (self->folder, "other.venule", NULL);
  g_autofree char *link = g_build_filename (self->folder, "link.venule", NULL);
  g_autoptr(VenuleDocument) first = new_document (), second = NULL, third = NULL;
  g_autoptr(GError) error = NULL;

  run_once (first, 4);
  save (first, self->path);
  g_clear_object (&first);
  g_assert_true (is_tidy ());

  first = open_document (self->path, VENULE_WORKING_ASK);
  g_assert_false (venule_working_get_read_only (venule_document_get_working (first)));
  g_assert_cmpint (symlink (self->path, link), ==, 0);
  second = open_document (link, VENULE_WORKING_ASK);
  g_assert_true (venule_working_get_read_only (venule_document_get_working (second)));

  /* It can be looked at and changed, and kept under another name alone. */
  venule_document_delete_tracks (second, &id, 1);
  g_assert_cmpuint (count_tracks (second), ==, 3);
  g_assert_false (venule_document_save (second, NULL, &error));
  g_assert_error (error, VENULE_ERROR, VENULE_ERROR_WRITE);
  g_clear_error (&error);
  save (second, other);
  g_assert_false (venule_working_get_read_only (venule_document_get_working (second)));
  g_assert_cmpuint (count_tracks (first), ==, 4);

  /* Nor may it be replaced under another's hands. */
  g_assert_false (venule_document_save (first, other, &error));
  g_assert_error (error, VENULE_ERROR, VENULE_ERROR_WRITE);
  g_clear_error (&error);

  g_clear_object (&first);
  third = open_document (self->path, VENULE_WORKING_ASK);
  g_assert_false (venule_working_get_read_only (venule_document_get_working (third)));
  g_clear_object (&second);
  g_clear_object (&third);
  g_assert_true (is_tidy ());
}

static void
test_a_file_that_another_program_changed_is_not_replaced (StoreFixture  *self,
                                                          gconstpointer  data)
{
  g_autoptr(VenuleDocument) document = new_document ();
  g_autoptr(GError) error = NULL;

  run_once (document, 4);
  save (document, self->path);
  store_run_sql (self->path, "UPDATE document SET revision = revision + 100");
  run_once (document, 2);
  g_assert_false (venule_document_save (document, NULL, &error));
  g_assert_error (error, VENULE_ERROR, VENULE_ERROR_WRITE);
  g_assert_nonnull (strstr (error->message, "another program"));
  venule_working_discard (venule_document_get_working (document));
}

/* ---- Leftovers ---- */

static void
test_what_was_discarded_is_gone (StoreFixture  *self,
                                 gconstpointer  data)
{
  g_autoptr(VenuleDocument) document = new_document ();

  run_once (document, 4);
  g_assert_cmpuint (count_leftovers (), ==, 0); /* it is being worked on */
  venule_working_discard (venule_document_get_working (document));
  g_clear_object (&document);
  g_assert_true (is_tidy ());
}

static void
test_what_was_not_saved_is_recovered (StoreFixture  *self,
                                      gconstpointer  data)
{
  const guint id = 2;
  g_autoptr(VenuleDocument) document = new_document ();
  g_autoptr(GPtrArray) leftovers = NULL;
  g_autoptr(VenuleWorking) working = NULL;
  g_autoptr(GError) error = NULL;
  g_autofree char *undo_name = NULL;

  run_once (document, 4);
  save (document, self->path);
  venule_document_delete_tracks (document, &id, 1);
  g_clear_object (&document); /* neither saved nor discarded */

  leftovers = venule_working_dup_leftovers (NULL);
  g_assert_cmpuint (leftovers->len, ==, 1);
  g_assert_cmpstr (((VenuleLeftover *) g_ptr_array_index (leftovers, 0))->target, ==, self->path);

  working = venule_working_recover (g_ptr_array_index (leftovers, 0), &error);
  g_assert_no_error (error);
  document = document_of (g_steal_pointer (&working));
  g_assert_true (venule_document_get_modified (document));
  g_assert_cmpuint (count_tracks (document), ==, 3);
  undo_name = venule_document_dup_undo_name (document);
  g_assert_cmpstr (undo_name, ==, "Delete Track 2");
  save (document, NULL);
  g_clear_object (&document);
  g_assert_true (is_tidy ());

  document = open_document (self->path, VENULE_WORKING_ASK);
  g_assert_cmpuint (count_tracks (document), ==, 3);
  g_assert_true (venule_document_undo (document));
  g_assert_cmpuint (count_tracks (document), ==, 4);
  venule_working_discard (venule_document_get_working (document));
}

static void
test_opening_asks_for_what_was_not_saved (StoreFixture  *self,
                                          gconstpointer  data)
{
  const guint id = 2;
  g_autoptr(VenuleDocument) document = new_document ();
  g_autoptr(GError) error = NULL;

  run_once (document, 4);
  save (document, self->path);
  g_clear_object (&document);
  document = open_document (self->path, VENULE_WORKING_ASK);
  venule_document_delete_tracks (document, &id, 1);
  g_clear_object (&document);

  g_assert_null (venule_working_open (self->path, VENULE_WORKING_ASK, &error));
  g_assert_error (error, VENULE_ERROR, VENULE_ERROR_QUESTION);
  document = open_document (self->path, VENULE_WORKING_RECOVER);
  g_assert_cmpuint (count_tracks (document), ==, 3);
  g_clear_object (&document);
  document = open_document (self->path, VENULE_WORKING_FORGET);
  g_assert_cmpuint (count_tracks (document), ==, 4);
  g_assert_false (venule_document_get_modified (document));
  g_clear_object (&document);
  g_assert_true (is_tidy ());
}

/* As a program leaves it that was killed at the worst of times. */
static void
test_what_is_half_made_is_swept (StoreFixture  *self,
                                 gconstpointer  data)
{
  const char *halves[] = { "a.lock", "b.part", "c.note", "d.venule-work", "e.venule-work-wal", "f.note.A1B2C3" };
  g_autofree char *folder = g_build_filename (g_get_user_state_dir (), "venule", "documents", NULL);
  g_autoptr(VenuleDocument) document = new_document ();
  g_autofree char *base = only_base ();
  g_autofree char *held = g_strconcat (base, ".lock", NULL);

  run_once (document, 4);
  for (guint i = 0; i < G_N_ELEMENTS (halves); i++)
    {
      g_autofree char *path = g_build_filename (folder, halves[i], NULL);

      g_assert_true (g_file_set_contents (path, i % 2 == 0 ? "" : "half of", -1, NULL));
    }

  g_assert_cmpuint (count_leftovers (), ==, 0);
  for (guint i = 0; i < G_N_ELEMENTS (halves); i++)
    {
      g_autofree char *path = g_build_filename (folder, halves[i], NULL);

      g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));
    }

  /* What somebody works on stays. */
  g_assert_true (g_file_test (held, G_FILE_TEST_EXISTS));
  venule_working_discard (venule_document_get_working (document));
  g_clear_object (&document);
  g_assert_true (is_tidy ());
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
  g_autoptr(VenuleStore) store = venule_store_open_copy (path, &error);
  g_autoptr(GPtrArray) tracks = NULL;

  g_assert_no_error (error);
  tracks = venule_store_dup_tracks (store, venule_store_get_run (store), &error);
  g_assert_no_error (error);

  return tracks->len;
}

/* What is changed meanwhile is in the file or counts as unsaved, and is in the file when it is saved again. */
static void
test_edits_during_a_saving_are_not_lost (StoreFixture  *self,
                                         gconstpointer  data)
{
  g_autoptr(VenuleDocument) document = new_document ();

  run_once (document, 200);
  for (guint round = 1; round <= 10; round++)
    {
      Saved saved = { 0 };
      double progress = -1;

      venule_document_save_async (document, round == 1 ? self->path : NULL, on_saved, &saved);
      g_assert_true (venule_document_get_saving (document, &progress));
      g_assert_cmpfloat (progress, >=, 0);
      g_usleep ((gulong) g_test_rand_int_range (0, 4000));
      venule_document_delete_tracks (document, &round, 1);
      g_assert_cmpuint (count_tracks (document), ==, 200 - round);
      wait_until_saved (&saved);
      g_assert_no_error (saved.error);
      g_assert_true (saved.saved);
      g_assert_false (venule_document_get_saving (document, NULL));
      g_assert_cmpint (venule_document_get_modified (document), ==, count_tracks_in (self->path) == 201 - round);
      g_assert_cmpint (venule_document_get_modified (document), ==, count_tracks_in (self->path) != 200 - round);
    }
  save (document, NULL);
  g_assert_cmpuint (count_tracks_in (self->path), ==, 190);
  g_assert_false (venule_document_get_modified (document));
}

static void
test_a_saving_that_fails_changes_nothing (StoreFixture  *self,
                                          gconstpointer  data)
{
  g_autofree char *nowhere = g_build_filename (self->folder, "missing", "test.venule", NULL);
  g_autoptr(VenuleDocument) document = new_document ();
  Saved saved = { 0 };

  run_once (document, 5);
  venule_document_save_async (document, nowhere, on_saved, &saved);
  wait_until_saved (&saved);
  g_assert_false (saved.saved);
  g_assert_error (saved.error, VENULE_ERROR, VENULE_ERROR_WRITE);
  g_clear_error (&saved.error);
  g_assert_true (venule_document_get_modified (document));
  g_assert_null (venule_working_get_path (venule_document_get_working (document)));

  save (document, self->path);
  saved.done = FALSE;
  venule_document_save_async (document, nowhere, on_saved, &saved);
  wait_until_saved (&saved);
  g_assert_error (saved.error, VENULE_ERROR, VENULE_ERROR_WRITE);
  g_clear_error (&saved.error);
  g_assert_false (venule_working_get_unsaved (venule_document_get_working (document)));
  g_assert_cmpstr (venule_working_get_path (venule_document_get_working (document)), ==, self->path);
}

/* The document is not gone before it is written, whoever lets go of it. */
static void
test_a_document_outlives_its_saving (StoreFixture  *self,
                                     gconstpointer  data)
{
  VenuleDocument *document = new_document ();
  Saved saved = { 0 };

  run_once (document, 100);
  venule_document_save_async (document, self->path, on_saved, &saved);
  g_object_unref (document);
  wait_until_saved (&saved);
  g_assert_true (saved.saved);
  g_main_context_iteration (NULL, FALSE);
  g_assert_cmpuint (count_tracks_in (self->path), ==, 100);
  g_assert_true (is_tidy ());
}

/* ---- Killed programs ---- */

/* Works until it is killed, and says after each thing that it has finished it: "edit", "save" or "run" with the number of
 * edits that are done by then. */
G_NORETURN static void
be_a_victim (const char *path)
{
  VenuleDocument *document = new_document ();
  guint n_edits = 0;

  run_once (document, 60);
  g_print ("run 0\n");
  for (guint round = 1;; round++)
    {
      g_autoptr(VenuleTrack) track = g_list_model_get_item (G_LIST_MODEL (document), round % count_tracks (document));
      guint id = venule_track_get_id (track);

      venule_document_set_track_kind (document, id, (venule_track_get_kind (track) + 1) % 4);
      g_print ("edit %u\n", ++n_edits);
      if (round % 7 == 0)
        {
          save (document, path);
          g_print ("save %u\n", n_edits);
        }
      if (round % 19 == 0)
        {
          run_once (document, 60);
          n_edits = 0;
          g_print ("run 0\n");
        }
    }
}

/* A run of cells that come and go, as the analysis tells of it: says after each writing how many spots there are by then. */
G_NORETURN static void
be_a_running_victim (void)
{
  VenuleDocument *document = new_document ();
  g_autoptr(VenuleSettings) settings = store_random_settings ();
  guint n_spots = 0;

  venule_document_set_live_period (document, 0);
  venule_document_begin_run (document, settings);
  g_print ("run 0\n");
  for (gint64 frame = 0;; frame++)
    {
      VenuleRunFacts facts = { .device = (char *) "CPU", .last_frame = frame };

      for (guint i = 0; i < 20; i++)
        {
          guint id = 1 + (guint) (frame / 50) * 20 + i;
          VenuleSpot spot = { .frame = frame, .time = (double) frame / 30, .x = i, .y = i, .radius = 9, .contour = { 1 } };

          venule_document_add_spots (document, &id, &spot, 1);
          n_spots++;
        }
      venule_document_keep_live (document, &facts);
      g_print ("live %u\n", n_spots);
    }
}

/* What the victim said last: whole lines alone. */
static guint
count_finished (const char *said)
{
  g_auto(GStrv) lines = g_strsplit (said, "\n", -1);
  guint n = g_strv_length (lines);
  const char *last = n >= 2 ? lines[n - 2] : "run 0";

  return (guint) g_ascii_strtoull (strchr (last, ' '), NULL, 10);
}

static char *
kill_a_victim (const char *kind,
               const char *path,
               gulong      after)
{
  int status;

  return child_stop ((const char *[]) { own_path, kind, path, NULL }, FALSE, "run 0\n", after, SIGKILL, &status);
}

static guint
count_undo (VenuleDocument *document)
{
  guint n = 0;

  while (venule_document_undo (document))
    n++;

  return n;
}

/* The person's file, if it is there, is a whole document, and the working copy has every edit that was finished. */
static void
test_killed_programs_lose_nothing (StoreFixture  *self,
                                   gconstpointer  data)
{
  const guint kills = g_test_slow () ? 200 : 20;

  for (guint i = 0; i < kills; i++)
    {
      g_autoptr(VenuleDocument) document = NULL;
      VenuleWorking *working;
      g_autofree char *said = kill_a_victim ("--victim", self->path, (gulong) g_test_rand_int_range (0, 60000));
      guint finished = count_finished (said), kept;
      g_autoptr(GPtrArray) leftovers = venule_working_dup_leftovers (NULL);
      g_autoptr(GError) error = NULL;

      if (g_file_test (self->path, G_FILE_TEST_EXISTS))
        {
          g_autoptr(VenuleStore) saved = venule_store_open_copy (self->path, &error);

          g_assert_no_error (error);
        }

      /* Nothing is left over where it was killed when all was saved: all of it is in the file then. */
      g_assert_cmpuint (leftovers->len, <=, 1);
      working = leftovers->len > 0 ? venule_working_recover (g_ptr_array_index (leftovers, 0), &error)
                                   : venule_working_open (self->path, VENULE_WORKING_ASK, &error);
      g_assert_no_error (error);
      document = document_of (working);
      kept = count_undo (document);
      g_test_message ("killed after %u edits, %u are there", finished, kept);
      /* The last may be done before it was said; or a new run was, which has no edits yet. */
      g_assert_true (kept == finished || kept == finished + 1 || (kept == 0 && count_tracks (document) == 60));
      venule_working_discard (venule_document_get_working (document));
      g_unlink (self->path);
    }
  g_assert_cmpuint (count_leftovers (), ==, 0);
  g_assert_true (is_tidy ());
}

/* ---- Runs that go on ---- */

static guint
count_spots (VenuleDocument *document)
{
  guint n = 0;

  for (guint i = 0; i < count_tracks (document); i++)
    {
      g_autoptr(VenuleTrack) track = g_list_model_get_item (G_LIST_MODEL (document), i);

      n += venule_track_get_n_spots (track);
    }

  return n;
}

static void
test_killed_runs_keep_what_they_found (StoreFixture  *self,
                                       gconstpointer  data)
{
  const guint kills = g_test_slow () ? 200 : 15;

  for (guint i = 0; i < kills; i++)
    {
      g_autofree char *said = kill_a_victim ("--runner", self->path, (gulong) g_test_rand_int_range (0, 100000));
      guint finished = count_finished (said), kept;
      g_autoptr(GPtrArray) leftovers = venule_working_dup_leftovers (NULL);
      g_autoptr(VenuleDocument) document = NULL;
      g_autoptr(GError) error = NULL;
      VenuleWorking *working;

      if (leftovers->len == 0)
        {
          g_assert_cmpuint (finished, ==, 0);
          continue;
        }
      working = venule_working_recover (g_ptr_array_index (leftovers, 0), &error);
      g_assert_no_error (error);
      document = document_of (working);
      kept = count_spots (document);
      g_test_message ("killed after %u spots, %u are there", finished, kept);
      g_assert_cmpuint (kept, >=, finished);
      g_assert_cmpuint (kept % 20, ==, 0);
      if (kept > 0)
        {
          g_autoptr(VenuleTrack) track = g_list_model_get_item (G_LIST_MODEL (document), 0);

          g_assert_false (venule_document_get_run_facts (document)->complete);
          g_assert_cmpint (venule_document_get_run_facts (document)->last_frame, ==, kept / 20 - 1);
          g_assert_cmpfloat (venule_track_get_contour (track, 0)[0], ==, 1);
        }
      venule_working_discard (venule_document_get_working (document));
    }
}

/* Of a run that comes to its end nothing is there twice. */
static void
test_a_finished_run_takes_the_place_of_its_beginning (StoreFixture  *self,
                                                      gconstpointer  data)
{
  g_autoptr(VenuleDocument) document = new_document (), again = NULL;
  g_autoptr(VenuleSettings) settings = store_random_settings ();
  g_autoptr(GPtrArray) tracks = store_random_tracks (30);
  VenuleRunFacts facts = { .device = (char *) "CPU", .last_frame = 7, .complete = TRUE };

  venule_document_set_live_period (document, 0);
  for (guint run = 1; run <= 3; run++)
    {
      g_autoptr(GArray) runs = NULL;

      venule_document_begin_run (document, settings);
      for (guint id = 1; id <= 10; id++)
        {
          VenuleSpot spot = { .frame = 7, .radius = 1 };

          venule_document_add_spots (document, &id, &spot, 1);
          venule_document_keep_live (document, &facts);
        }
      if (run == 2) /* on another device */
        venule_document_begin_run (document, settings);
      venule_document_set_run_facts (document, &facts);
      venule_document_finish_run (document, tracks);
      runs = venule_document_dup_runs (document);
      g_assert_cmpuint (runs->len, ==, run);
      g_assert_cmpuint (count_tracks (document), ==, 30);
    }
  save (document, self->path);
  g_clear_object (&document);

  again = open_document (self->path, VENULE_WORKING_ASK);
  g_assert_cmpuint (count_tracks (again), ==, 30);
  g_assert_true (venule_document_get_run_facts (again)->complete);
  venule_working_discard (venule_document_get_working (again));
  g_clear_object (&again);
  g_assert_true (is_tidy ());
}

int
main (int    argc,
      char **argv)
{
  g_autofree char *state = NULL;

  if (argc == 3 && g_str_equal (argv[1], "--victim"))
    {
      g_test_init (&argc, &argv, NULL);
      be_a_victim (argv[2]);
    }
  if (argc == 3 && g_str_equal (argv[1], "--runner"))
    {
      g_test_init (&argc, &argv, NULL);
      be_a_running_victim ();
    }

  state = g_strdup (g_access ("/dev/shm", W_OK) == 0 ? "/dev/shm/venule-state-XXXXXX" : "/tmp/venule-state-XXXXXX");
  g_assert_nonnull (g_mkdtemp (state));
  g_setenv ("XDG_STATE_HOME", state, TRUE);
  own_path = argv[0];
  g_test_init (&argc, &argv, NULL);

#define ADD(name, function) g_test_add ("/working/" name, StoreFixture, NULL, store_set_up, function, store_tear_down)
  ADD ("a-second-window-is-read-only", test_a_second_window_is_read_only);
  ADD ("a-file-that-another-program-changed-is-not-replaced",
       test_a_file_that_another_program_changed_is_not_replaced);
  ADD ("what-was-discarded-is-gone", test_what_was_discarded_is_gone);
  ADD ("what-was-not-saved-is-recovered", test_what_was_not_saved_is_recovered);
  ADD ("opening-asks-for-what-was-not-saved", test_opening_asks_for_what_was_not_saved);
  ADD ("what-is-half-made-is-swept", test_what_is_half_made_is_swept);
  ADD ("edits-during-a-saving-are-not-lost", test_edits_during_a_saving_are_not_lost);
  ADD ("a-saving-that-fails-changes-nothing", test_a_saving_that_fails_changes_nothing);
  ADD ("a-document-outlives-its-saving", test_a_document_outlives_its_saving);
  ADD ("killed-programs-lose-nothing", test_killed_programs_lose_nothing);
  ADD ("killed-runs-keep-what-they-found", test_killed_runs_keep_what_they_found);
  ADD ("a-finished-run-takes-the-place-of-its-beginning", test_a_finished_run_takes_the_place_of_its_beginning);
#undef ADD

  return g_test_run ();
}
