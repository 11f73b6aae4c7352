/* venule-table-record.h: a frame table as bytes, to be kept
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-source.h"

G_BEGIN_DECLS

/**
 * VenuleTableKey:
 * @size: bytes of the file
 * @mtime: µs since 1970, when it was changed
 * @sample: SHA-256 of places all over the file, of how it is read, and of the programs that decode it; hexadecimal
 *
 * What must be the same for a frame table to be that of a file.
 */
typedef struct {
  gint64 size;
  gint64 mtime;
  char   sample[65];
} VenuleTableKey;

gboolean  venule_table_key_init       (VenuleTableKey       *self,
                                       VenuleSource         *source);
gboolean  venule_table_key_equal      (const VenuleTableKey *a,
                                       const VenuleTableKey *b);
GBytes   *venule_table_record_make    (VenuleSource         *source,
                                       const VenuleTableKey *key);
gboolean  venule_table_record_restore (VenuleSource         *source,
                                       const VenuleTableKey *key,
                                       GBytes               *record);

G_END_DECLS
