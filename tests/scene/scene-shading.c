/* scene-shading.c: cells that are lit from one side, ringed, or that glow
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "scene-shading.h"

#include <math.h>

#define LINES(soft, halo) \
  .shape = 1, .softness = soft, .edge_at = -0.3, .edge_width = 1.1, .halo_at = halo, .halo_width = 1.4
#define SPOT(at, grains) .spot_at = at, .spot_size = 0.46, .grain_size = grains

/* Contrast below which nobody would see such a cell, root of the mean square over its disc, gray levels. */
#define FAINTEST 12.0

static double
range (SceneRandom *random,
       double       low,
       double       high)
{
  return scene_random_range (random, low, high);
}

static gboolean
chance (SceneRandom *random,
        double       share)
{
  return range (random, 0, 1) < share;
}

/* A dark soft shadow around the lit side and a thin light line around the other, as the real frames have them. */
static void
draw_surroundings (SceneRandom  *random,
                   SceneShading *shading)
{
  shading->shadow = chance (random, 0.8) ? -range (random, 10, 50) : range (random, 0, 18);
  shading->shadow_tilt = range (random, -0.2, 1);
  shading->shadow_width = range (random, 0.15, 0.6);
  shading->rim = chance (random, 0.7) ? range (random, 5, 40) : -range (random, 0, 20);
  shading->rim_tilt = range (random, -1, 0);
  shading->rim_at = range (random, 0.02, 0.2);
  shading->rim_width = range (random, 0.05, 0.13);
}

static void
draw_crescent (SceneRandom  *random,
               SceneShading *shading,
               double        weakest,
               double        strongest)
{
  shading->crescent = -range (random, weakest, strongest);
  shading->crescent_at = range (random, 0.15, 0.6);
  shading->crescent_size = range (random, 0.75, 1);
  shading->crescent_soft = range (random, 0.1, 0.4);
}

/* A curl as of a folded nucleus, with or without the patch. */
static void
draw_arc (SceneRandom  *random,
          SceneShading *shading)
{
  shading->arc = range (random, 40, 110);
  shading->arc_at = range (random, 0.3, 0.6);
  shading->arc_width = range (random, 0.1, 0.2);
  shading->arc_angle = range (random, -G_PI, G_PI);
  shading->arc_span = range (random, 0.8, 2.6);
  shading->cap *= chance (random, 0.5) ? 0 : range (random, 0.2, 0.8);
}

/* A bright patch of a third to three quarters of the breadth on a dark body, or on one that is hardly to be seen. */
static SceneLookTable
draw_cap (SceneRandom  *random,
          SceneShading *shading)
{
  gboolean pale = chance (random, 0.4);

  shading->cap = range (random, 45, 150);
  shading->cap_length = range (random, 0.4, 0.7);
  shading->cap_breadth = CLAMP (shading->cap_length * range (random, 0.75, 1.4), 0.4, 0.75);
  shading->cap_at = MIN (range (random, 0.25, 0.65), 1.05 - shading->cap_length);
  shading->cap_aside = range (random, -0.2, 0.2);
  shading->cap_soft = range (random, 0.25, 1);
  shading->cap_power = chance (random, 0.5) ? 2 : range (random, 2, 5);
  if (chance (random, 0.25))
    draw_arc (random, shading);
  if (chance (random, 0.4))
    draw_crescent (random, shading, 10, 45);
  draw_surroundings (random, shading);
  if (pale)
    shading->rim *= range (random, 0, 0.5);

  return (SceneLookTable){
    .body = pale ? range (random, -9, 7) : range (random, -42, 6), .dome = range (random, -8, 6),
    .edge = pale || chance (random, 0.5) ? 0 : -range (random, 0, 28), .tilt = range (random, 0, pale ? 6 : 16),
    .grain = range (random, 3, pale ? 7 : 12), LINES (range (random, 0.7, 2.2), 2.2), SPOT (0.2, 3.2),
  };
}

/* One side bright and the other dark, with any border between; or one of the two is as what lies around. */
static SceneLookTable
draw_split (SceneRandom  *random,
            SceneShading *shading)
{
  gboolean half = chance (random, 0.3);
  double weak = half || chance (random, 0.35) ? 0.45 : 1;

  shading->split = weak * range (random, 25, 75);
  shading->split_at = range (random, -0.35, 0.35);
  shading->split_soft = range (random, 0.15, 1.6);
  draw_surroundings (random, shading);

  return (SceneLookTable){
    .body = half ? (chance (random, 0.6) ? -1 : 1) * 0.8 * shading->split : weak * range (random, -20, 25),
    .dome = range (random, -8, 8), .edge = half || weak < 1 ? 0 : -range (random, 0, 22),
    .grain = weak * range (random, 3, 12), LINES (range (random, 0.7, 3), 2.2), SPOT (0.2, 3.2),
  };
}

/* Gray or bright, with a dark sickle opposite to the light. */
static SceneLookTable
draw_sickle (SceneRandom  *random,
             SceneShading *shading)
{
  draw_crescent (random, shading, 35, 95);
  draw_surroundings (random, shading);

  return (SceneLookTable){
    .body = range (random, -10, 75), .dome = range (random, -5, 15), .edge = -range (random, 0, 15),
    .grain = range (random, 3, 12), LINES (0.9, 2.2), SPOT (0.2, 3.2),
  };
}

