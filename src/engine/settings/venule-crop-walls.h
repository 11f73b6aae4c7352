/* venule-crop-walls.h: which edges of a crop are a vessel's walls
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-vessel.h"

G_BEGIN_DECLS

/**
 * VenuleCropWalls:
 * @n: number of places
 * @along: arc lengths of the places, px
 * @points: the places
 * @directions: unit vectors downstream at the places
 * @left: where each place's distance from the left wall goes, px
 * @right: the same of the right wall
 *
 * A centreline whose walls are looked for; all arrays are the caller's.
 */
typedef struct {
  guint              n;
  const double      *along;
  const VenulePoint *points;
  const VenulePoint *directions;
  double            *left, *right;
} VenuleCropWalls;

/**
 * venule_crop_walls_cut:
 * @self: a centreline
 * @outline: (element-type VenulePoint): of the crop
 *
 * Sets the distances of the outline from each place to both sides, at right angles to the centreline, whichever edges
 * are met.
 */
void venule_crop_walls_cut        (const VenuleCropWalls *self,
                                   const GArray          *outline);

/**
 * venule_crop_walls_extend:
 * @self: a centreline, cut
 * @outline: (element-type VenulePoint): of the crop
 *
 * A wall is an edge that turns by at most 45° from the centreline; the others are ends of the crop. Where the
 * perpendicular meets such an end, the wall goes on straight for up to the vessel's width.
 */
void venule_crop_walls_extend     (const VenuleCropWalls *self,
                                   const GArray          *outline);

/**
 * venule_crop_walls_straighten:
 * @self: a straight centreline, extended
 *
 * Distances from walls that run askew to the centreline become those at right angles to the walls: between two long
 * sides of a rectangle it is its height, whatever the angle to the flow.
 */
void venule_crop_walls_straighten (const VenuleCropWalls *self);

G_END_DECLS
