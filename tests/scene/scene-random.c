/* scene-random.c: random numbers that are the same on every machine
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "scene-random.h"

#include <math.h>

static inline guint64
splitmix (guint64 *x)
{
  guint64 z = (*x += G_GUINT64_CONSTANT (0x9e3779b97f4a7c15));

  z = (z ^ (z >> 30)) * G_GUINT64_CONSTANT (0xbf58476d1ce4e5b9);
  z = (z ^ (z >> 27)) * G_GUINT64_CONSTANT (0x94d049bb133111eb);
  return z ^ (z >> 31);
}

static inline guint64
rotate (guint64 x,
        int     bits)
{
  return (x << bits) | (x >> (64 - bits));
}

void
scene_random_init (SceneRandom *self,
                   guint64      seed,
                   SceneStream  stream,
                   guint64      index)
{
  guint64 x = seed;

  x = splitmix (&x) + stream;
  x = splitmix (&x) + index;
  for (int i = 0; i < 4; i++)
    self->state[i] = splitmix (&x);
}

guint64
scene_random_next (SceneRandom *self)
{
  guint64 *s = self->state;
  guint64 result = rotate (s[1] * 5, 7) * 9;
  guint64 t = s[1] << 17;

  s[2] ^= s[0];
  s[3] ^= s[1];
  s[1] ^= s[2];
  s[0] ^= s[3];
  s[2] ^= t;
  s[3] = rotate (s[3], 45);

  return result;
}

double
scene_random_range (SceneRandom *self,
                    double       low,
                    double       high)
{
  return low + (high - low) * ((scene_random_next (self) >> 11) * 0x1p-53);
}

double
scene_random_gaussian (SceneRandom *self)
{
  double u = scene_random_range (self, 0x1p-53, 1);
  double v = scene_random_range (self, 0, 2 * G_PI);

  return sqrt (-2 * log (u)) * cos (v);
}

double
scene_random_lognormal (SceneRandom *self,
                        double       mean,
                        double       sd)
{
  double variance = log1p ((sd / mean) * (sd / mean));

  return mean * exp (sqrt (variance) * scene_random_gaussian (self) - variance / 2);
}

static inline double
lattice (guint64 seed,
         gint64  x,
         gint64  y)
{
  guint64 h = seed ^ ((guint64) x * G_GUINT64_CONSTANT (0xd6e8feb86659fd93)) ^
              ((guint64) y * G_GUINT64_CONSTANT (0xa0761d6478bd642f));

  return (splitmix (&h) >> 11) * 0x1p-52 - 1;
}

double
scene_noise (guint64 seed,
             double  x,
             double  y)
{
  double x0 = floor (x);
  double y0 = floor (y);
  double u = x - x0;
  double v = y - y0;
  gint64 i = (gint64) x0;
  gint64 j = (gint64) y0;
  double top, bottom;

  u = u * u * u * (u * (6 * u - 15) + 10);
  v = v * v * v * (v * (6 * v - 15) + 10);
  top = lattice (seed, i, j) * (1 - u) + lattice (seed, i + 1, j) * u;
  bottom = lattice (seed, i, j + 1) * (1 - u) + lattice (seed, i + 1, j + 1) * u;

  return top * (1 - v) + bottom * v;
}
