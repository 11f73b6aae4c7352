/* venule-identity-swaps.h: repairs identity swaps after an encounter
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

void venule_repair_swaps (GPtrArray *paths,
                          double     radius);

G_END_DECLS
