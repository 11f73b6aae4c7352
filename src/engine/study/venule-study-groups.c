/* venule-study-groups.c: recordings put together by animal and by group
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-study-results-private.h"

#include <glib/gi18n-lib.h>
#include <gsl/gsl_cdf.h>
#include <math.h>
#include <string.h>

#include "venule-error.h"
#include "venule-statistics.h"

const VenuleStudyValue *
venule_study_get_value (VenuleStudy          *study,
                        VenuleStudyRecording *recording)
{
  const VenuleStudyNumbers *numbers = venule_study_recording_get_numbers (recording);
  const VenuleStudyQuantity *first;
  guint n;

  if (numbers == NULL || !venule_study_recording_get_included (recording))
    return NULL;

  first = venule_study_get_quantities (&n);

  return &g_array_index (numbers->values, VenuleStudyValue, venule_study_get_quantity (study) - first);
}

/* ---- Groups ---- */

static void
clear_animal (gpointer animal)
{
  VenuleStudyAnimal *self = animal;

  g_clear_pointer (&self->name, g_free);
  g_clear_pointer (&self->cells, g_array_unref);
}

static void
group_free (gpointer data)
{
  VenuleStudyGroup *self = data;

  g_free (self->name);
  g_free (self->treatment);
  g_free (self->time_point);
  g_array_unref (self->animals);
  g_array_unref (self->values);
  g_array_unref (self->cells);
  g_free (self);
}

static VenuleStudyGroup *
ensure_group (VenuleStudyResults   *self,
              VenuleStudy          *study,
              VenuleStudyRecording *recording)
{
  g_autofree char *name = venule_study_dup_group_name (study, recording);
  VenuleStudyGroup *group;

  for (guint i = 0; i < self->groups->len; i++)
    {
      group = self->groups->pdata[i];
      if (g_str_equal (group->name, name))
        return group;
    }

  group = g_new0 (VenuleStudyGroup, 1);
  group->name = g_steal_pointer (&name);
  if (venule_study_get_grouping (study) == VENULE_STUDY_BY_BOTH)
    {
      group->treatment = g_strdup (venule_study_recording_get_group (recording));
      group->time_point = g_strdup (venule_study_recording_get_time_point (recording));
    }
  group->animals = g_array_new (FALSE, FALSE, sizeof (VenuleStudyAnimal));
  g_array_set_clear_func (group->animals, clear_animal);
  group->values = g_array_new (FALSE, FALSE, sizeof (double));
  group->cells = g_array_new (FALSE, FALSE, sizeof (double));
  g_ptr_array_add (self->groups, group);

  return group;
}

/* A recording whose animal is not known counts as an animal of its own. */
static VenuleStudyAnimal *
ensure_animal (VenuleStudyGroup     *group,
               VenuleStudyRecording *recording)
{
  const char *label = venule_study_recording_get_animal (recording);
  VenuleStudyAnimal made = { 0 };

  for (guint i = 0; i < group->animals->len && *label != '\0'; i++)
    {
      VenuleStudyAnimal *animal = &g_array_index (group->animals, VenuleStudyAnimal, i);

      if (g_str_equal (animal->name, label))
        return animal;
    }

  made.name = g_strdup (*label != '\0' ? label : venule_study_recording_get_name (recording));
  made.cells = g_array_new (FALSE, FALSE, sizeof (double));
  g_array_append_val (group->animals, made);

  return &g_array_index (group->animals, VenuleStudyAnimal, group->animals->len - 1);
}

static void
add_recording (VenuleStudyResults     *self,
               VenuleStudy            *study,
               VenuleStudyRecording   *recording,
               const VenuleStudyValue *value)
{
  VenuleStudyGroup *group;
  VenuleStudyAnimal *animal;

  if (self->paired && *venule_study_recording_get_animal (recording) == '\0')
    {
      VenuleStudyLeftOut left_out = { g_strdup (venule_study_recording_get_name (recording)), NULL };

      g_array_append_val (self->left_out, left_out);
      return;
    }

  group = ensure_group (self, study, recording);
  animal = ensure_animal (group, recording);
  /* The sum, until all are there. */
  animal->value += value->value;
  animal->n_recordings++;
  if (value->cells == NULL)
    return;
  animal->n_cells += value->cells->len;
  if (value->cells->len > 0)
    g_array_append_vals (animal->cells, value->cells->data, value->cells->len);
}

