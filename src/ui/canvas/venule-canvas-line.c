/* venule-canvas-line.c: the line of a kymograph on the video
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-canvas-private.h"

#include <glib/gi18n.h>
#include <math.h>

/* Logical px. */
#define HANDLE_RADIUS 4.5
#define MIDDLE_RADIUS 3.0
#define ARROW_HEAD 12.0
/* px of the video: clicks that are nearer to each other are one. */
#define SAME 1.0

static const GdkRGBA line_color = { 0.90f, 0.55f, 0.76f, 1 };
static const GdkRGBA band_color = { 0.90f, 0.55f, 0.76f, 0.45f };
static const GdkRGBA active_color = { 0.90f, 0.62f, 0, 1 };

/* How far the tissue has moved in the frame on show. */
static VenulePoint
get_shift (VenuleCanvas *self)
{
  if (self->kymograph == NULL || self->frame == NULL)
    return (VenulePoint) { 0, 0 };
  return venule_kymograph_shift_at (self->kymograph, self->frame->index);
}

static void
shift_points (GArray      *points,
              VenulePoint  shift,
              double       sign)
{
  for (guint i = 0; i < points->len; i++)
    {
      g_array_index (points, VenulePoint, i).x += sign * shift.x;
      g_array_index (points, VenulePoint, i).y += sign * shift.y;
    }
}

/* (transfer full): in the frame on show, as it is being changed. */
static GArray *
dup_points (VenuleCanvas *self)
{
  GArray *points;

  if (self->line_draft != NULL)
    return g_array_copy (self->line_draft);
  points = g_array_copy (self->kymograph->line->points);
  shift_points (points, get_shift (self), 1);
  return points;
}

static gboolean
can_change (VenuleCanvas *self)
{
  return self->kymograph != NULL && self->tool == VENULE_TOOL_SELECT && !self->edit_vessel && self->frame != NULL;
}

static VenulePoint
middle_of (GArray *points,
           guint   i)
{
  VenulePoint a = g_array_index (points, VenulePoint, i), b = g_array_index (points, VenulePoint, i + 1);

  return (VenulePoint) { (a.x + b.x) / 2, (a.y + b.y) / 2 };
}

/**
 * venule_canvas_find_line:
 *
 * Returns: which point of the line is under the pointer; from the number of points on, the middles between them; −1: none
 */
int
venule_canvas_find_line (VenuleCanvas *self)
{
  g_autoptr (GArray) points = NULL;
  double nearest = VENULE_HANDLE_REACH;
  int found = -1;

  if (!can_change (self))
    return -1;

  points = dup_points (self);
  for (guint i = 0; i + 1 < 2 * points->len; i++)
    {
      VenulePoint point = i < points->len ? g_array_index (points, VenulePoint, i) : middle_of (points, i - points->len);
      VenulePoint at = venule_canvas_in_widget (self, point);
      double distance = hypot (at.x - self->pointer_at.x, at.y - self->pointer_at.y);

      if (distance < nearest)
        {
          nearest = distance;
          found = (int) i;
        }
    }
  return found;
}

/* Of a middle becomes a point. */
void
venule_canvas_begin_line (VenuleCanvas *self,
                          int           handle)
{
  GArray *points = dup_points (self);

  if (handle >= (int) points->len)
    {
      guint after = (guint) handle - points->len;
      VenulePoint middle = middle_of (points, after);

      g_array_insert_val (points, after + 1, middle);
      handle = (int) after + 1;
    }
  g_clear_pointer (&self->line_draft, g_array_unref);
  self->line_draft = points;
  self->line_held = handle;
  self->grab = VENULE_GRAB_LINE;
}

void
venule_canvas_drag_line (VenuleCanvas *self)
{
  VenuleHandleFrame frame = venule_canvas_get_handle_frame (self);

  g_array_index (self->line_draft, VenulePoint, self->line_held) = venule_handles_keep_inside (&frame, &self->pointer);
}

