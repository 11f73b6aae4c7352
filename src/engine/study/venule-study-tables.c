/* venule-study-tables.c: a comparison as tables
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-study-results.h"

#include <math.h>

#include "venule-table.h"

#define DECIMALS 4

static void
add_interval (VenuleTable    *table,
              VenuleInterval  interval)
{
  venule_table_add_number (table, interval.value, DECIMALS);
  venule_table_add_number (table, interval.low, DECIMALS);
  venule_table_add_number (table, interval.high, DECIMALS);
}

/* ---- Recordings ---- */

static void
add_numbers (VenuleTable              *table,
             const VenuleStudyNumbers *numbers,
             guint                     n_quantities)
{
  const VenuleCalibration *calibration = &numbers->settings->calibration;

  venule_table_add_text (table, numbers->video);
  venule_table_add_flag (table, numbers->complete);
  venule_table_add_number (table, numbers->duration, DECIMALS);
  venule_table_add_integer (table, numbers->n_cells);
  venule_table_add_integer (table, numbers->n_edited);
  venule_table_add_number (table, venule_calibration_is_calibrated (calibration) ? calibration->pixel_size_um : NAN, 6);
  venule_table_add_number (table, numbers->settings->velocity_window, DECIMALS);
  venule_table_add_number (table, numbers->measure_settings->adherent_seconds, DECIMALS);
  venule_table_add_text (table, venule_calibration_is_calibrated (calibration) ? "um" : "px");
  for (guint i = 0; i < n_quantities; i++)
    venule_table_add_number (table, g_array_index (numbers->values, VenuleStudyValue, i).value, DECIMALS);
}

VenuleTable *
venule_study_make_recordings (VenuleStudy *study)
{
  static const char *const header[] = { "document", "animal", "group", "time_point", "included", "problem", "video",
                                        "complete",
                                        "duration_s", "cells", "edited_cells", "pixel_size_um", "velocity_window_s",
                                        "adherent_seconds", "length_unit", NULL };
  const guint n_of_numbers = 9;
  VenuleTable *table = venule_table_new (header, NULL);
  const VenuleStudyQuantity *quantities;
  guint n;

  g_return_val_if_fail (VENULE_IS_STUDY (study), NULL);

  quantities = venule_study_get_quantities (&n);
  for (guint i = 0; i < n; i++)
    venule_table_add_title (table, quantities[i].id);
  for (guint i = 0; i < venule_study_get_n (study); i++)
    {
      VenuleStudyRecording *recording = venule_study_get (study, i);
      /* One that does not count need not have been read: what is told of it must not depend on that. */
      gboolean counts = venule_study_recording_get_included (recording);
      const VenuleStudyNumbers *numbers = counts ? venule_study_recording_get_numbers (recording) : NULL;
      const char *problem = counts ? venule_study_recording_get_problem (recording) : NULL;

      venule_table_add_text (table, venule_study_recording_get_name (recording));
      venule_table_add_text (table, venule_study_recording_get_animal (recording));
      venule_table_add_text (table, venule_study_recording_get_group (recording));
      venule_table_add_text (table, venule_study_recording_get_time_point (recording));
      venule_table_add_flag (table, counts);
      venule_table_add_text (table, problem);
      if (numbers != NULL)
        add_numbers (table, numbers, n);
      for (guint j = 0; numbers == NULL && j < n_of_numbers + n; j++)
        venule_table_add_text (table, NULL);
    }

  return table;
}

/* ---- Animals and groups ---- */

VenuleTable *
venule_study_make_animals (const VenuleStudyResults *self)
{
  static const char *const header[] = { "group", "animal", "quantity", "value", "unit", "recordings", "cells", NULL };
  VenuleTable *table = venule_table_new (header, NULL);

  g_return_val_if_fail (self != NULL, NULL);

  for (guint i = 0; i < self->groups->len; i++)
    {
      const VenuleStudyGroup *group = self->groups->pdata[i];

      for (guint j = 0; j < group->animals->len; j++)
        {
          const VenuleStudyAnimal *animal = &g_array_index (group->animals, VenuleStudyAnimal, j);

          venule_table_add_text (table, group->name);
          venule_table_add_text (table, animal->name);
          venule_table_add_text (table, self->quantity->id);
          venule_table_add_number (table, animal->value, DECIMALS);
          venule_table_add_text (table, self->file_unit);
          venule_table_add_integer (table, animal->n_recordings);
          venule_table_add_number (table, self->quantity->of_cells ? animal->n_cells : NAN, 0);
        }
    }

  return table;
}

