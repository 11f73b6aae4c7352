/* venule-crowd.h: thousands of plain rings and lines in one picture
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <cairo.h>
#include <glib.h>

#include "venule-stamps.h"

G_BEGIN_DECLS

/**
 * VenuleCrowd:
 *
 * Draws rings and lines of one width with soft edges into a picture, each over those before it. cairo takes some 8 µs for such a
 * shape, whatever its size; this takes a small part of that. Places are in px: the corner
 * of the first px is (0, 0).
 */
typedef struct _VenuleCrowd VenuleCrowd;

/**
 * venule_crowd_new:
 * @picture: of CAIRO_FORMAT_ARGB32; must outlive this, and is to be told that it has changed (cairo_surface_mark_dirty())
 * @top: px, row of the picture that is the first of the band that is drawn
 * @height: px, rows of the band
 * @stamps: their line is the width of all lines; must outlive this. Rings are drawn fastest that have one there
 *
 * Several threads can draw bands of one picture at once, each with its own crowd, and all with the same stamps while none is made.
 */
VenuleCrowd     *venule_crowd_new         (cairo_surface_t    *picture,
                                           int                 top,
                                           int                 height,
                                           VenuleStamps       *stamps);
void             venule_crowd_free        (VenuleCrowd        *self);

/**
 * venule_crowd_draw_ring:
 * @x: px, its middle
 * @y: px
 * @radius: px, to the middle of the line; what is smaller than the line becomes a dot
 * @color: 0xRRGGBB
 *
 * Where it lies and how large it is are right to an eighth of a px.
 */
void             venule_crowd_draw_ring   (VenuleCrowd        *self,
                                           double              x,
                                           double              y,
                                           double              radius,
                                           guint32             color);

/**
 * venule_crowd_draw_line:
 * @x0: px, its beginning
 * @y0: px
 * @x1: px, its end
 * @y1: px
 * @color: 0xRRGGBB
 */
void             venule_crowd_draw_line   (VenuleCrowd        *self,
                                           double              x0,
                                           double              y0,
                                           double              x1,
                                           double              y1,
                                           guint32             color);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (VenuleCrowd, venule_crowd_free)

G_END_DECLS
