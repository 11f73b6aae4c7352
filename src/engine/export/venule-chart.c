/* venule-chart.c: curves with axes, on the screen and in the paper
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-chart.h"

#include <math.h>

#include "venule-axis.h"
#include "venule-figure-private.h"
#include "venule-text.h"

/* In em. */
#define MARK_RADIUS 0.27
#define LINE_WIDTH 0.16
#define WHISKER_WIDTH 0.09
#define LEGEND_GAP 1.4 /* between two entries */
#define CHART_GAP 0.9  /* between two charts */
#define LEVEL_GAP 0.4  /* from a level to its label */
/* Of the axis, at both ends of the curves. */
#define SPARE 0.03

typedef struct {
  double r, g, b;
} Color;

typedef struct {
  Color ink, quiet;
  Color series[VENULE_CHART_MOST_SERIES];
} Palette;

/* Blue, vermilion, green and purple of Wong (2011), which keep apart for every kind of colour vision; lighter on dark. */
static const Palette light_palette = {
  .ink = { 0.10, 0.10, 0.10 }, .quiet = { 0.62, 0.62, 0.62 },
  .series = { { 0.0, 0.45, 0.70 }, { 0.84, 0.37, 0.0 }, { 0.0, 0.52, 0.38 }, { 0.72, 0.38, 0.56 } },
};
static const Palette dark_palette = {
  .ink = { 0.92, 0.92, 0.92 }, .quiet = { 0.45, 0.45, 0.45 },
  .series = { { 0.42, 0.75, 0.95 }, { 1.0, 0.60, 0.30 }, { 0.35, 0.80, 0.65 }, { 0.90, 0.65, 0.80 } },
};

typedef struct {
  cairo_t       *cr;
  const Palette *palette;
  const char    *family;
  double         em;
  double         left, right; /* of the box between the axes, the same for all charts */
  double         x_low, x_high, x_step;
} Sheet;

/* One chart on the sheet. */
typedef struct {
  const VenuleChart *chart;
  double             above;       /* room over its box */
  double             top, bottom; /* of its box */
  double             y_low, y_high, y_step;
} Panel;

static void
set_color (Sheet *sheet,
           Color  color)
{
  cairo_set_source_rgb (sheet->cr, color.r, color.g, color.b);
}

static double
to_x (const Sheet *sheet,
      double       value)
{
  return sheet->left + (value - sheet->x_low) / (sheet->x_high - sheet->x_low) * (sheet->right - sheet->left);
}

static double
to_y (const Panel *panel,
      double       value)
{
  return panel->bottom - (value - panel->y_low) / (panel->y_high - panel->y_low) * (panel->bottom - panel->top);
}

static VenuleText *
set_text (Sheet      *sheet,
          const char *text)
{
  return venule_text_new (sheet->cr, sheet->family, sheet->em, FALSE, text);
}

static VenuleText *
set_number (Sheet  *sheet,
            double  number,
            double  step)
{
  g_autofree char *digits = venule_axis_format_number (number, venule_axis_decimals (step));

  return set_text (sheet, digits);
}

/* ---- Ranges ---- */

static void
extend (double *low,
        double *high,
        double  value)
{
  if (!isfinite (value))
    return;
  *low = isnan (*low) ? value : fmin (*low, value);
  *high = isnan (*high) ? value : fmax (*high, value);
}

/* A range of some length, whatever the curves are. */
static void
make_sound (double *low,
            double *high)
{
  if (isnan (*low) || isnan (*high))
    *low = 0, *high = 1;
  else if (!(*high > *low))
    *high = *low + fmax (fabs (*low) * 0.1, 1e-6);
}

static void
choose_x_range (Sheet             *sheet,
                const VenuleChart *charts,
                guint              n)
{
  double low = NAN, high = NAN, spare;

  for (guint i = 0; i < n; i++)
    {
      for (guint j = 0; j < charts[i].n_series; j++)
        {
          for (guint k = 0; k < charts[i].series[j].n; k++)
            extend (&low, &high, charts[i].series[j].points[k].x);
        }
    }
  make_sound (&low, &high);
  spare = SPARE * (high - low);
  sheet->x_low = low - spare;
  sheet->x_high = high + spare;
}

