/* venule-cli-compare.c: a document against tracks that a person marked
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include <glib/gi18n.h>
#include <glib/gstdio.h>

#include "venule-agreement-save.h"
#include "venule-cli-document.h"
#include "venule-cli-look.h"
#include "venule-cli-parse.h"
#include "venule-cli-signals.h"
#include "venule-cli.h"
#include "venule-error.h"
#include "venule-save.h"

#define MIN_REACH 0.01 /* px */
#define MAX_REACH 1e6

typedef struct {
  char          *manual, *output, *unit, *reach_text, *first_frame_text;
  double         reach;
  int            first_frame;
  gboolean       complete;
  VenuleCliLook  look;
} CompareOptions;

static void
compare_options_clear (CompareOptions *self)
{
  g_free (self->manual);
  g_free (self->output);
  g_free (self->unit);
  g_free (self->reach_text);
  g_free (self->first_frame_text);
  venule_cli_look_clear (&self->look);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (CompareOptions, compare_options_clear)

static gboolean
parse (CompareOptions   *options,
       int              *argc,
       char           ***argv,
       GError          **error)
{
  const GOptionEntry entries[] = {
    { "manual", 0, 0, G_OPTION_ARG_FILENAME, &options->manual,
      N_("The marked cells: a table (CSV), TrackMate’s XML, MTrackJ’s MDF or points of ImageJ (ROI, ZIP)"),
      N_("FILE") },
    { "complete", 0, 0, G_OPTION_ARG_NONE, &options->complete,
      N_("All cells were marked in the frames with marks, so that any others are false"), NULL },
    { "reach", 0, 0, G_OPTION_ARG_STRING, &options->reach_text,
      N_("Maximum distance between a found and a marked cell (default: half the expected diameter)"), "PX" },
    { "unit", 0, 0, G_OPTION_ARG_STRING, &options->unit,
      N_("Unit of the marks if the file does not state it: px or um"), "U" },
    { "first-frame", 0, 0, G_OPTION_ARG_STRING, &options->first_frame_text,
      N_("Number of the first frame in the file, 0 or 1 (default: as usual for the format)"), "N" },
    { "output", 'o', 0, G_OPTION_ARG_FILENAME, &options->output, N_("Folder for the tables and the figure"), "DIR" },
    G_OPTION_ENTRY_NULL,
  };
  g_autoptr (GOptionContext) context =
    venule_cli_context_new ("compare", _("FILE.venule"), entries,
                            _("Compares the tracks of a document with manual tracking: found, missed and false "
                              "cells, and the velocities (Bland and Altman)."));

  options->first_frame = -1;
  venule_cli_look_add (&options->look, context, FALSE);
  return venule_cli_parse_context (context, argc, argv, error);
}

static gboolean
check (CompareOptions        *options,
       int                    argc,
       VenuleImportOptions   *import,
       GError               **error)
{
  if (!venule_option_parse_whole ("--first-frame", options->first_frame_text, 0, 1, &options->first_frame, error) ||
      !venule_option_parse_number ("--reach", options->reach_text, MIN_REACH, MAX_REACH, &options->reach, error))
    return FALSE;
  *import = (VenuleImportOptions) VENULE_IMPORT_OPTIONS_INIT;
  import->first_frame = options->first_frame;
  if (options->unit != NULL && g_str_equal (options->unit, "px"))
    import->unit = VENULE_IMPORT_UNIT_PX;
  else if (options->unit != NULL && g_str_equal (options->unit, "um"))
    import->unit = VENULE_IMPORT_UNIT_UM;

  if (argc != 2 || options->manual == NULL)
    g_set_error_literal (error, G_OPTION_ERROR, G_OPTION_ERROR_FAILED,
                         _("compare takes one document, and --manual with a file of marked cells."));
  else if (options->unit != NULL && import->unit == VENULE_IMPORT_UNIT_FILE)
    return venule_option_refuse (error, "--unit", options->unit, _("px or um"));
  else if (options->output == NULL && venule_cli_look_get_given (&options->look) != NULL)
    return venule_option_refuse_without (error, venule_cli_look_get_given (&options->look), "--output");
  else
    return TRUE;

  return FALSE;
}

/**
 * venule_cli_compare:
 * @argc: number of arguments
 * @argv: "compare", and what follows it on the command line
 *
 * Prints the paragraph of venule_agreement_report_dup_paragraph(), and writes the files of
 * venule_agreement_report_save() when there is a folder for them.
 *
 * Returns: %VENULE_CLI_DONE, %VENULE_CLI_FAILED or %VENULE_CLI_USAGE
 */
int
venule_cli_compare (int    argc,
                    char **argv)
{
  g_auto (CompareOptions) options = { 0 };
  g_autoptr (VenuleFigureOptions) look = venule_figure_options_new ();
  g_autoptr (VenuleDocument) document = NULL;
  g_autoptr (VenuleAgreementReport) report = NULL;
  g_autofree char *paragraph = NULL;
  g_autoptr (GError) error = NULL;
  VenuleImportOptions import;

  if (!parse (&options, &argc, &argv, &error) || !check (&options, argc, &import, &error) ||
      !venule_cli_look_parse (&options.look, look, &error))
    return venule_cli_fail_of_options (error);

  if (options.output != NULL && !g_file_test (options.output, G_FILE_TEST_EXISTS))
    venule_cli_signals_set_made (options.output);
  if (options.output == NULL || (venule_save_check_directory (options.output, &error) &&
                                 venule_agreement_report_check_marks (options.output, options.manual, &error)))
    document = venule_cli_open_document (argv[1], &error);
  if (document != NULL)
    report = venule_agreement_report_new (document, options.manual, &import, options.reach, options.complete, &error);
  if (report == NULL ||
      (options.output != NULL && !venule_agreement_report_save (report, look, options.output, &error)))
    {
      venule_cli_signals_remove_made ();
      return venule_cli_fail (VENULE_CLI_FAILED, "%s", error->message);
    }

  venule_cli_tell_import (report->manual, &import);
  paragraph = venule_agreement_report_dup_paragraph (report);
  g_print ("%s\n", paragraph);
  return venule_cli_end (document);
}
