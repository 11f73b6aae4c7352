/* venule-vessel-panel.c: step 2: the vessel, the direction of the flow, and the frames to analyse
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-vessel-panel.h"

#include <glib/gi18n.h>
#include <math.h>

#include "venule-message-bar.h"
#include "venule-number-row.h"

struct _VenuleVesselPanel
{
  GtkBox            parent_instance;

  GtkLabel         *crop_label;
  GtkWidget        *rectangle_grid;
  VenuleNumberRow  *x_row;
  VenuleNumberRow  *y_row;
  VenuleNumberRow  *width_row;
  VenuleNumberRow  *height_row;
  VenuleNumberRow  *angle_row;
  GtkWidget        *whole_button;
  GtkLabel         *flow_label;
  VenuleNumberRow  *flow_x_row;
  VenuleNumberRow  *flow_y_row;
  VenuleNumberRow  *direction_row;
  VenuleNumberRow  *first_row;
  VenuleNumberRow  *last_row;
  VenuleMessageBar *message_bar;
  GtkWidget        *continue_button;

  VenuleDocument   *document;
  VenulePlayer     *player;
};

enum
{
  CONTINUED,
  N_SIGNALS
};

G_DEFINE_FINAL_TYPE (VenuleVesselPanel, venule_vessel_panel, GTK_TYPE_BOX)

static guint signals[N_SIGNALS];

/* Numbers that stand for one thing. Where it is another one, what was typed wrongly into one of them goes, too. */
static void
show_together (VenuleNumberRow *const *rows,
               const double           *values,
               guint                   n)
{
  gboolean other = FALSE;

  for (guint i = 0; i < n; i++)
    {
      double shown = venule_number_row_get_value (rows[i]);

      other |= shown != values[i] && !(isnan (shown) && isnan (values[i]));
    }
  for (guint i = 0; i < n && other; i++)
    {
      venule_number_row_set_value (rows[i], NAN);
      venule_number_row_set_value (rows[i], values[i]);
    }
}

static void
update_crop (VenuleVesselPanel  *self,
             const VenuleVessel *vessel)
{
  gboolean rectangle = vessel->kind == VENULE_CROP_RECTANGLE;

  gtk_widget_set_visible (self->rectangle_grid, rectangle);
  gtk_widget_set_visible (self->whole_button, vessel->kind != VENULE_CROP_WHOLE);
  gtk_widget_set_visible (GTK_WIDGET (self->crop_label), !rectangle);

  if (rectangle)
    {
      VenuleNumberRow *const rows[] = { self->x_row, self->y_row, self->width_row, self->height_row, self->angle_row };
      const double values[] = { vessel->x, vessel->y, vessel->width, vessel->height, vessel->angle };

      show_together (rows, values, G_N_ELEMENTS (rows));
    }
  else if (vessel->kind == VENULE_CROP_POLYGON)
    {
      g_autofree char *text = g_strdup_printf (ngettext ("A polygon of %u corner.", "A polygon of %u corners.",
                                                         vessel->corners->len),
                                               vessel->corners->len);

      gtk_label_set_label (self->crop_label, text);
    }
  else
    gtk_label_set_label (self->crop_label, _("Nothing is drawn yet: the whole picture would be analysed."));
}

static void
update_flow (VenuleVesselPanel  *self,
             const VenuleVessel *vessel)
{
  gboolean drawn = venule_vessel_has_flow (vessel);
  double angle = atan2 (vessel->flow_y, vessel->flow_x) * 180 / G_PI;
  VenuleNumberRow *const rows[] = { self->flow_x_row, self->flow_y_row, self->direction_row };
  const double values[] = { drawn ? vessel->flow_x : NAN, drawn ? vessel->flow_y : NAN, drawn ? angle : NAN };

  show_together (rows, values, G_N_ELEMENTS (rows));
  gtk_label_set_label (self->flow_label,
                       drawn ? _("The direction counts clockwise; 0° points to the right.")
                             : _("Draw an arrow along the blood’s flow, or type its direction."));
}

static void
update_frames (VenuleVesselPanel    *self,
               const VenuleSettings *settings)
{
  gint64 n = venule_source_get_n_frames (venule_document_get_source (self->document));

  g_object_set (self->first_row, "maximum", n > 0 ? (double) (n - 1) : 1e9, NULL);
  g_object_set (self->last_row, "maximum", n > 0 ? (double) (n - 1) : 1e9, NULL);
  venule_number_row_set_value (self->first_row, settings->first_frame);
  venule_number_row_set_value (self->last_row, settings->last_frame >= 0 ? (double) settings->last_frame : NAN);
  g_object_set (self->first_row, "resettable", settings->first_frame > 0, NULL);
  g_object_set (self->last_row, "resettable", settings->last_frame >= 0, NULL);
}

