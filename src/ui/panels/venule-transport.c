/* venule-transport.c: plays and steps through the video's time
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-transport.h"

#include <glib/gi18n.h>

#include "venule-brightness.h"
#include "venule-timeline.h"

struct _VenuleTransport
{
  GtkBox            parent_instance;

  VenuleTimeline   *timeline;
  GtkWidget        *play_button;
  VenuleBrightness *brightness;

  VenulePlayer     *player;
};

G_DEFINE_FINAL_TYPE (VenuleTransport, venule_transport, GTK_TYPE_BOX)

static void
update_playing (VenuleTransport *self)
{
  gboolean playing = venule_player_get_playing (self->player);

  gtk_button_set_icon_name (GTK_BUTTON (self->play_button),
                            playing ? "media-playback-pause-symbolic" : "media-playback-start-symbolic");
  gtk_widget_set_tooltip_text (self->play_button, playing ? _("Pause (Space)") : _("Play (Space)"));
}

static void
venule_transport_dispose (GObject *object)
{
  VenuleTransport *self = VENULE_TRANSPORT (object);

  if (self->player)
    g_signal_handlers_disconnect_by_data (self->player, self);
  g_clear_object (&self->player);

  G_OBJECT_CLASS (venule_transport_parent_class)->dispose (object);
}

static void
venule_transport_class_init (VenuleTransportClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = venule_transport_dispose;

  g_type_ensure (VENULE_TYPE_BRIGHTNESS);
  g_type_ensure (VENULE_TYPE_TIMELINE);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/venule/Venule/ui/venule-transport.ui");
  gtk_widget_class_bind_template_child (widget_class, VenuleTransport, timeline);
  gtk_widget_class_bind_template_child (widget_class, VenuleTransport, play_button);
  gtk_widget_class_bind_template_child (widget_class, VenuleTransport, brightness);
}

static void
venule_transport_init (VenuleTransport *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

void
venule_transport_set_player (VenuleTransport *self,
                             VenulePlayer    *player)
{
  g_return_if_fail (VENULE_IS_TRANSPORT (self));
  g_return_if_fail (VENULE_IS_PLAYER (player));

  if (!g_set_object (&self->player, player))
    return;

  venule_timeline_set_player (self->timeline, player);
  g_signal_connect_swapped (player, "notify::playing", G_CALLBACK (update_playing), self);
  update_playing (self);
}

/**
 * venule_transport_set_document:
 * @self: a #VenuleTransport
 * @document: (nullable): whose calibration gives the times, and whose range of frames is shown
 */
void
venule_transport_set_document (VenuleTransport *self,
                               VenuleDocument  *document)
{
  g_return_if_fail (VENULE_IS_TRANSPORT (self));

  venule_timeline_set_document (self->timeline, document);
  if (document)
    venule_brightness_reset (self->brightness, venule_source_get_bit_depth (venule_document_get_source (document)));
}

void
venule_transport_set_analysed (VenuleTransport *self,
                               gint64           first,
                               gint64           last)
{
  g_return_if_fail (VENULE_IS_TRANSPORT (self));

  venule_timeline_set_analysed (self->timeline, first, last);
}

void
venule_transport_set_canvas (VenuleTransport *self,
                             VenuleCanvas    *canvas)
{
  g_return_if_fail (VENULE_IS_TRANSPORT (self));

  venule_brightness_set_canvas (self->brightness, canvas);
}
