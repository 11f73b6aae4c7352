/* venule-replay.c: steps of a run that went on, made one by one in its linked tracks
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-replay.h"

#include <string.h>

#include "venule-classify.h"
#include "venule-document-private.h"
#include "venule-document-tracks.h"
#include "venule-target.h"
#include "venule-track-private.h"

/* A track after a step. */
typedef struct {
  guint        id;
  VenuleTrack *track;   /* NULL: it is no more */
  VenuleTrack *same;    /* the original, or an earlier state with the same spots; NULL: it has its own */
  gboolean     changed; /* it has other spots than the run found */
  gboolean     moved;   /* it has other spots than before the step */
} State;

typedef struct {
  char                  *name;
  gboolean               done;
  GPtrArray             *states;        /* of State */
  VenuleMeasureSettings *before, *after; /* NULL: nothing was measured otherwise */
} Step;

struct _VenuleReplay
{
  GPtrArray  *steps;     /* of Step */
  GHashTable *originals; /* id → VenuleTrack */
  GHashTable *latest;    /* id → State, borrowed: of the latest step that has one */
};

static void
state_free (State *state)
{
  g_clear_object (&state->track);
  g_clear_object (&state->same);
  g_free (state);
}

static void
step_free (Step *step)
{
  g_free (step->name);
  g_ptr_array_unref (step->states);
  g_clear_pointer (&step->before, venule_measure_settings_free);
  g_clear_pointer (&step->after, venule_measure_settings_free);
  g_free (step);
}

VenuleReplay *
venule_replay_new (void)
{
  VenuleReplay *self = g_new0 (VenuleReplay, 1);

  self->steps = g_ptr_array_new_with_free_func ((GDestroyNotify) step_free);
  self->originals = g_hash_table_new_full (NULL, NULL, NULL, g_object_unref);
  self->latest = g_hash_table_new (NULL, NULL);

  return self;
}

void
venule_replay_free (VenuleReplay *self)
{
  if (self == NULL)
    return;

  g_hash_table_unref (self->latest);
  g_hash_table_unref (self->originals);
  g_ptr_array_unref (self->steps);
  g_free (self);
}

/* ---- What was done ---- */

void
venule_replay_add_original (VenuleReplay *self,
                            VenuleTrack  *track)
{
  g_hash_table_insert (self->originals, GUINT_TO_POINTER (venule_track_get_id (track)), g_object_ref (track));
}

void
venule_replay_add_step (VenuleReplay *self,
                        const char   *name,
                        gboolean      done)
{
  Step *step = g_new0 (Step, 1);

  step->name = g_strdup (name);
  step->done = done;
  step->states = g_ptr_array_new_with_free_func ((GDestroyNotify) state_free);
  g_ptr_array_add (self->steps, step);
}

void
venule_replay_add_change (VenuleReplay *self,
                          guint         id,
                          VenuleTrack  *after)
{
  Step *step = g_ptr_array_index (self->steps, self->steps->len - 1);
  VenuleTrack *original = g_hash_table_lookup (self->originals, GUINT_TO_POINTER (id));
  const State *before = g_hash_table_lookup (self->latest, GUINT_TO_POINTER (id));
  VenuleTrack *previous = before != NULL ? before->track : original;
  State *state = g_new0 (State, 1);

  state->id = id;
  state->track = after != NULL ? g_object_ref (after) : NULL;
  state->changed = after == NULL || original == NULL || !venule_track_has_same_spots (after, original);
  state->moved = after == NULL || previous == NULL || !venule_track_has_same_spots (after, previous);
  if (!state->changed)
    state->same = g_object_ref (original);
  else if (!state->moved)
    state->same = g_object_ref (before->same != NULL ? before->same : before->track);
  g_ptr_array_add (step->states, state);
  g_hash_table_insert (self->latest, GUINT_TO_POINTER (id), state);
}

void
venule_replay_set_measures (VenuleReplay                *self,
                            const VenuleMeasureSettings *before,
                            const VenuleMeasureSettings *after)
{
  Step *step = g_ptr_array_index (self->steps, self->steps->len - 1);

  step->before = venule_measure_settings_copy (before);
  step->after = venule_measure_settings_copy (after);
}

void
venule_replay_rewind (VenuleReplay          *self,
                      VenuleMeasureSettings *measures)
{
  for (guint i = self->steps->len; i-- > 0;)
    {
      const Step *step = g_ptr_array_index (self->steps, i);

      if (step->done && step->after != NULL)
        venule_measure_settings_shift (measures, step->after, step->before);
    }
}

