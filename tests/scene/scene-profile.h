/* scene-profile.h: how a cell looks under the microscope
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "scene-cells.h"

/**
 * SceneCanvas:
 * @width: px
 * @height: px
 * @light: gray levels that the cells add
 * @cover: how much of what streams behind is hidden, 0 to 1
 * @own_light: of the cell that is being painted alone; all 0 between two cells
 * @own_cover: the same
 */
typedef struct {
  int    width, height;
  float *light, *cover, *own_light, *own_cover;
} SceneCanvas;

/**
 * ScenePose:
 * @x: centre in the middle of the exposure, px of the canvas
 * @y: the same
 * @smear_x: way during the exposure, px
 * @smear_y: the same
 * @turned: how far it has rolled, radians
 */
typedef struct {
  double x, y;
  double smear_x, smear_y;
  double turned;
} ScenePose;

/* Adds a cell to the canvas. */
void scene_profile_paint (const SceneCell        *cell,
                          const ScenePose        *pose,
                          const SceneDescription *description,
                          guint64                 seed,
                          SceneCanvas            *canvas);
