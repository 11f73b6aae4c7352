/* test-cli.c: venule-cli from outside, as a user and a script see it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <gio/gio.h>
#include <stdlib.h>
#include <string.h>

#include "share.h"
#include "cli-test.h"
#include "gray-movie.h"

static char *
first_line (const char *text)
{
  return g_strchomp (g_strndup (text, strcspn (text, "\r\n")));
}

static char **
sample_arguments (void)
{
  g_autofree char *path = cli_sample_path ("analyze.args");
  g_autofree char *text = NULL;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  return g_strsplit (g_strstrip (text), "\n", -1);
}

static CliResult
analyze_sample (CliFixture    *self,
                const char *output,
                const char *extra)
{
  g_auto (GStrv) options = sample_arguments ();
  g_autofree char *video = cli_sample_path ("sample.mkv");
  g_autoptr (GPtrArray) argv = g_ptr_array_new ();

  g_ptr_array_add (argv, (gpointer) VENULE_CLI);
  g_ptr_array_add (argv, (gpointer) "analyze");
  g_ptr_array_add (argv, video);
  for (guint i = 0; options[i] != NULL; i++)
    g_ptr_array_add (argv, options[i]);
  g_ptr_array_add (argv, (gpointer) "--output");
  g_ptr_array_add (argv, (gpointer) output);
  if (extra != NULL)
    g_ptr_array_add (argv, (gpointer) extra);
  g_ptr_array_add (argv, NULL);
  return cli_run_argv ((const char *const *) argv->pdata);
}

static void
test_analysis_writes_all_files (CliFixture       *self,
                                gconstpointer  data)
{
  g_auto (CliResult) result = analyze_sample (self, self->output, "--movie");

  g_assert_cmpstr (result.err, ==, "");
  g_assert_cmpint (result.code, ==, 0);

  g_autofree char *spots = cli_read_output (self, "spots.csv");
  g_autofree char *tracks = cli_read_output (self, "tracks.csv");
  g_autofree char *spots_header = first_line (spots);
  g_autofree char *tracks_header = first_line (tracks);
  g_assert_cmpstr (spots_header, ==,
                   "track_id,frame,time_s,x_px,y_px,radius_px,x_um,y_um,radius_um,score,source,shift_x_px,shift_y_px,"
                   "edited");
  g_assert_cmpstr (tracks_header, ==,
                   "track_id,class,first_frame,last_frame,duration_s,spots,displacement_um,path_um,mean_velocity_um_s,"
                   "median_velocity_um_s,sd_velocity_um_s,mean_diameter_um,quality,edited,se_velocity_um_s,"
                   "class_given,hidden,locked,note,pauses,pause_time_s,moving_fraction,moving_velocity_um_s,"
                   "wall_distance_um,"
                   "crossings,adherent");
  g_auto (GStrv) rows = g_strsplit (g_strchomp (tracks), "\n", -1);
  g_assert_cmpuint (g_strv_length (rows), >, 5);

  for (guint i = 0; i < 6; i++)
    {
      const char *names[] = { "summary.csv", "analysis.json", "velocity-histogram.pdf", "velocity-histogram.svg",
                              "velocity-histogram.png", "annotated.mp4" };
      g_autofree char *content = cli_read_output (self, names[i]);
    }
}

static void
test_same_numbers_every_time (CliFixture       *self,
                              gconstpointer  data)
{
  g_autofree char *again = g_build_filename (self->directory, "again", NULL);
  g_auto (CliResult) first = analyze_sample (self, self->output, "--threads=1");
  g_auto (CliResult) second = analyze_sample (self, again, "--threads=2");

  g_assert_cmpint (first.code, ==, 0);
  g_assert_cmpint (second.code, ==, 0);
  for (guint i = 0; i < 3; i++)
    {
      const char *names[] = { "spots.csv", "tracks.csv", "summary.csv" };
      g_autofree char *path = g_build_filename (again, names[i], NULL);
      g_autofree char *a = cli_read_output (self, names[i]);
      g_autofree char *b = NULL;

      g_assert_true (g_file_get_contents (path, &b, NULL, NULL));
      g_assert_cmpstr (a, ==, b);
    }
}

static void
test_without_calibration_no_um (CliFixture       *self,
                                gconstpointer  data)
{
  g_autofree char *video = cli_sample_path ("sample.mkv");
  g_auto (CliResult) result = cli_run ("analyze", video, "--flow", "1,0", "--frames", "0:20", "--output", self->output,
                                       NULL);

  g_assert_cmpint (result.code, ==, 0);
  g_autofree char *tracks = cli_read_output (self, "tracks.csv");
  g_autofree char *header = first_line (tracks);
  g_assert_nonnull (strstr (header, "mean_velocity_px_s"));
  g_assert_null (strstr (header, "um"));

  /* It would say nothing of px. */
  g_auto (CliResult) error = cli_run ("analyze", video, "--flow", "1,0", "--frames", "0:20", "--output", self->output,
                                      "--pixel-size-error", "0.02", NULL);
  cli_assert_sentence (&error, 1, "--pixel-size-error has no effect");
}

