/* venule-kymograph-pointer.c: what the pointer does in a kymograph
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-kymograph-view-private.h"

#include <math.h>

/* Logical px that the pointer may move in a click. */
#define CLICK_SLOP 4.0
#define ZOOM_STEP 1.25
#define SCROLL_STEP 40.0

static gboolean
is_inside (VenuleKymographView *self,
           VenulePoint          at)
{
  VenuleKymographBox box = venule_kymograph_view_get_box (self);

  return at.x >= box.x && at.y >= box.y && at.x <= box.x + box.width && at.y <= box.y + box.height;
}

static void
update_cursor (VenuleKymographView *self)
{
  GArray *ids = self->selection ? venule_selection_get_ids (self->selection) : NULL;
  gboolean chosen = ids && ids->len == 1 && g_array_index (ids, guint, 0) == self->hand.hovered.id;
  const char *name = NULL;

  if (self->drawing)
    name = "crosshair";
  else if (self->hand.drag == VENULE_KYMOGRAPH_DRAG_PAN)
    name = "grabbing";
  else if (self->hand.hovered.end)
    name = "crosshair";
  else if (self->hand.hovered.id != 0)
    name = chosen ? "ew-resize" : "pointer";
  gtk_widget_set_cursor_from_name (GTK_WIDGET (self), name);
}

