/* test-histogram-figure.c: the histogram as others open it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <cairo-svg.h>
#include <glib/gstdio.h>
#include <locale.h>
#include <math.h>

#include "venule-axis.h"
#include "venule-error.h"
#include "venule-histogram-plot.h"
#include "venule-save.h"
#include "venule-text-layout.h"

typedef struct {
  char *folder;
} Fixture;

static void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  g_autoptr(GError) error = NULL;

  fixture->folder = g_dir_make_tmp ("venule-XXXXXX", &error);
  g_assert_no_error (error);
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  g_autoptr(GDir) dir = g_dir_open (fixture->folder, 0, NULL);
  const char *name;

  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (fixture->folder, name, NULL);

      g_unlink (path);
    }
  g_rmdir (fixture->folder);
  g_free (fixture->folder);
}

static guint counts[] = { 2, 7, 4, 1 };

static const VenuleHistogram some = { .unit = "µm/s", .bin_width = 20, .first = 20, .n_bins = 4, .counts = counts,
                                      .n = 14, .mean = 53.2, .sd = 16.75, .median = 51.04 };
static const VenuleHistogram none = { .unit = "px/s", .n = 0, .mean = NAN, .sd = NAN, .median = NAN };

static cairo_status_t
drop (void                *closure,
      const unsigned char *data,
      unsigned int         length)
{
  return CAIRO_STATUS_SUCCESS;
}

/* (transfer full): what is written into it. */
static char *
write_histogram (gboolean local_numbers)
{
  VenuleFigureStyle style = { .local_numbers = local_numbers };
  cairo_surface_t *surface = cairo_svg_surface_create_for_stream (drop, NULL, 400, 300);
  cairo_t *cr = cairo_create (surface);
  GString *markup = g_string_new (NULL);

  venule_text_layout_collect (surface, markup);
  venule_figure_draw_histogram (cr, 400, 300, &some, &style);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);

  return g_string_free (markup, FALSE);
}

/* In the window beside other numbers, as the desktop writes them; in files with a point. */
static void
test_window_has_the_decimals_of_the_desktop (void)
{
  g_autofree char *before = g_strdup (setlocale (LC_NUMERIC, NULL));
  g_autofree char *file = NULL, *window = NULL;

  if (setlocale (LC_NUMERIC, "de_DE.UTF-8") == NULL)
    {
      g_test_skip ("no locale with a decimal comma");
      return;
    }
  file = write_histogram (FALSE);
  window = write_histogram (TRUE);
  setlocale (LC_NUMERIC, before);
  g_assert_nonnull (strstr (file, "53.2 ± 16."));
  g_assert_nonnull (strstr (window, "53,2 ± 16,"));
}

/* Saves the histogram and gives it to a program: (transfer full) (nullable): what that says; NULL when it is not
 * installed, and the test is skipped. */
static char *
save_and_ask (Fixture               *fixture,
              const VenuleHistogram *histogram,
              const char            *name,
              const char            *program,
              const char            *option,
              const char            *out)
{
  g_autofree char *path = g_build_filename (fixture->folder, name, NULL);
  const char *argv[] = { program, path, NULL, NULL, NULL };
  g_autofree char *found = g_find_program_in_path (program);
  g_autoptr(GError) error = NULL;
  char *said = NULL;
  g_autoptr(GBytes) content = venule_figure_make_histogram (histogram, path, VENULE_FIGURE_WIDTH, VENULE_FIGURE_HEIGHT,
                                                            &error);
  int status;

  g_assert_no_error (error);
  g_assert_nonnull (content);
  g_assert_true (venule_save_file (path, content, &error));
  g_assert_no_error (error);
  if (found == NULL)
    {
      g_autofree char *reason = g_strdup_printf ("%s is not installed", program);

      g_test_skip (reason);
      return NULL;
    }

  argv[1] = option != NULL ? option : path;
  argv[2] = option != NULL ? path : out;
  argv[3] = option != NULL ? out : NULL;
  g_assert_true (g_spawn_sync (fixture->folder, (char **) argv, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, &said, NULL,
                               &status, &error));
  g_assert_no_error (error);
  g_assert_true (g_spawn_check_wait_status (status, &error));
  g_assert_no_error (error);

  return said;
}

static void
test_a_pdf_holds_its_text (Fixture       *fixture,
                           gconstpointer  data)
{
  static const char *const texts[] = { "Rolling velocity (µm/s)", "Number of cells", "n = 14 cells",
                                       "mean ± SD 53.2 ± 16.8 µm/s", "median 51.0 µm/s" };
  g_autofree char *said = save_and_ask (fixture, &some, "figure.pdf", "pdftotext", NULL, "-");

  for (guint i = 0; said != NULL && i < G_N_ELEMENTS (texts); i++)
    if (strstr (said, texts[i]) == NULL)
      g_error ("“%s” is not in “%s”", texts[i], said);
}

