/* venule-chart.c: curves with axes, on the screen and in the paper
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-chart.h"

#include <math.h>

#include "venule-axis.h"
#include "venule-histogram-plot-private.h"
#include "venule-text-layout.h"

/* In em. */
#define MARK_RADIUS 0.27
#define LINE_WIDTH 0.16
#define WHISKER_WIDTH 0.09
#define LEGEND_GAP 1.4 /* between two entries */
#define CHART_GAP 0.9  /* between two charts */
#define LEVEL_GAP 0.4  /* from a level to its label */
/* Of the axis, at both ends of the curves. */
#define SPARE 0.03

/* Letters, colours and the axis that all charts have in common; of the box its left and right edge. */
typedef struct {
  VenulePlot           plot;
  VenuleFigureOptions  options;
} Sheet;

/* One chart on the sheet. */
typedef struct {
  const VenuleChart *chart;
  double             above; /* room over its box */
  VenulePlot         plot;  /* that of the sheet with its own box and axis */
} Panel;

static void
set_color (Sheet     *sheet,
           VenuleInk  color)
{
  venule_plot_set_source (&sheet->plot, color, 1);
}

static VenuleInk
series_color (Sheet *sheet,
              guint  series)
{
  return venule_plot_get_color (&sheet->plot, series % VENULE_CHART_MAX_SERIES);
}

static VenuleTextLayout *
set_text (Sheet      *sheet,
          const char *text)
{
  return venule_plot_set_text (&sheet->plot, text);
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
  sheet->plot.x.low = low - spare;
  sheet->plot.x.high = high + spare;
}

static void
choose_y_range (Panel *panel)
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
  panel->plot.y.low = !isnan (chart->y_low) ? chart->y_low : from_zero ? 0 : low - SPARE * (high - low);
  panel->plot.y.high = !isnan (chart->y_high) ? chart->y_high : high + SPARE * (high - panel->plot.y.low);
  make_sound (&panel->plot.y.low, &panel->plot.y.high);
}

/* ---- Marks ---- */

static void
add_mark_path (Sheet  *sheet,
               guint   series,
               double  x,
               double  y)
{
  cairo_t *cr = sheet->plot.cr;
  double r = MARK_RADIUS * sheet->plot.em;

  cairo_new_sub_path (cr);
  switch (series % VENULE_CHART_MAX_SERIES)
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
  double dash = dashes[series % VENULE_CHART_MAX_SERIES] * LINE_WIDTH * sheet->plot.em;
  double pattern[] = { dash, 0.75 * dash };

  set_color (sheet, series_color (sheet, series));
  cairo_set_line_width (sheet->plot.cr, LINE_WIDTH * sheet->plot.em);
  cairo_set_line_join (sheet->plot.cr, CAIRO_LINE_JOIN_ROUND);
  cairo_set_dash (sheet->plot.cr, pattern, dash > 0 ? G_N_ELEMENTS (pattern) : 0, 0);
}

