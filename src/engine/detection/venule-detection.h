/* venule-detection.h: a cell as it was found in one frame
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-spot.h"

G_BEGIN_DECLS

#define VENULE_APPEARANCE 5

/**
 * VenuleDetection:
 * @x: centre, px of the frame
 * @y: centre, px
 * @radius: px
 * @score: 0 to 1
 * @bright: whether it is brighter than its surroundings; known where it was found by circles alone, else %FALSE
 * @appearance: mean gray of its centre, of a ring around that and of its rim, and by how much it is brighter downstream
 *   and to the flow's right, in standard deviations of the image; all 0: not known
 * @contour: as in #VenuleSpot
 */
typedef struct {
  double   x, y;
  double   radius;
  double   score;
  gboolean bright;
  float    appearance[VENULE_APPEARANCE];
  float    contour[VENULE_CONTOUR_POINTS];
} VenuleDetection;

/**
 * VenuleCandidate:
 * @x: centre, px of the frame
 * @y: centre, px of the frame
 * @radius: px
 * @score: 0 to 1, how surely it is a cell
 * @bright: whether it is brighter than its surroundings; of circles alone
 * @appearance: as in #VenuleDetection
 */
typedef struct {
  double   x, y, radius, score;
  gboolean bright;
  float    appearance[VENULE_APPEARANCE];
} VenuleCandidate;

G_END_DECLS
