/* venule-export-json.c: analysis.json, everything that the results depend on
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-export-private.h"

#include <math.h>

#include "venule-derived-settings.h"
#include "venule-json.h"
#include "venule-load.h"
#include "venule-time.h"
#include "venule-versions.h"
#include "venule-warning.h"

#define FORMAT_VERSION 1

/* Those that computed, where they are known, else those that write. */
static void
add_versions (JsonBuilder *builder,
              const char  *text)
{
  g_autofree char *present = text == NULL ? venule_versions_dup_text (NULL) : NULL;
  JsonNode *versions = venule_json_parse (text != NULL ? text : present);

  if (versions != NULL && JSON_NODE_HOLDS_OBJECT (versions))
    json_object_remove_member (json_node_get_object (versions), VENULE_VERSIONS_LOST);
  json_builder_set_member_name (builder, "versions");
  json_builder_add_value (builder, versions != NULL ? versions : json_node_new (JSON_NODE_NULL));
}

/* What of the file is the video; a choice that there was not is null. */
static void
add_choice (JsonBuilder *builder,
            const char  *name,
            int          number)
{
  if (number > 0)
    venule_json_add_integer (builder, name, number);
  else
    venule_json_add_text (builder, name, NULL);
}

static void
add_input_options (JsonBuilder              *builder,
                   const VenuleInputOptions *options)
{
  venule_json_add_text (builder, "gray", venule_gray_to_string (options->gray));
  venule_json_add_text (builder, "fields", venule_fields_to_string (options->fields));
  venule_json_add_text (builder, "time_axis",
                        options->axis != VENULE_AXIS_UNKNOWN ? venule_axis_to_string (options->axis) : NULL);
  add_choice (builder, "channel", options->channel);
  add_choice (builder, "slice", options->slice);
  add_choice (builder, "series", options->series);
}

static void
add_source (JsonBuilder  *builder,
            VenuleSource *source,
            const char   *hash)
{
  g_autofree char *path = g_canonicalize_filename (venule_source_get_path (source), NULL);
  g_autofree char *shown = g_filename_display_name (path);
  g_autofree char *rate_origin = venule_source_dup_english_rate_origin (source);
  g_auto(GStrv) warnings = venule_source_dup_english_warnings (source);

  venule_json_begin_object (builder, "source");
  venule_json_add_text (builder, "path", shown);
  venule_json_add_text (builder, "sha256", hash);
  venule_json_add_text (builder, "format", venule_source_get_format (source));
  add_input_options (builder, venule_source_get_input_options (source));
  venule_json_add_integer (builder, "width_px", venule_source_get_width (source));
  venule_json_add_integer (builder, "height_px", venule_source_get_height (source));
  venule_json_add_integer (builder, "bit_depth", venule_source_get_bit_depth (source));
  venule_json_add_integer (builder, "frames", venule_source_get_n_frames (source));
  venule_json_add_number (builder, "frame_rate", venule_source_get_frame_rate (source));
  venule_json_add_text (builder, "frame_rate_from", rate_origin);
  venule_json_add_texts (builder, "findings", (const char *const *) warnings);
  json_builder_end_object (builder);
}

static void
add_crop (JsonBuilder        *builder,
          const VenuleVessel *vessel)
{
  static const char *const kinds[] = { "whole", "rectangle", "polygon" };

  venule_json_begin_object (builder, "crop");
  venule_json_add_text (builder, "kind", kinds[vessel->kind]);
  if (vessel->kind == VENULE_CROP_RECTANGLE)
    {
      venule_json_add_number (builder, "x_px", vessel->x);
      venule_json_add_number (builder, "y_px", vessel->y);
      venule_json_add_number (builder, "width_px", vessel->width);
      venule_json_add_number (builder, "height_px", vessel->height);
      venule_json_add_number (builder, "angle_degrees", vessel->angle);
    }
  else if (vessel->kind == VENULE_CROP_POLYGON)
    {
      venule_json_begin_array (builder, "corners_px");
      for (guint i = 0; i < vessel->corners->len; i++)
        {
          const VenulePoint *corner = &g_array_index (vessel->corners, VenulePoint, i);

          json_builder_begin_array (builder);
          json_builder_add_double_value (builder, corner->x);
          json_builder_add_double_value (builder, corner->y);
          json_builder_end_array (builder);
        }
      json_builder_end_array (builder);
    }
  json_builder_end_object (builder);
}

