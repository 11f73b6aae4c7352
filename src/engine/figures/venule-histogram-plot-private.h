/* venule-histogram-plot-private.h: files and plots of figures
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-histogram-plot.h"
#include "venule-plot-private.h"

G_BEGIN_DECLS

typedef void (*VenuleFigurePaint) (cairo_t       *cr,
                                   double         width,
                                   double         height,
                                   gconstpointer  content);

/**
 * VenuleFigureFile:
 * @paint: draws it
 * @content: for @paint
 * @title: of the document
 * @description: (nullable): version, video and settings, for the metadata
 * @width: pt
 * @height: pt
 * @dpi: of a PNG; 0: 300
 *
 * The content of a figure file.
 */
typedef struct {
  VenuleFigurePaint  paint;
  gconstpointer      content;
  const char        *title;
  const char        *description;
  double             width, height;
  double             dpi;
} VenuleFigureFile;

/* Whether @path has the extension of a figure; else %VENULE_ERROR_INVALID. */
gboolean venule_figure_check_name (const char                 *path,
                                   GError                    **error);
/* A file of the format of @path's extension. (transfer full) (nullable) */
GBytes  *venule_figure_make_file  (const VenuleFigureFile     *file,
                                   const char                 *path,
                                   GError                    **error);

/* The same without a description, and with 300 dpi. */
GBytes  *venule_figure_make       (VenuleFigurePaint           paint,
                                   gconstpointer               content,
                                   const char                 *title,
                                   const char                 *path,
                                   double                      width,
                                   double                      height,
                                   GError                    **error);

/* The histogram with options; venule_figure_draw_histogram() draws it with the defaults. @nothing: (nullable): what is
 * said where it is empty; else that there are no rolling cells. */
void     venule_figure_draw_bars  (cairo_t                    *cr,
                                   double                      width,
                                   double                      height,
                                   const VenuleHistogram      *histogram,
                                   const VenuleFigureOptions  *options,
                                   const char                 *nothing,
                                   gboolean                    dark);

G_END_DECLS
