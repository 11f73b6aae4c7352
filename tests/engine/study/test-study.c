/* test-study.c: animals of several recordings against each other
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <math.h>
#include <string.h>

#include "made-recording.h"
#include "venule-error.h"
#include "venule-study-results.h"
#include "venule-test-two.h"

#define WITHIN 1e-4 /* places are kept to 1/65536 px */

typedef struct {
  char        *folder;
  VenuleStudy *study;
} Stage;

static void
set_up (Stage         *self,
        gconstpointer  data)
{
  self->folder = g_dir_make_tmp ("venule-study-XXXXXX", NULL);
  self->study = venule_study_new ();
}

static void
tear_down (Stage         *self,
           gconstpointer  data)
{
  g_assert_finalize_object (self->study);
  made_folder_remove (self->folder);
  g_free (self->folder);
}

static VenuleStudyRecording *
add (Stage               *self,
     const char          *name,
     const char          *animal,
     const char          *group,
     const MadeRecording *made)
{
  g_autofree char *path = made_recording_save (self->folder, name, made);
  VenuleStudyRecording *recording = venule_study_add (self->study, path);
  g_autoptr (GError) error = NULL;

  g_assert_nonnull (recording);
  venule_study_recording_set_animal (recording, animal);
  venule_study_recording_set_group (recording, group);
  g_assert_true (venule_study_recording_load (recording, 0, &error));
  g_assert_no_error (error);
  return recording;
}

/* One recording of two cells around @mean. */
static VenuleStudyRecording *
add_simple (Stage      *self,
            const char *name,
            const char *animal,
            const char *group,
            double      mean)
{
  const double velocities[] = { mean - 2, mean + 2 };

  return add (self, name, animal, group, &(MadeRecording) { .velocities = velocities, .n = 2, .pixel_size = 0.5 });
}

static VenuleStudyResults *
compare (Stage *self)
{
  g_autoptr (GError) error = NULL;
  VenuleStudyResults *results = venule_study_compare (self->study, &error);

  g_assert_no_error (error);
  return results;
}

static gboolean
warns (const VenuleStudyResults *results,
       const char               *of)
{
  for (guint i = 0; i < results->warnings->len; i++)
    {
      g_test_message ("%s", (const char *) results->warnings->pdata[i]);
      if (strstr (results->warnings->pdata[i], of) != NULL)
        return TRUE;
    }
  return FALSE;
}

static const VenuleStudyTest *
find_test (const VenuleStudyResults *results,
           VenuleStudyTestKind       kind)
{
  for (guint i = 0; i < results->tests->len; i++)
    if (g_array_index (results->tests, VenuleStudyTest, i).kind == kind)
      return &g_array_index (results->tests, VenuleStudyTest, i);
  return NULL;
}

/* The animal with three cells in one recording and one in another: 10 and 40 make 25, however many cells there are. */
static void
test_an_animal_is_the_mean_of_its_recordings (Stage         *self,
                                              gconstpointer  data)
{
  g_autoptr (VenuleStudyResults) results = NULL;
  const VenuleStudyGroup *group;
  const VenuleStudyAnimal *first;

  add (self, "a.venule", "m1", "WT", &(MadeRecording) { (const double[]) { 8, 10, 12 }, 3, 0.5 });
  add (self, "b.venule", "m1", "WT", &(MadeRecording) { (const double[]) { 40 }, 1, 0.5 });
  add (self, "c.venule", "m2", "WT", &(MadeRecording) { (const double[]) { 31, 35 }, 2, 0.5 });
  results = compare (self);

  g_assert_cmpstr (results->unit, ==, "µm/s");
  g_assert_cmpuint (results->groups->len, ==, 1);
  group = venule_study_results_get_group (results, 0);
  g_assert_cmpuint (group->n_recordings, ==, 3);
  g_assert_cmpuint (group->animals->len, ==, 2);
  first = &g_array_index (group->animals, VenuleStudyAnimal, 0);
  g_assert_cmpstr (first->name, ==, "m1");
  g_assert_cmpuint (first->n_recordings, ==, 2);
  g_assert_cmpuint (first->n_cells, ==, 4);
  g_assert_cmpfloat_with_epsilon (first->value, 25, WITHIN);
  g_assert_cmpfloat_with_epsilon (group->of_animals.mean.value, 29, WITHIN);
  g_assert_cmpuint (group->of_animals.n, ==, 2);
  /* t of one degree of freedom is 12.7062 (R: qt(.975, 1)); the standard error of 25 and 33 is 4. */
  g_assert_cmpfloat_with_epsilon (group->of_animals.mean.high, 29 + 12.7062 * 4, 1e-2);
  g_assert_cmpuint (group->of_cells.n, ==, 6);
  g_assert_cmpfloat_with_epsilon (group->of_cells.mean.value, 136 / 6.0, WITHIN);
  g_assert_true (isnan (group->of_cells.mean.low));
  g_assert_cmpuint (results->tests->len, ==, 0);
}

