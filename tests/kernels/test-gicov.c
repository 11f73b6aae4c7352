/* test-gicov.c: circles find what is round
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "kernels-test.h"
#include "reference.h"
#include "vnk-circle.h"

#include "cpu/cpu.h"

typedef struct {
  int           picture;
  int           level; /* vnk_cpu_level, or −1: not the CPU */
  float         harmonic_weight;
  float         noise;
  bool          truncate;
} GicovCase;

typedef struct {
  vnk_plane gx, gy, score, radius, mean;
} Planes;

static vnk_backend *backend;

static Planes
planes_of (const vnk_plane *in, const vnk_gicov_params *params)
{
  Planes planes;

  planes.gx = kt_new (in->width, in->height);
  planes.gy = kt_new (in->width, in->height);
  planes.score = kt_new (in->width, in->height);
  planes.radius = kt_new (in->width, in->height);
  planes.mean = kt_new (in->width, in->height);
  g_assert_cmpint (backend->gradients (backend, in, &planes.gx, &planes.gy), ==, VNK_OK);
  g_assert_cmpint (backend->gicov (backend, &planes.gx, &planes.gy, params, &planes.score, &planes.radius,
                                   &planes.mean), ==, VNK_OK);
  return planes;
}

static void
planes_clear (Planes *planes)
{
  vnk_plane_clear (&planes->gx);
  vnk_plane_clear (&planes->gy);
  vnk_plane_clear (&planes->score);
  vnk_plane_clear (&planes->radius);
  vnk_plane_clear (&planes->mean);
}

static double
bound_of (const vnk_reference_circle *circle, const vnk_gicov_params *params)
{
  double rest = circle->variance + (double) params->noise;

  return rest > 0.0 ? VNK_BOUND_GICOV * circle->score * (1.0 + circle->mean_square / rest)
                          + VNK_BOUND_GICOV * circle->mean_square / rest : 0.0;
}

/* The score must be that of the reported radius, and no other radius may do better: two radii whose scores differ by
 * less than the bound may stand for each other. */
static void
compare_pixel (const Planes *planes, const vnk_gicov_params *params, int x, int y)
{
  double score = (double) kt_at (&planes->score, x, y);
  bool found = false;

  for (int i = 0; i < params->n_radii; i++)
    {
      vnk_reference_circle circle = vnk_reference_gicov_circle (&planes->gx, &planes->gy, params, i, x, y);
      double bound = bound_of (&circle, params);

      if (circle.score > score + bound)
        kt_assert_near ("best score", x, y, score, circle.score, bound);
      if (kt_at (&planes->radius, x, y) != params->radii[i])
        continue;
      found = true;
      kt_assert_near ("score", x, y, score, circle.score, bound);
      kt_assert_near ("mean", x, y, (double) kt_at (&planes->mean, x, y), circle.mean,
                      VNK_BOUND_GICOV * sqrt (circle.mean_square));
    }
  if (!found)
    {
      g_assert_cmpfloat (score, ==, 0.0);
      g_assert_cmpfloat (kt_at (&planes->radius, x, y), ==, 0.0f);
      g_assert_cmpfloat (kt_at (&planes->mean, x, y), ==, 0.0f);
    }
}

/* With a least score what is above it stays as it is, to the last bit, and nothing else comes to be above it. */
static void
compare_above_min_score (const vnk_plane *in, const vnk_gicov_params *params, const Planes *all)
{
  static const float least[] = { 0.3f, 1.8f, 20.0f };

  for (size_t i = 0; i < G_N_ELEMENTS (least); i++)
    {
      vnk_gicov_params wanted = *params;

      wanted.min_score = least[i];

      Planes some = planes_of (in, &wanted);

      for (int y = 0; y < in->height; y++)
        for (int x = 0; x < in->width; x++)
          if (kt_at (&all->score, x, y) > least[i])
            {
              g_assert_cmpfloat (kt_at (&some.score, x, y), ==, kt_at (&all->score, x, y));
              g_assert_cmpfloat (kt_at (&some.radius, x, y), ==, kt_at (&all->radius, x, y));
              g_assert_cmpfloat (kt_at (&some.mean, x, y), ==, kt_at (&all->mean, x, y));
            }
          else
            g_assert_cmpfloat (kt_at (&some.score, x, y), <=, least[i]);
      planes_clear (&some);
    }
}

static void
test_reference (gconstpointer data)
{
  const GicovCase *c = data;
  vnk_plane in = kt_picture (c->picture);
  vnk_gicov_params params;

  vnk_gicov_paper_params (&params, 10.0f);
  params.harmonic_weight = c->harmonic_weight;
  params.noise = c->noise;
  params.truncate = c->truncate;
  if (c->level >= 0)
    ((vnk_cpu *) backend->self)->level = (vnk_cpu_level) c->level;

  Planes planes = planes_of (&in, &params);

  for (int y = 0; y < in.height && !g_test_failed (); y++)
    for (int x = 0; x < in.width; x++)
      compare_pixel (&planes, &params, x, y);
  compare_above_min_score (&in, &params, &planes);
  if (c->level >= 0)
    ((vnk_cpu *) backend->self)->level = vnk_cpu_detect_level ();
  planes_clear (&planes);
  vnk_plane_clear (&in);
}

