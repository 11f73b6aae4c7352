/* venule-track-builder.c: a track made out of parts of others
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-track-builder.h"

#include "venule-track-private.h"

typedef struct {
  VenuleSpot spot;
  double     quality;
} Item;

struct _VenuleTrackBuilder
{
  VenuleTrack *track;
  GArray      *items; /* of Item, in the order in which they came */
};

VenuleTrackBuilder *
venule_track_builder_new (guint        id,
                          VenuleTrack *like)
{
  VenuleTrackBuilder *self = g_new0 (VenuleTrackBuilder, 1);

  self->items = g_array_new (FALSE, FALSE, sizeof (Item));
  self->track = venule_track_new (id);
  if (like != NULL)
    venule_track_take_marks (self->track, like);
  venule_track_set_edited (self->track, TRUE);

  return self;
}

void
venule_track_builder_free (VenuleTrackBuilder *self)
{
  if (self == NULL)
    return;

  g_clear_object (&self->track);
  g_array_unref (self->items);
  g_free (self);
}

double
venule_track_builder_rate (VenuleTrack *track)
{
  guint n, n_placed = 0;
  const VenulePlace *spots = venule_track_get_places (track, &n);

  for (guint i = 0; i < n; i++)
    n_placed += spots[i].source == VENULE_SPOT_MANUAL;
  if (n_placed == n)
    return 1;

  return CLAMP ((venule_track_get_quality (track) * n - n_placed) / (n - n_placed), 0, 1);
}

void
venule_track_builder_add_part (VenuleTrackBuilder *self,
                               VenuleTrack        *from,
                               gint64              first,
                               gint64              last)
{
  double quality = venule_track_builder_rate (from);
  guint n;
  const VenuleSpot *spots = venule_track_get_spots (from, &n);

  for (guint i = venule_track_find_from (from, first); i < n && spots[i].frame <= last; i++)
    venule_track_builder_add_spot (self, &spots[i], quality);
}

void
venule_track_builder_add_spot (VenuleTrackBuilder *self,
                               const VenuleSpot   *spot,
                               double              quality)
{
  Item item = { *spot, spot->source == VENULE_SPOT_MANUAL ? 1 : quality };

  g_array_append_val (self->items, item);
}

/* Of the same frame the latest stays: the order in which they came is kept. */
static int
compare_frames (gconstpointer a,
                gconstpointer b)
{
  gint64 first = ((const Item *) a)->spot.frame, second = ((const Item *) b)->spot.frame;

  return (first > second) - (first < second);
}

VenuleTrack *
venule_track_builder_finish (VenuleTrackBuilder *self)
{
  GArray *spots = g_array_sized_new (FALSE, FALSE, sizeof (VenuleSpot), MAX (self->items->len, 1));
  double sum = 0;

  /* g_array_sort() keeps the order of equal ones. */
  g_array_sort (self->items, compare_frames);
  for (guint i = 0; i < self->items->len; i++)
    {
      const Item *item = &g_array_index (self->items, Item, i);

      if (i + 1 < self->items->len && item->spot.frame == g_array_index (self->items, Item, i + 1).spot.frame)
        continue;
      g_array_append_val (spots, item->spot);
      sum += item->quality;
    }
  venule_track_set_quality (self->track, spots->len > 0 ? CLAMP (sum / spots->len, 0, 1) : 0);
  venule_track_take_spots (self->track, spots);

  return g_steal_pointer (&self->track);
}
