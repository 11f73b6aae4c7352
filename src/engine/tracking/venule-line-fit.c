/* venule-line-fit.c: the straight line at constant velocity that fits places best
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-line-fit.h"

void
venule_line_fit_add (VenuleLineFit *self,
                     double         time,
                     double         x,
                     double         y)
{
  self->n++;
  self->t += time;
  self->x += x;
  self->y += y;
  self->tt += time * time;
  self->tx += time * x;
  self->ty += time * y;
}

/**
 * venule_line_fit_at:
 * @self: a line with places at two different times, at least
 * @time: a time
 *
 * Returns: where the line is then, by least squares
 */
VenulePoint
venule_line_fit_at (const VenuleLineFit *self,
                    double               time)
{
  double spread = self->tt - self->t * self->t / self->n;
  double since = (time - self->t / self->n) / spread;

  return (VenulePoint){ self->x / self->n + since * (self->tx - self->t * self->x / self->n),
                        self->y / self->n + since * (self->ty - self->t * self->y / self->n) };
}
