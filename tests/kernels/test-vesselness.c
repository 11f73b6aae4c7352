/* test-vesselness.c: vessels of several sizes in pictures and stacks
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "kernels-test.h"
#include "reference.h"

#include "cpu/cpu.h"

static vnk_backend *backend;

#define PAPER .alpha = 0.5f, .beta = 0.5f
#define PICTURE .depth = 1, PAPER

typedef struct {
  vnk_plane vesselness, scale, direction[3];
} Found;

static Found
found_new (const vnk_plane *in)
{
  Found found;

  found.vesselness = kt_new (in->width, in->height);
  found.scale = kt_new (in->width, in->height);
  for (int i = 0; i < 3; i++)
    found.direction[i] = kt_new (in->width, in->height);
  return found;
}

static void
found_clear (Found *self)
{
  vnk_plane_clear (&self->vesselness);
  vnk_plane_clear (&self->scale);
  for (int i = 0; i < 3; i++)
    vnk_plane_clear (&self->direction[i]);
}

static Found
find (const vnk_plane *in, const vnk_vesselness_params *params)
{
  Found found = found_new (in);

  g_assert_cmpint (backend->vesselness (backend, in, params, &found.vesselness, &found.scale, found.direction), ==,
                   VNK_OK);
  return found;
}

/* ---- Pictures and stacks ---- */

typedef double (*Shape) (double x, double y, double z);

static vnk_plane
stack (int width, int height, int depth, Shape shape)
{
  vnk_plane plane = kt_new (width, height * depth);

  for (int z = 0; z < depth; z++)
    for (int y = 0; y < height; y++)
      for (int x = 0; x < width; x++)
        plane.data[(z * height + y) * plane.stride + x] = (float) shape (x, y, z);
  return plane;
}

static double
gauss (double distance, double sd)
{
  return exp (-distance * distance / (2.0 * sd * sd));
}

/* ---- Against the reference ---- */

/* Whether rounding may decide between two eigenvalues of the same size, which are not next to nothing, and with them of
 * what sign the vessel is. */
static bool
is_doubtful (const vnk_reference_vessel *vessel, const vnk_vesselness_params *params, double tie)
{
  for (int k = 0; k < params->n_sigmas; k++)
    {
      double l1 = vessel->l[k][0], l2 = vessel->l[k][1];

      if (l1 * l2 < 0.0 && fabs (l2) - fabs (l1) <= tie && fabs (l2) > 4.0 * tie)
        return true;
    }
  return false;
}

static void
compare_pixel (const Found *found, const vnk_reference_vessel *vessel, const vnk_vesselness_params *params, int x,
               int y, double h, double bound)
{
  double value = (double) kt_at (&found->vesselness, x, y), scale = (double) kt_at (&found->scale, x, y);
  double along = 0.0, square = 0.0;
  int n = params->depth > 1 ? 3 : 2, k = 0;

  kt_assert_near ("vesselness", x, y, value, vessel->vesselness, bound);
  for (int i = 0; i < n; i++)
    {
      double d = (double) kt_at (&found->direction[i], x, y);

      along += d * vessel->direction[i];
      square += d * d;
    }
  if (value == 0.0)
    {
      g_assert_cmpfloat (scale, ==, 0.0);
      g_assert_cmpfloat (square, ==, 0.0);
      return;
    }
  while (k < params->n_sigmas && (double) params->sigmas[k] != scale)
    k++;
  g_assert_cmpint (k, <, params->n_sigmas);
  kt_assert_near ("vesselness of the scale", x, y, vessel->values[k], vessel->vesselness, 2.0 * bound);
  kt_assert_near ("length", x, y, square, 1.0, 2e-6);
  g_assert_cmpfloat (kt_at (&found->direction[0], x, y), >=, 0.0f);

  /* The angle is that of the Hessian's error over the distance of the eigenvalues. */
  double gap = fabs (vessel->l[k][1]) - fabs (vessel->l[k][0]);
  double angle = gap > 0.0 ? 4.0 * VNK_BOUND_HESSIAN * h / gap + 3e-3 : 1.0;

  if (k == vessel->best && angle < 0.5)
    kt_assert_near ("direction", x, y, fabs (along), 1.0, angle * angle);
}

