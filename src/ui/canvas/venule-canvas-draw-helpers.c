/* venule-canvas-draw-helpers.c: lines and labels that are seen on bright and on dark tissue
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-canvas-private.h"

#include <glib/gi18n.h>
#include <math.h>

/* Logical px. */
#define LABEL_GAP 18.0
#define LABEL_PADDING 6.0

VenulePoint
venule_canvas_in_widget (VenuleCanvas *self,
                         VenulePoint   point)
{
  VenulePoint at;

  venule_canvas_view_from_video (&self->view, point.x, point.y, &at.x, &at.y);
  return at;
}

void
venule_canvas_line_to (VenuleCanvas *self,
                       cairo_t      *cr,
                       VenulePoint   point)
{
  VenulePoint at = venule_canvas_in_widget (self, point);

  cairo_line_to (cr, at.x, at.y);
}

VenulePoint
venule_canvas_keep_inside (VenuleCanvas *self,
                           VenulePoint   point)
{
  return (VenulePoint) { CLAMP (point.x, -0.5, self->view.video_width - 0.5),
                         CLAMP (point.y, -0.5, self->view.video_height - 0.5) };
}

char *
venule_canvas_format_length (VenuleCanvas *self,
                             double        px)
{
  const VenuleCalibration *calibration = &venule_canvas_get_shown_settings (self)->calibration;

  if (!venule_calibration_is_calibrated (calibration))
    {
      /* Translators: a length in pixels of the video */
      return g_strdup_printf (_("%.1f px"), px);
    }
  /* Translators: a length in its unit and in pixels of the video: "35.2 µm · 70.4 px" */
  return g_strdup_printf (_("%.1f %s · %.1f px"), venule_calibration_scale (calibration, px),
                          venule_calibration_length_unit (calibration), px);
}

/* Strokes the path, and forgets it. */
void
venule_canvas_stroke (cairo_t       *cr,
                      const GdkRGBA *color,
                      double         width)
{
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_ROUND);
  cairo_set_line_cap (cr, CAIRO_LINE_CAP_ROUND);
  cairo_set_line_width (cr, width + VENULE_CANVAS_SHADE);
  cairo_set_source_rgba (cr, 0, 0, 0, 0.55 * color->alpha);
  cairo_stroke_preserve (cr);
  cairo_set_line_width (cr, width);
  gdk_cairo_set_source_rgba (cr, color);
  cairo_stroke (cr);
}

/* A label beside a point, kept inside the widget. */
void
venule_canvas_draw_label (VenuleCanvas *self,
                          cairo_t      *cr,
                          VenulePoint   at,
                          const char   *text)
{
  g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (GTK_WIDGET (self), text);
  int text_width, text_height;
  double width, height, x, y;
  const double r = 5;

  pango_layout_get_pixel_size (layout, &text_width, &text_height);
  width = text_width + 2 * LABEL_PADDING;
  height = text_height + LABEL_PADDING;
  x = at.x + LABEL_GAP;
  y = at.y + LABEL_GAP;
  if (x + width > self->view.width - 4)
    x = at.x - LABEL_GAP - width;
  if (y + height > self->view.height - 4)
    y = at.y - LABEL_GAP - height;
  x = round (CLAMP (x, 4, MAX (4, self->view.width - 4 - width)));
  y = round (CLAMP (y, 4, MAX (4, self->view.height - 4 - height)));

  cairo_new_path (cr);
  cairo_arc (cr, x + r, y + r, r, G_PI, 1.5 * G_PI);
  cairo_arc (cr, x + width - r, y + r, r, 1.5 * G_PI, 2 * G_PI);
  cairo_arc (cr, x + width - r, y + height - r, r, 0, 0.5 * G_PI);
  cairo_arc (cr, x + r, y + height - r, r, 0.5 * G_PI, G_PI);
  cairo_close_path (cr);
  cairo_set_source_rgba (cr, 0, 0, 0, 0.8);
  cairo_fill (cr);
  cairo_set_source_rgb (cr, 1, 1, 1);
  cairo_move_to (cr, x + LABEL_PADDING, y + LABEL_PADDING / 2);
  pango_cairo_show_layout (cr, layout);
}
