/* vesselness.c: bright or dark vessels of several sizes
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "reference.h"

#include "../vnk-numerics.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  int     size[3]; /* along x, y, z */
  double *values;
} Volume;

enum { X, Y, Z, N_AXES };

/* … 1 0 | 0 1 2 … n − 1 | n − 1 n − 2 … */
static int
mirror (int i, int n)
{
  while (i < 0 || i >= n)
    i = i < 0 ? -1 - i : 2 * n - 1 - i;
  return i;
}

static size_t
n_voxels (const Volume *v)
{
  return (size_t) v->size[X] * (size_t) v->size[Y] * (size_t) v->size[Z];
}

static Volume
volume_new (const Volume *like)
{
  Volume volume = *like;

  volume.values = malloc (n_voxels (like) * sizeof (double));
  return volume;
}

/* Replaces the volume by Σ taps[radius + k] · volume (place + k along the axis). */
static void
correlate (Volume *volume, int axis, const double *taps, int radius)
{
  Volume out = volume_new (volume);
  int n = volume->size[axis];
  size_t step = axis == X ? 1 : axis == Y ? (size_t) volume->size[X] : (size_t) volume->size[X] * volume->size[Y];

  for (size_t i = 0; i < n_voxels (volume); i++)
    {
      int at = (int) (i / step % (size_t) n);
      const double *line = volume->values + (i - (size_t) at * step);
      double sum = 0.0;

      for (int k = -radius; k <= radius; k++)
        sum += taps[radius + k] * line[(size_t) mirror (at + k, n) * step];
      out.values[i] = sum;
    }
  free (volume->values);
  *volume = out;
}

static int
n_axes (const Volume *volume)
{
  return volume->size[Z] > 1 ? 3 : 2;
}

/* By a Gaussian, or where that would be sampled too sparsely by three weights. */
static void
smooth (Volume *volume, int axis, double variance)
{
  int radius = variance < VNK_VESSELNESS_LEAST_VARIANCE ? 1 : (int) ceil (4.0 * sqrt (variance));
  double *taps = malloc ((2 * (size_t) radius + 1) * sizeof (double));
  double sum = 0.0;

  if (variance < VNK_VESSELNESS_LEAST_VARIANCE)
    {
      taps[0] = taps[2] = fmax (variance, 0.0) / 2.0;
      taps[1] = 1.0 - 2.0 * taps[0];
      sum = 1.0;
    }
  else
    for (int k = -radius; k <= radius; k++)
      sum += taps[radius + k] = exp (-k * k / (2.0 * variance));
  for (int k = -radius; k <= radius; k++)
    taps[radius + k] /= sum;
  correlate (volume, axis, taps, radius);
  free (taps);
}

/* The second derivative along two axes, which may be the same. */
static Volume
derive (const Volume *smoothed, int first, int second)
{
  static const double twice[] = { 1.0 / 12, 8.0 / 12, -18.0 / 12, 8.0 / 12, 1.0 / 12 };
  static const double once[] = { -0.5, 0.0, 0.5 };
  static const double across[] = { 1.0 / 6, 4.0 / 6, 1.0 / 6 };
  Volume volume = volume_new (smoothed);

  memcpy (volume.values, smoothed->values, n_voxels (smoothed) * sizeof (double));
  for (int axis = 0; axis < n_axes (smoothed); axis++)
    if (axis == first && axis == second)
      correlate (&volume, axis, twice, 2);
    else
      correlate (&volume, axis, axis == first || axis == second ? once : across, 1);
  return volume;
}

/* Jacobi's rotations: the columns of `vectors` become the eigenvectors. */
static void
diagonalise (double m[3][3], double vectors[3][3])
{
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      vectors[i][j] = i == j;
  for (int sweep = 0; sweep < 12; sweep++)
    for (int p = 0; p < 2; p++)
      for (int q = p + 1; q < 3; q++)
        {
          if (m[p][q] == 0.0)
            continue;

          double t = 0.5 * atan2 (2.0 * m[p][q], m[q][q] - m[p][p]), c = cos (t), s = sin (t);

          for (int k = 0; k < 3; k++)
            {
              double a = m[k][p], b = m[k][q], u = vectors[k][p], v = vectors[k][q];

              m[k][p] = c * a - s * b;
              m[k][q] = s * a + c * b;
              vectors[k][p] = c * u - s * v;
              vectors[k][q] = s * u + c * v;
            }
          for (int k = 0; k < 3; k++)
            {
              double a = m[p][k], b = m[q][k];

              m[p][k] = c * a - s * b;
              m[q][k] = s * a + c * b;
            }
        }
}

