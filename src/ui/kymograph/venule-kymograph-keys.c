/* venule-kymograph-keys.c: the keyboard and the menu of a kymograph
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-kymograph-view-private.h"

#include "venule-color-row.h"

#define RESOURCE "/io/github/venule/Venule/ui/venule-canvas-menu.ui"
#define ZOOM_STEP 1.25
#define PAN_STEP 60.0
/* Logical px that a key moves the cross by; with Shift. */
#define STEP 2.0
#define FAR_STEP 20.0

/* ---- Menu ---- */

static void
on_closed (VenuleKymographView *self)
{
  gtk_widget_grab_focus (GTK_WIDGET (self));
}

static void
make_menu (VenuleKymographView *self)
{
  g_autoptr (GtkBuilder) builder = gtk_builder_new_from_resource (RESOURCE);
  GtkWidget *menu = gtk_popover_menu_new_from_model (G_MENU_MODEL (gtk_builder_get_object (builder, "track_menu")));

  gtk_popover_menu_add_child (GTK_POPOVER_MENU (menu), venule_color_row_new (), "colors");
  gtk_widget_set_parent (menu, GTK_WIDGET (self));
  gtk_popover_set_has_arrow (GTK_POPOVER (menu), FALSE);
  gtk_popover_set_position (GTK_POPOVER (menu), GTK_POS_RIGHT);
  gtk_widget_set_valign (menu, GTK_ALIGN_START);
  g_signal_connect_swapped (menu, "closed", G_CALLBACK (on_closed), self);
  self->menu.popover = GTK_POPOVER (menu);
}

/* When the frame that the menu speaks of is on show: what is chosen in it is done there. */
void
venule_kymograph_view_popup_due (VenuleKymographView *self)
{
  VenuleFrame *frame = venule_player_get_frame (self->player);

  if (self->menu.frame < 0 || !frame || frame->index != self->menu.frame)
    return;
  self->menu.frame = -1;
  gtk_popover_popup (self->menu.popover);
}

/**
 * venule_kymograph_view_popup:
 * @at: in the widget
 * @frame: number of a frame, which is gone to
 *
 * Shows the menu of the selected tracks.
 */
void
venule_kymograph_view_popup (VenuleKymographView *self,
                             VenulePoint          at,
                             gint64               frame)
{
  if (!self->menu.popover)
    make_menu (self);
  gtk_popover_set_pointing_to (self->menu.popover, &(GdkRectangle) { (int) at.x, (int) at.y, 1, 1 });
  self->menu.frame = frame;
  venule_player_pause (self->player);
  venule_player_seek (self->player, frame);
  venule_kymograph_view_popup_due (self);
}

/* At the frame on show. */
static gboolean
popup_key (VenuleKymographView *self)
{
  VenuleTrack *track = venule_kymograph_view_get_chosen (self);
  gint64 frame = venule_player_get_position (self->player);
  const VenulePlace *place = track ? venule_track_get_place_at (track, frame) : NULL;
  double width = gtk_widget_get_width (GTK_WIDGET (self)), height = gtk_widget_get_height (GTK_WIDGET (self));
  VenulePoint at = { width / 2, height / 2 };
  double along;

  if (!self->selection || venule_selection_get_ids (self->selection)->len == 0)
    return FALSE;
  if (place && venule_kymograph_project (self->picture, frame, place->x, place->y, &along, NULL))
    at = (VenulePoint) { venule_kymograph_view_x_of (self, along), venule_kymograph_view_y_of_frame (self, frame) };
  /* Where it was zoomed in on something else, the place is far out of sight, and no menu can be shown there. */
  at = (VenulePoint) { CLAMP (at.x, 0, width - 1), CLAMP (at.y, 0, height - 1) };
  venule_kymograph_view_popup (self, at, frame);
  return TRUE;
}

/* ---- Keys ---- */

