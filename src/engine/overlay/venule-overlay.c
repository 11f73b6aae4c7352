/* venule-overlay.c: the cells over a frame
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-overlay.h"

#include <math.h>

#include "venule-overlay-cells.h"

/* Device px. */
#define SELECTED_LINE 2.6
#define HALO 0.9
#define TAIL_LINE 1.6
#define ID_SIZE 11.0
#define ID_HALO 1.5
#define DASH 3.0

void
venule_overlay_options_init (VenuleOverlayOptions *options)
{
  g_return_if_fail (options != NULL);

  *options = (VenuleOverlayOptions){ .contours = TRUE, .tails = TRUE, .ids = TRUE, .color_by_velocity = TRUE,
                                     .crop = TRUE, .scale_bar = TRUE, .color_bar = TRUE, .time = TRUE,
                                     .velocity_max = 0, .tail_seconds = 1, .selected = NULL, .crowd = 0, .density = 1,
                                     .scale = 1 };
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
draw_contour (VenuleOverlay           *overlay,
              const VenuleOverlayCell *cell)
{
  cairo_t *cr = overlay->cr;
  const double dash = DASH * overlay->px;

  contour_path (cr, cell->track, cell->spot);
  if (cell->spot->source == VENULE_SPOT_INTERPOLATED)
    cairo_set_dash (cr, &dash, 1, 0);
  venule_overlay_stroke (cr, (cell->selected ? SELECTED_LINE : VENULE_OVERLAY_LINE) * overlay->px, HALO * overlay->px,
                         cell->r, cell->g, cell->b);
  cairo_set_dash (cr, NULL, 0, 0);
}

/* Fades away towards its end. */
static void
draw_tail (VenuleOverlay           *overlay,
           const VenuleOverlayCell *cell)
{
  cairo_t *cr = overlay->cr;
  guint n;
  const VenulePlace *spots = venule_track_get_places (cell->track, &n);
  gint64 last = cell->spot - spots;
  gint64 first = venule_overlay_find_tail (overlay, spots, last);

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

      venule_overlay_color_at (overlay, cell->track, &spots[i], &r, &g, &b);
      cairo_set_source_rgba (cr, r, g, b, cell->selected ? 1 : 0.2 + 0.8 * freshness);
      cairo_move_to (cr, spots[i - 1].x + 0.5, spots[i - 1].y + 0.5);
      cairo_line_to (cr, spots[i].x + 0.5, spots[i].y + 0.5);
      cairo_stroke (cr);
    }
}

/* A body with a bow, as high as the number that it stands beside; its lower left corner is at (x, y). */
static void
draw_lock (VenuleOverlay           *overlay,
           const VenuleOverlayCell *cell,
           double                   x,
           double                   y)
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
draw_id (VenuleOverlay           *overlay,
         const VenuleOverlayCell *cell)
{
  double away = cell->spot->radius * M_SQRT1_2 + 2 * overlay->px;
  double x = cell->spot->x + 0.5 + away, y = cell->spot->y + 0.5 - away;

  if (overlay->options->ids)
    {
      g_autofree char *number = g_strdup_printf (venule_track_get_edited (cell->track) ? "%u*" : "%u",
                                                 venule_track_get_id (cell->track));
      g_autoptr (VenuleTextLayout) text =
        venule_text_layout_new (overlay->cr, NULL, ID_SIZE * overlay->px, cell->selected, number);

      venule_overlay_show_text (overlay->cr, text, x, y, 0, 1, ID_HALO * overlay->px, (1 + cell->r) / 2,
                                (1 + cell->g) / 2, (1 + cell->b) / 2);
      x += venule_text_layout_get_width (text) + 3 * overlay->px;
    }
  if (overlay->options->locks && venule_track_get_locked (cell->track))
    draw_lock (overlay, cell, x, y);
}

/* Leaves those that are not drawn plainly: the selected ones, when they are few. */
static void
draw_crowd (VenuleOverlay *overlay,
            GArray        *cells)
{
  const VenuleOverlayOptions *options = overlay->options;
  gboolean all = options->selected != NULL && options->selected->len > options->crowd;
  g_autoptr(GArray) plain = g_array_sized_new (FALSE, FALSE, sizeof (VenuleOverlayCell), cells->len);

  for (guint i = cells->len; i > 0; i--)
    if (all || !g_array_index (cells, VenuleOverlayCell, i - 1).selected)
      {
        g_array_append_val (plain, g_array_index (cells, VenuleOverlayCell, i - 1));
        g_array_remove_index_fast (cells, i - 1);
      }
  venule_overlay_draw_crowd (overlay, plain);
}

static void
for_each_cell (VenuleOverlay *overlay,
               GArray        *cells,
               void         (*draw) (VenuleOverlay           *overlay,
                                     const VenuleOverlayCell *cell))
{
  /* What is selected lies above the rest. */
  for (int pass = 0; pass < 2; pass++)
    for (guint i = 0; i < cells->len; i++)
      {
        const VenuleOverlayCell *cell = &g_array_index (cells, VenuleOverlayCell, i);

        if (cell->selected == (pass == 1))
          draw (overlay, cell);
      }
}

static void
begin (VenuleOverlay              *overlay,
       cairo_t                    *cr,
       GListModel                 *tracks,
       const VenuleSettings       *settings,
       const VenuleOverlayOptions *options)
{
  *overlay = (VenuleOverlay){ .cr = cr, .settings = settings, .options = options, .velocity_max = options->velocity_max,
                              .px = 1 / options->scale };
  if (options->color_by_velocity && options->velocity_max <= 0)
    overlay->velocity_max = venule_overlay_velocity_max (tracks, settings);
  cairo_clip_extents (cr, &overlay->left, &overlay->top, &overlay->right, &overlay->bottom);
}

gboolean
venule_overlay_draw_tracks (cairo_t                    *cr,
                            GListModel                 *tracks,
                            const VenuleSettings       *settings,
                            gint64                      frame,
                            const VenuleOverlayOptions *options)
{
  g_autoptr(GArray) cells = NULL;
  gboolean crowded;
  VenuleOverlay overlay;

  g_return_val_if_fail (cr != NULL, FALSE);
  g_return_val_if_fail (G_IS_LIST_MODEL (tracks), FALSE);
  g_return_val_if_fail (settings != NULL, FALSE);
  g_return_val_if_fail (options != NULL && options->scale > 0, FALSE);

  begin (&overlay, cr, tracks, settings, options);
  cells = venule_overlay_find_cells (&overlay, tracks, frame);
  crowded = options->crowd > 0 && cells->len > options->crowd;

  cairo_save (cr);
  cairo_set_line_cap (cr, CAIRO_LINE_CAP_BUTT);
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_ROUND);
  if (crowded)
    draw_crowd (&overlay, cells);
  if (options->tails)
    for_each_cell (&overlay, cells, draw_tail);
  if (options->contours)
    for_each_cell (&overlay, cells, draw_contour);
  if (options->ids || options->locks)
    for_each_cell (&overlay, cells, draw_id);
  cairo_restore (cr);
  g_clear_pointer (&overlay.tracks, g_ptr_array_unref);

  return crowded;
}
