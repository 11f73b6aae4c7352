/* scene-look.c: the gray levels that make a cell
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "scene-look.h"

#include <math.h>

/* Contrast below which nobody would see a cell, gray levels. */
#define FAINTEST 9.0
/* Blur above which thin lines are gone, radii. */
#define FOCUSED 0.1

#define LINES .shape = 1, .softness = 0.9, .edge_at = -0.3, .edge_width = 1.1, .halo_at = 2.2, .halo_width = 1.4
#define SPOT(at) .spot_at = at, .spot_size = 0.46, .grain_size = 3.2

/* By eye and by profile from the real frames. */
static const SceneLookTable looks[] = {
  [SCENE_BRIGHT] = { 12, 4, -15, -18, 16, -12, 122, 9, LINES, SPOT (0.2) },
  [SCENE_DARK] = { -26, -4, -17, 13, 6, 4, 0, 7, LINES, SPOT (0.2) },
  [SCENE_TWO_SIDED] = { -26, 4, -9, 9, 32, -26, 112, 10, LINES, SPOT (0.46) },
  [SCENE_RING] = { -5, 0, -24, 15, 6, -8, 0, 5, LINES, SPOT (0.2) },
};

static double
between (double a,
         double b,
         double share)
{
  return a + share * (b - a);
}

static SceneLookTable
blend (const SceneLookTable *a,
       const SceneLookTable *b,
       double                share)
{
  return (SceneLookTable){
    .body = between (a->body, b->body, share),
    .dome = between (a->dome, b->dome, share),
    .edge = between (a->edge, b->edge, share),
    .halo = between (a->halo, b->halo, share),
    .tilt = between (a->tilt, b->tilt, share),
    .halo_tilt = between (a->halo_tilt, b->halo_tilt, share),
    .spot = between (a->spot, b->spot, share),
    .grain = between (a->grain, b->grain, share),
    .spot_at = between (a->spot_at, b->spot_at, share),
    .shape = a->shape,
    .softness = a->softness,
    .edge_at = a->edge_at,
    .edge_width = a->edge_width,
    .halo_at = a->halo_at,
    .halo_width = a->halo_width,
    .spot_size = a->spot_size,
    .grain_size = a->grain_size,
  };
}

/* A pale disc of hardly any contrast with a thin rim, as most cells of the later real frames. */
static SceneLookTable
draw_flat_disc (SceneRandom *random)
{
  double rim = scene_random_range (random, 15, 30);
  double bright_rim = scene_random_range (random, 0, 1) < 0.5;

  return (SceneLookTable){
    .body = scene_random_range (random, -20, 6),
    .dome = scene_random_range (random, -3, 3),
    .edge = bright_rim ? rim : -rim,
    .halo = (bright_rim ? -1 : 1) * scene_random_range (random, 0, 14),
    .tilt = scene_random_range (random, 0, 8),
    .halo_tilt = scene_random_range (random, -8, 4),
    .grain = scene_random_range (random, 2, 7),
    .shape = 1,
    .softness = 0.9,
    .edge_at = scene_random_range (random, -0.6, 0.4),
    .edge_width = scene_random_range (random, 0.7, 1.2),
    .halo_at = scene_random_range (random, 1.9, 2.8),
    .halo_width = 1.4,
    SPOT (0.2),
  };
}

/* A bright blob without any rim, as in fluorescence. */
static SceneLookTable
draw_blob (SceneRandom *random)
{
  double body = scene_random_range (random, 12, 40);

  return (SceneLookTable){
    .body = body,
    .dome = scene_random_range (random, 0.5, 0.9) * body,
    .spot = scene_random_range (random, 15, 80),
    .grain = scene_random_range (random, 0, 9),
    .shape = 1,
    .softness = scene_random_range (random, 1.2, 2.4),
    .edge_at = -0.3,
    .edge_width = 1.1,
    .halo_at = 2.2,
    .halo_width = 1.4,
    .spot_at = scene_random_range (random, 0, 0.15),
    .spot_size = scene_random_range (random, 0.4, 0.6),
    .grain_size = scene_random_range (random, 2, 4),
  };
}

