/* scene.c: made videos whose truth is known
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "scene.h"

#include <math.h>
#include <string.h>

#include "scene-camera.h"
#include "scene-fluorescence.h"
#include "scene-optics.h"
#include "scene-plasma.h"
#include "scene-profile.h"
#include "scene-red-cells.h"
#include "scene-tissue.h"
#include "scene-vessel.h"

struct _Scene {
  SceneDescription description;
  guint64          seed;
  int              frame;
  ScenePoint       shift; /* of this frame */
  SceneVessel      vessel, branch;
  SceneCells       cells;
  SceneTissue      tissue;
  ScenePlasma      plasma, branch_plasma;
  SceneRedCells    red_cells;
  SceneCamera      camera;
  SceneCanvas      canvas;
  float           *image;
};

Scene *
scene_new (const SceneDescription *description,
           guint64                 seed)
{
  Scene *self = g_new0 (Scene, 1);
  gsize n = (gsize) description->width * description->height;

  self->description = *description;
  self->seed = seed;
  self->frame = -1;
  self->image = g_new (float, n);
  self->canvas = (SceneCanvas){ description->width, description->height, g_new (float, n), g_new (float, n),
                                 g_new0 (float, n), g_new0 (float, n) };
  scene_vessel_init (&self->vessel, &self->description);
  scene_cells_init (&self->cells, &self->description, &self->vessel, seed);
  scene_tissue_init (&self->tissue, &self->description, &self->vessel, seed);
  scene_plasma_init (&self->plasma, &self->description, &self->vessel, seed);
  self->branch = scene_vessel_branch (&self->vessel, &self->description);
  if (self->branch.half_width > 0)
    scene_plasma_init (&self->branch_plasma, &self->description, &self->branch, ~seed);
  scene_red_cells_init (&self->red_cells, &self->description, &self->vessel, seed);
  scene_camera_init (&self->camera, &self->description, seed);

  return self;
}

void
scene_free (Scene *self)
{
  if (self == NULL)
    return;

  scene_cells_clear (&self->cells);
  scene_tissue_clear (&self->tissue);
  scene_plasma_clear (&self->plasma);
  scene_plasma_clear (&self->branch_plasma);
  scene_red_cells_clear (&self->red_cells);
  scene_camera_clear (&self->camera);
  g_free (self->canvas.light);
  g_free (self->canvas.cover);
  g_free (self->canvas.own_light);
  g_free (self->canvas.own_cover);
  g_free (self->image);
  g_free (self);
}

const SceneDescription *
scene_get_description (Scene *self)
{
  return &self->description;
}

const SceneVessel *
scene_get_vessel (Scene *self)
{
  return &self->vessel;
}

const char *
scene_kind_name (SceneKind kind)
{
  static const char * const names[] = { "rolling", "adherent", "free" };

  return names[kind];
}

void
scene_advance (Scene *self)
{
  self->frame++;
  scene_cells_step (&self->cells);
  self->shift = scene_vessel_displacement (&self->description, self->seed, self->frame);
}

ScenePoint
scene_get_shift (Scene *self)
{
  return self->shift;
}

static ScenePoint
cell_position (Scene           *self,
               const SceneCell *cell)
{
  ScenePoint p = scene_vessel_to_frame (&self->vessel, cell->s, cell->t);

  return (ScenePoint){ p.x + self->shift.x, p.y + self->shift.y };
}

/* Share of a disc in the frame, by 21 × 21 points. */
static double
visible_share (const SceneDescription *d,
               ScenePoint              p,
               double                  radius)
{
  int all = 0;
  int seen = 0;

  for (int i = -10; i <= 10; i++)
    {
      for (int j = -10; j <= 10; j++)
        {
          double x = p.x + radius * i / 10;
          double y = p.y + radius * j / 10;

          if (i * i + j * j > 100)
            continue;
          all++;
          seen += x >= -0.5 && y >= -0.5 && x < d->width - 0.5 && y < d->height - 0.5;
        }
    }

  return (double) seen / all;
}

static int
compare_ids (gconstpointer a,
             gconstpointer b)
{
  return ((const SceneTruth *) a)->id - ((const SceneTruth *) b)->id;
}

GArray *
scene_dup_truth (Scene *self)
{
  const SceneDescription *d = &self->description;
  GArray *truths = g_array_new (FALSE, FALSE, sizeof (SceneTruth));

  for (guint i = 0; i < self->cells.cells->len; i++)
    {
      const SceneCell *cell = &g_array_index (self->cells.cells, SceneCell, i);
      ScenePoint p = cell_position (self, cell);
      SceneTruth truth = { cell->id, cell->kind, p.x, p.y, cell->radius, 0 };

      if (p.x < -0.5 || p.y < -0.5 || p.x >= d->width - 0.5 || p.y >= d->height - 0.5)
        continue;
      truth.visible = visible_share (d, p, cell->radius);
      g_array_append_val (truths, truth);
    }
  g_array_sort (truths, compare_ids);

  return truths;
}

static void
paint_cells (Scene *self,
             int    without)
{
  const SceneDescription *d = &self->description;
  gsize n = (gsize) d->width * d->height;

  memset (self->canvas.light, 0, n * sizeof (float));
  memset (self->canvas.cover, 0, n * sizeof (float));
  for (guint i = 0; i < self->cells.cells->len; i++)
    {
      SceneCell cell = g_array_index (self->cells.cells, SceneCell, i);
      ScenePoint p = cell_position (self, &cell);
      double smear = d->exposure * cell.moved;
      ScenePoint along = scene_vessel_direction (&self->vessel, cell.s);
      ScenePose pose = { p.x, p.y, smear * along.x, smear * along.y, cell.s / cell.radius };

      if (cell.id == without)
        continue;
      cell.stretch_angle += d->vessel_angle * G_PI / 180;
      if (cell.axis_ratio > 1)
        {
          cell.stretch = sqrt (cell.axis_ratio);
          cell.stretch_angle = cell.axis_angle;
        }
      scene_profile_paint (&cell, &pose, d, self->seed, &self->canvas);
    }
}

double
scene_get_lamp (Scene *self)
{
  return scene_camera_get_lamp (&self->camera, self->frame);
}

void
scene_paint (Scene    *self,
             int       without,
             gpointer  samples,
             gsize     stride)
{
  const SceneDescription *d = &self->description;
  gsize n = (gsize) d->width * d->height;

  paint_cells (self, without);
  scene_optics_spread (d, self->canvas.light);
  memcpy (self->image, self->canvas.light, n * sizeof (float));
  scene_tissue_paint (&self->tissue, d, self->shift, self->image);
  scene_plasma_paint (&self->plasma, self->frame / d->frame_rate, self->shift, self->canvas.cover, self->image);
  if (self->branch.half_width > 0)
    scene_plasma_paint (&self->branch_plasma, self->frame / d->frame_rate, self->shift, self->canvas.cover,
                        self->image);
  scene_red_cells_paint (&self->red_cells, &self->cells, without, self->frame / d->frame_rate, self->shift,
                         self->image);
  scene_fluorescence_platelets (d, &self->vessel, self->seed, self->frame / d->frame_rate, self->shift, self->image);
  scene_optics_relief (d, self->image);
  scene_camera_expose (&self->camera, self->frame, self->image, samples, stride);
}
