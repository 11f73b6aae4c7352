/* venule-export-measures.c: summary.csv, events.csv, flux.csv and vessel.csv
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-export-private.h"

#include <math.h>

#include "venule-csv.h"
#include "venule-output.h"
#include "venule-time.h"

#define TIME_DECIMALS 6
#define LENGTH_DECIMALS 3
#define RATE_DECIMALS 4

static VenuleCsv *
begin (const char *const *names)
{
  VenuleCsv *csv = venule_csv_new ();

  for (guint i = 0; names[i] != NULL; i++)
    venule_csv_add_text (csv, names[i]);
  venule_csv_end_row (csv);

  return csv;
}

/* ---- summary.csv ---- */

void
venule_csv_add_quantity (VenuleCsv            *csv,
                         const VenuleQuantity *quantity)
{
  if (quantity->text != NULL)
    venule_csv_add_text (csv, quantity->text);
  else if (quantity->reason != NULL)
    venule_csv_add_text (csv, "not assessable");
  else
    venule_csv_add_number (csv, quantity->estimate.value, venule_quantity_get_decimals (quantity->unit));
}

static void
add_quantity (VenuleCsv            *csv,
              const VenuleQuantity *quantity,
              gboolean              calibrated)
{
  const VenuleEstimate *estimate = &quantity->estimate;
  int decimals = MAX (venule_quantity_get_decimals (quantity->unit), LENGTH_DECIMALS);

  venule_csv_add_text (csv, quantity->key);
  venule_csv_add_quantity (csv, quantity);
  venule_csv_add_text (csv, venule_quantity_unit_for_files (quantity->unit, calibrated));
  venule_csv_add_text (csv, venule_quantity_get_definition (quantity->id));
  venule_csv_add_number (csv, estimate->se, decimals);
  venule_csv_add_number (csv, estimate->low, decimals);
  venule_csv_add_number (csv, estimate->high, decimals);
  if (quantity->has_n)
    venule_csv_add_integer (csv, estimate->n);
  else
    venule_csv_add_text (csv, "");
  venule_csv_add_integer (csv, calibrated ? quantity->power : 0);
  venule_csv_add_text (csv, venule_quantity_get_source (quantity->id));
  venule_csv_add_text (csv, quantity->reason != NULL ? quantity->reason : "");
  venule_csv_end_row (csv);
}

GBytes *
venule_export_make_summary (const VenuleResults *results)
{
  static const char *const header[] = { "quantity", "value", "unit", "definition", "se", "ci95_low", "ci95_high", "n",
                                        "pixel_size_power", "source", "note", NULL };
  g_autoptr(VenuleMeasures) owned = NULL;
  const VenuleMeasures *measured = venule_results_measure (results, &owned);
  VenuleCsv *csv = begin (header);

  for (guint id = 0; id < VENULE_N_QUANTITIES; id++)
    add_quantity (csv, venule_measures_get (measured, id), measured->calibrated);

  return venule_csv_free_to_bytes (csv);
}

/* ---- events.csv ---- */

GBytes *
venule_export_make_events (const VenuleResults *results)
{
  static const char *const header_um[] = { "track_id", "event", "frame", "time_s", "along_um", "x_px", "y_px", "lasted_s",
                                           "censored", NULL };
  static const char *const header_px[] = { "track_id", "event", "frame", "time_s", "along_px", "x_px", "y_px", "lasted_s",
                                           "censored", NULL };
  g_autoptr(VenuleMeasures) owned = NULL;
  const VenuleMeasures *measured = venule_results_measure (results, &owned);
  VenuleCsv *csv = begin (measured->calibrated ? header_um : header_px);

  for (guint i = 0; i < measured->events->len; i++)
    {
      const VenuleEvent *event = &g_array_index (measured->events, VenuleEvent, i);

      venule_csv_add_integer (csv, event->track);
      venule_csv_add_text (csv, venule_event_kind_to_string (event->kind));
      venule_csv_add_integer (csv, event->frame);
      venule_csv_add_number (csv, event->time, TIME_DECIMALS);
      venule_csv_add_number (csv, venule_calibration_scale (&results->settings->calibration, event->along), LENGTH_DECIMALS);
      venule_csv_add_number (csv, event->x, LENGTH_DECIMALS);
      venule_csv_add_number (csv, event->y, LENGTH_DECIMALS);
      venule_csv_add_number (csv, event->lasted, TIME_DECIMALS);
      venule_csv_add_text (csv, !isfinite (event->lasted) ? "" : event->censored ? "true" : "false");
      venule_csv_end_row (csv);
    }

  return venule_csv_free_to_bytes (csv);
}

