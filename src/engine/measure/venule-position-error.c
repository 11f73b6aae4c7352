/* venule-position-error.c: how far a cell's places along the flow are off
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-position-error.h"

#include <math.h>

#define USUAL_ERROR 0.3   /* px */
#define USUAL_FREEDOM 4.0 /* degrees of freedom that the usual error stands for */
/* Residuals about a line share their places: of white errors two of them hold about as much as one that is independent. */
#define SHARED 2.0
#define ROUNDING 1e-6     /* px²: places that differ by less are the same */

/* Sum of squared residuals, in units of the variance of one place. */
typedef struct {
  double sum;
  guint  n;
} Residuals;

static double
place (const VenuleSpot *spot,
       double            flow_x,
       double            flow_y)
{
  return (spot->x - spot->shift_x) * flow_x + (spot->y - spot->shift_y) * flow_y;
}

/* Of each place from the line through those @lag spots before and behind. Places that were filled in have no error of their
 * own. */
static Residuals
sum_residuals (const VenuleSpot     *spots,
               guint                 n,
               const VenuleSettings *settings,
               guint                 lag)
{
  Residuals residuals = { 0 };
  double flow_x, flow_y;

  venule_vessel_get_flow (settings->vessel, &flow_x, &flow_y);
  for (guint i = lag; i + lag < n; i++)
    {
      const VenuleSpot *before = &spots[i - lag], *at = &spots[i], *behind = &spots[i + lag];
      double span = behind->time - before->time;
      double part, residual;

      if (span <= 0 || before->source == VENULE_SPOT_INTERPOLATED || at->source == VENULE_SPOT_INTERPOLATED ||
          behind->source == VENULE_SPOT_INTERPOLATED)
        continue;
      part = (at->time - before->time) / span;
      residual = place (at, flow_x, flow_y) - (1 - part) * place (before, flow_x, flow_y) -
                 part * place (behind, flow_x, flow_y);
      residuals.sum += residual * residual / (1 + part * part + (1 - part) * (1 - part));
      residuals.n++;
    }

  return residuals;
}

double
venule_position_error (const VenuleSpot     *spots,
                       guint                 n,
                       const VenuleSettings *settings)
{
  double duration = spots[n - 1].time - spots[0].time;
  double wanted = duration > 0 ? round (settings->velocity_window / 2 * (n - 1) / duration) : 1;
  guint lag = (guint) CLAMP (wanted, 1, MAX (1, (n - 1) / 2));
  Residuals far = sum_residuals (spots, n, settings, lag);
  Residuals near = lag > 1 ? sum_residuals (spots, n, settings, 1) : far;
  double freedom = far.n / SHARED;
  double all;

  /* Errors that neighbours have in common: there are fewer independent ones than places. */
  if (near.n > 0 && far.n > 0)
    freedom *= MIN (1, (near.sum / near.n + ROUNDING) / (far.sum / far.n + ROUNDING));
  all = USUAL_FREEDOM + freedom;

  /* all / (all − 2) is the variance of Student's t. */
  return sqrt ((USUAL_FREEDOM * USUAL_ERROR * USUAL_ERROR + (far.n > 0 ? freedom * far.sum / far.n : 0)) / (all - 2));
}
