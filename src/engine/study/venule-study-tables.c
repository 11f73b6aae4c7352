/* venule-study-tables.c: a comparison as tables
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-study-results.h"

#include <math.h>

#include "venule-csv.h"

#define DECIMALS 4
#define TEXT_SIZE 64

static void
add_header (VenuleCsv         *csv,
            const char *const *names)
{
  for (guint i = 0; names[i] != NULL; i++)
    venule_csv_add_text (csv, names[i]);
}

/* With six digits that count: p may be very small. */
static void
add_probability (VenuleCsv *csv,
                 double     p)
{
  char text[TEXT_SIZE] = "";

  if (isfinite (p))
    g_ascii_formatd (text, sizeof text, "%.6g", p);
  venule_csv_add_text (csv, text);
}

static void
add_interval (VenuleCsv      *csv,
              VenuleInterval  interval)
{
  venule_csv_add_number (csv, interval.value, DECIMALS);
  venule_csv_add_number (csv, interval.low, DECIMALS);
  venule_csv_add_number (csv, interval.high, DECIMALS);
}

/* ---- Recordings ---- */

static void
add_numbers (VenuleCsv                *csv,
             const VenuleStudyNumbers *numbers,
             guint                     n_quantities)
{
  const VenuleCalibration *calibration = &numbers->settings->calibration;

  venule_csv_add_text (csv, numbers->video);
  venule_csv_add_text (csv, numbers->complete ? "true" : "false");
  venule_csv_add_number (csv, numbers->duration, DECIMALS);
  venule_csv_add_integer (csv, numbers->n_cells);
  venule_csv_add_integer (csv, numbers->n_edited);
  venule_csv_add_number (csv, venule_calibration_is_calibrated (calibration) ? calibration->pixel_size_um : NAN, 6);
  venule_csv_add_number (csv, numbers->settings->velocity_window, DECIMALS);
  venule_csv_add_number (csv, numbers->measure_settings->adherent_seconds, DECIMALS);
  venule_csv_add_text (csv, venule_calibration_is_calibrated (calibration) ? "um" : "px");
  for (guint i = 0; i < n_quantities; i++)
    venule_csv_add_number (csv, g_array_index (numbers->values, VenuleStudyValue, i).value, DECIMALS);
}

GBytes *
venule_study_make_recordings (VenuleStudy *study)
{
  static const char *const header[] = { "document", "animal", "group", "time_point", "included", "problem", "video", "complete",
                                        "duration_s", "cells", "edited_cells", "pixel_size_um", "velocity_window_s",
                                        "adherent_seconds", "length_unit", NULL };
  const guint n_of_numbers = 9;
  VenuleCsv *csv = venule_csv_new ();
  const VenuleStudyQuantity *quantities;
  guint n;

  g_return_val_if_fail (VENULE_IS_STUDY (study), NULL);

  quantities = venule_study_get_quantities (&n);
  add_header (csv, header);
  for (guint i = 0; i < n; i++)
    venule_csv_add_text (csv, quantities[i].id);
  venule_csv_end_row (csv);
  for (guint i = 0; i < venule_study_get_n (study); i++)
    {
      VenuleStudyRecording *recording = venule_study_get (study, i);
      const VenuleStudyNumbers *numbers = venule_study_recording_get_numbers (recording);
      const char *problem = venule_study_recording_get_problem (recording);

      venule_csv_add_text (csv, venule_study_recording_get_name (recording));
      venule_csv_add_text (csv, venule_study_recording_get_animal (recording));
      venule_csv_add_text (csv, venule_study_recording_get_group (recording));
      venule_csv_add_text (csv, venule_study_recording_get_time_point (recording));
      venule_csv_add_text (csv, venule_study_recording_get_included (recording) ? "true" : "false");
      venule_csv_add_text (csv, problem != NULL ? problem : "");
      if (numbers != NULL)
        add_numbers (csv, numbers, n);
      for (guint j = 0; numbers == NULL && j < n_of_numbers + n; j++)
        venule_csv_add_text (csv, "");
      venule_csv_end_row (csv);
    }

  return venule_csv_free_to_bytes (csv);
}

/* ---- Animals and groups ---- */

GBytes *
venule_study_make_animals (const VenuleStudyResults *self)
{
  static const char *const header[] = { "group", "animal", "quantity", "value", "unit", "recordings", "cells", NULL };
  VenuleCsv *csv = venule_csv_new ();

  g_return_val_if_fail (self != NULL, NULL);

  add_header (csv, header);
  venule_csv_end_row (csv);
  for (guint i = 0; i < self->groups->len; i++)
    {
      const VenuleStudyGroup *group = self->groups->pdata[i];

      for (guint j = 0; j < group->animals->len; j++)
        {
          const VenuleStudyAnimal *animal = &g_array_index (group->animals, VenuleStudyAnimal, j);

          venule_csv_add_text (csv, group->name);
          venule_csv_add_text (csv, animal->name);
          venule_csv_add_text (csv, self->quantity->id);
          venule_csv_add_number (csv, animal->value, DECIMALS);
          venule_csv_add_text (csv, self->file_unit != NULL ? self->file_unit : "");
          venule_csv_add_integer (csv, animal->n_recordings);
          if (self->quantity->of_cells)
            venule_csv_add_integer (csv, animal->n_cells);
          else
            venule_csv_add_text (csv, "");
          venule_csv_end_row (csv);
        }
    }

  return venule_csv_free_to_bytes (csv);
}

