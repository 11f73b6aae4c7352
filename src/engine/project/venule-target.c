/* venule-target.c: what the tracks of a run become by what was corrected in another
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-target.h"

#include <glib/gi18n-lib.h>

#include "venule-document-frames.h"
#include "venule-document-tracks.h"
#include "venule-target-private.h"
#include "venule-track-private.h"

/* A track of the run of which this share lies where somebody has corrected is what was corrected. */
#define SAME 0.5
/* Less than that is a touch by chance. */
#define TOUCHED 0.1
/* Spots that a corrected track does not have, from which it is worth a look. */
#define FURTHER 10

struct _VenuleTarget
{
  VenuleDocument *document;
  VenuleCovers   *covers;
  GHashTable     *owned;     /* set of VenuleTrack, borrowed: those that @matches are covered by */
  GHashTable     *matches;   /* VenuleTrack → Match */
  GPtrArray      *sorted;    /* of Match: in the order of ids */
  GHashTable     *places;    /* id → VenuleTargetPlace */
  GHashTable     *homes;     /* id of a corrected track → that which it had here the last time */
  guint           next;      /* id that nothing has */
  guint           n_carried;
};

/* A track of the run. */
typedef struct {
  VenuleTrack *track;    /* borrowed */
  guint64     *covered;  /* bits, one a spot: whether a corrected cell is there */
  guint        n;        /* of them */
  VenuleTrack *by;       /* the owned one that covers most of it */
  guint        most;
  gboolean     replaced;
  gboolean     marked;
  gboolean     taken;    /* a corrected track stands in its place */
} Match;

/* One state of the corrections. */
typedef struct {
  VenuleTarget            *target;
  const VenuleCorrections *corrections;
  GPtrArray               *conflicts; /* of VenuleConflict; NULL: nobody asks */
  GHashTable              *places;    /* id → VenuleTargetPlace */
  guint                    n_removed;
} Aim;

static void
place_free (VenuleTargetPlace *place)
{
  g_clear_object (&place->source);
  g_clear_object (&place->put);
  g_free (place);
}

static GHashTable *
new_places (void)
{
  return g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) place_free);
}

static void
match_free (Match *match)
{
  g_free (match->covered);
  g_free (match);
}

VenuleTarget *
venule_target_new (VenuleDocument *document,
                   VenuleCovers   *covers)
{
  VenuleTarget *self = g_new0 (VenuleTarget, 1);

  self->document = document;
  self->covers = covers;
  self->owned = g_hash_table_new (NULL, NULL);
  self->matches = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) match_free);
  self->sorted = g_ptr_array_new ();
  self->places = new_places ();
  self->homes = g_hash_table_new (NULL, NULL);
  self->next = venule_document_next_id (document);

  return self;
}

void
venule_target_free (VenuleTarget *self)
{
  if (self == NULL)
    return;

  g_hash_table_unref (self->owned);
  g_ptr_array_unref (self->sorted);
  g_hash_table_unref (self->matches);
  g_hash_table_unref (self->places);
  g_hash_table_unref (self->homes);
  g_free (self);
}

/* Takes @put. */
static void
set_place (GHashTable  *places,
           guint        id,
           VenuleTrack *source,
           VenuleTrack *put)
{
  VenuleTargetPlace *place = g_new0 (VenuleTargetPlace, 1);

  place->source = source != NULL ? g_object_ref (source) : NULL;
  place->put = put;
  g_hash_table_insert (places, GUINT_TO_POINTER (id), place);
}

/* ---- Which tracks of the run they are ---- */

/* Of the track @id among @sorted: where it is, or belongs. */
static guint
find_position (GPtrArray *sorted,
               guint      id)
{
  guint low = 0, high = sorted->len;

  while (low < high)
    {
      guint middle = (low + high) / 2;

      if (venule_track_get_id (((Match *) g_ptr_array_index (sorted, middle))->track) < id)
        low = middle + 1;
      else
        high = middle;
    }

  return low;
}

static Match *
get_match (VenuleTarget *self,
           VenuleTrack  *track)
{
  Match *match = g_hash_table_lookup (self->matches, track);

  if (match == NULL)
    {
      match = g_new0 (Match, 1);
      match->track = track;
      match->covered = g_new0 (guint64, MAX (venule_cover_n_words (track), 1));
      g_hash_table_insert (self->matches, track, match);
      g_ptr_array_insert (self->sorted, (int) find_position (self->sorted, venule_track_get_id (track)), match);
    }

  return match;
}

/* Of two that cover as much, that with the lower id is told. */
static void
add_cover (Match             *match,
           const VenuleCover *found,
           VenuleTrack       *owned)
{
  for (guint word = 0; word < venule_cover_n_words (match->track); word++)
    {
      match->n += (guint) __builtin_popcountll (found->bits[word] & ~match->covered[word]);
      match->covered[word] |= found->bits[word];
    }
  if (found->n < match->most || (found->n == match->most && venule_track_get_id (owned) > venule_track_get_id (match->by)))
    return;

  match->most = found->n;
  match->by = owned;
}

