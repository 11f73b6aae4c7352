/* venule-figure-vessel.c: flux over time, and the diameter along the vessel
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-figure-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "venule-centreline-make.h"
#include "venule-diameter.h"
#include "venule-histogram-plot-private.h"

#define DECIMALS 3
#define TIME_DECIMALS 6

/* ---- Flux ---- */

static gpointer
make_flux (const VenuleResults  *results,
           GCancellable         *cancellable,
           GError              **error)
{
  g_autoptr(VenuleMeasures) owned = NULL;
  const VenuleMeasures *measures = venule_results_measure (results, &owned);

  return g_array_copy (measures->flux);
}

static void
free_flux (gpointer data)
{
  g_array_unref (data);
}

static void
trace_flux (const VenulePlot *plot,
            const GArray     *bins,
            gboolean          total)
{
  for (guint i = 0; i < bins->len; i++)
    {
      const VenuleFluxBin *bin = &g_array_index (bins, VenuleFluxBin, i);
      double rate = venule_flux_bin_rate (bin, total ? bin->total : bin->rolling), y = venule_plot_y (plot, rate);

      if (isnan (rate))
        {
          cairo_new_sub_path (plot->cr);
          continue;
        }
      cairo_line_to (plot->cr, venule_plot_x (plot, bin->start), y);
      cairo_line_to (plot->cr, venule_plot_x (plot, bin->end), y);
    }
}

static void
draw_flux_steps (const VenulePlot *plot,
                 const GArray     *bins)
{
  const double dashes[] = { 4 * MARK_WIDTH * plot->em, 2.5 * MARK_WIDTH * plot->em };
  g_autoptr(GArray) legend = venule_plot_legend_new ();
  int n[2] = { 0 };

  venule_plot_clip (plot);
  cairo_set_line_width (plot->cr, 1.4 * MARK_WIDTH * plot->em);
  for (guint i = 2; i-- > 0;)
    {
      trace_flux (plot, bins, i == 1);
      venule_plot_set_source (plot, venule_plot_get_color (plot, i), 1);
      cairo_set_dash (plot->cr, dashes, i == 1 ? G_N_ELEMENTS (dashes) : 0, 0);
      cairo_stroke (plot->cr);
    }
  cairo_set_dash (plot->cr, NULL, 0, 0);
  venule_plot_unclip (plot);
  venule_plot_draw_axes (plot);
  for (guint i = 0; i < bins->len; i++)
    {
      n[0] += g_array_index (bins, VenuleFluxBin, i).rolling;
      n[1] += g_array_index (bins, VenuleFluxBin, i).total;
    }
  /* Translators: in the legend of a figure: cells that passed the line */
  venule_plot_legend_add (legend, VENULE_PLOT_LINE, venule_plot_get_color (plot, 0),
                          g_strdup_printf (_("rolling cells, n = %d"), n[0]));
  venule_plot_legend_add (legend, VENULE_PLOT_DASHES, venule_plot_get_color (plot, 1),
                          g_strdup_printf (_("all cells, n = %d"), n[1]));
  venule_plot_draw_legend (plot, legend, plot->right - venule_plot_legend_width (plot, legend), plot->top);
}

static void
draw_flux (gconstpointer              user_data,
           cairo_t                   *cr,
           double                     width,
           double                     height,
           const VenuleFigureOptions *options,
           gboolean                   dark)
{
  const GArray *bins = user_data;
  VenulePlot plot = { .x = { .title = _("Time (s)"), .high = 1 }, .y = { .title = _("Flux (cells/min)"), .high = 1 } };
  double highest = 0, lowest = 0;

  for (guint i = 0; i < bins->len; i++)
    {
      const VenuleFluxBin *bin = &g_array_index (bins, VenuleFluxBin, i);

      highest = fmax (highest, fmax (venule_flux_bin_rate (bin, bin->total), venule_flux_bin_rate (bin, bin->rolling)));
      lowest = fmin (lowest, fmin (venule_flux_bin_rate (bin, bin->total), venule_flux_bin_rate (bin, bin->rolling)));
    }
  if (bins->len > 0)
    {
      plot.x.low = g_array_index (bins, VenuleFluxBin, 0).start;
      plot.x.high = g_array_index (bins, VenuleFluxBin, bins->len - 1).end;
    }
  plot.y.low = lowest;
  plot.y.high = highest > 0 ? 1.3 * highest : 1;
  if (!venule_plot_init (&plot, cr, width, height, options, dark, 0))
    return;
  if (bins->len > 0)
    {
      draw_flux_steps (&plot, bins);
      return;
    }
  venule_plot_draw_axes (&plot);
  venule_plot_draw_message (&plot, _("No cells"));
}

