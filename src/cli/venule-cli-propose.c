/* venule-cli-propose.c: vessel, flow and cell size of a video, proposed as JSON
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include <glib/gi18n.h>
#include <math.h>

#include "venule-cli-document.h"
#include "venule-cli-parse.h"
#include "venule-cli.h"
#include "venule-error.h"
#include "venule-job-input.h"
#include "venule-json.h"
#include "venule-proposal.h"

typedef struct {
  char                  *frames;
  gint64                 first_frame, last_frame; /* −1: that of the video */
  VenuleJobInput  texts;
  VenuleInputOptions     input;
} ProposeOptions;

static void
propose_options_clear (ProposeOptions *self)
{
  g_free (self->frames);
  venule_job_input_clear (&self->texts);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (ProposeOptions, propose_options_clear)

/* ---- JSON ---- */

static void
add_points (JsonBuilder  *builder,
            const char   *name,
            const GArray *points)
{
  venule_json_begin_array (builder, name);
  for (guint i = 0; i < points->len; i++)
    {
      const VenulePoint *point = &g_array_index (points, VenulePoint, i);

      json_builder_begin_array (builder);
      json_builder_add_double_value (builder, point->x);
      json_builder_add_double_value (builder, point->y);
      json_builder_end_array (builder);
    }
  json_builder_end_array (builder);
}

static void
add_vessel (JsonBuilder                *builder,
            const VenuleProposedVessel *vessel)
{
  json_builder_begin_object (builder);
  add_points (builder, "polygon", vessel->outline);
  add_points (builder, "centreline", vessel->centreline);
  venule_json_add_number (builder, "width_px", vessel->width);
  venule_json_add_number (builder, "confidence", vessel->confidence);
  if (vessel->flow_confidence > 0)
    {
      venule_json_begin_object (builder, "flow");
      venule_json_add_number (builder, "dx", vessel->flow_x);
      venule_json_add_number (builder, "dy", vessel->flow_y);
      venule_json_add_number (builder, "confidence", vessel->flow_confidence);
      json_builder_end_object (builder);
    }
  else
    venule_json_add_text (builder, "flow", NULL);
  json_builder_end_object (builder);
}

static void
add_size (JsonBuilder          *builder,
          const VenuleProposal *proposal)
{
  if (proposal->n_cells == 0)
    {
      venule_json_add_text (builder, "cell_diameter_px", NULL);
      return;
    }
  venule_json_begin_object (builder, "cell_diameter_px");
  venule_json_add_number (builder, "value", proposal->cell_diameter);
  venule_json_add_number (builder, "low", proposal->cell_diameter_low);
  venule_json_add_number (builder, "high", proposal->cell_diameter_high);
  venule_json_add_integer (builder, "cells", proposal->n_cells);
  venule_json_add_number (builder, "confidence", proposal->cell_confidence);
  json_builder_end_object (builder);
}

/* NaN is null. */
static double
get_pixel_size (VenuleSource *source)
{
  double width_um = 0, height_um = 0;

  return venule_source_get_scale (source, &width_um, &height_um) != NULL && width_um == height_um ? width_um : NAN;
}

static void
print (VenuleSource         *source,
       const VenuleProposal *proposal)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();
  g_autoptr (JsonNode) root = NULL;
  g_autofree char *text = NULL;
  double rate = venule_source_get_frame_rate (source);

  json_builder_begin_object (builder);
  venule_json_begin_array (builder, "vessels");
  for (guint i = 0; i < proposal->vessels->len; i++)
    add_vessel (builder, g_ptr_array_index (proposal->vessels, i));
  json_builder_end_array (builder);
  add_size (builder, proposal);
  venule_json_add_number (builder, "pixel_size_um", get_pixel_size (source));
  venule_json_add_number (builder, "frame_rate", rate > 0 ? rate : NAN);
  venule_json_begin_array (builder, "refused");
  for (guint i = 0; i < proposal->refused->len; i++)
    json_builder_add_string_value (builder, g_ptr_array_index (proposal->refused, i));
  json_builder_end_array (builder);
  json_builder_end_object (builder);

  root = json_builder_get_root (builder);
  text = json_to_string (root, TRUE);
  venule_cli_print_json (text);
}

