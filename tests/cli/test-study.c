/* test-study.c: groups of animals on the command line
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <string.h>

#include "../csv-compare.h"
#include "cli-test.h"
#include "made-recording.h"

#define N 8

/* Four animals of a group around 40 µm/s, four of another around 90. */
static void
make_documents (CliFixture *self,
                char      **paths)
{
  for (guint i = 0; i < N; i++)
    {
      double middle = i < N / 2 ? 40 + i : 90 + i;
      const double velocities[] = { middle - 3, middle + 3 };
      g_autofree char *name = g_strdup_printf ("r%u.venule", i);

      paths[i] = made_recording_save (self->directory, name,
                                      &(MadeRecording) { .velocities = velocities, .n = 2, .pixel_size = 0.5 });
    }
  paths[N] = NULL;
}

static CliResult
run_study (CliFixture *self,
           char      **paths,
           const char *save)
{
  g_autoptr (GPtrArray) argv = g_ptr_array_new_with_free_func (g_free);

  g_ptr_array_add (argv, g_strdup (VENULE_CLI));
  g_ptr_array_add (argv, g_strdup ("study"));
  for (guint i = 0; i < N; i++)
    {
      g_ptr_array_add (argv, g_strdup (paths[i]));
      g_ptr_array_add (argv, g_strdup ("--label"));
      g_ptr_array_add (argv, g_strdup_printf ("%s=m%u,%s", paths[i], i, i < N / 2 ? "WT" : "KO"));
    }
  g_ptr_array_add (argv, g_strdup ("--save"));
  g_ptr_array_add (argv, g_strdup (save));
  g_ptr_array_add (argv, g_strdup ("--output"));
  g_ptr_array_add (argv, g_strdup (self->output));
  g_ptr_array_add (argv, NULL);
  return cli_run_argv ((const char *const *) argv->pdata);
}

static void
assert_has (CliFixture *self,
            const char *name,
            const char *text)
{
  g_autofree char *content = cli_read_output (self, name);

  if (strstr (content, text) == NULL)
    g_error ("%s has no “%s”: %s", name, text, content);
}

static void
test_groups_are_compared (CliFixture    *self,
                          gconstpointer  data)
{
  char *paths[N + 1];
  g_autofree char *save = g_build_filename (self->directory, "it.venule-study", NULL);
  g_autofree char *tests = NULL, *again = NULL;

  make_documents (self, paths);
  g_auto (CliResult) result = run_study (self, paths, save);
  g_assert_cmpstr (result.err, ==, "");
  g_assert_cmpint (result.code, ==, 0);
  g_assert_nonnull (strstr (result.out, "Mann–Whitney test: U = 0, n = 4 and 4, exact p = 0.029; Cliff’s delta −1.00"));
  assert_has (self, "comparison.txt", "The animal was the unit of analysis");
  assert_has (self, "recordings.csv", "document,animal,group,time_point,included,");
  assert_has (self, "recordings.csv", "\r\nr0.venule,m0,WT,,true,,");
  assert_has (self, "animals.csv", "\r\nKO,m4,rolling_velocity_mean,94.0000,um/s,1,2\r\n");
  assert_has (self, "groups.csv", "\r\nWT,animals,rolling_velocity_mean,um/s,4,41.5000,");
  assert_has (self, "groups.csv", "\r\nWT,cells,rolling_velocity_mean,um/s,8,41.5000,,,");
  assert_has (self, "tests.csv", "\r\nMann-Whitney U,animals,WT; KO,4; 4,U,0.0000,,0.0285714,,,");
  assert_has (self, "tests.csv", "\r\nKolmogorov-Smirnov distance,cells,WT; KO,8; 8,D,1.0000,,,,,");

  assert_has (self, "values.csv", "group,of,value\r\nWT,animal,40.000000\r\n");
  assert_has (self, "comparison-box.svg", "<svg");

  /* The study that was saved says the same. */
  tests = cli_read_output (self, "tests.csv");
  g_auto (CliResult) second = cli_run ("study", save, "--output", self->output, NULL);
  g_assert_cmpint (second.code, ==, 0);
  g_assert_cmpstr (second.out, ==, result.out);
  again = cli_read_output (self, "tests.csv");
  g_assert_cmpstr (again, ==, tests);

  for (guint i = 0; i < N; i++)
    g_free (paths[i]);
}

