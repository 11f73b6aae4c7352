/* ncc-match.c: where a patch is found again
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/* Source: Lewis, "Fast normalized cross-correlation", Vision Interface (1995). */

#include "reference.h"

#include "../vnk-numerics.h"

#include <math.h>

typedef struct {
  const vnk_plane *first, *second;
  const vnk_ncc_match *match;
} Pair;

static double
at (const vnk_plane *plane, int x, int y)
{
  x = x < 0 ? 0 : x >= plane->width ? plane->width - 1 : x;
  y = y < 0 ? 0 : y >= plane->height ? plane->height - 1 : y;
  return (double) plane->data[y * plane->stride + x];
}

/* A pixel of the smoothed plane. */
static double
smoothed (const vnk_plane *plane, int x, int y)
{
  static const double binomial[5] = { 1.0 / 16.0, 4.0 / 16.0, 6.0 / 16.0, 4.0 / 16.0, 1.0 / 16.0 };
  double sum = 0.0;

  for (int v = -2; v <= 2; v++)
    for (int u = -2; u <= 2; u++)
      sum += binomial[u + 2] * binomial[v + 2] * at (plane, x + u, y + v);
  return sum;
}

/* Keys' cubic (a = −½). */
static double
cubic_weight (double distance)
{
  double d = fabs (distance);

  if (d < 1.0)
    return 1.5 * d * d * d - 2.5 * d * d + 1.0;
  return d < 2.0 ? -0.5 * d * d * d + 2.5 * d * d - 4.0 * d + 2.0 : 0.0;
}

static double
interpolated (const vnk_plane *plane, double x, double y)
{
  int x0 = (int) floor (x);
  int y0 = (int) floor (y);
  double sum = 0.0;

  for (int v = y0 - 1; v <= y0 + 2; v++)
    for (int u = x0 - 1; u <= x0 + 2; u++)
      {
        double weight = cubic_weight (x - u) * cubic_weight (y - v);

        /* A whole shift needs no neighbours. */
        if (weight != 0.0)
          sum += weight * smoothed (plane, u, v);
      }
  return sum;
}

static double
weight_in_patch (const Pair *pair, int x, int y)
{
  double distance = hypot (x - (double) pair->match->x, y - (double) pair->match->y);

  return fmin (fmax (((double) pair->match->radius + VNK_NCC_EDGE - distance) / (2.0 * VNK_NCC_EDGE), 0.0), 1.0);
}

/* The correlation of the patch with the second plane shifted by (dx, dy). */
static double
correlation (const Pair *pair, double dx, double dy)
{
  const vnk_ncc_match *match = pair->match;
  double n = 0.0, a = 0.0, b = 0.0, aa = 0.0, bb = 0.0, ab = 0.0;

  int reach = (int) ceil ((double) match->radius) + 1;

  for (int y = (int) match->y - reach; y <= (int) match->y + reach; y++)
    for (int x = (int) match->x - reach; x <= (int) match->x + reach; x++)
      {
        double weight = weight_in_patch (pair, x, y);

        if (x < 0 || y < 0 || x >= pair->first->width || y >= pair->first->height || weight <= 0.0)
          continue;

        double p = smoothed (pair->first, x, y);
        double q = interpolated (pair->second, x + dx, y + dy);

        n += weight;
        a += weight * p;
        b += weight * q;
        aa += weight * p * p;
        bb += weight * q * q;
        ab += weight * p * q;
      }

  if (n < VNK_NCC_MIN_PIXELS || aa / n - a * a / (n * n) <= VNK_FLAT_VARIANCE ||
      bb / n - b * b / (n * n) <= VNK_FLAT_VARIANCE)
    return 0.0;
  return (ab - a * b / n) / sqrt ((aa - a * a / n) * (bb - b * b / n));
}

/* Climbs by ever smaller steps in eight directions, to within a ten-thousandth of a pixel. */
static void
climb (const Pair *pair, double *dx, double *dy)
{
  double best = correlation (pair, *dx, *dy);

  for (double step = 0.25; step > 5e-5; step /= 2.0)
    {
      bool moved = true;

      while (moved)
        {
          moved = false;
          for (int direction = 0; direction < 9; direction++)
            {
              double x = *dx + step * (direction % 3 - 1);
              double y = *dy + step * (direction / 3 - 1);
              double value = correlation (pair, x, y);

              if (value <= best + 1e-9)
                continue;
              best = value;
              *dx = x;
              *dy = y;
              moved = true;
            }
        }
    }
}

/* The largest correlation of all whole shifts within the search; and the shift nearest to the expected one at which it
 * is not below `minimum`. */
static double
search (const Pair *pair, double flow_x, double flow_y, double minimum, double *best_x, double *best_y)
{
  const vnk_ncc_match *match = pair->match;
  double expected_x = (double) match->guess_x - (double) match->x;
  double expected_y = (double) match->guess_y - (double) match->y;
  int reach = match->along + match->across + 1;
  double best = 0.0, nearest = INFINITY;

  for (int dy = (int) floor (expected_y) - reach; dy <= (int) ceil (expected_y) + reach; dy++)
    for (int dx = (int) floor (expected_x) - reach; dx <= (int) ceil (expected_x) + reach; dx++)
      {
        double along = (dx - expected_x) * flow_x + (dy - expected_y) * flow_y;
        double across = (dy - expected_y) * flow_x - (dx - expected_x) * flow_y;

        if (fabs (along) > match->along + 0.5 || fabs (across) > match->across + 0.5)
          continue;

        double value = correlation (pair, dx, dy);

        best = fmax (best, value);
        if (value < minimum || hypot (along, across) >= nearest)
          continue;
        nearest = hypot (along, across);
        *best_x = dx;
        *best_y = dy;
      }
  return best;
}

void
vnk_reference_ncc_match (const vnk_plane *first, const vnk_plane *second, double flow_x, double flow_y,
                         vnk_ncc_match *match)
{
  Pair pair = { first, second, match };
  double best_x = 0.0, best_y = 0.0;
  double best = search (&pair, flow_x, flow_y, INFINITY, &best_x, &best_y);

  match->new_x = match->guess_x;
  match->new_y = match->guess_y;
  match->correlation = match->curvature = 0.0f;
  if (!(best > 0.0))
    return;

  search (&pair, flow_x, flow_y, best - (double) VNK_SAME_CORRELATION, &best_x, &best_y);
  climb (&pair, &best_x, &best_y);

  double here = correlation (&pair, best_x, best_y);

  match->new_x = (float) ((double) match->x + best_x);
  match->new_y = (float) ((double) match->y + best_y);
  match->correlation = (float) here;
  match->curvature = (float) (2.0 * here - correlation (&pair, best_x + flow_x, best_y + flow_y) -
                              correlation (&pair, best_x - flow_x, best_y - flow_y));
}
