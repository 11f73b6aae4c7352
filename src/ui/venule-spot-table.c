/* venule-spot-table.c: cells frame by frame in numbers
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-spot-table.h"

#include <glib/gi18n.h>

#include "venule-spot-list.h"
#include "venule-table-column.h"

/* Least time between two renewals while tracks change. */
#define INTERVAL_MS 1000

struct _VenuleSpotTable
{
  GtkWidget            parent_instance;

  GtkStack            *stack;
  GtkLabel            *scope_label;
  GtkColumnView       *view;
  GtkColumnViewColumn *x_column;
  GtkColumnViewColumn *y_column;
  GtkColumnViewColumn *radius_column;

  VenuleDocument      *document;
  VenuleSelection     *selection;
  VenuleSpotList      *spots;
  GtkSingleSelection  *selected;
  gboolean             updating; /* rows change by themselves, not by the person */
  gboolean             due;      /* something changed while the table could not be seen */
  guint                timeout;
};

enum
{
  SPOT_SHOWN,
  N_SIGNALS
};

G_DEFINE_FINAL_TYPE (VenuleSpotTable, venule_spot_table, GTK_TYPE_WIDGET)

static guint signals[N_SIGNALS];

static double
track_value (GObject *item)
{
  return venule_spot_row_get_track_id (VENULE_SPOT_ROW (item));
}

static char *
track_text (GObject *item)
{
  return g_strdup_printf ("%.0f", track_value (item));
}

static double
frame_value (GObject *item)
{
  return (double) venule_spot_row_get_spot (VENULE_SPOT_ROW (item))->frame;
}

static char *
frame_text (GObject *item)
{
  return g_strdup_printf ("%.0f", frame_value (item));
}

static double
time_value (GObject *item)
{
  return venule_spot_row_get_spot (VENULE_SPOT_ROW (item))->time;
}

static char *
time_text (GObject *item)
{
  return g_strdup_printf ("%.3f", time_value (item));
}

static char *
length_text (GObject *item,
             double   length)
{
  return g_strdup_printf ("%.1f",
                          venule_calibration_scale (venule_spot_row_get_calibration (VENULE_SPOT_ROW (item)), length));
}

static double
x_value (GObject *item)
{
  return venule_spot_row_get_spot (VENULE_SPOT_ROW (item))->x;
}

static char *
x_text (GObject *item)
{
  return length_text (item, x_value (item));
}

static double
y_value (GObject *item)
{
  return venule_spot_row_get_spot (VENULE_SPOT_ROW (item))->y;
}

static char *
y_text (GObject *item)
{
  return length_text (item, y_value (item));
}

static double
radius_value (GObject *item)
{
  return venule_spot_row_get_spot (VENULE_SPOT_ROW (item))->radius;
}

static char *
radius_text (GObject *item)
{
  return length_text (item, radius_value (item));
}

static double
score_value (GObject *item)
{
  return venule_spot_row_get_spot (VENULE_SPOT_ROW (item))->score;
}

static char *
score_text (GObject *item)
{
  return g_strdup_printf ("%.2f", score_value (item));
}

static void
append_columns (VenuleSpotTable *self)
{
  const VenuleTableColumn columns[] = {
    { "track", _("Track"), track_text, track_value, FALSE },
    { "frame", _("Frame"), frame_text, frame_value, FALSE },
    { "time", _("Time (s)"), time_text, time_value, FALSE },
    { "x", NULL, x_text, x_value, FALSE },
    { "y", NULL, y_text, y_value, FALSE },
    { "radius", NULL, radius_text, radius_value, FALSE },
    { "score", _("Score"), score_text, score_value, FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
    {
      GtkColumnViewColumn *column = venule_table_append_column (self->view, &columns[i]);

      if (g_str_equal (columns[i].id, "x"))
        self->x_column = column;
      else if (g_str_equal (columns[i].id, "y"))
        self->y_column = column;
      else if (g_str_equal (columns[i].id, "radius"))
        self->radius_column = column;
    }
}

static void
update_titles (VenuleSpotTable *self)
{
  const char *unit = venule_calibration_length_unit (&venule_document_get_settings (self->document)->calibration);
  /* Translators: headings of a table; %s is a unit */
  g_autofree char *x = g_strdup_printf (_("x (%s)"), unit);
  g_autofree char *y = g_strdup_printf (_("y (%s)"), unit);
  g_autofree char *radius = g_strdup_printf (_("Radius (%s)"), unit);

  gtk_column_view_column_set_title (self->x_column, x);
  gtk_column_view_column_set_title (self->y_column, y);
  gtk_column_view_column_set_title (self->radius_column, radius);
}

static void
update_scope (VenuleSpotTable *self,
              GArray          *ids)
{
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->spots));
  g_autofree char *text = NULL;

  if (ids)
    text = g_strdup_printf (ngettext ("%u spot of the selection", "%u spots of the selection", n), n);
  else
    text = g_strdup_printf (ngettext ("%u spot", "%u spots of all tracks", n), n);
  gtk_label_set_label (self->scope_label, text);
  gtk_stack_set_visible_child_name (self->stack, n > 0 ? "table" : "empty");
}

static void
renew (VenuleSpotTable *self)
{
  GArray *ids = self->selection ? venule_selection_get_ids (self->selection) : NULL;

  self->due = FALSE;
  if (!self->document)
    return;
  if (ids && ids->len == 0)
    ids = NULL;

  self->updating = TRUE;
  update_titles (self);
  venule_spot_list_fill (self->spots, self->document, ids);
  gtk_single_selection_set_selected (self->selected, GTK_INVALID_LIST_POSITION);
  update_scope (self, ids);
  self->updating = FALSE;
}

