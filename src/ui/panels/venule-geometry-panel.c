/* venule-geometry-panel.c: centreline, walls and flux line in numbers
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-geometry-panel.h"

#include <glib/gi18n.h>
#include <math.h>

#include "venule-number-row.h"

struct _VenuleGeometryPanel
{
  GtkBox                parent_instance;

  GtkLabel             *vessel_label;
  GtkLabel             *flux_label;
  VenuleNumberRow      *flux_row;
  GtkLabel             *handle_label;
  VenuleNumberRow      *x_row;
  VenuleNumberRow      *y_row;
  VenuleNumberRow      *wall_row;
  GtkLabel             *walls_label;
  GtkWidget            *line_button;
  GtkWidget            *walls_button;

  VenuleVesselGeometry *geometry; /* as it was shown last */
  VenuleGeometryHandle  handle;
  VenuleCalibration     calibration;
};

enum
{
  EDITED,
  N_SIGNALS
};

G_DEFINE_FINAL_TYPE (VenuleGeometryPanel, venule_geometry_panel, GTK_TYPE_BOX)

static guint signals[N_SIGNALS];

/* ---- What is shown ---- */

static const char *
describe_walls (VenuleWallsFrom from)
{
  switch (from)
    {
    case VENULE_WALLS_CROP:
      return _("Walls: the edges of the crop");
    case VENULE_WALLS_MEASURED:
      return _("Walls: measured in the video");
    case VENULE_WALLS_HAND:
      return _("Walls: drawn by hand");
    case VENULE_WALLS_UNKNOWN:
    default:
      return _("Walls: not set. Drag the dashed lines to them.");
    }
}

static void
show_numbers (VenuleGeometryPanel         *self,
              const VenuleGeometryNumbers *numbers)
{
  const VenuleCalibration *calibration = &self->calibration;
  const char *unit = venule_calibration_length_unit (calibration);
  g_autofree char *length = g_strdup_printf ("%.1f %s", venule_calibration_scale (calibration, numbers->length), unit);
  g_autofree char *diameter =
    g_strdup_printf ("%.1f ± %.1f %s", venule_calibration_scale (calibration, numbers->diameter),
                     venule_calibration_scale (calibration, numbers->diameter_sd), unit);
  g_autofree char *vessel = NULL;
  g_autofree char *flux = NULL;

  if (numbers->no_walls)
    {
      /* Translators: the vessel's length with its unit, and why its diameter cannot be said: the middle of a
       * sentence */
      vessel = g_strdup_printf (_("Length %s. Diameter not assessable: %s"), length, _(numbers->no_walls));
    }
  else
    {
      /* Translators: mean and standard deviation of the vessel's diameter, and its length, with their units */
      vessel = g_strdup_printf (_("Diameter %s, length %s"), diameter, length);
    }
  gtk_label_set_text (self->vessel_label, vessel);
  if (numbers->outside)
    {
      flux = g_strdup (_("Not assessable: the line lies outside of the analysed length"));
    }
  else if (isfinite (numbers->rolling))
    {
      /* Translators: how many cells pass the flux line a minute */
      flux = g_strdup_printf (_("%.1f rolling, %.1f of all classes, cells/min"), numbers->rolling, numbers->total);
    }
  if (numbers->fresh || numbers->outside)
    gtk_widget_remove_css_class (GTK_WIDGET (self->flux_label), "dim-label");
  else
    gtk_widget_add_css_class (GTK_WIDGET (self->flux_label), "dim-label");
  gtk_label_set_text (self->flux_label, flux ? flux : "…");
}

