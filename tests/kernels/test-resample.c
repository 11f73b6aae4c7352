/* test-resample.c: turned and scaled copies, and even ones
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "kernels-test.h"
#include "reference.h"

static vnk_backend *backend;

/* ---- sample ---- */

static void
compare_sample (const vnk_plane *in, float x, float y, float step_x, float step_y, int width, int height)
{
  vnk_plane out = kt_new (width, height);
  g_autofree double *reference = g_new (double, width * height);

  g_assert_cmpint (backend->resample (backend, in, x, y, step_x, step_y, &out), ==, VNK_OK);
  vnk_reference_resample (in, (double) x, (double) y, (double) step_x, (double) step_y, width, height, reference);
  kt_assert_plane_near ("sample", &out, reference, VNK_BOUND_RESAMPLE * kt_largest (in), 0.0);
  vnk_plane_clear (&out);
}

/* Any turn, any scale, from anywhere, into planes that are no multiple of a vector. */
static void
test_sample_reference (gconstpointer data)
{
  for (int trial = 0; trial < 12; trial++)
    {
      vnk_plane in = kt_picture (GPOINTER_TO_INT (data));
      double angle = g_test_rand_double_range (0.0, 2.0 * G_PI);
      double step = exp (g_test_rand_double_range (log (0.07), log (trial == 0 ? 63.0 : 6.0)));

      compare_sample (&in, (float) g_test_rand_double_range (-60.0, in.width + 60.0),
                      (float) g_test_rand_double_range (-60.0, in.height + 60.0), (float) (step * cos (angle)),
                      (float) (step * sin (angle)), g_test_rand_int_range (1, trial == 0 ? 9 : 90),
                      g_test_rand_int_range (1, trial == 0 ? 9 : 50));
      vnk_plane_clear (&in);
    }
}

/* Steps without a turn or with a quarter of one, whole and not, at whole and half pixels. */
static void
test_sample_upright (void)
{
  static const float steps[] = { 0.0625f, 0.5f, 1.0f, 1.0005f, 1.5f, 2.0f, 3.25f, 64.0f };

  for (size_t i = 0; i < G_N_ELEMENTS (steps); i++)
    {
      vnk_plane in = kt_noise (83, 61, 128.0, 30.0);
      int size = steps[i] > 10.0f ? 4 : 70;

      compare_sample (&in, 0.0f, 0.0f, steps[i], 0.0f, size, size);
      compare_sample (&in, 80.5f, 3.0f, 0.0f, steps[i], size, size);
      compare_sample (&in, 90.0f, 60.5f, -steps[i], 0.0f, size, size);
      compare_sample (&in, 0.25f, 70.0f, 0.0f, -steps[i], size, size);
      vnk_plane_clear (&in);
    }
}

static void
test_sample_huge_values (void)
{
  vnk_plane in = kt_noise (40, 30, 0.0, 1e30);

  compare_sample (&in, -3.0f, 2.0f, 1.3f, 0.7f, 50, 40);
  vnk_plane_clear (&in);
}

/* A step of one pixel along x is a copy, to the bit. */
static void
test_sample_identity (void)
{
  vnk_plane in = kt_noise (71, 37, 128.0, 30.0);
  vnk_plane out = kt_new (71, 37);

  g_assert_cmpint (backend->resample (backend, &in, 0.0f, 0.0f, 1.0f, 0.0f, &out), ==, VNK_OK);
  for (int y = 0; y < 37; y++)
    for (int x = 0; x < 71; x++)
      g_assert_cmpfloat (kt_at (&out, x, y), ==, kt_at (&in, x, y));
  vnk_plane_clear (&in);
  vnk_plane_clear (&out);
}

