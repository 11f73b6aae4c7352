/* venule-project-db-schema.c: the tables of a document, from version to version
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-project-db-private.h"

#include <glib/gi18n-lib.h>

#include "venule-error.h"
#include "venule-spots-blob.h"

/* Each step makes the next version out of the one before. A step that was once released is never changed;
 * docs/document.md describes the tables. */
static const char *const migrations[VENULE_PROJECT_DB_VERSION] = {
  "CREATE TABLE document (id INTEGER PRIMARY KEY CHECK (id = 1), revision INTEGER NOT NULL, program TEXT NOT NULL,"
  " settings TEXT, run INTEGER NOT NULL) STRICT;"
  "CREATE TABLE video (id INTEGER PRIMARY KEY CHECK (id = 1), path TEXT NOT NULL, size INTEGER NOT NULL, sha256 TEXT,"
  " facts TEXT NOT NULL, frames BLOB NOT NULL) STRICT;"
  "CREATE TABLE run (id INTEGER PRIMARY KEY, settings TEXT NOT NULL, device TEXT NOT NULL, versions TEXT,"
  " detect_interval INTEGER NOT NULL, first_frame INTEGER NOT NULL, last_frame INTEGER NOT NULL,"
  " unregistered_frames INTEGER NOT NULL, complete INTEGER NOT NULL) STRICT;"
  "CREATE TABLE path (id INTEGER PRIMARY KEY, spots BLOB NOT NULL) STRICT;"
  "CREATE TABLE track (run INTEGER NOT NULL, id INTEGER NOT NULL, path INTEGER NOT NULL, kind TEXT NOT NULL,"
  " quality REAL NOT NULL, edited INTEGER NOT NULL, PRIMARY KEY (run, id)) STRICT, WITHOUT ROWID;"
  "CREATE TABLE step (id INTEGER PRIMARY KEY, run INTEGER NOT NULL, name TEXT NOT NULL, measured TEXT NOT NULL,"
  " done INTEGER NOT NULL) STRICT;"
  "CREATE TABLE change (step INTEGER NOT NULL, number INTEGER NOT NULL, track INTEGER NOT NULL,"
  " old_path INTEGER, old_kind TEXT, old_quality REAL, old_edited INTEGER,"
  " new_path INTEGER, new_kind TEXT, new_quality REAL, new_edited INTEGER,"
  " PRIMARY KEY (step, number)) STRICT, WITHOUT ROWID;",

  /* Contours go into a table of their own: before, they lay between the doubts and the sources, 80 bytes of 133 a spot.
   * These and the frames of the video get a checksum. */
  "CREATE TABLE outline (path INTEGER PRIMARY KEY, radii BLOB NOT NULL) STRICT;"
  "INSERT INTO outline SELECT id, seal(substr(spots, 1 + length(spots) / 133 * 52, length(spots) / 133 * 80)) FROM path"
  " WHERE length(spots) > 0 AND length(spots) % 133 = 0;"
  "UPDATE path SET spots = CASE WHEN length(spots) % 133 = 0 THEN seal(CAST(substr(spots, 1, length(spots) / 133 "
  "* 52) || substr(spots, 1 + length(spots) / 133 * 132) AS BLOB)) ELSE x'00' END;"
  "UPDATE video SET frames = seal(frames);",

  /* Until then a class was all that the user could change in a track. */
  "ALTER TABLE track ADD COLUMN kind_said INTEGER NOT NULL DEFAULT 0;"
  "ALTER TABLE track ADD COLUMN hidden INTEGER NOT NULL DEFAULT 0;"
  "ALTER TABLE track ADD COLUMN locked INTEGER NOT NULL DEFAULT 0;"
  "ALTER TABLE track ADD COLUMN color INTEGER NOT NULL DEFAULT -1;"
  "ALTER TABLE track ADD COLUMN note TEXT;"
  "ALTER TABLE change ADD COLUMN old_kind_said INTEGER; ALTER TABLE change ADD COLUMN old_hidden INTEGER;"
  "ALTER TABLE change ADD COLUMN old_locked INTEGER; ALTER TABLE change ADD COLUMN old_color INTEGER;"
  "ALTER TABLE change ADD COLUMN old_note TEXT;"
  "ALTER TABLE change ADD COLUMN new_kind_said INTEGER; ALTER TABLE change ADD COLUMN new_hidden INTEGER;"
  "ALTER TABLE change ADD COLUMN new_locked INTEGER; ALTER TABLE change ADD COLUMN new_color INTEGER;"
  "ALTER TABLE change ADD COLUMN new_note TEXT;"
  "UPDATE track SET kind_said = edited;"
  "UPDATE change SET old_kind_said = old_edited, old_hidden = 0, old_locked = 0, old_color = -1 WHERE old_path IS "
  "NOT NULL;UPDATE change SET new_kind_said = new_edited, new_hidden = 0, new_locked = 0, new_color = -1 WHERE "
  "new_path IS NOT NULL;",

  /* The user's verdicts on doubtful places. */
  "CREATE TABLE answer (run INTEGER NOT NULL, track INTEGER NOT NULL, frame INTEGER NOT NULL, reason TEXT NOT NULL,"
  " probability REAL NOT NULL, wrong INTEGER NOT NULL, PRIMARY KEY (run, track, frame, reason)) STRICT, WITHOUT ROWID;",

  /* What the numbers depend on beside the run: a row each, so that a new one needs no new version. */
  "CREATE TABLE measure (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;"
  "CREATE TABLE measure_change (step INTEGER NOT NULL, number INTEGER NOT NULL, name TEXT NOT NULL, old_value TEXT,"
  " new_value TEXT, PRIMARY KEY (step, number)) STRICT, WITHOUT ROWID;",

  /* The brightness of the frames of a run: of earlier runs it is not known. */
  "CREATE TABLE light (run INTEGER PRIMARY KEY, frames BLOB NOT NULL, saturated REAL, gray_levels INTEGER NOT NULL) "
  "STRICT;",
};

