/* venule-cli-parse.c: what the command lines of all commands have in common
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-cli-parse.h"

#include <glib/gi18n.h>

const char *
venule_cli_get_exit_codes (void)
{
  return _("Exit codes: 0 success; 1 failure, with a message on standard error; 2 wrong usage; 3 incomplete:\n"
           "a truncated video, a report without its picture, a diameter that cannot be measured, a study in which\n"
           "no recording has a value, or a damaged document without tracks that could be rescued, with a message\n"
           "on standard error; 4 (batch) some videos failed.");
}

GOptionContext *
venule_cli_context_new (const char         *command,
                        const char         *arguments,
                        const GOptionEntry *entries,
                        const char         *summary)
{
  g_autofree char *name = g_strconcat ("venule-cli ", command, NULL);
  GOptionContext *context = g_option_context_new (arguments);

  g_set_prgname (name);
  g_option_context_set_summary (context, summary);
  g_option_context_set_translation_domain (context, GETTEXT_PACKAGE);
  g_option_context_add_main_entries (context, entries, GETTEXT_PACKAGE);

  return context;
}

/* GLib leaves "--" where it is when a name behind it begins with "-", which is what it was written for. */
static void
drop_separator (int    *argc,
                char  **argv)
{
  int at = 1;

  while (at < *argc && !g_str_equal (argv[at], "--"))
    at++;
  if (at == *argc)
    return;
  for (; at + 1 < *argc; at++)
    argv[at] = argv[at + 1];
  argv[--*argc] = NULL;
}

gboolean
venule_cli_parse_context (GOptionContext   *context,
                          int              *argc,
                          char           ***argv,
                          GError          **error)
{
  GError *failure = NULL;

  if (!venule_option_check_flags (context, *argc, (const char *const *) *argv, error))
    return FALSE;
  if (!g_option_context_parse (context, argc, argv, &failure))
    return venule_option_refuse_parsing (failure, error);
  drop_separator (argc, *argv);
  return TRUE;
}
