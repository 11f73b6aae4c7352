/* venule-summary.h: one recording in a few numbers
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "venule-settings.h"

G_BEGIN_DECLS

#define VENULE_ADHERENT_SECONDS 30.0 /* s without moving, from which a cell counts as adherent in the field */

/**
 * VenuleSummary:
 * @n_tracks: tracks in all
 * @n_rolling: of them rolling
 * @n_stationary: of them without movement while they were seen
 * @n_free: of them free-flowing
 * @n_other: the rest
 * @n_edited: tracks that a person changed
 * @n_adherent: that stood still for at least %VENULE_ADHERENT_SECONDS, all the time or within it (for another time, see
 *   venule-measures.h)
 * @adherent_assessable: whether the stretch that was analysed is long enough to say so; otherwise @n_stationary is all that
 *   can be said
 * @duration: s analysed
 * @n_velocities: rolling tracks that have a velocity
 * @velocity_mean: of the mean velocities of rolling tracks, one value a track, px/s
 * @velocity_sd: their standard deviation (n − 1), px/s
 * @velocity_se: their standard error, px/s
 * @velocity_median: their median, px/s
 * @diameter_mean: of the mean diameters of all tracks, px
 * @diameter_sd: their standard deviation (n − 1), px
 *
 * Numbers of all tracks; %NAN where there are too few.
 */
typedef struct {
  guint    n_tracks, n_rolling, n_stationary, n_free, n_other, n_edited;
  guint    n_adherent;
  gboolean adherent_assessable;
  double   duration;
  guint    n_velocities;
  double   velocity_mean, velocity_sd, velocity_se, velocity_median;
  double   diameter_mean, diameter_sd;
} VenuleSummary;

/**
 * venule_summary_compute:
 * @tracks: list model of VenuleTrack
 * @settings: of the run
 * @duration: s that were analysed
 * @summary: (out caller-allocates): the numbers
 */
void venule_summary_compute (GListModel           *tracks,
                             const VenuleSettings *settings,
                             double                duration,
                             VenuleSummary        *summary);

G_END_DECLS
