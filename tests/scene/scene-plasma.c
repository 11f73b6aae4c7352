/* scene-plasma.c: the streaks of plasma and red cells
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "scene-plasma.h"

#include <math.h>
#include <string.h>

#include "scene-random.h"

/* One streak for so many px² of the lumen. */
#define AREA_OF_A_STREAK 260.0
/* And one smudge, of red cells or of a leukocyte far out of focus, for so many. */
#define AREA_OF_A_SMUDGE 900.0
/* Share of the strip's pixels that a cell hides: the rest streams above and below it. */
#define HIDDEN 0.75

typedef struct {
  double s, t;         /* at time 0 */
  double sigma_s, sigma_t;
  double gain;
  double phase, period; /* it comes and goes, s */
  double pace;          /* share of the plasma's speed */
  guint64 seed;
} Streak;

typedef struct {
  int   index;
  float s, t;
} LumenPixel;

typedef struct {
  double area, contrast;
  double sigma_s[2], sigma_t[2], period[2], pace[2]; /* least and greatest */
} StreakKind;

static void
add_streaks (ScenePlasma      *self,
             const StreakKind *kind,
             guint64           seed,
             guint64           stream)
{
  double unit = self->description->scale;
  double half = self->vessel->half_width;
  double area = self->length * 2 * half;
  int n = (int) (area / (kind->area * unit * unit)) + 1;
  SceneRandom random;

  scene_random_init (&random, seed, SCENE_STREAM_PLASMA, stream);
  for (int i = 0; i < n; i++)
    {
      Streak streak;
      double density;

      streak.s = scene_random_range (&random, 0, self->length);
      streak.t = scene_random_range (&random, -half, half);
      streak.sigma_s = unit * scene_random_range (&random, kind->sigma_s[0], kind->sigma_s[1]);
      streak.sigma_t = unit * scene_random_range (&random, kind->sigma_t[0], kind->sigma_t[1]);
      streak.phase = scene_random_range (&random, 0, 1);
      streak.period = scene_random_range (&random, kind->period[0], kind->period[1]);
      streak.pace = scene_random_range (&random, kind->pace[0], kind->pace[1]);
      streak.seed = scene_random_next (&random);
      /* The variance of n such bells, of whose square 3/8 are seen on average, is n·gain²·π·σs·σt·3/8 over the area. */
      density = n * G_PI * streak.sigma_s * streak.sigma_t * 0.375 / area;
      streak.gain = kind->contrast / sqrt (density) * (scene_random_range (&random, 0, 1) < 0.5 ? -1 : 1);
      g_array_append_val (self->streaks, streak);
    }
}

static void
add_pixels (ScenePlasma *self)
{
  for (int y = 0; y < self->description->height; y++)
    {
      for (int x = 0; x < self->description->width; x++)
        {
          double s, t;
          LumenPixel pixel;

          scene_vessel_from_frame (self->vessel, x, y, &s, &t);
          if (fabs (t) > self->breadth / 2.0 || s < self->start)
            continue;
          pixel = (LumenPixel){ y * self->description->width + x, s - self->start, t + self->breadth / 2.0 };
          g_array_append_val (self->pixels, pixel);
        }
    }
}

void
scene_plasma_init (ScenePlasma            *self,
                   const SceneDescription *description,
                   const SceneVessel      *vessel,
                   guint64                 seed)
{
  double longer = description->streak_length;
  const StreakKind streaks = {
    AREA_OF_A_STREAK * longer, description->streak_contrast, { 9 * longer, 42 * longer }, { 1.3, 5 }, { 0.5, 2 },
    { 1, 1 },
  };
  const StreakKind smudges = {
    AREA_OF_A_SMUDGE, description->clutter, { 12, 30 }, { 6, 12 }, { 0.6, 2.5 }, { 0.25, 1 },
  };
  double spare = scene_vessel_reach (description) + 4;

  self->description = description;
  self->vessel = vessel;
  self->start = floor (vessel->first - spare);
  self->length = (int) ceil (vessel->last + spare - self->start) + 2;
  self->breadth = (int) ceil (2 * (vessel->half_width + spare));
  self->streaks = g_array_new (FALSE, FALSE, sizeof (Streak));
  self->pixels = g_array_new (FALSE, FALSE, sizeof (LumenPixel));
  self->strip = g_new0 (float, (gsize) self->length * self->breadth);
  self->profile = g_new (float, self->length);
  add_streaks (self, &streaks, seed, 0);
  add_streaks (self, &smudges, seed, 1);
  add_pixels (self);
}

