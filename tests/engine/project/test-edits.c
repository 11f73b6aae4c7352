/* test-edits.c: what each edit of tracks and spots does, and that it is taken back to the last bit
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <math.h>

#include "fake-source.h"
#include "project-db-test.h"
#include "venule-document-tracks.h"
#include "venule-error.h"

/* How far the picture has moved in a frame, px. */
#define SHIFT_X(frame) (float) (0.25 * (frame))
#define SHIFT_Y(frame) (float) (-0.5 * (frame))

typedef struct {
  ProjectDbFixture db;
  VenuleDocument  *document;
} Fixture;

/* Rolls 1 px a frame from @x, against the tissue. */
static VenuleTrack *
make_track (guint  id,
            gint64 first,
            gint64 last,
            double x,
            double y)
{
  VenuleTrack *track = venule_track_new (id);

  for (gint64 frame = first; frame <= last; frame++)
    {
      VenuleSpot spot = { .frame = frame, .time = frame / 20.0, .x = x + frame - first + SHIFT_X (frame),
                          .y = y + SHIFT_Y (frame),
                          .radius = 10, .score = 0.5f, .source = VENULE_SPOT_TRACKED, .shift_x = SHIFT_X (frame),
                          .shift_y = SHIFT_Y (frame) };

      for (guint k = 0; k < VENULE_CONTOUR_POINTS; k++)
        spot.contour[k] = 10;
      venule_track_add_spot (track, &spot);
    }
  venule_track_set_quality (track, 0.6);

  return track;
}

/* Tracks 1: frames 0 to 40; 2: 50 to 90, where 1 would be by then; 3: 0 to 90; 4: 20 to 60. */
static void
set_up (Fixture       *self,
        gconstpointer  data)
{
  g_autoptr(VenuleSource) source = fake_source_new (30, 2000, TRUE);
  g_autoptr(GPtrArray) tracks = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr(VenuleSettings) settings = venule_settings_new ();
  g_autoptr(GError) error = NULL;

  project_db_set_up (&self->db, data);
  self->document = venule_document_new_from_db (source, venule_project_db_create (self->db.path, &error), &error);
  g_assert_no_error (error);
  g_ptr_array_add (tracks, make_track (1, 0, 40, 100, 100));
  g_ptr_array_add (tracks, make_track (2, 50, 90, 150, 100));
  g_ptr_array_add (tracks, make_track (3, 0, 90, 100, 200));
  g_ptr_array_add (tracks, make_track (4, 20, 60, 100, 300));
  settings->vessel->flow_x = 1;
  venule_document_set_settings (self->document, settings);
  venule_document_begin_run (self->document, settings);
  venule_document_finish_run (self->document, tracks);
}

static void
tear_down (Fixture       *self,
           gconstpointer  data)
{
  g_assert_finalize_object (self->document);
  project_db_tear_down (&self->db, data);
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
               gint64   last,
               guint    n)
{
  VenuleTrack *track = get (self, id);

  g_assert_nonnull (track);
  g_assert_cmpint (venule_track_get_first_frame (track), ==, first);
  g_assert_cmpint (venule_track_get_last_frame (track), ==, last);
  g_assert_cmpuint (venule_track_get_n_spots (track), ==, n);
}

/* The step just made has this name, and its undo and redo lead to @before and back, byte for byte. */
static void
assert_step (Fixture    *self,
             const char *name,
             const char *before)
{
  g_autofree char *after = project_db_dump (self->db.path);
  g_autofree char *undone = NULL, *redone = NULL;
  g_autofree char *undo_name = venule_document_dup_undo_name (self->document);

  g_assert_cmpstr (undo_name, ==, name);
  g_assert_false (g_str_equal (before, after));
  g_assert_true (venule_document_undo (self->document));
  undone = project_db_dump (self->db.path);
  g_assert_true (g_str_equal (undone, before));
  g_assert_true (venule_document_redo (self->document));
  redone = project_db_dump (self->db.path);
  g_assert_true (g_str_equal (redone, after));
}