static void
show_handle (VenuleGeometryPanel *self)
{
  gboolean point = self->handle.part == VENULE_GEOMETRY_POINT && self->handle.index < self->geometry->points->len;
  gboolean wall = (self->handle.part == VENULE_GEOMETRY_LEFT || self->handle.part == VENULE_GEOMETRY_RIGHT) &&
                  self->handle.index < self->geometry->places->len;
  g_autofree char *title = NULL;

  gtk_widget_set_visible (GTK_WIDGET (self->x_row), point);
  gtk_widget_set_visible (GTK_WIDGET (self->y_row), point);
  gtk_widget_set_visible (GTK_WIDGET (self->wall_row), wall);
  if (point)
    {
      VenulePoint at = g_array_index (self->geometry->points, VenulePoint, self->handle.index);

      title = g_strdup_printf (_("Point %u of the centreline"), self->handle.index + 1);
      venule_number_row_set_value (self->x_row, at.x);
      venule_number_row_set_value (self->y_row, at.y);
    }
  if (wall)
    {
      double left, right;

      venule_vessel_geometry_get_walls (self->geometry,
                                        g_array_index (self->geometry->places, double, self->handle.index), &left,
                                        &right);
      title = g_strdup_printf (self->handle.part == VENULE_GEOMETRY_LEFT ? _("Left wall, place %u")
                                                                      : _("Right wall, place %u"),
                               self->handle.index + 1);
      venule_number_row_set_unit (self->wall_row, venule_calibration_length_unit (&self->calibration));
      venule_number_row_set_value (self->wall_row,
                                   venule_calibration_scale (&self->calibration,
                                                             self->handle.part == VENULE_GEOMETRY_LEFT ? left : right));
    }
  gtk_label_set_text (self->handle_label,
                      title ? title : _("A handle that is chosen (Tab) can be typed here, too."));
}

void
venule_geometry_panel_show (VenuleGeometryPanel         *self,
                            const VenuleVesselGeometry  *geometry,
                            const VenuleGeometryHandle  *handle,
                            const VenuleGeometryNumbers *numbers,
                            const VenuleCalibration     *calibration)
{
  const VenuleMeasureSettings *settings;

  g_return_if_fail (VENULE_IS_GEOMETRY_PANEL (self));

  g_clear_pointer (&self->geometry, venule_vessel_geometry_free);
  if (!geometry)
    return;

  self->geometry = venule_vessel_geometry_new (geometry->vessel, geometry->settings, geometry->width, geometry->height);
  self->handle = *handle;
  self->calibration = *calibration;
  settings = self->geometry->settings;
  show_numbers (self, numbers);
  venule_number_row_set_unit (self->flux_row, venule_calibration_length_unit (calibration));
  venule_number_row_set_value (self->flux_row, venule_calibration_scale (calibration, numbers->flux));
  g_object_set (self->flux_row, "resettable", isfinite (settings->flux_position), NULL);
  gtk_label_set_text (self->walls_label, describe_walls (venule_centreline_get_walls_from (self->geometry->line)));
  gtk_widget_set_sensitive (self->line_button, settings->centreline->len > 0);
  gtk_widget_set_sensitive (self->walls_button, settings->walls->len > 0 || settings->diameter_profile);
  show_handle (self);
}

/* ---- What is changed ---- */

/* Consumes @settings. */
static void
edit (VenuleGeometryPanel   *self,
      VenuleMeasureSettings *settings)
{
  if (settings)
    g_signal_emit (self, signals[EDITED], 0, settings);
  g_clear_pointer (&settings, venule_measure_settings_free);
}

static double
to_px (VenuleGeometryPanel *self,
       double               value)
{
  return value / venule_calibration_scale (&self->calibration, 1);
}

static void
on_flux_edited (VenuleGeometryPanel *self,
                double               value)
{
  double first;

  if (!self->geometry || isnan (value))
    return;
  venule_centreline_get_range (self->geometry->line, &first, NULL);
  edit (self, venule_vessel_geometry_set_flux (self->geometry, first + to_px (self, value)));
}

static void
on_flux_reset (VenuleGeometryPanel *self)
{
  VenuleMeasureSettings *settings = venule_measure_settings_copy (self->geometry->settings);

  settings->flux_position = NAN;
  edit (self, settings);
}

