/* venule-montage-view.h: a track's cells side by side, frame by frame
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "venule-document.h"
#include "venule-frame-texture.h"
#include "venule-player.h"

G_BEGIN_DECLS

/**
 * VenuleMontageView:
 *
 * The sub-images of a track, turned along the flow, with their contours; row by row, for a scrolled window. Those in
 * sight are read in a thread. A gap is one tile, however long. The one on show on the video is framed, and kept in
 * sight. A click goes to its frame; arrows, Home, End and the page keys go from cell to cell; the other button, Menu or
 * Shift+F10 show what can be done there.
 */
#define VENULE_TYPE_MONTAGE_VIEW (venule_montage_view_get_type ())
G_DECLARE_FINAL_TYPE (VenuleMontageView, venule_montage_view, VENULE, MONTAGE_VIEW, GtkWidget)

void  venule_montage_view_set_document    (VenuleMontageView         *self,
                                           VenuleDocument            *document);
void  venule_montage_view_set_player      (VenuleMontageView         *self,
                                           VenulePlayer              *player);
/* Which track; (nullable). To be called again when it has changed. */
void  venule_montage_view_set_track       (VenuleMontageView         *self,
                                           VenuleTrack               *track);
void  venule_montage_view_set_display_window (VenuleMontageView         *self,
                                              const VenuleDisplayWindow *window);
/* For tests: the frame that is framed (−1: none), how many tiles are in sight, and how many of them have their
 * picture. */
char *venule_montage_view_describe        (VenuleMontageView         *self);

G_END_DECLS
