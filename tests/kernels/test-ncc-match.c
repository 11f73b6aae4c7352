/* test-ncc-match.c: a patch is found again, to a fraction of a pixel
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "kernels-test.h"
#include "reference.h"

static vnk_backend *backend;

static vnk_ncc_match
match_at (double x, double y, double radius, int along, int across)
{
  return (vnk_ncc_match) { .x = (float) x, .y = (float) y, .guess_x = (float) x, .guess_y = (float) y,
                       .radius = (float) radius, .along = along, .across = across };
}

static void
compare (const vnk_plane *first, const vnk_plane *second, double flow, vnk_ncc_match match)
{
  float flow_x = (float) cos (flow);
  float flow_y = (float) sin (flow);
  vnk_ncc_match expected = match;

  g_assert_cmpint (backend->ncc_match (backend, first, second, flow_x, flow_y, &match, 1), ==, VNK_OK);
  vnk_reference_ncc_match (first, second, (double) flow_x, (double) flow_y, &expected);

  /* At the border of the search the best whole shift is the answer; the reference looks beyond. */
  if (match.at_border)
    return;
  kt_assert_near ("x", 0, 0, (double) match.new_x, (double) expected.new_x, VNK_BOUND_NCC_MATCH);
  kt_assert_near ("y", 0, 0, (double) match.new_y, (double) expected.new_y, VNK_BOUND_NCC_MATCH);
  kt_assert_near ("correlation", 0, 0, (double) match.correlation, (double) expected.correlation,
                  VNK_BOUND_CORRELATION);
  kt_assert_near ("curvature", 0, 0, (double) match.curvature, (double) expected.curvature,
                  4.0 * VNK_BOUND_CORRELATION);
}

/* Textures that have moved, with noise, gain and offset. */
static void
test_reference_moved (void)
{
  for (int trial = 0; trial < 6; trial++)
    {
      guint32 seed = (guint32) g_test_rand_int ();
      double dx = g_test_rand_double_range (-3.5, 3.5);
      double dy = g_test_rand_double_range (-1.5, 1.5);
      vnk_plane first = kt_texture (50, 40, seed, 5.0, 0.0, 0.0);
      vnk_plane second = kt_texture (50, 40, seed, 5.0, dx, dy);
      vnk_ncc_match match = match_at (25.3, 19.6, 8.0, 4, 2);

      kt_add_noise (&first, 1.0);
      kt_add_noise (&second, 1.0);
      match.guess_x += 0.4f;
      compare (&first, &second, 0.1 * trial, match);
      vnk_plane_clear (&first);
      vnk_plane_clear (&second);
    }
}

/* Every picture on itself, in the middle and over a corner: flat ones, one pixel, a patch larger than the plane. */
static void
test_reference_pictures (gconstpointer data)
{
  vnk_plane in = kt_picture (GPOINTER_TO_INT (data));

  compare (&in, &in, 0.0, match_at (0.5 * in.width, 0.5 * in.height, 6.0, 1, 1));
  compare (&in, &in, 0.8, match_at (2.0, 3.0, 6.0, 1, 1));
  vnk_plane_clear (&in);
}

/* Across the search the error is at most 0.1 px, and no part of a pixel draws by more than 0.05 px; whatever the gain
 * and the offset of the second plane. */
static void
test_finds_shift (gconstpointer data)
{
  double noise = GPOINTER_TO_INT (data);
  double along[10] = { 0 }, across[10] = { 0 };
  int n[10] = { 0 };

  for (int trial = 0; trial < 200; trial++)
    {
      guint32 seed = (guint32) g_test_rand_int ();
      double flow = g_test_rand_double_range (0.0, 2.0 * G_PI);
      double s = g_test_rand_double_range (-10.0, 10.0);
      double t = g_test_rand_double_range (-4.0, 4.0);
      double dx = s * cos (flow) - t * sin (flow);
      double dy = s * sin (flow) + t * cos (flow);
      double gain = g_test_rand_double_range (0.5, 2.0);
      vnk_plane first = kt_texture (72, 72, seed, 6.0, 0.0, 0.0);
      vnk_plane second = kt_texture (72, 72, seed, 6.0, dx, dy);
      vnk_ncc_match match = match_at (36.3, 35.6, 10.0, 11, 5);
      int part = (int) (10.0 * (dx - floor (dx)));

      kt_add_noise (&first, noise);
      kt_add_noise (&second, noise);
      for (int i = 0; i < second.stride * second.height; i++)
        second.data[i] = (float) (gain * (double) second.data[i] - 40.0);
      g_assert_cmpint (backend->ncc_match (backend, &first, &second, (float) cos (flow), (float) sin (flow), &match, 1),
                       ==, VNK_OK);

      double error_x = (double) match.new_x - (double) match.x - dx;
      double error_y = (double) match.new_y - (double) match.y - dy;

      g_assert_false (match.at_border);
      g_assert_cmpfloat (hypot (error_x, error_y), <=, noise > 0.0 ? 0.3 : 0.1);
      g_assert_cmpfloat (match.correlation, >, 0.8);
      g_assert_cmpfloat (match.curvature, >, 0.0);
      along[part] += error_x;
      across[part] += error_y;
      n[part]++;
      vnk_plane_clear (&first);
      vnk_plane_clear (&second);
    }
  for (int part = 0; part < 10; part++)
    {
      g_test_message ("shifts of n + %.1f px: mean error %.4f, %.4f px of %d", 0.1 * part, along[part] / n[part],
                      across[part] / n[part], n[part]);
      g_assert_cmpfloat (fabs (along[part]), <=, 0.05 * n[part]);
    }
}

