/* venule-cli-analyze.c: a whole analysis without a screen
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include <glib/gi18n.h>
#include <unistd.h>

#include "venule-cli-parse.h"
#include "venule-cli-signals.h"
#include "venule-cli.h"
#include "venule-job.h"
#include "venule-number.h"

#define PROGRESS_PERIOD (G_USEC_PER_SEC / 4)

typedef struct {
  const VenuleJobOptions *options;
  VenuleJob              *job;
  gint64                  last_print;
  gboolean                terminal;
} Analyze;

static void
print_progress (VenuleAnalysis *analysis,
                gpointer        data)
{
  Analyze *self = data;
  VenuleAnalysisProgress progress;
  gint64 now = g_get_monotonic_time ();
  g_autofree char *speed = NULL;

  if (!self->options->progress || now - self->last_print < (self->terminal ? 1 : 8) * PROGRESS_PERIOD)
    return;
  self->last_print = now;
  venule_analysis_get_progress (analysis, &progress);
  speed = venule_number_dup_significant (progress.frames_per_second, 2);
  if (progress.frames_per_second <= 0)
    g_printerr (ngettext ("Frame %lld, %u cell", "Frame %lld, %u cells", progress.n_tracks),
                (long long) progress.frames_done, progress.n_tracks);
  else if (progress.frames_total > 0)
    g_printerr (ngettext ("Frame %lld of %lld, %s frames/s, %.0f s left, %u cell",
                          "Frame %lld of %lld, %s frames/s, %.0f s left, %u cells", progress.n_tracks),
                (long long) progress.frames_done, (long long) progress.frames_total, speed, progress.seconds_left,
                progress.n_tracks);
  else
    g_printerr (ngettext ("Frame %lld, %s frames/s, %u cell", "Frame %lld, %s frames/s, %u cells", progress.n_tracks),
                (long long) progress.frames_done, speed, progress.n_tracks);
  g_printerr (self->terminal ? "    \r" : "\n");
}

static char *
default_output (const char *video)
{
  g_autofree char *name = g_path_get_basename (video);
  char *dot = g_utf8_strrchr (name, -1, '.');

  if (dot != NULL && dot != name)
    *dot = '\0';
  return g_strconcat (name, "-venule", NULL);
}

static void
say (VenuleJobTone tone,
     const char   *text,
     gpointer      data)
{
  if (tone == VENULE_JOB_SAYS_RESULT)
    g_print ("%s", text);
  else if (tone == VENULE_JOB_SAYS_NOTE)
    g_printerr ("%s", text);
  else
    venule_cli_fail (VENULE_CLI_FAILED, "%s", text);
}

/* By Ctrl+C, by closing the terminal, or by a batch system. */
static void
stop (gpointer job)
{
  venule_job_stop (job);
}

static void
take_step (VenuleJobStep step,
           gpointer      data)
{
  Analyze *self = data;

  switch (step)
    {
    case VENULE_JOB_OPENED:
      break;
    case VENULE_JOB_MAKES_FOLDER:
      venule_cli_signals_set_made (self->options->output);
      break;
    case VENULE_JOB_FOLDER_TAKEN:
      venule_cli_signals_set_made (NULL);
      break;
    case VENULE_JOB_LISTENS:
      venule_cli_signals_hear ();
      break;
    case VENULE_JOB_RUNS:
      venule_cli_signals_watch (stop, self->job);
      break;
    case VENULE_JOB_RAN:
      venule_cli_signals_leave ();
      if (self->options->progress && self->terminal)
        g_printerr ("\n");
      break;
    default:
      g_assert_not_reached ();
    }
}

static gboolean
is_stopped (gpointer data)
{
  return venule_cli_signals_asked ();
}

static int
analyze (VenuleJobOptions *options)
{
  Analyze self = { .options = options, .terminal = isatty (STDERR_FILENO) };
  const VenuleJobHooks hooks = { say, take_step, is_stopped, print_progress, &self };
  g_autoptr (VenuleJob) job = venule_job_new (options, &hooks);

  /* Four times as many ways to the card, as CUDA opens them for those that do not say, take 30 ms longer, and one run
   * has no use for them. */
  g_setenv ("CUDA_DEVICE_MAX_CONNECTIONS", "2", FALSE);
  self.job = job;
  switch (venule_job_run (job))
    {
    case VENULE_JOB_DONE:
      return VENULE_CLI_DONE;
    case VENULE_JOB_INCOMPLETE:
      return VENULE_CLI_INCOMPLETE;
    case VENULE_JOB_FAILED:
    case VENULE_JOB_STOPPED:
    default:
      return VENULE_CLI_FAILED;
    }
}

static void
print_help (void)
{
  g_autofree char *help = NULL;

  g_set_prgname ("venule-cli analyze");
  help = venule_job_options_dup_help (venule_cli_get_exit_codes ());
  g_print ("%s", help);
}

int
venule_cli_analyze (int    argc,
                    char **argv)
{
  g_auto (VenuleJobOptions) options = { 0 };
  g_autoptr (GError) error = NULL;
  int code;

  if (!venule_job_options_parse (&options, argc, argv, &error))
    return venule_cli_fail_of_options (error);
  if (options.help)
    {
      print_help ();
      return VENULE_CLI_DONE;
    }
  if (options.output == NULL)
    options.output = default_output (options.video);

  code = analyze (&options);
  /* Of what failed before there was a result nothing is left. */
  if (code != VENULE_CLI_DONE)
    venule_cli_signals_remove_made ();
  return code;
}
