/* test-tracklet.c: what is believed of a cell that is being followed
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <math.h>

#include "venule-contour.h"
#include "venule-linker.h"
#include "venule-quality.h"
#include "venule-smoother.h"
#include "venule-tracklet.h"

#define RADIUS 10.0
#define CLEAR 0.5

/* Thirty frames at 3 px a frame, then @n_rest frames at one place; 30 frames/s, a detection of @score in every one. */
static VenuleTracklet *
roll_and_rest (guint n_rest,
               float score)
{
  VenuleTracklet *tracklet = NULL;

  for (guint i = 0; i < 30 + n_rest; i++)
    {
      VenuleSpot spot = { .frame = i, .time = i / 30.0, .x = 3.0 * MIN (i, 29), .y = 50, .radius = RADIUS,
                          .score = i < 30 ? 0.8f : score, .source = VENULE_SPOT_DETECTED };

      VenuleObservation step = { .move_x = 3, .move_sd = 1, .seen_x = (float) spot.x, .seen_y = 50, .seen_sd = 1 };

      if (tracklet == NULL)
        tracklet = venule_tracklet_new (0, &spot, &step);
      else
        venule_tracklet_append (tracklet, &spot, &step);
    }
  return tracklet;
}

/* A cell that rolled by a bulge of the wall must not end as one that stopped there; one that really stopped is
 * clear. */
static void
test_faint_rest_is_cut_off (void)
{
  g_autoptr (VenuleTracklet) on_the_wall = roll_and_rest (45, 0.4f);
  g_autoptr (VenuleTracklet) stopped = roll_and_rest (45, 0.8f);
  g_autoptr (VenuleTracklet) paused = roll_and_rest (10, 0.4f);

  /* Frame 28 is 3 px before the rest, within its reach of 4 px; 27 is the last that is kept: 28 spots. */
  g_assert_cmpuint (venule_tracklet_without_faint_rest (on_the_wall, RADIUS, CLEAR), ==, 28);
  g_assert_cmpuint (venule_tracklet_without_faint_rest (stopped, RADIUS, CLEAR), ==, 75);
  g_assert_cmpuint (venule_tracklet_without_faint_rest (paused, RADIUS, CLEAR), ==, 40);
}

/* While the end of a rest is clear, nothing before it is asked; where it is faint, the whole rest goes, however
 * long. */
static void
test_rest_of_minutes_is_judged_as_one (void)
{
  g_autoptr (VenuleTracklet) on_the_wall = roll_and_rest (3600, 0.4f);
  g_autoptr (VenuleTracklet) stopped = roll_and_rest (3600, 0.8f);
  g_autoptr (VenuleTracklet) stopped_late = roll_and_rest (3600, 0.8f);

  g_assert_cmpuint (venule_tracklet_without_faint_rest (on_the_wall, RADIUS, CLEAR), ==, 28);
  g_assert_cmpuint (venule_tracklet_without_faint_rest (stopped, RADIUS, CLEAR), ==, 3630);
  for (guint i = 30; i < 2400; i++)
    venule_tracklet_spot (stopped_late, i)->score = 0.2f;
  g_assert_cmpuint (venule_tracklet_without_faint_rest (stopped_late, RADIUS, CLEAR), ==, 3630);
}

/* A cell that speeds up, seen with an error of 1 px, its movements with one of 0.1 px and a drift of 0.03 px a frame;
 * one detection is 12 px off. */
static VenuleTracklet *
scattered (guint    n,
           double  *truth)
{
  VenuleTracklet *tracklet = NULL;

  for (guint i = 0; i < n; i++)
    {
      truth[i] = 100 + 2.0 * i + 0.02 * i * i;

      double move = i > 0 ? truth[i] - truth[i - 1] + 0.03 + g_test_rand_double_range (-0.17, 0.17) : 0;
      double seen = truth[i] + g_test_rand_double_range (-1.7, 1.7) + (i == n / 2 ? 12 : 0);
      VenuleSpot spot = { .frame = i, .time = i / 30.0, .x = seen, .y = 50, .radius = RADIUS };
      VenuleObservation step = { (float) move, 0, 0.1f, (float) seen, 50, 1 };

      if (tracklet == NULL)
        tracklet = venule_tracklet_new (0, &spot, &step);
      else
        venule_tracklet_append (tracklet, &spot, &step);
    }
  return tracklet;
}

