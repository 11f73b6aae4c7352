/* test-robust-weights.c: how far pixels that come and go are to be trusted
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "kernels-test.h"

#include "reference.h"
#include "vnk-sample-grid.h"
#include "vnk-numerics.h"

static vnk_backend *backend;

static void
set (vnk_plane *plane, int x, int y, double value)
{
  plane->data[y * plane->stride + x] = (float) value;
}

/* Tissue, none, less than none, and something in between. */
static vnk_plane
make_mask (int width, int height)
{
  static const double kinds[] = { 1.0, 1.0, 1.0, 0.0, -1.0, 0.25 };
  vnk_plane mask = vnk_plane_new (width, height);

  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++)
      set (&mask, x, y, kinds[g_test_rand_int_range (0, G_N_ELEMENTS (kinds))]);
  return mask;
}

static void
assert_as_reference (const vnk_plane *spread, const vnk_plane *mask, float cutoff, float min_spread)
{
  g_autofree double *expected = g_new (double, spread->width * spread->height);
  vnk_plane weight = vnk_plane_new (spread->width, spread->height);

  vnk_reference_robust_weights (spread, mask, (double) cutoff, (double) min_spread, expected);
  g_assert_cmpint (backend->robust_weights (backend, spread, mask, cutoff, min_spread, &weight), ==, VNK_OK);
  for (int y = 0; y < spread->height && !g_test_failed (); y++)
    for (int x = 0; x < spread->width; x++)
      kt_assert_near ("weight", x, y, (double) kt_at (&weight, x, y), expected[y * spread->width + x],
                      VNK_BOUND_ROBUST_WEIGHTS * fabs ((double) kt_at (mask, x, y)));
  vnk_plane_clear (&weight);
}

static void
test_reference (gconstpointer data)
{
  vnk_plane spread = kt_picture (GPOINTER_TO_INT (data));
  vnk_plane mask = make_mask (spread.width, spread.height);
  float cutoff = (float) g_test_rand_double_range (0.1, 10.0);

  assert_as_reference (&spread, &mask, cutoff, 1e-6f);
  /* More than most of them have. */
  assert_as_reference (&spread, &mask, cutoff, 100.0f);
  vnk_plane_clear (&spread);
  vnk_plane_clear (&mask);
}

/* Where the grid has as many points as there may be, one, or a row. */
static void
test_any_size (void)
{
  static const int sizes[][2] = { { 1, 1 }, { 2, 1 }, { 1, 5000 }, { 9001, 1 }, { 64, 64 }, { 65, 64 }, { 128, 128 },
                                  { 320, 240 }, { 3, 20000 } };

  for (size_t i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      vnk_plane spread = kt_noise (sizes[i][0], sizes[i][1], 0.0, 3.0);
      vnk_plane mask = make_mask (sizes[i][0], sizes[i][1]);

      assert_as_reference (&spread, &mask, 4.0f, 1e-6f);
      vnk_plane_clear (&spread);
      vnk_plane_clear (&mask);
    }
}

/* Values that are the same, next to each other, of all sizes, and with another sign. */
static void
test_hard_values (void)
{
  static const double values[] = { 0.0, 1e-30, 1.0, 1.0000001, 1.0, 5.0, 5.0, 1e30, -2.0, -1e30 };
  vnk_plane spread = vnk_plane_new (90, 70);
  vnk_plane mask = kt_constant (90, 70, 1.0);

  for (guint last = 1; last <= G_N_ELEMENTS (values); last++)
    {
      for (int y = 0; y < 70; y++)
        for (int x = 0; x < 90; x++)
          set (&spread, x, y, values[g_test_rand_int_range (0, (gint32) last)]);
      assert_as_reference (&spread, &mask, 4.0f, 1e-6f);
      assert_as_reference (&spread, &mask, 4.0f, 1e30f);
    }
  vnk_plane_clear (&spread);
  vnk_plane_clear (&mask);
}

/* Of 1, 2, 3, 4 where there is tissue the third is the median; twice that is 6: there a pixel counts half. */
static void
test_by_hand (void)
{
  static const double values[7] = { 4.0, 1.0, 100.0, 3.0, 6.0, 2.0, 0.0 };
  static const double masks[7] = { 1.0, 0.5, 0.0, 1.0, 0.0, 1.0, -1.0 };
  vnk_plane spread = vnk_plane_new (7, 1), mask = vnk_plane_new (7, 1), weight = vnk_plane_new (7, 1);

  for (int x = 0; x < 7; x++)
    {
      set (&spread, x, 0, values[x]);
      set (&mask, x, 0, masks[x]);
    }
  g_assert_cmpint (backend->robust_weights (backend, &spread, &mask, 2.0f, 0.1f, &weight), ==, VNK_OK);
  g_assert_cmpfloat_with_epsilon (kt_at (&weight, 0, 0), 1.0f / (1.0f + 16.0f / 36.0f), 1e-6f);
  g_assert_cmpfloat_with_epsilon (kt_at (&weight, 1, 0), 0.5f / (1.0f + 1.0f / 36.0f), 1e-6f);
  g_assert_cmpfloat (kt_at (&weight, 2, 0), ==, 0.0f);
  g_assert_cmpfloat_with_epsilon (kt_at (&weight, 3, 0), 0.8f, 1e-6f);
  g_assert_cmpfloat_with_epsilon (kt_at (&weight, 5, 0), 0.9f, 1e-6f);
  g_assert_cmpfloat (kt_at (&weight, 6, 0), ==, -1.0f);

  /* No tissue: only `min_spread` is left, and 4/(2·0.5) = 4 times that. */
  for (int x = 0; x < 7; x++)
    set (&mask, x, 0, x == 0 ? -17.0 : 0.0);
  g_assert_cmpint (backend->robust_weights (backend, &spread, &mask, 2.0f, 0.5f, &weight), ==, VNK_OK);
  g_assert_cmpfloat_with_epsilon (kt_at (&weight, 0, 0), -1.0f, 1e-6f);
  vnk_plane_clear (&spread);
  vnk_plane_clear (&mask);
  vnk_plane_clear (&weight);
}

