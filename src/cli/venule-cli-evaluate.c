/* venule-cli-evaluate.c: found tracks against the truth, as JSON
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-cli.h"

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <string.h>

#include "venule-cli-parse.h"
#include "venule-display-name.h"
#include "venule-enum-names.h"
#include "venule-evaluate.h"

#define MIN_UM 1e-3 /* of a pixel */
#define MAX_UM 1e3
#define MIN_PX 1e-6
#define MAX_PX 1e6

typedef struct {
  char    *truth, *spots, *tracks, *kinds, *crop, *polygon, *flow, *frames;
  char    *max_distance, *pixel_size;
  gboolean details;
} EvaluateArguments;

static void
evaluate_arguments_clear (EvaluateArguments *self)
{
  g_free (self->truth);
  g_free (self->spots);
  g_free (self->tracks);
  g_free (self->kinds);
  g_free (self->crop);
  g_free (self->polygon);
  g_free (self->flow);
  g_free (self->frames);
  g_free (self->max_distance);
  g_free (self->pixel_size);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (EvaluateArguments, evaluate_arguments_clear)

static gboolean
parse_kinds (const char             *text,
             VenuleEvaluateOptions  *options,
             GError                **error)
{
  static const char * const names[] = { "rolling", "adherent", "free" };
  g_auto (GStrv) words = g_strsplit (text, ",", -1);

  if (words[0] == NULL)
    return venule_option_refuse (error, "--truth-kinds", text, _("rolling, adherent or free"));
  options->kinds = 0;
  for (char **word = words; *word != NULL; word++)
    {
      int kind = venule_names_find (names, G_N_ELEMENTS (names), *word);

      if (kind < 0)
        return venule_option_refuse (error, "--truth-kinds", *word, _("rolling, adherent or free"));
      options->kinds |= 1 << kind;
    }

  return TRUE;
}

static gboolean
parse_options (const EvaluateArguments  *arguments,
               VenuleVessel             *vessel,
               VenuleEvaluateOptions    *options,
               GError                  **error)
{
  venule_evaluate_options_init (options);
  options->vessel = vessel;
  options->tracks_path = arguments->tracks;
  if (arguments->truth == NULL || arguments->spots == NULL)
    {
      g_set_error_literal (error, G_OPTION_ERROR, G_OPTION_ERROR_FAILED,
                           _("evaluate needs --truth FILE and --spots FILE."));
      return FALSE;
    }
  if (!venule_option_parse_number ("--pixel-size", arguments->pixel_size, MIN_UM, MAX_UM, &options->pixel_size,
                                   error) ||
      !venule_option_parse_number ("--max-distance", arguments->max_distance, MIN_PX, MAX_PX, &options->max_distance,
                                   error))
    return FALSE;
  if (arguments->pixel_size != NULL && arguments->tracks == NULL)
    return venule_option_refuse_without (error, "--pixel-size", "--tracks");
  if (arguments->crop != NULL && arguments->polygon != NULL)
    {
      g_set_error_literal (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, _("Give --crop or --polygon, not both."));
      return FALSE;
    }

  return (arguments->kinds == NULL || parse_kinds (arguments->kinds, options, error)) &&
         (arguments->frames == NULL || venule_option_parse_frames ("--frames", arguments->frames, &options->first_frame,
                                                                   &options->last_frame,
                                                           error)) &&
         (arguments->crop == NULL || venule_vessel_parse_rectangle (vessel, arguments->crop, error)) &&
         (arguments->polygon == NULL || venule_vessel_parse_polygon (vessel, arguments->polygon, error)) &&
         (arguments->flow == NULL || venule_vessel_parse_flow (vessel, arguments->flow, error));
}

static gboolean
parse_arguments (EvaluateArguments   *arguments,
                 int                 *argc,
                 char              ***argv,
                 GError             **error)
{
  const GOptionEntry entries[] = {
    { "truth", 0, 0, G_OPTION_ARG_FILENAME, &arguments->truth, N_("The true cells: frame,id,kind,x,y,radius"),
      N_("FILE") },
    { "spots", 0, 0, G_OPTION_ARG_FILENAME, &arguments->spots, N_("The spots.csv of an analysis"), N_("FILE") },
    { "tracks", 0, 0, G_OPTION_ARG_FILENAME, &arguments->tracks,
      N_("The tracks.csv of the analysis, to evaluate classes, quality and velocities"), N_("FILE") },
    { "pixel-size", 0, 0, G_OPTION_ARG_STRING, &arguments->pixel_size,
      N_("Pixel size, if the velocities in tracks.csv are in µm/s"), "UM" },
    { "details", 0, 0, G_OPTION_ARG_NONE, &arguments->details, N_("Also list every cell and every track"), NULL },
    { "truth-kinds", 0, 0, G_OPTION_ARG_STRING, &arguments->kinds,
      N_("Kinds of cells that must be found (default: rolling,adherent); others are ignored"),
      N_("KINDS") },
    { "max-distance", 0, 0, G_OPTION_ARG_STRING, &arguments->max_distance,
      N_("Maximum distance of matching centres, instead of the true radius"), "PX" },
    { "crop", 0, 0, G_OPTION_ARG_STRING, &arguments->crop,
      N_("The analysed rectangle; true cells outside it are ignored"), "X,Y,W,H[,ANGLE]" },
    { "polygon", 0, 0, G_OPTION_ARG_STRING, &arguments->polygon,
      N_("The analysed polygon; true cells outside it are ignored"), "\"X,Y X,Y …\"" },
    { "flow", 0, 0, G_OPTION_ARG_STRING, &arguments->flow, N_("Direction of the velocities"), "DX,DY" },
    { "frames", 0, 0, G_OPTION_ARG_STRING, &arguments->frames, N_("Compare only these frames"), "A:B" },
    G_OPTION_ENTRY_NULL,
  };
  g_autoptr (GOptionContext) context =
    venule_cli_context_new ("evaluate", NULL, entries,
                            _("Compares the spots of an analysis with the ground truth of a synthetic video, and "
                              "prints JSON."));

  if (!venule_cli_parse_context (context, argc, argv, error))
    return FALSE;
  if (*argc > 1)
    {
      g_autofree char *shown = venule_display_name_dup_excerpt ((*argv)[1]);

      g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_FAILED, _("evaluate: unexpected argument “%s”."), shown);
      return FALSE;
    }

  return TRUE;
}

