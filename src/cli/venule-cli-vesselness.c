/* venule-cli-vesselness.c: the vessels of a picture or a z-stack
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include <glib/gi18n.h>

#include "venule-cli-document.h"
#include "venule-cli-parse.h"
#include "venule-cli.h"
#include "venule-display-name.h"
#include "venule-error.h"
#include "venule-float-stack.h"
#include "venule-job-input.h"
#include "venule-number.h"
#include "venule-save.h"
#include "venule-stack.h"
#include "venule-vesselness.h"

typedef struct {
  char                  *sigma, *spacing, *device;
  char                  *output, *projection;
  gboolean               dark, bright, replace;
  VenuleJobInput  texts;
  VenuleInputOptions     input;
  vnk_vesselness_params  params;
  double                 spacing_um; /* 0: was not given so */
  VenuleSettings        *settings;
} VesselnessOptions;

static void
vesselness_options_clear (VesselnessOptions *self)
{
  g_free (self->sigma);
  g_free (self->spacing);
  g_free (self->device);
  g_free (self->output);
  g_free (self->projection);
  venule_job_input_clear (&self->texts);
  g_clear_pointer (&self->settings, venule_settings_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (VesselnessOptions, vesselness_options_clear)

/* ---- What goes in ---- */

/* Times are no depth, and vessels move from one to the next. */
static gboolean
check_times (VenuleSource  *source,
             GError       **error)
{
  const VenuleInputOptions *input = venule_source_get_input_options (source);
  g_autoptr (VenuleStack) stack = venule_stack_probe (venule_source_get_path (source), input->series, NULL);
  g_autofree char *name = venule_source_dup_display_name (source);

  if (input->axis == VENULE_AXIS_SLICE ||
      ((stack == NULL || stack->n_times <= 1) && !(venule_source_get_frame_rate (source) > 0)))
    return TRUE;
  g_set_error (error, VENULE_ERROR, VENULE_ERROR_INVALID,
               _("“%s” has pictures of several times. vesselness takes one picture, or a stack of slices (z): save "
                 "those of one time as a file of their own."), name);
  return FALSE;
}

/* All slices of a stack, unless one was chosen. */
static VenuleSource *
open_stack (const char                *path,
            const VenuleInputOptions  *wanted,
            GError                   **error)
{
  VenuleInputOptions input = *wanted;
  g_autoptr (VenuleSource) source = NULL;
  g_autoptr (GError) failure = NULL;

  if (input.slice > 0)
    input.axis = VENULE_AXIS_TIME;
  source = venule_source_open_as (path, &input, NULL, &failure);
  if (source == NULL && input.slice == 0 && g_error_matches (failure, VENULE_ERROR, VENULE_ERROR_QUESTION))
    {
      g_autoptr (VenuleStack) stack = venule_stack_probe (path, input.series, NULL);

      if (stack != NULL && stack->n_slices > 1 && stack->n_times == 1)
        {
          g_clear_error (&failure);
          input.axis = VENULE_AXIS_SLICE;
          source = venule_source_open_as (path, &input, NULL, &failure);
        }
    }
  if (source == NULL)
    g_propagate_error (error, g_steal_pointer (&failure));
  if (source == NULL || !venule_source_build_table (source, NULL, NULL, NULL, error) || !check_times (source, error))
    return NULL;
  return g_steal_pointer (&source);
}

static gboolean
is_spacing (double spacing)
{
  return spacing >= 1.0 / (double) VNK_MAX_SPACING && spacing <= (double) VNK_MAX_SPACING;
}

/* As given, or as the file says, or 0. */
static gboolean
find_spacing (VesselnessOptions  *self,
              VenuleSource       *source,
              GError            **error)
{
  g_autoptr (VenuleStack) stack = venule_stack_probe (venule_source_get_path (source),
                                                      venule_source_get_input_options (source)->series, NULL);
  g_autofree char *name = venule_source_dup_display_name (source);
  double width_um = 0, height_um = 0, largest = (double) self->params.sigmas[self->params.n_sigmas - 1];

  if (venule_source_get_n_frames (source) < 2)
    return TRUE;
  if (self->spacing == NULL && stack != NULL && is_spacing (stack->slice_spacing))
    self->params.spacing = (float) stack->slice_spacing;
  if (self->spacing_um > 0)
    {
      venule_source_get_scale (source, &width_um, &height_um);
      if (!(width_um > 0))
        g_set_error (error, VENULE_ERROR, VENULE_ERROR_INVALID,
                     _("“%s” does not say how large its pixels are. Give --slice-spacing in pixels."), name);
      else if (!is_spacing (self->spacing_um / width_um))
        g_set_error (error, VENULE_ERROR, VENULE_ERROR_INVALID,
                     _("Slices of “%s” would be %.4g pixels apart. 1/64 to 64 is possible."), name,
                     self->spacing_um / width_um);
      else
        self->params.spacing = (float) (self->spacing_um / width_um);
      if (!(self->params.spacing > 0))
        return FALSE;
    }
  if (self->params.spacing > 0 && largest > (double) VNK_MAX_SIGMA * (double) self->params.spacing)
    {
      g_set_error (error, VENULE_ERROR, VENULE_ERROR_INVALID,
                   _("Slices of “%s” are %.4g pixels apart. Give --sigma up to 64 times that."), name,
                   (double) self->params.spacing);
      return FALSE;
    }
  return TRUE;
}

/* ---- What comes out ---- */

static gboolean
check_place (const VesselnessOptions  *self,
             const char               *input,
             const char               *output,
             GError                  **error)
{
  g_autofree char *shown = venule_display_name_dup (output);

  if (!venule_file_has_ending (output, ".tif") && !venule_file_has_ending (output, ".tiff"))
    g_set_error (error, VENULE_ERROR, VENULE_ERROR_INVALID, _("“%s” is no name for a TIFF. It must end in .tif."),
                 shown);
  else if (!venule_cli_check_output (output, input, error))
    return FALSE;
  else if (!self->replace && g_file_test (output, G_FILE_TEST_EXISTS))
    g_set_error (error, VENULE_ERROR, VENULE_ERROR_WRITE,
                 _("“%s” is there already. Give another name, or --replace to replace it."), shown);
  else
    return venule_save_check (output, error);
  return FALSE;
}

/* By whatever way: neither need be there. */
static gboolean
is_one_place (const char *path,
              const char *other)
{
  g_autofree char *folder = g_path_get_dirname (path), *base = g_path_get_basename (path);
  g_autofree char *other_folder = g_path_get_dirname (other), *other_base = g_path_get_basename (other);

  return venule_save_is_same (path, other) ||
         (g_str_equal (base, other_base) && venule_save_is_same (folder, other_folder));
}

static gboolean
check_places (const VesselnessOptions  *self,
              const char               *input,
              GError                  **error)
{
  if (!check_place (self, input, self->output, error))
    return FALSE;
  if (self->projection == NULL)
    return TRUE;
  if (is_one_place (self->projection, self->output))
    {
      g_set_error (error, VENULE_ERROR, VENULE_ERROR_INVALID,
                   _("--output and --projection name the same file. Give two names."));
      return FALSE;
    }
  return check_place (self, input, self->projection, error);
}

/* Nothing in the file says that its pictures are of one time. */
static void
note_depth (VenuleSource *source,
            int           depth,
            float         spacing)
{
  g_autofree char *name = venule_source_dup_display_name (source);

  if (depth > 1 && venule_source_get_input_options (source)->axis != VENULE_AXIS_SLICE)
    g_printerr (_("Note: the %d pictures of “%s” are taken for slices of depth (z).\n"), depth, name);
  if (depth > 1 && !(spacing > 0))
    g_printerr (_("Note: “%s” does not say how far apart its slices are. They are taken to be as far apart as pixels; "
                  "see --slice-spacing.\n"), name);
}

static gboolean
find_vessels (VesselnessOptions  *self,
              const char         *path,
              int                *code,
              GError            **error)
{
  g_autoptr (VenuleSource) source = open_stack (path, &self->input, error);
  g_auto (VenuleVesselness) found = { 0 };
  g_autofree float *largest = NULL;
  g_autofree char *name = NULL;

  if (source == NULL || !find_spacing (self, source, error) ||
      !venule_cli_check_pictures (source, self->output, error) ||
      (self->projection != NULL && !venule_cli_check_pictures (source, self->projection, error)) ||
      !venule_vesselness_compute (&found, source, &self->params, self->settings, error) ||
      !venule_float_stack_save (self->output, found.values, found.width, found.height, found.depth, error))
    return FALSE;
  note_depth (source, found.depth, self->params.spacing);
  largest = self->projection != NULL ? venule_vesselness_project (&found) : NULL;
  if (largest != NULL && !venule_float_stack_save (self->projection, largest, found.width, found.height, 1, error))
    return FALSE;
  name = venule_source_dup_display_name (source);
  *code = venule_cli_end_cut_off (name, venule_source_get_cut_off (source));
  return TRUE;
}

/* ---- Usage ---- */

/* Pixels, or "2um". */
static gboolean
parse_spacing (VesselnessOptions  *self,
               GError            **error)
{
  double number;
  const char *unit;

  if (self->spacing == NULL)
    return TRUE;
  if (self->texts.slice != NULL)
    return venule_option_refuse_with (error, "--slice-spacing", "--slice");
  unit = venule_number_scan (self->spacing, &number);
  if (unit != NULL && *unit == '\0' && is_spacing (number))
    self->params.spacing = (float) number;
  else if (unit != NULL && (g_str_equal (unit, "um") || g_str_equal (unit, "µm")) && number > 0)
    self->spacing_um = number;
  else
    return venule_option_refuse (error, "--slice-spacing", self->spacing,
                                 _("a number of pixels from 1/64 to 64, as in 2.5, or of micrometres, as in 2um"));
  return TRUE;
}

static gboolean
parse (VesselnessOptions  *self,
       GError            **error)
{
  self->settings = venule_settings_new ();
  self->params = (vnk_vesselness_params) { .depth = 1, .dark = self->dark, .alpha = 0.5f, .beta = 0.5f };
  if (self->dark && self->bright)
    return venule_option_refuse_with (error, "--dark", "--bright");
  if (!venule_vesselness_parse_sigmas (self->sigma, &self->params))
    return venule_option_refuse (error, "--sigma", self->sigma,
                                 _("a list of up to 16 rising numbers from 1 to 64, as in 1,2,4"));
  return parse_spacing (self, error) && venule_option_parse_device (self->device, self->settings, error) &&
         venule_job_input_parse (&self->texts, &self->input, error);
}

/**
 * venule_cli_vesselness:
 * @argc: number of arguments
 * @argv: "vesselness", and what follows it on the command line
 *
 * Writes how much each place of a picture or a z-stack looks like a vessel (Frangi et al. 1998).
 *
 * Returns: %VENULE_CLI_DONE, %VENULE_CLI_FAILED, %VENULE_CLI_INCOMPLETE or %VENULE_CLI_USAGE
 */
int
venule_cli_vesselness (int    argc,
                       char **argv)
{
  g_auto (VesselnessOptions) self = { 0 };
  const GOptionEntry entries[] = {
    { "sigma", 0, 0, G_OPTION_ARG_STRING, &self.sigma,
      N_("Radii of the vessels in px: standard deviations of their profiles, as in 1,2,4"), "LIST" },
    { "bright", 0, 0, G_OPTION_ARG_NONE, &self.bright, N_("Vessels brighter than what is around them (default)"),
      NULL },
    { "dark", 0, 0, G_OPTION_ARG_NONE, &self.dark, N_("Vessels darker than what is around them"), NULL },
    { "slice-spacing", 0, 0, G_OPTION_ARG_STRING, &self.spacing,
      N_("Distance of slices in pixels, or in µm as in 2um (default: what the file says, or 1)"), "NUMBER[um]" },
    { "output", 'o', 0, G_OPTION_ARG_FILENAME, &self.output, N_("TIFF to write: 32-bit numbers from 0 to 1"), "FILE" },
    { "projection", 0, 0, G_OPTION_ARG_FILENAME, &self.projection,
      N_("TIFF to write the largest value of all slices to"), "FILE" },
    { "device", 0, 0, G_OPTION_ARG_STRING, &self.device, N_("Processor or graphics card"), "auto|cpu|cuda[:N]" },
    { "gray", 0, 0, G_OPTION_ARG_STRING, &self.texts.gray,
      N_("Conversion of colours to gray levels: brightness, or one colour channel (default: luma)"),
      "luma|red|green|blue" },
    { "channel", 0, 0, G_OPTION_ARG_STRING, &self.texts.channel, N_("Channel of a stack, from 1"), "N" },
    { "slice", 0, 0, G_OPTION_ARG_STRING, &self.texts.slice,
      N_("One Z slice of a stack, from 1, as a picture (default: all, as a stack)"), "N" },
    { "series", 0, 0, G_OPTION_ARG_STRING, &self.texts.series, N_("Image series of an OME-TIFF, from 1"), "N" },
    { "replace", 0, 0, G_OPTION_ARG_NONE, &self.replace, N_("Replace the files that are named"), NULL },
    G_OPTION_ENTRY_NULL,
  };
  g_autoptr (GOptionContext) context =
    venule_cli_context_new ("vesselness", _("STACK"), entries,
                            _("Shows the vessels of a picture or a z-stack: how much each place looks like one, from "
                              "0 to 1."));
  g_autoptr (GError) error = NULL;
  int code;

  if (!venule_cli_parse_context (context, &argc, &argv, &error) ||
      !venule_option_check_name ("--output", self.output, &error) ||
      !venule_option_check_name ("--projection", self.projection, &error))
    return venule_cli_fail (VENULE_CLI_USAGE, "%s", error->message);
  if (argc != 2 || self.sigma == NULL || self.output == NULL)
    return venule_cli_fail (VENULE_CLI_USAGE, "%s",
                            _("vesselness takes one picture or stack, --sigma and --output with a file."));
  if (!parse (&self, &error))
    return venule_cli_fail (VENULE_CLI_USAGE, "%s", error->message);
  if (!venule_file_check_video (argv[1], &error))
    return venule_cli_fail (VENULE_CLI_FAILED, "%s", error->message);
  if (!check_places (&self, argv[1], &error))
    return venule_cli_fail_of_options (error);
  if (!find_vessels (&self, argv[1], &code, &error))
    return venule_cli_fail (VENULE_CLI_FAILED, "%s", error->message);
  return code;
}
