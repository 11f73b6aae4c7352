/* venule-probability-calibration.c: whether what is said with a confidence is right that often
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-probability-calibration.h"

#include <math.h>

void
venule_probability_calibration_measure (const double                 *said,
                                        const gboolean               *right,
                                        guint                         n,
                                        VenuleProbabilityCalibration *calibration)
{
  double squares = 0;
  double gaps = 0;

  g_return_if_fail (n == 0 || (said != NULL && right != NULL));

  *calibration = (VenuleProbabilityCalibration){ .n = n };
  for (guint i = 0; i < n; i++)
    {
      double outcome = right[i] ? 1 : 0;
      int at = CLAMP ((int) floor (VENULE_PROBABILITY_CALIBRATION_BINS * said[i]), 0,
                      VENULE_PROBABILITY_CALIBRATION_BINS - 1);
      VenuleProbabilityCalibrationBin *bin = &calibration->bins[at];

      squares += (said[i] - outcome) * (said[i] - outcome);
      bin->n++;
      bin->said += said[i];
      bin->right += outcome;
    }

  for (int i = 0; i < VENULE_PROBABILITY_CALIBRATION_BINS; i++)
    {
      VenuleProbabilityCalibrationBin *bin = &calibration->bins[i];

      gaps += fabs (bin->said - bin->right);
      bin->said = bin->n > 0 ? bin->said / bin->n : NAN;
      bin->right = bin->n > 0 ? bin->right / bin->n : NAN;
    }
  calibration->brier = n > 0 ? squares / n : NAN;
  calibration->ece = n > 0 ? gaps / n : NAN;
}
