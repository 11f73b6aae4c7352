/* test-documents.c: documents on the command line: written by a run, exported again
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <gio/gio.h>
#include <glib/gstdio.h>
#include <string.h>

#include "cli-test.h"
#include "venule-document-tracks.h"
#include "venule-working-copy.h"

static char *
path_in (CliFixture *self,
         const char *name)
{
  return g_build_filename (self->directory, name, NULL);
}

/* A copy of the sample, which the test may take away. */
static char *
copy_video (CliFixture *self)
{
  g_autofree char *sample = cli_sample_path ("sample.mkv");
  char *video = path_in (self, "video.mkv");
  g_autoptr (GFile) from = g_file_new_for_path (sample);
  g_autoptr (GFile) to = g_file_new_for_path (video);

  g_assert_true (g_file_copy (from, to, G_FILE_COPY_NONE, NULL, NULL, NULL, NULL));
  return video;
}

static void
assert_same_folder (const char *first,
                    const char *second)
{
  g_autoptr (GDir) dir = g_dir_open (first, 0, NULL);
  const char *name;
  guint n = 0;

  for (; (name = g_dir_read_name (dir)) != NULL; n++)
    {
      g_autofree char *one = g_build_filename (first, name, NULL);
      g_autofree char *other = g_build_filename (second, name, NULL);
      g_autofree char *a = NULL, *b = NULL;
      gsize size_a, size_b;

      g_test_message ("%s", name);
      if (g_str_has_suffix (name, ".mp4")) /* what the encoder writes is its own affair */
        continue;
      g_assert_true (g_file_get_contents (one, &a, &size_a, NULL));
      g_assert_true (g_file_get_contents (other, &b, &size_b, NULL));
      g_assert_cmpmem (a, size_a, b, size_b);
    }
  g_assert_cmpuint (n, >=, 7);
}

static void
test_export_writes_what_the_run_wrote (CliFixture    *self,
                                       gconstpointer  data)
{
  g_autofree char *video = copy_video (self);
  g_autofree char *project = path_in (self, "project.venule");
  g_autofree char *again = path_in (self, "again");
  g_autofree char *movie_path = path_in (self, "again/annotated.mp4");
  g_auto (CliResult) result = cli_run ("analyze", video, "--crop", "10,60,380,120,2.5", "--flow", "1,0.05",
                                       "--pixel-size",
                                       "0.363", "--cell-diameter", "7.3um", "--frames", "5:70", "--movie", "--output",
                                       self->output, "--project", project, NULL);
  g_auto (CliResult) exported = { 0 }, without_video = { 0 };

  g_assert_cmpstr (result.err, ==, "");
  g_assert_cmpint (result.code, ==, 0);
  exported = cli_run ("export", project, "--movie", "--output", again, NULL);
  g_assert_cmpstr (exported.err, ==, "");
  g_assert_cmpint (exported.code, ==, 0);
  assert_same_folder (self->output, again);
  g_assert_true (g_file_test (movie_path, G_FILE_TEST_EXISTS));

  /* What was found does not go with the video. */
  g_assert_cmpint (g_unlink (video), ==, 0);
  cli_remove_tree (again);
  without_video = cli_run ("export", project, "--output", again, NULL);
  g_assert_cmpint (without_video.code, ==, 0);
  assert_same_folder (again, self->output);
  g_auto (CliResult) movie = cli_run ("export", project, "--movie", "--output", again, NULL);
  cli_assert_sentence (&movie, 1, "video.mkv");
}

