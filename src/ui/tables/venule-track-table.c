/* venule-track-table.c: all tracks in numbers
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-track-table.h"

#include <glib/gi18n.h>
#include <math.h>

#include "venule-number.h"
#include "venule-table-bar.h"
#include "venule-table-column.h"
#include "venule-table-empty.h"
#include "venule-track-row.h"

/* Least time between two renewals of the numbers while tracks grow. */
#define INTERVAL_MS 500

struct _VenuleTrackTable
{
  GtkWidget            parent_instance;

  GtkStack          *stack;
  GtkLabel          *empty_label;
  VenuleTableBar    *bar;
  GtkColumnView     *view;

  VenuleDocument    *document;
  VenuleSelection   *selection;
  VenuleTrackFilter *filter;
  GListStore        *rows;      /* of VenuleTrackRow, in the document's order */
  GtkMultiSelection *selected;  /* over the sorted rows that the filter lets through */
  GArray            *ids;       /* guint: of these rows in their order; NULL: to be looked up again */
  gboolean           updating;  /* the rows follow the selection, not the user */
  gboolean           renewing;  /* the order follows the numbers, not the user */
  gboolean           settings_changed;
  guint              timeout;
};

enum
{
  TRACK_SHOWN,
  N_SIGNALS
};

G_DEFINE_FINAL_TYPE (VenuleTrackTable, venule_track_table, GTK_TYPE_WIDGET)

static guint signals[N_SIGNALS];

/* Cells */

static const VenuleCalibration *
row_calibration (GObject *item)
{
  return &venule_document_get_shown_settings (venule_track_row_get_document (VENULE_TRACK_ROW (item)))->calibration;
}

static double
id_value (GObject *item)
{
  return venule_track_get_id (venule_track_row_get_track (VENULE_TRACK_ROW (item)));
}

static char *
id_text (GObject *item)
{
  return g_strdup_printf ("%.0f", id_value (item));
}

static double
kind_value (GObject *item)
{
  return venule_track_get_kind (venule_track_row_get_track (VENULE_TRACK_ROW (item)));
}

static char *
kind_text (GObject *item)
{
  return g_strdup (venule_cell_kind_to_label ((VenuleCellKind) kind_value (item)));
}

static double
velocity_value (GObject *item)
{
  return venule_track_row_get_measures (VENULE_TRACK_ROW (item))->mean_velocity;
}

static char *
velocity_text (GObject *item)
{
  return venule_number_dup_shown (venule_calibration_scale (row_calibration (item), velocity_value (item)), 1);
}

static double
diameter_value (GObject *item)
{
  return venule_track_row_get_measures (VENULE_TRACK_ROW (item))->mean_diameter;
}

static char *
diameter_text (GObject *item)
{
  return venule_number_dup_shown (venule_calibration_scale (row_calibration (item), diameter_value (item)), 1);
}

static double
duration_value (GObject *item)
{
  return venule_track_row_get_measures (VENULE_TRACK_ROW (item))->duration;
}

static char *
duration_text (GObject *item)
{
  return venule_number_dup_shown (duration_value (item), 2);
}

static double
first_value (GObject *item)
{
  return (double) venule_track_get_first_frame (venule_track_row_get_track (VENULE_TRACK_ROW (item)));
}

static char *
first_text (GObject *item)
{
  return venule_number_dup_shown (first_value (item), 0);
}

static double
quality_value (GObject *item)
{
  return venule_track_get_quality (venule_track_row_get_track (VENULE_TRACK_ROW (item)));
}

static char *
quality_text (GObject *item)
{
  gboolean judged = venule_track_is_judged (venule_track_row_get_track (VENULE_TRACK_ROW (item)));

  return venule_number_dup_shown (judged ? quality_value (item) : NAN, 2);
}

static double
last_value (GObject *item)
{
  return (double) venule_track_get_last_frame (venule_track_row_get_track (VENULE_TRACK_ROW (item)));
}

static char *
last_text (GObject *item)
{
  return venule_number_dup_shown (last_value (item), 0);
}

