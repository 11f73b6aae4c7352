/* venule-neighbours.h: which of many points are near a place
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * VenuleNeighbours:
 *
 * Points in the plane, sorted by x, so that those near a place are found without a look at all the others.
 */
typedef struct _VenuleNeighbours VenuleNeighbours;

/* Two of them, by their numbers; @a is the smaller one. */
typedef struct {
  guint a, b;
} VenuleNeighbourPair;

VenuleNeighbours *venule_neighbours_new  (guint             n);
void              venule_neighbours_free (VenuleNeighbours *self);
/* Points are numbered from 0 as they come; all come before the first venule_neighbours_find(). */
void              venule_neighbours_add  (VenuleNeighbours *self,
                                          double            x,
                                          double            y);
void              venule_neighbours_find (VenuleNeighbours *self,
                                          double            x,
                                          double            y,
                                          double            reach,
                                          GArray           *found);
void              venule_neighbours_pair (VenuleNeighbours *self,
                                          double            reach,
                                          GArray           *pairs);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (VenuleNeighbours, venule_neighbours_free)

G_END_DECLS
