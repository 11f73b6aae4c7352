/* test-usage.c: what venule-cli says of options that would do nothing, and before work that would be lost
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <fcntl.h>
#include <gio/gio.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>

#include "cli-test.h"

/* Of the sample's first frames. */
static char *
make_document (CliFixture *self,
               const char *video)
{
  char *path = g_build_filename (self->directory, "some.venule", NULL);
  g_auto (CliResult) result = cli_run ("analyze", video, "--flow", "1,0", "--frames", "0:5", "--formats", "csv",
                                       "--output", self->output, "--project", path, NULL);

  g_assert_cmpint (result.code, ==, 0);
  return path;
}

/* The first bytes of a file. */
static char *
cut (CliFixture *self,
     const char *path,
     const char *name,
     gsize       size)
{
  g_autofree char *content = NULL;
  gsize whole;

  g_assert_true (g_file_get_contents (path, &content, &whole, NULL));
  g_assert_cmpuint (size, <, whole);
  return cli_write_file (self, name, content, (gssize) size);
}

static void
assert_refused (char       **arguments,
                int          code,
                const char  *part)
{
  g_autoptr (GPtrArray) argv = g_ptr_array_new ();

  g_ptr_array_add (argv, (gpointer) VENULE_CLI);
  for (guint i = 0; arguments[i] != NULL; i++)
    g_ptr_array_add (argv, arguments[i]);
  g_ptr_array_add (argv, NULL);
  g_auto (CliResult) result = cli_run_argv ((const char *const *) argv->pdata);
  cli_assert_sentence (&result, code, part);
  g_assert_cmpuint (strlen (result.err), <, 3000);
}

/* ---- Options without effect ---- */

static void
test_a_video_has_no_channels (CliFixture    *self,
                              gconstpointer  data)
{
  const char *const choices[][2] = {
    { "--channel", "3" }, { "--channel", "1" }, { "--slice", "2" }, { "--series", "1" }, { "--time-axis", "z" },
    { "--time-axis", "c" },
  };
  const char *const commands[] = { "analyze", "info", "verify" };
  g_autofree char *video = cli_sample_path ("sample.mkv");

  for (guint i = 0; i < G_N_ELEMENTS (choices); i++)
    for (guint k = 0; k < G_N_ELEMENTS (commands); k++)
      {
        g_autofree char *leave = g_strdup_printf ("Leave %s out", choices[i][0]);
        char *arguments[] = { (char *) commands[k], video, (char *) choices[i][0], (char *) choices[i][1], NULL };

        assert_refused (arguments, 1, "sample.mkv");
        assert_refused (arguments, 1, leave);
      }

  /* That its frames follow each other in time is true. */
  g_auto (CliResult) time = cli_run ("info", video, "--time-axis", "t", NULL);
  g_assert_cmpint (time.code, ==, 0);
}

