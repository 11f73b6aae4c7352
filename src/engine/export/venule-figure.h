/* venule-figure.h: figures for the screen and for the paper, by one code
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <cairo.h>

#include "venule-histogram.h"

G_BEGIN_DECLS

/**
 * VenuleFigureStyle:
 * @dark: draw for a dark window (files are always light)
 * @font_size: pt at the figure's size
 * @font_family: (nullable): else the default
 */
typedef struct {
  gboolean    dark;
  double      font_size;
  const char *font_family;
} VenuleFigureStyle;

/* Draws the velocity histogram into (0, 0, width, height) points with axes, units, n, mean ± SD and median. */
void     venule_figure_draw_histogram (cairo_t                  *cr,
                                       double                    width,
                                       double                    height,
                                       const VenuleHistogram    *histogram,
                                       const VenuleFigureStyle  *style);
/* By the ending of @path: .pdf (embedded fonts), .svg, .png (300 dpi). Size in points (1/72 inch). Atomic: writes beside and renames. */
gboolean venule_figure_save_histogram (const VenuleHistogram    *histogram,
                                       const char               *path,
                                       double                    width,
                                       double                    height,
                                       GError                  **error);

G_END_DECLS
