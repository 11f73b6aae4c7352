/* venule-video-source.h: video files through FFmpeg
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <libavutil/frame.h>
#include <libavutil/rational.h>

#include "venule-source.h"

G_BEGIN_DECLS

#define VENULE_TYPE_VIDEO_SOURCE (venule_video_source_get_type ())
G_DECLARE_FINAL_TYPE (VenuleVideoSource, venule_video_source, VENULE, VIDEO_SOURCE, VenuleSource)

VenuleSource *venule_video_source_new         (const char               *path,
                                               const VenuleInputOptions *options,
                                               GCancellable             *cancellable,
                                               GError                  **error);
double        venule_video_source_time_of     (VenuleVideoSource        *self,
                                               gint64                    index,
                                               gint64                    pts);
const gint64 *venule_video_source_get_anchors (VenuleVideoSource        *self,
                                               gint64                   *n_anchors);
VenuleFrame  *venule_video_source_make_frame  (VenuleVideoSource        *self,
                                               const AVFrame            *picture,
                                               GError                  **error);

#define VENULE_TYPE_VIDEO_READER (venule_video_reader_get_type ())
G_DECLARE_FINAL_TYPE (VenuleVideoReader, venule_video_reader, VENULE, VIDEO_READER, VenuleReader)

VenuleReader *venule_video_reader_new         (VenuleVideoSource        *source,
                                               GError                  **error);

G_END_DECLS