static void
compare (const vnk_plane *in, const vnk_vesselness_params *params)
{
  double slice = params->spacing > 0.0f ? fmin ((double) params->spacing, 1.0) : 1.0;
  double h = kt_largest (in) * pow ((double) params->sigmas[params->n_sigmas - 1] / slice, 2.0);
  g_autofree vnk_reference_vessel *reference = g_new (vnk_reference_vessel, in->width * in->height);
  double c = vnk_reference_vesselness (in, params, reference);
  double bound = VNK_BOUND_VESSELNESS * (1.0 + h / c), worst = 0.0;
  Found found = find (in, params);
  int doubtful = 0;

  for (int y = 0; y < in->height && !g_test_failed (); y++)
    for (int x = 0; x < in->width; x++)
      {
        const vnk_reference_vessel *vessel = &reference[y * in->width + x];

        g_assert_cmpfloat (kt_at (&found.vesselness, x, y), >=, 0.0f);
        g_assert_cmpfloat (kt_at (&found.vesselness, x, y), <=, 1.0f);
        if (is_doubtful (vessel, params, VNK_BOUND_HESSIAN * h))
          {
            doubtful++;
            continue;
          }
        compare_pixel (&found, vessel, params, x, y, h, bound);
        worst = fmax (worst, fabs ((double) kt_at (&found.vesselness, x, y) - vessel->vesselness) / bound);
      }
  g_test_message ("at worst %.3f of the bound %.2g, %d doubtful", worst, bound, doubtful);
  g_assert_cmpint (doubtful, <=, 5 + in->width * in->height / 20);
  found_clear (&found);
}

static void
test_picture_reference (gconstpointer data)
{
  vnk_plane in = kt_picture (GPOINTER_TO_INT (data));

  compare (&in, &(vnk_vesselness_params) { PICTURE, .n_sigmas = 3, .sigmas = { 1.0f, 1.2f, 2.5f }, .c = 10.0f });
  compare (&in, &(vnk_vesselness_params) { PICTURE, .n_sigmas = 2, .sigmas = { 1.5f, 2.0f }, .dark = true });
  vnk_plane_clear (&in);
}

static double
tubes (double x, double y, double z)
{
  return 60.0 * gauss (hypot (y - 9.0 - 0.3 * z, 0.8 * (x - 10.0)), 1.5) + 30.0 * gauss (y + x - 20.0, 3.0) +
         5.0 * sin (x * y + z) + 100.0;
}

/* Sides below the reach of the differences, of one, and of more than a vector of every kind; each kind of processor. */
static void
test_stack_reference (void)
{
  static const int sizes[][3] = { { 23, 18, 14 }, { 1, 1, 2 }, { 70, 1, 2 }, { 1, 9, 3 }, { 2, 3, 5 }, { 17, 9, 1 },
                                  { 1, 1, 1 }, { 133, 2, 2 } };
  int levels = g_str_equal (backend->name, "cpu") ? (int) vnk_cpu_detect_level () : 0;

  for (int level = 0; level <= levels; level++)
    {
      if (levels > 0)
        ((vnk_cpu *) backend->self)->level = (vnk_cpu_level) level;
      for (size_t i = 0; i < G_N_ELEMENTS (sizes); i++)
        {
          vnk_plane in = stack (sizes[i][0], sizes[i][1], sizes[i][2], tubes);
          vnk_vesselness_params params = { PAPER, .depth = sizes[i][2], .n_sigmas = 2, .sigmas = { 1.0f, 2.0f } };

          if (level % 2 == 1)
            params = (vnk_vesselness_params) { .alpha = 0.3f, .beta = 1.0f, .depth = sizes[i][2], .n_sigmas = 1,
                                               .sigmas = { 1.7f }, .c = 4.0f, .dark = true };
          compare (&in, &params);
          vnk_plane_clear (&in);
        }
    }
}

