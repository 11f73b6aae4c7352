/* test-walls.c: when the edges of the crop are the vessel's walls
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-measures.h"

#include "make-track.h"
#include "venule-centreline-make.h"

/* The numbers of a recording without cells, whose crop is a rectangle of @width × @height px and whose blood flows
 * @turn degrees askew to it. */
static VenuleMeasures *
measure (double width,
         double height,
         double turn)
{
  g_autoptr(VenuleSettings) settings = make_settings ();
  g_autoptr(VenuleMeasureSettings) measures = venule_measure_settings_new ();
  g_autoptr(GPtrArray) tracks = g_ptr_array_new ();
  const VenuleMeasureInput input = { .settings = settings, .measures = measures, .frame_width = 640,
                                     .frame_height = 480,
                                     .last_frame = 99, .recorded.duration = 100 / RATE, .detect_interval = 1,
                                     .complete = TRUE };

  venule_vessel_set_rectangle (settings->vessel, 10, 20, width, height, 0);
  settings->vessel->flow_x = cos (turn * G_PI / 180);
  settings->vessel->flow_y = sin (turn * G_PI / 180);
  settings->calibration.pixel_size_um = 0.363;

  return venule_measures_new (tracks, &input, NULL);
}

/* Along the vessel they are; of a box drawn straight over one that runs askew nothing is said that walls are needed
 * for. */
static void
test_a_box_over_an_oblique_vessel_has_no_walls (void)
{
  const VenuleQuantityId ids[] = { VENULE_QUANTITY_VESSEL_DIAMETER, VENULE_QUANTITY_VESSEL_DIAMETER_SD,
                                   VENULE_QUANTITY_VESSEL_VOLUME, VENULE_QUANTITY_WALL_AREA,
                                   VENULE_QUANTITY_WALL_DISTANCE, VENULE_QUANTITY_CELLS_PER_AREA };
  g_autoptr(VenuleMeasures) along = measure (400, 60, 0), askew = measure (617, 432, 26.57);

  g_assert_cmpfloat_with_epsilon (venule_measures_get (along, VENULE_QUANTITY_VESSEL_DIAMETER)->estimate.value,
                                  60 * 0.363, 1e-6);
  g_assert_null (venule_measures_get (along, VENULE_QUANTITY_VESSEL_DIAMETER)->reason);
  for (guint i = 0; i < G_N_ELEMENTS (ids); i++)
    g_assert_nonnull (venule_measures_get (askew, ids[i])->reason);
  g_assert_cmpfloat (venule_measures_get (askew, VENULE_QUANTITY_VESSEL_LENGTH)->estimate.value, >, 0);
}

/* Of the edges of a crop, wherever the mouse put them, there is no spread along the vessel, not even of rounding. */
static void
test_edges_of_a_crop_have_no_spread (void)
{
  for (guint i = 0; i < 50; i++)
    {
      double turn = g_test_rand_double_range (-8, 8);
      g_autoptr(VenuleMeasures) measures = measure (g_test_rand_double_range (300, 600),
                                                    g_test_rand_double_range (60, 150), turn);

      g_assert_null (venule_measures_get (measures, VENULE_QUANTITY_VESSEL_DIAMETER)->reason);
      g_assert_nonnull (venule_measures_get (measures, VENULE_QUANTITY_VESSEL_DIAMETER_SD)->reason);
    }
}

/* ---- Truth on paper ---- */

/* The diameter is the distance between the two edges along the flow, at right angles to them, however much the flow
 * is askew to them; nothing of it changes along the rectangle. Where they are no walls it is that across the flow. */
static void
assert_rectangle (double width,
                  double height,
                  double angle,
                  double askew)
{
  g_autoptr(VenuleVessel) vessel = venule_vessel_new ();
  g_autoptr(VenuleCentreline) line = NULL;
  double diameter, sd, flow = (angle + askew) * G_PI / 180;

  venule_vessel_set_rectangle (vessel, 500 - width / 2, 500 - height / 2, width, height, angle);
  vessel->flow_x = cos (flow);
  vessel->flow_y = sin (flow);
  line = venule_centreline_new (vessel, NULL, 1000, 1000);
  diameter = venule_centreline_get_diameter (line, &sd);
  g_test_message ("%g × %g px turned by %g°, flow %g° askew: %.5f ± %.5f px", width, height, angle, askew, diameter,
                  sd);
  g_assert_cmpfloat_with_epsilon (diameter, venule_centreline_find_walls_missing (line) == NULL
                                              ? height : height / cos (askew * G_PI / 180), 1e-6);
  g_assert_cmpfloat (sd, <, 1e-4);
}