static void
test_path_is_precise_and_does_not_drift (void)
{
  double truth[200], squares = 0, far = 0;
  g_autoptr (VenuleTracklet) tracklet = scattered (200, truth);

  venule_smooth_path (tracklet);
  for (guint i = 0; i < 200; i++)
    {
      double off = venule_tracklet_spot (tracklet, i)->x - truth[i];

      squares += off * off;
      far = MAX (far, fabs (off));
      g_assert_cmpfloat_with_epsilon (venule_tracklet_spot (tracklet, i)->y, 50, 1e-6);
    }
  /* Detections alone have 1 px, and the movements alone end 6 px off. The farthest are the ends, seen from one side
   * only, with a standard deviation of 0.4 px. */
  g_assert_cmpfloat (sqrt (squares / 200), <, 0.55);
  g_assert_cmpfloat (far, <, 2.1);
}

static void
test_path_without_sight_stays (void)
{
  VenuleSpot spot = { .x = 7, .y = 8, .radius = RADIUS };
  VenuleObservation step = { 1, 1, 1, 0, 0, 0 };
  g_autoptr (VenuleTracklet) tracklet = venule_tracklet_new (0, &spot, &step);

  spot.x = 9;
  venule_tracklet_append (tracklet, &spot, &step);
  venule_smooth_path (tracklet);
  g_assert_cmpfloat (venule_tracklet_spot (tracklet, 0)->x, ==, 7);
  g_assert_cmpfloat (venule_tracklet_spot (tracklet, 1)->x, ==, 9);
}

/* Between two sights the path follows the movements, stretched to fit both. */
static void
test_path_across_a_gap (void)
{
  g_autoptr (VenuleTracklet) tracklet = NULL;

  for (int i = 0; i < 5; i++)
    {
      VenuleSpot spot = { .frame = i, .x = 0, .y = 0, .radius = RADIUS };
      VenuleObservation step = { 2, 0, 0.5f, i == 4 ? 12 : 0, 0, i == 0 || i == 4 ? 0.01f : 0 };

      if (i == 0)
        tracklet = venule_tracklet_new (0, &spot, &step);
      else
        venule_tracklet_append (tracklet, &spot, &step);
    }
  venule_smooth_path (tracklet);
  /* 8 px were measured where there were 12: one more for each step. */
  for (int i = 0; i < 5; i++)
    g_assert_cmpfloat_with_epsilon (venule_tracklet_spot (tracklet, i)->x, 3 * i, 0.05);
}

/* Thirty detections at odds of 4, one frame of them missed, a third with another cell on top. */
static void
test_quality_is_told_by_what_was_seen (void)
{
  g_autoptr (VenuleTracklet) good = roll_and_rest (0, 0), bad = roll_and_rest (45, 0.3f);
  double features[VENULE_N_QUALITIES];

  good->supports = 29;
  good->chances = 30;
  good->crowded = 10;
  venule_tracklet_spot (good, 12)->source = VENULE_SPOT_TRACKED;
  venule_quality_features (good, features);
  g_assert_cmpfloat_with_epsilon (features[VENULE_QUALITY_CLARITY], log (4), 1e-5);
  g_assert_cmpfloat_with_epsilon (features[VENULE_QUALITY_SUPPORT], 29 / 30.0, 1e-9);
  g_assert_cmpfloat_with_epsilon (features[VENULE_QUALITY_LENGTH], log (30), 1e-9);
  g_assert_cmpfloat_with_epsilon (features[VENULE_QUALITY_CROWDED], 1 / 3.0, 1e-9);
  g_assert_cmpfloat (features[VENULE_QUALITY_JOINED], ==, 0);
  g_assert_cmpfloat_with_epsilon (features[VENULE_QUALITY_UNSEEN], 2 / 30.0, 1e-9);

  /* Seen in a third of the frames, with most of a second in which it was not. */
  bad->supports = 25;
  bad->chances = 75;
  for (guint i = 20; i < 50; i++)
    venule_tracklet_spot (bad, i)->source = VENULE_SPOT_INTERPOLATED;
  g_assert_cmpfloat (venule_quality (good), >, 0.9);
  g_assert_cmpfloat (venule_quality (bad), <, 0.3);
}

