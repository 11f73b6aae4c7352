/* venule-canvas-cover.c: what lies over the video does not keep the pointer from it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-canvas-private.h"

/* Buttons keep what they get. */
static gboolean
is_on_button (GtkWidget *cover,
              double     x,
              double     y)
{
  GtkWidget *picked = gtk_widget_pick (cover, x, y, GTK_PICK_DEFAULT);

  return picked != NULL && gtk_widget_get_ancestor (picked, GTK_TYPE_BUTTON) != NULL;
}

static GtkWidget *
to_canvas (gpointer      controller,
           VenuleCanvas *self,
           double       *x,
           double       *y)
{
  GtkWidget *cover = gtk_event_controller_get_widget (controller);

  gtk_widget_translate_coordinates (cover, GTK_WIDGET (self), *x, *y, x, y);
  return cover;
}

static void
set_see_through (GtkWidget *cover,
                 gboolean   see_through)
{
  if (see_through)
    gtk_widget_add_css_class (cover, "see-through");
  else
    gtk_widget_remove_css_class (cover, "see-through");
}

/* ---- On the cover ---- */

static void
on_drag_begin (GtkGestureDrag *gesture,
               double          x,
               double          y,
               VenuleCanvas   *self)
{
  if (is_on_button (gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (gesture)), x, y))
    {
      gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_DENIED);
      return;
    }
  to_canvas (gesture, self, &x, &y);
  gtk_widget_grab_focus (GTK_WIDGET (self));
  self->crosshair = FALSE;
  venule_canvas_press (self, x, y, gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (gesture)));
}

static void
get_end (GtkGestureDrag *gesture,
         VenuleCanvas   *self,
         double         *x,
         double         *y)
{
  double dx, dy;

  gtk_gesture_drag_get_start_point (gesture, x, y);
  gtk_gesture_drag_get_offset (gesture, &dx, &dy);
  *x += dx;
  *y += dy;
  to_canvas (gesture, self, x, y);
}

static void
on_drag_update (GtkGestureDrag *gesture,
                double          dx,
                double          dy,
                VenuleCanvas   *self)
{
  double x, y;

  get_end (gesture, self, &x, &y);
  venule_canvas_drag (self, x, y, gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (gesture)));
}

static void
on_drag_end (GtkGestureDrag *gesture,
             double          dx,
             double          dy,
             VenuleCanvas   *self)
{
  double x, y;

  get_end (gesture, self, &x, &y);
  venule_canvas_release (self, x, y, gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (gesture)));
}

static void
on_drag_cancel (GtkGesture       *gesture,
                GdkEventSequence *sequence,
                VenuleCanvas     *self)
{
  if (self->grab != VENULE_GRAB_NONE)
    venule_canvas_cancel (self);
}

static void
on_secondary (GtkGestureClick *gesture,
              int              n_press,
              double           x,
              double           y,
              VenuleCanvas    *self)
{
  to_canvas (gesture, self, &x, &y);
  if (venule_canvas_press_secondary (self, x, y))
    gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
}

static void
on_motion (GtkEventControllerMotion *controller,
           double                    x,
           double                    y,
           VenuleCanvas             *self)
{
  GtkWidget *cover = gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (controller));
  gboolean on_button = is_on_button (cover, x, y);

  set_see_through (cover, !on_button);
  to_canvas (controller, self, &x, &y);
  self->pointer_in = !on_button;
  venule_canvas_hover (self, x, y);
  gtk_widget_set_cursor_from_name (cover, on_button ? NULL : self->cursor);
}

static void
on_leave (GtkEventControllerMotion *controller,
          VenuleCanvas             *self)
{
  GtkWidget *cover = gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (controller));

  if (self->grab == VENULE_GRAB_NONE)
    set_see_through (cover, FALSE);
}

/* ---- On the canvas ---- */

/* Something is dragged from beside the cover to a place below it. */
static void
on_canvas_motion (GtkEventControllerMotion *controller,
                  double                    x,
                  double                    y,
                  GtkWidget                *cover)
{
  GtkWidget *canvas = gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (controller));

  gtk_widget_translate_coordinates (canvas, cover, x, y, &x, &y);
  set_see_through (cover, gtk_widget_contains (cover, x, y));
}

/**
 * venule_canvas_add_cover:
 * @self: a canvas
 * @cover: what lies over a part of it, and is told when it can be seen through by the style class "see-through"
 *
 * The pointer does on @cover, beside its buttons, what it does on the canvas.
 */
void
venule_canvas_add_cover (VenuleCanvas *self,
                         GtkWidget    *cover)
{
  GtkGesture *drag = gtk_gesture_drag_new (), *secondary = gtk_gesture_click_new ();
  GtkEventController *motion = gtk_event_controller_motion_new (), *below = gtk_event_controller_motion_new ();

  g_return_if_fail (VENULE_IS_CANVAS (self));
  g_return_if_fail (GTK_IS_WIDGET (cover));

  g_signal_connect_object (drag, "drag-begin", G_CALLBACK (on_drag_begin), self, 0);
  g_signal_connect_object (drag, "drag-update", G_CALLBACK (on_drag_update), self, 0);
  g_signal_connect_object (drag, "drag-end", G_CALLBACK (on_drag_end), self, 0);
  g_signal_connect_object (drag, "cancel", G_CALLBACK (on_drag_cancel), self, 0);
  gtk_widget_add_controller (cover, GTK_EVENT_CONTROLLER (drag));

  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (secondary), GDK_BUTTON_SECONDARY);
  g_signal_connect_object (secondary, "pressed", G_CALLBACK (on_secondary), self, 0);
  gtk_widget_add_controller (cover, GTK_EVENT_CONTROLLER (secondary));

  g_signal_connect_object (motion, "motion", G_CALLBACK (on_motion), self, 0);
  g_signal_connect_object (motion, "leave", G_CALLBACK (on_leave), self, 0);
  gtk_widget_add_controller (cover, motion);

  g_signal_connect_object (below, "motion", G_CALLBACK (on_canvas_motion), cover, 0);
  gtk_widget_add_controller (GTK_WIDGET (self), below);
}
