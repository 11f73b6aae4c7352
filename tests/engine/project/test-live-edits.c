/* test-live-edits.c: tracks are edited while the run goes on that finds them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "fake-source.h"
#include "project-db-test.h"
#include "venule-document-tracks.h"

#define N_CELLS 6

typedef struct {
  ProjectDbFixture db;
  VenuleDocument  *document;
} Fixture;

/* Cell k rolls at y = 40 k. */
static VenuleSpot
make_spot (guint  cell,
           gint64 frame,
           double jitter)
{
  return (VenuleSpot){ .frame = frame, .time = frame / 20.0, .x = 50 + 2 * frame + jitter, .y = 40 * cell + jitter,
                       .radius = 9,
                       .score = 0.5f, .source = VENULE_SPOT_TRACKED, .contour = { 9 } };
}

static void
set_up (Fixture       *self,
        gconstpointer  data)
{
  g_autoptr(VenuleSource) source = fake_source_new (30, 2000, TRUE);
  g_autoptr(VenuleSettings) settings = venule_settings_new ();
  g_autoptr(GError) error = NULL;

  project_db_set_up (&self->db, data);
  self->document = venule_document_new_from_db (source, venule_project_db_create (self->db.path, &error), &error);
  g_assert_no_error (error);
  settings->vessel->flow_x = 1;
  venule_document_set_settings (self->document, settings);
  venule_document_begin_run (self->document, settings);
}

static void
tear_down (Fixture       *self,
           gconstpointer  data)
{
  g_assert_finalize_object (self->document);
  project_db_tear_down (&self->db, data);
}

/* The run goes on: cell k is track k. */
static void
run_on (Fixture *self,
        gint64   first,
        gint64   last)
{
  for (gint64 frame = first; frame <= last; frame++)
    for (guint cell = 1; cell <= N_CELLS; cell++)
      {
        VenuleSpot spot = make_spot (cell, frame, 0);

        venule_document_add_spots (self->document, &cell, &spot, 1);
      }
}

/* The linked tracks are a little elsewhere, under other numbers: cell k is track 10 k. */
static void
end_run (Fixture *self,
         gint64   last)
{
  g_autoptr(GPtrArray) tracks = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint cell = 1; cell <= N_CELLS; cell++)
    {
      VenuleTrack *track = venule_track_new (10 * cell);

      for (gint64 frame = 0; frame <= last; frame++)
        {
          VenuleSpot spot = make_spot (cell, frame, 1);

          venule_track_add_spot (track, &spot);
        }
      venule_track_set_quality (track, 0.8);
      g_ptr_array_add (tracks, track);
    }
  venule_document_finish_run (self->document, tracks);
}

static VenuleTrack *
get (Fixture *self,
     guint    id)
{
  return venule_document_get_track (self->document, id);
}

static void
assert_frames (Fixture *self,
               guint    id,
               gint64   first,
               gint64   last)
{
  g_assert_nonnull (get (self, id));
  g_assert_cmpint (venule_track_get_first_frame (get (self, id)), ==, first);
  g_assert_cmpint (venule_track_get_last_frame (get (self, id)), ==, last);
}

static void
test_edited_tracks_go_on_growing (Fixture       *self,
                                  gconstpointer  data)
{
  const guint two = 2;
  g_autofree char *name = NULL;
  guint cut;

  run_on (self, 0, 20);
  g_assert_true (venule_document_move_spot (self->document, 1, 20, 95, 43, NULL));
  g_assert_true (venule_document_remove_tracks (self->document, &two, 1, NULL));
  cut = venule_document_cut_track (self->document, 3, 11, NULL);
  g_assert_cmpuint (cut, >, 1000000);
  g_assert_true (venule_document_delete_spots (self->document, 4, 15, 20, NULL));
  g_assert_true (venule_document_swap_tracks (self->document, 5, 6, 10, NULL));
  run_on (self, 21, 30);

  assert_frames (self, 1, 0, 30);
  g_assert_cmpfloat (venule_track_get_place_at (get (self, 1), 20)->y, ==, 43);
  g_assert_null (get (self, 2));
  assert_frames (self, 3, 0, 10);
  assert_frames (self, cut, 11, 30);
  assert_frames (self, 4, 0, 14); /* what a person has cut off does not grow again */
  g_assert_cmpfloat (venule_track_get_place_at (get (self, 5), 30)->y, ==, 240);
  g_assert_cmpfloat (venule_track_get_place_at (get (self, 6), 30)->y, ==, 200);
  name = venule_document_dup_undo_name (self->document);
  g_assert_cmpstr (name, ==, "Swap Tracks 5 and 6");
}