/* Slices that are closer than pixels, and further apart, up to those between which nothing can be smoothed. */
static void
test_spacing_reference (void)
{
  static const float spacings[] = { 0.7f, 1.3f, 2.5f, 9.0f };

  for (size_t i = 0; i < G_N_ELEMENTS (spacings); i++)
    {
      vnk_plane in = stack (23, 18, 14, tubes);
      vnk_vesselness_params params = { PAPER, .depth = 14, .n_sigmas = 3, .sigmas = { 1.0f, 2.0f, 3.5f },
                                       .spacing = spacings[i], .dark = i == 1 };

      compare (&in, &params);
      vnk_plane_clear (&in);
    }
}

/* By hand, with Debian's python3-skimage 0.19.3: skimage.filters.frangi (f, sigmas=[6, 8, 10], beta=.5, gamma=15,
 * black_ridges=False), f[y, x] = 100 exp (−((0.6 (x − 40) + 0.8 (y − 30))/8)²) + 60 exp (−((x − 75)² + (y − 20)²)/72),
 * 64 rows of 96. Its differences are those of pixels that are four apart, at such sigmas that does little, and
 * one-sided at the border. */
static double
of_scikit_image (double x, double y, double z)
{
  double across = (0.6 * (x - 40.0) + 0.8 * (y - 30.0)) / 8.0;

  return 100.0 * exp (-across * across) + 60.0 * exp (-((x - 75.0) * (x - 75.0) + (y - 20.0) * (y - 20.0)) / 72.0);
}

static void
test_picture_as_scikit_image (void)
{
  static const struct { int x, y; double value; } expected[] = {
    { 40, 30, 0.9613 }, { 44, 27, 0.9605 }, { 30, 38, 0.9608 }, { 75, 20, 0.3837 }, { 60, 15, 0.9263 },
    { 20, 10, 0.0 }, { 88, 50, 0.0 },
  };
  vnk_plane in = stack (96, 64, 1, of_scikit_image);
  Found found = find (&in, &(vnk_vesselness_params) { PICTURE, .n_sigmas = 3, .sigmas = { 6.0f, 8.0f, 10.0f },
                                                      .c = 15.0f });

  for (size_t i = 0; i < G_N_ELEMENTS (expected); i++)
    kt_assert_near ("vesselness", expected[i].x, expected[i].y,
                    (double) kt_at (&found.vesselness, expected[i].x, expected[i].y), expected[i].value, 0.02);
  found_clear (&found);
  vnk_plane_clear (&in);
}

/* The same with sigmas=[5], alpha=.5, f[z, y, x] = 100 exp (−((y − 20)² + d²)/50) + 40 exp (−(x − 38)²/30),
 * d = 0.6 (x − 24) + 0.8 (z − 16), 32 slices of 40 rows of 48. */
static double
stack_of_scikit_image (double x, double y, double z)
{
  double d = 0.6 * (x - 24.0) + 0.8 * (z - 16.0);

  return 100.0 * exp (-((y - 20.0) * (y - 20.0) + d * d) / 50.0) + 40.0 * exp (-(x - 38.0) * (x - 38.0) / 30.0);
}

