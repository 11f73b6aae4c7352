/* venule-packet-scan.h: the frames of a video file, predicted without decoding them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-decoder.h"
#include "venule-video-table.h"

G_BEGIN_DECLS

gboolean venule_packet_scan       (VenuleDecoder     *decoder,
                                   VenuleVideoTable  *table,
                                   GCancellable      *cancellable);
gboolean venule_packet_scan_index (VenuleDecoder     *decoder,
                                   VenuleVideoTable  *table,
                                   GCancellable      *cancellable);

G_END_DECLS
