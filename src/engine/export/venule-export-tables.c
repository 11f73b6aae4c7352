/* venule-export-tables.c: the tables of a recording
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-export-private.h"

#include <math.h>

#include "venule-measures.h"
#include "venule-shifts.h"
#include "venule-time.h"

#define TIME_DECIMALS 6
#define LENGTH_DECIMALS 3
#define VELOCITY_DECIMALS 3
#define SCORE_DECIMALS 4
#define RATE_DECIMALS 4
#define LIGHT_DECIMALS 3

static VenuleTable *
new_table (const VenuleResults *results,
           const char *const   *titles)
{
  return venule_table_new (titles, venule_calibration_file_unit (&results->settings->calibration));
}

/* An empty cell where it is not known. */
static void
add_flag_if (VenuleTable *table,
             gboolean     known,
             gboolean     flag)
{
  if (known)
    venule_table_add_flag (table, flag);
  else
    venule_table_add_text (table, NULL);
}

/* ---- spots.csv ---- */

static void
add_spot (VenuleTable       *table,
          VenuleTrack       *track,
          const VenulePlace *spot,
          double             pixel_size)
{
  const double lengths[] = { spot->x, spot->y, spot->radius };

  venule_table_add_integer (table, venule_track_get_id (track));
  venule_table_add_integer (table, spot->frame);
  venule_table_add_number (table, spot->time, TIME_DECIMALS);
  for (guint i = 0; i < G_N_ELEMENTS (lengths); i++)
    venule_table_add_number (table, lengths[i], LENGTH_DECIMALS);
  for (guint i = 0; i < G_N_ELEMENTS (lengths); i++)
    venule_table_add_number (table, pixel_size > 0 ? lengths[i] * pixel_size : NAN, LENGTH_DECIMALS);
  venule_table_add_number (table, spot->score, SCORE_DECIMALS);
  venule_table_add_text (table, venule_spot_source_to_string (spot->source));
  venule_table_add_number (table, venule_place_has_shift (spot) ? (double) spot->shift_x : NAN, LENGTH_DECIMALS);
  venule_table_add_number (table, venule_place_has_shift (spot) ? (double) spot->shift_y : NAN, LENGTH_DECIMALS);
  venule_table_add_flag (table, venule_track_get_edited (track));
}

VenuleTable *
venule_export_make_spots (const VenuleResults *results)
{
  static const char *const header[] = { "track_id", "frame", "time_s", "x_px", "y_px", "radius_px",
                                        "x_um", "y_um", "radius_um", "score", "source", "shift_x_px",
                                        "shift_y_px", "edited", NULL };
  VenuleTable *table = new_table (results, header);
  guint n_tracks = g_list_model_get_n_items (results->tracks);

  for (guint i = 0; i < n_tracks; i++)
    {
      g_autoptr(VenuleTrack) track = g_list_model_get_item (results->tracks, i);
      guint n;
      const VenulePlace *spots = venule_track_get_places (track, &n);

      for (guint j = 0; j < n; j++)
        add_spot (table, track, &spots[j], results->settings->calibration.pixel_size_um);
    }

  return table;
}

/* ---- tracks.csv ---- */

/* What a cell does along its way; empty where it was not seen for long enough. */
static void
add_cell (VenuleTable              *table,
          const VenuleCellMeasures *cell,
          const VenuleCalibration  *calibration)
{
  gboolean seen = isfinite (cell->moving);

  venule_table_add_number (table, seen ? cell->n_pauses : NAN, 0);
  venule_table_add_number (table, seen ? cell->still : NAN, TIME_DECIMALS);
  venule_table_add_number (table, cell->moving, SCORE_DECIMALS);
  venule_table_add_number (table, venule_calibration_scale (calibration, cell->moving_velocity), VELOCITY_DECIMALS);
  venule_table_add_number (table, venule_calibration_scale (calibration, cell->wall_distance), LENGTH_DECIMALS);
  venule_table_add_integer (table, cell->crossings);
  add_flag_if (table, cell->adherent || !cell->undecided, cell->adherent);
}

