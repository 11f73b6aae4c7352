/* venule-overlay.c: the cells over a frame
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-overlay-private.h"

#include <math.h>

#include "venule-crowd.h"
#include "venule-document.h"
#include "venule-velocity.h"

/* Device px. */
#define LINE 1.4
#define SELECTED_LINE 2.6
#define HALO 0.9
#define TAIL_LINE 1.6
#define ID_SIZE 11.0
#define ID_HALO 1.5
#define DASH 3.0

/* What of a cell may lie beside its place: numbers, contours that are no circles. */
#define MARGIN 60.0

/* Pieces of a tail in a crowd. */
#define CROWD_TAIL 6

void
venule_overlay_options_init (VenuleOverlayOptions *options)
{
  g_return_if_fail (options != NULL);

  *options = (VenuleOverlayOptions){ .contours = TRUE, .tails = TRUE, .ids = TRUE, .color_by_velocity = TRUE,
                                     .crop = TRUE, .scale_bar = TRUE, .color_bar = TRUE, .time = TRUE,
                                     .velocity_max = 0, .tail_seconds = 1, .selected = NULL, .crowd = 0, .density = 1,
                                     .scale = 1 };
}

void
venule_overlay_stroke (cairo_t *cr,
                       double   width,
                       double   halo,
                       double   r,
                       double   g,
                       double   b)
{
  cairo_set_source_rgba (cr, 0, 0, 0, VENULE_OVERLAY_HALO_ALPHA);
  cairo_set_line_width (cr, width + 2 * halo);
  cairo_stroke_preserve (cr);
  cairo_set_source_rgb (cr, r, g, b);
  cairo_set_line_width (cr, width);
  cairo_stroke (cr);
}

void
venule_overlay_show_text (cairo_t    *cr,
                          VenuleText *text,
                          double      x,
                          double      y,
                          double      align_x,
                          double      align_y,
                          double      halo,
                          double      r,
                          double      g,
                          double      b)
{
  venule_text_path (text, x, y, align_x, align_y);
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_ROUND);
  cairo_set_source_rgba (cr, 0, 0, 0, VENULE_OVERLAY_HALO_ALPHA + 0.15);
  cairo_set_line_width (cr, 2 * halo);
  cairo_stroke_preserve (cr);
  cairo_set_source_rgb (cr, r, g, b);
  cairo_fill (cr);
}

/* ---- One frame's cells ---- */

typedef struct {
  VenuleTrack       *track; /* owned */
  const VenulePlace *spot;
  gboolean           selected;
  double             r, g, b;
} Cell;

typedef struct {
  cairo_t                    *cr;
  const VenuleSettings       *settings;
  const VenuleOverlayOptions *options;
  double                      velocity_max;
  double                      px; /* a device px in user space */
  double                      left, top, right, bottom; /* what is in sight */
} Overlay;

static void
clear_cell (gpointer cell)
{
  g_object_unref (((Cell *) cell)->track);
}

static gboolean
is_selected (const VenuleOverlayOptions *options,
             guint                       id)
{
  for (guint i = 0; options->selected != NULL && i < options->selected->len; i++)
    if (g_array_index (options->selected, guint, i) == id)
      return TRUE;

  return FALSE;
}

static void
color_at (Overlay           *overlay,
          VenuleTrack       *track,
          const VenulePlace *spot,
          double            *r,
          double            *g,
          double            *b)
{
  gint32 color = venule_track_get_color (track);
  double velocity;

  if (color != VENULE_TRACK_NO_COLOR)
    {
      *r = ((color >> 16) & 0xff) / 255.0;
      *g = ((color >> 8) & 0xff) / 255.0;
      *b = (color & 0xff) / 255.0;
      return;
    }
  if (!overlay->options->color_by_velocity)
    {
      venule_overlay_kind_color (venule_track_get_kind (track), r, g, b);
      return;
    }

  velocity = venule_track_velocity_at (track, overlay->settings, spot->frame);
  venule_overlay_velocity_color (isfinite (velocity) ? fabs (velocity) : 0, overlay->velocity_max, r, g, b);
}

static gboolean
is_inside (const Overlay     *overlay,
           const VenulePlace *spot)
{
  double margin = 2 * spot->radius + MARGIN * overlay->px;

  return spot->x > overlay->left - margin && spot->x < overlay->right + margin && spot->y > overlay->top - margin &&
         spot->y < overlay->bottom + margin;
}

static gboolean
is_in_tail (const Overlay     *overlay,
            const VenulePlace *spots,
            gint64             i,
            gint64             last)
{
  return spots[last].time - spots[i].time <= overlay->options->tail_seconds;
}

