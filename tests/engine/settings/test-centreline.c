/* test-centreline.c: places along a vessel, its walls and its diameter, where they are known on paper
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-centreline-make.h"

#include "make-track.h"
#include "venule-diameter.h"
#include "venule-line-fault.h"
#include "venule-error.h"
#include "venule-velocity.h"

#define WIDTH 640
#define HEIGHT 480

/* A vessel that turns by @angle (radians) about (320, 100), from its upper left downwards and to the right: radius
 * @radius in the middle, @width wide, as a polygon. */
static VenuleVessel *
bent_vessel (double radius,
             double width,
             double angle)
{
  VenuleVessel *vessel = venule_vessel_new ();
  VenulePoint corners[42];
  guint half = G_N_ELEMENTS (corners) / 2;

  for (guint i = 0; i < half; i++)
    {
      double a = G_PI - angle * i / (half - 1);

      corners[i] = (VenulePoint){ 320 + (radius + width / 2) * cos (a), 100 + (radius + width / 2) * sin (a) };
      corners[2 * half - 1 - i] = (VenulePoint){ 320 + (radius - width / 2) * cos (a),
                                                 100 + (radius - width / 2) * sin (a) };
    }
  venule_vessel_set_polygon (vessel, corners, G_N_ELEMENTS (corners));
  vessel->flow_x = 1;
  vessel->flow_y = 1;

  return vessel;
}

static double
project (const VenuleCentreline *line,
         double                  x,
         double                  y,
         double                 *beside)
{
  guint hint = VENULE_CENTRELINE_NOWHERE;
  double along;

  venule_centreline_project (line, x, y, &hint, &along, beside);

  return along;
}

static void
test_a_rectangle_has_the_line_through_its_middle (void)
{
  g_autoptr(VenuleVessel) vessel = venule_vessel_new ();
  g_autoptr(VenuleCentreline) line = NULL;
  double beside, left, right, sd;

  venule_vessel_set_rectangle (vessel, 100, 50, 200, 40, 0);
  vessel->flow_x = -3;
  line = venule_centreline_new (vessel, NULL, WIDTH, HEIGHT);

  g_assert_true (venule_centreline_is_straight (line));
  g_assert_cmpfloat_with_epsilon (venule_centreline_get_length (line), 200, 1e-9);
  g_assert_cmpfloat_with_epsilon (venule_centreline_get_range (line, NULL, NULL), 200, 1e-9);
  /* It begins on the right, at 299.5, and what is below is on the left of it. */
  g_assert_cmpfloat_with_epsilon (project (line, 250, 80, &beside), 49.5, 1e-9);
  g_assert_cmpfloat_with_epsilon (beside, -10.5, 1e-9);
  venule_centreline_get_walls (line, 100, &left, &right);
  g_assert_cmpfloat_with_epsilon (left, 20, 1e-9);
  g_assert_cmpfloat_with_epsilon (right, 20, 1e-9);
  g_assert_cmpfloat_with_epsilon (venule_centreline_get_diameter (line, &sd), 40, 1e-9);
  g_assert_cmpfloat (sd, <, 1e-4);
  g_assert_cmpfloat_with_epsilon (venule_centreline_get_volume (line), G_PI / 4 * 40 * 40 * 200, 1e-3);
  g_assert_cmpfloat_with_epsilon (venule_centreline_get_wall_area (line), G_PI * 40 * 200, 1e-3);
}

static void
test_a_turned_rectangle_is_the_same_vessel (void)
{
  g_autoptr(VenuleVessel) vessel = venule_vessel_new ();
  g_autoptr(VenuleCentreline) line = NULL;
  const double angle = 33;

  venule_vessel_set_rectangle (vessel, 200, 180, 240, 36, angle);
  vessel->flow_x = cos (angle * G_PI / 180);
  vessel->flow_y = sin (angle * G_PI / 180);
  line = venule_centreline_new (vessel, NULL, WIDTH, HEIGHT);

  g_assert_cmpfloat_with_epsilon (venule_centreline_get_length (line), 240, 1e-6);
  g_assert_cmpfloat_with_epsilon (venule_centreline_get_diameter (line, NULL), 36, 1e-4);
  g_assert_cmpint (venule_centreline_get_walls_from (line), ==, VENULE_WALLS_CROP);
}

