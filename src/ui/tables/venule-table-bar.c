/* venule-table-bar.c: above a table: what is listed, which columns, and a copy of it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-table-bar.h"

#include <glib/gi18n.h>

#include "venule-number-row.h"
#include "venule-table-column.h"

#define COPIED_SECONDS 2

struct _VenuleTableBar
{
  GtkWidget          parent_instance;

  GtkWidget         *box;
  GtkMenuButton     *filter_button;
  GtkLabel          *scope_label;
  GtkMenuButton     *columns_button;
  GtkBox            *columns_box;
  GtkCheckButton    *kind_checks[VENULE_CELL_OTHER + 1];
  GtkSpinButton     *quality_spin;
  GtkSpinButton     *duration_spin;
  GtkCheckButton    *edited_check;
  GtkWidget         *reset_button;

  GtkColumnView     *view;   /* a sibling, which goes with this */
  VenuleTrackFilter *filter;
  GSettings         *settings;
  char              *key;
  char              *scope;
  gboolean           following; /* the columns follow the settings */
  guint              timeout;   /* while the label says what was copied */
};

G_DEFINE_FINAL_TYPE (VenuleTableBar, venule_table_bar, GTK_TYPE_WIDGET)

/* ---- Columns ---- */

static void
store_columns (VenuleTableBar *self)
{
  GListModel *columns = gtk_column_view_get_columns (self->view);
  g_autoptr (GStrvBuilder) shown = g_strv_builder_new ();
  g_auto (GStrv) ids = NULL;
  gboolean usual = TRUE;

  if (!self->settings || self->following)
    return;

  for (guint i = 0; i < g_list_model_get_n_items (columns); i++)
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (columns, i);
      gboolean visible = gtk_column_view_column_get_visible (column);

      usual = usual && visible == !venule_table_is_spare (column);
      if (visible)
        g_strv_builder_add (shown, venule_table_get_column_id (column));
    }

  ids = g_strv_builder_end (shown);
  g_settings_set_strv (self->settings, self->key, usual ? (const char *const[]) { NULL } : (const char *const *) ids);
}

static void
follow_settings (VenuleTableBar *self)
{
  GListModel *columns = gtk_column_view_get_columns (self->view);
  g_auto (GStrv) ids = g_settings_get_strv (self->settings, self->key);

  self->following = TRUE;
  for (guint i = 0; i < g_list_model_get_n_items (columns); i++)
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (columns, i);
      const char *id = venule_table_get_column_id (column);

      gtk_column_view_column_set_visible (column, *ids ? g_strv_contains ((const char *const *) ids, id)
                                                       : !venule_table_is_spare (column));
    }
  self->following = FALSE;
}

static void
add_column_check (VenuleTableBar      *self,
                  GtkColumnViewColumn *column)
{
  GtkWidget *check = gtk_check_button_new ();

  g_object_bind_property (column, "title", check, "label", G_BINDING_SYNC_CREATE);
  g_object_bind_property (column, "visible", check, "active", G_BINDING_SYNC_CREATE | G_BINDING_BIDIRECTIONAL);
  g_signal_connect_object (column, "notify::visible", G_CALLBACK (store_columns), self, G_CONNECT_SWAPPED);
  gtk_box_append (self->columns_box, check);
}

/* ---- Copying ---- */

static gboolean
on_copied (gpointer user_data)
{
  VenuleTableBar *self = user_data;

  self->timeout = 0;
  gtk_label_set_label (self->scope_label, self->scope ? self->scope : "");
  return G_SOURCE_REMOVE;
}

static void
on_copy_clicked (VenuleTableBar *self)
{
  venule_table_bar_copy (self, TRUE);
}

/* ---- The filter ---- */

static void
show_filter (VenuleTableBar *self)
{
  gboolean open = venule_track_filter_is_open (self->filter);

  if (open)
    gtk_widget_remove_css_class (GTK_WIDGET (self->filter_button), "filtering");
  else
    gtk_widget_add_css_class (GTK_WIDGET (self->filter_button), "filtering");
  gtk_widget_set_sensitive (self->reset_button, !open);
}

static void
on_reset_clicked (VenuleTableBar *self)
{
  if (self->filter)
    venule_track_filter_reset (self->filter);
}

/* ---- Object ---- */

static void
venule_table_bar_dispose (GObject *object)
{
  VenuleTableBar *self = VENULE_TABLE_BAR (object);

  g_clear_handle_id (&self->timeout, g_source_remove);
  if (self->filter)
    g_signal_handlers_disconnect_by_data (self->filter, self);
  if (self->settings)
    g_signal_handlers_disconnect_by_data (self->settings, self);
  g_clear_object (&self->filter);
  g_clear_object (&self->settings);
  g_clear_pointer (&self->key, g_free);
  g_clear_pointer (&self->scope, g_free);
  g_clear_pointer (&self->box, gtk_widget_unparent);

  G_OBJECT_CLASS (venule_table_bar_parent_class)->dispose (object);
}

