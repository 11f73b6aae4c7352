/* test-velocity.c: velocities against tracks whose numbers are known on paper
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "make-track.h"
#include "venule-statistics.h"
#include "venule-velocity.h"

#define assert_near(a, b) g_assert_cmpfloat_with_epsilon ((a), (b), 1e-9)
#define assert_none(a) g_assert_true (isnan (a))

static void
test_constant_speed_is_measured_exactly (void)
{
  g_autoptr(VenuleSettings) settings = make_settings ();
  g_autoptr(VenuleTrack) track = make_track (1, 91, 120, 0);
  VenuleTrackMeasures measures;

  venule_track_measure (track, settings, &measures);

  assert_near (measures.duration, 3);
  assert_near (measures.displacement, 360);
  assert_near (measures.path, 360);
  assert_near (measures.mean_velocity, 120);
  assert_near (measures.median_velocity, 120);
  assert_near (measures.sd_velocity, 0);
  assert_near (measures.mean_diameter, 20);
  assert_near (measures.window, 0.5);
  g_assert_cmpuint (measures.n_windows, ==, 6);
  for (gint64 frame = 0; frame <= 90; frame += 15)
    assert_near (venule_track_velocity_at (track, settings, frame), 120);
}

static void
test_only_movement_along_the_flow_counts (void)
{
  g_autoptr(VenuleSettings) settings = make_settings ();
  g_autoptr(VenuleTrack) track = make_track (1, 31, 60, 80);
  VenuleTrackMeasures measures;

  settings->vessel->flow_x = 0;
  settings->vessel->flow_y = 5;
  venule_track_measure (track, settings, &measures);
  assert_near (measures.mean_velocity, 80);

  settings->vessel->flow_x = 3;
  settings->vessel->flow_y = 4;
  venule_track_measure (track, settings, &measures);
  assert_near (measures.mean_velocity, 100);
}

static void
test_against_the_flow_is_negative (void)
{
  g_autoptr(VenuleSettings) settings = make_settings ();
  g_autoptr(VenuleTrack) track = make_track (1, 31, 60, 0);
  VenuleTrackMeasures measures;

  settings->vessel->flow_x = -1;
  venule_track_measure (track, settings, &measures);

  assert_near (measures.displacement, -60);
  assert_near (measures.path, 60);
  assert_near (measures.mean_velocity, -60);
  assert_near (measures.median_velocity, -60);
  assert_near (venule_track_velocity_at (track, settings, 15), -60);
}

/* Three at least; standing and hidden cells have no say. */
static void
test_an_arrow_the_wrong_way_round_is_seen (void)
{
  g_autoptr(VenuleSettings) settings = make_settings ();
  g_autoptr(GPtrArray) tracks = g_ptr_array_new_with_free_func (g_object_unref);
  const double velocities[] = { -60, -20, 0, 80, -200, 30, -40 };
  const VenuleCellKind kinds[] = { VENULE_CELL_ROLLING, VENULE_CELL_ROLLING, VENULE_CELL_ADHERENT, VENULE_CELL_ROLLING,
                                   VENULE_CELL_FREE, VENULE_CELL_ROLLING, VENULE_CELL_ROLLING };
  /* After each: against the arrow 1 of 1, 2 of 2, 2 of 2, 2 of 3, 3 of 4, 3 of 5, 4 of 6. */
  const gboolean expected[] = { FALSE, FALSE, FALSE, FALSE, TRUE, TRUE, TRUE };

  g_assert_false (venule_velocity_runs_against (tracks, settings));
  for (guint i = 0; i < G_N_ELEMENTS (velocities); i++)
    {
      VenuleTrack *track = make_track (i + 1, 31, velocities[i], 5);

      venule_track_set_kind (track, kinds[i]);
      g_ptr_array_add (tracks, track);
      g_assert_cmpint (venule_velocity_runs_against (tracks, settings), ==, expected[i]);
    }
  for (guint i = 0; i < 2; i++)
    venule_track_set_hidden (g_ptr_array_index (tracks, i), TRUE);
  g_assert_false (venule_velocity_runs_against (tracks, settings));
  settings->vessel->flow_x = -1;
  g_assert_false (venule_velocity_runs_against (tracks, settings));
}