static VenuleTable *
tabulate_flux (gconstpointer              user_data,
               const VenuleFigureOptions *options)
{
  static const char *const titles[] = { "start_s", "end_s", "rolling_per_min", "all_per_min", NULL };
  const GArray *bins = user_data;
  VenuleTable *table = venule_table_new (titles, NULL);

  for (guint i = 0; i < bins->len; i++)
    {
      const VenuleFluxBin *bin = &g_array_index (bins, VenuleFluxBin, i);

      venule_table_add_number (table, bin->start, TIME_DECIMALS);
      venule_table_add_number (table, bin->end, TIME_DECIMALS);
      venule_table_add_number (table, venule_flux_bin_rate (bin, bin->rolling), DECIMALS);
      venule_table_add_number (table, venule_flux_bin_rate (bin, bin->total), DECIMALS);
    }

  return table;
}

const VenuleFigureClass venule_figure_flux = {
  .id = "flux",
  .label = N_("Flux over time"),
  .make = make_flux,
  .free = free_flux,
  .draw = draw_flux,
  .tabulate = tabulate_flux,
};

/* ---- Diameter ---- */

typedef struct {
  GArray            *places; /* (element-type VenuleDiameterPlace) (nullable): NULL: never measured */
  VenuleCalibration  calibration;
} Diameter;

static gpointer
make_diameter (const VenuleResults  *results,
               GCancellable         *cancellable,
               GError              **error)
{
  Diameter *data = g_new0 (Diameter, 1);
  const char *text = results->measure_settings != NULL ? results->measure_settings->diameter_profile : NULL;
  g_autoptr(VenuleCentreline) line = venule_centreline_new (results->settings->vessel, results->measure_settings,
                                                            venule_source_get_width (results->source),
                                                            venule_source_get_height (results->source));
  g_autofree char *key = venule_centreline_dup_key (line);

  data->calibration = results->settings->calibration;
  if (text != NULL)
    data->places = venule_diameter_from_text (text, key);

  return data;
}

static void
free_diameter (gpointer user_data)
{
  Diameter *data = user_data;

  g_clear_pointer (&data->places, g_array_unref);
  g_free (data);
}

static double
diameter_at (const Diameter *data,
             guint           i,
             double         *along,
             double         *error)
{
  const VenuleDiameterPlace *place = &g_array_index (data->places, VenuleDiameterPlace, i);

  *along = venule_calibration_scale (&data->calibration, place->along);
  *error = venule_calibration_scale (&data->calibration, place->error);

  return venule_calibration_scale (&data->calibration, place->left + place->right);
}

static void
draw_profile (const VenulePlot *plot,
              const Diameter   *data)
{
  cairo_t *cr = plot->cr;
  double along, error;

  venule_plot_clip (plot);
  for (guint i = 0; i < data->places->len; i++)
    {
      double value = diameter_at (data, i, &along, &error);

      cairo_line_to (cr, venule_plot_x (plot, along), venule_plot_y (plot, value + 1.96 * error));
    }
  for (guint i = data->places->len; i-- > 0;)
    {
      double value = diameter_at (data, i, &along, &error);

      cairo_line_to (cr, venule_plot_x (plot, along), venule_plot_y (plot, value - 1.96 * error));
    }
  cairo_close_path (cr);
  venule_plot_set_source (plot, venule_plot_get_color (plot, 0), 0.25);
  cairo_fill (cr);
  for (guint i = 0; i < data->places->len; i++)
    {
      double value = diameter_at (data, i, &along, &error);

      cairo_line_to (cr, venule_plot_x (plot, along), venule_plot_y (plot, value));
    }
  venule_plot_set_source (plot, venule_plot_get_color (plot, 0), 1);
  cairo_set_line_width (cr, MARK_WIDTH * plot->em);
  cairo_stroke (cr);
  venule_plot_unclip (plot);
}

