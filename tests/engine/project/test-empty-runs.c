/* test-empty-runs.c: a run that is stopped before its first frame is none
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "fake-source.h"
#include "project-db-test.h"
#include "venule-document-tracks.h"

#define N_CELLS 3

typedef struct {
  ProjectDbFixture db;
  VenuleDocument  *document;
} Fixture;

/* Cell k rolls at y = 40 k. */
static VenuleSpot
make_spot (guint  cell,
           gint64 frame)
{
  return (VenuleSpot){ .frame = frame, .time = frame / 20.0, .x = 50 + 2 * frame, .y = 40 * cell, .radius = 9,
                       .score = 0.5f, .source = VENULE_SPOT_TRACKED, .contour = { 9 } };
}

static void
begin_run (Fixture *self)
{
  venule_document_begin_run (self->document, venule_document_get_settings (self->document));
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
  begin_run (self);
}

static void
tear_down (Fixture       *self,
           gconstpointer  data)
{
  g_assert_finalize_object (self->document);
  project_db_tear_down (&self->db, data);
}

/* The run finds the cells: cell k is track k, */
static void
find_cells (Fixture *self)
{
  for (gint64 frame = 0; frame <= 20; frame++)
    for (guint cell = 1; cell <= N_CELLS; cell++)
      {
        VenuleSpot spot = make_spot (cell, frame);

        venule_document_add_spots (self->document, &cell, &spot, 1);
      }
}

/* and ends: it is track 10 k. */
static void
end_run (Fixture *self)
{
  g_autoptr(GPtrArray) tracks = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint cell = 1; cell <= N_CELLS; cell++)
    {
      VenuleTrack *track = venule_track_new (10 * cell);

      for (gint64 frame = 0; frame <= 20; frame++)
        {
          VenuleSpot spot = make_spot (cell, frame);

          venule_track_add_spot (track, &spot);
        }
      g_ptr_array_add (tracks, track);
    }
  venule_document_finish_run (self->document, tracks);
}

static guint
count_tracks (Fixture *self)
{
  return g_list_model_get_n_items (G_LIST_MODEL (self->document));
}

static const VenuleRunMetadata no_frame = { .device = (char *) "CPU", .last_frame = -1 };

static void
stop_at_once (Fixture *self)
{
  g_autoptr(GPtrArray) none = g_ptr_array_new ();

  venule_document_set_run_metadata (self->document, &no_frame);
  venule_document_finish_run (self->document, none);
}

static void
assert_runs (Fixture *self,
             guint    n)
{
  g_autoptr(GArray) runs = venule_document_dup_runs (self->document);

  g_assert_cmpuint (runs->len, ==, n);
}

/* Beside all others. */
static void
add_cell (Fixture *self)
{
  VenuleSpot spot = make_spot (N_CELLS + 3, 3);
  g_autoptr(GError) error = NULL;

  venule_document_put_spots (self->document, 0, &spot, 1, "Add a Cell", &error);
  g_assert_no_error (error);
}

static void
save (Fixture *self)
{
  g_autofree char *saved = g_build_filename (self->db.folder, "saved.venule", NULL);
  g_autoptr(GError) error = NULL;

  g_assert_true (venule_document_save (self->document, saved, &error));
  g_assert_no_error (error);
  g_assert_false (venule_document_get_modified (self->document));
}

/* With a run before it, whose tracks and steps are there again; nothing has to be saved. */
static void
test_a_run_of_no_frame_leaves_all_as_it_was (Fixture       *self,
                                             gconstpointer  data)
{
  const guint ten = 10;

  find_cells (self);
  end_run (self);
  g_assert_true (venule_document_set_note (self->document, &ten, 1, "a pair", NULL));
  g_assert_true (venule_document_set_note (self->document, &ten, 1, "a triple", NULL));
  g_assert_true (venule_document_undo (self->document));
  save (self);
  begin_run (self);
  venule_document_keep_live (self->document, &no_frame);
  stop_at_once (self);

  assert_runs (self, 1);
  g_assert_cmpint (venule_document_get_run (self->document), ==, 1);
  g_assert_cmpuint (count_tracks (self), ==, N_CELLS);
  project_db_assert_history (self->document, 1, "Change Note on Track 10, Change Note on Track 10");
  g_assert_false (venule_document_get_modified (self->document));
  g_assert_true (venule_document_redo (self->document));
  g_assert_cmpstr (venule_track_get_note (venule_document_get_track (self->document, 10)), ==, "a triple");
  g_assert_true (venule_document_get_modified (self->document));
}

