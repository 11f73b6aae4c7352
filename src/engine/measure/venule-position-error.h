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
 * @settings: of the run: flow, cell diameter and velocity window
 *
 * Standard deviation of the places along the flow about where the cell was, where nothing speaks against a place
 * (VenuleSpot.doubt). How far each lies from the line between two others, half a velocity window before and behind it,
 * says so: neighbouring frames have part of their error in common, and would make it look small. But a cell that speeds
 * up or slows down leaves that line too. What its pace can explain, 0.3 of the way that it comes in that time, is no
 * error, unless neighbouring frames show that it is: there no pace changes much, and of the error of a path that was
 * smoothed two thirds are left. A track that says little about its own error is taken for one of 0.03 cell radii; and
 * as an error that is known from few places may well be larger, it is given larger, so that two standard errors are
 * still exceeded by one result in twenty.
 *
 * Returns: px
 */
double venule_position_error     (const VenulePlace    *spots,
                                  guint                 n,
                                  const VenuleSettings *settings);

/**
 * venule_displacement_error:
 * @spots: (array length=n): of one track, by frame
 * @n: number of spots, > 0
 * @settings: of the run: flow, cell diameter and velocity window
 *
 * Standard error of the displacement from the first spot to the last: the errors of both places, with what is doubtful
 * about them (VenuleSpot.doubt), and 0.2 cell radii for one in which nobody saw the cell.
 *
 * Returns: px
 */
double venule_displacement_error (const VenulePlace    *spots,
                                  guint                 n,
                                  const VenuleSettings *settings);

G_END_DECLS
