/* test-working-copy-killed.c: nothing that was done is lost where a program is killed
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <glib/gstdio.h>
#include <signal.h>

#include "child.h"
#include "project-db-test.h"
#include "working-copy-test.h"
#include "venule-document-tracks.h"

static const char *own_path;

/* ---- Killed programs ---- */

/* Works until it is killed, and says after each thing that it has finished it: "edit", "save" or "run" with the number
 * of edits that are done by then. */
G_NORETURN static void
be_a_victim (const char *path)
{
  VenuleDocument *document = working_copy_new_document ();
  guint n_edits = 0;

  working_copy_run_once (document, 60);
  g_print ("run 0\n");
  for (guint round = 1;; round++)
    {
      g_autoptr(VenuleTrack) track = g_list_model_get_item (G_LIST_MODEL (document),
                                                            round % working_copy_count_tracks (document));
      guint id = venule_track_get_id (track);

      venule_document_set_kinds (document, (guint[]) { id }, 1, (venule_track_get_kind (track) + 1) % 4, NULL);
      g_print ("edit %u\n", ++n_edits);
      if (round % 7 == 0)
        {
          working_copy_save (document, path);
          g_print ("save %u\n", n_edits);
        }
      if (round % 19 == 0)
        {
          working_copy_run_once (document, 60);
          n_edits = 0;
          g_print ("run 0\n");
        }
    }
}

/* A run of cells that come and go, as the analysis tells of it: says after each writing how many spots there are by
 * then. */
