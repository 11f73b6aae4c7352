/* venule-thumbnail.h: a cell out of a frame, turned along the flow
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-frame.h"

G_BEGIN_DECLS

/**
 * VenuleThumbnail:
 * @x: middle, px of the frame
 * @y: the same
 * @along_x: where the picture's own x axis points to: a direction in the frame, of length 1
 * @along_y: the same
 * @size: side of the square in the frame, px
 * @n: pixels of the picture along each side
 *
 * Which part of a frame.
 */
typedef struct {
  double x, y;
  double along_x, along_y;
  double size;
  int    n;
} VenuleThumbnail;

/**
 * venule_thumbnail_make:
 * @self: which part
 * @frame: of what
 *
 * Looks at the frame as the tracker does: along the flow is to the right. Between pixels it is interpolated; what lies
 * beyond the frame's edge is 0.
 *
 * Returns: (transfer full) (array): @n × @n samples of the frame's own bit depth, row by row
 */
guint16 *venule_thumbnail_make (const VenuleThumbnail *self,
                                const VenuleFrame     *frame);

/* Where a point of the frame lies in the picture, as a share of its side: (0.5, 0.5) is the middle. */
void     venule_thumbnail_project (const VenuleThumbnail *self,
                                   double                 x,
                                   double                 y,
                                   double                *u,
                                   double                *v);

G_END_DECLS
