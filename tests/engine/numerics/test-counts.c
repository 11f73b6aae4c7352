/* test-counts.c: the intervals of counts and shares, for every one of them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <gsl/gsl_cdf.h>
#include <math.h>

#include "venule-bootstrap.h"

/* By the sums that the bounds are defined by: beyond each lies 1/40 of what might have been seen. */
#define SHARE 0.025
#define CLOSE 1e-6

static void
assert_count (guint n)
{
  VenuleEstimate estimate;

  venule_estimate_count (n, &estimate);
  g_assert_cmpfloat_with_epsilon (gsl_cdf_poisson_Q (n - 1, estimate.low), SHARE, CLOSE);
  g_assert_cmpfloat_with_epsilon (gsl_cdf_poisson_P (n, estimate.high), SHARE, CLOSE);
}

static void
test_every_count_has_an_interval (void)
{
  for (guint n = 1; n < 3000; n++)
    assert_count (n);
  for (guint n = 3000; n < 4000000; n += n / 100)
    assert_count (n);
}

static void
assert_share (guint k,
              guint n)
{
  VenuleEstimate estimate;

  venule_estimate_share (k, n, &estimate);
  g_assert_cmpfloat_with_epsilon (gsl_cdf_binomial_Q (k - 1, estimate.low, n), SHARE, CLOSE);
  g_assert_cmpfloat_with_epsilon (gsl_cdf_binomial_P (k, estimate.high, n), SHARE, CLOSE);
}

static void
test_every_share_has_an_interval (void)
{
  assert_share (2, 260);
  for (guint n = 20; n < 1500; n++)
    for (guint k = 1; k < n; k += 1 + n / 20)
      {
        assert_share (k, n);
        assert_share (n - k, n);
      }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/counts/every-count-has-an-interval", test_every_count_has_an_interval);
  g_test_add_func ("/counts/every-share-has-an-interval", test_every_share_has_an_interval);

  return g_test_run ();
}
