/* venule-playback-controls.h: plays and steps through the video's time
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "venule-canvas.h"
#include "venule-document.h"
#include "venule-player.h"

G_BEGIN_DECLS

/* The timeline with the buttons below it; the buttons are the window's actions. */
#define VENULE_TYPE_PLAYBACK_CONTROLS (venule_playback_controls_get_type ())
G_DECLARE_FINAL_TYPE (VenulePlaybackControls, venule_playback_controls, VENULE, PLAYBACK_CONTROLS, GtkBox)

void venule_playback_controls_set_player (VenulePlaybackControls *self,
                                          VenulePlayer           *player);
/* Whose brightness is set. */
void venule_playback_controls_set_canvas (VenulePlaybackControls *self,
                                          VenuleCanvas           *canvas);
void venule_playback_controls_set_document (VenulePlaybackControls *self,
                                            VenuleDocument         *document);
/* Frames first … last have been analysed; −1, −1: none. */
void venule_playback_controls_set_analysed (VenulePlaybackControls *self,
                                            gint64                  first,
                                            gint64                  last);

G_END_DECLS
