/* venule-add-tool.c: a cell that is added, brushed or followed: where the pointer is, and what is on its way
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-canvas-private.h"

#include <math.h>

#include "venule-tools.h"

#define TRAIL_LINE 1.75
#define END_RADIUS 3.0
#define CROSS 3.0       /* logical px from the middle to an end */

G_DECLARE_FINAL_TYPE (VenuleAddTool, venule_add_tool, VENULE, ADD_TOOL, GObject)

struct _VenuleAddTool
{
  GObject         parent_instance;

  VenuleCanvas   *canvas;
  GArray         *trail; /* VenulePoint, of a cell on its way */
  gboolean        brush; /* whether the pointer is shown as a cell with any tool */
};

static void venule_add_tool_tool_init (VenuleToolInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (VenuleAddTool, venule_add_tool, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (VENULE_TYPE_TOOL, venule_add_tool_tool_init))

static const GdkRGBA trail_color = { 1, 0.84f, 0.25f, 1 };
static const GdkRGBA ring_color = { 1, 1, 1, 1 };

/**
 * venule_canvas_set_trail:
 * @canvas: a #VenuleCanvas
 * @points: (array length=n) (nullable): places in px of the video, one after the other; copied
 * @n: how many
 *
 * Draws the way of a cell that is not in the document yet.
 */
void
venule_canvas_set_trail (VenuleCanvas      *canvas,
                         const VenulePoint *points,
                         guint              n)
{
  GArray *trail;

  g_return_if_fail (VENULE_IS_CANVAS (canvas));

  trail = VENULE_ADD_TOOL (canvas->tools[VENULE_CANVAS_TOOL_ADD])->trail;
  g_array_set_size (trail, 0);
  if (n > 0)
    g_array_append_vals (trail, points, n);
  gtk_widget_queue_draw (GTK_WIDGET (canvas));
}

/* Shows the pointer as the cell that it is to lie on. */
void
venule_canvas_set_brush (VenuleCanvas *canvas,
                         gboolean      shown)
{
  g_return_if_fail (VENULE_IS_CANVAS (canvas));

  VENULE_ADD_TOOL (canvas->tools[VENULE_CANVAS_TOOL_ADD])->brush = shown;
  gtk_widget_queue_draw (GTK_WIDGET (canvas));
}

static void
draw_trail (VenuleAddTool *self,
            cairo_t       *cr)
{
  VenulePoint end;

  if (self->trail->len == 0)
    return;

  cairo_new_path (cr);
  for (guint i = 0; i < self->trail->len; i++)
    venule_canvas_line_to (self->canvas, cr, g_array_index (self->trail, VenulePoint, i));
  venule_canvas_stroke (cr, &trail_color, TRAIL_LINE);

  end = venule_canvas_in_widget (self->canvas, g_array_index (self->trail, VenulePoint, self->trail->len - 1));
  cairo_arc (cr, end.x, end.y, END_RADIUS, 0, 2 * G_PI);
  venule_canvas_stroke (cr, &trail_color, TRAIL_LINE);
}

/* As large as a cell, with its middle. */
static void
draw_pointer (VenuleAddTool *self,
              cairo_t       *cr)
{
  const VenuleSettings *settings = venule_canvas_get_shown_settings (self->canvas);
  VenulePoint at = self->canvas->pointer.widget;
  double radius;

  if ((!self->canvas->pointer.inside && !self->canvas->pointer.crosshair) || settings == NULL)
    return;

  radius = settings->cell_diameter / 2 * venule_canvas_view_get_scale (&self->canvas->view);
  cairo_new_path (cr);
  cairo_arc (cr, at.x, at.y, MAX (radius, 2 * CROSS), 0, 2 * G_PI);
  cairo_move_to (cr, at.x - CROSS, at.y);
  cairo_line_to (cr, at.x + CROSS, at.y);
  cairo_move_to (cr, at.x, at.y - CROSS);
  cairo_line_to (cr, at.x, at.y + CROSS);
  venule_canvas_stroke (cr, &ring_color, VENULE_CANVAS_LINE);
}

static void
venule_add_tool_draw (VenuleTool *tool,
                      cairo_t    *cr)
{
  VenuleAddTool *self = VENULE_ADD_TOOL (tool);

  draw_trail (self, cr);
  if (self->brush || self->canvas->mode == VENULE_MODE_ADD)
    draw_pointer (self, cr);
}

static VenuleGrip
venule_add_tool_press (VenuleTool      *tool,
                       GdkModifierType  state)
{
  return VENULE_GRIP_CLICK;
}

/* However far the pointer moves with the button down, it is a click. */
static gboolean
venule_add_tool_begin_drag (VenuleTool *tool)
{
  return TRUE;
}

static void
venule_add_tool_release (VenuleTool      *tool,
                         GdkModifierType  state)
{
  VenuleCanvas *canvas = VENULE_ADD_TOOL (tool)->canvas;

  g_signal_emit_by_name (canvas, "cell-placed", canvas->pointer.video.x, canvas->pointer.video.y, (guint) state);
}

static gboolean
venule_add_tool_hover (VenuleTool *tool,
                       gboolean    inside)
{
  VenuleAddTool *self = VENULE_ADD_TOOL (tool);

  return self->brush || self->canvas->mode == VENULE_MODE_ADD;
}

static void
venule_add_tool_finalize (GObject *object)
{
  VenuleAddTool *self = VENULE_ADD_TOOL (object);

  g_array_unref (self->trail);

  G_OBJECT_CLASS (venule_add_tool_parent_class)->finalize (object);
}

static void
venule_add_tool_class_init (VenuleAddToolClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = venule_add_tool_finalize;
}

static void
venule_add_tool_init (VenuleAddTool *self)
{
  self->trail = g_array_new (FALSE, FALSE, sizeof (VenulePoint));
}

static void
venule_add_tool_tool_init (VenuleToolInterface *iface)
{
  iface->press = venule_add_tool_press;
  iface->begin_drag = venule_add_tool_begin_drag;
  iface->release = venule_add_tool_release;
  iface->hover = venule_add_tool_hover;
  iface->draw = venule_add_tool_draw;
}

VenuleTool *
venule_add_tool_new (VenuleCanvas *canvas)
{
  VenuleAddTool *self = g_object_new (venule_add_tool_get_type (), NULL);

  self->canvas = canvas;
  return VENULE_TOOL (self);
}