G_NORETURN static void
be_a_running_victim (void)
{
  VenuleDocument *document = working_copy_new_document ();
  g_autoptr(VenuleSettings) settings = project_db_random_settings ();
  guint n_spots = 0;

  venule_document_set_live_period (document, 0);
  venule_document_begin_run (document, settings);
  g_print ("run 0\n");
  for (gint64 frame = 0;; frame++)
    {
      VenuleRunMetadata metadata = { .device = (char *) "CPU", .last_frame = frame };

      for (guint i = 0; i < 20; i++)
        {
          guint id = 1 + (guint) (frame / 50) * 20 + i;
          VenuleSpot spot = { .frame = frame, .time = (double) frame / 30, .x = i, .y = i, .radius = 9,
                              .contour = { 1 } };

          venule_document_add_spots (document, &id, &spot, 1);
          n_spots++;
        }
      venule_document_keep_live (document, &metadata);
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
test_killed_programs_lose_nothing (ProjectDbFixture *self,
                                   gconstpointer     data)
{
  const guint kills = g_test_slow () ? 200 : 20;

  for (guint i = 0; i < kills; i++)
    {
      g_autoptr(VenuleDocument) document = NULL;
      VenuleWorkingCopy *working_copy;
      g_autofree char *said = kill_a_victim ("--victim", self->path, (gulong) g_test_rand_int_range (0, 60000));
      guint finished = count_finished (said), kept;
      g_autoptr(GPtrArray) leftovers = venule_working_copy_dup_leftovers (NULL);
      g_autoptr(GError) error = NULL;

      if (g_file_test (self->path, G_FILE_TEST_EXISTS))
        {
          g_autoptr(VenuleProjectDb) saved = venule_project_db_open_copy (self->path, &error);

          g_assert_no_error (error);
        }

      /* Nothing is left over where it was killed when all was saved: all of it is in the file then. */
      g_assert_cmpuint (leftovers->len, <=, 1);
      working_copy = leftovers->len > 0 ? venule_working_copy_recover (g_ptr_array_index (leftovers, 0), &error)
                                   : venule_working_copy_open (self->path, VENULE_WORKING_COPY_ASK, &error);
      g_assert_no_error (error);
      document = working_copy_document_of (working_copy);
      kept = count_undo (document);
      g_test_message ("killed after %u edits, %u are there", finished, kept);
      /* The last may be done before it was said; or a new run was, which has no edits yet. */
      g_assert_true (kept == finished || kept == finished + 1 ||
                     (kept == 0 && working_copy_count_tracks (document) == 60));
      venule_working_copy_discard (venule_document_get_working_copy (document));
      g_unlink (self->path);
    }
  g_assert_cmpuint (working_copy_count_leftovers (), ==, 0);
  g_assert_true (working_copy_is_tidy ());
}

/* ---- Runs that go on ---- */

static guint
count_spots (VenuleDocument *document)
{
  guint n = 0;

  for (guint i = 0; i < working_copy_count_tracks (document); i++)
    {
      g_autoptr(VenuleTrack) track = g_list_model_get_item (G_LIST_MODEL (document), i);

      n += venule_track_get_n_spots (track);
    }

  return n;
}

static void
test_killed_runs_keep_what_they_found (ProjectDbFixture *self,
                                       gconstpointer     data)
{
  const guint kills = g_test_slow () ? 200 : 15;

  for (guint i = 0; i < kills; i++)
    {
      g_autofree char *said = kill_a_victim ("--runner", self->path, (gulong) g_test_rand_int_range (0, 100000));
      guint finished = count_finished (said), kept;
      g_autoptr(GPtrArray) leftovers = venule_working_copy_dup_leftovers (NULL);
      g_autoptr(VenuleDocument) document = NULL;
      g_autoptr(GError) error = NULL;
      VenuleWorkingCopy *working_copy;

      if (leftovers->len == 0)
        {
          g_assert_cmpuint (finished, ==, 0);
          continue;
        }
      working_copy = venule_working_copy_recover (g_ptr_array_index (leftovers, 0), &error);
      g_assert_no_error (error);
      document = working_copy_document_of (working_copy);
      kept = count_spots (document);
      g_test_message ("killed after %u spots, %u are there", finished, kept);
      g_assert_cmpuint (kept, >=, finished);
      g_assert_cmpuint (kept % 20, ==, 0);
      if (kept > 0)
        {
          g_autoptr(VenuleTrack) track = g_list_model_get_item (G_LIST_MODEL (document), 0);

          g_assert_false (venule_document_get_run_metadata (document)->complete);
          g_assert_cmpint (venule_document_get_run_metadata (document)->last_frame, ==, kept / 20 - 1);
          g_assert_cmpfloat (venule_track_get_contour (track, 0)[0], ==, 1);
        }
      venule_working_copy_discard (venule_document_get_working_copy (document));
    }
}

/* Of a run that comes to its end nothing is there twice. */
static void
test_a_finished_run_takes_the_place_of_its_beginning (ProjectDbFixture *self,
                                                      gconstpointer     data)
{
  g_autoptr(VenuleDocument) document = working_copy_new_document (), again = NULL;
  g_autoptr(VenuleSettings) settings = project_db_random_settings ();
  g_autoptr(GPtrArray) tracks = project_db_random_tracks (30);
  VenuleRunMetadata metadata = { .device = (char *) "CPU", .last_frame = 299, .complete = TRUE };

  venule_document_set_live_period (document, 0);
  for (guint run = 1; run <= 3; run++)
    {
      g_autoptr(GArray) runs = NULL;

      venule_document_begin_run (document, settings);
      for (guint id = 1; id <= 10; id++)
        {
          VenuleSpot spot = { .frame = 7, .radius = 1 };

          venule_document_add_spots (document, &id, &spot, 1);
          venule_document_keep_live (document, &metadata);
        }
      if (run == 2) /* on another device */
        venule_document_begin_run (document, settings);
      venule_document_set_run_metadata (document, &metadata);
      venule_document_finish_run (document, tracks);
      runs = venule_document_dup_runs (document);
      g_assert_cmpuint (runs->len, ==, run);
      g_assert_cmpuint (working_copy_count_tracks (document), ==, 30);
    }
  working_copy_save (document, self->path);
  g_clear_object (&document);

  again = working_copy_open_document (self->path, VENULE_WORKING_COPY_ASK);
  g_assert_cmpuint (working_copy_count_tracks (again), ==, 30);
  g_assert_true (venule_document_get_run_metadata (again)->complete);
  venule_working_copy_discard (venule_document_get_working_copy (again));
  g_clear_object (&again);
  g_assert_true (working_copy_is_tidy ());
}

int
main (int    argc,
      char **argv)
{
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

  working_copy_set_up_state ();
  own_path = argv[0];
  g_test_init (&argc, &argv, NULL);

#define ADD(name, function) \
  g_test_add ("/working-copy/" name, ProjectDbFixture, NULL, project_db_set_up, function, project_db_tear_down)
  ADD ("killed-programs-lose-nothing", test_killed_programs_lose_nothing);
  ADD ("killed-runs-keep-what-they-found", test_killed_runs_keep_what_they_found);
  ADD ("a-finished-run-takes-the-place-of-its-beginning", test_a_finished_run_takes_the_place_of_its_beginning);
#undef ADD

  return g_test_run ();
}
