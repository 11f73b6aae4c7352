/* venule-batch-look.h: what is seen of a video before it is analysed
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "venule-input-options.h"

G_BEGIN_DECLS

/**
 * VenuleBatchLook:
 * @texture: (nullable): the first frame
 * @width: px of the video
 * @height: px of the video
 * @n_frames: 0: not known
 * @seconds: that they last; 0: not known
 * @problem: (nullable): why the video cannot be read
 *
 * What was seen of a video.
 */
typedef struct {
  GdkTexture *texture;
  int         width, height;
  gint64      n_frames;
  double      seconds;
  char       *problem;
} VenuleBatchLook;

/**
 * venule_batch_look_new:
 * @path: of a video
 * @input: what of the file is the video
 * @side: px that the longer side of the picture has at most
 * @cancellable: (nullable)
 *
 * For any thread.
 *
 * Returns: (transfer full): what was seen, or why nothing was
 */
VenuleBatchLook *venule_batch_look_new  (const char               *path,
                                         const VenuleInputOptions *input,
                                         int                       side,
                                         GCancellable             *cancellable);
void             venule_batch_look_free (VenuleBatchLook          *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (VenuleBatchLook, venule_batch_look_free)

G_END_DECLS