/* ---- What it comes to ---- */

/* Where all tracks lie that there ever are. */
static VenuleCovers *
find_covers (VenuleReplay   *self,
             VenuleDocument *document)
{
  g_autoptr(GPtrArray) others = g_ptr_array_new ();
  VenuleCovers *covers;
  GHashTableIter iter;
  gpointer track;

  g_hash_table_iter_init (&iter, self->originals);
  while (g_hash_table_iter_next (&iter, NULL, &track))
    g_ptr_array_add (others, track);
  for (guint i = 0; i < self->steps->len; i++)
    {
      GPtrArray *states = ((Step *) g_ptr_array_index (self->steps, i))->states;

      for (guint k = 0; k < states->len; k++)
        {
          const State *state = g_ptr_array_index (states, k);

          if (state->track != NULL && state->same == NULL)
            g_ptr_array_add (others, state->track);
        }
    }

  covers = venule_covers_new (venule_track_store_get_tracks (document->tracks), others);
  for (guint i = 0; i < self->steps->len; i++)
    {
      GPtrArray *states = ((Step *) g_ptr_array_index (self->steps, i))->states;

      for (guint k = 0; k < states->len; k++)
        {
          const State *state = g_ptr_array_index (states, k);

          if (state->same != NULL)
            venule_covers_share (covers, state->track, state->same);
        }
    }

  return covers;
}

/* The present one of each track, by id. */
static void
take_states (GPtrArray *now,
             GPtrArray *states)
{
  for (guint i = 0; i < states->len; i++)
    {
      State *state = g_ptr_array_index (states, i);
      guint low = 0, high = now->len;

      while (low < high)
        {
          guint middle = (low + high) / 2;

          if (((State *) g_ptr_array_index (now, middle))->id < state->id)
            low = middle + 1;
          else
            high = middle;
        }
      if (low < now->len && ((State *) g_ptr_array_index (now, low))->id == state->id)
        now->pdata[low] = state;
      else
        g_ptr_array_insert (now, (int) low, state);
    }
}

static VenuleCorrections *
collect (VenuleReplay *self,
         GPtrArray    *now)
{
  VenuleCorrections *corrections = venule_corrections_new ();

  corrections->unrated = TRUE;
  for (guint i = 0; i < now->len; i++)
    {
      const State *state = g_ptr_array_index (now, i);
      VenuleTrack *original = g_hash_table_lookup (self->originals, GUINT_TO_POINTER (state->id));

      venule_corrections_add (corrections, state->track, original, state->changed);
    }

  return corrections;
}

/* ---- Names ---- */

/* The last number in @name that is @id, and its length; NULL: there is none. */
static const char *
find_number (const char *name,
             guint       id,
             gsize      *length)
{
  const char *found = NULL;

  while (*name != '\0')
    {
      gsize n = strspn (name, "0123456789");

      if (n > 0 && n < 10 && g_ascii_strtoull (name, NULL, 10) == id)
        {
          found = name;
          *length = n;
        }
      name += MAX (n, 1);
    }

  return found;
}

/* What changes several tracks in the same way says how many they are, not which. */
static gboolean
says_ids (const Step *step)
{
  guint n_gone = 0, n_moved = 0;

  for (guint i = 0; i < step->states->len; i++)
    {
      const State *state = g_ptr_array_index (step->states, i);

      n_gone += state->track == NULL;
      n_moved += state->moved;
    }

  return step->states->len == 1 || (n_moved > 0 && n_gone < step->states->len);
}

/* A number in a name and what is to stand there. */
typedef struct {
  gsize at, length;
  guint id;
} Number;

static int
compare_places (gconstpointer a,
                gconstpointer b)
{
  gsize first = ((const Number *) a)->at, second = ((const Number *) b)->at;

  return (first < second) - (first > second);
}

