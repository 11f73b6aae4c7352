/* test-recover.c: two programs that write one document, and what killed programs leave
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <gio/gio.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli-test.h"

static void
set_up (CliFixture    *self,
        gconstpointer  data)
{
  g_autofree char *state = NULL;

  cli_set_up (self, data);
  state = g_build_filename (self->directory, "state", NULL);
  g_setenv ("XDG_STATE_HOME", state, TRUE);
}

static char *
path_in (CliFixture *self,
         const char *name)
{
  return g_build_filename (self->directory, name, NULL);
}

static void
analyze (CliFixture *self,
         const char *project,
         const char *frames)
{
  g_autofree char *video = cli_sample_path ("sample.mkv");
  g_autofree char *output = path_in (self, "other");
  g_auto (CliResult) result = cli_run ("analyze", video, "--flow", "1,0", "--frames", frames, "--formats", "settings",
                                       "--output", output, "--project", project, "--quiet", NULL);

  g_assert_cmpstr (result.err, ==, "");
  g_assert_cmpint (result.code, ==, 0);
}

static guint
count_runs (const char *project)
{
  g_auto (CliResult) info = cli_run ("info", project, NULL);
  g_auto (GStrv) parts = g_strsplit (info.out, "\"run\"", -1);

  g_assert_cmpint (info.code, ==, 0);
  return g_strv_length (parts) - 1;
}

/* ---- Two at once ---- */

/* Analyses the sample into "DIR/results.venule", and holds the run while @deed is done, which knows the name as
 * $2.venule. */
static CliResult
analyze_and_meddle (CliFixture *self,
                    const char *deed)
{
  g_autofree char *command = g_strdup_printf (
    "mkfifo \"$2.pipe\"; "
    "\"$0\" analyze \"$1\" --flow 1,0 --frames :40 --progress --output \"$2\" --project \"$2.venule\" 2> \"$2.pipe\" & "
    "run=$!; exec 3< \"$2.pipe\"; read line <&3; kill -STOP $run; %s; kill -CONT $run; cat <&3 >&2; wait $run", deed);

  return cli_run_in_shell (self, command);
}

/* The second is told at its beginning, and nothing of the first is lost. */
static void
test_two_runs_into_one_new_document (CliFixture    *self,
                                     gconstpointer  data)
{
  g_autofree char *project = path_in (self, "results.venule");
  g_autofree char *code = NULL, *said = NULL;
  g_auto (CliResult) first = analyze_and_meddle (
    self, "\"$0\" analyze \"$1\" --flow 1,0 --frames :5 -q --output \"$2-2\" --project \"$2.venule\" 2> \"$2.said\"; "
          "echo $? > \"$2.code\"");
  g_autofree char *code_path = path_in (self, "results.code");
  g_autofree char *said_path = path_in (self, "results.said");

  g_test_message ("%s", first.err);
  g_assert_cmpint (first.code, ==, 0);
  g_assert_true (g_file_get_contents (code_path, &code, NULL, NULL));
  g_assert_true (g_file_get_contents (said_path, &said, NULL, NULL));
  g_assert_cmpstr (code, ==, "1\n");
  g_assert_nonnull (strstr (said, "“results.venule” is open in another"));
  g_assert_cmpuint (count_runs (project), ==, 1);

  /* Its end lets others go on. */
  analyze (self, project, ":5");
  g_assert_cmpuint (count_runs (project), ==, 2);
}

/* By a program that knows nothing of locks: neither is lost. */
static void
test_a_document_that_appeared_during_the_run_stays (CliFixture    *self,
                                                    gconstpointer  data)
{
  g_autofree char *project = path_in (self, "results.venule");
  g_autofree char *instead = path_in (self, "results-2.venule");
  g_autofree char *content = NULL;
  g_auto (CliResult) result = analyze_and_meddle (self, "echo text > \"$2.venule\"");

  g_test_message ("%s", result.err);
  g_assert_cmpint (result.code, ==, 1);
  g_assert_nonnull (strstr (result.err, "results-2.venule"));
  g_assert_true (g_file_get_contents (project, &content, NULL, NULL));
  g_assert_cmpstr (content, ==, "text\n");
  g_assert_cmpuint (count_runs (instead), ==, 1);
}