/* Nothing rolls: what was compared is told, and that it is nothing. */
static void
test_a_study_without_a_value_is_incomplete (CliFixture    *self,
                                            gconstpointer  data)
{
  g_autofree char *path = made_recording_save (self->directory, "a.venule", &(MadeRecording) { NULL, 0, 0.5 });
  g_auto (CliResult) result = cli_run ("study", path, "--output", self->output, NULL);

  g_assert_cmpint (result.code, ==, 3);
  g_assert_nonnull (strstr (result.err, "“a.venule” is left out"));
  g_assert_nonnull (strstr (result.out, "no recording has a value."));
}

/* As names of files may. */
static void
test_labels_may_hold_equals_signs (CliFixture    *self,
                                   gconstpointer  data)
{
  g_autofree char *path = made_recording_save (self->directory, "a=1.venule",
                                               &(MadeRecording) { (const double[]) { 40, 44 }, 2, 0.5 });
  g_autofree char *label = g_strconcat (path, "=m=1,dose=5", NULL);
  g_auto (CliResult) result = cli_run ("study", path, "--label", label, "--output", self->output, NULL);

  g_assert_cmpint (result.code, ==, 0);
  assert_has (self, "recordings.csv", "\r\na=1.venule,m=1,dose=5,,true,,");
}

/* Of one animal under two names, in groups and in treatments. */
static void
test_what_speaks_against_is_said (CliFixture    *self,
                                  gconstpointer  data)
{
  g_autofree char *path = made_recording_save (self->directory, "a.venule",
                                               &(MadeRecording) { (const double[]) { 40, 44 }, 2, 0.5 });
  g_autofree char *other = made_recording_save (self->directory, "b.venule",
                                                &(MadeRecording) { (const double[]) { 50, 54 }, 2, 0.5 });
  g_autofree char *copy = g_build_filename (self->directory, "copy.venule", NULL);
  g_autofree char *first = g_strconcat (path, "=1,A,t1", NULL);
  g_autofree char *second = g_strconcat (other, "=1,B,t2", NULL);
  g_autofree char *small = g_strconcat (path, "=mouse,A", NULL);
  g_autofree char *capital = g_strconcat (other, "=Mouse,A", NULL);
  g_autofree char *content = NULL;
  gsize size;

  g_assert_true (g_file_get_contents (path, &content, &size, NULL));
  g_assert_true (g_file_set_contents (copy, content, size, NULL));
  g_auto (CliResult) copied = cli_run ("study", path, other, copy, "--label", small, "--label", capital, "--output",
                                       self->output, NULL);
  g_assert_cmpint (copied.code, ==, 0);
  g_assert_nonnull (strstr (copied.err, "“mouse” and “Mouse” count as two animals"));
  g_assert_nonnull (strstr (copied.err, "“a.venule” and “copy.venule” are of the same vessel in the same video"));
  g_assert_null (strstr (copied.err, "“b.venule” and"));
  g_assert_null (strstr (copied.err, "and “b.venule”"));

  g_auto (CliResult) paired = cli_run ("study", path, other, "--paired", "--group-by=both", "--label", first,
                                       "--label", second, "--output", self->output, NULL);
  g_assert_cmpint (paired.code, ==, 0);
  g_assert_nonnull (strstr (paired.err, "only within one treatment"));
  g_assert_null (strstr (paired.err, "choose to compare the same animals"));
}

