/* test-paper-figure.c: figures for a paper as others open them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define _GNU_SOURCE /* memmem */

#include <glib/gstdio.h>
#include <locale.h>
#include <math.h>
#include <string.h>

#include "recording.h"
#include "venule-csv-rows.h"
#include "venule-error.h"
#include "venule-paper-figure.h"

static const double half_um = 0.5;

static VenuleFigure *
make (Recording        *recording,
      VenuleFigureKind  kind)
{
  g_autoptr(GError) error = NULL;
  VenuleFigure *figure = venule_figure_new (kind, &recording->results, NULL, &error);

  g_assert_no_error (error);
  g_assert_nonnull (figure);

  return figure;
}

static char *
save (Recording                 *recording,
      VenuleFigureKind           kind,
      const VenuleFigureOptions *options,
      const char                *ending)
{
  g_autoptr(VenuleFigure) figure = make (recording, kind);
  g_autofree char *name = g_strdup_printf ("%s.%s", venule_figure_kind_to_string (kind), ending);
  char *path = g_build_filename (recording->folder, name, NULL);
  g_autoptr(GError) error = NULL;

  g_assert_true (venule_figure_save (figure, options, path, &error));
  g_assert_no_error (error);

  return path;
}

/* What a program says of the file; its arguments end with NULL. */
static char *
ask (const char *path,
     const char *program,
     ...)
{
  g_autoptr(GPtrArray) arguments = g_ptr_array_new ();
  g_autoptr(GError) error = NULL;
  char *said = NULL;
  const char *argument;
  va_list rest;

  g_ptr_array_add (arguments, (gpointer) program);
  va_start (rest, program);
  while ((argument = va_arg (rest, const char *)) != NULL)
    g_ptr_array_add (arguments, (gpointer) (g_str_equal (argument, "FILE") ? path : argument));
  va_end (rest);
  g_ptr_array_add (arguments, NULL);
  g_assert_true (g_spawn_sync (NULL, (char **) arguments->pdata, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, &said, NULL, NULL,
                               &error));
  g_assert_no_error (error);

  return said;
}

static void
test_a_pdf_has_text_fonts_and_parameters (Recording     *recording,
                                          gconstpointer  data)
{
  static const char *const units[VENULE_N_FIGURE_KINDS] = { "µm/s", "µm/s", "µm/s", "cells/min", "Diameter (µm)" };
  g_autoptr(VenuleFigureOptions) options = venule_figure_options_new ();

  for (guint kind = 0; kind < VENULE_N_FIGURE_KINDS; kind++)
    {
      g_autofree char *path = save (recording, kind, options, "pdf");
      g_autofree char *text = ask (path, "pdftotext", "FILE", "-", NULL);
      g_autofree char *fonts = ask (path, "pdffonts", "FILE", NULL);
      g_autofree char *facts = ask (path, "pdfinfo", "FILE", NULL);
      g_auto(GStrv) rows = g_strsplit (g_strchomp (fonts), "\n", -1);

      g_assert_nonnull (strstr (text, units[kind]));
      g_assert_cmpuint (g_strv_length (rows), >=, 3);
      for (guint i = 2; rows[i] != NULL; i++)
        g_assert_true (g_regex_match_simple ("\\s+yes\\s+(yes|no)\\s+(yes|no)\\s+\\d+\\s+\\d+\\s*$", rows[i], 0, 0));
      g_assert_nonnull (strstr (facts, "velocity window 0.2 s"));
      g_assert_nonnull (strstr (facts, "width 85 mm"));
      g_assert_true (g_regex_match_simple ("Page size: +240\\.9\\d* x ", facts, 0, 0));
    }
}

static void
test_an_svg_keeps_text_as_text (Recording     *recording,
                                gconstpointer  data)
{
  g_autoptr(VenuleFigureOptions) options = venule_figure_options_new ();

  for (guint kind = 0; kind < VENULE_N_FIGURE_KINDS; kind++)
    {
      g_autofree char *path = save (recording, kind, options, "svg");
      g_autofree char *png = g_strconcat (path, ".png", NULL);
      g_autofree char *content = NULL;
      g_autofree char *said = NULL;
      g_autofree char *size = NULL;

      g_assert_true (g_file_get_contents (path, &content, NULL, NULL));
      g_assert_true (g_regex_match_simple ("<text [^>]*>[^<]* \\((µm/s|µm|cells/min)\\)</text>", content, G_REGEX_CASELESS, 0));
      g_assert_null (strstr (content, "<use xlink:href=\"#glyph"));
      g_assert_nonnull (strstr (content, "<desc>Venule "));
      said = ask (path, "rsvg-convert", "FILE", "-o", png, NULL);
      size = ask (png, "identify", "-format", "%w", "FILE", NULL);
      g_assert_cmpint (atoi (size), >, 200);
    }
}

