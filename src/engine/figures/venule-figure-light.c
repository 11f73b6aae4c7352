/* venule-figure-light.c: how bright the tissue was, against time
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-figure-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "venule-axis.h"
#include "venule-histogram-plot-private.h"
#include "venule-time.h"

#define DECIMALS 3
#define TIME_DECIMALS 6
#define SHARE_DECIMALS 1
#define LEAST_HIGH 2.0 /* %: steady light is drawn as steady */

typedef struct {
  gint64       first_frame, n;
  double      *times; /* s */
  VenuleLight *light; /* NULL: not known */
} Data;

static gpointer
make (const VenuleResults *results, GCancellable *cancellable, GError **error)
{
  Data *data = g_new0 (Data, 1);

  data->first_frame = results->first_frame;
  data->n = MAX (results->last_frame - results->first_frame + 1, 0);
  data->times = g_new (double, data->n);
  for (gint64 i = 0; i < data->n; i++)
    data->times[i] = venule_time_of_frame (results->source, &results->settings->calibration, data->first_frame + i);
  data->light = venule_light_ref (results->light);

  return data;
}

static void
free_data (gpointer user_data)
{
  Data *data = user_data;

  g_free (data->times);
  venule_light_unref (data->light);
  g_free (data);
}

static void
draw_line (const VenulePlot *plot, const Data *data)
{
  for (gint64 i = 0; i < data->n; i++)
    {
      double light = venule_light_get_per_cent (data->light, i);

      if (isfinite (light))
        cairo_line_to (plot->cr, venule_plot_x (plot, data->times[i]), venule_plot_y (plot, light));
      else
        cairo_new_sub_path (plot->cr);
    }
  cairo_set_line_width (plot->cr, MARK_WIDTH * plot->em);
  cairo_set_line_join (plot->cr, CAIRO_LINE_JOIN_ROUND);
  venule_plot_set_source (plot, venule_plot_get_color (plot, 0), 1);
  cairo_stroke (plot->cr);
}

static char *
dup_label (const VenulePlot *plot, const Data *data)
{
  gboolean local = plot->options->local_numbers;
  g_autofree char *flicker = NULL, *drift = NULL;

  if (data->light == NULL || !isfinite (data->light->gray))
    return g_strdup (_("unknown"));

  flicker = venule_axis_dup_number (100 * data->light->flicker, SHARE_DECIMALS, local);
  drift = venule_axis_dup_number (100 * data->light->drift, SHARE_DECIMALS, local);
  /* Translators: in the legend of a figure: how much the light varies from frame to frame, and over the recording */
  return g_strdup_printf (_("flicker %s %%, drift %s %%"), flicker, drift);
}

static void
draw (gconstpointer              user_data,
      cairo_t                   *cr,
      double                     width,
      double                     height,
      const VenuleFigureOptions *options,
      gboolean                   dark)
{
  const Data *data = user_data;
  g_autoptr(GArray) legend = venule_plot_legend_new ();
  double low = 100 - LEAST_HIGH, high = 100 + LEAST_HIGH;
  VenulePlot plot = { .x = { .title = _("Time (s)"), .high = 1 },
                      .y = { .title = _("Brightness of the tissue (%)") } };

  for (gint64 i = 0; i < data->n; i++)
    {
      low = fmin (low, venule_light_get_per_cent (data->light, i));
      high = fmax (high, venule_light_get_per_cent (data->light, i));
    }
  plot.y.low = low - 0.05 * (high - low);
  plot.y.high = high + 0.2 * (high - low); /* with room for the legend */
  if (data->n > 0)
    {
      plot.x.low = data->times[0];
      plot.x.high = data->times[data->n - 1];
    }
  if (!venule_plot_init (&plot, cr, width, height, options, dark, 0))
    return;
  venule_plot_clip (&plot);
  draw_line (&plot, data);
  venule_plot_unclip (&plot);
  venule_plot_draw_axes (&plot);
  venule_plot_legend_add (legend, VENULE_PLOT_LINE, venule_plot_get_color (&plot, 0), dup_label (&plot, data));
  venule_plot_draw_legend (&plot, legend, plot.right - venule_plot_legend_width (&plot, legend), plot.top);
}

static VenuleTable *
tabulate (gconstpointer user_data, const VenuleFigureOptions *options)
{
  static const char *const titles[] = { "frame", "time_s", "tissue_gray", "light_percent", NULL };
  const Data *data = user_data;
  VenuleTable *table = venule_table_new (titles, NULL);

  for (gint64 i = 0; i < data->n; i++)
    {
      venule_table_add_integer (table, data->first_frame + i);
      venule_table_add_number (table, data->times[i], TIME_DECIMALS);
      venule_table_add_number (table, data->light != NULL && i < data->light->n ? (double) data->light->frames[i] : NAN,
                               DECIMALS);
      venule_table_add_number (table, venule_light_get_per_cent (data->light, i), DECIMALS);
    }

  return table;
}

const VenuleFigureClass venule_figure_light = {
  .id = "light",
  .label = N_("Brightness of the tissue"),
  .make = make,
  .free = free_data,
  .draw = draw,
  .tabulate = tabulate,
};