static void
test_what_is_taken_back_has_what_was_found_since (Fixture       *self,
                                                  gconstpointer  data)
{
  const guint two = 2;
  g_autoptr(GPtrArray) names = NULL;
  guint cut, position;

  run_on (self, 0, 20);
  g_assert_true (venule_document_remove_tracks (self->document, &two, 1, NULL));
  cut = venule_document_cut_track (self->document, 3, 11, NULL);
  run_on (self, 21, 30);
  g_assert_true (venule_document_undo (self->document));
  assert_frames (self, 3, 0, 30);
  g_assert_null (get (self, cut));
  g_assert_true (venule_document_undo (self->document));
  assert_frames (self, 2, 0, 30);
  g_assert_false (venule_document_undo (self->document));
  run_on (self, 31, 35);
  for (guint cell = 1; cell <= N_CELLS; cell++)
    assert_frames (self, cell, 0, 35);

  g_assert_true (venule_document_go_to_step (self->document, 2));
  run_on (self, 36, 40);
  g_assert_null (get (self, 2));
  assert_frames (self, 3, 0, 10);
  assert_frames (self, cut, 11, 40);
  names = venule_document_dup_history (self->document, &position);
  g_assert_cmpuint (names->len, ==, 2);
  g_assert_cmpuint (position, ==, 2);
  g_assert_true (venule_document_undo (self->document));
  g_assert_true (venule_document_set_hidden (self->document, &two, 1, TRUE, NULL)); /* it is not there: no step */
  g_assert_true (venule_document_can_redo (self->document));
}

/* Each goes on with its own cell, also where two cells are found at the same place. */
static void
test_tracks_that_are_edited_at_once_go_on (Fixture       *self,
                                           gconstpointer  data)
{
  const guint ids[] = { 1, 2, 3, 4, 5, 6, 7 };
  VenuleSpot spot = make_spot (1, 20, 0);

  run_on (self, 0, 20);
  venule_document_add_spots (self->document, &ids[6], &spot, 1);
  for (guint i = 0; i < 2; i++)
    g_assert_true (venule_document_set_hidden (self->document, ids, G_N_ELEMENTS (ids), i == 0, NULL));
  run_on (self, 21, 30);
  for (guint cell = 1; cell <= N_CELLS; cell++)
    {
      assert_frames (self, cell, 0, 30);
      g_assert_cmpfloat (venule_track_get_place_at (get (self, cell), 30)->y, ==, 40 * cell);
    }
  assert_frames (self, 7, 20, 20);
  spot = make_spot (1, 21, 2);
  venule_document_add_spots (self->document, &ids[6], &spot, 1);
  assert_frames (self, 7, 20, 21);
}

static void
test_linked_tracks_get_the_corrections (Fixture       *self,
                                        gconstpointer  data)
{
  const guint two = 2, four = 4;
  g_autoptr(GPtrArray) conflicts = NULL;
  g_autofree char *name = NULL;
  guint n;

  run_on (self, 0, 20);
  venule_document_begin_group (self->document, "Several");
  g_assert_true (venule_document_remove_tracks (self->document, &two, 1, NULL));
  g_assert_true (venule_document_move_spot (self->document, 1, 10, 70, 45, NULL));
  venule_document_end_group (self->document);
  g_assert_true (venule_document_set_note (self->document, &four, 1, "a pair", NULL));
  g_assert_cmpuint (venule_document_cut_track (self->document, 3, 11, NULL), >, 0);
  g_assert_true (venule_document_undo (self->document));
  run_on (self, 21, 40);
  end_run (self, 40);

  name = venule_document_dup_undo_name (self->document);
  g_assert_cmpstr (name, ==, "Edits During the Run");
  g_assert_null (get (self, 20));
  g_assert_cmpfloat (venule_track_get_place_at (get (self, 10), 10)->y, ==, 45);
  assert_frames (self, 10, 0, 40);
  g_assert_cmpfloat_with_epsilon (venule_track_get_quality (get (self, 10)), (40 * 0.8 + 1) / 41, 1e-9);
  assert_frames (self, 30, 0, 40);
  g_assert_cmpstr (venule_track_get_note (get (self, 40)), ==, "a pair");
  g_assert_false (venule_track_get_edited (get (self, 30)));

  conflicts = venule_document_steal_conflicts (self->document, &n);
  g_assert_cmpuint (n, ==, 3);
  g_assert_cmpuint (conflicts->len, ==, 0);
  g_assert_null (venule_document_steal_conflicts (self->document, &n));
}

