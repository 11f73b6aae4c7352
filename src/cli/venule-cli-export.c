/* venule-cli-export.c: the results of a document as files
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include <glib/gi18n.h>
#include <glib/gstdio.h>

#include "venule-cli-document.h"
#include "venule-cli-parse.h"
#include "venule-cli-signals.h"
#include "venule-cli.h"
#include "venule-export.h"
#include "venule-job-measures.h"
#include "venule-job-movie.h"
#include "venule-save.h"

typedef struct {
  char              *output;
  gint64             run;
  VenuleExportParts  parts;
  gboolean           replace;
  VenuleMovieOptions movie;
  VenuleJobMeasures  measures;
} ExportOptions;

static gboolean
export_document (const char     *path,
                 ExportOptions  *options,
                 int            *code,
                 GError        **error)
{
  g_autoptr (VenuleDocument) document = venule_cli_open_document (path, error);
  g_autofree char *unpictured = NULL;
  VenuleResults results;
  int lock; /* until this program ends */

  if (!g_file_test (options->output, G_FILE_TEST_EXISTS))
    venule_cli_signals_set_made (options->output);
  if (document == NULL || !venule_cli_show_run (document, options->run, error) ||
      !venule_export_check_parts (options->parts, options->output, error) ||
      !venule_cli_signals_lock (options->output, &lock, error) ||
      !venule_job_measures_check_places (&options->measures, document, venule_document_get_run_settings (document),
                                         error) ||
      !venule_job_measures_apply (&options->measures, document, error))
    return FALSE;

  venule_results_init (&results, document);
  results.movie = &options->movie;
  results.unpictured = &unpictured;
  if (!venule_export_check_others (&results, options->parts, options->output, options->replace, error) ||
      !venule_export_write (&results, options->parts, options->output, NULL, NULL, NULL, error))
    return FALSE;
  *code = venule_cli_end_unseen (options->measures.unseen,
                                 venule_cli_end_unpictured (unpictured, venule_cli_end (document)));
  return TRUE;
}

/**
 * venule_cli_export:
 * @argc: number of arguments
 * @argv: "export", and what follows it on the command line
 *
 * Writes the files of an analysis from a document, the same to the byte as the run wrote where it has not been edited.
 * The document is not changed. The video is needed for the movie alone.
 *
 * Returns: %VENULE_CLI_DONE, %VENULE_CLI_FAILED, %VENULE_CLI_USAGE or %VENULE_CLI_INCOMPLETE
 */
int
venule_cli_export (int    argc,
                   char **argv)
{
  ExportOptions options = { .parts = VENULE_EXPORT_DEFAULT };
  g_autofree char *output = NULL;
  g_autofree char *formats = NULL;
  g_autofree char *run = NULL;
  g_auto (VenuleJobMovie) how = { 0 };
  gboolean movie = FALSE, exported;
  int code;
  const GOptionEntry entries[] = {
    { "output", 'o', 0, G_OPTION_ARG_FILENAME, &output, N_("Folder for the results"), "DIR" },
    { "run", 0, 0, G_OPTION_ARG_STRING, &run, N_("Number of the run (default: the one that was shown last)"), "N" },
    { "formats", 0, 0, G_OPTION_ARG_STRING, &formats,
      N_("Files to write (default: csv,figures,settings); also xlsx, json, trackmate, mtrackj, ctc, methods, report, "
         "movie, all"),
      "LIST" },
    { "replace", 0, 0, G_OPTION_ARG_NONE, &options.replace,
      N_("Replace results of another video or vessel in the folder"), NULL },
    { "movie", 0, 0, G_OPTION_ARG_NONE, &movie, N_("Also write the annotated movie, which needs the video"), NULL },
    G_OPTION_ENTRY_NULL,
  };
  g_autoptr (GOptionContext) context =
    venule_cli_context_new ("export", _("FILE.venule"), entries,
                            _("Writes the results of a document: tables, figures, analysis.json."));
  g_autoptr (GError) error = NULL;

  venule_job_movie_add (&how, context);
  venule_job_measures_add (&options.measures, context);
  if (!venule_cli_parse_context (context, &argc, &argv, &error) ||
      !venule_option_check_name ("--output", output, &error))
    return venule_cli_fail (VENULE_CLI_USAGE, "%s", error->message);
  if (argc != 2 || output == NULL)
    return venule_cli_fail (VENULE_CLI_USAGE, "%s", _("export takes one document, and --output with a folder."));

  if (!venule_option_parse_run (run, &options.run, &error) || !venule_job_movie_parse (&how, &options.movie, &error) ||
      !venule_job_measures_check (&options.measures, &error))
    return venule_cli_fail (VENULE_CLI_USAGE, "%s", error->message);
  if (formats != NULL && !venule_export_parts_parse (formats, &options.parts, &error))
    return venule_cli_fail (VENULE_CLI_USAGE, "--formats: %s", error->message);

  options.output = output;
  if (movie)
    options.parts |= VENULE_EXPORT_MOVIE;
  if (!venule_job_movie_check (&how, (options.parts & VENULE_EXPORT_MOVIE) != 0, &error))
    return venule_cli_fail (VENULE_CLI_USAGE, "%s", error->message);
  exported = export_document (argv[1], &options, &code, &error);
  if (!exported)
    venule_cli_signals_remove_made ();
  venule_job_measures_clear (&options.measures);
  if (!exported)
    return venule_cli_fail (VENULE_CLI_FAILED, "%s", error->message);
  g_print (_("Results are in %s\n"), output);
  return code;
}
