/* cli-test.c: what the tests of venule-cli share
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "cli-test.h"

#include <fcntl.h>
#include <gio/gio.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "served.h"

void
cli_result_clear (CliResult *self)
{
  g_free (self->out);
  g_free (self->err);
}

char *
cli_sample_path (const char *name)
{
  return g_build_filename (VENULE_SAMPLE_DIR, name, NULL);
}

void
cli_set_up (CliFixture       *self,
        gconstpointer  data)
{
  self->directory = g_dir_make_tmp ("venule-cli-XXXXXX", NULL);
  self->output = g_build_filename (self->directory, "results", NULL);
}

void
cli_remove_tree (const char *path)
{
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *child = g_build_filename (path, name, NULL);

      if (g_file_test (child, G_FILE_TEST_IS_DIR) && !g_file_test (child, G_FILE_TEST_IS_SYMLINK))
        cli_remove_tree (child);
      else
        g_unlink (child);
    }
  g_rmdir (path);
}

void
cli_tear_down (CliFixture       *self,
           gconstpointer  data)
{
  cli_remove_tree (self->directory);
  g_free (self->directory);
  g_free (self->output);
}

CliResult
cli_run_argv (const char *const *argv)
{
  g_autoptr (GError) error = NULL;
  CliResult result = { 0 };
  int status = 0;

  if (g_str_equal (argv[0], VENULE_CLI))
    served_run (NULL, argv, &result.out, &result.err, &status, &error);
  else
    g_spawn_sync (NULL, (char **) argv, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, &result.out, &result.err, &status,
                  &error);
  g_assert_no_error (error);
  /* A crash is no answer. */
  g_assert_true (WIFEXITED (status));
  result.code = WEXITSTATUS (status);
  return result;
}

/* Arguments after "venule-cli", ended by NULL. */
CliResult
cli_run (const char *first,
         ...)
{
  g_autoptr (GPtrArray) argv = g_ptr_array_new ();
  va_list args;

  g_ptr_array_add (argv, (gpointer) VENULE_CLI);
  va_start (args, first);
  for (const char *arg = first; arg != NULL; arg = va_arg (args, const char *))
    g_ptr_array_add (argv, (gpointer) arg);
  va_end (args);
  g_ptr_array_add (argv, NULL);
  return cli_run_argv ((const char *const *) argv->pdata);
}

/* One sentence for a person: our name in front, no source file, no assertion. */
void
cli_assert_sentence (const CliResult *result,
                 int           code,
                 const char   *part)
{
  g_test_message ("%s", result->err);
  g_assert_cmpint (result->code, ==, code);
  g_assert_true (g_str_has_prefix (result->err, "venule-cli: "));
  g_assert_nonnull (strstr (result->err, part));
  g_assert_null (strstr (result->err, "CRITICAL"));
  g_assert_null (strstr (result->err, "WARNING"));
}

char *
cli_read_output (CliFixture    *self,
             const char *name)
{
  g_autofree char *path = g_build_filename (self->output, name, NULL);
  char *text = NULL;
  gsize size;

  g_assert_true (g_file_get_contents (path, &text, &size, NULL));
  g_assert_cmpuint (size, >, 0);
  return text;
}

char *
cli_write_file (CliFixture    *self,
            const char *name,
            const char *content,
            gssize      size)
{
  char *path = g_build_filename (self->directory, name, NULL);

  g_assert_true (g_file_set_contents (path, content, size, NULL));
  return path;
}

/* $0 is venule-cli, $1 the sample, $2 the output folder. */
CliResult
cli_run_in_shell (CliFixture    *self,
              const char *command)
{
  g_autofree char *video = cli_sample_path ("sample.mkv");
  const char *argv[] = { "sh", "-c", command, VENULE_CLI, video, self->output, NULL };

  return cli_run_argv (argv);
}
