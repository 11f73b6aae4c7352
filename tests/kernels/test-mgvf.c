/* test-mgvf.c: motion gradient vector flow
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "kernels-test.h"
#include "reference.h"

static vnk_backend *backend;

static const double flows[][2] = { { 1, 0 }, { -1, 0 }, { 0, 1 }, { G_SQRT2 / 2, G_SQRT2 / 2 }, { -0.6, 0.8 },
                                   { 0.28, -0.96 } };

/* Edge maps of all the pictures, cut to the size of a cell's window. */
static vnk_plane
edges_of (int picture)
{
  vnk_plane in = kt_picture (picture);
  vnk_plane window = kt_new (MIN (in.width, 31), MIN (in.height, 25));
  vnk_plane edges = kt_new (window.width, window.height);

  g_assert_cmpint (backend->window (backend, &in, 0.5f * (float) in.width, 0.5f * (float) in.height, 1.0f, 0.0f,
                                    &window), ==, VNK_OK);
  g_assert_cmpint (backend->edges (backend, &window, &edges), ==, VNK_OK);
  vnk_plane_clear (&in);
  vnk_plane_clear (&window);
  return edges;
}

static double *
start_of (const vnk_plane *edges)
{
  double *field = g_new (double, edges->width * edges->height);

  for (int i = 0; i < edges->width * edges->height; i++)
    field[i] = (double) kt_at (edges, i % edges->width, i / edges->width);
  return field;
}

/* The same number of sweeps gives the same field. */
static void
test_jacobi_reference (gconstpointer data)
{
  vnk_plane edges = edges_of (GPOINTER_TO_INT (data));
  vnk_mgvf_params params = { VNK_MGVF_JACOBI, 0.5f, 1.6f, 0.0f, 60 };

  for (size_t i = 0; i < G_N_ELEMENTS (flows); i++)
    {
      vnk_plane field = kt_new (edges.width, edges.height);
      g_autofree double *reference = start_of (&edges);
      int sweeps = -1;

      g_assert_cmpint (backend->mgvf (backend, &edges, (float) flows[i][0], (float) flows[i][1], &params, false,
                                      &field, &sweeps), ==, VNK_OK);
      int reference_sweeps = vnk_reference_mgvf (&edges, flows[i][0], flows[i][1], 0.5, 0.0, 60, false, reference);

      /* A field that has settled exactly ends early, in either precision. */
      g_assert_cmpint (sweeps, <=, 60);
      if (reference_sweeps == 60)
        kt_assert_plane_near ("field", &field, reference, VNK_BOUND_MGVF, 0.0);
      vnk_plane_clear (&field);
    }
  vnk_plane_clear (&edges);
}

/* The published arctan is the step function to 1e-10/π a sweep. */
static void
test_arctan_is_a_step (void)
{
  vnk_plane edges = edges_of (0);
  g_autofree double *step = start_of (&edges);
  g_autofree double *arctan = start_of (&edges);
  double worst = 0.0;

  vnk_reference_mgvf (&edges, 0.6, 0.8, 0.5, 0.0, 60, false, step);
  vnk_reference_mgvf (&edges, 0.6, 0.8, 0.5, 0.0, 60, true, arctan);
  for (int i = 0; i < edges.width * edges.height; i++)
    worst = fmax (worst, fabs (step[i] - arctan[i]));
  g_assert_cmpfloat (worst, <, 1e-9);
  vnk_plane_clear (&edges);
}

/* SOR ends where the published iteration would end if it went on for ever, wherever it starts. */
static void
check_fixed_point (int picture, int coarse_sweeps)
{
  vnk_plane edges = edges_of (picture);
  vnk_mgvf_params params = { VNK_MGVF_SOR, 0.5f, 1.6f, 1e-8f, 5000, coarse_sweeps };

  for (int k = 0; k < kt_share (G_N_ELEMENTS (flows), 1); k++)
    {
      size_t i = (size_t) (picture + k) % G_N_ELEMENTS (flows);
      vnk_plane field = kt_new (edges.width, edges.height);
      g_autofree double *reference = start_of (&edges);

      g_assert_cmpint (backend->mgvf (backend, &edges, (float) flows[i][0], (float) flows[i][1], &params, false,
                                      &field, NULL), ==, VNK_OK);

      /* From the result of SOR the published iteration must not lead away. */
      for (int j = 0; j < edges.width * edges.height; j++)
        reference[j] = (double) kt_at (&field, j % edges.width, j / edges.width);
      vnk_reference_mgvf (&edges, flows[i][0], flows[i][1], 0.5, 1e-12, 20000, false, reference);
      kt_assert_plane_near ("fixed point", &field, reference, VNK_BOUND_MGVF_FIXED, 0.0);
      vnk_plane_clear (&field);
    }
  vnk_plane_clear (&edges);
}

