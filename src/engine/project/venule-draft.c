/* venule-draft.c: edits while a run goes on
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-draft.h"

#include "venule-document-private.h"
#include "venule-track-private.h"

/* No run finds so many cells. */
#define FIRST_ID 1000001

/* A track as it was at some time. */
typedef struct {
  VenuleTrack *track; /* NULL: it was not there */
  guint        live;  /* of which cell of the run it grows; 0: none */
  gint64       until; /* the latest frame that was known of that cell by then */
} State;

/* What a step did to a track. */
typedef struct {
  guint id;
  State before, after;
} Record;

/* One of the steps. */
typedef struct {
  char     *name;
  GArray   *records;   /* of Record */
  VenuleMeasureSettings *before, *after; /* how was measured, if it changed that; else NULL */
  gboolean  unwritten; /* it is not in the store, or otherwise */
} Step;

struct _VenuleDraft
{
  GHashTable *cells;   /* live id → VenuleTrack: all that the run found of those that were edited */
  GHashTable *shown;   /* live id → id of the track that it is shown in; 0: of none; for the same cells */
  GHashTable *grown;   /* set of live ids, of the same cells: what has got spots since the steps were written */
  GPtrArray  *steps;   /* of Step */
  guint       n_done;
  gboolean    walked;  /* another number of them is done than was written */
  guint       next_id;
};

static void
record_clear (gpointer data)
{
  Record *record = data;

  g_clear_object (&record->before.track);
  g_clear_object (&record->after.track);
}

static void
step_free (Step *step)
{
  g_free (step->name);
  g_array_unref (step->records);
  g_clear_pointer (&step->before, venule_measure_settings_free);
  g_clear_pointer (&step->after, venule_measure_settings_free);
  g_free (step);
}

VenuleDraft *
venule_draft_new (void)
{
  VenuleDraft *self = g_new0 (VenuleDraft, 1);

  self->cells = g_hash_table_new_full (NULL, NULL, NULL, g_object_unref);
  self->shown = g_hash_table_new (NULL, NULL);
  self->grown = g_hash_table_new (NULL, NULL);
  self->steps = g_ptr_array_new_with_free_func ((GDestroyNotify) step_free);
  self->next_id = FIRST_ID;

  return self;
}

void
venule_draft_free (VenuleDraft *self)
{
  if (self == NULL)
    return;

  g_hash_table_unref (self->cells);
  g_hash_table_unref (self->shown);
  g_hash_table_unref (self->grown);
  g_ptr_array_unref (self->steps);
  g_free (self);
}

gboolean
venule_draft_is_empty (VenuleDraft *self)
{
  return g_hash_table_size (self->cells) == 0;
}

guint
venule_draft_next_id (VenuleDraft *self)
{
  return self->next_id;
}

GPtrArray *
venule_draft_dup_names (VenuleDraft *self,
                        guint       *n_done)
{
  GPtrArray *names = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < self->steps->len; i++)
    g_ptr_array_add (names, g_strdup (((Step *) g_ptr_array_index (self->steps, i))->name));
  *n_done = self->n_done;

  return names;
}

/* ---- Cells of the run ---- */

/* The cell that a track grows with; 0: none. One that was not edited yet is its own, and of those that were most still are: where
 * thousands are edited at once the others are not looked through. */
static guint
find_live (VenuleDraft *self,
           guint        id)
{
  GHashTableIter iter;
  gpointer live, shown;

  if (id < FIRST_ID && !g_hash_table_contains (self->cells, GUINT_TO_POINTER (id)))
    return id;
  if (GPOINTER_TO_UINT (g_hash_table_lookup (self->shown, GUINT_TO_POINTER (id))) == id)
    return id;

  g_hash_table_iter_init (&iter, self->shown);
  while (g_hash_table_iter_next (&iter, &live, &shown))
    if (GPOINTER_TO_UINT (shown) == id)
      return GPOINTER_TO_UINT (live);

  return 0;
}

static State
take_state (VenuleDraft    *self,
            VenuleDocument *document,
            guint           id)
{
  VenuleTrack *track = venule_document_get_track (document, id);
  State state = { 0 };
  gpointer live;

  if (track == NULL)
    return state;

  state.track = venule_track_copy (track, id);
  state.live = find_live (self, id);
  live = GUINT_TO_POINTER (state.live);
  if (state.live > 0 && !g_hash_table_contains (self->cells, live))
    {
      g_hash_table_insert (self->cells, live, venule_track_copy (track, id));
      g_hash_table_insert (self->shown, live, GUINT_TO_POINTER (id));
    }
  if (state.live > 0)
    state.until = venule_track_get_last_frame (g_hash_table_lookup (self->cells, live));

  return state;
}

