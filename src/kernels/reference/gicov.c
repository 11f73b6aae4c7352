/* gicov.c: the score of circles around every pixel
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/* Source: Dong, Ray, Acton, IEEE TMI 24 (2005) 910; the harmonic and the noise as in vnk.h. */

#include "reference.h"

#include "../vnk-circle.h"
#include "../vnk-numerics.h"

#include <math.h>

vnk_reference_circle
vnk_reference_gicov_circle (const vnk_plane *gx, const vnk_plane *gy, const vnk_gicov_params *params, int radius_index,
                            int x, int y)
{
  vnk_reference_circle circle = { .fits = false };
  vnk_circle_point points[VNK_MAX_POINTS];
  double p[VNK_MAX_POINTS];
  double a = 0.0, b = 0.0;
  double weight = (double) params->harmonic_weight;
  int n_points = params->n_points;
  int reach;

  vnk_circle_points (params, radius_index, points, &reach);
  if (x < reach || y < reach || x >= gx->width - reach || y >= gx->height - reach)
    return circle;
  circle.fits = true;

  for (int n = 0; n < n_points; n++)
    {
      double slope_x = (double) gx->data[(y + points[n].dy) * gx->stride + x + points[n].dx];
      double slope_y = (double) gy->data[(y + points[n].dy) * gy->stride + x + points[n].dx];

      p[n] = slope_x * points[n].cos + slope_y * points[n].sin;
      circle.mean += p[n] / n_points;
      circle.mean_square += p[n] * p[n] / n_points;
      a += 2.0 * p[n] * points[n].cos / n_points;
      b += 2.0 * p[n] * points[n].sin / n_points;
    }

  /* With no weight the harmonic is no signal, and belongs to the variance. */
  if (!(weight > 0.0))
    a = b = 0.0;

  for (int n = 0; n < n_points; n++)
    circle.variance += pow (p[n] - circle.mean - a * points[n].cos - b * points[n].sin, 2.0) / (n_points - 1);
  circle.variance = fmax (circle.variance, VNK_VARIANCE_FLOOR * circle.mean_square);

  double signal = circle.mean * circle.mean + weight * (a * a + b * b) / 2.0;
  double rest = circle.variance + (double) params->noise;

  circle.score = rest > 0.0 ? signal / rest : 0.0;
  return circle;
}

void
vnk_reference_gicov (const vnk_plane *gx, const vnk_plane *gy, const vnk_gicov_params *params, double *score,
                     double *radius, double *mean)
{
  for (int y = 0; y < gx->height; y++)
    for (int x = 0; x < gx->width; x++)
      {
        int pixel = y * gx->width + x;

        score[pixel] = radius[pixel] = mean[pixel] = 0.0;
        for (int i = 0; i < params->n_radii; i++)
          {
            vnk_reference_circle circle = vnk_reference_gicov_circle (gx, gy, params, i, x, y);

            if (!(circle.score > score[pixel]))
              continue;
            score[pixel] = circle.score;
            radius[pixel] = (double) params->radii[i];
            mean[pixel] = circle.mean;
          }
      }
}
