/* venule-cli-batch.c: many videos, several at once
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include <glib/gi18n.h>
#include <stdio.h>
#include <string.h>

#include "venule-batch-gather.h"
#include "venule-batch.h"
#include "venule-cli-batch-progress.h"
#include "venule-cli-parse.h"
#include "venule-cli-signals.h"
#include "venule-cli.h"
#include "venule-display-name.h"
#include "venule-error.h"

/* Problems of a manifest that are listed; the rest is counted. */
#define MOST_PROBLEMS 50

#define MOST_SHARES 100000

typedef struct {
  char    *output, *jobs_text, *devices, *shard, *folder;
  gboolean retry, gather, dry_run, json;
  int      jobs;
  guint    number, shares;
} BatchOptions;

static void
batch_options_clear (BatchOptions *self)
{
  g_free (self->output);
  g_free (self->jobs_text);
  g_free (self->devices);
  g_free (self->shard);
  g_free (self->folder);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (BatchOptions, batch_options_clear)

static gboolean
parse_shard (BatchOptions  *self,
             GError       **error)
{
  g_auto (GStrv) parts = g_strsplit (self->shard != NULL ? self->shard : "1/1", "/", -1);
  guint64 number, shares;

  if (g_strv_length (parts) == 2 && g_ascii_string_to_unsigned (parts[0], 10, 1, MOST_SHARES, &number, NULL) &&
      g_ascii_string_to_unsigned (parts[1], 10, 1, MOST_SHARES, &shares, NULL) && number <= shares)
    {
      self->number = (guint) number;
      self->shares = (guint) shares;
      return TRUE;
    }
  return venule_option_refuse (error, "--shard", self->shard, _("a share such as 2/8, from 1/8 to 8/8"));
}

static gboolean
check (BatchOptions  *self,
       int            argc,
       GError       **error)
{
  if (!venule_option_check_name ("--output", self->output, error) ||
      !venule_option_check_name ("--make-manifest", self->folder, error) || !parse_shard (self, error) ||
      !venule_option_parse_whole ("--jobs", self->jobs_text, 1, 1024, &self->jobs, error))
    return FALSE;
  if (self->folder != NULL && (self->gather || self->shard != NULL || self->retry))
    return venule_option_refuse_with (error, self->gather ? "--gather" : self->retry ? "--retry-failed" : "--shard",
                                      "--make-manifest");
  if (self->gather && self->shard != NULL)
    return venule_option_refuse_with (error, "--shard", "--gather");
  if (self->folder != NULL ? argc == 1 : argc == 2 && (self->output != NULL || self->dry_run))
    return TRUE;
  g_set_error_literal (error, VENULE_ERROR, VENULE_ERROR_INVALID,
                       self->folder != NULL ? _("--make-manifest takes a folder, and no manifest.")
                                            : _("batch takes one manifest, and --output with a folder."));
  return FALSE;
}

static gboolean
parse (BatchOptions   *self,
       int            *argc,
       char         ***argv,
       GError        **error)
{
  const GOptionEntry entries[] = {
    { "output", 'o', 0, G_OPTION_ARG_FILENAME, &self->output, N_("Folder for the results, one folder a video in it"),
      "DIR" },
    { "jobs", 0, 0, G_OPTION_ARG_STRING, &self->jobs_text,
      N_("Videos at once (default: by the processors, graphics cards and memory)"), "N" },
    { "devices", 0, 0, G_OPTION_ARG_STRING, &self->devices,
      N_("Processor and graphics cards (default: all cards, else the processor)"), "auto|cpu,cuda:N,…" },
    { "shard", 0, 0, G_OPTION_ARG_STRING, &self->shard, N_("Only the I-th of N shares of the videos"), "I/N" },
    { "retry-failed", 0, 0, G_OPTION_ARG_NONE, &self->retry, N_("Try videos again that failed before"), NULL },
    { "gather", 0, 0, G_OPTION_ARG_NONE, &self->gather,
      N_("Only put the results that are there together: study, tables, comparison and report"), NULL },
    { "dry-run", 0, 0, G_OPTION_ARG_NONE, &self->dry_run, N_("Only check the manifest"), NULL },
    { "json", 0, 0, G_OPTION_ARG_NONE, &self->json, N_("Print the progress as JSON, an object a line"), NULL },
    { "make-manifest", 0, 0, G_OPTION_ARG_FILENAME, &self->folder,
      N_("Write a manifest of the videos in FOLDER, with what they say and what is proposed, to --output or the "
         "standard output"), "FOLDER" },
    G_OPTION_ENTRY_NULL,
  };
  g_autoptr (GOptionContext) context =
    venule_cli_context_new ("batch", _("MANIFEST"), entries,
                            _("Analyses the videos of a table (TSV or CSV) with the columns id and video, and any "
                              "option of “venule-cli analyze”.\nRun again, it computes only what is missing."));

  return venule_cli_parse_context (context, argc, argv, error) && check (self, *argc, error);
}

/* ---- The manifest ---- */

/* All that is wrong, at once. */
static gboolean
check_manifest (VenuleManifest *manifest)
{
  g_autoptr (GPtrArray) problems = venule_manifest_check (manifest);

  for (guint i = 0; i < MIN (problems->len, MOST_PROBLEMS); i++)
    {
      g_autofree char *line = venule_manifest_problem_dup_line (problems->pdata[i]);

      venule_cli_fail (VENULE_CLI_FAILED, "%s", line);
    }
  if (problems->len > MOST_PROBLEMS)
    g_printerr (ngettext ("And %u more.\n", "And %u more.\n", problems->len - MOST_PROBLEMS),
                problems->len - MOST_PROBLEMS);
  return problems->len == 0;
}

static void
describe (VenuleManifest *manifest,
          guint           row,
          const char     *video)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (VenuleManifestFound) found =
    venule_manifest_find (video, NULL, VENULE_MANIFEST_FILE | VENULE_MANIFEST_PROPOSALS, NULL, &error);

  if (found != NULL)
    venule_manifest_fill (manifest, row, found);
  else
    venule_manifest_set_value (manifest, row, "note", error->message);
  g_printerr ("%s: %s\n", venule_manifest_get_value (manifest, row, "id"),
              found == NULL ? error->message : *found->notes != '\0' ? found->notes : _("described"));
}

