/* test-document.c: the document holds one run, tells what changes, and takes every edit back
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <math.h>

#include "fake-source.h"
#include "venule-document.h"
#include "venule-document-proposed.h"
#include "venule-document-tracks.h"
#include "venule-error.h"

typedef struct {
  VenuleDocument *document;
  guint           n_items_changed;
  guint           n_tracks_changed;
  guint           n_settings_changed;
  GPtrArray      *mirror; /* what a list that follows items-changed shows */
} Fixture;

static void
on_items_changed (GListModel *model,
                  guint       position,
                  guint       removed,
                  guint       added,
                  Fixture    *fixture)
{
  fixture->n_items_changed++;
  if (removed > 0)
    g_ptr_array_remove_range (fixture->mirror, position, removed);
  for (guint i = 0; i < added; i++)
    g_ptr_array_insert (fixture->mirror, position + i, g_list_model_get_item (model, position + i));
}

static void
on_tracks_changed (VenuleDocument *document,
                   Fixture        *fixture)
{
  fixture->n_tracks_changed++;
}

static void
on_settings_changed (VenuleDocument *document,
                     Fixture        *fixture)
{
  fixture->n_settings_changed++;
}

static void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  g_autoptr(VenuleSource) source = fake_source_new (30, 100, TRUE);

  fixture->document = venule_document_new (source);
  fixture->mirror = g_ptr_array_new_with_free_func (g_object_unref);
  g_signal_connect (fixture->document, "items-changed", G_CALLBACK (on_items_changed), fixture);
  g_signal_connect (fixture->document, "tracks-changed", G_CALLBACK (on_tracks_changed), fixture);
  g_signal_connect (fixture->document, "settings-changed", G_CALLBACK (on_settings_changed), fixture);
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  g_assert_finalize_object (fixture->document);
  g_ptr_array_unref (fixture->mirror);
}

static void
assert_list_is_followed (Fixture *fixture)
{
  GListModel *model = G_LIST_MODEL (fixture->document);
  guint last = 0;

  g_assert_cmpuint (g_list_model_get_n_items (model), ==, fixture->mirror->len);
  for (guint i = 0; i < fixture->mirror->len; i++)
    {
      g_autoptr(VenuleTrack) track = g_list_model_get_item (model, i);

      g_assert_true (track == g_ptr_array_index (fixture->mirror, i));
      g_assert_true (i == 0 || venule_track_get_id (track) > last);
      last = venule_track_get_id (track);
      g_assert_true (venule_document_get_track (fixture->document, last) == track);
    }
}

/* Ten tracks, 1 … 10; track k lies in the frames k … k + 20 and moves k px a frame. */
static GPtrArray *
make_tracks (void)
{
  GPtrArray *tracks = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint id = 10; id >= 1; id--)
    {
      VenuleTrack *track = venule_track_new (id);

      for (guint i = 0; i <= 20; i++)
        {
          VenuleSpot spot = { .frame = id + i, .time = (id + i) / 30.0, .x = id * i, .radius = 10 };

          venule_track_add_spot (track, &spot);
        }
      g_ptr_array_add (tracks, track);
    }

  return tracks;
}

static void
run (Fixture *fixture)
{
  g_autoptr(GPtrArray) tracks = make_tracks ();

  venule_document_begin_run (fixture->document, venule_document_get_settings (fixture->document));
  venule_document_finish_run (fixture->document, tracks);
  fixture->n_items_changed = fixture->n_tracks_changed = 0;
}

static char *
dup_ids (VenuleDocument *document)
{
  GString *ids = g_string_new (NULL);

  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (document)); i++)
    {
      g_autoptr(VenuleTrack) track = g_list_model_get_item (G_LIST_MODEL (document), i);

      g_string_append_printf (ids, "%s%u", i > 0 ? " " : "", venule_track_get_id (track));
    }

  return g_string_free (ids, FALSE);
}

