/* venule-cli-verify.c: whether frames are exact in any order
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include <glib/gi18n.h>
#include <unistd.h>

#include "venule-cli-document.h"
#include "venule-cli-parse.h"
#include "venule-cli.h"
#include "venule-job-input.h"
#include "venule-verify.h"

#define DEFAULT_REQUESTS 200
#define MAX_REQUESTS 1000000

static void
on_progress (double   fraction,
             gpointer user_data)
{
  g_printerr ("%3.0f %%\r", 100 * fraction);
}

/* @sentence has one %s, for the frames. */
static void
print_frames (const char *sentence,
              GArray     *frames)
{
  g_autofree char *list = NULL;
  GString *text;

  if (frames->len == 0)
    return;
  list = venule_source_describe_frames (frames);
  text = g_string_new (sentence);
  g_string_replace (text, "%s", list, 1);
  g_print ("%s\n", text->str);
  g_string_free (text, TRUE);
}

static void
print_result (VenuleVerification *result)
{
  g_print (ngettext ("%lld frame; %lld were read in random order, in %.1f ms each (median), %.1f ms at "
                     "most.\n",
                     "%lld frames; %lld were read in random order, in %.1f ms each (median), %.1f ms at "
                     "most.\n", (gulong) result->n_frames),
           (long long) result->n_frames, (long long) result->n_requests, result->median_ms, result->longest_ms);
  /* Translators: frames follow: "3, 7–9" */
  print_frames (_("Two sequential reads differ in frame %s."), result->unsteady);
  /* Translators: frames follow: "3, 7–9" */
  print_frames (_("Pixels differ from a sequential read: frame %s."), result->wrong);
  /* Translators: frames follow: "3, 7–9" */
  print_frames (_("Could not be read: frame %s."), result->unread);
  g_print ("%s\n", venule_verification_is_exact (result) ? _("Exact: all frames equal those of a sequential read.")
                                                         : _("NOT exact."));
}

/**
 * venule_cli_verify:
 * @argc: number of arguments
 * @argv: "verify", and what follows it on the command line
 *
 * Reads a video sequentially, then frames in random order, and prints whether they are equal.
 *
 * Returns: %VENULE_CLI_DONE when they are; %VENULE_CLI_FAILED when they are not, or the file cannot be read;
 *   %VENULE_CLI_USAGE
 */
int
venule_cli_verify (int    argc,
                   char **argv)
{
  g_autofree char *requests_text = NULL;
  g_autofree char *seed_text = NULL;
  int n_requests = DEFAULT_REQUESTS;
  int seed = 1;
  gboolean quiet = FALSE;
  const GOptionEntry entries[] = {
    { "requests", 'n', 0, G_OPTION_ARG_STRING, &requests_text,
      N_("Number of frames to read in random order (default: 200)"), N_("N") },
    { "seed", 0, 0, G_OPTION_ARG_STRING, &seed_text, N_("Random seed of the order (default: 1)"), N_("N") },
    { "quiet", 'q', 0, G_OPTION_ARG_NONE, &quiet, N_("Print nothing; see the exit code"), NULL },
    G_OPTION_ENTRY_NULL,
  };
  g_autoptr (GOptionContext) context =
    venule_cli_context_new ("verify", _("VIDEO"), entries,
                            _("Reads frames of a video in random order, and compares them with a sequential read."));
  g_auto (VenuleJobInput) options = { 0 };
  VenuleInputOptions input = { 0 };
  g_autoptr (VenuleVerification) result = NULL;
  g_autoptr (GError) error = NULL;

  venule_job_input_add (&options, context);
  if (!venule_cli_parse_context (context, &argc, &argv, &error) ||
      !venule_job_input_parse (&options, &input, &error) ||
      !venule_option_parse_whole ("--requests", requests_text, 1, MAX_REQUESTS, &n_requests, &error) ||
      !venule_option_parse_whole ("--seed", seed_text, 0, G_MAXINT, &seed, &error))
    return venule_cli_fail (VENULE_CLI_USAGE, "%s", error->message);
  if (argc != 2)
    return venule_cli_fail (VENULE_CLI_USAGE, "%s", _("verify takes one video."));

  if (!venule_file_check_video (argv[1], &error))
    return venule_cli_fail (VENULE_CLI_FAILED, "%s", error->message);
  result = venule_verify (argv[1], &input, n_requests, (guint32) seed,
                          !quiet && isatty (STDERR_FILENO) ? on_progress : NULL, NULL, NULL, &error);
  if (result == NULL)
    return venule_cli_fail (VENULE_CLI_FAILED, "%s", error->message);
  if (!quiet)
    print_result (result);
  return venule_verification_is_exact (result) ? VENULE_CLI_DONE : VENULE_CLI_FAILED;
}
