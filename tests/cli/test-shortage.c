/* test-shortage.c: venule-cli where the system gives it few threads, files or memory, or small files
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <gio/gio.h>
#include <string.h>

#include "cli-test.h"

#define FEW "LD_PRELOAD='" FEW_THREADS "' "

/* All of it, or a sentence: never a crash, nor a word of GLib's. */
static CliResult
run_short (CliFixture *self,
           const char *shortage,
           int         n,
           const char *arguments)
{
  g_autofree char *command = g_strdup_printf ("rm -rf \"$2\" \"$2\".*; " FEW "%s=%d \"$0\" %s", shortage, n, arguments);
  CliResult result = cli_run_in_shell (self, command);

  g_test_message ("%s=%d: %d %s", shortage, n, result.code, result.err);
  g_assert_null (strstr (result.err, "GLib"));
  if (result.code != 0)
    {
      cli_assert_sentence (&result, 1, "");
      g_assert_true (strstr (result.err, "no more threads") != NULL ||
                     strstr (result.err, "could not be written") != NULL);
    }
  return result;
}

#define ANALYZE "analyze \"$1\" --flow 1,0 --frames 0:3 --threads=3 --quiet --output \"$2\" "

static void
test_one_thread_that_cannot_be_had (CliFixture    *self,
                                    gconstpointer  data)
{
  g_auto (CliResult) plain = cli_run_in_shell (self, "\"$0\" " ANALYZE "--formats csv");
  g_autofree char *expected = cli_read_output (self, "spots.csv");

  g_assert_cmpint (plain.code, ==, 0);
  for (int n = 1; n <= 7; n++)
    {
      g_auto (CliResult) result = run_short (self, "VENULE_TEST_NO_THREAD", n, "info \"$1\"");
    }
  for (int n = 1; n <= 15; n++)
    {
      g_auto (CliResult) result = run_short (self, "VENULE_TEST_NO_THREAD", n,
                                             ANALYZE "--formats csv --project \"$2.venule\"");

      if (result.code == 0)
        {
          g_autofree char *spots = cli_read_output (self, "spots.csv");

          g_assert_cmpstr (spots, ==, expected);
        }
    }
}

static void
test_few_threads (CliFixture    *self,
                  gconstpointer  data)
{
  const int numbers[] = { 0, 1, 2, 3, 5, 7, 9, 12, 1000 };
  gboolean done = FALSE;

  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    {
      g_auto (CliResult) info = run_short (self, "VENULE_TEST_THREADS", numbers[i], "info \"$1\"");
      g_auto (CliResult) result = run_short (self, "VENULE_TEST_THREADS", numbers[i], ANALYZE "--formats all");

      done = result.code == 0;
      g_assert_true (numbers[i] > 0 || !done);
    }
  g_assert_true (done);
}

/* Pango would end the program before a document is read. */
static void
test_few_threads_for_figures (CliFixture    *self,
                              gconstpointer  data)
{
  const char *const commands[] = {
    "figure \"$2-a.venule\" --output \"$2.pdf\"",
    "study \"$2-a.venule\" \"$2-b.venule\" --label \"$2-a.venule=1,A\" --label \"$2-b.venule=2,B\" --output \"$2\"",
    "compare \"$2-a.venule\" --manual \"$2-a.csv\" --output \"$2\"",
    "export \"$2-a.venule\" --formats movie --output \"$2\"",
  };
  const int numbers[] = { 0, 1, 2, 4, 7, 1000 };
  g_auto (CliResult) made = cli_run_in_shell (self, "\"$0\" " ANALYZE "--formats csv --project \"$2-a.venule\" && "
                                                    "cp \"$2-a.venule\" \"$2-b.venule\" && cp \"$2/spots.csv\" "
                                                    "\"$2-a.csv\"");

  g_assert_cmpint (made.code, ==, 0);
  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    for (guint k = 0; k < G_N_ELEMENTS (numbers); k++)
      {
        gboolean enough = k == G_N_ELEMENTS (numbers) - 1;
        g_auto (CliResult) result = run_short (self, "VENULE_TEST_THREADS", numbers[k], commands[i]);

        g_assert_cmpint (result.code, ==, enough ? 0 : 1);
        g_assert_true (enough || strstr (result.err, "no more threads") != NULL);
      }
}