static void
add_settings (JsonBuilder          *builder,
              const VenuleSettings *settings)
{
  const VenuleCalibration *calibration = &settings->calibration;

  venule_json_begin_object (builder, "settings");
  venule_json_add_number (builder, "pixel_size_um", calibration->pixel_size_um > 0 ? calibration->pixel_size_um : NAN);
  venule_json_add_number (builder, "frame_rate", calibration->frame_rate > 0 ? calibration->frame_rate : NAN);
  add_crop (builder, settings->vessel);
  venule_json_begin_array (builder, "flow");
  json_builder_add_double_value (builder, settings->vessel->flow_x);
  json_builder_add_double_value (builder, settings->vessel->flow_y);
  json_builder_end_array (builder);
  venule_json_add_number (builder, "cell_diameter_px", settings->cell_diameter);
  venule_json_add_number (builder, "sensitivity", settings->sensitivity);
  venule_json_add_text (builder, "finder", venule_detector_kind_to_string (settings->detector));
  venule_json_add_text (builder, "registration", venule_registration_kind_to_string (settings->registration));
  venule_json_add_number (builder, "max_velocity_px_s", settings->max_velocity > 0 ? settings->max_velocity : NAN);
  venule_json_add_integer (builder, "detect_interval", settings->detect_interval);
  venule_json_add_integer (builder, "first_frame", settings->first_frame);
  venule_json_add_integer (builder, "last_frame", settings->last_frame);
  venule_json_add_number (builder, "velocity_window_s", settings->velocity_window);
  venule_json_add_text (builder, "device", venule_device_to_string (settings->device));
  venule_json_add_integer (builder, "cuda_device", settings->cuda_device);
  venule_json_add_integer (builder, "threads", settings->threads);
  venule_proposed_add (settings->proposed, builder);
  json_builder_end_object (builder);
}

/* What the numbers depend on beside the run; null where it is the default. What was measured of the diameter is in
 * vessel.csv. */
static void
add_measures (JsonBuilder                 *builder,
              const VenuleMeasureSettings *measures)
{
  const char *const *keys = venule_measure_settings_get_keys ();

  venule_json_begin_object (builder, "measures");
  for (guint i = 0; keys[i] != NULL; i++)
    {
      g_autofree char *value = measures != NULL ? venule_measure_settings_dup_value (measures, keys[i]) : NULL;

      if (!g_str_equal (keys[i], "diameter_profile"))
        venule_json_add_text (builder, keys[i], value);
    }
  json_builder_end_object (builder);
}

/* Null: not known; of a flicker without a cycle its frequency is. */
static void
add_light (JsonBuilder       *builder,
           const VenuleLight *light,
           double             rate)
{
  if (light == NULL)
    {
      venule_json_add_text (builder, "light", NULL);
      return;
    }

  venule_json_begin_object (builder, "light");
  venule_json_add_number (builder, "median_gray", light->gray);
  venule_json_add_number (builder, "flicker", light->flicker);
  venule_json_add_number (builder, "frequency_hz", venule_light_get_frequency (light, rate));
  venule_json_add_number (builder, "drift", light->drift);
  venule_json_add_number (builder, "drift_a_minute", venule_light_get_drift_a_minute (light, rate));
  venule_json_add_number (builder, "range", light->range);
  venule_json_add_integer (builder, "jumps", light->steps);
  venule_json_add_number (builder, "largest_jump", light->steps > 0 ? light->step : NAN);
  venule_json_add_number (builder, "saturated", light->saturated);
  venule_json_add_number (builder, "gray_levels", light->grays > 0 ? light->grays : NAN);
  json_builder_end_object (builder);
}

/* What the run made of it where the settings leave it to the program. */
static void
add_run (JsonBuilder         *builder,
         const VenuleResults *results)
{
  double rate = venule_time_get_frame_rate (results->source, &results->settings->calibration);

  venule_json_begin_object (builder, "run");
  venule_json_add_text (builder, "device", results->device);
  venule_json_add_integer (builder, "first_frame", results->first_frame);
  venule_json_add_integer (builder, "last_frame", results->last_frame);
  venule_json_add_integer (builder, "frames", MAX (results->last_frame - results->first_frame + 1, 0));
  venule_json_add_flag (builder, "complete", results->complete);
  venule_json_add_integer (builder, "unregistered_frames", results->unregistered_frames);
  venule_json_add_number (builder, "frame_rate", rate);
  venule_json_add_integer (builder, "detect_interval", results->detect_interval);
  venule_json_add_number (builder, "max_velocity_px_s",
                          rate > 0 ? venule_settings_get_max_velocity (results->settings, rate) : NAN);
  venule_json_add_integer (builder, "tracks", g_list_model_get_n_items (results->tracks));
  add_light (builder, results->light, rate);
  json_builder_end_object (builder);
}

/* What must be known of it before its numbers are believed: for programs the id and the figures, for people the
 * text. */
