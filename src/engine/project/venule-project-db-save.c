/* venule-project-db-save.c: a copy of the working file takes the place of a document
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-project-db-private.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <unistd.h>

#include "venule-error.h"
#include "venule-save.h"
#include "venule-temp-file.h"
#include "venule-write-error.h"

/* Brings what is under @path to the disk: a file's content, or the names in a folder. */
static gboolean
sync_path (const char *path,
           int         flags)
{
  int descriptor = g_open (path, flags | O_CLOEXEC, 0);
  gboolean synced;
  int code;

  if (descriptor < 0)
    return FALSE;
  synced = fsync (descriptor) == 0;
  code = errno;
  close (descriptor);
  errno = code;

  return synced;
}

#define UNUSED                                                                                                         \
  "NOT IN (SELECT path FROM track UNION SELECT old_path FROM change WHERE old_path IS NOT NULL UNION "                 \
  "SELECT new_path FROM change WHERE new_path IS NOT NULL)"

/* Paths that nothing leads to any more; those of steps that were forgotten, and of runs that were taken out. A few at a
 * time, as an edit that another connection makes waits for it. */
static gboolean
drop_unused (sqlite3  *database,
             GError  **error)
{
  do
    if (!venule_sql_run (database,
                         "BEGIN IMMEDIATE; DELETE FROM path WHERE id IN (SELECT id FROM path WHERE id "
                         "" UNUSED " LIMIT 64)", error))
      {
        sqlite3_exec (database, "ROLLBACK", NULL, NULL, NULL);
        return FALSE;
      }
    else if (sqlite3_changes (database) == 0)
      return venule_sql_run (database, "ROLLBACK", error);
  while (venule_sql_run (database, "DELETE FROM outline WHERE path NOT IN (SELECT id FROM path); COMMIT", error));

  sqlite3_exec (database, "ROLLBACK", NULL, NULL, NULL);

  return FALSE;
}

/* SQLite says less than the system does. */
static gboolean
set_error (sqlite3     *database,
           const char  *path,
           GError     **error)
{
  int code = sqlite3_system_errno (database);

  switch (sqlite3_errcode (database) & 0xff)
    {
    case SQLITE_FULL:
      code = ENOSPC;
      break;
    case SQLITE_CANTOPEN:
    case SQLITE_READONLY:
      code = code != 0 ? code : EACCES;
      break;
    default:
      code = code != 0 ? code : EIO;
    }
  venule_write_error_set (path, code, error);

  return FALSE;
}

static gboolean
write_copy (sqlite3    *database,
            const char *temp_path,
            const char *path,
            GError    **error)
{
  g_autoptr(sqlite3_stmt) statement = venule_sql_prepare (database, "VACUUM INTO ?", error);
  g_autofree char *resolved = venule_project_db_dup_resolved (temp_path);

  if (statement == NULL)
    return FALSE;

  sqlite3_bind_text (statement, 1, resolved, -1, SQLITE_TRANSIENT);

  return sqlite3_step (statement) == SQLITE_DONE || set_error (database, path, error);
}

/* What was written gets its checksum; its revision is returned, as others may have changed the document meanwhile. */
static gboolean
finish_copy (const char *temp_path,
             const char *path,
             gint64     *revision,
             GError    **error)
{
  sqlite3 *database = venule_project_db_connect (temp_path, SQLITE_OPEN_READWRITE, error);
  gboolean finished;

  if (database == NULL)
    return FALSE;
  finished = venule_sql_get_number (database, "SELECT revision FROM document", -1, revision, error) &&
             venule_sql_run (database, "PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF", error) &&
             (venule_project_db_add_checksum (database, NULL) || set_error (database, path, error));
  sqlite3_close (database);
  if (!finished || sync_path (temp_path, O_RDONLY))
    return finished;

  venule_write_error_set (path, errno, error);

  return FALSE;
}

static gboolean
take_place (const char *temp_path,
            const char *path,
            const char *stamp,
            GError    **error)
{
  g_autofree char *folder = g_path_get_dirname (path);

  if (!venule_temp_file_take_place (temp_path, path, stamp, error))
    return FALSE;

  /* The file is whole under either name; not all file systems let a folder be brought to the disk. */
  sync_path (folder, O_RDONLY | O_DIRECTORY);

  return TRUE;
}

/* Any thread. */
static gboolean
save (sqlite3    *database,
      const char *temp_path,
      const char *path,
      const char *stamp,
      gint64     *revision,
      GError    **error)
{
  g_autofree char *journal = NULL;

  if (drop_unused (database, error) && write_copy (database, temp_path, path, error) &&
      finish_copy (temp_path, path, revision, error) && take_place (temp_path, path, stamp, error))
    return TRUE;

  /* SQLite may have begun a journal of its own. */
  journal = g_strconcat (temp_path, "-journal", NULL);
  g_unlink (journal);
  g_unlink (temp_path);

  return FALSE;
}

gboolean
venule_project_db_save_over (VenuleProjectDb *self,
                             const char      *path,
                             const char      *stamp,
                             GError         **error)
{
  g_autofree char *temp_path = NULL;
  gboolean saved;
  gint64 revision;
  int held;

  g_return_val_if_fail (self != NULL && path != NULL, FALSE);
  g_return_val_if_fail (self->depth == 0, FALSE);

  held = venule_temp_file_make (path, 0644, &temp_path);
  if (held < 0)
    {
      venule_write_error_set (path, errno, error);
      return FALSE;
    }
  saved = save (self->database, temp_path, path, stamp, &revision, error);
  close (held);

  return saved;
}

gboolean
venule_project_db_save_file (const char *working_copy,
                             const char *temp_path,
                             const char *path,
                             const char *stamp,
                             gint64     *revision,
                             GError    **error)
{
  sqlite3 *database = venule_project_db_connect (working_copy, SQLITE_OPEN_READWRITE, error);
  gboolean saved = database != NULL && venule_sql_run (database, "PRAGMA mmap_size = 4294967296", error) &&
                   save (database, temp_path, path, stamp, revision, error);

  sqlite3_close (database);

  return saved;
}