static double
median_value (GObject *item)
{
  return venule_track_row_get_measures (VENULE_TRACK_ROW (item))->median_velocity;
}

static char *
median_text (GObject *item)
{
  return venule_number_dup_shown (venule_calibration_scale (row_calibration (item), median_value (item)), 1);
}

static double
sd_value (GObject *item)
{
  return venule_track_row_get_measures (VENULE_TRACK_ROW (item))->sd_velocity;
}

static char *
sd_text (GObject *item)
{
  return venule_number_dup_shown (venule_calibration_scale (row_calibration (item), sd_value (item)), 1);
}

static double
se_value (GObject *item)
{
  return venule_track_row_get_measures (VENULE_TRACK_ROW (item))->se_velocity;
}

static char *
se_text (GObject *item)
{
  return venule_number_dup_shown (venule_calibration_scale (row_calibration (item), se_value (item)), 2);
}

static double
displacement_value (GObject *item)
{
  return venule_track_row_get_measures (VENULE_TRACK_ROW (item))->displacement;
}

static char *
displacement_text (GObject *item)
{
  return venule_number_dup_shown (venule_calibration_scale (row_calibration (item), displacement_value (item)), 1);
}

static double
edited_value (GObject *item)
{
  return venule_track_get_edited (venule_track_row_get_track (VENULE_TRACK_ROW (item)));
}

static char *
edited_text (GObject *item)
{
  return g_strdup (edited_value (item) > 0 ? _("by hand") : "");
}

