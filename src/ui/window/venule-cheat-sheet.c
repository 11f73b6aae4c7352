/* venule-cheat-sheet.c: the keys that work now, over the window
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-cheat-sheet.h"

#include <glib/gi18n.h>

#include "venule-window-keys.h"

/* Sizes of the letters, of which the largest is taken with which all keys have room. */
static const double sizes[] = { 1, 0.9, 0.8, 0.7, 0.6 };

struct _VenuleCheatSheet
{
  GtkWidget   parent_instance;

  GtkWidget  *card;
  GtkWidget  *columns; /* GtkFlowBox */
  GtkWidget  *window;  /* not owned */
  guint       keycode; /* that is held; 0: none */
};

G_DEFINE_FINAL_TYPE (VenuleCheatSheet, venule_cheat_sheet, GTK_TYPE_WIDGET)

static gboolean
is_enabled (VenuleCheatSheet      *self,
            const VenuleWindowKey *key)
{
  g_autofree char *name = NULL;
  g_autoptr (GVariant) target = NULL;

  return g_action_parse_detailed_name (key->action, &name, &target, NULL) && g_str_has_prefix (name, "win.") &&
         g_action_group_get_action_enabled (G_ACTION_GROUP (self->window), name + strlen ("win."));
}

static char *
get_label (const VenuleWindowKey *key)
{
  guint keyval;
  GdkModifierType modifiers;

  if (key->shown)
    return g_strdup (_(key->shown));
  gtk_accelerator_parse (key->trigger, &keyval, &modifiers);
  return gtk_accelerator_get_label (keyval, modifiers);
}

static GtkWidget *
make_row (const VenuleWindowKey *key,
          double                 size)
{
  g_autoptr (PangoAttrList) letters = pango_attr_list_new ();
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 9);
  g_autofree char *label = get_label (key);
  GtkWidget *accelerator = gtk_label_new (label);
  GtkWidget *title = gtk_label_new (_(key->title));

  gtk_widget_add_css_class (accelerator, "sheet-key");
  gtk_label_set_xalign (GTK_LABEL (title), 0);
  gtk_label_set_wrap (GTK_LABEL (title), TRUE);
  gtk_label_set_width_chars (GTK_LABEL (title), 16);
  gtk_label_set_max_width_chars (GTK_LABEL (title), 26);
  pango_attr_list_insert (letters, pango_attr_scale_new (size));
  gtk_label_set_attributes (GTK_LABEL (accelerator), letters);
  gtk_label_set_attributes (GTK_LABEL (title), letters);
  gtk_widget_set_hexpand (title, TRUE);
  gtk_widget_set_valign (accelerator, GTK_ALIGN_CENTER);
  gtk_box_append (GTK_BOX (row), accelerator);
  gtk_box_append (GTK_BOX (row), title);
  return row;
}

static void
fill_in (VenuleCheatSheet *self,
         double            size)
{
  guint n;
  const VenuleWindowKey *keys = venule_window_keys_get (&n);
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (self->columns)))
    gtk_flow_box_remove (GTK_FLOW_BOX (self->columns), child);
  for (guint i = 0; i < n; i++)
    if (keys[i].title && is_enabled (self, &keys[i]))
      gtk_flow_box_append (GTK_FLOW_BOX (self->columns), make_row (&keys[i], size));
}

/* Nobody can scroll while a key is held. */
static gboolean
has_room (VenuleCheatSheet *self)
{
  GtkWidget *parent = gtk_widget_get_parent (GTK_WIDGET (self));
  int width = gtk_widget_get_width (parent), height, wanted, needed;

  gtk_widget_set_visible (GTK_WIDGET (self), TRUE);
  gtk_widget_measure (GTK_WIDGET (self), GTK_ORIENTATION_HORIZONTAL, -1, NULL, &wanted, NULL, NULL);
  gtk_widget_measure (GTK_WIDGET (self), GTK_ORIENTATION_VERTICAL, MIN (wanted, width), &needed, NULL, NULL, NULL);
  height = gtk_widget_get_height (parent);
  return needed <= height;
}

