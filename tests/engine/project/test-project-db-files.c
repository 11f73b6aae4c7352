/* test-project-db-files.c: files that are no documents, or damaged, newer, or made to attack
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <errno.h>
#include <glib/gstdio.h>
#include <sqlite3.h>
#include <string.h>
#include <sys/resource.h>

#include "project-db-test.h"
#include "venule-document-tracks.h"
#include "venule-error.h"

/* A good document at the fixture's path, without a journal. */
static void
make_document (ProjectDbFixture *self)
{
  g_autofree char *working_copy = g_build_filename (self->folder, "working", NULL);
  g_autoptr(VenuleDocument) document = project_db_new_document (working_copy, 12);
  const guint id = 3;
  g_autoptr(GError) error = NULL;

  venule_document_remove_tracks (document, &id, 1, NULL);
  g_assert_true (venule_document_set_measure (document, "animal", "12", &error));
  venule_document_save (document, self->path, &error);
  g_assert_no_error (error);
}

/* Both ways of opening say the same; neither may believe it. */
static void
assert_refused (ProjectDbFixture *self,
                int               code,
                const char       *part)
{
  g_autoptr(GError) error = NULL, copy_error = NULL;
  g_autoptr(VenuleProjectDb) db = NULL, copy = NULL;

  copy = venule_project_db_open_copy (self->path, &copy_error);
  g_assert_null (copy);
  g_assert_error (copy_error, VENULE_ERROR, code);
  g_test_message ("%s", copy_error->message);
  g_assert_nonnull (strstr (copy_error->message, part));
  db = venule_project_db_open (self->path, "test.venule", &error);
  g_assert_null (db);
  g_assert_error (error, VENULE_ERROR, code);
  g_assert_nonnull (strstr (error->message, part));
}

static void
test_a_good_document_is_opened (ProjectDbFixture *self,
                                gconstpointer     data)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(VenuleProjectDb) db = NULL;

  make_document (self);
  db = venule_project_db_open_copy (self->path, &error);
  g_assert_no_error (error);
  g_assert_nonnull (db);
}

static void
test_what_is_no_database_is_refused (ProjectDbFixture *self,
                                     gconstpointer     data)
{
  g_assert_true (g_file_set_contents (self->path, "a text of some length, which is no database of any kind at all. "
                                                  "a text of some length, which is no database of any kind at all. ",
                                      -1, NULL));
  assert_refused (self, VENULE_ERROR_DAMAGED, "test.venule");
}

static void
test_databases_of_others_are_refused (ProjectDbFixture *self,
                                      gconstpointer     data)
{
  project_db_run_sql (self->path, "CREATE TABLE notes (text TEXT); INSERT INTO notes VALUES ('hello');");
  assert_refused (self, VENULE_ERROR_INVALID, "another program");

  project_db_run_sql (self->path, "PRAGMA application_id = 1447382613; PRAGMA user_version = 1;");
  assert_refused (self, VENULE_ERROR_DAMAGED, "for safety");
}

static void
test_a_newer_version_is_named (ProjectDbFixture *self,
                               gconstpointer     data)
{
  make_document (self);
  project_db_run_sql (self->path, "PRAGMA user_version = 99; CREATE TABLE future (a INTEGER) STRICT;");
  assert_refused (self, VENULE_ERROR_INVALID, "newer version");
}

