/* venule-figure-histogram.c: the rolling velocities, as bars or adding up
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-figure-private.h"

#include <glib/gi18n-lib.h>

#include "venule-axis.h"
#include "venule-histogram-plot-private.h"
#include "venule-velocity.h"

#define DECIMALS 3
#define MAX_DECIMALS 6 /* of a table */

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

  venule_figure_draw_bars (cr, width, height, histogram, options, NULL, dark);
}

static gboolean
check (gconstpointer               user_data,
       const VenuleFigureOptions  *options,
       GError                    **error)
{
  const Data *data = user_data;
  g_autoptr(VenuleHistogram) histogram = venule_histogram_new (G_LIST_MODEL (data->tracks), data->settings,
                                                               options->bin_width);
  double range = histogram->n > 0 ? histogram->values[histogram->n - 1] - histogram->values[0] : 0;

  return options->bin_width <= 0 || options->cumulative || histogram->bin_width <= options->bin_width ||
         venule_figure_refuse_bins (options->bin_width, range / VENULE_HISTOGRAM_MAX_BINS, VENULE_HISTOGRAM_MAX_BINS,
                                    error);
}

/* Of velocities: so many that an edge is off by less than a hundredth of a bin. */
static int
choose_decimals (const VenuleHistogram *histogram)
{
  return histogram->n > 0 ? CLAMP (venule_axis_decimals (histogram->bin_width) + 2, DECIMALS, MAX_DECIMALS) : DECIMALS;
}

static VenuleTable *
tabulate_bins (const VenuleHistogram *histogram,
               const char            *unit)
{
  static const char *const titles[] = { "from_UNIT_s", "to_UNIT_s", "cells", "per_cent", "density_s_UNIT", NULL };
  VenuleTable *table = venule_table_new (titles, unit);
  int decimals = choose_decimals (histogram);

  for (guint i = 0; i < histogram->n_bins; i++)
    {
      double share = (double) histogram->counts[i] / MAX (histogram->n, 1);

      venule_table_add_number (table, histogram->first + i * histogram->bin_width, decimals);
      venule_table_add_number (table, histogram->first + (i + 1) * histogram->bin_width, decimals);
      venule_table_add_integer (table, histogram->counts[i]);
      venule_table_add_number (table, 100 * share, DECIMALS);
      venule_table_add_number (table, share / histogram->bin_width, 6);
    }

  return table;
}

static VenuleTable *
tabulate_steps (const VenuleHistogram *histogram,
                const char            *unit)
{
  static const char *const titles[] = { "velocity_UNIT_s", "cells_up_to_it", "per_cent", NULL };
  VenuleTable *table = venule_table_new (titles, unit);
  int decimals = choose_decimals (histogram);

  for (guint i = 0; i < histogram->n; i++)
    {
      venule_table_add_number (table, histogram->values[i], decimals);
      venule_table_add_integer (table, i + 1);
      venule_table_add_number (table, 100.0 * (i + 1) / histogram->n, DECIMALS);
    }

  return table;
}

static VenuleTable *
tabulate (gconstpointer              user_data,
          const VenuleFigureOptions *options)
{
  const Data *data = user_data;
  const char *unit = venule_calibration_file_unit (&data->settings->calibration);
  g_autoptr(VenuleHistogram) histogram = venule_histogram_new (G_LIST_MODEL (data->tracks), data->settings,
                                                               options->bin_width);

  return options->cumulative ? tabulate_steps (histogram, unit) : tabulate_bins (histogram, unit);
}

const VenuleFigureClass venule_figure_histogram = {
  .id = "histogram",
  .label = N_("Velocity histogram"),
  .make = make,
  .free = free_data,
  .draw = draw,
  .tabulate = tabulate,
  .check = check,
};
