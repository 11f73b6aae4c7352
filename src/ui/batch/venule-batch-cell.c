/* venule-batch-cell.c: what a row of the table shows in one column
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-batch-cell.h"

#include <glib/gi18n.h>

#include "venule-batch-picture.h"

struct _VenuleBatchCell
{
  GtkWidget          parent_instance;

  VenuleBatchVideo  *video;
  void             (*show) (VenuleBatchCell *self);

  GtkWidget         *picture;
  VenuleBatchLooker *looker;
  GtkWidget         *name, *facts;
  GtkWidget         *entry;
  const char        *column;
  GtkWidget         *state, *bar, *button;
};

enum {
  EDITED,
  PASTED,
  BUTTON,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (VenuleBatchCell, venule_batch_cell, GTK_TYPE_WIDGET)

static VenuleBatchCell *
new_cell (void (*show) (VenuleBatchCell *self))
{
  VenuleBatchCell *self = g_object_new (VENULE_TYPE_BATCH_CELL, NULL);

  self->show = show;
  return self;
}

static GtkWidget *
new_text (const char *css_class)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_MIDDLE);
  if (css_class)
    gtk_widget_add_css_class (label, css_class);
  return label;
}

static GtkWidget *
new_column (VenuleBatchCell *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 3);

  gtk_widget_set_valign (box, GTK_ALIGN_CENTER);
  gtk_widget_set_parent (box, GTK_WIDGET (self));
  return box;
}

/* ---- Picture ---- */

static void
show_picture (VenuleBatchCell *self)
{
  venule_batch_picture_set_video (VENULE_BATCH_PICTURE (self->picture), self->video);
}

GtkWidget *
venule_batch_cell_new_picture (VenuleBatchLooker *looker)
{
  VenuleBatchCell *self = new_cell (show_picture);

  self->looker = g_object_ref (looker);
  self->picture = venule_batch_picture_new (72, 54, FALSE);
  gtk_widget_set_valign (self->picture, GTK_ALIGN_CENTER);
  gtk_widget_set_parent (self->picture, GTK_WIDGET (self));
  return GTK_WIDGET (self);
}

/* ---- Name ---- */

static void
show_name (VenuleBatchCell *self)
{
  g_autofree char *name = venule_batch_video_dup_name (self->video);
  g_autofree char *facts = venule_batch_video_dup_facts (self->video);
  g_autofree char *path = venule_batch_video_dup_path (self->video);

  gtk_label_set_label (GTK_LABEL (self->name), name);
  gtk_label_set_label (GTK_LABEL (self->facts), facts);
  gtk_widget_set_visible (self->facts, *facts != '\0');
  gtk_widget_set_tooltip_text (GTK_WIDGET (self), path);
}

GtkWidget *
venule_batch_cell_new_name (void)
{
  VenuleBatchCell *self = new_cell (show_name);
  GtkWidget *box = new_column (self);

  self->name = new_text (NULL);
  gtk_label_set_width_chars (GTK_LABEL (self->name), 12);
  self->facts = new_text ("caption");
  gtk_widget_add_css_class (self->facts, "dim-label");
  gtk_label_set_wrap (GTK_LABEL (self->facts), TRUE);
  gtk_label_set_lines (GTK_LABEL (self->facts), 2);
  gtk_label_set_ellipsize (GTK_LABEL (self->facts), PANGO_ELLIPSIZE_END);
  gtk_box_append (GTK_BOX (box), self->name);
  gtk_box_append (GTK_BOX (box), self->facts);
  return GTK_WIDGET (self);
}

/* ---- Label ---- */

static const char *
get_label (VenuleBatchCell *self)
{
  const char *text = venule_batch_video_get_value (self->video, self->column);

  return text ? text : "";
}

static void
take_entry (VenuleBatchCell *self)
{
  const char *text = gtk_editable_get_text (GTK_EDITABLE (self->entry));

  if (self->video && !g_str_equal (get_label (self), text))
    g_signal_emit (self, signals[EDITED], 0, self->video, self->column, text);
}

/* (nullable): of those that are shown */
static VenuleBatchCell *
find_label (GtkWidget  *within,
            const char *column,
            guint       position)
{
  VenuleBatchCell *found = NULL;

  if (VENULE_IS_BATCH_CELL (within))
    {
      VenuleBatchCell *cell = VENULE_BATCH_CELL (within);

      return cell->column == column && cell->video && venule_batch_video_get_position (cell->video) == position
               ? cell : NULL;
    }
  for (GtkWidget *child = gtk_widget_get_first_child (within); child && !found;
       child = gtk_widget_get_next_sibling (child))
    found = find_label (child, column, position);
  return found;
}