/* The most and the least that the parameters allow. */
static void
test_extreme_parameters (void)
{
  vnk_plane in = kt_noise (90, 60, 100.0, 20.0);
  vnk_gicov_params params = { .n_radii = VNK_MAX_RADII, .n_points = VNK_MAX_POINTS, .harmonic_weight = 1.0f };

  for (int i = 0; i < VNK_MAX_RADII; i++)
    params.radii[i] = 1.0f + 0.37f * (float) i;

  Planes planes = planes_of (&in, &params);

  for (int y = 20; y < 40; y++)
    for (int x = 0; x < in.width; x += 3)
      compare_pixel (&planes, &params, x, y);
  planes_clear (&planes);

  params = (vnk_gicov_params) { .n_radii = 1, .radii = { 0.5f }, .n_points = 8, .truncate = true };
  planes = planes_of (&in, &params);
  for (int x = 0; x < in.width; x++)
    compare_pixel (&planes, &params, x, 0);
  planes_clear (&planes);
  vnk_plane_clear (&in);
}

/* Circles that are larger than what fits into a processor's own memory, and planes that are wide enough for another
 * split of the work: looked at here and there. */
static void
test_large_circles (void)
{
  static const struct {
    int   width, height;
    float radii[3];
  } cases[] = { { 330, 260, { 55.0f, 90.0f, 120.0f } }, { 700, 66, { 2.0f, 9.0f, 25.0f } } };

  for (size_t i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      vnk_plane in = kt_noise (cases[i].width, cases[i].height, 100.0, 20.0);
      vnk_gicov_params params = { .n_radii = 3, .n_points = 100, .harmonic_weight = 0.3f, .noise = 2.0f };

      memcpy (params.radii, cases[i].radii, sizeof cases[i].radii);

      Planes planes = planes_of (&in, &params);

      for (int y = 0; y < in.height && !g_test_failed (); y += 5)
        for (int x = y % 7; x < in.width; x += 7)
          compare_pixel (&planes, &params, x, y);
      planes_clear (&planes);
      vnk_plane_clear (&in);
    }
}

/* Eight points, radius 2, offsets cut: 2·cos 45° = 1.41 -> 1, so (2,0) (1,1) (0,2) (−1,1) (−2,0) (−1,−1) (0,−2)
 * (1,−1). Rounded they are the same. With radius 3: 2.12 -> 2 both ways. With radius 2.2 at 45° 1.56: cut 1, rounded
 * 2; on the axes 2.2 -> 2 both ways. */
static void
test_offsets_by_hand (void)
{
  static const int cut[8][2] = { { 2, 0 }, { 1, 1 }, { 0, 2 }, { -1, 1 }, { -2, 0 }, { -1, -1 }, { 0, -2 }, { 1, -1 } };
  static const int round[8][2] = { { 2, 0 }, { 2, 2 }, { 0, 2 }, { -2, 2 },
                                   { -2, 0 }, { -2, -2 }, { 0, -2 }, { 2, -2 } };
  vnk_gicov_params params = { .n_radii = 2, .radii = { 2.0f, 2.2f }, .n_points = 8, .truncate = true };
  vnk_circle_point points[8];
  int reach;

  vnk_circle_points (&params, 0, points, &reach);
  g_assert_cmpint (reach, ==, 2);
  for (int i = 0; i < 8; i++)
    {
      g_assert_cmpint (points[i].dx, ==, cut[i][0]);
      g_assert_cmpint (points[i].dy, ==, cut[i][1]);
    }

  params.truncate = false;
  vnk_circle_points (&params, 1, points, &reach);
  g_assert_cmpint (reach, ==, 2);
  for (int i = 0; i < 8; i++)
    {
      g_assert_cmpint (points[i].dx, ==, round[i][0]);
      g_assert_cmpint (points[i].dy, ==, round[i][1]);
    }
}

/* 8·cos 60° is 4, and computed as 3.9999… at 300°: the circle has to be the same up and down, left and right. */
static void
test_offsets_symmetric (void)
{
  vnk_gicov_params params;
  vnk_circle_point points[VNK_MAX_POINTS];
  int reach;

  vnk_gicov_paper_params (&params, 10.0f);
  for (int i = 0; i < params.n_radii; i++)
    {
      vnk_circle_points (&params, i, points, &reach);
      for (int n = 1; n < params.n_points; n++)
        {
          g_assert_cmpint (points[n].dx, ==, points[params.n_points - n].dx);
          g_assert_cmpint (points[n].dy, ==, -points[params.n_points - n].dy);
        }
      for (int n = 0; n < params.n_points / 2; n++)
        {
          g_assert_cmpint (points[n].dx, ==, -points[n + params.n_points / 2].dx);
          g_assert_cmpint (points[n].dy, ==, -points[n + params.n_points / 2].dy);
        }
    }
}