static void
add_summary (VenuleTable              *table,
             const VenuleStudyResults *self,
             const VenuleStudyGroup   *group,
             const char               *of,
             const VenuleStudySummary *summary)
{
  venule_table_add_text (table, group->name);
  venule_table_add_text (table, of);
  venule_table_add_text (table, self->quantity->id);
  venule_table_add_text (table, self->file_unit);
  venule_table_add_integer (table, summary->n);
  add_interval (table, summary->mean);
  venule_table_add_number (table, summary->sd, DECIMALS);
  venule_table_add_number (table, summary->se, DECIMALS);
  venule_table_add_number (table, summary->median, DECIMALS);
  venule_table_add_number (table, summary->lower, DECIMALS);
  venule_table_add_number (table, summary->upper, DECIMALS);
  venule_table_add_integer (table, group->animals->len);
  venule_table_add_integer (table, group->n_recordings);
}

VenuleTable *
venule_study_make_groups (const VenuleStudyResults *self)
{
  static const char *const header[] = { "group", "of", "quantity", "unit", "n", "mean", "mean_ci_low", "mean_ci_high",
                                        "sd", "se",
                                        "median", "lower_quartile", "upper_quartile", "animals", "recordings", NULL };
  VenuleTable *table = venule_table_new (header, NULL);

  g_return_val_if_fail (self != NULL, NULL);

  for (guint i = 0; i < self->groups->len; i++)
    {
      const VenuleStudyGroup *group = self->groups->pdata[i];

      add_summary (table, self, group, "animals", &group->of_animals);
      if (self->quantity->of_cells)
        add_summary (table, self, group, "cells", &group->of_cells);
    }

  return table;
}

/* ---- Pairs ---- */

static void
add_pairs (VenuleTable              *table,
           const VenuleStudyResults *self,
           const VenuleStudyGroup   *earlier,
           const VenuleStudyGroup   *later)
{
  for (guint i = 0; i < earlier->animals->len; i++)
    {
      const VenuleStudyAnimal *before = &g_array_index (earlier->animals, VenuleStudyAnimal, i);
      const VenuleStudyAnimal *after = &g_array_index (later->animals, VenuleStudyAnimal, i);

      venule_table_add_text (table, before->name);
      venule_table_add_text (table, earlier->name);
      venule_table_add_text (table, later->name);
      venule_table_add_text (table, self->quantity->id);
      venule_table_add_number (table, before->value, DECIMALS);
      venule_table_add_number (table, after->value, DECIMALS);
      venule_table_add_number (table, after->value - before->value, DECIMALS);
      venule_table_add_text (table, self->file_unit);
    }
}

VenuleTable *
venule_study_make_pairs (const VenuleStudyResults *self)
{
  static const char *const header[] = { "animal", "first_group", "second_group", "quantity", "first_value",
                                        "second_value", "difference", "unit", NULL };
  VenuleTable *table = venule_table_new (header, NULL);

  g_return_val_if_fail (self != NULL, NULL);

  for (guint i = 0; i < self->families->len; i++)
    {
      const VenuleStudyFamily *family = &g_array_index (self->families, VenuleStudyFamily, i);
      guint end = family->first + family->n_groups;

      for (guint a = family->first; a < end; a++)
        for (guint b = a + 1; b < end; b++)
          add_pairs (table, self, self->groups->pdata[a], self->groups->pdata[b]);
    }

  return table;
}

/* ---- Tests ---- */

typedef struct {
  const char *statistic, *effect, *exact, *approximate;
} Wording;

static const Wording wordings[] = {
  [VENULE_STUDY_MANN_WHITNEY] = { "U", "Cliff's delta (rank-biserial correlation)", "exact, ties included",
                                  "normal approximation, corrected for ties and continuity" },
  [VENULE_STUDY_KRUSKAL_WALLIS] = { "H", "epsilon squared", "exact, ties included",
                                    "chi-squared approximation, corrected for ties" },
  [VENULE_STUDY_DUNN] = { "z", "Cliff's delta (rank-biserial correlation)", "", "normal approximation, corrected for "
                                                                                "ties" },
  [VENULE_STUDY_WILCOXON] = { "W", "matched-pairs rank-biserial correlation", "exact, ties included",
                              "normal approximation, corrected for ties and continuity" },
  [VENULE_STUDY_FRIEDMAN] = { "chi-squared", "Kendall's W", "exact, ties included",
                              "chi-squared approximation, corrected for ties" },
  [VENULE_STUDY_FRIEDMAN_PAIR] = { "difference of mean ranks", "matched-pairs rank-biserial correlation",
                                   "exact, ties included", "normal approximation, corrected for ties" },
  [VENULE_STUDY_CHANGES] = { "U", "Cliff's delta (rank-biserial correlation)", "exact, ties included",
                             "normal approximation, corrected for ties and continuity" },
  [VENULE_STUDY_KOLMOGOROV_SMIRNOV] = { "D", "D", "exact, ties included", "asymptotic" },
  [VENULE_STUDY_DISTANCE_OF_CELLS] = { "D", "D", "",
                                       "no p: cells of one animal are not independent, the distance alone is given" },
};

static const VenuleStudyGroup *
group_at (const VenuleStudyResults *self,
          guint                     i)
{
  return self->groups->pdata[i];
}

