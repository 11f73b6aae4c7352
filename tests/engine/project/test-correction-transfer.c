/* test-correction-transfer.c: what was corrected in a run is corrected in the next one
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <math.h>

#include "fake-source.h"
#include "project-db-test.h"
#include "venule-document-tracks.h"
#include "venule-track-overlap.h"

#define N_CELLS 9

typedef struct {
  ProjectDbFixture db;
  VenuleDocument  *document;
} Fixture;

/* Cell k rolls at y = 40 k. @jitter: how far from it this run finds it, px. */
static VenuleTrack *
make_track (guint  id,
            guint  cell,
            gint64 first,
            gint64 last,
            double jitter)
{
  VenuleTrack *track = venule_track_new (id);

  for (gint64 frame = first; frame <= last; frame++)
    {
      VenuleSpot spot = { .frame = frame, .time = frame / 20.0, .x = 50 + 2 * frame + jitter, .y = 40 * cell + jitter,
                          .radius = 9, .score = 0.5f, .source = VENULE_SPOT_TRACKED, .contour = { 9 } };

      venule_track_add_spot (track, &spot);
    }
  venule_track_set_quality (track, 0.7);

  return track;
}

static void
run (Fixture   *self,
     GPtrArray *tracks)
{
  g_autoptr(VenuleSettings) settings = venule_settings_new ();

  settings->vessel->flow_x = 1;
  venule_document_set_settings (self->document, settings);
  venule_document_begin_run (self->document, settings);
  venule_document_finish_run (self->document, tracks);
}

/* The cells 1 to N_CELLS are the tracks 1 to N_CELLS. */
static void
set_up (Fixture       *self,
        gconstpointer  data)
{
  g_autoptr(VenuleSource) source = fake_source_new (30, 2000, TRUE);
  g_autoptr(GPtrArray) tracks = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr(GError) error = NULL;

  project_db_set_up (&self->db, data);
  self->document = venule_document_new_from_db (source, venule_project_db_create (self->db.path, &error), &error);
  g_assert_no_error (error);
  for (guint cell = 1; cell <= N_CELLS; cell++)
    g_ptr_array_add (tracks, make_track (cell, cell, 0, 60, 0));
  run (self, tracks);
}

static void
tear_down (Fixture       *self,
           gconstpointer  data)
{
  g_assert_finalize_object (self->document);
  project_db_tear_down (&self->db, data);
}

/* The same cells, found a little elsewhere, in another order: cell k is track 100 − k. @missing: is not found. */
static void
run_again (Fixture *self,
           guint    missing)
{
  g_autoptr(GPtrArray) tracks = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint cell = 1; cell <= N_CELLS; cell++)
    if (cell != missing)
      g_ptr_array_add (tracks, make_track (100 - cell, cell, 0, 60, 1.5));
  run (self, tracks);
}

static VenuleTrack *
cell (Fixture *self,
      guint    number)
{
  return venule_document_get_track (self->document, 100 - number);
}

static GPtrArray *
transfer (Fixture *self,
          guint   *n_transferred)
{
  g_autoptr(GError) error = NULL;
  gint64 before = venule_document_get_run_before (self->document);
  GPtrArray *conflicts;

  g_assert_cmpint (before, ==, 1);
  conflicts = venule_document_transfer_edits (self->document, before, n_transferred, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < conflicts->len; i++)
    g_test_message ("%s", ((VenuleConflict *) g_ptr_array_index (conflicts, i))->sentence);

  return conflicts;
}

static double
y_at (VenuleTrack *track,
      gint64       frame)
{
  const VenulePlace *place = venule_track_get_place_at (track, frame);

  return place != NULL ? place->y : -1;
}