static void
test_quantities_are_of_the_recordings (Stage         *self,
                                       gconstpointer  data)
{
  VenuleStudyRecording *recording =
    add (self, "a.venule", "m1", "WT", &(MadeRecording) { (const double[]) { 10, 20, 60 }, 3, 0.5 });
  const struct { const char *id; double value; } expected[] = {
    { "rolling_velocity_mean", 30 },
    { "rolling_velocity_median", 20 },
    { "rolling_cells", 3 },
    { "stationary_cells", 0 },
    { "adherent_cells", NAN }, /* 10 s are too short */
    { "cell_diameter_mean", 10 },
  };
  guint n;

  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    {
      const VenuleStudyQuantity *quantity = venule_study_find_quantity (expected[i].id);
      const VenuleStudyNumbers *numbers = venule_study_recording_get_numbers (recording);
      guint at = (guint) (quantity - venule_study_get_quantities (&n));
      double value = g_array_index (numbers->values, VenuleStudyValue, at).value;

      g_assert_cmpuint (at, <, n);
      if (isnan (expected[i].value))
        g_assert_true (isnan (value));
      else
        g_assert_cmpfloat_with_epsilon (value, expected[i].value, WITHIN);
    }
}

static void
test_two_groups_are_tested_by_animals (Stage         *self,
                                       gconstpointer  data)
{
  g_autoptr (GArray) wild = g_array_new (FALSE, FALSE, sizeof (double));
  g_autoptr (GArray) null = g_array_new (FALSE, FALSE, sizeof (double));
  g_autoptr (VenuleStudyResults) results = NULL;
  g_autofree char *plain = NULL, *paragraph = NULL;
  const VenuleStudyTest *test;
  VenuleMannWhitney expected;

  for (guint i = 0; i < 5; i++)
    {
      g_autofree char *name = g_strdup_printf ("w%u.venule", i), *other = g_strdup_printf ("n%u.venule", i);
      double low = 40 + 2 * i, high = 100 + 5 * i;

      add_simple (self, name, name, "WT", low);
      g_array_append_val (wild, low);
      if (i == 4)
        continue;
      add_simple (self, other, other, "null", high);
      g_array_append_val (null, high);
    }
  results = compare (self);
  venule_test_mann_whitney (wild, null, &expected, NULL);

  test = find_test (results, VENULE_STUDY_MANN_WHITNEY);
  g_assert_nonnull (test);
  g_assert_cmpfloat (test->p, ==, expected.p);
  g_assert_cmpfloat_with_epsilon (test->p, 2 / 126.0, 1e-12); /* 9 over 4 ways; both ends */
  g_assert_cmpfloat (test->effect.value, ==, -1);
  g_assert_cmpfloat_with_epsilon (test->shift.value, expected.shift.value, WITHIN);
  /* Cells: their distance, and no p. */
  test = find_test (results, VENULE_STUDY_DISTANCE_OF_CELLS);
  g_assert_cmpfloat (test->statistic, ==, 1);
  g_assert_true (isnan (test->p));
  g_assert_null (find_test (results, VENULE_STUDY_KRUSKAL_WALLIS));
  g_assert_cmpuint (results->warnings->len, ==, 0);

  plain = venule_study_results_dup_plain (results);
  g_assert_cmpstr (plain, ==, "Higher in “null” (4 animals) than in “WT” (5): p = 0.016.");
  paragraph = venule_study_results_dup_paragraph (results);
  g_test_message ("%s", paragraph);
  g_assert_nonnull (strstr (paragraph, "WT 44.0 ± 3.2 µm/s (mean ± SD of 5 animals; 5 recordings, 10 cells); null "
                                       "107.5 ± 6.5 µm/s (mean ± SD of 4 animals; 4 recordings, 8 cells)."));
  g_assert_nonnull (strstr (paragraph, "Mann–Whitney test: U = 0, n = 5 and 4, exact p = 0.016; Cliff’s delta −1.00 "));
}