/* @done is an edit that gave @error. */
static void
assert_refused (Fixture    *self,
                gboolean    done,
                GError     *error,
                int         code,
                const char *before)
{
  g_autofree char *after = project_db_dump (self->db.path);

  g_assert_false (done);
  g_assert_error (error, VENULE_ERROR, code);
  g_assert_true (g_str_equal (before, after));
  g_error_free (error);
}

static void
test_marks_are_steps (Fixture       *self,
                      gconstpointer  data)
{
  const guint ids[] = { 1, 3, 99, 3 }, one = 2;
  g_autofree char *before = project_db_dump (self->db.path);
  g_autofree char *second = NULL, *third = NULL, *fourth = NULL, *fifth = NULL;
  g_autoptr(GError) error = NULL;

  g_assert_true (venule_document_set_kinds (self->document, ids, G_N_ELEMENTS (ids), VENULE_CELL_ADHERENT, &error));
  g_assert_cmpint (venule_track_get_kind (get (self, 3)), ==, VENULE_CELL_ADHERENT);
  g_assert_true (venule_track_get_edited (get (self, 3)) && venule_track_get_kind_is_manual (get (self, 3)));
  assert_step (self, "Change Class of 2 Tracks", before);

  second = project_db_dump (self->db.path);
  g_assert_true (venule_document_set_hidden (self->document, &one, 1, TRUE, &error));
  g_assert_true (venule_track_get_hidden (get (self, 2)));
  g_assert_false (venule_track_get_edited (get (self, 2)));
  assert_step (self, "Hide Track 2", second);

  third = project_db_dump (self->db.path);
  g_assert_true (venule_document_set_color (self->document, ids, 2, 0x3584e4, &error));
  g_assert_cmpint (venule_track_get_color (get (self, 1)), ==, 0x3584e4);
  assert_step (self, "Change Colour of 2 Tracks", third);

  fourth = project_db_dump (self->db.path);
  g_assert_true (venule_document_set_note (self->document, &one, 1, "left at 12 s", &error));
  g_assert_cmpstr (venule_track_get_note (get (self, 2)), ==, "left at 12 s");
  assert_step (self, "Change Note on Track 2", fourth);

  fifth = project_db_dump (self->db.path);
  g_assert_true (venule_document_set_locked (self->document, ids, 2, TRUE, &error));
  assert_step (self, "Lock 2 Tracks", fifth);
  g_assert_no_error (error);
}

static void
test_what_is_so_already_is_no_step (Fixture       *self,
                                    gconstpointer  data)
{
  const guint id = 1, missing = 77;

  g_assert_true (venule_document_set_hidden (self->document, &id, 1, FALSE, NULL));
  g_assert_true (venule_document_set_locked (self->document, &id, 1, FALSE, NULL));
  g_assert_true (venule_document_set_color (self->document, &id, 1, VENULE_TRACK_NO_COLOR, NULL));
  g_assert_true (venule_document_set_note (self->document, &id, 1, "", NULL));
  g_assert_true (venule_document_set_kinds (self->document, &missing, 1, VENULE_CELL_FREE, NULL));
  g_assert_false (venule_document_can_undo (self->document));
}

static void
test_locked_tracks_stay_as_they_are (Fixture       *self,
                                     gconstpointer  data)
{
  const guint locked = 3, both[] = { 1, 3 };
  const VenuleSpot spot = { .frame = 5, .x = 10, .y = 10, .radius = 5 };
  VenuleDocument *document = self->document;
  g_autofree char *before = NULL;
  GError *error = NULL;

  venule_document_set_locked (document, &locked, 1, TRUE, NULL);
  before = project_db_dump (self->db.path);
  g_assert_false (venule_document_set_kinds (document, both, 2, VENULE_CELL_OTHER, &error));
  g_assert_cmpstr (error->message, ==, "Track 3 is locked. Unlock it to change it.");
  g_clear_error (&error);
  for (guint i = 0; i < 9; i++)
    {
      gboolean done = TRUE;

      switch (i)
        {
        case 0:
          done = venule_document_remove_tracks (document, both, 2, &error);
          break;
        case 1:
          done = venule_document_join_tracks (document, 4, 3, &error);
          break;
        case 2:
          done = venule_document_cut_track (document, 3, 30, &error) > 0;
          break;
        case 3:
          done = venule_document_swap_tracks (document, 1, 3, 20, &error);
          break;
        case 4:
          done = venule_document_link_spots (document, 1, 20, 3, 40, &error);
          break;
        case 5:
          done = venule_document_put_spots (document, 3, &spot, 1, "Put", &error) > 0;
          break;
        case 6:
          done = venule_document_move_spot (document, 3, 5, 1, 1, &error);
          break;
        case 7:
          done = venule_document_delete_spots (document, 3, 5, 8, &error);
          break;
        case 8:
        default:
          done = venule_document_interpolate (document, 3, 5, 8, &error);
        }
      assert_refused (self, done, g_steal_pointer (&error), VENULE_ERROR_INVALID, before);
    }
  /* How it is drawn and what is written about it may change. */
  g_assert_true (venule_document_set_hidden (document, &locked, 1, TRUE, NULL));
  g_assert_true (venule_document_set_note (document, &locked, 1, "sure", NULL));
}

