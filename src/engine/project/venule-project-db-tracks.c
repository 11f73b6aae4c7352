/* venule-project-db-tracks.c: the tracks of a document
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-project-db-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "venule-error.h"
#include "venule-spots-blob.h"
#include "venule-track-private.h"

#define SELECT_TRACK                                                                                                   \
  "SELECT track.id, kind, quality, edited, spots, path.id, kind_said, hidden, locked, color, note FROM track "         \
  "JOIN path ON path.id = track.path"

/* ---- Reading ---- */

GArray *
venule_project_db_read_contours (gpointer db,
                                 gint64   path,
                                 guint    n)
{
  VenuleProjectDb *self = db;
  sqlite3_stmt *statement = venule_project_db_get_statement (self, VENULE_PROJECT_DB_GET_OUTLINE,
                                                             "SELECT radii FROM outline WHERE path = ?", NULL);
  GArray *contours = NULL;

  if (statement == NULL)
    return NULL;

  sqlite3_bind_int64 (statement, 1, path);
  if (venule_sql_next (statement, NULL))
    contours = venule_spots_blob_unpack_contours (sqlite3_column_blob (statement, 0),
                                                  (gsize) sqlite3_column_bytes (statement, 0), n);
  sqlite3_reset (statement);

  return contours;
}

/* A text that is none is no note of ours. */
static gboolean
read_note (sqlite3_stmt  *statement,
           int            column,
           const char   **note)
{
  *note = sqlite3_column_type (statement, column) == SQLITE_TEXT ? venule_sql_get_text (statement, column) : NULL;

  return *note == NULL || g_utf8_validate (*note, -1, NULL);
}

static VenuleTrack *
read_track (VenuleProjectDb *self,
            sqlite3_stmt    *statement,
            GError         **error)
{
  gint64 id = sqlite3_column_int64 (statement, 0);
  double quality = sqlite3_column_double (statement, 2);
  g_autoptr(GArray) places = venule_spots_blob_unpack (sqlite3_column_blob (statement, 4),
                                                       (gsize) sqlite3_column_bytes (statement, 4), &self->bounds);
  gint64 color = sqlite3_column_int64 (statement, 9);
  const char *note;
  VenuleCellKind kind;
  VenuleTrack *track;

  if (places == NULL || id < 0 || id > G_MAXUINT || !(quality >= 0 && quality <= 1) ||
      !venule_cell_kind_from_string (venule_sql_get_text (statement, 1), &kind) ||
      color < VENULE_TRACK_NO_COLOR || color > 0xffffff || !read_note (statement, 10, &note))
    {
      g_set_error (error, VENULE_ERROR, VENULE_ERROR_DAMAGED, _("Track %lld of the document is damaged."),
                   (long long) id);
      return NULL;
    }

  track = venule_track_new ((guint) id);
  venule_track_take (track, venule_spots_new_reading (g_steal_pointer (&places), self->contours,
                                                      sqlite3_column_int64 (statement, 5)));
  venule_track_set_kind (track, kind);
  venule_track_set_quality (track, quality);
  venule_track_set_edited (track, sqlite3_column_int (statement, 3) != 0);
  venule_track_set_kind_is_manual (track, sqlite3_column_int (statement, 6) != 0);
  venule_track_set_hidden (track, sqlite3_column_int (statement, 7) != 0);
  venule_track_set_locked (track, sqlite3_column_int (statement, 8) != 0);
  venule_track_set_color (track, (gint32) color);
  venule_track_set_note (track, note);

  return track;
}

GPtrArray *
venule_project_db_dup_tracks (VenuleProjectDb *self,
                              gint64           run,
                              GError         **error)
{
  g_autoptr(sqlite3_stmt) statement =
    venule_sql_prepare (self->database, SELECT_TRACK " WHERE run = ? ORDER BY track.id", error);
  g_autoptr(GPtrArray) tracks = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr(GError) failure = NULL;

  if (statement == NULL)
    return NULL;

  sqlite3_bind_int64 (statement, 1, run);
  while (failure == NULL && venule_sql_next (statement, &failure))
    {
      VenuleTrack *track = read_track (self, statement, &failure);

      if (track != NULL)
        g_ptr_array_add (tracks, track);
    }
  if (failure == NULL)
    return g_steal_pointer (&tracks);

  g_propagate_error (error, g_steal_pointer (&failure));

  return NULL;
}

VenuleTrack *
venule_project_db_dup_track (VenuleProjectDb *self,
                             gint64           run,
                             guint            id,
                             GError         **error)
{
  sqlite3_stmt *statement = venule_project_db_get_statement (self, VENULE_PROJECT_DB_GET_TRACK,
                                                             SELECT_TRACK " WHERE run = ? AND track.id = ?", error);
  VenuleTrack *track = NULL;

  if (statement == NULL)
    return NULL;

  sqlite3_bind_int64 (statement, 1, run);
  sqlite3_bind_int64 (statement, 2, id);
  if (venule_sql_next (statement, error))
    track = read_track (self, statement, error);
  sqlite3_reset (statement);

  return track;
}

