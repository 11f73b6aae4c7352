/* test-vessel.c: the crop and the flow mean what was drawn
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <math.h>

#include "venule-error.h"
#include "venule-vessel.h"

#define WIDTH 640
#define HEIGHT 480

static void
assert_bounds (const VenuleVessel *vessel,
               int                 x,
               int                 y,
               int                 width,
               int                 height)
{
  int bx, by, bw, bh;

  venule_vessel_get_bounds (vessel, WIDTH, HEIGHT, &bx, &by, &bw, &bh);
  g_assert_cmpint (bx, ==, x);
  g_assert_cmpint (by, ==, y);
  g_assert_cmpint (bw, ==, width);
  g_assert_cmpint (bh, ==, height);
}

static void
assert_refused (const VenuleVessel *vessel,
                double              cell_diameter,
                const char         *saying)
{
  g_autoptr(GError) error = NULL;

  g_assert_false (venule_vessel_validate (vessel, WIDTH, HEIGHT, cell_diameter, &error));
  g_assert_error (error, VENULE_ERROR, VENULE_ERROR_INVALID);
  if (strstr (error->message, saying) == NULL)
    g_error ("“%s” does not say “%s”", error->message, saying);
}

static void
assert_taken (const VenuleVessel *vessel,
              double              cell_diameter)
{
  g_autoptr(GError) error = NULL;

  g_assert_true (venule_vessel_validate (vessel, WIDTH, HEIGHT, cell_diameter, &error));
  g_assert_no_error (error);
}

static void
test_a_rectangle_covers_its_pixels (void)
{
  g_autoptr(VenuleVessel) vessel = venule_vessel_new ();

  venule_vessel_set_rectangle (vessel, 10, 20, 30, 40, 0);

  assert_bounds (vessel, 10, 20, 30, 40);
  g_assert_true (venule_vessel_contains (vessel, WIDTH, HEIGHT, 10, 20));
  g_assert_true (venule_vessel_contains (vessel, WIDTH, HEIGHT, 39, 59));
  g_assert_false (venule_vessel_contains (vessel, WIDTH, HEIGHT, 40, 20));
  g_assert_false (venule_vessel_contains (vessel, WIDTH, HEIGHT, 10, 19));
}

static void
test_a_rectangle_turns_clockwise_about_its_centre (void)
{
  g_autoptr(VenuleVessel) vessel = venule_vessel_new ();
  g_autoptr(GArray) outline = NULL;
  VenulePoint first;

  /* Centre (100, 50); the corner at its top left goes to the top right by a quarter turn. */
  venule_vessel_set_rectangle (vessel, 80.5, 45.5, 40, 10, 90);

  assert_bounds (vessel, 95, 30, 11, 41);
  g_assert_true (venule_vessel_contains (vessel, WIDTH, HEIGHT, 100, 69));
  g_assert_false (venule_vessel_contains (vessel, WIDTH, HEIGHT, 119, 50));
  outline = venule_vessel_dup_outline (vessel, WIDTH, HEIGHT);
  first = g_array_index (outline, VenulePoint, 0);
  g_assert_cmpuint (outline->len, ==, 4);
  g_assert_cmpfloat_with_epsilon (first.x, 105, 1e-9);
  g_assert_cmpfloat_with_epsilon (first.y, 30, 1e-9);
}

static void
test_turning_agrees_with_the_outline (void)
{
  g_autoptr(VenuleVessel) vessel = venule_vessel_new ();

  for (int i = 0; i < 200; i++)
    {
      g_autoptr(VenuleVessel) polygon = venule_vessel_new ();
      g_autoptr(GArray) outline = NULL;
      double x = g_test_rand_double_range (0, WIDTH), y = g_test_rand_double_range (0, HEIGHT);

      venule_vessel_set_rectangle (vessel, g_test_rand_double_range (0, 300), g_test_rand_double_range (0, 300),
                                   g_test_rand_double_range (20, 200), g_test_rand_double_range (20, 200),
                                   g_test_rand_double_range (-180, 180));
      outline = venule_vessel_dup_outline (vessel, WIDTH, HEIGHT);
      venule_vessel_set_polygon (polygon, (const VenulePoint *) outline->data, outline->len);
      g_assert_cmpint (venule_vessel_contains (vessel, WIDTH, HEIGHT, x, y), ==,
                       venule_vessel_contains (polygon, WIDTH, HEIGHT, x, y));
    }
}

