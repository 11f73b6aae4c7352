/* venule-table.h: a table in memory, for files
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * VenuleTable:
 *
 * Rows of texts, flags and numbers, filled cell by cell. A number knows with how many decimals it is written, so that
 * all formats of files say the same, in any locale. A new cell behind the last column begins the next row.
 */
typedef struct _VenuleTable VenuleTable;

/* @titles: (array zero-terminated=1): of the columns; more can be added before the first row. @unit: (nullable): what
 * takes the place of "UNIT" in them. */
VenuleTable *venule_table_new             (const char *const *titles,
                                           const char        *unit);
VenuleTable *venule_table_ref             (VenuleTable       *self);
void         venule_table_unref           (VenuleTable       *self);

void         venule_table_add_title       (VenuleTable       *self,
                                           const char        *title);
/* @text: (nullable): an empty one is an empty cell. */
void         venule_table_add_text        (VenuleTable       *self,
                                           const char        *text);
void         venule_table_add_flag        (VenuleTable       *self,
                                           gboolean           flag);
void         venule_table_add_integer     (VenuleTable       *self,
                                           gint64             number);
/* A number that is not finite is an empty cell. */
void         venule_table_add_number      (VenuleTable       *self,
                                           double             number,
                                           int                decimals);
/* With six significant digits. */
void         venule_table_add_significant (VenuleTable       *self,
                                           double             number);

guint        venule_table_get_n_columns   (const VenuleTable *self);
guint        venule_table_get_n_rows      (const VenuleTable *self);
const char  *venule_table_get_title       (const VenuleTable *self,
                                           guint              column);
/* Of a cell with a text or a flag ("true", "false"); else "". */
const char  *venule_table_get_text        (const VenuleTable *self,
                                           guint              row,
                                           guint              column);
/* Whether the cell has a number, which is rounded as in the files. */
gboolean     venule_table_get_number      (const VenuleTable *self,
                                           guint              row,
                                           guint              column,
                                           double            *number);

/* (transfer full): CSV with a row of titles; the same cells give the same bytes. */
GBytes      *venule_table_to_csv          (const VenuleTable *self);
/* The cell as a value of JSON; an empty one is null. */
void         venule_table_append_json     (const VenuleTable *self,
                                           guint              row,
                                           guint              column,
                                           GString           *text);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (VenuleTable, venule_table_unref)

G_END_DECLS