static void
test_stop_and_go_shows_in_the_spread (void)
{
  g_autoptr(VenuleSettings) settings = make_settings ();
  g_autoptr(VenuleTrack) track = venule_track_new (1);
  VenuleTrackMeasures measures;
  double x = 0;

  /* Half a second at 60 px/s, half a second still, twice: windowed velocities 60, 0, 60, 0. */
  for (int i = 0; i <= 60; i++)
    {
      add_spot (track, i, i / RATE, x, 0);
      if (i % 30 < 15)
        x += 2;
    }
  venule_track_measure (track, settings, &measures);

  assert_near (measures.displacement, 60);
  assert_near (measures.mean_velocity, 30);
  assert_near (measures.median_velocity, 30);
  assert_near (measures.sd_velocity, sqrt (4 * 30 * 30 / 3.0));
  assert_near (measures.path, 60);
  g_assert_cmpuint (measures.n_windows, ==, 4);
  assert_near (venule_track_velocity_at (track, settings, 7), 60);
}

static void
test_turning_back_lengthens_the_path_only (void)
{
  g_autoptr(VenuleSettings) settings = make_settings ();
  g_autoptr(VenuleTrack) track = venule_track_new (1);
  VenuleTrackMeasures measures;

  for (int i = 0; i <= 30; i++)
    add_spot (track, i, i / RATE, i <= 15 ? 2 * i : 2 * (30 - i), 0);
  venule_track_measure (track, settings, &measures);

  assert_near (measures.displacement, 0);
  assert_near (measures.path, 60);
  assert_near (measures.mean_velocity, 0);
}

static void
test_uneven_timestamps_are_believed (void)
{
  const double times[] = { 0, 0.01, 0.3, 0.35, 0.9, 1.0, 1.6, 2.0 };
  g_autoptr(VenuleSettings) settings = make_settings ();
  g_autoptr(VenuleTrack) track = venule_track_new (1);
  VenuleTrackMeasures measures;

  for (guint i = 0; i < G_N_ELEMENTS (times); i++)
    add_spot (track, i, times[i], 50 * times[i], 0);
  venule_track_measure (track, settings, &measures);

  assert_near (measures.mean_velocity, 50);
  assert_near (measures.median_velocity, 50);
  assert_near (measures.sd_velocity, 0);
  for (guint i = 0; i < G_N_ELEMENTS (times); i++)
    assert_near (venule_track_velocity_at (track, settings, i), 50);
}

static void
test_a_gap_in_time_is_one_window_less (void)
{
  g_autoptr(VenuleSettings) settings = make_settings ();
  g_autoptr(VenuleTrack) track = venule_track_new (1);
  VenuleTrackMeasures measures;

  /* Nothing between 0.1 s and 2 s: windows of half a second cannot all be had. */
  add_spot (track, 0, 0, 0, 0);
  add_spot (track, 1, 0.1, 1, 0);
  add_spot (track, 2, 2.0, 20, 0);
  add_spot (track, 3, 2.1, 21, 0);
  venule_track_measure (track, settings, &measures);

  assert_near (measures.mean_velocity, 10);
  assert_near (measures.path, 21);
  g_assert_cmpuint (measures.n_windows, <, 4);
  assert_near (measures.median_velocity, 10);
}

static void
test_windows_share_out_the_whole_track (void)
{
  g_autoptr(VenuleSettings) settings = make_settings ();

  for (guint n = 2; n < 200; n++)
    {
      g_autoptr(VenuleTrack) track = make_track (n, n, 45, 0);
      VenuleTrackMeasures measures;

      venule_track_measure (track, settings, &measures);
      assert_near (measures.path, measures.displacement);
      assert_near (measures.median_velocity, 45);
      assert_near (measures.window * measures.n_windows, measures.duration);
      if (measures.duration >= settings->velocity_window)
        {
          g_assert_cmpfloat (measures.window, >=, settings->velocity_window * 2 / 3 - 1e-9);
          g_assert_cmpfloat (measures.window, <=, settings->velocity_window * 3 / 2 + 1e-9);
        }
    }
}