static void
move_crosshair (VenuleKymographView *self,
                double               dx,
                double               dy,
                gboolean             far)
{
  VenuleKymographBox box = venule_kymograph_view_get_box (self);
  double step = far ? FAR_STEP : STEP;

  if (!self->hand.crosshair)
    self->hand.at = (VenulePoint) { box.x + box.width / 2, box.y + box.height / 2 };
  else
    {
      self->hand.at.x = CLAMP (self->hand.at.x + dx * step, box.x, box.x + box.width);
      self->hand.at.y = CLAMP (self->hand.at.y + dy * step, box.y, box.y + box.height);
    }
  self->hand.crosshair = TRUE;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static gboolean
arrow_key (VenuleKymographView *self,
           double               dx,
           double               dy,
           GdkModifierType      state)
{
  if (state & GDK_CONTROL_MASK)
    {
      venule_kymograph_view_pan (self, -dx * PAN_STEP, -dy * PAN_STEP);
      return TRUE;
    }
  if (self->drawing)
    {
      move_crosshair (self, dx, dy, (state & GDK_SHIFT_MASK) != 0);
      return TRUE;
    }
  /* Time runs down. */
  if (dy == 0)
    return FALSE;
  gtk_widget_activate_action (GTK_WIDGET (self), dy > 0 ? "win.next-frame" : "win.previous-frame", NULL);
  return TRUE;
}

/* Where the pointer is, whatever frame is on show. */
static gboolean
cut_key (VenuleKymographView *self)
{
  if (!self->hand.inside || self->hand.hovered.id == 0 || self->drawing)
    return FALSE;
  venule_kymograph_view_emit_cut (self, self->hand.hovered.id, self->hand.hovered.frame);
  return TRUE;
}

static gboolean
drawing_key (VenuleKymographView *self,
             guint                keyval)
{
  if (!self->drawing)
    return FALSE;

  if (keyval == GDK_KEY_BackSpace && self->drawn->len > 0)
    g_array_set_size (self->drawn, self->drawn->len - 1);
  else if (keyval == GDK_KEY_Return || keyval == GDK_KEY_KP_Enter)
    {
      if (self->hand.crosshair)
        venule_kymograph_view_add_point (self, self->hand.at);
      else
        venule_kymograph_view_end_drawing (self);
    }
  else
    return FALSE;
  gtk_widget_queue_draw (GTK_WIDGET (self));
  return TRUE;
}

static gboolean
plain_key (VenuleKymographView *self,
           guint                keyval,
           GdkModifierType      state)
{
  switch (keyval)
    {
    case GDK_KEY_plus:
    case GDK_KEY_equal:
    case GDK_KEY_KP_Add:
      venule_kymograph_view_zoom (self, ZOOM_STEP);
      return TRUE;
    case GDK_KEY_minus:
    case GDK_KEY_KP_Subtract:
      venule_kymograph_view_zoom (self, 1 / ZOOM_STEP);
      return TRUE;
    case GDK_KEY_0:
    case GDK_KEY_KP_0:
      venule_kymograph_view_show_whole (self);
      return TRUE;
    case GDK_KEY_a:
      venule_kymograph_view_set_drawing (self, !self->drawing);
      return TRUE;
    case GDK_KEY_c:
      return cut_key (self);
    case GDK_KEY_Escape:
      return venule_kymograph_view_cancel (self);
    case GDK_KEY_Menu:
      return popup_key (self);
    case GDK_KEY_F10:
      return (state & GDK_SHIFT_MASK) != 0 && popup_key (self);
    default:
      return drawing_key (self, keyval);
    }
}

static gboolean
on_key_pressed (GtkEventControllerKey *controller,
                guint                  keyval,
                guint                  keycode,
                GdkModifierType        state,
                gpointer               user_data)
{
  VenuleKymographView *self = user_data;
  double dx =
    (keyval == GDK_KEY_Right || keyval == GDK_KEY_KP_Right) - (keyval == GDK_KEY_Left || keyval == GDK_KEY_KP_Left);
  double dy = (keyval == GDK_KEY_Down || keyval == GDK_KEY_KP_Down) - (keyval == GDK_KEY_Up || keyval == GDK_KEY_KP_Up);

  if (self->picture && venule_kymograph_view_edit_key (self, keyval, dx, dy, state))
    return TRUE;
  /* It comes here when the window has no step to undo. */
  if (keyval == GDK_KEY_z && (state & GDK_CONTROL_MASK) != 0)
    return venule_kymograph_view_take_back (self);
  if (!self->picture || (state & GDK_ALT_MASK) != 0)
    return FALSE;
  if (dx != 0 || dy != 0)
    return arrow_key (self, dx, dy, state);
  return (state & GDK_CONTROL_MASK) == 0 && plain_key (self, keyval, state);
}

void
venule_kymograph_view_add_keys (VenuleKymographView *self)
{
  GtkEventController *key = gtk_event_controller_key_new ();

  g_signal_connect (key, "key-pressed", G_CALLBACK (on_key_pressed), self);
  gtk_widget_add_controller (GTK_WIDGET (self), key);
}