static void
test_three_groups_and_their_pairs (Stage         *self,
                                   gconstpointer  data)
{
  static const char *const names[] = { "a", "b", "c" };
  g_autoptr (VenuleStudyResults) results = NULL;
  g_autofree char *plain = NULL;
  guint n_dunn = 0, n_smirnov = 0;
  const VenuleStudyTest *test;

  for (guint g = 0; g < 3; g++)
    for (guint i = 0; i < 4; i++)
      {
        g_autofree char *name = g_strdup_printf ("%s%u.venule", names[g], i);

        add_simple (self, name, name, names[g], 30 + 40 * g + 3 * i);
      }
  venule_study_set_correction (self->study, VENULE_CORRECTION_BONFERRONI);
  results = compare (self);

  test = find_test (results, VENULE_STUDY_KRUSKAL_WALLIS);
  g_assert_true (test->exact);
  /* 12 values in three groups of four without overlap: 3! of 34650 ways. */
  g_assert_cmpfloat_with_epsilon (test->p, 6 / 34650.0, 1e-12);
  for (guint i = 0; i < results->tests->len; i++)
    {
      test = &g_array_index (results->tests, VenuleStudyTest, i);
      n_dunn += test->kind == VENULE_STUDY_DUNN;
      n_smirnov += test->kind == VENULE_STUDY_KOLMOGOROV_SMIRNOV;
      if (test->kind == VENULE_STUDY_DUNN || test->kind == VENULE_STUDY_KOLMOGOROV_SMIRNOV)
        g_assert_cmpfloat_with_epsilon (test->corrected, fmin (3 * test->p, 1), 1e-12);
    }
  g_assert_cmpuint (n_dunn, ==, 3);
  g_assert_cmpuint (n_smirnov, ==, 3);
  plain = venule_study_results_dup_plain (results);
  g_assert_cmpstr (plain, ==, "The groups differ: p = 0.0002. Higher in “c” (4 animals) than in “a” (4): p "
                              "= 0.0051.");
}

static void
test_time_points_can_be_groups (Stage         *self,
                                gconstpointer  data)
{
  g_autoptr (VenuleStudyResults) by_time = NULL, by_both = NULL;

  venule_study_recording_set_time_point (add_simple (self, "a.venule", "1", "WT", 20), "1 h");
  venule_study_recording_set_time_point (add_simple (self, "b.venule", "2", "WT", 30), "4 h");
  venule_study_recording_set_time_point (add_simple (self, "c.venule", "3", "KO", 40), "4 h");
  venule_study_set_grouping (self->study, VENULE_STUDY_BY_TIME);
  by_time = compare (self);
  venule_study_set_grouping (self->study, VENULE_STUDY_BY_BOTH);
  by_both = compare (self);

  g_assert_cmpuint (by_time->groups->len, ==, 2);
  g_assert_cmpstr (venule_study_results_get_group (by_time, 1)->name, ==, "4 h");
  g_assert_cmpuint (venule_study_results_get_group (by_time, 1)->animals->len, ==, 2);
  g_assert_cmpuint (by_both->groups->len, ==, 3);
  g_assert_cmpstr (venule_study_results_get_group (by_both, 2)->name, ==, "KO, 4 h");
}

