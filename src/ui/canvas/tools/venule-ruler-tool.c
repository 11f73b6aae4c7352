/* venule-ruler-tool.c: a line over a scale bar of known length, or across a cell
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-canvas-private.h"

#include <math.h>

#include "venule-canvas-handles.h"
#include "venule-tools.h"

/* Lines shorter than this, in px of the video, are clicks that slipped. */
#define MIN_LENGTH 2.0
/* Logical px that the ends across a line reach to each side. */
#define END 7.0

G_DECLARE_FINAL_TYPE (VenuleRulerTool, venule_ruler_tool, VENULE, RULER_TOOL, GObject)

struct _VenuleRulerTool
{
  GObject          parent_instance;

  VenuleCanvas    *canvas;
  gboolean         drawing;
  VenuleCanvasMode shown;    /* whose line stays on show after it was drawn; SELECT: none */
  gboolean         finished; /* the line that was just drawn outlives the change of tools that follows */
  VenulePoint      from, to;
};

static void venule_ruler_tool_tool_init (VenuleToolInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (VenuleRulerTool, venule_ruler_tool, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (VENULE_TYPE_TOOL, venule_ruler_tool_tool_init))

static const GdkRGBA line_color = { 1, 1, 1, 1 };

static VenuleGrip
venule_ruler_tool_press (VenuleTool      *tool,
                         GdkModifierType  state)
{
  VenuleRulerTool *self = VENULE_RULER_TOOL (tool);

  self->shown = VENULE_MODE_SELECT;
  self->drawing = TRUE;
  self->from = self->to = venule_canvas_keep_inside (self->canvas, self->canvas->pointer.video);
  return VENULE_GRIP_DRAG;
}

static void
venule_ruler_tool_drag (VenuleTool *tool)
{
  VenuleRulerTool *self = VENULE_RULER_TOOL (tool);
  VenulePoint to = self->canvas->pointer.video;

  if (self->canvas->pointer.snap)
    to = venule_handles_snap (&self->from, &to);
  self->to = venule_canvas_keep_inside (self->canvas, to);
}

/* Nothing happens when the line is too short to be meant: the tool waits for another try. */
static void
venule_ruler_tool_release (VenuleTool      *tool,
                           GdkModifierType  state)
{
  VenuleRulerTool *self = VENULE_RULER_TOOL (tool);
  const VenulePointer *pointer = &self->canvas->pointer;
  VenuleCanvasMode mode = self->canvas->mode;
  double length = hypot (self->to.x - self->from.x, self->to.y - self->from.y);

  self->drawing = FALSE;
  if (length < MIN_LENGTH || !(pointer->moved || pointer->crosshair))
    return;

  self->shown = mode;
  self->finished = TRUE;
  venule_canvas_finish_tool (self->canvas);
  g_signal_emit_by_name (self->canvas, mode == VENULE_MODE_SCALE ? "scale-drawn" : "cell-drawn", length);
}

static gboolean
venule_ruler_tool_cancel (VenuleTool *tool)
{
  VenuleRulerTool *self = VENULE_RULER_TOOL (tool);
  gboolean drawing = self->drawing;

  self->drawing = FALSE;
  return drawing;
}

static gboolean
venule_ruler_tool_clear (VenuleTool *tool)
{
  VenuleRulerTool *self = VENULE_RULER_TOOL (tool);
  gboolean shown = self->shown != VENULE_MODE_SELECT;

  self->shown = VENULE_MODE_SELECT;
  return shown;
}

/**
 * venule_canvas_clear_mark:
 * @canvas: a #VenuleCanvas
 *
 * Takes away the line that was drawn over a scale bar or across a cell.
 */
void
venule_canvas_clear_mark (VenuleCanvas *canvas)
{
  g_return_if_fail (VENULE_IS_CANVAS (canvas));

  venule_tool_clear (canvas->tools[VENULE_CANVAS_TOOL_RULER]);
  gtk_widget_queue_draw (GTK_WIDGET (canvas));
}

static void
venule_ruler_tool_changed (VenuleTool       *tool,
                           VenuleToolChange  change)
{
  VenuleRulerTool *self = VENULE_RULER_TOOL (tool);

  if (change == VENULE_TOOL_CHANGE_SOURCE || (change == VENULE_TOOL_CHANGE_MODE && !self->finished))
    self->shown = VENULE_MODE_SELECT;
  /* The line over a scale bar has done its work; the circle across a cell still shows the diameter. */
  if (change == VENULE_TOOL_CHANGE_SETTINGS && self->shown == VENULE_MODE_SCALE)
    self->shown = VENULE_MODE_SELECT;
  if (change == VENULE_TOOL_CHANGE_MODE)
    self->finished = FALSE;
}

/* ---- Drawing ---- */

/* A line with ends across it. */
static void
draw_scale (VenuleRulerTool *self,
            cairo_t         *cr)
{
  VenulePoint a = venule_canvas_in_widget (self->canvas, self->from);
  VenulePoint b = venule_canvas_in_widget (self->canvas, self->to);
  double angle = atan2 (b.y - a.y, b.x - a.x);
  double x = -END * sin (angle);
  double y = END * cos (angle);

  cairo_move_to (cr, a.x, a.y);
  cairo_line_to (cr, b.x, b.y);
  cairo_move_to (cr, a.x - x, a.y - y);
  cairo_line_to (cr, a.x + x, a.y + y);
  cairo_move_to (cr, b.x - x, b.y - y);
  cairo_line_to (cr, b.x + x, b.y + y);
  venule_canvas_stroke (cr, &line_color, VENULE_CANVAS_LINE);
}

/* The line across the cell is the circle's diameter. */
static void
draw_cell (VenuleRulerTool *self,
           cairo_t         *cr)
{
  VenulePoint a = venule_canvas_in_widget (self->canvas, self->from);
  VenulePoint b = venule_canvas_in_widget (self->canvas, self->to);

  cairo_new_path (cr);
  cairo_arc (cr, (a.x + b.x) / 2, (a.y + b.y) / 2, hypot (b.x - a.x, b.y - a.y) / 2, 0, 2 * G_PI);
  venule_canvas_stroke (cr, &line_color, VENULE_CANVAS_LINE);
  cairo_move_to (cr, a.x, a.y);
  cairo_line_to (cr, b.x, b.y);
  venule_canvas_stroke (cr, &line_color, VENULE_CANVAS_LINE);
}

static void
venule_ruler_tool_draw (VenuleTool *tool,
                        cairo_t    *cr)
{
  VenuleRulerTool *self = VENULE_RULER_TOOL (tool);
  VenuleCanvasMode shown = self->drawing ? self->canvas->mode : self->shown;
  g_autofree char *text = NULL;

  if (shown == VENULE_MODE_SCALE)
    draw_scale (self, cr);
  else if (shown == VENULE_MODE_CELL)
    draw_cell (self, cr);
  if (!self->drawing)
    return;

  text = venule_canvas_format_length (self->canvas, hypot (self->to.x - self->from.x, self->to.y - self->from.y));
  venule_canvas_draw_label (self->canvas, cr, self->canvas->pointer.widget, text);
}

/* ---- The tool ---- */

static void
venule_ruler_tool_class_init (VenuleRulerToolClass *klass)
{
}

static void
venule_ruler_tool_init (VenuleRulerTool *self)
{
}

static void
venule_ruler_tool_tool_init (VenuleToolInterface *iface)
{
  iface->press = venule_ruler_tool_press;
  iface->drag = venule_ruler_tool_drag;
  iface->release = venule_ruler_tool_release;
  iface->cancel = venule_ruler_tool_cancel;
  iface->clear = venule_ruler_tool_clear;
  iface->changed = venule_ruler_tool_changed;
  iface->draw = venule_ruler_tool_draw;
}

VenuleTool *
venule_ruler_tool_new (VenuleCanvas *canvas)
{
  VenuleRulerTool *self = g_object_new (venule_ruler_tool_get_type (), NULL);

  self->canvas = canvas;
  return VENULE_TOOL (self);
}
