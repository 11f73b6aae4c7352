/* test-figure.c: figures for a paper as others open them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <glib/gstdio.h>
#include <locale.h>
#include <math.h>
#include <string.h>

#include "recording.h"
#include "venule-error.h"
#include "venule-figure.h"

static const double half_um = 0.5;

/* The tracks, as if a person had marked them 0.5 px further each second. */
static VenuleFigure *
make_agreement (Recording *recording)
{
  const VenuleAgreementOptions options = { .frame_width = 64, .frame_height = 48, .last_frame = 4 };
  g_autoptr(GPtrArray) found = g_ptr_array_new_with_free_func (g_object_unref);
  VenuleImport *manual = g_new0 (VenuleImport, 1);
  g_autoptr(VenuleAgreementReport) report = g_new0 (VenuleAgreementReport, 1);

  manual->tracks = g_ptr_array_new_with_free_func (g_object_unref);
  manual->names = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (recording->tracks)); i++)
    {
      VenuleTrack *track = g_list_model_get_item (G_LIST_MODEL (recording->tracks), i);
      VenuleTrack *marks = venule_track_new (i + 1);
      guint n;
      const VenulePlace *places = venule_track_get_places (track, &n);

      for (guint j = 0; j < n; j++)
        {
          VenuleSpot spot = { .frame = places[j].frame, .time = places[j].time, .x = places[j].x + places[j].time / 2,
                              .y = places[j].y, .radius = 5 };

          venule_track_add_spot (marks, &spot);
        }
      g_ptr_array_add (found, track);
      g_ptr_array_add (manual->tracks, marks);
      g_ptr_array_add (manual->names, g_strdup_printf ("cell, %u", i));
    }
  report->agreement = venule_agreement_new (manual->tracks, found, recording->settings, &options);
  report->manual = manual;
  report->calibration = recording->settings->calibration;
  report->name = g_strdup ("marks.csv");

  return venule_figure_new_for_agreement (report);
}

static VenuleFigure *
make (Recording        *recording,
      VenuleFigureKind  kind)
{
  g_autoptr(GError) error = NULL;
  VenuleFigure *figure;

  if (kind == VENULE_FIGURE_AGREEMENT)
    return make_agreement (recording);
  figure = venule_figure_new (kind, &recording->results, NULL, &error);
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
  g_assert_true (g_spawn_sync (NULL, (char **) arguments->pdata, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, &said, NULL,
                               NULL, &error));
  g_assert_no_error (error);

  return said;
}

