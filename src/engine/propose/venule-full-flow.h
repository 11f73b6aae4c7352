/* venule-full-flow.h: whether all of the picture flows one way, as in a flow chamber or within a vessel
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-glimpse.h"

G_BEGIN_DECLS

/**
 * VenuleFullFlow:
 * @dx: of the direction of the flow: 1, 0 or −1
 * @dy: the same
 * @lead: the least that movement that way fits better, of all lanes (#VenuleFlowVote)
 *
 * A flow along one of the picture's sides.
 */
typedef struct {
  int    dx, dy;
  double lead;
} VenuleFullFlow;

/* Whether in each of five lanes beside each other, from edge to edge, the same direction is the clear one. */
gboolean venule_full_flow_find (const VenuleGlimpse *glimpse,
                                VenuleFullFlow      *flow);

G_END_DECLS