static void
test_a_rectangle_is_as_wide_as_it_is (void)
{
  const double sizes[][2] = { { 382, 98 }, { 240, 36 }, { 400, 200 }, { 400, 300 }, { 300, 300 } };

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    for (double angle = 0; angle < 180; angle += 36.5)
      {
        /* Of a square that the flow crosses from corner to corner, no place has an edge along the flow to both
         * sides. */
        double most = sizes[i][0] > 1.5 * sizes[i][1] ? 44.9 : 35;

        for (double askew = -most; askew <= most; askew += 1.45)
          assert_rectangle (sizes[i][0], sizes[i][1], angle, askew);
        assert_rectangle (sizes[i][0], sizes[i][1], angle, 0.9);
      }
}

/* The crop of the fault report: its flow was (160, 2.4). */
static void
test_walls_of_an_askew_rectangle_keep_to_its_edges (void)
{
  g_autoptr(VenuleVessel) vessel = venule_vessel_new ();
  g_autoptr(VenuleCentreline) line = NULL;
  double slope = 2.4 / 160, length;

  venule_vessel_set_rectangle (vessel, 9, 67, 382, 98, 0);
  vessel->flow_x = 160;
  vessel->flow_y = 2.4;
  line = venule_centreline_new (vessel, NULL, 400, 300);
  length = venule_centreline_get_length (line);
  for (double along = 0; along <= length; along += 0.7)
    {
      double left, right;

      venule_centreline_get_walls (line, along, &left, &right);
      g_assert_cmpfloat_with_epsilon (left, 49 + (along - length / 2) * slope, 0.02);
      g_assert_cmpfloat_with_epsilon (right, 49 - (along - length / 2) * slope, 0.02);
    }
}

/* A vessel of 400 px, 60 px wide at its upstream end, that narrows by @taper and turns by @bend (radians); its ends
 * are drawn obliquely by @upstream and @downstream (degrees). The mean diameter is that in its middle. */
static VenuleCentreline *
make_polygon (double taper,
              double bend,
              double upstream,
              double downstream)
{
  const double length = 400, half_width = 30, angle = 0.5;
  g_autoptr(VenuleVessel) vessel = venule_vessel_new ();
  VenulePoint corners[80];
  guint half = G_N_ELEMENTS (corners) / 2;

  for (guint i = 0; i < G_N_ELEMENTS (corners); i++)
    {
      double side = i < half ? -1 : 1, at = (double) (i < half ? i : 2 * half - 1 - i) / (half - 1);
      double from = side * half_width * tan (upstream * G_PI / 180);
      double to = length + side * half_width * (1 - taper) * tan (downstream * G_PI / 180);
      double along = from + at * (to - from), beside = side * half_width * (1 - taper * along / length);
      double radius = length / fmax (bend, 1e-3), turned = along / radius;
      double x = (radius - beside) * sin (turned) - length / 2, y = radius - (radius - beside) * cos (turned);

      corners[i] = (VenulePoint){ 500 + x * cos (angle) - y * sin (angle), 400 + x * sin (angle) + y * cos (angle) };
    }
  venule_vessel_set_polygon (vessel, corners, G_N_ELEMENTS (corners));
  vessel->flow_x = cos (angle);
  vessel->flow_y = sin (angle);

  return venule_centreline_new (vessel, NULL, 1000, 1000);
}

