/* test-mgvf.c: motion gradient vector flow, of the reference and of the CPU
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "kernels-test.h"

#include "cpu/cpu.h"
#include "reference.h"

static vnk_backend *backend;

static void
solve (const vnk_plane *edges, const vnk_mgvf_params *params, vnk_plane *field, int *sweeps)
{
  g_assert_cmpint (vnk_cpu_mgvf (&vnk_cpu_self (backend)->threads[0], edges, params, field, sweeps), ==, VNK_OK);
}

/*
 * Row 0 1 0 with the flow along +x, one published sweep, μ/λ = 0.5/5 = 0.1, 1/λ = 0.2. A row of height 1 repeats
 * upwards and downwards, so that a pixel's neighbours ahead are three times the next pixel, those behind three times
 * the one before; those above and below are itself.
 *   first pixel (0, edge 0): ahead 3·max(1 − 0, 0) = 3, behind 3·min(0 − 0, 0) = 0: 0 + 0.1·3 = 0.3; edge 0: 0.3.
 *   middle (1, edge 1): ahead 3·max(0 − 1, 0) = 0; behind 3·min(0 − 1, 0) = −3: 1 − 0.3 = 0.7; 0.7 − 0.2·1·(0.7 − 1)
 *     = 0.76.
 *   last (0, edge 0): ahead itself: 0; behind 3·min(1 − 0, 0) = 0: stays 0.
 * The edge is carried upstream, and nothing of it downstream.
 */
static void
test_published_sweep_by_hand (void)
{
  static const double edges[3] = { 0, 1, 0 };
  double field[3] = { 0, 1, 0 };

  g_assert_cmpfloat_with_epsilon (vnk_reference_mgvf_sweep (edges, 3, 1, 0.5, FALSE, field), 0.18, 1e-12);
  g_assert_cmpfloat_with_epsilon (field[0], 0.3, 1e-12);
  g_assert_cmpfloat_with_epsilon (field[1], 0.76, 1e-12);
  g_assert_cmpfloat_with_epsilon (field[2], 0.0, 1e-12);
}

/* Of a noisy window. */
static double *
noisy_edges (int width, int height)
{
  double *edges = g_new (double, width * height);
  g_autofree double *window = g_new (double, width * height);

  for (int i = 0; i < width * height; i++)
    window[i] = 100.0 + 20.0 * kt_normal ();
  vnk_reference_gradient_magnitude (window, width, height, edges);
  return edges;
}

/* 0 0 4 / 0 0 4 / 3 3 7: at the middle gx = (4 − 0)/2 = 2, gy = (3 − 0)/2 = 1.5, magnitude 2.5. At the last corner
 * gx = 7 − 3 = 4, gy = 7 − 4 = 3, magnitude 5, the largest: 1; the middle 2.5/5 = 0.5; the first corner 0. */
static void
test_edges_by_hand (void)
{
  static const double values[9] = { 0, 0, 4, 0, 0, 4, 3, 3, 7 };
  double edges[9];

  vnk_reference_gradient_magnitude (values, 3, 3, edges);
  g_assert_cmpfloat_with_epsilon (edges[4], 0.5, 1e-12);
  g_assert_cmpfloat (edges[8], ==, 1.0);
  g_assert_cmpfloat (edges[0], ==, 0.0);
}

/* The published arctan is the step function to 1e-10/π a sweep. */
static void
test_arctan_is_a_step (void)
{
  g_autofree double *edges = noisy_edges (31, 25);
  g_autofree double *step = g_memdup2 (edges, 31 * 25 * sizeof *edges);
  g_autofree double *arctan = g_memdup2 (edges, 31 * 25 * sizeof *edges);

  for (int sweep = 0; sweep < 60; sweep++)
    {
      vnk_reference_mgvf_sweep (edges, 31, 25, 0.5, FALSE, step);
      vnk_reference_mgvf_sweep (edges, 31, 25, 0.5, TRUE, arctan);
    }
  for (int i = 0; i < 31 * 25; i++)
    g_assert_cmpfloat_with_epsilon (step[i], arctan[i], 1e-9);
}

/* What the reference calls the fixed point is one, and the only one: the published iteration stays there, and leads
 * there. */
static void
test_fixed_point_is_that_of_the_published_iteration (void)
{
  g_autofree double *edges = noisy_edges (31, 25);
  g_autofree double *field = g_new (double, 31 * 25);
  g_autofree double *led = g_memdup2 (edges, 31 * 25 * sizeof *edges);

  vnk_reference_mgvf (edges, 31, 25, 0.5, field);
  for (int sweep = 0; sweep < 20000 && vnk_reference_mgvf_sweep (edges, 31, 25, 0.5, FALSE, led) > 1e-12; sweep++)
    continue;
  for (int i = 0; i < 31 * 25; i++)
    g_assert_cmpfloat_with_epsilon (field[i], led[i], 1e-4);
  g_assert_cmpfloat (vnk_reference_mgvf_sweep (edges, 31, 25, 0.5, FALSE, field), <, 1e-8);
}