static void
assert_ids (Fixture    *fixture,
            const char *expected)
{
  g_autofree char *ids = dup_ids (fixture->document);

  g_assert_cmpstr (ids, ==, expected);
  assert_list_is_followed (fixture);
}

static void
test_spots_come_in_with_one_signal (Fixture       *fixture,
                                    gconstpointer  data)
{
  enum { N = 5000 };
  g_autofree guint *ids = g_new (guint, N);
  g_autofree VenuleSpot *spots = g_new0 (VenuleSpot, N);

  venule_document_begin_run (fixture->document, venule_document_get_settings (fixture->document));
  fixture->n_items_changed = fixture->n_tracks_changed = 0;
  for (guint i = 0; i < N; i++)
    {
      ids[i] = 1000 - i % 100;
      spots[i].frame = i / 100;
      spots[i].time = spots[i].frame / 30.0;
    }
  venule_document_add_spots (fixture->document, ids, spots, N);

  g_assert_cmpuint (fixture->n_items_changed, ==, 1);
  g_assert_cmpuint (fixture->n_tracks_changed, ==, 1);
  g_assert_cmpuint (fixture->mirror->len, ==, 100);
  assert_list_is_followed (fixture);
  g_assert_cmpuint (venule_track_get_n_spots (venule_document_get_track (fixture->document, 950)), ==, 50);

  for (guint i = 0; i < N; i++)
    spots[i].frame += 50;
  venule_document_add_spots (fixture->document, ids, spots, N);
  g_assert_cmpuint (fixture->n_items_changed, ==, 1);
  g_assert_cmpuint (fixture->n_tracks_changed, ==, 2);

  venule_document_add_spots (fixture->document, NULL, NULL, 0);
  g_assert_cmpuint (fixture->n_tracks_changed, ==, 2);
}

static void
test_live_tracks_show_their_kind (Fixture       *fixture,
                                  gconstpointer  data)
{
  const guint ids[] = { 1, 2, 1, 2 };
  const VenuleSpot spots[] = {
    { .frame = 0, .time = 0, .x = 10 },
    { .frame = 0, .time = 0, .x = 50 },
    { .frame = 30, .time = 1, .x = 90 },
    { .frame = 30, .time = 1, .x = 50 },
  };

  venule_document_begin_run (fixture->document, venule_document_get_settings (fixture->document));
  venule_document_add_spots (fixture->document, ids, spots, G_N_ELEMENTS (ids));

  g_assert_cmpint (venule_track_get_kind (venule_document_get_track (fixture->document, 1)), ==, VENULE_CELL_ROLLING);
  g_assert_cmpint (venule_track_get_kind (venule_document_get_track (fixture->document, 2)), ==, VENULE_CELL_ADHERENT);
}

static void
test_the_linked_tracks_replace_the_live_ones (Fixture       *fixture,
                                              gconstpointer  data)
{
  const guint id = 77;
  const VenuleSpot spot = { .frame = 3 };
  g_autoptr(GPtrArray) tracks = make_tracks ();

  venule_document_begin_run (fixture->document, venule_document_get_settings (fixture->document));
  g_assert_true (venule_document_get_running (fixture->document));
  venule_document_add_spots (fixture->document, &id, &spot, 1);
  venule_document_finish_run (fixture->document, tracks);

  g_assert_false (venule_document_get_running (fixture->document));
  g_assert_null (venule_document_get_track (fixture->document, 77));
  assert_ids (fixture, "1 2 3 4 5 6 7 8 9 10");
}

static void
assert_tracks_at (Fixture *fixture,
                  gint64   frame)
{
  g_autoptr(GPtrArray) found = venule_document_dup_tracks_at (fixture->document, frame);
  guint n = 0;

  for (guint i = 0; i < fixture->mirror->len; i++)
    {
      VenuleTrack *track = g_ptr_array_index (fixture->mirror, i);

      if (venule_track_get_spot_at (track, frame) == NULL)
        continue;
      g_assert_cmpuint (n, <, found->len);
      g_assert_true (g_ptr_array_index (found, n) == track);
      n++;
    }
  g_assert_cmpuint (found->len, ==, n);
}