static void
test_pixels_and_micrometres_are_not_mixed (Stage         *self,
                                           gconstpointer  data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (VenuleStudyResults) results = NULL;
  VenuleStudyRecording *bare;

  add_simple (self, "a.venule", "1", "WT", 20);
  bare = add (self, "b.venule", "2", "KO", &(MadeRecording) { (const double[]) { 60, 70 }, 2, 0 });
  g_assert_null (venule_study_compare (self->study, &error));
  g_assert_error (error, VENULE_ERROR, VENULE_ERROR_INVALID);
  g_assert_nonnull (strstr (error->message, "µm/s"));
  g_assert_nonnull (strstr (error->message, "px/s"));

  /* Numbers of cells have no pixels in them; and it may be left out. */
  venule_study_set_quantity (self->study, "rolling_cells");
  results = compare (self);
  g_assert_cmpuint (results->groups->len, ==, 2);
  g_clear_pointer (&results, venule_study_results_free);
  venule_study_set_quantity (self->study, "rolling_velocity_mean");
  venule_study_recording_set_included (bare, FALSE);
  results = compare (self);
  g_assert_cmpuint (results->groups->len, ==, 1);
}

static void
test_what_speaks_against_it_is_said (Stage         *self,
                                     gconstpointer  data)
{
  g_autoptr (VenuleStudyResults) results = NULL;
  VenuleStudyRecording *gone;
  g_autofree char *missing = g_build_filename (self->folder, "missing.venule", NULL);

  add_simple (self, "a.venule", "1", "WT", 20);
  add (self, "b.venule", "2", "WT", &(MadeRecording) { (const double[]) { 20, 22 }, 2, 0.4, "1", 0.7,
                                                       .cut_short = TRUE });
  add_simple (self, "c.venule", "1", "KO", 50);
  add_simple (self, "d.venule", "", "KO", 53);
  add (self, "e.venule", "4", "KO", &(MadeRecording) { NULL, 0, 0.5 });
  gone = venule_study_add (self->study, missing);
  g_assert_false (venule_study_recording_load (gone, 0, NULL));
  results = compare (self);

  g_assert_true (warns (results, "“missing.venule” is left out."));
  g_assert_true (warns (results, "“e.venule” is left out: "));
  g_assert_true (warns (results, "The run of “b.venule” is not complete."));
  g_assert_true (warns (results, "There is an animal “1” in “WT” and in “KO”."));
  g_assert_true (warns (results, "1 recording has no label for its animal"));
  g_assert_true (warns (results, "“WT” has only 2 animals"));
  g_assert_true (warns (results, "The velocity window is not the same"));
  g_assert_true (warns (results, "The pixel size is not the same"));
  g_assert_true (warns (results, "The detection settings are not the same"));
  g_assert_true (warns (results, "cannot give a p below 0.05"));
  g_assert_false (warns (results, "have no group"));
}

static void
test_a_group_without_a_label_has_a_name (Stage         *self,
                                         gconstpointer  data)
{
  g_autoptr (VenuleStudyResults) results = NULL;

  add_simple (self, "a.venule", "1", "", 20);
  add_simple (self, "b.venule", "1", "KO", 50);
  results = compare (self);
  g_assert_true (warns (results, "“(no label)” has only 1 animal"));
  g_assert_null (find_test (results, VENULE_STUDY_MANN_WHITNEY)); /* p would be 1, whatever the values */
  g_assert_true (warns (results, "There is an animal “1” in “(no label)” and in “KO”.") ||
                 warns (results, "There is an animal “1” in “KO” and in “(no label)”."));
  g_assert_false (warns (results, "“”"));
}

static void
test_nothing_to_compare_is_said (Stage         *self,
                                 gconstpointer  data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (VenuleStudyResults) results = NULL;
  g_autofree char *plain = NULL, *paragraph = NULL;

  g_assert_null (venule_study_compare (self->study, &error));
  g_assert_error (error, VENULE_ERROR, VENULE_ERROR_INVALID);

  /* A recording without a rolling cell is no group. */
  add (self, "a.venule", "1", "WT", &(MadeRecording) { NULL, 0, 0.5 });
  results = compare (self);
  g_assert_cmpuint (results->groups->len, ==, 0);
  plain = venule_study_results_dup_plain (results);
  paragraph = venule_study_results_dup_paragraph (results);
  g_assert_nonnull (plain);
  g_assert_nonnull (strstr (paragraph, "no recording has a value."));
}

