/* venule-canvas-content.c: the document, the frame and the tracks that the canvas shows, and how
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-canvas-private.h"

#include <glib/gi18n.h>

/* Until a frame on show is told to those who do not see it. */
#define DESCRIBE_MS 150

static void
update_video_size (VenuleCanvas *self)
{
  VenuleSource *source = NULL;
  int width = 0, height = 0;

  if (self->document != NULL)
    source = venule_document_get_source (self->document);
  if (source == NULL && self->player != NULL)
    source = venule_player_get_source (self->player);
  if (source != NULL)
    {
      width = venule_source_get_width (source);
      height = venule_source_get_height (source);
    }
  else if (self->frame != NULL)
    {
      width = self->frame->width;
      height = self->frame->height;
    }

  if (width == self->view.video_width && height == self->view.video_height)
    return;
  venule_canvas_view_set_video (&self->view, width, height);
  venule_canvas_view_changed (self);
}

/* For those who do not see it. */
static gboolean
describe (gpointer user_data)
{
  VenuleCanvas *self = user_data;
  g_autofree char *cells = NULL;
  g_autofree char *text = NULL;
  guint n;

  self->describe_timeout = 0;
  if (self->document == NULL || self->frame == NULL || self->player == NULL || venule_player_get_playing (self->player))
    return G_SOURCE_REMOVE;

  n = venule_document_count_tracks_at (self->document, self->frame->index);
  cells = g_strdup_printf (ngettext ("%u cell", "%u cells", n), n);
  /* Translators: number of the frame on show, and how many cells it has: "Frame 373, 14 cells" */
  text = g_strdup_printf (_("Frame %lld, %s"), (long long) self->frame->index, cells);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text, -1);
  return G_SOURCE_REMOVE;
}

/* Not while it plays or one frame follows the other, which would be a flood of words. */
static void
update_description (VenuleCanvas *self)
{
  g_clear_handle_id (&self->describe_timeout, g_source_remove);
  self->describe_timeout = g_timeout_add (DESCRIBE_MS, describe, self);
}

static void
on_frame (VenuleCanvas *self)
{
  VenuleFrame *frame = self->player != NULL ? venule_player_get_frame (self->player) : NULL;

  if (frame == self->frame)
    return;

  venule_canvas_notify_tools (self, VENULE_TOOL_CHANGE_FRAME);
  g_clear_pointer (&self->frame, venule_frame_unref);
  if (frame != NULL)
    self->frame = venule_frame_ref (frame);
  if (self->projection == NULL)
    venule_frame_layer_set_frame (self->frame_layer, frame);
  update_video_size (self);
  update_description (self);
  venule_canvas_invalidate (self, VENULE_LAYERS_OF_FRAME);
  g_object_notify (G_OBJECT (self), "frame");
}

static void
on_source_changed (VenuleCanvas *self)
{
  venule_canvas_cancel (self);
  venule_canvas_notify_tools (self, VENULE_TOOL_CHANGE_SOURCE);
  self->view.video_width = 0; /* another video fits at first, even of the same size */
  update_video_size (self);
  venule_canvas_invalidate (self, VENULE_LAYERS_ALL);
}

static void
on_settings_changed (VenuleCanvas *self)
{
  venule_canvas_notify_tools (self, VENULE_TOOL_CHANGE_SETTINGS);
  venule_velocity_scale_invalidate (self->velocity_scale);
  venule_canvas_invalidate (self, VENULE_LAYERS_ALL);
}

static void
on_tracks_changed (VenuleCanvas *self)
{
  venule_canvas_notify_tools (self, VENULE_TOOL_CHANGE_TRACKS);
  venule_velocity_scale_invalidate (self->velocity_scale);
  venule_canvas_invalidate (self, VENULE_LAYER_BIT (VENULE_LAYER_SELECTED) | VENULE_LAYER_BIT (VENULE_LAYER_TRACKS));
}

static void
on_measures_changed (VenuleCanvas *self)
{
  venule_canvas_notify_tools (self, VENULE_TOOL_CHANGE_MEASURES);
}

