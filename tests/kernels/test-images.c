/* test-images.c: loading, gradients, running means, noise and mirroring
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "kernels-test.h"
#include "reference.h"

static vnk_backend *backend;

/* ---- load ---- */

static void
test_load_reference (void)
{
  for (int trial = 0; trial < 40; trial++)
    {
      int bytes = g_test_rand_int_range (1, 3);
      int width = g_test_rand_int_range (1, 90);
      int height = g_test_rand_int_range (1, 40);
      ptrdiff_t stride = width * bytes + g_test_rand_int_range (0, 6);
      g_autofree guint8 *samples = g_malloc ((gsize) stride * height);
      float scale = (float) g_test_rand_double_range (0.001, 2.0);
      float offset = (float) g_test_rand_double_range (-50.0, 50.0);
      int x0 = g_test_rand_int_range (-100, 100);
      int y0 = g_test_rand_int_range (-50, 50);
      vnk_plane out = kt_new (g_test_rand_int_range (1, 120), g_test_rand_int_range (1, 60));
      g_autofree double *reference = g_new (double, out.width * out.height);
      vnk_image frame = { samples, width, height, stride, bytes };

      for (int i = 0; i < stride * height; i++)
        samples[i] = (guint8) g_test_rand_int_range (0, 256);
      g_assert_cmpint (backend->convert (backend, &frame, x0, y0, scale, offset, &out), ==, VNK_OK);
      vnk_reference_convert (&frame, x0, y0, (double) scale, (double) offset, out.width, out.height, reference);
      kt_assert_plane_near ("load", &out, reference,
                            VNK_BOUND_CONVERT * (65535.0 * (double) scale + fabs ((double) offset)), 0.0);
      vnk_plane_clear (&out);
    }
}

/* Rectangle (−1, −1, 4, 3) of a 2x2 frame, doubled plus one:
 *   10 20        10 10 20 20        21 21 41 41
 *   30 40   ->   10 10 20 20   ->   21 21 41 41
 *                30 30 40 40        61 61 81 81 */
static void
test_load_by_hand (void)
{
  static const guint8 samples[] = { 10, 20, 30, 40 };
  static const float expected[3][4] = { { 21, 21, 41, 41 }, { 21, 21, 41, 41 }, { 61, 61, 81, 81 } };
  vnk_image frame = { samples, 2, 2, 2, 1 };
  vnk_plane out = kt_new (4, 3);

  g_assert_cmpint (backend->convert (backend, &frame, -1, -1, 2.0f, 1.0f, &out), ==, VNK_OK);
  for (int y = 0; y < 3; y++)
    for (int x = 0; x < 4; x++)
      g_assert_cmpfloat (kt_at (&out, x, y), ==, expected[y][x]);
  vnk_plane_clear (&out);
}

static void
test_load_far_outside (void)
{
  static const guint8 samples[] = { 1, 2, 3, 4 };
  vnk_image frame = { samples, 2, 2, 2, 1 };
  vnk_plane out = kt_new (3, 2);

  g_assert_cmpint (backend->convert (backend, &frame, G_MAXINT - 1, G_MININT, 1.0f, 0.0f, &out), ==, VNK_OK);
  for (int y = 0; y < 2; y++)
    for (int x = 0; x < 3; x++)
      g_assert_cmpfloat (kt_at (&out, x, y), ==, 2.0f);
  vnk_plane_clear (&out);
}

typedef struct {
  int width, height, bytes, padding; /* of the frame */
  int x0, y0, columns, rows;         /* of the rectangle */
} Large;

static void
fill_samples (guint8 *samples, gsize n, guint32 seed)
{
  for (gsize i = 0; i < n; i++)
    samples[i] = (guint8) ((guint32) i * 2654435761u >> 24 ^ (seed + (guint32) (i >> 12)));
}

/* Frames that go to a device in parts, one after the other into two of its planes before anybody waits; their samples
 * are the caller's again as soon as they have been loaded. */