static vnk_plane
to_backend (const vnk_plane *from)
{
  vnk_plane plane;

  g_assert_cmpint (backend->plane_new (backend, from->width, from->height, &plane), ==, VNK_OK);
  for (int y = 0; y < from->height; y++)
    for (int x = 0; x < from->width; x++)
      set (&plane, x, y, (double) kt_at (from, x, y));
  g_assert_cmpint (backend->store (backend, &plane), ==, VNK_OK);
  return plane;
}

/* What is written over is what was read. */
static void
test_in_place (void)
{
  vnk_plane spread = kt_noise (150, 110, 20.0, 5.0), mask = make_mask (150, 110);
  g_autofree double *expected = g_new (double, 150 * 110);

  vnk_reference_robust_weights (&spread, &mask, 3.0, 1.0, expected);
  for (int way = 0; way < 2; way++)
    {
      vnk_plane from = to_backend (&spread), through = to_backend (&mask);
      const vnk_plane *out = way == 0 ? &from : &through;

      g_assert_cmpint (backend->robust_weights (backend, &from, &through, 3.0f, 1.0f, way == 0 ? &from : &through), ==,
                       VNK_OK);
      g_assert_cmpint (backend->fetch (backend, out), ==, VNK_OK);
      for (int y = 0; y < 110 && !g_test_failed (); y++)
        for (int x = 0; x < 150; x++)
          kt_assert_near ("weight", x, y, (double) kt_at (out, x, y), expected[y * 150 + x],
                          VNK_BOUND_ROBUST_WEIGHTS * fabs ((double) kt_at (&mask, x, y)));
      vnk_plane_clear (&from);
      vnk_plane_clear (&through);
    }
  vnk_plane_clear (&spread);
  vnk_plane_clear (&mask);
}

static void
test_refuses (void)
{
  vnk_plane in = kt_constant (8, 6, 1.0), other = kt_constant (6, 8, 1.0), out = vnk_plane_new (8, 6);
  static const float bad[] = { 0.0f, -1.0f, NAN, INFINITY };

  for (size_t i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_assert_cmpint (backend->robust_weights (backend, &in, &in, bad[i], 1.0f, &out), ==, VNK_ERROR_INVALID);
      g_assert_cmpint (backend->robust_weights (backend, &in, &in, 1.0f, bad[i], &out), ==, VNK_ERROR_INVALID);
    }
  g_assert_cmpint (backend->robust_weights (backend, &in, &other, 1.0f, 1.0f, &out), ==, VNK_ERROR_INVALID);
  g_assert_cmpint (backend->robust_weights (backend, &other, &other, 1.0f, 1.0f, &out), ==, VNK_ERROR_INVALID);
  g_assert_cmpint (backend->robust_weights (backend, &in, NULL, 1.0f, 1.0f, &out), ==, VNK_ERROR_INVALID);
  g_assert_cmpfloat (kt_at (&out, 0, 0), ==, 0.0f);
  vnk_plane_clear (&in);
  vnk_plane_clear (&other);
  vnk_plane_clear (&out);
}

/* Of any size: points of the plane, no more than asked for, and not many fewer unless it is narrow. */
static void
test_grid (void)
{
  for (int n = 0; n < 2000; n++)
    {
      int width = g_test_rand_int_range (1, 2000), height = g_test_rand_int_range (1, 2000);
      int most = g_test_rand_int_range (1, 5000);
      vnk_sample_grid grid = vnk_sample_grid_new (width, height, most);

      g_assert_cmpint (grid.columns, >=, 1);
      g_assert_cmpint (grid.rows, >=, 1);
      g_assert_cmpint (grid.columns * grid.rows, <=, most);
      g_assert_cmpint (grid.left, >=, 0);
      g_assert_cmpint (grid.top, >=, 0);
      g_assert_cmpint (grid.left + (grid.columns - 1) * grid.step, <, width);
      g_assert_cmpint (grid.top + (grid.rows - 1) * grid.step, <, height);
      g_assert_cmpint (grid.left + grid.columns * grid.step, >=, width);
      g_assert_cmpint (grid.top + grid.rows * grid.step, >=, height);
      /* From every pixel to every second one both ways there is nothing in between. */
      if (MIN (width, height) >= 64 && most >= 1000)
        g_assert_cmpint (5 * grid.columns * grid.rows, >, MIN (most, width * height));
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  kt_add_for_pictures ("/kernels/robust_weights/reference", test_reference);
  kt_add_func ("/kernels/robust_weights/any-size", test_any_size);
  kt_add_func ("/kernels/robust_weights/hard-values", test_hard_values);
  kt_add_func ("/kernels/robust_weights/by-hand", test_by_hand);
  kt_add_func ("/kernels/robust_weights/in-place", test_in_place);
  kt_add_func ("/kernels/robust_weights/refuses", test_refuses);
  g_test_add_func ("/grid", test_grid);
  return kt_run (&backend, 1);
}
