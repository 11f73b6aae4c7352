/* venule-canvas-view.c: where the video lies in the widget
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-canvas-view.h"

#include <math.h>

/* Logical px that can be seen beyond the edge of a video that is larger than the widget, so that handles on its edge
 * can be reached. */
#define BEYOND_EDGE 32.0

static double
fitting_zoom (const VenuleCanvasView *self)
{
  double zoom;

  if (self->video_width <= 0 || self->width <= 0 || self->height <= 0)
    return 1;
  zoom = MIN (self->width / self->video_width, self->height / self->video_height) * self->device_scale;
  return MIN (zoom, VENULE_ZOOM_MAX);
}

static double
clamp_center (double center,
              double video,
              double widget,
              double scale)
{
  double half = (widget / 2 - BEYOND_EDGE) / scale;

  /* What fits is often larger by a rounding error. */
  if (video * scale <= widget + 0.5 || half >= video - half)
    return video / 2;
  return CLAMP (center, half, video - half);
}

/* The video is never lost outside the widget: a small one is in the middle, a large one has no wide margin. */
static void
keep_in_sight (VenuleCanvasView *self)
{
  double scale;

  if (self->fit)
    self->zoom = fitting_zoom (self);
  scale = venule_canvas_view_get_scale (self);
  self->center_x = clamp_center (self->center_x, self->video_width, self->width, scale);
  self->center_y = clamp_center (self->center_y, self->video_height, self->height, scale);
}

/**
 * venule_canvas_view_init:
 * @self: (out caller-allocates): becomes a view of no video, that fits
 */
void
venule_canvas_view_init (VenuleCanvasView *self)
{
  *self = (VenuleCanvasView) { .device_scale = 1, .zoom = 1, .fit = TRUE };
}

/**
 * venule_canvas_view_set_widget:
 * @width: logical px
 * @height: logical px
 * @device_scale: device px per logical px
 *
 * The widget's size. What is in the middle stays there.
 */
void
venule_canvas_view_set_widget (VenuleCanvasView *self,
                               double            width,
                               double            height,
                               int               device_scale)
{
  self->width = width;
  self->height = height;
  self->device_scale = MAX (device_scale, 1);
  keep_in_sight (self);
}

/**
 * venule_canvas_view_set_video:
 * @width: px; 0: none
 * @height: px
 *
 * Another video, which fits at first.
 */
void
venule_canvas_view_set_video (VenuleCanvasView *self,
                              int               width,
                              int               height)
{
  self->video_width = width;
  self->video_height = height;
  venule_canvas_view_fit (self);
}

/**
 * venule_canvas_view_fit:
 *
 * Shows the whole video as large as it goes, and follows the widget's size from now on.
 */
void
venule_canvas_view_fit (VenuleCanvasView *self)
{
  self->fit = TRUE;
  keep_in_sight (self);
}

/**
 * venule_canvas_view_zoom_at:
 * @zoom: device px per video px; limited to %VENULE_ZOOM_MIN (less for a video that needs it to fit) … %VENULE_ZOOM_MAX
 * @widget_x: the point that stays where it is
 * @widget_y: the point that stays where it is
 */
void
venule_canvas_view_zoom_at (VenuleCanvasView *self,
                            double            zoom,
                            double            widget_x,
                            double            widget_y)
{
  double x, y, scale;

  venule_canvas_view_to_video (self, widget_x, widget_y, &x, &y);
  self->fit = FALSE;
  self->zoom = CLAMP (zoom, MIN (VENULE_ZOOM_MIN, fitting_zoom (self)), VENULE_ZOOM_MAX);
  scale = venule_canvas_view_get_scale (self);
  self->center_x = x + 0.5 - (widget_x - self->width / 2) / scale;
  self->center_y = y + 0.5 - (widget_y - self->height / 2) / scale;
  keep_in_sight (self);
}

/**
 * venule_canvas_view_pan:
 * @widget_dx: logical px by which the video moves to the right
 * @widget_dy: logical px by which the video moves down
 */
void
venule_canvas_view_pan (VenuleCanvasView *self,
                        double            widget_dx,
                        double            widget_dy)
{
  double scale = venule_canvas_view_get_scale (self);

  self->center_x -= widget_dx / scale;
  self->center_y -= widget_dy / scale;
  keep_in_sight (self);
}