static void
test_a_pdf_embeds_its_fonts (Fixture       *fixture,
                             gconstpointer  data)
{
  g_autofree char *said = save_and_ask (fixture, &some, "figure.pdf", "pdffonts", NULL, NULL);
  g_auto(GStrv) rows = NULL;

  if (said == NULL)
    return;

  /* name … emb sub uni object ID: two lines of heading, then one a font. */
  rows = g_strsplit (g_strstrip (said), "\n", -1);
  g_assert_cmpuint (g_strv_length (rows), >=, 3);
  for (guint i = 2; rows[i] != NULL; i++)
    g_assert_true (g_regex_match_simple ("\\s+yes\\s+(yes|no)\\s+(yes|no)\\s+\\d+\\s+\\d+\\s*$", rows[i], 0, 0));
}

static void
test_a_pdf_is_one_column_wide (Fixture       *fixture,
                               gconstpointer  data)
{
  g_autofree char *said = save_and_ask (fixture, &some, "figure.pdf", "pdfinfo", NULL, NULL);

  if (said == NULL)
    return;
  g_assert_true (g_regex_match_simple ("Page size: +240\\.9\\d* x 170\\.0\\d* pts", said, 0, 0));
  g_assert_null (strstr (said, "CreationDate"));
}

static void
test_an_svg_can_be_drawn (Fixture       *fixture,
                          gconstpointer  data)
{
  g_autofree char *drawn = g_build_filename (fixture->folder, "drawn.png", NULL);
  g_autofree char *option = g_strconcat ("--output=", drawn, NULL);
  g_autofree char *said = save_and_ask (fixture, &some, "figure.svg", "rsvg-convert", option, NULL);
  cairo_surface_t *surface;

  if (said == NULL)
    return;
  surface = cairo_image_surface_create_from_png (drawn);
  g_assert_cmpint (cairo_surface_status (surface), ==, CAIRO_STATUS_SUCCESS);
  g_assert_cmpint (cairo_image_surface_get_width (surface), >, 200);
  cairo_surface_destroy (surface);
}

static void
test_a_png_has_300_dots_an_inch (Fixture       *fixture,
                                 gconstpointer  data)
{
  g_autofree char *said = save_and_ask (fixture, &some, "figure.png", "identify", "-verbose", NULL);

  if (said == NULL)
    return;
  g_assert_nonnull (strstr (said, "Resolution: 118.11x118.11"));
  g_assert_nonnull (strstr (said, "PixelsPerCentimeter"));
  g_assert_nonnull (strstr (said, "1004x709"));
  g_assert_null (strstr (said, "CRC"));
}

/* Share of pixels that are not the background's. */
static double
ink_of (const VenuleHistogram   *histogram,
        const VenuleFigureStyle *style,
        double                   width,
        double                   height)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, (int) width, (int) height);
  cairo_t *cr = cairo_create (surface);
  const guint8 *pixels;
  guint n = 0;

  venule_figure_draw_histogram (cr, width, height, histogram, style);
  g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  pixels = cairo_image_surface_get_data (surface);
  for (int i = 0; i < (int) width * (int) height; i++)
    n += pixels[4 * i + 3] > 0;
  cairo_surface_destroy (surface);

  return n / (width * height);
}

static void
test_an_empty_histogram_says_so (Fixture       *fixture,
                                 gconstpointer  data)
{
  g_autofree char *said = save_and_ask (fixture, &none, "figure.pdf", "pdftotext", NULL, "-");

  if (said == NULL)
    return;
  g_assert_nonnull (strstr (said, "No rolling cells"));
  g_assert_nonnull (strstr (said, "Rolling velocity (px/s)"));
  g_assert_null (strstr (said, "nan"));
}

static void
test_any_size_and_style_can_be_drawn (void)
{
  const VenuleFigureStyle styles[] = { { FALSE, 8, NULL }, { TRUE, 12, "Serif" }, { TRUE, 0, NULL } };

  for (guint i = 0; i < G_N_ELEMENTS (styles); i++)
    {
      g_assert_cmpfloat (ink_of (&some, &styles[i], 300, 200), >, 0.05);
      g_assert_cmpfloat (ink_of (&some, &styles[i], 120, 70), >=, 0);
      g_assert_cmpfloat (ink_of (&some, &styles[i], 3, 3), ==, 0);
      g_assert_cmpfloat (ink_of (&none, &styles[i], 300, 200), >, 0.005);
    }
}

