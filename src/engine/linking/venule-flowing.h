/* venule-flowing.h: cells that flow past too fast to be followed by their picture
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-detection.h"
#include "venule-settings.h"
#include "venule-tracklet.h"

G_BEGIN_DECLS

/**
 * VenuleFlowing:
 *
 * Free-flowing cells leave no overlap from a frame to the next. What tells them from chance is that three or more
 * detections that belong to no other cell lie in a row, at equal distances, along the flow.
 */
typedef struct _VenuleFlowing VenuleFlowing;

VenuleFlowing *venule_flowing_new  (const VenuleSettings  *settings,
                                    double                 max_velocity);
void           venule_flowing_free (VenuleFlowing         *self);
/* A frame that the detector saw; then what it found there that belongs to no cell that is followed. */
void           venule_flowing_begin_frame (VenuleFlowing  *self,
                                           gint64          frame,
                                           double          time);
void           venule_flowing_add  (VenuleFlowing         *self,
                                    const VenuleDetection *detection);
/* Appends the free-flowing cells to @tracklets (element-type VenuleTracklet), which hold the other cells of the run. */
void           venule_flowing_link (VenuleFlowing         *self,
                                    GPtrArray             *tracklets);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (VenuleFlowing, venule_flowing_free)

G_END_DECLS
