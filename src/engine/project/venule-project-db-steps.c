/* venule-project-db-steps.c: the log of edits, from which they are taken back and done again
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-project-db-private.h"

/* What is measured is the document's, and its steps are those of run 0; in each run they stand among the run's own. */
#define OF_RUN "run IN (0, ?1)"
#define LAST_DONE "SELECT max(id) FROM step WHERE " OF_RUN " AND done = 1"
#define NAME "SELECT name FROM step WHERE id = ?"
#define MEASURED "SELECT measured FROM step WHERE id = ?"
#define PUT_TRACKS                                                                                                     \
  "INSERT INTO track (run, id, path, kind, quality, edited, kind_said, hidden, locked, color, note) SELECT ?1, track,"
#define UNDONE "SELECT id FROM step WHERE " OF_RUN " AND done = 0"
#define FIRST_UNDONE "SELECT min(id) FROM step WHERE " OF_RUN " AND done = 0"

/* ---- Making a step ---- */

/* What could have been done again is gone with the first step that takes another way. */
static gboolean
forget_undone (VenuleProjectDb *self,
               gint64           run,
               GError         **error)
{
  static const char *const statements[] = {
    "DELETE FROM change WHERE step IN (" UNDONE ")",
    "DELETE FROM measure_change WHERE step IN (" UNDONE ")",
    "DELETE FROM step WHERE " OF_RUN " AND done = 0",
    "DELETE FROM temp.growth WHERE path NOT IN (SELECT path FROM track WHERE run = ?1 UNION SELECT old_path FROM change"
    " WHERE old_path IS NOT NULL UNION SELECT new_path FROM change WHERE new_path IS NOT NULL)",
  };
  gint64 undone;

  if (!venule_sql_get_number_with (self->database, FIRST_UNDONE, run, 0, 0, &undone, error))
    return FALSE;
  if (undone == 0)
    return TRUE;

  for (guint i = 0; i < G_N_ELEMENTS (statements); i++)
    if (!venule_sql_do_with (self->database, statements[i], run, 0, error))
      return FALSE;

  return TRUE;
}

static gboolean
insert_step (VenuleProjectDb *self,
             gint64           run,
             const char      *name,
             const char      *measured,
             GError         **error)
{
  g_autoptr(sqlite3_stmt) statement =
    venule_sql_prepare_with (self->database, "INSERT INTO step VALUES (NULL, ?, ?, ?, 1)", run, 0, error);

  if (statement == NULL)
    return FALSE;
  sqlite3_bind_text (statement, 2, name, -1, SQLITE_TRANSIENT);
  sqlite3_bind_text (statement, 3, measured, -1, SQLITE_TRANSIENT);

  return venule_sql_do (statement, error);
}

gint64
venule_project_db_begin_step (VenuleProjectDb *self,
                              gint64           run,
                              gboolean         of_document,
                              const char      *name,
                              const char      *measured,
                              GError         **error)
{
  gint64 step;

  g_return_val_if_fail (self->depth > 0, 0);

  if (!forget_undone (self, run, error) || !insert_step (self, of_document ? 0 : run, name, measured, error))
    return 0;
  step = sqlite3_last_insert_rowid (self->database);

  return venule_project_db_resume_step (self, step, error) ? step : 0;
}

gboolean
venule_project_db_resume_step (VenuleProjectDb *self,
                               gint64           step,
                               GError         **error)
{
  g_return_val_if_fail (self->depth > 0, FALSE);

  return venule_sql_do_with (self->database, "INSERT INTO temp.recording VALUES (?)", step, 0, error);
}

gboolean
venule_project_db_end_step (VenuleProjectDb *self,
                            GError         **error)
{
  return venule_sql_run (self->database, "DELETE FROM temp.recording", error);
}

/* ---- To and fro ---- */

/* The number that @which finds, of a step for example; 0: there is none. */
static gint64
find_number (VenuleProjectDb *self,
             const char      *which,
             gint64           run)
{
  gint64 number = 0;

  venule_sql_get_number_with (self->database, which, run, 0, 0, &number, NULL);

  return number;
}

gint64
venule_project_db_get_last_step (VenuleProjectDb *self,
                                 gint64           run)
{
  return find_number (self, "SELECT max(id) FROM step WHERE run = ? AND done = 1", run);
}