static void
draw_profile_legend (const VenulePlot *plot,
                     const Diameter   *data)
{
  g_autoptr(GArray) legend = venule_plot_legend_new ();
  VenuleInk ink = venule_plot_get_color (plot, 0);
  double paper = plot->dark ? 0.15 : 1;
  VenuleInk band = { paper + 0.25 * (ink.r - paper), paper + 0.25 * (ink.g - paper), paper + 0.25 * (ink.b - paper) };

  venule_plot_legend_add (legend, VENULE_PLOT_LINE, ink,
                          g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "n = %u place", "n = %u places",
                                                        data->places->len),
                                           data->places->len));
  /* Translators: in the legend of a figure: interval of confidence */
  venule_plot_legend_add (legend, VENULE_PLOT_BLOCK, band, g_strdup (_("interval (95 %)")));
  venule_plot_draw_legend (plot, legend, plot->right - venule_plot_legend_width (plot, legend), plot->top);
}

static void
draw_diameter (gconstpointer              user_data,
               cairo_t                   *cr,
               double                     width,
               double                     height,
               const VenuleFigureOptions *options,
               gboolean                   dark)
{
  const Diameter *data = user_data;
  const char *unit = venule_calibration_length_unit (&data->calibration);
  /* Translators: titles of axes; %s is "µm" or "px" */
  g_autofree char *x_title = g_strdup_printf (_("Place along the vessel (%s)"), unit);
  g_autofree char *y_title = g_strdup_printf (_("Diameter (%s)"), unit);
  VenulePlot plot = { .x = { .title = x_title, .high = 1 }, .y = { .title = y_title, .high = 1 } };

  for (guint i = 0; data->places != NULL && i < data->places->len; i++)
    {
      double along, error, value = diameter_at (data, i, &along, &error);

      plot.x.low = i == 0 ? along : plot.x.low;
      plot.x.high = along;
      plot.y.high = i == 0 ? 1.35 * value : fmax (plot.y.high, 1.35 * value); /* with room for the legend */
    }
  if (!venule_plot_init (&plot, cr, width, height, options, dark, 0))
    return;
  if (data->places != NULL && data->places->len > 1)
    draw_profile (&plot, data);
  venule_plot_draw_axes (&plot);
  if (data->places != NULL && data->places->len > 1)
    draw_profile_legend (&plot, data);
  if (data->places == NULL)
    venule_plot_draw_message (&plot, _("The diameter has not been measured in the video"));
}

static VenuleTable *
tabulate_diameter (gconstpointer              user_data,
                   const VenuleFigureOptions *options)
{
  static const char *const titles[] = { "along_UNIT", "diameter_UNIT", "se_UNIT", NULL };
  const Diameter *data = user_data;
  VenuleTable *table = venule_table_new (titles, venule_calibration_file_unit (&data->calibration));

  for (guint i = 0; data->places != NULL && i < data->places->len; i++)
    {
      double along, error, value = diameter_at (data, i, &along, &error);

      venule_table_add_number (table, along, DECIMALS);
      venule_table_add_number (table, value, DECIMALS);
      venule_table_add_number (table, error, DECIMALS);
    }

  return table;
}

const VenuleFigureClass venule_figure_diameter = {
  .id = "diameter",
  .label = N_("Diameter along the vessel"),
  .make = make_diameter,
  .free = free_diameter,
  .draw = draw_diameter,
  .tabulate = tabulate_diameter,
};
