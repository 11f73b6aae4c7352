/* venule-time.c: when a frame was taken
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-time.h"

double
venule_time_get_frame_rate (VenuleSource            *source,
                            const VenuleCalibration *calibration)
{
  return calibration->frame_rate > 0 ? calibration->frame_rate : venule_source_get_frame_rate (source);
}

double
venule_time_of_frame (VenuleSource            *source,
                      const VenuleCalibration *calibration,
                      gint64                   frame)
{
  double time;
  double rate;

  if (calibration->frame_rate == 0 && venule_source_get_time (source, frame, &time))
    return time;

  rate = venule_time_get_frame_rate (source, calibration);

  return rate > 0 ? frame / rate : 0;
}

double
venule_time_of_frames (VenuleSource            *source,
                       const VenuleCalibration *calibration,
                       gint64                   first,
                       gint64                   last)
{
  double elapsed;

  if (last <= first)
    return 0;

  elapsed = venule_time_of_frame (source, calibration, last) - venule_time_of_frame (source, calibration, first);

  return elapsed * (double) (last - first + 1) / (double) (last - first);
}