static void
test_tracks_at_a_frame_are_those_with_a_spot_there (Fixture       *fixture,
                                                    gconstpointer  data)
{
  const guint gone[] = { 3, 4 };

  run (fixture);
  for (gint64 frame = -5; frame < 200; frame++)
    assert_tracks_at (fixture, frame);
  venule_document_remove_tracks (fixture->document, gone, G_N_ELEMENTS (gone), NULL);
  for (gint64 frame = -5; frame < 200; frame++)
    assert_tracks_at (fixture, frame);
}

static void
test_tracks_at_a_frame_stay_right_while_spots_come (Fixture       *fixture,
                                                    gconstpointer  data)
{
  venule_document_begin_run (fixture->document, venule_document_get_settings (fixture->document));
  for (int batch = 0; batch < 60; batch++)
    {
      guint ids[20];
      VenuleSpot spots[20] = { 0 };

      for (guint i = 0; i < G_N_ELEMENTS (ids); i++)
        {
          ids[i] = g_test_rand_int_range (1, 30);
          spots[i].frame = g_test_rand_int_range (0, 200);
        }
      venule_document_add_spots (fixture->document, ids, spots, G_N_ELEMENTS (ids));
      for (int i = 0; i < 10; i++)
        assert_tracks_at (fixture, g_test_rand_int_range (0, 200));
    }
  assert_list_is_followed (fixture);
}

static void
test_deleting_is_undone_and_done_again (Fixture       *fixture,
                                        gconstpointer  data)
{
  const guint some[] = { 7, 2, 99, 2 };
  const guint one = 5;
  g_autofree char *undo_name = NULL, *redo_name = NULL;

  run (fixture);
  g_assert_false (venule_document_undo (fixture->document));

  venule_document_remove_tracks (fixture->document, some, G_N_ELEMENTS (some), NULL);
  assert_ids (fixture, "1 3 4 5 6 8 9 10");
  g_assert_cmpuint (fixture->n_tracks_changed, ==, 1);
  g_assert_cmpuint (fixture->n_items_changed, ==, 2);
  venule_document_remove_tracks (fixture->document, &one, 1, NULL);
  assert_ids (fixture, "1 3 4 6 8 9 10");
  g_object_get (fixture->document, "undo-name", &undo_name, "redo-name", &redo_name, NULL);
  g_assert_cmpstr (undo_name, ==, "Delete Track 5");
  g_assert_null (redo_name);

  g_assert_true (venule_document_undo (fixture->document));
  assert_ids (fixture, "1 3 4 5 6 8 9 10");
  g_assert_true (venule_document_undo (fixture->document));
  assert_ids (fixture, "1 2 3 4 5 6 7 8 9 10");
  g_assert_false (venule_document_undo (fixture->document));
  g_free (redo_name);
  g_object_get (fixture->document, "redo-name", &redo_name, NULL);
  g_assert_cmpstr (redo_name, ==, "Delete 2 Tracks");

  g_assert_true (venule_document_redo (fixture->document));
  g_assert_true (venule_document_redo (fixture->document));
  assert_ids (fixture, "1 3 4 6 8 9 10");
  g_assert_false (venule_document_redo (fixture->document));
}

static void
test_a_new_edit_forgets_what_was_undone (Fixture       *fixture,
                                         gconstpointer  data)
{
  const guint first = 1, second = 2;

  run (fixture);
  venule_document_remove_tracks (fixture->document, &first, 1, NULL);
  venule_document_undo (fixture->document);
  g_assert_true (venule_document_can_redo (fixture->document));
  venule_document_remove_tracks (fixture->document, &second, 1, NULL);
  g_assert_false (venule_document_can_redo (fixture->document));
  assert_ids (fixture, "1 3 4 5 6 7 8 9 10");
}