static void
test_stack_as_scikit_image (void)
{
  static const struct { int x, y, z; double value; } expected[] = {
    { 24, 20, 16, 0.7312 }, { 24, 23, 16, 0.6106 }, { 20, 20, 19, 0.7771 }, { 28, 20, 13, 0.6966 }, { 38, 8, 26, 0.0 },
    { 38, 32, 8, 0.0 }, { 10, 20, 26, 0.5744 }, { 2, 2, 2, 0.0 },
  };
  vnk_plane in = stack (48, 40, 32, stack_of_scikit_image);
  Found found = find (&in, &(vnk_vesselness_params) { PAPER, .depth = 32, .n_sigmas = 1, .sigmas = { 5.0f },
                                                      .c = 15.0f });

  for (size_t i = 0; i < G_N_ELEMENTS (expected); i++)
    kt_assert_near ("vesselness", expected[i].x, expected[i].y,
                    (double) kt_at (&found.vesselness, expected[i].x, expected[i].z * 40 + expected[i].y),
                    expected[i].value, 0.035);
  found_clear (&found);
  vnk_plane_clear (&in);
}

/* ---- What it finds ---- */

static double slope, width;

static double
ridge (double x, double y, double z)
{
  return 20.0 + 100.0 * gauss (cos (slope) * (y - 30.0) - sin (slope) * (x - 30.0), width);
}

/* S at the middle is σ² · 100 s/v^1.5, v = s² + σ², which is largest at σ² = 2 s². */
static void
test_ridges_peak_at_their_scale (void)
{
  for (int i = 0; i < 6; i++)
    {
      vnk_vesselness_params params = { PICTURE, .n_sigmas = 5, .sigmas = { 1.0f, 1.5f, 2.0f, 3.0f, 4.5f }, .c = 20.0f };
      int best = i % 3 + 1;
      double sigma = (double) params.sigmas[best], v;

      width = sigma / G_SQRT2;
      slope = 0.35 * i;
      params.dark = i % 2;

      vnk_plane in = stack (61, 61, 1, ridge);

      for (int k = 0; params.dark && k < in.stride * in.height; k++)
        in.data[k] = 200.0f - in.data[k];

      Found found = find (&in, &params);

      v = width * width + sigma * sigma;
      kt_assert_near ("vesselness", 30, 30, (double) kt_at (&found.vesselness, 30, 30),
                      -expm1 (-pow (sigma * sigma * 100.0 * width / pow (v, 1.5), 2.0) / 800.0), 0.01);
      g_assert_cmpfloat (kt_at (&found.scale, 30, 30), ==, params.sigmas[best]);
      kt_assert_near ("direction", 30, 30,
                      fabs ((double) kt_at (&found.direction[0], 30, 30) * cos (slope) +
                            (double) kt_at (&found.direction[1], 30, 30) * sin (slope)), 1.0, 1e-4);
      found_clear (&found);
      vnk_plane_clear (&in);
    }
}

static double axis[3];

static double
tube (double x, double y, double z)
{
  double p[3] = { x - 16.0, y - 16.0, z - 16.0 }, along = 0.0, square = 0.0;

  for (int i = 0; i < 3; i++)
    along += p[i] * axis[i];
  for (int i = 0; i < 3; i++)
    square += (p[i] - along * axis[i]) * (p[i] - along * axis[i]);
  return 20.0 + 100.0 * gauss (sqrt (square), width);
}

/* Both larger eigenvalues at the middle are −σ² · 100 s²/v², which is largest at σ = s. */
static void
test_tubes_peak_at_their_scale (void)
{
  static const double axes[][3] = { { 1, 0, 0 }, { 0, 0, 1 }, { 0.6, 0, 0.8 }, { 2.0 / 3, -2.0 / 3, 1.0 / 3 } };

  for (int i = 0; i < kt_share (G_N_ELEMENTS (axes), 1); i++)
    {
      vnk_vesselness_params params = { PAPER, .depth = 33, .n_sigmas = 3, .sigmas = { 1.4f, 2.0f, 2.8f }, .c = 20.0f };
      double size = 100.0 * 4.0 * 4.0 / 64.0, along = 0.0;

      memcpy (axis, axes[i], sizeof axis);
      width = 2.0;

      vnk_plane in = stack (33, 33, 33, tube);
      Found found = find (&in, &params);
      int y = 16 * 33 + 16;

      kt_assert_near ("vesselness", 16, y, (double) kt_at (&found.vesselness, 16, y),
                      -expm1 (-2.0) * -expm1 (-2.0 * size * size / 800.0), 0.01);
      g_assert_cmpfloat (kt_at (&found.scale, 16, y), ==, 2.0f);
      for (int k = 0; k < 3; k++)
        along += (double) kt_at (&found.direction[k], 16, y) * axis[k];
      kt_assert_near ("direction", 16, y, fabs (along), 1.0, 1e-4);
      found_clear (&found);
      vnk_plane_clear (&in);
    }
}

