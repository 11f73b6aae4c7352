/* venule-job-options.c: the options of an analysis on the command line
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-job-options.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "venule-display-name.h"
#include "venule-error.h"
#include "venule-job-input.h"
#include "venule-job-movie.h"
#include "venule-number.h"
#include "venule-option-parse.h"
#include "venule-scale.h"

#define LARGEST_CELL 1e6
#define USUAL_CELL 10.0 /* µm */

/* The texts as they were typed; NULL where an option is missing. */
typedef struct {
  char    *template;
  char    *vessel;
  char    *crop;
  char    *polygon;
  char    *flow;
  char    *pixel_size;
  char    *fps;
  char    *cell_diameter;
  char    *sensitivity;
  char    *detector;
  char    *registration;
  char    *max_velocity;
  char    *detect_every;
  char    *frames;
  char    *device;
  char    *threads;
  char    *formats;
  gboolean movie;
  char   **rest;
  VenuleJobInput input;
  VenuleJobMovie movie_texts;
} Texts;

static void
texts_clear (Texts *self)
{
  g_free (self->template);
  g_free (self->vessel);
  g_free (self->crop);
  g_free (self->polygon);
  g_free (self->flow);
  g_free (self->pixel_size);
  g_free (self->fps);
  g_free (self->cell_diameter);
  g_free (self->sensitivity);
  g_free (self->detector);
  g_free (self->registration);
  g_free (self->max_velocity);
  g_free (self->detect_every);
  g_free (self->frames);
  g_free (self->device);
  g_free (self->threads);
  g_free (self->formats);
  g_strfreev (self->rest);
  venule_job_input_clear (&self->input);
  venule_job_movie_clear (&self->movie_texts);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Texts, texts_clear)

static gboolean
is_auto (const char *text)
{
  return g_strcmp0 (text, "auto") == 0;
}

static gboolean
parse_cell_diameter (VenuleJobOptions  *self,
                     const char        *text,
                     GError           **error)
{
  VenuleSettings *settings = self->settings;
  double value;
  const char *unit = venule_number_scan (text, &value);

  if (is_auto (text))
    {
      self->auto_parts |= VENULE_PROPOSED_CELL_DIAMETER;
      settings->cell_diameter = VENULE_SMALLEST_CELL_DIAMETER; /* until then; fits in any crop */
      return TRUE;
    }
  if (unit == NULL || *unit == ',')
    return venule_option_parse_number ("--cell-diameter", text, 0, 0, &value, error);
  if (value <= 0)
    return venule_option_refuse (error, "--cell-diameter", text, _("a diameter above 0"));
  if (value <= LARGEST_CELL && (*unit == '\0' || g_str_equal (unit, "px")))
    {
      settings->cell_diameter = value;
      return TRUE;
    }
  if (value > LARGEST_CELL || (!g_str_equal (unit, "um") && !g_str_equal (unit, "µm")))
    return venule_option_refuse (error, "--cell-diameter", text, _("a diameter such as 20 (px) or 7.5um, or “auto”"));
  if (settings->calibration.pixel_size_um <= 0)
    {
      g_set_error_literal (error, VENULE_ERROR, VENULE_ERROR_INVALID,
                           _("--cell-diameter in µm needs --pixel-size."));
      return FALSE;
    }
  settings->cell_diameter = value / settings->calibration.pixel_size_um;
  return TRUE;
}

static gboolean
parse_frames (VenuleSettings  *settings,
              const char      *text,
              GError         **error)
{
  settings->first_frame = 0;
  settings->last_frame = -1;
  return venule_option_parse_frames ("--frames", text, &settings->first_frame, &settings->last_frame, error);
}

static gboolean
parse_detector (VenuleSettings *settings,
                const char     *text,
                GError        **error)
{
  return venule_detector_kind_from_string (text, &settings->detector) ||
         venule_option_refuse (error, "--finder", text, _("learned or circles"));
}

