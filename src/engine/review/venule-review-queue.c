/* venule-review-queue.c: which doubtful place comes next
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-review-queue.h"

#include <math.h>

#include "venule-review-verdicts.h"

/* A sample after so many doubtful places, and so many in all. */
#define SAMPLE_EVERY 5
#define MAX_SAMPLES 20
/* What is thought of a track that nothing speaks against (tools/calibrate-review: 0.008 where it was fitted, 0.013
 * elsewhere). */
#define UNSUSPECTED 0.01

struct _VenuleReviewQueue
{
  GQueue      places;    /* VenuleReviewPlace */
  GArray     *verdicts;  /* VenuleReviewVerdict, of the run */
  GHashTable *suspicion; /* id → double: the largest probability of its places */
  gint64      run;
};

VenuleReviewQueue *
venule_review_queue_new (void)
{
  VenuleReviewQueue *self = g_new0 (VenuleReviewQueue, 1);

  g_queue_init (&self->places);
  self->verdicts = g_array_new (FALSE, TRUE, sizeof (VenuleReviewVerdict));
  self->suspicion = g_hash_table_new_full (NULL, NULL, NULL, g_free);

  return self;
}

void
venule_review_queue_free (VenuleReviewQueue *self)
{
  g_queue_clear_full (&self->places, g_free);
  g_array_unref (self->verdicts);
  g_hash_table_unref (self->suspicion);
  g_free (self);
}

/* ---- Filling ---- */

static GPtrArray *
dup_tracks (VenuleDocument *document)
{
  GPtrArray *tracks = g_ptr_array_new_with_free_func (g_object_unref);
  guint n = g_list_model_get_n_items (G_LIST_MODEL (document));

  for (guint i = 0; i < n; i++)
    g_ptr_array_add (tracks, g_list_model_get_item (G_LIST_MODEL (document), i));

  return tracks;
}

static void
read_verdicts (VenuleReviewQueue *self,
               VenuleDocument    *document)
{
  g_autoptr(GError) error = NULL;
  GArray *verdicts = venule_document_dup_verdicts (document, &error);

  if (verdicts == NULL)
    {
      g_info ("answers cannot be read: %s", error->message);
      return;
    }
  g_array_unref (self->verdicts);
  self->verdicts = verdicts;
}

/* Said to be right. A place that was put right and is there again has been taken back. */
static gboolean
is_decided (VenuleReviewQueue       *self,
            const VenuleReviewPlace *place)
{
  for (guint i = 0; i < self->verdicts->len; i++)
    {
      const VenuleReviewVerdict *verdict = &g_array_index (self->verdicts, VenuleReviewVerdict, i);

      if (!verdict->wrong && verdict->track == place->track && verdict->frame == place->frame &&
          g_str_equal (verdict->reason, venule_review_reason_to_string (place->reason)))
        return TRUE;
    }

  return FALSE;
}

static void
note_suspicion (VenuleReviewQueue *self,
                guint              id,
                double             probability)
{
  gpointer key = GUINT_TO_POINTER (id);
  double *known = id != 0 ? g_hash_table_lookup (self->suspicion, key) : NULL;

  if (known != NULL)
    *known = fmax (*known, probability);
  else if (id != 0)
    g_hash_table_insert (self->suspicion, key, g_memdup2 (&probability, sizeof probability));
}

/* The same tracks each time, spread over all. */
static guint
shuffle (guint id)
{
  guint64 mixed = id * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);

  return (guint) (mixed >> 32);
}

static int
compare_shuffled (gconstpointer a,
                  gconstpointer b)
{
  guint p = shuffle (venule_track_get_id (*(VenuleTrack *const *) a));
  guint q = shuffle (venule_track_get_id (*(VenuleTrack *const *) b));

  return (p > q) - (p < q);
}

static gboolean
has_verdict (VenuleReviewQueue *self,
             guint              track)
{
  for (guint i = 0; i < self->verdicts->len; i++)
    {
      if (g_array_index (self->verdicts, VenuleReviewVerdict, i).track == track)
        return TRUE;
    }

  return FALSE;
}

