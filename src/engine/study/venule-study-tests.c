/* venule-study-tests.c: the tests of a comparison
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-study-results-private.h"

#include <math.h>

#include "venule-statistics.h"
#include "venule-test-many.h"
#include "venule-test-two.h"

static const VenuleInterval nothing = { NAN, NAN, NAN };

static const VenuleStudyGroup *
group_at (const VenuleStudyResults *self,
          guint                     i)
{
  return self->groups->pdata[i];
}

static void
add_mann_whitney (VenuleStudyResults *self)
{
  VenuleMannWhitney result;

  if (!venule_test_mann_whitney (group_at (self, 0)->values, group_at (self, 1)->values, &result, NULL))
    return;

  g_array_append_val (self->tests, ((VenuleStudyTest) {
    .kind = VENULE_STUDY_MANN_WHITNEY, .a = 0, .b = 1, .statistic = result.u, .p = result.p, .corrected = NAN,
    .exact = result.exact, .effect = result.delta, .shift = result.shift,
  }));
}

static void
add_kruskal_wallis (VenuleStudyResults *self)
{
  g_autofree const GArray **values = g_new (const GArray *, self->groups->len);
  g_autoptr(VenuleKruskalWallis) result = NULL;

  for (guint i = 0; i < self->groups->len; i++)
    values[i] = group_at (self, i)->values;
  result = venule_test_kruskal_wallis (values, self->groups->len, self->correction, NULL);
  if (result == NULL)
    return;

  g_array_append_val (self->tests, ((VenuleStudyTest) {
    .kind = VENULE_STUDY_KRUSKAL_WALLIS, .a = 0, .b = -1, .statistic = result->h, .df = result->df, .p = result->p,
    .corrected = NAN, .exact = result->exact, .effect = result->epsilon_squared, .shift = nothing,
  }));
  for (guint i = 0; i < result->pairs->len; i++)
    {
      const VenuleDunn *pair = &g_array_index (result->pairs, VenuleDunn, i);

      g_array_append_val (self->tests, ((VenuleStudyTest) {
        .kind = VENULE_STUDY_DUNN, .a = (int) pair->a, .b = (int) pair->b, .statistic = pair->z, .p = pair->p,
        .corrected = pair->corrected, .effect = pair->delta, .shift = pair->shift,
      }));
    }
}

static void
add_distances (VenuleStudyResults *self)
{
  guint first = self->tests->len, n;
  g_autofree double *p = NULL;
  g_autofree double *corrected = NULL;

  for (guint a = 0; a < self->groups->len; a++)
    for (guint b = a + 1; b < self->groups->len; b++)
      {
        VenuleKolmogorovSmirnov result;

        if (!venule_test_kolmogorov_smirnov (group_at (self, a)->values, group_at (self, b)->values, &result, NULL))
          continue;
        g_array_append_val (self->tests, ((VenuleStudyTest) {
          .kind = VENULE_STUDY_KOLMOGOROV_SMIRNOV, .a = (int) a, .b = (int) b, .statistic = result.d, .p = result.p,
          .corrected = NAN, .exact = result.exact, .effect = { result.d, NAN, NAN }, .shift = nothing,
        }));
      }

  n = self->tests->len - first;
  if (n < 2)
    return;
  p = g_new (double, n);
  corrected = g_new (double, n);
  for (guint i = 0; i < n; i++)
    p[i] = g_array_index (self->tests, VenuleStudyTest, first + i).p;
  venule_test_correct (p, n, self->correction, corrected);
  for (guint i = 0; i < n; i++)
    g_array_index (self->tests, VenuleStudyTest, first + i).corrected = corrected[i];
}

/* Without p, which would take each cell for an animal. */
void
venule_study_add_distances_of_cells (VenuleStudyResults *self,
                                     guint               first,
                                     guint               n_groups)
{
  for (guint a = first; a < first + n_groups; a++)
    for (guint b = a + 1; b < first + n_groups; b++)
      {
        double distance = venule_statistics_distance (group_at (self, a)->cells, group_at (self, b)->cells);

        if (isnan (distance))
          continue;
        g_array_append_val (self->tests, ((VenuleStudyTest) {
          .kind = VENULE_STUDY_DISTANCE_OF_CELLS, .a = (int) a, .b = (int) b, .statistic = distance, .p = NAN,
          .corrected = NAN, .effect = { distance, NAN, NAN }, .shift = nothing,
        }));
      }
}

gboolean
venule_study_has_repeats (const VenuleStudyResults *results)
{
  for (guint i = 0; i < results->groups->len; i++)
    if (group_at (results, i)->values->len > 1)
      return TRUE;

  return FALSE;
}

static void
test_animals (VenuleStudyResults *results)
{
  if (results->groups->len == 2)
    add_mann_whitney (results);
  else
    add_kruskal_wallis (results);
  add_distances (results);
}

void
venule_study_test_groups (VenuleStudyResults *results)
{
  if (results->groups->len < 2)
    return;

  if (venule_study_has_repeats (results))
    test_animals (results);
  if (results->quantity->of_cells)
    venule_study_add_distances_of_cells (results, 0, results->groups->len);
}
