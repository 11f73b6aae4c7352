/* test-vessel-geometry.c: centreline, walls and flux line are changed by their handles
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-vessel-geometry.h"

#include <math.h>

#include "make-track.h"
#include "venule-centreline-make.h"
#include "venule-diameter.h"
#include "venule-flux-counter.h"
#include "venule-measures.h"

#define WIDTH 640
#define HEIGHT 480

/* A vessel of 240 × 36 px through the middle of the frame, turned by @angle, flow along it. */
static VenuleVessel *
make_vessel (double angle)
{
  VenuleVessel *vessel = venule_vessel_new ();

  venule_vessel_set_rectangle (vessel, 200, 222, 240, 36, angle);
  vessel->flow_x = cos (angle * G_PI / 180);
  vessel->flow_y = sin (angle * G_PI / 180);

  return vessel;
}

static VenuleVesselGeometry *
make_shape (double                       angle,
            const VenuleMeasureSettings *settings)
{
  g_autoptr(VenuleVessel) vessel = make_vessel (angle);
  g_autoptr(VenuleMeasureSettings) usual = venule_measure_settings_new ();

  return venule_vessel_geometry_new (vessel, settings != NULL ? settings : usual, WIDTH, HEIGHT);
}

static VenuleGeometryHandle
find (const VenuleVesselGeometry *geometry,
      VenuleGeometryPart          part,
      guint                       index)
{
  g_autoptr(GArray) handles = venule_vessel_geometry_list (geometry, 10);

  for (guint i = 0; i < handles->len; i++)
    {
      VenuleGeometryHandle *handle = &g_array_index (handles, VenuleGeometryHandle, i);

      if (handle->part == part && handle->index == index)
        return *handle;
    }
  g_assert_not_reached ();
}

/* (transfer full): after a handle went by (dx, dy). */
static VenuleVesselGeometry *
drag (const VenuleVesselGeometry *geometry,
      double                      angle,
      VenuleGeometryPart          part,
      guint                       index,
      double                      dx,
      double                      dy,
      gboolean                    whole)
{
  VenuleGeometryHandle handle = find (geometry, part, index);
  g_autoptr(VenuleMeasureSettings) settings =
    venule_vessel_geometry_drag (geometry, &handle, (VenulePoint){ handle.x + dx, handle.y + dy }, whole, NULL);

  g_assert_nonnull (settings);
  g_assert_true (venule_measure_settings_validate (settings, NULL));

  return make_shape (angle, settings);
}

/* The line goes where the pointer is nearest to the centreline, in a diagonal vessel too, and stays in the vessel. */
static void
test_the_flux_line_follows_the_pointer (void)
{
  for (double angle = 0; angle < 180; angle += 36.5)
    {
      double c = cos (angle * G_PI / 180), s = sin (angle * G_PI / 180);
      g_autoptr(VenuleVesselGeometry) geometry = make_shape (angle, NULL);
      g_autoptr (VenuleVesselGeometry) moved =
        drag (geometry, angle, VENULE_GEOMETRY_FLUX, 0, 50 * c - 7 * s, 50 * s + 7 * c, FALSE);
      g_autoptr(VenuleVesselGeometry) far = drag (geometry, angle, VENULE_GEOMETRY_FLUX, 1, 900 * c, 900 * s, FALSE);

      g_assert_cmpfloat_with_epsilon (geometry->flux, 120, 1e-6);
      g_assert_cmpfloat_with_epsilon (moved->flux, 170, 0.01);
      g_assert_cmpfloat_with_epsilon (far->flux, 240, 0.01);
    }
}