/* ---- flux.csv ---- */

GBytes *
venule_export_make_flux (const VenuleResults *results)
{
  static const char *const header[] = { "start_s", "end_s", "rolling_cells", "all_cells", "rolling_flux_per_min",
                                        "total_flux_per_min", "rolling_flux_fraction", NULL };
  g_autoptr(VenuleMeasures) owned = NULL;
  const VenuleMeasures *measured = venule_results_measure (results, &owned);
  VenuleCsv *csv = begin (header);

  for (guint i = 0; i < measured->flux->len; i++)
    {
      const VenuleFluxBin *bin = &g_array_index (measured->flux, VenuleFluxBin, i);

      venule_csv_add_number (csv, bin->start, TIME_DECIMALS);
      venule_csv_add_number (csv, bin->end, TIME_DECIMALS);
      venule_csv_add_integer (csv, bin->rolling);
      venule_csv_add_integer (csv, bin->total);
      venule_csv_add_number (csv, venule_flux_bin_rate (bin, bin->rolling), RATE_DECIMALS);
      venule_csv_add_number (csv, venule_flux_bin_rate (bin, bin->total), RATE_DECIMALS);
      venule_csv_add_number (csv, bin->total > 0 ? (double) bin->rolling / bin->total : NAN, RATE_DECIMALS);
      venule_csv_end_row (csv);
    }

  return venule_csv_free_to_bytes (csv);
}

/* ---- vessel.csv ---- */

GBytes *
venule_export_make_vessel (const VenuleResults *results)
{
  static const char *const header_um[] = { "along_um", "x_px", "y_px", "diameter_um", "left_um", "right_um", "walls", NULL };
  static const char *const header_px[] = { "along_px", "x_px", "y_px", "diameter_px", "left_px", "right_px", "walls", NULL };
  static const char *const walls[] = { "unknown", "crop", "measured", "drawn" };
  const VenuleCalibration *calibration = &results->settings->calibration;
  g_autoptr(VenuleMeasures) owned = NULL;
  const VenuleMeasures *measured = venule_results_measure (results, &owned);
  VenuleCsv *csv = begin (measured->calibrated ? header_um : header_px);
  guint n;
  const VenulePoint *points = venule_centreline_get_points (measured->centreline, &n);
  double along = 0;

  for (guint i = 0; i < n; i++)
    {
      double left, right;

      along += i > 0 ? hypot (points[i].x - points[i - 1].x, points[i].y - points[i - 1].y) : 0;
      venule_centreline_get_walls (measured->centreline, along, &left, &right);
      venule_csv_add_number (csv, venule_calibration_scale (calibration, along), LENGTH_DECIMALS);
      venule_csv_add_number (csv, points[i].x, LENGTH_DECIMALS);
      venule_csv_add_number (csv, points[i].y, LENGTH_DECIMALS);
      venule_csv_add_number (csv, venule_calibration_scale (calibration, left + right), LENGTH_DECIMALS);
      venule_csv_add_number (csv, venule_calibration_scale (calibration, left), LENGTH_DECIMALS);
      venule_csv_add_number (csv, venule_calibration_scale (calibration, right), LENGTH_DECIMALS);
      venule_csv_add_text (csv, walls[venule_centreline_get_walls_from (measured->centreline)]);
      venule_csv_end_row (csv);
    }

  return venule_csv_free_to_bytes (csv);
}

/* ---- A file by itself ---- */

gboolean
venule_export_summary_csv (const VenuleResults  *results,
                           const char           *path,
                           GError              **error)
{
  g_autoptr(GBytes) content = venule_export_make_summary (results);

  return venule_output_save (path, content, error);
}
