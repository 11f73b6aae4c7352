/* venule-tracker.h: follows cells from frame to frame
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-chance.h"
#include "venule-contour-snakes.h"
#include "venule-roi-planes.h"
#include "venule-tracklet.h"

G_BEGIN_DECLS

/**
 * VenuleTracker:
 *
 * Follows every cell from each frame to the next (predicted by its velocity, found again by correlation along the
 * flow), takes in the detections where there are some, begins tracklets from those that no tracklet explains and ends
 * those that left or that detections stopped supporting. How cells are outlined (#VenuleContourSnakes) does not change
 * where they go. One thread.
 */
typedef struct _VenuleTracker VenuleTracker;

VenuleTracker  *venule_tracker_new         (const VenuleSettings  *settings,
                                            int                    frame_width,
                                            int                    frame_height,
                                            double                 frame_interval);
void            venule_tracker_free        (VenuleTracker         *self);
/* @detections: (element-type VenuleDetection) (nullable): NULL where the detector did not run. */
gboolean        venule_tracker_step        (VenuleTracker         *self,
                                            vnk_backend           *backend,
                                            const VenuleRoiPlanes *roi,
                                            gint64                 frame,
                                            double                 time,
                                            VenulePoint            moved,
                                            GArray                *detections,
                                            VenuleContourSnakes   *snakes,
                                            GError               **error);
/* Appends the ids and spots that are new for the live view: those that have their outlines. */
void            venule_tracker_take_live   (VenuleTracker         *self,
                                            GArray                *ids,
                                            GArray                *spots);
guint           venule_tracker_get_n_cells (VenuleTracker         *self);
/* The user says that there is a cell. */
void            venule_tracker_hold        (VenuleTracker         *self,
                                            const VenuleSpot      *spot,
                                            const VenulePoint     *velocity);
/* Whether that cell is followed still. */
gboolean        venule_tracker_holds       (const VenuleTracker   *self);
/* Goes on as what was found again of it, where it was lost from sight; whether that is so. */
gboolean        venule_tracker_resume      (VenuleTracker         *self);
/* (transfer none) (nullable): its tracklet, also when it has ended. */
VenuleTracklet *venule_tracker_get_held    (VenuleTracker         *self);
/* Ends all; (transfer full) (element-type VenuleTracklet): all that held up, to be linked. */
GPtrArray      *venule_tracker_finish      (VenuleTracker         *self);
/* Then, what the detector found that belongs to none of them. */
void            venule_tracker_get_clutter (const VenuleTracker   *self,
                                            VenuleClutter         *clutter);
/* At last, how many detections of a score of at least @score belong to none of @tracks (element-type VenuleTrack) that
 * became of them. */
guint           venule_tracker_count_lost  (VenuleTracker         *self,
                                            GPtrArray             *tracks,
                                            double                 score);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (VenuleTracker, venule_tracker_free)

G_END_DECLS