static void
test_a_class_given_by_hand_is_undone (Fixture       *fixture,
                                      gconstpointer  data)
{
  VenuleTrack *track;

  run (fixture);
  track = venule_document_get_track (fixture->document, 4);

  venule_document_set_kinds (fixture->document, (guint[]) { 4 }, 1, VENULE_CELL_OTHER, NULL);
  g_assert_cmpint (venule_track_get_kind (track), ==, VENULE_CELL_OTHER);
  g_assert_true (venule_track_get_edited (track));
  g_assert_cmpuint (fixture->n_tracks_changed, ==, 1);
  venule_document_undo (fixture->document);
  g_assert_cmpint (venule_track_get_kind (track), ==, VENULE_CELL_ROLLING);
  g_assert_false (venule_track_get_edited (track));

  venule_document_set_kinds (fixture->document, (guint[]) { 99 }, 1, VENULE_CELL_FREE, NULL);
  g_assert_true (venule_document_can_redo (fixture->document));
}

static void
test_any_sequence_of_edits_can_be_taken_back (Fixture       *fixture,
                                              gconstpointer  data)
{
  g_autoptr(GPtrArray) states = g_ptr_array_new_with_free_func (g_free);

  run (fixture);
  for (int i = 0; i < 30; i++)
    {
      guint ids[3];

      g_ptr_array_add (states, dup_ids (fixture->document));
      for (guint j = 0; j < G_N_ELEMENTS (ids); j++)
        ids[j] = g_test_rand_int_range (1, 11);
      if (g_test_rand_bit ())
        venule_document_remove_tracks (fixture->document, ids, g_test_rand_int_range (1, 4), NULL);
      else
        venule_document_set_kinds (fixture->document, (guint[]) { ids[0] }, 1, g_test_rand_int_range (0, 4), NULL);
    }

  while (venule_document_undo (fixture->document))
    assert_list_is_followed (fixture);
  assert_ids (fixture, g_ptr_array_index (states, 0));
}

static void
test_a_new_run_forgets_the_edits (Fixture       *fixture,
                                  gconstpointer  data)
{
  const guint id = 1;

  run (fixture);
  venule_document_remove_tracks (fixture->document, &id, 1, NULL);
  run (fixture);

  g_assert_false (venule_document_can_undo (fixture->document));
  assert_ids (fixture, "1 2 3 4 5 6 7 8 9 10");
}

static void
test_settings_make_tracks_stale_only_when_they_matter (Fixture       *fixture,
                                                       gconstpointer  data)
{
  g_autoptr(VenuleSettings) settings = venule_settings_copy (venule_document_get_settings (fixture->document));

  g_assert_null (venule_document_get_run_settings (fixture->document));
  settings->sensitivity = 0.6;
  venule_document_set_settings (fixture->document, settings);
  venule_document_set_settings (fixture->document, settings);
  g_assert_cmpuint (fixture->n_settings_changed, ==, 1);
  g_assert_false (venule_document_get_stale (fixture->document));

  run (fixture);
  settings->threads = 1;
  venule_document_set_settings (fixture->document, settings);
  g_assert_false (venule_document_get_stale (fixture->document));
  settings->sensitivity = 0.7;
  venule_document_set_settings (fixture->document, settings);
  g_assert_true (venule_document_get_stale (fixture->document));
  g_assert_cmpfloat (venule_document_get_run_settings (fixture->document)->sensitivity, ==, 0.6);
  settings->sensitivity = 0.6;
  venule_document_set_settings (fixture->document, settings);
  g_assert_false (venule_document_get_stale (fixture->document));
}

