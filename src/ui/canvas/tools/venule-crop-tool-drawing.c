/* venule-crop-tool-drawing.c: crop and flow on the video, with their handles
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-crop-tool-private.h"

#include <glib/gi18n.h>
#include <math.h>

/* Logical px. */
#define HANDLE_RADIUS 5.0
#define MIDDLE_RADIUS 3.5
#define ARROW_WIDTH 2.5
#define ARROW_HEAD 20.0
#define DASH 7.0

/* Okabe and Ito's palette, which colour-blind eyes tell apart. */
static const GdkRGBA crop_color = { 0.94f, 0.89f, 0.26f, 1 };
static const GdkRGBA flow_color = { 0.34f, 0.71f, 0.91f, 1 };
static const GdkRGBA handle_color = { 1, 1, 1, 1 };
static const GdkRGBA active_color = { 0.90f, 0.62f, 0, 1 };

static void
draw_arrow (VenuleCropTool *self,
            cairo_t        *cr,
            VenulePoint     tail,
            VenulePoint     head,
            const GdkRGBA  *color)
{
  VenulePoint a = venule_canvas_in_widget (self->canvas, tail);
  VenulePoint b = venule_canvas_in_widget (self->canvas, head);
  double length = hypot (b.x - a.x, b.y - a.y);
  double angle = atan2 (b.y - a.y, b.x - a.x);
  double wing = MIN (ARROW_HEAD, length / 2);

  if (length < 1)
    return;
  cairo_move_to (cr, a.x, a.y);
  cairo_line_to (cr, b.x, b.y);
  cairo_move_to (cr, b.x - wing * cos (angle - 0.45), b.y - wing * sin (angle - 0.45));
  cairo_line_to (cr, b.x, b.y);
  cairo_line_to (cr, b.x - wing * cos (angle + 0.45), b.y - wing * sin (angle + 0.45));
  venule_canvas_stroke (cr, color, ARROW_WIDTH);
}

static void
draw_outline (VenuleCropTool     *self,
              cairo_t            *cr,
              const VenuleVessel *vessel,
              const GdkRGBA      *color)
{
  g_autoptr (GArray) outline = NULL;

  if (vessel->kind == VENULE_CROP_WHOLE)
    return;

  outline = venule_vessel_dup_outline (vessel, self->canvas->view.video_width, self->canvas->view.video_height);
  for (guint i = 0; i < outline->len; i++)
    venule_canvas_line_to (self->canvas, cr, g_array_index (outline, VenulePoint, i));
  cairo_close_path (cr);
  venule_canvas_stroke (cr, color, VENULE_CANVAS_LINE);
}

static gboolean
is_same (const VenuleHandle *a,
         const VenuleHandle *b)
{
  return a->kind == b->kind && a->index == b->index;
}

/* By a handle. */
static gboolean
is_dragged (VenuleCropTool *self)
{
  return self->draft != NULL && !self->drawing;
}

/* From the edge to the handle that turns the rectangle. */
static void
draw_turn_stem (VenuleCropTool     *self,
                cairo_t            *cr,
                const VenuleVessel *vessel,
                const VenuleHandle *handle)
{
  double angle = vessel->angle * G_PI / 180;
  double half = handle->index == 1 ? vessel->height / 2 : -vessel->height / 2;
  VenulePoint edge = { vessel->x + (vessel->width - 1) / 2 - half * sin (angle),
                       vessel->y + (vessel->height - 1) / 2 + half * cos (angle) };

  venule_canvas_line_to (self->canvas, cr, edge);
  venule_canvas_line_to (self->canvas, cr, (VenulePoint) { handle->x, handle->y });
  venule_canvas_stroke (cr, &crop_color, VENULE_CANVAS_LINE);
}