static void
test_joining_fills_the_gap (Fixture       *self,
                            gconstpointer  data)
{
  g_autofree char *before = project_db_dump (self->db.path);
  g_autoptr(GError) error = NULL;

  g_assert_true (venule_document_join_tracks (self->document, 2, 1, &error));
  g_assert_no_error (error);
  g_assert_null (get (self, 2));
  assert_frames (self, 1, 0, 90, 91);
  for (gint64 frame = 0; frame <= 90; frame++)
    {
      const VenuleSpot *spot = venule_track_get_spot_at (get (self, 1), frame);

      g_assert_cmpfloat_with_epsilon (spot->x, 100 + frame + SHIFT_X (frame), 1e-9);
      g_assert_cmpfloat_with_epsilon (spot->y, 100 + SHIFT_Y (frame), 1e-9);
      g_assert_cmpfloat_with_epsilon (spot->time, frame / 20.0, 1e-9);
      g_assert_cmpint (spot->source, ==, frame > 40 && frame < 50 ? VENULE_SPOT_INTERPOLATED : VENULE_SPOT_TRACKED);
    }
  g_assert_true (venule_track_get_edited (get (self, 1)));
  g_assert_cmpfloat_with_epsilon (venule_track_get_quality (get (self, 1)), 0.6, 1e-9);
  assert_step (self, "Join Tracks 1 and 2", before);
}

static void
test_two_cells_are_not_joined (Fixture       *self,
                               gconstpointer  data)
{
  g_autofree char *before = project_db_dump (self->db.path);
  GError *error = NULL;
  gboolean done = venule_document_join_tracks (self->document, 1, 3, &error);

  assert_refused (self, done, g_steal_pointer (&error), VENULE_ERROR_INVALID, before);
  done = venule_document_join_tracks (self->document, 1, 1, &error);
  assert_refused (self, done, g_steal_pointer (&error), VENULE_ERROR_INVALID, before);
  done = venule_document_join_tracks (self->document, 1, 99, &error);
  assert_refused (self, done, g_steal_pointer (&error), VENULE_ERROR_NOT_FOUND, before);
}

static void
test_of_two_spots_of_one_cell_the_better_stays (Fixture       *self,
                                                gconstpointer  data)
{
  const VenuleSpot spots[] = {
    { .frame = 39, .x = 139 + SHIFT_X (39), .y = 101 + SHIFT_Y (39), .radius = 9, .score = 0.9f,
      .source = VENULE_SPOT_DETECTED },
    { .frame = 40, .x = 140 + SHIFT_X (40), .y = 101 + SHIFT_Y (40), .radius = 9, .score = 0.1f,
      .source = VENULE_SPOT_DETECTED },
    { .frame = 41, .x = 141 + SHIFT_X (41), .y = 101 + SHIFT_Y (41), .radius = 9, .score = 0.1f,
      .source = VENULE_SPOT_DETECTED },
  };
  guint id = venule_document_put_spots (self->document, 0, spots, G_N_ELEMENTS (spots), "Put", NULL);

  g_assert_cmpuint (id, ==, 5);
  g_assert_true (venule_document_join_tracks (self->document, 1, id, NULL));
  assert_frames (self, 1, 0, 41, 42);
  g_assert_cmpfloat (venule_track_get_spot_at (get (self, 1), 39)->score, ==, 0.9f);
  g_assert_cmpfloat (venule_track_get_spot_at (get (self, 1), 40)->score, ==, 0.5f);
  g_assert_cmpfloat (venule_track_get_spot_at (get (self, 1), 41)->score, ==, 0.1f);
}

