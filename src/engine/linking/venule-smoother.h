/* venule-smoother.h: a cell's path from what was seen of it and how it was seen to move
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-tissue-path.h"

G_BEGIN_DECLS

void venule_smooth_path (VenuleTissuePath *path);

G_END_DECLS