static double
wrap (double x,
      double length)
{
  return x - length * floor (x / length);
}

static void
paint_streak (ScenePlasma  *self,
              const Streak *streak,
              double        seconds)
{
  double half = self->vessel->half_width;
  double life = seconds / streak->period + streak->phase;
  double seen = sin (G_PI * (life - floor (life)));
  double edge, speed, s, t, extent;
  int first, last, top, bottom;

  /* Each time that it has faded it comes back in another place. */
  t = streak->t + half * scene_noise (streak->seed, 0.5, floor (life) + 0.5);
  t = wrap (t + half, 2 * half) - half;
  edge = t / half;
  speed = self->description->flow * streak->pace * self->description->streak_speed * (1 - 0.9 * edge * edge);
  s = wrap (streak->s + speed * scene_vessel_flown (self->description, seconds) +
            1000 * scene_noise (streak->seed, 9.5, floor (life) + 0.5), self->length);

  extent = 3 * streak->sigma_s;
  first = (int) MAX (s - extent, 0);
  last = (int) MIN (s + extent, self->length - 1);
  for (int i = first; i <= last; i++)
    {
      double x = (i - s) / streak->sigma_s;

      self->profile[i] = streak->gain * seen * seen * exp (-0.5 * x * x);
    }

  t += self->breadth / 2.0;
  top = (int) MAX (t - 3 * streak->sigma_t, 0);
  bottom = (int) MIN (t + 3 * streak->sigma_t, self->breadth - 1);
  for (int j = top; j <= bottom; j++)
    {
      double y = (j - t) / streak->sigma_t;
      float weight = exp (-0.5 * y * y);
      float *row = self->strip + (gsize) j * self->length;

      for (int i = first; i <= last; i++)
        row[i] += weight * self->profile[i];
    }
}

/* The streaks end softly at the wall. */
static void
fade_at_walls (ScenePlasma *self)
{
  for (int j = 0; j < self->breadth; j++)
    {
      double inside = (self->vessel->half_width - fabs (j - self->breadth / 2.0)) / (4 * self->description->scale);
      float keep = CLAMP (inside, 0, 1);

      for (int i = 0; i < self->length; i++)
        self->strip[(gsize) j * self->length + i] *= keep;
    }
}

static inline float
strip_sample (const ScenePlasma *self,
              float              s,
              float              t)
{
  float x = CLAMP (s, 0, self->length - 1.01f);
  float y = CLAMP (t, 0, self->breadth - 1.01f);
  int i = (int) x;
  int j = (int) y;
  const float *a = self->strip + (gsize) j * self->length + i;
  const float *b = a + self->length;
  float upper = a[0] + (x - i) * (a[1] - a[0]);
  float lower = b[0] + (x - i) * (b[1] - b[0]);

  return upper + (y - j) * (lower - upper);
}

void
scene_plasma_paint (ScenePlasma *self,
                    double       seconds,
                    ScenePoint   shift,
                    const float *cover,
                    float       *image)
{
  float ds = shift.x * self->vessel->along.x + shift.y * self->vessel->along.y;
  float dt = shift.x * self->vessel->across.x + shift.y * self->vessel->across.y;

  if (self->description->streak_contrast == 0 && self->description->clutter == 0)
    return;

  memset (self->strip, 0, sizeof (float) * self->length * self->breadth);
  for (guint i = 0; i < self->streaks->len; i++)
    paint_streak (self, &g_array_index (self->streaks, Streak, i), seconds);
  fade_at_walls (self);

  for (guint i = 0; i < self->pixels->len; i++)
    {
      const LumenPixel *pixel = &g_array_index (self->pixels, LumenPixel, i);
      float hidden = HIDDEN * MIN (cover[pixel->index], 1);

      image[pixel->index] += (1 - hidden) * strip_sample (self, pixel->s - ds, pixel->t - dt);
    }
}

void
scene_plasma_clear (ScenePlasma *self)
{
  g_clear_pointer (&self->streaks, g_array_unref);
  g_clear_pointer (&self->pixels, g_array_unref);
  g_clear_pointer (&self->strip, g_free);
  g_clear_pointer (&self->profile, g_free);
}
