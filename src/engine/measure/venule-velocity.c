/* venule-velocity.c: how fast a cell moves along the flow
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-velocity.h"

#include <math.h>

#include "venule-centreline.h"
#include "venule-localisation-error.h"
#include "venule-order.h"
#include "venule-statistics.h"

#define ADHERENT_SPEED_UM 1.0             /* µm/s */
#define ADHERENT_SPEED_DIAMETERS 0.125    /* expected cell diameters/s: 1 µm/s for a cell of 8 µm */
#define NOISE_DIAMETERS 0.1
#define NOISE_PX 1.3                      /* three standard deviations of the distance of two places known to 0.3 px */
#define MAX_SPOTS_AVERAGED 5
#define TELLING 5.0                       /* × the speed of adherence: slow rolling, which noise must not exceed */
#define AS_EXPECTED 1e-4                   /* px: the error of a radius as it is stored */
#define FEW_AGAINST 3                     /* cells that go against the arrow, which may be chance */

/* From one place in the tissue to another: the picture's own movement is no movement of the cell. */
static void
get_displacement (const VenulePlace *from,
                  const VenulePlace *to,
                  double            *dx,
                  double            *dy)
{
  *dx = (to->x - to->shift_x) - (from->x - from->shift_x);
  *dy = (to->y - to->shift_y) - (from->y - from->shift_y);
}

/* Where a place lies along a bent vessel. */
static double
place_along (const VenulePlace      *spot,
             const VenuleCentreline *line)
{
  guint hint = VENULE_CENTRELINE_NOWHERE;
  double at;

  venule_centreline_project (line, spot->x - spot->shift_x, spot->y - spot->shift_y, &hint, &at, NULL);

  return at;
}

static double
along (const VenulePlace    *from,
       const VenulePlace    *to,
       const VenuleSettings *settings)
{
  const VenuleCentreline *line = settings->vessel->centreline;
  double flow_x, flow_y, dx, dy;

  if (line != NULL && !venule_centreline_is_straight (line))
    return place_along (to, line) - place_along (from, line);

  venule_vessel_get_flow (settings->vessel, &flow_x, &flow_y);
  get_displacement (from, to, &dx, &dy);

  return dx * flow_x + dy * flow_y;
}

/* ---- Where the picture's movement is known ---- */

/* The first and the last such place: TRUE; of all places, where there are fewer than two. */
static gboolean
find_ends (const VenulePlace *spots,
           guint              n,
           guint             *first,
           guint             *last)
{
  *first = 0;
  *last = n - 1;
  while (*first < *last && !venule_place_has_shift (&spots[*first]))
    (*first)++;
  while (*last > *first && !venule_place_has_shift (&spots[*last]))
    (*last)--;
  if (*first < *last)
    return TRUE;

  *first = 0;
  *last = n - 1;
  return FALSE;
}

const VenulePlace *
venule_velocity_get_places (VenuleTrack  *track,
                            guint        *n,
                            VenulePlace **owned)
{
  const VenulePlace *spots = venule_track_get_places (track, n);
  guint first, last, known = 0;

  *owned = NULL;
  for (guint i = 0; i < *n; i++)
    known += venule_place_has_shift (&spots[i]);
  if (known == *n || !find_ends (spots, *n, &first, &last))
    return spots;

  *owned = g_new (VenulePlace, known);
  known = 0;
  for (guint i = first; i <= last; i++)
    if (venule_place_has_shift (&spots[i]))
      (*owned)[known++] = spots[i];
  *n = known;
  return *owned;
}

/* The nearest in time of those from @first to @last, of which one at least is known. */
static guint
nearest_known (const VenulePlace *spots,
               guint              first,
               guint              last,
               guint              at)
{
  guint below = at, above = at;

  while (below > first && !venule_place_has_shift (&spots[below]))
    below--;
  while (above < last && !venule_place_has_shift (&spots[above]))
    above++;
  if (!venule_place_has_shift (&spots[below]))
    return above;

  if (venule_place_has_shift (&spots[above]) &&
      spots[above].time - spots[at].time < spots[at].time - spots[below].time)
    return above;
  return below;
}