static gboolean
on_timeout (gpointer user_data)
{
  VenuleSpotTable *self = user_data;

  self->timeout = 0;
  renew (self);
  return G_SOURCE_REMOVE;
}

/* Lists of spots are long: renewed in time, and only while they are seen. */
static void
on_changed (VenuleSpotTable *self)
{
  self->due = TRUE;
  if (gtk_widget_get_mapped (GTK_WIDGET (self)) && self->timeout == 0)
    self->timeout = g_timeout_add (INTERVAL_MS, on_timeout, self);
}

static void
on_selection_changed (VenuleSpotTable *self)
{
  if (self->updating)
    return;

  self->due = TRUE;
  if (gtk_widget_get_mapped (GTK_WIDGET (self)))
    renew (self);
}

static void
on_row_selected (VenuleSpotTable *self)
{
  VenuleSpotRow *row;

  if (self->updating)
    return;

  row = gtk_single_selection_get_selected_item (self->selected);
  if (!row)
    return;

  /* The list stays as it is while its rows are walked through. */
  self->updating = TRUE;
  g_signal_emit (self, signals[SPOT_SHOWN], 0, venule_spot_row_get_track_id (row),
                 venule_spot_row_get_spot (row)->frame);
  self->updating = FALSE;
}

static void
venule_spot_table_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (venule_spot_table_parent_class)->map (widget);

  if (VENULE_SPOT_TABLE (widget)->due)
    renew (VENULE_SPOT_TABLE (widget));
}

static void
venule_spot_table_dispose (GObject *object)
{
  VenuleSpotTable *self = VENULE_SPOT_TABLE (object);
  GtkWidget *child;

  venule_spot_table_set_document (self, NULL);
  venule_spot_table_set_selection (self, NULL);
  if (self->selected)
    g_signal_handlers_disconnect_by_data (self->selected, self);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))))
    gtk_widget_unparent (child);
  g_clear_object (&self->selected);
  g_clear_object (&self->spots);

  G_OBJECT_CLASS (venule_spot_table_parent_class)->dispose (object);
}

static void
venule_spot_table_class_init (VenuleSpotTableClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = venule_spot_table_dispose;
  widget_class->map = venule_spot_table_map;

  signals[SPOT_SHOWN] = g_signal_new ("spot-shown", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                      G_TYPE_NONE, 2, G_TYPE_UINT, G_TYPE_INT64);

  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/venule/Venule/ui/venule-spot-table.ui");
  gtk_widget_class_bind_template_child (widget_class, VenuleSpotTable, stack);
  gtk_widget_class_bind_template_child (widget_class, VenuleSpotTable, scope_label);
  gtk_widget_class_bind_template_child (widget_class, VenuleSpotTable, view);
}

static void
venule_spot_table_init (VenuleSpotTable *self)
{
  GtkSortListModel *sorted;

  gtk_widget_init_template (GTK_WIDGET (self));
  append_columns (self);

  self->spots = venule_spot_list_new ();
  sorted = gtk_sort_list_model_new (G_LIST_MODEL (g_object_ref (self->spots)),
                                    g_object_ref (gtk_column_view_get_sorter (self->view)));
  gtk_sort_list_model_set_incremental (sorted, TRUE);
  self->selected = gtk_single_selection_new (G_LIST_MODEL (sorted));
  gtk_single_selection_set_autoselect (self->selected, FALSE);
  gtk_single_selection_set_can_unselect (self->selected, TRUE);
  g_signal_connect_swapped (self->selected, "notify::selected", G_CALLBACK (on_row_selected), self);
  gtk_column_view_set_model (self->view, GTK_SELECTION_MODEL (self->selected));
}

/**
 * venule_spot_table_set_document:
 * @self: a #VenuleSpotTable
 * @document: (nullable): whose spots are the rows
 */
void
venule_spot_table_set_document (VenuleSpotTable *self,
                                VenuleDocument  *document)
{
  g_return_if_fail (VENULE_IS_SPOT_TABLE (self));

  g_clear_handle_id (&self->timeout, g_source_remove);
  if (self->document)
    g_signal_handlers_disconnect_by_data (self->document, self);
  g_set_object (&self->document, document);
  if (self->spots)
    venule_spot_list_fill (self->spots, NULL, NULL);
  if (!document)
    return;

  g_signal_connect_swapped (document, "tracks-changed", G_CALLBACK (on_changed), self);
  g_signal_connect_swapped (document, "settings-changed", G_CALLBACK (on_changed), self);
  renew (self);
}

void
venule_spot_table_set_selection (VenuleSpotTable *self,
                                 VenuleSelection *selection)
{
  g_return_if_fail (VENULE_IS_SPOT_TABLE (self));

  if (self->selection)
    g_signal_handlers_disconnect_by_data (self->selection, self);
  if (g_set_object (&self->selection, selection) && selection)
    g_signal_connect_swapped (selection, "changed", G_CALLBACK (on_selection_changed), self);
}

GListModel *
venule_spot_table_get_rows (VenuleSpotTable *self)
{
  g_return_val_if_fail (VENULE_IS_SPOT_TABLE (self), NULL);

  return G_LIST_MODEL (self->selected);
}
