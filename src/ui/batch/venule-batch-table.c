/* venule-batch-table.c: the videos that are analysed together, with their labels to be edited
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-batch-table.h"

#include <glib/gi18n.h>

#include "venule-batch-cell.h"
#include "venule-table-column.h"

/* px of a picture, also on screens with two pixels for one. */
#define PICTURE_SIDE 144

struct _VenuleBatchTable
{
  GtkWidget          parent_instance;

  GtkColumnView     *view;
  GtkMultiSelection *selection;
  VenuleBatchList   *list;
  VenuleBatchLooker *looker;
  VenuleBatchVideo  *current;
  gboolean           editable;
};

enum {
  EDIT,
  CURRENT_CHANGED,
  OPENED,
  ROW_BUTTON,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (VenuleBatchTable, venule_batch_table, GTK_TYPE_WIDGET)

/* ---- Labels ---- */

/* What is typed in one of several selected rows is meant for all of them. */
static void
set_label (VenuleBatchTable *self,
           VenuleBatchVideo *video,
           const char       *column,
           const char       *text)
{
  g_autoptr (GtkBitset) selected = venule_batch_table_dup_selected (self);

  venule_batch_video_set_value (video, column, text);
  if (!gtk_bitset_contains (selected, venule_batch_video_get_position (video)))
    return;
  for (guint64 i = 0; i < gtk_bitset_get_size (selected); i++)
    venule_batch_video_set_value (venule_batch_list_get (self->list, gtk_bitset_get_nth (selected, (guint) i)), column,
                                  text);
}

static void
on_label_edited (VenuleBatchTable *self,
                 VenuleBatchVideo *video,
                 const char       *column,
                 const char       *text)
{
  g_signal_emit (self, signals[EDIT], 0);
  set_label (self, video, column, text);
}

/* (nullable): the label that many columns further to the right */
static const char *
get_right (const char *column,
           guint       n)
{
  static const char *const columns[] = { "animal", "group", "time_point" };

  for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
    if (g_str_equal (columns[i], column))
      return i + n < G_N_ELEMENTS (columns) ? columns[i + n] : NULL;
  return NULL;
}

/* A block of a spreadsheet fills the rows below, and the labels to the right. */
static void
on_block_pasted (VenuleBatchTable *self,
                 VenuleBatchVideo *video,
                 const char       *column,
                 const char       *text)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  guint first = venule_batch_video_get_position (video), n = venule_batch_list_get_n (self->list);

  g_signal_emit (self, signals[EDIT], 0);
  for (guint i = 0; lines[i] && first + i < n; i++)
    {
      g_auto (GStrv) cells = g_strsplit (g_strchomp (lines[i]), "\t", -1);

      /* The end of the last line is no row. */
      if (!lines[i + 1] && lines[i][0] == '\0')
        break;
      for (guint j = 0; cells[j]; j++)
        {
          const char *to = get_right (column, j);

          if (to)
            venule_batch_video_set_value (venule_batch_list_get (self->list, first + i), to, g_strstrip (cells[j]));
        }
    }
}

/* ---- Choosing ---- */

static void
set_current (VenuleBatchTable *self,
             VenuleBatchVideo *video)
{
  if (g_set_object (&self->current, video))
    g_signal_emit (self, signals[CURRENT_CHANGED], 0);
}

GtkBitset *
venule_batch_table_dup_selected (VenuleBatchTable *self)
{
  g_return_val_if_fail (VENULE_IS_BATCH_TABLE (self), NULL);

  return gtk_selection_model_get_selection (GTK_SELECTION_MODEL (self->selection));
}

VenuleBatchVideo *
venule_batch_table_get_current (VenuleBatchTable *self)
{
  g_return_val_if_fail (VENULE_IS_BATCH_TABLE (self), NULL);

  return self->current;
}

/* The one that was chosen alone stays it while others are added to it. */
static void
on_selection_changed (VenuleBatchTable *self)
{
  g_autoptr (GtkBitset) selected = NULL;
  guint position;

  if (!self->list)
    return;
  selected = venule_batch_table_dup_selected (self);
  if (gtk_bitset_is_empty (selected))
    {
      set_current (self, NULL);
      return;
    }
  position = self->current ? venule_batch_video_get_position (self->current) : 0;
  if (!self->current || gtk_bitset_get_size (selected) == 1 || !gtk_bitset_contains (selected, position) ||
      position >= venule_batch_list_get_n (self->list))
    set_current (self, venule_batch_list_get (self->list, gtk_bitset_get_minimum (selected)));
}

