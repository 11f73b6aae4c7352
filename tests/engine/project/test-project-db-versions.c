/* test-project-db-versions.c: documents of earlier versions open to the same numbers
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <glib/gstdio.h>
#include <sqlite3.h>
#include <string.h>

#include "fake-source.h"
#include "project-db-test.h"
#include "venule-document-tracks.h"

/* The tables of version 1, as they were released. */
static const char *const version_1 =
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
  " PRIMARY KEY (step, number)) STRICT, WITHOUT ROWID;"
  "PRAGMA application_id = 0x56454e55; PRAGMA user_version = 1;";

/* All but the paths, from a document of today. */
static const char *const rows =
  "INSERT INTO document SELECT id, revision, program, settings, run FROM today.document;"
  "INSERT INTO video SELECT id, path, size, sha256, facts, substr(frames, 1, length(frames) - 8) FROM today.video;"
  "INSERT INTO run SELECT id, settings, device, versions, detect_interval, first_frame, last_frame, "
  "unregistered_frames, complete FROM today.run;"
  "INSERT INTO track SELECT run, id, path, kind, quality, edited FROM today.track;"
  "INSERT INTO step SELECT id, run, name, measured, done FROM today.step;"
  "INSERT INTO change SELECT step, number, track, old_path, old_kind, old_quality, old_edited, new_path, new_kind,"
  " new_quality, new_edited FROM today.change;";

/* Version 1 kept the contours of a path between its doubts and its sources. */
static GByteArray *
pack_as_version_1 (sqlite3_stmt *statement)
{
  const guint8 *places = sqlite3_column_blob (statement, 1), *contours = sqlite3_column_blob (statement, 2);
  guint n = (guint) (sqlite3_column_bytes (statement, 1) - 8) / 53; /* without the seals */
  GByteArray *old = g_byte_array_new ();

  g_assert_cmpint (sqlite3_column_bytes (statement, 2), ==, (int) n * 80 + 8);
  g_byte_array_append (old, places, n * 52);
  g_byte_array_append (old, contours, n * 80);
  g_byte_array_append (old, places + n * 52, n);

  return old;
}

static void
copy_paths (sqlite3 *database)
{
  sqlite3_stmt *from = NULL, *to = NULL;

  g_assert_cmpint (sqlite3_prepare_v2 (database, "SELECT id, spots, radii FROM today.path JOIN today.outline ON path = "
                                                 "id", -1,
                                       &from, NULL), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_prepare_v2 (database, "INSERT INTO main.path VALUES (?, ?)", -1, &to, NULL), ==, SQLITE_OK);
  while (sqlite3_step (from) == SQLITE_ROW)
    {
      g_autoptr(GByteArray) old = pack_as_version_1 (from);

      sqlite3_bind_int64 (to, 1, sqlite3_column_int64 (from, 0));
      sqlite3_bind_blob (to, 2, old->data, (int) old->len, SQLITE_TRANSIENT);
      g_assert_cmpint (sqlite3_step (to), ==, SQLITE_DONE);
      sqlite3_reset (to);
    }
  sqlite3_finalize (from);
  sqlite3_finalize (to);
}

/* @path as version 1 would have saved what lies at @today. */
static void
write_version_1 (const char *path,
                 const char *today)
{
  g_autofree char *attach = g_strdup_printf ("ATTACH '%s' AS today", today);
  sqlite3 *database = NULL;

  g_assert_cmpint (sqlite3_open (path, &database), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (database, version_1, NULL, NULL, NULL), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (database, attach, NULL, NULL, NULL), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (database, rows, NULL, NULL, NULL), ==, SQLITE_OK);
  copy_paths (database);
  sqlite3_close (database);
}

static VenuleDocument *
open_document (const char *path)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(VenuleSource) source = fake_source_new (30, 2000, TRUE);
  VenuleProjectDb *db = venule_project_db_open_copy (path, &error);
  VenuleDocument *document;

  g_assert_no_error (error);
  document = venule_document_new_from_db (source, db, &error);
  g_assert_no_error (error);

  return document;
}