static void
test_a_pdf_has_text_fonts_and_parameters (Recording     *recording,
                                          gconstpointer  data)
{
  static const char *const units[VENULE_N_FIGURE_KINDS] = { "µm/s", "µm/s", "µm/s", "cells/min", "Diameter (µm)",
                                                            "along the line (µm)",
                                                            "Movement of the picture (µm)",
                                                            "Brightness of the tissue (%)",
                                                                 "manual (µm/s)" };
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
      g_assert_nonnull (strstr (facts, kind == VENULE_FIGURE_AGREEMENT ? "compared with marks.csv" : "velocity window "
                                                                                                     "0.2 s"));
      g_assert_true (kind != VENULE_FIGURE_KYMOGRAPH || strstr (facts, "kymograph along ") != NULL);
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
      g_assert_true (g_regex_match_simple ("<text [^>]*>[^<]* \\((µm/s|µm|cells/min|%)\\)</text>", content,
                                           G_REGEX_CASELESS, 0));
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

/* Words of a PDF with their places: where the first of them begins, or the left one of several ends; pt. */
static double
find_word (const char *boxes,
           const char *word,
           const char *side)
{
  g_autofree char *pattern = g_strdup_printf ("xMin=\"([0-9.]+)\".* xMax=\"([0-9.]+)\".*>%s</word>", word);
  g_autoptr(GRegex) regex = g_regex_new (pattern, 0, 0, NULL);
  g_autoptr(GMatchInfo) match = NULL;
  double left = INFINITY, found = NAN;

  for (g_regex_match (regex, boxes, 0, &match); g_match_info_matches (match); g_match_info_next (match, NULL))
    {
      g_autofree char *begin = g_match_info_fetch (match, 1);
      g_autofree char *end = g_match_info_fetch (match, 2);

      if (g_ascii_strtod (begin, NULL) >= left)
        continue;
      left = g_ascii_strtod (begin, NULL);
      found = strcmp (side, "begin") == 0 ? left : g_ascii_strtod (end, NULL);
    }

  return found;
}

/* In letters that are too large for one line, and in small ones. */
static void
test_a_message_stays_within_the_axes (Recording     *recording,
                                      gconstpointer  data)
{
  static const char *const words[] = { "The", "diameter", "has", "not", "been", "measured", "in", "the", "video" };
  g_autoptr(VenuleFigureOptions) options = venule_figure_options_new ();
  g_autofree char *path = NULL;
  g_autofree char *boxes = NULL;
  g_autofree char *svg = NULL;
  g_autofree char *content = NULL;

  venule_figure_options_set_preset (options, VENULE_PRESET_ONE_COLUMN);
  options->font_size = 12;
  path = save (recording, VENULE_FIGURE_DIAMETER, options, "pdf");
  boxes = ask (path, "pdftotext", "-bbox", "FILE", "-", NULL);
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    {
      g_test_message ("%s at %.1f, tick to %.1f", words[i], find_word (boxes, words[i], "begin"),
                      find_word (boxes, "0.0", "end"));
      g_assert_cmpfloat (find_word (boxes, words[i], "begin"), >,
                         find_word (boxes, "0.0", "end") + 0.8 * options->font_size);
    }

  venule_figure_options_set_preset (options, VENULE_PRESET_TWO_COLUMNS);
  options->font_size = 8;
  svg = save (recording, VENULE_FIGURE_DIAMETER, options, "svg");
  g_assert_true (g_file_get_contents (svg, &content, NULL, NULL));
  g_assert_nonnull (strstr (content, ">The diameter has not been measured in the video</text>"));
}

/* Cells that keep their velocity: a dark edge and one line each, however many spots they have. */
static void
test_a_path_of_one_velocity_is_one_line (Recording     *recording,
                                         gconstpointer  data)
{
  g_autoptr(VenuleFigureOptions) options = venule_figure_options_new ();
  guint n[2] = { 0 };

  for (guint i = 0; i < G_N_ELEMENTS (n); i++)
    {
      g_autofree char *path = save (recording, VENULE_FIGURE_MAP, options, "svg");
      g_autofree char *content = NULL;

      g_assert_true (g_file_get_contents (path, &content, NULL, NULL));
      for (const char *at = content; (at = strstr (at, "<path ")) != NULL; at++)
        n[i]++;
      for (guint id = 10; id < 30; id++)
        {
          g_autoptr(VenuleTrack) track = venule_track_new (id);

          for (guint frame = 0; frame < 5; frame++)
            {
              VenuleSpot spot = { .frame = frame, .time = frame / 10.0, .x = 10 + 3 * frame, .y = 10 + id,
                                  .radius = 5 };

              venule_track_add_spot (track, &spot);
            }
          g_list_store_append (recording->tracks, track);
        }
    }
  g_assert_cmpuint (n[1] - n[0], ==, 40);
}

static VenuleTable *
tabulate (Recording                 *recording,
          VenuleFigureKind           kind,
          const VenuleFigureOptions *options)
{
  g_autoptr(VenuleFigure) figure = make (recording, kind);

  return venule_figure_make_table (figure, options);
}

static double
field (const VenuleTable *table,
       guint              row,
       guint              column)
{
  double number = NAN;

  g_assert_true (venule_table_get_number (table, row, column, &number));

  return number;
}

/* One rolling cell at 30 px/s, which are 15 µm/s. */
static void
test_the_data_of_the_histogram (Recording     *recording,
                                gconstpointer  data)
{
  g_autoptr(VenuleFigureOptions) options = venule_figure_options_new ();
  g_autoptr(VenuleTable) bins = NULL;
  g_autoptr(VenuleTable) steps = NULL;

  options->bin_width = 4;
  bins = tabulate (recording, VENULE_FIGURE_HISTOGRAM, options);
  g_assert_cmpstr (venule_table_get_title (bins, 0), ==, "from_um_s");
  g_assert_cmpfloat (field (bins, 0, 0), ==, 12);
  g_assert_cmpfloat (field (bins, 0, 1), ==, 16);
  g_assert_cmpfloat (field (bins, 0, 2), ==, 1);
  g_assert_cmpfloat (field (bins, 0, 3), ==, 100);
  g_assert_cmpfloat (field (bins, 0, 4), ==, 0.25);
  g_assert_cmpuint (venule_table_get_n_rows (bins), ==, 1);

  options->cumulative = TRUE;
  steps = tabulate (recording, VENULE_FIGURE_HISTOGRAM, options);
  g_assert_cmpfloat (field (steps, 0, 0), ==, 15);
  g_assert_cmpfloat (field (steps, 0, 2), ==, 100);
}

/* One cell at 15 µm/s: its bin has two ends, however narrow it is. */
static void
test_the_data_of_narrow_bins (Recording     *recording,
                              gconstpointer  data)
{
  g_autoptr(VenuleFigureOptions) options = venule_figure_options_new ();
  g_autoptr(VenuleTable) bins = NULL;

  options->bin_width = 0.0004;
  bins = tabulate (recording, VENULE_FIGURE_HISTOGRAM, options);
  g_assert_cmpfloat (field (bins, 0, 0), ==, 15);
  g_assert_cmpfloat (field (bins, 0, 1), ==, 15.0004);
}

static void
test_the_data_of_velocities (Recording     *recording,
                             gconstpointer  data)
{
  g_autoptr(VenuleFigureOptions) options = venule_figure_options_new ();
  g_autoptr(VenuleTable) table = tabulate (recording, VENULE_FIGURE_VELOCITY, options);
  guint n_rolling = 0, n_still = 0;

  for (guint row = 0; row < venule_table_get_n_rows (table); row++)
    {
      gboolean rolling = field (table, row, 0) == 1;

      g_assert_cmpfloat_with_epsilon (field (table, row, 3), rolling ? 15 : 0, 1e-3);
      n_rolling += rolling;
      n_still += !rolling;
    }
  g_assert_cmpuint (n_rolling, ==, 5);
  g_assert_cmpuint (n_still, ==, 5);
}

/* The video ends before the analysis did: a half-copied file, say. */
static void
test_figures_of_missing_frames_are_errors (Recording     *recording,
                                           gconstpointer  data)
{
  const VenuleFigureKind kinds[] = { VENULE_FIGURE_MAP, VENULE_FIGURE_KYMOGRAPH };

  recording->results.last_frame = 6;
  g_list_store_remove_all (recording->tracks); /* cells tell which frames the mean is of */
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      g_autoptr(GError) error = NULL;

      g_assert_null (venule_figure_new (kinds[i], &recording->results, NULL, &error));
      g_assert_error (error, VENULE_ERROR, VENULE_ERROR_END);
    }
}

