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

static void
add_text (JsonBuilder *builder,
          const char  *name,
          const char  *text)
{
  json_builder_set_member_name (builder, name);
  if (text != NULL)
    json_builder_add_string_value (builder, text);
  else
    json_builder_add_null_value (builder);
}

static void
add_truth (JsonBuilder *builder,
           const char  *name,
           gboolean     value)
{
  json_builder_set_member_name (builder, name);
  json_builder_add_boolean_value (builder, value);
}

static void
add_class_count (JsonBuilder    *builder,
                 const char     *what,
                 VenuleCellKind  class,
                 double          value)
{
  g_autofree char *name = g_strdup_printf ("%s_%s", what, venule_cell_kind_to_string (class));

  add_number (builder, name, value);
}

static void
add_counts (JsonBuilder               *builder,
            const VenuleEvaluateCells *cells)
{
  for (guint k = 0; k < VENULE_EVALUATE_N_CLASSES; k++)
    {
      if (k != VENULE_CELL_OTHER)
        add_class_count (builder, "true", k, cells->n_true[k]);
      add_class_count (builder, "found", k, cells->claimed ? cells->n_found[k] : NAN);
      if (k != VENULE_CELL_OTHER)
        add_class_count (builder, "count_error", k, cells->count_error[k]);
    }
}

static void
add_reliability (JsonBuilder             *builder,
                 const VenuleReliability *reliability)
{
  add_count (builder, "judged_tracks", reliability->n);
  add_number (builder, "quality_brier", reliability->brier);
  add_number (builder, "quality_calibration_error", reliability->ece);
  json_builder_set_member_name (builder, "quality_bins");
  json_builder_begin_array (builder);
  for (guint i = 0; i < VENULE_RELIABILITY_BINS; i++)
    {
      json_builder_begin_object (builder);
      add_count (builder, "tracks", reliability->bins[i].n);
      add_number (builder, "said", reliability->bins[i].said);
      add_number (builder, "right", reliability->bins[i].right);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
}

/* Those that were never in the crop are of no use. */
static void
add_each_cell (JsonBuilder  *builder,
               const GArray *cells)
{
  json_builder_set_member_name (builder, "cells");
  json_builder_begin_array (builder);
  for (guint i = 0; i < cells->len; i++)
    {
      const VenuleEvaluateCell *cell = &g_array_index (cells, VenuleEvaluateCell, i);

      if (cell->frames == 0)
        continue;
      json_builder_begin_object (builder);
      add_text (builder, "id", cell->id);
      add_text (builder, "class", venule_cell_kind_to_string (cell->class));
      add_count (builder, "frames", cell->frames);
      add_truth (builder, "counts", cell->counts);
      add_number (builder, "velocity_px_s", cell->velocity);
      add_text (builder, "track", cell->track);
      add_number (builder, "common_true_px_s", cell->common_true);
      add_number (builder, "common_found_px_s", cell->common_found);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
}

static void
add_each_track (JsonBuilder  *builder,
                const GArray *tracks)
{
  json_builder_set_member_name (builder, "tracks");
  json_builder_begin_array (builder);
  for (guint i = 0; i < tracks->len; i++)
    {
      const VenuleEvaluateTrack *track = &g_array_index (tracks, VenuleEvaluateTrack, i);

      json_builder_begin_object (builder);
      add_text (builder, "id", track->id);
      add_text (builder, "class", track->claimed ? venule_cell_kind_to_string (track->class) : NULL);
      add_number (builder, "quality", track->quality);
      add_number (builder, "velocity_px_s", track->velocity);
      add_number (builder, "standard_error_px_s", track->standard_error);
      add_count (builder, "spots", track->spots);
      add_count (builder, "matched", track->matched);
      add_count (builder, "ignored", track->ignored);
      add_truth (builder, "counts", track->counts);
      add_truth (builder, "false", track->false_track);
      add_truth (builder, "right", track->right);
      add_truth (builder, "judged", track->judged);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
}

char *
venule_evaluate_to_json (const VenuleEvaluation      *evaluation,
                         const VenuleEvaluateCells   *cells,
                         const VenuleEvaluateOptions *options,
                         gboolean                     details)
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
  add_count (builder, "false_tracks", cells->n_false);
  add_count (builder, "long_tracks", e->n_long_tracks);
  add_count (builder, "whole_tracks", e->n_whole_tracks);
  add_number (builder, "wholeness", e->wholeness);
  add_count (builder, "velocity_tracks", e->n_velocities);
  add_count (builder, "moving_tracks", e->n_moving);
  add_number (builder, "velocity_median_relative_error", e->velocity_error);
  add_number (builder, "velocity_median_relative_bias", e->velocity_bias);
  add_number (builder, "velocity_correlation", e->velocity_correlation);
  add_number (builder, "velocity_distribution_distance", cells->velocity_ks);
  add_counts (builder, cells);
  add_reliability (builder, &cells->reliability);
  if (details)
    {
      add_each_cell (builder, cells->cells);
      add_each_track (builder, cells->tracks);
    }
  json_builder_end_object (builder);
  root = json_builder_get_root (builder);

  return json_to_string (root, TRUE);
}