/**
 * venule_canvas_view_show:
 * @x: in the video
 * @y: in the video
 * @margin: logical px
 *
 * Pans as little as is needed for the point to be in sight, that far from the widget's edges.
 */
void
venule_canvas_view_show (VenuleCanvasView *self,
                         double            x,
                         double            y,
                         double            margin)
{
  double wx, wy;

  venule_canvas_view_from_video (self, x, y, &wx, &wy);
  margin = MIN (margin, MIN (self->width, self->height) / 3);
  venule_canvas_view_pan (self, CLAMP (wx, margin, self->width - margin) - wx,
                          CLAMP (wy, margin, self->height - margin) - wy);
}

/**
 * venule_canvas_view_get_scale:
 *
 * Returns: logical px of the widget per px of the video
 */
double
venule_canvas_view_get_scale (const VenuleCanvasView *self)
{
  return self->zoom / self->device_scale;
}

/**
 * venule_canvas_view_get_origin:
 * @x: (out): where the video's left edge is in the widget
 * @y: (out): where the video's top edge is in the widget
 *
 * The video's corner lies on a whole device px, so that at 100 % each pixel is one of the screen.
 */
void
venule_canvas_view_get_origin (const VenuleCanvasView *self,
                               double                 *x,
                               double                 *y)
{
  double scale = venule_canvas_view_get_scale (self);

  *x = round ((self->width / 2 - self->center_x * scale) * self->device_scale) / self->device_scale;
  *y = round ((self->height / 2 - self->center_y * scale) * self->device_scale) / self->device_scale;
}

/**
 * venule_canvas_view_to_video:
 * @widget_x: logical px
 * @widget_y: logical px
 * @x: (out): the same point in the video
 * @y: (out): the same point in the video
 */
void
venule_canvas_view_to_video (const VenuleCanvasView *self,
                             double                  widget_x,
                             double                  widget_y,
                             double                 *x,
                             double                 *y)
{
  double scale = venule_canvas_view_get_scale (self);
  double origin_x, origin_y;

  venule_canvas_view_get_origin (self, &origin_x, &origin_y);
  *x = (widget_x - origin_x) / scale - 0.5;
  *y = (widget_y - origin_y) / scale - 0.5;
}

/**
 * venule_canvas_view_from_video:
 * @x: px of the video
 * @y: px of the video
 * @widget_x: (out): the same point in the widget
 * @widget_y: (out): the same point in the widget
 */
void
venule_canvas_view_from_video (const VenuleCanvasView *self,
                               double                  x,
                               double                  y,
                               double                 *widget_x,
                               double                 *widget_y)
{
  double scale = venule_canvas_view_get_scale (self);
  double origin_x, origin_y;

  venule_canvas_view_get_origin (self, &origin_x, &origin_y);
  *widget_x = origin_x + (x + 0.5) * scale;
  *widget_y = origin_y + (y + 0.5) * scale;
}

/**
 * venule_canvas_view_is_larger:
 *
 * Returns: whether a part of the video is out of sight, so that it can be panned
 */
gboolean
venule_canvas_view_is_larger (const VenuleCanvasView *self)
{
  double scale = venule_canvas_view_get_scale (self);

  return self->video_width * scale > self->width + 0.5 || self->video_height * scale > self->height + 0.5;
}

/**
 * venule_canvas_view_get_visible:
 * @x: (out): logical px of the widget
 * @y: (out): logical px
 * @width: (out): logical px
 * @height: (out): logical px
 *
 * The part of the video that is in sight, on whole px of the device.
 *
 * Returns: whether there is any
 */
gboolean
venule_canvas_view_get_visible (const VenuleCanvasView *self,
                                double                 *x,
                                double                 *y,
                                double                 *width,
                                double                 *height)
{
  double scale = venule_canvas_view_get_scale (self), unit = self->device_scale;
  double left, top, right, bottom;

  venule_canvas_view_get_origin (self, &left, &top);
  right = MIN (left + self->video_width * scale, self->width);
  bottom = MIN (top + self->video_height * scale, self->height);
  *x = floor (MAX (left, 0) * unit) / unit;
  *y = floor (MAX (top, 0) * unit) / unit;
  *width = ceil (right * unit - 1e-3) / unit - *x;
  *height = ceil (bottom * unit - 1e-3) / unit - *y;
  return *width > 0 && *height > 0;
}
