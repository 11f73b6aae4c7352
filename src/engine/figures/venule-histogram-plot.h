/* venule-histogram-plot.h: the velocity histogram, for the screen and for files
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <cairo.h>
#include <gio/gio.h>

#include "venule-histogram.h"

G_BEGIN_DECLS

#define VENULE_FIGURE_WIDTH (85 / 25.4 * 72)  /* pt: 85 mm, one column of a journal */
#define VENULE_FIGURE_HEIGHT (60 / 25.4 * 72) /* pt */

/**
 * VenuleFigureStyle:
 * @dark: draw for a dark window (files are always light)
 * @font_size: pt at the figure's size; 0: 8 pt
 * @font_family: (nullable): else the default sans-serif
 * @local_numbers: numbers as the desktop writes them, beside others of the window (files have '.' in any locale)
 * @nothing: (nullable): what is said where there is no cell; else that there is no rolling one
 */
typedef struct {
  gboolean    dark;
  double      font_size;
  const char *font_family;
  gboolean    local_numbers;
  const char *nothing;
} VenuleFigureStyle;

/**
 * venule_figure_draw_histogram:
 * @cr: where to; the background is left as it is
 * @width: pt
 * @height: pt
 * @histogram: what; an empty one says so
 * @style: (nullable): else light, 8 pt
 *
 * Draws the velocity histogram into (0, 0, @width, @height) with axes, units, n, mean ± SD and median. Below some
 * 10 em of width there is no room for it, and nothing is drawn.
 */
void     venule_figure_draw_histogram (cairo_t                  *cr,
                                       double                    width,
                                       double                    height,
                                       const VenuleHistogram    *histogram,
                                       const VenuleFigureStyle  *style);

/**
 * venule_figure_make_histogram:
 * @histogram: what
 * @path: a name that ends in .pdf (embedded fonts), .svg or .png (300 dpi)
 * @width: pt
 * @height: pt
 * @error: return location
 *
 * The same histogram gives the same bytes.
 *
 * Returns: (transfer full): the content of the file
 */
GBytes  *venule_figure_make_histogram (const VenuleHistogram    *histogram,
                                       const char               *path,
                                       double                    width,
                                       double                    height,
                                       GError                  **error);

G_END_DECLS