static void
test_the_whole_frame_has_no_walls (void)
{
  g_autoptr(VenuleVessel) vessel = venule_vessel_new ();
  g_autoptr(VenuleCentreline) line = NULL;
  double left, right;

  vessel->flow_y = 1;
  line = venule_centreline_new (vessel, NULL, WIDTH, HEIGHT);
  venule_centreline_get_walls (line, 10, &left, &right);
  g_assert_cmpint (venule_centreline_get_walls_from (line), ==, VENULE_WALLS_UNKNOWN);
  g_assert_true (isnan (left) && isnan (right));
  g_assert_true (isnan (venule_centreline_get_diameter (line, NULL)) && isnan (venule_centreline_get_volume (line)));
  g_assert_cmpfloat_with_epsilon (venule_centreline_get_length (line), HEIGHT, 1e-9);
}

/* A ring's sector is as long as its middle: radius × angle. Its sides are polygons of 4.5° a step, which lie up to
 * R (1 − cos 2.25°) = 0.09 px inside of the circles. */
static void
test_a_bent_vessel_is_as_long_as_its_arc (void)
{
  const double radius = 120, width = 40, angle = G_PI / 2;
  g_autoptr(VenuleVessel) vessel = bent_vessel (radius, width, angle);
  g_autoptr(VenuleCentreline) line = venule_centreline_new (vessel, NULL, WIDTH, HEIGHT);
  double worst_along = 0, worst_beside = 0;

  g_assert_false (venule_centreline_is_straight (line));
  g_assert_cmpfloat_with_epsilon (venule_centreline_get_length (line), radius * angle, 0.5);
  for (int side = -14; side <= 14; side += 7)
    for (double a = 0.1; a < angle - 0.1; a += 0.02)
      {
        double beside,
        along = project (line, 320 + (radius + side) * cos (G_PI - a), 100 + (radius + side) * sin (G_PI - a),
                                        &beside);

        worst_along = fmax (worst_along, fabs (along - radius * a));
        worst_beside = fmax (worst_beside, fabs (beside - side));
      }
  g_test_message ("worst place: %.3f px along, %.3f px beside", worst_along, worst_beside);
  g_assert_cmpfloat (worst_along, <, 0.8);
  g_assert_cmpfloat (worst_beside, <, 0.3);
  g_assert_cmpfloat_with_epsilon (venule_centreline_get_diameter (line, NULL), width, 0.4);
  /* Pappus: the area of the cross-section times the way of its middle. */
  g_assert_cmpfloat_with_epsilon (venule_centreline_get_volume (line) / (G_PI / 4 * width * width * radius * angle), 1,
                                  0.015);
  g_assert_cmpfloat_with_epsilon (venule_centreline_get_wall_area (line) / (G_PI * width * radius * angle), 1, 0.01);
}

/* The arrow of the flow sees only a part of the way: a cell that rolls at 60 px/s along a quarter of a circle moves at
 * 2·√2/π of that along the chord. */
static void
test_velocity_follows_the_bend (void)
{
  const double radius = 120, speed = 60;
  g_autoptr(VenuleVessel) vessel = bent_vessel (radius, 40, G_PI / 2);
  g_autoptr(VenuleSettings) settings = make_settings ();
  g_autoptr(VenuleCentreline) line = NULL;
  g_autoptr(VenuleTrack) track = venule_track_new (1);
  VenuleTrackMeasures measures;

  venule_vessel_free (settings->vessel);
  settings->vessel = venule_vessel_copy (vessel);
  for (guint i = 0; i < 75; i++)
    {
      double a = G_PI - 0.15 - speed / radius * i / RATE;

      add_spot (track, i, i / RATE, 320 + radius * cos (a), 100 + radius * sin (a));
    }

  venule_track_measure (track, settings, &measures);
  g_assert_cmpfloat (measures.mean_velocity, <, 0.95 * speed);
  line = venule_centreline_new (vessel, NULL, WIDTH, HEIGHT);
  venule_vessel_set_centreline (settings->vessel, line);
  venule_track_measure (track, settings, &measures);
  g_assert_cmpfloat_with_epsilon (measures.mean_velocity, speed, 0.3);
  g_assert_cmpfloat_with_epsilon (measures.median_velocity, speed, 0.6);
  g_assert_cmpfloat (measures.sd_velocity, <, 1);
  g_assert_cmpfloat_with_epsilon (venule_track_velocity_at (track, settings, 40), speed, 1);
}

static void
test_the_flow_turns_the_line (void)
{
  g_autoptr(VenuleVessel) vessel = bent_vessel (120, 40, G_PI / 2);
  g_autoptr(VenuleCentreline) with = venule_centreline_new (vessel, NULL, WIDTH, HEIGHT), against = NULL;

  vessel->flow_x = vessel->flow_y = -1;
  against = venule_centreline_new (vessel, NULL, WIDTH, HEIGHT);
  g_assert_cmpfloat_with_epsilon (project (with, 320 - 120 * cos (0.5), 100 + 120 * sin (0.5), NULL), 60, 0.5);
  g_assert_cmpfloat_with_epsilon (project (against, 320 - 120 * cos (0.5), 100 + 120 * sin (0.5), NULL),
                                  120 * G_PI / 2 - 60, 1);
}

