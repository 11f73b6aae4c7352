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

  if (variance < VNK_VESSELNESS_LEAST_VARIANCE)
    {
      weights[0] = (float) (1.0 - variance);
      weights[1] = (float) (0.5 * variance);
      return variance > 0.0 ? 1 : 0;
    }
  for (int i = 1; i <= radius; i++)
    sum += 2.0 * exp (-i * i / (2.0 * variance));
  for (int i = 0; i <= radius; i++)
    weights[i] = (float) (exp (-i * i / (2.0 * variance)) / sum);
  return radius;
}

vnk_vesselness_step
vnk_vesselness_step_to (const float *sigmas, int k, float spacing)
{
  double sigma = (double) sigmas[k], before = k > 0 ? (double) sigmas[k - 1] : 0.0;
  double more = sigma * sigma - before * before, slice = spacing > 0.0f ? (double) spacing * (double) spacing : 1.0;
  bool from_before = k > 0 && more / fmax (slice, 1.0) >= VNK_VESSELNESS_LEAST_VARIANCE;

  if (!from_before)
    more = sigma * sigma;
  return (vnk_vesselness_step) {
    .flat = more - (from_before ? 0.0 : VNK_VESSELNESS_BLUR),
    .deep = fmax (more / slice - (from_before ? 0.0 : VNK_VESSELNESS_BLUR), 0.0),
    .from_before = from_before,
  };
}