static void
choose_y_range (const Sheet *sheet,
                Panel       *panel)
{
  const VenuleChart *chart = panel->chart;
  double low = NAN, high = NAN;
  gboolean from_zero;

  for (guint j = 0; j < chart->n_series; j++)
    {
      for (guint k = 0; k < chart->series[j].n; k++)
        {
          const VenuleChartPoint *point = &chart->series[j].points[k];

          extend (&low, &high, point->y);
          extend (&low, &high, point->low);
          extend (&low, &high, point->high);
        }
    }
  for (guint j = 0; j < chart->n_levels; j++)
    {
      extend (&low, &high, chart->levels[j].y);
      extend (&low, &high, chart->levels[j].low);
      extend (&low, &high, chart->levels[j].high);
    }
  make_sound (&low, &high);
  /* Amounts are read against nothing. */
  from_zero = low >= 0;
  panel->y_low = !isnan (chart->y_low) ? chart->y_low : from_zero ? 0 : low - SPARE * (high - low);
  panel->y_high = !isnan (chart->y_high) ? chart->y_high : high + SPARE * (high - panel->y_low);
  make_sound (&panel->y_low, &panel->y_high);
  panel->y_step = venule_axis_step (panel->y_high - panel->y_low,
                                    (int) CLAMP ((panel->bottom - panel->top) / (2.2 * sheet->em), 1, 8));
}

/* ---- Marks ---- */

static void
add_mark_path (Sheet  *sheet,
               guint   series,
               double  x,
               double  y)
{
  cairo_t *cr = sheet->cr;
  double r = MARK_RADIUS * sheet->em;

  cairo_new_sub_path (cr);
  switch (series % VENULE_CHART_MOST_SERIES)
    {
    case 0:
      cairo_arc (cr, x, y, r, 0, 2 * G_PI);
      break;
    case 1:
      cairo_rectangle (cr, x - 0.88 * r, y - 0.88 * r, 1.76 * r, 1.76 * r);
      break;
    case 2:
      cairo_move_to (cr, x, y - 1.25 * r);
      cairo_line_to (cr, x + 1.1 * r, y + 0.8 * r);
      cairo_line_to (cr, x - 1.1 * r, y + 0.8 * r);
      break;
    default:
      cairo_move_to (cr, x, y - 1.3 * r);
      cairo_line_to (cr, x + 1.3 * r, y);
      cairo_line_to (cr, x, y + 1.3 * r);
      cairo_line_to (cr, x - 1.3 * r, y);
      break;
    }
  cairo_close_path (cr);
}

static void
set_line (Sheet *sheet,
          guint  series)
{
  const double dashes[] = { 0, 4.5, 1.8, 3 }; /* times the line's width; 0: a full line */
  double dash = dashes[series % VENULE_CHART_MOST_SERIES] * LINE_WIDTH * sheet->em;
  double pattern[] = { dash, 0.75 * dash };

  set_color (sheet, sheet->palette->series[series % VENULE_CHART_MOST_SERIES]);
  cairo_set_line_width (sheet->cr, LINE_WIDTH * sheet->em);
  cairo_set_line_join (sheet->cr, CAIRO_LINE_JOIN_ROUND);
  cairo_set_dash (sheet->cr, pattern, dash > 0 ? G_N_ELEMENTS (pattern) : 0, 0);
}

static void
draw_whisker (Sheet                  *sheet,
              const Panel            *panel,
              const VenuleChartPoint *point)
{
  cairo_t *cr = sheet->cr;
  double x = to_x (sheet, point->x);
  double half = 0.8 * MARK_RADIUS * sheet->em;

  if (!isfinite (point->low) || !isfinite (point->high))
    return;
  cairo_move_to (cr, x, to_y (panel, point->low));
  cairo_line_to (cr, x, to_y (panel, point->high));
  cairo_move_to (cr, x - half, to_y (panel, point->low));
  cairo_line_to (cr, x + half, to_y (panel, point->low));
  cairo_move_to (cr, x - half, to_y (panel, point->high));
  cairo_line_to (cr, x + half, to_y (panel, point->high));
}

