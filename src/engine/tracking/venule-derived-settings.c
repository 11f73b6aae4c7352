/* venule-derived-settings.c: settings that follow from the video unless the user set them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-derived-settings.h"

#include <math.h>

/* s: a cell is seen by the detector so often, at least. */
#define DETECTION_PERIOD (1.0 / 30)
#define SELDOM_PERIOD 0.1 /* with VENULE_ABLATE_EVERY_FRAME */
#define MAX_DETECT_INTERVAL 10

/**
 * venule_settings_get_max_velocity:
 * @settings: the settings
 * @frame_rate: frames/s
 *
 * Returns: px/s: the fastest cell that is followed: as set, else what the frame rate allows
 */
double
venule_settings_get_max_velocity (const VenuleSettings *settings,
                                  double                frame_rate)
{
  if (settings->max_velocity > 0)
    return settings->max_velocity;
  return VENULE_LARGEST_STEP * settings->cell_diameter * frame_rate;
}

/**
 * venule_settings_get_detect_interval:
 * @settings: the settings
 * @frame_rate: frames/s
 *
 * Returns: frames from a detection to the next: as set, else about 30 detections a second
 */
int
venule_settings_get_detect_interval (const VenuleSettings *settings,
                                     double                frame_rate)
{
  double period = settings->ablation & VENULE_ABLATE_EVERY_FRAME ? SELDOM_PERIOD : DETECTION_PERIOD;

  if (settings->detect_interval > 0)
    return settings->detect_interval;
  return (int) CLAMP (round (period * frame_rate), 1, MAX_DETECT_INTERVAL);
}
