/* scene-compression.h: what a strong compression leaves of a picture
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "scene-description.h"

/* Rounds the cosines of each block, as JPEG and H.264 do within a frame. */
void scene_compression_apply (const SceneDescription *description,
                              int                     frame,
                              float                  *image);
