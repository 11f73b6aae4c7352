/* venule-store-scan.h: the rows of a damaged database, page by page
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum {
  VENULE_SCAN_NULL,
  VENULE_SCAN_INTEGER,
  VENULE_SCAN_REAL,
  VENULE_SCAN_TEXT,
  VENULE_SCAN_BLOB,
} VenuleScanKind;

typedef struct {
  VenuleScanKind  kind;
  gint64          integer;
  double          real;
  const guint8   *bytes; /* of a text, without a zero behind it, or a blob */
  gsize           size;
} VenuleScanValue;

/**
 * VenuleScanRow:
 * @has_number: whether it is of a table whose rows have numbers; else it is of one WITHOUT ROWID
 * @number: of the row; its column INTEGER PRIMARY KEY holds NULL
 * @whole: whether all of its bytes were there; else those that are missing are zeros
 * @values: (array length=n): valid during the call
 * @n: columns
 *
 * A row, of which table it cannot be said.
 */
typedef struct {
  gboolean               has_number;
  gint64                 number;
  gboolean               whole;
  const VenuleScanValue *values;
  guint                  n;
} VenuleScanRow;

/* Whether it is to be gone on. */
typedef gboolean (*VenuleScanFunc) (const VenuleScanRow *row,
                                    gpointer             user_data);

/* Columns of a row that are looked at. */
#define VENULE_SCAN_MOST_COLUMNS 64

/**
 * venule_store_scan:
 * @data: (array length=size): a database, in whatever state
 * @size: bytes
 * @page_size: bytes of a page
 * @found: called for every row that reads, until it wants no more
 * @user_data: for @found
 *
 * Looks at each page by itself, not at the tree that they make, as https://www.sqlite.org/fileformat2.html describes them: what is
 * damaged costs what stands in it alone.
 *
 * Returns: number of pages that nothing came of
 */
guint venule_store_scan (const guint8   *data,
                         gsize           size,
                         guint           page_size,
                         VenuleScanFunc  found,
                         gpointer        user_data);

/* Bytes of a page as the database says; 0: it does not. */
guint venule_store_scan_page_size (const guint8 *data,
                                   gsize         size);

G_END_DECLS
