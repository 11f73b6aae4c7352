/* vnk-sample-grid.h: points spread evenly over a plane
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <math.h>

/* Every step-th pixel both ways, from (left, top) on. */
typedef struct {
  int step;
  int left, top;
  int columns, rows;
} vnk_sample_grid;

/* As many points as there can be, but `most` at most; at least one. */
static inline vnk_sample_grid
vnk_sample_grid_new (int width, int height, int maximum)
{
  vnk_sample_grid grid = { (int) ceil (sqrt ((double) width * height / maximum)), 0, 0, 0, 0 };

  for (;; grid.step++)
    {
      int half = grid.step / 2;

      grid.left = half < (width - 1) / 2 ? half : (width - 1) / 2;
      grid.top = half < (height - 1) / 2 ? half : (height - 1) / 2;
      grid.columns = (width - 1 - grid.left) / grid.step + 1;
      grid.rows = (height - 1 - grid.top) / grid.step + 1;
      if ((long long) grid.columns * grid.rows <= maximum)
        return grid;
    }
}
