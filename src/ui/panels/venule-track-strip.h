/* venule-track-strip.h: one track: its velocity over time, and its cells frame by frame
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "venule-document.h"
#include "venule-frame-texture.h"
#include "venule-player.h"
#include "venule-selection.h"

G_BEGIN_DECLS

/* Shows the selected track while it is the only one; without one it says what to do. */
#define VENULE_TYPE_TRACK_STRIP (venule_track_strip_get_type ())
G_DECLARE_FINAL_TYPE (VenuleTrackStrip, venule_track_strip, VENULE, TRACK_STRIP, GtkWidget)

void venule_track_strip_set_document      (VenuleTrackStrip          *self,
                                           VenuleDocument            *document);
void venule_track_strip_set_player        (VenuleTrackStrip          *self,
                                           VenulePlayer              *player);
void venule_track_strip_set_selection     (VenuleTrackStrip          *self,
                                           VenuleSelection           *selection);
/* Which samples are black and white, as on the video. */
void venule_track_strip_set_display_window (VenuleTrackStrip          *self,
                                            const VenuleDisplayWindow *window);

G_END_DECLS
