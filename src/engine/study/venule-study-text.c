/* venule-study-text.c: what a comparison gives, in words
 *
 * The paragraph is English, whatever the language of the desktop, as all that goes into a paper; the rest is for the
 * screen.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-study-results.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "venule-axis.h"
#include "venule-study-results-private.h"

#define LEVEL 0.05
#define MIN_P 1e-4
#define DELTA_DECIMALS 2
#define MAX_MORE_DECIMALS 2

const char *
venule_study_test_name (VenuleStudyTestKind kind)
{
  static const char *const names[] = {
    [VENULE_STUDY_MANN_WHITNEY] = "Mann-Whitney U",
    [VENULE_STUDY_KRUSKAL_WALLIS] = "Kruskal-Wallis",
    [VENULE_STUDY_DUNN] = "Dunn",
    [VENULE_STUDY_WILCOXON] = "Wilcoxon signed-rank",
    [VENULE_STUDY_FRIEDMAN] = "Friedman",
    [VENULE_STUDY_FRIEDMAN_PAIR] = "Friedman pair",
    [VENULE_STUDY_CHANGES] = "Mann-Whitney U of changes",
    [VENULE_STUDY_KOLMOGOROV_SMIRNOV] = "Kolmogorov-Smirnov",
    [VENULE_STUDY_DISTANCE_OF_CELLS] = "Kolmogorov-Smirnov distance",
  };

  g_return_val_if_fail (kind < G_N_ELEMENTS (names), NULL);

  return names[kind];
}

/* With two digits that count. */
char *
venule_study_dup_p (double   p,
                    gboolean screen)
{
  gboolean least = p < MIN_P;
  int decimals = p >= 0.1 ? 2 : p >= 0.01 ? 3 : 4;
  g_autofree char *digits = NULL;

  if (least)
    p = MIN_P;
  digits = screen ? g_strdup_printf ("%.*f", decimals, p) : venule_axis_format_number (p, decimals);
  return g_strdup_printf ("p %s %s", least ? "<" : "=", digits);
}

const char *
venule_study_why_animals (void)
{
  return _("Animals are compared, not cells: the cells of one animal share its vessels, its blood and its surgery, "
           "and are correlated. If each cell counted separately, many cells of few animals would make a chance "
           "difference look significant.");
}

/* ---- The paragraph ---- */

static void
add_number (GString *text,
            double   number,
            int      decimals)
{
  g_autofree char *digits = venule_axis_format_number (number, decimals);

  g_string_append (text, digits);
}

/* "−0.70 (95 % CI −0.93 to −0.10)" */
static void
add_interval (GString        *text,
              VenuleInterval  interval,
              int             decimals,
              const char     *unit)
{
  add_number (text, interval.value, decimals);
  if (*unit != '\0')
    g_string_append_printf (text, " %s", unit);
  if (!isfinite (interval.low) || !isfinite (interval.high))
    return;
  g_string_append (text, " (95 % CI ");
  add_number (text, interval.low, decimals);
  g_string_append (text, " to ");
  add_number (text, interval.high, decimals);
  g_string_append_c (text, ')');
}

static const char *
name_of (const VenuleStudyResults *self,
         int                       group)
{
  const char *name = ((const VenuleStudyGroup *) self->groups->pdata[group])->name;

  return *name != '\0' ? name : "(no label)";
}

static guint
animals_of (const VenuleStudyResults *self,
            int                       group)
{
  return ((const VenuleStudyGroup *) self->groups->pdata[group])->animals->len;
}

/* Decimals with which values are said: three digits of the largest, and two of the smallest standard deviation. */
static int
find_decimals (const VenuleStudyResults *self)
{
  double largest = 0, narrowest = INFINITY;
  int decimals;

  for (guint i = 0; i < self->groups->len; i++)
    {
      const VenuleStudySummary *summary = &venule_study_results_get_group (self, i)->of_animals;

      largest = fmax (largest, fabs (summary->mean.value));
      if (summary->sd > 0)
        narrowest = fmin (narrowest, summary->sd);
    }
  decimals = venule_axis_significant (largest);

  return CLAMP (venule_axis_significant (narrowest) - 1, decimals, decimals + MAX_MORE_DECIMALS);
}