/* ---- Usage ---- */

static gboolean
propose (const ProposeOptions  *self,
         const char            *path,
         int                   *code,
         GError               **error)
{
  g_autoptr (VenuleSource) source = venule_source_open_as (path, &self->input, NULL, error);
  g_autoptr (VenuleProposal) proposal = NULL;
  g_autofree char *name = NULL;
  gint64 last;

  if (source == NULL || !venule_source_build_table (source, NULL, NULL, NULL, error))
    return FALSE;
  last = venule_source_get_n_frames (source) - 1;
  if (self->first_frame > last || self->last_frame > last)
    {
      g_set_error (error, VENULE_ERROR, VENULE_ERROR_INVALID,
                   _("The video ends with frame %lld. Give --frames within it."), (long long) last);
      return FALSE;
    }
  proposal = venule_proposal_new (source, MAX (self->first_frame, 0), self->last_frame >= 0 ? self->last_frame : last,
                                  NULL, error);
  if (proposal == NULL)
    return FALSE;
  print (source, proposal);
  name = venule_source_dup_display_name (source);
  *code = venule_cli_end_cut_off (name, venule_source_get_cut_off (source));
  return TRUE;
}

/**
 * venule_cli_propose:
 * @argc: number of arguments
 * @argv: "propose", and what follows it on the command line
 *
 * Prints what may be proposed for a video.
 *
 * Returns: %VENULE_CLI_DONE, %VENULE_CLI_FAILED, %VENULE_CLI_INCOMPLETE or %VENULE_CLI_USAGE
 */
int
venule_cli_propose (int    argc,
                    char **argv)
{
  g_auto (ProposeOptions) self = { .first_frame = -1, .last_frame = -1 };
  const GOptionEntry entries[] = {
    { "frames", 0, 0, G_OPTION_ARG_STRING, &self.frames,
      N_("Frames to look at, counted from 0 (default: all)"), "FIRST:LAST" },
    { "gray", 0, 0, G_OPTION_ARG_STRING, &self.texts.gray,
      N_("Conversion of colours to gray levels: brightness, or one colour channel (default: luma)"),
      "luma|red|green|blue" },
    { "channel", 0, 0, G_OPTION_ARG_STRING, &self.texts.channel, N_("Channel of a stack, from 1"), "N" },
    { "series", 0, 0, G_OPTION_ARG_STRING, &self.texts.series, N_("Image series of an OME-TIFF, from 1"), "N" },
    G_OPTION_ENTRY_NULL,
  };
  g_autoptr (GOptionContext) context =
    venule_cli_context_new ("propose", _("VIDEO"), entries,
                            _("Proposes the vessel, the flow and the diameter of the cells of a video, as JSON. "
                              "“venule-cli analyze” takes what you agree with, or, with --vessel auto, what is "
                              "proposed."));
  g_autoptr (GError) error = NULL;
  int code;

  if (!venule_cli_parse_context (context, &argc, &argv, &error))
    return venule_cli_fail (VENULE_CLI_USAGE, "%s", error->message);
  if (argc != 2)
    return venule_cli_fail (VENULE_CLI_USAGE, "%s", _("propose takes one video."));
  if (!venule_job_input_parse (&self.texts, &self.input, &error) ||
      (self.frames != NULL &&
       !venule_option_parse_frames ("--frames", self.frames, &self.first_frame, &self.last_frame, &error)))
    return venule_cli_fail (VENULE_CLI_USAGE, "%s", error->message);
  if (!venule_file_check_video (argv[1], &error) || !propose (&self, argv[1], &code, &error))
    return venule_cli_fail (VENULE_CLI_FAILED, "%s", error->message);
  return code;
}
