/* venule-live-preview.h: what the detector would find in the frame on show, while the settings change
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-preview.h"

G_BEGIN_DECLS

/**
 * VenuleLivePreview:
 *
 * Detects in a thread of its own; the newest request wins: a running detection is cancelled, and what it found is
 * dropped.
 *
 * Signal: found (GArray of VenuleDetection or %NULL, GError or %NULL): the answer to the newest request.
 */
#define VENULE_TYPE_LIVE_PREVIEW (venule_live_preview_get_type ())
G_DECLARE_FINAL_TYPE (VenuleLivePreview, venule_live_preview, VENULE, LIVE_PREVIEW, GObject)

VenuleLivePreview *venule_live_preview_new     (void);
void           venule_live_preview_request (VenuleLivePreview        *self,
                                       VenuleFrame          *frame,
                                       const VenuleSettings *settings);
/* Drops requests; nothing is emitted for them. */
void           venule_live_preview_stop    (VenuleLivePreview        *self);

G_END_DECLS
