/* venule-detection.h: a cell as it was found in one frame
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-spot.h"

G_BEGIN_DECLS

#define VENULE_LOOK 5

/**
 * VenuleDetection:
 * @x: centre, px of the frame
 * @y: centre, px
 * @radius: px
 * @score: 0 to 1
 * @bright: whether it is brighter than its surroundings; known where it was found by circles alone, else %FALSE
 * @look: how it looks, to tell it from others: mean gray of its middle, of a ring around that and of its rim, and by how
 *   much it is brighter towards the flow and towards the flow's right, in units of the picture's spread; all 0: not known
 * @contour: as in #VenuleSpot
 */
typedef struct {
  double   x, y;
  double   radius;
  double   score;
  gboolean bright;
  float    look[VENULE_LOOK];
  float    contour[VENULE_CONTOUR_POINTS];
} VenuleDetection;

/**
 * VenuleFound:
 * @x: centre, px of the frame
 * @y: centre, px of the frame
 * @radius: px
 * @score: 0 to 1, how surely it is a cell
 * @bright: whether it is brighter than its surroundings; of circles alone
 * @look: as in #VenuleDetection
 */
typedef struct {
  double   x, y, radius, score;
  gboolean bright;
  float    look[VENULE_LOOK];
} VenuleFound;

G_END_DECLS