static void
test_a_short_track_is_one_window (void)
{
  g_autoptr(VenuleSettings) settings = make_settings ();
  g_autoptr(VenuleTrack) track = make_track (1, 4, 90, 0);
  VenuleTrackMeasures measures;

  venule_track_measure (track, settings, &measures);

  g_assert_cmpuint (measures.n_windows, ==, 1);
  assert_near (measures.window, 0.1);
  assert_near (measures.median_velocity, 90);
  assert_none (measures.sd_velocity);
  assert_near (venule_track_velocity_at (track, settings, 0), 90);
}

static void
test_one_spot_has_no_velocity (void)
{
  g_autoptr(VenuleSettings) settings = make_settings ();
  g_autoptr(VenuleTrack) track = make_track (1, 1, 0, 0);
  VenuleTrackMeasures measures;

  venule_track_measure (track, settings, &measures);

  assert_near (measures.duration, 0);
  assert_near (measures.displacement, 0);
  assert_near (measures.mean_diameter, 20);
  assert_none (measures.mean_velocity);
  assert_none (measures.median_velocity);
  assert_none (measures.sd_velocity);
  g_assert_cmpuint (measures.n_windows, ==, 0);
  assert_none (venule_track_velocity_at (track, settings, 0));
}

static void
test_an_empty_track_has_no_numbers (void)
{
  g_autoptr(VenuleSettings) settings = make_settings ();
  g_autoptr(VenuleTrack) track = venule_track_new (1);
  VenuleTrackMeasures measures;

  venule_track_measure (track, settings, &measures);

  assert_none (measures.displacement);
  assert_none (measures.mean_velocity);
  assert_none (measures.mean_diameter);
  assert_none (venule_track_velocity_at (track, settings, 0));
  g_assert_cmpint (venule_classify_track (track, settings), ==, VENULE_CELL_OTHER);
}

static void
test_a_file_without_times_gives_no_velocity (void)
{
  g_autoptr(VenuleSettings) settings = make_settings ();
  g_autoptr(VenuleTrack) track = venule_track_new (1);
  VenuleTrackMeasures measures;

  for (int i = 0; i < 5; i++)
    add_spot (track, i, 0, 3 * i, 0);
  venule_track_measure (track, settings, &measures);

  assert_near (measures.displacement, 12);
  assert_none (measures.mean_velocity);
  assert_none (venule_track_velocity_at (track, settings, 2));
  g_assert_cmpint (venule_classify_track (track, settings), ==, VENULE_CELL_OTHER);
}

/* Sum of twelve uniform numbers, less six: as good as normal here. */
static double
noise (double sd)
{
  double sum = -6;

  for (int i = 0; i < 12; i++)
    sum += g_test_rand_double ();

  return sd * sum;
}

static void
test_a_stationary_cell_does_not_seem_to_roll (void)
{
  g_autoptr(VenuleSettings) settings = make_settings ();
  g_autoptr(GArray) means = g_array_new (FALSE, FALSE, sizeof (double));
  g_autoptr(GArray) medians = g_array_new (FALSE, FALSE, sizeof (double));

  settings->calibration.pixel_size_um = 0.363;
  for (int repeat = 0; repeat < 50; repeat++)
    {
      g_autoptr(VenuleTrack) track = venule_track_new (1);
      VenuleTrackMeasures measures;
      double mean, median;

      for (int i = 0; i <= 90; i++)
        add_spot (track, i, i / RATE, 100 + noise (0.3), 100 + noise (0.3));
      venule_track_measure (track, settings, &measures);
      mean = fabs (venule_calibration_scale (&settings->calibration, measures.mean_velocity));
      median = fabs (venule_calibration_scale (&settings->calibration, measures.median_velocity));

      /* Frame to frame this cell would show √π·0.3 px·30/s = 5.8 µm/s. */
      g_assert_cmpfloat (mean, <, 0.5);
      g_assert_cmpint (venule_classify_track (track, settings), ==, VENULE_CELL_ADHERENT);
      g_array_append_val (means, mean);
      g_array_append_val (medians, median);
    }
  g_assert_cmpfloat (venule_statistics_mean (means), <, 0.1);
  g_assert_cmpfloat (venule_statistics_mean (medians), <, 0.3);
  g_test_message ("mean %.3f and median %.3f µm/s on average, at most %.3f and %.3f", venule_statistics_mean (means),
                  venule_statistics_mean (medians), venule_statistics_quantile (means, 1),
                  venule_statistics_quantile (medians, 1));
}