static void
add_owned (VenuleTarget *self,
           VenuleTrack  *owned)
{
  const GPtrArray *covers = venule_covers_get (self->covers, owned);

  g_hash_table_add (self->owned, owned);
  for (guint i = 0; i < covers->len; i++)
    {
      const VenuleCover *found = g_ptr_array_index (covers, i);

      add_cover (get_match (self, found->track), found, owned);
    }
}

/* Whether all that was owned the last time is so still. */
static gboolean
has_all (VenuleTarget *self,
         GPtrArray    *owned)
{
  guint n = 0;

  for (guint i = 0; i < owned->len; i++)
    n += g_hash_table_contains (self->owned, g_ptr_array_index (owned, i));

  return n == g_hash_table_size (self->owned);
}

/* From one state to the next it is mostly one more, so that of a thousand steps each need not look at what all of them cover. */
static void
cover (VenuleTarget *self,
       GPtrArray    *owned)
{
  if (!has_all (self, owned))
    {
      g_hash_table_remove_all (self->owned);
      g_ptr_array_set_size (self->sorted, 0);
      g_hash_table_remove_all (self->matches);
    }
  for (guint i = 0; i < owned->len; i++)
    if (!g_hash_table_contains (self->owned, g_ptr_array_index (owned, i)))
      add_owned (self, g_ptr_array_index (owned, i));
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
add_conflict (Aim    *aim,
              guint   id,
              gint64  frame,
              char   *sentence)
{
  VenuleConflict *conflict = g_new0 (VenuleConflict, 1);

  conflict->id = id;
  conflict->frame = frame;
  conflict->sentence = sentence;
  g_ptr_array_add (aim->conflicts, conflict);
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
judge (Aim   *aim,
       Match *match)
{
  guint n = venule_track_get_n_spots (match->track), id = venule_track_get_id (match->track);
  double share = (double) match->n / MAX (n, 1);

  match->replaced = share >= SAME;
  match->taken = match->marked = FALSE;
  if (!match->replaced && share >= TOUCHED && aim->conflicts != NULL)
    {
      gint64 frame = first_frame (match, TRUE);

      add_conflict (aim, id, frame,
                    g_strdup_printf (_("Track %u lies partly where track %u was corrected before. Look at frame %lld."), id,
                                     venule_track_get_id (match->by), (long long) frame));
    }
}

/* ---- Tracks that are to be there as they are ---- */

static void
set_home (Aim         *aim,
          VenuleTrack *track,
          guint        id)
{
  g_hash_table_insert (aim->target->homes, GUINT_TO_POINTER (venule_track_get_id (track)), GUINT_TO_POINTER (id));
}

/* That under which @track was put the last time, if it can be again: 0, or its id; *@match: the track of the run in whose place
 * that is, or NULL. */
static guint
find_home (Aim          *aim,
           VenuleTrack  *track,
           Match       **match)
{
  guint home = GPOINTER_TO_UINT (g_hash_table_lookup (aim->target->homes, GUINT_TO_POINTER (venule_track_get_id (track))));
  VenuleTrack *found = home > 0 ? venule_document_get_track (aim->target->document, home) : NULL;

  *match = found != NULL ? g_hash_table_lookup (aim->target->matches, found) : NULL;

  return found == NULL || (*match != NULL && (*match)->replaced && !(*match)->taken) ? home : 0;
}

/* The track of the run that @track is the same as most, of all, or of those to be replaced whose place is @free. */
static const VenuleCover *
find_most (Aim         *aim,
           VenuleTrack *track,
           gboolean     free)
{
  const GPtrArray *covers = venule_covers_get (aim->target->covers, track);
  const VenuleCover *best = NULL;

  for (guint i = 0; i < covers->len; i++)
    {
      const VenuleCover *found = g_ptr_array_index (covers, i);
      const Match *match = free ? g_hash_table_lookup (aim->target->matches, found->track) : NULL;

      if (free && (match == NULL || !match->replaced || match->taken))
        continue;
      if (found->n > (best != NULL ? best->n : 0))
        best = found;
    }

  return best;
}

static Match *
find_place (Aim         *aim,
            VenuleTrack *track)
{
  const VenuleCover *best = find_most (aim, track, TRUE);

  return best != NULL ? g_hash_table_lookup (aim->target->matches, best->track) : NULL;
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

/* What a person placed counts 1, the rest as much as what this run found there. */
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

static void
put_in (Aim         *aim,
        VenuleTrack *kept,
        guint        id,
        Match       *match)
{
  const VenuleTargetPlace *before = g_hash_table_lookup (aim->target->places, GUINT_TO_POINTER (id));
  VenuleTrack *put;

  set_home (aim, kept, id);
  if (before != NULL && before->source == kept && before->put != NULL)
    put = g_object_ref (before->put);
  else
    {
      put = adopt (aim->target->document, kept, id);
      if (match != NULL && aim->corrections->unrated)
        rate (put, match->track);
    }
  set_place (aim->places, id, kept, put);
  if (aim->conflicts != NULL && match != NULL && venule_track_get_n_spots (match->track) - match->n >= FURTHER)
    {
      gint64 frame = first_frame (match, FALSE);

      add_conflict (aim, id, frame,
                    g_strdup_printf (_("Track %u was followed further by this run than it was before it was corrected. "
                                       "Look at frame %lld."), id, (long long) frame));
    }
}

/* Those that had a place keep it. */
static void
put_kept (Aim *aim)
{
  GPtrArray *kept = aim->corrections->kept;
  g_autofree guint *ids = g_new0 (guint, MAX (kept->len, 1));
  g_autofree Match **matches = g_new0 (Match *, MAX (kept->len, 1));

  for (guint i = 0; i < kept->len; i++)
    {
      ids[i] = find_home (aim, g_ptr_array_index (kept, i), &matches[i]);
      if (ids[i] > 0 && matches[i] != NULL)
        matches[i]->taken = TRUE;
    }
  for (guint i = 0; i < kept->len; i++)
    {
      if (ids[i] == 0)
        {
          matches[i] = find_place (aim, g_ptr_array_index (kept, i));
          ids[i] = matches[i] != NULL ? venule_track_get_id (matches[i]->track) : aim->target->next++;
        }
      if (matches[i] != NULL)
        matches[i]->taken = TRUE;
      put_in (aim, g_ptr_array_index (kept, i), ids[i], matches[i]);
    }
}

/* Those in whose place nothing else stands. They make up for the deleted ones, about. */
static void
remove_replaced (Aim *aim)
{
  for (guint i = 0; i < aim->target->sorted->len; i++)
    {
      Match *match = g_ptr_array_index (aim->target->sorted, i);

      if (!match->replaced || match->taken)
        continue;
      set_place (aim->places, venule_track_get_id (match->track), NULL, NULL);
      if (!g_hash_table_contains (aim->target->homes, GUINT_TO_POINTER (venule_track_get_id (match->by))))
        set_home (aim, match->by, venule_track_get_id (match->track));
      aim->n_removed++;
    }
}

/* ---- Tracks of which something is said ---- */

/* Something said that would be missed. */
static gboolean
says_much (VenuleTrack *track)
{
  return venule_track_get_kind_said (track) || venule_track_get_note (track) != NULL;
}

static VenuleTrack *
find_same (Aim         *aim,
           VenuleTrack *track)
{
  const VenuleCover *best = find_most (aim, track, FALSE);

  if (best == NULL || best->n < SAME * MIN (venule_track_get_n_spots (track), venule_track_get_n_spots (best->track)))
    return NULL;

  return best->track;
}

static void
put_marked (Aim *aim)
{
  for (guint i = 0; i < aim->corrections->marked->len; i++)
    {
      VenuleTrack *marked = g_ptr_array_index (aim->corrections->marked, i);
      VenuleTrack *same = find_same (aim, marked);
      Match *match = same != NULL ? get_match (aim->target, same) : NULL;
      guint id = venule_track_get_id (marked);
      gint64 frame = venule_track_get_first_frame (marked);

      if (match != NULL && !match->replaced && !match->marked)
        {
          set_place (aim->places, venule_track_get_id (same), marked, NULL);
          set_home (aim, marked, venule_track_get_id (same));
          match->marked = TRUE;
          continue;
        }
      if (aim->conflicts == NULL || !says_much (marked))
        continue;
      if (same == NULL)
        add_conflict (aim, 0, frame,
                      g_strdup_printf (_("Track %u, of which something was said before, was not found again. Look at frame "
                                         "%lld."), id, (long long) frame));
      else
        add_conflict (aim, venule_track_get_id (same), frame,
                      g_strdup_printf (_("Track %u has become one with another, of which something else is said. Look at frame "
                                         "%lld."), id, (long long) frame));
    }
}

/* ---- From one state to the next ---- */

VenuleEdit *
venule_target_aim (VenuleTarget            *self,
                   const VenuleCorrections *corrections,
                   GPtrArray               *conflicts)
{
  g_autoptr(GHashTable) places = new_places ();
  Aim aim = { .target = self, .corrections = corrections, .conflicts = conflicts, .places = places };
  VenuleEdit *edit;

  cover (self, corrections->owned);
  for (guint i = 0; i < self->sorted->len; i++)
    judge (&aim, g_ptr_array_index (self->sorted, i));
  put_kept (&aim);
  remove_replaced (&aim);
  put_marked (&aim);
  self->n_carried = g_hash_table_size (places) - aim.n_removed + MIN (corrections->n_deleted, aim.n_removed);

  edit = venule_target_make_edit (self->document, self->places, places);
  g_hash_table_unref (self->places);
  self->places = g_steal_pointer (&places);

  return edit;
}

guint
venule_target_get_id (VenuleTarget *self,
                      guint         id)
{
  return GPOINTER_TO_UINT (g_hash_table_lookup (self->homes, GUINT_TO_POINTER (id)));
}

guint
venule_target_get_n_carried (VenuleTarget *self)
{
  return self->n_carried;
}