/* A roof over the handle changes the mean diameter by its area; a whole wall by all of it. */
static void
test_a_wall_moves_across (void)
{
  const double angle = 25, c = cos (angle * G_PI / 180), s = sin (angle * G_PI / 180);
  g_autoptr(VenuleVesselGeometry) geometry = make_shape (angle, NULL);
  guint middle = geometry->places->len / 2;
  double spacing = g_array_index (geometry->places, double, 1) - g_array_index (geometry->places, double, 0);
  g_autoptr(VenuleVesselGeometry) roof = drag (geometry, angle, VENULE_GEOMETRY_RIGHT, middle, -6 * s, 6 * c, FALSE);
  g_autoptr(VenuleVesselGeometry) whole = drag (geometry, angle, VENULE_GEOMETRY_LEFT, middle, -6 * s, 6 * c, TRUE);
  g_autoptr (VenuleVesselGeometry) closed =
    drag (geometry, angle, VENULE_GEOMETRY_LEFT, middle, -600 * s, 600 * c, TRUE);

  g_assert_cmpfloat_with_epsilon (venule_centreline_get_diameter (roof->line, NULL), 36 + 6 * spacing / 240, 0.1);
  g_assert_cmpfloat_with_epsilon (venule_centreline_get_diameter (whole->line, NULL), 30, 0.05);
  g_assert_cmpfloat (venule_centreline_get_diameter (closed->line, NULL), >=, 1);
  g_assert_cmpint (venule_centreline_get_walls_from (roof->line), ==, VENULE_WALLS_HAND);
}

/* An arrow somewhat askew to the rectangle: at its corners the perpendiculars leave it through its ends, which are
 * no walls. A handle that is dragged changes what is near it alone. */
static void
test_a_wall_of_an_askew_rectangle_moves_across (void)
{
  for (double askew = -7.7; askew < 8; askew += 1.2)
    {
      g_autoptr(VenuleVessel) vessel = make_vessel (0);
      g_autoptr(VenuleMeasureSettings) usual = venule_measure_settings_new (), settings = NULL;
      g_autoptr(VenuleVesselGeometry) geometry = NULL, moved = NULL;
      VenuleGeometryHandle handle;
      double before, spacing, sd, left, right;
      guint middle;

      vessel->flow_x = cos (askew * G_PI / 180);
      vessel->flow_y = sin (askew * G_PI / 180);
      geometry = venule_vessel_geometry_new (vessel, usual, WIDTH, HEIGHT);
      middle = geometry->places->len / 2;
      spacing = g_array_index (geometry->places, double, middle) - g_array_index (geometry->places, double, middle - 1);
      for (guint i = 0; i < geometry->places->len; i++)
        {
          venule_vessel_geometry_get_walls (geometry, g_array_index (geometry->places, double, i), &left, &right);
          g_assert_cmpfloat_with_epsilon (left + right, 36, 0.01);
        }
      before = venule_centreline_get_diameter (geometry->line, NULL);
      handle = find (geometry, VENULE_GEOMETRY_LEFT, middle);
      settings = venule_vessel_geometry_drag (geometry, &handle, (VenulePoint){ handle.x, handle.y - 7 }, FALSE, NULL);
      moved = venule_vessel_geometry_new (vessel, settings, WIDTH, HEIGHT);
      g_assert_cmpfloat_with_epsilon (venule_centreline_get_diameter (moved->line, &sd),
                                      before + 7 * spacing / 240, 0.1);
      g_assert_cmpfloat (sd, <, 2.5);
    }
}

/* A vessel that bulges between two handles of its wall still does when one of them was dragged. */
static void
test_a_polygon_keeps_its_outline (void)
{
  g_autoptr(VenuleVessel) vessel = venule_vessel_new ();
  g_autoptr(VenuleMeasureSettings) usual = venule_measure_settings_new (), settings = NULL;
  g_autoptr(VenuleVesselGeometry) geometry = NULL, moved = NULL;
  VenulePoint corners[82];
  guint half = G_N_ELEMENTS (corners) / 2;
  VenuleGeometryHandle handle;

  for (guint i = 0; i < half; i++)
    {
      double x = 100 + 10.0 * i, bulge = 4 * sin (x / 8);

      corners[i] = (VenulePoint){ x, 200 - bulge };
      corners[2 * half - 1 - i] = (VenulePoint){ x, 240 + bulge };
    }
  venule_vessel_set_polygon (vessel, corners, G_N_ELEMENTS (corners));
  vessel->flow_x = 1;
  geometry = venule_vessel_geometry_new (vessel, usual, WIDTH, HEIGHT);
  handle = find (geometry, VENULE_GEOMETRY_LEFT, 0);
  settings = venule_vessel_geometry_drag (geometry, &handle, (VenulePoint){ handle.x, handle.y - 2 }, FALSE, NULL);
  moved = venule_vessel_geometry_new (vessel, settings, WIDTH, HEIGHT);
  for (double along = 40; along < venule_centreline_get_length (geometry->line) - 40; along += 3.3)
    {
      double left, right, other_right;

      venule_centreline_get_walls (geometry->line, along, &left, &right);
      venule_centreline_get_walls (moved->line, along, &left, &other_right);
      g_assert_cmpfloat_with_epsilon (other_right, right, 0.5);
    }
}

