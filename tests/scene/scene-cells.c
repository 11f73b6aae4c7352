/* scene-cells.c: the cells of a scene and how they move
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "scene-cells.h"

#include <math.h>

#include "scene-crawling.h"

/* Time over which a cell's speed forgets what it was, s. */
#define SPEED_MEMORY 0.4
/* Share of the remaining way by which the shape follows its target each frame at 30 frames/s. */
#define SHAPE_RATE 0.12

static SceneLook
draw_look (const SceneDescription *d,
           SceneRandom            *random)
{
  double x = scene_random_range (random, 0, d->bright + d->dark + d->two_sided + d->ring);

  if (x < d->bright)
    return SCENE_BRIGHT;
  if (x < d->bright + d->dark)
    return SCENE_DARK;
  if (x < d->bright + d->dark + d->two_sided)
    return SCENE_TWO_SIDED;

  return SCENE_RING;
}

/* Far from the focus a cell is a lens: it looks bright or dark all over. Of a clear cell the thin rim is all that
 * shows, and nobody would see it there: it stays in focus. */
static void
put_out_of_focus (SceneCell              *cell,
                  const SceneDescription *d)
{
  double depth = scene_random_range (&cell->random, 0, 1);

  if (cell->look == SCENE_RING)
    return;
  if (cell->look == SCENE_TWO_SIDED)
    cell->look = scene_random_range (&cell->random, 0, 1) < 0.6 ? SCENE_BRIGHT : SCENE_DARK;
  cell->blur = (cell->look == SCENE_BRIGHT ? 0.2 + 0.2 * depth : 0.13 + 0.12 * depth) * d->radius_mean;
  cell->gain = MAX (cell->gain, 0.85) * (cell->look == SCENE_BRIGHT ? 0.85 : 1);
}

/* Cells roll on the whole inner wall; seen from above, a uniform angle around the vessel crowds them at both sides. */
static double
draw_across (const SceneCells *self,
             SceneCell        *cell)
{
  double room = self->vessel->half_width - 1.02 * cell->radius - self->description->wobble;
  double angle = scene_random_range (&cell->random, -G_PI / 2, G_PI / 2);

  room = MAX (room, 0);
  switch (cell->kind)
    {
    case SCENE_ADHERENT:
      return room * (angle < 0 ? -1 : 1) * scene_random_range (&cell->random, 0.9, 1);
    case SCENE_FREE:
      return room * scene_random_range (&cell->random, -0.7, 0.7);
    case SCENE_ROLLING:
    default:
      return room * sin (angle);
    }
}

static SceneShade
draw_shade (const SceneDescription *d,
            SceneRandom            *random)
{
  const double shares[] = { d->capped, d->split, d->crescent, d->soft, d->phase, d->rimmed, d->glowing };
  double x = scene_random_range (random, 0, 1);

  for (gsize i = 0; i < G_N_ELEMENTS (shares); i++)
    {
      if (x < shares[i])
        return (SceneShade) (SCENE_SHADE_CAP + i);
      x -= shares[i];
    }

  return SCENE_SHADE_NONE;
}

/* What departs from the discs of one size and light. */
static void
vary_cell (const SceneCells *self,
           SceneCell        *cell)
{
  const SceneDescription *d = self->description;
  double range = log (d->size_range);
  SceneRandom random;

  scene_random_init (&random, self->seed, SCENE_STREAM_SHAPES, cell->id);
  cell->shade = draw_shade (d, &random);
  if (cell->shade != SCENE_SHADE_NONE)
    {
      double turn = scene_random_range (&random, -1, 1) * d->light_spread;

      cell->bright_side = (d->lighting_angle + turn) * G_PI / 180;
    }
  if (d->size_range > 1)
    cell->radius = d->radius_mean * exp (scene_random_range (&random, -range, range));
  cell->axis_ratio = scene_random_range (&random, 1, d->elongation);
  cell->axis_angle = scene_random_range (&random, -G_PI / 2, G_PI / 2);
  for (gsize i = 0; i < G_N_ELEMENTS (cell->bumps); i++)
    cell->bumps[i] *= i < 2 ? (1 + d->irregularity) / 2 : d->irregularity; /* corners rather than waists */
}

