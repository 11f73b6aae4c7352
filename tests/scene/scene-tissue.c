/* scene-tissue.c: what stands still: tissue, fibres, walls
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "scene-tissue.h"

#include <math.h>

#include "scene-fluorescence.h"
#include "scene-random.h"

/* Mean gray levels of the real frames. */
#define TISSUE_LEVEL 128.0
#define LUMEN_LEVEL 86.0
/* How much of the fibres behind the vessel shows through it. */
#define THROUGH_LUMEN 0.65

#define N_FIBRES 15
#define N_STRANDS 9
#define N_SPECKS 14
#define N_BULGES 3

/* A muscle fibre out of focus that runs obliquely across the frame: a soft bright or dark band. */
typedef struct {
  ScenePoint point, normal;
  double     sigma, gain, bend;
  guint64    seed;
} Fibre;

/* A thin fibre along the vessel. */
typedef struct {
  double  t, slope, sigma, gain;
  guint64 seed;
} Strand;

/* A speck in the tissue, or the nucleus of a wall cell that bulges into the lumen. */
typedef struct {
  ScenePoint at;
  double     radius, gain;
} Speck;

typedef struct {
  const SceneDescription *description;
  const SceneVessel      *vessel;
  double                  scale; /* px per px of the scene's original size */
  guint64                 seeds[12];
  Fibre                   fibres[N_FIBRES];
  Strand                  strands[N_STRANDS];
  Speck                   specks[N_SPECKS];
  Speck                   bulges[N_BULGES];
} Painter;

static inline double
bell (double d,
      double sigma)
{
  double x = d / sigma;

  return fabs (x) > 4 ? 0 : exp (-0.5 * x * x);
}

static inline double
smooth_step (double x)
{
  x = CLAMP (x, 0, 1);
  return x * x * (3 - 2 * x);
}

static void
painter_draw_fibres (Painter     *p,
                     SceneRandom *random)
{
  double reach = hypot (p->description->width, p->description->height) / 2;
  double tilt = scene_random_range (random, 0.2, 0.45); /* of all fibres against the line across the vessel */

  for (int i = 0; i < N_FIBRES; i++)
    {
      double angle = p->description->vessel_angle * G_PI / 180 + tilt + 0.09 * scene_random_gaussian (random);
      double at = ((i + scene_random_range (random, 0.1, 0.9)) / N_FIBRES * 2 - 1) * reach;
      Fibre *fibre = &p->fibres[i];

      fibre->normal = (ScenePoint){ cos (angle), sin (angle) };
      fibre->point.x = p->description->width / 2.0 + at * fibre->normal.x;
      fibre->point.y = p->description->height / 2.0 + at * fibre->normal.y;
      fibre->sigma = p->scale * scene_random_range (random, 3.5, 11);
      fibre->gain = scene_random_range (random, 0, 1) < 0.7 ? scene_random_range (random, 25, 95)
                                                            : -scene_random_range (random, 15, 50);
      fibre->bend = scene_random_gaussian (random) * 1.2e-4 / p->scale;
      fibre->seed = scene_random_next (random);
    }
}

static void
painter_draw_details (Painter     *p,
                      SceneRandom *random)
{
  const SceneVessel *vessel = p->vessel;

  for (int i = 0; i < N_STRANDS; i++)
    {
      double side = i % 3 == 0 ? -1 : 1;

      p->strands[i].t = side * (vessel->half_width + p->scale * scene_random_range (random, 12, 130));
      p->strands[i].slope = 0.05 * scene_random_gaussian (random);
      p->strands[i].sigma = p->scale * scene_random_range (random, 0.9, 3.2);
      p->strands[i].gain = scene_random_range (random, 12, 44) * (scene_random_range (random, 0, 1) < 0.55 ? -1 : 1);
      p->strands[i].seed = scene_random_next (random);
    }
  for (int i = 0; i < N_SPECKS; i++)
    {
      p->specks[i].at.x = scene_random_range (random, 0, p->description->width);
      p->specks[i].at.y = scene_random_range (random, 0, p->description->height);
      p->specks[i].radius = p->scale * scene_random_range (random, 2, 4.5);
      p->specks[i].gain = -scene_random_range (random, 12, 38);
    }
  for (int i = 0; i < N_BULGES; i++)
    {
      double side = scene_random_range (random, 0, 1) < 0.5 ? -1 : 1;

      p->bulges[i].at.x = scene_random_range (random, vessel->first, vessel->last);
      p->bulges[i].at.y = side * (vessel->half_width - 3 * p->scale);
      p->bulges[i].radius = p->scale * scene_random_range (random, 7, 10);
      p->bulges[i].gain = scene_random_range (random, 14, 30);
    }
}

