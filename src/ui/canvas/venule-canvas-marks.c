/* venule-canvas-marks.c: crop, arrow, handles, and what the tools show while they draw
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-canvas-private.h"

#include <glib/gi18n.h>
#include <math.h>

#include "venule-detection.h"

/* Logical px. */
#define HANDLE_RADIUS 5.0
#define MIDDLE_RADIUS 3.5
#define ARROW_WIDTH 2.5
#define ARROW_HEAD 20.0
#define CROSSHAIR 12.0

/* Okabe and Ito's palette, which colour-blind eyes tell apart. */
static const GdkRGBA crop_color = { 0.94f, 0.89f, 0.26f, 1 };
static const GdkRGBA flow_color = { 0.34f, 0.71f, 0.91f, 1 };
static const GdkRGBA tool_color = { 1, 1, 1, 1 };
static const GdkRGBA active_color = { 0.90f, 0.62f, 0, 1 };
static const GdkRGBA detection_color = { 0.34f, 0.71f, 0.91f, 1 };

/* Preview */

/**
 * venule_canvas_draw_detections:
 *
 * The preview's cells, dashed: they are found in this frame alone.
 */
void
venule_canvas_draw_detections (VenuleCanvas *self,
                               cairo_t      *cr)
{
  const double dashes[] = { 4, 4 };

  if (self->detections == NULL || self->detections_frame != self->frame->index)
    return;

  cairo_save (cr);
  for (guint i = 0; i < self->detections->len; i++)
    {
      const VenuleDetection *detection = &g_array_index (self->detections, VenuleDetection, i);

      cairo_new_sub_path (cr);
      for (guint j = 0; j < VENULE_CONTOUR_POINTS; j++)
        {
          double angle = 2 * G_PI * j / VENULE_CONTOUR_POINTS;
          double radius = detection->contour[j] > 0 ? detection->contour[j] : detection->radius;
          VenulePoint point = { detection->x + radius * cos (angle), detection->y + radius * sin (angle) };

          venule_canvas_line_to (self, cr, point);
        }
      cairo_close_path (cr);
    }
  cairo_set_line_width (cr, VENULE_CANVAS_LINE + VENULE_CANVAS_SHADE);
  cairo_set_source_rgba (cr, 0, 0, 0, 0.4);
  cairo_stroke_preserve (cr);
  cairo_set_dash (cr, dashes, G_N_ELEMENTS (dashes), 0);
  cairo_set_line_width (cr, VENULE_CANVAS_LINE);
  gdk_cairo_set_source_rgba (cr, &detection_color);
  cairo_stroke (cr);
  cairo_restore (cr);
}

/* Vessel */