/* In the tables, in the paragraph for a paper, and once more from the document. */
static void
test_how_it_was_measured_is_said (CliFixture    *self,
                                  gconstpointer  data)
{
  g_autofree char *video = cli_sample_path ("sample.mkv");
  g_autofree char *project = path_in (self, "project.venule");
  g_autofree char *again = path_in (self, "again");
  g_auto (CliResult) result = cli_run ("analyze", video, "--crop", "0,65,400,100", "--flow", "1,0", "--frames", ":40",
                                       "--pixel-size",
                                       "0.363", "--velocity-window", "0.25", "--shear-factor", "0.9", "--formats",
                                       "csv,settings,methods,report", "--output", self->output, "--project", project,
                                       NULL);
  g_autofree char *summary = cli_read_output (self, "summary.csv");
  g_autofree char *settings = cli_read_output (self, "analysis.json");
  g_autofree char *methods = cli_read_output (self, "methods.txt");
  g_autofree char *narrow = cli_read_output (self, "tracks.csv");
  g_autofree char *wide = NULL;
  g_auto (CliResult) exported = { 0 }, other = { 0 };

  g_assert_cmpint (result.code, ==, 0);
  g_assert_nonnull (strstr (result.out, "Velocity window 0.25 s (default 0.5 s); Factor of the shear rate 0.9 "
                                        "(default 1)"));
  g_assert_nonnull (strstr (summary, "\r\nvelocity_window,0.250000,s,"));
  g_assert_nonnull (strstr (settings, "\"velocity_window_s\": 0.25"));
  g_assert_nonnull (strstr (settings, "\"velocity_window_s\": \"0.25\""));
  g_assert_nonnull (strstr (methods, "over windows of 0.25 s"));
  g_assert_nonnull (strstr (methods, "Velocity window 0.25 s (default 0.5 s); Factor of the shear rate 0.9 "
                                     "(default 1)."));

  exported = cli_run ("export", project, "--formats", "csv,settings,methods,report", "--output", again, NULL);
  g_assert_cmpint (exported.code, ==, 0);
  assert_same_folder (self->output, again);
  other = cli_run ("export", project, "--velocity-window", "1", "--output", self->output, NULL);
  g_assert_cmpint (other.code, ==, 0);
  wide = cli_read_output (self, "tracks.csv");
  g_assert_cmpstr (narrow, !=, wide);
}

/* Their files would stand beside each other. */
static void
test_results_of_another_vessel_are_not_mixed (CliFixture    *self,
                                              gconstpointer  data)
{
  g_autofree char *video = cli_sample_path ("sample.mkv");
  g_autofree char *first = path_in (self, "first.venule");
  g_autofree char *second = path_in (self, "second.venule");
  g_autofree char *again = path_in (self, "again");
  g_autofree char *report = g_build_filename (self->output, "report.pdf", NULL);
  g_autofree char *before = NULL, *after = NULL, *replaced = NULL;
  g_auto (CliResult) one = cli_run ("analyze", video, "--flow", "1,0", "--frames", ":5", "--output", self->output,
                                    "--project", first, NULL);
  g_auto (CliResult) two = cli_run ("analyze", video, "--flow", "1,0", "--frames", ":5", "--crop", "0,0,200,100",
                                    "--output", again, "--project", second, NULL);

  g_assert_cmpint (one.code, ==, 0);
  g_assert_cmpint (two.code, ==, 0);
  before = cli_read_output (self, "analysis.json");
  g_auto (CliResult) other = cli_run ("export", second, "--output", self->output, NULL);
  cli_assert_sentence (&other, 1, "--replace");
  g_auto (CliResult) beside = cli_run ("export", second, "--formats", "report", "--output", self->output, NULL);
  cli_assert_sentence (&beside, 1, "another video or vessel");
  after = cli_read_output (self, "analysis.json");
  g_assert_cmpstr (after, ==, before);
  g_assert_false (g_file_test (report, G_FILE_TEST_EXISTS));

  g_auto (CliResult) own = cli_run ("export", first, "--velocity-window", "1", "--output", self->output, NULL);
  g_assert_cmpint (own.code, ==, 0);
  g_auto (CliResult) wanted = cli_run ("export", second, "--replace", "--output", self->output, NULL);
  g_assert_cmpint (wanted.code, ==, 0);
  replaced = cli_read_output (self, "analysis.json");
  g_assert_nonnull (strstr (replaced, "\"rectangle\""));
}

/* The run itself replaces as little as export does; analysis.json says whose results there are, whatever else is asked
 * for, and a video that took the place of another one is not it. */
