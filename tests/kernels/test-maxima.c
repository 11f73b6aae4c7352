/* test-maxima.c: dilation and local maxima
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "kernels-test.h"
#include "reference.h"

static vnk_backend *backend;

/* ---- dilate: exact ---- */

static void
compare_dilation (const vnk_plane *in, float radius)
{
  vnk_plane out = kt_new (in->width, in->height);
  g_autofree double *reference = g_new (double, in->width * in->height);

  g_assert_cmpint (backend->dilate (backend, in, radius, &out), ==, VNK_OK);
  vnk_reference_dilate (in, (double) radius, reference);
  kt_assert_plane_near ("dilated", &out, reference, 0.0, 0.0);
  vnk_plane_clear (&out);
}

static void
test_dilate_reference (gconstpointer data)
{
  static const float radii[] = { 0.0f, 0.9f, 1.0f, 1.5f, 2.0f, 5.0f, 12.0f, 15.0f, 40.5f };
  vnk_plane in = kt_picture (GPOINTER_TO_INT (data));

  for (size_t i = 0; i < G_N_ELEMENTS (radii); i++)
    compare_dilation (&in, radii[i]);
  vnk_plane_clear (&in);
}

static void
test_dilate_negative_values (void)
{
  vnk_plane in = kt_noise (30, 20, -500.0, 30.0);

  compare_dilation (&in, 3.0f);
  vnk_plane_clear (&in);
}

/* One bright pixel becomes a disc: the pixels at dx² + dy² ≤ 4 are 13 = 1 + 3 + 5 + 3 + 1. */
static void
test_dilate_by_hand (void)
{
  vnk_plane in = kt_constant (9, 9, 1.0);
  vnk_plane out = kt_new (9, 9);
  int n = 0;

  in.data[4 * in.stride + 4] = 7.0f;
  g_assert_cmpint (backend->dilate (backend, &in, 2.0f, &out), ==, VNK_OK);
  for (int y = 0; y < 9; y++)
    for (int x = 0; x < 9; x++)
      n += kt_at (&out, x, y) == 7.0f;
  g_assert_cmpint (n, ==, 13);
  g_assert_cmpfloat (kt_at (&out, 5, 5), ==, 7.0f);
  g_assert_cmpfloat (kt_at (&out, 6, 5), ==, 1.0f);
  vnk_plane_clear (&in);
  vnk_plane_clear (&out);
}

/* ---- maxima: exact ---- */

static int
find (const vnk_plane *score, float dilation, float threshold, int border, vnk_candidate *out, int capacity)
{
  vnk_plane dilated = kt_new (score->width, score->height);
  vnk_plane radius = kt_constant (score->width, score->height, 10.0);
  vnk_plane mean = kt_ramp (score->width, score->height, 0.0, 1.0, 1000.0);
  vnk_plane growth = kt_ramp (score->width, score->height, 7.0, 1.0, 0.0);
  int n = -1;

  g_assert_cmpint (backend->dilate (backend, score, dilation, &dilated), ==, VNK_OK);
  g_assert_cmpint (backend->maxima (backend, score, &radius, &mean, &growth, &dilated, threshold, border, out, capacity,
                                    &n), ==, VNK_OK);
  vnk_plane_clear (&dilated);
  vnk_plane_clear (&radius);
  vnk_plane_clear (&mean);
  vnk_plane_clear (&growth);
  return n;
}

static void
compare_maxima (const vnk_plane *score, float dilation, float threshold, int border)
{
  int pixels = score->width * score->height;
  vnk_plane dilated = kt_new (score->width, score->height);
  g_autofree vnk_candidate *candidates = g_new (vnk_candidate, pixels);
  g_autofree guint8 *marks = g_new (guint8, pixels);
  int next = 0;

  g_assert_cmpint (backend->dilate (backend, score, dilation, &dilated), ==, VNK_OK);
  vnk_reference_maxima (score, &dilated, (double) threshold, border, marks);

  int n = find (score, dilation, threshold, border, candidates, pixels);

  for (int i = 0; i < pixels; i++)
    {
      if (!marks[i])
        continue;
      g_assert_cmpint (next, <, n);
      g_assert_cmpint (candidates[next].x, ==, i % score->width);
      g_assert_cmpint (candidates[next].y, ==, i / score->width);
      g_assert_cmpfloat (candidates[next].score, ==, kt_at (score, i % score->width, i / score->width));
      g_assert_cmpfloat (candidates[next].radius, ==, 10.0f);
      g_assert_cmpfloat (candidates[next].mean_gradient, ==, (float) (i % score->width + 1000 * (i / score->width)));
      g_assert_cmpfloat (candidates[next].growth, ==, (float) (7 + i % score->width));
      next++;
    }
  g_assert_cmpint (next, ==, n);
  vnk_plane_clear (&dilated);
}