static double
paint_fibres (const Painter *p,
              double         x,
              double         y)
{
  double light = 0;

  for (int i = 0; i < N_FIBRES; i++)
    {
      const Fibre *fibre = &p->fibres[i];
      double dx = x - fibre->point.x;
      double dy = y - fibre->point.y;
      double run = dy * fibre->normal.x - dx * fibre->normal.y;
      double d = dx * fibre->normal.x + dy * fibre->normal.y + fibre->bend * run * run;
      double weight = bell (d, fibre->sigma);
      double strength;

      if (weight < 1e-3)
        continue;
      strength = 0.45 + 0.75 * scene_noise (fibre->seed, run / (95 * p->scale), 0.5) +
                 0.3 * scene_noise (fibre->seed, run / (25 * p->scale), d / (6 * p->scale));
      /* Sarcomeres: fine bars across the fibre, where it is near the focus. */
      strength += 0.05 * p->description->striation * sin (2 * G_PI * run / (6.5 * p->scale)) *
                  MAX (scene_noise (fibre->seed, run / (60 * p->scale), 3.5), 0);
      light += fibre->gain * MAX (strength, 0) * weight;
    }

  return light;
}

/* The muscle that accompanies the vessel: a dark band of wavy lines, above and, fainter, below. */
static double
paint_muscle (const Painter *p,
              double         s,
              double         t)
{
  double u = p->scale;
  double above = -(t + p->vessel->half_width) / u;
  double below = (t - p->vessel->half_width) / u;
  double waved = t + u * (6 * scene_noise (p->seeds[0], s / (100 * u), 0.5) +
                          3.5 * scene_noise (p->seeds[0], s / (26 * u), t / (22 * u) + 40));
  double rim = 8 * scene_noise (p->seeds[0], s / (120 * u), 20.5);
  double band = smooth_step ((above + rim - 40) / 14) * smooth_step ((100 - above + rim) / 16);
  double light = 0;

  if (band > 0)
    {
      double fine = scene_noise (p->seeds[1], s / (34 * u), waved / (3.1 * u)) +
                    0.7 * scene_noise (p->seeds[2], (s + waved) / (12 * u), waved / (4.3 * u)) +
                    0.5 * scene_noise (p->seeds[2], (s - 2 * waved) / (25 * u), waved / (9 * u) + 60);

      light += band * (-24 + p->description->striation * 36 * fine);
    }

  band = smooth_step ((below - 8) / 15) * smooth_step ((110 - below) / 20);
  if (band > 0)
    light += band * p->description->striation * 14 * scene_noise (p->seeds[3], s / (90 * u), waved / (4 * u));

  return light;
}

static double
paint_strands (const Painter *p,
               double         s,
               double         t)
{
  double light = 0;

  for (int i = 0; i < N_STRANDS; i++)
    {
      const Strand *strand = &p->strands[i];
      double wave = 3 * p->scale * scene_noise (strand->seed, s / (120 * p->scale), 0.5);
      double weight = bell (t - strand->t - strand->slope * s - wave, strand->sigma);

      if (weight > 1e-3)
        light += weight * strand->gain * (0.5 + scene_noise (strand->seed, s / (70 * p->scale), 4.5));
    }

  return light;
}