#define SPACING 2.5

static double
tube_of_slices (double x, double y, double z)
{
  return tube (x - 4.0, y - 4.0, SPACING * z - 4.0);
}

/* As in a stack of cubes: at its own scale, as much, and in its own direction, which is one of px. */
static void
test_tubes_between_distant_slices (void)
{
  static const double axes[][3] = { { 1, 0, 0 }, { 0, 0, 1 }, { 0.6, 0, 0.8 }, { 2.0 / 3, -2.0 / 3, 1.0 / 3 } };

  for (int i = 0; i < kt_share (G_N_ELEMENTS (axes), 1); i++)
    {
      vnk_vesselness_params params = { PAPER, .depth = 17, .n_sigmas = 3, .sigmas = { 2.0f, 3.0f, 4.2f }, .c = 20.0f,
                                       .spacing = (float) SPACING };
      double size = 100.0 * 9.0 * 9.0 / 324.0, along = 0.0;
      int y = 8 * 41 + 20;

      memcpy (axis, axes[G_N_ELEMENTS (axes) - 1 - i], sizeof axis);
      width = 3.0;

      vnk_plane in = stack (41, 41, 17, tube_of_slices);
      Found found = find (&in, &params);

      kt_assert_near ("vesselness", 20, y, (double) kt_at (&found.vesselness, 20, y),
                      -expm1 (-2.0) * -expm1 (-2.0 * size * size / 800.0), 0.015);
      g_assert_cmpfloat (kt_at (&found.scale, 20, y), ==, 3.0f);
      for (int k = 0; k < 3; k++)
        along += (double) kt_at (&found.direction[k], 20, y) * axis[k];
      kt_assert_near ("direction", 20, y, fabs (along), 1.0, 1e-3);
      found_clear (&found);
      vnk_plane_clear (&in);
    }
}

static double
plate (double x, double y, double z)
{
  return 100.0 * gauss (x - 12.0, 2.0);
}

static double
ball (double x, double y, double z)
{
  return 100.0 * gauss (sqrt ((x - 12.0) * (x - 12.0) + (y - 12.0) * (y - 12.0) + (z - 12.0) * (z - 12.0)), 2.0);
}

static double
spot (double x, double y, double z)
{
  return 100.0 * gauss (hypot (x - 12.0, y - 12.0), 2.0);
}

/* At their middle; a plate in a stack and a ball, and a spot in a picture: exp (−2) of what a vessel would have. */
static void
test_plates_and_balls_are_suppressed (void)
{
  vnk_vesselness_params params = { PAPER, .depth = 25, .n_sigmas = 2, .sigmas = { 2.0f, 3.0f }, .c = 5.0f };
  vnk_plane plates = stack (25, 25, 25, plate), balls = stack (25, 25, 25, ball), spots = stack (25, 25, 1, spot);
  Found in_plates = find (&plates, &params), in_balls = find (&balls, &params), in_spots;

  params.depth = 1;
  in_spots = find (&spots, &params);
  kt_assert_near ("plate", 12, 12, (double) kt_at (&in_plates.vesselness, 12, 12 * 25 + 12), 0.0, 1e-6);
  kt_assert_near ("ball", 12, 12, (double) kt_at (&in_balls.vesselness, 12, 12 * 25 + 12), exp (-2.0) * -expm1 (-2.0),
                  1e-3);
  kt_assert_near ("spot", 12, 12, (double) kt_at (&in_spots.vesselness, 12, 12), exp (-2.0), 1e-3);
  found_clear (&in_plates);
  found_clear (&in_balls);
  found_clear (&in_spots);
  vnk_plane_clear (&plates);
  vnk_plane_clear (&balls);
  vnk_plane_clear (&spots);
}

