/* venule-sql.h: SQLite with errors that the user understands
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>
#include <sqlite3.h>

G_BEGIN_DECLS

G_DEFINE_AUTOPTR_CLEANUP_FUNC (sqlite3_stmt, sqlite3_finalize)

/* What went wrong last in @database, as a sentence. Always FALSE. */
gboolean      venule_sql_set_error       (sqlite3       *database,
                                          GError       **error);

/* Statements without answers, one after the other. */
gboolean      venule_sql_run             (sqlite3       *database,
                                          const char    *statements,
                                          GError       **error);

/* (transfer full) (nullable): a statement that is ready for its values. */
sqlite3_stmt *venule_sql_prepare         (sqlite3       *database,
                                          const char    *statement,
                                          GError       **error);

/* (transfer full) (nullable): the same, with @first and @second bound to its first two parameters, if it has them. */
sqlite3_stmt *venule_sql_prepare_with    (sqlite3       *database,
                                          const char    *statement,
                                          gint64         first,
                                          gint64         second,
                                          GError       **error);

/* The next row; FALSE at the end, and with an error when there is none to be had. */
gboolean      venule_sql_next            (sqlite3_stmt  *statement,
                                          GError       **error);

/* A statement that gives no rows; it can be given other values and done again after it. */
gboolean      venule_sql_do              (sqlite3_stmt  *statement,
                                          GError       **error);

/* Prepares such a statement and runs it once. */
gboolean      venule_sql_do_with         (sqlite3       *database,
                                          const char    *statement,
                                          gint64         first,
                                          gint64         second,
                                          GError       **error);

/* The first number of the first row; @missing where there is no row, or no number in it. */
gboolean      venule_sql_get_number      (sqlite3       *database,
                                          const char    *statement,
                                          gint64         missing,
                                          gint64        *number,
                                          GError       **error);
gboolean      venule_sql_get_number_with (sqlite3       *database,
                                          const char    *statement,
                                          gint64         first,
                                          gint64         second,
                                          gint64         missing,
                                          gint64        *number,
                                          GError       **error);

/* (transfer none): the text in a column, "" where there is none. */
const char   *venule_sql_get_text        (sqlite3_stmt  *statement,
                                          int            column);

G_END_DECLS
