/* test-track.c: a track keeps its spots in order
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-track.h"

static void
add (VenuleTrack *track,
     gint64       frame,
     double       x)
{
  VenuleSpot spot = { .frame = frame, .time = frame / 30.0, .x = x };

  venule_track_add_spot (track, &spot);
}

static void
count (VenuleTrack *track,
       guint       *n)
{
  (*n)++;
}

static void
count_notify (VenuleTrack *track,
              GParamSpec  *pspec,
              guint       *n)
{
  (*n)++;
}

static void
test_an_empty_track_has_no_frames (void)
{
  g_autoptr(VenuleTrack) track = venule_track_new (7);

  g_assert_cmpuint (venule_track_get_id (track), ==, 7);
  g_assert_cmpuint (venule_track_get_n_spots (track), ==, 0);
  g_assert_cmpint (venule_track_get_first_frame (track), ==, -1);
  g_assert_cmpint (venule_track_get_last_frame (track), ==, -1);
  g_assert_null (venule_track_get_spot_at (track, 0));
}

static void
test_spots_are_sorted_and_one_a_frame (void)
{
  g_autoptr(VenuleTrack) track = venule_track_new (1);
  const VenuleSpot *spots;
  guint n;

  add (track, 5, 50);
  add (track, 3, 30);
  add (track, 9, 90);
  add (track, 4, 40);
  add (track, 5, 55);

  spots = venule_track_get_spots (track, &n);
  g_assert_cmpuint (n, ==, 4);
  g_assert_cmpint (spots[0].frame, ==, 3);
  g_assert_cmpint (spots[1].frame, ==, 4);
  g_assert_cmpint (spots[2].frame, ==, 5);
  g_assert_cmpint (spots[3].frame, ==, 9);
  g_assert_cmpfloat (spots[2].x, ==, 55);
  g_assert_cmpint (venule_track_get_first_frame (track), ==, 3);
  g_assert_cmpint (venule_track_get_last_frame (track), ==, 9);
}

static void
test_a_spot_is_found_by_frame_across_gaps (void)
{
  g_autoptr(VenuleTrack) track = venule_track_new (1);
  gboolean there[300] = { FALSE };

  for (int i = 0; i < 150; i++)
    {
      gint64 frame = g_test_rand_int_range (0, G_N_ELEMENTS (there));

      there[frame] = TRUE;
      add (track, frame, frame);
    }

  for (gint64 frame = -3; frame < (gint64) G_N_ELEMENTS (there) + 3; frame++)
    {
      const VenuleSpot *spot = venule_track_get_spot_at (track, frame);

      if (frame >= 0 && frame < (gint64) G_N_ELEMENTS (there) && there[frame])
        g_assert_cmpfloat (spot->x, ==, frame);
      else
        g_assert_null (spot);
    }
}

static void
test_all_spots_are_set_at_once (void)
{
  g_autoptr(VenuleTrack) track = venule_track_new (1);
  const VenuleSpot rising[] = { { .frame = 3, .x = 30 }, { .frame = 4, .x = 40 }, { .frame = 9, .x = 90 } };
  const VenuleSpot mixed[] = { { .frame = 7, .x = 70 }, { .frame = 2, .x = 20 }, { .frame = 7, .x = 77 } };
  guint n_changed = 0;

  add (track, 4, 44);
  add (track, 5, 55);
  g_signal_connect (track, "changed", G_CALLBACK (count), &n_changed);

  venule_track_set_spots (track, rising, G_N_ELEMENTS (rising));
  g_assert_cmpuint (n_changed, ==, 1);
  g_assert_cmpuint (venule_track_get_n_spots (track), ==, 3);
  g_assert_null (venule_track_get_spot_at (track, 5));
  g_assert_cmpfloat (venule_track_get_spot_at (track, 4)->x, ==, 40);

  venule_track_set_spots (track, mixed, G_N_ELEMENTS (mixed));
  g_assert_cmpuint (n_changed, ==, 2);
  g_assert_cmpuint (venule_track_get_n_spots (track), ==, 2);
  g_assert_cmpint (venule_track_get_first_frame (track), ==, 2);
  g_assert_cmpfloat (venule_track_get_spot_at (track, 7)->x, ==, 77);
}

static void
test_changes_are_told_once_and_only_when_there_are_any (void)
{
  g_autoptr(VenuleTrack) track = venule_track_new (1);
  guint n_changed = 0, n_notified = 0;

  g_signal_connect (track, "changed", G_CALLBACK (count), &n_changed);
  g_signal_connect (track, "notify", G_CALLBACK (count_notify), &n_notified);

  add (track, 0, 0);
  g_assert_cmpuint (n_changed, ==, 1);

  venule_track_set_kind (track, VENULE_CELL_ROLLING);
  venule_track_set_edited (track, FALSE);
  venule_track_set_quality (track, 0);
  g_assert_cmpuint (n_notified, ==, 0);
  venule_track_set_kind (track, VENULE_CELL_FREE);
  venule_track_set_edited (track, TRUE);
  venule_track_set_quality (track, 0.5);
  g_assert_cmpuint (n_notified, ==, 3);
  g_assert_cmpint (venule_track_get_kind (track), ==, VENULE_CELL_FREE);
}

static void
test_names_for_files_and_people (void)
{
  g_assert_cmpstr (venule_cell_kind_to_string (VENULE_CELL_ROLLING), ==, "rolling");
  g_assert_cmpstr (venule_cell_kind_to_string (VENULE_CELL_ADHERENT), ==, "adherent");
  g_assert_cmpstr (venule_cell_kind_to_string (VENULE_CELL_FREE), ==, "free");
  g_assert_cmpstr (venule_cell_kind_to_string (VENULE_CELL_OTHER), ==, "other");
  g_assert_cmpstr (venule_cell_kind_to_label (VENULE_CELL_FREE), ==, "Free-flowing");
  g_assert_cmpstr (venule_spot_source_to_string (VENULE_SPOT_DETECTED), ==, "detected");
  g_assert_cmpstr (venule_spot_source_to_string (VENULE_SPOT_TRACKED), ==, "tracked");
  g_assert_cmpstr (venule_spot_source_to_string (VENULE_SPOT_INTERPOLATED), ==, "interpolated");
  g_assert_cmpstr (venule_spot_source_to_string (VENULE_SPOT_MANUAL), ==, "manual");
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/track/an-empty-track-has-no-frames", test_an_empty_track_has_no_frames);
  g_test_add_func ("/track/spots-are-sorted-and-one-a-frame", test_spots_are_sorted_and_one_a_frame);
  g_test_add_func ("/track/a-spot-is-found-by-frame-across-gaps", test_a_spot_is_found_by_frame_across_gaps);
  g_test_add_func ("/track/all-spots-are-set-at-once", test_all_spots_are_set_at_once);
  g_test_add_func ("/track/changes-are-told-once", test_changes_are_told_once_and_only_when_there_are_any);
  g_test_add_func ("/track/names-for-files-and-people", test_names_for_files_and_people);

  return g_test_run ();
}
