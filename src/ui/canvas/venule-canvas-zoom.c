/* venule-canvas-zoom.c: zooming and panning
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-canvas-private.h"

#include <math.h>

/* One turn of the wheel; one press of a key. */
#define WHEEL_FACTOR 1.2
#define KEY_FACTOR 1.4142135623730951
/* Logical px of a touchpad that zoom as much as one turn of a wheel. */
#define TOUCHPAD_TURN 40.0
/* Logical px by which one turn of a wheel pans. */
#define WHEEL_PAN 60.0

static gboolean
notify_zoom (gpointer user_data)
{
  VenuleCanvas *self = user_data;

  self->zoom.notify = 0;
  if (self->zoom.told != self->view.zoom)
    {
      self->zoom.told = self->view.zoom;
      g_object_notify (G_OBJECT (self), "zoom");
    }
  if (self->zoom.told_fit != self->view.fit)
    {
      self->zoom.told_fit = self->view.fit;
      g_object_notify (G_OBJECT (self), "fit");
    }
  return G_SOURCE_REMOVE;
}

/* The zoom also changes while sizes are allocated, when nobody may be made to change a label. So it is told soon
 * after. */
void
venule_canvas_view_changed (VenuleCanvas *self)
{
  if (self->zoom.notify == 0)
    self->zoom.notify = g_idle_add_full (G_PRIORITY_HIGH_IDLE, notify_zoom, self, NULL);
  venule_frame_layer_view_changed (self->frame_layer);
  venule_canvas_invalidate (self, VENULE_LAYERS_ALL);
}

static void
zoom_at (VenuleCanvas *self,
         double        zoom,
         double        widget_x,
         double        widget_y)
{
  if (!venule_canvas_has_video (self))
    return;

  venule_canvas_view_zoom_at (&self->view, zoom, widget_x, widget_y);
  venule_canvas_view_changed (self);
}

/* About the pointer when it is there, else about the middle. */
static void
zoom_by (VenuleCanvas *self,
         double        factor)
{
  if (self->pointer.inside)
    zoom_at (self, self->view.zoom * factor, self->pointer.widget.x, self->pointer.widget.y);
  else
    zoom_at (self, self->view.zoom * factor, self->view.width / 2, self->view.height / 2);
}

void
venule_canvas_pan (VenuleCanvas *self,
                   double        dx,
                   double        dy)
{
  venule_canvas_view_pan (&self->view, dx, dy);
  venule_canvas_view_changed (self);
}

/* As in GNOME's image viewer: a wheel zooms and a touchpad pans; Ctrl with a touchpad zooms and Shift with a wheel
 * pans. Ctrl with a wheel zooms too, as nearly everywhere else. */
gboolean
venule_canvas_scroll (VenuleCanvas    *self,
                      double           dx,
                      double           dy,
                      GdkModifierType  state,
                      gboolean         touchpad)
{
  double unit = touchpad ? TOUCHPAD_TURN : 1;

  if (!venule_canvas_has_video (self))
    return FALSE;

  if (touchpad && (state & GDK_CONTROL_MASK) == 0)
    venule_canvas_pan (self, -dx, -dy);
  else if (!touchpad && (state & GDK_SHIFT_MASK) != 0)
    venule_canvas_pan (self, -(dx + dy) * WHEEL_PAN, 0);
  else if (dy != 0)
    zoom_by (self, pow (WHEEL_FACTOR, -dy / unit));
  else
    return FALSE;
  return TRUE;
}

static gboolean
on_scroll (GtkEventControllerScroll *controller,
           double                    dx,
           double                    dy,
           gpointer                  user_data)
{
  GtkEventController *base = GTK_EVENT_CONTROLLER (controller);

  return venule_canvas_scroll (user_data, dx, dy, gtk_event_controller_get_current_event_state (base),
                               gtk_event_controller_scroll_get_unit (controller) == GDK_SCROLL_UNIT_SURFACE);
}

void
venule_canvas_pinch_begin (VenuleCanvas *self,
                           double        widget_x,
                           double        widget_y)
{
  self->zoom.pinch = self->view.zoom;
  self->zoom.pinch_at = (VenulePoint) { widget_x, widget_y };
}

/* The fingers keep what is between them: moving both pans. */
void
venule_canvas_pinch (VenuleCanvas *self,
                     double        scale,
                     double        widget_x,
                     double        widget_y)
{
  venule_canvas_pan (self, widget_x - self->zoom.pinch_at.x, widget_y - self->zoom.pinch_at.y);
  self->zoom.pinch_at = (VenulePoint) { widget_x, widget_y };
  zoom_at (self, self->zoom.pinch * scale, widget_x, widget_y);
}

static void
on_pinch_begin (GtkGesture       *gesture,
                GdkEventSequence *sequence,
                gpointer          user_data)
{
  double x, y;

  if (!gtk_gesture_get_bounding_box_center (gesture, &x, &y))
    return;
  gtk_gesture_set_state (gesture, GTK_EVENT_SEQUENCE_CLAIMED);
  venule_canvas_pinch_begin (user_data, x, y);
}