static void
test_a_polygon_is_inside_its_corners (void)
{
  const VenulePoint corners[] = { { 10, 10 }, { 110, 10 }, { 10, 110 } };
  g_autoptr(VenuleVessel) vessel = venule_vessel_new ();

  venule_vessel_set_polygon (vessel, corners, G_N_ELEMENTS (corners));

  assert_taken (vessel, 20);
  assert_bounds (vessel, 10, 10, 101, 101);
  g_assert_true (venule_vessel_contains (vessel, WIDTH, HEIGHT, 30, 30));
  g_assert_false (venule_vessel_contains (vessel, WIDTH, HEIGHT, 80, 80));
}

static void
test_the_whole_frame_is_the_default (void)
{
  g_autoptr(VenuleVessel) vessel = venule_vessel_new ();

  assert_bounds (vessel, 0, 0, WIDTH, HEIGHT);
  assert_taken (vessel, 20);
  g_assert_true (venule_vessel_contains (vessel, WIDTH, HEIGHT, 0, 0));
  g_assert_true (venule_vessel_contains (vessel, WIDTH, HEIGHT, WIDTH - 1, HEIGHT - 1));
  g_assert_false (venule_vessel_contains (vessel, WIDTH, HEIGHT, WIDTH, 0));
  g_assert_false (venule_vessel_has_flow (vessel));
}

static void
test_a_frame_smaller_than_a_cell_is_refused (void)
{
  g_autoptr(VenuleVessel) vessel = venule_vessel_new ();
  g_autoptr(GError) error = NULL;

  g_assert_false (venule_vessel_validate (vessel, 5, 3, 20, &error));
  g_assert_error (error, VENULE_ERROR, VENULE_ERROR_INVALID);
  g_assert_nonnull (strstr (error->message, "smaller than a cell"));
}

static void
test_a_crop_outside_the_frame_is_refused (void)
{
  g_autoptr(VenuleVessel) vessel = venule_vessel_new ();

  venule_vessel_set_rectangle (vessel, 600, 100, 100, 100, 0);
  assert_refused (vessel, 20, "outside the video");
  venule_vessel_set_rectangle (vessel, 1000, 1000, 100, 100, 0);
  assert_refused (vessel, 20, "outside the video");
  venule_vessel_set_rectangle (vessel, 0, 0, WIDTH, HEIGHT, 10);
  assert_refused (vessel, 20, "outside the video");
  venule_vessel_set_rectangle (vessel, -0.9, 0, 100, 100, 0);
  assert_taken (vessel, 20);
}

static void
test_a_crop_smaller_than_a_cell_is_refused (void)
{
  const VenulePoint sliver[] = { { 100, 100 }, { 300, 300 }, { 310, 300 } };
  g_autoptr(VenuleVessel) vessel = venule_vessel_new ();

  venule_vessel_set_rectangle (vessel, 100, 100, 200, 19, 30);
  assert_refused (vessel, 20, "smaller than a cell");
  venule_vessel_set_rectangle (vessel, 100, 100, 200, 20, 30);
  assert_taken (vessel, 20);
  venule_vessel_set_polygon (vessel, sliver, G_N_ELEMENTS (sliver));
  assert_refused (vessel, 20, "smaller than a cell");
  venule_vessel_set_rectangle (vessel, 100, 100, 0, 50, 0);
  assert_refused (vessel, 20, "empty");
  venule_vessel_set_rectangle (vessel, 100, 100, 50, -50, 0);
  assert_refused (vessel, 20, "empty");
}

