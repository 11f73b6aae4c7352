/* venule-sql.c: SQLite with errors that the user understands
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-sql.h"

#include <errno.h>
#include <glib/gi18n-lib.h>

#include "venule-display-name.h"
#include "venule-error.h"

/* SQLite says that the drive failed, and the system why, mostly: a quota, or a limit of the size of files. */
static const char *
find_reason (sqlite3 *database)
{
  int code = sqlite3_system_errno (database);

  if ((sqlite3_errcode (database) & 0xff) != SQLITE_IOERR)
    return sqlite3_errmsg (database);
  return g_strerror (code != 0 ? code : EIO);
}

/* SQLite says that a file could not be opened, and the system why: permissions are one reason of many. */
static gboolean
is_forbidden (sqlite3 *database)
{
  int code = sqlite3_system_errno (database);

  return code == 0 || code == EACCES || code == EPERM || code == EROFS;
}

static void
set_error_of_opening (sqlite3  *database,
                      GError  **error)
{
  if (is_forbidden (database))
    g_set_error_literal (error, VENULE_ERROR, VENULE_ERROR_WRITE,
                         _("The document could not be written: you may not write there."));
  else
    g_set_error (error, VENULE_ERROR, VENULE_ERROR_WRITE, _("The document could not be read or written: %s."),
                 g_strerror (sqlite3_system_errno (database)));
}

/* A journal and what is shared with other programs need room, too; SQLite says of them that the drive failed. */
static gboolean
is_full (sqlite3 *database)
{
  int code = sqlite3_errcode (database) & 0xff, reason = sqlite3_system_errno (database);

  return code == SQLITE_FULL ||
         ((code == SQLITE_IOERR || code == SQLITE_CANTOPEN) && (reason == ENOSPC || reason == EDQUOT));
}

/* A working copy lies on another drive than the document, mostly. */
static void
set_error_of_full_drive (sqlite3  *database,
                         GError  **error)
{
  const char *path = sqlite3_db_filename (database, "main");
  g_autofree char *folder = g_path_get_dirname (path != NULL ? path : "");
  g_autofree char *shown = venule_display_name_dup (folder);

  g_set_error (error, VENULE_ERROR, VENULE_ERROR_NO_SPACE,
               _("The document could not be written: the drive of “%s” is full. Free some space and try again."),
               shown);
}

gboolean
venule_sql_set_error (sqlite3  *database,
                      GError  **error)
{
  if (is_full (database))
    {
      set_error_of_full_drive (database, error);
      return FALSE;
    }

  switch (sqlite3_errcode (database) & 0xff)
    {
    case SQLITE_READONLY:
    case SQLITE_PERM:
    case SQLITE_CANTOPEN:
    case SQLITE_AUTH:
      set_error_of_opening (database, error);
      break;
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
    case SQLITE_FORMAT:
    case SQLITE_CONSTRAINT:
    case SQLITE_MISMATCH:
      g_set_error_literal (error, VENULE_ERROR, VENULE_ERROR_DAMAGED, _("The document is damaged."));
      break;
    case SQLITE_NOMEM:
    case SQLITE_TOOBIG:
      g_set_error_literal (error, VENULE_ERROR, VENULE_ERROR_NO_MEMORY,
                           _("There is not enough memory for the document."));
      break;
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      g_set_error_literal (error, VENULE_ERROR, VENULE_ERROR_WRITE,
                           _("The document could not be written: another program is using it. Try again."));
      break;
    default:
      g_set_error (error, VENULE_ERROR, VENULE_ERROR_WRITE, _("The document could not be read or written: %s."),
                   find_reason (database));
    }

  return FALSE;
}

gboolean
venule_sql_run (sqlite3     *database,
                const char  *statements,
                GError     **error)
{
  return sqlite3_exec (database, statements, NULL, NULL, NULL) == SQLITE_OK || venule_sql_set_error (database, error);
}

sqlite3_stmt *
venule_sql_prepare (sqlite3     *database,
                    const char  *statement,
                    GError     **error)
{
  sqlite3_stmt *prepared = NULL;

  if (sqlite3_prepare_v2 (database, statement, -1, &prepared, NULL) != SQLITE_OK)
    venule_sql_set_error (database, error);

  return prepared;
}

sqlite3_stmt *
venule_sql_prepare_with (sqlite3     *database,
                         const char  *statement,
                         gint64       first,
                         gint64       second,
                         GError     **error)
{
  sqlite3_stmt *prepared = venule_sql_prepare (database, statement, error);
  int n = sqlite3_bind_parameter_count (prepared);

  if (n > 0)
    sqlite3_bind_int64 (prepared, 1, first);
  if (n > 1)
    sqlite3_bind_int64 (prepared, 2, second);

  return prepared;
}

gboolean
venule_sql_next (sqlite3_stmt  *statement,
                 GError       **error)
{
  int code = sqlite3_step (statement);

  if (code != SQLITE_ROW && code != SQLITE_DONE)
    venule_sql_set_error (sqlite3_db_handle (statement), error);

  return code == SQLITE_ROW;
}

gboolean
venule_sql_do (sqlite3_stmt  *statement,
               GError       **error)
{
  gboolean done = sqlite3_step (statement) == SQLITE_DONE ||
                  venule_sql_set_error (sqlite3_db_handle (statement), error);

  sqlite3_reset (statement);

  return done;
}

gboolean
venule_sql_do_with (sqlite3     *database,
                    const char  *statement,
                    gint64       first,
                    gint64       second,
                    GError     **error)
{
  g_autoptr(sqlite3_stmt) prepared = venule_sql_prepare_with (database, statement, first, second, error);

  return prepared != NULL && venule_sql_do (prepared, error);
}

gboolean
venule_sql_get_number (sqlite3     *database,
                       const char  *statement,
                       gint64       missing,
                       gint64      *number,
                       GError     **error)
{
  return venule_sql_get_number_with (database, statement, 0, 0, missing, number, error);
}

gboolean
venule_sql_get_number_with (sqlite3     *database,
                            const char  *statement,
                            gint64       first,
                            gint64       second,
                            gint64       missing,
                            gint64      *number,
                            GError     **error)
{
  g_autoptr(sqlite3_stmt) prepared = venule_sql_prepare_with (database, statement, first, second, error);
  g_autoptr(GError) failure = NULL;

  if (prepared == NULL)
    return FALSE;

  *number = missing;
  if (venule_sql_next (prepared, &failure) && sqlite3_column_type (prepared, 0) == SQLITE_INTEGER)
    *number = sqlite3_column_int64 (prepared, 0);
  if (failure == NULL)
    return TRUE;

  g_propagate_error (error, g_steal_pointer (&failure));

  return FALSE;
}

const char *
venule_sql_get_text (sqlite3_stmt *statement,
                     int           column)
{
  const char *text = (const char *) sqlite3_column_text (statement, column);

  return text != NULL ? text : "";
}
