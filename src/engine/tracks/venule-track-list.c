/* venule-track-list.c: the tracks of a document, by position, by id and by frame
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-track-list.h"

#include "venule-order.h"
#include "venule-track-index.h"
#include "venule-track-private.h"

/* More changes than these in one go are told as one. */
#define MAX_CHANGES 64

struct _VenuleTrackList
{
  GPtrArray        *tracks;         /* in the order of ids */
  GHashTable       *by_id;          /* id → VenuleTrack, borrowed from tracks */
  VenuleTrackIndex *by_frame;       /* borrowed as well */
  gboolean          by_frame_valid; /* it is made again when it is asked for next */
};

VenuleTrackList *
venule_track_list_new (void)
{
  VenuleTrackList *self = g_new0 (VenuleTrackList, 1);

  self->tracks = g_ptr_array_new_with_free_func (g_object_unref);
  self->by_id = g_hash_table_new (NULL, NULL);
  self->by_frame = venule_track_index_new ();

  return self;
}

void
venule_track_list_free (VenuleTrackList *self)
{
  venule_track_index_free (self->by_frame);
  g_hash_table_unref (self->by_id);
  g_ptr_array_unref (self->tracks);
  g_free (self);
}

GPtrArray *
venule_track_list_get_tracks (VenuleTrackList *self)
{
  return self->tracks;
}

VenuleTrack *
venule_track_list_get_track (VenuleTrackList *self,
                             guint            id)
{
  return g_hash_table_lookup (self->by_id, GUINT_TO_POINTER (id));
}

static void
ensure_by_frame (VenuleTrackList *self)
{
  if (self->by_frame_valid)
    return;

  venule_track_index_clear (self->by_frame);
  for (guint i = 0; i < self->tracks->len; i++)
    venule_track_index_add_track (self->by_frame, g_ptr_array_index (self->tracks, i));
  self->by_frame_valid = TRUE;
}

VenuleTrack *
venule_track_list_find_at (VenuleTrackList *self,
                           gint64           frame)
{
  ensure_by_frame (self);

  return venule_track_index_find_at (self->by_frame, frame);
}

GPtrArray *
venule_track_list_dup_at (VenuleTrackList *self,
                          gint64           frame)
{
  ensure_by_frame (self);

  return venule_track_index_dup_at (self->by_frame, frame);
}

void
venule_track_list_get_range (VenuleTrackList *self,
                             gint64          *first,
                             gint64          *last)
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

VenuleTrack *const *
venule_track_list_get_near (VenuleTrackList *self,
                            gint64           frame,
                            guint           *n)
{
  ensure_by_frame (self);

  return venule_track_index_get_near (self->by_frame, frame, n);
}

guint
venule_track_list_count_at (VenuleTrackList *self,
                            gint64           frame)
{
  ensure_by_frame (self);

  return venule_track_index_count_at (self->by_frame, frame);
}

static int
compare_ids (gconstpointer a,
             gconstpointer b)
{
  guint first = venule_track_get_id (*(VenuleTrack **) a);
  guint second = venule_track_get_id (*(VenuleTrack **) b);

  return (first > second) - (first < second);
}

static void
sort_by_id (GPtrArray *tracks)
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
take_tracks (VenuleTrackList       *self,
             GPtrArray             *tracks,
             VenuleTrackListChange *change)
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

  *change = (VenuleTrackListChange){ start, old->len - start - end, tracks->len - start - end };
}

void
venule_track_list_set_tracks (VenuleTrackList       *self,
                              GPtrArray             *tracks,
                              VenuleTrackListChange *change)
{
  GPtrArray *sorted = g_ptr_array_new_full (tracks->len, g_object_unref);

  append_all (sorted, tracks);
  sort_by_id (sorted);
  take_tracks (self, sorted, change);
  self->by_frame_valid = FALSE;
}

/* ---- A few changes ---- */

/* Of the first track whose id is not less. */
static guint
find_position (VenuleTrackList *self,
               guint            id)
{
  return (guint) venule_bisect (0, self->tracks->len, i,
                                venule_track_get_id (g_ptr_array_index (self->tracks, i)) < id);
}

