/* venule-geometry-panel.h: centreline, walls and flux line in numbers
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-canvas.h"
#include "venule-live-geometry.h"

G_BEGIN_DECLS

/* What is dragged on the video, typed. Signal: edited (VenuleMeasureSettings): a person wants it so. */
#define VENULE_TYPE_GEOMETRY_PANEL (venule_geometry_panel_get_type ())
G_DECLARE_FINAL_TYPE (VenuleGeometryPanel, venule_geometry_panel, VENULE, GEOMETRY_PANEL, GtkBox)

/* @geometry: (nullable): NULL: nothing is shown; valid during the call alone. */
void venule_geometry_panel_show (VenuleGeometryPanel         *self,
                                 const VenuleVesselGeometry  *geometry,
                                 const VenuleGeometryHandle  *handle,
                                 const VenuleGeometryNumbers *numbers,
                                 const VenuleCalibration     *calibration);

G_END_DECLS
