/* venule-polyline.h: lines with few corners in place of those with many
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-centreline.h"

G_BEGIN_DECLS

/**
 * venule_polyline_append_bends:
 * @points: (element-type VenulePoint): is appended to
 * @all: the corners of a line, px
 * @n: how many, 1 or more
 * @within: px
 *
 * Appends the first and the last of them, and of the others those that are needed for the line to lie within @within of
 * all.
 *
 * Source: Douglas DH, Peucker TK. Algorithms for the reduction of the number of points required to represent a
 * digitized line or its caricature. Cartographica 1973; 10: 112.
 */
void venule_polyline_append_bends (GArray            *points,
                                   const VenulePoint *all,
                                   guint              n,
                                   double             within);

G_END_DECLS
