/* venule-corrections.c: what a person corrected in one run, for another
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-corrections.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "venule-document-spots.h"
#include "venule-document-tracks.h"
#include "venule-edit.h"
#include "venule-track-private.h"

/* A track of the new run of which this share lies where somebody has corrected is what was corrected. */
#define SAME 0.5
/* Less than that is a touch by chance. */
#define TOUCHED 0.1
/* Spots that a corrected track does not have, from which it is worth a look. */
#define FURTHER 10

VenuleCorrections *
venule_corrections_new (void)
{
  VenuleCorrections *self = g_new0 (VenuleCorrections, 1);

  self->kept = g_ptr_array_new_with_free_func (g_object_unref);
  self->marked = g_ptr_array_new_with_free_func (g_object_unref);
  self->owned = g_ptr_array_new_with_free_func (g_object_unref);

  return self;
}

void
venule_corrections_free (VenuleCorrections *self)
{
  if (self == NULL)
    return;

  g_ptr_array_unref (self->kept);
  g_ptr_array_unref (self->marked);
  g_ptr_array_unref (self->owned);
  g_free (self);
}

/* ---- What was corrected ---- */

static void
add (GPtrArray   *array,
     VenuleTrack *track)
{
  g_ptr_array_add (array, g_object_ref (track));
}

static void
collect_track (VenuleCorrections *self,
               VenuleTrack       *track,
               VenuleTrack       *original)
{
  gboolean changed = original == NULL || !venule_track_has_same_spots (track, original);

  if (!changed && !venule_track_get_locked (track))
    {
      add (self->marked, track);
      return;
    }

  add (self->kept, track);
  add (self->owned, track);
  if (changed && original != NULL)
    add (self->owned, original);
}

VenuleCorrections *
venule_corrections_collect (GPtrArray  *tracks,
                            GPtrArray  *originals,
                            GHashTable *touched)
{
  VenuleCorrections *self = venule_corrections_new ();
  g_autoptr(GHashTable) before = g_hash_table_new (NULL, NULL); /* id → VenuleTrack */
  GHashTableIter iter;
  gpointer deleted;

  for (guint i = 0; i < originals->len; i++)
    {
      VenuleTrack *track = g_ptr_array_index (originals, i);

      g_hash_table_insert (before, GUINT_TO_POINTER (venule_track_get_id (track)), track);
    }

  for (guint i = 0; i < tracks->len; i++)
    {
      VenuleTrack *track = g_ptr_array_index (tracks, i);
      gpointer id = GUINT_TO_POINTER (venule_track_get_id (track));

      if (!g_hash_table_contains (touched, id))
        continue;
      collect_track (self, track, g_hash_table_lookup (before, id));
      g_hash_table_remove (before, id);
    }

  g_hash_table_iter_init (&iter, before);
  while (g_hash_table_iter_next (&iter, NULL, &deleted))
    {
      add (self->owned, deleted);
      self->n_deleted++;
    }

  return self;
}

/* ---- Which tracks of the new run they are ---- */

/* A track of the new run. */
typedef struct {
  VenuleTrack *track;    /* borrowed */
  GByteArray  *covered;  /* a byte a spot: whether a corrected cell is there */
  guint        n;        /* of them */
  VenuleTrack *by;       /* the owned one that covers most of it */
  guint        most;
  gboolean     replaced;
  gboolean     marked;
  gboolean     taken;    /* a corrected track stands in its place */
} Match;

static void
match_free (Match *match)
{
  g_byte_array_unref (match->covered);
  g_free (match);
}

static Match *
get_match (GHashTable  *matches,
           VenuleTrack *track)
{
  Match *match = g_hash_table_lookup (matches, track);

  if (match == NULL)
    {
      match = g_new0 (Match, 1);
      match->track = track;
      match->covered = g_byte_array_new ();
      g_byte_array_set_size (match->covered, venule_track_get_n_spots (track));
      memset (match->covered->data, 0, match->covered->len);
      g_hash_table_insert (matches, track, match);
    }

  return match;
}

static gboolean
is_same_cell (const VenulePlace *a,
              const VenulePlace *b)
{
  return hypot (a->x - b->x, a->y - b->y) <= MAX (a->radius, b->radius);
}

/* How many spots of each track of the new run are those of @track: (transfer full) VenuleTrack → number. @matches: where they
 * are noted; NULL: nowhere. */
