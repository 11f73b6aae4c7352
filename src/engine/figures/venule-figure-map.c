/* venule-figure-map.c: the paths over the mean frame, coloured by velocity
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-figure-private.h"

#include <float.h>
#include <glib/gi18n-lib.h>
#include <math.h>

#include "venule-axis.h"
#include "venule-cell-measures.h"
#include "venule-centreline-make.h"
#include "venule-diameter.h"
#include "venule-histogram-plot-private.h"
#include "venule-order.h"
#include "venule-overlay-stroke.h"
#include "venule-overlay.h"
#include "venule-velocity.h"

#define DECIMALS 3
#define LINE_WIDTH 0.16 /* em */
#define HALO_WIDTH 0.34 /* em */
#define VESSEL_WIDTH 0.1 /* em */
#define MAX_POINTS 300 /* of a track */
#define NEAR 0.04       /* em: a quarter of a line: how near to its spots a path is drawn */
#define MAX_SKIPPED 32u /* spots */
#define COLORS 64       /* as many as an eye tells apart */
#define SCALE_BAR_SHARE 0.2 /* of the width of the picture, at most */
#define DARK 0.005      /* share of the pixels that are black, and as many that are white */
#define MAX_SAMPLES 2400 /* along a side of the picture: 340 an inch over two columns of a journal */

typedef struct {
  double x, y;     /* px in the tissue */
  double velocity; /* in the unit of the figure; NaN: not known */
} Point;

typedef struct {
  guint          id;
  VenuleCellKind kind;
  guint          first, n; /* of the points */
} Path;

typedef struct {
  cairo_surface_t   *mean;
  int                width, height; /* px of the video */
  VenuleSettings    *settings;
  VenuleCentreline  *centreline;
  double             flux_position; /* px along it */
  VenuleCalibration  calibration;
  double             velocity_max;  /* at the end of the colours, in the unit */
  double             fastest;       /* in the unit */
  GArray            *paths;  /* (element-type Path) */
  GArray            *points; /* (element-type Point) */
} Data;

static void
free_data (gpointer user_data)
{
  Data *data = user_data;

  g_clear_pointer (&data->mean, cairo_surface_destroy);
  venule_settings_free (data->settings);
  venule_centreline_unref (data->centreline);
  g_array_unref (data->paths);
  g_array_unref (data->points);
  g_free (data);
}

/* ---- The mean frame as gray levels ---- */

/* The mean of squares of pixels, where there are more of them than a figure can show. */
static void
reduce (VenuleMeanFrame *mean)
{
  int times = (MAX (mean->width, mean->height) + MAX_SAMPLES - 1) / MAX_SAMPLES;
  int width = MAX (mean->width / times, 1), height = MAX (mean->height / times, 1);

  for (int y = 0; y < height && times > 1; y++)
    for (int x = 0; x < width; x++)
      {
        int rows = MIN (times, mean->height - y * times), columns = MIN (times, mean->width - x * times);
        double sum = 0;

        for (int j = 0; j < rows; j++)
          for (int i = 0; i < columns; i++)
            sum += (double) mean->samples[(gsize) (y * times + j) * (gsize) mean->width + (gsize) (x * times + i)];
        mean->samples[(gsize) y * (gsize) width + (gsize) x] = (float) (sum / (rows * columns));
      }
  mean->width = width;
  mean->height = height;
}

static cairo_surface_t *
to_gray (const VenuleMeanFrame *mean)
{
  gsize n = (gsize) mean->width * (gsize) mean->height;
  g_autofree float *sorted = g_memdup2 (mean->samples, n * sizeof (float));
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, mean->width, mean->height);
  guint8 *pixels = cairo_image_surface_get_data (surface);
  int stride = cairo_image_surface_get_stride (surface);
  double black, span;

  if (cairo_surface_status (surface) != CAIRO_STATUS_SUCCESS)
    return surface;

  qsort (sorted, n, sizeof (float), venule_compare_floats);
  black = (double) sorted[(gsize) (DARK * (double) (n - 1))];
  span = fmax ((double) sorted[(gsize) ((1 - DARK) * (double) (n - 1))] - black, 1);
  for (int y = 0; y < mean->height; y++)
    {
      guint32 *row = (guint32 *) (gpointer) (pixels + (gsize) y * (gsize) stride);

      for (int x = 0; x < mean->width; x++)
        {
          double level = ((double) mean->samples[(gsize) y * (gsize) mean->width + (gsize) x] - black) / span;
          guint32 gray = (guint32) lrint (255 * CLAMP (level, 0, 1));

          row[x] = gray << 16 | gray << 8 | gray;
        }
    }
  cairo_surface_mark_dirty (surface);

  return surface;
}

/* ---- Data ---- */

