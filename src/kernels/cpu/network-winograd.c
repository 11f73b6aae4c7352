/* network-winograd.c: 3x3 convolutions of four rows at once, in half the multiplications
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "network-winograd.h"

#include "cpu.h"

void
vnk_winograd_weights (const float column[3], float weights[VNK_WINOGRAD_READS])
{
  double a = (double) column[0], b = (double) column[1], c = (double) column[2];

  weights[0] = (float) (a / 4.0);
  weights[1] = (float) (-(a + b + c) / 6.0);
  weights[2] = (float) (-(a - b + c) / 6.0);
  weights[3] = (float) ((a + 2.0 * b + 4.0 * c) / 24.0);
  weights[4] = (float) ((a - 2.0 * b + 4.0 * c) / 24.0);
  weights[5] = column[2];
}

VNK_CLONES void
vnk_winograd_split (const float *const in[VNK_WINOGRAD_READS], float *bands, ptrdiff_t next, int n)
{
  const float *restrict a = in[0], *restrict b = in[1], *restrict c = in[2];
  const float *restrict d = in[3], *restrict e = in[4], *restrict f = in[5];
  float *restrict band = bands;

  /* What is written overlaps nothing that is read, which the compiler does not see of so many rows. */
#pragma GCC ivdep
  for (int i = 0; i < n; i++)
    {
      float even = e[i] - 4.0f * c[i], odd = d[i] - 4.0f * b[i];
      float far_even = e[i] - c[i], far_odd = 2.0f * (d[i] - b[i]);

      band[i] = 4.0f * (a[i] - c[i]) + far_even;
      band[i + next] = even + odd;
      band[i + 2 * next] = even - odd;
      band[i + 3 * next] = far_even + far_odd;
      band[i + 4 * next] = far_even - far_odd;
      band[i + 5 * next] = 4.0f * (b[i] - d[i]) + (f[i] - d[i]);
    }
}

VNK_INLINE float
rectify (float value, bool relu)
{
  return relu && !(value > 0.0f) ? 0.0f : value;
}

VNK_INLINE void
join (const float *restrict band, ptrdiff_t next, float bias, const bool relu, float *const out[VNK_WINOGRAD_ROWS],
      int n)
{
  float *restrict first = out[0], *restrict second = out[1], *restrict third = out[2], *restrict fourth = out[3];

#pragma GCC ivdep
  for (int i = 0; i < n; i++)
    {
      float near_even = band[i + next] + band[i + 2 * next], near_odd = band[i + next] - band[i + 2 * next];
      float far_even = band[i + 3 * next] + band[i + 4 * next], far_odd = band[i + 3 * next] - band[i + 4 * next];

      first[i] = rectify (bias + band[i] + near_even + far_even, relu);
      second[i] = rectify (bias + near_odd + 2.0f * far_odd, relu);
      third[i] = rectify (bias + near_even + 4.0f * far_even, relu);
      fourth[i] = rectify (bias + near_odd + 8.0f * far_odd + band[i + 5 * next], relu);
    }
}

VNK_CLONES void
vnk_winograd_join (const float *bands, ptrdiff_t next, float bias, bool relu, float *const out[VNK_WINOGRAD_ROWS],
                   int n)
{
  if (relu)
    join (bands, next, bias, true, out, n);
  else
    join (bands, next, bias, false, out, n);
}