static void
test_a_track_is_cut (Fixture       *self,
                     gconstpointer  data)
{
  g_autofree char *before = project_db_dump (self->db.path);
  g_autofree char *cut = NULL;
  GError *error = NULL;
  guint id = venule_document_cut_track (self->document, 3, 30, &error);

  g_assert_cmpuint (id, ==, 5);
  assert_frames (self, 3, 0, 29, 30);
  assert_frames (self, 5, 30, 90, 61);
  assert_step (self, "Cut Track 3", before);

  cut = project_db_dump (self->db.path);
  g_assert_cmpuint (venule_document_cut_track (self->document, 3, 0, &error), ==, 0);
  assert_refused (self, FALSE, g_steal_pointer (&error), VENULE_ERROR_INVALID, cut);
  g_assert_cmpuint (venule_document_cut_track (self->document, 3, 30, &error), ==, 0);
  assert_refused (self, FALSE, g_steal_pointer (&error), VENULE_ERROR_INVALID, cut);
}

static void
test_ids_are_not_given_twice (Fixture       *self,
                              gconstpointer  data)
{
  const guint highest = 4;

  venule_document_remove_tracks (self->document, &highest, 1, NULL);
  g_assert_cmpuint (venule_document_cut_track (self->document, 3, 30, NULL), ==, 5);
  venule_document_undo (self->document);
  g_assert_cmpuint (venule_document_cut_track (self->document, 3, 40, NULL), ==, 5);
}

static void
test_two_tracks_are_swapped (Fixture       *self,
                             gconstpointer  data)
{
  g_autofree char *before = project_db_dump (self->db.path);
  GError *error = NULL;

  g_assert_true (venule_document_swap_tracks (self->document, 4, 3, 30, &error));
  assert_frames (self, 3, 0, 60, 61);
  assert_frames (self, 4, 20, 90, 71);
  g_assert_cmpfloat_with_epsilon (venule_track_get_spot_at (get (self, 3), 29)->y, 200 + SHIFT_Y (29), 1e-9);
  g_assert_cmpfloat_with_epsilon (venule_track_get_spot_at (get (self, 3), 30)->y, 300 + SHIFT_Y (30), 1e-9);
  g_assert_cmpfloat_with_epsilon (venule_track_get_spot_at (get (self, 4), 90)->y, 200 + SHIFT_Y (90), 1e-9);
  assert_step (self, "Swap Tracks 3 and 4", before);
  venule_document_undo (self->document);

  g_assert_false (venule_document_swap_tracks (self->document, 1, 3, 95, &error));
  assert_refused (self, FALSE, g_steal_pointer (&error), VENULE_ERROR_INVALID, before);
}

static void
test_linking_leaves_the_rest_as_tracks (Fixture       *self,
                                        gconstpointer  data)
{
  g_autofree char *before = project_db_dump (self->db.path);
  g_autofree char *second = NULL;
  GError *error = NULL;

  g_assert_true (venule_document_link_spots (self->document, 3, 30, 4, 35, &error));
  assert_frames (self, 3, 0, 60, 61);
  assert_frames (self, 4, 20, 34, 15);
  assert_frames (self, 5, 31, 90, 60);
  g_assert_cmpint (venule_track_get_spot_at (get (self, 3), 32)->source, ==, VENULE_SPOT_INTERPOLATED);
  assert_step (self, "Link Tracks 3 and 4", before);

  /* What lies between is cut out of a track that is linked with itself. */
  second = project_db_dump (self->db.path);
  g_assert_true (venule_document_link_spots (self->document, 1, 10, 1, 20, &error));
  assert_frames (self, 1, 0, 40, 41);
  assert_frames (self, 6, 11, 19, 9);
  assert_step (self, "Link Spots of Track 1", second);

  g_assert_false (venule_document_link_spots (self->document, 1, 10, 3, 10, &error));
  g_assert_error (error, VENULE_ERROR, VENULE_ERROR_INVALID);
  g_error_free (error);
}

