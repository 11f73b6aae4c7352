/* venule-project-db.c: a document as a database: opening it, and transactions
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-project-db-private.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "venule-display-name.h"
#include "venule-error.h"

/* More than the spots of the longest track or the table of the longest video take. */
#define MAX_BYTES (512 * 1024 * 1024)

/* Place in a file of the two bytes that say how it is written. */
#define WRITE_VERSION 18
#define MAGIC "SQLite format 3"
#define BEGINNING 4096

/* While another connection of ours reads, ms. */
#define PATIENCE 10000

/* Nothing in a file may run code, call functions with effects, or write where only SQLite itself does. Foreign files
 * are opened with all of this before anything is read from them. */
static void
distrust (sqlite3 *database)
{
  sqlite3_db_config (database, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
  sqlite3_db_config (database, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
  sqlite3_db_config (database, SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0, NULL);
  sqlite3_db_config (database, SQLITE_DBCONFIG_ENABLE_VIEW, 0, NULL);
  sqlite3_db_config (database, SQLITE_DBCONFIG_ENABLE_FKEY, 0, NULL);
  sqlite3_limit (database, SQLITE_LIMIT_LENGTH, MAX_BYTES);
  sqlite3_limit (database, SQLITE_LIMIT_ATTACHED, 1); /* VACUUM INTO needs one */
  sqlite3_limit (database, SQLITE_LIMIT_VARIABLE_NUMBER, 64);
  sqlite3_limit (database, SQLITE_LIMIT_EXPR_DEPTH, 50);
  sqlite3_busy_timeout (database, PATIENCE);
}

/* A document is no symbolic link, but its folder may be reached through one, which SQLITE_OPEN_NOFOLLOW refuses,
 * too. */
char *
venule_project_db_dup_resolved (const char *path)
{
  g_autofree char *folder = g_path_get_dirname (path), *name = g_path_get_basename (path);
  g_autofree char *real = g_path_is_absolute (path) ? realpath (folder, NULL) : NULL;

  return real != NULL ? g_build_filename (real, name, NULL) : g_strdup (path);
}

sqlite3 *
venule_project_db_connect (const char *path,
                           int         flags,
                           GError    **error)
{
  g_autofree char *resolved = venule_project_db_dup_resolved (path);
  sqlite3 *database = NULL;

  if (sqlite3_open_v2 (resolved, &database, flags | SQLITE_OPEN_PRIVATECACHE | SQLITE_OPEN_NOFOLLOW, NULL) == SQLITE_OK)
    {
      distrust (database);
      return database;
    }

  if (database == NULL)
    g_set_error_literal (error, VENULE_ERROR, VENULE_ERROR_NO_MEMORY,
                         _("There is not enough memory for the document."));
  else
    venule_sql_set_error (database, error);
  sqlite3_close (database);

  return NULL;
}

/* Spots come in long rows, which large pages and a mapped file halve the time for. Each commit reaches the disk before
 * it counts as done. Checking cells finds damage when a page is read, not after it was believed. */
gboolean
venule_project_db_prepare (sqlite3 *database,
                           gboolean has_file,
                           GError **error)
{
  if (has_file && !venule_sql_run (database,
                                   "PRAGMA page_size = 16384; PRAGMA mmap_size = 4294967296;"
                                   " PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;",
                                   error))
    return FALSE;

  return venule_sql_run (database, "PRAGMA cell_size_check = ON; PRAGMA temp_db = MEMORY;", error) &&
         venule_project_db_migrate (database, error) &&
         (!has_file || venule_project_db_remove_checksum (database, error)) &&
         venule_project_db_make_triggers (database, error);
}

static int
on_busy (void *waiting,
         int   n)
{
  g_atomic_int_set ((int *) waiting, TRUE);
  g_usleep (1000);

  return n < PATIENCE;
}

void
venule_project_db_wait_politely (VenuleProjectDb *self)
{
  sqlite3_busy_handler (self->database, on_busy, self->waiting);
}

VenuleProjectDb *
venule_project_db_new_taking (sqlite3 *database,
                              gboolean has_file)
{
  VenuleProjectDb *self = g_new0 (VenuleProjectDb, 1);

  self->database = database;
  self->has_file = has_file;
  self->bounds = (VenulePathBounds) VENULE_PATH_BOUNDS_INIT;
  self->contours = venule_contour_reader_new (venule_project_db_read_contours, self);
  self->waiting = g_atomic_rc_box_new0 (int);
  venule_project_db_wait_politely (self);

  return self;
}

VenuleProjectDb *
venule_project_db_new_memory (void)
{
  g_autoptr(GError) error = NULL;
  sqlite3 *database = venule_project_db_connect (":memory:", SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, &error);

  if (database == NULL || !venule_project_db_prepare (database, FALSE, &error))
    g_error ("no database in memory: %s", error->message);

  return venule_project_db_new_taking (database, FALSE);
}

VenuleProjectDb *
venule_project_db_create (const char *path,
                          GError    **error)
{
  static const char *const endings[] = { "", "-journal", "-wal", "-shm" };
  sqlite3 *database;

  g_return_val_if_fail (path != NULL, NULL);

  database = venule_project_db_connect (path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, error);
  if (database != NULL && venule_project_db_prepare (database, TRUE, error))
    return venule_project_db_new_taking (database, TRUE);

  if (database != NULL)
    sqlite3_close (database);
  for (guint i = 0; i < G_N_ELEMENTS (endings); i++)
    {
      g_autofree char *part = g_strconcat (path, endings[i], NULL);

      g_unlink (part);
    }

  return NULL;
}

gboolean
venule_project_db_check_kind (sqlite3    *database,
                              const char *name,
                              gint64     *version,
                              GError    **error)
{
  g_autoptr(GError) failure = NULL;
  gint64 id = 0;

  if (!venule_sql_get_number (database, "PRAGMA application_id", 0, &id, &failure) ||
      !venule_sql_get_number (database, "PRAGMA user_version", 0, version, &failure))
    {
      if (sqlite3_errcode (database) == SQLITE_CORRUPT)
        g_set_error (error, VENULE_ERROR, VENULE_ERROR_DAMAGED, _("“%s” is damaged: a part of it is missing."), name);
      else if (g_error_matches (failure, VENULE_ERROR, VENULE_ERROR_DAMAGED))
        g_set_error (error, VENULE_ERROR, VENULE_ERROR_DAMAGED,
                     _("“%s” is no document of Venule, or it is damaged from its very beginning."), name);
      else
        g_propagate_error (error, g_steal_pointer (&failure));
      return FALSE;
    }

  if (id != VENULE_PROJECT_DB_APPLICATION_ID || *version < 1)
    {
      g_set_error (error, VENULE_ERROR, VENULE_ERROR_INVALID,
                   _("“%s” is no document of Venule: another program made it."), name);
      return FALSE;
    }
  if (*version > VENULE_PROJECT_DB_VERSION)
    {
      g_set_error (error, VENULE_ERROR, VENULE_ERROR_INVALID,
                   _("“%s” was saved by a newer version of Venule. Install that version to open it; the document "
                     "has not been changed."),
                   name);
      return FALSE;
    }

  return TRUE;
}

gboolean
venule_project_db_check_whole (sqlite3    *database,
                               const char *name,
                               GError    **error)
{
  g_autoptr(sqlite3_stmt) statement = venule_sql_prepare (database, "PRAGMA quick_check(1)", NULL);

  if (statement != NULL && venule_sql_next (statement, NULL) && g_str_equal (venule_sql_get_text (statement, 0), "ok"))
    return TRUE;

  g_set_error (error, VENULE_ERROR, VENULE_ERROR_DAMAGED, _("“%s” is damaged."), name);

  return FALSE;
}

/* Consumes @database. */
static VenuleProjectDb *
accept (sqlite3     *database,
        const char  *name,
        gboolean     has_file,
        GError     **error)
{
  VenulePathBounds bounds;
  gint64 version;

  if (venule_project_db_check_kind (database, name, &version, error) &&
      venule_project_db_check_schema (database, name, error) && venule_project_db_check_whole (database, name, error) &&
      venule_project_db_verify_checksum (database, name, error) &&
      venule_project_db_prepare (database, has_file, error) &&
      venule_project_db_check_values (database, name, &bounds, error))
    {
      VenuleProjectDb *self = venule_project_db_new_taking (database, has_file);

      self->bounds = bounds;
      return self;
    }

  sqlite3_close (database);

  return NULL;
}

static gboolean
set_error_of_reading (const char  *name,
                      int          code,
                      GError     **error)
{
  if (code == EACCES || code == EPERM)
    g_set_error (error, VENULE_ERROR, VENULE_ERROR_NOT_FOUND,
                 _("“%s” cannot be opened: you may not read it. Ask for the right to, or copy the file."), name);
  else
    g_set_error (error, VENULE_ERROR, VENULE_ERROR_NOT_FOUND, _("“%s” cannot be opened: %s."), name, g_strerror (code));

  return FALSE;
}

gboolean
venule_project_db_check_file (const char *path,
                              GError    **error)
{
  g_autofree char *name = venule_display_name_dup_base (path);
  g_autofree char *folder = g_path_get_dirname (path);
  g_autofree char *shown = venule_display_name_dup (folder);
  struct stat status;

  if (!g_file_test (path, G_FILE_TEST_EXISTS))
    g_set_error (error, VENULE_ERROR, VENULE_ERROR_NOT_FOUND,
                 _("There is no document “%s” in “%s”. It may have been moved or renamed."), name, shown);
  else if (!g_file_test (path, G_FILE_TEST_IS_REGULAR))
    g_set_error (error, VENULE_ERROR, VENULE_ERROR_INVALID, _("“%s” is no file that could be a document."), name);
  else if (g_access (path, R_OK) != 0)
    set_error_of_reading (name, errno, error);
  else if (stat (path, &status) == 0 && status.st_size == 0)
    g_set_error (error, VENULE_ERROR, VENULE_ERROR_INVALID,
                 _("“%s” is empty: it has no content at all. A copy of it from before may help, such as a backup."),
                 name);
  else
    return TRUE;

  return FALSE;
}

/* On a drive that is full SQLite leaves what it shares with other programs, and a log with nothing in it. */
static void
remove_empty_log (const char *path)
{
  g_autofree char *log = g_strconcat (path, "-wal", NULL), *shared = g_strconcat (path, "-shm", NULL);
  struct stat status;

  if (stat (log, &status) == 0 && (status.st_size > 0 || g_unlink (log) != 0))
    return;
  g_unlink (shared);
}

VenuleProjectDb *
venule_project_db_open (const char *path,
                        const char *name,
                        GError    **error)
{
  sqlite3 *database;
  VenuleProjectDb *self;

  g_return_val_if_fail (path != NULL && name != NULL, NULL);

  database = venule_project_db_connect (path, SQLITE_OPEN_READWRITE, error);
  self = database != NULL ? accept (database, name, TRUE, error) : NULL;
  if (self == NULL)
    remove_empty_log (path);

  return self;
}

/* How many bytes of the file there are to be read: of what is no database the beginning says so, however large it is.
 * Below 0: none can. */
static gssize
find_size (int descriptor)
{
  char beginning[sizeof MAGIC] = { 0 };
  struct stat status;

  if (fstat (descriptor, &status) != 0 || pread (descriptor, beginning, sizeof beginning, 0) < 0)
    return -1;
  return memcmp (beginning, MAGIC, sizeof MAGIC) == 0 ? status.st_size : MIN (status.st_size, BEGINNING);
}

/* As much as is there: another program may cut the file off meanwhile, which would end us if it were mapped.
 * Below 0: an error. */
static gssize
read_all (int     descriptor,
          guint8 *data,
          gsize   size)
{
  gsize at = 0;

  while (at < size)
    {
      ssize_t n = pread (descriptor, data + at, size - at, (off_t) at);

      if (n == 0)
        break;
      if (n < 0 && errno != EINTR)
        return -1;
      at += (gsize) MAX (n, 0);
    }

  return (gssize) at;
}

/* (transfer full) (nullable): the bytes of the file, for SQLite to own. */
static guint8 *
load (int          descriptor,
      const char  *name,
      gssize      *size,
      GError     **error)
{
  guint8 *data;

  *size = find_size (descriptor);
  data = sqlite3_malloc64 ((sqlite3_uint64) MAX (*size, 1));
  if (data == NULL)
    {
      g_set_error_literal (error, VENULE_ERROR, VENULE_ERROR_NO_MEMORY,
                           _("There is not enough memory for the document."));
      return NULL;
    }
  if (*size >= 0)
    *size = read_all (descriptor, data, (gsize) *size);
  if (*size >= 0)
    return data;

  set_error_of_reading (name, errno, error);
  sqlite3_free (data);

  return NULL;
}

/* What SQLite works on: a copy of the file's bytes, which it owns from then on. */
static gboolean
fill (sqlite3     *database,
      const char  *path,
      const char  *name,
      GError     **error)
{
  int descriptor = g_open (path, O_RDONLY | O_NONBLOCK | O_CLOEXEC, 0);
  gssize size;
  guint8 *data;

  if (descriptor < 0)
    return set_error_of_reading (name, errno, error);
  data = load (descriptor, name, &size, error);
  close (descriptor);
  if (data == NULL)
    return FALSE;

  /* One in memory has no write-ahead log, whatever the file says. */
  if (size > WRITE_VERSION + 1 && data[WRITE_VERSION] == 2)
    data[WRITE_VERSION] = data[WRITE_VERSION + 1] = 1;

  return sqlite3_deserialize (database, "main", data, (sqlite3_int64) size, (sqlite3_int64) size,
                              SQLITE_DESERIALIZE_FREEONCLOSE | SQLITE_DESERIALIZE_RESIZEABLE) == SQLITE_OK ||
         venule_sql_set_error (database, error);
}

VenuleProjectDb *
venule_project_db_open_copy (const char *path,
                             GError    **error)
{
  g_autofree char *name = NULL;
  sqlite3 *database;

  g_return_val_if_fail (path != NULL, NULL);

  name = venule_display_name_dup_base (path);
  if (!venule_project_db_check_file (path, error))
    return NULL;
  database = venule_project_db_connect (":memory:", SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, error);
  if (database == NULL)
    return NULL;
  if (fill (database, path, name, error))
    return accept (database, name, FALSE, error);

  sqlite3_close (database);

  return NULL;
}

void
venule_project_db_free (VenuleProjectDb *self)
{
  if (self == NULL)
    return;

  /* Tracks may live on; what was not drawn by then is not drawn any more. */
  venule_contour_reader_close (self->contours);
  venule_contour_reader_unref (self->contours);
  for (guint i = 0; i < VENULE_PROJECT_DB_N_STATEMENTS; i++)
    sqlite3_finalize (self->statements[i]);
  sqlite3_close (self->database);
  g_atomic_rc_box_release (self->waiting);
  g_free (self);
}

gboolean
venule_project_db_has_file (VenuleProjectDb *self)
{
  return self->has_file;
}

sqlite3_stmt *
venule_project_db_get_statement (VenuleProjectDb         *self,
                                 VenuleProjectDbStatement which,
                                 const char              *text,
                                 GError                 **error)
{
  if (self->statements[which] == NULL)
    self->statements[which] = venule_sql_prepare (self->database, text, error);
  else
    sqlite3_clear_bindings (self->statements[which]);

  return self->statements[which];
}

/* ---- Transactions ---- */

gboolean
venule_project_db_make_writable (VenuleProjectDb *self,
                                 GError         **error)
{
  return self->gate == NULL || self->gate (self->gate_data, error);
}

gboolean
venule_project_db_begin (VenuleProjectDb *self,
                         GError         **error)
{
  if (!venule_project_db_make_writable (self, error))
    return FALSE;
  if (self->depth == 0 && !venule_sql_run (self->database, "BEGIN IMMEDIATE", error))
    return FALSE;
  self->depth++;

  return TRUE;
}

gboolean
venule_project_db_commit (VenuleProjectDb *self,
                          GError         **error)
{
  g_return_val_if_fail (self->depth > 0, FALSE);

  if (self->depth > 1)
    {
      self->depth--;
      return TRUE;
    }
  if (venule_sql_run (self->database, "UPDATE document SET revision = revision + 1; COMMIT", error))
    {
      self->depth = 0;
      return TRUE;
    }

  venule_project_db_rollback (self);

  return FALSE;
}

/* SQLite may have taken the transaction back by itself when the drive was full. What is inside another one takes that
 * back too: it finds that out when it commits. */
void
venule_project_db_rollback (VenuleProjectDb *self)
{
  if (!sqlite3_get_autocommit (self->database))
    sqlite3_exec (self->database, "ROLLBACK", NULL, NULL, NULL);
  sqlite3_exec (self->database, "DELETE FROM temp.recording", NULL, NULL, NULL);
  self->depth = 0;
}

void
venule_project_db_set_lasting (VenuleProjectDb *self,
                               gboolean         lasting)
{
  g_return_if_fail (self->depth == 0);

  venule_sql_run (self->database, lasting ? "PRAGMA synchronous = FULL" : "PRAGMA synchronous = NORMAL", NULL);
}

gint64
venule_project_db_get_revision (VenuleProjectDb *self)
{
  gint64 revision = -1;

  venule_sql_get_number (self->database, "SELECT revision FROM document", -1, &revision, NULL);

  return revision;
}
