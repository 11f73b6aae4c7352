/* venule-measures-private.h: what the files that work out a recording's numbers share
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-flow-velocity.h"
#include "venule-measures.h"

G_BEGIN_DECLS

/**
 * VenuleFlowNumbers:
 * @centreline: velocity of the blood in the middle, px/s
 * @mean: mean velocity of the blood, px/s
 * @shear: wall shear rate, 1/s
 * @critical: above it cells flow freely, px/s
 * @faster: rolling cells that are faster than that
 * @reason: (nullable): untranslated: why the first three cannot be had
 * @critical_reason: (nullable): the same for the last two
 */
typedef struct {
  VenuleEstimate  centreline, mean, shear, critical, faster;
  const char     *reason, *shear_reason, *critical_reason;
} VenuleFlowNumbers;

/**
 * venule_flow_numbers_init:
 * @self: (out caller-allocates): the numbers
 * @flow: (nullable): what was measured
 * @measures: ratio of centreline and mean velocity, factor of the shear rate
 * @diameter: of the vessel, px; %NAN: not known
 * @cell_diameter: mean of the cells, px; %NAN: there are none
 * @velocities: (element-type double): of the rolling cells, px/s
 *
 * Mean velocity: centreline velocity / ratio (1.6: Lipowsky & Zweifach 1978). Wall shear rate: factor · 8 · mean
 * velocity / diameter. Critical velocity: mean velocity · ε·(2 − ε) with ε = diameter of a cell / diameter of the
 * vessel (Ley & Gaehtgens 1991): what a cell at the wall would have if it flowed freely in a parabolic profile.
 */
void venule_flow_numbers_init (VenuleFlowNumbers            *self,
                               const VenuleFlowVelocity     *flow,
                               const VenuleMeasureSettings  *measures,
                               double                        diameter,
                               double                        cell_diameter,
                               const GArray                 *velocities);

G_END_DECLS
