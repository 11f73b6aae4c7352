/* venule-motion-map.h: where in the picture something moves
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-glimpse.h"

G_BEGIN_DECLS

/**
 * VenuleMotionMap:
 * @motion: logarithm of the standard deviation of the brightness over time, smoothed
 * @alive: 1 where the camera saw anything; the corners of a turned or masked picture have always the same value
 * @inside: 1 where it is large: vessels with what flows in them
 * @separation: share of the variance of @motion that the two classes explain (Otsu, IEEE Trans Syst Man Cybern
 *   9:62–66, 1979), 0 to 1
 */
typedef struct {
  VenuleMap *motion, *alive, *inside;
  double     separation;
} VenuleMotionMap;

/**
 * venule_motion_map_new:
 * @glimpse: frames
 * @across: whether all of them are compared, which shows what is slow, and not those of each stretch alone, in which
 *   the tissue breathes less
 * @error: return location for a %VENULE_ERROR_NO_MEMORY
 *
 * Returns: (transfer full): the map, or %NULL
 */
VenuleMotionMap *venule_motion_map_new  (const VenuleGlimpse  *glimpse,
                                         gboolean              across,
                                         GError              **error);
void             venule_motion_map_free (VenuleMotionMap      *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (VenuleMotionMap, venule_motion_map_free)

G_END_DECLS