static void
on_run_settings_changed (VenuleCanvas *self)
{
  on_measures_changed (self);
  venule_velocity_scale_invalidate (self->velocity_scale);
  venule_canvas_invalidate (self, VENULE_LAYERS_ALL);
}

static void
on_selection_changed (VenuleCanvas *self)
{
  venule_canvas_notify_tools (self, VENULE_TOOL_CHANGE_SELECTION);
  venule_canvas_invalidate (self, VENULE_LAYER_BIT (VENULE_LAYER_SELECTED) | VENULE_LAYER_BIT (VENULE_LAYER_TRACKS));
}

/**
 * venule_canvas_set_document:
 * @document: (nullable): whose tracks, crop and flow are shown and changed
 */
void
venule_canvas_set_document (VenuleCanvas   *self,
                            VenuleDocument *document)
{
  g_return_if_fail (VENULE_IS_CANVAS (self));
  g_return_if_fail (document == NULL || VENULE_IS_DOCUMENT (document));

  if (document == self->document)
    return;

  if (self->document != NULL)
    g_signal_handlers_disconnect_by_data (self->document, self);
  g_set_object (&self->document, document);
  g_clear_pointer (&self->proposed, venule_settings_free);
  if (document != NULL)
    {
      g_signal_connect_swapped (document, "settings-changed", G_CALLBACK (on_settings_changed), self);
      g_signal_connect_swapped (document, "tracks-changed", G_CALLBACK (on_tracks_changed), self);
      g_signal_connect_swapped (document, "notify::source", G_CALLBACK (on_source_changed), self);
      g_signal_connect_swapped (document, "measures-changed", G_CALLBACK (on_measures_changed), self);
      g_signal_connect_swapped (document, "notify::run-settings", G_CALLBACK (on_run_settings_changed), self);
    }
  venule_velocity_scale_invalidate (self->velocity_scale);
  on_source_changed (self);
  g_object_notify (G_OBJECT (self), "document");
}

/**
 * venule_canvas_set_player:
 * @player: (nullable): whose frame is shown
 */
void
venule_canvas_set_player (VenuleCanvas *self,
                          VenulePlayer *player)
{
  g_return_if_fail (VENULE_IS_CANVAS (self));
  g_return_if_fail (player == NULL || VENULE_IS_PLAYER (player));

  if (player == self->player)
    return;

  if (self->player != NULL)
    g_signal_handlers_disconnect_by_data (self->player, self);
  g_set_object (&self->player, player);
  if (player != NULL)
    g_signal_connect_swapped (player, "notify::frame", G_CALLBACK (on_frame), self);
  on_frame (self);
  g_object_notify (G_OBJECT (self), "player");
}

/**
 * venule_canvas_set_selection:
 * @selection: (nullable): which tracks are drawn emphasised; clicks change it
 */
void
venule_canvas_set_selection (VenuleCanvas    *self,
                             VenuleSelection *selection)
{
  g_return_if_fail (VENULE_IS_CANVAS (self));
  g_return_if_fail (selection == NULL || VENULE_IS_SELECTION (selection));

  if (selection == self->selection)
    return;

  if (self->selection != NULL)
    g_signal_handlers_disconnect_by_data (self->selection, self);
  g_set_object (&self->selection, selection);
  if (selection != NULL)
    g_signal_connect_swapped (selection, "changed", G_CALLBACK (on_selection_changed), self);
  on_selection_changed (self);
  g_object_notify (G_OBJECT (self), "selection");
}

gint64
venule_canvas_get_frame (VenuleCanvas *self)
{
  g_return_val_if_fail (VENULE_IS_CANVAS (self), -1);

  return self->frame != NULL ? self->frame->index : -1;
}

/**
 * venule_canvas_get_overlay:
 *
 * Returns: (transfer none): what is drawn over the video
 */
const VenuleOverlayOptions *
venule_canvas_get_overlay (VenuleCanvas *self)
{
  g_return_val_if_fail (VENULE_IS_CANVAS (self), NULL);

  return &self->overlay;
}