guint
venule_draft_route (VenuleDraft      *self,
                    guint             live_id,
                    const VenuleSpot *spot)
{
  VenuleTrack *cell = g_hash_table_lookup (self->cells, GUINT_TO_POINTER (live_id));

  if (cell == NULL)
    return live_id;

  venule_track_insert_spot (cell, spot);
  g_hash_table_add (self->grown, GUINT_TO_POINTER (live_id));

  return GPOINTER_TO_UINT (g_hash_table_lookup (self->shown, GUINT_TO_POINTER (live_id)));
}

/* ---- From states to the screen ---- */

typedef struct {
  VenuleDraft    *draft;
  VenuleDocument *document;
  GArray         *removed;
  GPtrArray      *added;
  GArray         *changed; /* ids of all that are there */
} Showing;

/* (transfer full): what was, with what the run has found since. */
static VenuleTrack *
bring_up_to_date (VenuleDraft *self,
                  const State *state)
{
  VenuleTrack *track = venule_track_copy (state->track, venule_track_get_id (state->track));
  VenuleTrack *cell = g_hash_table_lookup (self->cells, GUINT_TO_POINTER (state->live));
  guint n = 0;
  const VenuleSpot *spots = cell != NULL ? venule_track_get_spots (cell, &n) : NULL;

  for (guint i = cell != NULL ? venule_track_find_from (cell, state->until + 1) : 0; i < n; i++)
    venule_track_insert_spot (track, &spots[i]);

  return track;
}

static void
show (Showing     *showing,
      guint        id,
      const State *state)
{
  VenuleTrack *track = venule_document_get_track (showing->document, id);
  g_autoptr(VenuleTrack) now = NULL;

  if (state->track == NULL)
    {
      if (track != NULL)
        g_array_append_val (showing->removed, id);
      return;
    }

  now = bring_up_to_date (showing->draft, state);
  g_array_append_val (showing->changed, id);
  if (state->live > 0)
    g_hash_table_insert (showing->draft->shown, GUINT_TO_POINTER (state->live), GUINT_TO_POINTER (id));
  if (track == NULL)
    {
      g_ptr_array_add (showing->added, g_steal_pointer (&now));
      return;
    }

  venule_track_store_take_spots (showing->document->tracks, track, now);
  venule_track_take_marks (track, now);
  venule_track_emit_changed (track);
}

/* Cells that no track of @records goes on with are shown in none. */
static void
let_go (VenuleDraft *self,
        GArray      *records,
        guint        from)
{
  for (guint i = from; i < records->len; i++)
    {
      const Record *record = &g_array_index (records, Record, i);

      if (record->before.live > 0)
        g_hash_table_insert (self->shown, GUINT_TO_POINTER (record->before.live), GUINT_TO_POINTER (0));
      if (record->after.live > 0)
        g_hash_table_insert (self->shown, GUINT_TO_POINTER (record->after.live), GUINT_TO_POINTER (0));
    }
}

/* Shows the records of a step from @from on, as they are after it or, @back, were before it. */
static void
show_records (VenuleDraft    *self,
              VenuleDocument *document,
              GArray         *records,
              guint           from,
              gboolean        back)
{
  g_autoptr(GArray) removed = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autoptr(GPtrArray) added = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr(GArray) changed = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autoptr(GHashTable) seen = g_hash_table_new (NULL, NULL);
  Showing showing = { self, document, removed, added, changed };

  let_go (self, records, from);
  /* Of several records of a track, the last one counts, or the first. */
  for (guint i = from; i < records->len; i++)
    {
      const Record *record = &g_array_index (records, Record, back ? i : records->len - 1 - (i - from));

      if (g_hash_table_add (seen, GUINT_TO_POINTER (record->id)))
        show (&showing, record->id, back ? &record->before : &record->after);
    }
  venule_document_change_live (document, removed, added, changed);
}

/* ---- Making a step ---- */

static Step *
add_step (VenuleDraft *self,
          const char  *name)
{
  Step *step = g_new0 (Step, 1);

  step->name = g_strdup (name);
  step->records = g_array_new (FALSE, FALSE, sizeof (Record));
  g_array_set_clear_func (step->records, record_clear);
  g_ptr_array_add (self->steps, step);
  self->n_done++;

  return step;
}

/* Whether @track holds the latest spot of a cell. */
static gboolean
holds_latest (VenuleTrack *track,
              VenuleTrack *cell)
{
  const VenulePlace *latest = venule_track_get_place_at (cell, venule_track_get_last_frame (cell));
  const VenulePlace *place = latest != NULL ? venule_track_get_place_at (track, latest->frame) : NULL;

  return place != NULL && place->x == latest->x && place->y == latest->y;
}