/* What was measured between the handles is kept, but for what the drag adds. */
static void
test_measured_walls_keep_their_details (void)
{
  g_autoptr(VenuleVesselGeometry) plain = make_shape (0, NULL), measured = NULL, moved = NULL;
  g_autoptr(VenuleMeasureSettings) settings = venule_measure_settings_new ();
  g_autoptr(GArray) places = g_array_new (FALSE, FALSE, sizeof (VenuleDiameterPlace));
  double left, right, there, here;

  for (double along = 0; along <= 240; along += 2)
    {
      VenuleDiameterPlace place = { along, 18 + sin (along / 5), 18, 0.1 };

      g_array_append_val (places, place);
    }
  settings->diameter_profile = venule_diameter_to_text (places, plain->line);
  measured = make_shape (0, settings);
  g_assert_cmpint (venule_centreline_get_walls_from (measured->line), ==, VENULE_WALLS_MEASURED);
  moved = drag (measured, 0, VENULE_GEOMETRY_LEFT, 1, 0, -4, FALSE);
  for (double along = 3; along < 240; along += 7.7)
    {
      double at = g_array_index (measured->places, double, 1),
             spacing = at - g_array_index (measured->places, double, 0);

      venule_centreline_get_walls (measured->line, along, &there, &right);
      venule_centreline_get_walls (moved->line, along, &here, &left);
      g_assert_cmpfloat_with_epsilon (here, there + 4 * fmax (1 - fabs (along - at) / spacing, 0), 0.15);
    }
}

/* Flux line and walls by hand stay where they are on the video. */
static void
test_what_was_drawn_stays_in_its_place (void)
{
  g_autoptr(VenuleMeasureSettings) settings = venule_measure_settings_new ();
  g_autoptr(VenuleVesselGeometry) geometry = NULL, longer = NULL, bent = NULL;
  VenulePoint before, after;
  double left, right;

  g_assert_true (venule_measure_settings_set_value (settings, "flux_position_px", "60", NULL));
  g_assert_true (venule_measure_settings_set_value (settings, "walls_px", "10,15,16 120,20,21 230,18,17", NULL));
  geometry = make_shape (0, settings);
  before = venule_vessel_geometry_get_point (geometry, geometry->flux, 0);
  longer = drag (geometry, 0, VENULE_GEOMETRY_POINT, 0, -100, 0, FALSE);
  after = venule_vessel_geometry_get_point (longer, longer->flux, 0);
  g_assert_cmpfloat_with_epsilon (longer->flux, 160, 0.01);
  g_assert_cmpfloat_with_epsilon (after.x, before.x, 0.02);
  venule_centreline_get_walls (longer->line, 220, &left, &right);
  g_assert_cmpfloat_with_epsilon (left, 20, 0.01);
  g_assert_cmpfloat_with_epsilon (right, 21, 0.01);

  bent = drag (geometry, 0, VENULE_GEOMETRY_MIDDLE, 0, 0, 30, FALSE);
  g_assert_cmpuint (bent->points->len, ==, 3);
  after = venule_vessel_geometry_get_point (bent, bent->flux, 0);
  g_assert_cmpfloat_with_epsilon (hypot (after.x - before.x, after.y - before.y), 21, 6);
}

