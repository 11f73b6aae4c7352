/* venule-map.h: a number or a mark for each place of a shrunken picture
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * VenuleMap:
 * @width: places
 * @height: places
 * @values: (array): rows of @width values
 *
 * A picture of numbers. As a mask it has 1 where something is, and 0.
 */
typedef struct {
  int    width, height;
  float *values;
} VenuleMap;

VenuleMap *venule_map_new     (int              width,
                               int              height);
VenuleMap *venule_map_copy    (const VenuleMap *self);
void       venule_map_free    (VenuleMap       *self);
/* Between its places; beyond its edges the last one goes on. */
double     venule_map_sample  (const VenuleMap *self,
                               double           x,
                               double           y);
/* By a Gaussian of @sigma places; beyond its edges the last place goes on. */
void       venule_map_blur    (VenuleMap       *self,
                               double           sigma);
/* A mask grows by @radius places. */
void       venule_map_grow    (VenuleMap       *self,
                               double           radius);
/* It grows, and shrinks by as much: gaps that are narrower are closed. What lies beyond the edges is no
 * gap. */
void       venule_map_close   (VenuleMap       *self,
                               double           radius);
/* The other way round: what is narrower goes. */
void       venule_map_open    (VenuleMap       *self,
                               double           radius);
/* Holes in a mask, which do not reach an edge. */
void       venule_map_fill    (VenuleMap       *self);

/**
 * venule_map_label:
 * @self: a mask
 * @value: of the places that are meant
 * @labels: (out) (array) (transfer full): for each place the number of its part, from 1; 0: it has another value
 *
 * Parts that hang together over the sides of their places.
 *
 * Returns: number of parts
 */
guint      venule_map_label   (const VenuleMap *self,
                               float            value,
                               guint          **labels);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (VenuleMap, venule_map_free)

G_END_DECLS