static void
test_a_run_replaces_its_own_results_only (CliFixture    *self,
                                          gconstpointer  data)
{
  g_autofree char *sample = cli_sample_path ("sample.mkv");
  g_autofree char *video = path_in (self, "video.mkv");
  g_autofree char *longer = NULL;
  g_autofree char *before = NULL, *after = NULL, *replaced = NULL;
  gsize length;

  g_assert_true (g_file_get_contents (sample, &longer, &length, NULL));
  g_assert_true (g_file_set_contents (video, longer, (gssize) length, NULL));
  g_auto (CliResult) tables = cli_run ("analyze", video, "--flow", "1,0", "--frames", ":5", "--formats", "csv,report",
                                       "--output", self->output, NULL);
  g_assert_cmpint (tables.code, ==, 0);
  before = cli_read_output (self, "analysis.json");
  g_auto (CliResult) again = cli_run ("analyze", video, "--flow", "1,0", "--frames", ":5", "--formats", "csv",
                                      "--output", self->output, NULL);
  g_assert_cmpint (again.code, ==, 0);
  g_assert_nonnull (strstr (again.err, "report.pdf"));

  g_auto (CliResult) vessel = cli_run ("analyze", video, "--flow", "1,0", "--frames", ":5", "--crop", "0,0,200,100",
                                       "--output", self->output, NULL);
  cli_assert_sentence (&vessel, 1, "--replace");
  g_auto (CliResult) beside = cli_run ("analyze", video, "--flow", "1,0", "--frames", ":5", "--crop", "0,0,200,100",
                                       "--replace", "--output", self->output, NULL);
  cli_assert_sentence (&beside, 1, "report.pdf");
  /* Another video of the same pictures, at the same place. */
  longer = g_realloc (longer, length + 1);
  longer[length] = 0;
  g_assert_true (g_file_set_contents (video, longer, (gssize) length + 1, NULL));
  g_auto (CliResult) other = cli_run ("analyze", video, "--flow", "1,0", "--frames", ":5", "--output", self->output,
                                      NULL);
  cli_assert_sentence (&other, 1, "another video");
  after = cli_read_output (self, "analysis.json");
  g_assert_cmpstr (after, ==, before);

  g_auto (CliResult) wanted = cli_run ("analyze", video, "--flow", "1,0", "--frames", ":5", "--formats", "all",
                                       "--replace", "--output", self->output, NULL);
  g_assert_cmpint (wanted.code, ==, 0);
  replaced = cli_read_output (self, "analysis.json");
  g_assert_cmpstr (replaced, !=, before);
}

static void
test_without_calibration_too (CliFixture    *self,
                              gconstpointer  data)
{
  g_autofree char *video = cli_sample_path ("sample.mkv");
  g_autofree char *project = path_in (self, "project.venule");
  g_autofree char *again = path_in (self, "again");
  g_auto (CliResult) result = cli_run ("analyze", video, "--flow", "1,0", "--frames", ":30", "--finder", "circles",
                                       "--output", self->output, "--project", project, "--quiet", NULL);
  g_auto (CliResult) exported = cli_run ("export", project, "--output", again, NULL);

  g_assert_cmpint (result.code, ==, 0);
  g_assert_cmpint (exported.code, ==, 0);
  assert_same_folder (self->output, again);
}

/* How many spots were moved with the picture. */
static guint
count_shifted (const char *spots)
{
  g_auto (GStrv) lines = g_strsplit (spots, "\n", -1);
  guint n = 0;

  for (guint i = 1; lines[i] != NULL && *lines[i] != '\0'; i++)
    {
      g_auto (GStrv) fields = g_strsplit (lines[i], ",", -1);

      n += g_ascii_strtod (fields[11], NULL) != 0 || g_ascii_strtod (fields[12], NULL) != 0;
    }
  return n;
}

/* It is a choice of the user's, which the document keeps. */
static void
test_without_registration (CliFixture    *self,
                           gconstpointer  data)
{
  g_autofree char *video = cli_sample_path ("sample.mkv");
  g_autofree char *project = path_in (self, "project.venule");
  g_autofree char *again = path_in (self, "again");
  g_autofree char *still = NULL, *shaken = NULL;
  g_auto (CliResult) result = cli_run ("analyze", video, "--flow", "1,0", "--frames", ":30", "--registration", "off",
                                       "--output", self->output, "--project", project, "--quiet", NULL);
  g_auto (CliResult) exported = cli_run ("export", project, "--output", again, NULL);

  g_assert_cmpint (result.code, ==, 0);
  g_assert_cmpint (exported.code, ==, 0);
  assert_same_folder (self->output, again);
  still = cli_read_output (self, "spots.csv");
  g_assert_cmpuint (count_shifted (still), ==, 0);

  g_auto (CliResult) other = cli_run ("analyze", video, "--flow", "1,0", "--frames", ":30", "--output", self->output,
                                      "--replace", "--quiet", NULL);
  g_assert_cmpint (other.code, ==, 0);
  shaken = cli_read_output (self, "spots.csv");
  g_assert_cmpuint (count_shifted (shaken), >, 0);
}

static void
test_a_document_is_not_changed_by_reading (CliFixture    *self,
                                           gconstpointer  data)
{
  g_autofree char *video = cli_sample_path ("sample.mkv");
  g_autofree char *project = path_in (self, "project.venule");
  g_autofree char *before = NULL, *after = NULL;
  gsize size_before, size_after;
  g_auto (CliResult) result = cli_run ("analyze", video, "--flow", "1,0", "--frames", ":5", "--output", self->output,
                                       "--project", project, NULL);

  g_assert_cmpint (result.code, ==, 0);
  g_assert_true (g_file_get_contents (project, &before, &size_before, NULL));
  g_auto (CliResult) exported = cli_run ("export", project, "--output", self->output, NULL);
  g_assert_cmpint (exported.code, ==, 0);
  g_assert_true (g_file_get_contents (project, &after, &size_after, NULL));
  g_assert_cmpmem (before, size_before, after, size_after);
}