static void
test_odd_histograms_can_be_drawn (void)
{
  guint one = 1, many[3] = { 100000, 0, 3 };
  const VenuleHistogram odd[] = {
    { .unit = "µm/s", .bin_width = 5, .first = 45, .n_bins = 1, .counts = &one, .n = 1, .mean = 47, .sd = NAN,
      .median = 47 },
    { .unit = "µm/s", .bin_width = 1e-6, .first = 0, .n_bins = 1, .counts = &one, .n = 1, .mean = 0, .sd = NAN,
      .median = 0 },
    { .unit = "px/s", .bin_width = 50, .first = -100, .n_bins = 3, .counts = many, .n = 100003, .mean = -74, .sd = 1,
      .median = -75 },
    { .unit = "px/s", .bin_width = 0.1, .first = 1e6, .n_bins = 3, .counts = many, .n = 100003, .mean = 1e6, .sd = 0.1,
      .median = 1e6 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (odd); i++)
    g_assert_cmpfloat (ink_of (&odd[i], NULL, 241, 170), >, 0.02);
}

/* Of a cell that is as fast as @velocity: what of its histogram would lie beyond the edges of the figure, px. */
static double
find_excess (double velocity,
             double bin_width,
             double width,
             double height)
{
  guint one = 1;
  const VenuleHistogram histogram = { .unit = "µm/s", .bin_width = bin_width,
                                      .first = floor (velocity / bin_width) * bin_width,
                                      .n_bins = 1, .counts = &one, .n = 1, .mean = velocity, .sd = NAN,
                                      .median = velocity };
  const VenuleFigureStyle style = { .font_size = 10 };
  cairo_surface_t *surface = cairo_recording_surface_create (CAIRO_CONTENT_COLOR_ALPHA, NULL);
  cairo_t *cr = cairo_create (surface);
  double x, y, ink_width, ink_height;

  venule_figure_draw_histogram (cr, width, height, &histogram, &style);
  cairo_recording_surface_ink_extents (surface, &x, &y, &ink_width, &ink_height);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);

  return fmax (fmax (-x, -y), fmax (x + ink_width - width, y + ink_height - height));
}

static void
test_nothing_lies_beyond_the_edges (void)
{
  const double velocities[] = { -0.034, -3.2, -52.5, -1234, 0.034, 47, 1234 };

  for (guint i = 0; i < G_N_ELEMENTS (velocities); i++)
    for (double bin = 0.01; bin <= 500; bin *= 3.3)
      for (double width = 260; width < 420; width += 53)
        g_assert_cmpfloat (find_excess (velocities[i], bin, width, 170), <=, 0);
}

static void
test_an_unknown_ending_is_refused (Fixture       *fixture,
                                   gconstpointer  data)
{
  g_autofree char *path = g_build_filename (fixture->folder, "figure.jpg", NULL);
  g_autoptr(GError) error = NULL;

  g_assert_null (venule_figure_make_histogram (&some, path, 241, 170, &error));
  g_assert_error (error, VENULE_ERROR, VENULE_ERROR_INVALID);
  g_assert_nonnull (strstr (error->message, "figure.jpg"));
}

static void
test_a_figure_too_large_is_refused (Fixture       *fixture,
                                    gconstpointer  data)
{
  g_autofree char *path = g_build_filename (fixture->folder, "figure.png", NULL);
  g_autoptr(GError) error = NULL;

  g_assert_null (venule_figure_make_histogram (&some, path, 1e5, 1e5, &error));
  g_assert_nonnull (error);
}

static void
test_ticks_are_round (void)
{
  g_assert_cmpfloat_with_epsilon (venule_axis_step (100, 5), 20, 1e-12);
  g_assert_cmpfloat_with_epsilon (venule_axis_step (100, 4), 50, 1e-12);
  g_assert_cmpfloat_with_epsilon (venule_axis_step (1, 10), 0.1, 1e-12);
  g_assert_cmpfloat_with_epsilon (venule_axis_step (0.7, 1), 1, 1e-12);
  g_assert_cmpfloat_with_epsilon (venule_axis_round_length (100), 100, 1e-9);
  g_assert_cmpfloat_with_epsilon (venule_axis_round_length (99), 50, 1e-9);
  g_assert_cmpfloat_with_epsilon (venule_axis_round_length (0.049), 0.02, 1e-12);
  g_assert_cmpint (venule_axis_decimals (20), ==, 0);
  g_assert_cmpint (venule_axis_decimals (0.5), ==, 1);
  g_assert_cmpint (venule_axis_decimals (0.01), ==, 2);
  g_assert_cmpint (venule_axis_significant (129), ==, 0);
  g_assert_cmpint (venule_axis_significant (49.2), ==, 1);
  g_assert_cmpint (venule_axis_significant (9.6), ==, 2);
  g_assert_cmpint (venule_axis_significant (0), ==, 0);
}

