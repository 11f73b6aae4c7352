/* venule-histogram-plot.c: the velocity histogram, for the screen and for files
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-histogram-plot-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "venule-axis.h"

#define BAR_GAP 0.08
#define THINNEST_BAR 0.015 /* of the width of the axis */

typedef struct {
  VenulePlot             plot;
  const VenuleHistogram *histogram;
  GArray                *legend;
  gboolean               legend_at_left;
} Figure;

/* ---- What is as high as what ---- */

/* What one cell adds. */
static double
unit_of (const VenuleHistogram     *histogram,
         const VenuleFigureOptions *options)
{
  if (options->bars == VENULE_BARS_PER_CENT)
    return 100.0 / MAX (histogram->n, 1);
  if (options->bars == VENULE_BARS_DENSITY)
    return 1.0 / MAX (histogram->n, 1) / (options->cumulative || !(histogram->bin_width > 0)
                                          ? 1 : histogram->bin_width);
  return 1;
}

static double
height_of (const Figure *figure,
           guint         bin)
{
  return figure->histogram->counts[bin] * unit_of (figure->histogram, figure->plot.options);
}

/* Cells below the upper edge of the bin, this one included. */
static double
sum_to (const Figure *figure,
        guint         bin)
{
  double sum = 0;

  for (guint i = 0; i <= bin; i++)
    sum += figure->histogram->counts[i];

  return sum * unit_of (figure->histogram, figure->plot.options);
}

static double
highest (const Figure *figure)
{
  double largest = 0;

  if (figure->plot.options->cumulative)
    return figure->histogram->n * unit_of (figure->histogram, figure->plot.options);
  for (guint i = 0; i < figure->histogram->n_bins; i++)
    largest = fmax (largest, height_of (figure, i));

  return largest;
}

static char *
dup_y_title (const VenuleHistogram     *histogram,
             const VenuleFigureOptions *options)
{
  /* Translators: titles of an axis */
  switch (options->bars)
    {
    case VENULE_BARS_PER_CENT:
      return g_strdup (options->cumulative ? _("Cells up to this velocity (%)") : _("Cells (%)"));
    case VENULE_BARS_DENSITY:
      if (options->cumulative)
        return g_strdup (_("Share of cells up to this velocity"));
      return g_strdup_printf (_("Share of cells per %s"), histogram->unit);
    case VENULE_BARS_COUNTS:
    default:
      return g_strdup (options->cumulative ? _("Cells up to this velocity") : _("Number of cells"));
    }
}

/* ---- Legend ---- */

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

static VenuleInk
mean_ink (const VenulePlot *plot)
{
  if (plot->options->palette == VENULE_PALETTE_GRAYS)
    return venule_plot_get_ink (plot);
  return plot->dark ? (VenuleInk){ 0.72, 0.86, 0.98 } : (VenuleInk){ 0.05, 0.24, 0.43 };
}

static VenuleInk
median_ink (const VenulePlot *plot)
{
  if (plot->options->palette == VENULE_PALETTE_GRAYS)
    return venule_plot_get_quiet (plot);
  return plot->dark ? (VenuleInk){ 1.0, 0.66, 0.32 } : (VenuleInk){ 0.80, 0.33, 0.0 };
}

/* Blue and orange keep apart for every kind of colour vision (Wong 2011). */
static VenuleInk
bar_ink (const VenulePlot *plot)
{
  if (plot->options->palette == VENULE_PALETTE_GRAYS)
    return plot->dark ? (VenuleInk){ 0.40, 0.40, 0.40 } : (VenuleInk){ 0.75, 0.75, 0.75 };
  return plot->dark ? (VenuleInk){ 0.27, 0.47, 0.67 } : (VenuleInk){ 0.58, 0.73, 0.86 };
}

static void
fill_legend (Figure *figure)
{
  const VenuleHistogram *histogram = figure->histogram;
  const VenulePlot *plot = &figure->plot;
  int decimals = venule_axis_significant (fmax (fabs (histogram->mean), isnan (histogram->sd) ? 0 : histogram->sd));
  g_autofree char *mean = venule_axis_dup_number (histogram->mean, decimals, plot->options->local_numbers);
  g_autofree char *sd = venule_axis_dup_number (histogram->sd, decimals, plot->options->local_numbers);
  g_autofree char *median = venule_axis_dup_number (histogram->median, decimals, plot->options->local_numbers);
  char *mean_line;

  /* Translators: in a figure; mean and standard deviation, unit */
  if (histogram->n > 1)
    mean_line = g_strdup_printf (_("mean ± SD %s ± %s %s"), mean, sd, histogram->unit);
  else
    mean_line = g_strdup_printf (_("mean %s %s"), mean, histogram->unit);

  venule_plot_legend_add (figure->legend, VENULE_PLOT_NONE, venule_plot_get_ink (plot), name_number (histogram));
  venule_plot_legend_add (figure->legend, VENULE_PLOT_LINE, mean_ink (plot), mean_line);
  venule_plot_legend_add (figure->legend, VENULE_PLOT_DASHES, median_ink (plot),
                          g_strdup_printf (_("median %s %s"), median, histogram->unit));
}

