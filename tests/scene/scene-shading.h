/* scene-shading.h: cells that are lit from one side, ringed, or that glow
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "scene-look.h"

/**
 * SceneShading:
 *
 * What differs between the sides of a cell, on top of its #SceneLookTable. Lengths in radii, light in gray levels;
 * “towards” is along the cell's bright side.
 *
 * @cap: of a bright patch of any outline
 * @cap_at: its centre towards the light
 * @cap_aside: and across it
 * @cap_length: half of its length, towards the light
 * @cap_breadth: half of its breadth
 * @cap_soft: breadth of its border
 * @cap_power: 2: it is an ellipse; the more, the more it is a rectangle
 * @arc: of a bright band around the middle of the patch
 * @arc_at: distance of the band from there
 * @arc_width: its standard deviation
 * @arc_angle: where the middle of the band is, radians from the light
 * @arc_span: how far it goes at each side of that
 * @split: by which one side is brighter and the other darker, with a border between them
 * @split_at: where the border lies, towards the light
 * @split_soft: breadth of it
 * @crescent: by which is darker what a disc leaves over that lies towards the light
 * @crescent_at: centre of that disc
 * @crescent_size: radius of it
 * @crescent_soft: breadth of its border
 * @shadow: of what lies outside of the outline, all around
 * @shadow_tilt: by how much more of it lies towards the light, −1 to 1
 * @shadow_width: how far it reaches
 * @rim: of a thin line
 * @rim_tilt: by how much stronger it is towards the light, −1 to 1
 * @rim_at: where it lies outside of the outline
 * @rim_width: its standard deviation
 */
typedef struct {
  double  cap, cap_at, cap_aside, cap_length, cap_breadth, cap_soft, cap_power;
  double  arc, arc_at, arc_width, arc_angle, arc_span;
  double  split, split_at, split_soft;
  double  crescent, crescent_at, crescent_size, crescent_soft;
  double  shadow, shadow_tilt, shadow_width;
  double  rim, rim_tilt, rim_at, rim_width;
  guint64 seed; /* of the patch's outline */
} SceneShading;

/* How this cell looks, which has a shade. */
SceneLookTable scene_shading_draw  (const SceneCell    *cell,
                                    guint64             seed,
                                    SceneShading       *shading);
/* How far outside of the outline something is to be seen, radii. */
double         scene_shading_reach (const SceneShading *self);
/* Gray levels at a place of the cell as if it were round: @towards the light, @aside of it, and @outside of its
 * outline, all in radii. @inside: 1 in the cell, 0 outside. */
double         scene_shading_at    (const SceneShading *self,
                                    double              towards,
                                    double              aside,
                                    double              outside,
                                    double              inside);