static gboolean
parse_registration (VenuleSettings  *settings,
                    const char      *text,
                    GError         **error)
{
  return venule_registration_kind_from_string (text, &settings->registration) ||
         venule_option_refuse (error, "--registration", text, _("auto or off"));
}

static gboolean
is_of_file (const Texts *texts)
{
  return g_strcmp0 (texts->pixel_size, "file") == 0;
}

/* "file": what the file claims, as long as it can be right for the cells. */
static gboolean
take_pixel_size_of_file (VenuleJobOptions  *self,
                         const Texts       *texts,
                         GError           **error)
{
  g_autoptr (VenuleSource) source = NULL;
  g_autofree char *sentence = NULL;
  double pixel_size_um, width_um, height_um, cell_diameter = self->settings->cell_diameter;

  if (self->unopened)
    {
      self->settings->calibration.pixel_size_um = 1; /* any will do */
      return TRUE;
    }
  source = venule_source_open_as (self->video, &self->input, NULL, error);
  if (source == NULL)
    return FALSE;
  /* A diameter in µm is worked out from the pixel size; one in px tells whether that can be right. */
  if (texts->cell_diameter != NULL && !strstr (texts->cell_diameter, "m") &&
      !parse_cell_diameter (self, texts->cell_diameter, error))
    return FALSE;
  if (!is_auto (texts->cell_diameter))
    cell_diameter = self->settings->cell_diameter;
  else if (venule_source_get_scale (source, &width_um, &height_um) != NULL && width_um > 0)
    cell_diameter = USUAL_CELL / width_um; /* it is judged again when the cells have been seen */
  switch (venule_scale_judge (source, cell_diameter, &pixel_size_um, &sentence))
    {
    case VENULE_SCALE_PLAUSIBLE:
      self->settings->calibration.pixel_size_um = pixel_size_um;
      return TRUE;
    case VENULE_SCALE_ABSURD:
      g_set_error (error, VENULE_ERROR, VENULE_ERROR_DAMAGED, "--pixel-size: %s", sentence);
      return FALSE;
    case VENULE_SCALE_NONE:
    default:
      g_set_error_literal (error, VENULE_ERROR, VENULE_ERROR_NOT_FOUND,
                           _("--pixel-size: the file does not say how large a pixel is. Give the number of µm."));
      return FALSE;
    }
}

static gboolean
parse_numbers (VenuleSettings  *settings,
               const Texts     *texts,
               GError         **error)
{
  double value;

  if (texts->pixel_size != NULL && !is_of_file (texts) &&
      !venule_option_parse_number ("--pixel-size", texts->pixel_size, -G_MAXDOUBLE, G_MAXDOUBLE,
                                   &settings->calibration.pixel_size_um,
                     error))
    return FALSE;
  if (texts->pixel_size != NULL && settings->calibration.pixel_size_um <= 0)
    return venule_option_refuse (error, "--pixel-size", texts->pixel_size, _("a pixel size above 0 µm, or “file”"));
  if (texts->fps != NULL &&
      !venule_option_parse_number ("--fps", texts->fps, -G_MAXDOUBLE, G_MAXDOUBLE, &settings->calibration.frame_rate,
                                   error))
    return FALSE;
  if (texts->fps != NULL && settings->calibration.frame_rate <= 0)
    return venule_option_refuse (error, "--fps", texts->fps, _("a frame rate above 0 frames/s"));
  if (!venule_calibration_validate (&settings->calibration, error))
    return FALSE;
  if (texts->sensitivity != NULL &&
      !venule_option_parse_number ("--sensitivity", texts->sensitivity, 0, 1, &settings->sensitivity, error))
    return FALSE;
  if (texts->max_velocity != NULL)
    {
      if (!venule_option_parse_number ("--max-velocity", texts->max_velocity, 0, 1e9, &value, error))
        return FALSE;
      settings->max_velocity =
        settings->calibration.pixel_size_um > 0 ? value / settings->calibration.pixel_size_um : value;
    }
  return venule_option_parse_whole ("--detect-every", texts->detect_every, 1, 10000, &settings->detect_interval,
                                    error) &&
         venule_option_parse_whole ("--threads", texts->threads, 0, 1024, &settings->threads, error);
}