/* Highest bar under the legend when it stands at that side. */
static double
highest_under (const Figure *figure,
               double        left,
               double        right)
{
  const VenuleHistogram *histogram = figure->histogram;
  double largest = 0;

  for (guint i = 0; i < histogram->n_bins; i++)
    {
      double from = venule_plot_x (&figure->plot, histogram->first + i * histogram->bin_width);
      double to = venule_plot_x (&figure->plot, histogram->first + (i + 1) * histogram->bin_width);

      if (to > left && from < right)
        largest = fmax (largest, height_of (figure, i));
    }

  return largest;
}

/* The side with the lower bars: how high the axis must reach so that the legend has room above them. What adds up ends
 * at all cells, and has its legend above the box. */
static double
place_legend (Figure *figure)
{
  const VenulePlot *plot = &figure->plot;
  double room = plot->bottom - plot->top;
  double share = fmin (venule_plot_legend_height (plot, figure->legend) / room, 0.6);
  double width = venule_plot_legend_width (plot, figure->legend);
  double under_left, under_right;

  if (plot->options->cumulative)
    {
      figure->legend_at_left = FALSE;
      return highest (figure);
    }

  under_left = highest_under (figure, plot->left, plot->left + width);
  under_right = highest_under (figure, plot->right - width, plot->right);
  figure->legend_at_left = under_left < under_right;

  return fmax (1.06 * highest (figure), fmin (under_left, under_right) / (1 - share));
}

/* ---- Bars and marks ---- */

static void
draw_bars (const Figure *figure)
{
  const VenuleHistogram *histogram = figure->histogram;
  const VenulePlot *plot = &figure->plot;
  double gap = BAR_GAP * plot->em;

  venule_plot_set_source (plot, bar_ink (plot), 1);
  for (guint i = 0; i < histogram->n_bins; i++)
    {
      double from = venule_plot_x (plot, histogram->first + i * histogram->bin_width);
      double to = venule_plot_x (plot, histogram->first + (i + 1) * histogram->bin_width);
      double top = venule_plot_y (plot, height_of (figure, i));

      if (histogram->counts[i] > 0)
        cairo_rectangle (plot->cr, from + gap / 2, top, fmax (to - from - gap, gap), plot->bottom - top);
    }
  cairo_fill (plot->cr);
}

/* A step at each cell's velocity; at the bins' upper edges where these are not known. */
static void
draw_steps (const Figure *figure)
{
  const VenuleHistogram *histogram = figure->histogram;
  const VenulePlot *plot = &figure->plot;
  double unit = unit_of (histogram, plot->options);
  guint n = histogram->values != NULL ? histogram->n : histogram->n_bins;

  cairo_move_to (plot->cr, plot->left, plot->bottom);
  for (guint i = 0; i < n; i++)
    {
      double value = histogram->values != NULL
                     ? histogram->values[i] : histogram->first + (i + 1) * histogram->bin_width;
      double before, x = venule_plot_x (plot, value);

      cairo_get_current_point (plot->cr, NULL, &before);
      cairo_line_to (plot->cr, x, before);
      cairo_line_to (plot->cr, x,
                     venule_plot_y (plot, histogram->values != NULL ? (i + 1) * unit : sum_to (figure, i)));
    }
  cairo_line_to (plot->cr, plot->right, venule_plot_y (plot, histogram->n * unit));
  venule_plot_set_source (plot, mean_ink (plot), 1);
  cairo_set_line_width (plot->cr, MARK_WIDTH * plot->em);
  cairo_set_line_join (plot->cr, CAIRO_LINE_JOIN_MITER);
  cairo_stroke (plot->cr);
}

static void
draw_mark (const Figure *figure,
           double        value,
           VenuleInk     ink,
           gboolean      dashed,
           double        top)
{
  const VenulePlot *plot = &figure->plot;
  const double dashes[] = { 3.2 * MARK_WIDTH * plot->em, 2 * MARK_WIDTH * plot->em };
  cairo_t *cr = plot->cr;
  double x = venule_plot_x (plot, value);

  cairo_save (cr);
  venule_plot_set_source (plot, ink, 1);
  cairo_set_line_width (cr, MARK_WIDTH * plot->em);
  if (dashed)
    cairo_set_dash (cr, dashes, G_N_ELEMENTS (dashes), 0);
  cairo_move_to (cr, x, plot->bottom);
  cairo_line_to (cr, x, top);
  cairo_stroke (cr);
  cairo_restore (cr);
}

