/* venule-figure.c: the velocity histogram, on the screen and in the paper
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-figure-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "venule-axis.h"
#include "venule-text.h"

#define BAR_GAP 0.08
#define THINNEST_BAR 0.015 /* of the width of the axis */

typedef struct {
  double r, g, b;
} Color;

typedef struct {
  Color ink;   /* axes and text */
  Color quiet; /* text of an empty figure */
  Color bar;
  Color mean;
  Color median;
} Palette;

/* Blue and orange keep apart for every kind of colour vision (Wong 2011); the dark ones are lighter tints. */
static const Palette light_palette = {
  .ink = { 0.10, 0.10, 0.10 },    .quiet = { 0.42, 0.42, 0.42 },  .bar = { 0.58, 0.73, 0.86 },
  .mean = { 0.05, 0.24, 0.43 },   .median = { 0.80, 0.33, 0.0 },
};
static const Palette dark_palette = {
  .ink = { 0.92, 0.92, 0.92 },    .quiet = { 0.66, 0.66, 0.66 },  .bar = { 0.27, 0.47, 0.67 },
  .mean = { 0.72, 0.86, 0.98 },   .median = { 1.0, 0.66, 0.32 },
};

typedef struct {
  cairo_t               *cr;
  const VenuleHistogram *histogram;
  const Palette         *palette;
  const char            *family;
  double                 em;
  double                 width, height;

  /* The box between the axes, and what lies at its edges. */
  double                 left, top, right, bottom;
  double                 x_low, x_high, x_step;
  double                 y_high, y_step;
} Figure;

static void
set_color (Figure *figure,
           Color   color)
{
  cairo_set_source_rgb (figure->cr, color.r, color.g, color.b);
}

static double
to_x (Figure *figure,
      double  value)
{
  return figure->left + (value - figure->x_low) / (figure->x_high - figure->x_low) * (figure->right - figure->left);
}

static double
to_y (Figure *figure,
      double  count)
{
  return figure->bottom - count / figure->y_high * (figure->bottom - figure->top);
}

static VenuleText *
set_text (Figure     *figure,
          const char *text)
{
  return venule_text_new (figure->cr, figure->family, figure->em, FALSE, text);
}

static double
width_of_number (Figure *figure,
                 double  number,
                 double  step)
{
  g_autofree char *digits = venule_axis_format_number (number, venule_axis_decimals (step));
  g_autoptr(VenuleText) text = set_text (figure, digits);

  return venule_text_get_width (text);
}

/* ---- Ranges ---- */

static guint
largest_count (const VenuleHistogram *histogram)
{
  guint largest = 0;

  for (guint i = 0; i < histogram->n_bins; i++)
    largest = MAX (largest, histogram->counts[i]);

  return largest;
}

static void
choose_x_range (Figure *figure)
{
  const VenuleHistogram *histogram = figure->histogram;
  double last = histogram->first + histogram->n_bins * histogram->bin_width;
  double room = figure->right - figure->left;
  int most_steps;

  /* Velocities are read against zero, unless that would make slivers of the bars. */
  if (histogram->first < 0)
    figure->x_low = histogram->first;
  else
    figure->x_low = histogram->bin_width >= THINNEST_BAR * last ? 0 : histogram->first - histogram->bin_width;
  figure->x_high = fmax (last, figure->x_low + 2 * histogram->bin_width);

  figure->x_step = venule_axis_step (figure->x_high - figure->x_low, 6);
  most_steps = (int) CLAMP (room / (width_of_number (figure, figure->x_high, figure->x_step) + 2 * figure->em), 1, 8);
  figure->x_step = venule_axis_step (figure->x_high - figure->x_low, most_steps);
}

/* @headroom: how high the figure must reach, in counts. */
static void
choose_y_range (Figure *figure,
                double  headroom)
{
  double room = figure->bottom - figure->top;
  int most_steps = (int) CLAMP (room / (2.4 * figure->em), 1, 6);

  figure->y_step = fmax (venule_axis_step (headroom, most_steps), 1);
  figure->y_high = headroom;
}

/* ---- Legend ---- */

#define MOST_LINES 3