/* Half the size: pixels (2i, 2j) to (2i + 1, 2j + 1) are averaged, their middle lies at half a pixel. */
static void
test_sample_halves (void)
{
  vnk_plane in = kt_noise (64, 48, 128.0, 30.0);
  vnk_plane out = kt_new (32, 24);

  g_assert_cmpint (backend->resample (backend, &in, 0.5f, 0.5f, 2.0f, 0.0f, &out), ==, VNK_OK);
  for (int y = 0; y < 24; y++)
    for (int x = 0; x < 32; x++)
      {
        double mean = 0.25 * ((double) kt_at (&in, 2 * x, 2 * y) + (double) kt_at (&in, 2 * x + 1, 2 * y) +
                              (double) kt_at (&in, 2 * x, 2 * y + 1) + (double) kt_at (&in, 2 * x + 1, 2 * y + 1));

        kt_assert_near ("mean of four", x, y, (double) kt_at (&out, x, y), mean, 1e-4);
      }
  vnk_plane_clear (&in);
  vnk_plane_clear (&out);
}

/* u = (0, 1), w = (−1, 0): out(i, j) = in(10 − j, 9 + i). */
static void
test_sample_quarter_turn (void)
{
  vnk_plane in = kt_ramp (20, 20, 0.0, 1.0, 100.0);
  vnk_plane out = kt_new (5, 3);

  g_assert_cmpint (backend->resample (backend, &in, 10.0f, 9.0f, 0.0f, 1.0f, &out), ==, VNK_OK);
  for (int j = 0; j < 3; j++)
    for (int i = 0; i < 5; i++)
      g_assert_cmpfloat (kt_at (&out, i, j), ==, (float) (10 - j + 100 * (9 + i)));
  vnk_plane_clear (&in);
  vnk_plane_clear (&out);
}

/* A ramp's mean over a square is its value in the middle, however turned, and however far from the origin. */
static void
test_sample_of_ramp (void)
{
  vnk_plane in = kt_ramp (4000, 60, 5.0, 0.02, 0.25);
  vnk_plane out = kt_new (61, 9);

  g_assert_cmpint (backend->resample (backend, &in, 3600.3f, 9.6f, 2.25f, 0.3f, &out), ==, VNK_OK);
  for (int j = 0; j < 9; j++)
    for (int i = 0; i < 61; i++)
      {
        double x = (double) 3600.3f + i * 2.25 - j * (double) 0.3f;
        double y = (double) 9.6f + i * (double) 0.3f + j * 2.25;

        kt_assert_near ("ramp", i, j, (double) kt_at (&out, i, j), 5.0 + 0.02 * x + 0.25 * y, 5e-5);
      }
  vnk_plane_clear (&in);
  vnk_plane_clear (&out);
}

/* Stripes finer than the new pixels become gray instead of coarser stripes. */
static void
test_sample_antialiases (void)
{
  vnk_plane in = kt_constant (200, 100, 100.0);
  vnk_plane out = kt_new (40, 20);

  for (int y = 0; y < 100; y++)
    for (int x = 0; x < 200; x++)
      in.data[y * in.stride + x] += x % 2 ? 50.0f : -50.0f;
  g_assert_cmpint (backend->resample (backend, &in, 10.0f, 10.0f, 4.0f, 0.0f, &out), ==, VNK_OK);
  for (int y = 0; y < 20; y++)
    for (int x = 0; x < 40; x++)
      kt_assert_near ("gray", x, y, (double) kt_at (&out, x, y), 100.0, 1e-3);
  vnk_plane_clear (&in);
  vnk_plane_clear (&out);
}

static void
test_sample_refuses (void)
{
  static const float bad[][4] = {
    { NAN, 0, 1, 0 }, { 0, NAN, 1, 0 }, { 0, 0, NAN, 0 }, { 0, 0, 1, NAN }, { INFINITY, 0, 1, 0 }, { 0, 2e6f, 1, 0 },
    { 0, 0, 0, 0 }, { 0, 0, 0.06f, 0 }, { 0, 0, 0, 64.1f }, { 0, 0, 50, 50 }, { 0, 0, INFINITY, 0 },
  };
  vnk_plane in = kt_constant (9, 8, 1.0);
  vnk_plane out = kt_constant (7, 5, -3.0);

  for (size_t i = 0; i < G_N_ELEMENTS (bad); i++)
    g_assert_cmpint (backend->resample (backend, &in, bad[i][0], bad[i][1], bad[i][2], bad[i][3], &out), ==,
                     VNK_ERROR_INVALID);
  g_assert_cmpint (backend->resample (backend, NULL, 0.0f, 0.0f, 1.0f, 0.0f, &out), ==, VNK_ERROR_INVALID);
  g_assert_cmpint (backend->resample (backend, &in, 0.0f, 0.0f, 1.0f, 0.0f, NULL), ==, VNK_ERROR_INVALID);
  g_assert_cmpint (backend->resample (backend, &in, 0.0f, 0.0f, 1.0f, 0.0f, &in), ==, VNK_ERROR_INVALID);
  g_assert_cmpfloat (kt_at (&out, 3, 3), ==, -3.0f);
  vnk_plane_clear (&in);
  vnk_plane_clear (&out);
}

