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
  GHashTable *touched; /* set of VenuleTrack */
  gint64      run;
  gint64      period;
  gint64      next;    /* time of the next writing */
  gboolean    failed;
};

VenuleLive *
venule_live_new (gint64 period)
{
  VenuleLive *self = g_new0 (VenuleLive, 1);

  self->period = period;
  self->touched = g_hash_table_new_full (NULL, NULL, g_object_unref, NULL);

  return self;
}

void
venule_live_free (VenuleLive *self)
{
  if (self == NULL)
    return;

  g_hash_table_unref (self->touched);
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
  g_hash_table_remove (self->touched, track);
}

gint64
venule_live_get_run (VenuleLive *self)
{
  return self->run;
}

gboolean
venule_live_keep (VenuleLive            *self,
                  VenuleStore           *store,
                  const VenuleSettings  *settings,
                  const VenuleRunFacts  *facts,
                  GError               **error)
{
  gint64 begun = g_get_monotonic_time ();
  gint64 run;

  if (self->failed || begun < self->next || g_hash_table_size (self->touched) == 0)
    return TRUE;

  run = venule_store_put_live (store, self->run, settings, facts, self->touched, error);
  self->next = g_get_monotonic_time ();
  self->next += self->period > 0 ? MAX (self->period, (self->next - begun) * SHARE) : 0;
  self->failed = run == 0;
  if (self->failed)
    return FALSE;

  self->run = run;
  g_hash_table_remove_all (self->touched);

  return TRUE;
}
