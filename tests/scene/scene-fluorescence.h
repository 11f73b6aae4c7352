/* scene-fluorescence.h: what glows by itself: tissue, plasma, platelets
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "scene-description.h"
#include "scene-vessel.h"

/* Gray levels of the dark ground at a place of the frame, without any cell. */
double  scene_fluorescence_ground    (const SceneDescription *description,
                                      const SceneVessel      *vessel,
                                      guint64                 seed,
                                      double                  x,
                                      double                  y);
/* Adds small bright particles that stream with the plasma at time @seconds: platelets and debris. They are no part of
 * the truth. */
void    scene_fluorescence_platelets (const SceneDescription *description,
                                      const SceneVessel      *vessel,
                                      guint64                 seed,
                                      double                  seconds,
                                      ScenePoint              shift,
                                      float                  *image);
