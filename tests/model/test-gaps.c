/* test-gaps.c: times in which nothing was recorded
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "../measure/make-track.h"
#include "fake-source.h"
#include "venule-measures.h"
#include "venule-time.h"

#define N 120

/* @n frames at @rate, with @seconds of nothing before frame @at. */
static VenuleSource *
make_video (double rate,
            int    at,
            double seconds)
{
  double times[N];

  for (int i = 0; i < N; i++)
    times[i] = i / rate + (i >= at ? seconds : 0);

  return fake_source_new_timed (times, N);
}

static void
assert_near (double a,
             double b)
{
  g_assert_cmpfloat_with_epsilon (a, b, 1e-9);
}

static void
test_a_pause_of_the_camera_is_a_gap (void)
{
  const double rates[] = { 500, 30, 1, 0.1 };
  const double pauses[] = { 3, 20, 60, 600 };
  const VenuleCalibration calibration = { 0 }, typed = { .frame_rate = 30 };

  for (guint i = 0; i < G_N_ELEMENTS (rates); i++)
    {
      g_autoptr(VenuleSource) source = make_video (rates[i], 60, pauses[i]);
      double duration;
      g_autoptr(GArray) gaps = venule_time_dup_gaps (source, &calibration, 0, N - 1, &duration);
      g_autoptr(GArray) before = venule_time_dup_gaps (source, &calibration, 0, 59, &duration), none = NULL;
      const VenuleGap *gap;

      assert_near (duration, 60 / rates[i]);
      g_assert_cmpuint (before->len, ==, 0);
      g_assert_cmpuint (gaps->len, ==, 1);
      gap = &g_array_index (gaps, VenuleGap, 0);
      assert_near (gap->start, 60 / rates[i]);
      assert_near (gap->end, 60 / rates[i] + pauses[i]);

      assert_near (venule_time_in_gaps (gaps, 0, 1e6), pauses[i]);
      assert_near (venule_time_in_gaps (gaps, 0, gap->start + 1), 1);
      assert_near (venule_time_in_gaps (gaps, 0, gap->start), 0);
      assert_near (venule_time_in_gaps (NULL, 0, 1e6), 0);

      g_clear_pointer (&gaps, g_array_unref);
      gaps = venule_time_dup_gaps (source, &calibration, 0, N - 1, &duration);
      assert_near (duration, N / rates[i] + pauses[i]);
      none = venule_time_dup_gaps (source, &typed, 0, N - 1, &duration);
      g_assert_cmpuint (none->len, ==, 0);
      assert_near (duration, N / 30.0);
    }
}

/* Some frames that were lost, and a recording without any pause: cells are followed across them. */
static void
test_lost_frames_are_no_gap (void)
{
  const double rates[] = { 30, 1 };
  const double pauses[] = { 0.9, 0 };
  const VenuleCalibration calibration = { 0 };

  for (guint i = 0; i < G_N_ELEMENTS (rates); i++)
    {
      g_autoptr(VenuleSource) source = make_video (rates[i], 60, pauses[i]);
      double duration;
      g_autoptr(GArray) gaps = venule_time_dup_gaps (source, &calibration, 0, N - 1, &duration);
      g_autoptr(GArray) one = NULL;

      g_assert_cmpuint (gaps->len, ==, 0);
      assert_near (duration, venule_time_of_frames (source, &calibration, 0, N - 1));
      one = venule_time_dup_gaps (source, &calibration, 5, 5, &duration);
      g_assert_cmpuint (one->len, ==, 0);
      assert_near (duration, 0);
    }
}

/* A minute, in a crop of 200 px. */
static VenuleMeasures *
measure (GPtrArray    *tracks,
         const GArray *gaps)
{
  g_autoptr(VenuleSettings) settings = make_settings ();
  g_autoptr(VenuleMeasureSettings) measures = venule_measure_settings_new ();
  const VenuleMeasureInput input = { .settings = settings, .measures = measures, .frame_width = 640, .frame_height = 480,
                                     .last_frame = 1799, .duration = 60, .gaps = gaps, .detect_interval = 1, .complete = TRUE };

  venule_vessel_set_rectangle (settings->vessel, 100, 80, 200, 40, 0);
  measures->flux_seconds = 15;

  return venule_measures_new (tracks, &input, NULL);
}

static double
value_of (const VenuleMeasures *measures,
          VenuleQuantityId      id)
{
  return venule_measures_get (measures, id)->estimate.value;
}

/* Three cells pass in 60 s, of which 40 are not there: 9 a minute, and not 3. No stretch is of 30 s. */
static void
test_what_was_not_recorded_does_not_count (void)
{
  g_autoptr(GPtrArray) tracks = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr(GArray) gaps = g_array_new (FALSE, FALSE, sizeof (VenuleGap));
  g_autoptr(VenuleMeasures) whole = NULL, parts = NULL;
  const double seen[] = { 10, 5, 0, 5 };
  const VenuleGap gap[] = { { 10, 25 }, { 30, 55 } };

  for (guint i = 0; i < 3; i++)
    {
      VenuleTrack *track = make_track (i + 1, 90, 60, 0);

      venule_track_set_kind (track, VENULE_CELL_ROLLING);
      g_ptr_array_add (tracks, track);
    }
  g_array_append_vals (gaps, gap, 2);
  whole = measure (tracks, NULL);
  parts = measure (tracks, gaps);

  assert_near (value_of (whole, VENULE_QUANTITY_ROLLING_FLUX), 3);
  assert_near (value_of (parts, VENULE_QUANTITY_ROLLING_FLUX), 9);
  assert_near (value_of (parts, VENULE_QUANTITY_CELLS_PER_LENGTH), 3 * value_of (whole, VENULE_QUANTITY_CELLS_PER_LENGTH));
  g_assert_null (venule_measures_get (whole, VENULE_QUANTITY_ADHERENT_CELLS)->reason);
  g_assert_nonnull (venule_measures_get (parts, VENULE_QUANTITY_ADHERENT_CELLS)->reason);

  g_assert_cmpuint (parts->flux->len, ==, G_N_ELEMENTS (seen));
  for (guint i = 0; i < parts->flux->len; i++)
    {
      const VenuleFluxBin *bin = &g_array_index (parts->flux, VenuleFluxBin, i);

      assert_near (bin->seen, seen[i]);
      g_assert_cmpint (isnan (venule_flux_bin_rate (bin, 1)), ==, seen[i] == 0);
    }
  assert_near (venule_flux_bin_rate (&g_array_index (parts->flux, VenuleFluxBin, 0), 2), 12);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/gaps/a-pause-of-the-camera-is-a-gap", test_a_pause_of_the_camera_is_a_gap);
  g_test_add_func ("/gaps/lost-frames-are-no-gap", test_lost_frames_are_no_gap);
  g_test_add_func ("/gaps/what-was-not-recorded-does-not-count", test_what_was_not_recorded_does_not_count);

  return g_test_run ();
}