/* ---- Velocities ---- */

/* Index of the spot nearest in time. Times rise with the frames. */
static guint
nearest_in_time (const VenulePlace *spots,
                 guint              n,
                 double             time)
{
  guint after = (guint) venule_bisect (0, n - 1, i, spots[i].time < time);

  return after > 0 && time - spots[after - 1].time <= spots[after].time - time ? after - 1 : after;
}

static void
measure_windows (const VenulePlace    *spots,
                 guint                 n,
                 const VenuleSettings *settings,
                 VenuleTrackMeasures  *measures)
{
  g_autoptr(GArray) velocities = g_array_new (FALSE, FALSE, sizeof (double));
  double duration = spots[n - 1].time - spots[0].time;
  /* Never more windows than steps between spots, however short the window. */
  double wanted = CLAMP (round (duration / settings->velocity_window), 1, n - 1);
  guint n_windows = (guint) wanted;
  guint from = 0;

  for (guint i = 1; i <= n_windows; i++)
    {
      guint to = i == n_windows ? n - 1
                                : nearest_in_time (spots, n, spots[0].time + duration * i / n_windows);
      double elapsed = spots[to].time - spots[from].time;
      double displacement, velocity;

      /* Where frames are missing, two windows may end at the same spot. */
      if (elapsed <= 0)
        continue;

      displacement = along (&spots[from], &spots[to], settings);
      velocity = displacement / elapsed;
      measures->path += fabs (displacement);
      g_array_append_val (velocities, velocity);
      from = to;
    }

  measures->n_windows = velocities->len;
  measures->window = duration / velocities->len;
  measures->sd_velocity = venule_statistics_sd (velocities);
  measures->median_velocity = venule_statistics_quantile (velocities, 0.5);
}

/* Spots without a radius of their own got the expected one, which is no measurement. NAN: there are no others. */
static double
mean_diameter (const VenulePlace    *places,
               guint                 n,
               const VenuleSettings *settings)
{
  double radii = 0;
  guint n_known = 0;

  for (guint i = 0; i < n; i++)
    {
      if ((places[i].source == VENULE_SPOT_MANUAL || places[i].source == VENULE_SPOT_INTERPOLATED) &&
          fabs (places[i].radius - settings->cell_diameter / 2) < AS_EXPECTED)
        continue;
      radii += places[i].radius;
      n_known++;
    }

  return n_known > 0 ? 2 * radii / n_known : NAN;
}

void
venule_track_measure (VenuleTrack          *track,
                      const VenuleSettings *settings,
                      VenuleTrackMeasures  *measures)
{
  g_autofree VenulePlace *owned = NULL;
  const VenulePlace *spots;
  double duration;
  guint n;

  g_return_if_fail (VENULE_IS_TRACK (track));
  g_return_if_fail (settings != NULL && settings->velocity_window > 0);
  g_return_if_fail (measures != NULL);

  *measures = (VenuleTrackMeasures){ .duration = 0, .displacement = NAN, .path = NAN, .mean_velocity = NAN,
                                     .se_velocity = NAN,
                                     .median_velocity = NAN, .sd_velocity = NAN, .mean_diameter = NAN,
                                     .n_windows = 0, .window = NAN };

  spots = venule_track_get_places (track, &n);
  if (n == 0)
    return;

  measures->mean_diameter = mean_diameter (spots, n, settings);
  measures->duration = fmax (spots[n - 1].time - spots[0].time, 0);

  spots = venule_velocity_get_places (track, &n, &owned);
  duration = spots[n - 1].time - spots[0].time;
  measures->displacement = along (&spots[0], &spots[n - 1], settings);
  measures->path = 0;

  /* One spot, or a file without times: there is a place, but no velocity. */
  if (duration <= 0)
    {
      measures->path = fabs (measures->displacement);
      return;
    }

  measures->mean_velocity = venule_track_mean_velocity (track, settings);
  measures->se_velocity = venule_displacement_error (spots, n, settings) / duration;
  measure_windows (spots, n, settings, measures);
}

