/* venule-montage-view-input.c: clicks, keys and the menu of the montage
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-montage-view-private.h"

#include <glib/gi18n.h>

/* The tile at a place; −1: none. */
static int
tile_at (VenuleMontageView *self,
         double             x,
         double             y)
{
  int columns = venule_montage_view_get_columns (self);
  int column = (int) (x / (VENULE_CELL_MONTAGE_TILE + VENULE_CELL_MONTAGE_GAP)),
      row = (int) (y / VENULE_CELL_MONTAGE_ROW);
  int number = row * columns + column;

  return x >= 0 && y >= 0 && column < columns && number < (int) self->tiles->len ? number : -1;
}

gboolean
venule_montage_view_query_tooltip (GtkWidget  *widget,
                                   int         x,
                                   int         y,
                                   gboolean    keyboard_mode,
                                   GtkTooltip *tooltip)
{
  VenuleMontageView *self = VENULE_MONTAGE_VIEW (widget);
  int number = keyboard_mode ? self->current : tile_at (self, x, y);
  const VenuleCellMontageTile *tile;
  g_autofree char *text = NULL;

  if (number < 0)
    return FALSE;

  tile = &g_array_index (self->tiles, VenuleCellMontageTile, number);
  if (tile->index < 0)
    text = g_strdup_printf (_("The cell was not seen in the frames %lld to %lld"), (long long) tile->frame,
                            (long long) tile->last);
  else
    text = g_strdup_printf (_("Frame %lld, %.3f s"), (long long) tile->frame,
                            venule_document_get_time (self->document, tile->frame));
  gtk_tooltip_set_text (tooltip, text);
  return TRUE;
}

/* ---- Menu ---- */

static void
add_items (GMenu             *menu,
           const char *const *items) /* label, action, label, …, NULL */
{
  g_autoptr (GMenu) section = g_menu_new ();

  for (guint i = 0; items[i]; i += 2)
    g_menu_append (section, _(items[i]), items[i + 1]);
  g_menu_append_section (menu, NULL, G_MENU_MODEL (section));
}

static void
on_menu_closed (VenuleMontageView *self)
{
  gtk_widget_grab_focus (GTK_WIDGET (self));
}

/* The actions are about the frame on show, which is that of the tile. */
static void
make_menu (VenuleMontageView *self)
{
  static const char *const here[] = { N_("_Delete the Cell"),
                                      "win.spot-delete",
                                      N_("Fit _This Frame Anew"),
                                      "win.refit::here",
                                      N_("_Fill In the Gap"),
                                      "win.spot-interpolate",
                                      NULL };
  static const char *const track[] = { N_("C_ut Here"), "win.track-cut", N_("_Begin Here"), "win.spot-delete-before",
                                       N_("_End Here"), "win.spot-delete-after", NULL };
  g_autoptr (GMenu) menu = NULL;

  if (self->menu)
    return;

  menu = g_menu_new ();
  add_items (menu, here);
  add_items (menu, track);
  self->menu = GTK_POPOVER (gtk_popover_menu_new_from_model (G_MENU_MODEL (menu)));
  gtk_widget_set_parent (GTK_WIDGET (self->menu), GTK_WIDGET (self));
  gtk_popover_set_has_arrow (self->menu, FALSE);
  gtk_widget_set_halign (GTK_WIDGET (self->menu), GTK_ALIGN_START);
  g_signal_connect_swapped (self->menu, "closed", G_CALLBACK (on_menu_closed), self);
}

static void
popup (VenuleMontageView *self,
       double             x,
       double             y)
{
  make_menu (self);
  gtk_popover_set_pointing_to (self->menu, &(GdkRectangle) { (int) x, (int) y, 1, 1 });
  gtk_popover_popup (self->menu);
}

/* The tile of the frame may have been scrolled away, and no menu can be shown outside of all monitors. */
static double
keep_in_sight (VenuleMontageView *self,
               double             y)
{
  double top;

  if (!self->adjustment)
    return y;

  top = gtk_adjustment_get_value (self->adjustment);
  return CLAMP (y, top, top + gtk_adjustment_get_page_size (self->adjustment) - 1);
}