static void
test_sor_has_the_same_fixed_point (gconstpointer data)
{
  check_fixed_point (GPOINTER_TO_INT (data), 0);
}

static void
test_sor_from_smaller_maps_has_the_same_fixed_point (gconstpointer data)
{
  check_fixed_point (GPOINTER_TO_INT (data), 6);
}

/* A noisy cell: SOR takes a tenth of the sweeps of the published iteration to where that one stops. */
static void
test_sor_is_fast (void)
{
  vnk_plane plane = kt_noise (81, 41, 120.0, 4.0);
  vnk_plane edges = kt_new (81, 41);
  vnk_plane field = kt_new (81, 41);
  vnk_mgvf_params params = { VNK_MGVF_JACOBI, 0.5f, 1.6f, 1e-5f, 500 };
  int jacobi, sor, coarse, warm;

  kt_add_disc (&plane, &(KtDisc) { 40.0, 20.0, 10.0, 40.0, 40.0, 1.0 });
  g_assert_cmpint (backend->edges (backend, &plane, &edges), ==, VNK_OK);
  g_assert_cmpint (backend->mgvf (backend, &edges, 1.0f, 0.0f, &params, false, &field, &jacobi), ==, VNK_OK);
  params.method = VNK_MGVF_SOR;
  g_assert_cmpint (backend->mgvf (backend, &edges, 1.0f, 0.0f, &params, false, &field, &sor), ==, VNK_OK);
  params.coarse_sweeps = 6;
  g_assert_cmpint (backend->mgvf (backend, &edges, 1.0f, 0.0f, &params, false, &field, &coarse), ==, VNK_OK);
  g_assert_cmpint (backend->mgvf (backend, &edges, 1.0f, 0.0f, &params, true, &field, &warm), ==, VNK_OK);

  g_test_message ("sweeps: published %d, SOR %d, from smaller maps %d, SOR from its own end %d", jacobi, sor, coarse, warm);
  g_assert_cmpint (jacobi, >, 80);
  g_assert_cmpint (sor, <, 40);
  g_assert_cmpint (coarse, <, sor);
  g_assert_cmpint (warm, <=, 2);
  vnk_plane_clear (&plane);
  vnk_plane_clear (&edges);
  vnk_plane_clear (&field);
}

