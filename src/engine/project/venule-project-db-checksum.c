/* venule-project-db-checksum.c: whether a document is as it was saved
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-project-db-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "venule-error.h"

/* SQLite keeps no checksums: a flipped bit in a number, or an empty page of one table that a drive puts in the place of
 * another's, is a whole database to it. So a checksum of all values is saved, behind the version of the program that
 * saved them, which the table that holds it has always had room for. Places and contours have a checksum each, so that
 * here their sizes will do. A document that an earlier program saved has no checksum, and one that it saved again has
 * that of another revision. */
static const char *const contents[] = {
  "SELECT revision, settings, run FROM document",
  "SELECT * FROM video",
  "SELECT * FROM run ORDER BY id",
  "SELECT id, length(spots) FROM path ORDER BY id",
  "SELECT path, length(radii) FROM outline ORDER BY path",
  "SELECT * FROM track ORDER BY run, id",
  "SELECT * FROM step ORDER BY id",
  "SELECT * FROM change ORDER BY step, number",
  "SELECT * FROM answer ORDER BY run, track, frame, reason",
  "SELECT * FROM light ORDER BY run",
  "SELECT * FROM measure ORDER BY name",
  "SELECT * FROM measure_change ORDER BY step, number",
};

static void
add_value (GChecksum    *checksum,
           sqlite3_stmt *row,
           int           column)
{
  guint8 type = (guint8) sqlite3_column_type (row, column); /* asked first: numbers are then taken as text */
  const void *bytes = sqlite3_column_blob (row, column);
  guint32 size = GUINT32_TO_LE ((guint32) sqlite3_column_bytes (row, column));

  g_checksum_update (checksum, &type, sizeof type);
  g_checksum_update (checksum, (const guchar *) &size, sizeof size);
  if (bytes != NULL)
    g_checksum_update (checksum, bytes, GUINT32_FROM_LE (size));
}

/* (transfer full) (nullable): "rows of revision 7: " and the checksum. */
static char *
dup_checksum (sqlite3 *database,
              GError **error)
{
  g_autoptr(GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA256);
  gint64 revision;

  for (guint i = 0; i < G_N_ELEMENTS (contents); i++)
    {
      g_autoptr(sqlite3_stmt) row = venule_sql_prepare (database, contents[i], error);
      g_autoptr(GError) reason = NULL;

      if (row == NULL)
        return NULL;
      while (venule_sql_next (row, &reason))
        for (int column = 0; column < sqlite3_column_count (row); column++)
          add_value (checksum, row, column);
      if (reason != NULL)
        {
          g_propagate_error (error, g_steal_pointer (&reason));
          return NULL;
        }
      g_checksum_update (checksum, (const guchar *) contents[i], (gssize) strlen (contents[i]));
    }
  if (!venule_sql_get_number (database, "SELECT revision FROM document", -1, &revision, error))
    return NULL;

  return g_strdup_printf ("revision %" G_GINT64_FORMAT ": %s", revision, g_checksum_get_string (checksum));
}

gboolean
venule_project_db_add_checksum (sqlite3 *database,
                                GError **error)
{
  g_autofree char *checksum = dup_checksum (database, error), *statement = NULL;

  if (checksum == NULL)
    return FALSE;

  statement = g_strdup_printf ("UPDATE document SET program = '%s, %s'", VENULE_VERSION, checksum);
  return venule_sql_run (database, statement, error);
}

gboolean
venule_project_db_remove_checksum (sqlite3 *database,
                                   GError **error)
{
  return venule_sql_run (database,
                         "UPDATE document SET program = '" VENULE_VERSION "' WHERE program <> '" VENULE_VERSION "'",
                         error);
}

/* @all: receives whether each row of contours is as it was written. */
static gboolean
check_contours (sqlite3   *database,
                gboolean  *all,
                GError   **error)
{
  g_autoptr(sqlite3_stmt) row = venule_sql_prepare (database, "SELECT radii FROM outline", error);
  g_autoptr(GError) failure = NULL;

  *all = TRUE;
  while (row != NULL && *all && venule_sql_next (row, &failure))
    *all = venule_spots_blob_is_whole (sqlite3_column_blob (row, 0), (gsize) sqlite3_column_bytes (row, 0));
  if (failure == NULL)
    return row != NULL;

  g_propagate_error (error, g_steal_pointer (&failure));

  return FALSE;
}

gboolean
venule_project_db_verify_checksum (sqlite3    *database,
                                   const char *name,
                                   GError    **error)
{
  g_autofree char *checksum = NULL;
  gint64 version, n_documents, n_with_checksum;
  const char *program;
  gboolean whole = TRUE;

  if (!venule_sql_get_number (database, "PRAGMA user_version", 0, &version, error) ||
      !venule_sql_get_number (database, "SELECT count(*) FROM document", 0, &n_documents, error) ||
      !venule_sql_get_number (database,
                              "SELECT instr(program, ', revision ' || revision || ': ') > 0 FROM document", 0,
                              &n_with_checksum, error))
    return FALSE;
  if (version == VENULE_PROJECT_DB_VERSION && !check_contours (database, &whole, error))
    return FALSE;

  /* What was saved in a version of other tables has another checksum. */
  if (n_documents == 1 && whole && (n_with_checksum == 0 || version != VENULE_PROJECT_DB_VERSION))
    return TRUE;
  if (n_documents == 1 && whole)
    {
      g_autoptr(sqlite3_stmt) row = venule_sql_prepare (database, "SELECT program FROM document", error);

      checksum = row != NULL ? dup_checksum (database, error) : NULL;
      if (checksum == NULL)
        return FALSE;
      program = venule_sql_next (row, NULL) ? venule_sql_get_text (row, 0) : "";
      if (g_str_has_suffix (program, checksum))
        return TRUE;
    }

  g_set_error (error, VENULE_ERROR, VENULE_ERROR_DAMAGED,
               _("“%s” is damaged: a part of it is missing or was changed outside of Venule."), name);

  return FALSE;
}