static void
add_groups (const VenuleStudyResults *self,
            GString                  *text)
{
  int decimals = find_decimals (self);

  if (self->groups->len == 0)
    {
      g_string_append_printf (text, "%s (%s): no recording has a value. ", self->quantity->name,
                              self->quantity->definition);
      return;
    }
  g_string_append_printf (text, "%s (%s) by group: ", self->quantity->name, self->quantity->definition);
  for (guint i = 0; i < self->groups->len; i++)
    {
      const VenuleStudyGroup *group = self->groups->pdata[i];
      const VenuleStudySummary *summary = &group->of_animals;

      g_string_append_printf (text, "%s%s ", i > 0 ? "; " : "", name_of (self, (int) i));
      if (summary->n == 0)
        {
          g_string_append (text, "no animal");
          continue;
        }
      add_number (text, summary->mean.value, decimals);
      if (summary->n > 1)
        {
          g_string_append (text, " ± ");
          add_number (text, summary->sd, decimals);
        }
      g_string_append_printf (text, "%s%s (%s of %u %s; %u %s", *self->unit != '\0' ? " " : "", self->unit,
                              summary->n > 1 ? "mean ± SD" : "value", summary->n, summary->n == 1
                              ? "animal" : "animals",
                              group->n_recordings, group->n_recordings == 1 ? "recording" : "recordings");
      if (self->quantity->of_cells)
        g_string_append_printf (text, ", %u %s", group->cells->len, group->cells->len == 1 ? "cell" : "cells");
      g_string_append_c (text, ')');
    }
  g_string_append (text, ". The animal was the unit of analysis; its value is the mean of its recordings. ");
  if (!self->quantity->of_adherence)
    return;
  g_string_append (text, "A cell is adherent that stands still for ");
  add_number (text, self->adherent_seconds, fmod (self->adherent_seconds, 1) > 0 ? 2 : 0);
  g_string_append (text, " s (adherent_seconds). ");
}

static void
add_p (GString               *text,
       const VenuleStudyTest *test)
{
  g_autofree char *p = venule_study_dup_p (test->p, FALSE);

  g_string_append_printf (text, "%s%s", test->exact ? "exact " : "", p);
}

static void
add_pair (const VenuleStudyResults *self,
          const VenuleStudyTest    *test,
          GString                  *text)
{
  g_string_append_printf (text, "%s against %s", name_of (self, test->a), name_of (self, test->b));
}

static void
add_effect (const VenuleStudyResults *self,
            const VenuleStudyTest    *test,
            GString                  *text)
{
  g_string_append (text, "; Cliff’s delta ");
  add_interval (text, test->effect, DELTA_DECIMALS, "");
  g_string_append (text, ", Hodges–Lehmann shift ");
  add_interval (text, test->shift, find_decimals (self), self->unit);
}

static void
add_corrected (GString               *text,
               const VenuleStudyTest *test)
{
  g_autofree char *p = venule_study_dup_p (test->corrected, FALSE);

  g_string_append_printf (text, "%s%s (corrected)", test->exact ? "exact " : "", p);
}

static void
add_change (const VenuleStudyResults *self,
            const VenuleStudyTest    *test,
            GString                  *text)
{
  if (isfinite (test->effect.value))
    {
      g_string_append (text, "; matched-pairs rank-biserial correlation ");
      add_interval (text, test->effect, DELTA_DECIMALS, "");
    }
  g_string_append (text, "; Hodges–Lehmann change ");
  add_interval (text, test->shift, find_decimals (self), self->unit);
  g_string_append (text, ". ");
}

static void
add_wilcoxon (const VenuleStudyResults *self,
              const VenuleStudyTest    *test,
              GString                  *text)
{
  add_pair (self, test, text);
  g_string_append (text, " in the same animals, Wilcoxon signed-rank test: W = ");
  add_number (text, test->statistic, fmod (test->statistic, 1) > 0 ? 1 : 0);
  g_string_append_printf (text, ", n = %u pairs", animals_of (self, test->a));
  if (test->n_zero > 0)
    g_string_append_printf (text, " (%u of them without a difference, left out of the ranks)", test->n_zero);
  g_string_append (text, ", ");
  add_p (text, test);
  if (isfinite (test->corrected))
    {
      g_string_append (text, ", ");
      add_corrected (text, test);
    }
  add_change (self, test, text);
}