static void
test_nothing_corrected_is_no_step (Fixture       *self,
                                   gconstpointer  data)
{
  g_autoptr(GPtrArray) conflicts = NULL;
  guint n;

  run_again (self, 0);
  conflicts = transfer (self, &n);
  g_assert_cmpuint (n, ==, 0);
  g_assert_cmpuint (conflicts->len, ==, 0);
  g_assert_false (venule_document_can_undo (self->document));
}

static void
test_every_kind_of_correction_is_transferred (Fixture      *self,
                                              gconstpointer data)
{
  const guint two = 2, four = 4, five = 5, six = 6;
  const VenuleSpot added = { .frame = 200, .x = 300, .y = 400, .radius = 8, .score = 1, .source = VENULE_SPOT_MANUAL };
  VenuleDocument *document = self->document;
  g_autoptr(GPtrArray) conflicts = NULL;
  g_autofree char *before = NULL, *after = NULL, *name = NULL;
  guint n, cut;

  g_assert_true (venule_document_move_spot (document, 1, 30, 111, 45, NULL));
  g_assert_true (venule_document_remove_tracks (document, &two, 1, NULL));
  cut = venule_document_cut_track (document, 3, 20, NULL);
  g_assert_true (venule_document_remove_tracks (document, &cut, 1, NULL)); /* the second part was wrong */
  g_assert_true (venule_document_set_note (document, &four, 1, "stops at 2 s", NULL));
  g_assert_true (venule_document_set_kinds (document, &five, 1, VENULE_CELL_OTHER, NULL));
  g_assert_true (venule_document_set_locked (document, &six, 1, TRUE, NULL));
  g_assert_cmpuint (venule_document_put_spots (document, 0, &added, 1, "Add Cell", NULL), >, 0);

  run_again (self, 0);
  before = project_db_dump (self->db.path);
  conflicts = transfer (self, &n);
  name = venule_document_dup_undo_name (document);
  g_assert_cmpstr (name, ==, "Carry Corrections Over");
  g_assert_cmpuint (n, ==, 7);

  g_assert_cmpfloat (y_at (cell (self, 1), 30), ==, 45);
  g_assert_true (venule_track_get_edited (cell (self, 1)));
  g_assert_null (cell (self, 2));
  g_assert_cmpint (venule_track_get_last_frame (cell (self, 3)), ==, 19);
  g_assert_cmpstr (venule_track_get_note (cell (self, 4)), ==, "stops at 2 s");
  g_assert_cmpfloat (y_at (cell (self, 4), 30), ==, 161.5); /* where the new run has it */
  g_assert_cmpint (venule_track_get_kind (cell (self, 5)), ==, VENULE_CELL_OTHER);
  g_assert_true (venule_track_get_kind_is_manual (cell (self, 5)));
  g_assert_true (venule_track_get_locked (cell (self, 6)));
  g_assert_cmpfloat (y_at (cell (self, 6), 30), ==, 240); /* where it was */
  g_assert_cmpfloat (y_at (venule_document_get_track (document, 100), 200), ==, 400);
  g_assert_false (venule_track_get_edited (cell (self, 7)));
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (document)), ==, N_CELLS);

  /* All of it is one step. */
  g_assert_true (venule_document_undo (document));
  g_assert_false (venule_document_can_undo (document));
  after = project_db_dump (self->db.path);
  g_assert_true (g_str_equal (before, after));
}

static void
test_joined_tracks_take_the_place_of_both (Fixture       *self,
                                           gconstpointer  data)
{
  g_autoptr(GPtrArray) conflicts = NULL;
  g_autoptr(GPtrArray) tracks = g_ptr_array_new_with_free_func (g_object_unref);
  guint n;

  g_assert_cmpuint (venule_document_cut_track (self->document, 1, 30, NULL), ==, N_CELLS + 1);
  g_assert_true (venule_document_delete_spots (self->document, 1, 25, 29, NULL));
  g_assert_true (venule_document_join_tracks (self->document, 1, N_CELLS + 1, NULL));
  g_ptr_array_add (tracks, make_track (50, 1, 0, 22, -1));
  g_ptr_array_add (tracks, make_track (60, 1, 31, 58, -1));
  run (self, tracks);

  conflicts = transfer (self, &n);
  g_assert_cmpuint (n, ==, 1);
  g_assert_cmpuint (conflicts->len, ==, 0);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (self->document)), ==, 1);
  g_assert_cmpuint (venule_track_get_n_spots (venule_document_get_track (self->document, 60)), ==, 61);
}