/* A document of earlier that another program changes during the run. */
static void
test_a_document_that_was_changed_during_the_run_stays (CliFixture    *self,
                                                       gconstpointer  data)
{
  g_autofree char *project = path_in (self, "results.venule");
  g_autofree char *instead = path_in (self, "results-2.venule");
  g_autofree char *content = NULL;

  analyze (self, project, ":5");
  {
    g_auto (CliResult) result = analyze_and_meddle (self, "echo text > \"$2.venule\"");

    g_test_message ("%s", result.err);
    g_assert_cmpint (result.code, ==, 1);
    g_assert_nonnull (strstr (result.err, "results-2.venule"));
  }
  g_assert_true (g_file_get_contents (project, &content, NULL, NULL));
  g_assert_cmpstr (content, ==, "text\n");
  g_assert_cmpuint (count_runs (instead), ==, 2);
}

static void
assert_unchanged (const char *path,
                  GBytes     *before)
{
  g_autoptr (GMappedFile) now = g_mapped_file_new (path, FALSE, NULL);

  g_assert_cmpmem (g_mapped_file_get_contents (now), g_mapped_file_get_length (now), g_bytes_get_data (before, NULL),
                   g_bytes_get_size (before));
}

/* Unless it is asked for, and never one that is open. */
static void
test_convert_replaces_no_document (CliFixture    *self,
                                   gconstpointer  data)
{
  g_autofree char *first = path_in (self, "first.venule");
  g_autofree char *second = path_in (self, "results.venule");
  g_autofree char *said_path = path_in (self, "results.said");
  g_autofree char *said = NULL, *content = NULL;
  g_autoptr (GBytes) before = NULL;
  gsize size;

  analyze (self, first, ":5");
  analyze (self, second, ":6");
  g_assert_true (g_file_get_contents (second, &content, &size, NULL));
  before = g_bytes_new (content, size);

  g_auto (CliResult) plain = cli_run ("convert", first, "--output", second, NULL);
  g_auto (CliResult) rescued = cli_run ("convert", "--rescue", first, "--output", second, NULL);
  cli_assert_sentence (&plain, 1, "--replace");
  cli_assert_sentence (&rescued, 1, "--replace");
  assert_unchanged (second, before);

  g_auto (CliResult) open = analyze_and_meddle (
    self, "\"$0\" convert \"$(dirname \"$2\")/first.venule\" --output \"$2.venule\" --replace 2> \"$2.said\"");
  g_assert_cmpint (open.code, ==, 0);
  g_assert_true (g_file_get_contents (said_path, &said, NULL, NULL));
  g_assert_nonnull (strstr (said, "is open in another"));
  g_assert_cmpuint (count_runs (second), ==, 2);

  g_auto (CliResult) replaced = cli_run ("convert", first, "--output", second, "--replace", NULL);
  g_assert_cmpint (replaced.code, ==, 0);
  g_assert_cmpuint (count_runs (second), ==, 1);
}

/* ---- Killed programs ---- */

/* (nullable): half a movie in the folder of the results, which comes after the tables. */
static char *
find_half_movie (CliFixture *self)
{
  g_autofree char *table = g_build_filename (self->output, "vessel.csv", NULL);
  g_autoptr (GDir) dir = g_file_test (table, G_FILE_TEST_EXISTS) ? g_dir_open (self->output, 0, NULL) : NULL;
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    if (g_str_has_prefix (name, ".annotated.mp4."))
      return g_build_filename (self->output, name, NULL);
  return NULL;
}