static void
test_an_arrow_the_wrong_way_round_is_told (CliFixture    *self,
                                           gconstpointer  data)
{
  g_autofree char *video = cli_sample_path ("sample.mkv");
  g_auto (CliResult) right = cli_run ("analyze", video, "--flow", "1,0", "--frames", "0:20", "--output", self->output,
                                      NULL);
  g_auto (CliResult) wrong = cli_run ("analyze", video, "--flow=-1,0", "--frames", "0:20", "--output", self->output,
                                      NULL);

  g_assert_cmpint (right.code, ==, 0);
  g_assert_null (strstr (right.err, "against the arrow"));
  g_assert_cmpint (wrong.code, ==, 0);
  g_assert_nonnull (strstr (wrong.err, "Most cells move against the arrow of the flow"));
  g_assert_null (strstr (right.err, "Give --flow"));
  g_assert_nonnull (strstr (wrong.err, "Give --flow=1.000,0.000 to"));

  g_autofree char *facts = cli_read_output (self, "analysis.json");

  g_assert_nonnull (strstr (facts, "\"id\": \"against-flow\""));
}

/* Of a document, too. */
static void
test_cells_that_are_lost_are_told (CliFixture    *self,
                                   gconstpointer  data)
{
  g_autofree char *video = cli_sample_path ("sample.mkv");
  g_autofree char *document = g_build_filename (self->directory, "lost.venule", NULL);
  g_autofree char *all = g_build_filename (self->directory, "all", NULL);
  g_auto (CliResult) each = cli_run ("analyze", video, "--flow", "1,0", "--frames", ":44", "--output", all, NULL);
  g_auto (CliResult) few = cli_run ("analyze", video, "--flow", "1,0", "--frames", ":44", "--detect-every", "15",
                                    "--output", all, "--project", document, "--replace", NULL);
  g_auto (CliResult) again = cli_run ("export", document, "--output", self->output, NULL);

  g_assert_cmpint (each.code, ==, 0);
  g_assert_null (strstr (each.err, "belong to no track"));
  g_assert_nonnull (strstr (few.err, "clear detections belong to no track"));
  g_assert_nonnull (strstr (few.err, "interval of 15 frames"));
  g_assert_cmpint (again.code, ==, 0);

  g_autofree char *facts = cli_read_output (self, "analysis.json");

  g_assert_nonnull (strstr (facts, "\"id\": \"lost-cells\""));
  g_assert_null (strstr (facts, "lost_detections")); /* it is no version */
}

