/* venule-paper-histogram.c: the rolling velocities, as bars or adding up
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-paper-figure-private.h"

#include <glib/gi18n-lib.h>

#include "venule-figure-private.h"
#include "venule-velocity.h"

#define DECIMALS 3

/* The tracks are not kept: only what the histogram is made of. */
typedef struct {
  GListStore     *tracks;
  VenuleSettings *settings;
} Data;

static gpointer
make (const VenuleResults  *results,
      GCancellable         *cancellable,
      GError              **error)
{
  Data *data = g_new0 (Data, 1);
  guint n = g_list_model_get_n_items (results->tracks);

  data->settings = venule_settings_copy (results->settings);
  data->tracks = g_list_store_new (VENULE_TYPE_TRACK);
  for (guint i = 0; i < n; i++)
    {
      g_autoptr(VenuleTrack) track = g_list_model_get_item (results->tracks, i);
      g_autoptr(VenuleTrack) ends = NULL;
      guint n_places;
      g_autofree VenulePlace *owned = NULL;
      const VenulePlace *places = venule_velocity_get_places (track, &n_places, &owned);

      if (venule_track_get_kind (track) != VENULE_CELL_ROLLING)
        continue;
      /* The mean velocity needs the ends alone. */
      ends = venule_track_new (venule_track_get_id (track));
      for (guint j = 0; j < n_places; j += MAX (n_places - 1, 1))
        {
          VenuleSpot spot = { .frame = places[j].frame, .time = places[j].time, .x = places[j].x, .y = places[j].y,
                              .radius = places[j].radius, .shift_x = places[j].shift_x, .shift_y = places[j].shift_y };

          venule_track_add_spot (ends, &spot);
        }
      venule_track_set_kind (ends, VENULE_CELL_ROLLING);
      venule_track_set_edited (ends, venule_track_get_edited (track));
      g_list_store_append (data->tracks, ends);
    }

  return data;
}

static void
free_data (gpointer user_data)
{
  Data *data = user_data;

  g_object_unref (data->tracks);
  venule_settings_free (data->settings);
  g_free (data);
}

static void
draw (gconstpointer              user_data,
      cairo_t                   *cr,
      double                     width,
      double                     height,
      const VenuleFigureOptions *options,
      gboolean                   dark)
{
  const Data *data = user_data;
  g_autoptr(VenuleHistogram) histogram = venule_histogram_new (G_LIST_MODEL (data->tracks), data->settings,
                                                               options->bin_width);

  venule_figure_draw_bars (cr, width, height, histogram, options, dark);
}

static void
tabulate_bins (const VenuleHistogram *histogram,
               VenuleCsv             *csv)
{
  static const char *const titles_um[] = { "from_um_s", "to_um_s", "cells", "per_cent", "density_s_um", NULL };
  static const char *const titles_px[] = { "from_px_s", "to_px_s", "cells", "per_cent", "density_s_px", NULL };

  venule_figure_add_titles (csv, g_str_equal (histogram->unit, "px/s") ? titles_px : titles_um);
  for (guint i = 0; i < histogram->n_bins; i++)
    {
      double share = (double) histogram->counts[i] / MAX (histogram->n, 1);

      venule_csv_add_number (csv, histogram->first + i * histogram->bin_width, DECIMALS);
      venule_csv_add_number (csv, histogram->first + (i + 1) * histogram->bin_width, DECIMALS);
      venule_csv_add_integer (csv, histogram->counts[i]);
      venule_csv_add_number (csv, 100 * share, DECIMALS);
      venule_csv_add_number (csv, share / histogram->bin_width, 6);
      venule_csv_end_row (csv);
    }
}

static void
tabulate_steps (const VenuleHistogram *histogram,
                VenuleCsv             *csv)
{
  static const char *const titles_um[] = { "velocity_um_s", "cells_up_to_it", "per_cent", NULL };
  static const char *const titles_px[] = { "velocity_px_s", "cells_up_to_it", "per_cent", NULL };

  venule_figure_add_titles (csv, g_str_equal (histogram->unit, "px/s") ? titles_px : titles_um);
  for (guint i = 0; i < histogram->n; i++)
    {
      venule_csv_add_number (csv, histogram->values[i], DECIMALS);
      venule_csv_add_integer (csv, i + 1);
      venule_csv_add_number (csv, 100.0 * (i + 1) / histogram->n, DECIMALS);
      venule_csv_end_row (csv);
    }
}

static void
tabulate (gconstpointer              user_data,
          const VenuleFigureOptions *options,
          VenuleCsv                 *csv)
{
  const Data *data = user_data;
  g_autoptr(VenuleHistogram) histogram = venule_histogram_new (G_LIST_MODEL (data->tracks), data->settings,
                                                               options->bin_width);

  if (options->cumulative)
    tabulate_steps (histogram, csv);
  else
    tabulate_bins (histogram, csv);
}

const VenuleFigureClass venule_figure_histogram = {
  .id = "histogram",
  .label = N_("Velocity histogram"),
  .make = make,
  .free = free_data,
  .draw = draw,
  .tabulate = tabulate,
};
