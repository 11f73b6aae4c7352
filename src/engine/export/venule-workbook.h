/* venule-workbook.h: tables as the sheets of a workbook
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "venule-table.h"

G_BEGIN_DECLS

/**
 * VenuleWorkbook:
 * @names: (array length=n_sheets): of the sheets, 28 letters at most
 * @n_sheets: number of tables
 * @make: gives the table with this number: (transfer full). One after the other, as a table may take much memory
 * @data: for @make
 * @parameters: (nullable): JSON, for a sheet with a row for each value
 *
 * What is to be in a workbook. A table of more rows than a sheet has goes on in another.
 */
typedef struct {
  const char *const  *names;
  guint               n_sheets;
  VenuleTable      *(*make) (gconstpointer data,
                             guint         sheet);
  gconstpointer       data;
  GBytes             *parameters;
} VenuleWorkbook;

/**
 * venule_workbook_make:
 * @workbook: what is to be in it
 * @cancellable: (nullable)
 * @error: return location
 *
 * Numbers are numbers there, in any locale. The same tables give the same bytes.
 *
 * Returns: (transfer full): an XLSX, or %NULL
 */
GBytes *venule_workbook_make (const VenuleWorkbook  *workbook,
                              GCancellable          *cancellable,
                              GError               **error);

G_END_DECLS
