/* served.c: programs that are loaded once, however often a test runs them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "served.h"

#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "fork-server.h"

#ifdef FORK_SERVER
/* A script, or what has no libraries to load, does not take the one that waits. */
static gboolean
is_loaded_program (const char *path)
{
  static const char magic[] = { 0x7f, 'E', 'L', 'F' };
  char begin[sizeof magic] = { 0 };
  int fd = open (path, O_RDONLY | O_CLOEXEC);
  gboolean is = fd >= 0 && read (fd, begin, sizeof begin) == sizeof begin && memcmp (begin, magic, sizeof magic) == 0;

  if (fd >= 0)
    close (fd);
  return is;
}

static int
start_server (const char *program)
{
  const char *const argv[] = { program, NULL };
  g_auto (GStrv) environment = g_environ_setenv (g_get_environ (), "LD_PRELOAD", FORK_SERVER, TRUE);
  g_autoptr (GError) error = NULL;
  int target = FORK_SERVER_SOCKET, ends[2];

  g_assert_cmpint (socketpair (AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends), ==, 0);
  g_spawn_async_with_pipes_and_fds (NULL, argv, (const char *const *) environment, G_SPAWN_DEFAULT, NULL, NULL,
                                    -1, -1, -1, &ends[1], &target, 1, NULL, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  close (ends[1]);
  return ends[0];
}

/* A program, loaded and waiting; made by the first that asks, gone with the test. −1 for one that cannot be. */
static int
get_server (const char *name)
{
  static GHashTable *servers;
  g_autofree char *program = NULL;
  gpointer server;

  if (servers == NULL)
    servers = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  if (g_hash_table_lookup_extended (servers, name, NULL, &server))
    return GPOINTER_TO_INT (server);
  program = g_find_program_in_path (name);
  server = GINT_TO_POINTER (program != NULL && is_loaded_program (program) ? start_server (program) : -1);
  g_hash_table_insert (servers, g_strdup (name), server);
  return GPOINTER_TO_INT (server);
}

static void
add_string (GByteArray *message,
            const char *string)
{
  g_byte_array_append (message, (const guint8 *) string, strlen (string) + 1);
}

static gboolean
ask_server (int         server,
            GByteArray *message,
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
  return sendmsg (server, &header, MSG_NOSIGNAL) == message->len &&
         recv (server, status, sizeof *status, 0) == sizeof *status;
}

static void
take_content (int    fd,
              char **content)
{
  g_autofree char *path = g_strdup_printf ("/proc/self/fd/%d", fd);

  if (content != NULL)
    g_assert_true (g_file_get_contents (path, content, NULL, NULL));
  close (fd);
}

static void
ask (int                server,
     const char        *folder,
     const char *const *argv,
     char             **out,
     char             **errors,
     int               *status)
{
  g_autoptr (GByteArray) message = g_byte_array_new ();
  g_auto (GStrv) environment = g_get_environ ();
  g_autofree char *current = g_get_current_dir ();
  ForkServerRequest request = { g_strv_length ((char **) argv), g_strv_length (environment) };
  int streams[] = { open ("/dev/null", O_RDONLY | O_CLOEXEC), memfd_create ("out", MFD_CLOEXEC),
                    memfd_create ("err", MFD_CLOEXEC) };

  g_byte_array_append (message, (const guint8 *) &request, sizeof request);
  add_string (message, folder != NULL ? folder : current);
  for (guint i = 0; i < request.n_arguments; i++)
    add_string (message, argv[i]);
  for (guint i = 0; i < request.n_variables; i++)
    add_string (message, environment[i]);
  g_assert_cmpuint (message->len, <=, FORK_SERVER_LONGEST);
  g_assert_true (ask_server (server, message, streams, status));
  close (streams[0]);
  take_content (streams[1], out);
  take_content (streams[2], errors);
}
#endif

gboolean
served_run (const char        *folder,
            const char *const *argv,
            char             **out,
            char             **errors,
            int               *status,
            GError           **error)
{
#ifdef FORK_SERVER
  int server = get_server (argv[0]);

  if (server >= 0)
    {
      ask (server, folder, argv, out, errors, status);
      return TRUE;
    }
#endif
  return g_spawn_sync (folder, (char **) argv, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, out, errors, status, error);
}
