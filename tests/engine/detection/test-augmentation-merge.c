/* test-augmentation-merge.c: cells that several augmentations of one picture show
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <math.h>

#include "venule-augmentation-merge.h"

#define REACH 5.0

static GArray *
merge (const VenuleAugmentedCandidate *seen,
       guint                           n)
{
  g_autoptr(GArray) candidates = g_array_new (FALSE, FALSE, sizeof (VenuleAugmentedCandidate));
  GArray *merged = g_array_new (FALSE, FALSE, sizeof (VenuleCandidate));

  g_array_append_vals (candidates, seen, n);
  venule_augmentation_merge (candidates, REACH, merged);

  return merged;
}

static double
log_odds (double score)
{
  return log (score / (1 - score));
}

static void
test_what_all_show_is_one_cell_at_the_mean (void)
{
  static const VenuleAugmentedCandidate seen[] = {
    { 100, 50, 10, 0.8, 0 }, { 102, 50, 11, 0.8, 1 }, { 100, 54, 10, 0.8, 2 }, { 102, 54, 11, 0.8, 3 }
  };
  g_autoptr(GArray) merged = merge (seen, 4);
  const VenuleCandidate *one = &g_array_index (merged, VenuleCandidate, 0);

  g_assert_cmpuint (merged->len, ==, 1);
  g_assert_cmpfloat_with_epsilon (one->x, 101, 1e-9);
  g_assert_cmpfloat_with_epsilon (one->y, 52, 1e-9);
  g_assert_cmpfloat_with_epsilon (one->radius, 10.5, 1e-9);
  g_assert_cmpfloat_with_epsilon (one->score, 0.8, 1e-9);
}

/* The surer an augmentation is, the more it says of the place. */
static void
test_place_goes_by_the_scores (void)
{
  static const VenuleAugmentedCandidate seen[] = { { 100, 50, 10, 0.9, 0 }, { 104, 50, 10, 0.3, 2 } };
  g_autoptr(GArray) merged = merge (seen, 2);

  g_assert_cmpuint (merged->len, ==, 1);
  g_assert_cmpfloat_with_epsilon (g_array_index (merged, VenuleCandidate, 0).x, 101, 1e-9);
}

/* An augmentation that does not show it speaks against it, as one that shows it very weakly would. */
static void
test_what_one_alone_shows_is_doubted (void)
{
  static const VenuleAugmentedCandidate seen[] = { { 30, 30, 10, 0.95, 3 } };
  g_autoptr(GArray) merged = merge (seen, 1);
  double expected = (log_odds (0.95) + 3 * log_odds (VENULE_MIN_AUGMENTED_SCORE / 2)) / 4;

  g_assert_cmpuint (merged->len, ==, 1);
  g_assert_cmpfloat_with_epsilon (log_odds (g_array_index (merged, VenuleCandidate, 0).score), expected, 1e-9);
}

/* Two of one augmentation are two cells, however near; each takes the nearest of the other augmentations. The best
 * comes first. */
static void
test_two_of_one_augmentation_stay_two (void)
{
  static const VenuleAugmentedCandidate seen[] = { { 100, 50, 10, 0.9, 0 },   { 104, 50, 10, 0.7, 0 },
                                                   { 103.5, 50, 10, 0.7, 1 }, { 100.5, 50, 10, 0.9, 1 },
                                                   { 300, 50, 10, 0.95, 0 },  { 300, 50, 10, 0.95, 1 } };
  g_autoptr(GArray) merged = merge (seen, 6);
  static const double places[] = { 300, 100.25, 103.75 };

  g_assert_cmpuint (merged->len, ==, 3);
  for (guint i = 0; i < 3; i++)
    g_assert_cmpfloat_with_epsilon (g_array_index (merged, VenuleCandidate, i).x, places[i], 1e-9);
}

static void
test_nothing_seen_is_nothing_found (void)
{
  g_autoptr(GArray) merged = merge (NULL, 0);

  g_assert_cmpuint (merged->len, ==, 0);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/augmentation-merge/what-all-show-is-one-cell-at-the-mean",
                   test_what_all_show_is_one_cell_at_the_mean);
  g_test_add_func ("/augmentation-merge/place-goes-by-the-scores", test_place_goes_by_the_scores);
  g_test_add_func ("/augmentation-merge/what-one-alone-shows-is-doubted", test_what_one_alone_shows_is_doubted);
  g_test_add_func ("/augmentation-merge/two-of-one-augmentation-stay-two", test_two_of_one_augmentation_stay_two);
  g_test_add_func ("/augmentation-merge/nothing-seen-is-nothing-found", test_nothing_seen_is_nothing_found);

  return g_test_run ();
}
