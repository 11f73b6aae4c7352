/* venule-correction-transfer.c: what was corrected in one run, in another
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-correction-transfer.h"

#include <glib/gi18n-lib.h>

#include "venule-document-frames.h"
#include "venule-document-private.h"
#include "venule-document-tracks.h"
#include "venule-track-overlap.h"
#include "venule-track-private.h"

/* A track of the run of which this share lies where the user has corrected is what was corrected. */
#define SAME 0.5
/* Less than that is a touch by chance. */
#define TOUCHED 0.1
/* Spots that a corrected track does not have, from which it is worth a look. */
#define FURTHER 10

/* A track of the run that is shown. */
typedef struct {
  VenuleTrack *track;    /* borrowed */
  guint64     *covered;  /* bits, one a spot: whether a corrected cell is there */
  guint        n;        /* of them */
  VenuleTrack *by;       /* the corrected track that covers most of it */
  guint        most;
  gboolean     replaced;
  gboolean     marked;
  gboolean     taken;    /* a corrected track stands in its place */
} Match;

/* The tracks are borrowed. */
typedef struct {
  VenuleDocument      *document;
  GPtrArray *kept; /* of VenuleTrack: to be there as they are: their spots were changed, or they are locked */
  GPtrArray           *marked; /* of VenuleTrack: only their attributes were changed */
  GPtrArray           *owned;  /* of VenuleTrack: where corrected cells are, and where they were before */
  guint                n_deleted;
  gboolean             unrated;
  VenuleTrackOverlaps *covers;
  GHashTable          *matches; /* VenuleTrack → Match */
  GPtrArray           *sorted;  /* of Match: in the order of ids */
  VenuleEdit          *edit;
  GPtrArray           *conflicts; /* of VenuleConflict */
  guint                n_transferred;
} Transfer;

static void
match_free (gpointer data)
{
  Match *match = data;

  g_free (match->covered);
  g_free (match);
}

/* ---- What was corrected ---- */

/* Those that were deleted stay in @before. */
static void
sort_track (Transfer    *self,
            VenuleTrack *track,
            GHashTable  *before)
{
  gpointer id = GUINT_TO_POINTER (venule_track_get_id (track));
  VenuleTrack *original = g_hash_table_lookup (before, id);
  gboolean changed = original == NULL || !venule_track_has_same_spots (track, original);

  g_hash_table_remove (before, id);
  if (!changed && !venule_track_get_locked (track))
    {
      g_ptr_array_add (self->marked, track);
      return;
    }

  g_ptr_array_add (self->kept, track);
  g_ptr_array_add (self->owned, track);
  if (changed && original != NULL)
    g_ptr_array_add (self->owned, original);
}

static void
sort_all (Transfer  *self,
          GPtrArray *tracks,
          GPtrArray *originals)
{
  g_autoptr(GHashTable) before = g_hash_table_new (NULL, NULL); /* id → VenuleTrack */

  for (guint i = 0; i < originals->len; i++)
    g_hash_table_insert (before, GUINT_TO_POINTER (venule_track_get_id (g_ptr_array_index (originals, i))),
                         g_ptr_array_index (originals, i));
  for (guint i = 0; i < tracks->len; i++)
    sort_track (self, g_ptr_array_index (tracks, i), before);
  for (guint i = 0; i < originals->len; i++)
    if (g_hash_table_contains (before, GUINT_TO_POINTER (venule_track_get_id (g_ptr_array_index (originals, i)))))
      {
        g_ptr_array_add (self->owned, g_ptr_array_index (originals, i));
        self->n_deleted++;
      }
}

/* ---- Which tracks of the run they are ---- */

static int
compare_matches (gconstpointer a,
                 gconstpointer b)
{
  guint first = venule_track_get_id ((*(Match *const *) a)->track);
  guint second = venule_track_get_id ((*(Match *const *) b)->track);

  return (first > second) - (first < second);
}

static Match *
get_match (Transfer    *self,
           VenuleTrack *track)
{
  Match *match = g_hash_table_lookup (self->matches, track);

  if (match == NULL)
    {
      match = g_new0 (Match, 1);
      match->track = track;
      match->covered = g_new0 (guint64, MAX (venule_track_overlap_n_words (track), 1));
      g_hash_table_insert (self->matches, track, match);
    }

  return match;
}

/* Of two that cover as much, the one with the lower id. */
static void
add_cover (Match                    *match,
           const VenuleTrackOverlap *found,
           VenuleTrack              *owned)
{
  for (guint word = 0; word < venule_track_overlap_n_words (match->track); word++)
    {
      match->n += (guint) __builtin_popcountll (found->bits[word] & ~match->covered[word]);
      match->covered[word] |= found->bits[word];
    }
  if (found->n < match->most ||
      (found->n == match->most && venule_track_get_id (owned) > venule_track_get_id (match->by)))
    return;

  match->most = found->n;
  match->by = owned;
}