static void
draw_whisker (Sheet                  *sheet,
              const Panel            *panel,
              const VenuleChartPoint *point)
{
  cairo_t *cr = sheet->plot.cr;
  double x = venule_plot_x (&panel->plot, point->x);
  double half = 0.8 * MARK_RADIUS * sheet->plot.em;

  if (!isfinite (point->low) || !isfinite (point->high))
    return;
  cairo_move_to (cr, x, venule_plot_y (&panel->plot, point->low));
  cairo_line_to (cr, x, venule_plot_y (&panel->plot, point->high));
  cairo_move_to (cr, x - half, venule_plot_y (&panel->plot, point->low));
  cairo_line_to (cr, x + half, venule_plot_y (&panel->plot, point->low));
  cairo_move_to (cr, x - half, venule_plot_y (&panel->plot, point->high));
  cairo_line_to (cr, x + half, venule_plot_y (&panel->plot, point->high));
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
  cairo_t *cr = sheet->plot.cr;
  gboolean drawing = FALSE;

  set_line (sheet, number);
  for (guint k = 0; k < series->n && !series->scattered; k++)
    {
      const VenuleChartPoint *point = &series->points[k];

      if (isfinite (point->y) && drawing)
        cairo_line_to (cr, venule_plot_x (&panel->plot, point->x), venule_plot_y (&panel->plot, point->y));
      else if (isfinite (point->y))
        cairo_move_to (cr, venule_plot_x (&panel->plot, point->x), venule_plot_y (&panel->plot, point->y));
      drawing = isfinite (point->y);
    }
  cairo_stroke (cr);

  cairo_set_dash (cr, NULL, 0, 0);
  cairo_set_line_width (cr, WHISKER_WIDTH * sheet->plot.em);
  for (guint k = 0; k < series->n; k++)
    draw_whisker (sheet, panel, &series->points[k]);
  cairo_stroke (cr);
  for (guint k = 0; k < series->n; k++)
    {
      if (isfinite (series->points[k].y) && (!series->plain || stands_alone (series, k)))
        add_mark_path (sheet, number, venule_plot_x (&panel->plot, series->points[k].x),
                       venule_plot_y (&panel->plot, series->points[k].y));
    }
  cairo_fill (cr);
}

static void
draw_spans (Sheet       *sheet,
            const Panel *panel)
{
  venule_plot_set_source (&sheet->plot, venule_plot_get_quiet (&sheet->plot), 0.18);
  for (guint i = 0; i < panel->chart->n_spans; i++)
    {
      double left = CLAMP (venule_plot_x (&panel->plot, panel->chart->spans[i].low), sheet->plot.left,
                           sheet->plot.right);
      double right = CLAMP (venule_plot_x (&panel->plot, panel->chart->spans[i].high), sheet->plot.left,
                            sheet->plot.right);

      cairo_rectangle (sheet->plot.cr, left, panel->plot.top, right - left, panel->plot.bottom - panel->plot.top);
    }
  cairo_fill (sheet->plot.cr);
}

