/* venule-overlay-crowd.c: very many cells of one frame
 *
 * What each of them looks like is found first, and then a band of the picture drawn after the other, from all of them: both are
 * shared among processors, and what lies above what does not depend on it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-overlay-cells.h"

#include <math.h>

#include "venule-crowd.h"
#include "venule-share.h"

/* Pieces of a tail. */
#define TAIL 6
/* Cells that are looked at in one go. */
#define PART 1024
/* From a straight line, px. */
#define STRAIGHT 0.25f
/* Bands of the picture. */
#define BANDS 8

/* A cell in px of the picture. */
typedef struct {
  float   radius;         /* below 0: it has none */
  guint32 color;
  float   top, bottom;    /* that it reaches, but for the width of its line */
  guint   n;
  float   x[TAIL + 2], y[TAIL + 2]; /* where it is, and where it was */
} Mark;

typedef struct {
  const VenuleOverlay     *overlay;
  const VenuleOverlayCell *cells;
  guint                    n;
  Mark                    *marks;
  cairo_matrix_t           matrix; /* from the video to the picture */
  double                   line;   /* px */
  cairo_surface_t         *picture;
} Painting;

/* ---- What they look like ---- */

static void
add_place (const Painting    *self,
           Mark              *mark,
           const VenulePlace *place)
{
  double x = place->x + 0.5, y = place->y + 0.5;

  cairo_matrix_transform_point (&self->matrix, &x, &y);
  mark->x[mark->n] = (float) x;
  mark->y[mark->n++] = (float) y;
  mark->top = MIN (mark->top, (float) y);
  mark->bottom = MAX (mark->bottom, (float) y);
}

/* Whether the line from the first place to the last one leads over all others. */
static gboolean
is_straight (const Mark *mark)
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
straighten (Mark *mark)
{
  if (mark->n < 3 || !is_straight (mark))
    return;

  mark->x[1] = mark->x[mark->n - 1];
  mark->y[1] = mark->y[mark->n - 1];
  mark->n = 2;
}

static void
find_mark (const Painting          *self,
           const VenuleOverlayCell *cell,
           Mark                    *mark)
{
  const VenuleOverlayOptions *options = self->overlay->options;
  const VenulePlace *spots = venule_track_get_places (cell->track, NULL);
  gint64 last = cell->spot - spots, first = options->tails ? venule_overlay_find_tail (self->overlay, spots, last) : last;
  gint64 step = MAX ((last - first) / TAIL, 1);

  mark->color = (guint32) lround (cell->r * 255) << 16 | (guint32) lround (cell->g * 255) << 8 | (guint32) lround (cell->b * 255);
  mark->radius = options->contours ? (float) (cell->spot->radius * self->matrix.xx) : -1;
  mark->top = G_MAXFLOAT;
  mark->bottom = -G_MAXFLOAT;
  for (gint64 i = last; i >= first && mark->n < G_N_ELEMENTS (mark->x); i -= step)
    add_place (self, mark, &spots[i]);
  straighten (mark);
  mark->top = MIN (mark->top, mark->y[0] - mark->radius);
  mark->bottom = MAX (mark->bottom, mark->y[0] + mark->radius);
}

static void
find_part (gpointer data,
           guint    part)
{
  Painting *self = data;

  for (guint i = part * PART; i < MIN ((part + 1) * PART, self->n); i++)
    if (!self->cells[i].selected)
      find_mark (self, &self->cells[i], &self->marks[i]);
}

/* ---- Drawing them ---- */

static void
draw_mark (VenuleCrowd *crowd,
           const Mark  *mark,
           int          top)
{
  if (mark->radius >= 0)
    venule_crowd_draw_ring (crowd, mark->x[0], mark->y[0] - top, mark->radius, mark->color);
  for (guint i = 1; i < mark->n; i++)
    venule_crowd_draw_line (crowd, mark->x[i - 1], mark->y[i - 1] - top, mark->x[i], mark->y[i] - top, mark->color);
}

static void
draw_band (gpointer data,
           guint    band)
{
  Painting *self = data;
  int height = cairo_image_surface_get_height (self->picture);
  int top = height * (int) band / BANDS, bottom = height * (int) (band + 1) / BANDS;
  g_autoptr(VenuleCrowd) crowd = NULL;

  if (top == bottom)
    return;

  crowd = venule_crowd_new (self->picture, top, bottom - top, self->line);
  for (guint i = 0; i < self->n; i++)
    if (self->marks[i].n > 0 && self->marks[i].bottom > top - self->line - 1 && self->marks[i].top < bottom + self->line + 1)
      draw_mark (crowd, &self->marks[i], top);
}

static void
paint (Painting *self,
       double    left,
       double    top,
       double    density)
{
  cairo_t *cr = self->overlay->cr;
  cairo_matrix_t matrix;

  cairo_save (cr);
  cairo_matrix_init (&matrix, 1 / density, 0, 0, 1 / density, left / density, top / density);
  cairo_set_matrix (cr, &matrix);
  cairo_set_source_surface (cr, self->picture, 0, 0);
  cairo_pattern_set_filter (cairo_get_source (cr), CAIRO_FILTER_NEAREST);
  cairo_paint (cr);
  cairo_restore (cr);
}

void
venule_overlay_paint_crowd (const VenuleOverlay *overlay,
                            GArray              *cells)
{
  double density = overlay->options->density > 0 ? overlay->options->density : 1;
  double left = overlay->left, top = overlay->top, right = overlay->right, bottom = overlay->bottom;
  Painting self = { .overlay = overlay, .cells = (const VenuleOverlayCell *) (void *) cells->data, .n = cells->len,
                    .line = VENULE_OVERLAY_LINE * density };
  cairo_matrix_t matrix;

  /* What is in sight, in whole px of the screen. */
  cairo_get_matrix (overlay->cr, &matrix);
  cairo_matrix_init_scale (&self.matrix, density, density);
  cairo_matrix_multiply (&self.matrix, &matrix, &self.matrix);
  cairo_matrix_transform_point (&self.matrix, &left, &top);
  cairo_matrix_transform_point (&self.matrix, &right, &bottom);
  left = floor (left);
  top = floor (top);
  if (!(right > left && bottom > top))
    return;
  self.matrix.x0 -= left;
  self.matrix.y0 -= top;

  self.picture = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, (int) ceil (right - left), (int) ceil (bottom - top));
  if (cairo_surface_status (self.picture) == CAIRO_STATUS_SUCCESS)
    {
      self.marks = g_new0 (Mark, self.n);
      venule_share ((self.n + PART - 1) / PART, find_part, &self);
      venule_share (BANDS, draw_band, &self);
      cairo_surface_mark_dirty (self.picture);
      paint (&self, left, top, density);
      g_free (self.marks);
    }
  cairo_surface_destroy (self.picture);
}