static GHashTable *
compare (VenuleDocument *document,
         VenuleTrack    *track,
         GHashTable     *matches)
{
  GHashTable *votes = g_hash_table_new (NULL, NULL);
  guint n;
  const VenulePlace *places = venule_track_get_places (track, &n);

  for (guint i = 0; i < n; i++)
    {
      g_autoptr(GPtrArray) there = venule_document_dup_tracks_at (document, places[i].frame);

      for (guint k = 0; k < there->len; k++)
        {
          VenuleTrack *other = g_ptr_array_index (there, k);
          const VenulePlace *place = venule_track_get_place_at (other, places[i].frame);

          if (!is_same_cell (&places[i], place))
            continue;
          g_hash_table_insert (votes, other, GUINT_TO_POINTER (GPOINTER_TO_UINT (g_hash_table_lookup (votes, other)) + 1));
          if (matches != NULL)
            {
              Match *match = get_match (matches, other);
              guint8 *covered = &match->covered->data[place - venule_track_get_places (other, NULL)];

              match->n += !*covered;
              *covered = TRUE;
            }
        }
    }

  return votes;
}

static GHashTable *
cover (VenuleCorrections *self,
       VenuleDocument    *document)
{
  GHashTable *matches = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) match_free);

  for (guint i = 0; i < self->owned->len; i++)
    {
      VenuleTrack *owned = g_ptr_array_index (self->owned, i);
      g_autoptr(GHashTable) votes = compare (document, owned, matches);
      GHashTableIter iter;
      gpointer track, n;

      g_hash_table_iter_init (&iter, votes);
      while (g_hash_table_iter_next (&iter, &track, &n))
        {
          Match *match = get_match (matches, track);

          if (GPOINTER_TO_UINT (n) <= match->most)
            continue;
          match->most = GPOINTER_TO_UINT (n);
          match->by = owned;
        }
    }

  return matches;
}

static int
compare_ids (gconstpointer a,
             gconstpointer b)
{
  guint first = venule_track_get_id ((*(Match **) a)->track), second = venule_track_get_id ((*(Match **) b)->track);

  return (first > second) - (first < second);
}

