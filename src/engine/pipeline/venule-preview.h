/* venule-preview.h: the cells of a single frame, while the settings change
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "venule-detection.h"
#include "venule-frame.h"
#include "venule-settings.h"

G_BEGIN_DECLS

/* Cells in one frame, without any memory: the preview. (element-type VenuleDetection) (transfer full). Any thread. */
GArray *venule_detect_in_frame (VenuleFrame           *frame,
                                const VenuleSettings  *settings,
                                GCancellable          *cancellable,
                                GError               **error);

G_END_DECLS