/* Earlier results of a study may be replaced; the user's own tables may not. */
static void
test_other_files_stay (CliFixture    *self,
                       gconstpointer  data)
{
  g_autofree char *path = made_recording_save (self->directory, "a.venule",
                                               &(MadeRecording) { (const double[]) { 40, 44 }, 2, 0.5 });
  g_autofree char *own = cli_write_file (self, "animals.csv", "mouse,weight\nm1,22\n", -1);
  g_autofree char *text = NULL;

  g_auto (CliResult) refused = cli_run ("study", path, "--output", self->directory, NULL);
  cli_assert_sentence (&refused, 1, "“animals.csv”");
  g_assert_true (g_file_get_contents (own, &text, NULL, NULL));
  g_assert_cmpstr (text, ==, "mouse,weight\nm1,22\n");

  for (int i = 0; i < 2; i++)
    {
      g_auto (CliResult) made = cli_run ("study", path, "--output", self->output, NULL);

      g_assert_cmpint (made.code, ==, 0);
    }
}

/* Four animals before and after. */
static CliResult
run_paired_study (CliFixture *self,
                  const char *save)
{
  g_autoptr (GPtrArray) argv = g_ptr_array_new_with_free_func (g_free);

  g_ptr_array_add (argv, g_strdup (VENULE_CLI));
  g_ptr_array_add (argv, g_strdup ("study"));
  for (guint i = 0; i < N; i++)
    {
      gboolean after = i >= N / 2;
      double middle = 40 + 10 * (i % (N / 2)) + (after ? 5 + i : 0);
      g_autofree char *name = g_strdup_printf ("r%u.venule", i);
      char *path = made_recording_save (self->directory, name,
                                        &(MadeRecording) { (const double[]) { middle - 3, middle + 3 }, 2, 0.5 });

      g_ptr_array_add (argv, path);
      g_ptr_array_add (argv, g_strdup ("--label"));
      g_ptr_array_add (argv, g_strdup_printf ("%s=m%u,,%s", path, i % (N / 2), after ? "after" : "before"));
    }
  for (const char *const *word = (const char *const[]) { "--paired", "--group-by", "time", "--figure", "lines",
                                                         "--save", save, "--output", self->output, NULL };
       *word != NULL; word++)
    g_ptr_array_add (argv, g_strdup (*word));
  g_ptr_array_add (argv, NULL);

  return cli_run_argv ((const char *const *) argv->pdata);
}

static void
test_the_same_animals_are_compared (CliFixture    *self,
                                    gconstpointer  data)
{
  g_autofree char *save = g_build_filename (self->directory, "it.venule-study", NULL);

  g_auto (CliResult) result = run_paired_study (self, save);
  g_assert_cmpint (result.code, ==, 0);
  /* Four pairs cannot give less than 2 / 16. */
  g_assert_nonnull (strstr (result.err, "cannot give a p below 0.05"));
  g_assert_nonnull (strstr (result.out, "W = 10, n = 4 pairs, exact p = 0.1"));
  assert_has (self, "tests.csv", "\r\nWilcoxon signed-rank,the same animals,after; before,4,W,10.0000,,0.125,");
  assert_has (self, "pairs.csv", "\r\nm3,before,after,rolling_velocity_mean,70.0000,82.0000,12.0000,um/s\r\n");
  assert_has (self, "values.csv", "group,of,value,animal\r\nbefore,animal,40.000000,m0\r\n");
  assert_has (self, "comparison-lines.svg", "<svg");

  g_auto (CliResult) again = cli_run ("study", save, "--output", self->output, NULL);
  g_assert_cmpstr (again.out, ==, result.out);
}