/* Where pixels lie on the very edge of the patch, a ten-thousandth of a pixel does not decide on them. */
static void
test_edge_is_soft (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (1);

  for (guint32 seed = 1; seed <= 40; seed++)
    {
      vnk_plane first = kt_texture (40, 40, seed, 6.0, 0.0, 0.0), second = kt_texture (40, 40, seed, 6.0, 1.3, -0.4);
      double shift[2], correlation[2];

      for (int i = 0; i < 40 * first.stride; i++)
        {
          first.data[i] += (float) g_rand_double_range (rand, -20.0, 20.0);
          second.data[i] += (float) g_rand_double_range (rand, -20.0, 20.0);
        }
      for (int i = 0; i < 2; i++)
        {
          vnk_ncc_match match = match_at (20.0 + (i == 0 ? -1e-4 : 1e-4), 20.0, 5.0, 3, 2);

          g_assert_cmpint (backend->ncc_match (backend, &first, &second, 1.0f, 0.0f, &match, 1), ==, VNK_OK);
          shift[i] = (double) match.new_x - (double) match.x;
          correlation[i] = (double) match.correlation;
        }
      g_assert_cmpfloat_with_epsilon (shift[1], shift[0], 0.02);
      g_assert_cmpfloat_with_epsilon (correlation[1], correlation[0], 2e-3);
      vnk_plane_clear (&first);
      vnk_plane_clear (&second);
    }
}

/* A whole shift by (3, −2) of a random plane: exactly that, and a correlation of 1. */
static void
test_whole_shift (void)
{
  vnk_plane first = kt_noise (60, 60, 100.0, 20.0);
  vnk_plane second = kt_new (60, 60);
  vnk_ncc_match match = match_at (30.0, 30.0, 9.0, 5, 5);

  for (int y = 0; y < 60; y++)
    for (int x = 0; x < 60; x++)
      second.data[y * second.stride + x] = kt_at (&first, CLAMP (x - 3, 0, 59), CLAMP (y + 2, 0, 59));
  g_assert_cmpint (backend->ncc_match (backend, &first, &second, 1.0f, 0.0f, &match, 1), ==, VNK_OK);
  g_assert_cmpfloat_with_epsilon (match.new_x, 33.0f, 1e-3f);
  g_assert_cmpfloat_with_epsilon (match.new_y, 28.0f, 1e-3f);
  g_assert_cmpfloat_with_epsilon (match.correlation, 1.0f, 1e-4f);
  vnk_plane_clear (&first);
  vnk_plane_clear (&second);
}

/* The same with a patch and a search that are larger than what fits into a device's fast memory. */
static void
test_large (void)
{
  vnk_plane first = kt_noise (260, 240, 100.0, 20.0);
  vnk_plane second = kt_new (260, 240);
  vnk_ncc_match match = match_at (120.0, 118.0, 50.0, 40, 20);

  for (int y = 0; y < 240; y++)
    for (int x = 0; x < 260; x++)
      second.data[y * second.stride + x] = kt_at (&first, CLAMP (x - 33, 0, 259), CLAMP (y + 14, 0, 239));
  g_assert_cmpint (backend->ncc_match (backend, &first, &second, 1.0f, 0.0f, &match, 1), ==, VNK_OK);
  g_assert_cmpfloat_with_epsilon (match.new_x, 153.0f, 1e-3f);
  g_assert_cmpfloat_with_epsilon (match.new_y, 104.0f, 1e-3f);
  g_assert_cmpfloat_with_epsilon (match.correlation, 1.0f, 1e-4f);
  g_assert_false (match.at_border);
  vnk_plane_clear (&first);
  vnk_plane_clear (&second);
}

