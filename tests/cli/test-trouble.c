/* test-trouble.c: venule-cli when it is stopped, or when what it reads or writes goes away
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <gio/gio.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "child.h"
#include "cli-test.h"

static void
test_output_that_cannot_be_written (CliFixture       *self,
                                    gconstpointer  data)
{
  g_autofree char *file = cli_write_file (self, "in-the-way", "text", -1);
  g_autofree char *below = g_build_filename (file, "results", NULL);
  g_autofree char *video = cli_sample_path ("sample.mkv");

  g_auto (CliResult) as_file = cli_run ("analyze", video, "--flow", "1,0", "--output", file, NULL);
  cli_assert_sentence (&as_file, 1, "in-the-way");
  g_auto (CliResult) below_file = cli_run ("analyze", video, "--flow", "1,0", "--output", below, NULL);
  cli_assert_sentence (&below_file, 1, "in-the-way");

  /* What is there under the name of the document is no document: it stays, and so does no empty folder. */
  g_auto (CliResult) project = cli_run ("analyze", video, "--flow", "1,0", "--output", self->output, "--project", file,
                                        NULL);
  cli_assert_sentence (&project, 1, "Give --project another file");
  g_assert_false (g_file_test (self->output, G_FILE_TEST_EXISTS));
  g_autofree char *content = NULL;
  g_assert_true (g_file_get_contents (file, &content, NULL, NULL));
  g_assert_cmpstr (content, ==, "text");
}

/* Starts the sample's analysis and stops it with @signal once it says that it is at work. */
static CliResult
stop_in_the_middle (CliFixture *self,
                    int      signal)
{
  g_autofree char *video = cli_sample_path ("sample.mkv");
  const char *argv[] = { VENULE_CLI, "analyze", video, "--flow", "1,0", "--progress", "--output", self->output, NULL };
  CliResult result = { 0 };
  int status;

  result.err = child_stop (argv, TRUE, "\n", 0, signal, &status);
  g_assert_true (WIFEXITED (status));
  result.code = WEXITSTATUS (status);
  return result;
}

/* Ctrl+C, what a batch system sends, a terminal that goes: the work so far is not lost, and nobody takes it for all. */
static void
test_stopped_run_writes_what_it_has (CliFixture       *self,
                                     gconstpointer  data)
{
  const int signals[] = { SIGINT, SIGTERM, SIGHUP };

  for (guint i = 0; i < G_N_ELEMENTS (signals); i++)
    {
      g_auto (CliResult) result = stop_in_the_middle (self, signals[i]);

      g_test_message ("%s", result.err);
      g_assert_cmpint (result.code, ==, 1);
      g_assert_nonnull (strstr (result.err, "Stopped at frame"));

      g_autofree char *spots = cli_read_output (self, "spots.csv");
      g_autofree char *parameters = cli_read_output (self, "analysis.json");
      g_assert_true (g_str_has_prefix (spots, "track_id,"));
      g_assert_null (strstr (spots, ",89,"));
      cli_remove_tree (self->output);
    }
}

/* Complete results are worth more than a part of others. */
static void
test_stopped_run_leaves_earlier_results (CliFixture    *self,
                                         gconstpointer  data)
{
  g_autofree char *video = cli_sample_path ("sample.mkv");
  g_auto (CliResult) whole = cli_run ("analyze", video, "--flow", "1,0", "--frames", "0:9", "--output", self->output,
                                      NULL);
  g_autofree char *before = cli_read_output (self, "summary.csv");
  g_auto (CliResult) stopped = stop_in_the_middle (self, SIGTERM);
  g_autofree char *after = cli_read_output (self, "summary.csv");

  g_assert_cmpint (whole.code, ==, 0);
  g_assert_cmpint (stopped.code, ==, 1);
  g_assert_nonnull (strstr (stopped.err, "are kept"));
  g_assert_null (strstr (stopped.err, "the results reach up to there"));
  g_assert_cmpstr (after, ==, before);
}

/* Starts the sample's analysis and sends it @signal over and over once it says that it is at work, for at most 5 s. */
static int
pester (CliFixture *self,
        int         signal)
{
  g_autofree char *video = cli_sample_path ("sample.mkv");
  g_autofree char *project = g_strconcat (self->output, ".venule", NULL);
  char *argv[] = { (char *) VENULE_CLI, (char *) "analyze", video, (char *) "--flow", (char *) "1,0",
                   (char *) "--progress",
                   (char *) "--formats", (char *) "csv,figures,report", (char *) "--output", self->output,
                   (char *) "--project", project, NULL };
  gint64 start = 0;
  int status, errors;
  char byte;
  GPid child;

  g_assert_true (g_spawn_async_with_pipes (NULL, argv, NULL, G_SPAWN_DO_NOT_REAP_CHILD | G_SPAWN_STDOUT_TO_DEV_NULL,
                                           NULL, NULL, &child, NULL, NULL, &errors, NULL));
  g_assert_cmpint (read (errors, &byte, 1), ==, 1);
  start = g_get_monotonic_time ();
  while (waitpid (child, &status, WNOHANG) == 0)
    if (g_get_monotonic_time () - start < 5 * G_USEC_PER_SEC)
      {
        kill (child, signal);
        g_usleep (500);
      }
  close (errors);
  g_spawn_close_pid (child);
  return status;
}

