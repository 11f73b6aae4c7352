/* venule-time.h: when a frame was taken
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-calibration.h"
#include "venule-source.h"

G_BEGIN_DECLS

/**
 * venule_time_of_frame:
 * @source: a video
 * @calibration: its calibration
 * @frame: number of a frame
 *
 * Returns: time of the frame in s as the calibration says: the file's timestamp, or frame / rate when a rate was typed;
 *   0 when the file tells no time
 */
double venule_time_of_frame       (VenuleSource            *source,
                                   const VenuleCalibration *calibration,
                                   gint64                   frame);

/**
 * venule_time_get_frame_rate:
 * @source: a video
 * @calibration: its calibration
 *
 * Returns: frames/s: the typed rate, or else the file's; 0 when there is none
 */
double venule_time_get_frame_rate (VenuleSource            *source,
                                   const VenuleCalibration *calibration);

/**
 * venule_time_of_frames:
 * @source: a video
 * @calibration: its calibration
 * @first: first frame
 * @last: last frame, inclusive
 *
 * A frame lasts until the next one: n frames last n / (n − 1) times as long as it is from the first one to the last one.
 *
 * Returns: s that the frames last; 0 when there is one frame only, or none
 */
double venule_time_of_frames      (VenuleSource            *source,
                                   const VenuleCalibration *calibration,
                                   gint64                   first,
                                   gint64                   last);

G_END_DECLS