static void
test_load_large (gconstpointer data)
{
  const Large *large = data;
  ptrdiff_t stride = (ptrdiff_t) large->width * large->bytes + large->padding;
  gsize size = (gsize) stride * (gsize) large->height;
  g_autofree guint8 *samples = g_malloc (size);
  g_autofree double *reference = g_new (double, (gsize) large->columns * (gsize) large->rows);
  vnk_image frame = { samples, large->width, large->height, stride, large->bytes };
  vnk_plane planes[2];

  for (int i = 0; i < 2; i++)
    {
      g_assert_cmpint (backend->plane_new (backend, large->columns, large->rows, &planes[i]), ==, VNK_OK);
      fill_samples (samples, size, (guint32) (77 * i));
      g_assert_cmpint (backend->convert (backend, &frame, large->x0, large->y0, 0.5f, -3.0f, &planes[i]), ==, VNK_OK);
    }
  memset (samples, 0, size);
  for (int i = 0; i < 2; i++)
    {
      g_assert_cmpint (backend->fetch (backend, &planes[i]), ==, VNK_OK);
      fill_samples (samples, size, (guint32) (77 * i));
      vnk_reference_convert (&frame, large->x0, large->y0, 0.5, -3.0, large->columns, large->rows, reference);
      kt_assert_plane_near ("load", &planes[i], reference, VNK_BOUND_CONVERT * 65535.0, 0.0);
      vnk_plane_clear (&planes[i]);
    }
}

static const Large large_frames[] = {
  { 3100, 1900, 1, 0, 0, 0, 3100, 1900 },
  { 3100, 1900, 1, 60, -20, -1000, 3000, 2500 },
  { 1500, 2300, 2, 0, 10, 5, 1489, 2295 },
  { 1501, 2000, 2, 3000, -5, 300, 1511, 3000 },
  { 1 << 20, 4, 2, 0, 0, 0, 1 << 20, 4 },
  { 211, 13000, 1, 1, -1, -4, 214, 13010 },
};

/* ---- gradients ---- */

static void
test_gradients_reference (gconstpointer data)
{
  vnk_plane in = kt_picture (GPOINTER_TO_INT (data));
  vnk_plane gx = kt_new (in.width, in.height);
  vnk_plane gy = kt_new (in.width, in.height);
  g_autofree double *reference_x = g_new (double, in.width * in.height);
  g_autofree double *reference_y = g_new (double, in.width * in.height);

  g_assert_cmpint (backend->gradients (backend, &in, &gx, &gy), ==, VNK_OK);
  vnk_reference_gradients (&in, reference_x, reference_y);
  kt_assert_plane_near ("gx", &gx, reference_x, 0.0, VNK_BOUND_GRADIENTS);
  kt_assert_plane_near ("gy", &gy, reference_y, 0.0, VNK_BOUND_GRADIENTS);
  vnk_plane_clear (&in);
  vnk_plane_clear (&gx);
  vnk_plane_clear (&gy);
}

/* A ramp's slope, everywhere, at the border too: all numbers involved are exact in float. */
static void
test_gradients_of_ramp (void)
{
  vnk_plane in = kt_ramp (37, 23, 3.0, 1.25, -0.5);
  vnk_plane gx = kt_new (37, 23);
  vnk_plane gy = kt_new (37, 23);

  g_assert_cmpint (backend->gradients (backend, &in, &gx, &gy), ==, VNK_OK);
  for (int y = 0; y < 23; y++)
    for (int x = 0; x < 37; x++)
      {
        g_assert_cmpfloat (kt_at (&gx, x, y), ==, 1.25f);
        g_assert_cmpfloat (kt_at (&gy, x, y), ==, -0.5f);
      }
  vnk_plane_clear (&in);
  vnk_plane_clear (&gx);
  vnk_plane_clear (&gy);
}

