/* venule-playback-controls.c: plays and steps through the video's time
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-playback-controls.h"

#include <glib/gi18n.h>

#include "venule-brightness.h"
#include "venule-timeline.h"

struct _VenulePlaybackControls
{
  GtkBox            parent_instance;

  VenuleTimeline   *timeline;
  GtkWidget        *play_button;
  VenuleBrightness *brightness;

  VenulePlayer     *player;
};

G_DEFINE_FINAL_TYPE (VenulePlaybackControls, venule_playback_controls, GTK_TYPE_BOX)

static void
update_playing (VenulePlaybackControls *self)
{
  gboolean playing = venule_player_get_playing (self->player);

  gtk_button_set_icon_name (GTK_BUTTON (self->play_button),
                            playing ? "media-playback-pause-symbolic" : "media-playback-start-symbolic");
  gtk_widget_set_tooltip_text (self->play_button, playing ? _("Pause (Space)") : _("Play (Space)"));
}

static void
venule_playback_controls_dispose (GObject *object)
{
  VenulePlaybackControls *self = VENULE_PLAYBACK_CONTROLS (object);

  if (self->player)
    g_signal_handlers_disconnect_by_data (self->player, self);
  g_clear_object (&self->player);

  G_OBJECT_CLASS (venule_playback_controls_parent_class)->dispose (object);
}

static void
venule_playback_controls_class_init (VenulePlaybackControlsClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = venule_playback_controls_dispose;

  g_type_ensure (VENULE_TYPE_BRIGHTNESS);
  g_type_ensure (VENULE_TYPE_TIMELINE);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/venule/Venule/ui/venule-playback-controls.ui");
  gtk_widget_class_bind_template_child (widget_class, VenulePlaybackControls, timeline);
  gtk_widget_class_bind_template_child (widget_class, VenulePlaybackControls, play_button);
  gtk_widget_class_bind_template_child (widget_class, VenulePlaybackControls, brightness);
}

static void
venule_playback_controls_init (VenulePlaybackControls *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

void
venule_playback_controls_set_player (VenulePlaybackControls *self,
                                     VenulePlayer           *player)
{
  g_return_if_fail (VENULE_IS_PLAYBACK_CONTROLS (self));
  g_return_if_fail (VENULE_IS_PLAYER (player));

  if (!g_set_object (&self->player, player))
    return;

  venule_timeline_set_player (self->timeline, player);
  venule_brightness_set_player (self->brightness, player);
  g_signal_connect_swapped (player, "notify::playing", G_CALLBACK (update_playing), self);
  update_playing (self);
}

/**
 * venule_playback_controls_set_document:
 * @self: a #VenulePlaybackControls
 * @document: (nullable): whose calibration gives the times, and whose range of frames is shown
 */
void
venule_playback_controls_set_document (VenulePlaybackControls *self,
                                       VenuleDocument         *document)
{
  g_return_if_fail (VENULE_IS_PLAYBACK_CONTROLS (self));

  venule_timeline_set_document (self->timeline, document);
  venule_brightness_set_document (self->brightness, document);
}

void
venule_playback_controls_set_analysed (VenulePlaybackControls *self,
                                       gint64                  first,
                                       gint64                  last)
{
  g_return_if_fail (VENULE_IS_PLAYBACK_CONTROLS (self));

  venule_timeline_set_analysed (self->timeline, first, last);
}

void
venule_playback_controls_set_canvas (VenulePlaybackControls *self,
                                     VenuleCanvas           *canvas)
{
  g_return_if_fail (VENULE_IS_PLAYBACK_CONTROLS (self));

  venule_brightness_set_canvas (self->brightness, canvas);
}
