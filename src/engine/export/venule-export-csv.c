/* venule-export-csv.c: spots.csv and tracks.csv
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-export-private.h"

#include <math.h>

#include "venule-csv.h"
#include "venule-output.h"
#include "venule-measures.h"

#define TIME_DECIMALS 6
#define LENGTH_DECIMALS 3
#define VELOCITY_DECIMALS 3
#define SCORE_DECIMALS 4

static void
add_header (VenuleCsv         *csv,
            const char *const *names)
{
  for (guint i = 0; names[i] != NULL; i++)
    venule_csv_add_text (csv, names[i]);
  venule_csv_end_row (csv);
}

static void
add_flag (VenuleCsv *csv,
          gboolean   flag)
{
  venule_csv_add_text (csv, flag ? "true" : "false");
}

/* ---- spots.csv ---- */

static void
add_spot (VenuleCsv         *csv,
          VenuleTrack       *track,
          const VenulePlace *spot,
          double             pixel_size)
{
  const double lengths[] = { spot->x, spot->y, spot->radius };

  venule_csv_add_integer (csv, venule_track_get_id (track));
  venule_csv_add_integer (csv, spot->frame);
  venule_csv_add_number (csv, spot->time, TIME_DECIMALS);
  for (guint i = 0; i < G_N_ELEMENTS (lengths); i++)
    venule_csv_add_number (csv, lengths[i], LENGTH_DECIMALS);
  for (guint i = 0; i < G_N_ELEMENTS (lengths); i++)
    venule_csv_add_number (csv, pixel_size > 0 ? lengths[i] * pixel_size : NAN, LENGTH_DECIMALS);
  venule_csv_add_number (csv, spot->score, SCORE_DECIMALS);
  venule_csv_add_text (csv, venule_spot_source_to_string (spot->source));
  venule_csv_add_number (csv, venule_place_has_shift (spot) ? (double) spot->shift_x : NAN, LENGTH_DECIMALS);
  venule_csv_add_number (csv, venule_place_has_shift (spot) ? (double) spot->shift_y : NAN, LENGTH_DECIMALS);
  add_flag (csv, venule_track_get_edited (track));
  venule_csv_end_row (csv);
}

GBytes *
venule_export_make_spots (const VenuleResults *results)
{
  static const char *const header[] = { "track_id", "frame", "time_s", "x_px", "y_px", "radius_px",
                                        "x_um", "y_um", "radius_um", "score", "source", "shift_x_px",
                                        "shift_y_px", "edited", NULL };
  VenuleCsv *csv = venule_csv_new ();
  guint n_tracks = g_list_model_get_n_items (results->tracks);

  add_header (csv, header);
  for (guint i = 0; i < n_tracks; i++)
    {
      g_autoptr(VenuleTrack) track = g_list_model_get_item (results->tracks, i);
      guint n;
      const VenulePlace *spots = venule_track_get_places (track, &n);

      for (guint j = 0; j < n; j++)
        add_spot (csv, track, &spots[j], results->settings->calibration.pixel_size_um);
    }

  return venule_csv_free_to_bytes (csv);
}

/* ---- tracks.csv ---- */

/* What a cell does along its way; empty where it was not seen for long enough. */
static void
add_cell (VenuleCsv                *csv,
          const VenuleCellMeasures *cell,
          const VenuleCalibration  *calibration)
{
  gboolean seen = isfinite (cell->moving);

  if (seen)
    venule_csv_add_integer (csv, cell->n_pauses);
  else
    venule_csv_add_text (csv, "");
  venule_csv_add_number (csv, seen ? cell->still : NAN, TIME_DECIMALS);
  venule_csv_add_number (csv, cell->moving, SCORE_DECIMALS);
  venule_csv_add_number (csv, venule_calibration_scale (calibration, cell->moving_velocity), VELOCITY_DECIMALS);
  venule_csv_add_number (csv, venule_calibration_scale (calibration, cell->wall_distance), LENGTH_DECIMALS);
  venule_csv_add_integer (csv, cell->crossings);
  venule_csv_add_text (csv, cell->adherent ? "true" : cell->undecided ? "" : "false");
}

