/* venule-spot-table.c: cells frame by frame in numbers
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-spot-table.h"

#include <glib/gi18n.h>

#include "venule-number.h"
#include "venule-spot-list.h"
#include "venule-table-bar.h"
#include "venule-table-column.h"
#include "venule-table-empty.h"

/* Least time between two renewals while tracks change. */
#define INTERVAL_MS 1000

struct _VenuleSpotTable
{
  GtkWidget            parent_instance;

  GtkStack           *stack;
  GtkLabel           *empty_label;
  VenuleTableBar     *bar;
  GtkColumnView      *view;

  VenuleDocument     *document;
  VenuleSelection    *selection;
  VenuleTrackFilter  *filter;
  VenuleSpotList     *spots;
  GtkSingleSelection *selected;
  gboolean            updating; /* rows change by themselves, not by the person */
  gboolean            due;      /* something changed while the table could not be seen */
  guint               timeout;
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
  return venule_number_dup_shown (time_value (item), 3);
}

static char *
length_text (GObject *item,
             double   length)
{
  const VenuleCalibration *calibration = venule_spot_row_get_calibration (VENULE_SPOT_ROW (item));

  return venule_number_dup_shown (venule_calibration_scale (calibration, length), 1);
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

static double
source_value (GObject *item)
{
  return venule_spot_row_get_spot (VENULE_SPOT_ROW (item))->source;
}

static char *
source_text (GObject *item)
{
  switch (venule_spot_row_get_spot (VENULE_SPOT_ROW (item))->source)
    {
    case VENULE_SPOT_DETECTED:
      return g_strdup (_("found"));

    case VENULE_SPOT_TRACKED:
      return g_strdup (_("followed"));

    case VENULE_SPOT_INTERPOLATED:
      return g_strdup (_("filled in"));

    case VENULE_SPOT_MANUAL:
    default:
      return g_strdup (_("by hand"));
    }
}

static void
append_columns (VenuleSpotTable *self)
{
  const VenuleTableColumn columns[] = {
    { "track", _("Track"), track_text, track_value, FALSE, VENULE_COLUMN_PLAIN, FALSE },
    { "frame", _("Frame"), frame_text, frame_value, FALSE, VENULE_COLUMN_PLAIN, FALSE },
    { "time", _("Time (s)"), time_text, time_value, FALSE, VENULE_COLUMN_PLAIN, FALSE },
    /* Translators: headings of a table; %s is a unit */
    { "x", _("x (%s)"), x_text, x_value, FALSE, VENULE_COLUMN_LENGTH, FALSE },
    { "y", _("y (%s)"), y_text, y_value, FALSE, VENULE_COLUMN_LENGTH, FALSE },
    { "radius", _("Radius (%s)"), radius_text, radius_value, FALSE, VENULE_COLUMN_LENGTH, FALSE },
    { "score", _("Score"), score_text, score_value, FALSE, VENULE_COLUMN_PLAIN, FALSE },
    { "source", _("How"), source_text, source_value, TRUE, VENULE_COLUMN_PLAIN, TRUE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
    venule_table_append_column (self->view, &columns[i]);
}

static void
update_scope (VenuleSpotTable *self,
              gboolean         selection)
{
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->spots));
  g_autofree char *text = NULL;

  if (selection)
    text = g_strdup_printf (ngettext ("%u spot of the selection", "%u spots of the selection", n), n);
  else if (self->filter && !venule_track_filter_is_open (self->filter))
    text = g_strdup_printf (ngettext ("%u spot of the listed tracks", "%u spots of the listed tracks", n), n);
  else
    text = g_strdup_printf (ngettext ("%u spot", "%u spots of all tracks", n), n);
  venule_table_bar_set_scope (self->bar, text);
  gtk_label_set_text (self->empty_label, venule_table_empty_spots (self->document));
  gtk_stack_set_visible_child_name (self->stack,
                                    g_list_model_get_n_items (G_LIST_MODEL (self->document)) > 0 ? "table" : "empty");
}

/* (transfer full) (element-type guint) (nullable): whose spots are listed; NULL: all. What is selected is listed in any
 * case. */
static GArray *
dup_listed (VenuleSpotTable *self)
{
  GArray *selected = self->selection ? venule_selection_get_ids (self->selection) : NULL;
  GArray *ids;

  if (selected && selected->len > 0)
    return g_array_copy (selected);
  if (!self->filter || venule_track_filter_is_open (self->filter))
    return NULL;

  ids = g_array_new (FALSE, FALSE, sizeof (guint));
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->document)); i++)
    {
      g_autoptr (VenuleTrack) track = g_list_model_get_item (G_LIST_MODEL (self->document), i);
      guint id = venule_track_get_id (track);

      if (venule_track_filter_accepts (self->filter, track))
        g_array_append_val (ids, id);
    }
  return ids;
}

