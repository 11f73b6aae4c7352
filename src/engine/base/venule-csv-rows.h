/* venule-csv-rows.h: reads back a table that VenuleCsv wrote
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * VenuleCsvRows:
 *
 * Goes through a table of #VenuleCsv row by row, so that the other kinds of files have the very numbers of the tables.
 */
typedef struct _VenuleCsvRows VenuleCsvRows;

/* Keeps a reference to @table; the row of titles is read already. */
VenuleCsvRows      *venule_csv_rows_new        (GBytes              *table);
void                venule_csv_rows_free       (VenuleCsvRows       *self);
guint               venule_csv_rows_get_n      (const VenuleCsvRows *self);
const char         *venule_csv_rows_get_title  (const VenuleCsvRows *self,
                                                guint                column);
/* Whether there was another row; its fields are valid until the next call. */
gboolean            venule_csv_rows_next       (VenuleCsvRows       *self);
const char         *venule_csv_rows_get_field  (const VenuleCsvRows *self,
                                                guint                column);
/* Whether in this row of the column stands what a person wrote, which is text, whatever it looks like. */
gboolean            venule_csv_rows_is_text    (const VenuleCsvRows *self,
                                                guint                column);
/* Whether the field is a number, and no such text. */
gboolean            venule_csv_rows_get_number (const VenuleCsvRows *self,
                                                guint                column,
                                                double              *number);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (VenuleCsvRows, venule_csv_rows_free)

G_END_DECLS