static void
test_figures_and_formats_are_chosen (CliFixture    *self,
                                     gconstpointer  data)
{
  g_autofree char *video = cli_sample_path ("sample.mkv");
  g_autofree char *project = path_in (self, "project.venule");
  g_autofree char *picture = path_in (self, "velocity.svg");
  g_autofree char *table = path_in (self, "velocity-data.csv");
  g_autofree char *methods = NULL;
  g_auto (CliResult) result = cli_run ("analyze", video, "--flow", "1,0", "--frames", ":20", "--output", self->output,
                                       "--formats", "methods,trackmate", "--project", project, "--quiet", NULL);
  g_auto (CliResult) figure = { 0 }, unknown = { 0 }, odd = { 0 }, format = { 0 }, small = { 0 }, run = { 0 };

  g_assert_cmpint (result.code, ==, 0);
  methods = cli_read_output (self, "methods.txt");
  g_assert_nonnull (strstr (methods, "from frame 0 to frame 20"));
  {
    g_autofree char *unwanted = g_build_filename (self->output, "spots.csv", NULL);

    g_assert_false (g_file_test (unwanted, G_FILE_TEST_EXISTS));
  }

  figure = cli_run ("figure", project, "--kind", "velocity", "--size", "85×60", "--output", picture, NULL);
  g_assert_cmpstr (figure.err, ==, "");
  g_assert_cmpint (figure.code, ==, 0);
  g_assert_true (g_file_test (picture, G_FILE_TEST_EXISTS));
  g_assert_true (g_file_test (table, G_FILE_TEST_EXISTS));
  unknown = cli_run ("figure", project, "--kind", "pie", "--output", picture, NULL);
  cli_assert_sentence (&unknown, 2, "pie");
  odd = cli_run ("figure", project, "--size", "3x9999", "--output", picture, NULL);
  cli_assert_sentence (&odd, 2, "500 mm");
  format = cli_run ("export", project, "--formats", "word", "--output", self->output, NULL);
  cli_assert_sentence (&format, 2, "word");
  small = cli_run ("figure", project, "--font-size", "-3", "--output", picture, NULL);
  cli_assert_sentence (&small, 2, "font size");
  run = cli_run ("export", project, "--run", "7", "--output", self->output, NULL);
  cli_assert_sentence (&run, 1, "run 7 in the document. Its runs are: 1.");
}

static void
test_documents_are_described_and_merged (CliFixture    *self,
                                         gconstpointer  data)
{
  g_autofree char *video = cli_sample_path ("sample.mkv");
  g_autofree char *first = path_in (self, "first.venule");
  g_autofree char *second = path_in (self, "second.venule");
  g_autofree char *table = path_in (self, "table.csv");
  g_autofree char *unwanted = path_in (self, "unwanted.csv");
  g_autofree char *content = NULL;
  g_auto (CliResult) one = cli_run ("analyze", video, "--flow", "1,0", "--frames", ":20", "--output", self->output,
                                    "--project", first, NULL);
  g_auto (CliResult) other = cli_run ("analyze", video, "--flow", "1,0", "--frames", ":30", "--pixel-size", "0.5",
                                      "--output", self->output, "--project", second, NULL);
  g_auto (CliResult) info = cli_run ("info", first, NULL);
  g_auto (CliResult) merged = cli_run ("merge", first, "--output", table, NULL);
  g_auto (CliResult) mixed = cli_run ("merge", first, second, "--output", unwanted, NULL);
  g_auto (CliResult) wrong = cli_run ("merge", first, video, "--output", unwanted, NULL);

  g_assert_cmpint (one.code, ==, 0);
  g_assert_cmpint (other.code, ==, 0);
  g_assert_cmpint (info.code, ==, 0);
  g_assert_nonnull (strstr (info.out, "\"first.venule\""));
  g_assert_nonnull (strstr (info.out, "\"last_frame\" : 20"));
  g_assert_nonnull (strstr (info.out, "\"complete\" : true"));

  g_assert_cmpint (merged.code, ==, 0);
  g_assert_true (g_file_get_contents (table, &content, NULL, NULL));
  g_auto (GStrv) rows = g_strsplit (g_strchomp (content), "\n", -1);
  g_assert_cmpuint (g_strv_length (rows), ==, 2);
  g_assert_true (g_str_has_prefix (rows[0], "document,run,video,first_frame,last_frame,duration_s,complete,"));
  g_assert_nonnull (strstr (rows[0], ",rolling_velocity_mean_px_s,"));
  g_assert_true (g_str_has_prefix (rows[1], "first.venule,1,sample.mkv,0,20,"));

  /* µm/s and px/s in one column. */
  cli_assert_sentence (&mixed, 1, "first.venule");
  g_assert_nonnull (strstr (mixed.err, "second.venule"));
  cli_assert_sentence (&wrong, 1, "sample.mkv");
  g_assert_false (g_file_test (unwanted, G_FILE_TEST_EXISTS));
}

