/* venule-document-live.c: a run lasts while it goes on
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-document-live.h"

/* Writing never takes more than one part in so many of the time, however long the tracks have become. */
#define SHARE 25
/* Spots that are written in one go: some ten milliseconds, which nobody feels. */
#define MOST_SPOTS 30000

struct _VenuleLive
{
  GHashTable     *touched; /* set of VenuleTrack: what has changed since it was written */
  GHashTable     *due;     /* set of VenuleTrack: what is being written, a few tracks in one go; they may be touched again */
  GHashTable     *edited;  /* set of VenuleTrack: those of them that a person changed */
  GHashTable     *gone;    /* set of ids that a person removed */
  VenuleRunFacts *facts;   /* what the run said of itself last; NULL: nothing yet */
  gint64          run;
  gint64          period;
  gint64          next;    /* time of the next writing */
  gboolean        failed;
};

VenuleLive *
venule_live_new (gint64 period)
{
  VenuleLive *self = g_new0 (VenuleLive, 1);

  self->period = period;
  self->touched = g_hash_table_new_full (NULL, NULL, g_object_unref, NULL);
  self->due = g_hash_table_new_full (NULL, NULL, g_object_unref, NULL);
  self->edited = g_hash_table_new_full (NULL, NULL, g_object_unref, NULL);
  self->gone = g_hash_table_new (NULL, NULL);

  return self;
}

void
venule_live_free (VenuleLive *self)
{
  if (self == NULL)
    return;

  g_hash_table_unref (self->touched);
  g_hash_table_unref (self->due);
  g_hash_table_unref (self->edited);
  g_hash_table_unref (self->gone);
  venule_run_facts_free (self->facts);
  g_free (self);
}

void
venule_live_touch (VenuleLive  *self,
                   VenuleTrack *track)
{
  if (!g_hash_table_contains (self->touched, track))
    g_hash_table_add (self->touched, g_object_ref (track));
}

void
venule_live_forget (VenuleLive  *self,
                    VenuleTrack *track)
{
  if (track == NULL)
    return;

  g_hash_table_add (self->gone, GUINT_TO_POINTER (venule_track_get_id (track)));
  g_hash_table_remove (self->touched, track);
  g_hash_table_remove (self->due, track);
  g_hash_table_remove (self->edited, track);
}

void
venule_live_edit (VenuleLive  *self,
                  VenuleTrack *track)
{
  venule_live_touch (self, track);
  if (!g_hash_table_contains (self->edited, track))
    g_hash_table_add (self->edited, g_object_ref (track));
}

gint64
venule_live_get_run (VenuleLive *self)
{
  return self->run;
}

/* @news: settings, facts and tracks. */
static gboolean
put (VenuleLive      *self,
     VenuleStore     *store,
     VenuleDraft     *draft,
     VenuleLiveNews  *news,
     GError         **error)
{
  g_autoptr(GPtrArray) steps = venule_draft_dup_news (draft, &news->n_steps, &news->n_done);
  gint64 run;

  news->gone = self->gone;
  news->steps = steps;
  run = venule_store_put_live (store, self->run, news, error);
  self->failed = run == 0;
  if (self->failed)
    return FALSE;

  self->run = run;
  venule_draft_set_written (draft);
  g_hash_table_remove_all (self->gone);

  return TRUE;
}

static gboolean
is_in (gpointer key,
       gpointer value,
       gpointer set)
{
  return g_hash_table_contains (set, key);
}

/* (transfer full): some of what is due, at least one track; or all of it. */
static GHashTable *
take_some (VenuleLive *self,
           gboolean    all)
{
  GHashTable *some = g_hash_table_new_full (NULL, NULL, g_object_unref, NULL);
  GHashTableIter iter;
  gpointer track;
  guint n = 0;

  g_hash_table_iter_init (&iter, self->due);
  while ((all || n < MOST_SPOTS) && g_hash_table_iter_next (&iter, &track, NULL))
    {
      n += venule_track_get_n_spots (track);
      g_hash_table_add (some, g_object_ref (track));
    }

  return some;
}

/* All that was touched is due when all that was due before is written, so that each track has its turn. */
static gboolean
begin_turn (VenuleLive *self,
            gboolean    all,
            gint64      now)
{
  GHashTableIter iter;
  gpointer track;

  if (self->failed || now < self->next)
    return FALSE;

  if (all || g_hash_table_size (self->due) == 0)
    {
      g_hash_table_iter_init (&iter, self->touched);
      while (g_hash_table_iter_next (&iter, &track, NULL))
        if (!g_hash_table_contains (self->due, track))
          g_hash_table_add (self->due, g_object_ref (track));
      g_hash_table_remove_all (self->touched);
    }

  return g_hash_table_size (self->due) > 0;
}

gboolean
venule_live_keep (VenuleLive            *self,
                  VenuleStore           *store,
                  VenuleDraft           *draft,
                  const VenuleSettings  *settings,
                  const VenuleMeasureSettings *measures,
                  const char            *measured,
                  const VenuleRunFacts  *facts,
                  GError               **error)
{
  gint64 begun = g_get_monotonic_time (), pause;
  VenuleLiveNews news = { .settings = settings, .measures = measures, .measured = measured, .facts = facts };
  g_autoptr(GHashTable) some = NULL;
  /* The sides of steps are those of their tracks, and are not written apart from them. */
  gboolean all = draft != NULL && !venule_draft_is_empty (draft), kept;

  venule_run_facts_free (self->facts);
  self->facts = venule_run_facts_copy (facts);
  if (!begin_turn (self, all, begun))
    return TRUE;

  news.tracks = some = take_some (self, all);
  kept = put (self, store, draft, &news, error);
  g_hash_table_foreach_remove (self->due, is_in, some);
  self->next = g_get_monotonic_time ();
  pause = (self->next - begun) * SHARE;
  if (g_hash_table_size (self->due) == 0)
    pause = MAX (self->period, pause);
  self->next += self->period > 0 ? pause : 0;
  if (!kept)
    return FALSE;

  g_hash_table_foreach_remove (self->edited, is_in, some);

  return TRUE;
}

/* What the run has found meanwhile can wait, unless nothing of it was written yet. */
gboolean
venule_live_keep_edit (VenuleLive            *self,
                       VenuleStore           *store,
                       VenuleDraft           *draft,
                       const VenuleSettings  *settings,
                       const VenuleMeasureSettings *measures,
                       const char            *measured,
                       GError               **error)
{
  gboolean first = self->run == 0;
  VenuleLiveNews news = { .settings = settings,
                          .measures = measures,
                          .measured = measured,
                          .facts = first ? self->facts : NULL,
                          .tracks = first ? self->touched : self->edited,
                          .edited = TRUE };

  if (!put (self, store, draft, &news, error))
    return FALSE;

  if (first)
    g_hash_table_remove_all (self->touched);
  else
    {
      g_hash_table_foreach_remove (self->touched, is_in, self->edited);
      g_hash_table_foreach_remove (self->due, is_in, self->edited);
    }
  g_hash_table_remove_all (self->edited);

  return TRUE;
}
