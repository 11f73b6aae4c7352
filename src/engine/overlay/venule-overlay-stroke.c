/* venule-overlay-stroke.c: lines and letters that are seen on any tissue
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-overlay-stroke.h"

void
venule_overlay_stroke (cairo_t *cr,
                       double   width,
                       double   halo,
                       double   r,
                       double   g,
                       double   b)
{
  cairo_set_source_rgba (cr, 0, 0, 0, VENULE_OVERLAY_HALO_ALPHA);
  cairo_set_line_width (cr, width + 2 * halo);
  cairo_stroke_preserve (cr);
  cairo_set_source_rgb (cr, r, g, b);
  cairo_set_line_width (cr, width);
  cairo_stroke (cr);
}

void
venule_overlay_show_text (cairo_t          *cr,
                          VenuleTextLayout *text,
                          double            x,
                          double            y,
                          double            align_x,
                          double            align_y,
                          double            halo,
                          double            r,
                          double            g,
                          double            b)
{
  venule_text_layout_path (text, x, y, align_x, align_y);
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_ROUND);
  cairo_set_source_rgba (cr, 0, 0, 0, VENULE_OVERLAY_HALO_ALPHA + 0.15);
  cairo_set_line_width (cr, 2 * halo);
  cairo_stroke_preserve (cr);
  cairo_set_source_rgb (cr, r, g, b);
  cairo_fill (cr);
}
