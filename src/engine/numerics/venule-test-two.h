/* venule-test-two.h: whether two samples differ, and by how much
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-interval.h"

G_BEGIN_DECLS

/* Values of both samples together, up to which the distribution of ranks is counted out. */
#define VENULE_TEST_MAX_EXACT 100

/**
 * VenuleMannWhitney:
 * @n_a: values of the first sample
 * @n_b: values of the second one
 * @u: U of the first sample: pairs in which its value is the larger one, and half of those in which both are equal
 * @z: of the normal distribution, with the corrections for ties and for continuity; %NAN when exact
 * @p: two-sided
 * @exact: whether all ways were counted in which the ranks could have been shared out
 * @ties: whether values are equal
 * @delta: Cliff's delta, which is the rank-biserial correlation: share of the pairs in which the first sample's value
 *   is the larger one less share of those in which it is the smaller one, −1 to 1
 * @shift: Hodges–Lehmann shift: the median of all differences, first less second. Its interval cannot be had from
 *   samples so small that no interval covers 95 % (three against three)
 */
typedef struct {
  guint          n_a, n_b;
  double         u, z, p;
  gboolean       exact, ties;
  VenuleInterval delta, shift;
} VenuleMannWhitney;

/**
 * venule_test_mann_whitney:
 * @a: (element-type double): a sample
 * @b: (element-type double): another, of other animals
 * @result: (out caller-allocates): what came out
 * @error: return location for a %VENULE_ERROR_INVALID: an empty sample, or a value that is not finite
 *
 * The rank sum test. H. B. Mann, D. R. Whitney, Ann. Math. Stat. 18 (1947) 50. Exact up to %VENULE_TEST_MAX_EXACT
 * values, with ties too: p is the share of all ways to give the present (mean) ranks to samples of these sizes that put
 * U as far from its mean or farther, counted by the shift algorithm (B. Streitberg, J. Röhmel, Stat. Software
 * Newsletter 12 (1986) 10). Above that the normal distribution, with the variance corrected for ties and half a step
 * for continuity (E. L. Lehmann, Nonparametrics (1975) 1.2 and 1.4).
 *
 * The interval of @delta is method 5 of R. G. Newcombe, Stat. Med. 25 (2006) 559: it has a width when the samples do
 * not overlap at all, too. The shift: J. L. Hodges, E. L. Lehmann, Ann. Math. Stat. 34 (1963) 598, with the interval of
 * D. F. Bauer, J. Am. Stat. Assoc. 67 (1972) 687, from the distribution of U without ties, counted out or (above the
 * same limit) normal.
 *
 * Returns: whether there is a result
 */
gboolean venule_test_mann_whitney (const GArray       *a,
                                   const GArray       *b,
                                   VenuleMannWhitney  *result,
                                   GError            **error);

/**
 * venule_test_hodges_lehmann:
 * @a: (element-type double): a sample
 * @b: (element-type double): another
 *
 * Returns: the Hodges–Lehmann shift of venule_test_mann_whitney(); values must be finite, and there must be some in
 * both
 */
VenuleInterval venule_test_hodges_lehmann (const GArray *a,
                                           const GArray *b);

/**
 * venule_test_walsh_mean:
 * @sorted: (element-type double): finite values in rising order, at least one
 * @k: from 1 to n·(n + 1)/2
 *
 * Returns: the @k-th smallest of the means of all two values, each with itself too (J. E. Walsh, Ann. Math. Stat. 20
 * (1949) 64)
 */
double         venule_test_walsh_mean (const GArray *sorted,
                                       guint64       k);

/**
 * venule_test_delta:
 * @u: U of the first sample
 * @n_a: values of the first sample, above 0
 * @n_b: values of the second one, above 0
 *
 * Returns: Cliff's delta of venule_test_mann_whitney()
 */
VenuleInterval venule_test_delta  (double              u,
                                   guint               n_a,
                                   guint               n_b);

/**
 * VenuleKolmogorovSmirnov:
 * @n_a: values of the first sample
 * @n_b: values of the second one
 * @d: largest difference of both cumulative shares, 0 to 1
 * @p: two-sided
 * @exact: whether all orders of the values were counted
 */
typedef struct {
  guint    n_a, n_b;
  double   d, p;
  gboolean exact;
} VenuleKolmogorovSmirnov;

/* Product of both sizes up to which a Kolmogorov–Smirnov test is exact. */
#define VENULE_TEST_MAX_PATHS 1000000

/**
 * venule_test_kolmogorov_smirnov:
 * @a: (element-type double): a sample
 * @b: (element-type double): another, of other animals
 * @result: (out caller-allocates): what came out
 * @error: return location for a %VENULE_ERROR_INVALID: an empty sample, or a value that is not finite
 *
 * Whether two samples are of one distribution. Exact up to %VENULE_TEST_MAX_PATHS pairs, with ties too: the share of
 * all orders of the present values whose distance is as large (J. L. Hodges, Ark. Mat. 3 (1958) 469; ties: G. Schröer,
 * D. Trenkler, Comput. Stat. Data Anal. 20 (1995) 185). Above that Kolmogorov's limit (N. Smirnov, Ann. Math. Stat. 19
 * (1948) 279).
 *
 * Returns: whether there is a result
 */
gboolean venule_test_kolmogorov_smirnov (const GArray             *a,
                                         const GArray             *b,
                                         VenuleKolmogorovSmirnov  *result,
                                         GError                  **error);

G_END_DECLS
