/* venule-choice-list.c: the open list of a combo row, with whole names
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-choice-list.h"

static void
show_mark (GtkListItem *item)
{
  GtkWidget *mark = gtk_widget_get_last_child (gtk_list_item_get_child (item));
  AdwComboRow *row = g_object_get_data (G_OBJECT (item), "row");

  gtk_widget_set_opacity (mark, adw_combo_row_get_selected (row) == gtk_list_item_get_position (item));
}

static void
on_setup (AdwComboRow *row,
          GtkListItem *item)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6), *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_widget_set_hexpand (label, TRUE);
  gtk_box_append (GTK_BOX (box), label);
  gtk_box_append (GTK_BOX (box), gtk_image_new_from_icon_name ("object-select-symbolic"));
  gtk_list_item_set_child (item, box);
  g_object_set_data (G_OBJECT (item), "row", row);
}

static void
on_bind (AdwComboRow *row,
         GtkListItem *item)
{
  GtkWidget *label = gtk_widget_get_first_child (gtk_list_item_get_child (item));

  gtk_label_set_label (GTK_LABEL (label), gtk_string_object_get_string (gtk_list_item_get_item (item)));
  g_signal_connect_object (row, "notify::selected", G_CALLBACK (show_mark), item, G_CONNECT_SWAPPED);
  show_mark (item);
}

static void
on_unbind (AdwComboRow *row,
           GtkListItem *item)
{
  g_signal_handlers_disconnect_by_func (row, show_mark, item);
}

void
venule_choice_list_show_whole (AdwComboRow *row)
{
  g_autoptr (GtkListItemFactory) factory = gtk_signal_list_item_factory_new ();

  g_signal_connect_object (factory, "setup", G_CALLBACK (on_setup), row, G_CONNECT_SWAPPED);
  g_signal_connect_object (factory, "bind", G_CALLBACK (on_bind), row, G_CONNECT_SWAPPED);
  g_signal_connect_object (factory, "unbind", G_CALLBACK (on_unbind), row, G_CONNECT_SWAPPED);
  adw_combo_row_set_list_factory (row, factory);
}
