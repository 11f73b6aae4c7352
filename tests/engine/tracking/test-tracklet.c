/* test-tracklet.c: what is believed of a cell that is being followed
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <math.h>

#include "venule-contour.h"
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
  g_assert_cmpuint (venule_tracklet_without_weak_rest (on_the_wall, RADIUS, CLEAR), ==, 28);
  g_assert_cmpuint (venule_tracklet_without_weak_rest (stopped, RADIUS, CLEAR), ==, 75);
  g_assert_cmpuint (venule_tracklet_without_weak_rest (paused, RADIUS, CLEAR), ==, 40);
}

/* While the end of a rest is clear, nothing before it is asked; where it is faint, the whole rest goes, however
 * long. */
static void
test_rest_of_minutes_is_judged_as_one (void)
{
  g_autoptr (VenuleTracklet) on_the_wall = roll_and_rest (3600, 0.4f);
  g_autoptr (VenuleTracklet) stopped = roll_and_rest (3600, 0.8f);
  g_autoptr (VenuleTracklet) stopped_late = roll_and_rest (3600, 0.8f);

  g_assert_cmpuint (venule_tracklet_without_weak_rest (on_the_wall, RADIUS, CLEAR), ==, 28);
  g_assert_cmpuint (venule_tracklet_without_weak_rest (stopped, RADIUS, CLEAR), ==, 3630);
  for (guint i = 30; i < 2400; i++)
    venule_tracklet_spot (stopped_late, i)->score = 0.2f;
  g_assert_cmpuint (venule_tracklet_without_weak_rest (stopped_late, RADIUS, CLEAR), ==, 3630);
}

/* A cell that rolls by 2 px a frame, seen 0.5 px off, while the picture moves in unequal steps. */
static void
test_tissue_is_the_picture_without_its_movement (void)
{
  static const float shifts[] = { 0, 4, -3, -3, 7.5f };
  g_autoptr (VenuleTracklet) tracklet = NULL;
  g_autoptr (VenuleTissuePath) path = NULL;
  g_autoptr (GArray) spots = NULL;

  for (int i = 0; i < 5; i++)
    {
      float x = 100 + 2 * i + shifts[i], y = 50 - shifts[i] / 2, moved = shifts[i] - shifts[MAX (i, 1) - 1];
      VenuleSpot spot = { .frame = 7 + i, .time = i / 30.0, .x = x, .y = y, .radius = RADIUS, .score = 0.8f,
                          .source = VENULE_SPOT_TRACKED, .shift_x = shifts[i], .shift_y = -shifts[i] / 2,
                          .uncertainty = 0.25f, .contour = { 9 } };
      VenuleObservation step = { 2 + moved, -moved / 2, 0.1f, x + 0.5f, y - 0.5f, 1, { 0.3f } };

      if (tracklet == NULL)
        tracklet = venule_tracklet_new (3, &spot, &step);
      else
        venule_tracklet_append (tracklet, &spot, &step);
    }
  tracklet->opportunities = 5;
  tracklet->crowded = 2;
  tracklet->free_flowing = TRUE;

  path = venule_tracklet_to_tissue (tracklet);
  g_assert_cmpuint (path->serial, ==, 3);
  g_assert_cmpuint (path->hits, ==, 1);
  g_assert_cmpuint (path->opportunities, ==, 5);
  g_assert_cmpuint (path->crowded, ==, 2);
  g_assert_true (path->free_flowing);
  g_assert_cmpuint (path->spots->len, ==, 5);
  for (guint i = 0; i < 5; i++)
    {
      const VenuleTissueSpot *spot = venule_tissue_path_spot (path, i);

      g_assert_cmpint (spot->frame, ==, 7 + i);
      g_assert_cmpfloat_with_epsilon (spot->x, 100 + 2 * i, 1e-5);
      g_assert_cmpfloat_with_epsilon (spot->y, 50, 1e-5);
      g_assert_cmpfloat_with_epsilon (spot->seen_x, 100.5 + 2 * i, 1e-4);
      g_assert_cmpfloat_with_epsilon (spot->seen_y, 49.5, 1e-4);
      g_assert_cmpfloat_with_epsilon (spot->move_x, 2, 1e-5);
      g_assert_cmpfloat_with_epsilon (spot->move_y, 0, 1e-5);
      g_assert_cmpfloat (spot->appearance[0], ==, 0.3f);
    }

  /* And back, all as it was. */
  spots = venule_tissue_path_make_spots (path);
  g_assert_cmpuint (spots->len, ==, 5);
  for (guint i = 0; i < 5; i++)
    {
      const VenuleSpot *spot = &g_array_index (spots, VenuleSpot, i), *was = venule_tracklet_spot (tracklet, i);

      g_assert_cmpint (spot->frame, ==, was->frame);
      g_assert_cmpfloat (spot->time, ==, was->time);
      g_assert_cmpfloat_with_epsilon (spot->x, was->x, 1e-9);
      g_assert_cmpfloat_with_epsilon (spot->y, was->y, 1e-9);
      g_assert_cmpfloat (spot->radius, ==, was->radius);
      g_assert_cmpfloat (spot->score, ==, was->score);
      g_assert_cmpint (spot->source, ==, was->source);
      g_assert_cmpfloat (spot->shift_x, ==, was->shift_x);
      g_assert_cmpfloat (spot->shift_y, ==, was->shift_y);
      g_assert_cmpfloat (spot->uncertainty, ==, was->uncertainty);
      g_assert_cmpmem (spot->contour, sizeof spot->contour, was->contour, sizeof was->contour);
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

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/tracklet/faint-rest-is-cut-off", test_faint_rest_is_cut_off);
  g_test_add_func ("/tracklet/rest-of-minutes-is-judged-as-one", test_rest_of_minutes_is_judged_as_one);
  g_test_add_func ("/tracklet/tissue-is-the-picture-without-its-movement",
                   test_tissue_is_the_picture_without_its_movement);
  g_test_add_func ("/tracklet/outline-keeps-the-oval-alone", test_outline_keeps_the_oval_alone);

  return g_test_run ();
}
