/* venule-ablate.c: “venule-cli analyze” without one part of the analysis
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/* venule-ablate PART VIDEO OPTION…: writes the tables that venule-cli would. PART is "everything", or what to leave
 * out. */

#include "venule-analysis.h"
#include "venule-document.h"
#include "venule-export.h"
#include "venule-job-options.h"
#include "venule-source.h"

static const struct {
  const char    *name;
  VenuleAblation ablation;
} parts[] = {
  { "everything", 0 },
  { "contour", VENULE_ABLATE_CONTOUR },
  { "registration", VENULE_ABLATE_REGISTRATION },
  { "linking", VENULE_ABLATE_LINKING },
  { "smoothing", VENULE_ABLATE_SMOOTHING },
  { "every-frame", VENULE_ABLATE_EVERY_FRAME },
  { "free-flow", VENULE_ABLATE_FREE_FLOW },
  { "doubt", VENULE_ABLATE_DOUBT },
};

static gboolean
parse_part (const char      *name,
            VenuleSettings  *settings,
            GError         **error)
{
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    if (g_str_equal (name, parts[i].name))
      {
        settings->ablation = parts[i].ablation;
        return TRUE;
      }
  g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, "\"%s\" is no part of the analysis", name);
  return FALSE;
}

static gboolean
analyze (const VenuleJobOptions  *options,
         GError                 **error)
{
  g_autoptr (VenuleSource) source = venule_source_open_as (options->video, &options->input, NULL, error);

  if (source == NULL || !venule_source_build_table (source, NULL, NULL, NULL, error))
    return FALSE;

  g_autoptr (VenuleDocument) document = venule_document_new (source);
  g_autoptr (VenuleAnalysis) analysis = venule_analysis_new (document);
  VenuleResults results;

  venule_document_set_settings (document, options->settings);
  if (!venule_analysis_start (analysis, error) || !venule_analysis_wait (analysis, error))
    return FALSE;
  venule_results_init (&results, document);
  return venule_export_write (&results, options->parts, options->output, NULL, NULL, NULL, error);
}

int
main (int    argc,
      char **argv)
{
  g_auto (VenuleJobOptions) options = { 0 };
  g_autoptr (GError) error = NULL;

  /* The options begin behind the name of a program: that of the part takes its place. */
  if (argc < 3 || !venule_job_options_parse (&options, argc - 1, argv + 1, &error) ||
      !parse_part (argv[1], options.settings, &error))
    {
      g_printerr ("venule-ablate: %s\n", error != NULL ? error->message : "Give a part, a video and options of "
                                                                          "venule-cli analyze.");
      return 2;
    }
  if (!analyze (&options, &error))
    {
      g_printerr ("venule-ablate: %s\n", error->message);
      return 1;
    }
  return 0;
}
