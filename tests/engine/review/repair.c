/* repair.c: somebody who knows the truth, and repairs a result
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "repair.h"

#include <math.h>

#include "venule-document-tracks.h"
#include "venule-export-private.h"

/* Frames that a track must go on beyond its end to have ended too early, and that two must have in common to be one. */
#define MIN_MISSING 9
#define MIN_COMMON 5
/* Spots on either side of a place at which nobody can tell the cells apart. */
#define APART 3
/* Of one track. */
#define MAX_EDITS 6

/* ---- The truth ---- */

/* Position of the true track at a place + 1; 0: none within its radius. */
static guint
truth_at (Repair            *self,
          const VenulePlace *place)
{
  double nearest = INFINITY;
  guint best = 0;

  for (guint i = 0; i < self->truth->len; i++)
    {
      const VenulePlace *there = venule_track_get_place_at (g_ptr_array_index (self->truth, i), place->frame);
      double distance = there != NULL ? hypot (there->x - place->x, there->y - place->y) : INFINITY;

      if (there != NULL && distance < there->radius && distance < nearest)
        {
          nearest = distance;
          best = i + 1;
        }
    }

  return best;
}

/* The true track of most spots of the first half second from @from on in direction @step. */
static guint
truth_near (Repair       *self,
            VenuleTrack *track,
            int          from,
            int          step)
{
  guint n, best = 0, most = 0;
  const VenulePlace *places = venule_track_get_places (track, &n);
  g_autoptr(GHashTable) counts = g_hash_table_new (NULL, NULL);

  for (int i = from, left = 9; i >= 0 && i < (int) n && left > 0; i += step, left--)
    {
      gpointer key = GUINT_TO_POINTER (truth_at (self, &places[i]));
      guint count = GPOINTER_TO_UINT (g_hash_table_lookup (counts, key)) + 1;

      g_hash_table_insert (counts, key, GUINT_TO_POINTER (count));
      if (count > most)
        {
          most = count;
          best = GPOINTER_TO_UINT (key);
        }
    }

  return best;
}

/* The first spot from which on the track is another cell; −1: it is one all along. */
static int
find_change (Repair       *self,
             VenuleTrack *track)
{
  guint n;
  guint first = truth_near (self, track, 0, 1);
  const VenulePlace *places = venule_track_get_places (track, &n);
  guint other = 0;

  for (guint i = 0; i < n; i++)
    {
      guint here = truth_at (self, &places[i]);

      other = here == first ? 0 : other + 1;
      if (other >= 9)
        return (int) (i + 1 - other);
    }

  return -1;
}

/* Frames of a true cell from @from to @to in which it lies in the crop. */
static guint
count_seen (Repair *self,
            guint   cell,
            gint64  from,
            gint64  to)
{
  const VenuleSettings *settings = venule_document_get_run_settings (self->document);
  const VenuleRunMetadata *metadata = venule_document_get_run_metadata (self->document);
  VenuleSource *source = venule_document_get_source (self->document);
  guint n_places, n = 0;
  const VenulePlace *places;

  if (cell == 0)
    return 0;

  places = venule_track_get_places (g_ptr_array_index (self->truth, cell - 1), &n_places);
  for (guint i = 0; i < n_places; i++)
    n += places[i].frame >= MAX (from, metadata->first_frame) && places[i].frame <= MIN (to, metadata->last_frame) &&
         venule_vessel_contains (settings->vessel, venule_source_get_width (source), venule_source_get_height (source),
                                 places[i].x, places[i].y);

  return n;
}

static guint
cell_of (Repair      *self,
         VenuleTrack *track,
         gboolean     last)
{
  return truth_near (self, track, last ? (int) venule_track_get_n_spots (track) - 1 : 0, last ? -1 : 1);
}

/* Another track that has the same cell at the same time and is longer. */
static gboolean
is_twice (Repair      *self,
          VenuleTrack *track)
{
  guint cell = cell_of (self, track, FALSE);
  guint n_spots = venule_track_get_n_spots (track);
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->document));

  for (guint i = 0; cell != 0 && i < n; i++)
    {
      g_autoptr(VenuleTrack) other = g_list_model_get_item (G_LIST_MODEL (self->document), i);
      guint n_other = venule_track_get_n_spots (other);
      gint64 first = MAX (venule_track_get_first_frame (track), venule_track_get_first_frame (other));
      gint64 last = MIN (venule_track_get_last_frame (track), venule_track_get_last_frame (other));

      if (other != track && last - first >= MIN_COMMON && cell_of (self, other, FALSE) == cell &&
          cell_of (self, other, TRUE) == cell &&
          (n_other > n_spots || (n_other == n_spots && venule_track_get_id (other) < venule_track_get_id (track))))
        return TRUE;
    }

  return FALSE;
}