void
venule_batch_table_choose (VenuleBatchTable *self,
                           guint             position)
{
  g_return_if_fail (VENULE_IS_BATCH_TABLE (self));

  gtk_selection_model_select_item (GTK_SELECTION_MODEL (self->selection), position, TRUE);
  venule_table_scroll_to (self->view, position);
}

void
venule_batch_table_choose_all (VenuleBatchTable *self)
{
  g_return_if_fail (VENULE_IS_BATCH_TABLE (self));

  gtk_selection_model_select_all (GTK_SELECTION_MODEL (self->selection));
}

static void
on_activated (VenuleBatchTable *self,
              guint             position)
{
  g_signal_emit (self, signals[OPENED], 0, venule_batch_list_get (self->list, position));
}

static void
on_button (VenuleBatchTable *self,
          VenuleBatchVideo *video)
{
  g_signal_emit (self, signals[ROW_BUTTON], 0, video);
}

/* ---- Columns ---- */

static GtkWidget *
new_picture (VenuleBatchTable *self)
{
  return venule_batch_cell_new_picture (self->looker);
}

static GtkWidget *
new_name (VenuleBatchTable *self)
{
  return venule_batch_cell_new_name ();
}

static GtkWidget *
new_label (VenuleBatchTable *self,
           const char       *column)
{
  GtkWidget *cell = venule_batch_cell_new_label (column);

  gtk_widget_set_sensitive (cell, self->editable);
  g_object_bind_property (self, "editable", cell, "sensitive", G_BINDING_SYNC_CREATE);
  g_signal_connect_object (cell, "edited", G_CALLBACK (on_label_edited), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (cell, "pasted", G_CALLBACK (on_block_pasted), self, G_CONNECT_SWAPPED);
  return cell;
}

static GtkWidget *
new_animal (VenuleBatchTable *self)
{
  return new_label (self, "animal");
}

static GtkWidget *
new_group (VenuleBatchTable *self)
{
  return new_label (self, "group");
}

static GtkWidget *
new_time_point (VenuleBatchTable *self)
{
  return new_label (self, "time_point");
}

static GtkWidget *
new_state (VenuleBatchTable *self)
{
  GtkWidget *cell = venule_batch_cell_new_state ();

  g_signal_connect_object (cell, "button", G_CALLBACK (on_button), self, G_CONNECT_SWAPPED);
  return cell;
}

static void
on_setup (GtkSignalListItemFactory *factory,
          GtkListItem              *item,
          VenuleBatchTable         *self)
{
  GtkWidget *(*make) (VenuleBatchTable *) = g_object_get_data (G_OBJECT (factory), "make");

  gtk_list_item_set_child (item, make (self));
}

static void
on_bind (GtkSignalListItemFactory *factory,
         GtkListItem              *item,
         VenuleBatchTable         *self)
{
  venule_table_leave_clicks_to_row (item);
  venule_batch_cell_set_video (VENULE_BATCH_CELL (gtk_list_item_get_child (item)), gtk_list_item_get_item (item));
}

static void
on_unbind (GtkSignalListItemFactory *factory,
           GtkListItem              *item,
           VenuleBatchTable         *self)
{
  venule_batch_cell_set_video (VENULE_BATCH_CELL (gtk_list_item_get_child (item)), NULL);
}

static void
append_column (VenuleBatchTable *self,
               const char       *title,
               gboolean          wide,
               GtkWidget      *(*make) (VenuleBatchTable *self))
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  GtkColumnViewColumn *column = gtk_column_view_column_new (title, factory);

  g_object_set_data (G_OBJECT (factory), "make", make);
  g_signal_connect (factory, "setup", G_CALLBACK (on_setup), self);
  g_signal_connect (factory, "bind", G_CALLBACK (on_bind), self);
  g_signal_connect (factory, "unbind", G_CALLBACK (on_unbind), self);
  gtk_column_view_column_set_expand (column, wide);
  gtk_column_view_column_set_resizable (column, *title != '\0');
  gtk_column_view_append_column (self->view, column);
  g_object_unref (column);
}

/* ---- Widget ---- */

enum {
  PROP_EDITABLE = 1,
};

