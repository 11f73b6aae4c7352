/* venule-velocity.h: how fast a cell moves along the flow
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-settings.h"
#include "venule-track.h"

G_BEGIN_DECLS

/**
 * VenuleTrackMeasures:
 * @duration: s from the first spot to the last
 * @displacement: along the flow from the first spot to the last, px
 * @path: along the flow, sum of the absolute displacements over consecutive windows, px
 * @mean_velocity: displacement / duration, px/s
 * @median_velocity: median of the windowed velocities, px/s
 * @sd_velocity: standard deviation of the windowed velocities, px/s; NaN with fewer than two windows
 * @mean_diameter: px
 * @n_windows: number of windowed velocities
 * @window: s, the window that was really used (shortened for short tracks)
 *
 * A track's numbers, in px and s; %NAN where one cannot be had (a track of one spot has no velocity). Velocities are
 * displacements over a window along the flow with real timestamps: frame-to-frame speeds are biased by localisation noise.
 */
typedef struct {
  double duration;
  double displacement;
  double path;
  double mean_velocity;
  double median_velocity;
  double sd_velocity;
  double mean_diameter;
  guint  n_windows;
  double window;
} VenuleTrackMeasures;

void     venule_track_measure          (VenuleTrack          *track,
                                        const VenuleSettings *settings,
                                        VenuleTrackMeasures  *measures);
/* Velocity along the flow at a frame, px/s, displacement over the window centred there; NAN when there is none. */
double   venule_track_velocity_at      (VenuleTrack          *track,
                                        const VenuleSettings *settings,
                                        gint64                frame);

G_END_DECLS
