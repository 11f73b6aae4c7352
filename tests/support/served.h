/* served.h: programs that are loaded once, however often a test runs them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* As g_spawn_sync() with G_SPAWN_SEARCH_PATH. What libraries read of the environment when they are loaded is one for
 * all runs of a program. */
gboolean served_run (const char        *folder,
                     const char *const *argv,
                     char             **out,
                     char             **errors,
                     int               *status,
                     GError           **error);

G_END_DECLS