static void
test_what_is_doubtful_is_told (Fixture       *self,
                               gconstpointer  data)
{
  const guint three = 3;
  g_autoptr(GPtrArray) conflicts = NULL;
  g_autoptr(GPtrArray) tracks = g_ptr_array_new_with_free_func (g_object_unref);
  const VenuleConflict *conflict;
  guint n;

  g_assert_true (venule_document_set_note (self->document, &three, 1, "a pair", NULL));
  g_assert_true (venule_document_delete_spots (self->document, 1, 30, 60, NULL));
  g_assert_true (venule_document_delete_spots (self->document, 2, 21, 60, NULL));
  g_ptr_array_add (tracks, make_track (1, 1, 0, 90, 0));   /* reaches further than anybody has seen it */
  g_ptr_array_add (tracks, make_track (2, 2, 40, 300, 0)); /* 21 of 261 spots: by chance */
  g_ptr_array_add (tracks, make_track (4, 2, 11, 120, 1)); /* 50 of 110 spots */
  run (self, tracks);

  conflicts = transfer (self, &n);
  g_assert_cmpuint (n, ==, 2);
  g_assert_cmpuint (conflicts->len, ==, 3);
  conflict = g_ptr_array_index (conflicts, 0);
  g_assert_cmpuint (conflict->id, ==, 4);
  g_assert_cmpint (conflict->frame, ==, 11);
  conflict = g_ptr_array_index (conflicts, 1);
  g_assert_cmpuint (conflict->id, ==, 1);
  g_assert_cmpint (conflict->frame, ==, 61);
  conflict = g_ptr_array_index (conflicts, 2);
  g_assert_cmpuint (conflict->id, ==, 0);
  g_assert_nonnull (strstr (conflict->sentence, "was not found again"));
  g_assert_cmpint (venule_track_get_last_frame (venule_document_get_track (self->document, 1)), ==, 29);
}

