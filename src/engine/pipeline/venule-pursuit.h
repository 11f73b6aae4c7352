/* venule-pursuit.h: single cells, found and followed where a person asks for it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-settings.h"
#include "venule-source.h"
#include "venule-track.h"

G_BEGIN_DECLS

/**
 * VenulePursuit:
 *
 * The detector and the tracker of a run over a few frames of a video, for one cell. Memory is taken once; for one
 * thread at a time. #VenuleFollower asks it from the main thread.
 */
typedef struct _VenulePursuit VenulePursuit;

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
typedef void (*VenulePursuitTake) (const VenuleSpot *spots,
                                   guint             n,
                                   gpointer          user_data);

VenulePursuit *venule_pursuit_new    (VenuleSource          *source,
                                      const VenuleSettings  *settings,
                                      double                 frame_rate,
                                      GCancellable          *cancellable,
                                      GError               **error);
void           venule_pursuit_free   (VenulePursuit         *self);
gboolean       venule_pursuit_snap   (VenulePursuit         *self,
                                      gint64                 frame,
                                      double                 x,
                                      double                 y,
                                      double                 radius,
                                      VenuleSpot            *spot,
                                      GCancellable          *cancellable,
                                      GError               **error);
GArray        *venule_pursuit_follow (VenulePursuit         *self,
                                      const VenuleSpot      *spots,
                                      guint                  n,
                                      int                    direction,
                                      gint64                 until_frame,
                                      VenulePursuitTake      take,
                                      gpointer               user_data,
                                      VenuleFollowEnd       *end,
                                      GCancellable          *cancellable,
                                      GError               **error);
GArray        *venule_pursuit_refit  (VenulePursuit         *self,
                                      const VenuleSpot      *spots,
                                      guint                  n,
                                      VenulePursuitTake      take,
                                      gpointer               user_data,
                                      GCancellable          *cancellable,
                                      GError               **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (VenulePursuit, venule_pursuit_free)

G_END_DECLS