/* What the edits of the run are in its linked tracks, and what those are without them. */
static void
assert_both_ways (Fixture *self)
{
  project_db_assert_history (self->document, 3, "Change Labels, Change Labels, Edits During the Run");
  g_assert_null (get (self, 20));
  g_assert_null (get (self, 60));
  g_assert_cmpfloat (venule_track_get_place_at (get (self, 10), 10)->y, ==, 45);
  g_assert_cmpfloat (venule_track_get_place_at (get (self, 10), 12)->y, ==, 50);
  g_assert_cmpstr (venule_track_get_note (get (self, 10)), ==, "a pair");
  g_assert_true (venule_track_get_hidden (get (self, 40)));
  g_assert_true (venule_track_get_hidden (get (self, 50)));
  assert_frames (self, 30, 0, 40);
  g_assert_cmpstr (venule_document_get_measure_settings (self->document)->group, ==, "treated");

  g_assert_true (venule_document_undo (self->document));
  g_assert_cmpstr (venule_document_get_measure_settings (self->document)->group, ==, "treated");
  for (guint cell = 1; cell <= N_CELLS; cell++)
    {
      VenuleTrack *track = get (self, 10 * cell);

      assert_frames (self, 10 * cell, 0, 40);
      for (gint64 frame = 0; frame <= 40; frame++)
        g_assert_cmpfloat (venule_track_get_place_at (track, frame)->y, ==, make_spot (cell, frame, 1).y);
      g_assert_null (venule_track_get_note (track));
      g_assert_false (venule_track_get_hidden (track));
      g_assert_false (venule_track_get_edited (track));
    }
  g_assert_true (venule_document_go_to_step (self->document, 0));
  g_assert_null (venule_document_get_measure_settings (self->document)->group);
  g_assert_true (venule_document_go_to_step (self->document, 3));
}

static void
test_all_edits_are_one_step_of_the_finished_run (Fixture       *self,
                                                 gconstpointer  data)
{
  const guint one = 1, two = 2, six = 6, pair[] = { 4, 5 };
  g_autofree char *saved = g_build_filename (self->db.folder, "saved.venule", NULL);
  g_autoptr(VenuleSource) source = fake_source_new (30, 2000, TRUE);
  g_autoptr(GError) error = NULL;
  g_autoptr(GPtrArray) conflicts = NULL;
  VenuleDocument *again;
  guint n;

  run_on (self, 0, 20);
  g_assert_true (venule_document_remove_tracks (self->document, &two, 1, NULL));
  g_assert_true (venule_document_move_spot (self->document, 1, 10, 70, 45, NULL));
  project_db_set_group (self->document, "control");
  project_db_set_group (self->document, "treated");
  run_on (self, 21, 30);
  g_assert_true (venule_document_set_note (self->document, &one, 1, "a pair", NULL));
  venule_document_begin_group (self->document, "Several");
  g_assert_true (venule_document_remove_tracks (self->document, &six, 1, NULL));
  g_assert_true (venule_document_move_spot (self->document, 1, 12, 74, 50, NULL));
  venule_document_end_group (self->document);
  g_assert_true (venule_document_set_hidden (self->document, pair, 2, TRUE, NULL));
  g_assert_cmpuint (venule_document_cut_track (self->document, 3, 11, NULL), >, 0);
  g_assert_true (venule_document_undo (self->document));
  run_on (self, 31, 40);
  end_run (self, 40);
  conflicts = venule_document_steal_conflicts (self->document, &n);
  g_assert_cmpuint (conflicts->len, ==, 0);
  g_assert_cmpuint (n, ==, 5);
  assert_both_ways (self);

  /* And tomorrow. */
  g_assert_true (venule_document_save (self->document, saved, &error));
  g_assert_no_error (error);
  again = venule_document_new_from_db (source, venule_project_db_open_copy (saved, &error), &error);
  g_assert_no_error (error);
  g_object_unref (self->document);
  self->document = again;
  assert_both_ways (self);
}