/* Somewhat out of focus: dark with a light seam, or bright with a dark one, and no line. */
static SceneLookTable
draw_soft (SceneRandom  *random,
           SceneShading *shading)
{
  gboolean bright = chance (random, 0.5);
  double sign = bright ? 1 : -1;

  shading->shadow = -sign * (bright ? range (random, 10, 40) : range (random, 4, 20));
  shading->shadow_tilt = range (random, -0.9, 0.9);
  shading->shadow_width = range (random, 0.25, 0.6);

  return (SceneLookTable){
    .body = bright ? range (random, 40, 125) : -range (random, 14, 42), .dome = sign * range (random, 0, 12),
    .tilt = range (random, 0, 10), .grain = range (random, 2, 9),
    LINES (range (random, 1.4, 3.4), 2.2), SPOT (0.2, 3.2),
  };
}

/* Phase contrast: a wide seam of the other sign, granules inside. */
static SceneLookTable
draw_phase (SceneRandom  *random,
            SceneShading *shading)
{
  double sign = chance (random, 0.65) ? -1 : 1;

  shading->shadow = -sign * range (random, 18, 60);
  shading->shadow_tilt = range (random, -0.3, 0.3);
  shading->shadow_width = range (random, 0.3, 0.8);

  return (SceneLookTable){
    .body = sign * range (random, 25, 80), .dome = sign * range (random, -15, 20), .grain = range (random, 5, 22),
    .edge = sign * range (random, 0, 20), .halo = -sign * range (random, 5, 50),
    LINES (0.9, range (random, 1.2, 2)), SPOT (0.2, range (random, 3, 6)),
  };
}

/* Bright field: nothing but a line or two on the outline, stronger at one side. */
static SceneLookTable
draw_rim (SceneRandom  *random,
          SceneShading *shading)
{
  double sign = chance (random, 0.5) ? 1 : -1;

  shading->rim = sign * range (random, 18, 75);
  shading->rim_tilt = range (random, -0.7, 0.7);
  shading->rim_at = range (random, -0.12, 0.04);
  shading->rim_width = range (random, 0.06, 0.14);
  shading->shadow = -sign * range (random, 0, 20);
  shading->shadow_tilt = range (random, -0.6, 0.6);
  shading->shadow_width = range (random, 0.15, 0.35);

  return (SceneLookTable){
    .body = range (random, -14, 14), .dome = range (random, -8, 8), .tilt = range (random, 0, 10),
    .halo = -sign * range (random, 0, 30), .grain = range (random, 1, 10), LINES (0.9, 2.2), SPOT (0.2, 3.2),
  };
}

/* Fluorescence: light alone, some of it in the lobes of a nucleus, or in the membrane. */
static SceneLookTable
draw_glow (SceneRandom *random)
{
  double light = 80 * exp (0.5 * CLAMP (scene_random_gaussian (random), -2, 1.5));
  gboolean membrane = chance (random, 0.2);

  return (SceneLookTable){
    .body = (membrane ? 0.35 : 0.8) * light, .dome = membrane ? 0 : range (random, 0.1, 0.75) * light,
    .edge = membrane ? range (random, 0.4, 0.9) * light : 0,
    .spot = chance (random, 0.5) ? range (random, 0, 0.9) * light : 0,
    .grain = range (random, 0.05, 0.4) * light,
    LINES (range (random, 1, 4.5), 2.2), SPOT (range (random, 0, 0.3), range (random, 1.6, 3.2)),
  };
}

static SceneLookTable
draw_shade (SceneShade    shade,
            SceneRandom  *random,
            SceneShading *shading)
{
  switch (shade)
    {
    case SCENE_SHADE_CAP:
      return draw_cap (random, shading);
    case SCENE_SHADE_SPLIT:
      return draw_split (random, shading);
    case SCENE_SHADE_CRESCENT:
      return draw_sickle (random, shading);
    case SCENE_SHADE_PHASE:
      return draw_phase (random, shading);
    case SCENE_SHADE_RIM:
      return draw_rim (random, shading);
    case SCENE_SHADE_GLOW:
      return draw_glow (random);
    case SCENE_SHADE_SOFT:
    case SCENE_SHADE_NONE:
    default:
      return draw_soft (random, shading);
    }
}

static void
soften (SceneShading *shading,
        double        blur)
{
  double wide = hypot (shading->rim_width, blur);

  shading->cap_soft += 2 * blur;
  shading->split_soft += 2 * blur;
  shading->crescent_soft += 2 * blur;
  shading->shadow_width += blur;
  shading->rim *= shading->rim_width / wide;
  shading->rim_width = wide;
}

double
scene_shading_reach (const SceneShading *self)
{
  return MAX (2.5 * self->shadow_width, self->rim_at + 3 * self->rim_width);
}