static void
get_property (GObject    *object,
              guint       id,
              GValue     *value,
              GParamSpec *pspec)
{
  g_value_set_boolean (value, VENULE_BATCH_TABLE (object)->editable);
}

void
venule_batch_table_set_editable (VenuleBatchTable *self,
                                 gboolean          editable)
{
  g_return_if_fail (VENULE_IS_BATCH_TABLE (self));

  if (self->editable == editable)
    return;
  self->editable = editable;
  g_object_notify (G_OBJECT (self), "editable");
}

void
venule_batch_table_set_list (VenuleBatchTable *self,
                             VenuleBatchList  *list)
{
  g_return_if_fail (VENULE_IS_BATCH_TABLE (self));

  g_set_object (&self->list, list);
  if (self->selection)
    gtk_multi_selection_set_model (self->selection, G_LIST_MODEL (list));
  set_current (self, NULL);
}

void
venule_batch_table_stop (VenuleBatchTable *self)
{
  g_return_if_fail (VENULE_IS_BATCH_TABLE (self));

  venule_batch_looker_stop (self->looker);
}

static void
venule_batch_table_dispose (GObject *object)
{
  VenuleBatchTable *self = VENULE_BATCH_TABLE (object);
  GtkWidget *child;

  if (self->looker)
    venule_batch_looker_stop (self->looker);
  if (self->selection)
    g_signal_handlers_disconnect_by_data (self->selection, self);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))))
    gtk_widget_unparent (child);
  g_clear_object (&self->selection);
  g_clear_object (&self->list);
  g_clear_object (&self->current);
  g_clear_object (&self->looker);

  G_OBJECT_CLASS (venule_batch_table_parent_class)->dispose (object);
}

static void
venule_batch_table_class_init (VenuleBatchTableClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = venule_batch_table_dispose;
  G_OBJECT_CLASS (klass)->get_property = get_property;
  g_object_class_install_property (G_OBJECT_CLASS (klass), PROP_EDITABLE,
                                   g_param_spec_boolean ("editable", NULL, NULL, TRUE,
                                                         G_PARAM_READABLE | G_PARAM_STATIC_STRINGS));
  signals[EDIT] = g_signal_new ("edit", VENULE_TYPE_BATCH_TABLE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                G_TYPE_NONE, 0);
  signals[CURRENT_CHANGED] = g_signal_new ("current-changed", VENULE_TYPE_BATCH_TABLE, G_SIGNAL_RUN_LAST, 0, NULL,
                                           NULL, NULL, G_TYPE_NONE, 0);
  signals[OPENED] = g_signal_new ("opened", VENULE_TYPE_BATCH_TABLE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                  G_TYPE_NONE, 1, VENULE_TYPE_BATCH_VIDEO);
  signals[ROW_BUTTON] = g_signal_new ("row-button", VENULE_TYPE_BATCH_TABLE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                 G_TYPE_NONE, 1, VENULE_TYPE_BATCH_VIDEO);

  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Delete, 0, "win.remove", NULL);
}

static void
venule_batch_table_init (VenuleBatchTable *self)
{
  GtkWidget *scroller = gtk_scrolled_window_new ();

  self->editable = TRUE;
  self->looker = venule_batch_looker_new (PICTURE_SIDE);
  self->selection = gtk_multi_selection_new (NULL);
  self->view = GTK_COLUMN_VIEW (gtk_column_view_new (g_object_ref (GTK_SELECTION_MODEL (self->selection))));
  gtk_widget_add_css_class (GTK_WIDGET (self->view), "data-table");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->view), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Videos"), -1);
  append_column (self, "", FALSE, new_picture);
  append_column (self, _("Video"), TRUE, new_name);
  append_column (self, _("Animal"), FALSE, new_animal);
  append_column (self, _("Group"), FALSE, new_group);
  append_column (self, _("Time point"), FALSE, new_time_point);
  append_column (self, _("State"), FALSE, new_state);
  g_signal_connect_swapped (self->view, "activate", G_CALLBACK (on_activated), self);
  g_signal_connect_swapped (self->selection, "selection-changed", G_CALLBACK (on_selection_changed), self);
  g_signal_connect_swapped (self->selection, "items-changed", G_CALLBACK (on_selection_changed), self);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), GTK_WIDGET (self->view));
  gtk_widget_set_parent (scroller, GTK_WIDGET (self));
}
