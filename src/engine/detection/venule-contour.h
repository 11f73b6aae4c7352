/* venule-contour.h: outlines as cells have them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-spot.h"
#include "vnk.h"

G_BEGIN_DECLS

#define VENULE_CONTOUR_HARMONICS 2

/**
 * VenuleHarmonics:
 * @cosines: of the harmonics that are kept, at each point
 * @sines: the same
 */
typedef struct {
  double cosines[VENULE_CONTOUR_HARMONICS][VENULE_CONTOUR_POINTS];
  double sines[VENULE_CONTOUR_HARMONICS][VENULE_CONTOUR_POINTS];
} VenuleHarmonics;

void venule_harmonics_init (VenuleHarmonics       *self);
/* @radii and @smooth (may be the same): VENULE_CONTOUR_POINTS radii at equal angles, px. */
void venule_contour_smooth (const VenuleHarmonics *harmonics,
                            const float           *radii,
                            float                 *smooth);
void venule_contour_fill_params (vnk_mgvf_snake_params *params,
                                 double                 radius,
                                 double                 flow_x,
                                 double                 flow_y);

G_END_DECLS