/* (transfer full) (element-type VenuleTrack): nothing speaks against them, and they were not reviewed. */
static GPtrArray *
choose_samples (VenuleReviewQueue *self,
                GPtrArray         *tracks)
{
  GPtrArray *samples = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < tracks->len; i++)
    {
      VenuleTrack *track = g_ptr_array_index (tracks, i);
      guint id = venule_track_get_id (track);

      if (!venule_track_get_locked (track) && venule_track_get_n_spots (track) > 0 &&
          !g_hash_table_contains (self->suspicion, GUINT_TO_POINTER (id)) && !has_verdict (self, id))
        g_ptr_array_add (samples, g_object_ref (track));
    }
  g_ptr_array_sort (samples, compare_shuffled);
  if (samples->len > MAX_SAMPLES)
    g_ptr_array_set_size (samples, MAX_SAMPLES);

  return samples;
}

static void
push_sample (VenuleReviewQueue *self,
             VenuleTrack       *track)
{
  VenuleReviewPlace place = {
    .track = venule_track_get_id (track), .reason = VENULE_REVIEW_SAMPLE, .probability = UNSUSPECTED,
    .frame = (venule_track_get_first_frame (track) + venule_track_get_last_frame (track)) / 2,
  };

  g_queue_push_tail (&self->places, g_memdup2 (&place, sizeof place));
}

void
venule_review_queue_fill (VenuleReviewQueue *self,
                          VenuleDocument    *document)
{
  const VenuleSettings *settings = venule_document_get_run_settings (document);
  const VenuleRunMetadata *metadata = venule_document_get_run_metadata (document);
  VenuleSource *source = venule_document_get_source (document);
  g_autoptr(GPtrArray) tracks = dup_tracks (document);
  g_autoptr(GPtrArray) samples = NULL;
  g_autoptr(GArray) places = NULL;
  guint sampled = 0, doubtful = 0;

  g_queue_clear_full (&self->places, g_free);
  g_queue_init (&self->places);
  g_hash_table_remove_all (self->suspicion);
  if (settings == NULL || metadata == NULL)
    return;

  read_verdicts (self, document);
  places = venule_review_find (tracks, settings, &(VenuleReviewRange) {
    .frame_width = venule_source_get_width (source), .frame_height = venule_source_get_height (source),
    .first_frame = metadata->first_frame, .last_frame = metadata->last_frame });
  for (guint i = 0; i < places->len; i++)
    {
      const VenuleReviewPlace *place = &g_array_index (places, VenuleReviewPlace, i);

      note_suspicion (self, place->track, place->probability);
      note_suspicion (self, place->other, place->probability);
    }
  samples = choose_samples (self, tracks);
  for (guint i = 0; i < places->len; i++)
    {
      const VenuleReviewPlace *place = &g_array_index (places, VenuleReviewPlace, i);

      if (is_decided (self, place))
        continue;
      g_queue_push_tail (&self->places, g_memdup2 (place, sizeof *place));
      if (++doubtful % SAMPLE_EVERY == 0 && sampled < samples->len)
        push_sample (self, g_ptr_array_index (samples, sampled++));
    }
  while (sampled < samples->len)
    push_sample (self, g_ptr_array_index (samples, sampled++));
}

/* ---- Walking ---- */

const VenuleReviewPlace *
venule_review_queue_peek (VenuleReviewQueue *self,
                          VenuleDocument    *document)
{
  for (;;)
    {
      VenuleReviewPlace *place = g_queue_peek_head (&self->places);
      VenuleTrack *track = place != NULL ? venule_document_get_track (document, place->track) : NULL;

      if (place == NULL ||
          (track != NULL && (place->other == 0 || venule_document_get_track (document, place->other) != NULL) &&
           venule_track_get_first_frame (track) <= place->frame && venule_track_get_last_frame (track) >= place->frame))
        return place;
      g_free (g_queue_pop_head (&self->places));
    }
}

