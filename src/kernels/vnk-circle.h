/* vnk-circle.h: the points of a circle on the pixel grid
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "vnk.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  int    dx, dy;   /* px from the centre */
  double cos, sin; /* of the point's angle: the outward normal */
} vnk_circle_point;

/* Fills `points` with the params->n_points points of a circle, by equal angles from +x. `reach` receives the largest
 * |dx| or |dy|: the circle fits around a pixel that lies so far inside the plane. */
void vnk_circle_points (const vnk_gicov_params *params, int radius_index, vnk_circle_point *points, int *reach);

#ifdef __cplusplus
}
#endif
