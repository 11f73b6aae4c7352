/* venule-spatial-index.h: which of many points are near a place
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * VenuleSpatialIndex:
 *
 * Points in the plane, sorted by x, so that those near a place are found without a look at all the others.
 */
typedef struct _VenuleSpatialIndex VenuleSpatialIndex;

/* Two of them, by their numbers; @a is the smaller one. */
typedef struct {
  guint a, b;
} VenuleIndexPair;

VenuleSpatialIndex *venule_spatial_index_new  (guint               n);
void                venule_spatial_index_free (VenuleSpatialIndex *self);
/* Points are numbered from 0 as they come; all come before the first venule_spatial_index_find(). */
void                venule_spatial_index_add  (VenuleSpatialIndex *self,
                                               double              x,
                                               double              y);
void                venule_spatial_index_find (VenuleSpatialIndex *self,
                                               double              x,
                                               double              y,
                                               double              reach,
                                               GArray             *found);
void                venule_spatial_index_pair (VenuleSpatialIndex *self,
                                               double              reach,
                                               GArray             *pairs);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (VenuleSpatialIndex, venule_spatial_index_free)

G_END_DECLS
