/* venule-table-record.h: a frame table as bytes, to be kept
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-source-private.h"

G_BEGIN_DECLS

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
