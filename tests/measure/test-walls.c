/* test-walls.c: when the edges of the crop are the vessel's walls
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-measures.h"

#include "make-track.h"

/* The numbers of a recording without cells, whose crop is a rectangle of @width × @height px and whose blood flows @turn
 * degrees askew to it. */
static VenuleMeasures *
measure (double width,
         double height,
         double turn)
{
  g_autoptr(VenuleSettings) settings = make_settings ();
  g_autoptr(VenuleMeasureSettings) measures = venule_measure_settings_new ();
  g_autoptr(GPtrArray) tracks = g_ptr_array_new ();
  const VenuleMeasureInput input = { .settings = settings, .measures = measures, .frame_width = 640, .frame_height = 480,
                                     .last_frame = 99, .recorded.duration = 100 / RATE, .detect_interval = 1, .complete = TRUE };

  venule_vessel_set_rectangle (settings->vessel, 10, 20, width, height, 0);
  settings->vessel->flow_x = cos (turn * G_PI / 180);
  settings->vessel->flow_y = sin (turn * G_PI / 180);
  settings->calibration.pixel_size_um = 0.363;

  return venule_measures_new (tracks, &input, NULL);
}

/* Along the vessel they are; of a box drawn straight over one that runs askew nothing is said that walls are needed for. */
static void
test_a_box_over_an_oblique_vessel_has_no_walls (void)
{
  const VenuleQuantityId ids[] = { VENULE_QUANTITY_VESSEL_DIAMETER, VENULE_QUANTITY_VESSEL_DIAMETER_SD,
                                   VENULE_QUANTITY_VESSEL_VOLUME, VENULE_QUANTITY_WALL_AREA,
                                   VENULE_QUANTITY_WALL_DISTANCE, VENULE_QUANTITY_CELLS_PER_AREA };
  g_autoptr(VenuleMeasures) along = measure (400, 60, 0), askew = measure (617, 432, 26.57);

  g_assert_cmpfloat_with_epsilon (venule_measures_get (along, VENULE_QUANTITY_VESSEL_DIAMETER)->estimate.value, 60 * 0.363, 1e-6);
  g_assert_null (venule_measures_get (along, VENULE_QUANTITY_VESSEL_DIAMETER)->reason);
  for (guint i = 0; i < G_N_ELEMENTS (ids); i++)
    g_assert_nonnull (venule_measures_get (askew, ids[i])->reason);
  g_assert_cmpfloat (venule_measures_get (askew, VENULE_QUANTITY_VESSEL_LENGTH)->estimate.value, >, 0);
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
  g_test_add_func ("/walls/nought-has-no-sign", test_nought_has_no_sign);

  return g_test_run ();
}
