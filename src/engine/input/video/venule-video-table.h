/* venule-video-table.h: the frame table of a video file
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <libavutil/rational.h>

#include "venule-source.h"
#include "venule-timestamps.h"

G_BEGIN_DECLS

/**
 * VenuleVideoIndex:
 * @n_times: how many frames have a time in it; 0 in a file that is written in fragments
 * @n_entries: how many it lists
 * @listed: how long these last together, in units of the stream's time
 * @duration: of the video, in the same units; 0: unknown
 *
 * What the index of an MP4 or QuickTime file says. FFmpeg counts frames by one list of it and reads those in another,
 * and leaves out in silence those whose times are beyond the end: where the lists differ, frames are lost of which no
 * count tells.
 */
typedef struct {
  gint64 n_times;
  gint64 n_entries;
  double listed;
  double duration;
} VenuleVideoIndex;

/**
 * VenuleVideoTable:
 * @rows: (element-type VenuleFrameInfo) (nullable): what the pass has seen so far, until they are published
 * @damaged: (element-type gint64): numbers of the frames with damage
 * @misfits: frames of another size or format than the first
 * @clock: (nullable): which timestamps are believed, once all frames are there
 * @time_base: unit of the timestamps, s
 * @aspect: width to height of a pixel; 0 where the file does not say
 * @header_rate: frames/s in the header, or 0
 * @timeless: whether no time in it is the file's own
 * @contradicted: whether the timestamps say quite another one
 * @header_frames: number of frames in the header, or 0
 * @header_counts: whether @header_frames is a count rather than worked out from a duration
 * @index: of an MP4 or QuickTime file
 * @end_missing: whether the file itself ends too early
 * @left_out: frames that the file wants left out
 * @turn: degrees by which the file asks players to turn its frames
 * @n_videos: how many videos there are in the file
 * @bad_packets: packets that could not be decoded
 * @empty_packets: packets without content
 *
 * What one sequential pass over a video gathers.
 */
typedef struct {
  GArray           *rows;
  GArray           *damaged;
  gint64            misfits;
  VenuleTimestamps *clock;
  AVRational        time_base;
  AVRational        aspect;
  double            header_rate;
  gboolean          timeless;
  gboolean          contradicted;
  gint64            header_frames;
  gboolean          header_counts;
  VenuleVideoIndex  index;
  gboolean          end_missing;
  gint64            left_out;
  int               turn;
  int               n_videos;
  gint64            bad_packets;
  gint64            empty_packets;
} VenuleVideoTable;

VenuleVideoTable *venule_video_table_new       (void);
void              venule_video_table_free      (VenuleVideoTable      *self);
void              venule_video_table_add       (VenuleVideoTable      *self,
                                                const VenuleFrameInfo *row);
void              venule_video_table_publish   (VenuleVideoTable      *self,
                                                VenuleSource          *source);
void              venule_video_table_publish_scan
                                               (VenuleVideoTable      *self,
                                                VenuleSource          *source);
gboolean          venule_video_index_is_sound  (const VenuleVideoIndex *self);
gboolean          venule_video_rate_explains   (double                 frame_rate,
                                                double                 time,
                                                gint64                 index,
                                                double                 unit);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (VenuleVideoTable, venule_video_table_free)

G_END_DECLS
