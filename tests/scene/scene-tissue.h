/* scene-tissue.h: what stands still: tissue, fibres, walls
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "scene-description.h"
#include "scene-vessel.h"

/**
 * SceneTissue:
 * @margin: px around the frame, so that it can shake
 * @width: with the margin
 * @height: with the margin
 * @light: gray levels without any cell or streak
 */
typedef struct {
  int    margin, width, height;
  float *light;
} SceneTissue;

void scene_tissue_init  (SceneTissue            *self,
                         const SceneDescription *description,
                         const SceneVessel      *vessel,
                         guint64                 seed);
/* Adds the tissue, displaced by @shift, to an image of the frame's size. */
void scene_tissue_paint (const SceneTissue      *self,
                         const SceneDescription *description,
                         ScenePoint              shift,
                         float                  *image);
void scene_tissue_clear (SceneTissue            *self);