static void
count (guint *n)
{
  (*n)++;
}

static void
test_labels_are_compared_without_spaces_and_told (Stage         *self,
                                                  gconstpointer  data)
{
  VenuleStudyRecording *recording = add_simple (self, "a.venule", "1", "WT", 20);
  guint n = 0;

  g_signal_connect_swapped (self->study, "changed", G_CALLBACK (count), &n);
  venule_study_recording_set_group (recording, " WT ");
  g_assert_cmpuint (n, ==, 0);
  g_assert_cmpstr (venule_study_recording_get_group (recording), ==, "WT");
  venule_study_recording_set_group (recording, "KO");
  g_assert_cmpuint (n, ==, 1);
  g_assert_null (venule_study_add (self->study, venule_study_recording_get_path (recording)));
  venule_study_remove (self->study, 0);
  g_assert_cmpuint (n, ==, 2);
  g_assert_cmpuint (venule_study_get_n (self->study), ==, 0);
}

/* A time of adherence of 5 s in one document and of 8 s in the other: their adherent cells are not the same thing. */
static void
test_times_of_adherence_are_not_mixed (Stage         *self,
                                       gconstpointer  data)
{
  const double velocities[] = { 10, 20 };
  g_autoptr (VenuleStudyResults) refused = NULL, velocity = NULL, results = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *paragraph = NULL;

  add (self, "a.venule", "m1", "WT", &(MadeRecording) { velocities, 2, 0.5, .adherent_seconds = "5" });
  add (self, "b.venule", "m2", "KO", &(MadeRecording) { velocities, 2, 0.5, .adherent_seconds = "8" });

  velocity = compare (self);
  g_assert_cmpuint (velocity->groups->len, ==, 2);

  venule_study_set_quantity (self->study, "adherent_cells");
  refused = venule_study_compare (self->study, &error);
  g_assert_null (refused);
  g_assert_error (error, VENULE_ERROR, VENULE_ERROR_INVALID);
  g_assert_nonnull (strstr (error->message, "b.venule"));

  venule_study_set_adherent_seconds (self->study, 6);
  for (guint i = 0; i < venule_study_get_n (self->study); i++)
    {
      g_assert_null (venule_study_recording_get_numbers (venule_study_get (self->study, i)));
      g_assert_true (venule_study_recording_load (venule_study_get (self->study, i), 6, NULL));
    }
  results = compare (self);
  g_assert_cmpfloat (results->adherent_seconds, ==, 6);
  paragraph = venule_study_results_dup_paragraph (results);
  g_assert_nonnull (strstr (paragraph, "stands still for 6 s"));
}

/* ---- The same animals ---- */

static void
add_at (Stage      *self,
        const char *animal,
        const char *group,
        const char *time_point,
        double      mean)
{
  g_autofree char *name = g_strdup_printf ("%s-%s-%s.venule", *animal != '\0' ? animal : "nobody", group, time_point);

  venule_study_recording_set_time_point (add_simple (self, name, animal, group, mean), time_point);
}

/* Six animals that all became slower, in another order at the second time, one without a partner and one without a
 * name. */