static void
test_maxima_reference (gconstpointer data)
{
  vnk_plane score = kt_picture (GPOINTER_TO_INT (data));

  compare_maxima (&score, 3.0f, 20.0f, 0);
  compare_maxima (&score, 12.0f, 100.0f, 5);
  vnk_plane_clear (&score);
}

/* Few gray levels: plateaus of all shapes, some beside a higher pixel. */
static void
test_maxima_plateaus (void)
{
  for (int trial = 0; trial < 30; trial++)
    {
      vnk_plane score = kt_new (g_test_rand_int_range (1, 40), g_test_rand_int_range (1, 30));

      for (int y = 0; y < score.height; y++)
        for (int x = 0; x < score.width; x++)
          score.data[y * score.stride + x] = (float) g_test_rand_int_range (0, 3);
      compare_maxima (&score, 1.0f, 0.5f, 0);
      compare_maxima (&score, 1.5f, 0.5f, 2);
      vnk_plane_clear (&score);
    }
}

/* A ring of equal pixels around a lower one is one maximum, reported at its first pixel in row order. */
static void
test_maxima_plateau_by_hand (void)
{
  vnk_plane score = kt_constant (20, 20, 0.0);
  vnk_candidate found[4];

  for (int y = 8; y <= 12; y++)
    for (int x = 6; x <= 10; x++)
      if (x == 6 || x == 10 || y == 8 || y == 12)
        score.data[y * score.stride + x] = 5.0f;
  g_assert_cmpint (find (&score, 2.0f, 1.0f, 0, found, 4), ==, 1);
  g_assert_cmpint (found[0].x, ==, 6);
  g_assert_cmpint (found[0].y, ==, 8);
  vnk_plane_clear (&score);
}

static void
test_maxima_constant (void)
{
  vnk_plane score = kt_constant (20, 20, 3.0);
  vnk_candidate found[4];

  g_assert_cmpint (find (&score, 2.0f, 3.0f, 0, found, 4), ==, 0);
  g_assert_cmpint (find (&score, 2.0f, 2.0f, 5, found, 4), ==, 1);
  g_assert_cmpint (found[0].x, ==, 5);
  g_assert_cmpint (found[0].y, ==, 5);
  vnk_plane_clear (&score);
}

static void
test_maxima_counts_beyond_capacity (void)
{
  vnk_plane score = kt_constant (100, 20, 0.0);
  vnk_candidate found[3] = { [2] = { .x = -1 } };

  for (int x = 5; x < 100; x += 10)
    score.data[10 * score.stride + x] = (float) x;
  g_assert_cmpint (find (&score, 3.0f, 1.0f, 0, found, 2), ==, 10);
  g_assert_cmpint (found[1].x, ==, 15);
  g_assert_cmpint (found[2].x, ==, -1);
  g_assert_cmpint (find (&score, 3.0f, 1.0f, 0, NULL, 0), ==, 10);
  vnk_plane_clear (&score);
}

static void
test_maxima_border_wider_than_plane (void)
{
  vnk_plane score = kt_constant (9, 9, 3.0);

  g_assert_cmpint (find (&score, 2.0f, 1.0f, 5, NULL, 0), ==, 0);
  g_assert_cmpint (find (&score, 2.0f, 1.0f, 4, NULL, 0), ==, 1);
  vnk_plane_clear (&score);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  for (int i = 0; i < kt_n_pictures (); i++)
    {
      g_autofree char *dilate = g_strdup_printf ("/kernels/dilate/reference/%s", kt_picture_name (i));
      g_autofree char *maxima = g_strdup_printf ("/kernels/maxima/reference/%s", kt_picture_name (i));

      kt_add_data_func (dilate, GINT_TO_POINTER (i), test_dilate_reference);
      kt_add_data_func (maxima, GINT_TO_POINTER (i), test_maxima_reference);
    }
  kt_add_func ("/kernels/dilate/negative-values", test_dilate_negative_values);
  kt_add_func ("/kernels/dilate/by-hand", test_dilate_by_hand);
  kt_add_func ("/kernels/maxima/plateaus", test_maxima_plateaus);
  kt_add_func ("/kernels/maxima/plateau-by-hand", test_maxima_plateau_by_hand);
  kt_add_func ("/kernels/maxima/constant", test_maxima_constant);
  kt_add_func ("/kernels/maxima/counts-beyond-capacity", test_maxima_counts_beyond_capacity);
  kt_add_func ("/kernels/maxima/border-wider-than-plane", test_maxima_border_wider_than_plane);
  return kt_run (&backend, 1);
}