static void
draw_cell (SceneCells *self,
           SceneCell  *cell,
           SceneKind   kind)
{
  const SceneDescription *d = self->description;
  SceneRandom *random = &cell->random;

  *cell = (SceneCell){ .id = self->next_id++, .kind = kind, .stretch = 1 };
  scene_random_init (random, self->seed, SCENE_STREAM_CELLS, cell->id);

  cell->look = draw_look (d, random);
  cell->radius = d->radius_mean + d->radius_sd * scene_random_gaussian (random);
  cell->radius = CLAMP (cell->radius, 0.65 * d->radius_mean, 1.5 * d->radius_mean);
  cell->bright_side = d->lighting_angle * G_PI / 180 + 0.6 * scene_random_gaussian (random);
  cell->blur = scene_random_range (random, 0, 0.05) * d->radius_mean;
  cell->gain = CLAMP (1 + 0.25 * scene_random_gaussian (random), 0.75, 1.5);
  if (cell->look == SCENE_BRIGHT) /* what is bright all over lies above or below the focus */
    cell->blur += scene_random_range (random, 0.04, 0.16) * d->radius_mean;
  if (scene_random_range (random, 0, 1) < d->blurred)
    put_out_of_focus (cell, d);
  for (gsize i = 0; i < G_N_ELEMENTS (cell->bumps); i++)
    cell->bumps[i] = (i < 2 ? 0.03 : 0.014) * CLAMP (scene_random_gaussian (random), -2, 2);
  cell->spot_length = scene_random_range (random, 0.9, 1.7);
  cell->crosses = scene_random_range (random, 0, 1) < d->crossing;
  cell->stretch_angle = scene_random_range (random, -0.5, 0.5);
  cell->wobble_phase = scene_random_range (random, 0, 2 * G_PI);
  cell->wobble_period = scene_random_range (random, 1, 3);
  cell->log_speed = scene_random_gaussian (random);
  vary_cell (self, cell);

  if (kind == SCENE_FREE)
    {
      cell->speed = scene_random_lognormal (random, MAX (d->free_speed, 1e-9), d->free_sd);
      cell->crosses = TRUE;
    }
  else if (kind == SCENE_ROLLING)
    {
      cell->speed = scene_random_lognormal (random, MAX (d->rolling_speed, 1e-9), d->rolling_sd);
    }
  cell->base_t = draw_across (self, cell);
  cell->t = cell->base_t;
  scene_crawling_draw (d, self->seed, cell);
}

/* Whether a cell may appear where it is. Those that cross others later start apart like all, else they would be
 * piles. */
static gboolean
has_room (const SceneCells *self,
          const SceneCell  *cell)
{
  if (cell->kind == SCENE_FREE)
    return TRUE;

  for (guint i = 0; i < self->cells->len; i++)
    {
      const SceneCell *other = &g_array_index (self->cells, SceneCell, i);
      double least = self->description->gap * (cell->radius + other->radius);

      if (other->id != cell->id && other->kind != SCENE_FREE && hypot (cell->s - other->s, cell->t - other->t) < least)
        return FALSE;
    }

  return TRUE;
}

/* Puts the cell beside one that is there, at a random side, and gives it the same speed. */
static gboolean
place_in_touch (SceneCells *self,
                SceneCell  *cell)
{
  const SceneCell *other;
  double room = self->vessel->half_width - cell->radius;
  double s = cell->s;

  if (self->cells->len == 0)
    return FALSE;

  other = &g_array_index (self->cells, SceneCell, self->cells->len - 1);
  if (other->kind != cell->kind)
    return FALSE;

  for (int attempt = 0; attempt < 40; attempt++)
    {
      double angle = scene_random_range (&cell->random, 0, 2 * G_PI);
      double distance = 1.001 * self->description->gap * (cell->radius + other->radius);

      cell->s = other->s + distance * cos (angle);
      cell->base_t = cell->t = other->base_t + distance * sin (angle);
      if (fabs (cell->base_t) <= room && has_room (self, cell))
        {
          cell->speed = other->speed * scene_random_range (&cell->random, 0.95, 1.05);
          return TRUE;
        }
    }
  cell->s = s;

  return FALSE;
}

/* A place anywhere in the vessel; after many tries the last one, so that a crowded scene comes to be nevertheless. */
static void
place_anywhere (SceneCells *self,
                SceneCell  *cell)
{
  if (scene_random_range (&cell->random, 0, 1) < self->description->touching && place_in_touch (self, cell))
    return;

  for (int attempt = 0; attempt < 200; attempt++)
    {
      cell->s = scene_random_range (&cell->random, self->vessel->first - self->margin,
                                    self->vessel->last + self->margin);
      cell->base_t = cell->t = draw_across (self, cell);
      if (has_room (self, cell))
        return;
    }
}

