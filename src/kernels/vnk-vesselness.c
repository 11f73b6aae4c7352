/* vnk-vesselness.c: the Gaussians of the scales
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "vnk-vesselness.h"

#include "vnk-numerics.h"

int
vnk_vesselness_weights (double variance, float weights[VNK_VESSELNESS_MAX_RADIUS + 1])
{
  int radius = (int) ceil (4.0 * sqrt (variance));
  double sum = 1.0;

  for (int i = 1; i <= radius; i++)
    sum += 2.0 * exp (-i * i / (2.0 * variance));
  for (int i = 0; i <= radius; i++)
    weights[i] = (float) (exp (-i * i / (2.0 * variance)) / sum);
  return radius;
}

double
vnk_vesselness_variance (const float *sigmas, int k, bool *from_before)
{
  double sigma = (double) sigmas[k];
  double before = k > 0 ? (double) sigmas[k - 1] : 0.0;

  *from_before = k > 0 && sigma * sigma - before * before >= VNK_VESSELNESS_LEAST_VARIANCE;
  return sigma * sigma - (*from_before ? before * before : VNK_VESSELNESS_BLUR);
}