/* Sends @signal to an analysis into @project while it writes its movie. Returns the name of that by then, and how it
 * ended. */
static char *
signal_in_movie (CliFixture *self,
                 const char *project,
                 int         signal,
                 int        *status)
{
  g_autofree char *video = cli_sample_path ("sample.mkv");
  char *argv[] = { (char *) VENULE_CLI, (char *) "analyze", video, (char *) "--flow", (char *) "1,0",
                   (char *) "--frames", (char *) "10:49", (char *) "--movie", (char *) "--quiet", (char *) "--output",
                   self->output, (char *) "--project", (char *) project, NULL };
  char *movie = NULL;
  GPid child;

  g_assert_true (g_spawn_async (NULL, argv, NULL, G_SPAWN_DO_NOT_REAP_CHILD, NULL, NULL, &child, NULL));
  while (movie == NULL && waitpid (child, status, WNOHANG) == 0)
    {
      g_usleep (500); /* the processors are the child's */
      movie = find_half_movie (self);
    }
  g_assert_nonnull (movie);
  kill (child, signal);
  g_assert_cmpint (waitpid (child, status, 0), ==, child);
  g_spawn_close_pid (child);
  return movie;
}

static char *
kill_in_movie (CliFixture *self,
               const char *project)
{
  int status = 0;
  char *movie = signal_in_movie (self, project, SIGKILL, &status);

  g_assert_true (WIFSIGNALED (status));
  return movie;
}

/* Which is left out, and nothing else. */
static void
test_a_request_during_the_movie_saves_the_document (CliFixture    *self,
                                                    gconstpointer  data)
{
  g_autofree char *project = path_in (self, "mouse.venule");
  g_autofree char *movie = NULL;
  int status = 0;

  movie = signal_in_movie (self, project, SIGTERM, &status);
  g_assert_true (WIFEXITED (status));
  g_assert_cmpint (WEXITSTATUS (status), ==, 1);
  g_assert_cmpuint (count_runs (project), ==, 1);
  g_free (cli_read_output (self, "spots.csv"));
  g_assert_false (g_file_test (movie, G_FILE_TEST_EXISTS));
  g_auto (CliResult) nothing = cli_run ("recover", "list", self->directory, NULL);
  g_assert_cmpstr (nothing.out, ==, "There is nothing to recover.\n");
}

/* Whether there is a working copy, or any part of one. */
static gboolean
has_working_copies (CliFixture *self)
{
  g_autofree char *folder = path_in (self, "state/venule/documents");
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);

  return dir != NULL && g_dir_read_name (dir) != NULL;
}

/* Nothing has been found by then. */
static void
test_a_request_before_the_run_leaves_nothing (CliFixture    *self,
                                              gconstpointer  data)
{
  g_autofree char *video = cli_sample_path ("sample.mkv");
  g_autofree char *there = path_in (self, "there.venule"), *new = path_in (self, "new.venule");
  char *argv[] = { (char *) VENULE_CLI, (char *) "analyze", video, (char *) "--flow", (char *) "1,0", (char *) "-q",
                   (char *) "--output", self->output, (char *) "--project", NULL, NULL };
  char *projects[] = { there, new };

  analyze (self, there, ":5");
  for (guint i = 0; i < G_N_ELEMENTS (projects); i++)
    {
      int status = 0;
      GPid child;

      argv[G_N_ELEMENTS (argv) - 2] = projects[i];
      g_assert_true (g_spawn_async (NULL, argv, NULL, G_SPAWN_DO_NOT_REAP_CHILD, NULL, NULL, &child, NULL));
      while (!has_working_copies (self) && waitpid (child, &status, WNOHANG) == 0)
        ;
      kill (child, SIGTERM);
      g_assert_cmpint (waitpid (child, &status, 0), ==, child);
      g_spawn_close_pid (child);
      g_assert_false (has_working_copies (self));
      g_assert_false (g_file_test (self->output, G_FILE_TEST_EXISTS));
    }
  g_assert_cmpuint (count_runs (there), ==, 1);
  g_assert_false (g_file_test (new, G_FILE_TEST_EXISTS));
}

