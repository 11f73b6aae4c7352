/* venule-frame-queue.h: decodes ahead in a thread of its own
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-source.h"

G_BEGIN_DECLS

/**
 * VenuleFrameQueue:
 *
 * A thread that decodes a range of frames in order into a short queue: memory stays bounded however long the video is.
 */
typedef struct _VenuleFrameQueue VenuleFrameQueue;

/* @last: −1: to the end of the video. */
VenuleFrameQueue *venule_frame_queue_new  (VenuleSource      *source,
                                           gint64             first,
                                           gint64             last);
/* Stops and joins the thread. */
void              venule_frame_queue_free (VenuleFrameQueue  *self);
/* Any thread: makes a waiting pop return, and the thread end. */
void              venule_frame_queue_stop (VenuleFrameQueue  *self);
/* (transfer full) (nullable): the next frame; NULL at the end, when stopped, or with an error. */
VenuleFrame      *venule_frame_queue_pop  (VenuleFrameQueue  *self,
                                           GError           **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (VenuleFrameQueue, venule_frame_queue_free)

G_END_DECLS
