/* test-convert.c: documents from other files, other files from documents, and what can be rescued
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <gio/gio.h>
#include <glib/gstdio.h>
#include <sqlite3.h>
#include <string.h>
#include <unistd.h>

#include "cli-test.h"

static char *
path_in (CliFixture *self,
         const char *name)
{
  return g_build_filename (self->directory, name, NULL);
}

/* What the sample's analysis gives, for all tests; NULL before the first. */
static char *analysed;

static const char *
get_analysed (void)
{
  if (analysed == NULL)
    {
      g_autofree char *video = cli_sample_path ("sample.mkv");
      g_autofree char *made = g_dir_make_tmp ("venule-cli-XXXXXX", NULL);
      g_autofree char *output = g_build_filename (made, "results", NULL);
      g_autofree char *project = g_build_filename (made, "project.venule", NULL);
      g_auto (CliResult) result = cli_run ("analyze", video, "--crop", "0,66,400,100", "--flow", "1,0", "--pixel-size",
                                           "0.363", "--cell-diameter", "22", "--frames", ":40", "--output", output,
                                           "--project", project, NULL);

      g_assert_cmpint (result.code, ==, 0);
      analysed = g_steal_pointer (&made);
    }
  return analysed;
}

/* A document of the sample; its spots.csv is in the output folder. */
static char *
analyze_sample (CliFixture *self)
{
  g_autofree char *all = g_build_filename (get_analysed (), ".", NULL);
  const char *copy[] = { "cp", "-R", all, self->directory, NULL };
  g_auto (CliResult) result = cli_run_argv (copy);

  g_assert_cmpint (result.code, ==, 0);
  return path_in (self, "project.venule");
}

static void
test_documents_become_tables_and_documents (CliFixture    *self,
                                            gconstpointer  data)
{
  g_autofree char *project = analyze_sample (self);
  g_autofree char *newest = path_in (self, "newest.venule");
  g_autofree char *table = path_in (self, "table.csv");
  g_autofree char *expected = cli_read_output (self, "spots.csv");
  g_autofree char *content = NULL;
  g_auto (CliResult) first = cli_run ("convert", project, "--output", newest, NULL);
  g_auto (CliResult) second = cli_run ("convert", newest, "--output", table, NULL);

  g_assert_cmpstr (first.err, ==, "");
  g_assert_cmpint (first.code, ==, 0);
  g_assert_cmpint (second.code, ==, 0);
  g_assert_true (g_file_get_contents (table, &content, NULL, NULL));
  g_assert_cmpstr (content, ==, expected);
}

/* Columns of spots.csv. */
#define FIRST_UM 6
#define LAST_UM 8

/* All columns but those in µm, which are worked out from px: there the last digit may be another one. */
static char *
cut_columns (const char *text)
{
  g_auto (GStrv) lines = g_strsplit (text, "\r\n", -1);
  GString *cut = g_string_new (NULL);

  for (char **line = lines; *line != NULL; line++)
    {
      g_auto (GStrv) fields = g_strsplit (*line, ",", -1);

      for (guint i = 0; i < g_strv_length (fields); i++)
        if (i < FIRST_UM || i > LAST_UM)
          g_string_append_printf (cut, "%s,", fields[i]);
      g_string_append_c (cut, '\n');
    }
  return g_string_free (cut, FALSE);
}

static void
test_tables_become_documents (CliFixture    *self,
                              gconstpointer  data)
{
  g_autofree char *project = analyze_sample (self);
  g_autofree char *video = cli_sample_path ("sample.mkv");
  g_autofree char *spots = g_build_filename (self->output, "spots.csv", NULL);
  g_autofree char *made = path_in (self, "made.venule");
  g_autofree char *table = path_in (self, "table.csv");
  g_autofree char *expected = cli_read_output (self, "spots.csv");
  g_autofree char *content = NULL, *places = NULL, *expected_places = NULL;
  g_auto (CliResult) alone = cli_run ("convert", spots, "--output", made, NULL);
  g_auto (CliResult) result = cli_run ("convert", spots, "--output", made, "--video", video, "--flow", "1,0",
                                       "--pixel-size", "0.363", NULL);
  g_auto (CliResult) back = cli_run ("convert", made, "--output", table, NULL);

  cli_assert_sentence (&alone, 2, "--video");
  g_assert_true (g_str_has_prefix (result.err, "Read as Venule: "));
  g_assert_true (g_str_has_suffix (result.err, " tracks, frames from 0, positions in px.\n"));
  g_assert_cmpint (result.code, ==, 0);
  g_assert_cmpint (back.code, ==, 0);
  g_assert_true (g_file_get_contents (table, &content, NULL, NULL));
  places = cut_columns (content);
  expected_places = cut_columns (expected);
  g_assert_cmpstr (places, ==, expected_places);
  g_assert_null (strstr (content, ",manual,"));
}