static void
remove_range (VenuleTrackList    *self,
              guint               position,
              guint               n,
              VenuleTrackListTell tell,
              gpointer            data)
{
  const VenuleTrackListChange change = { position, n, 0 };

  for (guint i = position; i < position + n; i++)
    {
      VenuleTrack *track = g_ptr_array_index (self->tracks, i);

      g_hash_table_remove (self->by_id, GUINT_TO_POINTER (venule_track_get_id (track)));
      if (self->by_frame_valid)
        venule_track_index_remove_track (self->by_frame, track);
    }
  g_ptr_array_remove_range (self->tracks, position, n);
  tell (data, &change);
}

/* From the last to the first, so that positions stay right. */
static void
remove_few (VenuleTrackList    *self,
            GArray             *positions,
            VenuleTrackListTell tell,
            gpointer            data)
{
  guint end = positions->len;

  while (end > 0)
    {
      guint start = end - 1;

      while (start > 0 && g_array_index (positions, guint, start - 1) + 1 == g_array_index (positions, guint, start))
        start--;
      remove_range (self, g_array_index (positions, guint, start), end - start, tell, data);
      end = start;
    }
}

static void
add_few (VenuleTrackList    *self,
         GPtrArray          *tracks,
         VenuleTrackListTell tell,
         gpointer            data)
{
  for (guint i = 0; i < tracks->len; i++)
    {
      VenuleTrack *track = g_ptr_array_index (tracks, i);
      guint id = venule_track_get_id (track);
      const VenuleTrackListChange change = { find_position (self, id), 0, 1 };

      g_ptr_array_insert (self->tracks, (int) change.position, g_object_ref (track));
      g_hash_table_insert (self->by_id, GUINT_TO_POINTER (id), track);
      if (self->by_frame_valid)
        venule_track_index_add_track (self->by_frame, track);
      tell (data, &change);
    }
}

/* All that stay, and the new ones. */
static void
change_many (VenuleTrackList    *self,
             GArray             *positions,
             GPtrArray          *added,
             VenuleTrackListTell tell,
             gpointer            data)
{
  g_autoptr(GPtrArray) tracks = g_ptr_array_new_full (self->tracks->len + added->len, g_object_unref);
  VenuleTrackListChange change;
  guint next = 0;

  for (guint i = 0; i < self->tracks->len; i++)
    if (next < positions->len && g_array_index (positions, guint, next) == i)
      next++;
    else
      g_ptr_array_add (tracks, g_object_ref (g_ptr_array_index (self->tracks, i)));
  append_all (tracks, added);
  venule_track_list_set_tracks (self, tracks, &change);
  if (change.removed > 0 || change.added > 0)
    tell (data, &change);
}

void
venule_track_list_change (VenuleTrackList    *self,
                          GArray             *removed,
                          GPtrArray          *added,
                          VenuleTrackListTell tell,
                          gpointer            data)
{
  g_autoptr(GArray) positions = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint i = 0; i < removed->len; i++)
    {
      guint position = find_position (self, g_array_index (removed, guint, i));

      g_array_append_val (positions, position);
    }
  g_array_sort (positions, venule_compare_uints);

  if (positions->len + added->len > MAX_CHANGES)
    {
      change_many (self, positions, added, tell, data);
      return;
    }
  remove_few (self, positions, tell, data);
  add_few (self, added, tell, data);
}

void
venule_track_list_take_spots (VenuleTrackList *self,
                              VenuleTrack     *track,
                              VenuleTrack     *from)
{
  if (self->by_frame_valid)
    venule_track_index_remove_track (self->by_frame, track);
  venule_track_take_from (track, from);
  if (self->by_frame_valid)
    venule_track_index_add_track (self->by_frame, track);
}

/* ---- A run ---- */

GHashTable *
venule_track_list_add_spots (VenuleTrackList       *self,
                             const guint           *track_ids,
                             const VenuleSpot      *spots,
                             guint                  n,
                             VenuleTrackListChange *change)
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

  *change = (VenuleTrackListChange){ 0 };
  if (added->len > 0)
    {
      GPtrArray *all = g_ptr_array_new_full (self->tracks->len + added->len, g_object_unref);

      append_all (all, self->tracks);
      append_all (all, added);
      sort_by_id (all);
      take_tracks (self, all, change);
    }

  return touched;
}
