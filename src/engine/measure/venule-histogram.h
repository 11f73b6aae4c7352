/* venule-histogram.h: the distribution of the rolling velocities
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "venule-settings.h"

G_BEGIN_DECLS

#define VENULE_HISTOGRAM_MAX_BINS 1000

/**
 * VenuleHistogram:
 * @unit: "µm/s" or "px/s"
 * @bin_width: in that unit; 0 when there are no values and none was set
 * @first: lower edge of the first bin, a multiple of the bin width
 * @n_bins: number of bins
 * @counts: (array length=n_bins): tracks in each bin; a bin holds its lower edge and not its upper one
 * @n: tracks in all
 * @n_edited: of them changed by a person
 * @mean: of the tracks' mean velocities
 * @sd: standard deviation (n − 1); NaN below two tracks
 * @median: of the tracks' mean velocities
 * @values: (array length=n) (nullable): the tracks' mean velocities, from the smallest to the largest
 *
 * Histogram of the mean velocities of rolling tracks (one value a track). Bin width by the Freedman–Diaconis rule
 * rounded to 1, 2 or 5 times a power of ten, unless it was set by hand.
 */
typedef struct {
  const char *unit;
  double      bin_width;
  double      first;
  guint       n_bins;
  guint      *counts;
  guint       n;
  guint       n_edited;
  double      mean;
  double      sd;
  double      median;
  double     *values;
} VenuleHistogram;

/**
 * venule_histogram_new:
 * @tracks: list model of VenuleTrack
 * @settings: of the run: calibration, flow and velocity window
 * @bin_width: in the unit of the histogram; 0: by the rule. A width that would give more than
 * %VENULE_HISTOGRAM_MAX_BINS is made larger
 *
 * Returns: (transfer full): the histogram; its n may be 0
 */
VenuleHistogram *venule_histogram_new  (GListModel           *tracks,
                                        const VenuleSettings *settings,
                                        double                bin_width);
void             venule_histogram_free (VenuleHistogram      *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (VenuleHistogram, venule_histogram_free)

G_END_DECLS
