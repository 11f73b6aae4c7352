/* venule-movie-writer.h: writes annotated movies
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <cairo.h>

#include "venule-movie-encoder.h"

G_BEGIN_DECLS

#define VENULE_TYPE_MOVIE_WRITER (venule_movie_writer_get_type ())
G_DECLARE_FINAL_TYPE (VenuleMovieWriter, venule_movie_writer, VENULE, MOVIE_WRITER, GObject)

/* Odd sizes are allowed (H.264 pads). Writes to a temporary name beside @path and renames on finish: a failed run
 * leaves no half file. */
VenuleMovieWriter *venule_movie_writer_new         (const char         *path,
                                                    VenuleMovieFormat   format,
                                                    int                 width,
                                                    int                 height,
                                                    double              frame_rate,
                                                    GError            **error);
/* @surface: CAIRO_FORMAT_RGB24 of the movie's size. */
gboolean           venule_movie_writer_add_surface (VenuleMovieWriter  *self,
                                                    cairo_surface_t    *surface,
                                                    GError            **error);
gboolean           venule_movie_writer_finish      (VenuleMovieWriter  *self,
                                                    GError            **error);

G_END_DECLS
