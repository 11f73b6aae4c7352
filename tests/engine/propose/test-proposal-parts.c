/* test-proposal-parts.c: which way things move, and where the walls of a vessel are
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-flow-vote.h"
#include "venule-full-flow.h"

#include <math.h>

#define WIDTH 200
#define HEIGHT 100
#define BAND 30 /* rows of the vessel */
#define N_NOISES 8

/* ---- Masks ---- */

static VenuleMap *
mask_of (gboolean (*test) (int x, int y))
{
  VenuleMap *mask = venule_map_new (WIDTH, HEIGHT);

  for (int y = 0; y < HEIGHT; y++)
    for (int x = 0; x < WIDTH; x++)
      mask->values[y * WIDTH + x] = test (x, y);
  return mask;
}

static double
area (const VenuleMap *mask)
{
  double sum = 0;

  for (int i = 0; i < WIDTH * HEIGHT; i++)
    sum += (double) mask->values[i];
  return sum;
}

static VenuleVesselTube *
tube_of (gboolean (*test) (int x, int y))
{
  g_autoptr (VenuleMap) mask = mask_of (test);
  g_autofree guint *labels = NULL;

  g_assert_cmpuint (venule_map_label (mask, 1, &labels), ==, 1);
  return venule_vessel_tube_new (labels, WIDTH, HEIGHT, 1);
}

static gboolean
is_level (int x, int y)
{
  return abs (y - 50) <= BAND / 2;
}

static gboolean
is_slanted (int x, int y)
{
  return fabs ((y - 50) * cos (G_PI / 6) - (x - 100) * sin (G_PI / 6)) <= BAND / 2;
}

static gboolean
is_bent (int x, int y)
{
  return fabs (y - 25 - abs (x - 100) * 0.5) <= BAND / 2 / cos (atan (0.5));
}

static gboolean
has_branch (int x, int y)
{
  return is_level (x, y) || (y > 50 && x >= 90 && x < 106);
}

static gboolean
is_spotted (int x, int y)
{
  return (is_level (x, y) && !(abs (x - 60) < 3 && abs (y - 50) < 3)) || (x < 3 && y < 3);
}

static gboolean
is_gap (int x, int y)
{
  return is_level (x, y) && abs (x - 100) > 4;
}

static void
test_masks_are_mended (void)
{
  g_autoptr (VenuleMap) spotted = mask_of (is_spotted), gap = mask_of (is_gap), level = mask_of (is_level);
  g_autofree guint *labels = NULL;

  g_assert_cmpuint (venule_map_label (spotted, 1, &labels), ==, 2);
  venule_map_open (spotted, 4);
  venule_map_fill (spotted);
  g_assert_cmpfloat (fabs (area (spotted) - area (level)), <=, 60);
  venule_map_close (gap, 6);
  g_assert_cmpfloat (fabs (area (gap) - area (level)), <=, 60);
}

static void
test_blur_keeps_the_sum (void)
{
  g_autoptr (VenuleMap) map = venule_map_new (WIDTH, HEIGHT);

  map->values[50 * WIDTH + 100] = 1;
  venule_map_blur (map, 3);
  g_assert_cmpfloat_with_epsilon (area (map), 1, 1e-4);
  g_assert_cmpfloat_with_epsilon ((double) map->values[50 * WIDTH + 100], 1 / (2 * G_PI * 9), 2e-4);
  g_assert_cmpfloat_with_epsilon (venule_map_sample (map, 100.5, 50), (double) map->values[50 * WIDTH + 101], 1e-3);
}

static void
test_walls_follow_the_edges (void)
{
  gboolean (*const tests[]) (int x, int y) = { is_level, is_slanted, is_bent, has_branch };

  for (guint i = 0; i < G_N_ELEMENTS (tests); i++)
    {
      g_autoptr (VenuleVesselTube) tube = tube_of (tests[i]);
      g_autoptr (VenuleMap) mask = venule_vessel_tube_dup_mask (tube, WIDTH, HEIGHT);
      g_autoptr (VenuleMap) vessel = mask_of (i == 3 ? is_level : tests[i]);
      double both = 0;

      for (int k = 0; k < WIDTH * HEIGHT; k++)
        both += mask->values[k] > 0 && vessel->values[k] > 0;
      g_test_message ("%u: width %.1f, length %.1f, roughness %.3f, overlap %.3f", i, tube->width, tube->length,
                      tube->roughness, both / (area (mask) + area (vessel) - both));
      g_assert_cmpfloat (both / (area (mask) + area (vessel) - both), >, i == 1 ? 0.8 : 0.9);
      g_assert_cmpfloat_with_epsilon (tube->width, BAND + 1, 2); /* across the middle, not across the longer axis */
    }
}

/* ---- Flow ---- */

/* Smooth noise, the same for the same place. */
static double
texture (double x, int y)
{
  double value = 0;

  for (int k = 1; k <= 12; k++)
    value += sin (k * 0.083 * x + 37.7 * k * k + 0.4 * sin (y * 0.3 + k));
  return value;
}

