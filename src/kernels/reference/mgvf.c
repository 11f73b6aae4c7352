/* mgvf.c: motion gradient vector flow
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/* Source: Ray, Acton, "Motion gradient vector flow", IEEE TMI 23 (2004) 1466; Boyer et al., IPDPS 2009. */

#include "reference.h"

#include "../vnk-numerics.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define STEEPNESS 1e-10 /* ε of the published switch */

static double
heaviside (double z, bool arctan)
{
  if (arctan)
    return 0.5 + atan (z / STEEPNESS) / M_PI;
  return z > 0.0 ? 1.0 : z < 0.0 ? 0.0 : 0.5;
}

/* Σ over the eight neighbours d of H((V_d − V)(d·v)) (V_d − V). */
static double
switched_sum (const double *field, int width, int height, int x, int y, double flow_x, double flow_y, bool arctan)
{
  double here = field[y * width + x];
  double sum = 0.0;

  for (int dy = -1; dy <= 1; dy++)
    for (int dx = -1; dx <= 1; dx++)
      {
        int u = x + dx < 0 ? 0 : x + dx >= width ? width - 1 : x + dx;
        int v = y + dy < 0 ? 0 : y + dy >= height ? height - 1 : y + dy;
        double rise = field[v * width + u] - here;
        double along = dx * flow_x + dy * flow_y;

        sum += heaviside (rise * (fabs (along) <= VNK_PERPENDICULAR ? 0.0 : along), arctan) * rise;
      }
  return sum;
}

int
vnk_reference_mgvf (const vnk_plane *edges, double flow_x, double flow_y, double mu, double tolerance, int max_sweeps,
                    bool arctan, double *field)
{
  int width = edges->width;
  int height = edges->height;
  size_t size = (size_t) width * (size_t) height * sizeof (double);
  double *old = malloc (size);
  double lambda = 8.0 * mu + 1.0;
  int sweeps = 0;

  if (old == NULL)
    abort ();

  while (sweeps < max_sweeps)
    {
      double change = 0.0;

      memcpy (old, field, size);
      for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++)
          {
            double edge = (double) edges->data[y * edges->stride + x];
            double *value = &field[y * width + x];

            *value += mu / lambda * switched_sum (old, width, height, x, y, flow_x, flow_y, arctan);
            *value -= edge * (*value - edge) / lambda;
            change += fabs (*value - old[y * width + x]);
          }
      sweeps++;
      if (change / (width * height) <= tolerance)
        break;
    }
  free (old);
  return sweeps;
}