static void
test_steps_are_the_smallest_that_fit (void)
{
  for (int i = 0; i < 1000; i++)
    {
      double range = pow (10, g_test_rand_double_range (-8, 8));
      int most = g_test_rand_int_range (1, 12);
      double step = venule_axis_step (range, most);

      g_assert_cmpfloat (range / step, <=, most * (1 + 1e-6));
      /* The next smaller round step is 2 or 2.5 times smaller, and would be too small. */
      g_assert_cmpfloat (range / (step / 2.5), >, most * (1 - 1e-6));
      g_assert_cmpfloat (venule_axis_round_length (range), <=, range * (1 + 1e-6));
      g_assert_cmpfloat (venule_axis_round_length (range), >, range / 2.5 * (1 - 1e-6));
    }
}

static void
test_minus_is_a_minus (void)
{
  g_autofree char *negative = venule_axis_format_number (-20, 0);
  g_autofree char *zero = venule_axis_format_number (-0.0001, 2);

  g_assert_cmpstr (negative, ==, "−20");
  g_assert_cmpstr (zero, ==, "0.00");
}

#define ADD(name, test) g_test_add ("/histogram-figure/" name, Fixture, NULL, set_up, (test), tear_down)

/* Of a word that fills no page Pango is given the beginning: the time for breaking it grows with the square of its
 * length. */
static void
test_words_are_cut_before_they_are_set (void)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_A8, 1, 1);
  cairo_t *cr = cairo_create (surface);
  g_autofree char *word = g_strnfill (500000, 'W');
  g_autofree char *longest = g_strnfill (10000, 'W');
  g_autofree char *cut = g_strconcat (longest, "…", NULL);
  g_autoptr(VenuleTextLayout) all = venule_text_layout_new (cr, NULL, 8, FALSE, word);
  g_autoptr(VenuleTextLayout) beginning = venule_text_layout_new (cr, NULL, 8, FALSE, cut);
  g_autoptr(VenuleTextLayout) whole = venule_text_layout_new (cr, NULL, 8, FALSE, longest);
  g_autoptr(VenuleTextLayout) letter = venule_text_layout_new (cr, NULL, 8, FALSE, "W");

  g_assert_cmpfloat (venule_text_layout_get_width (whole), >, 9000 * venule_text_layout_get_width (letter));
  g_assert_cmpfloat (venule_text_layout_get_width (all), >, venule_text_layout_get_width (whole));
  g_assert_cmpfloat_with_epsilon (venule_text_layout_get_width (all), venule_text_layout_get_width (beginning), 1e-6);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  ADD ("a-pdf-holds-its-text", test_a_pdf_holds_its_text);
  ADD ("a-pdf-embeds-its-fonts", test_a_pdf_embeds_its_fonts);
  ADD ("a-pdf-is-one-column-wide", test_a_pdf_is_one_column_wide);
  ADD ("an-svg-can-be-drawn", test_an_svg_can_be_drawn);
  ADD ("a-png-has-300-dots-an-inch", test_a_png_has_300_dots_an_inch);
  ADD ("an-empty-histogram-says-so", test_an_empty_histogram_says_so);
  ADD ("an-unknown-ending-is-refused", test_an_unknown_ending_is_refused);
  ADD ("a-figure-too-large-is-refused", test_a_figure_too_large_is_refused);
  g_test_add_func ("/histogram-figure/any-size-and-style", test_any_size_and_style_can_be_drawn);
  g_test_add_func ("/histogram-figure/odd-histograms", test_odd_histograms_can_be_drawn);
  g_test_add_func ("/histogram-figure/nothing-lies-beyond-the-edges", test_nothing_lies_beyond_the_edges);
  g_test_add_func ("/histogram-figure/ticks-are-round", test_ticks_are_round);
  g_test_add_func ("/histogram-figure/steps-are-the-smallest-that-fit", test_steps_are_the_smallest_that_fit);
  g_test_add_func ("/histogram-figure/words-are-cut-before-they-are-set", test_words_are_cut_before_they_are_set);
  g_test_add_func ("/histogram-figure/minus-is-a-minus", test_minus_is_a_minus);
  g_test_add_func ("/histogram-figure/window-has-the-decimals-of-the-desktop",
                   test_window_has_the_decimals_of_the_desktop);

  return g_test_run ();
}
