/* scene-red-cells.h: single red cells that stream around the leukocytes
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "scene-cells.h"

/**
 * SceneRedCells:
 *
 * Small dark discs in the lumen, with the speed of the plasma. They are no part of the truth.
 */
typedef struct {
  const SceneDescription *description;
  const SceneVessel      *vessel;
  double                  start, length; /* along the vessel, px */
  GArray                 *discs;         /* (element-type RedCell) */
} SceneRedCells;

void scene_red_cells_init  (SceneRedCells          *self,
                            const SceneDescription *description,
                            const SceneVessel      *vessel,
                            guint64                 seed);
/* Adds the red cells of that time to the picture. @cells: what they stream around. @without: id of a cell that is not
 * there, 0: all are. */
void scene_red_cells_paint (const SceneRedCells    *self,
                            const SceneCells       *cells,
                            int                     without,
                            double                  seconds,
                            ScenePoint              shift,
                            float                  *image);
void scene_red_cells_clear (SceneRedCells          *self);