void
venule_vessel_panel_update (VenuleVesselPanel *self)
{
  const VenuleSettings *settings;
  VenuleSource *source;
  g_autoptr (GError) error = NULL;

  g_return_if_fail (VENULE_IS_VESSEL_PANEL (self));

  if (!self->document)
    return;

  settings = venule_document_get_settings (self->document);
  source = venule_document_get_source (self->document);
  update_crop (self, settings->vessel);
  update_flow (self, settings->vessel);
  update_frames (self, settings);

  if (!venule_vessel_validate (settings->vessel, venule_source_get_width (source), venule_source_get_height (source),
                               settings->cell_diameter, &error))
    venule_message_bar_show_error (self->message_bar, _("This crop cannot be analysed"), error->message);
  else if (!venule_settings_validate_frames (settings, venule_source_get_n_frames (source), &error))
    venule_message_bar_show_error (self->message_bar, _("These frames cannot be analysed"), error->message);
  else
    venule_message_bar_hide (self->message_bar);
  gtk_widget_set_sensitive (self->continue_button, !error && venule_vessel_has_flow (settings->vessel));
}

static void
on_rectangle_edited (VenuleVesselPanel *self)
{
  g_autoptr (VenuleSettings) settings = NULL;

  if (!self->document)
    return;

  settings = venule_settings_copy (venule_document_get_settings (self->document));
  venule_vessel_set_rectangle (settings->vessel,
                               venule_number_row_get_value (self->x_row),
                               venule_number_row_get_value (self->y_row),
                               venule_number_row_get_value (self->width_row),
                               venule_number_row_get_value (self->height_row),
                               venule_number_row_get_value (self->angle_row));
  venule_document_set_settings (self->document, settings);
}

static void
on_whole_clicked (VenuleVesselPanel *self)
{
  g_autoptr (VenuleSettings) settings = venule_settings_copy (venule_document_get_settings (self->document));
  double flow_x = settings->vessel->flow_x, flow_y = settings->vessel->flow_y;

  venule_vessel_free (settings->vessel);
  settings->vessel = venule_vessel_new ();
  settings->vessel->flow_x = flow_x;
  settings->vessel->flow_y = flow_y;
  venule_document_set_settings (self->document, settings);
}

static void
set_flow (VenuleVesselPanel *self,
          double             x,
          double             y)
{
  g_autoptr (VenuleSettings) settings = venule_settings_copy (venule_document_get_settings (self->document));

  settings->vessel->flow_x = x;
  settings->vessel->flow_y = y;
  venule_document_set_settings (self->document, settings);
}

static void
on_flow_edited (VenuleVesselPanel *self)
{
  double x = venule_number_row_get_value (self->flow_x_row);
  double y = venule_number_row_get_value (self->flow_y_row);

  if (self->document)
    set_flow (self, isnan (x) ? 0 : x, isnan (y) ? 0 : y);
}

/* Keeps the length of the arrow that was drawn. */
static void
on_direction_edited (VenuleVesselPanel *self,
                     double             degrees)
{
  const VenuleVessel *vessel;
  double length;

  if (!self->document || isnan (degrees))
    return;

  vessel = venule_document_get_settings (self->document)->vessel;
  length = venule_vessel_has_flow (vessel) ? hypot (vessel->flow_x, vessel->flow_y) : 1;
  /* Rounded, so that a right angle is written as one. */
  set_flow (self, round (cos (degrees * G_PI / 180) * length * 1e6) / 1e6,
            round (sin (degrees * G_PI / 180) * length * 1e6) / 1e6);
}

static void
set_frames (VenuleVesselPanel *self,
            gint64             first,
            gint64             last)
{
  g_autoptr (VenuleSettings) settings = NULL;

  if (!self->document)
    return;

  settings = venule_settings_copy (venule_document_get_settings (self->document));
  settings->first_frame = first;
  settings->last_frame = last;
  venule_document_set_settings (self->document, settings);
}

static gint64
row_frame (VenuleNumberRow *row,
           gint64           empty)
{
  double value = venule_number_row_get_value (row);

  return isnan (value) ? empty : (gint64) value;
}

static void
on_frames_edited (VenuleVesselPanel *self)
{
  set_frames (self, row_frame (self->first_row, 0), row_frame (self->last_row, -1));
}

static void
on_first_reset (VenuleVesselPanel *self)
{
  set_frames (self, 0, row_frame (self->last_row, -1));
}

static void
on_last_reset (VenuleVesselPanel *self)
{
  set_frames (self, row_frame (self->first_row, 0), -1);
}