/* Sentences name the run where a document has several, and a document that has none is not left out silently. */
static void
test_what_is_merged_is_named (CliFixture    *self,
                              gconstpointer  data)
{
  g_autofree char *video = cli_sample_path ("sample.mkv");
  g_autofree char *two = path_in (self, "two.venule"), *empty = path_in (self, "empty.venule");
  g_autofree char *table = path_in (self, "table.csv");
  g_autoptr (VenuleSource) source = venule_source_open (video, NULL, NULL);
  g_autoptr (VenuleDocument) document = venule_document_new (source);
  g_auto (CliResult) px = cli_run ("analyze", video, "--flow", "1,0", "--frames", ":5", "--output", self->output,
                                   "--project", two, NULL);
  g_auto (CliResult) um = cli_run ("analyze", video, "--flow", "1,0", "--frames", ":5", "--pixel-size", "0.5",
                                   "--adherent-seconds", "0.1", "--output", self->output, "--project", two, NULL);
  g_auto (CliResult) mixed = cli_run ("merge", two, "--output", table, NULL);
  g_auto (CliResult) nothing = { 0 }, with_nothing = { 0 };

  g_assert_cmpint (px.code, ==, 0);
  g_assert_cmpint (um.code, ==, 0);
  g_auto (CliResult) text = { 0 }, study = { 0 };
  g_autofree char *tracks = g_build_filename (self->output, "tracks.csv", NULL);
  g_autofree char *list = cli_write_file (self, "s.venule-study", "{}", 2);

  text = cli_run ("merge", tracks, "--output", table, NULL);
  cli_assert_sentence (&text, 1, "“tracks.csv” is a table or a text, and a document is wanted.");
  study = cli_run ("merge", list, "--output", table, NULL);
  cli_assert_sentence (&study, 1, "“s.venule-study” is a study, and a document is wanted.");
  cli_assert_sentence (&mixed, 1, "“two.venule, run 2” is measured in µm, and “two.venule, run 1” in px");

  g_assert_true (venule_document_save (document, empty, NULL));
  nothing = cli_run ("merge", empty, "--output", table, NULL);
  g_assert_cmpint (nothing.code, ==, 1);
  g_assert_nonnull (strstr (nothing.err, "None of these documents holds results"));
  g_assert_cmpint (g_remove (two), ==, 0);
  g_auto (CliResult) again = cli_run ("analyze", video, "--flow", "1,0", "--frames", ":5", "--output", self->output,
                                      "--project", two, NULL);
  with_nothing = cli_run ("merge", two, empty, "--output", table, NULL);
  g_assert_cmpint (with_nothing.code, ==, 0);
  g_assert_cmpstr (with_nothing.err, ==, "Note: “empty.venule” holds no results, and has no row in the table.\n");
}

/* Fields of the row of titles and of one further row of a table without quotes. */
static char *
dup_field (const char *table,
           guint       row,
           const char *title)
{
  g_auto (GStrv) rows = g_strsplit (table, "\r\n", -1);
  g_auto (GStrv) titles = g_strsplit (rows[0], ",", -1);
  g_auto (GStrv) fields = g_strsplit (rows[row], ",", -1);

  g_assert_cmpuint (g_strv_length (titles), ==, g_strv_length (fields));
  for (guint i = 0; titles[i] != NULL; i++)
    if (g_str_equal (titles[i], title))
      return g_strdup (fields[i]);
  g_assert_not_reached ();
}

static void
assert_as_in_summary (const char *summary,
                      const char *quantity,
                      const char *merged,
                      guint       row,
                      const char *title)
{
  g_autofree char *field = dup_field (merged, row, title);
  g_autofree char *expected = g_strdup_printf ("\r\n%s,%s,", quantity, field);

  if (strstr (summary, expected) == NULL)
    g_error ("%s is %s in the merged table, but not in summary.csv", quantity, field);
}

/* Adherent cells are counted with the time that was set, in all files; documents with different times are not put into
 * one table. */
