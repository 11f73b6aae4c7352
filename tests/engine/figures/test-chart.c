/* test-chart.c: curves as others see them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <glib.h>
#include <math.h>
#include <string.h>

#include "venule-chart.h"

#define NONE { NAN, NAN, NAN, NAN }

static const VenuleChartPoint rising[] = { { 0, 0.2, NAN, NAN }, { 1, 0.6, 0.5, 0.7 }, { 2, 1, 0.9, 1 } };
static const VenuleChartPoint falling[] = { { 0, 1, NAN, NAN }, { 1, NAN, NAN, NAN }, { 2, 0.1, 0, 0.2 } };
static const VenuleChartSeries two[] = { { "F1", rising, 3 }, { "IDF1", falling, 3 } };
static const VenuleChart plain = { .x_label = "Contrast", .y_label = "Share", .y_low = NAN, .y_high = NAN, .x_mark = 1,
                                   .y_mark = 0.9, .series = two, .n_series = 2 };

/* The pixels of a picture of @width × @height, ARGB; (transfer full). */
static guint32 *
draw (const VenuleChart       *charts,
      guint                    n,
      const VenuleFigureStyle *style,
      int                      width,
      int                      height)
{
  guint32 *pixels = g_new0 (guint32, (gsize) width * height);
  cairo_surface_t *surface = cairo_image_surface_create_for_data ((guint8 *) pixels, CAIRO_FORMAT_ARGB32, width, height,
                                                                  4 * width);
  cairo_t *cr = cairo_create (surface);

  venule_chart_draw (cr, width, height, charts, n, style);
  g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);

  return pixels;
}

#define BLUE 0xff0073b2
#define VERMILION 0xffd65e00
#define NOTHING 0

/* Pixels of a colour, up to what rounding makes. */
static guint
count (const guint32 *pixels,
       gsize          n,
       guint32        color)
{
  guint found = 0;

  for (gsize i = 0; i < n; i++)
    {
      gboolean same = TRUE;

      for (int shift = 0; shift < 32; shift += 8)
        same = same && ABS ((int) (pixels[i] >> shift & 0xff) - (int) (color >> shift & 0xff)) <= 2;
      found += same;
    }

  return found;
}

/* Each curve has a colour of its own; the first is 0, 0.45, 0.70. */
static void
test_curves_have_their_colours (void)
{
  g_autofree guint32 *pixels = draw (&plain, 1, NULL, 300, 200);

  g_assert_cmpuint (count (pixels, 300 * 200, BLUE), >, 30);
  g_assert_cmpuint (count (pixels, 300 * 200, VERMILION), >, 10);
}

/* A point that could not be measured leaves a gap: between x = 0 and x = 2 the falling curve has no pixel. */
static void
test_what_was_not_measured_is_a_gap (void)
{
  VenuleChart alone = plain;
  g_autofree guint32 *pixels = NULL;
  guint in_the_middle = 0;

  alone.series = &two[1];
  alone.n_series = 1;
  alone.x_mark = alone.y_mark = NAN;
  pixels = draw (&alone, 1, NULL, 300, 200);
  for (int y = 0; y < 160; y++)
    for (int x = 140; x < 200; x++)
      in_the_middle += pixels[y * 300 + x] != 0;
  g_assert_cmpuint (in_the_middle, ==, 0);
}

/* What lies above the end of the axis does not reach the legend. */
static void
test_curves_stay_in_their_box (void)
{
  const VenuleChartPoint high[] = { { 0, 500, NAN, NAN }, { 1, 500, 400, 600 } };
  const VenuleChartSeries series[] = { { "error", high, 2 } };
  VenuleChart chart = { .x_label = "x", .y_label = "y", .y_low = 0, .y_high = 10, .x_mark = NAN, .y_mark = NAN,
                        .series = series, .n_series = 1 };
  g_autofree guint32 *pixels = draw (&chart, 1, NULL, 300, 200);

  g_assert_cmpuint (count (pixels, 300 * 200, BLUE), ==, 0);
}

static void
test_charts_above_each_other (void)
{
  const VenuleChart charts[] = { plain, plain };
  g_autofree guint32 *pixels = draw (charts, 2, NULL, 300, 300);

  g_assert_cmpuint (count (pixels, 300 * 150, BLUE), >, 30);
  g_assert_cmpuint (count (pixels + 300 * 150, 300 * 150, BLUE), >, 30);
}

static void
test_odd_curves_can_be_drawn (void)
{
  const VenuleChartPoint one[] = { { 5, 5, NAN, NAN } };
  const VenuleChartPoint none[] = { NONE };
  const VenuleChartPoint huge[] = { { -1e9, -1e12, NAN, NAN }, { 1e9, 1e12, NAN, NAN } };
  const VenuleChartSeries series[] = { { "one", one, 1 }, { "none", none, 1 }, { "empty", NULL, 0 },
                                       { "huge", huge, 2 } };
  const VenuleFigureStyle styles[] = { { FALSE, 8, NULL }, { TRUE, 12, "Serif" } };

  for (guint i = 0; i < G_N_ELEMENTS (series); i++)
    {
      VenuleChart chart = { .x_label = "x", .y_label = "y", .y_low = NAN, .y_high = NAN, .x_mark = NAN, .y_mark = NAN,
                            .series = &series[i], .n_series = 1 };

      for (guint j = 0; j < G_N_ELEMENTS (styles); j++)
        {
          g_autofree guint32 *pixels = draw (&chart, 1, &styles[j], 241, 170);
          g_autofree guint32 *tiny = draw (&chart, 1, &styles[j], 5, 5);

          g_assert_cmpuint (count (pixels, 241 * 170, NOTHING), <, 241 * 170 - 200);
          g_assert_cmpuint (count (tiny, 25, NOTHING), ==, 25);
        }
    }
}

/* A line at what is asked for lies beyond the axis where all is better: then it is not in the picture, in no other
 * panel either. */
static void
test_mark_beyond_the_axis_is_not_drawn (void)
{
  VenuleChart charts[] = { plain, plain };
  g_autofree guint32 *without = NULL, *beyond = NULL, *within = NULL;

  charts[1].y_high = 1;
  charts[1].y_mark = NAN;
  without = draw (charts, 2, NULL, 300, 400);
  charts[1].y_mark = 2.2;
  beyond = draw (charts, 2, NULL, 300, 400);
  charts[1].y_mark = 0.5;
  within = draw (charts, 2, NULL, 300, 400);
  g_assert_cmpmem (without, 300 * 400 * 4, beyond, 300 * 400 * 4);
  g_assert_cmpint (memcmp (without, within, 300 * 400 * 4), !=, 0);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/chart/curves-have-their-colours", test_curves_have_their_colours);
  g_test_add_func ("/chart/what-was-not-measured-is-a-gap", test_what_was_not_measured_is_a_gap);
  g_test_add_func ("/chart/curves-stay-in-their-box", test_curves_stay_in_their_box);
  g_test_add_func ("/chart/charts-above-each-other", test_charts_above_each_other);
  g_test_add_func ("/chart/odd-curves", test_odd_curves_can_be_drawn);
  g_test_add_func ("/chart/mark-beyond-the-axis-is-not-drawn", test_mark_beyond_the_axis_is_not_drawn);

  return g_test_run ();
}