static void
draw_handle (VenuleCropTool     *self,
             cairo_t            *cr,
             const VenuleHandle *handle)
{
  VenulePoint at = venule_canvas_in_widget (self->canvas, (VenulePoint) { handle->x, handle->y });
  gboolean held = is_dragged (self) && is_same (handle, &self->held);
  gboolean hovered = held || is_same (handle, &self->hovered);
  gboolean active = is_same (handle, &self->active);
  double radius = (handle->kind == VENULE_HANDLE_MIDDLE ? MIDDLE_RADIUS : HANDLE_RADIUS) + (hovered ? 1.5 : 0);

  cairo_new_path (cr);
  cairo_arc (cr, at.x, at.y, radius + 1, 0, 2 * G_PI);
  cairo_set_source_rgba (cr, 0, 0, 0, 0.75);
  cairo_fill (cr);
  cairo_arc (cr, at.x, at.y, radius - 0.5, 0, 2 * G_PI);
  if (handle->kind == VENULE_HANDLE_MIDDLE && !active)
    cairo_set_source_rgba (cr, crop_color.red, crop_color.green, crop_color.blue, hovered ? 1 : 0.8);
  else
    gdk_cairo_set_source_rgba (cr, active ? &active_color : &handle_color);
  cairo_fill (cr);

  if (handle->kind == VENULE_HANDLE_TURN)
    {
      cairo_arc (cr, at.x, at.y, radius - 3, -G_PI / 2, G_PI);
      cairo_set_line_width (cr, 1.25);
      cairo_set_source_rgba (cr, 0, 0, 0, 0.85);
      cairo_stroke (cr);
    }
}

/* Degrees clockwise on the screen from pointing to the right. */
static double
direction (double dx,
           double dy)
{
  double degrees = atan2 (dy, dx) * 180 / G_PI;

  return degrees < 0 ? degrees + 360 : degrees;
}

static char *
describe_vessel (VenuleCropTool     *self,
                 const VenuleVessel *vessel,
                 VenuleHandleKind    kind)
{
  if (kind == VENULE_HANDLE_HEAD || kind == VENULE_HANDLE_TAIL)
    {
      /* Translators: direction of the flow, in degrees clockwise from pointing to the right */
      return g_strdup_printf (_("%.1f°"), direction (vessel->flow_x, vessel->flow_y));
    }
  if (kind == VENULE_HANDLE_CORNER || vessel->kind != VENULE_CROP_RECTANGLE)
    {
      /* Translators: a position on the video in pixels, from the left and from the top */
      return g_strdup_printf (_("%.0f, %.0f px"), self->canvas->pointer.video.x, self->canvas->pointer.video.y);
    }
  if (kind == VENULE_HANDLE_TURN)
    return g_strdup_printf (_("%.1f°"), vessel->angle);
  if (kind == VENULE_HANDLE_INSIDE)
    return g_strdup_printf (_("%.0f, %.0f px"), vessel->x, vessel->y);
  /* Translators: width and height in pixels of the video */
  return g_strdup_printf (_("%.0f × %.0f px"), vessel->width, vessel->height);
}

/* What is about to be drawn anew steps back. */
static GdkRGBA
color_beside (VenuleCropTool *self,
              const GdkRGBA  *color,
              gboolean        replaced)
{
  GdkRGBA result = *color;

  if (replaced && self->draft == NULL)
    result.alpha = 0.35f;
  return result;
}

/* As in the annotated movie: thin, and with the arrow beside the crop. */
static void
draw_vessel_at_rest (VenuleCropTool *self,
                     cairo_t        *cr)
{
  VenuleOverlayOptions options = self->canvas->overlay;
  double x, y;

  options.scale = venule_canvas_view_get_scale (&self->canvas->view);
  venule_canvas_view_get_origin (&self->canvas->view, &x, &y);
  cairo_save (cr);
  cairo_translate (cr, x, y);
  cairo_scale (cr, options.scale, options.scale);
  venule_overlay_draw_vessel (cr, venule_canvas_get_resting_settings (self->canvas), self->canvas->view.video_width,
                              self->canvas->view.video_height, &options);
  cairo_restore (cr);
}

