/* venule-movie-options.h: how the annotated movie is made
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-movie-encoder.h"
#include "venule-overlay-options.h"

G_BEGIN_DECLS

/**
 * VenuleMovieOptions:
 * @format: %VENULE_MOVIE_MP4, %VENULE_MOVIE_FFV1 or %VENULE_MOVIE_GIF
 * @first_frame: first frame shown; −1: the first that was analysed
 * @last_frame: last frame shown; −1: the last that was analysed
 * @overlay: what is drawn over the frames; its scale and velocity_max are filled in by the export, nothing is selected
 *
 * How the annotated movie is made.
 */
typedef struct {
  VenuleMovieFormat    format;
  gint64               first_frame;
  gint64               last_frame;
  VenuleOverlayOptions overlay;
} VenuleMovieOptions;

/* (out caller-allocates): MP4 of all analysed frames with everything drawn. */
void        venule_movie_options_init     (VenuleMovieOptions       *self);
/* "annotated.mp4", ".mkv" or ".gif" */
const char *venule_movie_options_get_name (const VenuleMovieOptions *self);

G_END_DECLS
