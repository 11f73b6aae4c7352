/* venule-segment-end.h: features at the end of a path, and how unlike two of them are
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-tissue-path.h"

G_BEGIN_DECLS

#define VENULE_SEGMENT_END_SPOTS 4 /* from which a velocity is known */

/**
 * VenuleSegmentEnd:
 * @n: spots that it was read from; 0: there are none
 * @velocity: along the flow, px/s; 0 from fewer than %VENULE_SEGMENT_END_SPOTS
 * @along: place along the flow of the last (or first) spot, px
 * @across: mean place across the flow near it, px
 * @time: s, of that spot
 * @size: mean logarithm of the radius
 * @appearance: mean over its detections, as in #VenuleDetection
 * @n_appearances: detections in @appearance
 */
typedef struct {
  guint  n;
  double velocity;
  double along, across;
  double time;
  double size;
  double appearance[VENULE_APPEARANCE];
  guint  n_appearances;
} VenuleSegmentEnd;

/* How unlike two ends are, each as minus the logarithm of a likelihood but for a constant. */
typedef struct {
  double velocity, along, across, size, appearance;
} VenuleLinkCosts;

VenuleSegmentEnd venule_segment_end_read    (const VenuleTissuePath *path,
                                             double                  flow_x,
                                             double                  flow_y,
                                             int                     from,
                                             int                     step);
VenuleLinkCosts  venule_segment_end_compare (const VenuleSegmentEnd *before,
                                             const VenuleSegmentEnd *after,
                                             double                  radius);

G_END_DECLS