/* The later document comes first, and 10 before 2 in alphabetical order. */
static void
test_times_in_numbers_are_in_order (CliFixture    *self,
                                    gconstpointer  data)
{
  const char *const *times = data; /* the earlier one first */
  g_autoptr (GPtrArray) argv = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *pair = g_strdup_printf ("\r\nm0,%s,%s,rolling_velocity_mean,40.0000,45.0000,5.0000,um/s\r\n",
                                           times[0], times[1]);

  g_ptr_array_add (argv, g_strdup (VENULE_CLI));
  g_ptr_array_add (argv, g_strdup ("study"));
  for (guint i = 0; i < 6; i++)
    {
      gboolean early = i % 2;
      double middle = 40 + 10 * (i / 2) + (early ? 0 : 5 + i);
      g_autofree char *name = g_strdup_printf ("r%u.venule", i);
      char *path = made_recording_save (self->directory, name,
                                        &(MadeRecording) { (const double[]) { middle - 3, middle + 3 }, 2, 0.5 });

      g_ptr_array_add (argv, path);
      g_ptr_array_add (argv, g_strdup ("--label"));
      g_ptr_array_add (argv, g_strdup_printf ("%s=m%u,,%s", path, i / 2, times[early ? 0 : 1]));
    }
  for (const char *const *word = (const char *const[]) { "--paired", "--group-by", "time", "--output", self->output,
                                                         NULL };
       *word != NULL; word++)
    g_ptr_array_add (argv, g_strdup (*word));
  g_ptr_array_add (argv, NULL);

  g_auto (CliResult) result = cli_run_argv ((const char *const *) argv->pdata);
  g_assert_cmpint (result.code, ==, 0);
  assert_has (self, "pairs.csv", pair);
}

/* Bins that are too many are not made wider without a word. */
static void
test_bins_are_as_wide_as_asked_for (CliFixture    *self,
                                    gconstpointer  data)
{
  g_autofree char *path = made_recording_save (self->directory, "a.venule",
                                               &(MadeRecording) { (const double[]) { 40, 140 }, 2, 0.5 });
  g_autofree char *other = made_recording_save (self->directory, "b.venule",
                                                &(MadeRecording) { (const double[]) { 50, 54 }, 2, 0.5 });
  g_autofree char *figure = g_build_filename (self->directory, "f.svg", NULL);
  g_autofree char *first = g_strconcat (path, "=1,A", NULL);
  g_autofree char *second = g_strconcat (other, "=2,B", NULL);
  g_auto (CliResult) narrow = cli_run ("figure", path, "-o", figure, "--bin-width", "0.02", NULL);
  g_auto (CliResult) groups = cli_run ("study", path, other, "--label", first, "--label", second, "-o", self->output,
                                       "--figure", "panels", "--bin-width", "0.02", NULL);

  cli_assert_sentence (&narrow, 1, "With bins of 0.020 the histogram would have more than 1000 bins. Make them 0.10 "
                                   "wide or wider");
  cli_assert_sentence (&groups, 1, "more than 500 bins. Make them 0.30 wide or wider");
  g_assert_false (g_file_test (figure, G_FILE_TEST_EXISTS));
  g_assert_false (g_file_test (self->output, G_FILE_TEST_EXISTS));
  g_auto (CliResult) enough = cli_run ("figure", path, "-o", figure, "--bin-width", "0.1", NULL);
  g_assert_cmpint (enough.code, ==, 0);
  g_auto (CliResult) range = cli_run ("study", path, other, "--label", first, "--label", second, "-o", self->output,
                                      "--figure", "panels", "--bin-width", "0.02", "--x-range", "45:50", NULL);
  g_assert_cmpint (range.code, ==, 0);
}

static char *
ask (const char *const *arguments)
{
  g_autoptr (GError) error = NULL;
  char *said = NULL;

  g_assert_true (g_spawn_sync (NULL, (char **) arguments, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, &said, NULL, NULL,
                               &error));
  g_assert_no_error (error);
  return said;
}

