/* converged.c: snakes on the field to which the published iteration converges
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "variants.h"

#include <math.h>
#include <string.h>

#include "reference.h"

#define SETTLED 1e-9 /* mean |ΔV| of a sweep at which the field is where it converges to */
#define MOST_SWEEPS 20000
#define START_TOLERANCE 1e-7f /* of the float field from which double precision goes on */
#define START_SWEEPS 500

typedef struct {
  vnk_backend     base;
  vnk_backend    *cpu;
  ConvergedField *told;
  vnk_plane       window;
  vnk_plane       edges;
  vnk_plane       field;
  double         *values; /* the field in double precision */
} Converged;

void
converged_field_init (ConvergedField *self)
{
  memset (self, 0, sizeof *self);
  self->distances = g_array_new (FALSE, FALSE, sizeof (double));
  self->field_errors = g_array_new (FALSE, FALSE, sizeof (double));
}

void
converged_field_clear (ConvergedField *self)
{
  g_clear_pointer (&self->distances, g_array_unref);
  g_clear_pointer (&self->field_errors, g_array_unref);
}

static void
clear_planes (Converged *self)
{
  vnk_plane_clear (&self->window);
  vnk_plane_clear (&self->edges);
  vnk_plane_clear (&self->field);
  g_clear_pointer (&self->values, g_free);
}

static void
reserve (Converged *self,
         int        width,
         int        height)
{
  if (self->window.width == width && self->window.height == height)
    return;
  clear_planes (self);
  self->window = vnk_plane_new (width, height);
  self->edges = vnk_plane_new (width, height);
  self->field = vnk_plane_new (width, height);
  self->values = g_new0 (double, (gsize) width * (gsize) height);
}

/* One pixel made what its neighbours ask for, the flow along +x: only those downstream that are higher and those upstream that
 * are lower pull at it, those beside it with half their weight. Returns by how much it changed. */
static double
settle_pixel (const Converged *self,
              double           mu,
              int              x,
              int              y)
{
  int width = self->edges.width, last_row = self->edges.height - 1;
  int left = MAX (x - 1, 0), right = MIN (x + 1, width - 1);
  double *value = &self->values[y * width + x], before = *value;
  double edge = (double) self->edges.data[y * self->edges.stride + x];
  double sum = 0;

  for (int v = y - 1; v <= y + 1; v++)
    {
      const double *row = &self->values[CLAMP (v, 0, last_row) * width];

      sum += MAX (row[right] - before, 0) + MIN (row[left] - before, 0) + (row[x] - before) / 2;
    }
  /* The published sweep pulls towards the edges what it has just moved, which makes the neighbours' share a little smaller. Seven
   * neighbours' worth is the most that can pull: divided by that it never overshoots. */
  mu *= 1 - edge / (8 * mu + 1);
  *value += (mu * sum - edge * (before - edge)) / (7 * mu + edge);
  return fabs (*value - before);
}

/* Gauss and Seidel's iteration in turn from all four corners: it has the fixed point of the published one. */
static void
converge (Converged *self,
          double     mu)
{
  int width = self->edges.width, height = self->edges.height;
  double change = INFINITY;

  for (int sweep = 0; sweep < MOST_SWEEPS && change > SETTLED; sweep++)
    {
      change = 0;
      for (int j = 0; j < height; j++)
        for (int i = 0; i < width; i++)
          change += settle_pixel (self, mu, sweep & 1 ? width - 1 - i : i, sweep & 2 ? height - 1 - j : j);
      change /= width * height;
    }
}

/* Whether the published iteration agrees that this is its fixed point. */
static void
check_fixed_point (Converged *self,
                   double     mu)
{
  gsize n = (gsize) self->edges.width * (gsize) self->edges.height;
  g_autofree double *further = g_memdup2 (self->values, n * sizeof (double));
  double change = 0;

  vnk_reference_mgvf (&self->edges, 1, 0, mu, 0, 1, FALSE, further);
  for (gsize i = 0; i < n; i++)
    change += fabs (further[i] - self->values[i]) / n;
  self->told->left = MAX (self->told->left, change);
}

