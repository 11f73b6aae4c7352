/* child.h: programs that tests start, and end
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Starts a program and, once what it has written (to its standard output; with @errors to the other one) ends with
 * @sign, waits
 * @after µs more and sends it @signal. Returns all that it has written there, and how it ended as waitpid() says. */
char *child_stop (const char *const *argv,
                  gboolean           errors,
                  const char        *sign,
                  gulong             after,
                  int                signal,
                  int               *status);

G_END_DECLS