static void
append_columns (VenuleTrackTable *self)
{
  const VenuleTableColumn columns[] = {
    { "id", C_ ("track", "No."), id_text, id_value, FALSE, VENULE_COLUMN_PLAIN, FALSE, 4 },
    { "class", _("Class"), kind_text, kind_value, TRUE, VENULE_COLUMN_PLAIN, FALSE },
    /* Translators: headings of a table; %s is a unit */
    { "velocity", C_ ("column", "Velocity (%s)"), velocity_text, velocity_value, FALSE, VENULE_COLUMN_VELOCITY, FALSE,
      6 },
    { "diameter", C_ ("column", "Diameter (%s)"), diameter_text, diameter_value, FALSE, VENULE_COLUMN_LENGTH, FALSE,
      7 },
    { "duration", _("Length (s)"), duration_text, duration_value, FALSE, VENULE_COLUMN_PLAIN, FALSE },
    { "first", _("First frame"), first_text, first_value, FALSE, VENULE_COLUMN_PLAIN, TRUE },
    { "last", _("Last frame"), last_text, last_value, FALSE, VENULE_COLUMN_PLAIN, TRUE },
    { "quality", _("Quality"), quality_text, quality_value, FALSE, VENULE_COLUMN_PLAIN, FALSE, 6 },
    { "median", _("Median velocity (%s)"), median_text, median_value, FALSE, VENULE_COLUMN_VELOCITY, TRUE },
    { "sd", _("SD of velocity (%s)"), sd_text, sd_value, FALSE, VENULE_COLUMN_VELOCITY, TRUE },
    { "se", _("Standard error (%s)"), se_text, se_value, FALSE, VENULE_COLUMN_VELOCITY, TRUE },
    { "displacement", _("Way along the flow (%s)"), displacement_text, displacement_value, FALSE, VENULE_COLUMN_LENGTH,
      TRUE },
    { "edited", _("Changed"), edited_text, edited_value, TRUE, VENULE_COLUMN_PLAIN, TRUE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
    venule_table_append_column (self->view, &columns[i]);
}

/* Rows */

static void
update_titles (VenuleTrackTable *self)
{
  venule_table_update_titles (self->view, &venule_document_get_shown_settings (self->document)->calibration);
}

static void
update_stack (VenuleTrackTable *self)
{
  guint n = self->document ? g_list_model_get_n_items (G_LIST_MODEL (self->document)) : 0;
  guint listed = self->selected ? g_list_model_get_n_items (G_LIST_MODEL (self->selected)) : 0;
  g_autofree char *text = NULL;

  if (listed == n)
    text = g_strdup_printf (ngettext ("%u track", "%u tracks", n), n);
  else
    text = g_strdup_printf (ngettext ("%u of %u track", "%u of %u tracks", n), listed, n);
  venule_table_bar_set_scope (self->bar, text);
  gtk_label_set_text (self->empty_label, venule_table_empty_tracks (self->document));
  gtk_stack_set_visible_child_name (self->stack, n > 0 ? "table" : "empty");
}

/* Their numbers decide about order and filter. */
static void
renew_rows (VenuleTrackTable *self)
{
  guint n = self->rows ? g_list_model_get_n_items (G_LIST_MODEL (self->rows)) : 0;
  gboolean renewed = FALSE;

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (VenuleTrackRow) row = g_list_model_get_item (G_LIST_MODEL (self->rows), i);

      renewed |= venule_track_row_renew (row, self->settings_changed);
    }
  self->settings_changed = FALSE;
  if (!renewed)
    return;

  self->renewing = TRUE;
  gtk_sorter_changed (gtk_column_view_get_sorter (self->view), GTK_SORTER_CHANGE_DIFFERENT);
  self->renewing = FALSE;
  venule_track_filter_renew (self->filter);
}

static gboolean
on_timeout (gpointer user_data)
{
  VenuleTrackTable *self = user_data;

  self->timeout = 0;
  if (self->settings_changed)
    update_titles (self);
  renew_rows (self);
  return G_SOURCE_REMOVE;
}

/* An edit is seen at once. */
static void
on_tracks_changed (VenuleTrackTable *self)
{
  guint interval = venule_document_get_running (self->document) ? INTERVAL_MS : 0;

  update_stack (self);
  if (self->timeout == 0)
    self->timeout = g_timeout_add (interval, on_timeout, self);
}

static void
on_settings_changed (VenuleTrackTable *self)
{
  self->settings_changed = TRUE;
  on_tracks_changed (self);
}

/* The rows are kept: lists tell items apart by their addresses. */
static void
on_items_changed (VenuleTrackTable *self,
                  guint             position,
                  guint             removed,
                  guint             added)
{
  g_autoptr (GPtrArray) rows = g_ptr_array_new_full (added, g_object_unref);

  for (guint i = 0; i < added; i++)
    {
      g_autoptr (VenuleTrack) track = g_list_model_get_item (G_LIST_MODEL (self->document), position + i);

      g_ptr_array_add (rows, venule_track_row_new (self->document, track));
    }
  g_list_store_splice (self->rows, position, removed, rows->pdata, added);
}

/* Selection */

static guint
row_id (VenuleTrackTable *self,
        guint             position)
{
  g_autoptr (VenuleTrackRow) row = g_list_model_get_item (G_LIST_MODEL (self->selected), position);

  return venule_track_get_id (venule_track_row_get_track (row));
}

/* (transfer none) (element-type guint) */
static const GArray *
get_ids (VenuleTrackTable *self)
{
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->selected));

  if (self->ids && self->ids->len == n)
    return self->ids;

  g_clear_pointer (&self->ids, g_array_unref);
  self->ids = g_array_sized_new (FALSE, FALSE, sizeof (guint), n);
  for (guint i = 0; i < n; i++)
    {
      guint id = row_id (self, i);

      g_array_append_val (self->ids, id);
    }
  return self->ids;
}

static void
drop_ids (VenuleTrackTable *self)
{
  g_clear_pointer (&self->ids, g_array_unref);
}

static void
on_rows_selected (VenuleTrackTable *self)
{
  g_autoptr (GtkBitset) set = NULL;
  g_autoptr (GArray) ids = NULL;
  GtkBitsetIter iter;
  guint position;

  if (self->updating || !self->selection)
    return;

  set = gtk_selection_model_get_selection (GTK_SELECTION_MODEL (self->selected));
  ids = g_array_new (FALSE, FALSE, sizeof (guint));
  for (gboolean valid = gtk_bitset_iter_init_first (&iter, set, &position); valid;
       valid = gtk_bitset_iter_next (&iter, &position))
    {
      guint id = row_id (self, position);

      g_array_append_val (ids, id);
    }

  self->updating = TRUE;
  venule_selection_set (self->selection, (const guint *) ids->data, ids->len);
  self->updating = FALSE;
  if (ids->len == 1)
    g_signal_emit (self, signals[TRACK_SHOWN], 0, g_array_index (ids, guint, 0));
}