/* Which of the records from @from on goes on with the cell that was shown in that of @holder: the same track where it still holds
 * its latest spot, else the one that does, or the same track with another spot in that frame. */
static Record *
find_heir (VenuleDraft *self,
           GArray      *records,
           guint        from,
           Record      *holder)
{
  VenuleTrack *cell = g_hash_table_lookup (self->cells, GUINT_TO_POINTER (holder->before.live));

  if (holder->after.track != NULL && holds_latest (holder->after.track, cell))
    return holder;

  for (guint i = from; i < records->len; i++)
    {
      Record *record = &g_array_index (records, Record, i);

      if (record->after.track != NULL && holds_latest (record->after.track, cell))
        return record;
    }

  return holder->after.track != NULL && venule_track_get_place_at (holder->after.track, holder->before.until) != NULL ? holder
                                                                                                                       : NULL;
}

static void
hand_over (VenuleDraft *self,
           GArray      *records,
           guint        from)
{
  for (guint i = from; i < records->len; i++)
    {
      Record *holder = &g_array_index (records, Record, i);
      Record *heir = holder->before.live > 0 ? find_heir (self, records, from, holder) : NULL;

      if (heir == NULL)
        continue;
      heir->after.live = holder->before.live;
      heir->after.until = holder->before.until;
    }
}

static void
add_record (VenuleDraft    *self,
            VenuleDocument *document,
            GArray         *records,
            guint           id,
            VenuleTrack    *after)
{
  Record record = { .id = id, .before = take_state (self, document, id) };

  record.after.track = after;
  g_array_append_val (records, record);
  self->next_id = MAX (self->next_id, id + 1);
}

static void
add_records (VenuleDraft    *self,
             VenuleDocument *document,
             VenuleEdit     *edit,
             GArray         *records)
{
  for (guint i = 0; i < edit->removed->len; i++)
    add_record (self, document, records, g_array_index (edit->removed, guint, i), NULL);
  for (guint i = 0; i < edit->put->len; i++)
    {
      VenuleTrack *track = g_ptr_array_index (edit->put, i);
      guint id = venule_track_get_id (track);

      add_record (self, document, records, id, venule_track_copy (track, id));
    }
  for (guint i = 0; i < edit->marked->len; i++)
    {
      VenuleTrack *marked = g_ptr_array_index (edit->marked, i);
      guint id = venule_track_get_id (marked);
      VenuleTrack *track = venule_track_copy (venule_document_get_track (document, id), id);

      venule_track_take_marks (track, marked);
      add_record (self, document, records, id, track);
    }
}

void
venule_draft_do (VenuleDraft    *self,
                 VenuleDocument *document,
                 VenuleEdit     *edit,
                 gboolean        group)
{
  Step *step;
  guint from;

  g_ptr_array_set_size (self->steps, (int) self->n_done);
  step = group && self->n_done > 0 ? g_ptr_array_index (self->steps, self->n_done - 1) : add_step (self, edit->name);
  step->unwritten = TRUE;
  from = step->records->len;
  add_records (self, document, edit, step->records);
  hand_over (self, step->records, from);
  show_records (self, document, step->records, from, FALSE);
}

void
venule_draft_measure (VenuleDraft                 *self,
                      const char                  *name,
                      const VenuleMeasureSettings *before,
                      const VenuleMeasureSettings *after)
{
  Step *step;

  g_ptr_array_set_size (self->steps, (int) self->n_done);
  step = add_step (self, name);
  step->unwritten = TRUE;
  step->before = venule_measure_settings_copy (before);
  step->after = venule_measure_settings_copy (after);
}

void
venule_draft_walk (VenuleDraft    *self,
                   VenuleDocument *document,
                   gboolean        back)
{
  Step *step;

  g_return_if_fail (back ? self->n_done > 0 : self->n_done < self->steps->len);

  if (back)
    self->n_done--;
  step = g_ptr_array_index (self->steps, back ? self->n_done : self->n_done++);
  self->walked = TRUE;
  if (step->after != NULL)
    venule_document_shift_measures (document, back ? step->after : step->before, back ? step->before : step->after);
  else
    show_records (self, document, step->records, 0, back);
}

/* ---- Into the store ---- */

static void
live_change_clear (gpointer data)
{
  VenuleLiveChange *change = data;

  g_clear_object (&change->before);
  g_clear_object (&change->after);
}

static void
live_step_free (VenuleLiveStep *step)
{
  g_array_unref (step->changes);
  g_free (step);
}