static void
add_track (VenuleTable              *table,
           VenuleTrack              *track,
           const VenuleCellMeasures *cell,
           const VenuleSettings     *settings)
{
  const VenuleCalibration *calibration = &settings->calibration;
  const VenuleTrackMeasures measures = cell->basic;

  venule_table_add_integer (table, venule_track_get_id (track));
  venule_table_add_text (table, venule_cell_kind_to_string (venule_track_get_kind (track)));
  venule_table_add_integer (table, venule_track_get_first_frame (track));
  venule_table_add_integer (table, venule_track_get_last_frame (track));
  venule_table_add_number (table, measures.duration, TIME_DECIMALS);
  venule_table_add_integer (table, venule_track_get_n_spots (track));
  venule_table_add_number (table, venule_calibration_scale (calibration, measures.displacement), LENGTH_DECIMALS);
  venule_table_add_number (table, venule_calibration_scale (calibration, measures.path), LENGTH_DECIMALS);
  venule_table_add_number (table, venule_calibration_scale (calibration, measures.mean_velocity), VELOCITY_DECIMALS);
  venule_table_add_number (table, venule_calibration_scale (calibration, measures.median_velocity), VELOCITY_DECIMALS);
  venule_table_add_number (table, venule_calibration_scale (calibration, measures.sd_velocity), VELOCITY_DECIMALS);
  venule_table_add_number (table, venule_calibration_scale (calibration, measures.mean_diameter), LENGTH_DECIMALS);
  venule_table_add_number (table, venule_track_is_judged (track) ? venule_track_get_quality (track) : NAN,
                           SCORE_DECIMALS);
  venule_table_add_flag (table, venule_track_get_edited (track));
  venule_table_add_number (table, venule_calibration_scale (calibration, measures.se_velocity), VELOCITY_DECIMALS);
  venule_table_add_flag (table, venule_track_get_kind_is_manual (track));
  venule_table_add_flag (table, venule_track_get_hidden (track));
  venule_table_add_flag (table, venule_track_get_locked (track));
  venule_table_add_text (table, venule_track_get_note (track));
  add_cell (table, cell, calibration);
}

VenuleTable *
venule_export_make_tracks (const VenuleResults *results)
{
  static const char *const header[] = {
    "track_id", "class", "first_frame", "last_frame", "duration_s", "spots", "displacement_UNIT", "path_UNIT",
    "mean_velocity_UNIT_s", "median_velocity_UNIT_s", "sd_velocity_UNIT_s", "mean_diameter_UNIT", "quality",
    "edited", "se_velocity_UNIT_s", "class_given", "hidden", "locked", "note", "pauses", "pause_time_s",
    "moving_fraction", "moving_velocity_UNIT_s", "wall_distance_UNIT", "crossings", "adherent", NULL
  };
  g_autoptr(VenuleMeasures) owned = NULL;
  const VenuleMeasures *measured = venule_results_measure (results, &owned);
  VenuleTable *table = new_table (results, header);
  guint n = g_list_model_get_n_items (results->tracks);

  for (guint i = 0; i < n; i++)
    {
      g_autoptr(VenuleTrack) track = g_list_model_get_item (results->tracks, i);

      add_track (table, track, &g_array_index (measured->cells, VenuleCellMeasures, i), results->settings);
    }

  return table;
}

/* ---- summary.csv ---- */

void
venule_table_add_quantity (VenuleTable          *table,
                           const VenuleQuantity *quantity)
{
  if (quantity->id == VENULE_QUANTITY_COMPLETE)
    venule_table_add_flag (table, g_str_equal (quantity->text, "true"));
  else if (quantity->text != NULL)
    venule_table_add_text (table, quantity->text);
  else if (quantity->reason != NULL)
    venule_table_add_text (table, "not assessable");
  else
    venule_table_add_number (table, quantity->estimate.value, venule_quantity_get_decimals (quantity->unit));
}

