/* venule-canvas-keys.c: the keyboard
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-canvas-private.h"

#include <math.h>

#define FAR_STEP 10.0
/* Degrees. */
#define TURN_STEP 1.0
#define FAR_TURN_STEP 15.0
/* Part of the widget by which a key pans. */
#define PAN_PART 0.1
/* Logical px from the widget's edge where what the keyboard moves is kept. */
#define SIGHT_MARGIN 40.0

static gboolean
get_arrow (guint   keyval,
           double *dx,
           double *dy)
{
  *dx = (keyval == GDK_KEY_Right || keyval == GDK_KEY_KP_Right) - (keyval == GDK_KEY_Left || keyval == GDK_KEY_KP_Left);
  *dy = (keyval == GDK_KEY_Down || keyval == GDK_KEY_KP_Down) - (keyval == GDK_KEY_Up || keyval == GDK_KEY_KP_Up);
  return *dx != 0 || *dy != 0;
}

void
venule_canvas_keep_in_sight (VenuleCanvas *self,
                             double        x,
                             double        y)
{
  VenuleCanvasView before = self->view;

  venule_canvas_view_show (&self->view, x, y, SIGHT_MARGIN);
  if (self->view.center_x != before.center_x || self->view.center_y != before.center_y)
    venule_canvas_view_changed (self);
}

/* Crosshair: the pointer that the keyboard moves */

