/* venule-medial-axis.h: the line half-way between the long sides of a polygon
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-vessel.h"

G_BEGIN_DECLS

/* Where a ray from (@x, @y) along (@dx, @dy), a unit vector, first meets the outline (element-type VenulePoint): px;
 * INFINITY: nowhere. @edge: (out) (optional): from end to end of the edge that it meets. */
double   venule_outline_cast         (const GArray *outline,
                                      double        x,
                                      double        y,
                                      double        dx,
                                      double        dy,
                                      VenulePoint  *edge);
gboolean venule_outline_contains     (const GArray *outline,
                                      double        x,
                                      double        y);
/* Distance of a place from the nearest side, px. */
double   venule_outline_distance     (const GArray *outline,
                                      double        x,
                                      double        y);

/**
 * venule_medial_axis_dup_line:
 * @outline: (element-type VenulePoint): of a polygon
 *
 * The polygon is laid on a grid, and of its two ends the shortest way is taken that keeps away from its sides; its
 * points are then moved to where they lie half-way between them.
 *
 * Returns: (transfer full) (nullable) (element-type VenulePoint): points from one end to the other; %NULL for a polygon
 *   that is not clearly longer than wide
 */
GArray  *venule_medial_axis_dup_line (const GArray *outline);

G_END_DECLS
