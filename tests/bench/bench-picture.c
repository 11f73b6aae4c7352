/* bench-picture.c: two frames, and where cells are in them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "bench-picture.h"

#include <math.h>

#define STEP 1.7          /* px from the first frame to the next */
#define APART_ALONG 4.0   /* radii from cell to cell */
#define APART_ACROSS 3.0
#define SHAPE 1.5         /* width to height of a picture that is as large as its cells need */

static vnk_image
image_of (const VenuleFrame *frame)
{
  return (vnk_image){ frame->data, frame->width, frame->height, (ptrdiff_t) frame->stride, frame->bit_depth > 8
                      ? 2 : 1 };
}

BenchPicture *
bench_picture_new_of_video (const BenchVideo *video)
{
  BenchPicture *self = g_new0 (BenchPicture, 1);

  self->first = image_of (g_ptr_array_index (video->frames, 0));
  self->next = image_of (g_ptr_array_index (video->frames, 1));
  self->x0 = video->crop_x;
  self->y0 = video->crop_y;
  self->width = (int) video->settings->vessel->width;
  self->height = (int) video->settings->vessel->height;
  self->radius = video->settings->cell_diameter / 2;
  self->cells = g_array_ref (video->cells);
  return self;
}

/* Noise of some four gray levels from a hash of the place, the same in every run. */
static guint8
background (guint32 x,
            guint32 y,
            guint32 seed)
{
  guint32 h = x * 0x85ebca6bu ^ y * 0xc2b2ae35u ^ seed;

  h = (h ^ (h >> 16)) * 0x7feb352du;
  h ^= h >> 15;
  return (guint8) (110 + (h & 7) + (h >> 8 & 7) - 7);
}

static void
paint_disc (guint8 *samples,
            int     width,
            int     height,
            double  x,
            double  y,
            double  radius,
            int     level)
{
  for (int v = MAX (0, (int) (y - radius - 1)); v <= MIN (height - 1, (int) (y + radius + 1)); v++)
    for (int u = MAX (0, (int) (x - radius - 1)); u <= MIN (width - 1, (int) (x + radius + 1)); u++)
      {
        double cover = CLAMP (radius + 0.5 - hypot (u - x, v - y), 0, 1);

        samples[(gsize) v * width + u] = (guint8) (samples[(gsize) v * width + u] + cover * level);
      }
}

static void
paint (const BenchPicture *self,
       guint8             *samples,
       double              share)
{
  for (int y = 0; y < self->height; y++)
    for (int x = 0; x < self->width; x++)
      samples[(gsize) y * self->width + x] = background ((guint32) x, (guint32) y, share > 0);

  for (guint i = 0; i < self->cells->len; i++)
    {
      const BenchCell *cell = &g_array_index (self->cells, BenchCell, i);

      paint_disc (samples, self->width, self->height, cell->x + share * cell->step_x, cell->y + share * cell->step_y,
                  self->radius, i % 2 == 0 ? 40 : -40);
    }
}

BenchPicture *
bench_picture_new_discs (int    width,
                         int    height,
                         double radius,
                         guint  n_cells)
{
  BenchPicture *self = g_new0 (BenchPicture, 1);
  double along = APART_ALONG * radius, across = APART_ACROSS * radius;
  int columns = width > 0 ? (int) (width / along) : (int) ceil (sqrt (n_cells * SHAPE * across / along));
  gsize size;

  columns = MAX (columns, 1);
  self->width = width > 0 ? width : (int) ceil (columns * along);
  self->height = width > 0 ? height : (int) ceil ((n_cells + columns - 1) / columns * across);
  self->radius = radius;
  self->cells = g_array_new (FALSE, FALSE, sizeof (BenchCell));
  for (guint i = 0; i < n_cells; i++)
    {
      BenchCell cell = { (i % columns + 0.5) * along - STEP / 2, (i / columns + 0.5) * across, STEP, 0 };

      if (cell.y < self->height)
        g_array_append_val (self->cells, cell);
    }

  size = (gsize) self->width * self->height;
  self->own = g_malloc (2 * size);
  self->first = (vnk_image){ self->own, self->width, self->height, self->width, 1 };
  self->next = (vnk_image){ self->own + size, self->width, self->height, self->width, 1 };
  paint (self, self->own, 0);
  paint (self, self->own + size, 1);
  return self;
}

void
bench_picture_free (BenchPicture *self)
{
  if (self == NULL)
    return;

  g_array_unref (self->cells);
  g_free (self->own);
  g_free (self);
}