static gboolean
on_menu_key (GtkWidget *widget,
             GVariant  *arguments,
             gpointer   user_data)
{
  VenuleMontageView *self = VENULE_MONTAGE_VIEW (widget);
  int columns = venule_montage_view_get_columns (self);
  double x, y;

  if (self->current < 0)
    return GDK_EVENT_PROPAGATE;

  x = self->current % columns * (VENULE_CELL_MONTAGE_TILE + VENULE_CELL_MONTAGE_GAP) + VENULE_CELL_MONTAGE_TILE / 2;
  y = self->current / columns * VENULE_CELL_MONTAGE_ROW + VENULE_CELL_MONTAGE_TILE / 2;
  popup (self, x, keep_in_sight (self, y));
  return GDK_EVENT_STOP;
}

/* ---- Pointer and keys ---- */

static void
on_pressed (GtkGestureClick   *gesture,
            int                n_press,
            double             x,
            double             y,
            VenuleMontageView *self)
{
  int number = tile_at (self, x, y);

  gtk_widget_grab_focus (GTK_WIDGET (self));
  if (number < 0)
    return;

  venule_montage_view_go_to (self, number);
  if (gtk_gesture_single_get_current_button (GTK_GESTURE_SINGLE (gesture)) == GDK_BUTTON_SECONDARY)
    popup (self, x, y);
}

/* Steps through the cells; from a frame without one, to the nearest in that direction. */
static int
step_from (VenuleMontageView *self,
           int                steps)
{
  gint64 position = venule_player_get_position (self->player);
  int number;

  if (self->current >= 0)
    return self->current + steps;

  for (number = 0; number < (int) self->tiles->len; number++)
    {
      if (g_array_index (self->tiles, VenuleCellMontageTile, number).frame > position)
        break;
    }
  return steps > 0 ? number : number - 1;
}

/* @arguments: how far, and in what: cells, rows, pages, or the whole montage. */
static gboolean
on_step (GtkWidget *widget,
         GVariant  *arguments,
         gpointer   user_data)
{
  VenuleMontageView *self = VENULE_MONTAGE_VIEW (widget);
  int columns = venule_montage_view_get_columns (self), first, end, unit;
  gint32 steps;
  guint8 in;

  if (self->tiles->len == 0)
    return GDK_EVENT_PROPAGATE;

  g_variant_get (arguments, "(iy)", &steps, &in);
  venule_montage_view_get_rows (self, &first, &end);
  unit = in == 'c' ? 1 : in == 'r' ? columns : in == 'p' ? columns * MAX (end - first - 1, 1) : (int) self->tiles->len;
  venule_montage_view_go_to (self, step_from (self, steps * unit));
  return GDK_EVENT_STOP;
}

void
venule_montage_view_bind_keys (GtkWidgetClass *widget_class)
{
  static const struct {
    guint key, keypad;
    int   steps;
    char  in;
  } keys[] = {
    { GDK_KEY_Left, GDK_KEY_KP_Left, -1, 'c' }, { GDK_KEY_Right, GDK_KEY_KP_Right, 1, 'c' },
    { GDK_KEY_Up, GDK_KEY_KP_Up, -1, 'r' }, { GDK_KEY_Down, GDK_KEY_KP_Down, 1, 'r' },
    { GDK_KEY_Page_Up, GDK_KEY_KP_Page_Up, -1, 'p' }, { GDK_KEY_Page_Down, GDK_KEY_KP_Page_Down, 1, 'p' },
    { GDK_KEY_Home, GDK_KEY_KP_Home, -1, 'a' }, { GDK_KEY_End, GDK_KEY_KP_End, 1, 'a' },
  };

  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    {
      gtk_widget_class_add_binding (widget_class, keys[i].key, 0, on_step, "(iy)", keys[i].steps, keys[i].in);
      gtk_widget_class_add_binding (widget_class, keys[i].keypad, 0, on_step, "(iy)", keys[i].steps, keys[i].in);
    }
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Menu, 0, on_menu_key, NULL);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_F10, GDK_SHIFT_MASK, on_menu_key, NULL);
}

void
venule_montage_view_add_pointer (VenuleMontageView *self)
{
  GtkGesture *click = gtk_gesture_click_new ();

  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (click), 0);
  g_signal_connect (click, "pressed", G_CALLBACK (on_pressed), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (click));
}
