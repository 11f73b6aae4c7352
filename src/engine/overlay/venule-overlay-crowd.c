/* venule-overlay-crowd.c: very many cells of one frame
 *
 * What each of them looks like is found with it, and then a band of the picture drawn after the other, from all of them: both
 * are shared among processors, and what lies above what does not depend on it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-overlay-cells.h"

#include <math.h>

#include "venule-crowd.h"
#include "venule-parallel.h"

/* From a straight line, px. */
#define STRAIGHT 0.25f
/* Bands of the picture. */
#define BANDS 8

struct _VenuleOverlayCrowd
{
  gatomicrefcount      references;
  VenuleOverlayPicture place;
  VenuleOverlayMark   *marks;
  GPtrArray           *shown;   /* of VenuleOverlayMark, one over the other; borrowed */
  cairo_surface_t     *picture; /* NULL: not drawn yet */
};

typedef struct {
  VenuleOverlayCrowd *crowd;
  VenuleStamps       *stamps;
} Painting;

/* ---- What they look like ---- */

static inline void
add_place (const cairo_matrix_t *matrix,
           VenuleOverlayMark    *mark,
           const VenulePlace    *place)
{
  double x = place->x + 0.5, y = place->y + 0.5;
  float at_x = (float) (matrix->xx * x + matrix->xy * y + matrix->x0);
  float at_y = (float) (matrix->yx * x + matrix->yy * y + matrix->y0);

  mark->x[mark->n] = at_x;
  mark->y[mark->n++] = at_y;
  mark->top = MIN (mark->top, at_y);
  mark->bottom = MAX (mark->bottom, at_y);
}

/* Whether the line from the first place to the last one leads over all others. */
static gboolean
is_straight (const VenuleOverlayMark *mark)
{
  float dx = mark->x[mark->n - 1] - mark->x[0], dy = mark->y[mark->n - 1] - mark->y[0];
  float length = hypotf (dx, dy);

  for (guint i = 1; i + 1 < mark->n; i++)
    {
      float from_x = mark->x[i] - mark->x[0], from_y = mark->y[i] - mark->y[0], along = from_x * dx + from_y * dy;

      if (fabsf (from_x * dy - from_y * dx) > STRAIGHT * length || along < 0 || along > length * length)
        return FALSE;
    }

  return TRUE;
}

/* Of a tail that is straight on the screen its ends say all. */
static void
straighten (VenuleOverlayMark *mark)
{
  if (mark->n < 3 || !is_straight (mark))
    return;

  mark->x[1] = mark->x[mark->n - 1];
  mark->y[1] = mark->y[mark->n - 1];
  mark->n = 2;
}

void
venule_overlay_find_mark (const VenuleOverlay     *overlay,
                          const VenuleOverlayCell *cell,
                          VenuleOverlayMark       *mark)
{
  const VenuleOverlayOptions *options = overlay->options;
  const cairo_matrix_t *matrix = &overlay->picture.matrix;
  const VenulePlace *spots = venule_track_get_places (cell->track, NULL);
  gint64 last = cell->spot - spots, first = options->tails ? venule_overlay_find_tail (overlay, spots, last) : last;
  gint64 step = MAX ((last - first + VENULE_OVERLAY_TAIL - 1) / VENULE_OVERLAY_TAIL, 1);

  mark->color = (guint32) (cell->r * 255 + 0.5) << 16 | (guint32) (cell->g * 255 + 0.5) << 8 | (guint32) (cell->b * 255 + 0.5);
  mark->radius = options->contours ? (float) (cell->spot->radius * matrix->xx) : -1;
  mark->top = G_MAXFLOAT;
  mark->bottom = -G_MAXFLOAT;
  mark->n = 0;
  for (gint64 i = last; i > first; i -= step)
    add_place (matrix, mark, &spots[i]);
  add_place (matrix, mark, &spots[first]);
  straighten (mark);
  mark->top = MIN (mark->top, mark->y[0] - mark->radius);
  mark->bottom = MAX (mark->bottom, mark->y[0] + mark->radius);
}

/* ---- Drawing them ---- */

/* All that will be wanted, so that several threads can take them. */
static void
make_stamps (Painting *self)
{
  for (guint i = 0; i < self->crowd->shown->len; i++)
    {
      const VenuleOverlayMark *mark = g_ptr_array_index (self->crowd->shown, i);

      if (mark->radius >= 0)
        venule_stamps_make (self->stamps, mark->x[0], mark->y[0], mark->radius);
    }
}

static void
draw_mark (VenuleCrowd             *crowd,
           const VenuleOverlayMark *mark,
           int                      top)
{
  if (mark->radius >= 0)
    venule_crowd_draw_ring (crowd, mark->x[0], (double) mark->y[0] - top, mark->radius, mark->color);
  for (guint i = 1; i < mark->n; i++)
    venule_crowd_draw_line (crowd, mark->x[i - 1], (double) mark->y[i - 1] - top, mark->x[i], (double) mark->y[i] - top,
                            mark->color);
}

