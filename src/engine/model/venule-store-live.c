/* venule-store-live.c: a run in the store while it goes on
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-store-private.h"

/* The paths of a track, or of all tracks of a run, which no step leads to. */
static gboolean
drop_paths (VenuleStore  *self,
            const char   *which,
            gint64        run,
            gint64        id,
            GError      **error)
{
  static const char *const tables[] = { "outline WHERE path", "path WHERE id" };

  for (guint i = 0; i < G_N_ELEMENTS (tables); i++)
    {
      g_autofree char *text = g_strdup_printf ("DELETE FROM %s IN (SELECT path FROM track WHERE %s)", tables[i], which);
      g_autoptr(sqlite3_stmt) statement = venule_sql_prepare (self->database, text, error);

      if (statement == NULL)
        return FALSE;
      sqlite3_bind_int64 (statement, 1, run);
      if (sqlite3_bind_parameter_count (statement) > 1)
        sqlite3_bind_int64 (statement, 2, id);
      if (!venule_sql_do (statement, error))
        return FALSE;
    }

  return TRUE;
}

static gboolean
put_tracks (VenuleStore  *self,
            gint64        run,
            GHashTable   *tracks,
            GError      **error)
{
  GHashTableIter iter;
  gpointer track;

  g_hash_table_iter_init (&iter, tracks);
  while (g_hash_table_iter_next (&iter, &track, NULL))
    if (!drop_paths (self, "run = ?1 AND id = ?2", run, venule_track_get_id (track), error) ||
        !venule_store_put_track (self, run, track, error))
      return FALSE;

  return TRUE;
}

static gint64
put (VenuleStore           *self,
     gint64                 run,
     const VenuleSettings  *settings,
     const VenuleRunFacts  *facts,
     GHashTable            *tracks,
     GError               **error)
{
  if (!venule_store_begin (self, error))
    return 0;

  if (run == 0)
    run = venule_store_insert_run (self, settings, facts, error);
  else if (!venule_store_update_run (self, run, facts, error))
    run = 0;
  if (run > 0 && put_tracks (self, run, tracks, error) && venule_store_show_run (self, run, error) &&
      venule_store_commit (self, error))
    return run;

  venule_store_rollback (self);

  return 0;
}

gint64
venule_store_put_live (VenuleStore           *self,
                       gint64                 run,
                       const VenuleSettings  *settings,
                       const VenuleRunFacts  *facts,
                       GHashTable            *tracks,
                       GError               **error)
{
  VenuleRunFacts incomplete = *facts;

  g_return_val_if_fail (self->depth == 0, 0);

  incomplete.complete = FALSE;
  /* A killed program loses nothing by it, and nobody waits for the drive; a power cut may take the last of it. */
  venule_sql_run (self->database, "PRAGMA synchronous = NORMAL", NULL);
  run = put (self, run, settings, &incomplete, tracks, error);
  venule_sql_run (self->database, "PRAGMA synchronous = FULL", NULL);

  return run;
}

gboolean
venule_store_remove_live (VenuleStore  *self,
                          gint64        run,
                          GError      **error)
{
  if (!venule_store_begin (self, error))
    return FALSE;
  if (drop_paths (self, "run = ?1", run, 0, error) && venule_store_remove_run (self, run, error))
    return venule_store_commit (self, error);

  venule_store_rollback (self);

  return FALSE;
}