static void
draw_arrow (VenuleCanvas  *self,
            cairo_t       *cr,
            VenulePoint    tail,
            VenulePoint    head,
            const GdkRGBA *color)
{
  VenulePoint a = venule_canvas_in_widget (self, tail);
  VenulePoint b = venule_canvas_in_widget (self, head);
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
draw_outline (VenuleCanvas       *self,
              cairo_t            *cr,
              const VenuleVessel *vessel,
              const GdkRGBA      *color)
{
  g_autoptr (GArray) outline = NULL;

  if (vessel->kind == VENULE_CROP_WHOLE)
    return;

  outline = venule_vessel_dup_outline (vessel, self->view.video_width, self->view.video_height);
  for (guint i = 0; i < outline->len; i++)
    venule_canvas_line_to (self, cr, g_array_index (outline, VenulePoint, i));
  cairo_close_path (cr);
  venule_canvas_stroke (cr, color, VENULE_CANVAS_LINE);
}

static gboolean
is_same (const VenuleHandle *a,
         const VenuleHandle *b)
{
  return a->kind == b->kind && a->index == b->index;
}

/* From the edge to the handle that turns the rectangle. */
static void
draw_turn_stem (VenuleCanvas       *self,
                cairo_t            *cr,
                const VenuleVessel *vessel,
                const VenuleHandle *handle)
{
  double angle = vessel->angle * G_PI / 180;
  double half = handle->index == 1 ? vessel->height / 2 : -vessel->height / 2;
  VenulePoint edge = { vessel->x + (vessel->width - 1) / 2 - half * sin (angle),
                       vessel->y + (vessel->height - 1) / 2 + half * cos (angle) };

  venule_canvas_line_to (self, cr, edge);
  venule_canvas_line_to (self, cr, (VenulePoint) { handle->x, handle->y });
  venule_canvas_stroke (cr, &crop_color, VENULE_CANVAS_LINE);
}

static void
draw_handle (VenuleCanvas       *self,
             cairo_t            *cr,
             const VenuleHandle *handle)
{
  VenulePoint at = venule_canvas_in_widget (self, (VenulePoint) { handle->x, handle->y });
  gboolean held = self->grab == VENULE_GRAB_HANDLE && is_same (handle, &self->held);
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
    gdk_cairo_set_source_rgba (cr, active ? &active_color : &tool_color);
  cairo_fill (cr);

  if (handle->kind == VENULE_HANDLE_TURN)
    {
      cairo_arc (cr, at.x, at.y, radius - 3, -G_PI / 2, G_PI);
      cairo_set_line_width (cr, 1.25);
      cairo_set_source_rgba (cr, 0, 0, 0, 0.85);
      cairo_stroke (cr);
    }
}

/* Numbers */

static char *
format_length (VenuleCanvas *self,
               double        px)
{
  const VenuleCalibration *calibration = &venule_canvas_get_settings (self)->calibration;

  if (!venule_calibration_is_calibrated (calibration))
    {
      /* Translators: a length in pixels of the video */
      return g_strdup_printf (_("%.1f px"), px);
    }
  /* Translators: a length in its unit and in pixels of the video: "35.2 µm · 70.4 px" */
  return g_strdup_printf (_("%.1f %s · %.1f px"), venule_calibration_scale (calibration, px),
                          venule_calibration_length_unit (calibration), px);
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
describe_vessel (VenuleCanvas       *self,
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
      return g_strdup_printf (_("%.0f, %.0f px"), self->pointer.x, self->pointer.y);
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
color_beside (VenuleCanvas  *self,
              const GdkRGBA *color,
              gboolean       replaced)
{
  GdkRGBA result = *color;

  if (replaced && self->draft == NULL)
    result.alpha = 0.35f;
  return result;
}

/* As in the annotated movie: thin, and with the arrow beside the crop. */
static void
draw_vessel_at_rest (VenuleCanvas *self,
                     cairo_t      *cr)
{
  VenuleOverlayOptions options = self->overlay;
  double x, y;

  options.scale = venule_canvas_view_get_scale (&self->view);
  venule_canvas_view_get_origin (&self->view, &x, &y);
  cairo_save (cr);
  cairo_translate (cr, x, y);
  cairo_scale (cr, options.scale, options.scale);
  venule_overlay_draw_vessel (cr, venule_canvas_get_settings (self), self->view.video_width, self->view.video_height,
                              &options);
  cairo_restore (cr);
}

static void
draw_lines (VenuleCanvas            *self,
            cairo_t                 *cr,
            const VenuleVessel      *vessel,
            const VenuleHandleFrame *frame)
{
  GdkRGBA crop = color_beside (self, &crop_color,
                               self->tool == VENULE_TOOL_RECTANGLE || self->tool == VENULE_TOOL_POLYGON);
  GdkRGBA flow = color_beside (self, &flow_color, self->tool == VENULE_TOOL_FLOW);
  VenulePoint tail, head;

  draw_outline (self, cr, vessel, &crop);
  if (!venule_vessel_has_flow (vessel))
    return;
  venule_handles_get_arrow (vessel, frame, &tail, &head);
  draw_arrow (self, cr, tail, head, &flow);
}

/**
 * venule_canvas_draw_vessel:
 *
 * The crop and the flow; with their handles while they are edited.
 */
void
venule_canvas_draw_vessel (VenuleCanvas *self,
                           cairo_t      *cr)
{
  const VenuleVessel *vessel = venule_canvas_get_vessel (self);
  VenuleHandleFrame frame = venule_canvas_get_handle_frame (self);
  gboolean drawn_anew = self->tool == VENULE_TOOL_RECTANGLE || self->tool == VENULE_TOOL_POLYGON ||
                        self->tool == VENULE_TOOL_FLOW;
  g_autoptr (GArray) handles = NULL;

  if (vessel == NULL)
    return;

  if (!self->edit_vessel && !drawn_anew)
    {
      draw_vessel_at_rest (self, cr);
      return;
    }
  draw_lines (self, cr, vessel, &frame);
  if (!self->edit_vessel || self->tool != VENULE_TOOL_SELECT)
    return;

  handles = venule_handles_list (vessel, &frame, &self->view);
  for (guint i = 0; i < handles->len; i++)
    {
      const VenuleHandle *handle = &g_array_index (handles, VenuleHandle, i);

      if (handle->kind == VENULE_HANDLE_TURN)
        draw_turn_stem (self, cr, vessel, handle);
    }
  for (guint i = 0; i < handles->len; i++)
    draw_handle (self, cr, &g_array_index (handles, VenuleHandle, i));

  if (self->grab == VENULE_GRAB_HANDLE)
    {
      g_autofree char *text = describe_vessel (self, vessel, self->held.kind);

      venule_canvas_draw_label (self, cr, self->pointer_at, text);
    }
}

/* Tools */

/* A line with ends across it. */
static void
draw_scale (VenuleCanvas *self,
            cairo_t      *cr,
            VenulePoint   from,
            VenulePoint   to)
{
  VenulePoint a = venule_canvas_in_widget (self, from);
  VenulePoint b = venule_canvas_in_widget (self, to);
  double angle = atan2 (b.y - a.y, b.x - a.x);
  double x = -7 * sin (angle);
  double y = 7 * cos (angle);

  cairo_move_to (cr, a.x, a.y);
  cairo_line_to (cr, b.x, b.y);
  cairo_move_to (cr, a.x - x, a.y - y);
  cairo_line_to (cr, a.x + x, a.y + y);
  cairo_move_to (cr, b.x - x, b.y - y);
  cairo_line_to (cr, b.x + x, b.y + y);
  venule_canvas_stroke (cr, &tool_color, VENULE_CANVAS_LINE);
}

/* The line across the cell is the circle's diameter. */
static void
draw_cell (VenuleCanvas *self,
           cairo_t      *cr,
           VenulePoint   from,
           VenulePoint   to)
{
  VenulePoint a = venule_canvas_in_widget (self, from);
  VenulePoint b = venule_canvas_in_widget (self, to);

  cairo_new_path (cr);
  cairo_arc (cr, (a.x + b.x) / 2, (a.y + b.y) / 2, hypot (b.x - a.x, b.y - a.y) / 2, 0, 2 * G_PI);
  venule_canvas_stroke (cr, &tool_color, VENULE_CANVAS_LINE);
  cairo_move_to (cr, a.x, a.y);
  cairo_line_to (cr, b.x, b.y);
  venule_canvas_stroke (cr, &tool_color, VENULE_CANVAS_LINE);
}

static void
draw_mark (VenuleCanvas *self,
           cairo_t      *cr,
           VenuleTool    tool,
           VenulePoint   from,
           VenulePoint   to)
{
  if (tool == VENULE_TOOL_SCALE)
    draw_scale (self, cr, from, to);
  else if (tool == VENULE_TOOL_CELL)
    draw_cell (self, cr, from, to);
}

static void
draw_shape (VenuleCanvas *self,
            cairo_t      *cr)
{
  g_autofree char *text = NULL;
  double length;

  if (self->tool == VENULE_TOOL_RECTANGLE)
    {
      text = describe_vessel (self, self->draft, VENULE_HANDLE_SIZE);
    }
  else if (self->tool == VENULE_TOOL_FLOW)
    {
      text = describe_vessel (self, self->draft, VENULE_HANDLE_HEAD);
    }
  else
    {
      draw_mark (self, cr, self->tool, self->mark_from, self->mark_to);
      length = hypot (self->mark_to.x - self->mark_from.x, self->mark_to.y - self->mark_from.y);
      text = format_length (self, length);
    }
  venule_canvas_draw_label (self, cr, self->pointer_at, text);
}

static void
draw_polygon (VenuleCanvas *self,
              cairo_t      *cr)
{
  VenuleHandleFrame frame = venule_canvas_get_handle_frame (self);
  VenulePoint next = venule_handles_keep_inside (&frame, &self->pointer);
  const VenulePoint *last;
  g_autofree char *length = NULL;

  for (guint i = 0; i < self->corners->len; i++)
    venule_canvas_line_to (self, cr, g_array_index (self->corners, VenulePoint, i));
  if (self->pointer_in || self->crosshair)
    venule_canvas_line_to (self, cr, next);
  venule_canvas_stroke (cr, &crop_color, VENULE_CANVAS_LINE);

  for (guint i = 0; i < self->corners->len; i++)
    {
      const VenulePoint *corner = &g_array_index (self->corners, VenulePoint, i);

      draw_handle (self, cr, &(VenuleHandle) { VENULE_HANDLE_CORNER, -1, corner->x, corner->y });
    }
  if (!self->pointer_in && !self->crosshair)
    return;

  last = &g_array_index (self->corners, VenulePoint, self->corners->len - 1);
  length = format_length (self, hypot (next.x - last->x, next.y - last->y));
  venule_canvas_draw_label (self, cr, self->pointer_at, length);
}

static void
draw_crosshair (VenuleCanvas *self,
                cairo_t      *cr)
{
  VenulePoint at = venule_canvas_in_widget (self, self->pointer);

  cairo_move_to (cr, at.x - CROSSHAIR, at.y);
  cairo_line_to (cr, at.x + CROSSHAIR, at.y);
  cairo_move_to (cr, at.x, at.y - CROSSHAIR);
  cairo_line_to (cr, at.x, at.y + CROSSHAIR);
  venule_canvas_stroke (cr, &active_color, VENULE_CANVAS_LINE);
}

/**
 * venule_canvas_draw_tool:
 *
 * What is being drawn, with its numbers near the pointer.
 */
void
venule_canvas_draw_tool (VenuleCanvas *self,
                         cairo_t      *cr)
{
  if (self->mark_tool != VENULE_TOOL_SELECT)
    draw_mark (self, cr, self->mark_tool, self->mark_from, self->mark_to);
  venule_canvas_draw_line (self, cr);
  venule_canvas_draw_brush (self, cr);
  venule_canvas_draw_spot (self, cr);
  if (self->tool == VENULE_TOOL_LINK)
    venule_canvas_draw_link (self, cr);
  if (self->grab == VENULE_GRAB_BAND)
    venule_canvas_draw_band (self, cr);
  if (self->grab == VENULE_GRAB_SHAPE)
    draw_shape (self, cr);
  else if (self->tool == VENULE_TOOL_POLYGON && self->corners->len > 0)
    draw_polygon (self, cr);
  if (self->crosshair)
    draw_crosshair (self, cr);
}
