/* venule-table-column.c: columns of numbers
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-table-column.h"

#include <math.h>

static void
show_text (GtkListItem *item)
{
  VenuleCellText get_text = (VenuleCellText) g_object_get_data (G_OBJECT (item), "venule-text");
  g_autofree char *text = get_text (gtk_list_item_get_item (item));

  gtk_label_set_label (GTK_LABEL (gtk_list_item_get_child (item)), text);
}

static void
on_setup (GtkSignalListItemFactory *factory,
          GtkListItem              *item,
          const VenuleTableColumn  *column)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), column->start ? 0 : 1);
  gtk_label_set_single_line_mode (GTK_LABEL (label), TRUE);
  gtk_widget_add_css_class (label, "numeric");
  g_object_set_data (G_OBJECT (item), "venule-text", column->text);
  gtk_list_item_set_child (item, label);
}

static void
on_bind (GtkSignalListItemFactory *factory,
         GtkListItem              *item)
{
  GObject *object = gtk_list_item_get_item (item);

  show_text (item);
  if (g_signal_lookup ("changed", G_OBJECT_TYPE (object)))
    g_signal_connect_swapped (object, "changed", G_CALLBACK (show_text), item);
}

static void
on_unbind (GtkSignalListItemFactory *factory,
           GtkListItem              *item)
{
  g_signal_handlers_disconnect_by_func (gtk_list_item_get_item (item), show_text, item);
}

static int
compare (gconstpointer a,
         gconstpointer b,
         gpointer      user_data)
{
  const VenuleTableColumn *column = user_data;
  double left = column->value (G_OBJECT (a));
  double right = column->value (G_OBJECT (b));

  if (isnan (left) || isnan (right))
    return isnan (left) - isnan (right);
  return (left > right) - (left < right);
}

static void
column_free (gpointer data,
             GClosure *closure)
{
  g_free (data);
}

GtkColumnViewColumn *
venule_table_append_column (GtkColumnView           *view,
                            const VenuleTableColumn *column)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  g_autoptr (GtkColumnViewColumn) made = gtk_column_view_column_new (column->title, factory);
  g_autoptr (GtkSorter) sorter = GTK_SORTER (gtk_custom_sorter_new (compare, g_memdup2 (column, sizeof *column),
                                                                    g_free));

  g_signal_connect_data (factory, "setup", G_CALLBACK (on_setup), g_memdup2 (column, sizeof *column), column_free, 0);
  g_signal_connect (factory, "bind", G_CALLBACK (on_bind), NULL);
  g_signal_connect (factory, "unbind", G_CALLBACK (on_unbind), NULL);
  gtk_column_view_column_set_sorter (made, sorter);
  gtk_column_view_append_column (view, made);
  return made; /* the view holds it */
}

void
venule_table_scroll_to (GtkColumnView *view,
                        guint          position)
{
  GtkWidget *child;

  for (child = gtk_widget_get_first_child (GTK_WIDGET (view)); child; child = gtk_widget_get_next_sibling (child))
    if (GTK_IS_LIST_VIEW (child))
      gtk_widget_activate_action (child, "list.scroll-to-item", "u", position);
}
