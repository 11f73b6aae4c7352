/* venule-ring-sprites.c: rings that are drawn once for each size and then stamped
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-ring-sprites.h"

#include <math.h>

/* Sprites for each px of position and of radius. */
#define POSITIONS 2
#define RADII 4
/* px. Larger rings are rare where there are many cells, and are stroked. */
#define MAX_RADIUS 64.0
/* px. cairo's numbers end at 2^23. */
#define MAX_POSITION 1e6

struct _VenuleRingSprites
{
  double      line_width;
  GHashTable *sprites; /* of cairo_surface_t, by radius and the centre's place in its px */
};

VenuleRingSprites *
venule_ring_sprites_new (double line_width)
{
  VenuleRingSprites *self = g_new (VenuleRingSprites, 1);

  self->line_width = line_width;
  self->sprites = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) cairo_surface_destroy);

  return self;
}

void
venule_ring_sprites_free (VenuleRingSprites *self)
{
  g_hash_table_unref (self->sprites);
  g_free (self);
}

static void
stroke (VenuleRingSprites *self,
        cairo_t           *cr,
        double             x,
        double             y,
        double             radius)
{
  cairo_new_path (cr);
  cairo_arc (cr, x, y, radius, 0, 2 * G_PI);
  cairo_set_line_width (cr, self->line_width);
  cairo_stroke (cr);
}

void
venule_ring_sprites_draw (VenuleRingSprites *self,
                          cairo_t           *cr,
                          double             x,
                          double             y,
                          double             radius)
{
  guint size, key;
  int column, row, reach;
  cairo_surface_t *sprite;

  if (!(radius >= 0 && fabs (x) < MAX_POSITION && fabs (y) < MAX_POSITION))
    return;
  if (radius > MAX_RADIUS)
    {
      stroke (self, cr, x, y, radius);
      return;
    }

  size = (guint) lround (radius * RADII);
  column = (int) floor (x * POSITIONS);
  row = (int) floor (y * POSITIONS);
  key = (size * POSITIONS + ((guint) row & (POSITIONS - 1))) * POSITIONS + ((guint) column & (POSITIONS - 1));
  reach = (int) ceil ((double) size / RADII + self->line_width / 2) + 1;
  sprite = g_hash_table_lookup (self->sprites, GUINT_TO_POINTER (key));
  if (sprite == NULL)
    {
      double center_x = reach + ((column & (POSITIONS - 1)) + 0.5) / POSITIONS;
      double center_y = reach + ((row & (POSITIONS - 1)) + 0.5) / POSITIONS;
      cairo_t *drawing;

      sprite = cairo_image_surface_create (CAIRO_FORMAT_A8, 2 * reach + 1, 2 * reach + 1);
      drawing = cairo_create (sprite);
      stroke (self, drawing, center_x, center_y, (double) size / RADII);
      cairo_destroy (drawing);
      g_hash_table_insert (self->sprites, GUINT_TO_POINTER (key), sprite);
    }
  cairo_mask_surface (cr, sprite, floor (x) - reach, floor (y) - reach);
}