static void
test_spots_take_time_and_shift_from_their_frame (Fixture       *self,
                                                 gconstpointer  data)
{
  const VenuleSpot spots[] = {
    { .frame = 60, .x = 300, .y = 50, .radius = 8, .score = 1, .source = VENULE_SPOT_MANUAL },
    { .frame = 30, .x = 280, .y = 50, .radius = 8, .score = 1, .source = VENULE_SPOT_MANUAL },
    { .frame = 100, .x = 330, .y = 50, .radius = 8, .score = 1, .source = VENULE_SPOT_MANUAL },
  };
  g_autofree char *before = project_db_dump (self->db.path);
  guint id = venule_document_put_spots (self->document, 0, spots, G_N_ELEMENTS (spots), "Add Cell", NULL);

  g_assert_cmpuint (id, ==, 5);
  assert_frames (self, 5, 30, 100, 3);
  g_assert_cmpfloat_with_epsilon (venule_track_get_spot_at (get (self, 5), 60)->time, 3, 1e-9);
  g_assert_cmpfloat (venule_track_get_spot_at (get (self, 5), 60)->shift_x, ==, SHIFT_X (60));
  /* Nobody knows more than the last frame that was looked at. */
  g_assert_cmpfloat (venule_track_get_spot_at (get (self, 5), 100)->shift_y, ==, SHIFT_Y (90));
  g_assert_cmpfloat (venule_track_get_quality (get (self, 5)), ==, 1);
  g_assert_cmpint (venule_track_get_kind (get (self, 5)), ==, VENULE_CELL_ROLLING);
  assert_step (self, "Add Cell", before);
}

static void
test_shifts_between_known_frames_lie_between_them (Fixture       *self,
                                                   gconstpointer  data)
{
  const guint ids[] = { 3, 4 };
  const VenuleSpot spot = { .frame = 45, .x = 300, .y = 50, .radius = 8, .score = 1, .source = VENULE_SPOT_MANUAL };
  guint id;

  venule_document_remove_tracks (self->document, ids, 2, NULL); /* nothing is left between frames 40 and 50 */
  id = venule_document_put_spots (self->document, 0, &spot, 1, "Add Cell", NULL);
  g_assert_cmpfloat_with_epsilon (venule_track_get_spots (get (self, id), NULL)->shift_x, SHIFT_X (45), 1e-6);
  g_assert_cmpfloat_with_epsilon (venule_track_get_spots (get (self, id), NULL)->shift_y, SHIFT_Y (45), 1e-6);
}

static void
test_a_spot_is_moved_and_resized (Fixture       *self,
                                  gconstpointer  data)
{
  g_autofree char *before = project_db_dump (self->db.path);
  g_autofree char *second = NULL;
  const VenuleSpot *spot;
  GError *error = NULL;

  g_assert_true (venule_document_move_spot (self->document, 1, 10, 123.5, 99, &error));
  spot = venule_track_get_spot_at (get (self, 1), 10);
  g_assert_cmpfloat (spot->x, ==, 123.5);
  g_assert_cmpint (spot->source, ==, VENULE_SPOT_MANUAL);
  g_assert_cmpfloat_with_epsilon (venule_track_get_quality (get (self, 1)), (0.6 * 40 + 1) / 41, 1e-9);
  assert_step (self, "Move Spot of Track 1", before);

  /* The same spot again makes it no better. */
  g_assert_true (venule_document_move_spot (self->document, 1, 10, 124, 99, &error));
  g_assert_cmpfloat_with_epsilon (venule_track_get_quality (get (self, 1)), (0.6 * 40 + 1) / 41, 1e-9);

  second = project_db_dump (self->db.path);
  g_assert_true (venule_document_resize_spot (self->document, 1, 11, 5, &error));
  spot = venule_track_get_spot_at (get (self, 1), 11);
  g_assert_cmpfloat (spot->radius, ==, 5);
  g_assert_cmpfloat (spot->contour[7], ==, 5);
  assert_step (self, "Resize Spot of Track 1", second);

  g_assert_false (venule_document_resize_spot (self->document, 1, 11, 0, &error));
  g_assert_error (error, VENULE_ERROR, VENULE_ERROR_INVALID);
  g_clear_error (&error);
  g_assert_false (venule_document_move_spot (self->document, 1, 41, 5, 5, &error));
  g_assert_error (error, VENULE_ERROR, VENULE_ERROR_NOT_FOUND);
  g_clear_error (&error);
}