static void
on_use_as_first (VenuleVesselPanel *self)
{
  if (self->player)
    set_frames (self, venule_player_get_position (self->player), row_frame (self->last_row, -1));
}

static void
on_use_as_last (VenuleVesselPanel *self)
{
  if (self->player)
    set_frames (self, row_frame (self->first_row, 0), venule_player_get_position (self->player));
}

static void
on_continue_clicked (VenuleVesselPanel *self)
{
  g_signal_emit (self, signals[CONTINUED], 0);
}

static void
venule_vessel_panel_dispose (GObject *object)
{
  VenuleVesselPanel *self = VENULE_VESSEL_PANEL (object);

  venule_vessel_panel_set_document (self, NULL);
  g_clear_object (&self->player);

  G_OBJECT_CLASS (venule_vessel_panel_parent_class)->dispose (object);
}

static void
bind_children (GtkWidgetClass *widget_class)
{
  gtk_widget_class_bind_template_child (widget_class, VenuleVesselPanel, crop_label);
  gtk_widget_class_bind_template_child (widget_class, VenuleVesselPanel, rectangle_grid);
  gtk_widget_class_bind_template_child (widget_class, VenuleVesselPanel, x_row);
  gtk_widget_class_bind_template_child (widget_class, VenuleVesselPanel, y_row);
  gtk_widget_class_bind_template_child (widget_class, VenuleVesselPanel, width_row);
  gtk_widget_class_bind_template_child (widget_class, VenuleVesselPanel, height_row);
  gtk_widget_class_bind_template_child (widget_class, VenuleVesselPanel, angle_row);
  gtk_widget_class_bind_template_child (widget_class, VenuleVesselPanel, whole_button);
  gtk_widget_class_bind_template_child (widget_class, VenuleVesselPanel, flow_label);
  gtk_widget_class_bind_template_child (widget_class, VenuleVesselPanel, flow_x_row);
  gtk_widget_class_bind_template_child (widget_class, VenuleVesselPanel, flow_y_row);
  gtk_widget_class_bind_template_child (widget_class, VenuleVesselPanel, direction_row);
  gtk_widget_class_bind_template_child (widget_class, VenuleVesselPanel, first_row);
  gtk_widget_class_bind_template_child (widget_class, VenuleVesselPanel, last_row);
  gtk_widget_class_bind_template_child (widget_class, VenuleVesselPanel, message_bar);
  gtk_widget_class_bind_template_child (widget_class, VenuleVesselPanel, continue_button);
}

static void
venule_vessel_panel_class_init (VenuleVesselPanelClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = venule_vessel_panel_dispose;

  signals[CONTINUED] = g_signal_new ("continued", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                     G_TYPE_NONE, 0);

  g_type_ensure (VENULE_TYPE_NUMBER_ROW);
  g_type_ensure (VENULE_TYPE_MESSAGE_BAR);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/venule/Venule/ui/venule-vessel-panel.ui");
  bind_children (widget_class);
  gtk_widget_class_bind_template_callback (widget_class, on_rectangle_edited);
  gtk_widget_class_bind_template_callback (widget_class, on_whole_clicked);
  gtk_widget_class_bind_template_callback (widget_class, on_flow_edited);
  gtk_widget_class_bind_template_callback (widget_class, on_direction_edited);
  gtk_widget_class_bind_template_callback (widget_class, on_frames_edited);
  gtk_widget_class_bind_template_callback (widget_class, on_first_reset);
  gtk_widget_class_bind_template_callback (widget_class, on_last_reset);
  gtk_widget_class_bind_template_callback (widget_class, on_use_as_first);
  gtk_widget_class_bind_template_callback (widget_class, on_use_as_last);
  gtk_widget_class_bind_template_callback (widget_class, on_continue_clicked);
}

static void
venule_vessel_panel_init (VenuleVesselPanel *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/**
 * venule_vessel_panel_set_document:
 * @self: a #VenuleVesselPanel
 * @document: (nullable): the analysis whose vessel is shown and changed
 */
void
venule_vessel_panel_set_document (VenuleVesselPanel *self,
                                  VenuleDocument    *document)
{
  g_return_if_fail (VENULE_IS_VESSEL_PANEL (self));

  if (self->document)
    g_signal_handlers_disconnect_by_data (self->document, self);
  if (!g_set_object (&self->document, document) || !document)
    return;

  g_signal_connect_swapped (document, "settings-changed", G_CALLBACK (venule_vessel_panel_update), self);
  venule_vessel_panel_update (self);
}

void
venule_vessel_panel_set_player (VenuleVesselPanel *self,
                                VenulePlayer      *player)
{
  g_return_if_fail (VENULE_IS_VESSEL_PANEL (self));

  g_set_object (&self->player, player);
}
