/* ncc-subpixel.c: a match to a fraction of a pixel
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * Source: Evangelidis, Psarakis, IEEE PAMI 30 (2008) 1858: Gauss-Newton steps on the patch as a gain, an offset and a
 * shift of the second plane, which is interpolated by Keys' cubic.
 */

#include "ncc-match.h"

#include <math.h>

#define TAPS 4           /* of the cubic, both ways */
#define SUMS 8           /* partial sums of a dot product */
#define STEPS 40         /* of Gauss-Newton; most settle within 4 */
#define SETTLED 3e-4     /* px: a step that ends it */
#define MIN_SLOPE 1e-6 /* of the slopes' squares to the values': less is no texture to go by */
#define FARTHEST 1.5     /* px that it may go from the best whole shift: two of those about a summit are as good */

/* Keys' cubic and its derivative at the pixels −1, 0, 1, 2 for a place f behind pixel 0. */
static void
cubic (double f, double *value, double *derivative)
{
  value[0] = 0.5 * (-f + 2.0 * f * f - f * f * f);
  value[1] = 0.5 * (2.0 - 5.0 * f * f + 3.0 * f * f * f);
  value[2] = 0.5 * (f + 4.0 * f * f - 3.0 * f * f * f);
  value[3] = 0.5 * (-f * f + f * f * f);
  derivative[0] = 0.5 * (-1.0 + 4.0 * f - 3.0 * f * f);
  derivative[1] = 0.5 * (-10.0 * f + 9.0 * f * f);
  derivative[2] = 0.5 * (1.0 + 8.0 * f - 9.0 * f * f);
  derivative[3] = 0.5 * (-2.0 * f + 3.0 * f * f);
}

/* n is a multiple of 8; in and out have room behind the row's end. */
VNK_CLONES static void
filter_row (const float *in, ptrdiff_t stride, const float *weights, float *restrict out, int n)
{
  for (int i = 0; i < n; i++)
    {
      float sum = 0.0f;

      for (int v = 0; v < TAPS; v++)
        for (int u = 0; u < TAPS; u++)
          sum += weights[v * TAPS + u] * in[(v - 1) * stride + u - 1 + i];
      out[i] = sum;
    }
}

/* Takes the mean off all values: what of it is too much of their sum is said. */
VNK_CLONES static void
centre (float *values, int n, double lack, double weight)
{
  double sums[SUMS] = { 0 };
  double sum = 0.0;
  int i = 0;

  for (; i + SUMS <= n; i += SUMS)
    for (int k = 0; k < SUMS; k++)
      sums[k] += (double) values[i + k];
  for (; i < n; i++)
    sum += (double) values[i];
  for (int k = 0; k < SUMS; k++)
    sum += sums[k];

  float mean = (float) ((sum - lack) / weight);

  for (int k = 0; k < n; k++)
    values[k] -= mean;
}

/* Samples the second plane under the shifted patch, and its derivatives; all less their means. */
static void
sample (vnk_ncc_workspace *work, double dx, double dy, int n_kinds)
{
  double x[2][TAPS], y[2][TAPS];
  int whole_x = (int) floor (dx);
  int whole_y = (int) floor (dy);

  cubic (dx - whole_x, x[0], x[1]);
  cubic (dy - whole_y, y[0], y[1]);

  for (int kind = 0; kind < n_kinds; kind++)
    {
      float weights[TAPS * TAPS];

      for (int i = 0; i < TAPS * TAPS; i++)
        weights[i] = (float) (x[kind == 1][i % TAPS] * y[kind == 2][i / TAPS]);
      for (int r = 0; r < work->patch.n_rows; r++)
        {
          const vnk_patch_row *row = &work->patch.rows[r];
          const float *in = work->region.data + (row->y + whole_y - work->region.y) * work->region.stride + row->x +
                            whole_x - work->region.x;

          filter_row (in, work->region.stride, weights, work->sampled[kind] + row->first,
                      (row->n + 7) & ~7);
        }
      centre (work->sampled[kind], work->patch.n, vnk_ncc_lack (&work->patch, work->sampled[kind], NULL),
              work->patch.weight);
    }
}

VNK_CLONES static double
dot (const float *a, const float *b, int n)
{
  double sums[SUMS] = { 0 };
  double sum = 0.0;
  int i = 0;

  for (; i + SUMS <= n; i += SUMS)
    for (int k = 0; k < SUMS; k++)
      sums[k] += (double) a[i + k] * (double) b[i + k];
  for (; i < n; i++)
    sum += (double) a[i] * (double) b[i];
  for (int k = 0; k < SUMS; k++)
    sum += sums[k];
  return sum;
}

/* Of two of the sampled. */
static double
product (const vnk_ncc_workspace *work, int i, int j)
{
  return dot (work->sampled[i], work->sampled[j], work->patch.n) -
         vnk_ncc_lack (&work->patch, work->sampled[i], work->sampled[j]);
}

double
vnk_ncc_correlation (vnk_ncc_workspace *work, double dx, double dy)
{
  sample (work, dx, dy, 1);

  double square = product (work, 0, 0);

  if (square <= VNK_FLAT_VARIANCE * work->patch.weight)
    return 0.0;
  return fmin (fmax (dot (work->patch.values, work->sampled[0], work->patch.n) / sqrt (square), -1.0), 1.0);
}

/* Least squares of patch = gain (second + δx ∂x + δy ∂y): the normal equations by elimination. Along a direction
 * without texture there is no step. */
static bool
solve_step (vnk_ncc_workspace *work, double *step_x, double *step_y)
{
  double m[3][4], steps[3];

  for (int i = 0; i < 3; i++)
    {
      for (int j = 0; j <= i; j++)
        m[i][j] = m[j][i] = product (work, i, j);
      m[i][3] = dot (work->sampled[i], work->patch.values, work->patch.n);
    }

  double minimum = MIN_SLOPE * m[0][0];

  for (int i = 0; i < 3; i++)
    {
      if (m[i][i] <= minimum)
        {
          for (int r = 0; r < 3; r++)
            m[r][i] = m[i][r] = 0.0;
          m[i][i] = 1.0;
          m[i][3] = 0.0;
        }
      for (int r = 0; r < 3; r++)
        {
          double factor = m[r][i] / m[i][i];

          for (int c = i; c < 4 && r != i; c++)
            m[r][c] -= factor * m[i][c];
        }
    }
  for (int i = 0; i < 3; i++)
    steps[i] = m[i][3] / m[i][i];

  /* steps[0] is the gain. */
  if (!(steps[0] > 0.0))
    return false;
  *step_x = steps[1] / steps[0];
  *step_y = steps[2] / steps[0];
  return isfinite (*step_x) && isfinite (*step_y);
}

void
vnk_ncc_subpixel (vnk_ncc_workspace *work, int peak_x, int peak_y, double *dx, double *dy)
{
  double x = *dx;
  double y = *dy;

  for (int i = 0; i < STEPS; i++)
    {
      double step_x, step_y;

      sample (work, x, y, 3);
      if (!solve_step (work, &step_x, &step_y))
        return;
      x += step_x;
      y += step_y;
      if (fabs (x - peak_x) > FARTHEST || fabs (y - peak_y) > FARTHEST)
        return;
      if (hypot (step_x, step_y) < SETTLED)
        {
          *dx = x;
          *dy = y;
          return;
        }
    }
}