static void
test_points_come_and_go (void)
{
  g_autoptr(VenuleVesselGeometry) geometry = make_shape (0, NULL), bent = NULL, two = NULL, turned = NULL;
  g_autoptr(VenuleMeasureSettings) settings = NULL, back = NULL;
  g_autoptr(VenuleVessel) vessel = make_vessel (0);
  VenuleGeometryHandle end = find (geometry, VENULE_GEOMETRY_POINT, 0);

  g_assert_null (venule_vessel_geometry_remove (geometry, 0, NULL));
  /* On top of each other they make no line. */
  g_assert_null (venule_vessel_geometry_drag (geometry, &end, (VenulePoint){ end.x + 240, end.y }, FALSE, NULL));
  bent = drag (geometry, 0, VENULE_GEOMETRY_MIDDLE, 0, 10, 40, FALSE);
  settings = venule_vessel_geometry_remove (bent, 1, NULL);
  g_assert_nonnull (settings);
  two = make_shape (0, settings);
  g_assert_cmpuint (two->points->len, ==, 2);
  g_assert_cmpfloat_with_epsilon (venule_centreline_get_length (two->line), 240, 0.02);

  /* Flow that turns round: the same line, downstream. */
  vessel->flow_x = -1;
  turned = venule_vessel_geometry_new (vessel, bent->settings, WIDTH, HEIGHT);
  g_assert_cmpfloat_with_epsilon (g_array_index (turned->points, VenulePoint, 0).x, 439.5, 0.02);
  g_assert_cmpfloat_with_epsilon (venule_centreline_get_length (turned->line),
                                  venule_centreline_get_length (bent->line), 0.02);
  back = venule_vessel_geometry_set_flux (turned, 10);
  g_assert_cmpfloat_with_epsilon (g_array_index (back->centreline, VenulePoint, 0).x, 439.5, 0.02);
}

/* Whatever the length is: a line beside it would not be counted at. */
static void
test_the_flux_line_stays_in_the_analysed_length (void)
{
  for (guint i = 0; i < 50; i++)
    {
      g_autoptr(VenuleVesselGeometry) geometry = make_shape (g_test_rand_double_range (0, 360), NULL);
      g_autoptr(VenuleMeasureSettings) before = venule_vessel_geometry_set_flux (geometry, -1000);
      g_autoptr(VenuleMeasureSettings) behind = venule_vessel_geometry_set_flux (geometry, 1000);
      double first, last;

      venule_centreline_get_range (geometry->line, &first, &last);
      g_assert_cmpfloat (before->flux_position, >=, first);
      g_assert_cmpfloat_with_epsilon (before->flux_position, first, 0.011);
      g_assert_cmpfloat (behind->flux_position, <=, last);
      g_assert_cmpfloat_with_epsilon (behind->flux_position, last, 0.011);
    }
}

/* A bent polygon's line is described to half a pixel by few points. */
static void
test_an_automatic_line_has_few_points (void)
{
  g_autoptr(VenuleVessel) vessel = venule_vessel_new ();
  g_autoptr(VenuleMeasureSettings) settings = venule_measure_settings_new ();
  g_autoptr(VenuleVesselGeometry) geometry = NULL, by_hand = NULL;
  VenulePoint corners[42];
  guint half = G_N_ELEMENTS (corners) / 2;

  for (guint i = 0; i < half; i++)
    {
      double a = G_PI - G_PI / 2 * i / (half - 1);

      corners[i] = (VenulePoint){ 320 + 140 * cos (a), 100 + 140 * sin (a) };
      corners[2 * half - 1 - i] = (VenulePoint){ 320 + 100 * cos (a), 100 + 100 * sin (a) };
    }
  venule_vessel_set_polygon (vessel, corners, G_N_ELEMENTS (corners));
  vessel->flow_x = vessel->flow_y = 1;
  geometry = venule_vessel_geometry_new (vessel, settings, WIDTH, HEIGHT);
  g_assert_cmpuint (geometry->points->len, >=, 3);
  g_assert_cmpuint (geometry->points->len, <=, 24);
  g_array_append_vals (settings->centreline, geometry->points->data, geometry->points->len);
  by_hand = venule_vessel_geometry_new (vessel, settings, WIDTH, HEIGHT);
  g_assert_cmpfloat_with_epsilon (venule_centreline_get_length (by_hand->line),
                                  venule_centreline_get_length (geometry->line), 2);
}

/* Cells that go on, come back, tremble on the line and begin on it: what is counted of two places of each is what is
 * found by going through all. The line ends in the crop. */
