/* venule-cli-parse.h: what the command lines of all commands have in common
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-option-parse.h"

G_BEGIN_DECLS

/* What they mean, for help. */
const char *venule_cli_get_exit_codes (void);

/* (transfer full): of "venule-cli COMMAND ARGUMENTS", which becomes the name of the program; @arguments (nullable) and
 * @summary are translated. */
GOptionContext *venule_cli_context_new (const char         *command,
                                        const char         *arguments,
                                        const GOptionEntry *entries,
                                        const char         *summary);

/* As g_option_context_parse(), with a sentence of our own for what GLib says to programmers. */
gboolean venule_cli_parse_context (GOptionContext   *context,
                                   int              *argc,
                                   char           ***argv,
                                   GError          **error);

G_END_DECLS