/* A page for each recording, with the labels of the study, not of the document; and the figure as it was asked for. */
static void
test_a_page_for_each_recording (CliFixture    *self,
                                gconstpointer  data)
{
  char *paths[N + 1];
  g_autofree char *save = g_build_filename (self->directory, "it.venule-study", NULL);
  g_autofree char *pdf = g_build_filename (self->output, "report.pdf", NULL);
  g_autofree char *figure = g_build_filename (self->output, "comparison-histogram.pdf", NULL);

  make_documents (self, paths);
  g_auto (CliResult) first = run_study (self, paths, save);
  g_assert_cmpint (first.code, ==, 0);
  g_assert_false (g_file_test (pdf, G_FILE_TEST_EXISTS));
  g_auto (CliResult) second = cli_run ("study", save, "--report", "--figure", "histogram", "--bars", "counts",
                                       "--bin-width", "7",
                                       "--x-range", "0:200", "--x-title", "Speed", "--size", "two-columns", "--output",
                                       self->output, NULL);
  /* Their video is not there. */
  g_assert_cmpint (second.code, ==, 3);
  g_assert_nonnull (strstr (second.err, "The report has no picture: "));
  {
    g_autofree char *facts = ask ((const char *const[]) { "pdfinfo", pdf, NULL });
    g_autofree char *text = ask ((const char *const[]) { "pdftotext", "-raw", pdf, "-", NULL });
    g_autofree char *of_figure = ask ((const char *const[]) { "pdfinfo", figure, NULL });
    g_autofree char *in_figure = ask ((const char *const[]) { "pdftotext", figure, "-", NULL });

    g_assert_true (g_regex_match_simple ("Pages: +8\n", facts, 0, 0));
    g_assert_nonnull (strstr (text, "Animal: m7"));
    g_assert_nonnull (strstr (text, "Group: KO"));
    g_assert_nonnull (strstr (text, "8 / 8"));
    g_assert_true (g_regex_match_simple ("Page size: +510\\.[0-9]+ x 283", of_figure, 0, 0));
    g_assert_nonnull (strstr (of_figure, "bins of 7"));
    g_assert_nonnull (strstr (of_figure, "WT: n = 4 animals"));
    g_assert_nonnull (strstr (in_figure, "Speed"));
    g_assert_nonnull (strstr (in_figure, "200"));
    g_assert_nonnull (strstr (in_figure, "Number of cells"));
  }

  for (guint i = 0; i < N; i++)
    g_free (paths[i]);
}

static void
assert_same_rows (CliFixture *self,
                  const char *table,
                  const char *sheet)
{
  g_autofree char *own = cli_read_output (self, table);
  g_autofree char *theirs = cli_read_output (self, sheet);

  assert_same_tables (own, theirs);
}

/* The sheets hold what the tables hold, as LibreOffice opens them; it makes one file of each sheet. */
static void
assert_sheets_hold_tables (CliFixture *self,
                           gboolean    paired)
{
  static const char *const tables[][2] = { { "recordings.csv", "comparison-Recordings.csv" },
                                           { "animals.csv", "comparison-Animals.csv" },
                                           { "groups.csv", "comparison-Groups.csv" },
                                           { "tests.csv", "comparison-Tests.csv" },
                                           { "values.csv", "comparison-Values.csv" },
                                           { "pairs.csv", "comparison-Pairs.csv" } };
  g_autofree char *profile = g_strdup_printf ("-env:UserInstallation=file://%s/office", self->directory);
  g_autofree char *book = g_build_filename (self->output, "comparison.xlsx", NULL);
  g_autofree char *pairs = g_build_filename (self->output, tables[G_N_ELEMENTS (tables) - 1][1], NULL);
  g_autofree char *said = ask ((const char *const[]) { "soffice", profile, "--headless", "--convert-to",
                                                       "csv:Text - txt - csv "
                                                       "(StarCalc):44,34,76,1,,0,false,false,false,false,false,-1",
                                                       "--outdir", self->output, book, NULL });

  for (guint i = 0; i < G_N_ELEMENTS (tables) - (paired ? 0 : 1); i++)
    assert_same_rows (self, tables[i][0], tables[i][1]);
  g_assert_cmpint (g_file_test (pairs, G_FILE_TEST_EXISTS), ==, paired);
}

static gboolean
has_office (void)
{
  g_autofree char *office = g_find_program_in_path ("soffice");

  if (office == NULL)
    g_test_skip ("LibreOffice is not installed");
  return office != NULL;
}

static void
test_libreoffice_reads_the_workbook (CliFixture    *self,
                                     gconstpointer  data)
{
  char *paths[N + 1];
  g_autofree char *save = g_build_filename (self->directory, "it.venule-study", NULL);

  if (!has_office ())
    return;
  make_documents (self, paths);
  g_auto (CliResult) result = run_study (self, paths, save);
  g_assert_cmpint (result.code, ==, 0);
  assert_sheets_hold_tables (self, FALSE);

  for (guint i = 0; i < N; i++)
    g_free (paths[i]);
}

