/* scene-red-cells.c: single red cells that stream around the leukocytes
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "scene-red-cells.h"

#include <math.h>

/* px² of the lumen for one of them. */
#define AREA_OF_A_DISC 55.0
/* Softness of their borders, px. */
#define SOFTNESS 0.8
/* Radii of a leukocyte within which it pushes them aside. */
#define PUSHES 3.0

typedef struct {
  double  s, t; /* at time 0 */
  double  radius, gain; /* radius: of half its breadth */
  guint64 seed;
} RedCell;

/* Gaps go with the red cells between which they are. */
static gboolean
in_a_gap (const SceneDescription *description,
          guint64                 seed,
          double                  s,
          double                  t)
{
  double unit = description->scale;
  SceneRandom random;

  if (description->plasma_gaps == 0)
    return FALSE;

  s += 12 * unit * (1 + scene_noise (seed, 3 * t, s / (25 * unit)));
  scene_random_init (&random, seed, SCENE_STREAM_GAPS, (guint64) (s / (25 * unit)));
  return scene_random_range (&random, 0, 1) < description->plasma_gaps;
}

void
scene_red_cells_init (SceneRedCells          *self,
                      const SceneDescription *description,
                      const SceneVessel      *vessel,
                      guint64                 seed)
{
  double spare = scene_vessel_reach (description) + 10 * description->scale;
  double unit = description->scale;
  SceneRandom random;
  double area;
  int n;

  *self = (SceneRedCells){ description, vessel, vessel->first - spare, vessel->last - vessel->first + 2 * spare,
                           g_array_new (FALSE, FALSE, sizeof (RedCell)) };
  if (description->red_cells == 0)
    return;

  scene_random_init (&random, seed, SCENE_STREAM_RED_CELLS, 0);
  area = AREA_OF_A_DISC * unit * unit * description->red_cell_size * description->red_cell_size *
         description->red_cell_length;
  n = (int) (description->red_cell_density * self->length * 2 * vessel->half_width / area);
  for (int i = 0; i < n; i++)
    {
      RedCell disc;

      disc.s = scene_random_range (&random, 0, self->length);
      disc.t = scene_random_range (&random, -1, 1);
      disc.radius = unit * description->red_cell_size * scene_random_range (&random, 2, 3);
      disc.gain = scene_random_range (&random, 0.5, 1);
      disc.seed = scene_random_next (&random);
      if (!in_a_gap (description, seed, disc.s, disc.t))
        g_array_append_val (self->discs, disc);
    }
}

/* Where a disc is at that time. Each time that it comes in again it does so at another place across the vessel. */
static void
find_place (const SceneRedCells *self,
            const RedCell       *disc,
            double               seconds,
            double              *s,
            double              *t,
            double              *speed)
{
  const SceneDescription *d = self->description;
  double profile = d->plasma_gaps > 0 ? 1 : 1 - 0.9 * disc->t * disc->t; /* in capillaries they go in rows */
  double way, lap;

  *speed = d->flow * d->streak_speed * profile;
  way = disc->s + *speed * scene_vessel_flown (d, seconds);
  lap = floor (way / self->length);
  *s = self->start + way - lap * self->length;
  *t = (disc->t + 0.15 * scene_noise (disc->seed, 0.5, lap + 0.5)) * self->vessel->half_width;
}

/* Away from a leukocyte so far that each ring around its centre keeps its area: nothing is left inside, and they crowd
 * at its outline. */
static void
push_aside (const SceneCells *cells,
            int               without,
            const RedCell    *disc,
            double           *s,
            double           *t)
{
  for (guint i = 0; i < cells->cells->len; i++)
    {
      const SceneCell *cell = &g_array_index (cells->cells, SceneCell, i);
      double reach = cell->radius + 0.8 * disc->radius;
      double ds = *s - cell->s;
      double dt = *t - cell->t;
      double squared = ds * ds + dt * dt;
      double factor;

      if (cell->id == without || squared > PUSHES * PUSHES * reach * reach || squared < 1e-6)
        continue;
      factor = sqrt (1 + reach * reach / squared);
      *s = cell->s + factor * ds;
      *t = cell->t + factor * dt;
    }
}

