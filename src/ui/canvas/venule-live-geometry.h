/* venule-live-geometry.h: the numbers of the vessel while it is dragged
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-document-measures.h"
#include "venule-vessel-geometry.h"

G_BEGIN_DECLS

/**
 * VenuleGeometryNumbers:
 * @length: that is analysed, px
 * @diameter: mean, px; %NAN: the walls are not set
 * @diameter_sd: along the vessel, px
 * @no_walls: (nullable): why nothing is said of the diameter, untranslated
 * @flux: where the flux line is, px from where the analysed length begins
 * @rolling: rolling cells that pass the line, a minute; %NAN: there is no run, or they are being counted anew
 * @total: cells of all classes
 * @outside: whether that is outside of it: nothing is counted there
 * @fresh: whether these two are of this very centreline, and not of where it was a moment ago
 */
typedef struct {
  double   length, diameter, diameter_sd, flux, rolling, total;
  const char *no_walls;
  gboolean outside, fresh;
} VenuleGeometryNumbers;

/* Signal: changed: cells were counted anew, in a thread. */
#define VENULE_TYPE_LIVE_GEOMETRY (venule_live_geometry_get_type ())
G_DECLARE_FINAL_TYPE (VenuleLiveGeometry, venule_live_geometry, VENULE, LIVE_GEOMETRY, GObject)

VenuleLiveGeometry *venule_live_geometry_new          (void);
void                venule_live_geometry_set_document (VenuleLiveGeometry         *self,
                                                       VenuleDocument             *document);

/**
 * venule_live_geometry_get:
 * @self: numbers of a document
 * @geometry: as it is now
 * @numbers: (out caller-allocates): of it
 *
 * Along a centreline for which the cells are known this takes no time, wherever the flux line is. Along another one the
 * cells are projected in a thread, and changed is emitted when they are.
 */
void                venule_live_geometry_get          (VenuleLiveGeometry         *self,
                                                       const VenuleVesselGeometry *geometry,
                                                       VenuleGeometryNumbers      *numbers);

G_END_DECLS