/* A proposal that a run begins with stays one until a person changes it; the run remains what it was. */
static void
test_an_edit_of_what_was_proposed_confirms_it (Fixture       *fixture,
                                               gconstpointer  data)
{
  g_autoptr(VenuleSettings) settings = venule_settings_copy (venule_document_get_settings (fixture->document));
  const VenulePoint corners[] = { { 1, 2 }, { 60, 2 }, { 60, 40 } };

  venule_vessel_set_polygon (settings->vessel, corners, G_N_ELEMENTS (corners));
  settings->proposed = VENULE_PROPOSED_VESSEL | VENULE_PROPOSED_CELL_DIAMETER;
  for (guint i = 0; i < 2; i++)
    {
      settings->cell_diameter = 14 + i; /* another proposal */
      venule_document_set_next_settings (fixture->document, settings);
      g_assert_cmpint (venule_document_get_settings (fixture->document)->proposed, ==, settings->proposed);
    }
  run (fixture);

  settings->sensitivity = 0.6;
  venule_document_set_settings (fixture->document, settings);
  g_assert_cmpint (venule_document_get_settings (fixture->document)->proposed, ==, settings->proposed);
  settings->cell_diameter = 20;
  venule_document_set_settings (fixture->document, settings);
  g_assert_cmpint (venule_document_get_settings (fixture->document)->proposed, ==, VENULE_PROPOSED_VESSEL);
  g_assert_cmpint (venule_document_get_run_settings (fixture->document)->proposed, ==,
                   VENULE_PROPOSED_VESSEL | VENULE_PROPOSED_CELL_DIAMETER);
}

static guint
marks (Fixture *fixture)
{
  return venule_document_get_run_settings (fixture->document)->proposed;
}

/* What a run was made with is confirmed where it has the same value still, as one step; a later run is not. */
static void
test_a_run_is_confirmed (Fixture       *fixture,
                         gconstpointer  data)
{
  g_autoptr(VenuleSettings) settings = venule_settings_copy (venule_document_get_settings (fixture->document));
  const guint all = VENULE_PROPOSED_VESSEL | VENULE_PROPOSED_FLOW | VENULE_PROPOSED_CELL_DIAMETER;
  g_autoptr(GError) error = NULL;
  g_autofree char *name = NULL;

  settings->cell_diameter = 14;
  settings->proposed = (VenuleProposed) all;
  venule_document_set_next_settings (fixture->document, settings);
  run (fixture);
  g_assert_cmpuint (marks (fixture), ==, all);

  settings->cell_diameter = 15;
  settings->proposed = VENULE_PROPOSED_NOTHING;
  venule_document_set_settings (fixture->document, settings);
  g_assert_true (venule_document_confirm_run (fixture->document, (VenuleProposed) all, &error));
  g_assert_no_error (error);
  g_assert_cmpuint (marks (fixture), ==, VENULE_PROPOSED_CELL_DIAMETER);
  name = venule_document_dup_undo_name (fixture->document);
  g_assert_cmpstr (name, ==, "Confirm Proposal");

  settings->cell_diameter = 14;
  venule_document_set_settings (fixture->document, settings);
  g_assert_true (venule_document_confirm_run (fixture->document, VENULE_PROPOSED_CELL_DIAMETER, &error));
  g_assert_cmpuint (marks (fixture), ==, VENULE_PROPOSED_NOTHING);
  g_assert_false (venule_document_get_stale (fixture->document));

  g_assert_true (venule_document_undo (fixture->document));
  g_assert_cmpuint (marks (fixture), ==, VENULE_PROPOSED_CELL_DIAMETER);
  g_assert_cmpint (venule_document_get_settings (fixture->document)->proposed, ==, VENULE_PROPOSED_CELL_DIAMETER);
  g_assert_true (venule_document_undo (fixture->document));
  g_assert_cmpuint (marks (fixture), ==, all);
  g_assert_true (venule_document_redo (fixture->document));
  g_assert_true (venule_document_redo (fixture->document));
  g_assert_cmpuint (marks (fixture), ==, VENULE_PROPOSED_NOTHING);
  g_assert_cmpint (venule_document_get_settings (fixture->document)->proposed, ==, VENULE_PROPOSED_NOTHING);

  settings->proposed = VENULE_PROPOSED_VESSEL;
  venule_document_set_next_settings (fixture->document, settings);
  run (fixture);
  g_assert_cmpuint (marks (fixture), ==, VENULE_PROPOSED_VESSEL);
}

