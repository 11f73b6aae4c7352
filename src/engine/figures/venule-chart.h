/* venule-chart.h: curves with axes, on the screen and in the paper
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-histogram-plot.h"

G_BEGIN_DECLS

/**
 * VenuleChartPoint:
 * @x: where
 * @y: how much; %NAN: it could not be measured, and the curve has a gap
 * @low: end of the whisker; %NAN: without one
 * @high: its other end
 */
typedef struct {
  double x, y, low, high;
} VenuleChartPoint;

/**
 * VenuleChartSeries:
 * @label: for the legend
 * @points: (array length=n): by x
 * @n: number of points
 * @scattered: points alone, no curve through them
 * @plain: the curve alone, without marks where it was measured; a point that stands alone has one
 */
typedef struct {
  const char             *label;
  const VenuleChartPoint *points;
  guint                   n;
  gboolean                scattered;
  gboolean                plain;
} VenuleChartSeries;

/* A part of the x axis that is shaded, such as a pause. */
typedef struct {
  double low, high;
} VenuleChartSpan;

/**
 * VenuleChartLevel:
 * @y: where the line lies; %NAN: nowhere
 * @low: lower end of the band around it, such as an interval of confidence; %NAN: without one
 * @high: its upper end
 * @label: what stands beside the right end of the line, above it
 * @value: what stands below it
 * @dashed: whether the line is dashed
 *
 * A value that is drawn over the whole width.
 */
typedef struct {
  double      y, low, high;
  const char *label, *value;
  gboolean    dashed;
} VenuleChartLevel;

/* Curves that keep apart by colour, mark and dashes. */
#define VENULE_CHART_MAX_SERIES 4

/**
 * VenuleChart:
 * @x_label: title of the axis with its unit; of charts above each other the lowest has it for all
 * @y_label: title of the axis with its unit
 * @y_low: lower end of the axis; %NAN: from the curves
 * @y_high: upper end; what lies above is cut off; %NAN: from the curves
 * @x_mark: where to draw a thin vertical line, such as at the usual value; %NAN: nowhere
 * @y_mark: the same for a horizontal one, such as at what is asked for
 * @series: (array length=n_series): the curves
 * @n_series: %VENULE_CHART_MAX_SERIES at most
 * @levels: (array length=n_levels) (nullable): lines of one value, with room for them on the axis
 * @n_levels: number of levels
 * @spans: (array length=n_spans) (nullable): shaded over the whole height
 * @n_spans: number of spans
 */
typedef struct {
  const char              *x_label, *y_label;
  double                   y_low, y_high;
  double                   x_mark, y_mark;
  const VenuleChartSeries *series;
  guint                    n_series;
  const VenuleChartLevel  *levels;
  guint                    n_levels;
  const VenuleChartSpan   *spans;
  guint                    n_spans;
} VenuleChart;

/**
 * VenuleChartBox:
 * @left: of the box between the axes, pt
 * @right: its right edge
 * @top: of the uppermost chart's box
 * @bottom: of the lowest one's
 * @x_low: value at the left edge
 * @x_high: value at the right edge
 *
 * Where a chart has its x axis, for who draws or clicks over it.
 */
typedef struct {
  double left, right, top, bottom;
  double x_low, x_high;
} VenuleChartBox;

/**
 * venule_chart_draw:
 * @cr: where to; the background is left as it is
 * @width: pt
 * @height: pt
 * @charts: (array length=n): above each other, over one x axis
 * @n: number of charts
 * @style: (nullable): else light, 8 pt
 *
 * Draws curves into (0, 0, @width, @height) with axes, units, whiskers and a legend. Where there is no room, nothing is
 * drawn.
 */
void    venule_chart_draw (cairo_t                  *cr,
                           double                    width,
                           double                    height,
                           const VenuleChart        *charts,
                           guint                     n,
                           const VenuleFigureStyle  *style);

/* Where venule_chart_draw() with the same arguments draws; FALSE: there is no room, and it draws nothing. */
gboolean venule_chart_get_box
                          (cairo_t                  *cr,
                           double                    width,
                           double                    height,
                           const VenuleChart        *charts,
                           guint                     n,
                           const VenuleFigureStyle  *style,
                           VenuleChartBox           *box);

G_END_DECLS