typedef struct {
  VenuleText *lines[MOST_LINES];
  const Color *samples[MOST_LINES]; /* NULL: without one */
  gboolean    dashed[MOST_LINES];
  guint       n;
  double      width, height;
  gboolean    at_left;
} Legend;

static void
add_line (Figure      *figure,
          Legend      *legend,
          const Color *sample,
          gboolean     dashed,
          const char  *text)
{
  VenuleText *line = set_text (figure, text);

  legend->lines[legend->n] = line;
  legend->samples[legend->n] = sample;
  legend->dashed[legend->n] = dashed;
  legend->n++;
  legend->width = fmax (legend->width, venule_text_get_width (line) + (SAMPLE_LENGTH + SAMPLE_GAP) * figure->em);
  legend->height = legend->n * LINE_HEIGHT * figure->em;
}

static char *
name_number (const VenuleHistogram *histogram)
{
  /* Translators: in a figure; number of cells */
  g_autofree char *n = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "n = %u cell", "n = %u cells", histogram->n),
                                        histogram->n);

  if (histogram->n_edited == 0)
    return g_steal_pointer (&n);

  /* Translators: in a figure; "n = 12 cells", and how many of them a person corrected */
  return g_strdup_printf (_("%s, %u corrected"), n, histogram->n_edited);
}

static void
make_legend (Figure *figure,
             Legend *legend)
{
  const VenuleHistogram *histogram = figure->histogram;
  int decimals = venule_axis_significant (fmax (fabs (histogram->mean), isnan (histogram->sd) ? 0 : histogram->sd));
  g_autofree char *mean = venule_axis_format_number (histogram->mean, decimals);
  g_autofree char *sd = venule_axis_format_number (histogram->sd, decimals);
  g_autofree char *median = venule_axis_format_number (histogram->median, decimals);
  g_autofree char *mean_line = NULL;
  g_autofree char *median_line = NULL;
  g_autofree char *n_line = NULL;

  /* Translators: in a figure; mean and standard deviation, unit */
  if (histogram->n > 1)
    mean_line = g_strdup_printf (_("mean ± SD %s ± %s %s"), mean, sd, histogram->unit);
  else
    mean_line = g_strdup_printf (_("mean %s %s"), mean, histogram->unit);
  median_line = g_strdup_printf (_("median %s %s"), median, histogram->unit);
  n_line = name_number (histogram);

  add_line (figure, legend, NULL, FALSE, n_line);
  add_line (figure, legend, &figure->palette->mean, FALSE, mean_line);
  add_line (figure, legend, &figure->palette->median, TRUE, median_line);
}

static void
clear_legend (Legend *legend)
{
  for (guint i = 0; i < legend->n; i++)
    venule_text_free (legend->lines[i]);
}

/* Highest bar under the legend when it stands at that side. */
static guint
highest_under (Figure *figure,
               double  left,
               double  right)
{
  const VenuleHistogram *histogram = figure->histogram;
  guint highest = 0;

  for (guint i = 0; i < histogram->n_bins; i++)
    {
      double from = to_x (figure, histogram->first + i * histogram->bin_width);
      double to = to_x (figure, histogram->first + (i + 1) * histogram->bin_width);

      if (to > left && from < right)
        highest = MAX (highest, histogram->counts[i]);
    }

  return highest;
}

/* The side with the lower bars, and as much room above them as the legend needs. */
static void
place_legend (Figure *figure,
              Legend *legend)
{
  double room = figure->bottom - figure->top;
  double share = fmin (legend->height / room, 0.6);
  guint under_left = highest_under (figure, figure->left, figure->left + legend->width);
  guint under_right = highest_under (figure, figure->right - legend->width, figure->right);
  guint under;

  legend->at_left = under_left < under_right;
  under = MIN (under_left, under_right);
  choose_y_range (figure, fmax (1.06 * largest_count (figure->histogram), under / (1 - share)));
}