static void
find_matches (Transfer *self)
{
  GHashTableIter iter;
  gpointer match;

  for (guint i = 0; i < self->owned->len; i++)
    {
      VenuleTrack *owned = g_ptr_array_index (self->owned, i);
      const GPtrArray *covers = venule_track_overlaps_get (self->covers, owned);

      for (guint k = 0; k < covers->len; k++)
        {
          const VenuleTrackOverlap *found = g_ptr_array_index (covers, k);

          add_cover (get_match (self, found->track), found, owned);
        }
    }
  g_hash_table_iter_init (&iter, self->matches);
  while (g_hash_table_iter_next (&iter, NULL, &match))
    g_ptr_array_add (self->sorted, match);
  g_ptr_array_sort (self->sorted, compare_matches);
}

/* ---- Conflicts ---- */

void
venule_conflict_free (VenuleConflict *self)
{
  if (self == NULL)
    return;

  g_free (self->sentence);
  g_free (self);
}

/* Takes @sentence. */
static void
add_conflict (Transfer *self,
              guint     id,
              gint64    frame,
              char     *sentence)
{
  VenuleConflict *conflict = g_new0 (VenuleConflict, 1);

  conflict->id = id;
  conflict->frame = frame;
  conflict->sentence = sentence;
  g_ptr_array_add (self->conflicts, conflict);
}

/* Of the first spot that is covered, or is not. */
static gint64
first_frame (const Match *match,
             gboolean     covered)
{
  guint n;
  const VenulePlace *places = venule_track_get_places (match->track, &n);

  for (guint i = 0; i < n; i++)
    if ((gboolean) (match->covered[i / 64] >> i % 64 & 1) == covered)
      return places[i].frame;

  return 0;
}

static void
judge (Transfer *self,
       Match    *match)
{
  guint n = venule_track_get_n_spots (match->track), id = venule_track_get_id (match->track);
  double share = (double) match->n / MAX (n, 1);
  gint64 frame;

  match->replaced = share >= SAME;
  if (match->replaced || share < TOUCHED)
    return;

  frame = first_frame (match, TRUE);
  add_conflict (self, id, frame,
                g_strdup_printf (_("Track %u lies partly where track %u was corrected before. Look at frame %lld."), id,
                                 venule_track_get_id (match->by), (long long) frame));
}

/* ---- Tracks that are to be there as they are ---- */

/* The track of the run that @track is the same as most, of all, or of those to be replaced whose place is @free. */
static const VenuleTrackOverlap *
find_most (Transfer    *self,
           VenuleTrack *track,
           gboolean     free)
{
  const GPtrArray *covers = venule_track_overlaps_get (self->covers, track);
  const VenuleTrackOverlap *best = NULL;

  for (guint i = 0; i < covers->len; i++)
    {
      const VenuleTrackOverlap *found = g_ptr_array_index (covers, i);
      const Match *match = free ? g_hash_table_lookup (self->matches, found->track) : NULL;

      if (free && (match == NULL || !match->replaced || match->taken))
        continue;
      if (found->n > (best != NULL ? best->n : 0))
        best = found;
    }

  return best;
}

/* (transfer full): @kept among the tracks of the run. */
static VenuleTrack *
adopt (VenuleDocument *document,
       VenuleTrack    *kept,
       guint           id)
{
  guint n;
  const VenuleSpot *spots = venule_track_get_spots (kept, &n);
  GArray *filled = g_array_sized_new (FALSE, FALSE, sizeof (VenuleSpot), MAX (n, 1));
  VenuleTrack *track = venule_track_new (id);

  g_array_append_vals (filled, spots, n);
  for (guint i = 0; i < n; i++)
    venule_document_fill_frame (document, &g_array_index (filled, VenuleSpot, i));
  venule_track_take_spots (track, filled);
  venule_track_take_marks (track, kept);

  return track;
}

/* What a user placed counts 1, the rest as much as what this run found there. */
static void
rate (VenuleTrack *track,
      VenuleTrack *like)
{
  guint n, n_placed = 0;
  const VenulePlace *places = venule_track_get_places (track, &n);

  for (guint i = 0; i < n; i++)
    n_placed += places[i].source == VENULE_SPOT_MANUAL;
  if (n > 0)
    venule_track_set_quality (track, (n_placed + (n - n_placed) * venule_track_get_quality (like)) / n);
}

/* In the place of a track that it covers, or under an id of its own. */
static void
put_kept (Transfer    *self,
          VenuleTrack *kept,
          guint       *next_id)
{
  const VenuleTrackOverlap *place = find_most (self, kept, TRUE);
  Match *match = place != NULL ? g_hash_table_lookup (self->matches, place->track) : NULL;
  guint id = match != NULL ? venule_track_get_id (match->track) : (*next_id)++;
  VenuleTrack *track = adopt (self->document, kept, id);

  venule_edit_put (self->edit, track);
  self->n_transferred++;
  if (match == NULL)
    return;

  match->taken = TRUE;
  if (self->unrated)
    rate (track, match->track);
  if (venule_track_get_n_spots (match->track) - match->n >= FURTHER)
    {
      gint64 frame = first_frame (match, FALSE);

      add_conflict (self, id, frame,
                    g_strdup_printf (_("Track %u was followed further by this run than it was before it was corrected. "
                                       "Look at frame %lld."), id, (long long) frame));
    }
}

