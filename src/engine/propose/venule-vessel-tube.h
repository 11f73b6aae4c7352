/* venule-vessel-tube.h: the middle and the walls of a part of the picture that is longer than wide
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-centreline.h"
#include "venule-map.h"

G_BEGIN_DECLS

/**
 * VenuleVesselTube:
 * @n: places along its axis, 1 apart
 * @middle: (array length=n): points of the centreline
 * @walls: (array length=2n): points of one wall, and those of the other back again: its outline
 * @width: median distance of the walls
 * @length: of the centreline
 * @roughness: how far the part's edges are from the walls, as a share of the width
 *
 * In places of the map.
 */
typedef struct {
  guint        n;
  VenulePoint *middle, *walls;
  double       width, length, roughness;
} VenuleVesselTube;

/**
 * venule_vessel_tube_new:
 * @labels: (array): of venule_map_label()
 * @width: places in a row
 * @height: rows
 * @label: of the part
 *
 * Follows the part along the longer axis of its places, across which the walls are looked for, and where it bends along
 * its middle; side branches and dents that are shorter than it is wide are passed over.
 *
 * Returns: (transfer full) (nullable): the tube; %NULL: the part is too short
 */
VenuleVesselTube *venule_vessel_tube_new  (const guint      *labels,
                                           int               width,
                                           int               height,
                                           guint             label);
void              venule_vessel_tube_free (VenuleVesselTube *self);
/* Points 1 apart along a line. (element-type VenulePoint) (transfer full) */
GArray           *venule_vessel_tube_dup_points (const VenulePoint *line,
                                                 guint              n);
/* (transfer full): 1 within the walls. */
VenuleMap        *venule_vessel_tube_dup_mask (const VenuleVesselTube *self,
                                               int                     width,
                                               int                     height);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (VenuleVesselTube, venule_vessel_tube_free)

G_END_DECLS
