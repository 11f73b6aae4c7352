/* venule-table-empty.h: why a table has no rows
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-document.h"

G_BEGIN_DECLS

/* (nullable) document: translated sentences for one that shows no tracks. */
const char *venule_table_empty_tracks (VenuleDocument *document);
const char *venule_table_empty_spots  (VenuleDocument *document);

G_END_DECLS