static void
set_crosshair (VenuleCanvas *self,
               double        x,
               double        y)
{
  VenuleHandleFrame frame = venule_canvas_get_handle_frame (self);

  self->pointer.x = CLAMP (x, 0, frame.width - 1);
  self->pointer.y = CLAMP (y, 0, frame.height - 1);
  venule_canvas_keep_in_sight (self, self->pointer.x, self->pointer.y);
  venule_canvas_view_from_video (&self->view, self->pointer.x, self->pointer.y, &self->pointer_at.x,
                                 &self->pointer_at.y);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
move_crosshair (VenuleCanvas    *self,
                double           dx,
                double           dy,
                GdkModifierType  state)
{
  double step = state & GDK_SHIFT_MASK ? FAR_STEP : 1;

  if (!self->crosshair)
    {
      double x, y;

      self->crosshair = TRUE;
      venule_canvas_view_to_video (&self->view, self->view.width / 2, self->view.height / 2, &x, &y);
      set_crosshair (self, round (x), round (y));
      return;
    }
  set_crosshair (self, round (self->pointer.x + dx * step), round (self->pointer.y + dy * step));
  if (self->grab != VENULE_GRAB_NONE)
    venule_canvas_drag (self, self->pointer_at.x, self->pointer_at.y, 0);
}

/* Enter is the button: it begins the shape and ends it; of a polygon, it sets a corner. */
static gboolean
press_crosshair (VenuleCanvas *self)
{
  if (!self->crosshair)
    return venule_canvas_close_polygon (self) || venule_canvas_end_line (self);

  if (self->grab != VENULE_GRAB_NONE)
    {
      venule_canvas_release (self, self->pointer_at.x, self->pointer_at.y, 0);
    }
  else
    {
      venule_canvas_press (self, self->pointer_at.x, self->pointer_at.y, 0);
      if (self->tool == VENULE_TOOL_POLYGON || self->tool == VENULE_TOOL_ADD || self->tool == VENULE_TOOL_LINE)
        venule_canvas_release (self, self->pointer_at.x, self->pointer_at.y, 0);
    }
  if (self->tool == VENULE_TOOL_SELECT)
    self->crosshair = FALSE;
  return TRUE;
}

/* Handles */

static GArray *
list_handles (VenuleCanvas *self)
{
  VenuleHandleFrame frame = venule_canvas_get_handle_frame (self);

  return venule_handles_list (venule_canvas_get_vessel (self), &frame, &self->view);
}

/* Where the active handle is now: it moves with the crop. */
static gboolean
find_active (VenuleCanvas *self,
             GArray       *handles,
             guint        *position)
{
  for (guint i = 0; i < handles->len; i++)
    {
      const VenuleHandle *handle = &g_array_index (handles, VenuleHandle, i);

      if (handle->kind == self->active.kind &&
          (handle->index == self->active.index || handle->kind == VENULE_HANDLE_TURN))
        {
          *position = i;
          return TRUE;
        }
    }
  return FALSE;
}

/* Through all handles, then on to the next widget. */
static gboolean
next_handle (VenuleCanvas *self,
             int           direction)
{
  g_autoptr (GArray) handles = list_handles (self);
  guint position;
  int next;

  if (find_active (self, handles, &position))
    next = (int) position + direction;
  else
    next = direction > 0 ? 0 : (int) handles->len - 1;

  if (next < 0 || next >= (int) handles->len)
    {
      self->active.kind = VENULE_HANDLE_NONE;
      gtk_widget_queue_draw (GTK_WIDGET (self));
      return FALSE;
    }
  self->active = g_array_index (handles, VenuleHandle, next);
  venule_canvas_keep_in_sight (self, self->active.x, self->active.y);
  gtk_widget_queue_draw (GTK_WIDGET (self));
  return TRUE;
}

/* Turning by an angle is dragging the handle along a circle. */
static VenulePoint
turned_about (const VenuleVessel *vessel,
              const VenulePoint  *from,
              double              degrees)
{
  double x = vessel->x + (vessel->width - 1) / 2;
  double y = vessel->y + (vessel->height - 1) / 2;
  double c = cos (degrees * G_PI / 180);
  double s = sin (degrees * G_PI / 180);

  return (VenulePoint) { x + (from->x - x) * c - (from->y - y) * s, y + (from->x - x) * s + (from->y - y) * c };
}

static gboolean
nudge (VenuleCanvas    *self,
       double           dx,
       double           dy,
       GdkModifierType  state)
{
  g_autoptr (GArray) handles = list_handles (self);
  g_autoptr (VenuleVessel) vessel = venule_vessel_copy (venule_canvas_get_vessel (self));
  VenuleHandleFrame frame = venule_canvas_get_handle_frame (self);
  VenuleHandle handle = { VENULE_HANDLE_INSIDE };
  gboolean far = (state & GDK_SHIFT_MASK) != 0;
  double step = far ? FAR_STEP : 1;
  VenulePoint from, to;
  guint position;

  if (find_active (self, handles, &position))
    handle = g_array_index (handles, VenuleHandle, position);
  else if (vessel->kind == VENULE_CROP_WHOLE)
    return FALSE;

  from = (VenulePoint) { handle.x, handle.y };
  to = (VenulePoint) { handle.x + dx * step, handle.y + dy * step };
  if (handle.kind == VENULE_HANDLE_TURN)
    to = turned_about (vessel, &from, (dx + dy) * (far ? FAR_TURN_STEP : TURN_STEP));
  if (handle.kind == VENULE_HANDLE_MIDDLE)
    {
      venule_handles_add_corner (vessel, &handle);
      self->active = handle;
    }
  venule_handles_drag (vessel, &frame, &handle, &from, &to, FALSE);
  venule_canvas_commit_vessel (self, vessel, &frame);
  if (handle.kind != VENULE_HANDLE_INSIDE)
    venule_canvas_keep_in_sight (self, to.x, to.y);
  return TRUE;
}

/* Keys */

static gboolean
zoom_key (VenuleCanvas *self,
          guint         keyval)
{
  switch (keyval)
    {
    case GDK_KEY_plus:
    case GDK_KEY_equal:
    case GDK_KEY_KP_Add:
      venule_canvas_zoom_in (self);
      return TRUE;
    case GDK_KEY_minus:
    case GDK_KEY_KP_Subtract:
      venule_canvas_zoom_out (self);
      return TRUE;
    case GDK_KEY_0:
    case GDK_KEY_KP_0:
      venule_canvas_zoom_fit (self);
      return TRUE;
    default:
      return FALSE;
    }
}

static gboolean
escape_key (VenuleCanvas *self)
{
  /* What waits for an answer is given up by the window. */
  if (self->spot_kept)
    venule_canvas_drop_spot (self);
  if (venule_canvas_cancel (self))
    return TRUE;

  if (self->tool != VENULE_TOOL_SELECT)
    {
      venule_canvas_set_tool (self, VENULE_TOOL_SELECT);
      return TRUE;
    }
  if (self->mark_tool == VENULE_TOOL_SELECT && self->active.kind == VENULE_HANDLE_NONE)
    return FALSE;

  self->mark_tool = VENULE_TOOL_SELECT;
  self->active.kind = VENULE_HANDLE_NONE;
  gtk_widget_queue_draw (GTK_WIDGET (self));
  return TRUE;
}

static gboolean
arrow_key (VenuleCanvas    *self,
           double           dx,
           double           dy,
           GdkModifierType  state)
{
  if (state & GDK_CONTROL_MASK)
    {
      venule_canvas_pan (self, -dx * PAN_PART * self->view.width, -dy * PAN_PART * self->view.height);
      return TRUE;
    }
  /* Frames are gone through while cells are added; Shift moves the cross. */
  if (self->tool == VENULE_TOOL_ADD && (state & GDK_SHIFT_MASK) == 0)
    return FALSE;
  if (self->tool == VENULE_TOOL_LINK)
    return FALSE; /* the window goes to another frame */
  if (self->tool == VENULE_TOOL_VESSEL)
    return venule_canvas_nudge_shape (self, dx, dy, state);
  if (self->offered)
    return FALSE; /* the keys do what they do without it */
  if (self->tool != VENULE_TOOL_SELECT)
    {
      move_crosshair (self, dx, dy, state);
      return TRUE;
    }
  return self->edit_vessel && self->grab == VENULE_GRAB_NONE && nudge (self, dx, dy, state);
}

static gboolean
other_key (VenuleCanvas    *self,
           guint            keyval,
           GdkModifierType  state)
{
  if (self->tool == VENULE_TOOL_VESSEL)
    return venule_canvas_key_shape (self, keyval, state) || zoom_key (self, keyval);

  switch (keyval)
    {
    case GDK_KEY_Tab:
    case GDK_KEY_ISO_Left_Tab:
      return self->edit_vessel && self->tool == VENULE_TOOL_SELECT && self->grab == VENULE_GRAB_NONE &&
             next_handle (self, keyval == GDK_KEY_Tab && (state & GDK_SHIFT_MASK) == 0 ? 1 : -1);
    case GDK_KEY_Return:
    case GDK_KEY_KP_Enter:
      if (self->tool == VENULE_TOOL_LINK)
        return venule_canvas_press_link (self);
      return self->tool != VENULE_TOOL_SELECT && press_crosshair (self);
    case GDK_KEY_Menu:
      venule_canvas_popup_menu (self);
      return TRUE;
    case GDK_KEY_F10:
      if (state & GDK_SHIFT_MASK)
        venule_canvas_popup_menu (self);
      return (state & GDK_SHIFT_MASK) != 0;
    case GDK_KEY_BackSpace:
    case GDK_KEY_Delete:
    case GDK_KEY_KP_Delete:
      if (self->corners->len > 0)
        {
          g_array_set_size (self->corners, self->corners->len - 1);
          gtk_widget_queue_draw (GTK_WIDGET (self));
          return TRUE;
        }
      return keyval != GDK_KEY_BackSpace && venule_canvas_delete_corner (self);
    default:
      return zoom_key (self, keyval);
    }
}

/* Returns whether the key meant something; the window gets it otherwise. */
gboolean
venule_canvas_key (VenuleCanvas    *self,
                   guint            keyval,
                   GdkModifierType  state)
{
  double dx, dy;

  if (!venule_canvas_has_video (self) || venule_canvas_get_vessel (self) == NULL || (state & GDK_ALT_MASK) != 0)
    return FALSE;

  if (keyval == GDK_KEY_Escape)
    return escape_key (self);
  if (get_arrow (keyval, &dx, &dy))
    return arrow_key (self, dx, dy, state);
  /* What the arrows have moved comes before what is undone. */
  if (keyval != GDK_KEY_Control_L && keyval != GDK_KEY_Control_R && keyval != GDK_KEY_Shift_L && keyval != GDK_KEY_Shift_R)
    venule_canvas_settle_shape (self);
  /* It comes here when the window has no step to undo. */
  if (keyval == GDK_KEY_z && (state & GDK_CONTROL_MASK) != 0)
    return venule_canvas_take_back (self);
  if (state & GDK_CONTROL_MASK)
    return FALSE;
  return other_key (self, keyval, state);
}

/* The space bar plays, in the window. With an enlarged video it is also what makes any tool drag the video, so the
 * window gets to know only when it is let go and nothing was dragged. */
static gboolean
on_key_pressed (GtkEventControllerKey *controller,
                guint                  keyval,
                guint                  keycode,
                GdkModifierType        state,
                gpointer               user_data)
{
  VenuleCanvas *self = user_data;

  if (keyval != GDK_KEY_space)
    return venule_canvas_key (self, keyval, state);
  if (!venule_canvas_view_is_larger (&self->view))
    return FALSE;

  if (!self->space_held)
    self->space_used = FALSE;
  self->space_held = TRUE;
  venule_canvas_update_cursor (self);
  return TRUE;
}

static void
on_key_released (GtkEventControllerKey *controller,
                 guint                  keyval,
                 guint                  keycode,
                 GdkModifierType        state,
                 gpointer               user_data)
{
  VenuleCanvas *self = user_data;

  if (keyval != GDK_KEY_space || !self->space_held)
    return;
  self->space_held = FALSE;
  venule_canvas_update_cursor (self);
  if (!self->space_used)
    gtk_widget_activate_action (GTK_WIDGET (self), "win.play", NULL);
}

static void
on_focus_leave (GtkEventControllerFocus *controller,
                gpointer                 user_data)
{
  VenuleCanvas *self = user_data;

  self->space_held = FALSE;
  venule_canvas_update_cursor (self);
}

void
venule_canvas_add_keys (VenuleCanvas *self)
{
  GtkEventController *key = gtk_event_controller_key_new ();
  GtkEventController *focus = gtk_event_controller_focus_new ();

  g_signal_connect (key, "key-pressed", G_CALLBACK (on_key_pressed), self);
  g_signal_connect (key, "key-released", G_CALLBACK (on_key_released), self);
  gtk_widget_add_controller (GTK_WIDGET (self), key);

  g_signal_connect (focus, "leave", G_CALLBACK (on_focus_leave), self);
  gtk_widget_add_controller (GTK_WIDGET (self), focus);
}
