/* venule-localisation-error.h: how far a cell's places along the flow are off
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-settings.h"
#include "venule-track.h"

G_BEGIN_DECLS

/**
 * venule_displacement_error:
 * @spots: (array length=n): of one track, by frame
 * @n: number of spots, > 0
 * @settings: of the run: flow, cell diameter and velocity window
 *
 * Standard error of the displacement from the first spot to the last: the errors of both places, with what is doubtful
 * about them (VenuleSpot.uncertainty), and 0.2 cell radii for one in which the cell was not seen.
 *
 * Returns: px
 */
double venule_displacement_error (const VenulePlace    *spots,
                                  guint                 n,
                                  const VenuleSettings *settings);

G_END_DECLS
