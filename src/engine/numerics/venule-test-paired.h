/* venule-test-paired.h: whether the same animals differ from one time to another, and by how much
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-test-many.h"

G_BEGIN_DECLS

/* Pairs up to which the distribution of ranks is counted out. */
#define VENULE_TEST_MAX_EXACT_PAIRS 100
/* Steps of counting, up to which Friedman's distribution is counted out. */
#define VENULE_TEST_MAX_STEPS 1000000

/**
 * VenuleWilcoxon:
 * @n: pairs
 * @n_zero: of them without a difference, which the ranks leave out
 * @w: sum of the ranks of the pairs in which the first value is the larger one (T⁺; V in R)
 * @z: of the normal distribution, with the corrections for ties and for continuity; %NAN when exact
 * @p: two-sided
 * @exact: whether all ways were counted to give signs to the ranks
 * @ties: whether absolute differences are equal
 * @r: matched-pairs rank-biserial correlation: sum of the ranks of the positive differences less that of the negative
 *   ones, over that of all, −1 to 1; %NAN when no pair differs
 * @shift: Hodges–Lehmann shift: the median of the means of all two differences, each with itself too; first less
 *   second. Its interval cannot be had from fewer than six pairs, of which none covers 95 %
 */
typedef struct {
  guint          n, n_zero;
  double         w, z, p;
  gboolean       exact, ties;
  double         r;
  VenuleInterval shift;
} VenuleWilcoxon;

/**
 * venule_test_wilcoxon:
 * @a: (element-type double): a value of each animal
 * @b: (element-type double): another one of each, in the same order
 * @result: (out caller-allocates): what came out
 * @error: return location for a %VENULE_ERROR_INVALID: no pair, samples of different sizes, or a value that is not
 * finite
 *
 * The signed-rank test. F. Wilcoxon, Biometrics Bull. 1 (1945) 80: pairs without a difference are left out, as he did
 * (and R, SciPy and Prism by default do); equal absolute differences share the mean of their ranks. Exact up to
 * %VENULE_TEST_MAX_EXACT_PAIRS pairs, with ties too: p is the share of all ways to give signs to the present ranks
 * that put T⁺ as far from its mean or farther, counted by the shift algorithm (B. Streitberg, J. Röhmel, Stat. Software
 * Newsletter 12 (1986) 10). Above that the normal distribution, with the variance corrected for ties and half a step
 * for continuity (E. L. Lehmann, Nonparametrics (1975) 3.2).
 *
 * @r: D. S. Kerby, Compr. Psychol. 3 (2014) 11.IT.3.1. It has no interval: none is known to us that holds the truth as
 * often as it says with few pairs. The shift: J. L. Hodges, E. L. Lehmann, Ann. Math. Stat. 34 (1963) 598, of all
 * pairs, those without a difference too; its interval is Tukey's, from the distribution of T⁺ without ties (M.
 * Hollander, D. A. Wolfe, Nonparametric Statistical Methods (1999) 3.3), counted out or (above the same limit) normal.
 *
 * Returns: whether there is a result
 */
gboolean venule_test_wilcoxon (const GArray    *a,
                               const GArray    *b,
                               VenuleWilcoxon  *result,
                               GError         **error);

/**
 * VenuleFriedmanPair:
 * @a: number of the first time
 * @b: number of the second one
 * @difference: mean rank of the first less that of the second
 * @p: two-sided, of this pair alone
 * @corrected: p corrected for the number of pairs
 * @exact: whether p was counted out
 * @r: matched-pairs rank-biserial correlation of the pair by itself, see #VenuleWilcoxon
 * @shift: Hodges–Lehmann shift of the pair by itself
 */
typedef struct {
  guint          a, b;
  double         difference, p, corrected;
  gboolean       exact;
  double         r;
  VenuleInterval shift;
} VenuleFriedmanPair;

/**
 * VenuleFriedman:
 * @n_times: values of each animal
 * @n: animals
 * @df: degrees of freedom
 * @q: chi-squared of Friedman, corrected for ties
 * @p: that all times are alike
 * @exact: whether all ways were counted in which the ranks could stand within the animals
 * @ties: whether an animal has equal values
 * @w: Kendall's W, q / (n · (n_times − 1)): 0, the animals' orders have nothing in common, to 1, all are the same
 * @pairs: (element-type VenuleFriedmanPair): all pairs of times
 */
typedef struct {
  guint    n_times, n, df;
  double   q, p;
  gboolean exact, ties;
  double   w;
  GArray  *pairs;
} VenuleFriedman;

/**
 * venule_test_friedman:
 * @times: (array length=n_times) (element-type double): a value of each animal, in the same order
 * @n_times: 2 or more
 * @correction: for the pairs
 * @error: return location for a %VENULE_ERROR_INVALID: fewer than two times, samples of different sizes or none, or a
 *   value that is not finite
 *
 * M. Friedman, J. Am. Stat. Assoc. 32 (1937) 675, with the correction for ties (W. J. Conover, Practical Nonparametric
 * Statistics (1999) 5.8). Exact where counting takes at most %VENULE_TEST_MAX_STEPS steps, with ties too; else
 * chi-squared. W: M. G. Kendall, B. Babington Smith, Ann. Math. Stat. 10 (1939) 275.
 *
 * The pairs: difference of the rank sums, whose distribution is counted out where all orders within each animal are
 * equally likely (R. Eisinga, T. Heskes, B. Pelzer, M. te Grotenhuis, BMC Bioinformatics 18 (2017) 68), with ties too;
 * above %VENULE_TEST_MAX_EXACT_PAIRS animals normal. They compare this with Nemenyi's and the normal tests, whose p
 * are wrong for few animals. As all tests of mean ranks it depends on the other times as well (A. Benavoli, G. Corani,
 * F. Mangili, J. Mach. Learn. Res. 17 (2016) 1); @r and @shift are of the pair alone.
 *
 * Returns: (transfer full): what came out, or %NULL
 */
VenuleFriedman *venule_test_friedman (const GArray *const  *times,
                                      guint                 n_times,
                                      VenuleCorrection      correction,
                                      GError              **error);
void            venule_friedman_free (VenuleFriedman       *self);

/* Whether all samples are of one size, have values, and all values are finite. */
gboolean        venule_test_check_paired (const GArray *const  *samples,
                                          guint                 n_samples,
                                          GError              **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (VenuleFriedman, venule_friedman_free)

G_END_DECLS