/* A cell at 30 px/s, along a line through the middle of the picture from edge to edge. */
static void
test_the_data_of_the_kymograph (Recording     *recording,
                                gconstpointer  data)
{
  g_autoptr(VenuleFigureOptions) options = venule_figure_options_new ();
  g_autoptr(VenuleTable) table = tabulate (recording, VENULE_FIGURE_KYMOGRAPH, options);
  double first = NAN, last = NAN, from = NAN, to = NAN;

  g_assert_cmpstr (venule_table_get_title (table, 3), ==, "along_um");
  g_assert_cmpstr (venule_table_get_title (table, 4), ==, "velocity_um_s");
  for (guint row = 0; row < venule_table_get_n_rows (table); row++)
    {
      if (field (table, row, 0) != 1)
        continue;
      last = field (table, row, 2);
      to = field (table, row, 3);
      if (isnan (first))
        {
          first = last;
          from = to;
        }
      g_assert_cmpfloat_with_epsilon (field (table, row, 4), 15, 0.01);
    }
  g_assert_cmpfloat_with_epsilon (last - first, 0.4, 1e-6);
  g_assert_cmpfloat_with_epsilon (to - from, 6, 0.01);
}

/* A picture that goes down by 0.4 px, which are 0.2 µm, in each frame; in one it is unknown, and there is no cell in
 * the last. */
