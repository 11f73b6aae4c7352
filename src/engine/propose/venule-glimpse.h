/* venule-glimpse.h: a few frames of a video, shrunken, in which the tissue stands still
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "venule-map.h"
#include "venule-source.h"

G_BEGIN_DECLS

#define VENULE_GLIMPSE_STRETCH 20 /* frames, consecutive or, of a fast camera, about 30 a second */
#define VENULE_GLIMPSE_FRAMES 100 /* at most */
#define VENULE_GLIMPSE_FEWEST 4

/**
 * VenuleGlimpse:
 * @scale: px of the video to a place, along each side
 * @width: places
 * @height: places
 * @frames: (element-type VenuleMap): brightness, each frame's mean taken to the same; in each stretch the
 *   tissue stands where it does in the first frame
 * @seen: 1 where that is seen in all frames of the stretches; 0 where it leaves the picture
 * @length: frames in each stretch; the stretches are spread over the video
 *
 * What the video is judged by before it is analysed.
 */
typedef struct {
  int        scale, width, height;
  GPtrArray *frames;
  VenuleMap *seen;
  guint      length;
} VenuleGlimpse;

/**
 * venule_glimpse_new:
 * @source: a video with its frame table
 * @first_frame: first frame
 * @last_frame: last one
 * @cancellable: (nullable)
 * @error: return location; %VENULE_ERROR_UNSEEN: there are too few frames
 *
 * Reads up to 100 frames, in stretches of 20. For a thread.
 *
 * Returns: (transfer full): what was seen, or %NULL
 */
VenuleGlimpse *venule_glimpse_new           (VenuleSource         *source,
                                             gint64                first_frame,
                                             gint64                last_frame,
                                             GCancellable         *cancellable,
                                             GError              **error);
void           venule_glimpse_free          (VenuleGlimpse        *self);
guint          venule_glimpse_n_stretches   (const VenuleGlimpse  *self);

/**
 * venule_glimpse_dup_still:
 * @self: frames
 * @first: the first one
 * @step: from one to the next
 * @n: how many
 * @seen: gets 0 where the tissue of the first leaves the picture
 * @error: return location for a %VENULE_ERROR_NO_MEMORY
 *
 * Returns: (transfer full) (element-type VenuleMap): the frames, each moved to where the tissue of the first is
 */
GPtrArray     *venule_glimpse_dup_still     (const VenuleGlimpse  *self,
                                             guint                 first,
                                             guint                 step,
                                             guint                 n,
                                             VenuleMap            *seen,
                                             GError              **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (VenuleGlimpse, venule_glimpse_free)

G_END_DECLS