/* No curve goes through it. */
static gboolean
stands_alone (const VenuleChartSeries *series,
              guint                    k)
{
  return (k == 0 || !isfinite (series->points[k - 1].y)) && (k + 1 == series->n || !isfinite (series->points[k + 1].y));
}

static void
draw_series (Sheet       *sheet,
             const Panel *panel,
             guint        number)
{
  const VenuleChartSeries *series = &panel->chart->series[number];
  cairo_t *cr = sheet->cr;
  gboolean drawing = FALSE;

  set_line (sheet, number);
  for (guint k = 0; k < series->n && !series->scattered; k++)
    {
      const VenuleChartPoint *point = &series->points[k];

      if (isfinite (point->y) && drawing)
        cairo_line_to (cr, to_x (sheet, point->x), to_y (panel, point->y));
      else if (isfinite (point->y))
        cairo_move_to (cr, to_x (sheet, point->x), to_y (panel, point->y));
      drawing = isfinite (point->y);
    }
  cairo_stroke (cr);

  cairo_set_dash (cr, NULL, 0, 0);
  cairo_set_line_width (cr, WHISKER_WIDTH * sheet->em);
  for (guint k = 0; k < series->n; k++)
    draw_whisker (sheet, panel, &series->points[k]);
  cairo_stroke (cr);
  for (guint k = 0; k < series->n; k++)
    {
      if (isfinite (series->points[k].y) && (!series->plain || stands_alone (series, k)))
        add_mark_path (sheet, number, to_x (sheet, series->points[k].x), to_y (panel, series->points[k].y));
    }
  cairo_fill (cr);
}

static void
draw_spans (Sheet       *sheet,
            const Panel *panel)
{
  Color color = sheet->palette->quiet;

  cairo_set_source_rgba (sheet->cr, color.r, color.g, color.b, 0.25);
  for (guint i = 0; i < panel->chart->n_spans; i++)
    {
      double left = CLAMP (to_x (sheet, panel->chart->spans[i].low), sheet->left, sheet->right);
      double right = CLAMP (to_x (sheet, panel->chart->spans[i].high), sheet->left, sheet->right);

      cairo_rectangle (sheet->cr, left, panel->top, right - left, panel->bottom - panel->top);
    }
  cairo_fill (sheet->cr);
}

static void
draw_guides (Sheet       *sheet,
             const Panel *panel)
{
  const double dashes[] = { 3 * AXIS_WIDTH * sheet->em, 3 * AXIS_WIDTH * sheet->em };
  cairo_t *cr = sheet->cr;

  cairo_save (cr);
  set_color (sheet, sheet->palette->quiet);
  cairo_set_line_width (cr, AXIS_WIDTH * sheet->em);
  cairo_set_dash (cr, dashes, G_N_ELEMENTS (dashes), 0);
  if (isfinite (panel->chart->x_mark))
    {
      cairo_move_to (cr, to_x (sheet, panel->chart->x_mark), panel->top);
      cairo_line_to (cr, to_x (sheet, panel->chart->x_mark), panel->bottom);
    }
  /* Beyond the axis it would lie in the panel above or below. */
  if (isfinite (panel->chart->y_mark))
    {
      double y = to_y (panel, panel->chart->y_mark);

      if (y >= panel->top && y <= panel->bottom)
        {
          cairo_move_to (cr, sheet->left, y);
          cairo_line_to (cr, sheet->right, y);
        }
    }
  cairo_stroke (cr);
  cairo_restore (cr);
}