static void
test_merged_numbers_are_those_of_the_exports (CliFixture    *self,
                                              gconstpointer  data)
{
  g_autofree char *video = cli_sample_path ("sample.mkv");
  g_autofree char *project = path_in (self, "brief.venule");
  g_autofree char *usual = path_in (self, "usual.venule");
  g_autofree char *table = path_in (self, "table.csv");
  g_autofree char *content = NULL, *adherent = NULL;
  g_auto (CliResult) brief_run = cli_run ("analyze", video, "--crop", "0,65,400,100", "--flow", "1,0", "--frames",
                                          ":40",
                                          "--adherent-seconds", "0.5", "--pixel-size", "0.363", "--output",
                                          self->output, "--project", project, "--quiet", NULL);
  g_autofree char *summary = cli_read_output (self, "summary.csv");
  g_auto (CliResult) usual_run = cli_run ("analyze", video, "--crop", "0,65,400,100", "--flow", "1,0", "--frames",
                                          ":40",
                                          "--pixel-size", "0.363", "--output", self->output, "--project", usual,
                                          "--quiet", NULL);
  g_auto (CliResult) mixed = cli_run ("merge", project, usual, "--output", table, NULL);
  g_auto (CliResult) merged = { 0 }, senseless = { 0 };

  g_assert_cmpint (brief_run.code, ==, 0);
  g_assert_cmpint (usual_run.code, ==, 0);
  cli_assert_sentence (&mixed, 1, "--adherent-seconds");
  g_assert_nonnull (strstr (mixed.err, "usual.venule"));
  g_assert_false (g_file_test (table, G_FILE_TEST_EXISTS));

  merged = cli_run ("merge", project, usual, "--adherent-seconds", "0.5", "--output", table, NULL);
  g_assert_cmpint (merged.code, ==, 0);
  g_assert_nonnull (strstr (merged.err, "“brief.venule” and “usual.venule” are of the same vessel in the same video"));
  g_assert_true (g_file_get_contents (table, &content, NULL, NULL));
  for (guint row = 1; row <= 2; row++)
    {
      assert_as_in_summary (summary, "adherent_seconds", content, row, "adherent_seconds");
      assert_as_in_summary (summary, "adherent_cells", content, row, "adherent_cells");
      assert_as_in_summary (summary, "adherent_per_100um", content, row, "adherent_per_100um");
      assert_as_in_summary (summary, "rolling_velocity_mean", content, row, "rolling_velocity_mean_um_s");
      assert_as_in_summary (summary, "rolling_flux", content, row, "rolling_flux_per_min");
      assert_as_in_summary (summary, "edited_tracks", content, row, "edited_tracks");
    }
  adherent = dup_field (content, 2, "adherent_cells");
  g_assert_cmpint (g_ascii_strtoll (adherent, NULL, 10), >, 0);

  senseless = cli_run ("merge", usual, "--adherent-seconds", "soon", "--output", table, NULL);
  cli_assert_sentence (&senseless, 2, "--adherent-seconds");
}

/* The results of a run against themselves, as if they had been marked by hand. */
static void
test_a_document_is_compared_with_marks (CliFixture    *self,
                                        gconstpointer  data)
{
  g_autofree char *video = cli_sample_path ("sample.mkv");
  g_autofree char *project = path_in (self, "study.venule");
  g_autofree char *spots = g_build_filename (self->output, "spots.csv", NULL);
  g_autofree char *folder = path_in (self, "agreement");
  g_autofree char *figure = g_build_filename (folder, "bland-altman.pdf", NULL);
  g_autofree char *summary = g_build_filename (folder, "agreement-summary.csv", NULL);
  g_autofree char *content = NULL;
  g_auto (CliResult) run = cli_run ("analyze", video, "--crop", "0,65,400,100", "--flow", "1,0", "--frames", ":30",
                                    "--output", self->output, "--project", project, NULL);
  g_auto (CliResult) compared = cli_run ("compare", project, "--manual", spots, "--complete", "--output", folder, NULL);
  g_auto (CliResult) video_instead = cli_run ("compare", project, "--manual", video, NULL);
  g_auto (CliResult) nothing = cli_run ("compare", project, NULL);
  g_autofree char *points = cli_write_file (self, "points.csv", "frame,x,y\n0,10,100\n1,12,100\n", -1);
  g_auto (CliResult) loose = cli_run ("compare", project, "--manual", points, NULL);

  /* Without tracks frames are compared, not cells. */
  g_assert_cmpint (loose.code, ==, 0);
  g_assert_nonnull (strstr (loose.err, "give --unit um"));
  g_assert_null (strstr (loose.err, "a cell of its own"));
  g_assert_cmpint (run.code, ==, 0);
  g_assert_cmpstr (compared.err, !=, "");
  g_assert_cmpint (compared.code, ==, 0);
  g_assert_nonnull (strstr (compared.err, "Read as Venule"));
  g_assert_nonnull (strstr (compared.out, "0 had not been marked"));
  g_assert_nonnull (strstr (compared.out, "differed by a mean (Venule − manual) of 0.00 (95 % CI 0.00 to 0.00) px/s"));
  g_assert_true (g_file_test (figure, G_FILE_TEST_IS_REGULAR));
  g_assert_true (g_file_get_contents (summary, &content, NULL, NULL));
  g_assert_nonnull (strstr (content, "\r\nrecall,1.0000,"));
  g_assert_nonnull (strstr (content, "\r\nfalse,0,"));
  cli_assert_sentence (&video_instead, 1, "sample.mkv");
  g_assert_cmpint (nothing.code, ==, 2);

  /* Once more is right; a text that is another's stays. */
  g_auto (CliResult) again = cli_run ("compare", project, "--manual", spots, "--complete", "--output", folder, NULL);
  g_autofree char *notes = cli_write_file (self, "agreement.txt", "mine", -1);
  g_auto (CliResult) over = cli_run ("compare", project, "--manual", spots, "--output", self->directory, NULL);
  g_assert_cmpint (again.code, ==, 0);
  cli_assert_sentence (&over, 1, "“agreement.txt”");
  g_assert_true (g_file_test (notes, G_FILE_TEST_EXISTS));
}