/* Neither a taper nor a bend nor ends that were drawn obliquely make more or less of it. */
static void
test_a_polygon_is_as_wide_as_its_sides_are_apart (void)
{
  const double ends[][2] = { { 0, 0 }, { 1, 0 }, { -2, 5 }, { 10, -10 }, { 20, 20 }, { -20, 20 },
                            { 30, 30 }, { -30, 30 } };

  for (guint i = 0; i < G_N_ELEMENTS (ends); i++)
    for (double bend = 0; bend <= 1.2; bend += 0.6)
      for (double taper = 0; taper <= 0.3; taper += 0.1)
        {
          g_autoptr(VenuleCentreline) line = make_polygon (taper, bend, ends[i][0], ends[i][1]);
          double sd, diameter = venule_centreline_get_diameter (line, &sd);

          g_test_message ("bend %g, taper %g, ends %g°, %g°: %.3f ± %.3f px", bend, taper, ends[i][0], ends[i][1],
                          diameter, sd);
          g_assert_null (venule_centreline_find_walls_missing (line));
          g_assert_cmpfloat_with_epsilon (venule_centreline_get_length (line), 400, 5);
          g_assert_cmpfloat_with_epsilon (diameter, 60 * (1 - taper / 2), 0.1);
          /* That of a distance that sinks evenly. */
          g_assert_cmpfloat_with_epsilon (sd, 60 * taper / sqrt (12), 0.1);
        }
}

/* The wide end of a vessel that narrows by half has corners that the line does not lead into. */
static void
test_a_line_does_not_turn_in_circles (void)
{
  g_autoptr(VenuleCentreline) line = make_polygon (0.5, 0, 20, 20);

  g_assert_cmpfloat_with_epsilon (venule_centreline_get_length (line), 400, 1);
  g_assert_cmpfloat_with_epsilon (venule_centreline_get_diameter (line, NULL), 45, 0.1);
}

/* A line by hand that begins before the crop and ends behind it, along which nothing is known out there. */
static void
test_walls_do_not_sink_where_a_line_enters_the_crop (void)
{
  g_autoptr(VenuleVessel) vessel = venule_vessel_new ();
  g_autoptr(VenuleMeasureSettings) settings = venule_measure_settings_new ();
  g_autoptr(VenuleCentreline) line = NULL;
  double sd;

  vessel->flow_x = 1;
  venule_vessel_set_rectangle (vessel, 200, 80, 200, 40, 0);
  g_assert_true (venule_measure_settings_set_value (settings, "centreline_px", "100,97 500,102", NULL));
  line = venule_centreline_new (vessel, settings, 640, 480);
  g_assert_cmpfloat_with_epsilon (venule_centreline_get_diameter (line, &sd), 40, 0.02);
  g_assert_cmpfloat (sd, <, 0.01);
}

/* Rounding leaves less than nought of a limit that is nought. */
static void
test_nought_has_no_sign (void)
{
  g_autoptr(VenuleMeasures) measures = measure (400, 60, 0);
  VenuleQuantity quantity = *venule_measures_get (measures, VENULE_QUANTITY_PAUSES_PER_CELL);
  g_autofree char *shown = NULL;

  quantity.estimate = (VenuleEstimate) { .value = 0.056, .se = 0.05, .low = -1e-17, .high = 0.278, .n = 18 };
  quantity.reason = NULL;
  shown = venule_quantity_dup_interval (&quantity);
  g_assert_false (g_str_has_prefix (shown, "-"));
  g_assert_true (g_str_has_prefix (shown, "0"));
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/walls/a-box-over-an-oblique-vessel-has-no-walls", test_a_box_over_an_oblique_vessel_has_no_walls);
  g_test_add_func ("/walls/edges-of-a-crop-have-no-spread", test_edges_of_a_crop_have_no_spread);
  g_test_add_func ("/walls/a-rectangle-is-as-wide-as-it-is", test_a_rectangle_is_as_wide_as_it_is);
  g_test_add_func ("/walls/walls-of-an-askew-rectangle-keep-to-its-edges",
                   test_walls_of_an_askew_rectangle_keep_to_its_edges);
  g_test_add_func ("/walls/a-polygon-is-as-wide-as-its-sides-are-apart",
                   test_a_polygon_is_as_wide_as_its_sides_are_apart);
  g_test_add_func ("/walls/a-line-does-not-turn-in-circles", test_a_line_does_not_turn_in_circles);
  g_test_add_func ("/walls/walls-do-not-sink-where-a-line-enters-the-crop",
                   test_walls_do_not_sink_where_a_line_enters_the_crop);
  g_test_add_func ("/walls/nought-has-no-sign", test_nought_has_no_sign);

  return g_test_run ();
}
