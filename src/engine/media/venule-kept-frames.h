/* venule-kept-frames.h: decoded frames that are wanted again
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-source.h"

G_BEGIN_DECLS

/**
 * VenuleKeptFrames:
 * @frames: (element-type VenuleFrame): the first frames of a video, in order
 * @room: bytes for more of them
 */
typedef struct {
  GPtrArray *frames;
  gsize      room;
} VenuleKeptFrames;

void         venule_kept_frames_init     (VenuleKeptFrames      *self);
void         venule_kept_frames_clear    (VenuleKeptFrames      *self);
void         venule_kept_frames_offer    (VenuleKeptFrames      *self,
                                          gint64                 index,
                                          VenuleFrame           *frame);
/* Gives the frames what the complete table says of them. */
void         venule_kept_frames_complete (VenuleKeptFrames      *self,
                                          const VenuleFrameInfo *rows,
                                          guint                  n_rows);
/* (transfer full) (nullable) */
VenuleFrame *venule_kept_frames_find     (VenuleKeptFrames      *self,
                                          gint64                 index);

G_END_DECLS
