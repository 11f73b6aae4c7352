/* venule-cli.c: the engine without a screen
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include <fcntl.h>
#include <glib/gi18n.h>
#include <signal.h>
#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>

#include "venule-cli-parse.h"
#include "venule-cli-signals.h"
#include "venule-cli.h"
#include "venule-display-name.h"
#include "venule-error.h"
#include "venule-locale.h"

#define LONGEST_MESSAGE 2000 /* characters */

typedef struct {
  const char *name;
  int       (*run) (int argc, char **argv);
  const char *summary;
  gboolean    answers; /* what it prints is what was asked for, and no word about files */
} Command;

static const Command commands[] = {
  { "analyze", venule_cli_analyze, N_("Detect and track the cells of a video, and write their velocities") },
  { "batch", venule_cli_batch, N_("Analyse many videos, several at once") },
  { "export", venule_cli_export, N_("Write the results of a document again") },
  { "figure", venule_cli_figure, N_("Save a figure of a document for a paper") },
  { "compare", venule_cli_compare, N_("Compare a document with manual tracking"), TRUE },
  { "convert", venule_cli_convert, N_("Convert tracks to a document, or a document to other files") },
  { "merge", venule_cli_merge, N_("Merge the runs of several documents into one table") },
  { "study", venule_cli_study, N_("Compare groups of animals") },
  { "recover", venule_cli_recover, N_("Recover or remove files left by killed programs"), TRUE },
  { "info", venule_cli_info, N_("Show the contents of a video or a document as JSON"), TRUE },
  { "verify", venule_cli_verify, N_("Check that random access to a video is frame-exact"), TRUE },
  { "devices", venule_cli_devices, N_("List the usable processors and graphics cards"), TRUE },
  { "vesselness", venule_cli_vesselness, N_("Show the vessels of a picture or a z-stack") },
  { "propose", venule_cli_propose, N_("Propose the vessel, the flow and the cell size of a video"), TRUE },
  { "evaluate", venule_cli_evaluate, N_("Compare an analysis with the ground truth of a synthetic video"), TRUE },
};

/* What was typed, or a name, may be of any length; what to do about it stands at the end. */
static char *
dup_readable (const char *message)
{
  g_autofree char *valid = g_utf8_make_valid (message, -1);
  glong n = g_utf8_strlen (valid, -1);
  g_autofree char *start = NULL;

  if (n <= LONGEST_MESSAGE)
    return g_steal_pointer (&valid);
  start = g_utf8_substring (valid, 0, LONGEST_MESSAGE / 2);
  return g_strconcat (start, " … ", g_utf8_offset_to_pointer (valid, n - LONGEST_MESSAGE / 2), NULL);
}

int
venule_cli_fail (int         code,
                 const char *format,
                 ...)
{
  va_list args;

  va_start (args, format);
  g_autofree char *whole = g_strdup_vprintf (format, args);
  g_autofree char *message = dup_readable (whole);
  va_end (args);

  g_printerr ("venule-cli: %s\n", message);
  if (code == VENULE_CLI_USAGE)
    g_printerr ("%s\n", _("Type “venule-cli --help” or “venule-cli COMMAND --help” for help."));
  return code;
}

int
venule_cli_fail_of_options (const GError *error)
{
  gboolean of_file = error->domain == VENULE_ERROR && error->code != VENULE_ERROR_INVALID;

  return venule_cli_fail (of_file ? VENULE_CLI_FAILED : VENULE_CLI_USAGE, "%s", error->message);
}

void
venule_cli_print_json (const char *text)
{
  /* "\u202E" is the same character to whoever reads JSON. */
  g_autofree char *shown = venule_display_name_dup_printable (text);

  fputs (shown, stdout);
  fputc ('\n', stdout);
}

static void
print_help (void)
{
  g_print ("%s\n  venule-cli %s\n\n%s\n\n%s\n",
           _("Usage:"), _("COMMAND [OPTIONS]"),
           _("Detects and tracks leukocytes in intravital microscopy videos, and writes their velocities."),
           _("Commands:"));
  for (gsize i = 0; i < G_N_ELEMENTS (commands); i++)
    g_print ("  %-10s %s\n", commands[i].name, _(commands[i].summary));
  g_print ("\n%s\n  --help     %s\n  --version  %s\n\n%s\n\n%s\n  %s\n",
           _("Options:"),
           _("Show this help; “venule-cli COMMAND --help” shows a command’s own"),
           _("Show the version"),
           venule_cli_get_exit_codes (),
           _("Example:"),
           "venule-cli analyze video.avi --crop 0,158,640,117 --flow 1,0 --pixel-size 0.363 --output results");
}

