/* venule-measures-view.c: all numbers of the recording, each with what it means
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-measures-view.h"

#include <glib/gi18n.h>

#include "venule-document-measures.h"
#include "venule-measure-option.h"
#include "venule-measure-panel.h"
#include "venule-message-bar.h"
#include "venule-number.h"
#include "venule-task.h"

/* Least time between two renewals while tracks grow. */
#define INTERVAL_MS 500
/* What comes sooner than that was never seen to be old. */
#define GREY_MS 150

typedef struct {
  GtkLabel *value;
  GtkLabel *interval;
  GtkLabel *meaning; /* in the popover */
} Row;

struct _VenuleMeasuresView
{
  GtkWidget         parent_instance;

  GtkLabel            *state_label;
  GtkStack            *video_stack;
  GtkLabel            *progress_label;
  GtkProgressBar      *progress_bar;
  VenuleMessageBar    *message_bar;
  GtkLabel            *unusual_label;
  VenuleMeasurePanel  *measure_panel;
  GtkScrolledWindow   *scroller;
  VenuleGeometryPanel *geometry_panel;
  GtkWidget           *list;

  VenuleDocument   *document;
  Row               rows[VENULE_N_QUANTITIES]; /* without labels: a setting, which is shown elsewhere */
  VenuleMeasures   *measures;                  /* on show; nullable */
  gboolean          stale;                     /* the document has changed since */
  GCancellable     *cancellable;               /* while a thread measures */
  guint             timeout;                   /* a renewal is due; 0: none */
  guint             grey_timeout;
};

G_DEFINE_FINAL_TYPE (VenuleMeasuresView, venule_measures_view, GTK_TYPE_WIDGET)

/* ---- What is shown ---- */

static void
show_meaning (Row                  *row,
              const VenuleQuantity *quantity)
{
  const char *source = venule_quantity_get_source (quantity->id);
  g_autoptr (GString) text = g_string_new (_(venule_quantity_get_definition (quantity->id)));

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
  const char *unit = venule_quantity_get_shown_unit (quantity, calibrated);
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
show_measures (VenuleMeasuresView *self)
{
  for (guint id = 0; id < VENULE_N_QUANTITIES; id++)
    {
      Row *row = &self->rows[id];

      if (row->value == NULL)
        continue;
      if (self->measures != NULL)
        show_quantity (row, venule_measures_get (self->measures, id), self->measures->calibrated);
      else
        gtk_label_set_text (row->value, "–");
      if (self->measures == NULL)
        gtk_widget_set_visible (GTK_WIDGET (row->interval), FALSE);
    }
}

static void
set_grey (VenuleMeasuresView *self,
          gboolean            grey)
{
  g_clear_handle_id (&self->grey_timeout, g_source_remove);
  if (grey)
    gtk_widget_add_css_class (self->list, "dim-label");
  else
    gtk_widget_remove_css_class (self->list, "dim-label");
  gtk_label_set_text (self->state_label, grey ? _("Working out…") : "");
}

static gboolean
on_grey_timeout (gpointer user_data)
{
  VenuleMeasuresView *self = user_data;

  self->grey_timeout = 0;
  set_grey (self, TRUE);
  return G_SOURCE_REMOVE;
}

/* (transfer full) (nullable): what is measured otherwise than by default. */
static char *
dup_unusual (VenuleMeasuresView *self)
{
  if (self->document == NULL)
    return NULL;

  return venule_measure_options_dup_unusual (venule_document_get_measure_settings (self->document),
                                             venule_document_get_shown_settings (self->document),
                                             VENULE_MEASURE_READER_SCREEN);
}

static void
show_unusual (VenuleMeasuresView *self)
{
  g_autofree char *unusual = dup_unusual (self);
  /* Translators: settings, each with its value and its default */
  g_autofree char *text = unusual != NULL ? g_strdup_printf (_("Measured with: %s"), unusual) : NULL;

  gtk_label_set_text (self->unusual_label, text != NULL ? text : "");
  gtk_widget_set_visible (GTK_WIDGET (self->unusual_label), text != NULL);
}

/* ---- Working them out ---- */

static void renew (VenuleMeasuresView *self);

static void
measure_in_thread (GTask        *task,
                   gpointer      source_object,
                   gpointer      task_data,
                   GCancellable *cancellable)
{
  g_task_return_pointer (task, venule_measurement_snapshot_measure (task_data, NULL, cancellable),
                         (GDestroyNotify) venule_measures_free);
}

static void
on_measured (gpointer  owner,
             GTask    *task)
{
  VenuleMeasuresView *self = owner;
  gboolean cancelled = g_cancellable_is_cancelled (g_task_get_cancellable (task));
  VenuleMeasures *measures = g_task_propagate_pointer (task, NULL);

  if (cancelled)
    {
      venule_measures_free (measures);
      return;
    }
  g_clear_object (&self->cancellable);
  g_clear_pointer (&self->measures, venule_measures_free);
  self->measures = measures;
  show_measures (self);
  if (self->stale)
    renew (self);
  else
    set_grey (self, FALSE);
}

/* One thread at a time; what changes meanwhile is measured after it. */
static void
renew (VenuleMeasuresView *self)
{
  if (self->cancellable != NULL)
    return;

  self->stale = FALSE;
  if (self->document == NULL || venule_document_get_run_metadata (self->document) == NULL)
    {
      g_clear_pointer (&self->measures, venule_measures_free);
      show_measures (self);
      set_grey (self, FALSE);
      return;
    }
  self->cancellable = g_cancellable_new ();
  venule_task_start (self, self->cancellable, renew, measure_in_thread,
                     venule_document_begin_measuring (self->document),
                     (GDestroyNotify) venule_measurement_snapshot_unref, on_measured);
}

static gboolean
on_timeout (gpointer user_data)
{
  VenuleMeasuresView *self = user_data;

  self->timeout = 0;
  renew (self);
  return G_SOURCE_REMOVE;
}

/* What is not on view is not computed. */
static void
on_changed (VenuleMeasuresView *self)
{
  gboolean running = self->document != NULL && venule_document_get_running (self->document);

  show_unusual (self);
  self->stale = TRUE;
  if (self->grey_timeout == 0)
    self->grey_timeout = g_timeout_add (GREY_MS, on_grey_timeout, self);
  if (self->timeout == 0 && gtk_widget_get_mapped (GTK_WIDGET (self)))
    self->timeout = g_timeout_add (running ? INTERVAL_MS : 0, on_timeout, self);
}

static void
stop (VenuleMeasuresView *self)
{
  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  g_clear_handle_id (&self->timeout, g_source_remove);
  g_clear_handle_id (&self->grey_timeout, g_source_remove);
  g_clear_pointer (&self->measures, venule_measures_free);
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
  gtk_widget_set_name (button, venule_quantity_get_key (id));

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
on_refused (VenuleMeasuresView *self,
            const char         *text)
{
  venule_measures_view_show_message (self, TRUE, _("The setting was not changed"), text);
}

static void
venule_measures_view_map (GtkWidget *widget)
{
  VenuleMeasuresView *self = VENULE_MEASURES_VIEW (widget);

  GTK_WIDGET_CLASS (venule_measures_view_parent_class)->map (widget);
  if (self->stale)
    on_changed (self);
}

static void
venule_measures_view_dispose (GObject *object)
{
  VenuleMeasuresView *self = VENULE_MEASURES_VIEW (object);
  GtkWidget *child;

  venule_measures_view_set_document (self, NULL);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))))
    gtk_widget_unparent (child);

  G_OBJECT_CLASS (venule_measures_view_parent_class)->dispose (object);
}