/* A soft disc about (x, y). */
static void
stamp (const SceneDescription *d,
       double                  x,
       double                  y,
       double                  radius,
       double                  light,
       float                  *image)
{
  double extent = radius + 2 * SOFTNESS;
  int left = MAX ((int) ceil (x - extent), 0);
  int right = MIN ((int) floor (x + extent), d->width - 1);
  int top = MAX ((int) ceil (y - extent), 0);
  int bottom = MIN ((int) floor (y + extent), d->height - 1);

  for (int j = top; j <= bottom; j++)
    {
      for (int i = left; i <= right; i++)
        {
          double inside = CLAMP (0.5 + (radius - hypot (i - x, j - y)) / (2 * SOFTNESS), 0, 1);

          image[(gsize) j * d->width + i] += light * inside;
        }
    }
}

/* A soft ellipse, drawn out along @direction, with a nucleus. */
static void
stamp_long (const SceneDescription *d,
            ScenePoint              p,
            ScenePoint              direction,
            double                  radius,
            double                  light,
            double                  nucleus,
            float                  *image)
{
  double extent = radius * d->red_cell_length + 2 * SOFTNESS;
  int right = MIN ((int) floor (p.x + extent), d->width - 1);
  int bottom = MIN ((int) floor (p.y + extent), d->height - 1);

  for (int j = MAX ((int) ceil (p.y - extent), 0); j <= bottom; j++)
    {
      for (int i = MAX ((int) ceil (p.x - extent), 0); i <= right; i++)
        {
          double along = ((i - p.x) * direction.x + (j - p.y) * direction.y) / d->red_cell_length;
          double across = (j - p.y) * direction.x - (i - p.x) * direction.y;
          double far = hypot (along, across);
          float *at = image + (gsize) j * d->width + i;

          *at += light * CLAMP (0.5 + (radius - far) / (2 * SOFTNESS), 0, 1);
          *at += nucleus * CLAMP (0.5 + (0.4 * radius - far) / (2 * SOFTNESS), 0, 1);
        }
    }
}

void
scene_red_cells_paint (const SceneRedCells *self,
                       const SceneCells    *cells,
                       int                  without,
                       double               seconds,
                       ScenePoint           shift,
                       float               *image)
{
  const SceneDescription *d = self->description;

  for (guint i = 0; i < self->discs->len; i++)
    {
      const RedCell *disc = &g_array_index (self->discs, RedCell, i);
      double s, t, speed, smear, room;
      int stamps;

      find_place (self, disc, seconds, &s, &t, &speed);
      push_aside (cells, without, disc, &s, &t);
      room = self->vessel->half_width - disc->radius - 2 * d->scale;
      if (fabs (t) > room)
        continue;
      smear = speed * scene_vessel_pulse (d, seconds) * d->exposure / d->frame_rate;
      stamps = CLAMP ((int) ceil (fabs (smear)), 1, 64);
      for (int k = 0; k < stamps; k++)
        {
          ScenePoint p = scene_vessel_to_frame (self->vessel, s + smear * ((k + 0.5) / stamps - 0.5), t);

          p = (ScenePoint){ p.x + shift.x, p.y + shift.y };
          if (d->red_cell_length == 1 && d->red_cell_nucleus == 0)
            stamp (d, p.x, p.y, disc->radius, -disc->gain * d->red_cells / stamps, image);
          else
            stamp_long (d, p, scene_vessel_direction (self->vessel, s), disc->radius,
                        -disc->gain * d->red_cells / stamps, -d->red_cell_nucleus / stamps, image);
        }
    }
}

void
scene_red_cells_clear (SceneRedCells *self)
{
  g_clear_pointer (&self->discs, g_array_unref);
}
