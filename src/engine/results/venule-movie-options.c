/* venule-movie-options.c: how the annotated movie is made
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-movie-options.h"

void
venule_movie_options_init (VenuleMovieOptions *self)
{
  *self = (VenuleMovieOptions){ .format = VENULE_MOVIE_MP4, .first_frame = -1, .last_frame = -1 };
  venule_overlay_options_init (&self->overlay);
}

const char *
venule_movie_options_get_name (const VenuleMovieOptions *self)
{
  return self->format == VENULE_MOVIE_FFV1 ? "annotated.mkv"
         : self->format == VENULE_MOVIE_GIF ? "annotated.gif" : "annotated.mp4";
}