/* How a table was read is said; one that makes no tracks is refused. */
/* Whoever writes a paper is not told of a network and of sizes that there were not. */
static void
test_tracks_of_others_are_said_to_be (CliFixture    *self,
                                      gconstpointer  data)
{
  static const char marks[] = "MTrackJ 1.2.0 Data File\nAssembly 1\nCluster 1\nTrack 1\n"
                              "Point 1 100.0 120.0 1.0 1.0 1.0\nPoint 2 103.0 120.0 1.0 2.0 1.0\n"
                              "Point 3 106.0 120.0 1.0 3.0 1.0\nTrack 2\nPoint 1 200.0 110.0 1.0 1.0 1.0\n"
                              "Point 2 204.0 110.0 1.0 2.0 1.0\nEnd of MTrackJ Data File\n";
  g_autofree char *path = cli_write_file (self, "marks.mdf", marks, -1);
  g_autofree char *video = cli_sample_path ("sample.mkv");
  g_autofree char *document = g_build_filename (self->directory, "marks.venule", NULL);
  g_auto (CliResult) converted = cli_run ("convert", path, "--video", video, "--output", document, "--flow", "1,0",
                                          NULL);
  g_auto (CliResult) exported = cli_run ("export", document, "--output", self->output, "--formats",
                                         "csv,methods,settings", NULL);
  g_autofree char *methods = cli_read_output (self, "methods.txt");
  g_autofree char *summary = cli_read_output (self, "summary.csv");
  g_autofree char *settings = cli_read_output (self, "analysis.json");
  g_autofree char *tracks = cli_read_output (self, "tracks.csv");
  g_autofree char *truth = cli_write_file (self, "truth.csv", "frame,id,kind,x,y,radius\n0,1,rolling,100,120,10\n", -1);
  g_autofree char *tracks_path = g_build_filename (self->output, "tracks.csv", NULL);
  g_autofree char *spots_path = g_build_filename (self->output, "spots.csv", NULL);
  g_auto (CliResult) evaluated = cli_run ("evaluate", "--truth", truth, "--spots", spots_path, "--tracks",
                                          tracks_path, NULL);

  g_assert_cmpint (converted.code, ==, 0);
  g_assert_cmpint (exported.code, ==, 0);
  g_assert_nonnull (strstr (methods, "not made by Venule but read from a file (MTrackJ)"));
  g_assert_nonnull (strstr (methods, "Movement of the tissue was not taken off."));
  g_assert_null (strstr (methods, "network"));
  g_assert_null (strstr (methods, "snakes"));
  g_assert_null (strstr (methods, "Computed on"));
  g_assert_nonnull (strstr (summary, "\ncell_diameter_mean,not assessable,"));
  g_assert_nonnull (strstr (settings, "\"imported-tracks\""));
  g_assert_nonnull (strstr (settings, "\"unregistered_frames\": 90"));

  /* A quality of 0 would say that they are surely wrong. */
  g_assert_null (strstr (tracks, "0.0000"));
  g_assert_nonnull (strstr (tracks, ",,false,"));
  g_assert_cmpint (evaluated.code, ==, 0);
  g_assert_nonnull (strstr (evaluated.out, "\"judged_tracks\" : 0"));
}

static void
test_what_a_table_leaves_open_is_said (CliFixture    *self,
                                       gconstpointer  data)
{
  g_autofree char *video = cli_sample_path ("sample.mkv");
  g_autofree char *made = path_in (self, "made.venule"), *numbers = path_in (self, "numbers.venule");
  g_autofree char *two = cli_write_file (self, "two.csv", "track,frame,x,y\n7,0,10,10\n7,1,12,10\n,1,30,10\n", -1);
  g_autofree char *points = cli_write_file (self, "points.csv", "frame,x,y\n0,10,10\n1,12,10\n", -1);
  g_autofree char *marks = cli_write_file (self, "marks.csv", "id,frame,x,y\n1,0,10,10\n2,1,12,10\n", -1);
  g_auto (CliResult) read = cli_run ("convert", two, "--video", video, "--output", made, NULL);
  g_auto (CliResult) loose = cli_run ("convert", points, "--video", video, "--output", numbers, NULL);
  g_auto (CliResult) numbered = cli_run ("convert", marks, "--video", video, "--output", numbers, NULL);

  g_assert_cmpint (read.code, ==, 0);
  g_assert_nonnull (strstr (read.err, "2 tracks, frames from 0, positions in px.\n"));
  g_assert_nonnull (strstr (read.err, "give --unit um"));
  g_assert_nonnull (strstr (read.err, "1 mark has no track"));
  g_assert_cmpint (loose.code, ==, 1);
  g_assert_nonnull (strstr (loose.err, "“points.csv” does not say which marks are the same cell"));
  g_assert_cmpint (numbered.code, ==, 1);
  g_assert_false (g_file_test (numbers, G_FILE_TEST_EXISTS));
}

