/* venule-study-warnings.c: what speaks against a comparison
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-study-results-private.h"
#include "venule-versions.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#define FEWEST_ANIMALS 3
#define SAME 1e-9

static void warn (VenuleStudyResults *results,
                  const char         *format,
                  ...) G_GNUC_PRINTF (2, 3);

static void
warn (VenuleStudyResults *results,
      const char         *format,
      ...)
{
  va_list args;

  va_start (args, format);
  g_ptr_array_add (results->warnings, g_strdup_vprintf (format, args));
  va_end (args);
}

/* ---- Recordings without a value ---- */

static void
warn_of_recordings (VenuleStudy        *study,
                    VenuleStudyResults *results)
{
  guint n_unlabelled = 0, n_animals = 0;

  for (guint i = 0; i < venule_study_get_n (study); i++)
    {
      VenuleStudyRecording *recording = venule_study_get (study, i);
      const VenuleStudyNumbers *numbers = venule_study_recording_get_numbers (recording);
      const VenuleStudyValue *value = venule_study_get_value (study, recording);
      const char *name = venule_study_recording_get_name (recording);
      g_autofree char *proposed = numbers != NULL ? venule_proposed_dup_list (numbers->settings->proposed, TRUE) : NULL;
      g_autofree char *group = venule_study_dup_group_name (study, recording);

      if (!venule_study_recording_get_included (recording))
        continue;
      if (venule_study_recording_get_problem (recording) != NULL)
        warn (results, _("“%s” is left out. %s"), name, venule_study_recording_get_problem (recording));
      if (value == NULL)
        continue;
      if (!isfinite (value->value))
        {
          /* Translators: a recording, and a short reason, such as: the recording is too short */
          if (value->reason != NULL && *value->reason != '\0')
            warn (results, _("“%s” is left out: %s."), name, _(value->reason));
          else
            warn (results, _("“%s” is left out: it has no such cells."), name);
        }
      if (!numbers->complete)
        warn (results, _("The run of “%s” is not complete."), name);
      if (numbers->cut_off)
        warn (results, _("The video of “%s” was cut off: cells after that are missing."), name);
      if (*proposed != '\0')
        /* Translators: a recording, and a list of settings */
        warn (results, _("In “%s” these were proposed by the program and not confirmed by a person: %s."), name,
              proposed);
      n_unlabelled += *group == '\0';
      n_animals += !results->paired && *venule_study_recording_get_animal (recording) == '\0';
    }
  if (n_unlabelled > 0 && results->groups->len > 1)
    warn (results, g_dngettext (GETTEXT_PACKAGE, "%u recording has no group; those without one are taken as one group.",
                                "%u recordings have no group; those without one are taken as one group.", n_unlabelled),
          n_unlabelled);
  if (n_animals > 0)
    warn (results, g_dngettext (GETTEXT_PACKAGE, "%u recording has no label for its animal: it counts as an animal of "
                                                 "its own.",
                                "%u recordings have no label for their animal: each counts as an animal of its own.",
                                n_animals), n_animals);
}

/* ---- Animals ---- */

static const char *
shown_name (const char *name)
{
  return *name != '\0' ? name : _("(no label)");
}

static gboolean
has_animal (const VenuleStudyGroup *group,
            const char             *name)
{
  for (guint i = 0; i < group->animals->len; i++)
    if (g_str_equal (g_array_index (group->animals, VenuleStudyAnimal, i).name, name))
      return TRUE;

  return FALSE;
}

static void
warn_of_repeated_animals (VenuleStudyResults *results)
{
  for (guint a = 0; a < results->groups->len; a++)
    for (guint b = a + 1; b < results->groups->len; b++)
      {
        const VenuleStudyGroup *first = results->groups->pdata[a], *second = results->groups->pdata[b];

        /* Of one family they are meant to be. */
        if (results->paired && first->family == second->family)
          continue;
        for (guint i = 0; i < first->animals->len; i++)
          {
            const char *name = g_array_index (first->animals, VenuleStudyAnimal, i).name;

            if (!has_animal (second, name))
              continue;
            warn (results,
                  results->paired
                    ? _("There is an animal “%s” in “%s” and in “%s”. Animals are compared with themselves only within "
                        "one treatment. If it is the same one, group by time point or by treatment alone. If not, "
                        "give them different names.")
                    : _("There is an animal “%s” in “%s” and in “%s”. If it is the same one, these tests do not "
                        "apply: they are for groups of different animals; choose to compare the same animals. If "
                        "not, give them different names."),
                  name, shown_name (first->name), shown_name (second->name));
            return;
          }
      }
}