static void
add_path (Data                 *data,
          VenuleTrack          *track,
          const VenuleSettings *settings)
{
  Path path = { venule_track_get_id (track), venule_track_get_kind (track), data->points->len, 0 };
  guint n;
  g_autofree VenulePlace *owned = NULL;
  const VenulePlace *places = venule_velocity_get_places (track, &n, &owned);
  guint step = MAX (n / MAX_POINTS, 1);

  for (guint i = 0; i < n; i += step)
    {
      Point point = { places[i].x - (double) places[i].shift_x, places[i].y - (double) places[i].shift_y,
                      venule_calibration_scale (&settings->calibration,
                                                venule_track_velocity_at (track, settings, places[i].frame)) };

      data->fastest = fmax (data->fastest, point.velocity);
      g_array_append_val (data->points, point);
    }
  path.n = data->points->len - path.first;
  g_array_append_val (data->paths, path);
}

static gpointer
make (const VenuleResults  *results,
      GCancellable         *cancellable,
      GError              **error)
{
  guint n = g_list_model_get_n_items (results->tracks);
  g_autoptr(GPtrArray) tracks = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr(VenuleMeanFrame) mean = NULL;
  g_autoptr(VenuleMeasureSettings) measures = results->measure_settings != NULL
                                                ? venule_measure_settings_copy (results->measure_settings)
                                                : venule_measure_settings_new ();
  Data *data;

  for (guint i = 0; i < n; i++)
    g_ptr_array_add (tracks, g_list_model_get_item (results->tracks, i));
  mean = venule_mean_frame_new (results->source, tracks, results->first_frame, results->last_frame, NULL, NULL,
                                cancellable, error);
  if (mean == NULL)
    return NULL;

  data = g_new0 (Data, 1);
  data->width = mean->width;
  data->height = mean->height;
  reduce (mean);
  data->mean = to_gray (mean);
  data->settings = venule_settings_copy (results->settings);
  data->centreline = venule_centreline_new (results->settings->vessel, measures, data->width, data->height);
  data->flux_position = venule_cell_flux_position (data->centreline, measures);
  data->calibration = results->settings->calibration;
  data->velocity_max = venule_calibration_scale (&data->calibration,
                                                 venule_overlay_velocity_max (results->tracks, results->settings));
  data->paths = g_array_new (FALSE, FALSE, sizeof (Path));
  data->points = g_array_new (FALSE, FALSE, sizeof (Point));
  for (guint i = 0; i < tracks->len; i++)
    {
      VenuleTrack *track = g_ptr_array_index (tracks, i);

      if (!venule_track_get_hidden (track) && venule_track_get_n_spots (track) > 0)
        add_path (data, track, results->settings);
    }

  return data;
}

/* ---- Drawing: in px of the video ---- */

/* Of COLORS from slow to fast, −1: white. */
static int
find_color (const VenulePlot *plot,
            const Data       *data,
            const Point      *point)
{
  if (!isfinite (point->velocity) || !(data->velocity_max > 0) || plot->options->palette == VENULE_PALETTE_GRAYS)
    return -1;

  return (int) lround (CLAMP (point->velocity / data->velocity_max, 0, 1) * (COLORS - 1));
}

static void
stroke_color (cairo_t *cr,
              int      color)
{
  double r = 1, g = 1, b = 1;

  if (color >= 0)
    venule_overlay_velocity_color (color, COLORS - 1, &r, &g, &b);
  cairo_set_source_rgb (cr, r, g, b);
  cairo_stroke (cr);
}

/* Whether a line from @from to @to passes all spots between within @near. */
static gboolean
is_straight (const Point *from,
             const Point *to,
             double       near)
{
  double dx = to->x - from->x, dy = to->y - from->y, square = fmax (dx * dx + dy * dy, DBL_MIN);

  for (const Point *point = from + 1; point < to; point++)
    {
      double along = CLAMP (((point->x - from->x) * dx + (point->y - from->y) * dy) / square, 0, 1);

      if (hypot (point->x - from->x - along * dx, point->y - from->y - along * dy) > near)
        return FALSE;
    }

  return TRUE;
}

/* The last spot to which a straight line in one colour says what the path is. */
static guint
find_reach (const VenulePlot *plot,
            const Data       *data,
            const Path       *path,
            guint             i,
            double            near)
{
  const Point *points = &g_array_index (data->points, Point, path->first);
  int color = find_color (plot, data, &points[i]);
  guint reach = MIN (i + 1, path->n - 1);

  while (reach + 1 < path->n && reach < i + MAX_SKIPPED && find_color (plot, data, &points[reach]) == color &&
         is_straight (&points[i], &points[reach + 1], near))
    reach++;

  return reach;
}

/* One stroke for each stretch of one colour, through no more spots than it takes: each takes time, and room in the
 * file. */
