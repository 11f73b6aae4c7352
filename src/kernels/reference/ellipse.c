/* ellipse.c: a snake of radii around a centre
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/* Source: Ray, Acton, IEEE TMI 23 (2004) 1466; Boyer et al., IPDPS 2009; the details as in vnk.h. */

#include "reference.h"

#include "../vnk-numerics.h"

#include <math.h>
#include <stdlib.h>

#define N VNK_ELLIPSE_POINTS

typedef struct {
  double *gx, *gy;
  double  softness; /* of the normalisation */
  int     width, height;
} Slopes;

static double
interpolate (const double *data, int width, int height, double x, double y)
{
  int x0 = (int) floor (x);
  int y0 = (int) floor (y);
  int x1 = x0 + 1 < width ? x0 + 1 : x0;
  int y1 = y0 + 1 < height ? y0 + 1 : y0;
  double fx = x - x0;
  double fy = y - y0;

  return (1.0 - fy) * ((1.0 - fx) * data[y0 * width + x0] + fx * data[y0 * width + x1]) +
         fy * ((1.0 - fx) * data[y1 * width + x0] + fx * data[y1 * width + x1]);
}

static double
difference (const double *data, int position, int last, ptrdiff_t step)
{
  if (last == 0)
    return 0.0;
  if (position == 0)
    return data[step] - data[0];
  if (position == last)
    return data[0] - data[-step];
  return (data[step] - data[-step]) / 2.0;
}

static Slopes
slopes_new (const double *field, int width, int height)
{
  size_t size = (size_t) width * (size_t) height * sizeof (double);
  Slopes slopes = { malloc (size), malloc (size), 0.0, width, height };

  if (slopes.gx == NULL || slopes.gy == NULL)
    abort ();

  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++)
      {
        int i = y * width + x;

        slopes.gx[i] = difference (&field[i], x, width - 1, 1);
        slopes.gy[i] = difference (&field[i], y, height - 1, width);
        slopes.softness = fmax (slopes.softness, VNK_SLOPE_SOFTNESS * hypot (slopes.gx[i], slopes.gy[i]));
      }
  return slopes;
}

/* One iteration; returns the summed movement, or −1 when a point lies outside. */
static double
iterate (const Slopes *slopes, const vnk_ellipse_params *params, double expected_y, double *x, double *y, double *radii)
{
  double mean_x = 0.0, mean_y = 0.0, shift_x = 0.0, shift_y = 0.0, moved = 0.0;
  double radii_before[N], force_x[N], force_y[N];

  for (int i = 0; i < N; i++)
    {
      double u = *x + radii[i] * cos (2.0 * M_PI * i / N);
      double v = *y + radii[i] * sin (2.0 * M_PI * i / N);

      if (u < 0.0 || v < 0.0 || u > slopes->width - 1 || v > slopes->height - 1)
        return -1.0;

      double gx = interpolate (slopes->gx, slopes->width, slopes->height, u, v);
      double gy = interpolate (slopes->gy, slopes->width, slopes->height, u, v);
      double length = sqrt (gx * gx + gy * gy + slopes->softness * slopes->softness);

      force_x[i] = length > 0.0 ? gx / length : 0.0;
      force_y[i] = length > 0.0 ? gy / length : 0.0;
      mean_x += force_x[i] / N;
      mean_y += force_y[i] / N;
    }

  /* The radii follow the force, and the expected radius. */
  for (int i = 0; i < N; i++)
    {
      double outward = force_x[i] * cos (2.0 * M_PI * i / N) + force_y[i] * sin (2.0 * M_PI * i / N);

      radii_before[i] = radii[i];
      radii[i] += (double) params->step * ((double) params->edge_weight * outward +
                                           (double) params->size_weight *
                                               ((double) params->expected_radius - radii[i]));
      shift_x += 2.0 * radii[i] * cos (2.0 * M_PI * i / N) / N;
      shift_y += 2.0 * radii[i] * sin (2.0 * M_PI * i / N) / N;
    }

  /* What they have in common with a shift of the whole goes to the centre. */
  for (int i = 0; i < N; i++)
    {
      radii[i] -= shift_x * cos (2.0 * M_PI * i / N) + shift_y * sin (2.0 * M_PI * i / N);
      radii[i] = fmax (radii[i], VNK_ELLIPSE_MIN_RADIUS);
      moved += fabs (radii[i] - radii_before[i]);
    }

  /* So does the mean force, and the pull towards the path. */
  shift_x += (double) params->step * (double) params->edge_weight * mean_x;
  shift_y += (double) params->step * ((double) params->edge_weight * mean_y +
                                      (double) params->path_weight * (expected_y - *y));
  *x += shift_x;
  *y += shift_y;
  return moved + fabs (shift_x) + fabs (shift_y);
}

void
vnk_reference_ellipse (const double *field, int width, int height, const vnk_ellipse_params *params,
                       vnk_ellipse *snake)
{
  Slopes slopes = slopes_new (field, width, height);
  double x = (double) snake->x;
  double y = (double) snake->y;
  double moved = INFINITY;
  double sum = 0.0;
  double radii[N];

  for (int i = 0; i < N; i++)
    radii[i] = (double) snake->radii[i];

  snake->left = false;
  snake->iterations = 0;
  while (snake->iterations < params->max_iterations && !snake->left && moved > (double) params->tolerance)
    {
      moved = iterate (&slopes, params, (double) snake->expected_y, &x, &y, radii);
      snake->left = moved < 0.0;
      snake->iterations += !snake->left;
    }

  for (int i = 0; i < N; i++)
    {
      double u = x + radii[i] * cos (2.0 * M_PI * i / N);
      double v = y + radii[i] * sin (2.0 * M_PI * i / N);

      if (u >= 0.0 && v >= 0.0 && u <= width - 1 && v <= height - 1)
        sum += interpolate (field, width, height, u, v);
      snake->radii[i] = (float) radii[i];
    }
  snake->x = (float) x;
  snake->y = (float) y;
  snake->score = (float) (sum / N);
  free (slopes.gx);
  free (slopes.gy);
}
