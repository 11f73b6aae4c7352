/* converged.c: snakes on the field to which the published iteration converges
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "variants.h"

#include <math.h>
#include <string.h>

#include "reference.h"
#include "venule-parallel.h"

typedef struct {
  vnk_backend     base;
  vnk_backend    *cpu;
  ConvergedField *told;
} Converged;

void
converged_field_init (ConvergedField *self)
{
  memset (self, 0, sizeof *self);
  self->distances = g_array_new (FALSE, FALSE, sizeof (double));
}

void
converged_field_clear (ConvergedField *self)
{
  g_clear_pointer (&self->distances, g_array_unref);
}

/* The angles of the radii count from the flow's direction. */
static double
snake_distance (const vnk_cell              *a,
                const vnk_cell              *b,
                const vnk_mgvf_snake_params *params)
{
  double turn = atan2 ((double) params->flow_y, (double) params->flow_x), largest = 0;

  for (int i = 0; i < VNK_ELLIPSE_POINTS; i++)
    {
      double angle = turn + 2 * G_PI * i / VNK_ELLIPSE_POINTS;
      double longer = (double) a->new_radii[i] - (double) b->new_radii[i];

      largest = MAX (largest, hypot ((double) a->new_x - (double) b->new_x + longer * cos (angle),
                                     (double) a->new_y - (double) b->new_y + longer * sin (angle)));
    }
  return largest;
}

typedef struct {
  const vnk_plane             *in;
  const vnk_mgvf_snake_params *params;
  vnk_cell                    *cells;
} Job;

static void
track_cell (gpointer data,
            guint    index)
{
  const Job *job = data;

  vnk_reference_mgvf_snake (job->in, job->params, VNK_REFERENCE_FIXED_POINT, &job->cells[index]);
}

static vnk_status
track (vnk_backend                 *backend,
       const vnk_plane             *in,
       const vnk_mgvf_snake_params *params,
       vnk_cell                    *cells,
       int                          n)
{
  Converged *self = (Converged *) backend;
  g_autofree vnk_cell *faster = g_memdup2 (cells, n * sizeof (vnk_cell));
  vnk_status status = self->cpu->mgvf_snake (self->cpu, in, params, faster, n);

  if (status == VNK_OK)
    venule_parallel_for (n, track_cell, &(Job){ in, params, cells });
  for (int i = 0; i < n && status == VNK_OK; i++)
    {
      self->told->n++;
      self->told->n_sweeps += faster[i].sweeps;
      if (faster[i].lost != cells[i].lost)
        {
          self->told->n_lost++;
        }
      else if (!cells[i].lost)
        {
          double distance = snake_distance (&faster[i], &cells[i], params);

          g_array_append_val (self->told->distances, distance);
        }
    }
  return status;
}

static void
converged_close (vnk_backend *backend)
{
  Converged *self = (Converged *) backend;

  self->cpu->close (self->cpu);
  g_free (self);
}

vnk_backend *
variant_new_converged (ConvergedField *told)
{
  Converged *self = g_new0 (Converged, 1);

  if (vnk_cpu_open (0, &self->cpu) != VNK_OK)
    g_error ("The processor's kernels could not be opened");
  self->told = told;
  self->base = *self->cpu;
  self->base.close = converged_close;
  self->base.mgvf_snake = track;
  return &self->base;
}
