/* venule-export-csv.c: spots.csv, tracks.csv and summary.csv
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-export-private.h"

#include <math.h>

#include "venule-csv.h"
#include "venule-output.h"
#include "venule-summary.h"
#include "venule-time.h"
#include "venule-velocity.h"

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
  venule_csv_add_number (csv, spot->shift_x, LENGTH_DECIMALS);
  venule_csv_add_number (csv, spot->shift_y, LENGTH_DECIMALS);
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

static void
add_track (VenuleCsv            *csv,
           VenuleTrack          *track,
           const VenuleSettings *settings)
{
  const VenuleCalibration *calibration = &settings->calibration;
  VenuleTrackMeasures measures;

  venule_track_measure (track, settings, &measures);

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
  venule_csv_end_row (csv);
}

GBytes *
venule_export_make_tracks (const VenuleResults *results)
{
  static const char *const header_um[] = { "track_id", "class", "first_frame", "last_frame", "duration_s", "spots",
                                           "displacement_um", "path_um", "mean_velocity_um_s", "median_velocity_um_s",
                                           "sd_velocity_um_s", "mean_diameter_um", "quality", "edited",
                                           "se_velocity_um_s", "class_given", "hidden", "locked", "note", NULL };
  static const char *const header_px[] = { "track_id", "class", "first_frame", "last_frame", "duration_s", "spots",
                                           "displacement_px", "path_px", "mean_velocity_px_s", "median_velocity_px_s",
                                           "sd_velocity_px_s", "mean_diameter_px", "quality", "edited",
                                           "se_velocity_px_s", "class_given", "hidden", "locked", "note", NULL };
  VenuleCsv *csv = venule_csv_new ();
  guint n = g_list_model_get_n_items (results->tracks);

  add_header (csv, venule_calibration_is_calibrated (&results->settings->calibration) ? header_um : header_px);
  for (guint i = 0; i < n; i++)
    {
      g_autoptr(VenuleTrack) track = g_list_model_get_item (results->tracks, i);

      add_track (csv, track, results->settings);
    }

  return venule_csv_free_to_bytes (csv);
}

/* ---- summary.csv ---- */

typedef struct {
  VenuleCsv               *csv;
  const VenuleCalibration *calibration;
} SummaryTable;

static void
end_quantity (SummaryTable *table,
              const char   *unit,
              const char   *definition)
{
  venule_csv_add_text (table->csv, unit);
  venule_csv_add_text (table->csv, definition);
  venule_csv_end_row (table->csv);
}

static void
add_count (SummaryTable *table,
           const char   *quantity,
           gint64        count,
           const char   *unit,
           const char   *definition)
{
  venule_csv_add_text (table->csv, quantity);
  venule_csv_add_integer (table->csv, count);
  end_quantity (table, unit, definition);
}

static void
add_seconds (SummaryTable *table,
             const char   *quantity,
             double        seconds,
             const char   *definition)
{
  venule_csv_add_text (table->csv, quantity);
  venule_csv_add_number (table->csv, seconds, TIME_DECIMALS);
  end_quantity (table, "s", definition);
}

static void
add_length (SummaryTable *table,
            const char   *quantity,
            double        px,
            const char   *definition)
{
  venule_csv_add_text (table->csv, quantity);
  venule_csv_add_number (table->csv, venule_calibration_scale (table->calibration, px), LENGTH_DECIMALS);
  end_quantity (table, venule_calibration_is_calibrated (table->calibration) ? "um" : "px", definition);
}

static void
add_velocity (SummaryTable *table,
              const char   *quantity,
              double        px_per_second,
              const char   *definition)
{
  venule_csv_add_text (table->csv, quantity);
  venule_csv_add_number (table->csv, venule_calibration_scale (table->calibration, px_per_second), VELOCITY_DECIMALS);
  end_quantity (table, venule_calibration_is_calibrated (table->calibration) ? "um/s" : "px/s", definition);
}