static void
test_spots_are_deleted_and_filled_in_again (Fixture       *self,
                                            gconstpointer  data)
{
  g_autofree char *before = project_db_dump (self->db.path);
  g_autofree char *second = NULL, *third = NULL;
  GError *error = NULL;

  g_assert_true (venule_document_delete_spots (self->document, 1, 10, 19, &error));
  assert_frames (self, 1, 0, 40, 31);
  assert_step (self, "Delete 10 Spots of Track 1", before);

  second = project_db_dump (self->db.path);
  g_assert_true (venule_document_interpolate (self->document, 1, 0, 14, &error));
  assert_frames (self, 1, 0, 40, 36);
  g_assert_cmpfloat_with_epsilon (venule_track_get_spot_at (get (self, 1), 12)->x, 112 + SHIFT_X (12), 1e-9);
  assert_step (self, "Fill Gap of Track 1", second);

  third = project_db_dump (self->db.path);
  g_assert_true (venule_document_delete_spots (self->document, 1, 40, 50, &error));
  assert_frames (self, 1, 0, 39, 35);
  assert_step (self, "Delete Spot of Track 1", third);

  g_assert_true (venule_document_delete_spots (self->document, 1, 0, 50, &error));
  g_assert_null (get (self, 1));
  g_assert_false (venule_document_delete_spots (self->document, 2, 0, 40, &error));
  g_assert_error (error, VENULE_ERROR, VENULE_ERROR_NOT_FOUND);
  g_clear_error (&error);
  g_assert_false (venule_document_interpolate (self->document, 2, 0, 100, &error));
  g_assert_error (error, VENULE_ERROR, VENULE_ERROR_NOT_FOUND);
  g_clear_error (&error);
}

static void
test_classes_follow_unless_a_person_said_them (Fixture       *self,
                                               gconstpointer  data)
{
  const guint said = 4;
  GError *error = NULL;

  venule_document_set_kinds (self->document, &said, 1, VENULE_CELL_FREE, &error);
  g_assert_true (venule_document_delete_spots (self->document, 3, 1, 90, &error));
  g_assert_cmpint (venule_track_get_kind (get (self, 3)), ==, VENULE_CELL_OTHER); /* one spot has no velocity */
  g_assert_true (venule_document_delete_spots (self->document, 4, 21, 60, &error));
  g_assert_cmpint (venule_track_get_kind (get (self, 4)), ==, VENULE_CELL_FREE);
  venule_document_undo (self->document);
  venule_document_undo (self->document);
  g_assert_cmpint (venule_track_get_kind (get (self, 3)), ==, VENULE_CELL_ROLLING);
}

static void
test_spots_that_make_no_sense_are_refused (Fixture       *self,
                                           gconstpointer  data)
{
  const VenuleSpot spots[] = {
    { .frame = -1, .x = 1, .y = 1, .radius = 5 },       { .frame = 2000, .x = 1, .y = 1, .radius = 5 },
    { .frame = 5, .x = NAN, .y = 1, .radius = 5 },      { .frame = 5, .x = 1, .y = INFINITY, .radius = 5 },
    { .frame = 5, .x = 1, .y = 1, .radius = 0 },        { .frame = 5, .x = 1, .y = 1, .radius = -3 },
    { .frame = 5, .x = 1, .y = 1, .radius = 5, .contour = { NAN } },
  };
  g_autofree char *before = project_db_dump (self->db.path);

  for (guint i = 0; i < G_N_ELEMENTS (spots); i++)
    {
      GError *error = NULL;
      guint id = venule_document_put_spots (self->document, i % 2, &spots[i], 1, "Put", &error);

      assert_refused (self, id > 0, g_steal_pointer (&error), VENULE_ERROR_INVALID, before);
    }
}

