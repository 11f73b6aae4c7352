/* venule-figure-private.h: what figures have in common
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-figure.h"
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
 * @description: (nullable): what it was made with, kept in the file
 * @width: pt
 * @height: pt
 * @dpi: of a PNG; 0: 300
 *
 * What is to be drawn into a file.
 */
typedef struct {
  VenuleFigurePaint  paint;
  gconstpointer      content;
  const char        *title;
  const char        *description;
  double             width, height;
  double             dpi;
} VenuleFigureFile;

/* A file of the kind that @path says. (transfer full) (nullable) */
/* Whether it is a name for a figure; %VENULE_ERROR_INVALID. */
gboolean venule_figure_check_name (const char              *path,
                                   GError                 **error);
GBytes *venule_figure_make_file (const VenuleFigureFile  *file,
                                 const char              *path,
                                 GError                 **error);

/* The same without a description, and with 300 dpi. */
GBytes *venule_figure_make      (VenuleFigurePaint        paint,
                                 gconstpointer            content,
                                 const char              *title,
                                 const char              *path,
                                 double                   width,
                                 double                   height,
                                 GError                 **error);

/* The histogram with options: what venule_figure_draw_histogram() draws by default. */
void    venule_figure_draw_bars (cairo_t                   *cr,
                                 double                     width,
                                 double                     height,
                                 const VenuleHistogram     *histogram,
                                 const VenuleFigureOptions *options,
                                 gboolean                   dark);

G_END_DECLS
