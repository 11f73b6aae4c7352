/* venule-measures-view.c: all numbers of the recording, each with what it means
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-measures-view.h"

#include <glib/gi18n.h>

#include "venule-document-measures.h"

/* Least time between two renewals while tracks grow. */
#define INTERVAL_MS 500

typedef struct {
  GtkLabel *value;
  GtkLabel *interval;
  GtkLabel *meaning; /* in the popover */
} Row;

struct _VenuleMeasuresView
{
  GtkWidget       parent_instance;

  VenuleDocument *document;
  GtkWidget      *scroller;
  Row             rows[VENULE_N_QUANTITIES]; /* without labels: a setting, which is shown elsewhere */
  guint           timeout;                   /* a renewal is due; 0: none */
};

G_DEFINE_FINAL_TYPE (VenuleMeasuresView, venule_measures_view, GTK_TYPE_WIDGET)

/* ---- What is shown ---- */

static void
show_meaning (Row                  *row,
              const VenuleQuantity *quantity)
{
  const char *source = venule_quantity_get_source (quantity->id);
  g_autoptr(GString) text = g_string_new (_(venule_quantity_get_definition (quantity->id)));

  if (quantity->has_n)
    g_string_append_printf (text, "\n\nn = %u", quantity->estimate.n);
  if (quantity->reason != NULL)
    g_string_append_printf (text, "\n\n%s", _(quantity->reason));
  if (*source != '\0')
    g_string_append_printf (text, "\n\n%s", source);
  gtk_label_set_text (row->meaning, text->str);
}

static void
show_quantity (Row                  *row,
               const VenuleQuantity *quantity,
               gboolean              calibrated)
{
  const char *unit = venule_quantity_unit_for_people (quantity->unit, calibrated);
  g_autofree char *value = venule_quantity_dup_value (quantity);
  g_autofree char *interval = venule_quantity_dup_interval (quantity);
  g_autofree char *text = quantity->reason == NULL && *unit != '\0' ? g_strdup_printf ("%s %s", value, unit)
                                                                     : g_strdup (value);

  gtk_label_set_text (row->value, text);
  gtk_label_set_text (row->interval, interval != NULL ? interval : "");
  gtk_widget_set_visible (GTK_WIDGET (row->interval), interval != NULL);
  show_meaning (row, quantity);
}

static void
renew (VenuleMeasuresView *self)
{
  g_autoptr(VenuleMeasures) measures = self->document != NULL ? venule_document_measure (self->document) : NULL;

  for (guint id = 0; id < VENULE_N_QUANTITIES; id++)
    {
      Row *row = &self->rows[id];

      if (row->value == NULL)
        continue;
      if (measures != NULL)
        show_quantity (row, venule_measures_get (measures, id), measures->calibrated);
      else
        gtk_label_set_text (row->value, "–");
      if (measures == NULL)
        gtk_widget_set_visible (GTK_WIDGET (row->interval), FALSE);
    }
}

static gboolean
on_timeout (gpointer user_data)
{
  VenuleMeasuresView *self = user_data;

  self->timeout = 0;
  renew (self);

  return G_SOURCE_REMOVE;
}

/* What nobody looks at is not worked out. */
static void
on_changed (VenuleMeasuresView *self)
{
  gboolean running = self->document != NULL && venule_document_get_running (self->document);

  if (self->timeout == 0 && gtk_widget_get_mapped (GTK_WIDGET (self)))
    self->timeout = g_timeout_add (running ? INTERVAL_MS : 0, on_timeout, self);
}

/* ---- The list ---- */

static GtkWidget *
new_label (const char *text,
           float       align,
           const char *style)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), align);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  if (style != NULL)
    gtk_widget_add_css_class (label, style);

  return label;
}