/* Consumes @points, in px of the frame on show. */
static void
emit (VenuleCanvas *self,
      GArray       *points)
{
  shift_points (points, get_shift (self), -1);
  venule_canvas_emit_line (self, points);
  g_array_unref (points);
}

void
venule_canvas_commit_line (VenuleCanvas *self)
{
  emit (self, g_steal_pointer (&self->line_draft));
}

/* Two points make a line. Returns whether one was taken out. */
gboolean
venule_canvas_remove_line_point (VenuleCanvas *self)
{
  int handle = venule_canvas_find_line (self);
  g_autoptr (GArray) points = handle >= 0 ? dup_points (self) : NULL;

  if (points == NULL || handle >= (int) points->len || points->len <= 2)
    return FALSE;
  g_array_remove_index (points, handle);
  emit (self, g_steal_pointer (&points));
  return TRUE;
}

/* ---- Drawing one ---- */

void
venule_canvas_click_line (VenuleCanvas *self)
{
  VenuleHandleFrame frame = venule_canvas_get_handle_frame (self);
  VenulePoint point = venule_handles_keep_inside (&frame, &self->pointer);

  if (self->corners->len > 0)
    {
      VenulePoint last = g_array_index (self->corners, VenulePoint, self->corners->len - 1);

      /* A double click gives the last point twice. */
      if (hypot (point.x - last.x, point.y - last.y) < SAME)
        {
          venule_canvas_end_line (self);
          return;
        }
    }
  if (self->corners->len < VENULE_KYMOGRAPH_MOST_POINTS)
    g_array_append_val (self->corners, point);
}

/* Returns whether there was a line to be ended. */
gboolean
venule_canvas_end_line (VenuleCanvas *self)
{
  GArray *points;

  if (self->tool != VENULE_TOOL_LINE || self->corners->len < 2)
    return FALSE;

  points = g_array_copy (self->corners);
  g_array_set_size (self->corners, 0);
  venule_canvas_finish_tool (self);
  emit (self, points);
  return TRUE;
}

/* ---- On the screen ---- */

static void
draw_path (VenuleCanvas  *self,
           cairo_t       *cr,
           GArray        *points,
           const GdkRGBA *color)
{
  cairo_new_path (cr);
  for (guint i = 0; i < points->len; i++)
    venule_canvas_line_to (self, cr, g_array_index (points, VenulePoint, i));
  venule_canvas_stroke (cr, color, VENULE_CANVAS_LINE);
}

static void
draw_handle (VenuleCanvas  *self,
             cairo_t       *cr,
             VenulePoint    point,
             double         radius,
             const GdkRGBA *color)
{
  VenulePoint at = venule_canvas_in_widget (self, point);

  cairo_new_path (cr);
  cairo_arc (cr, at.x, at.y, radius, 0, 2 * G_PI);
  gdk_cairo_set_source_rgba (cr, color);
  cairo_fill_preserve (cr);
  cairo_set_source_rgba (cr, 0, 0, 0, 0.7);
  cairo_set_line_width (cr, 1);
  cairo_stroke (cr);
}

/* Where it goes. */
static void
draw_head (VenuleCanvas *self,
           cairo_t      *cr,
           GArray       *points)
{
  VenulePoint a = venule_canvas_in_widget (self, g_array_index (points, VenulePoint, points->len - 2));
  VenulePoint b = venule_canvas_in_widget (self, g_array_index (points, VenulePoint, points->len - 1));
  double angle = atan2 (b.y - a.y, b.x - a.x);

  cairo_new_path (cr);
  cairo_move_to (cr, b.x - ARROW_HEAD * cos (angle - 0.45), b.y - ARROW_HEAD * sin (angle - 0.45));
  cairo_line_to (cr, b.x, b.y);
  cairo_line_to (cr, b.x - ARROW_HEAD * cos (angle + 0.45), b.y - ARROW_HEAD * sin (angle + 0.45));
  venule_canvas_stroke (cr, &line_color, VENULE_CANVAS_LINE);
}