static void
test_passing_cells_are_counted_as_in_the_tables (void)
{
  const VenulePoint ends[] = { { 150, 110 }, { 430, 110 } };
  g_autoptr(VenuleSettings) settings = make_settings ();
  g_autoptr(VenuleMeasureSettings) measures = venule_measure_settings_new ();
  g_autoptr(GPtrArray) tracks = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr(VenuleCentreline) line = NULL;
  g_autoptr(VenuleFluxCounter) counter = NULL;
  g_autoptr(GArray) outline = NULL;
  VenuleCellContext context;

  venule_vessel_set_rectangle (settings->vessel, 100, 80, 400, 60, 0);
  for (guint id = 1; id <= 300; id++)
    {
      VenuleTrack *track = venule_track_new (id);
      double x = g_test_rand_double_range (80, 520), speed = g_test_rand_double_range (-3, 8);
      guint n = (guint) g_test_rand_int_range (1, 120);

      venule_track_set_kind (track, (VenuleCellKind) g_test_rand_int_range (0, 4));
      for (guint i = 0; i < n; i++)
        add_spot (track, i, i / RATE, x + speed * i + g_test_rand_double_range (-4, 4), id % 10 == 0 ? 170 : 110);
      g_ptr_array_add (tracks, track);
    }
  g_array_append_vals (measures->centreline, ends, G_N_ELEMENTS (ends));
  line = venule_centreline_new (settings->vessel, measures, WIDTH, HEIGHT);
  outline = venule_vessel_dup_outline (settings->vessel, WIDTH, HEIGHT);
  context = (VenuleCellContext){ .settings = settings, .line = line, .outline = outline, .first_frame = 20,
                                 .last_frame = 99 };
  counter = venule_flux_counter_new (tracks, &context, NULL);
  for (double position = 0; position <= 280; position += 12.9)
    {
      VenuleMeasureInput input = { .settings = settings, .measures = measures, .frame_width = WIDTH,
                                   .frame_height = HEIGHT,
                                   .first_frame = 20, .last_frame = 99,
                                   .recorded.duration = 60, .detect_interval = 1, .complete = TRUE };
      g_autoptr(VenuleMeasures) all = NULL;
      int rolling, total;

      measures->flux_position = position;
      all = venule_measures_new (tracks, &input, NULL);
      venule_flux_counter_count (counter, position, &rolling, &total);
      g_assert_cmpfloat_with_epsilon (venule_measures_get (all, VENULE_QUANTITY_ROLLING_FLUX)->estimate.value, rolling,
                                      1e-9);
      g_assert_cmpfloat_with_epsilon (venule_measures_get (all, VENULE_QUANTITY_TOTAL_FLUX)->estimate.value, total,
                                      1e-9);
    }
}

/* The copy is what it was when it was made. */
static void
test_shared_places_do_not_change (void)
{
  g_autoptr(VenuleTrack) track = make_track (1, 50, 30, 0);
  g_autoptr(VenuleTrack) copy = venule_track_copy_places (track);
  g_autoptr(VenuleTrack) again = NULL;

  g_assert_true (venule_track_get_places (track, NULL) == venule_track_get_places (copy, NULL));
  add_spot (track, 10, 10 / RATE, 999, 0);
  add_spot (track, 50, 50 / RATE, 150, 100);
  again = venule_track_copy_places (track);
  g_assert_cmpuint (venule_track_get_n_spots (copy), ==, 50);
  g_assert_cmpuint (venule_track_get_n_spots (track), ==, 51);
  g_assert_cmpfloat (venule_track_get_place_at (copy, 10)->x, ==, 110);
  g_assert_cmpfloat (venule_track_get_place_at (again, 10)->x, ==, 999);
}

/* Through the points of @text, as it was drawn. */
static VenuleVesselGeometry *
make_line (const char *text)
{
  g_autoptr(VenuleMeasureSettings) settings = venule_measure_settings_new ();
  g_autoptr(VenuleVessel) vessel = make_vessel (0);

  g_assert_true (venule_measure_settings_set_value (settings, "centreline_px", text, NULL));

  return venule_vessel_geometry_new (vessel, settings, WIDTH, HEIGHT);
}

