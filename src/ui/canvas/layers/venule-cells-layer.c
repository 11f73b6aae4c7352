/* venule-cells-layer.c: the cells of the frame on show, the legend of their colours, and the cells of the preview
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <math.h>

#include "venule-canvas-private.h"
#include "venule-detection.h"
#include "venule-layer.h"

/* From so many cells in sight on they are drawn plainly; zoomed in, there are fewer. */
#define CROWD 120

static const GdkRGBA preview_color = { 0.34f, 0.71f, 0.91f, 1 };

static VenuleOverlayOptions
get_options (VenuleCanvas *canvas)
{
  VenuleOverlayOptions options = canvas->overlay;

  options.scale = venule_canvas_view_get_scale (&canvas->view);
  options.selected = canvas->selection != NULL ? venule_selection_get_ids (canvas->selection) : NULL;
  if (options.velocity_max <= 0)
    options.velocity_max = venule_velocity_scale_get_max (canvas->velocity_scale, canvas->document);
  if (options.velocity_max != canvas->velocity_max)
    venule_layer_invalidate (&canvas->layers[VENULE_LAYER_COLORS]);
  canvas->velocity_max = options.velocity_max;
  options.local_numbers = TRUE;
  options.crowd = CROWD;
  options.density = canvas->view.device_scale;
  return options;
}

void
venule_layer_draw_cells (VenuleCanvas *canvas,
                         cairo_t      *cr)
{
  VenuleOverlayOptions options = get_options (canvas);
  double x, y;

  venule_canvas_view_get_origin (&canvas->view, &x, &y);
  cairo_translate (cr, x, y);
  cairo_scale (cr, options.scale, options.scale);
  canvas->crowded = venule_overlay_draw_tracks (cr, G_LIST_MODEL (canvas->document),
                                                venule_canvas_get_shown_settings (canvas), canvas->frame->index,
                                                &options);
}

/* In a corner of what is seen of the video: one part of the legend. */
static void
draw_legend (VenuleCanvas *canvas,
             cairo_t      *cr,
             gboolean      scale_bar,
             gboolean      color_bar,
             gboolean      time)
{
  VenuleOverlayOptions options = get_options (canvas);
  double x, y, width, height;

  if (!venule_canvas_view_get_visible (&canvas->view, &x, &y, &width, &height))
    return;

  options.scale_bar = options.scale_bar && scale_bar;
  options.color_bar = options.color_bar && color_bar;
  options.time = options.time && time;
  cairo_translate (cr, x, y);
  venule_overlay_draw_legend (cr, width, height, options.scale, venule_canvas_get_shown_settings (canvas),
                              venule_document_get_time (canvas->document, canvas->frame->index), &options);
}

void
venule_layer_draw_scale (VenuleCanvas *canvas,
                         cairo_t      *cr)
{
  draw_legend (canvas, cr, TRUE, FALSE, FALSE);
}

void
venule_layer_draw_colors (VenuleCanvas *canvas,
                          cairo_t      *cr)
{
  draw_legend (canvas, cr, FALSE, TRUE, FALSE);
}

void
venule_layer_draw_time (VenuleCanvas *canvas,
                        cairo_t      *cr)
{
  draw_legend (canvas, cr, FALSE, FALSE, TRUE);
}

/* The preview's cells, dashed: they are found in this frame alone. */
void
venule_layer_draw_preview (VenuleCanvas *canvas,
                           cairo_t      *cr)
{
  const double dashes[] = { 4, 4 };

  if (canvas->preview.detections == NULL || canvas->preview.frame != canvas->frame->index)
    return;

  cairo_save (cr);
  for (guint i = 0; i < canvas->preview.detections->len; i++)
    {
      const VenuleDetection *detection = &g_array_index (canvas->preview.detections, VenuleDetection, i);

      cairo_new_sub_path (cr);
      for (guint j = 0; j < VENULE_CONTOUR_POINTS; j++)
        {
          double angle = 2 * G_PI * j / VENULE_CONTOUR_POINTS;
          double radius = detection->contour[j] > 0 ? detection->contour[j] : detection->radius;
          VenulePoint point = { detection->x + radius * cos (angle), detection->y + radius * sin (angle) };

          venule_canvas_line_to (canvas, cr, point);
        }
      cairo_close_path (cr);
    }
  cairo_set_line_width (cr, VENULE_CANVAS_LINE + VENULE_CANVAS_SHADE);
  cairo_set_source_rgba (cr, 0, 0, 0, 0.4);
  cairo_stroke_preserve (cr);
  cairo_set_dash (cr, dashes, G_N_ELEMENTS (dashes), 0);
  cairo_set_line_width (cr, VENULE_CANVAS_LINE);
  gdk_cairo_set_source_rgba (cr, &preview_color);
  cairo_stroke (cr);
  cairo_restore (cr);
}