static void
test_frames_are_first_and_last (CliFixture       *self,
                                gconstpointer  data)
{
  g_autofree char *video = cli_sample_path ("sample.mkv");
  g_auto (CliResult) result = cli_run ("analyze", video, "--flow", "1,0", "--frames", "10:30", "--output", self->output,
                                       NULL);
  gint64 lowest = G_MAXINT64, highest = -1;

  g_assert_cmpint (result.code, ==, 0);
  g_autofree char *spots = cli_read_output (self, "spots.csv");
  g_auto (GStrv) rows = g_strsplit (g_strchomp (spots), "\n", -1);
  for (guint i = 1; rows[i] != NULL; i++)
    {
      g_auto (GStrv) cells = g_strsplit (rows[i], ",", -1);
      gint64 frame = g_ascii_strtoll (cells[1], NULL, 10);

      lowest = MIN (lowest, frame);
      highest = MAX (highest, frame);
    }
  g_assert_cmpint (lowest, ==, 10);
  g_assert_cmpint (highest, ==, 30);
}

static void
test_help_and_version (void)
{
  g_auto (CliResult) help = cli_run ("--help", NULL);
  g_auto (CliResult) analyze_help = cli_run ("analyze", "--help", NULL);
  g_auto (CliResult) version = cli_run ("--version", NULL);
  g_auto (CliResult) devices = cli_run ("devices", NULL);

  g_assert_cmpint (help.code, ==, 0);
  g_assert_nonnull (strstr (help.out, "analyze"));
  g_assert_cmpint (analyze_help.code, ==, 0);
  g_assert_nonnull (strstr (analyze_help.out, "--pixel-size"));
  g_assert_cmpint (version.code, ==, 0);
  g_assert_true (g_str_has_prefix (version.out, "venule-cli "));
  g_assert_cmpint (devices.code, ==, 0);
  g_assert_true (g_str_has_prefix (devices.out, "cpu"));
}

static void
test_devices_say_how_fast (CliFixture    *self,
                           gconstpointer  data)
{
  g_auto (CliResult) measured = cli_run ("devices", NULL);
  g_auto (CliResult) quick = cli_run ("devices", "--no-speed", NULL);

  g_assert_cmpint (measured.code, ==, 0);
  /* Three digits, however slow or fast the machine is. */
  g_assert_true (g_regex_match_simple ("^cpu    ready       CPU, .*: "
                                       "([1-9][0-9]{2,}|[1-9][0-9]\\.[0-9]|[0-9]\\.[0-9]{2,}) frames/s\ncuda ",
                                       measured.out, 0, 0));
  g_assert_nonnull (strstr (measured.out, "640×219 px with 38 cells"));
  g_assert_cmpint (quick.code, ==, 0);
  g_assert_null (strstr (quick.out, "frames/s"));
}

/* Each way in which a graphics card can be missing has its sentence, and asking for it all the same is answered with
 * it. */
static void
test_devices_say_why_not (CliFixture    *self,
                          gconstpointer  data)
{
  const char *const faults[][2] = {
    { "no-driver", "there is no NVIDIA driver on this machine" },
    { "old-driver", "the NVIDIA driver is too old for this version of Venule; a newer one is needed" },
    { "no-device", "there is an NVIDIA driver, but no NVIDIA graphics card that it can use" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (faults); i++)
    {
      g_autofree char *list = g_strdup_printf ("VNK_CUDA_FAULT=%s \"$0\" devices --no-speed", faults[i][0]);
      g_autofree char *analyze =
        g_strdup_printf ("VNK_CUDA_FAULT=%s \"$0\" analyze \"$1\" --flow 1,0 --device cuda --output \"$2\"",
                         faults[i][0]);
      g_auto (CliResult) listed = cli_run_in_shell (self, list);

      if (strstr (listed.out, "was built without support") != NULL)
        {
          g_test_skip ("this build has no CUDA");
          return;
        }
      g_auto (CliResult) analyzed = cli_run_in_shell (self, analyze);

      g_assert_cmpint (listed.code, ==, 0);
      g_assert_nonnull (strstr (listed.out, "\ncuda   not ready   "));
      g_assert_nonnull (strstr (listed.out, faults[i][1]));
      cli_assert_sentence (&analyzed, 1, faults[i][1]);
    }
}

/* However the card is missing, a run that leaves the choice to Venule is done by the processor, and the results say
 * so. */
static void
test_without_a_card_the_processor_computes (CliFixture    *self,
                                            gconstpointer  data)
{
  const char *const faults[] = { "none", "no-driver", "old-driver", "no-device" };
  g_autofree char *expected = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (faults); i++)
    {
      g_autofree char *command = g_strdup_printf (
        "VNK_CUDA_FAULT=%s \"$0\" analyze \"$1\" --flow 1,0 --frames 0:4 --device %s --output \"$2\"", faults[i],
        i == 0 ? "cpu" : "auto");
      g_auto (CliResult) result = cli_run_in_shell (self, command);

      g_assert_cmpint (result.code, ==, 0);

      g_autofree char *spots = cli_read_output (self, "spots.csv");
      g_autofree char *facts = cli_read_output (self, "analysis.json");

      g_assert_nonnull (strstr (facts, "\"device\": \"CPU, "));
      if (i == 0)
        expected = g_steal_pointer (&spots);
      else
        g_assert_cmpstr (spots, ==, expected);
      cli_remove_tree (self->output);
    }
}