static void
test_a_polygon_that_crosses_itself_is_refused (void)
{
  const VenulePoint bow[] = { { 100, 100 }, { 200, 200 }, { 200, 100 }, { 100, 200 } };
  const VenulePoint spike[] = { { 100, 100 }, { 200, 100 }, { 200, 200 }, { 200, 50 }, { 100, 50 } };
  const VenulePoint line[] = { { 100, 100 }, { 200, 200 }, { 300, 300 } };
  const VenulePoint twice[] = { { 100, 100 }, { 100, 100 }, { 200, 100 }, { 200, 200 }, { 100, 200 }, { 100, 100 } };
  const VenulePoint star[] = { { 100, 100 }, { 300, 100 }, { 220, 150 }, { 300, 200 }, { 100, 200 }, { 180, 150 } };
  g_autoptr(VenuleVessel) vessel = venule_vessel_new ();

  venule_vessel_set_polygon (vessel, bow, G_N_ELEMENTS (bow));
  assert_refused (vessel, 20, "crosses itself");
  venule_vessel_set_polygon (vessel, spike, G_N_ELEMENTS (spike));
  assert_refused (vessel, 20, "crosses itself");
  venule_vessel_set_polygon (vessel, line, G_N_ELEMENTS (line));
  assert_refused (vessel, 20, "crosses itself");
  venule_vessel_set_polygon (vessel, twice, 2);
  assert_refused (vessel, 20, "three different corners");
  venule_vessel_set_polygon (vessel, twice, G_N_ELEMENTS (twice));
  assert_taken (vessel, 20);
  venule_vessel_set_polygon (vessel, star, G_N_ELEMENTS (star));
  assert_taken (vessel, 20);
}

static void
test_numbers_that_are_none_are_refused (void)
{
  const VenulePoint corners[] = { { 100, 100 }, { 200, NAN }, { 100, 200 } };
  g_autoptr(VenuleVessel) vessel = venule_vessel_new ();

  venule_vessel_set_rectangle (vessel, NAN, 0, 100, 100, 0);
  assert_refused (vessel, 20, "makes no sense");
  venule_vessel_set_rectangle (vessel, 0, 0, INFINITY, 100, 0);
  assert_refused (vessel, 20, "makes no sense");
  venule_vessel_set_rectangle (vessel, 0, 0, 100, 100, NAN);
  assert_refused (vessel, 20, "makes no sense");
  venule_vessel_set_polygon (vessel, corners, G_N_ELEMENTS (corners));
  assert_refused (vessel, 20, "makes no sense");
  venule_vessel_set_rectangle (vessel, 0, 0, 100, 100, 0);
  vessel->flow_x = NAN;
  assert_refused (vessel, 20, "makes no sense");
}

static void
test_flow_is_a_unit_vector (void)
{
  g_autoptr(VenuleVessel) vessel = venule_vessel_new ();
  double x, y;

  venule_vessel_get_flow (vessel, &x, &y);
  g_assert_cmpfloat (x, ==, 1);
  g_assert_cmpfloat (y, ==, 0);

  vessel->flow_x = -30;
  vessel->flow_y = 40;
  g_assert_true (venule_vessel_has_flow (vessel));
  venule_vessel_get_flow (vessel, &x, &y);
  g_assert_cmpfloat_with_epsilon (x, -0.6, 1e-15);
  g_assert_cmpfloat_with_epsilon (y, 0.8, 1e-15);
}

static void
assert_axis (const VenuleVessel *vessel,
             double              degrees)
{
  double x, y;

  venule_vessel_get_axis (vessel, &x, &y);
  g_assert_cmpfloat_with_epsilon (x, cos (degrees * G_PI / 180), 1e-9);
  g_assert_cmpfloat_with_epsilon (y, sin (degrees * G_PI / 180), 1e-9);
}

static void
set_flow (VenuleVessel *vessel,
          double        degrees)
{
  vessel->flow_x = 3 * cos (degrees * G_PI / 180);
  vessel->flow_y = 3 * sin (degrees * G_PI / 180);
}

