/* venule-flux-counter.h: cells that pass a line across the vessel, wherever it is moved to
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "venule-cell-measures.h"

G_BEGIN_DECLS

/**
 * VenuleFluxCounter:
 *
 * The places of all cells along a centreline, so that those that pass any line across it are counted while it is
 * dragged. Immutable, for any thread.
 */
typedef struct _VenuleFluxCounter VenuleFluxCounter;

/**
 * venule_flux_counter_new:
 * @tracks: (element-type VenuleTrack): tracks, which must not change meanwhile
 * @context: its settings, line, outline and frames say what was analysed
 * @cancellable: (nullable)
 *
 * Returns: (transfer full) (nullable): a counter; %NULL: cancelled
 */
VenuleFluxCounter *venule_flux_counter_new   (GPtrArray                *tracks,
                                              const VenuleCellContext  *context,
                                              GCancellable             *cancellable);
void               venule_flux_counter_free  (VenuleFluxCounter        *self);

/**
 * venule_flux_counter_count:
 * @self: a counter
 * @position: of the line, px along the centreline
 * @rolling: (out): rolling cells that passed it downstream, less those that passed it upstream
 * @total: (out): cells of all classes
 *
 * The same numbers as those of venule_cell_measure() for all tracks, in less than a thousandth of the time: of each
 * track only its beginning and its end are looked at, as what passes to and fro between cancels out.
 */
void               venule_flux_counter_count (const VenuleFluxCounter  *self,
                                              double                    position,
                                              int                      *rolling,
                                              int                      *total);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (VenuleFluxCounter, venule_flux_counter_free)

G_END_DECLS