static void
on_point_edited (VenuleGeometryPanel *self,
                 double               value,
                 VenuleNumberRow     *row)
{
  VenulePoint to = { venule_number_row_get_value (self->x_row), venule_number_row_get_value (self->y_row) };
  VenuleMeasureSettings *settings;
  const char *refused = NULL;

  if (!self->geometry || !isfinite (to.x) || !isfinite (to.y))
    return;
  settings = venule_vessel_geometry_drag (self->geometry, &self->handle, to, FALSE, &refused);
  if (refused)
    venule_number_row_refuse (row, row == self->x_row ? self->handle.x : self->handle.y, _(refused));
  else
    edit (self, settings);
}

static void
on_wall_edited (VenuleGeometryPanel *self,
                double               value)
{
  if (self->geometry && !isnan (value))
    edit (self,
          venule_vessel_geometry_set_wall (self->geometry, self->handle.part, self->handle.index, to_px (self, value)));
}

static void
on_line_reset (VenuleGeometryPanel *self)
{
  VenuleMeasureSettings *settings = venule_measure_settings_copy (self->geometry->settings);

  g_array_set_size (settings->centreline, 0);
  edit (self, settings);
}

static void
on_walls_reset (VenuleGeometryPanel *self)
{
  VenuleMeasureSettings *settings = venule_measure_settings_copy (self->geometry->settings);

  g_array_set_size (settings->walls, 0);
  g_clear_pointer (&settings->diameter_profile, g_free);
  edit (self, settings);
}

/* ---- Object ---- */

static void
venule_geometry_panel_finalize (GObject *object)
{
  g_clear_pointer (&VENULE_GEOMETRY_PANEL (object)->geometry, venule_vessel_geometry_free);

  G_OBJECT_CLASS (venule_geometry_panel_parent_class)->finalize (object);
}

static void
venule_geometry_panel_class_init (VenuleGeometryPanelClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = venule_geometry_panel_finalize;
  signals[EDITED] = g_signal_new ("edited", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                  G_TYPE_NONE, 1, VENULE_TYPE_MEASURE_SETTINGS);

  g_type_ensure (VENULE_TYPE_NUMBER_ROW);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/venule/Venule/ui/venule-geometry-panel.ui");
  gtk_widget_class_bind_template_child (widget_class, VenuleGeometryPanel, vessel_label);
  gtk_widget_class_bind_template_child (widget_class, VenuleGeometryPanel, flux_label);
  gtk_widget_class_bind_template_child (widget_class, VenuleGeometryPanel, flux_row);
  gtk_widget_class_bind_template_child (widget_class, VenuleGeometryPanel, handle_label);
  gtk_widget_class_bind_template_child (widget_class, VenuleGeometryPanel, x_row);
  gtk_widget_class_bind_template_child (widget_class, VenuleGeometryPanel, y_row);
  gtk_widget_class_bind_template_child (widget_class, VenuleGeometryPanel, wall_row);
  gtk_widget_class_bind_template_child (widget_class, VenuleGeometryPanel, walls_label);
  gtk_widget_class_bind_template_child (widget_class, VenuleGeometryPanel, line_button);
  gtk_widget_class_bind_template_child (widget_class, VenuleGeometryPanel, walls_button);
  gtk_widget_class_bind_template_callback (widget_class, on_flux_edited);
  gtk_widget_class_bind_template_callback (widget_class, on_flux_reset);
  gtk_widget_class_bind_template_callback (widget_class, on_point_edited);
  gtk_widget_class_bind_template_callback (widget_class, on_wall_edited);
  gtk_widget_class_bind_template_callback (widget_class, on_line_reset);
  gtk_widget_class_bind_template_callback (widget_class, on_walls_reset);
}

static void
venule_geometry_panel_init (VenuleGeometryPanel *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}
