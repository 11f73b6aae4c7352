/* venule-calibration-panel.c: step 1: micrometres a pixel and frames a second
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-calibration-panel.h"

#include <glib/gi18n.h>
#include <math.h>

#include "venule-message-bar.h"
#include "venule-number-row.h"
#include "venule-scale.h"

struct _VenuleCalibrationPanel
{
  GtkBox            parent_instance;

  VenuleNumberRow  *pixel_size_row;
  GtkRevealer      *file_revealer;
  GtkLabel         *file_label;
  GtkWidget        *file_button;
  GtkRevealer      *bar_revealer;
  GtkLabel         *bar_label;
  VenuleNumberRow  *bar_row;
  GtkButton        *bar_button;
  VenuleNumberRow  *rate_row;
  GtkLabel         *rate_label;
  VenuleMessageBar *message_bar;
  GtkButton        *continue_button;

  VenuleDocument   *document;
  double            bar_length; /* px */
};

enum
{
  CONTINUED,
  N_SIGNALS
};

G_DEFINE_FINAL_TYPE (VenuleCalibrationPanel, venule_calibration_panel, GTK_TYPE_BOX)

static guint signals[N_SIGNALS];

/* Writes it into the document, or says why it makes no sense. */
static gboolean
set_calibration (VenuleCalibrationPanel  *self,
                 const VenuleCalibration *calibration)
{
  g_autoptr (VenuleSettings) settings = NULL;
  g_autoptr (GError) error = NULL;

  if (!venule_calibration_validate (calibration, &error))
    {
      venule_message_bar_show_error (self->message_bar, _("Calibration not changed"), error->message);
      return FALSE;
    }

  venule_message_bar_hide (self->message_bar);
  settings = venule_settings_copy (venule_document_get_settings (self->document));
  settings->calibration = *calibration;
  venule_document_set_settings (self->document, settings);
  return TRUE;
}

static void
on_pixel_size_edited (VenuleCalibrationPanel *self,
                      double                  value)
{
  VenuleCalibration calibration;

  if (!self->document)
    return;

  calibration = venule_document_get_settings (self->document)->calibration;
  calibration.pixel_size_um = isnan (value) ? 0 : value;
  if (!set_calibration (self, &calibration))
    venule_calibration_panel_update (self);
}

static void
on_pixel_size_reset (VenuleCalibrationPanel *self)
{
  on_pixel_size_edited (self, NAN);
}

/* The known length of the bar and the line over it give the size of a pixel. */
static void
on_bar_edited (VenuleCalibrationPanel *self)
{
  double length = venule_number_row_get_value (self->bar_row);

  if (self->bar_length > 0 && length > 0)
    {
      on_pixel_size_edited (self, length / self->bar_length);
      gtk_revealer_set_reveal_child (self->bar_revealer, FALSE);
    }
}

static void
on_file_clicked (VenuleCalibrationPanel *self)
{
  g_autofree char *sentence = NULL;
  double pixel_size_um;

  if (self->document &&
      venule_scale_judge (venule_document_get_source (self->document),
                          venule_document_get_settings (self->document)->cell_diameter, &pixel_size_um, &sentence) ==
        VENULE_SCALE_PLAUSIBLE)
    on_pixel_size_edited (self, pixel_size_um);
}

static void
on_rate_edited (VenuleCalibrationPanel *self,
                double                  value)
{
  VenuleCalibration calibration;

  if (!self->document)
    return;

  calibration = venule_document_get_settings (self->document)->calibration;
  calibration.frame_rate = isnan (value) ? 0 : value;
  if (!set_calibration (self, &calibration))
    venule_calibration_panel_update (self);
}

static void
on_rate_reset (VenuleCalibrationPanel *self)
{
  on_rate_edited (self, NAN);
}

static void
on_continue_clicked (VenuleCalibrationPanel *self)
{
  g_signal_emit (self, signals[CONTINUED], 0);
}

/* What the file claims is proposed, as long as it is not what counts already. */
static void
update_file (VenuleCalibrationPanel *self)
{
  const VenuleSettings *settings = venule_document_get_settings (self->document);
  g_autofree char *sentence = NULL;
  double pixel_size_um;
  VenuleScaleVerdict verdict = venule_scale_judge (venule_document_get_source (self->document), settings->cell_diameter,
                                                   &pixel_size_um, &sentence);

  if (sentence)
    gtk_label_set_label (self->file_label, sentence);
  gtk_widget_set_visible (self->file_button, verdict == VENULE_SCALE_PLAUSIBLE);
  gtk_revealer_set_reveal_child (self->file_revealer, verdict != VENULE_SCALE_NONE &&
                                                        settings->calibration.pixel_size_um != pixel_size_um);
}

static void
update_rate (VenuleCalibrationPanel *self)
{
  VenuleSource *source = venule_document_get_source (self->document);
  double typed = venule_document_get_settings (self->document)->calibration.frame_rate;
  double rate = venule_source_get_frame_rate (source);
  g_autofree char *origin = venule_source_dup_rate_origin (source);
  g_autofree char *of_file = rate > 0 ? venule_number_format (rate, 3) : NULL;
  g_autofree char *text = NULL;

  venule_number_row_set_value (self->rate_row, typed > 0 ? typed : rate > 0 ? rate : NAN);
  g_object_set (self->rate_row, "resettable", typed > 0, NULL);

  if (typed > 0 && of_file)
    /* Translators: the first %s is a frame rate, the second where it comes from ("timestamps of 752 frames") */
    text = g_strdup_printf (_("Typed by you. The file says %s (%s)."), of_file, origin);
  else if (typed > 0)
    text = g_strdup (_("Typed by you. The file gives no frame rate."));
  else if (of_file)
    /* Translators: %s is where the frame rate comes from ("timestamps of 752 frames") */
    text = g_strdup_printf (_("From the %s."), origin);
  else
    text = g_strdup (_("The file gives no frame rate: type it, or velocities cannot be worked out."));
  gtk_label_set_label (self->rate_label, text);
}