/* The field of the window in self->edges, into self->field. */
static vnk_status
fill_field (Converged             *self,
            const vnk_mgvf_params *params)
{
  vnk_mgvf_params start = *params;
  int width = self->edges.width;
  double error = 0;
  vnk_status status;

  start.method = VNK_MGVF_SOR;
  start.tolerance = START_TOLERANCE;
  start.max_sweeps = START_SWEEPS;
  status = self->cpu->mgvf (self->cpu, &self->edges, 1, 0, &start, false, &self->field, NULL);
  if (status != VNK_OK)
    return status;

  for (int y = 0; y < self->field.height; y++)
    for (int x = 0; x < width; x++)
      self->values[y * width + x] = (double) self->field.data[y * self->field.stride + x];
  converge (self, (double) params->mu);
  check_fixed_point (self, (double) params->mu);

  status = self->cpu->mgvf (self->cpu, &self->edges, 1, 0, params, false, &self->field, NULL);
  for (int y = 0; y < self->field.height; y++)
    for (int x = 0; x < width; x++)
      {
        float *value = &self->field.data[y * self->field.stride + x];

        error = MAX (error, fabs ((double) *value - self->values[y * width + x]));
        *value = (float) self->values[y * width + x];
      }
  g_array_append_val (self->told->field_errors, error);
  return status;
}

/* As the kernels' track, on that field. */
static vnk_status
track_cell (Converged              *self,
            const vnk_plane        *in,
            const vnk_track_params *params,
            vnk_cell               *cell)
{
  float middle_x = (float) (params->window_length - 1) / 2, middle_y = (float) (params->window_width - 1) / 2;
  vnk_ellipse snake = { .x = middle_x, .y = middle_y, .expected_y = middle_y + cell->path_offset };
  vnk_status status;

  memcpy (snake.radii, cell->radii, sizeof snake.radii);
  status = self->cpu->window (self->cpu, in, cell->x, cell->y, params->flow_x, params->flow_y, &self->window);
  if (status == VNK_OK)
    status = self->cpu->edges (self->cpu, &self->window, &self->edges);
  if (status == VNK_OK)
    status = fill_field (self, &params->mgvf);
  if (status == VNK_OK)
    status = self->cpu->ellipse (self->cpu, &self->field, &params->ellipse, &snake);
  if (status != VNK_OK)
    return status;

  double along = (double) snake.x - (double) middle_x, across = (double) snake.y - (double) middle_y;

  cell->new_x = (float) ((double) cell->x + along * (double) params->flow_x - across * (double) params->flow_y);
  cell->new_y = (float) ((double) cell->y + along * (double) params->flow_y + across * (double) params->flow_x);
  memcpy (cell->new_radii, snake.radii, sizeof cell->new_radii);
  cell->score = snake.score;
  cell->lost = snake.left;
  return VNK_OK;
}

/* The angles of the radii count from the flow's direction. */
static double
snake_distance (const vnk_cell         *a,
                const vnk_cell         *b,
                const vnk_track_params *params)
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

static vnk_status
track (vnk_backend            *backend,
       const vnk_plane        *in,
       const vnk_track_params *params,
       vnk_cell               *cells,
       int                     n)
{
  Converged *self = (Converged *) backend;
  g_autofree vnk_cell *faster = g_memdup2 (cells, n * sizeof (vnk_cell));
  vnk_status status = self->cpu->track (self->cpu, in, params, faster, n);

  reserve (self, params->window_length, params->window_width);
  for (int i = 0; i < n && status == VNK_OK; i++)
    {
      status = track_cell (self, in, params, &cells[i]);
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

  clear_planes (self);
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
  self->base.track = track;
  return &self->base;
}
