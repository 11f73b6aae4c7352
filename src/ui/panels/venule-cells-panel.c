/* venule-cells-panel.c: step 3: what a cell looks like
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-cells-panel.h"

#include <glib/gi18n.h>
#include <math.h>

#include "venule-number-row.h"

/* Bounds of a diameter that makes sense to look for, px. */
#define MIN_DIAMETER 3.0
#define MAX_DIAMETER 500.0

struct _VenuleCellsPanel
{
  GtkBox           parent_instance;

  VenuleNumberRow *diameter_row;
  GtkDropDown     *unit_drop_down;
  GtkScale        *sensitivity_scale;
  GtkWidget       *sensitivity_reset;
  VenuleNumberRow *velocity_row;
  GtkSwitch       *registration_switch;
  GtkLabel        *preview_label;

  VenuleDocument  *document;
  gboolean         updating;   /* the widgets follow the document, not the user */
  gboolean         calibrated; /* whether micrometres were possible at the last update */
};

enum
{
  UNIT_PX,
  UNIT_UM,
};

enum
{
  CONTINUED,
  N_SIGNALS
};

G_DEFINE_FINAL_TYPE (VenuleCellsPanel, venule_cells_panel, GTK_TYPE_BOX)

static guint signals[N_SIGNALS];

/* Micrometres of the chosen unit's one: the pixel size, or 1 while diameters are typed in px. */
static double
diameter_scale (VenuleCellsPanel *self)
{
  const VenuleCalibration *calibration = &venule_document_get_settings (self->document)->calibration;

  return gtk_drop_down_get_selected (self->unit_drop_down) == UNIT_UM ? venule_calibration_scale (calibration, 1) : 1;
}

static void
update_diameter (VenuleCellsPanel     *self,
                 const VenuleSettings *settings)
{
  gboolean calibrated = venule_calibration_is_calibrated (&settings->calibration);
  double scale;

  gtk_widget_set_sensitive (GTK_WIDGET (self->unit_drop_down), calibrated);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->unit_drop_down),
                               calibrated ? NULL : _("Micrometres are possible once the video is calibrated"));
  if (calibrated != self->calibrated)
    gtk_drop_down_set_selected (self->unit_drop_down, calibrated ? UNIT_UM : UNIT_PX);
  self->calibrated = calibrated;

  scale = diameter_scale (self);
  g_object_set (self->diameter_row,
                "minimum", VENULE_SMALLEST_CELL_DIAMETER * scale,
                "maximum", VENULE_LARGEST_CELL_DIAMETER * scale,
                "resettable", settings->cell_diameter != VENULE_DEFAULT_CELL_DIAMETER,
                NULL);
  venule_number_row_set_value (self->diameter_row, settings->cell_diameter * scale);
}

static void
update (VenuleCellsPanel *self)
{
  const VenuleSettings *settings;

  if (!self->document)
    return;

  settings = venule_document_get_settings (self->document);
  self->updating = TRUE;
  update_diameter (self, settings);

  gtk_range_set_value (GTK_RANGE (self->sensitivity_scale), settings->sensitivity);
  gtk_widget_set_visible (self->sensitivity_reset, settings->sensitivity != VENULE_DEFAULT_SENSITIVITY);

  venule_number_row_set_unit (self->velocity_row, venule_calibration_velocity_unit (&settings->calibration));
  venule_number_row_set_value (self->velocity_row,
                               settings->max_velocity > 0
                                 ? venule_calibration_scale (&settings->calibration, settings->max_velocity) : NAN);
  g_object_set (self->velocity_row, "resettable", settings->max_velocity > 0, NULL);
  gtk_switch_set_active (self->registration_switch, settings->registration == VENULE_REGISTRATION_AUTO);
  self->updating = FALSE;
}

static void
on_diameter_edited (VenuleCellsPanel *self,
                    double            value)
{
  g_autoptr (VenuleSettings) settings = NULL;

  if (!self->document || self->updating)
    return;

  settings = venule_settings_copy (venule_document_get_settings (self->document));
  settings->cell_diameter = value / diameter_scale (self);
  venule_document_set_settings (self->document, settings);
}

static void
on_diameter_reset (VenuleCellsPanel *self)
{
  venule_cells_panel_set_diameter (self, VENULE_DEFAULT_CELL_DIAMETER);
}

static void
on_sensitivity_changed (VenuleCellsPanel *self)
{
  g_autoptr (VenuleSettings) settings = NULL;

  if (!self->document || self->updating)
    return;

  settings = venule_settings_copy (venule_document_get_settings (self->document));
  /* Steps of a hundredth: what is exported can be typed again. */
  settings->sensitivity = round (gtk_range_get_value (GTK_RANGE (self->sensitivity_scale)) * 100) / 100;
  venule_document_set_settings (self->document, settings);
}

static void
on_sensitivity_reset (VenuleCellsPanel *self)
{
  gtk_range_set_value (GTK_RANGE (self->sensitivity_scale), VENULE_DEFAULT_SENSITIVITY);
}