static void
test_libreoffice_reads_the_pairs (CliFixture    *self,
                                  gconstpointer  data)
{
  g_autofree char *save = g_build_filename (self->directory, "it.venule-study", NULL);

  if (!has_office ())
    return;
  g_auto (CliResult) result = run_paired_study (self, save);
  g_assert_cmpint (result.code, ==, 0);
  assert_sheets_hold_tables (self, TRUE);
}

/* Its labels would be lost; the study that is read is its own successor. */
static void
test_a_study_is_replaced_on_request (CliFixture    *self,
                                     gconstpointer  data)
{
  char *paths[N + 1];
  g_autofree char *save = g_build_filename (self->directory, "it.venule-study", NULL);
  g_autofree char *before = NULL, *after = NULL, *replaced = NULL;

  make_documents (self, paths);
  g_auto (CliResult) first = run_study (self, paths, save);
  g_assert_cmpint (first.code, ==, 0);
  g_assert_true (g_file_get_contents (save, &before, NULL, NULL));

  g_auto (CliResult) refused = cli_run ("study", paths[0], paths[1], "--save", save, "--output", self->output, NULL);
  cli_assert_sentence (&refused, 1, "--replace");
  g_assert_true (g_file_get_contents (save, &after, NULL, NULL));
  g_assert_cmpstr (after, ==, before);

  g_auto (CliResult) own = cli_run ("study", save, "--save", save, "--output", self->output, NULL);
  g_assert_cmpint (own.code, ==, 0);
  g_auto (CliResult) asked = cli_run ("study", paths[0], paths[1], "--save", save, "--replace", "--output",
                                      self->output, NULL);
  g_assert_cmpint (asked.code, ==, 0);
  g_assert_true (g_file_get_contents (save, &replaced, NULL, NULL));
  g_assert_cmpstr (replaced, !=, before);

  /* Something else of that name is no study. */
  g_assert_true (g_file_set_contents (save, "{}", -1, NULL));
  g_auto (CliResult) odd = cli_run ("study", paths[0], paths[1], "--save", save, "--replace", "--output", self->output,
                                    NULL);
  cli_assert_sentence (&odd, 1, "no study of Venule");

  for (guint i = 0; i < N; i++)
    g_free (paths[i]);
}

static void
test_wrong_use_is_said (CliFixture    *self,
                        gconstpointer  data)
{
  g_autofree char *path = made_recording_save (self->directory, "a.venule",
                                               &(MadeRecording) { (const double[]) { 5, 6 }, 2, 0.5 });
  g_autofree char *missing = g_build_filename (self->directory, "missing.venule", NULL);
  g_autofree char *label = g_strdup_printf ("%s=1,2,3,4", path);
  g_autofree char *empty = g_strdup_printf ("%s=,", path);
  g_autofree char *letters = g_strnfill (1001, 'a');
  g_autofree char *endless = g_strdup_printf ("%s=%s,2", path, letters);
  g_autofree char *other = g_strdup_printf ("%s=1,2", missing);

  g_auto (CliResult) nothing = cli_run ("study", "--output", self->output, NULL);
  g_auto (CliResult) no_folder = cli_run ("study", path, NULL);
  g_auto (CliResult) long_label = cli_run ("study", path, "--label", label, "--output", self->output, NULL);
  g_auto (CliResult) empty_label = cli_run ("study", path, "--label", empty, "--output", self->output, NULL);
  g_auto (CliResult) endless_label = cli_run ("study", path, "--label", endless, "--output", self->output, NULL);
  g_auto (CliResult) other_label = cli_run ("study", path, "--label", other, "--output", self->output, NULL);
  g_auto (CliResult) quantity = cli_run ("study", path, "--quantity", "charm", "--output", self->output, NULL);
  g_auto (CliResult) grouping = cli_run ("study", path, "--group-by", "colour", "--output", self->output, NULL);
  g_auto (CliResult) correction = cli_run ("study", path, "--correction", "none", "--output", self->output, NULL);
  g_auto (CliResult) figure = cli_run ("study", path, "--figure", "pie", "--output", self->output, NULL);
  g_auto (CliResult) size = cli_run ("study", path, "--size", "wide", "--output", self->output, NULL);
  g_auto (CliResult) adherence = cli_run ("study", path, "--adherent-seconds", "-3", "--output", self->output, NULL);
  g_auto (CliResult) gone = cli_run ("study", path, missing, "--output", self->output, NULL);

  cli_assert_sentence (&nothing, 2, "--output with a folder");
  cli_assert_sentence (&no_folder, 2, "--output with a folder");
  cli_assert_sentence (&long_label, 2, "FILE=ANIMAL,GROUP");
  cli_assert_sentence (&empty_label, 2, "FILE=ANIMAL,GROUP");
  cli_assert_sentence (&endless_label, 2, "too long");
  cli_assert_sentence (&other_label, 2, "not a document among");
  cli_assert_sentence (&quantity, 2, "rolling_velocity_median");
  cli_assert_sentence (&grouping, 2, "group, time or both");
  cli_assert_sentence (&correction, 2, "holm, bonferroni");
  cli_assert_sentence (&figure, 2, "violin");
  cli_assert_sentence (&size, 2, "two-columns");
  cli_assert_sentence (&adherence, 2, "--adherent-seconds");
  cli_assert_sentence (&gone, 1, "missing.venule");
}

