/* venule-order.c: sorting and searching
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-order.h"

#define DEFINE_COMPARE(name, Type) \
  int \
  name (gconstpointer a, \
        gconstpointer b) \
  { \
    Type x = *(const Type *) a, y = *(const Type *) b; \
\
    return (x > y) - (x < y); \
  }

DEFINE_COMPARE (venule_compare_doubles, double)
DEFINE_COMPARE (venule_compare_floats, float)
DEFINE_COMPARE (venule_compare_ints, int)
DEFINE_COMPARE (venule_compare_uints, guint)
DEFINE_COMPARE (venule_compare_int64s, gint64)
