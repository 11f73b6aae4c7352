/* resample.c: turned and scaled copies, and even ones
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "reference.h"

#include "../vnk-numerics.h"

#include <math.h>

static int
clamp (double value, int last)
{
  return value < 0.0 ? 0 : value > last ? last : (int) value;
}

static double
bilinear (const vnk_plane *in, double x, double y)
{
  int x0 = clamp (floor (x), in->width - 1);
  int x1 = clamp (floor (x) + 1.0, in->width - 1);
  const float *above = in->data + clamp (floor (y), in->height - 1) * in->stride;
  const float *below = in->data + clamp (floor (y) + 1.0, in->height - 1) * in->stride;
  double fx = x - floor (x);
  double fy = y - floor (y);

  return (1.0 - fy) * ((1.0 - fx) * (double) above[x0] + fx * (double) above[x1]) +
         fy * ((1.0 - fx) * (double) below[x0] + fx * (double) below[x1]);
}

void
vnk_reference_resample (const vnk_plane *in, double x, double y, double step_x, double step_y, int width, int height,
                        double *out)
{
  int n = (int) fmax (1.0, ceil (hypot (step_x, step_y) - VNK_RESAMPLE_SLACK));

  for (int j = 0; j < height; j++)
    for (int i = 0; i < width; i++)
      {
        double sum = 0.0;

        for (int b = 0; b < n; b++)
          for (int a = 0; a < n; a++)
            {
              double along = i + (a + 0.5) / n - 0.5;
              double across = j + (b + 0.5) / n - 0.5;

              sum += bilinear (in, x + along * step_x - across * step_y, y + along * step_y + across * step_x);
            }
        out[j * width + i] = sum / (n * n);
      }
}

double
vnk_reference_local_normalise (const vnk_plane *in, int radius, double noise, double limit, double *out)
{
  double deviation = 0.0;

  for (int y = 0; y < in->height; y++)
    for (int x = 0; x < in->width; x++)
      {
        double sum = 0.0;
        int n = 0;

        for (int v = clamp (y - radius, in->height - 1); v <= clamp (y + radius, in->height - 1); v++)
          for (int u = clamp (x - radius, in->width - 1); u <= clamp (x + radius, in->width - 1); u++, n++)
            sum += (double) in->data[v * in->stride + u];
        out[y * in->width + x] = (double) in->data[y * in->stride + x] - sum / n;
        deviation += fabs (out[y * in->width + x]);
      }

  double divisor = VNK_SD_OF_DEVIATION * deviation / in->width / in->height + noise;

  for (int i = 0; i < in->width * in->height; i++)
    out[i] = fmin (fmax (out[i] / divisor, -limit), limit);
  return divisor;
}

void
vnk_reference_ring_statistics (const vnk_plane *in, vnk_ring_statistics *look)
{
  static const double limits[] = VNK_RING_RADII;
  double sums[VNK_RING_STATISTICS] = { 0.0 };
  int counts[3] = { 0 };

  for (int y = 0; y < in->height; y++)
    for (int x = 0; x < in->width; x++)
      {
        double dx = (x - look->x) / look->radius, dy = (y - look->y) / look->radius,
               distance = sqrt (dx * dx + dy * dy);
        double value = (double) in->data[y * in->stride + x];

        int ring = distance < limits[0] ? 0 : distance < limits[1] ? 1 : 2;

        if (distance <= limits[2])
          {
            sums[ring] += value;
            counts[ring]++;
          }
        if (distance < limits[1])
          {
            sums[3] += 2.0 * dx * value;
            sums[4] += 2.0 * dy * value;
          }
      }
  for (int i = 0; i < VNK_RING_STATISTICS; i++)
    {
      int n = i < 3 ? counts[i] : counts[0] + counts[1];

      look->values[i] = (float) (n > 0 ? sums[i] / n : 0.0);
    }
}