/* (element-type Match): in the order of ids. */
static GPtrArray *
sort_matches (GHashTable *matches)
{
  GPtrArray *sorted = g_ptr_array_new ();
  GHashTableIter iter;
  gpointer match;

  g_hash_table_iter_init (&iter, matches);
  while (g_hash_table_iter_next (&iter, NULL, &match))
    g_ptr_array_add (sorted, match);
  g_ptr_array_sort (sorted, compare_ids);

  return sorted;
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
add_conflict (GPtrArray *conflicts,
              guint      id,
              gint64     frame,
              char      *sentence)
{
  VenuleConflict *conflict = g_new0 (VenuleConflict, 1);

  conflict->id = id;
  conflict->frame = frame;
  conflict->sentence = sentence;
  g_ptr_array_add (conflicts, conflict);
}

/* Of the first spot that is covered, or is not. */
static gint64
first_frame (const Match *match,
             gboolean     covered)
{
  for (guint i = 0; i < match->covered->len; i++)
    if (match->covered->data[i] == covered)
      return venule_track_get_places (match->track, NULL)[i].frame;

  return 0;
}

static void
judge (Match     *match,
       GPtrArray *conflicts)
{
  guint n = match->covered->len, id = venule_track_get_id (match->track);
  double share = (double) match->n / MAX (n, 1);

  match->replaced = share >= SAME;
  if (!match->replaced && share >= TOUCHED)
    {
      gint64 frame = first_frame (match, TRUE);

      add_conflict (conflicts, id, frame,
                    g_strdup_printf (_("Track %u lies partly where track %u was corrected before. Look at frame %lld."), id,
                                     venule_track_get_id (match->by), (long long) frame));
    }
}

/* ---- Making them ---- */

/* The track of the new run that @track is the same as most, and that has its place free. */
static Match *
find_place (VenuleDocument *document,
            GHashTable     *matches,
            VenuleTrack    *track)
{
  g_autoptr(GHashTable) votes = compare (document, track, NULL);
  Match *best = NULL;
  GHashTableIter iter;
  gpointer other, n;
  guint most = 0;

  g_hash_table_iter_init (&iter, votes);
  while (g_hash_table_iter_next (&iter, &other, &n))
    {
      Match *match = g_hash_table_lookup (matches, other);
      guint votes_for = GPOINTER_TO_UINT (n);

      if (match == NULL || !match->replaced || match->taken || votes_for < most ||
          (votes_for == most && best != NULL && venule_track_get_id (other) > venule_track_get_id (best->track)))
        continue;
      most = votes_for;
      best = match;
    }

  return best;
}

/* (transfer full): @kept among the tracks of the new run. */
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
put_kept (VenuleCorrections *self,
          VenuleDocument    *document,
          GHashTable        *matches,
          VenuleEdit        *edit,
          GPtrArray         *conflicts)
{
  guint next = venule_document_next_id (document);

  for (guint i = 0; i < self->kept->len; i++)
    {
      VenuleTrack *kept = g_ptr_array_index (self->kept, i);
      Match *match = find_place (document, matches, kept);
      guint id = match != NULL ? venule_track_get_id (match->track) : next++;

      VenuleTrack *adopted = adopt (document, kept, id);

      venule_edit_put (edit, adopted);
      if (match == NULL)
        continue;
      if (self->unrated)
        rate (adopted, match->track);
      match->taken = TRUE;
      if (match->covered->len - match->n >= FURTHER)
        {
          gint64 frame = first_frame (match, FALSE);

          add_conflict (conflicts, id, frame,
                        g_strdup_printf (_("Track %u was followed further by this run than it was before it was corrected. "
                                           "Look at frame %lld."), id, (long long) frame));
        }
    }
}

/* Those that are not in the place of which another stands. Returns how many deleted ones they make up for, about. */
static guint
remove_replaced (GPtrArray  *sorted,
                 VenuleEdit *edit)
{
  guint n = 0;

  for (guint i = 0; i < sorted->len; i++)
    {
      Match *match = g_ptr_array_index (sorted, i);

      if (!match->replaced || match->taken)
        continue;
      venule_edit_remove (edit, venule_track_get_id (match->track));
      n++;
    }

  return n;
}

/* Something said that would be missed. */
static gboolean
says_much (VenuleTrack *track)
{
  return venule_track_get_kind_said (track) || venule_track_get_note (track) != NULL;
}

static VenuleTrack *
find_same (VenuleDocument *document,
           VenuleTrack    *track)
{
  g_autoptr(GHashTable) votes = compare (document, track, NULL);
  VenuleTrack *best = NULL;
  GHashTableIter iter;
  gpointer other, n;
  guint most = 0;

  g_hash_table_iter_init (&iter, votes);
  while (g_hash_table_iter_next (&iter, &other, &n))
    if (GPOINTER_TO_UINT (n) > most ||
        (best != NULL && GPOINTER_TO_UINT (n) == most && venule_track_get_id (other) < venule_track_get_id (best)))
      {
        most = GPOINTER_TO_UINT (n);
        best = other;
      }

  return best != NULL && most >= SAME * MIN (venule_track_get_n_spots (track), venule_track_get_n_spots (best)) ? best : NULL;
}

static void
take_said (VenuleTrack *to,
           VenuleTrack *from)
{
  g_autofree char *note = venule_edit_join_notes (venule_track_get_note (to), venule_track_get_note (from));

  if (venule_track_get_kind_said (from))
    {
      venule_track_set_kind (to, venule_track_get_kind (from));
      venule_track_set_kind_said (to, TRUE);
      venule_track_set_edited (to, TRUE);
    }
  venule_track_set_hidden (to, venule_track_get_hidden (from));
  venule_track_set_color (to, venule_track_get_color (from));
  venule_track_set_note (to, note);
}

static void
put_marked (VenuleCorrections *self,
            VenuleDocument    *document,
            GHashTable        *matches,
            VenuleEdit        *edit,
            GPtrArray         *conflicts)
{
  for (guint i = 0; i < self->marked->len; i++)
    {
      VenuleTrack *marked = g_ptr_array_index (self->marked, i);
      VenuleTrack *same = find_same (document, marked);
      Match *match = same != NULL ? get_match (matches, same) : NULL;
      guint id = venule_track_get_id (marked);
      gint64 frame = venule_track_get_first_frame (marked);

      if (match != NULL && !match->replaced && !match->marked)
        {
          take_said (venule_edit_mark (edit, same), marked);
          match->marked = TRUE;
        }
      else if (says_much (marked) && match == NULL)
        add_conflict (conflicts, 0, frame,
                      g_strdup_printf (_("Track %u, of which something was said before, was not found again. Look at frame "
                                         "%lld."), id, (long long) frame));
      else if (says_much (marked))
        add_conflict (conflicts, venule_track_get_id (same), frame,
                      g_strdup_printf (_("Track %u has become one with another, of which something else is said. Look at frame "
                                         "%lld."), id, (long long) frame));
    }
}

GPtrArray *
venule_corrections_apply (VenuleCorrections  *self,
                          VenuleDocument     *document,
                          const char         *name,
                          guint              *n_carried,
                          GError            **error)
{
  g_autoptr(GPtrArray) conflicts = g_ptr_array_new_with_free_func ((GDestroyNotify) venule_conflict_free);
  g_autoptr(GHashTable) matches = cover (self, document);
  g_autoptr(GPtrArray) sorted = sort_matches (matches);
  g_autoptr(VenuleEdit) edit = venule_edit_new (g_strdup (name));
  guint n_removed;

  for (guint i = 0; i < sorted->len; i++)
    judge (g_ptr_array_index (sorted, i), conflicts);
  put_kept (self, document, matches, edit, conflicts);
  n_removed = remove_replaced (sorted, edit);
  put_marked (self, document, matches, edit, conflicts);
  if (!venule_document_do_edit (document, edit, error))
    return NULL;

  *n_carried = edit->put->len + edit->marked->len + MIN (self->n_deleted, n_removed);

  return g_steal_pointer (&conflicts);
}
