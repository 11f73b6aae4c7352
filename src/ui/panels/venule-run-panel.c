/* venule-run-panel.c: step 4: the run and what is drawn over the video
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-run-panel.h"

#include <glib/gi18n.h>
#include <math.h>

#include "venule-number.h"

struct _VenuleRunPanel
{
  GtkBox          parent_instance;

  GtkLabel       *device_label;
  GtkWidget      *run_button;
  GtkWidget      *pause_button;
  GtkWidget      *resume_button;
  GtkWidget      *cancel_button;
  GtkProgressBar *progress_bar;
  GtkLabel       *progress_label;
  GtkLabel       *rate_label;
  GtkWidget      *stale_label;

  VenuleDocument *document;
  VenuleAnalysis *analysis;
};

G_DEFINE_FINAL_TYPE (VenuleRunPanel, venule_run_panel, GTK_TYPE_BOX)

static char *
describe_seconds (double seconds)
{
  int whole = (int) ceil (seconds);

  if (whole < 60)
    /* Translators: time until a run ends */
    return g_strdup_printf (ngettext ("%d second left", "%d seconds left", whole), whole);

  whole = (whole + 30) / 60;
  return g_strdup_printf (ngettext ("%d minute left", "%d minutes left", whole), whole);
}

static char *
describe_frames (const VenuleAnalysisProgress *progress)
{
  if (progress->frames_total > 0)
    /* Translators: frames that are done, of all */
    return g_strdup_printf (ngettext ("%lu of %lu frame", "%lu of %lu frames", (gulong) progress->frames_total),
                            (gulong) progress->frames_done, (gulong) progress->frames_total);

  return g_strdup_printf (ngettext ("%lu frame", "%lu frames", (gulong) progress->frames_done),
                          (gulong) progress->frames_done);
}

/**
 * venule_run_describe_rate:
 * @progress: how far a run is
 *
 * Returns: (transfer full): how fast it goes and how long it will still take, for people; may be empty
 */
char *
venule_run_describe_rate (const VenuleAnalysisProgress *progress)
{
  g_autofree char *number = venule_number_dup_significant (progress->frames_per_second, 2);
  g_autofree char *speed = NULL;
  g_autofree char *left = NULL;

  if (progress->frames_per_second > 0)
    speed = g_strdup_printf (_("%s frames/s"), number);
  if (progress->seconds_left >= 0 && progress->frames_done < progress->frames_total)
    left = describe_seconds (progress->seconds_left);

  if (speed && left)
    return g_strdup_printf ("%s · %s", speed, left);
  return speed ? g_steal_pointer (&speed) : g_strdup ("");
}

static char *
describe_state (VenuleAnalysisState           state,
                const VenuleAnalysisProgress *progress)
{
  g_autofree char *frames = describe_frames (progress);
  g_autofree char *tracks = g_strdup_printf (ngettext ("%u track", "%u tracks", progress->n_tracks),
                                             progress->n_tracks);

  switch (state)
    {
    case VENULE_ANALYSIS_PAUSED:
      /* Translators: the first %s is a number of frames, the second a number of tracks */
      return g_strdup_printf (_("Paused: %s · %s"), frames, tracks);

    case VENULE_ANALYSIS_DONE:
      return g_strdup_printf (_("Done: %s · %s"), frames, tracks);

    case VENULE_ANALYSIS_CANCELLED:
      return g_strdup_printf (_("Cancelled after %s · %s kept"), frames, tracks);

    case VENULE_ANALYSIS_FAILED:
      return g_strdup_printf (_("Stopped by an error after %s · %s kept"), frames, tracks);

    case VENULE_ANALYSIS_IDLE:
    case VENULE_ANALYSIS_RUNNING:
    default:
      return g_strdup_printf ("%s · %s", frames, tracks);
    }
}

