/* venule-histogram.h: the distribution of the rolling velocities
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "venule-settings.h"

G_BEGIN_DECLS

/**
 * VenuleHistogram:
 * @unit: "µm/s" or "px/s"
 * @bin_width: in that unit
 * @first: lower edge of the first bin
 * @n_bins: number of bins
 * @counts: tracks in each bin
 * @n: tracks in all
 * @mean: of the tracks' mean velocities
 * @sd: standard deviation (n − 1); NaN below two tracks
 * @median: of the tracks' mean velocities
 *
 * Histogram of the mean velocities of rolling tracks (one value a track). Bin width by the Freedman–Diaconis rule rounded to
 * 1, 2 or 5 times a power of ten, unless it was set by hand.
 */
typedef struct {
  const char *unit;
  double      bin_width;
  double      first;
  guint       n_bins;
  guint      *counts;
  guint       n;
  double      mean;
  double      sd;
  double      median;
} VenuleHistogram;

/* @tracks: a list model of VenuleTrack. @bin_width: 0: by the rule. Never NULL; n may be 0. */
VenuleHistogram *venule_histogram_new  (GListModel           *tracks,
                                        const VenuleSettings *settings,
                                        double                bin_width);
void             venule_histogram_free (VenuleHistogram      *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (VenuleHistogram, venule_histogram_free)

G_END_DECLS