/* Where files may not grow (ulimit -f): a sentence, and no half of anything. */
static void
test_files_that_may_not_grow (CliFixture    *self,
                              gconstpointer  data)
{
  const int blocks[] = { 1, 8, 64 };

  for (guint i = 0; i < G_N_ELEMENTS (blocks); i++)
    {
      g_autofree char *command = g_strdup_printf ("ulimit -f %d; \"$0\" " ANALYZE "--formats all --project "
                                                                                  "\"$2.venule\"",
                                                  blocks[i]);
      g_auto (CliResult) result = cli_run_in_shell (self, command);
      g_autofree char *document = g_strconcat (self->output, ".venule", NULL);

      cli_assert_sentence (&result, 1, "File too large");
      g_assert_false (g_file_test (self->output, G_FILE_TEST_EXISTS));
      g_assert_false (g_file_test (document, G_FILE_TEST_EXISTS));
    }
}

/* The working copy may take what it has at first, and no run. */
static void
test_only_what_is_kept_is_said_to_be (CliFixture    *self,
                                      gconstpointer  data)
{
  g_auto (CliResult) result = cli_run_in_shell (self, "export XDG_STATE_HOME=\"$2.state\"; ulimit -f 560; \"$0\" "
                                                      ANALYZE "--formats csv --project \"$2.venule\"");
  g_auto (CliResult) list = cli_run_in_shell (self, "XDG_STATE_HOME=\"$2.state\" \"$0\" recover");
  g_auto (CliResult) next = cli_run_in_shell (self, "XDG_STATE_HOME=\"$2.state\" \"$0\" "
                                                    ANALYZE "--formats csv --replace --project \"$2.venule\"");

  cli_assert_sentence (&result, 1, "Nothing of this run is kept in a document.");
  g_assert_cmpstr (list.out, ==, "There is nothing to recover.\n");
  g_assert_cmpstr (next.err, ==, "");
  g_assert_cmpint (next.code, ==, 0);
}

/* Nor room for it is needed to say so. */
static void
test_what_is_no_document_is_not_copied (CliFixture    *self,
                                        gconstpointer  data)
{
  g_auto (CliResult) result = cli_run_in_shell (self, "truncate -s 1G \"$2.venule\"; ulimit -f 900; \"$0\" " ANALYZE
                                                      "--formats csv --project \"$2.venule\"");

  cli_assert_sentence (&result, 1, "is no document of Venule");
}

/* Libraries would end the program. */
static void
test_too_little_is_refused_first (CliFixture    *self,
                                  gconstpointer  data)
{
  const char *const limits[] = { "-n 8", "-n 12", "-s 64", "-v 500000", "-v 800000" };

  for (guint i = 0; i < G_N_ELEMENTS (limits); i++)
    {
      g_autofree char *command = g_strdup_printf ("ulimit %s; \"$0\" " ANALYZE "--formats all", limits[i]);
      g_autofree char *limit = g_strndup (limits[i], 2);
      g_autofree char *advice = g_strdup_printf ("(“ulimit %s”) and try again", limit);
      g_auto (CliResult) result = cli_run_in_shell (self, command);

      cli_assert_sentence (&result, 1, advice);
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_setenv ("LANGUAGE", "C", TRUE);

#define ADD(name, function) g_test_add ("/shortage/" name, CliFixture, NULL, cli_set_up, function, cli_tear_down)
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
  /* The sanitizers want to be the first library. */
  ADD ("one-thread-that-cannot-be-had", test_one_thread_that_cannot_be_had);
  ADD ("few-threads", test_few_threads);
  ADD ("few-threads-for-figures", test_few_threads_for_figures);
  ADD ("too-little-is-refused-first", test_too_little_is_refused_first);
#endif
  ADD ("files-that-may-not-grow", test_files_that_may_not_grow);
  ADD ("only-what-is-kept-is-said-to-be", test_only_what_is_kept_is_said_to_be);
  ADD ("what-is-no-document-is-not-copied", test_what_is_no_document_is_not_copied);
  return g_test_run ();
}
