/* translation-solve.cuh: from the sums over a picture that has moved to its next place, and to what is known of it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/* The same as in cpu/translation.c, where the sources stand; by one thread. */

#pragma once

#include "translation-pass.cuh"

struct TranslationState
{
  double dx, dy;
  double gain, offset;
  double scale; /* c of vnk.h; infinite: all pixels count */
};

/* The normal equations with gain and offset worked out of them: `m` for the shift, `v` its right-hand side. */
struct TranslationEquations
{
  double m_xx, m_xy, m_yy;
  double v_x, v_y;
  double x_f, x_1, y_f, y_1;        /* what gain and offset take of the gradients */
  double d_ff, d_f1, d_11, inverse; /* those of gain and offset, and 1 over their determinant */
};

static __device__ __forceinline__ void
translation_solve_light (const TranslationEquations &e, double f, double one, double *p_f, double *p_one)
{
  *p_f = (e.d_11 * f - e.d_f1 * one) * e.inverse;
  *p_one = (e.d_ff * one - e.d_f1 * f) * e.inverse;
}

static __device__ __forceinline__ bool
translation_equations (const double *s, TranslationEquations *e)
{
  e->d_ff = s[TRANSLATION_F_F];
  e->d_f1 = s[TRANSLATION_F];
  e->d_11 = s[SHIFT_1];

  double det = e->d_ff * e->d_11 - e->d_f1 * e->d_f1;

  if (e->d_11 <= 0.0 || det <= VNK_FLAT_VARIANCE * e->d_11 * e->d_11)
    return false;

  e->inverse = 1.0 / det;
  translation_solve_light (*e, s[TRANSLATION_GX_F], s[TRANSLATION_GX], &e->x_f, &e->x_1);
  translation_solve_light (*e, s[TRANSLATION_GY_F], s[TRANSLATION_GY], &e->y_f, &e->y_1);
  e->m_xx = s[TRANSLATION_GX_GX] - e->x_f * s[TRANSLATION_GX_F] - e->x_1 * s[TRANSLATION_GX];
  e->m_xy = s[TRANSLATION_GX_GY] - e->x_f * s[TRANSLATION_GY_F] - e->x_1 * s[TRANSLATION_GY];
  e->m_yy = s[TRANSLATION_GY_GY] - e->y_f * s[TRANSLATION_GY_F] - e->y_1 * s[TRANSLATION_GY];
  e->v_x = s[TRANSLATION_GX_R] - e->x_f * s[TRANSLATION_F_R] - e->x_1 * s[TRANSLATION_R];
  e->v_y = s[TRANSLATION_GY_R] - e->y_f * s[TRANSLATION_F_R] - e->y_1 * s[TRANSLATION_R];
  return true;
}

/* Eigenvalues, the larger first, and the unit vector (x, y) of the larger; that of the other is (−y, x). */
static __device__ __forceinline__ void
translation_eigen (double xx, double xy, double yy, double (&values)[2], double *x, double *y)
{
  double half = 0.5 * (xx - yy), root = sqrt (half * half + xy * xy);

  values[0] = 0.5 * (xx + yy) + root;
  values[1] = 0.5 * (xx + yy) - root;

  /* Half of the angle whose cosine is half/root. */
  double larger = root > 0.0 ? sqrt (0.5 * (root + fabs (half)) / root) : 1.0;
  double smaller = root > 0.0 ? 0.5 * fabs (xy) / (root * larger) : 0.0;

  *x = half >= 0.0 ? larger : smaller;
  *y = copysign (half >= 0.0 ? smaller : larger, xy);
}

/* One Gauss-Newton step; its length in px, or −1 when the gain is gone. */
static __device__ __forceinline__ double
translation_take_step (TranslationState *state, const double *s)
{
  TranslationEquations e;
  double f, one, step_x = 0.0, step_y = 0.0;

  if (state->gain <= 0.0 || !translation_equations (s, &e))
    return -1.0;

  double minimum = VNK_TRANSLATION_FLAT * e.d_11, inverse_gain = 1.0 / state->gain;

  /* Whether both eigenvalues are above the least, without a root. */
  if ((e.m_xx - minimum) * (e.m_yy - minimum) > e.m_xy * e.m_xy && e.m_xx + e.m_yy > 2.0 * minimum)
    {
      double inverse = 1.0 / (e.m_xx * e.m_yy - e.m_xy * e.m_xy);

      step_x = (e.m_xy * e.v_y - e.m_yy * e.v_x) * inverse;
      step_y = (e.m_xy * e.v_x - e.m_xx * e.v_y) * inverse;
    }
  else
    {
      double values[2], x, y;

      translation_eigen (e.m_xx, e.m_xy, e.m_yy, values, &x, &y);
      if (values[0] > minimum)
        {
          double length = -(x * e.v_x + y * e.v_y) / values[0];

          step_x = length * x;
          step_y = length * y;
        }
    }

  translation_solve_light (e, s[TRANSLATION_F_R] + step_x * s[TRANSLATION_GX_F] + step_y * s[TRANSLATION_GY_F],
                           s[TRANSLATION_R] + step_x * s[TRANSLATION_GX] + step_y * s[TRANSLATION_GY], &f, &one);

  double length = (double) sqrtf ((float) (step_x * step_x + step_y * step_y)) * inverse_gain;
  double share = (length > VNK_TRANSLATION_LONGEST_STEP ? VNK_TRANSLATION_LONGEST_STEP / length : 1.0) * inverse_gain;

  state->dx += share * step_x;
  state->dy += share * step_y;
  state->gain += f;
  state->offset += one;
  return fmin (length, VNK_TRANSLATION_LONGEST_STEP);
}