static void
on_selection_changed (VenuleTrackTable *self)
{
  g_autoptr (GtkBitset) set = NULL;
  g_autoptr (GtkBitset) all = NULL;
  guint first = GTK_INVALID_LIST_POSITION;
  const GArray *ids;

  if (self->updating || !self->selected)
    return;

  ids = get_ids (self);
  set = gtk_bitset_new_empty ();
  all = gtk_bitset_new_range (0, ids->len);
  for (guint i = 0; i < ids->len; i++)
    if (venule_selection_contains (self->selection, g_array_index (ids, guint, i)))
      {
        gtk_bitset_add (set, i);
        first = MIN (first, i);
      }

  self->updating = TRUE;
  gtk_selection_model_set_selection (GTK_SELECTION_MODEL (self->selected), set, all);
  self->updating = FALSE;
  if (first != GTK_INVALID_LIST_POSITION)
    venule_table_scroll_to (self->view, first);
}

/* Whoever sorts wants to see what is first, or where the selected track has come to. */
static void
on_sorter_changed (VenuleTrackTable *self)
{
  g_autoptr (GtkBitset) set = NULL;

  if (self->renewing || !self->selected)
    return;

  set = gtk_selection_model_get_selection (GTK_SELECTION_MODEL (self->selected));
  venule_table_scroll_to (self->view, gtk_bitset_is_empty (set) ? 0 : gtk_bitset_get_minimum (set));
}

/* What is listed decides which rows can be seen to be selected. */
static void
on_filter_changed (VenuleTrackTable *self)
{
  update_stack (self);
  if (self->selection)
    on_selection_changed (self);
}

static gboolean
on_copy (GtkWidget *widget,
         GVariant  *arguments,
         gpointer   user_data)
{
  venule_table_bar_copy (VENULE_TRACK_TABLE (widget)->bar, FALSE);
  return GDK_EVENT_STOP;
}

/* Object */

static void
drop_model (VenuleTrackTable *self)
{
  if (self->selected)
    g_signal_handlers_disconnect_by_data (self->selected, self);
  if (self->view)
    gtk_column_view_set_model (self->view, NULL);
  g_clear_object (&self->selected);
  g_clear_object (&self->rows);
  drop_ids (self);
}

static void
venule_track_table_dispose (GObject *object)
{
  VenuleTrackTable *self = VENULE_TRACK_TABLE (object);
  GtkWidget *child;

  venule_track_table_set_document (self, NULL);
  venule_track_table_set_selection (self, NULL);
  self->view = NULL;
  if (self->filter)
    g_signal_handlers_disconnect_by_data (self->filter, self);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))))
    gtk_widget_unparent (child);
  g_clear_object (&self->filter);

  G_OBJECT_CLASS (venule_track_table_parent_class)->dispose (object);
}

static void
venule_track_table_class_init (VenuleTrackTableClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = venule_track_table_dispose;

  signals[TRACK_SHOWN] = g_signal_new ("track-shown", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                       NULL, G_TYPE_NONE, 1, G_TYPE_UINT);

  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/venule/Venule/ui/venule-track-table.ui");
  gtk_widget_class_add_binding (widget_class, GDK_KEY_c, GDK_CONTROL_MASK, on_copy, NULL);
  g_type_ensure (VENULE_TYPE_TABLE_BAR);
  gtk_widget_class_bind_template_child (widget_class, VenuleTrackTable, stack);
  gtk_widget_class_bind_template_child (widget_class, VenuleTrackTable, empty_label);
  gtk_widget_class_bind_template_child (widget_class, VenuleTrackTable, bar);
  gtk_widget_class_bind_template_child (widget_class, VenuleTrackTable, view);
}

