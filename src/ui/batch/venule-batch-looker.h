/* venule-batch-looker.h: pictures of the videos that are in sight
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-batch-video.h"

G_BEGIN_DECLS

/* Looks at videos in threads, the one that was asked for last first, and gives them what was seen. */
#define VENULE_TYPE_BATCH_LOOKER (venule_batch_looker_get_type ())
G_DECLARE_FINAL_TYPE (VenuleBatchLooker, venule_batch_looker, VENULE, BATCH_LOOKER, GObject)

/* @side: px of the longer side of a picture, at most. */
VenuleBatchLooker *venule_batch_looker_new    (int                side);
/* It is in sight. */
void               venule_batch_looker_ask    (VenuleBatchLooker *self,
                                               VenuleBatchVideo  *video);
/* It is not, any more. */
void               venule_batch_looker_forget (VenuleBatchLooker *self,
                                               VenuleBatchVideo  *video);
/* Nothing is looked at any more. */
void               venule_batch_looker_stop   (VenuleBatchLooker *self);

G_END_DECLS