static void
hover (VenuleKymographView *self)
{
  VenuleKymographHit before = self->hand.hovered;

  self->hand.hovered = (VenuleKymographHit) { 0 };
  if (self->picture && !self->drawing && self->hand.inside && is_inside (self, self->hand.at))
    {
      self->hand.hovered = venule_kymograph_view_find_end (self, self->hand.at, NULL);
      if (self->hand.hovered.id == 0)
        self->hand.hovered = venule_kymograph_view_find (self, self->hand.at);
    }
  update_cursor (self);
  if (self->drawing || before.id != 0 || self->hand.hovered.id != 0)
    gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
go_to (VenuleKymographView *self,
       gint64               frame)
{
  venule_player_pause (self->player);
  venule_player_seek (self->player, frame);
}

/* ---- Press ---- */

static void
press (VenuleKymographView *self,
       VenulePoint          at,
       GdkModifierType      state)
{
  self->hand.press = self->hand.at = at;
  self->hand.press_state = state;
  self->hand.inside = TRUE;
  if (self->drawing)
    {
      self->hand.crosshair = FALSE;
      if (is_inside (self, at))
        venule_kymograph_view_add_point (self, at);
      self->hand.drag = VENULE_KYMOGRAPH_DRAG_CLICK;
      return;
    }

  hover (self);
  self->hand.held = self->hand.hovered;
  self->hand.target = (VenuleKymographHit) { 0 };
  if (is_inside (self, at))
    self->hand.drag = VENULE_KYMOGRAPH_DRAG_CLICK;
  else if (at.x < venule_kymograph_view_get_box (self).x)
    {
      self->hand.drag = VENULE_KYMOGRAPH_DRAG_SCRUB;
      go_to (self, venule_kymograph_view_frame_at (self, at.y));
    }
}

/* ---- Drag ---- */

/* A press that moves is no click any more. */
static void
begin_moving (VenuleKymographView *self)
{
  VenuleTrack *chosen = venule_kymograph_view_get_chosen (self);
  gboolean extend = (self->hand.press_state & (GDK_SHIFT_MASK | GDK_CONTROL_MASK)) != 0;

  if (self->hand.held.end && !extend)
    self->hand.drag = VENULE_KYMOGRAPH_DRAG_END;
  else if (self->hand.held.id != 0 && chosen && venule_track_get_id (chosen) == self->hand.held.id && !extend &&
           venule_track_get_place_at (chosen, self->hand.held.frame))
    self->hand.drag = VENULE_KYMOGRAPH_DRAG_SPOT;
  else
    self->hand.drag = VENULE_KYMOGRAPH_DRAG_BAND;
}

static void
drag_to (VenuleKymographView *self,
         VenulePoint          at)
{
  VenulePoint before = self->hand.at;

  self->hand.at = at;
  if (self->hand.drag == VENULE_KYMOGRAPH_DRAG_CLICK && !self->drawing &&
      hypot (at.x - self->hand.press.x, at.y - self->hand.press.y) > CLICK_SLOP)
    begin_moving (self);

  switch (self->hand.drag)
    {
    case VENULE_KYMOGRAPH_DRAG_PAN:
      venule_kymograph_view_pan (self, at.x - before.x, at.y - before.y);
      break;
    case VENULE_KYMOGRAPH_DRAG_SCRUB:
      go_to (self, venule_kymograph_view_frame_at (self, at.y));
      break;
    case VENULE_KYMOGRAPH_DRAG_END:
      self->hand.target = venule_kymograph_view_find_end (self, at, &self->hand.held);
      break;
    case VENULE_KYMOGRAPH_DRAG_SPOT:
      self->hand.moved_along = self->hand.held.along + venule_kymograph_view_along_at (self, at.x) -
                          venule_kymograph_view_along_at (self, self->hand.press.x);
      self->hand.moved_along = CLAMP (self->hand.moved_along, 0, self->picture->length - 1);
      break;
    case VENULE_KYMOGRAPH_DRAG_NONE:
    case VENULE_KYMOGRAPH_DRAG_CLICK:
    case VENULE_KYMOGRAPH_DRAG_BAND:
    default:
      break;
    }
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* ---- Release ---- */

static void
click (VenuleKymographView *self)
{
  gboolean extend = (self->hand.press_state & (GDK_CONTROL_MASK | GDK_SHIFT_MASK)) != 0;
  guint id = self->hand.held.id;

  go_to (self, id != 0 ? self->hand.held.frame : venule_kymograph_view_frame_at (self, self->hand.press.y));
  if (id != 0 && extend)
    venule_selection_toggle (self->selection, id);
  else if (id != 0)
    venule_selection_set (self->selection, &id, 1);
  else if (!extend)
    venule_selection_clear (self->selection);
}

static void
choose_band (VenuleKymographView *self)
{
  g_autoptr (GArray) ids = venule_kymograph_view_find_in (self, self->hand.press, self->hand.at);
  GArray *before = venule_selection_get_ids (self->selection);

  if ((self->hand.press_state & (GDK_CONTROL_MASK | GDK_SHIFT_MASK)) != 0 && before->len > 0)
    g_array_append_vals (ids, before->data, before->len);
  venule_selection_set (self->selection, (const guint *) (gpointer) ids->data, ids->len);
}

/* It stays as far beside the line as it was. */
void
venule_kymograph_view_move_held (VenuleKymographView *self,
                                 gboolean             exactly)
{
  VenuleTrack *track = venule_document_get_track (self->document, self->hand.held.id);
  const VenulePlace *place = track ? venule_track_get_place_at (track, self->hand.held.frame) : NULL;
  double along, beside;

  if (!place || !venule_kymograph_project (self->picture, place->frame, place->x, place->y, &along, &beside))
    return;
  go_to (self, place->frame);
  venule_kymograph_view_emit_moved (self, self->hand.held.id, place->frame,
                                    venule_kymograph_place (self->picture, place->frame, self->hand.moved_along,
                                                            beside), exactly);
}

void
venule_kymograph_view_join_held (VenuleKymographView *self)
{
  venule_kymograph_view_emit_join (self, self->hand.held.last ? self->hand.held.id : self->hand.target.id,
                                   self->hand.held.last ? self->hand.target.id : self->hand.held.id);
}

static void
release (VenuleKymographView *self,
         VenulePoint          at,
         GdkModifierType      state)
{
  VenuleKymographDragState drag;

  drag_to (self, at);
  drag = self->hand.drag;
  self->hand.drag = VENULE_KYMOGRAPH_DRAG_NONE;
  if (self->drawing)
    {
      /* A drag draws a straight line at once. */
      if (hypot (at.x - self->hand.press.x, at.y - self->hand.press.y) > CLICK_SLOP)
        {
          venule_kymograph_view_add_point (self, at);
          if (self->drawn->len == 2)
            venule_kymograph_view_end_drawing (self);
        }
    }
  else if (drag == VENULE_KYMOGRAPH_DRAG_CLICK)
    click (self);
  else if (drag == VENULE_KYMOGRAPH_DRAG_BAND)
    choose_band (self);
  else if (drag == VENULE_KYMOGRAPH_DRAG_SPOT)
    venule_kymograph_view_move_held (self, (state & GDK_ALT_MASK) != 0);
  else if (drag == VENULE_KYMOGRAPH_DRAG_END && self->hand.target.id != 0)
    venule_kymograph_view_join_held (self);
  hover (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* Gives up the innermost thing that is going on. Returns whether there was one. */
gboolean
venule_kymograph_view_cancel (VenuleKymographView *self)
{
  gboolean was = self->hand.drag != VENULE_KYMOGRAPH_DRAG_NONE || self->drawing;

  self->menu.frame = -1;
  self->hand.by_keys = FALSE;
  if (self->hand.drag != VENULE_KYMOGRAPH_DRAG_NONE)
    self->hand.drag = VENULE_KYMOGRAPH_DRAG_NONE;
  else if (self->drawn->len > 0)
    g_array_set_size (self->drawn, 0);
  else
    venule_kymograph_view_set_drawing (self, FALSE);
  gtk_widget_queue_draw (GTK_WIDGET (self));
  return was;
}

/**
 * venule_kymograph_view_take_back:
 * @self: a kymograph
 *
 * What the pointer or a key is in the middle of comes before any step that is done: what is held is let go where it
 * was, and the last point of a streak that is drawn goes.
 *
 * Returns: whether something was taken back
 */
gboolean
venule_kymograph_view_take_back (VenuleKymographView *self)
{
  g_return_val_if_fail (VENULE_IS_KYMOGRAPH_VIEW (self), FALSE);

  if (self->hand.drag != VENULE_KYMOGRAPH_DRAG_NONE)
    return venule_kymograph_view_cancel (self);
  if (!self->drawing || self->drawn->len == 0)
    return FALSE;

  g_array_set_size (self->drawn, self->drawn->len - 1);
  gtk_widget_queue_draw (GTK_WIDGET (self));
  return TRUE;
}

/* ---- Events ---- */

static GdkModifierType
get_state (gpointer controller)
{
  return gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (controller));
}

static void
on_drag_begin (GtkGestureDrag *gesture,
               double          x,
               double          y,
               gpointer        user_data)
{
  VenuleKymographView *self = user_data;

  gtk_widget_grab_focus (GTK_WIDGET (self));
  if (self->hand.by_keys)
    venule_kymograph_view_cancel (self);
  if (self->picture && self->selection && self->hand.drag == VENULE_KYMOGRAPH_DRAG_NONE)
    press (self, (VenulePoint) { x, y }, get_state (gesture));
}

static void
on_drag_update (GtkGestureDrag *gesture,
                double          dx,
                double          dy,
                gpointer        user_data)
{
  VenuleKymographView *self = user_data;

  if (self->picture && self->hand.drag != VENULE_KYMOGRAPH_DRAG_NONE)
    drag_to (self, (VenulePoint) { self->hand.press.x + dx, self->hand.press.y + dy });
}

static void
on_drag_end (GtkGestureDrag *gesture,
             double          dx,
             double          dy,
             gpointer        user_data)
{
  VenuleKymographView *self = user_data;

  if (self->picture && self->hand.drag != VENULE_KYMOGRAPH_DRAG_NONE)
    release (self, (VenulePoint) { self->hand.press.x + dx, self->hand.press.y + dy }, get_state (gesture));
}

static void
on_drag_cancel (GtkGesture       *gesture,
                GdkEventSequence *sequence,
                gpointer          user_data)
{
  VenuleKymographView *self = user_data;

  if (self->hand.drag != VENULE_KYMOGRAPH_DRAG_NONE)
    venule_kymograph_view_cancel (self);
}

static void
on_pan_begin (GtkGestureDrag *gesture,
              double          x,
              double          y,
              gpointer        user_data)
{
  VenuleKymographView *self = user_data;

  if (!self->picture || self->hand.drag != VENULE_KYMOGRAPH_DRAG_NONE)
    return;
  self->hand.press = self->hand.at = (VenulePoint) { x, y };
  self->hand.drag = VENULE_KYMOGRAPH_DRAG_PAN;
  update_cursor (self);
}

static void
on_pan_end (GtkGestureDrag *gesture,
            double          dx,
            double          dy,
            gpointer        user_data)
{
  VenuleKymographView *self = user_data;

  self->hand.drag = VENULE_KYMOGRAPH_DRAG_NONE;
  update_cursor (self);
}

static void
on_secondary (GtkGestureClick *gesture,
              int              n_press,
              double           x,
              double           y,
              gpointer         user_data)
{
  VenuleKymographView *self = user_data;
  VenuleKymographHit hit;

  if (!self->picture || !self->selection || self->hand.drag != VENULE_KYMOGRAPH_DRAG_NONE || self->drawing)
    return;

  gtk_widget_grab_focus (GTK_WIDGET (self));
  hit = venule_kymograph_view_find (self, (VenulePoint) { x, y });
  if (hit.id == 0)
    return;
  if (!venule_selection_contains (self->selection, hit.id))
    venule_selection_set (self->selection, &hit.id, 1);
  venule_kymograph_view_popup (self, (VenulePoint) { x, y }, hit.frame);
  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
}

static void
on_motion (GtkEventControllerMotion *controller,
           double                    x,
           double                    y,
           gpointer                  user_data)
{
  VenuleKymographView *self = user_data;

  if (self->hand.crosshair && hypot (x - self->hand.press.x, y - self->hand.press.y) < CLICK_SLOP)
    return;
  self->hand.crosshair = FALSE;
  self->hand.inside = TRUE;
  if (self->hand.drag != VENULE_KYMOGRAPH_DRAG_NONE)
    return;
  self->hand.at = self->hand.press = (VenulePoint) { x, y };
  hover (self);
}

static void
on_leave (GtkEventControllerMotion *controller,
          gpointer                  user_data)
{
  VenuleKymographView *self = user_data;

  self->hand.inside = FALSE;
  if (self->hand.drag == VENULE_KYMOGRAPH_DRAG_NONE)
    hover (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static gboolean
on_scroll (GtkEventControllerScroll *controller,
           double                    dx,
           double                    dy,
           gpointer                  user_data)
{
  VenuleKymographView *self = user_data;
  GdkModifierType state = get_state (controller);
  double factor = pow (ZOOM_STEP, -dy);

  if (!self->picture)
    return FALSE;
  if (state & GDK_SHIFT_MASK)
    venule_kymograph_view_pan (self, 0, -SCROLL_STEP * (dy + dx));
  else
    venule_kymograph_view_zoom_at (self, self->hand.at, state & GDK_CONTROL_MASK ? 1 : factor, factor);
  hover (self);
  return TRUE;
}

void
venule_kymograph_view_add_pointer (VenuleKymographView *self)
{
  GtkGesture *primary = gtk_gesture_drag_new (), *middle = gtk_gesture_drag_new ();
  GtkGesture *secondary = gtk_gesture_click_new ();
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkEventController *scroll = gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES);

  g_signal_connect (primary, "drag-begin", G_CALLBACK (on_drag_begin), self);
  g_signal_connect (primary, "drag-update", G_CALLBACK (on_drag_update), self);
  g_signal_connect (primary, "drag-end", G_CALLBACK (on_drag_end), self);
  g_signal_connect (primary, "cancel", G_CALLBACK (on_drag_cancel), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (primary));

  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (middle), GDK_BUTTON_MIDDLE);
  g_signal_connect (middle, "drag-begin", G_CALLBACK (on_pan_begin), self);
  g_signal_connect (middle, "drag-update", G_CALLBACK (on_drag_update), self);
  g_signal_connect (middle, "drag-end", G_CALLBACK (on_pan_end), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (middle));

  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (secondary), GDK_BUTTON_SECONDARY);
  g_signal_connect (secondary, "pressed", G_CALLBACK (on_secondary), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (secondary));

  g_signal_connect (motion, "enter", G_CALLBACK (on_motion), self);
  g_signal_connect (motion, "motion", G_CALLBACK (on_motion), self);
  g_signal_connect (motion, "leave", G_CALLBACK (on_leave), self);
  gtk_widget_add_controller (GTK_WIDGET (self), motion);

  g_signal_connect (scroll, "scroll", G_CALLBACK (on_scroll), self);
  gtk_widget_add_controller (GTK_WIDGET (self), scroll);
}
