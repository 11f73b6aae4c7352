/* venule-overlay-color.c: colours of velocities and classes
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-overlay-color.h"

#include <math.h>

#include "venule-statistics.h"
#include "venule-velocity.h"

#define FENCE 1.5 /* interquartile ranges above the upper quartile: beyond it lie outliers (Tukey 1977) */
#define ROUNDING 1e-9
#define SCALE_DIAMETERS 5.0 /* cell diameters/s: the scale while no cell rolls */

void
venule_overlay_velocity_color (double  velocity,
                               double  velocity_max,
                               double *r,
                               double *g,
                               double *b)
{
  /* The way of viridis, without its darkest part: a line must be lighter than dark tissue. */
  static const double colors[][3] = {
    { 0.56, 0.44, 0.97 }, { 0.30, 0.60, 0.95 }, { 0.15, 0.76, 0.73 }, { 0.55, 0.87, 0.36 }, { 0.99, 0.91, 0.18 },
  };
  const int n = G_N_ELEMENTS (colors);
  double share = velocity_max > 0 ? CLAMP (velocity / velocity_max, 0, 1) : 0;
  int i = MIN ((int) (share * (n - 1)), n - 2);
  double part = share * (n - 1) - i;

  *r = colors[i][0] + part * (colors[i + 1][0] - colors[i][0]);
  *g = colors[i][1] + part * (colors[i + 1][1] - colors[i][1]);
  *b = colors[i][2] + part * (colors[i + 1][2] - colors[i][2]);
}

void
venule_overlay_kind_color (VenuleCellKind  kind,
                           double         *r,
                           double         *g,
                           double         *b)
{
  /* Of the eight colours of Okabe and Ito (2008) those that stand out on gray. */
  static const double colors[][3] = {
    [VENULE_CELL_ROLLING] = { 0.34, 0.71, 0.91 },
    [VENULE_CELL_ADHERENT] = { 0.95, 0.66, 0.10 },
    [VENULE_CELL_FREE] = { 0.90, 0.55, 0.76 },
    [VENULE_CELL_OTHER] = { 0.85, 0.85, 0.85 },
  };

  g_return_if_fail (kind < G_N_ELEMENTS (colors));

  *r = colors[kind][0];
  *g = colors[kind][1];
  *b = colors[kind][2];
}

/* Finer than 1, 2, 5, so that not half of the colours lie above the fastest cell. */
static double
round_up (double number)
{
  static const double digits[] = { 1, 1.5, 2, 3, 4, 5, 6, 8, 10 };
  double power = pow (10, floor (log10 (number)));

  for (guint i = 0; i < G_N_ELEMENTS (digits); i++)
    if (digits[i] * power >= number * (1 - ROUNDING))
      return digits[i] * power;

  return 10 * power;
}

double
venule_overlay_velocity_max (GListModel           *tracks,
                             const VenuleSettings *settings)
{
  g_autoptr(GArray) velocities = g_array_new (FALSE, FALSE, sizeof (double));
  double px_size, velocity, upper;

  g_return_val_if_fail (G_IS_LIST_MODEL (tracks), 1);
  g_return_val_if_fail (settings != NULL, 1);

  for (guint i = 0; i < g_list_model_get_n_items (tracks); i++)
    {
      g_autoptr(VenuleTrack) track = g_list_model_get_item (tracks, i);

      velocity = fabs (venule_track_mean_velocity (track, settings));
      if (venule_track_get_kind (track) == VENULE_CELL_ROLLING && isfinite (velocity))
        g_array_append_val (velocities, velocity);
    }

  upper = venule_statistics_quantile (velocities, 0.75);
  velocity = fmin (venule_statistics_quantile (velocities, 1),
                   upper + FENCE * (upper - venule_statistics_quantile (velocities, 0.25)));
  if (!(velocity > 0))
    velocity = SCALE_DIAMETERS * settings->cell_diameter;
  px_size = venule_calibration_scale (&settings->calibration, 1);

  return round_up (velocity * px_size) / px_size;
}
