/* venule-kymograph-hit.c: the track under the pointer in a kymograph
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-kymograph-view-private.h"

#include <math.h>

/* Logical px. */
#define REACH 7.0
#define END_REACH 8.0
#define TARGET_REACH 16.0

static VenulePoint
place_of (VenuleKymographView         *self,
          const VenuleKymographBox    *box,
          const VenuleKymographVertex *vertex)
{
  double time = venule_kymograph_time_of_row (self->picture, vertex->row);

  return (VenulePoint) { venule_kymograph_plot_x (&self->plot, box, vertex->along),
                         venule_kymograph_plot_y (&self->plot, box, time) };
}

/* How far @at is from the line between two points, and which part of the way along it the nearest point is. */
static double
distance_to (VenulePoint  at,
             VenulePoint  a,
             VenulePoint  b,
             double      *part)
{
  double dx = b.x - a.x, dy = b.y - a.y, length = dx * dx + dy * dy;

  *part = length > 0 ? CLAMP (((at.x - a.x) * dx + (at.y - a.y) * dy) / length, 0, 1) : 0;
  return hypot (a.x + *part * dx - at.x, a.y + *part * dy - at.y);
}

/* Whether any of it can be within reach. */
static gboolean
may_reach (VenuleKymographView        *self,
           const VenuleKymographBox   *box,
           const VenuleKymographTrace *trace,
           VenulePoint                 at,
           double                      reach)
{
  const VenuleKymograph *picture = self->picture;

  return venule_kymograph_plot_x (&self->plot, box, trace->along_low) <= at.x + reach &&
         venule_kymograph_plot_x (&self->plot, box, trace->along_high) >= at.x - reach &&
         venule_kymograph_plot_y (&self->plot, box, venule_kymograph_time_of_row (picture, trace->row_low)) <=
           at.y + reach &&
         venule_kymograph_plot_y (&self->plot, box, venule_kymograph_time_of_row (picture, trace->row_high)) >=
           at.y - reach;
}

static void
look_at_trace (VenuleKymographView        *self,
               const VenuleKymographBox   *box,
               const VenuleKymographTrace *trace,
               VenulePoint                 at,
               VenuleKymographHit         *hit,
               double                     *nearest)
{
  for (guint i = 0; i < trace->n; i++)
    {
      const VenuleKymographVertex *to = &trace->vertices[i];
      const VenuleKymographVertex *from = to->part == VENULE_KYMOGRAPH_APART ? to : to - 1;
      double part, distance = distance_to (at, place_of (self, box, from), place_of (self, box, to), &part);

      if (distance >= *nearest)
        continue;
      *nearest = distance;
      hit->id = trace->id;
      hit->along = from->along + part * (to->along - from->along);
      hit->frame = venule_kymograph_frame_of_row (self->picture, from->row + part * (to->row - from->row));
    }
}

/**
 * venule_kymograph_view_find:
 * @at: in the widget
 *
 * Returns: the nearest track there; what is selected comes before the others
 */
VenuleKymographHit
venule_kymograph_view_find (VenuleKymographView *self,
                            VenulePoint          at)
{
  VenuleKymographBox box = venule_kymograph_view_get_box (self);
  GArray *curves = venule_kymograph_view_get_curves (self);
  VenuleKymographHit hit = { 0 }, chosen = { 0 };
  double nearest = REACH, nearest_chosen = REACH / 2;

  for (guint i = 0; curves && i < curves->len; i++)
    {
      const VenuleKymographTrace *trace = g_array_index (curves, VenuleKymographCurve, i).trace;

      if (!may_reach (self, &box, trace, at, REACH))
        continue;
      look_at_trace (self, &box, trace, at, &hit, &nearest);
      if (self->selection && venule_selection_contains (self->selection, trace->id))
        look_at_trace (self, &box, trace, at, &chosen, &nearest_chosen);
    }
  return chosen.id != 0 ? chosen : hit;
}

/* Looks whether an end of the track is nearer than what was found; an end that is off the line is none. */
static void
look_at_end (VenuleKymographView        *self,
             const VenuleKymographBox   *box,
             const VenuleKymographTrace *trace,
             gboolean                    last,
             VenulePoint                 at,
             VenuleKymographHit         *hit,
             double                     *nearest)
{
  const VenuleKymographVertex *vertex = &trace->vertices[last ? trace->n - 1 : 0];
  VenuleTrack *track = venule_document_get_track (self->document, trace->id);
  VenulePoint place = place_of (self, box, vertex);
  double distance = hypot (place.x - at.x, place.y - at.y), row;
  gint64 frame;

  if (distance >= *nearest || !track)
    return;
  frame = last ? venule_track_get_last_frame (track) : venule_track_get_first_frame (track);
  row = venule_kymograph_row_of_frame (self->picture, frame);
  if (fabs (row - vertex->row) > 0.51)
    return;

  *nearest = distance;
  *hit = (VenuleKymographHit) { trace->id, frame, vertex->along, TRUE, last };
}