/* As in the window: a note on the first track, and the second one deleted. */
static void
correct (const char *project)
{
  g_autoptr (GError) error = NULL;
  VenuleWorkingCopy *working_copy = venule_working_copy_open (project, VENULE_WORKING_COPY_ASK, &error);
  g_autoptr (VenuleSourceRecord) record = NULL;
  g_autoptr (VenuleSource) source = NULL;
  g_autoptr (VenuleDocument) document = NULL;
  g_autoptr (VenuleTrack) first = NULL;
  g_autoptr (VenuleTrack) second = NULL;
  guint ids[2];

  g_assert_no_error (error);
  record = venule_project_db_dup_video (venule_working_copy_get_db (working_copy), &error);
  source = venule_source_new_recorded (record, &error);
  g_assert_no_error (error);
  document = venule_document_new_from_working_copy (source, working_copy, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (document)), >=, 3);
  first = g_list_model_get_item (G_LIST_MODEL (document), 0);
  second = g_list_model_get_item (G_LIST_MODEL (document), 1);
  ids[0] = venule_track_get_id (first);
  ids[1] = venule_track_get_id (second);
  g_assert_true (venule_document_set_note (document, &ids[0], 1, "a pair", &error));
  g_assert_true (venule_document_remove_tracks (document, &ids[1], 1, &error));
  g_assert_true (venule_document_save (document, NULL, &error));
}

static void
test_another_run_gets_the_corrections (CliFixture    *self,
                                       gconstpointer  data)
{
  g_autofree char *video = copy_video (self);
  g_autofree char *project = path_in (self, "project.venule");
  g_autofree char *again = path_in (self, "again");
  g_auto (CliResult) first = cli_run ("analyze", video, "--flow", "1,0", "--frames", ":30", "--output", self->output,
                                      "--project", project, NULL);
  g_auto (CliResult) second = { 0 }, exported = { 0 }, info = { 0 };
  g_autofree char *tracks = g_build_filename (again, "tracks.csv", NULL);
  g_autofree char *analysis = g_build_filename (again, "analysis.json", NULL);
  g_autofree char *table = NULL, *description = NULL;

  g_assert_cmpint (first.code, ==, 0);
  correct (project);
  second = cli_run ("analyze", video, "--flow", "1,0", "--frames", ":30", "--output", self->output, "--project",
                    project, NULL);
  g_assert_cmpint (second.code, ==, 0);
  g_assert_nonnull (strstr (second.out, "2 corrections were carried over"));

  exported = cli_run ("export", project, "--output", again, NULL);
  g_assert_cmpint (exported.code, ==, 0);
  assert_same_folder (self->output, again);
  info = cli_run ("info", project, NULL);
  g_assert_nonnull (strstr (info.out, "\"run\" : 2"));

  g_assert_true (g_file_get_contents (tracks, &table, NULL, NULL));
  g_assert_nonnull (strstr (table, ",false,false,false,a pair,"));
  g_assert_true (g_file_get_contents (analysis, &description, NULL, NULL));
  g_assert_nonnull (strstr (description, "\"note\": \"a pair\""));
}