static gboolean
name_option (const char  *option,
             GError     **error)
{
  g_prefix_error (error, "%s: ", option);
  return FALSE;
}

/* That of the template, less its flow. */
static void
forget_vessel (VenuleJobOptions *self)
{
  VenuleVessel *whole = venule_vessel_new ();

  whole->flow_x = self->settings->vessel->flow_x;
  whole->flow_y = self->settings->vessel->flow_y;
  venule_vessel_free (self->settings->vessel);
  self->settings->vessel = whole;
}

static gboolean
parse_vessel (VenuleJobOptions  *self,
              const Texts       *texts,
              GError           **error)
{
  VenuleVessel *vessel;

  if (texts->crop != NULL && texts->polygon != NULL)
    {
      g_set_error_literal (error, VENULE_ERROR, VENULE_ERROR_INVALID, _("Give --crop or --polygon, not both."));
      return FALSE;
    }
  if (texts->vessel != NULL && !is_auto (texts->vessel))
    return venule_option_refuse (error, "--vessel", texts->vessel,
                                 _("“auto” (--crop and --polygon take a drawn vessel)"));
  if (texts->vessel != NULL && texts->crop == NULL && texts->polygon == NULL)
    {
      self->auto_parts |= VENULE_PROPOSED_VESSEL;
      forget_vessel (self);
    }
  vessel = self->settings->vessel;
  if (texts->crop != NULL && !venule_vessel_parse_rectangle (vessel, texts->crop, error))
    return name_option ("--crop", error);
  if (texts->polygon != NULL && !venule_vessel_parse_polygon (vessel, texts->polygon, error))
    return name_option ("--polygon", error);

  if (is_auto (texts->flow) || (texts->flow == NULL && self->auto_parts & VENULE_PROPOSED_VESSEL))
    self->auto_parts |= VENULE_PROPOSED_FLOW;
  if (texts->flow == NULL && !(self->auto_parts & VENULE_PROPOSED_FLOW) && self->template != NULL &&
      (vessel->flow_x != 0 || vessel->flow_y != 0))
    {
      self->flow_given = TRUE;
      return TRUE;
    }
  if (texts->flow == NULL || is_auto (texts->flow))
    {
      self->flow_given = (self->auto_parts & VENULE_PROPOSED_FLOW) != 0;
      /* Along the crop's own x axis; said on stderr by the caller. */
      vessel->flow_x = cos (vessel->angle * G_PI / 180);
      vessel->flow_y = sin (vessel->angle * G_PI / 180);
      return TRUE;
    }
  self->flow_given = TRUE;
  return venule_vessel_parse_flow (vessel, texts->flow, error) || name_option ("--flow", error);
}

static gboolean
take_tracks (VenuleJobOptions  *self,
             char             **names,
             GError           **error)
{
  if (names == NULL || names[0] == NULL || names[1] != NULL)
    g_set_error_literal (error, VENULE_ERROR, VENULE_ERROR_INVALID,
                         _("convert takes one file, and --output with another."));
  else
    self->tracks = g_strdup (names[0]);
  if (self->tracks != NULL && self->video == NULL)
    g_set_error_literal (error, VENULE_ERROR, VENULE_ERROR_INVALID,
                         _("Tracks become a document together with their video. Say which it is with --video."));
  return self->tracks != NULL && self->video != NULL;
}