/* A stack whose axes are exchanged has the same vessels, whatever lies at its border. */
static void
test_axes_are_alike (void)
{
  enum { N = 19 };
  vnk_plane in = kt_noise (N, N * N, 100.0, 20.0), turned = kt_new (N, N * N);
  vnk_vesselness_params params = { PAPER, .depth = N, .n_sigmas = 2, .sigmas = { 1.0f, 2.0f }, .c = 20.0f };

  for (int z = 0; z < N; z++)
    for (int y = 0; y < N; y++)
      for (int x = 0; x < N; x++)
        turned.data[(x * N + z) * turned.stride + N - 1 - y] = kt_at (&in, x, z * N + y);

  Found one = find (&in, &params), other = find (&turned, &params);
  int different = 0;

  for (int z = 0; z < N; z++)
    for (int y = 0; y < N; y++)
      for (int x = 0; x < N; x++)
        different += fabsf (kt_at (&one.vesselness, x, z * N + y) - kt_at (&other.vesselness, N - 1 - y, x * N + z)) >
                     2e-4f;
  g_assert_cmpint (different, <=, N * N * N / 1000);
  found_clear (&one);
  found_clear (&other);
  vnk_plane_clear (&in);
  vnk_plane_clear (&turned);
}

/* A scale says the same whether it is smoothed from the one before it or from the picture. */
static void
test_scales_build_on_each_other (void)
{
  vnk_plane in = kt_texture (80, 60, 3, 4.0, 0.0, 0.0);
  vnk_vesselness_params params = { PICTURE, .n_sigmas = 4, .sigmas = { 1.0f, 2.0f, 3.0f, 4.0f }, .c = 10.0f };
  Found all = find (&in, &params), one;
  vnk_plane best = kt_constant (80, 60, 0.0);

  params.n_sigmas = 1;
  for (int k = 1; k <= 4; k++)
    {
      params.sigmas[0] = (float) k;
      one = find (&in, &params);
      for (int y = 0; y < 60; y++)
        for (int x = 0; x < 80; x++)
          best.data[y * best.stride + x] = fmaxf (kt_at (&best, x, y), kt_at (&one.vesselness, x, y));
      found_clear (&one);
    }
  for (int y = 0; y < 60 && !g_test_failed (); y++)
    for (int x = 0; x < 80; x++)
      kt_assert_near ("vesselness", x, y, (double) kt_at (&all.vesselness, x, y), (double) kt_at (&best, x, y), 5e-3);
  found_clear (&all);
  vnk_plane_clear (&best);
  vnk_plane_clear (&in);
}

/* ---- What is no vessel ---- */

static void
test_flat_is_nothing (void)
{
  for (int depth = 1; depth < 8; depth += 6)
    {
      int columns = g_test_rand_int_range (22, 90);
      vnk_plane in = kt_constant (columns, 7 * 5, 123.4), ramp = kt_ramp (41, 35, 10.0, 1.25, 0.0);
      vnk_vesselness_params params = { PAPER, .depth = depth, .n_sigmas = 3, .sigmas = { 1.0f, 2.0f, 3.0f } };
      Found found = find (&in, &params);

      for (int y = 0; y < 35; y++)
        for (int x = 0; x < columns; x++)
          {
            g_assert_cmpfloat (kt_at (&found.vesselness, x, y), ==, 0.0f);
            g_assert_cmpfloat (kt_at (&found.scale, x, y), ==, 0.0f);
            g_assert_cmpfloat (kt_at (&found.direction[1], x, y), ==, 0.0f);
          }
      found_clear (&found);

      /* Far from the borders, which are kinks of a mirrored ramp. */
      params.c = 1.0f;
      found = find (&ramp, &params);
      for (int y = 0; y < 35; y++)
        kt_assert_near ("ramp", 20, y, (double) kt_at (&found.vesselness, 20, y), 0.0, 1e-6);
      found_clear (&found);
      vnk_plane_clear (&in);
      vnk_plane_clear (&ramp);
    }
}

