/* scene-crawling.c: cells that do not follow the flow
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "scene-crawling.h"

#include <math.h>

/* Square of the angle by which a crawling cell turns in a second, on average. */
#define TURNING 0.15
/* Times a second that it turns back, that it rests, and that it goes on. */
#define TURNING_BACK 0.03
#define RESTING 0.1
#define GOING_ON 0.5

void
scene_crawling_draw (const SceneDescription *d,
                     guint64                 seed,
                     SceneCell              *cell)
{
  double x;

  if (cell->kind != SCENE_ROLLING)
    return;

  scene_random_init (&cell->own, seed, SCENE_STREAM_CRAWLING, cell->id);
  x = scene_random_range (&cell->own, 0, 1);
  cell->heading = scene_random_range (&cell->own, -G_PI, G_PI);
  if (x < d->crawling)
    {
      cell->manner = SCENE_CRAWLING;
      cell->speed = scene_random_lognormal (&cell->own, MAX (d->crawl_speed, 1e-9), 0.4 * MAX (d->crawl_speed, 1e-9));
    }
  else if (x < d->crawling + d->against)
    {
      cell->manner = SCENE_AGAINST_THE_FLOW;
      cell->heading = d->flow > 0 ? G_PI : 0;
    }
}

static gboolean
happens (SceneCell *cell,
         double     rate,
         double     seconds)
{
  return scene_random_range (&cell->own, 0, 1) < 1 - exp (-rate * seconds);
}

static void
change_heading (SceneCell *cell,
                double     dt)
{
  cell->heading += sqrt (TURNING * dt) * scene_random_gaussian (&cell->own);
  if (happens (cell, TURNING_BACK, dt))
    cell->heading += G_PI;
  cell->rests = cell->rests ? !happens (cell, GOING_ON, dt) : happens (cell, RESTING, dt);
}

static gboolean
in_the_way (const SceneCells *cells,
            const SceneCell  *cell,
            double            s,
            double            t)
{
  for (guint i = 0; i < cells->cells->len; i++)
    {
      const SceneCell *other = &g_array_index (cells->cells, SceneCell, i);
      double least = cells->description->gap * (cell->radius + other->radius);
      double now = hypot (cell->s - other->s, cell->t - other->t);
      double then = hypot (s - other->s, t - other->t);

      if (other->id != cell->id && !other->crosses && then < least && then < now)
        return TRUE;
    }

  return FALSE;
}

void
scene_crawling_step (const SceneCells *cells,
                     SceneCell        *cell)
{
  const SceneDescription *d = cells->description;
  double dt = 1 / d->frame_rate;
  double room = MAX (cells->vessel->half_width - 1.02 * cell->radius, 0);
  double way, s, t;

  cell->moved = 0;
  if (cell->manner == SCENE_CRAWLING)
    change_heading (cell, dt);
  if (cell->rests)
    return;

  way = cell->speed * dt;
  s = cell->s + way * cos (cell->heading);
  t = cell->t + way * sin (cell->heading);
  if (fabs (t) > room) /* along the wall */
    {
      t = CLAMP (t, -room, room);
      cell->heading = cos (cell->heading) < 0 ? G_PI : 0;
    }
  if (!cell->crosses && in_the_way (cells, cell, s, t))
    {
      if (cell->manner == SCENE_CRAWLING)
        cell->heading += scene_random_range (&cell->own, 0.5, 1.5) * G_PI;
      return;
    }
  cell->moved = s - cell->s;
  cell->s = s;
  cell->t = cell->base_t = t;
  /* A drawn out cell points where it goes. */
  if (cell->manner == SCENE_CRAWLING)
    cell->axis_angle += 0.2 * sin (cell->heading + d->vessel_angle * G_PI / 180 - cell->axis_angle);
}
