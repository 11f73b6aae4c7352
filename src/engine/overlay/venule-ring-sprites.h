/* venule-ring-sprites.h: rings that are drawn once for each size and then stamped
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <cairo.h>
#include <glib.h>

G_BEGIN_DECLS

/**
 * VenuleRingSprites:
 *
 * Draws thousands of rings of one line width. Stroking a circle takes cairo some 15 µs, masking with a picture of it 2
 * µs. Positions are right to a quarter of a px, radii to an eighth.
 */
typedef struct _VenuleRingSprites VenuleRingSprites;

VenuleRingSprites *venule_ring_sprites_new  (double             line_width);
void               venule_ring_sprites_free (VenuleRingSprites *self);

/**
 * venule_ring_sprites_draw:
 * @cr: has the colour; its user space is the px of its target
 * @x: px, the centre
 * @y: px
 * @radius: px, to the middle of the line
 */
void               venule_ring_sprites_draw (VenuleRingSprites *self,
                                             cairo_t           *cr,
                                             double             x,
                                             double             y,
                                             double             radius);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (VenuleRingSprites, venule_ring_sprites_free)

G_END_DECLS
