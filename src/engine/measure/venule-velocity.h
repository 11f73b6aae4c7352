/* venule-velocity.h: how fast a cell moves along the vessel
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "venule-settings.h"
#include "venule-track.h"

G_BEGIN_DECLS

/**
 * VenuleTrackMeasures:
 * @duration: s from the first spot to the last
 * @displacement: along the flow from the first spot to the last, px; negative against the flow
 * @path: along the flow, sum of the absolute displacements over consecutive windows, px
 * @mean_velocity: displacement / duration, px/s
 * @se_velocity: standard error of @mean_velocity from the error of the first and the last place, px/s; see
 *   venule_displacement_error()
 * @median_velocity: median of the windowed velocities, px/s
 * @sd_velocity: standard deviation (n − 1) of the windowed velocities, px/s; NaN with fewer than two windows
 * @mean_diameter: px
 * @n_windows: number of windowed velocities
 * @window: s, mean length of the windows that were really used
 *
 * "Along the flow" is along the vessel's centreline where that is bent (venule-centreline.h): the difference of two
 * places on it.
 *
 * A track's numbers, in px and s; %NAN where one cannot be had (a track of one spot has no velocity). All movement is
 * that against the tissue: the picture's own shift is taken off each place, and places of frames in which it is unknown
 * are left out (venule_velocity_get_places()), at the ends of a track, too.
 *
 * Velocities are displacements over a window along the flow with real timestamps: frame-to-frame speeds are biased by
 * localisation noise (a stationary cell located to σ px shows √π·σ·rate). The windows follow one another without
 * overlap and share the whole track out evenly: of a track of T s there are round (T / velocity window) of them, one at
 * least, so that the windows are 2/3 to 3/2 as long as asked for (shorter only when the track itself is), nothing of
 * the track is left out, and the windowed velocities weighted by time give the mean velocity. A window begins and ends
 * at the spot nearest in time. Windows that follow one another share their ends, so that the error of one place makes
 * one too fast and the next too slow: the error of the mean velocity is that of two places over the duration, and not
 * the spread of the windows over the root of their number.
 */
typedef struct {
  double duration;
  double displacement;
  double path;
  double mean_velocity;
  double se_velocity;
  double median_velocity;
  double sd_velocity;
  double mean_diameter;
  guint  n_windows;
  double window;
} VenuleTrackMeasures;

/**
 * venule_velocity_get_places:
 * @track: a track
 * @n: (out): number of places
 * @owned: (out) (transfer full) (nullable): keeps them, where they are not the track's own
 *
 * Returns: (array length=n): the places that movement is measured from: those of frames in which the picture's movement
 *   is known; all, when that would leave fewer than two
 */
const VenulePlace *
               venule_velocity_get_places (VenuleTrack          *track,
                                           guint                *n,
                                           VenulePlace         **owned);

/**
 * venule_track_measure:
 * @track: a track
 * @settings: of the run: flow and velocity window
 * @measures: (out caller-allocates): the numbers
 */
void           venule_track_measure       (VenuleTrack          *track,
                                           const VenuleSettings *settings,
                                           VenuleTrackMeasures  *measures);

/**
 * venule_track_mean_velocity:
 * @track: a track
 * @settings: of the run: flow
 *
 * The mean velocity of venule_track_measure() alone, for which only the first and the last spot are looked at.
 *
 * Returns: displacement along the flow / duration, px/s; %NAN when there is none
 */
double         venule_track_mean_velocity (VenuleTrack          *track,
                                           const VenuleSettings *settings);

/**
 * venule_track_velocity_at:
 * @track: a track
 * @settings: of the run: flow and velocity window
 * @frame: number of a frame
 *
 * The displacement over the velocity window centred at the frame; near the ends of the track the window is moved
 * inwards, and a track that is shorter than the window counts as a whole.
 *
 * Returns: velocity along the flow, px/s; %NAN when the track has no spot in that frame, or only one in all
 */
double         venule_track_velocity_at   (VenuleTrack          *track,
                                           const VenuleSettings *settings,
                                           gint64                frame);

/**
 * venule_velocity_runs_against:
 * @tracks: (element-type VenuleTrack): all of a run
 * @settings: of the run: flow
 *
 * Hidden cells and those that stand still are not asked.
 *
 * Returns: whether more than half of the cells that move go against the arrow of the flow, three at least: it is likely
 *   the wrong way round
 */
gboolean       venule_velocity_runs_against
                                          (GPtrArray            *tracks,
                                           const VenuleSettings *settings);

/* Whether the net displacement of a cell is beyond what localisation noise makes, as venule_classify_track() has it. */
gboolean       venule_velocity_has_moved  (const VenulePlace    *places,
                                           guint                 n,
                                           const VenuleSettings *settings);

/* px/s below which a cell stands still: 1 µm/s; an eighth of the expected diameter a second without a calibration. */
double         venule_velocity_of_rest    (const VenuleSettings *settings);

/* px/s: no cell that is slower flows freely for its velocity alone, however slow the camera: %VENULE_SLOWEST_FLOW
 * expected diameters a second. */
double         venule_velocity_of_flow    (const VenuleSettings *settings);

/* px/s: a cell that is faster flows freely, whatever the others do: the stated maximum; without one what leaves no
 * overlap from one of @frame_rate frames/s to the next, but venule_velocity_of_flow() at least: a slow camera alone
 * makes no cell flow. */
double         venule_velocity_fastest_rolling
                                          (const VenuleSettings *settings,
                                           double                frame_rate);

/**
 * venule_classify_track:
 * @track: a track
 * @settings: of the run
 *
 * Adherent: its net displacement over the track, from the mean of the first few spots to that of the last few, is
 * within what localisation noise makes (a tenth of the expected cell diameter, 1.3 px at least), or from the first spot
 * to the last it was slower than 1 µm/s (an eighth of the cell diameter a second without a calibration, which is 1 µm/s
 * for a cell of 8 µm). Free: faster along the flow than the stated maximum velocity; when none is stated, than
 * %VENULE_LARGEST_STEP cell diameters a frame and than venule_velocity_of_flow(). Other: a single spot; and a track
 * within the noise that is too short to be told from slow rolling (5 µm/s, or 5/8 of a diameter a second: at 30
 * frames/s and 0.363 µm/px up to five frames for a cell of 20 px). All else is rolling. "Adherent" says that the cell
 * did not move while it was seen; whether it is adherent in the sense of the field (for 30 s) is for
 * venule_cell_measure() to say.
 *
 * Returns: the kind
 */
VenuleCellKind venule_classify_track      (VenuleTrack          *track,
                                           const VenuleSettings *settings);

G_END_DECLS
