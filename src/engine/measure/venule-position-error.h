/* venule-position-error.h: how far a cell's places along the flow are off
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-settings.h"
#include "venule-track.h"

G_BEGIN_DECLS

/**
 * venule_position_error:
 * @spots: (array length=n): of one track, by frame
 * @n: number of spots, > 0
 * @settings: of the run: flow and velocity window
 *
 * Standard deviation of the places along the flow about where the cell was. How far each lies from the line between two
 * others, half a velocity window before and behind it, says so: neighbouring frames have part of their error in common,
 * and would make it look small. What the cell itself speeds up or slows down within that time counts as error too. A track
 * that says little about its own error is taken for one of 0.3 px; and as an error that is known from few places may well be
 * larger, it is given larger, so that two standard errors are still exceeded by one result in twenty.
 *
 * Returns: px
 */
double venule_position_error (const VenuleSpot     *spots,
                              guint                 n,
                              const VenuleSettings *settings);

G_END_DECLS
