/* venule-video-forecast.h: the frames of a video file, told without decoding them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-decoder.h"
#include "venule-video-table.h"

G_BEGIN_DECLS

gboolean venule_video_forecast          (VenuleDecoder     *decoder,
                                         VenuleVideoTable  *table,
                                         GCancellable      *cancellable);
gboolean venule_video_forecast_by_index (VenuleDecoder     *decoder,
                                         VenuleVideoTable  *table,
                                         GCancellable      *cancellable);

G_END_DECLS