/* The log is written by triggers, so that no edit can forget it. They are of the connection alone: a trigger in a file
 * would be a foreign one. What they write is the inverse of each change as values, not as text of statements, as
 * nothing that stands in a file may ever be executed. The row in “recording” is there while a step is made. */
#define NUMBER "step, coalesce ((SELECT max(number) FROM change AS c WHERE c.step = recording.step), -1) + 1"
#define MEASURE_NUMBER "step, coalesce ((SELECT max(number) FROM measure_change AS c WHERE c.step = recording.step), " \
                       "-1) + 1"
#define OLD_COLUMNS "old_path, old_kind, old_quality, old_edited, old_kind_said, old_hidden, old_locked, old_color, "  \
                    "old_note"
#define NEW_COLUMNS "new_path, new_kind, new_quality, new_edited, new_kind_said, new_hidden, new_locked, new_color, "  \
                    "new_note"
#define OLD_ROW "OLD.path, OLD.kind, OLD.quality, OLD.edited, OLD.kind_said, OLD.hidden, OLD.locked, OLD.color, "      \
                "OLD.note"
#define NEW_ROW "NEW.path, NEW.kind, NEW.quality, NEW.edited, NEW.kind_said, NEW.hidden, NEW.locked, NEW.color, "      \
                "NEW.note"

static const char *const triggers =
  "CREATE TEMP TABLE recording (step INTEGER NOT NULL);"
  "CREATE TEMP TABLE growth (cell INTEGER, path INTEGER, track INTEGER, PRIMARY KEY (cell, path)) WITHOUT ROWID;"
  "CREATE TEMP TRIGGER track_made AFTER INSERT ON main.track WHEN EXISTS (SELECT 1 FROM recording) BEGIN"
  " INSERT INTO change (step, number, track, " NEW_COLUMNS ")"
  " SELECT " NUMBER ", NEW.id, " NEW_ROW " FROM recording; END;"
  "CREATE TEMP TRIGGER track_changed AFTER UPDATE ON main.track WHEN EXISTS (SELECT 1 FROM recording) BEGIN"
  " INSERT INTO change (step, number, track, " OLD_COLUMNS ", " NEW_COLUMNS ")"
  " SELECT " NUMBER ", NEW.id, " OLD_ROW ", " NEW_ROW " FROM recording; END;"
  "CREATE TEMP TRIGGER track_removed AFTER DELETE ON main.track WHEN EXISTS (SELECT 1 FROM recording) BEGIN"
  " INSERT INTO change (step, number, track, " OLD_COLUMNS ")"
  " SELECT " NUMBER ", OLD.id, " OLD_ROW " FROM recording; END;"
  "CREATE TEMP TRIGGER measure_made AFTER INSERT ON main.measure WHEN EXISTS (SELECT 1 FROM recording) BEGIN"
  " INSERT INTO measure_change (step, number, name, new_value)"
  " SELECT " MEASURE_NUMBER ", NEW.name, NEW.value FROM recording; END;"
  "CREATE TEMP TRIGGER measure_changed AFTER UPDATE ON main.measure WHEN EXISTS (SELECT 1 FROM recording) BEGIN"
  " INSERT INTO measure_change (step, number, name, old_value, new_value)"
  " SELECT " MEASURE_NUMBER ", NEW.name, OLD.value, NEW.value FROM recording; END;"
  "CREATE TEMP TRIGGER measure_removed AFTER DELETE ON main.measure WHEN EXISTS (SELECT 1 FROM recording) BEGIN"
  " INSERT INTO measure_change (step, number, name, old_value)"
  " SELECT " MEASURE_NUMBER ", OLD.name, OLD.value FROM recording; END;";

