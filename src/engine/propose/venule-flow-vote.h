/* venule-flow-vote.h: which way along a vessel things move
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-glimpse.h"
#include "venule-vessel-tube.h"

G_BEGIN_DECLS

/**
 * VenuleFlowVote:
 * @agreement: of the lines along the vessel, those that say forwards, less those that say backwards, as a share of all:
 *   −1 to 1
 * @lead: by how much the best movement forwards fits better than the best backwards, as a share of both: −1 to 1
 * @fit: of the better one of the two, how well rows fit those that follow, as a share of how well they fit themselves:
 *   of the camera's noise, and of tissue that was not quite held still, hardly at all; 0 to 1
 *
 * Forwards is from the first point of the tube's middle to its last.
 */
typedef struct {
  double agreement, lead, fit;
} VenuleFlowVote;

/* Correlates the brightness along nine lines beside the middle with that some frames later, at velocities from a
 * quarter of a place a frame. What stands still is taken off first. */
void venule_flow_vote_find (const VenuleGlimpse    *glimpse,
                            const VenuleVesselTube *tube,
                            VenuleFlowVote         *vote);

G_END_DECLS