/* What was added by hand and deleted again is nothing that the run had found. */
static void
test_removed_tracks_are_counted (Fixture       *fixture,
                                 gconstpointer  data)
{
  const VenuleSpot spot = { .frame = 3, .x = 50, .y = 50, .radius = 8, .source = VENULE_SPOT_MANUAL };
  guint added;

  run (fixture);
  g_assert_cmpuint (venule_document_count_removed (fixture->document), ==, 0);
  venule_document_set_kinds (fixture->document, (guint[]) { 2 }, 1, VENULE_CELL_OTHER, NULL);
  g_assert_true (venule_document_remove_tracks (fixture->document, (guint[]) { 1, 2 }, 2, NULL));
  g_assert_cmpuint (venule_document_count_removed (fixture->document), ==, 2);
  added = venule_document_put_spots (fixture->document, 0, &spot, 1, "Add", NULL);
  g_assert_true (venule_document_remove_tracks (fixture->document, &added, 1, NULL));
  g_assert_cmpuint (venule_document_count_removed (fixture->document), ==, 2);
  for (guint i = 0; i < 3; i++)
    g_assert_true (venule_document_undo (fixture->document));
  g_assert_cmpuint (venule_document_count_removed (fixture->document), ==, 0);
}

static void
test_a_late_calibration_holds_for_the_tracks (Fixture       *fixture,
                                              gconstpointer  data)
{
  g_autoptr(VenuleSettings) settings = venule_settings_copy (venule_document_get_settings (fixture->document));

  run (fixture);
  venule_document_set_kinds (fixture->document, (guint[]) { 1 }, 1, VENULE_CELL_OTHER, NULL);
  settings->calibration.pixel_size_um = 0.001;
  venule_document_set_settings (fixture->document, settings);

  g_assert_false (venule_document_get_stale (fixture->document));
  g_assert_cmpfloat (venule_document_get_run_settings (fixture->document)->calibration.pixel_size_um, ==, 0.001);
  /* 2 px a frame are 0.06 µm/s now: adherent. What a person said stays. */
  g_assert_cmpint (venule_track_get_kind (venule_document_get_track (fixture->document, 2)), ==, VENULE_CELL_ADHERENT);
  g_assert_cmpint (venule_track_get_kind (venule_document_get_track (fixture->document, 1)), ==, VENULE_CELL_OTHER);
}

static void
test_times_are_the_files_unless_a_rate_was_typed (Fixture       *fixture,
                                                  gconstpointer  data)
{
  g_autoptr(VenuleSettings) settings = venule_settings_new ();
  g_autoptr(VenuleSource) untabled = fake_source_new (25, 100, FALSE);
  g_autoptr(VenuleSource) timeless = fake_source_new (0, 100, TRUE);
  g_autoptr(VenuleDocument) second = venule_document_new (untabled);
  g_autoptr(VenuleDocument) third = venule_document_new (timeless);

  g_assert_cmpfloat_with_epsilon (venule_document_get_time (fixture->document, 20), 1, 1e-12);
  g_assert_cmpfloat_with_epsilon (venule_document_get_time (second, 50), 2, 1e-12);
  g_assert_cmpfloat (venule_document_get_time (third, 50), ==, 0);

  settings->calibration.frame_rate = 10;
  venule_document_set_settings (fixture->document, settings);
  g_assert_cmpfloat_with_epsilon (venule_document_get_time (fixture->document, 20), 2, 1e-12);
}

static void
test_a_run_needs_times_and_a_range_within_the_video (Fixture       *fixture,
                                                     gconstpointer  data)
{
  g_autoptr(VenuleSettings) settings = venule_settings_new ();
  g_autoptr(VenuleSource) timeless = fake_source_new (0, 100, TRUE);
  g_autoptr(VenuleDocument) document = venule_document_new (timeless);
  g_autoptr(GError) error = NULL;

  settings->vessel->flow_x = 1;
  venule_document_set_settings (document, settings);
  g_assert_false (venule_document_validate (document, &error));
  g_assert_error (error, VENULE_ERROR, VENULE_ERROR_INVALID);
  g_assert_nonnull (strstr (error->message, "fake.avi"));
  g_clear_error (&error);

  settings->calibration.frame_rate = 30;
  venule_document_set_settings (document, settings);
  g_assert_true (venule_document_validate (document, &error));
  g_assert_no_error (error);

  settings->last_frame = 100;
  venule_document_set_settings (document, settings);
  g_assert_false (venule_document_validate (document, &error));
  g_assert_error (error, VENULE_ERROR, VENULE_ERROR_INVALID);
}