static double
paint_specks (const Painter *p,
              double         x,
              double         y)
{
  double light = 0;

  for (int i = 0; i < N_SPECKS; i++)
    {
      double d = hypot (x - p->specks[i].at.x, y - p->specks[i].at.y) / p->specks[i].radius;

      if (d < 3)
        light += p->specks[i].gain * (exp (-d * d) - 0.6 * exp (-4 * (d - 1.5) * (d - 1.5)));
    }

  return light;
}

static double
paint_tissue (const Painter *p,
              double         x,
              double         y,
              double         s,
              double         t)
{
  double u = p->scale;
  double warp = 25 * u * scene_noise (p->seeds[4], x / (80 * u) + 50, y / (80 * u));
  double light = 20 * scene_noise (p->seeds[4], x / (120 * u), y / (120 * u)) +
                 15 * scene_noise (p->seeds[5], (x + 0.4 * y + warp) / (26 * u), (y + warp) / (52 * u)) +
                 4.5 * scene_noise (p->seeds[6], x / (9 * u), y / (9 * u)) +
                 2.5 * scene_noise (p->seeds[7], x / (3.5 * u), y / (3.5 * u));

  return light + paint_fibres (p, x, y) + paint_muscle (p, s, t) + paint_strands (p, s, t) + paint_specks (p, x, y);
}

/* Slow bands along the vessel, of cells that crowd in lanes, and the nuclei of the wall. */
static double
paint_lumen (const Painter *p,
             double         s,
             double         t)
{
  double u = p->scale;
  double edge = t / p->vessel->half_width;
  double swung = t + 6 * u * scene_noise (p->seeds[8], s / (80 * u), t / (60 * u) + 30);
  double light = 15 * scene_noise (p->seeds[8], s / (150 * u), swung / (17 * u)) +
                 11 * scene_noise (p->seeds[9], s / (40 * u), swung / (8 * u)) + 12 * edge * edge;

  for (int i = 0; i < N_BULGES; i++)
    {
      const Speck *bulge = &p->bulges[i];
      double ds = (s - bulge->at.x) / (2.2 * bulge->radius);
      double dt = (t - bulge->at.y) / bulge->radius;
      double d = sqrt (ds * ds + dt * dt);

      if (d < 2)
        light += p->description->wall_contrast *
                 (bulge->gain * smooth_step ((1.1 - d) / 0.3) - 24 * bell ((d - 1.1) * bulge->radius, 1.6 * u));
    }

  return light;
}

/* The wall is not straight: it swings slowly and has small kinks. */
static double
wall_wave (const Painter *p,
           int            side,
           double         s)
{
  double u = p->scale;

  return u * (3.4 * scene_noise (p->seeds[11], s / (90 * u), 10.5 * side) +
              1.3 * scene_noise (p->seeds[11], s / (28 * u), 20.5 * side) +
              0.4 * scene_noise (p->seeds[11], s / (9 * u), 30.5 * side));
}

/* A bright and a dark line side by side, each now thicker, now thinner; which of them lies inside changes along the
 * vessel with the focus. */
static double
paint_wall (const Painter *p,
            int            side,
            double         s,
            double         outside)
{
  double u = p->scale;
  double row = 10.5 * side;
  double bright = 0.7 + 0.6 * scene_noise (p->seeds[10], s / (60 * u), row);
  double dark = 0.55 + 0.8 * scene_noise (p->seeds[10], s / (45 * u), row + 3);
  double focus = smooth_step (0.6 + 0.9 * scene_noise (p->seeds[10], s / (130 * u), row + 5));
  double thick = 1.9 + 0.8 * scene_noise (p->seeds[10], s / (35 * u), row + 7);
  double d = outside - wall_wave (p, side, s);
  double light = 95 * MAX (bright, 0.1) * bell (d - 0.5 * u, thick * u);

  light -= 75 * MAX (dark, 0) * focus * bell (d - 4.2 * u, 1.5 * u) + 20 * bell (d - 5 * u, 3 * u);
  light -= 75 * MAX (dark, 0) * (1 - focus) * bell (d + 3.6 * u, 1.5 * u) + 20 * bell (d + 5 * u, 3 * u);
  light += 26 * focus * bell (d - 9 * u, 2.6 * u) + 14 * (1 - focus) * bell (d + 8 * u, 2.4 * u);

  return p->description->wall_contrast * light;
}

