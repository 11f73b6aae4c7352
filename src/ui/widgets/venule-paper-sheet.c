/* venule-paper-sheet.c: the sheet of paper that a figure is shown on
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-paper-sheet.h"

#define POINTS_PER_MM (72 / 25.4)
#define MARGIN 12 /* px around the paper */

/**
 * venule_paper_sheet_begin:
 * @cr: where to draw
 * @width: what there is, in px
 * @height: what there is, in px
 * @options: whose size in mm the paper has
 * @paper_width: (out): the paper's width, in pt
 * @paper_height: (out): the paper's height, in pt
 *
 * Draws an empty sheet, as large as it fits, in the middle, and leaves @cr so that the figure drawn next at
 * @paper_width times @paper_height is what the file will be: on white in a dark window, too, and cut at its edges.
 *
 * Returns: %FALSE if there is no room for a sheet
 */
gboolean
venule_paper_sheet_begin (cairo_t                   *cr,
                          int                        width,
                          int                        height,
                          const VenuleFigureOptions *options,
                          double                    *paper_width,
                          double                    *paper_height)
{
  double scale;

  *paper_width = options->width * POINTS_PER_MM;
  *paper_height = options->height * POINTS_PER_MM;
  scale = MIN ((width - 2 * MARGIN) / *paper_width, (height - 2 * MARGIN) / *paper_height);
  if (!(scale > 0))
    return FALSE;

  cairo_translate (cr, (width - scale * *paper_width) / 2, (height - scale * *paper_height) / 2);
  cairo_scale (cr, scale, scale);
  cairo_set_source_rgba (cr, 0, 0, 0, 0.25);
  cairo_rectangle (cr, 1.5 / scale, 2 / scale, *paper_width, *paper_height);
  cairo_fill (cr);
  cairo_rectangle (cr, 0, 0, *paper_width, *paper_height);
  cairo_set_source_rgb (cr, 1, 1, 1);
  cairo_fill_preserve (cr);
  cairo_clip (cr);
  return TRUE;
}