static void
test_a_third_run_gets_what_the_second_one_got (Fixture       *self,
                                               gconstpointer  data)
{
  const guint two = 2;
  g_autoptr(GPtrArray) first = NULL, second = NULL;
  g_autoptr(GError) error = NULL;
  guint n;

  g_assert_true (venule_document_move_spot (self->document, 1, 30, 111, 45, NULL));
  g_assert_true (venule_document_remove_tracks (self->document, &two, 1, NULL));
  run_again (self, 0);
  first = transfer (self, &n);
  g_assert_cmpuint (n, ==, 2);
  run_again (self, 9);
  g_assert_cmpint (venule_document_get_run_before (self->document), ==, 2);
  second = venule_document_transfer_edits (self->document, 2, &n, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (n, ==, 2);
  g_assert_cmpfloat (y_at (cell (self, 1), 30), ==, 45);
  g_assert_null (cell (self, 2));
  g_assert_nonnull (cell (self, 3));
}

/* A file may say that spots lie where no video has a frame or a place; all others are compared as ever. */
static void
test_absurd_places_are_transferred_too (Fixture      *self,
                                        gconstpointer data)
{
  const VenuleSpot absurd[] = {
    { .frame = 3, .x = -1e300, .y = 1e300, .radius = 9, .source = VENULE_SPOT_TRACKED },
    { .frame = G_MAXINT64 / 2, .x = INFINITY, .y = NAN, .radius = G_MAXFLOAT, .source = VENULE_SPOT_TRACKED },
  };
  VenuleTrack *track = venule_track_new (N_CELLS + 1);
  g_autoptr(GPtrArray) tracks = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr(GPtrArray) others = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr(VenuleTrackOverlaps) covers = NULL;

  for (guint cell = 1; cell <= N_CELLS; cell++)
    {
      g_ptr_array_add (tracks, make_track (cell, cell, 0, 60, 1.5));
      g_ptr_array_add (others, make_track (cell, cell, 0, 60, 0));
    }
  venule_track_add_spots (track, absurd, G_N_ELEMENTS (absurd));
  g_ptr_array_add (tracks, g_object_ref (track));
  g_ptr_array_add (others, track);

  covers = venule_track_overlaps_new (tracks, others);
  for (guint i = 0; i < others->len; i++)
    {
      const GPtrArray *found = venule_track_overlaps_get (covers, g_ptr_array_index (others, i));
      const VenuleTrackOverlap *cover = g_ptr_array_index (found, 0);

      g_assert_cmpuint (found->len, ==, 1);
      g_assert_true (cover->track == g_ptr_array_index (tracks, i));
      g_assert_cmpuint (cover->n, ==, i < N_CELLS ? 61 : 1); /* what is nowhere is no cell */
    }
}

/* A locked track is carried over as it is into a run of fewer frames, and is none of these when it is unlocked. */
static void
test_what_is_beyond_the_run_opens_again (Fixture       *self,
                                         gconstpointer  data)
{
  const VenuleRunMetadata metadata = { .device = (char *) "CPU", .last_frame = 30, .complete = TRUE };
  const guint six = 6;
  g_autofree char *path = g_build_filename (self->db.folder, "saved.venule", NULL);
  g_autoptr(GPtrArray) tracks = g_ptr_array_new_with_free_func (g_object_unref), conflicts = NULL;
  g_autoptr(VenuleSource) source = fake_source_new (30, 2000, TRUE);
  g_autoptr(VenuleDocument) again = NULL;
  g_autoptr(GError) error = NULL;
  guint n, id = 100 - six;

  g_assert_true (venule_document_set_locked (self->document, &six, 1, TRUE, NULL));
  for (guint cell = 1; cell <= N_CELLS; cell++)
    g_ptr_array_add (tracks, make_track (100 - cell, cell, 0, 30, 1.5));
  venule_document_begin_run (self->document, venule_document_get_run_settings (self->document));
  venule_document_set_run_metadata (self->document, &metadata);
  venule_document_finish_run (self->document, tracks);
  conflicts = transfer (self, &n);
  g_assert_cmpint (venule_track_get_last_frame (cell (self, six)), ==, 60);
  g_assert_true (venule_document_set_locked (self->document, &id, 1, FALSE, NULL));
  g_assert_true (venule_document_save (self->document, path, &error));

  again = venule_document_new_from_db (source, venule_project_db_open_copy (path, &error), &error);
  g_assert_no_error (error);
  g_assert_cmpint (venule_track_get_last_frame (venule_document_get_track (again, id)), ==, 60);
}

#define ADD(name, test) g_test_add ("/correction-transfer/" name, Fixture, NULL, set_up, (test), tear_down)

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  ADD ("nothing-corrected-is-no-step", test_nothing_corrected_is_no_step);
  ADD ("every-kind-of-correction-is-carried-over", test_every_kind_of_correction_is_transferred);
  ADD ("joined-tracks-take-the-place-of-both", test_joined_tracks_take_the_place_of_both);
  ADD ("what-is-doubtful-is-told", test_what_is_doubtful_is_told);
  ADD ("a-third-run-gets-what-the-second-one-got", test_a_third_run_gets_what_the_second_one_got);
  ADD ("what-is-beyond-the-run-opens-again", test_what_is_beyond_the_run_opens_again);
  ADD ("absurd-places-are-carried-over-too", test_absurd_places_are_transferred_too);

  return g_test_run ();
}