static void
draw_path (const VenulePlot *plot,
           const Data       *data,
           const Path       *path,
           double            em)
{
  const Point *points = &g_array_index (data->points, Point, path->first);
  cairo_t *cr = plot->cr;
  guint kept[MAX_POINTS * 2], n = 0;

  for (guint i = 0; n == 0 || kept[n - 1] + 1 < path->n; i = find_reach (plot, data, path, i, NEAR * em))
    kept[n++] = i;

  for (guint i = 0; i < n; i++)
    cairo_line_to (cr, points[kept[i]].x + 0.5, points[kept[i]].y + 0.5);
  cairo_line_to (cr, points[kept[n - 1]].x + 0.5, points[kept[n - 1]].y + 0.5);
  cairo_set_line_width (cr, HALO_WIDTH * em);
  cairo_set_source_rgba (cr, 0, 0, 0, 0.55);
  cairo_stroke (cr);
  cairo_set_line_width (cr, LINE_WIDTH * em);
  for (guint i = 0; i < n; i++)
    {
      const Point *point = &points[kept[i]], *next = &points[kept[MIN (i + 1, n - 1)]];
      int color = find_color (plot, data, point);

      if (!cairo_has_current_point (cr))
        cairo_move_to (cr, point->x + 0.5, point->y + 0.5);
      cairo_line_to (cr, next->x + 0.5, next->y + 0.5);
      if (i + 1 == n || find_color (plot, data, next) != color)
        stroke_color (cr, color);
    }
}

/* @side: −1: the left wall; 0: the centreline; 1: the right wall */
static void
trace_line (cairo_t    *cr,
            const Data *data,
            int         side)
{
  guint n;
  const VenulePoint *points = venule_centreline_get_points (data->centreline, &n);
  double along = 0;

  for (guint i = 0; i < n; i++)
    {
      double left = 0, right = 0;
      VenulePoint point, direction;

      along += i > 0 ? hypot (points[i].x - points[i - 1].x, points[i].y - points[i - 1].y) : 0;
      venule_centreline_get_point (data->centreline, along, &point, &direction);
      if (side != 0)
        venule_centreline_get_walls (data->centreline, along, &left, &right);
      if (!isfinite (left) || !isfinite (right))
        return;
      /* Somebody who looks downstream on the screen, where y goes down, has (y, -x) on the left. */
      left = side < 0 ? left : side > 0 ? -right : 0;
      cairo_line_to (cr, point.x + 0.5 + left * direction.y, point.y + 0.5 - left * direction.x);
    }
}

/* What the analysis was told and measured of the vessel: its crop and flow, walls and centreline, and the line of the
 * flux. */
static void
draw_vessel (cairo_t    *cr,
             const Data *data,
             double      em)
{
  const double dots[] = { 0.3 * em, 0.4 * em };
  double line = VESSEL_WIDTH * em, left, right, half;
  VenuleOverlayOptions options;
  VenulePoint point, direction;

  venule_overlay_options_init (&options);
  options.scale = 12 / em;
  venule_overlay_draw_vessel (cr, data->settings, data->width, data->height, &options);
  cairo_save (cr);
  cairo_set_line_cap (cr, CAIRO_LINE_CAP_BUTT);
  cairo_set_dash (cr, dots, G_N_ELEMENTS (dots), 0);
  for (int side = -1; side <= 1; side++)
    {
      cairo_new_path (cr);
      if (side == 0 || venule_centreline_get_walls_from (data->centreline) > VENULE_WALLS_CROP)
        trace_line (cr, data, side);
      venule_overlay_stroke (cr, line, line / 2, 1, 1, 1);
    }
  cairo_restore (cr);

  venule_centreline_get_point (data->centreline, data->flux_position, &point, &direction);
  venule_centreline_get_walls (data->centreline, data->flux_position, &left, &right);
  half = isfinite (left) ? left : 2 * em;
  cairo_move_to (cr, point.x + 0.5 + half * direction.y, point.y + 0.5 - half * direction.x);
  half = isfinite (right) ? right : 2 * em;
  cairo_line_to (cr, point.x + 0.5 - half * direction.y, point.y + 0.5 + half * direction.x);
  venule_overlay_stroke (cr, 2 * line, line, 1, 1, 1);
}

