/* venule-centreline-make.h: the centreline and the walls of a vessel
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-measure-settings.h"
#include "venule-vessel.h"

G_BEGIN_DECLS

/**
 * venule_centreline_new:
 * @vessel: crop and flow
 * @settings: (nullable): centreline and walls by hand; the diameter that was measured
 * @frame_width: px
 * @frame_height: px
 *
 * Returns: (transfer full): the line
 */
VenuleCentreline *venule_centreline_new           (const VenuleVessel           *vessel,
                                                   const VenuleMeasureSettings  *settings,
                                                   int                           frame_width,
                                                   int                           frame_height);

/**
 * venule_centreline_check_shape:
 * @points: (element-type VenulePoint): of a line by hand
 * @error: return location for a %VENULE_ERROR_INVALID
 *
 * A document keeps any line that it holds already: this is for one that is given.
 *
 * Returns: whether it can be followed: it neither crosses itself nor turns back on itself
 */
gboolean          venule_centreline_check_shape   (const GArray                 *points,
                                                   GError                      **error);

/**
 * venule_centreline_check_places:
 * @vessel: crop and flow
 * @settings: centreline, walls and flux line by hand
 * @frame_width: px
 * @frame_height: px
 * @error: return location for a %VENULE_ERROR_INVALID
 *
 * Returns: whether what was given lies where it can mean something: the centreline in the picture, the walls along it,
 *   and the flux line on its analysed part
 */
gboolean          venule_centreline_check_places  (const VenuleVessel           *vessel,
                                                   const VenuleMeasureSettings  *settings,
                                                   int                           frame_width,
                                                   int                           frame_height,
                                                   GError                      **error);

G_END_DECLS