static void
test_an_option_that_does_nothing_is_refused (CliFixture    *self,
                                             gconstpointer  data)
{
  g_autofree char *video = cli_sample_path ("sample.mkv");
  g_autofree char *document = make_document (self, video);
  g_autofree char *spots = g_build_filename (self->output, "spots.csv", NULL);
  g_autofree char *picture = g_build_filename (self->directory, "figure.pdf", NULL);
  g_autofree char *table = g_build_filename (self->directory, "table.csv", NULL);
  g_autofree char *other = g_build_filename (self->directory, "other.venule", NULL);
  const struct
  {
    const char *arguments[10];
    const char *part;
  } cases[] = {
    { { "analyze", video, "--movie-frames", "3:4" }, "--movie-frames has no effect without --movie" },
    { { "analyze", video, "--movie-format", "gif", "--formats", "csv" },
      "--movie-format has no effect without --movie" },
    { { "export", document, "-o", self->output, "--movie-shows", "none" }, "--movie-shows has no effect without" },
    { { "export", document, "-o", self->output, "--movie", "--movie-shows=" }, "--movie-shows: “” is not a list" },
    { { "figure", document, "-o", picture, "--kind", "map", "--bars", "counts" },
      "--bars has no effect with --kind map" },
    { { "figure", document, "-o", picture, "--kind=map", "--x-range=0:5" }, "--x-range has no effect with --kind map" },
    { { "figure", document, "-o", picture, "--kind", "flux", "--cumulative" },
      "--cumulative has no effect with --kind flux" },
    { { "figure", document, "-o", picture, "--bin-width=5", "--cumulative" }, "--bin-width has no effect with --cum" },
    { { "figure", document, "-o", picture, "--vessel" }, "--vessel has no effect with --kind histogram" },
    { { "figure", document, "-o", picture, "--dpi", "600" }, "--dpi is only for PNG" },
    { { "study", document, "-o", self->output, "--bin-width", "5" }, "--bin-width has no effect with --figure box" },
    { { "study", document, "-o", self->output, "--figure", "histogram", "--y-range", "0:5" },
      "--y-range has no effect with --figure histogram" },
    { { "compare", document, "--manual", spots, "--font-size", "9" }, "--font-size has no effect without --output" },
    { { "convert", document, "-o", table, "--unit", "um" }, "“--unit” has no effect on a document" },
    { { "convert", spots, "--video", video, "-o", other, "--movie" }, "“--movie” has no effect on tracks" },
    { { "convert", spots, "--video", video, "-o", other, "--sensitivity=1" },
      "“--sensitivity” has no effect on tracks" },
    { { "info", document, "--frames" }, "“--frames” has no effect on a document" },
    { { "info", document, "--channel", "2" }, "“--channel” has no effect on a document" },
    { { "evaluate", "--truth", spots, "--spots", spots, "--pixel-size", "1" },
      "--pixel-size has no effect without --tracks" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    assert_refused ((char **) cases[i].arguments, 2, cases[i].part);
}

/* What says what tracks of other programs are measured by does say it. */
static void
test_tracks_keep_what_they_are_measured_by (CliFixture    *self,
                                            gconstpointer  data)
{
  g_autofree char *video = cli_sample_path ("sample.mkv");
  g_autofree char *document = make_document (self, video);
  g_autofree char *spots = g_build_filename (self->output, "spots.csv", NULL);
  g_autofree char *made = g_build_filename (self->directory, "made.venule", NULL);
  g_autofree char *again = g_build_filename (self->directory, "again", NULL);
  g_autofree char *path = g_build_filename (again, "analysis.json", NULL);
  g_autofree char *settings = NULL;

  g_auto (CliResult) converted = cli_run ("convert", spots, "--video", video, "--animal", "mouse 7", "-o", made, NULL);
  g_assert_cmpint (converted.code, ==, 0);
  g_auto (CliResult) exported = cli_run ("export", made, "-o", again, NULL);
  g_assert_cmpint (exported.code, ==, 0);
  g_assert_true (g_file_get_contents (path, &settings, NULL, NULL));
  g_assert_nonnull (strstr (settings, "mouse 7"));
}

static void
test_fields_of_whole_frames_are_doubted (CliFixture    *self,
                                         gconstpointer  data)
{
  g_autofree char *video = cli_sample_path ("sample.mkv");
  g_auto (CliResult) split = cli_run ("info", video, "--fields", "top-first", NULL);
  g_auto (CliResult) whole = cli_run ("info", video, NULL);

  g_assert_nonnull (strstr (split.out, "Nothing shows that these frames are interlaced"));
  g_assert_null (strstr (whole.out, "interlaced: no combs"));
}

/* ---- Fonts ---- */

static void
test_a_font_that_is_missing_is_told (CliFixture    *self,
                                     gconstpointer  data)
{
  g_autofree char *video = cli_sample_path ("sample.mkv");
  g_autofree char *document = make_document (self, video);
  g_autofree char *picture = g_build_filename (self->directory, "figure.svg", NULL);
  g_autofree char *content = NULL;
  g_auto (CliResult) missing = cli_run ("figure", document, "-o", picture, "--font", "No Such Font", NULL);

  g_test_message ("%s", missing.err);
  g_assert_cmpint (missing.code, ==, 0);
  g_assert_true (g_str_has_prefix (missing.err, "Warning: The font “No Such Font” is not installed: “"));
  g_assert_true (g_file_get_contents (picture, &content, NULL, NULL));
  g_assert_nonnull (strstr (content, "font No Such Font (not installed: "));

  g_auto (CliResult) general = cli_run ("figure", document, "-o", picture, "--font", "Sans", NULL);
  g_assert_cmpint (general.code, ==, 0);
  g_assert_cmpstr (general.err, ==, "");
  g_auto (CliResult) usual = cli_run ("figure", document, "-o", picture, NULL);
  g_assert_cmpstr (usual.err, ==, "");
  g_auto (CliResult) none = cli_run ("figure", document, "-o", picture, "--font", " ", NULL);
  cli_assert_sentence (&none, 2, "the name of a font");
}

/* ---- Videos that were cut off ---- */

static void
assert_told (const CliResult *result)
{
  g_test_message ("%s", result->err);
  g_assert_cmpint (result->code, ==, 3);
  g_assert_nonnull (strstr (result->err, "was cut off"));
}

/* Whoever asks for silence is told, too, and the results are there. What is made of the document is not whole. */
static void
test_a_video_that_was_cut_off_is_told (CliFixture    *self,
                                       gconstpointer  data)
{
  g_autofree char *whole = cli_sample_path ("sample.mkv");
  g_autofree char *video = cut (self, whole, "cut.mkv", 1000000);
  g_autofree char *document = g_build_filename (self->directory, "cut.venule", NULL);
  g_autofree char *picture = g_build_filename (self->directory, "figure.pdf", NULL);
  g_autofree char *table = g_build_filename (self->directory, "table.csv", NULL);
  g_autofree char *spots = NULL;

  g_auto (CliResult) analyzed = cli_run ("analyze", video, "-q", "--flow", "1,0", "--output", self->output, "--project",
                                         document, NULL);
  assert_told (&analyzed);
  g_assert_cmpstr (analyzed.out, ==, "");
  spots = cli_read_output (self, "spots.csv");
  g_assert_true (g_file_test (document, G_FILE_TEST_EXISTS));

  /* From the document alone. */
  g_auto (CliResult) exported = cli_run ("export", document, "--output", self->output, NULL);
  assert_told (&exported);
  g_auto (CliResult) figure = cli_run ("figure", document, "--output", picture, NULL);
  assert_told (&figure);
  g_auto (CliResult) merged = cli_run ("merge", document, "--output", table, NULL);
  assert_told (&merged);
  g_auto (CliResult) converted = cli_run ("convert", document, "--output", table, "--replace", NULL);
  assert_told (&converted);
  g_auto (CliResult) study = cli_run ("study", document, "--output", self->output, NULL);
  assert_told (&study);
  g_auto (CliResult) known = cli_run ("info", document, NULL);
  assert_told (&known);
  g_auto (CliResult) info = cli_run ("info", video, NULL);
  assert_told (&info);
  g_assert_nonnull (strstr (info.out, "\"cut_off\" : true"));
}

/* Somebody who asked for the frames before has all that was wanted. */
static void
test_frames_before_the_cut_are_whole (CliFixture    *self,
                                      gconstpointer  data)
{
  g_autofree char *whole = cli_sample_path ("sample.mkv");
  g_autofree char *video = cut (self, whole, "cut.mkv", 1000000);
  g_auto (CliResult) some = cli_run ("analyze", video, "-q", "--flow", "1,0", "--frames", "0:5", "--output",
                                     self->output, NULL);

  g_assert_cmpint (some.code, ==, 0);
  g_assert_cmpstr (some.err, ==, "");
  g_auto (CliResult) info = cli_run ("info", whole, NULL);
  g_assert_cmpint (info.code, ==, 0);
  g_assert_nonnull (strstr (info.out, "\"cut_off\" : false"));
}

/* ---- What is asked for and cannot be had ---- */

static void
test_what_is_missing_is_told (CliFixture    *self,
                              gconstpointer  data)
{
  g_autofree char *sample = cli_sample_path ("sample.mkv");
  g_autofree char *video = g_build_filename (self->directory, "copy.mkv", NULL);
  g_autofree char *content = NULL;
  g_autofree char *document = NULL;
  gsize size;

  g_assert_true (g_file_get_contents (sample, &content, &size, NULL));
  g_assert_true (g_file_set_contents (video, content, (gssize) size, NULL));
  document = make_document (self, video);
  g_auto (CliResult) whole = cli_run ("export", document, "--formats", "report", "-o", self->output, NULL);
  g_assert_cmpint (whole.code, ==, 0);
  g_assert_cmpstr (whole.err, ==, "");

  g_assert_cmpint (g_unlink (video), ==, 0);
  g_auto (CliResult) report = cli_run ("export", document, "--formats", "report", "-o", self->output, NULL);
  g_assert_cmpint (report.code, ==, 3);
  g_assert_true (g_str_has_prefix (report.err, "Warning: The report has no picture: “copy.mkv” was not found."));
  g_auto (CliResult) diameter = cli_run ("export", document, "--measure-diameter", "-o", self->output, NULL);
  cli_assert_sentence (&diameter, 1, "“copy.mkv” was not found.");
  g_auto (CliResult) tables = cli_run ("export", document, "-o", self->output, NULL);
  g_assert_cmpint (tables.code, ==, 0);

  /* No wall is where the vessel is said to be. */
  g_auto (CliResult) unseen = cli_run ("analyze", sample, "--crop", "0,5,60,20", "--flow", "1,0", "--frames", "0:3",
                                       "--measure-diameter", "-o", self->directory, NULL);
  g_assert_cmpint (unseen.code, ==, 3);
  g_assert_nonnull (strstr (unseen.err, "do not stand out"));
}

/* ---- What newcomers type ---- */

static void
test_what_is_typed_by_mistake_is_explained (CliFixture    *self,
                                            gconstpointer  data)
{
  g_autofree char *video = cli_sample_path ("sample.mkv");
  g_autofree char *document = make_document (self, video);
  g_autofree char *table = g_build_filename (self->directory, "table.csv", NULL);
  g_autofree char *made = g_build_filename (self->directory, "made.venule", NULL);
  const struct
  {
    int         code;
    const char *arguments[8];
    const char *part;
  } cases[] = {
    /* A variable of the shell that is not set. */
    { 2, { "analyze", "" }, "The video has an empty name" },
    { 2, { "analyze", video, "--output", "" }, "--output has an empty name" },
    { 2, { "analyze", video, "--project", "" }, "--project has an empty name" },
    { 2, { "export", document, "--output", "" }, "--output has an empty name" },
    { 2, { "analyze", video, "--formats", "" }, "No kind of result is given" },
    /* As it is written in German. */
    { 2, { "analyze", video, "--pixel-size", "0,363" }, "decimals are written with a point" },
    { 2, { "analyze", video, "--animal", "M\xe4use" }, "encoding" },
    { 2, { "study", document, "--output", self->output, "--label", "M\xe4use" }, "--label" },
    { 2, { "figure", document, "--output", table, "--x-title", "M\xe4use" }, "encoding" },
    { 2, { "merge", document, document, "--output", table }, "is given twice" },
    { 2, { "study", document, document, "--output", self->output }, "is given twice" },
    { 1, { "analyze", document }, "is a document, and a video is wanted" },
    { 1, { "verify", document }, "is a document, and a video is wanted" },
    { 1, { "export", video, "--output", self->output }, "is a video, and a document is wanted" },
    { 1, { "convert", self->directory, "--video", video, "--output", made }, "is a folder" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    assert_refused ((char **) cases[i].arguments, cases[i].code, cases[i].part);
  g_assert_false (g_file_test (table, G_FILE_TEST_EXISTS));
}

/* A pipe would be waited for, and a device read without end; nor is one replaced. */
static void
test_pipes_and_devices_are_refused (CliFixture    *self,
                                    gconstpointer  data)
{
  g_autofree char *video = cli_sample_path ("sample.mkv");
  g_autofree char *document = make_document (self, video);
  g_autofree char *spots = g_build_filename (self->output, "spots.csv", NULL);
  g_autofree char *made = g_build_filename (self->directory, "made.venule", NULL);
  g_autofree char *pipe = g_build_filename (self->directory, "pipe.csv", NULL);
  g_autofree char *study = g_build_filename (self->directory, "pipe.venule-study", NULL);
  const char *const commands[][8] = {
    { "info", pipe },
    { "verify", pipe },
    { "analyze", pipe },
    { "export", pipe, "-o", self->output },
    { "convert", pipe, "-o", made, "--rescue" },
    { "convert", pipe, "--video", video, "-o", made },
    { "convert", spots, "--video", pipe, "-o", made },
    { "convert", document, "-o", pipe },
    { "merge", document, "-o", pipe },
    { "study", study, "-o", self->output },
    { "compare", document, "--manual", pipe },
    { "compare", document, "--manual", "/dev/zero" },
    { "evaluate", "--truth", pipe, "--spots", spots },
  };
  GStatBuf status;

  g_assert_cmpint (mkfifo (pipe, 0666), ==, 0);
  g_assert_cmpint (mkfifo (study, 0666), ==, 0);
  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    {
      g_autoptr (GPtrArray) argv = g_ptr_array_new ();

      g_ptr_array_add (argv, (gpointer) "timeout");
      g_ptr_array_add (argv, (gpointer) "30");
      g_ptr_array_add (argv, (gpointer) VENULE_CLI);
      for (guint k = 0; k < G_N_ELEMENTS (commands[i]); k++)
        g_ptr_array_add (argv, (gpointer) commands[i][k]);
      g_ptr_array_add (argv, NULL);
      g_auto (CliResult) result = cli_run_argv ((const char *const *) argv->pdata);
      cli_assert_sentence (&result, 1, "");
    }
  g_assert_cmpint (g_stat (pipe, &status), ==, 0);
  g_assert_true (S_ISFIFO (status.st_mode));
}

/* Files of two runs side by side would be taken for those of one. */
static void
test_two_runs_do_not_share_a_folder (CliFixture    *self,
                                     gconstpointer  data)
{
  g_autofree char *video = cli_sample_path ("sample.mkv");
  g_autofree char *document = make_document (self, video);
  g_autofree char *spots = g_build_filename (self->output, "spots.csv", NULL);
  int lock = g_open (self->output, O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0);

  g_assert_cmpint (flock (lock, LOCK_EX), ==, 0);
  g_assert_cmpint (g_unlink (spots), ==, 0);
  g_auto (CliResult) second = cli_run ("analyze", video, "--flow", "1,0", "--output", self->output, NULL);
  cli_assert_sentence (&second, 1, "Another run is writing its results into");
  g_auto (CliResult) exported = cli_run ("export", document, "--output", self->output, NULL);
  cli_assert_sentence (&exported, 1, "Another run is writing its results into");
  g_auto (CliResult) study = cli_run ("study", document, "--output", self->output, NULL);
  cli_assert_sentence (&study, 1, "Another run is writing its results into");
  g_assert_false (g_file_test (spots, G_FILE_TEST_EXISTS));

  g_assert_true (g_close (lock, NULL));
  g_auto (CliResult) after = cli_run ("export", document, "--output", self->output, NULL);
  g_assert_cmpint (after.code, ==, 0);
  g_assert_true (g_file_test (spots, G_FILE_TEST_EXISTS));
}

/* ---- Before the work ---- */

/* Nothing was analysed: there is no folder, or nothing new in it. */
static void
test_movie_of_no_frames_is_refused_first (CliFixture    *self,
                                          gconstpointer  data)
{
  g_autofree char *video = cli_sample_path ("sample.mkv");
  g_auto (CliResult) outside = cli_run ("analyze", video, "--flow", "1,0", "--movie", "--movie-frames", "500:600",
                                        "--output", self->output, NULL);
  cli_assert_sentence (&outside, 1, "frames 0 to 89");
  g_assert_false (g_file_test (self->output, G_FILE_TEST_EXISTS));

  g_auto (CliResult) range = cli_run ("analyze", video, "--flow", "1,0", "--frames", "0:10", "--movie",
                                      "--movie-frames", "20:30", "--output", self->output, NULL);
  cli_assert_sentence (&range, 1, "frames 0 to 10");
  g_assert_false (g_file_test (self->output, G_FILE_TEST_EXISTS));

  g_autofree char *document = make_document (self, video);
  cli_remove_tree (self->output);
  g_auto (CliResult) exported = cli_run ("export", document, "--movie", "--movie-frames", "50:", "--output",
                                         self->output, NULL);
  cli_assert_sentence (&exported, 1, "frames 0 to 5");
  g_assert_false (g_file_test (self->output, G_FILE_TEST_EXISTS));
}

static void
test_what_is_in_the_way_is_told_first (CliFixture    *self,
                                       gconstpointer  data)
{
  g_autofree char *video = cli_sample_path ("sample.mkv");
  const char *const names[][2] = { { "flux.csv", "csv" }, { "annotated.mp4", "movie" }, { "report.pdf", "report" } };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *folder = g_build_filename (self->output, names[i][0], NULL);
      g_autofree char *spots = g_build_filename (self->output, "spots.csv", NULL);

      g_assert_cmpint (g_mkdir_with_parents (folder, 0777), ==, 0);
      g_auto (CliResult) result = cli_run ("analyze", video, "--flow", "1,0", "--progress", "--formats", names[i][1],
                                           "--output", self->output, NULL);
      cli_assert_sentence (&result, 1, names[i][0]);
      g_assert_null (strstr (result.err, "frames/s"));
      g_assert_false (g_file_test (spots, G_FILE_TEST_EXISTS));
      cli_remove_tree (self->output);
    }
}

/* The map reads the whole video, and a study all documents. */
static void
test_names_are_checked_first (CliFixture    *self,
                              gconstpointer  data)
{
  g_autofree char *missing = g_build_filename (self->directory, "missing.venule", NULL);
  g_autofree char *below = g_build_filename (self->directory, "no-folder", "file", NULL);
  g_autofree char *picture = g_strconcat (below, ".pdf", NULL);
  g_autofree char *table = g_strconcat (below, ".csv", NULL);
  g_autofree char *study = g_strconcat (below, ".venule-study", NULL);
  g_autofree char *file = cli_write_file (self, "in-the-way", "text", -1);

  g_auto (CliResult) ending = cli_run ("figure", missing, "--kind", "map", "-o", "map.jpg", NULL);
  cli_assert_sentence (&ending, 2, "map.jpg");
  g_auto (CliResult) figure = cli_run ("figure", missing, "--kind", "map", "-o", picture, NULL);
  cli_assert_sentence (&figure, 1, "no-folder");
  g_auto (CliResult) merged = cli_run ("merge", missing, "-o", table, NULL);
  cli_assert_sentence (&merged, 1, "no-folder");
  g_auto (CliResult) converted = cli_run ("convert", missing, "-o", table, NULL);
  cli_assert_sentence (&converted, 1, "no-folder");
  g_auto (CliResult) compared = cli_run ("study", missing, "-o", file, NULL);
  cli_assert_sentence (&compared, 1, "in-the-way");
  g_auto (CliResult) saved = cli_run ("study", missing, "-o", self->output, "--save", study, NULL);
  cli_assert_sentence (&saved, 1, "no-folder");
  g_assert_false (g_file_test (self->output, G_FILE_TEST_EXISTS));
}

/* Before a run, not after it; what lies on the edge is in the picture. */
static void
test_given_places_lie_in_the_picture (CliFixture    *self,
                                      gconstpointer  data)
{
  g_autofree char *video = cli_sample_path ("sample.mkv");
  g_autofree char *document = make_document (self, video);
  g_autofree char *again = g_build_filename (self->directory, "again", NULL);
  const struct
  {
    const char *arguments[12];
    const char *part;
  } cases[] = {
    { { "analyze", video, "--flow", "1,0", "-o", again, "--centreline", "10,10 500,20" },
      "leaves the picture at 500,20" },
    { { "analyze", video, "--flow", "1,0", "-o", again, "--centreline", "10,10 399.5,239.6" }, "400 × 240 px" },
    { { "analyze", video, "--flow", "1,0", "-o", again, "--flux-line", "900" }, "The flux line at 900 px" },
    { { "analyze", video, "--flow", "1,0", "-o", again, "--flux-line", "-20" }, "from 0 to 400 px" },
    { { "analyze", video, "--flow", "1,0", "-o", again, "--walls", "0,10,10 800,9,9" }, "Walls were given at 800 px" },
    { { "analyze", video, "--flow", "1,0", "-o", again, "--walls", "0,1e6,10" },
      "The walls at 0 px of the centreline are 1e+06" },
    { { "analyze", video, "--flow", "1,0", "-o", again, "--centreline", "100,90 200,90", "--flux-line", "150" },
      "The flux line" },
    { { "export", document, "-o", again, "--flux-line", "900" }, "The flux line at 900 px" },
    { { "export", document, "-o", again, "--flux-line", "-1" }, "The flux line at -1 px" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      assert_refused ((char **) cases[i].arguments, 1, cases[i].part);
      g_assert_false (g_file_test (again, G_FILE_TEST_EXISTS));
    }

  g_auto (CliResult) edge = cli_run ("export", document, "-o", again, "--centreline", "0,120 399.5,120", "--flux-line",
                                     "399", NULL);
  g_assert_cmpint (edge.code, ==, 0);
}

static void
test_numbers_are_refused_plainly (CliFixture    *self,
                                  gconstpointer  data)
{
  g_autofree char *video = cli_sample_path ("sample.mkv");
  const struct
  {
    const char *arguments[7];
    const char *part;
  } cases[] = {
    { { "analyze", video, "--channel", "two" }, "--channel: “two” is not a number." },
    { { "analyze", video, "--slice", "99999999999" }, "--slice: 99999999999 is outside 1 to 2147483647." },
    { { "analyze", video, "--centreline", "10,10 90,10 50,60 50,0" }, "crosses itself at 50,10: give its points in" },
    { { "export", "x.venule", "-o", "x", "--seed", "1.5" }, "a whole number from 0" },
    { { "export", "x.venule", "-o", "x", "--flux-seconds", "1e-308" }, "from 0.001 to" },
    { { "verify", video, "-n", "1.5" }, "--requests: “1.5” is not a whole number." },
    { { "figure", "x.venule", "-o", "x.png", "--dpi", "1e999" }, "--dpi: “1e999” is not a number." },
    { { "figure", "x.venule", "-o", "x.png", "--font-size", "--dpi" }, "--font-size: “--dpi” is not a number." },
    { { "analyze", video, "--fps" }, "--fps needs a value" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    assert_refused ((char **) cases[i].arguments, 2, cases[i].part);
}

/* As long as nothing was analysed. */
static void
test_a_velocity_of_nothing_is_refused (CliFixture    *self,
                                       gconstpointer  data)
{
  g_autofree char *video = cli_sample_path ("sample.mkv");
  g_auto (CliResult) result = cli_run ("analyze", video, "--flow", "1,0", "--frames", "0:3", "--max-velocity", "1e-308",
                                       "--output", self->output, NULL);

  cli_assert_sentence (&result, 1, "it must be 0.01 px/s or more");
  g_assert_false (g_file_test (self->output, G_FILE_TEST_EXISTS));
}

/* One parser for all: decimal, finite, the whole text, within bounds; and what is refused is not said at any length. */
static void
test_numbers_are_decimal_and_bounded (CliFixture    *self,
                                      gconstpointer  data)
{
  g_autofree char *video = cli_sample_path ("sample.mkv");
  g_autofree char *document = cli_write_file (self, "x.venule", "", 0);
  g_autofree char *table = cli_write_file (self, "t.csv", "", 0);
  g_autofree char *picture = g_build_filename (self->directory, "x.png", NULL);
  g_autofree char *endless = g_strnfill (100000, '9');
  const char *const odd[] = { "nan", "inf", "-inf", "1e308", "-1e308", "0x10", " 5", "5 ", "", "1e400", endless };
  const struct
  {
    const char *arguments[9];
    const char *options[7];
  } commands[] = {
    { { "figure", document, "-o", picture },
      { "--run", "--dpi", "--font-size", "--bin-width", "--x-range", "--size" } },
    { { "study", document, "-o", self->output }, { "--dpi", "--bin-width", "--y-range", "--adherent-seconds" } },
    { { "compare", document, "--manual", table, "-o", self->output }, { "--reach", "--first-frame", "--dpi" } },
    { { "export", document, "-o", self->output },
      { "--run", "--velocity-window", "--flux-line", "--centreline", "--walls" } },
    { { "merge", document, "-o", picture }, { "--pause-seconds", "--shear-factor" } },
    { { "evaluate", "--truth", table, "--spots", table }, { "--max-distance", "--crop", "--flow", "--frames" } },
    { { "evaluate", "--truth", table, "--tracks", table, "--spots", table }, { "--pixel-size" } },
    { { "verify", video }, { "--requests", "--seed", "--channel", "--slice", "--series" } },
    { { "convert", document, "-o", "y.venule" }, { "--run", "--first-frame" } },
    { { "analyze", video }, { "--threads", "--detect-every", "--max-velocity", "--cell-diameter", "--fps", "--crop" } },
  };

  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    for (guint k = 0; k < G_N_ELEMENTS (commands[i].options) && commands[i].options[k] != NULL; k++)
      /* All of them for the first option, and some for each other one; all in cli-usage-long. */
      for (guint j = k; j < G_N_ELEMENTS (odd); j += i + k > 0 && !g_test_slow () ? 5 : 1)
        {
          g_autofree char *given = g_strconcat (commands[i].options[k], "=", odd[j], NULL);
          g_autoptr (GStrvBuilder) arguments = g_strv_builder_new ();
          g_auto (GStrv) strings = NULL;

          g_strv_builder_addv (arguments, (const char **) commands[i].arguments);
          g_strv_builder_add (arguments, given);
          strings = g_strv_builder_end (arguments);
          assert_refused (strings, 2, "");
        }
}

/* All options of a command that take a value, as its help names them. */
static GPtrArray *
dup_options (const char *command)
{
  g_auto (CliResult) help = cli_run (command, "--help", NULL);
  g_autoptr (GRegex) regex = g_regex_new ("^ +(?:-\\w, )?(--[a-z-]+)=", G_REGEX_MULTILINE, 0, NULL);
  g_autoptr (GMatchInfo) match = NULL;
  GPtrArray *options = g_ptr_array_new_with_free_func (g_free);

  g_assert_cmpint (help.code, ==, 0);
  for (g_regex_match (regex, help.out, 0, &match); g_match_info_matches (match); g_match_info_next (match, NULL))
    g_ptr_array_add (options, g_match_info_fetch (match, 1));
  return options;
}

/* Names of files may be longer: what they are taken for, or where they are looked for, is at their ends. */
static void
test_what_is_refused_is_not_said_at_length (CliFixture    *self,
                                            gconstpointer  data)
{
  static const char *const names[] = { "--output", "--project", "--save", "--video", "--manual", "--truth", "--spots",
                                       "--tracks", "--template", NULL };
  g_autofree char *video = cli_sample_path ("sample.mkv");
  g_autofree char *document = make_document (self, video);
  g_autofree char *spots = g_build_filename (self->output, "spots.csv", NULL);
  g_autofree char *table = g_build_filename (self->directory, "t.csv", NULL);
  g_autofree char *made = g_build_filename (self->directory, "m.venule", NULL);
  g_autofree char *figure = g_build_filename (self->directory, "f.png", NULL);
  g_autofree char *text = g_strnfill (100000, 'W'), *unknown = g_strnfill (20000, '-');
  const guint share = (guint) g_test_rand_int_range (0, 3); /* of the options; all in cli-usage-long */
  const char *const commands[][8] = {
    { "analyze", video, "-q", "--frames", "0:1", "-o", self->output },
    { "export", document, "-o", self->output },
    { "figure", document, "-o", figure },
    { "compare", document, "--manual", spots },
    { "convert", spots, "--video", video, "-o", made },
    { "merge", document, "-o", table },
    { "study", document, "-o", self->output },
    { "evaluate", "--truth", spots, "--spots", spots },
    { "verify", video },
    { "info", video },
    { "devices", "--no-speed" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    {
      g_autoptr (GPtrArray) options = dup_options (commands[i][0]);

      g_ptr_array_add (options, g_strdup (unknown));
      for (guint k = 0; k < options->len; k++)
        {
          g_autofree char *given = g_strdup_printf ("%s=%s", (char *) options->pdata[k], text);
          g_autoptr (GStrvBuilder) arguments = g_strv_builder_new ();
          g_auto (GStrv) argv = NULL;

          if ((k % 3 != share && !g_test_slow () && k + 1 < options->len) || g_strv_contains (names, options->pdata[k]))
            continue;
          g_strv_builder_add (arguments, VENULE_CLI);
          g_strv_builder_addv (arguments, (const char **) commands[i]);
          g_strv_builder_add (arguments, given);
          argv = g_strv_builder_end (arguments);
          g_auto (CliResult) result = cli_run_argv ((const char *const *) argv);
          g_test_message ("%s %.30s: %d %s", commands[i][0], given, result.code, result.err);
          g_assert_cmpuint (strlen (result.err), <, 700);
        }
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_setenv ("LANGUAGE", "C", TRUE);

#define ADD(name, function) g_test_add ("/usage/" name, CliFixture, NULL, cli_set_up, function, cli_tear_down)
  ADD ("a-video-has-no-channels", test_a_video_has_no_channels);
  ADD ("an-option-that-does-nothing-is-refused", test_an_option_that_does_nothing_is_refused);
  ADD ("tracks-keep-what-they-are-measured-by", test_tracks_keep_what_they_are_measured_by);
  ADD ("fields-of-whole-frames-are-doubted", test_fields_of_whole_frames_are_doubted);
  ADD ("a-font-that-is-missing-is-told", test_a_font_that_is_missing_is_told);
  ADD ("a-video-that-was-cut-off-is-told", test_a_video_that_was_cut_off_is_told);
  ADD ("frames-before-the-cut-are-whole", test_frames_before_the_cut_are_whole);
  ADD ("what-is-missing-is-told", test_what_is_missing_is_told);
  ADD ("what-is-typed-by-mistake-is-explained", test_what_is_typed_by_mistake_is_explained);
  ADD ("pipes-and-devices-are-refused", test_pipes_and_devices_are_refused);
  ADD ("two-runs-do-not-share-a-folder", test_two_runs_do_not_share_a_folder);
  ADD ("movie-of-no-frames-is-refused-first", test_movie_of_no_frames_is_refused_first);
  ADD ("what-is-in-the-way-is-told-first", test_what_is_in_the_way_is_told_first);
  ADD ("names-are-checked-first", test_names_are_checked_first);
  ADD ("given-places-lie-in-the-picture", test_given_places_lie_in_the_picture);
  ADD ("numbers-are-refused-plainly", test_numbers_are_refused_plainly);
  ADD ("a-velocity-of-nothing-is-refused", test_a_velocity_of_nothing_is_refused);
  ADD ("numbers-are-decimal-and-bounded", test_numbers_are_decimal_and_bounded);
  ADD ("what-is-refused-is-not-said-at-length", test_what_is_refused_is_not_said_at_length);
#undef ADD

  return g_test_run ();
}