static void
test_a_run_of_no_frame_is_none (Fixture       *self,
                                gconstpointer  data)
{
  stop_at_once (self);
  assert_runs (self, 0);
  g_assert_cmpint (venule_document_get_run (self->document), ==, 0);
  g_assert_null (venule_document_get_run_settings (self->document));
  g_assert_null (venule_document_get_run_metadata (self->document));
  g_assert_false (venule_document_can_undo (self->document));
}

/* What is the document's stays, and makes no run. */
static void
test_a_label_makes_no_run_of_no_frame (Fixture       *self,
                                       gconstpointer  data)
{
  project_db_set_group (self->document, "treated");
  stop_at_once (self);
  assert_runs (self, 0);
  project_db_assert_history (self->document, 1, "Change Labels");

  begin_run (self);
  find_cells (self);
  end_run (self);
  begin_run (self);
  project_db_set_group (self->document, "control");
  stop_at_once (self);
  assert_runs (self, 1);
  project_db_assert_history (self->document, 2, "Change Labels, Change Labels");
  g_assert_cmpuint (count_tracks (self), ==, N_CELLS);
}

/* A cell that was added by hand meanwhile is in the run before, as one step. */
static void
test_a_cell_of_a_run_of_no_frame_is_kept (Fixture       *self,
                                          gconstpointer  data)
{
  g_autoptr(GPtrArray) conflicts = NULL;
  guint n;

  find_cells (self);
  end_run (self);
  save (self);
  begin_run (self);
  add_cell (self);
  stop_at_once (self);

  assert_runs (self, 1);
  g_assert_cmpuint (count_tracks (self), ==, N_CELLS + 1);
  project_db_assert_history (self->document, 1, "Edits During the Run");
  g_assert_true (venule_document_get_modified (self->document));
  conflicts = venule_document_steal_conflicts (self->document, &n);
  g_assert_cmpuint (n, ==, 1);
  g_assert_true (venule_document_undo (self->document));
  g_assert_cmpuint (count_tracks (self), ==, N_CELLS);
  g_assert_false (venule_document_get_modified (self->document));
}

/* Without a run before it, it is as if it had been added before the first run. */
static void
test_a_cell_without_any_run_is_kept (Fixture       *self,
                                     gconstpointer  data)
{
  add_cell (self);
  stop_at_once (self);
  assert_runs (self, 1);
  g_assert_cmpuint (count_tracks (self), ==, 1);
  g_assert_null (venule_document_get_run_metadata (self->document));
  project_db_assert_history (self->document, 1, "Edits During the Run");
}

/* A first attempt had found cells, whose times were wrong: what was added is kept, what was deleted need not be. */
static void
test_edits_before_a_run_began_anew_are_kept (Fixture       *self,
                                             gconstpointer  data)
{
  const guint two = 2;

  find_cells (self);
  g_assert_true (venule_document_remove_tracks (self->document, &two, 1, NULL));
  begin_run (self);
  stop_at_once (self);
  assert_runs (self, 0);
  g_assert_null (venule_document_get_run_settings (self->document));
  g_assert_false (venule_document_can_undo (self->document));

  begin_run (self);
  find_cells (self);
  g_assert_true (venule_document_move_spot (self->document, 1, 10, 70, 45, NULL));
  begin_run (self);
  stop_at_once (self);
  assert_runs (self, 1);
  g_assert_cmpuint (count_tracks (self), ==, 1);
  project_db_assert_history (self->document, 1, "Edits During the Run");
}

#define ADD(name, test) g_test_add ("/empty-runs/" name, Fixture, NULL, set_up, (test), tear_down)

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  ADD ("a-run-of-no-frame-leaves-all-as-it-was", test_a_run_of_no_frame_leaves_all_as_it_was);
  ADD ("a-run-of-no-frame-is-none", test_a_run_of_no_frame_is_none);
  ADD ("a-label-makes-no-run-of-no-frame", test_a_label_makes_no_run_of_no_frame);
  ADD ("a-cell-of-a-run-of-no-frame-is-kept", test_a_cell_of_a_run_of_no_frame_is_kept);
  ADD ("a-cell-without-any-run-is-kept", test_a_cell_without_any_run_is_kept);
  ADD ("edits-before-a-run-began-anew-are-kept", test_edits_before_a_run_began_anew_are_kept);

  return g_test_run ();
}
