/* venule-localisation-error.c: how far a cell's places along the flow are off
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-localisation-error.h"

#include <math.h>

#include "venule-centreline.h"

#define USUAL_ERROR 0.03  /* cell radii */
#define USUAL_FREEDOM 4.0 /* degrees of freedom that the usual error stands for */
#define COMMON 1.5        /* errors as a whole, in terms of what neighbouring places of a smoothed path do not share */
#define PACE 0.3          /* of its way in half a window, a cell may be off a straight line by changing its pace */
#define UNSEEN 0.2        /* cell radii, at an end of the track where the cell was not seen */
/* Residuals about a line share their places: of white errors two of them hold about as much as one that is
 * independent. */
#define SHARED 2.0
#define ROUNDING 1e-6     /* px²: places that differ by less are the same */

/* Sum of squared residuals, in units of the variance of one place. */
typedef struct {
  double sum;
  guint  n;
} Residuals;

/* (transfer full): places along the vessel. */
static double *
dup_places (const VenulePlace    *spots,
            guint                 n,
            const VenuleSettings *settings)
{
  const VenuleCentreline *line = settings->vessel->centreline;
  double *places = g_new (double, n);
  guint hint = VENULE_CENTRELINE_NOWHERE;
  double flow_x, flow_y;

  venule_vessel_get_flow (settings->vessel, &flow_x, &flow_y);
  for (guint i = 0; i < n; i++)
    if (line != NULL && !venule_centreline_is_straight (line))
      venule_centreline_project (line, spots[i].x - spots[i].shift_x, spots[i].y - spots[i].shift_y, &hint, &places[i],
                                 NULL);
    else
      places[i] = (spots[i].x - spots[i].shift_x) * flow_x + (spots[i].y - spots[i].shift_y) * flow_y;

  return places;
}

/* Places that were filled in have no error of their own, and doubtful ones one that is not that of the others. */
static gboolean
is_sound (const VenulePlace *spot)
{
  return spot->source != VENULE_SPOT_INTERPOLATED && spot->uncertainty <= 0;
}

/* Of each place from the line through those @lag spots before and behind. */
static Residuals
sum_residuals (const VenulePlace *spots,
               const double      *places,
               guint              n,
               guint              lag)
{
  Residuals residuals = { 0 };

  for (guint i = lag; i + lag < n; i++)
    {
      const VenulePlace *before = &spots[i - lag], *at = &spots[i], *behind = &spots[i + lag];
      double span = behind->time - before->time;
      double part, residual;

      if (span <= 0 || !is_sound (before) || !is_sound (at) || !is_sound (behind))
        continue;
      part = (at->time - before->time) / span;
      residual = places[i] - (1 - part) * places[i - lag] - part * places[i + lag];
      residuals.sum += residual * residual / (1 + part * part + (1 - part) * (1 - part));
      residuals.n++;
    }

  return residuals;
}

/* Squared error of one place, px²: as far as half a window shows it, less what may be a change of pace. @way: px, in
 * half a window. */
static double
square_error (const Residuals *near,
              const Residuals *far,
              double           way)
{
  double least, most;

  if (far->n == 0)
    return near->n > 0 ? COMMON * COMMON * near->sum / near->n : 0;

  most = far->sum / far->n;
  least = near->n > 0 ? MIN (most, COMMON * COMMON * near->sum / near->n) : most;
  return MAX (least, most - PACE * PACE * way * way);
}

/*
 * Standard deviation of the places along the flow about where the cell was, px, where nothing speaks against a place
 * (VenuleSpot.uncertainty). How far each lies from the line between two others, half a velocity window before and
 * behind it, says so: neighbouring frames have part of their error in common, and would make it look small. But a cell
 * that speeds up or slows down leaves that line too. What its pace can explain, 0.3 of the way that it comes in that
 * time, is no error, unless neighbouring frames show that it is: there no pace changes much, and of the error of a path
 * that was smoothed two thirds are left. A track that says little about its own error is taken for one of 0.03 cell
 * radii; and as an error that is known from few places may well be larger, it is given larger, so that two standard
 * errors are still exceeded by one result in twenty.
 */
static double
find_error (const VenulePlace    *spots,
            guint                 n,
            const VenuleSettings *settings)
{
  double duration = spots[n - 1].time - spots[0].time;
  double wanted = duration > 0 ? round (settings->velocity_window / 2 * (n - 1) / duration) : 1;
  guint lag = (guint) CLAMP (wanted, 1, MAX (1, (n - 1) / 2));
  g_autofree double *places = dup_places (spots, n, settings);
  Residuals far = sum_residuals (spots, places, n, lag);
  Residuals near = lag > 1 ? sum_residuals (spots, places, n, 1) : far;
  double usual = USUAL_ERROR * settings->cell_diameter / 2;
  double freedom = MAX (near.n, far.n) / SHARED;
  double way, square, all;

  way = fabs (places[n - 1] - places[0]) * lag / MAX (n - 1, 1);
  square = square_error (&near, &far, way);
  /* Errors that neighbours have in common: there are fewer independent ones than places. */
  if (near.n > 0)
    freedom *= MIN (1, (near.sum / near.n + ROUNDING) / (square + ROUNDING));
  all = USUAL_FREEDOM + freedom;

  /* all / (all − 2) is the variance of Student's t. */
  return sqrt ((USUAL_FREEDOM * usual * usual + freedom * square) / (all - 2));
}

/* What is doubtful about an end of the track, squared, px². */
static double
square_doubt (const VenulePlace    *spot,
              const VenuleSettings *settings)
{
  double unseen = spot->source == VENULE_SPOT_INTERPOLATED ? UNSEEN * settings->cell_diameter / 2 : 0;

  return (double) spot->uncertainty * spot->uncertainty + unseen * unseen;
}

double
venule_displacement_error (const VenulePlace    *spots,
                           guint                 n,
                           const VenuleSettings *settings)
{
  double place_error = find_error (spots, n, settings);

  return sqrt (2 * place_error * place_error + square_doubt (&spots[0], settings) + square_doubt (&spots[n - 1],
                                                                                                  settings));
}