/* The oldest spot of its tail. */
static gint64
find_tail (const Overlay     *overlay,
           const VenulePlace *spots,
           gint64             last)
{
  double step = last > 0 ? spots[last].time - spots[last - 1].time : 0;
  /* Where it is when no frame is missing; what lies between is far more than what lies around it. */
  gint64 first = step > 0 ? MAX (last - (gint64) MIN (overlay->options->tail_seconds / step, (double) last), 0) : last;

  while (first < last && !is_in_tail (overlay, spots, first, last))
    first++;
  while (first > 0 && is_in_tail (overlay, spots, first - 1, last))
    first--;
  return first;
}

static gboolean
is_in_sight (const Overlay     *overlay,
             VenuleTrack       *track,
             const VenulePlace *spot)
{
  const VenulePlace *spots = venule_track_get_places (track, NULL);

  return is_inside (overlay, spot) ||
         (overlay->options->tails && is_inside (overlay, &spots[find_tail (overlay, spots, spot - spots)]));
}

static void
add_cell (Overlay     *overlay,
          GArray      *cells,
          VenuleTrack *track,
          gint64       frame)
{
  const VenulePlace *spot = venule_track_get_place_at (track, frame);
  Cell cell;

  if (spot == NULL || venule_track_get_hidden (track) ||
      (overlay->options->crowd > 0 && !is_in_sight (overlay, track, spot)))
    return;

  cell = (Cell){ .track = g_object_ref (track), .spot = spot,
                 .selected = is_selected (overlay->options, venule_track_get_id (track)) };
  color_at (overlay, track, spot, &cell.r, &cell.g, &cell.b);
  g_array_append_val (cells, cell);
}

static GArray *
find_cells (Overlay    *overlay,
            GListModel *tracks,
            gint64      frame)
{
  GArray *cells = g_array_new (FALSE, FALSE, sizeof (Cell));

  g_array_set_clear_func (cells, clear_cell);
  if (VENULE_IS_DOCUMENT (tracks))
    {
      g_autoptr(GPtrArray) found = venule_document_dup_tracks_at (VENULE_DOCUMENT (tracks), frame);

      for (guint i = 0; i < found->len; i++)
        add_cell (overlay, cells, g_ptr_array_index (found, i), frame);
    }
  else
    {
      for (guint i = 0; i < g_list_model_get_n_items (tracks); i++)
        {
          g_autoptr(VenuleTrack) track = g_list_model_get_item (tracks, i);

          add_cell (overlay, cells, track, frame);
        }
    }

  return cells;
}

/* ---- Drawing ---- */

static VenulePoint
contour_point (const VenulePlace *spot,
               const float       *contour,
               int                i)
{
  int index = (i + VENULE_CONTOUR_POINTS) % VENULE_CONTOUR_POINTS;
  double angle = 2 * G_PI * index / VENULE_CONTOUR_POINTS;

  return (VenulePoint){ spot->x + 0.5 + contour[index] * cos (angle),
                        spot->y + 0.5 + contour[index] * sin (angle) };
}

/* A closed Catmull–Rom spline through the points, as Bézier curves. */
static void
contour_path (cairo_t           *cr,
              VenuleTrack       *track,
              const VenulePlace *spot)
{
  const float *contour = venule_track_get_contour (track, (guint) (spot - venule_track_get_places (track, NULL)));
  VenulePoint start;

  cairo_new_sub_path (cr);
  if (contour == NULL)
    {
      cairo_arc (cr, spot->x + 0.5, spot->y + 0.5, spot->radius, 0, 2 * G_PI);
      cairo_close_path (cr);
      return;
    }

  start = contour_point (spot, contour, 0);
  cairo_move_to (cr, start.x, start.y);
  for (int i = 0; i < VENULE_CONTOUR_POINTS; i++)
    {
      VenulePoint before = contour_point (spot, contour, i - 1), from = contour_point (spot, contour, i);
      VenulePoint to = contour_point (spot, contour, i + 1), after = contour_point (spot, contour, i + 2);

      cairo_curve_to (cr, from.x + (to.x - before.x) / 6, from.y + (to.y - before.y) / 6, to.x - (after.x - from.x) / 6,
                      to.y - (after.y - from.y) / 6, to.x, to.y);
    }
  cairo_close_path (cr);
}

static void
draw_contour (Overlay    *overlay,
              const Cell *cell)
{
  cairo_t *cr = overlay->cr;
  const double dash = DASH * overlay->px;

  contour_path (cr, cell->track, cell->spot);
  if (cell->spot->source == VENULE_SPOT_INTERPOLATED)
    cairo_set_dash (cr, &dash, 1, 0);
  venule_overlay_stroke (cr, (cell->selected ? SELECTED_LINE : LINE) * overlay->px, HALO * overlay->px, cell->r, cell->g,
                         cell->b);
  cairo_set_dash (cr, NULL, 0, 0);
}

