/* venule-study-text.c: what a comparison gives, in words
 *
 * The paragraph is English, whatever the language of the desktop, as all that goes into a paper; the rest is for the screen.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-study-results.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "venule-axis.h"

#define LEVEL 0.05
#define LEAST_P 1e-4
#define DELTA_DECIMALS 2
#define MOST_MORE_DECIMALS 2

const char *
venule_study_test_name (VenuleStudyTestKind kind)
{
  static const char *const names[] = {
    [VENULE_STUDY_MANN_WHITNEY] = "Mann-Whitney U",
    [VENULE_STUDY_KRUSKAL_WALLIS] = "Kruskal-Wallis",
    [VENULE_STUDY_DUNN] = "Dunn",
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
  gboolean least = p < LEAST_P;
  int decimals = p >= 0.1 ? 2 : p >= 0.01 ? 3 : 4;
  g_autofree char *digits = NULL;

  if (least)
    p = LEAST_P;
  digits = screen ? g_strdup_printf ("%.*f", decimals, p) : venule_axis_format_number (p, decimals);
  return g_strdup_printf ("p %s %s", least ? "<" : "=", digits);
}

const char *
venule_study_why_animals (void)
{
  return _("Animals are compared, not cells: the cells of one animal share its vessels, its blood and its surgery, and are alike. If "
           "each counted for itself, many cells of few animals would make a difference of chance look certain.");
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

  return CLAMP (venule_axis_significant (narrowest) - 1, decimals, decimals + MOST_MORE_DECIMALS);
}

static void
add_groups (const VenuleStudyResults *self,
            GString                  *text)
{
  int decimals = find_decimals (self);

  g_string_append_printf (text, "%s (%s) by group: ", self->quantity->name, self->quantity->definition);
  for (guint i = 0; i < self->groups->len; i++)
    {
      const VenuleStudyGroup *group = self->groups->pdata[i];
      const VenuleStudySummary *summary = &group->of_animals;

      g_string_append_printf (text, "%s%s ", i > 0 ? "; " : "", name_of (self, (int) i));
      add_number (text, summary->mean.value, decimals);
      if (summary->n > 1)
        {
          g_string_append (text, " ± ");
          add_number (text, summary->sd, decimals);
        }
      g_string_append_printf (text, "%s%s (%s of %u %s; %u %s", *self->unit != '\0' ? " " : "", self->unit,
                              summary->n > 1 ? "mean ± SD" : "value", summary->n, summary->n == 1 ? "animal" : "animals",
                              group->n_recordings, group->n_recordings == 1 ? "recording" : "recordings");
      if (self->quantity->of_cells)
        g_string_append_printf (text, ", %u cells", group->cells->len);
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

char *
venule_study_results_dup_paragraph (const VenuleStudyResults *self)
{
  GString *text = g_string_new (NULL);

  g_return_val_if_fail (self != NULL, g_string_free (text, FALSE));

  add_groups (self, text);
  for (guint i = 0; i < self->tests->len; i++)
    add_test (self, &g_array_index (self->tests, VenuleStudyTest, i), text);
  if (self->groups->len > 2)
    g_string_append_printf (text, "p of pairs was corrected for their number after %s. ", name_correction (self->correction));
  if (self->tests->len > 0)
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
  return g_strdup_printf (_("Higher in “%s” (%u animals) than in “%s” (%u): %s."), shown_name (self, high), animals_of (self, high),
                          shown_name (self, low), animals_of (self, low), p);
}

static char *
say_all (const VenuleStudyResults *self,
         const VenuleStudyTest    *all)
{
  g_autofree char *p = venule_study_dup_p (all->p, TRUE);
  GString *text = g_string_new (NULL);
  guint n = 0;

  /* Translators: "p = 0.016" */
  g_string_append_printf (text, all->p < LEVEL ? _("The groups are not all alike: %s.")
                                               : _("No difference between the groups was shown (%s). That is no proof that there "
                                                   "is none."), p);
  for (guint i = 0; i < self->tests->len; i++)
    {
      const VenuleStudyTest *test = &g_array_index (self->tests, VenuleStudyTest, i);
      g_autofree char *pair = NULL;

      if (test->kind != VENULE_STUDY_DUNN || !(test->corrected < LEVEL))
        continue;
      pair = say_pair (self, test, test->corrected);
      g_string_append_printf (text, " %s", pair);
      n++;
    }
  if (n == 0 && all->p < LEVEL)
    g_string_append_printf (text, " %s", _("Which of them differ cannot be said: no pair is clear enough by itself."));

  return g_string_free (text, FALSE);
}

char *
venule_study_results_dup_plain (const VenuleStudyResults *self)
{
  const VenuleStudyTest *test;
  g_autofree char *p = NULL;

  g_return_val_if_fail (self != NULL, NULL);

  if (self->tests->len == 0)
    return g_strdup (_("There is one group alone. Give the recordings labels of two groups or more to compare them."));

  test = &g_array_index (self->tests, VenuleStudyTest, 0);
  if (test->kind == VENULE_STUDY_KRUSKAL_WALLIS)
    return say_all (self, test);
  if (test->p < LEVEL)
    return say_pair (self, test, test->p);

  p = venule_study_dup_p (test->p, TRUE);
  /* Translators: names of two groups, "p = 0.34", how many animals each of them has */
  return g_strdup_printf (_("No difference between “%s” and “%s” was shown (%s, %u and %u animals). That is no proof that there is "
                            "none."), shown_name (self, test->a), shown_name (self, test->b), p, animals_of (self, test->a),
                          animals_of (self, test->b));
}
