/* venule-figure-velocity.c: the velocity of each cell against time
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-figure-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "venule-histogram-plot-private.h"
#include "venule-statistics.h"
#include "venule-velocity.h"

#define DECIMALS 3
#define TIME_DECIMALS 6
#define LINE_WIDTH 0.07 /* em */
#define MAX_POINTS 400 /* of a track: more cannot be told apart in a figure */
#define N_MEDIANS 40    /* along the time */
#define FEWEST_CELLS 3  /* for a median */

typedef struct {
  guint          id;
  VenuleCellKind kind;
  guint          first, n; /* of the points */
} Line;

typedef struct {
  double time, velocity;
} Point;

typedef struct {
  GArray            *lines;  /* (element-type Line) */
  GArray            *points; /* (element-type Point) */
  VenuleCalibration  calibration;
  double             first_time, last_time;
} Data;

/* Windowed velocities at some frames of the track, evenly spread; free-flowing cells are another scale. */
static void
add_line (Data                 *data,
          VenuleTrack          *track,
          const VenuleSettings *settings)
{
  Line line = { venule_track_get_id (track), venule_track_get_kind (track), data->points->len, 0 };
  guint n;
  const VenulePlace *places = venule_track_get_places (track, &n);
  guint step = MAX (n / MAX_POINTS, 1);

  for (guint i = 0; i < n; i += step)
    {
      Point point = { places[i].time, venule_calibration_scale (&settings->calibration,
                                                                venule_track_velocity_at (track, settings,
                                                                                          places[i].frame)) };

      if (isfinite (point.velocity))
        g_array_append_val (data->points, point);
    }
  line.n = data->points->len - line.first;
  if (line.n == 0)
    return;

  g_array_append_val (data->lines, line);
  data->first_time = fmin (data->first_time, g_array_index (data->points, Point, line.first).time);
  data->last_time = fmax (data->last_time, g_array_index (data->points, Point, line.first + line.n - 1).time);
}

static gpointer
make (const VenuleResults  *results,
      GCancellable         *cancellable,
      GError              **error)
{
  Data *data = g_new0 (Data, 1);
  guint n = g_list_model_get_n_items (results->tracks);

  data->lines = g_array_new (FALSE, FALSE, sizeof (Line));
  data->points = g_array_new (FALSE, FALSE, sizeof (Point));
  data->calibration = results->settings->calibration;
  data->first_time = INFINITY;
  data->last_time = -INFINITY;
  for (guint i = 0; i < n; i++)
    {
      g_autoptr(VenuleTrack) track = g_list_model_get_item (results->tracks, i);
      VenuleCellKind kind = venule_track_get_kind (track);

      if (kind == VENULE_CELL_ROLLING || kind == VENULE_CELL_ADHERENT)
        add_line (data, track, results->settings);
    }

  return data;
}

static void
free_data (gpointer user_data)
{
  Data *data = user_data;

  g_array_unref (data->lines);
  g_array_unref (data->points);
  g_free (data);
}

static double
velocity_quantile (const Data *data,
                   double      p)
{
  g_autoptr(GArray) values = g_array_new (FALSE, FALSE, sizeof (double));

  for (guint i = 0; i < data->points->len; i++)
    g_array_append_val (values, g_array_index (data->points, Point, i).velocity);

  return values->len > 0 ? venule_statistics_quantile (values, p) : 1;
}

static void
draw_line (const VenulePlot *plot,
           const Data       *data,
           const Line       *line,
           VenuleInk         ink)
{
  for (guint i = 0; i < line->n; i++)
    {
      const Point *point = &g_array_index (data->points, Point, line->first + i);

      cairo_line_to (plot->cr, venule_plot_x (plot, point->time), venule_plot_y (plot, point->velocity));
    }
  venule_plot_set_source (plot, ink, 0.45);
  cairo_stroke (plot->cr);
}

/* The median over the cells that are there, of stretches of time: each cell with its own median there. */
static GArray *
find_medians (const Data *data)
{
  GArray *medians = g_array_new (FALSE, FALSE, sizeof (Point));
  double step = (data->last_time - data->first_time) / N_MEDIANS;

  for (guint i = 0; i < N_MEDIANS && step > 0; i++)
    {
      double from = data->first_time + i * step;
      g_autoptr(GArray) values = g_array_new (FALSE, FALSE, sizeof (double));
      Point median = { from + step / 2, NAN };

      for (guint j = 0; j < data->lines->len; j++)
        {
          const Line *line = &g_array_index (data->lines, Line, j);
          g_autoptr(GArray) own = g_array_new (FALSE, FALSE, sizeof (double));
          double value;

          for (guint k = 0; k < line->n && line->kind == VENULE_CELL_ROLLING; k++)
            {
              const Point *point = &g_array_index (data->points, Point, line->first + k);

              if (point->time >= from && point->time < from + step)
                g_array_append_val (own, point->velocity);
            }
          if (own->len == 0)
            continue;
          value = venule_statistics_quantile (own, 0.5);
          g_array_append_val (values, value);
        }
      if (values->len >= FEWEST_CELLS)
        median.velocity = venule_statistics_quantile (values, 0.5);
      g_array_append_val (medians, median);
    }

  return medians;
}