/* A batch system, or Ctrl+C in a script, sends more than one: tables and document are there all the same. */
static void
test_repeated_signals_lose_nothing (CliFixture    *self,
                                    gconstpointer  data)
{
  const int signals[] = { SIGINT, SIGTERM, SIGHUP };
  g_autofree char *project = g_strconcat (self->output, ".venule", NULL);

  for (guint i = 0; i < G_N_ELEMENTS (signals); i++)
    {
      int status = pester (self, signals[i]);

      g_assert_true (WIFEXITED (status));
      g_assert_cmpint (WEXITSTATUS (status), ==, 1);
      g_free (cli_read_output (self, "spots.csv"));
      g_free (cli_read_output (self, "report.pdf"));
      g_auto (CliResult) info = cli_run ("info", project, NULL);
      g_assert_cmpint (info.code, ==, 0);
      g_assert_nonnull (strstr (info.out, "\"complete\" : false"));
      g_assert_cmpint (g_unlink (project), ==, 0);
      cli_remove_tree (self->output);
    }
}

/* As under nohup, and in the background of a shell. */
static void
test_ignored_signals_stay_ignored (CliFixture    *self,
                                   gconstpointer  data)
{
  const int signals[] = { SIGINT, SIGTERM, SIGHUP };
  const char *const names[] = { "INT", "TERM", "HUP" };
  g_autofree char *video = cli_sample_path ("sample.mkv");

  for (guint i = 0; i < G_N_ELEMENTS (signals); i++)
    {
      g_autofree char *command =
        g_strdup_printf ("trap '' %s; exec \"$0\" analyze \"$1\" --flow 1,0 --progress --output \"$2\"", names[i]);
      const char *argv[] = { "/bin/sh", "-c", command, VENULE_CLI, video, self->output, NULL };
      g_autofree char *spots = NULL;
      int status;

      g_free (child_stop (argv, TRUE, "\n", 0, signals[i], &status));
      g_assert_true (WIFEXITED (status));
      g_assert_cmpint (WEXITSTATUS (status), ==, 0);
      spots = cli_read_output (self, "spots.csv");
      g_assert_nonnull (strstr (spots, ",89,"));
      cli_remove_tree (self->output);
    }
}

/* Whoever reads the progress may go away, and so may the terminal; a file must never get what they were to read. */
static void
test_streams_that_nobody_reads (CliFixture       *self,
                                gconstpointer  data)
{
  const char *commands[] = {
    "{ \"$0\" analyze \"$1\" --flow 1,0 --frames 0:20 --progress --output \"$2\" 2>&1; echo $? > \"$2/said\"; "
    "mv \"$2/said\" \"$2/code\"; } | :",
    "\"$0\" analyze \"$1\" --flow 1,0 --frames 0:20 --progress --output \"$2\" 0<&- 1>&- 2>&-; echo $? > \"$2/code\"",
    "\"$0\" analyze \"$1\" --flow 1,0 --frames 0:20 --progress --output \"$2\" 2> /dev/full; echo $? > \"$2/code\"",
  };

  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    {
      g_auto (CliResult) result = cli_run_in_shell (self, commands[i]);
      g_autofree char *code = NULL;

      /* The first pipe is closed while the analysis still runs. */
      for (int k = 0; k < 1200 && code == NULL; k++)
        {
          g_autofree char *path = g_build_filename (self->output, "code", NULL);

          g_usleep (G_USEC_PER_SEC / 20);
          if (g_file_test (path, G_FILE_TEST_EXISTS))
            code = cli_read_output (self, "code");
        }
      g_assert_cmpstr (code, ==, i == 0 ? "1\n" : "0\n");

      g_autofree char *spots = cli_read_output (self, "spots.csv");
      g_autofree char *summary = cli_read_output (self, "summary.csv");
      g_assert_true (g_str_has_prefix (spots, "track_id,"));
      g_assert_null (strstr (summary, "frames/s"));
      cli_remove_tree (self->output);
    }
}

