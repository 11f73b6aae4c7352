/* venule-flux.h: cells that pass a line across the vessel, over time
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-bootstrap.h"
#include "venule-cell-measures.h"

G_BEGIN_DECLS

/**
 * VenuleFluxBin:
 * @start: s
 * @end: s
 * @seen: s of that time which were recorded
 * @rolling: rolling cells that passed downstream in that time, less those that passed upstream
 * @total: cells of all classes
 *
 * Bins hold their start and not their end; the last one holds both.
 */
typedef struct {
  double start, end, seen;
  int    rolling, total;
} VenuleFluxBin;

/* s: the width of the bins: as it was set, else the least of 1, 2, 5, 10, 20, 30 s, 1, 2, 5, 10 min … that gives 20
 * bins at most. */
double  venule_flux_bin_width   (double         wanted,
                                 double         duration);

/**
 * venule_flux_dup_bins:
 * @events: (element-type VenuleEvent): of all cells
 * @cells: (element-type VenuleCellMeasures): in the order of @events
 * @recorded: when something was
 * @width: s
 *
 * Returns: (transfer full) (element-type VenuleFluxBin): by time; the last one is half to one and a half times as long:
 * cells in a few frames make no rate
 */
GArray *venule_flux_dup_bins    (const GArray         *events,
                                 const GArray         *cells,
                                 const VenuleRecorded *recorded,
                                 double                width);

/* Rolling ones of all; %NAN where that is no fraction, as cells passed back or none passed. */
double  venule_flux_bin_share   (const VenuleFluxBin *bin);

/* Per minute that was recorded of a bin; %NAN where less than a quarter of it was. */
double  venule_flux_bin_rate    (const VenuleFluxBin *bin,
                                 int                  count);

G_END_DECLS
