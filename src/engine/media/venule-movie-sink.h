/* venule-movie-sink.h: what writes one kind of movie file
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-movie-writer.h"

G_BEGIN_DECLS

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
