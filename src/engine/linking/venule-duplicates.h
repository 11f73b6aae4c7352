/* venule-duplicates.h: cells that were followed twice
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

void venule_drop_duplicates (GPtrArray *paths);

G_END_DECLS