static void
venule_measures_view_class_init (VenuleMeasuresViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = venule_measures_view_dispose;
  widget_class->map = venule_measures_view_map;

  g_type_ensure (VENULE_TYPE_MESSAGE_BAR);
  g_type_ensure (VENULE_TYPE_MEASURE_PANEL);
  g_type_ensure (VENULE_TYPE_GEOMETRY_PANEL);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BOX_LAYOUT);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/venule/Venule/ui/venule-measures-view.ui");
  gtk_widget_class_bind_template_child (widget_class, VenuleMeasuresView, state_label);
  gtk_widget_class_bind_template_child (widget_class, VenuleMeasuresView, video_stack);
  gtk_widget_class_bind_template_child (widget_class, VenuleMeasuresView, progress_label);
  gtk_widget_class_bind_template_child (widget_class, VenuleMeasuresView, progress_bar);
  gtk_widget_class_bind_template_child (widget_class, VenuleMeasuresView, message_bar);
  gtk_widget_class_bind_template_child (widget_class, VenuleMeasuresView, unusual_label);
  gtk_widget_class_bind_template_child (widget_class, VenuleMeasuresView, measure_panel);
  gtk_widget_class_bind_template_child (widget_class, VenuleMeasuresView, scroller);
  gtk_widget_class_bind_template_child (widget_class, VenuleMeasuresView, geometry_panel);
  gtk_widget_class_bind_template_child (widget_class, VenuleMeasuresView, list);
  gtk_widget_class_bind_template_callback (widget_class, on_refused);
}

static void
venule_measures_view_init (VenuleMeasuresView *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_orientable_set_orientation (GTK_ORIENTABLE (gtk_widget_get_layout_manager (GTK_WIDGET (self))),
                                  GTK_ORIENTATION_VERTICAL);
  for (guint id = 0; id < VENULE_N_QUANTITIES; id++)
    if (venule_quantity_is_result (id))
      gtk_list_box_append (GTK_LIST_BOX (self->list), new_row (&self->rows[id], id));
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
  stop (self);
  g_set_object (&self->document, document);
  venule_measure_panel_set_document (self->measure_panel, document);
  show_unusual (self);
  if (document == NULL)
    return;

  g_signal_connect_swapped (document, "tracks-changed", G_CALLBACK (on_changed), self);
  g_signal_connect_swapped (document, "measures-changed", G_CALLBACK (on_changed), self);
  g_signal_connect_swapped (document, "settings-changed", G_CALLBACK (on_changed), self);
  g_signal_connect_swapped (document, "notify::run-settings", G_CALLBACK (on_changed), self);
  on_changed (self);
}