/* The name, the value over its interval, and a button that says what it is. */
static GtkWidget *
new_row (Row              *row,
         VenuleQuantityId  id)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *numbers = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *name = new_label (_(venule_quantity_get_name (id)), 0, NULL);
  GtkWidget *button = gtk_menu_button_new ();
  GtkWidget *popover = gtk_popover_new ();
  GtkWidget *meaning = new_label ("", 0, NULL);

  gtk_widget_set_hexpand (name, TRUE);
  row->value = GTK_LABEL (new_label ("–", 1, "numeric"));
  row->interval = GTK_LABEL (new_label ("", 1, "dim-label"));
  gtk_widget_add_css_class (GTK_WIDGET (row->interval), "numeric");
  gtk_widget_add_css_class (GTK_WIDGET (row->interval), "caption");
  gtk_widget_set_tooltip_text (GTK_WIDGET (row->interval), _("Interval of confidence, 95 per cent"));
  row->meaning = GTK_LABEL (meaning);
  gtk_label_set_max_width_chars (row->meaning, 44);
  gtk_popover_set_child (GTK_POPOVER (popover), meaning);
  gtk_menu_button_set_popover (GTK_MENU_BUTTON (button), popover);
  gtk_menu_button_set_icon_name (GTK_MENU_BUTTON (button), "help-about-symbolic");
  gtk_widget_set_tooltip_text (button, _("What this number is"));
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_widget_set_valign (numbers, GTK_ALIGN_CENTER);

  gtk_box_append (GTK_BOX (numbers), GTK_WIDGET (row->value));
  gtk_box_append (GTK_BOX (numbers), GTK_WIDGET (row->interval));
  gtk_box_append (GTK_BOX (box), name);
  gtk_box_append (GTK_BOX (box), numbers);
  gtk_box_append (GTK_BOX (box), button);
  gtk_widget_set_margin_start (box, 12);
  gtk_widget_set_margin_end (box, 6);

  return box;
}

static void
venule_measures_view_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (venule_measures_view_parent_class)->map (widget);
  renew (VENULE_MEASURES_VIEW (widget));
}

static void
venule_measures_view_dispose (GObject *object)
{
  VenuleMeasuresView *self = VENULE_MEASURES_VIEW (object);

  venule_measures_view_set_document (self, NULL);
  g_clear_handle_id (&self->timeout, g_source_remove);
  g_clear_pointer (&self->scroller, gtk_widget_unparent);

  G_OBJECT_CLASS (venule_measures_view_parent_class)->dispose (object);
}

static void
venule_measures_view_class_init (VenuleMeasuresViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = venule_measures_view_dispose;
  widget_class->map = venule_measures_view_map;

  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
}

static void
venule_measures_view_init (VenuleMeasuresView *self)
{
  GtkWidget *list = gtk_list_box_new ();

  gtk_list_box_set_selection_mode (GTK_LIST_BOX (list), GTK_SELECTION_NONE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (list), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Measures"), -1);
  for (guint id = 0; id < VENULE_N_QUANTITIES; id++)
    if (venule_quantity_is_result (id))
      gtk_list_box_append (GTK_LIST_BOX (list), new_row (&self->rows[id], id));

  self->scroller = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (self->scroller), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scroller), list);
  gtk_widget_set_parent (self->scroller, GTK_WIDGET (self));
}

/**
 * venule_measures_view_set_document:
 * @self: a #VenuleMeasuresView
 * @document: (nullable): whose numbers are shown
 */
void
venule_measures_view_set_document (VenuleMeasuresView *self,
                                   VenuleDocument     *document)
{
  g_return_if_fail (VENULE_IS_MEASURES_VIEW (self));

  if (self->document != NULL)
    g_signal_handlers_disconnect_by_data (self->document, self);
  g_set_object (&self->document, document);
  if (document == NULL)
    return;

  g_signal_connect_swapped (document, "tracks-changed", G_CALLBACK (on_changed), self);
  g_signal_connect_swapped (document, "measures-changed", G_CALLBACK (on_changed), self);
  g_signal_connect_swapped (document, "settings-changed", G_CALLBACK (on_changed), self);
  on_changed (self);
}