/* Upstream the walls are 10 px away to the left and 20 to the right; half-way, 20 and 30. */
static void
test_line_and_walls_by_hand (void)
{
  g_autoptr(VenuleVessel) vessel = venule_vessel_new ();
  g_autoptr(VenuleMeasureSettings) settings = venule_measure_settings_new ();
  g_autoptr(VenuleCentreline) line = NULL, turned = NULL;
  double left, right;

  vessel->flow_x = 1;
  g_assert_true (venule_measure_settings_set_value (settings, "centreline_px", "100,100 400,100", NULL));
  g_assert_true (venule_measure_settings_set_value (settings, "walls_px", "0,10,20 150,20,30", NULL));
  line = venule_centreline_new (vessel, settings, WIDTH, HEIGHT);
  g_assert_cmpint (venule_centreline_get_walls_from (line), ==, VENULE_WALLS_HAND);
  g_assert_cmpfloat_with_epsilon (venule_centreline_get_length (line), 300, 1e-9);
  venule_centreline_get_walls (line, 75, &left, &right);
  g_assert_cmpfloat_with_epsilon (left, 15, 1e-6);
  g_assert_cmpfloat_with_epsilon (right, 25, 1e-6);
  /* A cone's part of 30 to 50 px over 150 px, and a cylinder of 50 px. */
  g_assert_cmpfloat_with_epsilon (venule_centreline_get_volume (line),
                                  G_PI / 12 * 150 * (30 * 30 + 30 * 50 + 50 * 50) + G_PI / 4 * 50 * 50 * 150, 100);

  /* The line was drawn against the arrow: left is right then. */
  vessel->flow_x = -1;
  turned = venule_centreline_new (vessel, settings, WIDTH, HEIGHT);
  venule_centreline_get_walls (turned, 225, &left, &right);
  g_assert_cmpfloat_with_epsilon (left, 25, 1e-6);
  g_assert_cmpfloat_with_epsilon (right, 15, 1e-6);
}

/* Only what lies in the crop is analysed. */
static void
test_a_line_beyond_the_crop_counts_within_it (void)
{
  g_autoptr(VenuleVessel) vessel = venule_vessel_new ();
  g_autoptr(VenuleMeasureSettings) settings = venule_measure_settings_new ();
  g_autoptr(VenuleCentreline) line = NULL;
  double first, last;

  vessel->flow_x = 1;
  venule_vessel_set_rectangle (vessel, 200, 80, 100, 40, 0);
  g_assert_true (venule_measure_settings_set_value (settings, "centreline_px", "100,100 400,100", NULL));
  line = venule_centreline_new (vessel, settings, WIDTH, HEIGHT);
  g_assert_cmpfloat_with_epsilon (venule_centreline_get_range (line, &first, &last), 100, 4);
  g_assert_cmpfloat_with_epsilon (first, 99.5, 2);
  g_assert_cmpfloat_with_epsilon (last, 199.5, 2);
}

/* A square has no long sides. */
static void
test_a_polygon_without_long_sides_is_straight (void)
{
  const VenulePoint corners[] = { { 100, 100 }, { 200, 100 }, { 200, 200 }, { 100, 200 } };
  g_autoptr(VenuleVessel) vessel = venule_vessel_new ();
  g_autoptr(VenuleCentreline) line = NULL;

  venule_vessel_set_polygon (vessel, corners, G_N_ELEMENTS (corners));
  vessel->flow_y = 1;
  line = venule_centreline_new (vessel, NULL, WIDTH, HEIGHT);
  g_assert_true (venule_centreline_is_straight (line));
  g_assert_cmpfloat_with_epsilon (venule_centreline_get_length (line), 100, 1e-9);
}

/* ---- Diameter ---- */

/* Brightness of an edge at 0 that was blurred by a Gaussian: the error function. */
static double
edge (double distance,
      double blur)
{
  return 0.5 * erfc (distance / (M_SQRT2 * blur));
}