/* How far across it is looked. */
static void
draw_band (VenuleCanvas *self,
           cairo_t      *cr,
           GArray       *points)
{
  VenuleKymographLine line = *self->kymograph->line;
  const double dashes[] = { 3, 4 };

  line.points = points;
  cairo_save (cr);
  cairo_set_dash (cr, dashes, G_N_ELEMENTS (dashes), 0);
  for (int side = -1; side <= 1; side += 2)
    {
      double length = venule_kymograph_line_length (&line), before = 0;

      cairo_new_path (cr);
      for (guint i = 0; i + 1 < points->len; i++)
        {
          VenulePoint a = g_array_index (points, VenulePoint, i), b = g_array_index (points, VenulePoint, i + 1);
          double piece = hypot (b.x - a.x, b.y - a.y);

          venule_canvas_line_to (self, cr, venule_kymograph_line_at (&line, before + 1e-6, side * line.width / 2, NULL));
          before += piece;
          venule_canvas_line_to (self, cr, venule_kymograph_line_at (&line, MIN (before - 1e-6, length),
                                                                     side * line.width / 2, NULL));
        }
      venule_canvas_stroke (cr, &band_color, 1);
    }
  cairo_restore (cr);
}

static void
draw_drawn (VenuleCanvas *self,
            cairo_t      *cr)
{
  g_autoptr (GArray) points = g_array_copy (self->corners);
  gboolean pointing = self->pointer_in || self->crosshair;

  if (pointing)
    g_array_append_val (points, self->pointer);
  draw_path (self, cr, points, &line_color);
  for (guint i = 0; i < self->corners->len; i++)
    draw_handle (self, cr, g_array_index (self->corners, VenulePoint, i), HANDLE_RADIUS, &line_color);
  if (pointing)
    venule_canvas_draw_label (self, cr, self->pointer_at,
                              self->corners->len < 2 ? _("Click where the line begins, bends and ends")
                                                     : _("Enter or a double click ends the line"));
}

void
venule_canvas_draw_line (VenuleCanvas *self,
                         cairo_t      *cr)
{
  g_autoptr (GArray) points = NULL;
  int hovered;

  if (self->tool == VENULE_TOOL_LINE)
    {
      draw_drawn (self, cr);
      return;
    }
  if (self->kymograph == NULL)
    return;

  points = dup_points (self);
  if (points->len < 2)
    return;
  draw_band (self, cr, points);
  draw_path (self, cr, points, &line_color);
  draw_head (self, cr, points);
  if (!can_change (self))
    return;

  hovered = self->grab == VENULE_GRAB_LINE ? self->line_held : self->pointer_in ? venule_canvas_find_line (self) : -1;
  for (guint i = 0; i + 1 < points->len; i++)
    draw_handle (self, cr, middle_of (points, i), MIDDLE_RADIUS,
                 hovered == (int) (i + points->len) ? &active_color : &line_color);
  for (guint i = 0; i < points->len; i++)
    draw_handle (self, cr, g_array_index (points, VenulePoint, i), HANDLE_RADIUS,
                 hovered == (int) i ? &active_color : &line_color);
}

/**
 * venule_canvas_set_kymograph:
 * @kymograph: (nullable): whose line is shown, and can be changed
 */
void
venule_canvas_set_kymograph (VenuleCanvas    *self,
                             VenuleKymograph *kymograph)
{
  g_return_if_fail (VENULE_IS_CANVAS (self));

  if (kymograph == self->kymograph)
    return;

  if (self->grab == VENULE_GRAB_LINE)
    venule_canvas_cancel (self);
  g_clear_pointer (&self->kymograph, venule_kymograph_unref);
  if (kymograph != NULL)
    self->kymograph = venule_kymograph_ref (kymograph);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}