static void
test_slow_rolling_is_told_from_adherence (void)
{
  g_autoptr(VenuleSettings) settings = make_settings ();
  g_autoptr(VenuleTrack) crawling = make_track (1, 301, 0.9 / 0.363, 0);
  g_autoptr(VenuleTrack) slow = make_track (2, 301, 1.5 / 0.363, 0);
  g_autoptr(VenuleTrack) across = make_track (3, 301, 0, 5 / 0.363);

  settings->calibration.pixel_size_um = 0.363;
  g_assert_cmpint (venule_classify_track (crawling, settings), ==, VENULE_CELL_ADHERENT);
  g_assert_cmpint (venule_classify_track (slow, settings), ==, VENULE_CELL_ROLLING);
  g_assert_cmpint (venule_classify_track (across, settings), ==, VENULE_CELL_ROLLING);

  /* Without a calibration the limit is 0.125 diameters of 20 px a second: 2.5 px/s. */
  settings->calibration.pixel_size_um = 0;
  g_assert_cmpint (venule_classify_track (crawling, settings), ==, VENULE_CELL_ADHERENT);
  g_assert_cmpint (venule_classify_track (slow, settings), ==, VENULE_CELL_ROLLING);
}

/* It rolled for a fifth of ten seconds: 30 px in all are 1.09 µm/s, however little the first spots' mean leaves. */
static void
test_a_cell_that_stops_at_once_has_rolled (void)
{
  g_autoptr(VenuleSettings) settings = make_settings ();

  settings->calibration.pixel_size_um = 0.363;
  for (int way = 27; way <= 30; way += 3)
    {
      g_autoptr(VenuleTrack) track = venule_track_new (1);
      VenuleTrackMeasures measures;

      for (int i = 0; i <= 300; i++)
        add_spot (track, i, i / RATE, 100 + way * MIN (i, 6) / 6.0, 100);
      venule_track_measure (track, settings, &measures);
      assert_near (measures.mean_velocity, way / 10.0);
      g_assert_cmpint (venule_classify_track (track, settings), ==,
                       way == 30 ? VENULE_CELL_ROLLING : VENULE_CELL_ADHERENT);
    }
}

static void
test_a_still_track_must_last_to_be_called_adherent (void)
{
  g_autoptr(VenuleSettings) settings = make_settings ();

  settings->calibration.pixel_size_um = 0.363;
  for (guint n = 2; n < 20; n++)
    {
      g_autoptr(VenuleTrack) still = make_track (1, n, 0, 0);
      g_autoptr(VenuleTrack) moving = make_track (2, n, 80, 0);

      /* Noise of 2 px is 5 µm/s over 0.145 s, which is reached with six frames. */
      g_assert_cmpint (venule_classify_track (still, settings), ==, n < 6 ? VENULE_CELL_OTHER : VENULE_CELL_ADHERENT);
      g_assert_cmpint (venule_classify_track (moving, settings), ==, VENULE_CELL_ROLLING);
    }
}

static void
test_faster_than_the_stated_maximum_is_free (void)
{
  g_autoptr(VenuleSettings) settings = make_settings ();
  g_autoptr(VenuleTrack) track = make_track (1, 10, -400, 0);

  g_assert_cmpint (venule_classify_track (track, settings), ==, VENULE_CELL_ROLLING);
  settings->max_velocity = 399;
  g_assert_cmpint (venule_classify_track (track, settings), ==, VENULE_CELL_FREE);
  settings->max_velocity = 401;
  g_assert_cmpint (venule_classify_track (track, settings), ==, VENULE_CELL_ROLLING);
}