static gboolean
take_video (VenuleJobOptions  *self,
            const Texts       *texts,
            GError           **error)
{
  if (texts->rest == NULL || texts->rest[0] == NULL)
    {
      g_set_error_literal (error, VENULE_ERROR, VENULE_ERROR_INVALID, _("No video was given."));
      return FALSE;
    }
  if (texts->rest[1] != NULL)
    {
      g_autofree char *shown = venule_display_name_dup_excerpt (texts->rest[1]);

      /* A shell makes names of all pictures of a pattern that is not in quotes. */
      g_set_error (error, VENULE_ERROR, VENULE_ERROR_INVALID,
                   _("Only one video at a time; “%s” is one too many. Put a pattern of numbered images in quotes."),
                   shown);
      return FALSE;
    }
  if (!venule_option_check_name (_("The video"), texts->rest[0], error) ||
      !venule_option_check_name ("--output", self->output, error) ||
      !venule_option_check_name ("--project", self->project, error))
    return FALSE;
  self->video = g_strdup (texts->rest[0]);
  return TRUE;
}

/* What the others begin with. */
static gboolean
take_template (VenuleJobOptions  *self,
               const Texts       *texts,
               GError           **error)
{
  if (self->template == NULL && texts->template != NULL)
    {
      self->template = venule_template_read (texts->template, error);
      if (self->template == NULL)
        return name_option ("--template", error);
    }
  self->settings = self->template != NULL ? venule_settings_copy (self->template->settings) : venule_settings_new ();
  return TRUE;
}

/* What was given is no proposal any more. */
static void
confirm (VenuleSettings *settings,
         const Texts    *texts)
{
  VenuleProposed given = VENULE_PROPOSED_NOTHING;

  if (texts->crop != NULL || texts->polygon != NULL || texts->vessel != NULL)
    given |= VENULE_PROPOSED_VESSEL;
  if (texts->flow != NULL)
    given |= VENULE_PROPOSED_FLOW;
  if (texts->cell_diameter != NULL)
    given |= VENULE_PROPOSED_CELL_DIAMETER;
  settings->proposed &= ~given;
}

static gboolean
fill (VenuleJobOptions  *self,
      Texts             *texts,
      GError           **error)
{
  if (self->of_tracks ? !take_tracks (self, texts->rest, error) : !take_video (self, texts, error))
    return FALSE;
  if (!take_template (self, texts, error))
    return FALSE;
  self->parts = VENULE_EXPORT_DEFAULT;
  if (texts->formats != NULL && !venule_export_parts_parse (texts->formats, &self->parts, error))
    return name_option ("--formats", error);
  if (texts->movie)
    self->parts |= VENULE_EXPORT_MOVIE;
  confirm (self->settings, texts);
  return (!is_of_file (texts) || take_pixel_size_of_file (self, texts, error)) &&
         parse_numbers (self->settings, texts, error) &&
         (texts->cell_diameter == NULL || parse_cell_diameter (self, texts->cell_diameter, error)) &&
         (texts->detector == NULL || parse_detector (self->settings, texts->detector, error)) &&
         (texts->registration == NULL || parse_registration (self->settings, texts->registration, error)) &&
         (texts->frames == NULL || parse_frames (self->settings, texts->frames, error)) &&
         venule_option_parse_device (texts->device, self->settings, error) &&
         parse_vessel (self, texts, error);
}

static gboolean
take (VenuleJobOptions  *self,
      Texts             *texts,
      GError           **error)
{
  return venule_job_measures_check (&self->measures, error) &&
         venule_job_input_parse (&texts->input, &self->input, error) &&
         venule_job_movie_parse (&texts->movie_texts, &self->movie, error) && fill (self, texts, error) &&
         venule_job_movie_check (&texts->movie_texts, (self->parts & VENULE_EXPORT_MOVIE) != 0, error);
}