static void
test_ten_thousand_tracks_are_no_burden (Fixture       *fixture,
                                        gconstpointer  data)
{
  g_autoptr(GPtrArray) tracks = g_ptr_array_new_with_free_func (g_object_unref);
  gint64 start;
  guint n = 0;

  for (guint id = 1; id <= 10000; id++)
    {
      VenuleTrack *track = venule_track_new (id);

      for (guint i = 0; i < 30; i++)
        {
          VenuleSpot spot = { .frame = id % 1000 + i };

          venule_track_add_spot (track, &spot);
        }
      g_ptr_array_add (tracks, track);
    }
  venule_document_begin_run (fixture->document, venule_document_get_settings (fixture->document));
  venule_document_finish_run (fixture->document, tracks);

  start = g_get_monotonic_time ();
  for (gint64 frame = 0; frame < 1000; frame++)
    {
      g_autoptr(GPtrArray) found = venule_document_dup_tracks_at (fixture->document, frame);

      n += found->len;
    }
  g_test_message ("%.1f µs a frame", (g_get_monotonic_time () - start) / 1000.0);
  /* Ten tracks begin in each frame; those of the last 29 frames reach beyond. */
  g_assert_cmpuint (n, ==, 10 * (971 * 30 + 29 * 30 / 2));
}

#define ADD(name, test) g_test_add ("/document/" name, Fixture, NULL, set_up, (test), tear_down)

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  ADD ("spots-come-in-with-one-signal", test_spots_come_in_with_one_signal);
  ADD ("live-tracks-show-their-kind", test_live_tracks_show_their_kind);
  ADD ("the-linked-tracks-replace-the-live-ones", test_the_linked_tracks_replace_the_live_ones);
  ADD ("tracks-at-a-frame", test_tracks_at_a_frame_are_those_with_a_spot_there);
  ADD ("tracks-at-a-frame-while-spots-come", test_tracks_at_a_frame_stay_right_while_spots_come);
  ADD ("deleting-is-undone-and-done-again", test_deleting_is_undone_and_done_again);
  ADD ("a-new-edit-forgets-what-was-undone", test_a_new_edit_forgets_what_was_undone);
  ADD ("a-class-given-by-hand-is-undone", test_a_class_given_by_hand_is_undone);
  ADD ("any-sequence-of-edits-can-be-taken-back", test_any_sequence_of_edits_can_be_taken_back);
  ADD ("a-new-run-forgets-the-edits", test_a_new_run_forgets_the_edits);
  ADD ("settings-make-tracks-stale-only-when-they-matter", test_settings_make_tracks_stale_only_when_they_matter);
  ADD ("an-edit-of-what-was-proposed-confirms-it", test_an_edit_of_what_was_proposed_confirms_it);
  ADD ("a-run-is-confirmed", test_a_run_is_confirmed);
  ADD ("removed-tracks-are-counted", test_removed_tracks_are_counted);
  ADD ("a-late-calibration-holds-for-the-tracks", test_a_late_calibration_holds_for_the_tracks);
  ADD ("times-are-the-files-unless-a-rate-was-typed", test_times_are_the_files_unless_a_rate_was_typed);
  ADD ("a-run-needs-times-and-a-range", test_a_run_needs_times_and_a_range_within_the_video);
  ADD ("ten-thousand-tracks-are-no-burden", test_ten_thousand_tracks_are_no_burden);

  return g_test_run ();
}
