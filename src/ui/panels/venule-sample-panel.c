/* venule-sample-panel.c: how far the marking of a random sample is
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-sample-panel.h"

#include <glib/gi18n.h>

struct _VenuleSamplePanel
{
  GtkWidget       parent_instance;

  GtkStack       *stack;
  GtkButton      *begin_button;
  GtkWidget      *marked_box;
  GtkLabel       *idle_label;
  GtkProgressBar *progress_bar;
  GtkLabel       *place_label;
  GtkLabel       *hint_label;
};

G_DEFINE_FINAL_TYPE (VenuleSamplePanel, venule_sample_panel, GTK_TYPE_WIDGET)

static void
venule_sample_panel_dispose (GObject *object)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (object))))
    gtk_widget_unparent (child);

  G_OBJECT_CLASS (venule_sample_panel_parent_class)->dispose (object);
}

static void
venule_sample_panel_class_init (VenuleSamplePanelClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = venule_sample_panel_dispose;

  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "sample");
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/venule/Venule/ui/venule-sample-panel.ui");
  gtk_widget_class_bind_template_child (widget_class, VenuleSamplePanel, stack);
  gtk_widget_class_bind_template_child (widget_class, VenuleSamplePanel, begin_button);
  gtk_widget_class_bind_template_child (widget_class, VenuleSamplePanel, marked_box);
  gtk_widget_class_bind_template_child (widget_class, VenuleSamplePanel, idle_label);
  gtk_widget_class_bind_template_child (widget_class, VenuleSamplePanel, progress_bar);
  gtk_widget_class_bind_template_child (widget_class, VenuleSamplePanel, place_label);
  gtk_widget_class_bind_template_child (widget_class, VenuleSamplePanel, hint_label);
}

static void
venule_sample_panel_init (VenuleSamplePanel *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  venule_sample_panel_show_idle (self, NULL);
}

void
venule_sample_panel_show_idle (VenuleSamplePanel            *self,
                               const VenuleValidationSample *sample)
{
  g_autofree char *text = NULL;

  g_return_if_fail (VENULE_IS_SAMPLE_PANEL (self));

  gtk_stack_set_visible_child_name (self->stack, "idle");
  gtk_button_set_label (self->begin_button, sample && sample->done < sample->starts->len
                                              ? _("_Go On Marking the Sample")
                                            : sample ? _("_Look at the Marks")
                                                     : _("Mark a _Random Sample…"));
  gtk_widget_set_visible (self->marked_box, sample != NULL);
  if (sample)
    text = g_strdup_printf (ngettext ("%u of %u stretch is marked by hand.", "%u of %u stretches are marked by hand.",
                                      sample->starts->len), sample->done, sample->starts->len);
  else
    text = g_strdup (_("A check against your own eyes: how many cells were found, and are their velocities right?"));
  gtk_label_set_label (self->idle_label, text);
}

void
venule_sample_panel_show_active (VenuleSamplePanel            *self,
                                 const VenuleValidationSample *sample,
                                 guint                         stretch,
                                 int                           mark,
                                 guint                         track,
                                 gboolean                      clicks)
{
  g_autofree char *progress = NULL;
  g_autofree char *place = NULL;
  const char *hint;

  g_return_if_fail (VENULE_IS_SAMPLE_PANEL (self));

  gtk_stack_set_visible_child_name (self->stack, "active");
  progress = g_strdup_printf (_("Stretch %u of %u"), stretch + 1, sample->starts->len);
  gtk_progress_bar_set_fraction (self->progress_bar, (double) sample->done / sample->starts->len);
  gtk_progress_bar_set_text (self->progress_bar, progress);

  if (mark < 0)
    place = g_strdup (_("This frame is not to be marked"));
  else if (track > 0)
    /* Translators: which of the frames to be marked, and the track of the cell that is followed */
    place = g_strdup_printf (_("Frame %d of %u · track %u"), mark + 1, sample->n_marks, track);
  else
    place = g_strdup_printf (_("Frame %d of %u · a new cell"), mark + 1, sample->n_marks);
  gtk_label_set_label (self->place_label, place);

  if (!clicks)
    hint = _("To mark on, press A. N begins with another cell.");
  else if (mark < 0)
    hint = _("Look around as you like; < and > go back to the frames that are to be marked.");
  else if (track > 0)
    hint = _("Click the same cell again. When it has gone, press N.");
  else
    hint =
      _("Click a cell that is not marked yet. When all in the crop are marked in these frames, the stretch is done.");
  gtk_label_set_label (self->hint_label, hint);
}
