/* venule-study-results.h: groups of animals against each other
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-interval.h"
#include "venule-study.h"

G_BEGIN_DECLS

/**
 * VenuleStudyAnimal:
 * @name: of the animal; of the recording where nobody said which animal it is of
 * @value: mean of its recordings' values, of which each counts the same
 * @n_recordings: recordings that it is the mean of
 * @n_cells: cells in them; 0 for a quantity that cells have not
 */
typedef struct {
  char   *name;
  double  value;
  guint   n_recordings, n_cells;
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
 * @animals: (element-type VenuleStudyAnimal): in the order of the recordings
 * @values: (element-type double): of the animals
 * @cells: (element-type double): of all cells of all recordings together; empty for a quantity that cells have not
 * @n_recordings: recordings with a value
 * @of_animals: the animals' values
 * @of_cells: the cells' values, as if all were of one animal; its mean has no interval
 */
typedef struct {
  char               *name;
  GArray             *animals;
  GArray             *values;
  GArray             *cells;
  guint               n_recordings;
  VenuleStudySummary  of_animals, of_cells;
} VenuleStudyGroup;

typedef enum {
  VENULE_STUDY_MANN_WHITNEY,
  VENULE_STUDY_KRUSKAL_WALLIS,
  VENULE_STUDY_DUNN,
  VENULE_STUDY_KOLMOGOROV_SMIRNOV,
  VENULE_STUDY_DISTANCE_OF_CELLS,
} VenuleStudyTestKind;

/**
 * VenuleStudyTest:
 * @kind: which test
 * @a: number of the first group
 * @b: number of the second one; of Kruskal and Wallis: −1, all groups
 * @statistic: U, H, z or D
 * @df: degrees of freedom of H
 * @p: two-sided; %NAN: none is given, as cells of one animal are not independent
 * @corrected: p corrected for the number of pairs; %NAN: there is only one
 * @exact: whether p was counted out
 * @effect: Cliff's delta, epsilon squared, or the distance
 * @shift: Hodges–Lehmann shift, the first group less the second, in the unit of the quantity; %NAN: has none
 *
 * One row of the table of tests.
 */
typedef struct {
  VenuleStudyTestKind kind;
  int                 a, b;
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
 * @groups: (element-type VenuleStudyGroup): in the order in which their labels come first
 * @tests: (element-type VenuleStudyTest): none with fewer than two groups
 * @warnings: (element-type utf8): translated sentences about what speaks against the comparison
 */
typedef struct {
  const VenuleStudyQuantity *quantity;
  const char                *unit, *file_unit;
  double                     adherent_seconds;
  VenuleCorrection           correction;
  GPtrArray                 *groups;
  GArray                    *tests;
  GPtrArray                 *warnings;
} VenuleStudyResults;

/**
 * venule_study_compare:
 * @study: recordings, read already; those without numbers or not included do not count
 * @error: return location for a %VENULE_ERROR_INVALID: no recording counts, or their units differ
 *
 * The animal is the unit: cells of one animal are alike, and to test them as if each were drawn for itself finds differences
 * that are not there (S. E. Lazic, BMC Neurosci. 11 (2010) 5). The value of an animal is the mean of its recordings' values.
 * Two groups: Mann–Whitney and Kolmogorov–Smirnov; more: Kruskal–Wallis, with Dunn's test and Kolmogorov–Smirnov for the pairs,
 * each family of pairs corrected for their number. Of the cells of two groups the distance of their distributions is given, and
 * no p.
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

/* (transfer full): tables as docs/csv.md has them. */
GBytes             *venule_study_make_recordings      (VenuleStudy               *study);
GBytes             *venule_study_make_animals         (const VenuleStudyResults  *self);
GBytes             *venule_study_make_groups          (const VenuleStudyResults  *self);
GBytes             *venule_study_make_tests           (const VenuleStudyResults  *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (VenuleStudyResults, venule_study_results_free)

G_END_DECLS