static void
add_paired_test (const VenuleStudyResults *self,
                 const VenuleStudyTest    *test,
                 GString                  *text)
{
  const VenuleStudyGroup *group = venule_study_results_get_group (self, (guint) test->a);

  switch ((int) test->kind)
    {
    case VENULE_STUDY_WILCOXON:
      add_wilcoxon (self, test, text);
      break;
    case VENULE_STUDY_FRIEDMAN:
      if (group->treatment != NULL && *group->treatment != '\0')
        g_string_append_printf (text, "%s: ", group->treatment);
      g_string_append (text, "Friedman test: chi-squared = ");
      add_number (text, test->statistic, 2);
      g_string_append_printf (text, ", %u degrees of freedom, n = %u animals, ", test->df, animals_of (self, test->a));
      add_p (text, test);
      g_string_append (text, "; Kendall’s W ");
      add_number (text, test->effect.value, DELTA_DECIMALS);
      g_string_append (text, ". ");
      break;
    case VENULE_STUDY_FRIEDMAN_PAIR:
      add_pair (self, test, text);
      g_string_append (text, ": difference of mean ranks ");
      add_number (text, test->statistic, 2);
      g_string_append (text, ", ");
      add_corrected (text, test);
      add_change (self, test, text);
      break;
    default:
      g_string_append_printf (text, "Changes in %s against those in %s, Mann–Whitney test: U = ", group->treatment,
                              venule_study_results_get_group (self, (guint) test->b)->treatment);
      add_number (text, test->statistic, fmod (test->statistic, 1) > 0 ? 1 : 0);
      g_string_append_printf (text, ", n = %u and %u, ", animals_of (self, test->a), animals_of (self, test->b));
      add_p (text, test);
      add_effect (self, test, text);
      g_string_append (text, ". ");
    }
}

static void
add_test (const VenuleStudyResults *self,
          const VenuleStudyTest    *test,
          GString                  *text)
{
  switch (test->kind)
    {
    case VENULE_STUDY_MANN_WHITNEY:
      add_pair (self, test, text);
      g_string_append (text, ", Mann–Whitney test: U = ");
      add_number (text, test->statistic, fmod (test->statistic, 1) > 0 ? 1 : 0);
      g_string_append_printf (text, ", n = %u and %u, ", animals_of (self, test->a), animals_of (self, test->b));
      add_p (text, test);
      add_effect (self, test, text);
      g_string_append (text, ". ");
      break;
    case VENULE_STUDY_KRUSKAL_WALLIS:
      g_string_append (text, "Kruskal–Wallis test: H = ");
      add_number (text, test->statistic, 2);
      g_string_append_printf (text, ", %u degrees of freedom, n =", test->df);
      for (guint i = 0; i < self->groups->len; i++)
        g_string_append_printf (text, "%s %u", i > 0 ? "," : "", animals_of (self, (int) i));
      g_string_append (text, ", ");
      add_p (text, test);
      g_string_append (text, "; epsilon squared ");
      add_interval (text, test->effect, DELTA_DECIMALS, "");
      g_string_append (text, ". ");
      break;
    case VENULE_STUDY_DUNN:
      add_pair (self, test, text);
      g_string_append (text, ", Dunn’s test: z = ");
      add_number (text, test->statistic, 2);
      {
        g_autofree char *p = venule_study_dup_p (test->corrected, FALSE);

        g_string_append_printf (text, ", %s (corrected)", p);
      }
      add_effect (self, test, text);
      g_string_append (text, ". ");
      break;
    case VENULE_STUDY_WILCOXON:
    case VENULE_STUDY_FRIEDMAN:
    case VENULE_STUDY_FRIEDMAN_PAIR:
    case VENULE_STUDY_CHANGES:
      add_paired_test (self, test, text);
      break;
    case VENULE_STUDY_KOLMOGOROV_SMIRNOV:
    case VENULE_STUDY_DISTANCE_OF_CELLS:
    default:
      break;
    }
}

static const char *
name_correction (VenuleCorrection correction)
{
  switch (correction)
    {
    case VENULE_CORRECTION_BONFERRONI:
      return "Bonferroni";
    case VENULE_CORRECTION_BENJAMINI_HOCHBERG:
      return "Benjamini and Hochberg (1995)";
    case VENULE_CORRECTION_HOLM:
    default:
      return "Holm (1979)";
    }
}

static gboolean
has_test (const VenuleStudyResults *self,
          VenuleStudyTestKind       kind)
{
  for (guint i = 0; i < self->tests->len; i++)
    if (g_array_index (self->tests, VenuleStudyTest, i).kind == kind)
      return TRUE;

  return FALSE;
}

