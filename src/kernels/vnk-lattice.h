/* vnk-lattice.h: points spread evenly over a plane
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
} vnk_lattice;

/* As many points as there can be, but `most` at most; at least one. */
static inline vnk_lattice
vnk_lattice_of (int width, int height, int most)
{
  vnk_lattice lattice = { (int) ceil (sqrt ((double) width * height / most)), 0, 0, 0, 0 };

  for (;; lattice.step++)
    {
      int half = lattice.step / 2;

      lattice.left = half < (width - 1) / 2 ? half : (width - 1) / 2;
      lattice.top = half < (height - 1) / 2 ? half : (height - 1) / 2;
      lattice.columns = (width - 1 - lattice.left) / lattice.step + 1;
      lattice.rows = (height - 1 - lattice.top) / lattice.step + 1;
      if ((long long) lattice.columns * lattice.rows <= most)
        return lattice;
    }
}
