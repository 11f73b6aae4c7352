/* scene-optics.h: light that is spread around, and relief
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "scene-description.h"

/* Adds to the light of the cells, of the frame's size, what of it is spread around them: haze, or with a negative share
 * the halo of phase contrast. */
void scene_optics_spread (const SceneDescription *description,
                          float                  *light);
/* As differential interference contrast shows a picture: its slope towards the light. */
void scene_optics_relief (const SceneDescription *description,
                          float                  *image);
/* Smooths it as a program against noise does. */
void scene_optics_smooth (const SceneDescription *description,
                          float                  *image);
