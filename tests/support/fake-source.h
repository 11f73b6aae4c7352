/* fake-source.h: a video that has a frame table and no frames
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-source.h"

/* 640×480, 8 bit. @frame_rate: 0: the file tells no times. @with_table: whether the frame table is complete; its frames
 * then lie 1.5 times as far apart as the rate says. */
VenuleSource *fake_source_new (double   frame_rate,
                               gint64   n_frames,
                               gboolean with_table);
/* With a complete table, and the content of the file at @path for its hash. */
VenuleSource *fake_source_new_at (const char *path,
                                  double      frame_rate,
                                  gint64      n_frames);
/* The same with a complete table of these times, s. */
VenuleSource *fake_source_new_timed (const double *times,
                                     gint64        n_frames);