/* Those in whose place nothing else stands. They make up for the deleted ones, about. */
static void
remove_replaced (Transfer *self)
{
  for (guint i = 0; i < self->sorted->len; i++)
    {
      const Match *match = g_ptr_array_index (self->sorted, i);

      if (match->replaced && !match->taken)
        venule_edit_remove (self->edit, venule_track_get_id (match->track));
    }
  self->n_transferred += MIN (self->n_deleted, self->edit->removed->len);
}

/* ---- Tracks with attributes ---- */

/* Something said that would be missed. */
static gboolean
says_much (VenuleTrack *track)
{
  return venule_track_get_kind_is_manual (track) || venule_track_get_note (track) != NULL;
}

static void
take_said (VenuleTrack *to,
           VenuleTrack *from)
{
  g_autofree char *note = venule_edit_join_notes (venule_track_get_note (to), venule_track_get_note (from));

  if (venule_track_get_kind_is_manual (from))
    {
      venule_track_set_kind (to, venule_track_get_kind (from));
      venule_track_set_kind_is_manual (to, TRUE);
      venule_track_set_edited (to, TRUE);
    }
  venule_track_set_hidden (to, venule_track_get_hidden (from));
  venule_track_set_color (to, venule_track_get_color (from));
  venule_track_set_note (to, note);
}

static VenuleTrack *
find_same (Transfer    *self,
           VenuleTrack *track)
{
  const VenuleTrackOverlap *best = find_most (self, track, FALSE);

  if (best == NULL || best->n < SAME * MIN (venule_track_get_n_spots (track), venule_track_get_n_spots (best->track)))
    return NULL;

  return best->track;
}

static void
put_marked (Transfer    *self,
            VenuleTrack *marked)
{
  VenuleTrack *same = find_same (self, marked);
  Match *match = same != NULL ? get_match (self, same) : NULL;
  guint id = venule_track_get_id (marked);
  gint64 frame = venule_track_get_first_frame (marked);

  if (match != NULL && !match->replaced && !match->marked)
    {
      VenuleTrack *said = venule_edit_mark (self->edit, same);

      take_said (said, marked);
      if (venule_track_has_same_marks (said, same))
        g_ptr_array_set_size (self->edit->marked, (int) self->edit->marked->len - 1);
      match->marked = TRUE;
      self->n_transferred++;
      return;
    }
  if (!says_much (marked))
    return;
  if (same == NULL)
    add_conflict (self, 0, frame,
                  g_strdup_printf (_("Track %u, of which something was said before, was not found again. Look at frame "
                                     "%lld."), id, (long long) frame));
  else
    add_conflict (self, venule_track_get_id (same), frame,
                  g_strdup_printf (_("Track %u has become one with another, of which something else is said. Look at "
                                     "frame %lld."), id, (long long) frame));
}

/* ---- All of it ---- */

/* Where all those tracks lie on those of the run. */
static VenuleTrackOverlaps *
find_covers (Transfer *self)
{
  g_autoptr(GPtrArray) others = g_ptr_array_copy (self->marked, NULL, NULL);

  g_ptr_array_extend (others, self->owned, NULL, NULL);

  return venule_track_overlaps_new (venule_track_list_get_tracks (self->document->tracks), others);
}

static void
transfer (Transfer *self)
{
  guint next_id = venule_document_next_id (self->document);

  find_matches (self);
  for (guint i = 0; i < self->sorted->len; i++)
    judge (self, g_ptr_array_index (self->sorted, i));
  for (guint i = 0; i < self->kept->len; i++)
    put_kept (self, g_ptr_array_index (self->kept, i), &next_id);
  remove_replaced (self);
  for (guint i = 0; i < self->marked->len; i++)
    put_marked (self, g_ptr_array_index (self->marked, i));
}

VenuleEdit *
venule_correction_transfer_make (VenuleDocument *document,
                                 GPtrArray      *tracks,
                                 GPtrArray      *originals,
                                 gboolean        unrated,
                                 GPtrArray      *conflicts,
                                 guint          *n_transferred)
{
  g_autoptr(GPtrArray) kept = g_ptr_array_new (), marked = g_ptr_array_new (), owned = g_ptr_array_new ();
  g_autoptr(GPtrArray) sorted = g_ptr_array_new ();
  g_autoptr(GHashTable) matches = g_hash_table_new_full (NULL, NULL, NULL, match_free);
  g_autoptr(VenuleTrackOverlaps) covers = NULL;
  Transfer self = { .document = document, .kept = kept, .marked = marked, .owned = owned, .unrated = unrated,
                    .matches = matches, .sorted = sorted, .edit = venule_edit_new (NULL), .conflicts = conflicts };

  sort_all (&self, tracks, originals);
  covers = find_covers (&self);
  self.covers = covers;
  transfer (&self);
  *n_transferred = self.n_transferred;

  return self.edit;
}
