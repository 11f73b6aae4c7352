/* venule-store-live.c: a run in the store while it goes on
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-store-private.h"

/* Does @text with the number of a run and another one. */
static gboolean
do_with (VenuleStore  *self,
         const char   *text,
         gint64        run,
         gint64        number,
         GError      **error)
{
  g_autoptr(sqlite3_stmt) statement = venule_sql_prepare (self->database, text, error);

  if (statement == NULL)
    return FALSE;
  sqlite3_bind_int64 (statement, 1, run);
  if (sqlite3_bind_parameter_count (statement) > 1)
    sqlite3_bind_int64 (statement, 2, number);

  return venule_sql_do (statement, error);
}

/* Paths that @which selects and nothing else leads to: each track has its own, and each side of each change of such a run. */
static gboolean
drop_paths (VenuleStore  *self,
            const char   *which,
            gint64        run,
            gint64        number,
            GError      **error)
{
  static const char *const tables[] = { "outline WHERE path", "path WHERE id" };

  for (guint i = 0; i < G_N_ELEMENTS (tables); i++)
    {
      g_autofree char *text = g_strdup_printf ("DELETE FROM %s IN (%s)", tables[i], which);

      if (!do_with (self, text, run, number, error))
        return FALSE;
    }

  return TRUE;
}

/* ---- Tracks ---- */

static gboolean
remove_tracks (VenuleStore  *self,
               gint64        run,
               GHashTable   *ids,
               GError      **error)
{
  GHashTableIter iter;
  gpointer id;

  g_hash_table_iter_init (&iter, ids);
  while (g_hash_table_iter_next (&iter, &id, NULL))
    if (!drop_paths (self, "SELECT path FROM track WHERE run = ?1 AND id = ?2", run, GPOINTER_TO_UINT (id), error) ||
        !venule_store_delete_track (self, run, GPOINTER_TO_UINT (id), error))
      return FALSE;

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
    if (!drop_paths (self, "SELECT path FROM track WHERE run = ?1 AND id = ?2", run, venule_track_get_id (track), error) ||
        !venule_store_put_track (self, run, track, error))
      return FALSE;

  return TRUE;
}

/* ---- Steps ---- */

/* The number before that of the first step of a run: they have one after the other, as nothing else makes steps meanwhile. */
#define BASE "SELECT coalesce((SELECT min(id) - 1 FROM step WHERE run = ?), (SELECT max(id) FROM step), 0)"
/* The next number without the run. */
#define NEXT "SELECT coalesce((SELECT max(id) FROM run WHERE id <> ?), 0) + 1"

/* One number that @query finds for a run. */
static gboolean
get_number (VenuleStore  *self,
            const char   *query,
            gint64        run,
            gint64       *number,
            GError      **error)
{
  g_autoptr(sqlite3_stmt) statement = venule_sql_prepare (self->database, query, error);

  if (statement == NULL)
    return FALSE;
  sqlite3_bind_int64 (statement, 1, run);
  if (!venule_sql_next (statement, error))
    return FALSE;
  *number = sqlite3_column_int64 (statement, 0);

  return TRUE;
}

/* Those from @step on (and up to it, @alone), with what they changed. */
static gboolean
remove_steps (VenuleStore  *self,
              gint64        run,
              gint64        step,
              gboolean      alone,
              GError      **error)
{
  const char *which = alone ? "SELECT id FROM step WHERE run = ?1 AND id = ?2" : "SELECT id FROM step WHERE run = ?1 AND id >= ?2";
  g_autofree char *paths = g_strdup_printf ("SELECT old_path FROM change WHERE step IN (%s) UNION"
                                            " SELECT new_path FROM change WHERE step IN (%s)", which, which);
  g_autofree char *changes = g_strdup_printf ("DELETE FROM change WHERE step IN (%s)", which);
  g_autofree char *measures = g_strdup_printf ("DELETE FROM measure_change WHERE step IN (%s)", which);
  g_autofree char *steps = g_strdup_printf ("DELETE FROM step WHERE id IN (%s)", which);

  return drop_paths (self, paths, run, step, error) && do_with (self, changes, run, step, error) &&
         do_with (self, measures, run, step, error) && do_with (self, steps, run, step, error);
}

/* One side of a change: its path and what is said of it, from value @first on. */
static gboolean
bind_side (VenuleStore   *self,
           sqlite3_stmt  *statement,
           int            first,
           VenuleTrack   *track,
           GError       **error)
{
  gint64 path = track != NULL ? venule_store_put_path (self, track, error) : 0;

  if (track == NULL)
    return TRUE;
  if (path == 0)
    return FALSE;
  sqlite3_bind_int64 (statement, first, path);
  venule_store_bind_marks (statement, first + 1, track);

  return TRUE;
}

static gboolean
put_change (VenuleStore             *self,
            gint64                   step,
            guint                    number,
            const VenuleLiveChange  *change,
            GError                 **error)
{
  g_autoptr(sqlite3_stmt) statement = venule_sql_prepare (
    self->database,
    "INSERT INTO change (step, number, track, old_path, old_kind, old_quality, old_edited, old_kind_said, old_hidden, old_locked,"
    " old_color, old_note, new_path, new_kind, new_quality, new_edited, new_kind_said, new_hidden, new_locked, new_color,"
    " new_note) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", error);

  if (statement == NULL)
    return FALSE;
  sqlite3_bind_int64 (statement, 1, step);
  sqlite3_bind_int64 (statement, 2, number);
  sqlite3_bind_int64 (statement, 3, change->id);

  return bind_side (self, statement, 4, change->before, error) && bind_side (self, statement, 13, change->after, error) &&
         venule_sql_do (statement, error);
}