static void
test_a_document_without_a_run_takes_cells (Fixture       *self,
                                           gconstpointer  data)
{
  const VenuleSpot spots[] = { { .frame = 3, .x = 20, .y = 50, .radius = 8, .source = VENULE_SPOT_MANUAL },
                               { .frame = 9, .x = 90, .y = 50, .radius = 8, .source = VENULE_SPOT_MANUAL } };
  g_autoptr(VenuleSource) source = fake_source_new (30, 2000, TRUE);
  g_autoptr(VenuleDocument) document = venule_document_new (source);
  g_autoptr(GError) error = NULL;
  guint id = venule_document_put_spots (document, 0, spots, 2, "Add Cell", &error);

  g_assert_no_error (error);
  g_assert_cmpuint (id, ==, 1);
  g_assert_nonnull (venule_document_get_run_settings (document));
  g_assert_cmpint (venule_document_get_run (document), ==, 1);
  g_assert_true (venule_document_undo (document));
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (document)), ==, 0);
}

/* ---- Groups and history ---- */

static void
test_a_group_is_one_step (Fixture       *self,
                          gconstpointer  data)
{
  const guint hidden = 4;
  g_autofree char *before = project_db_dump (self->db.path);
  g_autoptr(GPtrArray) history = NULL;
  GError *error = NULL;
  guint position;

  venule_document_begin_group (self->document, "Follow Cell");
  g_assert_true (venule_document_move_spot (self->document, 1, 10, 5, 5, &error));
  venule_document_begin_group (self->document, "Inner");
  g_assert_true (venule_document_move_spot (self->document, 1, 11, 6, 6, &error));
  g_assert_cmpuint (venule_document_cut_track (self->document, 1, 20, &error), ==, 5);
  venule_document_end_group (self->document);
  g_assert_false (venule_document_move_spot (self->document, 1, 1000, 6, 6, &error)); /* a failure ends nothing */
  g_clear_error (&error);
  g_assert_true (venule_document_set_hidden (self->document, &hidden, 1, TRUE, &error));
  venule_document_end_group (self->document);
  assert_step (self, "Follow Cell", before);

  g_assert_true (venule_document_move_spot (self->document, 1, 12, 5, 5, &error));
  history = venule_document_dup_history (self->document, &position);
  g_assert_cmpuint (history->len, ==, 2);
  g_assert_cmpuint (position, ==, 2);
  g_assert_cmpstr (g_ptr_array_index (history, 0), ==, "Follow Cell");

  /* Nothing in it: nothing is there to be taken back. */
  venule_document_begin_group (self->document, "Empty");
  venule_document_end_group (self->document);
  g_ptr_array_unref (history);
  history = venule_document_dup_history (self->document, NULL);
  g_assert_cmpuint (history->len, ==, 2);
}

/* Whoever reads the file in between, as after a killed program, finds nothing of it. */
static void
test_a_group_lasts_as_a_whole_or_not_at_all (Fixture       *self,
                                             gconstpointer  data)
{
  g_autofree char *before = project_db_dump (self->db.path);
  g_autofree char *between = NULL, *after = NULL;
  GError *error = NULL;

  venule_document_begin_group (self->document, "Follow Cell");
  g_assert_true (venule_document_delete_spots (self->document, 1, 20, 1000, &error));
  g_assert_true (venule_document_move_spot (self->document, 1, 10, 5, 5, &error));
  between = project_db_dump (self->db.path);
  g_assert_cmpstr (between, ==, before);
  venule_document_end_group (self->document);
  after = project_db_dump (self->db.path);
  g_assert_cmpstr (after, !=, before);
  assert_step (self, "Follow Cell", before);
}