/* Whatever goes in, numbers from 0 to 1 come out. */
static void
test_there_is_no_nan (void)
{
  static const float values[] = { 0.0f, 1e15f, -1e15f, 1e-30f, 255.0f, NAN, INFINITY };

  for (int depth = 1; depth < 8; depth += 6)
    for (int n = 4; n <= (int) G_N_ELEMENTS (values); n++)
      {
        vnk_plane in = kt_new (40, 35);
        vnk_vesselness_params params = { PAPER, .depth = depth, .n_sigmas = 2, .sigmas = { 1.0f, 3.0f } };

        for (int y = 0; y < 35; y++)
          for (int x = 0; x < 40; x++)
            in.data[y * in.stride + x] = values[g_test_rand_int_range (0, n)];

        Found found = find (&in, &params);

        for (int y = 0; y < 35; y++)
          for (int x = 0; x < 40; x++)
            {
              g_assert_true (kt_at (&found.vesselness, x, y) >= 0.0f && kt_at (&found.vesselness, x, y) <= 1.0f);
              g_assert_true (isfinite (kt_at (&found.direction[0], x, y)));
            }
        found_clear (&found);
        vnk_plane_clear (&in);
      }
}

/* ---- How it is called ---- */

static void
test_refuses_nonsense (void)
{
  vnk_plane in = kt_constant (20, 20, 1.0), other = kt_constant (20, 20, 1.0), small = kt_constant (19, 20, 1.0);
  const vnk_vesselness_params good = { PICTURE, .n_sigmas = 2, .sigmas = { 1.0f, 2.0f } };
  const struct { size_t offset; float value; } wrong[] = {
    { offsetof (vnk_vesselness_params, sigmas), 0.9f }, { offsetof (vnk_vesselness_params, sigmas), 2.0f },
    { offsetof (vnk_vesselness_params, sigmas) + sizeof (float), 64.1f },
    { offsetof (vnk_vesselness_params, sigmas) + sizeof (float), NAN },
    { offsetof (vnk_vesselness_params, spacing), -1.0f }, { offsetof (vnk_vesselness_params, spacing), 65.0f },
    { offsetof (vnk_vesselness_params, spacing), 0.03f }, { offsetof (vnk_vesselness_params, spacing), NAN },
    { offsetof (vnk_vesselness_params, alpha), 0.0f }, { offsetof (vnk_vesselness_params, beta), NAN },
    { offsetof (vnk_vesselness_params, c), -1.0f }, { offsetof (vnk_vesselness_params, c), INFINITY },
  };
  static const int depths[] = { 0, -1, 3, 21 };

  for (size_t i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      vnk_vesselness_params params = good;

      memcpy ((char *) &params + wrong[i].offset, &wrong[i].value, sizeof (float));
      g_assert_cmpint (backend->vesselness (backend, &in, &params, &other, NULL, NULL), ==, VNK_ERROR_INVALID);
    }
  for (size_t i = 0; i < G_N_ELEMENTS (depths); i++)
    {
      vnk_vesselness_params params = good;

      params.depth = depths[i];
      g_assert_cmpint (backend->vesselness (backend, &in, &params, &other, NULL, NULL), ==, VNK_ERROR_INVALID);
    }
  g_assert_cmpint (backend->vesselness (backend, &in, NULL, &other, NULL, NULL), ==, VNK_ERROR_INVALID);
  g_assert_cmpint (backend->vesselness (backend, &in, &good, &in, NULL, NULL), ==, VNK_ERROR_INVALID);
  g_assert_cmpint (backend->vesselness (backend, &in, &good, &small, NULL, NULL), ==, VNK_ERROR_INVALID);
  g_assert_cmpint (backend->vesselness (backend, &in, &good, &other, &small, NULL), ==, VNK_ERROR_INVALID);
  g_assert_cmpint (backend->vesselness (backend, &in, &good, &other, NULL, NULL), ==, VNK_OK);
  vnk_plane_clear (&in);
  vnk_plane_clear (&other);
  vnk_plane_clear (&small);
}