static void
test_a_document_learns_where_its_video_is (CliFixture    *self,
                                           gconstpointer  data)
{
  g_autofree char *project = analyze_sample (self);
  g_autofree char *sample = cli_sample_path ("sample.mkv");
  g_autofree char *moved = path_in (self, "moved.mkv");
  g_autofree char *made = path_in (self, "made.venule");
  g_autoptr (GFile) from = g_file_new_for_path (sample);
  g_autoptr (GFile) to = g_file_new_for_path (moved);
  g_autofree char *bytes = NULL;
  gsize size;

  g_assert_true (g_file_copy (from, to, G_FILE_COPY_NONE, NULL, NULL, NULL, NULL));
  g_auto (CliResult) result = cli_run ("convert", project, "--output", made, "--video", moved, NULL);
  g_assert_cmpint (result.code, ==, 0);
  g_auto (CliResult) info = cli_run ("info", made, NULL);
  g_assert_nonnull (strstr (info.out, "moved.mkv"));

  g_assert_true (g_file_get_contents (moved, &bytes, &size, NULL));
  bytes[size / 2] ^= 1;
  g_assert_true (g_file_set_contents (moved, bytes, (gssize) size, NULL));
  g_auto (CliResult) other = cli_run ("convert", project, "--output", made, "--replace", "--video", moved, NULL);
  cli_assert_sentence (&other, 1, "another video");
}

static void
test_damaged_documents_are_rescued (CliFixture    *self,
                                    gconstpointer  data)
{
  g_autofree char *project = analyze_sample (self);
  g_autofree char *made = path_in (self, "made.venule");
  g_autofree char *table = path_in (self, "table.csv");
  g_autofree char *expected = cli_read_output (self, "spots.csv");
  g_autofree char *bytes = NULL, *content = NULL, *after = NULL, *spots = NULL;
  gsize size, size_after;

  g_assert_true (g_file_get_contents (project, &bytes, &size, NULL));
  memset (bytes, 0, 16384); /* the page on which all others depend */
  g_assert_true (g_file_set_contents (project, bytes, (gssize) size, NULL));

  g_auto (CliResult) info = cli_run ("convert", project, "--output", table, NULL);
  cli_assert_sentence (&info, 1, "project.venule");
  g_auto (CliResult) rescued = cli_run ("convert", "--rescue", project, "--output", made, NULL);
  g_assert_cmpint (rescued.code, ==, 0);
  g_assert_nonnull (strstr (rescued.err, "read."));
  spots = g_build_filename (self->output, "spots.csv", NULL);
  g_auto (CliResult) none = cli_run ("convert", "--rescue", spots, "--output", table, NULL);
  cli_assert_sentence (&none, 1, "Nothing of a document is in “spots.csv”");
  g_auto (CliResult) back = cli_run ("convert", made, "--output", table, NULL);
  g_assert_cmpint (back.code, ==, 0);
  g_assert_true (g_file_get_contents (table, &content, NULL, NULL));
  g_assert_cmpstr (content, ==, expected);
  g_assert_true (g_file_get_contents (project, &after, &size_after, NULL));
  g_assert_cmpmem (bytes, size, after, size_after);
}

/* A rescue that is stopped leaves nothing there. */
static void
test_a_rescue_needs_no_working_copy (CliFixture    *self,
                                     gconstpointer  data)
{
  g_autofree char *project = analyze_sample (self);
  g_autofree char *state = cli_write_file (self, "state", "no folder", -1);
  g_autofree char *command = g_strdup_printf ("XDG_STATE_HOME='%s' \"$0\" convert --rescue '%s' --output \"$2.csv\"",
                                              state, project);
  g_auto (CliResult) rescued = cli_run_in_shell (self, command);

  g_test_message ("%s", rescued.err);
  g_assert_cmpint (rescued.code, ==, 0);
  g_assert_nonnull (strstr (rescued.err, "read."));
}