static void
venule_table_bar_class_init (VenuleTableBarClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = venule_table_bar_dispose;

  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "tablebar");
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/venule/Venule/ui/venule-table-bar.ui");
  gtk_widget_class_bind_template_child (widget_class, VenuleTableBar, box);
  gtk_widget_class_bind_template_child (widget_class, VenuleTableBar, filter_button);
  gtk_widget_class_bind_template_child (widget_class, VenuleTableBar, scope_label);
  gtk_widget_class_bind_template_child (widget_class, VenuleTableBar, columns_button);
  gtk_widget_class_bind_template_child (widget_class, VenuleTableBar, columns_box);
  gtk_widget_class_bind_template_child_full (widget_class, "rolling_check", FALSE,
                                             G_STRUCT_OFFSET (VenuleTableBar, kind_checks[VENULE_CELL_ROLLING]));
  gtk_widget_class_bind_template_child_full (widget_class, "adherent_check", FALSE,
                                             G_STRUCT_OFFSET (VenuleTableBar, kind_checks[VENULE_CELL_ADHERENT]));
  gtk_widget_class_bind_template_child_full (widget_class, "free_check", FALSE,
                                             G_STRUCT_OFFSET (VenuleTableBar, kind_checks[VENULE_CELL_FREE]));
  gtk_widget_class_bind_template_child_full (widget_class, "other_check", FALSE,
                                             G_STRUCT_OFFSET (VenuleTableBar, kind_checks[VENULE_CELL_OTHER]));
  gtk_widget_class_bind_template_child (widget_class, VenuleTableBar, quality_spin);
  gtk_widget_class_bind_template_child (widget_class, VenuleTableBar, duration_spin);
  gtk_widget_class_bind_template_child (widget_class, VenuleTableBar, edited_check);
  gtk_widget_class_bind_template_child (widget_class, VenuleTableBar, reset_button);
  gtk_widget_class_bind_template_callback (widget_class, on_copy_clicked);
  gtk_widget_class_bind_template_callback (widget_class, on_reset_clicked);
  gtk_widget_class_bind_template_callback (widget_class, venule_number_on_input);
}

static void
venule_table_bar_init (VenuleTableBar *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  for (int kind = 0; kind <= VENULE_CELL_OTHER; kind++)
    gtk_check_button_set_label (self->kind_checks[kind], venule_cell_kind_to_label ((VenuleCellKind) kind));
}

void
venule_table_bar_set_view (VenuleTableBar *self,
                           GtkColumnView  *view)
{
  GListModel *columns = gtk_column_view_get_columns (view);

  g_return_if_fail (VENULE_IS_TABLE_BAR (self));

  self->view = view;
  for (guint i = 0; i < g_list_model_get_n_items (columns); i++)
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (columns, i);

      add_column_check (self, column);
    }
}

void
venule_table_bar_set_filter (VenuleTableBar    *self,
                             VenuleTrackFilter *filter)
{
  const GBindingFlags flags = G_BINDING_SYNC_CREATE | G_BINDING_BIDIRECTIONAL;
  const char *kinds[] = { "rolling", "adherent", "free", "other" };

  g_return_if_fail (VENULE_IS_TABLE_BAR (self));
  g_return_if_fail (self->filter == NULL);

  self->filter = g_object_ref (filter);
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    g_object_bind_property (filter, kinds[i], self->kind_checks[i], "active", flags);
  g_object_bind_property (filter, "min-quality", gtk_spin_button_get_adjustment (self->quality_spin), "value", flags);
  g_object_bind_property (filter, "min-duration", gtk_spin_button_get_adjustment (self->duration_spin), "value",
                          flags);
  g_object_bind_property (filter, "edited-only", self->edited_check, "active", flags);
  g_signal_connect_swapped (filter, "changed", G_CALLBACK (show_filter), self);
  show_filter (self);
}

void
venule_table_bar_bind_columns (VenuleTableBar *self,
                               GSettings      *settings,
                               const char     *key)
{
  g_autofree char *changed = g_strconcat ("changed::", key, NULL);

  g_return_if_fail (VENULE_IS_TABLE_BAR (self));
  g_return_if_fail (self->settings == NULL);

  self->settings = g_object_ref (settings);
  self->key = g_strdup (key);
  g_signal_connect_swapped (settings, changed, G_CALLBACK (follow_settings), self);
  follow_settings (self);
}

void
venule_table_bar_set_scope (VenuleTableBar *self,
                            const char     *scope)
{
  g_return_if_fail (VENULE_IS_TABLE_BAR (self));

  g_free (self->scope);
  self->scope = g_strdup (scope);
  if (self->timeout == 0)
    gtk_label_set_label (self->scope_label, scope);
}

void
venule_table_bar_copy (VenuleTableBar *self,
                       gboolean        all)
{
  GtkSelectionModel *model = gtk_column_view_get_model (self->view);
  g_autoptr (GtkBitset) selected = NULL;
  g_autofree char *text = NULL;
  g_autofree char *said = NULL;
  guint n;

  g_return_if_fail (VENULE_IS_TABLE_BAR (self));

  if (!model)
    return;

  selected = gtk_selection_model_get_selection (model);
  n = gtk_bitset_get_size (selected);
  all = all || n == 0;
  if (all)
    n = g_list_model_get_n_items (G_LIST_MODEL (model));
  text = venule_table_dup_text (self->view, all ? NULL : selected);
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), text);

  said = g_strdup_printf (ngettext ("%u row copied", "%u rows copied", n), n);
  gtk_label_set_label (self->scope_label, said);
  g_clear_handle_id (&self->timeout, g_source_remove);
  self->timeout = g_timeout_add_seconds (COPIED_SECONDS, on_copied, self);
}
