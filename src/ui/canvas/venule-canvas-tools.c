/* venule-canvas-tools.c: what the pointer does, and the keyboard in its place
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-canvas-private.h"

#include <math.h>

#include "venule-tools.h"

/* Logical px that the pointer may move in a click. */
#define CLICK_SLOP 4.0

static void
set_pointer (VenuleCanvas *self,
             double        widget_x,
             double        widget_y)
{
  self->pointer.widget = (VenulePoint) { widget_x, widget_y };
  venule_canvas_view_to_video (&self->view, widget_x, widget_y, &self->pointer.video.x, &self->pointer.video.y);
}

/* Who of them gets what the pointer and the keyboard do. */
gboolean
venule_canvas_is_active (VenuleCanvas *self,
                         VenuleTool   *tool)
{
  static const guint active[] = {
    [VENULE_MODE_SELECT] = 1 << VENULE_CANVAS_TOOL_CROP | 1 << VENULE_CANVAS_TOOL_SPOT | 1 << VENULE_CANVAS_TOOL_LINE |
                           1 << VENULE_CANVAS_TOOL_SELECT,
    [VENULE_MODE_SCALE] = 1 << VENULE_CANVAS_TOOL_RULER,   [VENULE_MODE_RECTANGLE] = 1 << VENULE_CANVAS_TOOL_CROP,
    [VENULE_MODE_POLYGON] = 1 << VENULE_CANVAS_TOOL_CROP,  [VENULE_MODE_FLOW] = 1 << VENULE_CANVAS_TOOL_CROP,
    [VENULE_MODE_CELL] = 1 << VENULE_CANVAS_TOOL_RULER,    [VENULE_MODE_ADD] = 1 << VENULE_CANVAS_TOOL_ADD,
    [VENULE_MODE_LINK] = 1 << VENULE_CANVAS_TOOL_LINK,     [VENULE_MODE_LINE] = 1 << VENULE_CANVAS_TOOL_LINE,
    [VENULE_MODE_VESSEL] = 1 << VENULE_CANVAS_TOOL_GEOMETRY,
  };

  for (guint i = 0; i < VENULE_CANVAS_N_TOOLS; i++)
    if (self->tools[i] == tool)
      return (active[self->mode] & 1 << i) != 0;
  return FALSE;
}

gboolean
venule_canvas_ask_tools (VenuleCanvas *self,
                         gboolean    (*ask) (VenuleTool *tool))
{
  for (guint i = 0; i < VENULE_CANVAS_N_TOOLS; i++)
    if (venule_canvas_is_active (self, self->tools[i]) && ask (self->tools[i]))
      {
        gtk_widget_queue_draw (GTK_WIDGET (self));
        return TRUE;
      }
  return FALSE;
}

void
venule_canvas_notify_tools (VenuleCanvas    *self,
                            VenuleToolChange change)
{
  for (guint i = 0; i < VENULE_CANVAS_N_TOOLS; i++)
    venule_tool_changed (self->tools[i], change);
}

/* Cursor */

static const char *
get_cursor_name (VenuleCanvas *self)
{
  if (self->drag == VENULE_DRAG_PAN)
    return "grabbing";
  if (self->space.held && self->held == NULL)
    return "grab";
  if (self->mode == VENULE_MODE_VESSEL)
    return venule_tool_get_cursor (self->tools[VENULE_CANVAS_TOOL_GEOMETRY]);
  if (self->mode != VENULE_MODE_SELECT)
    return "crosshair";
  if (!self->pointer.inside && self->held == NULL)
    return NULL;

  for (guint i = 0; i < VENULE_CANVAS_N_TOOLS; i++)
    {
      gboolean asked = self->drag == VENULE_DRAG_TOOL ? self->held == self->tools[i]
                                                      : venule_canvas_is_active (self, self->tools[i]);
      const char *name = asked ? venule_tool_get_cursor (self->tools[i]) : NULL;

      if (name != NULL)
        return name;
    }
  return venule_canvas_view_is_larger (&self->view) && !venule_canvas_can_band (self) ? "grab" : NULL;
}

