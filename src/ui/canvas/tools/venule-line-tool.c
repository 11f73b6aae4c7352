/* venule-line-tool.c: the line of a kymograph on the video
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-canvas-private.h"

#include <glib/gi18n.h>
#include <math.h>

#include "venule-canvas-handles.h"
#include "venule-tools.h"

/* Logical px. */
#define HANDLE_RADIUS 4.5
#define MIDDLE_RADIUS 3.0
#define ARROW_HEAD 12.0
/* px of the video: clicks that are nearer to each other are one. */
#define SAME 1.0

G_DECLARE_FINAL_TYPE (VenuleLineTool, venule_line_tool, VENULE, LINE_TOOL, GObject)

struct _VenuleLineTool
{
  GObject         parent_instance;

  VenuleCanvas   *canvas;
  VenuleKymograph *kymograph; /* whose line is shown; nullable */
  GArray         *points; /* VenulePoint, of the line that is being drawn */
  GArray         *draft;  /* VenulePoint, px of the frame: the line while it is changed; nullable */
  int             held;   /* its point that is moved */
};

static void venule_line_tool_tool_init (VenuleToolInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (VenuleLineTool, venule_line_tool, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (VENULE_TYPE_TOOL, venule_line_tool_tool_init))

static const GdkRGBA line_color = { 0.90f, 0.55f, 0.76f, 1 };
static const GdkRGBA band_color = { 0.90f, 0.55f, 0.76f, 0.45f };
static const GdkRGBA active_color = { 0.90f, 0.62f, 0, 1 };

/* How far the tissue has moved in the frame on show. */
static VenulePoint
get_shift (VenuleLineTool *self)
{
  if (self->kymograph == NULL || self->canvas->frame == NULL)
    return (VenulePoint) { 0, 0 };
  return venule_kymograph_shift_at (self->kymograph, self->canvas->frame->index);
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
dup_points (VenuleLineTool *self)
{
  GArray *points;

  if (self->draft != NULL)
    return g_array_copy (self->draft);
  points = g_array_copy (self->kymograph->line->points);
  shift_points (points, get_shift (self), 1);
  return points;
}

static gboolean
can_change (VenuleLineTool *self)
{
  return self->kymograph != NULL && self->canvas->mode == VENULE_MODE_SELECT && !self->canvas->edit_vessel &&
         self->canvas->frame != NULL;
}

static VenulePoint
middle_of (GArray *points,
           guint   i)
{
  VenulePoint a = g_array_index (points, VenulePoint, i), b = g_array_index (points, VenulePoint, i + 1);

  return (VenulePoint) { (a.x + b.x) / 2, (a.y + b.y) / 2 };
}

/* Which point of the line is under the pointer; from the number of points on, the middles between them; −1: none. */
static int
find_handle (VenuleLineTool *self)
{
  g_autoptr (GArray) points = NULL;
  double nearest = VENULE_HANDLE_REACH;
  int found = -1;

  if (!can_change (self))
    return -1;

  points = dup_points (self);
  for (guint i = 0; i + 1 < 2 * points->len; i++)
    {
      VenulePoint point =
        i < points->len ? g_array_index (points, VenulePoint, i) : middle_of (points, i - points->len);
      VenulePoint at = venule_canvas_in_widget (self->canvas, point);
      double distance = hypot (at.x - self->canvas->pointer.widget.x, at.y - self->canvas->pointer.widget.y);

      if (distance < nearest)
        {
          nearest = distance;
          found = (int) i;
        }
    }
  return found;
}

/* Of a middle becomes a point. */
static void
begin_draft (VenuleLineTool *self,
             int             handle)
{
  GArray *points = dup_points (self);

  if (handle >= (int) points->len)
    {
      guint after = (guint) handle - points->len;
      VenulePoint middle = middle_of (points, after);

      g_array_insert_val (points, after + 1, middle);
      handle = (int) after + 1;
    }
  g_clear_pointer (&self->draft, g_array_unref);
  self->draft = points;
  self->held = handle;
}

/* Consumes @points, in px of the frame on show. */
static void
emit (VenuleLineTool *self,
      GArray         *points)
{
  shift_points (points, get_shift (self), -1);
  g_signal_emit_by_name (self->canvas, "line-drawn", points);
  g_array_unref (points);
}

/* Two points make a line. */
static gboolean
venule_line_tool_remove (VenuleTool *tool)
{
  VenuleLineTool *self = VENULE_LINE_TOOL (tool);
  int handle = find_handle (self);
  g_autoptr (GArray) points = handle >= 0 ? dup_points (self) : NULL;

  if (points == NULL || handle >= (int) points->len || points->len <= 2)
    return FALSE;
  g_array_remove_index (points, handle);
  emit (self, g_steal_pointer (&points));
  return TRUE;
}

/* ---- Drawing one ---- */

static gboolean
venule_line_tool_finish (VenuleTool *tool)
{
  VenuleLineTool *self = VENULE_LINE_TOOL (tool);
  GArray *points;

  if (self->canvas->mode != VENULE_MODE_LINE || self->points->len < 2)
    return FALSE;

  points = g_array_copy (self->points);
  g_array_set_size (self->points, 0);
  venule_canvas_finish_tool (self->canvas);
  emit (self, points);
  return TRUE;
}

static void
add_point (VenuleLineTool *self)
{
  VenulePoint point = venule_canvas_keep_inside (self->canvas, self->canvas->pointer.video);

  if (self->points->len > 0)
    {
      VenulePoint last = g_array_index (self->points, VenulePoint, self->points->len - 1);

      /* A double click gives the last point twice. */
      if (hypot (point.x - last.x, point.y - last.y) < SAME)
        {
          venule_line_tool_finish (VENULE_TOOL (self));
          return;
        }
    }
  if (self->points->len < VENULE_KYMOGRAPH_MAX_POINTS)
    g_array_append_val (self->points, point);
}

static gboolean
venule_line_tool_take_back (VenuleTool *tool)
{
  VenuleLineTool *self = VENULE_LINE_TOOL (tool);

  if (self->points->len == 0)
    return FALSE;
  g_array_set_size (self->points, self->points->len - 1);
  return TRUE;
}

/* ---- The pointer ---- */

static VenuleGrip
venule_line_tool_press (VenuleTool      *tool,
                        GdkModifierType  state)
{
  VenuleLineTool *self = VENULE_LINE_TOOL (tool);
  int handle;

  if (self->canvas->mode == VENULE_MODE_LINE)
    return VENULE_GRIP_CLICK;
  handle = find_handle (self);
  if (handle < 0)
    return VENULE_GRIP_NONE;
  begin_draft (self, handle);
  return VENULE_GRIP_DRAG;
}

static gboolean
venule_line_tool_begin_drag (VenuleTool *tool)
{
  return VENULE_LINE_TOOL (tool)->canvas->mode == VENULE_MODE_LINE;
}

static void
venule_line_tool_drag (VenuleTool *tool)
{
  VenuleLineTool *self = VENULE_LINE_TOOL (tool);
  const VenulePointer *pointer = &self->canvas->pointer;

  if (self->draft != NULL && pointer->moved)
    g_array_index (self->draft, VenulePoint, self->held) = venule_canvas_keep_inside (self->canvas, pointer->video);
}

static void
venule_line_tool_release (VenuleTool      *tool,
                          GdkModifierType  state)
{
  VenuleLineTool *self = VENULE_LINE_TOOL (tool);

  if (self->draft == NULL)
    add_point (self);
  else if (self->canvas->pointer.moved)
    emit (self, g_steal_pointer (&self->draft));
  else
    g_clear_pointer (&self->draft, g_array_unref);
}

static gboolean
venule_line_tool_cancel (VenuleTool *tool)
{
  VenuleLineTool *self = VENULE_LINE_TOOL (tool);

  if (self->draft == NULL && self->points->len == 0)
    return FALSE;
  if (self->draft == NULL)
    g_array_set_size (self->points, 0);
  g_clear_pointer (&self->draft, g_array_unref);
  return TRUE;
}

static gboolean
venule_line_tool_hover (VenuleTool *tool,
                        gboolean    inside)
{
  VenuleLineTool *self = VENULE_LINE_TOOL (tool);

  return self->kymograph != NULL || self->points->len > 0;
}

static const char *
venule_line_tool_get_cursor (VenuleTool *tool)
{
  VenuleLineTool *self = VENULE_LINE_TOOL (tool);

  if (self->draft != NULL)
    return "grabbing";
  return find_handle (self) >= 0 ? "grab" : NULL;
}

/* ---- On the screen ---- */

static void
draw_path (VenuleLineTool *self,
           cairo_t        *cr,
           GArray         *points,
           const GdkRGBA  *color)
{
  cairo_new_path (cr);
  for (guint i = 0; i < points->len; i++)
    venule_canvas_line_to (self->canvas, cr, g_array_index (points, VenulePoint, i));
  venule_canvas_stroke (cr, color, VENULE_CANVAS_LINE);
}

static void
draw_handle (VenuleLineTool *self,
             cairo_t        *cr,
             VenulePoint     point,
             double          radius,
             const GdkRGBA  *color)
{
  VenulePoint at = venule_canvas_in_widget (self->canvas, point);

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
draw_head (VenuleLineTool *self,
           cairo_t        *cr,
           GArray         *points)
{
  VenulePoint a = venule_canvas_in_widget (self->canvas, g_array_index (points, VenulePoint, points->len - 2));
  VenulePoint b = venule_canvas_in_widget (self->canvas, g_array_index (points, VenulePoint, points->len - 1));
  double angle = atan2 (b.y - a.y, b.x - a.x);

  cairo_new_path (cr);
  cairo_move_to (cr, b.x - ARROW_HEAD * cos (angle - 0.45), b.y - ARROW_HEAD * sin (angle - 0.45));
  cairo_line_to (cr, b.x, b.y);
  cairo_line_to (cr, b.x - ARROW_HEAD * cos (angle + 0.45), b.y - ARROW_HEAD * sin (angle + 0.45));
  venule_canvas_stroke (cr, &line_color, VENULE_CANVAS_LINE);
}

/* How far across it is looked. */
static void
draw_band (VenuleLineTool *self,
           cairo_t        *cr,
           GArray         *points)
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

          venule_canvas_line_to (self->canvas, cr,
                                 venule_kymograph_line_at (&line, before + 1e-6, side * line.width / 2, NULL));
          before += piece;
          venule_canvas_line_to (self->canvas, cr, venule_kymograph_line_at (&line, MIN (before - 1e-6, length),
                                                                     side * line.width / 2, NULL));
        }
      venule_canvas_stroke (cr, &band_color, 1);
    }
  cairo_restore (cr);
}

