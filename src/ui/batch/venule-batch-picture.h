/* venule-batch-picture.h: the first frame of a video with its vessel and flow
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "venule-batch-video.h"

G_BEGIN_DECLS

#define VENULE_TYPE_BATCH_PICTURE (venule_batch_picture_get_type ())
G_DECLARE_FINAL_TYPE (VenuleBatchPicture, venule_batch_picture, VENULE, BATCH_PICTURE, GtkWidget)

/* px; @shaped: as high as its video is, for its width. */
GtkWidget *venule_batch_picture_new       (int                   width,
                                           int                   height,
                                           gboolean              shaped);
/* @video: (nullable): whose vessel it shows, and whose picture, unless it has one of its own. */
void       venule_batch_picture_set_video (VenuleBatchPicture   *self,
                                           VenuleBatchVideo     *video);
/* @texture: (nullable): a larger one than that of the video. */
void       venule_batch_picture_set_texture (VenuleBatchPicture *self,
                                             GdkTexture         *texture);

G_END_DECLS
