/* venule-study-results.h: groups of animals against each other
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-interval.h"
#include "venule-study.h"
#include "venule-table.h"

G_BEGIN_DECLS

/**
 * VenuleStudyAnimal:
 * @name: of the animal; of the recording where the animal is not known
 * @value: mean of its recordings' values, of which each counts the same
 * @n_recordings: recordings that it is the mean of
 * @n_cells: cells in them; 0 for a quantity that cells have not
 * @cells: (element-type double): their values
 */
typedef struct {
  char   *name;
  double  value;
  guint   n_recordings, n_cells;
  GArray *cells;
} VenuleStudyAnimal;

/**
 * VenuleStudySummary:
 * @n: number of values
 * @mean: their mean, with the 95 % interval of Student's t; %NAN where there are too few
 * @sd: standard deviation (n − 1)
 * @se: standard error of the mean
 * @median: their median
 * @lower: lower quartile
 * @upper: upper quartile
 */
typedef struct {
  guint          n;
  VenuleInterval mean;
  double         sd, se, median, lower, upper;
} VenuleStudySummary;

/**
 * VenuleStudyGroup:
 * @name: its label
 * @family: number of its family, where groups are of the same animals
 * @treatment: (nullable): where each treatment has groups of its own time points: its label
 * @time_point: (nullable): the same
 * @animals: (element-type VenuleStudyAnimal): in the order of the recordings
 * @values: (element-type double): of the animals
 * @cells: (element-type double): of all cells of all recordings together; empty for a quantity that cells have not
 * @n_recordings: recordings with a value
 * @of_animals: the animals' values
 * @of_cells: the cells' values, as if all were of one animal; its mean has no interval
 */
typedef struct {
  char               *name;
  guint               family;
  char               *treatment, *time_point;
  GArray             *animals;
  GArray             *values;
  GArray             *cells;
  guint               n_recordings;
  VenuleStudySummary  of_animals, of_cells;
} VenuleStudyGroup;

/**
 * VenuleStudyFamily:
 * @first: number of its first group
 * @n_groups: how many there are, one after the other
 * @n_animals: animals that are in all of them, which are in the same order in each
 *
 * Groups of the same animals.
 */
typedef struct {
  guint first, n_groups, n_animals;
} VenuleStudyFamily;

/**
 * VenuleStudyLeftOut:
 * @name: of an animal, or of a recording whose animal is not known
 * @missing: (nullable): name of the group in which it has no value; %NULL: it has no name
 *
 * What has no partner.
 */
typedef struct {
  char *name, *missing;
} VenuleStudyLeftOut;

typedef enum {
  VENULE_STUDY_MANN_WHITNEY,
  VENULE_STUDY_KRUSKAL_WALLIS,
  VENULE_STUDY_DUNN,
  VENULE_STUDY_WILCOXON,
  VENULE_STUDY_FRIEDMAN,
  VENULE_STUDY_FRIEDMAN_PAIR,
  VENULE_STUDY_CHANGES,            /* Mann–Whitney of the changes of two treatments */
  VENULE_STUDY_KOLMOGOROV_SMIRNOV,
  VENULE_STUDY_DISTANCE_OF_CELLS,
} VenuleStudyTestKind;

/**
 * VenuleStudyTest:
 * @kind: which test
 * @a: number of the first group; of pairs of the same animals the later one
 * @b: number of the second one; of Kruskal and Wallis and of Friedman: −1, all groups
 * @family: number of the family, for tests of the same animals
 * @n_zero: pairs without a difference, which the signed-rank test leaves out
 * @statistic: U, H, z, W (T⁺), chi-squared, difference of mean ranks, or D
 * @df: degrees of freedom of H and of chi-squared
 * @p: two-sided; %NAN: none is given, as cells of one animal are not independent
 * @corrected: p corrected for the number of pairs, or of signed-rank tests; %NAN: there is only one
 * @exact: whether p was counted out
 * @effect: Cliff's delta, epsilon squared, matched-pairs rank-biserial correlation, Kendall's W, or the distance
 * @shift: Hodges–Lehmann shift, the first group less the second, in the unit of the quantity; %NAN: has none
 *
 * One row of the table of tests.
 */