static void
draw_drawn (VenuleLineTool *self,
            cairo_t        *cr)
{
  g_autoptr (GArray) points = g_array_copy (self->points);
  gboolean pointing = self->canvas->pointer.inside || self->canvas->pointer.crosshair;

  if (pointing)
    g_array_append_val (points, self->canvas->pointer.video);
  draw_path (self, cr, points, &line_color);
  for (guint i = 0; i < self->points->len; i++)
    draw_handle (self, cr, g_array_index (self->points, VenulePoint, i), HANDLE_RADIUS, &line_color);
  if (pointing)
    venule_canvas_draw_label (self->canvas, cr, self->canvas->pointer.widget,
                              self->points->len < 2 ? _("Click where the line begins, bends and ends")
                                                     : _("Enter or a double click ends the line"));
}

static void
venule_line_tool_draw (VenuleTool *tool,
                       cairo_t    *cr)
{
  VenuleLineTool *self = VENULE_LINE_TOOL (tool);
  g_autoptr (GArray) points = NULL;
  int hovered;

  if (self->canvas->mode == VENULE_MODE_LINE)
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

  hovered = -1;
  if (self->draft != NULL)
    hovered = self->held;
  else if (self->canvas->pointer.inside)
    hovered = find_handle (self);
  for (guint i = 0; i + 1 < points->len; i++)
    draw_handle (self, cr, middle_of (points, i), MIDDLE_RADIUS,
                 hovered == (int) (i + points->len) ? &active_color : &line_color);
  for (guint i = 0; i < points->len; i++)
    draw_handle (self, cr, g_array_index (points, VenulePoint, i), HANDLE_RADIUS,
                 hovered == (int) i ? &active_color : &line_color);
}