/* What a person has typed into a manifest that is there is not lost. */
static int
make_manifest (const BatchOptions *options)
{
  static const char *const to_fill_in[] = { "id", "video", "animal", "group", "time_point", "pixel_size" };
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) videos = venule_manifest_list_videos (options->folder, &error);
  g_autofree char *whole = options->output != NULL ? g_canonicalize_filename (options->output, NULL) : NULL;
  g_autofree char *folder = whole != NULL ? g_path_get_dirname (whole) : g_get_current_dir ();
  g_autofree char *shown = whole != NULL ? venule_display_name_dup (options->output) : NULL;
  g_autoptr (VenuleManifest) manifest = venule_manifest_new (folder);

  if (videos == NULL)
    return venule_cli_fail (VENULE_CLI_FAILED, "%s", error->message);
  if (whole != NULL && g_file_test (whole, G_FILE_TEST_EXISTS))
    return venule_cli_fail (VENULE_CLI_FAILED, _("“%s” is there already. Give another name."), shown);
  if (videos->len == 0)
    return venule_cli_fail (VENULE_CLI_FAILED, "%s", _("There is no video in the folder."));

  for (guint i = 0; i < G_N_ELEMENTS (to_fill_in); i++)
    venule_manifest_add_column (manifest, to_fill_in[i]);
  for (guint i = 0; i < videos->len; i++)
    {
      g_autofree char *video = g_canonicalize_filename (videos->pdata[i], NULL);

      describe (manifest, venule_manifest_add_row (manifest, video), video);
    }
  if (whole == NULL)
    {
      g_autofree char *text = venule_manifest_dup_text (manifest, folder);

      /* Names of files need not be text in this locale. */
      fputs (text, stdout);
      return VENULE_CLI_DONE;
    }
  if (!venule_manifest_save (manifest, options->output, &error))
    return venule_cli_fail (VENULE_CLI_FAILED, "%s", error->message);
  g_print (ngettext ("%u video is listed in %s\n", "%u videos are listed in %s\n", videos->len), videos->len, shown);
  return VENULE_CLI_DONE;
}