/* The settings alone are left. */
static void
test_a_rescue_without_tracks_is_told (CliFixture    *self,
                                      gconstpointer  data)
{
  g_autofree char *project = analyze_sample (self);
  g_autofree char *made = path_in (self, "made.venule");
  sqlite3 *database = NULL;

  g_assert_cmpint (sqlite3_open (project, &database), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (database, "DELETE FROM track; DELETE FROM path; VACUUM", NULL, NULL, NULL), ==,
                   SQLITE_OK);
  g_assert_cmpint (sqlite3_close (database), ==, SQLITE_OK);

  g_auto (CliResult) rescued = cli_run ("convert", "--rescue", project, "--output", made, NULL);
  g_assert_cmpint (rescued.code, ==, 3);
  g_assert_nonnull (strstr (rescued.err, "0 tracks were read."));
  g_assert_true (g_file_test (made, G_FILE_TEST_EXISTS));
}

/* How many tracks of each class the tracks.csv in @folder has: "adherent 1, rolling 2, ". */
static char *
count_classes (const char *folder)
{
  g_autofree char *path = g_build_filename (folder, "tracks.csv", NULL);
  g_autofree char *content = NULL;
  const char *const classes[] = { "rolling", "adherent", "free", "other" };
  GString *counts = g_string_new (NULL);

  g_assert_true (g_file_get_contents (path, &content, NULL, NULL));
  for (guint i = 0; i < G_N_ELEMENTS (classes); i++)
    {
      g_autofree char *field = g_strdup_printf (",%s,", classes[i]);
      g_auto (GStrv) parts = g_strsplit (content, field, -1);

      g_string_append_printf (counts, "%s %u, ", classes[i], g_strv_length (parts) - 1);
    }
  return g_string_free (counts, FALSE);
}

static char *
rescue_and_count (CliFixture *self,
                  const char *project,
                  const char *option)
{
  g_autofree char *made = path_in (self, "made.venule");
  g_autofree char *folder = path_in (self, option != NULL ? option : "plain");
  g_auto (CliResult) rescued = cli_run ("convert", "--rescue", project, "--output", made, option, NULL);
  g_auto (CliResult) exported = cli_run ("export", made, "--output", folder, NULL);

  g_assert_cmpint (rescued.code, ==, 0);
  g_assert_cmpint (exported.code, ==, 0);
  g_assert_cmpint (g_unlink (made), ==, 0);
  return count_classes (folder);
}

static void
test_lost_classes_are_found_again (CliFixture    *self,
                                   gconstpointer  data)
{
  g_autofree char *project = analyze_sample (self);
  g_autofree char *expected = count_classes (self->output);
  sqlite3 *database = NULL;

  g_assert_null (strstr (expected, "rolling 0"));
  g_assert_nonnull (strstr (expected, "other 0"));
  g_assert_cmpint (sqlite3_open (project, &database), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (database, "DELETE FROM track", NULL, NULL, NULL), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_close (database), ==, SQLITE_OK);

  g_autofree char *plain = rescue_and_count (self, project, NULL);
  g_assert_true (g_str_has_prefix (plain, "rolling 0, adherent 0, free 0, other "));
  g_autofree char *classified = rescue_and_count (self, project, "--classify");
  g_assert_cmpstr (classified, ==, expected);
}

static void
assert_unchanged (const char *path,
                  const char *before,
                  gsize       size)
{
  g_autofree char *after = NULL;
  gsize size_after;

  g_assert_true (g_file_get_contents (path, &after, &size_after, NULL));
  g_assert_cmpmem (before, size, after, size_after);
}