static void
renew (VenuleSpotTable *self)
{
  g_autoptr (GArray) ids = NULL;

  self->due = FALSE;
  if (!self->document)
    return;

  self->updating = TRUE;
  ids = dup_listed (self);
  venule_table_update_titles (self->view, &venule_document_get_shown_settings (self->document)->calibration);
  venule_spot_list_fill (self->spots, self->document, ids);
  gtk_single_selection_set_selected (self->selected, GTK_INVALID_LIST_POSITION);
  update_scope (self, self->selection && venule_selection_get_ids (self->selection)->len > 0);
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

/* Lists of spots are long: renewed in time while a run goes on, and only while they are seen. */
static void
on_changed (VenuleSpotTable *self)
{
  guint interval = self->document && venule_document_get_running (self->document) ? INTERVAL_MS : 0;

  self->due = TRUE;
  if (gtk_widget_get_mapped (GTK_WIDGET (self)) && self->timeout == 0)
    self->timeout = g_timeout_add (interval, on_timeout, self);
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

static gboolean
on_copy (GtkWidget *widget,
         GVariant  *arguments,
         gpointer   user_data)
{
  venule_table_bar_copy (VENULE_SPOT_TABLE (widget)->bar, FALSE);
  return GDK_EVENT_STOP;
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
  if (self->filter)
    g_signal_handlers_disconnect_by_data (self->filter, self);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))))
    gtk_widget_unparent (child);
  g_clear_object (&self->filter);
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

  gtk_widget_class_add_binding (widget_class, GDK_KEY_c, GDK_CONTROL_MASK, on_copy, NULL);
  g_type_ensure (VENULE_TYPE_TABLE_BAR);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/venule/Venule/ui/venule-spot-table.ui");
  gtk_widget_class_bind_template_child (widget_class, VenuleSpotTable, stack);
  gtk_widget_class_bind_template_child (widget_class, VenuleSpotTable, empty_label);
  gtk_widget_class_bind_template_child (widget_class, VenuleSpotTable, bar);
  gtk_widget_class_bind_template_child (widget_class, VenuleSpotTable, view);
}

static void
venule_spot_table_init (VenuleSpotTable *self)
{
  GtkSortListModel *sorted;

  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_label_set_text (self->empty_label, venule_table_empty_spots (NULL));
  append_columns (self);
  venule_table_bar_set_view (self->bar, self->view);

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
  g_signal_connect_swapped (document, "notify::run-settings", G_CALLBACK (on_changed), self);
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

/**
 * venule_spot_table_set_filter:
 * @self: a #VenuleSpotTable
 * @filter: whose spots are listed while no track is selected; shared with the table of tracks
 */
void
venule_spot_table_set_filter (VenuleSpotTable   *self,
                              VenuleTrackFilter *filter)
{
  g_return_if_fail (VENULE_IS_SPOT_TABLE (self));
  g_return_if_fail (self->filter == NULL);

  self->filter = g_object_ref (filter);
  g_signal_connect_swapped (filter, "changed", G_CALLBACK (on_changed), self);
  venule_table_bar_set_filter (self->bar, filter);
}

void
venule_spot_table_bind_columns (VenuleSpotTable *self,
                                GSettings       *settings,
                                const char      *key)
{
  g_return_if_fail (VENULE_IS_SPOT_TABLE (self));

  venule_table_bar_bind_columns (self->bar, settings, key);
}
