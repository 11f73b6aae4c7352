/* venule-movie-sink.h: what writes one kind of movie file
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "venule-frame.h"

G_BEGIN_DECLS

/**
 * VenuleMovieFormat:
 * @VENULE_MOVIE_FFV1: lossless FFV1 in Matroska; gray 8 or 16 bit, or RGB
 * @VENULE_MOVIE_AVI: uncompressed 8-bit gray AVI
 * @VENULE_MOVIE_TIFF: multi-page gray TIFF, 8 or 16 bit, with the interval in ImageJ's description
 * @VENULE_MOVIE_MP4: H.264 for showing (annotated movies); MPEG-4 where no H.264 encoder is there
 * @VENULE_MOVIE_GIF: 256 colours, for slides and web pages; colour only
 */
typedef enum {
  VENULE_MOVIE_FFV1,
  VENULE_MOVIE_AVI,
  VENULE_MOVIE_TIFF,
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
 * @bit_depth: 8 to 16 for gray, 0 for colour
 * @frame_rate: frames/s, 0 for a stack without
 *
 * What is to be written.
 */
typedef struct {
  char              *path;
  char              *name;
  VenuleMovieFormat  format;
  int                width;
  int                height;
  int                bit_depth;
  double             frame_rate;
} VenuleMovieSpec;

typedef struct _VenuleMovieSink VenuleMovieSink;

/**
 * VenuleMovieSink:
 * @add_frame: writes gray samples
 * @add_pixels: (nullable): writes rows of native-endian 0x00RRGGBB, @stride bytes apart
 * @finish: writes what is still to be written
 * @free: closes the file and frees the sink
 *
 * A writer of one kind of file. Errors are %VENULE_ERROR_WRITE.
 */
struct _VenuleMovieSink
{
  gboolean (*add_frame)  (VenuleMovieSink *self, VenuleFrame *frame, GError **error);
  gboolean (*add_pixels) (VenuleMovieSink *self, const guint8 *pixels, int stride, GError **error);
  gboolean (*finish)     (VenuleMovieSink *self, GError **error);
  void     (*free)       (VenuleMovieSink *self);
};

VenuleMovieSink *venule_av_sink_new        (const VenuleMovieSpec  *spec,
                                            GError                **error);
VenuleMovieSink *venule_tiff_sink_new      (const VenuleMovieSpec  *spec,
                                            GError                **error);
gboolean         venule_sink_set_error     (const VenuleMovieSpec  *spec,
                                            const char             *reason,
                                            GError                **error);

G_END_DECLS