static void
draw_level (Sheet                  *sheet,
            const Panel            *panel,
            const VenuleChartLevel *level)
{
  const double dashes[] = { 5 * MARK_WIDTH * sheet->em, 3 * MARK_WIDTH * sheet->em };
  cairo_t *cr = sheet->cr;
  g_autoptr(VenuleText) label = set_text (sheet, level->label);
  g_autoptr(VenuleText) value = set_text (sheet, level->value);
  double right = sheet->right + LEVEL_GAP * sheet->em;
  double y = to_y (panel, level->y);

  if (isfinite (level->low) && isfinite (level->high))
    {
      Color color = sheet->palette->quiet;

      cairo_set_source_rgba (cr, color.r, color.g, color.b, 0.25);
      cairo_rectangle (cr, sheet->left, to_y (panel, level->high), sheet->right - sheet->left,
                       to_y (panel, level->low) - to_y (panel, level->high));
      cairo_fill (cr);
    }
  set_color (sheet, sheet->palette->ink);
  cairo_set_line_width (cr, MARK_WIDTH * sheet->em);
  cairo_set_dash (cr, dashes, level->dashed ? G_N_ELEMENTS (dashes) : 0, 0);
  cairo_move_to (cr, sheet->left, y);
  cairo_line_to (cr, sheet->right, y);
  cairo_stroke (cr);
  cairo_set_dash (cr, NULL, 0, 0);
  venule_text_show (label, right, y - 0.25 * sheet->em, 0, 1);
  venule_text_show (value, right, y + 0.25 * sheet->em, 0, 0);
}

/* ---- Axes and legend ---- */

static void
draw_x_ticks (Sheet       *sheet,
              const Panel *panel,
              gboolean     with_numbers)
{
  cairo_t *cr = sheet->cr;
  double em = sheet->em;

  for (double i = ceil (sheet->x_low / sheet->x_step - 1e-9); i * sheet->x_step <= sheet->x_high * (1 + 1e-9); i++)
    {
      double x = to_x (sheet, i * sheet->x_step);

      cairo_move_to (cr, x, panel->bottom);
      cairo_line_to (cr, x, panel->bottom + TICK_LENGTH * em);
      cairo_stroke (cr);
      if (with_numbers)
        {
          g_autoptr(VenuleText) text = set_number (sheet, i * sheet->x_step, sheet->x_step);

          venule_text_show (text, x, panel->bottom + (TICK_LENGTH + TICK_GAP) * em, 0.5, 0);
        }
    }
}

static void
draw_y_ticks (Sheet       *sheet,
              const Panel *panel)
{
  cairo_t *cr = sheet->cr;
  double em = sheet->em;

  for (double i = ceil (panel->y_low / panel->y_step - 1e-9);
       i * panel->y_step <= panel->y_high + 1e-9 * (panel->y_high - panel->y_low); i++)
    {
      g_autoptr(VenuleText) text = set_number (sheet, i * panel->y_step, panel->y_step);
      double y = to_y (panel, i * panel->y_step);

      cairo_move_to (cr, sheet->left, y);
      cairo_line_to (cr, sheet->left - TICK_LENGTH * em, y);
      cairo_stroke (cr);
      venule_text_show (text, sheet->left - (TICK_LENGTH + TICK_GAP) * em, y, 1, 0.5);
    }
}

static void
draw_axes (Sheet       *sheet,
           const Panel *panel,
           gboolean     lowest)
{
  cairo_t *cr = sheet->cr;
  g_autoptr(VenuleText) up = set_text (sheet, panel->chart->y_label);

  set_color (sheet, sheet->palette->ink);
  cairo_set_line_width (cr, AXIS_WIDTH * sheet->em);
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_MITER);
  cairo_move_to (cr, sheet->left, panel->top);
  cairo_line_to (cr, sheet->left, panel->bottom);
  cairo_line_to (cr, sheet->right, panel->bottom);
  cairo_stroke (cr);
  draw_x_ticks (sheet, panel, lowest);
  draw_y_ticks (sheet, panel);

  cairo_save (cr);
  cairo_translate (cr, MARGIN * sheet->em, (panel->top + panel->bottom) / 2);
  cairo_rotate (cr, -G_PI / 2);
  venule_text_show (up, 0, 0, 0.5, 0);
  cairo_restore (cr);
}

