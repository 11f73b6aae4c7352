/* venule-table-cache.h: frame tables that are kept in a folder
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-table-record.h"

G_BEGIN_DECLS

gboolean venule_table_cache_load   (const char           *folder,
                                    const VenuleTableKey *key,
                                    VenuleSource         *source);
void     venule_table_cache_store  (const char           *folder,
                                    const VenuleTableKey *key,
                                    VenuleSource         *source);
void     venule_table_cache_forget (const char           *folder,
                                    const VenuleTableKey *key);

G_END_DECLS