/* Row 1 4 9 16: 4 − 1 = 3, (9 − 1)/2 = 4, (16 − 4)/2 = 6, 16 − 9 = 7. */
static void
test_gradients_by_hand (void)
{
  static const float expected[4] = { 3, 4, 6, 7 };
  vnk_plane in = kt_new (4, 1);
  vnk_plane gx = kt_new (4, 1);
  vnk_plane gy = kt_new (4, 1);

  for (int x = 0; x < 4; x++)
    in.data[x] = (float) ((x + 1) * (x + 1));
  g_assert_cmpint (backend->gradients (backend, &in, &gx, &gy), ==, VNK_OK);
  for (int x = 0; x < 4; x++)
    {
      g_assert_cmpfloat (gx.data[x], ==, expected[x]);
      g_assert_cmpfloat (gy.data[x], ==, 0.0f);
    }
  vnk_plane_clear (&in);
  vnk_plane_clear (&gx);
  vnk_plane_clear (&gy);
}

/* ---- average ---- */

static double *
to_doubles (const vnk_plane *plane)
{
  double *values = g_new (double, plane->width * plane->height);

  for (int y = 0; y < plane->height; y++)
    for (int x = 0; x < plane->width; x++)
      values[y * plane->width + x] = (double) kt_at (plane, x, y);
  return values;
}

static void
test_average_reference (gconstpointer data)
{
  vnk_plane in = kt_picture (GPOINTER_TO_INT (data));
  vnk_plane mean = kt_noise (in.width, in.height, 100.0, 20.0);
  vnk_plane spread = kt_noise (in.width, in.height, 50.0, 10.0);
  g_autofree double *old_mean = to_doubles (&mean), *old_spread = to_doubles (&spread);
  g_autofree double *means = to_doubles (&mean), *spreads = to_doubles (&spread);
  float scale = (float) g_test_rand_double_range (0.5, 2.0);
  float offset = (float) g_test_rand_double_range (-30.0, 30.0);
  float share = (float) g_test_rand_double ();
  float spread_share = (float) g_test_rand_double ();

  g_assert_cmpint (backend->running_moments (backend, &in, scale, offset, share, spread_share, &mean, &spread), ==,
                   VNK_OK);
  vnk_reference_running_moments (&in, (double) scale, (double) offset, (double) share, (double) spread_share, means,
                                 spreads);
  for (int y = 0; y < in.height && !g_test_failed (); y++)
    for (int x = 0; x < in.width; x++)
      {
        int i = y * in.width + x;
        double value = fabs ((double) kt_at (&in, x, y)) + fabs ((double) offset);
        double m = fabs (old_mean[i]) + value * fabs ((double) scale);

        kt_assert_near ("mean", x, y, (double) kt_at (&mean, x, y), means[i], VNK_BOUND_RUNNING_MOMENTS * m);
        kt_assert_near ("spread", x, y, (double) kt_at (&spread, x, y), spreads[i],
                        VNK_BOUND_RUNNING_MOMENTS * (m * m + fabs (old_spread[i])));
      }
  vnk_plane_clear (&in);
  vnk_plane_clear (&mean);
  vnk_plane_clear (&spread);
}

/* In 10, offset 2, scale ½: 4. Mean 2, spread 1: d = 2; mean 2 + ¼·2 = 2.5; spread 1 + ½·(4 − 1) = 2.5. */
static void
test_average_by_hand (void)
{
  vnk_plane in = kt_constant (5, 3, 10.0);
  vnk_plane mean = kt_constant (5, 3, 2.0);
  vnk_plane spread = kt_constant (5, 3, 1.0);

  g_assert_cmpint (backend->running_moments (backend, &in, 0.5f, 2.0f, 0.25f, 0.5f, &mean, &spread), ==, VNK_OK);
  for (int y = 0; y < 3; y++)
    for (int x = 0; x < 5; x++)
      {
        g_assert_cmpfloat (kt_at (&mean, x, y), ==, 2.5f);
        g_assert_cmpfloat (kt_at (&spread, x, y), ==, 2.5f);
      }
  g_assert_cmpint (backend->running_moments (backend, &in, 0.5f, 2.0f, 1.25f, 0.5f, &mean, &spread), ==,
                   VNK_ERROR_INVALID);
  g_assert_cmpint (backend->running_moments (backend, &in, NAN, 2.0f, 0.5f, 0.5f, &mean, &spread), ==,
                   VNK_ERROR_INVALID);
  vnk_plane_clear (&in);
  vnk_plane_clear (&mean);
  vnk_plane_clear (&spread);
}