/**
 * venule_canvas_set_overlay:
 * @options: what is drawn over the video; copied, without @selected and @scale, which the canvas knows better
 */
void
venule_canvas_set_overlay (VenuleCanvas               *self,
                           const VenuleOverlayOptions *options)
{
  g_return_if_fail (VENULE_IS_CANVAS (self));
  g_return_if_fail (options != NULL);

  self->overlay = *options;
  self->overlay.selected = NULL;
  self->overlay.scale = 1;
  venule_canvas_invalidate (self, VENULE_LAYERS_ALL);
}

/**
 * venule_canvas_set_projection:
 * @projection: (nullable): a picture as large as the frames, shown in their place; %NULL: the frames are
 * @name: (nullable): what it is, said over it
 *
 * Tracks and drawings stay those of the frame.
 */
void
venule_canvas_set_projection (VenuleCanvas *self,
                              VenuleFrame  *projection,
                              const char   *name)
{
  g_return_if_fail (VENULE_IS_CANVAS (self));

  if (projection != NULL)
    venule_frame_ref (projection);
  g_clear_pointer (&self->projection, venule_frame_unref);
  self->projection = projection;
  g_free (self->projection_name);
  self->projection_name = g_strdup (name);
  venule_frame_layer_set_frame (self->frame_layer, projection != NULL ? projection : self->frame);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/**
 * venule_canvas_set_proposed:
 * @settings: (nullable): what is proposed, copied; %NULL: nothing
 *
 * Their vessel is drawn dashed, in place of the document's. A handle of it that is dragged makes them the document's.
 */
void
venule_canvas_set_proposed (VenuleCanvas         *self,
                            const VenuleSettings *settings)
{
  g_return_if_fail (VENULE_IS_CANVAS (self));

  if (settings == NULL && self->proposed == NULL)
    return;

  g_clear_pointer (&self->proposed, venule_settings_free);
  if (settings != NULL)
    self->proposed = venule_settings_copy (settings);
  if (self->document != NULL)
    venule_canvas_notify_tools (self, VENULE_TOOL_CHANGE_SETTINGS);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/**
 * venule_canvas_set_detections:
 * @detections: (nullable) (element-type VenuleDetection): cells of the preview; the canvas takes a reference
 *
 * They belong to the player's frame, and are not drawn over another one.
 */
void
venule_canvas_set_detections (VenuleCanvas *self,
                              GArray       *detections)
{
  VenuleFrame *frame;

  g_return_if_fail (VENULE_IS_CANVAS (self));

  if (detections == self->preview.detections)
    return;

  g_clear_pointer (&self->preview.detections, g_array_unref);
  if (detections != NULL)
    self->preview.detections = g_array_ref (detections);
  frame = self->player != NULL ? venule_player_get_frame (self->player) : NULL;
  self->preview.frame = frame != NULL ? frame->index : -1;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/**
 * venule_canvas_set_display_window:
 * @window: which samples are shown black and white
 */
void
venule_canvas_set_display_window (VenuleCanvas              *self,
                                  const VenuleDisplayWindow *window)
{
  g_return_if_fail (VENULE_IS_CANVAS (self));
  g_return_if_fail (window != NULL);

  venule_frame_layer_set_window (self->frame_layer, window);
  gtk_widget_queue_draw (GTK_WIDGET (self));
  g_signal_emit_by_name (self, "display-changed");
}

const VenuleDisplayWindow *
venule_canvas_get_display_window (VenuleCanvas *self)
{
  g_return_val_if_fail (VENULE_IS_CANVAS (self), NULL);

  return venule_frame_layer_get_window (self->frame_layer);
}

/**
 * venule_canvas_set_ceiling:
 * @level: the sample from which on pixels are saturated, and marked with stripes; 0: none are marked
 */
void
venule_canvas_set_ceiling (VenuleCanvas *self,
                           guint         level)
{
  g_return_if_fail (VENULE_IS_CANVAS (self));

  venule_frame_layer_set_ceiling (self->frame_layer, level);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}
