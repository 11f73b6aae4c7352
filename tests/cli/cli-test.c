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

#include "fork-server.h"

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

#ifdef FORK_SERVER
/* venule-cli, loaded and waiting; made by the first that asks, gone with the test. */
static int
get_server (void)
{
  static int server = -1;
  const char *const argv[] = { VENULE_CLI, NULL };
  g_auto (GStrv) environment = g_environ_setenv (g_get_environ (), "LD_PRELOAD", FORK_SERVER, TRUE);
  g_autoptr (GError) error = NULL;
  int target = FORK_SERVER_SOCKET, ends[2];

  if (server >= 0)
    return server;
  g_assert_cmpint (socketpair (AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends), ==, 0);
  g_spawn_async_with_pipes_and_fds (NULL, argv, (const char *const *) environment, G_SPAWN_DEFAULT, NULL, NULL,
                                    -1, -1, -1, &ends[1], &target, 1, NULL, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  close (ends[1]);
  return server = ends[0];
}

static void
add_string (GByteArray *message,
            const char *string)
{
  g_byte_array_append (message, (const guint8 *) string, strlen (string) + 1);
}

static gboolean
ask_server (GByteArray *message,
            const int  *streams,
            int        *status)
{
  struct iovec data = { message->data, message->len };
  char control[CMSG_SPACE (FORK_SERVER_STREAMS * sizeof (int))] = { 0 };
  struct msghdr header = {
    .msg_iov = &data,
    .msg_iovlen = 1,
    .msg_control = control,
    .msg_controllen = sizeof control,
  };
  struct cmsghdr *passed = CMSG_FIRSTHDR (&header);

  passed->cmsg_level = SOL_SOCKET;
  passed->cmsg_type = SCM_RIGHTS;
  passed->cmsg_len = CMSG_LEN (FORK_SERVER_STREAMS * sizeof (int));
  memcpy (CMSG_DATA (passed), streams, FORK_SERVER_STREAMS * sizeof (int));
  return sendmsg (get_server (), &header, MSG_NOSIGNAL) == message->len &&
         recv (get_server (), status, sizeof *status, 0) == sizeof *status;
}

static char *
take_content (int fd)
{
  g_autofree char *path = g_strdup_printf ("/proc/self/fd/%d", fd);
  char *content = NULL;

  g_assert_true (g_file_get_contents (path, &content, NULL, NULL));
  close (fd);
  return content;
}

static void
run_served (const char *const *argv,
            CliResult         *result,
            int               *status)
{
  g_autoptr (GByteArray) message = g_byte_array_new ();
  g_auto (GStrv) environment = g_get_environ ();
  g_autofree char *folder = g_get_current_dir ();
  ForkServerRequest request = { g_strv_length ((char **) argv), g_strv_length (environment) };
  int streams[] = { open ("/dev/null", O_RDONLY | O_CLOEXEC), memfd_create ("out", MFD_CLOEXEC),
                    memfd_create ("err", MFD_CLOEXEC) };

  g_byte_array_append (message, (const guint8 *) &request, sizeof request);
  add_string (message, folder);
  for (guint i = 0; i < request.n_arguments; i++)
    add_string (message, argv[i]);
  for (guint i = 0; i < request.n_variables; i++)
    add_string (message, environment[i]);
  g_assert_cmpuint (message->len, <=, FORK_SERVER_LONGEST);
  g_assert_true (ask_server (message, streams, status));
  close (streams[0]);
  result->out = take_content (streams[1]);
  result->err = take_content (streams[2]);
}
#endif

CliResult
cli_run_argv (const char *const *argv)
{
  g_autoptr (GError) error = NULL;
  CliResult result = { 0 };
  int status = 0;

#ifdef FORK_SERVER
  if (g_str_equal (argv[0], VENULE_CLI))
    run_served (argv, &result, &status);
  else
#endif
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