static void
summarize (GArray             *values,
           gboolean            independent,
           VenuleStudySummary *summary)
{
  summary->n = values->len;
  summary->mean = (VenuleInterval) { venule_statistics_mean (values), NAN, NAN };
  summary->sd = venule_statistics_sd (values);
  summary->se = summary->sd / sqrt (values->len);
  summary->median = venule_statistics_quantile (values, 0.5);
  summary->lower = venule_statistics_quantile (values, 0.25);
  summary->upper = venule_statistics_quantile (values, 0.75);
  if (independent && values->len > 1)
    {
      double half = gsl_cdf_tdist_Pinv (0.975, values->len - 1) * summary->se;

      summary->mean.low = summary->mean.value - half;
      summary->mean.high = summary->mean.value + half;
    }
}

static void
finish_group (VenuleStudyGroup *group)
{
  g_autoptr(GArray) sorted = NULL;

  for (guint i = 0; i < group->animals->len; i++)
    {
      VenuleStudyAnimal *animal = &g_array_index (group->animals, VenuleStudyAnimal, i);

      animal->value /= animal->n_recordings;
      group->n_recordings += animal->n_recordings;
      g_array_append_val (group->values, animal->value);
      if (animal->cells->len > 0)
        g_array_append_vals (group->cells, animal->cells->data, animal->cells->len);
    }
  /* Quantiles sort: the values stay in the order of the animals. */
  sorted = g_array_copy (group->values);
  summarize (sorted, TRUE, &group->of_animals);
  summarize (group->cells, FALSE, &group->of_cells);
}

/* ---- All of it ---- */

static gboolean
set_mixed_units (const char  *a,
                 const char  *b,
                 GError     **error)
{
  g_set_error (error, VENULE_ERROR, VENULE_ERROR_INVALID,
               _("Some recordings are measured in %s and others in %s, as not all of them have a confirmed pixel size. "
                 "Confirm it in all of them, or leave out those without."), a, b);
  return FALSE;
}

/* What counts as adherent in one recording may not in the other. */
static gboolean
check_adherence (VenuleStudyResults    *self,
                 VenuleStudyRecording  *recording,
                 GError               **error)
{
  double seconds = venule_study_recording_get_numbers (recording)->measure_settings->adherent_seconds;

  if (self->adherent_seconds == 0)
    self->adherent_seconds = seconds;
  if (!self->quantity->of_adherence || self->adherent_seconds == seconds)
    return TRUE;

  g_set_error (error, VENULE_ERROR, VENULE_ERROR_INVALID,
               _("The time of adherence is %g s in some recordings and %g s in others (“%s”): their numbers of "
                 "adherent cells are not comparable. Set one time of adherence for the study."),
               self->adherent_seconds, seconds, venule_study_recording_get_name (recording));
  return FALSE;
}

/* A name with one number: "2 h", "day 10". @text: (out) (transfer full): what is left of it. */
static gboolean
split_number (const char  *name,
              double      *number,
              char       **text)
{
  const char *begin = strpbrk (name, "0123456789");
  char *end;

  if (begin == NULL)
    return FALSE;
  /* A sign stands alone; “visit-2” has none. */
  if (begin > name && begin[-1] == '-' && (begin == name + 1 || begin[-2] == ' '))
    begin--;
  *number = g_ascii_strtod (begin, &end);
  *text = g_strdup_printf ("%.*s…%s", (int) (begin - name), name, end);
  return strpbrk (end, "0123456789") == NULL;
}

static int
compare_times (gconstpointer a,
               gconstpointer b)
{
  g_autofree char *text_a = NULL, *text_b = NULL;
  double x, y;

  split_number ((*(VenuleStudyGroup *const *) a)->name, &x, &text_a);
  split_number ((*(VenuleStudyGroup *const *) b)->name, &y, &text_b);
  return (x > y) - (x < y);
}

