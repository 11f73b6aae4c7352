/* venule-test-many.h: whether several samples differ, and which
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-interval.h"

G_BEGIN_DECLS

/**
 * VenuleCorrection:
 * @VENULE_CORRECTION_HOLM: S. Holm, Scand. J. Stat. 6 (1979) 65: the chance of one false finding or more, without
 * assumptions
 * @VENULE_CORRECTION_BONFERRONI: each p times the number of tests: the same, and never less strict
 * @VENULE_CORRECTION_BENJAMINI_HOCHBERG: Y. Benjamini, Y. Hochberg, J. R. Stat. Soc. B 57 (1995) 289: the expected
 *   share of false findings among the findings
 *
 * What is done about p where many tests are made.
 */
typedef enum {
  VENULE_CORRECTION_HOLM,
  VENULE_CORRECTION_BONFERRONI,
  VENULE_CORRECTION_BENJAMINI_HOCHBERG,
} VenuleCorrection;

/**
 * venule_test_correct:
 * @p: (array length=n): of the tests that are made together
 * @n: number of tests
 * @correction: what is done
 * @corrected: (out caller-allocates) (array length=n): p corrected for their number, 1 at most
 */
void        venule_test_correct             (const double          *p,
                                             guint                  n,
                                             VenuleCorrection       correction,
                                             double                *corrected);
/* For files and the command line: "holm", "bonferroni" or "benjamini-hochberg". */
const char *venule_correction_to_string     (VenuleCorrection       correction);
gboolean    venule_correction_from_string   (const char            *text,
                                             VenuleCorrection      *correction);

/**
 * VenuleDunn:
 * @a: number of the first group
 * @b: number of the second one
 * @difference: mean rank of the first less that of the second
 * @z: the same over its standard error
 * @p: two-sided, of this pair alone
 * @corrected: p corrected for the number of pairs
 * @delta: Cliff's delta of the pair, see #VenuleMannWhitney
 * @shift: Hodges–Lehmann shift of the pair
 */
typedef struct {
  guint          a, b;
  double         difference, z, p, corrected;
  VenuleInterval delta, shift;
} VenuleDunn;

/* Ways to share the ranks out, up to which they are all looked at. */
#define VENULE_TEST_MAX_ARRANGEMENTS 1000000

/**
 * VenuleKruskalWallis:
 * @n_groups: number of groups
 * @n: values in all
 * @h: corrected for ties
 * @df: degrees of freedom
 * @p: that the groups are of one distribution
 * @exact: whether all ways were counted in which the ranks could have been shared out
 * @ties: whether values are equal
 * @epsilon_squared: H / (n − 1), the share of the spread of the ranks that lies between the groups, 0 to 1
 * @pairs: (element-type VenuleDunn): all pairs of groups
 */
typedef struct {
  guint          n_groups, n, df;
  double         h, p;
  gboolean       exact, ties;
  VenuleInterval epsilon_squared;
  GArray        *pairs;
} VenuleKruskalWallis;

/**
 * venule_test_kruskal_wallis:
 * @groups: (array length=n_groups) (element-type double): samples, each of other animals
 * @n_groups: 2 or more
 * @correction: for the pairs
 * @error: return location for a %VENULE_ERROR_INVALID: fewer than two groups, an empty one, or a value that is not
 * finite
 *
 * W. H. Kruskal, W. A. Wallis, J. Am. Stat. Assoc. 47 (1952) 583, with their correction for ties. Exact where there are
 * at most %VENULE_TEST_MAX_ARRANGEMENTS ways to share the ranks out, with ties too; else chi-squared. The pairs: O. J.
 * Dunn, Technometrics 6 (1964) 241, which uses the ranks in all groups together, with the correction for ties and the
 * normal distribution. Epsilon squared: M. Tomczak, E. Tomczak, Trends Sport Sci. 21 (2014) 19, with the 2.5 % and 97.5
 * % quantiles of 2000 samples drawn with replacement from within each group (always the same ones) where each has five
 * values or more.
 *
 * Returns: (transfer full): what came out, or %NULL
 */
VenuleKruskalWallis *venule_test_kruskal_wallis (const GArray *const  *groups,
                                                 guint                 n_groups,
                                                 VenuleCorrection      correction,
                                                 GError              **error);
void                 venule_kruskal_wallis_free (VenuleKruskalWallis  *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (VenuleKruskalWallis, venule_kruskal_wallis_free)

G_END_DECLS