/* For a migration: bytes with their checksum. */
static void
add_checksum (sqlite3_context *context,
              int              n,
              sqlite3_value  **values)
{
  const void *data = sqlite3_value_blob (values[0]);
  g_autoptr(GBytes) with_checksum = venule_spots_blob_add_checksum (data, (gsize) sqlite3_value_bytes (values[0]));
  gsize size;
  const void *bytes = g_bytes_get_data (with_checksum, &size);

  sqlite3_result_blob64 (context, bytes, size, SQLITE_TRANSIENT);
}

static gboolean
make_version (sqlite3  *database,
              int       version,
              GError  **error)
{
  g_autofree char *finish = g_strdup_printf ("PRAGMA application_id = %d; PRAGMA user_version = %d;",
                                             VENULE_PROJECT_DB_APPLICATION_ID, version);

  sqlite3_create_function (database, "seal", 1, SQLITE_UTF8 | SQLITE_DIRECTONLY, NULL, add_checksum, NULL, NULL);

  return venule_sql_run (database, migrations[version - 1], error) && venule_sql_run (database, finish, error);
}

/* An upgrade happens as a whole or not at all. */
gboolean
venule_project_db_migrate (sqlite3 *database,
                           GError **error)
{
  gint64 from;
  gboolean made;

  if (!venule_sql_get_number (database, "PRAGMA user_version", 0, &from, error))
    return FALSE;
  if (from == VENULE_PROJECT_DB_VERSION)
    return TRUE;
  if (!venule_sql_run (database, "BEGIN IMMEDIATE", error))
    return FALSE;

  made = TRUE;
  for (int version = (int) from + 1; made && version <= VENULE_PROJECT_DB_VERSION; version++)
    made = make_version (database, version, error);
  if (made && from == 0)
    made = venule_sql_run (database, "INSERT INTO document VALUES (1, 0, '" VENULE_VERSION "', NULL, 0)", error);
  if (made && venule_sql_run (database, "COMMIT", error))
    return TRUE;

  sqlite3_exec (database, "ROLLBACK", NULL, NULL, NULL);

  return FALSE;
}

gboolean
venule_project_db_make_triggers (sqlite3 *database,
                                 GError **error)
{
  return venule_sql_run (database, triggers, error);
}

/* All that the schema says, in a fixed order; (nullable). */
static char *
describe_schema (sqlite3 *database)
{
  g_autoptr(sqlite3_stmt) statement =
    venule_sql_prepare (database, "SELECT type, name, tbl_name, sql FROM main.sqlite_schema ORDER BY type, name", NULL);
  g_autoptr(GError) error = NULL;
  GString *text;

  if (statement == NULL)
    return NULL;

  text = g_string_new (NULL);
  while (venule_sql_next (statement, &error))
    for (int i = 0; i < 4; i++)
      g_string_append_printf (text, "%s\n", venule_sql_get_text (statement, i));

  return g_string_free (text, error != NULL);
}

static char *
describe_own_schema (int version)
{
  sqlite3 *database = NULL;
  gboolean made = sqlite3_open (":memory:", &database) == SQLITE_OK;
  char *text;

  for (int i = 1; made && i <= version; i++)
    made = make_version (database, i, NULL);
  text = made ? describe_schema (database) : NULL;
  sqlite3_close (database);

  return text;
}

gboolean
venule_project_db_check_schema (sqlite3    *database,
                                const char *name,
                                GError    **error)
{
  g_autofree char *expected = NULL;
  g_autofree char *found = NULL;
  gint64 version;

  if (!venule_sql_get_number (database, "PRAGMA user_version", 0, &version, error))
    return FALSE;

  expected = describe_own_schema ((int) version);
  found = describe_schema (database);
  if (expected != NULL && g_strcmp0 (expected, found) == 0)
    return TRUE;

  /* What stands in the tables may still be of use. */
  g_set_error (error, VENULE_ERROR, VENULE_ERROR_DAMAGED,
               _("“%s” says that it is a document of Venule, but its tables are damaged, or another program made or "
                 "changed them. It is not opened, for safety."),
               name);

  return FALSE;
}
