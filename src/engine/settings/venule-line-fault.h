/* venule-line-fault.h: what is wrong with a line that was drawn along a vessel
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-centreline.h"

G_BEGIN_DECLS

/**
 * venule_line_find_fault:
 * @points: (element-type VenulePoint): of a line, in their order
 * @at: (out) (optional): where it is wrong, px
 *
 * A line that crosses itself, or that goes back the way it came, has no single place along it for a place beside it.
 * Any bend is sound, the half circle of a U as well.
 *
 * Returns: (nullable): what is wrong with it, untranslated, without a full stop; %NULL: nothing
 */
const char *venule_line_find_fault (const GArray *points,
                                    VenulePoint  *at);

G_END_DECLS
