/* test-ellipse.c: the snake settles on a ridge
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "kernels-test.h"
#include "reference.h"

static vnk_backend *backend;

static vnk_ellipse_params
published (float radius)
{
  vnk_track_params params;

  vnk_track_params_published (&params, radius, 1.0f, 0.0f);
  return params.ellipse;
}

static vnk_ellipse
snake_at (double x, double y, double radius)
{
  vnk_ellipse snake = { .x = (float) x, .y = (float) y, .expected_y = (float) y };

  for (int i = 0; i < VNK_ELLIPSE_POINTS; i++)
    snake.radii[i] = (float) radius;
  return snake;
}

/* A ridge exp(−(d − radius)²/2·3²) around a centre: what a perfect field looks like. */
static vnk_plane
ridge (double x, double y, double radius)
{
  vnk_plane field = kt_new (81, 41);

  for (int v = 0; v < 41; v++)
    for (int u = 0; u < 81; u++)
      {
        double distance = hypot (u - x, v - y) - radius;

        field.data[v * field.stride + u] = (float) exp (-distance * distance / 18.0);
      }
  return field;
}

static void
test_reference (void)
{
  for (int trial = 0; trial < 40; trial++)
    {
      vnk_plane field = trial % 2 ? ridge (g_test_rand_double_range (36, 44), g_test_rand_double_range (18, 22), 10.0)
                                  : kt_noise (81, 41, 0.5, 0.1);
      g_autofree double *exact = g_new (double, 81 * 41);
      vnk_ellipse_params params = published (10.0f);
      vnk_ellipse snake = snake_at (g_test_rand_double_range (37, 43), g_test_rand_double_range (18, 22), 9.0);
      vnk_ellipse expected;

      snake.expected_y += (float) g_test_rand_double_range (-3.0, 3.0);
      expected = snake;
      for (int i = 0; i < 81 * 41; i++)
        exact[i] = (double) kt_at (&field, i % 81, i / 81);

      /* Not to be decided by a sum that happens to lie next to the tolerance. */
      params.tolerance = 0.0f;
      params.max_iterations = trial % 2 ? 60 : 10; /* in noise the least rounding grows with each */
      g_assert_cmpint (backend->ellipse (backend, &field, &params, &snake), ==, VNK_OK);
      vnk_reference_ellipse (exact, 81, 41, &params, &expected);

      g_assert_cmpint (snake.left, ==, expected.left);
      g_assert_cmpint (snake.iterations, ==, expected.iterations);
      kt_assert_near ("x", trial, 0, (double) snake.x, (double) expected.x, VNK_BOUND_ELLIPSE);
      kt_assert_near ("y", trial, 0, (double) snake.y, (double) expected.y, VNK_BOUND_ELLIPSE);
      kt_assert_near ("score", trial, 0, (double) snake.score, (double) expected.score, VNK_BOUND_ELLIPSE);
      for (int i = 0; i < VNK_ELLIPSE_POINTS; i++)
        kt_assert_near ("radius", trial, i, (double) snake.radii[i], (double) expected.radii[i], VNK_BOUND_ELLIPSE);
      vnk_plane_clear (&field);
    }
}

static void
test_settles_on_ridge (void)
{
  for (int trial = 0; trial < 20; trial++)
    {
      double x = g_test_rand_double_range (37.0, 43.0);
      double y = g_test_rand_double_range (18.0, 22.0);
      vnk_plane field = ridge (x, y, 10.0);
      vnk_ellipse_params params = published (10.0f);
      vnk_ellipse snake = snake_at (40.0, 20.0, 10.0);

      g_assert_cmpint (backend->ellipse (backend, &field, &params, &snake), ==, VNK_OK);
      g_assert_false (snake.left);
      g_assert_cmpint (snake.iterations, <, params.max_iterations);
      g_assert_cmpfloat (hypot ((double) snake.x - x, (double) snake.y - y), <, 0.5);
      for (int i = 0; i < VNK_ELLIPSE_POINTS; i++)
        g_assert_cmpfloat (fabs ((double) snake.radii[i] - 10.0), <, 1.0);
      g_assert_cmpfloat (snake.score, >, 0.95);
      vnk_plane_clear (&field);
    }
}