/* A card that fails in the middle of a run: the processor does the rest, and the results say which frames ran where. */
static void
test_a_failing_card_hands_over (CliFixture    *self,
                                gconstpointer  data)
{
  const char *const faults[] = { "launch:150", "lost:200" };
  g_auto (CliResult) listed = cli_run ("devices", "--no-speed", NULL);

  if (strstr (listed.out, "\ncuda   ready ") == NULL)
    {
      g_test_skip ("there is no graphics card that could fail");
      return;
    }
  for (guint i = 0; i < G_N_ELEMENTS (faults); i++)
    {
      g_autofree char *command = g_strdup_printf (
        "VNK_CUDA_FAULT=%s \"$0\" analyze \"$1\" --flow 1,0 --frames 0:39 --device cuda --output \"$2\"", faults[i]);
      g_auto (CliResult) result = cli_run_in_shell (self, command);
      g_autoptr (GMatchInfo) match = NULL;
      g_autoptr (GRegex) told = g_regex_new (
        "\"device\": \"[^\"]+ \\(frames 0–([0-9]+)\\), CPU, [^\"]+ \\(from frame ([0-9]+) on, where cuda failed: "
        "[^\"]+\\)\"", 0, 0, NULL);

      g_assert_cmpint (result.code, ==, 0);

      g_autofree char *facts = cli_read_output (self, "analysis.json");

      g_assert_true (g_regex_match (told, facts, 0, &match));

      g_autofree char *last = g_match_info_fetch (match, 1);
      g_autofree char *next = g_match_info_fetch (match, 2);

      g_assert_cmpint (atoi (last) + 1, ==, atoi (next));
      g_assert_cmpint (atoi (next), <, 40);
      g_assert_nonnull (strstr (facts, "\"last_frame\": 39"));
      cli_remove_tree (self->output);
    }
}