/* Reads them into @self and @texts, which must stay where they are. */
static GOptionContext *
make_context (VenuleJobOptions *self,
              Texts            *texts)
{
  const GOptionEntry entries[] = {
    { "template", 0, 0, G_OPTION_ARG_FILENAME, &texts->template,
      N_("Document or template whose settings apply where no other option says anything"), "FILE" },
    { "vessel", 0, 0, G_OPTION_ARG_STRING, &texts->vessel,
      N_("Propose the vessel from the video, and the flow if none is given; --crop and --polygon go before it"),
      "auto" },
    { "crop", 0, 0, G_OPTION_ARG_STRING, &texts->crop,
      N_("Rectangle to analyse, px; ANGLE in degrees clockwise about its centre"), "X,Y,W,H[,ANGLE]" },
    { "polygon", 0, 0, G_OPTION_ARG_STRING, &texts->polygon,
      N_("Polygon to analyse, with at least three corners, px"), "\"X,Y X,Y …\"" },
    { "flow", 0, 0, G_OPTION_ARG_STRING, &texts->flow,
      N_("Direction of the blood flow: x to the right, y down; “auto”: proposed from the video"), "DX,DY|auto" },
    { "pixel-size", 0, 0, G_OPTION_ARG_STRING, &texts->pixel_size,
      N_("Micrometres per pixel, or “file”: the value in the file; without it all results are in px"), "UM|file" },
    { "fps", 0, 0, G_OPTION_ARG_STRING, &texts->fps,
      N_("Frames per second, instead of the timestamps of the file"), "F" },
    { "cell-diameter", 0, 0, G_OPTION_ARG_STRING, &texts->cell_diameter,
      N_("Expected cell diameter in px, in µm with the suffix “um”, or “auto”: proposed from the video "
         "(default: 20 px)"), "PX|UMum|auto" },
    { "sensitivity", 0, 0, G_OPTION_ARG_STRING, &texts->sensitivity,
      N_("0: only the clearest cells, 1: all candidates (default: 0.5)"), "S" },
    { "finder", 0, 0, G_OPTION_ARG_STRING, &texts->detector,
      N_("Cell detector: a trained network, or GICOV along circles as published (default: learned)"),
      "learned|circles" },
    { "registration", 0, 0, G_OPTION_ARG_STRING, &texts->registration,
      N_("Movement of the picture: measured and taken off, or not at all (default: auto)"), "auto|off" },
    { "max-velocity", 0, 0, G_OPTION_ARG_STRING, &texts->max_velocity,
      N_("Velocity of the fastest rolling cell, µm/s (px/s without --pixel-size)"), "V" },
    { "detect-every", 0, 0, G_OPTION_ARG_STRING, &texts->detect_every,
      N_("Detection interval in frames (default: about 30 detections per second)"), "N" },
    { "frames", 0, 0, G_OPTION_ARG_STRING, &texts->frames,
      N_("First and last frame to analyse, counted from 0; either may be omitted"), "A:B" },
    { "device", 0, 0, G_OPTION_ARG_STRING, &texts->device, N_("Processor or graphics card"), "auto|cpu|cuda[:N]" },
    { "threads", 0, 0, G_OPTION_ARG_STRING, &texts->threads, N_("CPU threads (default: all)"), "N" },
    { "output", 'o', 0, G_OPTION_ARG_FILENAME, &self->output,
      N_("Folder for the results (default: the video’s name with “-venule” in the current folder)"), "DIR" },
    { "project", 0, 0, G_OPTION_ARG_FILENAME, &self->project,
      N_("Also save the analysis as a document, to be opened, corrected and exported later"), "FILE.venule" },
    { "formats", 0, 0, G_OPTION_ARG_STRING, &texts->formats,
      N_("Files to write (default: csv,figures,settings); also xlsx, json, trackmate, mtrackj, ctc, methods, report, "
         "movie, all"),
      "LIST" },
    { "movie", 0, 0, G_OPTION_ARG_NONE, &texts->movie, N_("Also write the annotated movie"), NULL },
    { "progress", 0, 0, G_OPTION_ARG_NONE, &self->progress, N_("Print the progress"), NULL },
    { "replace", 0, 0, G_OPTION_ARG_NONE, &self->replace,
      N_("Replace results of another video or vessel in the folder"), NULL },
    { "quiet", 'q', 0, G_OPTION_ARG_NONE, &self->quiet, N_("Print only errors"), NULL },
    { "help", 'h', 0, G_OPTION_ARG_NONE, &self->help, N_("Show this help"), NULL },
    { G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &texts->rest, NULL, NULL },
    { NULL }
  };
  GOptionContext *context = g_option_context_new (_("VIDEO"));

  g_option_context_add_main_entries (context, entries, GETTEXT_PACKAGE);
  venule_job_movie_add (&texts->movie_texts, context);
  venule_job_input_add (&texts->input, context);
  venule_job_measures_add (&self->measures, context);
  g_option_context_set_help_enabled (context, FALSE);
  g_option_context_set_summary (context,
                                _("Detects and tracks the cells of a video, and writes their paths and velocities: "
                                  "spots.csv, tracks.csv,\nsummary.csv, analysis.json and the velocity "
                                  "histogram as PDF, SVG and PNG."));
  return context;
}

