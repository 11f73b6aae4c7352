/* scene-fluorescence.c: what glows by itself: tissue, plasma, platelets
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "scene-fluorescence.h"

#include <math.h>

#include "scene-random.h"

static inline double
smooth_step (double x)
{
  x = CLAMP (x, 0, 1);
  return x * x * (3 - 2 * x);
}

/* A soft bright line where smooth noise changes its sign: the borders of fat cells, fibres. */
static double
ridge (guint64 seed,
       double  x,
       double  y)
{
  double n = scene_noise (seed, x, y) + 0.25 * scene_noise (seed, 2.3 * x + 50, 2.3 * y);

  return exp (-(20 + 40 * MAX (scene_noise (seed, 0.4 * x, 0.4 * y + 90), 0)) * n * n);
}

double
scene_fluorescence_ground (const SceneDescription *description,
                           const SceneVessel      *vessel,
                           guint64                 seed,
                           double                  x,
                           double                  y)
{
  double u = description->scale;
  double haze = description->tissue_haze;
  double s, t, outside, tissue, seen, wall, plasma;

  outside = scene_vessel_outside (vessel, x, y, &s, &t) + 4 * u * scene_noise (seed, s / (60 * u), t < 0 ? 0.5 : 7.5);
  tissue = 0.45 + 0.4 * scene_noise (seed + 1, x / (110 * u), y / (110 * u)) +
           0.2 * scene_noise (seed + 2, x / (22 * u), y / (22 * u)) +
           0.1 * scene_noise (seed + 3, x / (5 * u), y / (5 * u)) +
           0.6 * ridge (seed + 4, x / (70 * u), y / (70 * u));
  /* Light from outside the vessel reaches into it, since nothing is thin. */
  seen = (1 - haze) * smooth_step (0.5 + outside / (8 * u)) + haze * exp (-MAX (-outside, 0) / (30 * u));
  tissue = MAX (tissue, 0) * seen;
  wall = 0.5 * description->wall_contrast * exp (-0.5 * outside * outside / (9 * u * u));
  plasma = smooth_step (0.5 - outside / (10 * u)) *
           (1 + 0.2 * scene_noise (seed + 5, s / (60 * u), t / (15 * u)) - 0.3 * t * t / pow (vessel->half_width, 2));

  return description->ground * (1 + 0.25 * scene_noise (seed + 6, x / (90 * u), y / (90 * u))) +
         description->autofluorescence * (tissue + wall * MAX (0.6 + scene_noise (seed + 7, s / (40 * u), 0.5), 0)) +
         description->plasma_light * MAX (plasma, 0);
}

static void
stamp (const SceneDescription *d,
       ScenePoint              p,
       double                  sigma,
       double                  light,
       float                  *image)
{
  int reach = (int) ceil (3 * sigma);

  for (int j = MAX ((int) p.y - reach, 0); j <= MIN ((int) p.y + reach, d->height - 1); j++)
    {
      for (int i = MAX ((int) p.x - reach, 0); i <= MIN ((int) p.x + reach, d->width - 1); i++)
        {
          double squared = (i - p.x) * (i - p.x) + (j - p.y) * (j - p.y);

          image[(gsize) j * d->width + i] += light * exp (-squared / (2 * sigma * sigma));
        }
    }
}

void
scene_fluorescence_platelets (const SceneDescription *d,
                              const SceneVessel      *vessel,
                              guint64                 seed,
                              double                  seconds,
                              ScenePoint              shift,
                              float                  *image)
{
  double length = vessel->last - vessel->first + 40 * d->scale;
  int n = d->platelets == 0 ? 0 : (int) lround (d->platelet_number);

  for (int i = 0; i < n; i++)
    {
      SceneRandom random;
      double start, across, speed, way, sigma, light;
      ScenePoint p;
      int stamps;

      scene_random_init (&random, seed, SCENE_STREAM_PLATELETS, i);
      start = scene_random_range (&random, 0, length);
      across = scene_random_range (&random, -1, 1);
      sigma = d->radius_mean * scene_random_range (&random, 0.08, 0.22);
      light = d->platelets * scene_random_range (&random, 0.4, 1.4);
      /* Some of them rest at the wall. */
      speed = scene_random_range (&random, 0, 1) < 0.25 ? 0 : d->flow * d->streak_speed * (1 - 0.9 * across * across);
      way = start + speed * scene_vessel_flown (d, seconds);
      way = vessel->first - 20 * d->scale + way - length * floor (way / length);
      stamps = CLAMP ((int) ceil (fabs (speed) * d->exposure / d->frame_rate), 1, 32);
      for (int k = 0; k < stamps; k++)
        {
          double smear = speed * d->exposure / d->frame_rate * ((k + 0.5) / stamps - 0.5);

          p = scene_vessel_to_frame (vessel, way + smear, across * vessel->half_width);
          stamp (d, (ScenePoint){ p.x + shift.x, p.y + shift.y }, sigma, light / stamps, image);
        }
    }
}