void
venule_calibration_panel_update (VenuleCalibrationPanel *self)
{
  const VenuleCalibration *calibration;
  gboolean calibrated;

  g_return_if_fail (VENULE_IS_CALIBRATION_PANEL (self));

  if (!self->document)
    return;

  calibration = &venule_document_get_settings (self->document)->calibration;
  calibrated = venule_calibration_is_calibrated (calibration);
  venule_number_row_set_value (self->pixel_size_row, calibrated ? calibration->pixel_size_um : NAN);
  g_object_set (self->pixel_size_row, "resettable", calibrated, NULL);
  gtk_button_set_label (self->continue_button, calibrated ? _("_Continue") : _("_Continue in Pixels"));
  update_file (self);
  update_rate (self);
}

static void
venule_calibration_panel_dispose (GObject *object)
{
  venule_calibration_panel_set_document (VENULE_CALIBRATION_PANEL (object), NULL);

  G_OBJECT_CLASS (venule_calibration_panel_parent_class)->dispose (object);
}

static void
venule_calibration_panel_class_init (VenuleCalibrationPanelClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = venule_calibration_panel_dispose;

  signals[CONTINUED] = g_signal_new ("continued", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                     G_TYPE_NONE, 0);

  g_type_ensure (VENULE_TYPE_NUMBER_ROW);
  g_type_ensure (VENULE_TYPE_MESSAGE_BAR);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/venule/Venule/ui/venule-calibration-panel.ui");
  gtk_widget_class_bind_template_child (widget_class, VenuleCalibrationPanel, pixel_size_row);
  gtk_widget_class_bind_template_child (widget_class, VenuleCalibrationPanel, file_revealer);
  gtk_widget_class_bind_template_child (widget_class, VenuleCalibrationPanel, file_label);
  gtk_widget_class_bind_template_child (widget_class, VenuleCalibrationPanel, file_button);
  gtk_widget_class_bind_template_child (widget_class, VenuleCalibrationPanel, bar_revealer);
  gtk_widget_class_bind_template_child (widget_class, VenuleCalibrationPanel, bar_label);
  gtk_widget_class_bind_template_child (widget_class, VenuleCalibrationPanel, bar_row);
  gtk_widget_class_bind_template_child (widget_class, VenuleCalibrationPanel, bar_button);
  gtk_widget_class_bind_template_child (widget_class, VenuleCalibrationPanel, rate_row);
  gtk_widget_class_bind_template_child (widget_class, VenuleCalibrationPanel, rate_label);
  gtk_widget_class_bind_template_child (widget_class, VenuleCalibrationPanel, message_bar);
  gtk_widget_class_bind_template_child (widget_class, VenuleCalibrationPanel, continue_button);
  gtk_widget_class_bind_template_callback (widget_class, on_pixel_size_edited);
  gtk_widget_class_bind_template_callback (widget_class, on_pixel_size_reset);
  gtk_widget_class_bind_template_callback (widget_class, on_file_clicked);
  gtk_widget_class_bind_template_callback (widget_class, on_bar_edited);
  gtk_widget_class_bind_template_callback (widget_class, on_rate_edited);
  gtk_widget_class_bind_template_callback (widget_class, on_rate_reset);
  gtk_widget_class_bind_template_callback (widget_class, on_continue_clicked);
}

static void
venule_calibration_panel_init (VenuleCalibrationPanel *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/**
 * venule_calibration_panel_set_document:
 * @self: a #VenuleCalibrationPanel
 * @document: (nullable): the analysis whose calibration is shown and changed
 */
void
venule_calibration_panel_set_document (VenuleCalibrationPanel *self,
                                       VenuleDocument         *document)
{
  g_return_if_fail (VENULE_IS_CALIBRATION_PANEL (self));

  if (self->document)
    g_signal_handlers_disconnect_by_data (self->document, self);
  if (!g_set_object (&self->document, document) || !document)
    return;

  gtk_revealer_set_reveal_child (self->bar_revealer, FALSE);
  venule_message_bar_hide (self->message_bar);
  g_signal_connect_swapped (document, "settings-changed", G_CALLBACK (venule_calibration_panel_update), self);
  venule_calibration_panel_update (self);
}

/**
 * venule_calibration_panel_set_scale_bar:
 * @self: a #VenuleCalibrationPanel
 * @length: of the line that was drawn, px
 */
void
venule_calibration_panel_set_scale_bar (VenuleCalibrationPanel *self,
                                        double                  length)
{
  g_autofree char *number = venule_number_format (length, 1);
  g_autofree char *text = NULL;

  g_return_if_fail (VENULE_IS_CALIBRATION_PANEL (self));

  /* Translators: %s is a number of pixels */
  text = g_strdup_printf (_("Your line is %s px long. How long is the bar?"), number);
  self->bar_length = length;
  gtk_label_set_label (self->bar_label, text);
  venule_number_row_set_value (self->bar_row, NAN);
  gtk_revealer_set_reveal_child (self->bar_revealer, TRUE);
  gtk_widget_grab_focus (GTK_WIDGET (self->bar_row));
}

void
venule_calibration_panel_edit_rate (VenuleCalibrationPanel *self)
{
  g_return_if_fail (VENULE_IS_CALIBRATION_PANEL (self));

  gtk_widget_grab_focus (GTK_WIDGET (self->rate_row));
}