static void
draw_medians (const VenulePlot *plot,
              const Data       *data)
{
  g_autoptr(GArray) medians = find_medians (data);

  cairo_new_path (plot->cr);
  for (guint i = 0; i < medians->len; i++)
    {
      const Point *median = &g_array_index (medians, Point, i);

      if (isnan (median->velocity))
        cairo_new_sub_path (plot->cr);
      else
        cairo_line_to (plot->cr, venule_plot_x (plot, median->time), venule_plot_y (plot, median->velocity));
    }
  venule_plot_set_source (plot, venule_plot_get_ink (plot), 1);
  cairo_set_line_width (plot->cr, 1.6 * MARK_WIDTH * plot->em);
  cairo_stroke (plot->cr);
}

static void
draw_lines (const VenulePlot *plot,
            const Data       *data)
{
  g_autoptr(GArray) legend = venule_plot_legend_new ();
  guint n[2] = { 0 };

  venule_plot_clip (plot);
  cairo_set_line_width (plot->cr, LINE_WIDTH * plot->em);
  cairo_set_line_join (plot->cr, CAIRO_LINE_JOIN_ROUND);
  for (guint i = 0; i < data->lines->len; i++)
    {
      const Line *line = &g_array_index (data->lines, Line, i);
      guint series = line->kind == VENULE_CELL_ROLLING ? 0 : 1;

      n[series]++;
      draw_line (plot, data, line, venule_plot_get_color (plot, series));
    }
  draw_medians (plot, data);
  venule_plot_unclip (plot);
  venule_plot_draw_axes (plot);

  /* Translators: in the legend of a figure */
  venule_plot_legend_add (legend, VENULE_PLOT_LINE, venule_plot_get_color (plot, 0),
                          g_strdup_printf (_("rolling, n = %u"), n[0]));
  if (n[1] > 0)
    venule_plot_legend_add (legend, VENULE_PLOT_LINE, venule_plot_get_color (plot, 1),
                            g_strdup_printf (_("stationary, n = %u"), n[1]));
  venule_plot_legend_add (legend, VENULE_PLOT_LINE, venule_plot_get_ink (plot),
                          g_strdup (_("median of rolling cells")));
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
  g_autofree char *title = venule_figure_dup_velocity_title (&data->calibration);
  double high = velocity_quantile (data, 0.995), low = velocity_quantile (data, 0.005);
  VenulePlot plot = {
    .x = { .title = _("Time (s)"), .low = data->lines->len > 0 ? data->first_time : 0,
           .high = data->lines->len > 0 ? data->last_time : 1 },
    .y = { .title = title, .low = fmin (low, 0), .high = high * 1.35 }, /* with room for the legend */
  };

  if (!venule_plot_init (&plot, cr, width, height, options, dark, 0))
    return;
  if (data->lines->len > 0)
    {
      draw_lines (&plot, data);
      return;
    }
  venule_plot_draw_axes (&plot);
  venule_plot_draw_message (&plot, _("No rolling cells"));
}

static VenuleTable *
tabulate (gconstpointer              user_data,
          const VenuleFigureOptions *options)
{
  static const char *const titles[] = { "track_id", "class", "time_s", "velocity_UNIT_s", NULL };
  const Data *data = user_data;
  VenuleTable *table = venule_table_new (titles, venule_calibration_file_unit (&data->calibration));

  for (guint i = 0; i < data->lines->len; i++)
    {
      const Line *line = &g_array_index (data->lines, Line, i);

      for (guint j = 0; j < line->n; j++)
        {
          const Point *point = &g_array_index (data->points, Point, line->first + j);

          venule_figure_add_track (table, line->id, line->kind);
          venule_table_add_number (table, point->time, TIME_DECIMALS);
          venule_table_add_number (table, point->velocity, DECIMALS);
        }
    }

  return table;
}

const VenuleFigureClass venule_figure_velocity = {
  .id = "velocity",
  .label = N_("Velocity against time"),
  .make = make,
  .free = free_data,
  .draw = draw,
  .tabulate = tabulate,
};