static gboolean
put_step (VenuleStore           *self,
          gint64                 run,
          gint64                 number,
          const VenuleLiveStep  *step,
          const char            *measured,
          GError               **error)
{
  g_autoptr(sqlite3_stmt) statement = NULL;

  if (!remove_steps (self, run, number, TRUE, error))
    return FALSE;

  statement = venule_sql_prepare (self->database, "INSERT INTO step VALUES (?, ?, ?, ?, 1)", error);
  if (statement == NULL)
    return FALSE;
  sqlite3_bind_int64 (statement, 1, number);
  sqlite3_bind_int64 (statement, 2, run);
  sqlite3_bind_text (statement, 3, step->name, -1, SQLITE_TRANSIENT);
  sqlite3_bind_text (statement, 4, measured, -1, SQLITE_TRANSIENT);
  if (!venule_sql_do (statement, error))
    return FALSE;

  for (guint i = 0; i < step->changes->len; i++)
    if (!put_change (self, number, i, &g_array_index (step->changes, VenuleLiveChange, i), error))
      return FALSE;

  return step->measures_after == NULL ||
         venule_store_put_measure_changes (self, number, step->measures_before, step->measures_after, error);
}

static gboolean
put_steps (VenuleStore           *self,
           gint64                 run,
           const VenuleLiveNews  *news,
           GError               **error)
{
  gint64 base;

  if (news->steps == NULL)
    return TRUE;
  if (!get_number (self, BASE, run, &base, error) || !remove_steps (self, run, base + 1 + news->n_steps, FALSE, error))
    return FALSE;
  for (guint i = 0; i < news->steps->len; i++)
    {
      const VenuleLiveStep *step = g_ptr_array_index (news->steps, i);

      if (!put_step (self, run, base + 1 + step->index, step, news->measured, error))
        return FALSE;
    }

  return do_with (self, "UPDATE step SET done = id <= ?2 WHERE run = ?1", run, base + news->n_done, error);
}

/* ---- All of it ---- */

/* Its number; 0: it could not be written. */
static gint64
put_run (VenuleStore           *self,
         gint64                 run,
         const VenuleLiveNews  *news,
         GError               **error)
{
  VenuleRunFacts facts = { .last_frame = -1 };

  if (news->facts == NULL && run > 0)
    return run;
  if (news->facts != NULL)
    facts = *news->facts;
  facts.complete = FALSE;
  if (run == 0)
    return venule_store_insert_run (self, news->settings, &facts, error);

  return venule_store_update_run (self, run, &facts, error) ? run : 0;
}

static gint64
put (VenuleStore           *self,
     gint64                 run,
     const VenuleLiveNews  *news,
     GError               **error)
{
  if (!venule_store_begin (self, error))
    return 0;

  run = put_run (self, run, news, error);
  if (run > 0 && (news->gone == NULL || remove_tracks (self, run, news->gone, error)) &&
      put_tracks (self, run, news->tracks, error) && put_steps (self, run, news, error) &&
      venule_store_put_measures (self, news->measures, error) &&
      venule_store_show_run (self, run, error) && venule_store_commit (self, error))
    return run;

  venule_store_rollback (self);

  return 0;
}

gint64
venule_store_put_live (VenuleStore           *self,
                       gint64                 run,
                       const VenuleLiveNews  *news,
                       GError               **error)
{
  g_return_val_if_fail (self->depth == 0, 0);

  if (news->edited)
    return put (self, run, news, error);

  /* A killed program loses nothing by it, and nobody waits for the drive; a power cut may take the last of it. */
  venule_sql_run (self->database, "PRAGMA synchronous = NORMAL", NULL);
  run = put (self, run, news, error);
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
  /* Its paths may be as large as the run, and are left to the next saving, for which nobody waits. */
  if (remove_steps (self, run, 0, FALSE, error) && venule_store_remove_run (self, run, error))
    return venule_store_commit (self, error);

  venule_store_rollback (self);

  return FALSE;
}

gint64
venule_store_close_up_run (VenuleStore  *self,
                           gint64        run,
                           GError      **error)
{
  static const char *const statements[] = { "UPDATE track SET run = ?2 WHERE run = ?1", "UPDATE step SET run = ?2 WHERE run = ?1",
                                            "UPDATE answer SET run = ?2 WHERE run = ?1",
                                            "UPDATE document SET run = ?2 WHERE run = ?1",
                                            "UPDATE run SET id = ?2 WHERE id = ?1" };
  gboolean moved;
  gint64 number;

  if (!get_number (self, NEXT, run, &number, error))
    return 0;
  if (number >= run)
    return run;

  moved = venule_store_begin (self, error);
  for (guint i = 0; moved && i < G_N_ELEMENTS (statements); i++)
    moved = do_with (self, statements[i], run, number, error);
  if (moved && venule_store_commit (self, error))
    return number;

  venule_store_rollback (self);

  return 0;
}