static void
add_recording (SummaryTable        *table,
               const VenuleResults *results,
               const VenuleSummary *summary)
{
  double pixel_size = table->calibration->pixel_size_um;

  add_count (table, "first_frame", results->first_frame, "frame", "first frame that was analysed; frames count from 0");
  add_count (table, "last_frame", results->last_frame, "frame", "last frame that was analysed");
  add_seconds (table, "duration", summary->duration, "time that the analysed frames last");
  venule_csv_add_text (table->csv, "complete");
  venule_csv_add_text (table->csv, results->complete ? "true" : "false");
  end_quantity (table, "", "whether the run went to its end");
  venule_csv_add_text (table->csv, "pixel_size");
  venule_csv_add_number (table->csv, pixel_size > 0 ? pixel_size : NAN, TIME_DECIMALS);
  end_quantity (table, "um/px", "as it was confirmed; empty without a calibration: lengths are in px then");
}

static void
add_cells (SummaryTable        *table,
           const VenuleSummary *summary)
{
  add_count (table, "tracks", summary->n_tracks, "cells", "tracked cells of all classes");
  add_count (table, "rolling_cells", summary->n_rolling, "cells", "tracks of class rolling");
  add_count (table, "stationary_cells", summary->n_stationary, "cells",
             "tracks of class adherent: no net displacement while they were seen");
  venule_csv_add_text (table->csv, "adherent_cells");
  if (summary->adherent_assessable)
    venule_csv_add_integer (table->csv, summary->n_adherent);
  else
    venule_csv_add_text (table->csv, "not assessable");
  end_quantity (table, "cells", "stationary for at least 30 s; not assessable in a shorter recording");
  add_count (table, "free_flowing_cells", summary->n_free, "cells",
             "tracks of class free: faster than the maximum velocity");
  add_count (table, "other_cells", summary->n_other, "cells", "tracks of class other");
  add_count (table, "edited_tracks", summary->n_edited, "cells", "tracks that a person changed");
}

static void
add_velocities (SummaryTable         *table,
                const VenuleSettings *settings,
                const VenuleSummary  *summary)
{
  add_count (table, "rolling_velocity_n", summary->n_velocities, "cells", "rolling cells that have a velocity");
  add_velocity (table, "rolling_velocity_mean", summary->velocity_mean,
                "mean over the rolling cells of displacement along the flow / duration, one value a cell");
  add_velocity (table, "rolling_velocity_sd", summary->velocity_sd, "standard deviation (n - 1) of the same values");
  add_velocity (table, "rolling_velocity_se", summary->velocity_se, "standard error: standard deviation / sqrt(n)");
  add_velocity (table, "rolling_velocity_median", summary->velocity_median, "median of the same values");
  add_seconds (table, "velocity_window", settings->velocity_window,
               "time over which the displacements for median_velocity and sd_velocity of tracks.csv are taken");
  add_length (table, "cell_diameter_mean", summary->diameter_mean,
              "mean over all tracks of the mean diameter, from the area of the contour");
  add_length (table, "cell_diameter_sd", summary->diameter_sd, "standard deviation (n - 1) of the same values");
}

GBytes *
venule_export_make_summary (const VenuleResults *results)
{
  static const char *const header[] = { "quantity", "value", "unit", "definition", NULL };
  const VenuleCalibration *calibration = &results->settings->calibration;
  SummaryTable table = { venule_csv_new (), calibration };
  VenuleSummary summary;

  venule_summary_compute (results->tracks, results->settings,
                          venule_time_of_frames (results->source, calibration, results->first_frame,
                                                 results->last_frame),
                          &summary);

  add_header (table.csv, header);
  add_recording (&table, results, &summary);
  add_cells (&table, &summary);
  add_velocities (&table, results->settings, &summary);

  return venule_csv_free_to_bytes (table.csv);
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

gboolean
venule_export_summary_csv (const VenuleResults  *results,
                           const char           *path,
                           GError              **error)
{
  g_autoptr(GBytes) content = venule_export_make_summary (results);

  return venule_output_save (path, content, error);
}
