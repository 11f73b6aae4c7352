/* venule-probability-calibration.h: whether what is said with a confidence is right that often
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define VENULE_PROBABILITY_CALIBRATION_BINS 10

/**
 * VenuleProbabilityCalibrationBin:
 * @n: statements whose confidence lies in this tenth; the last tenth holds 1 too
 * @said: their mean confidence; %NAN without any
 * @right: the share of them that is right; %NAN without any
 */
typedef struct {
  guint  n;
  double said, right;
} VenuleProbabilityCalibrationBin;

/**
 * VenuleProbabilityCalibration:
 * @n: statements
 * @brier: mean of (confidence − outcome)², the outcome being 1 or 0 (G. Brier, Monthly Weather Review 78 (1950) 1): 0
 *   is perfect; who always says 0.5 gets 0.25
 * @ece: expected calibration error: over the ten bins, |said − right| weighted by the number of statements (M. Naeini
 *   et al., AAAI 2015)
 * @bins: by tenths of the confidence
 */
typedef struct {
  guint                           n;
  double                          brier, ece;
  VenuleProbabilityCalibrationBin bins[VENULE_PROBABILITY_CALIBRATION_BINS];
} VenuleProbabilityCalibration;

/**
 * venule_probability_calibration_measure:
 * @said: (array length=n): confidences, 0 to 1
 * @right: (array length=n): whether each statement is right
 * @n: number of statements
 * @calibration: (out caller-allocates): the measures; %NAN where nothing was said
 */
void venule_probability_calibration_measure (const double                 *said,
                                             const gboolean               *right,
                                             guint                         n,
                                             VenuleProbabilityCalibration *calibration);

G_END_DECLS
