/* venule-cell-tracker.h: single cells, found and followed where the user asks for it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-settings.h"
#include "venule-source.h"
#include "venule-track.h"

G_BEGIN_DECLS

/**
 * VenuleCellTracker:
 *
 * The detector and the tracker of a run over a few frames of a video, for one cell. Memory is taken once; for one
 * thread at a time. #VenuleCellTrackerService asks it from the main thread.
 */
typedef struct _VenuleCellTracker VenuleCellTracker;

/**
 * VenuleFollowEnd:
 * @VENULE_FOLLOW_REACHED: the last frame that was wanted
 * @VENULE_FOLLOW_VIDEO_END: the end of the video, or its beginning
 * @VENULE_FOLLOW_LEFT: the cell left the crop
 * @VENULE_FOLLOW_LOST: it could not be seen any more
 *
 * Why a cell was not followed further.
 */
typedef enum {
  VENULE_FOLLOW_REACHED,
  VENULE_FOLLOW_VIDEO_END,
  VENULE_FOLLOW_LEFT,
  VENULE_FOLLOW_LOST,
} VenuleFollowEnd;

/* Told of what came since the last time, on the way, in the order of following; what is given back at last is
 * smoothed. */
typedef void (*VenuleCellTrackerTake) (const VenuleSpot *spots,
                                       guint             n,
                                       gpointer          user_data);

VenuleCellTracker *venule_cell_tracker_new         (VenuleSource         *source,
                                                    const VenuleSettings *settings,
                                                    double                frame_rate,
                                                    GCancellable         *cancellable,
                                                    GError              **error);
void               venule_cell_tracker_free        (VenuleCellTracker    *self);
gboolean           venule_cell_tracker_detect_near (VenuleCellTracker    *self,
                                                    gint64                frame,
                                                    double                x,
                                                    double                y,
                                                    double                radius,
                                                    VenuleSpot           *spot,
                                                    GCancellable         *cancellable,
                                                    GError              **error);
GArray            *venule_cell_tracker_follow      (VenuleCellTracker    *self,
                                                    const VenuleSpot     *spots,
                                                    guint                 n,
                                                    int                   direction,
                                                    gint64                until_frame,
                                                    VenuleCellTrackerTake take,
                                                    gpointer              user_data,
                                                    VenuleFollowEnd      *end,
                                                    GCancellable         *cancellable,
                                                    GError              **error);
GArray            *venule_cell_tracker_refit       (VenuleCellTracker    *self,
                                                    const VenuleSpot     *spots,
                                                    guint                 n,
                                                    VenuleCellTrackerTake take,
                                                    gpointer              user_data,
                                                    GCancellable         *cancellable,
                                                    GError              **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (VenuleCellTracker, venule_cell_tracker_free)

G_END_DECLS
