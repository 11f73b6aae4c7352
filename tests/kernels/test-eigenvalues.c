/* test-eigenvalues.c: the closed forms behind vesselness
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "kernels-test.h"
#include "reference.h"
#include "vnk-vesselness.h"

/* diag (l) turned by a random rotation. */
static void
turn_randomly (const double l[3], int n, double m[3][3])
{
  double q[4], length = 0.0, r[3][3] = { { 0 } };

  for (int i = 0; i < 4; i++)
    q[i] = n == 3 || i == 0 || i == 3 ? kt_normal () : 0.0;
  for (int i = 0; i < 4; i++)
    length += q[i] * q[i];
  for (int i = 0; i < 4; i++)
    q[i] /= sqrt (length);
  for (int i = 0; i < 3; i++)
    {
      int j = (i + 1) % 3, k = (i + 2) % 3;

      r[i][i] = 1.0 - 2.0 * (q[1 + j] * q[1 + j] + q[1 + k] * q[1 + k]);
      r[i][j] = 2.0 * (q[1 + i] * q[1 + j] - q[0] * q[1 + k]);
      r[j][i] = 2.0 * (q[1 + i] * q[1 + j] + q[0] * q[1 + k]);
    }
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      {
        m[i][j] = 0.0;
        for (int k = 0; k < n; k++)
          m[i][j] += r[i][k] * l[k] * r[j][k];
      }
}

static vnk_hessian
to_floats (double m[3][3])
{
  vnk_hessian h = { (float) m[0][0], (float) m[1][1], (float) m[2][2], (float) m[0][1], (float) m[0][2],
                    (float) m[1][2] };

  /* What the floats say is what they are compared with. */
  m[0][0] = (double) h.xx, m[1][1] = (double) h.yy, m[2][2] = (double) h.zz;
  m[0][1] = m[1][0] = (double) h.xy, m[0][2] = m[2][0] = (double) h.xz, m[1][2] = m[2][1] = (double) h.yz;
  return h;
}

static void
check_eigen (const double l[3], int n)
{
  double m[3][3], values[3], vectors[3][3], residual = 0.0;
  float f[3] = { 0 }, d[3] = { 0 };

  turn_randomly (l, n, m);

  vnk_hessian h = to_floats (m), scaled = h;
  double size = (double) vnk_hessian_scale (&scaled), largest;

  vnk_reference_eigen ((const double (*)[3]) m, n, values, vectors);
  largest = fabs (values[n - 1]);
  if (n == 2)
    vnk_eigenvalues_2 (&scaled, &f[0], &f[1]);
  else
    vnk_eigenvalues_3 (&scaled, &f[0], &f[1], &f[2]);
  for (int i = 0; i < n; i++)
    kt_assert_near ("eigenvalue", n, i, fabs ((double) f[i]) * size, fabs (values[i]), 4e-7 * largest);

  if (n == 2)
    vnk_direction_2 (h, &d[0], &d[1]);
  else
    vnk_direction_3 (h, f[0] * (float) size, &d[0], &d[1], &d[2]);
  g_assert_cmpfloat_with_epsilon (d[0] * d[0] + d[1] * d[1] + d[2] * d[2], 1.0f, 1e-6f);
  for (int i = 0; i < n; i++)
    {
      double sum = -(double) f[0] * size * (double) d[i];

      for (int j = 0; j < n; j++)
        sum += m[i][j] * (double) d[j];
      residual = fmax (residual, fabs (sum));
    }
  kt_assert_near ("eigenvector", n, 0, residual, 0.0, 4e-6 * largest);
}

/* Equal ones, nearly equal ones, huge ones, tiny ones and none: to a few roundings of the largest. */
static void
test_eigenvalues (void)
{
  static const double sets[][3] = {
    { 0, 0, 0 }, { 1, 1, 1 }, { -1, -1, 0 }, { -1, 0, 0 }, { 1, -1, 0 }, { 1, -1, 1 }, { -2, -1, 1e-3 }, { 3, 3, -3 },
  };
  static const double gaps[] = { 0, 1e-7, 1e-5, 1e-3, 0.1 }, sizes[] = { 1e-20, 1, 1e30 };

  for (int trial = 0; trial < kt_share (4000, 400); trial++)
    {
      const double *set = sets[trial % G_N_ELEMENTS (sets)];
      double gap = gaps[g_test_rand_int_range (0, G_N_ELEMENTS (gaps))];
      double size = sizes[g_test_rand_int_range (0, G_N_ELEMENTS (sizes))];
      double l[3];

      for (int i = 0; i < 3; i++)
        l[i] = size * (set[i] + gap * kt_normal ());
      check_eigen (l, 2);
      check_eigen (l, 3);
    }
}

static void
test_rise (void)
{
  for (int i = 0; i < 2000; i++)
    {
      float x = (float) pow (10.0, g_test_rand_double_range (-9.0, 2.5)), y = vnk_rise (x);

      kt_assert_near ("1 - exp (-x)", i, 0, (double) y, -expm1 (-(double) x), 4e-7 * -expm1 (-(double) x));
    }
  g_assert_cmpfloat (vnk_rise (0.0f), ==, 0.0f);
  g_assert_cmpfloat (vnk_rise (INFINITY), ==, 1.0f);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/kernels/eigenvalues", test_eigenvalues);
  g_test_add_func ("/kernels/rise", test_rise);
  return g_test_run ();
}
