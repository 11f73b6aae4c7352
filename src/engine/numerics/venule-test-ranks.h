/* venule-test-ranks.h: the ranks of several samples put together
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * VenuleRanks:
 * @n: values in all
 * @doubled: (array length=n): twice the rank of each value, group after group, in the order of the groups' values.
 *   Values that are equal share the mean of their ranks, twice which is a whole number
 * @ties: Σ (t³ − t) over the t values of each tie
 *
 * From 1 for the smallest.
 */
typedef struct {
  guint    n;
  guint64 *doubled;
  double   ties;
} VenuleRanks;

/**
 * venule_ranks_new:
 * @groups: (array length=n_groups) (element-type double): finite numbers
 * @n_groups: number of groups
 *
 * Returns: (transfer full): the ranks in all groups together
 */
VenuleRanks *venule_ranks_new  (const GArray *const *groups,
                                guint                n_groups);
void         venule_ranks_free (VenuleRanks         *self);

/**
 * venule_test_check:
 * @groups: (array length=n_groups) (element-type double): samples
 * @n_groups: number of groups
 * @error: return location for a %VENULE_ERROR_INVALID
 *
 * Returns: whether all have values, and all values are finite
 */
gboolean     venule_test_check (const GArray *const *groups,
                                guint                n_groups,
                                GError             **error);

/* (transfer full): a copy of @values in rising order. */
GArray      *venule_test_sort  (const GArray        *values);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (VenuleRanks, venule_ranks_free)

G_END_DECLS
