/* venule-mov-limits.h: bounds the memory that FFmpeg allocates for the index of an MP4 or QuickTime file
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-file.h"

G_BEGIN_DECLS

gboolean venule_mov_is_bounded (VenuleFile *file);

G_END_DECLS
