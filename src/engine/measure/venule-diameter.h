/* venule-diameter.h: how wide a vessel is, in the video itself
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "venule-centreline.h"
#include "venule-diameter-profile.h"
#include "venule-progress.h"
#include "venule-source.h"

G_BEGIN_DECLS

/**
 * VenuleMeanFrame:
 * @width: px
 * @height: px
 * @n_frames: frames that were averaged
 * @samples: (array): rows of @width samples, as the file has them
 *
 * The mean of frames of a video, each moved back by the picture's own shift.
 */
typedef struct {
  int     width, height;
  guint   n_frames;
  float  *samples;
} VenuleMeanFrame;

/**
 * venule_mean_frame_new:
 * @source: a video with its frame table
 * @tracks: (nullable) (element-type VenuleTrack): their spots tell the shift of a frame
 * @first_frame: first frame
 * @last_frame: last frame
 * @progress: (nullable): hears how far it is
 * @data: for @progress
 * @cancellable: (nullable)
 * @error: return location
 *
 * Of %VENULE_MEAN_FRAMES frames at most, evenly spread; of those in which there is a cell, where there are tracks, as
 * the shift of others is not known. For a thread.
 *
 * Returns: (transfer full): the mean, or %NULL
 */
VenuleMeanFrame *venule_mean_frame_new     (VenuleSource            *source,
                                            GPtrArray               *tracks,
                                            gint64                   first_frame,
                                            gint64                   last_frame,
                                            VenuleProgress           progress,
                                            gpointer                 data,
                                            GCancellable            *cancellable,
                                            GError                 **error);
void             venule_mean_frame_free    (VenuleMeanFrame         *self);

#define VENULE_MEAN_FRAMES 64

/**
 * venule_diameter_find:
 * @mean: a mean frame
 * @centreline: its walls, where they are known, say about where to look: from half as far away to 1.4 times as far
 * @error: return location for a %VENULE_ERROR_UNSEEN
 *
 * Each wall is where the brightness across the vessel changes most, with the same sense on both sides (the lumen is
 * darker than what is around it, or brighter), along a line without jumps: of all lines along the wall that move by 1
 * px at most from a place to the next, the one with the largest sum of changes. The changes are those of the mean frame
 * smoothed by a Gaussian of 1.5 px, along a stretch of a tenth of the width; the place is that of the parabola through
 * the largest and its neighbours, so that a straight edge that is blurred evenly is where it was before. Places follow
 * one another at 2 px. Walls that do not stand out by three times the usual change of the picture are refused.
 *
 * Returns: (transfer full) (element-type VenuleDiameterPlace): by place, or %NULL
 */
GArray          *venule_diameter_find      (const VenuleMeanFrame   *mean,
                                            const VenuleCentreline  *centreline,
                                            GError                 **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (VenuleMeanFrame, venule_mean_frame_free)

G_END_DECLS