void
vnk_reference_eigen (const double matrix[3][3], int n, double values[3], double vectors[3][3])
{
  double m[3][3], v[3][3];
  int order[3] = { 0, 1, 2 };

  memcpy (m, matrix, sizeof m);
  diagonalise (m, v);
  for (int pass = 0; pass < n; pass++)
    for (int i = 0; i + 1 < n; i++)
      if (fabs (m[order[i]][order[i]]) > fabs (m[order[i + 1]][order[i + 1]]))
        {
          int other = order[i];

          order[i] = order[i + 1];
          order[i + 1] = other;
        }
  for (int i = 0; i < 3; i++)
    {
      values[i] = m[order[i]][order[i]];
      for (int k = 0; k < 3; k++)
        vectors[i][k] = v[k][order[i]];
    }
}

double
vnk_reference_vesselness_of (const double l[3], int n, const vnk_vesselness_params *params, double c)
{
  double s_square = l[0] * l[0] + l[1] * l[1] + (n > 2 ? l[2] * l[2] : 0.0);
  double alpha = (double) params->alpha, beta = (double) params->beta;
  double structure = -expm1 (-s_square / (2.0 * c * c));

  if (!(l[1] < 0.0) || (n > 2 && !(l[2] < 0.0)))
    return 0.0;
  if (n == 2)
    return exp (-pow (l[0] / l[1], 2.0) / (2.0 * beta * beta)) * structure;
  return -expm1 (-pow (l[1] / l[2], 2.0) / (2.0 * alpha * alpha)) *
         exp (-l[0] * l[0] / (l[1] * l[2]) / (2.0 * beta * beta)) * structure;
}

/* What a voxel's eigenvalues at a scale say. */
static void
add_scale (const double hessian[3][3], int n, const vnk_vesselness_params *params, int k, double c,
           vnk_reference_vessel *vessel)
{
  double values[3], vectors[3][3];

  vnk_reference_eigen (hessian, n, values, vectors);
  vessel->values[k] = vnk_reference_vesselness_of (values, n, params, c);
  memcpy (vessel->l[k], values, sizeof vessel->l[k]);
  if (!(vessel->values[k] > vessel->vesselness))
    return;
  vessel->vesselness = vessel->values[k];
  vessel->best = k;
  memcpy (vessel->direction, vectors[0], sizeof vessel->direction);
}

/* Each of the scales: with c above 0 what it says, else the largest S. */
static double
go_through (const vnk_plane *in, const vnk_vesselness_params *params, double c, vnk_reference_vessel *out)
{
  Volume volume = { { in->width, in->height / params->depth, params->depth }, NULL };
  double largest = 0.0, spacing = params->spacing > 0.0f ? (double) params->spacing : 1.0;
  int n = params->depth > 1 ? 3 : 2;

  for (int k = 0; k < params->n_sigmas; k++)
    {
      double sigma = (double) params->sigmas[k], before = k > 0 ? (double) params->sigmas[k - 1] : 0.0;
      double more = sigma * sigma - before * before;
      bool anew = k == 0 || more / fmax (spacing * spacing, 1.0) < VNK_VESSELNESS_LEAST_VARIANCE;
      Volume second[3][3];

      if (k == 0)
        volume = volume_new (&volume);
      for (int y = 0; anew && y < in->height; y++)
        for (int x = 0; x < in->width; x++)
          volume.values[(size_t) y * in->width + x] = (double) in->data[y * in->stride + x];
      for (int axis = 0; axis < n; axis++)
        {
          double variance = (anew ? sigma * sigma : more) / (axis == Z ? spacing * spacing : 1.0);

          smooth (&volume, axis, variance - (anew ? VNK_VESSELNESS_BLUR : 0.0));
        }
      for (int i = 0; i < n; i++)
        for (int j = i; j < n; j++)
          second[i][j] = derive (&volume, i, j);

      for (size_t at = 0; at < n_voxels (&volume); at++)
        {
          double hessian[3][3] = { { 0 } }, square = 0.0;

          for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
              {
                hessian[i][j] = sigma * sigma * second[i < j ? i : j][i < j ? j : i].values[at];
                hessian[i][j] /= (i == Z ? spacing : 1.0) * (j == Z ? spacing : 1.0);
                hessian[i][j] *= params->dark ? -1.0 : 1.0;
                square += hessian[i][j] * hessian[i][j];
              }
          largest = fmax (largest, sqrt (square));
          if (c > 0.0)
            add_scale (hessian, n, params, k, c, &out[at]);
        }
      for (int i = 0; i < n; i++)
        for (int j = i; j < n; j++)
          free (second[i][j].values);
    }
  free (volume.values);
  return largest;
}

double
vnk_reference_vesselness (const vnk_plane *in, const vnk_vesselness_params *params, vnk_reference_vessel *out)
{
  double c = (double) params->c;

  if (c == 0.0)
    c = fmax (0.5 * go_through (in, params, 0.0, NULL), VNK_VESSELNESS_LEAST_C);
  memset (out, 0, (size_t) in->width * (size_t) in->height * sizeof *out);
  go_through (in, params, c, out);
  return c;
}
