/* test-track-chart.c: the velocity of a track over time
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-track-chart.h"

#include <math.h>

#include "venule-velocity.h"

/* Two seconds at 100 px/s, two at rest, then after a gap of a second two at 50 px/s; 30 frames/s, flow to the right. */
static VenuleTrack *
make_track (void)
{
  VenuleTrack *track = venule_track_new (3);
  double x = 0;

  for (int i = 0; i < 210; i++)
    {
      VenuleSpot spot = { .frame = i, .time = i / 30.0, .x = x, .y = 50, .radius = 10, .score = 1 };

      if (i < 120 || i >= 150)
        venule_track_add_spot (track, &spot);
      x += i < 60 ? 100 / 30.0 : i < 120 ? 0 : 50 / 30.0;
    }

  return track;
}

static VenuleSettings *
make_settings (double pixel_size)
{
  VenuleSettings *settings = venule_settings_new ();

  settings->vessel->flow_x = 1;
  settings->cell_diameter = 20;
  settings->calibration.pixel_size_um = pixel_size;

  return settings;
}

static void
test_it_is_the_windowed_velocity (void)
{
  g_autoptr(VenuleTrack) track = make_track ();
  g_autoptr(VenuleSettings) settings = make_settings (0.5);
  g_autoptr(VenuleMeasureSettings) measures = venule_measure_settings_new ();
  g_autoptr(VenuleTrackChart) chart = venule_track_chart_new (track, settings, measures);
  const VenuleChart *drawn = venule_track_chart_get (chart);
  const VenuleChartSeries *curve = &drawn->series[0];

  g_assert_cmpstr (drawn->y_label, ==, "Velocity (µm/s)");
  /* All spots, and one point for the gap. */
  g_assert_cmpuint (curve->n, ==, 180 + 1);
  g_assert_cmpfloat_with_epsilon (curve->points[30].y, 50, 1e-9);
  g_assert_cmpfloat_with_epsilon (curve->points[30].x, 1, 1e-9);
  g_assert_cmpfloat_with_epsilon (curve->points[90].y, 0, 1e-9);
  g_assert_true (isnan (curve->points[120].y));
  g_assert_cmpfloat_with_epsilon (curve->points[160].y, 25, 1e-9);
  for (guint i = 0; i < 120; i++)
    g_assert_cmpfloat (curve->points[i].y, ==, 0.5 * venule_track_velocity_at (track, settings, i));
  g_assert_cmpfloat_with_epsilon (drawn->levels[0].y, 0.5 * venule_track_mean_velocity (track, settings), 1e-9);
}

static void
test_pauses_are_shaded (void)
{
  g_autoptr(VenuleTrack) track = make_track ();
  g_autoptr(VenuleSettings) settings = make_settings (0);
  g_autoptr(VenuleMeasureSettings) measures = venule_measure_settings_new ();
  g_autoptr(VenuleTrackChart) chart = venule_track_chart_new (track, settings, measures);
  const VenuleChart *drawn = venule_track_chart_get (chart);

  g_assert_cmpstr (drawn->y_label, ==, "Velocity (px/s)");
  g_assert_cmpuint (drawn->n_spans, ==, 1);
  /* Half a window after it stopped, and before it goes on. */
  g_assert_cmpfloat_with_epsilon (drawn->spans[0].low, 2 + settings->velocity_window / 2, 0.1);
  g_assert_cmpfloat (drawn->spans[0].high, <=, 4);
  g_assert_cmpfloat (drawn->spans[0].high, >, 3);
}