/* (transfer full): the tracks have other ids by now. */
static char *
dup_name (const Step   *step,
          VenuleTarget *target)
{
  GString *name = g_string_new (step->name);
  g_autoptr(GArray) numbers = g_array_new (FALSE, FALSE, sizeof (Number));

  for (guint i = 0; says_ids (step) && i < step->states->len; i++)
    {
      const State *state = g_ptr_array_index (step->states, i);
      Number number = { .id = venule_target_get_id (target, state->id) };
      const char *found = find_number (step->name, state->id, &number.length);

      if (found == NULL || number.id == 0)
        continue;
      number.at = (gsize) (found - step->name);
      g_array_append_val (numbers, number);
    }

  /* From the last one on, so that the places of those before it stay. */
  g_array_sort (numbers, compare_places);
  for (guint i = 0; i < numbers->len; i++)
    {
      const Number *number = &g_array_index (numbers, Number, i);
      g_autofree char *text = g_strdup_printf ("%u", number->id);

      g_string_erase (name, (gssize) number->at, (gssize) number->length);
      g_string_insert (name, (gssize) number->at, text);
    }

  return g_string_free (name, FALSE);
}

/* ---- Making them ---- */

typedef struct {
  VenuleDocument        *document;
  VenuleTarget          *target;
  VenuleMeasureSettings *measures;  /* as they are after the latest step */
  GPtrArray             *now;       /* of State, borrowed */
  const Step            *last;      /* the last one that is done and changed tracks; NULL: there is none */
  GPtrArray             *conflicts; /* after that one */
  double                 border;    /* between cells that roll and others, in the tracks as they are at first */
  guint                  n_carried;
  guint                  n_undone;  /* steps that were made, to be taken back */
} Making;

static gboolean
make_edit (VenuleReplay  *self,
           Making        *making,
           const Step    *step,
           gboolean      *made,
           GError       **error)
{
  g_autoptr(VenuleCorrections) corrections = NULL;
  g_autoptr(VenuleEdit) edit = NULL;

  take_states (making->now, step->states);
  corrections = collect (self, making->now);
  edit = venule_target_aim (making->target, corrections, step == making->last ? making->conflicts : NULL);
  edit->name = dup_name (step, making->target);
  if (step == making->last)
    making->n_carried = venule_target_get_n_carried (making->target);
  for (guint i = 0; i < edit->put->len; i++)
    venule_classify_one (g_ptr_array_index (edit->put, i), making->document->run_settings, making->border);
  *made = edit->put->len + edit->marked->len + edit->removed->len > 0;

  return !*made || venule_document_write_edit (making->document, edit, error);
}

static gboolean
make_measures (Making      *making,
               const Step  *step,
               gboolean    *made,
               GError     **error)
{
  g_autoptr(VenuleMeasureSettings) before = venule_measure_settings_copy (making->measures);

  venule_measure_settings_shift (making->measures, step->before, step->after);
  *made = !venule_measure_settings_equal (before, making->measures);

  return !*made || venule_document_write_measures (making->document, step->name, making->measures, error);
}

static const Step *
find_last (VenuleReplay *self)
{
  for (guint i = self->steps->len; i-- > 0;)
    {
      const Step *step = g_ptr_array_index (self->steps, i);

      if (step->done && step->after == NULL)
        return step;
    }

  return NULL;
}

static gboolean
make_steps (VenuleReplay  *self,
            Making        *making,
            GError       **error)
{
  for (guint i = 0; i < self->steps->len; i++)
    {
      const Step *step = g_ptr_array_index (self->steps, i);
      gboolean made = FALSE;

      if (step->after != NULL ? !make_measures (making, step, &made, error) : !make_edit (self, making, step, &made, error))
        return FALSE;
      making->n_undone += made && !step->done;
    }

  return TRUE;
}

GPtrArray *
venule_replay_make (VenuleReplay           *self,
                    VenuleDocument         *document,
                    VenuleMeasureSettings  *measures,
                    guint                  *n_carried,
                    GError                **error)
{
  g_autoptr(VenuleCovers) covers = find_covers (self, document);
  g_autoptr(VenuleTarget) target = NULL;
  g_autoptr(GPtrArray) now = g_ptr_array_new ();
  g_autoptr(GPtrArray) conflicts = g_ptr_array_new_with_free_func ((GDestroyNotify) venule_conflict_free);
  Making making = { .document = document, .measures = measures, .now = now, .last = find_last (self), .conflicts = conflicts };

  if (!venule_document_begin_series (document, measures, error))
    return NULL;
  target = venule_target_new (document, covers);
  making.target = target;
  making.border = venule_classify_find_border (venule_track_store_get_tracks (document->tracks), document->run_settings);
  if (make_steps (self, &making, error) && venule_document_end_series (document, making.n_undone, error))
    {
      *n_carried = making.n_carried;
      return g_steal_pointer (&conflicts);
    }

  venule_document_drop_series (document);

  return NULL;
}