VenuleTrack *
venule_project_db_dup_path (VenuleProjectDb *self,
                            gint64           path,
                            GError         **error)
{
  g_autoptr(sqlite3_stmt) statement = venule_sql_prepare (self->database, "SELECT spots FROM path WHERE id = ?", error);
  GArray *places = NULL;
  VenuleTrack *track;

  if (statement == NULL)
    return NULL;
  sqlite3_bind_int64 (statement, 1, path);
  if (venule_sql_next (statement, NULL))
    places = venule_spots_blob_unpack (sqlite3_column_blob (statement, 0), (gsize) sqlite3_column_bytes (statement, 0),
                                       &self->bounds);
  if (places == NULL)
    {
      g_set_error_literal (error, VENULE_ERROR, VENULE_ERROR_DAMAGED, _("The document is damaged."));
      return NULL;
    }
  track = venule_track_new (1);
  venule_track_take (track, venule_spots_new_reading (places, self->contours, path));

  return track;
}

GPtrArray *
venule_project_db_dup_originals (VenuleProjectDb *self,
                                 gint64           run,
                                 GError         **error)
{
  g_autoptr(sqlite3_stmt) statement = venule_sql_prepare (
    self->database,
    "SELECT track, old_kind, old_quality, old_edited, spots, path.id, old_kind_said, old_hidden, old_locked, "
    "old_color, old_note FROM change JOIN step ON step.id = change.step LEFT JOIN path ON path.id = old_path WHERE "
    "step.run = ? AND done = 1 ORDER BY step, number", error);
  g_autoptr(GPtrArray) tracks = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr(GHashTable) ids = g_hash_table_new (NULL, NULL);
  g_autoptr(GError) failure = NULL;

  if (statement == NULL)
    return NULL;

  sqlite3_bind_int64 (statement, 1, run);
  while (failure == NULL && venule_sql_next (statement, &failure))
    {
      guint id = (guint) sqlite3_column_int64 (statement, 0);
      gboolean first = g_hash_table_add (ids, GUINT_TO_POINTER (id));
      VenuleTrack *track =
        first && sqlite3_column_type (statement, 5) != SQLITE_NULL ? read_track (self, statement, &failure) : NULL;

      if (track != NULL)
        g_ptr_array_add (tracks, track);
    }
  if (failure != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&failure));
      return NULL;
    }

  return g_steal_pointer (&tracks);
}

/* ---- Writing ---- */

/* Does @statement with the bytes as its value @column. */
static gboolean
put_bytes (sqlite3_stmt  *statement,
           int            column,
           GBytes        *bytes,
           GError       **error)
{
  gsize size;
  const void *data = g_bytes_get_data (bytes, &size);

  if (size > 0)
    sqlite3_bind_blob64 (statement, column, data, size, SQLITE_STATIC);
  else
    sqlite3_bind_zeroblob (statement, column, 0);

  return venule_sql_do (statement, error);
}

static gboolean
put_outline (VenuleProjectDb *self,
             gint64           path,
             VenuleTrack     *track,
             GError         **error)
{
  g_autoptr(GBytes) bytes = venule_spots_blob_pack_contours (track);
  sqlite3_stmt *statement;

  if (bytes == NULL)
    return TRUE;
  statement = venule_project_db_get_statement (
    self, VENULE_PROJECT_DB_PUT_OUTLINE,
    "INSERT INTO outline VALUES (?, ?) ON CONFLICT (path) DO UPDATE SET radii = excluded.radii", error);
  if (statement == NULL)
    return FALSE;
  sqlite3_bind_int64 (statement, 1, path);

  return put_bytes (statement, 2, bytes, error);
}

gint64
venule_project_db_put_path (VenuleProjectDb *self,
                            gint64           path,
                            VenuleTrack     *track,
                            GError         **error)
{
  sqlite3_stmt *statement = venule_project_db_get_statement (
    self, VENULE_PROJECT_DB_PUT_PATH,
    "INSERT INTO path VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET spots = excluded.spots", error);
  guint n;
  const VenulePlace *places = venule_track_get_places (track, &n);
  g_autoptr(GBytes) bytes = venule_spots_blob_pack (places, n);

  if (statement == NULL)
    return 0;
  if (path > 0)
    sqlite3_bind_int64 (statement, 1, path);
  if (!put_bytes (statement, 2, bytes, error))
    return 0;
  if (path == 0)
    path = sqlite3_last_insert_rowid (self->database);

  return put_outline (self, path, track, error) ? path : 0;
}

static double
finite_quality (VenuleTrack *track)
{
  double quality = venule_track_get_quality (track);

  return isfinite (quality) ? CLAMP (quality, 0, 1) : 0;
}

