/* fork-server.c: a program that is loaded once, and begins anew for each request
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/* Preloaded, it waits before main() at a socket. To load the hundred libraries of FFmpeg takes ten times as long as to
 * fork a process that has them. A request gets the program as it is before main(), with the request's arguments,
 * environment, folder and standard streams. */

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "fork-server.h"

typedef int Main (int argc, char **argv, char **environment);
typedef int Start (Main *program, int argc, char **argv, void (*init) (void), void (*end) (void),
                   void (*end_linker) (void), void *stack);

static Main *the_program;
static char message[FORK_SERVER_LONGEST];

/* The strings of the message from @from on. */
static char **
take_strings (char    **from,
              unsigned  n)
{
  char **strings = calloc (n + 1, sizeof *strings);

  for (unsigned i = 0; strings != NULL && i < n; i++)
    {
      strings[i] = *from;
      *from += strlen (*from) + 1;
    }
  return strings;
}

static int
answer (int *streams)
{
  ForkServerRequest request;
  char *rest = message + sizeof request, **folder, **argv, **environment;

  for (int i = 0; i < FORK_SERVER_STREAMS; i++)
    {
      dup2 (streams[i], i);
      close (streams[i]);
    }
  memcpy (&request, message, sizeof request);
  folder = take_strings (&rest, 1);
  argv = take_strings (&rest, request.n_arguments);
  environment = take_strings (&rest, request.n_variables);
  if (chdir (folder[0]) != 0)
    abort ();
  environ = environment;
  return the_program ((int) request.n_arguments, argv, environment);
}

static int
serve (int    argc,
       char **argv,
       char **environment)
{
  char control[CMSG_SPACE (FORK_SERVER_STREAMS * sizeof (int))];
  struct iovec data = { message, sizeof message };
  struct msghdr header = {
    .msg_iov = &data,
    .msg_iovlen = 1,
    .msg_control = control,
    .msg_controllen = sizeof control,
  };

  while (recvmsg (FORK_SERVER_SOCKET, &header, MSG_CMSG_CLOEXEC) > 0)
    {
      int streams[FORK_SERVER_STREAMS], status;
      pid_t child;

      memcpy (streams, CMSG_DATA (CMSG_FIRSTHDR (&header)), sizeof streams);
      child = fork ();
      if (child == 0)
        {
          close (FORK_SERVER_SOCKET);
          return answer (streams);
        }
      for (int i = 0; i < FORK_SERVER_STREAMS; i++)
        close (streams[i]);
      if (child < 0 || waitpid (child, &status, 0) != child ||
          send (FORK_SERVER_SOCKET, &status, sizeof status, 0) < 0)
        abort ();
      header.msg_controllen = sizeof control;
    }
  _exit (0);
}

int
__libc_start_main (Main  *program,
                   int    argc,
                   char **argv,
                   void (*init) (void),
                   void (*end) (void),
                   void (*end_linker) (void),
                   void  *stack)
{
  Start *start = (Start *) dlsym (RTLD_NEXT, "__libc_start_main");

  the_program = program;
  return start (serve, argc, argv, init, end, end_linker, stack);
}