static void
test_the_data_of_the_movement (Recording     *recording,
                               gconstpointer  data)
{
  g_autoptr(VenuleFigureOptions) options = venule_figure_options_new ();
  g_autoptr(VenuleTable) table = NULL;
  g_autoptr(VenuleTrack) track = venule_track_new (99);
  g_autofree char *svg = NULL, *content = NULL;
  double unknown;

  for (int i = 0; i < 4; i++)
    {
      VenuleSpot spot = { .frame = i, .time = i / 10.0, .x = 10, .y = 20, .radius = 5, .shift_y = 0.4f * (float) i,
                          .uncertainty = i == 2 ? VENULE_UNCERTAINTY_NO_SHIFT : 0 };

      venule_track_add_spot (track, &spot);
    }
  g_list_store_remove_all (recording->tracks);
  g_list_store_append (recording->tracks, track);
  table = tabulate (recording, VENULE_FIGURE_MOVEMENT, options);
  g_assert_cmpstr (venule_table_get_title (table, 3), ==, "shift_y_um");
  g_assert_cmpuint (venule_table_get_n_rows (table), ==, 5);
  g_assert_cmpfloat_with_epsilon (field (table, 3, 1), 0.3, 1e-6);
  g_assert_cmpfloat_with_epsilon (field (table, 3, 2), 0, 1e-6);
  g_assert_cmpfloat_with_epsilon (field (table, 3, 3), 0.6, 1e-6);
  g_assert_false (venule_table_get_number (table, 2, 3, &unknown));
  g_assert_false (venule_table_get_number (table, 4, 3, &unknown));

  svg = save (recording, VENULE_FIGURE_MOVEMENT, options, "svg");
  g_assert_true (g_file_get_contents (svg, &content, NULL, NULL));
  g_assert_nonnull (strstr (content, ">unknown</text>"));
}

static void
test_the_data_of_the_light (Recording     *recording,
                            gconstpointer  data)
{
  g_autoptr(VenuleFigureOptions) options = venule_figure_options_new ();
  g_autoptr(VenuleTable) table = tabulate (recording, VENULE_FIGURE_LIGHT, options), unknown = NULL;
  g_autofree char *svg = save (recording, VENULE_FIGURE_LIGHT, options, "svg"), *content = NULL;
  double value;

  g_assert_cmpstr (venule_table_get_title (table, 3), ==, "light_percent");
  g_assert_cmpuint (venule_table_get_n_rows (table), ==, 5);
  g_assert_cmpfloat_with_epsilon (field (table, 1, 2), 101, 1e-6);
  g_assert_cmpfloat_with_epsilon (field (table, 2, 3), 99, 1e-6);
  g_assert_true (g_file_get_contents (svg, &content, NULL, NULL));
  g_assert_nonnull (strstr (content, ">flicker 0.6 %, drift 0.0 %</text>"));

  g_clear_pointer (&recording->results.light, venule_light_unref);
  unknown = tabulate (recording, VENULE_FIGURE_LIGHT, options);
  g_assert_cmpuint (venule_table_get_n_rows (unknown), ==, 5);
  g_assert_false (venule_table_get_number (unknown, 0, 2, &value));
  g_clear_pointer (&svg, g_free);
  g_clear_pointer (&content, g_free);
  svg = save (recording, VENULE_FIGURE_LIGHT, options, "svg");
  g_assert_true (g_file_get_contents (svg, &content, NULL, NULL));
  g_assert_nonnull (strstr (content, ">unknown</text>"));
}