/* By whatever name it is called. */
static void
test_what_is_read_is_never_replaced (CliFixture    *self,
                                     gconstpointer  data)
{
  g_autofree char *project = analyze_sample (self);
  g_autofree char *video = cli_sample_path ("sample.mkv");
  g_autofree char *same = path_in (self, "same.venule");
  g_autofree char *table = cli_write_file (self, "table.csv", "frame,x,y\n0,100,100\n", -1);
  g_autofree char *mine = cli_write_file (self, "mine.venule", "an hour's work", -1);
  g_autofree char *moved = path_in (self, "video.venule");
  g_autofree char *bytes = NULL, *marks = NULL, *pixels = NULL;
  gsize size, marks_size, pixels_size;

  g_assert_cmpint (symlink (project, same), ==, 0);
  g_assert_true (g_file_get_contents (project, &bytes, &size, NULL));
  g_assert_true (g_file_get_contents (table, &marks, &marks_size, NULL));
  g_assert_true (g_file_get_contents (video, &pixels, &pixels_size, NULL));
  g_assert_true (g_file_set_contents (moved, pixels, pixels_size, NULL));

  g_auto (CliResult) itself = cli_run ("convert", project, "--output", project, NULL);
  g_auto (CliResult) rescued = cli_run ("convert", "--rescue", same, "--output", project, NULL);
  g_auto (CliResult) tracks = cli_run ("convert", table, "--video", video, "--output", table, NULL);
  g_auto (CliResult) merged = cli_run ("merge", project, "--output", project, NULL);
  g_auto (CliResult) study = cli_run ("study", project, "--output", self->output, "--save", project, NULL);

  g_auto (CliResult) text = cli_run ("convert", project, "--output", mine, "--replace", NULL);
  g_auto (CliResult) own_video = cli_run ("convert", project, "--video", moved, "--output", moved, "--replace", NULL);

  cli_assert_sentence (&itself, 2, "project.venule");
  cli_assert_sentence (&text, 1, "no document of Venule");
  cli_assert_sentence (&own_video, 1, "no document of Venule");
  assert_unchanged (mine, "an hour's work", strlen ("an hour's work"));
  assert_unchanged (moved, pixels, pixels_size);
  cli_assert_sentence (&rescued, 2, "project.venule");
  cli_assert_sentence (&tracks, 2, "table.csv");
  cli_assert_sentence (&merged, 2, "project.venule");
  cli_assert_sentence (&study, 2, ".venule-study");
  assert_unchanged (project, bytes, size);
  assert_unchanged (table, marks, marks_size);
}

/* A table of the same kind is made anew; another one is replaced by whoever says so. */
static void
test_other_tables_are_replaced_on_request (CliFixture    *self,
                                           gconstpointer  data)
{
  static const char *const mine = "track_id,frame,x,y\n1,0,5,5\n";
  g_autofree char *project = analyze_sample (self);
  g_autofree char *table = path_in (self, "table.csv");
  g_autofree char *figure = path_in (self, "fig.svg"), *beside = path_in (self, "fig-data.csv");
  const struct
  {
    const char *path, *words[6];
  } ways[] = { { table, { "convert", project, "--output", table } },
               { table, { "merge", project, "--output", table } },
               { beside, { "figure", project, "--output", figure } },
               { figure, { "figure", project, "--output", figure } } };

  for (guint i = 0; i < G_N_ELEMENTS (ways); i++)
    {
      const char *const *w = ways[i].words;

      g_assert_true (g_file_set_contents (ways[i].path, mine, -1, NULL));

      g_auto (CliResult) refused = cli_run (w[0], w[1], w[2], w[3], NULL);
      cli_assert_sentence (&refused, 1, "--replace");
      assert_unchanged (ways[i].path, mine, strlen (mine));

      g_auto (CliResult) replaced = cli_run (w[0], w[1], w[2], w[3], "--replace", NULL);
      g_assert_cmpint (replaced.code, ==, 0);

      g_auto (CliResult) again = cli_run (w[0], w[1], w[2], w[3], NULL);
      g_assert_cmpint (again.code, ==, 0);
      g_assert_cmpint (g_unlink (ways[i].path), ==, 0);
      g_unlink (beside);
      g_unlink (figure);
    }
}

