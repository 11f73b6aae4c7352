/* venule-contour.c: outlines as cells have them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-contour.h"

#include <math.h>

#define FIRST_HARMONIC 2 /* the first would only say that the centre lies elsewhere */
#define LAST_HARMONIC 3

/**
 * venule_contour_smooth:
 * @radii: (array length=n): radii at equal angles, px
 * @smooth: (array length=n) (out caller-allocates): the same without what is too fine to be a cell
 * @n: how many
 *
 * Keeps the mean, the second and the third harmonic: an oval with a corner or two. What is finer is noise and the edges of
 * neighbours.
 */
void
venule_contour_smooth (const float *radii,
                       float       *smooth,
                       int          n)
{
  double mean = 0, c[LAST_HARMONIC + 1] = { 0 }, s[LAST_HARMONIC + 1] = { 0 };

  for (int i = 0; i < n; i++)
    {
      mean += radii[i] / n;
      for (int k = FIRST_HARMONIC; k <= LAST_HARMONIC; k++)
        {
          c[k] += radii[i] * cos (2 * G_PI * k * i / n) * 2 / n;
          s[k] += radii[i] * sin (2 * G_PI * k * i / n) * 2 / n;
        }
    }

  for (int i = 0; i < n; i++)
    {
      double r = mean;

      for (int k = FIRST_HARMONIC; k <= LAST_HARMONIC; k++)
        r += c[k] * cos (2 * G_PI * k * i / n) + s[k] * sin (2 * G_PI * k * i / n);
      smooth[i] = (float) MAX (r, 0.3 * mean);
    }
}