/* What is known of a cell when it is deleted may be a small part of it. */
static void
test_a_cell_that_was_deleted_at_once_does_not_come_back (Fixture       *self,
                                                         gconstpointer  data)
{
  const guint two = 2, three = 3;

  run_on (self, 0, 1);
  g_assert_true (venule_document_remove_tracks (self->document, &two, 1, NULL));
  g_assert_true (venule_document_delete_spots (self->document, 3, 1, 1, NULL));
  run_on (self, 2, 400);
  g_assert_null (get (self, 2));
  assert_frames (self, 3, 0, 0);
  g_assert_true (venule_document_set_locked (self->document, &three, 1, TRUE, NULL));
  end_run (self, 400);

  g_assert_null (get (self, 20));
  assert_frames (self, 30, 0, 0);
  assert_frames (self, 40, 0, 400);
}

/* An edit that changed nothing in the end is no step. */
static void
test_edits_that_come_to_nothing_are_no_step (Fixture       *self,
                                             gconstpointer  data)
{
  const guint two = 2;

  run_on (self, 0, 20);
  g_assert_true (venule_document_remove_tracks (self->document, &two, 1, NULL));
  g_assert_true (venule_document_undo (self->document));
  project_db_set_group (self->document, "treated");
  project_db_set_group (self->document, NULL);
  run_on (self, 21, 40);
  end_run (self, 40);
  project_db_assert_history (self->document, 2, "Change Labels, Change Labels");
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (self->document)), ==, N_CELLS);
}

/* A run that is stopped has linked tracks too; where what was corrected is not found again, that is said. */
static void
test_what_is_not_found_again_is_told (Fixture       *self,
                                         gconstpointer  data)
{
  const guint three = 3, seven = 7;
  VenuleSpot stray = { .frame = 5, .time = 0.25, .x = 400, .y = 20, .radius = 9, .source = VENULE_SPOT_TRACKED,
                       .contour = { 9 } };
  g_autoptr(GPtrArray) conflicts = NULL;
  guint n;

  run_on (self, 0, 20);
  for (stray.frame = 5; stray.frame < 9; stray.frame++)
    venule_document_add_spots (self->document, &seven, &stray, 1);
  g_assert_true (venule_document_set_note (self->document, &seven, 1, "dust", NULL));
  g_assert_true (venule_document_set_note (self->document, &three, 1, "a pair", NULL));
  end_run (self, 20);

  project_db_assert_history (self->document, 1, "Edits During the Run");
  g_assert_cmpstr (venule_track_get_note (get (self, 30)), ==, "a pair");
  conflicts = venule_document_steal_conflicts (self->document, &n);
  g_assert_cmpuint (n, ==, 1);
  g_assert_cmpuint (conflicts->len, ==, 1);
  g_assert_cmpstr (((VenuleConflict *) g_ptr_array_index (conflicts, 0))->sentence, ==,
                   "Track 7, of which something was said before, was not found again. Look at frame 5.");
}

