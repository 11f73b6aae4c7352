/* venule-flux-counter.c: cells that pass a line across the vessel, wherever it is moved to
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-flux-counter.h"

#include "venule-velocity.h"

#define BETWEEN_CHECKS 256u /* tracks */

/* Places of a track: those from @first on, @n of them. */
typedef struct {
  gsize    first;
  guint    n;
  gboolean rolling;
} Way;

struct _VenuleFluxCounter
{
  double  noise; /* px */
  GArray *ways;
  GArray *along; /* (element-type double) px */
};

static void
add_track (VenuleFluxCounter       *self,
           VenuleTrack             *track,
           const VenuleCellContext *context)
{
  Way way = { .first = self->along->len, .rolling = venule_track_get_kind (track) == VENULE_CELL_ROLLING };
  g_autofree VenulePlace *owned = NULL;
  const VenulePlace *places = venule_velocity_get_places (track, &way.n, &owned);
  guint hint = VENULE_CENTRELINE_NOWHERE;

  places = venule_cell_find_analysed (places, &way.n, context);
  for (guint i = 0; i < way.n; i++)
    {
      double along;

      venule_centreline_project (context->line, places[i].x - (double) places[i].shift_x,
                                 places[i].y - (double) places[i].shift_y, &hint, &along, NULL);
      g_array_append_val (self->along, along);
    }
  if (way.n > 1)
    g_array_append_val (self->ways, way);
}

VenuleFluxCounter *
venule_flux_counter_new (GPtrArray               *tracks,
                         const VenuleCellContext *context,
                         GCancellable            *cancellable)
{
  g_autoptr(VenuleFluxCounter) self = g_new0 (VenuleFluxCounter, 1);

  self->noise = venule_cell_flux_noise (context->settings->cell_diameter);
  self->ways = g_array_new (FALSE, FALSE, sizeof (Way));
  self->along = g_array_new (FALSE, FALSE, sizeof (double));
  for (guint i = 0; i < tracks->len; i++)
    {
      if (i % BETWEEN_CHECKS == 0 && g_cancellable_is_cancelled (cancellable))
        return NULL;
      add_track (self, g_ptr_array_index (tracks, i), context);
    }

  return g_steal_pointer (&self);
}

void
venule_flux_counter_free (VenuleFluxCounter *self)
{
  if (self == NULL)
    return;

  g_array_unref (self->ways);
  g_array_unref (self->along);
  g_free (self);
}

/* 1: it is upstream of the line first and downstream of it at last; −1: the other way round. */
static int
count_way (const double *along,
           guint         n,
           double        line,
           double        noise)
{
  gboolean begins_below = along[0] < line;

  for (guint i = n - 1; i > 0; i--)
    {
      if (along[i] >= line + noise)
        return begins_below ? 1 : 0;
      if (along[i] <= line - noise)
        return begins_below ? 0 : -1;
    }

  return 0;
}

void
venule_flux_counter_count (const VenuleFluxCounter *self,
                           double                   position,
                           int                     *rolling,
                           int                     *total)
{
  *rolling = *total = 0;
  for (guint i = 0; i < self->ways->len; i++)
    {
      const Way *way = &g_array_index (self->ways, Way, i);
      int crossings = count_way (&g_array_index (self->along, double, way->first), way->n, position, self->noise);

      *total += crossings;
      if (way->rolling)
        *rolling += crossings;
    }
}
