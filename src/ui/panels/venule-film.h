/* venule-film.h: sub-images of a track, read in a thread as they are wanted
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-cutout.h"
#include "venule-document.h"
#include "venule-frame-texture.h"

G_BEGIN_DECLS

/**
 * VenuleFilm:
 *
 * Keeps the pictures of one track's cells, frame by frame. A thread with a decoder of its own makes those that are
 * wanted and not there yet, in the order of the frames; a bounded number is kept. Main thread only.
 *
 * Signal: changed: there are more pictures.
 */
#define VENULE_TYPE_FILM (venule_film_get_type ())
G_DECLARE_FINAL_TYPE (VenuleFilm, venule_film, VENULE, FILM, GObject)

VenuleFilm   *venule_film_new                (void);
void          venule_film_set_source         (VenuleFilm                *self,
                                              VenuleSource              *source); /* nullable */
/* Which samples are black and white, as on the video. */
void          venule_film_set_display_window (VenuleFilm                *self,
                                              const VenuleDisplayWindow *window);
/* The picture of a frame (transfer none) (nullable): one that shows another place is none. */
GdkTexture   *venule_film_get                (VenuleFilm                *self,
                                              gint64                     frame,
                                              const VenuleCutout        *cutout);

/**
 * venule_film_want:
 * @self: a film
 * @frames: (array length=n): rising numbers of frames
 * @cutouts: (array length=n): what is wanted of each
 * @n: how many; what was wanted before and is not among them is read no longer
 */
void          venule_film_want               (VenuleFilm                *self,
                                              const gint64              *frames,
                                              const VenuleCutout        *cutouts,
                                              guint                      n);

/* Whether the video could not be read: (transfer none) (nullable) why. */
const char   *venule_film_get_problem        (VenuleFilm                *self);

G_END_DECLS