static void
draw_legend (Figure *figure,
             Legend *legend)
{
  cairo_t *cr = figure->cr;
  double left = legend->at_left ? figure->left + figure->em : figure->right - legend->width;
  double text_left = left + (SAMPLE_LENGTH + SAMPLE_GAP) * figure->em;

  for (guint i = 0; i < legend->n; i++)
    {
      double top = figure->top + i * LINE_HEIGHT * figure->em;
      double middle = top + venule_text_get_height (legend->lines[i]) / 2;

      if (legend->samples[i] != NULL)
        {
          const double dashes[] = { 3.2 * MARK_WIDTH * figure->em, 2 * MARK_WIDTH * figure->em };

          cairo_save (cr);
          set_color (figure, *legend->samples[i]);
          cairo_set_line_width (cr, MARK_WIDTH * figure->em);
          if (legend->dashed[i])
            cairo_set_dash (cr, dashes, G_N_ELEMENTS (dashes), 0);
          cairo_move_to (cr, left, middle);
          cairo_line_to (cr, left + SAMPLE_LENGTH * figure->em, middle);
          cairo_stroke (cr);
          cairo_restore (cr);
        }
      set_color (figure, figure->palette->ink);
      venule_text_show (legend->lines[i], text_left, top, 0, 0);
    }
}

/* ---- Axes and bars ---- */

static void
draw_ticks (Figure *figure)
{
  cairo_t *cr = figure->cr;
  double em = figure->em;
  int x_decimals = venule_axis_decimals (figure->x_step);
  double first = ceil (figure->x_low / figure->x_step - 1e-9);

  for (double i = first; i * figure->x_step <= figure->x_high * (1 + 1e-9); i++)
    {
      g_autofree char *digits = venule_axis_format_number (i * figure->x_step, x_decimals);
      g_autoptr(VenuleText) text = set_text (figure, digits);
      double x = to_x (figure, i * figure->x_step);

      cairo_move_to (cr, x, figure->bottom);
      cairo_line_to (cr, x, figure->bottom + TICK_LENGTH * em);
      cairo_stroke (cr);
      venule_text_show (text, x, figure->bottom + (TICK_LENGTH + TICK_GAP) * em, 0.5, 0);
    }

  for (double count = 0; count <= figure->y_high; count += figure->y_step)
    {
      g_autofree char *digits = venule_axis_format_number (count, 0);
      g_autoptr(VenuleText) text = set_text (figure, digits);
      double y = to_y (figure, count);

      cairo_move_to (cr, figure->left, y);
      cairo_line_to (cr, figure->left - TICK_LENGTH * em, y);
      cairo_stroke (cr);
      venule_text_show (text, figure->left - (TICK_LENGTH + TICK_GAP) * em, y, 1, 0.5);
    }
}

static void
draw_axes (Figure *figure)
{
  cairo_t *cr = figure->cr;

  set_color (figure, figure->palette->ink);
  cairo_set_line_width (cr, AXIS_WIDTH * figure->em);
  cairo_set_line_cap (cr, CAIRO_LINE_CAP_BUTT);
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_MITER);
  cairo_move_to (cr, figure->left, figure->top);
  cairo_line_to (cr, figure->left, figure->bottom);
  cairo_line_to (cr, figure->right, figure->bottom);
  cairo_stroke (cr);
}

static void
draw_titles (Figure *figure)
{
  cairo_t *cr = figure->cr;
  /* Translators: title of an axis; %s is "µm/s" or "px/s" */
  g_autofree char *x_title = g_strdup_printf (_("Rolling velocity (%s)"), figure->histogram->unit);
  g_autoptr(VenuleText) across = set_text (figure, x_title);
  g_autoptr(VenuleText) up = set_text (figure, _("Number of cells"));

  set_color (figure, figure->palette->ink);
  venule_text_show (across, (figure->left + figure->right) / 2, figure->height - MARGIN * figure->em, 0.5, 1);

  cairo_save (cr);
  cairo_translate (cr, MARGIN * figure->em, (figure->top + figure->bottom) / 2);
  cairo_rotate (cr, -G_PI / 2);
  venule_text_show (up, 0, 0, 0.5, 0);
  cairo_restore (cr);
}

