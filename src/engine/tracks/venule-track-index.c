/* venule-track-index.c: which tracks have a spot in a frame
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-track-index.h"

#include "venule-order.h"
#include "venule-track-private.h"

#define BUCKET_FRAMES 32

struct _VenuleTrackIndex
{
  GHashTable *buckets; /* number of the bucket (gint64) → GPtrArray of VenuleTrack, in the order of ids */
};

VenuleTrackIndex *
venule_track_index_new (void)
{
  VenuleTrackIndex *self = g_new0 (VenuleTrackIndex, 1);

  self->buckets = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, (GDestroyNotify) g_ptr_array_unref);

  return self;
}

void
venule_track_index_free (VenuleTrackIndex *self)
{
  if (self == NULL)
    return;

  g_hash_table_unref (self->buckets);
  g_free (self);
}

void
venule_track_index_clear (VenuleTrackIndex *self)
{
  g_hash_table_remove_all (self->buckets);
}

/* Where the track is, or belongs, in the order of ids; most are added in that order. */
static guint
find_position (GPtrArray *tracks,
               guint      id)
{
  guint n = tracks->len;

  if (n > 0 && venule_track_get_id (g_ptr_array_index (tracks, n - 1)) < id)
    return n;

  return (guint) venule_bisect (0, n, i, venule_track_get_id (g_ptr_array_index (tracks, i)) < id);
}

static void
insert (VenuleTrackIndex *self,
        gint64            bucket,
        VenuleTrack      *track)
{
  GPtrArray *tracks = g_hash_table_lookup (self->buckets, &bucket);

  if (tracks == NULL)
    {
      tracks = g_ptr_array_new ();
      g_hash_table_insert (self->buckets, g_memdup2 (&bucket, sizeof bucket), tracks);
    }

  g_ptr_array_insert (tracks, (int) find_position (tracks, venule_track_get_id (track)), track);
}

static void
drop (VenuleTrackIndex *self,
      gint64            bucket,
      VenuleTrack      *track)
{
  GPtrArray *tracks = g_hash_table_lookup (self->buckets, &bucket);
  guint position = tracks != NULL ? find_position (tracks, venule_track_get_id (track)) : 0;

  if (tracks != NULL && position < tracks->len && g_ptr_array_index (tracks, position) == track)
    g_ptr_array_remove_index (tracks, position);
}

/* Calls @act for each bucket that the track has a spot in. */
static void
for_each_bucket (VenuleTrackIndex *self,
                 VenuleTrack      *track,
                 void            (*act) (VenuleTrackIndex *self,
                                         gint64            bucket,
                                         VenuleTrack      *track))
{
  guint n;
  const VenulePlace *places = venule_track_get_places (track, &n);
  gint64 last = -1;

  /* Without gaps, the spots between the ends need not be looked at. */
  if (n > 0 && places[n - 1].frame - places[0].frame == n - 1)
    {
      for (gint64 bucket = places[0].frame / BUCKET_FRAMES; bucket <= places[n - 1].frame / BUCKET_FRAMES; bucket++)
        act (self, bucket, track);
      return;
    }

  for (guint i = 0; i < n; i++)
    {
      gint64 bucket = places[i].frame / BUCKET_FRAMES;

      if (bucket != last)
        act (self, bucket, track);
      last = bucket;
    }
}

void
venule_track_index_add_track (VenuleTrackIndex *self,
                              VenuleTrack      *track)
{
  for_each_bucket (self, track, insert);
}

void
venule_track_index_remove_track (VenuleTrackIndex *self,
                                 VenuleTrack      *track)
{
  for_each_bucket (self, track, drop);
}

void
venule_track_index_add_spot (VenuleTrackIndex *self,
                             VenuleTrack      *track,
                             gint64            frame)
{
  gint64 bucket = frame / BUCKET_FRAMES;
  guint n;
  const VenulePlace *places = venule_track_get_places (track, &n);
  guint first = venule_track_find_from (track, bucket * BUCKET_FRAMES);

  if (first == n || places[first].frame / BUCKET_FRAMES != bucket)
    insert (self, bucket, track);
}

VenuleTrack *
venule_track_index_find_at (VenuleTrackIndex *self,
                            gint64            frame)
{
  gint64 bucket = frame / BUCKET_FRAMES;
  GPtrArray *tracks = frame >= 0 ? g_hash_table_lookup (self->buckets, &bucket) : NULL;

  for (guint i = 0; tracks != NULL && i < tracks->len; i++)
    if (venule_track_get_place_at (g_ptr_array_index (tracks, i), frame) != NULL)
      return g_ptr_array_index (tracks, i);

  return NULL;
}

GPtrArray *
venule_track_index_dup_at (VenuleTrackIndex *self,
                           gint64            frame)
{
  GPtrArray *found = g_ptr_array_new_with_free_func (g_object_unref);
  gint64 bucket = frame / BUCKET_FRAMES;
  GPtrArray *tracks = frame >= 0 ? g_hash_table_lookup (self->buckets, &bucket) : NULL;

  for (guint i = 0; tracks != NULL && i < tracks->len; i++)
    {
      VenuleTrack *track = g_ptr_array_index (tracks, i);

      if (venule_track_get_place_at (track, frame) != NULL)
        g_ptr_array_add (found, g_object_ref (track));
    }

  return found;
}

guint
venule_track_index_count_at (VenuleTrackIndex *self,
                             gint64            frame)
{
  gint64 bucket = frame / BUCKET_FRAMES;
  GPtrArray *tracks = frame >= 0 ? g_hash_table_lookup (self->buckets, &bucket) : NULL;
  guint n = 0;

  for (guint i = 0; tracks != NULL && i < tracks->len; i++)
    n += venule_track_get_place_at (g_ptr_array_index (tracks, i), frame) != NULL;

  return n;
}

VenuleTrack *const *
venule_track_index_get_near (VenuleTrackIndex *self,
                             gint64            frame,
                             guint            *n)
{
  gint64 bucket = frame / BUCKET_FRAMES;
  GPtrArray *tracks = frame >= 0 ? g_hash_table_lookup (self->buckets, &bucket) : NULL;

  *n = tracks != NULL ? tracks->len : 0;

  return tracks != NULL ? (VenuleTrack *const *) tracks->pdata : NULL;
}