static double
painter_light (const Painter *p,
               double         x,
               double         y)
{
  double s, t, outside, inside, tissue, lumen;
  int side;

  outside = scene_vessel_outside (p->vessel, x, y, &s, &t);
  side = t < 0 ? -1 : 1;
  inside = smooth_step (0.5 - (outside - wall_wave (p, side, s)) / (5 * p->scale));
  tissue = p->description->tissue_contrast * paint_tissue (p, x, y, s, t);
  if (inside == 0)
    return TISSUE_LEVEL + tissue + (outside < 16 * p->scale ? paint_wall (p, side, s, outside) : 0);

  lumen = THROUGH_LUMEN * paint_fibres (p, x, y) + paint_lumen (p, s, t);
  lumen = LUMEN_LEVEL + p->description->tissue_contrast * lumen;
  return inside * lumen + (1 - inside) * (TISSUE_LEVEL + tissue) +
         (outside > -16 * p->scale ? paint_wall (p, side, s, outside) : 0);
}

void
scene_tissue_init (SceneTissue            *self,
                   const SceneDescription *description,
                   const SceneVessel      *vessel,
                   guint64                 seed)
{
  Painter p = { .description = description, .vessel = vessel, .scale = description->scale };
  SceneRandom random;
  guint64 glow;

  scene_random_init (&random, seed, SCENE_STREAM_TISSUE, 0);
  for (gsize i = 0; i < G_N_ELEMENTS (p.seeds); i++)
    p.seeds[i] = scene_random_next (&random);
  painter_draw_fibres (&p, &random);
  painter_draw_details (&p, &random);

  self->margin = (int) ceil (scene_vessel_reach (description)) + 2;
  self->width = description->width + 2 * self->margin;
  self->height = description->height + 2 * self->margin;
  self->light = g_new (float, (gsize) self->width * self->height);
  scene_random_init (&random, seed, SCENE_STREAM_GROUND, 0);
  glow = scene_random_next (&random);
  for (int y = 0; y < self->height; y++)
    {
      for (int x = 0; x < self->width; x++)
        {
          float *light = self->light + (gsize) y * self->width + x;

          if (description->ground > 0)
            *light = scene_fluorescence_ground (description, vessel, glow, x - self->margin, y - self->margin);
          else
            *light = painter_light (&p, x - self->margin, y - self->margin);
        }
    }
}

/* Bilinear: the tissue is smooth enough. The displacement is the same for all pixels, and so are the weights. */
void
scene_tissue_paint (const SceneTissue      *self,
                    const SceneDescription *description,
                    ScenePoint              shift,
                    float                  *image)
{
  double left = CLAMP (self->margin - shift.x, 0, self->width - description->width - 1.001);
  double top = CLAMP (self->margin - shift.y, 0, self->height - description->height - 1.001);
  int i = (int) left;
  int j = (int) top;
  float fx = left - i;
  float fy = top - j;

  for (int y = 0; y < description->height; y++)
    {
      const float *a = self->light + (gsize) (y + j) * self->width + i;
      const float *b = a + self->width;
      float *out = image + (gsize) y * description->width;

      for (int x = 0; x < description->width; x++)
        {
          float upper = a[x] + fx * (a[x + 1] - a[x]);
          float lower = b[x] + fx * (b[x + 1] - b[x]);

          out[x] += upper + fy * (lower - upper);
        }
    }
}

void
scene_tissue_clear (SceneTissue *self)
{
  g_clear_pointer (&self->light, g_free);
}