/* ---- The tool ---- */

/**
 * venule_canvas_set_kymograph:
 * @kymograph: (nullable): whose line is shown, and can be changed
 */
void
venule_canvas_set_kymograph (VenuleCanvas    *canvas,
                             VenuleKymograph *kymograph)
{
  VenuleLineTool *self;

  g_return_if_fail (VENULE_IS_CANVAS (canvas));

  self = VENULE_LINE_TOOL (canvas->tools[VENULE_CANVAS_TOOL_LINE]);
  if (kymograph == self->kymograph)
    return;

  if (self->draft != NULL)
    venule_canvas_cancel (canvas);
  g_clear_pointer (&self->kymograph, venule_kymograph_unref);
  if (kymograph != NULL)
    self->kymograph = venule_kymograph_ref (kymograph);
  gtk_widget_queue_draw (GTK_WIDGET (canvas));
}

static void
venule_line_tool_finalize (GObject *object)
{
  VenuleLineTool *self = VENULE_LINE_TOOL (object);

  g_clear_pointer (&self->kymograph, venule_kymograph_unref);
  g_clear_pointer (&self->draft, g_array_unref);
  g_array_unref (self->points);

  G_OBJECT_CLASS (venule_line_tool_parent_class)->finalize (object);
}

static void
venule_line_tool_class_init (VenuleLineToolClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = venule_line_tool_finalize;
}

static void
venule_line_tool_init (VenuleLineTool *self)
{
  self->points = g_array_new (FALSE, FALSE, sizeof (VenulePoint));
}

static void
venule_line_tool_tool_init (VenuleToolInterface *iface)
{
  iface->press = venule_line_tool_press;
  iface->begin_drag = venule_line_tool_begin_drag;
  iface->drag = venule_line_tool_drag;
  iface->release = venule_line_tool_release;
  iface->hover = venule_line_tool_hover;
  iface->get_cursor = venule_line_tool_get_cursor;
  iface->remove = venule_line_tool_remove;
  iface->finish = venule_line_tool_finish;
  iface->take_back = venule_line_tool_take_back;
  iface->cancel = venule_line_tool_cancel;
  iface->draw = venule_line_tool_draw;
}

VenuleTool *
venule_line_tool_new (VenuleCanvas *canvas)
{
  VenuleLineTool *self = g_object_new (venule_line_tool_get_type (), NULL);

  self->canvas = canvas;
  return VENULE_TOOL (self);
}
