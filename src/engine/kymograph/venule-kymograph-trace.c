/* venule-kymograph-trace.c: a track in the picture of place and time
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-kymograph-trace.h"

#include <math.h>

#include "venule-velocity.h"

/* What is left out lies so near the line between those that stay, px. A cell is located no better. */
#define TOLERANCE 0.25

/* The vertices while they are gathered. As long as a line from the last one that stays passes all that came since
 * within the tolerance, they are left out: the slopes of such lines lie between two limits that close with each of
 * them. */
typedef struct {
  GArray                *kept; /* of VenuleKymographVertex */
  VenuleKymographVertex  newest;
  double                 low, high;
  gboolean               waiting; /* whether the newest is not kept yet */
} Path;

static void
keep (Path                        *self,
      const VenuleKymographVertex *vertex)
{
  g_array_append_vals (self->kept, vertex, 1);
  self->low = -INFINITY;
  self->high = INFINITY;
}

static void
end_piece (Path *self)
{
  if (self->waiting)
    keep (self, &self->newest);
  self->waiting = FALSE;
}

static void
add_vertex (Path                        *self,
            const VenuleKymographVertex *vertex)
{
  const VenuleKymographVertex *last;
  double rows, slope;

  if (vertex->part == VENULE_KYMOGRAPH_APART || (self->waiting && vertex->part != self->newest.part))
    end_piece (self);
  if (vertex->part == VENULE_KYMOGRAPH_APART)
    {
      keep (self, vertex);
      return;
    }

  last = &g_array_index (self->kept, VenuleKymographVertex, self->kept->len - 1);
  rows = vertex->row - last->row;
  slope = (vertex->along - last->along) / rows;
  if (self->waiting && (slope < self->low || slope > self->high))
    {
      end_piece (self);
      last = &g_array_index (self->kept, VenuleKymographVertex, self->kept->len - 1);
      rows = vertex->row - last->row;
      slope = (vertex->along - last->along) / rows;
    }
  self->low = fmax (self->low, slope - TOLERANCE / rows);
  self->high = fmin (self->high, slope + TOLERANCE / rows);
  self->newest = *vertex;
  self->waiting = TRUE;
}

static VenuleKymographPart
get_part (const VenulePlace *place,
          const VenulePlace *before)
{
  if (before == NULL)
    return VENULE_KYMOGRAPH_APART;
  if (place->frame > before->frame + 1)
    return VENULE_KYMOGRAPH_GAP;
  if (place->source == VENULE_SPOT_INTERPOLATED || before->source == VENULE_SPOT_INTERPOLATED)
    return VENULE_KYMOGRAPH_FILLED;

  return VENULE_KYMOGRAPH_SEEN;
}

/* (element-type VenuleKymographVertex) */
static GArray *
gather (const VenuleKymograph *picture,
        VenuleTrack           *track)
{
  Path path = { .kept = g_array_new (FALSE, FALSE, sizeof (VenuleKymographVertex)) };
  const VenulePlace *before = NULL;
  guint n;
  const VenulePlace *places = venule_track_get_places (track, &n);
  double last = picture->n_rows - 0.5;

  for (guint i = 0; i < n; i++)
    {
      double row = venule_kymograph_row_of_frame (picture, places[i].frame), along;
      VenuleKymographVertex vertex = { .row = (float) row };

      if (row < -0.5 || row >= last ||
          !venule_kymograph_project (picture, places[i].frame, places[i].x, places[i].y, &along, NULL))
        {
          before = NULL;
          continue;
        }
      vertex.along = (float) along;
      vertex.part = get_part (&places[i], before);
      add_vertex (&path, &vertex);
      before = &places[i];
    }
  end_piece (&path);

  return path.kept;
}

VenuleKymographTrace *
venule_kymograph_trace_new (const VenuleKymograph *picture,
                            VenuleTrack           *track,
                            const VenuleSettings  *settings)
{
  g_autoptr(GArray) kept = gather (picture, track);
  VenuleKymographTrace *self = g_atomic_rc_box_alloc0 (sizeof *self + kept->len * sizeof self->vertices[0]);

  self->id = venule_track_get_id (track);
  self->n = kept->len;
  self->row_low = self->along_low = INFINITY;
  self->row_high = self->along_high = -INFINITY;
  for (guint i = 0; i < kept->len; i++)
    {
      VenuleKymographVertex *vertex = &self->vertices[i];
      gint64 frame;

      *vertex = g_array_index (kept, VenuleKymographVertex, i);
      frame = picture->first_frame + (gint64) rint (vertex->row * (double) picture->step);
      vertex->velocity = (float) venule_track_velocity_at (track, settings, frame);
      self->row_low = fminf (self->row_low, vertex->row);
      self->row_high = fmaxf (self->row_high, vertex->row);
      self->along_low = fminf (self->along_low, vertex->along);
      self->along_high = fmaxf (self->along_high, vertex->along);
    }

  return self;
}

VenuleKymographTrace *
venule_kymograph_trace_ref (VenuleKymographTrace *self)
{
  return g_atomic_rc_box_acquire (self);
}

void
venule_kymograph_trace_unref (VenuleKymographTrace *self)
{
  g_atomic_rc_box_release (self);
}