/* On a flat field only the expected radius and the path pull: r ← r + 0.2·0.2·(10 − r) brings radii of 8 to 10 by 4 %
 * of the rest a step: after one step 8.08. y ← y + 0.2·0.05·(23 − 20) = 20.03. */
static void
test_flat_field_by_hand (void)
{
  vnk_plane field = kt_constant (81, 41, 0.0);
  vnk_ellipse_params params = published (10.0f);
  vnk_ellipse snake = snake_at (40.0, 20.0, 8.0);

  snake.expected_y = 23.0f;
  params.max_iterations = 1;
  g_assert_cmpint (backend->ellipse (backend, &field, &params, &snake), ==, VNK_OK);
  g_assert_cmpint (snake.iterations, ==, 1);
  g_assert_cmpfloat (snake.x, ==, 40.0f);
  g_assert_cmpfloat_with_epsilon (snake.y, 20.03f, 1e-5f);
  for (int i = 0; i < VNK_ELLIPSE_POINTS; i++)
    g_assert_cmpfloat_with_epsilon (snake.radii[i], 8.08f, 1e-5f);
  g_assert_cmpfloat (snake.score, ==, 0.0f);
  g_assert_false (snake.left);
  vnk_plane_clear (&field);
}

/* A field that rises towards one side carries the snake over the border: it says so, where and as it was last. */
static void
test_says_that_it_left (void)
{
  for (int side = -1; side <= 1; side += 2)
    {
      vnk_plane field = kt_ramp (81, 41, 0.5, 0.005 * side, 0.0);
      vnk_ellipse_params params = published (10.0f);
      vnk_ellipse snake = snake_at (40.0, 20.0, 10.0);
      vnk_ellipse expected = snake;
      g_autofree double *exact = g_new (double, 81 * 41);

      for (int i = 0; i < 81 * 41; i++)
        exact[i] = (double) kt_at (&field, i % 81, i / 81);
      g_assert_cmpint (backend->ellipse (backend, &field, &params, &snake), ==, VNK_OK);
      vnk_reference_ellipse (exact, 81, 41, &params, &expected);
      g_assert_true (snake.left);
      g_assert_cmpint (snake.iterations, >, 10);
      g_assert_cmpint (snake.iterations, ==, expected.iterations);
      g_assert_cmpfloat (side * (snake.x - 40.0f), >, 20.0f);
      for (int i = 0; i < VNK_ELLIPSE_POINTS; i++)
        kt_assert_near ("radius", i, 0, (double) snake.radii[i], (double) expected.radii[i], VNK_BOUND_ELLIPSE);
      vnk_plane_clear (&field);
    }
}

static void
test_starts_outside (void)
{
  vnk_plane field = kt_constant (1, 1, 0.5);
  vnk_ellipse_params params = published (10.0f);
  vnk_ellipse snake = snake_at (0.0, 0.0, 10.0);

  g_assert_cmpint (backend->ellipse (backend, &field, &params, &snake), ==, VNK_OK);
  g_assert_true (snake.left);
  g_assert_cmpint (snake.iterations, ==, 0);
  vnk_plane_clear (&field);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  kt_add_func ("/kernels/ellipse/reference", test_reference);
  kt_add_func ("/kernels/ellipse/settles-on-ridge", test_settles_on_ridge);
  kt_add_func ("/kernels/ellipse/flat-field-by-hand", test_flat_field_by_hand);
  kt_add_func ("/kernels/ellipse/says-that-it-left", test_says_that_it_left);
  kt_add_func ("/kernels/ellipse/starts-outside", test_starts_outside);
  return kt_run (&backend, 1);
}