/* As in a spreadsheet: to the same label of the next row. */
static void
on_entry_activated (VenuleBatchCell *self)
{
  GtkWidget *view = gtk_widget_get_ancestor (GTK_WIDGET (self), GTK_TYPE_COLUMN_VIEW);
  VenuleBatchCell *next;

  take_entry (self);
  next = self->video ? find_label (view, self->column, venule_batch_video_get_position (self->video) + 1) : NULL;
  if (next)
    gtk_widget_grab_focus (next->entry);
}

static void
show_label (VenuleBatchCell *self)
{
  const char *text = get_label (self);

  if (!g_str_equal (text, gtk_editable_get_text (GTK_EDITABLE (self->entry))))
    gtk_editable_set_text (GTK_EDITABLE (self->entry), text);
  /* It may be longer than its column. */
  gtk_widget_set_tooltip_text (self->entry, *text ? text : NULL);
}

static void
on_clipboard_read (GObject      *clipboard,
                   GAsyncResult *result,
                   gpointer      user_data)
{
  g_autoptr (VenuleBatchCell) self = user_data;
  g_autofree char *text = gdk_clipboard_read_text_finish (GDK_CLIPBOARD (clipboard), result, NULL);
  GtkEditable *editable = GTK_EDITABLE (self->entry);
  int position;

  if (!text || !self->video || !editable)
    return;
  if (strpbrk (text, "\n\t"))
    {
      g_signal_emit (self, signals[PASTED], 0, self->video, self->column, text);
      return;
    }
  gtk_editable_delete_selection (editable);
  position = gtk_editable_get_position (editable);
  gtk_editable_insert_text (editable, text, -1, &position);
  gtk_editable_set_position (editable, position);
}

/* What has several lines, or cells, is meant for several rows. */
static void
on_paste (VenuleBatchCell *self)
{
  g_signal_stop_emission_by_name (gtk_editable_get_delegate (GTK_EDITABLE (self->entry)), "paste-clipboard");
  gdk_clipboard_read_text_async (gtk_widget_get_clipboard (GTK_WIDGET (self)), NULL, on_clipboard_read,
                                 g_object_ref (self));
}

static const struct {
  const char *column;
  const char *name;
  int         chars;
} labels[] = {
  { "animal", N_("Animal"), 4 },
  { "group", N_("Group"), 9 },
  { "time_point", N_("Time point"), 5 },
};

