/* venule-project-db-peek.c: a large document is looked at while it is copied and checked
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-project-db-private.h"

#include <glib/gi18n-lib.h>
#include <stdlib.h>

#include "venule-error.h"

/* A connection that makes no file beside the user's (no lock, no journal), and never follows a link that was put
 * there. It reads through the system's cache: a mapped file that another program truncates would end this one. */
static sqlite3 *
connect_to_look (const char  *path,
                 GError     **error)
{
  g_autofree char *real = realpath (path, NULL);
  g_autofree char *plain = g_filename_to_uri (real != NULL ? real : path, NULL, error);
  g_autofree char *uri = plain != NULL ? g_strconcat (plain, "?immutable=1", NULL) : NULL;

  return uri != NULL ? venule_project_db_connect (uri, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, error) : NULL;
}

VenuleProjectDb *
venule_project_db_peek (const char         *path,
                        const char         *name,
                        VenuleProjectDbGate gate,
                        gpointer            data,
                        GError            **error)
{
  sqlite3 *database;
  VenulePathBounds bounds;
  VenuleProjectDb *self;
  gint64 version;

  g_return_val_if_fail (path != NULL && name != NULL && gate != NULL, NULL);

  database = connect_to_look (path, error);
  if (database == NULL)
    return NULL;
  if (!venule_project_db_check_kind (database, name, &version, error) ||
      !venule_project_db_check_schema (database, name, error) ||
      version < VENULE_PROJECT_DB_VERSION || !venule_sql_run (database, "PRAGMA cell_size_check = ON", error) ||
      !venule_project_db_verify_checksum (database, name, error) ||
      !venule_project_db_check_values (database, name, &bounds, error))
    {
      sqlite3_close (database);
      return NULL;
    }

  self = venule_project_db_new_taking (database, TRUE);
  self->bounds = bounds;
  self->gate = gate;
  self->gate_data = data;

  return self;
}

gboolean
venule_project_db_check_beginning (const char  *path,
                                   const char  *name,
                                   GError     **error)
{
  sqlite3 *database = connect_to_look (path, error);
  gint64 version;
  gboolean is_document = database != NULL && venule_project_db_check_kind (database, name, &version, error);

  sqlite3_close (database);

  return is_document;
}

static void
interrupt (GCancellable *cancellable,
           sqlite3      *database)
{
  sqlite3_interrupt (database);
}

gboolean
venule_project_db_check (const char   *path,
                         const char   *name,
                         GCancellable *cancellable,
                         GError      **error)
{
  sqlite3 *database = venule_project_db_connect (path, SQLITE_OPEN_READWRITE, error);
  gint64 version;
  gulong handler;
  gboolean whole;

  if (database == NULL)
    return FALSE;

  /* The working file is ours alone, so that it can be mapped. */
  handler = g_cancellable_connect (cancellable, G_CALLBACK (interrupt), database, NULL);
  whole = venule_sql_run (database, "PRAGMA mmap_size = 4294967296", error) &&
          venule_project_db_check_kind (database, name, &version, error) &&
          venule_project_db_check_schema (database, name, error) &&
          venule_project_db_check_whole (database, name, error) &&
          venule_project_db_verify_checksum (database, name, error);
  g_cancellable_disconnect (cancellable, handler);
  sqlite3_close (database);
  if (whole && !g_cancellable_is_cancelled (cancellable))
    return TRUE;

  if (g_cancellable_is_cancelled (cancellable))
    {
      g_clear_error (error);
      g_cancellable_set_error_if_cancelled (cancellable, error);
    }

  return FALSE;
}

gboolean
venule_project_db_move (VenuleProjectDb *self,
                        const char      *path,
                        GError         **error)
{
  sqlite3 *database;

  g_return_val_if_fail (self->gate != NULL && self->depth == 0, FALSE);

  database = venule_project_db_connect (path, SQLITE_OPEN_READWRITE, error);
  if (database == NULL)
    return FALSE;
  if (!venule_project_db_prepare (database, TRUE, error))
    {
      sqlite3_close (database);
      return FALSE;
    }

  for (guint i = 0; i < VENULE_PROJECT_DB_N_STATEMENTS; i++)
    g_clear_pointer (&self->statements[i], sqlite3_finalize);
  sqlite3_close (self->database);
  self->database = database;
  self->gate = NULL;
  venule_project_db_wait_politely (self);

  return TRUE;
}