static void
fill (VenuleCheatSheet *self)
{
  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      fill_in (self, sizes[i]);
      if (has_room (self))
        return;
    }
}

static void
set_held (VenuleCheatSheet *self,
          guint             keycode)
{
  if (keycode != 0 && self->keycode == 0)
    fill (self);
  self->keycode = keycode;
  gtk_widget_set_visible (GTK_WIDGET (self), keycode != 0);
}

/* The same key without Shift is another one: they are told apart by their place on the keyboard. */
static gboolean
on_key_pressed (GtkEventControllerKey *controller,
                guint                  keyval,
                guint                  keycode,
                GdkModifierType        state,
                gpointer               user_data)
{
  VenuleCheatSheet *self = user_data;
  GtkWidget *focus = gtk_root_get_focus (GTK_ROOT (self->window));

  if (keyval != GDK_KEY_question || (state & (GDK_CONTROL_MASK | GDK_ALT_MASK)) != 0 || GTK_IS_EDITABLE (focus))
    {
      set_held (self, 0);
      return FALSE;
    }
  set_held (self, keycode);
  return TRUE;
}

static void
on_key_released (GtkEventControllerKey *controller,
                 guint                  keyval,
                 guint                  keycode,
                 GdkModifierType        state,
                 gpointer               user_data)
{
  VenuleCheatSheet *self = user_data;

  if (keycode == self->keycode)
    set_held (self, 0);
}

static void
on_active (VenuleCheatSheet *self)
{
  if (!gtk_window_is_active (GTK_WINDOW (self->window)))
    set_held (self, 0);
}

/* Widget */

static void
venule_cheat_sheet_dispose (GObject *object)
{
  VenuleCheatSheet *self = VENULE_CHEAT_SHEET (object);

  g_clear_pointer (&self->card, gtk_widget_unparent);

  G_OBJECT_CLASS (venule_cheat_sheet_parent_class)->dispose (object);
}

static void
venule_cheat_sheet_class_init (VenuleCheatSheetClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = venule_cheat_sheet_dispose;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "cheatsheet");
}

static void
venule_cheat_sheet_init (VenuleCheatSheet *self)
{
  GtkWidget *title = gtk_label_new (_("Keys That Work Now"));

  self->columns = gtk_flow_box_new ();
  gtk_flow_box_set_selection_mode (GTK_FLOW_BOX (self->columns), GTK_SELECTION_NONE);
  gtk_flow_box_set_min_children_per_line (GTK_FLOW_BOX (self->columns), 2);
  gtk_flow_box_set_max_children_per_line (GTK_FLOW_BOX (self->columns), 3);
  gtk_flow_box_set_row_spacing (GTK_FLOW_BOX (self->columns), 3);
  gtk_flow_box_set_column_spacing (GTK_FLOW_BOX (self->columns), 12);

  self->card = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  gtk_widget_set_parent (self->card, GTK_WIDGET (self));
  gtk_label_set_xalign (GTK_LABEL (title), 0);
  gtk_widget_add_css_class (title, "heading");
  gtk_box_append (GTK_BOX (self->card), title);
  gtk_box_append (GTK_BOX (self->card), self->columns);

  gtk_widget_set_can_target (GTK_WIDGET (self), FALSE);
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
}

/**
 * venule_cheat_sheet_watch:
 * @self: a #VenuleCheatSheet in @window
 * @window: whose keys it shows
 */
void
venule_cheat_sheet_watch (VenuleCheatSheet *self,
                          GtkWidget        *window)
{
  GtkEventController *controller = gtk_event_controller_key_new ();

  g_return_if_fail (VENULE_IS_CHEAT_SHEET (self));

  self->window = window;
  gtk_event_controller_set_propagation_phase (controller, GTK_PHASE_CAPTURE);
  g_signal_connect_object (controller, "key-pressed", G_CALLBACK (on_key_pressed), self, 0);
  g_signal_connect_object (controller, "key-released", G_CALLBACK (on_key_released), self, 0);
  gtk_widget_add_controller (window, controller);
  g_signal_connect_object (window, "notify::is-active", G_CALLBACK (on_active), self, G_CONNECT_SWAPPED);
}
