/* venule-project-db-live.c: what venule-live-run writes into the database
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-project-db-private.h"

#include "venule-track-private.h"

/* ---- The run ---- */

gint64
venule_project_db_put_live_run (VenuleProjectDb         *self,
                                gint64                   run,
                                const VenuleSettings    *settings,
                                const VenuleRunMetadata *metadata,
                                GError                 **error)
{
  VenuleRunMetadata so_far = { .last_frame = -1 };

  g_return_val_if_fail (self->depth > 0, 0);

  if (metadata != NULL)
    so_far = *metadata;
  so_far.complete = FALSE;
  if (run > 0)
    return metadata == NULL || venule_project_db_update_run (self, run, &so_far, error) ? run : 0;

  if (!venule_sql_run (self->database, "DELETE FROM temp.growth", error))
    return 0;
  run = venule_project_db_insert_run (self, settings, &so_far, error);

  return run > 0 && venule_project_db_show_run (self, run, error) ? run : 0;
}

gint64
venule_project_db_close_up_run (VenuleProjectDb *self,
                                gint64           run,
                                GError         **error)
{
  static const char *const statements[] = { "UPDATE track SET run = ?2 WHERE run = ?1",
                                            "UPDATE step SET run = ?2 WHERE run = ?1",
                                            "UPDATE answer SET run = ?2 WHERE run = ?1",
                                            "UPDATE light SET run = ?2 WHERE run = ?1",
                                            "UPDATE document SET run = ?2 WHERE run = ?1",
                                            "UPDATE run SET id = ?2 WHERE id = ?1" };
  gboolean moved;
  gint64 number;

  if (!venule_sql_get_number_with (self->database, "SELECT coalesce((SELECT max(id) FROM run WHERE id <> ?), 0) + 1",
                                   run, 0, 0, &number, error))
    return 0;
  if (number >= run)
    return run;

  moved = venule_project_db_begin (self, error);
  for (guint i = 0; moved && i < G_N_ELEMENTS (statements); i++)
    moved = venule_sql_do_with (self->database, statements[i], run, number, error);
  if (moved && venule_project_db_commit (self, error))
    return number;

  venule_project_db_rollback (self);

  return 0;
}

/* ---- Tracks that grow ---- */

#define PATH_OF_TRACK "SELECT path FROM track WHERE run = ?1 AND id = ?2"

gboolean
venule_project_db_grow_track (VenuleProjectDb *self,
                              gint64           run,
                              VenuleTrack     *track,
                              GError         **error)
{
  gint64 path;

  g_return_val_if_fail (self->depth > 0, FALSE);

  if (!venule_sql_get_number_with (self->database, PATH_OF_TRACK, run, venule_track_get_id (track), 0, &path, error))
    return FALSE;
  if (path == 0)
    return venule_project_db_put_track (self, run, track, error);

  return venule_project_db_put_path (self, path, track, error) > 0 &&
         venule_project_db_put_marks (self, run, track, error);
}

gboolean
venule_project_db_follow_cell (VenuleProjectDb *self,
                               gint64           run,
                               guint            cell,
                               guint            track,
                               GError         **error)
{
  g_autoptr(sqlite3_stmt) statement = venule_sql_prepare_with (
    self->database, "INSERT OR IGNORE INTO temp.growth SELECT ?3, path, id FROM track WHERE run = ?1 AND id = ?2",
    run, track, error);

  g_return_val_if_fail (self->depth > 0, FALSE);

  if (statement == NULL)
    return FALSE;
  sqlite3_bind_int64 (statement, 3, cell);

  return venule_sql_do (statement, error);
}

/* (transfer full) (element-type gint64) (nullable) */
static GArray *
dup_paths_of_cell (VenuleProjectDb *self,
                   guint            cell,
                   GError         **error)
{
  g_autoptr(sqlite3_stmt) statement = venule_sql_prepare_with (
    self->database, "SELECT path.id FROM temp.growth JOIN path ON path.id = growth.path WHERE cell = ?", cell, 0,
    error);
  GArray *paths;

  if (statement == NULL)
    return NULL;
  paths = g_array_new (FALSE, FALSE, sizeof (gint64));
  while (venule_sql_next (statement, NULL))
    g_array_append_vals (paths, &(gint64){ sqlite3_column_int64 (statement, 0) }, 1);

  return paths;
}

gboolean
venule_project_db_grow_cell (VenuleProjectDb *self,
                             guint            cell,
                             GArray          *spots,
                             GError         **error)
{
  g_autoptr(GArray) paths = dup_paths_of_cell (self, cell, error);

  g_return_val_if_fail (self->depth > 0, FALSE);

  for (guint i = 0; paths != NULL && i < paths->len; i++)
    {
      gint64 path = g_array_index (paths, gint64, i);
      g_autoptr(VenuleTrack) track = venule_project_db_dup_path (self, path, error);

      if (track == NULL)
        return FALSE;
      for (guint k = 0; k < spots->len; k++)
        venule_track_insert_spot (track, &g_array_index (spots, VenuleSpot, k));
      if (venule_project_db_put_path (self, path, track, error) == 0)
        return FALSE;
    }

  return paths != NULL;
}

GHashTable *
venule_project_db_dup_cells (VenuleProjectDb *self,
                             gint64           run,
                             GError         **error)
{
  g_autoptr(sqlite3_stmt) statement = venule_sql_prepare_with (
    self->database, "SELECT cell, max(coalesce((SELECT id FROM track WHERE run = ? AND id = growth.track AND"
                    " track.path = growth.path), 0)) FROM temp.growth GROUP BY cell", run, 0, error);
  GHashTable *cells;

  if (statement == NULL)
    return NULL;
  cells = g_hash_table_new (NULL, NULL);
  while (venule_sql_next (statement, NULL))
    g_hash_table_insert (cells, GUINT_TO_POINTER ((guint) sqlite3_column_int64 (statement, 0)),
                         GUINT_TO_POINTER ((guint) sqlite3_column_int64 (statement, 1)));

  return cells;
}