/* Upstream of the frame, one after the other. */
static void
place_at_entrance (SceneCells *self,
                   SceneCell  *cell)
{
  double flow = self->description->flow;
  double start = flow > 0 ? self->vessel->first - self->margin : self->vessel->last + self->margin;
  double back = 0;

  for (int attempt = 0; attempt < 200; attempt++)
    {
      cell->s = start - flow * back;
      cell->base_t = cell->t = draw_across (self, cell);
      if (has_room (self, cell))
        return;
      back += 0.1 * cell->radius;
    }
}

static void
add_cell (SceneCells *self,
          SceneKind   kind)
{
  SceneCell cell;

  draw_cell (self, &cell, kind);
  place_anywhere (self, &cell);
  g_array_append_val (self->cells, cell);
}

void
scene_cells_init (SceneCells             *self,
                  const SceneDescription *description,
                  const SceneVessel      *vessel,
                  guint64                 seed)
{
  double shown = vessel->last - vessel->first;
  double share;
  int adherent, rolling, free_cells;

  *self = (SceneCells){ description, vessel, seed, g_array_new (FALSE, FALSE, sizeof (SceneCell)), 1,
                        3 * description->radius_mean + scene_vessel_drift (description), -1 };
  share = shown > 0 ? (shown + 2 * self->margin) / shown : 1;
  adherent = (int) lround (description->cells * description->adherent * share);
  rolling = (int) lround (description->cells * share) - adherent;
  free_cells = (int) lround (description->free_cells * share);

  for (int i = 0; i < adherent; i++)
    add_cell (self, SCENE_ADHERENT);
  for (int i = 0; i < rolling; i++)
    add_cell (self, SCENE_ROLLING);
  for (int i = 0; i < free_cells; i++)
    add_cell (self, SCENE_FREE);
}

/* px/s in this frame: a log-normal wandering about the cell's own speed, and stops. */
static double
speed_now (const SceneDescription *d,
           SceneCell              *cell)
{
  double dt = 1 / d->frame_rate;
  double memory = exp (-dt / SPEED_MEMORY);
  double variance = log1p (d->speed_jitter * d->speed_jitter);

  if (cell->kind == SCENE_ADHERENT)
    return 0;
  if (cell->kind == SCENE_FREE)
    return cell->speed;

  cell->log_speed = memory * cell->log_speed + sqrt (1 - memory * memory) * scene_random_gaussian (&cell->random);
  if (cell->stopped_for > 0)
    {
      cell->stopped_for -= dt;
      return 0;
    }
  if (d->stop_rate > 0 && scene_random_range (&cell->random, 0, 1) < 1 - exp (-d->stop_rate * dt))
    {
      cell->stopped_for = -d->stop_duration * log (scene_random_range (&cell->random, 0x1p-53, 1));
      return 0;
    }

  return cell->speed * exp (sqrt (variance) * cell->log_speed - variance / 2);
}

/* How far the cell may go along the flow before it would come nearer to another than the gap allows. */
static double
way_ahead (const SceneCells *self,
           const SceneCell  *cell,
           double            wanted,
           const SceneCell **in_the_way)
{
  double flow = self->description->flow;

  *in_the_way = NULL;
  if (cell->crosses || wanted < 0)
    return wanted;

  for (guint i = 0; i < self->cells->len; i++)
    {
      const SceneCell *other = &g_array_index (self->cells, SceneCell, i);
      double least = self->description->gap * (cell->radius + other->radius);
      double ahead = flow * (other->s - cell->s);
      double beside = fabs (other->t - cell->t);
      double room;

      if (other->id == cell->id || other->crosses || ahead <= 0 || beside >= least)
        continue;
      room = MAX (ahead - sqrt (least * least - beside * beside), 0);
      if (room < wanted)
        {
          wanted = room;
          *in_the_way = other;
        }
    }

  return wanted;
}

