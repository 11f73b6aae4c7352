/* scene-plasma.h: the streaks of plasma and red cells
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "scene-description.h"
#include "scene-vessel.h"

/**
 * ScenePlasma:
 *
 * Long soft streaks that run along the vessel with a parabolic profile of speeds, come and go. They are painted
 * straight, in coordinates of the vessel, and bent into the frame.
 */
typedef struct {
  const SceneDescription *description;
  const SceneVessel      *vessel;
  int                     length, breadth; /* of the straight strip, px */
  double                  start;           /* s of its first column */
  GArray                 *streaks;
  GArray                 *pixels;          /* those of the frame in or near the lumen */
  float                  *strip, *profile;
} ScenePlasma;

void scene_plasma_init  (ScenePlasma            *self,
                         const SceneDescription *description,
                         const SceneVessel      *vessel,
                         guint64                 seed);
/* Adds the streaks at time @seconds to the image, where @cover (0 to 1) does not hide them. */
void scene_plasma_paint (ScenePlasma            *self,
                         double                  seconds,
                         ScenePoint              shift,
                         const float            *cover,
                         float                  *image);
void scene_plasma_clear (ScenePlasma            *self);