/* A vessel of 41.3 px whose lumen is darker by @contrast, blurred and with noise. */
static VenuleMeanFrame *
make_mean (const VenuleCentreline *line,
           double                  half_width,
           double                  contrast,
           double                  blur,
           double                  noise)
{
  VenuleMeanFrame *mean = g_new0 (VenuleMeanFrame, 1);

  mean->width = WIDTH;
  mean->height = HEIGHT;
  mean->n_frames = 64;
  mean->samples = g_new (float, WIDTH * HEIGHT);
  for (int y = 0; y < HEIGHT; y++)
    {
      for (int x = 0; x < WIDTH; x++)
        {
          guint hint = VENULE_CENTRELINE_NOWHERE;
          double along, beside, random = 0;

          venule_centreline_project (line, x, y, &hint, &along, &beside);
          for (int i = 0; i < 12; i++)
            random += g_test_rand_double () - 0.5;
          mean->samples[y * WIDTH + x] = (float) (150 - contrast * edge (fabs (beside + 2.5) - half_width, blur) +
                                                  noise * random);
        }
    }

  return mean;
}

static void
assert_diameter (const VenuleVessel *vessel,
                 double              contrast,
                 double              blur,
                 double              noise,
                 double              tolerance,
                 double              each)
{
  const double half_width = 20.65;
  g_autoptr(VenuleCentreline) line = venule_centreline_new (vessel, NULL, WIDTH, HEIGHT);
  g_autoptr(VenuleMeanFrame) mean = make_mean (line, half_width, contrast, blur, noise);
  g_autoptr(GError) error = NULL;
  g_autoptr(GArray) places = venule_diameter_find (mean, line, &error);
  double sum = 0, squares = 0, middle = 0;

  g_assert_no_error (error);
  for (guint i = 0; i < places->len; i++)
    {
      const VenuleDiameterPlace *place = &g_array_index (places, VenuleDiameterPlace, i);
      double diameter = place->left + place->right;

      sum += diameter;
      squares += (diameter - 2 * half_width) * (diameter - 2 * half_width);
      middle += (place->right - place->left) / 2;
    }
  g_test_message ("blur %.1f px, noise %.1f: %.3f px of 41.3, %.3f px each (%u places)", blur, noise, sum / places->len,
                  sqrt (squares / places->len), places->len);
  g_assert_cmpfloat_with_epsilon (sum / places->len, 2 * half_width, tolerance);
  g_assert_cmpfloat_with_epsilon (middle / places->len, -2.5, tolerance);
  g_assert_cmpfloat (sqrt (squares / places->len), <, each);
}

static void
test_the_diameter_is_found_to_a_fraction_of_a_pixel (void)
{
  g_autoptr(VenuleVessel) vessel = venule_vessel_new ();

  venule_vessel_set_rectangle (vessel, 150, 180, 300, 48, 17);
  vessel->flow_x = cos (17 * G_PI / 180);
  vessel->flow_y = sin (17 * G_PI / 180);
  /* Noise gives the mean of a picture a standard deviation of 0.019 and of 0.053 px: the bounds are six of them. */
  assert_diameter (vessel, 40, 1, 0, 0.03, 0.02);
  assert_diameter (vessel, -40, 2.5, 1, 0.12, 0.3);
  assert_diameter (vessel, 30, 2.5, 2, 0.32, 0.7);
}

/* A blurred edge that is bent lies off by blur² / (2 R) (here 0.05 px), to opposite sides at both walls. */
static void
test_the_diameter_of_a_bent_vessel (void)
{
  g_autoptr(VenuleVessel) vessel = bent_vessel (140, 44, G_PI / 2);

  assert_diameter (vessel, 40, 2, 1, 0.15, 0.2);
}

static void
test_walls_that_nobody_sees_are_refused (void)
{
  g_autoptr(VenuleVessel) vessel = venule_vessel_new ();
  g_autoptr(VenuleCentreline) line = NULL;
  g_autoptr(VenuleMeanFrame) mean = NULL;
  g_autoptr(GError) error = NULL;

  venule_vessel_set_rectangle (vessel, 150, 180, 300, 48, 0);
  vessel->flow_x = 1;
  line = venule_centreline_new (vessel, NULL, WIDTH, HEIGHT);
  mean = make_mean (line, 20, 0, 1, 3);
  g_assert_null (venule_diameter_find (mean, line, &error));
  g_assert_error (error, VENULE_ERROR, VENULE_ERROR_UNSEEN);
}

