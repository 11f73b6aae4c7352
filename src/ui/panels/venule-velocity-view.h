/* venule-velocity-view.h: how fast a track was over time, with a cursor on the frame on show
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "venule-document.h"
#include "venule-player.h"

G_BEGIN_DECLS

/* The cursor follows the video; a click or a drag takes the video along. Left and Right step by a frame. */
#define VENULE_TYPE_VELOCITY_VIEW (venule_velocity_view_get_type ())
G_DECLARE_FINAL_TYPE (VenuleVelocityView, venule_velocity_view, VENULE, VELOCITY_VIEW, GtkWidget)

void venule_velocity_view_set_document (VenuleVelocityView *self,
                                        VenuleDocument     *document);
void venule_velocity_view_set_player   (VenuleVelocityView *self,
                                        VenulePlayer       *player);
/* Which track; (nullable). To be called again when it has changed. */
void venule_velocity_view_set_track    (VenuleVelocityView *self,
                                        VenuleTrack        *track);

G_END_DECLS