static void
update (VenuleRunPanel *self)
{
  VenuleAnalysisState state = self->analysis ? venule_analysis_get_state (self->analysis) : VENULE_ANALYSIS_IDLE;
  gboolean active = state == VENULE_ANALYSIS_RUNNING || state == VENULE_ANALYSIS_PAUSED;
  gboolean stale = self->document && venule_document_get_stale (self->document);

  gtk_widget_set_visible (self->run_button, !active);
  gtk_widget_set_visible (self->pause_button, state == VENULE_ANALYSIS_RUNNING);
  gtk_widget_set_visible (self->resume_button, state == VENULE_ANALYSIS_PAUSED);
  gtk_widget_set_visible (self->cancel_button, active);
  gtk_widget_set_visible (self->stale_label, stale && !active);
  gtk_widget_set_visible (GTK_WIDGET (self->progress_bar), active);
  gtk_widget_set_visible (GTK_WIDGET (self->progress_label), state != VENULE_ANALYSIS_IDLE);
  gtk_widget_set_visible (GTK_WIDGET (self->rate_label), state != VENULE_ANALYSIS_IDLE);
  gtk_button_set_label (GTK_BUTTON (self->run_button),
                        self->document && venule_document_get_run_settings (self->document) ? _("_Run Again")
                                                                                             : _("_Run"));

  if (self->analysis && state != VENULE_ANALYSIS_IDLE)
    {
      VenuleAnalysisProgress progress;
      g_autofree char *text = NULL;
      g_autofree char *rate = NULL;
      g_autofree char *name = NULL, *device = NULL;

      venule_analysis_get_progress (self->analysis, &progress);
      text = describe_state (state, &progress);
      if (state == VENULE_ANALYSIS_FAILED || state == VENULE_ANALYSIS_CANCELLED)
        progress.seconds_left = -1;
      rate = venule_run_describe_rate (&progress);
      gtk_label_set_label (self->progress_label, text);
      gtk_label_set_label (self->rate_label, rate);
      if (progress.frames_total > 0)
        gtk_progress_bar_set_fraction (self->progress_bar,
                                       CLAMP ((double) progress.frames_done / progress.frames_total, 0, 1));
      else
        gtk_progress_bar_pulse (self->progress_bar);
      if (venule_analysis_get_device (self->analysis))
        {
          name = venule_device_dup_shown (venule_analysis_get_device (self->analysis));
          /* Translators: %s is what computes, such as "CPU, 2 threads" */
          device = g_strdup_printf (_("Computed by: %s"), name);
        }
      gtk_label_set_label (self->device_label, device ? device : "");
    }
  gtk_widget_set_visible (GTK_WIDGET (self->device_label), *gtk_label_get_label (self->device_label) != '\0');
}

static void
venule_run_panel_dispose (GObject *object)
{
  VenuleRunPanel *self = VENULE_RUN_PANEL (object);

  venule_run_panel_set_analysis (self, NULL);
  venule_run_panel_set_document (self, NULL);

  G_OBJECT_CLASS (venule_run_panel_parent_class)->dispose (object);
}

static void
venule_run_panel_class_init (VenuleRunPanelClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = venule_run_panel_dispose;

  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/venule/Venule/ui/venule-run-panel.ui");
  gtk_widget_class_bind_template_child (widget_class, VenuleRunPanel, device_label);
  gtk_widget_class_bind_template_child (widget_class, VenuleRunPanel, run_button);
  gtk_widget_class_bind_template_child (widget_class, VenuleRunPanel, pause_button);
  gtk_widget_class_bind_template_child (widget_class, VenuleRunPanel, resume_button);
  gtk_widget_class_bind_template_child (widget_class, VenuleRunPanel, cancel_button);
  gtk_widget_class_bind_template_child (widget_class, VenuleRunPanel, progress_bar);
  gtk_widget_class_bind_template_child (widget_class, VenuleRunPanel, progress_label);
  gtk_widget_class_bind_template_child (widget_class, VenuleRunPanel, rate_label);
  gtk_widget_class_bind_template_child (widget_class, VenuleRunPanel, stale_label);
}

static void
venule_run_panel_init (VenuleRunPanel *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  update (self);
}

/**
 * venule_run_panel_set_document:
 * @self: a #VenuleRunPanel
 * @document: (nullable): whose staleness is said
 */
void
venule_run_panel_set_document (VenuleRunPanel *self,
                               VenuleDocument *document)
{
  g_return_if_fail (VENULE_IS_RUN_PANEL (self));

  if (self->document)
    g_signal_handlers_disconnect_by_data (self->document, self);
  g_set_object (&self->document, document);
  if (!document)
    return;

  g_signal_connect_swapped (document, "notify::stale", G_CALLBACK (update), self);
  g_signal_connect_swapped (document, "notify::run-settings", G_CALLBACK (update), self);
  update (self);
}

void
venule_run_panel_set_analysis (VenuleRunPanel *self,
                               VenuleAnalysis *analysis)
{
  g_return_if_fail (VENULE_IS_RUN_PANEL (self));

  if (self->analysis)
    g_signal_handlers_disconnect_by_data (self->analysis, self);
  g_set_object (&self->analysis, analysis);
  if (analysis)
    {
      g_signal_connect_swapped (analysis, "notify::state", G_CALLBACK (update), self);
      g_signal_connect_swapped (analysis, "progress", G_CALLBACK (update), self);
      g_signal_connect_swapped (analysis, "finished", G_CALLBACK (update), self);
    }
  update (self);
}