static void
add_warnings (JsonBuilder         *builder,
              const VenuleResults *results)
{
  g_autoptr(GPtrArray) warnings = venule_results_list_warnings (results);

  venule_json_begin_array (builder, "cautions");
  for (guint i = 0; i < warnings->len; i++)
    {
      const VenuleWarning *warning = g_ptr_array_index (warnings, i);

      json_builder_begin_object (builder);
      venule_json_add_text (builder, "id", warning->id);
      venule_json_add_text (builder, "text", warning->sentence);
      for (guint k = 0; k < warning->n_figures; k++)
        venule_json_add_number (builder, warning->figures[k].name, warning->figures[k].value);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
}

/* What a person changed in the tracks, or said of them. */
static void
add_corrections (JsonBuilder *builder,
                 GListModel  *tracks)
{
  json_builder_set_member_name (builder, "corrections");
  json_builder_begin_array (builder);
  for (guint i = 0; i < g_list_model_get_n_items (tracks); i++)
    {
      g_autoptr(VenuleTrack) track = g_list_model_get_item (tracks, i);

      if (!venule_track_get_edited (track) && !venule_track_get_hidden (track) && !venule_track_get_locked (track) &&
          venule_track_get_note (track) == NULL)
        continue;
      json_builder_begin_object (builder);
      venule_json_add_integer (builder, "track_id", venule_track_get_id (track));
      venule_json_add_flag (builder, "edited", venule_track_get_edited (track));
      venule_json_add_flag (builder, "class_given", venule_track_get_kind_is_manual (track));
      venule_json_add_flag (builder, "hidden", venule_track_get_hidden (track));
      venule_json_add_flag (builder, "locked", venule_track_get_locked (track));
      venule_json_add_text (builder, "note", venule_track_get_note (track));
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
}

GBytes *
venule_export_make_analysis (const VenuleResults  *results,
                             GCancellable         *cancellable,
                             GError              **error)
{
  g_autoptr(JsonBuilder) builder = NULL;
  g_autoptr(JsonNode) root = NULL;
  g_autofree char *hash = NULL;
  char *text;

  /* Where the video has gone in the meantime, the results must not be lost for want of its hash. */
  hash = venule_source_dup_hash (results->source, cancellable, NULL);
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;

  builder = json_builder_new ();
  json_builder_begin_object (builder);
  venule_json_add_integer (builder, "format", FORMAT_VERSION);
  add_versions (builder, results->versions);
  add_source (builder, results->source, hash);
  add_settings (builder, results->settings);
  add_measures (builder, results->measure_settings);
  add_run (builder, results);
  add_warnings (builder, results);
  add_corrections (builder, results->tracks);
  venule_json_add_integer (builder, "removed_tracks", results->n_removed);
  json_builder_end_object (builder);
  root = json_builder_get_root (builder);
  text = venule_export_json_to_text (root);

  return g_bytes_new_take (text, strlen (text));
}

/* ---- Whose results there are ---- */

static gboolean
is_same (JsonNode   *a,
         JsonNode   *b,
         const char *object,
         const char *member)
{
  JsonNode *nodes[] = { a, b };

  for (guint i = 0; i < G_N_ELEMENTS (nodes); i++)
    {
      nodes[i] = json_object_get_member (json_node_get_object (nodes[i]), object);
      nodes[i] = nodes[i] != NULL && JSON_NODE_HOLDS_OBJECT (nodes[i])
                   ? json_object_get_member (json_node_get_object (nodes[i]), member)
                   : NULL;
      if (nodes[i] == NULL || JSON_NODE_HOLDS_NULL (nodes[i]))
        return FALSE;
    }

  return json_node_equal (nodes[0], nodes[1]);
}

static JsonNode *
make_source (const VenuleResults *results)
{
  g_autoptr(JsonBuilder) builder = json_builder_new ();
  g_autofree char *hash = venule_source_dup_hash (results->source, NULL, NULL);

  json_builder_begin_object (builder);
  add_source (builder, results->source, hash);
  add_settings (builder, results->settings);
  json_builder_end_object (builder);
  return json_builder_get_root (builder);
}

static gboolean
has (JsonNode   *node,
     const char *object,
     const char *member)
{
  return is_same (node, node, object, member);
}

/* A video is known by its hash, wherever it was moved; one that could not be read any more by its place. */
gboolean
venule_export_is_of (const VenuleResults *results,
                     const char          *directory)
{
  g_autofree char *path = g_build_filename (directory, "analysis.json", NULL);
  gsize size;
  g_autofree char *text = venule_load_file (path, VENULE_JSON_MAX_BYTES, &size, NULL);
  g_autoptr(JsonNode) there = text != NULL ? venule_json_parse (text) : NULL;
  g_autoptr(JsonNode) present = NULL;

  if (there == NULL || !JSON_NODE_HOLDS_OBJECT (there))
    return FALSE;

  present = make_source (results);
  return is_same (there, present, "settings", "crop") &&
         (has (there, "source", "sha256") && has (present, "source", "sha256")
            ? is_same (there, present, "source", "sha256") : is_same (there, present, "source", "path"));
}
