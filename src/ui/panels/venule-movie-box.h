/* venule-movie-box.h: how the annotated movie is made
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "venule-export.h"

G_BEGIN_DECLS

/**
 * VenuleMovieBox:
 *
 * Kind of file, first and last frame, and whether it is drawn as on the screen. Properties: format (one of mp4, ffv1,
 * gif), as-shown (boolean), to be bound to settings.
 */
#define VENULE_TYPE_MOVIE_BOX (venule_movie_box_get_type ())
G_DECLARE_FINAL_TYPE (VenuleMovieBox, venule_movie_box, VENULE, MOVIE_BOX, GtkBox)

/* Of what was analysed; −1, −1: nothing. */
void venule_movie_box_set_range   (VenuleMovieBox             *self,
                                   gint64                      first,
                                   gint64                      last);
/* @shown: what is drawn on the screen. */
void venule_movie_box_get_options (VenuleMovieBox             *self,
                                   const VenuleOverlayOptions *shown,
                                   VenuleMovieOptions         *options);

G_END_DECLS