/*
 * Eight points, radius 1, rounded: the eight neighbours; cos and sin are 0, ±1 and ±h with h = √½. The gradient is
 * (1, 0) on the right neighbour (1, 0), (−3, 0) on the left one and 0 elsewhere:
 *   p_0 = 1, p_4 = (−3)(−1) = 3, all others 0; m = 4/8 = 0.5; Σp² = 10; Σ(p − m)² = 10 − 8·0.25 = 8; s² = 8/7;
 *   published score m²/s² = 0.25·7/8 = 0.21875.
 * Harmonic: Σ p cos θ = 1 − 3 = −2, a = 2·(−2)/8 = −0.5, b = 0. The rest is 8 − 8/2·0.25 = 7, s² = 1.
 *   With w = 0.4 and c = 0.5: (0.25 + 0.2·0.25) / (1 + 0.5) = 0.3/1.5 = 0.2.
 */
static void
test_by_hand (void)
{
  vnk_gicov_params params = { .n_radii = 1, .radii = { 1.0f }, .n_points = 8 };
  vnk_plane gx = kt_constant (3, 3, 0.0);
  vnk_plane gy = kt_constant (3, 3, 0.0);
  vnk_plane score = kt_new (3, 3);
  vnk_plane radius = kt_new (3, 3);
  vnk_plane mean = kt_new (3, 3);

  gx.data[gx.stride + 2] = 1.0f;
  gx.data[gx.stride] = -3.0f;

  g_assert_cmpint (backend->gicov (backend, &gx, &gy, &params, &score, &radius, &mean), ==, VNK_OK);
  g_assert_cmpfloat_with_epsilon (kt_at (&score, 1, 1), 0.21875f, 1e-6f);
  g_assert_cmpfloat (kt_at (&radius, 1, 1), ==, 1.0f);
  g_assert_cmpfloat_with_epsilon (kt_at (&mean, 1, 1), 0.5f, 1e-6f);
  g_assert_cmpfloat (kt_at (&score, 0, 1), ==, 0.0f);

  params.harmonic_weight = 0.4f;
  params.noise = 0.5f;
  g_assert_cmpint (backend->gicov (backend, &gx, &gy, &params, &score, &radius, &mean), ==, VNK_OK);
  g_assert_cmpfloat_with_epsilon (kt_at (&score, 1, 1), 0.2f, 1e-6f);

  vnk_plane_clear (&gx);
  vnk_plane_clear (&gy);
  vnk_plane_clear (&score);
  vnk_plane_clear (&radius);
  vnk_plane_clear (&mean);
}

static void
test_constant_scores_nothing (void)
{
  vnk_plane in = kt_constant (60, 60, 88.0);
  vnk_gicov_params params;

  vnk_gicov_paper_params (&params, 10.0f);
  for (int harmonic = 0; harmonic < 2; harmonic++)
    {
      params.harmonic_weight = 0.3f * (float) harmonic;

      Planes planes = planes_of (&in, &params);

      g_assert_cmpfloat (kt_largest (&planes.score), ==, 0.0);
      planes_clear (&planes);
    }
  vnk_plane_clear (&in);
}

/* On a ramp p = g cos(θ − φ): m = 0, so that the published score is 0; all of p is the first harmonic. */
static void
test_ramp_is_no_cell (void)
{
  vnk_plane in = kt_ramp (60, 60, 0.0, 1.5, 2.0);
  vnk_gicov_params params;

  vnk_gicov_paper_params (&params, 10.0f);

  Planes planes = planes_of (&in, &params);

  g_assert_cmpfloat (kt_largest (&planes.score), <, 1e-9);
  planes_clear (&planes);

  /* |g|² = 1.5² + 2² = 6.25 = a² + b²; no residual beyond its floor of 1e-4·6.25/2; w/2·6.25 / (3.125e-4 + 2). */
  params.harmonic_weight = 0.3f;
  params.noise = 2.0f;
  planes = planes_of (&in, &params);
  g_assert_cmpfloat_with_epsilon (kt_at (&planes.score, 30, 30), 0.15f * 6.25f / 2.0003125f, 1e-4f);
  planes_clear (&planes);
  vnk_plane_clear (&in);
}

/* Smooth discs of known place and radius, bright and dark: the best score lies within a pixel of the centre, has the
 * radius that is nearest, and the sign of the mean tells bright from dark. */