static void
test_order_statistics_are_those_of_r (void)
{
  const double numbers[] = { 7, 1, 3, 10 };
  g_autoptr(GArray) values = g_array_new (FALSE, FALSE, sizeof (double));
  g_autoptr(GArray) none = g_array_new (FALSE, FALSE, sizeof (double));

  g_array_append_vals (values, numbers, G_N_ELEMENTS (numbers));
  assert_near (venule_statistics_mean (values), 5.25);
  assert_near (venule_statistics_sd (values), sqrt (48.75 / 3));
  /* quantile (c (7, 1, 3, 10), c (0, .25, .5, .75, 1)): 1.00 2.50 5.00 7.75 10.00 */
  assert_near (venule_statistics_quantile (values, 0), 1);
  assert_near (venule_statistics_quantile (values, 0.25), 2.5);
  assert_near (venule_statistics_quantile (values, 0.5), 5);
  assert_near (venule_statistics_quantile (values, 0.75), 7.75);
  assert_near (venule_statistics_quantile (values, 1), 10);
  assert_none (venule_statistics_mean (none));
  assert_none (venule_statistics_sd (none));
  assert_none (venule_statistics_quantile (none, 0.5));
}

/* A picture that shakes by several px does not move a cell, however it is looked at. */
static void
test_camera_movement_is_none_of_the_cell (void)
{
  g_autoptr(VenuleSettings) settings = make_settings ();
  g_autoptr(VenuleTrack) track = venule_track_new (1);
  VenuleTrackMeasures measures;

  for (int i = 0; i <= 60; i++)
    {
      float shift_x = 4 * sinf (i), shift_y = i;
      VenuleSpot spot = { .frame = i, .time = i / RATE, .x = 100 + i + shift_x, .y = 50 + shift_y, .radius = 10,
                          .shift_x = shift_x, .shift_y = shift_y };

      venule_track_add_spot (track, &spot);
    }
  venule_track_measure (track, settings, &measures);

  g_assert_cmpfloat_with_epsilon (measures.mean_velocity, RATE, 1e-4);
  g_assert_cmpfloat_with_epsilon (measures.median_velocity, RATE, 1e-4);
  g_assert_cmpfloat_with_epsilon (measures.sd_velocity, 0, 1e-4);
  g_assert_cmpfloat_with_epsilon (measures.path, 60, 1e-4);
  g_assert_cmpfloat_with_epsilon (venule_track_velocity_at (track, settings, 30), RATE, 1e-4);
}

/* Where nobody knows how the picture moved, it leaps: in the first frames, at the ends of windows, and in the last. */
static void
test_unknown_camera_movement_is_left_out (void)
{
  g_autoptr(VenuleSettings) settings = make_settings ();

  for (int velocity = 0; velocity <= 30; velocity += 30)
    {
      g_autoptr(VenuleTrack) track = venule_track_new (1), lost = venule_track_new (2);
      VenuleTrackMeasures measures;

      for (int i = 0; i <= 60; i++)
        {
          gboolean unknown = i < 2 || i == 15 || (i >= 29 && i < 32) || i == 60;
          VenuleSpot spot = { .frame = i, .time = i / RATE, .x = 100 + velocity * i / RATE + (unknown ? 10.6 : 0),
                              .y = 50, .radius = 10, .uncertainty = unknown ? INFINITY : 0 };

          venule_track_add_spot (track, &spot);
          spot.x = 100 + velocity * i / RATE;
          spot.uncertainty = i == 7 ? 0 : INFINITY;
          venule_track_add_spot (lost, &spot);
        }
      venule_track_measure (track, settings, &measures);
      g_assert_cmpfloat_with_epsilon (measures.duration, 2, 1e-9);
      g_assert_cmpfloat_with_epsilon (measures.displacement, velocity * 57 / RATE, 1e-9);
      g_assert_cmpfloat_with_epsilon (measures.path, velocity * 57 / RATE, 1e-9);
      g_assert_cmpfloat_with_epsilon (measures.mean_velocity, velocity, 1e-9);
      g_assert_cmpfloat_with_epsilon (measures.median_velocity, velocity, 1e-9);
      g_assert_cmpfloat_with_epsilon (measures.sd_velocity, 0, 1e-9);
      g_assert_cmpfloat (measures.se_velocity, <, 1);
      g_assert_cmpfloat_with_epsilon (venule_track_mean_velocity (track, settings), velocity, 1e-9);
      for (int i = 0; i <= 60; i++)
        g_assert_cmpfloat_with_epsilon (venule_track_velocity_at (track, settings, i), velocity, 1e-9);
      g_assert_cmpint (venule_classify_track (track, settings), ==,
                       velocity > 0 ? VENULE_CELL_ROLLING : VENULE_CELL_ADHERENT);

      /* One frame alone has no velocity: then the last movement that was known stands. */
      g_assert_cmpfloat_with_epsilon (venule_track_mean_velocity (lost, settings), velocity, 1e-9);
      g_assert_cmpfloat_with_epsilon (venule_track_velocity_at (lost, settings, 60), velocity, 1e-9);
    }
}