static void
test_the_same_animals_are_compared_with_themselves (Stage         *self,
                                                    gconstpointer  data)
{
  const double before[] = { 50, 61, 72, 83, 94, 105 }, after[] = { 40, 49, 58, 67, 76, 85 };
  g_autoptr (VenuleStudyResults) results = NULL;
  g_autofree char *paragraph = NULL, *plain = NULL;
  const VenuleStudyTest *test;
  const VenuleStudyGroup *first, *second;

  for (guint i = 0; i < 6; i++)
    {
      g_autofree char *name = g_strdup_printf ("m%u", i);

      add_at (self, name, "", "before", before[i]);
    }
  add_at (self, "alone", "", "before", 500);
  for (guint i = 6; i-- > 0;)
    {
      g_autofree char *name = g_strdup_printf ("m%u", i);

      add_at (self, name, "", "after", after[i]);
    }
  add_at (self, "", "", "after", 900);
  venule_study_set_grouping (self->study, VENULE_STUDY_BY_TIME);
  venule_study_set_paired (self->study, TRUE);
  results = compare (self);

  g_assert_cmpuint (results->groups->len, ==, 2);
  first = venule_study_results_get_group (results, 0);
  second = venule_study_results_get_group (results, 1);
  g_assert_cmpuint (first->animals->len, ==, 6);
  g_assert_cmpuint (second->animals->len, ==, 6);
  g_assert_cmpuint (second->cells->len, ==, 12);
  for (guint i = 0; i < 6; i++)
    {
      g_assert_cmpstr (g_array_index (first->animals, VenuleStudyAnimal, i).name, ==,
                       g_array_index (second->animals, VenuleStudyAnimal, i).name);
      g_assert_cmpfloat_with_epsilon (g_array_index (second->values, double, i), after[i], WITHIN);
    }

  /* Later less earlier: −10, −12, −14, −16, −18, −20. */
  test = find_test (results, VENULE_STUDY_WILCOXON);
  g_assert_nonnull (test);
  g_assert_null (find_test (results, VENULE_STUDY_MANN_WHITNEY));
  g_assert_null (find_test (results, VENULE_STUDY_KOLMOGOROV_SMIRNOV));
  g_assert_cmpint (test->a, ==, 1);
  g_assert_cmpint (test->b, ==, 0);
  g_assert_cmpfloat (test->statistic, ==, 0);
  g_assert_cmpfloat_with_epsilon (test->p, 2 / 64.0, 1e-12);
  g_assert_cmpfloat (test->effect.value, ==, -1);
  g_assert_cmpfloat_with_epsilon (test->shift.value, -15, WITHIN);
  g_assert_cmpfloat_with_epsilon (test->shift.low, -20, WITHIN);
  g_assert_cmpfloat_with_epsilon (test->shift.high, -10, WITHIN);

  g_assert_true (warns (results, "“alone”"));
  g_assert_true (warns (results, "“nobody--after"));
  paragraph = venule_study_results_dup_paragraph (results);
  g_test_message ("%s", paragraph);
  g_assert_nonnull (strstr (paragraph, "after against before in the same animals, Wilcoxon signed-rank test: W = 0, n "
                                       "= 6 pairs, exact p = 0.031"));
  g_assert_nonnull (strstr (paragraph, "left out (alone)"));
  plain = venule_study_results_dup_plain (results);
  g_assert_nonnull (strstr (plain, "Higher in “before” than in “after” in the same 6 animals"));
}

static char *
text_of (VenuleTable *table)
{
  g_autoptr (VenuleTable) owned = table;
  g_autoptr (GBytes) bytes = venule_table_to_csv (table);

  return g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
}

static void
test_pairs_stand_in_the_tables (Stage         *self,
                                gconstpointer  data)
{
  g_autoptr (VenuleStudyResults) results = NULL;
  g_autofree char *pairs = NULL, *tests = NULL;

  add_at (self, "m1", "", "before", 50);
  add_at (self, "m2", "", "before", 60);
  add_at (self, "m3", "", "before", 70);
  add_at (self, "m1", "", "after", 40);
  add_at (self, "m2", "", "after", 60);
  add_at (self, "m3", "", "after", 90);
  venule_study_set_grouping (self->study, VENULE_STUDY_BY_TIME);
  venule_study_set_paired (self->study, TRUE);
  results = compare (self);

  pairs = text_of (venule_study_make_pairs (results));
  g_assert_nonnull (strstr (pairs, "\r\nm1,before,after,rolling_velocity_mean,50.0000,40.0000,-10.0000,um/s\r\n"));
  tests = text_of (venule_study_make_tests (results));
  g_test_message ("%s", tests);
  g_assert_nonnull (strstr (tests, "\r\nWilcoxon signed-rank,the same animals,after; before,3,W,2.0000,,1,,,"));
  g_assert_nonnull (strstr (tests, "exact, ties included; 1 pair without a difference left out"));
}