static void
test_finds_disc (void)
{
  for (int trial = 0; trial < 8; trial++)
    {
      double height = trial % 2 == 0 ? 40.0 : -40.0;
      KtDisc disc = { g_test_rand_double_range (39.0, 41.0), g_test_rand_double_range (39.0, 41.0),
                      g_test_rand_double_range (8.5, 15.5), height, height, 1.5 };
      vnk_plane in = kt_constant (80, 80, 120.0);
      vnk_gicov_params params;
      int best_x = 0, best_y = 0;

      kt_add_disc (&in, &disc);
      vnk_gicov_paper_params (&params, 10.0f);
      params.truncate = false;
      params.noise = 2.0f;

      Planes planes = planes_of (&in, &params);

      for (int y = 0; y < in.height; y++)
        for (int x = 0; x < in.width; x++)
          if (kt_at (&planes.score, x, y) > kt_at (&planes.score, best_x, best_y))
            {
              best_x = x;
              best_y = y;
            }
      g_test_message ("disc at %g, %g of radius %g: found at %d, %d with %g", disc.x, disc.y, disc.radius, best_x,
                      best_y, (double) kt_at (&planes.radius, best_x, best_y));
      g_assert_cmpfloat (hypot (best_x - disc.x, best_y - disc.y), <=, 1.0);
      g_assert_cmpfloat (fabs ((double) kt_at (&planes.radius, best_x, best_y) - disc.radius), <=, 1.5);
      g_assert_true ((kt_at (&planes.mean, best_x, best_y) < 0.0f) == (height > 0.0));
      planes_clear (&planes);
      vnk_plane_clear (&in);
    }
}

/* A cell with a bright and a dark half has m = 0; the harmonic sees it. */
static void
test_harmonic_finds_two_faced_cell (void)
{
  vnk_plane in = kt_noise (80, 80, 120.0, 2.0);
  KtDisc disc = { 40.0, 40.0, 10.0, 40.0, -40.0, 1.5 };
  vnk_gicov_params params;

  kt_add_disc (&in, &disc);
  vnk_gicov_paper_params (&params, 10.0f);
  params.truncate = false;
  params.noise = 2.0f;

  Planes plain = planes_of (&in, &params);
  params.harmonic_weight = 0.3f;
  Planes harmonic = planes_of (&in, &params);

  g_assert_cmpfloat (kt_at (&plain.score, 40, 40), <, 0.5f);
  g_assert_cmpfloat (kt_at (&harmonic.score, 40, 40), >, 1.0f);
  planes_clear (&plain);
  planes_clear (&harmonic);
  vnk_plane_clear (&in);
}

/* Every picture, in turn as published, with the harmonic, and with the harmonic alone; on the CPU by the code for each
 * instruction set that this machine has. */
static void
add_reference_tests (GicovCase *cases)
{
  static const char *const kinds[3] = { "published", "harmonic", "harmonic-without-noise" };

  for (int level = -1; level <= (int) vnk_cpu_detect_level (); level++)
    for (int picture = 0; picture < kt_n_pictures (); picture++)
      {
        int kind = (picture + level + 1) % 3;
        g_autofree char *path = g_strdup_printf ("/kernels/gicov/reference/%s%s%s/%s",
                                                 level >= 0 ? vnk_cpu_level_name ((vnk_cpu_level) level) : "",
                                                 level >= 0 ? "/" : "", kinds[kind], kt_picture_name (picture));

        *cases = (GicovCase) { picture, level, kind > 0 ? 0.3f : 0.0f, kind == 1 ? 2.0f : 0.0f, kind == 0 };
        kt_add_data_func_of (level >= 0 ? "cpu" : "cuda", path, cases++, test_reference);
      }
}

int
main (int argc, char **argv)
{
  g_autofree GicovCase *cases = g_new (GicovCase, 4 * kt_n_pictures ());

  g_test_init (&argc, &argv, NULL);

  add_reference_tests (cases);
  kt_add_func ("/kernels/gicov/extreme-parameters", test_extreme_parameters);
  kt_add_func ("/kernels/gicov/large-circles", test_large_circles);
  kt_add_func ("/kernels/gicov/offsets/by-hand", test_offsets_by_hand);
  kt_add_func ("/kernels/gicov/offsets/symmetric", test_offsets_symmetric);
  kt_add_func ("/kernels/gicov/by-hand", test_by_hand);
  kt_add_func ("/kernels/gicov/constant-scores-nothing", test_constant_scores_nothing);
  kt_add_func ("/kernels/gicov/ramp-is-no-cell", test_ramp_is_no_cell);
  kt_add_func ("/kernels/gicov/finds-disc", test_finds_disc);
  kt_add_func ("/kernels/gicov/harmonic-finds-two-faced-cell", test_harmonic_finds_two_faced_cell);
  return kt_run (&backend, 1);
}