/**
 * venule_cli_evaluate:
 * @argc: number of arguments
 * @argv: "evaluate", and what follows it on the command line
 *
 * Compares spots.csv of an analysis with the truth of a made video and prints the measures of #VenuleEvaluation and
 * #VenuleEvaluateCells as JSON.
 *
 * Returns: %VENULE_CLI_DONE, %VENULE_CLI_FAILED or %VENULE_CLI_USAGE
 */
int
venule_cli_evaluate (int    argc,
                     char **argv)
{
  g_auto (EvaluateArguments) arguments = { 0 };
  g_autoptr (VenuleVessel) vessel = venule_vessel_new ();
  g_autoptr (GError) error = NULL;
  g_autofree char *json = NULL;
  g_autoptr (VenuleEvaluateCells) cells = NULL;
  VenuleEvaluateOptions options;
  VenuleEvaluation evaluation;

  if (!parse_arguments (&arguments, &argc, &argv, &error) || !parse_options (&arguments, vessel, &options, &error))
    return venule_cli_fail (VENULE_CLI_USAGE, "%s", error->message);
  if (!venule_evaluate (arguments.truth, arguments.spots, &options, &evaluation, &cells, &error))
    return venule_cli_fail (VENULE_CLI_FAILED, "%s", error->message);

  for (guint i = 0; i < cells->notes->len; i++)
    g_printerr (_("Note: %s\n"), (const char *) cells->notes->pdata[i]);
  json = venule_evaluate_to_json (&evaluation, cells, &options, arguments.details);
  venule_cli_print_json (json);
  return VENULE_CLI_DONE;
}
