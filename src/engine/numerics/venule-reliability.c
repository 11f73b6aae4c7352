/* venule-reliability.c: whether what is said with a confidence is right that often
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-reliability.h"

#include <math.h>

void
venule_reliability_measure (const double      *said,
                            const gboolean    *right,
                            guint              n,
                            VenuleReliability *reliability)
{
  double squares = 0;
  double gaps = 0;

  g_return_if_fail (n == 0 || (said != NULL && right != NULL));

  *reliability = (VenuleReliability){ .n = n };
  for (guint i = 0; i < n; i++)
    {
      double outcome = right[i] ? 1 : 0;
      int at = CLAMP ((int) floor (VENULE_RELIABILITY_BINS * said[i]), 0, VENULE_RELIABILITY_BINS - 1);
      VenuleReliabilityBin *bin = &reliability->bins[at];

      squares += (said[i] - outcome) * (said[i] - outcome);
      bin->n++;
      bin->said += said[i];
      bin->right += outcome;
    }

  for (int i = 0; i < VENULE_RELIABILITY_BINS; i++)
    {
      VenuleReliabilityBin *bin = &reliability->bins[i];

      gaps += fabs (bin->said - bin->right);
      bin->said = bin->n > 0 ? bin->said / bin->n : NAN;
      bin->right = bin->n > 0 ? bin->right / bin->n : NAN;
    }
  reliability->brier = n > 0 ? squares / n : NAN;
  reliability->ece = n > 0 ? gaps / n : NAN;
}