static void
draw_bars (Figure *figure)
{
  const VenuleHistogram *histogram = figure->histogram;
  cairo_t *cr = figure->cr;
  double gap = BAR_GAP * figure->em;

  set_color (figure, figure->palette->bar);
  for (guint i = 0; i < histogram->n_bins; i++)
    {
      double from = to_x (figure, histogram->first + i * histogram->bin_width);
      double to = to_x (figure, histogram->first + (i + 1) * histogram->bin_width);
      double top = to_y (figure, histogram->counts[i]);

      if (histogram->counts[i] > 0)
        cairo_rectangle (cr, from + gap / 2, top, fmax (to - from - gap, gap), figure->bottom - top);
    }
  cairo_fill (cr);
}

static void
draw_mark (Figure   *figure,
           double    value,
           Color     color,
           gboolean  dashed,
           double    top)
{
  cairo_t *cr = figure->cr;
  const double dashes[] = { 3.2 * MARK_WIDTH * figure->em, 2 * MARK_WIDTH * figure->em };
  double x = to_x (figure, value);

  cairo_save (cr);
  set_color (figure, color);
  cairo_set_line_width (cr, MARK_WIDTH * figure->em);
  if (dashed)
    cairo_set_dash (cr, dashes, G_N_ELEMENTS (dashes), 0);
  cairo_move_to (cr, x, figure->bottom);
  cairo_line_to (cr, x, top);
  cairo_stroke (cr);
  cairo_restore (cr);
}

/* The lines of mean and median end below the legend where they would cross it. */
static double
top_of_mark (Figure       *figure,
             const Legend *legend,
             double        value)
{
  double x = to_x (figure, value);
  double left = legend->at_left ? figure->left : figure->right - legend->width - figure->em;
  double right = legend->at_left ? figure->left + legend->width + figure->em : figure->right;

  return x > left && x < right ? figure->top + legend->height : figure->top;
}

/* ---- The figure ---- */

static void
draw_empty (Figure *figure)
{
  g_autoptr(VenuleText) text = set_text (figure, _("No rolling cells"));

  draw_axes (figure);
  set_color (figure, figure->palette->quiet);
  venule_text_show (text, (figure->left + figure->right) / 2, (figure->top + figure->bottom) / 2, 0.5, 0.5);
  draw_titles (figure);
}

static void
draw_filled (Figure *figure)
{
  Legend legend = { 0 };

  choose_x_range (figure);
  make_legend (figure, &legend);
  place_legend (figure, &legend);

  draw_bars (figure);
  draw_mark (figure, figure->histogram->mean, figure->palette->mean, FALSE,
             top_of_mark (figure, &legend, figure->histogram->mean));
  draw_mark (figure, figure->histogram->median, figure->palette->median, TRUE,
             top_of_mark (figure, &legend, figure->histogram->median));
  draw_axes (figure);
  draw_ticks (figure);
  draw_titles (figure);
  draw_legend (figure, &legend);

  clear_legend (&legend);
}

void
venule_figure_draw_histogram (cairo_t                 *cr,
                              double                   width,
                              double                   height,
                              const VenuleHistogram   *histogram,
                              const VenuleFigureStyle *style)
{
  static const VenuleFigureStyle plain = { 0 };
  Figure figure = { .cr = cr, .histogram = histogram, .width = width, .height = height };
  double widest_count;

  g_return_if_fail (cr != NULL);
  g_return_if_fail (histogram != NULL);

  if (style == NULL)
    style = &plain;
  figure.palette = style->dark ? &dark_palette : &light_palette;
  figure.family = style->font_family;
  figure.em = style->font_size > 0 ? style->font_size : DEFAULT_FONT_SIZE;

  cairo_save (cr);
  widest_count = width_of_number (&figure, histogram->n > 0 ? largest_count (histogram) : 0, 1);
  figure.left = (MARGIN + CAP + TITLE_GAP + TICK_GAP + TICK_LENGTH) * figure.em + widest_count;
  figure.right = width - 2 * MARGIN * figure.em;
  figure.top = 1.5 * MARGIN * figure.em;
  figure.bottom = height - (MARGIN + CAP + TITLE_GAP + CAP + TICK_GAP + TICK_LENGTH) * figure.em;

  /* A figure without room for its own letters stays empty. */
  if (figure.right - figure.left > 4 * figure.em && figure.bottom - figure.top > 2 * figure.em)
    {
      if (histogram->n == 0)
        draw_empty (&figure);
      else
        draw_filled (&figure);
    }
  cairo_restore (cr);
}
