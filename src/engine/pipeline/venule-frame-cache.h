/* venule-frame-cache.h: frames near each other, forwards and backwards, none decoded more often than need be
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-source.h"

G_BEGIN_DECLS

/**
 * VenuleFrameCache:
 *
 * A reader with the frames that it read last. Where frames are wanted backwards, those before one are decoded with it,
 * from the last key frame on, as a decoder only goes forwards. For one thread at a time.
 */
typedef struct _VenuleFrameCache VenuleFrameCache;

VenuleFrameCache *venule_frame_cache_new  (VenuleSource      *source,
                                           GError           **error);
void              venule_frame_cache_free (VenuleFrameCache  *self);
/* (transfer full) (nullable): a frame; %NULL with *error unset past the end of the video. */
VenuleFrame      *venule_frame_cache_get  (VenuleFrameCache  *self,
                                           gint64             index,
                                           gboolean           backwards,
                                           GCancellable      *cancellable,
                                           GError           **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (VenuleFrameCache, venule_frame_cache_free)

G_END_DECLS