static void
on_velocity_edited (VenuleCellsPanel *self,
                    double            value)
{
  g_autoptr (VenuleSettings) settings = NULL;

  if (!self->document || self->updating)
    return;

  settings = venule_settings_copy (venule_document_get_settings (self->document));
  settings->max_velocity = isnan (value) ? 0 : value / venule_calibration_scale (&settings->calibration, 1);
  venule_document_set_settings (self->document, settings);
}

static void
on_velocity_reset (VenuleCellsPanel *self)
{
  on_velocity_edited (self, NAN);
}

static void
on_registration_changed (VenuleCellsPanel *self)
{
  g_autoptr (VenuleSettings) settings = NULL;

  if (!self->document || self->updating)
    return;

  settings = venule_settings_copy (venule_document_get_settings (self->document));
  settings->registration = gtk_switch_get_active (self->registration_switch) ? VENULE_REGISTRATION_AUTO
                                                                             : VENULE_REGISTRATION_OFF;
  venule_document_set_settings (self->document, settings);
}

static void
on_continue_clicked (VenuleCellsPanel *self)
{
  g_signal_emit (self, signals[CONTINUED], 0);
}

static void
venule_cells_panel_dispose (GObject *object)
{
  venule_cells_panel_set_document (VENULE_CELLS_PANEL (object), NULL);

  G_OBJECT_CLASS (venule_cells_panel_parent_class)->dispose (object);
}

static void
venule_cells_panel_class_init (VenuleCellsPanelClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = venule_cells_panel_dispose;

  signals[CONTINUED] = g_signal_new ("continued", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                     G_TYPE_NONE, 0);

  g_type_ensure (VENULE_TYPE_NUMBER_ROW);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/venule/Venule/ui/venule-cells-panel.ui");
  gtk_widget_class_bind_template_child (widget_class, VenuleCellsPanel, diameter_row);
  gtk_widget_class_bind_template_child (widget_class, VenuleCellsPanel, unit_drop_down);
  gtk_widget_class_bind_template_child (widget_class, VenuleCellsPanel, sensitivity_scale);
  gtk_widget_class_bind_template_child (widget_class, VenuleCellsPanel, sensitivity_reset);
  gtk_widget_class_bind_template_child (widget_class, VenuleCellsPanel, velocity_row);
  gtk_widget_class_bind_template_child (widget_class, VenuleCellsPanel, registration_switch);
  gtk_widget_class_bind_template_child (widget_class, VenuleCellsPanel, preview_label);
  gtk_widget_class_bind_template_callback (widget_class, update);
  gtk_widget_class_bind_template_callback (widget_class, on_diameter_edited);
  gtk_widget_class_bind_template_callback (widget_class, on_diameter_reset);
  gtk_widget_class_bind_template_callback (widget_class, on_sensitivity_changed);
  gtk_widget_class_bind_template_callback (widget_class, on_sensitivity_reset);
  gtk_widget_class_bind_template_callback (widget_class, on_velocity_edited);
  gtk_widget_class_bind_template_callback (widget_class, on_velocity_reset);
  gtk_widget_class_bind_template_callback (widget_class, on_registration_changed);
  gtk_widget_class_bind_template_callback (widget_class, on_continue_clicked);
}

static void
venule_cells_panel_init (VenuleCellsPanel *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_scale_add_mark (self->sensitivity_scale, VENULE_DEFAULT_SENSITIVITY, GTK_POS_BOTTOM, NULL);
  venule_cells_panel_set_preview (self, NULL);
}

/**
 * venule_cells_panel_set_document:
 * @self: a #VenuleCellsPanel
 * @document: (nullable): the analysis whose settings are shown and changed
 */
void
venule_cells_panel_set_document (VenuleCellsPanel *self,
                                 VenuleDocument   *document)
{
  g_return_if_fail (VENULE_IS_CELLS_PANEL (self));

  if (self->document)
    g_signal_handlers_disconnect_by_data (self->document, self);
  if (!g_set_object (&self->document, document) || !document)
    return;

  g_signal_connect_swapped (document, "settings-changed", G_CALLBACK (update), self);
  update (self);
}

/**
 * venule_cells_panel_set_diameter:
 * @self: a #VenuleCellsPanel
 * @diameter: of a cell, px
 */
void
venule_cells_panel_set_diameter (VenuleCellsPanel *self,
                                 double            diameter)
{
  g_autoptr (VenuleSettings) settings = NULL;

  g_return_if_fail (VENULE_IS_CELLS_PANEL (self));

  if (!self->document)
    return;

  settings = venule_settings_copy (venule_document_get_settings (self->document));
  settings->cell_diameter = CLAMP (round (diameter * 10) / 10, MIN_DIAMETER, MAX_DIAMETER);
  venule_document_set_settings (self->document, settings);
}

void
venule_cells_panel_set_preview (VenuleCellsPanel *self,
                                const char       *text)
{
  g_return_if_fail (VENULE_IS_CELLS_PANEL (self));

  gtk_label_set_label (self->preview_label, text ? text : "");
  gtk_widget_set_visible (GTK_WIDGET (self->preview_label), text != NULL);
}