static void
on_panel_mapped (GtkWidget *panel)
{
  g_signal_handlers_disconnect_by_func (panel, on_panel_mapped, NULL);
  gtk_widget_grab_focus (panel);
}

void
venule_measures_view_show_settings (VenuleMeasuresView *self,
                                    gboolean            shown)
{
  GtkWidget *panel;
  GtkAdjustment *place;

  g_return_if_fail (VENULE_IS_MEASURES_VIEW (self));

  panel = GTK_WIDGET (self->measure_panel);
  g_signal_handlers_disconnect_by_func (panel, on_panel_mapped, NULL);
  gtk_widget_set_visible (panel, shown);
  if (!shown)
    return;
  place = gtk_scrolled_window_get_vadjustment (self->scroller);
  gtk_adjustment_set_value (place, 0);
  /* Where the pane is still folded, GTK's entry would be given a cursor that blinks and then a selection, and warn of
   * both. */
  if (gtk_widget_get_mapped (panel))
    gtk_widget_grab_focus (panel);
  else
    g_signal_connect (panel, "map", G_CALLBACK (on_panel_mapped), NULL);
}

VenuleGeometryPanel *
venule_measures_view_get_geometry (VenuleMeasuresView *self)
{
  g_return_val_if_fail (VENULE_IS_MEASURES_VIEW (self), NULL);

  return self->geometry_panel;
}

void
venule_measures_view_set_progress (VenuleMeasuresView *self,
                                   const char         *what,
                                   double              share)
{
  g_return_if_fail (VENULE_IS_MEASURES_VIEW (self));

  gtk_stack_set_visible_child_name (self->video_stack, what != NULL ? "progress" : "buttons");
  if (what == NULL)
    return;
  gtk_label_set_text (self->progress_label, what);
  gtk_progress_bar_set_fraction (self->progress_bar, share);
}

void
venule_measures_view_show_message (VenuleMeasuresView *self,
                                   gboolean            refused,
                                   const char         *title,
                                   const char         *text)
{
  g_return_if_fail (VENULE_IS_MEASURES_VIEW (self));

  if (title == NULL)
    venule_message_bar_hide (self->message_bar);
  else if (refused)
    venule_message_bar_show_error (self->message_bar, title, text);
  else
    venule_message_bar_show_info (self->message_bar, title, text);
}

void
venule_measures_view_settle_message (VenuleMeasuresView *self,
                                     const char         *title,
                                     const char         *text)
{
  g_autofree char *shown = NULL;
  g_autofree char *now = g_strconcat (title, "\n", text, NULL);

  g_return_if_fail (VENULE_IS_MEASURES_VIEW (self));

  shown = venule_message_bar_dup_text (self->message_bar);
  if (g_strcmp0 (shown, now) != 0)
    venule_message_bar_settle (self->message_bar, title);
}

/* ---- For others ---- */

static const char *
row_text (GtkLabel *label)
{
  return label != NULL ? gtk_label_get_text (label) : "";
}

char *
venule_measures_view_dup_table (VenuleMeasuresView *self)
{
  g_autoptr (GString) table = NULL;
  g_autofree char *unusual = NULL;

  g_return_val_if_fail (VENULE_IS_MEASURES_VIEW (self), NULL);

  if (self->measures == NULL)
    return NULL;

  unusual = dup_unusual (self);
  table = g_string_new (NULL);
  g_string_append_printf (table, "%s\t%s\t%s\t%s\tn\n", _("Measure"), _("Value"), _("Unit"),
                          _("Interval of confidence, 95 per cent"));
  for (guint id = 0; id < VENULE_N_QUANTITIES; id++)
    {
      const VenuleQuantity *quantity = venule_measures_get (self->measures, id);
      g_autofree char *value = venule_quantity_dup_value (quantity);
      const char *unit =
        quantity->reason == NULL ? venule_quantity_get_shown_unit (quantity, self->measures->calibrated) : "";

      if (self->rows[id].value == NULL)
        continue;
      g_string_append_printf (table, "%s\t%s\t%s\t%s\t", _(venule_quantity_get_name (id)), value, unit,
                              row_text (self->rows[id].interval));
      if (quantity->has_n)
        g_string_append_printf (table, "%u", quantity->estimate.n);
      g_string_append_c (table, '\n');
    }
  if (unusual != NULL)
    g_string_append_printf (table, "%s\t%s\t\t\t\n", _("Other than the default"), unusual);

  return venule_number_dup_parseable (table->str);
}

char *
venule_measures_view_describe (VenuleMeasuresView *self)
{
  gboolean fresh = !self->stale && self->cancellable == NULL;
  GString *text = g_string_new (fresh ? "fresh" : "stale");

  for (guint id = 0; id < VENULE_N_QUANTITIES; id++)
    if (self->rows[id].value != NULL)
      g_string_append_printf (text, "\n%s=%s|%s", venule_quantity_get_key (id), row_text (self->rows[id].value),
                              row_text (self->rows[id].interval));

  return g_string_free (text, FALSE);
}