/* ---- flatten ---- */

static void
compare_flatten (const vnk_plane *in, int radius, float noise, float limit)
{
  vnk_plane out = kt_new (in->width, in->height);
  g_autofree double *reference = g_new (double, in->width * in->height);

  g_assert_cmpint (backend->local_normalise (backend, in, radius, noise, limit, &out), ==, VNK_OK);

  double divisor = vnk_reference_local_normalise (in, radius, (double) noise, (double) limit, reference);
  double bound = VNK_BOUND_LOCAL_NORMALISE * (1.0 + kt_largest (in) / divisor);

  kt_assert_plane_near ("flatten", &out, reference, bound, bound);
  vnk_plane_clear (&out);
}

/* Boxes smaller and larger than the plane. */
static void
test_flatten_reference (gconstpointer data)
{
  static const int radii[] = { 1, 2, 7, 30, 63, VNK_MAX_RADIUS };

  for (size_t i = 0; i < G_N_ELEMENTS (radii); i++)
    {
      vnk_plane in = kt_picture (GPOINTER_TO_INT (data));

      compare_flatten (&in, radii[i], (float) g_test_rand_double_range (0.01, 10.0), i % 2 ? 1.5f : INFINITY);
      vnk_plane_clear (&in);
    }
}

/* Planes of one row, of one column, of few pixels, of about a strip of rows. */
static void
test_flatten_any_size (void)
{
  for (int trial = 0; trial < 60; trial++)
    {
      int width = trial % 3 == 0 ? 1 : g_test_rand_int_range (1, 40);
      int height = trial % 3 == 1 ? 1 : g_test_rand_int_range (1, 100);
      vnk_plane in = kt_noise (width, height, 128.0, 30.0);

      compare_flatten (&in, g_test_rand_int_range (1, 40), 0.5f, 2.0f);
      vnk_plane_clear (&in);
    }
}

/* Sums of huge values must not leave anything behind in the pixels that come after. */
static void
test_flatten_huge_values (void)
{
  vnk_plane in = kt_noise (90, 80, 0.0, 1e30);

  compare_flatten (&in, 5, 1.0f, INFINITY);
  vnk_plane_clear (&in);
}

/* 0 0 6 in a row, boxes of 3: means 0, 2, 3; differences 0, −2, 3; a = 5/3, 1.25·a + 1 = 37/12. */
static void
test_flatten_by_hand (void)
{
  vnk_plane in = kt_constant (3, 1, 0.0);
  vnk_plane out = kt_new (3, 1);

  in.data[2] = 6.0f;
  g_assert_cmpint (backend->local_normalise (backend, &in, 1, 1.0f, INFINITY, &out), ==, VNK_OK);
  g_assert_cmpfloat (out.data[0], ==, 0.0f);
  g_assert_cmpfloat_with_epsilon (out.data[1], -24.0f / 37.0f, 1e-6f);
  g_assert_cmpfloat_with_epsilon (out.data[2], 36.0f / 37.0f, 1e-6f);
  vnk_plane_clear (&in);
  vnk_plane_clear (&out);
}

