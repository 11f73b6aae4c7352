/* venule-kymograph-panel.c: the kymograph, and along what it is made
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-kymograph-panel.h"

#include <glib/gi18n.h>
#include <math.h>

#include "venule-number-row.h"

#define KEY "kymograph_line"

struct _VenuleKymographPanel
{
  GtkWidget            parent_instance;

  GtkMenuButton       *line_button;
  GtkPopover          *line_popover;
  GtkWidget           *axis_button;
  VenuleNumberRow     *width_row;
  GtkDropDown         *across_drop_down;
  VenuleKymographView *view;

  VenuleDocument      *document;
  gboolean             updating; /* what is chosen is shown, not changed */
};

enum
{
  FAILED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (VenuleKymographPanel, venule_kymograph_panel, GTK_TYPE_WIDGET)

/* (transfer full): as it is kept in the document. */
static VenuleKymographLine *
dup_line (VenuleKymographPanel *self)
{
  const char *text = self->document ? venule_document_get_measure_settings (self->document)->kymograph_line : NULL;
  VenuleKymographLine *line = text ? venule_kymograph_line_from_text (text) : NULL;

  return line ? line : venule_kymograph_line_new ();
}

static const VenuleCalibration *
get_calibration (VenuleKymographPanel *self)
{
  return &venule_document_get_shown_settings (self->document)->calibration;
}

static void
update (VenuleKymographPanel *self)
{
  g_autoptr (VenuleKymographLine) line = dup_line (self);
  gboolean own = line->points->len >= 2;
  const VenuleCalibration *calibration;

  if (!self->document)
    return;

  calibration = get_calibration (self);
  self->updating = TRUE;
  gtk_menu_button_set_label (self->line_button, own ? _("Own Line") : _("Vessel's Axis"));
  gtk_widget_set_sensitive (self->axis_button, own);
  venule_number_row_set_unit (self->width_row, venule_calibration_length_unit (calibration));
  venule_number_row_set_value (self->width_row,
                               line->width > 0 ? venule_calibration_scale (calibration, line->width) : NAN);
  gtk_drop_down_set_selected (self->across_drop_down, line->across);
  self->updating = FALSE;
  venule_kymograph_view_set_line (self->view, line);
}

static void
keep_line (VenuleKymographPanel      *self,
           const VenuleKymographLine *line)
{
  g_autoptr (VenuleKymographLine) axis = venule_kymograph_line_new ();
  g_autofree char *text = venule_kymograph_line_equal (line, axis) ? NULL : venule_kymograph_line_to_text (line);
  g_autoptr (GError) error = NULL;

  if (self->document && !venule_document_set_measure (self->document, KEY, text, &error))
    g_signal_emit (self, signals[FAILED], 0, error->message);
  update (self);
}

void
venule_kymograph_panel_set_points (VenuleKymographPanel *self,
                                   GArray               *points)
{
  g_autoptr (VenuleKymographLine) line = NULL;

  g_return_if_fail (VENULE_IS_KYMOGRAPH_PANEL (self));
  g_return_if_fail (points != NULL);

  line = dup_line (self);
  g_array_set_size (line->points, 0);
  if (points->len > 0)
    g_array_append_vals (line->points, points->data, points->len);
  keep_line (self, line);
}

static void
on_axis_clicked (VenuleKymographPanel *self)
{
  g_autoptr (GArray) none = g_array_new (FALSE, FALSE, sizeof (VenulePoint));

  gtk_popover_popdown (self->line_popover);
  venule_kymograph_panel_set_points (self, none);
}

static void
on_width_edited (VenuleKymographPanel *self,
                 double                width)
{
  g_autoptr (VenuleKymographLine) line = NULL;

  /* An entry that loses the focus with its window is not taken. */
  if (!self->document)
    return;
  line = dup_line (self);
  line->width = isnan (width) ? 0 : CLAMP (width / venule_calibration_scale (get_calibration (self), 1), 0,
                                           VENULE_KYMOGRAPH_MAX_WIDTH);
  keep_line (self, line);
}

static void
on_across_selected (VenuleKymographPanel *self)
{
  g_autoptr (VenuleKymographLine) line = NULL;

  if (self->updating || !self->document)
    return;
  line = dup_line (self);
  line->across = gtk_drop_down_get_selected (self->across_drop_down);
  keep_line (self, line);
}

static void
venule_kymograph_panel_dispose (GObject *object)
{
  VenuleKymographPanel *self = VENULE_KYMOGRAPH_PANEL (object);
  GtkWidget *child;

  venule_kymograph_panel_set_document (self, NULL);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))))
    gtk_widget_unparent (child);

  G_OBJECT_CLASS (venule_kymograph_panel_parent_class)->dispose (object);
}

static void
venule_kymograph_panel_class_init (VenuleKymographPanelClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = venule_kymograph_panel_dispose;
  g_type_ensure (VENULE_TYPE_NUMBER_ROW);
  g_type_ensure (VENULE_TYPE_KYMOGRAPH_VIEW);
  signals[FAILED] = g_signal_new ("failed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                  G_TYPE_NONE, 1, G_TYPE_STRING);

  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BOX_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "kymographpanel");
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/venule/Venule/ui/venule-kymograph-panel.ui");
  gtk_widget_class_bind_template_child (widget_class, VenuleKymographPanel, line_button);
  gtk_widget_class_bind_template_child (widget_class, VenuleKymographPanel, line_popover);
  gtk_widget_class_bind_template_child (widget_class, VenuleKymographPanel, axis_button);
  gtk_widget_class_bind_template_child (widget_class, VenuleKymographPanel, width_row);
  gtk_widget_class_bind_template_child (widget_class, VenuleKymographPanel, across_drop_down);
  gtk_widget_class_bind_template_child (widget_class, VenuleKymographPanel, view);
  gtk_widget_class_bind_template_callback (widget_class, on_axis_clicked);
  gtk_widget_class_bind_template_callback (widget_class, on_width_edited);
  gtk_widget_class_bind_template_callback (widget_class, on_across_selected);
  gtk_widget_class_bind_template_callback (widget_class, gtk_popover_popdown);
  gtk_widget_class_bind_template_callback (widget_class, venule_kymograph_view_zoom_fit);
}

static void
venule_kymograph_panel_init (VenuleKymographPanel *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_orientable_set_orientation (GTK_ORIENTABLE (gtk_widget_get_layout_manager (GTK_WIDGET (self))),
                                  GTK_ORIENTATION_VERTICAL);
}

/**
 * venule_kymograph_panel_set_document:
 * @self: a #VenuleKymographPanel
 * @document: (nullable): whose video and tracks are shown
 */
void
venule_kymograph_panel_set_document (VenuleKymographPanel *self,
                                     VenuleDocument       *document)
{
  g_return_if_fail (VENULE_IS_KYMOGRAPH_PANEL (self));

  if (self->document)
    g_signal_handlers_disconnect_by_data (self->document, self);
  if (!g_set_object (&self->document, document))
    return;

  venule_kymograph_view_set_document (self->view, document);
  if (!document)
    return;
  g_signal_connect_swapped (document, "measures-changed", G_CALLBACK (update), self);
  g_signal_connect_swapped (document, "settings-changed", G_CALLBACK (update), self);
  g_signal_connect_swapped (document, "notify::run-settings", G_CALLBACK (update), self);
  update (self);
}

VenuleKymographView *
venule_kymograph_panel_get_view (VenuleKymographPanel *self)
{
  g_return_val_if_fail (VENULE_IS_KYMOGRAPH_PANEL (self), NULL);

  return self->view;
}