typedef struct {
  VenuleStudyTestKind kind;
  int                 a, b;
  guint               family, n_zero;
  double              statistic;
  guint               df;
  double              p, corrected;
  gboolean            exact;
  VenuleInterval      effect, shift;
} VenuleStudyTest;

/**
 * VenuleStudyResults:
 * @quantity: what was compared
 * @unit: its unit in English, "" for a plain number
 * @file_unit: the same in ASCII, for tables
 * @adherent_seconds: time of adherence, s, where the quantity depends on it
 * @correction: for many pairs
 * @paired: whether the groups are of the same animals
 * @families: (element-type VenuleStudyFamily): where they are: one, or one a treatment
 * @left_out: (element-type VenuleStudyLeftOut): where they are: what has no partner
 * @groups: (element-type VenuleStudyGroup): in the order in which their labels come first, family by family
 * @tests: (element-type VenuleStudyTest): none with fewer than two groups
 * @warnings: (element-type utf8): translated sentences about what speaks against the comparison
 */
typedef struct {
  const VenuleStudyQuantity *quantity;
  const char                *unit, *file_unit;
  double                     adherent_seconds;
  VenuleCorrection           correction;
  gboolean                   paired;
  GArray                    *families, *left_out;
  GPtrArray                 *groups;
  GArray                    *tests;
  GPtrArray                 *warnings;
} VenuleStudyResults;

/**
 * venule_study_compare:
 * @study: recordings, read already; those without numbers or not included do not count
 * @error: return location for a %VENULE_ERROR_INVALID: no recording counts, or their units differ
 *
 * The animal is the unit: cells of one animal are alike, and to test them as if each were drawn for itself finds
 * differences that are not there (S. E. Lazic, BMC Neurosci. 11 (2010) 5). The value of an animal is the mean of its
 * recordings' values. Two groups: Mann–Whitney and Kolmogorov–Smirnov; more: Kruskal–Wallis, with Dunn's test and
 * Kolmogorov–Smirnov for the pairs, each family of pairs corrected for their number. Of the cells of two groups the
 * distance of their distributions is given, and no p.
 *
 * The same animals in all groups: only animals count that have a value in each. Two groups: Wilcoxon's signed-rank
 * test, of the later group less the earlier one; more: Friedman, with the exact test of pairs of rank sums. Grouped by
 * treatment and time point, the time points of each treatment are compared by themselves; where there are two
 * treatments with the same two time points, their changes are compared by Mann–Whitney.
 *
 * Returns: (transfer full): what came out, or %NULL
 */
VenuleStudyResults *venule_study_compare              (VenuleStudy               *study,
                                                       GError                   **error);
void                venule_study_results_free         (VenuleStudyResults        *self);

/* (transfer none) */
const VenuleStudyGroup *
                    venule_study_results_get_group    (const VenuleStudyResults  *self,
                                                       guint                      i);

/* ---- In words (venule-study-text.c) ---- */

/* (transfer full): a paragraph for the methods and results of a paper, in English, with '.' as the decimal point. */
char               *venule_study_results_dup_paragraph (const VenuleStudyResults *self);
/* (transfer full): what came out in one or two plain sentences, translated. */
char               *venule_study_results_dup_plain    (const VenuleStudyResults  *self);
/* Why animals are tested and not cells, translated. */
const char         *venule_study_why_animals          (void);
/* (transfer full): "p = 0.016", "p < 0.0001": for the paper, or with the language's own point for the screen */
char               *venule_study_dup_p                (double                     p,
                                                       gboolean                   screen);
/* For files and the paper: "Mann-Whitney U" */
const char         *venule_study_test_name            (VenuleStudyTestKind        kind);

/* ---- Tables (venule-study-tables.c) ---- */

/* (transfer full): columns as in docs/csv.md. */
VenuleTable        *venule_study_make_recordings      (VenuleStudy               *study);
VenuleTable        *venule_study_make_animals         (const VenuleStudyResults  *self);
VenuleTable        *venule_study_make_groups          (const VenuleStudyResults  *self);
VenuleTable        *venule_study_make_tests           (const VenuleStudyResults  *self);
/* Of the same animals in several groups: one row an animal and pair of groups. */
VenuleTable        *venule_study_make_pairs           (const VenuleStudyResults  *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (VenuleStudyResults, venule_study_results_free)

G_END_DECLS