/* The cell rolls at 100 px/s, stands, and goes on at 50 px/s, for about two seconds each. */
static void
test_a_pause_is_what_a_person_says (void)
{
  g_autoptr(VenuleTrack) track = make_track ();
  g_autoptr(VenuleSettings) settings = make_settings (0);
  g_autoptr(VenuleMeasureSettings) longer = venule_measure_settings_new (), faster = venule_measure_settings_new ();
  g_autoptr(VenuleTrackChart) none = NULL, two = NULL;

  longer->pause_seconds = 3;
  none = venule_track_chart_new (track, settings, longer);
  g_assert_cmpuint (venule_track_chart_get (none)->n_spans, ==, 0);
  faster->pause_velocity = 60;
  two = venule_track_chart_new (track, settings, faster);
  g_assert_cmpuint (venule_track_chart_get (two)->n_spans, ==, 2);
}

static void
test_a_single_spot_has_none (void)
{
  g_autoptr(VenuleTrack) track = venule_track_new (1);
  g_autoptr(VenuleSettings) settings = make_settings (0.5);
  g_autoptr(VenuleMeasureSettings) measures = venule_measure_settings_new ();
  const VenuleSpot spot = { .frame = 3, .time = 0.1, .x = 5, .y = 5, .radius = 10 };

  g_assert_null (venule_track_chart_new (track, settings, measures));
  venule_track_add_spot (track, &spot);
  g_assert_null (venule_track_chart_new (track, settings, measures));
}

/* 0, 0.45, 0.70: the colour of the first curve. */
static gboolean
is_blue (guint32 pixel)
{
  return ABS ((int) (pixel >> 16 & 0xff)) <= 2 && ABS ((int) (pixel >> 8 & 0xff) - 0x73) <= 2 &&
         ABS ((int) (pixel & 0xff) - 0xb2) <= 2;
}

/* Whoever draws over the chart knows where its axis is. */
static void
test_the_box_is_where_the_curve_is (void)
{
  g_autoptr(VenuleTrack) track = make_track ();
  g_autoptr(VenuleSettings) settings = make_settings (0.5);
  g_autoptr(VenuleMeasureSettings) measures = venule_measure_settings_new ();
  g_autoptr(VenuleTrackChart) chart = venule_track_chart_new (track, settings, measures);
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, 600, 300);
  cairo_t *cr = cairo_create (surface);
  const VenuleFigureStyle style = { .font_size = 16 };
  VenuleChartBox box, none;
  guint inside = 0;

  g_assert_false (venule_chart_get_box (cr, 30, 10, venule_track_chart_get (chart), 1, NULL, &none));
  g_assert_true (venule_chart_get_box (cr, 600, 300, venule_track_chart_get (chart), 1, &style, &box));
  g_assert_cmpfloat (box.x_low, <, 0);
  g_assert_cmpfloat (box.x_high, >, 209 / 30.0);
  venule_chart_draw (cr, 600, 300, venule_track_chart_get (chart), 1, &style);
  cairo_surface_flush (surface);
  /* In the middle of the gap nothing of the curve's colour is drawn, and at one second something is. */
  for (int y = 0; y < 300; y++)
    {
      const guint32 *row = (const guint32 *) (gconstpointer) (cairo_image_surface_get_data (surface) +
                                                              y * cairo_image_surface_get_stride (surface));
      int gap = (int) (box.left + (4.5 - box.x_low) / (box.x_high - box.x_low) * (box.right - box.left));
      int curve = (int) (box.left + (1 - box.x_low) / (box.x_high - box.x_low) * (box.right - box.left));

      g_assert_false (is_blue (row[gap]));
      inside += is_blue (row[curve]);
    }
  g_assert_cmpuint (inside, >, 0);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/track-chart/it is the windowed velocity", test_it_is_the_windowed_velocity);
  g_test_add_func ("/track-chart/pauses are shaded", test_pauses_are_shaded);
  g_test_add_func ("/track-chart/a-pause-is-what-a-person-says", test_a_pause_is_what_a_person_says);
  g_test_add_func ("/track-chart/a single spot has none", test_a_single_spot_has_none);
  g_test_add_func ("/track-chart/the box is where the curve is", test_the_box_is_where_the_curve_is);

  return g_test_run ();
}