/* An arrow that is drawn far askew does not say where the vessel goes; a crop that is long does. */
static void
test_the_axis_is_that_of_the_vessel (void)
{
  const VenulePoint bent[] = { { 10, 10 }, { 150, 60 }, { 300, 70 }, { 300, 110 }, { 140, 100 }, { 0, 50 } };
  g_autoptr(VenuleVessel) vessel = venule_vessel_new ();
  double x, y;

  set_flow (vessel, 50);
  assert_axis (vessel, 50); /* the whole frame tells nothing */
  venule_vessel_set_rectangle (vessel, 40, 60, 300, 100, -30);
  assert_axis (vessel, -30);
  set_flow (vessel, 170);
  assert_axis (vessel, 150);
  set_flow (vessel, -40);
  assert_axis (vessel, -40); /* as good as the crop */
  venule_vessel_set_rectangle (vessel, 40, 60, 100, 300, 0);
  set_flow (vessel, 150);
  assert_axis (vessel, 90);
  venule_vessel_set_rectangle (vessel, 40, 60, 180, 100, 0);
  set_flow (vessel, 80);
  assert_axis (vessel, 80);

  venule_vessel_set_polygon (vessel, bent, G_N_ELEMENTS (bent));
  venule_vessel_get_axis (vessel, &x, &y);
  g_assert_cmpfloat_with_epsilon (atan2 (y, x) * 180 / G_PI, 12, 3);
}

static void
test_what_is_typed_is_read (void)
{
  g_autoptr(VenuleVessel) vessel = venule_vessel_new ();
  g_autoptr(GError) error = NULL;
  g_autofree char *text = NULL;

  g_assert_true (venule_vessel_parse_rectangle (vessel, "0, 158,640,117", &error));
  g_assert_no_error (error);
  g_assert_cmpint (vessel->kind, ==, VENULE_CROP_RECTANGLE);
  g_assert_cmpfloat (vessel->y, ==, 158);
  g_assert_cmpfloat (vessel->angle, ==, 0);

  g_assert_true (venule_vessel_parse_rectangle (vessel, "1.5,2,30,40,-12.5", &error));
  g_assert_no_error (error);
  g_assert_cmpfloat (vessel->x, ==, 1.5);
  g_assert_cmpfloat (vessel->angle, ==, -12.5);

  g_assert_true (venule_vessel_parse_flow (vessel, "-1,0.5", &error));
  g_assert_no_error (error);
  g_assert_cmpfloat (vessel->flow_x, ==, -1);
  g_assert_cmpfloat (vessel->flow_y, ==, 0.5);
  text = venule_vessel_dup_flow (vessel->flow_x, vessel->flow_y);
  g_assert_cmpstr (text, ==, "-1.000,0.500");

  g_assert_true (venule_vessel_parse_polygon (vessel, " 1,2  3,4\t5.5,6 ", &error));
  g_assert_no_error (error);
  g_assert_cmpint (vessel->kind, ==, VENULE_CROP_POLYGON);
  g_assert_cmpuint (vessel->corners->len, ==, 3);
  g_assert_cmpfloat (g_array_index (vessel->corners, VenulePoint, 2).x, ==, 5.5);
}

