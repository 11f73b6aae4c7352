/* venule-figure-kymograph.c: place along a line and time, with the tracks
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-figure-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "venule-error.h"
#include "venule-histogram-plot-private.h"
#include "venule-kymograph-plot.h"
#include "venule-overlay-color.h"

#define DECIMALS 3
#define TIME_DECIMALS 6
#define LINE_WIDTH 0.11                 /* em */
#define RESOLUTION (300.0 / 72)         /* pixels a pt */
#define WHITE 0xffffff

typedef struct {
  VenuleKymograph   *picture;
  VenuleCalibration  calibration;
  GArray            *curves;       /* (element-type VenuleKymographCurve) */
  double             velocity_max; /* px/s */
} Data;

static void
free_data (gpointer user_data)
{
  Data *data = user_data;

  venule_kymograph_unref (data->picture);
  g_clear_pointer (&data->curves, g_array_unref);
  g_free (data);
}

/* As it was chosen in the document. */
static VenuleKymographLine *
find_line (const VenuleResults *results)
{
  const char *text = results->measure_settings != NULL ? results->measure_settings->kymograph_line : NULL;
  VenuleKymographLine *line = text != NULL ? venule_kymograph_line_from_text (text) : NULL;

  return line != NULL ? line : venule_kymograph_line_new ();
}

static gpointer
make (const VenuleResults  *results,
      GCancellable         *cancellable,
      GError              **error)
{
  VenuleKymographLine *line;
  Data *data;

  /* As of a run that was stopped at once, or whose frames were lost when it was rescued. */
  if (results->first_frame < 0 || results->last_frame < results->first_frame)
    {
      g_set_error_literal (error, VENULE_ERROR, VENULE_ERROR_INVALID,
                           _("The document holds no results: no run of it has ended. Open it and press Run."));
      return NULL;
    }

  line = find_line (results);
  data = g_new0 (Data, 1);
  data->picture = venule_kymograph_new_for_tracks (results->source, results->settings, results->tracks,
                                                   results->first_frame, results->last_frame, line);
  venule_kymograph_line_free (line);
  if (!venule_kymograph_make (data->picture, results->source, NULL, NULL, cancellable, error))
    {
      free_data (data);
      return NULL;
    }
  data->calibration = results->settings->calibration;
  data->curves = venule_kymograph_dup_curves (data->picture, results->tracks, results->settings);
  data->velocity_max = venule_overlay_velocity_max (results->tracks, results->settings);

  return data;
}

/* All of one colour, which stands out from any gray. */
static GArray *
dup_white (const GArray *curves)
{
  GArray *white = venule_kymograph_curves_new ();

  for (guint i = 0; i < curves->len; i++)
    {
      VenuleKymographCurve curve = g_array_index (curves, VenuleKymographCurve, i);

      curve.trace = venule_kymograph_trace_ref (curve.trace);
      curve.color = WHITE;
      g_array_append_val (white, curve);
    }

  return white;
}

static void
draw_picture (const VenulePlot *plot,
              const Data       *data)
{
  const VenuleKymographBox box = { plot->left, plot->top, plot->right - plot->left, plot->bottom - plot->top };
  double unit = venule_calibration_scale (&data->calibration, 1);
  g_autoptr(GArray) white = NULL;
  VenuleKymographPlot content;

  venule_kymograph_plot_init (&content, data->picture, &data->calibration);
  content.along_low = plot->x.low / unit;
  content.along_high = plot->x.high / unit;
  content.time_low = plot->y.low;
  content.time_high = plot->y.high;
  content.velocity_max = data->velocity_max;
  content.curves = data->curves;
  if (plot->options->palette == VENULE_PALETTE_GRAYS)
    content.curves = white = dup_white (data->curves);
  venule_kymograph_draw_image (plot->cr, &box, &content, RESOLUTION);
  if (!plot->options->bare)
    venule_kymograph_draw_curves (plot->cr, &box, &content, LINE_WIDTH * plot->em);
}

/* Whether a cell is faster than the colours tell. */
static gboolean
is_open (const Data *data)
{
  for (guint i = 0; i < data->curves->len; i++)
    {
      const VenuleKymographTrace *trace = g_array_index (data->curves, VenuleKymographCurve, i).trace;

      for (guint j = 0; j < trace->n; j++)
        if ((double) trace->vertices[j].velocity > data->velocity_max)
          return TRUE;
    }

  return FALSE;
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
  g_autofree char *x_title = g_strdup_printf (_("Place along the line (%s)"),
                                              venule_calibration_length_unit (&data->calibration));
  g_autofree char *bar_title = venule_figure_dup_velocity_title (&data->calibration);
  gboolean colors = data->velocity_max > 0 && !options->bare && options->palette != VENULE_PALETTE_GRAYS;
  /* A picture of one frame is as high as that lasts. */
  double edge = data->picture->n_rows > 1 ? 0 : 0.5;
  VenulePlot plot = {
    .x = { .title = x_title, .high = venule_calibration_scale (&data->calibration, data->picture->length - 1) },
    .y = { .title = _("Time (s)"), .low = venule_kymograph_time_of_row (data->picture, -edge),
           .high = venule_kymograph_time_of_row (data->picture, data->picture->n_rows - 1 + edge), .down = TRUE },
  };

  if (!venule_plot_init (&plot, cr, width, height, options, dark, colors ? VENULE_PLOT_COLOR_BAR_ROOM : 0))
    return;
  draw_picture (&plot, data);
  venule_plot_draw_axes (&plot);
  if (colors)
    venule_plot_draw_color_bar (&plot, venule_calibration_scale (&data->calibration, data->velocity_max),
                                is_open (data), bar_title);
}

static VenuleTable *
tabulate (gconstpointer              user_data,
          const VenuleFigureOptions *options)
{
  static const char *const titles[] = { "track_id", "class", "time_s", "along_UNIT", "velocity_UNIT_s", NULL };
  const Data *data = user_data;
  VenuleTable *table = venule_table_new (titles, venule_calibration_file_unit (&data->calibration));

  for (guint i = 0; i < data->curves->len; i++)
    {
      const VenuleKymographCurve *curve = &g_array_index (data->curves, VenuleKymographCurve, i);

      for (guint j = 0; j < curve->trace->n; j++)
        {
          const VenuleKymographVertex *vertex = &curve->trace->vertices[j];

          venule_figure_add_track (table, curve->trace->id, curve->kind);
          venule_table_add_number (table, venule_kymograph_time_of_row (data->picture, vertex->row), TIME_DECIMALS);
          venule_table_add_number (table, venule_calibration_scale (&data->calibration, vertex->along), DECIMALS);
          venule_table_add_number (table, venule_calibration_scale (&data->calibration, vertex->velocity), DECIMALS);
        }
    }

  return table;
}

/* The line, in px of the video. */
static char *
describe (gconstpointer user_data)
{
  const Data *data = user_data;
  g_autofree char *line = venule_kymograph_line_to_text (data->picture->line);

  return g_strdup_printf ("kymograph along %s", line);
}

const VenuleFigureClass venule_figure_kymograph = {
  .id = "kymograph",
  .label = N_("Kymograph"),
  .make = make,
  .free = free_data,
  .draw = draw,
  .tabulate = tabulate,
  .describe = describe,
};
