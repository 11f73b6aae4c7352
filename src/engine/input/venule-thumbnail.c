/* venule-thumbnail.c: a cell out of a frame, turned along the flow
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-thumbnail.h"

#include <math.h>

/* Between the four pixels around; FALSE: beyond the frame. */
static gboolean
sample_at (const VenuleFrame *frame,
           double             x,
           double             y,
           double            *value)
{
  int left, top, right, bottom;
  double across, down, above, below;

  if (!(x >= -0.5 && y >= -0.5 && x <= frame->width - 0.5 && y <= frame->height - 0.5))
    return FALSE;

  x = CLAMP (x, 0, frame->width - 1);
  y = CLAMP (y, 0, frame->height - 1);
  left = (int) x;
  top = (int) y;
  right = MIN (left + 1, frame->width - 1);
  bottom = MIN (top + 1, frame->height - 1);
  across = x - left;
  down = y - top;
  above = venule_frame_get_sample ((VenuleFrame *) frame, left, top) * (1 - across) +
          venule_frame_get_sample ((VenuleFrame *) frame, right, top) * across;
  below = venule_frame_get_sample ((VenuleFrame *) frame, left, bottom) * (1 - across) +
          venule_frame_get_sample ((VenuleFrame *) frame, right, bottom) * across;
  *value = above * (1 - down) + below * down;

  return TRUE;
}

guint16 *
venule_thumbnail_make (const VenuleThumbnail *self,
                       const VenuleFrame     *frame)
{
  guint16 *samples;

  g_return_val_if_fail (self != NULL && self->n > 0 && self->size > 0, NULL);
  g_return_val_if_fail (frame != NULL, NULL);

  samples = g_new0 (guint16, (gsize) self->n * self->n);
  for (int row = 0; row < self->n; row++)
    {
      for (int column = 0; column < self->n; column++)
        {
          double along = ((column + 0.5) / self->n - 0.5) * self->size;
          double across = ((row + 0.5) / self->n - 0.5) * self->size;
          double value;

          if (sample_at (frame, self->x + along * self->along_x - across * self->along_y,
                         self->y + along * self->along_y + across * self->along_x, &value))
            samples[row * self->n + column] = (guint16) lrint (value);
        }
    }

  return samples;
}

void
venule_thumbnail_project (const VenuleThumbnail *self,
                          double                 x,
                          double                 y,
                          double                *u,
                          double                *v)
{
  double dx = x - self->x, dy = y - self->y;

  g_return_if_fail (self != NULL && self->size > 0);

  *u = 0.5 + (dx * self->along_x + dy * self->along_y) / self->size;
  *v = 0.5 + (dy * self->along_x - dx * self->along_y) / self->size;
}
