/* venule-batch-preview.h: the video that is chosen, larger
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "venule-batch-video.h"

G_BEGIN_DECLS

#define VENULE_TYPE_BATCH_PREVIEW (venule_batch_preview_get_type ())
G_DECLARE_FINAL_TYPE (VenuleBatchPreview, venule_batch_preview, VENULE, BATCH_PREVIEW, GtkBox)

/* @video: (nullable) */
void venule_batch_preview_set_video (VenuleBatchPreview *self,
                                     VenuleBatchVideo   *video);

G_END_DECLS