gboolean
venule_review_queue_give_verdict (VenuleReviewQueue *self,
                                  VenuleDocument    *document,
                                  gboolean           wrong,
                                  GError           **error)
{
  g_autofree VenuleReviewPlace *place = g_queue_pop_head (&self->places);
  VenuleReviewVerdict verdict = { 0 };

  g_return_val_if_fail (place != NULL, FALSE);

  verdict.track = place->track;
  verdict.frame = place->frame;
  verdict.probability = place->probability;
  verdict.wrong = wrong;
  g_strlcpy (verdict.reason, venule_review_reason_to_string (place->reason), sizeof verdict.reason);
  g_array_append_val (self->verdicts, verdict);

  return venule_document_put_verdict (document, &verdict, error);
}

void
venule_review_queue_put_off (VenuleReviewQueue *self)
{
  if (!g_queue_is_empty (&self->places))
    g_queue_push_tail (&self->places, g_queue_pop_head (&self->places));
}

static gboolean
is_sample (const VenuleReviewVerdict *verdict)
{
  return g_str_equal (verdict->reason, venule_review_reason_to_string (VENULE_REVIEW_SAMPLE));
}

guint
venule_review_queue_get_n_verdicts (VenuleReviewQueue *self)
{
  guint n = 0;

  for (guint i = 0; i < self->verdicts->len; i++)
    n += !is_sample (&g_array_index (self->verdicts, VenuleReviewVerdict, i));

  return n;
}

guint
venule_review_queue_get_left (VenuleReviewQueue *self)
{
  guint n = 0;

  for (GList *link = self->places.head; link != NULL; link = link->next)
    n += ((const VenuleReviewPlace *) link->data)->reason != VENULE_REVIEW_SAMPLE;

  return n;
}

/* ---- The rest ---- */

/* Of each track that was asked about: whether anything was wrong. (element-type guint VenuleReviewJudgement) */
static GHashTable *
judge_by_verdicts (VenuleReviewQueue *self)
{
  GHashTable *judged = g_hash_table_new_full (NULL, NULL, NULL, g_free);

  for (guint i = 0; i < self->verdicts->len; i++)
    {
      const VenuleReviewVerdict *verdict = &g_array_index (self->verdicts, VenuleReviewVerdict, i);
      VenuleReviewJudgement *judgement = g_hash_table_lookup (judged, GUINT_TO_POINTER (verdict->track));

      if (judgement == NULL)
        {
          judgement = g_new0 (VenuleReviewJudgement, 1);
          judgement->judged = TRUE;
          g_hash_table_insert (judged, GUINT_TO_POINTER (verdict->track), judgement);
        }
      judgement->wrong |= verdict->wrong;
      judgement->probability = fmax (judgement->probability, verdict->probability);
    }

  return judged;
}

VenuleInterval
venule_review_queue_estimate (VenuleReviewQueue *self,
                              VenuleDocument    *document)
{
  g_autoptr(GHashTable) judged = judge_by_verdicts (self);
  g_autoptr(GArray) judgements = g_array_new (FALSE, FALSE, sizeof (VenuleReviewJudgement));
  guint n = g_list_model_get_n_items (G_LIST_MODEL (document));
  GHashTableIter iter;
  gpointer value;

  for (guint i = 0; i < n; i++)
    {
      g_autoptr(VenuleTrack) track = g_list_model_get_item (G_LIST_MODEL (document), i);
      gpointer key = GUINT_TO_POINTER (venule_track_get_id (track));
      const double *suspicion = g_hash_table_lookup (self->suspicion, key);
      VenuleReviewJudgement judgement = { .probability = suspicion != NULL ? *suspicion : UNSUSPECTED };

      if (!g_hash_table_contains (judged, key))
        g_array_append_val (judgements, judgement);
    }
  g_hash_table_iter_init (&iter, judged);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    g_array_append_vals (judgements, value, 1);

  return venule_review_estimate ((const VenuleReviewJudgement *) judgements->data, judgements->len);
}