static void
test_a_png_has_its_dots (Recording     *recording,
                         gconstpointer  data)
{
  g_autoptr(VenuleFigureOptions) options = venule_figure_options_new ();
  g_autofree char *path = NULL;
  g_autofree char *said = NULL;
  g_autofree char *content = NULL;
  gsize size;

  venule_figure_options_set_preset (options, VENULE_PRESET_TWO_COLUMNS);
  options->dpi = 600;
  path = save (recording, VENULE_FIGURE_HISTOGRAM, options, "png");
  said = ask (path, "identify", "-verbose", "FILE", NULL);
  g_assert_nonnull (strstr (said, "236.22x236.22"));
  /* 180 mm at 600 dots an inch, and 100 mm. */
  g_assert_nonnull (strstr (said, "4252x2363"));
  g_assert_null (strstr (said, "CRC"));
  g_assert_true (g_file_get_contents (path, &content, &size, NULL));
  g_assert_nonnull (memmem (content, size, "velocity window 0.2 s", strlen ("velocity window 0.2 s")));
}

static GBytes *
tabulate (Recording                 *recording,
          VenuleFigureKind           kind,
          const VenuleFigureOptions *options)
{
  g_autoptr(VenuleFigure) figure = make (recording, kind);

  return venule_figure_make_table (figure, options);
}

static double
field (const VenuleCsvRows *rows,
       guint                column)
{
  double number = NAN;

  g_assert_true (venule_csv_rows_get_number (rows, column, &number));

  return number;
}

/* One rolling cell at 30 px/s, which are 15 µm/s. */
static void
test_the_data_of_the_histogram (Recording     *recording,
                                gconstpointer  data)
{
  g_autoptr(VenuleFigureOptions) options = venule_figure_options_new ();
  g_autoptr(GBytes) bins = NULL;
  g_autoptr(GBytes) steps = NULL;
  g_autoptr(VenuleCsvRows) rows = NULL;
  g_autoptr(VenuleCsvRows) sums = NULL;

  options->bin_width = 4;
  bins = tabulate (recording, VENULE_FIGURE_HISTOGRAM, options);
  rows = venule_csv_rows_new (bins);
  g_assert_cmpstr (venule_csv_rows_get_title (rows, 0), ==, "from_um_s");
  g_assert_true (venule_csv_rows_next (rows));
  g_assert_cmpfloat (field (rows, 0), ==, 12);
  g_assert_cmpfloat (field (rows, 1), ==, 16);
  g_assert_cmpfloat (field (rows, 2), ==, 1);
  g_assert_cmpfloat (field (rows, 3), ==, 100);
  g_assert_cmpfloat (field (rows, 4), ==, 0.25);
  g_assert_false (venule_csv_rows_next (rows));

  options->cumulative = TRUE;
  steps = tabulate (recording, VENULE_FIGURE_HISTOGRAM, options);
  sums = venule_csv_rows_new (steps);
  g_assert_true (venule_csv_rows_next (sums));
  g_assert_cmpfloat (field (sums, 0), ==, 15);
  g_assert_cmpfloat (field (sums, 2), ==, 100);
}

static void
test_the_data_of_velocities (Recording     *recording,
                             gconstpointer  data)
{
  g_autoptr(VenuleFigureOptions) options = venule_figure_options_new ();
  g_autoptr(GBytes) table = tabulate (recording, VENULE_FIGURE_VELOCITY, options);
  g_autoptr(VenuleCsvRows) rows = venule_csv_rows_new (table);
  guint n_rolling = 0, n_still = 0;

  while (venule_csv_rows_next (rows))
    {
      gboolean rolling = field (rows, 0) == 1;

      g_assert_cmpfloat_with_epsilon (field (rows, 3), rolling ? 15 : 0, 1e-3);
      n_rolling += rolling;
      n_still += !rolling;
    }
  g_assert_cmpuint (n_rolling, ==, 5);
  g_assert_cmpuint (n_still, ==, 5);
}

