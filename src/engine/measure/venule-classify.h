/* venule-classify.h: what all cells of a recording are
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-settings.h"
#include "venule-track.h"

G_BEGIN_DECLS

/**
 * venule_classify_tracks:
 * @tracks: (element-type VenuleTrack): all of a run
 * @settings: of the run
 *
 * Gives each track its kind: that of venule_classify_track(), and free-flowing besides where the recording as a whole
 * says so. A cell that flows need not leave its own overlap behind from frame to frame. But where some do, and no
 * maximum velocity was stated, the velocities of a recording fall into two groups, one that rolls and one that flows; a
 * cell belongs to the group that its velocity is in. The border between the two is where two normal distributions of
 * the logarithms describe all of them best (J. Kittler, J. Illingworth, Pattern Recognition 19, 41, 1986). It is looked
 * for where at least three cells are faster than venule_velocity_of_flow(), from 0.35 times the slowest of these up to
 * the slowest that is free in any case, and holds only where the means of the groups lie apart by 2.2 times the sum of
 * their standard deviations: one group that is cut in two would come to less. None of that depends on the frame rate of
 * the camera, but what is free in any case.
 *
 * Tracks whose kind a person said keep it.
 */
void   venule_classify_tracks      (GPtrArray            *tracks,
                                    const VenuleSettings *settings);

/**
 * venule_classify_find_border:
 * @tracks: (element-type VenuleTrack): all of a run
 * @settings: of the run
 *
 * Returns: the border of venule_classify_tracks(), px/s; %INFINITY: there is none
 */
double venule_classify_find_border (GPtrArray            *tracks,
                                    const VenuleSettings *settings);

/**
 * venule_classify_one:
 * @track: a track
 * @settings: of the run
 * @border: that of all tracks
 *
 * Gives one track its kind as venule_classify_tracks() does.
 */
void   venule_classify_one         (VenuleTrack          *track,
                                    const VenuleSettings *settings,
                                    double                border);

G_END_DECLS