static void
add_track (VenuleCsv                *csv,
           VenuleTrack              *track,
           const VenuleCellMeasures *cell,
           const VenuleSettings     *settings)
{
  const VenuleCalibration *calibration = &settings->calibration;
  const VenuleTrackMeasures measures = cell->basic;

  venule_csv_add_integer (csv, venule_track_get_id (track));
  venule_csv_add_text (csv, venule_cell_kind_to_string (venule_track_get_kind (track)));
  venule_csv_add_integer (csv, venule_track_get_first_frame (track));
  venule_csv_add_integer (csv, venule_track_get_last_frame (track));
  venule_csv_add_number (csv, measures.duration, TIME_DECIMALS);
  venule_csv_add_integer (csv, venule_track_get_n_spots (track));
  venule_csv_add_number (csv, venule_calibration_scale (calibration, measures.displacement), LENGTH_DECIMALS);
  venule_csv_add_number (csv, venule_calibration_scale (calibration, measures.path), LENGTH_DECIMALS);
  venule_csv_add_number (csv, venule_calibration_scale (calibration, measures.mean_velocity), VELOCITY_DECIMALS);
  venule_csv_add_number (csv, venule_calibration_scale (calibration, measures.median_velocity), VELOCITY_DECIMALS);
  venule_csv_add_number (csv, venule_calibration_scale (calibration, measures.sd_velocity), VELOCITY_DECIMALS);
  venule_csv_add_number (csv, venule_calibration_scale (calibration, measures.mean_diameter), LENGTH_DECIMALS);
  venule_csv_add_number (csv, venule_track_get_quality (track), SCORE_DECIMALS);
  add_flag (csv, venule_track_get_edited (track));
  venule_csv_add_number (csv, venule_calibration_scale (calibration, measures.se_velocity), VELOCITY_DECIMALS);
  add_flag (csv, venule_track_get_kind_said (track));
  add_flag (csv, venule_track_get_hidden (track));
  add_flag (csv, venule_track_get_locked (track));
  venule_csv_add_text (csv, venule_track_get_note (track) != NULL ? venule_track_get_note (track) : "");
  add_cell (csv, cell, calibration);
  venule_csv_end_row (csv);
}

GBytes *
venule_export_make_tracks (const VenuleResults *results)
{
  static const char *const header_um[] = { "track_id", "class", "first_frame", "last_frame", "duration_s", "spots",
                                           "displacement_um", "path_um", "mean_velocity_um_s", "median_velocity_um_s",
                                           "sd_velocity_um_s", "mean_diameter_um", "quality", "edited",
                                           "se_velocity_um_s", "class_given", "hidden", "locked", "note", "pauses",
                                           "pause_time_s", "moving_fraction", "moving_velocity_um_s", "wall_distance_um",
                                           "crossings", "adherent", NULL };
  static const char *const header_px[] = { "track_id", "class", "first_frame", "last_frame", "duration_s", "spots",
                                           "displacement_px", "path_px", "mean_velocity_px_s", "median_velocity_px_s",
                                           "sd_velocity_px_s", "mean_diameter_px", "quality", "edited",
                                           "se_velocity_px_s", "class_given", "hidden", "locked", "note", "pauses",
                                           "pause_time_s", "moving_fraction", "moving_velocity_px_s", "wall_distance_px",
                                           "crossings", "adherent", NULL };
  g_autoptr(VenuleMeasures) owned = NULL;
  const VenuleMeasures *measured = venule_results_measure (results, &owned);
  VenuleCsv *csv = venule_csv_new ();
  guint n = g_list_model_get_n_items (results->tracks);

  add_header (csv, venule_calibration_is_calibrated (&results->settings->calibration) ? header_um : header_px);
  for (guint i = 0; i < n; i++)
    {
      g_autoptr(VenuleTrack) track = g_list_model_get_item (results->tracks, i);

      add_track (csv, track, &g_array_index (measured->cells, VenuleCellMeasures, i), results->settings);
    }

  return venule_csv_free_to_bytes (csv);
}

/* ---- Files ---- */

gboolean
venule_export_spots_csv (const VenuleResults  *results,
                         const char           *path,
                         GError              **error)
{
  g_autoptr(GBytes) content = venule_export_make_spots (results);

  return venule_output_save (path, content, error);
}

gboolean
venule_export_tracks_csv (const VenuleResults  *results,
                          const char           *path,
                          GError              **error)
{
  g_autoptr(GBytes) content = venule_export_make_tracks (results);

  return venule_output_save (path, content, error);
}
