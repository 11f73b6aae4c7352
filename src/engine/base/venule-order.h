/* venule-order.h: sorting and searching
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* For g_array_sort() and qsort(), of arrays of such numbers, in rising order. */
int venule_compare_doubles (gconstpointer a,
                            gconstpointer b);
int venule_compare_floats  (gconstpointer a,
                            gconstpointer b);
int venule_compare_ints    (gconstpointer a,
                            gconstpointer b);
int venule_compare_uints   (gconstpointer a,
                            gconstpointer b);
int venule_compare_int64s  (gconstpointer a,
                            gconstpointer b);

/**
 * venule_bisect:
 * @first: the first index
 * @end: the one behind the last
 * @i: a name for an index
 * @is_before: an expression with @i: whether it lies before the place that is looked for; true for the indices up to
 *   there, and false from there on
 *
 * Binary search.
 *
 * Returns: the first index of which @is_before is false; @end where there is none
 */
#define venule_bisect(first, end, i, is_before) \
  ({ \
    guint64 low_ = (guint64) (first), high_ = (guint64) (end); \
    while (low_ < high_) \
      { \
        guint64 i = low_ + (high_ - low_) / 2; \
        if (is_before) \
          low_ = i + 1; \
        else \
          high_ = i; \
      } \
    low_; \
  })

G_END_DECLS
