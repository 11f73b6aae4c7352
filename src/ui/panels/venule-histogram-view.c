/* venule-histogram-view.c: the velocity histogram, as it is exported
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-histogram-view.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#include "venule-histogram-plot.h"
#include "venule-text-scale.h"

/* Least time between two histograms while tracks grow. */
#define INTERVAL_MS 200

struct _VenuleHistogramView
{
  GtkWidget        parent_instance;

  VenuleDocument  *document;
  VenuleHistogram *histogram; /* NULL: no document */
  guint            timeout;   /* a renewal is due; 0: none */
  gint64           renewed;   /* monotonic time of the latest, µs */
};

G_DEFINE_FINAL_TYPE (VenuleHistogramView, venule_histogram_view, GTK_TYPE_WIDGET)

/* Instead of bars. */
static const char *
get_nothing (VenuleHistogramView *self)
{
  if (!self->document || !venule_document_get_run_settings (self->document))
    return _("Not analysed yet");
  return venule_document_get_running (self->document) ? _("No rolling cells yet") : _("No rolling cells");
}

/* For screen readers. */
static void
update_accessible (VenuleHistogramView *self)
{
  g_autofree char *text = NULL;

  if (self->histogram && self->histogram->n > 0)
    /* Translators: a figure in words: number of tracks, mean, unit, median, unit */
    text = g_strdup_printf (ngettext ("%u rolling cell, mean %.1f %s, median %.1f %s",
                                      "%u rolling cells, mean %.1f %s, median %.1f %s", self->histogram->n),
                            self->histogram->n, self->histogram->mean, self->histogram->unit, self->histogram->median,
                            self->histogram->unit);
  else
    text = g_strdup (get_nothing (self));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text, -1);
}

static void
renew (VenuleHistogramView *self)
{
  g_clear_handle_id (&self->timeout, g_source_remove);
  g_clear_pointer (&self->histogram, venule_histogram_free);
  self->renewed = g_get_monotonic_time ();
  if (self->document)
    self->histogram = venule_histogram_new (G_LIST_MODEL (self->document),
                                            venule_document_get_shown_settings (self->document), 0);
  update_accessible (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static gboolean
on_timeout (gpointer user_data)
{
  VenuleHistogramView *self = user_data;

  self->timeout = 0;
  renew (self);
  return G_SOURCE_REMOVE;
}

static void
on_changed (VenuleHistogramView *self)
{
  gint64 passed = (g_get_monotonic_time () - self->renewed) / 1000;
  gboolean running = self->document && venule_document_get_running (self->document);

  /* An edit is seen at once. */
  if (self->timeout == 0)
    self->timeout =
      g_timeout_add (running ? (guint) CLAMP (INTERVAL_MS - passed, 0, INTERVAL_MS) : 0, on_timeout, self);
}

static void
venule_histogram_view_snapshot (GtkWidget   *widget,
                                GtkSnapshot *snapshot)
{
  VenuleHistogramView *self = VENULE_HISTOGRAM_VIEW (widget);
  int width = gtk_widget_get_width (widget);
  int height = gtk_widget_get_height (widget);
  VenuleFigureStyle style = {
    .dark = adw_style_manager_get_dark (adw_style_manager_get_default ()),
    .local_numbers = TRUE,
    .font_size = 10 * venule_text_scale_get (widget),
    .nothing = get_nothing (self),
  };
  cairo_t *cr;

  if (!self->histogram || width < 1 || height < 1)
    return;

  cr = gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT (0, 0, width, height));
  venule_figure_draw_histogram (cr, width, height, self->histogram, &style);
  cairo_destroy (cr);
}

static void
venule_histogram_view_dispose (GObject *object)
{
  VenuleHistogramView *self = VENULE_HISTOGRAM_VIEW (object);

  venule_histogram_view_set_document (self, NULL);
  g_clear_handle_id (&self->timeout, g_source_remove);
  g_clear_pointer (&self->histogram, venule_histogram_free);

  G_OBJECT_CLASS (venule_histogram_view_parent_class)->dispose (object);
}

static void
venule_histogram_view_class_init (VenuleHistogramViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = venule_histogram_view_dispose;
  widget_class->snapshot = venule_histogram_view_snapshot;

  gtk_widget_class_set_css_name (widget_class, "histogram");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
venule_histogram_view_init (VenuleHistogramView *self)
{
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Histogram of velocities"),
                                  -1);
  g_signal_connect_object (adw_style_manager_get_default (), "notify::dark", G_CALLBACK (gtk_widget_queue_draw), self,
                           G_CONNECT_SWAPPED);
  venule_text_scale_watch (GTK_WIDGET (self), G_CALLBACK (gtk_widget_queue_draw));
}

/**
 * venule_histogram_view_set_document:
 * @self: a #VenuleHistogramView
 * @document: (nullable): whose tracks' velocities are shown
 */
void
venule_histogram_view_set_document (VenuleHistogramView *self,
                                    VenuleDocument      *document)
{
  g_return_if_fail (VENULE_IS_HISTOGRAM_VIEW (self));

  if (self->document)
    g_signal_handlers_disconnect_by_data (self->document, self);
  g_set_object (&self->document, document);
  if (document)
    {
      g_signal_connect_swapped (document, "tracks-changed", G_CALLBACK (on_changed), self);
      g_signal_connect_swapped (document, "settings-changed", G_CALLBACK (on_changed), self);
      g_signal_connect_swapped (document, "notify::run-settings", G_CALLBACK (on_changed), self);
      renew (self);
    }
}