/* Dark or light, any size and option, with and without cells: drawn, and never an error of cairo. */
static void
test_everything_can_be_drawn (Recording     *recording,
                              gconstpointer  data)
{
  for (guint round = 0; round < 2; round++)
    {
      for (guint kind = 0; kind < VENULE_N_FIGURE_KINDS; kind++)
        {
          g_autoptr(VenuleFigure) figure = make (recording, kind);

          for (guint i = 0; i < 24; i++)
            {
              g_autoptr(VenuleFigureOptions) options = venule_figure_options_new ();
              cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 300, 200);
              cairo_t *cr = cairo_create (surface);

              options->bars = i % 3;
              options->cumulative = i / 3 % 2;
              options->palette = i / 6 % 2;
              options->x_high = i == 7 ? 1e-9 : NAN;
              options->y_low = i == 9 ? -1e6 : NAN;
              options->bin_width = i == 11 ? 1e-6 : 0;
              options->font_size = i == 13 ? 24 : 8;
              venule_figure_draw (figure, cr, i == 15 ? 2 : 300, i == 17 ? 2 : 200, options, i / 12);
              g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
              cairo_destroy (cr);
              cairo_surface_destroy (surface);
            }
        }
      g_list_store_remove_all (recording->tracks);
    }
}

static void
test_odd_options_are_refused (void)
{
  const struct
  {
    double width, font_size, dpi, x_low, x_high, bin_width;
  } odd[] = {
    { 5, 8, 300, NAN, NAN, 0 },     { NAN, 8, 300, NAN, NAN, 0 }, { 85, 100, 300, NAN, NAN, 0 },
    { 85, 8, 1e6, NAN, NAN, 0 },    { 85, 8, 300, 3, 3, 0 },      { 85, 8, 300, NAN, NAN, -1 },
    { 85, 8, 300, NAN, NAN, NAN },
  };

  for (guint i = 0; i < G_N_ELEMENTS (odd); i++)
    {
      g_autoptr(VenuleFigureOptions) options = venule_figure_options_new ();
      g_autoptr(GError) error = NULL;

      options->width = odd[i].width;
      options->font_size = odd[i].font_size;
      options->dpi = odd[i].dpi;
      options->x_low = odd[i].x_low;
      options->x_high = odd[i].x_high;
      options->bin_width = odd[i].bin_width;
      g_assert_false (venule_figure_options_validate (options, &error));
      g_assert_error (error, VENULE_ERROR, VENULE_ERROR_INVALID);
    }
}

static void
test_an_unknown_ending_leaves_nothing (Recording     *recording,
                                       gconstpointer  data)
{
  g_autoptr(VenuleFigure) figure = make (recording, VENULE_FIGURE_HISTOGRAM);
  g_autoptr(VenuleFigureOptions) options = venule_figure_options_new ();
  g_autofree char *path = g_build_filename (recording->folder, "figure.jpg", NULL);
  g_autofree char *names = NULL;
  g_autoptr(GError) error = NULL;

  g_assert_false (venule_figure_save (figure, options, path, &error));
  g_assert_error (error, VENULE_ERROR, VENULE_ERROR_INVALID);
  names = recording_list (recording);
  g_assert_cmpstr (names, ==, "");
}

#define ADD(name, test)                                                                                                \
  g_test_add ("/paper-figure/" name, Recording, &half_um, recording_set_up, (test), recording_tear_down)

int
main (int   argc,
      char *argv[])
{
  setlocale (LC_ALL, "C.UTF-8");
  g_test_init (&argc, &argv, NULL);

  ADD ("a-pdf-has-text-fonts-and-parameters", test_a_pdf_has_text_fonts_and_parameters);
  ADD ("an-svg-keeps-text-as-text", test_an_svg_keeps_text_as_text);
  ADD ("a-png-has-its-dots", test_a_png_has_its_dots);
  ADD ("the-data-of-the-histogram", test_the_data_of_the_histogram);
  ADD ("the-data-of-velocities", test_the_data_of_velocities);
  ADD ("everything-can-be-drawn", test_everything_can_be_drawn);
  ADD ("an-unknown-ending-leaves-nothing", test_an_unknown_ending_leaves_nothing);
  g_test_add_func ("/paper-figure/odd-options-are-refused", test_odd_options_are_refused);

  return g_test_run ();
}
