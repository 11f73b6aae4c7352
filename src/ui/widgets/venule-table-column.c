/* venule-table-column.c: columns of numbers
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-table-column.h"

#include <math.h>

#include "venule-csv.h"
#include "venule-number.h"

/* Characters that a cell has room for, at least, and what it likes to have more. */
#define NUMBER 5
#define WORDS 10
#define MORE 2

static void
show_text (GtkListItem *item)
{
  VenuleCellText get_text = (VenuleCellText) g_object_get_data (G_OBJECT (item), "venule-text-layout");
  g_autofree char *text = get_text (gtk_list_item_get_item (item));

  gtk_inscription_set_text (GTK_INSCRIPTION (gtk_list_item_get_child (item)), text);
}

/* A text that is as wide as its column, whatever it says: hundreds of them change when a table is scrolled, and none of
 * them asks for the whole table to be laid out again, as labels do. */
static void
on_setup (GtkSignalListItemFactory *factory,
          GtkListItem              *item,
          const VenuleTableColumn  *column)
{
  GtkWidget *cell = gtk_inscription_new (NULL);
  guint chars = column->chars > 0 ? column->chars : column->start ? WORDS : NUMBER;

  gtk_inscription_set_min_chars (GTK_INSCRIPTION (cell), chars);
  gtk_inscription_set_nat_chars (GTK_INSCRIPTION (cell), chars + MORE);
  gtk_inscription_set_min_lines (GTK_INSCRIPTION (cell), 1);
  gtk_inscription_set_nat_lines (GTK_INSCRIPTION (cell), 1);
  gtk_inscription_set_xalign (GTK_INSCRIPTION (cell), column->start ? 0 : 1);
  gtk_inscription_set_text_overflow (GTK_INSCRIPTION (cell), GTK_INSCRIPTION_OVERFLOW_ELLIPSIZE_END);
  gtk_widget_add_css_class (cell, "numeric");
  g_object_set_data (G_OBJECT (item), "venule-text-layout", column->text);
  gtk_list_item_set_child (item, cell);
}

void
venule_table_leave_clicks_to_row (GtkListItem *item)
{
  GtkWidget *cell = gtk_widget_get_parent (gtk_list_item_get_child (item));
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (cell);

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (GTK_IS_GESTURE_CLICK (controller))
        gtk_event_controller_set_propagation_phase (controller, GTK_PHASE_NONE);
    }
}

static void
on_bind (GtkSignalListItemFactory *factory,
         GtkListItem              *item)
{
  GObject *object = gtk_list_item_get_item (item);

  venule_table_leave_clicks_to_row (item);
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

static const VenuleTableColumn *
get_column (GtkColumnViewColumn *column)
{
  return g_object_get_data (G_OBJECT (column), "venule-column");
}

void
venule_table_append_column (GtkColumnView           *view,
                            const VenuleTableColumn *column)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  g_autoptr (GtkColumnViewColumn) made = gtk_column_view_column_new (column->title, factory);
  g_autoptr (GtkSorter) sorter = GTK_SORTER (gtk_custom_sorter_new (compare, g_memdup2 (column, sizeof *column),
                                                                    g_free));

  g_object_set_data_full (G_OBJECT (made), "venule-column", g_memdup2 (column, sizeof *column), g_free);
  g_signal_connect_data (factory, "setup", G_CALLBACK (on_setup), g_memdup2 (column, sizeof *column), column_free, 0);
  g_signal_connect (factory, "bind", G_CALLBACK (on_bind), NULL);
  g_signal_connect (factory, "unbind", G_CALLBACK (on_unbind), NULL);
  gtk_column_view_column_set_sorter (made, sorter);
  gtk_column_view_column_set_visible (made, !column->spare);
  gtk_column_view_column_set_resizable (made, TRUE);
  gtk_column_view_append_column (view, made);
}

const char *
venule_table_get_column_id (GtkColumnViewColumn *column)
{
  return get_column (column)->id;
}

gboolean
venule_table_is_spare (GtkColumnViewColumn *column)
{
  return get_column (column)->spare;
}