static void
assert_same_tracks (VenuleDocument *a,
                    VenuleDocument *b)
{
  guint n = g_list_model_get_n_items (G_LIST_MODEL (a));

  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (b)), ==, n);
  for (guint i = 0; i < n; i++)
    {
      g_autoptr(VenuleTrack) track = g_list_model_get_item (G_LIST_MODEL (a), i);
      g_autoptr(VenuleTrack) other = g_list_model_get_item (G_LIST_MODEL (b), i);

      project_db_assert_same_track (track, other);
    }
}

static void
test_version_1_opens_to_the_same_numbers (ProjectDbFixture *self,
                                          gconstpointer     data)
{
  g_autofree char *working_copy = g_build_filename (self->folder, "working", NULL);
  g_autofree char *old = g_build_filename (self->folder, "old.venule", NULL);
  g_autofree char *again = g_build_filename (self->folder, "again.venule", NULL);
  g_autoptr(VenuleDocument) document = project_db_new_document (working_copy, 20), before = NULL, after = NULL;
  g_autofree char *dump = NULL, *migrated = NULL;
  const guint id = 4;
  g_autoptr(GError) error = NULL;

  venule_document_remove_tracks (document, &id, 1, NULL);
  venule_document_save (document, self->path, &error);
  g_assert_no_error (error);
  /* What nobody could say of a track then. */
  project_db_run_sql (self->path,
                      "UPDATE document SET program = '';"
                      "UPDATE track SET kind_said = edited, hidden = 0, locked = 0, color = -1, note = NULL;"
                      "UPDATE change SET old_kind_said = old_edited, old_hidden = 0, old_locked = 0, "
                      "old_color = -1, old_note = NULL");
  dump = project_db_dump (self->path);
  write_version_1 (old, self->path);

  before = open_document (self->path);
  after = open_document (old);
  assert_same_tracks (before, after);
  g_assert_true (venule_settings_equal (venule_document_get_settings (before), venule_document_get_settings (after)));
  g_assert_true (venule_document_undo (before) && venule_document_undo (after));
  assert_same_tracks (before, after);

  /* And it is saved as the newest. */
  g_assert_true (venule_document_redo (after));
  venule_document_save (after, again, &error);
  g_assert_no_error (error);
  migrated = project_db_dump (again);
  g_assert_cmpstr (migrated, ==, dump);
}

/* Damaged rows are as damaged in the newest version. */
static void
test_damage_in_version_1_is_not_made_good (ProjectDbFixture *self,
                                           gconstpointer     data)
{
  g_autofree char *working_copy = g_build_filename (self->folder, "working", NULL);
  g_autofree char *old = g_build_filename (self->folder, "old.venule", NULL);
  g_autoptr(VenuleDocument) document = project_db_new_document (working_copy, 5);
  g_autoptr(VenuleProjectDb) db = NULL;
  g_autoptr(GPtrArray) tracks = NULL;
  g_autoptr(GError) error = NULL;

  venule_document_save (document, self->path, &error);
  g_assert_no_error (error);
  write_version_1 (old, self->path);
  project_db_run_sql (old, "UPDATE path SET spots = zeroblob(53 * 3) WHERE id = 2");
  db = venule_project_db_open_copy (old, &error);
  g_assert_no_error (error);
  tracks = venule_project_db_dup_tracks (db, 1, &error);
  g_assert_null (tracks);
  g_assert_nonnull (error);
}

/* What version 2 did not have is taken out again: its tables are the very same then. */
static void
make_version_2 (const char *path)
{
  static const char *const columns[] = { "kind_said", "hidden", "locked", "color", "note" };

  for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
    {
      g_autofree char *statements = g_strdup_printf ("ALTER TABLE track DROP COLUMN %s; ALTER TABLE change DROP COLUMN "
                                                     "old_%s;ALTER TABLE change DROP COLUMN new_%s;", columns[i],
                                                     columns[i], columns[i]);

      project_db_run_sql (path, statements);
    }
  project_db_run_sql (path,
                      "DROP TABLE answer; DROP TABLE measure; DROP TABLE measure_change; DROP TABLE light; "
                      "PRAGMA user_version = 2");
}

