/* venule-flow-velocity.h: how fast the blood moves in the middle of the vessel
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "venule-line-correlation.h"

G_BEGIN_DECLS

/**
 * VenuleFlowVelocity:
 * @velocity: of the blood at the centreline, px/s; %NAN where it cannot be had
 * @se: its standard error, from stretches of the recording, px/s
 * @low: lower end of the interval of confidence (95 %), px/s
 * @high: its upper end
 * @n_stretches: of the recording that it was measured in
 * @lag: longest one that agrees, frames
 * @height: correlation at the shortest one that agrees, 0 to 1
 * @agreement: share of the lines in stretches that show the same movement by themselves
 * @rival: how well another velocity fits, as a share of how well this one does
 * @spacing: px per frame from this velocity to that one; %NAN: there is none. Where the picture of the blood repeats
 *   itself this is from one stripe to the next, and a movement of more than half of it from a frame to the next cannot
 *   be told from a smaller one
 * @reason: (nullable): why there is no velocity and what would help, an untranslated sentence for people; %NULL: there
 *   is one
 *
 * What was measured of the blood's movement.
 */
typedef struct {
  double  velocity, se, low, high;
  guint   n_stretches;
  int     lag;
  double  height, agreement, rival, spacing;
  char   *reason;
} VenuleFlowVelocity;

/**
 * venule_flow_velocity_find:
 * @lines: brightness along an odd number of parallel lines of which that in the middle is the centreline
 * @slowest: px/s: what is slower than that are rolling cells, and not the blood; 0: there are none
 *
 * Cross-correlation of the brightness along the vessel in one frame with that some frames later (line-scanning particle
 * image velocimetry, Kim et al. 2012, PLoS ONE 7, e38590, taken from frames instead of line scans), at up to ten lags
 * of 1 to 32 frames. What stands still is taken off first. The movement is the velocity whose displacements have the
 * highest correlations over all lags. The velocity is the slope of the peaks' places over the lags on the centreline,
 * as the mean over up to ten stretches of the recording, and its error is that of this mean.
 *
 * It is accepted by agreement: two thirds of the lines in stretches show the same movement by themselves, in as many of
 * the stretches (four) most lines do, and as many lags (two) have their peak within a fifth of it. It is refused,
 * with the reason, when they disagree, when only noise is seen, when the pattern moves out of reach from one frame to
 * the next, when another velocity fits 0.7 times as well (a picture that repeats itself, so that the movement is
 * ambiguous), when it stands still, when it is not faster than @slowest, and when it moves against the flow.
 *
 * Returns: (transfer full): what was found
 */
VenuleFlowVelocity *venule_flow_velocity_find      (const VenuleLines         *lines,
                                                    double                     slowest);
void                venule_flow_velocity_free      (VenuleFlowVelocity        *self);

/* (transfer full): in one line, to be kept; @key: of venule_centreline_dup_key(). */
char               *venule_flow_velocity_to_text   (const VenuleFlowVelocity  *self,
                                                    const char                *key);

/**
 * venule_flow_velocity_from_text:
 * @text: (nullable): of venule_flow_velocity_to_text()
 * @key: of the present centreline
 *
 * Returns: (transfer full) (nullable): what was measured; %NULL when it was on another line, or never
 */
VenuleFlowVelocity *venule_flow_velocity_from_text (const char                *text,
                                                    const char                *key);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (VenuleFlowVelocity, venule_flow_velocity_free)

G_END_DECLS