/* Frames 3 to 5 between places that were seen, a quarter of the way each. */
static void
test_gap_is_filled_evenly (void)
{
  g_autoptr (VenuleTracklet) tracklet = NULL;
  VenuleSpot last = { .frame = 2, .time = 0.2, .x = 10, .y = 50, .radius = 8 };
  VenuleSpot next = { .frame = 6, .time = 0.6, .x = 18, .y = 46, .radius = 12 };
  VenuleObservation step = { 0, 0, 1, 10, 50, 1 };

  tracklet = venule_tracklet_new (0, &last, &step);
  venule_tracklet_fill_gap (tracklet, &next, 20);
  g_assert_cmpuint (tracklet->spots->len, ==, 4);
  g_assert_cmpuint (tracklet->steps->len, ==, 4);
  for (int k = 1; k <= 3; k++)
    {
      const VenuleSpot *spot = venule_tracklet_spot (tracklet, k);

      g_assert_cmpint (spot->frame, ==, 2 + k);
      g_assert_cmpint (spot->source, ==, VENULE_SPOT_INTERPOLATED);
      g_assert_cmpfloat_with_epsilon (spot->time, 0.2 + 0.1 * k, 1e-9);
      g_assert_cmpfloat_with_epsilon (spot->x, 10 + 2 * k, 1e-9);
      g_assert_cmpfloat_with_epsilon (spot->y, 50 - k, 1e-9);
      g_assert_cmpfloat_with_epsilon (spot->radius, 8 + k, 1e-5);
      g_assert_cmpfloat (g_array_index (tracklet->steps, VenuleObservation, k).seen_sd, ==, 0);
    }
}

/* r = 10 + 2 cos 2θ + cos 7θ + 3 cos θ: the oval stays; the ripple and the shift go. */
static void
test_outline_keeps_the_oval_alone (void)
{
  VenuleHarmonics harmonics;
  float radii[20];

  venule_harmonics_init (&harmonics);
  for (int i = 0; i < 20; i++)
    {
      double a = 2 * G_PI * i / 20;

      radii[i] = (float) (10 + 2 * cos (2 * a) + cos (7 * a) + 3 * cos (a));
    }
  venule_contour_smooth (&harmonics, radii, radii);
  for (int i = 0; i < 20; i++)
    g_assert_cmpfloat_with_epsilon (radii[i], 10 + 2 * cos (4 * G_PI * i / 20), 1e-4);
}

/* Into a crop with a bay in its outline a cell comes twice: what lies
 * before the second time was seen by nobody. */
static void
test_entry_does_not_cross_a_bay (void)
{
  static const VenulePoint outline[] = { { 80, 0 }, { 84, 0 }, { 84, 60 }, { 90, 60 }, { 90, 0 }, { 400, 0 },
                                         { 400, 100 }, { 80, 100 } };
  g_autoptr (VenuleSettings) settings = venule_settings_new ();
  g_autoptr (GPtrArray) tracklets = g_ptr_array_new_with_free_func ((GDestroyNotify) venule_tracklet_free);
  g_autoptr (GError) error = NULL;
  VenuleTracklet *tracklet = NULL;

  settings->cell_diameter = 2 * RADIUS;
  venule_vessel_set_polygon (settings->vessel, outline, G_N_ELEMENTS (outline));
  settings->vessel->flow_x = 1;
  for (int i = 0; i < 30; i++)
    {
      VenuleSpot spot = { .frame = 100 + i, .time = (100 + i) / 30.0, .x = 100 + 2.0 * i, .y = 30, .radius = RADIUS,
                          .score = 0.8f, .source = VENULE_SPOT_DETECTED };
      VenuleObservation step = { 2, 0, 0.1f, (float) spot.x, 30, 1 };

      if (tracklet == NULL)
        tracklet = venule_tracklet_new (0, &spot, &step);
      else
        venule_tracklet_append (tracklet, &spot, &step);
    }
  g_ptr_array_add (tracklets, tracklet);

  venule_link_tracklets (tracklets, settings, 400, 100);
  g_autoptr (GPtrArray) tracks = venule_link_make_tracks (tracklets);
  guint n;
  g_assert_cmpuint (tracks->len, ==, 1);
  const VenuleSpot *spots = venule_track_get_spots (g_ptr_array_index (tracks, 0), &n);

  g_assert_cmpfloat (spots[0].x, >=, 89);
  g_assert_cmpfloat (spots[0].x, <, 93);
  for (guint i = 1; i < n; i++)
    g_assert_cmpint (spots[i].frame, ==, spots[i - 1].frame + 1);
}

