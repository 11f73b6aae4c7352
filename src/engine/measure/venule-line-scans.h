/* venule-line-scans.h: the brightness along the middle of a vessel, frame by frame
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-centreline.h"
#include "venule-flow-velocity.h"
#include "venule-progress.h"
#include "venule-settings.h"
#include "venule-source.h"

G_BEGIN_DECLS

/**
 * VenuleFlowInput:
 * @source: the video
 * @centreline: along which it is looked
 * @tracks: (element-type VenuleTrack): cells that are followed; from another thread than the main one, tracks that
 * nobody changes
 * @settings: of the run
 * @first_frame: first frame that was analysed
 * @last_frame: last one
 * @progress: (nullable): hears how far it is
 * @data: for @progress
 *
 * Where the blood is looked at.
 */
typedef struct {
  VenuleSource           *source;
  const VenuleCentreline *centreline;
  GPtrArray              *tracks;
  const VenuleSettings   *settings;
  gint64                  first_frame, last_frame;
  VenuleProgress          progress;
  gpointer                data;
} VenuleFlowInput;

/**
 * venule_flow_measure:
 * @input: where
 * @cancellable: (nullable)
 * @error: return location
 *
 * Reads the frames, for a thread: all up to 4000, of longer recordings ten stretches of 400. The brightness is the mean
 * across a twentieth of the diameter at each side of the centreline, where blood is 0.3 % slower than in the middle of
 * a Poiseuille profile on average; two lines beside it, as wide and a tenth of the diameter away, must show the same
 * movement. What is within one and a half radii of a rolling or standing cell is left out, and the mean over two
 * expected diameters of a cell is taken off, so that clouds out of focus are not taken for red cells. The picture's own
 * shift is taken off. Blood is faster than 1.5 times the fastest rolling cell; uncorrected tracks of a
 * quality below 0.5 do not count there.
 *
 * Returns: (transfer full): what venule_flow_velocity_find() says, or %NULL when the video cannot be read
 */
VenuleFlowVelocity *venule_flow_measure (const VenuleFlowInput  *input,
                                         GCancellable           *cancellable,
                                         GError                **error);

G_END_DECLS