void
venule_canvas_update_cursor (VenuleCanvas *self)
{
  const char *name = get_cursor_name (self);

  if (name == self->cursor)
    return;
  self->cursor = name;
  gtk_widget_set_cursor_from_name (GTK_WIDGET (self), name);
}

/* Press */

/* The first tool that finds something of its own under the pointer has it; without one the video is dragged. */
static void
begin_drag (VenuleCanvas   *self,
            GdkModifierType state)
{
  self->drag = VENULE_DRAG_PAN;
  if (self->space.held)
    {
      self->space.used = TRUE;
      return;
    }
  for (guint i = 0; i < VENULE_CANVAS_N_TOOLS; i++)
    {
      VenuleTool *tool = self->tools[i];
      VenuleGrip grip = venule_canvas_is_active (self, tool) ? venule_tool_press (tool, state) : VENULE_GRIP_NONE;

      if (grip != VENULE_GRIP_NONE)
        {
          self->held = tool;
          self->drag = grip == VENULE_GRIP_CLICK ? VENULE_DRAG_CLICK : VENULE_DRAG_TOOL;
          return;
        }
    }
}

void
venule_canvas_press (VenuleCanvas    *self,
                     double           widget_x,
                     double           widget_y,
                     GdkModifierType  state)
{
  if (!venule_canvas_has_video (self) || self->document == NULL || self->drag != VENULE_DRAG_NONE)
    return;

  set_pointer (self, widget_x, widget_y);
  self->pointer.press_video = self->pointer.video;
  self->pointer.press_widget = self->pointer.widget;
  self->pointer.moved = FALSE;
  begin_drag (self, state);
  venule_canvas_update_cursor (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* Drag */

/* A press that moves is no click any more. */
static void
begin_moving (VenuleCanvas *self)
{
  self->pointer.moved = TRUE;
  if (self->drag != VENULE_DRAG_CLICK)
    return;

  self->drag = VENULE_DRAG_PAN;
  self->held = NULL;
  for (guint i = 0; i < VENULE_CANVAS_N_TOOLS && self->held == NULL; i++)
    if (venule_canvas_is_active (self, self->tools[i]) && venule_tool_begin_drag (self->tools[i]))
      {
        self->drag = VENULE_DRAG_TOOL;
        self->held = self->tools[i];
      }
  venule_canvas_update_cursor (self);
}

void
venule_canvas_drag (VenuleCanvas    *self,
                    double           widget_x,
                    double           widget_y,
                    GdkModifierType  state)
{
  VenulePoint before = self->pointer.widget, press = self->pointer.press_widget;

  if (self->drag == VENULE_DRAG_NONE)
    return;

  set_pointer (self, widget_x, widget_y);
  self->pointer.snap = (state & GDK_SHIFT_MASK) != 0;
  if (!self->pointer.moved && hypot (widget_x - press.x, widget_y - press.y) > CLICK_SLOP)
    begin_moving (self);

  if (self->drag == VENULE_DRAG_PAN)
    {
      venule_canvas_pan (self, widget_x - before.x, widget_y - before.y);
      set_pointer (self, widget_x, widget_y);
    }
  else if (self->drag == VENULE_DRAG_TOOL)
    {
      venule_tool_drag (self->held);
    }
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* Release */

void
venule_canvas_release (VenuleCanvas    *self,
                       double           widget_x,
                       double           widget_y,
                       GdkModifierType  state)
{
  VenuleTool *held;

  if (self->drag == VENULE_DRAG_NONE)
    return;

  venule_canvas_drag (self, widget_x, widget_y, state);
  self->drag = VENULE_DRAG_NONE;
  held = g_steal_pointer (&self->held);
  if (held != NULL)
    venule_tool_release (held, state);
  venule_canvas_hover (self, widget_x, widget_y);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

gboolean
venule_canvas_press_secondary (VenuleCanvas *self,
                               double        widget_x,
                               double        widget_y)
{
  if (self->drag != VENULE_DRAG_NONE)
    return FALSE;
  if (venule_canvas_ask_tools (self, venule_tool_take_back))
    return TRUE;
  set_pointer (self, widget_x, widget_y);
  if (venule_canvas_ask_tools (self, venule_tool_remove))
    return TRUE;
  if ((self->mode != VENULE_MODE_SELECT && !self->offered) || !venule_canvas_has_video (self))
    return FALSE;

  gtk_widget_grab_focus (GTK_WIDGET (self));
  venule_canvas_popup_at (self, widget_x, widget_y);
  return TRUE;
}

/* Without a button */

static void
hover_tools (VenuleCanvas *self,
             gboolean      inside)
{
  gboolean changed = !inside;

  for (guint i = 0; i < VENULE_CANVAS_N_TOOLS; i++)
    changed |= venule_tool_hover (self->tools[i], inside);
  if (changed)
    gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
venule_canvas_hover (VenuleCanvas *self,
                     double        widget_x,
                     double        widget_y)
{
  if (self->drag != VENULE_DRAG_NONE)
    return;

  set_pointer (self, widget_x, widget_y);
  hover_tools (self, TRUE);
  venule_canvas_update_cursor (self);
}

/* Gives up the innermost thing that is going on. Returns whether there was one. */
gboolean
venule_canvas_cancel (VenuleCanvas *self)
{
  if (self->drag != VENULE_DRAG_NONE)
    {
      VenuleDragState drag = self->drag;
      VenuleTool *held = g_steal_pointer (&self->held);

      self->drag = VENULE_DRAG_NONE;
      if (drag == VENULE_DRAG_TOOL)
        venule_tool_cancel (held);
    }
  else if (!venule_canvas_ask_tools (self, venule_tool_cancel))
    {
      if (!self->pointer.crosshair)
        return FALSE;
      self->pointer.crosshair = FALSE;
    }
  venule_canvas_update_cursor (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
  return TRUE;
}

/**
 * venule_canvas_take_back:
 * @self: a canvas
 *
 * What the pointer is in the middle of comes before any step that is done: a drag is given up, and the last point of a
 * polygon or a line goes. What arrow keys have moved until now becomes a step.
 *
 * Returns: whether something was taken back
 */
gboolean
venule_canvas_take_back (VenuleCanvas *self)
{
  g_return_val_if_fail (VENULE_IS_CANVAS (self), FALSE);

  if (self->drag != VENULE_DRAG_NONE)
    return venule_canvas_cancel (self);
  if (venule_canvas_ask_tools (self, venule_tool_take_back))
    return TRUE;
  venule_canvas_settle (self);
  return FALSE;
}

/**
 * venule_canvas_settle:
 * @self: a canvas
 *
 * What arrow keys have moved until now becomes a step.
 */
void
venule_canvas_settle (VenuleCanvas *self)
{
  g_return_if_fail (VENULE_IS_CANVAS (self));

  for (guint i = 0; i < VENULE_CANVAS_N_TOOLS; i++)
    venule_tool_settle (self->tools[i]);
}

/**
 * venule_canvas_get_pointer:
 * @self: a #VenuleCanvas
 * @at: (out caller-allocates): where the pointer is, or was last, in px of the video
 *
 * Returns: whether it is over the canvas
 */
gboolean
venule_canvas_get_pointer (VenuleCanvas *self,
                           VenulePoint  *at)
{
  g_return_val_if_fail (VENULE_IS_CANVAS (self), FALSE);

  *at = self->pointer.video;
  return self->pointer.inside || self->pointer.crosshair;
}

/* Events */

static void
on_drag_begin (GtkGestureDrag *gesture,
               double          x,
               double          y,
               gpointer        user_data)
{
  VenuleCanvas *self = user_data;
  GdkDevice *device = gtk_gesture_get_device (GTK_GESTURE (gesture));

  gtk_widget_grab_focus (GTK_WIDGET (self));
  self->pointer.crosshair = FALSE;
  self->pointer.touch = device != NULL && gdk_device_get_source (device) == GDK_SOURCE_TOUCHSCREEN;
  venule_canvas_press (self, x, y, gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (gesture)));
}

static void
on_drag_update (GtkGestureDrag *gesture,
                double          dx,
                double          dy,
                gpointer        user_data)
{
  VenuleCanvas *self = user_data;

  venule_canvas_drag (self, self->pointer.press_widget.x + dx, self->pointer.press_widget.y + dy,
                      gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (gesture)));
}

static void
on_drag_end (GtkGestureDrag *gesture,
             double          dx,
             double          dy,
             gpointer        user_data)
{
  VenuleCanvas *self = user_data;

  venule_canvas_release (self, self->pointer.press_widget.x + dx, self->pointer.press_widget.y + dy,
                         gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (gesture)));
}

/* The system took the pointer away, or a second finger came. */
static void
on_drag_cancel (GtkGesture       *gesture,
                GdkEventSequence *sequence,
                gpointer          user_data)
{
  VenuleCanvas *self = user_data;

  if (self->drag != VENULE_DRAG_NONE)
    venule_canvas_cancel (self);
}

static void
on_secondary (GtkGestureClick *gesture,
              int              n_press,
              double           x,
              double           y,
              gpointer         user_data)
{
  if (venule_canvas_press_secondary (user_data, x, y))
    gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
}

static void
on_motion (GtkEventControllerMotion *controller,
           double                    x,
           double                    y,
           gpointer                  user_data)
{
  VenuleCanvas *self = user_data;

  self->pointer.inside = TRUE;
  if (self->pointer.crosshair && hypot (x - self->pointer.widget.x, y - self->pointer.widget.y) < CLICK_SLOP)
    return;
  if (self->pointer.crosshair && self->drag == VENULE_DRAG_NONE)
    self->pointer.crosshair = FALSE;
  venule_canvas_hover (self, x, y);
}

static void
on_leave (GtkEventControllerMotion *controller,
          gpointer                  user_data)
{
  VenuleCanvas *self = user_data;

  self->pointer.inside = FALSE;
  hover_tools (self, FALSE);
}

void
venule_canvas_add_tools (VenuleCanvas *self)
{
  GtkGesture *primary = gtk_gesture_drag_new ();
  GtkGesture *secondary = gtk_gesture_click_new ();
  GtkEventController *motion = gtk_event_controller_motion_new ();

  self->tools[VENULE_CANVAS_TOOL_CROP] = venule_crop_tool_new (self);
  self->tools[VENULE_CANVAS_TOOL_GEOMETRY] = venule_geometry_tool_new (self);
  self->tools[VENULE_CANVAS_TOOL_RULER] = venule_ruler_tool_new (self);
  self->tools[VENULE_CANVAS_TOOL_SPOT] = venule_spot_tool_new (self);
  self->tools[VENULE_CANVAS_TOOL_LINE] = venule_line_tool_new (self);
  self->tools[VENULE_CANVAS_TOOL_ADD] = venule_add_tool_new (self);
  self->tools[VENULE_CANVAS_TOOL_LINK] = venule_link_tool_new (self);
  self->tools[VENULE_CANVAS_TOOL_SELECT] = venule_select_tool_new (self);

  g_signal_connect (primary, "drag-begin", G_CALLBACK (on_drag_begin), self);
  g_signal_connect (primary, "drag-update", G_CALLBACK (on_drag_update), self);
  g_signal_connect (primary, "drag-end", G_CALLBACK (on_drag_end), self);
  g_signal_connect (primary, "cancel", G_CALLBACK (on_drag_cancel), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (primary));

  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (secondary), GDK_BUTTON_SECONDARY);
  g_signal_connect (secondary, "pressed", G_CALLBACK (on_secondary), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (secondary));

  g_signal_connect (motion, "enter", G_CALLBACK (on_motion), self);
  g_signal_connect (motion, "motion", G_CALLBACK (on_motion), self);
  g_signal_connect (motion, "leave", G_CALLBACK (on_leave), self);
  gtk_widget_add_controller (GTK_WIDGET (self), motion);
}
