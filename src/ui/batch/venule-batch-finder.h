/* venule-batch-finder.h: what videos say of themselves, one after the other
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-batch-video.h"

G_BEGIN_DECLS

/* Looks for pixel sizes and vessels in a thread. Signals: found (VenuleBatchVideo, VenuleManifestFound*, GError*), one
 * of which is %NULL; changed, when another number is left. */
#define VENULE_TYPE_BATCH_FINDER (venule_batch_finder_get_type ())
G_DECLARE_FINAL_TYPE (VenuleBatchFinder, venule_batch_finder, VENULE, BATCH_FINDER, GObject)

VenuleBatchFinder *venule_batch_finder_new        (void);
void               venule_batch_finder_ask        (VenuleBatchFinder   *self,
                                                   VenuleBatchVideo    *video,
                                                   VenuleManifestFinds  finds);
/* Videos whose vessel is still looked for, of so many since none was. */
guint              venule_batch_finder_get_left   (VenuleBatchFinder   *self,
                                                   guint               *all);
/* Vessels are not looked for any more. */
void               venule_batch_finder_cancel     (VenuleBatchFinder   *self);
/* Nothing is. */
void               venule_batch_finder_stop       (VenuleBatchFinder   *self);

G_END_DECLS
