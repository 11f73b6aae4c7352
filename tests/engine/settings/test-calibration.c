/* test-calibration.c: pixels and frames become micrometres and seconds only when somebody said so
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <math.h>

#include "venule-calibration.h"
#include "venule-error.h"

static void
test_without_a_pixel_size_everything_is_px (void)
{
  VenuleCalibration calibration = { 0, 30 };

  g_assert_false (venule_calibration_is_calibrated (&calibration));
  g_assert_cmpfloat (venule_calibration_scale (&calibration, 12.5), ==, 12.5);
  g_assert_cmpstr (venule_calibration_length_unit (&calibration), ==, "px");
  g_assert_cmpstr (venule_calibration_velocity_unit (&calibration), ==, "px/s");
}

static void
test_with_a_pixel_size_lengths_are_um (void)
{
  VenuleCalibration calibration = { 0.363, 0 };

  g_assert_true (venule_calibration_is_calibrated (&calibration));
  g_assert_cmpfloat_with_epsilon (venule_calibration_scale (&calibration, 100), 36.3, 1e-12);
  g_assert_cmpstr (venule_calibration_length_unit (&calibration), ==, "µm");
  g_assert_cmpstr (venule_calibration_velocity_unit (&calibration), ==, "µm/s");
}

static void
test_absurd_values_are_refused_with_a_sentence (void)
{
  const VenuleCalibration refused[] = {
    { -0.3, 0 }, { NAN, 0 },      { INFINITY, 0 }, { 100.1, 0 },   { 0.0009, 0 },
    { 0.3, -1 }, { 0.3, NAN },    { 0, INFINITY }, { 0.3, 1.1e6 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (refused); i++)
    {
      g_autoptr(GError) error = NULL;

      g_assert_false (venule_calibration_validate (&refused[i], &error));
      g_assert_error (error, VENULE_ERROR, VENULE_ERROR_INVALID);
      g_assert_true (g_str_has_suffix (error->message, "."));
    }
}

static void
test_usual_values_are_taken (void)
{
  const VenuleCalibration taken[] = { { 0, 0 }, { 0.363, 0 }, { 0, 30 }, { 0.001, 1e6 }, { 100, 0.01 } };

  for (guint i = 0; i < G_N_ELEMENTS (taken); i++)
    {
      g_autoptr(GError) error = NULL;

      g_assert_true (venule_calibration_validate (&taken[i], &error));
      g_assert_no_error (error);
    }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/calibration/without-a-pixel-size-everything-is-px", test_without_a_pixel_size_everything_is_px);
  g_test_add_func ("/calibration/with-a-pixel-size-lengths-are-um", test_with_a_pixel_size_lengths_are_um);
  g_test_add_func ("/calibration/absurd-values-are-refused", test_absurd_values_are_refused_with_a_sentence);
  g_test_add_func ("/calibration/usual-values-are-taken", test_usual_values_are_taken);

  return g_test_run ();
}