/* Correlation of the planes, with the gain and offset that fit; 0 where there is none. */
static __device__ __forceinline__ double
translation_correlate (const double *s, double *gain, double *offset)
{
  double one = s[TRANSLATION_R];
  TranslationEquations e;

  if (!translation_equations (s, &e))
    return 0.0;
  translation_solve_light (e, s[TRANSLATION_F_R], one, gain, offset);

  double rest = s[TRANSLATION_R_R] - one * one / e.d_11;

  if (*gain <= 0.0 || rest <= VNK_FLAT_VARIANCE * e.d_11)
    return 0.0;
  return *gain * sqrt ((e.d_ff * e.d_11 - e.d_f1 * e.d_f1) / e.d_11 / rest);
}

struct TranslationResult
{
  float        dx, dy, gain, offset, variance_xx, variance_xy, variance_yy;
  unsigned int ready; /* 1: all of it has been written */
};

struct TranslationGuess
{
  float x, y, range;
};

/* What is reported of a state, with `clusters` tiles that hold the texture and the scatter (xx, xy, yy) of their
 * pushes; along a direction of which nothing is known the guess stands. */
static __device__ __forceinline__ void
translation_report (const TranslationGuess &guess, const TranslationState &state, const TranslationEquations &e,
                    const double *sums,
                    double clusters, const double (&scatter)[3], double mean, TranslationResult *result)
{
  double limit = (double) guess.range * (double) guess.range;
  double d[2] = { state.dx - (double) guess.x, state.dy - (double) guess.y };
  double farthest = (double) guess.range + VNK_TRANSLATION_LONGEST_STEP;
  bool left = fabs (d[0]) > farthest || fabs (d[1]) > farthest, known = true;
  /* What gain and offset explain of the slope is a share of the gradients' own. */
  double light = state.gain * sums[TRANSLATION_S] / sums[SHIFT_1];
  double few = clusters / (clusters - VNK_TRANSLATION_MIN_CLUSTERS);
  double values[2], ux, uy, variance[2], across = 0.0;

  translation_eigen (sums[TRANSLATION_GX_JX] - light * (sums[TRANSLATION_GX_GX] - e.m_xx),
                     sums[TRANSLATION_GX_JY] - light * (sums[TRANSLATION_GX_GY] - e.m_xy),
                     sums[TRANSLATION_GY_JY] - light * (sums[TRANSLATION_GY_GY] - e.m_yy), values, &ux, &uy);

  double u[2][2] = { { ux, uy }, { -uy, ux } };

#pragma unroll
  for (int k = 0; k < 2; k++)
    {
      double x = u[k][0], y = u[k][1], length = x * d[0] + y * d[1];
      double spread = x * x * scatter[0] + 2.0 * x * y * scatter[1] + y * y * scatter[2];

      variance[k] = limit;
      if (values[k] > VNK_TRANSLATION_FLAT * e.d_11)
        variance[k] = spread / (values[k] * values[k]) * few;
      if (variance[k] >= limit || (left && fabs (length) > farthest))
        {
          variance[k] = limit;
          d[0] -= length * x;
          d[1] -= length * y;
          known = false;
        }
    }
  if (known)
    across = (u[0][0] * u[1][0] * scatter[0] + (u[0][0] * u[1][1] + u[0][1] * u[1][0]) * scatter[1] +
              u[0][1] * u[1][1] * scatter[2]) / (values[0] * values[1]) * few;

  result->dx = (float) ((double) guess.x + d[0]);
  result->dy = (float) ((double) guess.y + d[1]);
  result->gain = (float) state.gain;
  result->offset = (float) (state.offset + mean - state.gain * mean);
  result->variance_xx = (float) (ux * ux * variance[0] - 2.0 * ux * uy * across + uy * uy * variance[1]);
  result->variance_xy = (float) (ux * uy * (variance[0] - variance[1]) + (ux * ux - uy * uy) * across);
  result->variance_yy = (float) (uy * uy * variance[0] + 2.0 * ux * uy * across + ux * ux * variance[1]);
}