static void
test_a_cell_that_the_camera_shakes_is_adherent (void)
{
  g_autoptr(VenuleSettings) settings = make_settings ();
  g_autoptr(VenuleTrack) track = venule_track_new (1);

  for (int i = 0; i <= 90; i++)
    {
      VenuleSpot spot = { i, .time = i / RATE, .x = 100 + 0.1f * i, .y = 50, .radius = 10, .shift_x = 0.1f * i };

      venule_track_add_spot (track, &spot);
    }

  g_assert_cmpint (venule_classify_track (track, settings), ==, VENULE_CELL_ADHERENT);
}

static double
random_normal (void)
{
  double u = g_test_rand_double_range (1e-12, 1);

  return sqrt (-2 * log (u)) * cos (2 * G_PI * g_test_rand_double ());
}

/* @n places of a still cell, each off by @error px, of which neighbours have the share @common in common. */
static VenuleTrack *
make_still_track (guint  n,
                  double error,
                  double common)
{
  VenuleTrack *track = venule_track_new (1);
  double off = error * random_normal ();

  for (guint i = 0; i < n; i++)
    {
      add_spot (track, i, i / RATE, 100 + off, 50);
      off = common * off + error * sqrt (1 - common * common) * random_normal ();
    }

  return track;
}

/* Of still cells whose places are off by 0.1 to 0.8 px, one in twenty measures more than two standard errors, whether
 * or not neighbouring frames are off together (with 0.8 in common, for a sixth of a second then, it is one in
 * thirteen); and the standard error is no larger than it must be. */
static void
test_a_still_cell_measures_zero (gconstpointer data)
{
  double common = GPOINTER_TO_INT (data) / 10.0;
  g_autoptr(VenuleSettings) settings = make_settings ();
  const int trials = 4000;
  int zero = 0;
  double square = 0, told = 0;

  for (int i = 0; i < trials; i++)
    {
      guint n = (guint) g_test_rand_int_range (20, 300);
      double error = g_test_rand_double_range (0.1, 0.8);
      g_autoptr(VenuleTrack) track = make_still_track (n, error, common);
      VenuleTrackMeasures measures;
      double px;

      venule_track_measure (track, settings, &measures);
      px = measures.duration;
      zero += fabs (measures.mean_velocity) <= 2 * measures.se_velocity;
      square += measures.mean_velocity * measures.mean_velocity * px * px;
      told += measures.se_velocity * measures.se_velocity * px * px;
    }

  g_test_message ("within two standard errors: %.1f %%; error %.3f px, told %.3f px", 100.0 * zero / trials,
                  sqrt (square / trials), sqrt (told / trials));
  g_assert_cmpfloat (zero, >, (common > 0.7 ? 0.9 : 0.93) * trials);
  g_assert_cmpfloat (zero, <, 0.985 * trials);
}

/* Steady rolling is no error: the standard error is that of a cell whose places are exact, or nearly. */
static void
test_rolling_is_no_error (void)
{
  g_autoptr(VenuleSettings) settings = make_settings ();
  g_autoptr(VenuleTrack) track = make_track (1, 301, 120, 0);
  g_autoptr(VenuleTrack) one = make_track (1, 1, 120, 0);
  VenuleTrackMeasures measures;

  venule_track_measure (track, settings, &measures);
  g_assert_cmpfloat (measures.se_velocity, >, 0);
  g_assert_cmpfloat (measures.se_velocity, <, 0.02);

  venule_track_measure (one, settings, &measures);
  assert_none (measures.se_velocity);
}