/* Of a cell that the run found in two parts, and then in one, the same is said twice. */
static void
test_what_is_said_twice_is_said_once (Fixture       *self,
                                      gconstpointer  data)
{
  const guint one = 1, seven = 7;
  g_autoptr(GPtrArray) conflicts = NULL;
  guint n;

  run_on (self, 0, 20);
  for (gint64 frame = 21; frame <= 40; frame++)
    {
      VenuleSpot spot = make_spot (1, frame, 0);

      venule_document_add_spots (self->document, &seven, &spot, 1);
    }
  g_assert_true (venule_document_set_kinds (self->document, &seven, 1, VENULE_CELL_OTHER, NULL));
  g_assert_true (venule_document_set_kinds (self->document, &one, 1, VENULE_CELL_OTHER, NULL));
  g_assert_true (venule_document_set_hidden (self->document, &one, 1, TRUE, NULL));
  end_run (self, 40);

  g_assert_cmpint (venule_track_get_kind (get (self, 10)), ==, VENULE_CELL_OTHER);
  g_assert_true (venule_track_get_hidden (get (self, 10)));
  conflicts = venule_document_steal_conflicts (self->document, &n);
  g_assert_cmpuint (n, ==, 1);
  g_assert_true (venule_document_undo (self->document));
  g_assert_false (venule_track_get_kind_is_manual (get (self, 10)));
}

static void
test_a_run_that_begins_anew_keeps_them (Fixture       *self,
                                        gconstpointer  data)
{
  const guint two = 2, five = 5;
  g_autoptr(GPtrArray) conflicts = NULL;
  guint n;

  run_on (self, 0, 20);
  g_assert_true (venule_document_remove_tracks (self->document, &two, 1, NULL));
  project_db_set_group (self->document, "treated");
  g_assert_true (venule_document_set_note (self->document, &five, 1, "taken back", NULL));
  g_assert_true (venule_document_undo (self->document));
  venule_document_begin_run (self->document, venule_document_get_settings (self->document));
  project_db_assert_history (self->document, 1, "Change Labels");
  run_on (self, 0, 30);
  g_assert_nonnull (get (self, 2));
  g_assert_true (venule_document_remove_tracks (self->document, &five, 1, NULL));
  project_db_set_group (self->document, "control");
  end_run (self, 40);
  g_assert_null (get (self, 20));
  g_assert_null (get (self, 50));
  conflicts = venule_document_steal_conflicts (self->document, &n);
  g_assert_cmpuint (n, ==, 2);

  /* Each of both attempts is a step; what was measured stands for itself. */
  project_db_assert_history (self->document, 4,
                             "Change Labels, Change Labels, Edits During the Run, Edits During the Run");
  g_assert_true (venule_document_undo (self->document));
  g_assert_nonnull (get (self, 50));
  g_assert_null (get (self, 20));
  g_assert_true (venule_document_undo (self->document));
  g_assert_nonnull (get (self, 20));
  g_assert_true (venule_document_undo (self->document));
  g_assert_cmpstr (venule_document_get_measure_settings (self->document)->group, ==, "treated");
  g_assert_true (venule_document_undo (self->document));
  g_assert_null (venule_document_get_measure_settings (self->document)->group);
}

/* Of the same cell, what was said and done last holds. */
static void
test_older_corrections_are_below_the_edits (Fixture       *self,
                                            gconstpointer  data)
{
  const VenuleRunMetadata metadata = { .device = (char *) "CPU", .last_frame = 40, .complete = TRUE };
  const guint ids[] = { 10, 20, 40, 2, 5 };
  g_autoptr(GPtrArray) conflicts = NULL;
  guint n;

  run_on (self, 0, 40);
  venule_document_set_run_metadata (self->document, &metadata);
  end_run (self, 40);
  g_assert_true (venule_document_set_kinds (self->document, &ids[0], 1, VENULE_CELL_OTHER, NULL));
  g_assert_true (venule_document_move_spot (self->document, 20, 10, 70, 85, NULL));
  g_assert_true (venule_document_remove_tracks (self->document, &ids[2], 1, NULL));
  venule_document_begin_run (self->document, venule_document_get_settings (self->document));
  run_on (self, 0, 20);
  g_assert_true (venule_document_set_kinds (self->document, (const guint[]) { 1 }, 1, VENULE_CELL_ADHERENT, NULL));
  g_assert_true (venule_document_remove_tracks (self->document, &ids[3], 1, NULL));
  g_assert_true (venule_document_remove_tracks (self->document, &ids[4], 1, NULL));
  venule_document_set_run_metadata (self->document, &metadata);
  end_run (self, 40);

  g_assert_cmpint (venule_document_get_run_before (self->document), ==, 0);
  project_db_assert_history (self->document, 2, "Carry Corrections Over, Edits During the Run");
  conflicts = venule_document_steal_conflicts (self->document, &n);
  g_assert_cmpuint (n, ==, 6);
  g_assert_cmpint (venule_track_get_kind (get (self, 10)), ==, VENULE_CELL_ADHERENT);
  g_assert_null (get (self, 20));
  g_assert_null (get (self, 40));
  g_assert_null (get (self, 50));

  g_assert_true (venule_document_undo (self->document));
  g_assert_nonnull (get (self, 50));
  g_assert_cmpfloat (venule_track_get_place_at (get (self, 20), 10)->y, ==, 85);
  g_assert_cmpint (venule_track_get_kind (get (self, 10)), ==, VENULE_CELL_OTHER);
  g_assert_null (get (self, 40));
  g_assert_true (venule_document_undo (self->document));
  g_assert_nonnull (get (self, 40));
  g_assert_false (venule_track_get_kind_is_manual (get (self, 10)));
  g_assert_false (venule_document_can_undo (self->document));
}

