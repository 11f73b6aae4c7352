/* scene-text.h: time, scale bar and marks that are burnt into the picture
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "scene-description.h"

/* Writes over the picture what the description asks for; the time is that of @frame. */
void scene_text_paint (const SceneDescription *description,
                       guint64                 seed,
                       int                     frame,
                       float                  *image);
