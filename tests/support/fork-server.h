/* fork-server.h: what a preloaded program is asked
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <sys/socket.h>

#define FORK_SERVER_SOCKET 3
#define FORK_SERVER_STREAMS 3 /* come with the message: standard input, output and errors */
#define FORK_SERVER_LONGEST (1 << 17) /* of a message, bytes */

/* Strings follow, each with its end: the folder, the arguments, the environment. The answer is a status as that of
 * waitpid(), an int. */
typedef struct {
  unsigned n_arguments;
  unsigned n_variables;
} ForkServerRequest;