double
venule_track_mean_velocity (VenuleTrack          *track,
                            const VenuleSettings *settings)
{
  const VenulePlace *spots;
  double duration;
  guint n, first, last;

  g_return_val_if_fail (VENULE_IS_TRACK (track), NAN);
  g_return_val_if_fail (settings != NULL, NAN);

  spots = venule_track_get_places (track, &n);
  if (n == 0)
    return NAN;
  find_ends (spots, n, &first, &last);
  duration = spots[last].time - spots[first].time;

  return duration > 0 ? along (&spots[first], &spots[last], settings) / duration : NAN;
}

gboolean
venule_velocity_runs_against (GPtrArray            *tracks,
                              const VenuleSettings *settings)
{
  guint n_moving = 0, n_against = 0;

  g_return_val_if_fail (tracks != NULL, FALSE);
  g_return_val_if_fail (settings != NULL, FALSE);

  for (guint i = 0; i < tracks->len; i++)
    {
      VenuleTrack *track = g_ptr_array_index (tracks, i);
      VenuleCellKind kind = venule_track_get_kind (track);
      double velocity = venule_track_mean_velocity (track, settings);

      if (venule_track_get_hidden (track) || (kind != VENULE_CELL_ROLLING && kind != VENULE_CELL_FREE) ||
          isnan (velocity))
        continue;
      n_moving++;
      n_against += velocity < 0;
    }

  return n_against >= FEW_AGAINST && 2 * n_against > n_moving;
}

/* The same, beginning where the spot is when no frame is missing between it and one that is @near: only spots around it
 * are touched. */
static guint
nearest_from (const VenulePlace *spots,
              guint              n,
              guint              near,
              double             time)
{
  guint other = near > 0 ? near - 1 : MIN (near + 1, n - 1);
  double interval = fabs (spots[near].time - spots[other].time);
  double guess = interval > 0 ? near + (time - spots[near].time) / interval : near;
  guint low = (guint) CLAMP (guess, 0, n - 1), high = low;

  for (guint step = 1; low > 0 && spots[low].time >= time; step *= 2)
    low -= MIN (step, low);
  for (guint step = 1; high < n - 1 && spots[high].time < time; step *= 2)
    high += MIN (step, n - 1 - high);

  return low + nearest_in_time (spots + low, high - low + 1, time);
}

double
venule_track_velocity_at (VenuleTrack          *track,
                          const VenuleSettings *settings,
                          gint64                frame)
{
  const VenulePlace *spots, *here;
  double start, end, elapsed;
  guint n, first, last, from, to;
  gboolean known;

  g_return_val_if_fail (VENULE_IS_TRACK (track), NAN);
  g_return_val_if_fail (settings != NULL && settings->velocity_window > 0, NAN);

  here = venule_track_get_place_at (track, frame);
  if (here == NULL)
    return NAN;

  spots = venule_track_get_places (track, &n);
  known = find_ends (spots, n, &first, &last);
  start = MAX (MIN (here->time - settings->velocity_window / 2, spots[last].time - settings->velocity_window),
               spots[first].time);
  end = MIN (start + settings->velocity_window, spots[last].time);

  from = nearest_from (spots, n, (guint) (here - spots), start);
  to = nearest_from (spots, n, (guint) (here - spots), end);
  if (known)
    {
      from = nearest_known (spots, first, last, CLAMP (from, first, last));
      to = nearest_known (spots, first, last, CLAMP (to, first, last));
    }
  /* A window shorter than the time between two frames. */
  if (from == to && to < last)
    to = known ? nearest_known (spots, to + 1, last, to + 1) : to + 1;
  else if (from == to && from > first)
    from = known ? nearest_known (spots, first, from - 1, from - 1) : from - 1;

  elapsed = spots[to].time - spots[from].time;

  return elapsed > 0 ? along (&spots[from], &spots[to], settings) / elapsed : NAN;
}