static void
test_what_is_no_document_is_refused (CliFixture    *self,
                                     gconstpointer  data)
{
  g_autofree char *text = cli_write_file (self, "text.venule", "This is a text, not a database at all.\n", -1);
  g_autofree char *empty = cli_write_file (self, "empty.venule", "", 0);
  g_autofree char *cut = cli_write_file (self, "cut.venule", "SQLite format 3\0\x10\0\1\1\0\x40\x20\x20", 24);
  g_autofree char *missing = path_in (self, "missing.venule");
  const char *wrong[] = { text, empty, cut, missing, self->directory };

  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      g_autofree char *name = g_path_get_basename (wrong[i]);
      g_auto (CliResult) result = cli_run ("export", wrong[i], "--output", self->output, NULL);

      cli_assert_sentence (&result, 1, name);
    }
  g_assert_false (g_file_test (self->output, G_FILE_TEST_EXISTS));
}

static void
test_a_place_that_cannot_be_written_is_said_before_the_run (CliFixture    *self,
                                                            gconstpointer  data)
{
  g_autofree char *video = cli_sample_path ("sample.mkv");
  g_autofree char *nowhere = path_in (self, "nowhere/project.venule");
  g_auto (CliResult) result = cli_run ("analyze", video, "--flow", "1,0", "--output", self->output, "--project",
                                       nowhere, NULL);
  g_autofree char *spots = g_build_filename (self->output, "spots.csv", NULL);

  cli_assert_sentence (&result, 1, "project.venule");
  g_assert_false (g_file_test (spots, G_FILE_TEST_EXISTS));
}

/* Said before the run, whose results would not come into the document. */
static void
test_a_document_that_is_open_elsewhere_is_left_alone (CliFixture    *self,
                                                      gconstpointer  data)
{
  g_autofree char *video = cli_sample_path ("sample.mkv");
  g_autofree char *project = path_in (self, "project.venule");
  g_autofree char *again = path_in (self, "again");
  g_autofree char *before = NULL, *after = NULL;
  gsize size, size_after;
  g_autoptr (GError) error = NULL;
  g_auto (CliResult) first = cli_run ("analyze", video, "--flow", "1,0", "--frames", ":5", "--output", self->output,
                                      "--project", project, NULL);
  VenuleWorkingCopy *working_copy = venule_working_copy_open (project, VENULE_WORKING_COPY_ASK, &error);

  g_assert_no_error (error);
  g_assert_true (g_file_get_contents (project, &before, &size, NULL));
  g_auto (CliResult) second = cli_run ("analyze", video, "--flow", "1,0", "--frames", ":5", "--output", again,
                                       "--project", project, NULL);
  cli_assert_sentence (&second, 1, "project.venule");
  g_assert_nonnull (strstr (second.err, "open in another window"));
  g_assert_false (g_file_test (again, G_FILE_TEST_EXISTS));
  g_assert_true (g_file_get_contents (project, &after, &size_after, NULL));
  g_assert_cmpmem (before, size, after, size_after);
  venule_working_copy_free (working_copy);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_setenv ("LANGUAGE", "C", TRUE);

#define ADD(name, function) g_test_add ("/documents/" name, CliFixture, NULL, cli_set_up, function, cli_tear_down)
  ADD ("export-writes-what-the-run-wrote", test_export_writes_what_the_run_wrote);
  ADD ("how-it-was-measured-is-said", test_how_it_was_measured_is_said);
  ADD ("results-of-another-vessel-are-not-mixed", test_results_of_another_vessel_are_not_mixed);
  ADD ("a-run-replaces-its-own-results-only", test_a_run_replaces_its_own_results_only);
  ADD ("without-calibration-too", test_without_calibration_too);
  ADD ("without-registration", test_without_registration);
  ADD ("a-document-is-not-changed-by-reading", test_a_document_is_not_changed_by_reading);
  ADD ("another-run-gets-the-corrections", test_another_run_gets_the_corrections);
  ADD ("figures-and-formats-are-chosen", test_figures_and_formats_are_chosen);
  ADD ("documents-are-described-and-merged", test_documents_are_described_and_merged);
  ADD ("what-is-merged-is-named", test_what_is_merged_is_named);
  ADD ("merged-numbers-are-those-of-the-exports", test_merged_numbers_are_those_of_the_exports);
  ADD ("a-document-is-compared-with-marks", test_a_document_is_compared_with_marks);
  ADD ("what-is-no-document-is-refused", test_what_is_no_document_is_refused);
  ADD ("a-place-that-cannot-be-written-is-said-before-the-run",
       test_a_place_that_cannot_be_written_is_said_before_the_run);
  ADD ("a-document-that-is-open-elsewhere-is-left-alone", test_a_document_that_is_open_elsewhere_is_left_alone);
#undef ADD

  return g_test_run ();
}
