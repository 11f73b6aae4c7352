/* venule-cli-info.c: what a video file holds, as JSON
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */




#include "venule-cli-document.h"
#include "venule-cli-parse.h"
#include "venule-cli.h"
#include "venule-config.h"
#include "venule-gray-histogram.h"
#include "venule-job-input.h"
#include "venule-json.h"
#include "venule-remark.h"
#include "venule-source.h"
#include <glib/gi18n-lib.h>
#include <json-glib/json-glib.h>

typedef struct {
  gboolean           frames;
  gboolean           timestamps;
  VenuleInputOptions input;
} InfoOptions;

static void
add_frames (JsonBuilder  *builder,
            VenuleSource *source)
{
  VenuleFrameInfo info;

  venule_json_begin_array (builder, "frame_table");
  for (gint64 i = 0; venule_source_get_frame_info (source, i, &info); i++)
    {
      g_autofree char *hash = g_strdup_printf ("%016" G_GINT64_MODIFIER "x", info.hash);

      json_builder_begin_object (builder);
      venule_json_add_integer (builder, "frame", i);
      venule_json_add_number (builder, "time_s", info.time);
      venule_json_add_flag (builder, "key", info.key);
      venule_json_add_flag (builder, "interlaced", info.interlaced);
      venule_json_add_flag (builder, "damaged", info.corrupt);
      venule_json_add_text (builder, "hash", hash);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
}

static void
add_timestamps (JsonBuilder  *builder,
                VenuleSource *source)
{
  VenuleFrameInfo info;

  venule_json_begin_array (builder, "timestamps");
  for (gint64 i = 0; venule_source_get_frame_info (source, i, &info); i++)
    json_builder_add_double_value (builder, info.time);
  json_builder_end_array (builder);
}

static void
add_warnings (JsonBuilder  *builder,
              VenuleSource *source)
{
  g_auto (GStrv) warnings = venule_source_dup_english_warnings (source);

  venule_json_add_texts (builder, "findings", (const char *const *) warnings);
}

/* From the first frame's start to the last one's end, when the frame rate is known. */
static double
get_duration (VenuleSource *source)
{
  gint64 n_frames = venule_source_get_n_frames (source);
  double rate = venule_source_get_frame_rate (source);
  VenuleFrameInfo last;

  if (!(rate > 0) || !venule_source_get_frame_info (source, n_frames - 1, &last))
    return 0;
  return last.time + 1 / rate;
}

/* What the file claims; nothing is made of it before a person agrees. */
static void
add_scale (JsonBuilder  *builder,
           VenuleSource *source)
{
  double width_um;
  double height_um;
  const char *remark = venule_source_get_scale (source, &width_um, &height_um);
  g_autofree char *origin = venule_remark_dup_english (remark);

  if (origin == NULL)
    {
      venule_json_add_text (builder, "pixel_size_in_file", NULL);
      return;
    }
  venule_json_begin_object (builder, "pixel_size_in_file");
  venule_json_add_number (builder, "width_um", width_um);
  venule_json_add_number (builder, "height_um", height_um);
  venule_json_add_text (builder, "origin", origin);
  json_builder_end_object (builder);
}

static void
add_interlacing (JsonBuilder  *builder,
                 VenuleSource *source)
{
  VenuleFields order;
  VenuleInterlacing interlacing = venule_source_get_interlacing (source, &order);

  venule_json_add_text (builder, "interlacing_seen", venule_interlacing_to_string (interlacing));
  venule_json_add_text (builder, "fields_seen",
                        interlacing == VENULE_INTERLACING_COMBED ? venule_fields_to_string (order) : NULL);
  venule_json_add_text (builder, "fields", venule_fields_to_string (venule_source_get_input_options (source)->fields));
}

static void
add_source (JsonBuilder  *builder,
            VenuleSource *source,
            const char   *hash)
{
  g_autofree char *name = g_filename_display_basename (venule_source_get_path (source));
  g_autofree char *origin = venule_source_dup_english_rate_origin (source);

  venule_json_add_text (builder, "file", name);
  venule_json_add_text (builder, "format", venule_source_get_format (source));
  venule_json_add_integer (builder, "frames", venule_source_get_n_frames (source));
  venule_json_add_integer (builder, "width", venule_source_get_width (source));
  venule_json_add_integer (builder, "height", venule_source_get_height (source));
  venule_json_add_integer (builder, "bit_depth", venule_source_get_bit_depth (source));
  venule_json_add_number (builder, "frame_rate", venule_source_get_frame_rate (source));
  venule_json_add_text (builder, "rate_origin", origin);
  venule_json_add_number (builder, "duration_s", get_duration (source));
  venule_json_add_flag (builder, "interlaced", venule_source_get_interlaced (source));
  add_interlacing (builder, source);
  venule_json_add_text (builder, "gray", venule_gray_to_string (venule_source_get_input_options (source)->gray));
  add_scale (builder, source);
  venule_json_add_text (builder, "sha256", hash);
}

/* Of frames spread over the video; none where none of them can be read. */
static void
add_exposure (JsonBuilder  *builder,
              VenuleSource *source)
{
  g_autoptr (VenuleVessel) whole = venule_vessel_new ();
  g_autoptr (VenuleExposure) exposure = venule_exposure_measure (source, whole, NULL, NULL);

  if (exposure == NULL)
    {
      venule_json_add_text (builder, "exposure", NULL);
      return;
    }
  venule_json_begin_object (builder, "exposure");
  venule_json_add_integer (builder, "saturation_level", exposure->ceiling);
  venule_json_add_number (builder, "saturated", exposure->saturated);
  venule_json_add_integer (builder, "gray_levels_used", exposure->n_used);
  json_builder_end_object (builder);
}

static gboolean
print_info (const char         *path,
            const InfoOptions  *options,
            int                *code,
            GError            **error)
{
  g_autoptr (VenuleSource) source = venule_source_open_as (path, &options->input, NULL, error);
  g_autoptr (JsonBuilder) builder = NULL;
  g_autoptr (JsonNode) root = NULL;
  g_autofree char *hash = NULL;
  g_autofree char *text = NULL;
  g_autofree char *name = NULL;

  if (source == NULL || !venule_source_build_table (source, NULL, NULL, NULL, error))
    return FALSE;
  hash = venule_source_dup_hash (source, NULL, error);
  if (hash == NULL)
    return FALSE;

  builder = json_builder_new ();
  json_builder_begin_object (builder);
  add_source (builder, source, hash);
  add_exposure (builder, source);
  venule_json_add_flag (builder, "cut_off", venule_source_get_cut_off (source));
  add_warnings (builder, source);
  if (options->timestamps)
    add_timestamps (builder, source);
  if (options->frames)
    add_frames (builder, source);
  json_builder_end_object (builder);

  root = json_builder_get_root (builder);
  text = json_to_string (root, TRUE);
  venule_cli_print_json (text);
  name = venule_source_dup_display_name (source);
  *code = venule_cli_end_cut_off (name, venule_source_get_cut_off (source));
  return TRUE;
}

/**
 * venule_cli_info:
 * @argc: number of arguments
 * @argv: "info", and what follows it on the command line
 *
 * Decodes a whole video once and prints what it holds as JSON on stdout: frames (counted, not believed), size, bit
 * depth, frame rate and where it is from, interlacing, SHA-256, what is odd, and on request the times or the whole
 * frame table.
 *
 * Returns: %VENULE_CLI_DONE, %VENULE_CLI_FAILED or %VENULE_CLI_USAGE
 */
int
venule_cli_info (int    argc,
                 char **argv)
{
  InfoOptions options = { 0 };
  const GOptionEntry entries[] = {
    { "timestamps", 0, 0, G_OPTION_ARG_NONE, &options.timestamps, N_("Add the time of each frame in seconds"), NULL },
    { "frames", 0, 0, G_OPTION_ARG_NONE, &options.frames,
      N_("Add the frame table: time, key frame, interlacing, damage, hash"), NULL },
    G_OPTION_ENTRY_NULL,
  };
  g_autoptr (GOptionContext) context =
    venule_cli_context_new ("info", _("VIDEO|FILE.venule"), entries,
                            _("Prints the contents of a video or image stack as JSON. The whole file is decoded "
                              "once."));
  g_auto (VenuleJobInput) input = { 0 };
  g_autoptr (GError) error = NULL;
  const char *idle;
  gboolean document;
  int code = VENULE_CLI_DONE;

  venule_job_input_add (&input, context);
  if (!venule_cli_parse_context (context, &argc, &argv, &error) ||
      !venule_job_input_parse (&input, &options.input, &error))
    return venule_cli_fail (VENULE_CLI_USAGE, "%s", error->message);
  if (argc != 2)
    return venule_cli_fail (VENULE_CLI_USAGE, "%s", _("info takes one video or document."));

  document = venule_file_is_document (argv[1]);
  idle = options.timestamps ? "--timestamps"
         : options.frames   ? "--frames"
                            : venule_job_input_get_given (&input);
  if (document && idle != NULL)
    return venule_cli_fail (VENULE_CLI_USAGE, _("%s: “%s” has no effect on a document."), "info", idle);
  if (!(document ? venule_cli_print_document (argv[1], &code, &error) : print_info (argv[1], &options, &code, &error)))
    return venule_cli_fail (VENULE_CLI_FAILED, "%s", error->message);
  return code;
}
