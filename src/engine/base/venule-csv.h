/* venule-csv.h: rows of comma-separated values (RFC 4180)
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* ---- Writing ---- */

/* A field, in quotes where it needs them. Where a spreadsheet would take @text for a formula, an apostrophe goes before
 * it, which venule_csv_get_plain() takes off. */
void        venule_csv_append_field (GString    *row,
                                     const char *text);

/**
 * venule_csv_is_formula:
 * @text: what a user wrote
 *
 * Returns: whether a spreadsheet may compute it: it begins with =, +, -, @, their fullwidth forms, a tab or a line
 *   break (OWASP, CSV Injection), or with spaces or apostrophes before one of these, so that the apostrophe that is put
 *   before it can be told from its own
 */
gboolean    venule_csv_is_formula   (const char *text);

/* ---- Reading ---- */

/**
 * VenuleCsvReader:
 *
 * Goes through a table row by row. Fields come without quotes and without spaces around them. A quotation mark is one
 * at the beginning of a field alone, as a note may speak of 5"; a quoted field may go over several lines.
 */
typedef struct _VenuleCsvReader VenuleCsvReader;

/* @text is kept by the caller. */
VenuleCsvReader *venule_csv_reader_new          (const char            *text,
                                                 char                   separator);
void             venule_csv_reader_free         (VenuleCsvReader       *self);
/* Whether there was another row; its fields are valid until the next call. */
gboolean         venule_csv_reader_next         (VenuleCsvReader       *self);
guint            venule_csv_reader_get_n_fields (const VenuleCsvReader *self);
/* "" behind the last field of the row. */
const char      *venule_csv_reader_get_field    (const VenuleCsvReader *self,
                                                 int                    column);
/* Where a field has such a text; -1: nowhere. */
int              venule_csv_reader_find         (const VenuleCsvReader *self,
                                                 const char            *text);
gboolean         venule_csv_reader_is_empty     (const VenuleCsvReader *self);
/* The number of the row, from 1. */
guint            venule_csv_reader_get_line     (const VenuleCsvReader *self);
/* Whether the text ended in quotes. */
gboolean         venule_csv_reader_is_open      (const VenuleCsvReader *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (VenuleCsvReader, venule_csv_reader_free)

G_END_DECLS