RepairFaults
repair_find_faults (Repair      *self,
                    VenuleTrack *track)
{
  guint first = cell_of (self, track, FALSE);
  guint last = cell_of (self, track, TRUE);
  gint64 first_frame = venule_track_get_first_frame (track);
  gint64 last_frame = venule_track_get_last_frame (track);
  RepairFaults faults = 0;

  if (find_change (self, track) >= 0)
    faults |= REPAIR_CHANGES;
  else if (first == 0)
    return REPAIR_FALSE;
  else if (is_twice (self, track))
    return REPAIR_TWICE;
  if (count_seen (self, first, 0, first_frame - 1) >= MIN_MISSING)
    faults |= REPAIR_BEGINS;
  if (count_seen (self, last, last_frame + 1, G_MAXINT64) >= MIN_MISSING)
    faults |= REPAIR_ENDS;

  return faults;
}

/* Whether the track is another cell after @frame than before. */
static gboolean
changes_at (Repair      *self,
            VenuleTrack *track,
            gint64       frame)
{
  const VenulePlace *places = venule_track_get_places (track, NULL);
  int here = (int) (venule_track_get_place_at (track, frame) - places);

  return truth_near (self, track, MAX (here - APART, 0), -1) !=
         truth_near (self, track, MIN (here + APART, (int) venule_track_get_n_spots (track) - 1), 1);
}

gboolean
repair_is_wrong (Repair                  *self,
                 const VenuleReviewPlace *place)
{
  const RepairFaults whole = REPAIR_FALSE | REPAIR_TWICE;
  VenuleTrack *track = venule_document_get_track (self->document, place->track);
  VenuleTrack *other = place->other != 0 ? venule_document_get_track (self->document, place->other) : NULL;
  RepairFaults faults = repair_find_faults (self, track);

  switch (place->reason)
    {
    case VENULE_REVIEW_BEGINS:
      return (faults & (REPAIR_FALSE | REPAIR_TWICE | REPAIR_BEGINS)) != 0;
    case VENULE_REVIEW_ENDS:
      return (faults & (REPAIR_FALSE | REPAIR_TWICE | REPAIR_ENDS)) != 0;
    case VENULE_REVIEW_TOUCHES:
      return ((faults | repair_find_faults (self, other)) & whole) != 0 || changes_at (self, track, place->frame) ||
             changes_at (self, other, place->frame);
    case VENULE_REVIEW_JUMP:
    case VENULE_REVIEW_UNSEEN:
      return (faults & whole) != 0 || changes_at (self, track, place->frame);
    case VENULE_REVIEW_SAMPLE:
      return faults != 0;
    default:
      return (faults & (whole | REPAIR_CHANGES)) != 0;
    }
}

/* ---- Repairing ---- */

/* Follows the cell to where it leaves, or to where another track has it: that one is joined. */
static gboolean
extend (Repair      *self,
        VenuleTrack *track,
        gboolean     forwards)
{
  guint cell = cell_of (self, track, forwards);
  gint64 end = forwards ? venule_track_get_last_frame (track) : venule_track_get_first_frame (track);
  g_autoptr(GArray) added = g_array_new (FALSE, FALSE, sizeof (VenuleSpot));
  guint n;
  const VenuleSpot *spots = venule_track_get_spots (g_ptr_array_index (self->truth, cell - 1), &n);

  for (guint i = 0; i < n; i++)
    if ((forwards ? spots[i].frame > end : spots[i].frame < end) &&
        count_seen (self, cell, spots[i].frame, spots[i].frame) > 0)
      g_array_append_val (added, spots[i]);

  return added->len > 0 &&
         venule_document_put_spots (self->document, venule_track_get_id (track),
                                    (const VenuleSpot *) (void *) added->data, added->len, "Follow", NULL) > 0;
}

/* The nearest track in time that has the cell after the end of @track, or before its beginning; 0: none. */
static guint
find_rest (Repair      *self,
           VenuleTrack *track,
           gboolean     after)
{
  guint cell = cell_of (self, track, after);
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->document));
  gint64 nearest = G_MAXINT64;
  guint best = 0;

  for (guint i = 0; cell != 0 && i < n; i++)
    {
      g_autoptr(VenuleTrack) other = g_list_model_get_item (G_LIST_MODEL (self->document), i);
      gint64 gap = after ? venule_track_get_first_frame (other) - venule_track_get_last_frame (track)
                         : venule_track_get_first_frame (track) - venule_track_get_last_frame (other);

      if (gap > 0 && gap < nearest && cell_of (self, other, !after) == cell)
        {
          nearest = gap;
          best = venule_track_get_id (other);
        }
    }

  return best;
}

/* Where the track changes: exchanged with the one that was seen to do the reverse, else cut. */
static gboolean
separate (Repair      *self,
          VenuleTrack *track,
          VenuleTrack *other)
{
  guint id = venule_track_get_id (track);
  gint64 frame = venule_track_get_places (track, NULL)[find_change (self, track)].frame;

  if (other != NULL && venule_track_get_place_at (other, frame) != NULL && find_change (self, other) >= 0)
    return venule_document_swap_tracks (self->document, id, venule_track_get_id (other), frame, NULL);

  return venule_document_cut_track (self->document, id, frame, NULL) != 0;
}