/* Brightness and contrast of a picture far above the noise do not show any more. */
static void
test_flatten_forgets_gain_and_offset (void)
{
  vnk_plane in = kt_texture (80, 60, 7, 4.0, 0.0, 0.0);
  vnk_plane other = kt_new (80, 60);
  vnk_plane out = kt_new (80, 60);
  vnk_plane other_out = kt_new (80, 60);

  for (int y = 0; y < 60; y++)
    for (int x = 0; x < 80; x++)
      other.data[y * other.stride + x] = 0.5f * kt_at (&in, x, y) + 40.0f;
  g_assert_cmpint (backend->local_normalise (backend, &in, 12, 1e-3f, INFINITY, &out), ==, VNK_OK);
  g_assert_cmpint (backend->local_normalise (backend, &other, 12, 1e-3f, INFINITY, &other_out), ==, VNK_OK);
  for (int y = 0; y < 60; y++)
    for (int x = 0; x < 80; x++)
      kt_assert_near ("gain and offset", x, y, (double) kt_at (&other_out, x, y), (double) kt_at (&out, x, y), 2e-3);
  vnk_plane_clear (&in);
  vnk_plane_clear (&other);
  vnk_plane_clear (&out);
  vnk_plane_clear (&other_out);
}

static void
test_flatten_refuses (void)
{
  vnk_plane in = kt_constant (9, 8, 1.0);
  vnk_plane out = kt_constant (9, 8, -3.0);
  vnk_plane other = kt_constant (8, 8, -3.0);

  g_assert_cmpint (backend->local_normalise (backend, &in, 0, 1.0f, INFINITY, &out), ==, VNK_ERROR_INVALID);
  g_assert_cmpint (backend->local_normalise (backend, &in, VNK_MAX_RADIUS + 1, 1.0f, INFINITY, &out), ==,
                   VNK_ERROR_INVALID);
  g_assert_cmpint (backend->local_normalise (backend, &in, 3, 0.0f, INFINITY, &out), ==, VNK_ERROR_INVALID);
  g_assert_cmpint (backend->local_normalise (backend, &in, 3, NAN, INFINITY, &out), ==, VNK_ERROR_INVALID);
  g_assert_cmpint (backend->local_normalise (backend, &in, 3, INFINITY, INFINITY, &out), ==, VNK_ERROR_INVALID);
  g_assert_cmpint (backend->local_normalise (backend, &in, 3, 1.0f, INFINITY, &in), ==, VNK_ERROR_INVALID);
  g_assert_cmpint (backend->local_normalise (backend, &in, 3, 1.0f, INFINITY, &other), ==, VNK_ERROR_INVALID);
  g_assert_cmpint (backend->local_normalise (backend, &in, 3, 1.0f, 0.0f, &out), ==, VNK_ERROR_INVALID);
  g_assert_cmpint (backend->local_normalise (backend, &in, 3, 1.0f, NAN, &out), ==, VNK_ERROR_INVALID);
  g_assert_cmpfloat (kt_at (&out, 3, 3), ==, -3.0f);
  vnk_plane_clear (&in);
  vnk_plane_clear (&out);
  vnk_plane_clear (&other);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  kt_add_for_pictures ("/kernels/resample/reference", test_sample_reference);
  kt_add_func ("/kernels/resample/upright", test_sample_upright);
  kt_add_func ("/kernels/resample/huge-values", test_sample_huge_values);
  kt_add_func ("/kernels/resample/identity", test_sample_identity);
  kt_add_func ("/kernels/resample/halves", test_sample_halves);
  kt_add_func ("/kernels/resample/quarter-turn", test_sample_quarter_turn);
  kt_add_func ("/kernels/resample/ramp", test_sample_of_ramp);
  kt_add_func ("/kernels/resample/antialiases", test_sample_antialiases);
  kt_add_func ("/kernels/resample/refuses", test_sample_refuses);
  kt_add_for_pictures ("/kernels/local_normalise/reference", test_flatten_reference);
  kt_add_func ("/kernels/local_normalise/any-size", test_flatten_any_size);
  kt_add_func ("/kernels/local_normalise/huge-values", test_flatten_huge_values);
  kt_add_func ("/kernels/local_normalise/by-hand", test_flatten_by_hand);
  kt_add_func ("/kernels/local_normalise/forgets-gain-and-offset", test_flatten_forgets_gain_and_offset);
  kt_add_func ("/kernels/local_normalise/refuses", test_flatten_refuses);
  return kt_run (&backend, 2);
}