static void
venule_track_table_init (VenuleTrackTable *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  append_columns (self);
  self->filter = venule_track_filter_new ();
  g_signal_connect_data (self->filter, "changed", G_CALLBACK (on_filter_changed), self, NULL,
                         G_CONNECT_SWAPPED | G_CONNECT_AFTER);
  /* When the rows have been sorted by it. */
  g_signal_connect_object (gtk_column_view_get_sorter (self->view), "changed", G_CALLBACK (on_sorter_changed), self,
                           G_CONNECT_SWAPPED | G_CONNECT_AFTER);
  venule_table_bar_set_view (self->bar, self->view);
  venule_table_bar_set_filter (self->bar, self->filter);
  update_stack (self);
}

/**
 * venule_track_table_set_document:
 * @self: a #VenuleTrackTable
 * @document: (nullable): whose tracks are the rows
 */
void
venule_track_table_set_document (VenuleTrackTable *self,
                                 VenuleDocument   *document)
{
  GtkFilterListModel *filtered;
  GtkSortListModel *sorted;

  g_return_if_fail (VENULE_IS_TRACK_TABLE (self));

  g_clear_handle_id (&self->timeout, g_source_remove);
  if (self->document)
    g_signal_handlers_disconnect_by_data (self->document, self);
  drop_model (self);
  g_set_object (&self->document, document);
  if (!document)
    return;

  self->rows = g_list_store_new (VENULE_TYPE_TRACK_ROW);
  on_items_changed (self, 0, 0, g_list_model_get_n_items (G_LIST_MODEL (document)));
  filtered = gtk_filter_list_model_new (G_LIST_MODEL (g_object_ref (self->rows)),
                                        GTK_FILTER (g_object_ref (self->filter)));
  sorted = gtk_sort_list_model_new (G_LIST_MODEL (filtered), g_object_ref (gtk_column_view_get_sorter (self->view)));
  self->selected = gtk_multi_selection_new (G_LIST_MODEL (sorted));
  g_signal_connect_swapped (self->selected, "items-changed", G_CALLBACK (drop_ids), self);
  g_signal_connect_swapped (self->selected, "selection-changed", G_CALLBACK (on_rows_selected), self);
  gtk_column_view_set_model (self->view, GTK_SELECTION_MODEL (self->selected));
  g_signal_connect_swapped (document, "items-changed", G_CALLBACK (on_items_changed), self);
  g_signal_connect_swapped (document, "tracks-changed", G_CALLBACK (on_tracks_changed), self);
  g_signal_connect_swapped (document, "settings-changed", G_CALLBACK (on_settings_changed), self);
  g_signal_connect_swapped (document, "notify::run-settings", G_CALLBACK (on_settings_changed), self);
  update_titles (self);
  update_stack (self);
}

void
venule_track_table_set_selection (VenuleTrackTable *self,
                                  VenuleSelection  *selection)
{
  g_return_if_fail (VENULE_IS_TRACK_TABLE (self));

  if (self->selection)
    g_signal_handlers_disconnect_by_data (self->selection, self);
  if (g_set_object (&self->selection, selection) && selection)
    g_signal_connect_swapped (selection, "changed", G_CALLBACK (on_selection_changed), self);
}

GListModel *
venule_track_table_get_rows (VenuleTrackTable *self)
{
  g_return_val_if_fail (VENULE_IS_TRACK_TABLE (self), NULL);

  return G_LIST_MODEL (self->selected);
}

VenuleTrackFilter *
venule_track_table_get_filter (VenuleTrackTable *self)
{
  g_return_val_if_fail (VENULE_IS_TRACK_TABLE (self), NULL);

  return self->filter;
}

void
venule_track_table_bind_columns (VenuleTrackTable *self,
                                 GSettings        *settings,
                                 const char       *key)
{
  g_return_if_fail (VENULE_IS_TRACK_TABLE (self));

  venule_table_bar_bind_columns (self->bar, settings, key);
}