static void
test_killed_runs_are_taken (CliFixture    *self,
                            gconstpointer  data)
{
  g_autofree char *video = cli_sample_path ("sample.mkv");
  g_autofree char *project = path_in (self, "mouse.venule");
  g_autofree char *movie = NULL;

  analyze (self, project, ":5");
  movie = kill_in_movie (self, project);

  /* Whoever goes on is told what to do, */
  g_auto (CliResult) refused = cli_run ("analyze", video, "--flow", "1,0", "--output", self->output, "--project",
                                        project, NULL);
  cli_assert_sentence (&refused, 1, "venule-cli recover take");

  /* sees what there is, once, though one folder lies in the other, */
  g_auto (CliResult) list = cli_run ("recover", "list", self->directory, self->output, NULL);
  g_test_message ("%s", list.out);
  g_assert_cmpint (list.code, ==, 0);
  g_assert_nonnull (strstr (list.out, project));
  g_assert_nonnull (strstr (list.out, video));
  g_assert_nonnull (strstr (list.out, "Run 1: frames 0 to 5\n"));
  g_assert_nonnull (strstr (list.out, "Run 2: frames 10 to 49\n"));
  g_assert_nonnull (strstr (list.out, movie));
  g_assert_null (strstr (strstr (list.out, movie) + 1, movie));

  /* and has it. */
  g_auto (CliResult) other = cli_run ("recover", "take", project, "--output", project, NULL);
  cli_assert_sentence (&other, 1, "--replace");
  g_auto (CliResult) taken = cli_run ("recover", "take", project, "--output", project, "--replace", NULL);
  g_assert_cmpstr (taken.err, ==, "");
  g_assert_cmpint (taken.code, ==, 0);
  g_assert_cmpuint (count_runs (project), ==, 2);
  g_auto (CliResult) discarded = cli_run ("recover", "discard", movie, NULL);
  g_assert_cmpint (discarded.code, ==, 0);
  g_assert_false (g_file_test (movie, G_FILE_TEST_EXISTS));
  g_auto (CliResult) nothing = cli_run ("recover", "list", self->directory, NULL);
  g_assert_cmpstr (nothing.out, ==, "There is nothing to recover.\n");
  analyze (self, project, ":5");
  g_assert_cmpuint (count_runs (project), ==, 3);
}

static void
test_killed_runs_are_discarded (CliFixture    *self,
                                gconstpointer  data)
{
  g_autofree char *project = path_in (self, "mouse.venule");
  g_autofree char *fresh = path_in (self, "new.venule");
  g_autofree char *elsewhere = path_in (self, "elsewhere.venule");

  analyze (self, project, ":5");
  g_free (kill_in_movie (self, project));
  g_auto (CliResult) discarded = cli_run ("recover", "discard", project, NULL);
  g_assert_cmpint (discarded.code, ==, 0);
  analyze (self, project, ":5");
  g_assert_cmpuint (count_runs (project), ==, 2);

  /* Of a document that was not there yet; what took its name since then is not replaced. */
  cli_remove_tree (self->output);
  g_free (kill_in_movie (self, fresh));
  g_auto (CliResult) converted = cli_run ("convert", project, "--output", fresh, NULL);
  g_assert_cmpint (converted.code, ==, 0);
  g_auto (CliResult) taken = cli_run ("recover", "take", fresh, NULL);
  cli_assert_sentence (&taken, 1, "--output");
  g_auto (CliResult) saved = cli_run ("recover", "take", fresh, "--output", elsewhere, NULL);
  g_assert_cmpint (saved.code, ==, 0);
  g_assert_cmpuint (count_runs (fresh), ==, 2);
  g_assert_cmpuint (count_runs (elsewhere), ==, 1);
}