/**
 * venule_kymograph_view_find_end:
 * @at: in the widget
 * @to: (nullable): an end that is to be joined with another one
 *
 * Returns: the nearest end of a track there: of one that is selected, where nothing is to be joined yet; else one that
 *   can follow @to, or come before it
 */
VenuleKymographHit
venule_kymograph_view_find_end (VenuleKymographView      *self,
                                VenulePoint               at,
                                const VenuleKymographHit *to)
{
  VenuleKymographBox box = venule_kymograph_view_get_box (self);
  GArray *curves = venule_kymograph_view_get_curves (self);
  VenuleKymographHit hit = { 0 };
  double reach = to ? TARGET_REACH : END_REACH, nearest = reach;

  for (guint i = 0; curves && i < curves->len; i++)
    {
      const VenuleKymographTrace *trace = g_array_index (curves, VenuleKymographCurve, i).trace;

      if (!may_reach (self, &box, trace, at, reach))
        continue;
      if (!to)
        {
          look_at_end (self, &box, trace, FALSE, at, &hit, &nearest);
          look_at_end (self, &box, trace, TRUE, at, &hit, &nearest);
        }
      else if (trace->id != to->id)
        look_at_end (self, &box, trace, !to->last, at, &hit, &nearest);
    }
  return hit;
}

static int
compare_distances (gconstpointer a,
                   gconstpointer b,
                   gpointer      data)
{
  VenuleKymographView *self = data;
  const VenuleKymographHit *hits[] = { a, b };
  double distances[2];

  for (guint i = 0; i < G_N_ELEMENTS (hits); i++)
    distances[i] =
      hypot (venule_kymograph_view_x_of (self, hits[i]->along) -
               venule_kymograph_view_x_of (self, self->hand.held.along),
             venule_kymograph_view_y_of_frame (self, hits[i]->frame) -
               venule_kymograph_view_y_of_frame (self, self->hand.held.frame));

  return (distances[0] > distances[1]) - (distances[0] < distances[1]);
}

/* (transfer full) (element-type VenuleKymographHit): beginnings of tracks that can follow the end @to that is held, or
 * ends that can come before it, but for so many frames of overlap; the nearest first. */
GArray *
venule_kymograph_view_find_ends (VenuleKymographView      *self,
                                 const VenuleKymographHit *to,
                                 gint64                    overlap)
{
  VenuleKymographBox box = venule_kymograph_view_get_box (self);
  GArray *curves = venule_kymograph_view_get_curves (self),
         *ends = g_array_new (FALSE, FALSE, sizeof (VenuleKymographHit));

  for (guint i = 0; curves && i < curves->len; i++)
    {
      const VenuleKymographTrace *trace = g_array_index (curves, VenuleKymographCurve, i).trace;
      VenuleKymographHit hit = { 0 };
      double nearest = INFINITY;
      gint64 gap;

      if (trace->id == to->id)
        continue;
      look_at_end (self, &box, trace, !to->last, (VenulePoint) { 0 }, &hit, &nearest);
      gap = to->last ? hit.frame - to->frame : to->frame - hit.frame;
      if (hit.id != 0 && gap > -overlap)
        g_array_append_val (ends, hit);
    }
  g_array_sort_with_data (ends, compare_distances, self);
  return ends;
}

/* (transfer full) (element-type guint): tracks with a place between two corners. */
GArray *
venule_kymograph_view_find_in (VenuleKymographView *self,
                               VenulePoint          from,
                               VenulePoint          to)
{
  GArray *curves = venule_kymograph_view_get_curves (self), *ids = g_array_new (FALSE, FALSE, sizeof (guint));
  double left = venule_kymograph_view_along_at (self, MIN (from.x, to.x));
  double right = venule_kymograph_view_along_at (self, MAX (from.x, to.x));
  double top = venule_kymograph_row_of_time (self->picture, venule_kymograph_view_time_at (self, MIN (from.y, to.y)));
  double bottom =
    venule_kymograph_row_of_time (self->picture, venule_kymograph_view_time_at (self, MAX (from.y, to.y)));

  for (guint i = 0; curves && i < curves->len; i++)
    {
      const VenuleKymographTrace *trace = g_array_index (curves, VenuleKymographCurve, i).trace;
      gboolean inside = FALSE;

      if (trace->row_high < top || trace->row_low > bottom || trace->along_high < left || trace->along_low > right)
        continue;
      for (guint k = 0; !inside && k < trace->n; k++)
        {
          const VenuleKymographVertex *b = &trace->vertices[k], *a = b->part == VENULE_KYMOGRAPH_APART ? b : b - 1;
          double rows = MAX (b->row - a->row, 1e-6), low, high;

          if (b->row < top || a->row > bottom)
            continue;
          /* The piece of it that lies at those times. */
          low = a->along + CLAMP ((top - a->row) / rows, 0, 1) * (b->along - a->along);
          high = a->along + CLAMP ((bottom - a->row) / rows, 0, 1) * (b->along - a->along);
          inside = MAX (low, high) >= left && MIN (low, high) <= right;
        }
      if (inside)
        g_array_append_val (ids, trace->id);
    }
  return ids;
}
