/* test-edit-walk.c: whatever is edited, taken back and done again, the document is what its steps make of it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <gio/gio.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "child.h"
#include "edit-walk.h"
#include "fake-source.h"
#include "project-db-test.h"

#define N_STEPS (g_test_slow () ? 2000 : 700)
#define N_TRACKS 30

static const char *own_path;

/* The same for the same seed. */
static VenuleDocument *
make_document (const char *path,
               guint32     seed)
{
  g_autoptr(GRand) rand = g_rand_new_with_seed (seed);
  g_autoptr(VenuleSource) source = fake_source_new (30, 2000, TRUE);
  g_autoptr(GPtrArray) tracks = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr(GError) error = NULL;
  VenuleDocument *document = venule_document_new_from_db (source, venule_project_db_create (path, &error), &error);

  g_assert_no_error (error);
  for (guint id = 1; id <= N_TRACKS; id++)
    {
      VenuleTrack *track = venule_track_new (id);
      gint64 frame = g_rand_int_range (rand, 0, 100);
      gint64 last = frame + g_rand_int_range (rand, 1, 60);

      for (; frame <= last; frame += g_rand_int_range (rand, 0, 8) == 0 ? 3 : 1)
        {
          VenuleSpot spot = { .frame = frame, .time = frame / 20.0, .x = g_rand_double_range (rand, 0, 640) / id,
                              .y = 10 * id,
                              .radius = 8, .score = 0.5f, .source = VENULE_SPOT_TRACKED, .shift_x = 0.25f * frame,
                              .contour = { 8 } };

          venule_track_add_spot (track, &spot);
        }
      venule_track_set_quality (track, g_rand_double (rand));
      g_ptr_array_add (tracks, track);
    }
  venule_document_begin_run (document, venule_document_get_settings (document));
  venule_document_finish_run (document, tracks);

  return document;
}

/* What is on the screen is what is in the file. */
static void
assert_shown (VenuleDocument *document,
              const char     *path)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(VenuleProjectDb) db = venule_project_db_open (path, "test", &error);
  g_autoptr(GPtrArray) stored = NULL;
  guint n = g_list_model_get_n_items (G_LIST_MODEL (document));
  gint64 frame = g_test_rand_int_range (0, 200);
  g_autoptr(GPtrArray) there = venule_document_dup_tracks_at (document, frame);
  guint n_there = 0;

  g_assert_no_error (error);
  stored = venule_project_db_dup_tracks (db, 1, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (stored->len, ==, n);
  for (guint i = 0; i < n; i++)
    {
      g_autoptr(VenuleTrack) track = g_list_model_get_item (G_LIST_MODEL (document), i);

      project_db_assert_same_track (track, g_ptr_array_index (stored, i));
      if (venule_track_get_place_at (track, frame) != NULL)
        g_assert_true (g_ptr_array_index (there, n_there++) == track);
    }
  g_assert_cmpuint (there->len, ==, n_there);
}

/* The steps that are done make the same document when nothing was ever taken back. */
static void
assert_replay (const char *path,
               GArray     *seeds,
               guint       position,
               guint32     seed)
{
  g_autofree char *other = g_strconcat (path, ".replayed", NULL);
  g_autoptr(VenuleDocument) document = make_document (other, seed);
  g_autofree char *walked = project_db_dump (path);
  g_autofree char *replayed = NULL;

  for (guint i = 0; i < position; i++)
    g_assert_true (edit_walk_do (document, g_array_index (seeds, guint32, i)));
  replayed = project_db_dump (other);
  g_assert_true (g_str_equal (walked, replayed));
}

static void
assert_to_and_fro (VenuleDocument *document,
                   const char     *path)
{
  g_autofree char *before = project_db_dump (path);
  g_autofree char *after = NULL;

  g_assert_true (venule_document_undo (document));
  g_assert_true (venule_document_redo (document));
  after = project_db_dump (path);
  g_assert_true (g_str_equal (before, after));
}

/* GLib begins each test with the same numbers. */
static guint32
draw_seed (gconstpointer data)
{
  for (guint i = 0; i < GPOINTER_TO_UINT (data); i++)
    g_test_rand_int ();

  return (guint32) g_test_rand_int ();
}

static void
test_a_random_walk_ends_where_its_steps_lead (ProjectDbFixture *self,
                                              gconstpointer     data)
{
  guint32 seed = draw_seed (data);
  g_autoptr(VenuleDocument) document = make_document (self->path, seed);
  g_autoptr(GArray) seeds = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint position = 0, n_edits = 0;

  for (guint i = 0; i < N_STEPS; i++)
    {
      int lot = g_test_rand_int_range (0, 100);

      if (lot < 60)
        {
          guint32 drawn = (guint32) g_test_rand_int ();

          if (!edit_walk_do (document, drawn))
            continue;
          g_array_set_size (seeds, position);
          g_array_append_val (seeds, drawn);
          position++;
          n_edits++;
          if (lot < 3)
            assert_to_and_fro (document, self->path);
        }
      else if (lot < 82)
        position -= venule_document_undo (document);
      else if (lot < 98)
        position += venule_document_redo (document);
      else
        {
          guint to = (guint) g_test_rand_int_range ((gint32) (position - MIN (position, 9)), (gint32) position + 1);

          g_assert_true (venule_document_go_to_step (document, to));
          position = to;
        }
      if (i % 50 == 0)
        assert_shown (document, self->path);
    }

  g_test_message ("%u edits, of which %u are done", n_edits, position);
  assert_shown (document, self->path);
  assert_replay (self->path, seeds, position, seed);
}