/* The lines of mean and median end below the legend where they would cross it. */
static double
top_of_mark (const Figure *figure,
             double        value)
{
  const VenulePlot *plot = &figure->plot;
  double width = venule_plot_legend_width (plot, figure->legend);
  double x = venule_plot_x (plot, value);
  double left = figure->legend_at_left ? plot->left : plot->right - width - plot->em;
  double right = figure->legend_at_left ? plot->left + width + plot->em : plot->right;

  if (plot->options->cumulative)
    return plot->top;

  return x > left && x < right ? plot->top + venule_plot_legend_height (plot, figure->legend) : plot->top;
}

/* ---- The figure ---- */

/* Velocities are read against zero, unless that would make slivers of the bars. */
static void
choose_x_range (Figure *figure)
{
  const VenuleHistogram *histogram = figure->histogram;
  double last = histogram->first + histogram->n_bins * histogram->bin_width;

  if (histogram->first < 0)
    figure->plot.x.low = histogram->first;
  else
    figure->plot.x.low = histogram->bin_width >= THINNEST_BAR * last ? 0 : histogram->first - histogram->bin_width;
  figure->plot.x.high = fmax (last, figure->plot.x.low + 2 * histogram->bin_width);
}

static void
draw_filled (Figure *figure)
{
  VenulePlot *plot = &figure->plot;
  double width = venule_plot_legend_width (plot, figure->legend), legend_top = plot->top;
  double legend_left = figure->legend_at_left ? plot->left + plot->em : plot->right - width;

  if (plot->options->cumulative)
    plot->top = fmin (plot->top + venule_plot_legend_height (plot, figure->legend) + 0.3 * plot->em,
                      plot->bottom - 3 * plot->em);

  venule_plot_clip (plot);
  if (plot->options->cumulative)
    draw_steps (figure);
  else
    draw_bars (figure);
  draw_mark (figure, figure->histogram->mean, mean_ink (plot), FALSE, top_of_mark (figure, figure->histogram->mean));
  draw_mark (figure, figure->histogram->median, median_ink (plot), TRUE,
             top_of_mark (figure, figure->histogram->median));
  venule_plot_unclip (plot);
  venule_plot_draw_axes (plot);
  venule_plot_draw_legend (plot, figure->legend, legend_left, legend_top);
}

void
venule_figure_draw_bars (cairo_t                   *cr,
                         double                     width,
                         double                     height,
                         const VenuleHistogram     *histogram,
                         const VenuleFigureOptions *options,
                         const char                *nothing,
                         gboolean                   dark)
{
  /* Translators: title of an axis; %s is "µm/s" or "px/s" */
  g_autofree char *x_title = g_strdup_printf (_("Rolling velocity (%s)"), histogram->unit);
  g_autofree char *y_title = dup_y_title (histogram, options);
  g_autoptr(GArray) legend = venule_plot_legend_new ();
  Figure figure = { .histogram = histogram, .legend = legend };
  VenulePlot *plot = &figure.plot;

  plot->x = (VenulePlotAxis){ .title = x_title, .high = 1 };
  plot->y = (VenulePlotAxis){ .title = y_title, .whole = options->bars == VENULE_BARS_COUNTS, .high = 1 };
  plot->options = options;
  if (histogram->n > 0)
    {
      choose_x_range (&figure);
      plot->y.high = 1.06 * highest (&figure);
    }

  cairo_save (cr);
  if (venule_plot_init (plot, cr, width, height, options, dark, 0))
    {
      if (histogram->n == 0)
        {
          /* Without numbers: there is nothing to be counted. */
          plot->x.low = plot->x.high + 1;
          plot->y.low = plot->y.high + 1;
          venule_plot_draw_axes (plot);
          venule_plot_draw_message (plot, nothing != NULL ? nothing : _("No rolling cells"));
        }
      else
        {
          fill_legend (&figure);
          plot->y.high = place_legend (&figure);
          venule_plot_init (plot, cr, width, height, options, dark, 0);
          draw_filled (&figure);
        }
    }
  cairo_restore (cr);
}

void
venule_figure_draw_histogram (cairo_t                 *cr,
                              double                   width,
                              double                   height,
                              const VenuleHistogram   *histogram,
                              const VenuleFigureStyle *style)
{
  g_autoptr(VenuleFigureOptions) options = venule_figure_options_new ();

  g_return_if_fail (cr != NULL);
  g_return_if_fail (histogram != NULL);

  if (style != NULL && style->font_size > 0)
    options->font_size = style->font_size;
  if (style != NULL)
    {
      options->font_family = g_strdup (style->font_family);
      options->local_numbers = style->local_numbers;
    }
  venule_figure_draw_bars (cr, width, height, histogram, options, style != NULL ? style->nothing : NULL,
                           style != NULL && style->dark);
}