static void
test_a_document_of_version_2_is_brought_up_to_date (ProjectDbFixture *self,
                                                    gconstpointer     data)
{
  const guint gone = 2;
  g_autofree char *working_copy = g_build_filename (self->folder, "working", NULL);
  g_autoptr(VenuleDocument) document = project_db_new_document (working_copy, 6);
  g_autoptr(VenuleSource) source = fake_source_new (30, 2000, TRUE);
  g_autoptr(GError) error = NULL;
  VenuleCellKind kind = venule_track_get_kind (venule_document_get_track (document, 1));
  VenuleProjectDb *db;

  venule_document_set_kinds (document, (guint[]) { 1 }, 1, (kind + 1) % 4, NULL);
  venule_document_remove_tracks (document, &gone, 1, NULL);
  venule_document_save (document, self->path, &error);
  g_assert_no_error (error);
  make_version_2 (self->path);

  db = venule_project_db_open_copy (self->path, &error);
  g_assert_no_error (error);
  g_clear_object (&document);
  document = venule_document_new_from_db (source, db, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (document)); i++)
    {
      g_autoptr(VenuleTrack) track = g_list_model_get_item (G_LIST_MODEL (document), i);

      g_assert_true (venule_track_get_kind_is_manual (track) == venule_track_get_edited (track));
      g_assert_false (venule_track_get_hidden (track) || venule_track_get_locked (track));
      g_assert_cmpint (venule_track_get_color (track), ==, VENULE_TRACK_NO_COLOR);
      g_assert_null (venule_track_get_note (track));
    }

  /* What was done before then can be taken back. */
  g_assert_true (venule_document_undo (document));
  g_assert_nonnull (venule_document_get_track (document, gone));
  g_assert_true (venule_document_undo (document));
  g_assert_cmpint (venule_track_get_kind (venule_document_get_track (document, 1)), ==, kind);
  g_assert_cmpint (venule_track_get_color (venule_document_get_track (document, 1)), ==, VENULE_TRACK_NO_COLOR);
}

static void
test_a_document_of_version_4_gets_measure_settings (ProjectDbFixture *self,
                                                    gconstpointer     data)
{
  g_autofree char *working_copy = g_build_filename (self->folder, "working", NULL);
  g_autoptr(VenuleDocument) document = project_db_new_document (working_copy, 6), before = NULL;
  g_autoptr(VenuleMeasureSettings) usual = venule_measure_settings_new ();
  g_autoptr(GError) error = NULL;
  const guint gone = 2;

  venule_document_remove_tracks (document, &gone, 1, NULL);
  venule_document_save (document, self->path, &error);
  g_assert_no_error (error);
  before = open_document (self->path);
  project_db_run_sql (self->path,
                      "DROP TABLE measure; DROP TABLE measure_change; DROP TABLE light; PRAGMA user_version = 4");

  g_clear_object (&document);
  document = open_document (self->path);
  assert_same_tracks (before, document);
  g_assert_true (venule_measure_settings_equal (venule_document_get_measure_settings (document), usual));

  /* What was done before then can be taken back, and what is done now too. */
  g_assert_true (venule_document_set_measure (document, "adherent_seconds", "20", &error));
  g_assert_no_error (error);
  g_assert_true (venule_document_undo (document));
  g_assert_true (venule_measure_settings_equal (venule_document_get_measure_settings (document), usual));
  g_assert_true (venule_document_undo (document));
  g_assert_nonnull (venule_document_get_track (document, gone));
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

#define ADD(name, function) \
  g_test_add ("/project-db-versions/" name, ProjectDbFixture, NULL, project_db_set_up, function, \
                                        project_db_tear_down)
  ADD ("version-1-opens-to-the-same-numbers", test_version_1_opens_to_the_same_numbers);
  ADD ("version-2-gets-what-a-person-says-of-tracks", test_a_document_of_version_2_is_brought_up_to_date);
  ADD ("version-4-gets-measure-settings", test_a_document_of_version_4_gets_measure_settings);
  ADD ("damage-in-version-1-is-not-made-good", test_damage_in_version_1_is_not_made_good);
#undef ADD

  return g_test_run ();
}