/* 0 below −1, 1 above 1. */
static inline double
step (double x)
{
  x = CLAMP (0.5 + 0.5 * x, 0, 1);
  return x * x * (3 - 2 * x);
}

static double
cap_at (const SceneShading *self,
        double              towards,
        double              aside)
{
  double a = (towards - self->cap_at) / self->cap_length;
  double b = (aside - self->cap_aside) / self->cap_breadth;
  double q = self->cap_power == 2 ? sqrt (a * a + b * b)
                                  : pow (pow (fabs (a), self->cap_power) + pow (fabs (b), self->cap_power),
                                         1 / self->cap_power);
  double light;

  if (q > 2)
    return 0;
  q *= 1 + 0.3 * scene_noise (self->seed, 1.3 * a / MAX (q, 0.3), 1.3 * b / MAX (q, 0.3));
  light = 1.1 - 0.25 * q + 0.2 * scene_noise (self->seed, 1.5 * a + 9, 1.5 * b);

  return self->cap * light * step ((1 - q) / self->cap_soft);
}

static double
arc_at (const SceneShading *self,
        double              towards,
        double              aside)
{
  double a = towards - 0.4 * self->cap_at;
  double b = aside - 0.4 * self->cap_aside;
  double x = (hypot (a, b) - self->arc_at) / self->arc_width;
  double turn;

  x += 1.2 * scene_noise (self->seed, 2 * a + 60, 2 * b);
  turn = remainder (atan2 (b, a) - self->arc_angle, 2 * G_PI);

  if (fabs (x) > 4)
    return 0;
  return self->arc * exp (-0.5 * x * x) * step ((self->arc_span - fabs (turn)) / 0.6) *
         (0.75 + 0.6 * scene_noise (self->seed, 2.5 * a + 30, 2.5 * b));
}

double
scene_shading_at (const SceneShading *self,
                  double              towards,
                  double              aside,
                  double              outside,
                  double              inside)
{
  double far = sqrt (towards * towards + aside * aside);
  double cosine = towards / MAX (far, 0.5);
  double light = 0;

  if (self->cap != 0)
    light += cap_at (self, towards, aside);
  if (self->arc != 0)
    light += arc_at (self, towards, aside);
  if (self->split != 0)
    light += self->split * (2 * step ((towards - self->split_at) / self->split_soft) - 1);
  if (self->crescent != 0)
    {
      double x = hypot (towards - self->crescent_at, aside) - self->crescent_size;

      light += self->crescent * step (x / self->crescent_soft);
    }
  light *= inside;

  if (self->shadow != 0)
    {
      double x = MAX (outside, 0) / self->shadow_width;

      light += (1 - inside) * self->shadow * exp (-x * x) * (1 + self->shadow_tilt * cosine) / 2;
    }
  if (self->rim != 0)
    {
      double x = (outside - self->rim_at) / self->rim_width;

      light += self->rim * exp (-0.5 * x * x) * (1 + self->rim_tilt * cosine) / (1 + fabs (self->rim_tilt));
    }

  return light;
}

/* Root of the mean square over the disc and what lies close around it, about. */
static double
contrast_of (const SceneLookTable *look,
             const SceneShading   *shading)
{
  double sum = 0;
  int n = 0;

  for (int i = -6; i <= 6; i++)
    {
      for (int j = -6; j <= 6; j++)
        {
          double x = 0.2 * i;
          double y = 0.2 * j;
          double rho = hypot (x, y);
          double inside = rho < 1 ? 1 : 0;
          double edge = (11 * (rho - 1) - look->edge_at) / look->edge_width;
          double halo = (11 * (rho - 1) - look->halo_at) / look->halo_width;
          double light;

          if (rho > 1.25)
            continue;
          light = inside * (look->body - look->dome * rho * rho) + scene_shading_at (shading, x, y, rho - 1, inside) +
                  look->edge * exp (-0.5 * edge * edge) + look->halo * exp (-0.5 * halo * halo);
          sum += light * light;
          n++;
        }
    }

  return sqrt (sum / n);
}

static void
strengthen (SceneLookTable *look,
            SceneShading   *shading,
            double          factor)
{
  scene_look_strengthen (look, factor);
  shading->cap *= factor;
  shading->arc *= factor;
  shading->split *= factor;
  shading->crescent *= factor;
  shading->shadow *= factor;
  shading->rim *= factor;
}

SceneLookTable
scene_shading_draw (const SceneCell *cell,
                    guint64          seed,
                    SceneShading    *shading)
{
  SceneLookTable look;
  SceneRandom random;
  double contrast;

  scene_random_init (&random, seed, SCENE_STREAM_SHADING, cell->id);
  *shading = (SceneShading){ .seed = scene_random_next (&random), .cap_soft = 1, .cap_power = 2, .split_soft = 1,
                             .crescent_soft = 1, .rim_width = 0.1, .shadow_width = 0.1 };
  look = draw_shade (cell->shade, &random, shading);
  soften (shading, cell->blur / cell->radius);
  contrast = contrast_of (&look, shading);
  if (contrast < FAINTEST)
    strengthen (&look, shading, FAINTEST / MAX (contrast, 0.5));

  return look;
}
