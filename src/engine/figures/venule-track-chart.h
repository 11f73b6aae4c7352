/* venule-track-chart.h: how fast one cell was over time
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-chart.h"
#include "venule-measure-settings.h"
#include "venule-settings.h"
#include "venule-track.h"

G_BEGIN_DECLS

/**
 * VenuleTrackChart:
 *
 * The windowed velocity of a track at each of its spots (venule_track_velocity_at()) over the time of the video, with
 * gaps where the cell was not seen, its mean velocity as a line and its pauses shaded.
 */
typedef struct _VenuleTrackChart VenuleTrackChart;

/**
 * venule_track_chart_new:
 * @track: a track
 * @settings: of the run: flow, velocity window, calibration
 * @measures: what a pause is
 *
 * Returns: (transfer full) (nullable): the chart; %NULL when the track has no velocity
 */
VenuleTrackChart *venule_track_chart_new     (VenuleTrack              *track,
                                              const VenuleSettings     *settings,
                                              const VenuleMeasureSettings
                                                                       *measures);
void              venule_track_chart_free    (VenuleTrackChart         *self);

/* (transfer none): the curve. */
const VenuleChart *
                  venule_track_chart_get     (const VenuleTrackChart   *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (VenuleTrackChart, venule_track_chart_free)

G_END_DECLS