/* White on a dark edge, in the lower right of the picture; in device units of the figure. */
static void
draw_scale_bar (const VenulePlot *plot,
                const Data       *data,
                double            scale)
{
  double unit = venule_calibration_is_calibrated (&data->calibration) ? data->calibration.pixel_size_um : 1;
  double length = venule_axis_round_length (SCALE_BAR_SHARE * data->width * unit);
  double width = length / unit * scale, right = plot->right - plot->em, bottom = plot->bottom - plot->em;
  g_autofree char *number = venule_axis_format_number (length, venule_axis_decimals (length));
  g_autofree char *label = g_strdup_printf ("%s %s", number, venule_calibration_length_unit (&data->calibration));
  g_autoptr (VenuleTextLayout) text =
    venule_text_layout_new (plot->cr, plot->options->font_family, plot->em, FALSE, label);
  cairo_t *cr = plot->cr;

  cairo_rectangle (cr, right - width - 0.5, bottom - 0.3 * plot->em - 0.5, width + 1, 0.3 * plot->em + 1);
  cairo_set_source_rgba (cr, 0, 0, 0, 0.6);
  cairo_fill (cr);
  cairo_rectangle (cr, right - width, bottom - 0.3 * plot->em, width, 0.3 * plot->em);
  cairo_set_source_rgb (cr, 1, 1, 1);
  cairo_fill (cr);
  venule_text_layout_path (text, right - width / 2, bottom - 0.7 * plot->em, 0.5, 1);
  cairo_set_source_rgba (cr, 0, 0, 0, 0.6);
  cairo_set_line_width (cr, 0.2 * plot->em);
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_ROUND);
  cairo_stroke (cr);
  cairo_set_source_rgb (cr, 1, 1, 1);
  venule_text_layout_show (text, right - width / 2, bottom - 0.7 * plot->em, 0.5, 1);
}

/* The box takes the shape of the picture. */
static double
fit_box (VenulePlot *plot,
         const Data *data)
{
  double scale = fmin ((plot->right - plot->left) / data->width, (plot->bottom - plot->top) / data->height);

  plot->right = plot->left + scale * data->width;
  plot->bottom = plot->top + scale * data->height;

  return scale;
}

/* It may have fewer pixels than the video. */
static void
draw_mean (cairo_t    *cr,
           const Data *data)
{
  cairo_save (cr);
  cairo_scale (cr, (double) data->width / cairo_image_surface_get_width (data->mean),
               (double) data->height / cairo_image_surface_get_height (data->mean));
  cairo_set_source_surface (cr, data->mean, 0, 0);
  cairo_paint (cr);
  cairo_restore (cr);
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
  VenulePlot plot = { .x = { .high = 1 }, .y = { .high = 1 } };
  double scale;
  gboolean colors = data->velocity_max > 0 && !options->bare && options->palette != VENULE_PALETTE_GRAYS;
  double room = colors ? VENULE_PLOT_COLOR_BAR_ROOM : 0;

  if (!venule_plot_init (&plot, cr, width, height, options, dark, room))
    return;
  /* Without axes: the scale bar says how large it is. */
  plot.left = MARGIN * plot.em;
  plot.top = MARGIN * plot.em;
  plot.bottom = height - MARGIN * plot.em;
  scale = fit_box (&plot, data);
  plot.top += (height - MARGIN * plot.em - plot.bottom) / 2;
  plot.bottom = plot.top + scale * data->height;
  plot.width = fmin (width, plot.right + (2 * MARGIN + room) * plot.em);

  cairo_save (cr);
  cairo_rectangle (cr, plot.left, plot.top, plot.right - plot.left, plot.bottom - plot.top);
  cairo_clip (cr);
  cairo_translate (cr, plot.left, plot.top);
  cairo_scale (cr, scale, scale);
  draw_mean (cr, data);
  cairo_set_line_cap (cr, CAIRO_LINE_CAP_ROUND);
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_ROUND);
  for (guint i = 0; i < data->paths->len && !options->bare; i++)
    draw_path (&plot, data, &g_array_index (data->paths, Path, i), plot.em / scale);
  if (options->vessel)
    draw_vessel (cr, data, plot.em / scale);
  cairo_restore (cr);
  draw_scale_bar (&plot, data, scale);
  if (colors)
    venule_plot_draw_color_bar (&plot, data->velocity_max, data->fastest > data->velocity_max, title);
}

static VenuleTable *
tabulate (gconstpointer              user_data,
          const VenuleFigureOptions *options)
{
  static const char *const titles[] = { "track_id", "class", "x_px", "y_px", "velocity_UNIT_s", NULL };
  const Data *data = user_data;
  VenuleTable *table = venule_table_new (titles, venule_calibration_file_unit (&data->calibration));

  for (guint i = 0; i < data->paths->len; i++)
    {
      const Path *path = &g_array_index (data->paths, Path, i);

      for (guint j = 0; j < path->n; j++)
        {
          const Point *point = &g_array_index (data->points, Point, path->first + j);

          venule_figure_add_track (table, path->id, path->kind);
          venule_table_add_number (table, point->x, DECIMALS);
          venule_table_add_number (table, point->y, DECIMALS);
          venule_table_add_number (table, point->velocity, DECIMALS);
        }
    }

  return table;
}

const VenuleFigureClass venule_figure_map = {
  .id = "map",
  .label = N_("Paths over the mean frame"),
  .make = make,
  .free = free_data,
  .draw = draw,
  .tabulate = tabulate,
};
