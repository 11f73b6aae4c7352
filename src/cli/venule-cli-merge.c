/* venule-cli-merge.c: the results of several documents and runs side by side
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include <glib/gi18n.h>
#include <math.h>

#include "venule-cli-document.h"
#include "venule-cli.h"
#include "venule-csv.h"
#include "venule-name.h"
#include "venule-output.h"
#include "venule-summary.h"
#include "venule-time.h"

#define DECIMALS 4

static const char *const columns[] = {
  "document", "run", "video", "complete", "first_frame", "last_frame", "duration_s", "tracks", "rolling", "stationary",
  "free", "other", "edited", "unit", "velocity_n", "velocity_mean", "velocity_sd", "velocity_se", "velocity_median",
};

static void
add_run (VenuleCsv      *csv,
         const char     *name,
         VenuleDocument *document)
{
  const VenuleSettings *settings = venule_document_get_run_settings (document);
  const VenuleRunFacts *facts = venule_document_get_run_facts (document);
  VenuleSource *source = venule_document_get_source (document);
  const VenuleCalibration *calibration = &settings->calibration;
  g_autofree char *video = venule_source_dup_display_name (source);
  VenuleSummary summary;

  venule_summary_compute (G_LIST_MODEL (document), settings,
                          venule_time_of_frames (source, calibration, facts->first_frame, facts->last_frame), &summary);
  venule_csv_add_text (csv, name);
  venule_csv_add_integer (csv, venule_document_get_run (document));
  venule_csv_add_text (csv, video);
  venule_csv_add_text (csv, facts->complete ? "true" : "false");
  venule_csv_add_integer (csv, facts->first_frame);
  venule_csv_add_integer (csv, facts->last_frame);
  venule_csv_add_number (csv, summary.duration, DECIMALS);
  venule_csv_add_integer (csv, summary.n_tracks);
  venule_csv_add_integer (csv, summary.n_rolling);
  venule_csv_add_integer (csv, summary.n_stationary);
  venule_csv_add_integer (csv, summary.n_free);
  venule_csv_add_integer (csv, summary.n_other);
  venule_csv_add_integer (csv, summary.n_edited);
  venule_csv_add_text (csv, venule_calibration_is_calibrated (calibration) ? "um/s" : "px/s");
  venule_csv_add_integer (csv, summary.n_velocities);
  venule_csv_add_number (csv, venule_calibration_scale (calibration, summary.velocity_mean), DECIMALS);
  venule_csv_add_number (csv, venule_calibration_scale (calibration, summary.velocity_sd), DECIMALS);
  venule_csv_add_number (csv, venule_calibration_scale (calibration, summary.velocity_se), DECIMALS);
  venule_csv_add_number (csv, venule_calibration_scale (calibration, summary.velocity_median), DECIMALS);
  venule_csv_end_row (csv);
}

static gboolean
add_document (VenuleCsv   *csv,
              const char  *path,
              GError     **error)
{
  g_autoptr (VenuleDocument) document = venule_cli_open_document (path, error);
  g_autofree char *name = venule_name_dup_base_shown (path);
  g_autoptr (GArray) runs = NULL;

  if (document == NULL)
    return FALSE;

  runs = venule_document_dup_runs (document);
  for (guint i = 0; i < runs->len; i++)
    {
      if (!venule_document_show_run (document, g_array_index (runs, gint64, i), error))
        return FALSE;
      add_run (csv, name, document);
    }
  return TRUE;
}

static gboolean
merge (char       **paths,
       int          n,
       const char  *output,
       GError     **error)
{
  g_autoptr (VenuleCsv) csv = venule_csv_new ();
  g_autoptr (GBytes) content = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
    venule_csv_add_text (csv, columns[i]);
  venule_csv_end_row (csv);
  for (int i = 0; i < n; i++)
    if (!add_document (csv, paths[i], error))
      return FALSE;

  content = venule_csv_free_to_bytes (g_steal_pointer (&csv));
  return venule_output_save (output, content, error);
}

/**
 * venule_cli_merge:
 * @argc: number of arguments
 * @argv: "merge", and what follows it on the command line
 *
 * Writes one table with a row for each run of each document.
 *
 * Returns: %VENULE_CLI_DONE, %VENULE_CLI_FAILED or %VENULE_CLI_USAGE
 */
int
venule_cli_merge (int    argc,
                  char **argv)
{
  g_autofree char *output = NULL;
  const GOptionEntry entries[] = {
    { "output", 'o', 0, G_OPTION_ARG_FILENAME, &output, N_("File for the table"), "FILE.csv" },
    G_OPTION_ENTRY_NULL,
  };
  g_autoptr (GOptionContext) context = g_option_context_new (_("FILE.venule…"));
  g_autoptr (GError) error = NULL;

  g_set_prgname ("venule-cli merge");
  g_option_context_set_summary (context, _("Writes one table with a row for each run of each document."));
  g_option_context_set_translation_domain (context, GETTEXT_PACKAGE);
  g_option_context_add_main_entries (context, entries, GETTEXT_PACKAGE);
  if (!g_option_context_parse (context, &argc, &argv, &error))
    return venule_cli_fail (VENULE_CLI_USAGE, "%s", error->message);
  if (argc < 2 || output == NULL)
    return venule_cli_fail (VENULE_CLI_USAGE, "%s", _("merge takes documents, and --output with a file."));

  if (!merge (argv + 1, argc - 1, output, &error))
    return venule_cli_fail (VENULE_CLI_FAILED, "%s", error->message);
  return VENULE_CLI_DONE;
}
