/* venule-shape-panel.h: centreline, walls and flux line in numbers
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-canvas.h"
#include "venule-shape-live.h"

G_BEGIN_DECLS

/* What is dragged on the video, typed. Signal: edited (VenuleMeasureSettings): a person wants it so. */
#define VENULE_TYPE_SHAPE_PANEL (venule_shape_panel_get_type ())
G_DECLARE_FINAL_TYPE (VenuleShapePanel, venule_shape_panel, VENULE, SHAPE_PANEL, GtkBox)

/* @shape: (nullable): NULL: nothing is shown; valid during the call alone. */
void venule_shape_panel_show (VenuleShapePanel         *self,
                              const VenuleVesselShape  *shape,
                              const VenuleShapeHandle  *handle,
                              const VenuleShapeNumbers *numbers,
                              const VenuleCalibration  *calibration);

G_END_DECLS