/* Two places: nothing is known of their error but what is usual, 0.03 radii of 10 px, at four degrees of freedom. */
static void
test_the_error_of_two_places_is_the_usual_one (void)
{
  g_autoptr(VenuleSettings) settings = make_settings ();
  g_autoptr(VenuleTrack) track = make_track (1, 2, 120, 0);
  VenuleTrackMeasures measures;

  venule_track_measure (track, settings, &measures);
  assert_near (measures.se_velocity, sqrt (2.0) * 0.3 * sqrt (4 / 2.0) * RATE);

  /* In a picture with twice the pixels all is twice as large. */
  settings->cell_diameter = 40;
  venule_track_measure (track, settings, &measures);
  assert_near (measures.se_velocity, sqrt (2.0) * 0.6 * sqrt (4 / 2.0) * RATE);
}

/* Rolling at 90 px/s for a second and a half in which nothing is off, but for what is said of the ends. */
static double
error_of_ends (VenuleSettings   *settings,
               float             first_doubt,
               float             last_doubt,
               VenuleSpotSource  last_source)
{
  g_autoptr(VenuleTrack) track = venule_track_new (1);
  VenuleTrackMeasures measures;

  for (int i = 0; i <= 45; i++)
    {
      VenuleSpot spot = { .frame = i, .time = i / RATE, .x = 100 + 3 * i, .y = 50, .radius = 10,
                          .uncertainty = i == 0 ? first_doubt : i == 45 ? last_doubt : 0,
                          .source = i == 45 ? last_source : VENULE_SPOT_DETECTED };

      venule_track_add_spot (track, &spot);
    }
  venule_track_measure (track, settings, &measures);

  return measures.se_velocity * measures.duration;
}

/* The displacement is as good as its ends, whose errors add by their squares; what is in between does not help. */
static void
test_doubtful_ends_make_the_error (void)
{
  g_autoptr(VenuleSettings) settings = make_settings ();
  double sound = error_of_ends (settings, 0, 0, VENULE_SPOT_DETECTED);

  g_assert_cmpfloat (sound, <, 0.3);
  g_assert_cmpfloat_with_epsilon (error_of_ends (settings, 1.5, 0, VENULE_SPOT_DETECTED), hypot (sound, 1.5), 0.05);
  g_assert_cmpfloat_with_epsilon (error_of_ends (settings, 1.5, 2, VENULE_SPOT_DETECTED), hypot (sound, 2.5), 0.05);
  /* Nobody saw it there: 0.2 of 10 px. */
  g_assert_cmpfloat_with_epsilon (error_of_ends (settings, 0, 0, VENULE_SPOT_INTERPOLATED), hypot (sound, 2), 0.05);
}

/* A cut cell's places scatter, and say nothing about those where it was whole. */
static void
test_doubtful_places_do_not_judge_the_others (void)
{
  g_autoptr(VenuleSettings) settings = make_settings ();
  g_autoptr(VenuleTrack) track = venule_track_new (1);
  VenuleTrackMeasures measures;

  for (int i = 0; i <= 90; i++)
    {
      gboolean cut = i > 5 && i < 25;
      VenuleSpot spot = { .frame = i, .time = i / RATE, .x = 100 + (cut ? 4 * random_normal () : 0), .y = 50,
                          .radius = 10, .uncertainty = cut ? 1.3f : 0 };

      venule_track_add_spot (track, &spot);
    }
  venule_track_measure (track, settings, &measures);
  g_assert_cmpfloat (measures.se_velocity * measures.duration, <, 0.2);
}