static void
add_summary (VenuleCsv                *csv,
             const VenuleStudyResults *self,
             const VenuleStudyGroup   *group,
             const char               *of,
             const VenuleStudySummary *summary)
{
  venule_csv_add_text (csv, group->name);
  venule_csv_add_text (csv, of);
  venule_csv_add_text (csv, self->quantity->id);
  venule_csv_add_text (csv, self->file_unit != NULL ? self->file_unit : "");
  venule_csv_add_integer (csv, summary->n);
  add_interval (csv, summary->mean);
  venule_csv_add_number (csv, summary->sd, DECIMALS);
  venule_csv_add_number (csv, summary->se, DECIMALS);
  venule_csv_add_number (csv, summary->median, DECIMALS);
  venule_csv_add_number (csv, summary->lower, DECIMALS);
  venule_csv_add_number (csv, summary->upper, DECIMALS);
  venule_csv_add_integer (csv, group->animals->len);
  venule_csv_add_integer (csv, group->n_recordings);
  venule_csv_end_row (csv);
}

GBytes *
venule_study_make_groups (const VenuleStudyResults *self)
{
  static const char *const header[] = { "group", "of", "quantity", "unit", "n", "mean", "mean_ci_low", "mean_ci_high", "sd", "se",
                                        "median", "lower_quartile", "upper_quartile", "animals", "recordings", NULL };
  VenuleCsv *csv = venule_csv_new ();

  g_return_val_if_fail (self != NULL, NULL);

  add_header (csv, header);
  venule_csv_end_row (csv);
  for (guint i = 0; i < self->groups->len; i++)
    {
      const VenuleStudyGroup *group = self->groups->pdata[i];

      add_summary (csv, self, group, "animals", &group->of_animals);
      if (self->quantity->of_cells)
        add_summary (csv, self, group, "cells", &group->of_cells);
    }

  return venule_csv_free_to_bytes (csv);
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
  [VENULE_STUDY_DUNN] = { "z", "Cliff's delta (rank-biserial correlation)", "", "normal approximation, corrected for ties" },
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

/* Names of the groups, or how many values each has, between semicolons. */
static void
add_groups (VenuleCsv                *csv,
            const VenuleStudyResults *self,
            const VenuleStudyTest    *test,
            gboolean                  numbers)
{
  g_autoptr(GString) text = g_string_new (NULL);

  for (guint i = 0; i < self->groups->len; i++)
    {
      const VenuleStudyGroup *group = group_at (self, i);

      if (test->b >= 0 && (int) i != test->a && (int) i != test->b)
        continue;
      if (text->len > 0)
        g_string_append (text, "; ");
      if (numbers)
        g_string_append_printf (text, "%u", test->kind == VENULE_STUDY_DISTANCE_OF_CELLS ? group->cells->len : group->animals->len);
      else
        g_string_append (text, group->name);
    }
  venule_csv_add_text (csv, text->str);
}

GBytes *
venule_study_make_tests (const VenuleStudyResults *self)
{
  static const char *const header[] = { "test", "of", "groups", "n", "statistic", "value", "df", "p", "corrected_p", "correction",
                                        "effect", "effect_value", "effect_ci_low", "effect_ci_high", "shift", "shift_ci_low",
                                        "shift_ci_high", "unit", "quantity", "method", NULL };
  VenuleCsv *csv = venule_csv_new ();

  g_return_val_if_fail (self != NULL, NULL);

  add_header (csv, header);
  venule_csv_end_row (csv);
  for (guint i = 0; i < self->tests->len; i++)
    {
      const VenuleStudyTest *test = &g_array_index (self->tests, VenuleStudyTest, i);
      const Wording *wording = &wordings[test->kind];

      venule_csv_add_text (csv, venule_study_test_name (test->kind));
      venule_csv_add_text (csv, test->kind == VENULE_STUDY_DISTANCE_OF_CELLS ? "cells" : "animals");
      add_groups (csv, self, test, FALSE);
      add_groups (csv, self, test, TRUE);
      venule_csv_add_text (csv, wording->statistic);
      venule_csv_add_number (csv, test->statistic, DECIMALS);
      if (test->kind == VENULE_STUDY_KRUSKAL_WALLIS)
        venule_csv_add_integer (csv, test->df);
      else
        venule_csv_add_text (csv, "");
      add_probability (csv, test->p);
      add_probability (csv, test->corrected);
      venule_csv_add_text (csv, isfinite (test->corrected) ? venule_correction_to_string (self->correction) : "");
      venule_csv_add_text (csv, wording->effect);
      add_interval (csv, test->effect);
      add_interval (csv, test->shift);
      venule_csv_add_text (csv, self->file_unit != NULL ? self->file_unit : "");
      venule_csv_add_text (csv, self->quantity->id);
      venule_csv_add_text (csv, test->exact ? wording->exact : wording->approximate);
      venule_csv_end_row (csv);
    }

  return venule_csv_free_to_bytes (csv);
}