static vnk_plane
plane_of (const double *values, int width, int height)
{
  vnk_plane plane = kt_new (width, height);

  for (int i = 0; i < width * height; i++)
    plane.data[i / width * plane.stride + i % width] = (float) values[i];
  return plane;
}

/* Maps of every parity, down to a single pixel: the four quarters of SOR have different sizes. */
static void
test_sizes (void)
{
  const int largest = kt_share (6, 3);

  for (int height = 1; height <= largest; height++)
    for (int width = 1; width <= largest; width++)
      {
        g_autofree double *values = noisy_edges (width, height);
        g_autofree double *reference = g_new (double, width * height);
        vnk_plane edges = plane_of (values, width, height), field = kt_new (width, height);
        const vnk_mgvf_params params = { 0.5f, 1.6f, 1e-8f, 5000 };
        int sweeps;

        solve (&edges, &params, &field, &sweeps);
        vnk_reference_mgvf (values, width, height, 0.5, reference);
        kt_assert_plane_near ("fixed point", &field, reference, VNK_BOUND_MGVF, 0.0);
        vnk_plane_clear (&edges);
        vnk_plane_clear (&field);
      }
}

/* A constant map is its own field: no differences, and V = I. */
static void
test_constant_stays (void)
{
  vnk_plane edges = kt_constant (20, 9, 0.75), field = kt_new (20, 9);
  const vnk_mgvf_params params = { 0.5f, 1.6f, 1e-5f, 500 };
  int sweeps;

  solve (&edges, &params, &field, &sweeps);
  g_assert_cmpint (sweeps, ==, 1);
  for (int i = 0; i < 20 * 9; i++)
    g_assert_cmpfloat (kt_at (&field, i % 20, i / 20), ==, 0.75f);
  vnk_plane_clear (&edges);
  vnk_plane_clear (&field);
}

/* The middle of four pixels lies between them: a slope that is its own map's field on every level stays straight. */
static void
test_smaller_maps_by_hand (void)
{
  static const float expected[16] = { 0.25f, 0.25f, 0.25f, 0.25f, 0.25f, 0.25f, 0.25f, 0.375f,
                                      0.625f, 0.75f, 0.75f, 0.75f, 0.75f, 0.75f, 0.75f, 0.75f };
  vnk_plane edges = kt_constant (16, 16, 0.25), field = kt_new (16, 16);
  /* So weak a spread that every map keeps what it wants. */
  const vnk_mgvf_params params = { 1e-12f, 1.0f, 0.0f, 0, 1 };
  int sweeps;

  for (int i = 0; i < 16 * 16; i++)
    if (i % 16 >= 8)
      edges.data[i / 16 * edges.stride + i % 16] = 0.75f;
  solve (&edges, &params, &field, &sweeps);
  g_assert_cmpint (sweeps, ==, 0);
  for (int i = 0; i < 16 * 16; i++)
    g_assert_cmpfloat_with_epsilon (kt_at (&field, i % 16, i / 16), expected[i % 16], 1e-6f);

  /* A pixel of 1 among three of 0 has an edge of a quarter, and wants 1. */
  for (int i = 0; i < 16 * 16; i++)
    edges.data[i / 16 * edges.stride + i % 16] = i % 2 == 0 && i / 16 % 2 == 0 ? 1.0f : 0.0f;
  solve (&edges, &params, &field, &sweeps);
  for (int i = 0; i < 16 * 16; i++)
    g_assert_cmpfloat_with_epsilon (kt_at (&field, i % 16, i / 16), 1.0f, 1e-6f);
  vnk_plane_clear (&edges);
  vnk_plane_clear (&field);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/reference/edges/by-hand", test_edges_by_hand);
  g_test_add_func ("/reference/mgvf/published-sweep-by-hand", test_published_sweep_by_hand);
  g_test_add_func ("/reference/mgvf/arctan-is-a-step", test_arctan_is_a_step);
  g_test_add_func ("/reference/mgvf/fixed-point-is-that-of-the-published-iteration",
                   test_fixed_point_is_that_of_the_published_iteration);
  kt_add_data_func_of ("cpu", "/kernels/mgvf/sizes", NULL, (GTestDataFunc) test_sizes);
  kt_add_data_func_of ("cpu", "/kernels/mgvf/constant-stays", NULL, (GTestDataFunc) test_constant_stays);
  kt_add_data_func_of ("cpu", "/kernels/mgvf/smaller-maps-by-hand", NULL, (GTestDataFunc) test_smaller_maps_by_hand);
  return kt_run (&backend, 1);
}
