/* venule-contour.c: outlines as cells have them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-contour.h"

#include <math.h>

#define FIRST_HARMONIC 2 /* the first would only say that the centre lies elsewhere */

void
venule_harmonics_init (VenuleHarmonics *self)
{
  for (int k = 0; k < VENULE_CONTOUR_HARMONICS; k++)
    for (int i = 0; i < VENULE_CONTOUR_POINTS; i++)
      {
        double angle = 2 * G_PI * (k + FIRST_HARMONIC) * i / VENULE_CONTOUR_POINTS;

        self->cosines[k][i] = cos (angle);
        self->sines[k][i] = sin (angle);
      }
}

/**
 * venule_contour_smooth:
 * @harmonics: filled
 * @radii: (array fixed-size=20): radii at equal angles, px
 * @smooth: (array fixed-size=20) (out caller-allocates): the same without what is too fine to be a cell
 *
 * Keeps the mean, the second and the third harmonic: an oval with a corner or two. What is finer is noise and the edges
 * of neighbours.
 */
void
venule_contour_smooth (const VenuleHarmonics *harmonics,
                       const float           *radii,
                       float                 *smooth)
{
  const int n = VENULE_CONTOUR_POINTS;
  double mean = 0, c[VENULE_CONTOUR_HARMONICS] = { 0 }, s[VENULE_CONTOUR_HARMONICS] = { 0 };

  for (int i = 0; i < n; i++)
    {
      mean += radii[i] / n;
      for (int k = 0; k < VENULE_CONTOUR_HARMONICS; k++)
        {
          c[k] += radii[i] * harmonics->cosines[k][i] * 2 / n;
          s[k] += radii[i] * harmonics->sines[k][i] * 2 / n;
        }
    }

  for (int i = 0; i < n; i++)
    {
      double r = mean;

      for (int k = 0; k < VENULE_CONTOUR_HARMONICS; k++)
        r += c[k] * harmonics->cosines[k][i] + s[k] * harmonics->sines[k][i];
      smooth[i] = (float) MAX (r, 0.3 * mean);
    }
}

/**
 * venule_contour_fill_params:
 * @params: (out caller-allocates): of the kernels' track
 * @radius: of a cell, px of the picture that is given to it
 * @flow_x: unit vector
 * @flow_y: the same
 *
 * How snakes are laid around cells: as published, but for what makes them stop.
 */
void
venule_contour_fill_params (vnk_mgvf_snake_params *params,
                            double                 radius,
                            double                 flow_x,
                            double                 flow_y)
{
  vnk_mgvf_snake_paper_params (params, (float) radius, (float) flow_x, (float) flow_y);
  /* From smaller maps the slowest of 247 windows takes 15 sweeps instead of 44. */
  params->mgvf.coarse_sweeps = 6;
  params->mgvf.omega = 1.55f;
  /* SOR is then nearer to the fixed point than the published iteration where it stops, and snakes within 0.1 px of
   * those there. */
  params->mgvf.tolerance = 5e-5f;
  /* Where the picture is flat the field goes on creeping long after the snake would notice. */
  params->mgvf.max_sweeps = 60;
  /* A few px: a snake that has not come to rest by then creeps along a wall or into the bright half of its cell, ever
   * further from the outline, and where it stops is left to chance (docs/accuracy.md). */
  params->ellipse.max_iterations = 20;
}