static void
test_taking_back_within_a_group_ends_its_step (Fixture       *self,
                                               gconstpointer  data)
{
  g_autoptr(GPtrArray) history = NULL;

  venule_document_begin_group (self->document, "Follow Cell");
  venule_document_move_spot (self->document, 1, 10, 5, 5, NULL);
  venule_document_move_spot (self->document, 1, 11, 5, 5, NULL);
  g_assert_true (venule_document_undo (self->document));
  venule_document_move_spot (self->document, 1, 12, 5, 5, NULL);
  venule_document_end_group (self->document);
  history = venule_document_dup_history (self->document, NULL);
  g_assert_cmpuint (history->len, ==, 1);
  g_assert_true (venule_document_undo (self->document));
  g_assert_false (venule_document_undo (self->document));
}

static void
test_the_history_can_be_walked (Fixture       *self,
                                gconstpointer  data)
{
  enum { N = 12 };
  g_autoptr(GPtrArray) dumps = g_ptr_array_new_with_free_func (g_free);

  g_ptr_array_add (dumps, project_db_dump (self->db.path));
  for (guint i = 0; i < N; i++)
    {
      if (i % 3 == 0)
        g_assert_cmpuint (venule_document_cut_track (self->document, 3, 80 - i, NULL), >, 0);
      else
        g_assert_true (venule_document_move_spot (self->document, 1, i, i, i, NULL));
      g_ptr_array_add (dumps, project_db_dump (self->db.path));
    }

  for (guint i = 0; i < 40; i++)
    {
      guint to = (guint) g_test_rand_int_range (0, N + 1), position;
      g_autoptr(GPtrArray) names = NULL;
      g_autofree char *now = NULL;

      g_assert_true (venule_document_go_to_step (self->document, to));
      names = venule_document_dup_history (self->document, &position);
      now = project_db_dump (self->db.path);
      g_assert_cmpuint (position, ==, to);
      g_assert_cmpuint (names->len, ==, N);
      g_assert_true (g_str_equal (now, g_ptr_array_index (dumps, to)));
    }
  g_assert_false (venule_document_go_to_step (self->document, N + 1));
}

#define ADD(name, test) g_test_add ("/edits/" name, Fixture, NULL, set_up, (test), tear_down)

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  ADD ("marks-are-steps", test_marks_are_steps);
  ADD ("what-is-so-already-is-no-step", test_what_is_so_already_is_no_step);
  ADD ("locked-tracks-stay-as-they-are", test_locked_tracks_stay_as_they_are);
  ADD ("joining-fills-the-gap", test_joining_fills_the_gap);
  ADD ("two-cells-are-not-joined", test_two_cells_are_not_joined);
  ADD ("of-two-spots-of-one-cell-the-better-stays", test_of_two_spots_of_one_cell_the_better_stays);
  ADD ("a-track-is-cut", test_a_track_is_cut);
  ADD ("ids-are-not-given-twice", test_ids_are_not_given_twice);
  ADD ("two-tracks-are-swapped", test_two_tracks_are_swapped);
  ADD ("linking-leaves-the-rest-as-tracks", test_linking_leaves_the_rest_as_tracks);
  ADD ("spots-take-time-and-shift-from-their-frame", test_spots_take_time_and_shift_from_their_frame);
  ADD ("shifts-between-known-frames-lie-between-them", test_shifts_between_known_frames_lie_between_them);
  ADD ("a-spot-is-moved-and-resized", test_a_spot_is_moved_and_resized);
  ADD ("spots-are-deleted-and-filled-in-again", test_spots_are_deleted_and_filled_in_again);
  ADD ("classes-follow-unless-a-person-said-them", test_classes_follow_unless_a_person_said_them);
  ADD ("spots-that-make-no-sense-are-refused", test_spots_that_make_no_sense_are_refused);
  ADD ("a-document-without-a-run-takes-cells", test_a_document_without_a_run_takes_cells);
  ADD ("a-group-is-one-step", test_a_group_is_one_step);
  ADD ("a-group-lasts-as-a-whole-or-not-at-all", test_a_group_lasts_as_a_whole_or_not_at_all);
  ADD ("taking-back-within-a-group-ends-its-step", test_taking_back_within_a_group_ends_its_step);
  ADD ("the-history-can-be-walked", test_the_history_can_be_walked);

  return g_test_run ();
}
