/* venule-track-store.c: the tracks of a document, by position, by id and by frame
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-track-store.h"

#include "venule-track-index.h"
#include "venule-track-private.h"

struct _VenuleTrackStore
{
  GPtrArray        *tracks;         /* in the order of ids */
  GHashTable       *by_id;          /* id → VenuleTrack, borrowed from tracks */
  VenuleTrackIndex *by_frame;       /* borrowed as well */
  gboolean          by_frame_valid; /* it is made again when it is asked for next */
};

VenuleTrackStore *
venule_track_store_new (void)
{
  VenuleTrackStore *self = g_new0 (VenuleTrackStore, 1);

  self->tracks = g_ptr_array_new_with_free_func (g_object_unref);
  self->by_id = g_hash_table_new (NULL, NULL);
  self->by_frame = venule_track_index_new ();

  return self;
}

void
venule_track_store_free (VenuleTrackStore *self)
{
  venule_track_index_free (self->by_frame);
  g_hash_table_unref (self->by_id);
  g_ptr_array_unref (self->tracks);
  g_free (self);
}

GPtrArray *
venule_track_store_get_tracks (VenuleTrackStore *self)
{
  return self->tracks;
}

VenuleTrack *
venule_track_store_get_track (VenuleTrackStore *self,
                              guint             id)
{
  return g_hash_table_lookup (self->by_id, GUINT_TO_POINTER (id));
}

GPtrArray *
venule_track_store_dup_at (VenuleTrackStore *self,
                           gint64            frame)
{
  if (!self->by_frame_valid)
    {
      venule_track_index_clear (self->by_frame);
      for (guint i = 0; i < self->tracks->len; i++)
        venule_track_index_add_track (self->by_frame, g_ptr_array_index (self->tracks, i));
      self->by_frame_valid = TRUE;
    }

  return venule_track_index_dup_at (self->by_frame, frame);
}

void
venule_track_store_get_range (VenuleTrackStore *self,
                              gint64           *first,
                              gint64           *last)
{
  *first = G_MAXINT64;
  *last = -1;
  for (guint i = 0; i < self->tracks->len; i++)
    {
      VenuleTrack *track = g_ptr_array_index (self->tracks, i);

      if (venule_track_get_n_spots (track) == 0)
        continue;
      *first = MIN (*first, venule_track_get_first_frame (track));
      *last = MAX (*last, venule_track_get_last_frame (track));
    }
}

static int
compare_ids (gconstpointer a,
             gconstpointer b)
{
  guint first = venule_track_get_id (*(VenuleTrack **) a);
  guint second = venule_track_get_id (*(VenuleTrack **) b);

  return (first > second) - (first < second);
}

void
venule_track_store_sort_by_id (GPtrArray *tracks)
{
  g_ptr_array_sort (tracks, compare_ids);
}

static void
append_all (GPtrArray *array,
            GPtrArray *tracks)
{
  for (guint i = 0; i < tracks->len; i++)
    g_ptr_array_add (array, g_object_ref (g_ptr_array_index (tracks, i)));
}

/* Consumes @tracks, which are sorted. The change is what lies between the common start and the common end. */
static void
take_tracks (VenuleTrackStore       *self,
             GPtrArray              *tracks,
             VenuleTrackStoreChange *change)
{
  g_autoptr(GPtrArray) old = self->tracks;
  guint start = 0, end = 0, shorter = MIN (old->len, tracks->len);

  while (start < shorter && g_ptr_array_index (old, start) == g_ptr_array_index (tracks, start))
    start++;
  while (end < shorter - start &&
         g_ptr_array_index (old, old->len - 1 - end) == g_ptr_array_index (tracks, tracks->len - 1 - end))
    end++;

  for (guint i = start; i < old->len - end; i++)
    g_hash_table_remove (self->by_id, GUINT_TO_POINTER (venule_track_get_id (g_ptr_array_index (old, i))));
  for (guint i = start; i < tracks->len - end; i++)
    {
      VenuleTrack *track = g_ptr_array_index (tracks, i);

      g_hash_table_insert (self->by_id, GUINT_TO_POINTER (venule_track_get_id (track)), track);
    }
  self->tracks = tracks;

  *change = (VenuleTrackStoreChange){ start, old->len - start - end, tracks->len - start - end };
}

void
venule_track_store_set_tracks (VenuleTrackStore       *self,
                               GPtrArray              *tracks,
                               VenuleTrackStoreChange *change)
{
  GPtrArray *sorted = g_ptr_array_new_full (tracks->len, g_object_unref);

  append_all (sorted, tracks);
  venule_track_store_sort_by_id (sorted);
  take_tracks (self, sorted, change);
  self->by_frame_valid = FALSE;
}

GHashTable *
venule_track_store_add_spots (VenuleTrackStore       *self,
                              const guint            *track_ids,
                              const VenuleSpot       *spots,
                              guint                   n,
                              VenuleTrackStoreChange *change)
{
  GHashTable *touched = g_hash_table_new_full (NULL, NULL, g_object_unref, NULL);
  g_autoptr(GHashTable) made = g_hash_table_new (NULL, NULL); /* id → VenuleTrack */
  g_autoptr(GPtrArray) added = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < n; i++)
    {
      gpointer id = GUINT_TO_POINTER (track_ids[i]);
      VenuleTrack *track = g_hash_table_lookup (self->by_id, id);

      if (track == NULL)
        track = g_hash_table_lookup (made, id);
      if (track == NULL)
        {
          track = venule_track_new (track_ids[i]);
          g_ptr_array_add (added, track);
          g_hash_table_insert (made, id, track);
        }

      if (self->by_frame_valid)
        venule_track_index_add_spot (self->by_frame, track, spots[i].frame);
      venule_track_insert_spot (track, &spots[i]);
      if (!g_hash_table_contains (touched, track))
        g_hash_table_add (touched, g_object_ref (track));
    }

  *change = (VenuleTrackStoreChange){ 0 };
  if (added->len > 0)
    {
      GPtrArray *all = g_ptr_array_new_full (self->tracks->len + added->len, g_object_unref);

      append_all (all, self->tracks);
      append_all (all, added);
      venule_track_store_sort_by_id (all);
      take_tracks (self, all, change);
    }

  return touched;
}
