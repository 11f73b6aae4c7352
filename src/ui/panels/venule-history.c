/* venule-history.c: all that was done, as a list to walk in
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-history.h"

#include <glib/gi18n.h>

#include "venule-document-tracks.h"

struct _VenuleHistory
{
  GtkPopover      parent_instance;

  GtkListBox     *list;

  VenuleDocument *document;
  guint           position; /* how many of the steps are done */
};

G_DEFINE_FINAL_TYPE (VenuleHistory, venule_history, GTK_TYPE_POPOVER)

static GtkWidget *
make_row (const char *name,
          gboolean    here,
          gboolean    done)
{
  GtkWidget *row = gtk_list_box_row_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *mark = gtk_image_new_from_icon_name (here ? "object-select-symbolic" : NULL);
  GtkWidget *label = gtk_label_new (name);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_widget_set_hexpand (label, TRUE);
  if (!done)
    gtk_widget_add_css_class (label, "dim-label");
  gtk_box_append (GTK_BOX (box), mark);
  gtk_box_append (GTK_BOX (box), label);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  return row;
}

/* The first row is the state before all steps. */
static void
update (VenuleHistory *self)
{
  g_autoptr (GPtrArray) names = NULL;
  GtkListBoxRow *row;

  if (!self->document || !gtk_widget_get_visible (GTK_WIDGET (self)))
    return;

  while ((row = gtk_list_box_get_row_at_index (self->list, 0)))
    gtk_list_box_remove (self->list, GTK_WIDGET (row));
  names = venule_document_dup_history (self->document, &self->position);
  gtk_list_box_append (self->list, make_row (_("As the Run Left It"), self->position == 0, TRUE));
  for (guint i = 0; i < names->len; i++)
    gtk_list_box_append (self->list,
                         make_row (g_ptr_array_index (names, i), i + 1 == self->position, i < self->position));
}

static void
on_shown (VenuleHistory *self)
{
  GtkListBoxRow *row;

  update (self);
  row = gtk_list_box_get_row_at_index (self->list, (int) self->position);
  if (row)
    gtk_widget_grab_focus (GTK_WIDGET (row));
}

/* The list stays open: walking to and fro is how a step is found. */
static void
on_row_activated (VenuleHistory *self,
                  GtkListBoxRow *row)
{
  guint position = (guint) gtk_list_box_row_get_index (row);

  if (position == self->position)
    {
      gtk_popover_popdown (GTK_POPOVER (self));
      return;
    }
  venule_document_go_to_step (self->document, position);
  on_shown (self);
}

static void
venule_history_dispose (GObject *object)
{
  venule_history_set_document (VENULE_HISTORY (object), NULL);

  G_OBJECT_CLASS (venule_history_parent_class)->dispose (object);
}

static void
venule_history_class_init (VenuleHistoryClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = venule_history_dispose;
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/venule/Venule/ui/venule-history.ui");
  gtk_widget_class_bind_template_child (widget_class, VenuleHistory, list);
}

static void
venule_history_init (VenuleHistory *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  g_signal_connect (self, "notify::visible", G_CALLBACK (on_shown), NULL);
  g_signal_connect_swapped (self->list, "row-activated", G_CALLBACK (on_row_activated), self);
}

/**
 * venule_history_set_document:
 * @self: a #VenuleHistory
 * @document: (nullable): whose steps are listed
 */
void
venule_history_set_document (VenuleHistory  *self,
                             VenuleDocument *document)
{
  g_return_if_fail (VENULE_IS_HISTORY (self));

  if (self->document)
    g_signal_handlers_disconnect_by_data (self->document, self);
  if (g_set_object (&self->document, document) && document)
    {
      g_signal_connect_swapped (document, "notify::undo-name", G_CALLBACK (update), self);
      g_signal_connect_swapped (document, "tracks-changed", G_CALLBACK (update), self);
    }
}