/* Five animals, each 10 slower from time to time. */
static void
test_three_times_are_compared_by_friedman (Stage         *self,
                                           gconstpointer  data)
{
  const char *const times[] = { "0 h", "1 h", "4 h" };
  g_autoptr (VenuleStudyResults) results = NULL;
  g_autofree char *paragraph = NULL, *plain = NULL;
  const VenuleStudyTest *test;

  for (guint t = 0; t < G_N_ELEMENTS (times); t++)
    for (guint i = 0; i < 5; i++)
      {
        g_autofree char *name = g_strdup_printf ("m%u", i);

        add_at (self, name, "", times[t], 100 + 7 * i - 10.0 * t);
      }
  venule_study_set_grouping (self->study, VENULE_STUDY_BY_TIME);
  venule_study_set_paired (self->study, TRUE);
  results = compare (self);

  test = find_test (results, VENULE_STUDY_FRIEDMAN);
  g_assert_nonnull (test);
  g_assert_cmpfloat_with_epsilon (test->statistic, 10, 1e-9);
  g_assert_cmpuint (test->df, ==, 2);
  g_assert_cmpfloat_with_epsilon (test->p, 6 / pow (6, 5), 1e-12);
  g_assert_cmpfloat_with_epsilon (test->effect.value, 1, 1e-12);

  /* The first and the last time: rank sums of 5 and 15, which two of all 6^5 orders make. */
  test = &g_array_index (results->tests, VenuleStudyTest, 2);
  g_assert_cmpint (test->kind, ==, VENULE_STUDY_FRIEDMAN_PAIR);
  g_assert_cmpint (test->a, ==, 2);
  g_assert_cmpint (test->b, ==, 0);
  g_assert_cmpfloat_with_epsilon (test->p, 2 / pow (6, 5), 1e-12);
  g_assert_cmpfloat_with_epsilon (test->statistic, -2, 1e-12);
  g_assert_cmpfloat_with_epsilon (test->shift.value, -20, WITHIN);
  test = &g_array_index (results->tests, VenuleStudyTest, 1);
  g_assert_cmpint (test->a, ==, 1);
  g_assert_cmpint (test->b, ==, 0);

  paragraph = venule_study_results_dup_paragraph (results);
  g_test_message ("%s", paragraph);
  g_assert_nonnull (strstr (paragraph, "Friedman test: chi-squared = 10.00, 2 degrees of freedom, n = 5 animals, exact "
                                       "p = 0.0008"));
  g_assert_nonnull (strstr (paragraph, "Eisinga"));
  plain = venule_study_results_dup_plain (results);
  g_assert_nonnull (strstr (plain, "Higher in “0 h” than in “4 h” in the same 5 animals"));
}

/* Two treatments, each with its own animals at the same two times: the changes are compared as well. The second
 * treatment's time points come in another order. */
static void
test_changes_of_two_treatments_are_compared (Stage         *self,
                                             gconstpointer  data)
{
  g_autoptr (VenuleStudyResults) results = NULL;
  const VenuleStudyTest *test;
  guint n_wilcoxon = 0;

  for (guint i = 0; i < 6; i++)
    {
      g_autofree char *wild = g_strdup_printf ("w%u", i), *other = g_strdup_printf ("k%u", i);

      add_at (self, wild, "WT", "before", 100 + i);
      add_at (self, wild, "WT", "after", 60 + 2 * i);
      add_at (self, other, "KO", "after", 101 + 2 * i);
      add_at (self, other, "KO", "before", 100 + i);
    }
  venule_study_set_grouping (self->study, VENULE_STUDY_BY_BOTH);
  venule_study_set_paired (self->study, TRUE);
  results = compare (self);

  g_assert_cmpuint (results->families->len, ==, 2);
  g_assert_cmpstr (venule_study_results_get_group (results, 0)->name, ==, "WT, before");
  g_assert_cmpstr (venule_study_results_get_group (results, 3)->name, ==, "KO, after");
  for (guint i = 0; i < results->tests->len; i++)
    n_wilcoxon += g_array_index (results->tests, VenuleStudyTest, i).kind == VENULE_STUDY_WILCOXON;
  g_assert_cmpuint (n_wilcoxon, ==, 2);
  test = find_test (results, VENULE_STUDY_WILCOXON);
  g_assert_cmpfloat_with_epsilon (test->p, 2 / 64.0, 1e-12);
  g_assert_cmpfloat_with_epsilon (test->corrected, 4 / 64.0, 1e-12);

  /* −40 … −35 against 1 … 6: none of 924 ways is farther. */
  test = find_test (results, VENULE_STUDY_CHANGES);
  g_assert_nonnull (test);
  g_assert_cmpfloat (test->statistic, ==, 0);
  g_assert_cmpfloat_with_epsilon (test->p, 2 / 924.0, 1e-12);
  g_assert_cmpfloat_with_epsilon (test->shift.value, -41, WITHIN);
}

