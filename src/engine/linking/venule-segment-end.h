/* venule-segment-end.h: features at the end of a path, and how unlike two of them are
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-motion-field.h"

G_BEGIN_DECLS

#define VENULE_SEGMENT_END_SPOTS 4 /* from which a velocity is known */

/**
 * VenuleSegmentEnd:
 * @n: spots that it was read from; 0: there are none
 * @velocity: px/s; 0 from fewer than %VENULE_SEGMENT_END_SPOTS
 * @moved: how far that is over the time that it was read from, px
 * @usual: the way of the cells that pass there, a unit vector; 0 where they do not agree on one
 * @at: place of the last (or first) spot, px of the tissue
 * @near: mean place of the spots near it, px of the tissue
 * @time: s, of that spot
 * @size: mean logarithm of the radius
 * @appearance: mean over its detections, as in #VenuleDetection
 * @n_appearances: detections in @appearance
 */
typedef struct {
  guint       n;
  VenulePoint velocity, moved, usual;
  VenulePoint at, near;
  double      time;
  double      size;
  double      appearance[VENULE_APPEARANCE];
  guint       n_appearances;
} VenuleSegmentEnd;

/**
 * VenuleLinkCosts:
 * @velocity: how unlike two ends are in it: minus the logarithm of a likelihood, but for a constant; so are the next
 * @along: in their places along the way that the cell went
 * @across: across it
 * @size: in their radii
 * @appearance: in their pictures
 * @ahead: from the one to the other along that way, px
 * @aside: across it, px
 */
typedef struct {
  double velocity, along, across, size, appearance;
  double ahead, aside;
} VenuleLinkCosts;

VenuleSegmentEnd venule_segment_end_read    (const VenuleTissuePath  *path,
                                             const VenuleMotionField *field,
                                             int                      from,
                                             int                      step);
/* A unit vector. Returns whether the cell's way there is known. */
gboolean         venule_segment_end_get_way (const VenuleSegmentEnd  *self,
                                             double                   radius,
                                             VenulePoint             *way);
VenuleLinkCosts  venule_segment_end_compare (const VenuleSegmentEnd  *before,
                                             const VenuleSegmentEnd  *after,
                                             double                   radius);

G_END_DECLS
