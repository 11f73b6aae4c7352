/* vnk-circle.c: the points of a circle on the pixel grid
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "vnk-circle.h"

#include <math.h>
#include <stdlib.h>

/* A coordinate that is a whole or a half number on paper may come out a rounding error too small: without this,
 * truncating 20·cos 300° would give 9 while 20·cos 60° gives 10, and the circle would be lopsided. */
#define ROUNDING 1e-9

static int
offset_on_grid (double coordinate, bool truncate)
{
  double magnitude = fabs (coordinate) + ROUNDING + (truncate ? 0.0 : 0.5);

  return coordinate < 0.0 ? -(int) magnitude : (int) magnitude;
}

void
vnk_circle_points (const vnk_gicov_params *params, int radius_index, vnk_circle_point *points, int *reach)
{
  double radius = params->radii[radius_index];

  *reach = 0;
  for (int n = 0; n < params->n_points; n++)
    {
      double angle = 2.0 * M_PI * n / params->n_points;
      vnk_circle_point *point = &points[n];

      point->cos = cos (angle);
      point->sin = sin (angle);
      point->dx = offset_on_grid (radius * point->cos, params->truncate);
      point->dy = offset_on_grid (radius * point->sin, params->truncate);

      if (abs (point->dx) > *reach)
        *reach = abs (point->dx);
      if (abs (point->dy) > *reach)
        *reach = abs (point->dy);
    }
}