/* What could do harm when the tables are read or written. */
static void
test_attacks_are_refused (ProjectDbFixture *self,
                          gconstpointer     data)
{
  static const char *const attacks[] = {
    "CREATE TRIGGER t AFTER UPDATE ON document BEGIN DELETE FROM track; END",
    "CREATE TRIGGER t AFTER INSERT ON change BEGIN SELECT writefile('/tmp/x', 'x'); END",
    "CREATE VIEW v AS SELECT load_extension('evil.so')",
    "DROP TABLE video; CREATE VIEW video AS SELECT 1 AS id, 'x' AS path, 1 AS size, 'x' AS sha256, 'x' AS facts,"
    " zeroblob(500000000) AS frames",
    "CREATE INDEX i ON track (abs(edited))",
    "CREATE TABLE more (a)",
    "DROP TABLE step; CREATE TABLE step (id INTEGER PRIMARY KEY, run, name, measured, done)",
    "ALTER TABLE track ADD COLUMN more INTEGER",
    "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = replace(sql, 'NOT NULL', '') WHERE name = 'run'",
    "CREATE VIRTUAL TABLE f USING fts5 (text)",
  };

  for (guint i = 0; i < G_N_ELEMENTS (attacks); i++)
    {
      g_test_message ("%s", attacks[i]);
      make_document (self);
      project_db_run_sql (self->path, attacks[i]);
      assert_refused (self, VENULE_ERROR_DAMAGED, "for safety");
      g_assert_cmpint (g_unlink (self->path), ==, 0);
    }
}

static VenuleDocument *
try_to_load (const char  *path,
             GError     **error)
{
  VenuleProjectDb *db = venule_project_db_open_copy (path, error);
  g_autoptr(VenuleSourceRecord) record = db != NULL ? venule_project_db_dup_video (db, error) : NULL;
  g_autoptr(VenuleSource) source = record != NULL ? venule_source_new_recorded (record, error) : NULL;

  if (source != NULL)
    return venule_document_new_from_db (source, db, error);
  venule_project_db_free (db);

  return NULL;
}

/* Tables as they should be, with values that Venule never writes. */
static void
test_values_that_make_no_sense_are_refused (ProjectDbFixture *self,
                                            gconstpointer     data)
{
  static const char *const statements[] = {
    "UPDATE path SET spots = zeroblob(length(spots) - 1)", "UPDATE path SET spots = zeroblob(length(spots) * 2)",
    "UPDATE track SET kind = 'unicorn'", "UPDATE track SET quality = 7", "UPDATE track SET id = -id",
    "UPDATE track SET id = id + 5000000000", "UPDATE run SET settings = '{}'", "UPDATE document SET settings = 'x'",
    "UPDATE video SET facts = '[]'", "UPDATE video SET facts = replace(facts, '640', '-640')",
    "UPDATE video SET frames = zeroblob(31)", "UPDATE run SET settings = replace(settings, 'whole', 'x')"
    " || 'x'",
  };

  for (guint i = 0; i < G_N_ELEMENTS (statements); i++)
    {
      g_autoptr(GError) error = NULL;
      g_autoptr(VenuleDocument) document = NULL;

      g_test_message ("%s", statements[i]);
      make_document (self);
      project_db_run_sql (self->path, statements[i]);
      document = try_to_load (self->path, &error);
      g_assert_null (document);
      g_assert_error (error, VENULE_ERROR, VENULE_ERROR_DAMAGED);
      g_assert_cmpint (g_unlink (self->path), ==, 0);
    }
}

/* Where the first page of @table begins in the fixture's file; 0: there is no row in it. */
static gsize
find_table (ProjectDbFixture *self,
            const char       *table,
            gsize            *page_size)
{
  g_autofree char *query =
    g_strdup_printf ("SELECT (rootpage - 1) * page_size, page_size FROM sqlite_schema, pragma_page_size"
                     " WHERE name = '%s' AND EXISTS (SELECT 1 FROM %s)", table, table);
  sqlite3 *database = NULL;
  sqlite3_stmt *statement = NULL;
  gsize place = 0;

  g_assert_cmpint (sqlite3_open (self->path, &database), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_prepare_v2 (database, query, -1, &statement, NULL), ==, SQLITE_OK);
  if (sqlite3_step (statement) == SQLITE_ROW)
    {
      place = (gsize) sqlite3_column_int64 (statement, 0);
      *page_size = (gsize) sqlite3_column_int64 (statement, 1);
    }
  sqlite3_finalize (statement);
  sqlite3_close (database);

  return place;
}