GtkWidget *
venule_batch_cell_new_label (const char *column)
{
  VenuleBatchCell *self = new_cell (show_label);
  GtkEventController *focus = gtk_event_controller_focus_new ();

  self->column = column;
  self->entry = gtk_entry_new ();
  gtk_widget_set_valign (self->entry, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (self->entry, "label-cell");
  for (guint i = 0; i < G_N_ELEMENTS (labels); i++)
    {
      if (!g_str_equal (labels[i].column, column))
        continue;
      gtk_editable_set_width_chars (GTK_EDITABLE (self->entry), labels[i].chars);
      gtk_editable_set_max_width_chars (GTK_EDITABLE (self->entry), labels[i].chars);
      gtk_accessible_update_property (GTK_ACCESSIBLE (self->entry), GTK_ACCESSIBLE_PROPERTY_LABEL, _(labels[i].name),
                                      -1);
    }
  g_signal_connect_swapped (focus, "leave", G_CALLBACK (take_entry), self);
  g_signal_connect_swapped (self->entry, "activate", G_CALLBACK (on_entry_activated), self);
  g_signal_connect_swapped (gtk_editable_get_delegate (GTK_EDITABLE (self->entry)), "paste-clipboard",
                            G_CALLBACK (on_paste), self);
  gtk_widget_add_controller (self->entry, focus);
  gtk_widget_set_parent (self->entry, GTK_WIDGET (self));
  return GTK_WIDGET (self);
}

/* ---- State ---- */

static void
show_progress (VenuleBatchCell *self)
{
  VenuleBatchItem *item = venule_batch_video_get_item (self->video);
  gboolean running = venule_batch_video_get_state (self->video) == VENULE_BATCH_VIDEO_RUNNING;

  gtk_widget_set_visible (self->bar, running);
  if (running && venule_batch_item_get_frames (item) > 0)
    gtk_progress_bar_set_fraction (GTK_PROGRESS_BAR (self->bar), (double) venule_batch_item_get_frames_done (item) /
                                                                   (double) venule_batch_item_get_frames (item));
}

static void
show_state (VenuleBatchCell *self)
{
  VenuleBatchVideoState state = venule_batch_video_get_state (self->video);
  gboolean wrong = state == VENULE_BATCH_VIDEO_WRONG || state == VENULE_BATCH_VIDEO_FAILED;
  g_autofree char *text = venule_batch_video_dup_state (self->video);
  const VenuleBatchLook *look = venule_batch_video_get_look (self->video);
  const char *note = venule_batch_video_get_value (self->video, "note");
  const char *classes[] = { wrong                                  ? "error"
                            : state == VENULE_BATCH_VIDEO_DONE     ? "success"
                            : state == VENULE_BATCH_VIDEO_PROPOSED ? "accent"
                            : state == VENULE_BATCH_VIDEO_EMPTY    ? "dim-label"
                                                                   : "numeric",
                            "caption", NULL };

  gtk_label_set_label (GTK_LABEL (self->state), text);
  gtk_widget_set_css_classes (self->state, classes);
  /* A sentence may be longer than its cell. */
  gtk_widget_set_tooltip_text (self->state, wrong ? text : note);
  gtk_button_set_label (GTK_BUTTON (self->button),
                        state == VENULE_BATCH_VIDEO_RUNNING ? _("Cancel") : _("Try Again"));
  gtk_widget_set_visible (self->button, (look && look->problem && state == VENULE_BATCH_VIDEO_WRONG) ||
                                          state == VENULE_BATCH_VIDEO_FAILED ||
                                          state == VENULE_BATCH_VIDEO_CANCELLED ||
                                          state == VENULE_BATCH_VIDEO_RUNNING);
  show_progress (self);
}

static void
on_button (VenuleBatchCell *self)
{
  if (self->video)
    g_signal_emit (self, signals[BUTTON], 0, self->video);
}

GtkWidget *
venule_batch_cell_new_state (void)
{
  VenuleBatchCell *self = new_cell (show_state);
  GtkWidget *box = new_column (self);

  self->state = gtk_label_new (NULL);
  gtk_label_set_xalign (GTK_LABEL (self->state), 0);
  gtk_label_set_wrap (GTK_LABEL (self->state), TRUE);
  gtk_label_set_lines (GTK_LABEL (self->state), 3);
  gtk_label_set_ellipsize (GTK_LABEL (self->state), PANGO_ELLIPSIZE_END);
  gtk_label_set_width_chars (GTK_LABEL (self->state), 16);
  self->bar = gtk_progress_bar_new ();
  self->button = gtk_button_new ();
  gtk_widget_set_name (self->button, "row_button");
  gtk_widget_add_css_class (self->button, "small-button");
  gtk_widget_set_halign (self->button, GTK_ALIGN_START);
  g_signal_connect_swapped (self->button, "clicked", G_CALLBACK (on_button), self);
  gtk_box_append (GTK_BOX (box), self->state);
  gtk_box_append (GTK_BOX (box), self->bar);
  gtk_box_append (GTK_BOX (box), self->button);
  return GTK_WIDGET (self);
}

/* ---- Any ---- */

/* What is in sight has a picture, also when its video, or how it is read, was not known before. */
static void
on_changed (VenuleBatchCell *self)
{
  self->show (self);
  if (self->looker)
    venule_batch_looker_ask (self->looker, self->video);
}

void
venule_batch_cell_set_video (VenuleBatchCell  *self,
                             VenuleBatchVideo *video)
{
  g_return_if_fail (VENULE_IS_BATCH_CELL (self));

  if (self->video)
    {
      g_signal_handlers_disconnect_by_data (self->video, self);
      if (self->looker)
        venule_batch_looker_forget (self->looker, self->video);
    }
  g_set_object (&self->video, video);
  if (!video)
    {
      if (self->picture)
        venule_batch_picture_set_video (VENULE_BATCH_PICTURE (self->picture), NULL);
      return;
    }
  g_signal_connect_object (video, "changed", G_CALLBACK (on_changed), self, G_CONNECT_SWAPPED);
  on_changed (self);
}

static void
venule_batch_cell_dispose (GObject *object)
{
  VenuleBatchCell *self = VENULE_BATCH_CELL (object);
  GtkWidget *child;

  if (self->video)
    g_signal_handlers_disconnect_by_data (self->video, self);
  g_clear_object (&self->video);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))))
    gtk_widget_unparent (child);
  self->entry = NULL;
  self->picture = NULL;
  g_clear_object (&self->looker);

  G_OBJECT_CLASS (venule_batch_cell_parent_class)->dispose (object);
}

static void
venule_batch_cell_class_init (VenuleBatchCellClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = venule_batch_cell_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);

  signals[EDITED] = g_signal_new ("edited", VENULE_TYPE_BATCH_CELL, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                  G_TYPE_NONE, 3, VENULE_TYPE_BATCH_VIDEO, G_TYPE_STRING, G_TYPE_STRING);
  signals[PASTED] = g_signal_new ("pasted", VENULE_TYPE_BATCH_CELL, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                  G_TYPE_NONE, 3, VENULE_TYPE_BATCH_VIDEO, G_TYPE_STRING, G_TYPE_STRING);
  signals[BUTTON] = g_signal_new ("button", VENULE_TYPE_BATCH_CELL, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                 G_TYPE_NONE, 1, VENULE_TYPE_BATCH_VIDEO);
}

static void
venule_batch_cell_init (VenuleBatchCell *self)
{
}
