/* venule-track-strip.c: one track: its velocity over time, and its cells frame by frame
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-track-strip.h"

#include <glib/gi18n.h>
#include <math.h>

#include "venule-montage-view.h"
#include "venule-number.h"
#include "venule-velocity-view.h"
#include "venule-velocity.h"

/* Least time between two renewals while a run goes on. */
#define INTERVAL_MS 500

struct _VenuleTrackStrip
{
  GtkWidget           parent_instance;

  GtkStack           *stack;
  GtkWidget          *empty_label;
  GtkLabel           *title_label;
  VenuleVelocityView *velocity_view;
  VenuleMontageView  *montage_view;

  VenuleDocument     *document;
  VenuleSelection    *selection;
  gboolean            due;     /* something changed while it could not be seen */
  guint               timeout;
};

G_DEFINE_FINAL_TYPE (VenuleTrackStrip, venule_track_strip, GTK_TYPE_WIDGET)

/* (transfer none) (nullable): the only selected track. */
static VenuleTrack *
get_track (VenuleTrackStrip *self)
{
  GArray *ids = self->selection ? venule_selection_get_ids (self->selection) : NULL;

  return ids && ids->len == 1 && self->document && venule_document_get_run_settings (self->document)
           ? venule_document_get_track (self->document, g_array_index (ids, guint, 0)) : NULL;
}

static void
show_title (VenuleTrackStrip *self,
            VenuleTrack      *track)
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
renew (VenuleTrackStrip *self)
{
  VenuleTrack *track = get_track (self);

  self->due = FALSE;
  g_clear_handle_id (&self->timeout, g_source_remove);
  venule_velocity_view_set_track (self->velocity_view, track);
  venule_montage_view_set_track (self->montage_view, track);
  gtk_stack_set_visible_child_name (self->stack, track ? "track" : "empty");
  if (track)
    show_title (self, track);
}

static gboolean
on_timeout (gpointer user_data)
{
  VenuleTrackStrip *self = user_data;

  self->timeout = 0;
  renew (self);
  return G_SOURCE_REMOVE;
}

static void
on_changed (VenuleTrackStrip *self)
{
  self->due = TRUE;
  if (gtk_widget_get_mapped (GTK_WIDGET (self)) && self->timeout == 0)
    self->timeout = g_timeout_add (self->document && venule_document_get_running (self->document) ? INTERVAL_MS : 0,
                                   on_timeout, self);
}

static void
on_selection_changed (VenuleTrackStrip *self)
{
  self->due = TRUE;
  if (gtk_widget_get_mapped (GTK_WIDGET (self)))
    renew (self);
}

static void
venule_track_strip_map (GtkWidget *widget)
{
  if (VENULE_TRACK_STRIP (widget)->due)
    renew (VENULE_TRACK_STRIP (widget));

  GTK_WIDGET_CLASS (venule_track_strip_parent_class)->map (widget);
}

/* The keys go from cell to cell. In a widget that is not shown they would be lost. */
static gboolean
venule_track_strip_grab_focus (GtkWidget *widget)
{
  VenuleTrackStrip *self = VENULE_TRACK_STRIP (widget);

  return gtk_widget_grab_focus (get_track (self) ? GTK_WIDGET (self->montage_view) : self->empty_label);
}

/* ---- Object ---- */

static void
venule_track_strip_dispose (GObject *object)
{
  VenuleTrackStrip *self = VENULE_TRACK_STRIP (object);
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

  G_OBJECT_CLASS (venule_track_strip_parent_class)->dispose (object);
}

static void
venule_track_strip_class_init (VenuleTrackStripClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = venule_track_strip_dispose;
  widget_class->map = venule_track_strip_map;
  widget_class->grab_focus = venule_track_strip_grab_focus;

  g_type_ensure (VENULE_TYPE_VELOCITY_VIEW);
  g_type_ensure (VENULE_TYPE_MONTAGE_VIEW);
  gtk_widget_class_set_css_name (widget_class, "strip");
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/venule/Venule/ui/venule-track-strip.ui");
  gtk_widget_class_bind_template_child (widget_class, VenuleTrackStrip, stack);
  gtk_widget_class_bind_template_child (widget_class, VenuleTrackStrip, empty_label);
  gtk_widget_class_bind_template_child (widget_class, VenuleTrackStrip, title_label);
  gtk_widget_class_bind_template_child (widget_class, VenuleTrackStrip, velocity_view);
  gtk_widget_class_bind_template_child (widget_class, VenuleTrackStrip, montage_view);
}

static void
venule_track_strip_init (VenuleTrackStrip *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

void
venule_track_strip_set_document (VenuleTrackStrip *self,
                                 VenuleDocument   *document)
{
  g_return_if_fail (VENULE_IS_TRACK_STRIP (self));

  if (self->document)
    g_signal_handlers_disconnect_by_data (self->document, self);
  venule_velocity_view_set_document (self->velocity_view, document);
  venule_montage_view_set_document (self->montage_view, document);
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
venule_track_strip_set_player (VenuleTrackStrip *self,
                               VenulePlayer     *player)
{
  g_return_if_fail (VENULE_IS_TRACK_STRIP (self));

  venule_velocity_view_set_player (self->velocity_view, player);
  venule_montage_view_set_player (self->montage_view, player);
}

void
venule_track_strip_set_selection (VenuleTrackStrip *self,
                                  VenuleSelection  *selection)
{
  g_return_if_fail (VENULE_IS_TRACK_STRIP (self));
  g_return_if_fail (self->selection == NULL);

  self->selection = g_object_ref (selection);
  g_signal_connect_swapped (selection, "changed", G_CALLBACK (on_selection_changed), self);
}

void
venule_track_strip_set_display_window (VenuleTrackStrip          *self,
                                       const VenuleDisplayWindow *window)
{
  g_return_if_fail (VENULE_IS_TRACK_STRIP (self));

  venule_montage_view_set_display_window (self->montage_view, window);
}
