/* test-probability-calibration.c: confidences and distances of samples whose measures are known on paper
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <glib.h>
#include <math.h>

#include "venule-probability-calibration.h"
#include "venule-statistics.h"

#define assert_near(a, b) g_assert_cmpfloat_with_epsilon (a, b, 1e-12)

/*
 * Said 0.95 right, 0.95 wrong, 0.85 right, 0.25 wrong, 1 right.
 * Brier: (0.0025 + 0.9025 + 0.0225 + 0.0625 + 0)/5 = 0.99/5 = 0.198.
 * Last tenth: 0.95, 0.95, 1: said 2.9/3, right 2/3; tenth of 0.8: said 0.85, right 1; tenth of 0.2: said 0.25, right 0.
 * ECE: (|2.9 − 2| + |0.85 − 1| + |0.25 − 0|)/5 = (0.9 + 0.15 + 0.25)/5 = 0.26.
 */
static void
test_five_statements (void)
{
  const double said[] = { 0.95, 0.95, 0.85, 0.25, 1 };
  const gboolean right[] = { TRUE, FALSE, TRUE, FALSE, TRUE };
  VenuleProbabilityCalibration r;

  venule_probability_calibration_measure (said, right, G_N_ELEMENTS (said), &r);
  g_assert_cmpuint (r.n, ==, 5);
  assert_near (r.brier, 0.198);
  assert_near (r.ece, 0.26);
  g_assert_cmpuint (r.bins[9].n, ==, 3);
  assert_near (r.bins[9].said, 2.9 / 3);
  assert_near (r.bins[9].right, 2.0 / 3);
  g_assert_cmpuint (r.bins[8].n, ==, 1);
  assert_near (r.bins[8].right, 1);
  g_assert_cmpuint (r.bins[2].n, ==, 1);
  assert_near (r.bins[2].right, 0);
  g_assert_cmpuint (r.bins[0].n, ==, 0);
  g_assert_true (isnan (r.bins[0].said));
}

/* Of ten that are said 0.9, nine are right: no calibration error, and a Brier score of 0.9·0.1. */
static void
test_calibrated (void)
{
  double said[10];
  gboolean right[10];
  VenuleProbabilityCalibration r;

  for (guint i = 0; i < 10; i++)
    {
      said[i] = 0.9;
      right[i] = i > 0;
    }
  venule_probability_calibration_measure (said, right, 10, &r);
  assert_near (r.brier, 0.09);
  assert_near (r.ece, 0);
}

static void
test_silence (void)
{
  VenuleProbabilityCalibration r;

  venule_probability_calibration_measure (NULL, NULL, 0, &r);
  g_assert_cmpuint (r.n, ==, 0);
  g_assert_true (isnan (r.brier));
  g_assert_true (isnan (r.ece));
}

static GArray *
sample (const double *values,
        guint         n)
{
  GArray *array = g_array_new (FALSE, FALSE, sizeof (double));

  g_array_append_vals (array, values, n);

  return array;
}

/*
 * a = {1, 2, 3, 4}, b = {2.5, 3, 6}. Cumulative shares: at 1 1/4 and 0; at 2 1/2 and 0; at 2.5 1/2 and 1/3; at 3 3/4
 * and 2/3; at 4 1 and 2/3. The largest difference is 1/2.
 */
static void
test_distance (void)
{
  const double first[] = { 4, 2, 1, 3 };
  const double second[] = { 6, 2.5, 3 };
  g_autoptr(GArray) a = sample (first, 4);
  g_autoptr(GArray) b = sample (second, 3);
  g_autoptr(GArray) apart = sample (second, 1);
  g_autoptr(GArray) none = sample (NULL, 0);

  assert_near (venule_statistics_distance (a, b), 0.5);
  assert_near (venule_statistics_distance (b, a), 0.5);
  assert_near (venule_statistics_distance (a, a), 0);
  assert_near (venule_statistics_distance (apart, a), 1);
  g_assert_true (isnan (venule_statistics_distance (a, none)));
}

/* Equal values count together on both sides: {5, 5, 5} and {5} are the same distribution. */
static void
test_distance_of_ties (void)
{
  const double first[] = { 5, 5, 5 };
  const double second[] = { 5 };
  g_autoptr(GArray) a = sample (first, 3);
  g_autoptr(GArray) b = sample (second, 1);

  assert_near (venule_statistics_distance (a, b), 0);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/probability-calibration/five-statements", test_five_statements);
  g_test_add_func ("/probability-calibration/nine-of-ten-right-at-nine-tenths-is-calibrated", test_calibrated);
  g_test_add_func ("/probability-calibration/no-statements", test_silence);
  g_test_add_func ("/statistics/distance-of-two-samples", test_distance);
  g_test_add_func ("/statistics/equal-values-step-together", test_distance_of_ties);
  return g_test_run ();
}