static void
on_pinch (GtkGestureZoom *gesture,
          double          scale,
          gpointer        user_data)
{
  double x, y;

  if (gtk_gesture_get_bounding_box_center (GTK_GESTURE (gesture), &x, &y))
    venule_canvas_pinch (user_data, scale, x, y);
}

static void
on_middle_begin (GtkGestureDrag *gesture,
                 double          x,
                 double          y,
                 gpointer        user_data)
{
  VenuleCanvas *self = user_data;

  if (self->drag != VENULE_DRAG_NONE || !venule_canvas_has_video (self))
    {
      gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_DENIED);
      return;
    }
  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  self->pointer.press_widget = (VenulePoint) { 0, 0 };
  self->drag = VENULE_DRAG_PAN;
  venule_canvas_update_cursor (self);
}

static void
on_middle_update (GtkGestureDrag *gesture,
                  double          dx,
                  double          dy,
                  gpointer        user_data)
{
  VenuleCanvas *self = user_data;

  if (self->drag != VENULE_DRAG_PAN)
    return;
  venule_canvas_pan (self, dx - self->pointer.press_widget.x, dy - self->pointer.press_widget.y);
  self->pointer.press_widget = (VenulePoint) { dx, dy };
}

static void
on_middle_end (GtkGestureDrag *gesture,
               double          dx,
               double          dy,
               gpointer        user_data)
{
  VenuleCanvas *self = user_data;

  if (self->drag == VENULE_DRAG_PAN)
    self->drag = VENULE_DRAG_NONE;
  venule_canvas_update_cursor (self);
}

void
venule_canvas_add_zoom (VenuleCanvas *self)
{
  GtkEventController *scroll = gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES);
  GtkGesture *pinch = gtk_gesture_zoom_new ();
  GtkGesture *middle = gtk_gesture_drag_new ();

  g_signal_connect (scroll, "scroll", G_CALLBACK (on_scroll), self);
  gtk_widget_add_controller (GTK_WIDGET (self), scroll);

  g_signal_connect (pinch, "begin", G_CALLBACK (on_pinch_begin), self);
  g_signal_connect (pinch, "scale-changed", G_CALLBACK (on_pinch), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (pinch));

  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (middle), GDK_BUTTON_MIDDLE);
  g_signal_connect (middle, "drag-begin", G_CALLBACK (on_middle_begin), self);
  g_signal_connect (middle, "drag-update", G_CALLBACK (on_middle_update), self);
  g_signal_connect (middle, "drag-end", G_CALLBACK (on_middle_end), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (middle));
}

/**
 * venule_canvas_zoom_in:
 *
 * Enlarges about the pointer, or the middle.
 */
void
venule_canvas_zoom_in (VenuleCanvas *self)
{
  g_return_if_fail (VENULE_IS_CANVAS (self));

  zoom_by (self, KEY_FACTOR);
}

/**
 * venule_canvas_zoom_out:
 *
 * The other way.
 */
void
venule_canvas_zoom_out (VenuleCanvas *self)
{
  g_return_if_fail (VENULE_IS_CANVAS (self));

  zoom_by (self, 1 / KEY_FACTOR);
}

/**
 * venule_canvas_zoom_fit:
 *
 * Shows the whole video as large as it goes, and follows the widget's size until the next zoom.
 */
void
venule_canvas_zoom_fit (VenuleCanvas *self)
{
  g_return_if_fail (VENULE_IS_CANVAS (self));

  venule_canvas_view_fit (&self->view);
  venule_canvas_view_changed (self);
}

/**
 * venule_canvas_zoom_original:
 *
 * One px of the screen for one of the video.
 */
void
venule_canvas_zoom_original (VenuleCanvas *self)
{
  g_return_if_fail (VENULE_IS_CANVAS (self));

  zoom_at (self, 1, self->view.width / 2, self->view.height / 2);
}

/**
 * venule_canvas_get_zoom:
 *
 * Returns: device px per px of the video
 */
double
venule_canvas_get_zoom (VenuleCanvas *self)
{
  g_return_val_if_fail (VENULE_IS_CANVAS (self), 1);

  return self->view.zoom;
}

/**
 * venule_canvas_set_zoom:
 * @zoom: device px per px of the video
 *
 * Zooms about the middle of the widget.
 */
void
venule_canvas_set_zoom (VenuleCanvas *self,
                        double        zoom)
{
  g_return_if_fail (VENULE_IS_CANVAS (self));
  g_return_if_fail (zoom > 0);

  if (!venule_canvas_has_video (self))
    return;
  venule_canvas_view_zoom_at (&self->view, zoom, self->view.width / 2, self->view.height / 2);
  venule_canvas_view_changed (self);
}