/* Bit for bit, with any number of threads; nearly so with other planes beside it. */
static void
test_threads_change_nothing (void)
{
  vnk_plane in = kt_noise (37, 29 * 6, 100.0, 30.0);
  vnk_vesselness_params params = { PAPER, .depth = 6, .n_sigmas = 2, .sigmas = { 1.0f, 2.0f } };
  Found found = find (&in, &params);
  vnk_plane alone = kt_new (37, 29 * 6), expected = kt_new (37, 29 * 6);

  g_assert_cmpint (backend->vesselness (backend, &in, &params, &expected, NULL, NULL), ==, VNK_OK);
  for (int threads = 1; threads < 8; threads += 3)
    {
      vnk_backend *other = kt_open (threads);

      g_assert_cmpint (other->vesselness (other, &in, &params, &alone, NULL, NULL), ==, VNK_OK);
      for (int y = 0; y < in.height; y++)
        g_assert_cmpmem (alone.data + y * alone.stride, 37 * sizeof (float),
                         expected.data + y * expected.stride, 37 * sizeof (float));
      other->close (other);
    }
  for (int y = 0; y < in.height; y++)
    for (int x = 0; x < 37; x++)
      kt_assert_near ("vesselness alone", x, y, (double) kt_at (&expected, x, y),
                      (double) kt_at (&found.vesselness, x, y), 1e-4);
  vnk_plane_clear (&alone);
  vnk_plane_clear (&expected);
  found_clear (&found);
  vnk_plane_clear (&in);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  kt_add_for_pictures ("/kernels/vesselness/picture", test_picture_reference);
  kt_add_func ("/kernels/vesselness/stack", test_stack_reference);
  kt_add_func ("/kernels/vesselness/spacing", test_spacing_reference);
  kt_add_func ("/kernels/vesselness/tubes-between-distant-slices", test_tubes_between_distant_slices);
  kt_add_func ("/kernels/vesselness/picture-as-scikit-image", test_picture_as_scikit_image);
  kt_add_func ("/kernels/vesselness/stack-as-scikit-image", test_stack_as_scikit_image);
  kt_add_func ("/kernels/vesselness/ridges-peak-at-their-scale", test_ridges_peak_at_their_scale);
  kt_add_func ("/kernels/vesselness/tubes-peak-at-their-scale", test_tubes_peak_at_their_scale);
  kt_add_func ("/kernels/vesselness/plates-and-balls-are-suppressed", test_plates_and_balls_are_suppressed);
  kt_add_func ("/kernels/vesselness/axes-are-alike", test_axes_are_alike);
  kt_add_func ("/kernels/vesselness/scales-build-on-each-other", test_scales_build_on_each_other);
  kt_add_func ("/kernels/vesselness/flat-is-nothing", test_flat_is_nothing);
  kt_add_func ("/kernels/vesselness/there-is-no-nan", test_there_is_no_nan);
  kt_add_func ("/kernels/vesselness/refuses-nonsense", test_refuses_nonsense);
  kt_add_func ("/kernels/vesselness/threads-change-nothing", test_threads_change_nothing);

  return kt_run (&backend, 2);
}
