/* venule-selected-layer.c: how the selected tracks stand out: a ring around each cell, and its whole path
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-canvas-private.h"

#include <math.h>

#include "venule-layer.h"
#include "venule-ring-sprites.h"

/* Logical px between a cell's outline and its ring. */
#define RING_GAP 4.0
#define RING_LINE 2.0
#define PATH_LINE 1.25
#define END_RADIUS 3.5
/* Logical px from which on the places on a path are told apart by dots. */
#define DOT_DISTANCE 7.0
#define DOT_RADIUS 1.75
/* The whole paths of more tracks than this would hide the video. */
#define MAX_PATHS 12
/* Rings of more than these are drawn as those of a crowd are: cairo would take seconds for ten thousand. They are
 * closer and thinner, or they would lie across each other. */
#define MAX_RINGS 120
#define MANY_GAP 2.0
#define MANY_LINE 1.5

static const double dashes[] = { 3, 5 };
static const GdkRGBA ring_color = { 1, 1, 1, 1 };
static const GdkRGBA past_color = { 1, 1, 1, 0.85f };
static const GdkRGBA future_color = { 1, 1, 1, 0.5f };

/* Around the track's cell on show, farther out than its contour. Whether it has one. */
static gboolean
find_ring (VenuleCanvas *self,
           VenuleTrack  *track,
           double        gap,
           VenulePoint  *at,
           double       *radius)
{
  const VenulePlace *place = venule_track_get_place_at (track, self->frame->index);
  const float *contour;

  if (place == NULL)
    return FALSE;

  *at = venule_canvas_in_widget (self, (VenulePoint) { place->x, place->y });
  contour = venule_track_get_contour (track, (guint) (place - venule_track_get_places (track, NULL)));
  *radius = place->radius;
  for (int i = 0; contour != NULL && i < VENULE_CONTOUR_POINTS; i++)
    *radius = MAX (*radius, contour[i]);
  *radius = *radius * venule_canvas_view_get_scale (&self->view) + gap;

  return TRUE;
}

void
venule_canvas_draw_ring (VenuleCanvas *self,
                         cairo_t      *cr,
                         VenuleTrack  *track)
{
  VenulePoint at;
  double radius;

  if (!find_ring (self, track, RING_GAP, &at, &radius))
    return;

  cairo_new_path (cr);
  cairo_arc (cr, at.x, at.y, radius, 0, 2 * G_PI);
  venule_canvas_stroke (cr, &ring_color, RING_LINE);
}

/* Without the shade below each ring, which among so many would hide the cells. */
static void
draw_many_rings (VenuleCanvas *self,
                 cairo_t      *cr,
                 GPtrArray    *tracks)
{
  int density = self->view.device_scale;
  cairo_surface_t *picture = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, (int) ceil (self->view.width) * density,
                                                         (int) ceil (self->view.height) * density);
  cairo_t *drawing = cairo_create (picture);
  g_autoptr (VenuleRingSprites) rings = venule_ring_sprites_new (MANY_LINE * density);

  gdk_cairo_set_source_rgba (drawing, &ring_color);
  for (guint i = 0; i < tracks->len; i++)
    {
      VenulePoint at;
      double radius;

      if (find_ring (self, g_ptr_array_index (tracks, i), MANY_GAP, &at, &radius))
        venule_ring_sprites_draw (rings, drawing, at.x * density, at.y * density, radius * density);
    }
  cairo_destroy (drawing);
  cairo_surface_set_device_scale (picture, density, density);
  cairo_set_source_surface (cr, picture, 0, 0);
  cairo_paint (cr);
  cairo_surface_destroy (picture);
}

/* (element-type VenuleTrack) */
void
venule_canvas_draw_rings (VenuleCanvas *self,
                          cairo_t      *cr,
                          GPtrArray    *tracks)
{
  if (tracks->len > MAX_RINGS)
    {
      draw_many_rings (self, cr, tracks);
      return;
    }

  for (guint i = 0; i < tracks->len; i++)
    venule_canvas_draw_ring (self, cr, g_ptr_array_index (tracks, i));
}

/* Where a track without a cell in this frame would have it: it is still selected, and there is a gap to be filled. */
static void
draw_ghost (VenuleCanvas      *self,
            cairo_t           *cr,
            const VenulePlace *before,
            const VenulePlace *after)
{
  double part = (double) (self->frame->index - before->frame) / (double) (after->frame - before->frame);
  VenulePoint at = venule_canvas_in_widget (self, (VenulePoint) { before->x + part * (after->x - before->x),
                                                                  before->y + part * (after->y - before->y) });

  cairo_new_path (cr);
  cairo_arc (cr, at.x, at.y, before->radius * venule_canvas_view_get_scale (&self->view), 0, 2 * G_PI);
  cairo_set_dash (cr, dashes, G_N_ELEMENTS (dashes), 0);
  venule_canvas_stroke (cr, &past_color, VENULE_CANVAS_LINE);
  cairo_set_dash (cr, NULL, 0, 0);
}