/* A row of entries above the box, right-aligned; a single curve needs none. */
static void
draw_legend (Sheet       *sheet,
             const Panel *panel)
{
  double em = sheet->em;
  double x = sheet->right;
  double y = panel->top - 0.8 * LINE_HEIGHT * em;

  for (guint i = panel->chart->n_series; panel->chart->n_series > 1 && i-- > 0;)
    {
      g_autoptr(VenuleText) label = set_text (sheet, panel->chart->series[i].label);
      double left = x - venule_text_get_width (label);

      set_color (sheet, sheet->palette->ink);
      venule_text_show (label, left, y, 0, 0.5);
      left -= (SAMPLE_LENGTH + SAMPLE_GAP) * em;
      set_line (sheet, i);
      cairo_move_to (sheet->cr, left, y);
      cairo_line_to (sheet->cr, left + (panel->chart->series[i].scattered ? 0 : SAMPLE_LENGTH * em), y);
      cairo_stroke (sheet->cr);
      cairo_set_dash (sheet->cr, NULL, 0, 0);
      add_mark_path (sheet, i, left + SAMPLE_LENGTH / 2 * em, y);
      cairo_fill (sheet->cr);
      x = left - LEGEND_GAP * em;
    }
}

/* ---- The sheet ---- */

/* From top to bottom, all boxes of one height. */
static void
lay_out (Sheet  *sheet,
         Panel  *panels,
         guint   n,
         double  height)
{
  double em = sheet->em;
  double bottom = height - (MARGIN + CAP + TITLE_GAP + CAP + TICK_GAP + TICK_LENGTH) * em;
  double room = bottom - MARGIN * em;
  double top = MARGIN * em;

  for (guint i = 0; i < n; i++)
    {
      panels[i].above = (panels[i].chart->n_series > 1 ? LINE_HEIGHT * em : 0.5 * CAP * em) + (i > 0 ? CHART_GAP * em : 0);
      room -= panels[i].above;
    }
  for (guint i = 0; i < n; i++)
    {
      panels[i].top = top + panels[i].above;
      panels[i].bottom = panels[i].top + room / n;
      top = panels[i].bottom;
    }
}

static double
widest_y_number (Sheet       *sheet,
                 const Panel *panels,
                 guint        n)
{
  double widest = 0;

  for (guint i = 0; i < n; i++)
    {
      g_autoptr(VenuleText) low = set_number (sheet, panels[i].y_low, panels[i].y_step);
      g_autoptr(VenuleText) high = set_number (sheet, panels[i].y_high, panels[i].y_step);

      widest = fmax (widest, fmax (venule_text_get_width (low), venule_text_get_width (high)));
    }

  return widest;
}

/* Room to the right of the boxes. */
static double
widest_level (Sheet             *sheet,
              const VenuleChart *charts,
              guint              n)
{
  double widest = 0;

  for (guint i = 0; i < n; i++)
    {
      for (guint j = 0; j < charts[i].n_levels; j++)
        {
          g_autoptr(VenuleText) label = set_text (sheet, charts[i].levels[j].label);
          g_autoptr(VenuleText) value = set_text (sheet, charts[i].levels[j].value);

          widest = fmax (widest, LEVEL_GAP * sheet->em +
                                 fmax (venule_text_get_width (label), venule_text_get_width (value)));
        }
    }

  return widest;
}

static void
choose_x_step (Sheet *sheet)
{
  double step = venule_axis_step (sheet->x_high - sheet->x_low, 8);
  g_autoptr(VenuleText) high = set_number (sheet, sheet->x_high, step);
  double each = venule_text_get_width (high) + 1.5 * sheet->em;

  sheet->x_step = venule_axis_step (sheet->x_high - sheet->x_low, (int) CLAMP ((sheet->right - sheet->left) / each, 1, 10));
}

static void
draw_panel (Sheet       *sheet,
            const Panel *panel,
            gboolean     lowest)
{
  cairo_t *cr = sheet->cr;
  double spill = MARK_RADIUS * sheet->em;

  draw_spans (sheet, panel);
  draw_guides (sheet, panel);
  for (guint j = 0; j < panel->chart->n_levels; j++)
    {
      if (isfinite (panel->chart->levels[j].y))
        draw_level (sheet, panel, &panel->chart->levels[j]);
    }
  draw_axes (sheet, panel, lowest);
  /* A mark on the edge of the box is whole, a curve that leaves it is not. */
  cairo_save (cr);
  cairo_rectangle (cr, sheet->left - spill, panel->top - spill, sheet->right - sheet->left + 2 * spill,
                   panel->bottom - panel->top + 2 * spill);
  cairo_clip (cr);
  for (guint j = 0; j < panel->chart->n_series; j++)
    draw_series (sheet, panel, j);
  cairo_restore (cr);
  draw_legend (sheet, panel);
}

