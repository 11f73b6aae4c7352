/* venule-study-pairs.c: the same animals in several groups
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-study-results-private.h"

#include <math.h>

#include "venule-test-paired.h"
#include "venule-test-two.h"

static const VenuleInterval nothing = { NAN, NAN, NAN };

static VenuleStudyGroup *
group_at (const VenuleStudyResults *self,
          guint                     i)
{
  return self->groups->pdata[i];
}

static const VenuleStudyFamily *
family_at (const VenuleStudyResults *self,
           guint                     i)
{
  return &g_array_index (self->families, VenuleStudyFamily, i);
}

/* ---- Families ---- */

static void
add_family (VenuleStudyResults *self,
            GPtrArray          *sorted,
            const char         *treatment)
{
  VenuleStudyFamily family = { sorted->len, 0, 0 };

  /* Time points come in one order in all families: that in which they come first. */
  for (guint i = 0; i < self->groups->len; i++)
    for (guint j = 0; j < self->groups->len; j++)
      {
        VenuleStudyGroup *group = group_at (self, j);

        if (g_strcmp0 (group->treatment, treatment) != 0 ||
            g_strcmp0 (group->time_point, group_at (self, i)->time_point) != 0 ||
            g_ptr_array_find (sorted, group, NULL))
          continue;
        group->family = self->families->len;
        g_ptr_array_add (sorted, group);
      }
  family.n_groups = sorted->len - family.first;
  g_array_append_val (self->families, family);
}

/* A family is of one treatment; without treatments there is one alone. In the order in which they come first. */
static void
sort_groups (VenuleStudyResults *self)
{
  g_autoptr(GPtrArray) sorted = g_ptr_array_new ();

  for (guint i = 0; i < self->groups->len; i++)
    if (!g_ptr_array_find (sorted, group_at (self, i), NULL))
      add_family (self, sorted, group_at (self, i)->treatment);
  for (guint i = 0; i < sorted->len; i++)
    self->groups->pdata[i] = sorted->pdata[i];
}

/* (nullable) */
static VenuleStudyAnimal *
find_animal (const VenuleStudyGroup *group,
             const char             *name)
{
  for (guint i = 0; i < group->animals->len; i++)
    {
      VenuleStudyAnimal *animal = &g_array_index (group->animals, VenuleStudyAnimal, i);

      if (g_str_equal (animal->name, name))
        return animal;
    }

  return NULL;
}

/* (nullable): the first group of the family that has no such animal. */
static const VenuleStudyGroup *
find_missing (const VenuleStudyResults *self,
              const VenuleStudyFamily  *family,
              const char               *name)
{
  for (guint i = family->first; i < family->first + family->n_groups; i++)
    if (find_animal (group_at (self, i), name) == NULL)
      return group_at (self, i);

  return NULL;
}

/* Names of the animals of the family, in the order in which they come first. (transfer full), which holds names of the
 * groups */
static GPtrArray *
list_animals (const VenuleStudyResults *self,
              const VenuleStudyFamily  *family)
{
  GPtrArray *names = g_ptr_array_new_with_free_func (g_free);

  for (guint i = family->first; i < family->first + family->n_groups; i++)
    for (guint j = 0; j < group_at (self, i)->animals->len; j++)
      {
        const char *name = g_array_index (group_at (self, i)->animals, VenuleStudyAnimal, j).name;

        if (!g_ptr_array_find_with_equal_func (names, name, g_str_equal, NULL))
          g_ptr_array_add (names, g_strdup (name));
      }

  return names;
}

/* Only the animals of @names are left, in this order. */
static void
keep_animals (VenuleStudyGroup *group,
              GPtrArray        *names)
{
  for (guint i = 0; i < names->len; i++)
    {
      VenuleStudyAnimal *place = &g_array_index (group->animals, VenuleStudyAnimal, i);
      VenuleStudyAnimal *animal = find_animal (group, names->pdata[i]), kept = *place;

      *place = *animal;
      *animal = kept;
    }
  g_array_set_size (group->animals, names->len);
}

static void
pair_family (VenuleStudyResults *self,
             VenuleStudyFamily  *family)
{
  g_autoptr(GPtrArray) names = list_animals (self, family);

  for (guint i = 0; i < names->len;)
    {
      const VenuleStudyGroup *missing = find_missing (self, family, names->pdata[i]);
      VenuleStudyLeftOut left_out;

      if (missing == NULL)
        {
          i++;
          continue;
        }
      left_out = (VenuleStudyLeftOut) { g_strdup (names->pdata[i]), g_strdup (missing->name) };
      g_array_append_val (self->left_out, left_out);
      g_ptr_array_remove_index (names, i);
    }
  family->n_animals = names->len;
  for (guint i = family->first; i < family->first + family->n_groups; i++)
    keep_animals (group_at (self, i), names);
}

void
venule_study_pair_groups (VenuleStudyResults *results)
{
  sort_groups (results);
  for (guint i = 0; i < results->families->len; i++)
    pair_family (results, &g_array_index (results->families, VenuleStudyFamily, i));
}

/* ---- Tests ---- */