/* The part of a path between two of its places; dashed over frames that have none. */
static void
draw_part (VenuleCanvas     *self,
           cairo_t           *cr,
           const VenulePlace *places,
           guint              first,
           guint              last,
           const GdkRGBA     *color)
{
  if (last <= first)
    return;

  cairo_new_path (cr);
  venule_canvas_line_to (self, cr, (VenulePoint) { places[first].x, places[first].y });
  for (guint i = first + 1; i <= last; i++)
    {
      gboolean gap = places[i].frame > places[i - 1].frame + 1;

      if (gap)
        {
          venule_canvas_stroke (cr, color, PATH_LINE);
          venule_canvas_line_to (self, cr, (VenulePoint) { places[i - 1].x, places[i - 1].y });
          cairo_set_dash (cr, dashes, G_N_ELEMENTS (dashes), 0);
        }
      venule_canvas_line_to (self, cr, (VenulePoint) { places[i].x, places[i].y });
      if (gap)
        {
          venule_canvas_stroke (cr, color, PATH_LINE);
          cairo_set_dash (cr, NULL, 0, 0);
          venule_canvas_line_to (self, cr, (VenulePoint) { places[i].x, places[i].y });
        }
    }
  venule_canvas_stroke (cr, color, PATH_LINE);
}

static void
draw_dots (VenuleCanvas     *self,
           cairo_t           *cr,
           const VenulePlace *places,
           guint              n)
{
  VenulePoint before = { 0, 0 };

  gdk_cairo_set_source_rgba (cr, &ring_color);
  for (guint i = 0; i < n; i++)
    {
      VenulePoint at = venule_canvas_in_widget (self, (VenulePoint) { places[i].x, places[i].y });

      if (i == 0 || hypot (at.x - before.x, at.y - before.y) >= DOT_DISTANCE)
        {
          cairo_new_path (cr);
          cairo_arc (cr, at.x, at.y, DOT_RADIUS, 0, 2 * G_PI);
          cairo_fill (cr);
          before = at;
        }
    }
}

/* A ring where it begins, a disc where it ends. */
static void
draw_end (VenuleCanvas     *self,
          cairo_t           *cr,
          const VenulePlace *place,
          gboolean           filled)
{
  VenulePoint at = venule_canvas_in_widget (self, (VenulePoint) { place->x, place->y });

  cairo_new_path (cr);
  cairo_arc (cr, at.x, at.y, END_RADIUS, 0, 2 * G_PI);
  if (filled)
    {
      gdk_cairo_set_source_rgba (cr, &ring_color);
      cairo_fill_preserve (cr);
    }
  venule_canvas_stroke (cr, &ring_color, PATH_LINE);
}

/* What was is brighter than what comes. */
static void
draw_path (VenuleCanvas *self,
           cairo_t      *cr,
           VenuleTrack  *track)
{
  guint n, now = 0;
  const VenulePlace *places = venule_track_get_places (track, &n);

  if (n == 0)
    return;

  while (now + 1 < n && places[now + 1].frame <= self->frame->index)
    now++;
  draw_part (self, cr, places, now, n - 1, &future_color);
  draw_part (self, cr, places, 0, now, &past_color);
  draw_dots (self, cr, places, n);
  if (places[now].frame < self->frame->index && now + 1 < n)
    draw_ghost (self, cr, &places[now], &places[now + 1]);
  draw_end (self, cr, &places[0], FALSE);
  draw_end (self, cr, &places[n - 1], TRUE);
}

void
venule_layer_draw_selected (VenuleCanvas *self,
                            cairo_t      *cr)
{
  GArray *ids = self->selection != NULL ? venule_selection_get_ids (self->selection) : NULL;
  g_autoptr (GPtrArray) tracks = g_ptr_array_new ();

  for (guint i = 0; ids != NULL && i < ids->len; i++)
    {
      VenuleTrack *track = venule_document_get_track (self->document, g_array_index (ids, guint, i));

      if (track == NULL)
        continue;
      if (ids->len <= MAX_PATHS)
        draw_path (self, cr, track);
      g_ptr_array_add (tracks, track);
    }
  venule_canvas_draw_rings (self, cr, tracks);
}
