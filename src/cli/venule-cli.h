/* venule-cli.h: the sub-commands
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Exit codes of every sub-command. */
#define VENULE_CLI_DONE 0
#define VENULE_CLI_FAILED 1 /* a sentence on stderr */
#define VENULE_CLI_USAGE 2  /* wrong usage: a sentence and how to get help on stderr */
#define VENULE_CLI_INCOMPLETE 3 /* done, but something is missing, as a part of the video: a sentence on stderr */

#define VENULE_CLI_SOME_FAILED 4 /* of many videos: which ones, and why, stands in status.tsv */

/* Each gets its own name as argv[0] and its arguments after it, and returns an exit code. */
int venule_cli_analyze  (int argc, char **argv);
int venule_cli_batch    (int argc, char **argv);
int venule_cli_compare  (int argc, char **argv);
int venule_cli_merge    (int argc, char **argv);
int venule_cli_propose    (int argc, char **argv);
int venule_cli_convert  (int argc, char **argv);
int venule_cli_export   (int argc, char **argv);
int venule_cli_figure   (int argc, char **argv);
int venule_cli_info     (int argc, char **argv);
int venule_cli_devices  (int argc, char **argv);
int venule_cli_evaluate (int argc, char **argv);
int venule_cli_recover  (int argc, char **argv);
int venule_cli_study    (int argc, char **argv);
int venule_cli_verify   (int argc, char **argv);
int venule_cli_vesselness (int argc, char **argv);

/* "venule-cli: MESSAGE" on stderr; returns @code. */
int venule_cli_fail     (int         code,
                         const char *format,
                         ...) G_GNUC_PRINTF (2, 3);

/* The same for what is wrong with options: a file that one of them speaks of and that cannot be read is no wrong
 * usage. */
int venule_cli_fail_of_options (const GError *error);

/* JSON on stdout, in UTF-8 in every locale: it is for programs. g_print() puts "?" for what a locale does not have. */
void venule_cli_print_json (const char *text);

G_END_DECLS
