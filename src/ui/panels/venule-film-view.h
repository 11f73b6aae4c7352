/* venule-film-view.h: a track's cells side by side, frame by frame
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
 * VenuleFilmView:
 *
 * The sub-images of a track, turned along the flow, with their contours; row by row, for a scrolled window. Those in
 * sight are read in a thread. A gap is one tile, however long. The one on show on the video is framed, and kept in
 * sight. A click goes to its frame; arrows, Home, End and the page keys go from cell to cell; the other button, Menu or
 * Shift+F10 show what can be done there.
 */
#define VENULE_TYPE_FILM_VIEW (venule_film_view_get_type ())
G_DECLARE_FINAL_TYPE (VenuleFilmView, venule_film_view, VENULE, FILM_VIEW, GtkWidget)

void  venule_film_view_set_document       (VenuleFilmView            *self,
                                           VenuleDocument            *document);
void  venule_film_view_set_player         (VenuleFilmView            *self,
                                           VenulePlayer              *player);
/* Which track; (nullable). To be called again when it has changed. */
void  venule_film_view_set_track          (VenuleFilmView            *self,
                                           VenuleTrack               *track);
void  venule_film_view_set_display_window (VenuleFilmView            *self,
                                           const VenuleDisplayWindow *window);
/* For tests: the frame that is framed (−1: none), how many tiles are in sight, and how many of them have their
 * picture. */
char *venule_film_view_describe           (VenuleFilmView            *self);

G_END_DECLS
