/* venule-figure-movement.c: how far the picture had moved, against time
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-figure-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "venule-histogram-plot-private.h"
#include "venule-shifts.h"
#include "venule-time.h"

#define DECIMALS 3
#define TIME_DECIMALS 6
#define LEAST_HIGH 0.5 /* px: a still picture is shown as one */

typedef struct {
  gint64             first_frame, n;
  double            *times;  /* s */
  VenulePoint       *shifts; /* px */
  gboolean          *known;
  VenuleCalibration  calibration;
} Data;

static gpointer
make (const VenuleResults  *results,
      GCancellable         *cancellable,
      GError              **error)
{
  Data *data = g_new0 (Data, 1);
  g_autoptr(GPtrArray) tracks = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < g_list_model_get_n_items (results->tracks); i++)
    g_ptr_array_add (tracks, g_list_model_get_item (results->tracks, i));
  data->first_frame = results->first_frame;
  data->n = MAX (results->last_frame - results->first_frame + 1, 0);
  data->times = g_new (double, data->n);
  for (gint64 i = 0; i < data->n; i++)
    data->times[i] = venule_time_of_frame (results->source, &results->settings->calibration, data->first_frame + i);
  data->shifts = venule_shifts_dup (tracks, data->first_frame, data->n, &data->known);
  data->calibration = results->settings->calibration;

  return data;
}

static void
free_data (gpointer user_data)
{
  Data *data = user_data;

  g_free (data->times);
  g_free (data->shifts);
  g_free (data->known);
  g_free (data);
}

static double
shift_of (const Data *data,
          gint64      i,
          gboolean    down)
{
  return venule_calibration_scale (&data->calibration, down ? data->shifts[i].y : data->shifts[i].x);
}

/* Half way to the frame before, or to the next. */
static double
time_between (const Data *data,
              gint64      i,
              int         way)
{
  gint64 other = CLAMP (i + way, 0, data->n - 1);

  return (data->times[i] + data->times[other]) / 2;
}

static gboolean
draw_unknown (const VenulePlot *plot,
              const Data       *data)
{
  gboolean any = FALSE;

  for (gint64 i = 0; i < data->n; i++)
    {
      gint64 end = i;

      if (data->known[i])
        continue;
      while (end + 1 < data->n && !data->known[end + 1])
        end++;

      double left = venule_plot_x (plot, time_between (data, i, -1));
      double right = venule_plot_x (plot, time_between (data, end, 1));

      cairo_rectangle (plot->cr, left, plot->top, fmax (right - left, MARK_WIDTH * plot->em), plot->bottom - plot->top);
      i = end;
      any = TRUE;
    }
  venule_plot_set_source (plot, venule_plot_get_ink (plot), 0.15);
  cairo_fill (plot->cr);
  return any;
}

static void
draw_line (const VenulePlot *plot,
           const Data       *data,
           gboolean          down)
{
  for (gint64 i = 0; i < data->n; i++)
    if (data->known[i])
      cairo_line_to (plot->cr, venule_plot_x (plot, data->times[i]), venule_plot_y (plot, shift_of (data, i, down)));
    else
      cairo_new_sub_path (plot->cr);
  venule_plot_set_source (plot, venule_plot_get_color (plot, down), 1);
  cairo_stroke (plot->cr);
}

static void
draw_lines (const VenulePlot *plot,
            const Data       *data)
{
  g_autoptr(GArray) legend = venule_plot_legend_new ();
  double paper = plot->dark ? 0.15 : 1;
  VenuleInk ink = venule_plot_get_ink (plot);
  VenuleInk band = { paper + 0.15 * (ink.r - paper), paper + 0.15 * (ink.g - paper), paper + 0.15 * (ink.b - paper) };
  gboolean any;

  venule_plot_clip (plot);
  any = draw_unknown (plot, data);
  cairo_set_line_width (plot->cr, MARK_WIDTH * plot->em);
  cairo_set_line_join (plot->cr, CAIRO_LINE_JOIN_ROUND);
  draw_line (plot, data, FALSE);
  draw_line (plot, data, TRUE);
  venule_plot_unclip (plot);
  venule_plot_draw_axes (plot);

  /* Translators: in the legend of a figure: movement of the picture along x */
  venule_plot_legend_add (legend, VENULE_PLOT_LINE, venule_plot_get_color (plot, 0), g_strdup (_("to the right")));
  venule_plot_legend_add (legend, VENULE_PLOT_LINE, venule_plot_get_color (plot, 1), g_strdup (_("downwards")));
  /* Translators: in the legend of a figure: frames in which the movement is not known */
  if (any)
    venule_plot_legend_add (legend, VENULE_PLOT_BLOCK, band, g_strdup (_("unknown")));
  venule_plot_draw_legend (plot, legend, plot->right - venule_plot_legend_width (plot, legend), plot->top);
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
  g_autofree char *title = g_strdup_printf (_("Movement of the picture (%s)"),
                                            venule_calibration_length_unit (&data->calibration));
  double least = venule_calibration_scale (&data->calibration, LEAST_HIGH), low = -least, high = least;
  VenulePlot plot = { .x = { .title = _("Time (s)"), .high = 1 }, .y = { .title = title } };

  for (gint64 i = 0; i < data->n; i++)
    for (int down = 0; down < 2; down++)
      {
        low = fmin (low, shift_of (data, i, down));
        high = fmax (high, shift_of (data, i, down));
      }
  plot.y.low = low - 0.05 * (high - low);
  plot.y.high = high + 0.35 * (high - low); /* with room for the legend */
  if (data->n > 0)
    {
      plot.x.low = data->times[0];
      plot.x.high = data->times[data->n - 1];
    }
  if (!venule_plot_init (&plot, cr, width, height, options, dark, 0))
    return;
  draw_lines (&plot, data);
}

static VenuleTable *
tabulate (gconstpointer              user_data,
          const VenuleFigureOptions *options)
{
  static const char *const titles[] = { "frame", "time_s", "shift_x_UNIT", "shift_y_UNIT", NULL };
  const Data *data = user_data;
  VenuleTable *table = venule_table_new (titles, venule_calibration_file_unit (&data->calibration));

  for (gint64 i = 0; i < data->n; i++)
    {
      venule_table_add_integer (table, data->first_frame + i);
      venule_table_add_number (table, data->times[i], TIME_DECIMALS);
      for (int down = 0; down < 2; down++)
        venule_table_add_number (table, data->known[i] ? shift_of (data, i, down) : NAN, DECIMALS);
    }

  return table;
}

const VenuleFigureClass venule_figure_movement = {
  .id = "movement",
  .label = N_("Movement of the picture"),
  .make = make,
  .free = free_data,
  .draw = draw,
  .tabulate = tabulate,
};
