/* venule-test-ranks.c: the ranks of several samples put together
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-test-ranks.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "venule-error.h"
#include "venule-order.h"

typedef struct {
  double value;
  guint  at;
} Entry;

static int
compare_entries (const void *a,
                 const void *b)
{
  double first = ((const Entry *) a)->value;
  double second = ((const Entry *) b)->value;

  return (first > second) - (first < second);
}

VenuleRanks *
venule_ranks_new (const GArray *const *groups,
                  guint                n_groups)
{
  VenuleRanks *self = g_new0 (VenuleRanks, 1);
  g_autofree Entry *entries = NULL;
  guint k = 0;

  for (guint i = 0; i < n_groups; i++)
    self->n += groups[i]->len;
  entries = g_new (Entry, MAX (self->n, 1));
  for (guint i = 0; i < n_groups; i++)
    for (guint j = 0; j < groups[i]->len; j++, k++)
      entries[k] = (Entry) { g_array_index (groups[i], double, j), k };
  qsort (entries, self->n, sizeof (Entry), compare_entries);

  self->doubled = g_new (guint64, MAX (self->n, 1));
  for (guint from = 0, to; from < self->n; from = to)
    {
      double t;

      for (to = from + 1; to < self->n && entries[to].value == entries[from].value; to++)
        ;
      /* The ranks from + 1 to to, whose mean is half of this. */
      for (guint i = from; i < to; i++)
        self->doubled[entries[i].at] = (guint64) from + 1 + to;
      t = to - from;
      self->ties += t * t * t - t;
    }

  return self;
}

void
venule_ranks_free (VenuleRanks *self)
{
  if (self == NULL)
    return;

  g_free (self->doubled);
  g_free (self);
}

gboolean
venule_test_check (const GArray *const *groups,
                   guint                n_groups,
                   GError             **error)
{
  for (guint i = 0; i < n_groups; i++)
    {
      if (groups[i]->len == 0)
        {
          g_set_error_literal (error, VENULE_ERROR, VENULE_ERROR_INVALID,
                               _("A group without values cannot be tested. Add values to it, or leave it out."));
          return FALSE;
        }
      for (guint j = 0; j < groups[i]->len; j++)
        if (!isfinite (g_array_index (groups[i], double, j)))
          {
            g_set_error_literal (error, VENULE_ERROR, VENULE_ERROR_INVALID,
                                 _("A value that is missing or not finite cannot be ranked. Leave it out."));
            return FALSE;
          }
    }

  return TRUE;
}

GArray *
venule_test_sort (const GArray *values)
{
  GArray *sorted = g_array_sized_new (FALSE, FALSE, sizeof (double), values->len);

  if (values->len > 0)
    {
      g_array_append_vals (sorted, values->data, values->len);
      qsort (sorted->data, sorted->len, sizeof (double), venule_compare_doubles);
    }

  return sorted;
}