/* An answer that did not arrive is a failure. */
static void
test_answer_that_cannot_be_written (CliFixture       *self,
                                    gconstpointer  data)
{
  g_auto (CliResult) info = cli_run_in_shell (self, "\"$0\" info \"$1\" > /dev/full");
  g_auto (CliResult) devices = cli_run_in_shell (self, "\"$0\" devices > /dev/full");

  g_auto (CliResult) closed = cli_run_in_shell (self, "\"$0\" info \"$1\" >&-");

  cli_assert_sentence (&closed, 1, "could not be written");
  cli_assert_sentence (&info, 1, "could not be written");
  cli_assert_sentence (&devices, 1, "could not be written");
}

/* Analyses a copy of the sample, and spoils the copy once the run is at work. */
static CliResult
analyze_and_spoil (CliFixture *self,
                   const char *spoil)
{
  g_autofree char *command = g_strdup_printf (
    "cp \"$1\" \"$2.mkv\" && mkfifo \"$2.pipe\"; "
    "{ \"$0\" analyze \"$2.mkv\" --flow 1,0 --progress --output \"$2\" 2> \"$2.pipe\"; echo $? > \"$2.code\"; } & "
    "exec 3< \"$2.pipe\"; read line <&3; %s; cat <&3 >&2; wait; rm \"$2.pipe\"; exit $(cat \"$2.code\")",
    spoil);

  return cli_run_in_shell (self, command);
}

/* Cut off while it is read: what was analysed is there, and nobody takes it for all. */
static void
test_video_cut_off_in_the_middle (CliFixture    *self,
                                  gconstpointer  data)
{
  g_auto (CliResult) result = analyze_and_spoil (self, "truncate -s 1000000 \"$2.mkv\"");

  g_test_message ("%s", result.err);
  g_assert_cmpint (result.code, ==, 1);
  g_assert_nonnull (strstr (result.err, "results.mkv"));
  /* "was changed while it was analysed" or "has changed since it was opened": whichever the reader meets first. */
  g_assert_nonnull (strstr (result.err, "changed"));

  g_autofree char *spots = cli_read_output (self, "spots.csv");
  g_auto (GStrv) rows = g_strsplit (spots, "\n", -1);
  g_assert_cmpuint (g_strv_length (rows), >, 50);
}

/* A file that is removed can be read to its end by whoever has it open: nothing is lost. */
static void
test_video_removed_in_the_middle (CliFixture    *self,
                                  gconstpointer  data)
{
  g_auto (CliResult) result = analyze_and_spoil (self, "rm \"$2.mkv\"");

  g_test_message ("%s", result.err);
  g_assert_cmpint (result.code, ==, 0);
  g_autofree char *spots = cli_read_output (self, "spots.csv");
  g_assert_nonnull (strstr (spots, ",89,"));
}

/* A limit on the size of files stands for the disk that fills up. */
static void
test_full_disk_is_said (CliFixture       *self,
                        gconstpointer  data)
{
  g_autofree char *video = cli_sample_path ("sample.mkv");
  const char *argv[] = { "sh", "-c", "trap '' XFSZ; ulimit -f 8; exec \"$0\" analyze \"$1\" --flow 1,0 --output \"$2\"",
                         VENULE_CLI, video, self->output, NULL };
  g_auto (CliResult) result = cli_run_argv (argv);

  cli_assert_sentence (&result, 1, "results");

  /* Nothing half-written stays. */
  g_autofree char *spots = g_build_filename (self->output, "spots.csv", NULL);
  g_assert_false (g_file_test (spots, G_FILE_TEST_EXISTS));
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_setenv ("LANGUAGE", "C", TRUE);

#define ADD(name, function) g_test_add ("/trouble/" name, CliFixture, NULL, cli_set_up, function, cli_tear_down)
  ADD ("output-that-cannot-be-written", test_output_that_cannot_be_written);
  ADD ("stopped-run-writes-what-it-has", test_stopped_run_writes_what_it_has);
  ADD ("stopped-run-leaves-earlier-results", test_stopped_run_leaves_earlier_results);
  ADD ("repeated-signals-lose-nothing", test_repeated_signals_lose_nothing);
  ADD ("ignored-signals-stay-ignored", test_ignored_signals_stay_ignored);
  ADD ("streams-that-nobody-reads", test_streams_that_nobody_reads);
  ADD ("answer-that-cannot-be-written", test_answer_that_cannot_be_written);
  ADD ("video-cut-off-in-the-middle", test_video_cut_off_in_the_middle);
  ADD ("video-removed-in-the-middle", test_video_removed_in_the_middle);
  ADD ("full-disk-is-said", test_full_disk_is_said);
#undef ADD

  return g_test_run ();
}
