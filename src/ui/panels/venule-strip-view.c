/* venule-strip-view.c: one track: its velocity over time, and its cells frame by frame
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-strip-view.h"

#include <glib/gi18n.h>
#include <math.h>

#include "venule-film-view.h"
#include "venule-number.h"
#include "venule-velocity-view.h"
#include "venule-velocity.h"

/* Least time between two renewals while a run goes on. */
#define INTERVAL_MS 500

struct _VenuleStripView
{
  GtkWidget           parent_instance;

  GtkStack           *stack;
  GtkLabel           *title_label;
  VenuleVelocityView *velocity_view;
  VenuleFilmView     *film_view;

  VenuleDocument     *document;
  VenuleSelection    *selection;
  gboolean            due;     /* something changed while it could not be seen */
  guint               timeout;
};

G_DEFINE_FINAL_TYPE (VenuleStripView, venule_strip_view, GTK_TYPE_WIDGET)

/* (transfer none) (nullable): the only selected track. */
static VenuleTrack *
get_track (VenuleStripView *self)
{
  GArray *ids = self->selection ? venule_selection_get_ids (self->selection) : NULL;

  return ids && ids->len == 1 && self->document && venule_document_get_run_settings (self->document)
           ? venule_document_get_track (self->document, g_array_index (ids, guint, 0)) : NULL;
}

static void
show_title (VenuleStripView *self,
            VenuleTrack     *track)
{
  const VenuleSettings *settings = venule_document_get_run_settings (self->document);
  double velocity = venule_track_mean_velocity (track, settings);
  const char *kind = venule_cell_kind_to_label (venule_track_get_kind (track));
  g_autofree char *number = venule_number_dup_shown (venule_calibration_scale (&settings->calibration, velocity), 1);
  g_autofree char *text = NULL;

  if (isfinite (velocity))
    /* Translators: number of a track, what it is, velocity, unit */
    text = g_strdup_printf (_("Track %u · %s · %s %s"), venule_track_get_id (track), kind, number,
                            venule_calibration_velocity_unit (&settings->calibration));
  else
    text = g_strdup_printf (_("Track %u · %s"), venule_track_get_id (track), kind);
  gtk_label_set_label (self->title_label, text);
}

static void
renew (VenuleStripView *self)
{
  VenuleTrack *track = get_track (self);

  self->due = FALSE;
  g_clear_handle_id (&self->timeout, g_source_remove);
  venule_velocity_view_set_track (self->velocity_view, track);
  venule_film_view_set_track (self->film_view, track);
  gtk_stack_set_visible_child_name (self->stack, track ? "track" : "empty");
  if (track)
    show_title (self, track);
}

static gboolean
on_timeout (gpointer user_data)
{
  VenuleStripView *self = user_data;

  self->timeout = 0;
  renew (self);
  return G_SOURCE_REMOVE;
}

static void
on_changed (VenuleStripView *self)
{
  self->due = TRUE;
  if (gtk_widget_get_mapped (GTK_WIDGET (self)) && self->timeout == 0)
    self->timeout = g_timeout_add (self->document && venule_document_get_running (self->document) ? INTERVAL_MS : 0,
                                   on_timeout, self);
}

static void
on_selection_changed (VenuleStripView *self)
{
  self->due = TRUE;
  if (gtk_widget_get_mapped (GTK_WIDGET (self)))
    renew (self);
}

static void
venule_strip_view_map (GtkWidget *widget)
{
  if (VENULE_STRIP_VIEW (widget)->due)
    renew (VENULE_STRIP_VIEW (widget));

  GTK_WIDGET_CLASS (venule_strip_view_parent_class)->map (widget);
}

/* The keys go from cell to cell. */
static gboolean
venule_strip_view_grab_focus (GtkWidget *widget)
{
  return gtk_widget_grab_focus (GTK_WIDGET (VENULE_STRIP_VIEW (widget)->film_view));
}

/* ---- Object ---- */

static void
venule_strip_view_dispose (GObject *object)
{
  VenuleStripView *self = VENULE_STRIP_VIEW (object);
  GtkWidget *child;

  g_clear_handle_id (&self->timeout, g_source_remove);
  if (self->document)
    g_signal_handlers_disconnect_by_data (self->document, self);
  if (self->selection)
    g_signal_handlers_disconnect_by_data (self->selection, self);
  g_clear_object (&self->document);
  g_clear_object (&self->selection);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))))
    gtk_widget_unparent (child);

  G_OBJECT_CLASS (venule_strip_view_parent_class)->dispose (object);
}

static void
venule_strip_view_class_init (VenuleStripViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = venule_strip_view_dispose;
  widget_class->map = venule_strip_view_map;
  widget_class->grab_focus = venule_strip_view_grab_focus;

  g_type_ensure (VENULE_TYPE_VELOCITY_VIEW);
  g_type_ensure (VENULE_TYPE_FILM_VIEW);
  gtk_widget_class_set_css_name (widget_class, "strip");
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/venule/Venule/ui/venule-strip-view.ui");
  gtk_widget_class_bind_template_child (widget_class, VenuleStripView, stack);
  gtk_widget_class_bind_template_child (widget_class, VenuleStripView, title_label);
  gtk_widget_class_bind_template_child (widget_class, VenuleStripView, velocity_view);
  gtk_widget_class_bind_template_child (widget_class, VenuleStripView, film_view);
}

static void
venule_strip_view_init (VenuleStripView *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

void
venule_strip_view_set_document (VenuleStripView *self,
                                VenuleDocument  *document)
{
  g_return_if_fail (VENULE_IS_STRIP_VIEW (self));

  if (self->document)
    g_signal_handlers_disconnect_by_data (self->document, self);
  venule_velocity_view_set_document (self->velocity_view, document);
  venule_film_view_set_document (self->film_view, document);
  if (!g_set_object (&self->document, document))
    return;

  if (document)
    {
      g_signal_connect_swapped (document, "tracks-changed", G_CALLBACK (on_changed), self);
      g_signal_connect_swapped (document, "measures-changed", G_CALLBACK (on_changed), self);
      g_signal_connect_swapped (document, "settings-changed", G_CALLBACK (on_changed), self);
      g_signal_connect_swapped (document, "notify::run-settings", G_CALLBACK (on_changed), self);
    }
  on_changed (self);
}

void
venule_strip_view_set_player (VenuleStripView *self,
                              VenulePlayer    *player)
{
  g_return_if_fail (VENULE_IS_STRIP_VIEW (self));

  venule_velocity_view_set_player (self->velocity_view, player);
  venule_film_view_set_player (self->film_view, player);
}

void
venule_strip_view_set_selection (VenuleStripView *self,
                                 VenuleSelection *selection)
{
  g_return_if_fail (VENULE_IS_STRIP_VIEW (self));
  g_return_if_fail (self->selection == NULL);

  self->selection = g_object_ref (selection);
  g_signal_connect_swapped (selection, "changed", G_CALLBACK (on_selection_changed), self);
}

void
venule_strip_view_set_display_window (VenuleStripView           *self,
                                      const VenuleDisplayWindow *window)
{
  g_return_if_fail (VENULE_IS_STRIP_VIEW (self));

  venule_film_view_set_display_window (self->film_view, window);
}
