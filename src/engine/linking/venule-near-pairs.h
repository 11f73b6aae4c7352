/* venule-near-pairs.h: paths that are near each other
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-tissue-path.h"

G_BEGIN_DECLS

/**
 * VenuleNearPair:
 * @a: number of a path
 * @b: that of another
 * @frame: in which they are near
 * @dx: from @a to @b, px
 * @dy: the same
 * @radius: of the larger one, px
 */
typedef struct {
  guint  a, b;
  gint64 frame;
  float  dx, dy;
  float  radius;
} VenuleNearPair;

/* Whether both are of the same two paths. */
static inline gboolean
venule_near_pair_is_same (const VenuleNearPair *self,
                          const VenuleNearPair *other)
{
  return self->a == other->a && self->b == other->b;
}

/* (transfer full) (element-type VenuleNearPair): all that are nearer than @reach in a frame, by their numbers, then by
 * the frame. */
GArray *venule_find_near_pairs (GPtrArray *paths,
                                double     reach);

G_END_DECLS