/* Distance between where the cell was first seen and where it was last seen, each the mean of a few spots. */
static double
net_displacement (const VenulePlace *spots,
                  guint              n)
{
  guint averaged = CLAMP (n / 4, 1, MAX_SPOTS_AVERAGED);
  double dx = 0, dy = 0;

  for (guint i = 0; i < averaged; i++)
    {
      double x, y;

      get_displacement (&spots[i], &spots[n - 1 - i], &x, &y);
      dx += x;
      dy += y;
    }

  return hypot (dx, dy) / averaged;
}

static double
noise_of (const VenuleSettings *settings)
{
  return MAX (NOISE_PX, NOISE_DIAMETERS * settings->cell_diameter);
}

gboolean
venule_velocity_has_moved (const VenulePlace    *places,
                           guint                 n,
                           const VenuleSettings *settings)
{
  g_return_val_if_fail (places != NULL && n > 0, FALSE);
  g_return_val_if_fail (settings != NULL, FALSE);

  return net_displacement (places, n) > noise_of (settings);
}

double
venule_velocity_of_rest (const VenuleSettings *settings)
{
  g_return_val_if_fail (settings != NULL, NAN);

  return venule_calibration_is_calibrated (&settings->calibration)
         ? ADHERENT_SPEED_UM / settings->calibration.pixel_size_um
                                                                   : ADHERENT_SPEED_DIAMETERS * settings->cell_diameter;
}

double
venule_velocity_of_flow (const VenuleSettings *settings)
{
  g_return_val_if_fail (settings != NULL, NAN);

  return VENULE_SLOWEST_FLOW * settings->cell_diameter;
}

double
venule_velocity_fastest_rolling (const VenuleSettings *settings,
                                 double                frame_rate)
{
  g_return_val_if_fail (settings != NULL, NAN);

  if (settings->max_velocity > 0)
    return settings->max_velocity;

  return MAX (VENULE_LARGEST_STEP * settings->cell_diameter * frame_rate, venule_velocity_of_flow (settings));
}

VenuleCellKind
venule_classify_track (VenuleTrack          *track,
                       const VenuleSettings *settings)
{
  g_autofree VenulePlace *owned = NULL;
  const VenulePlace *spots;
  double duration, net, noise, adherent_speed, fastest, dx, dy;
  guint n;

  g_return_val_if_fail (VENULE_IS_TRACK (track), VENULE_CELL_OTHER);
  g_return_val_if_fail (settings != NULL, VENULE_CELL_OTHER);

  spots = venule_velocity_get_places (track, &n, &owned);
  duration = n > 0 ? spots[n - 1].time - spots[0].time : 0;
  if (duration <= 0)
    return VENULE_CELL_OTHER;

  net = net_displacement (spots, n);
  adherent_speed = venule_velocity_of_rest (settings);
  noise = noise_of (settings);
  /* In so short a time a slowly rolling cell comes no further than noise does. */
  if (net <= noise && noise / duration > TELLING * adherent_speed)
    return VENULE_CELL_OTHER;
  /* The mean of a few spots would leave out what it came before it stopped, or after. */
  get_displacement (&spots[0], &spots[n - 1], &dx, &dy);
  if (net <= noise || hypot (dx, dy) / duration < adherent_speed)
    return VENULE_CELL_ADHERENT;

  fastest = venule_velocity_fastest_rolling (settings, (spots[n - 1].frame - spots[0].frame) / duration);

  return fabs (venule_track_mean_velocity (track, settings)) > fastest ? VENULE_CELL_FREE : VENULE_CELL_ROLLING;
}