/* A match is the same, bit for bit, whatever others there are. */
static void
test_same_alone (void)
{
  vnk_plane first = kt_texture (150, 140, 3, 6.0, 0.0, 0.0);
  vnk_plane second = kt_texture (150, 140, 3, 6.0, 1.7, -0.6);
  vnk_ncc_match matches[9], alone;

  kt_add_noise (&second, 3.0);
  for (int i = 0; i < 9; i++)
    matches[i] = match_at (20.0 + 13.3 * i, 70.0 - 6.1 * i, i % 3 == 2 ? 34.0 : 5.0 + 1.5 * i, 3 + 2 * i, 2 + i / 2);
  for (int i = 8; i >= 0; i--)
    {
      vnk_ncc_match all[9];

      memcpy (all, matches, sizeof all);
      alone = matches[i];
      g_assert_cmpint (backend->ncc_match (backend, &first, &second, 0.6f, 0.8f, all, 9), ==, VNK_OK);
      g_assert_cmpint (backend->ncc_match (backend, &first, &second, 0.6f, 0.8f, &alone, 1), ==, VNK_OK);
      g_assert_cmpmem (&alone, sizeof alone, &all[i], sizeof alone);
    }
  vnk_plane_clear (&first);
  vnk_plane_clear (&second);
}

static void
test_flat_patch (void)
{
  vnk_plane flat = kt_constant (60, 60, 100.0);
  vnk_plane noise = kt_noise (60, 60, 100.0, 20.0);
  vnk_ncc_match match = match_at (30.0, 30.0, 9.0, 5, 5);

  match.guess_x = 31.5f;
  for (int i = 0; i < 2; i++)
    {
      g_assert_cmpint (backend->ncc_match (backend, i ? &noise : &flat, i ? &flat : &noise, 1.0f, 0.0f, &match, 1), ==,
                       VNK_OK);
      g_assert_cmpfloat (match.correlation, ==, 0.0f);
      g_assert_cmpfloat (match.new_x, ==, 31.5f);
      g_assert_cmpfloat (match.new_y, ==, 30.0f);
      g_assert_false (match.at_border);
    }
  vnk_plane_clear (&flat);
  vnk_plane_clear (&noise);
}

/* What has moved farther than the search reaches lies at its border. */
static void
test_says_at_border (void)
{
  vnk_plane first = kt_constant (100, 60, 100.0);
  vnk_plane second = kt_constant (100, 60, 100.0);
  vnk_ncc_match match = match_at (40.0, 30.0, 12.0, 4, 2);

  kt_add_disc (&first, &(KtDisc) { 40.0, 30.0, 6.0, 40.0, 40.0, 2.0 });
  kt_add_disc (&second, &(KtDisc) { 47.0, 30.0, 6.0, 40.0, 40.0, 2.0 });
  g_assert_cmpint (backend->ncc_match (backend, &first, &second, 1.0f, 0.0f, &match, 1), ==, VNK_OK);
  g_assert_true (match.at_border);

  match.along = 9;
  g_assert_cmpint (backend->ncc_match (backend, &first, &second, 1.0f, 0.0f, &match, 1), ==, VNK_OK);
  g_assert_false (match.at_border);
  g_assert_cmpfloat_with_epsilon (match.new_x, 47.0f, 0.02f);
  vnk_plane_clear (&first);
  vnk_plane_clear (&second);
}

/* Fine texture correlates sharply, coarse texture does not. */
static void
test_curvature_tells_sharpness (void)
{
  vnk_plane fine = kt_texture (60, 60, 1, 5.0, 0.0, 0.0);
  vnk_plane coarse = kt_texture (60, 60, 1, 20.0, 0.0, 0.0);
  vnk_ncc_match a = match_at (30.0, 30.0, 9.0, 3, 3);
  vnk_ncc_match b = a;

  g_assert_cmpint (backend->ncc_match (backend, &fine, &fine, 1.0f, 0.0f, &a, 1), ==, VNK_OK);
  g_assert_cmpint (backend->ncc_match (backend, &coarse, &coarse, 1.0f, 0.0f, &b, 1), ==, VNK_OK);
  g_assert_cmpfloat (a.curvature, >, 3.0f * b.curvature);
  vnk_plane_clear (&fine);
  vnk_plane_clear (&coarse);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  kt_add_func ("/kernels/ncc_match/reference/moved", test_reference_moved);
  for (int i = 0; i < kt_n_pictures (); i++)
    {
      g_autofree char *path = g_strdup_printf ("/kernels/ncc_match/reference/%s", kt_picture_name (i));

      kt_add_data_func (path, GINT_TO_POINTER (i), test_reference_pictures);
    }
  kt_add_data_func ("/kernels/ncc_match/finds-shift/clear", GINT_TO_POINTER (0), test_finds_shift);
  kt_add_data_func ("/kernels/ncc_match/finds-shift/noisy", GINT_TO_POINTER (3), test_finds_shift);
  kt_add_func ("/kernels/ncc_match/edge-is-soft", test_edge_is_soft);
  kt_add_func ("/kernels/ncc_match/whole-shift", test_whole_shift);
  kt_add_func ("/kernels/ncc_match/large", test_large);
  kt_add_func ("/kernels/ncc_match/same-alone", test_same_alone);
  kt_add_func ("/kernels/ncc_match/flat-patch", test_flat_patch);
  kt_add_func ("/kernels/ncc_match/says-at-border", test_says_at_border);
  kt_add_func ("/kernels/ncc_match/curvature-tells-sharpness", test_curvature_tells_sharpness);
  return kt_run (&backend, 1);
}