static void
draw_guides (Sheet       *sheet,
             const Panel *panel)
{
  const double dashes[] = { 3 * AXIS_WIDTH * sheet->plot.em, 3 * AXIS_WIDTH * sheet->plot.em };
  cairo_t *cr = sheet->plot.cr;

  cairo_save (cr);
  set_color (sheet, venule_plot_get_quiet (&sheet->plot));
  cairo_set_line_width (cr, AXIS_WIDTH * sheet->plot.em);
  cairo_set_dash (cr, dashes, G_N_ELEMENTS (dashes), 0);
  if (isfinite (panel->chart->x_mark))
    {
      cairo_move_to (cr, venule_plot_x (&panel->plot, panel->chart->x_mark), panel->plot.top);
      cairo_line_to (cr, venule_plot_x (&panel->plot, panel->chart->x_mark), panel->plot.bottom);
    }
  /* Beyond the axis it would lie in the panel above or below. */
  if (isfinite (panel->chart->y_mark))
    {
      double y = venule_plot_y (&panel->plot, panel->chart->y_mark);

      if (y >= panel->plot.top && y <= panel->plot.bottom)
        {
          cairo_move_to (cr, sheet->plot.left, y);
          cairo_line_to (cr, sheet->plot.right, y);
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
  const double dashes[] = { 5 * MARK_WIDTH * sheet->plot.em, 3 * MARK_WIDTH * sheet->plot.em };
  cairo_t *cr = sheet->plot.cr;
  g_autoptr(VenuleTextLayout) label = set_text (sheet, level->label);
  g_autoptr(VenuleTextLayout) value = set_text (sheet, level->value);
  double right = sheet->plot.right + LEVEL_GAP * sheet->plot.em;
  double y = venule_plot_y (&panel->plot, level->y);

  if (isfinite (level->low) && isfinite (level->high))
    {
      venule_plot_set_source (&sheet->plot, venule_plot_get_quiet (&sheet->plot), 0.18);
      cairo_rectangle (cr, sheet->plot.left, venule_plot_y (&panel->plot, level->high),
                       sheet->plot.right - sheet->plot.left,
                       venule_plot_y (&panel->plot, level->low) - venule_plot_y (&panel->plot, level->high));
      cairo_fill (cr);
    }
  set_color (sheet, venule_plot_get_ink (&sheet->plot));
  cairo_set_line_width (cr, MARK_WIDTH * sheet->plot.em);
  cairo_set_dash (cr, dashes, level->dashed ? G_N_ELEMENTS (dashes) : 0, 0);
  cairo_move_to (cr, sheet->plot.left, y);
  cairo_line_to (cr, sheet->plot.right, y);
  cairo_stroke (cr);
  cairo_set_dash (cr, NULL, 0, 0);
  venule_text_layout_show (label, right, y - 0.25 * sheet->plot.em, 0, 1);
  venule_text_layout_show (value, right, y + 0.25 * sheet->plot.em, 0, 0);
}

/* ---- Axes and legend ---- */

/* A row of entries above the box, right-aligned; a single curve needs none. */
static void
draw_legend (Sheet       *sheet,
             const Panel *panel)
{
  double em = sheet->plot.em;
  double x = sheet->plot.right;
  double y = panel->plot.top - 0.8 * LINE_HEIGHT * em;

  for (guint i = panel->chart->n_series; panel->chart->n_series > 1 && i-- > 0;)
    {
      g_autoptr(VenuleTextLayout) label = set_text (sheet, panel->chart->series[i].label);
      double left = x - venule_text_layout_get_width (label);

      set_color (sheet, venule_plot_get_ink (&sheet->plot));
      venule_text_layout_show (label, left, y, 0, 0.5);
      left -= (SAMPLE_LENGTH + SAMPLE_GAP) * em;
      set_line (sheet, i);
      cairo_move_to (sheet->plot.cr, left, y);
      cairo_line_to (sheet->plot.cr, left + (panel->chart->series[i].scattered ? 0 : SAMPLE_LENGTH * em), y);
      cairo_stroke (sheet->plot.cr);
      cairo_set_dash (sheet->plot.cr, NULL, 0, 0);
      add_mark_path (sheet, i, left + SAMPLE_LENGTH / 2 * em, y);
      cairo_fill (sheet->plot.cr);
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
  double em = sheet->plot.em;
  double bottom = height - (MARGIN + CAP + TITLE_GAP + CAP + TICK_GAP + TICK_LENGTH) * em;
  double room = bottom - MARGIN * em;
  double top = MARGIN * em;

  for (guint i = 0; i < n; i++)
    {
      panels[i].above = (panels[i].chart->n_series > 1 ? LINE_HEIGHT * em : 0.5 * CAP * em) +
                        (i > 0 ? CHART_GAP * em : 0);
      room -= panels[i].above;
    }
  for (guint i = 0; i < n; i++)
    {
      panels[i].plot.top = top + panels[i].above;
      panels[i].plot.bottom = panels[i].plot.top + room / n;
      top = panels[i].plot.bottom;
    }
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
          g_autoptr(VenuleTextLayout) label = set_text (sheet, charts[i].levels[j].label);
          g_autoptr(VenuleTextLayout) value = set_text (sheet, charts[i].levels[j].value);

          widest = fmax (widest, LEVEL_GAP * sheet->plot.em +
                                 fmax (venule_text_layout_get_width (label), venule_text_layout_get_width (value)));
        }
    }

  return widest;
}

static void
draw_panel (Sheet       *sheet,
            const Panel *panel,
            gboolean     lowest) /* with the numbers and the title of the axis that all have in common */
{
  cairo_t *cr = sheet->plot.cr;
  double spill = MARK_RADIUS * sheet->plot.em;

  draw_spans (sheet, panel);
  draw_guides (sheet, panel);
  for (guint j = 0; j < panel->chart->n_levels; j++)
    {
      if (isfinite (panel->chart->levels[j].y))
        draw_level (sheet, panel, &panel->chart->levels[j]);
    }
  venule_plot_draw_left (&panel->plot);
  venule_plot_draw_floor (&panel->plot, lowest);
  venule_plot_draw_titles (&panel->plot);
  /* A mark on the edge of the box is whole, a curve that leaves it is not. */
  cairo_save (cr);
  cairo_rectangle (cr, sheet->plot.left - spill, panel->plot.top - spill,
                   sheet->plot.right - sheet->plot.left + 2 * spill, panel->plot.bottom - panel->plot.top + 2 * spill);
  cairo_clip (cr);
  for (guint j = 0; j < panel->chart->n_series; j++)
    draw_series (sheet, panel, j);
  cairo_restore (cr);
  draw_legend (sheet, panel);
}

/* The box and the axes of each panel, when the edges that they have in common are known. */
static void
take_axes (Sheet    *sheet,
           Panel    *panel,
           double    top,
           double    bottom,
           gboolean  lowest)
{
  VenulePlotAxis y = panel->plot.y;

  panel->plot = sheet->plot;
  panel->plot.top = top;
  panel->plot.bottom = bottom;
  panel->plot.y = y;
  panel->plot.y.title = panel->chart->y_label;
  panel->plot.x.title = lowest ? panel->chart->x_label : NULL;
  venule_plot_choose_steps (&panel->plot);
}

/* FALSE: there is no room. */
static gboolean
set_up (Sheet                   *sheet,
        cairo_t                 *cr,
        Panel                   *panels,
        double                   width,
        double                   height,
        const VenuleChart       *charts,
        guint                    n,
        const VenuleFigureStyle *style)
{
  double widest = 0;
  double em;

  *sheet = (Sheet) { .options = { .font_size = DEFAULT_FONT_SIZE } };
  if (style != NULL && style->font_size > 0)
    sheet->options.font_size = style->font_size;
  if (style != NULL)
    {
      sheet->options.font_family = (char *) style->font_family;
      sheet->options.local_numbers = style->local_numbers;
    }
  em = sheet->options.font_size;
  sheet->plot = (VenulePlot) { .cr = cr, .options = &sheet->options, .dark = style != NULL && style->dark, .em = em,
                               .width = width, .height = height };
  for (guint i = 0; i < n; i++)
    panels[i].chart = &charts[i];
  lay_out (sheet, panels, n, height);
  if (panels[0].plot.bottom - panels[0].plot.top < 2 * em)
    return FALSE;

  choose_x_range (sheet, charts, n);
  sheet->plot.right = width - 2 * MARGIN * em - widest_level (sheet, charts, n);
  for (guint i = 0; i < n; i++)
    {
      choose_y_range (&panels[i]);
      take_axes (sheet, &panels[i], panels[i].plot.top, panels[i].plot.bottom, i == n - 1);
      widest = fmax (widest, venule_plot_number_room (&panels[i].plot));
    }
  sheet->plot.left = (MARGIN + CAP + TITLE_GAP + TICK_GAP + TICK_LENGTH) * em + widest;
  for (guint i = 0; i < n; i++)
    take_axes (sheet, &panels[i], panels[i].plot.top, panels[i].plot.bottom, i == n - 1);

  return sheet->plot.right - sheet->plot.left > 4 * em;
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
  Sheet sheet;

  g_return_if_fail (cr != NULL);
  g_return_if_fail (charts != NULL && n > 0);

  cairo_save (cr);
  if (set_up (&sheet, cr, panels, width, height, charts, n, style))
    for (guint i = 0; i < n; i++)
      draw_panel (&sheet, &panels[i], i == n - 1);
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
  Sheet sheet;

  g_return_val_if_fail (cr != NULL && box != NULL, FALSE);
  g_return_val_if_fail (charts != NULL && n > 0, FALSE);

  if (!set_up (&sheet, cr, panels, width, height, charts, n, style))
    return FALSE;

  *box = (VenuleChartBox) { sheet.plot.left, sheet.plot.right, panels[0].plot.top, panels[n - 1].plot.bottom,
                            sheet.plot.x.low, sheet.plot.x.high };
  return TRUE;
}