char *
venule_job_options_dup_help (const char *more)
{
  g_auto (VenuleJobOptions) options = { 0 };
  g_auto (Texts) texts = { 0 };
  g_autoptr (GOptionContext) context = make_context (&options, &texts);
  g_autofree char *description =
    g_strdup_printf ("%s\n%s", _("Positions are in px from the centre of the first pixel, x to the right and y down; "
                                  "frames count from 0."), more);

  g_option_context_set_description (context, description);
  return g_option_context_get_help (context, TRUE, NULL);
}

/* (transfer full) (element-type utf8 int): which kind each is of, as only the help tells. */
static GHashTable *
list_options (void)
{
  GHashTable *kinds = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autofree char *help = venule_job_options_dup_help ("");
  g_autoptr (GRegex) regex = g_regex_new ("^ +(?:-\\w, )?--([a-z-]+)(=?)", G_REGEX_MULTILINE, 0, NULL);
  g_autoptr (GMatchInfo) match = NULL;

  for (gboolean found = g_regex_match (regex, help, 0, &match); found; found = g_match_info_next (match, NULL))
    {
      g_autofree char *value = g_match_info_fetch (match, 2);

      g_hash_table_insert (kinds, g_match_info_fetch (match, 1),
                           GINT_TO_POINTER (*value != '\0' ? VENULE_JOB_OPTION_VALUE : VENULE_JOB_OPTION_FLAG));
    }
  return kinds;
}

VenuleJobOptionKind
venule_job_options_find (const char *name)
{
  static gsize kinds;

  if (g_once_init_enter (&kinds))
    g_once_init_leave (&kinds, (gsize) list_options ());
  return (VenuleJobOptionKind) GPOINTER_TO_INT (g_hash_table_lookup ((GHashTable *) kinds, name));
}

/**
 * venule_job_options_parse:
 * @self: zeroed options
 * @argc: number of arguments, the command's name included
 * @argv: arguments
 * @error: return location
 *
 * Returns: %FALSE with a sentence when the usage is wrong, or when what is to be taken from the video cannot be
 */
gboolean
venule_job_options_parse (VenuleJobOptions  *self,
                          int                argc,
                          char             **argv,
                          GError           **error)
{
  g_auto (Texts) texts = { 0 };
  g_autoptr (GOptionContext) context = make_context (self, &texts);
  g_auto (GStrv) arguments = g_new0 (char *, argc + 1);
  GError *failure = NULL;

  for (int i = 0; i < argc; i++)
    arguments[i] = g_strdup (argv[i]);
  if (!venule_option_check_flags (context, argc, (const char *const *) arguments, error))
    return FALSE;
  if (!g_option_context_parse_strv (context, &arguments, &failure))
    return venule_option_refuse_parsing (failure, error);
  return self->help || take (self, &texts, error);
}

void
venule_job_options_clear (VenuleJobOptions *self)
{
  g_clear_pointer (&self->video, g_free);
  g_clear_pointer (&self->tracks, g_free);
  g_clear_pointer (&self->output, g_free);
  g_clear_pointer (&self->project, g_free);
  g_clear_pointer (&self->settings, venule_settings_free);
  g_clear_pointer (&self->template, venule_template_free);
  venule_job_measures_clear (&self->measures);
}
