/* make-track.h: tracks whose numbers are known on paper
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <math.h>

#include "venule-settings.h"
#include "venule-track.h"

#define RATE 30.0

static inline void
add_spot (VenuleTrack *track,
          gint64       frame,
          double       time,
          double       x,
          double       y)
{
  VenuleSpot spot = { .frame = frame, .time = time, .x = x, .y = y, .radius = 10, .score = 1 };

  venule_track_add_spot (track, &spot);
}

/* A cell that moves from (100, 100) at a constant velocity in px/s, for @n frames at 30 frames/s. */
static inline VenuleTrack *
make_track (guint  id,
            guint  n,
            double velocity_x,
            double velocity_y)
{
  VenuleTrack *track = venule_track_new (id);

  for (guint i = 0; i < n; i++)
    add_spot (track, i, i / RATE, 100 + velocity_x * i / RATE, 100 + velocity_y * i / RATE);

  return track;
}

/* Flow along +x, a window of 0.5 s, no calibration. */
static inline VenuleSettings *
make_settings (void)
{
  VenuleSettings *settings = venule_settings_new ();

  settings->vessel->flow_x = 1;

  return settings;
}