/* A constant map is its own field: no differences, and V = I. */
static void
test_constant_stays (void)
{
  vnk_plane edges = kt_constant (20, 9, 0.75);
  vnk_plane field = kt_new (20, 9);

  for (int method = VNK_MGVF_JACOBI; method <= VNK_MGVF_SOR; method++)
    {
      vnk_mgvf_params params = { method, 0.5f, 1.6f, 1e-5f, 500 };
      int sweeps;

      g_assert_cmpint (backend->mgvf (backend, &edges, 0.8f, 0.6f, &params, false, &field, &sweeps), ==, VNK_OK);
      g_assert_cmpint (sweeps, ==, 1);
      for (int y = 0; y < 9; y++)
        for (int x = 0; x < 20; x++)
          g_assert_cmpfloat (kt_at (&field, x, y), ==, 0.75f);
    }
  vnk_plane_clear (&edges);
  vnk_plane_clear (&field);
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
test_jacobi_by_hand (void)
{
  static const float expected[3] = { 0.3f, 0.76f, 0.0f };
  vnk_plane edges = kt_constant (3, 1, 0.0);
  vnk_plane field = kt_new (3, 1);
  vnk_mgvf_params params = { VNK_MGVF_JACOBI, 0.5f, 1.6f, 0.0f, 1 };
  int sweeps;

  edges.data[1] = 1.0f;
  g_assert_cmpint (backend->mgvf (backend, &edges, 1.0f, 0.0f, &params, false, &field, &sweeps), ==, VNK_OK);
  g_assert_cmpint (sweeps, ==, 1);
  for (int x = 0; x < 3; x++)
    g_assert_cmpfloat_with_epsilon (kt_at (&field, x, 0), expected[x], 1e-6f);
  vnk_plane_clear (&edges);
  vnk_plane_clear (&field);
}

/* Mirrored input and flow give the mirrored field. */
static void
test_mirror (void)
{
  vnk_plane edges = edges_of (6);
  vnk_plane mirrored = kt_new (edges.width, edges.height);
  vnk_plane field = kt_new (edges.width, edges.height);
  vnk_plane other = kt_new (edges.width, edges.height);
  vnk_mgvf_params params = { VNK_MGVF_JACOBI, 0.5f, 1.6f, 0.0f, 40 };

  for (int y = 0; y < edges.height; y++)
    for (int x = 0; x < edges.width; x++)
      mirrored.data[y * mirrored.stride + x] = kt_at (&edges, edges.width - 1 - x, y);
  g_assert_cmpint (backend->mgvf (backend, &edges, 0.6f, 0.8f, &params, false, &field, NULL), ==, VNK_OK);
  g_assert_cmpint (backend->mgvf (backend, &mirrored, -0.6f, 0.8f, &params, false, &other, NULL), ==, VNK_OK);
  for (int y = 0; y < edges.height; y++)
    for (int x = 0; x < edges.width; x++)
      kt_assert_near ("mirror", x, y, (double) kt_at (&other, edges.width - 1 - x, y), (double) kt_at (&field, x, y),
                      VNK_BOUND_MGVF);
  vnk_plane_clear (&edges);
  vnk_plane_clear (&mirrored);
  vnk_plane_clear (&field);
  vnk_plane_clear (&other);
}

/* Windows of every parity, down to a single pixel: the four quarters of SOR have different sizes. */
static void
test_sor_sizes (void)
{
  const int largest = kt_share (6, 3);

  for (int height = 1; height <= largest; height++)
    for (int width = 1; width <= largest; width++)
      {
        vnk_plane plane = kt_noise (width, height, 100.0, 20.0);
        vnk_plane edges = kt_new (width, height);
        vnk_plane field = kt_new (width, height);
        vnk_mgvf_params params = { VNK_MGVF_SOR, 0.5f, 1.6f, 1e-8f, 5000 };
        g_autofree double *reference = g_new (double, width * height);

        g_assert_cmpint (backend->edges (backend, &plane, &edges), ==, VNK_OK);
        g_assert_cmpint (backend->mgvf (backend, &edges, 0.6f, 0.8f, &params, false, &field, NULL), ==, VNK_OK);
        for (int i = 0; i < width * height; i++)
          reference[i] = (double) kt_at (&field, i % width, i / width);
        vnk_reference_mgvf (&edges, 0.6, 0.8, 0.5, 1e-12, 20000, false, reference);
        kt_assert_plane_near ("fixed point", &field, reference, VNK_BOUND_MGVF_FIXED, 0.0);
        vnk_plane_clear (&plane);
        vnk_plane_clear (&edges);
        vnk_plane_clear (&field);
      }
}

/* The middle of four pixels lies between them: a slope that is its own map's field on every level stays straight. */
static void
test_smaller_maps_by_hand (void)
{
  static const float expected[16] = { 0.25f, 0.25f, 0.25f, 0.25f, 0.25f, 0.25f, 0.25f, 0.375f,
                                      0.625f, 0.75f, 0.75f, 0.75f, 0.75f, 0.75f, 0.75f, 0.75f };
  vnk_plane edges = kt_constant (16, 16, 0.25);
  vnk_plane field = kt_new (16, 16);
  /* So weak a spread that every map keeps what it wants. */
  vnk_mgvf_params params = { VNK_MGVF_SOR, 1e-12f, 1.0f, 0.0f, 0, 1 };
  int sweeps;

  for (int i = 0; i < 16 * 16; i++)
    if (i % 16 >= 8)
      edges.data[i / 16 * edges.stride + i % 16] = 0.75f;
  g_assert_cmpint (backend->mgvf (backend, &edges, 1.0f, 0.0f, &params, false, &field, &sweeps), ==, VNK_OK);
  g_assert_cmpint (sweeps, ==, 0);
  for (int y = 0; y < 16; y++)
    for (int x = 0; x < 16; x++)
      g_assert_cmpfloat_with_epsilon (kt_at (&field, x, y), expected[x], 1e-6f);

  /* A pixel of 1 among three of 0 has an edge of a quarter, and wants 1. */
  for (int i = 0; i < 16 * 16; i++)
    edges.data[i / 16 * edges.stride + i % 16] = i % 2 == 0 && i / 16 % 2 == 0 ? 1.0f : 0.0f;
  g_assert_cmpint (backend->mgvf (backend, &edges, 1.0f, 0.0f, &params, false, &field, NULL), ==, VNK_OK);
  for (int y = 0; y < 16; y++)
    for (int x = 0; x < 16; x++)
      g_assert_cmpfloat_with_epsilon (kt_at (&field, x, y), 1.0f, 1e-6f);
  vnk_plane_clear (&edges);
  vnk_plane_clear (&field);
}

/* Backends start from the same smaller maps: the same few sweeps lead to the same field, but for the odd pixel where rounding
 * throws a switch. */
static void
test_smaller_maps_are_those_of_the_processor (void)
{
  static const int sizes[][2] = { { 16, 16 }, { 17, 40 }, { 41, 21 }, { 81, 41 }, { 95, 96 }, { 161, 81 }, { 259, 130 } };
  vnk_backend *cpu;

  g_assert_cmpint (vnk_cpu_open (1, &cpu), ==, VNK_OK);
  for (size_t i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      vnk_plane plane = kt_noise (sizes[i][0], sizes[i][1], 120.0, 8.0);
      vnk_plane edges = kt_new (sizes[i][0], sizes[i][1]);
      vnk_plane field = kt_new (sizes[i][0], sizes[i][1]);
      vnk_plane other = kt_new (sizes[i][0], sizes[i][1]);
      vnk_mgvf_params params = { VNK_MGVF_SOR, 0.5f, 1.5f, 0.0f, 1, 3 };

      g_assert_cmpint (cpu->edges (cpu, &plane, &edges), ==, VNK_OK);
      for (int flow = 0; flow < 2; flow++)
        {
          g_assert_cmpint (backend->mgvf (backend, &edges, flow ? 0.6f : 1.0f, flow ? 0.8f : 0.0f, &params, false, &field, NULL),
                           ==, VNK_OK);
          g_assert_cmpint (cpu->mgvf (cpu, &edges, flow ? 0.6f : 1.0f, flow ? 0.8f : 0.0f, &params, false, &other, NULL),
                           ==, VNK_OK);
          int n_off = 0;

          for (int y = 0; y < sizes[i][1]; y++)
            for (int x = 0; x < sizes[i][0]; x++)
              {
                double off = fabs ((double) kt_at (&field, x, y) - (double) kt_at (&other, x, y));

                n_off += off > 2e-5;
                g_assert_cmpfloat (off, <, 0.02);
              }
          g_assert_cmpint (n_off, <=, sizes[i][0] * sizes[i][1] / 200);
        }
      vnk_plane_clear (&plane);
      vnk_plane_clear (&edges);
      vnk_plane_clear (&field);
      vnk_plane_clear (&other);
    }
  cpu->close (cpu);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  for (int i = 0; i < kt_n_pictures (); i++)
    {
      g_autofree char *jacobi = g_strdup_printf ("/kernels/mgvf/jacobi/reference/%s", kt_picture_name (i));
      g_autofree char *sor = g_strdup_printf ("/kernels/mgvf/sor/fixed-point/%s", kt_picture_name (i));
      g_autofree char *coarse = g_strdup_printf ("/kernels/mgvf/sor/smaller-maps/fixed-point/%s", kt_picture_name (i));

      kt_add_data_func (jacobi, GINT_TO_POINTER (i), test_jacobi_reference);
      kt_add_data_func (sor, GINT_TO_POINTER (i), test_sor_has_the_same_fixed_point);
      kt_add_data_func (coarse, GINT_TO_POINTER (i), test_sor_from_smaller_maps_has_the_same_fixed_point);
    }
  kt_add_func ("/kernels/mgvf/jacobi/by-hand", test_jacobi_by_hand);
  kt_add_func ("/kernels/mgvf/jacobi/mirror", test_mirror);
  kt_add_func ("/kernels/mgvf/arctan-is-a-step", test_arctan_is_a_step);
  kt_add_func ("/kernels/mgvf/sor/fast", test_sor_is_fast);
  kt_add_func ("/kernels/mgvf/sor/sizes", test_sor_sizes);
  kt_add_func ("/kernels/mgvf/sor/smaller-maps/by-hand", test_smaller_maps_by_hand);
  kt_add_func ("/kernels/mgvf/sor/smaller-maps/as-the-processor", test_smaller_maps_are_those_of_the_processor);
  kt_add_func ("/kernels/mgvf/constant-stays", test_constant_stays);
  return kt_run (&backend, 1);
}
