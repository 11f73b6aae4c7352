/* venule-evaluate-json.c: an evaluation as JSON
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-evaluate.h"

#include <json-glib/json-glib.h>
#include <math.h>

static void
add_count (JsonBuilder *builder,
           const char  *name,
           guint        value)
{
  json_builder_set_member_name (builder, name);
  json_builder_add_int_value (builder, value);
}

static void
add_number (JsonBuilder *builder,
            const char  *name,
            double       value)
{
  json_builder_set_member_name (builder, name);
  if (isfinite (value))
    json_builder_add_double_value (builder, value);
  else
    json_builder_add_null_value (builder);
}

static void
add_kinds (JsonBuilder         *builder,
           const char          *name,
           VenuleEvaluateKinds  kinds)
{
  static const char * const names[] = { "rolling", "adherent", "free" };

  json_builder_set_member_name (builder, name);
  json_builder_begin_array (builder);
  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    {
      if (kinds & (1 << i))
        json_builder_add_string_value (builder, names[i]);
    }
  json_builder_end_array (builder);
}

char *
venule_evaluate_to_json (const VenuleEvaluation      *evaluation,
                         const VenuleEvaluateOptions *options)
{
  const VenuleEvaluation *e = evaluation;
  g_autoptr(JsonBuilder) builder = json_builder_new ();
  g_autoptr(JsonNode) root = NULL;

  json_builder_begin_object (builder);
  add_kinds (builder, "counted_kinds", options->kinds);
  add_kinds (builder, "ignored_kinds", ~options->kinds);
  add_count (builder, "true_spots", e->n_truth);
  add_count (builder, "found_spots", e->n_found);
  add_count (builder, "ignored_spots", e->n_ignored);
  add_count (builder, "true_positives", e->true_positives);
  add_count (builder, "false_positives", e->false_positives);
  add_count (builder, "false_negatives", e->false_negatives);
  add_number (builder, "precision", e->precision);
  add_number (builder, "recall", e->recall);
  add_number (builder, "f1", e->f1);
  add_number (builder, "rmse_px", e->rmse);
  add_number (builder, "mota", e->mota);
  add_number (builder, "idf1", e->idf1);
  add_count (builder, "identity_switches", e->switches);
  add_count (builder, "true_tracks", e->n_true_tracks);
  add_count (builder, "found_tracks", e->n_found_tracks);
  add_count (builder, "long_tracks", e->n_long_tracks);
  add_count (builder, "whole_tracks", e->n_whole_tracks);
  add_number (builder, "wholeness", e->wholeness);
  add_count (builder, "velocity_tracks", e->n_velocities);
  add_count (builder, "moving_tracks", e->n_moving);
  add_number (builder, "velocity_median_relative_error", e->velocity_error);
  add_number (builder, "velocity_median_relative_bias", e->velocity_bias);
  add_number (builder, "velocity_correlation", e->velocity_correlation);
  json_builder_end_object (builder);
  root = json_builder_get_root (builder);

  return json_to_string (root, TRUE);
}