/* Its name is known, though it was not there yet. */
static void
test_a_killed_run_into_a_new_document_is_told (CliFixture    *self,
                                               gconstpointer  data)
{
  g_autofree char *video = cli_sample_path ("sample.mkv");
  g_autofree char *project = path_in (self, "new.venule");

  g_free (kill_in_movie (self, project));
  g_auto (CliResult) refused = cli_run ("analyze", video, "--flow", "1,0", "--output", self->output, "--project",
                                        project, NULL);
  cli_assert_sentence (&refused, 1, "venule-cli recover take");
  g_auto (CliResult) taken = cli_run ("recover", "take", project, NULL);
  g_assert_cmpstr (taken.err, ==, "");
  g_assert_cmpint (taken.code, ==, 0);
  g_assert_cmpuint (count_runs (project), ==, 1);
  analyze (self, project, ":5");
  g_assert_cmpuint (count_runs (project), ==, 2);
}

/* (transfer full): what a run that was killed has left. */
static char *
find_working_copy (CliFixture *self)
{
  g_autofree char *folder = path_in (self, "state/venule/documents");
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while ((name = g_dir_read_name (dir)) != NULL)
    if (!g_str_has_suffix (name, "-wal") && strstr (name, ".note") == NULL && strstr (name, ".lock") == NULL &&
        !g_str_has_suffix (name, "-shm"))
      return g_build_filename (folder, name, NULL);
  g_assert_not_reached ();
}

/* A document with a track that cannot be read is not saved: nobody could open it again. */
static void
test_a_working_copy_with_a_damaged_track_is_told (CliFixture    *self,
                                                  gconstpointer  data)
{
  g_autofree char *project = path_in (self, "new.venule"), *working_copy = NULL;
  char *argv[] = { (char *) "python3", (char *) "-c",
                   (char *) "import sqlite3, sys; d = sqlite3.connect(sys.argv[1]); d.execute('UPDATE path SET spots = "
                            "zeroblob(length(spots)) WHERE id = (SELECT min(path) FROM track)'); d.commit()",
                   NULL, NULL };
  int status = -1;

  g_free (kill_in_movie (self, project));
  argv[3] = working_copy = find_working_copy (self);
  g_assert_true (g_spawn_sync (NULL, argv, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL, NULL, &status, NULL));
  g_assert_cmpint (status, ==, 0);

  g_auto (CliResult) taken = cli_run ("recover", "take", project, NULL);
  cli_assert_sentence (&taken, 1, "convert --rescue");
  g_assert_true (g_file_test (working_copy, G_FILE_TEST_EXISTS));
  g_assert_false (g_file_test (project, G_FILE_TEST_EXISTS));
}

/* Nothing is in it, and nothing is wrong with the command. */
static void
test_an_emptied_working_copy_is_told (CliFixture    *self,
                                      gconstpointer  data)
{
  g_autofree char *project = path_in (self, "new.venule"), *working_copy = NULL, *log = NULL;

  g_free (kill_in_movie (self, project));
  working_copy = find_working_copy (self);
  log = g_strconcat (working_copy, "-wal", NULL);
  g_unlink (log);
  g_assert_cmpint (truncate (working_copy, 0), ==, 0);

  g_auto (CliResult) taken = cli_run ("recover", "take", project, NULL);
  cli_assert_sentence (&taken, 1, "nothing in it to recover");
  g_auto (CliResult) listed = cli_run ("recover", "list", NULL);
  g_assert_nonnull (strstr (listed.out, "recover discard"));
  g_auto (CliResult) discarded = cli_run ("recover", "discard", project, NULL);
  g_assert_cmpint (discarded.code, ==, 0);
  g_assert_false (g_file_test (working_copy, G_FILE_TEST_EXISTS));
}