/* What one edit puts right of what is looked for; FALSE: nothing is wrong there, or nobody can help. */
static gboolean
edit (Repair       *self,
      guint         id,
      guint         other_id,
      RepairFaults  faults)
{
  VenuleTrack *track = venule_document_get_track (self->document, id);
  VenuleTrack *other = other_id != 0 ? venule_document_get_track (self->document, other_id) : NULL;
  guint rest;

  faults &= repair_find_faults (self, track);
  if (faults & (REPAIR_FALSE | REPAIR_TWICE))
    return venule_document_remove_tracks (self->document, &id, 1, NULL);
  if (faults & REPAIR_CHANGES)
    return separate (self, track, other);
  if (faults & REPAIR_ENDS)
    {
      rest = find_rest (self, track, TRUE);
      return rest != 0 ? venule_document_join_tracks (self->document, id, rest, NULL)
                       : self->extends && extend (self, track, TRUE);
    }
  if (faults & REPAIR_BEGINS)
    {
      rest = find_rest (self, track, FALSE);
      return rest != 0 ? venule_document_join_tracks (self->document, rest, id, NULL)
                       : self->extends && extend (self, track, FALSE);
    }

  return FALSE;
}

/* Who has edited a track so often gives it up: two cells that go side by side may be told apart in no way. */
static gboolean
repair (Repair       *self,
        guint         id,
        guint         other_id,
        RepairFaults  faults)
{
  gpointer key = GUINT_TO_POINTER (id);
  guint n = GPOINTER_TO_UINT (g_hash_table_lookup (self->edits, key));

  if (n >= MAX_EDITS || !edit (self, id, other_id, faults))
    return FALSE;
  g_hash_table_insert (self->edits, key, GUINT_TO_POINTER (n + 1));

  return TRUE;
}

static RepairFaults
asked_about (VenuleReviewReason reason)
{
  switch (reason)
    {
    case VENULE_REVIEW_BEGINS:
      return REPAIR_FALSE | REPAIR_TWICE | REPAIR_BEGINS;
    case VENULE_REVIEW_ENDS:
      return REPAIR_FALSE | REPAIR_TWICE | REPAIR_ENDS;
    default:
      return REPAIR_FALSE | REPAIR_TWICE | REPAIR_CHANGES;
    }
}

void
repair_by_queue (Repair *self)
{
  g_autoptr(GHashTable) edits = g_hash_table_new (NULL, NULL);
  gboolean changed = TRUE;

  self->edits = edits;
  while (changed)
    {
      g_autoptr(VenuleReviewQueue) queue = venule_review_queue_new ();
      const VenuleReviewPlace *place;

      changed = FALSE;
      venule_review_queue_fill (queue, self->document);
      while ((place = venule_review_queue_peek (queue, self->document)) != NULL)
        {
          gboolean wrong = FALSE;

          if (place->reason != VENULE_REVIEW_SAMPLE)
            {
              self->actions++;
              wrong = repair (self, place->track, place->other, asked_about (place->reason));
              changed |= wrong;
            }
          if (place->reason == VENULE_REVIEW_TOUCHES && !wrong)
            {
              wrong = repair (self, place->other, place->track, asked_about (place->reason));
              changed |= wrong;
            }
          venule_review_queue_give_verdict (queue, self->document, wrong, NULL);
        }
    }
}

void
repair_one_by_one (Repair *self)
{
  g_autoptr(GHashTable) edits = g_hash_table_new (NULL, NULL);

  self->edits = edits;
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->document));)
    {
      g_autoptr(VenuleTrack) track = g_list_model_get_item (G_LIST_MODEL (self->document), i);

      self->actions++; /* looks at it all along */
      if (repair (self, venule_track_get_id (track), 0, (RepairFaults) ~0u))
        self->actions++;
      else
        i++;
    }
}

/* ---- Measuring ---- */

VenuleEvaluation
repair_evaluate (Repair *self)
{
  g_autofree char *spots = g_build_filename (self->folder, "spots.csv", NULL);
  g_autoptr(VenuleTable) table = NULL;
  g_autoptr(GBytes) content = NULL;
  VenuleResults results;
  VenuleEvaluateOptions options;
  VenuleEvaluation evaluation;
  g_autoptr(GError) error = NULL;

  venule_results_init (&results, self->document);
  table = venule_export_make_spots (&results);
  content = venule_table_to_csv (table);
  g_file_set_contents (spots, g_bytes_get_data (content, NULL), (gssize) g_bytes_get_size (content), NULL);
  venule_evaluate_options_init (&options);
  options.kinds = VENULE_EVALUATE_ROLLING | VENULE_EVALUATE_ADHERENT | VENULE_EVALUATE_FREE;
  options.vessel = venule_document_get_run_settings (self->document)->vessel;
  if (!venule_evaluate (self->truth_path, spots, &options, &evaluation, NULL, &error))
    g_error ("%s", error->message);

  return evaluation;
}