/* Marks that run ahead by 0.5 px/s, which are 0.25 µm/s. */
static void
test_the_data_of_the_agreement (Recording     *recording,
                                gconstpointer  data)
{
  g_autoptr(VenuleFigureOptions) options = venule_figure_options_new ();
  g_autoptr(VenuleTable) table = tabulate (recording, VENULE_FIGURE_AGREEMENT, options);
  guint n = 0;

  g_assert_cmpstr (venule_table_get_title (table, 5), ==, "difference_um_s");
  for (guint row = 0; row < venule_table_get_n_rows (table); row++)
    {
      g_assert_true (g_str_has_prefix (venule_table_get_text (table, row, 0), "cell, "));
      g_assert_cmpfloat_with_epsilon (field (table, row, 5), -0.25, 1e-3);
      g_assert_cmpfloat_with_epsilon (field (table, row, 4), (field (table, row, 2) + field (table, row, 3)) / 2, 1e-3);
      n++;
    }
  g_assert_cmpuint (n, ==, 2);
}

/* Results alone have none: it is said what to do. */
static void
test_agreement_needs_marks (Recording     *recording,
                            gconstpointer  data)
{
  g_autoptr(GError) error = NULL;

  g_assert_null (venule_figure_new (VENULE_FIGURE_AGREEMENT, &recording->results, NULL, &error));
  g_assert_error (error, VENULE_ERROR, VENULE_ERROR_INVALID);
}

static double
average_gray (cairo_surface_t *surface)
{
  const guint8 *data = cairo_image_surface_get_data (surface);
  int n = cairo_image_surface_get_stride (surface) * cairo_image_surface_get_height (surface);
  double sum = 0;

  for (int i = 0; i < n; i++)
    sum += i % 4 < 3 ? data[i] : 0;

  return sum / n;
}

