/* venule-overlay-color.h: the colours of velocities and classes
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "venule-settings.h"
#include "venule-track.h"

G_BEGIN_DECLS

/**
 * venule_overlay_velocity_color:
 * @velocity: of any unit; below 0 counts as 0
 * @velocity_max: in the same unit
 * @r: (out): red, 0 to 1
 * @g: (out): green
 * @b: (out): blue
 *
 * Colour of a velocity on the scale 0 … max: from violet over blue and green to yellow, lighter all the way, so that it
 * can be read with any kind of colour vision and in print without colour.
 */
void   venule_overlay_velocity_color (double                      velocity,
                                      double                      velocity_max,
                                      double                     *r,
                                      double                     *g,
                                      double                     *b);

/**
 * venule_overlay_kind_color:
 * @kind: what a cell is
 * @r: (out): red, 0 to 1
 * @g: (out): green
 * @b: (out): blue
 *
 * Colour of a class.
 */
void   venule_overlay_kind_color     (VenuleCellKind              kind,
                                      double                     *r,
                                      double                     *g,
                                      double                     *b);

/**
 * venule_overlay_velocity_max:
 * @tracks: list model of VenuleTrack
 * @settings: those of the run
 *
 * Looks at every track: to be kept by who draws often.
 *
 * Returns: an upper end for the colour scale, px/s, round in the unit that is shown: not below the mean velocities of
 *   the rolling tracks, outliers aside
 */
double venule_overlay_velocity_max   (GListModel                 *tracks,
                                      const VenuleSettings       *settings);

G_END_DECLS