/* It keeps its shape, and goes on as soon as it can. */
static void
test_a_line_is_not_dragged_across_itself (void)
{
  g_autoptr(VenuleVesselGeometry) line = make_line ("200,200 300,200 300,250 200,250");
  g_autoptr(VenuleMeasureSettings) settings = NULL;
  VenuleGeometryHandle end = find (line, VENULE_GEOMETRY_POINT, 3);
  const char *reason;

  g_assert_null (venule_vessel_geometry_drag (line, &end, (VenulePoint){ 250, 150 }, FALSE, &reason));
  g_assert_cmpstr (reason, ==, "The centreline crosses itself");
  g_assert_null (venule_vessel_geometry_drag (line, &end, (VenulePoint){ 302, 202 }, FALSE, &reason));
  g_assert_cmpstr (reason, ==, "The centreline turns back on itself");
  settings = venule_vessel_geometry_drag (line, &end, (VenulePoint){ 220, 240 }, FALSE, &reason);
  g_assert_nonnull (settings);
  g_assert_null (reason);
}

static void
test_no_point_is_removed_where_the_line_would_cross_itself (void)
{
  g_autoptr(VenuleVesselGeometry) line = make_line ("200,200 200,300 300,300 300,230 210,230");
  const char *reason;

  g_assert_null (venule_vessel_geometry_remove (line, 1, &reason));
  g_assert_nonnull (reason);
}

/* One of an old document can be mended, step by step. */
static void
test_a_line_that_crosses_itself_can_be_dragged (void)
{
  g_autoptr(VenuleVesselGeometry) line = make_line ("200,200 300,200 300,250 250,250 250,150");
  g_autoptr(VenuleMeasureSettings) still = NULL, mended = NULL;
  VenuleGeometryHandle end = find (line, VENULE_GEOMETRY_POINT, 4);

  g_assert_nonnull (venule_centreline_get_fault (line->line));
  still = venule_vessel_geometry_drag (line, &end, (VenulePoint){ 250, 170 }, FALSE, NULL);
  g_assert_nonnull (still);
  mended = venule_vessel_geometry_drag (line, &end, (VenulePoint){ 250, 230 }, FALSE, NULL);
  g_assert_nonnull (mended);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/vessel-geometry/the-flux-line-follows-the-pointer", test_the_flux_line_follows_the_pointer);
  g_test_add_func ("/vessel-geometry/a-wall-moves-across", test_a_wall_moves_across);
  g_test_add_func ("/vessel-geometry/a-wall-of-an-askew-rectangle-moves-across",
                   test_a_wall_of_an_askew_rectangle_moves_across);
  g_test_add_func ("/vessel-geometry/a-polygon-keeps-its-outline", test_a_polygon_keeps_its_outline);
  g_test_add_func ("/vessel-geometry/measured-walls-keep-their-details", test_measured_walls_keep_their_details);
  g_test_add_func ("/vessel-geometry/what-was-drawn-stays-in-its-place", test_what_was_drawn_stays_in_its_place);
  g_test_add_func ("/vessel-geometry/points-come-and-go", test_points_come_and_go);
  g_test_add_func ("/vessel-geometry/the-flux-line-stays-in-the-analysed-length",
                   test_the_flux_line_stays_in_the_analysed_length);
  g_test_add_func ("/vessel-geometry/an-automatic-line-has-few-points", test_an_automatic_line_has_few_points);
  g_test_add_func ("/vessel-geometry/passing-cells-are-counted-as-in-the-tables",
                   test_passing_cells_are_counted_as_in_the_tables);
  g_test_add_func ("/vessel-geometry/shared-places-do-not-change", test_shared_places_do_not_change);

  g_test_add_func ("/vessel-geometry/a-line-is-not-dragged-across-itself", test_a_line_is_not_dragged_across_itself);
  g_test_add_func ("/vessel-geometry/no-point-is-removed-where-the-line-would-cross-itself",
                   test_no_point_is_removed_where_the_line_would_cross_itself);
  g_test_add_func ("/vessel-geometry/a-line-that-crosses-itself-can-be-dragged",
                   test_a_line_that_crosses_itself_can_be_dragged);

  return g_test_run ();
}