/* "M1" and "m1" of one group are more likely one animal than two. */
static void
warn_of_similar_animals (VenuleStudyResults *results)
{
  for (guint g = 0; g < results->groups->len; g++)
    {
      const VenuleStudyGroup *group = results->groups->pdata[g];
      g_autoptr(GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

      for (guint i = 0; i < group->animals->len; i++)
        {
          const char *name = g_array_index (group->animals, VenuleStudyAnimal, i).name;
          char *folded = g_utf8_casefold (name, -1);
          const char *other = g_hash_table_lookup (seen, folded);

          if (other != NULL && !g_str_equal (other, name))
            warn (results, _("“%s” and “%s” count as two animals: their names differ only in capital letters."), other,
                  name);
          g_hash_table_insert (seen, folded, (gpointer) name);
        }
    }
}

/* (nullable): NULL where it does not count. */
static const VenuleFootage *
get_footage (VenuleStudyRecording *recording)
{
  const VenuleStudyNumbers *numbers = venule_study_recording_get_numbers (recording);

  return venule_study_recording_get_included (recording) && numbers != NULL ? numbers->footage : NULL;
}

/* One without a label is an animal of its own. */
static gboolean
has_same_animal (VenuleStudyRecording *a,
                 VenuleStudyRecording *b)
{
  const char *animal = venule_study_recording_get_animal (a);

  return *animal != '\0' && g_str_equal (animal, venule_study_recording_get_animal (b));
}

/* Two vessels of an animal in one video are two recordings; more of what is in it must not count twice. */
static void
warn_of_pair (VenuleStudyResults   *results,
              VenuleStudyRecording *a,
              VenuleStudyRecording *b)
{
  const VenuleFootage *first = get_footage (a), *second = get_footage (b);

  if (first == NULL || second == NULL)
    return;
  if (venule_footage_same_cells (first, second))
    warn (results, _("“%s” and “%s” are of the same vessel in the same video: the same cells count twice. Leave one of "
                     "them out."), venule_study_recording_get_name (a), venule_study_recording_get_name (b));
  else if (venule_footage_same_video (first, second) && !has_same_animal (a, b))
    warn (results, _("“%s” and “%s” are of the same video, and count as two animals. Give both the label of their "
                     "animal."), venule_study_recording_get_name (a), venule_study_recording_get_name (b));
}

static void
warn_of_same_videos (VenuleStudy        *study,
                     VenuleStudyResults *results)
{
  for (guint i = 0; i < venule_study_get_n (study); i++)
    for (guint k = i + 1; k < venule_study_get_n (study); k++)
      warn_of_pair (results, venule_study_get (study, i), venule_study_get (study, k));
}

static void
warn_of_left_out (VenuleStudyResults *results)
{
  for (guint i = 0; i < results->left_out->len; i++)
    {
      const VenuleStudyLeftOut *left_out = &g_array_index (results->left_out, VenuleStudyLeftOut, i);

      if (left_out->missing == NULL)
        /* Translators: %s is a recording */
        warn (results, _("“%s” is left out: it has no label for its animal, and no partner."),
              left_out->name);
      else
        /* Translators: an animal, and a group */
        warn (results, _("The animal “%s” is left out: it has no value in “%s”."), left_out->name,
              shown_name (left_out->missing));
    }
  for (guint i = 0; i < results->families->len; i++)
    {
      const VenuleStudyFamily *family = &g_array_index (results->families, VenuleStudyFamily, i);
      const VenuleStudyGroup *first = results->groups->pdata[family->first];

      if (family->n_groups == 1 && first->treatment != NULL)
        warn (results, _("“%s” is the only group of its treatment: there is nothing to compare it with."),
              shown_name (first->name));
      else if (family->n_groups > 1 && family->n_animals == 0)
        warn (results, _("No animal has a value in each group: there are no pairs. Give the recordings of one animal "
                         "the same name."));
    }
}

static void
warn_of_few_animals (VenuleStudyResults *results)
{
  for (guint i = 0; i < results->groups->len; i++)
    {
      const VenuleStudyGroup *group = results->groups->pdata[i];

      if (group->animals->len < FEWEST_ANIMALS && (!results->paired || group->animals->len > 0))
        warn (results, g_dngettext (GETTEXT_PACKAGE,
                                    "“%s” has only %u animal: nothing can be said of how animals of this group differ.",
                                    "“%s” has only %u animals: little can be said of how animals of this group differ.",
                                    group->animals->len), shown_name (group->name), group->animals->len);
    }
  /* However far apart they are, p of two groups of three is 0.1. */
  for (guint i = 0; i < results->tests->len; i++)
    {
      const VenuleStudyTest *test = &g_array_index (results->tests, VenuleStudyTest, i);

      if ((test->kind == VENULE_STUDY_MANN_WHITNEY || test->kind == VENULE_STUDY_WILCOXON ||
           test->kind == VENULE_STUDY_CHANGES) && test->exact && fabs (test->effect.value) == 1 && test->p > 0.05)
        warn (results, _("Groups of this size cannot give a p below 0.05 in this test, however much they differ. More "
                         "animals are needed."));
    }
}

/* ---- Settings ---- */

typedef enum {
  WINDOW,
  PIXEL_SIZE,
  FINDING,
  VERSIONS,
  PAUSES,
  N_DIFFERENCES
} Difference;

static gboolean
differs (double a,
         double b)
{
  return fabs (a - b) > SAME * fmax (fabs (a), fabs (b));
}

/* How cells are found: with pixels of different sizes, diameters and velocities in px must differ. */
static gboolean
warning_differs (const VenuleSettings *a,
                 const VenuleSettings *b)
{
  double cell_a = venule_calibration_scale (&a->calibration, a->cell_diameter);
  double cell_b = venule_calibration_scale (&b->calibration, b->cell_diameter);
  double fastest_a = venule_calibration_scale (&a->calibration, a->max_velocity);
  double fastest_b = venule_calibration_scale (&b->calibration, b->max_velocity);

  return a->detector != b->detector || a->registration != b->registration || differs (a->sensitivity, b->sensitivity) ||
         fabs (cell_a - cell_b) > 0.01 * cell_a || fabs (fastest_a - fastest_b) > 0.01 * fmax (fastest_a, fastest_b);
}

/* Standing still: how long, and below which velocity, in µm/s where there are any. */
static gboolean
pauses_differ (const VenuleStudyNumbers *a,
               const VenuleStudyNumbers *b)
{
  return differs (a->measure_settings->adherent_seconds, b->measure_settings->adherent_seconds) ||
         differs (a->measure_settings->pause_seconds, b->measure_settings->pause_seconds) ||
         differs (venule_calibration_scale (&a->settings->calibration, a->measure_settings->pause_velocity),
                  venule_calibration_scale (&b->settings->calibration, b->measure_settings->pause_velocity));
}

static void
find_differences (VenuleStudy *study,
                  gboolean    *found)
{
  const VenuleStudyNumbers *first = NULL;

  for (guint i = 0; i < venule_study_get_n (study); i++)
    {
      VenuleStudyRecording *recording = venule_study_get (study, i);
      const VenuleStudyNumbers *numbers = venule_study_recording_get_numbers (recording);

      if (venule_study_get_value (study, recording) == NULL)
        continue;
      if (first == NULL)
        first = numbers;
      found[WINDOW] |= differs (first->settings->velocity_window, numbers->settings->velocity_window);
      found[PIXEL_SIZE] |= differs (first->settings->calibration.pixel_size_um,
                                    numbers->settings->calibration.pixel_size_um);
      found[FINDING] |= warning_differs (first->settings, numbers->settings);
      found[PAUSES] |= pauses_differ (first, numbers);
      found[VERSIONS] |= !venule_versions_are_same (first->versions, numbers->versions);
    }
}

static void
warn_of_settings (VenuleStudy        *study,
                  VenuleStudyResults *results)
{
  gboolean found[N_DIFFERENCES] = { FALSE };

  find_differences (study, found);
  if (found[WINDOW])
    warn (results, _("The velocity window is not the same in all recordings."));
  if (found[PIXEL_SIZE])
    warn (results, _("The pixel size is not the same in all recordings. That is right if they were taken with "
                     "different lenses or cameras."));
  if (found[FINDING])
    warn (results, _("The detection settings are not the same in all recordings: the detector, the sensitivity, "
                     "the expected diameter, the maximum velocity or the use of registration differs."));
  if (found[PAUSES])
    warn (results, _("The time of adherence, or the definition of a pause, is not the same in all recordings."));
  if (found[VERSIONS])
    warn (results, _("The recordings were not all analysed with the same versions of Venule and its libraries."));
}

void
venule_study_warn (VenuleStudy        *study,
                   VenuleStudyResults *results)
{
  warn_of_recordings (study, results);
  warn_of_same_videos (study, results);
  warn_of_repeated_animals (results);
  warn_of_similar_animals (results);
  warn_of_left_out (results);
  warn_of_few_animals (results);
  warn_of_settings (study, results);
}