static gboolean
is_corrected (const VenuleStudyResults *self)
{
  for (guint i = 0; i < self->tests->len; i++)
    if (isfinite (g_array_index (self->tests, VenuleStudyTest, i).corrected))
      return TRUE;

  return FALSE;
}

/* How the same animals were compared, and who was left out of it. */
static void
add_design (const VenuleStudyResults *self,
            GString                  *text)
{
  guint n = 0;

  g_string_append (text, "Each animal was compared with itself; animals without a value in each group were left out");
  for (guint i = 0; i < self->left_out->len; i++)
    {
      const VenuleStudyLeftOut *left_out = &g_array_index (self->left_out, VenuleStudyLeftOut, i);

      if (left_out->missing != NULL)
        g_string_append_printf (text, "%s%s", n++ == 0 ? " (" : ", ", left_out->name);
    }
  g_string_append (text, n > 0 ? "). " : " (none). ");
  if (has_test (self, VENULE_STUDY_WILCOXON))
    g_string_append (text, "W is the sum of the ranks of the animals with a larger value in the first-named group. ");
  if (has_test (self, VENULE_STUDY_FRIEDMAN_PAIR))
    g_string_append (text, "Pairs of groups were compared by the exact distribution of the difference of Friedman rank "
                           "sums (Eisinga et al. 2017). ");
}

char *
venule_study_results_dup_paragraph (const VenuleStudyResults *self)
{
  GString *text = g_string_new (NULL);

  g_return_val_if_fail (self != NULL, g_string_free (text, FALSE));

  add_groups (self, text);
  for (guint i = 0; i < self->tests->len; i++)
    add_test (self, &g_array_index (self->tests, VenuleStudyTest, i), text);
  if (self->paired)
    add_design (self, text);
  if (is_corrected (self))
    g_string_append_printf (text, "p of pairs was corrected for their number after %s. ",
                            name_correction (self->correction));
  if (self->tests->len > 0 && venule_study_has_repeats (self))
    g_string_append (text, "All tests are two-sided; exact p were counted out, ties included. ");
  g_string_append_printf (text, "Venule %s.", VENULE_VERSION);

  return g_string_free (text, FALSE);
}

/* ---- Plain ---- */

static const char *
shown_name (const VenuleStudyResults *self,
            int                       group)
{
  const char *name = ((const VenuleStudyGroup *) self->groups->pdata[group])->name;

  /* Translators: a group of recordings that have no label */
  return *name != '\0' ? name : _("(no label)");
}

static char *
say_pair (const VenuleStudyResults *self,
          const VenuleStudyTest    *test,
          double                    probability)
{
  gboolean first = test->effect.value > 0;
  int high = first ? test->a : test->b, low = first ? test->b : test->a;
  g_autofree char *p = venule_study_dup_p (probability, TRUE);

  /* Translators: name of a group, how many animals it has, another group, its animals, "p = 0.016" */
  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "Higher in “%s” (%u animal) than in “%s” (%u): %s.",
                                       "Higher in “%s” (%u animals) than in “%s” (%u): %s.", animals_of (self, high)),
                          shown_name (self, high), animals_of (self, high), shown_name (self, low),
                          animals_of (self, low), p);
}

/* Of the same animals. */
static char *
say_change (const VenuleStudyResults *self,
            const VenuleStudyTest    *test,
            double                    probability)
{
  gboolean first = test->kind == VENULE_STUDY_FRIEDMAN_PAIR ? test->statistic > 0 : test->effect.value > 0;
  int high = first ? test->a : test->b, low = first ? test->b : test->a;
  g_autofree char *p = venule_study_dup_p (probability, TRUE);

  /* Translators: name of a group, another one, how many animals they are of, "p = 0.016" */
  return g_strdup_printf (_("Higher in “%s” than in “%s” in the same %u animals: %s."), shown_name (self, high),
                          shown_name (self, low), animals_of (self, high), p);
}

static char *say_all (const VenuleStudyResults *self,
                      const VenuleStudyTest    *all);