/* What the window draws with the size of the figure is what the file holds, point by point. */
static void
test_the_preview_is_the_file (Recording     *recording,
                              gconstpointer  data)
{
  g_autoptr(VenuleFigureOptions) options = venule_figure_options_new ();

  options->dpi = 144;
  options->vessel = TRUE;
  for (guint kind = 0; kind < VENULE_N_FIGURE_KINDS; kind++)
    {
      g_autoptr(VenuleFigure) figure = make (recording, kind);
      g_autofree char *path = save (recording, kind, options, "png");
      cairo_surface_t *saved = cairo_image_surface_create_from_png (path);
      int width = cairo_image_surface_get_width (saved), height = cairo_image_surface_get_height (saved);
      cairo_surface_t *shown = cairo_image_surface_create (CAIRO_FORMAT_RGB24, width, height);
      cairo_t *cr = cairo_create (shown);

      cairo_set_source_rgb (cr, 1, 1, 1);
      cairo_paint (cr);
      cairo_scale (cr, 2, 2);
      venule_figure_draw (figure, cr, options->width / 25.4 * 72, options->height / 25.4 * 72, options, FALSE);
      cairo_surface_flush (shown);
      g_assert_cmpint (cairo_surface_status (saved), ==, CAIRO_STATUS_SUCCESS);
      g_assert_cmpfloat (average_gray (shown), <, 250);
      for (int y = 0; y < height; y++)
        {
          const guint32 *a = (const guint32 *) (gconstpointer) (cairo_image_surface_get_data (saved) +
                                                                 (gsize) y * cairo_image_surface_get_stride (saved));
          const guint32 *b = (const guint32 *) (gconstpointer) (cairo_image_surface_get_data (shown) +
                                                                 (gsize) y * cairo_image_surface_get_stride (shown));

          for (int x = 0; x < width; x++)
            g_assert_cmphex (a[x] & 0xffffff, ==, b[x] & 0xffffff);
        }
      cairo_destroy (cr);
      cairo_surface_destroy (shown);
      cairo_surface_destroy (saved);
    }
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
              options->bare = i / 2 % 2;
              options->vessel = i % 2;
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
    { 85, 8, 300, NAN, NAN, NAN },  { 85, 8, 300, -1e308, 1e308, 0 }, { 85, 8, 300, 1, 1 + 1e-9, 0 },
    { 85, 8, 300, 1e10, NAN, 0 },   { 85, 8, 300, NAN, NAN, 1e308 }, { 85, 8, 300, NAN, NAN, 1e-308 },
    { 85, 8, 300, 0, 0, 0 },
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

/* All figures may go into the folder of the results. */
static void
test_data_take_no_place_of_a_table (Recording     *recording,
                                    gconstpointer  data)
{
  static const char *const tables[] = { "spots.csv", "tracks.csv", "summary.csv", "events.csv", "flux.csv",
                                        "vessel.csv", "movement.csv" };
  g_autoptr(VenuleFigureOptions) options = venule_figure_options_new ();
  g_autoptr(GError) error = NULL;

  g_assert_true (venule_export_write (&recording->results, VENULE_EXPORT_DEFAULT, recording->folder, NULL, NULL, NULL,
                                      &error));
  for (guint i = 0; i < G_N_ELEMENTS (tables); i++)
    {
      g_autoptr(VenuleFigure) figure = make (recording, VENULE_FIGURE_FLUX);
      g_autofree char *path = g_build_filename (recording->folder, tables[i], NULL);
      g_autofree char *picture = g_strdup_printf ("%.*s.pdf", (int) strlen (path) - 4, path);
      g_autofree char *beside = g_strdup_printf ("%.*s-data.csv", (int) strlen (path) - 4, path);
      g_autofree char *before = NULL, *after = NULL;

      g_assert_true (g_file_get_contents (path, &before, NULL, NULL));
      g_assert_true (venule_figure_save (figure, options, picture, &error));
      g_assert_true (g_file_get_contents (path, &after, NULL, NULL));
      g_assert_cmpstr (after, ==, before);
      g_assert_true (g_file_test (beside, G_FILE_TEST_EXISTS));
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
  g_test_add ("/figure/" name, Recording, &half_um, recording_set_up, (test), recording_tear_down)

int
main (int   argc,
      char *argv[])
{
  setlocale (LC_ALL, "C.UTF-8");
  g_test_init (&argc, &argv, NULL);

  ADD ("a-pdf-has-text-fonts-and-parameters", test_a_pdf_has_text_fonts_and_parameters);
  ADD ("an-svg-keeps-text-as-text", test_an_svg_keeps_text_as_text);
  ADD ("a-png-has-its-dots", test_a_png_has_its_dots);
  ADD ("data-take-no-place-of-a-table", test_data_take_no_place_of_a_table);
  ADD ("a-path-of-one-velocity-is-one-line", test_a_path_of_one_velocity_is_one_line);
  ADD ("a-message-stays-within-the-axes", test_a_message_stays_within_the_axes);
  ADD ("the-data-of-the-histogram", test_the_data_of_the_histogram);
  ADD ("the-data-of-narrow-bins", test_the_data_of_narrow_bins);
  ADD ("the-data-of-velocities", test_the_data_of_velocities);
  ADD ("missing-frames-are-errors", test_figures_of_missing_frames_are_errors);
  ADD ("the-data-of-the-kymograph", test_the_data_of_the_kymograph);
  ADD ("the-data-of-the-movement", test_the_data_of_the_movement);
  ADD ("the-data-of-the-light", test_the_data_of_the_light);
  ADD ("the-data-of-the-agreement", test_the_data_of_the_agreement);
  ADD ("agreement-needs-marks", test_agreement_needs_marks);
  ADD ("the-preview-is-the-file", test_the_preview_is_the_file);
  ADD ("everything-can-be-drawn", test_everything_can_be_drawn);
  ADD ("an-unknown-ending-leaves-nothing", test_an_unknown_ending_leaves_nothing);
  g_test_add_func ("/figure/odd-options-are-refused", test_odd_options_are_refused);

  return g_test_run ();
}
