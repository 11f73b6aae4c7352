/* made-video.h: the frames of a made scene in memory, with what an analysis is told of them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-frame.h"
#include "venule-settings.h"
#include "vnk.h"

G_BEGIN_DECLS

/**
 * MadeVideo:
 * @frames: (element-type VenuleFrame)
 * @frame_rate: frames/s
 * @settings: the true vessel, flow and size of the cells, all else by default
 */
typedef struct {
  GPtrArray      *frames;
  double          frame_rate;
  VenuleSettings *settings;
} MadeVideo;

/* @keys: (nullable) (array zero-terminated): "key=value", stronger than what the file says. */
MadeVideo *made_video_new     (const char          *path,
                               const char * const  *keys,
                               guint64              seed,
                               GError             **error);
void       made_video_free    (MadeVideo           *self);
/* The tracks of a whole run on @backend, which is taken. What computed it is told in @device (nullable). */
GPtrArray *made_video_analyse (const MadeVideo     *self,
                               vnk_backend         *backend,
                               char               **device,
                               GError             **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (MadeVideo, made_video_free)

G_END_DECLS