/* ---- roughen, mirror, look ---- */

static void
test_roughen_reference (gconstpointer data)
{
  vnk_plane plane = kt_picture (GPOINTER_TO_INT (data));
  g_autofree double *before = to_doubles (&plane), *expected = g_new (double, plane.width * plane.height);
  float scale = (float) g_test_rand_double_range (0.001, 0.1);
  guint32 seed = (guint32) g_test_rand_int ();

  vnk_reference_add_noise (&plane, (double) scale, seed, expected);
  g_assert_cmpint (backend->add_noise (backend, &plane, scale, seed), ==, VNK_OK);
  for (int y = 0; y < plane.height && !g_test_failed (); y++)
    for (int x = 0; x < plane.width; x++)
      {
        int i = y * plane.width + x;
        double bound = VNK_BOUND_ADD_NOISE * (fabs (before[i]) + fabs (expected[i] - before[i]));

        kt_assert_near ("roughened", x, y, (double) kt_at (&plane, x, y), expected[i], bound);
      }
  vnk_plane_clear (&plane);
}

/* What it adds to nothing has the mean and the spread that vnk.h promises. */
static void
test_roughen_is_nearly_normal (void)
{
  vnk_plane plane = kt_constant (67, 31, 0.0);
  double sum = 0.0, square = 0.0, sd = 0.02 * sqrt (65535.0 / 3.0), n = 67.0 * 31.0;

  g_assert_cmpint (backend->add_noise (backend, &plane, 0.02f, 77), ==, VNK_OK);
  for (int y = 0; y < 31; y++)
    for (int x = 0; x < 67; x++)
      {
        double added = (double) kt_at (&plane, x, y);

        sum += added;
        square += added * added;
      }
  g_assert_cmpfloat (fabs (sum / n), <, 4.0 * sd / sqrt (n));
  g_assert_cmpfloat (fabs (sqrt (square / n) / sd - 1.0), <, 0.1);
  g_assert_cmpint (backend->add_noise (backend, &plane, NAN, 1), ==, VNK_ERROR_INVALID);
  vnk_plane_clear (&plane);
}

static void
test_mirror_reference (gconstpointer data)
{
  for (int upside_down = 0; upside_down < 2; upside_down++)
    {
      vnk_plane plane = kt_picture (GPOINTER_TO_INT (data));
      g_autofree double *expected = g_new (double, plane.width * plane.height);

      vnk_reference_flip (&plane, upside_down, expected);
      g_assert_cmpint (backend->flip (backend, &plane, upside_down), ==, VNK_OK);
      kt_assert_plane_near ("mirrored", &plane, expected, 0.0, 0.0);
      vnk_plane_clear (&plane);
    }
}

/* Odd and even sides: what lies in the middle stays. */
static void
test_mirror_swaps (void)
{
  static const int sizes[][2] = { { 1, 1 }, { 70, 33 }, { 33, 70 }, { 2, 9 }, { 65, 1 } };

  for (size_t i = 0; i < G_N_ELEMENTS (sizes); i++)
    for (int upside_down = 0; upside_down < 2; upside_down++)
      {
        int width = sizes[i][0], height = sizes[i][1];
        vnk_plane plane = kt_ramp (width, height, 0.0, 1.0, 1000.0);

        g_assert_cmpint (backend->flip (backend, &plane, upside_down), ==, VNK_OK);
        for (int y = 0; y < height; y++)
          for (int x = 0; x < width; x++)
            g_assert_cmpfloat (kt_at (&plane, x, y), ==,
                               (float) (upside_down ? x + 1000 * (height - 1 - y) : width - 1 - x + 1000 * y));
        vnk_plane_clear (&plane);
      }
  g_assert_cmpint (backend->flip (backend, NULL, false), ==, VNK_ERROR_INVALID);
}

