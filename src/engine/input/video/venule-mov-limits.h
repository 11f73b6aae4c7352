/* venule-mov-limits.h: how much memory the index of an MP4 or QuickTime file makes FFmpeg ask for
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-file.h"

G_BEGIN_DECLS

gboolean venule_mov_is_bounded (VenuleFile *file);

G_END_DECLS
