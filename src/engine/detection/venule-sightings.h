/* venule-sightings.h: the cells of one picture that was looked at in several ways
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-detection.h"

G_BEGIN_DECLS

#define VENULE_LOOKS 4                /* ways */
#define VENULE_FAINTEST_SIGHTING 0.05 /* score of what is to be handed in */

/**
 * VenuleSighting:
 * @x: centre, px
 * @y: centre, px
 * @radius: px
 * @score: 0 to 1, how surely it is a cell
 * @look: in which of the looks, 0 to %VENULE_LOOKS − 1
 */
typedef struct {
  double x, y, radius, score;
  guint  look;
} VenuleSighting;

void venule_sightings_merge (GArray *sightings,
                             double  reach,
                             GArray *merged);

G_END_DECLS
