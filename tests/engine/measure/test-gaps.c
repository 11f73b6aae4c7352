/* test-gaps.c: times in which nothing was recorded
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "make-track.h"
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
      g_auto(VenuleRecorded) all = { 0 }, before = { 0 }, none = { 0 };
      const VenuleGap *gap;

      venule_time_find_recorded (source, &calibration, 0, 59, &before);
      assert_near (before.duration, 60 / rates[i]);
      g_assert_cmpuint (before.gaps->len, ==, 0);

      venule_time_find_recorded (source, &calibration, 0, N - 1, &all);
      assert_near (all.duration, N / rates[i] + pauses[i]);
      g_assert_cmpuint (all.gaps->len, ==, 1);
      gap = &g_array_index (all.gaps, VenuleGap, 0);
      assert_near (gap->start, 60 / rates[i]);
      assert_near (gap->end, 60 / rates[i] + pauses[i]);

      assert_near (venule_recorded_in_gaps (&all, 0, 1e6), pauses[i]);
      assert_near (venule_recorded_in_gaps (&all, 0, gap->start + 1), 1);
      assert_near (venule_recorded_in_gaps (&all, 0, gap->start), 0);
      assert_near (venule_recorded_get_seen (&all), N / rates[i]);

      venule_time_find_recorded (source, &typed, 0, N - 1, &none);
      g_assert_cmpuint (none.gaps->len, ==, 0);
      assert_near (none.duration, N / 30.0);
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
      g_auto(VenuleRecorded) all = { 0 }, one = { 0 };

      venule_time_find_recorded (source, &calibration, 0, N - 1, &all);
      g_assert_cmpuint (all.gaps->len, ==, 0);
      assert_near (all.duration, venule_time_of_frames (source, &calibration, 0, N - 1));
      assert_near (venule_recorded_get_seen (&all), all.duration);
      venule_time_find_recorded (source, &calibration, 5, 5, &one);
      g_assert_cmpuint (one.gaps->len, ==, 0);
      assert_near (one.duration, 0);
    }
}

/* A minute, in a crop of 200 px. */
static VenuleMeasures *
measure (GPtrArray *tracks,
         GArray    *gaps)
{
  g_autoptr(VenuleSettings) settings = make_settings ();
  g_autoptr(VenuleMeasureSettings) measures = venule_measure_settings_new ();
  const VenuleMeasureInput input = { .settings = settings, .measures = measures, .frame_width = 640,
                                     .frame_height = 480,
                                     .last_frame = 1799, .recorded = { .duration = 60, .gaps = gaps },
                                     .detect_interval = 1, .complete = TRUE };

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
  assert_near (value_of (parts, VENULE_QUANTITY_CELLS_PER_LENGTH),
               3 * value_of (whole, VENULE_QUANTITY_CELLS_PER_LENGTH));
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

/* A cell that stands 10 s before a pause of the camera of 40 s and 10 s after it: one cell at a time, as long as
 * something was recorded, and no more. It stood for the minute, and not for longer. */
static void
test_a_cell_is_not_seen_in_a_gap (void)
{
  g_autoptr(GPtrArray) tracks = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr(GArray) gaps = g_array_new (FALSE, FALSE, sizeof (VenuleGap));
  g_autoptr(VenuleMeasures) measured = NULL;
  const VenuleGap gap = { 10, 50 };
  VenuleTrack *track = venule_track_new (1);
  const VenuleCellMeasures *cell;

  for (int i = 0; i < 600; i++)
    {
      VenuleSpot spot = { .frame = i, .time = i / 30.0 + (i >= 300 ? 40 : 0), .x = 200, .y = 100, .radius = 10 };

      venule_track_add_spot (track, &spot);
    }
  venule_track_set_kind (track, VENULE_CELL_ADHERENT);
  g_ptr_array_add (tracks, track);
  g_array_append_val (gaps, gap);
  measured = measure (tracks, gaps);

  cell = &g_array_index (measured->cells, VenuleCellMeasures, 0);
  assert_near (measured->seen, 20);
  assert_near (cell->seen, 20);
  assert_near (cell->longest, 60);
  assert_near (value_of (measured, VENULE_QUANTITY_CELLS_PER_LENGTH), 0.5);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/gaps/a-pause-of-the-camera-is-a-gap", test_a_pause_of_the_camera_is_a_gap);
  g_test_add_func ("/gaps/lost-frames-are-no-gap", test_lost_frames_are_no_gap);
  g_test_add_func ("/gaps/what-was-not-recorded-does-not-count", test_what_was_not_recorded_does_not_count);
  g_test_add_func ("/gaps/a-cell-is-not-seen-in-a-gap", test_a_cell_is_not_seen_in_a_gap);

  return g_test_run ();
}
