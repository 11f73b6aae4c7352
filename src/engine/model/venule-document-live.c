/* venule-document-live.c: a run lasts while it goes on
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-document-live.h"

/* Writing never takes more than one part in so many of the time, however long the tracks have become. */
#define SHARE 25

struct _VenuleLive
{
  GHashTable     *touched; /* set of VenuleTrack: what has changed since it was written */
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

gboolean
venule_live_keep (VenuleLive            *self,
                  VenuleStore           *store,
                  VenuleDraft           *draft,
                  const VenuleSettings  *settings,
                  const char            *measured,
                  const VenuleRunFacts  *facts,
                  GError               **error)
{
  gint64 begun = g_get_monotonic_time ();
  VenuleLiveNews news = { .settings = settings, .measured = measured, .facts = facts, .tracks = self->touched };
  gboolean kept;

  venule_run_facts_free (self->facts);
  self->facts = venule_run_facts_copy (facts);
  if (self->failed || begun < self->next || g_hash_table_size (self->touched) == 0)
    return TRUE;

  kept = put (self, store, draft, &news, error);
  self->next = g_get_monotonic_time ();
  self->next += self->period > 0 ? MAX (self->period, (self->next - begun) * SHARE) : 0;
  if (!kept)
    return FALSE;

  g_hash_table_remove_all (self->touched);
  g_hash_table_remove_all (self->edited);

  return TRUE;
}

static gboolean
is_in (gpointer key,
       gpointer value,
       gpointer set)
{
  return g_hash_table_contains (set, key);
}

/* What the run has found meanwhile can wait, unless nothing of it was written yet. */
gboolean
venule_live_keep_edit (VenuleLive            *self,
                       VenuleStore           *store,
                       VenuleDraft           *draft,
                       const VenuleSettings  *settings,
                       const char            *measured,
                       GError               **error)
{
  gboolean first = self->run == 0;
  VenuleLiveNews news = { .settings = settings,
                          .measured = measured,
                          .facts = first ? self->facts : NULL,
                          .tracks = first ? self->touched : self->edited,
                          .edited = TRUE };

  if (!put (self, store, draft, &news, error))
    return FALSE;

  if (first)
    g_hash_table_remove_all (self->touched);
  else
    g_hash_table_foreach_remove (self->touched, is_in, self->edited);
  g_hash_table_remove_all (self->edited);

  return TRUE;
}
