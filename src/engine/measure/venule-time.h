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
 * A frame lasts until the next one: n frames last n / (n − 1) times as long as it is from the first one to the last
 * one.
 *
 * Returns: s that the frames last; 0 when there is one frame only, or none
 */
double venule_time_of_frames      (VenuleSource            *source,
                                   const VenuleCalibration *calibration,
                                   gint64                   first,
                                   gint64                   last);

/**
 * VenuleGap:
 * @start: when the last frame before it ends, s
 * @end: when the next frame is taken, s
 *
 * A time in which nothing was recorded: what passes then is not seen.
 */
typedef struct {
  double start, end;
} VenuleGap;

/**
 * VenuleRecorded:
 * @start: time of the first frame, s
 * @duration: s from there to the end of the last one, with the gaps
 * @gaps: (nullable) (element-type VenuleGap): by time; %NULL: none
 *
 * When frames were recorded. A gap is longer than a second and than five times the mean interval of the frames: cells
 * that move are not followed across it.
 */
typedef struct {
  double  start, duration;
  GArray *gaps;
} VenuleRecorded;

/**
 * venule_time_find_recorded:
 * @source: a video
 * @calibration: its calibration
 * @first: first frame
 * @last: last frame, inclusive
 * @recorded: (out caller-allocates): for venule_recorded_clear()
 *
 * Of a rate that was typed there are no gaps. Looks at each frame's time; for any thread.
 */
void    venule_time_find_recorded (VenuleSource            *source,
                                   const VenuleCalibration *calibration,
                                   gint64                   first,
                                   gint64                   last,
                                   VenuleRecorded          *recorded);
void    venule_recorded_clear     (VenuleRecorded          *self);

/* Frames a second from frame @first to frame @last, where there were any: without the gaps. */
double  venule_time_get_recorded_rate
                                  (VenuleSource            *source,
                                   const VenuleCalibration *calibration,
                                   gint64                   first,
                                   gint64                   last);
/* s of the gaps that lie from @from to @to. */
double  venule_recorded_in_gaps   (const VenuleRecorded    *self,
                                   double                   from,
                                   double                   to);
/* s that were recorded in all: the duration without the gaps. */
double  venule_recorded_get_seen  (const VenuleRecorded    *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (VenuleRecorded, venule_recorded_clear)

G_END_DECLS
