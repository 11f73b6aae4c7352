/* bench-options.h: what is to be measured
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * BenchOptions:
 * @width: of the crop, px
 * @height: of the crop, px
 * @radius: of the cells, px
 * @cells: in the crop at one time
 * @frames: of the video, for the whole engine
 * @analyze_frames: for the command, with decoding and writing
 * @videos: at once; 0: 64 on a device, one for each thread on the processor
 * @threads: of the CPU's backend; 0: all
 * @runs: of each measurement, at most
 * @budget: s for each measurement, at most
 * @parts: (nullable): "operations", "steps", "growth", "engine", "analyze"; NULL: all
 * @operations: (nullable): names of those that are wanted; NULL: all
 * @backends: (nullable): "cpu", "cuda"; NULL: all
 * @quick: whether it only has to be seen that everything works
 * @json: (nullable): where the figures are to be written
 * @cli: (nullable): venule-cli
 * @video: (nullable): a video instead of the made one
 * @video_options: (nullable): options of "venule-cli analyze" for it
 */
typedef struct {
  int       width, height;
  double    radius;
  int       cells;
  int       frames;
  int       analyze_frames;
  int       videos;
  int       threads;
  int       runs;
  double    budget;
  char    **parts;
  char    **operations;
  char    **backends;
  gboolean  quick;
  char     *json;
  char     *cli;
  char     *video;
  char    **video_options;
} BenchOptions;

gboolean bench_options_parse  (BenchOptions        *self,
                               int                 *argc,
                               char              ***argv,
                               GError             **error);
void     bench_options_clear  (BenchOptions        *self);
gboolean bench_options_wants  (char               **wanted,
                               const char          *name);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (BenchOptions, bench_options_clear)

G_END_DECLS
