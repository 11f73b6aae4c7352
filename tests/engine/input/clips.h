/* clips.h: small videos for the tests
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "gray-movie.h"
#include "venule-source.h"

G_BEGIN_DECLS

char         *clips_make_folder   (void);
void          clips_remove_folder (char              *folder);
VenuleFrame  *clips_draw_frame    (gint64             index,
                                   int                width,
                                   int                height,
                                   int                bit_depth);
char         *clips_write         (const char        *folder,
                                   const char        *name,
                                   GrayMovieFormat    format,
                                   int                width,
                                   int                height,
                                   int                bit_depth,
                                   double             frame_rate,
                                   int                n_frames);
VenuleSource *clips_open          (const char        *path);
VenuleFrame  *clips_read          (VenuleReader      *reader,
                                   gint64             index);
void          clips_build_table   (VenuleSource      *source);
void          clips_assert_equal  (VenuleFrame       *a,
                                   VenuleFrame       *b);

G_END_DECLS
