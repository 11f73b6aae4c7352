/* venule-timeline-input.c: scrubbing, the ends of the range, and the keyboard
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-timeline-private.h"

#include <math.h>

/* Logical px about the middle of a grip in which it is taken hold of. */
#define GRIP_REACH 14.0

/* Frames that an arrow key steps with Shift. */
#define FAR_STEP 10

static void
commit_range (VenuleTimeline *self,
              VenuleFrameRun  range)
{
  g_autoptr (VenuleSettings) settings = venule_settings_copy (venule_document_get_settings (self->document));

  settings->first_frame = range.first;
  settings->last_frame = range.last >= venule_timeline_get_n_frames (self) - 1 ? -1 : range.last;
  venule_document_set_settings (self->document, settings);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* Pointer */

VenuleTimelinePart
venule_timeline_find_part (VenuleTimeline *self,
                           double          x,
                           double          y)
{
  VenuleFrameRun range = venule_timeline_get_range (self);
  double first = fabs (x - (venule_timeline_x_of (self, range.first) - GRIP_REACH / 3));
  double last = fabs (x - (venule_timeline_x_of (self, range.last + 1) + GRIP_REACH / 3));

  if (!venule_timeline_has_video (self) || x < self->trough_x - GRIP_REACH ||
      x > self->trough_x + self->trough_width + GRIP_REACH)
    return VENULE_TIMELINE_NONE;
  if (self->document == NULL || y < VENULE_TIMELINE_TROUGH_Y + VENULE_TIMELINE_TROUGH_HEIGHT ||
      MIN (first, last) > GRIP_REACH)
    return VENULE_TIMELINE_POSITION;
  return first < last ? VENULE_TIMELINE_FIRST : VENULE_TIMELINE_LAST;
}

void
venule_timeline_press (VenuleTimeline *self,
                       double          x,
                       double          y)
{
  VenuleTimelinePart part = venule_timeline_find_part (self, x, y);

  self->draft = venule_timeline_get_range (self);
  self->drag_position = self->player != NULL ? venule_player_get_position (self->player) : 0;
  self->dragged = part;
  if (part == VENULE_TIMELINE_POSITION)
    venule_timeline_drag (self, x);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
venule_timeline_drag (VenuleTimeline *self,
                      double          x)
{
  gint64 frame = venule_timeline_frame_at (self, x);

  if (self->dragged == VENULE_TIMELINE_NONE || !venule_timeline_has_video (self))
    return;

  if (self->dragged == VENULE_TIMELINE_FIRST)
    {
      /* The nearest edge between two frames. */
      frame = venule_timeline_frame_at (self, x + 0.5 * self->trough_width / venule_timeline_get_n_frames (self));
      frame = self->draft.first = MIN (frame, self->draft.last);
    }
  else if (self->dragged == VENULE_TIMELINE_LAST)
    {
      frame = venule_timeline_frame_at (self, x - 0.5 * self->trough_width / venule_timeline_get_n_frames (self));
      frame = self->draft.last = MAX (frame, self->draft.first);
    }
  venule_player_pause (self->player);
  venule_player_seek (self->player, frame);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
venule_timeline_release (VenuleTimeline *self)
{
  VenuleTimelinePart part = self->dragged;

  self->dragged = VENULE_TIMELINE_NONE;
  if (part == VENULE_TIMELINE_FIRST || part == VENULE_TIMELINE_LAST)
    commit_range (self, self->draft);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static gboolean
cancel (VenuleTimeline *self)
{
  if (self->dragged == VENULE_TIMELINE_NONE)
    return FALSE;

  self->dragged = VENULE_TIMELINE_NONE;
  if (venule_timeline_has_video (self))
    venule_player_seek (self->player, self->drag_position);
  gtk_widget_queue_draw (GTK_WIDGET (self));
  return TRUE;
}

static void
on_drag_begin (GtkGestureDrag *gesture,
               double          x,
               double          y,
               gpointer        user_data)
{
  gtk_widget_grab_focus (user_data);
  venule_timeline_press (user_data, x, y);
}

static void
on_drag_update (GtkGestureDrag *gesture,
                double          dx,
                double          dy,
                gpointer        user_data)
{
  double x, y;

  if (gtk_gesture_drag_get_start_point (gesture, &x, &y) && dx != 0)
    venule_timeline_drag (user_data, x + dx);
}

static void
on_drag_end (GtkGestureDrag *gesture,
             double          dx,
             double          dy,
             gpointer        user_data)
{
  venule_timeline_release (user_data);
}

static void
on_drag_cancel (GtkGesture       *gesture,
                GdkEventSequence *sequence,
                gpointer          user_data)
{
  cancel (user_data);
}

static void
set_hovered (VenuleTimeline     *self,
             VenuleTimelinePart  part)
{
  if (part == self->hovered)
    return;

  self->hovered = part;
  gtk_widget_set_cursor_from_name (GTK_WIDGET (self), part == VENULE_TIMELINE_FIRST || part == VENULE_TIMELINE_LAST
                                                          ? "ew-resize"
                                                          : NULL);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
on_motion (GtkEventControllerMotion *controller,
           double                    x,
           double                    y,
           gpointer                  user_data)
{
  set_hovered (user_data, venule_timeline_find_part (user_data, x, y));
}

static void
on_leave (GtkEventControllerMotion *controller,
          gpointer                  user_data)
{
  set_hovered (user_data, VENULE_TIMELINE_NONE);
}

static gboolean
on_scroll (GtkEventControllerScroll *controller,
           double                    dx,
           double                    dy,
           gpointer                  user_data)
{
  VenuleTimeline *self = user_data;

  if (!venule_timeline_has_video (self) || dx + dy == 0)
    return FALSE;
  venule_player_step (self->player, dx + dy > 0 ? 1 : -1);
  return TRUE;
}

/* Keyboard */

/* The frame that is one second away, at least one frame. */
static gint64
second_away (VenuleTimeline *self,
             int             direction)
{
  gint64 start = venule_player_get_position (self->player);
  gint64 end = direction > 0 ? venule_timeline_get_n_frames (self) - 1 : 0;
  double time = venule_timeline_get_time (self, start);
  gint64 frame = start;

  while (frame != end && (frame == start || fabs (venule_timeline_get_time (self, frame) - time) < 1 - 1e-6))
    frame += direction;
  return frame;
}

static gboolean
set_end (VenuleTimeline     *self,
         VenuleTimelinePart  part)
{
  VenuleFrameRun range = venule_timeline_get_range (self);
  gint64 position = venule_player_get_position (self->player);

  if (self->document == NULL)
    return FALSE;

  if (part == VENULE_TIMELINE_FIRST)
    range = (VenuleFrameRun) { position, MAX (range.last, position) };
  else
    range = (VenuleFrameRun) { MIN (range.first, position), position };
  commit_range (self, range);
  return TRUE;
}

/* Returns whether the key meant something. */
gboolean
venule_timeline_key (VenuleTimeline  *self,
                     guint            keyval,
                     GdkModifierType  state)
{
  int step = (state & GDK_SHIFT_MASK) != 0 ? FAR_STEP : 1;

  if (keyval == GDK_KEY_Escape)
    return cancel (self);
  if (!venule_timeline_has_video (self) || (state & (GDK_CONTROL_MASK | GDK_ALT_MASK)) != 0)
    return FALSE;

  switch (keyval)
    {
    case GDK_KEY_Left:
    case GDK_KEY_KP_Left:
    case GDK_KEY_Down:
      venule_player_step (self->player, -step);
      return TRUE;
    case GDK_KEY_Right:
    case GDK_KEY_KP_Right:
    case GDK_KEY_Up:
      venule_player_step (self->player, step);
      return TRUE;
    case GDK_KEY_Page_Up:
      venule_player_seek (self->player, second_away (self, 1));
      return TRUE;
    case GDK_KEY_Page_Down:
      venule_player_seek (self->player, second_away (self, -1));
      return TRUE;
    case GDK_KEY_Home:
      venule_player_seek (self->player, 0);
      return TRUE;
    case GDK_KEY_End:
      venule_player_seek (self->player, venule_timeline_get_n_frames (self) - 1);
      return TRUE;
    case GDK_KEY_bracketleft:
      return set_end (self, VENULE_TIMELINE_FIRST);
    case GDK_KEY_bracketright:
      return set_end (self, VENULE_TIMELINE_LAST);
    default:
      return FALSE;
    }
}

static gboolean
on_key_pressed (GtkEventControllerKey *controller,
                guint                  keyval,
                guint                  keycode,
                GdkModifierType        state,
                gpointer               user_data)
{
  return venule_timeline_key (user_data, keyval, state);
}

void
venule_timeline_add_input (VenuleTimeline *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  GtkGesture *drag = gtk_gesture_drag_new ();
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkEventController *key = gtk_event_controller_key_new ();
  GtkEventController *scroll = gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES |
                                                                GTK_EVENT_CONTROLLER_SCROLL_DISCRETE);

  g_signal_connect (drag, "drag-begin", G_CALLBACK (on_drag_begin), self);
  g_signal_connect (drag, "drag-update", G_CALLBACK (on_drag_update), self);
  g_signal_connect (drag, "drag-end", G_CALLBACK (on_drag_end), self);
  g_signal_connect (drag, "cancel", G_CALLBACK (on_drag_cancel), self);
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (drag));

  g_signal_connect (motion, "enter", G_CALLBACK (on_motion), self);
  g_signal_connect (motion, "motion", G_CALLBACK (on_motion), self);
  g_signal_connect (motion, "leave", G_CALLBACK (on_leave), self);
  gtk_widget_add_controller (widget, motion);

  g_signal_connect (key, "key-pressed", G_CALLBACK (on_key_pressed), self);
  gtk_widget_add_controller (widget, key);

  g_signal_connect (scroll, "scroll", G_CALLBACK (on_scroll), self);
  gtk_widget_add_controller (widget, scroll);
}
