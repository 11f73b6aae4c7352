/* venule-csv.h: one table as RFC 4180 has it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * VenuleCsv:
 *
 * A table in memory: fields one after the other, rows ended by CR LF, quotes only where they are needed, '.' as the
 * decimal point in any locale, a fixed number of decimals, so that the same numbers always give the same bytes.
 */
typedef struct _VenuleCsv VenuleCsv;

VenuleCsv *venule_csv_new         (void);
void       venule_csv_free        (VenuleCsv         *self);
/* (transfer full); consumes @self. */
GBytes    *venule_csv_free_to_bytes (VenuleCsv       *self);

/* Where a spreadsheet would take @text for a formula, an apostrophe goes before it: venule_csv_get_plain() takes it off. */
void       venule_csv_add_text    (VenuleCsv         *self,
                                   const char        *text);
void       venule_csv_add_integer (VenuleCsv         *self,
                                   gint64             number);
/* A number that is not finite leaves the field empty. */
void       venule_csv_add_number  (VenuleCsv         *self,
                                   double             number,
                                   int                decimals);
void       venule_csv_end_row     (VenuleCsv         *self);

/**
 * venule_csv_is_formula:
 * @text: what a person wrote
 *
 * Returns: whether a spreadsheet may compute it: it begins with =, +, -, @, their fullwidth forms, a tab or a line break (OWASP, CSV
 *   Injection), or with spaces or apostrophes before one of these, so that the one that is put before it can be told from its own
 */
gboolean    venule_csv_is_formula  (const char       *text);
/* The text of a field, which is part of @field. */
const char *venule_csv_get_plain   (const char       *field);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (VenuleCsv, venule_csv_free)

G_END_DECLS