/* A drive that puts an empty page of one table in the place of another's: SQLite finds nothing wrong with that. */
static void
test_rows_that_are_gone_are_noticed (ProjectDbFixture *self,
                                     gconstpointer     data)
{
  static const char *const tables[] = { "document", "video", "run", "track", "path", "outline", "step", "change",
                                        "measure" };
  g_autofree char *good = NULL;
  gsize size;

  make_document (self);
  g_assert_true (g_file_get_contents (self->path, &good, &size, NULL));
  for (guint i = 0; i < G_N_ELEMENTS (tables); i++)
    {
      g_autofree char *bad = g_memdup2 (good, size);
      gsize page_size = 0, place = find_table (self, tables[i], &page_size);

      g_test_message ("%s", tables[i]);
      g_assert_cmpuint (place, >, 0);
      /* No cells, and so all of the page for them; the kind of page and what leads to others stay. */
      memset (bad + place + 1, 0, page_size - 1);
      bad[place] = good[place] == 0x05 ? 0x0d : good[place] == 0x02 ? 0x0a : good[place];
      bad[place + 5] = (char) (page_size >> 8);
      g_assert_true (g_file_set_contents (self->path, bad, (gssize) size, NULL));
      assert_refused (self, VENULE_ERROR_DAMAGED, "damaged");
      g_assert_true (g_file_set_contents (self->path, good, (gssize) size, NULL));
    }
}

/* A bit that flips in a number or a name leaves a database that is whole, and a value that may be. */
static void
test_values_that_changed_are_noticed (ProjectDbFixture *self,
                                      gconstpointer     data)
{
  static const char *const changes[] = {
    "UPDATE track SET kind = CASE kind WHEN 'other' THEN 'free' ELSE 'other' END WHERE id = 1",
    "UPDATE track SET quality = quality / 2 WHERE id = 2",
    "UPDATE run SET first_frame = first_frame + 1",
    "UPDATE video SET size = size + 1",
    "UPDATE document SET run = run + 1",
    "UPDATE measure SET value = '13'",
    "UPDATE change SET old_quality = 0.123",
    "UPDATE path SET id = id + 100 WHERE id = 1; UPDATE track SET path = path + 100 WHERE path = 1",
    "UPDATE outline SET radii = zeroblob(length(radii)) WHERE path = 1",
  };

  for (guint i = 0; i < G_N_ELEMENTS (changes); i++)
    {
      g_test_message ("%s", changes[i]);
      make_document (self);
      project_db_run_sql (self->path, changes[i]);
      assert_refused (self, VENULE_ERROR_DAMAGED, "changed outside of Venule");
      g_assert_cmpint (g_unlink (self->path), ==, 0);
    }
}

/* What an earlier program saved says nothing about its values, and what it saved again says what was true before. */
static void
test_documents_of_earlier_programs_are_opened (ProjectDbFixture *self,
                                               gconstpointer     data)
{
  static const char *const earlier[] = {
    "UPDATE document SET program = '0.0.9'; DELETE FROM step; DELETE FROM change",
    "UPDATE document SET revision = revision + 1; DELETE FROM step; DELETE FROM change",
  };

  for (guint i = 0; i < G_N_ELEMENTS (earlier); i++)
    {
      g_autoptr(GError) error = NULL;
      g_autoptr(VenuleProjectDb) db = NULL;

      make_document (self);
      project_db_run_sql (self->path, earlier[i]);
      db = venule_project_db_open_copy (self->path, &error);
      g_assert_no_error (error);
      g_assert_nonnull (db);
      g_assert_cmpint (g_unlink (self->path), ==, 0);
    }
}

/* A program that is killed while it drops what nothing leads to, or writes a run, has not counted its revision on. */
static void
test_a_working_copy_may_lack_rows (ProjectDbFixture *self,
                                   gconstpointer     data)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(VenuleProjectDb) db = NULL;

  make_document (self);
  db = venule_project_db_open (self->path, "test.venule", &error);
  g_assert_no_error (error);
  g_clear_pointer (&db, venule_project_db_free);
  project_db_run_sql (self->path, "DELETE FROM step; DELETE FROM change");
  db = venule_project_db_open (self->path, "test.venule", &error);
  g_assert_no_error (error);
  g_assert_nonnull (db);
}