/* Both sides of a step have what was found of its cells until then. */
static void
test_a_killed_run_has_the_edits (Fixture       *self,
                                 gconstpointer  data)
{
  const VenuleRunMetadata metadata = { .device = (char *) "CPU", .last_frame = 30 };
  const guint two = 2;
  g_autoptr(VenuleSource) source = fake_source_new (30, 2000, TRUE);
  g_autoptr(GError) error = NULL;
  VenuleDocument *again;
  guint cut;

  venule_document_set_live_period (self->document, 0);
  venule_document_begin_run (self->document, venule_document_get_settings (self->document));
  run_on (self, 0, 20);
  venule_document_keep_live (self->document, &metadata);
  g_assert_true (venule_document_remove_tracks (self->document, &two, 1, NULL));
  cut = venule_document_cut_track (self->document, 3, 11, NULL);
  g_assert_cmpuint (cut, >, 0);
  run_on (self, 21, 30);
  venule_document_keep_live (self->document, &metadata);

  /* As if it had been killed here. */
  again = venule_document_new_from_db (source, venule_project_db_open (self->db.path, "test", &error), &error);
  g_assert_no_error (error);
  g_object_unref (self->document);
  self->document = again;
  g_assert_null (get (self, 2));
  assert_frames (self, 3, 0, 10);
  assert_frames (self, cut, 11, 30);
  g_assert_true (venule_document_undo (self->document));
  assert_frames (self, 3, 0, 30);
  g_assert_true (venule_document_undo (self->document));
  assert_frames (self, 2, 0, 30);
  g_assert_false (venule_document_can_undo (self->document));
  g_assert_true (venule_document_go_to_step (self->document, 2));
  assert_frames (self, cut, 11, 30);
}

#define ADD(name, test) g_test_add ("/live-edits/" name, Fixture, NULL, set_up, (test), tear_down)

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  ADD ("edited-tracks-go-on-growing", test_edited_tracks_go_on_growing);
  ADD ("what-is-taken-back-has-what-was-found-since", test_what_is_taken_back_has_what_was_found_since);
  ADD ("tracks-that-are-edited-at-once-go-on", test_tracks_that_are_edited_at_once_go_on);
  ADD ("linked-tracks-get-the-corrections", test_linked_tracks_get_the_corrections);
  ADD ("all-edits-are-one-step-of-the-finished-run", test_all_edits_are_one_step_of_the_finished_run);
  ADD ("a-cell-that-was-deleted-at-once-does-not-come-back", test_a_cell_that_was_deleted_at_once_does_not_come_back);
  ADD ("edits-that-come-to-nothing-are-no-step", test_edits_that_come_to_nothing_are_no_step);
  ADD ("what-is-not-found-again-is-told", test_what_is_not_found_again_is_told);
  ADD ("what-is-said-twice-is-said-once", test_what_is_said_twice_is_said_once);
  ADD ("a-run-that-begins-anew-keeps-them", test_a_run_that_begins_anew_keeps_them);
  ADD ("older-corrections-are-below-the-edits", test_older_corrections_are_below_the_edits);
  ADD ("a-killed-run-has-the-edits", test_a_killed_run_has_the_edits);

  return g_test_run ();
}