/* Fades away towards its end. */
static void
draw_tail (Overlay    *overlay,
           const Cell *cell)
{
  cairo_t *cr = overlay->cr;
  guint n;
  const VenulePlace *spots = venule_track_get_places (cell->track, &n);
  gint64 last = cell->spot - spots;
  gint64 first = find_tail (overlay, spots, last);

  if (first == last)
    return;

  cairo_set_line_width (cr, (TAIL_LINE + 2 * HALO) * overlay->px);
  cairo_set_source_rgba (cr, 0, 0, 0, 0.6 * VENULE_OVERLAY_HALO_ALPHA);
  cairo_move_to (cr, spots[first].x + 0.5, spots[first].y + 0.5);
  for (gint64 i = first + 1; i <= last; i++)
    cairo_line_to (cr, spots[i].x + 0.5, spots[i].y + 0.5);
  cairo_stroke (cr);

  cairo_set_line_width (cr, (cell->selected ? SELECTED_LINE : TAIL_LINE) * overlay->px);
  for (gint64 i = first + 1; i <= last; i++)
    {
      double r, g, b, freshness = (double) (i - first) / (double) (last - first);

      color_at (overlay, cell->track, &spots[i], &r, &g, &b);
      cairo_set_source_rgba (cr, r, g, b, cell->selected ? 1 : 0.2 + 0.8 * freshness);
      cairo_move_to (cr, spots[i - 1].x + 0.5, spots[i - 1].y + 0.5);
      cairo_line_to (cr, spots[i].x + 0.5, spots[i].y + 0.5);
      cairo_stroke (cr);
    }
}

/* A body with a bow, as high as the number that it stands beside; its lower left corner is at (x, y). */
static void
draw_lock (Overlay    *overlay,
           const Cell *cell,
           double      x,
           double      y)
{
  cairo_t *cr = overlay->cr;
  double unit = overlay->px;

  cairo_rectangle (cr, x + 0.5 * unit, y - 5 * unit, 7 * unit, 5 * unit);
  cairo_new_sub_path (cr);
  cairo_move_to (cr, x + 2 * unit, y - 5 * unit);
  cairo_arc (cr, x + 4 * unit, y - 6.5 * unit, 2 * unit, G_PI, 0);
  cairo_line_to (cr, x + 6 * unit, y - 5 * unit);
  venule_overlay_stroke (cr, 1.3 * unit, ID_HALO * unit, (1 + cell->r) / 2, (1 + cell->g) / 2, (1 + cell->b) / 2);
  cairo_rectangle (cr, x + 0.5 * unit, y - 5 * unit, 7 * unit, 5 * unit);
  cairo_fill (cr);
}

/* At the upper right of the contour, and half the way to white, as thin letters need more light than lines. */
static void
draw_id (Overlay    *overlay,
         const Cell *cell)
{
  double away = cell->spot->radius * M_SQRT1_2 + 2 * overlay->px;
  double x = cell->spot->x + 0.5 + away, y = cell->spot->y + 0.5 - away;

  if (overlay->options->ids)
    {
      g_autofree char *number = g_strdup_printf (venule_track_get_edited (cell->track) ? "%u*" : "%u",
                                                 venule_track_get_id (cell->track));
      g_autoptr(VenuleText) text = venule_text_new (overlay->cr, NULL, ID_SIZE * overlay->px, cell->selected, number);

      venule_overlay_show_text (overlay->cr, text, x, y, 0, 1, ID_HALO * overlay->px, (1 + cell->r) / 2, (1 + cell->g) / 2,
                                (1 + cell->b) / 2);
      x += venule_text_get_width (text) + 3 * overlay->px;
    }
  if (overlay->options->locks && venule_track_get_locked (cell->track))
    draw_lock (overlay, cell, x, y);
}

static guint32
get_rgb (const Cell *cell)
{
  return (guint32) lround (cell->r * 255) << 16 | (guint32) lround (cell->g * 255) << 8 | (guint32) lround (cell->b * 255);
}