gint64
venule_project_db_get_undo_step (VenuleProjectDb *self,
                                 gint64           run)
{
  return find_number (self, LAST_DONE, run);
}

gint64
venule_project_db_get_redo_step (VenuleProjectDb *self,
                                 gint64           run)
{
  return find_number (self, FIRST_UNDONE, run);
}

static char *
dup_text (VenuleProjectDb *self,
          const char      *query,
          gint64           step)
{
  g_autoptr(sqlite3_stmt) statement = NULL;

  if (step == 0)
    return NULL;
  statement = venule_sql_prepare_with (self->database, query, step, 0, NULL);

  return statement != NULL && venule_sql_next (statement, NULL) ? g_strdup (venule_sql_get_text (statement, 0)) : NULL;
}

char *
venule_project_db_dup_undo_name (VenuleProjectDb *self,
                                 gint64           run)
{
  return dup_text (self, NAME, venule_project_db_get_undo_step (self, run));
}

char *
venule_project_db_dup_redo_name (VenuleProjectDb *self,
                                 gint64           run)
{
  return dup_text (self, NAME, venule_project_db_get_redo_step (self, run));
}

GPtrArray *
venule_project_db_dup_steps (VenuleProjectDb *self,
                             gint64           run,
                             guint           *n_done)
{
  g_autoptr(sqlite3_stmt) statement =
    venule_sql_prepare_with (self->database, "SELECT name, done FROM step WHERE " OF_RUN " ORDER BY done DESC, id", run,
                             0, NULL);
  GPtrArray *names = g_ptr_array_new_with_free_func (g_free);

  *n_done = 0;
  if (statement == NULL)
    return names;

  while (venule_sql_next (statement, NULL))
    {
      g_ptr_array_add (names, g_strdup (venule_sql_get_text (statement, 0)));
      *n_done += sqlite3_column_int (statement, 1) != 0;
    }

  return names;
}

gboolean
venule_project_db_has_corrections (VenuleProjectDb *self,
                                   gint64           run)
{
  return find_number (self, "SELECT id FROM step WHERE run = ? AND done = 1 AND EXISTS (SELECT 1 FROM change WHERE "
                            "change.step = step.id) LIMIT 1", run) > 0;
}

/* What can be done again is forgotten by the edit that asks for an id. */
guint
venule_project_db_get_last_id (VenuleProjectDb *self,
                               gint64           run)
{
  gint64 id = find_number (self, "SELECT max(coalesce((SELECT max(id) FROM track WHERE run = ?1), 0), coalesce((SELECT"
                                 " max(track) FROM change JOIN step ON step.id = change.step WHERE step.run = ?1 AND"
                                 " done = 1), 0))", run);

  return (guint) CLAMP (id, 0, G_MAXINT);
}

/* (transfer full) (nullable) (element-type guint): what @query finds with @number. */
static GArray *
dup_ids (VenuleProjectDb *self,
         const char      *query,
         gint64           number,
         GError         **error)
{
  g_autoptr(sqlite3_stmt) statement = venule_sql_prepare_with (self->database, query, number, 0, error);
  GArray *ids;

  if (statement == NULL)
    return NULL;

  ids = g_array_new (FALSE, FALSE, sizeof (guint));
  while (venule_sql_next (statement, NULL))
    {
      guint id = (guint) sqlite3_column_int64 (statement, 0);

      g_array_append_val (ids, id);
    }

  return ids;
}

static GArray *
dup_changed (VenuleProjectDb *self,
             gint64           step,
             GError         **error)
{
  return dup_ids (self, "SELECT DISTINCT track FROM change WHERE step = ? ORDER BY track", step, error);
}

GArray *
venule_project_db_dup_next (VenuleProjectDb *self,
                            gint64           run,
                            gboolean         back,
                            guint            n_steps)
{
  g_autofree char *query = g_strdup_printf ("SELECT DISTINCT track FROM change WHERE step IN (SELECT id FROM step"
                                            " WHERE " OF_RUN " AND done = %d ORDER BY id %s LIMIT %u)",
                                            back, back ? "DESC" : "ASC", n_steps);
  GArray *ids = dup_ids (self, query, run, NULL);

  return ids != NULL ? ids : g_array_new (FALSE, FALSE, sizeof (guint));
}

