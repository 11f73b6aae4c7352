/* bench-video.h: frames in memory, made or from a file
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "bench-options.h"
#include "venule-frame.h"
#include "venule-settings.h"

G_BEGIN_DECLS

/**
 * BenchCell:
 * @x: centre, px of the crop
 * @y: the same
 * @step_x: to the next frame, px
 * @step_y: the same
 */
typedef struct {
  double x, y, step_x, step_y;
} BenchCell;

/**
 * BenchVideo:
 * @frames: (element-type VenuleFrame)
 * @frame_rate: frames/s
 * @settings: crop, flow and size of the cells
 * @crop_x: px
 * @crop_y: px
 * @cells: (element-type BenchCell): of the first frame; empty for a file
 * @what: for people
 */
typedef struct {
  GPtrArray      *frames;
  double          frame_rate;
  VenuleSettings *settings;
  int             crop_x, crop_y;
  GArray         *cells;
  char           *what;
} BenchVideo;

/* The paper's workload, or what the options make of it: always the same. */
BenchVideo *bench_video_new_made (const BenchOptions  *options,
                                  guint                n_frames,
                                  GError             **error);
/* The options' file, its first frames. */
BenchVideo *bench_video_new_file (const BenchOptions  *options,
                                  guint                n_frames,
                                  GError             **error);
void        bench_video_free     (BenchVideo          *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (BenchVideo, bench_video_free)

G_END_DECLS