static void
add_wilcoxon (VenuleStudyResults *self,
              guint               family)
{
  guint first = family_at (self, family)->first;
  VenuleWilcoxon result;

  if (!venule_test_wilcoxon (group_at (self, first + 1)->values, group_at (self, first)->values, &result, NULL))
    return;

  g_array_append_val (self->tests, ((VenuleStudyTest) {
    .kind = VENULE_STUDY_WILCOXON, .a = (int) first + 1, .b = (int) first, .family = family, .n_zero = result.n_zero,
    .statistic = result.w, .p = result.p, .corrected = NAN, .exact = result.exact, .effect = { result.r, NAN, NAN },
    .shift = result.shift,
  }));
}

static void
add_friedman (VenuleStudyResults *self,
              guint               family)
{
  const VenuleStudyFamily *of = family_at (self, family);
  g_autofree const GArray **values = g_new (const GArray *, of->n_groups);
  g_autoptr(VenuleFriedman) result = NULL;

  /* The latest first, so that a pair is the later one less the earlier one. */
  for (guint i = 0; i < of->n_groups; i++)
    values[i] = group_at (self, of->first + of->n_groups - 1 - i)->values;
  result = venule_test_friedman (values, of->n_groups, self->correction, NULL);
  if (result == NULL)
    return;

  g_array_append_val (self->tests, ((VenuleStudyTest) {
    .kind = VENULE_STUDY_FRIEDMAN, .a = (int) of->first, .b = -1, .family = family, .statistic = result->q,
    .df = result->df,
    .p = result->p, .corrected = NAN, .exact = result->exact, .effect = { result->w, NAN, NAN }, .shift = nothing,
  }));
  /* From the last pair: the earliest two. */
  for (guint i = result->pairs->len; i-- > 0;)
    {
      const VenuleFriedmanPair *pair = &g_array_index (result->pairs, VenuleFriedmanPair, i);
      int last = (int) (of->first + of->n_groups - 1);

      g_array_append_val (self->tests, ((VenuleStudyTest) {
        .kind = VENULE_STUDY_FRIEDMAN_PAIR, .a = last - (int) pair->a, .b = last - (int) pair->b, .family = family,
        .statistic = pair->difference, .p = pair->p, .corrected = pair->corrected, .exact = pair->exact,
        .effect = { pair->r, NAN, NAN }, .shift = pair->shift,
      }));
    }
}

/* One signed-rank test a treatment: several that are made together. */
static void
correct_wilcoxon (VenuleStudyResults *self)
{
  guint n = self->tests->len;
  g_autofree double *p = g_new (double, MAX (n, 1));
  g_autofree double *corrected = g_new (double, MAX (n, 1));
  guint *at = g_newa (guint, MAX (n, 1)), n_tests = 0;

  for (guint i = 0; i < n; i++)
    if (g_array_index (self->tests, VenuleStudyTest, i).kind == VENULE_STUDY_WILCOXON)
      {
        p[n_tests] = g_array_index (self->tests, VenuleStudyTest, i).p;
        at[n_tests++] = i;
      }
  if (n_tests < 2)
    return;
  venule_test_correct (p, n_tests, self->correction, corrected);
  for (guint i = 0; i < n_tests; i++)
    g_array_index (self->tests, VenuleStudyTest, at[i]).corrected = corrected[i];
}

/* (transfer full) (element-type double): later less earlier of each animal. */
static GArray *
dup_changes (const VenuleStudyResults *self,
             const VenuleStudyFamily  *family)
{
  GArray *changes = g_array_new (FALSE, FALSE, sizeof (double));

  for (guint i = 0; i < family->n_animals; i++)
    {
      double change = g_array_index (group_at (self, family->first + 1)->values, double, i) -
                      g_array_index (group_at (self, family->first)->values, double, i);

      g_array_append_val (changes, change);
    }

  return changes;
}

/* Whether two treatments differ in what happened between the same two time points. */
static void
add_changes (VenuleStudyResults *self)
{
  const VenuleStudyFamily *first, *second;
  g_autoptr(GArray) a = NULL;
  g_autoptr(GArray) b = NULL;
  VenuleMannWhitney result;

  if (self->families->len != 2)
    return;
  first = family_at (self, 0);
  second = family_at (self, 1);
  if (first->n_groups != 2 || second->n_groups != 2)
    return;
  for (guint i = 0; i < 2; i++)
    if (g_strcmp0 (group_at (self, first->first + i)->time_point, group_at (self, second->first + i)->time_point) != 0)
      return;

  a = dup_changes (self, first);
  b = dup_changes (self, second);
  if (!venule_test_mann_whitney (a, b, &result, NULL))
    return;

  g_array_append_val (self->tests, ((VenuleStudyTest) {
    .kind = VENULE_STUDY_CHANGES, .a = (int) first->first + 1, .b = (int) second->first + 1, .statistic = result.u,
    .p = result.p,
    .corrected = NAN, .exact = result.exact, .effect = result.delta, .shift = result.shift,
  }));
}

void
venule_study_test_pairs (VenuleStudyResults *results)
{
  for (guint i = 0; i < results->families->len; i++)
    {
      const VenuleStudyFamily *family = family_at (results, i);

      if (family->n_groups == 2)
        add_wilcoxon (results, i);
      else if (family->n_groups > 2)
        add_friedman (results, i);
    }
  correct_wilcoxon (results);
  add_changes (results);
  if (results->quantity->of_cells)
    for (guint i = 0; i < results->families->len; i++)
      venule_study_add_distances_of_cells (results, family_at (results, i)->first, family_at (results, i)->n_groups);
}