static void
draw_in_crowd (const Overlay        *overlay,
               const Cell           *cell,
               VenuleCrowd          *crowd,
               const cairo_matrix_t *matrix)
{
  const VenulePlace *spots = venule_track_get_places (cell->track, NULL), *spot = cell->spot;
  gint64 last = spot - spots, first = overlay->options->tails ? find_tail (overlay, spots, last) : last;
  gint64 step = MAX ((last - first) / CROWD_TAIL, 1);
  guint32 color = get_rgb (cell);
  double x = spot->x + 0.5, y = spot->y + 0.5;

  cairo_matrix_transform_point (matrix, &x, &y);
  if (overlay->options->contours)
    venule_crowd_draw_ring (crowd, x, y, spot->radius * matrix->xx, color);
  for (gint64 i = last - step; i >= first; i -= step)
    {
      double to_x = spots[i].x + 0.5, to_y = spots[i].y + 0.5;

      cairo_matrix_transform_point (matrix, &to_x, &to_y);
      venule_crowd_draw_line (crowd, x, y, to_x, to_y, color);
      x = to_x;
      y = to_y;
    }
}

/* A picture in px of the screen, over what is in sight. */
static void
paint_crowd (const Overlay *overlay,
             GArray        *cells)
{
  cairo_t *cr = overlay->cr;
  double density = overlay->options->density > 0 ? overlay->options->density : 1;
  double left = overlay->left, top = overlay->top, right = overlay->right, bottom = overlay->bottom;
  g_autoptr(VenuleCrowd) crowd = NULL;
  cairo_matrix_t matrix, picture;

  cairo_get_matrix (cr, &matrix);
  cairo_matrix_init_scale (&picture, density, density);
  cairo_matrix_multiply (&picture, &matrix, &picture);
  cairo_matrix_transform_point (&picture, &left, &top);
  cairo_matrix_transform_point (&picture, &right, &bottom);
  left = floor (left);
  top = floor (top);
  if (!(right > left && bottom > top))
    return;
  crowd = venule_crowd_new ((int) ceil (right - left), (int) ceil (bottom - top), LINE * density);
  if (crowd == NULL)
    return;

  picture.x0 -= left;
  picture.y0 -= top;
  for (guint i = 0; i < cells->len; i++)
    if (!g_array_index (cells, Cell, i).selected)
      draw_in_crowd (overlay, &g_array_index (cells, Cell, i), crowd, &picture);

  cairo_save (cr);
  cairo_matrix_init (&matrix, 1 / density, 0, 0, 1 / density, left / density, top / density);
  cairo_set_matrix (cr, &matrix);
  cairo_set_source_surface (cr, venule_crowd_get_surface (crowd), 0, 0);
  cairo_pattern_set_filter (cairo_get_source (cr), CAIRO_FILTER_NEAREST);
  cairo_paint (cr);
  cairo_restore (cr);
}

/* Leaves those that are selected, which are drawn as ever. */
static void
draw_crowd (Overlay *overlay,
            GArray  *cells)
{
  paint_crowd (overlay, cells);
  for (guint i = cells->len; i > 0; i--)
    if (!g_array_index (cells, Cell, i - 1).selected)
      g_array_remove_index_fast (cells, i - 1);
}

static void
for_each_cell (Overlay  *overlay,
               GArray   *cells,
               void    (*draw) (Overlay    *overlay,
                                const Cell *cell))
{
  /* What is selected lies above the rest. */
  for (int pass = 0; pass < 2; pass++)
    for (guint i = 0; i < cells->len; i++)
      {
        const Cell *cell = &g_array_index (cells, Cell, i);

        if (cell->selected == (pass == 1))
          draw (overlay, cell);
      }
}

void
venule_overlay_draw_tracks (cairo_t                    *cr,
                            GListModel                 *tracks,
                            const VenuleSettings       *settings,
                            gint64                      frame,
                            const VenuleOverlayOptions *options)
{
  g_autoptr(GArray) cells = NULL;
  Overlay overlay;

  g_return_if_fail (cr != NULL);
  g_return_if_fail (G_IS_LIST_MODEL (tracks));
  g_return_if_fail (settings != NULL);
  g_return_if_fail (options != NULL && options->scale > 0);

  overlay = (Overlay){ .cr = cr, .settings = settings, .options = options, .velocity_max = options->velocity_max,
                       .px = 1 / options->scale };
  if (options->color_by_velocity && options->velocity_max <= 0)
    overlay.velocity_max = venule_overlay_velocity_max (tracks, settings);
  cairo_clip_extents (cr, &overlay.left, &overlay.top, &overlay.right, &overlay.bottom);
  cells = find_cells (&overlay, tracks, frame);

  cairo_save (cr);
  cairo_set_line_cap (cr, CAIRO_LINE_CAP_BUTT);
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_ROUND);
  if (options->crowd > 0 && cells->len > options->crowd)
    draw_crowd (&overlay, cells);
  if (options->tails)
    for_each_cell (&overlay, cells, draw_tail);
  if (options->contours)
    for_each_cell (&overlay, cells, draw_contour);
  if (options->ids || options->locks)
    for_each_cell (&overlay, cells, draw_id);
  cairo_restore (cr);
}
