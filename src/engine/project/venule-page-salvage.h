/* venule-page-salvage.h: the rows of a damaged database, page by page
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>
#include <sqlite3.h>

G_BEGIN_DECLS

/* Makes the table that venule_page_salvage() fills. n: columns of the row; number: of the row, NULL in tables WITHOUT
 * ROWID; whole: else the bytes that are missing are zeros; c0 …: as they stand, where an INTEGER PRIMARY KEY is
 * NULL. */
#define VENULE_PAGE_SALVAGE_TABLE \
  "CREATE TEMP TABLE found (n, number, whole, c0, c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11, c12, c13, c14, c15," \
  " c16, c17, c18, c19, c20, c21, c22, c23);"

/* Bytes of a page as the file says; 0: it does not. */
guint    venule_page_salvage_get_page_size (GBytes        *file);

/**
 * venule_page_salvage:
 * @file: a database, in whatever state
 * @page_size: bytes of a page
 * @into: has that table
 * @n_unused: (out): pages that nothing came of
 * @cancellable: (nullable): ends it within a page
 * @error: return location for what was wrong with @into, or that it was cancelled
 *
 * Returns: whether all rows that can be read are in the table, in their order in the file
 */
gboolean venule_page_salvage               (GBytes        *file,
                                            guint          page_size,
                                            sqlite3       *into,
                                            guint         *n_unused,
                                            GCancellable  *cancellable,
                                            GError       **error);

G_END_DECLS