/* (transfer full) (nullable) */
static VenuleTrack *
dup_state (VenuleDraft *self,
           const State *state)
{
  return state->track != NULL ? bring_up_to_date (self, state) : NULL;
}

/* (element-type VenuleLiveChange): of several records of a track, the first says what was before and the last what was after. */
static GArray *
sum_up (VenuleDraft *self,
        GArray      *records)
{
  g_autoptr(GHashTable) last = g_hash_table_new (NULL, NULL); /* id → its last record */
  GArray *changes = g_array_new (FALSE, TRUE, sizeof (VenuleLiveChange));

  g_array_set_clear_func (changes, live_change_clear);
  for (guint i = 0; i < records->len; i++)
    {
      Record *record = &g_array_index (records, Record, i);

      g_hash_table_insert (last, GUINT_TO_POINTER (record->id), record);
    }
  for (guint i = 0; i < records->len; i++)
    {
      const Record *record = &g_array_index (records, Record, i);
      const Record *end = g_hash_table_lookup (last, GUINT_TO_POINTER (record->id));
      VenuleLiveChange change = { .id = record->id };

      if (end == NULL)
        continue;
      change.before = dup_state (self, &record->before);
      change.after = dup_state (self, &end->after);
      g_array_append_val (changes, change);
      g_hash_table_remove (last, GUINT_TO_POINTER (record->id));
    }

  return changes;
}

static gboolean
has_grown (VenuleDraft *self,
           GArray      *records)
{
  for (guint i = 0; i < records->len; i++)
    {
      const Record *record = &g_array_index (records, Record, i);

      if (g_hash_table_contains (self->grown, GUINT_TO_POINTER (record->before.live)) ||
          g_hash_table_contains (self->grown, GUINT_TO_POINTER (record->after.live)))
        return TRUE;
    }

  return FALSE;
}

GPtrArray *
venule_draft_dup_news (VenuleDraft *self,
                       guint       *n_steps,
                       guint       *n_done)
{
  GPtrArray *news = g_ptr_array_new_with_free_func ((GDestroyNotify) live_step_free);

  for (guint i = 0; i < self->steps->len; i++)
    {
      const Step *step = g_ptr_array_index (self->steps, i);
      VenuleLiveStep *live;

      if (!step->unwritten && !has_grown (self, step->records))
        continue;
      live = g_new0 (VenuleLiveStep, 1);
      live->index = i;
      live->name = step->name;
      live->changes = sum_up (self, step->records);
      live->measures_before = step->before;
      live->measures_after = step->after;
      g_ptr_array_add (news, live);
    }
  *n_steps = self->steps->len;
  *n_done = self->n_done;

  return news;
}

gboolean
venule_draft_has_news (VenuleDraft *self)
{
  for (guint i = 0; i < self->steps->len; i++)
    if (((Step *) g_ptr_array_index (self->steps, i))->unwritten)
      return TRUE;

  return self->walked;
}

void
venule_draft_set_written (VenuleDraft *self)
{
  for (guint i = 0; i < self->steps->len; i++)
    ((Step *) g_ptr_array_index (self->steps, i))->unwritten = FALSE;
  g_hash_table_remove_all (self->grown);
  self->walked = FALSE;
}

/* ---- The end of the run ---- */

gboolean
venule_draft_has_corrections (VenuleDraft *self)
{
  for (guint i = 0; i < self->n_done; i++)
    if (((Step *) g_ptr_array_index (self->steps, i))->after == NULL)
      return TRUE;

  return FALSE;
}

/* Each track once. */
static void
add_changes (VenuleDraft  *self,
             VenuleReplay *replay,
             const Step   *step)
{
  g_autoptr(GArray) changes = sum_up (self, step->records);

  for (guint i = 0; i < changes->len; i++)
    {
      const VenuleLiveChange *change = &g_array_index (changes, VenuleLiveChange, i);
      VenuleTrack *cell = g_hash_table_lookup (self->cells, GUINT_TO_POINTER (change->id));

      if (cell != NULL)
        venule_replay_add_original (replay, cell);
      venule_replay_add_change (replay, change->id, change->after);
    }
}

VenuleReplay *
venule_draft_collect (VenuleDraft *self,
                      gboolean     undone)
{
  guint n = undone ? self->steps->len : self->n_done;
  VenuleReplay *replay;

  if (n == 0)
    return NULL;

  replay = venule_replay_new ();
  for (guint i = 0; i < n; i++)
    {
      const Step *step = g_ptr_array_index (self->steps, i);

      venule_replay_add_step (replay, step->name, i < self->n_done);
      if (step->after != NULL)
        venule_replay_set_measures (replay, step->before, step->after);
      else
        add_changes (self, replay, step);
    }

  return replay;
}
