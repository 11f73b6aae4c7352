/* venule-canvas-keys.c: the keyboard
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-canvas-private.h"

#include <math.h>

#define FAR_STEP 10.0
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
  self->pointer.video.x = CLAMP (x, 0, self->view.video_width - 1);
  self->pointer.video.y = CLAMP (y, 0, self->view.video_height - 1);
  venule_canvas_keep_in_sight (self, self->pointer.video.x, self->pointer.video.y);
  venule_canvas_view_from_video (&self->view, self->pointer.video.x, self->pointer.video.y, &self->pointer.widget.x,
                                 &self->pointer.widget.y);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
move_crosshair (VenuleCanvas    *self,
                double           dx,
                double           dy,
                GdkModifierType  state)
{
  double step = state & GDK_SHIFT_MASK ? FAR_STEP : 1;

  if (!self->pointer.crosshair)
    {
      double x, y;

      self->pointer.crosshair = TRUE;
      venule_canvas_view_to_video (&self->view, self->view.width / 2, self->view.height / 2, &x, &y);
      set_crosshair (self, round (x), round (y));
      return;
    }
  set_crosshair (self, round (self->pointer.video.x + dx * step), round (self->pointer.video.y + dy * step));
  if (self->drag != VENULE_DRAG_NONE)
    venule_canvas_drag (self, self->pointer.widget.x, self->pointer.widget.y, 0);
}

/* Enter is the button: it begins the shape and ends it; of a polygon, it sets a corner. */
static gboolean
press_crosshair (VenuleCanvas *self)
{
  if (!self->pointer.crosshair)
    return venule_canvas_ask_tools (self, venule_tool_finish);

  if (self->drag != VENULE_DRAG_NONE)
    {
      venule_canvas_release (self, self->pointer.widget.x, self->pointer.widget.y, 0);
    }
  else
    {
      venule_canvas_press (self, self->pointer.widget.x, self->pointer.widget.y, 0);
      if (self->mode == VENULE_MODE_POLYGON || self->mode == VENULE_MODE_ADD || self->mode == VENULE_MODE_LINE)
        venule_canvas_release (self, self->pointer.widget.x, self->pointer.widget.y, 0);
    }
  if (self->mode == VENULE_MODE_SELECT)
    self->pointer.crosshair = FALSE;
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
  gboolean cleared = FALSE;

  if (venule_canvas_cancel (self))
    return TRUE;

  if (self->mode != VENULE_MODE_SELECT)
    {
      venule_canvas_set_mode (self, VENULE_MODE_SELECT);
      return TRUE;
    }
  for (guint i = 0; i < VENULE_CANVAS_N_TOOLS; i++)
    cleared |= venule_tool_clear (self->tools[i]);
  if (cleared)
    gtk_widget_queue_draw (GTK_WIDGET (self));
  return cleared;
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
  if (self->mode == VENULE_MODE_ADD && (state & GDK_SHIFT_MASK) == 0)
    return FALSE;
  if (self->mode == VENULE_MODE_LINK)
    return FALSE; /* the window goes to another frame */
  if (self->mode == VENULE_MODE_VESSEL)
    return venule_tool_nudge (self->tools[VENULE_CANVAS_TOOL_GEOMETRY], dx, dy, state);
  if (self->offered)
    return FALSE; /* the keys do what they do without it */
  if (self->mode != VENULE_MODE_SELECT)
    {
      move_crosshair (self, dx, dy, state);
      return TRUE;
    }
  return venule_tool_nudge (self->tools[VENULE_CANVAS_TOOL_CROP], dx, dy, state);
}

static gboolean
other_key (VenuleCanvas    *self,
           guint            keyval,
           GdkModifierType  state)
{
  for (guint i = 0; i < VENULE_CANVAS_N_TOOLS; i++)
    if (venule_canvas_is_active (self, self->tools[i]) && venule_tool_key (self->tools[i], keyval, state))
      return TRUE;
  if (self->mode == VENULE_MODE_VESSEL)
    return zoom_key (self, keyval);

  switch (keyval)
    {
    case GDK_KEY_Return:
    case GDK_KEY_KP_Enter:
      return self->mode != VENULE_MODE_SELECT && self->mode != VENULE_MODE_LINK && press_crosshair (self);
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
      return venule_canvas_ask_tools (self, venule_tool_take_back);
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

  if (!venule_canvas_has_video (self) || self->document == NULL || (state & GDK_ALT_MASK) != 0)
    return FALSE;

  if (keyval == GDK_KEY_Escape)
    return escape_key (self);
  if (get_arrow (keyval, &dx, &dy))
    return arrow_key (self, dx, dy, state);
  /* What the arrows have moved comes before what is undone. */
  if (keyval != GDK_KEY_Control_L && keyval != GDK_KEY_Control_R && keyval != GDK_KEY_Shift_L &&
      keyval != GDK_KEY_Shift_R)
    venule_tool_settle (self->tools[VENULE_CANVAS_TOOL_GEOMETRY]);
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

  if (!self->space.held)
    self->space.used = FALSE;
  self->space.held = TRUE;
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

  if (keyval != GDK_KEY_space || !self->space.held)
    return;
  self->space.held = FALSE;
  venule_canvas_update_cursor (self);
  if (!self->space.used)
    gtk_widget_activate_action (GTK_WIDGET (self), "win.play", NULL);
}

static void
on_focus_leave (GtkEventControllerFocus *controller,
                gpointer                 user_data)
{
  VenuleCanvas *self = user_data;

  self->space.held = FALSE;
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