/* Above the middle of the vessel with one velocity, below it with another; the noise is the same for the same @seed. */
static void
find (guint32         seed,
      double          velocity,
      double          other,
      VenuleFlowVote *vote)
{
  g_autoptr (VenuleGlimpse) glimpse = g_new0 (VenuleGlimpse, 1);
  g_autoptr (VenuleVesselTube) tube = tube_of (is_level);
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed);

  *glimpse = (VenuleGlimpse) { .scale = 1, .width = WIDTH, .height = HEIGHT, .length = 12 };
  glimpse->frames = g_ptr_array_new_with_free_func ((GDestroyNotify) venule_map_free);
  for (int t = 0; t < 12; t++)
    {
      VenuleMap *map = venule_map_new (WIDTH, HEIGHT);

      for (int y = 50 - BAND / 2; y <= 50 + BAND / 2; y++)
        for (int x = 0; x < WIDTH; x++)
          map->values[y * WIDTH + x] =
            (float) (100 + 10 * texture (x - (y < 50 ? velocity : other) * t, y) + g_rand_double_range (rand, -2, 2));
      g_ptr_array_add (glimpse->frames, map);
    }
  venule_flow_vote_find (glimpse, tube, vote);
  g_test_message ("%.2f and %.2f: agreement %.2f, lead %.2f", velocity, other, vote->agreement, vote->lead);
}

static void
test_the_way_is_found (void)
{
  const double velocities[] = { 0.4, 3, 12 };

  for (guint i = 0; i < G_N_ELEMENTS (velocities); i++)
    for (int sign = -1; sign <= 1; sign += 2)
      {
        VenuleFlowVote vote;

        find (1, sign * velocities[i], sign * velocities[i], &vote);
        g_assert_cmpfloat (sign * vote.agreement, >, 0.9);
        g_assert_cmpfloat (sign * vote.lead, >, 0.1);
      }
}

static void
test_no_way_is_told_as_such (void)
{
  VenuleFlowVote vote;
  double lead = 0;

  /* In noise alone one way always fits a little better, by chance. */
  for (guint i = 0; i < N_NOISES; i++)
    {
      find (i, 0, 0, &vote);
      lead += fabs (vote.lead) / N_NOISES;
    }
  g_test_message ("lead in noise: %.3f", lead);
  g_assert_cmpfloat (lead, <, 0.02);
  find (1, 2, -2, &vote);
  g_assert_cmpfloat (fabs (vote.agreement), <, 0.5);
}

/* Of all of the picture, moved by so many places a frame; and of noise. */
static VenuleGlimpse *
make_moving (double right,
             double down,
             double noise)
{
  VenuleGlimpse *glimpse = g_new0 (VenuleGlimpse, 1);
  g_autoptr (GRand) rand = g_rand_new_with_seed (3);

  *glimpse = (VenuleGlimpse) { .scale = 1, .width = WIDTH, .height = HEIGHT, .length = 12 };
  glimpse->frames = g_ptr_array_new_with_free_func ((GDestroyNotify) venule_map_free);
  for (int t = 0; t < 12; t++)
    {
      VenuleMap *map = venule_map_new (WIDTH, HEIGHT);

      for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++)
          {
            double moving = down != 0 ? texture (y - down * t, x) : texture (x - right * t, y);

            map->values[y * WIDTH + x] =
              (float) (100 + (noise > 0 ? 0 : 10 * moving) + g_rand_double_range (rand, -2 - noise, 2 + noise));
          }
      g_ptr_array_add (glimpse->frames, map);
    }
  return glimpse;
}

static void
test_all_flows (void)
{
  const int ways[][2] = { { 3, 0 }, { -3, 0 }, { 0, 2 }, { 0, -2 } };
  g_autoptr (VenuleGlimpse) noise = make_moving (0, 0, 8);
  VenuleFullFlow flow;

  for (guint i = 0; i < G_N_ELEMENTS (ways); i++)
    {
      g_autoptr (VenuleGlimpse) glimpse = make_moving (ways[i][0], ways[i][1], 0);

      g_assert_true (venule_full_flow_find (glimpse, &flow));
      g_assert_cmpint (flow.dx, ==, (ways[i][0] > 0) - (ways[i][0] < 0));
      g_assert_cmpint (flow.dy, ==, (ways[i][1] > 0) - (ways[i][1] < 0));
    }
  g_assert_false (venule_full_flow_find (noise, &flow));
  g_assert_cmpfloat (flow.lead, ==, 0);
}

/* A vessel beside tissue is not all of the picture. */
static void
test_not_all_flows (void)
{
  g_autoptr (VenuleGlimpse) glimpse = make_moving (3, 0, 0), still = make_moving (0, 0, 0);
  VenuleFullFlow flow;

  for (guint t = 0; t < glimpse->length; t++)
    {
      VenuleMap *map = g_ptr_array_index (glimpse->frames, t), *tissue = g_ptr_array_index (still->frames, t);

      memcpy (map->values, tissue->values, sizeof *map->values * WIDTH * HEIGHT / 4);
    }
  g_assert_false (venule_full_flow_find (glimpse, &flow));
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/propose/masks-are-mended", test_masks_are_mended);
  g_test_add_func ("/propose/blur-keeps-the-sum", test_blur_keeps_the_sum);
  g_test_add_func ("/propose/walls-follow-the-edges", test_walls_follow_the_edges);
  g_test_add_func ("/propose/the-way-is-found", test_the_way_is_found);
  g_test_add_func ("/propose/all-flows", test_all_flows);
  g_test_add_func ("/propose/not-all-flows", test_not_all_flows);
  g_test_add_func ("/propose/no-way-is-told-as-such", test_no_way_is_told_as_such);

  return g_test_run ();
}
