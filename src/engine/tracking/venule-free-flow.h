/* venule-free-flow.h: cells that flow past too fast to be followed by their picture
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-detection.h"
#include "venule-settings.h"
#include "venule-chance.h"
#include "venule-tracklet.h"

G_BEGIN_DECLS

/**
 * VenuleFreeFlow:
 *
 * Free-flowing cells leave no overlap from a frame to the next. What distinguishes them from chance is that three or
 * more detections that belong to no other cell lie in a row, at equal distances, along the flow.
 */
typedef struct _VenuleFreeFlow VenuleFreeFlow;

VenuleFreeFlow *venule_free_flow_new (const VenuleSettings  *settings,
                                      double                 max_velocity);
void           venule_free_flow_free (VenuleFreeFlow        *self);
/* A frame that the detector saw; then what it found there that belongs to no cell that is followed. */
void           venule_free_flow_begin_frame (VenuleFreeFlow *self,
                                             gint64          frame,
                                             double          time);
void           venule_free_flow_add (VenuleFreeFlow        *self,
                                     const VenuleDetection *detection);
/* Appends the free-flowing cells to @tracklets (element-type VenuleTracklet), which hold the other cells of the run. */
void           venule_free_flow_link (VenuleFreeFlow        *self,
                                      GPtrArray             *tracklets);

/* How many detections of a score of at least @score belong to none of @tracks (element-type VenuleTrack), of the same
 * run. */
guint          venule_free_flow_count_lost (VenuleFreeFlow *self,
                                            GPtrArray      *tracks,
                                            double          score);
/* Then, what belongs to no cell. */
void           venule_free_flow_count (const VenuleFreeFlow *self,
                                       VenuleClutter        *clutter);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (VenuleFreeFlow, venule_free_flow_free)

G_END_DECLS
