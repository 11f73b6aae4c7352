/* venule-file-end.h: whether a video file ends where it should
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <libavcodec/avcodec.h>

#include "venule-file.h"

G_BEGIN_DECLS

gboolean venule_file_end_is_missing (VenuleFile              *file,
                                     const char              *kind,
                                     const AVCodecParameters *video);

G_END_DECLS