/* A document is replaced by whoever says so; a table, which was made of one, is made anew. */
static void
test_documents_are_replaced_on_request (CliFixture    *self,
                                        gconstpointer  data)
{
  g_autofree char *project = analyze_sample (self);
  g_autofree char *video = cli_sample_path ("sample.mkv");
  g_autofree char *made = path_in (self, "made.venule");
  g_autofree char *table = path_in (self, "table.csv");
  g_autofree char *bytes = NULL, *after = NULL;
  gsize size, size_after;

  g_auto (CliResult) first = cli_run ("convert", project, "--output", table, NULL);
  g_auto (CliResult) marks = cli_run ("convert", table, "--video", video, "--output", made, NULL);
  g_auto (CliResult) again = cli_run ("convert", project, "--output", table, NULL);
  g_assert_cmpint (first.code, ==, 0);
  g_assert_cmpint (marks.code, ==, 0);
  g_assert_cmpint (again.code, ==, 0);
  g_assert_true (g_file_get_contents (made, &bytes, &size, NULL));

  g_auto (CliResult) refused = cli_run ("convert", project, "--output", made, NULL);
  g_auto (CliResult) rescued = cli_run ("convert", "--rescue", project, "--output", made, NULL);
  g_auto (CliResult) tracks = cli_run ("convert", table, "--video", video, "--output", made, NULL);
  cli_assert_sentence (&refused, 1, "--replace");
  cli_assert_sentence (&rescued, 1, "--replace");
  cli_assert_sentence (&tracks, 1, "--replace");
  assert_unchanged (made, bytes, size);

  g_auto (CliResult) replaced = cli_run ("convert", project, "--output", made, "--replace", NULL);
  g_assert_cmpint (replaced.code, ==, 0);
  g_assert_true (g_file_get_contents (made, &after, &size_after, NULL));
  g_assert_false (size == size_after && memcmp (bytes, after, size) == 0);
}

static void
test_wrong_usage_is_said (CliFixture    *self,
                          gconstpointer  data)
{
  g_autofree char *table = cli_write_file (self, "table.csv", "frame,x,y\n0,1,1\n", -1);
  g_auto (CliResult) nothing = cli_run ("convert", NULL);
  g_auto (CliResult) missing = cli_run ("convert", "--rescue", "missing.venule", "--output", "x.venule", NULL);
  g_auto (CliResult) no_output = cli_run ("convert", table, NULL);
  g_auto (CliResult) kind = cli_run ("convert", table, "--video", "any.avi", "--output", "x.txt", NULL);
  g_auto (CliResult) unit = cli_run ("convert", table, "--video", "any.avi", "--output", "x.venule", "--unit", "mm",
                                     NULL);
  g_auto (CliResult) first = cli_run ("convert", table, "--video", "any.avi", "--output", "x.venule", "--first-frame",
                                      "5", NULL);
  g_auto (CliResult) crop = cli_run ("convert", table, "--video", "any.avi", "--output", "x.venule", "--crop", "1,2",
                                     NULL);
  g_auto (CliResult) classify = cli_run ("convert", "any.venule", "--output", "x.venule", "--classify", NULL);
  g_auto (CliResult) useless = cli_run ("convert", "any.venule", "--output", "x.csv", "--crop", "0,0,9,9", NULL);

  g_assert_cmpint (nothing.code, ==, 2);
  g_assert_cmpint (no_output.code, ==, 2);
  cli_assert_sentence (&missing, 1, "missing.venule");
  cli_assert_sentence (&kind, 2, ".csv");
  cli_assert_sentence (&unit, 2, "--unit");
  cli_assert_sentence (&first, 2, "--first-frame");
  cli_assert_sentence (&crop, 2, "--crop");
  cli_assert_sentence (&classify, 2, "--rescue");
  cli_assert_sentence (&useless, 2, "--crop");
}

int
main (int    argc,
      char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  g_setenv ("LANGUAGE", "C", TRUE);

#define ADD(name, function) g_test_add ("/convert/" name, CliFixture, NULL, cli_set_up, function, cli_tear_down)
  ADD ("documents-become-tables-and-documents", test_documents_become_tables_and_documents);
  ADD ("tables-become-documents", test_tables_become_documents);
  ADD ("tracks-of-others-are-said-to-be", test_tracks_of_others_are_said_to_be);
  ADD ("a-document-learns-where-its-video-is", test_a_document_learns_where_its_video_is);
  ADD ("damaged-documents-are-rescued", test_damaged_documents_are_rescued);
  ADD ("a-rescue-needs-no-working-copy", test_a_rescue_needs_no_working_copy);
  ADD ("a-rescue-without-tracks-is-told", test_a_rescue_without_tracks_is_told);
  ADD ("lost-classes-are-found-again", test_lost_classes_are_found_again);
  ADD ("what-a-table-leaves-open-is-said", test_what_a_table_leaves_open_is_said);
  ADD ("what-is-read-is-never-replaced", test_what_is_read_is_never_replaced);
  ADD ("documents-are-replaced-on-request", test_documents_are_replaced_on_request);
  ADD ("other-tables-are-replaced-on-request", test_other_tables_are_replaced_on_request);
  ADD ("wrong-usage-is-said", test_wrong_usage_is_said);
#undef ADD

  status = g_test_run ();
  if (analysed != NULL)
    cli_remove_tree (analysed);
  g_free (analysed);
  return status;
}
