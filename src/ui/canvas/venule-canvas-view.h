/* venule-canvas-view.h: where the video lies in the widget
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define VENULE_ZOOM_MIN 0.1
#define VENULE_ZOOM_MAX 32.0

/**
 * VenuleCanvasView:
 * @width: of the widget, logical px
 * @height: of the widget
 * @device_scale: device px per logical px
 * @video_width: px; 0: no video
 * @video_height: px
 * @zoom: device px per video px
 * @fit: whether the zoom follows the widget's size
 * @center_x: what lies in the widget's middle, in px from the video's left edge
 * @center_y: what lies in the widget's middle, in px from the video's top edge
 *
 * A plain value without a widget. Video coordinates have pixel centres at whole numbers, so that the left edge is at
 * −½.
 */
typedef struct {
  double   width;
  double   height;
  int      device_scale;
  int      video_width;
  int      video_height;
  double   zoom;
  gboolean fit;
  double   center_x;
  double   center_y;
} VenuleCanvasView;

void   venule_canvas_view_init        (VenuleCanvasView       *self);
void   venule_canvas_view_set_widget  (VenuleCanvasView       *self,
                                       double                  width,
                                       double                  height,
                                       int                     device_scale);
void   venule_canvas_view_set_video   (VenuleCanvasView       *self,
                                       int                     width,
                                       int                     height);
void   venule_canvas_view_fit         (VenuleCanvasView       *self);
void   venule_canvas_view_zoom_at     (VenuleCanvasView       *self,
                                       double                  zoom,
                                       double                  widget_x,
                                       double                  widget_y);
void   venule_canvas_view_pan         (VenuleCanvasView       *self,
                                       double                  widget_dx,
                                       double                  widget_dy);
void   venule_canvas_view_show        (VenuleCanvasView       *self,
                                       double                  x,
                                       double                  y,
                                       double                  margin);
double venule_canvas_view_get_scale   (const VenuleCanvasView *self);
void   venule_canvas_view_get_origin  (const VenuleCanvasView *self,
                                       double                 *x,
                                       double                 *y);
void   venule_canvas_view_to_video    (const VenuleCanvasView *self,
                                       double                  widget_x,
                                       double                  widget_y,
                                       double                 *x,
                                       double                 *y);
void   venule_canvas_view_from_video  (const VenuleCanvasView *self,
                                       double                  x,
                                       double                  y,
                                       double                 *widget_x,
                                       double                 *widget_y);
gboolean venule_canvas_view_get_visible (const VenuleCanvasView *self,
                                       double                 *x,
                                       double                 *y,
                                       double                 *width,
                                       double                 *height);
gboolean venule_canvas_view_is_larger (const VenuleCanvasView *self);

G_END_DECLS
