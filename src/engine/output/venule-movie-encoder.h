/* venule-movie-encoder.h: writes movies through FFmpeg
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * VenuleMovieFormat:
 * @VENULE_MOVIE_FFV1: lossless FFV1 in Matroska
 * @VENULE_MOVIE_MP4: H.264; MPEG-4 where no H.264 encoder is there
 * @VENULE_MOVIE_GIF: 256 colours, for slides and web pages
 */
typedef enum {
  VENULE_MOVIE_FFV1,
  VENULE_MOVIE_MP4,
  VENULE_MOVIE_GIF,
} VenuleMovieFormat;

/**
 * VenuleMovieSpec:
 * @path: the file to write
 * @name: what the file will be called in the end, for messages
 * @format: kind of file
 * @width: px
 * @height: px
 * @frame_rate: frames/s
 *
 * What is to be written.
 */
typedef struct {
  char              *path;
  char              *name;
  VenuleMovieFormat  format;
  int                width;
  int                height;
  double             frame_rate;
} VenuleMovieSpec;

typedef struct _VenuleMovieEncoder VenuleMovieEncoder;

VenuleMovieEncoder *venule_movie_encoder_new    (const VenuleMovieSpec  *spec,
                                                 GError                **error);
gboolean            venule_movie_encoder_add    (VenuleMovieEncoder     *self,
                                                 const guint8           *pixels,
                                                 int                     stride,
                                                 GError                **error);
gboolean            venule_movie_encoder_finish (VenuleMovieEncoder     *self,
                                                 GError                **error);
void                venule_movie_encoder_free   (VenuleMovieEncoder     *self);
gboolean            venule_movie_set_error      (const VenuleMovieSpec  *spec,
                                                 const char             *reason,
                                                 GError                **error);

G_END_DECLS
