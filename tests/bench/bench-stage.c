/* bench-stage.c: a backend with the planes of one picture
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "bench-stage.h"

#include <math.h>

#include "venule-contour.h"
#include "venule-detector.h"
#include "venule-tracker.h"

/* As in venule-cnn-detector.c and venule-tracker.c. */
#define NORMAL 16.0
#define FLATTEN 32
#define NOISE 8.0f
#define LIMIT 8.0f
#define REACH 1.6f
#define PATCH 1.1
#define SEARCH_MIN 2.0
#define SEARCH_SHARE 0.4
#define SEARCH_ACROSS 2

#define GICOV_THRESHOLD 1.8f /* the published one */
#define GICOV_APART 1.2      /* radii within which a summit is the largest */
#define CAPACITY 65536       /* candidates */

static gboolean
planes_init (BenchStage *self)
{
  const BenchPicture *picture = self->picture;
  double step = 2 * picture->radius / NORMAL;
  int net_width = (int) ceil (picture->width / step) + 32, net_height = (int) ceil (picture->height / step) + 32;
  int width = picture->width, height = picture->height;
  const struct {
    vnk_plane *plane;
    int        width, height;
  } all[] = {
    { &self->first, width, height },
    { &self->next, width, height },
    { &self->gx, width, height },
    { &self->gy, width, height },
    { &self->score, width, height },
    { &self->radius, width, height },
    { &self->mean, width, height },
    { &self->dilated, width, height },
    { &self->aligned, width, height },
    { &self->half, (width + 1) / 2, (height + 1) / 2 },
    { &self->input, net_width, net_height },
    { &self->flat, net_width, net_height },
    { &self->maps[0], (net_width + 1) / 2, (net_height + 1) / 2 },
    { &self->maps[1], (net_width + 1) / 2, (net_height + 1) / 2 },
    { &self->maps[2], (net_width + 1) / 2, (net_height + 1) / 2 },
    { &self->maps[3], (net_width + 1) / 2, (net_height + 1) / 2 },
    { &self->summits, (net_width + 1) / 2, (net_height + 1) / 2 },
    { &self->tick, 1, 1 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (all); i++)
    if (self->backend->plane_new (self->backend, all[i].width, all[i].height, all[i].plane) != VNK_OK)
      return FALSE;
  return TRUE;
}

static void
cells_init (BenchStage *self)
{
  const BenchPicture *picture = self->picture;

  for (guint i = 0; i < picture->cells->len; i++)
    {
      const BenchCell *cell = &g_array_index (picture->cells, BenchCell, i);
      double reach = SEARCH_MIN + SEARCH_SHARE * hypot (cell->step_x, cell->step_y);
      vnk_ncc_match match = {
        .x = (float) cell->x, .y = (float) cell->y,
        .guess_x = (float) (cell->x + cell->step_x), .guess_y = (float) (cell->y + cell->step_y),
        .radius = (float) (PATCH * picture->radius), .along = (int) ceil (reach), .across = SEARCH_ACROSS,
      };
      vnk_cell start = { .x = match.guess_x, .y = match.guess_y };

      for (int k = 0; k < VNK_ELLIPSE_POINTS; k++)
        start.radii[k] = (float) picture->radius;
      g_array_append_val (self->matches, match);
      g_array_append_val (self->cells, start);
    }
}

/* Each operation once, so that all have something to work on. What a backend lacks stays as it is. */
static gboolean
fill (BenchStage *self)
{
  vnk_backend *backend = self->backend;
  const BenchPicture *picture = self->picture;

  if (backend->convert (backend, &picture->next, picture->x0, picture->y0, 1, 0, &self->next) != VNK_OK ||
      backend->convert (backend, &picture->first, picture->x0, picture->y0, 1, 0, &self->first) != VNK_OK)
    return FALSE;
  bench_stage_published (self);
  bench_stage_learned (self);
  return bench_stage_wait (self);
}

BenchStage *
bench_stage_new (vnk_backend        *backend,
                 const BenchPicture *picture)
{
  g_autoptr (BenchStage) self = g_new0 (BenchStage, 1);

  self->backend = backend;
  self->picture = picture;
  self->network = venule_network_of_cells ();
  vnk_gicov_paper_params (&self->gicov, (float) picture->radius);
  vnk_bspline_snake_paper_params (&self->refine);
  venule_contour_fill_params (&self->track, picture->radius, 1, 0);
  self->candidates = g_array_new (FALSE, FALSE, sizeof (vnk_candidate));
  self->contours = g_array_new (FALSE, FALSE, sizeof (vnk_contour));
  self->matches = g_array_new (FALSE, FALSE, sizeof (vnk_ncc_match));
  self->cells = g_array_new (FALSE, FALSE, sizeof (vnk_cell));
  g_array_set_size (self->candidates, CAPACITY);
  g_array_set_size (self->contours, CAPACITY);
  cells_init (self);
  return planes_init (self) && fill (self) ? g_steal_pointer (&self) : NULL;
}

void
bench_stage_free (BenchStage *self)
{
  if (self == NULL)
    return;

  vnk_plane *const planes[] = {
    &self->first, &self->next, &self->gx, &self->gy, &self->score, &self->radius, &self->mean, &self->dilated,
    &self->aligned,
    &self->half, &self->input, &self->flat, &self->maps[0], &self->maps[1], &self->maps[2], &self->maps[3],
    &self->summits, &self->tick,
  };

  for (guint i = 0; i < G_N_ELEMENTS (planes); i++)
    vnk_plane_clear (planes[i]);
  venule_network_free (self->network);
  g_array_unref (self->candidates);
  g_array_unref (self->contours);
  g_array_unref (self->matches);
  g_array_unref (self->cells);
  g_free (self);
}

gboolean
bench_stage_wait (gpointer stage)
{
  BenchStage *self = stage;

  return self->backend->fetch (self->backend, &self->tick) == VNK_OK;
}

/* Candidates become contours. */
static gboolean
outline (BenchStage *self,
         int         n)
{
  vnk_backend *backend = self->backend;

  self->found = MIN (n, CAPACITY);
  return self->found == 0 ||
         backend->bspline_snake (backend, &self->gx, &self->gy, &self->refine, (vnk_candidate *) self->candidates->data,
                                 self->found, (vnk_contour *) self->contours->data) == VNK_OK;
}

static gboolean
load_first (BenchStage *self)
{
  vnk_backend *backend = self->backend;
  const BenchPicture *picture = self->picture;

  return backend->convert (backend, &picture->first, picture->x0, picture->y0, 1, 0, &self->first) == VNK_OK &&
         backend->gradients (backend, &self->first, &self->gx, &self->gy) == VNK_OK;
}

gboolean
bench_stage_published (gpointer stage)
{
  BenchStage *self = stage;
  vnk_backend *backend = self->backend;
  vnk_gicov_params gicov = self->gicov;
  int n = 0;

  gicov.min_score = GICOV_THRESHOLD;
  if (backend->gicov == NULL || backend->dilate == NULL || backend->maxima == NULL || backend->bspline_snake == NULL)
    return FALSE;
  return load_first (self) &&
         backend->gicov (backend, &self->gx, &self->gy, &gicov, &self->score, &self->radius, &self->mean) == VNK_OK &&
         backend->dilate (backend, &self->score, (float) (GICOV_APART * self->picture->radius),
                          &self->dilated) == VNK_OK &&
         backend->maxima (backend, &self->score, &self->radius, &self->mean, NULL, &self->dilated, GICOV_THRESHOLD, 5,
                          (vnk_candidate *) self->candidates->data, CAPACITY, &n) == VNK_OK &&
         outline (self, n);
}

/* From the maps' pixels to circles of the picture. */
static void
place_candidates (BenchStage *self,
                  int         n)
{
  double step = 2 * self->picture->radius / NORMAL;

  for (int i = 0; i < MIN (n, CAPACITY); i++)
    {
      vnk_candidate *candidate = &g_array_index (self->candidates, vnk_candidate, i);

      candidate->x = CLAMP ((int) ((2 * candidate->x - 16) * step), 0, self->picture->width - 1);
      candidate->y = CLAMP ((int) ((2 * candidate->y - 16) * step), 0, self->picture->height - 1);
      candidate->radius = (float) self->picture->radius;
    }
}

gboolean
bench_stage_learned (gpointer stage)
{
  BenchStage *self = stage;
  vnk_backend *backend = self->backend;
  float step = (float) (2 * self->picture->radius / NORMAL);
  int n = 0;

  if (backend->resample == NULL || backend->local_normalise == NULL || backend->network == NULL || backend->dilate ==
      NULL ||
      backend->maxima == NULL || backend->bspline_snake == NULL)
    return FALSE;
  if (!load_first (self) ||
      backend->resample (backend, &self->first, -16 * step, -16 * step, step, 0, &self->input) != VNK_OK ||
      backend->local_normalise (backend, &self->input, FLATTEN, NOISE, LIMIT, &self->flat) != VNK_OK ||
      backend->network (backend, &self->network->net, &self->flat, self->maps) != VNK_OK ||
      backend->dilate (backend, &self->maps[0], REACH, &self->summits) != VNK_OK ||
      backend->maxima (backend, &self->maps[0], &self->maps[1], &self->maps[2], &self->maps[3], &self->summits,
                       (float) log (VENULE_WEAK_SCORE / (1 - VENULE_WEAK_SCORE)), 0,
                       (vnk_candidate *) self->candidates->data, CAPACITY, &n) != VNK_OK)
    return FALSE;
  place_candidates (self, n);
  return outline (self, n);
}

gboolean
bench_stage_match (gpointer stage)
{
  BenchStage *self = stage;
  vnk_backend *backend = self->backend;

  if (backend->ncc_match == NULL)
    return FALSE;
  return backend->ncc_match (backend, &self->first, &self->next, 1, 0, (vnk_ncc_match *) self->matches->data,
                             (int) self->matches->len) == VNK_OK;
}

gboolean
bench_stage_track (gpointer stage)
{
  BenchStage *self = stage;
  vnk_backend *backend = self->backend;

  if (backend->mgvf_snake == NULL)
    return FALSE;
  return backend->mgvf_snake (backend, &self->next, &self->track, (vnk_cell *) self->cells->data,
                              (int) self->cells->len) ==
         VNK_OK;
}

gboolean
bench_stage_follow (gpointer stage)
{
  BenchStage *self = stage;
  vnk_backend *backend = self->backend;
  const BenchPicture *picture = self->picture;

  if (backend->convert (backend, &picture->next, picture->x0, picture->y0, 1, 0, &self->next) != VNK_OK ||
      !bench_stage_match (self))
    return FALSE;
  for (guint i = 0; i < self->cells->len; i++)
    {
      const vnk_ncc_match *match = &g_array_index (self->matches, vnk_ncc_match, i);
      vnk_cell *cell = &g_array_index (self->cells, vnk_cell, i);

      cell->x = match->new_x;
      cell->y = match->new_y;
    }
  return bench_stage_track (self);
}

double
bench_stage_mean_sweeps (const BenchStage *self)
{
  double sum = 0;

  for (guint i = 0; i < self->cells->len; i++)
    sum += g_array_index (self->cells, vnk_cell, i).sweeps;
  return sum / MAX (self->cells->len, 1);
}