/* ---- Together ---- */

static int
gather (const BatchOptions *options,
        VenuleManifest     *manifest,
        int                 code)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (VenuleBatchGathered) gathered = venule_batch_gather (manifest, options->output, TRUE, NULL, &error);

  if (gathered == NULL)
    return venule_cli_fail (VENULE_CLI_FAILED, "%s", error->message);
  for (guint i = 0; i < gathered->notes->len; i++)
    g_printerr (_("Note: %s\n"), (const char *) gathered->notes->pdata[i]);
  if (!options->json && gathered->paragraph != NULL)
    g_print ("%s\n", gathered->paragraph);
  return code == VENULE_CLI_DONE && gathered->n_missing > 0 ? VENULE_CLI_SOME_FAILED : code;
}

/* ---- The run ---- */

static void
stop (gpointer batch)
{
  venule_batch_stop (batch);
}

/* By how it ended. */
static int
get_code (VenuleBatch *batch)
{
  VenuleBatchTotals totals;

  venule_batch_get_totals (batch, &totals);
  if (totals.n_items[VENULE_BATCH_ITEM_WAITING] > 0)
    return venule_cli_fail (VENULE_CLI_FAILED, ngettext ("Stopped: %u video is left. Run the same command again to go "
                                                         "on.", "Stopped: %u videos are left. Run the same command "
                                                         "again to go on.", totals.n_items[VENULE_BATCH_ITEM_WAITING]),
                            totals.n_items[VENULE_BATCH_ITEM_WAITING]);
  return totals.n_items[VENULE_BATCH_ITEM_FAILED] > 0 ? VENULE_CLI_SOME_FAILED : VENULE_CLI_DONE;
}

static int
run (const BatchOptions *options,
     VenuleManifest     *manifest)
{
  g_autoptr (VenuleBatch) batch = venule_batch_new (manifest, options->output);
  g_autoptr (VenuleCliProgress) progress = NULL;
  g_autoptr (GError) error = NULL;
  int code;

  if (options->devices != NULL && !venule_batch_set_devices (batch, options->devices, &error))
    return venule_cli_fail_of_options (error);
  venule_batch_set_jobs (batch, (guint) options->jobs);
  venule_batch_set_retry (batch, options->retry);
  venule_batch_set_shard (batch, options->number, options->shares);
  progress = venule_cli_progress_new (batch, options->json);
  venule_cli_signals_watch (stop, batch);
  if (!venule_batch_start (batch, &error))
    return venule_cli_fail (VENULE_CLI_FAILED, "%s", error->message);
  venule_batch_wait (batch);
  venule_cli_signals_leave ();
  venule_cli_progress_end (progress);

  code = get_code (batch);
  return code == VENULE_CLI_FAILED || options->shard != NULL ? code : gather (options, manifest, code);
}

/**
 * venule_cli_batch:
 * @argc: number of arguments
 * @argv: "batch", and what follows it on the command line
 *
 * Returns: %VENULE_CLI_DONE, %VENULE_CLI_FAILED, %VENULE_CLI_USAGE or %VENULE_CLI_SOME_FAILED
 */
int
venule_cli_batch (int    argc,
                  char **argv)
{
  g_auto (BatchOptions) options = { 0 };
  g_autoptr (VenuleManifest) manifest = NULL;
  g_autoptr (GError) error = NULL;

  if (!parse (&options, &argc, &argv, &error))
    return venule_cli_fail_of_options (error);
  if (options.folder != NULL)
    return make_manifest (&options);
  manifest = venule_manifest_read (argv[1], &error);
  if (manifest == NULL)
    return venule_cli_fail (VENULE_CLI_FAILED, "%s", error->message);
  if (!check_manifest (manifest))
    return VENULE_CLI_FAILED;
  if (options.dry_run)
    {
      guint n = venule_manifest_get_n_rows (manifest);

      g_print (ngettext ("The manifest is right: %u video.\n", "The manifest is right: %u videos.\n", n), n);
      return VENULE_CLI_DONE;
    }
  return options.gather ? gather (&options, manifest, VENULE_CLI_DONE) : run (&options, manifest);
}