/* As GLib does, but what files and arguments hold never moves the cursor, colours or clears the terminal. */
static void
print_to (const char *text,
          FILE       *stream)
{
  g_autofree char *shown = venule_display_name_dup_printable (text);
  g_autofree char *local = NULL;
  const char *charset;

  if (!g_get_console_charset (&charset))
    local = g_convert_with_fallback (shown, -1, charset, "UTF-8", "?", NULL, NULL, NULL);
  fputs (local != NULL ? local : shown, stream);
  fflush (stream);
}

static void
print (const char *text)
{
  print_to (text, stdout);
}

static void
print_error (const char *text)
{
  print_to (text, stderr);
}

static const Command *
find_command (const char *name)
{
  for (gsize i = 0; i < G_N_ELEMENTS (commands); i++)
    if (g_strcmp0 (name, commands[i].name) == 0)
      return &commands[i];

  return NULL;
}

/* A standard stream that was closed would be the next file that is opened, and our sentences would be written into it.
 * Writing an answer there fails, which is told. A closed pipe must not end an analysis. */
static void
secure_streams (const Command *command)
{
  int flags = command != NULL && command->answers ? O_RDONLY : O_RDWR, fd;

  do
    fd = open ("/dev/null", flags);
  while (fd >= 0 && fd <= STDERR_FILENO);
  if (fd >= 0)
    close (fd);
  signal (SIGPIPE, SIG_IGN);
  /* A file that may not grow (ulimit -f) fails to be written, which is told. */
  signal (SIGXFSZ, SIG_IGN);
}

/* Libraries end the program where they get too little: Pango and GLib without memory, and the fonts are missing in
 * figures without files. With these, a video like the sample is analysed, and all is exported. */
static const char *
get_shortage (void)
{
  static const struct
  {
    int         resource;
    rlim_t      least;
    const char *sentence;
  } needs[] = {
    { RLIMIT_NOFILE, 64, N_("The limit of open files is too low: Venule needs 64. Raise it (“ulimit -n”) and try "
                            "again.") },
    { RLIMIT_STACK, 512 * 1024,
      N_("The stack is too small: Venule needs 512 kB. Raise the limit (“ulimit -s”) and try again.") },
    { RLIMIT_AS, (rlim_t) 1 << 30,
      N_("The memory limit is too low: Venule needs 1 GB. Raise it (“ulimit -v”) and try again.") },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (needs); i++)
    {
      struct rlimit limit;

      if (getrlimit (needs[i].resource, &limit) == 0 && limit.rlim_cur < needs[i].least)
        return _(needs[i].sentence);
    }

  return NULL;
}

static int
run_command (int    argc,
             char **argv)
{
  const Command *command = argc < 2 ? NULL : find_command (argv[1]);
  g_autofree char *shown = NULL;

  if (argc < 2)
    return venule_cli_fail (VENULE_CLI_USAGE, "%s", _("No command was given."));
  if (command != NULL)
    return command->run (argc - 1, argv + 1);

  if (g_str_equal (argv[1], "--help") || g_str_equal (argv[1], "-h") || g_str_equal (argv[1], "help"))
    {
      print_help ();
      return VENULE_CLI_DONE;
    }

  if (g_str_equal (argv[1], "--version"))
    {
      g_print ("venule-cli %s\n", VENULE_VERSION);
      return VENULE_CLI_DONE;
    }

  shown = venule_display_name_dup_excerpt (argv[1]);
  return venule_cli_fail (VENULE_CLI_USAGE, _("There is no command “%s”."), shown);
}

int
main (int    argc,
      char **argv)
{
  const char *shortage;
  int code;

  secure_streams (argc < 2 ? NULL : find_command (argv[1]));
  venule_locale_init ();
  g_set_prgname ("venule-cli");
  g_set_print_handler (print);
  g_set_printerr_handler (print_error);
  shortage = get_shortage ();
  if (shortage != NULL)
    return venule_cli_fail (VENULE_CLI_FAILED, "%s", shortage);

  venule_cli_signals_stop_at_once ();
  code = run_command (argc, argv);
  if ((fflush (stdout) != 0 || ferror (stdout)) && (code == VENULE_CLI_DONE || code == VENULE_CLI_INCOMPLETE))
    return venule_cli_fail (VENULE_CLI_FAILED, "%s", _("The output could not be written to standard output."));
  return code;
}
