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

      if (tracklet == NULL)
        tracklet = venule_tracklet_new (0, &spot, RADIUS);
      else
        g_array_append_val (tracklet->spots, spot);
    }
  return tracklet;
}

/* A cell that rolled by a bulge of the wall must not end as one that stopped there; one that really stopped is clear. */
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

/* Median of the pulls, so that a snake that ran away now and then does not count; too few say nothing. */
static void
test_centre_is_the_median_of_what_snakes_saw (void)
{
  g_autoptr (VenuleTracklet) tracklet = roll_and_rest (0, 0);

  for (int i = 0; i < 9; i++)
    {
      VenulePoint pull = { i == 4 ? 100 : 2, i == 5 ? -100 : -1 };

      g_array_append_val (tracklet->pulls, pull);
      if (i == 2)
        g_assert_cmpfloat (venule_tracklet_centre_offset (tracklet).x, ==, 0);
    }
  g_assert_cmpfloat (venule_tracklet_centre_offset (tracklet).x, ==, 2);
  g_assert_cmpfloat (venule_tracklet_centre_offset (tracklet).y, ==, -1);
}

/* r = 10 + 2 cos 2θ + cos 7θ + 3 cos θ: the oval stays; the ripple and the shift go. */
static void
test_outline_keeps_the_oval_alone (void)
{
  float radii[20];

  for (int i = 0; i < 20; i++)
    {
      double a = 2 * G_PI * i / 20;

      radii[i] = (float) (10 + 2 * cos (2 * a) + cos (7 * a) + 3 * cos (a));
    }
  venule_contour_smooth (radii, radii, 20);
  for (int i = 0; i < 20; i++)
    g_assert_cmpfloat_with_epsilon (radii[i], 10 + 2 * cos (4 * G_PI * i / 20), 1e-4);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/tracklet/faint-rest-is-cut-off", test_faint_rest_is_cut_off);
  g_test_add_func ("/tracklet/centre-is-the-median-of-what-snakes-saw", test_centre_is_the_median_of_what_snakes_saw);
  g_test_add_func ("/tracklet/outline-keeps-the-oval-alone", test_outline_keeps_the_oval_alone);

  return g_test_run ();
}