/* Bytes that a drive or a network has changed: a sentence, or a document whose every value was checked; never a
 * crash. */
static void
test_random_damage_never_crashes (ProjectDbFixture *self,
                                  gconstpointer     data)
{
  g_autofree char *good = NULL;
  gsize size;
  guint refused = 0;
  const guint rounds = g_test_slow () ? 3000 : 200;

  make_document (self);
  g_assert_true (g_file_get_contents (self->path, &good, &size, NULL));
  for (guint i = 0; i < rounds; i++)
    {
      g_autofree char *bad = g_memdup2 (good, size);
      gsize kept = g_test_rand_int_range (0, 4) == 0 ? (gsize) g_test_rand_int_range (0, (int) size) : size;
      g_autoptr(GError) error = NULL;
      g_autoptr(VenuleDocument) document = NULL;

      for (int k = g_test_rand_int_range (1, 40); k > 0; k--)
        bad[g_test_rand_int_range (0, g_test_rand_bit () ? 4096 : (int) size)] = (char) g_test_rand_int ();
      g_assert_true (g_file_set_contents (self->path, bad, (gssize) kept, NULL));
      document = try_to_load (self->path, &error);
      if (document == NULL)
        {
          g_assert_nonnull (error);
          refused++;
          continue;
        }
      while (venule_document_undo (document))
        ;
      while (venule_document_redo (document))
        ;
    }
  g_assert_cmpuint (refused, >, rounds / 4);
}

/* No permission is missing then. */
static void
test_too_many_open_files_are_told (ProjectDbFixture *self,
                                   gconstpointer     data)
{
  g_autoptr(GError) copy_error = NULL, error = NULL;
  g_autoptr(VenuleProjectDb) copy = NULL, db = NULL;
  struct rlimit before;

  make_document (self);
  g_assert_cmpint (getrlimit (RLIMIT_NOFILE, &before), ==, 0);
  g_assert_cmpint (setrlimit (RLIMIT_NOFILE, &(struct rlimit){ 1, before.rlim_max }), ==, 0);
  copy = venule_project_db_open_copy (self->path, &copy_error);
  db = venule_project_db_open (self->path, "test.venule", &error);
  g_assert_cmpint (setrlimit (RLIMIT_NOFILE, &before), ==, 0);

  g_assert_error (copy_error, VENULE_ERROR, VENULE_ERROR_NOT_FOUND);
  g_assert_nonnull (strstr (copy_error->message, g_strerror (EMFILE)));
  g_assert_error (error, VENULE_ERROR, VENULE_ERROR_WRITE);
  g_assert_nonnull (strstr (error->message, g_strerror (EMFILE)));
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

#define ADD(name, function) \
  g_test_add ("/project-db-files/" name, ProjectDbFixture, NULL, project_db_set_up, function, \
                                        project_db_tear_down)
  ADD ("a-good-document-is-opened", test_a_good_document_is_opened);
  ADD ("what-is-no-database-is-refused", test_what_is_no_database_is_refused);
  ADD ("databases-of-others-are-refused", test_databases_of_others_are_refused);
  ADD ("a-newer-version-is-named", test_a_newer_version_is_named);
  ADD ("too-many-open-files-are-told", test_too_many_open_files_are_told);
  ADD ("attacks-are-refused", test_attacks_are_refused);
  ADD ("values-that-make-no-sense-are-refused", test_values_that_make_no_sense_are_refused);
  ADD ("rows-that-are-gone-are-noticed", test_rows_that_are_gone_are_noticed);
  ADD ("values-that-changed-are-noticed", test_values_that_changed_are_noticed);
  ADD ("documents-of-earlier-programs-are-opened", test_documents_of_earlier_programs_are_opened);
  ADD ("a-working-copy-may-lack-rows", test_a_working_copy_may_lack_rows);
  ADD ("random-damage-never-crashes", test_random_damage_never_crashes);
#undef ADD

  return g_test_run ();
}
