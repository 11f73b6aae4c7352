/* venule-evaluate-json.c: an evaluation as JSON
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-evaluate.h"

#include <math.h>

#include "venule-json.h"

static void
add_kinds (JsonBuilder         *builder,
           const char          *name,
           VenuleEvaluateKinds  kinds)
{
  static const char * const names[] = { "rolling", "adherent", "free" };

  venule_json_begin_array (builder, name);
  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    {
      if (kinds & (1 << i))
        json_builder_add_string_value (builder, names[i]);
    }
  json_builder_end_array (builder);
}

static void
add_class_count (JsonBuilder    *builder,
                 const char     *what,
                 VenuleCellKind  class,
                 double          value)
{
  g_autofree char *name = g_strdup_printf ("%s_%s", what, venule_cell_kind_to_string (class));

  venule_json_add_number (builder, name, value);
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
add_calibration (JsonBuilder                        *builder,
                 const VenuleProbabilityCalibration *calibration)
{
  venule_json_add_integer (builder, "judged_tracks", calibration->n);
  venule_json_add_number (builder, "quality_brier", calibration->brier);
  venule_json_add_number (builder, "quality_calibration_error", calibration->ece);
  venule_json_begin_array (builder, "quality_bins");
  for (guint i = 0; i < VENULE_PROBABILITY_CALIBRATION_BINS; i++)
    {
      json_builder_begin_object (builder);
      venule_json_add_integer (builder, "tracks", calibration->bins[i].n);
      venule_json_add_number (builder, "said", calibration->bins[i].said);
      venule_json_add_number (builder, "right", calibration->bins[i].right);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
}

/* Those that were never in the crop are of no use. */
static void
add_each_cell (JsonBuilder  *builder,
               const GArray *cells)
{
  venule_json_begin_array (builder, "cells");
  for (guint i = 0; i < cells->len; i++)
    {
      const VenuleEvaluateCell *cell = &g_array_index (cells, VenuleEvaluateCell, i);

      if (cell->frames == 0)
        continue;
      json_builder_begin_object (builder);
      venule_json_add_text (builder, "id", cell->id);
      venule_json_add_text (builder, "class", venule_cell_kind_to_string (cell->class));
      venule_json_add_integer (builder, "frames", cell->frames);
      venule_json_add_flag (builder, "counts", cell->counts);
      venule_json_add_number (builder, "velocity_px_s", cell->velocity);
      venule_json_add_text (builder, "track", cell->track);
      venule_json_add_number (builder, "common_true_px_s", cell->common_true);
      venule_json_add_number (builder, "common_found_px_s", cell->common_found);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
}

static void
add_each_track (JsonBuilder  *builder,
                const GArray *tracks)
{
  venule_json_begin_array (builder, "tracks");
  for (guint i = 0; i < tracks->len; i++)
    {
      const VenuleEvaluateTrack *track = &g_array_index (tracks, VenuleEvaluateTrack, i);

      json_builder_begin_object (builder);
      venule_json_add_text (builder, "id", track->id);
      venule_json_add_text (builder, "class", track->claimed ? venule_cell_kind_to_string (track->class) : NULL);
      venule_json_add_number (builder, "quality", track->quality);
      venule_json_add_number (builder, "velocity_px_s", track->velocity);
      venule_json_add_number (builder, "standard_error_px_s", track->standard_error);
      venule_json_add_integer (builder, "spots", track->spots);
      venule_json_add_integer (builder, "matched", track->matched);
      venule_json_add_integer (builder, "ignored", track->ignored);
      venule_json_add_flag (builder, "counts", track->counts);
      venule_json_add_flag (builder, "false", track->false_track);
      venule_json_add_flag (builder, "duplicate", track->duplicate);
      venule_json_add_flag (builder, "right", track->right);
      venule_json_add_flag (builder, "judged", track->judged);
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
  venule_json_add_integer (builder, "true_spots", e->n_truth);
  venule_json_add_integer (builder, "found_spots", e->n_found);
  venule_json_add_integer (builder, "ignored_spots", e->n_ignored);
  venule_json_add_integer (builder, "true_positives", e->true_positives);
  venule_json_add_integer (builder, "false_positives", e->false_positives);
  venule_json_add_integer (builder, "false_negatives", e->false_negatives);
  venule_json_add_number (builder, "precision", e->precision);
  venule_json_add_number (builder, "recall", e->recall);
  venule_json_add_number (builder, "f1", e->f1);
  venule_json_add_number (builder, "rmse_px", e->rmse);
  venule_json_add_number (builder, "offset_px", cells->offset);
  venule_json_add_number (builder, "jitter_px", cells->jitter);
  venule_json_add_number (builder, "mota", e->mota);
  venule_json_add_number (builder, "idf1", e->idf1);
  venule_json_add_integer (builder, "identity_switches", e->switches);
  venule_json_add_integer (builder, "true_tracks", e->n_true_tracks);
  venule_json_add_integer (builder, "found_tracks", e->n_found_tracks);
  venule_json_add_integer (builder, "false_tracks", cells->n_false);
  venule_json_add_integer (builder, "duplicate_tracks", cells->n_duplicates);
  venule_json_add_integer (builder, "noise_tracks", cells->n_false - cells->n_duplicates);
  venule_json_add_integer (builder, "long_tracks", e->n_long_tracks);
  venule_json_add_integer (builder, "whole_tracks", e->n_whole_tracks);
  venule_json_add_number (builder, "wholeness", e->wholeness);
  venule_json_add_integer (builder, "velocity_tracks", e->n_velocities);
  venule_json_add_integer (builder, "moving_tracks", e->n_moving);
  venule_json_add_number (builder, "velocity_median_relative_error", e->velocity_error);
  venule_json_add_number (builder, "velocity_median_relative_bias", e->velocity_bias);
  venule_json_add_number (builder, "velocity_correlation", e->velocity_correlation);
  venule_json_add_number (builder, "velocity_distribution_distance", cells->velocity_ks);
  add_counts (builder, cells);
  add_calibration (builder, &cells->calibration);
  if (details)
    {
      add_each_cell (builder, cells->cells);
      add_each_track (builder, cells->tracks);
    }
  json_builder_end_object (builder);
  root = json_builder_get_root (builder);

  return json_to_string (root, TRUE);
}
