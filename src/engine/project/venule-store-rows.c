/* venule-store-rows.c: whether a document has all the rows that it was saved with
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-store-private.h"

#include <glib/gi18n-lib.h>

#include "venule-error.h"

/* A drive that puts an empty page of one table in the place of another's leaves a database that SQLite takes for whole,
 * and seals of rows say nothing about rows that are gone. So how many there were is saved, behind the version of the
 * program that saved them, which the table that holds it has always had room for. A document that an earlier program
 * saved does not say, and nor does one that it saved again: it knows nothing of the text, but counts the
 * revision on. */
#define OF_REVISION "', rows of revision ' || revision || ':'"
#define ROWS(table) " || ' " #table " ' || (SELECT count(*) FROM " #table ")"
#define ALL_ROWS                                                                                                       \
  OF_REVISION ROWS (answer) ROWS (change) ROWS (measure) ROWS (measure_change) ROWS (outline) ROWS (path)              \
    ROWS (run) ROWS (step) ROWS (track) ROWS (video)

gboolean
venule_store_seal_rows (sqlite3  *database,
                        GError  **error)
{
  return venule_sql_run (database, "UPDATE document SET program = '" VENULE_VERSION "' || " ALL_ROWS, error);
}

gboolean
venule_store_unseal_rows (sqlite3  *database,
                          GError  **error)
{
  return venule_sql_run (database,
                         "UPDATE document SET program = '" VENULE_VERSION "' WHERE program <> '" VENULE_VERSION "'",
                         error);
}

gboolean
venule_store_check_rows (sqlite3     *database,
                         const char  *name,
                         GError     **error)
{
  gint64 version, n_documents, n_sealed, n_whole = 0;

  if (!venule_sql_get_number (database, "PRAGMA user_version", 0, &version, error) ||
      !venule_sql_get_number (database, "SELECT count(*) FROM document", 0, &n_documents, error) ||
      !venule_sql_get_number (database, "SELECT count(*) FROM document WHERE instr(program, " OF_REVISION ") > 0", 0,
                              &n_sealed, error))
    return FALSE;

  /* What was saved in a version of other tables is counted otherwise. */
  if (version != VENULE_STORE_VERSION)
    n_sealed = 0;
  if (n_sealed > 0 &&
      !venule_sql_get_number (database, "SELECT count(*) FROM document WHERE instr(program, " ALL_ROWS ") > 0", 0,
                              &n_whole, error))
    return FALSE;
  if (n_documents == 1 && n_whole == n_sealed)
    return TRUE;

  g_set_error (error, VENULE_ERROR, VENULE_ERROR_DAMAGED, _("“%s” is damaged: a part of it is missing."), name);

  return FALSE;
}