static void
test_what_was_measured_holds_for_its_line_alone (void)
{
  g_autoptr(VenuleVessel) vessel = venule_vessel_new ();
  g_autoptr(VenuleMeasureSettings) settings = venule_measure_settings_new ();
  g_autoptr(VenuleCentreline) line = NULL, measured = NULL, other = NULL;
  g_autoptr(VenuleMeanFrame) mean = NULL;
  g_autoptr(GArray) places = NULL;

  venule_vessel_set_rectangle (vessel, 150, 180, 300, 48, 0);
  vessel->flow_x = 1;
  line = venule_centreline_new (vessel, NULL, WIDTH, HEIGHT);
  mean = make_mean (line, 20, 40, 1, 0);
  places = venule_diameter_find (mean, line, NULL);
  settings->diameter_profile = venule_diameter_to_text (places, line);
  measured = venule_centreline_new (vessel, settings, WIDTH, HEIGHT);
  g_assert_cmpint (venule_centreline_get_walls_from (measured), ==, VENULE_WALLS_MEASURED);
  g_assert_cmpfloat_with_epsilon (venule_centreline_get_diameter (measured, NULL), 40, 0.05);

  vessel->y += 1;
  other = venule_centreline_new (vessel, settings, WIDTH, HEIGHT);
  g_assert_cmpint (venule_centreline_get_walls_from (other), ==, VENULE_WALLS_CROP);
}

static const char *
fault_of (const char *text)
{
  g_autoptr(VenuleMeasureSettings) settings = venule_measure_settings_new ();

  /* A document that holds it is opened. */
  g_assert_true (venule_measure_settings_set_value (settings, "centreline_px", text, NULL));

  return venule_line_find_fault (settings->centreline, NULL);
}

static void
test_a_line_that_crosses_or_turns_back_is_faulty (void)
{
  const char *const crossing[] = {
    "100,100 300,100 200,200 200,50",
    "100,100 300,100 300,200 200,200 200,100",  /* touches itself */
    "100,100 300,100 300,200 100,200 100,100",  /* a ring */
    "100,100 300,100 300,150 250,150 250,100 150,100", /* lies on itself */
  };
  const char *const back[] = { "100,100 300,100 200,100", "100,100 300,100 150,110 150,200" };
  const char *const sound[] = {
    "100,100 300,100", "100,100 300,100 300,200",
    "100,100 300,100 300,130 100,130",          /* a narrow U */
    "100,100 300,100 150,180",                  /* a sharp bend, by 152° */
    "100,100 150,50 200,100 250,150 300,100 350,50",
    "300,100 250,150 200,150 170,100 200,60 250,60 280,90", /* almost a ring */
  };

  for (guint i = 0; i < G_N_ELEMENTS (crossing); i++)
    g_assert_cmpstr (fault_of (crossing[i]), ==, "The centreline crosses itself");
  for (guint i = 0; i < G_N_ELEMENTS (back); i++)
    g_assert_cmpstr (fault_of (back[i]), ==, "The centreline turns back on itself");
  for (guint i = 0; i < G_N_ELEMENTS (sound); i++)
    g_assert_null (fault_of (sound[i]));
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/centreline/a-rectangle-has-the-line-through-its-middle",
                   test_a_rectangle_has_the_line_through_its_middle);
  g_test_add_func ("/centreline/a-turned-rectangle-is-the-same-vessel", test_a_turned_rectangle_is_the_same_vessel);
  g_test_add_func ("/centreline/the-whole-frame-has-no-walls", test_the_whole_frame_has_no_walls);
  g_test_add_func ("/centreline/a-bent-vessel-is-as-long-as-its-arc", test_a_bent_vessel_is_as_long_as_its_arc);
  g_test_add_func ("/centreline/velocity-follows-the-bend", test_velocity_follows_the_bend);
  g_test_add_func ("/centreline/the-flow-turns-the-line", test_the_flow_turns_the_line);
  g_test_add_func ("/centreline/line-and-walls-by-hand", test_line_and_walls_by_hand);
  g_test_add_func ("/centreline/a-line-beyond-the-crop-counts-within-it", test_a_line_beyond_the_crop_counts_within_it);
  g_test_add_func ("/centreline/a-polygon-without-long-sides-is-straight",
                   test_a_polygon_without_long_sides_is_straight);
  g_test_add_func ("/centreline/the-diameter-to-a-fraction-of-a-pixel",
                   test_the_diameter_is_found_to_a_fraction_of_a_pixel);
  g_test_add_func ("/centreline/the-diameter-of-a-bent-vessel", test_the_diameter_of_a_bent_vessel);
  g_test_add_func ("/centreline/walls-that-nobody-sees-are-refused", test_walls_that_nobody_sees_are_refused);
  g_test_add_func ("/centreline/what-was-measured-holds-for-its-line-alone",
                   test_what_was_measured_holds_for_its_line_alone);

  g_test_add_func ("/centreline/a-line-that-crosses-or-turns-back-is-faulty",
                   test_a_line_that_crosses_or_turns_back_is_faulty);

  return g_test_run ();
}