/* About 0, never far. */
static double
deviate (SceneRandom *random)
{
  return CLAMP (scene_random_gaussian (random), -2, 2);
}

static void
vary_levels (SceneLookTable *look,
             SceneRandom    *random,
             double          variety)
{
  look->body += variety * 7 * deviate (random);
  look->dome += variety * 3 * deviate (random);
  look->edge = look->edge * exp (0.35 * variety * deviate (random)) + variety * 4 * deviate (random);
  look->halo = look->halo * exp (0.35 * variety * deviate (random)) + variety * 3 * deviate (random);
  look->tilt *= exp (0.4 * variety * deviate (random));
  look->halo_tilt *= exp (0.4 * variety * deviate (random));
  look->spot *= exp (0.3 * variety * deviate (random));
  look->grain *= exp (0.4 * variety * deviate (random));
}

static void
vary_lengths (SceneLookTable *look,
              SceneRandom    *random,
              double          variety)
{
  look->shape *= exp (0.3 * variety * (0.7 + deviate (random)));
  look->softness *= exp (0.25 * variety * deviate (random));
  look->edge_at += 0.3 * variety * deviate (random);
  look->edge_width *= exp (0.25 * variety * deviate (random));
  look->halo_at += 0.4 * variety * deviate (random);
  look->halo_width *= exp (0.2 * variety * deviate (random));
  look->spot_at = CLAMP (look->spot_at + 0.1 * variety * deviate (random), 0, 0.55);
  look->spot_size *= exp (0.18 * variety * deviate (random));
  look->grain_size *= exp (0.25 * variety * deviate (random));
}

/* Of the square of a line's height, what is left of it over the disc: a line of standard deviation σ at radius 11
 * covers 2√π σ/11 of it. Blur makes it flatter and wider. */
static double
line_power (double height,
            double width,
            double blur)
{
  return height * height * width * width / hypot (width, blur) * 2 * sqrt (G_PI) / 11;
}

/* Root of the mean square over the disc, about. */
static double
contrast_of (const SceneLookTable *look,
             const SceneCell      *cell)
{
  double blur = 11 * cell->blur / cell->radius;
  double inside = look->body - 0.5 * look->dome;
  double lines = line_power (look->edge, look->edge_width, blur) + line_power (look->halo, look->halo_width, blur);
  double spot = look->spot * look->spot_size;

  return sqrt (inside * inside + look->tilt * look->tilt / 4 + spot * spot + lines);
}

void
scene_look_strengthen (SceneLookTable *look,
                       double          factor)
{
  look->body *= factor;
  look->dome *= factor;
  look->edge *= factor;
  look->halo *= factor;
  look->tilt *= factor;
  look->halo_tilt *= factor;
  look->spot *= factor;
}

SceneLookTable
scene_look_of (const SceneCell        *cell,
               const SceneDescription *description,
               guint64                 seed)
{
  SceneLookTable look = looks[cell->look];
  double variety = description->variety;
  SceneRandom random;
  double type, share, contrast;
  SceneLook other;

  if (variety <= 0)
    return look;

  scene_random_init (&random, seed, SCENE_STREAM_VARIETY, cell->id);
  type = scene_random_range (&random, 0, 1) / variety;
  share = scene_random_range (&random, 0, 1);
  other = (SceneLook) scene_random_range (&random, 0, G_N_ELEMENTS (looks));
  if (type < 0.25 && (cell->look == SCENE_DARK || cell->look == SCENE_RING) && cell->blur < FOCUSED * cell->radius)
    look = draw_flat_disc (&random);
  else if (type < 0.25 && cell->look == SCENE_BRIGHT)
    look = draw_blob (&random);
  else if (type < 0.65)
    look = blend (&look, &looks[other], 0.7 * share);
  vary_levels (&look, &random, variety);
  vary_lengths (&look, &random, variety);

  contrast = contrast_of (&look, cell);
  if (contrast < FAINTEST)
    scene_look_strengthen (&look, FAINTEST / MAX (contrast, 0.1));
  return look;
}
