/* venule-sample-dialog.c: how large a random sample is to be
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-sample-dialog.h"

#include <glib/gi18n.h>
#include <math.h>

#include "venule-time.h"

/* Frames that are marked are so far apart at first, s. */
#define USUAL_STEP 0.1

struct _VenuleSampleDialog
{
  AdwMessageDialog  parent_instance;

  GtkSpinButton    *stretches_spin;
  GtkSpinButton    *marks_spin;
  GtkSpinButton    *step_spin;
  GtkSpinButton    *seed_spin;
  GtkLabel         *summary_label;

  VenuleDocument   *document;
};

G_DEFINE_FINAL_TYPE (VenuleSampleDialog, venule_sample_dialog, ADW_TYPE_MESSAGE_DIALOG)

VenuleValidationSample *
venule_sample_dialog_draw (VenuleSampleDialog  *self,
                           GError             **error)
{
  const VenuleRunMetadata *metadata = venule_document_get_run_metadata (self->document);

  g_return_val_if_fail (VENULE_IS_SAMPLE_DIALOG (self) && metadata != NULL, NULL);

  return venule_validation_sample_draw (metadata->first_frame, metadata->last_frame,
                                        (guint) gtk_spin_button_get_value_as_int (self->stretches_spin),
                                        (guint) gtk_spin_button_get_value_as_int (self->marks_spin),
                                        gtk_spin_button_get_value_as_int (self->step_spin),
                                        (guint32) gtk_spin_button_get_value_as_int (self->seed_spin), error);
}

/* What it comes to, or why it cannot be. */
static void
on_changed (VenuleSampleDialog *self)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (VenuleValidationSample) sample = NULL;
  g_autofree char *text = NULL;

  if (!self->document)
    return;

  sample = venule_sample_dialog_draw (self, &error);
  adw_message_dialog_set_response_enabled (ADW_MESSAGE_DIALOG (self), "begin", sample != NULL);
  if (sample)
    {
      gint64 first = venule_validation_sample_get_frame (sample, 0, 0),
             last = venule_validation_sample_get_frame (sample, 0, sample->n_marks - 1);
      double length =
        venule_document_get_time (self->document, last) - venule_document_get_time (self->document, first);
      guint n = sample->starts->len * sample->n_marks;

      text = g_strdup_printf (ngettext ("%u frame is to be marked; a stretch lasts %.2f s.",
                                        "%u frames are to be marked; a stretch lasts %.2f s.", n), n, length);
    }
  gtk_label_set_label (self->summary_label, sample ? text : error->message);
}

static void
venule_sample_dialog_dispose (GObject *object)
{
  g_clear_object (&VENULE_SAMPLE_DIALOG (object)->document);

  G_OBJECT_CLASS (venule_sample_dialog_parent_class)->dispose (object);
}

static void
venule_sample_dialog_class_init (VenuleSampleDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = venule_sample_dialog_dispose;

  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/venule/Venule/ui/venule-sample-dialog.ui");
  gtk_widget_class_bind_template_child (widget_class, VenuleSampleDialog, stretches_spin);
  gtk_widget_class_bind_template_child (widget_class, VenuleSampleDialog, marks_spin);
  gtk_widget_class_bind_template_child (widget_class, VenuleSampleDialog, step_spin);
  gtk_widget_class_bind_template_child (widget_class, VenuleSampleDialog, seed_spin);
  gtk_widget_class_bind_template_child (widget_class, VenuleSampleDialog, summary_label);
  gtk_widget_class_bind_template_callback (widget_class, on_changed);
}

static void
venule_sample_dialog_init (VenuleSampleDialog *self)
{
  GtkSpinButton *spins[4];

  gtk_widget_init_template (GTK_WIDGET (self));
  spins[0] = self->stretches_spin;
  spins[1] = self->marks_spin;
  spins[2] = self->step_spin;
  spins[3] = self->seed_spin;
  for (guint i = 0; i < G_N_ELEMENTS (spins); i++)
    gtk_text_set_activates_default (GTK_TEXT (gtk_editable_get_delegate (GTK_EDITABLE (spins[i]))), TRUE);
}

/* Of what is usual, as much as a short video has room for: fewer stretches, then fewer frames in one. */
static void
make_fit (VenuleSampleDialog *self)
{
  GtkSpinButton *spins[] = { self->stretches_spin, self->marks_spin };

  for (guint i = 0; i < G_N_ELEMENTS (spins); i++)
    while (!adw_message_dialog_get_response_enabled (ADW_MESSAGE_DIALOG (self), "begin") &&
           gtk_spin_button_get_value_as_int (spins[i]) > 1)
      gtk_spin_button_spin (spins[i], GTK_SPIN_STEP_BACKWARD, 1);
}

/**
 * venule_sample_dialog_new:
 * @parent: the window of the results
 * @document: with results
 *
 * Returns: (transfer none): the dialog, not shown yet
 */
GtkWidget *
venule_sample_dialog_new (GtkWindow      *parent,
                          VenuleDocument *document)
{
  VenuleSampleDialog *self = g_object_new (VENULE_TYPE_SAMPLE_DIALOG, "transient-for", parent, NULL);
  double rate = venule_time_get_frame_rate (venule_document_get_source (document),
                                            &venule_document_get_shown_settings (document)->calibration);

  self->document = g_object_ref (document);
  gtk_spin_button_set_value (self->step_spin, rate > 0 ? fmax (round (USUAL_STEP * rate), 1) : 1);
  gtk_spin_button_set_value (self->seed_spin, g_random_int_range (1, 999999));
  on_changed (self);
  make_fit (self);
  return GTK_WIDGET (self);
}