/* A cell that stands at the border, and creeps, did not come in over it minutes ago. One that rolls in did, a moment
 * ago. */
static void
test_creeping_cell_has_no_entry (void)
{
  for (int rolls = 0; rolls < 2; rolls++)
    {
      double speed = rolls ? 1.0 : 0.05;
      g_autoptr (VenuleSettings) settings = venule_settings_new ();
      g_autoptr (GPtrArray) tracklets = g_ptr_array_new_with_free_func ((GDestroyNotify) venule_tracklet_free);
      VenuleTracklet *tracklet = NULL;

      settings->cell_diameter = 2 * RADIUS;
      settings->vessel->flow_x = 1;
      for (int i = 0; i < 40; i++)
        {
          VenuleSpot spot = { .frame = 500 + i, .time = (500 + i) / 30.0, .x = 12 + speed * i, .y = 50,
                              .radius = RADIUS,
                              .score = 0.9f, .source = VENULE_SPOT_DETECTED };
          VenuleObservation step = { (float) speed, 0, 0.1f, (float) spot.x, 50, 1, { 0 } };

          if (tracklet == NULL)
            tracklet = venule_tracklet_new (0, &spot, &step);
          else
            venule_tracklet_append (tracklet, &spot, &step);
        }
      g_ptr_array_add (tracklets, tracklet);

      venule_link_tracklets (tracklets, settings, 400, 100);
      g_autoptr (GPtrArray) tracks = venule_link_make_tracks (tracklets);
      guint n;
      g_assert_cmpuint (tracks->len, ==, 1);
      const VenuleSpot *spots = venule_track_get_spots (g_ptr_array_index (tracks, 0), &n);

      g_assert_cmpint (500 - spots[0].frame, >=, rolls ? 11 : 0);
      g_assert_cmpint (500 - spots[0].frame, <=, rolls ? 13 : 0);
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/tracklet/faint-rest-is-cut-off", test_faint_rest_is_cut_off);
  g_test_add_func ("/tracklet/rest-of-minutes-is-judged-as-one", test_rest_of_minutes_is_judged_as_one);
  g_test_add_func ("/tracklet/path-is-precise-and-does-not-drift", test_path_is_precise_and_does_not_drift);
  g_test_add_func ("/tracklet/path-without-sight-stays", test_path_without_sight_stays);
  g_test_add_func ("/tracklet/path-across-a-gap", test_path_across_a_gap);
  g_test_add_func ("/tracklet/quality-is-told-by-what-was-seen", test_quality_is_told_by_what_was_seen);
  g_test_add_func ("/tracklet/gap-is-filled-evenly", test_gap_is_filled_evenly);
  g_test_add_func ("/linker/entry-does-not-cross-a-bay", test_entry_does_not_cross_a_bay);
  g_test_add_func ("/linker/creeping-cell-has-no-entry", test_creeping_cell_has_no_entry);
  g_test_add_func ("/tracklet/outline-keeps-the-oval-alone", test_outline_keeps_the_oval_alone);

  return g_test_run ();
}