GArray *
venule_project_db_dup_corrected (VenuleProjectDb *self,
                                 gint64           run,
                                 GError         **error)
{
  return dup_ids (self, "SELECT DISTINCT track FROM change JOIN step ON step.id = change.step WHERE run = ? AND"
                        " done = 1 ORDER BY track", run, error);
}

/* Those that were there before the first of the edits that were made of them, and are not any more. */
GArray *
venule_project_db_dup_removed (VenuleProjectDb *self,
                               gint64           run,
                               GError         **error)
{
  return dup_ids (self, "SELECT track FROM (SELECT track, old_path, min (step.id * 4294967296 + number) FROM change"
                        " JOIN step ON step.id = change.step WHERE run = ?1 AND done = 1 GROUP BY track) AS first"
                        " WHERE old_path IS NOT NULL AND NOT EXISTS (SELECT 1 FROM track WHERE track.run = ?1 AND"
                        " track.id = first.track) ORDER BY track", run, error);
}

/* Of the changes of one track in a step, the first says what was before it and the last what was after it. A track that
 * was not there has no path. */
static gboolean
set_tracks (VenuleProjectDb *self,
            gint64           run,
            gint64           step,
            gboolean         before,
            GError         **error)
{
  const char *remove = "DELETE FROM track WHERE run = ?1 AND id IN (SELECT track FROM change WHERE step = ?2)";
  const char *put =
    before ? PUT_TRACKS " old_path, old_kind, old_quality, old_edited, old_kind_said, old_hidden, old_locked, "
                        "old_color, old_note FROM change WHERE step = ?2 AND old_path IS NOT NULL AND number IN"
                        " (SELECT min(number) FROM change WHERE step = ?2 GROUP BY track)"
           : PUT_TRACKS " new_path, new_kind, new_quality, new_edited, new_kind_said, new_hidden, new_locked, "
                        "new_color, new_note FROM change WHERE step = ?2 AND new_path IS NOT NULL AND number IN"
                        " (SELECT max(number) FROM change WHERE step = ?2 GROUP BY track)";

  return venule_sql_do_with (self->database, remove, run, step, error) &&
         venule_sql_do_with (self->database, put, run, step, error);
}

/* The same of what is measured. */
static gboolean
set_measures (VenuleProjectDb *self,
              gint64           step,
              gboolean         before,
              GError         **error)
{
  const char *remove = "DELETE FROM measure WHERE name IN (SELECT name FROM measure_change WHERE step = ?1)";
  const char *put =
    before ? "INSERT INTO measure SELECT name, old_value FROM measure_change WHERE step = ?1 AND old_value IS NOT "
             "NULL AND number IN (SELECT min(number) FROM measure_change WHERE step = ?1 GROUP BY name)"
           : "INSERT INTO measure SELECT name, new_value FROM measure_change WHERE step = ?1 AND new_value IS NOT "
             "NULL AND number IN (SELECT max(number) FROM measure_change WHERE step = ?1 GROUP BY name)";

  return venule_sql_do_with (self->database, remove, step, 0, error) &&
         venule_sql_do_with (self->database, put, step, 0, error);
}

static gboolean
walk (VenuleProjectDb *self,
      gint64           run,
      gboolean         back,
      GArray         **ids,
      char           **measured,
      GError         **error)
{
  gint64 step = back ? venule_project_db_get_undo_step (self, run) : venule_project_db_get_redo_step (self, run);

  g_return_val_if_fail (self->depth > 0, FALSE);

  if (step == 0)
    return FALSE;

  *ids = dup_changed (self, step, error);
  if (*ids != NULL && set_tracks (self, run, step, back, error) && set_measures (self, step, back, error) &&
      venule_sql_do_with (self->database, "UPDATE step SET done = ?2 WHERE id = ?1", step, !back, error))
    {
      *measured = dup_text (self, MEASURED, step);
      return TRUE;
    }
  g_clear_pointer (ids, g_array_unref);

  return FALSE;
}

gboolean
venule_project_db_undo (VenuleProjectDb *self,
                        gint64           run,
                        GArray         **ids,
                        char           **measured,
                        GError         **error)
{
  return walk (self, run, TRUE, ids, measured, error);
}

gboolean
venule_project_db_redo (VenuleProjectDb *self,
                        gint64           run,
                        GArray         **ids,
                        char           **measured,
                        GError         **error)
{
  return walk (self, run, FALSE, ids, measured, error);
}