/* (transfer full) (nullable): what a test of the same animals says; NULL: it is told with another one. */
static char *
say_paired (const VenuleStudyResults *self,
            const VenuleStudyTest    *test)
{
  double probability = isfinite (test->corrected) ? test->corrected : test->p;
  g_autofree char *p = venule_study_dup_p (probability, TRUE);

  switch ((int) test->kind)
    {
    case VENULE_STUDY_FRIEDMAN:
      return say_all (self, test);
    case VENULE_STUDY_WILCOXON:
      if (probability < LEVEL)
        return say_change (self, test, probability);
      /* Translators: names of two groups, "p = 0.34", how many animals they are of */
      return g_strdup_printf (_("No change between “%s” and “%s” was shown (%s, %u animals). That is no proof that "
                                "there is none."),
                              shown_name (self, test->b), shown_name (self, test->a), p, animals_of (self, test->a));
    case VENULE_STUDY_CHANGES:
      {
        const char *a = venule_study_results_get_group (self, (guint) test->a)->treatment;
        const char *b = venule_study_results_get_group (self, (guint) test->b)->treatment;

        if (probability < LEVEL)
          /* Translators: names of two treatments, "p = 0.016" */
          return g_strdup_printf (_("The change is not the same in “%s” and “%s”: %s."), a, b, p);
        /* Translators: names of two treatments, "p = 0.34" */
        return g_strdup_printf (_("No difference of the changes in “%s” and “%s” was shown (%s). That is no proof that "
                                  "there is none."),
                                a, b, p);
      }
    default:
      return NULL;
    }
}

static char *
say_all_paired (const VenuleStudyResults *self)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < self->tests->len; i++)
    {
      g_autofree char *sentence = say_paired (self, &g_array_index (self->tests, VenuleStudyTest, i));

      if (sentence != NULL)
        g_string_append_printf (text, "%s%s", text->len > 0 ? " " : "", sentence);
    }

  return g_string_free (text, FALSE);
}

static char *
say_all (const VenuleStudyResults *self,
         const VenuleStudyTest    *all)
{
  VenuleStudyTestKind of_pairs = all->kind == VENULE_STUDY_FRIEDMAN ? VENULE_STUDY_FRIEDMAN_PAIR : VENULE_STUDY_DUNN;
  g_autofree char *p = venule_study_dup_p (all->p, TRUE);
  GString *text = g_string_new (NULL);
  guint n = 0;

  /* Translators: "p = 0.016" */
  g_string_append_printf (text, all->p < LEVEL ? _("The groups differ: %s.")
                                               : _("No difference between the groups was shown (%s). That is no proof "
                                                   "that there is none."), p);
  for (guint i = 0; i < self->tests->len; i++)
    {
      const VenuleStudyTest *test = &g_array_index (self->tests, VenuleStudyTest, i);
      g_autofree char *pair = NULL;

      if (test->kind != of_pairs || test->family != all->family || !(test->corrected < LEVEL))
        continue;
      pair = of_pairs == VENULE_STUDY_DUNN
             ? say_pair (self, test, test->corrected) : say_change (self, test, test->corrected);
      g_string_append_printf (text, " %s", pair);
      n++;
    }
  if (n == 0 && all->p < LEVEL)
    g_string_append_printf (text, " %s", _("Which of them differ is unknown: no single pair is significant."));

  return g_string_free (text, FALSE);
}

char *
venule_study_results_dup_plain (const VenuleStudyResults *self)
{
  const VenuleStudyTest *test;
  g_autofree char *p = NULL;

  g_return_val_if_fail (self != NULL, NULL);

  if (self->groups->len < 2)
    return g_strdup (_("There is only one group. Label the recordings with two groups or more to compare them."));
  if (!self->paired && !venule_study_has_repeats (self))
    return g_strdup (_("No group has two animals: nothing can be said of how the groups differ."));
  if (self->tests->len == 0)
    return g_strdup (_("No animal has a value in each group: there are no pairs to compare."));

  if (self->paired)
    return say_all_paired (self);
  test = &g_array_index (self->tests, VenuleStudyTest, 0);
  if (test->kind == VENULE_STUDY_KRUSKAL_WALLIS)
    return say_all (self, test);
  if (test->p < LEVEL)
    return say_pair (self, test, test->p);

  p = venule_study_dup_p (test->p, TRUE);
  /* Translators: names of two groups, "p = 0.34", how many animals each of them has */
  return g_strdup_printf (_("No difference between “%s” and “%s” was shown (%s, %u and %u animals). That is no proof "
                            "that there is none."), shown_name (self, test->a), shown_name (self, test->b), p,
                          animals_of (self, test->a), animals_of (self, test->b));
}