/* FALSE: there is no room. */
static gboolean
set_up (Sheet                   *sheet,
        Panel                   *panels,
        double                   width,
        double                   height,
        const VenuleChart       *charts,
        guint                    n,
        const VenuleFigureStyle *style)
{
  static const VenuleFigureStyle plain = { 0 };

  if (style == NULL)
    style = &plain;
  sheet->palette = style->dark ? &dark_palette : &light_palette;
  sheet->family = style->font_family;
  sheet->em = style->font_size > 0 ? style->font_size : DEFAULT_FONT_SIZE;
  for (guint i = 0; i < n; i++)
    panels[i].chart = &charts[i];
  lay_out (sheet, panels, n, height);
  if (panels[0].bottom - panels[0].top < 2 * sheet->em)
    return FALSE;

  for (guint i = 0; i < n; i++)
    choose_y_range (sheet, &panels[i]);
  choose_x_range (sheet, charts, n);
  sheet->left = (MARGIN + CAP + TITLE_GAP + TICK_GAP + TICK_LENGTH) * sheet->em + widest_y_number (sheet, panels, n);
  sheet->right = width - 2 * MARGIN * sheet->em - widest_level (sheet, charts, n);

  return sheet->right - sheet->left > 4 * sheet->em;
}

void
venule_chart_draw (cairo_t                 *cr,
                   double                   width,
                   double                   height,
                   const VenuleChart       *charts,
                   guint                    n,
                   const VenuleFigureStyle *style)
{
  g_autofree Panel *panels = g_new0 (Panel, n);
  Sheet sheet = { .cr = cr };

  g_return_if_fail (cr != NULL);
  g_return_if_fail (charts != NULL && n > 0);

  cairo_save (cr);
  if (set_up (&sheet, panels, width, height, charts, n, style))
    {
      g_autoptr(VenuleText) across = set_text (&sheet, charts[n - 1].x_label);

      choose_x_step (&sheet);
      for (guint i = 0; i < n; i++)
        draw_panel (&sheet, &panels[i], i == n - 1);
      set_color (&sheet, sheet.palette->ink);
      venule_text_show (across, (sheet.left + sheet.right) / 2, height - MARGIN * sheet.em, 0.5, 1);
    }
  cairo_restore (cr);
}

gboolean
venule_chart_get_box (cairo_t                 *cr,
                      double                   width,
                      double                   height,
                      const VenuleChart       *charts,
                      guint                    n,
                      const VenuleFigureStyle *style,
                      VenuleChartBox          *box)
{
  g_autofree Panel *panels = g_new0 (Panel, n);
  Sheet sheet = { .cr = cr };

  g_return_val_if_fail (cr != NULL && box != NULL, FALSE);
  g_return_val_if_fail (charts != NULL && n > 0, FALSE);

  if (!set_up (&sheet, panels, width, height, charts, n, style))
    return FALSE;

  *box = (VenuleChartBox) { sheet.left, sheet.right, panels[0].top, panels[n - 1].bottom, sheet.x_low, sheet.x_high };
  return TRUE;
}

/* ---- Files ---- */

typedef struct {
  const VenuleChart *charts;
  guint              n;
} Charts;

static void
paint_charts (cairo_t       *cr,
              double         width,
              double         height,
              gconstpointer  content)
{
  const Charts *charts = content;

  venule_chart_draw (cr, width, height, charts->charts, charts->n, NULL);
}

GBytes *
venule_chart_make (const VenuleChart  *charts,
                   guint               n,
                   const char         *title,
                   const char         *path,
                   double              width,
                   double              height,
                   GError            **error)
{
  const Charts content = { charts, n };

  g_return_val_if_fail (charts != NULL && n > 0, NULL);
  g_return_val_if_fail (path != NULL, NULL);
  g_return_val_if_fail (width > 0 && height > 0, NULL);

  return venule_figure_make (paint_charts, &content, title, path, width, height, error);
}