/* One that goes faster and slower leaves its line by 4 px without an error; places that scatter as much do not. */
static void
test_a_change_of_pace_is_no_error (void)
{
  g_autoptr(VenuleSettings) settings = make_settings ();
  g_autoptr(VenuleTrack) hurrying = venule_track_new (1);
  g_autoptr(VenuleTrack) scattered = venule_track_new (2);
  VenuleTrackMeasures measures;
  double x = 0;

  for (int i = 0; i <= 120; i++)
    {
      add_spot (hurrying, i, i / RATE, x, 50);
      add_spot (scattered, i, i / RATE, 3 * i + 3 * random_normal (), 50);
      x += i % 30 < 15 ? 4 : 2;
    }

  venule_track_measure (hurrying, settings, &measures);
  g_assert_cmpfloat (measures.se_velocity * measures.duration, <, G_SQRT2 * 0.5);
  venule_track_measure (scattered, settings, &measures);
  g_assert_cmpfloat (measures.se_velocity * measures.duration, >, G_SQRT2 * 1.2);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/velocity/constant-speed", test_constant_speed_is_measured_exactly);
  g_test_add_func ("/velocity/only-along-the-flow", test_only_movement_along_the_flow_counts);
  g_test_add_func ("/velocity/against-the-flow-is-negative", test_against_the_flow_is_negative);
  g_test_add_func ("/velocity/an-arrow-the-wrong-way-round-is-seen", test_an_arrow_the_wrong_way_round_is_seen);
  g_test_add_func ("/velocity/stop-and-go", test_stop_and_go_shows_in_the_spread);
  g_test_add_func ("/velocity/turning-back", test_turning_back_lengthens_the_path_only);
  g_test_add_func ("/velocity/uneven-timestamps", test_uneven_timestamps_are_believed);
  g_test_add_func ("/velocity/a-gap-in-time", test_a_gap_in_time_is_one_window_less);
  g_test_add_func ("/velocity/windows-share-out-the-whole-track", test_windows_share_out_the_whole_track);
  g_test_add_func ("/velocity/a-short-track-is-one-window", test_a_short_track_is_one_window);
  g_test_add_func ("/velocity/one-spot", test_one_spot_has_no_velocity);
  g_test_add_func ("/velocity/an-empty-track", test_an_empty_track_has_no_numbers);
  g_test_add_func ("/velocity/a-file-without-times", test_a_file_without_times_gives_no_velocity);
  g_test_add_func ("/velocity/a-stationary-cell-does-not-seem-to-roll", test_a_stationary_cell_does_not_seem_to_roll);
  g_test_add_func ("/classify/slow-rolling-is-told-from-adherence", test_slow_rolling_is_told_from_adherence);
  g_test_add_func ("/classify/a-cell-that-stops-at-once", test_a_cell_that_stops_at_once_has_rolled);
  g_test_add_func ("/classify/a-still-track-must-last", test_a_still_track_must_last_to_be_called_adherent);
  g_test_add_func ("/classify/faster-than-the-stated-maximum-is-free", test_faster_than_the_stated_maximum_is_free);
  g_test_add_func ("/statistics/order-statistics-are-those-of-r", test_order_statistics_are_those_of_r);
  g_test_add_func ("/velocity/camera-movement", test_camera_movement_is_none_of_the_cell);
  g_test_add_func ("/velocity/camera-movement-unknown", test_unknown_camera_movement_is_left_out);
  g_test_add_func ("/velocity/camera-movement-adherent", test_a_cell_that_the_camera_shakes_is_adherent);
  g_test_add_data_func ("/velocity/error/still", GINT_TO_POINTER (0), test_a_still_cell_measures_zero);
  g_test_add_data_func ("/velocity/error/still-correlated", GINT_TO_POINTER (5), test_a_still_cell_measures_zero);
  g_test_add_data_func ("/velocity/error/still-strongly-correlated", GINT_TO_POINTER (8),
                        test_a_still_cell_measures_zero);
  g_test_add_func ("/velocity/error/rolling", test_rolling_is_no_error);
  g_test_add_func ("/velocity/error/two-places", test_the_error_of_two_places_is_the_usual_one);
  g_test_add_func ("/velocity/error/doubtful-ends", test_doubtful_ends_make_the_error);
  g_test_add_func ("/velocity/error/doubtful-places", test_doubtful_places_do_not_judge_the_others);
  g_test_add_func ("/velocity/error/change-of-pace", test_a_change_of_pace_is_no_error);

  return g_test_run ();
}