/* Time points in numbers of one unit stand in their order, whatever order the documents were given in: a change is
 * later less earlier. Others stay as they came. */
static void
order_times (GPtrArray *groups)
{
  g_autofree char *unit = NULL;

  for (guint i = 0; i < groups->len; i++)
    {
      g_autofree char *text = NULL;
      double number;

      if (!split_number (((VenuleStudyGroup *) groups->pdata[i])->name, &number, &text) ||
          (unit != NULL && !g_str_equal (text, unit)))
        return;
      if (unit == NULL)
        unit = g_steal_pointer (&text);
    }
  g_ptr_array_sort (groups, compare_times);
}

static gboolean
collect (VenuleStudyResults  *self,
         VenuleStudy         *study,
         GError             **error)
{
  for (guint i = 0; i < venule_study_get_n (study); i++)
    {
      VenuleStudyRecording *recording = venule_study_get (study, i);
      const VenuleStudyValue *value = venule_study_get_value (study, recording);

      if (value == NULL)
        continue;
      if (self->unit == NULL)
        {
          self->unit = value->unit;
          self->file_unit = value->file_unit;
        }
      if (g_strcmp0 (self->unit, value->unit) != 0)
        return set_mixed_units (self->unit, value->unit, error);
      if (!check_adherence (self, recording, error))
        return FALSE;
      if (isfinite (value->value))
        add_recording (self, study, recording, value);
    }
  if (venule_study_get_grouping (study) == VENULE_STUDY_BY_TIME)
    order_times (self->groups);
  if (self->unit != NULL)
    return TRUE;

  g_set_error_literal (error, VENULE_ERROR, VENULE_ERROR_INVALID,
                       _("There is nothing to compare yet: add documents with results."));
  return FALSE;
}

static void
clear_left_out (gpointer left_out)
{
  VenuleStudyLeftOut *self = left_out;

  g_clear_pointer (&self->name, g_free);
  g_clear_pointer (&self->missing, g_free);
}

VenuleStudyResults *
venule_study_compare (VenuleStudy  *study,
                      GError      **error)
{
  g_autoptr(VenuleStudyResults) self = NULL;

  g_return_val_if_fail (VENULE_IS_STUDY (study), NULL);

  self = g_new0 (VenuleStudyResults, 1);
  self->quantity = venule_study_get_quantity (study);
  self->correction = venule_study_get_correction (study);
  self->paired = venule_study_get_paired (study);
  self->families = g_array_new (FALSE, FALSE, sizeof (VenuleStudyFamily));
  self->left_out = g_array_new (FALSE, FALSE, sizeof (VenuleStudyLeftOut));
  g_array_set_clear_func (self->left_out, clear_left_out);
  self->groups = g_ptr_array_new_with_free_func (group_free);
  self->tests = g_array_new (FALSE, FALSE, sizeof (VenuleStudyTest));
  self->warnings = g_ptr_array_new_with_free_func (g_free);
  if (!collect (self, study, error))
    return NULL;

  if (self->paired)
    venule_study_pair_groups (self);
  for (guint i = 0; i < self->groups->len; i++)
    finish_group (self->groups->pdata[i]);
  if (self->paired)
    venule_study_test_pairs (self);
  else
    venule_study_test_groups (self);
  venule_study_warn (study, self);

  return g_steal_pointer (&self);
}

void
venule_study_results_free (VenuleStudyResults *self)
{
  if (self == NULL)
    return;

  g_array_unref (self->families);
  g_array_unref (self->left_out);
  g_ptr_array_unref (self->groups);
  g_array_unref (self->tests);
  g_ptr_array_unref (self->warnings);
  g_free (self);
}

const VenuleStudyGroup *
venule_study_results_get_group (const VenuleStudyResults *self,
                                guint                     i)
{
  g_return_val_if_fail (i < self->groups->len, NULL);

  return self->groups->pdata[i];
}