/* What is left of a drive that failed is neither hidden nor removed. */
static void
test_a_damaged_working_copy_is_told (CliFixture    *self,
                                     gconstpointer  data)
{
  g_autofree char *project = path_in (self, "new.venule"), *working_copy = NULL, *log = NULL;
  FILE *file;

  g_free (kill_in_movie (self, project));
  working_copy = find_working_copy (self);
  log = g_strconcat (working_copy, "-wal", NULL);
  g_unlink (log);
  g_test_message ("%s", working_copy);
  file = g_fopen (working_copy, "r+");
  g_assert_cmpint (fwrite ("no database at all", 18, 1, file), ==, 1);
  fclose (file);

  g_auto (CliResult) list = cli_run ("recover", "list", self->directory, NULL);
  g_assert_cmpint (list.code, ==, 0);
  g_assert_nonnull (strstr (list.out, project));
  g_assert_nonnull (strstr (list.out, working_copy));
  g_auto (CliResult) taken = cli_run ("recover", "take", project, NULL);
  cli_assert_sentence (&taken, 1, "convert --rescue");
  g_auto (CliResult) discarded = cli_run ("recover", "discard", project, NULL);
  g_assert_cmpint (discarded.code, ==, 0);
  g_assert_false (g_file_test (working_copy, G_FILE_TEST_EXISTS));
}

static void
test_wrong_usage_is_said (CliFixture    *self,
                          gconstpointer  data)
{
  g_auto (CliResult) verb = cli_run ("recover", "all", NULL);
  g_auto (CliResult) nothing = cli_run ("recover", "take", NULL);
  g_auto (CliResult) unknown = cli_run ("recover", "discard", "unknown.venule", NULL);
  g_auto (CliResult) idle = cli_run ("recover", "discard", "x", "--output", "y.venule", NULL);
  g_auto (CliResult) kind = cli_run ("recover", "take", "x", "--output", "y.csv", NULL);
  g_auto (CliResult) folder = cli_run ("recover", "list", "no-such-folder", NULL);

  cli_assert_sentence (&verb, 2, "list");
  cli_assert_sentence (&nothing, 2, "take");
  cli_assert_sentence (&unknown, 1, "unknown.venule");
  cli_assert_sentence (&idle, 2, "--output");
  cli_assert_sentence (&kind, 2, ".venule");
  cli_assert_sentence (&folder, 1, "no-such-folder");
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_setenv ("LANGUAGE", "C", TRUE);

#define ADD(name, function) g_test_add ("/recover/" name, CliFixture, NULL, set_up, function, cli_tear_down)
  ADD ("two-runs-into-one-new-document", test_two_runs_into_one_new_document);
  ADD ("a-document-that-appeared-during-the-run-stays", test_a_document_that_appeared_during_the_run_stays);
  ADD ("a-document-that-was-changed-during-the-run-stays", test_a_document_that_was_changed_during_the_run_stays);
  ADD ("convert-replaces-no-document", test_convert_replaces_no_document);
  ADD ("a-request-during-the-movie-saves-the-document", test_a_request_during_the_movie_saves_the_document);
  ADD ("a-request-before-the-run-leaves-nothing", test_a_request_before_the_run_leaves_nothing);
  ADD ("killed-runs-are-taken", test_killed_runs_are_taken);
  ADD ("killed-runs-are-discarded", test_killed_runs_are_discarded);
  ADD ("a-killed-run-into-a-new-document-is-told", test_a_killed_run_into_a_new_document_is_told);
  ADD ("a-working-copy-with-a-damaged-track-is-told", test_a_working_copy_with_a_damaged_track_is_told);
  ADD ("an-emptied-working-copy-is-told", test_an_emptied_working_copy_is_told);
  ADD ("a-damaged-working-copy-is-told", test_a_damaged_working_copy_is_told);
  ADD ("wrong-usage-is-said", test_wrong_usage_is_said);
#undef ADD

  return g_test_run ();
}
