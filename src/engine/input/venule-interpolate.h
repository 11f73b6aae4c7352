/* venule-interpolate.h: brightness between the pixels of a frame
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <math.h>

#include "venule-frame.h"

G_BEGIN_DECLS

static inline float
venule_interpolate_get_sample (const VenuleFrame *frame,
                               gsize              x,
                               gsize              y)
{
  const guint8 *row = frame->data + frame->stride * y;

  return frame->bit_depth > 8 ? ((const guint16 *) (gconstpointer) row)[x] : row[x];
}

/* Bilinear between four pixels, whose centres are at whole numbers; within half a pixel of the frame's edge as at the
 * edge; NaN outside of the frame. */
static inline float
venule_interpolate (const VenuleFrame *frame,
                    double             x,
                    double             y)
{
  gsize left, top, right, bottom;
  float across, down, upper, lower;

  if (!(x >= -0.5 && y >= -0.5 && x <= frame->width - 0.5 && y <= frame->height - 0.5))
    return NAN;

  x = CLAMP (x, 0, frame->width - 1);
  y = CLAMP (y, 0, frame->height - 1);
  left = (gsize) x;
  top = (gsize) y;
  right = MIN (left + 1, (gsize) frame->width - 1);
  bottom = MIN (top + 1, (gsize) frame->height - 1);
  across = (float) (x - (double) left);
  down = (float) (y - (double) top);
  upper = venule_interpolate_get_sample (frame, left, top) * (1 - across) +
          venule_interpolate_get_sample (frame, right, top) * across;
  lower = venule_interpolate_get_sample (frame, left, bottom) * (1 - across) +
          venule_interpolate_get_sample (frame, right, bottom) * across;

  return upper * (1 - down) + lower * down;
}

G_END_DECLS