/* Discs inside, across the border, and beside the plane. */
static void
test_look_reference (gconstpointer data)
{
  vnk_plane in = kt_picture (GPOINTER_TO_INT (data));
  double bound = VNK_BOUND_RING_STATISTICS * kt_largest (&in);
  vnk_ring_statistics looks[40];

  for (int i = 0; i < 40; i++)
    looks[i] = (vnk_ring_statistics){ g_test_rand_double_range (-30.0, in.width + 30.0),
                           g_test_rand_double_range (-30.0, in.height + 30.0),
                           i == 0 ? 0.1 : g_test_rand_double_range (0.5, 25.0) };
  g_assert_cmpint (backend->ring_statistics (backend, &in, looks, 40), ==, VNK_OK);
  for (int i = 0; i < 40; i++)
    {
      vnk_ring_statistics expected = looks[i];

      vnk_reference_ring_statistics (&in, &expected);
      for (int k = 0; k < VNK_RING_STATISTICS; k++)
        kt_assert_near ("look", i, k, (double) looks[i].values[k], (double) expected.values[k], bound);
    }
  vnk_plane_clear (&in);
}

/* 2 to the left of the middle, 4 to its right: the mean is 3, the slope along x is 2·mean |dx|. */
static void
test_look_by_hand (void)
{
  vnk_plane in = kt_constant (40, 40, 2.0);
  vnk_ring_statistics look = { 19.5, 19.5, 10.0 };
  vnk_ring_statistics bad = { 19.5, 19.5, 0.0 };

  for (int y = 0; y < 40; y++)
    for (int x = 20; x < 40; x++)
      in.data[y * in.stride + x] = 4.0f;
  g_assert_cmpint (backend->ring_statistics (backend, &in, &look, 1), ==, VNK_OK);
  for (int i = 0; i < 3; i++)
    g_assert_cmpfloat_with_epsilon (look.values[i], 3.0f, 1e-5f);
  /* Over a disc of radius 0.8 the mean |dx| is 4·0.8/(3π). */
  g_assert_cmpfloat_with_epsilon (look.values[3], 2.0f * 0.3395f, 0.02f);
  g_assert_cmpfloat_with_epsilon (look.values[4], 0.0f, 1e-5f);
  g_assert_cmpint (backend->ring_statistics (backend, &in, &bad, 1), ==, VNK_ERROR_INVALID);
  g_assert_cmpint (backend->ring_statistics (backend, &in, NULL, 0), ==, VNK_OK);
  vnk_plane_clear (&in);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  kt_add_func ("/kernels/convert/reference", test_load_reference);
  kt_add_func ("/kernels/convert/by-hand", test_load_by_hand);
  kt_add_func ("/kernels/convert/far-outside", test_load_far_outside);
  for (guint i = 0; i < G_N_ELEMENTS (large_frames); i++)
    {
      g_autofree char *path = g_strdup_printf ("/kernels/convert/large-%u", i + 1);

      kt_add_data_func (path, &large_frames[i], test_load_large);
    }
  kt_add_for_pictures ("/kernels/gradients/reference", test_gradients_reference);
  kt_add_func ("/kernels/gradients/ramp", test_gradients_of_ramp);
  kt_add_func ("/kernels/gradients/by-hand", test_gradients_by_hand);
  kt_add_for_pictures ("/kernels/running_moments/reference", test_average_reference);
  kt_add_func ("/kernels/running_moments/by-hand", test_average_by_hand);
  kt_add_for_pictures ("/kernels/add_noise/reference", test_roughen_reference);
  kt_add_func ("/kernels/add_noise/nearly-normal", test_roughen_is_nearly_normal);
  kt_add_for_pictures ("/kernels/flip/reference", test_mirror_reference);
  kt_add_func ("/kernels/flip/swaps", test_mirror_swaps);
  kt_add_for_pictures ("/kernels/ring_statistics/reference", test_look_reference);
  kt_add_func ("/kernels/ring_statistics/by-hand", test_look_by_hand);
  return kt_run (&backend, 1);
}