static void
add_quantity (VenuleTable          *table,
              const VenuleQuantity *quantity,
              gboolean              calibrated)
{
  const VenuleEstimate *estimate = &quantity->estimate;
  int decimals = MAX (venule_quantity_get_decimals (quantity->unit), LENGTH_DECIMALS);

  venule_table_add_text (table, quantity->key);
  venule_table_add_quantity (table, quantity);
  venule_table_add_text (table, venule_quantity_unit_for_files (quantity->unit, calibrated));
  venule_table_add_text (table, venule_quantity_get_definition (quantity->id));
  venule_table_add_number (table, estimate->se, decimals);
  venule_table_add_number (table, estimate->low, decimals);
  venule_table_add_number (table, estimate->high, decimals);
  venule_table_add_number (table, quantity->has_n ? estimate->n : NAN, 0);
  venule_table_add_integer (table, calibrated ? quantity->power : 0);
  venule_table_add_text (table, venule_quantity_get_source (quantity->id));
  venule_table_add_text (table, quantity->reason);
}

/* A row of its own, where there is any: the table may be all that is kept of an analysis. */
static void
add_proposed (VenuleTable       *table,
              VenuleProposed     proposed,
              const char *const *header)
{
  g_autofree char *list = venule_proposed_dup_list (proposed, FALSE);
  g_autofree char *sentence = venule_proposed_dup_sentence (proposed);

  for (guint i = 0; proposed != VENULE_PROPOSED_NOTHING && header[i] != NULL; i++)
    venule_table_add_text (table, g_str_equal (header[i], "quantity")     ? "proposed"
                                  : g_str_equal (header[i], "value")      ? list
                                  : g_str_equal (header[i], "definition") ? sentence
                                                                          : NULL);
}

VenuleTable *
venule_export_make_summary (const VenuleResults *results)
{
  static const char *const header[] = { "quantity", "value", "unit", "definition", "se", "ci95_low", "ci95_high", "n",
                                        "pixel_size_power", "source", "note", NULL };
  g_autoptr(VenuleMeasures) owned = NULL;
  const VenuleMeasures *measured = venule_results_measure (results, &owned);
  VenuleTable *table = new_table (results, header);

  for (guint id = 0; id < VENULE_N_QUANTITIES; id++)
    add_quantity (table, venule_measures_get (measured, id), measured->calibrated);
  add_proposed (table, results->settings->proposed, header);

  return table;
}

/* ---- events.csv ---- */

VenuleTable *
venule_export_make_events (const VenuleResults *results)
{
  static const char *const header[] = {
    "track_id", "event", "frame", "time_s", "along_UNIT", "x_px", "y_px", "lasted_s", "censored", NULL
  };
  g_autoptr(VenuleMeasures) owned = NULL;
  const VenuleMeasures *measured = venule_results_measure (results, &owned);
  VenuleTable *table = new_table (results, header);

  for (guint i = 0; i < measured->events->len; i++)
    {
      const VenuleEvent *event = &g_array_index (measured->events, VenuleEvent, i);

      venule_table_add_integer (table, event->track);
      venule_table_add_text (table, venule_event_kind_to_string (event->kind));
      venule_table_add_integer (table, event->frame);
      venule_table_add_number (table, event->time, TIME_DECIMALS);
      venule_table_add_number (table, venule_calibration_scale (&results->settings->calibration, event->along),
                               LENGTH_DECIMALS);
      venule_table_add_number (table, event->x, LENGTH_DECIMALS);
      venule_table_add_number (table, event->y, LENGTH_DECIMALS);
      venule_table_add_number (table, event->lasted, TIME_DECIMALS);
      add_flag_if (table, isfinite (event->lasted), event->censored);
    }

  return table;
}

/* ---- flux.csv ---- */

VenuleTable *
venule_export_make_flux (const VenuleResults *results)
{
  static const char *const header[] = { "start_s", "end_s", "rolling_cells", "all_cells", "rolling_flux_per_min",
                                        "total_flux_per_min", "rolling_flux_fraction", NULL };
  g_autoptr(VenuleMeasures) owned = NULL;
  const VenuleMeasures *measured = venule_results_measure (results, &owned);
  VenuleTable *table = new_table (results, header);

  for (guint i = 0; i < measured->flux->len; i++)
    {
      const VenuleFluxBin *bin = &g_array_index (measured->flux, VenuleFluxBin, i);

      venule_table_add_number (table, bin->start, TIME_DECIMALS);
      venule_table_add_number (table, bin->end, TIME_DECIMALS);
      venule_table_add_integer (table, bin->rolling);
      venule_table_add_integer (table, bin->total);
      venule_table_add_number (table, venule_flux_bin_rate (bin, bin->rolling), RATE_DECIMALS);
      venule_table_add_number (table, venule_flux_bin_rate (bin, bin->total), RATE_DECIMALS);
      venule_table_add_number (table, venule_flux_bin_share (bin), RATE_DECIMALS);
    }

  return table;
}

