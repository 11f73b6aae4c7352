/* scene-crawling.h: cells that do not follow the flow
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "scene-cells.h"

/* Whether a cell crawls or rolls against the flow is decided when it has got its other properties. */
void     scene_crawling_draw (const SceneDescription *description,
                              guint64                 seed,
                              SceneCell              *cell);
/* One frame's time of a cell that has a heading of its own. */
void     scene_crawling_step (const SceneCells       *cells,
                              SceneCell              *cell);