/* A cell that is held up squeezes past slowly, to the side at which the obstacle leaves more room. */
static void
evade (SceneCells      *self,
       SceneCell       *cell,
       const SceneCell *obstacle,
       double           held_up)
{
  double limit = self->vessel->half_width - 0.98 * cell->radius - self->description->wobble;
  double side = cell->t >= obstacle->t ? 1 : -1;
  double before = cell->t;
  double base = cell->base_t;

  if (fabs (cell->t - obstacle->t) < 0.2 * cell->radius)
    side = obstacle->t > 0 ? -1 : 1;
  cell->base_t = CLAMP (cell->base_t + side * 0.25 * held_up, -MAX (limit, 0), MAX (limit, 0));
  cell->t += cell->base_t - base;
  for (guint i = 0; i < self->cells->len; i++)
    {
      const SceneCell *other = &g_array_index (self->cells, SceneCell, i);
      double least = self->description->gap * (cell->radius + other->radius);

      if (other->id == cell->id || other->crosses)
        continue;
      if (hypot (cell->s - other->s, cell->t - other->t) < least &&
          fabs (cell->t - other->t) < fabs (before - other->t))
        {
          cell->t = before;
          cell->base_t = base;
          return;
        }
    }
}

static void
change_shape (const SceneCells *self,
              SceneCell        *cell,
              const SceneCell  *obstacle)
{
  const SceneDescription *d = self->description;
  double rate = 1 - pow (1 - SHAPE_RATE, 30 / d->frame_rate);
  double target = 1 + d->squeeze * (obstacle != NULL ? 2 : 0.6 + 0.4 * sin (cell->wobble_phase));
  double angle = 0;

  /* Pressed against another, a cell is drawn out across the line between the two. */
  if (obstacle != NULL)
    angle = atan2 (obstacle->t - cell->t, obstacle->s - cell->s) + G_PI / 2;
  cell->stretch += rate * (target - cell->stretch);
  cell->stretch_angle += rate * sin (2 * (angle - cell->stretch_angle)) / 2;
}

static void
move_cell (SceneCells *self,
           SceneCell  *cell)
{
  const SceneDescription *d = self->description;
  const SceneCell *obstacle;
  double wanted, step;

  if (cell->manner != SCENE_WITH_THE_FLOW)
    {
      scene_crawling_step (self, cell);
      return;
    }

  wanted = speed_now (d, cell) * scene_vessel_pulse (d, self->frame / d->frame_rate) / d->frame_rate;
  step = way_ahead (self, cell, wanted, &obstacle);
  cell->moved = d->flow * step;
  cell->s += cell->moved;
  cell->in_touch = obstacle != NULL;
  if (obstacle != NULL && cell->kind == SCENE_ROLLING)
    evade (self, cell, obstacle, wanted - step);

  /* Wobbling comes from rolling: it goes with the way, not with the time. */
  if (cell->kind == SCENE_ROLLING)
    {
      double way_of_one_turn = 2 * G_PI * cell->radius * cell->wobble_period;

      cell->wobble_phase += 2 * G_PI * step / way_of_one_turn;
      cell->t = cell->base_t + d->wobble * sin (cell->wobble_phase);
    }
  change_shape (self, cell, obstacle);
}

static gboolean
has_left (const SceneCells *self,
          const SceneCell  *cell)
{
  gboolean below = cell->s < self->vessel->first - self->margin;
  gboolean above = cell->s > self->vessel->last + self->margin;

  if (cell->manner != SCENE_WITH_THE_FLOW)
    return below || above;

  return self->description->flow > 0 ? above : below;
}

static void
replace_cell (SceneCells *self,
              SceneCell  *cell)
{
  SceneKind kind = cell->kind;
  double beyond = fabs (cell->s - (self->description->flow > 0 ? self->vessel->last : self->vessel->first));

  draw_cell (self, cell, kind);
  place_at_entrance (self, cell);
  /* What it overshot at the exit it has come already: else all free cells would enter at the same place. */
  if (kind == SCENE_FREE)
    cell->s += self->description->flow * (beyond - self->margin);
  /* What goes against the flow comes in where that leaves. */
  if (cell->manner != SCENE_WITH_THE_FLOW && self->description->flow * cos (cell->heading) < 0)
    cell->s = CLAMP (self->vessel->first + self->vessel->last - cell->s, self->vessel->first - self->margin,
                     self->vessel->last + self->margin);
}

void
scene_cells_step (SceneCells *self)
{
  self->frame++;
  for (guint i = 0; i < self->cells->len; i++)
    move_cell (self, &g_array_index (self->cells, SceneCell, i));

  for (guint i = 0; i < self->cells->len; i++)
    {
      SceneCell *cell = &g_array_index (self->cells, SceneCell, i);

      if (has_left (self, cell))
        replace_cell (self, cell);
    }
}

void
scene_cells_clear (SceneCells *self)
{
  g_clear_pointer (&self->cells, g_array_unref);
}