/* The attributes of a track, class to note, as eight values from @first on. */
static void
bind_marks (sqlite3_stmt *statement,
            int           first,
            VenuleTrack  *track)
{
  sqlite3_bind_text (statement, first, venule_cell_kind_to_string (venule_track_get_kind (track)), -1, SQLITE_STATIC);
  sqlite3_bind_double (statement, first + 1, finite_quality (track));
  sqlite3_bind_int (statement, first + 2, venule_track_get_edited (track));
  sqlite3_bind_int (statement, first + 3, venule_track_get_kind_is_manual (track));
  sqlite3_bind_int (statement, first + 4, venule_track_get_hidden (track));
  sqlite3_bind_int (statement, first + 5, venule_track_get_locked (track));
  sqlite3_bind_int (statement, first + 6, venule_track_get_color (track));
  sqlite3_bind_text (statement, first + 7, venule_track_get_note (track), -1, SQLITE_TRANSIENT);
}

/* An update where the track is there, as replacing it would be two changes in the log. */
static gboolean
put_row (VenuleProjectDb *self,
         gint64           run,
         VenuleTrack     *track,
         gint64           path,
         GError         **error)
{
  sqlite3_stmt *statement;

  if (venule_track_get_id (track) > VENULE_PROJECT_DB_LAST_NUMBER)
    {
      venule_project_db_set_full (error);
      return FALSE;
    }

  statement = venule_project_db_get_statement (
    self, VENULE_PROJECT_DB_PUT_TRACK,
    "INSERT INTO track (run, id, path, kind, quality, edited, kind_said, hidden, locked, color, note)"
    " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11) ON CONFLICT (run, id) DO UPDATE SET"
    " path = excluded.path, kind = excluded.kind, quality = excluded.quality, edited = excluded.edited,"
    " kind_said = excluded.kind_said, hidden = excluded.hidden, locked = excluded.locked, color = excluded.color,"
    " note = excluded.note",
    error);

  if (statement == NULL)
    return FALSE;
  sqlite3_bind_int64 (statement, 1, run);
  sqlite3_bind_int64 (statement, 2, venule_track_get_id (track));
  sqlite3_bind_int64 (statement, 3, path);
  bind_marks (statement, 4, track);

  return venule_sql_do (statement, error);
}

gboolean
venule_project_db_put_track (VenuleProjectDb *self,
                             gint64           run,
                             VenuleTrack     *track,
                             GError         **error)
{
  gint64 path;

  if (!venule_project_db_begin (self, error))
    return FALSE;

  path = venule_project_db_put_path (self, 0, track, error);
  if (path > 0 && put_row (self, run, track, path, error))
    return venule_project_db_commit (self, error);

  venule_project_db_rollback (self);

  return FALSE;
}

gboolean
venule_project_db_put_row (VenuleProjectDb *self,
                           gint64           run,
                           VenuleTrack     *track,
                           gint64           path,
                           GError         **error)
{
  g_return_val_if_fail (self->depth > 0, FALSE);

  return put_row (self, run, track, path, error);
}

gboolean
venule_project_db_put_marks (VenuleProjectDb *self,
                             gint64           run,
                             VenuleTrack     *track,
                             GError         **error)
{
  sqlite3_stmt *statement;

  if (!venule_project_db_begin (self, error))
    return FALSE;

  statement = venule_project_db_get_statement (
    self, VENULE_PROJECT_DB_PUT_MARKS,
    "UPDATE track SET kind = ?4, quality = ?5, edited = ?6, kind_said = ?7, hidden = ?8, locked = ?9, color = ?10,"
    " note = ?11 WHERE run = ?1 AND id = ?2",
    error);
  if (statement != NULL)
    {
      sqlite3_bind_int64 (statement, 1, run);
      sqlite3_bind_int64 (statement, 2, venule_track_get_id (track));
      bind_marks (statement, 4, track);
    }
  if (statement != NULL && venule_sql_do (statement, error))
    return venule_project_db_commit (self, error);

  venule_project_db_rollback (self);

  return FALSE;
}

gboolean
venule_project_db_delete_track (VenuleProjectDb *self,
                                gint64           run,
                                guint            id,
                                GError         **error)
{
  sqlite3_stmt *statement;

  if (!venule_project_db_begin (self, error))
    return FALSE;

  statement = venule_project_db_get_statement (self, VENULE_PROJECT_DB_DELETE_TRACK,
                                               "DELETE FROM track WHERE run = ? AND id = ?", error);
  if (statement != NULL)
    {
      sqlite3_bind_int64 (statement, 1, run);
      sqlite3_bind_int64 (statement, 2, id);
    }
  if (statement != NULL && venule_sql_do (statement, error))
    return venule_project_db_commit (self, error);

  venule_project_db_rollback (self);

  return FALSE;
}
