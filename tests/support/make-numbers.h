/* make-numbers.h: arrays of numbers, made as R makes them in the comments of the tests
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

static inline GArray *
array_of (const double *values,
          guint         n)
{
  GArray *array = g_array_new (FALSE, FALSE, sizeof (double));

  g_array_append_vals (array, values, n);
  return array;
}

#define ARRAY(...) \
  array_of ((const double[]) { __VA_ARGS__ }, sizeof ((const double[]) { __VA_ARGS__ }) / sizeof (double))

/* 0, step, 2 step … modulo: whole numbers with ties, the same in R: (0:(n - 1) * step) %% modulo + offset */
static inline GArray *
sequence (guint  n,
          guint  step,
          guint  modulo,
          double offset)
{
  GArray *array = g_array_new (FALSE, FALSE, sizeof (double));

  for (guint i = 0; i < n; i++)
    {
      double value = i * step % modulo + offset;

      g_array_append_val (array, value);
    }
  return array;
}