int
main (int    argc,
      char **argv)
{
  static const char *const hours[] = { "2 h", "10 h" }, *const visits[] = { "visit-1", "visit-2" };

  g_test_init (&argc, &argv, NULL);

  g_test_add ("/cli/study/groups are compared", CliFixture, NULL, cli_set_up, test_groups_are_compared, cli_tear_down);
  g_test_add ("/cli/study/a study without a value is incomplete", CliFixture, NULL, cli_set_up,
              test_a_study_without_a_value_is_incomplete, cli_tear_down);
  g_test_add ("/cli/study/labels may hold equals signs", CliFixture, NULL, cli_set_up,
              test_labels_may_hold_equals_signs, cli_tear_down);
  g_test_add ("/cli/study/the same animals are compared", CliFixture, NULL, cli_set_up,
              test_the_same_animals_are_compared, cli_tear_down);
  g_test_add ("/cli/study/a page for each recording", CliFixture, NULL, cli_set_up, test_a_page_for_each_recording,
              cli_tear_down);
  g_test_add ("/cli/study/bins are as wide as asked for", CliFixture, NULL, cli_set_up,
              test_bins_are_as_wide_as_asked_for, cli_tear_down);
  if (g_test_slow ())
    g_test_add ("/cli/study/LibreOffice reads the workbook", CliFixture, NULL, cli_set_up,
                test_libreoffice_reads_the_workbook, cli_tear_down);
  g_test_add ("/cli/study/LibreOffice reads the pairs", CliFixture, NULL, cli_set_up, test_libreoffice_reads_the_pairs,
              cli_tear_down);
  g_test_add ("/cli/study/a study is replaced on request", CliFixture, NULL, cli_set_up,
              test_a_study_is_replaced_on_request, cli_tear_down);
  g_test_add ("/cli/study/times in numbers are in order", CliFixture, hours, cli_set_up,
              test_times_in_numbers_are_in_order, cli_tear_down);
  g_test_add ("/cli/study/numbered visits are in order", CliFixture, visits, cli_set_up,
              test_times_in_numbers_are_in_order, cli_tear_down);
  g_test_add ("/cli/study/other files stay", CliFixture, NULL, cli_set_up, test_other_files_stay, cli_tear_down);
  g_test_add ("/cli/study/what speaks against is said", CliFixture, NULL, cli_set_up, test_what_speaks_against_is_said,
              cli_tear_down);
  g_test_add ("/cli/study/wrong use is said", CliFixture, NULL, cli_set_up, test_wrong_use_is_said, cli_tear_down);

  return g_test_run ();
}