static void
draw_lines (VenuleCropTool          *self,
            cairo_t                 *cr,
            const VenuleVessel      *vessel,
            const VenuleHandleFrame *frame)
{
  GdkRGBA crop =
    color_beside (self, &crop_color,
                  self->canvas->mode == VENULE_MODE_RECTANGLE || self->canvas->mode == VENULE_MODE_POLYGON);
  GdkRGBA flow = color_beside (self, &flow_color, self->canvas->mode == VENULE_MODE_FLOW);
  VenulePoint tail, head;

  cairo_save (cr);
  if (self->canvas->proposed != NULL)
    cairo_set_dash (cr, (double[]) { DASH, DASH }, 2, 0);
  draw_outline (self, cr, vessel, &crop);
  cairo_restore (cr);
  if (!venule_vessel_has_flow (vessel))
    return;
  venule_handles_get_arrow (vessel, frame, &tail, &head);
  draw_arrow (self, cr, tail, head, &flow);
}

static void
draw_polygon (VenuleCropTool *self,
              cairo_t        *cr)
{
  const VenulePointer *pointer = &self->canvas->pointer;
  VenulePoint next = venule_canvas_keep_inside (self->canvas, pointer->video);
  const VenulePoint *last;
  g_autofree char *length = NULL;

  for (guint i = 0; i < self->corners->len; i++)
    venule_canvas_line_to (self->canvas, cr, g_array_index (self->corners, VenulePoint, i));
  if (pointer->inside || pointer->crosshair)
    venule_canvas_line_to (self->canvas, cr, next);
  venule_canvas_stroke (cr, &crop_color, VENULE_CANVAS_LINE);

  for (guint i = 0; i < self->corners->len; i++)
    {
      const VenulePoint *corner = &g_array_index (self->corners, VenulePoint, i);

      draw_handle (self, cr, &(VenuleHandle) { VENULE_HANDLE_CORNER, -1, corner->x, corner->y });
    }
  if (!pointer->inside && !pointer->crosshair)
    return;

  last = &g_array_index (self->corners, VenulePoint, self->corners->len - 1);
  length = venule_canvas_format_length (self->canvas, hypot (next.x - last->x, next.y - last->y));
  venule_canvas_draw_label (self->canvas, cr, pointer->widget, length);
}

static void
draw_handles (VenuleCropTool          *self,
              cairo_t                 *cr,
              const VenuleVessel      *vessel,
              const VenuleHandleFrame *frame)
{
  g_autoptr (GArray) handles = venule_handles_list (vessel, frame, &self->canvas->view);

  for (guint i = 0; i < handles->len; i++)
    {
      const VenuleHandle *handle = &g_array_index (handles, VenuleHandle, i);

      if (handle->kind == VENULE_HANDLE_TURN)
        draw_turn_stem (self, cr, vessel, handle);
    }
  for (guint i = 0; i < handles->len; i++)
    draw_handle (self, cr, &g_array_index (handles, VenuleHandle, i));
}

/* What becomes of it, beside the pointer. */
static void
draw_numbers (VenuleCropTool *self,
              cairo_t        *cr)
{
  VenuleHandleKind kind = self->held.kind;
  g_autofree char *text = NULL;

  if (self->drawing)
    kind = self->canvas->mode == VENULE_MODE_RECTANGLE ? VENULE_HANDLE_SIZE : VENULE_HANDLE_HEAD;
  text = describe_vessel (self, self->draft, kind);
  venule_canvas_draw_label (self->canvas, cr, self->canvas->pointer.widget, text);
}

/* The crop and the flow; with their handles while they are edited. */
void
venule_crop_tool_draw (VenuleTool *tool,
                       cairo_t    *cr)
{
  VenuleCropTool *self = VENULE_CROP_TOOL (tool);
  const VenuleVessel *vessel = venule_crop_tool_get_vessel (self);
  VenuleHandleFrame frame = venule_crop_tool_get_frame (self);
  VenuleCanvasMode mode = self->canvas->mode;

  if (vessel == NULL)
    return;

  if (!self->canvas->edit_vessel && self->canvas->proposed == NULL && mode != VENULE_MODE_RECTANGLE &&
      mode != VENULE_MODE_POLYGON && mode != VENULE_MODE_FLOW)
    {
      draw_vessel_at_rest (self, cr);
      return;
    }
  draw_lines (self, cr, vessel, &frame);
  if (venule_crop_tool_is_editing (self))
    draw_handles (self, cr, vessel, &frame);
  if (self->draft != NULL)
    draw_numbers (self, cr);
  if (self->corners->len > 0)
    draw_polygon (self, cr);
}