static void
test_wrong_usage_is_2 (void)
{
  g_autofree char *video = cli_sample_path ("sample.mkv");
  const char *const wrong[][4] = {
    { "--crop", "1,2,3", "--crop" },            { "--crop", "a,b,c,d", "--crop" },
    { "--flow", "1", "--flow" },                { "--polygon", "0,0 10,0", "--polygon" },
    { "--pixel-size", "-0.3", "--pixel-size" }, { "--pixel-size", "0,363", "--pixel-size" },
    { "--fps", "0", "--fps" },                  { "--fps", "nan", "--fps" },
    { "--cell-diameter", "7um", "pixel-size" }, { "--cell-diameter", "7 parsecs", "--cell-diameter" },
    { "--frames", "5", "--frames" },            { "--frames", "9:5", "--frames" },
    { "--device", "abacus", "--device" },       { "--threads", "-1", "--threads" },
    { "--finder", "network", "learned or circles" }, { "--registration", "on", "auto or off" },
    { "--sensitivity", "2", "--sensitivity" },  { "--no-such-option", "1", "no-such-option" },
    { "--detect-every", "1.5", "whole number" }, { "--threads", "1.5", "whole number" },
    { "--cell-diameter", "0", "--cell-diameter" }, { "--fps", "1e-300", "eleven days" },
    { "--fps", "1e300", "no camera" },          { "--pixel-size", "1e300", "µm/px" },
    { "--channel", "0", "--channel" },          { "--pause-seconds", "x", "--pause-seconds: “x” makes no sense" },
    { "--velocity-window", "0", "a number from 0.001 to 3600 s is wanted" },
    { "--velocity-window", "0.5s", "without the unit" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      g_auto (CliResult) result = cli_run ("analyze", video, wrong[i][0], wrong[i][1], NULL);

      cli_assert_sentence (&result, 2, wrong[i][2]);
    }

  g_auto (CliResult) nothing = cli_run (NULL, NULL);
  cli_assert_sentence (&nothing, 2, "command");
  g_auto (CliResult) unknown = cli_run ("analyse", NULL);
  cli_assert_sentence (&unknown, 2, "analyse");
  g_auto (CliResult) no_video = cli_run ("analyze", NULL);
  cli_assert_sentence (&no_video, 2, "video");
  g_auto (CliResult) devices = cli_run ("devices", "--no-speed", "please", NULL);
  cli_assert_sentence (&devices, 2, "please");
  g_auto (CliResult) evaluate_help = cli_run ("evaluate", "--help", NULL);
  g_assert_nonnull (strstr (evaluate_help.out, "venule-cli evaluate"));
}

/* A gray picture, as BMP: 64×64 px, 24 bit. */
static void
write_picture (CliFixture *self,
               const char *name)
{
  static const guint8 header[54] = { 'B', 'M', 0x36, 0x30, 0, 0, 0, 0, 0, 0, 54, 0, 0, 0, 40, 0, 0, 0, 64, 0, 0, 0, 64,
                                     0, 0, 0, 1, 0, 24, 0 };
  g_autofree char *content = g_malloc (sizeof header + 64 * 64 * 3);

  memcpy (content, header, sizeof header);
  memset (content + sizeof header, 0x80, 64 * 64 * 3);
  g_free (cli_write_file (self, name, content, sizeof header + 64 * 64 * 3));
}

/* Pictures know no times, and a shell that is not told otherwise makes many names of a pattern. */
static void
test_numbered_pictures_need_a_rate (CliFixture    *self,
                                    gconstpointer  data)
{
  g_autofree char *pattern = g_build_filename (self->directory, "cell_*.bmp", NULL);

  write_picture (self, "cell_1.bmp");
  write_picture (self, "cell_2.bmp");
  g_auto (CliResult) without = cli_run ("analyze", pattern, "--flow", "1,0", "--output", self->output, NULL);
  g_auto (CliResult) with = cli_run ("analyze", pattern, "--flow", "1,0", "--fps", "30", "--output", self->output,
                                     NULL);
  g_auto (CliResult) several = cli_run ("analyze", "cell_1.bmp", "cell_2.bmp", "--flow", "1,0", NULL);

  cli_assert_sentence (&without, 1, "--fps");
  g_assert_cmpint (with.code, ==, 0);
  cli_assert_sentence (&several, 2, "quotes");
}

/* Settings that are well typed but make no sense for this video. */
static void
test_impossible_settings_fail (CliFixture       *self,
                               gconstpointer  data)
{
  g_autofree char *video = cli_sample_path ("sample.mkv");
  const char *const wrong[][3] = {
    { "--crop=5000,5000,100,100", "--flow=1,0", "crop" },
    { "--crop=10,10,5,5", "--flow=1,0", "cell" },
    { "--crop=0,0,nan,100", "--flow=1,0", "" },
    { "--flow=0,0", "--quiet", "flow" },
    { "--pixel-size=100000", "--flow=1,0", "pixel" },
    { "--cell-diameter=10000", "--flow=1,0", "diameter" },
    { "--frames=5000:6000", "--flow=1,0", "frame" },
    { "--device=cuda:9", "--flow=1,0", "CUDA" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      g_auto (CliResult) result = cli_run ("analyze", video, wrong[i][0], wrong[i][1], "--output", self->output, NULL);

      g_test_message ("%s: %s", wrong[i][0], result.err);
      g_assert_true (result.code == 1 || result.code == 2);
      g_assert_true (g_str_has_prefix (result.err, "venule-cli: "));
      g_assert_nonnull (strstr (result.err, wrong[i][2]));
      g_assert_false (g_file_test (self->output, G_FILE_TEST_EXISTS));
    }
}

/* The video's hash may be under way. */
static void
test_failing_early_is_no_crash (CliFixture       *self,
                                gconstpointer  data)
{
  g_autofree char *video = cli_sample_path ("sample.mkv");

  for (int i = 0; i < 40; i++)
    {
      g_auto (CliResult) result =
        cli_run ("analyze", video, "--device=cuda:9", "--flow=1,0", "--output", self->output, NULL);

      cli_assert_sentence (&result, 1, "CUDA");
    }
}

static void
test_a_size_that_the_file_does_not_tell_is_1 (CliFixture       *self,
                                              gconstpointer  data)
{
  g_autofree char *video = cli_sample_path ("sample.mkv");
  g_auto (CliResult) result = cli_run ("analyze", video, "--pixel-size", "file", "--output", self->output, NULL);

  cli_assert_sentence (&result, 1, "does not say how large a pixel is");
}

static void
assert_not_opened (CliFixture    *self,
                   const char *path)
{
  g_autofree char *name = g_path_get_basename (path);
  g_auto (CliResult) analyze = cli_run ("analyze", path, "--flow", "1,0", "--output", self->output, NULL);
  g_auto (CliResult) sized = cli_run ("analyze", path, "--pixel-size", "file", "--output", self->output, NULL);
  g_auto (CliResult) info = cli_run ("info", path, NULL);

  cli_assert_sentence (&analyze, 1, name);
  cli_assert_sentence (&sized, 1, name);
  cli_assert_sentence (&info, 1, name);
  g_assert_false (g_file_test (self->output, G_FILE_TEST_EXISTS));
}

static void
test_not_a_video (CliFixture       *self,
                  gconstpointer  data)
{
  /* A second of silence: 8 kHz, 8 bit, one channel. */
  static const char wave_header[44] = "RIFF\x64\x1f\0\0WAVEfmt "
                                      "\x10\0\0\0\x01\0\x01\0\x40\x1f\0\0\x40\x1f\0\0\x01\0\x08\0data\x40\x1f\0";
  g_autofree char *wave = g_malloc0 (44 + 8000);
  g_autofree char *missing = g_build_filename (self->directory, "missing.avi", NULL);
  g_autofree char *empty = cli_write_file (self, "empty.avi", "", 0);
  g_autofree char *text = cli_write_file (self, "letter.avi", "Dear colleague,\nhere is the video.\n", -1);
  memcpy (wave, wave_header, 44);
  g_autofree char *sound = cli_write_file (self, "sound.wav", wave, 44 + 8000);

  assert_not_opened (self, missing);
  assert_not_opened (self, self->directory);
  assert_not_opened (self, empty);
  assert_not_opened (self, text);
  assert_not_opened (self, sound);
}

static void
test_truncated_video_keeps_what_is_there (CliFixture       *self,
                                          gconstpointer  data)
{
  g_autofree char *sample = cli_sample_path ("sample.mkv");
  g_autofree char *content = NULL;
  gsize size;

  g_assert_true (g_file_get_contents (sample, &content, &size, NULL));
  g_autofree char *path = cli_write_file (self, "half.mkv", content, size / 2);
  g_auto (CliResult) result = cli_run ("analyze", path, "--flow", "1,0", "--output", self->output, NULL);

  g_test_message ("%s%s", result.out, result.err);
  g_assert_cmpint (result.code, ==, 3);
  g_assert_nonnull (strstr (result.err, "can be decoded"));
  g_autofree char *spots = cli_read_output (self, "spots.csv");
  g_auto (GStrv) rows = g_strsplit (spots, "\n", -1);
  g_assert_cmpuint (g_strv_length (rows), >, 100);
}

static void
test_tiny_video (CliFixture       *self,
                 gconstpointer  data)
{
  g_autofree char *path = g_build_filename (self->directory, "tiny.avi", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (GrayMovie) writer = gray_movie_new (path, GRAY_MOVIE_AVI, 5, 3, 8, 30, &error);

  g_assert_no_error (error);
  for (int i = 0; i < 3; i++)
    {
      g_autoptr (VenuleFrame) frame = venule_frame_new (5, 3, 8);
      g_assert_true (gray_movie_add (writer, frame, &error));
    }
  g_assert_true (gray_movie_finish (writer, &error));

  g_auto (CliResult) info = cli_run ("info", path, NULL);
  g_assert_cmpint (info.code, ==, 0);
  g_auto (CliResult) result = cli_run ("analyze", path, "--flow", "1,0", "--output", self->output, NULL);
  cli_assert_sentence (&result, 1, "cell");
}

/* Who reads the paper cannot know how the file was read. */
static void
test_methods_say_how_the_file_was_read (CliFixture    *self,
                                        gconstpointer  data)
{
  g_autofree char *video = cli_sample_path ("sample.mkv");
  g_auto (CliResult) result = cli_run ("analyze", video, "--flow", "1,0", "--frames", "0:6", "--fields", "top-first",
                                       "--detect-every", "3", "--output", self->output, "--formats", "methods,csv",
                                       NULL);
  g_autofree char *methods = cli_read_output (self, "methods.txt");
  g_autofree char *summary = cli_read_output (self, "summary.csv");

  g_assert_cmpint (result.code, ==, 0);
  g_assert_nonnull (strstr (methods, "split into its two fields, lines 0, 2, 4 … first"));
  g_assert_nonnull (strstr (methods, "searched for in one of 3 frames"));
  g_assert_nonnull (strstr (summary, "where cells passed back: normal"));
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_setenv ("LANGUAGE", "C", TRUE);

#define ADD(name, function) g_test_add ("/cli/" name, CliFixture, NULL, cli_set_up, function, cli_tear_down)
  ADD ("methods-say-how-the-file-was-read", test_methods_say_how_the_file_was_read);
  ADD ("analysis-writes-all-files", test_analysis_writes_all_files);
  ADD ("same-numbers-every-time", test_same_numbers_every_time);
  ADD ("without-calibration-no-um", test_without_calibration_no_um);
  ADD ("an-arrow-the-wrong-way-round-is-told", test_an_arrow_the_wrong_way_round_is_told);
  ADD ("cells-that-are-lost-are-told", test_cells_that_are_lost_are_told);
  ADD ("frames-are-first-and-last", test_frames_are_first_and_last);
  ADD ("impossible-settings-fail", test_impossible_settings_fail);
  ADD ("failing-early-is-no-crash", test_failing_early_is_no_crash);
  ADD ("numbered-pictures-need-a-rate", test_numbered_pictures_need_a_rate);
  ADD ("a-size-that-the-file-does-not-tell-is-1", test_a_size_that_the_file_does_not_tell_is_1);
  ADD ("not-a-video", test_not_a_video);
  ADD ("truncated-video-keeps-what-is-there", test_truncated_video_keeps_what_is_there);
  ADD ("tiny-video", test_tiny_video);
#undef ADD
  g_test_add_func ("/cli/help-and-version", test_help_and_version);
  g_test_add ("/cli/devices-say-how-fast", CliFixture, NULL, cli_set_up, test_devices_say_how_fast, cli_tear_down);
  g_test_add ("/cli/without-a-card-the-processor-computes", CliFixture, NULL, cli_set_up,
              test_without_a_card_the_processor_computes, cli_tear_down);
  g_test_add ("/cli/a-failing-card-hands-over", CliFixture, NULL, cli_set_up, test_a_failing_card_hands_over,
              cli_tear_down);
  g_test_add ("/cli/devices-say-why-not", CliFixture, NULL, cli_set_up, test_devices_say_why_not, cli_tear_down);
  g_test_add_func ("/cli/wrong-usage-is-2", test_wrong_usage_is_2);

  return g_test_run ();
}