static void
test_one_video_is_one_animal (Stage         *self,
                              gconstpointer  data)
{
  static const char *const crops[] = { "0,0,600,100", "0,200,600,100", "0,350,600,100", "0,0,600,100" };
  static const char *const names[] = { "upper", "middle", "lower", "again" }, *const animals[] = { "1", "1", "2", "1" };
  const double velocities[] = { 40, 44 };
  g_autoptr (VenuleStudyResults) results = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    add (self, names[i], animals[i], "WT",
         &(MadeRecording) { .velocities = velocities, .n = 2, .video = "one", .crop = crops[i] });
  results = compare (self);
  g_assert_false (warns (results, "“upper” and “middle”"));
  g_assert_true (warns (results, "“upper” and “lower” are of the same video, and count as two animals"));
  g_assert_true (warns (results, "“upper” and “again” are of the same vessel in the same video"));
}

static void
test_no_pairs_is_said (Stage         *self,
                       gconstpointer  data)
{
  g_autoptr (VenuleStudyResults) results = NULL;
  g_autofree char *plain = NULL, *paragraph = NULL;

  add_at (self, "m1", "", "before", 50);
  add_at (self, "m2", "", "after", 60);
  venule_study_set_grouping (self->study, VENULE_STUDY_BY_TIME);
  venule_study_set_paired (self->study, TRUE);
  results = compare (self);

  g_assert_cmpuint (results->tests->len, ==, 0);
  g_assert_true (warns (results, "there are no pairs"));
  plain = venule_study_results_dup_plain (results);
  g_assert_nonnull (strstr (plain, "No animal has a value in each group"));
  paragraph = venule_study_results_dup_paragraph (results);
  g_assert_null (strstr (paragraph, "nan"));
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

#define TEST(name, function) g_test_add ("/study/" name, Stage, NULL, set_up, function, tear_down)
  TEST ("an animal is the mean of its recordings", test_an_animal_is_the_mean_of_its_recordings);
  TEST ("quantities are of the recordings", test_quantities_are_of_the_recordings);
  TEST ("two groups are tested by animals", test_two_groups_are_tested_by_animals);
  TEST ("three groups and their pairs", test_three_groups_and_their_pairs);
  TEST ("time points can be groups", test_time_points_can_be_groups);
  TEST ("pixels and micrometres are not mixed", test_pixels_and_micrometres_are_not_mixed);
  TEST ("times of adherence are not mixed", test_times_of_adherence_are_not_mixed);
  TEST ("the same animals are compared with themselves", test_the_same_animals_are_compared_with_themselves);
  TEST ("pairs stand in the tables", test_pairs_stand_in_the_tables);
  TEST ("three times are compared by friedman", test_three_times_are_compared_by_friedman);
  TEST ("changes of two treatments are compared", test_changes_of_two_treatments_are_compared);
  TEST ("one video is one animal", test_one_video_is_one_animal);
  TEST ("no pairs is said", test_no_pairs_is_said);
  TEST ("what speaks against it is said", test_what_speaks_against_it_is_said);
  TEST ("a group without a label has a name", test_a_group_without_a_label_has_a_name);
  TEST ("nothing to compare is said", test_nothing_to_compare_is_said);
  TEST ("labels are compared without spaces and told", test_labels_are_compared_without_spaces_and_told);

  return g_test_run ();
}