static void
draw_band (gpointer data,
           guint    band)
{
  Painting *self = data;
  int height = self->crowd->place.height;
  int top = height * (int) band / BANDS, bottom = height * (int) (band + 1) / BANDS;
  double line = venule_stamps_get_line (self->stamps);
  g_autoptr(VenuleCrowd) crowd = NULL;

  if (top == bottom)
    return;

  crowd = venule_crowd_new (self->crowd->picture, top, bottom - top, self->stamps);
  for (guint i = 0; i < self->crowd->shown->len; i++)
    {
      const VenuleOverlayMark *mark = g_ptr_array_index (self->crowd->shown, i);

      if (mark->bottom > top - line - 1 && mark->top < bottom + line + 1)
        draw_mark (crowd, mark, top);
    }
}

void
venule_overlay_find_picture (VenuleOverlay *overlay)
{
  VenuleOverlayPicture *picture = &overlay->picture;
  double left = overlay->left, top = overlay->top, right = overlay->right, bottom = overlay->bottom;
  cairo_matrix_t matrix;

  picture->density = overlay->options->density > 0 ? overlay->options->density : 1;
  cairo_get_matrix (overlay->cr, &matrix);
  cairo_matrix_init_scale (&picture->matrix, picture->density, picture->density);
  cairo_matrix_multiply (&picture->matrix, &matrix, &picture->matrix);
  cairo_matrix_transform_point (&picture->matrix, &left, &top);
  cairo_matrix_transform_point (&picture->matrix, &right, &bottom);
  picture->left = floor (left);
  picture->top = floor (top);
  picture->matrix.x0 -= picture->left;
  picture->matrix.y0 -= picture->top;
  picture->width = right > left && bottom > top ? (int) ceil (right - picture->left) : 0;
  picture->height = right > left && bottom > top ? (int) ceil (bottom - picture->top) : 0;
}

VenuleOverlayCrowd *
venule_overlay_take_crowd (VenuleOverlay *overlay,
                           GArray        *cells)
{
  VenuleOverlayCrowd *self = g_new0 (VenuleOverlayCrowd, 1);

  g_atomic_ref_count_init (&self->references);
  self->place = overlay->picture;
  self->marks = g_steal_pointer (&overlay->marks);
  self->shown = g_ptr_array_sized_new (cells->len);
  for (guint i = 0; i < cells->len; i++)
    {
      VenuleOverlayMark *mark = g_array_index (cells, VenuleOverlayCell, i).mark;

      if (mark != NULL)
        g_ptr_array_add (self->shown, mark);
    }

  return self;
}

VenuleOverlayCrowd *
venule_overlay_crowd_ref (VenuleOverlayCrowd *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  g_atomic_ref_count_inc (&self->references);

  return self;
}

void
venule_overlay_crowd_unref (VenuleOverlayCrowd *self)
{
  g_return_if_fail (self != NULL);

  if (!g_atomic_ref_count_dec (&self->references))
    return;

  g_clear_pointer (&self->picture, cairo_surface_destroy);
  g_ptr_array_unref (self->shown);
  g_free (self->marks);
  g_free (self);
}

void
venule_overlay_crowd_draw (VenuleOverlayCrowd *self,
                           VenuleStamps       *stamps)
{
  g_autoptr(VenuleStamps) own = stamps == NULL ? venule_stamps_new () : NULL;
  Painting painting = { .crowd = self, .stamps = stamps != NULL ? stamps : own };

  g_return_if_fail (self != NULL && self->picture == NULL);

  if (self->place.width <= 0 || self->place.height <= 0)
    return;

  venule_stamps_begin (painting.stamps, VENULE_OVERLAY_LINE * self->place.density);
  self->picture = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, self->place.width, self->place.height);
  if (cairo_surface_status (self->picture) != CAIRO_STATUS_SUCCESS)
    {
      g_clear_pointer (&self->picture, cairo_surface_destroy);
      return;
    }

  make_stamps (&painting);
  venule_parallel_for (BANDS, draw_band, &painting);
  cairo_surface_mark_dirty (self->picture);
}

/* Its px onto those of the screen. */
void
venule_overlay_paint_crowd (const VenuleOverlay *overlay,
                            VenuleOverlayCrowd  *crowd)
{
  const VenuleOverlayPicture *place = &crowd->place;
  double px = 1 / place->density;
  cairo_t *cr = overlay->cr;
  cairo_matrix_t matrix;

  if (crowd->picture == NULL)
    return;

  cairo_save (cr);
  cairo_matrix_init (&matrix, px, 0, 0, px, place->left * px, place->top * px);
  cairo_set_matrix (cr, &matrix);
  cairo_set_source_surface (cr, crowd->picture, 0, 0);
  cairo_pattern_set_filter (cairo_get_source (cr), CAIRO_FILTER_NEAREST);
  cairo_paint (cr);
  cairo_restore (cr);
}