/* ---- vessel.csv ---- */

VenuleTable *
venule_export_make_vessel (const VenuleResults *results)
{
  static const char *const header[] = {
    "along_UNIT", "x_px", "y_px", "diameter_UNIT", "left_UNIT", "right_UNIT", "walls", NULL
  };
  static const char *const walls[] = { "unknown", "crop", "measured", "drawn" };
  const VenuleCalibration *calibration = &results->settings->calibration;
  g_autoptr(VenuleMeasures) owned = NULL;
  const VenuleMeasures *measured = venule_results_measure (results, &owned);
  VenuleTable *table = new_table (results, header);
  guint n;
  const VenulePoint *points = venule_centreline_get_points (measured->centreline, &n);
  double along = 0;

  for (guint i = 0; i < n; i++)
    {
      double left, right;

      along += i > 0 ? hypot (points[i].x - points[i - 1].x, points[i].y - points[i - 1].y) : 0;
      venule_centreline_get_walls (measured->centreline, along, &left, &right);
      venule_table_add_number (table, venule_calibration_scale (calibration, along), LENGTH_DECIMALS);
      venule_table_add_number (table, points[i].x, LENGTH_DECIMALS);
      venule_table_add_number (table, points[i].y, LENGTH_DECIMALS);
      venule_table_add_number (table, venule_calibration_scale (calibration, left + right), LENGTH_DECIMALS);
      venule_table_add_number (table, venule_calibration_scale (calibration, left), LENGTH_DECIMALS);
      venule_table_add_number (table, venule_calibration_scale (calibration, right), LENGTH_DECIMALS);
      venule_table_add_text (table, walls[venule_centreline_get_walls_from (measured->centreline)]);
    }

  return table;
}

/* ---- movement.csv ---- */

VenuleTable *
venule_export_make_movement (const VenuleResults *results)
{
  static const char *const header[] = { "frame", "time_s", "shift_x_px", "shift_y_px", "shift_x_um", "shift_y_um",
                                        "tissue_gray", "light_percent", NULL };
  VenuleTable *table = new_table (results, header);
  double pixel_size = results->settings->calibration.pixel_size_um;
  gint64 n = MAX (results->last_frame - results->first_frame + 1, 0);
  const VenuleLight *light = results->light;
  g_autoptr(GPtrArray) tracks = g_ptr_array_new_with_free_func (g_object_unref);
  g_autofree VenulePoint *shifts = NULL;
  g_autofree gboolean *known = NULL;

  for (guint i = 0; i < g_list_model_get_n_items (results->tracks); i++)
    g_ptr_array_add (tracks, g_list_model_get_item (results->tracks, i));
  shifts = venule_shifts_dup (tracks, results->first_frame, n, &known);
  for (gint64 i = 0; i < n; i++)
    {
      double x = known[i] ? shifts[i].x : NAN, y = known[i] ? shifts[i].y : NAN;

      venule_table_add_integer (table, results->first_frame + i);
      venule_table_add_number (table, venule_time_of_frame (results->source, &results->settings->calibration,
                                                            results->first_frame + i), TIME_DECIMALS);
      venule_table_add_number (table, x, LENGTH_DECIMALS);
      venule_table_add_number (table, y, LENGTH_DECIMALS);
      venule_table_add_number (table, pixel_size > 0 ? x * pixel_size : NAN, LENGTH_DECIMALS);
      venule_table_add_number (table, pixel_size > 0 ? y * pixel_size : NAN, LENGTH_DECIMALS);
      venule_table_add_number (table, light != NULL && i < light->n ? (double) light->frames[i] : NAN, LIGHT_DECIMALS);
      venule_table_add_number (table, venule_light_get_per_cent (light, i), LIGHT_DECIMALS);
    }

  return table;
}