static char *
dup_title (const VenuleTableColumn *column,
           const VenuleCalibration *calibration)
{
  const char *unit = column->unit == VENULE_COLUMN_LENGTH ? venule_calibration_length_unit (calibration)
                                                          : venule_calibration_velocity_unit (calibration);
  g_auto (GStrv) parts = g_strsplit (column->title, "%s", 2);

  return column->unit == VENULE_COLUMN_PLAIN ? g_strdup (column->title) : g_strjoinv (unit, parts);
}

static GtkWidget *
find_label (GtkWidget  *widget,
            const char *text)
{
  if (GTK_IS_LABEL (widget) && g_str_equal (gtk_label_get_label (GTK_LABEL (widget)), text))
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child; child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find_label (child, text);

      if (found)
        return found;
    }
  return NULL;
}

/* Above the numbers; what still has no room is read from the tooltip. GTK 4.8 has no way to say how a heading looks:
 * one that is not found stays as it is. */
static void
fit_heading (GtkColumnView *view,
             const char    *lines,
             const char    *title,
             gboolean       start)
{
  GtkWidget *label = find_label (gtk_widget_get_first_child (GTK_WIDGET (view)), lines);

  if (!label)
    return;
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_label_set_justify (GTK_LABEL (label), start ? GTK_JUSTIFY_LEFT : GTK_JUSTIFY_RIGHT);
  gtk_label_set_xalign (GTK_LABEL (label), start ? 0 : 1);
  gtk_widget_set_hexpand (label, TRUE);
  gtk_widget_set_tooltip_text (label, title);
}

void
venule_table_update_titles (GtkColumnView           *view,
                            const VenuleCalibration *calibration)
{
  GListModel *columns = gtk_column_view_get_columns (view);

  for (guint i = 0; i < g_list_model_get_n_items (columns); i++)
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (columns, i);
      g_autofree char *title = dup_title (get_column (column), calibration);
      const char *unit = strstr (title, " (");
      /* The unit stands below what is measured. It belongs to the title: GTK shows that anew whenever the table is
       * sorted. */
      g_autofree char *lines =
        unit ? g_strdup_printf ("%.*s\n%s", (int) (unit - title), title, unit + 1) : g_strdup (title);

      gtk_column_view_column_set_title (column, lines);
      fit_heading (view, lines, title, get_column (column)->start);
    }
}

/* A note of several lines stays in its cell; other programs know no sign but the hyphen. */
static void
append_cell (GString    *text,
             const char *cell,
             gboolean    first)
{
  g_autofree char *plain = g_str_has_prefix (cell, "−") ? venule_number_dup_parseable (cell) : g_strdup (cell);
  gboolean formula =
    venule_csv_is_formula (plain) && !venule_number_read (plain, -G_MAXDOUBLE, G_MAXDOUBLE, &(double){ 0 });
  char *line = g_strdelimit (plain, "\t\r\n", ' ');

  if (!first)
    g_string_append_c (text, '\t');
  if (formula)
    g_string_append_c (text, '\'');
  g_string_append (text, line);
}

/* @item: (nullable): a row; NULL: the titles */
static void
append_row (GString    *text,
            GListModel *columns,
            GObject    *item)
{
  gboolean first = TRUE;

  for (guint i = 0; i < g_list_model_get_n_items (columns); i++)
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (columns, i);
      g_autofree char *cell = NULL;

      if (!gtk_column_view_column_get_visible (column))
        continue;

      cell = item ? get_column (column)->text (item) : g_strdup (gtk_column_view_column_get_title (column));
      append_cell (text, cell, first);
      first = FALSE;
    }
  g_string_append_c (text, '\n');
}

char *
venule_table_dup_text (GtkColumnView *view,
                       GtkBitset     *rows)
{
  GListModel *columns = gtk_column_view_get_columns (view);
  GListModel *model = G_LIST_MODEL (gtk_column_view_get_model (view));
  guint n = model ? g_list_model_get_n_items (model) : 0;
  GString *text = g_string_new (NULL);

  append_row (text, columns, NULL);
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (GObject) item = NULL;

      if (rows && !gtk_bitset_contains (rows, i))
        continue;
      item = g_list_model_get_item (model, i);
      append_row (text, columns, item);
    }

  return g_string_free (text, FALSE);
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