/* ---- Killed programs ---- */

static void
act (VenuleDocument *document,
     GRand          *rand)
{
  gint32 lot = g_rand_int_range (rand, 0, 10);

  if (lot < 7)
    edit_walk_do (document, g_rand_int (rand));
  else if (lot < 9)
    venule_document_undo (document);
  else
    venule_document_redo (document);
}

/* Says how many things it has done, until it is killed. */
G_NORETURN static void
be_a_victim (const char *path,
             guint32     seed)
{
  VenuleDocument *document = make_document (path, seed);
  GRand *rand = g_rand_new_with_seed (seed);

  g_print ("done 0\n");
  for (guint n = 1;; n++)
    {
      act (document, rand);
      g_print ("done %u\n", n);
    }
}

/* What it said last: whole lines alone. */
static guint
kill_a_victim (const char *path,
               guint32     seed,
               gulong      after)
{
  g_autofree char *number = g_strdup_printf ("%u", seed);
  int status;
  g_autofree char *said = child_stop ((const char *[]) { own_path, "--victim", path, number, NULL }, FALSE, "done 0\n",
                                      after, SIGKILL, &status);
  g_auto(GStrv) lines = g_strsplit (said, "\n", -1);

  g_assert_true (g_str_has_prefix (lines[g_strv_length (lines) - 2], "done "));

  return (guint) g_ascii_strtoull (lines[g_strv_length (lines) - 2] + strlen ("done "), NULL, 10);
}

static VenuleDocument *
reopen (const char *path)
{
  g_autoptr(VenuleSource) source = fake_source_new (30, 2000, TRUE);
  g_autoptr(GError) error = NULL;
  VenuleProjectDb *db = venule_project_db_open (path, "test", &error);
  VenuleDocument *document;

  g_assert_no_error (error);
  document = venule_document_new_from_db (source, db, &error);
  g_assert_no_error (error);

  return document;
}

/* All that was finished is there, and of what was not either all, or nothing, or some whole edits of a group: that can
 * be taken back as one. */
static void
test_killed_edits_are_finished_or_not_begun (ProjectDbFixture *self,
                                             gconstpointer     data)
{
  const guint kills = g_test_slow () ? 200 : 15;
  guint n_whole = 0, n_next = 0, n_parts = 0;

  for (guint i = 0; i < kills; i++)
    {
      guint32 seed = (guint32) g_test_rand_int ();
      g_autofree char *path = g_strdup_printf ("%s-%u", self->path, i);
      g_autofree char *other = g_strconcat (path, ".replayed", NULL);
      guint finished = kill_a_victim (path, seed, (gulong) g_test_rand_int_range (0, 150000));
      g_autoptr(GRand) rand = g_rand_new_with_seed (seed);
      g_autoptr(VenuleDocument) survivor = reopen (path), replayed = make_document (other, seed);
      g_autofree char *found = project_db_dump (path), *expected = NULL, *next = NULL, *taken_back = NULL;

      for (guint n = 0; n < finished; n++)
        act (replayed, rand);
      expected = project_db_dump (other);
      act (replayed, rand);
      next = project_db_dump (other);
      if (g_str_equal (found, expected))
        n_whole++;
      else if (g_str_equal (found, next))
        n_next++;
      else
        {
          n_parts++;
          g_assert_true (venule_document_undo (survivor));
          taken_back = project_db_dump (path);
          g_assert_true (g_str_equal (taken_back, expected));
        }
    }
  g_test_message ("%u as they had said, %u one edit further, %u within a group", n_whole, n_next, n_parts);
}

int
main (int   argc,
      char *argv[])
{
  if (argc == 4 && g_str_equal (argv[1], "--victim"))
    {
      g_test_init (&argc, &argv, NULL);
      be_a_victim (argv[2], (guint32) strtoul (argv[3], NULL, 10));
    }

  own_path = argv[0];
  g_test_init (&argc, &argv, NULL);

  for (guint i = 1; i <= 3; i++)
    {
      g_autofree char *name = g_strdup_printf ("/edit-walk/ends-where-its-steps-lead/%u", i);

      g_test_add (name, ProjectDbFixture, GUINT_TO_POINTER (i), project_db_set_up,
                  test_a_random_walk_ends_where_its_steps_lead, project_db_tear_down);
    }
  g_test_add ("/edit-walk/killed-edits-are-finished-or-not-begun", ProjectDbFixture, NULL, project_db_set_up,
              test_killed_edits_are_finished_or_not_begun, project_db_tear_down);

  return g_test_run ();
}