static void
test_what_is_typed_wrong_is_refused_and_changes_nothing (void)
{
  const char *const rectangles[] = { "", "1,2,3", "1,2,3,4,5,6", "1,2,3,x", "1;2;3;4", "1,2,3,4 5", "nan,2,3,4",
                                     "1,2,inf,4", "1,2,0,4", "1,2,3,-4", ",1,2,3", "1,2,3,4,", "1e300,0,3,4" };
  const char *const polygons[] = { "", "1,2 3,4", "1,2 3,4 5", "1,2 3,4 5,6,7", "1,2 3,4 nan,0" };
  const char *const flows[] = { "", "1", "0,0", "1,2,3", "nan,1", "right", "1e-300,0" };
  g_autoptr(VenuleVessel) vessel = venule_vessel_new ();
  g_autoptr(VenuleVessel) before = venule_vessel_copy (vessel);

  for (guint i = 0; i < G_N_ELEMENTS (rectangles); i++)
    {
      g_autoptr(GError) error = NULL;

      g_assert_false (venule_vessel_parse_rectangle (vessel, rectangles[i], &error));
      g_assert_error (error, VENULE_ERROR, VENULE_ERROR_INVALID);
    }
  for (guint i = 0; i < G_N_ELEMENTS (polygons); i++)
    {
      g_autoptr(GError) error = NULL;

      g_assert_false (venule_vessel_parse_polygon (vessel, polygons[i], &error));
      g_assert_error (error, VENULE_ERROR, VENULE_ERROR_INVALID);
    }
  for (guint i = 0; i < G_N_ELEMENTS (flows); i++)
    {
      g_autoptr(GError) error = NULL;

      g_assert_false (venule_vessel_parse_flow (vessel, flows[i], &error));
      g_assert_error (error, VENULE_ERROR, VENULE_ERROR_INVALID);
    }
  g_assert_true (venule_vessel_equal (vessel, before));
}

static void
test_a_copy_is_equal_and_its_own (void)
{
  const VenulePoint corners[] = { { 10, 10 }, { 110, 10 }, { 10, 110 } };
  g_autoptr(VenuleVessel) vessel = venule_vessel_new ();
  g_autoptr(VenuleVessel) copy = NULL;

  venule_vessel_set_polygon (vessel, corners, G_N_ELEMENTS (corners));
  copy = venule_vessel_copy (vessel);
  g_assert_true (venule_vessel_equal (vessel, copy));
  g_array_index (copy->corners, VenulePoint, 1).x = 111;
  g_assert_false (venule_vessel_equal (vessel, copy));
  g_assert_cmpfloat (g_array_index (vessel->corners, VenulePoint, 1).x, ==, 110);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/vessel/a-rectangle-covers-its-pixels", test_a_rectangle_covers_its_pixels);
  g_test_add_func ("/vessel/a-rectangle-turns-clockwise", test_a_rectangle_turns_clockwise_about_its_centre);
  g_test_add_func ("/vessel/turning-agrees-with-the-outline", test_turning_agrees_with_the_outline);
  g_test_add_func ("/vessel/a-polygon-is-inside-its-corners", test_a_polygon_is_inside_its_corners);
  g_test_add_func ("/vessel/the-whole-frame-is-the-default", test_the_whole_frame_is_the_default);
  g_test_add_func ("/vessel/a-frame-smaller-than-a-cell-is-refused", test_a_frame_smaller_than_a_cell_is_refused);
  g_test_add_func ("/vessel/a-crop-outside-the-frame-is-refused", test_a_crop_outside_the_frame_is_refused);
  g_test_add_func ("/vessel/a-crop-smaller-than-a-cell-is-refused", test_a_crop_smaller_than_a_cell_is_refused);
  g_test_add_func ("/vessel/a-polygon-that-crosses-itself-is-refused", test_a_polygon_that_crosses_itself_is_refused);
  g_test_add_func ("/vessel/numbers-that-are-none-are-refused", test_numbers_that_are_none_are_refused);
  g_test_add_func ("/vessel/flow-is-a-unit-vector", test_flow_is_a_unit_vector);
  g_test_add_func ("/vessel/the-axis-is-that-of-the-vessel", test_the_axis_is_that_of_the_vessel);
  g_test_add_func ("/vessel/what-is-typed-is-read", test_what_is_typed_is_read);
  g_test_add_func ("/vessel/what-is-typed-wrong-is-refused", test_what_is_typed_wrong_is_refused_and_changes_nothing);
  g_test_add_func ("/vessel/a-copy-is-equal-and-its-own", test_a_copy_is_equal_and_its_own);

  return g_test_run ();
}
