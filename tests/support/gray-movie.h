/* gray-movie.h: writes videos and stacks of gray frames, for tests and synthetic scenes
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-frame.h"

/**
 * GrayMovieFormat:
 * @GRAY_MOVIE_FFV1: lossless FFV1 in Matroska; 8, 10 and 12 bits stay so, others are kept in 16
 * @GRAY_MOVIE_AVI: uncompressed 8-bit AVI
 * @GRAY_MOVIE_TIFF: multi-page TIFF, 8 or 16 bit, with the interval in ImageJ's description
 * @GRAY_MOVIE_MP4: 8-bit H.264, of even size; MPEG-4 where no H.264 encoder is there
 */
typedef enum {
  GRAY_MOVIE_FFV1,
  GRAY_MOVIE_AVI,
  GRAY_MOVIE_TIFF,
  GRAY_MOVIE_MP4,
} GrayMovieFormat;

typedef struct _GrayMovie GrayMovie;

/* Takes the place of a file of that name. @frame_rate: 0: not known, of a stack alone. */
GrayMovie *gray_movie_new    (const char       *path,
                              GrayMovieFormat   format,
                              int               width,
                              int               height,
                              int               bit_depth,
                              double            frame_rate,
                              GError          **error);
gboolean   gray_movie_add    (GrayMovie        *self,
                              VenuleFrame      *frame,
                              GError          **error);
gboolean   gray_movie_finish (GrayMovie        *self,
                              GError          **error);
void       gray_movie_free   (GrayMovie        *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (GrayMovie, gray_movie_free)