/* Names of all groups of a test, or how many values each has, between semicolons. */
static void
add_groups_of_all (VenuleTable              *table,
                   const VenuleStudyResults *self,
                   const VenuleStudyTest    *test,
                   gboolean                  numbers)
{
  g_autoptr(GString) text = g_string_new (NULL);

  for (guint i = 0; i < self->groups->len; i++)
    {
      const VenuleStudyGroup *group = group_at (self, i);

      if (self->paired && group->family != test->family)
        continue;
      if (text->len > 0)
        g_string_append (text, "; ");
      if (numbers)
        g_string_append_printf (text, "%u", group->animals->len);
      else
        g_string_append (text, group->name);
      /* The same animals in all of them. */
      if (numbers && self->paired)
        break;
    }
  venule_table_add_text (table, text->str);
}

static void
add_groups (VenuleTable              *table,
            const VenuleStudyResults *self,
            const VenuleStudyTest    *test)
{
  const VenuleStudyGroup *a = group_at (self, (guint) test->a), *b;
  gboolean changes = test->kind == VENULE_STUDY_CHANGES;
  g_autofree char *text = NULL;

  if (test->b < 0)
    {
      add_groups_of_all (table, self, test, FALSE);
      return;
    }
  b = group_at (self, (guint) test->b);
  text = g_strdup_printf ("%s; %s", changes ? a->treatment : a->name, changes ? b->treatment : b->name);
  venule_table_add_text (table, text);
}

static void
add_sizes (VenuleTable              *table,
           const VenuleStudyResults *self,
           const VenuleStudyTest    *test)
{
  const VenuleStudyGroup *a = group_at (self, (guint) test->a), *b;
  g_autofree char *text = NULL;

  if (test->b < 0)
    {
      add_groups_of_all (table, self, test, TRUE);
      return;
    }
  b = group_at (self, (guint) test->b);
  if (test->kind == VENULE_STUDY_DISTANCE_OF_CELLS)
    text = g_strdup_printf ("%u; %u", a->cells->len, b->cells->len);
  else if (test->kind == VENULE_STUDY_WILCOXON || test->kind == VENULE_STUDY_FRIEDMAN_PAIR)
    text = g_strdup_printf ("%u", a->animals->len);
  else
    text = g_strdup_printf ("%u; %u", a->animals->len, b->animals->len);
  venule_table_add_text (table, text);
}

static const char *
get_subject (VenuleStudyTestKind kind)
{
  switch (kind)
    {
    case VENULE_STUDY_DISTANCE_OF_CELLS:
      return "cells";
    case VENULE_STUDY_WILCOXON:
    case VENULE_STUDY_FRIEDMAN:
    case VENULE_STUDY_FRIEDMAN_PAIR:
      return "the same animals";
    case VENULE_STUDY_CHANGES:
      return "changes of animals";
    default:
      return "animals";
    }
}

static void
add_method (VenuleTable           *table,
            const VenuleStudyTest *test)
{
  const Wording *wording = &wordings[test->kind];
  const char *method = test->exact ? wording->exact : wording->approximate;
  g_autofree char *text = NULL;

  if (test->n_zero > 0)
    text = g_strdup_printf ("%s; %u pair%s without a difference left out", method, test->n_zero,
                            test->n_zero == 1 ? "" : "s");
  venule_table_add_text (table, text != NULL ? text : method);
}

VenuleTable *
venule_study_make_tests (const VenuleStudyResults *self)
{
  static const char *const header[] = { "test", "of", "groups", "n", "statistic", "value", "df", "p", "corrected_p",
                                        "correction",
                                        "effect", "effect_value", "effect_ci_low", "effect_ci_high", "shift",
                                        "shift_ci_low", "shift_ci_high", "unit", "quantity", "method", NULL };
  VenuleTable *table = venule_table_new (header, NULL);

  g_return_val_if_fail (self != NULL, NULL);

  for (guint i = 0; i < self->tests->len; i++)
    {
      const VenuleStudyTest *test = &g_array_index (self->tests, VenuleStudyTest, i);
      const Wording *wording = &wordings[test->kind];

      venule_table_add_text (table, venule_study_test_name (test->kind));
      venule_table_add_text (table, get_subject (test->kind));
      add_groups (table, self, test);
      add_sizes (table, self, test);
      venule_table_add_text (table, wording->statistic);
      venule_table_add_number (table, test->statistic, DECIMALS);
      venule_table_add_number (table, test->df > 0 ? test->df : NAN, 0);
      venule_table_add_significant (table, test->p);
      venule_table_add_significant (table, test->corrected);
      venule_table_add_text (table, isfinite (test->corrected) ? venule_correction_to_string (self->correction) : "");
      venule_table_add_text (table, wording->effect);
      add_interval (table, test->effect);
      add_interval (table, test->shift);
      venule_table_add_text (table, self->file_unit);
      venule_table_add_text (table, self->quantity->id);
      add_method (table, test);
    }

  return table;
}
