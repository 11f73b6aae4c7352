/* venule-flux.c: cells that pass a line across the vessel, over time
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-flux.h"

#include <math.h>

#include "venule-time.h"

#define MAX_BINS 20
#define ROUNDING 1e-6 /* s */
#define MIN_SEEN 0.25 /* of a bin */
#define SECONDS_A_MINUTE 60.0
#define LIMIT 1000000 /* bins that anybody can want */

double
venule_flux_bin_width (double wanted,
                       double duration)
{
  static const double widths[] = { 1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 1200, 1800, 3600 };

  if (wanted > 0)
    return fmax (wanted, duration / LIMIT);
  for (guint i = 0; i < G_N_ELEMENTS (widths); i++)
    if (duration / widths[i] <= MAX_BINS)
      return widths[i];

  return duration / MAX_BINS;
}

GArray *
venule_flux_dup_bins (const GArray         *events,
                      const GArray         *cells,
                      const VenuleRecorded *recorded,
                      double                width)
{
  double start = recorded->start, duration = recorded->duration;
  guint n = duration > 0 ? (guint) fmax (ceil (duration / width - 0.5 - ROUNDING), 1) : 0;
  GArray *bins = g_array_sized_new (FALSE, TRUE, sizeof (VenuleFluxBin), n);
  guint cell = 0;

  for (guint i = 0; i < n; i++)
    {
      VenuleFluxBin bin = { .start = start + i * width, .end = start + (i + 1 < n ? (i + 1) * width : duration) };

      bin.seen = bin.end - bin.start - venule_recorded_in_gaps (recorded, bin.start, bin.end);
      g_array_append_val (bins, bin);
    }
  for (guint i = 0; i < events->len && n > 0; i++)
    {
      const VenuleEvent *event = &g_array_index (events, VenuleEvent, i);
      VenuleFluxBin *bin;
      int sign = event->kind == VENULE_EVENT_CROSSES ? 1 : -1;

      if (event->kind != VENULE_EVENT_CROSSES && event->kind != VENULE_EVENT_RETURNS)
        continue;
      while (cell < cells->len && g_array_index (cells, VenuleCellMeasures, cell).track != event->track)
        cell++;
      if (cell == cells->len)
        break;
      bin = &g_array_index (bins, VenuleFluxBin, (guint) CLAMP ((event->time - start) / width, 0, n - 1));
      bin->total += sign;
      if (g_array_index (cells, VenuleCellMeasures, cell).kind == VENULE_CELL_ROLLING)
        bin->rolling += sign;
    }

  return bins;
}

double
venule_flux_bin_share (const VenuleFluxBin *bin)
{
  return bin->total > 0 && bin->rolling >= 0 && bin->rolling <= bin->total ? (double) bin->rolling / bin->total : NAN;
}

double
venule_flux_bin_rate (const VenuleFluxBin *bin,
                      int                  count)
{
  double width = bin->end - bin->start;

  return width > 0 && bin->seen >= MIN_SEEN * width ? count * SECONDS_A_MINUTE / bin->seen : NAN;
}
