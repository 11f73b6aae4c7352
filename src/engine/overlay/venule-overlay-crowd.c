/* venule-overlay-crowd.c: a frame with very many cells: plain rings and tails, colour by colour
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-overlay-cells.h"

#include <math.h>

#include "venule-ring-sprites.h"

/* With more cells than these, tails are straight lines. */
#define STRAIGHT 2000
/* Colours are rounded to 32 levels a channel, so that many cells share one. */
#define LEVELS 31

typedef struct {
  cairo_t           *cr;
  cairo_matrix_t     matrix; /* from the video to px of the picture */
  VenuleRingSprites *rings;
  guint              pieces; /* of a tail */
} Picture;

static guint
get_color (const VenuleOverlayCell *cell)
{
  return (guint) lround (cell->r * LEVELS) << 16 | (guint) lround (cell->g * LEVELS) << 8 |
         (guint) lround (cell->b * LEVELS);
}

static int
compare_colors (gconstpointer a,
                gconstpointer b)
{
  guint x = get_color (a), y = get_color (b);

  return (x > y) - (x < y);
}

static void
transform (const Picture     *picture,
           const VenulePlace *place,
           double            *x,
           double            *y)
{
  *x = place->x + 0.5;
  *y = place->y + 0.5;
  cairo_matrix_transform_point (&picture->matrix, x, y);
}

static void
line_to (const Picture     *picture,
         const VenulePlace *place)
{
  double x, y;

  transform (picture, place, &x, &y);
  cairo_line_to (picture->cr, x, y);
}

static void
add_tail (const VenuleOverlay     *overlay,
          const Picture           *picture,
          const VenuleOverlayCell *cell)
{
  const VenulePlace *places = venule_track_get_places (cell->track, NULL);
  gint64 last = cell->spot - places, first = venule_overlay_find_tail (overlay, places, last);
  gint64 step = MAX ((last - first + picture->pieces - 1) / picture->pieces, 1);

  cairo_new_sub_path (picture->cr);
  for (gint64 i = last; i > first; i -= step)
    line_to (picture, &places[i]);
  line_to (picture, &places[first]);
}

/* Cells of one colour, whose tails are one path. */
static void
draw_color (const VenuleOverlay     *overlay,
            const Picture           *picture,
            const VenuleOverlayCell *cells,
            guint                    n)
{
  guint color = get_color (cells);

  cairo_set_source_rgb (picture->cr, (double) (color >> 16) / LEVELS, (double) (color >> 8 & 0xff) / LEVELS,
                        (double) (color & 0xff) / LEVELS);
  if (overlay->options->tails)
    {
      for (guint i = 0; i < n; i++)
        add_tail (overlay, picture, &cells[i]);
      cairo_stroke (picture->cr);
    }
  for (guint i = 0; overlay->options->contours && i < n; i++)
    {
      double x, y;

      transform (picture, cells[i].spot, &x, &y);
      venule_ring_sprites_draw (picture->rings, picture->cr, x, y, cells[i].spot->radius * picture->matrix.xx);
    }
}

static void
draw_cells (const VenuleOverlay  *overlay,
            cairo_surface_t      *surface,
            const cairo_matrix_t *matrix,
            double                line_width,
            GArray               *cells)
{
  g_autoptr(VenuleRingSprites) rings = venule_ring_sprites_new (line_width);
  Picture picture = { .cr = cairo_create (surface), .matrix = *matrix, .rings = rings,
                      .pieces = cells->len > STRAIGHT ? 1 : VENULE_OVERLAY_TAIL };
  const VenuleOverlayCell *sorted;

  cairo_set_antialias (picture.cr, CAIRO_ANTIALIAS_FAST);
  cairo_set_line_join (picture.cr, CAIRO_LINE_JOIN_BEVEL);
  cairo_set_line_width (picture.cr, line_width);
  g_array_sort (cells, compare_colors);
  sorted = (const VenuleOverlayCell *) (const void *) cells->data;
  for (guint first = 0, end; first < cells->len; first = end)
    {
      for (end = first + 1; end < cells->len && get_color (&sorted[end]) == get_color (&sorted[first]);)
        end++;
      draw_color (overlay, &picture, &sorted[first], end - first);
    }
  cairo_destroy (picture.cr);
}

/* Onto px of the screen: what is in sight is drawn into a picture of its own, which is then shown px by px. */
void
venule_overlay_draw_crowd (const VenuleOverlay *overlay,
                           GArray              *cells)
{
  double density = overlay->options->density > 0 ? overlay->options->density : 1;
  double left = overlay->left, top = overlay->top, right = overlay->right, bottom = overlay->bottom;
  cairo_matrix_t matrix, scale;
  cairo_surface_t *surface;

  cairo_get_matrix (overlay->cr, &matrix);
  cairo_matrix_init_scale (&scale, density, density);
  cairo_matrix_multiply (&matrix, &matrix, &scale);
  cairo_matrix_transform_point (&matrix, &left, &top);
  cairo_matrix_transform_point (&matrix, &right, &bottom);
  left = floor (left);
  top = floor (top);
  if (right <= left || bottom <= top)
    return;

  matrix.x0 -= left;
  matrix.y0 -= top;
  surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, (int) ceil (right - left), (int) ceil (bottom - top));
  draw_cells (overlay, surface, &matrix, VENULE_OVERLAY_LINE * density, cells);

  cairo_save (overlay->cr);
  cairo_identity_matrix (overlay->cr);
  cairo_scale (overlay->cr, 1 / density, 1 / density);
  cairo_translate (overlay->cr, left, top);
  cairo_set_source_surface (overlay->cr, surface, 0, 0);
  cairo_pattern_set_filter (cairo_get_source (overlay->cr), CAIRO_FILTER_NEAREST);
  cairo_paint (overlay->cr);
  cairo_restore (overlay->cr);
  cairo_surface_destroy (surface);
}
