/* venule-canvas-tools.c: what the pointer does, and the keyboard in its place
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-canvas-private.h"

#include <math.h>

/* Logical px that the pointer may move in a click. */
#define CLICK_SLOP 4.0

static void
set_pointer (VenuleCanvas *self,
             double        widget_x,
             double        widget_y)
{
  self->pointer_at = (VenulePoint) { widget_x, widget_y };
  venule_canvas_view_to_video (&self->view, widget_x, widget_y, &self->pointer.x, &self->pointer.y);
}

static VenuleHandle
find_handle (VenuleCanvas *self,
             double        widget_x,
             double        widget_y)
{
  const VenuleVessel *vessel = venule_canvas_get_vessel (self);
  VenuleHandleFrame frame = venule_canvas_get_handle_frame (self);
  g_autoptr (GArray) handles = NULL;

  if (!self->edit_vessel || self->tool != VENULE_TOOL_SELECT || vessel == NULL)
    return (VenuleHandle) { VENULE_HANDLE_NONE };

  handles = venule_handles_list (vessel, &frame, &self->view);
  return venule_handles_find (handles, vessel, &self->view, widget_x, widget_y);
}

/* Cursor */

static const char *
get_cursor_name (VenuleCanvas *self)
{
  const VenuleVessel *vessel = venule_canvas_get_vessel (self);

  if (self->grab == VENULE_GRAB_PAN)
    return "grabbing";
  if (self->grab == VENULE_GRAB_HANDLE)
    return venule_handles_get_cursor (&self->held, vessel, TRUE);
  if (self->space_held)
    return "grab";
  if (self->tool == VENULE_TOOL_VESSEL)
    return venule_canvas_get_shape_cursor (self);
  if (self->tool != VENULE_TOOL_SELECT)
    return "crosshair";
  if (!self->pointer_in)
    return NULL;
  if (self->hovered.kind != VENULE_HANDLE_NONE && self->hovered.kind != VENULE_HANDLE_INSIDE)
    return venule_handles_get_cursor (&self->hovered, vessel, FALSE);
  if (self->grab == VENULE_GRAB_SPOT)
    return self->spot_part == VENULE_SPOT_PART_SIZE ? "nwse-resize" : "grabbing";
  if (self->grab == VENULE_GRAB_LINE || venule_canvas_find_line (self) >= 0)
    return self->grab == VENULE_GRAB_LINE ? "grabbing" : "grab";
  if (venule_canvas_find_spot (self) != VENULE_SPOT_PART_NONE)
    return venule_canvas_find_spot (self) == VENULE_SPOT_PART_SIZE ? "nwse-resize" : "grab";
  if (venule_canvas_find_track (self, self->pointer.x, self->pointer.y) != NULL)
    return "pointer";
  if (self->hovered.kind == VENULE_HANDLE_INSIDE)
    return venule_handles_get_cursor (&self->hovered, vessel, FALSE);
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

void
venule_canvas_press (VenuleCanvas    *self,
                     double           widget_x,
                     double           widget_y,
                     GdkModifierType  state)
{
  if (!venule_canvas_has_video (self) || venule_canvas_get_vessel (self) == NULL || self->grab != VENULE_GRAB_NONE)
    return;

  set_pointer (self, widget_x, widget_y);
  self->press = self->pointer;
  self->press_at = self->pointer_at;
  self->moved = FALSE;
  self->held = find_handle (self, widget_x, widget_y);
  self->held_spot = self->tool == VENULE_TOOL_SELECT && (state & (GDK_SHIFT_MASK | GDK_CONTROL_MASK)) == 0 &&
                    venule_canvas_find_spot (self) == VENULE_SPOT_PART_INSIDE;

  if (self->space_held)
    {
      self->space_used = TRUE;
      self->grab = VENULE_GRAB_PAN;
    }
  else if (self->tool == VENULE_TOOL_VESSEL)
    self->grab = venule_canvas_press_shape (self) ? VENULE_GRAB_SHAPE_HANDLE : VENULE_GRAB_PAN;
  else if (self->tool == VENULE_TOOL_SELECT && self->held.kind != VENULE_HANDLE_NONE &&
           self->held.kind != VENULE_HANDLE_INSIDE)
    venule_canvas_begin_handle (self);
  else if (venule_canvas_find_spot (self) == VENULE_SPOT_PART_SIZE)
    venule_canvas_begin_spot (self, VENULE_SPOT_PART_SIZE);
  else if (venule_canvas_find_line (self) >= 0)
    venule_canvas_begin_line (self, venule_canvas_find_line (self));
  else if (self->tool == VENULE_TOOL_SELECT || self->tool == VENULE_TOOL_POLYGON || self->tool == VENULE_TOOL_ADD ||
           self->tool == VENULE_TOOL_LINK || self->tool == VENULE_TOOL_LINE)
    self->grab = VENULE_GRAB_CLICK;
  else
    venule_canvas_begin_drawing (self);
  venule_canvas_update_cursor (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* Drag */

/* A press that moves is no click any more. */
static void
begin_moving (VenuleCanvas *self)
{
  self->moved = TRUE;
  if (self->grab != VENULE_GRAB_CLICK || (self->tool != VENULE_TOOL_SELECT && self->tool != VENULE_TOOL_LINK))
    return;

  if (self->held.kind == VENULE_HANDLE_INSIDE)
    venule_canvas_begin_handle (self);
  else if (self->held_spot)
    venule_canvas_begin_spot (self, VENULE_SPOT_PART_INSIDE);
  else if (self->tool == VENULE_TOOL_SELECT && venule_canvas_can_band (self))
    self->grab = VENULE_GRAB_BAND;
  else
    self->grab = VENULE_GRAB_PAN;
  venule_canvas_update_cursor (self);
}

void
venule_canvas_drag (VenuleCanvas    *self,
                    double           widget_x,
                    double           widget_y,
                    GdkModifierType  state)
{
  VenulePoint before = self->pointer_at;

  if (self->grab == VENULE_GRAB_NONE)
    return;

  set_pointer (self, widget_x, widget_y);
  self->snap = (state & GDK_SHIFT_MASK) != 0;
  if (!self->moved && hypot (widget_x - self->press_at.x, widget_y - self->press_at.y) > CLICK_SLOP)
    begin_moving (self);

  if (self->grab == VENULE_GRAB_PAN)
    {
      venule_canvas_pan (self, widget_x - before.x, widget_y - before.y);
      set_pointer (self, widget_x, widget_y);
    }
  else if (self->grab == VENULE_GRAB_HANDLE)
    {
      venule_canvas_drag_handle (self);
    }
  else if (self->grab == VENULE_GRAB_SHAPE)
    {
      venule_canvas_drag_drawing (self);
    }
  else if (self->grab == VENULE_GRAB_SPOT)
    {
      venule_canvas_drag_spot (self);
    }
  else if (self->grab == VENULE_GRAB_LINE && self->moved)
    {
      venule_canvas_drag_line (self);
    }
  else if (self->grab == VENULE_GRAB_SHAPE_HANDLE && self->moved)
    {
      venule_canvas_drag_shape (self);
    }
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* Release */

static void
click_track (VenuleCanvas *self,
             gboolean      extend)
{
  VenuleTrack *track = venule_canvas_find_track (self, self->pointer.x, self->pointer.y);

  self->mark_tool = VENULE_TOOL_SELECT;
  venule_canvas_emit_clicked (self, track != NULL ? venule_track_get_id (track) : 0, extend);
}

void
venule_canvas_release (VenuleCanvas    *self,
                       double           widget_x,
                       double           widget_y,
                       GdkModifierType  state)
{
  VenuleGrab grab = self->grab;

  if (grab == VENULE_GRAB_NONE)
    return;

  venule_canvas_drag (self, widget_x, widget_y, state);
  grab = self->grab;
  self->grab = VENULE_GRAB_NONE;
  if (grab == VENULE_GRAB_HANDLE)
    venule_canvas_commit_draft (self);
  else if (grab == VENULE_GRAB_SHAPE)
    venule_canvas_release_drawing (self);
  else if (grab == VENULE_GRAB_CLICK && self->tool == VENULE_TOOL_POLYGON)
    venule_canvas_click_polygon (self);
  else if (grab == VENULE_GRAB_CLICK && self->tool == VENULE_TOOL_ADD)
    venule_canvas_click_add (self, state);
  else if (grab == VENULE_GRAB_CLICK && self->tool == VENULE_TOOL_LINK)
    venule_canvas_click_link (self);
  else if (grab == VENULE_GRAB_CLICK && self->tool == VENULE_TOOL_LINE)
    venule_canvas_click_line (self);
  else if (grab == VENULE_GRAB_LINE && self->moved)
    venule_canvas_commit_line (self);
  else if (grab == VENULE_GRAB_LINE)
    g_clear_pointer (&self->line_draft, g_array_unref);
  else if (grab == VENULE_GRAB_SHAPE_HANDLE)
    venule_canvas_release_shape (self);
  else if (grab == VENULE_GRAB_CLICK)
    click_track (self, (state & (GDK_SHIFT_MASK | GDK_CONTROL_MASK)) != 0);
  else if (grab == VENULE_GRAB_SPOT)
    venule_canvas_release_spot (self, (state & GDK_ALT_MASK) != 0);
  else if (grab == VENULE_GRAB_BAND)
    venule_canvas_commit_band (self, (state & (GDK_SHIFT_MASK | GDK_CONTROL_MASK)) != 0);
  venule_canvas_hover (self, widget_x, widget_y);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

gboolean
venule_canvas_press_secondary (VenuleCanvas *self,
                               double        widget_x,
                               double        widget_y)
{
  VenuleHandle handle = find_handle (self, widget_x, widget_y);

  if (self->grab != VENULE_GRAB_NONE)
    return FALSE;

  if (self->corners->len > 0)
    {
      g_array_set_size (self->corners, self->corners->len - 1);
      gtk_widget_queue_draw (GTK_WIDGET (self));
      return TRUE;
    }
  if (handle.kind == VENULE_HANDLE_CORNER)
    {
      self->active = handle;
      return venule_canvas_delete_corner (self);
    }
  set_pointer (self, widget_x, widget_y);
  if (venule_canvas_remove_line_point (self) || venule_canvas_remove_shape_point (self))
    return TRUE;
  if ((self->tool != VENULE_TOOL_SELECT && !self->offered) || !venule_canvas_has_video (self))
    return FALSE;

  gtk_widget_grab_focus (GTK_WIDGET (self));
  venule_canvas_popup_at (self, widget_x, widget_y);
  return TRUE;
}

/* Without a button */

void
venule_canvas_hover (VenuleCanvas *self,
                     double        widget_x,
                     double        widget_y)
{
  VenuleHandle before = self->hovered;

  if (self->grab != VENULE_GRAB_NONE)
    return;

  set_pointer (self, widget_x, widget_y);
  self->hovered = find_handle (self, widget_x, widget_y);
  if (venule_canvas_hover_shape (self) || self->hovered.kind != before.kind || self->hovered.index != before.index || self->corners->len > 0 ||
      self->brush || self->kymograph != NULL || self->tool == VENULE_TOOL_ADD || self->tool == VENULE_TOOL_LINK)
    gtk_widget_queue_draw (GTK_WIDGET (self));
  venule_canvas_update_cursor (self);
}

/* Gives up the innermost thing that is going on. Returns whether there was one. */
gboolean
venule_canvas_cancel (VenuleCanvas *self)
{
  if (self->grab != VENULE_GRAB_NONE)
    {
      self->grab = VENULE_GRAB_NONE;
      venule_canvas_drop_draft (self);
      g_clear_pointer (&self->line_draft, g_array_unref);
      venule_canvas_drop_spot (self);
      venule_canvas_drop_shape (self);
    }
  else if (venule_canvas_drop_shape (self))
    {
      /* What keys have moved is where it was. */
    }
  else if (self->spot_part != VENULE_SPOT_PART_NONE)
    {
      venule_canvas_drop_spot (self);
    }
  else if (self->corners->len > 0)
    {
      g_array_set_size (self->corners, 0);
    }
  else if (self->crosshair)
    {
      self->crosshair = FALSE;
    }
  else
    {
      return FALSE;
    }
  venule_canvas_update_cursor (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
  return TRUE;
}

/**
 * venule_canvas_take_back:
 * @self: a canvas
 *
 * What the pointer is in the middle of comes before any step that is done: a drag is given up, and the last point of a polygon
 * or a line goes. What arrow keys have moved until now becomes a step.
 *
 * Returns: whether something was taken back
 */
gboolean
venule_canvas_take_back (VenuleCanvas *self)
{
  g_return_val_if_fail (VENULE_IS_CANVAS (self), FALSE);

  if (self->grab != VENULE_GRAB_NONE)
    return venule_canvas_cancel (self);
  if (self->corners->len > 0)
    {
      g_array_set_size (self->corners, self->corners->len - 1);
      gtk_widget_queue_draw (GTK_WIDGET (self));
      return TRUE;
    }
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

  venule_canvas_settle_shape (self);
  venule_canvas_settle_spot (self);
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
  self->crosshair = FALSE;
  self->touch = device != NULL && gdk_device_get_source (device) == GDK_SOURCE_TOUCHSCREEN;
  venule_canvas_press (self, x, y, gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (gesture)));
}

static void
on_drag_update (GtkGestureDrag *gesture,
                double          dx,
                double          dy,
                gpointer        user_data)
{
  VenuleCanvas *self = user_data;

  venule_canvas_drag (self, self->press_at.x + dx, self->press_at.y + dy,
                      gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (gesture)));
}

static void
on_drag_end (GtkGestureDrag *gesture,
             double          dx,
             double          dy,
             gpointer        user_data)
{
  VenuleCanvas *self = user_data;

  venule_canvas_release (self, self->press_at.x + dx, self->press_at.y + dy,
                         gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (gesture)));
}

/* The system took the pointer away, or a second finger came. */
static void
on_drag_cancel (GtkGesture       *gesture,
                GdkEventSequence *sequence,
                gpointer          user_data)
{
  VenuleCanvas *self = user_data;

  if (self->grab != VENULE_GRAB_NONE)
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

  self->pointer_in = TRUE;
  if (self->crosshair && hypot (x - self->pointer_at.x, y - self->pointer_at.y) < CLICK_SLOP)
    return;
  if (self->crosshair && self->grab == VENULE_GRAB_NONE)
    self->crosshair = FALSE;
  venule_canvas_hover (self, x, y);
}

static void
on_leave (GtkEventControllerMotion *controller,
          gpointer                  user_data)
{
  VenuleCanvas *self = user_data;

  self->pointer_in = FALSE;
  self->hovered.kind = VENULE_HANDLE_NONE;
  self->shape_hovered.part = VENULE_SHAPE_NONE;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
venule_canvas_add_tools (VenuleCanvas *self)
{
  GtkGesture *primary = gtk_gesture_drag_new ();
  GtkGesture *secondary = gtk_gesture_click_new ();
  GtkEventController *motion = gtk_event_controller_motion_new ();

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
